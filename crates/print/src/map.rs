//! The map of a battle to scale, with its units, zones and a legend.

use crate::leaf::{Booklet, Ink, Leaf};
use crate::letters::{Face, lines, width};
use crate::text::{self, BODY, SMALL};
use sandtable_battle::{Status, UnitId};
use sandtable_geometry::Ruler;
use sandtable_session::Look;
use sandtable_session::view::{SideKey, TerrainView, UnitView, View, Xy};
use sandtable_tongue::say;
use std::collections::BTreeSet;

/// Scales that are easy to calculate with: how many times larger the table is.
const SCALES: [f32; 16] = [
    1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 12.0, 15.0, 20.0, 25.0, 30.0, 40.0,
];
/// Millimetres of a page for title and scale.
const HEAD: f32 = 24.0;
/// Millimetres below the map, for the scale bar and the meaning of the greys.
const FOOT: f32 = 26.0;

/// Where the table lies on the page.
struct Frame {
    left: f32,
    bottom: f32,
    /// Millimetres of paper for a unit of length on the table.
    unit: f32,
}

impl Frame {
    #[expect(clippy::cast_possible_truncation, reason = "lengths of a table")]
    fn at(&self, [x, y]: Xy) -> (f32, f32) {
        (
            self.left + x as f32 * self.unit,
            self.bottom - y as f32 * self.unit,
        )
    }

    fn all(&self, points: &[Xy]) -> Vec<(f32, f32)> {
        points.iter().map(|&p| self.at(p)).collect()
    }
}

/// Draws the map on its own page, and the story on the next.
pub(crate) fn draw(book: &mut Booklet, look: &Look<'_>, view: &View) {
    let wide = view.table[0] >= view.table[1];
    let mut leaf = book.leaf(wide);
    let [left, top, right, bottom] = leaf.room();
    let room = (right - left, bottom - top - HEAD - FOOT);
    let (scale, unit) = scale(view.ruler, view.table, room);
    #[expect(clippy::cast_possible_truncation, reason = "lengths of a table")]
    let size = (view.table[0] as f32 * unit, view.table[1] as f32 * unit);
    let frame = Frame {
        left: left + (room.0 - size.0) / 2.0,
        bottom: top + HEAD + size.1,
        unit,
    };
    let head = say!(
        "{title} · map to scale 1:{scale}",
        title = view.title,
        scale = scale
    );
    leaf.text((left, top + 6.0), &head, text::TITLE);
    let mut sides = say!(
        "{side} (filled) against {foe} (open).",
        side = view.sides[0].name,
        foe = view.sides[1].name
    );
    if let Some(turns) = view.turns {
        sides += &format!(" {}", say!("{n} turns.", n = turns));
    }
    leaf.text((left, top + 12.5), &sides, BODY);
    leaf.text((left, top + 18.0), &grid_says(view.ruler), SMALL);
    let table = [
        frame.left,
        frame.bottom - size.1,
        frame.left + size.0,
        frame.bottom,
    ];
    leaf.within(table, |leaf| {
        let mut ground: Vec<&TerrainView> = view.terrain.iter().collect();
        // Woods and towns lie on top of hills, and roads and bridges on top of rivers.
        ground.sort_by_key(|t| (!t.line.is_empty(), order(t.ground)));
        for terrain in ground {
            draw_terrain(leaf, &frame, terrain);
        }
        grid(leaf, &frame, view);
        for zone in &view.zones {
            leaf.shape(
                &frame.all(&zone.area),
                true,
                Ink::line(0.25, 0.3).dashed(1.6),
            );
        }
    });
    for zone in &view.zones {
        name_zone(&mut leaf, table, &zone.name, &frame.all(&zone.area));
    }
    for unit in view.units.iter().filter(|u| u.status == Status::Table) {
        draw_unit(&mut leaf, &frame, look, unit);
    }
    leaf.rect(table, Ink::line(0.0, 0.5));
    let foot = frame.bottom + 5.0;
    bar(&mut leaf, view.ruler, unit, (left + 0.5, foot));
    legend(&mut leaf, view, (left + 0.5, foot + 9.0), right);
    north(&mut leaf, (right - 4.0, top + 4.0));
    book.bind(leaf);
}

/// Returns the largest scale at which the table fits: the number in "1 to ..", and millimetres of
/// paper for a unit of length.
fn scale(ruler: Ruler, [wide, deep]: Xy, room: (f32, f32)) -> (f32, f32) {
    let unit = text::millimetres(ruler);
    #[expect(clippy::cast_possible_truncation, reason = "lengths of a table")]
    let (wide, deep) = (wide as f32 * unit, deep as f32 * unit);
    let fits = |scale: &&f32| wide / **scale <= room.0 && deep / **scale <= room.1;
    let scale = SCALES.iter().find(fits).copied();
    // No readable table is larger than the last scale allows.
    let scale = scale.unwrap_or_else(|| (wide / room.0).max(deep / room.1).ceil());
    (scale, unit / scale)
}

const fn order(ground: &str) -> u8 {
    match ground.as_bytes() {
        b"hill" => 0,
        b"marsh" | b"lake" | b"field" | b"rough" => 1,
        b"river" => 2,
        b"road" => 3,
        b"bridge" | b"ford" => 4,
        _ => 5,
    }
}

/// Tells whether a ground is drawn as a line.
fn is_linear(ground: &str) -> bool {
    matches!(ground, "fence" | "worm" | "wall" | "trench")
}

fn draw_terrain(leaf: &mut Leaf, frame: &Frame, terrain: &TerrainView) {
    let areas: Vec<Vec<(f32, f32)>> = terrain.areas.iter().map(|a| frame.all(a)).collect();
    let line = frame.all(&terrain.line);
    let edge = Some((0.3, 0.25));
    let (fill, border) = match terrain.ground {
        "hill" => (0.93, Some((0.45, 0.35))),
        "woods" => (0.78, edge),
        "town" | "works" => (0.66, Some((0.2, 0.4))),
        "lake" | "marsh" => (0.88, edge),
        "river" => (0.84, None),
        "road" => (0.97, Some((0.5, 0.2))),
        "bridge" | "ford" => (1.0, Some((0.1, 0.35))),
        "impassable" => (0.5, edge),
        _ => (0.85, edge),
    };
    if terrain.line.is_empty() || matches!(terrain.ground, "river" | "road") {
        let ink = Ink {
            fill: Some(fill),
            line: border,
            dash: 0.0,
        };
        leaf.shapes(&areas, true, ink);
    }
    if !line.is_empty() && is_linear(terrain.ground) {
        let heavy = if matches!(terrain.ground, "fence" | "worm") {
            Ink::line(0.1, 0.5).dashed(1.0)
        } else {
            Ink::line(0.1, 0.8)
        };
        leaf.shape(&line, false, heavy);
    }
    if terrain.level > 1 || !terrain.name.is_empty() {
        let Some(at) = areas.first().map(|area| middle(area)) else {
            return;
        };
        let name = if terrain.level > 1 {
            say!(
                "{name} (level {level})",
                name = terrain.name,
                level = terrain.level
            )
        } else {
            terrain.name.clone()
        };
        leaf.middle(at, name.trim(), SMALL);
    }
}

/// Draws a line every foot, or every ten centimetres.
fn grid(leaf: &mut Leaf, frame: &Frame, view: &View) {
    let step = text::grid_step(view.ruler);
    for axis in 0..2 {
        let mut at = step;
        while at < view.table[axis] {
            let (from, to) = if axis == 0 {
                ([at, 0.0], [at, view.table[1]])
            } else {
                ([0.0, at], [view.table[0], at])
            };
            leaf.line(frame.at(from), frame.at(to), 0.7, 0.12);
            at += step;
        }
    }
}

fn grid_says(ruler: Ruler) -> String {
    match ruler {
        Ruler::Inches => say!("Grid lines a foot apart. North is up."),
        Ruler::Centimetres => say!("Grid lines ten centimetres apart. North is up."),
    }
}

#[expect(clippy::cast_precision_loss, reason = "an outline has few points")]
fn middle(points: &[(f32, f32)]) -> (f32, f32) {
    let n = points.len().max(1) as f32;
    let (x, y) = points
        .iter()
        .fold((0.0, 0.0), |(x, y), p| (x + p.0, y + p.1));
    (x / n, y / n)
}

/// Writes the name of a zone inside the lower edge of its part on the table.
fn name_zone(leaf: &mut Leaf, table: [f32; 4], name: &str, points: &[(f32, f32)]) {
    let of = |part: fn(&(f32, f32)) -> f32| points.iter().map(part);
    let left = of(|p| p.0).fold(f32::INFINITY, f32::min).max(table[0]);
    let top = of(|p| p.1).fold(f32::INFINITY, f32::min).max(table[1]);
    let right = of(|p| p.0).fold(0.0, f32::max).min(table[2]);
    let bottom = of(|p| p.1).fold(0.0, f32::max).min(table[3]);
    let fits = width(name, SMALL.face, SMALL.size) < right - left - 3.0;
    if fits && bottom - top > 4.0 {
        leaf.text((left + 1.5, bottom - 1.5), name, SMALL);
    }
}

/// Draws a unit: filled for the first side, open for the second, with a heavy edge as its front.
fn draw_unit(leaf: &mut Leaf, frame: &Frame, look: &Look<'_>, unit: &UnitView) {
    let ruler = look.rules.card().ruler;
    let rect = look.rules.footprint(look.battle, UnitId(unit.id));
    let corners = rect
        .corners()
        .map(|p| [ruler.measure(p.x), ruler.measure(p.y)]);
    let points = frame.all(&corners);
    let first = unit.side == SideKey::A;
    let ink = Ink {
        fill: Some(if first { 0.25 } else { 1.0 }),
        line: Some((0.0, 0.3)),
        dash: 0.0,
    };
    leaf.shape(&points, true, ink);
    leaf.shape(&points[..2], false, Ink::line(0.0, 0.9));
    let at = frame.at(unit.centre);
    let below = points.iter().map(|p| p.1).fold(0.0, f32::max);
    leaf.middle((at.0, below + 2.2), &unit.name, SMALL);
}

/// Draws a bar of table lengths.
fn bar(leaf: &mut Leaf, ruler: Ruler, unit: f32, (left, top): (f32, f32)) {
    let step = text::grid_step(ruler) / 2.0;
    for part in 0..4_u8 {
        #[expect(clippy::cast_possible_truncation, reason = "some inches")]
        let of = |part: u8| left + f32::from(part) * step as f32 * unit;
        let ink = Ink {
            fill: Some(if part % 2 == 0 { 0.1 } else { 1.0 }),
            line: Some((0.1, 0.2)),
            dash: 0.0,
        };
        leaf.rect([of(part), top, of(part + 1), top + 1.6], ink);
        let says = format!("{}", f64::from(part + 1) * step);
        leaf.text((of(part + 1) - 1.0, top + 5.0), &says, SMALL);
        if part == 3 {
            leaf.text((of(4) + 4.0, top + 5.0), ruler_word(ruler), SMALL);
        }
    }
}

fn ruler_word(ruler: Ruler) -> &'static str {
    match ruler {
        Ruler::Inches => say("inches on the table"),
        Ruler::Centimetres => say("centimetres on the table"),
    }
}

/// Draws the legend: the grounds on the table, each with its grey, and what decides the battle.
fn legend(leaf: &mut Leaf, view: &View, (left, top): (f32, f32), right: f32) {
    let grounds: BTreeSet<&str> = view.terrain.iter().map(|t| t.ground).collect();
    let mut x = left;
    for ground in grounds {
        let wide = 9.0 + width(ground, SMALL.face, SMALL.size);
        if x + wide > right {
            break;
        }
        let piece = TerrainView {
            ground,
            name: String::new(),
            written: None,
            level: 0,
            areas: vec![vec![[0.0, 0.0], [5.0, 0.0], [5.0, 3.0], [0.0, 3.0]]],
            line: if is_linear(ground) {
                vec![[0.0, 1.5], [5.0, 1.5]]
            } else {
                Vec::new()
            },
            width: 3.0,
        };
        let of = Frame {
            left: x,
            bottom: top + 3.0,
            unit: 1.0,
        };
        draw_terrain(leaf, &of, &piece);
        leaf.text((x + 6.0, top + 2.4), ground, SMALL);
        x += wide;
    }
    let room = right - left;
    let mut y = top + 7.5;
    for line in lines(&view.victory, Face::Plain, SMALL.size, room)
        .into_iter()
        .take(2)
    {
        leaf.text((left, y), &line, SMALL);
        y += 3.6;
    }
}

fn north(leaf: &mut Leaf, (x, y): (f32, f32)) {
    let arrow = [
        (x, y - 3.0),
        (x + 2.0, y + 3.0),
        (x, y + 1.6),
        (x - 2.0, y + 3.0),
    ];
    leaf.shape(&arrow, true, Ink::fill(0.1));
    leaf.middle((x, y + 6.0), "N", SMALL);
}
