//! Section 15: elephants that run amok. They belong to no side (A61).

use crate::marks::Amok;
use crate::units::is_amok;
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Ask, Battle, Dice, Gait, Scene, Status, UnitId};
use sandtable_geometry::{Facing, Length, Pose, Rect, TOLERANCE};

/// A sixth of a turn, in steps of 1/65536 turn, by the points of a die less one.
const SIXTHS: [i32; 6] = [0, 10_923, 21_845, 32_768, 43_691, 54_613];

impl ThrowMeA6 {
    /// Lets elephants that were just shot run at once (EL-09), unless a switch makes
    /// them wait for the next action step.
    pub(crate) fn run_at_once(&self, scene: &mut Scene, id: UnitId, dice: &mut dyn Dice) {
        let due = scene.unit(id).on_table() && marks::AMOK.of(scene.unit(id)) == Amok::Due;
        if due && !self.choices.amok_next_turn {
            self.run_anew(scene, id, dice);
        }
    }

    /// Gives elephants that fought and survived a new direction and lets them run, after
    /// the retreats (EL-06, EL-09).
    pub(crate) fn run_after_melee(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        for id in scene.ids() {
            let unit = scene.unit(id);
            if unit.on_table() && marks::AMOK.of(unit) == Amok::Due && marks::FOUGHT.of(unit) {
                by!(c::EL_06);
                self.run_anew(scene, id, dice);
            }
        }
    }

    /// Lets all elephants that run amok run on in the direction they face at the start of an
    /// action step, unless they are in contact (EL-04, EL-09).
    pub(crate) fn run_on(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        for id in scene.ids() {
            let unit = *scene.unit(id);
            if !unit.on_table() || !is_amok(&unit) || self.engaged(scene, id) {
                continue;
            }
            if marks::AMOK.of(&unit) == Amok::Due {
                self.run_anew(scene, id, dice);
            } else {
                self.run(scene, id);
            }
        }
    }

    /// Rolls a direction, turns to it and runs (EL-08).
    fn run_anew(&self, scene: &mut Scene, id: UnitId, dice: &mut dyn Dice) {
        let unit = *scene.unit(id);
        let die = dice.ask(Ask::Die { sides: 6 }, unit.side, c::EL_08);
        let place = usize::from(die.clamp(1, 6) - 1);
        scene.told(c::EL_08, die.clamp(1, 6) - 1, id, None);
        scene.set(id, marks::AMOK, Amok::Runs, c::EL_08);
        let turned = unit.pose.facing(unit.pose.facing.turned(SIXTHS[place]));
        let base = self.rect_at(scene, &unit, turned);
        if !scene.setting.holds(&base) {
            self.remove(scene, id, Status::Fled, c::EL_09);
        } else if let Some(other) = self.in_their_way(scene, id, &base, turned.facing) {
            // Turning into a unit counts as meeting it at once.
            self.meet(scene, id, other, turned);
        } else {
            self.run_from(scene, id, turned);
        }
    }

    /// Returns the unit that a turned base overlaps and that is ahead of it; a unit that the
    /// elephants run away from is left behind.
    fn in_their_way(
        &self,
        battle: &Battle,
        id: UnitId,
        base: &Rect,
        way: Facing,
    ) -> Option<UnitId> {
        let own = base.centre();
        let ahead = |p| way.turn_to(Facing::towards(own, p)).abs() < 0x4000;
        self.bodies(battle)
            .filter(|&(other, _)| other != id && base.overlaps(&self.rect(battle, other)))
            .find(|(_, them)| ahead(them.pose.point()))
            .map(|(other, _)| other)
    }

    /// Runs up to a full rate straight on: to the first unit, friend or foe, or
    /// over the edge (EL-03 to EL-05).
    fn run(&self, scene: &mut Scene, id: UnitId) {
        let start = scene.unit(id).pose;
        self.run_from(scene, id, start);
    }

    /// Runs from the pose the elephants turned to. If neither the turn nor the run
    /// would leave them clear of other units, they stay unturned.
    fn run_from(&self, scene: &mut Scene, id: UnitId, start: Pose) {
        by!(c::EL_04);
        let unit = *scene.unit(id);
        let (base, way) = (self.rect_at(scene, &unit, start), start.facing);
        let far = self.afford(scene, &unit, &base, way, self.rate(&unit));
        let room = base.room_on_table(way, scene.setting.width, scene.setting.height);
        let met = self.first_ahead(scene, id, &base, way, far);
        let by = met.map_or(far, |(enter, _)| enter);
        if room + TOLERANCE < by {
            self.carry(scene, id, start, Gait::Turned, c::EL_08);
            self.carry(scene, id, start.moved(way, room), Gait::Moved, c::EL_09);
            self.remove(scene, id, Status::Fled, c::EL_09);
            return;
        }
        let foe = met.and_then(|(_, other)| other);
        let short = self.numbers.measure.short_of_enemy.0;
        let by = if foe.is_some() {
            (by - short).max(0)
        } else {
            by
        };
        // The turn may overlap a unit that they leave behind: they must come clear of it.
        let end = start.moved(way, by);
        if self.fits_turned(scene, id, end) {
            self.carry(scene, id, start, Gait::Turned, c::EL_08);
            self.carry(scene, id, end, Gait::Moved, c::EL_09);
        } else if self.fits_turned(scene, id, start) {
            self.carry(scene, id, start, Gait::Turned, c::EL_08);
        }
        if let Some(other) = foe {
            self.meet(scene, id, other, start);
        }
    }

    /// Returns the first unit that a run meets, or ground that cannot be entered.
    fn first_ahead(
        &self,
        battle: &Battle,
        id: UnitId,
        base: &Rect,
        way: Facing,
        far: Length,
    ) -> Option<(Length, Option<UnitId>)> {
        let others = self
            .bodies(battle)
            .filter(|&(other, _)| other != id && !base.overlaps(&self.rect(battle, other)));
        let units = others.filter_map(|(other, _)| {
            let met = base.sweep(way, &self.rect(battle, other))?;
            Some((met.enter, Some(other)))
        });
        let closed = battle
            .setting
            .terrain
            .iter()
            .filter(|f| crate::terrain::is_closed(f.ground));
        let ground = closed
            .flat_map(|f| &f.areas)
            .filter(|area| !area.overlaps(base))
            .filter_map(|area| Some((base.sweep_area_within(way, area, far)?, None)));
        units
            .chain(ground)
            .filter(|&(enter, _)| enter + TOLERANCE < far)
            .min_by_key(|&(enter, other)| (enter, other))
    }

    /// Lines the elephants up on a unit they met, as a charge does: on the face that they came at,
    /// seen from where they set out (GEO-08). They fight the unit in the next melee
    /// step (EL-05, A61). Without room to line up, they stay where they are.
    fn meet(&self, scene: &mut Scene, id: UnitId, other: UnitId, from: Pose) {
        by!(c::EL_05, c::GEO_08);
        let front = self.rect_at(scene, scene.unit(id), from).front_middle();
        let met = self.rect(scene, other);
        let face = met.zone_of(front);
        let side = met.along_face(face, front);
        let pose: Option<Pose> = self.aligned(scene, id, other, face, side);
        if let Some(pose) = pose {
            self.carry(scene, id, pose, Gait::Aligned, c::EL_09);
        }
        self.overrun(scene);
    }
}
