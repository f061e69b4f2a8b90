//! Checks sets of headings and free stretches against a brute-force search over every heading
//! (0.0055 degrees apart) and every 0.02 mm.

use proptest::prelude::*;
use sandtable_geometry::{
    Arc, Area, Bars, Drift, Edge, Facing, Fan, Headings, Lane, Length, Line, Pivot, Point, Pose,
    Rect, Room, Shifts, Slides, TOLERANCE, both, clear_from, longest, nearest_place,
    nearest_place_among, within,
};

prop_compose! {
    fn base()(x in 12_000..24_000, y in 12_000..24_000, facing: u16, w in 400..6_000, d in 400..4_000) -> Rect {
        Rect::centred(Pose::new(x, y, Facing(facing)), w, d)
    }
}

prop_compose! {
    fn others()(all in prop::collection::vec(base(), 1..5)) -> Vec<Rect> {
        all
    }
}

/// Returns an arc for a random case: mostly narrow, sometimes all the way round.
fn arc() -> impl Strategy<Value = Arc> {
    prop_oneof![
        4 => (any::<u16>(), 0..3_000_u16).prop_map(|(from, steps)| Arc { from: Facing(from), steps }),
        1 => (any::<u16>(), any::<u16>()).prop_map(|(from, steps)| Arc { from: Facing(from), steps }),
    ]
}

fn all(arc: Arc) -> impl Iterator<Item = Facing> {
    (0..=i32::from(arc.steps)).map(move |step| arc.from.turned(step))
}

/// Returns whether this is a charge: it touches the target within its reach, and nobody else
/// before.
fn charges(base: &Rect, heading: Facing, reach: Length, others: &[Rect]) -> bool {
    let from = base.turned(heading);
    let (target, rest) = others.split_first().expect("a target");
    let Some(touch) = from.sweep(heading, target).map(|met| met.enter) else {
        return false;
    };
    within(touch, reach)
        && rest.iter().all(|other| {
            let met = from.sweep(heading, other);
            met.is_none_or(|met| met.enter + TOLERANCE >= touch)
        })
}

fn surely_charges(base: &Rect, arc: Arc, reach: Length, others: &[Rect]) -> Option<bool> {
    if arc.is_one() {
        return Some(charges(base, arc.from, reach, others));
    }
    let fan = Fan::new(base, arc, reach);
    let (target, rest) = others.split_first().expect("a target");
    let Some(touch) = fan.touch(target) else {
        return Some(false);
    };
    let mut sure = touch.latest.map(|_| true);
    for met in rest.iter().filter_map(|other| fan.touch(other)) {
        let before = met
            .latest
            .is_some_and(|met| met + TOLERANCE < touch.earliest);
        let after = touch
            .latest
            .is_some_and(|touch| met.earliest + TOLERANCE >= touch);
        sure = both(
            sure,
            if before {
                Some(false)
            } else {
                after.then_some(true)
            },
        );
    }
    sure
}

/// Returns the area that a base covers.
fn area(base: &Rect) -> Area {
    Area::new(base.corners().to_vec()).expect("an area")
}

/// Returns the number of cases requested for each brute-force search: `EXACT_CASES`.
fn asked() -> Option<u32> {
    let cases = std::env::var("EXACT_CASES").ok();
    cases.and_then(|n| n.parse().ok())
}

/// Returns the requested number of cases, or 2,500.
fn cases() -> ProptestConfig {
    ProptestConfig::with_cases(asked().unwrap_or(2_500))
}

/// Returns the requested number of cases, or 25 for a search that takes long.
fn few_cases() -> ProptestConfig {
    ProptestConfig::with_cases(asked().unwrap_or(25))
}

/// Returns the step between the headings to try: two (0.011 degrees) if cases were requested, and
/// if not, the usual one.
fn apart(usual: usize) -> usize {
    asked().map_or(usual, |_| 2)
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn headings_that_charge_are_those_found_one_by_one(
        base in base(), arc in arc(), reach in 0..12_000, others in others(),
    ) {
        let found = Headings::within(arc, |arc| surely_charges(&base, arc, reach, &others));
        for heading in all(arc) {
            let holds = charges(&base, heading, reach, &others);
            prop_assert_eq!(found.holds(heading), holds, "{:?} of {:?}", heading, found);
        }
        let nearest = found.nearest(base.facing());
        let brute = all(arc)
            .filter(|&heading| charges(&base, heading, reach, &others))
            .min_by_key(|&to| base.facing().turn_to(to).abs());
        let off = |to: Option<Facing>| to.map(|to| base.facing().turn_to(to).abs());
        prop_assert_eq!(off(nearest), off(brute));
    }

    #[test]
    fn what_a_lane_says_holds_of_every_heading(
        base in base(), other in base(), friend in base(), aside in 50..3_000_i32, from: u16,
        clockwise: bool,
    ) {
        let (lane, slides) = (Lane::of(&base), Slides::of(&base));
        let at = Facing(from);
        let wide = |to: Facing| {
            let offs: [Length; 4] = other.corners().map(|at| base.turned(to).offset_of(at).0);
            offs.iter().all(|&off| off <= -aside) || offs.iter().all(|&off| off >= aside)
        };
        let behind = |to: Facing| {
            let own = base.turned(to);
            let Some(met) = own.sweep(to, &friend).filter(|met| met.leave > TOLERANCE) else {
                return false;
            };
            let goal = own.sweep(to, &other);
            goal.is_none_or(|goal| met.enter + TOLERANCE < goal.enter)
        };
        let missed = |to: Facing| base.sweep(to, &other).is_none();
        let turned = |steps: i32| at.turned(if clockwise { steps } else { -steps });
        // The answer holds, up to a few headings before it ends; how few depends on how far away
        // the corner is that ends it.
        let far = base.centre().distance(other.centre()) > 12_000;
        let bearing = Facing::towards(base.centre(), other.centre());
        let told = |run: Option<i32>, holds: &dyn Fn(Facing) -> bool, tight: bool| {
            let run = run.unwrap_or(-1);
            let false_at = (0..=run).find(|&steps| !holds(turned(steps)));
            assert_eq!(false_at, None, "of {run} from {at:?}");
            // What is left behind is missed as well.
            let ahead = bearing.turn_to(turned(run)).abs() < 0x3000;
            let ends = (run..=run + 40).any(|steps| !holds(turned(steps)));
            assert!(ends || !(tight && far && ahead), "{run} from {at:?}");
        };
        told(lane.aside(&other, aside, at, clockwise), &wide, true);
        told(slides.miss(&other, at, clockwise), &missed, true);
        told(lane.screened(&friend, &other, at, clockwise), &behind, false);
        let slid_behind = |to: Facing| {
            let Some(met) = base.sweep(to, &friend) else {
                return false;
            };
            let goal = base.sweep(to, &other);
            goal.is_none_or(|goal| met.enter + TOLERANCE < goal.enter)
        };
        told(slides.screened(&friend, &other, at, clockwise), &slid_behind, false);
    }

    #[test]
    fn a_base_that_turns_lies_upon_another_as_long_as_it_is_told(
        base in base(), aside in -6_000..6_000_i32, ahead in -4_000..4_000_i32, facing: u16,
        w in 400..6_000, d in 400..4_000, from: u16, clockwise: bool,
    ) {
        let place = base.centre();
        let pose = Pose::new(place.x + aside, place.y + ahead, Facing(facing));
        let other = Rect::centred(pose, w, d);
        let at = Facing(from);
        let turned = |steps: i32| at.turned(if clockwise { steps } else { -steps });
        let told = Pivot::of(&base).upon(&other, at, clockwise);
        for steps in 0..=told.unwrap_or(-1) {
            let own = base.turned(turned(steps));
            prop_assert!(own.overlaps(&other), "{} of {:?}", steps, told);
        }
    }

    #[test]
    fn a_slide_comes_near_where_measuring_says_so(
        base in base(), other in base(), way: u16, clear in 100..1_000,
    ) {
        let way = Facing(way);
        let gap = |at: Length| base.moved(way, at).distance(&other).length;
        let least = clear - TOLERANCE;
        let met = base.approach(way, &other, clear);
        let last = met.unwrap_or(16_000).min(16_000);
        for at in (0..=last - 2).step_by(2) {
            prop_assert!(gap(at) >= least - 1, "{} at {} before {:?}", gap(at), at, met);
        }
        if let Some(met) = met {
            prop_assert!(gap(met) <= least, "{} at {}", gap(met), met);
        }
    }

    #[test]
    fn no_place_that_is_nearer_has_room(
        base in base(), others in others(), ground: bool, gap in 0..500,
    ) {
        let grounds: Vec<Area> = others.iter().filter(|_| ground).map(area).collect();
        let room = |place: &Rect| {
            place.on_table(30_000, 30_000)
                && !others.iter().any(|other| place.is_nearer(other, gap))
                && !others.iter().any(|other| place.overlaps(other))
                && !grounds.iter().any(|area| area.overlaps(place))
        };
        let at = |shift: Point| {
            let (x, y) = (base.centre().x + shift.x, base.centre().y + shift.y);
            Rect::centred(Pose::new(x, y, base.facing()), base.frontage(), base.depth())
        };
        let from = Rect::centred(base.pose(sandtable_geometry::Anchor::Centre), base.frontage(), base.depth());
        let found = nearest_place(&from, Shifts::about(15_000), room).expect("the table is large");
        prop_assert!(room(&at(found)), "{found:?} has no room");
        let among = nearest_place_among(&from, Shifts::about(15_000), others.len() + 1, |bar, place| {
            let on_table = || place.on_table(30_000, 30_000);
            others.get(bar).map_or_else(on_table, |other| {
                !place.is_nearer(other, gap)
                    && !place.overlaps(other)
                    && grounds.get(bar).is_none_or(|area| !area.overlaps(place))
            })
        });
        prop_assert_eq!(among, Some(found));
        let long = |shift: Point| i64::from(shift.x).pow(2) + i64::from(shift.y).pow(2);
        let far = Point::default().distance(found);
        for short in [1, 2, 5, 40, far / 3, far / 2, far * 4 / 5] {
            for way in (0..=u16::MAX).step_by(apart(31)) {
                let shift = Point::default().moved(Facing(way), (far - short).max(0));
                let nearer = long(shift) < long(found);
                prop_assert!(!nearer || !room(&at(shift)), "{shift:?} is nearer than {found:?}");
            }
        }
    }

    #[test]
    fn directions_in_which_a_slide_is_clear_are_those_found_one_by_one(
        base in base(), arc in arc(), length in 1..12_000, others in others(), ground: bool,
    ) {
        let grounds: Vec<Area> = others.iter().filter(|_| ground).map(area).collect();
        let clear = |way: Facing| {
            let drift = Drift::new(&base, Arc::one(way), length);
            others.iter().all(|other| drift.meets(other) == Some(false))
                && grounds.iter().all(|area| drift.meets_area(area) == Some(false))
                && others.iter().all(|other| !base.moved(way, length).overlaps(other))
                && base.moved(way, length).on_table(30_000, 30_000)
        };
        let found = Headings::within(arc, |arc| {
            if arc.is_one() {
                return Some(clear(arc.from));
            }
            let drift = Drift::new(&base, arc, length);
            let not = |met: Option<bool>| met.map(|met| !met);
            let mut sure = drift.ends(length).have(|end| {
                end.on_table(30_000, 30_000) && !others.iter().any(|other| end.overlaps(other))
            });
            for other in &others {
                sure = both(sure, not(drift.meets(other)));
            }
            for area in &grounds {
                sure = both(sure, not(drift.meets_area(area)));
            }
            sure
        });
        for way in all(arc) {
            prop_assert_eq!(found.holds(way), clear(way), "{:?} of {:?}", way, found);
        }
    }

    #[test]
    fn the_first_clear_distance_is_the_first_found_step_by_step(
        base in base(), second in base(), direction: u16, others in others(), at_least in 0..6_000,
    ) {
        let (bases, way) = ([base, second], Facing(direction));
        let found = clear_from(&bases, way, others.iter(), at_least);
        let clear = |at: Length, margin: Length| bases.iter().all(|base| {
            others.iter().all(|other| !base.moved(way, at).grown(margin).overlaps(other))
        });
        prop_assert!(found >= at_least && clear(found, 0));
        // No earlier place is clear by more than the tolerance.
        let before = (at_least..found - TOLERANCE).step_by(2).find(|&at| clear(at, 2 * TOLERANCE));
        prop_assert_eq!(before, None, "found {}", found);
    }

    #[test]
    fn free_stretches_are_those_found_step_by_step(
        base in base(), direction: u16, others in others(), wanted in -6_000..6_000,
    ) {
        let way = Facing(direction);
        let mut room = Room::new(-6_000, 6_000);
        for (n, other) in others.iter().enumerate() {
            if n % 2 == 0 {
                room.keep_off(&base, way, other);
            } else {
                room.keep_off_area(&base, way, &area(other));
            }
        }
        room.keep_on_table(&base, way, 30_000, 30_000);
        let clear = |at: Length, margin: Length| {
            let there = base.moved(way, at);
            there.grown(margin.max(0)).on_table(30_000, 30_000)
                && others.iter().all(|other| !there.grown(margin).overlaps(other))
        };
        let mut best: Option<Length> = None;
        for at in (-6_000..=6_000).step_by(2) {
            if room.holds(at) {
                // Positions and corners of areas are stored to 1/100 mm: a base that grazes by just
                // the tolerance may lie that much deeper.
                prop_assert!(clear(at, -1), "{at} of {room:?}");
            } else {
                prop_assert!(!clear(at, 3 * TOLERANCE), "{at} of {room:?}");
            }
            if clear(at, 3 * TOLERANCE) {
                let off = Length::abs(at - wanted);
                best = Some(best.map_or(off, |best: Length| best.min(off)));
            }
        }
        let nearest = room.nearest(wanted, true).map(|at| (at - wanted).abs());
        if let Some(best) = best {
            prop_assert!(nearest.is_some_and(|off| off <= best));
        }
    }
}

proptest! {
    #![proptest_config(few_cases())]

    #[test]
    fn the_longest_clear_way_is_no_shorter_than_any(
        base in base(), arc in arc(), most in 1..3_000, others in others(),
    ) {
        let clear = |way: Facing, by: Length| {
            let drift = Drift::new(&base, Arc::one(way), by);
            others.iter().all(|other| {
                drift.meets(other) == Some(false) && !base.moved(way, by).overlaps(other)
            })
        };
        let found = longest(arc, most, base.facing(), |arc, low, high| {
            if arc.is_one() && low == high {
                return Some(clear(arc.from, low));
            }
            let not = |met: Option<bool>| met.map(|met| !met);
            let mut sure = Some(true);
            for other in &others {
                let least = Drift::new(&base, arc, low).meets(other);
                let all = Drift::new(&base, arc, high);
                // What the shortest slide meets all slides meet, and so on.
                let met = match (least, all.meets(other)) {
                    (Some(true), _) => Some(true),
                    (_, Some(false)) => Some(false),
                    _ => None,
                };
                sure = both(sure, not(met));
                sure = both(sure, all.ends(low).have(|end| !end.overlaps(other)));
            }
            sure
        });
        if let Some((by, way)) = found {
            prop_assert!(arc.holds(way) && by <= most && clear(way, by));
        }
        let least = found.map_or(0, |(by, _)| by + 1);
        for way in all(arc).step_by(apart(7)) {
            let met = |by: &Length| {
                let drift = Drift::new(&base, Arc::one(way), *by);
                others.iter().any(|other| drift.meets(other) == Some(true))
            };
            // A slide that meets something within a length also meets it in all longer ones.
            let mut open = (least..=most).step_by(2).take_while(|by| !met(by));
            let longer = open.find(|&by| clear(way, by));
            prop_assert_eq!(longer, None, "{:?} {:?}", way, found);
        }
    }
}

/// Returns a line near which a walk begins: the walk begins on it, or a few hundredths of a
/// millimetre beside it.
fn line_at(from: Point, way: u16, off: Length, before: Length, after: Length) -> Line {
    let along = Facing(way);
    let on = from.moved(along.turned(0x4000), off);
    let ends = [on.moved(along.reversed(), before), on.moved(along, after)];
    Line::new(ends.to_vec()).expect("a line")
}

fn crosses(from: Point, way: Facing, by: Length, line: &Line) -> bool {
    line.passages(&Edge::new(from, from.moved(way, by)))
        .next()
        .is_some()
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn walks_that_begin_on_a_line_cross_it_as_each_alone_does(
        base in base(), from: u16, steps in 0..6_000_u16, along: u16, off in -6..7,
        before in 10..9_000, after in 10..9_000, least in 0..6_000, more in 0..3_000,
    ) {
        let start = base.centre();
        let line = line_at(start, along, off, before, after);
        let arc = Arc { from: Facing(from), steps };
        let walks = Drift::new(&base, arc, least + more);
        if let Some(dry) = walks.crosses_only_in(least, &line, std::iter::empty()) {
            for step in (0..=i32::from(steps)).step_by(1 + usize::from(steps) / 40) {
                for by in [least, least + more / 2, least + more] {
                    let way = arc.from.turned(step);
                    prop_assert_eq!(crosses(start, way, by, &line), !dry, "{:?} {}", way, by);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn walks_cross_a_line_over_bridges_as_each_alone_does(
        base in base(), from: u16, steps in prop_oneof![0..4_u16, 0..3_000_u16], along: u16,
        ahead in 0..6_000, before in 10..9_000, after in 10..9_000,
        least in 0..6_000, more in prop_oneof![0..20, 0..3_000], bridges in prop::collection::vec(
            (-2_000..2_000, -400..400, any::<u16>(), 100..1_500, 100..1_500), 0..3),
    ) {
        let start = base.centre();
        let middle = start.moved(Facing(from), ahead);
        let line = line_at(middle, along, 0, before, after);
        let bridges: Vec<_> = bridges
            .into_iter()
            .map(|(along_it, aside, way, width, depth)| {
                let at = middle.moved(Facing(along), along_it);
                let at = at.moved(Facing(along).turned(0x4000), aside);
                area(&Rect::centred(Pose::new(at.x, at.y, Facing(way)), width, depth))
            })
            .collect();
        let arc = Arc { from: Facing(from), steps };
        let walks = Drift::new(&base, arc, least + more);
        if let Some(dry) = walks.crosses_only_in(least, &line, bridges.iter()) {
            for step in (0..=i32::from(steps)).step_by(1 + usize::from(steps) / 40) {
                for by in [least, least + more / 2, least + more] {
                    let walk = Edge::new(start, start.moved(arc.from.turned(step), by));
                    let over = |p: Point| bridges.iter().any(|bridge| bridge.holds(p));
                    let alone = line.passages(&walk).all(over);
                    prop_assert_eq!(alone, dry, "{:?} {}", arc.from.turned(step), by);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn what_leaves_areas_wherever_it_strays_keeps_to_them_nowhere(
        from in (12_000..24_000, 12_000..24_000), way: u16, length in 100..12_000,
        sway in 0..600, strays in prop::collection::vec((0_u16.., -1.0..1.0, 0..2_000), 20),
        rivers in prop::collection::vec(base(), 1..4), bridges in prop::collection::vec(base(), 0..4),
    ) {
        let (from, way) = (Point::new(from.0, from.1), Facing(way));
        let (over, by): (Vec<_>, Vec<_>) =
            (rivers.iter().map(area).collect(), bridges.iter().map(area).collect());
        let end = from.moved(way, length);
        if Edge::new(from, end).surely_leaves_areas(sway + 2, over.iter(), by.iter()) {
            for (aside, part, on) in strays {
                let begin = from.moved(Facing(aside), sway);
                #[expect(clippy::cast_possible_truncation, reason = "a part of a length")]
                let stray = (part * f64::from(sway)) as Length;
                let way = Facing::towards(begin, end.moved(way.turned(0x4000), stray));
                let walk = Edge::new(begin, begin.moved(way, length + sway + on));
                prop_assert!(!walk.keeps_to_areas(over.iter(), by.iter()), "{:?}", walk);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn slides_keep_to_areas_as_each_alone_does(
        base in base(), from: u16, steps in 0..3_000_u16, length in 1..9_000,
        rivers in prop::collection::vec(base(), 1..3),
        bridges in prop::collection::vec(base(), 0..3),
    ) {
        let (over, by): (Vec<_>, Vec<_>) =
            (rivers.iter().map(area).collect(), bridges.iter().map(area).collect());
        let slides = Drift::new(&base, Arc { from: Facing(from), steps }, length);
        let (keeps, ends) = (slides.keeps_to_areas(over.iter(), by.iter()), slides.ends_in(by.iter()));
        let start = base.centre();
        let least = length / 3;
        let only = slides.ends_only_in(least, over.iter(), by.iter());
        for step in (0..=i32::from(steps)).step_by(1 + usize::from(steps) / 60) {
            for by_now in [least, length / 2, length] {
                let end = start.moved(Facing(from).turned(step), by_now);
                let in_any = |areas: &[Area]| areas.iter().any(|area| area.holds(end));
                prop_assert!(!only || in_any(&over) && !in_any(&by), "{} {}", step, by_now);
            }
            let end = start.moved(Facing(from).turned(step), length);
            let alone = Edge::new(start, end).keeps_to_areas(over.iter(), by.iter());
            prop_assert!(keeps.is_none_or(|all| all == alone), "{:?} {}", keeps, step);
            prop_assert!(!ends || by.iter().any(|area| area.holds(end)), "{}", step);
        }
    }
}

/// A unit on a river: of 65,536 directions and 6,000 lengths, only those along the river's line are
/// looked at one by one. Before, it was each of those where the full path back was not clear.
#[test]
fn ways_back_from_a_line_are_told_by_whole_arcs() {
    let pose = Pose::new(15_845, 18_001, Facing(46_781));
    let base = Rect::centred(pose, 6_000, 3_000);
    let line = Line::new(vec![Point::new(0, 18_000), Point::new(48_000, 18_000)]).expect("a line");
    let mut asked = 0;
    let found = longest(
        Arc::about(Facing(14_013), 0x8000),
        6_000,
        Facing(14_013),
        |arc, low, high| {
            asked += 1;
            if high == 0 || arc.is_one() && low == high {
                // Every path but the shortest ones is too narrow for something else.
                return Some(high < 3_000 && !crosses(base.centre(), arc.from, high, &line));
            }
            let narrow = if low >= 3_000 {
                Some(false)
            } else {
                (high < 3_000).then_some(true)
            };
            both(
                narrow,
                Drift::new(&base, arc, high).crosses_only_in(low, &line, std::iter::empty()),
            )
        },
    );
    assert_eq!(found.map(|(by, _)| by), Some(2_999));
    assert!(asked < 100_000, "{asked}");
}

#[test]
fn arcs_go_round_by_north() {
    let arc = Arc::about(Facing(5), 10);
    assert!(arc.holds(Facing(65_531)) && arc.holds(Facing(15)) && !arc.holds(Facing(16)));
    assert_eq!(arc.nearest(Facing(20)), Facing(15));
    assert_eq!(Arc::about(Facing::EAST, 0x8000).steps, u16::MAX);
    let (first, second) = arc.halves().expect("two");
    assert_eq!(
        (first.steps, second.steps, second.to()),
        (10, 9, Facing(15))
    );
    // A set that holds north from both sides is one arc.
    let found = Headings::within(Arc::ALL, |arc| {
        arc.is_one()
            .then_some(arc.from.0 < 10 || arc.from.0 > 65_530)
    });
    assert_eq!(
        found.arcs(),
        [Arc {
            from: Facing(65_531),
            steps: 14
        }]
    );
    let every = Headings::within(Arc::ALL, |_| Some(true));
    assert_eq!(every.arcs(), [Arc::ALL]);
}

/// Returns the nearest heading of an arc that lies in one of some arcs, found by walking outward
/// over the gaps between them.
fn nearest_free(arc: Arc, wanted: Facing, open: &[Arc]) -> Option<Facing> {
    Headings::nearest_free(arc, wanted, &Between(open))
}

/// Rules out what lies between some arcs.
struct Between<'a>(&'a [Arc]);

impl Bars for Between<'_> {
    type Bar = ();

    fn bar(&self, heading: Facing) -> Option<()> {
        (!self.0.iter().any(|set| set.holds(heading))).then_some(())
    }

    fn bars(&self, (): &(), over: Arc) -> bool {
        !self.0.iter().any(|set| set.meets(over))
    }

    fn follow(&self, (): &(), heading: Facing, clockwise: bool) -> Option<i32> {
        // For some headings it is known how many follow.
        let turn = |set: &Arc| match clockwise {
            true => heading.clockwise_to(set.from),
            false => set.to().clockwise_to(heading),
        };
        let next = self.0.iter().map(turn).min()?;
        heading.0.is_multiple_of(7).then(|| i32::from(next) - 1)
    }
}

#[test]
fn the_nearest_heading_is_that_of_the_whole_set() {
    // Two arcs; `sure` answers if an arc lies wholly inside or outside them.
    let (one, other) = (Arc::about(Facing(900), 40), Arc::about(Facing(64_000), 500));
    let sure = |arc: Arc| {
        if arc.is_one() {
            return Some(one.holds(arc.from) || other.holds(arc.from));
        }
        let within =
            |set: Arc| set.holds(arc.from) && set.holds(arc.to()) && arc.steps <= set.steps;
        (within(one) || within(other)).then_some(true)
    };
    let arc = Arc::about(Facing(60_000), 9_000);
    let whole = Headings::within(arc, sure);
    assert_eq!(whole.arcs().len(), 2);
    for wanted in (0..=u16::MAX).step_by(13).map(Facing) {
        assert_eq!(
            Headings::nearest_within(arc, wanted, sure),
            whole.nearest(wanted),
            "{wanted:?}"
        );
        assert_eq!(
            nearest_free(arc, wanted, &[one, other]),
            whole.nearest(wanted),
            "{wanted:?}"
        );
    }
    // All the way round, and from any side of the free headings.
    let gap = Arc::about(Facing(30_000), 3);
    for from in (0..=u16::MAX).step_by(4_099).map(Facing) {
        let arc = Arc {
            from,
            steps: u16::MAX - 5_000,
        };
        let open = Headings::within(arc, |arc| {
            arc.is_one().then(|| gap.holds(arc.from)).or_else(|| {
                let apart = !gap.meets(arc);
                apart.then_some(false)
            })
        });
        for wanted in (0..=u16::MAX).step_by(997).map(Facing) {
            let found = nearest_free(arc, wanted, &[gap]);
            assert_eq!(found, open.nearest(wanted), "{arc:?} {wanted:?}");
        }
    }
    assert_eq!(
        Headings::nearest_within(arc, Facing(3), |_| Some(false)),
        None
    );
}

#[test]
fn a_slide_along_a_flank_counts_from_the_first_touch() {
    // At a shallow angle a slide lies over the other base for a long way before it is deeper than
    // the tolerance.
    let base = Rect::centred(Pose::new(45_720, 40_640, Facing::NORTH), 10_160, 5_080);
    let friend = Rect::centred(Pose::new(34_823, 33_782, Facing::NORTH), 10_160, 5_080);
    let clear = |way: Facing| Drift::new(&base, Arc::one(way), 2_540).meets(&friend) == Some(false);
    let arc = Arc::about(Facing::SOUTH, Facing::EIGHTH);
    let found = Headings::within(arc, |arc| {
        if arc.is_one() {
            return Some(clear(arc.from));
        }
        Drift::new(&base, arc, 2_540).meets(&friend).map(|met| !met)
    });
    for way in all(arc) {
        assert_eq!(found.holds(way), clear(way), "{way:?}");
    }
}

#[test]
fn of_several_shortest_tapes_the_one_nearest_to_an_eye_is_taken() {
    let own = Rect::centred(Pose::new(0, 0, Facing::NORTH), 4_000, 2_000);
    let other = Rect::centred(Pose::new(3_000, 9_000, Facing::NORTH), 4_000, 2_000);
    let seen = |x| own.distance_seen(&other, Point::new(x, 1_000));
    for (eye, from) in [(0, 1_000), (1_500, 1_500), (9_000, 2_000)] {
        let tape = seen(eye);
        assert_eq!((tape.length, tape.from.x, tape.to.x), (7_000, from, from));
    }
}
