//! Section 11: the directions in which a charge may go. Every heading between the
//! limits of the arc is judged: whole arcs at once if bounds prove the same
//! for all their headings, single headings if not.

use crate::terrain::Ways;
use crate::{ThrowMeA6, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, UnitId, Witness};
use sandtable_drill as drill;
use sandtable_geometry::{
    Arc, Area, Bars, Facing, Headings, Lane, Length, Pivot, Point, Pose, Rect, Slides, TOLERANCE,
    Touch, within,
};

/// How a charge goes in its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gait {
    /// The unit first turns to the direction (CON-03).
    Pivot,
    /// The unit keeps its facing and goes obliquely (CON-04).
    Slant,
}

/// A direction of a charge, with the unit's pose when it sets out, and the distance to
/// the touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The pose when it sets out, already turned.
    pub start: Pose,
    /// The direction.
    pub way: Facing,
    /// The distance to the touch.
    pub touch: Length,
    /// The cost of that distance.
    pub cost: Length,
}

/// Why a charge cannot go in a direction.
pub(crate) type Why = (Clause, Witness);

/// A charge whose direction is being searched.
struct Aim<'a> {
    rules: &'a ThrowMeA6,
    battle: &'a Battle,
    id: UnitId,
    target: UnitId,
    own: Rect,
    goal: Rect,
    rate: Length,
    /// The directions in which it could meet its target.
    towards: Option<Arc>,
    barred: Barred<'a>,
}

/// Obstacles on the way to the target: bases and closed ground that a charge
/// could reach.
#[derive(Default)]
struct Barred<'a> {
    bases: Vec<(Rect, Option<Arc>)>,
    areas: Vec<(&'a Area, Option<Arc>)>,
}

/// Whether an obstacle in one arc of directions can matter for ways in another.
fn may_matter(towards: Option<Arc>, arc: Arc) -> bool {
    towards.is_none_or(|towards| towards.meets(arc))
}

/// The base on all ways of an arc of directions: a base that covers it on every way, and
/// one that it covers on every way.
struct Bundle {
    way: Facing,
    wide: Rect,
    narrow: Option<Rect>,
    /// How far the line of the base's middle strays from that of the middle way. The
    /// line turns with the way even if the base does not.
    sway: Length,
    reach: Length,
}

impl Bundle {
    /// Bundles the ways over an arc, up to `reach`. On any of them, a point of the base strays
    /// from where the middle way would bring it by no more than the arc at its distance.
    fn new(own: &Rect, gait: Gait, arc: Arc, reach: Length) -> Self {
        let way = arc.middle();
        let turning = reach + (own.frontage() + own.depth()) / 2;
        let (base, far) = match gait {
            Gait::Pivot => (own.turned(way), turning),
            Gait::Slant => (*own, reach + TOLERANCE),
        };
        let half = i32::from(arc.steps) - i32::from(arc.steps) / 2;
        let slack_at = |far| Facing::arc(half, far) + 2 * TOLERANCE;
        let slack = slack_at(far);
        let inner = base.frontage().min(base.depth()) > 2 * slack;
        Self {
            way,
            wide: base.grown(slack),
            narrow: inner.then(|| base.grown(-slack)),
            sway: slack_at(turning),
            reach,
        }
    }

    /// Returns the bounds of its ways if none is shorter than `least`.
    fn ways(&self, own: Rect, least: Length) -> Ways<'_> {
        Ways {
            own,
            way: self.way,
            narrow: self.narrow.as_ref(),
            wide: &self.wide,
            sway: self.sway,
            least,
        }
    }

    /// Returns where it touches something on its way; none if it does on no way.
    fn touch(&self, enter: impl Fn(&Rect) -> Option<Length>) -> Option<Touch> {
        let near = |&at: &Length| within(at, self.reach);
        let earliest = enter(&self.wide).filter(near)?;
        let latest = self.narrow.as_ref().and_then(&enter).filter(near);
        Some(Touch { earliest, latest })
    }

    /// Returns the distance before which it surely does not touch another base; none if it
    /// touches it on no way.
    fn earliest(&self, other: &Rect) -> Option<Length> {
        let met = self.wide.sweep_within(self.way, other, self.reach)?;
        within(met.enter, self.reach).then_some(met.enter)
    }

    /// Returns the distance at which it has surely touched something, on every way; none if it
    /// may miss it.
    fn latest(&self, enter: impl Fn(&Rect) -> Option<Length>) -> Option<Length> {
        let met = self.narrow.as_ref().and_then(enter);
        met.filter(|&at| within(at, self.reach))
    }

    fn touches(&self, other: &Rect) -> Option<Touch> {
        self.touch(|base| {
            base.sweep_within(self.way, other, self.reach)
                .map(|met| met.enter)
        })
    }

    fn touches_area(&self, area: &Area) -> Option<Touch> {
        self.touch(|base| base.sweep_area_within(self.way, area, self.reach))
    }
}

impl Aim<'_> {
    /// Whether a charge can go this way in every direction of an arc; none if that differs or
    /// is unknown.
    fn sure(&self, gait: Gait, arc: Arc) -> Option<bool> {
        if arc.is_one() {
            return Some(self.direction(gait, arc.from).is_ok());
        }
        let unit = self.battle.unit(self.id);
        let ahead = arc.holds(unit.pose.facing);
        if ahead && self.rules.choices.charge_half_rate {
            return None;
        }
        let allowed = self.allowed(gait, arc.from);
        let bundle = Bundle::new(&self.own, gait, arc, allowed);
        let Some(touch) = bundle.touches(&self.goal) else {
            return Some(false);
        };
        let met_first = self.met_first(&bundle, arc, touch);
        let latest = match (met_first, touch.latest) {
            (Some(false), _) => return Some(false),
            (Some(true), Some(latest)) if touch.earliest > TOLERANCE => latest,
            _ => return None,
        };
        let ways = bundle.ways(self.own, touch.earliest);
        let (least, most) = self.rules.cost_between(self.battle, unit, &ways, latest);
        match (within(most, allowed), within(least, allowed)) {
            (true, _) => Some(true),
            (_, false) => Some(false),
            _ => None,
        }
    }

    /// Whether nothing else is touched before the target, in any direction; false only
    /// if something is in every direction.
    fn met_first(&self, bundle: &Bundle, arc: Arc, goal: Touch) -> Option<bool> {
        let mut all = Some(true);
        let mut weigh = |touch: Option<Touch>| {
            let Some(other) = touch else { return false };
            let never = goal
                .latest
                .is_some_and(|latest| other.earliest + TOLERANCE >= latest);
            if !never {
                all = None;
            }
            other
                .latest
                .is_some_and(|latest| latest + TOLERANCE < goal.earliest)
        };
        for (base, towards) in &self.barred.bases {
            if may_matter(*towards, arc) && weigh(bundle.touches(base)) {
                return Some(false);
            }
        }
        for (area, towards) in &self.barred.areas {
            if !may_matter(*towards, arc) {
                continue;
            }
            // Ground that the unit already stands in does not count, and this bound does not know
            // which ground that is.
            weigh(bundle.touches_area(area).map(|touch| Touch {
                latest: None,
                ..touch
            }));
        }
        all
    }

    /// Returns how far a charge may go in a direction.
    fn allowed(&self, gait: Gait, way: Facing) -> Length {
        let unit = self.battle.unit(self.id);
        if self.rules.pays_to_turn(unit, self.start(gait, way), way) {
            self.rate / 2
        } else {
            self.rate
        }
    }

    fn start(&self, gait: Gait, way: Facing) -> Pose {
        let pose = self.battle.unit(self.id).pose;
        match gait {
            Gait::Pivot => pose.facing(way),
            Gait::Slant => pose,
        }
    }

    /// Judges one direction: whether it meets the target first and within reach.
    fn direction(&self, gait: Gait, way: Facing) -> Result<Run, Why> {
        let (rules, battle, id) = (self.rules, self.battle, self.id);
        let unit = battle.unit(id);
        let start = self.start(gait, way);
        let base = rules.rect_at(battle, unit, start);
        let Some(met) = base.sweep(way, &self.goal) else {
            return Err((c::CON_10, Witness::Unit(self.target)));
        };
        if gait == Gait::Pivot {
            self.room_to_turn(&base)?;
        }
        let touch = met.enter;
        let allowed = self.allowed(gait, way);
        let cost = rules.cost(battle, unit, &base, way, touch);
        if !within(cost, allowed) {
            let asked = cost;
            return Err((c::CON_08, Witness::Length { asked, allowed }));
        }
        if let Some(met) = rules.first_met(battle, id, &base, way, touch, 0, Some(self.target)) {
            let at = base.front_middle().moved(way, met.enter);
            let witness = met.unit.map_or_else(
                || drill::ground_witness(battle, met.feature.unwrap_or(0)),
                |by| Witness::Blocked { by, at },
            );
            return Err((c::CON_10, witness));
        }
        if base.overlaps(&self.goal) && touch <= TOLERANCE {
            // The turn alone would put it on top of its target: it goes obliquely.
            return Err((c::GEO_11, Witness::Unit(self.target)));
        }
        Ok(Run {
            start,
            way,
            touch,
            cost,
        })
    }

    /// Checks that the turn before a charge overlaps no unit that this one may not pass,
    /// and no closed ground that it does not stand on already (GEO-11).
    fn room_to_turn(&self, base: &Rect) -> Result<(), Why> {
        by!(c::GEO_11);
        let (rules, battle) = (self.rules, self.battle);
        let unit = battle.unit(self.id);
        let mut others = rules
            .round(battle, base, 0)
            .filter(|&(other, _)| other != self.id && other != self.target);
        let upon = others.find(|&(other, them)| {
            base.could_reach(them.pose.point(), 2 * rules.girth(battle, them), 0)
                && !rules.may_pass(unit, them)
                && rules.rect(battle, other).overlaps(base)
        });
        if let Some((by, them)) = upon {
            let at = them.pose.point();
            return Err((c::GEO_11, Witness::Blocked { by, at }));
        }
        let mut closed = battle.setting.terrain.iter().enumerate();
        let fresh = |area: &Area| area.overlaps(base) && !area.overlaps(&self.own);
        let onto =
            closed.find(|(_, f)| crate::terrain::is_closed(f.ground) && f.areas.iter().any(fresh));
        onto.map_or(Ok(()), |(place, _)| {
            Err((c::GEO_11, drill::ground_witness(battle, place)))
        })
    }

    /// Returns a run in a direction, turned to it if possible, obliquely if not.
    fn either(&self, way: Facing) -> Result<Run, Why> {
        self.direction(Gait::Pivot, way)
            .or_else(|why| self.direction(Gait::Slant, way).map_err(|_| why))
    }

    /// Returns the run at the centre of the target, or why there is none.
    fn at_centre(&self) -> Result<Run, Why> {
        by!(c::CON_01, c::CON_10);
        let facing = self.battle.unit(self.id).pose.facing;
        let aim = self.bearing();
        if facing.turn_to(aim).abs() > self.arc() {
            return Err((c::CON_03, Witness::Unit(self.target)));
        }
        self.either(aim)
    }

    /// Returns the direction of the target's centre.
    fn bearing(&self) -> Facing {
        Facing::towards(self.own.centre(), self.goal.centre())
    }

    fn arc(&self) -> i32 {
        self.rules.numbers.measure.arc_degrees.0
    }

    /// Adds the obstacles on the way: only those near enough are checked in every
    /// direction.
    fn with_barred(mut self) -> Self {
        let (rules, battle) = (self.rules, self.battle);
        let unit = battle.unit(self.id);
        let round = |base: &Rect| base.frontage() + base.depth();
        let far = self.rate + round(&self.own);
        let near = |base: &Rect| {
            base.centre().distance(self.own.centre()) <= far + round(base) + TOLERANCE
        };
        let others = rules
            .bodies(battle)
            .filter(|&(other, them)| {
                other != self.id && other != self.target && !rules.may_pass(unit, them)
            })
            .map(|(other, _)| rules.rect(battle, other));
        let own = self.own;
        let aimed = |base: Rect| (base, Arc::towards(&own, &base));
        self.barred.bases = others.filter(near).map(aimed).collect();
        let closed = battle.setting.terrain.iter();
        let closed = closed.filter(|f| crate::terrain::is_closed(f.ground));
        let within_box = |area: &&Area| {
            let ((low, high), here) = (area.bounds(), self.own.centre());
            let nearest = Point::new(here.x.clamp(low.x, high.x), here.y.clamp(low.y, high.y));
            here.distance(nearest) <= far + TOLERANCE
        };
        let areas = closed.flat_map(|f| &f.areas);
        let aimed = |area| (area, Arc::towards_area(&own, area));
        self.barred.areas = areas.filter(within_box).map(aimed).collect();
        self
    }

    /// Whether a charge that does not aim at the centre can go in every direction of an
    /// arc; none if that differs or is unknown.
    fn open(&self, arc: Arc) -> Option<bool> {
        by!(c::CON_03, c::CON_04, c::CON_13);
        if self.is_aside(arc) {
            return Some(false);
        }
        match (self.sure(Gait::Pivot, arc), self.sure(Gait::Slant, arc)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        }
    }

    /// Returns the directions that the rules allow.
    fn allowed_arc(&self) -> Arc {
        Arc::about(self.battle.unit(self.id).pose.facing, self.arc())
    }

    /// Whether the target cannot be met in any direction of an arc.
    fn is_aside(&self, arc: Arc) -> bool {
        !may_matter(self.towards, arc)
    }

    /// Returns all directions open to a charge that does not aim at the centre.
    fn headings(self) -> Headings {
        let aim = self.with_barred();
        Headings::within(aim.allowed_arc(), |arc| aim.open(arc))
    }

    /// Returns the open direction nearest to the centre of the target.
    fn nearest(&self) -> Option<Facing> {
        by!(c::CON_03, c::CON_04, c::CON_13);
        Headings::nearest_free(self.allowed_arc(), self.bearing(), self)
    }

    /// Returns how many directions to one side of a barred one the same obstacle surely
    /// bars as well, if that is known without trying.
    fn follow_so(&self, gait: Gait, why: &Why, way: Facing, clockwise: bool) -> Option<i32> {
        let (lane, goal) = (Lane::of(&self.own), &self.goal);
        match (gait, *why) {
            (_, (_, Witness::Unit(_))) if why.0 != c::CON_10 => None,
            (Gait::Pivot, (_, Witness::Unit(_))) => {
                // A graze within the tolerance does not count as meeting.
                let aside = (self.own.frontage() + 1) / 2 - TOLERANCE;
                lane.aside(goal, aside, way, clockwise)
            }
            (Gait::Slant, (_, Witness::Unit(_))) => {
                Slides::of(&self.own).miss(goal, way, clockwise)
            }
            (_, (c::CON_10, Witness::Blocked { by, .. })) => {
                let base = self.rules.rect(self.battle, by);
                match gait {
                    Gait::Pivot => lane.screened(&base, goal, way, clockwise),
                    Gait::Slant => Slides::of(&self.own).screened(&base, goal, way, clockwise),
                }
            }
            (Gait::Pivot, (c::GEO_11, Witness::Blocked { by, .. })) => {
                let base = self.rules.rect(self.battle, by);
                Pivot::of(&self.own).upon(&base, way, clockwise)
            }
            _ => None,
        }
    }

    /// Whether what bars a charge in one direction of an arc surely bars it in all of them.
    fn bars_so(&self, gait: Gait, (clause, witness): &Why, arc: Arc) -> bool {
        let unit = self.battle.unit(self.id);
        if self.rules.choices.charge_half_rate && arc.holds(unit.pose.facing) {
            return false;
        }
        let allowed = self.allowed(gait, arc.from);
        let bundle = Bundle::new(&self.own, gait, arc, allowed);
        let Some(goal) = bundle.earliest(&self.goal) else {
            return true;
        };
        let (way, reach) = (bundle.way, bundle.reach);
        let first = |latest: Option<Length>| latest.is_some_and(|latest| latest + TOLERANCE < goal);
        let turned_upon = |upon: &dyn Fn(&Rect) -> bool| bundle.narrow.as_ref().is_some_and(upon);
        let turn = *clause == c::GEO_11;
        match *witness {
            Witness::Blocked { by, .. } => {
                let base = self.rules.rect(self.battle, by);
                if turn {
                    turned_upon(&|narrow| narrow.overlaps(&base))
                } else {
                    let enter = |own: &Rect| own.sweep_within(way, &base, reach).map(|p| p.enter);
                    first(bundle.latest(enter))
                }
            }
            Witness::Terrain { feature, .. } => {
                let ground = self.battle.setting.terrain.get(usize::from(feature));
                // Ground that the unit already stands on bars nothing.
                ground.is_some_and(|ground| {
                    ground.areas.iter().any(|area| match turn {
                        true => {
                            !area.overlaps(&self.own)
                                && turned_upon(&|narrow| area.overlaps(narrow))
                        }
                        false => {
                            !area.overlaps(&bundle.wide) && {
                                let enter = |own: &Rect| own.sweep_area_within(way, area, reach);
                                first(bundle.latest(enter))
                            }
                        }
                    })
                })
            }
            Witness::Length { .. } => {
                let ways = bundle.ways(self.own, goal);
                let least = self.rules.cost_at_least(self.battle, unit, &ways);
                !within(least, allowed)
            }
            _ => false,
        }
    }
}

impl Bars for Aim<'_> {
    /// Why the charge can go neither turned nor obliquely.
    type Bar = (Why, Why);

    fn bar(&self, way: Facing) -> Option<Self::Bar> {
        let pivot = self.direction(Gait::Pivot, way).err()?;
        let slant = self.direction(Gait::Slant, way).err()?;
        Some((pivot, slant))
    }

    fn bars(&self, (pivot, slant): &Self::Bar, arc: Arc) -> bool {
        self.is_aside(arc)
            || self.bars_so(Gait::Pivot, pivot, arc) && self.bars_so(Gait::Slant, slant, arc)
    }

    fn follow(&self, (pivot, slant): &Self::Bar, way: Facing, clockwise: bool) -> Option<i32> {
        let turned = self.follow_so(Gait::Pivot, pivot, way, clockwise)?;
        let oblique = self.follow_so(Gait::Slant, slant, way, clockwise)?;
        Some(turned.min(oblique))
    }
}

impl ThrowMeA6 {
    fn aim<'a>(&'a self, battle: &'a Battle, id: UnitId, target: UnitId) -> Aim<'a> {
        let (own, goal) = (self.rect(battle, id), self.rect(battle, target));
        Aim {
            rules: self,
            battle,
            id,
            target,
            own,
            goal,
            towards: Arc::towards(&own, &goal),
            rate: self.rate(battle.unit(id)),
            barred: Barred::default(),
        }
    }

    /// Returns the way of a charge: at the centre if possible; if not, in the direction the
    /// player names, or in the one nearest to the centre (CON-01 to CON-04, CON-08, CON-10).
    pub(crate) fn find_run(
        &self,
        battle: &Battle,
        (id, target): (UnitId, UnitId),
        named: Option<Facing>,
    ) -> Result<Run, Why> {
        /// A typed heading is rounded by up to this much.
        const ROUNDED: i32 = 2;
        let aim = self.aim(battle, id, target);
        let gap = aim.own.distance(&aim.goal).length;
        if !within(gap, aim.rate) {
            let witness = Witness::Length {
                asked: gap,
                allowed: aim.rate,
            };
            return Err((c::CON_08, witness));
        }
        let centre = aim.at_centre();
        match (centre, named) {
            (Ok(run), Some(way)) if run.way.turn_to(way).abs() > ROUNDED => {
                let (asked, allowed) = (run.way.turn_to(way).abs(), 0);
                Err((c::CON_10, Witness::Angle { asked, allowed }))
            }
            (Ok(run), _) => Ok(run),
            (Err(_), Some(way)) => {
                let (asked, allowed) = (battle.unit(id).pose.facing.turn_to(way).abs(), aim.arc());
                if asked > allowed {
                    return Err((c::CON_03, Witness::Angle { asked, allowed }));
                }
                aim.either(way)
            }
            (Err(why), None) => match aim.nearest() {
                Some(way) => aim.either(way),
                None => Err(why),
            },
        }
    }

    /// Returns every direction in which a charge could go now.
    pub(crate) fn run_headings(&self, battle: &Battle, id: UnitId, target: UnitId) -> Headings {
        let aim = self.aim(battle, id, target);
        match aim.at_centre() {
            Ok(run) => Headings::within(Arc::one(run.way), |_| Some(true)),
            Err(_) => aim.headings(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::axis;
    use sandtable_referee::Lot;

    /// Checks the bound: the line of a deep base's middle turns with the direction, even
    /// if the base goes obliquely and does not turn.
    #[test]
    fn the_line_of_a_base_strays_no_farther_than_its_sway() {
        let mut lot = Lot::new(3);
        let mut draw = |low: f64, high: f64| {
            #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
            let drawn = lot.between(low, high) as Length;
            drawn
        };
        for _ in 0..2_000 {
            let pose = Pose::new(30_000, 30_000, Facing(draw(0.0, 65_535.0) as u16));
            let own = Rect::centred(pose, draw(500.0, 8_000.0), draw(500.0, 8_000.0));
            let (from, steps) = (draw(0.0, 65_535.0) as u16, draw(0.0, 3_000.0) as u16);
            let arc = Arc {
                from: Facing(from),
                steps,
            };
            let reach = draw(0.0, 9_000.0);
            for gait in [Gait::Pivot, Gait::Slant] {
                let bundle = Bundle::new(&own, gait, arc, reach);
                let middle = axis(&own, bundle.way, reach).ends();
                for way in [arc.from, arc.to()] {
                    let ends = axis(&own, way, reach).ends();
                    let far = ends.0.distance(middle.0).max(ends.1.distance(middle.1));
                    assert!(far <= bundle.sway, "{far} of {} {gait:?}", bundle.sway);
                }
            }
        }
    }
}
