//! Paths of units, pose by pose.

use sandtable_battle::{Clause, Gait, Scene, UnitId};
use sandtable_geometry::Pose;

/// Moves a unit from pose to pose: where it only turns, under one clause, and where it moves, under
/// the other.
pub fn walk(scene: &mut Scene, id: UnitId, path: &[Pose], turns: Clause, moves: Clause) {
    for &pose in path {
        let (gait, why) = if pose.point() == scene.unit(id).pose.point() {
            (Gait::Turned, turns)
        } else {
            (Gait::Moved, moves)
        };
        scene.shift(id, pose, gait, why);
    }
}
