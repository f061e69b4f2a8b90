//! Ground in words.

use super::towards;
use crate::Look;
use sandtable_battle::{Feature, Ground, UnitId};
use sandtable_geometry::{Edge, Facing, Length, Point, Pose, Rect, TOLERANCE, Tape};
use sandtable_tell::words::{capital, place};
use sandtable_tongue::say;

/// Returns what to call a piece of ground in the middle of a sentence.
pub(super) fn called(feature: &Feature) -> String {
    if feature.name.is_empty() {
        kind(feature)
    } else {
        place(&feature.name).to_owned()
    }
}

/// Returns the kind of ground.
fn kind(feature: &Feature) -> String {
    let name = match feature.ground {
        Ground::Woods => "wood",
        Ground::Worm => "worm fence",
        Ground::Impassable => "impassable ground",
        Ground::Rough => "rough ground",
        other => other.name(),
    };
    let name = say(name);
    match feature.level {
        0 | 1 => name.to_owned(),
        level => say!("{name} of {level} levels", name = name, level = level),
    }
}

/// Returns the name and kind of the ground, as the start of a sentence.
fn title(feature: &Feature) -> String {
    let kind = kind(feature);
    let name = place(&feature.name);
    let known = name.to_lowercase().contains(&kind.to_lowercase());
    if name.is_empty() {
        capital(&kind)
    } else if known {
        name.to_owned()
    } else {
        format!("{name} ({kind})")
    }
}

/// Number of halvings to find where a line leaves the table.
const HALVINGS: u32 = 24;

/// Returns the point of a line that lies nearest to another point.
fn nearest_on(a: Point, b: Point, to: Point) -> Point {
    let spot = Rect::centred(Pose::at(to, Facing::NORTH), 0, 0);
    Edge::new(a, b).distance(&spot).from
}

/// Returns the bounding box of some points.
fn bounds<'a>(points: impl Iterator<Item = &'a Point>) -> Option<(Point, Point)> {
    points.fold(None, |found, p| {
        let (low, high) = found.unwrap_or((*p, *p));
        Some((
            Point::new(low.x.min(p.x), low.y.min(p.y)),
            Point::new(high.x.max(p.x), high.y.max(p.y)),
        ))
    })
}

impl Look<'_> {
    /// Describes a box in words: "12 by 8 inches, in the north-west, middle at 14.5, 30".
    pub(super) fn area<'a>(&self, points: impl Iterator<Item = &'a Point>) -> String {
        let Some((low, high)) = bounds(points) else {
            return String::new();
        };
        let middle = Point::new(low.x.midpoint(high.x), low.y.midpoint(high.y));
        let wide = crate::measure::numeral(self.ruler(), high.x - low.x);
        say!(
            "{wide} by {deep}, in {part}, middle at {spot}",
            wide = wide,
            deep = self.far(high.y - low.y),
            part = self.part(middle),
            spot = self.at_words(middle)
        )
    }

    /// Describes a piece of ground: where it lies and how large it is.
    pub(super) fn lie(&self, place: u8, feature: &Feature) -> String {
        let title = title(feature);
        let Some(line) = &feature.line else {
            let outline = feature.areas.iter().flat_map(|area| area.outline());
            return format!("{title}: {}.", self.area(outline));
        };
        let wide = match feature.width {
            0 => String::new(),
            width => say!("{far} wide, ", far = self.far(width)),
        };
        let ends = |points: &[Point]| match points {
            [first, second, ..] => {
                let [.., before, last] = points else {
                    return String::new();
                };
                let (first, last) = (self.edge_of(*second, *first), self.edge_of(*before, *last));
                say!(
                    "from {from} in {part} to {to} in {other}",
                    from = self.at_words(first),
                    part = self.part(first),
                    to = self.at_words(last),
                    other = self.part(last)
                )
            }
            _ => String::new(),
        };
        let gaps = self.battle.gaps.iter().filter(|gap| gap.feature == place);
        let opened = match gaps.count() {
            0 => String::new(),
            1 => say!(", with a gap in it"),
            n => say!(", with {n} gaps in it", n = n),
        };
        format!("{title}: {wide}{}{opened}.", ends(line.points()))
    }

    /// Returns where a line from a point to its end leaves the table. Returns the end if the line
    /// stays on the table, or if the point is off the table too.
    fn edge_of(&self, from: Point, end: Point) -> Point {
        let setting = &self.battle.setting;
        let on =
            |p: Point| (0..=setting.width).contains(&p.x) && (0..=setting.height).contains(&p.y);
        let middle = Point::new(setting.width / 2, setting.height / 2);
        let inside = [from, middle].into_iter().find(|&p| on(p)).unwrap_or(from);
        // A line laid across the whole table has both its ends beyond it.
        let inside = if on(from) {
            inside
        } else {
            nearest_on(from, end, inside)
        };
        if on(end) || !on(inside) {
            return end;
        }
        let (mut yes, mut no) = (inside, end);
        for _ in 0..HALVINGS {
            let half = Point::new(yes.x.midpoint(no.x), yes.y.midpoint(no.y));
            if on(half) {
                yes = half;
            } else {
                no = half;
            }
        }
        yes
    }

    /// Returns the shortest tape from a base to a piece of ground; its length is zero on the
    /// ground. None when nothing is left of the ground.
    pub(super) fn tape_to(&self, place: u8, feature: &Feature, own: &Rect) -> Option<Tape> {
        if feature.overlaps(own) || feature.holds(own.centre()) {
            return Some(Tape::straight(own.centre(), own.centre()));
        }
        let rings = feature.areas.iter().flat_map(|area| {
            let points = area.outline();
            (0..points.len()).map(|i| Edge::new(points[i], points[(i + 1) % points.len()]))
        });
        let bare = feature.areas.is_empty();
        let lines = self.battle.course(place).into_iter().filter(|_| bare);
        let lines = lines.flat_map(|line| {
            let points = line.points().to_vec();
            let pairs = points.windows(2).map(|two| Edge::new(two[0], two[1]));
            pairs.collect::<Vec<_>>()
        });
        let all = rings.chain(lines).map(|edge| edge.distance(own));
        let nearest = all.min_by_key(|tape| tape.length)?;
        Some(Tape {
            from: nearest.to,
            to: nearest.from,
            length: nearest.length,
        })
    }

    /// Describes a piece of ground as seen from a base: the distance, and the sentence.
    pub(super) fn ground_from(
        &self,
        place: u8,
        feature: &Feature,
        own: &Rect,
    ) -> Option<(Length, String)> {
        let tape = self.tape_to(place, feature, own)?;
        let title = title(feature);
        let says = if tape.length == 0 {
            say!("{title}: you stand on it.", title = title)
        } else {
            let far = self.far(tape.length);
            let way = towards(own.centre(), tape.to);
            format!("{title}: {far}, {way}, {}.", super::lies(own, tape.to))
        };
        Some((tape.length, says))
    }

    /// Lists what lies across a line between two units: ground first, then units.
    pub(super) fn across(&self, line: &Edge, ends: [UnitId; 2]) -> Vec<String> {
        let features = (0..).zip(&self.battle.setting.terrain);
        let crossed = features.filter(|(place, feature)| {
            if feature.areas.is_empty() {
                let mut course = self.battle.course(*place).into_iter();
                course.any(|piece| piece.crossed_by(line))
            } else {
                feature.length_of(line) > TOLERANCE
            }
        });
        let mut out: Vec<String> = crossed.map(|(_, feature)| called(feature)).collect();
        let others = self.battle.present().filter(|(id, _)| !ends.contains(id));
        let blocking = others.filter(|&(id, _)| {
            let rect = self.rules.footprint(self.battle, id).grown(-TOLERANCE);
            line.length_in(&rect) > TOLERANCE
        });
        out.extend(blocking.map(|(id, _)| self.name(id).to_owned()));
        out.dedup();
        out
    }
}
