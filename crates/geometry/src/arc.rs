//! Arcs of headings, and the exact set of headings for which something holds.

use crate::vector::V;
use crate::{Area, Facing, Length, Rect};
use serde::{Deserialize, Serialize};

/// The headings from one direction clockwise to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Arc {
    /// The first heading.
    pub from: Facing,
    /// How far the last one lies clockwise of it, in 1/65536 of a turn.
    pub steps: u16,
}

impl Arc {
    /// All headings.
    pub const ALL: Self = Self {
        from: Facing::NORTH,
        steps: u16::MAX,
    };

    /// A single heading.
    #[must_use]
    pub const fn one(heading: Facing) -> Self {
        Self {
            from: heading,
            steps: 0,
        }
    }

    /// The headings up to `steps` of 1/65536 turn to either side of a heading;
    /// all headings from half a turn on.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "below half a turn"
    )]
    pub const fn about(middle: Facing, steps: i32) -> Self {
        if steps >= 0x8000 {
            return Self {
                from: middle.reversed(),
                steps: u16::MAX,
            };
        }
        let steps = if steps < 0 { 0 } else { steps };
        Self {
            from: middle.turned(-steps),
            steps: (2 * steps) as u16,
        }
    }

    /// The last heading.
    #[must_use]
    pub const fn to(self) -> Facing {
        self.from.turned(self.steps as i32)
    }

    /// The heading in the middle; of two the first.
    #[must_use]
    pub const fn middle(self) -> Facing {
        self.from.turned(self.steps as i32 / 2)
    }

    /// Whether it is a single heading.
    #[must_use]
    pub const fn is_one(self) -> bool {
        self.steps == 0
    }

    /// Whether a heading lies in it.
    #[must_use]
    pub const fn holds(self, heading: Facing) -> bool {
        heading.0.wrapping_sub(self.from.0) <= self.steps
    }

    /// Its two halves; none of a single heading.
    #[must_use]
    pub const fn halves(self) -> Option<(Self, Self)> {
        if self.steps == 0 {
            return None;
        }
        let first = Self {
            from: self.from,
            steps: self.steps / 2,
        };
        let second = Self {
            from: first.to().turned(1),
            steps: self.steps - first.steps - 1,
        };
        Some((first, second))
    }

    /// The heading of this arc that is nearest to a wanted one; of two equally
    /// near the one clockwise of it.
    #[must_use]
    pub const fn nearest(self, wanted: Facing) -> Facing {
        if self.holds(wanted) {
            return wanted;
        }
        let (on, back) = (
            wanted.turn_to(self.from).abs(),
            wanted.turn_to(self.to()).abs(),
        );
        if on <= back { self.from } else { self.to() }
    }

    /// All headings in which a base, turned on its centre or not, could meet another on a
    /// straight way, and a little more; none when they lie too near each other to say.
    #[must_use]
    pub fn towards(base: &Rect, other: &Rect) -> Option<Self> {
        Self::towards_circle(base, other.c, other.hw + other.hd)
    }

    /// The same of an area.
    #[must_use]
    pub fn towards_area(base: &Rect, area: &Area) -> Option<Self> {
        let (middle, reach) = area.circle();
        Self::towards_circle(base, middle, reach)
    }

    fn towards_circle(base: &Rect, middle: V, reach: f64) -> Option<Self> {
        const SPARE: f64 = 100.0;
        let gap = middle - base.c;
        let (far, reach) = (gap.length(), base.hw + base.hd + reach + SPARE);
        if far <= reach {
            return None;
        }
        // An arc sine is at most a quarter turn times its sine: 16384 steps.
        let steps = crate::vector::round(reach / far * 16384.0) + 2;
        Some(Self::about(Facing::of(gap), steps))
    }

    /// Whether it has a heading in common with another arc.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.holds(other.from) || other.holds(self.from)
    }

    /// How far a point at `radius` moves at most when what stands at the middle
    /// of this arc turns to any other heading of it; rounded up.
    pub(crate) fn sway(self, radius: f64) -> f64 {
        let most = f64::from(self.steps - self.steps / 2);
        most * (std::f64::consts::TAU / 65536.0) * radius
    }
}

/// What keeps something from some headings, for [`Headings::nearest_free`].
pub trait Bars {
    /// One of the things that bar headings.
    type Bar;

    /// What bars a heading, if anything does.
    fn bar(&self, heading: Facing) -> Option<Self::Bar>;

    /// Whether what bars one heading of an arc, the first or the last, surely bars *every*
    /// one of it.
    fn bars(&self, bar: &Self::Bar, arc: Arc) -> bool;

    /// How many headings follow a barred one, clockwise or to the other side, all of which
    /// the same thing surely bars, where that is known without trying.
    fn follow(&self, _bar: &Self::Bar, _heading: Facing, _clockwise: bool) -> Option<i32> {
        None
    }
}

/// A set of headings: arcs, none of which touch or overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Headings {
    arcs: Vec<Arc>,
}

impl Headings {
    /// The headings of an arc for which something holds: the exact set, of all
    /// headings there are.
    ///
    /// `sure` says what surely holds of *every* heading of the arc it is asked
    /// about: `Some(true)`, `Some(false)`, or `None` when it cannot tell. Arcs
    /// it cannot tell of are halved, down to single headings, of which it must
    /// know; one it does not know counts as no.
    pub fn within(arc: Arc, mut sure: impl FnMut(Arc) -> Option<bool>) -> Self {
        let mut found = Self::default();
        found.search(arc, &mut sure);
        found.join_ends();
        found
    }

    /// The heading of an arc nearest to a wanted one for which something holds; of two
    /// equally near the one clockwise of it. `sure` is asked as by [`Headings::within`],
    /// but only as far as the answer needs.
    pub fn nearest_within(
        arc: Arc,
        wanted: Facing,
        mut sure: impl FnMut(Arc) -> Option<bool>,
    ) -> Option<Facing> {
        let key = |arc: Arc| {
            let turn = wanted.turn_to(arc.nearest(wanted));
            std::cmp::Reverse((turn.abs(), turn < 0, arc.from.0, arc.steps))
        };
        let mut open = std::collections::BinaryHeap::from([key(arc)]);
        while let Some(std::cmp::Reverse((_, _, from, steps))) = open.pop() {
            let arc = Arc {
                from: Facing(from),
                steps,
            };
            match (sure(arc), arc.halves()) {
                (Some(true), _) => return Some(arc.nearest(wanted)),
                (None, Some((first, second))) => open.extend([key(first), key(second)]),
                _ => {}
            }
        }
        None
    }

    /// The heading of an arc nearest to a wanted one that nothing bars; of two equally
    /// near the one clockwise of it.
    ///
    /// The search goes outward from the wanted heading, over as long arcs as one thing
    /// bars at once: exact for all headings there are.
    pub fn nearest_free(arc: Arc, wanted: Facing, bars: &impl Bars) -> Option<Facing> {
        let mut walks = Walk::all(arc, wanted);
        loop {
            let walk = walks
                .iter_mut()
                .filter(|walk| walk.next <= walk.last)
                .min_by_key(|walk| (walk.next, !walk.clockwise))?;
            let heading = walk.heading(wanted);
            let Some(bar) = bars.bar(heading) else {
                return Some(heading);
            };
            match bars.follow(&bar, heading, walk.clockwise) {
                Some(known) => walk.leap(known),
                None => walk.pass(wanted, |arc| bars.bars(&bar, arc)),
            }
        }
    }

    fn search(&mut self, arc: Arc, sure: &mut impl FnMut(Arc) -> Option<bool>) {
        match (sure(arc), arc.halves()) {
            (Some(true), _) => self.push(arc),
            (None, Some((first, second))) => {
                self.search(first, sure);
                self.search(second, sure);
            }
            _ => {}
        }
    }

    /// Adds the arc that follows, joined to the last one when they touch.
    fn push(&mut self, arc: Arc) {
        if let Some(last) = self.arcs.last_mut()
            && last.to().turned(1) == arc.from
        {
            last.steps += arc.steps + 1;
            return;
        }
        self.arcs.push(arc);
    }

    /// Joins the last arc to the first when the search went all round.
    fn join_ends(&mut self) {
        if let [first, .., last] = *self.arcs.as_slice()
            && last.to().turned(1) == first.from
        {
            self.arcs.pop();
            self.arcs[0] = Arc {
                from: last.from,
                steps: first.steps + last.steps + 1,
            };
        }
    }

    /// The arcs, clockwise.
    #[must_use]
    pub fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arcs.is_empty()
    }

    /// Whether a heading is one of them.
    #[must_use]
    pub fn holds(&self, heading: Facing) -> bool {
        self.arcs.iter().any(|arc| arc.holds(heading))
    }

    /// The one nearest to a wanted heading; of two equally near the one
    /// clockwise of it.
    #[must_use]
    pub fn nearest(&self, wanted: Facing) -> Option<Facing> {
        let near = self.arcs.iter().map(|arc| arc.nearest(wanted));
        near.min_by_key(|&heading| {
            let turn = wanted.turn_to(heading);
            (turn.abs(), turn < 0)
        })
    }
}

/// A walk over headings, away from a wanted one: turns to one side, from one to another.
#[derive(Clone, Copy, Debug)]
struct Walk {
    clockwise: bool,
    next: i32,
    last: i32,
    /// How many headings were last passed at once.
    stride: i32,
}

impl Walk {
    /// The walks over all headings of an arc.
    fn all(arc: Arc, wanted: Facing) -> [Self; 4] {
        const HALF: i32 = 0x8000;
        // Some degrees: not so many that it takes long to come down to few.
        const SOME: i32 = 0x200;
        let first = i32::from(wanted.clockwise_to(arc.from));
        let last = first + i32::from(arc.steps);
        // Clockwise of it, on its other side, and round to it again.
        [0, 1, 2, 3].map(|half| {
            let (low, high) = (first.max(half * HALF), last.min((half + 1) * HALF - 1));
            let clockwise = half % 2 == 0;
            let (next, last) = if clockwise {
                (low - half * HALF, high - half * HALF)
            } else {
                ((half + 1) * HALF - high, (half + 1) * HALF - low)
            };
            Self {
                clockwise,
                next,
                last,
                stride: (last - next + 1).clamp(1, SOME),
            }
        })
    }

    fn heading(&self, wanted: Facing) -> Facing {
        let turn = if self.clockwise {
            self.next
        } else {
            -self.next
        };
        wanted.turned(turn)
    }

    /// Passes the next heading and so many behind it.
    fn leap(&mut self, known: i32) {
        // What is left of the same thing is what only measuring can tell.
        const FEW: i32 = 4;
        self.next += known.max(0) + 1;
        self.stride = FEW;
    }

    /// Passes the next heading, and as many behind it as `bars` tells of: longer and
    /// longer arcs while it does, then shorter ones, and longer ones again where two of a
    /// length follow each other.
    fn pass(&mut self, wanted: Facing, mut bars: impl FnMut(Arc) -> bool) {
        let (mut passed, mut alike, mut stride) = (0, 1, self.stride);
        self.stride = (stride / 64).max(1);
        while stride > 0 && self.next + passed <= self.last {
            let first = self.next + passed;
            let steps = stride.min(self.last - first + 1) - 1;
            let from = if self.clockwise {
                wanted.turned(first)
            } else {
                wanted.turned(-first - steps)
            };
            let steps = u16::try_from(steps).unwrap_or(u16::MAX);
            if bars(Arc { from, steps }) {
                passed += i32::from(steps) + 1;
                self.stride = self.stride.max(stride);
                if alike > 0 {
                    stride = stride.saturating_mul(4);
                } else {
                    alike += 1;
                }
            } else {
                alike = 0;
                stride /= 2;
            }
        }
        self.next += passed.max(1);
    }
}

/// What holds when both hold, of answers that may be unknown.
#[must_use]
pub const fn both(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// The longest of the lengths from nought to `most`, with a heading of an arc,
/// for which something holds: exact for all headings and lengths there are.
///
/// `sure` says what surely holds of every heading of an arc together with every
/// length from one to another (both included), as for [`Headings::within`]. Of
/// headings at which the same length holds the one nearest to `wanted` is given.
pub fn longest(
    arc: Arc,
    most: Length,
    wanted: Facing,
    mut sure: impl FnMut(Arc, Length, Length) -> Option<bool>,
) -> Option<(Length, Facing)> {
    let mut open = std::collections::BinaryHeap::new();
    let off = |arc: Arc| -wanted.turn_to(arc.nearest(wanted)).abs();
    let cell = |arc: Arc, low: Length, high: Length| (high, off(arc), low, arc.from.0, arc.steps);
    if most >= 0 {
        open.push(cell(arc, 0, most));
    }
    while let Some((high, _, low, from, steps)) = open.pop() {
        let arc = Arc {
            from: Facing(from),
            steps,
        };
        match sure(arc, low, high) {
            Some(true) => return Some((high, arc.nearest(wanted))),
            Some(false) => continue,
            None => {}
        }
        // The longer side of the cell is halved: an arc as long as its end sweeps.
        let swept = arc.sway(2.0 * f64::from(high.max(1)));
        match arc.halves() {
            Some((first, second)) if swept >= f64::from(high - low) => {
                open.push(cell(first, low, high));
                open.push(cell(second, low, high));
            }
            _ if low < high => {
                let middle = low + (high - low) / 2;
                open.push(cell(arc, low, middle));
                open.push(cell(arc, middle + 1, high));
            }
            Some((first, second)) => {
                open.push(cell(first, low, high));
                open.push(cell(second, low, high));
            }
            None => {}
        }
    }
    None
}
