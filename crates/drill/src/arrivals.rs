//! Reinforcements: who comes on when, and where there is room.

use sandtable_battle::{Arrival, Battle, Clause, Gait, Scene, Setting, Status, Unit};
use sandtable_geometry::{
    Length, Pose, Rect, Shifts, TOLERANCE, nearest_place, nearest_place_among,
};
use std::sync::Arc;

/// The least step along an edge, in hundredths of a millimetre.
pub(crate) const LEAST_STEP: Length = 100;

/// Brings on the reinforcements whose turn has come and that `may` come, each
/// where `room` finds a place for it; one that has none waits.
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

/// The pose nearest to `at`, its facing kept, at which a unit has room, no shift of more
/// than `most` east, west, north or south away; `base` is its ground at `at`.
///
/// `room` says whether a rectangle has room; a smaller one never has less than one that
/// covers it. No nearer place has: see [`nearest_place`].
pub fn room_about(
    at: Pose,
    base: &Rect,
    most: Length,
    room: impl FnMut(&Rect) -> bool,
) -> Option<Pose> {
    clear(at, base, Shifts::about(most), room)
}

/// The same, where several things bar places: `room` says of each, by its number,
/// whether it leaves a rectangle room.
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
    let by = nearest_place_among(base, Shifts::about(most), bars, |bar, rect| {
        room(bar, &rect.grown(TOLERANCE))
    })?;
    Some(Pose::new(at.x + by.x, at.y + by.y, at.facing))
}

/// The pose nearest to `at` along the edge of the table that it is nearest to, as
/// [`room_about`].
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

/// The pose itself if there is room, else the nearest one at which nothing is lain upon
/// at all: the tolerance is for measuring, not to be used up.
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
