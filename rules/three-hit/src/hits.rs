//! Section 12: hits and elimination.

use crate::switches::{EliminationTiming, MoraleTrigger};
use crate::turn::MELEE;
use crate::{ThreeHit, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Scene, Status, Unit, UnitId};

impl ThreeHit {
    /// Whether a unit has taken the hits that eliminate it (HIT-02); it may
    /// still stand on the table until the dead are removed.
    pub(crate) fn doomed(&self, unit: &Unit) -> bool {
        by!(c::SCOPE_02);
        unit.mark(marks::HITS) >= self.numbers.hits_to_eliminate
    }

    /// Whether the dead are removed at the end of the player turn only
    /// (SHOOT-12, A19).
    pub(crate) fn removes_late(&self) -> bool {
        self.choices.elimination_timing == EliminationTiming::EndOfTurn
    }

    /// Adds hits to a unit (HIT-01); surplus hits are lost (HIT-02).
    pub(crate) fn add_hits(&self, scene: &mut Scene, id: UnitId, hits: u16) {
        let had = scene.unit(id).mark(marks::HITS);
        let added = i8::try_from(hits).unwrap_or(i8::MAX);
        let now = had
            .saturating_add(added)
            .min(self.numbers.hits_to_eliminate);
        scene.mark(id, marks::HITS, now, c::HIT_01);
    }

    /// Hits a unit by an attack, notes what its morale test needs, and removes
    /// it if that is its end.
    pub(crate) fn hurt(&self, scene: &mut Scene, id: UnitId, by: UnitId, hits: u16, how: i8) {
        if hits == 0 {
            return;
        }
        self.add_hits(scene, id, hits);
        let fire_is_no_trigger = self.choices.morale_trigger == MoraleTrigger::MeleeOnly;
        if how == marks::BY_MELEE || !fire_is_no_trigger {
            // The essay lets melee alone bring on a test, the play sheet any damage.
            by!(c::SCOPE_03);
            self.note_striker(scene, id, by, hits, how);
        }
        // Blows that fall at once must all be struck before anyone is removed.
        let later =
            self.removes_late() || (self.choices.both_strike() && scene.cursor.phase == MELEE);
        if self.doomed(scene.unit(id)) && !later {
            // It goes instead of bearing a third hit, and is in nobody's way.
            by!(c::HIT_03, c::HIT_04);
            scene.become_(id, Status::Destroyed, c::HIT_02);
        }
    }

    /// Notes who damaged a unit: for its test, its place in the order of first
    /// damage (MOR-13); for its retreat, the enemy that counts (MOR-07).
    fn note_striker(&self, scene: &mut Scene, id: UnitId, by: UnitId, hits: u16, how: i8) {
        let unit = scene.unit(id);
        let (taken, before) = (
            unit.mark(marks::HITS_THIS_TURN),
            unit.mark(marks::STRUCK_HOW),
        );
        let taken = taken.saturating_add(i8::try_from(hits).unwrap_or(i8::MAX));
        scene.mark(id, marks::HITS_THIS_TURN, taken, c::MOR_02);
        if before == 0 {
            let last = scene.all().map(|(_, u)| u.mark(marks::STRUCK_ORDER)).max();
            let next = last.unwrap_or(0).saturating_add(1);
            scene.mark(id, marks::STRUCK_ORDER, next, c::MOR_13);
        }
        if before == 0 || self.counts_more(scene, id, by, how) {
            scene.mark(id, marks::STRUCK_HOW, how, c::MOR_07);
            scene.mark(id, marks::STRUCK_BY, by.0.cast_signed(), c::MOR_07);
        }
    }

    /// Whether a new attacker counts more than the one noted: melee before
    /// shooting, then the nearer, then the earlier (MOR-07).
    fn counts_more(&self, scene: &Scene, id: UnitId, by: UnitId, how: i8) -> bool {
        let before = scene.unit(id).mark(marks::STRUCK_HOW);
        if how != before {
            return how == marks::BY_MELEE;
        }
        let own = self.rect(scene, id);
        let gap = |foe: UnitId| own.distance(&self.rect(scene, foe)).length;
        self.striker(scene.unit(id))
            .is_some_and(|noted| gap(by) < gap(noted))
    }

    /// The enemy whose attack counts for a unit's retreat.
    pub(crate) fn striker(&self, unit: &Unit) -> Option<UnitId> {
        let by = UnitId(unit.mark(marks::STRUCK_BY).cast_unsigned());
        (unit.mark(marks::STRUCK_HOW) != 0).then_some(by)
    }

    /// Removes every unit that has had its last hit (HIT-04: it blocks nothing
    /// and leaves no contact from then on).
    pub(crate) fn remove_dead(&self, scene: &mut Scene) {
        for place in 0..scene.units.len() {
            let unit = &scene.units[place];
            if unit.on_table() && self.doomed(unit) {
                let id = UnitId(u8::try_from(place).unwrap_or(u8::MAX));
                scene.become_(id, Status::Destroyed, c::HIT_02);
            }
        }
    }
}
