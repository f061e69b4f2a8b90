//! What may be ordered: the units that are ready, and the offers to each.

use crate::marks::Action;
use crate::turn::{ASSAULT, CHARGE, DEPLOY, FIRING, MOVEMENT};
use crate::{Regimental, c, marks};
use sandtable_battle::{Battle, LegSet, Offer, Reach, Ruling, Scope, Status, UnitId, Verb};

impl Regimental {
    /// Lists the units of the side to move that have an offer.
    pub(crate) fn list_ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        if battle.ended.is_some()
            || battle.cursor.waits.is_some()
            || battle.cursor.turn == 0 && battle.cursor.phase != DEPLOY
        {
            return;
        }
        let side = battle.cursor.side;
        let own = battle.all().filter(|(_, u)| u.side == side);
        let ready = own.filter(|&(id, u)| {
            if battle.cursor.phase == DEPLOY {
                u.status == Status::Reserve
            } else {
                u.on_table() && self.has_offer(battle, id)
            }
        });
        out.extend(ready.map(|(id, _)| id));
    }

    /// Whether a unit on the table has an offer now.
    pub(crate) fn has_offer(&self, battle: &Battle, id: UnitId) -> bool {
        let clean = |judge: &dyn Fn(&mut Ruling)| {
            let mut r = Ruling::brief();
            judge(&mut r);
            r.clean()
        };
        match battle.cursor.phase {
            MOVEMENT => {
                marks::ACTION.of(battle.unit(id)) == Action::Formed
                    || clean(&|r| {
                        self.judge_actor(battle, id, r);
                        if !marks::PRONE.of(battle.unit(id)) {
                            self.judge_mover(battle, id, r);
                        }
                    })
            }
            CHARGE => {
                self.may_aim(battle, id)
                    && (battle.setting.stated || self.charges(battle, id).next().is_some())
            }
            ASSAULT => Self::announced(battle, id).is_some(),
            FIRING => {
                self.may_aim(battle, id)
                    && (battle.setting.stated || self.targets(battle, id).next().is_some())
            }
            _ => false,
        }
    }

    /// Whether a unit may charge or fire now, were there somebody to charge or fire at.
    fn may_aim(&self, battle: &Battle, id: UnitId) -> bool {
        let mut r = Ruling::brief();
        if battle.cursor.phase == CHARGE {
            self.judge_charger(battle, id, &mut r);
        } else {
            self.judge_firer(battle, id, &mut r);
        }
        r.clean()
    }

    /// The enemies a unit can charge now.
    pub(crate) fn charges<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let foes = battle.side(battle.unit(id).side.other());
        foes.map(|(foe, _)| foe).filter(move |&foe| {
            let mut r = Ruling::brief();
            self.judge_charge(battle, id, foe, None, &mut r);
            r.clean()
        })
    }

    /// The enemies a unit can fire at.
    fn targets<'a>(&'a self, battle: &'a Battle, id: UnitId) -> impl Iterator<Item = UnitId> + 'a {
        let foes = battle.side(battle.unit(id).side.other());
        foes.map(|(foe, _)| foe).filter(move |&foe| {
            let mut r = Ruling::brief();
            self.assess_shot(battle, id, foe, None, false, false, &mut r);
            r.clean()
        })
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
                let mut r = Ruling::new();
                self.judge_end(battle, &mut r);
                if r.clean() {
                    out.push(Offer::plain(Verb::End, Scope::Plain, c::SEQ_02));
                }
            }
            (Some(id), None) => self.offers_to(battle, id, out),
        }
    }

    fn offers_to(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let Some(unit) = battle.get(id).filter(|u| u.side == battle.cursor.side) else {
            return;
        };
        if battle.cursor.phase == DEPLOY {
            if unit.status == Status::Reserve {
                self.offer_places(battle, id, out);
            }
            return;
        }
        if !unit.on_table() {
            return;
        }
        // Who has somebody to charge or to fire at is asked whom, and that once.
        let of_targets = matches!(battle.cursor.phase, CHARGE | FIRING);
        if battle.setting.stated || !of_targets {
            if !self.has_offer(battle, id) {
                return;
            }
        } else if !self.may_aim(battle, id) {
            return;
        }
        let mut offer = |verb, scope, clause| out.push(Offer::of(verb, id, scope, clause));
        match battle.cursor.phase {
            MOVEMENT => self.offer_moves(battle, id, out),
            CHARGE => {
                let foes: Vec<UnitId> = self.charges(battle, id).collect();
                if foes.is_empty() && !battle.setting.stated {
                    return;
                }
                offer(Verb::Charge, Scope::Targets(foes), c::CHARGE_01);
                if marks::idle(unit) {
                    let most = self.numbers.moving.charge_turn;
                    offer(Verb::Face, Scope::Facing(most), c::CHARGE_03);
                }
            }
            ASSAULT => {
                let foe = Self::announced(battle, id);
                let foes = foe.into_iter().collect();
                offer(Verb::Fight, Scope::Targets(foes), c::CONTACT_01);
            }
            FIRING => {
                let foes: Vec<UnitId> = self.targets(battle, id).collect();
                if foes.is_empty() && !battle.setting.stated {
                    return;
                }
                offer(Verb::Shoot, Scope::Targets(foes), c::FIRE_01);
            }
            _ => {}
        }
    }

    fn offer_moves(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let unit = battle.unit(id);
        if marks::ACTION.of(unit) == Action::Formed {
            out.push(Offer::of(Verb::Face, id, Scope::Facing(0x8000), c::FORM_02));
            return;
        }
        let kind = self.card.kinds.get(usize::from(unit.kind));
        let allowed = kind.map_or(0, |k| k.formations);
        let formations = (0..5).filter(|&f| allowed >> f & 1 == 1).filter(|&f| {
            let mut r = Ruling::brief();
            self.judge_form(battle, id, f, &mut r);
            r.clean()
        });
        let formations = formations.fold(0, |bits, f| bits | 1_u32 << f);
        if formations != 0 {
            let why = if marks::PRONE.of(unit) {
                c::PRONE_03
            } else {
                c::FORM_02
            };
            out.push(Offer::of(
                Verb::Form,
                id,
                Scope::Formations(formations),
                why,
            ));
        }
        if !marks::PRONE.of(unit) {
            let reach = Reach {
                legs: LegSet::PIVOT.and(LegSet::ADVANCE).and(LegSet::PIVOT_LAST),
                allowance: self.pace(unit),
                spread: 0,
            };
            out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::MOVE_01));
        }
    }

    /// Offers each of the side's deployment zones; without one the strip along its own
    /// edge (SETUP-03, SETUP-07).
    fn offer_places(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let side = battle.unit(id).side;
        if !battle.setting.zones.iter().any(|z| z.side == Some(side)) {
            let strip = self.strip(battle, side).map(Scope::Area);
            out.extend(strip.map(|strip| Offer::of(Verb::Place, id, strip, c::SETUP_07)));
        }
        for (zone, at) in battle.setting.zones.iter().zip(0_u8..) {
            if zone.side == Some(side) {
                out.push(Offer::of(Verb::Place, id, Scope::Zone(at), c::SETUP_03));
            }
        }
    }
}
