//! What certainly holds for a base that turns to any heading of an arc, or slides in any direction
//! of one: bounds that are exact for a single heading.

use crate::line::Off;
use crate::vector::V;
use crate::{Arc, Area, Convex, EPS, Edge, Facing, Length, Line, Passage, Point, Rect, TOLERANCE};

/// More than all rounding errors of a measured position together, 1/100 mm.
const SPARE: f64 = 2.0 * EPS;

/// Where a path first touches something, over an arc of headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// No heading of the arc touches sooner than this.
    pub earliest: Length,
    /// Every heading has touched by then; `None` if some may miss.
    pub latest: Option<Length>,
}

/// Two rectangles that bound a base whose position is not known exactly: the wide one covers it
/// wherever it is, and it covers the narrow one wherever it is.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    wide: Rect,
    narrow: Option<Rect>,
}

impl Bounds {
    /// Returns bounds of a base that is known exactly.
    const fn exact(base: Rect) -> Self {
        Self {
            wide: base,
            narrow: Some(base),
        }
    }

    /// Returns bounds of a base whose points may all lie up to `sway` from where it is drawn.
    fn about(base: Rect, sway: f64) -> Self {
        Self {
            wide: Rect {
                hw: base.hw + sway,
                hd: base.hd + sway,
                ..base
            },
            narrow: base.inset(sway),
        }
    }

    /// Returns bounds of a base that keeps its facing and may lie up to so far to the right or left
    /// of where it is drawn, and ahead or behind; or exactly there.
    pub(crate) fn within(base: Rect, play: Option<(f64, f64)>) -> Self {
        let Some((aside, ahead)) = play else {
            return Self::exact(base);
        };
        // Whole hundredths are added without rounding.
        const UNROUNDED: f64 = 0.01;
        let (aside, ahead) = (aside + UNROUNDED, ahead + UNROUNDED);
        Self {
            wide: Rect {
                hw: base.hw + aside,
                hd: base.hd + ahead,
                ..base
            },
            narrow: base.inset_by(aside, ahead),
        }
    }

    /// Returns whether a condition certainly holds for the base. The condition must hold for every
    /// base that covers one for which it holds.
    pub fn surely(&self, holds: impl FnOnce(&Rect) -> bool) -> bool {
        self.narrow.as_ref().is_some_and(holds)
    }

    /// Returns whether the base certainly has room. `room` says whether a rectangle has room; a
    /// smaller one never has less than one that covers it.
    pub fn have(&self, mut room: impl FnMut(&Rect) -> bool) -> Option<bool> {
        if room(&self.wide) {
            return Some(true);
        }
        let narrow = self.narrow.as_ref()?;
        (!room(narrow)).then_some(false)
    }
}

/// A base that turns on its centre to any heading of an arc and then goes straight ahead, up to a
/// length.
#[derive(Clone, Copy, Debug)]
pub struct Fan {
    reach: Length,
    /// Bounds of the base over all headings, wide enough for wherever it is on its path.
    base: Bounds,
}

impl Rect {
    /// Returns the rectangle turned on its centre to a heading.
    #[must_use]
    #[inline]
    pub fn turned(&self, to: Facing) -> Self {
        let f = to.vector();
        Self {
            f,
            r: f.right(),
            facing: to,
            ..*self
        }
    }

    /// Returns the rectangle extended by `by` ahead: everything that it covers when it advances
    /// that far.
    #[must_use]
    #[inline]
    pub fn drawn_out(&self, by: Length) -> Self {
        let half = f64::from(by) / 2.0;
        Self {
            c: self.c + self.f * half,
            hd: (self.hd + half).max(0.0),
            ..*self
        }
    }

    /// Returns the rectangle with its sides moved inwards (outwards if negative), if anything is
    /// left of it.
    fn inset(&self, by: f64) -> Option<Self> {
        self.inset_by(by, by)
    }

    /// Returns the rectangle with its sides moved inwards, with one distance for the sides and one
    /// for front and rear.
    fn inset_by(&self, aside: f64, ahead: f64) -> Option<Self> {
        let (hw, hd) = (self.hw - aside, self.hd - ahead);
        (hw > 0.0 && hd > 0.0).then_some(Self { hw, hd, ..*self })
    }
}

impl Fan {
    /// Returns the paths of a base, whatever its own heading is, over an arc of headings and up to
    /// `reach` (1/100 mm).
    #[must_use]
    pub fn new(base: &Rect, arc: Arc, reach: Length) -> Self {
        let turned = base.turned(arc.middle());
        let far = base.hd + f64::from(reach.saturating_add(TOLERANCE).max(0));
        let base = if arc.is_one() {
            Bounds::exact(turned)
        } else {
            let sway = arc.sway((base.hw * base.hw + far * far).sqrt());
            Bounds::about(turned, sway + SPARE)
        };
        Self { reach, base }
    }

    /// Returns where the fan touches another base on its path; `None` if no heading does within its
    /// reach.
    #[must_use]
    pub fn touch(&self, other: &Rect) -> Option<Touch> {
        self.bounds(|base| base.sweep_within(base.facing, other, self.reach))
    }

    /// Returns where the fan first reaches into an area; `None` if no heading does within its
    /// reach.
    #[must_use]
    pub fn touch_area(&self, area: &Area) -> Option<Touch> {
        self.bounds(|base| {
            let enter = base.sweep_area_within(base.facing, area, self.reach)?;
            Some(Passage {
                enter,
                leave: enter,
            })
        })
    }

    /// Returns a length before which no heading touches another base; `None` if none does within
    /// its reach.
    #[must_use]
    pub fn earliest(&self, other: &Rect) -> Option<Length> {
        let wide = &self.base.wide;
        let met = wide.sweep_within(wide.facing, other, self.reach)?;
        crate::within(met.enter, self.reach).then_some(met.enter)
    }

    /// Returns a length by which every heading has touched another base; `None` if some may miss
    /// it.
    #[must_use]
    pub fn latest(&self, other: &Rect) -> Option<Length> {
        let narrow = self.base.narrow.as_ref()?;
        let met = narrow.sweep_within(narrow.facing, other, self.reach)?;
        crate::within(met.enter, self.reach).then_some(met.enter)
    }

    /// Returns a length by which every heading has reached into an area; `None` if some may miss
    /// it.
    #[must_use]
    pub fn latest_in(&self, area: &Area) -> Option<Length> {
        let narrow = self.base.narrow.as_ref()?;
        let enter = narrow.sweep_area_within(narrow.facing, area, self.reach)?;
        crate::within(enter, self.reach).then_some(enter)
    }

    fn bounds(&self, met: impl Fn(&Rect) -> Option<Passage>) -> Option<Touch> {
        let within = |p: &Passage| crate::within(p.enter, self.reach);
        let earliest = met(&self.base.wide).filter(within)?.enter;
        let latest = self.base.narrow.as_ref().and_then(&met).filter(within);
        Some(Touch {
            earliest,
            latest: latest.map(|p| p.enter),
        })
    }

    /// Returns bounds of the base after it went ahead by a length between two, both included.
    #[must_use]
    pub fn ends(&self, (least, most): (Length, Length)) -> Bounds {
        let ahead = |base: &Rect, by: Length| Rect {
            c: base.c + base.f * f64::from(by),
            ..*base
        };
        let play = most - least;
        // What the base covers both at its nearest end and at its farthest.
        let common = |narrow: Rect| {
            let hd = narrow.hd - f64::from(play) / 2.0;
            let middle = f64::from(least) + f64::from(play) / 2.0;
            let c = narrow.c + narrow.f * middle;
            (hd > 0.0).then_some(Rect { c, hd, ..narrow })
        };
        Bounds {
            wide: ahead(&self.base.wide, least).drawn_out(play),
            narrow: self.base.narrow.and_then(common),
        }
    }
}

/// A base that keeps its facing and slides in any direction of an arc, up to a length.
#[derive(Clone, Copy, Debug)]
pub struct Drift {
    base: Rect,
    arc: Arc,
    length: Length,
    /// Covers every place on the way, over all directions; `None` if the arc is too wide to say.
    all: Option<Convex>,
}

/// Rounds a length up to whole hundredths of a millimetre.
#[expect(
    clippy::cast_possible_truncation,
    reason = "no length on a table is larger"
)]
fn whole_up(length: f64) -> Length {
    length.ceil() as Length
}

/// Farther than anything on a table reaches, 1/100 mm.
const ACROSS: f64 = 1_000_000.0;

/// Returns every place of a base that slides up to a length in a direction of an arc below a
/// quarter turn.
fn sector(base: &Rect, arc: Arc, length: f64) -> Convex {
    let half = f64::from(arc.steps) / 2.0 * (std::f64::consts::TAU / 65536.0);
    // Two directions and a slightly greater length contain the whole sector: the cosine is at least
    // 1 minus half the square.
    let far = length / (1.0 - half * half / 2.0);
    let [first, second] = [arc.from, arc.to()].map(|way| way.vector() * far);
    Convex::shifted(base, first, second)
}

impl Drift {
    /// Returns the slides of a base over an arc of directions, with `length` (1/100 mm).
    #[must_use]
    pub fn new(base: &Rect, arc: Arc, length: Length) -> Self {
        let length = length.max(0);
        let narrow = arc.steps < 0x4000;
        Self {
            base: *base,
            arc,
            length,
            all: narrow.then(|| sector(base, arc, f64::from(length))),
        }
    }

    /// Returns whether the slide runs into another base before its end, by more than the tolerance,
    /// in all directions; `None` if directions differ or it cannot be told.
    #[must_use]
    pub fn meets(&self, other: &Rect) -> Option<bool> {
        self.runs_into(
            |all, depth| all.reaches_into(&Convex::from(other), depth),
            |base, way| base.sweep(way, other).map(|met| met.enter),
            true,
        )
    }

    /// Returns whether the slide reaches into an area before its end.
    #[must_use]
    pub fn meets_area(&self, area: &Area) -> Option<bool> {
        // Both ends of an arc may reach into an area whose part between them lies farther away:
        // only a convex area is certain to be met in between.
        let convex = area.pieces().len() == 1;
        self.runs_into(
            |all, depth| area.pieces().iter().any(|p| all.reaches_into(p, depth)),
            |base, way| base.sweep_area(way, area),
            convex,
        )
    }

    fn runs_into(
        &self,
        covered: impl Fn(&Convex, f64) -> bool,
        enter: impl Fn(&Rect, Facing) -> Option<Length>,
        convex: bool,
    ) -> Option<bool> {
        let before = |way: Facing, spare: Length| {
            enter(&self.base, way).is_some_and(|enter| enter + spare < self.length)
        };
        if self.arc.is_one() {
            return Some(before(self.arc.from, TOLERANCE));
        }
        // What is not even touched before the end is not met; nor is what would only be grazed
        // however far the slide went on, such as a base in contact that is left behind.
        let all = self.all.as_ref()?;
        if !covered(all, -1.0) || !covered(&sector(&self.base, self.arc, ACROSS), EPS) {
            return Some(false);
        }
        let spare = 4 * TOLERANCE;
        let met = convex && before(self.arc.from, spare) && before(self.arc.to(), spare);
        met.then_some(true)
    }

    /// Returns bounds of the base at the end of its slide, `least` to the whole length away.
    #[must_use]
    pub fn ends(&self, least: Length) -> Bounds {
        let (middle, sway) = self.end(least);
        let at = Rect {
            c: self.base.c + middle,
            ..self.base
        };
        sway.map_or_else(|| Bounds::exact(at), |sway| Bounds::about(at, sway))
    }

    /// Returns bounds of the base at the end of its slide, turned there on its centre towards a
    /// point; `None` if it may lie on that point.
    #[must_use]
    pub fn ends_turned(&self, least: Length, towards: Point) -> Option<Bounds> {
        let (middle, sway) = self.end(least);
        let c = self.base.c + middle;
        let gap = V::from(towards) - c;
        let at = Rect { c, ..self.base }.turned(Facing::of(gap));
        let Some(sway) = sway else {
            // As it is turned where it really stands, at whole hundredths.
            let c = V::from(c.point());
            let to = Facing::towards(c.point(), towards);
            return Some(Bounds::exact(Rect { c, ..self.base }.turned(to)));
        };
        let far = gap.length();
        if sway >= far {
            return None;
        }
        // An arcsine is at most a quarter turn times its sine; plus one step of rounding either
        // way.
        let turn = std::f64::consts::FRAC_PI_2 * sway / far + 2.0 * std::f64::consts::TAU / 65536.0;
        let radius = (at.hw * at.hw + at.hd * at.hd).sqrt();
        Some(Bounds::about(at, sway + turn * radius))
    }

    /// Returns how far the centre moves, and the greatest distance of any end from there; `None` if
    /// it is known exactly.
    fn end(&self, least: Length) -> (V, Option<f64>) {
        let half = f64::from(self.length - least) / 2.0;
        let middle = self.arc.middle().vector() * (f64::from(self.length) - half);
        let exact = self.arc.is_one() && self.length == least;
        let sway = self.arc.sway(f64::from(self.length)) + half + SPARE;
        (middle, (!exact).then_some(sway))
    }

    /// Returns whether the centre's walk over the whole length keeps to some areas while it is over
    /// others ([`Edge::keeps_to_areas`]), in all directions; `None` if directions differ or it
    /// cannot be told.
    #[must_use]
    pub fn keeps_to_areas<'a>(
        &self,
        over: impl Iterator<Item = &'a Area> + Clone,
        by: impl Iterator<Item = &'a Area> + Clone,
    ) -> Option<bool> {
        let (middle, sway) = self.end(self.length);
        let walk = Edge::between(self.base.c, self.base.c + middle);
        let Some(sway) = sway else {
            return Some(walk.keeps_to_areas(over, by));
        };
        // A walk that enters none of them keeps to none.
        let misses = !walk.could_enter_areas(sway, by.clone());
        if misses || walk.surely_leaves_areas(whole_up(sway), over.clone(), by.clone()) {
            return Some(false);
        }
        walk.surely_keeps_to_areas(sway, over, by).then_some(true)
    }

    /// Returns whether the centre certainly lies in some areas at the end of its slide.
    pub fn ends_in<'a>(&self, mut areas: impl Iterator<Item = &'a Area>) -> bool {
        let (middle, sway) = self.end(self.length);
        let (end, sway) = (self.base.c + middle, sway.unwrap_or(SPARE));
        let holds = |piece: &Convex| {
            let inside = |(p, q): (V, V)| (end - p).dot((q - p).unit().right()) >= sway;
            piece.sides().all(inside)
        };
        areas.any(|area| area.pieces().iter().any(|piece| holds(piece)))
    }

    /// Returns whether the centre certainly lies in some areas and in none of others, wherever
    /// between `least` and the whole length the slide ends.
    pub fn ends_only_in<'a>(
        &self,
        least: Length,
        inside: impl Iterator<Item = &'a Area>,
        outside: impl Iterator<Item = &'a Area>,
    ) -> bool {
        let way = self.arc.middle().vector();
        let [near, far] = [least, self.length].map(|by| self.base.c + way * f64::from(by));
        let walk = Edge::between(near, far);
        let sway = self.arc.sway(f64::from(self.length)) + SPARE;
        walk.surely_lies_in(sway, inside) && !walk.could_enter_areas(sway, outside)
    }

    /// Returns whether the centre's walk crosses a line only in some areas, in all directions and
    /// from `least` to the whole length; `None` if that differs or cannot be told. A walk that
    /// begins on the line crosses what it passes over or ends on ([`Line::passages`]).
    #[must_use]
    pub fn crosses_only_in<'a>(
        &self,
        least: Length,
        line: &Line,
        areas: impl Iterator<Item = &'a Area> + Clone,
    ) -> Option<bool> {
        let crossed = self.crossings(least, line);
        let pieces = || areas.clone().flat_map(Area::pieces);
        let inside = |stretch: &Edge| pieces().any(|piece| holds_about(piece, stretch));
        if crossed.some.iter().all(inside) {
            return Some(true);
        }
        let outside = |stretch: &Edge| !stretch.could_enter_areas(EPS + SPARE, areas.clone());
        crossed.every.iter().any(outside).then_some(false)
    }

    fn crossings(&self, least: Length, line: &Line) -> Crossings {
        // As large as the rounding of its end, plus the tolerance.
        let centre = Rect {
            hw: SPARE,
            hd: SPARE,
            ..self.base
        };
        let walks = Self::new(&centre, self.arc, self.length);
        let [first, last] = [self.arc.from, self.arc.to()].map(|way| self.walk(way, least));
        let mut found = Crossings::default();
        for edge in line.edges() {
            let leave = self.all_leave(least, &Off::of(&edge, self.base.c));
            if leave == Some(true) {
                continue;
            }
            match &walks.all {
                Some(all) => found.some.extend(edge.clipped_by(all)),
                None => found.some.push(edge),
            }
            if self.arc.steps < 0x4000 && leave.is_some() {
                found.every.extend(surely_over([first, last], &edge));
            }
        }
        found
    }

    /// Returns the walk of the centre in a direction, with its end not rounded.
    fn walk(&self, way: Facing, by: Length) -> Edge {
        Edge::between(self.base.c, self.base.c + way.vector() * f64::from(by))
    }

    /// Returns whether all walks of the centre, from `least` to the whole length, begin on an edge
    /// and leave it on the side on which they begin ([`Line::passages`]); `None` if that differs or
    /// cannot be told.
    fn all_leave(&self, least: Length, off: &Off) -> Option<bool> {
        if !off.on {
            return Some(false);
        }
        // A walk that may stay where it is may cross nothing.
        if self.arc.steps >= 0x4000 || least == 0 {
            return None;
        }
        let ends = [self.arc.from, self.arc.to()].map(|way| way.vector());
        let ends = ends.map(|way| [least, self.length].map(|by| way * f64::from(by)));
        let ends = ends.as_flattened().iter();
        let beside = ends.map(|&end| off.at(self.base.c + end));
        let (low, high) = beside.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
            (low.min(at), high.max(at))
        });
        // How far an arc bulges beyond its chord, and the rounding of positions.
        let half = f64::from(self.arc.steps) / 2.0 * (std::f64::consts::TAU / 65536.0);
        let spare = f64::from(self.length) * half * half / 2.0 + 1.0;
        off.all_leave(low - spare, high + spare)
    }
}

/// Returns the part of an edge that contains every point at which the walks from one to another
/// cross it, if all of them do wherever their ends are rounded to. A walk that runs almost along an
/// edge may cross it far from where it seems to, or nowhere.
fn surely_over(walks: [Edge; 2], edge: &Edge) -> Option<Edge> {
    let along = edge.b - edge.a;
    let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
    for walk in walks {
        let rounded = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)]
            .map(|(x, y)| Edge::between(walk.a, walk.b + V { x, y }));
        let across = |walk: &Edge| (walk.b - walk.a).cross(along);
        let slanted = rounded.iter().all(|walk| across(walk) > 0.0)
            || rounded.iter().all(|walk| across(walk) < 0.0);
        if !slanted {
            return None;
        }
        for walk in rounded {
            let at = (walk.crossing(edge)? - edge.a).dot(along);
            (from, to) = (from.min(at), to.max(at));
        }
    }
    let at = |share: f64| edge.a + along * (share / along.dot(along));
    Some(Edge::between(at(from), at(to)))
}

/// Returns whether a piece of an area contains every place of a stretch, with the tolerance beyond
/// its ends, wherever it is rounded to; this close to its outline the piece contains them, too.
fn holds_about(piece: &Convex, stretch: &Edge) -> bool {
    let inside = |(p, q): (V, V)| {
        let inward = (q - p).unit().right();
        (stretch.a - p).dot(inward) >= 1.0 && (stretch.b - p).dot(inward) >= 1.0
    };
    piece.sides().all(inside)
}

/// Where walks cross a line, before positions are rounded.
#[derive(Clone, Debug, Default)]
struct Crossings {
    /// No walk crosses the line outside these stretches.
    some: Vec<Edge>,
    /// Every walk crosses the line in each of these, at some point.
    every: Vec<Edge>,
}
