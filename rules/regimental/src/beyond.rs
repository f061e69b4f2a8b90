//! What part of a path lies beyond a feature: the one test by which moves,
//! charges, strikes that follow and turns cross fences, walls, borders and
//! slopes (MOVE-04, MOVE-07, MOVE-08, CHARGE-12, TERR-13, TERR-16).
//!
//! What a front stands exactly on is not crossed yet; whoever goes on over it
//! crosses it. A charge is tested along the line through its centre, a move with
//! the whole front.

use crate::{c, ground::place};
use arrayvec::ArrayVec;
use sandtable_battle::{Battle, Clause, Feature, Ground, by};
use sandtable_geometry::{Area, Edge, Facing, INCH, Length, Line, Point, Rect, Swing, TOLERANCE};

/// What a way meets.
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
    /// Whether it is a fence or wall to get over.
    pub(crate) const fn bars(self) -> bool {
        matches!(self, Self::Rail | Self::Worm | Self::Wall)
    }

    /// Whether it is ground that takes what it takes from whoever is in it.
    pub(crate) const fn slows(self) -> bool {
        matches!(self, Self::Wood | Self::Stumps)
    }

    /// Sides of the die that an obstacle takes.
    pub(crate) const fn sides(self) -> u8 {
        if matches!(self, Self::Wall) { 10 } else { 6 }
    }

    /// The clause of what it costs.
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
    /// How far along the front first comes to it; nought for what it starts in.
    pub at: Length,
    /// How far along it lies behind the front: whoever is over it stands here or
    /// farther on. The same as `at` for what is no obstacle.
    pub over: Length,
    /// What it is.
    pub what: What,
    /// Its place in the setting.
    pub feature: u8,
    /// The way starts in it.
    pub within: bool,
}

impl Met {
    /// The feature, and whether it is its slope down: what counts once (TERR-16).
    pub(crate) fn name(&self) -> u16 {
        u16::from(self.feature) * 2 + u16::from(self.what == What::Down)
    }
}

/// What a way meets, in order.
pub(crate) type Way = ArrayVec<Met, 40>;

/// What of a way has been paid for, by [`Met::name`].
pub(crate) type Paid = ArrayVec<u16, 40>;

/// The line through a base's centre, as a base too narrow to matter: a charge
/// meets what lies on it (GEO-11, CHARGE-12).
pub(crate) fn axis(base: &Rect) -> Rect {
    base.with_frontage(4 * TOLERANCE)
}

/// What a straight advance of a base meets on the first `far` of its way, what
/// it starts in included. What it only comes up to is not met.
pub(crate) fn way(battle: &Battle, base: &Rect, far: Length) -> Way {
    by!(c::MOVE_07);
    meets(battle, base, far, |at| at + TOLERANCE < far)
}

/// The same, fences and walls that it comes up to included: one right before an
/// enemy must be crossed to strike him (CHARGE-14).
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
        // Most ground lies wide of the way, behind it or beyond its end.
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

/// What obstacle a feature is.
const fn bar(feature: &Feature) -> Option<What> {
    match feature.ground {
        Ground::Fence => Some(What::Rail),
        Ground::Worm => Some(What::Worm),
        Ground::Wall => Some(What::Wall),
        _ => None,
    }
}

/// What ground that takes inches a feature is.
const fn slow(feature: &Feature) -> Option<What> {
    match feature.ground {
        Ground::Woods => Some(What::Wood),
        Ground::Rough => Some(What::Stumps),
        _ => None,
    }
}

/// How far ahead a base comes into an area that it is not in.
fn border(area: &Area, base: &Rect) -> Option<Length> {
    base.passages(base.facing(), area)
        .filter(|passage| passage.leave > TOLERANCE)
        .map(|passage| passage.enter.max(0))
        .min()
}

/// What stands of a fence, in one or several pieces.
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

/// Where a front comes to what stands of a fence, and where it is over it.
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

/// More than rounding moves a point of what stands of a fence.
const SPARE: Length = 10;

/// A quick no, before what stands of a fence is worked out: whether any of it could lie ahead
/// of a front.
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

/// The first stretch of a chain that lies ahead of a front, wholly: where the
/// front comes to it and where it is over it. A stretch that reaches under the
/// front has been crossed before, however it goes on.
fn chain_ahead(points: &[Point], front: &Rect) -> Option<(Length, Length)> {
    let half = front.frontage() / 2;
    // What grazes a flank is not in the way; and what a rounded pose lays over a
    // flank by a hair has not been crossed. A charge meets a fence where its line does,
    // however flat.
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

/// Where a segment lies within a strip: the least and the greatest distance
/// ahead of what of it is no farther than `half` to either side.
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

/// Where the middle of a front passes to another level at the outline of a
/// hill: once up and once down.
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
    // Between two outlines the level is the same: asked half-way there, however
    // flat the way crosses them.
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

/// How far ahead of the middle of a front, or behind it, an outline is crossed, each
/// time.
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

/// What a unit that turns about its centre comes over: fences and walls, one that
/// it stands across included, and ground that takes inches (MOVE-08).
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

/// Whether a base that turns comes over a line, or turns upon it.
fn line_over(swing: &Swing, line: &Line) -> bool {
    let edges = line.points().windows(2).map(|w| Edge::new(w[0], w[1]));
    edges.into_iter().any(|edge| swing.covers(&edge))
}
