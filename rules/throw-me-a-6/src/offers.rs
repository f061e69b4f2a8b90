//! What may be ordered: the units that are ready, and the offers to each.

use crate::marks::Moved;
use crate::numbers::Family;
use crate::turn::{ACTIONS, DEPLOY, LATE, MELEE, OPPONENTS, PILA, PURSUE, RETREAT, SHOTS, TERRAIN};
use crate::units::is_amok;
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::{Battle, Clause, LegSet, Offer, Reach, Ruling, Scope, Status, UnitId, Verb};
use sandtable_geometry::{Face, Length};

impl ThrowMeA6 {
    /// Lists the units of the side to move that have an offer.
    pub(crate) fn list_ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        if battle.ended.is_some() || battle.cursor.waits.is_some() {
            return;
        }
        let (side, phase) = (battle.cursor.side, battle.cursor.phase);
        if DEPLOY.contains(&phase) {
            out.extend(self.waiting(battle, side, phase - TERRAIN));
        } else {
            let own = battle
                .side(side)
                .filter(|&(id, _)| self.has_offer(battle, phase, id));
            out.extend(own.map(|(id, _)| id));
        }
    }

    /// Lists what may be ordered, of a unit or of the table.
    pub(crate) fn list_offers(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>) {
        if battle.ended.is_some() {
            return;
        }
        match (who, battle.cursor.waits) {
            (None, Some(waits)) => {
                let scope = Scope::Choices(waits.choices);
                out.push(Offer::plain(Verb::Decide, scope, waits.why));
            }
            (Some(_), Some(_)) => {}
            (None, None) => self.offers_to_table(battle, out),
            (Some(id), None) => self.offers_to(battle, id, out),
        }
    }

    /// Lists the offers to the table: pieces of terrain, and the phase's end.
    fn offers_to_table(&self, battle: &Battle, out: &mut Vec<Offer>) {
        let phase = battle.cursor.phase;
        if phase == TERRAIN {
            for piece in self.offered_pieces(battle) {
                out.push(Offer::plain(Verb::Lay, Scope::Piece(piece), c::SET_03));
            }
        }
        let clause = match phase {
            TERRAIN => c::SET_03,
            _ if DEPLOY.contains(&phase) => c::SET_08,
            LATE => c::SEQ_06,
            OPPONENTS => c::MEL_20,
            PILA => c::PIL_01,
            PURSUE => c::RES_08,
            _ => c::SEQ_05,
        };
        let mut ruling = Ruling::new();
        self.judge_end(battle, &mut ruling);
        if ruling.clean() {
            out.push(Offer::plain(Verb::End, Scope::Plain, clause));
        }
    }

    /// Lists the offers to a unit.
    fn offers_to(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let Some(unit) = battle.get(id).filter(|u| u.side == battle.cursor.side) else {
            return;
        };
        let phase = battle.cursor.phase;
        if DEPLOY.contains(&phase) {
            let due = self.kind(unit).deploys == phase - TERRAIN;
            if due && unit.status == Status::Reserve {
                for zone in self.zones_of(battle, unit.side) {
                    out.push(Offer::of(Verb::Place, id, Scope::Zone(zone), c::SET_08));
                }
            }
            return;
        }
        if !unit.on_table() || !self.has_offer(battle, phase, id) {
            return;
        }
        let mut directed = |verb, targets: Vec<UnitId>, clause| {
            if !targets.is_empty() {
                out.push(Offer::of(verb, id, Scope::Targets(targets), clause));
            }
        };
        match phase {
            ACTIONS => self.offer_actions(battle, id, out),
            SHOTS | LATE => {
                directed(Verb::Shoot, self.targets(battle, id).collect(), c::SHOOT_10);
            }
            OPPONENTS => {
                let now = self.opponent(battle, id);
                let others = self.options(battle, id);
                let others = others.into_iter().filter(|&foe| Some(foe) != now);
                directed(Verb::Fight, others.collect(), c::MEL_20);
            }
            PILA => {
                let target = self.thrown_at(battle, id).into_iter().collect();
                directed(Verb::Shoot, target, c::PIL_01);
            }
            MELEE => {
                let foe = self.opponent(battle, id).into_iter().collect();
                directed(Verb::Fight, foe, c::SEQ_07);
            }
            RETREAT => out.push(Offer::of(Verb::Test, id, Scope::Plain, c::RES_02)),
            PURSUE => {
                let reach = Reach {
                    legs: LegSet::ADVANCE,
                    allowance: self.rate(unit) / 2,
                    spread: 0,
                };
                out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::RES_15));
            }
            _ => {}
        }
    }

    /// Offers what a unit may do in its player's actions.
    fn offer_actions(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let unit = battle.unit(id);
        if unit.with.is_some() {
            out.push(Offer::of(Verb::Leave, id, Scope::Plain, c::CH_09));
            return;
        }
        if self.engaged(battle, id) {
            if self.may_break_off(battle, id) {
                let cavalry = self.is_cavalry(unit);
                let why = if cavalry { c::MOVE_14 } else { c::MOVE_13 };
                out.push(Offer::of(Verb::Leave, id, Scope::Plain, why));
            }
            if self.choices.turn_in_melee && self.has_move(battle, id) && self.may_meet(battle, id)
            {
                let all_round = Scope::Facing(0x8000);
                out.push(Offer::of(Verb::Face, id, all_round, c::MOVE_15));
            }
            return;
        }
        if !self.choices.moves_then_shots && self.may_shoot(battle, id) {
            let targets: Vec<UnitId> = self.targets(battle, id).collect();
            if !targets.is_empty() {
                out.push(Offer::of(
                    Verb::Shoot,
                    id,
                    Scope::Targets(targets),
                    c::SHOOT_10,
                ));
            }
        }
        if !self.has_move(battle, id) {
            return;
        }
        self.offer_ways(battle, id, out);
        if marks::MOVED.of(unit) != Moved::Stood || is_amok(unit) {
            return;
        }
        let foes: Vec<UnitId> = self.charges(battle, id).collect();
        if !foes.is_empty() {
            out.push(Offer::of(Verb::Charge, id, Scope::Targets(foes), c::CON_01));
        }
        if self.family(unit) == Family::Chariots {
            let hosts: Vec<UnitId> = self.hosts(battle, id).collect();
            if !hosts.is_empty() {
                out.push(Offer::of(Verb::Join, id, Scope::Targets(hosts), c::CH_05));
            }
        }
    }

    /// Offers the ways a unit may move (MOVE-02 to MOVE-10).
    fn offer_ways(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let unit = battle.unit(id);
        let spent = match marks::MOVED.of(unit) {
            Moved::Part => marks::SPENT.of(unit).0,
            _ => 0,
        };
        let rate = self.rate(unit);
        let turns = marks::TURNS.of(unit);
        let mut offer = |legs: LegSet, rate: Length, spread: i32, clause: Clause| {
            let allowance = rate - spent;
            if allowance > 0 {
                let reach = Reach {
                    legs,
                    allowance,
                    spread,
                };
                out.push(Offer::of(Verb::Move, id, Scope::Way(reach), clause));
            }
        };
        let turn = LegSet::PIVOT.and(LegSet::ADVANCE);
        let all_round = 0x8000;
        if self.is_light(unit) {
            let aside = LegSet::SLIDE.and(LegSet::PIVOT_LAST);
            match turns {
                0 => {
                    offer(turn, rate, 0, c::MOVE_07);
                    offer(aside, rate, all_round, c::MOVE_06);
                    offer(turn.and(LegSet::PIVOT_LAST), rate / 2, 0, c::MOVE_08);
                }
                1 => {
                    offer(LegSet::SLIDE, rate, all_round, c::MOVE_06);
                    offer(turn, rate / 2, 0, c::MOVE_08);
                }
                _ => offer(LegSet::SLIDE, rate / 2, all_round, c::MOVE_08),
            }
        } else if self.family(unit) == Family::Chariots {
            if turns == 0 {
                offer(turn, rate, 0, c::CH_03);
            } else {
                offer(LegSet::ADVANCE, rate, 0, c::CH_03);
            }
            offer(LegSet::SLIDE, rate / 2, all_round, c::MOVE_03);
        } else {
            offer(LegSet::ADVANCE, rate, 0, c::MOVE_02);
            offer(turn, rate / 2, 0, c::MOVE_04);
            offer(LegSet::SLIDE, rate / 2, all_round, c::MOVE_03);
            if self.goes_obliquely(unit) {
                let arc = self.numbers.measure.arc_degrees.0;
                offer(LegSet::SLIDE, rate, arc, c::MOVE_10);
            }
        }
        out.push(Offer::of(
            Verb::Face,
            id,
            Scope::Facing(all_round),
            c::MOVE_04,
        ));
    }

    /// Whether a unit in contact has an enemy that it may turn to meet (A20).
    pub(crate) fn may_meet(&self, battle: &Battle, id: UnitId) -> bool {
        let facing = battle.unit(id).pose.facing;
        [Face::Left, Face::Right, Face::Rear]
            .into_iter()
            .any(|face| {
                let mut ruling = Ruling::new();
                self.judge_meeting(battle, id, face.outward(facing), &mut ruling);
                ruling.clean()
            })
    }
}
