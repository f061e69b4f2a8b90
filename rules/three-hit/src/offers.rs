//! What may be ordered: the units that are ready, and the offers to each.

use crate::card::SQUARE;
use crate::turn::{DEPLOY, MELEE, MORALE, MORALE_ACTIVE, MOVE, SHOOT};
use crate::{ThreeHit, c};
use sandtable_battle::{Battle, LegSet, Offer, Reach, Ruling, Scope, Status, UnitId, Verb};
use sandtable_geometry::Facing;

impl ThreeHit {
    /// Lists the units of the side to move that have an offer.
    pub(crate) fn list_ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        if battle.ended.is_some() || battle.cursor.waits.is_some() {
            return;
        }
        let side = battle.cursor.side;
        if battle.cursor.phase == DEPLOY {
            let waiting = battle
                .all()
                .filter(|(_, u)| u.side == side && u.status == Status::Reserve);
            out.extend(waiting.map(|(id, _)| id));
        } else {
            let phase = battle.cursor.phase;
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
            (None, None) => {
                let clause = match battle.cursor.phase {
                    DEPLOY => c::SET_03,
                    MOVE => c::MOVE_06,
                    MORALE | MORALE_ACTIVE => c::MOR_13,
                    _ => c::TURN_01,
                };
                let mut ruling = Ruling::new();
                self.judge_end(battle, &mut ruling);
                if ruling.clean() {
                    out.push(Offer::plain(Verb::End, Scope::Plain, clause));
                }
            }
            (Some(id), None) => self.offers_to(battle, id, out),
        }
    }

    /// Lists the offers to a unit.
    fn offers_to(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let Some(unit) = battle.get(id).filter(|u| u.side == battle.cursor.side) else {
            return;
        };
        let table = unit.status == Status::Table;
        match battle.cursor.phase {
            DEPLOY if unit.status == Status::Reserve => self.offer_places(battle, id, out),
            MOVE if table && self.has_move(battle, id) => self.offer_moves(battle, id, out),
            SHOOT if table => self.offer_shots(battle, id, out),
            MELEE if table && self.must_fight(battle, id) => {
                let foes = self.foes_to_fight(battle, id).collect();
                out.push(Offer::of(Verb::Fight, id, Scope::Targets(foes), c::MEL_01));
            }
            MORALE | MORALE_ACTIVE if self.must_test(battle, id) => {
                out.push(Offer::of(Verb::Test, id, Scope::Plain, c::MOR_03));
            }
            _ => {}
        }
    }

    /// Offers each of the side's deployment zones.
    fn offer_places(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let side = battle.unit(id).side;
        for (at, zone) in battle.setting.zones.iter().enumerate() {
            if let (true, Ok(at)) = (zone.side == Some(side), u8::try_from(at)) {
                out.push(Offer::of(Verb::Place, id, Scope::Zone(at), c::SET_03));
            }
        }
    }

    /// Offers what a unit may do in the Move step.
    fn offer_moves(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let unit = battle.unit(id);
        if self.engaged(battle, id) {
            if !self.in_square(unit) && self.may_meet(battle, id) {
                let all_round = Scope::Facing(0x8000);
                out.push(Offer::of(Verb::Face, id, all_round, c::TURNING_03));
            }
            return;
        }
        if self.may_form(unit) {
            let other = 1 << (SQUARE - unit.formation.min(SQUARE));
            out.push(Offer::of(
                Verb::Form,
                id,
                Scope::Formations(other),
                c::OPT_03,
            ));
        }
        if self.in_square(unit) {
            return;
        }
        let legs = LegSet::PIVOT.and(LegSet::ADVANCE).and(LegSet::PIVOT_LAST);
        let reach = Reach {
            legs,
            allowance: self.kind(unit).pace.0 + self.road_bonus(battle, id),
            spread: 0,
        };
        out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::MOVE_02));
        out.push(Offer::of(
            Verb::Face,
            id,
            Scope::Facing(0x8000),
            c::TURNING_01,
        ));
        self.offer_charges(battle, id, out);
    }

    /// Offers the charges that are open to a unit.
    fn offer_charges(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let unit = battle.unit(id);
        if !self.kind(unit).may_charge {
            return;
        }
        let open = |foe: UnitId| {
            let mut ruling = Ruling::brief();
            self.judge_charge(battle, id, foe, &mut ruling);
            ruling.clean()
        };
        let (centre, (w, d)) = (unit.pose.point(), self.base(battle, unit));
        let (reach, arc) = (
            self.charge_reach(battle, id),
            self.numbers.charge_arc_degrees.0,
        );
        // What is out of reach or aside needs no judging.
        let ahead = |foe: &sandtable_battle::Unit| {
            let bearing = Facing::towards(centre, foe.pose.point());
            self.nearby(battle, centre, w + d, reach, foe)
                && unit.pose.facing.turn_to(bearing).abs() <= arc
        };
        let foes = battle.side(unit.side.other());
        let foes = foes.filter(|(_, foe)| ahead(foe)).map(|(foe, _)| foe);
        let foes: Vec<UnitId> = foes.filter(|&foe| open(foe)).collect();
        if !foes.is_empty() {
            out.push(Offer::of(Verb::Charge, id, Scope::Targets(foes), c::CHG_01));
        }
    }

    /// Offers the shots that are open to a unit, and a general's help.
    fn offer_shots(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        if self.may_shoot(battle, id) {
            let foes: Vec<UnitId> = self.targets(battle, id).collect();
            if !foes.is_empty() {
                out.push(Offer::of(
                    Verb::Shoot,
                    id,
                    Scope::Targets(foes),
                    c::SHOOT_10,
                ));
            }
        }
        if self.choices.general {
            let friends: Vec<UnitId> = self.rallied_by(battle, id).collect();
            if !friends.is_empty() {
                out.push(Offer::of(
                    Verb::Rally,
                    id,
                    Scope::Targets(friends),
                    c::OPT_02,
                ));
            }
        }
    }
}
