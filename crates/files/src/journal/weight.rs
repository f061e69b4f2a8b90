//! About how many bytes a line takes in a file, without writing it: never fewer.

use super::waits::{self, Words};
use super::{Header, Line};
use sandtable_battle::{Battle, Stated};
use sandtable_keep::checked;

/// What the last line of a full journal may weigh.
pub(super) const SPARE: usize = 1 << 20;

/// What joint dice add to a line.
pub(super) const JOINT: usize = 4_000;

/// Returns the weight of a header. Line ends and quotes of its battle take two bytes each.
pub(super) const fn of_header(header: &Header) -> usize {
    4_000 + 2 * header.battle.len()
}

/// Returns how many bytes a line without struck lines takes in a file, given the battle before it.
pub(super) fn measured(line: &Line, before: &Battle, words: Option<&Words>) -> usize {
    let written = waits::written(before, std::slice::from_ref(line), words);
    let texts = written.iter().map(serde_json::to_string);
    let sizes = texts.map(|text| text.map_or_else(|_| of(line), |text| checked(&text).len() + 1));
    sizes.sum()
}

/// Returns the weight of a line with all that was struck out after it.
pub(super) fn of(line: &Line) -> usize {
    let faces: usize = line.rolls.iter().map(|roll| roll.faces.len()).sum();
    let stated = line.stated.as_deref().map_or(0, weight_of);
    let joint = line.joint.as_ref().map_or(0, |_| JOINT);
    let struck: usize = line.struck.iter().map(of).sum();
    1_500 + 200 * (line.rolls.len() + line.events.len()) + 4 * faces + stated + joint + struck
}

fn weight_of(stated: &Stated) -> usize {
    let points: usize = stated.ground.iter().map(|patch| patch.points.len()).sum();
    let parts = stated.poses.len() + stated.ground.len() + stated.left.len() + stated.amends.len();
    4_000 + 200 * parts + 40 * points
}
