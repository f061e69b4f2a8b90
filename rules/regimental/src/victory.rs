//! Section 21: how a battle ends.

use crate::{Regimental, c};
use sandtable_battle::{Battle, Outcome, Scene, Side, Unit, by};

/// Stands that a side began with and has lost.
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

/// Objectives that a side alone holds.
fn held(battle: &Battle, side: Side) -> usize {
    let inside = |side: Side, zone: &sandtable_battle::Zone| {
        battle
            .side(side)
            .any(|(_, u)| zone.area.holds(u.pose.point()))
    };
    let all = battle.setting.objectives();
    all.filter(|z| inside(side, z) && !inside(side.other(), z))
        .count()
}

impl Regimental {
    /// Ends the battle at the end of a game turn, if it is decided (VIC-01 to
    /// VIC-03). True when it is over.
    pub(crate) fn decided(&self, scene: &mut Scene) -> bool {
        by!(c::VIC_01, c::VIC_02);
        let (top, below) = self.numbers.concede;
        let concedes = Side::BOTH.map(|side| {
            let (all, gone) = lost(scene, side);
            u32::from(gone) * u32::from(below) >= u32::from(all) * u32::from(top)
        });
        let outcome = match concedes {
            [true, true] => Some((Outcome::Draw, c::VIC_01)),
            [true, false] => Some((Outcome::Won(Side::B), c::VIC_01)),
            [false, true] => Some((Outcome::Won(Side::A), c::VIC_01)),
            [false, false] => self.at_the_end(scene),
        };
        if let Some((outcome, why)) = outcome {
            scene.end(outcome, why);
        }
        scene.ended.is_some()
    }

    fn at_the_end(&self, battle: &Battle) -> Option<(Outcome, sandtable_battle::Clause)> {
        let turns = battle.setting.turns.unwrap_or(self.numbers.turns);
        if battle.cursor.turn < turns {
            return None;
        }
        let by = |one: usize, other: usize| match one.cmp(&other) {
            std::cmp::Ordering::Greater => Some(Outcome::Won(Side::A)),
            std::cmp::Ordering::Less => Some(Outcome::Won(Side::B)),
            std::cmp::Ordering::Equal => None,
        };
        let victory = &battle.setting.victory;
        if victory.objectives {
            by!(c::VIC_03);
            let won = by(held(battle, Side::A), held(battle, Side::B));
            if let Some(won) = won {
                return Some((won, c::VIC_03));
            }
        }
        if let Some(side) = victory.default {
            return Some((Outcome::Won(side), c::VIC_03));
        }
        let (a, b) = (lost(battle, Side::A).1, lost(battle, Side::B).1);
        let won = by(usize::from(b), usize::from(a));
        Some((won.unwrap_or(Outcome::Draw), c::VIC_02))
    }
}
