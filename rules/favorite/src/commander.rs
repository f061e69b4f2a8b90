//! Commanders (section Commanders): their moves, the units they help, the risk they take.

use crate::fate::Fate;
use crate::marks::{self, Moved};
use crate::{Favorite, c, turn, units};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Clause, Dice, Gait, Leg, LegSet, Legal, Legs, Naming, Offer, Order, Reach, Refusals,
    Ruling, Scene, Scope, Side, Status, UnitId, Verb, Witness, c as table,
};
use sandtable_geometry::{Length, Point, Pose, within};

/// The commanders who may step in at a check. They decide by which clause the owner is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Helpers {
    /// The nearest general other than the army commander.
    pub general: Option<UnitId>,
    /// The army commander.
    pub army: Option<UnitId>,
}

impl Helpers {
    /// Returns the clause whose readings name the choices, and the number of choices (CMD-02,
    /// CMD-08). If both may step in, the general's choices come first.
    pub fn asks(&self) -> Option<(Clause, u8)> {
        by!(c::CMD_02, c::CMD_08);
        match (self.general, self.army) {
            (None, None) => None,
            (Some(_), None) => Some((c::CMD_08, 3)),
            (None, Some(_)) => Some((c::CMD_02, 5)),
            (Some(_), Some(_)) => Some((c::CMD_08, 7)),
        }
    }

    /// Returns the commander that a choice uses, and by how much that changes the die.
    pub fn choice(&self, choice: u8) -> Option<(UnitId, i16)> {
        const ARMY: [i16; 4] = [1, 2, -1, -2];
        let at = usize::from(choice).checked_sub(1)?;
        match (self.general, at) {
            (Some(general), 0) => Some((general, 1)),
            (Some(general), 1) => Some((general, -1)),
            (Some(_), at) => Some((self.army?, *ARMY.get(at - 2)?)),
            (None, at) => Some((self.army?, *ARMY.get(at)?)),
        }
    }
}

impl Favorite {
    /// Whether a unit is an army commander (CMD-01).
    pub(crate) fn is_army_commander(&self, b: &Battle, id: UnitId) -> bool {
        by!(c::CMD_01);
        b.unit(id).kind == units::ARMY_COMMANDER
    }

    /// Returns the commanders near enough to help a unit (CMD-07).
    pub(crate) fn helpers(&self, b: &Battle, unit: UnitId) -> Helpers {
        by!(c::CMD_07);
        let rect = self.rect(b, unit);
        let near = |(id, u): (UnitId, &sandtable_battle::Unit)| {
            let far = rect.distance_from(u.pose.point()).length;
            within(far, self.chosen.command_radius).then_some((far, id))
        };
        let staff = |army: bool| {
            b.side(b.unit(unit).side)
                .filter(|(id, u)| !self.fights(u) && self.is_army_commander(b, *id) == army)
                .filter_map(near)
                .min()
                .map(|(_, id)| id)
        };
        Helpers {
            general: staff(false),
            army: staff(true),
        }
    }

    /// Puts a commander at risk: rolls for the commander's life and returns the result, which tells
    /// whether the commander's influence counts (CMD-03).
    pub(crate) fn risk(&self, scene: &mut Scene, id: UnitId, dice: &mut dyn Dice) -> Fate {
        by!(c::CMD_03, c::CMD_04, c::CMD_06);
        let fate = Fate::roll(&self.numbers.commanders, scene.unit(id).side, dice);
        scene.told(c::CMD_03, u16::from(fate != Fate::Unharmed), id, None);
        match fate {
            Fate::Unharmed => {}
            Fate::Out(wounded, turns) => {
                scene.told(c::CMD_04, u16::from(wounded), id, None);
                self.leaves(scene, id, Status::Expected, c::CMD_05);
                // The commander is also out for the rest of this turn.
                scene.set(id, marks::OUT, turns + 1, c::CMD_06);
            }
            Fate::Killed => {
                scene.told(c::CMD_04, 2, id, None);
                self.leaves(scene, id, Status::Destroyed, c::CMD_04);
            }
        }
        fate
    }

    /// Takes a commander off the table.
    fn leaves(&self, scene: &mut Scene, id: UnitId, to: Status, why: Clause) {
        scene.join(id, None, why);
        scene.become_(id, to, why);
    }

    /// Returns the commanders on the table that have joined a unit.
    pub(crate) fn commanders_with<'a>(
        &'a self,
        b: &'a Battle,
        unit: UnitId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        b.present()
            .filter(move |(_, u)| u.with == Some(unit) && !self.fights(u))
            .map(|(id, _)| id)
    }

    /// Moves the commanders with a unit along in a forced move (CMD-12).
    pub(crate) fn carry(&self, scene: &mut Scene, unit: UnitId, before: Pose) {
        by!(c::CMD_12);
        let now = scene.unit(unit).pose;
        let joined: Vec<UnitId> = self.commanders_with(scene, unit).collect();
        for id in joined {
            let own = scene.unit(id).pose;
            let to = Pose::new(
                own.x + now.x - before.x,
                own.y + now.y - before.y,
                own.facing,
            );
            let to = self.slid_in(scene, id, to);
            scene.shift(id, to, Gait::Carried, c::CMD_12);
        }
        self.part(scene, unit);
    }

    /// Separates commanders from a unit that has gone too far away from them (CMD-12).
    pub(crate) fn part(&self, scene: &mut Scene, unit: UnitId) {
        let rect = self.rect(scene, unit);
        let far: Vec<UnitId> = self
            .commanders_with(scene, unit)
            .filter(|&id| {
                let far = rect.distance_from(scene.unit(id).pose.point()).length;
                !within(far, self.numbers.commanders.joins_within)
            })
            .collect();
        for id in far {
            scene.join(id, None, c::CMD_12);
        }
    }

    /// Sends enemy commanders that a unit's base covers to their friends (CMD-13).
    pub(crate) fn ride_down(&self, scene: &mut Scene, unit: UnitId) {
        by!(c::CMD_13);
        if !scene.unit(unit).on_table() {
            return;
        }
        let rect = self.rect(scene, unit);
        let under: Vec<UnitId> = scene
            .side(scene.unit(unit).side.other())
            .filter(|(_, u)| !self.fights(u) && rect.holds(u.pose.point()))
            .map(|(id, _)| id)
            .collect();
        for id in under {
            self.seek_refuge(scene, id);
        }
    }

    /// Moves a commander to the nearest friendly unit, or removes the commander as captured
    /// (CMD-13).
    pub(crate) fn seek_refuge(&self, scene: &mut Scene, id: UnitId) {
        by!(c::CMD_13);
        let (side, here) = (scene.unit(id).side, scene.unit(id).pose.point());
        let mut friends: Vec<(Length, UnitId)> = self
            .fighters(scene, side)
            .map(|(unit, _)| (self.rect(scene, unit).distance_from(here).length, unit))
            .filter(|&(far, _)| within(far, self.numbers.commanders.refuge))
            .collect();
        // Nearest first: each friend without a place beside it costs a search.
        friends.sort_unstable();
        let beside = |&(_, unit): &(_, UnitId)| Some((unit, self.beside(scene, id, unit, here)?));
        let place = friends.iter().find_map(beside);
        match place {
            Some((unit, at)) => {
                scene.shift(id, at, Gait::Withdrew, c::CMD_13);
                scene.join(id, Some(unit), c::CMD_13);
            }
            None => self.leaves(scene, id, Status::Captured, c::CMD_13),
        }
    }

    /// Whether the player can still give a commander an order in the side's movement (CMD-11).
    fn is_free(&self, b: &Battle, id: UnitId) -> bool {
        let u = b.unit(id);
        let here = u.on_table() || self.returns(b, id);
        turn::is_movement(&b.cursor)
            && u.side == b.cursor.side
            && here
            && !marks::MOVED.of(u).over()
    }

    /// Whether a commander may come back in this movement (CMD-05).
    pub(crate) fn returns(&self, b: &Battle, id: UnitId) -> bool {
        let u = b.unit(id);
        u.status == Status::Reserve && !self.fights(u) && b.cursor.phase != turn::DEPLOY
    }

    /// Offers the orders that a commander may get.
    pub(crate) fn offer_commander(
        &self,
        b: &Battle,
        id: UnitId,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        let u = b.unit(id);
        if u.on_table()
            && u.side == b.cursor.side
            && turn::is_movement(&b.cursor)
            && u.with.is_some()
        {
            out.push(Offer::of(Verb::Leave, id, Scope::Plain, c::CMD_12));
        }
        if !self.is_free(b, id) {
            return;
        }
        if u.on_table() {
            let reach = Reach {
                legs: LegSet::SLIDE,
                allowance: self.plain_move(u),
                spread: 0x8000,
            };
            out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::CMD_11));
        }
        let joins = |unit: UnitId| Ruling::allows(|ruling| self.judge_joining(b, id, unit, ruling));
        let own = self.fighters(b, u.side).map(|(unit, _)| unit);
        let targets: Vec<UnitId> = own.filter(|&unit| named.names(|| joins(unit))).collect();
        if !targets.is_empty() {
            let why = if u.on_table() { c::CMD_12 } else { c::CMD_05 };
            out.push(Offer::of(Verb::Join, id, Scope::Targets(targets), why));
        }
    }

    /// Judges an order to a commander.
    pub(crate) fn judge_commander(
        &self,
        b: &Battle,
        order: &Order,
        mut r: Ruling,
    ) -> Result<Legal, Refusals> {
        match *order {
            Order::Move { unit, ref legs } => self.judge_ride(b, unit, legs, &mut r),
            Order::Join { unit, to } => self.judge_joining(b, unit, to, &mut r),
            Order::Leave { unit } => {
                let u = b.unit(unit);
                r.require(
                    turn::is_movement(&b.cursor) && u.on_table(),
                    table::NOT_NOW,
                    || Witness::Absent(unit, u.status),
                );
                r.require(u.with.is_some(), c::CMD_12, || Witness::Unit(unit));
            }
            _ => r.refuse(c::CMD_11, Witness::Plain),
        }
        r.seal(order)
    }

    /// Judges whether a commander may get an order at all.
    fn judge_free(&self, b: &Battle, id: UnitId, r: &mut Ruling) {
        let u = b.unit(id);
        r.require(turn::is_movement(&b.cursor), table::NOT_NOW, || {
            Witness::Unit(id)
        });
        let here = u.on_table() || self.returns(b, id);
        r.require(here, c::CMD_05, || Witness::Absent(id, u.status));
        r.require(!marks::MOVED.of(u).over(), c::CMD_11, || Witness::Unit(id));
    }

    /// Judges a commander's move: straight, in any direction.
    fn judge_ride(&self, b: &Battle, id: UnitId, legs: &Legs, r: &mut Ruling) {
        self.judge_free(b, id, r);
        let u = b.unit(id);
        r.require(u.on_table(), c::CMD_05, || Witness::Absent(id, u.status));
        let allowed = self.plain_move(u);
        let (towards, by) = match legs.as_slice() {
            [Leg::Slide { towards, by }] => (*towards, *by),
            [Leg::Advance { by }] => (u.pose.facing, *by),
            _ => {
                r.refuse(c::CMD_11, Witness::Unit(id));
                return;
            }
        };
        r.require(by > 0 && within(by, allowed), c::CMD_11, || {
            Witness::Length { asked: by, allowed }
        });
        let end = u.pose.moved(towards, by.clamp(0, 10 * allowed));
        let foe = self
            .fighters(b, u.side.other())
            .find(|&(foe, _)| self.rect(b, foe).holds(end.point()));
        if let Some((foe, _)) = foe {
            r.refuse(c::CMD_13, Witness::Unit(foe));
        }
        let base = self.rect_at(b, u, end);
        r.require(b.setting.holds(&base), c::MOVE_13, || Witness::Place(end));
        r.price(by, allowed).step(end);
    }

    /// Judges a commander's joining a unit, or return beside one.
    fn judge_joining(&self, b: &Battle, id: UnitId, to: UnitId, r: &mut Ruling) {
        self.judge_free(b, id, r);
        let (u, host) = (b.unit(id), b.unit(to));
        let fits = host.side == u.side && host.on_table() && self.fights(host);
        r.require(fits, c::CMD_12, || Witness::Unit(to));
        if !fits {
            return;
        }
        r.require(u.with != Some(to), c::CMD_12, || Witness::Unit(to));
        let back = !u.on_table();
        let from = if back {
            self.rear_of(b, to)
        } else {
            u.pose.point()
        };
        let allowed = self.plain_move(u);
        if r.is_brief() && !back {
            match self.surely_joins(b, id, to, (from, allowed)) {
                Some(true) => return,
                Some(false) => return r.refuse(c::CMD_11, Witness::Unit(to)),
                None => {}
            }
        }
        let asked = |at: &Pose| if back { 0 } else { from.distance(at.point()) };
        let reached = |at: &Pose| within(asked(at), allowed);
        // The commander stands half an inch from the base if the move reaches that far, or else as
        // near to it as the move reaches.
        let joins = self.numbers.commanders.joins_within;
        let at = self.beside(b, id, to, from);
        let gap = self.rect(b, to).distance_from(from).length;
        let near = within(gap, allowed.saturating_add(joins));
        let place = at.filter(reached).or_else(|| {
            let nearest = || self.nearest_with(b, id, to, (from, joins));
            near.then(nearest).flatten().or(at)
        });
        match place {
            None => r.refuse(c::CMD_13, Witness::Unit(to)),
            Some(at) => {
                let asked = asked(&at);
                r.require(within(asked, allowed), c::CMD_11, || Witness::Length {
                    asked,
                    allowed,
                });
                r.price(asked, allowed).step(at);
            }
        }
    }

    /// Returns a point behind a unit.
    fn rear_of(&self, b: &Battle, unit: UnitId) -> Point {
        let rect = self.rect(b, unit);
        let back = b.unit(unit).pose.facing.reversed();
        let p = rect.centre().moved(back, rect.depth());
        Point::new(
            p.x.clamp(0, b.setting.width),
            p.y.clamp(0, b.setting.height),
        )
    }

    /// Carries out an order to a commander.
    pub(crate) fn command(&self, legal: &Legal, scene: &mut Scene) {
        match (legal.order(), legal.path()) {
            (&Order::Move { unit, .. }, &[to]) => {
                scene.join(unit, None, c::CMD_12);
                scene.shift(unit, to, Gait::Moved, c::CMD_11);
                scene.set(unit, marks::MOVED, Moved::Moved, c::CMD_11);
            }
            (&Order::Join { unit, to }, &[at]) => {
                if scene.unit(unit).on_table() {
                    scene.shift(unit, at, Gait::Moved, c::CMD_11);
                } else {
                    scene.shift(unit, at, Gait::Placed, c::CMD_05);
                    scene.become_(unit, Status::Table, c::CMD_05);
                }
                scene.join(unit, Some(to), c::CMD_12);
                scene.set(unit, marks::MOVED, Moved::Moved, c::CMD_11);
            }
            (&Order::Leave { unit }, _) => scene.join(unit, None, c::CMD_12),
            _ => {}
        }
    }

    /// Shortens a commander's absence by the turn that starts. At its end the commander may come
    /// back (CMD-05, CMD-06).
    pub(crate) fn recover(&self, scene: &mut Scene, id: UnitId) {
        let u = scene.unit(id);
        let out = marks::OUT.of(u);
        if self.fights(u) || out == 0 {
            return;
        }
        scene.set(id, marks::OUT, out - 1, c::CMD_06);
        if out == 1 && scene.unit(id).status == Status::Expected {
            scene.become_(id, Status::Reserve, c::CMD_05);
        }
    }

    /// Returns what a commander adds to the side's total in a melee (CMD-14).
    pub(crate) fn melee_bonus(&self, b: &Battle, id: UnitId) -> i16 {
        let (general, army) = self.chosen.melee_general;
        if self.is_army_commander(b, id) {
            army
        } else {
            general
        }
    }

    /// Returns the ability of a side's army commander, zero without one, and whether it counts:
    /// only while the commander is in play, unless a switch says otherwise (INIT-08, SET-06).
    pub(crate) fn ability(&self, b: &Battle, side: Side) -> (u8, bool) {
        by!(c::INIT_08, c::SET_06);
        b.all()
            .find(|&(id, u)| u.side == side && self.is_army_commander(b, id))
            .map_or((0, false), |(_, u)| {
                let counts = u.on_table() || self.chosen.bonus_stays;
                (u.ratings[units::COMMAND], counts)
            })
    }
}
