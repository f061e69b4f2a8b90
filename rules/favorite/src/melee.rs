//! Close combat (section Close combat): who fights whom, what is decided before the dice, who wins.
//! The blows are in [`crate::blows`].

use crate::fate::Fate;
use crate::forced::Flight;
use crate::marks::{self, Melee, Stand};
use crate::{Favorite, c, turn};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{
    Await, Battle, Clause, Dice, Gait, Legal, Offer, Order, Refusals, Ruling, Scene, Scope, Side,
    Status, UnitId, Verb, Witness, c as table,
};
use sandtable_geometry::{Face, Length, TOLERANCE};

/// Largest number of units in one melee.
pub(crate) const MOST: usize = 24;

/// The units of one melee, by id.
pub(crate) type Members = ArrayVec<UnitId, MOST>;

/// Result of a melee, in the order of the readings of MEL-09.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The attacker wins.
    Attacker,
    /// The defender wins.
    Defender,
    /// Equal: the attacker is repulsed (MEL-10).
    Repulse,
    /// Nobody is left (MEL-14).
    Nobody,
}

impl Favorite {
    /// Returns the melee that a unit is in: all units joined by contact (MEL-08).
    pub(crate) fn melee_of(&self, b: &Battle, id: UnitId) -> Members {
        by!(c::MEL_08);
        let mut all = Members::new();
        all.push(id);
        let mut at = 0;
        while at < all.len() {
            for (foe, _) in self.touching(b, all[at]) {
                if !all.contains(&foe) {
                    // A melee at its largest size draws in nobody else.
                    let _ = all.try_push(foe);
                }
            }
            at += 1;
        }
        all.sort_unstable();
        all
    }

    /// Whether a unit still has a melee to fight this turn (MEL-01).
    fn must_fight(&self, b: &Battle, id: UnitId) -> bool {
        by!(c::MEL_01);
        !marks::MELEE.of(b.unit(id)).fought() && self.engaged(b, id)
    }

    /// Returns a unit of the side that picks, and an enemy it has yet to fight.
    pub(crate) fn unfought(&self, b: &Battle) -> Option<(UnitId, UnitId)> {
        let mut own = self.fighters(b, b.cursor.side);
        own.find_map(|(id, _)| Some((id, self.to_fight(b, id).first().copied()?)))
    }

    /// Returns the enemies that a unit has yet to fight.
    fn to_fight(&self, b: &Battle, id: UnitId) -> Members {
        if marks::MELEE.of(b.unit(id)).fought() {
            return Members::new();
        }
        let foes = self.touching(b, id).map(|(foe, _)| foe);
        foes.filter(|&foe| !marks::MELEE.of(b.unit(foe)).fought())
            .take(MOST)
            .collect()
    }

    /// Offers a unit the melees it has to fight.
    pub(crate) fn offer_melees(&self, b: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let foes = self.to_fight(b, id);
        if !foes.is_empty() {
            out.push(Offer::of(
                Verb::Fight,
                id,
                Scope::Targets(foes.to_vec()),
                c::TURN_07,
            ));
        }
    }

    /// Judges the order to fight a melee.
    pub(crate) fn judge_fight(&self, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
        let mut r = Ruling::new();
        if let Order::Fight { unit, target } = *order {
            r.require(b.cursor.phase == turn::MELEE, table::NOT_NOW, || {
                Witness::Unit(unit)
            });
            let (u, them) = (b.unit(unit), b.unit(target));
            let sound = u.on_table() && them.on_table() && self.fights(u);
            let touches = sound && self.touching(b, unit).any(|(foe, _)| foe == target);
            r.require(touches, c::MEL_01, || Witness::Unit(target));
            let fresh = [u, them].iter().all(|u| !marks::MELEE.of(u).fought());
            r.require(fresh, c::TURN_07, || Witness::Unit(unit));
            if r.clean() {
                for factor in self.melee_factors(b, unit, target) {
                    r.weigh(factor.value, factor.clause, factor.unit);
                }
                for factor in self.melee_factors(b, target, unit) {
                    r.weigh(factor.value, factor.clause, factor.unit);
                }
            }
        }
        r.seal(order)
    }

    /// Begins the close combats, or ends the turn if there are none (TURN-07).
    pub(crate) fn begin_melees(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        for id in scene.ids() {
            scene.set(id, marks::LINE, 0, c::TURN_07);
            scene.set(id, marks::GOAL, None, c::TURN_07);
        }
        let first = self.leader_of_turn(scene);
        let any = self
            .fighters(scene, first)
            .any(|(id, _)| self.must_fight(scene, id));
        if any {
            self.enter(scene, turn::MELEE, first);
        } else {
            self.end_turn(scene, dice);
        }
    }

    /// Lets the first mover pick the next melee, or ends the turn.
    pub(crate) fn next_melee(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        if self.unfought(scene).is_none() {
            self.end_turn(scene, dice);
        }
    }

    /// Returns the side that attacks in a melee: the side whose charge made the contact (MEL-11).
    /// If both sides charged, it is the side that moved first.
    pub(crate) fn attacker_of(&self, b: &Battle, members: &Members) -> Side {
        by!(c::MEL_11);
        let first = self.leader_of_turn(b);
        let charged = |side: Side| {
            members
                .iter()
                .any(|&id| b.unit(id).side == side && marks::CHARGE.of(b.unit(id)).home())
        };
        if charged(first) || !charged(first.other()) {
            first
        } else {
            first.other()
        }
    }

    /// Fights a melee once all choices in it are made (CMD-14, MEL-07). Returns whether it is over;
    /// it is not while a player has a choice.
    pub(crate) fn fight(&self, scene: &mut Scene, id: UnitId, dice: &mut dyn Dice) -> bool {
        let members = self.melee_of(scene, id);
        let attacker = self.attacker_of(scene, &members);
        if self.asks_leaders(scene, &members, attacker)
            || self.asks_strikers(scene, &members, attacker)
        {
            return false;
        }
        let winner = self.clash(scene, &members, attacker, dice);
        let asks = self.chosen.pursuit
            && winner.is_some_and(|side| self.asks_to_pursue(scene, &members, side));
        !asks
    }

    /// Continues a melee after a choice in it was answered. Returns whether it is over.
    pub(crate) fn goes_on(
        &self,
        scene: &mut Scene,
        waits: &Await,
        choice: u8,
        dice: &mut dyn Dice,
    ) -> bool {
        match (waits.why, waits.unit) {
            (c::CMD_14, Some(commander)) => {
                let part = if choice == 1 {
                    Melee::Leads
                } else {
                    Melee::KeepsOut
                };
                scene.set(commander, marks::MELEE, part, c::CMD_14);
                let host = waits.other.filter(|&host| scene.unit(host).on_table());
                host.is_none_or(|host| self.procedures.fight(self, host, scene, dice))
            }
            (c::MEL_07, Some(unit)) => {
                let goal = self
                    .may_strike(scene, unit)
                    .get(usize::from(choice))
                    .copied();
                scene.set(unit, marks::GOAL, goal, c::MEL_07);
                self.procedures.fight(self, unit, scene, dice)
            }
            (c::OPT_06, _) => {
                self.pursues(scene, waits.side, choice);
                true
            }
            _ => true,
        }
    }

    /// Continues the phase after a melee is over.
    pub(crate) fn after_melee(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        if scene.cursor.phase == turn::MELEE {
            self.next_melee(scene, dice);
        }
    }

    /// Returns a side's commanders who have joined units of a melee, the army commander first.
    fn staff_in(&self, b: &Battle, members: &Members, side: Side) -> ArrayVec<(UnitId, UnitId), 8> {
        let mut all: ArrayVec<(UnitId, UnitId), 8> = members
            .iter()
            .filter(|&&host| b.unit(host).side == side)
            .flat_map(|&host| self.commanders_with(b, host).map(move |id| (id, host)))
            .take(8)
            .collect();
        all.sort_unstable_by_key(|&(id, _)| (!self.is_army_commander(b, id), id));
        all
    }

    /// Asks the owner of the next commander whether the commander leads (CMD-14). Returns whether
    /// it asked.
    fn asks_leaders(&self, scene: &mut Scene, members: &Members, attacker: Side) -> bool {
        by!(c::CMD_14);
        for side in [attacker, attacker.other()] {
            let staff = self.staff_in(scene, members, side);
            if staff
                .iter()
                .any(|&(id, _)| marks::MELEE.of(scene.unit(id)) == Melee::Leads)
            {
                continue;
            }
            let next = staff
                .iter()
                .find(|&&(id, _)| marks::MELEE.of(scene.unit(id)) == Melee::None);
            if let Some(&(id, host)) = next {
                scene.await_(Await::of(side, c::CMD_14, 2).about(id, Some(host)));
                return true;
            }
        }
        false
    }

    /// Returns the enemies that a unit may strike: those on its front, or if there are none, all
    /// that touch it (MEL-07).
    pub(crate) fn may_strike(&self, b: &Battle, id: UnitId) -> Members {
        by!(c::MEL_07);
        let touching: ArrayVec<(UnitId, Face), MOST> = self
            .touching(b, id)
            .map(|(foe, contact)| (foe, contact.own))
            .take(MOST)
            .collect();
        let ahead = touching.iter().any(|&(_, face)| face == Face::Front);
        touching
            .iter()
            .filter(|&&(_, face)| !ahead || face == Face::Front)
            .map(|&(foe, _)| foe)
            .collect()
    }

    /// Whether a unit strikes at all in its melee.
    pub(crate) fn strikes(&self, b: &Battle, id: UnitId) -> bool {
        marks::STAND.of(b.unit(id)) != Stand::Helpless
    }

    /// Asks the owner of the next unit with a choice whom it strikes (MEL-07). Returns whether it
    /// asked.
    fn asks_strikers(&self, scene: &mut Scene, members: &Members, attacker: Side) -> bool {
        by!(c::MEL_07);
        for side in [attacker, attacker.other()] {
            for &id in members {
                let u = scene.unit(id);
                if u.side != side || marks::GOAL.of(u).is_some() || !self.strikes(scene, id) {
                    continue;
                }
                let choices = self.may_strike(scene, id).len().min(6);
                if choices > 1 {
                    scene.await_(
                        Await::of(side, c::MEL_07, u8::try_from(choices).unwrap_or(2))
                            .about(id, None),
                    );
                    return true;
                }
            }
        }
        false
    }

    /// Fights the melee out and returns the side that won (MEL-09).
    pub(crate) fn clash(
        &self,
        scene: &mut Scene,
        members: &Members,
        attacker: Side,
        dice: &mut dyn Dice,
    ) -> Option<Side> {
        by!(c::MEL_09, c::MEL_10, c::MEL_14, c::MEL_15);
        for &id in members {
            scene.set(id, marks::MELEE, Melee::Fought, c::MEL_01);
        }
        let sides = [attacker, attacker.other()];
        let staff = sides.map(|side| self.staff_in(scene, members, side));
        let helpless = sides.map(|side| self.is_helpless(scene, members, side));
        let mut wounded: ArrayVec<UnitId, 2> = ArrayVec::new();
        let bonus: [i16; 2] = [0, 1].map(|at| {
            let leader = staff[at]
                .iter()
                .find(|&&(id, _)| marks::MELEE.of(scene.unit(id)) == Melee::Leads);
            leader.map_or(0, |&(id, _)| match self.risk(scene, id, dice) {
                Fate::Unharmed => self.melee_bonus(scene, id),
                Fate::Out(hurt, _) => {
                    if hurt {
                        wounded.push(id);
                    }
                    0
                }
                Fate::Killed => 0,
            })
        });
        let kills = self.blows(scene, members, attacker, dice);
        let total = [kills[0] + bonus[0], kills[1] + bonus[1]];
        let alive = sides.map(|side| self.survives(scene, members, side));
        let verdict = match (alive, helpless) {
            ([false, false], _) => Verdict::Nobody,
            ([true, false], _) | (_, [false, true]) => Verdict::Attacker,
            ([false, true], _) | (_, [true, false]) => Verdict::Defender,
            _ => match total[0].cmp(&total[1]) {
                std::cmp::Ordering::Greater => Verdict::Attacker,
                std::cmp::Ordering::Less => Verdict::Defender,
                std::cmp::Ordering::Equal => Verdict::Repulse,
            },
        };
        if let Some(&about) = members.iter().find(|&&id| scene.unit(id).side == attacker) {
            let other = members.iter().find(|&&id| scene.unit(id).side != attacker);
            scene.told(c::MEL_09, verdict as u16, about, other.copied());
        }
        self.settle(scene, members, attacker, verdict, &wounded, dice)
    }

    /// Whether no unit of a side may strike (MEL-15).
    fn is_helpless(&self, b: &Battle, members: &Members, side: Side) -> bool {
        let mut own = members.iter().filter(|&&id| b.unit(id).side == side);
        own.all(|&id| !self.strikes(b, id))
    }

    fn survives(&self, b: &Battle, members: &Members, side: Side) -> bool {
        let here = |id: &UnitId| b.unit(*id).side == side && b.unit(*id).on_table();
        members.iter().any(here)
    }

    /// Drives the losers back (MEL-12); the winners stay (MEL-13). Returns the winning side.
    fn settle(
        &self,
        scene: &mut Scene,
        members: &Members,
        attacker: Side,
        verdict: Verdict,
        wounded: &[UnitId],
        dice: &mut dyn Dice,
    ) -> Option<Side> {
        by!(c::MEL_12, c::MEL_13);
        let (loser, clause) = match verdict {
            Verdict::Attacker => (attacker.other(), c::MEL_12),
            Verdict::Defender => (attacker, c::MEL_12),
            Verdict::Repulse => (attacker, c::MEL_10),
            Verdict::Nobody => return None,
        };
        if self.chosen.generals_captured {
            for &id in wounded {
                if scene.unit(id).side != loser {
                    continue;
                }
                scene.become_(id, Status::Captured, c::OPT_05);
                scene.set(id, marks::OUT, 0, c::OPT_05);
            }
        }
        let goes = self.chosen.loser_retreats || verdict == Verdict::Repulse;
        for &id in members {
            let beaten = scene.unit(id).side == loser || !self.strikes(scene, id);
            if beaten && goes && scene.unit(id).on_table() {
                self.gives_way(scene, id, clause, dice);
            }
        }
        Some(loser.other())
    }

    /// Makes a beaten unit retreat one move with a marker (MEL-12, MOR-21). This does not count as
    /// its next move.
    fn gives_way(&self, scene: &mut Scene, id: UnitId, why: Clause, dice: &mut dyn Dice) {
        by!(c::MOR_21);
        scene.set(id, marks::MARKER, true, why);
        let foes = self.touching(scene, id);
        let from = foes
            .map(|(foe, contact)| (contact.own as u8, foe))
            .min()
            .map(|(_, foe)| foe)
            .or_else(|| self.nearest_enemy(scene, id));
        self.flee(scene, id, from, (Flight::Retreat, 1, why), dice);
    }

    /// Asks the winner whether to pursue, if any of the winner's units could (OPT-06).
    fn asks_to_pursue(&self, scene: &mut Scene, members: &Members, side: Side) -> bool {
        let fresh: Members = members
            .iter()
            .copied()
            .filter(|&id| scene.unit(id).side == side && self.could_pursue(scene, id))
            .collect();
        for &id in &fresh {
            scene.set(id, marks::MELEE, Melee::MayPursue, c::OPT_06);
        }
        let Some(&id) = fresh.first() else {
            return false;
        };
        scene.await_(Await::of(side, c::OPT_06, 2).about(id, None));
        true
    }

    /// Whether a unit of the winner could pursue.
    fn could_pursue(&self, b: &Battle, id: UnitId) -> bool {
        let u = b.unit(id);
        u.on_table() && !self.guns(u) && !self.engaged(b, id) && self.pursuit_of(b, id) > TOLERANCE
    }

    /// Returns how far a unit pursues: half a move, or up to what is in its way.
    fn pursuit_of(&self, b: &Battle, id: UnitId) -> Length {
        let u = b.unit(id);
        self.falls_short(b, id, self.plain_move(u) / 2)
    }

    /// Applies the winner's answer: all units that can pursue do, or none does (OPT-06).
    fn pursues(&self, scene: &mut Scene, side: Side, choice: u8) {
        for id in scene.ids() {
            let u = scene.unit(id);
            if u.side != side || marks::MELEE.of(u) != Melee::MayPursue {
                continue;
            }
            scene.set(id, marks::MELEE, Melee::Fought, c::OPT_06);
            if choice == 1 && self.could_pursue(scene, id) {
                let by = self.pursuit_of(scene, id);
                let pose = scene.unit(id).pose;
                scene.shift(id, pose.advanced(by), Gait::Moved, c::OPT_06);
                self.part(scene, id);
                self.ride_down(scene, id);
            }
        }
    }
}
