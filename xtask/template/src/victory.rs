//! Victory.

use crate::{@TYPE@, c, marks};
use sandtable_battle::{Battle, Outcome, Scene, Side, by};
use sandtable_drill as drill;

impl @TYPE@ {
    /// Ends the battle if a side has no units left (END-01).
    pub(crate) fn annihilated(&self, scene: &mut Scene) {
        let gone = Side::BOTH.map(|side| scene.side(side).next().is_none());
        if let Some(outcome) = drill::beaten(gone) {
            scene.end(outcome, c::END_01);
        }
    }

    /// Ends the battle after its last turn (END-02).
    pub(crate) fn time_is_up(&self, scene: &mut Scene) -> bool {
        by!(c::END_02);
        let last = scene.setting.turns.unwrap_or(self.numbers.turns);
        if scene.cursor.turn < last {
            return false;
        }
        let winner = drill::greater(Side::BOTH.map(|side| strength(scene, side)));
        scene.end(winner.map_or(Outcome::Draw, Outcome::Won), c::END_02);
        true
    }
}

/// Returns what counts after the last turn: units, then few hits.
fn strength(battle: &Battle, side: Side) -> (usize, i32) {
    let hits = battle.side(side).map(|(_, u)| -i32::from(marks::HITS.of(u)));
    (battle.side(side).count(), hits.sum())
}
