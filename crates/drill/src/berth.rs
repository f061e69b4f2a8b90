//! A place flush against the face of another base.

use sandtable_geometry::{
    Anchor, Face, Facing, Length, Pose, Rect, Room, TOLERANCE, Turns, flush, within,
};

/// A base to be laid with its front flush on a face.
#[derive(Clone, Copy, Debug)]
pub struct Berth {
    /// The point of the base that its pose names.
    pub anchor: Anchor,
    /// The base's frontage.
    pub frontage: Length,
    /// The base's depth.
    pub depth: Length,
    /// The wanted position of the middle of its front along the face, from the face's middle.
    pub along: Length,
    /// The least edge that it must share with the face.
    pub least: Length,
    /// Places at multiples of this distance from the wanted one are preferred; zero for no
    /// preference.
    pub step: Length,
}

impl Berth {
    /// Returns how far from the middle of a face of this length the base may lie and still share
    /// enough edge.
    fn farthest(&self, length: Length) -> Length {
        if length.min(self.frontage) + TOLERANCE < self.least {
            return -1;
        }
        i32::midpoint(length, self.frontage) - self.least
    }

    /// Returns places one step apart, the nearest first; of two equally near, the one towards the
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

/// What rules out places along a face.
pub struct Bars<B, G, F> {
    /// Removes the room along the face that bases and impassable ground take up. It gets the room,
    /// the base as it lies at the middle, and the direction in which the room is measured.
    pub block: B,
    /// Registers where the answer of `fits` may change along the face, for the same base; nothing
    /// if it never does.
    pub ground: G,
    /// Whether a base may lie in a place, wherever there is room.
    pub fits: F,
}

/// Returns the pose nearest to the wanted place along a face of `target` at which the base shares
/// enough edge, has room, and fits. Places on a step come first; if none of them is free, the
/// nearest of all.
pub fn berth<B, G, F>(
    target: &Rect,
    face: Face,
    wanted: &Berth,
    bars: Bars<B, G, F>,
) -> Option<Pose>
where
    B: FnOnce(&mut Room, &Rect, Facing),
    G: FnOnce(&mut Turns, &Rect),
    F: Fn(&Rect) -> bool,
{
    let length = match face {
        Face::Front | Face::Rear => target.frontage(),
        Face::Left | Face::Right => target.depth(),
    };
    let most = wanted.farthest(length);
    let pose = |along| flush(target, face, along, wanted.anchor, wanted.depth);
    let base = |along| Rect::anchored(wanted.anchor, pose(along), wanted.frontage, wanted.depth);
    let direction = face.outward(target.facing()).turned(0x4000);
    let middle = base(0);
    let mut room = Room::new(-most, most);
    (bars.block)(&mut room, &middle, direction);
    let fits = |along: Length| (bars.fits)(&base(along));
    // A base that would overlap another by no more than the tolerance counts as beside it.
    let open = |at: Length| {
        let beside = room.nearest(at, at <= 0)?;
        (within((beside - at).abs(), 0) && fits(beside)).then_some(beside)
    };
    if let Some(at) = open(wanted.along) {
        return Some(pose(at));
    }
    let mut turns = Turns::new(direction, -most, most);
    (bars.ground)(&mut turns, &middle);
    let free = free(&room, &turns, fits);
    let near = |at: Length| {
        let mut free = free.iter();
        free.any(|part| part.low - ROUNDED <= at && at <= part.high + ROUNDED)
    };
    wanted
        .steps(most)
        .filter(|&at| near(at))
        .find_map(open)
        .or_else(|| nearest(free, wanted.along, fits))
        .map(pose)
}

/// Poses are rounded to whole hundredths: this close to a change it may be either.
const ROUNDED: Length = 8;

/// A stretch that fits, and the room that it is part of.
struct Free {
    low: Length,
    high: Length,
    room: (Length, Length),
}

/// Returns the stretches of a room that fit: between two turns either all of it fits or nothing.
fn free(room: &Room, turns: &Turns, fits: impl Fn(Length) -> bool) -> Vec<Free> {
    let mut out = Vec::new();
    for (first, last) in turns.stretches() {
        for &room in room.stretches() {
            let (low, high) = (first.max(room.0), last.min(room.1));
            if low <= high && fits(i32::midpoint(low, high)) {
                out.push(Free { low, high, room });
            }
        }
    }
    out
}

/// Returns the place in some free stretches that is nearest to a wanted one; of two equally near,
/// the one towards the middle of the face.
fn nearest(mut free: Vec<Free>, wanted: Length, fits: impl Fn(Length) -> bool) -> Option<Length> {
    let outward = wanted <= 0;
    free.sort_by_key(|part| {
        let at = wanted.clamp(part.low, part.high);
        ((at - wanted).abs(), (at > wanted) != outward)
    });
    free.into_iter()
        .find_map(|part| part.nearest(wanted, &fits))
}

impl Free {
    /// Returns the place in the stretch that is nearest to a wanted one. Poses are rounded, and
    /// beside an edge that runs nearly along the face, rounding moves the start of the ground much
    /// farther: the stretch's end may be taken although its middle is not, or places before its end
    /// may be free.
    fn nearest(&self, wanted: Length, fits: impl Fn(Length) -> bool) -> Option<Length> {
        let end = wanted.clamp(self.low, self.high);
        if fits(end) {
            let most = wanted.clamp(self.room.0, self.room.1);
            let step = (most - end).signum();
            let places = (1..=(most - end).abs()).map(|by| end + step * by);
            return places.take_while(|&at| fits(at)).last().or(Some(end));
        }
        let middle = i32::midpoint(self.low, self.high);
        let step = (middle - end).signum();
        let mut places = (1..=(middle - end).abs()).map(|by| end + step * by);
        places.find(|&at| fits(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sandtable_geometry::{Area, INCH, Point};

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

    /// Makes bars of bases alone.
    fn bars<B: FnOnce(&mut Room, &Rect, Facing)>(
        block: B,
    ) -> Bars<B, impl FnOnce(&mut Turns, &Rect), impl Fn(&Rect) -> bool> {
        Bars {
            block,
            ground: |_: &mut Turns, _: &Rect| (),
            fits: |_: &Rect| true,
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
        // Two bases leave a gap that is just wide enough, away from every step.
        let target = goal(0);
        let at = |x: Length| Rect::centred(Pose::new(x, 62 * INCH, Facing(0)), 4 * INCH, 2 * INCH);
        let middle = 60 * INCH + 130;
        let others = [at(middle - 4 * INCH), at(middle + 4 * INCH)];
        let block = |room: &mut Room, base: &Rect, way: Facing| {
            others
                .iter()
                .for_each(|other| room.keep_off(base, way, other));
        };
        let found = berth(&target, Face::Front, &wanted(0, 254), bars(block));
        let x = found.expect("there is room").x;
        assert!((x - middle).abs() <= TOLERANCE, "{x}");
    }

    #[test]
    fn of_two_steps_the_one_towards_the_middle() {
        let target = goal(0);
        let taken = 60 * INCH + 500;
        let bars = Bars {
            block: |_: &mut Room, _: &Rect, _| (),
            ground: |turns: &mut Turns, _: &Rect| turns.flips(|at| at < 500),
            fits: |base: &Rect| (base.centre().x - taken).abs() > 100,
        };
        let found = berth(&target, Face::Front, &wanted(500, 254), bars);
        assert_eq!(found.expect("there is room").x, taken - 254);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(
            std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(200)
        ))]

        /// Compared with every place along the face, one tolerance apart.
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
            let found = berth(&target, Face::Front, &berthed, bars(block));
            match found {
                Some(pose) => {
                    let at = target.along_face(Face::Front, pose.point());
                    prop_assert!(at.abs() <= most + TOLERANCE);
                    prop_assert!(grown(at, -3 * TOLERANCE), "{at} is taken");
                    // No step is nearer, and without steps no place is nearer.
                    let nearer = |other: Length| (other - along).abs() + 2 * TOLERANCE < (at - along).abs();
                    for other in (-most..=most).step_by(2) {
                        let counts = step == 0 || (other - along) % step == 0;
                        prop_assert!(!(counts && nearer(other) && clear(other)), "{other} before {at}");
                    }
                }
                None => {
                    for at in (-most..=most).step_by(2) {
                        prop_assert!(!clear(at), "{at} is free");
                    }
                }
            }
        }

        /// Ground under the base, and ground that only its centre must not be in.
        #[test]
        fn of_ground_no_place_is_missed(
            facing in any::<u16>(),
            along in -2 * INCH..=2 * INCH,
            woods in prop::collection::vec((-5 * INCH..5 * INCH, -3 * INCH..3 * INCH, 0..INCH, any::<bool>()), 1..4),
        ) {
            let target = goal(facing);
            let woods: Vec<(Area, bool)> = woods
                .into_iter()
                .map(|(x, y, size, centre)| {
                    let (x, y, far) = (60 * INCH + x, 60 * INCH + y, INCH / 2 + size);
                    let corners = [(0, 0), (far, far / 3), (far / 2, far), (-far / 4, far / 2)];
                    let corners = corners.map(|(e, n)| Point::new(x + e, y + n));
                    (Area::new(corners.to_vec()).expect("an area"), centre)
                })
                .collect();
            let base = |along| {
                let pose = flush(&target, Face::Front, along, Anchor::Centre, 2 * INCH);
                Rect::centred(pose, 4 * INCH, 2 * INCH)
            };
            let fits = |base: &Rect| !woods.iter().any(|(wood, centre)| {
                if *centre { wood.holds(base.centre()) } else { wood.overlaps(base) }
            });
            let ground = |turns: &mut Turns, base: &Rect| {
                for (wood, _) in &woods {
                    turns.base_upon(base, wood);
                    turns.point_in(base.centre(), wood);
                }
            };
            let block = |_: &mut Room, _: &Rect, _| ();
            let found = berth(&target, Face::Front, &wanted(along, 0), Bars { block, ground, fits });
            // Every possible place; one that is free for less than rounding may be missed.
            let most = 3 * INCH;
            let wide = |at: Length| (at - 2 * ROUNDED..=at + 2 * ROUNDED).all(|by| fits(&base(by)));
            let best = (0..=2 * most).find(|far| {
                let mut both = [along - far, along + far].into_iter();
                both.any(|at| (-most..=most).contains(&at) && fits(&base(at)) && wide(at))
            });
            match found {
                Some(pose) => {
                    prop_assert!(fits(&Rect::centred(pose, 4 * INCH, 2 * INCH)));
                    let at = target.along_face(Face::Front, pose.point());
                    // Poses are rounded.
                    let off = (at - along).abs() - 2;
                    prop_assert!(best.is_none_or(|best| off <= best), "{off} {best:?}");
                }
                None => prop_assert!(best.is_none(), "{best:?} is free"),
            }
        }
    }
}
