//! Reinforcements: which units arrive when, and where there is room.

use sandtable_battle::{Arrival, Battle, Clause, Gait, Scene, Setting, Status, Unit};
use sandtable_geometry::{
    Length, Pose, Rect, Shifts, TOLERANCE, nearest_place, nearest_place_about,
};
use std::sync::Arc;

/// Least step along an edge, in hundredths of a millimetre.
pub(crate) const LEAST_STEP: Length = 100;

/// Brings on the reinforcements whose turn has come and for which `may` allows it, each where
/// `room` finds a place; a unit without a place waits.
pub fn arrive(
    scene: &mut Scene,
    why: Clause,
    may: impl Fn(&Unit) -> bool,
    room: impl Fn(&Battle, &Arrival) -> Option<Pose>,
) {
    let setting = Arc::clone(&scene.setting);
    let turn = scene.cursor.turn;
    for arrival in setting.arrivals.iter().filter(|a| a.turn <= turn) {
        let due = |unit: &Unit| unit.status == Status::Expected && may(unit);
        if scene.get(arrival.unit).is_some_and(due)
            && let Some(at) = room(scene, arrival)
        {
            scene.shift(arrival.unit, at, Gait::Placed, why);
            scene.become_(arrival.unit, Status::Table, why);
        }
    }
}

/// Returns the pose nearest to `at`, with the same facing, at which a unit has room, shifted by no
/// more than `most` east, west, north or south; `base` is its ground at `at`.
///
/// `room` says whether a rectangle has room; a smaller one never has less than one that covers it.
/// No nearer place has room: see [`nearest_place`].
pub fn room_about(
    at: Pose,
    base: &Rect,
    most: Length,
    room: impl FnMut(&Rect) -> bool,
) -> Option<Pose> {
    clear(at, base, Shifts::about(most), room)
}

/// Returns the nearest pose with room, like [`room_about`], with several things that may take up
/// room: `room` says for each, by its number, whether it leaves a rectangle room.
pub fn room_among(
    at: Pose,
    base: &Rect,
    most: Length,
    bars: usize,
    mut room: impl FnMut(usize, &Rect) -> bool,
) -> Option<Pose> {
    if (0..bars).all(|bar| room(bar, base)) {
        return Some(at);
    }
    let by = nearest_place_about(base, most, bars, |bar, rect| {
        room(bar, &rect.grown(TOLERANCE))
    })?;
    Some(Pose::new(at.x + by.x, at.y + by.y, at.facing))
}

/// Returns the pose nearest to `at` along the nearest edge of the table, as for [`room_about`].
pub fn room_along_edge(
    setting: &Setting,
    at: Pose,
    base: &Rect,
    room: impl FnMut(&Rect) -> bool,
) -> Option<Pose> {
    let (width, height) = (setting.width, setting.height);
    let shifts = if at.x.min(width - at.x) < at.y.min(height - at.y) {
        Shifts {
            x: (0, 0),
            y: (-height, height),
        }
    } else {
        Shifts {
            x: (-width, width),
            y: (0, 0),
        }
    };
    clear(at, base, shifts, room)
}

/// Returns the pose itself if there is room; if not, the nearest one that overlaps nothing at all,
/// because the tolerance is for measuring and not to be used up.
fn clear(
    at: Pose,
    base: &Rect,
    shifts: Shifts,
    mut room: impl FnMut(&Rect) -> bool,
) -> Option<Pose> {
    if room(base) {
        return Some(at);
    }
    let by = nearest_place(base, shifts, |rect| room(&rect.grown(TOLERANCE)))?;
    Some(Pose::new(at.x + by.x, at.y + by.y, at.facing))
}
