//! Section 13: who may charge whom, the turn that begins a charge, and its announcement.

use crate::marks::Action;
use crate::{Regimental, beyond, c, contact, ground, marks, turn, units};
use arrayvec::ArrayVec;
use sandtable_battle::{
    Ask, Battle, Dice, Far, Gait, Legal, Naming, Ruling, Scene, UnitId, Witness, by,
};
use sandtable_geometry::{Arc, Facing, INCH, Length, Pose, Strip, TOLERANCE};

impl Regimental {
    /// Judges whether a unit could announce a charge now (CHARGE-04).
    pub(crate) fn judge_charger(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        by!(c::CHARGE_04);
        turn::require(battle, turn::CHARGE, r);
        let unit = battle.unit(id);
        let me = || Witness::Unit(id);
        r.require(unit.on_table(), sandtable_battle::c::NOT_NOW, me);
        r.require(self.charge_dice(unit).is_some(), c::CHARGE_10, me);
        r.require(self.led(unit), c::OFF_05, me);
        r.require(!marks::RED.of(unit), c::MARK_05, me);
        r.require(!marks::PRONE.of(unit), c::PRONE_01, me);
        let fresh = matches!(marks::ACTION.of(unit), Action::Nothing | Action::Turned);
        r.require(fresh && !marks::FIRED.of(unit), c::SEQ_03, me);
        r.require(!marks::CHARGING.of(unit), c::CHARGE_01, me);
    }

    /// Judges the announcement of a charge.
    pub(crate) fn judge_charge(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        heading: Option<Facing>,
        r: &mut Ruling,
    ) {
        by!(c::CHARGE_03);
        self.procedures.judge_charger(self, battle, id, r);
        let foe = battle.unit(target);
        let hostile = foe.on_table() && foe.side != battle.unit(id).side;
        r.require(hostile, c::CHARGE_03, || Witness::Unit(target));
        if !r.clean() {
            return;
        }
        let found = match heading {
            Some(to) => self.headed(battle, id, target, to, r),
            None => self.charge_pose(battle, id, target),
        };
        let Some(pose) = found else {
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

    /// Returns the nearest friend straight ahead, and the distance to it.
    pub(crate) fn friend_ahead(
        &self,
        battle: &Battle,
        id: UnitId,
        pose: Pose,
    ) -> Option<(UnitId, Length)> {
        let unit = battle.unit(id);
        let own = units::rect_at(&battle.setting, unit, pose);
        let strip = Strip::new(&own, pose.facing, Length::MAX);
        let friends = battle.side(unit.side).filter(|&(other, them)| {
            let (wide, deep) = units::size(&battle.setting, them);
            other != id && strip.could_meet(them.pose.point(), wide + deep)
        });
        friends
            .filter_map(|(other, _)| {
                let passage = own.sweep(pose.facing, &units::rect(battle, other))?;
                (passage.leave > TOLERANCE).then_some((other, passage.enter.max(0)))
            })
            .min_by_key(|&(other, at)| (at, other))
    }

    /// Returns the pose of a unit that turns to a heading of its player's choice to charge
    /// (CHARGE-03).
    fn headed(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        to: Facing,
        r: &mut Ruling,
    ) -> Option<Pose> {
        let unit = battle.unit(id);
        let arc = self.charge_arc(battle, id);
        let asked = unit.pose.facing.turn_to(to).abs();
        r.require(arc.holds(to), c::CHARGE_03, || Witness::Angle {
            asked,
            allowed: i32::from(arc.steps) / 2,
        });
        let pose = unit.pose.facing(to);
        let clear = asked == 0 || self.fits(battle, id, pose);
        r.require(clear, c::GEO_09, || Witness::Place(pose));
        let ahead = contact::gaps(battle, id, pose, target);
        let met = ahead.iter().flatten().next().is_some();
        (r.clean() && met).then_some(pose)
    }

    /// Returns how a unit turns to charge a target if the order names no heading: the best of the
    /// usual headings (CHARGE-03, ruling B01), or if none of them is open, the nearest heading that
    /// is.
    pub(crate) fn charge_pose(&self, battle: &Battle, id: UnitId, target: UnitId) -> Option<Pose> {
        let usual = self.usual_pose(battle, id, target);
        if let Some((pose, true)) = usual {
            return Some(pose);
        }
        let nearest = self.nearest_heading(battle, id, target);
        let nearest = nearest.map(|to| battle.unit(id).pose.facing(to));
        nearest.or(usual.map(|way| way.0))
    }

    /// Returns the best of the usual facings, and whether it is open: the present one, if the unit
    /// has already turned to charge; otherwise towards the target's centre, or square to the
    /// target.
    fn usual_pose(&self, battle: &Battle, id: UnitId, target: UnitId) -> Option<(Pose, bool)> {
        let unit = battle.unit(id);
        let pose = unit.pose;
        let most = self.numbers.moving.charge_turn;
        let foe = units::rect(battle, target);
        let mut ways: ArrayVec<i32, 6> = ArrayVec::new();
        ways.push(0);
        if marks::ACTION.of(unit) != Action::Turned {
            let centre = Facing::towards(pose.point(), foe.centre());
            let straight = pose.facing.turn_to(centre).clamp(-most, most);
            let squares = (0..4).map(|quarter| foe.facing().turned(quarter * 0x4000));
            let squared = squares.map(|square| pose.facing.turn_to(square));
            let squared = squared.filter(|turn| turn.abs() <= most);
            for turn in std::iter::once(straight).chain(squared) {
                // For units that face each other, two of the ways are the same.
                if !ways.contains(&turn) {
                    ways.push(turn);
                }
            }
        }
        let found = ways.iter().filter_map(|&turn| {
            let to = pose.facing(pose.facing.turned(turn));
            let gaps = contact::gaps(battle, id, to, target);
            let least = gaps.iter().flatten().min()?;
            if turn != 0 && !self.fits(battle, id, to) {
                return None;
            }
            // A stand that is an inch or two late is late; half an inch does not matter.
            let in_line = gaps.iter().flatten().filter(|&g| g - least < INCH).count();
            Some((in_line, *least, turn, to))
        });
        let found: ArrayVec<(usize, Length, i32, Pose), 6> = found.collect();
        // If some of them are open, ignore those that are barred.
        let open = |way: &&(usize, Length, i32, Pose)| self.is_open(battle, id, way.3, way.1);
        let any = found.iter().any(|way| open(&way));
        let found: ArrayVec<_, 6> = match any {
            true => found.iter().filter(open).copied().collect(),
            false => found,
        };
        let most = found.iter().map(|way| way.0).max()?;
        let full = || found.iter().filter(|way| way.0 == most);
        let nearest = full().map(|way| way.1).min()?;
        full()
            .filter(|way| way.1 - nearest <= INCH / 2)
            .min_by_key(|way| (way.2.abs(), way.1, way.2))
            .map(|way| (way.3, any))
    }

    /// Whether neither a friend nor barred ground lies within a gap ahead (CHARGE-04).
    pub(crate) fn is_open(&self, battle: &Battle, id: UnitId, pose: Pose, gap: Length) -> bool {
        let own = units::rect_at(&battle.setting, battle.unit(id), pose);
        let friend = self.friend_ahead(battle, id, pose);
        friend.is_none_or(|(_, at)| at >= gap)
            && ground::barred_ahead(battle, &own).is_none_or(|at| at >= gap)
    }

    /// Announces a charge (CHARGE-01, CHARGE-02, MARK-01).
    pub(crate) fn announce(
        &self,
        legal: &Legal,
        id: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        by!(c::CHARGE_02);
        if let Some(&to) = legal.path().last() {
            self.pay_turn(id, to, scene, dice);
            scene.shift(id, to, Gait::Turned, c::CHARGE_03);
        }
        scene.set(id, marks::CHARGING, true, c::CHARGE_01);
        scene.set(id, marks::TARGET, Some(target), c::CHARGE_03);
    }

    /// Pays for the obstacles that a turn to charge swings over: the dice shorten the charge
    /// (MOVE-08).
    pub(crate) fn pay_turn(&self, id: UnitId, to: Pose, scene: &mut Scene, dice: &mut dyn Dice) {
        let side = scene.unit(id).side;
        let base = units::rect(scene, id);
        let Far(mut toll) = marks::TOLL.of(scene.unit(id));
        for met in beyond::swung(scene, &base, to.facing) {
            if met.what.bars() {
                let sides = met.what.sides();
                let die = dice.ask(Ask::Die { sides }, side, met.what.clause());
                toll += Length::from(die) * INCH;
            }
        }
        scene.set(id, marks::TOLL, Far(toll), c::MOVE_08);
    }

    /// Returns the target of the charge that a unit has announced.
    pub(crate) fn announced(battle: &Battle, id: UnitId) -> Option<UnitId> {
        let unit = battle.unit(id);
        if !marks::CHARGING.of(unit) {
            return None;
        }
        marks::TARGET.of(unit)
    }

    /// Judges the order to carry out an announced charge.
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
            && battle.unit(target).on_table()
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
        self.procedures.judge_charger(self, battle, id, r);
        let unit = battle.unit(id);
        let me = || Witness::Unit(id);
        r.require(marks::idle(unit), c::SEQ_03, me);
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
        // An enemy that the unit may charge must be straight ahead.
        let open = battle.side(unit.side.other()).any(|(foe, _)| {
            let gap = contact::gaps(battle, id, pose, foe)
                .into_iter()
                .flatten()
                .min();
            gap.is_some_and(|gap| self.is_open(battle, id, pose, gap))
        });
        r.require(open, c::CHARGE_03, me);
    }

    /// Returns the enemies that a unit can charge now.
    pub(crate) fn charges<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
        named: Naming,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let open = move |foe| Ruling::allows(|r| self.judge_charge(battle, id, foe, None, r));
        let (own, arc) = (units::rect(battle, id), self.charge_arc(battle, id));
        // Enemies outside the arc need no judging.
        let ahead = move |foe: UnitId| {
            let towards = Arc::towards(&own, &units::rect(battle, foe));
            towards.is_none_or(|towards| towards.meets(arc))
        };
        let foes = battle.side(battle.unit(id).side.other());
        foes.map(|(foe, _)| foe)
            .filter(move |&foe| ahead(foe))
            .filter(move |&foe| named.names(|| open(foe)))
    }
}
