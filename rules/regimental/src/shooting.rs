//! Section 12: ordered firing and its reactions.

use crate::marks::Action;
use crate::task::{Task, Why};
use crate::units::{self, ARTILLERY, SKIRMISHERS};
use crate::{Regimental, c, marks, turn};
use sandtable_battle::{
    Battle, Dice, Feature, Ground, Naming, Ruling, Scene, Unit, UnitId, Witness, by,
};
use sandtable_geometry::{Edge, Facing, INCH, Length, within_turn};

/// Two fields that share less border than this share only a corner.
const GRAZE: Length = INCH / 100;

/// Returns a unit's place in the order of firing: skirmishers first, guns last (ORD-01).
const fn place(unit: &Unit) -> u8 {
    match unit.kind {
        SKIRMISHERS => 0,
        ARTILLERY => 2,
        _ => 1,
    }
}

impl Regimental {
    /// Judges whether a unit may fire at all now.
    pub(crate) fn judge_firer(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        by!(c::SEQ_06, c::PRONE_01);
        turn::require(battle, turn::FIRING, r);
        let unit = battle.unit(id);
        let me = || Witness::Unit(id);
        r.require(unit.on_table(), sandtable_battle::c::NOT_NOW, me);
        let action = marks::ACTION.of(unit);
        let moved = unit.kind == SKIRMISHERS && action == Action::Moved;
        let fresh = action == Action::Nothing || moved;
        r.require(fresh && !marks::FIRED.of(unit), c::SEQ_03, me);
        let later = battle
            .side(unit.side)
            .filter(|(_, u)| marks::FIRED.of(u))
            .any(|(_, u)| place(u) > place(unit));
        r.require(!later, c::ORD_01, me);
    }

    /// Judges a shot.
    pub(crate) fn judge_shot(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        self.procedures.judge_firer(self, battle, id, r);
        let foe = battle.unit(target);
        let hostile = foe.on_table() && foe.side != battle.unit(id).side;
        r.require(hostile, c::FIRE_01, || Witness::Unit(target));
        if r.clean() {
            self.assess_shot(battle, id, target, None, false, false, r);
        }
    }

    /// Fires, and pushes the tasks that follow: rout and reaction of the target, or the turns of
    /// units near skirmishers (ORD-02 to ORD-11).
    pub(crate) fn shoot(
        &self,
        id: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
        foresees: bool,
    ) {
        by!(c::ORD_02, c::ORD_10, c::ORD_11);
        scene.set(id, marks::FIRED, true, c::SEQ_03);
        let mut r = Ruling::new();
        let shot = self.assess_shot(scene, id, target, None, false, false, &mut r);
        let volley = shot.and_then(|shot| self.volley(scene, dice, id, target, shot));
        let unit = *scene.unit(id);
        let mut run = self.begin_foreseen(scene, dice, foresees);
        if let Some((hits, lost)) = volley {
            if Self::skirmishes(&unit) {
                run.push(Task::Turn {
                    firer: id,
                    target,
                    next: 0,
                });
            } else if hits > 0 || self.choices.react_without_hits {
                run.push(Task::React {
                    unit: target,
                    foe: id,
                    why: if unit.kind == ARTILLERY {
                        Why::Artillery
                    } else {
                        Why::Infantry
                    },
                });
            }
            if lost > 0 && run.scene.unit(target).on_table() {
                run.officers_of(target);
                run.push(Task::Rout {
                    unit: target,
                    foe: id,
                });
            }
        }
        run.finish();
    }

    /// Returns how far a unit would turn to face skirmishers.
    pub(crate) fn turn_wanted(&self, battle: &Battle, id: UnitId, firer: UnitId) -> i32 {
        let pose = battle.unit(id).pose;
        let there = battle.unit(firer).pose.point();
        pose.facing.turn_to(Facing::towards(pose.point(), there))
    }

    /// Whether a unit may turn to face skirmishers that fired (ORD-03, ORD-04).
    pub(crate) fn may_turn(
        &self,
        battle: &Battle,
        firer: UnitId,
        target: UnitId,
        id: UnitId,
    ) -> bool {
        by!(c::ORD_03, c::ORD_04);
        let unit = battle.unit(id);
        if unit.side == battle.unit(firer).side || marks::PRONE.of(unit) {
            return false;
        }
        let wanted = self.turn_wanted(battle, id, firer);
        if within_turn(wanted, 0) || !self.near_skirmish(battle, firer, target, id) {
            return false;
        }
        [wanted, wanted / 2].iter().any(|&turn| {
            let pose = unit.pose;
            self.fits(battle, id, pose.facing(pose.facing.turned(turn)))
        })
    }

    /// Whether a unit is in the field of the skirmishers or one next to it; if there are no fields,
    /// whether it is within a radius.
    fn near_skirmish(&self, battle: &Battle, firer: UnitId, target: UnitId, id: UnitId) -> bool {
        let own = battle.unit(id).pose.point();
        let fields = || battle.setting.features(Ground::Field);
        if fields().next().is_none() {
            let rect = units::rect(battle, id);
            let near = |other: UnitId| {
                let gap = rect.distance(&units::rect(battle, other)).length;
                sandtable_geometry::within(gap, self.choices.skirmish_radius)
            };
            return near(firer) || near(target);
        }
        let there = battle.unit(firer).pose.point();
        fields()
            .filter(|field| field.holds(there))
            .any(|field| fields().any(|f| f.holds(own) && (f == field || adjoin(f, field))))
    }

    /// Returns the enemies that a unit can fire at.
    pub(crate) fn targets<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
        named: Naming,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let open =
            move |foe| Ruling::allows(|r| self.assess_shot(battle, id, foe, None, false, false, r));
        let foes = battle.side(battle.unit(id).side.other());
        foes.map(|(foe, _)| foe)
            .filter(move |&foe| named.names(|| open(foe)))
    }
}

/// Whether two fields share a stretch of border, not just a corner (ORD-14).
fn adjoin(one: &Feature, other: &Feature) -> bool {
    by!(c::ORD_14);
    let edges = |f: &Feature| -> Vec<Edge> {
        let outlines = f.areas.iter().map(|a| a.outline());
        outlines
            .flat_map(|o| (0..o.len()).map(|i| Edge::new(o[i], o[(i + 1) % o.len()])))
            .collect()
    };
    let theirs = edges(other);
    edges(one)
        .iter()
        .any(|e| theirs.iter().any(|f| e.runs_along(f) > GRAZE))
}

#[cfg(test)]
mod tests {
    use super::adjoin;
    use sandtable_battle::{Feature, Ground};
    use sandtable_geometry::{Area, INCH, Point};

    /// Makes a field of four by four inches with its south-west corner at a point.
    fn field(x: i32, y: i32) -> Feature {
        let corner = |east: i32, north: i32| Point::new((x + east) * INCH, (y + north) * INCH);
        let outline = vec![corner(0, 0), corner(4, 0), corner(4, 4), corner(0, 4)];
        Feature {
            ground: Ground::Field,
            areas: vec![Area::new(outline).expect("an area")],
            line: None,
            width: 0,
            name: String::new(),
            level: 0,
        }
    }

    /// ORD-14.
    #[test]
    fn fields_adjoin_by_a_stretch_of_border_and_by_no_corner() {
        let here = field(10, 10);
        assert!(adjoin(&here, &field(14, 10)), "side by side");
        assert!(adjoin(&here, &field(14, 13)), "an inch of border");
        assert!(!adjoin(&here, &field(14, 14)), "a corner alone");
        assert!(!adjoin(&here, &field(15, 10)), "an inch apart");
    }
}
