//! The retreat of cavalry that has not destroyed its enemy.

use crate::switches::BlockedRetreat;
use crate::{SixPlus, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Battle, Gait, Leg, Legal, Legs, Ruling, Scene, Status, UnitId, Witness};
use sandtable_geometry::{Facing, Length, Pose, TOLERANCE, within};

/// Directions in which a way back is looked for, all round.
const ROUND: u16 = 64;

/// How finely shorter ways are tried when none of full length is clear.
const STEP: Length = 100;

impl SixPlus {
    /// Judges a retreat: straight, in any direction, exactly as far as it must
    /// go (H2H-09).
    pub(crate) fn judge_retreat(&self, battle: &Battle, id: UnitId, legs: &Legs, r: &mut Ruling) {
        if !self.require_present(battle, id, r) {
            return;
        }
        if self.retreating(battle) != Some(id) {
            r.refuse(c::H2H_07, Witness::Unit(id));
            return;
        }
        let &[Leg::Slide { towards, by }] = legs.as_slice() else {
            r.refuse(c::H2H_09, Witness::Plain);
            return;
        };
        let must = self.retreat_length(battle, id);
        let exact = by >= 0 && within(by, must) && within(must, by);
        r.require(exact, c::H2H_09, || Witness::Length {
            asked: by,
            allowed: must,
        });
        if by >= 0 {
            self.judge_way_back(battle, id, towards, by, r);
        }
        r.price(by, must);
    }

    /// Judges one way back, and notes where it leads.
    fn judge_way_back(&self, battle: &Battle, id: UnitId, way: Facing, by: Length, r: &mut Ruling) {
        let unit = battle.unit(id);
        let from = self.rect(battle, id);
        if let Some((_, other)) = self.met(battle, id, &from, way, by, None) {
            let at = battle.unit(other).pose.point();
            r.refuse(c::H2H_09, Witness::Blocked { by: other, at });
        }
        if let Some((at, _)) = self.bad_way(battle, unit, &from, way, by) {
            r.refuse(c::H2H_09, self.ground_witness(battle, at));
        }
        let moved = unit.pose.moved(way, by);
        let turned = self.turned_to_foe(battle, id, moved);
        for pose in [moved, turned] {
            let base = self.rect_at(battle, unit, pose);
            self.require_room(battle, id, &base, c::H2H_09, r);
            if let Some((at, _)) = self.bad_ground(battle, unit, &base) {
                r.refuse(c::H2H_09, self.ground_witness(battle, at));
            }
        }
        r.step(moved).step(turned);
    }

    /// A pose turned to face the centre of the unit's enemy.
    fn turned_to_foe(&self, battle: &Battle, id: UnitId, pose: Pose) -> Pose {
        let foe = self.foe(battle.unit(id)).and_then(|foe| battle.get(foe));
        foe.map_or(pose, |foe| {
            pose.facing(Facing::towards(pose.point(), foe.pose.point()))
        })
    }

    /// Whether a way back is clear.
    fn is_clear(&self, battle: &Battle, id: UnitId, way: Facing, by: Length) -> bool {
        let mut tried = Ruling::new();
        self.judge_way_back(battle, id, way, by, &mut tried);
        tried.clean()
    }

    /// The directions a retreat may take, straight back first, then more and
    /// more to either side.
    fn ways_back(&self, battle: &Battle, id: UnitId) -> impl Iterator<Item = Facing> {
        let back = battle.unit(id).pose.facing.reversed();
        let step = 65536 / i32::from(ROUND);
        (0..=i32::from(ROUND / 2))
            .flat_map(move |n| [back.turned(n * step), back.turned(-n * step)])
    }

    /// The clear way of a length that comes first.
    fn way_back(&self, battle: &Battle, id: UnitId, by: Length) -> Option<Facing> {
        self.ways_back(battle, id)
            .find(|&way| self.is_clear(battle, id, way, by))
    }

    /// How far a retreat must go: its full length, or the longest that is clear
    /// in any direction; nought when there is none (H2H-10).
    pub(crate) fn retreat_length(&self, battle: &Battle, id: UnitId) -> Length {
        let full = self.numbers.charge.retreat.0;
        let shorter = (1..=full / STEP).map(|n| full - n * STEP);
        std::iter::once(full)
            .chain(shorter)
            .find(|&by| by > TOLERANCE && self.way_back(battle, id, by).is_some())
            .unwrap_or(0)
    }

    /// Begins a retreat: when there is no way at all, it is over at once.
    pub(crate) fn begin_retreat(&self, id: UnitId, scene: &mut Scene) {
        let full = self.numbers.charge.retreat.0;
        let length = self.retreat_length(scene, id);
        let blocked = length < full;
        if blocked && self.choices.blocked_retreat == BlockedRetreat::Eliminated {
            self.over(id, scene);
            scene.become_(id, Status::Destroyed, c::H2H_10);
        } else if length == 0 {
            by!(c::H2H_10);
            let pose = self.turned_to_foe(scene, id, scene.unit(id).pose);
            let base = self.rect_at(scene, scene.unit(id), pose);
            if self.overlapped(scene, id, &base).is_none() && scene.setting.holds(&base) {
                scene.shift(id, pose, Gait::Turned, c::H2H_10);
            }
            self.over(id, scene);
        }
    }

    /// Retreats as ordered.
    pub(crate) fn retreat(&self, legal: &Legal, id: UnitId, scene: &mut Scene) {
        if let &[moved, turned] = legal.path() {
            self.go_back(id, moved, turned, scene);
        }
    }

    fn go_back(&self, id: UnitId, moved: Pose, turned: Pose, scene: &mut Scene) {
        let far = scene.unit(id).pose.point().distance(moved.point());
        let short = !within(self.numbers.charge.retreat.0, far);
        let why = if short { c::H2H_10 } else { c::H2H_09 };
        scene.shift(id, moved, Gait::Retreated, why);
        scene.shift(id, turned, Gait::Turned, c::H2H_07);
        self.over(id, scene);
    }

    /// Retreats the first clear way, if the unit owes a retreat.
    pub(crate) fn retreat_by_itself(&self, id: UnitId, scene: &mut Scene) {
        let unit = scene.unit(id);
        if !unit.on_table() || unit.mark(marks::CHARGE) != marks::TO_RETREAT {
            return;
        }
        let by = self.retreat_length(scene, id);
        if let Some(way) = self.way_back(scene, id, by) {
            let moved = scene.unit(id).pose.moved(way, by);
            let turned = self.turned_to_foe(scene, id, moved);
            self.go_back(id, moved, turned, scene);
        } else {
            self.over(id, scene);
        }
    }

    /// A combat is over for a charger.
    fn over(&self, id: UnitId, scene: &mut Scene) {
        scene.mark(id, marks::CHARGE, 0, c::H2H_12);
    }
}
