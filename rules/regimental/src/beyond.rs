//! What part of a path lies beyond a feature: the one test by which moves, charges, repeated
//! strikes and turns cross fences, walls, borders and slopes (MOVE-04, MOVE-07, MOVE-08, CHARGE-12,
//! TERR-13, TERR-16).
//!
//! A front that stands exactly on a feature has not crossed it yet; it crosses it by going on. A
//! charge is tested along the line through its centre, a move with the whole front.

use crate::{c, ground::place};
use arrayvec::ArrayVec;
use sandtable_battle::{Battle, Clause, Feature, Ground, by};
use sandtable_geometry::{Area, Edge, Facing, INCH, Length, Line, Point, Rect, Swing, TOLERANCE};

/// The kinds of terrain that a way meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    /// A woodlot.
    Wood,
    /// Stumps and boulders.
    Stumps,
    /// Ground that rises.
    Up,
    /// Ground that falls.
    Down,
    /// A rail fence.
    Rail,
    /// A worm fence.
    Worm,
    /// A stone wall.
    Wall,
}

impl What {
    /// Whether this is a fence or wall to cross.
    pub(crate) const fn bars(self) -> bool {
        matches!(self, Self::Rail | Self::Worm | Self::Wall)
    }

    /// Whether this is ground that costs inches.
    pub(crate) const fn slows(self) -> bool {
        matches!(self, Self::Wood | Self::Stumps)
    }

    /// Returns the sides of the die that an obstacle costs.
    pub(crate) const fn sides(self) -> u8 {
        if matches!(self, Self::Wall) { 10 } else { 6 }
    }

    /// Returns the clause of the cost.
    pub(crate) const fn clause(self) -> Clause {
        match self {
            Self::Wood => c::TERR_01,
            Self::Stumps => c::TERR_02,
            Self::Up => c::TERR_03,
            Self::Down => c::TERR_04,
            Self::Rail => c::TERR_05,
            Self::Worm => c::TERR_06,
            Self::Wall => c::TERR_09,
        }
    }
}

/// A piece of terrain that a way meets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    /// Distance at which the front first reaches it; zero if the way starts in it.
    pub at: Length,
    /// Distance at which it lies behind the front: a unit that is over it is here or farther on.
    /// Equal to `at` if it is no obstacle.
    pub over: Length,
    /// Kind of terrain.
    pub what: What,
    /// Its place in the setting.
    pub feature: u8,
    /// Whether the way starts in it.
    pub within: bool,
}

impl Met {
    /// Returns the feature, and whether this is its slope down: each such pair counts once
    /// (TERR-16).
    pub(crate) fn name(&self) -> u16 {
        u16::from(self.feature) * 2 + u16::from(self.what == What::Down)
    }
}

/// What a way meets, in order.
pub(crate) type Way = ArrayVec<Met, 40>;

/// What has been paid for on a way, by [`Met::name`].
pub(crate) type Paid = ArrayVec<u16, 40>;

/// Returns the line through a base's centre, as a base too narrow to matter. A charge meets what
/// lies on this line (GEO-11, CHARGE-12).
pub(crate) fn axis(base: &Rect) -> Rect {
    base.with_frontage(4 * TOLERANCE)
}

/// Returns what a straight advance of a base meets in the first `far` of its way, including what it
/// starts in, but not what it only comes up to.
pub(crate) fn way(battle: &Battle, base: &Rect, far: Length) -> Way {
    by!(c::MOVE_07);
    meets(battle, base, far, |at| at + TOLERANCE < far)
}

/// Returns the same as [`way`], including fences and walls that the advance comes up to: one right
/// in front of an enemy must be crossed to strike that enemy (CHARGE-14).
pub(crate) fn way_to_strike(battle: &Battle, base: &Rect, far: Length) -> Way {
    meets(battle, base, far, |at| at <= far + TOLERANCE)
}

fn meets(battle: &Battle, base: &Rect, far: Length, bars: impl Fn(Length) -> bool) -> Way {
    by!(c::MOVE_04, c::TERR_16);
    let mut out = Way::new();
    let ahead = base.bounds_slid(base.facing(), far.max(0));
    for (at, feature) in battle.setting.terrain.about(ahead) {
        let place = place(at);
        let mut meet = |at: Length, over: Length, what: What, within: bool| {
            let met = if what.bars() {
                bars(at)
            } else {
                within || at + TOLERANCE < far
            };
            if met {
                let _ = out.try_push(Met {
                    at,
                    over,
                    what,
                    feature: place,
                    within,
                });
            }
        };
        if let Some(what) = bar(feature) {
            if let Some((at, over)) = fence_ahead(battle, place, feature, base) {
                meet(at, over, what, false);
            }
            continue;
        }
        // Most ground lies beside the way, behind it or beyond its end.
        let mut areas = feature.areas.iter();
        if !areas.any(|area| area.could_meet(base, base.facing(), far.max(0))) {
            continue;
        }
        if let Some(what) = slow(feature) {
            let within = feature.overlaps(base);
            let ahead = if within {
                Some(0)
            } else {
                feature.areas.iter().filter_map(|a| border(a, base)).min()
            };
            ahead.into_iter().for_each(|at| meet(at, at, what, within));
        } else if feature.ground == Ground::Hill {
            by!(c::TERR_13);
            for (at, what) in slopes(battle, feature, base) {
                meet(at, at, what, false);
            }
        }
    }
    out.sort_unstable_by_key(|met| (met.at, met.feature));
    out
}

/// Returns which obstacle a feature is, if any.
const fn bar(feature: &Feature) -> Option<What> {
    match feature.ground {
        Ground::Fence => Some(What::Rail),
        Ground::Worm => Some(What::Worm),
        Ground::Wall => Some(What::Wall),
        _ => None,
    }
}

/// Returns which ground that costs inches a feature is, if any.
const fn slow(feature: &Feature) -> Option<What> {
    match feature.ground {
        Ground::Woods => Some(What::Wood),
        Ground::Rough => Some(What::Stumps),
        _ => None,
    }
}

/// Returns how far ahead a base enters an area that it is not in.
fn border(area: &Area, base: &Rect) -> Option<Length> {
    base.passages(base.facing(), area)
        .filter(|passage| passage.leave > TOLERANCE)
        .map(|passage| passage.enter.max(0))
        .min()
}

/// Calls `each` for what still stands of a fence, in one piece or several.
fn standing<T>(
    battle: &Battle,
    place: u8,
    feature: &Feature,
    each: impl FnMut(&Line) -> T,
) -> Vec<T> {
    if battle.gaps.iter().any(|gap| gap.feature == place) {
        by!(c::TERR_17);
        return battle.course(place).iter().map(each).collect();
    }
    feature.line.iter().map(each).collect()
}

/// Returns where a front reaches what still stands of a fence, and where it is over it.
fn fence_ahead(
    battle: &Battle,
    place: u8,
    feature: &Feature,
    base: &Rect,
) -> Option<(Length, Length)> {
    if !feature
        .line
        .iter()
        .any(|whole| could_lie_ahead(whole, base))
    {
        return None;
    }
    standing(battle, place, feature, |line| {
        chain_ahead(line.points(), base)
    })
    .into_iter()
    .flatten()
    .min()
}

/// More than the rounding error of a point of what still stands of a fence.
const SPARE: Length = 10;

/// Whether any of a fence could lie ahead of a front: a quick test before working out what still
/// stands of it.
fn could_lie_ahead(whole: &Line, front: &Rect) -> bool {
    let half = front.frontage() / 2 + SPARE;
    let (mut left, mut right, mut behind) = (true, true, true);
    for &point in whole.points() {
        let (aside, ahead) = front.offset_of(point);
        left &= aside < -half;
        right &= aside > half;
        behind &= ahead < -SPARE;
    }
    !(left || right || behind)
}

/// A point seen from a front: right of its middle, ahead of it.
type Seen = (Length, Length);

/// Returns where the front reaches the first stretch of a chain that lies wholly ahead of it, and
/// where it is over it. A stretch that reaches under the front was crossed before, however it goes
/// on.
fn chain_ahead(points: &[Point], front: &Rect) -> Option<(Length, Length)> {
    let half = front.frontage() / 2;
    // A fence that only grazes a flank is not in the way, and one that a rounded pose puts slightly
    // over a flank was not crossed. A charge meets a fence where its line does, at however flat an
    // angle.
    let (strip, core) = if half <= 2 * TOLERANCE {
        (0, 0)
    } else {
        (half - TOLERANCE, half - TOLERANCE - TOLERANCE / 2)
    };
    let seen: Vec<Seen> = points.iter().map(|&p| front.offset_of(p)).collect();
    let mut best = None::<(Length, Length)>;
    let mut stretch = None::<(Length, Length)>;
    let mut close = |stretch: &mut Option<(Length, Length)>| {
        if let Some((low, deep)) = stretch.take()
            && deep >= -TOLERANCE
        {
            let at = low.max(0);
            let over = at.max(deep.saturating_add(2 * TOLERANCE + 1));
            best = Some(best.map_or((at, over), |b| b.min((at, over))));
        }
    };
    for pair in seen.windows(2) {
        let Some((low, _)) = clipped(pair[0], pair[1], strip) else {
            close(&mut stretch);
            continue;
        };
        let deep = clipped(pair[0], pair[1], core).map_or(low, |(deep, _)| deep);
        let whole = stretch.map_or((low, deep), |s| (s.0.min(low), s.1.min(deep)));
        stretch = Some(whole);
        if pair[1].0.abs() > strip {
            close(&mut stretch);
        }
    }
    close(&mut stretch);
    best
}

/// Returns the smallest and the largest distance ahead of the part of a segment that is at most
/// `half` to either side.
fn clipped(a: Seen, b: Seen, half: Length) -> Option<Seen> {
    let (lo, hi) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    if hi.0 < -half || lo.0 > half {
        return None;
    }
    let y = |x: Length| {
        if hi.0 == lo.0 {
            return lo.1;
        }
        let part = i64::from(hi.1 - lo.1) * i64::from(x - lo.0) / i64::from(hi.0 - lo.0);
        lo.1 + Length::try_from(part).unwrap_or(0)
    };
    if hi.0 == lo.0 {
        return Some((lo.1.min(hi.1), lo.1.max(hi.1)));
    }
    let (p, q) = (y(lo.0.max(-half)), y(hi.0.min(half)));
    Some((p.min(q), p.max(q)))
}

/// Returns where the middle of a front changes its level at the outline of a hill: at most once up
/// and once down.
fn slopes(battle: &Battle, hill: &Feature, base: &Rect) -> ArrayVec<(Length, What), 2> {
    let mut out: ArrayVec<(Length, What), 2> = ArrayVec::new();
    let (middle, facing) = (base.front_middle(), base.facing());
    let mut own: ArrayVec<Length, 32> = ArrayVec::new();
    for area in &hill.areas {
        crossings(area.outline(), base, &mut own);
    }
    if own.is_empty() {
        return out;
    }
    // Between two outlines the level is constant, so it is checked half-way, at however flat an
    // angle the way crosses them.
    let mut all: Vec<Length> = Vec::new();
    for area in battle.setting.features(Ground::Hill).flat_map(|f| &f.areas) {
        let mut more: ArrayVec<Length, 32> = ArrayVec::new();
        crossings(area.outline(), base, &mut more);
        all.extend(more);
    }
    own.sort_unstable();
    all.sort_unstable();
    let level = |at: Length| battle.setting.level(middle.moved(facing, at));
    for &at in own.iter().filter(|&&at| at >= -TOLERANCE) {
        let before = all.iter().rev().find(|&&other| other < at - TOLERANCE);
        let after = all.iter().find(|&&other| other > at + TOLERANCE);
        let half = |other: Option<&Length>, else_at: Length| {
            other.map_or(else_at, |&other| i32::midpoint(other, at))
        };
        let sides = (
            level(half(after, at + INCH)),
            level(half(before, at - INCH)),
        );
        let what = match sides.0.cmp(&sides.1) {
            std::cmp::Ordering::Greater => What::Up,
            std::cmp::Ordering::Less => What::Down,
            std::cmp::Ordering::Equal => continue,
        };
        if !out.iter().any(|&(_, seen)| seen == what) {
            let _ = out.try_push((at.max(0), what));
        }
    }
    out
}

/// Collects the distances, ahead of the middle of a front or behind it, at which the front crosses
/// an outline.
fn crossings(points: &[Point], front: &Rect, out: &mut ArrayVec<Length, 32>) {
    let n = points.len();
    for i in 0..n {
        let (a, b) = (
            front.offset_of(points[i]),
            front.offset_of(points[(i + 1) % n]),
        );
        if (a.0 < 0) != (b.0 < 0) {
            let part = i64::from(b.1 - a.1) * i64::from(-a.0) / i64::from(b.0 - a.0);
            let _ = out.try_push(a.1 + Length::try_from(part).unwrap_or(0));
        }
    }
}

/// Returns what a unit that turns about its centre passes over: fences and walls, including one
/// that it stands across, and ground that costs inches (MOVE-08).
pub(crate) fn swung(battle: &Battle, base: &Rect, to: Facing) -> Way {
    by!(c::MOVE_08);
    let mut out = Way::new();
    let swing = base.swing(to);
    let turn = base.facing().turn_to(to);
    // No corner is farther from the centre than this.
    let round = (base.frontage() + base.depth()) / 2 + SPARE;
    for (feature, place) in battle.setting.terrain.iter().zip(0_u8..) {
        let (what, within) = if let Some(what) = bar(feature) {
            let centre = base.centre();
            let near = |whole: &Line| whole.distance_from(centre) <= round;
            if turn == 0 || !feature.line.iter().any(near) {
                continue;
            }
            let over = standing(battle, place, feature, |line| line_over(&swing, line));
            if !over.contains(&true) {
                continue;
            }
            (what, false)
        } else if let Some(what) = slow(feature) {
            if !feature.areas.iter().any(|area| swing.comes_into(area)) {
                continue;
            }
            (what, feature.overlaps(base))
        } else {
            continue;
        };
        let _ = out.try_push(Met {
            at: 0,
            over: 0,
            what,
            feature: place,
            within,
        });
    }
    out
}

/// Whether a base that turns passes over a line, or turns on top of it.
fn line_over(swing: &Swing, line: &Line) -> bool {
    let edges = line.points().windows(2).map(|w| Edge::new(w[0], w[1]));
    edges.into_iter().any(|edge| swing.covers(&edge))
}
