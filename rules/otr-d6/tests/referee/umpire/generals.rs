//! Generals: who is led, who is at risk, who rides away.

use super::figures::{fights, shape, spot};
use super::outcome::{Fate, is_there};
use super::{CLOSE, Umpire};
use sandtable_battle::{Unit, UnitId};
use sandtable_referee::plane::{P, Shape, apart, holds, sides, to_segment};

/// A lone general that a charger came upon, and the friend the general rode to (A66).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ridden {
    pub(super) general: UnitId,
    pub(super) to: Option<UnitId>,
}

/// Returns how far a point is from a base: zero if it lies in it.
pub(super) fn away_from(at: P, base: &Shape) -> f64 {
    if holds(base, at, 0.0) {
        return 0.0;
    }
    let edges = sides(base).map(|side| to_segment(at, side));
    edges.fold(f64::INFINITY, f64::min)
}

impl Umpire<'_> {
    /// Returns the general attached to a unit (CMD-03).
    pub(super) fn attached(&self, id: UnitId) -> Option<UnitId> {
        let mut all = self.0.present();
        all.find(|(_, g)| !fights(g) && g.with == Some(id))
            .map(|(id, _)| id)
    }

    /// Returns the unattached generals within three inches of a unit that stands as `u` says
    /// (GEO-14); none if that is too close to call.
    pub(super) fn near(&self, u: &Unit) -> Option<Vec<UnitId>> {
        let base = shape(u);
        let mut out = Vec::new();
        for (id, g) in self.0.side(u.side) {
            if fights(g) || g.with.is_some() {
                continue;
            }
            let at = spot(g);
            let edge = sides(&base)
                .map(|side| to_segment(at, side))
                .fold(f64::INFINITY, f64::min);
            let far = if holds(&base, at, 0.0) { 0.0 } else { edge };
            if (far - 3.5).abs() < CLOSE {
                return None;
            }
            if far < 3.5 {
                out.push(id);
            }
        }
        Some(out)
    }

    /// CHG-04: returns what a general adds to the charge test.
    pub(super) fn spur(&self, id: UnitId) -> Option<i32> {
        if self.attached(id).is_some() {
            return Some(2);
        }
        let near = |id: &UnitId| self.near(self.unit(*id)).map(|all| !all.is_empty());
        let head = near(&id)?;
        // If the front brigade and one behind it differ on this, the umpire does not rule.
        for member in self.body(id) {
            if near(&member)? != head {
                return None;
            }
        }
        Some(i32::from(head))
    }

    /// CMD-07 and A69: returns who is at risk when a unit takes casualties, by where it stands
    /// before and after them.
    pub(super) fn at_risk(
        &self,
        id: UnitId,
        (before, after): (&Unit, &Unit),
        fates: &[(UnitId, Fate)],
    ) -> Option<Vec<UnitId>> {
        if let Some(general) = self.attached(id).filter(|g| is_there(*g, fates)) {
            return Some(vec![general]);
        }
        let near = self.near(before)?;
        (near == self.near(after)?).then_some(near)
    }

    /// CMD-07 to CMD-09: reads the dice for the generals at risk.
    pub(super) fn risk(
        &self,
        generals: &[UnitId],
        lost_melee: bool,
        out: &mut Vec<(UnitId, Fate)>,
        faces: &mut dyn Iterator<Item = i32>,
    ) -> Option<()> {
        for &id in generals {
            if out.iter().any(|g| g.0 == id && g.1 != Fate::Here) {
                continue;
            }
            out.retain(|g| g.0 != id);
            let fate = if faces.next()? < 6 {
                Fate::Here
            } else {
                match faces.next()? {
                    1 | 2 => Fate::Out(1),
                    3 | 4 if lost_melee && self.unit(id).with.is_some() => Fate::Gone,
                    3 | 4 => Fate::Out(faces.next()?),
                    _ => Fate::Gone,
                }
            };
            out.push((id, fate));
        }
        Some(())
    }

    /// MEL-06: whether an exceptional general is attached and still there.
    pub(super) fn led_well(&self, id: UnitId, fates: &[(UnitId, Fate)]) -> bool {
        let best = |g: &UnitId| self.unit(*g).ratings[2] == 0;
        let there = |g: &UnitId| is_there(*g, fates);
        self.attached(id).filter(best).filter(there).is_some()
    }

    /// A66: returns the lone enemy generals that a charger comes upon, each with the
    /// friend the general rides to; without a friend, the general is captured.
    pub(super) fn ridden_down(
        &self,
        unit: UnitId,
        target: UnitId,
        from: u8,
    ) -> Option<Vec<Ridden>> {
        let us = self.unit(unit);
        let alone = |(_, g): &(UnitId, &Unit)| !fights(g) && g.with.is_none();
        let mut lone = self.0.side(us.side.other()).filter(alone).peekable();
        if lone.peek().is_none() {
            return Some(Vec::new());
        }
        // None where the final place of the charger is too close to call.
        let base = shape(&self.contact((unit, target), from)?.0);
        let mut out = Vec::new();
        for (id, g) in lone {
            let far = away_from(spot(g), &base);
            if (far - 0.5).abs() < CLOSE {
                return None;
            }
            if far < 0.5 {
                let to = self.friend_of(id, target)?;
                out.push(Ridden { general: id, to });
            }
        }
        Some(out)
    }

    /// Returns the friend a lone general rides off to: the nearest within ten inches. None if
    /// that is too close to call, or if it is unclear how near to the target the general ends.
    pub(super) fn friend_of(&self, general: UnitId, target: UnitId) -> Option<Option<UnitId>> {
        let g = self.unit(general);
        let friends = self.0.side(g.side).filter(|(_, u)| fights(u));
        let mut all: Vec<(f64, UnitId)> = friends
            .map(|(id, u)| (away_from(spot(g), &shape(u)), id))
            .collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let &(far, to) = all.first()?;
        if (8.0..13.0).contains(&far) || all.get(1).is_some_and(|next| next.0 < far + 0.6) {
            return None;
        }
        if far > 13.0 {
            return Some(None);
        }
        let near = apart(&shape(self.unit(to)), &shape(self.unit(target))) < 6.0;
        (to == target || !near).then_some(Some(to))
    }

    /// Returns who is at risk when a charger, in place against its target, is shot at or fights.
    pub(super) fn risked_at_contact(
        &self,
        (unit, target): (UnitId, UnitId),
        from: u8,
        stands: i32,
        fates: &[(UnitId, Fate)],
    ) -> Option<Vec<UnitId>> {
        if let Some(general) = self.attached(unit).filter(|g| is_there(*g, fates)) {
            return Some(vec![general]);
        }
        let side = self.unit(unit).side;
        let free = |(_, g): (UnitId, &Unit)| !fights(g) && g.with.is_none();
        if !self.0.side(side).any(free) {
            return Some(Vec::new());
        }
        let (there, _) = self.contact((unit, target), from)?;
        let shrunk = Unit {
            stands: u8::try_from(stands.max(1)).ok()?,
            ..there
        };
        self.at_risk(unit, (&there, &shrunk), fates)
    }
}
