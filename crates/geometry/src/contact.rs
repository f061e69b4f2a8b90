//! Contact between bases: flush edges, and the pose that lays one base flush against another.

use crate::vector::{V, round};
use crate::{Anchor, EPS, Edge, Face, Length, Pose, Rect};

/// Two faces laid against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The touching face of the first base.
    pub own: Face,
    /// The touching face of the other.
    pub theirs: Face,
    /// The length of the edge that they share.
    pub length: Length,
}

impl Rect {
    /// Returns how two bases touch along an edge, if they share at least `least` of it.
    #[must_use]
    pub fn contact(&self, other: &Self, least: Length) -> Option<Contact> {
        if !self.may_touch(other) {
            return None;
        }
        let (ours, others) = (self.sides(), other.sides());
        let mut best: Option<Contact> = None;
        for (own, a) in Face::ALL.into_iter().zip(&ours) {
            for (theirs, b) in Face::ALL.into_iter().zip(&others) {
                let Some(length) = shared(a, b) else {
                    continue;
                };
                if length + crate::TOLERANCE >= least && best.is_none_or(|c| length > c.length) {
                    best = Some(Contact {
                        own,
                        theirs,
                        length,
                    });
                }
            }
        }
        best
    }

    /// Tests quickly, with a margin, before [`Rect::contact`]: bases that touch along an edge lie
    /// near each other, and at right angles to each other.
    #[must_use]
    #[inline]
    pub fn may_touch(&self, other: &Self) -> bool {
        const SPARE: f64 = 100.0;
        let reach = (self.hw + self.hd) + (other.hw + other.hd) + EPS;
        let gap = other.c - self.c;
        if gap.dot(gap) > reach * reach {
            return false;
        }
        let (ff, fr) = (self.f.dot(other.f).abs(), self.f.dot(other.r).abs());
        ff.max(fr) > 0.999_99
            && gap.dot(self.f).abs() < self.hd + other.hd * ff + other.hw * fr + SPARE
            && gap.dot(self.r).abs() < self.hw + other.hd * fr + other.hw * ff + SPARE
    }

    /// Returns the edges in the order of [`Face::ALL`], each with its direction.
    fn sides(&self) -> [(Edge, V); 4] {
        Face::ALL.map(|face| {
            let edge = self.edge(face);
            (edge, (edge.b - edge.a).unit())
        })
    }

    /// Returns the position along a face, from its middle, of a point's projection: positive to the
    /// right when looking outward over the face.
    #[must_use]
    pub fn along_face(&self, face: Face, p: crate::Point) -> Length {
        let edge = self.edge(face);
        round((V::from(p) - edge.middle_v()).dot((edge.b - edge.a).unit()))
    }
}

/// Returns the length that two opposed edges share, if they lie along each other.
fn shared(&(a, along): &(Edge, V), &(b, back): &(Edge, V)) -> Option<Length> {
    if along.dot(back) > -0.999_999 {
        return None;
    }
    // Twice the tolerance, because each base was rounded to its own pose.
    let apart = (b.a - a.a).cross(along).abs();
    if apart > EPS + 1.0 {
        return None;
    }
    let (low, high) = ((b.b - a.a).dot(along), (b.a - a.a).dot(along));
    let length = (a.b - a.a).length();
    let common = high.min(length) - low.max(0.0);
    (common > 0.0).then(|| round(common))
}

/// Returns the pose that lays a base of the given size with its front flush on a face of a target.
/// The middle of its front is `along` from the middle of the face (positive to the right when
/// looking outward over the face).
#[must_use]
pub fn flush(target: &Rect, face: Face, along: Length, anchor: Anchor, depth: Length) -> Pose {
    let edge = target.edge(face);
    let outward = face.outward(target.facing());
    let front = edge.middle_v() + (edge.b - edge.a).unit() * f64::from(along);
    let point = match anchor {
        Anchor::Front => front,
        Anchor::Centre => front + outward.vector() * (f64::from(depth) / 2.0),
    };
    Pose::at(point.point(), outward.reversed())
}
