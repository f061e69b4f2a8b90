//! Section 7: interpenetration.

use crate::{ThreeHit, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Ruling, Unit, UnitId, Witness};
use sandtable_drill as drill;
use sandtable_geometry::{Length, Rect, TOLERANCE};

impl ThreeHit {
    /// Whether a unit may move through another: skirmishers pass through friends, and
    /// friends through skirmishers (PASS-01).
    pub(crate) fn may_pass(&self, mover: &Unit, other: &Unit) -> bool {
        mover.side == other.side && (self.kind(mover).passes || self.kind(other).passes)
    }

    /// Requires that an advance meets nothing before its end (PASS-03): it looks for the
    /// first base and the first forbidden ground in its corridor (GEO-07).
    /// Friends that the starting pivot turned onto are ignored (TURNING-02);
    /// `goal` is the target of a charge, which does not block its own charge.
    pub(crate) fn require_way(
        &self,
        battle: &Battle,
        id: UnitId,
        from: &Rect,
        by: Length,
        goal: Option<UnitId>,
        r: &mut Ruling,
    ) {
        by!(c::GEO_07);
        let unit = battle.unit(id);
        // A charge passes through no unit: its target must be the first thing it meets.
        by!(c::CHG_10);
        let passes = goal.is_none() || self.choices.charge_through_skirmishers;
        let mut first: Option<(Length, UnitId)> = None;
        for (other, them) in self.round(battle, from, by) {
            if other == id || Some(other) == goal || (passes && self.may_pass(unit, them)) {
                continue;
            }
            let base = self.rect(battle, other);
            let Some(met) = from.sweep(from.facing(), &base) else {
                continue;
            };
            let turned_onto = them.side == unit.side && from.overlaps(&base);
            let before = met.enter + TOLERANCE < by && !turned_onto;
            if before && first.is_none_or(|(least, _)| met.enter < least) {
                first = Some((met.enter, other));
            }
        }
        if let Some((enter, by)) = first {
            let at = from.front_middle().moved(from.facing(), enter);
            // CHG-04: a charge must meet its target first.
            let why = goal.map_or(c::PASS_03, |_| c::CHG_04);
            r.refuse(why, Witness::Blocked { by, at });
            let them = battle.unit(by);
            let friend = them.side == unit.side;
            let barred = if self.may_pass(unit, them) {
                c::CHG_10
            } else {
                c::PASS_01
            };
            r.require(!friend, barred, || Witness::Unit(by));
        }
        if let Some((at, clause, _)) = self.ground_ahead(battle, unit, from, by) {
            r.refuse(clause, drill::ground_witness(battle, at));
        }
    }

    /// Requires that a unit may end its move on this ground: clear of every
    /// base (PASS-02, or TURNING-02 after a pivot) and of forbidden ground.
    pub(crate) fn require_room(
        &self,
        battle: &Battle,
        id: UnitId,
        base: &Rect,
        walk: Option<&sandtable_geometry::Edge>,
        why: Clause,
        r: &mut Ruling,
    ) {
        if let Some(by) = self.overlapped(battle, id, base) {
            r.refuse(why, Witness::blocked(battle, by));
        }
        if let Some((at, clause)) = self.bad_ground(battle, battle.unit(id), base, walk) {
            r.refuse(clause, drill::ground_witness(battle, at));
        }
    }

    /// Requires that a unit touches no enemy at this place: only charging makes
    /// contact (MOVE-09).
    pub(crate) fn require_no_contact(
        &self,
        battle: &Battle,
        id: UnitId,
        base: &Rect,
        r: &mut Ruling,
    ) {
        let touched = self.touching_at(battle, battle.unit(id), *base).next();
        if let Some((foe, _)) = touched {
            r.refuse(c::MOVE_09, Witness::Unit(foe));
        }
    }
}
