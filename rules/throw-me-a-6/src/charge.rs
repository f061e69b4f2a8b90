//! Section 11: move to contact.

use crate::numbers::Family;
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    Await, Battle, Cursor, Dice, Factor, Gait, Legal, Ruling, Scene, Unit, UnitId, Witness,
};
use sandtable_geometry::{Face, Facing, Length, Pose, TOLERANCE, Tape, Zone, within};

/// A direction of a charge: whether the unit turns to it or goes obliquely, and
/// how far it is to the touch.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: Pose,
    way: Facing,
    touch: Length,
    cost: Length,
}

/// The steps by which directions off the centre are tried, 1/65536 turn.
const FAN: i32 = 910;

impl ThrowMeA6 {
    /// Judges a charge.
    pub(crate) fn judge_charge(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        self.require_actions(battle, r);
        if !self.require_present(battle, id, r) || !self.require_target(battle, id, target, r) {
            return;
        }
        let unit = battle.unit(id);
        let here = || Witness::Unit(id);
        r.require(unit.mark(marks::MOVED) == marks::STOOD, c::CON_09, here);
        if let Some((pinned, _)) = self.touching(battle, id).next() {
            r.refuse(c::CON_09, Witness::Unit(pinned));
        }
        let family = self.family(unit);
        r.require(family != Family::Artillery, c::ART_02, here);
        r.require(!self.is_general(unit), c::GEN_02, here);
        let zone = self.zone(battle, target, id);
        self.require_fair_game(battle, id, target, zone, r);
        let own = self.rect(battle, id);
        let seen = self.arc(&own).tape(&self.rect(battle, target));
        r.require(seen.is_some(), c::CON_02, || Witness::Unit(target));
        if !r.clean() {
            return;
        }
        self.judge_run(battle, id, target, zone, r);
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
    fn judge_run(&self, battle: &Battle, id: UnitId, target: UnitId, face: Face, r: &mut Ruling) {
        by!(c::CON_11);
        let unit = battle.unit(id);
        let rate = self.rate(unit);
        let run = match self.find_run(battle, id, target) {
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
        match self.aligned(battle, id, target, face, side) {
            Some(pose) => {
                r.step(pose);
            }
            None => r.refuse(c::GEO_10, Witness::Unit(target)),
        }
        let uphill = self.level(battle, battle.unit(target)) > self.level(battle, unit);
        let stop = self.last_place(battle, id, &run);
        r.note(0, i32::from(uphill))
            .note(1, face as i32)
            .note(2, i32::from(side < 0))
            .note(3, stop.x)
            .note(4, stop.y)
            .note(5, i32::from(stop.facing.0));
    }

    /// Where a charger stands while its target may still shoot, and where it
    /// stays if that is its end: just short of the touch, or before the friends
    /// it was about to pass through (A31, MOVE-09).
    fn last_place(&self, battle: &Battle, id: UnitId, run: &Run) -> Pose {
        let short = self.numbers.measure.short_of_enemy.0;
        let by = (run.touch - short).max(0);
        let clear = self.last_clear(battle, id, run.start, run.way, by);
        let stays = battle.unit(id).pose;
        clear.map_or(stays, |by| run.start.moved(run.way, by))
    }

    /// The way of a charge: at the centre if that can be, else the direction
    /// nearest to it; turned to it, or obliquely (CON-01 to CON-04, CON-08,
    /// CON-10).
    fn find_run(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
    ) -> Result<Run, (sandtable_battle::Clause, Witness)> {
        by!(c::CON_01, c::CON_03, c::CON_04, c::CON_10);
        let unit = battle.unit(id);
        let goal = self.rect(battle, target);
        let own = self.rect(battle, id);
        let rate = self.rate(unit);
        let gap = own.distance(&goal).length;
        if !within(gap, rate) {
            let witness = Witness::Length {
                asked: gap,
                allowed: rate,
            };
            return Err((c::CON_08, witness));
        }
        let arc = self.numbers.measure.arc_degrees.0;
        let aim = Facing::towards(own.centre(), goal.centre());
        let off = unit.pose.facing.turn_to(aim);
        let mut refused = None;
        let tries = 2 * arc / FAN;
        for step in 0..=tries {
            for turn in [off + step * FAN, off - step * FAN] {
                if turn.abs() > arc || (step == 0 && refused.is_some()) {
                    continue;
                }
                let way = unit.pose.facing.turned(turn);
                for start in [unit.pose.facing(way), unit.pose] {
                    match self.judge_direction(battle, id, target, start, way) {
                        Ok(run) => return Ok(run),
                        Err(why) => {
                            refused.get_or_insert(why);
                        }
                    }
                }
            }
        }
        Err(refused.unwrap_or((c::CON_03, Witness::Unit(target))))
    }

    /// Whether a charge in one direction meets its target first and within
    /// reach.
    fn judge_direction(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        start: Pose,
        way: Facing,
    ) -> Result<Run, (sandtable_battle::Clause, Witness)> {
        let unit = battle.unit(id);
        let base = self.rect_at(battle, unit, start);
        let goal = self.rect(battle, target);
        let Some(met) = base.sweep(way, &goal) else {
            return Err((c::CON_10, Witness::Unit(target)));
        };
        let touch = met.enter;
        let rate = self.rate(unit);
        let allowed = if self.pays_to_turn(unit, start, way) {
            rate / 2
        } else {
            rate
        };
        let cost = self.cost(battle, unit, &base, way, touch);
        if !within(cost, allowed) {
            let witness = Witness::Length {
                asked: cost,
                allowed,
            };
            return Err((c::CON_08, witness));
        }
        let first = self.first_met(battle, id, &base, way, touch, 0, Some(target));
        match first {
            Some(met) => {
                let at = base.front_middle().moved(way, met.enter);
                let witness = met.unit.map_or_else(
                    || Self::ground_witness(battle, met.feature.unwrap_or(0)),
                    |by| Witness::Blocked { by, at },
                );
                Err((c::CON_10, witness))
            }
            None if base.overlaps(&goal) && touch <= TOLERANCE => {
                // The turn alone would lay it on its target: it goes obliquely.
                Err((c::GEO_11, Witness::Unit(target)))
            }
            None => Ok(Run {
                start,
                way,
                touch,
                cost,
            }),
        }
    }

    /// Whether a charge in a direction is paid with half the rate, by switch: as in any
    /// other move a pivot is, and a slant; not the turn that light troops and chariots
    /// have free, nor the slant of those who go obliquely (CON-12).
    fn pays_to_turn(&self, unit: &Unit, start: Pose, way: Facing) -> bool {
        by!(c::CON_12);
        let pivots = start.facing != unit.pose.facing;
        let straight = !pivots && way == unit.pose.facing;
        let free = self.is_light(unit)
            || (pivots && self.family(unit) == Family::Chariots)
            || (!pivots && self.goes_obliquely(unit));
        self.choices.charge_half_rate && !straight && !free
    }

    /// Charges: up to the touch; there a target that may shoot is asked (A38:
    /// nothing else can be done about a charge), then the charger lines up.
    pub(crate) fn charge(
        &self,
        legal: &Legal,
        id: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        let [uphill, face, side, x, y, facing, ..] = *legal.findings();
        let answers = self.may_answer(scene, id, target);
        let facing = Facing(u16::try_from(facing).unwrap_or(0));
        let stop = Pose::new(x, y, facing);
        let turned = scene.unit(id).pose.facing(facing);
        self.carry(scene, id, turned, Gait::Turned, c::CON_03);
        self.carry(scene, id, stop, Gait::Charged, c::CON_08);
        let how = if uphill != 0 {
            marks::CHARGED_UPHILL
        } else {
            marks::CHARGED
        };
        scene.mark(id, marks::MOVED, how, c::CON_09);
        // Where it touches is the last place but one on its way: there it lines up.
        let touch = legal.path().iter().rev().nth(1).copied().unwrap_or(stop);
        match answers {
            true => {
                self.note_charge(scene, face, side, touch);
                scene.await_(Await {
                    side: scene.unit(target).side,
                    why: c::SHOOT_06,
                    choices: 2,
                    unit: Some(target),
                    other: Some(id),
                });
            }
            false => self.close(scene, id, target, face, side, dice),
        }
    }

    /// Lines a charger up on the edge it comes at, and settles what contact
    /// brings at once.
    fn close(
        &self,
        scene: &mut Scene,
        id: UnitId,
        target: UnitId,
        face: i32,
        side: i32,
        dice: &mut dyn Dice,
    ) {
        let face = usize::try_from(face).ok().and_then(|at| Face::ALL.get(at));
        let face = face.copied().unwrap_or(Face::Front);
        let side = if side != 0 { -1 } else { 1 };
        if let Some(pose) = self.aligned(scene, id, target, face, side) {
            self.carry(scene, id, pose, Gait::Aligned, c::CON_07);
        }
        let _ = dice;
        self.overrun(scene);
    }

    /// Goes on with a charge when the target has shot or held its shot.
    pub(crate) fn answer_charge(&self, choice: u8, scene: &mut Scene, dice: &mut dyn Dice) {
        let Some(waits) = scene.cursor.waits else {
            return;
        };
        let (face, side, touch) = self.noted_charge(scene);
        self.forget_charge(scene);
        let to = Cursor {
            waits: None,
            ..scene.cursor
        };
        scene.turn(to, c::SHOOT_06);
        let (Some(target), Some(id)) = (waits.unit, waits.other) else {
            return;
        };
        if choice == 0 {
            let at = scene.unit(id).pose;
            let at = touch.map_or(at, |touch| Pose::at(touch, at.facing));
            let count = self.answer_dice(scene, (id, at), target, &mut Ruling::new());
            self.loose(target, id, count, scene, dice);
        }
        let goes_on = scene.unit(id).on_table() && !crate::units::is_amok(scene.unit(id));
        if goes_on {
            self.close(scene, id, target, face, side, dice);
        }
    }

    /// Removes artillery that an enemy has reached (ART-03).
    pub(crate) fn overrun(&self, scene: &mut Scene) {
        for id in crate::turn::ids(scene) {
            let unit = scene.unit(id);
            let gun = self.stands(unit) && self.family(unit) == Family::Artillery;
            if gun && self.engaged(scene, id) {
                self.remove(scene, id, sandtable_battle::Status::Destroyed, c::ART_03);
            }
        }
    }

    /// What a charge would weigh in the melee that it brings.
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
            unit.marks[usize::from(marks::MOVED)] = if legal.findings()[0] != 0 {
                marks::CHARGED_UPHILL.into()
            } else {
                marks::CHARGED.into()
            };
        }
        let mut r = Ruling::new();
        self.pool(&after, id, target, &mut r);
        if self.opponent(&after, target) == Some(id) {
            self.pool(&after, target, id, &mut r);
        }
        r.factors().to_vec()
    }

    /// The charges that are open to a unit.
    pub(crate) fn charges<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let unit = battle.unit(id);
        let reach = self.rate(unit) + 2 * self.rect(battle, id).frontage();
        let foes = self
            .bodies(battle)
            .filter(move |&(other, foe)| other != id && self.hostile(unit, foe));
        let near = foes
            .filter(move |(_, foe)| within(unit.pose.point().distance(foe.pose.point()), reach));
        near.filter_map(move |(foe, _)| {
            let mut ruling = Ruling::new();
            self.judge_charge(battle, id, foe, &mut ruling);
            ruling.clean().then_some(foe)
        })
    }
}
