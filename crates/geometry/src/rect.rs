//! An oriented rectangle: the footprint of a base or of a whole unit.

use crate::vector::V;
use crate::{EPS, Edge, Facing, Length, Point, Pose};
use serde::{Deserialize, Serialize};

/// The point of a footprint that a pose names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// The centre of the base.
    Centre,
    /// The middle of the front edge.
    Front,
}

/// A side of a rectangle, as seen by the unit on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Face {
    /// The edge in front of the unit.
    Front,
    /// The edge to the unit's left.
    Left,
    /// The edge to the unit's right.
    Right,
    /// The edge behind the unit.
    Rear,
}

/// The four zones around a base, separated by 45-degree rays from its corners. Each has the name of
/// the face it lies in front of.
pub type Zone = Face;

impl Face {
    /// All four, in a fixed order.
    pub const ALL: [Self; 4] = [Self::Front, Self::Left, Self::Right, Self::Rear];

    /// Returns the outward direction of this face on a base with the given facing.
    #[must_use]
    pub const fn outward(self, facing: Facing) -> Facing {
        match self {
            Self::Front => facing,
            Self::Left => facing.turned(-0x4000),
            Self::Right => facing.turned(0x4000),
            Self::Rear => facing.reversed(),
        }
    }
}

/// An oriented rectangle. Cheap to make and to copy; a battle does not store it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    pub(crate) c: V,
    /// Forward and right unit vectors.
    pub(crate) f: V,
    pub(crate) r: V,
    /// Half the frontage and half the depth.
    pub(crate) hw: f64,
    pub(crate) hd: f64,
    pub(crate) facing: Facing,
}

impl Rect {
    /// Returns the rectangle whose pose names its centre.
    #[must_use]
    #[inline]
    pub fn centred(pose: Pose, frontage: Length, depth: Length) -> Self {
        let f = pose.facing.vector();
        Self {
            c: V::from(pose.point()),
            f,
            r: f.right(),
            hw: f64::from(frontage) / 2.0,
            hd: f64::from(depth) / 2.0,
            facing: pose.facing,
        }
    }

    /// Returns the rectangle whose pose names the middle of its front edge.
    #[must_use]
    #[inline]
    pub fn fronted(pose: Pose, frontage: Length, depth: Length) -> Self {
        let rect = Self::centred(pose, frontage, depth);
        Self {
            c: rect.c - rect.f * rect.hd,
            ..rect
        }
    }

    /// Returns the rectangle of a pose with a given anchor.
    #[must_use]
    #[inline]
    pub fn anchored(anchor: Anchor, pose: Pose, frontage: Length, depth: Length) -> Self {
        match anchor {
            Anchor::Centre => Self::centred(pose, frontage, depth),
            Anchor::Front => Self::fronted(pose, frontage, depth),
        }
    }

    /// Returns the direction of the front.
    #[must_use]
    #[inline]
    pub const fn facing(&self) -> Facing {
        self.facing
    }

    /// Returns the centre.
    #[must_use]
    #[inline]
    pub fn centre(&self) -> Point {
        self.c.point()
    }

    /// Returns the middle of the front edge.
    #[must_use]
    #[inline]
    pub fn front_middle(&self) -> Point {
        (self.c + self.f * self.hd).point()
    }

    /// Returns the length of the front edge.
    #[must_use]
    #[inline]
    pub fn frontage(&self) -> Length {
        crate::vector::round(self.hw * 2.0)
    }

    /// Returns the length from front to rear.
    #[must_use]
    #[inline]
    pub fn depth(&self) -> Length {
        crate::vector::round(self.hd * 2.0)
    }

    /// Returns the corners: front left, front right, rear right, rear left.
    #[must_use]
    #[inline]
    pub fn corners(&self) -> [Point; 4] {
        self.vertices().map(V::point)
    }

    #[inline]
    pub(crate) fn vertices(&self) -> [V; 4] {
        let (w, d) = (self.r * self.hw, self.f * self.hd);
        [
            self.c - w + d,
            self.c + w + d,
            self.c + w - d,
            self.c - w - d,
        ]
    }

    /// Returns the front half.
    #[must_use]
    pub fn front_half(&self) -> Self {
        let hd = self.hd / 2.0;
        Self {
            c: self.c + self.f * hd,
            hd,
            ..*self
        }
    }

    /// Returns the rear half.
    #[must_use]
    pub fn rear_half(&self) -> Self {
        let hd = self.hd / 2.0;
        Self {
            c: self.c - self.f * hd,
            hd,
            ..*self
        }
    }

    /// Returns the pose that names this rectangle under an anchor.
    #[must_use]
    pub fn pose(&self, anchor: Anchor) -> Pose {
        let point = match anchor {
            Anchor::Centre => self.centre(),
            Anchor::Front => self.front_middle(),
        };
        Pose::at(point, self.facing)
    }

    /// Returns the rectangle slid `length` in a direction.
    #[must_use]
    #[inline]
    pub fn moved(&self, direction: Facing, length: Length) -> Self {
        Self {
            c: self.c + direction.vector() * f64::from(length),
            ..*self
        }
    }

    /// Returns the rectangle turned about its centre to a facing.
    #[must_use]
    #[inline]
    pub fn facing_to(&self, facing: Facing) -> Self {
        let f = facing.vector();
        Self {
            f,
            r: f.right(),
            facing,
            ..*self
        }
    }

    /// Returns the rectangle with the same centre and depth and another frontage.
    #[must_use]
    #[inline]
    pub fn with_frontage(&self, frontage: Length) -> Self {
        Self {
            hw: f64::from(frontage) / 2.0,
            ..*self
        }
    }

    /// Returns the rectangle grown by `margin` on every side.
    #[must_use]
    #[inline]
    pub fn grown(&self, margin: Length) -> Self {
        let m = f64::from(margin);
        Self {
            hw: (self.hw + m).max(0.0),
            hd: (self.hd + m).max(0.0),
            ..*self
        }
    }

    /// Returns the local coordinates of a point from the centre: right, forward.
    #[inline]
    pub(crate) fn local(&self, p: V) -> V {
        let p = p - self.c;
        V::new(p.dot(self.r), p.dot(self.f))
    }

    /// Returns the point at local coordinates (right, forward) from the centre.
    #[inline]
    pub(crate) fn world(&self, local: V) -> V {
        self.c + self.r * local.x + self.f * local.y
    }

    /// Returns how far a point lies to the right of the centre line and in front of the front edge
    /// (negative: behind it).
    #[must_use]
    #[inline]
    pub fn offset_of(&self, p: Point) -> (Length, Length) {
        let l = self.local(V::from(p));
        (
            crate::vector::round(l.x),
            crate::vector::round(l.y - self.hd),
        )
    }

    /// Returns the zone that a point lies in: front on the front rays, flank on the rear rays. A
    /// point inside the base counts as in the nearer flank.
    #[must_use]
    #[inline]
    pub fn zone_of(&self, p: Point) -> Zone {
        let l = self.local(V::from(p));
        let beside = l.x.abs() - self.hw;
        let before = l.y - self.hd;
        let behind = -l.y - self.hd;
        if before >= -EPS && before >= beside - EPS {
            Zone::Front
        } else if behind >= -EPS && behind > beside + EPS {
            Zone::Rear
        } else if l.x < 0.0 {
            Zone::Left
        } else {
            Zone::Right
        }
    }

    /// Returns whether a point lies on the rectangle, edges included.
    #[must_use]
    #[inline]
    pub fn holds(&self, p: Point) -> bool {
        let l = self.local(V::from(p));
        l.x.abs() <= self.hw + EPS && l.y.abs() <= self.hd + EPS
    }

    /// Returns an edge of the rectangle, from left to right as the unit sees it when looking
    /// outward.
    #[must_use]
    pub fn edge(&self, face: Face) -> Edge {
        let [fl, fr, rr, rl] = self.vertices();
        match face {
            Face::Front => Edge::between(fl, fr),
            Face::Right => Edge::between(fr, rr),
            Face::Rear => Edge::between(rr, rl),
            Face::Left => Edge::between(rl, fl),
        }
    }

    /// Returns the front edge.
    #[must_use]
    pub fn front_edge(&self) -> Edge {
        self.edge(Face::Front)
    }

    /// Returns whether two rectangles overlap by more than the tolerance; touching is not
    /// overlapping.
    #[must_use]
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.circle_meets(other) && self.depth_into(other) > EPS
    }

    /// Tests quickly whether the circles around two rectangles meet.
    #[inline]
    fn circle_meets(&self, other: &Self) -> bool {
        let gap = other.c - self.c;
        let reach = (self.hw + self.hd) + (other.hw + other.hd);
        gap.dot(gap) <= reach * reach
    }

    /// Tests quickly, before a base is measured and even before its rectangle is made, whether a
    /// base with its centre at a point could lie within `gap` of this one. `girth` is its frontage
    /// plus depth, 1/100 mm.
    #[must_use]
    #[inline]
    pub fn could_reach(&self, centre: Point, girth: Length, gap: Length) -> bool {
        // Corners lie no farther out than half of both lengths of a base.
        const SPARE: f64 = 10.0;
        let reach = self.hw + self.hd + f64::from(girth) / 2.0 + f64::from(gap) + SPARE;
        let off = V::from(centre) - self.c;
        off.dot(off) <= reach * reach
    }

    /// Returns the least overlap over the separating axes; not above the tolerance if some axis has
    /// no more.
    fn depth_into(&self, other: &Self) -> f64 {
        let gap = other.c - self.c;
        let (ff, fr) = (self.f.dot(other.f).abs(), self.f.dot(other.r).abs());
        let mut least = f64::INFINITY;
        for (axis, own, theirs) in [
            (self.f, self.hd, other.hd * ff + other.hw * fr),
            (self.r, self.hw, other.hd * fr + other.hw * ff),
            (other.f, other.hd, self.hd * ff + self.hw * fr),
            (other.r, other.hw, self.hd * fr + self.hw * ff),
        ] {
            let depth = own + theirs - gap.dot(axis).abs();
            if depth <= EPS {
                return depth;
            }
            least = least.min(depth);
        }
        least
    }

    /// Returns whether the rectangle lies wholly on a table of the given size.
    #[must_use]
    #[inline]
    pub fn on_table(&self, width: Length, height: Length) -> bool {
        let (w, h) = (f64::from(width) + EPS, f64::from(height) + EPS);
        let (ex, ey) = self.extent();
        self.c.x - ex >= -EPS && self.c.x + ex <= w && self.c.y - ey >= -EPS && self.c.y + ey <= h
    }

    /// Returns the axis-aligned bounding box, south-west and north-east corners, with a small
    /// margin: the rectangle meets nothing outside it.
    #[must_use]
    #[inline]
    pub fn bounds(&self) -> (Point, Point) {
        const SPARE: f64 = 10.0;
        let (ex, ey) = self.extent();
        let reach = V::new(ex + SPARE, ey + SPARE);
        ((self.c - reach).point(), (self.c + reach).point())
    }

    /// Returns the bounding box of everything that the rectangle covers when it slides a distance
    /// in a direction.
    #[must_use]
    #[inline]
    pub fn bounds_slid(&self, direction: Facing, by: Length) -> (Point, Point) {
        let (a, b) = (self.bounds(), self.moved(direction, by).bounds());
        (
            Point::new(a.0.x.min(b.0.x), a.0.y.min(b.0.y)),
            Point::new(a.1.x.max(b.1.x), a.1.y.max(b.1.y)),
        )
    }

    /// Returns half the width and height of the axis-aligned bounding box.
    #[inline]
    pub(crate) fn extent(&self) -> (f64, f64) {
        (
            self.hw * self.r.x.abs() + self.hd * self.f.x.abs(),
            self.hw * self.r.y.abs() + self.hd * self.f.y.abs(),
        )
    }
}
