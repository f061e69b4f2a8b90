//! Section 21: how a battle ends.

use crate::{Regimental, c};
use sandtable_battle::{Battle, Clause, Outcome, Scene, Side, Unit, by};
use sandtable_drill::{self as drill, Decided};

/// Returns how many stands a side started with and how many it has lost.
fn lost(battle: &Battle, side: Side) -> (u16, u16) {
    let own = battle.units.iter().filter(|u| u.side == side);
    let gone = |u: &Unit| {
        let left = if u.status.is_gone() { 0 } else { u.stands };
        u16::from(u.started.saturating_sub(left))
    };
    own.fold((0, 0), |(all, lost), u| {
        (all + u16::from(u.started), lost + gone(u))
    })
}

impl Regimental {
    /// Ends the battle at the end of a game turn, if it is decided (VIC-01 to VIC-03). Returns
    /// whether the battle is over.
    pub(crate) fn decided(&self, scene: &mut Scene) -> bool {
        by!(c::VIC_01, c::VIC_02);
        let share = self.numbers.concede;
        let concedes = Side::BOTH.map(|side| {
            let (all, gone) = lost(scene, side);
            i32::from(gone) * share.bottom >= i32::from(all) * share.top
        });
        let conceded = drill::beaten(concedes).map(|outcome| (outcome, c::VIC_01));
        let at_the_end = || {
            self.at_the_end(scene)
                .map(|(outcome, why, _)| (outcome, why))
        };
        let outcome = conceded.or_else(at_the_end);
        if let Some((outcome, why)) = outcome {
            scene.end(outcome, why);
        }
        scene.ended.is_some()
    }

    /// Returns what decided a battle that ended by a clause.
    pub(crate) fn what_decided(&self, battle: &Battle, why: Clause) -> Decided {
        match self.at_the_end(battle) {
            Some((.., by)) if why != c::VIC_01 => by,
            _ => Decided::Broken,
        }
    }

    fn at_the_end(&self, battle: &Battle) -> Option<(Outcome, Clause, Decided)> {
        let turns = battle.setting.last_turn(Some(self.numbers.turns));
        if battle.cursor.turn < turns {
            return None;
        }
        let victory = &battle.setting.victory;
        if victory.objectives {
            by!(c::VIC_03);
            let held = drill::holds_more(battle, |side, zone| {
                let mut own = battle.side(side);
                own.any(|(_, u)| zone.area.holds(u.pose.point()))
            });
            if let Some(side) = held {
                return Some((Outcome::Won(side), c::VIC_03, Decided::Ground));
            }
        }
        if let Some(side) = victory.default {
            return Some((Outcome::Won(side), c::VIC_03, Decided::Nothing));
        }
        let left = Side::BOTH.map(|side| lost(battle, side.other()).1);
        Some(match drill::greater(left) {
            Some(side) => (Outcome::Won(side), c::VIC_02, Decided::Losses),
            None => (Outcome::Draw, c::VIC_02, Decided::Nothing),
        })
    }
}
