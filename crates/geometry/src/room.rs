//! The places along a straight line at which a base, or several that move together, are clear of
//! everything else.

use crate::{Area, Facing, Length, Passage, Rect};

/// Farther than anything on a table reaches, 1/100 mm.
const RUN_UP: Length = 2_000_000;

/// Stretches of a straight line that are free: distances from its origin, both ends included, in
/// order, none touching the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    free: Vec<(Length, Length)>,
}

impl Room {
    /// Makes a room of everything from one distance to another; empty if `low` is greater than
    /// `high`.
    #[must_use]
    pub fn new(low: Length, high: Length) -> Self {
        let free = if low <= high {
            vec![(low, high)]
        } else {
            Vec::new()
        };
        Self { free }
    }

    /// Removes what lies between two distances; both distances stay free.
    pub fn take(&mut self, after: Length, before: Length) {
        if after >= before {
            return;
        }
        let mut free = Vec::with_capacity(self.free.len() + 1);
        for &(low, high) in &self.free {
            if high <= after || low >= before {
                free.push((low, high));
                continue;
            }
            if low <= after {
                free.push((low, after));
            }
            if high >= before {
                free.push((before, high));
            }
        }
        self.free = free;
    }

    /// Removes the distances at which a base that slides along a direction (backwards if negative)
    /// would overlap another.
    pub fn keep_off(&mut self, base: &Rect, direction: Facing, other: &Rect) {
        let met = |from: &Rect| from.sweep(direction, other).into_iter();
        self.clear_of(base, met, direction);
    }

    /// Removes the distances at which a base that slides along a direction would reach into an
    /// area.
    pub fn keep_off_area(&mut self, base: &Rect, direction: Facing, area: &Area) {
        let met = |from: &Rect| {
            let met: Vec<Passage> = from.passages(direction, area).collect();
            met.into_iter()
        };
        self.clear_of(base, met, direction);
    }

    /// Removes what `met` finds. A sweep sees only what lies ahead, so it starts well before the
    /// room.
    fn clear_of<I: Iterator<Item = Passage>>(
        &mut self,
        base: &Rect,
        met: impl FnOnce(&Rect) -> I,
        direction: Facing,
    ) {
        let Some(&(low, _)) = self.free.first() else {
            return;
        };
        let start = low.saturating_sub(RUN_UP);
        let from = base.moved(direction, start);
        let stretches: Vec<Passage> = met(&from).collect();
        for p in stretches {
            self.take(start + p.enter, start.saturating_add(p.leave));
        }
    }

    /// Keeps only what lies between two distances, both included.
    pub fn keep_within(&mut self, low: Length, high: Length) {
        for stretch in &mut self.free {
            *stretch = (stretch.0.max(low), stretch.1.min(high));
        }
        self.free.retain(|&(low, high)| low <= high);
    }

    /// Keeps only the distances at which a base that slides along a direction lies wholly on a
    /// table of the given size.
    pub fn keep_on_table(&mut self, base: &Rect, direction: Facing, width: Length, height: Length) {
        match base.on_table_along(direction, width, height) {
            Some((low, high)) => self.keep_within(low, high),
            None => self.free.clear(),
        }
    }

    /// Returns the free stretches, in order.
    #[must_use]
    pub fn stretches(&self) -> &[(Length, Length)] {
        &self.free
    }

    /// Returns whether a distance is free.
    #[must_use]
    pub fn holds(&self, at: Length) -> bool {
        self.free.iter().any(|&(low, high)| low <= at && at <= high)
    }

    /// Returns the free distance nearest to a wanted one; of two equally near, the longer one if
    /// `outward`, and if not, the shorter one.
    #[must_use]
    pub fn nearest(&self, wanted: Length, outward: bool) -> Option<Length> {
        let ends = self.free.iter().map(|&(low, high)| wanted.clamp(low, high));
        ends.min_by_key(|&at| {
            (
                (i64::from(at) - i64::from(wanted)).abs(),
                (at > wanted) != outward,
            )
        })
    }

    /// Returns the first free distance at or beyond one.
    #[must_use]
    pub fn at_or_beyond(&self, at: Length) -> Option<Length> {
        let next = self.free.iter().find(|&&(_, high)| high >= at)?;
        Some(next.0.max(at))
    }

    /// Returns the last free distance at or before one.
    #[must_use]
    pub fn at_or_before(&self, at: Length) -> Option<Length> {
        let last = self.free.iter().rev().find(|&&(low, _)| low <= at)?;
        Some(last.1.min(at))
    }
}

/// Returns the first distance in a direction, at or beyond a given one, at which all of `bases`,
/// which move together, are clear of all of `others`: the first gap in the union of their passages.
/// There always is one.
#[must_use]
pub fn clear_from<'a>(
    bases: &[Rect],
    direction: Facing,
    others: impl Iterator<Item = &'a Rect> + Clone,
    at_least: Length,
) -> Length {
    let mut room = Room::new(at_least, Length::MAX);
    for base in bases {
        for other in others.clone() {
            room.keep_off(base, direction, other);
        }
    }
    room.at_or_beyond(at_least).unwrap_or(Length::MAX)
}
