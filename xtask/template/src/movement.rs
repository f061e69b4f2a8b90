//! Movement: a turn about the centre, then straight ahead.

use crate::turn::MOVE;
use crate::{@TYPE@, c, marks};
use sandtable_battle::{Battle, Gait, Ground, Leg, LegSet, Legal, Legs, Offer, Reach, Ruling, Scene, Scope, Unit, UnitId, Verb, Witness};
use sandtable_geometry::{Facing, Length, Pose, Rect, within};

/// Reads legs as a turn and an advance (MOVE-02), or returns `None` if they are something else.
fn plan(legs: &Legs, now: Facing) -> Option<(Facing, Length)> {
    match legs.as_slice() {
        [Leg::Pivot { to }] => Some((*to, 0)),
        [Leg::Advance { by }] if *by > 0 => Some((now, *by)),
        [Leg::Pivot { to }, Leg::Advance { by }] if *by >= 0 => Some((*to, *by)),
        _ => None,
    }
}

impl @TYPE@ {
    /// Offers a unit its move.
    pub(crate) fn offer_move(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let reach = Reach {
            legs: LegSet::PIVOT.and(LegSet::ADVANCE),
            allowance: self.kind(battle.unit(id)).pace,
            spread: 0,
        };
        out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::MOVE_02));
    }

    /// Returns the base of a unit at a pose.
    pub(crate) fn base(&self, battle: &Battle, unit: &Unit, at: Pose) -> Rect {
        let kind = usize::from(unit.kind);
        let size = battle.setting.stands.get(kind).copied();
        let (frontage, depth) = size.unwrap_or((self.kind(unit).frontage, self.kind(unit).depth));
        Rect::centred(at, frontage, depth)
    }

    /// Judges a move, with every reason against it.
    pub(crate) fn judge_move(&self, battle: &Battle, id: UnitId, legs: &Legs, r: &mut Ruling) {
        Self::require_turn(battle, id, MOVE, marks::MOVED, r);
        let unit = battle.unit(id);
        let Some((facing, by)) = plan(legs, unit.pose.facing) else {
            return r.refuse(c::MOVE_02, Witness::Plain);
        };
        let allowed = self.kind(unit).pace;
        r.require(within(by, allowed), c::MOVE_01, || Witness::Length {
            asked: by,
            allowed,
        });
        r.price(by, allowed);
        let turned = unit.pose.facing(facing);
        let end = turned.advanced(by);
        if turned != unit.pose {
            r.step(turned);
        }
        r.step(end);
        self.require_way(battle, id, turned, end, by, r);
    }

    /// Requires that nothing is in the way (MOVE-03, MOVE-04).
    fn require_way(
        &self,
        battle: &Battle,
        id: UnitId,
        from: Pose,
        end: Pose,
        by: Length,
        r: &mut Ruling,
    ) {
        let unit = battle.unit(id);
        let (start, last) = (self.base(battle, unit, from), self.base(battle, unit, end));
        for (other, them) in battle.present().filter(|&(other, _)| other != id) {
            let base = self.base(battle, them, them.pose);
            let met = start.sweep(from.facing, &base);
            let crosses = met.is_some_and(|passage| passage.enter < by);
            let blocked = crosses || start.overlaps(&base) || last.overlaps(&base);
            r.require(!blocked, c::MOVE_03, || Witness::Blocked {
                by: other,
                at: them.pose.point(),
            });
        }
        r.require(battle.setting.holds(&last), c::MOVE_03, || {
            Witness::Place(end)
        });
        if let Some(feature) = self.barred(battle, unit, &start, from.facing, by) {
            r.refuse(c::MOVE_04, Witness::Terrain {
                feature,
                at: end.point(),
            });
        }
    }

    /// Returns the first feature on the path that the unit may not enter (MOVE-04).
    fn barred(
        &self,
        battle: &Battle,
        unit: &Unit,
        start: &Rect,
        towards: Facing,
        by: Length,
    ) -> Option<u8> {
        let mounted = self.kind(unit).mounted;
        let bars = |ground: Ground| match ground {
            Ground::Lake | Ground::Impassable => true,
            Ground::River => !self.at_crossing(battle, start, towards, by),
            Ground::Woods => mounted,
            _ => false,
        };
        let hit = battle.setting.terrain.iter().position(|feature| {
            bars(feature.ground)
                && feature.areas.iter().any(|area| {
                    area.overlaps(start)
                        || start.sweep_area(towards, area).is_some_and(|far| far < by)
                })
        });
        hit.and_then(|at| u8::try_from(at).ok())
    }

    /// Returns whether the path leads over a bridge or through a ford.
    fn at_crossing(&self, battle: &Battle, start: &Rect, towards: Facing, by: Length) -> bool {
        battle.setting.terrain.iter().any(|feature| {
            matches!(feature.ground, Ground::Bridge | Ground::Ford)
                && feature.areas.iter().any(|area| {
                    area.overlaps(start)
                        || start.sweep_area(towards, area).is_some_and(|far| far < by)
                })
        })
    }

    /// Carries out a move.
    pub(crate) fn make_move(legal: &Legal, id: UnitId, scene: &mut Scene) {
        for (step, &pose) in legal.path().iter().enumerate() {
            let turns = step == 0 && legal.path().len() > 1;
            let gait = if turns { Gait::Turned } else { Gait::Moved };
            scene.shift(id, pose, gait, c::MOVE_02);
        }
        scene.set(id, marks::MOVED, true, c::TURN_02);
    }
}
