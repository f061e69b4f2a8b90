//! Ways that units go, pose by pose.

use sandtable_battle::{Clause, Gait, Scene, UnitId};
use sandtable_geometry::Pose;

/// Takes a unit from pose to pose: by one clause it turns where it stands, by the other it
/// moves.
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
