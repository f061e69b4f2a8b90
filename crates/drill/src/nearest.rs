//! The legal move nearest to what a player dragged. It is generic: it draws paths from the reach of
//! an offer and shortens them until the rules agree.

use sandtable_battle::{
    Battle, Feature, Ground, Hand, Leg, LegSet, Legal, Legs, Order, Reach, Refusals, Rules, UnitId,
};
use sandtable_geometry::{Facing, Length, Point, Pose, Rect};

/// How often a path is halved to find how much of it is legal.
const HALVINGS: u32 = 8;

/// The same where a thirty-second of a path more or less does not matter.
const FEW_HALVINGS: u32 = 5;

/// Returns the legal move that brings a unit's anchor nearest to a point and, if a facing is
/// wanted, its front nearest to that facing.
///
/// Paths are judged starting with the one that would end nearest, until none that is left could end
/// nearer than the best one found, because judging is what costs time. A part of a path is assumed
/// to end no nearer than the whole of it.
#[must_use]
pub fn nearest(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    reach: &Reach,
    to: Point,
    facing: Option<Facing>,
) -> Option<Legal> {
    found(rules, battle, unit, reach, (to, facing), HALVINGS)
}

/// Returns the nearest legal move like [`nearest`], but only to within a thirty-second of a path:
/// for comparing many moves, where most of the time goes into illegal ones.
#[must_use]
pub fn roughly_nearest(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    reach: &Reach,
    to: Point,
    facing: Option<Facing>,
) -> Option<Legal> {
    found(rules, battle, unit, reach, (to, facing), FEW_HALVINGS)
}

/// Returns why a unit does not get to where it is wanted: the path that would end nearest, and its
/// refusals. It first looks at paths that the allowance pays for, then at longer ones that would
/// get there. `None` if nothing speaks against such a path.
#[must_use]
pub fn held(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    reach: &Reach,
    to: Point,
    facing: Option<Facing>,
) -> Option<(Legs, Refusals)> {
    let goal = Goal {
        halvings: 0,
        start: battle.get(unit)?.pose,
        own: rules.footprint(battle, unit),
        to,
        facing,
        radius: 3 * rules.card().ruler.unit(),
    };
    let far = goal.start.point().distance(to).max(reach.allowance);
    let on = Reach {
        allowance: far.saturating_mul(2),
        ..*reach
    };
    [reach, &on].into_iter().find_map(|reach| {
        let ways = goal.ways(battle, reach).into_iter();
        let legs = ways.min_by_key(|legs| goal.miss(goal.end(legs)))?;
        let order = Order::Move {
            unit,
            legs: legs.clone(),
        };
        Some((legs, rules.judge(battle, &order).err()?))
    })
}

fn found(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    reach: &Reach,
    (to, facing): (Point, Option<Facing>),
    halvings: u32,
) -> Option<Legal> {
    let start = battle.get(unit)?.pose;
    let goal = Goal {
        halvings,
        start,
        own: rules.footprint(battle, unit),
        to,
        facing,
        radius: 3 * rules.card().ruler.unit(),
    };
    let mut ways: Vec<(i64, Legs)> = goal
        .ways(battle, reach)
        .into_iter()
        .map(|legs| (goal.miss(goal.end(&legs)), legs))
        .collect();
    ways.sort_by_key(|way| way.0);
    let mut best: Option<(i64, Legal)> = None;
    for (hoped, legs) in ways {
        let most = best.as_ref().map_or(i64::MAX, |best| best.0);
        if hoped > most.saturating_add(ROUNDING) {
            break;
        }
        if let Some(legal) = longest(rules, battle, unit, &goal, &legs, most) {
            let miss = legal.path().last().map_or(i64::MAX, |&end| goal.miss(end));
            if miss < most {
                best = Some((miss, legal));
            }
        }
    }
    best.map(|best| best.1)
}

/// How much the end of a path as computed here may differ from the end that the rules find, in
/// 1/100 mm.
const ROUNDING: i64 = 4;

/// Returns the longest legal part of a path: the whole if it is legal, and if not, found by
/// halving; `None` if no remaining part could miss by less than `most`.
fn longest(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    goal: &Goal,
    legs: &Legs,
    most: i64,
) -> Option<Legal> {
    let whole = 1 << goal.halvings;
    let part = |parts: u32| scaled(legs, parts, whole, goal.start);
    let judge = |legs: Legs| rules.legal(battle, &Order::Move { unit, legs });
    if let Some(legal) = judge(legs.clone()) {
        return Some(legal);
    }
    let (mut low, mut best) = (0, None);
    for halving in (0..goal.halvings).rev() {
        let parts = low + (1 << halving);
        if let Some(legal) = judge(part(parts)) {
            (low, best) = (parts, Some(legal));
        } else if goal.miss(goal.end(&part(parts))) > most.saturating_add(ROUNDING) {
            return None;
        }
    }
    best.or_else(|| judge(part(0)))
}

/// Where a unit is wanted, and where it stands.
struct Goal {
    /// How often a path is halved.
    halvings: u32,
    start: Pose,
    own: Rect,
    to: Point,
    facing: Option<Facing>,
    radius: Length,
}

impl Goal {
    /// Returns how far a pose is from the goal: the distance, plus the turn as if its arc were
    /// walked at `radius`.
    fn miss(&self, end: Pose) -> i64 {
        let turn = |f| Facing::arc(end.facing.turn_to(f), self.radius);
        i64::from(end.point().distance(self.to)) + i64::from(self.facing.map_or(0, turn))
    }

    /// Returns where a path ends, as the table measures it.
    fn end(&self, legs: &Legs) -> Pose {
        legs.iter().fold(self.start, |pose, leg| match *leg {
            Leg::Pivot { to } => pose.facing(to),
            Leg::Advance { by } => pose.advanced(by),
            Leg::Slide { towards, by } => pose.moved(towards, by),
            Leg::Wheel { hand, by } => self.wheeled(hand, i32::from(by)),
            Leg::March { to } => Pose::at(to, Facing::towards(pose.point(), to)),
        })
    }

    /// Returns the pose after a wheel from where the unit stands.
    fn wheeled(&self, hand: Hand, by: i32) -> Pose {
        let (left, right) = self.own.front_edge().ends();
        match hand {
            Hand::Left => self.start.turned_about(left, -by),
            Hand::Right => self.start.turned_about(right, by),
        }
    }

    /// Returns the paths worth trying.
    fn ways(&self, battle: &Battle, reach: &Reach) -> Vec<Legs> {
        let (start, to) = (self.start, self.to);
        let mut out = Vec::new();
        let distance = start.point().distance(to).min(reach.allowance);
        let bearing = if distance == 0 {
            start.facing
        } else {
            Facing::towards(start.point(), to)
        };
        if reach.legs.has(LegSet::PIVOT.and(LegSet::ADVANCE)) {
            let mut legs: Legs = [Leg::Pivot { to: bearing }, Leg::Advance { by: distance }]
                .into_iter()
                .collect();
            if let (true, Some(last)) = (reach.legs.has(LegSet::PIVOT_LAST), self.facing) {
                legs.push(Leg::Pivot { to: last });
            }
            out.push(legs);
            // A turn may cost part of the allowance, so straight ahead is tried as well.
            let ahead = along(start, start.facing, to).clamp(0, reach.allowance);
            if bearing != start.facing && ahead > 0 {
                out.push([Leg::Advance { by: ahead }].into_iter().collect());
            }
            if let (true, Some(last)) = (distance == 0, self.facing) {
                out.push([Leg::Pivot { to: last }].into_iter().collect());
            }
        } else if reach.legs.has(LegSet::ADVANCE) {
            let ahead = along(start, start.facing, to).clamp(0, reach.allowance);
            out.push([Leg::Advance { by: ahead }].into_iter().collect());
        }
        if reach.legs.has(LegSet::SLIDE) {
            let turn = start
                .facing
                .turn_to(bearing)
                .clamp(-reach.spread, reach.spread);
            let towards = start.facing.turned(turn);
            let by = along(start, towards, to).clamp(0, reach.allowance);
            out.push([Leg::Slide { towards, by }].into_iter().collect());
            if let (true, Some(to)) = (reach.legs.has(LegSet::PIVOT_LAST), self.facing) {
                let legs = [Leg::Slide { towards, by }, Leg::Pivot { to }];
                out.push(legs.into_iter().collect());
            }
            // A slide in any direction often must go the whole way.
            if reach.spread >= 0x8000 && by != reach.allowance {
                let by = reach.allowance;
                out.push([Leg::Slide { towards, by }].into_iter().collect());
            }
        }
        if reach.legs.has(LegSet::WHEEL) {
            self.wheels(reach, &mut out);
        }
        if reach.legs.has(LegSet::MARCH) {
            let head = start.point().moved(bearing, distance);
            let mut legs: Legs = [Leg::March { to: head }].into_iter().collect();
            if reach.legs.has(LegSet::PIVOT_LAST) {
                legs.extend(self.facing.map(|to| Leg::Pivot { to }));
            }
            out.push(legs);
            for road in battle.setting.features(Ground::Road) {
                out.extend(by_road(road, reach, start, to, self.facing));
            }
        }
        out
    }

    /// Adds wheels by eighths of what the allowance pays for, each followed by the straight advance
    /// that brings the unit nearest to the point.
    fn wheels(&self, reach: &Reach, out: &mut Vec<Legs>) {
        let frontage = self.own.frontage();
        let whole = Facing::arc(0x4000, frontage).max(1);
        let most = (i64::from(reach.allowance) * 0x4000 / i64::from(whole)).min(0x4000);
        for hand in [Hand::Left, Hand::Right] {
            for eighth in 1..=8_i64 {
                #[expect(clippy::cast_possible_truncation, reason = "at most a quarter turn")]
                let by = (most * eighth / 8) as i32;
                let wheeled = self.wheeled(hand, by);
                let left_over = reach.allowance - Facing::arc(by, frontage);
                let ahead = along(wheeled, wheeled.facing, self.to).clamp(0, left_over.max(0));
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "at most a quarter turn"
                )]
                let mut legs: Legs = [Leg::Wheel {
                    hand,
                    by: by as u16,
                }]
                .into_iter()
                .collect();
                if ahead > 0 {
                    legs.push(Leg::Advance { by: ahead });
                }
                out.push(legs);
            }
        }
    }
}

/// Returns the march along a road towards a point, through its bends, as far as the allowance goes;
/// `None` if the unit is not near the road.
fn by_road(
    road: &Feature,
    reach: &Reach,
    start: Pose,
    to: Point,
    facing: Option<Facing>,
) -> Option<Legs> {
    let line = road.line.as_ref()?;
    if line.distance_from(start.point()) > road.width.max(1) {
        return None;
    }
    let stops = line.between(start.point(), to);
    let mut legs = Legs::new();
    let (mut here, mut left) = (start.point(), reach.allowance);
    let pivots = facing.filter(|_| reach.legs.has(LegSet::PIVOT_LAST));
    let most = legs.capacity() - usize::from(pivots.is_some());
    for stop in stops {
        let far = here.distance(stop);
        if far == 0 {
            continue;
        }
        if left <= 0 || legs.len() == most {
            break;
        }
        let to = if far > left {
            here.moved(Facing::towards(here, stop), left)
        } else {
            stop
        };
        legs.push(Leg::March { to });
        (here, left) = (to, left - far);
    }
    if legs.is_empty() {
        return None;
    }
    legs.extend(pivots.map(|to| Leg::Pivot { to }));
    Some(legs)
}

/// Returns how far along a direction a point lies from a pose.
fn along(from: Pose, direction: Facing, to: Point) -> Length {
    let distance = i64::from(from.point().distance(to));
    let off = direction.turn_to(Facing::towards(from.point(), to)).abs();
    if off >= 0x4000 {
        return 0;
    }
    // The cosine from the table's own geometry: no platform trigonometry.
    let unit = Point::new(0, 0).moved(Facing::NORTH.turned(off), 1_000_000);
    Length::try_from(distance * i64::from(unit.y) / 1_000_000).unwrap_or(Length::MAX)
}

/// Returns a part of a path: every length and wheel cut to `parts / of`. Pivots stay.
#[must_use]
pub fn scaled(legs: &Legs, parts: u32, of: u32, start: Pose) -> Legs {
    let cut = |n: i64| n * i64::from(parts) / i64::from(of.max(1));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "smaller than what was given"
    )]
    let mut out: Legs = legs
        .iter()
        .map(|leg| match *leg {
            Leg::Advance { by } => Leg::Advance {
                by: cut(i64::from(by)) as Length,
            },
            Leg::Slide { towards, by } => Leg::Slide {
                towards,
                by: cut(i64::from(by)) as Length,
            },
            Leg::Wheel { hand, by } => Leg::Wheel {
                hand,
                by: cut(i64::from(by)) as u16,
            },
            Leg::Pivot { .. } | Leg::March { .. } => *leg,
        })
        .collect();
    if legs.iter().any(|leg| matches!(leg, Leg::March { .. })) {
        cut_march(&mut out, parts, of, start);
    }
    out
}

/// Cuts a march to a part of its whole length.
fn cut_march(legs: &mut Legs, parts: u32, of: u32, start: Pose) {
    let mut stops: Vec<Point> = vec![start.point()];
    stops.extend(legs.iter().filter_map(|leg| match leg {
        Leg::March { to } => Some(*to),
        _ => None,
    }));
    let whole: i64 = stops
        .windows(2)
        .map(|w| i64::from(w[0].distance(w[1])))
        .sum();
    let mut left = whole * i64::from(parts) / i64::from(of.max(1));
    legs.clear();
    for pair in stops.windows(2) {
        let length = i64::from(pair[0].distance(pair[1]));
        let go = left.min(length);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "no longer than the stretch"
        )]
        let to = if go == length {
            pair[1]
        } else {
            pair[0].moved(Facing::towards(pair[0], pair[1]), go as Length)
        };
        legs.push(Leg::March { to });
        left -= go;
        if left <= 0 {
            break;
        }
    }
}

/// Returns the outline of what a unit can reach: the farthest legal end of its anchor in each of
/// `bearings` directions all around, in order.
#[must_use]
pub fn reachable(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    reach: &Reach,
    bearings: u16,
) -> Vec<Pose> {
    let Some(start) = battle.get(unit).map(|u| u.pose) else {
        return Vec::new();
    };
    (0..bearings)
        .filter_map(|i| {
            #[expect(clippy::cast_possible_truncation, reason = "below a whole turn")]
            let bearing = Facing((u32::from(i) * 65536 / u32::from(bearings.max(1))) as u16);
            let far = start.point().moved(bearing, reach.allowance);
            nearest(rules, battle, unit, reach, far, None)
        })
        .filter_map(|legal| legal.path().last().copied())
        .collect()
}
