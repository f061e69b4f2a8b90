//! Arcs of headings, and the exact set of headings for which a condition holds.

use crate::vector::V;
use crate::{Area, Facing, Length, Rect};
use serde::{Deserialize, Serialize};

/// The headings from one direction clockwise to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Arc {
    /// The first heading.
    pub from: Facing,
    /// How far clockwise of the first heading the last one lies, in 1/65536 of a turn.
    pub steps: u16,
}

impl Arc {
    /// All headings.
    pub const ALL: Self = Self {
        from: Facing::NORTH,
        steps: u16::MAX,
    };

    /// Makes an arc of a single heading.
    #[must_use]
    pub const fn one(heading: Facing) -> Self {
        Self {
            from: heading,
            steps: 0,
        }
    }

    /// Returns the headings up to `steps` of 1/65536 turn to either side of a heading; all headings
    /// from half a turn on.
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

    /// Returns the last heading.
    #[must_use]
    pub const fn to(self) -> Facing {
        self.from.turned(self.steps as i32)
    }

    /// Returns the heading in the middle; of two, the first.
    #[must_use]
    pub const fn middle(self) -> Facing {
        self.from.turned(self.steps as i32 / 2)
    }

    /// Returns whether the arc is a single heading.
    #[must_use]
    pub const fn is_one(self) -> bool {
        self.steps == 0
    }

    /// Returns whether the arc contains a heading.
    #[must_use]
    pub const fn holds(self, heading: Facing) -> bool {
        heading.0.wrapping_sub(self.from.0) <= self.steps
    }

    /// Returns the two halves of the arc; `None` for a single heading.
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

    /// Returns the heading of this arc that is nearest to a wanted one; of two equally near, the
    /// one clockwise of it.
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

    /// Returns all headings at which a base, turned on its centre or not, could meet another on a
    /// straight path, and a few more; `None` if the two lie too close to each other to say.
    #[must_use]
    pub fn towards(base: &Rect, other: &Rect) -> Option<Self> {
        Self::towards_circle(base, other.c, other.hw + other.hd)
    }

    /// Returns all headings at which a base could meet an area on a straight path, and a few more;
    /// `None` if the two lie too close to each other to say.
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
        // An arcsine is at most a quarter turn times its sine: 16384 steps.
        let steps = crate::vector::round(reach / far * 16384.0) + 2;
        Some(Self::about(Facing::of(gap), steps))
    }

    /// Returns whether the two arcs share a heading.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.holds(other.from) || other.holds(self.from)
    }

    /// Returns how far a point at `radius` moves at most when the thing at the centre turns from
    /// the middle of this arc to any other of its headings; rounded up.
    pub(crate) fn sway(self, radius: f64) -> f64 {
        let most = f64::from(self.steps - self.steps / 2);
        most * (std::f64::consts::TAU / 65536.0) * radius
    }
}

/// What rules out headings, for [`Headings::nearest_free`].
pub trait Bars {
    /// One of the things that rule out headings.
    type Bar;

    /// Returns the thing that rules out a heading, if there is one.
    fn bar(&self, heading: Facing) -> Option<Self::Bar>;

    /// Returns whether the thing that rules out the first or the last heading of an arc certainly
    /// rules out *every* heading of it.
    fn bars(&self, bar: &Self::Bar, arc: Arc) -> bool;

    /// Returns how many headings after one that is ruled out, clockwise or counter-clockwise, the
    /// same thing certainly rules out, if that is known without trying.
    fn follow(&self, _bar: &Self::Bar, _heading: Facing, _clockwise: bool) -> Option<i32> {
        None
    }
}

/// A set of headings, stored as arcs that neither touch nor overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Headings {
    arcs: Vec<Arc>,
}

impl Headings {
    /// Returns the headings of an arc for which a condition holds: the exact set, over all possible
    /// headings.
    ///
    /// `sure` says what certainly holds for *every* heading of the given arc: `Some(true)`,
    /// `Some(false)`, or `None` if it cannot tell. Arcs for which it cannot tell are halved, down
    /// to single headings, where it must know; if it does not, that counts as no.
    pub fn within(arc: Arc, mut sure: impl FnMut(Arc) -> Option<bool>) -> Self {
        let mut found = Self::default();
        found.search(arc, &mut sure);
        found.join_ends();
        found
    }

    /// Returns the heading of an arc nearest to a wanted one for which a condition holds; of two
    /// equally near, the one clockwise of it. Uses `sure` like [`Headings::within`], but only as
    /// far as the answer needs.
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

    /// Returns the heading of an arc nearest to a wanted one that nothing rules out; of two equally
    /// near, the one clockwise of it.
    ///
    /// The search goes outward from the wanted heading, over arcs as long as one thing rules out at
    /// once: exact over all possible headings.
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

    /// Adds the arc that follows, merged with the last one if they touch.
    fn push(&mut self, arc: Arc) {
        if let Some(last) = self.arcs.last_mut()
            && last.to().turned(1) == arc.from
        {
            last.steps += arc.steps + 1;
            return;
        }
        self.arcs.push(arc);
    }

    /// Merges the last arc with the first if the search went all the way round.
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

    /// Returns the arcs, clockwise.
    #[must_use]
    pub fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arcs.is_empty()
    }

    /// Returns whether a heading is in the set.
    #[must_use]
    pub fn holds(&self, heading: Facing) -> bool {
        self.arcs.iter().any(|arc| arc.holds(heading))
    }

    /// Returns the heading in the set nearest to a wanted one; of two equally near, the one
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

/// A walk over headings, away from a wanted one: turns to one side, from `next` to a last one.
#[derive(Clone, Copy, Debug)]
struct Walk {
    clockwise: bool,
    next: i32,
    last: i32,
    /// How many headings were passed at once last time.
    stride: i32,
}

impl Walk {
    /// Returns the walks over all headings of an arc.
    fn all(arc: Arc, wanted: Facing) -> [Self; 4] {
        const HALF: i32 = 0x8000;
        // A few degrees: small enough to get down to single headings fast.
        const SOME: i32 = 0x200;
        let first = i32::from(wanted.clockwise_to(arc.from));
        let last = first + i32::from(arc.steps);
        // Clockwise of it, on its other side, and around to it again.
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

    /// Passes the next heading and `known` more behind it.
    fn leap(&mut self, known: i32) {
        // The rest that the same thing rules out can only be found by measuring.
        const FEW: i32 = 4;
        self.next += known.max(0) + 1;
        self.stride = FEW;
    }

    /// Passes the next heading, and as many behind it as `bars` confirms: longer and longer arcs
    /// while it does, then shorter ones, and longer ones again after two in a row of the same
    /// length.
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

/// Returns the conjunction of two answers that may be unknown.
#[must_use]
pub const fn both(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Returns the greatest length from zero to `most`, with a heading of an arc, for which a condition
/// holds: exact over all possible headings and lengths.
///
/// `sure` says what certainly holds for every heading of an arc together with every length from one
/// to another (both included), as in [`Headings::within`]. If the same length holds at several
/// headings, it returns the one nearest to `wanted`.
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
        // Halve the longer side of the cell: an arc counts as long as its end sweeps.
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
