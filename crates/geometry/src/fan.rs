//! What surely holds of a base that turns to any heading of an arc, or slides
//! in any direction of one: bounds that are exact for a single heading.

use crate::line::Off;
use crate::vector::V;
use crate::{Arc, Area, Convex, EPS, Edge, Facing, Length, Line, Passage, Point, Rect, TOLERANCE};

/// More than all roundings of a measured place together, 1/100 mm.
const SPARE: f64 = 2.0 * EPS;

/// Where a way first touches something, over an arc of headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// No heading of the arc touches it sooner.
    pub earliest: Length,
    /// Every heading touches it by then; `None` when some may miss it.
    pub latest: Option<Length>,
}

/// Two rectangles between which a base lies that is not known exactly: the wide
/// one covers it wherever it is, the narrow one is covered by it.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    wide: Rect,
    narrow: Option<Rect>,
}

impl Bounds {
    /// The base itself.
    const fn exact(base: Rect) -> Self {
        Self {
            wide: base,
            narrow: Some(base),
        }
    }

    /// A base that may lie, with all its points, so far from where it is drawn.
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

    /// A base that keeps its facing and may lie so far to the right or left of where it
    /// is drawn, and so far ahead or behind; or exactly there.
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

    /// Whether something surely holds of the base that holds of every base that covers one
    /// of which it holds.
    pub fn surely(&self, holds: impl FnOnce(&Rect) -> bool) -> bool {
        self.narrow.as_ref().is_some_and(holds)
    }

    /// Whether the base surely has room: `room` says whether a rectangle has,
    /// and a smaller one never has less than one that covers it.
    pub fn have(&self, mut room: impl FnMut(&Rect) -> bool) -> Option<bool> {
        if room(&self.wide) {
            return Some(true);
        }
        let narrow = self.narrow.as_ref()?;
        (!room(narrow)).then_some(false)
    }
}

/// A base that turns on its centre to any heading of an arc and then goes
/// straight ahead, up to a length.
#[derive(Clone, Copy, Debug)]
pub struct Fan {
    reach: Length,
    /// The base at any heading, wherever it is on its way.
    base: Bounds,
}

impl Rect {
    /// The rectangle turned on its centre to a heading.
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

    /// The rectangle reaching `by` farther ahead: all that it covers when it
    /// advances so far.
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

    /// The rectangle with its sides moved outwards (or in, below nought), if
    /// anything is left of it.
    fn inset(&self, by: f64) -> Option<Self> {
        self.inset_by(by, by)
    }

    /// The same with a distance for the sides and one for front and rear.
    fn inset_by(&self, aside: f64, ahead: f64) -> Option<Self> {
        let (hw, hd) = (self.hw - aside, self.hd - ahead);
        (hw > 0.0 && hd > 0.0).then_some(Self { hw, hd, ..*self })
    }
}

impl Fan {
    /// The ways of a base, whatever its own heading is, over an arc of headings
    /// and up to `reach` (1/100 mm).
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

    /// Where it touches another base on its way; `None` when no heading does
    /// within its reach.
    #[must_use]
    pub fn touch(&self, other: &Rect) -> Option<Touch> {
        self.bounds(|base| base.sweep_within(base.facing, other, self.reach))
    }

    /// Where it first reaches into an area; `None` when no heading does within
    /// its reach.
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

    /// No heading touches another base sooner; `None` when none does within its reach.
    #[must_use]
    pub fn earliest(&self, other: &Rect) -> Option<Length> {
        let wide = &self.base.wide;
        let met = wide.sweep_within(wide.facing, other, self.reach)?;
        crate::within(met.enter, self.reach).then_some(met.enter)
    }

    /// Every heading touches another base by then; `None` when some may miss it.
    #[must_use]
    pub fn latest(&self, other: &Rect) -> Option<Length> {
        let narrow = self.base.narrow.as_ref()?;
        let met = narrow.sweep_within(narrow.facing, other, self.reach)?;
        crate::within(met.enter, self.reach).then_some(met.enter)
    }

    /// The same of an area.
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

    /// The base after it went ahead by a length between two, both included.
    #[must_use]
    pub fn ends(&self, (least, most): (Length, Length)) -> Bounds {
        let ahead = |base: &Rect, by: Length| Rect {
            c: base.c + base.f * f64::from(by),
            ..*base
        };
        let play = most - least;
        // What the base covers at its nearest end as well as at its farthest.
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

/// A base that keeps its facing and slides in any direction of an arc, up to a
/// length.
#[derive(Clone, Copy, Debug)]
pub struct Drift {
    base: Rect,
    arc: Arc,
    length: Length,
    /// Covers every place on the way, over all directions; `None` when the arc
    /// is too wide to say.
    all: Option<Convex>,
}

/// A length in whole hundredths of a millimetre, rounded up.
#[expect(
    clippy::cast_possible_truncation,
    reason = "no length on a table is larger"
)]
fn whole_up(length: f64) -> Length {
    length.ceil() as Length
}

/// Farther than anything on a table reaches, 1/100 mm.
const ACROSS: f64 = 1_000_000.0;

/// Every place of a base that slides up to a length in a direction of an arc
/// below a quarter turn.
fn sector(base: &Rect, arc: Arc, length: f64) -> Convex {
    let half = f64::from(arc.steps) / 2.0 * (std::f64::consts::TAU / 65536.0);
    // Two directions and a length a little longer hold the whole sector: the
    // cosine is at least one less half of the square.
    let far = length / (1.0 - half * half / 2.0);
    let [first, second] = [arc.from, arc.to()].map(|way| way.vector() * far);
    Convex::shifted(base, first, second)
}

impl Drift {
    /// The slides of a base over an arc of directions, `length` far (1/100 mm).
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

    /// Whether the slide runs into another base before its end, by more than
    /// the tolerance, for all directions; `None` when that differs or cannot be
    /// told.
    #[must_use]
    pub fn meets(&self, other: &Rect) -> Option<bool> {
        self.runs_into(
            |all, depth| all.reaches_into(&Convex::from(other), depth),
            |base, way| base.sweep(way, other).map(|met| met.enter),
            true,
        )
    }

    /// Whether the slide reaches into an area before its end.
    #[must_use]
    pub fn meets_area(&self, area: &Area) -> Option<bool> {
        // Both ends of an arc may reach into an area whose piece between them
        // lies farther away: only a convex one is sure to be met between.
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
        // What is not even touched before the end is not met; nor is what is only
        // grazed however far it went on, such as a base in contact left behind.
        let all = self.all.as_ref()?;
        if !covered(all, -1.0) || !covered(&sector(&self.base, self.arc, ACROSS), EPS) {
            return Some(false);
        }
        let spare = 4 * TOLERANCE;
        let met = convex && before(self.arc.from, spare) && before(self.arc.to(), spare);
        met.then_some(true)
    }

    /// The base at the end of its slide, `least` to the whole length far.
    #[must_use]
    pub fn ends(&self, least: Length) -> Bounds {
        let (middle, sway) = self.end(least);
        let at = Rect {
            c: self.base.c + middle,
            ..self.base
        };
        sway.map_or_else(|| Bounds::exact(at), |sway| Bounds::about(at, sway))
    }

    /// The base at the end of its slide, turned there on its centre towards a
    /// point; `None` when it may lie upon that point.
    #[must_use]
    pub fn ends_turned(&self, least: Length, towards: Point) -> Option<Bounds> {
        let (middle, sway) = self.end(least);
        let c = self.base.c + middle;
        let gap = V::from(towards) - c;
        let at = Rect { c, ..self.base }.turned(Facing::of(gap));
        let Some(sway) = sway else {
            // As it is turned where it really stands, on whole hundredths.
            let c = V::from(c.point());
            let to = Facing::towards(c.point(), towards);
            return Some(Bounds::exact(Rect { c, ..self.base }.turned(to)));
        };
        let far = gap.length();
        if sway >= far {
            return None;
        }
        // An arc sine is at most a quarter turn times its sine; and a step of
        // rounding either way.
        let turn = std::f64::consts::FRAC_PI_2 * sway / far + 2.0 * std::f64::consts::TAU / 65536.0;
        let radius = (at.hw * at.hw + at.hd * at.hd).sqrt();
        Some(Bounds::about(at, sway + turn * radius))
    }

    /// How far the centre is moved, and the farthest any end lies from there;
    /// `None` when it is known exactly.
    fn end(&self, least: Length) -> (V, Option<f64>) {
        let half = f64::from(self.length - least) / 2.0;
        let middle = self.arc.middle().vector() * (f64::from(self.length) - half);
        let exact = self.arc.is_one() && self.length == least;
        let sway = self.arc.sway(f64::from(self.length)) + half + SPARE;
        (middle, (!exact).then_some(sway))
    }

    /// Whether the centre's walk over the whole length keeps to some areas while it is over
    /// others ([`Edge::keeps_to_areas`]), for all directions; `None` when that differs or cannot
    /// be told.
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
        // Who comes over none of them keeps to none.
        let misses = !walk.could_enter_areas(sway, by.clone());
        if misses || walk.surely_leaves_areas(whole_up(sway), over.clone(), by.clone()) {
            return Some(false);
        }
        walk.surely_keeps_to_areas(sway, over, by).then_some(true)
    }

    /// Whether the centre surely lies in some areas at the end of its slide.
    pub fn ends_in<'a>(&self, mut areas: impl Iterator<Item = &'a Area>) -> bool {
        let (middle, sway) = self.end(self.length);
        let (end, sway) = (self.base.c + middle, sway.unwrap_or(SPARE));
        let holds = |piece: &Convex| {
            let inside = |(p, q): (V, V)| (end - p).dot((q - p).unit().right()) >= sway;
            piece.sides().all(inside)
        };
        areas.any(|area| area.pieces().iter().any(|piece| holds(piece)))
    }

    /// Whether the centre surely lies in some areas and in none of others, wherever between
    /// `least` and the whole length the slide ends.
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

    /// Whether the centre's walk crosses a line nowhere but in some areas, for all directions
    /// and from `least` to the whole length; `None` when that differs or cannot be told. A walk
    /// that begins on the line crosses what it comes over or ends on ([`Line::passages`]).
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
        // As large as its end may be rounded by, and the tolerance.
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

    /// The walk of the centre that way, its end not rounded to a place.
    fn walk(&self, way: Facing, by: Length) -> Edge {
        Edge::between(self.base.c, self.base.c + way.vector() * f64::from(by))
    }

    /// Whether all walks of the centre, from `least` to the whole length, begin on an edge and
    /// leave it on the side on which they begin ([`Line::passages`]); `None` when that differs
    /// or cannot be told.
    fn all_leave(&self, least: Length, off: &Off) -> Option<bool> {
        if !off.on {
            return Some(false);
        }
        // Who may stay where he is may cross nothing.
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
        // How far an arc bulges over its chord, and the rounding of places.
        let half = f64::from(self.arc.steps) / 2.0 * (std::f64::consts::TAU / 65536.0);
        let spare = f64::from(self.length) * half * half / 2.0 + 1.0;
        off.all_leave(low - spare, high + spare)
    }
}

/// The part of an edge that holds every place at which the walks from one to another cross it,
/// if all of them do wherever their ends are rounded to: a walk that runs almost along an edge
/// may cross it far from where it seemed to, or nowhere.
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

/// Whether a piece of an area holds every place of a stretch, the tolerance beyond its ends
/// included, wherever it is rounded to: so near to its outline it holds them too.
fn holds_about(piece: &Convex, stretch: &Edge) -> bool {
    let inside = |(p, q): (V, V)| {
        let inward = (q - p).unit().right();
        (stretch.a - p).dot(inward) >= 1.0 && (stretch.b - p).dot(inward) >= 1.0
    };
    piece.sides().all(inside)
}

/// Where walks cross a line, before places are rounded.
#[derive(Clone, Debug, Default)]
struct Crossings {
    /// Nothing outside these stretches is crossed by any walk.
    some: Vec<Edge>,
    /// Each of these is crossed by every walk, at some point of it.
    every: Vec<Edge>,
}
