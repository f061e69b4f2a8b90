//! What may be ordered: the units that are ready, and the offers to each.

use crate::card::SQUARE;
use crate::marks::{self, Charge};
use crate::turn::Step;
use crate::{SixPlus, c};
use sandtable_battle::{Battle, LegSet, Offer, Reach, Ruling, Scope, Status, UnitId, Verb};

/// Half a turn either way: any facing.
const ALL_ROUND: i32 = 0x8000;

impl SixPlus {
    /// Lists the units of the side to move that have an offer.
    pub(crate) fn list_ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        if battle.ended.is_some() || battle.cursor.turn == 0 {
            return;
        }
        let side = battle.cursor.side;
        let step = self.step(battle.cursor.phase);
        if step == Step::Deploy {
            let waiting = battle
                .all()
                .filter(|(_, u)| u.side == side && u.status == Status::Reserve);
            out.extend(waiting.map(|(id, _)| id));
        } else {
            let own = battle.side(side).map(|(id, _)| id);
            out.extend(own.filter(|&id| self.has_offer(battle, step, id)));
        }
    }

    /// Lists what may be ordered, of a unit or of the table.
    pub(crate) fn list_offers(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>) {
        if battle.ended.is_some() || battle.cursor.turn == 0 {
            return;
        }
        match who {
            None => out.push(Offer::plain(Verb::End, Scope::Plain, c::SEQ_02)),
            Some(id) => self.offers_to(battle, id, out),
        }
    }

    /// Lists the offers to a unit.
    fn offers_to(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let Some(unit) = battle.get(id).filter(|u| u.side == battle.cursor.side) else {
            return;
        };
        let step = self.step(battle.cursor.phase);
        if step == Step::Deploy && unit.status == Status::Reserve {
            self.offer_places(battle, id, out);
        }
        if unit.status != Status::Table || !self.has_offer(battle, step, id) {
            return;
        }
        match step {
            Step::Deploy => {}
            Step::Move => self.offer_moves(battle, id, out),
            Step::Rally => {
                let friends = Scope::Targets(self.rallied_by(battle, id).collect());
                out.push(Offer::of(Verb::Rally, id, friends, c::GEN_02));
            }
            Step::Shoot => {
                let foes = Scope::Targets(self.targets(battle, id).collect());
                out.push(Offer::of(Verb::Shoot, id, foes, c::SHOOT_01));
            }
            Step::Fight => self.offer_combat(battle, id, out),
        }
    }

    /// Offers each of the side's deployment zones.
    fn offer_places(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let side = battle.unit(id).side;
        for (at, zone) in battle.setting.zones.iter().enumerate() {
            if let (true, Ok(at)) = (zone.side == Some(side), u8::try_from(at)) {
                out.push(Offer::of(Verb::Place, id, Scope::Zone(at), c::SETUP_04));
            }
        }
    }

    /// Offers what a unit may do in the first phase: one thing (SEQ-06).
    fn offer_moves(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let unit = battle.unit(id);
        if self.may_form(unit) {
            let other = 1 << (SQUARE - unit.formation.min(SQUARE));
            let scope = Scope::Formations(other);
            out.push(Offer::of(Verb::Form, id, scope, c::SQ_01));
        }
        if self.kind(unit).shoots() {
            out.push(Offer::of(Verb::Load, id, Scope::Plain, c::LOAD_01));
        }
        if self.in_square(unit) {
            return;
        }
        let pace = self.pace(battle, id);
        let way = |legs: LegSet, allowance| {
            Scope::Way(Reach {
                legs,
                allowance,
                spread: 0,
            })
        };
        let road = self.numbers.road.of_move.of(pace);
        let on_road = self.on_road(battle, unit.pose.point());
        let straight = LegSet::PIVOT.and(LegSet::ADVANCE).and(LegSet::PIVOT_LAST);
        let far = if on_road { road } else { pace };
        out.push(Offer::of(Verb::Move, id, way(straight, far), c::MOVE_01));
        let bent = LegSet::MARCH.and(LegSet::PIVOT_LAST);
        if on_road {
            out.push(Offer::of(Verb::Move, id, way(bent, road), c::TERR_05));
        } else if !self.choices.straight_move {
            out.push(Offer::of(Verb::Move, id, way(bent, pace), c::MOVE_03));
        }
        let turn = Scope::Facing(ALL_ROUND);
        out.push(Offer::of(Verb::Face, id, turn, c::MOVE_02));
        self.offer_charges(battle, id, out);
    }

    /// Offers the charges that are open to a unit.
    fn offer_charges(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let unit = battle.unit(id);
        if !self.kind(unit).charges {
            return;
        }
        let open = |foe: UnitId| {
            let mut ruling = Ruling::brief();
            self.judge_charge(battle, (id, foe), None, &mut ruling);
            ruling.clean()
        };
        let foes = battle.side(unit.side.other()).map(|(foe, _)| foe);
        let foes: Vec<UnitId> = foes.filter(|&foe| open(foe)).collect();
        if !foes.is_empty() {
            let scope = Scope::Targets(foes);
            out.push(Offer::of(Verb::Charge, id, scope, c::CHARGE_01));
        }
    }

    /// Offers the combat or the retreat that a unit owes.
    fn offer_combat(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let unit = battle.unit(id);
        if marks::CHARGE.of(unit) == Charge::ToRetreat {
            let reach = Reach {
                legs: LegSet::SLIDE,
                allowance: self.retreat_length(battle, id),
                spread: ALL_ROUND,
            };
            out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::H2H_07));
        } else if let Some(foe) = marks::foe(unit) {
            let scope = Scope::Targets(vec![foe]);
            out.push(Offer::of(Verb::Fight, id, scope, c::H2H_01));
        }
    }
}
