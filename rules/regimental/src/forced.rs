//! Section 20: forced moves and collisions.

use crate::dice::reaction;
use crate::run::Run;
use crate::switches::Roller;
use crate::task::{Forced, Task};
use crate::units::SKIRMISHERS;
use crate::{Regimental, c, ground, inside, marks, units};
use sandtable_battle::{Battle, Clause, Gait, Status, UnitId, by};
use sandtable_drill::{Hindrance, Slide, slide};
use sandtable_geometry::{Facing, Length, Pose, Rect, TOLERANCE};

impl Regimental {
    /// Returns how far a forced move gets, and which unit stops it (COLL-03, COLL-05, COLL-07,
    /// COLL-08).
    pub(crate) fn slide_back(
        &self,
        battle: &Battle,
        id: UnitId,
        direction: Facing,
        length: Length,
    ) -> Slide {
        by!(c::COLL_03, c::COLL_07, c::COLL_08);
        let unit = battle.unit(id);
        let light = |id: UnitId| battle.unit(id).kind == SKIRMISHERS;
        let own = units::rect(battle, id);
        let means = |other: UnitId| {
            let theirs = units::rect(battle, other);
            if inside::lies_upon(&own, &theirs) {
                // One of the two is in the other's hole.
                Hindrance::None
            } else if battle.unit(other).side != unit.side {
                // An enemy stops it only if the move would touch that enemy.
                let met = own.sweep(direction, &theirs);
                if met.is_none_or(|passage| passage.enter > length + TOLERANCE) {
                    return Hindrance::None;
                }
                Hindrance::Stops(self.numbers.forced.short)
            } else if light(id) || light(other) {
                Hindrance::Passed
            } else {
                Hindrance::Stops(0)
            }
        };
        let mut slid = slide(
            self, battle, id, direction, length, means, bars, false, false,
        );
        slid.length = slid.length.max(0);
        for (other, _) in battle.present().filter(|&(other, _)| other != id) {
            let met = inside::way(battle, id, other, &own, direction);
            if let Some(at) = met.filter(|&at| at < slid.length) {
                (slid.length, slid.stopped_by) = (at, Some(other));
            }
        }
        slid
    }

    /// Returns how far a forced move can go before ground that no unit can enter (COLL-03).
    fn room_on_ground(
        &self,
        battle: &Battle,
        id: UnitId,
        direction: Facing,
        length: Length,
    ) -> Length {
        let nobody = |_| Hindrance::None;
        slide(
            self, battle, id, direction, length, nobody, bars, false, false,
        )
        .length
    }

    /// Whether a unit would stand clear of all others, of the table's edge and of ground that no
    /// unit can enter.
    pub(crate) fn fits(&self, battle: &Battle, id: UnitId, to: Pose) -> bool {
        let rect = units::rect_at(&battle.setting, battle.unit(id), to);
        self.has_room(battle, id, &rect)
    }

    /// Whether a base would stand clear in the same way.
    pub(crate) fn has_room(&self, battle: &Battle, id: UnitId, rect: &Rect) -> bool {
        battle.setting.holds(rect)
            && ground::barred(battle, rect).is_none()
            && self.overlapped(battle, id, rect).is_none()
    }

    /// Returns the first unit that a base would overlap and does not overlap now.
    pub(crate) fn overlapped(&self, battle: &Battle, id: UnitId, rect: &Rect) -> Option<UnitId> {
        self.overlapped_after(battle, id, &units::rect(battle, id), rect)
    }

    /// Returns the first unit that a base would overlap, if it lies elsewhere before it gets there:
    /// a unit that it has moved clear of counts like any other.
    pub(crate) fn overlapped_after(
        &self,
        battle: &Battle,
        id: UnitId,
        before: &Rect,
        rect: &Rect,
    ) -> Option<UnitId> {
        let own = units::rect(battle, id);
        let on = battle.unit(id).on_table();
        let mut near = battle
            .present()
            .filter(|&(other, them)| other != id && units::near(&battle.setting, rect, them, 0));
        let found = near.find(|&(other, _)| {
            let theirs = units::rect(battle, other);
            if !theirs.overlaps(rect) {
                return false;
            }
            // A unit in a hole keeps off the parts on both sides of it.
            let lay = |then: &Rect| inside::lies_upon(&theirs, then);
            let upon = on && lay(&own) && lay(before);
            !upon || inside::comes_upon(battle, id, other, rect)
        });
        found.map(|(other, _)| other)
    }
}

impl Run<'_> {
    /// Makes a forced move as far as it gets, then runs into the unit in its way.
    pub(crate) fn forced(&mut self, forced: Forced) {
        let (slid, left) = self.slip(forced);
        let Some(slid) = slid else { return };
        let struck = slid.stopped_by.filter(|&by| {
            let friend = self.side(by) == self.side(forced.unit);
            friend && left > TOLERANCE && !forced.quiet
        });
        if let Some(struck) = struck {
            by!(c::COLL_05);
            self.push(Task::On(Forced {
                length: left,
                turns: false,
                ..forced
            }));
            self.push(Task::Collide {
                struck,
                mover: forced.unit,
                direction: forced.direction,
            });
        }
    }

    /// Makes the rest of a blocked move: all of it if the way is free, otherwise nothing, and the
    /// unit is disordered (COLL-06). An enemy or barred ground blocks it as a friend does.
    pub(crate) fn press_on(&mut self, forced: Forced) {
        by!(c::COLL_06);
        if !self.scene.unit(forced.unit).on_table() {
            return;
        }
        let rules = self.rules;
        let slid = rules.slide_back(self.scene, forced.unit, forced.direction, forced.length);
        let ground = rules.room_on_ground(self.scene, forced.unit, forced.direction, forced.length);
        let short = |length: Length| length + TOLERANCE < forced.length;
        if slid.stopped_by.is_some() && short(slid.length) || short(ground) {
            self.scene.set(forced.unit, marks::RED, true, c::COLL_06);
        } else {
            self.slip(Forced {
                quiet: true,
                ..forced
            });
        }
    }

    /// Moves a unit. Returns what stopped it and what is left of its way.
    fn slip(&mut self, forced: Forced) -> (Option<Slide>, Length) {
        let (rules, id) = (self.rules, forced.unit);
        let unit = *self.scene.unit(id);
        if !unit.on_table() {
            return (None, 0);
        }
        by!(c::PRONE_03);
        self.scene.set(id, marks::PRONE, false, c::PRONE_03);
        let why = clause_of(forced.gait);
        if forced.turns {
            self.turn_back(id, forced.direction, why);
        }
        let length = if rules.choices.forced_deductions {
            by!(c::ROUT_08);
            rules.hindered(self.scene, self.dice, id, forced.direction, forced.length)
        } else {
            forced.length
        };
        let slid = rules.slide_back(self.scene, id, forced.direction, length);
        let pose = self.scene.unit(id).pose;
        let to = pose.moved(forced.direction, slid.length);
        let setting = &self.scene.setting;
        let centre = Rect::centred(pose, 0, 0);
        let room = centre.room_on_table(forced.direction, setting.width, setting.height);
        if slid.length > room + TOLERANCE {
            by!(c::COLL_04);
            rules.remove(self.scene, id, Status::Fled, c::COLL_04);
            self.broken(id);
            return (None, 0);
        }
        let to = rules.pushed_in(self.scene, id, to);
        self.scene.shift(id, to, forced.gait, why);
        if forced.turns {
            by!(c::COLL_09);
            // A unit without room to turn where it stood may have room where it ends.
            self.turn_back(id, forced.direction, why);
        }
        self.comes_back(id);
        let left = forced.length - slid.length;
        // A unit that the table's edge pushes in has not gone its whole way either.
        let gone = advance_along(forced.direction, pose, self.scene.unit(id).pose);
        self.pin(forced, forced.length - gone);
        (Some(slid), left)
    }

    /// By switch, makes a unit that a column has pierced count as a new enemy once it has broken.
    fn comes_back(&mut self, id: UnitId) {
        if let Some(charge) = self.charge.as_mut()
            && self.rules.choices.strikes_again
        {
            by!(c::H2HC_16);
            charge.pierced.retain(|other| *other != id);
        }
    }

    /// Records that an enemy was driven back less far than it should be: the rest counts all the
    /// same (H2HL-19).
    fn pin(&mut self, forced: Forced, left: Length) {
        let Some(charge) = self.charge.as_mut() else {
            return;
        };
        if forced.gait != Gait::Driven || forced.unit != charge.foe {
            return;
        }
        by!(c::H2HL_19);
        if forced.quiet {
            // The enemy goes on after all.
            charge.pinned = (charge.pinned - (forced.length - left)).max(0);
        } else if left > TOLERANCE {
            charge.pinned = charge.pinned.saturating_add(left);
        }
    }

    /// Turns a retreating unit to face along its way, or at least about.
    fn turn_back(&mut self, id: UnitId, direction: Facing, why: Clause) {
        let pose = self.scene.unit(id).pose;
        let along = pose.facing(direction);
        if self.rules.fits(self.scene, id, along) {
            self.scene.shift(id, along, Gait::Turned, why);
        } else if pose.facing.turn_to(direction).abs() > 0x4000 {
            let about = pose.facing(pose.facing.reversed());
            self.scene.shift(id, about, Gait::Turned, why);
        }
    }

    /// Rolls for the unit that was run into on the reaction table; it cannot fire at friends
    /// (COLL-05).
    pub(crate) fn collide(&mut self, struck: UnitId, mover: UnitId, direction: Facing) {
        let roller = self.rules.choices.roller;
        if roller != Roller::Struck && self.scene.unit(mover).on_table() {
            let side = self.side(mover);
            let fell = self.rules.reaction(self.dice, side, c::COLL_05);
            self.scene.told(c::COLL_05, fell, mover, Some(struck));
            // The mover goes back the way it came and runs into nobody.
            let length = match fell {
                reaction::RETREAT => self.rules.numbers.forced.retreat,
                reaction::WITHDRAW => self.rules.numbers.forced.withdraw,
                _ => 0,
            };
            if length > 0 {
                // A mover that goes back the way it came does not finish its move.
                self.pile
                    .retain(|task| !matches!(task, Task::On(rest) if rest.unit == mover));
                self.push(Task::Forced(Forced {
                    unit: mover,
                    direction: direction.reversed(),
                    length,
                    gait: Gait::Withdrew,
                    turns: false,
                    quiet: true,
                }));
            }
        }
        if roller == Roller::Mover || !self.scene.unit(struck).on_table() {
            return;
        }
        let unit = *self.scene.unit(struck);
        let fell = self.rules.reaction(self.dice, unit.side, c::COLL_05);
        self.scene.told(c::COLL_05, fell, struck, Some(mover));
        if !matches!(fell, reaction::RETREAT | reaction::WITHDRAW) {
            return;
        }
        if self.rules.led(&unit) {
            self.push(Task::Steady {
                struck,
                mover,
                direction,
                result: fell,
            });
        } else {
            self.shoved(struck, direction, fell);
        }
    }
}

impl Regimental {
    /// Pushes a pose back so that its base does not hang over the table's edge (COLL-04).
    pub(crate) fn pushed_in(&self, battle: &Battle, id: UnitId, pose: Pose) -> Pose {
        let setting = &battle.setting;
        let rect = units::rect_at(setting, battle.unit(id), pose);
        if setting.holds(&rect) {
            return pose;
        }
        let corners = rect.corners();
        let over = |low: i32, high: i32, size: i32| (-low).max(0) - (high - size).max(0);
        let xs = corners.iter().map(|p| p.x);
        let ys = corners.iter().map(|p| p.y);
        let (x0, x1) = (xs.clone().min().unwrap_or(0), xs.max().unwrap_or(0));
        let (y0, y1) = (ys.clone().min().unwrap_or(0), ys.max().unwrap_or(0));
        let to = Pose::new(
            pose.x + over(x0, x1, setting.width),
            pose.y + over(y0, y1, setting.height),
            pose.facing,
        );
        let clear = units::rect_at(setting, battle.unit(id), to);
        if self.overlapped(battle, id, &clear).is_some() {
            // No room beside others: the unit stays where it was.
            return battle.unit(id).pose;
        }
        to
    }
}

/// Returns how far short of a feature a forced move stops if it may not enter.
fn bars(feature: &sandtable_battle::Feature) -> Option<Length> {
    ground::bars(feature).then_some(0)
}

/// Returns how far one pose lies from another along a direction.
fn advance_along(direction: Facing, from: Pose, to: Pose) -> Length {
    let along = Rect::centred(from.facing(direction), 0, 0);
    along.offset_of(to.point()).1
}

/// Returns the clause of a forced move.
const fn clause_of(gait: Gait) -> Clause {
    match gait {
        Gait::Retreated => c::COLL_02,
        Gait::Driven => c::H2HL_14,
        _ => c::COLL_01,
    }
}
