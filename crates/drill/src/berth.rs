//! A place flush on the face of another base.

use sandtable_geometry::{Anchor, Face, Length, Pose, Rect, flush};

/// What is looked for: a base to be laid with its front flush on a face.
#[derive(Clone, Copy, Debug)]
pub struct Berth {
    /// Which point of the base its pose names.
    pub anchor: Anchor,
    /// Its frontage.
    pub frontage: Length,
    /// Its depth.
    pub depth: Length,
    /// Where along the face, from its middle, it wants its front's middle.
    pub along: Length,
    /// The least edge it must share with the face.
    pub least: Length,
    /// The step of the search along the face.
    pub step: Length,
}

/// The pose nearest to the wanted place along a face of `target` at which the
/// base shares enough edge and `fits` says yes. Of two places equally near, the
/// one given by `inward` is tried first: towards the middle of the face when
/// it is true, else towards its left.
pub fn berth(
    target: &Rect,
    face: Face,
    wanted: &Berth,
    inward: bool,
    fits: impl Fn(&Rect) -> bool,
) -> Option<Pose> {
    let length = match face {
        Face::Front | Face::Rear => target.frontage(),
        Face::Left | Face::Right => target.depth(),
    };
    let share = |along: Length| {
        let low = (along - wanted.frontage / 2).max(-length / 2);
        let high = (along + wanted.frontage / 2).min(length / 2);
        high - low
    };
    let first = if inward && wanted.along > 0 { -1 } else { 1 };
    let reach = (length + wanted.frontage) / 2 + wanted.along.abs();
    for out in 0..=reach / wanted.step.max(1) {
        for sign in if out == 0 { [1, 1] } else { [first, -first] } {
            let along = wanted.along + sign * out * wanted.step;
            if share(along) + sandtable_geometry::TOLERANCE < wanted.least {
                continue;
            }
            let pose = flush(target, face, along, wanted.anchor, wanted.depth);
            if fits(&Rect::anchored(
                wanted.anchor,
                pose,
                wanted.frontage,
                wanted.depth,
            )) {
                return Some(pose);
            }
        }
    }
    None
}
