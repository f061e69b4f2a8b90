//! Section 16: victory; and army break, OPT-01.

use crate::{ThreeHit, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Outcome, Scene, Side, Unit};
use sandtable_drill::{self as drill, Decided};

impl ThreeHit {
    /// Counts the fighting units of a side that meet a condition; generals do not count.
    fn count(&self, battle: &Battle, side: Side, holds: impl Fn(&Unit) -> bool) -> i32 {
        let own = battle
            .units
            .iter()
            .filter(|u| u.side == side && !self.kind(u).leader);
        i32::try_from(own.filter(|u| holds(u)).count()).unwrap_or(i32::MAX)
    }

    /// Ends the battle if a side has no units left (VIC-01); units still to
    /// come count as left.
    pub(crate) fn annihilated(&self, scene: &mut Scene) -> bool {
        let gone = Side::BOTH.map(|side| self.count(scene, side, |u| !u.status.is_lost()) == 0);
        let outcome = drill::beaten(gone);
        if let Some(outcome) = outcome {
            scene.end(outcome, c::VIC_01);
        }
        outcome.is_some()
    }

    /// Ends the battle if an army has broken: it lost half its starting units plus
    /// one (OPT-01).
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

    /// Returns the last game turn (VIC-02): the scenario's, or the switch's.
    pub(crate) fn last_turn(&self, battle: &Battle) -> u16 {
        battle.setting.last_turn(Some(self.choices.turn_limit))
    }

    /// Ends the battle after its last game turn.
    pub(crate) fn time_is_up(&self, scene: &mut Scene) -> bool {
        by!(c::VIC_02);
        if scene.cursor.turn < self.last_turn(scene) {
            return false;
        }
        let (winner, decided) = self.at_the_end(scene);
        let set = &scene.setting.victory;
        let counted = matches!(decided, Decided::Points | Decided::Ground);
        let named = winner.is_some() && decided == Decided::Nothing && drill::has_conditions(scene);
        let why = match counted || named {
            true if set.objectives => c::VIC_03,
            true => sandtable_battle::c::POINTS,
            false => c::VIC_04,
        };
        scene.end(winner.map_or(Outcome::Draw, Outcome::Won), why);
        true
    }

    /// Returns who has won when time is up, and what decided it.
    fn at_the_end(&self, battle: &Battle) -> (Option<Side>, Decided) {
        let left = || self.survivor(battle).map(|(side, by)| (Some(side), by));
        let default = battle.setting.victory.default;
        drill::by_scenario(self, battle)
            .or_else(left)
            .unwrap_or((default, Decided::Nothing))
    }

    /// Returns what decided a battle that ended by a clause.
    pub(crate) fn what_decided(&self, battle: &Battle, why: Clause) -> Decided {
        match why {
            c::VIC_01 => Decided::NobodyLeft,
            c::OPT_01 => Decided::Broken,
            _ => self.at_the_end(battle).1,
        }
    }

    /// Returns the side with more surviving units, or with fewer hits on them (VIC-04).
    fn survivor(&self, battle: &Battle) -> Option<(Side, Decided)> {
        let alive = |u: &Unit| !u.status.is_lost();
        let units = Side::BOTH.map(|side| self.count(battle, side, alive));
        let hits = Side::BOTH.map(|side| -> i32 {
            let own = battle.units.iter().filter(|u| u.side == side && alive(u));
            own.filter(|u| !self.kind(u).leader)
                .map(|u| -i32::from(marks::HITS.of(u)))
                .sum()
        });
        let more = drill::greater(units).map(|side| (side, Decided::UnitsLeft));
        more.or_else(|| Some((drill::greater(hits)?, Decided::Hits)))
    }
}
