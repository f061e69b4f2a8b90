//! Shapes in files: rectangles, ovals, outlines and lines with a width.

use super::flaws::Notes;
use super::node::{Node, Table};
use sandtable_battle::Area;
use sandtable_geometry::{Facing, Length, Point, Pose, Rect};
use sandtable_tongue::say;

/// The keys of a shape that covers an area.
pub(crate) const AREA_KEYS: [&str; 5] = ["at", "size", "oval", "turned", "shape"];

/// Reads the area that a table gives: `at` with `size` or `oval`, or `shape`.
pub(crate) fn read_area(table: &Table<'_>, notes: &mut Notes<'_>) -> Option<Area> {
    read_area_about(table, None, notes)
}

/// Reads such an area; a box without `at` lies about `origin`, if one is given.
pub(crate) fn read_area_about(
    table: &Table<'_>,
    origin: Option<Point>,
    notes: &mut Notes<'_>,
) -> Option<Area> {
    let forms = ["size", "oval", "shape"];
    let given: Vec<Node<'_>> = forms.iter().filter_map(|key| table.get(key)).collect();
    let [form] = given.as_slice() else {
        let message = say!(
            "{what} needs one of `size`, `oval` and `shape`, not {n}",
            what = say(table.what),
            n = given.len()
        );
        notes.hint(
            table.span(),
            message,
            "at = [9, 18] and size = [8, 6], or shape = [[0, 0], [4, 0], [2, 3]]",
        );
        return None;
    };
    let outline = if form.key == "shape" {
        form.points(3, notes)?
    } else {
        read_box(table, form, origin, notes)?
    };
    let area = Area::new(outline);
    if area.is_none() {
        notes.add(
            form.span(),
            say!("`{key}` crosses itself or encloses nothing", key = form.key),
        );
    }
    area
}

fn read_box(
    table: &Table<'_>,
    form: &Node<'_>,
    origin: Option<Point>,
    notes: &mut Notes<'_>,
) -> Option<Vec<Point>> {
    let at = match (table.get("at"), origin) {
        (None, Some(origin)) => Some(origin),
        _ => table.need("at", notes).and_then(|node| node.point(notes)),
    };
    let turned = table
        .get("turned")
        .map_or(Some(Facing::NORTH), |node| node.facing(notes));
    let size = form.pair(0.01..=super::FARTHEST, notes);
    let (at, turned, size) = (at?, turned?, size?);
    Some(if form.key == "oval" {
        oval(at, size, turned)
    } else {
        rectangle(at, size, turned)
    })
}

/// Returns the outline of a rectangle, turned clockwise.
pub(crate) fn rectangle(at: Point, size: (Length, Length), turned: Facing) -> Vec<Point> {
    Rect::centred(Pose::at(at, turned), size.0, size.1)
        .corners()
        .to_vec()
}

/// Returns the outline of an oval: twelve corners, so that it stays one convex piece.
#[must_use]
pub fn oval(at: Point, size: (Length, Length), turned: Facing) -> Vec<Point> {
    const CORNERS: u16 = 12;
    const RADIUS: i32 = 1_000_000;
    let scale = |part: i32, whole: Length| {
        let doubled = i64::from(part) * i64::from(whole);
        let rounded = (doubled + i64::from(RADIUS) * doubled.signum()) / (2 * i64::from(RADIUS));
        i32::try_from(rounded).unwrap_or(0)
    };
    (0..CORNERS)
        .map(|i| {
            #[expect(clippy::cast_possible_truncation, reason = "below one turn")]
            let step = Facing((u32::from(i) * 65536 / u32::from(CORNERS)) as u16);
            let round = Point::new(0, 0).moved(step, RADIUS);
            let corner = Point::new(at.x + scale(round.x, size.0), at.y + scale(round.y, size.1));
            Pose::at(corner, Facing::NORTH)
                .turned_about(at, i32::from(turned.0))
                .point()
        })
        .collect()
}

/// The best way to write an area.
pub(crate) enum Form {
    /// `at` and `size`.
    Box(Point, (Length, Length)),
    /// `at` and `oval`.
    Oval(Point, (Length, Length)),
    /// `shape`.
    Outline,
}

/// Returns the shortest form that reads back as exactly this area.
pub(crate) fn form_of(area: &Area) -> Form {
    let outline = area.outline();
    let span = |part: fn(&Point) -> i32| {
        let (low, high) = (
            outline.iter().map(part).min(),
            outline.iter().map(part).max(),
        );
        high.unwrap_or(0) - low.unwrap_or(0)
    };
    let (at, size) = (area.middle(), (span(|p| p.x), span(|p| p.y)));
    if rectangle(at, size, Facing::NORTH) == outline {
        Form::Box(at, size)
    } else if oval(at, size, Facing::NORTH) == outline {
        Form::Oval(at, size)
    } else {
        Form::Outline
    }
}
