//! Section 10: terrain on a straight way and across a line of fire.

use crate::{Regimental, c, units};
use arrayvec::ArrayVec;
use sandtable_battle::{Battle, Clause, Feature, Ground, UnitId, Witness, by};
use sandtable_geometry::{Edge, INCH, Length, Point, Rect, Tape};

/// A line nearer than this to a front lies under it or behind it.
const UNDER: Length = 5;

/// How far short of a fence a unit stops that it does not cross: enough to
/// count as still before it.
pub(crate) const SHORT_OF_FENCE: Length = 10;

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
    /// How far along.
    pub at: Length,
    /// What it is.
    pub what: What,
    /// Its place in the setting.
    pub feature: u8,
}

/// What a way meets, in order.
pub(crate) type Way = ArrayVec<Met, 40>;

/// Where a segment lies within a strip: its two ends, cut off at the sides.
fn clipped(a: (Length, Length), b: (Length, Length), half: Length) -> Option<(Length, Length)> {
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

/// How far before a front the first of some segments begins that lie wholly
/// ahead of it; one that runs under the front has been reached before.
fn first_ahead(points: &[Point], closed: bool, front: &Rect) -> Option<Length> {
    let half = front.frontage() / 2;
    let mut local = points.iter().map(|&p| front.offset_of(p));
    let first = local.next()?;
    let mut before = first;
    local
        .chain(closed.then_some(first))
        .filter_map(|p| clipped(std::mem::replace(&mut before, p), p, half))
        .filter(|&(low, _)| low > UNDER)
        .map(|(low, _)| low)
        .min()
}

/// How far ahead of the middle of a front an outline is crossed, each time.
fn crossings(points: &[Point], front: &Rect) -> ArrayVec<Length, 16> {
    let mut out = ArrayVec::new();
    let n = points.len();
    for i in 0..n {
        let (a, b) = (
            front.offset_of(points[i]),
            front.offset_of(points[(i + 1) % n]),
        );
        if (a.0 < 0) != (b.0 < 0) {
            let part = i64::from(b.1 - a.1) * i64::from(-a.0) / i64::from(b.0 - a.0);
            let y = a.1 + Length::try_from(part).unwrap_or(0);
            if y > UNDER {
                let _ = out.try_push(y);
            }
        }
    }
    out
}

/// Whether nobody can enter a feature.
pub(crate) const fn bars(feature: &Feature) -> bool {
    matches!(
        feature.ground,
        Ground::Impassable | Ground::Lake | Ground::River | Ground::Marsh
    )
}

/// The first feature nobody can enter that a base reaches into.
pub(crate) fn barred(battle: &Battle, rect: &Rect) -> Option<Witness> {
    let all = battle.setting.terrain.iter().zip(0_u8..);
    all.filter(|(f, _)| bars(f))
        .find(|(f, _)| f.overlaps(rect))
        .map(|(_, feature)| Witness::Terrain {
            feature,
            at: rect.centre(),
        })
}

/// How far a base can be slid ahead before ground that nobody can enter.
pub(crate) fn barred_ahead(battle: &Battle, rect: &Rect) -> Option<Length> {
    let barred = battle.setting.terrain.iter().filter(|f| bars(f));
    barred
        .flat_map(|f| &f.areas)
        .filter_map(|area| rect.sweep_area(rect.facing(), area))
        .min()
}

/// What a straight advance of a base meets on the first `far` of its way, what
/// it starts in included (MOVE-04, TERR-13, TERR-16).
pub(crate) fn way(battle: &Battle, rect: &Rect, far: Length) -> Way {
    by!(c::MOVE_04, c::TERR_16);
    let mut out = Way::new();
    for (feature, place) in battle.setting.terrain.iter().zip(0_u8..) {
        let mut meet = |at: Length, what: What| {
            if at < far || at == 0 {
                let _ = out.try_push(Met {
                    at,
                    what,
                    feature: place,
                });
            }
        };
        // Most ground lies wide of the way, behind it or beyond its end.
        let mut areas = feature.areas.iter();
        let met = areas.any(|area| area.could_meet(rect, rect.facing(), far.max(0)));
        match feature.ground {
            Ground::Woods | Ground::Rough | Ground::Hill if !met => {}
            Ground::Woods | Ground::Rough => {
                let what = if feature.ground == Ground::Woods {
                    What::Wood
                } else {
                    What::Stumps
                };
                if feature.overlaps(rect) {
                    meet(0, what);
                } else {
                    let ahead = feature
                        .areas
                        .iter()
                        .filter_map(|a| first_ahead(a.outline(), true, rect))
                        .min();
                    ahead.into_iter().for_each(|at| meet(at, what));
                }
            }
            Ground::Hill => {
                by!(c::TERR_13);
                for (at, what) in slopes(battle, feature, rect) {
                    meet(at, what);
                }
            }
            Ground::Fence | Ground::Worm | Ground::Wall => {
                let what = match feature.ground {
                    Ground::Fence => What::Rail,
                    Ground::Worm => What::Worm,
                    _ => What::Wall,
                };
                let ahead = fence_ahead(battle, place, feature, rect);
                ahead.into_iter().for_each(|at| meet(at, what));
            }
            _ => {}
        }
    }
    out.sort_unstable_by_key(|met| (met.at, met.feature));
    out
}

/// Where a base's front first reaches what stands of a fence.
fn fence_ahead(battle: &Battle, place: u8, feature: &Feature, rect: &Rect) -> Option<Length> {
    if battle.gaps.iter().any(|gap| gap.feature == place) {
        by!(c::TERR_17);
        let pieces = battle.course(place);
        let each = pieces.iter();
        return each
            .filter_map(|piece| first_ahead(piece.points(), false, rect))
            .min();
    }
    first_ahead(feature.line.as_ref()?.points(), false, rect)
}

/// Where the middle of a front passes to another level at the outline of a
/// hill: once up and once down.
fn slopes(battle: &Battle, hill: &Feature, rect: &Rect) -> ArrayVec<(Length, What), 2> {
    let mut out: ArrayVec<(Length, What), 2> = ArrayVec::new();
    let (middle, facing) = (rect.front_middle(), rect.facing());
    let mut all: ArrayVec<Length, 16> = ArrayVec::new();
    for area in &hill.areas {
        for at in crossings(area.outline(), rect) {
            let _ = all.try_push(at);
        }
    }
    all.sort_unstable();
    for at in all {
        let level = |off: Length| battle.setting.level(middle.moved(facing, at + off));
        let (before, after) = (level(-UNDER), level(UNDER));
        let what = match after.cmp(&before) {
            std::cmp::Ordering::Greater => What::Up,
            std::cmp::Ordering::Less => What::Down,
            std::cmp::Ordering::Equal => continue,
        };
        if !out.iter().any(|&(_, seen)| seen == what) {
            let _ = out.try_push((at, what));
        }
    }
    out
}

/// What lies between firer and target: points off the score, by clause; and
/// whether a stone wall takes a die as well.
pub(crate) struct Screen {
    pub points: ArrayVec<(i16, Clause), 8>,
    pub wall: bool,
}

impl Regimental {
    /// The ground's deductions from fire along a tape (TERR-13 to TERR-16).
    pub(crate) fn screen(
        &self,
        battle: &Battle,
        firer: &Rect,
        target: UnitId,
        tape: &Tape,
    ) -> Screen {
        let mut out = Screen {
            points: ArrayVec::new(),
            wall: false,
        };
        let line = Edge::new(tape.from, tape.to);
        let (own, theirs) = (firer.centre(), units::rect(battle, target).centre());
        for (feature, place) in battle.setting.terrain.iter().zip(0_u8..) {
            match feature.ground {
                Ground::Woods | Ground::Rough => {
                    by!(c::TERR_14);
                    let inside = feature.holds(theirs);
                    let deep = feature.length_of(&line) > self.numbers.fire.through;
                    let counts = inside || (deep && !feature.holds(own));
                    if counts {
                        let why = if feature.ground == Ground::Woods {
                            c::TERR_01
                        } else {
                            c::TERR_02
                        };
                        let _ = out.points.try_push((-1, why));
                    }
                }
                Ground::Fence | Ground::Worm | Ground::Wall => {
                    by!(c::TERR_15);
                    if self.fence_screens(battle, place, feature, firer, &line) {
                        if feature.ground == Ground::Wall {
                            out.wall = true;
                        } else {
                            let _ = out.points.try_push((-1, c::TERR_05));
                        }
                    }
                }
                _ => {}
            }
        }
        let (here, there) = (battle.setting.level(own), battle.setting.level(theirs));
        if there > here {
            let _ = out.points.try_push((-1, c::TERR_03));
        }
        if there < here {
            let _ = out.points.try_push((-1, c::TERR_04));
        }
        out
    }

    /// Whether fire crosses what stands of a fence that the firer is not at.
    fn fence_screens(
        &self,
        battle: &Battle,
        place: u8,
        feature: &Feature,
        firer: &Rect,
        line: &Edge,
    ) -> bool {
        let at = self.numbers.fire.at_fence;
        let Some(whole) = feature.line.as_ref() else {
            return false;
        };
        if !whole.crossed_by(line) {
            return false;
        }
        if battle.gaps.iter().any(|gap| gap.feature == place) {
            let pieces = battle.course(place);
            return pieces.iter().any(|piece| piece.crossed_by(line))
                && !pieces
                    .iter()
                    .any(|piece| sandtable_geometry::within(piece.distance(firer), at));
        }
        !sandtable_geometry::within(whole.distance(firer), at)
    }
}

/// Whether a hill on which neither end of a tape lies stands in the way.
pub(crate) fn hill_between(battle: &Battle, tape: &Tape) -> Option<Witness> {
    let line = Edge::new(tape.from, tape.to);
    let all = battle.setting.terrain.iter().zip(0_u8..);
    all.filter(|(f, _)| f.ground == Ground::Hill)
        .find(|(f, _)| !f.holds(tape.from) && !f.holds(tape.to) && f.length_of(&line) > INCH / 10)
        .map(|(f, feature)| Witness::Terrain {
            feature,
            at: f.areas.first().map_or(tape.to, |a| a.middle()),
        })
}
