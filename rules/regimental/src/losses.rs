//! Section 19: casualties, officers, rout and rally.

use crate::dice::{Call, Officer, Staff, rout};
use crate::marks::{Captain, Ranks};
use crate::run::Run;
use crate::task::{Forced, Foreseen, Owed, Task};
use crate::{Regimental, c, marks, units};
use sandtable_battle::{Clause, Far, Gait, Mark, Scene, Status, Unit, UnitId, by};
use sandtable_geometry::{Facing, Length};

impl Regimental {
    /// Takes hits off a unit: doubled in column, one stand for every three (LOSS-01 to LOSS-04).
    /// Returns how many stands were lost.
    pub(crate) fn lose(&self, scene: &mut Scene, id: UnitId, hits: u8, fire: bool) -> u8 {
        by!(c::LOSS_01);
        let unit = *scene.unit(id);
        let double = units::in_column(&unit) && (fire || !self.choices.double_fire_only);
        let (times, why) = if double {
            (2, c::LOSS_03)
        } else {
            (1, c::LOSS_01)
        };
        let per = u16::from(self.choices.hits_per_stand.unsigned_abs().max(1));
        let carried = u16::from(marks::HITS.of(&unit).unsigned_abs());
        let all = carried + u16::from(hits) * times;
        let lost = u8::try_from(all / per).unwrap_or(u8::MAX);
        if lost >= unit.stands {
            by!(c::LOSS_04);
            self.remove(scene, id, Status::Destroyed, c::LOSS_04);
            return unit.stands;
        }
        let rest = i8::try_from(all % per).unwrap_or(0);
        scene.set(id, marks::HITS, rest, why);
        if lost > 0 {
            self.close_up(scene, id, unit.stands - lost);
        }
        lost
    }

    /// Takes away stands: a line closes up on its centre, a column on its head (LOSS-02, GEO-04).
    fn close_up(&self, scene: &mut Scene, id: UnitId, left: u8) {
        by!(c::LOSS_02, c::GEO_04);
        let unit = *scene.unit(id);
        let lost = unit.stands - left;
        scene.stands(id, left, c::LOSS_02);
        if marks::HOLE.of(&unit) > 0 && units::lane(&unit) > 0 {
            return self.close_up_on_hole(scene, id, &unit, left);
        }
        if units::in_column(&unit) {
            let (_, deep) = units::stand(&scene.setting, &unit);
            let by = deep * Length::from(lost) / 2 - units::hair(unit.pose.facing);
            let to = unit.pose.advanced(by);
            scene.shift(id, to, Gait::Aligned, c::GEO_04);
        }
        if marks::HOLE.of(&unit) > 0 {
            self.close_up_on_hole(scene, id, &unit, left);
        }
    }

    /// Closes up the parts of a pierced unit on its hole, in which an enemy may stand. If one part
    /// is lost completely, the other stays where it is.
    fn close_up_on_hole(&self, scene: &mut Scene, id: UnitId, before: &Unit, left: u8) {
        let count = |n: u8| Length::from(n);
        let hole = count(marks::HOLE.of(before).unsigned_abs());
        let mark = |n: Length| i8::try_from(n).unwrap_or(1);
        let lane = units::lane(before);
        if lane == 0 {
            // The column overlaps the unit.
            return scene.set(id, marks::HOLE, mark(hole.min(count(left))), c::LOSS_02);
        }
        let pitch = units::pitch(&scene.setting, before);
        // From the right and the left in turn, the right first; from a column, the rear stands.
        let (all, lost) = (count(before.stands), count(before.stands - left));
        let of_second = if units::in_column(before) {
            lost
        } else {
            (lost + 1) / 2
        };
        let lost_right = of_second.min(all - hole);
        let on_left = (hole - (lost - lost_right)).max(0);
        let on_right = count(left) - on_left;
        let middle = (2 * hole - all) * pitch / 2;
        let to = if on_left == 0 {
            middle + lane / 2 + on_right * pitch / 2
        } else if on_right == 0 {
            middle - lane / 2 - on_left * pitch / 2
        } else {
            middle - (on_left - on_right) * pitch / 2
        };
        let to = before.pose.moved(units::row(before), to);
        let to = self.pushed_in(scene, id, to);
        scene.shift(id, to, Gait::Aligned, c::GEO_04);
        let parts = if on_left == 0 || on_right == 0 {
            scene.set(id, marks::LANE, Far(0), c::LOSS_02);
            // An enemy that stands across it still does.
            i8::from(self.stood_on(scene, id))
        } else {
            mark(on_left)
        };
        scene.set(id, marks::HOLE, parts, c::LOSS_02);
    }

    /// Takes a unit off the table.
    pub(crate) fn remove(&self, scene: &mut Scene, id: UnitId, status: Status, why: Clause) {
        scene.become_(id, status, why);
        for mark in [
            marks::CHARGING.place(),
            marks::TARGET.place(),
            marks::PRONE.place(),
        ] {
            scene.clear(id, mark, why);
        }
    }

    /// Checks the officers of a unit that lost a stand (ROUT-02 to ROUT-04).
    pub(crate) fn check_officers(
        &self,
        scene: &mut Scene,
        dice: &mut dyn sandtable_battle::Dice,
        id: UnitId,
    ) {
        let unit = *scene.unit(id);
        if !unit.on_table() {
            return;
        }
        let staff = self.staff(&unit);
        let now = self.wounds(dice, unit.side, staff);
        self.set_staff(scene, id, now, c::ROUT_02);
        self.tell_call(scene, id, now);
    }

    /// Reports whether a captain who was called came. A unit for which none came stalls (ROUT-03,
    /// ROUT-04).
    fn tell_call(&self, scene: &mut Scene, id: UnitId, now: Staff) {
        if now.called != Call::No {
            by!(c::ROUT_03);
            scene.told(c::ROUT_03, u16::from(now.called == Call::Came), id, None);
        }
        if now.called == Call::Vain {
            scene.set(id, marks::RED, true, c::ROUT_04);
        }
    }

    /// Returns the officers of a unit.
    pub(crate) fn staff(&self, unit: &Unit) -> Staff {
        let total = usize::from(self.officers(unit).max(0).unsigned_abs()).min(3);
        let count = |mark: Mark<i8>| usize::from(mark.of(unit).max(0).unsigned_abs());
        let (wounded, down) = (count(marks::WOUNDED), count(marks::DOWN));
        let captain = match marks::CAPTAIN.of(unit) {
            Captain::Nobody => Officer::Down,
            Captain::Fresh => Officer::Fresh,
            Captain::Wounded => Officer::Wounded,
        };
        let agrees = |ranks: &[Officer; 3]| {
            let of = |how: Officer| ranks[..total].iter().filter(|&&r| r == how).count();
            of(Officer::Wounded) == wounded && of(Officer::Down) == down
        };
        let said = marks::RANKS.of(unit).0.filter(agrees);
        let ranks = std::array::from_fn(|rank| match said {
            _ if rank >= total => Officer::Down,
            Some(ranks) => ranks[rank],
            None if rank < down => Officer::Down,
            None if rank < down + wounded => Officer::Wounded,
            None => Officer::Fresh,
        });
        Staff {
            ranks,
            captain,
            called: Call::No,
        }
    }

    pub(crate) fn set_staff(&self, scene: &mut Scene, id: UnitId, now: Staff, why: Clause) {
        let total = self.officers(scene.unit(id)).clamp(0, 3);
        let count = |how: Officer| i8::try_from(now.count(how)).unwrap_or(0);
        let (fresh, wounded) = (count(Officer::Fresh), count(Officer::Wounded));
        scene.set(id, marks::WOUNDED, wounded, why);
        scene.set(id, marks::DOWN, total - fresh - wounded, why);
        scene.set(id, marks::RANKS, Ranks(Some(now.ranks)), c::ROUT_09);
        let captain = match now.captain {
            Officer::Fresh => Captain::Fresh,
            Officer::Wounded => Captain::Wounded,
            Officer::Down => Captain::Nobody,
        };
        scene.set(id, marks::CAPTAIN, captain, c::ROUT_03);
    }

    /// Runs the owner's Command phase for one unit: smoke clears, a hole closes, a captain is
    /// called, disorder is rallied (FIRE-09, H2HC-11, RALLY-01, RALLY-02).
    pub(crate) fn command_phase(
        &self,
        scene: &mut Scene,
        dice: &mut dyn sandtable_battle::Dice,
        id: UnitId,
    ) {
        let unit = *scene.unit(id);
        scene.set(id, marks::SMOKE, false, c::MARK_08);
        self.close_hole(scene, id);
        if !self.led(&unit) {
            by!(c::RALLY_02);
            let came = self.command(dice, unit.side, c::RALLY_02);
            scene.told(c::RALLY_02, u16::from(came), id, None);
            let captain = if came {
                Captain::Fresh
            } else {
                Captain::Nobody
            };
            scene.set(id, marks::CAPTAIN, captain, c::RALLY_02);
        }
        if marks::RED.of(&unit) && self.led(scene.unit(id)) {
            by!(c::RALLY_01);
            let rallied = self.command(dice, unit.side, c::RALLY_01);
            scene.told(c::RALLY_01, u16::from(rallied), id, None);
            if rallied {
                scene.set(id, marks::RED, false, c::RALLY_01);
            }
        }
    }
}

impl Run<'_> {
    /// Applies casualties in a charge or under fire. A charging line loses the stand with the
    /// lowest die (LOSS-02, REACT-14).
    pub(crate) fn take(&mut self, id: UnitId, hits: u8, fire: bool) -> u8 {
        let lost = self.rules.lose(self.scene, id, hits, fire);
        self.dress(id, lost);
        lost
    }

    /// Checks the officers of a unit that lost a stand. If equal states of a charge are explored
    /// together, rolls only for what matters then: whether a captain is called, and comes. The
    /// state of the officers is rolled for when everything else is done.
    pub(crate) fn officers_of(&mut self, id: UnitId) {
        if !self.foresees || self.charge.is_none() || !self.dice.pauses() {
            return self.rules.check_officers(self.scene, self.dice, id);
        }
        let unit = *self.scene.unit(id);
        if !unit.on_table() {
            return;
        }
        let rules = self.rules;
        let place = self.owed.iter().position(|owed| owed.unit == id);
        let checks = place.map_or(0, |at| self.owed[at].checks);
        let before = rules.staff(&unit).unranked();
        match rules.call_after(self.dice, unit.side, before, checks) {
            Call::No => {
                let owed = Owed {
                    unit: id,
                    checks: checks + 1,
                };
                if let Some(at) = place {
                    self.owed[at] = owed;
                } else if self.owed.try_push(owed).is_err() {
                    self.look_at(owed);
                }
            }
            called => {
                self.owed.retain(|owed| owed.unit != id);
                let now = Staff::called(called);
                rules.set_staff(self.scene, id, now, c::ROUT_02);
                rules.tell_call(self.scene, id, now);
            }
        }
    }

    /// Leaves apart the officers that were not checked yet, if the dice ask for it.
    pub(crate) fn leave_officers(&mut self) {
        if !self.dice.leaves_apart() {
            return;
        }
        for owed in std::mem::take(&mut self.owed) {
            let left = Foreseen {
                owed: std::iter::once(owed).collect(),
                ..Foreseen::default()
            };
            self.scene.leave_apart(owed.unit, &left);
        }
    }

    /// Checks the outstanding officers of the next unit. Returns whether there were any.
    pub(crate) fn look_at_officers(&mut self) -> bool {
        let owed = self.owed.pop();
        owed.inspect(|&owed| self.look_at(owed)).is_some()
    }

    /// Rolls for the officers of a unit after some checks, none of which called a captain.
    fn look_at(&mut self, owed: Owed) {
        let unit = *self.scene.unit(owed.unit);
        let before = self.rules.staff(&unit).unranked();
        let now = self
            .rules
            .wounds_after(self.dice, unit.side, before, owed.checks);
        self.rules.set_staff(self.scene, owed.unit, now, c::ROUT_02);
    }

    /// Stops an attacker that reaction fire left without a leader (REACT-16).
    pub(crate) fn stall(&mut self, id: UnitId) {
        let unit = self.scene.unit(id);
        if unit.on_table() && !self.rules.led(unit) {
            by!(c::REACT_16);
            self.broken(id);
        }
    }

    /// Takes the lowest dice out of a charging line that lost stands.
    pub(crate) fn dress(&mut self, id: UnitId, lost: u8) {
        let Some(charge) = self.charge.as_mut().filter(|ch| ch.unit == id) else {
            return;
        };
        if charge.column {
            return;
        }
        for _ in 0..lost {
            let ends = charge.reach.first().zip(charge.reach.last());
            match ends {
                Some((left, right)) if left < right => {
                    charge.reach.remove(0);
                }
                Some(_) => {
                    charge.reach.pop();
                }
                None => {}
            }
        }
    }

    /// Makes the rout roll of a unit that lost stands (ROUT-01, ROUT-05 to ROUT-07).
    pub(crate) fn rout(&mut self, id: UnitId, foe: UnitId) {
        by!(c::ROUT_01);
        let unit = *self.scene.unit(id);
        if !unit.on_table() {
            return;
        }
        let led = self.rules.led(&unit);
        match self.rules.rout(self.dice, unit.side, led) {
            rout::RALLIED => self.scene.told(c::ROUT_06, 1, id, None),
            fell => {
                self.scene.told(c::ROUT_05, fell, id, None);
                if fell != rout::NOTHING {
                    // A unit that breaks does not react to the same fire (ORD-11).
                    self.pile
                        .retain(|task| !matches!(task, Task::React { unit, .. } if *unit == id));
                }
                match fell {
                    rout::WITHDRAW => self.withdraw(id, foe),
                    rout::RETREAT => self.retreat(id, foe),
                    rout::PRONE => self.lie_down(id, c::ROUT_07),
                    _ => {}
                }
            }
        }
    }

    /// Makes a unit go prone (PRONE-01, PRONE-04). An attacker's charge ends.
    pub(crate) fn lie_down(&mut self, id: UnitId, why: Clause) {
        by!(c::MARK_07, c::PRONE_04, c::H2HL_17);
        self.scene.set(id, marks::PRONE, true, why);
        self.broken(id);
    }

    /// Ends the charge of a unit that was moved or laid down against its will (REACT-14, H2HL-17).
    pub(crate) fn broken(&mut self, id: UnitId) {
        if let Some(charge) = self.charge.as_mut().filter(|ch| ch.unit == id) {
            by!(c::REACT_14);
            charge.over = true;
        }
    }

    /// Makes a unit withdraw 3 inches: straight back, or away from a foe behind it (COLL-01).
    pub(crate) fn withdraw(&mut self, id: UnitId, foe: UnitId) {
        by!(c::COLL_01);
        self.broken(id);
        let own = units::rect(self.scene, id);
        let cause = self.scene.unit(foe).pose.point();
        let (_, ahead) = own.offset_of(cause);
        let direction = if ahead < -own.depth() {
            Facing::towards(cause, own.centre())
        } else {
            own.facing().reversed()
        };
        self.push(Task::Forced(Forced {
            unit: id,
            direction,
            length: self.rules.numbers.forced.withdraw,
            gait: Gait::Withdrew,
            turns: false,
            quiet: false,
        }));
    }

    /// Makes a unit retreat 9 inches, with its back to the foe (COLL-02).
    pub(crate) fn retreat(&mut self, id: UnitId, foe: UnitId) {
        by!(c::COLL_02);
        self.broken(id);
        let (own, cause) = (
            self.scene.unit(id).pose.point(),
            self.scene.unit(foe).pose.point(),
        );
        self.push(Task::Forced(Forced {
            unit: id,
            direction: Facing::towards(cause, own),
            length: self.rules.numbers.forced.retreat,
            gait: Gait::Retreated,
            turns: true,
            quiet: false,
        }));
    }
}
