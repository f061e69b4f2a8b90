//! Routs, and which side has won.

use crate::switches::{RoutCheck, RoutThreshold};
use crate::{SixPlus, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Outcome, Scene, Side, Status, Unit, c as table};
use sandtable_drill::{self as drill, Decided};

impl SixPlus {
    /// Counts the units of a side for which something holds; Generals count twice (ROUT-04).
    fn count(&self, battle: &Battle, side: Side, holds: impl Fn(&Unit) -> bool) -> i32 {
        let own = battle.units.iter().filter(|u| u.side == side && holds(u));
        own.map(|u| {
            if self.kind(u).leads() {
                by!(c::ROUT_04);
                self.numbers.general.counts_as
            } else {
                1
            }
        })
        .sum()
    }

    /// Returns the number of lost units at which an army routs (ROUT-02).
    #[must_use]
    pub fn rout_at(&self, initial: i32) -> i32 {
        let up = i32::from(self.choices.rout_threshold == RoutThreshold::Ceil);
        (initial + up) / 2 + 1
    }

    /// Checks the armies for rout at the end of a player turn (ROUT-01, ROUT-03).
    pub(crate) fn rout(&self, scene: &mut Scene, active: Side) {
        if !self.choices.rout {
            return;
        }
        by!(c::SEQ_05, c::ROUT_03);
        let checked = |side: Side| side == active || self.choices.rout_check == RoutCheck::Both;
        for side in Side::BOTH.into_iter().filter(|&side| checked(side)) {
            let lost = self.count(scene, side, |u| u.status.is_lost());
            let initial = self.count(scene, side, |_| true);
            if lost >= self.rout_at(initial) {
                by!(c::ROUT_02, c::TIDE_05);
                self.take_off(scene, side);
            }
        }
    }

    /// Takes a routed army off the table; its reinforcements stay away.
    fn take_off(&self, scene: &mut Scene, side: Side) {
        for id in scene.ids() {
            let unit = scene.unit(id);
            if unit.side == side && !unit.status.is_gone() {
                scene.become_(id, Status::Fled, c::ROUT_01);
            }
        }
    }

    /// Ends the battle if a side has no units left (VIC-01).
    pub(crate) fn all_lost(&self, scene: &mut Scene) -> bool {
        let gone = Side::BOTH.map(|side| {
            let mut own = scene.units.iter().filter(|u| u.side == side);
            own.all(|u| u.status.is_lost())
        });
        let Some(outcome) = drill::beaten(gone) else {
            return false;
        };
        // The last enemy was eliminated while the other army routed.
        let both = outcome == Outcome::Draw;
        scene.end(outcome, if both { c::VIC_03 } else { c::VIC_01 });
        true
    }

    /// Ends the battle after its last game turn (VIC-02): by the scenario's objectives, or else by
    /// fewer losses, or else in favour of the side that the scenario names.
    pub(crate) fn time_is_up(&self, scene: &mut Scene) -> bool {
        let last = scene.setting.last_turn(Some(self.numbers.game_turns));
        if scene.cursor.turn < last {
            return false;
        }
        let (winner, decided) = self.at_the_end(scene);
        let conditions = drill::has_conditions(scene);
        let counted = matches!(decided, Decided::Points | Decided::Ground)
            || (decided == Decided::Nothing && winner.is_some() && conditions);
        let points = counted && !scene.setting.victory.scores.is_empty();
        let why = if points { table::POINTS } else { c::VIC_02 };
        scene.end(winner.map_or(Outcome::Draw, Outcome::Won), why);
        true
    }

    /// Returns which side has won when time is up, and by what.
    fn at_the_end(&self, battle: &Battle) -> (Option<Side>, Decided) {
        let lost = || Some((Some(self.spared(battle)?), Decided::Losses));
        let default = battle.setting.victory.default;
        drill::by_scenario(self, battle)
            .or_else(lost)
            .unwrap_or((default, Decided::Nothing))
    }

    /// Returns what decided a battle that a clause ended.
    pub(crate) fn what_decided(&self, battle: &Battle, why: Clause) -> Decided {
        match why {
            c::VIC_01 | c::VIC_03 => Decided::NobodyLeft,
            _ => self.at_the_end(battle).1,
        }
    }

    /// Returns the side that has lost fewer units.
    fn spared(&self, battle: &Battle) -> Option<Side> {
        let lost = |side| self.count(battle, side, |u| u.status.is_lost());
        drill::greater([lost(Side::B), lost(Side::A)])
    }
}
