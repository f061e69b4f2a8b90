//! Section 12: hits and elimination.

use crate::marks::{self, Struck};
use crate::switches::{EliminationTiming, MoraleTrigger};
use crate::turn::MELEE;
use crate::{ThreeHit, c};
use sandtable_battle::by;
use sandtable_battle::{Scene, Status, Unit, UnitId};
use sandtable_geometry::within;

impl ThreeHit {
    /// Whether a unit has taken enough hits to be eliminated (HIT-02); it may
    /// still be on the table until the dead are removed.
    pub(crate) fn doomed(&self, unit: &Unit) -> bool {
        by!(c::SCOPE_02);
        marks::HITS.of(unit) >= self.numbers.hits_to_eliminate
    }

    /// Whether the dead are removed only at the end of the player turn
    /// (SHOOT-12, A19).
    pub(crate) fn removes_late(&self) -> bool {
        self.choices.elimination_timing == EliminationTiming::EndOfTurn
    }

    /// Adds hits to a unit (HIT-01); surplus hits are lost (HIT-02).
    pub(crate) fn add_hits(&self, scene: &mut Scene, id: UnitId, hits: u16) {
        let had = marks::HITS.of(scene.unit(id));
        let added = i8::try_from(hits).unwrap_or(i8::MAX);
        let now = had
            .saturating_add(added)
            .min(self.numbers.hits_to_eliminate);
        scene.set(id, marks::HITS, now, c::HIT_01);
    }

    /// Gives a unit the hits of an attack, notes what its morale test needs, and removes
    /// the unit if that eliminates it.
    pub(crate) fn hurt(&self, scene: &mut Scene, id: UnitId, by: UnitId, hits: u16, how: Struck) {
        if hits == 0 {
            return;
        }
        self.add_hits(scene, id, hits);
        let fire_is_no_trigger = self.choices.morale_trigger == MoraleTrigger::MeleeOnly;
        if how == Struck::ByMelee || !fire_is_no_trigger {
            // In the essay only melee causes a test, on the play sheet any damage does.
            by!(c::SCOPE_03);
            self.note_striker(scene, id, by, hits, how);
        }
        // If blows fall at once, all must be struck before any unit is removed.
        let later =
            self.removes_late() || (self.choices.both_strike() && scene.cursor.phase == MELEE);
        if self.doomed(scene.unit(id)) && !later {
            // The unit is removed instead of showing a third hit, and no longer blocks others.
            by!(c::HIT_03, c::HIT_04);
            scene.become_(id, Status::Destroyed, c::HIT_02);
        }
    }

    /// Notes the enemy that damaged a unit: for its test, the unit's place in the order of first
    /// damage (MOR-13); for its retreat, the enemy that counts (MOR-07).
    fn note_striker(&self, scene: &mut Scene, id: UnitId, by: UnitId, hits: u16, how: Struck) {
        let unit = scene.unit(id);
        let (taken, before) = (marks::HITS_THIS_TURN.of(unit), marks::STRUCK_HOW.of(unit));
        let taken = taken.saturating_add(i8::try_from(hits).unwrap_or(i8::MAX));
        scene.set(id, marks::HITS_THIS_TURN, taken, c::MOR_02);
        if before == Struck::No {
            let last = scene.all().map(|(_, u)| marks::STRUCK_ORDER.of(u)).max();
            let next = last.unwrap_or(0).saturating_add(1);
            scene.set(id, marks::STRUCK_ORDER, next, c::MOR_13);
        }
        if before == Struck::No || self.counts_more(scene, id, by, how) {
            scene.set(id, marks::STRUCK_HOW, how, c::MOR_07);
            scene.set(id, marks::STRUCK_BY, Some(by), c::MOR_07);
        }
    }

    /// Whether a new attacker counts more than the one noted: melee before
    /// shooting, then the nearer, then the earlier (MOR-07). Distances that differ by no more
    /// than the tolerance, as those of two enemies in contact, are equal.
    fn counts_more(&self, scene: &Scene, id: UnitId, by: UnitId, how: Struck) -> bool {
        let before = marks::STRUCK_HOW.of(scene.unit(id));
        if how != before {
            return how == Struck::ByMelee;
        }
        let own = self.rect(scene, id);
        let gap = |foe: UnitId| own.distance(&self.rect(scene, foe)).length;
        self.striker(scene.unit(id))
            .is_some_and(|noted| !within(gap(noted), gap(by)))
    }

    /// Returns the enemy whose attack counts for a unit's retreat.
    pub(crate) fn striker(&self, unit: &Unit) -> Option<UnitId> {
        marks::STRUCK_BY.of(unit)
    }

    /// Removes every unit that has taken its last hit (HIT-04: from then on it blocks nothing
    /// and is in contact with nothing).
    pub(crate) fn remove_dead(&self, scene: &mut Scene) {
        for id in scene.ids() {
            let unit = scene.unit(id);
            if unit.on_table() && self.doomed(unit) {
                scene.become_(id, Status::Destroyed, c::HIT_02);
            }
        }
    }
}
