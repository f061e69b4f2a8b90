//! A place flush on the face of another base.

use sandtable_geometry::{Anchor, Face, Facing, Length, Pose, Rect, Room, TOLERANCE, flush};

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
    /// Places so far apart, from the wanted one, come before all others; none do when
    /// this is zero.
    pub step: Length,
}

impl Berth {
    /// How far from the middle of a face of some length it may lie and still share
    /// enough edge.
    fn farthest(&self, length: Length) -> Length {
        if length.min(self.frontage) + TOLERANCE < self.least {
            return -1;
        }
        i32::midpoint(length, self.frontage) - self.least
    }

    /// Places a step apart, the nearest first; of two equally near the one towards the
    /// middle of the face.
    fn steps(self, most: Length) -> impl Iterator<Item = Length> {
        let inward = if self.along > 0 { -1 } else { 1 };
        let reach = most.saturating_add(self.along.abs());
        let count = if self.step > 0 { reach / self.step } else { -1 };
        (0..=count).flat_map(move |out| {
            let sides = [inward, -inward].into_iter();
            let places = sides.map(move |sign| self.along + sign * out * self.step);
            places.take(if out == 0 { 1 } else { 2 })
        })
    }
}

/// The pose nearest to the wanted place along a face of `target` at which the base
/// shares enough edge, is not where `block` takes the room, and `fits`. A place on a
/// step comes first; where none of them is free, the nearest of all.
///
/// `block` is given the room along the face, the base as it lies at its middle, and
/// the direction that the room is measured in.
pub fn berth(
    target: &Rect,
    face: Face,
    wanted: &Berth,
    block: impl FnOnce(&mut Room, &Rect, Facing),
    fits: impl Fn(&Rect) -> bool,
) -> Option<Pose> {
    let length = match face {
        Face::Front | Face::Rear => target.frontage(),
        Face::Left | Face::Right => target.depth(),
    };
    let most = wanted.farthest(length);
    let pose = |along| flush(target, face, along, wanted.anchor, wanted.depth);
    let base = |along| Rect::anchored(wanted.anchor, pose(along), wanted.frontage, wanted.depth);
    let direction = face.outward(target.facing()).turned(0x4000);
    let mut room = Room::new(-most, most);
    block(&mut room, &base(0), direction);
    let free = |along: &Length| room.holds(*along) && fits(&base(*along));
    let nearest = || room.nearest(wanted.along, wanted.along <= 0);
    let found = wanted
        .steps(most)
        .find(free)
        .or_else(|| nearest().filter(free));
    if let Some(along) = found {
        return Some(pose(along));
    }
    // What `fits` asks may be of the middle alone: places are tried one tolerance
    // after the other.
    let mut all: Vec<Length> = (-most..=most)
        .step_by(TOLERANCE.unsigned_abs() as usize)
        .filter(|along| room.holds(*along))
        .collect();
    all.sort_by_key(|along| (along - wanted.along).abs());
    all.into_iter().find(|along| fits(&base(*along))).map(pose)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sandtable_geometry::INCH;

    fn wanted(along: Length, step: Length) -> Berth {
        Berth {
            anchor: Anchor::Centre,
            frontage: 4 * INCH,
            depth: 2 * INCH,
            along,
            least: INCH,
            step,
        }
    }

    fn goal(facing: u16) -> Rect {
        Rect::centred(
            Pose::new(60 * INCH, 60 * INCH, Facing(facing)),
            4 * INCH,
            2 * INCH,
        )
    }

    #[test]
    fn a_gap_between_two_steps_is_found() {
        // Two bases leave a gap that is just wide enough, off every step.
        let target = goal(0);
        let at = |x: Length| Rect::centred(Pose::new(x, 62 * INCH, Facing(0)), 4 * INCH, 2 * INCH);
        let middle = 60 * INCH + 130;
        let others = [at(middle - 4 * INCH), at(middle + 4 * INCH)];
        let block = |room: &mut Room, base: &Rect, way: Facing| {
            others
                .iter()
                .for_each(|other| room.keep_off(base, way, other));
        };
        let found = berth(&target, Face::Front, &wanted(0, 254), block, |_| true);
        let x = found.expect("there is room").x;
        assert!((x - middle).abs() <= TOLERANCE, "{x}");
    }

    #[test]
    fn of_two_steps_the_one_towards_the_middle() {
        let target = goal(0);
        let taken = 60 * INCH + 500;
        let fits = |base: &Rect| (base.centre().x - taken).abs() > 100;
        let found = berth(&target, Face::Front, &wanted(500, 254), |_, _, _| (), fits);
        assert_eq!(found.expect("there is room").x, taken - 254);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(
            std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(200)
        ))]

        /// Compared with every place along the face, a tolerance apart.
        #[test]
        fn no_place_is_missed_and_none_is_granted_wrongly(
            facing in any::<u16>(),
            along in -2 * INCH..=2 * INCH,
            step in prop::sample::select(vec![0, 254, 1000]),
            others in prop::collection::vec((-6 * INCH..6 * INCH, -3 * INCH..3 * INCH, any::<u16>()), 0..5),
        ) {
            let target = goal(facing);
            let berthed = wanted(along, step);
            let others: Vec<Rect> = others
                .into_iter()
                .map(|(x, y, turn)| {
                    let pose = Pose::new(60 * INCH + x, 60 * INCH + y, Facing(turn));
                    Rect::centred(pose, 3 * INCH, INCH)
                })
                .collect();
            let base = |along| {
                let pose = flush(&target, Face::Front, along, Anchor::Centre, 2 * INCH);
                Rect::centred(pose, 4 * INCH, 2 * INCH)
            };
            // What grazes by less than rounding may be either.
            let grown = |along: Length, by| !others.iter().any(|other| base(along).grown(by).overlaps(other));
            let clear = |along: Length| grown(along, 3 * TOLERANCE);
            let block = |room: &mut Room, base: &Rect, way: Facing| {
                others.iter().for_each(|other| room.keep_off(base, way, other));
            };
            let most = 3 * INCH;
            let found = berth(&target, Face::Front, &berthed, block, |_| true);
            match found {
                Some(pose) => {
                    let at = target.along_face(Face::Front, pose.point());
                    prop_assert!(at.abs() <= most + TOLERANCE);
                    prop_assert!(grown(at, -3 * TOLERANCE), "{at} is taken");
                    // No step nearer, and without steps no place nearer.
                    let nearer = |other: Length| (other - along).abs() + 2 * TOLERANCE < (at - along).abs();
                    for other in (-most..=most).step_by(20) {
                        let counts = step == 0 || (other - along) % step == 0;
                        prop_assert!(!(counts && nearer(other) && clear(other)), "{other} before {at}");
                    }
                }
                None => {
                    for at in (-most..=most).step_by(20) {
                        prop_assert!(!clear(at), "{at} is free");
                    }
                }
            }
        }
    }
}
