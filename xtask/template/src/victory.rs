//! Victory.

use crate::{@TYPE@, c, marks};
use sandtable_battle::{Battle, Outcome, Scene, Side, by};
use std::cmp::Ordering;

impl @TYPE@ {
    /// Ends the battle when a side has no units left (END-01).
    pub(crate) fn annihilated(&self, scene: &mut Scene) {
        let left = Side::BOTH.map(|side| scene.side(side).next().is_some());
        let outcome = match left {
            [true, true] => return,
            [true, false] => Outcome::Won(Side::A),
            [false, true] => Outcome::Won(Side::B),
            [false, false] => Outcome::Draw,
        };
        scene.end(outcome, c::END_01);
    }

    /// Ends the battle after its last turn (END-02).
    pub(crate) fn time_is_up(&self, scene: &mut Scene) -> bool {
        by!(c::END_02);
        let last = scene.setting.turns.unwrap_or(self.numbers.turns);
        if scene.cursor.turn < last {
            return false;
        }
        let [a, b] = Side::BOTH.map(|side| strength(scene, side));
        let outcome = match a.cmp(&b) {
            Ordering::Greater => Outcome::Won(Side::A),
            Ordering::Less => Outcome::Won(Side::B),
            Ordering::Equal => Outcome::Draw,
        };
        scene.end(outcome, c::END_02);
        true
    }
}

/// What counts after the last turn: units, then few hits.
fn strength(battle: &Battle, side: Side) -> (usize, i32) {
    let hits = battle.side(side).map(|(_, u)| -i32::from(marks::HITS.of(u)));
    (battle.side(side).count(), hits.sum())
}
