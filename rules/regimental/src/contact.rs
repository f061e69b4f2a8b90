//! Sections 7 and 16: gaps of stands, the enemy that a charge meets, and who strikes whom.

use crate::task::Charge;
use crate::units::{COLUMN, Place, STANDS};
use crate::{Regimental, c, units};
use arrayvec::ArrayVec;
use sandtable_battle::{Battle, UnitId, by};
use sandtable_geometry::{INCH, Length, Pose, Rect, TOLERANCE, within};

/// An overlap smaller than this is a graze (GEO-12).
pub(crate) const GRAZE: Length = INCH / 100;

/// A meeting with an enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    pub foe: UnitId,
    /// Smallest gap of a stand that reaches.
    pub gap: Length,
    /// Stands that reach, by place.
    pub strikers: ArrayVec<u8, STANDS>,
}

/// A point seen from a front: (right, ahead).
pub(crate) type Seen = (Length, Length);

/// A target seen from a front, as its corners.
type Outline = [Seen; 4];

pub(crate) fn outline(front: &Rect, target: &Rect) -> Outline {
    target.corners().map(|p| front.offset_of(p))
}

/// Returns the smallest distance ahead of an outline within a strip from `low` to `high`; none if
/// the outline only grazes the strip or lies behind.
fn ahead(shape: &Outline, low: Length, high: Length) -> Option<Length> {
    let left = shape.iter().map(|p| p.0).min()?.max(low);
    let right = shape.iter().map(|p| p.0).max()?.min(high);
    if right - left <= GRAZE {
        return None;
    }
    let mut least = None::<Length>;
    let mut offer = |y: Length| least = Some(least.map_or(y, |l| l.min(y)));
    for i in 0..4 {
        let (a, b) = (shape[i], shape[(i + 1) % 4]);
        if (low..=high).contains(&a.0) {
            offer(a.1);
        }
        for x in [low, high] {
            if (a.0 < x) != (b.0 < x) {
                let part = i64::from(b.1 - a.1) * i64::from(x - a.0) / i64::from(b.0 - a.0);
                offer(a.1 + Length::try_from(part).unwrap_or(0));
            }
        }
    }
    least.filter(|&y| y >= -2 * TOLERANCE)
}

/// Returns a point of an outline in a strip and behind the front, well inside the part that lies
/// there; none if no part does. An outline with such a point is not ahead ([`ahead`]).
pub(crate) fn point_behind(shape: &Outline, low: Length, high: Length) -> Option<Seen> {
    let shape = cut(shape, |p| p.0 - low);
    let shape = cut(&shape, |p| high - p.0);
    let shape = cut(&shape, |p| -p.1);
    let count = i64::try_from(shape.len()).ok().filter(|&n| n > 2)?;
    // Divided once, so that rounding moves the point by at most a hundredth.
    let mean = |of: fn(&Seen) -> Length| {
        let sum: i64 = shape.iter().map(|p| i64::from(of(p))).sum();
        Length::try_from(sum / count).ok()
    };
    Some((mean(|p| p.0)?, mean(|p| p.1)?))
}

/// Returns the part of a shape on the side where `side` is zero or more. It has at most one and a
/// half times as many corners, whatever its form: four become at most thirteen in three cuts.
fn cut(shape: &[Seen], side: impl Fn(Seen) -> Length) -> ArrayVec<Seen, 13> {
    let mut out = ArrayVec::new();
    for (i, &a) in shape.iter().enumerate() {
        let b = shape[(i + 1) % shape.len()];
        let (from, to) = (side(a), side(b));
        if from >= 0 {
            out.push(a);
        }
        if (from < 0) != (to < 0) {
            let part = |a: Length, b: Length| {
                let part = i64::from(b - a) * i64::from(from) / i64::from(from - to);
                a + Length::try_from(part).unwrap_or(0)
            };
            out.push((part(a.0, b.0), part(a.1, b.1)));
        }
    }
    out
}

/// The strips ahead of stands, each from its left to its right.
pub(crate) type Strips = ArrayVec<(Length, Length), STANDS>;

/// Returns the strips of an attacker's stands, as offsets from its middle.
pub(crate) fn strips(battle: &Battle, id: UnitId) -> Strips {
    let unit = battle.unit(id);
    let (wide, _) = units::stand(&battle.setting, unit);
    let places = units::places(&battle.setting, unit);
    let heads = if unit.formation == COLUMN {
        1
    } else {
        places.len()
    };
    places[..heads]
        .iter()
        .map(|p| (p.0 - wide / 2, p.0 + wide / 2))
        .collect()
}

/// Returns the smallest gap of some stands to a target (GEO-12).
pub(crate) fn least_gap(
    front: &Rect,
    target: &Rect,
    strips: &[(Length, Length)],
) -> Option<Length> {
    by!(c::GEO_11, c::GEO_12);
    let shape = outline(front, target);
    let all = strips.iter();
    all.filter_map(|&(low, high)| ahead(&shape, low, high))
        .min()
}

/// Returns the gap to a target of each stand of a unit, if the unit were at a pose (GEO-12).
pub(crate) fn gaps(
    battle: &Battle,
    id: UnitId,
    pose: Pose,
    target: UnitId,
) -> ArrayVec<Option<Length>, STANDS> {
    by!(c::GEO_11, c::GEO_12);
    let front = units::rect_at(&battle.setting, battle.unit(id), pose);
    let foe = battle.unit(target);
    // Most enemies lie beside the charge or behind it: rule them out quickly.
    let (aside, before) = front.offset_of(foe.pose.point());
    let (wide, deep) = units::size(&battle.setting, foe);
    let around = (wide + deep) / 2 + INCH;
    if aside.abs() > front.frontage() / 2 + around || before < -around {
        return ArrayVec::new();
    }
    let theirs = units::rect(battle, target);
    let shape = outline(&front, &theirs);
    strips(battle, id)
        .iter()
        .map(|&(low, high)| ahead(&shape, low, high))
        .collect()
}

/// Returns the enemy that a charge meets first with a stand that reaches (CONTACT-02, CONTACT-03,
/// CONTACT-05).
pub(crate) fn meeting(battle: &Battle, charge: &Charge) -> Option<Meeting> {
    by!(c::CONTACT_02, c::CONTACT_03, c::CONTACT_05, c::H2HL_19);
    let unit = battle.unit(charge.unit);
    let mut best: Option<Meeting> = None;
    for (foe, _) in battle.side(unit.side.other()) {
        if charge.pierced.contains(&foe) {
            continue;
        }
        let mut found = Meeting {
            foe,
            gap: Length::MAX,
            strikers: ArrayVec::new(),
        };
        let all = gaps(battle, charge.unit, unit.pose, foe);
        for (place, (gap, &reach)) in all.iter().zip(&charge.reach).enumerate() {
            let Some(gap) = gap.map(|g| g.max(0)) else {
                continue;
            };
            // A foe that could not be driven back counts as if it had been (H2HL-19).
            let pinned = if foe == charge.foe { charge.pinned } else { 0 };
            if within(charge.gone + gap + pinned, reach) {
                found.gap = found.gap.min(gap);
                found.strikers.push(u8::try_from(place).unwrap_or(0));
            }
        }
        if !found.strikers.is_empty() && best.as_ref().is_none_or(|b| found.gap < b.gap) {
            best = Some(found);
        }
    }
    best
}

/// The stands of a target seen from the front of an attacker, worked out once for all its strikers.
struct Opposed {
    /// Strips of the attacker's stands.
    strips: Strips,
    /// Outline of each stand of the target, and how far it is from the middle of the target.
    stands: ArrayVec<(Outline, Length), STANDS>,
}

impl Opposed {
    fn of(battle: &Battle, id: UnitId, target: UnitId) -> Self {
        let front = units::rect(battle, id);
        let foe = battle.unit(target);
        let middle = units::rect(battle, target).centre();
        let seen = |place: &Place| {
            let rect = units::stand_at(&battle.setting, foe, foe.pose, *place);
            (outline(&front, &rect), rect.centre().distance(middle))
        };
        Self {
            strips: strips(battle, id),
            stands: units::places(&battle.setting, foe)
                .iter()
                .map(seen)
                .collect(),
        }
    }

    /// Returns the target's stand immediately in front of an attacking stand (GEO-13).
    fn to(&self, stand: u8) -> Option<u8> {
        by!(c::GEO_13);
        let &(low, high) = self.strips.get(usize::from(stand))?;
        let found = self.straight(i32::midpoint(low, high));
        let found = found.or_else(|| self.nearest(low, high))?;
        u8::try_from(found).ok()
    }

    /// Returns the nearest stand that a line ahead meets well inside. A line along a common edge
    /// meets neither stand.
    fn straight(&self, middle: Length) -> Option<usize> {
        let inside = |shape: &Outline| {
            let left = shape.iter().map(|p| p.0).min().unwrap_or(0);
            let right = shape.iter().map(|p| p.0).max().unwrap_or(0);
            left + TOLERANCE < middle && middle < right - TOLERANCE
        };
        let all = self.stands.iter().enumerate();
        all.filter(|(_, (shape, _))| inside(shape))
            .filter_map(|(i, (shape, _))| Some((ahead(shape, middle - GRAZE, middle + GRAZE)?, i)))
            .min()
            .map(|(_, i)| i)
    }

    /// Returns the nearest stand within a strip; of several, the one nearest to the middle of the
    /// target, and of those the first. Differences within rounding are ties.
    fn nearest(&self, low: Length, high: Length) -> Option<usize> {
        let all = || {
            let each = self.stands.iter().enumerate();
            each.filter_map(|(i, (shape, off))| Some((ahead(shape, low, high)?, *off, i)))
        };
        let least = all().map(|(gap, ..)| gap).min()?;
        let nearest = || all().filter(|&(gap, ..)| gap <= least + 2 * TOLERANCE);
        let to_middle = nearest().map(|(_, off, _)| off).min()?;
        nearest()
            .filter(|&(_, off, _)| off <= to_middle + 2 * TOLERANCE)
            .map(|(.., i)| i)
            .min()
    }
}

/// Whether a stand of a struck unit adjoins another one to its side, seen along the charge
/// (GEO-14).
pub(crate) fn beside(battle: &Battle, id: UnitId, target: UnitId, one: u8, other: u8) -> bool {
    by!(c::GEO_14);
    let front = units::rect(battle, id);
    let foe = battle.unit(target);
    let places = units::places(&battle.setting, foe);
    let (Some(a), Some(b)) = (places.get(usize::from(one)), places.get(usize::from(other))) else {
        return false;
    };
    // Stands on both sides of a hole do not adjoin.
    let hole = crate::marks::HOLE.of(foe).max(0).unsigned_abs();
    if hole > 0 && units::lane(foe) > 0 && (one < hole) != (other < hole) {
        return false;
    }
    let at = |place: &Place| {
        let rect = units::stand_at(&battle.setting, foe, foe.pose, *place);
        front.offset_of(rect.centre())
    };
    let (a, b) = (at(a), at(b));
    (a.0 - b.0).abs() > (a.1 - b.1).abs()
}

/// Returns the stand nearest to the line of a column that meets a gap in open order.
fn nearest_stand(battle: &Battle, id: UnitId, target: UnitId) -> Option<u8> {
    let front = units::rect(battle, id);
    let foe = battle.unit(target);
    let aside = |place: Place| {
        let rect = units::stand_at(&battle.setting, foe, foe.pose, place);
        front.offset_of(rect.centre()).0.abs()
    };
    let places = units::places(&battle.setting, foe);
    let all = places.into_iter().zip(0_u8..);
    all.min_by_key(|&(place, at)| (aside(place), at))
        .map(|(_, at)| at)
}

impl Regimental {
    /// Returns how many stands of a defender throw dice against some strikers: those in front of
    /// them and one beyond each end (H2HL-02, H2HC-02).
    pub(crate) fn defenders(&self, battle: &Battle, charge: &Charge, meeting: &Meeting) -> u8 {
        by!(c::H2HL_02, c::H2HC_02);
        use crate::switches::Defenders;
        let foe = battle.unit(meeting.foe);
        if !charge.column && self.choices.defenders == Defenders::All {
            return foe.stands;
        }
        let mut struck: ArrayVec<u8, STANDS> = ArrayVec::new();
        let opposed = Opposed::of(battle, charge.unit, meeting.foe);
        for &striker in &meeting.strikers {
            if let Some(stand) = opposed.to(striker)
                && !struck.contains(&stand)
            {
                struck.push(stand);
            }
        }
        if struck.is_empty() && charge.column {
            by!(c::H2HC_14);
            struck.extend(nearest_stand(battle, charge.unit, meeting.foe));
        }
        struck.sort_unstable();
        let mut dice = u8::try_from(struck.len()).unwrap_or(0);
        if (charge.column || self.choices.defenders == Defenders::OpposedPlusEnds)
            && let (Some(&first), Some(&last)) = (struck.first(), struck.last())
        {
            let before = first.checked_sub(1);
            let ends = before
                .map(|b| (first, b))
                .into_iter()
                .chain([(last, last + 1)]);
            for (end, next) in ends {
                let there = next < foe.stands;
                dice += u8::from(there && beside(battle, charge.unit, meeting.foe, end, next));
            }
        }
        dice
    }
}
