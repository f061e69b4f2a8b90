//! Rosters: every unit of a side with its description, boxes for its strength and its marks, and
//! room for a pencil.

use crate::leaf::{Booklet, Ink, Leaf};
use crate::letters::{Face, lines, width};
use crate::text::{self, BODY, SMALL, STRONG};
use sandtable_battle::{Card, MarkSpec};
use sandtable_session::view::{SideKey, SideView, UnitView, View};
use sandtable_tongue::say;

/// Most boxes in a row to tick one by one; larger numbers are written.
const BOXES: u8 = 24;
/// Greatest value of a mark with boxes.
const TICKED: i32 = 6;
/// The side of a box in millimetres, with the gap after it.
const BOX: f32 = 4.0;
const STEP: f32 = 5.0;

/// Draws the rosters of both sides, each starting on a new page.
pub(crate) fn draw(book: &mut Booklet, card: &Card, view: &View) {
    for side in &view.sides {
        let key = side.key;
        let units: Vec<&UnitView> = view.units.iter().filter(|u| u.side == key).collect();
        if !units.is_empty() {
            draw_side(book, card, view, side, &units);
        }
    }
}

fn draw_side(book: &mut Booklet, card: &Card, view: &View, side: &SideView, units: &[&UnitView]) {
    let mut leaf = begin(book, view, side);
    let [left, top, right, bottom] = leaf.room();
    let mut y = top + 20.0;
    let mut group = "";
    for unit in units {
        let marks = marks_of(card, unit);
        let high = height(unit, &marks, right - left);
        let heading = unit.group != group && unit.group != side.name;
        if y + high + if heading { 8.0 } else { 0.0 } > bottom {
            let fresh = continued(book.leaf(false), side);
            book.bind(std::mem::replace(&mut leaf, fresh));
            y = top + 12.0;
        }
        if heading {
            leaf.text((left, y + 4.5), &unit.group, text::HEAD);
            y += 8.0;
        }
        group = &unit.group;
        draw_one(&mut leaf, card, unit, &marks, (left, y, right));
        y += high;
    }
    book.bind(leaf);
}

fn begin(book: &mut Booklet, view: &View, side: &SideView) -> Leaf {
    let mut leaf = book.leaf(false);
    let [left, top, right, _] = leaf.room();
    leaf.text((left, top + 6.0), &side.name, text::TITLE);
    let (title, units) = (&view.title, side.units);
    let says = if side.key == SideKey::A {
        say!(
            "{title} · {units} units, filled on the map",
            title = title,
            units = units
        )
    } else {
        say!(
            "{title} · {units} units, open on the map",
            title = title,
            units = units
        )
    };
    leaf.text((left, top + 12.5), &says, BODY);
    leaf.line((left, top + 15.5), (right, top + 15.5), 0.0, 0.5);
    leaf
}

fn continued(mut leaf: Leaf, side: &SideView) -> Leaf {
    let [left, top, ..] = leaf.room();
    leaf.text(
        (left, top + 6.0),
        &say!("{side}, continued", side = side.name),
        text::HEAD,
    );
    leaf
}

/// Returns the marks that a table keeps for a unit: those with few values have boxes.
fn marks_of<'a>(card: &'a Card, unit: &UnitView) -> Vec<(&'a MarkSpec, i32)> {
    let now = |spec: &MarkSpec| {
        let mark = unit.marks.iter().find(|m| m.id == spec.id);
        mark.map_or(0, |m| m.value)
    };
    let shown = card.marks.iter().filter(|spec| !spec.title.is_empty());
    shown.map(|spec| (spec, now(spec))).collect()
}

/// Describes a unit: its kind, its formation, its ratings.
fn says(unit: &UnitView) -> String {
    let mut parts = vec![unit.kind_title.clone()];
    if !unit.formation_title.is_empty() {
        parts.push(unit.formation_title.clone());
    }
    let rated = unit.ratings.iter().filter(|r| !r.value.is_empty());
    parts.extend(rated.map(|r| format!("{}: {}", r.title, r.value)));
    parts.join(" · ")
}

/// Arranges marks in rows, as many next to each other as fit.
fn rows<'a>(marks: &[(&'a MarkSpec, i32)], room: f32) -> Vec<Vec<(&'a MarkSpec, i32)>> {
    let mut rows: Vec<Vec<_>> = Vec::new();
    let mut used = room;
    for &(spec, value) in marks {
        let wide = mark_width(spec);
        if used + wide > room {
            rows.push(Vec::new());
            used = 0.0;
        }
        used += wide;
        if let Some(row) = rows.last_mut() {
            row.push((spec, value));
        }
    }
    rows
}

/// Converts a small number of boxes to a float.
fn wide(boxes: i32) -> f32 {
    u8::try_from(boxes).map_or(0.0, f32::from)
}

fn mark_width(spec: &MarkSpec) -> f32 {
    let boxes = if spec.range.1 <= TICKED {
        spec.range.1
    } else {
        3
    };
    width(&spec.title, Face::Plain, SMALL.size) + 2.0 + wide(boxes.max(1)) * STEP + 4.0
}

fn height(unit: &UnitView, marks: &[(&MarkSpec, i32)], room: f32) -> f32 {
    let described = lines(&says(unit), Face::Plain, SMALL.size, room).len();
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let rows = (described as f32, rows(marks, room).len() as f32);
    let strength = if counts(unit) { 6.5 } else { 1.0 };
    6.0 + rows.0 * 3.4 + strength + rows.1 * 5.6 + 2.5
}

/// Tells whether a unit loses its strength piece by piece: a single stand is there or gone.
const fn counts(unit: &UnitView) -> bool {
    unit.stands_started > 1 || unit.stands_now > 1
}

fn draw_one(
    leaf: &mut Leaf,
    card: &Card,
    unit: &UnitView,
    marks: &[(&MarkSpec, i32)],
    (left, top, right): (f32, f32, f32),
) {
    leaf.text((left, top + 4.4), &unit.name, STRONG);
    let mut y = top + 6.0;
    for line in lines(&says(unit), Face::Plain, SMALL.size, right - left) {
        leaf.text((left, y + 2.4), &line, SMALL);
        y += 3.4;
    }
    if counts(unit) {
        strength(leaf, card, unit, (left, y + 1.0));
        y += 6.5;
    } else {
        y += 1.0;
    }
    for row in rows(marks, right - left) {
        let mut x = left;
        for (spec, value) in row {
            mark(leaf, spec, value, (x, y));
            x += mark_width(spec);
        }
        y += 5.6;
    }
    leaf.line((left, y + 1.2), (right, y + 1.2), 0.6, 0.2);
}

/// Draws a box for each stand; those already lost are crossed out.
fn strength(leaf: &mut Leaf, card: &Card, unit: &UnitView, (left, top): (f32, f32)) {
    let all = unit.stands_started.max(unit.stands_now);
    let word = if all == 1 {
        &card.strength.one
    } else {
        &card.strength.many
    };
    if all > BOXES {
        let says = say!("{all} {stands}, now: ________", all = all, stands = word);
        leaf.text((left, top + 3.2), &says, BODY);
        return;
    }
    for at in 0..all {
        let x = left + f32::from(at) * STEP;
        tick(leaf, (x, top), at >= unit.stands_now);
    }
    let x = left + f32::from(all) * STEP + 1.0;
    leaf.text((x, top + 3.2), word, SMALL);
}

/// Draws a mark with its boxes, or a line to write on.
fn mark(leaf: &mut Leaf, spec: &MarkSpec, value: i32, (left, top): (f32, f32)) {
    leaf.text((left, top + 3.2), &spec.title, SMALL);
    let x = left + width(&spec.title, Face::Plain, SMALL.size) + 2.0;
    if spec.range.1 <= TICKED {
        for at in 0..spec.range.1.max(1) {
            tick(leaf, (x + wide(at) * STEP, top), at < value);
        }
    } else {
        leaf.line((x, top + 3.8), (x + 2.6 * STEP, top + 3.8), 0.2, 0.2);
        if value != 0 {
            leaf.text((x, top + 3.2), &value.to_string(), SMALL);
        }
    }
}

fn tick(leaf: &mut Leaf, (x, y): (f32, f32), struck: bool) {
    leaf.rect([x, y, x + BOX, y + BOX], Ink::line(0.1, 0.25));
    if struck {
        leaf.line((x, y), (x + BOX, y + BOX), 0.1, 0.4);
        leaf.line((x, y + BOX), (x + BOX, y), 0.1, 0.4);
    }
}
