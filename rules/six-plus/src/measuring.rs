//! Bases, which unit may pass through which, and what a base overlaps.

use crate::switches::PassThrough;
use crate::{SixPlus, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Ruling, Unit, UnitId, Witness};
use sandtable_geometry::{Facing, Length, Pose, Rect, TOLERANCE};

impl SixPlus {
    /// Returns the base of a unit.
    pub(crate) fn rect(&self, battle: &Battle, id: UnitId) -> Rect {
        let unit = battle.unit(id);
        self.rect_at(battle, unit, unit.pose)
    }

    /// Returns the base of a unit as if it stood elsewhere.
    pub(crate) fn rect_at(&self, battle: &Battle, unit: &Unit, pose: Pose) -> Rect {
        let (frontage, depth) = self.base(battle, unit);
        Rect::centred(pose, frontage, depth)
    }

    /// Returns the frontage and depth of a unit's base.
    pub(crate) fn base(&self, battle: &Battle, unit: &Unit) -> (Length, Length) {
        by!(c::UNIT_02, c::UNIT_03, c::CONV_02);
        let set = battle.setting.stands.get(usize::from(unit.kind));
        let base = self.numbers.base;
        set.copied().unwrap_or((base.0.0, base.1.0))
    }

    /// Returns whether a unit could lie within `gap` of a base: a quick test before measuring.
    pub(crate) fn near(&self, battle: &Battle, base: &Rect, them: &Unit, gap: Length) -> bool {
        let (frontage, depth) = self.base(battle, them);
        base.could_reach(them.pose.point(), frontage + depth, gap)
    }

    /// Returns the units that could lie within `gap` of a base, by id: a quick test before
    /// measuring.
    pub(crate) fn round<'a>(
        &'a self,
        battle: &'a Battle,
        base: &Rect,
        gap: Length,
    ) -> impl Iterator<Item = (UnitId, &'a Unit)> + use<'a> {
        // More than the rounding of both positions adds up to.
        const SPARE: Length = 20;
        let largest = battle.setting.largest_stand(&self.card);
        let reach = (base.frontage() + base.depth() + largest) / 2 + SPARE;
        let base = *base;
        battle
            .about(base.centre(), gap.saturating_add(reach))
            .filter(move |(_, them)| self.near(battle, &base, them, gap))
    }

    /// Returns whether the bases of two units touch (CONV-05).
    pub(crate) fn touch(&self, battle: &Battle, a: UnitId, b: UnitId) -> bool {
        by!(c::CONV_03, c::CONV_04, c::CONV_05);
        let (a, b) = (self.rect(battle, a), self.rect(battle, b));
        a.is_nearer(&b, TOLERANCE + 1)
    }

    /// Returns the first other unit, by id, that a base would overlap.
    pub(crate) fn overlapped(&self, battle: &Battle, id: UnitId, base: &Rect) -> Option<UnitId> {
        let mut others = self
            .round(battle, base, 0)
            .filter(|&(other, _)| other != id);
        let hit = others.find(|&(other, _)| base.overlaps(&self.rect(battle, other)));
        hit.map(|(other, _)| other)
    }

    /// Returns the first enemy that a base would come too close to (MOVE-10).
    pub(crate) fn crowded(&self, battle: &Battle, unit: &Unit, base: &Rect) -> Option<UnitId> {
        by!(c::CONV_05);
        let gap = self.numbers.gap_to_enemy.0;
        let mut foes = self
            .round(battle, base, gap)
            .filter(|(_, them)| them.side != unit.side);
        let crowding =
            foes.find(|&(foe, _)| base.is_nearer(&self.rect(battle, foe), gap - TOLERANCE));
        crowding.map(|(foe, _)| foe)
    }

    /// Returns whether a unit may move through another (MOVE-08).
    pub(crate) fn may_pass(&self, mover: &Unit, other: &Unit) -> bool {
        let friends = mover.side == other.side;
        (friends || self.choices.pass_through == PassThrough::All)
            && (self.kind(mover).passes || self.kind(other).passes)
    }

    /// Returns the first unit that a base would run into while it slides ahead, and the distance.
    /// `goal` does not count.
    pub(crate) fn met(
        &self,
        battle: &Battle,
        id: UnitId,
        from: &Rect,
        way: Facing,
        by: Length,
        goal: Option<UnitId>,
    ) -> Option<(Length, UnitId)> {
        let unit = battle.unit(id);
        let mut first: Option<(Length, UnitId)> = None;
        for (other, them) in self.round(battle, from, by) {
            if other == id || Some(other) == goal || self.may_pass(unit, them) {
                continue;
            }
            let Some(met) = from.sweep(way, &self.rect(battle, other)) else {
                continue;
            };
            let before = met.enter + TOLERANCE < by;
            if before && first.is_none_or(|(least, _)| met.enter < least) {
                first = Some((met.enter, other));
            }
        }
        first
    }

    /// Requires that a base overlaps no other (MOVE-09), keeps clear of enemies (MOVE-10) and lies
    /// entirely on the map (MOVE-11).
    pub(crate) fn require_room(
        &self,
        battle: &Battle,
        id: UnitId,
        base: &Rect,
        why: Clause,
        r: &mut Ruling,
    ) {
        if let Some(by) = self.overlapped(battle, id, base) {
            r.refuse(why, Witness::blocked(battle, by));
        } else if let Some(foe) = self.crowded(battle, battle.unit(id), base) {
            r.refuse(c::MOVE_10, Witness::Unit(foe));
        }
        self.require_on_map(battle, base, r);
    }

    /// Requires that a base lies entirely on the map (MOVE-11).
    pub(crate) fn require_on_map(&self, battle: &Battle, base: &Rect, r: &mut Ruling) {
        r.require(battle.setting.holds(base), c::MOVE_11, || {
            Witness::Spot(base.centre())
        });
    }
}
