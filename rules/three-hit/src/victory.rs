//! Section 16: victory; and army break, OPT-01.

use crate::{ThreeHit, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Battle, Outcome, Scene, Side, Unit};
use sandtable_drill as drill;

impl ThreeHit {
    /// Fighting units of a side for which something holds; a general is none.
    fn count(&self, battle: &Battle, side: Side, holds: impl Fn(&Unit) -> bool) -> i32 {
        let own = battle
            .units
            .iter()
            .filter(|u| u.side == side && !self.kind(u).leader);
        i32::try_from(own.filter(|u| holds(u)).count()).unwrap_or(i32::MAX)
    }

    /// Ends the battle when a side has no units left (VIC-01); units still to
    /// come are left.
    pub(crate) fn annihilated(&self, scene: &mut Scene) -> bool {
        let gone = Side::BOTH.map(|side| self.count(scene, side, |u| !u.status.is_lost()) == 0);
        let outcome = drill::beaten(gone);
        if let Some(outcome) = outcome {
            scene.end(outcome, c::VIC_01);
        }
        outcome.is_some()
    }

    /// Ends the battle when an army has broken: half its starting units plus
    /// one are lost (OPT-01).
    pub(crate) fn broken(&self, scene: &mut Scene) -> bool {
        if !self.choices.army_break {
            return false;
        }
        let rule = self.numbers.army_break;
        let lost = |side| {
            let all = self.count(scene, side, |_| true);
            let lost = self.count(scene, side, |u| u.status.is_lost());
            let share = rule.of_starting_units;
            lost * share.bottom >= all * share.top + rule.plus * share.bottom
        };
        let outcome = drill::beaten(Side::BOTH.map(lost));
        if let Some(outcome) = outcome {
            scene.end(outcome, c::OPT_01);
        }
        outcome.is_some()
    }

    /// The last game turn (VIC-02): the scenario's, or the switch's.
    pub(crate) fn last_turn(&self, battle: &Battle) -> u16 {
        battle.setting.turns.unwrap_or(self.choices.turn_limit)
    }

    /// Ends the battle after its last game turn.
    pub(crate) fn time_is_up(&self, scene: &mut Scene) -> bool {
        by!(c::VIC_02);
        if scene.cursor.turn < self.last_turn(scene) {
            return false;
        }
        // Where objectives count, the scenario's default settles who keeps them.
        let set = &scene.setting.victory;
        let (early, late) = if drill::has_conditions(scene) {
            (set.default, None)
        } else {
            (None, set.default)
        };
        let counted = drill::ahead(self, scene);
        let (winner, why) = match counted.or(early) {
            Some(side) if scene.setting.victory.objectives => (Some(side), c::VIC_03),
            Some(side) => (Some(side), sandtable_battle::c::POINTS),
            None => (self.survivor(scene).or(late), c::VIC_04),
        };
        let outcome = winner.map_or(Outcome::Draw, Outcome::Won);
        scene.end(outcome, why);
        true
    }

    /// The side with more surviving units, or with fewer hits on them (VIC-04).
    fn survivor(&self, battle: &Battle) -> Option<Side> {
        let alive = |u: &Unit| !u.status.is_lost();
        let units = Side::BOTH.map(|side| self.count(battle, side, alive));
        let hits = Side::BOTH.map(|side| -> i32 {
            let own = battle.units.iter().filter(|u| u.side == side && alive(u));
            own.filter(|u| !self.kind(u).leader)
                .map(|u| -i32::from(marks::HITS.of(u)))
                .sum()
        });
        drill::greater(units).or_else(|| drill::greater(hits))
    }
}
