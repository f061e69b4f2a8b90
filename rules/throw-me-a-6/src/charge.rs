//! Section 11: move to contact.

use crate::aim::Run;
use crate::held::Held;
use crate::marks::Moved;
use crate::numbers::Family;
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    Await, Battle, Dice, Factor, Gait, Legal, Naming, Ruling, Scene, Unit, UnitId, Witness, pack,
};
use sandtable_geometry::{Face, Facing, Headings, Pose, Room, Tape, Zone, within};

/// A legal charge, as judging found it.
#[derive(Clone, Copy, Debug)]
struct Going {
    /// Whether the target stands higher.
    uphill: bool,
    /// The edge of the target that it charges.
    face: Face,
    /// Whether it lines up left of the middle of that edge.
    left: bool,
    /// Where it stands while the target may still shoot.
    stop: Pose,
}

pack! { Going { uphill, face, left, stop } }

impl ThrowMeA6 {
    /// Judges a charge.
    pub(crate) fn judge_charge(
        &self,
        battle: &Battle,
        (id, target): (UnitId, UnitId),
        heading: Option<Facing>,
        r: &mut Ruling,
    ) {
        self.require_actions(battle, r);
        if !self.require_present(battle, id, r) || !self.require_target(battle, id, target, r) {
            return;
        }
        self.procedures.judge_charger(self, battle, id, r);
        self.judge_onto(battle, (id, target), heading, r);
    }

    /// Judges a charge of a unit that may charge at all.
    fn judge_onto(
        &self,
        battle: &Battle,
        (id, target): (UnitId, UnitId),
        heading: Option<Facing>,
        r: &mut Ruling,
    ) {
        let zone = self.zone(battle, target, id);
        self.require_fair_game(battle, id, target, zone, r);
        let own = self.rect(battle, id);
        let seen = self.arc(&own).tape(&self.rect(battle, target));
        r.require(seen.is_some(), c::CON_02, || Witness::Unit(target));
        if !r.clean() {
            return;
        }
        self.judge_run(battle, (id, target), heading, zone, r);
    }

    /// Judges whether a unit may move to contact at all.
    pub(crate) fn judge_charger(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        let unit = battle.unit(id);
        let here = || Witness::Unit(id);
        r.require(marks::MOVED.of(unit) == Moved::Stood, c::CON_09, here);
        if let Some((pinned, _)) = self.touching(battle, id).next() {
            r.refuse(c::CON_09, Witness::Unit(pinned));
        }
        let family = self.family(unit);
        r.require(family != Family::Artillery, c::ART_02, here);
        r.require(!self.is_general(unit), c::GEN_02, here);
    }

    /// Requires that light troops contact heavy ones only where they may
    /// (CON-05, CON-06).
    fn require_fair_game(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        zone: Zone,
        r: &mut Ruling,
    ) {
        by!(c::CON_05);
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let light = self.is_light(unit);
        let easy =
            self.is_light(foe) || matches!(self.family(foe), Family::Chariots | Family::Artillery);
        if !light || easy {
            return;
        }
        let mut held = self.touching(battle, target);
        let elsewhere = held.any(|(_, contact)| contact.own != zone);
        r.require(zone != Zone::Front && elsewhere, c::CON_06, || {
            Witness::Unit(target)
        });
    }

    /// Judges the run: the aim, the path, the touch, the place on the edge.
    fn judge_run(
        &self,
        battle: &Battle,
        (id, target): (UnitId, UnitId),
        heading: Option<Facing>,
        face: Face,
        r: &mut Ruling,
    ) {
        by!(c::CON_11);
        let unit = battle.unit(id);
        let rate = self.rate(unit);
        let run = match self.find_run(battle, (id, target), heading) {
            Ok(run) => run,
            Err((why, witness)) => {
                r.refuse(why, witness);
                return;
            }
        };
        let front = self.rect_at(battle, unit, run.start).front_middle();
        r.price(run.cost, rate)
            .measured(Tape::straight(front, front.moved(run.way, run.touch)));
        if run.start != unit.pose {
            r.step(run.start);
        }
        r.step(run.start.moved(run.way, run.touch));
        let side = self.side_of(battle, target, face, id);
        if r.is_brief() {
            let aligned = self.aligned(battle, id, target, face, side);
            r.require(aligned.is_some(), c::GEO_10, || Witness::Unit(target));
            return;
        }
        match self.aligned(battle, id, target, face, side) {
            Some(pose) => {
                r.step(pose);
            }
            None => r.refuse(c::GEO_10, Witness::Unit(target)),
        }
        let uphill = self.level(battle, battle.unit(target)) > self.level(battle, unit);
        let stop = self.last_place(battle, id, &run);
        r.found(&Going {
            uphill,
            face,
            left: side < 0,
            stop,
        });
    }

    /// Returns where a charger stands while its target may still shoot, and where it
    /// stays if the charge ends there: just short of the touch, or before the friends
    /// it was about to pass through (A31, MOVE-09), or where its turn does not bring
    /// a corner of it off the board (MOVE-18).
    fn last_place(&self, battle: &Battle, id: UnitId, run: &Run) -> Pose {
        by!(c::MOVE_18);
        let unit = battle.unit(id);
        let short = self.numbers.measure.short_of_enemy.0;
        let by = (run.touch - short).max(0);
        let base = self.rect_at(battle, unit, run.start);
        let mut room = Room::new(0, by);
        let (width, height) = (battle.setting.width, battle.setting.height);
        room.keep_on_table(&base, run.way, width, height);
        let on = room.at_or_before(by);
        let clear = on.and_then(|by| self.last_clear(battle, id, run.start, run.way, by));
        let there = clear.map(|by| run.start.moved(run.way, by));
        there
            .filter(|&pose| battle.setting.holds(&self.rect_at(battle, unit, pose)))
            .unwrap_or(unit.pose)
    }

    /// Whether a charge in a direction costs half the rate, by switch. A pivot or a slant does, as
    /// in any other move; the free turn of light troops and chariots does not, nor does the
    /// slant of units that go obliquely (CON-12).
    pub(crate) fn pays_to_turn(&self, unit: &Unit, start: Pose, way: Facing) -> bool {
        by!(c::CON_12);
        let pivots = start.facing != unit.pose.facing;
        let straight = !pivots && way == unit.pose.facing;
        let free = self.is_light(unit)
            || (pivots && self.family(unit) == Family::Chariots)
            || (!pivots && self.goes_obliquely(unit));
        self.choices.charge_half_rate && !straight && !free
    }

    /// Charges up to the touch, where a target that may shoot is asked (A38: it cannot answer
    /// the charge in any other way); then the charger lines up.
    pub(crate) fn charge(
        &self,
        legal: &Legal,
        id: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        let Some(going) = legal.found::<Going>() else {
            return;
        };
        let answers = self.may_answer(scene, id, target);
        let stop = going.stop;
        let turned = scene.unit(id).pose.facing(stop.facing);
        self.carry(scene, id, turned, Gait::Turned, c::CON_03);
        self.carry(scene, id, stop, Gait::Charged, c::CON_08);
        let how = if going.uphill {
            Moved::ChargedUphill
        } else {
            Moved::Charged
        };
        scene.set(id, marks::MOVED, how, c::CON_09);
        // It touches at the last place but one of its way: there it lines up.
        let touch = legal.path().iter().rev().nth(1).copied().unwrap_or(stop);
        let held = Held {
            face: going.face,
            left: going.left,
            touch: Some(touch.point()),
        };
        match answers {
            true => {
                scene.keep(Some(&held), c::SHOOT_06);
                scene.await_(
                    Await::of(scene.unit(target).side, c::SHOOT_06, 2).about(target, Some(id)),
                );
            }
            false => self.close(scene, id, target, held, dice),
        }
    }

    /// Lines a charger up on the edge it charges, and settles what the contact
    /// brings at once.
    fn close(
        &self,
        scene: &mut Scene,
        id: UnitId,
        target: UnitId,
        held: Held,
        dice: &mut dyn Dice,
    ) {
        let side = if held.left { -1 } else { 1 };
        if let Some(pose) = self.aligned(scene, id, target, held.face, side) {
            self.carry(scene, id, pose, Gait::Aligned, c::CON_07);
        }
        let _ = dice;
        self.overrun(scene);
    }

    /// Goes on with a charge after the target has shot or held its shot.
    pub(crate) fn answer_charge(&self, choice: u8, scene: &mut Scene, dice: &mut dyn Dice) {
        let Some(waits) = scene.cursor.waits else {
            return;
        };
        // A file that does not say how the charge goes gets the defaults: the front.
        let held: Held = scene.kept().unwrap_or_default();
        scene.keep(None::<&Held>, c::SHOOT_06);
        scene.answered(c::SHOOT_06);
        let (Some(target), Some(id)) = (waits.unit, waits.other) else {
            return;
        };
        if choice == 0 {
            let at = scene.unit(id).pose;
            let at = held.touch.map_or(at, |touch| Pose::at(touch, at.facing));
            let count = self.answer_dice(scene, (id, at), target, &mut Ruling::new());
            self.loose(target, id, count, scene, dice);
        }
        let goes_on = scene.unit(id).on_table() && !crate::units::is_amok(scene.unit(id));
        if goes_on {
            self.close(scene, id, target, held, dice);
        }
    }

    /// Removes artillery that an enemy has reached (ART-03).
    pub(crate) fn overrun(&self, scene: &mut Scene) {
        for id in scene.ids() {
            let unit = scene.unit(id);
            let gun = self.stands(unit) && self.family(unit) == Family::Artillery;
            if gun && self.engaged(scene, id) {
                self.remove(scene, id, sandtable_battle::Status::Destroyed, c::ART_03);
            }
        }
    }

    /// Returns the factors of a charge in the melee that it brings.
    pub(crate) fn charge_factors(
        &self,
        battle: &Battle,
        legal: &Legal,
        id: UnitId,
        target: UnitId,
    ) -> Vec<Factor> {
        let mut after = battle.clone();
        if let (Some(&pose), Some(unit)) = (legal.path().last(), after.units.get_mut(id.index())) {
            unit.pose = pose;
            let uphill = legal.found::<Going>().is_some_and(|going| going.uphill);
            let how = if uphill {
                Moved::ChargedUphill
            } else {
                Moved::Charged
            };
            marks::MOVED.write(unit, how);
        }
        let mut r = Ruling::new();
        self.pool(&after, id, target, &mut r);
        if self.opponent(&after, target) == Some(id) {
            self.pool(&after, target, id, &mut r);
        }
        r.factors().to_vec()
    }

    /// Returns the headings in which a unit may charge a target; none if it may not charge it.
    pub(crate) fn headings_of(&self, battle: &Battle, id: UnitId, target: UnitId) -> Headings {
        if Ruling::allows(|ruling| self.judge_charge(battle, (id, target), None, ruling)) {
            self.run_headings(battle, id, target)
        } else {
            Headings::default()
        }
    }

    /// Returns the targets that a unit may charge.
    pub(crate) fn charges<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
        named: Naming,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let unit = battle.unit(id);
        let reach = self.rate(unit) + 2 * self.rect(battle, id).frontage();
        let mut charger = Ruling::brief();
        self.procedures
            .judge_charger(self, battle, id, &mut charger);
        let may = charger.clean();
        let foes = self
            .bodies(battle)
            .filter(move |&(other, foe)| may && other != id && self.hostile(unit, foe));
        let near = foes
            .filter(move |(_, foe)| within(unit.pose.point().distance(foe.pose.point()), reach));
        let open =
            move |foe| Ruling::allows(|ruling| self.judge_onto(battle, (id, foe), None, ruling));
        near.map(|(foe, _)| foe)
            .filter(move |&foe| named.names(|| open(foe)))
    }
}
