//! Section 13: to which headings a unit may turn to charge. Every heading there is within
//! its turn is judged: whole arcs of them at once where bounds prove what holds of all,
//! single headings where they do not.

use crate::marks::Action;
use crate::{Regimental, c, contact, ground, marks, units};
use sandtable_battle::{Battle, UnitId, by};
use sandtable_geometry::{Arc, Facing, Fan, Headings, Length, Rect, TOLERANCE};

/// A charge whose heading is looked for.
struct Aim<'a> {
    rules: &'a Regimental,
    battle: &'a Battle,
    id: UnitId,
    own: Rect,
    target: UnitId,
    goal: Rect,
    /// Farther than the target lies.
    reach: Length,
    friends: Vec<Rect>,
    /// The headings with which it could meet its target at all.
    towards: Option<Arc>,
}

impl Aim<'_> {
    /// Whether the unit may charge with every heading of an arc (CHARGE-03, CHARGE-04,
    /// GEO-09); none when that differs or cannot be told.
    fn open(&self, arc: Arc) -> Option<bool> {
        by!(c::CHARGE_03, c::CHARGE_04);
        if arc.is_one() {
            return Some(self.is_open(arc.from));
        }
        let fan = Fan::new(&self.own, arc, self.reach);
        let Some(goal) = fan.touch(&self.goal) else {
            return Some(false);
        };
        let before = |friend: &Rect| {
            let latest = fan.touch(friend).and_then(|touch| touch.latest);
            latest.is_some_and(|latest| latest + TOLERANCE < goal.earliest)
        };
        self.friends.iter().any(before).then_some(false)
    }

    fn is_open(&self, to: Facing) -> bool {
        self.bar(to).is_none()
    }

    /// What keeps the unit from charging with a heading.
    fn bar(&self, to: Facing) -> Option<Bar> {
        let (battle, id) = (self.battle, self.id);
        let unit = battle.unit(id);
        let pose = unit.pose.facing(to);
        let gaps = contact::gaps(battle, id, pose, self.target);
        let Some(gap) = gaps.into_iter().flatten().min() else {
            return Some(Bar::Wide);
        };
        if to != unit.pose.facing && !self.rules.fits(battle, id, pose) {
            return Some(Bar::Unfit);
        }
        if let Some((by, at)) = self.rules.friend_ahead(battle, id, pose)
            && at < gap
        {
            return Some(Bar::Friend(by));
        }
        let ground = ground::barred_ahead(battle, &units::rect_at(&battle.setting, unit, pose));
        ground.is_some_and(|at| at < gap).then_some(Bar::Ground)
    }

    /// Whether what bars one heading of an arc surely bars all of them.
    fn bars(&self, bar: Bar, arc: Arc) -> bool {
        if self.towards.is_some_and(|towards| !towards.meets(arc)) {
            return true;
        }
        let fan = Fan::new(&self.own, arc, self.reach);
        let Some(goal) = fan.earliest(&self.goal) else {
            return true;
        };
        let before =
            |latest: Option<Length>| latest.is_some_and(|latest| latest + TOLERANCE < goal);
        match bar {
            // Less than a graze is not ahead; sides moved in by this are moved in by less
            // than a graze, however it lies.
            Bar::Wide => fan
                .earliest(&self.goal.grown(-contact::GRAZE / 2))
                .is_none(),
            Bar::Unfit => {
                let fits = |base: &Rect| self.rules.has_room(self.battle, self.id, base);
                !arc.holds(self.own.facing()) && fan.ends((0, 0)).have(fits) == Some(false)
            }
            Bar::Friend(by) => before(fan.latest(&units::rect(self.battle, by))),
            Bar::Ground => ground::barring(self.battle).any(|area| before(fan.latest_in(area))),
        }
    }
}

/// What keeps a unit from charging with a heading.
#[derive(Clone, Copy, Debug)]
enum Bar {
    /// The target does not lie ahead.
    Wide,
    /// There is no room to turn.
    Unfit,
    /// This friend stands before it.
    Friend(UnitId),
    /// Ground that nobody can enter lies before it.
    Ground,
}

impl Regimental {
    fn aim<'a>(&'a self, battle: &'a Battle, id: UnitId, target: UnitId) -> Aim<'a> {
        let (own, goal) = (units::rect(battle, id), units::rect(battle, target));
        let around = |base: &Rect| base.frontage() + base.depth();
        let friends = battle.side(battle.unit(id).side);
        let friends = friends.filter(|&(other, _)| other != id);
        Aim {
            rules: self,
            battle,
            id,
            own,
            target,
            goal,
            towards: Arc::towards(&own, &goal),
            reach: own.centre().distance(goal.centre()) + around(&goal),
            friends: friends
                .map(|(other, _)| units::rect(battle, other))
                .collect(),
        }
    }

    /// How far a unit may turn to charge: not once it has turned.
    pub(crate) fn charge_arc(&self, battle: &Battle, id: UnitId) -> Arc {
        let unit = battle.unit(id);
        let turned = marks::ACTION.of(unit) == Action::Turned;
        let most = self.numbers.moving.charge_turn;
        Arc::about(unit.pose.facing, if turned { 0 } else { most })
    }

    /// The heading nearest to a unit's own with which it may charge a target.
    pub(crate) fn nearest_heading(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
    ) -> Option<Facing> {
        let aim = self.aim(battle, id, target);
        let own = battle.unit(id).pose.facing;
        by!(c::CHARGE_03, c::CHARGE_04);
        Headings::nearest_free(
            self.charge_arc(battle, id),
            own,
            |to| aim.bar(to),
            |&bar, arc| aim.bars(bar, arc),
        )
    }

    /// All headings with which a unit may charge a target.
    pub(crate) fn headings_of(&self, battle: &Battle, id: UnitId, target: UnitId) -> Headings {
        let mut ruling = sandtable_battle::Ruling::new();
        self.judge_charge(battle, id, target, None, &mut ruling);
        if !ruling.clean() {
            return Headings::default();
        }
        let aim = self.aim(battle, id, target);
        Headings::within(self.charge_arc(battle, id), |arc| aim.open(arc))
    }
}
