//! Places for units that their player leaves to the table: the first free ones in the player's
//! zones, row after row.

use crate::arrivals::LEAST_STEP;
use sandtable_battle::{Battle, Scene, Unit, UnitId};
use sandtable_geometry::{
    Area, Facing, Length, Point, Pose, Rect, Shifts, TOLERANCE, nearest_place,
};

/// Rows of places, each tried from its middle outwards, the left first.
#[derive(Clone, Copy, Debug)]
pub struct Ranks {
    /// The middle of the first row. All rows face as it does, north or south, and the other rows
    /// lie behind it.
    pub first: Pose,
    /// Distance from row to row and from place to place, 1/100 mm.
    pub step: Length,
    /// Number of rows.
    pub rows: i32,
    /// Number of places to each side of a row's middle.
    pub beside: i32,
}

impl Ranks {
    /// Makes rows over a whole table of `width` by `height`, outwards from its middle line: from
    /// the far edge back to the side's own edge, or as near as the steps allow.
    #[must_use]
    pub fn across((width, height): (Length, Length), facing: Facing, step: Length) -> Self {
        // House rules may set a step of zero.
        let step = step.max(LEAST_STEP);
        let rows = height / step;
        let y = if facing == Facing::NORTH {
            rows * step
        } else {
            0
        };
        Self {
            first: Pose::new(width / 2, y, facing),
            step,
            rows,
            beside: width / step,
        }
    }

    /// Returns the places in their order, without those at which a base would not lie in the box
    /// from `low` to `high`; `base` lies at the first place.
    pub fn inside(
        self,
        base: &Rect,
        (low, high): (Point, Point),
    ) -> impl Iterator<Item = Pose> + use<> {
        const SLACK: Length = 2 * TOLERANCE;
        let corners = base.corners();
        let span = |part: fn(&Point) -> Length, at: Length| {
            let least = corners.iter().map(part).min().unwrap_or(at);
            let most = corners.iter().map(part).max().unwrap_or(at);
            (least - at, most - at)
        };
        let (x, y) = (span(|p| p.x, self.first.x), span(|p| p.y, self.first.y));
        let fits = |at: Length, (least, most): (Length, Length), low: Length, high: Length| {
            at + least >= low - SLACK && at + most <= high + SLACK
        };
        let back = if self.first.facing == Facing::NORTH {
            -self.step
        } else {
            self.step
        };
        let rows = (0..self.rows).map(move |row| self.first.y + row * back);
        let rows = rows.filter(move |&at| fits(at, y, low.y, high.y));
        let places = (0..=self.beside).map(move |place| {
            let off = (place + 1) / 2 * self.step;
            self.first.x + if place % 2 == 0 { off } else { -off }
        });
        let places = places.filter(move |&at| fits(at, x, low.x, high.x));
        rows.flat_map(move |y| {
            let row = places.clone();
            row.map(move |x| Pose::new(x, y, self.first.facing))
        })
    }
}

/// Returns the bounding box of some areas: its south-west and north-east corners.
pub fn bounds<'a>(areas: impl Iterator<Item = &'a Area>) -> Option<(Point, Point)> {
    areas.map(Area::bounds).reduce(|(low, high), (l, h)| {
        let low = Point::new(low.x.min(l.x), low.y.min(l.y));
        (low, Point::new(high.x.max(h.x), high.y.max(h.y)))
    })
}

/// Returns whether two units that wait to be placed differ in nothing that matters for judging a
/// place.
fn alike(one: &Unit, other: &Unit) -> bool {
    let Unit { pose, group, .. } = *other;
    *other
        == Unit {
            pose,
            group,
            ..*one
        }
}

/// Places one unit after another. `next` picks a waiting unit; it goes to the first of its `places`
/// that `fits`, or if there is none, to where there is `room` between them. `put` gets the pose, or
/// `None` if there is no place.
///
/// A place that was refused to a unit is also refused to the next one if it is alike, because
/// meanwhile the table has only filled up: the search continues from there.
pub fn place_all<P: Iterator<Item = Pose>>(
    scene: &mut Scene,
    next: impl Fn(&Battle) -> Option<UnitId>,
    places: impl Fn(&Battle, UnitId) -> P,
    fits: impl Fn(&Battle, UnitId, Pose) -> bool,
    room: impl Fn(&Battle, UnitId) -> Option<Pose>,
    put: impl Fn(&mut Scene, UnitId, Option<Pose>),
) {
    let mut before: Option<(Unit, Option<Pose>, P)> = None;
    while let Some(id) = next(scene) {
        let unit = *scene.unit(id);
        let (same, mut left, full) = match before.take() {
            Some((last, at, left)) if alike(&last, &unit) => (at, left, at.is_none()),
            _ => (None, places(scene, id), false),
        };
        // Some units take up no room: the next one fits where the last one went.
        let fit = |at: &Pose| fits(scene, id, *at);
        let at = same.filter(fit).or_else(|| left.find(fit));
        // If the last one found no room, the next one like it finds none.
        let between = || room(scene, id).filter(fit).filter(|_| !full);
        let at = at.or_else(between);
        put(scene, id, at);
        before = Some((unit, at, left));
    }
}

/// Returns the pose with the wanted facing, in the box from `low` to `high`, that is nearest to the
/// wanted one and at which a unit has room; `None` only if there is no room in the whole box.
/// `base` is its ground at the wanted pose, `room` as for [`crate::room_about`].
pub fn room_in_box(
    at: Pose,
    base: &Rect,
    (low, high): (Point, Point),
    mut room: impl FnMut(&Rect) -> bool,
) -> Option<Pose> {
    let corners = base.corners();
    let span = |part: fn(&Point) -> Length| {
        let all = corners.iter().map(part);
        (
            all.clone().min().unwrap_or_default(),
            all.max().unwrap_or_default(),
        )
    };
    let (x, y) = (span(|p| p.x), span(|p| p.y));
    let shifts = Shifts {
        x: (low.x - x.0, high.x - x.1),
        y: (low.y - y.0, high.y - y.1),
    };
    let by = nearest_place(base, shifts, &mut room)?;
    Some(Pose::new(at.x + by.x, at.y + by.y, at.facing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_whole_grid_that_lie_in_the_box() {
        let ranks = Ranks {
            first: Pose::new(500, 1000, Facing::NORTH),
            step: 100,
            rows: 10,
            beside: 10,
        };
        let base = Rect::centred(ranks.first, 200, 100);
        let everywhere = (Point::new(-9999, -9999), Point::new(9999, 9999));
        let all: Vec<Pose> = ranks.inside(&base, everywhere).collect();
        assert_eq!(all.len(), 10 * 11);
        assert_eq!(all[0], ranks.first);
        assert_eq!((all[1].x, all[2].x, all[3].x), (400, 600, 300));
        assert_eq!(all[11], Pose::new(500, 900, Facing::NORTH));
        let (low, high) = (Point::new(250, 300), Point::new(900, 720));
        let some: Vec<Pose> = ranks.inside(&base, (low, high)).collect();
        let fits = |p: &Pose| (350..=800).contains(&p.x) && (350..=670).contains(&p.y);
        let wanted: Vec<Pose> = all.into_iter().filter(fits).collect();
        assert_eq!(some, wanted);
        let south = Ranks {
            first: Pose::new(500, 0, Facing::SOUTH),
            ..ranks
        };
        let base = Rect::centred(south.first, 200, 100);
        let second = south.inside(&base, everywhere).nth(11);
        assert_eq!(second, Some(Pose::new(500, 100, Facing::SOUTH)));
    }

    #[test]
    fn the_one_slot_between_others_is_found_wherever_it_is() {
        let low_high = (Point::new(0, 0), Point::new(10_000, 1_000));
        // Two bases leave 2,003 of the whole row between them.
        let others = [
            Rect::centred(Pose::new(1_777, 500, Facing::NORTH), 3_554, 1_000),
            Rect::centred(Pose::new(7_778, 500, Facing::NORTH), 4_444, 1_000),
        ];
        let wanted = Pose::new(9_000, 500, Facing::NORTH);
        let base = |wide| Rect::centred(wanted, wide, 1_000);
        let find = |wide| {
            super::room_in_box(wanted, &base(wide), low_high, |rect| {
                others.iter().all(|other| !rect.overlaps(other))
            })
        };
        let found = find(2_000).expect("a slot");
        assert!((4_552..=4_559).contains(&found.x), "{found:?}");
        assert_eq!(find(2_020), None);
    }
}
