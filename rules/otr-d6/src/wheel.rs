//! Wheels (MOVE-07): finds the first heading on the way at which a brigade meets something, by
//! halving the turn down to single headings instead of stepping through it.

use sandtable_battle::Hand;
use sandtable_geometry::{Facing, Length, Point, Rect};

/// A wheel of one brigade.
pub(crate) struct Wheel<'a> {
    /// The side of the corner that stays in place, if it is one of this brigade's own.
    pub hub: Option<Hand>,
    /// Distance from the fixed corner to the farthest corner of the brigade.
    pub reach: Length,
    /// How far it turns, in 1/65536 of a turn.
    pub by: i32,
    /// The ground the brigade covers after turning this far.
    pub at: &'a dyn Fn(i32) -> Rect,
}

impl Wheel<'_> {
    /// Whether the wheel surely misses a base: it lies wholly beyond the flank at the hub, or
    /// before the front that the wheel ends with. A quick test; false says nothing.
    pub fn keeps_clear_of(&self, other: &Rect, gap: Length) -> bool {
        let Some(hand) = self.hub else { return false };
        let (start, end) = ((self.at)(0), (self.at)(self.by));
        let side = if hand == Hand::Left { -1 } else { 1 };
        let corners = other.corners();
        let aside = |p: &Point| side * start.offset_of(*p).0 >= start.frontage() / 2 + gap;
        let ahead = |p: &Point| end.offset_of(*p).1 >= gap;
        self.by <= 0x4000 && (corners.iter().all(aside) || corners.iter().all(ahead))
    }

    /// Returns the first heading on the way at which the ground is barred.
    pub fn first(&self, bars: &dyn Fn(&Rect) -> bool) -> Option<i32> {
        self.first_within(0, self.by, bars)
    }

    /// Returns the first barred heading between two. Turning from the middle heading to either
    /// end moves no point of the base farther than `sway`: if the base grown by that much is not
    /// barred, no heading in between is. If it is, both halves are searched, down to single
    /// headings.
    fn first_within(&self, from: i32, to: i32, bars: &dyn Fn(&Rect) -> bool) -> Option<i32> {
        let middle = from + (to - from) / 2;
        let rect = (self.at)(middle);
        let sway = Facing::arc((to - from) / 2 + 1, self.reach) + 2;
        if !bars(&rect.grown(sway)) {
            return None;
        }
        if from >= to {
            return bars(&rect).then_some(from);
        }
        self.first_within(from, middle, bars)
            .or_else(|| self.first_within(middle + 1, to, bars))
    }
}
