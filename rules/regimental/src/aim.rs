//! Section 13: the headings to which a unit may turn to charge. Every heading within its turn is
//! judged: whole arcs at once if bounds prove something for all of them, single headings if not.

use crate::contact::{Seen, Strips};
use crate::marks::Action;
use crate::{Regimental, c, contact, ground, inside, marks, units};
use sandtable_battle::{Battle, Ruling, UnitId, by};
use sandtable_geometry::{
    Arc, Area, Bars, Facing, Fan, Headings, INCH, Lane, Length, Pivot, Rect, TOLERANCE,
};

/// A charge whose headings are searched for.
struct Aim<'a> {
    rules: &'a Regimental,
    battle: &'a Battle,
    id: UnitId,
    own: Rect,
    goal: Rect,
    /// A distance greater than that to the target.
    reach: Length,
    /// What lies straight ahead of the unit as it turns.
    lane: Lane,
    /// Whether the unit and its target do not overlap.
    apart: bool,
    /// Strips ahead of the unit's stands.
    strips: Strips,
    /// A target with all corners at least this far to one side is not ahead.
    aside: Length,
}

impl<'a> Aim<'a> {
    /// Whether the unit may charge with every heading of an arc (CHARGE-03, CHARGE-04, GEO-09);
    /// none if headings differ or it is not certain.
    fn open(&self, friends: &[Rect], arc: Arc) -> Option<bool> {
        by!(c::CHARGE_03, c::CHARGE_04);
        if arc.is_one() {
            return Some(self.bar(arc.from).is_none());
        }
        let fan = Fan::new(&self.own, arc, self.reach);
        let Some(goal) = fan.touch(&self.goal) else {
            return Some(false);
        };
        let before = |friend: &Rect| {
            let latest = fan.touch(friend).and_then(|touch| touch.latest);
            latest.is_some_and(|latest| latest + TOLERANCE < goal.earliest)
        };
        friends.iter().any(before).then_some(false)
    }

    /// Whether the target surely lies across the front, ahead of every stand, with every heading of
    /// an arc: a target that reaches behind a stand is not ahead of it (GEO-12).
    fn reaches_behind(&self, arc: Arc) -> bool {
        const BEHIND: [Length; 3] = [10 * TOLERANCE, contact::GRAZE * 20, contact::GRAZE * 50];
        let front = self.own.turned(arc.middle());
        let steps = i32::from(arc.steps - arc.steps / 2);
        let radius = (self.own.frontage() + self.own.depth()) / 2 + INCH;
        let sway = Facing::arc(steps, radius) + 4 * TOLERANCE;
        if self.goal.frontage().min(self.goal.depth()) <= 2 * sway {
            return false;
        }
        let (goal, middle) = (self.goal.grown(-sway), front.front_middle());
        let (right, back) = (front.facing().turned(0x4000), front.facing().reversed());
        self.strips.iter().all(|&(low, high)| {
            let stand = middle.moved(right, i32::midpoint(low, high));
            let behind = |by: &Length| goal.holds(stand.moved(back, *by));
            BEHIND.iter().any(behind)
        })
    }

    /// Whether, with every heading of an arc, the target surely lies beside the strip of each
    /// stand, or has a point in the strip behind the stand. For a target that overlaps the unit.
    fn lies_behind(&self, arc: Arc) -> bool {
        let front = self.own.turned(arc.middle());
        let steps = i32::from(arc.steps - arc.steps / 2);
        let ahead = front.depth() / 2;
        // As the unit turns about its middle, a point moves no farther than an arc about the
        // middle.
        let sway = |(u, v): Seen| {
            let far = u.abs() + (v + ahead).abs();
            Facing::arc(steps, far) + 2 * TOLERANCE
        };
        let shape = contact::outline(&front, &self.goal);
        self.strips.iter().all(|&(low, high)| {
            let left = shape.iter().all(|&p| p.0 + sway(p) <= low);
            let right = shape.iter().all(|&p| p.0 - sway(p) >= high);
            let behind = || {
                let point = contact::point_behind(&shape, low, high);
                point.is_some_and(|p| {
                    let sway = sway(p);
                    low + sway <= p.0 && p.0 <= high - sway && p.1 + sway < -4 * TOLERANCE
                })
            };
            left || right || behind()
        })
    }

    /// Whether, with every heading of an arc, the unit surely overlaps a part of another one that
    /// it is clear of now.
    fn comes_upon(&self, other: UnitId, arc: Arc) -> bool {
        let base = self.own.turned(arc.middle());
        let steps = i32::from(arc.steps - arc.steps / 2);
        let radius = (base.frontage() + base.depth()) / 2;
        let sway = Facing::arc(steps, radius) + 2 * TOLERANCE;
        !arc.holds(self.own.facing())
            && inside::surely_comes_upon(self.battle, self.id, other, &base, sway)
    }

    /// Returns what leaves no room for the unit, turned to a heading.
    fn unfit(&self, base: &Rect) -> Option<Bar<'a>> {
        let battle = self.battle;
        if !battle.setting.holds(base) {
            return Some(Bar::Edge);
        }
        let mut ground = ground::barring(battle);
        if let Some(area) = ground.find(|area| area.overlaps(base)) {
            return Some(Bar::Onto(area));
        }
        let by = self.rules.overlapped(battle, self.id, base)?;
        let upon = units::rect(battle, by);
        Some(if inside::lies_upon(&self.own, &upon) {
            Bar::Beside(by)
        } else {
            Bar::Upon(upon)
        })
    }
}

impl<'a> Bars for Aim<'a> {
    type Bar = Bar<'a>;

    fn bar(&self, to: Facing) -> Option<Bar<'a>> {
        let (battle, id) = (self.battle, self.id);
        let unit = battle.unit(id);
        let (pose, base) = (unit.pose.facing(to), self.own.turned(to));
        // A target that is close may be overlapped by the turn: that rules out more headings than
        // what lies ahead does.
        if self.apart && to != unit.pose.facing && self.goal.overlaps(&base) {
            return Some(Bar::Upon(self.goal));
        }
        let Some(gap) = contact::least_gap(&base, &self.goal, &self.strips) else {
            return Some(Bar::Wide);
        };
        if to != unit.pose.facing
            && let Some(bar) = self.unfit(&base)
        {
            return Some(bar);
        }
        if let Some((by, at)) = self.rules.friend_ahead(battle, id, pose)
            && at < gap
        {
            return Some(Bar::Friend(units::rect(battle, by)));
        }
        let ground = ground::barred_ahead(battle, &base);
        ground.is_some_and(|at| at < gap).then_some(Bar::Ground)
    }

    fn bars(&self, bar: &Bar<'a>, arc: Arc) -> bool {
        // For a turn in place, no bound on what lies ahead is needed.
        let turned = |upon: &dyn Fn(&Rect) -> bool| {
            let spot = Fan::new(&self.own, arc, 0).ends((0, 0));
            !arc.holds(self.own.facing()) && spot.surely(upon)
        };
        let ahead = |first: &dyn Fn(&Fan) -> Option<Length>| {
            let fan = Fan::new(&self.own, arc, self.reach);
            let goal = fan.earliest(&self.goal);
            let before = |goal| first(&fan).is_some_and(|latest| latest + TOLERANCE < goal);
            goal.is_none_or(before)
        };
        match bar {
            // Less than a graze is not ahead. Sides moved in by this much are moved in by less than
            // a graze, at whatever angle.
            Bar::Wide => {
                let fan = Fan::new(&self.own, arc, self.reach);
                let goal = self.goal.grown(-contact::GRAZE / 2);
                fan.earliest(&goal).is_none() || self.reaches_behind(arc) || self.lies_behind(arc)
            }
            Bar::Edge => turned(&|base| !self.battle.setting.holds(base)),
            Bar::Onto(area) => turned(&|base| area.overlaps(base)),
            Bar::Upon(other) => turned(&|base| other.overlaps(base)),
            Bar::Beside(other) => self.comes_upon(*other, arc),
            Bar::Friend(friend) => ahead(&|fan| fan.latest(friend)),
            Bar::Ground => ahead(&|fan| {
                let all = ground::barring(self.battle);
                all.filter_map(|area| fan.latest_in(area)).min()
            }),
        }
    }

    fn follow(&self, bar: &Bar<'a>, heading: Facing, clockwise: bool) -> Option<i32> {
        match bar {
            Bar::Wide => self.lane.aside(&self.goal, self.aside, heading, clockwise),
            Bar::Friend(friend) => self.lane.screened(friend, &self.goal, heading, clockwise),
            // The unit's own heading is no turn and overlaps nobody: the search starts from it, and
            // it never follows.
            Bar::Upon(other) => Pivot::of(&self.own).upon(other, heading, clockwise),
            _ => None,
        }
    }
}

/// What keeps a unit from charging with a heading.
#[derive(Clone, Copy, Debug)]
enum Bar<'a> {
    /// The target does not lie ahead.
    Wide,
    /// After the turn, the unit would lie over the edge of the table.
    Edge,
    /// After the turn, the unit would lie on ground that no unit can enter.
    Onto(&'a Area),
    /// After the turn, the unit would overlap another one.
    Upon(Rect),
    /// After the turn, the unit would overlap a part of this other unit, which it already overlaps
    /// as a unit in a hole does.
    Beside(UnitId),
    /// This friend stands in front of the unit.
    Friend(Rect),
    /// Ground that no unit can enter lies in front of the unit.
    Ground,
}

impl Regimental {
    fn aim<'a>(&'a self, battle: &'a Battle, id: UnitId, target: UnitId) -> Aim<'a> {
        let (own, goal) = (units::rect(battle, id), units::rect(battle, target));
        let around = |base: &Rect| base.frontage() + base.depth();
        let strips = contact::strips(battle, id);
        let sides = strips.iter().map(|&(low, high)| high.max(-low));
        Aim {
            rules: self,
            battle,
            id,
            own,
            goal,
            reach: own.centre().distance(goal.centre()) + around(&goal),
            lane: Lane::of(&own),
            apart: !goal.grown(-TOLERANCE).overlaps(&own),
            aside: sides.max().unwrap_or(0) - contact::GRAZE,
            strips,
        }
    }

    /// Returns how far a unit may turn to charge; not at all once it has turned.
    pub(crate) fn charge_arc(&self, battle: &Battle, id: UnitId) -> Arc {
        let unit = battle.unit(id);
        let turned = marks::ACTION.of(unit) == Action::Turned;
        let most = self.numbers.moving.charge_turn;
        Arc::about(unit.pose.facing, if turned { 0 } else { most })
    }

    /// Returns the heading nearest to a unit's own with which it may charge a target.
    pub(crate) fn nearest_heading(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
    ) -> Option<Facing> {
        let aim = self.aim(battle, id, target);
        let own = battle.unit(id).pose.facing;
        by!(c::CHARGE_03, c::CHARGE_04);
        Headings::nearest_free(self.charge_arc(battle, id), own, &aim)
    }

    /// Returns all headings with which a unit may charge a target.
    pub(crate) fn headings_of(&self, battle: &Battle, id: UnitId, target: UnitId) -> Headings {
        if !Ruling::allows(|ruling| self.judge_charge(battle, id, target, None, ruling)) {
            return Headings::default();
        }
        let aim = self.aim(battle, id, target);
        let friends = battle.side(battle.unit(id).side);
        let friends = friends.filter(|&(other, _)| other != id);
        let friends: Vec<Rect> = friends.map(|(it, _)| units::rect(battle, it)).collect();
        Headings::within(self.charge_arc(battle, id), |arc| aim.open(&friends, arc))
    }
}
