//! What a base lies on while it turns on its centre, over all headings at once: how far it can turn
//! until a corner that certainly lies under it, or on the other base, comes out. This is a closed
//! form whose answers are certain, so where it answers nothing has to be searched.

use crate::vector::{V, lesser};
use crate::{Facing, Rect};

/// Certainly deeper than the tolerance.
const SURE: f64 = 4.0;

/// A base that turns on its centre.
#[derive(Clone, Copy, Debug)]
pub struct Pivot {
    base: Rect,
}

impl Pivot {
    /// Returns the turns of a base.
    #[must_use]
    pub const fn of(base: &Rect) -> Self {
        Self { base: *base }
    }

    /// Returns how many headings follow `at`, to one side, at all of which the base overlaps
    /// another as [`Rect::overlaps`] says; `None` if that cannot be told at this one.
    #[must_use]
    pub fn upon(&self, other: &Rect, at: Facing, clockwise: bool) -> Option<i32> {
        let own = self.base.turned(at);
        let inner = |base: &Rect| V::new(base.hw - SURE, base.hd - SURE);
        // Seen from the base, the corners of the other turn the opposite way.
        let half = inner(&own);
        let theirs = other.vertices().map(|corner| own.local(corner));
        let theirs = theirs.map(|corner| stays(corner, (-half, half), !clockwise));
        // Seen along the other's sides, the base's own corners turn around its own centre.
        let seen = |v: V| V::new(v.dot(other.r), v.dot(other.f));
        let (middle, half) = (seen(other.c - own.c), inner(other));
        let ours = own.vertices().map(|corner| {
            let place = seen(corner - own.c);
            stays(place, (middle - half, middle + half), clockwise)
        });
        theirs.into_iter().chain(ours).flatten().max()
    }
}

/// Returns how many headings a place can turn around the middle without leaving a box; `None` if it
/// does not lie in the box.
fn stays(place: V, (low, high): (V, V), clockwise: bool) -> Option<i32> {
    use std::f64::consts::{PI, TAU};
    const STEPS: f64 = 65536.0 / TAU;
    let inside = place.x >= low.x && place.x <= high.x && place.y >= low.y && place.y <= high.y;
    if !inside {
        return None;
    }
    let square = place.dot(place);
    let mut least = PI;
    // Where the circle of the place crosses the lines of the box's sides.
    for (side, at) in [low.x, high.x, low.y, high.y].into_iter().enumerate() {
        let rest = square - at * at;
        if rest <= 0.0 {
            continue;
        }
        for rest in [rest.sqrt(), -rest.sqrt()] {
            let to = if side < 2 {
                V::new(at, rest)
            } else {
                V::new(rest, at)
            };
            let turn = libm::atan2(-place.cross(to), place.dot(to));
            let turn = if clockwise { turn } else { -turn };
            least = lesser(least, if turn < 0.0 { turn + TAU } else { turn });
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "below half a turn")]
    let steps = (least * STEPS) as i32;
    Some((steps - 1).max(0))
}
