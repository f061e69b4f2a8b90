//! The table in words, for players who hear it and for anyone who would rather read.
//!
//! Every sentence has its parts in a fixed order, so that listeners who know it can stop as soon as
//! they have heard what they want. Distances are those that the rules measure, between bases. A
//! bearing goes from middle to middle, in degrees clockwise from north. Arcs are the four zones
//! between the rays from the corners of a base. Who can shoot at whom is the answer of the rules.

mod around;
mod ground;
mod overview;

use crate::Look;
use crate::measure::numeral;
use sandtable_battle::UnitId;
use sandtable_geometry::{Face, Facing, Point, Rect};
use sandtable_tell::compass;
use sandtable_tongue::say;

/// Returns a bearing in whole degrees.
pub fn bearing(facing: Facing) -> u32 {
    ((u32::from(facing.0) * 360 + 0x8000) >> 16) % 360
}

/// Names a direction by its compass point and its degrees.
fn towards(from: Point, to: Point) -> String {
    let facing = Facing::towards(from, to);
    say!(
        "{wind} (bearing {degrees})",
        wind = compass(facing),
        degrees = bearing(facing)
    )
}

/// Says where a point lies as seen from a base that looks ahead.
fn lies(own: &Rect, at: Point) -> &'static str {
    let (right, _) = own.offset_of(at);
    match own.zone_of(at) {
        Face::Front if 2 * right.abs() <= own.frontage() => say("straight ahead"),
        Face::Front if right < 0 => say("ahead on the left"),
        Face::Front => say("ahead on the right"),
        Face::Left => say("on your left flank"),
        Face::Right => say("on your right flank"),
        Face::Rear => say("behind you"),
    }
}

/// Says in which arc of another base a point lies.
fn arc_of(other: &Rect, at: Point) -> &'static str {
    match other.zone_of(at) {
        Face::Front => say("you are in its front arc"),
        Face::Left => say("you are on its left flank"),
        Face::Right => say("you are on its right flank"),
        Face::Rear => say("you are behind it"),
    }
}

impl Look<'_> {
    /// Names the ninth of the table in which a point lies.
    fn part(&self, at: Point) -> &'static str {
        sandtable_tell::part(self.battle, at)
    }

    /// Formats a point as people write it.
    fn at_words(&self, at: Point) -> String {
        let ruler = self.ruler();
        sandtable_tell::point(&numeral(ruler, at.x), &numeral(ruler, at.y))
    }

    /// Returns a unit's troop type.
    fn kind(&self, id: UnitId) -> String {
        let kind = self.battle.get(id).map_or(0, |u| usize::from(u.kind));
        let kind = self.card().kinds.get(kind);
        kind.map_or_else(
            || say!("unit"),
            |k| sandtable_tell::words::in_sentence(&k.title),
        )
    }

    /// Lists a unit's state: its formation, what is left of it, its marks, the unit it is with.
    fn state(&self, id: UnitId) -> Vec<String> {
        let (card, unit) = (self.card(), self.battle.unit(id));
        let kind = card.kinds.get(usize::from(unit.kind));
        let mut parts = Vec::new();
        if kind.is_none_or(|k| !k.leader) {
            let formation = card.formations.get(usize::from(unit.formation));
            if let Some(name) = formation.filter(|_| card.formations.len() > 1) {
                parts.push(say!(
                    "in {formation}",
                    formation = sandtable_tell::words::plain(name)
                ));
            }
            if unit.started > 1 {
                parts.push(say!(
                    "{part} of {all}",
                    part = unit.stands,
                    all = card.strength.count(unit.started)
                ));
            }
        }
        parts.extend(self.marks(id).into_iter().map(|mark| mark.says));
        parts.extend(
            unit.with
                .map(|with| say!("with {unit}", unit = self.name(with))),
        );
        parts
    }

    /// Names the ground on which a base stands.
    fn stands_in(&self, rect: &Rect) -> Option<String> {
        let all = self.battle.setting.terrain.iter();
        let here = all.filter(|f| f.overlaps(rect) || f.holds(rect.centre()));
        let mut names: Vec<String> = Vec::new();
        for name in here.map(ground::called) {
            // Crossing roads may share a name.
            if !names.contains(&name) {
                names.push(name);
            }
        }
        (!names.is_empty()).then(|| say!("on {ground}", ground = names.join(say(" and "))))
    }
}
