//! Templates true to size: a stick for each troop type, marked with its moves and ranges, and a
//! corner for each arc of fire.

use crate::leaf::{Booklet, Ink, Leaf};
use crate::letters::{Face, lines, width};
use crate::text::{self, SMALL, STRONG};
use sandtable_battle::Status;
use sandtable_geometry::{Facing, Length, Point, Ruler};
use sandtable_session::Look;
use sandtable_tongue::say;

/// Height of a stick, in millimetres.
const STICK: f32 = 15.0;

/// The lengths to measure for a troop type.
struct Reach {
    names: Vec<String>,
    /// Lengths with their purposes, the shortest first.
    lengths: Vec<(Length, Vec<&'static str>)>,
    arc: i32,
}

/// Draws sticks and corners for every troop type on the table or expected there.
pub(crate) fn draw(book: &mut Booklet, look: &Look<'_>, title: &str) {
    let reaches = reaches(look);
    let ruler = look.rules.card().ruler;
    if reaches.is_empty() {
        return;
    }
    sticks(book, ruler, title, &reaches);
    let mut arcs: Vec<(i32, Vec<String>)> = Vec::new();
    // Straight ahead needs no corner, and nobody measures what is to the side.
    let corners = 1..Facing::EIGHTH * 2;
    for reach in reaches.iter().filter(|r| corners.contains(&r.arc)) {
        match arcs.iter_mut().find(|(arc, _)| *arc == reach.arc) {
            Some((_, names)) => names.extend(reach.names.iter().cloned()),
            None => arcs.push((reach.arc, reach.names.clone())),
        }
    }
    for (arc, names) in arcs {
        corner(book, ruler, arc, &names);
    }
}

/// Groups troop types by their reach; types with the same reach share a stick.
fn reaches(look: &Look<'_>) -> Vec<Reach> {
    let mut reaches: Vec<Reach> = Vec::new();
    for (id, unit) in look.battle.all() {
        if !matches!(
            unit.status,
            Status::Table | Status::Reserve | Status::Expected
        ) {
            continue;
        }
        let profile = look.rules.advice().profile(look.battle, id);
        let mut lengths: Vec<(Length, Vec<&'static str>)> = Vec::new();
        for (length, what) in [
            (profile.pace, say("move")),
            (profile.charge, say("charge")),
            (profile.range, say("shoot")),
        ] {
            match lengths.iter_mut().find(|(l, _)| *l == length) {
                _ if length <= 0 => {}
                Some((_, all)) => all.push(what),
                None => lengths.push((length, vec![what])),
            }
        }
        lengths.sort_by_key(|(length, _)| *length);
        let name = look.rules.card().kinds.get(usize::from(unit.kind));
        let name = name.map_or_else(String::new, |kind| kind.title.clone());
        if lengths.is_empty() {
            continue;
        }
        let alike = |r: &&mut Reach| r.lengths == lengths && r.arc == profile.arc;
        match reaches.iter_mut().find(alike) {
            Some(reach) if reach.names.contains(&name) => {}
            Some(reach) => reach.names.push(name),
            None => reaches.push(Reach {
                names: vec![name],
                lengths,
                arc: profile.arc,
            }),
        }
    }
    reaches
}

/// Converts a length of the table to millimetres on paper.
#[expect(clippy::cast_possible_truncation, reason = "a length of a table")]
fn on_paper(ruler: Ruler, length: Length) -> f32 {
    ruler.measure(length) as f32 * text::millimetres(ruler)
}

fn begin(book: &mut Booklet, ruler: Ruler, title: &str, lying: bool) -> Leaf {
    let mut leaf = book.leaf(lying);
    let [left, top, ..] = leaf.room();
    leaf.text((left, top + 5.0), title, text::HEAD);
    let (length, says) = match ruler {
        Ruler::Inches => (
            101.6,
            say("Four inches. If it is not, print at 100 per cent."),
        ),
        Ruler::Centimetres => (
            100.0,
            say("Ten centimetres. If it is not, print at 100 per cent."),
        ),
    };
    let y = top + 10.0;
    leaf.line((left, y), (left + length, y), 0.0, 0.3);
    for x in [left, left + length] {
        leaf.line((x, y - 1.5), (x, y + 1.5), 0.0, 0.3);
    }
    leaf.text((left + length + 3.0, y + 1.0), says, SMALL);
    leaf
}

/// Draws sticks, cut into pieces as long as the paper allows.
fn sticks(book: &mut Booklet, ruler: Ruler, title: &str, reaches: &[Reach]) {
    let title = say!("{title} · measuring sticks, true to size", title = title);
    let mut leaf = begin(book, ruler, &title, true);
    let [left, top, right, bottom] = leaf.room();
    let unit = text::millimetres(ruler);
    let whole = ((right - left) / unit).floor();
    let mut y = top + 16.0;
    for reach in reaches {
        let longest = reach
            .lengths
            .last()
            .map_or(0.0, |(l, _)| on_paper(ruler, *l));
        let mut from = 0.0;
        while from < longest - 0.01 {
            if y + STICK + 6.0 > bottom {
                let fresh = begin(book, ruler, &title, true);
                book.bind(std::mem::replace(&mut leaf, fresh));
                y = top + 16.0;
            }
            let to = (from + whole * unit).min(longest);
            stick(&mut leaf, ruler, reach, (from, to), (left, y));
            y += STICK + 6.0;
            from = to;
        }
    }
    book.bind(leaf);
}

/// Draws the part of a stick between two lengths, in millimetres.
fn stick(
    leaf: &mut Leaf,
    ruler: Ruler,
    reach: &Reach,
    (from, to): (f32, f32),
    (left, top): (f32, f32),
) {
    let unit = text::millimetres(ruler);
    let end = left + to - from;
    leaf.rect([left, top, end, top + STICK], Ink::line(0.0, 0.35));
    let mut n = (from / unit).round();
    while (n + 1.0) * unit < to + 0.01 {
        n += 1.0;
        let x = left + n * unit - from;
        leaf.line((x, top), (x, top + 3.0), 0.0, 0.25);
        if x + 3.0 < end {
            leaf.middle((x, top + 5.0), &format!("{n}"), SMALL);
        }
    }
    for (length, what) in &reach.lengths {
        let at = on_paper(ruler, *length);
        if at > from + 0.01 && at < to + 0.01 {
            let x = left + at - from;
            leaf.line((x, top), (x, top + STICK), 0.0, 1.0);
            let says = format!("{} {}", what.join(", "), short(ruler.measure(*length)));
            let wide = width(&says, Face::Bold, STRONG.size);
            leaf.text(
                ((x - wide - 1.5).max(left + 0.5), top + STICK - 2.0),
                &says,
                STRONG,
            );
        }
    }
    let mut says = reach.names.join(", ");
    if from > 0.0 {
        says = say!("glue it on here: {says}", says = says);
    }
    leaf.text((left, top + STICK + 3.2), &says, SMALL);
}

/// Formats a number without trailing zeros.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Draws a corner to put at a front corner of a unit: straight ahead along one edge, the limit of
/// the arc along the other. Turned over, it fits the other corner.
fn corner(book: &mut Booklet, ruler: Ruler, arc: i32, names: &[String]) {
    let degrees = f64::from(arc) * 360.0 / 65536.0;
    let title = say!(
        "Arc of {degrees} degrees, true to size",
        degrees = short(degrees)
    );
    let mut leaf = begin(book, ruler, &title, false);
    let [left, top, right, bottom] = leaf.room();
    let mut y = top + 15.0;
    for line in lines(&names.join(", "), Face::Plain, SMALL.size, right - left)
        .iter()
        .take(2)
    {
        leaf.text((left, y), line, SMALL);
        y += 3.4;
    }
    let unit = text::millimetres(ruler);
    let foot = (left, bottom);
    // The limit of the arc at length one, by the table's own geometry.
    let far = 100 * Ruler::Inches.unit();
    let end = Point::new(0, 0).moved(Facing::NORTH.turned(arc), far);
    #[expect(clippy::cast_precision_loss, reason = "a length of a table")]
    let along = (end.x as f32 / far as f32, end.y as f32 / far as f32);
    let high = ((bottom - top - 20.0) / unit).floor();
    let reach = if along.0 > 0.0 {
        high.min((right - left) / along.0 / unit)
    } else {
        high
    };
    let at = |n: f32| (foot.0 + n * unit * along.0, foot.1 - n * unit * along.1);
    leaf.shape(
        &[(foot.0, foot.1 - high * unit), foot, at(reach)],
        false,
        Ink::line(0.0, 0.5),
    );
    let mut n = 1.0;
    while n <= high {
        let y = foot.1 - n * unit;
        leaf.line((foot.0, y), (foot.0 + 3.0, y), 0.0, 0.25);
        leaf.text((foot.0 + 4.0, y + 1.0), &format!("{n}"), SMALL);
        if n <= reach {
            let (x, y) = at(n);
            // In a narrow corner, the mark ends at the other edge.
            let inside = (left.max(x - 3.0 * along.1), y - 3.0 * along.0);
            leaf.line((x, y), inside, 0.0, 0.25);
        }
        n += 1.0;
    }
    leaf.text((foot.0 + 10.0, top + 26.0), say("straight ahead"), SMALL);
    let says =
        say("Lay the point at a front corner of the unit; turn it over for the other corner.");
    leaf.text((foot.0 + 10.0, top + 21.5), says, SMALL);
    book.bind(leaf);
}
