//! What surely holds of a base that turns to any heading of an arc, or slides
//! in any direction of one: bounds that are exact for a single heading.

use crate::{Arc, Area, Convex, EPS, Facing, Length, Passage, Point, Rect, TOLERANCE};

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

/// A base that turns on its centre to any heading of an arc and then goes
/// straight ahead, up to a length.
#[derive(Clone, Copy, Debug)]
pub struct Fan {
    arc: Arc,
    reach: Length,
    /// Covers the base at every heading, wherever it is on its way.
    wide: Rect,
    /// Is covered by the base at every heading; `None` when nothing is.
    narrow: Option<Rect>,
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
        let (hw, hd) = (self.hw - by, self.hd - by);
        (hw > 0.0 && hd > 0.0).then_some(Self { hw, hd, ..*self })
    }
}

impl Fan {
    /// The ways of a base, whatever its own heading is, over an arc of headings
    /// and up to `reach` (1/100 mm).
    #[must_use]
    pub fn new(base: &Rect, arc: Arc, reach: Length) -> Self {
        let turned = base.turned(arc.middle());
        if arc.is_one() {
            return Self {
                arc,
                reach,
                wide: turned,
                narrow: Some(turned),
            };
        }
        let far = base.hd + f64::from(reach.saturating_add(TOLERANCE).max(0));
        let slack = arc.sway((base.hw * base.hw + far * far).sqrt()) + SPARE;
        Self {
            arc,
            reach,
            wide: Rect {
                hw: turned.hw + slack,
                hd: turned.hd + slack,
                ..turned
            },
            narrow: turned.inset(slack),
        }
    }

    /// The headings it is about.
    #[must_use]
    pub const fn arc(&self) -> Arc {
        self.arc
    }

    /// Where it touches another base on its way; `None` when no heading does
    /// within its reach.
    #[must_use]
    pub fn touch(&self, other: &Rect) -> Option<Touch> {
        self.bounds(|base| base.sweep(base.facing, other))
    }

    /// Where it first reaches into an area; `None` when no heading does within
    /// its reach.
    #[must_use]
    pub fn touch_area(&self, area: &Area) -> Option<Touch> {
        self.bounds(|base| {
            let enter = base.sweep_area(base.facing, area)?;
            Some(Passage {
                enter,
                leave: enter,
            })
        })
    }

    fn bounds(&self, met: impl Fn(&Rect) -> Option<Passage>) -> Option<Touch> {
        let within = |p: &Passage| crate::within(p.enter, self.reach);
        let earliest = met(&self.wide).filter(within)?.enter;
        let latest = self.narrow.as_ref().and_then(&met).filter(within);
        Some(Touch {
            earliest,
            latest: latest.map(|p| p.enter),
        })
    }

    /// Whether the base overlaps something after it went ahead by a length
    /// between two (both included), for all headings; `None` when that differs
    /// or cannot be told.
    #[must_use]
    pub fn ends_on(
        &self,
        (least, most): (Length, Length),
        overlaps: impl Fn(&Rect) -> bool,
    ) -> Option<bool> {
        let ahead = |base: &Rect, by: Length| Rect {
            c: base.c + base.f * f64::from(by),
            ..*base
        };
        if !overlaps(&ahead(&self.wide, least).drawn_out(most - least)) {
            return Some(false);
        }
        // What the base covers at its nearest end and at its farthest.
        let narrow = self.narrow?;
        let common = ahead(&narrow, most);
        let half = f64::from(most - least) / 2.0;
        let common = Rect {
            c: common.c - common.f * half,
            hd: common.hd - half,
            ..common
        };
        (common.hd > 0.0 && overlaps(&common)).then_some(true)
    }

    /// Whether it lies on a table of the given size after it went ahead by a
    /// length between two, for all headings.
    #[must_use]
    pub fn ends_on_table(
        &self,
        (least, most): (Length, Length),
        width: Length,
        height: Length,
    ) -> Option<bool> {
        let ahead = |base: &Rect, by: Length| Rect {
            c: base.c + base.f * f64::from(by),
            ..*base
        };
        let holds = |base: &Rect| base.on_table(width, height);
        let ends = [least, most];
        if ends.iter().all(|&by| holds(&ahead(&self.wide, by))) {
            return Some(true);
        }
        // The table is convex: who leaves it at both ends may yet cross it.
        let narrow = self.narrow?;
        let off = least == most || self.arc.is_one();
        (off && !holds(&ahead(&narrow, most))).then_some(false)
    }

    /// Everything a point at a distance ahead of the centre may be at, seen
    /// from any heading: the farthest it can lie from where the middle heading
    /// brings it.
    #[must_use]
    pub fn sway(&self, ahead: Length) -> Length {
        crate::vector::round(self.arc.sway(f64::from(ahead)) + 0.5)
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

impl Drift {
    /// The slides of a base over an arc of directions, `length` far (1/100 mm).
    #[must_use]
    pub fn new(base: &Rect, arc: Arc, length: Length) -> Self {
        let length = length.max(0);
        // Two directions and a length a little longer hold the whole sector.
        let all = (arc.steps < 0x4000).then(|| {
            let half = f64::from(arc.steps) / 2.0 * (std::f64::consts::TAU / 65536.0);
            // The cosine is at least one less half of the square.
            let far = f64::from(length) / (1.0 - half * half / 2.0);
            let at = |way: Facing| Rect {
                c: base.c + way.vector() * far,
                ..*base
            };
            Convex::hull_of(&[*base, at(arc.from), at(arc.to())])
        });
        Self {
            base: *base,
            arc,
            length,
            all,
        }
    }

    /// Whether the slide runs into another base before its end, by more than
    /// the tolerance, for all directions; `None` when that differs or cannot be
    /// told.
    #[must_use]
    pub fn meets(&self, other: &Rect) -> Option<bool> {
        self.runs_into(
            |all| all.overlaps(other),
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
            |all| area.meets(all),
            |base, way| base.sweep_area(way, area),
            convex,
        )
    }

    fn runs_into(
        &self,
        covered: impl Fn(&Convex) -> bool,
        enter: impl Fn(&Rect, Facing) -> Option<Length>,
        convex: bool,
    ) -> Option<bool> {
        let before = |way: Facing, spare: Length| {
            enter(&self.base, way).is_some_and(|enter| enter + spare < self.length)
        };
        if self.arc.is_one() {
            return Some(before(self.arc.from, TOLERANCE));
        }
        let all = self.all.as_ref()?;
        if !covered(all) {
            return Some(false);
        }
        let spare = 4 * TOLERANCE;
        let met = convex && before(self.arc.from, spare) && before(self.arc.to(), spare);
        met.then_some(true)
    }

    /// Whether the base at the end of its slide, `least` to the whole length
    /// far, overlaps something, for all directions.
    #[must_use]
    pub fn ends_on(&self, least: Length, overlaps: impl Fn(&Rect) -> bool) -> Option<bool> {
        let (wide, narrow) = self.end(least);
        if !overlaps(&wide) {
            return Some(false);
        }
        (overlaps(&narrow?)).then_some(true)
    }

    /// A base that covers all ends of the slide, and one that all ends cover.
    fn end(&self, least: Length) -> (Rect, Option<Rect>) {
        let half = f64::from(self.length - least) / 2.0;
        let middle = f64::from(self.length) - half;
        let at = Rect {
            c: self.base.c + self.arc.middle().vector() * middle,
            ..self.base
        };
        if self.arc.is_one() && self.length == least {
            return (at, Some(at));
        }
        let slack = self.arc.sway(f64::from(self.length)) + half + SPARE;
        let wide = Rect {
            hw: at.hw + slack,
            hd: at.hd + slack,
            ..at
        };
        (wide, at.inset(slack))
    }

    /// A point that slides along with the base: where the middle of the arc
    /// brings it, and the farthest any other end lies from there.
    #[must_use]
    pub fn end_of(&self, point: Point, least: Length) -> (Point, Length) {
        let half = (self.length - least) / 2;
        let middle = self.length - half;
        let slack = self.arc.sway(f64::from(self.length)) + f64::from(half) + 1.0;
        (
            point.moved(self.arc.middle(), middle),
            crate::vector::round(slack + 0.5),
        )
    }

    /// Whether the whole slide, `least` to its length far, stays on a table of
    /// the given size, for all directions. The base lies on it now.
    #[must_use]
    pub fn stays_on_table(&self, least: Length, width: Length, height: Length) -> Option<bool> {
        let (wide, narrow) = self.end(least);
        if wide.on_table(width, height) {
            return Some(true);
        }
        (!narrow?.on_table(width, height)).then_some(false)
    }
}
