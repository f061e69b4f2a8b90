//! About how many bytes a line takes in a file, without writing it: never fewer.

use super::Line;
use sandtable_battle::Stated;

/// What the last line of a full journal may weigh.
pub(super) const SPARE: usize = 1 << 20;

/// Returns the weight of a line with all that was struck out after it.
pub(super) fn of(line: &Line) -> usize {
    let faces: usize = line.rolls.iter().map(|roll| roll.faces.len()).sum();
    let stated = line.stated.as_deref().map_or(0, weight_of);
    let joint = line.joint.as_ref().map_or(0, |_| 4_000);
    let struck: usize = line.struck.iter().map(of).sum();
    1_500 + 200 * (line.rolls.len() + line.events.len()) + 4 * faces + stated + joint + struck
}

fn weight_of(stated: &Stated) -> usize {
    let points: usize = stated.ground.iter().map(|patch| patch.points.len()).sum();
    let parts = stated.poses.len() + stated.ground.len() + stated.left.len() + stated.amends.len();
    4_000 + 200 * parts + 40 * points
}
