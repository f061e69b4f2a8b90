//! What a unit can see and reach, shown on demand: outlines drawn from its profile, and sight as
//! the rules judge it.

use crate::Look;
use crate::measure::{long, outline, tape, xy};
use crate::view::{AreaKind, AreaView, CommandView, Overlay, SightView};
use sandtable_battle::{Unit, UnitId, Witness};
use sandtable_geometry::{Length, Point, Rect, within};
use sandtable_tongue::say;

/// Number of corners with which the round part of an outline is drawn.
const BENDS: i32 = 8;

impl Look<'_> {
    /// Returns what a unit can see and reach.
    #[must_use]
    pub fn overlay(&self, unit: UnitId) -> Overlay {
        if !self.battle.get(unit).is_some_and(Unit::on_table) {
            return Overlay::default();
        }
        let own = self.rules.footprint(self.battle, unit);
        let profile = self.rules.advice().profile(self.battle, unit);
        let area = |kind: AreaKind, radius: Length, label: &str| AreaView {
            kind,
            label: label.to_owned(),
            far: long(self.ruler(), radius),
            outline: outline(self.ruler(), &fan(&own, radius, profile.arc)),
        };
        let (range, charge, pace) = (profile.range, profile.charge, profile.pace);
        let areas = [
            (AreaKind::Range, range, say("Shooting")),
            (AreaKind::Range, charge, say("Charge")),
            (AreaKind::Range, pace, say("Move")),
            (AreaKind::Arc, range, ""),
            (AreaKind::Charge, charge, ""),
        ];
        let there = areas.into_iter().filter(|&(_, radius, _)| radius > 0);
        let mut out = Overlay {
            areas: there
                .map(|(kind, radius, label)| area(kind, radius, label))
                .collect(),
            ..Overlay::default()
        };
        let foes = self.foes(unit).into_iter();
        out.sight = foes.filter_map(|foe| self.sight(unit, foe)).collect();
        out.command = self.command(unit);
        out
    }

    /// Returns how far the unit's command reaches, and which units it covers.
    fn command(&self, unit: UnitId) -> Option<CommandView> {
        let found = self.rules.advice().influence(self.battle, unit)?;
        let own = self.rules.footprint(self.battle, unit);
        let me = self.battle.get(unit)?;
        let far = |id: UnitId| {
            let rect = self.rules.footprint(self.battle, id);
            if found.from_base {
                own.distance(&rect).length
            } else {
                rect.distance_from(own.centre()).length
            }
        };
        let others = self.battle.side(me.side).filter(|&(id, _)| id != unit);
        Some(CommandView {
            clause: self.cite(found.clause),
            title: self.title(found.clause).to_owned(),
            radius: long(self.ruler(), found.reach),
            outline: outline(self.ruler(), &round(&own, found.reach, found.from_base)),
            units: others
                .filter(|&(id, _)| within(far(id), found.reach))
                .map(|(id, _)| id.0)
                .collect(),
        })
    }

    /// Returns the line of sight to an enemy as the rules judge it. A blocked line ends where it is
    /// blocked.
    fn sight(&self, unit: UnitId, foe: UnitId) -> Option<SightView> {
        let sight = self.rules.advice().sight(self.battle, unit, foe)?;
        let shown = tape(self.ruler(), sight.tape);
        let stop = sight.barred.and_then(|why| match why.witness {
            Witness::Blocked { at, .. } | Witness::Terrain { at, .. } => Some(at),
            _ => None,
        });
        Some(SightView {
            unit: foe.0,
            from: shown.from,
            to: stop.map_or(shown.to, |at| xy(self.ruler(), at)),
            clear: sight.is_clear(),
            length: shown.length,
        })
    }
}

/// Returns the outline of the ground before a front: it spreads outwards from the corners and ends
/// everywhere at the same distance from the front edge.
fn fan(own: &Rect, radius: Length, spread: i32) -> Vec<Point> {
    let facing = own.facing();
    let (left, right) = own.front_edge().ends();
    let mut out = vec![left];
    for bend in (0..=BENDS).rev() {
        out.push(left.moved(facing.turned(-spread * bend / BENDS), radius));
    }
    for bend in 0..=BENDS {
        out.push(right.moved(facing.turned(spread * bend / BENDS), radius));
    }
    out.push(right);
    out
}

/// Returns the outline of the ground within a distance of a base, or of its centre.
fn round(own: &Rect, reach: Length, from_base: bool) -> Vec<Point> {
    let facing = own.facing();
    let mut out = Vec::new();
    for (quarter, corner) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        let hub = if from_base {
            own.corners()[corner]
        } else {
            own.centre()
        };
        for bend in 0..=BENDS {
            let turn = 0x4000 * quarter + 0x4000 * bend / BENDS;
            out.push(hub.moved(facing.turned(turn), reach));
        }
    }
    out
}
