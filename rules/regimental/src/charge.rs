//! Sections 13 to 16: announcing a charge, its dice, the cheer, hearing, going in.

use crate::contact::{self, Meeting};
use crate::ground::{self, SHORT_OF_FENCE, Way, What};
use crate::run::Run;
use crate::switches::FireAt;
use crate::task::{Charge, Crossed, Task, Why};
use crate::units::{self, COLUMN, STANDS};
use crate::{Regimental, c, marks, turn};
use arrayvec::ArrayVec;
use sandtable_battle::{
    Ask, Battle, Clause, Dice, Gait, Legal, Row, Ruling, Scene, UnitId, Witness, by,
};
use sandtable_geometry::{Edge, Facing, INCH, Length, Pose, TOLERANCE};

impl Regimental {
    /// Whether a unit could announce a charge now (CHARGE-04).
    pub(crate) fn judge_charger(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        by!(c::CHARGE_04);
        turn::require(battle, turn::CHARGE, r);
        let unit = battle.unit(id);
        let me = || Witness::Unit(id);
        r.require(unit.on_table(), sandtable_battle::c::NOT_NOW, me);
        r.require(self.charge_dice(unit).is_some(), c::CHARGE_10, me);
        r.require(self.led(unit), c::OFF_05, me);
        r.require(unit.mark(marks::RED) == 0, c::MARK_05, me);
        r.require(unit.mark(marks::PRONE) == 0, c::PRONE_01, me);
        r.require(unit.mark(marks::ACTED) & !marks::TURNED == 0, c::SEQ_03, me);
        r.require(unit.mark(marks::CHARGING) == 0, c::CHARGE_01, me);
    }

    /// Judges the announcement of a charge.
    pub(crate) fn judge_charge(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        by!(c::CHARGE_03);
        self.judge_charger(battle, id, r);
        let foe = battle.unit(target);
        let hostile = foe.on_table() && foe.side != battle.unit(id).side;
        r.require(hostile, c::CHARGE_03, || Witness::Unit(target));
        if !r.clean() {
            return;
        }
        let Some(pose) = self.charge_pose(battle, id, target) else {
            return r.refuse(c::CHARGE_03, Witness::Unit(target));
        };
        r.step(pose);
        let gap = contact::gaps(battle, id, pose, target)
            .into_iter()
            .flatten()
            .min();
        let gap = gap.unwrap_or(0);
        let own = units::rect_at(&battle.setting, battle.unit(id), pose);
        let middle = own.front_middle();
        r.measured(sandtable_geometry::Tape {
            length: gap,
            from: middle,
            to: middle.moved(pose.facing, gap),
        });
        if let Some((by, at)) = self
            .friend_ahead(battle, id, pose)
            .filter(|&(_, at)| at < gap)
        {
            let at = middle.moved(pose.facing, at);
            r.refuse(c::CHARGE_04, Witness::Blocked { by, at });
        }
        if ground::barred_ahead(battle, &own).is_some_and(|at| at < gap) {
            r.refuse(c::CHARGE_04, Witness::Spot(middle));
        }
    }

    /// The nearest friend straight ahead and how far he is.
    fn friend_ahead(&self, battle: &Battle, id: UnitId, pose: Pose) -> Option<(UnitId, Length)> {
        let unit = battle.unit(id);
        let own = units::rect_at(&battle.setting, unit, pose);
        let friends = battle.side(unit.side).filter(|&(other, _)| other != id);
        friends
            .filter_map(|(other, _)| {
                let passage = own.sweep(pose.facing, &units::rect(battle, other))?;
                (passage.leave > TOLERANCE).then_some((other, passage.enter.max(0)))
            })
            .min_by_key(|&(other, at)| (at, other))
    }

    /// How a unit turns to charge a target: as it stands if it has turned to
    /// charge before, else the best of three facings (CHARGE-03, ruling B01).
    pub(crate) fn charge_pose(&self, battle: &Battle, id: UnitId, target: UnitId) -> Option<Pose> {
        let unit = battle.unit(id);
        let pose = unit.pose;
        let most = self.numbers.moving.charge_turn;
        let foe = units::rect(battle, target);
        let mut ways: ArrayVec<i32, 6> = ArrayVec::new();
        ways.push(0);
        if unit.mark(marks::ACTED) & marks::TURNED == 0 {
            let centre = Facing::towards(pose.point(), foe.centre());
            ways.push(pose.facing.turn_to(centre).clamp(-most, most));
            for quarter in 0..4 {
                let square = foe.facing().turned(quarter * 0x4000);
                let turn = pose.facing.turn_to(square);
                if turn.abs() <= most {
                    ways.push(turn);
                }
            }
        }
        let found = ways.iter().filter_map(|&turn| {
            let to = pose.facing(pose.facing.turned(turn));
            if turn != 0 && !self.fits(battle, id, to) {
                return None;
            }
            let gaps = contact::gaps(battle, id, to, target);
            let least = gaps.iter().flatten().min()?;
            // A stand or two late is late all the same, half an inch is nothing.
            let in_line = gaps.iter().flatten().filter(|&g| g - least < INCH).count();
            Some((in_line, *least, turn, to))
        });
        let found: ArrayVec<(usize, Length, i32, Pose), 6> = found.collect();
        let most = found.iter().map(|way| way.0).max()?;
        let full = || found.iter().filter(|way| way.0 == most);
        let nearest = full().map(|way| way.1).min()?;
        full()
            .filter(|way| way.1 - nearest <= INCH / 2)
            .min_by_key(|way| (way.2.abs(), way.1, way.2))
            .map(|way| way.3)
    }

    /// Announces a charge (CHARGE-01, CHARGE-02, MARK-01).
    pub(crate) fn announce(&self, legal: &Legal, id: UnitId, target: UnitId, scene: &mut Scene) {
        by!(c::CHARGE_02);
        if let Some(&to) = legal.path().last() {
            scene.shift(id, to, Gait::Turned, c::CHARGE_03);
        }
        scene.mark(id, marks::CHARGING, 1, c::CHARGE_01);
        #[expect(clippy::cast_possible_wrap, reason = "kept as bits")]
        let bits = target.0.wrapping_add(1) as i8;
        scene.mark(id, marks::TARGET, bits, c::CHARGE_03);
    }

    /// The target that a unit has announced to charge.
    pub(crate) fn announced(battle: &Battle, id: UnitId) -> Option<UnitId> {
        let unit = battle.unit(id);
        if unit.mark(marks::CHARGING) == 0 {
            return None;
        }
        #[expect(clippy::cast_sign_loss, reason = "kept as bits")]
        let bits = unit.mark(marks::TARGET) as u8;
        Some(UnitId(bits.wrapping_sub(1)))
    }

    /// Judges the carrying out of an announced charge.
    pub(crate) fn judge_assault(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        r: &mut Ruling,
    ) {
        turn::require(battle, turn::ASSAULT, r);
        let named = Self::announced(battle, id) == Some(target) && battle.unit(id).on_table();
        r.require(named, c::CHARGE_01, || Witness::Unit(target));
        if named
            && let Some(gap) = contact::gaps(battle, id, battle.unit(id).pose, target)
                .into_iter()
                .flatten()
                .min()
        {
            let from = units::rect(battle, id).front_middle();
            let to = from.moved(battle.unit(id).pose.facing, gap);
            r.measured(sandtable_geometry::Tape {
                length: gap,
                from,
                to,
            });
        }
    }

    /// Judges a turn that begins a charge (CHARGE-03).
    pub(crate) fn judge_turn(&self, battle: &Battle, id: UnitId, to: Facing, r: &mut Ruling) {
        self.judge_charger(battle, id, r);
        let unit = battle.unit(id);
        let me = || Witness::Unit(id);
        r.require(unit.mark(marks::ACTED) == 0, c::SEQ_03, me);
        let (most, asked) = (
            self.numbers.moving.charge_turn,
            unit.pose.facing.turn_to(to).abs(),
        );
        r.require(asked <= most, c::CHARGE_03, || Witness::Angle {
            asked,
            allowed: most,
        });
        if !r.clean() {
            return;
        }
        let pose = unit.pose.facing(to);
        r.step(pose);
        let clear = asked == 0 || self.fits(battle, id, pose);
        r.require(clear, c::GEO_09, || Witness::Place(pose));
        r.require(self.charges(battle, id).next().is_some(), c::CHARGE_03, me);
        // Somebody must be straight ahead whom it may charge.
        let open = battle.side(unit.side.other()).any(|(foe, _)| {
            let gap = contact::gaps(battle, id, pose, foe)
                .into_iter()
                .flatten()
                .min();
            gap.is_some_and(|gap| {
                let own = units::rect_at(&battle.setting, unit, pose);
                self.friend_ahead(battle, id, pose)
                    .is_none_or(|(_, at)| at >= gap)
                    && ground::barred_ahead(battle, &own).is_none_or(|at| at >= gap)
            })
        });
        r.require(open, c::CHARGE_03, me);
    }

    /// Rolls the charge dice: how far each stand gets, or the column (CHARGE-05
    /// to CHARGE-11).
    pub(crate) fn charge_reach(
        &self,
        battle: &Battle,
        id: UnitId,
        dice: &mut dyn Dice,
    ) -> ArrayVec<Length, STANDS> {
        by!(c::CHARGE_06, c::CHARGE_11, c::CONV_09);
        let unit = battle.unit(id);
        let base = self.pace(unit);
        let Some((each, sides)) = self.charge_dice(unit) else {
            return ArrayVec::new();
        };
        let why = charge_clause(unit);
        let column = unit.formation == COLUMN;
        let throws = if column { 1 } else { unit.stands };
        let grades = if column {
            u16::MAX
        } else {
            self.grades(battle, id)
        };
        let row = Row::new(throws, each, sides, grades);
        let mut thrown: ArrayVec<u16, 24> = ArrayVec::new();
        if column {
            let sum = Ask::Sum { dice: each, sides };
            thrown.push(dice.ask(sum, unit.side, why));
        } else if row.fits() {
            let ask = Ask::Row {
                throws,
                each,
                sides,
                grades,
            };
            thrown = row.throws(dice.ask(ask, unit.side, why));
        } else {
            let sum = Ask::Sum { dice: each, sides };
            thrown.extend((0..throws).map(|_| dice.ask(sum, unit.side, why)));
            thrown.sort_unstable_by(|a, b| b.cmp(a));
        }
        lay_out(&thrown)
            .iter()
            .map(|&sum| base + Length::from(sum) * INCH)
            .collect()
    }

    /// How far each stand of a unit that charges would get with these dice, from
    /// its left to its right, ground left out of account.
    pub fn reach_of(&self, battle: &Battle, id: UnitId, dice: &mut dyn Dice) -> Vec<Length> {
        self.charge_reach(battle, id, dice).to_vec()
    }

    /// Where a die of a charging line begins to matter: at the gap and at every
    /// push beyond it. Where the way is not plain every number matters.
    fn grades(&self, battle: &Battle, id: UnitId) -> u16 {
        let unit = battle.unit(id);
        let Some(target) = Self::announced(battle, id) else {
            return u16::MAX;
        };
        let base = self.pace(unit);
        let own = units::rect(battle, id);
        let (foe, facing) = (battle.unit(target), unit.pose.facing);
        let (each, sides) = self.charge_dice(unit).unwrap_or((1, 6));
        let most = base + Length::from(each * sides) * INCH;
        let farthest = most + self.numbers.forced.retreat;
        let square = [0, 0x8000].contains(&foe.pose.facing.turn_to(facing).abs());
        let gaps = contact::gaps(battle, id, unit.pose, target);
        let Some(gap) = gaps.iter().flatten().min().copied() else {
            return u16::MAX;
        };
        let level = gaps.iter().flatten().all(|g| g - gap <= TOLERANCE);
        let alone = battle.present().all(|(other, _)| {
            let theirs = units::rect(battle, other);
            other == id
                || other == target
                || (own.grown(2 * INCH).sweep(facing, &theirs).is_none()
                    && units::rect(battle, target)
                        .grown(2 * INCH)
                        .sweep(facing, &theirs)
                        .is_none())
        });
        let plain = ground::way(battle, &own, farthest).is_empty()
            && ground::barred_ahead(battle, &own).is_none();
        let room =
            own.room_on_table(facing, battle.setting.width, battle.setting.height) > farthest;
        // A retreat turns the unit: out of reach it matters no more.
        let beyond = gap + self.numbers.forced.retreat * 2 / 3 > most;
        if !(square && level && alone && plain && room && beyond) || foe.formation == COLUMN {
            return u16::MAX;
        }
        (0..6)
            .map(|k| gap + k * self.numbers.forced.push - base - TOLERANCE)
            .filter_map(|need| u32::try_from((need + INCH - 1).div_euclid(INCH)).ok())
            .filter(|&need| need < 16)
            .fold(0, |bits, need| bits | 1_u16 << need)
    }
}

/// How far a charging base can go before it would overlap an enemy it has not
/// pierced: a stand that is late, or that only grazes him, still takes up room.
fn clear_ahead(battle: &Battle, charge: &Charge, own: &sandtable_geometry::Rect) -> Length {
    let foes = battle.side(battle.unit(charge.unit).side.other());
    foes.filter(|(foe, _)| !charge.pierced.contains(foe))
        .filter_map(|(foe, _)| own.sweep(own.facing(), &units::rect(battle, foe)))
        .filter(|passage| passage.leave > TOLERANCE)
        .map(|passage| passage.enter.max(0))
        .min()
        .unwrap_or(Length::MAX)
}

/// The clause of the charge dice.
pub(crate) const fn charge_clause(unit: &sandtable_battle::Unit) -> Clause {
    match (unit.kind == units::CAVALRY, unit.formation == COLUMN) {
        (false, false) => c::CHARGE_05,
        (false, true) => c::CHARGE_07,
        (true, false) => c::CHARGE_08,
        (true, true) => c::CHARGE_09,
    }
}

/// Lays throws, highest first, from the centre to the flanks (CHARGE-11).
#[must_use]
pub fn lay_out(thrown: &[u16]) -> ArrayVec<u16, STANDS> {
    let n = thrown.len().min(STANDS);
    let mut out: ArrayVec<u16, STANDS> = std::iter::repeat_n(0, n).collect();
    let (mut right, mut left) = (n / 2, (n / 2).wrapping_sub(1));
    if n % 2 == 1 {
        // The middle stand first, then the right-hand one.
        left = n / 2;
        right = n / 2 + 1;
    }
    let mut to_right = n.is_multiple_of(2);
    for &throw in thrown.iter().take(n) {
        let place = if to_right {
            right += 1;
            right - 1
        } else {
            left = left.wrapping_sub(1);
            left.wrapping_add(1)
        };
        if let Some(slot) = out.get_mut(place) {
            *slot = throw;
        }
        to_right = !to_right;
    }
    out
}

impl Run<'_> {
    /// Carries a charge out, from its dice to the moment it goes in.
    pub(crate) fn assault(&mut self, id: UnitId, target: UnitId) {
        by!(
            c::CHEER_01,
            c::CHEER_02,
            c::CHEER_03,
            c::MARK_02,
            c::MARK_03
        );
        let reach = self.rules.charge_reach(self.scene, id, self.dice);
        let far = reach.iter().copied().max().unwrap_or(0);
        self.charge = Some(Charge {
            unit: id,
            target,
            foe: target,
            reach,
            far,
            gone: 0,
            diced: -1,
            column: self.scene.unit(id).formation == COLUMN,
            over: false,
            disordered: false,
            foe_hit: false,
            pierced: ArrayVec::new(),
            crossed: None,
        });
        let pose = self.scene.unit(id).pose;
        let gaps = contact::gaps(self.scene, id, pose, target);
        let near = gaps.into_iter().flatten().min().unwrap_or(far);
        self.dice_for_ground(near);
        self.push(Task::Go);
        let side = self.side(id);
        let cheers = self.rules.even(self.dice, side, c::CHEER_04);
        self.scene
            .told(c::CHEER_04, u16::from(cheers), id, Some(target));
        let seen = self.rules.sees(self.scene, target, id);
        let mut aware = seen;
        if seen {
            by!(c::REACT_03);
        } else if cheers {
            let theirs = self.side(target);
            aware = self.rules.even(self.dice, theirs, c::REACT_01);
            self.scene
                .told(c::REACT_01, u16::from(aware), target, Some(id));
            by!(c::REACT_02);
        } else {
            by!(c::CHEER_05, c::CHEER_06);
        }
        if aware {
            self.push(Task::React {
                unit: target,
                foe: id,
                why: Why::Charge,
            });
        } else {
            by!(c::REACT_04);
        }
    }

    /// Rolls what ground takes on the way up to a distance from the start
    /// (CHARGE-12 to CHARGE-14).
    fn dice_for_ground(&mut self, upto: Length) {
        by!(c::CHARGE_12, c::CHARGE_13, c::CHARGE_14);
        let Some(mut charge) = self.charge.take() else {
            return;
        };
        let unit = *self.scene.unit(charge.unit);
        let rect = units::rect(self.scene, charge.unit);
        let way: Way = ground::way(self.scene, &rect, upto - charge.gone);
        let mut held = false;
        for met in way {
            let at = met.at + charge.gone;
            // What it starts in counts once.
            let fresh = if met.at == 0 {
                charge.diced < 0
            } else {
                at > charge.diced
            };
            if !fresh || charge.reach.iter().all(|&reach| reach < at) {
                continue;
            }
            let why = met.what.clause();
            let taken = match met.what {
                What::Wood | What::Stumps => self.rules.numbers.moving.area,
                What::Up => Length::from(self.rules.half(self.dice, unit.side, why)) * INCH,
                What::Down => -Length::from(self.rules.half(self.dice, unit.side, why)) * INCH,
                _ => {
                    let sides = met.what.sides();
                    Length::from(self.dice.ask(Ask::Die { sides }, unit.side, why)) * INCH
                }
            };
            let mut over = false;
            for reach in charge.reach.iter_mut().filter(|reach| **reach >= at) {
                over |= taken <= *reach - at;
                *reach = at.max(*reach - taken);
            }
            held = met.what.bars() && !over;
        }
        charge.far = charge.reach.iter().copied().max().unwrap_or(0);
        if held {
            charge.far -= SHORT_OF_FENCE;
        }
        charge.diced = charge.diced.max(upto);
        self.charge = Some(charge);
    }

    /// Whether the charge has come to its end, for whatever reason.
    fn spent(&self) -> bool {
        self.charge
            .as_ref()
            .is_none_or(|charge| charge.over || !self.scene.unit(charge.unit).on_table())
    }

    /// Whom the charge meets, ground on the way diced for.
    fn meets(&mut self) -> Option<Meeting> {
        loop {
            let charge = self.charge.as_ref()?;
            let found = contact::meeting(self.scene, charge)?;
            let upto = charge.gone + found.gap;
            if upto <= charge.diced + TOLERANCE {
                return Some(found);
            }
            self.dice_for_ground(upto);
        }
    }

    /// What ends the way of a charge: the least of its farthest point, barred
    /// ground, a friend and the table's edge (CHEER-03).
    fn room(&self, charge: &Charge) -> (Length, Option<UnitId>) {
        let own = units::rect(self.scene, charge.unit);
        let setting = &self.scene.setting;
        let mut room = charge.left();
        let mut friend = None;
        let edge = own.room_on_table(own.facing(), setting.width, setting.height);
        let barred = ground::barred_ahead(self.scene, &own).unwrap_or(Length::MAX);
        room = room.min(edge).min(barred.max(0));
        if let Some((by, at)) =
            self.rules
                .friend_ahead(self.scene, charge.unit, self.scene.unit(charge.unit).pose)
            && at < room
        {
            (room, friend) = (at, Some(by));
        }
        (room, friend)
    }

    /// The charge goes in (CONTACT-01, CONTACT-04).
    pub(crate) fn go(&mut self) {
        by!(c::CONTACT_01);
        if self.spent() {
            return;
        }
        let found = self.meets();
        let Some(charge) = self.charge.as_ref() else {
            return;
        };
        let (room, _) = self.room(charge);
        match found {
            Some(found) if found.gap <= room + TOLERANCE => self.close_with(found),
            _ => {
                by!(c::CONTACT_04, c::CHARGE_15);
                self.go_to_the_end(self.rules.numbers.moving.short);
            }
        }
    }

    /// Comes into contact with an enemy.
    pub(crate) fn close_with(&mut self, found: Meeting) {
        self.advance(found.gap);
        let Some(charge) = self.charge.as_mut() else {
            return;
        };
        let before = charge.foe;
        if before != found.foe {
            if charge.foe_hit {
                self.scene.mark(before, marks::RED, 1, c::H2HL_12);
            }
            charge.foe_hit = false;
            charge.foe = found.foe;
        }
        by!(c::PRONE_03);
        self.scene.mark(found.foe, marks::PRONE, 0, c::PRONE_03);
        self.push(Task::Strike);
    }

    /// Advances along the charge line.
    fn advance(&mut self, by: Length) {
        let Some(charge) = self.charge.as_mut() else {
            return;
        };
        if by <= 0 {
            return;
        }
        let id = charge.unit;
        let rect = units::rect(self.scene, id);
        let by = by.min(clear_ahead(self.scene, charge, &rect));
        if by <= 0 {
            return;
        }
        let worm = ground::way(self.scene, &rect, by)
            .into_iter()
            .find(|met| met.what == What::Worm && met.at < by);
        if let Some(met) = worm {
            let at = rect.front_middle().moved(rect.facing(), met.at);
            charge.crossed = Some(Crossed {
                unit: id,
                feature: met.feature,
                x: at.x,
                y: at.y,
                reach: rect.frontage() / 2 + self.rules.numbers.fence.beyond,
            });
        }
        charge.gone += by;
        let to = self.scene.unit(id).pose.advanced(by);
        self.scene.shift(id, to, Gait::Charged, c::CONTACT_01);
    }

    /// Goes on to the end of the charge, or to so far from an enemy ahead.
    pub(crate) fn go_to_the_end(&mut self, short: Length) {
        if let Some(charge) = self.charge.as_ref() {
            let upto = charge.far;
            self.dice_for_ground(upto);
        }
        let Some(charge) = self.charge.as_ref() else {
            return;
        };
        let (mut room, friend) = self.room(charge);
        let enemy = contact::nearest_ahead(self.scene, charge);
        let stopped = enemy.is_some_and(|gap| gap - short < room);
        if let Some(gap) = enemy.filter(|_| stopped) {
            room = (gap - short).max(0);
        }
        let (id, pierced) = (charge.unit, !charge.pierced.is_empty());
        self.advance(room);
        if let (true, Some(friend), false) = (pierced, friend, stopped) {
            by!(c::H2HC_12);
            let direction = self.scene.unit(id).pose.facing;
            self.push(Task::Collide {
                struck: friend,
                mover: id,
                direction,
            });
        }
        if let Some(charge) = self.charge.as_mut() {
            charge.over = true;
        }
    }

    /// The end of a charge: disorder, markers off, a worm fence may be taken
    /// down. True when that leaves something to be done.
    pub(crate) fn end_charge(&mut self) -> bool {
        let Some(charge) = self.charge.take() else {
            return false;
        };
        by!(c::H2HL_12, c::H2HC_08);
        let id = charge.unit;
        let here = self.scene.unit(id).on_table();
        if here && (charge.disordered || !charge.pierced.is_empty()) {
            self.scene.mark(id, marks::RED, 1, c::H2HL_12);
        }
        if charge.foe_hit && self.scene.unit(charge.foe).on_table() {
            self.scene.mark(charge.foe, marks::RED, 1, c::H2HL_12);
        }
        self.scene.mark(id, marks::CHARGING, 0, c::MARK_01);
        self.scene.mark(id, marks::TARGET, 0, c::MARK_01);
        if here {
            let acted = self.scene.unit(id).mark(marks::ACTED);
            self.scene
                .mark(id, marks::ACTED, acted | marks::CHARGED, c::SEQ_03);
        }
        match charge.crossed {
            Some(crossed) if here => {
                self.push(Task::Fence(crossed));
                true
            }
            _ => false,
        }
    }

    /// Where the attacker is measured for reaction fire (REACT-12); none where
    /// he stands.
    pub(crate) fn measured_at(&self) -> Option<Pose> {
        by!(c::REACT_12);
        let charge = self.charge.as_ref()?;
        let pose = self.scene.unit(charge.unit).pose;
        let ahead = contact::nearest_ahead(self.scene, charge).unwrap_or(Length::MAX);
        let whole = ahead.min(charge.left());
        match self.rules.choices.fire_at {
            FireAt::Start => None,
            FireAt::Halfway => Some(pose.advanced(whole / 2)),
            FireAt::Contact => Some(pose.advanced(whole)),
        }
    }

    /// Whether the path of the charge comes within a unit's range.
    pub(crate) fn comes_into_range(&self, id: UnitId) -> bool {
        let Some(charge) = self.charge.as_ref() else {
            return false;
        };
        let unit = self.scene.unit(charge.unit);
        let ahead = contact::nearest_ahead(self.scene, charge).unwrap_or(Length::MAX);
        let end = unit.pose.advanced(ahead.min(charge.left()));
        let there = units::rect_at(&self.scene.setting, unit, end);
        let tape = self.rules.tape(self.scene, id, &there);
        let range = self.rules.range(self.scene.unit(id));
        tape.is_some_and(|tape| sandtable_geometry::within(tape.length, range))
    }
}

impl Regimental {
    /// Whether a unit sees a charge: it starts at least partly before its front
    /// with nothing in between, in clear weather and without smoke (GEO-15,
    /// REACT-03).
    pub(crate) fn sees(&self, battle: &Battle, id: UnitId, attacker: UnitId) -> bool {
        by!(c::GEO_05, c::GEO_15);
        let (own, theirs) = (units::rect(battle, id), units::rect(battle, attacker));
        let smoke = |id: UnitId| battle.unit(id).mark(marks::SMOKE) > 0;
        if self.choices.fog || smoke(id) || smoke(attacker) {
            return false;
        }
        let before = theirs
            .corners()
            .iter()
            .any(|&p| own.offset_of(p).1 >= -TOLERANCE);
        if !before {
            return false;
        }
        let tape = own.distance(&theirs);
        if self.blocked(battle, id, attacker, &tape).is_some() {
            return false;
        }
        let line = Edge::new(tape.from, tape.to);
        let touched = battle.present().any(|(other, _)| {
            smoke(other) && line.length_in(&units::rect(battle, other)) > TOLERANCE
        });
        !touched
    }
}
