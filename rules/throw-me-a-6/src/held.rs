//! Section 11: a charge while its target may still shoot.

use sandtable_battle::pack;
use sandtable_geometry::{Face, Point};

/// A charge that waits while its target decides whether to shoot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    /// The edge of the target that it charges.
    pub face: Face,
    /// Whether it lines up left of the middle of that edge.
    pub left: bool,
    /// Where it will touch, if known.
    pub touch: Option<Point>,
}

impl Default for Held {
    fn default() -> Self {
        Self {
            face: Face::Front,
            left: false,
            touch: None,
        }
    }
}

pack! { Held {
    face = "The edge of the target that it comes at.",
    left = "Whether it lines up left of the middle of that edge.",
    touch = "Where it will touch, if that is known.",
} }
