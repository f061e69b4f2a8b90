//! Hits, the elimination of units, and the tide of battle.

use crate::{SixPlus, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Scene, Status, Unit, UnitId};
use sandtable_geometry::within;
use std::collections::VecDeque;

impl SixPlus {
    /// Returns whether a unit has enough hits to be eliminated; it stays on the table until the
    /// last phase (SHOOT-14).
    pub(crate) fn doomed(&self, unit: &Unit) -> bool {
        by!(c::ELIM_02);
        marks::HITS.of(unit) >= self.numbers.hits_to_eliminate
    }

    /// Adds hits to a unit.
    pub(crate) fn hurt(&self, scene: &mut Scene, id: UnitId, hits: i16, why: Clause) {
        let hits = i8::try_from(hits).unwrap_or(i8::MAX);
        let now = marks::HITS.of(scene.unit(id)).saturating_add(hits);
        scene.set(id, marks::HITS, now, why);
    }

    /// Eliminates every unit with 12 hits (ELIM-01), and the units that the tide of battle takes
    /// with them (TIDE-01 to TIDE-04).
    pub(crate) fn eliminate(&self, scene: &mut Scene) {
        by!(c::ELIM_03);
        let doomed = scene.present().filter(|(_, u)| self.doomed(u));
        let doomed = doomed.map(|(id, _)| id).collect();
        self.take_off_with_tide(doomed, None, scene);
    }

    /// Removes a unit before the last phase; the tide of battle runs as for any other loss
    /// (TIDE-07).
    pub(crate) fn lose(&self, scene: &mut Scene, id: UnitId, why: Clause) {
        if self.choices.tide {
            by!(c::TIDE_07);
        }
        self.take_off_with_tide(VecDeque::from([id]), Some((id, why)), scene);
    }

    /// Takes off the units in a queue and those that the tide adds to it; one of them may be lost
    /// by a different clause.
    fn take_off_with_tide(
        &self,
        mut queue: VecDeque<UnitId>,
        apart: Option<(UnitId, Clause)>,
        scene: &mut Scene,
    ) {
        let mut gone: Vec<UnitId> = Vec::new();
        while let Some(id) = queue.pop_front() {
            gone.push(id);
            if self.choices.tide {
                by!(c::TIDE_03, c::TIDE_04);
                self.tide_of(id, &gone, &mut queue, scene);
            }
        }
        // Take off the bases only after the tide has run its course.
        for id in gone {
            let leads = self.kind_of(scene, id).leads();
            let why = match apart {
                Some((unit, why)) if unit == id => why,
                _ if leads => c::GEN_07,
                _ => c::ELIM_01,
            };
            scene.become_(id, Status::Destroyed, why);
        }
    }

    /// Applies the effects of one unit's loss to its neighbours.
    fn tide_of(
        &self,
        id: UnitId,
        gone: &[UnitId],
        queue: &mut VecDeque<UnitId>,
        scene: &mut Scene,
    ) {
        let least = self.numbers.hits_to_eliminate + i8::from(self.choices.tide_needs_13);
        for other in self.neighbours(scene, id) {
            if gone.contains(&other) {
                continue;
            }
            if self.kind_of(scene, other).leads() {
                by!(c::TIDE_06);
            }
            self.hurt(scene, other, self.numbers.tide.hits.into(), c::TIDE_01);
            let swept = marks::HITS.of(scene.unit(other)) >= least;
            if swept && !queue.contains(&other) {
                by!(c::TIDE_02);
                queue.push_back(other);
            }
        }
    }

    /// Returns the units of the same side close enough to be affected by a loss.
    fn neighbours(&self, battle: &Battle, id: UnitId) -> Vec<UnitId> {
        let own = self.rect(battle, id);
        let near = |other: UnitId| {
            let gap = own.distance(&self.rect(battle, other)).length;
            within(gap, self.numbers.tide.within.0)
        };
        let friends = battle.side(battle.unit(id).side);
        friends
            .map(|(other, _)| other)
            .filter(|&other| other != id && near(other))
            .collect()
    }
}
