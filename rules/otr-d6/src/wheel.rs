//! Wheels (MOVE-07): the first heading on the way at which something is met, halved down
//! to single headings, never stepped through.

use sandtable_battle::Hand;
use sandtable_geometry::{Facing, Length, Point, Rect};

/// A wheel of one brigade.
pub(crate) struct Wheel<'a> {
    /// Where the corner is that stays, if it is one of this brigade's own.
    pub hub: Option<Hand>,
    /// From there to the farthest corner of the brigade.
    pub reach: Length,
    /// How far it turns, in 1/65536 of a turn.
    pub by: i32,
    /// The ground it covers when it has turned so far.
    pub at: &'a dyn Fn(i32) -> Rect,
}

impl Wheel<'_> {
    /// A quick yes: what lies wholly beyond the flank at the hub, or before the
    /// front that the wheel ends with, is never met.
    pub fn keeps_clear_of(&self, other: &Rect, gap: Length) -> bool {
        let Some(hand) = self.hub else { return false };
        let (start, end) = ((self.at)(0), (self.at)(self.by));
        let side = if hand == Hand::Left { -1 } else { 1 };
        let corners = other.corners();
        let aside = |p: &Point| side * start.offset_of(*p).0 >= start.frontage() / 2 + gap;
        let ahead = |p: &Point| end.offset_of(*p).1 >= gap;
        self.by <= 0x4000 && (corners.iter().all(aside) || corners.iter().all(ahead))
    }

    /// The first heading on the way at which a base may not lie there.
    pub fn first(&self, bars: &dyn Fn(&Rect) -> bool) -> Option<i32> {
        self.first_within(0, self.by, bars)
    }

    /// The same between two headings. No point of the base is farther from where
    /// it is at the heading between them than it sways on the way there: what
    /// does not bar a base so much larger bars none of them. What is left is
    /// halved, down to single headings.
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
