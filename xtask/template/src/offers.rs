//! What may be ordered now.

use crate::turn::{FIGHT, MOVE};
use crate::{@TYPE@, c, marks};
use sandtable_battle::{Battle, LegSet, Offer, Reach, Scope, UnitId, Verb};

impl @TYPE@ {
    /// Lists the units of the side to move that have an offer.
    pub(crate) fn list_ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        let own = battle.side(battle.cursor.side);
        out.extend(own.map(|(id, _)| id).filter(|&id| self.is_ready(battle, id)));
    }

    fn is_ready(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        battle.ended.is_none()
            && unit.side == battle.cursor.side
            && unit.on_table()
            && match battle.cursor.phase {
                MOVE => !marks::MOVED.of(unit),
                FIGHT => !marks::FOUGHT.of(unit) && self.foes(battle, id).next().is_some(),
                _ => false,
            }
    }

    /// Lists what may be ordered, of a unit or of the table.
    pub(crate) fn list_offers(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>) {
        let Some(id) = who else {
            if battle.ended.is_none() {
                out.push(Offer::plain(Verb::End, Scope::Plain, c::TURN_01));
            }
            return;
        };
        if !self.is_ready(battle, id) {
            return;
        }
        if battle.cursor.phase == MOVE {
            let reach = Reach {
                legs: LegSet::PIVOT.and(LegSet::ADVANCE),
                allowance: self.kind(battle.unit(id)).pace,
                spread: 0,
            };
            out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::MOVE_02));
        } else {
            let foes = self.foes(battle, id).collect();
            out.push(Offer::of(Verb::Fight, id, Scope::Targets(foes), c::FIGHT_01));
        }
    }
}
