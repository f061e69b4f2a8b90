//! Section 19: victory.

use crate::{ThrowMeA6, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Outcome, Scene, Side, Unit};
use sandtable_drill::{self as drill, Decided};

impl ThrowMeA6 {
    /// Returns the size of an army and its losses: in units, or in stands
    /// (VIC-02, A66). Generals do not count.
    pub(crate) fn losses(&self, battle: &Battle, side: Side) -> (usize, usize) {
        let own = || {
            let all = battle.units.iter();
            all.filter(move |u| u.side == side && !self.is_general(u))
        };
        if self.choices.count_stands {
            let lost = |u: &Unit| {
                let left = if u.status.is_gone() { 0 } else { u.stands };
                usize::from(u.started.saturating_sub(left))
            };
            let all = own().map(|u| usize::from(u.started)).sum();
            (all, own().map(lost).sum())
        } else {
            (own().count(), own().filter(|u| u.status.is_gone()).count())
        }
    }

    /// Returns how many losses lose the battle for an army of this size
    /// (VIC-01, VIC-02): three quarters, rounded up.
    #[must_use]
    pub const fn break_point(&self, of: usize) -> usize {
        let [top, bottom] = self.numbers.victory.lost;
        (of * top).div_ceil(bottom)
    }

    /// Ends the battle when an army is broken, or after the last turn.
    pub(crate) fn is_over(&self, scene: &mut Scene) -> bool {
        by!(c::SEQ_08, c::VIC_02, c::SCALE_03);
        let broken = Side::BOTH.map(|side| {
            let (all, lost) = self.losses(scene, side);
            all > 0 && lost >= self.break_point(all)
        });
        let broken = drill::beaten(broken).map(|outcome| match outcome {
            Outcome::Draw => (outcome, c::VIC_03),
            Outcome::Won(_) => (outcome, c::VIC_01),
        });
        let time_is_up = || {
            self.time_is_up(scene)
                .map(|(outcome, why, _)| (outcome, why))
        };
        let outcome = broken.or_else(time_is_up);
        if let Some((outcome, why)) = outcome {
            scene.end(outcome, why);
        }
        outcome.is_some()
    }

    /// Returns the last turn: the scenario's, or the switch's (A67). If neither names one, it is
    /// the highest turn a battle can reach.
    fn last_turn(&self, battle: &Battle) -> u16 {
        let house = Some(self.choices.turn_limit).filter(|&n| n > 0);
        battle.setting.last_turn(house)
    }

    /// Returns how a battle ends after its last turn (VIC-04, VIC-05).
    fn time_is_up(&self, battle: &Battle) -> Option<(Outcome, Clause, Decided)> {
        if battle.cursor.turn < self.last_turn(battle) {
            return None;
        }
        let set = &battle.setting.victory;
        if let Some(side) = self.objective_holder(battle) {
            return Some((Outcome::Won(side), c::VIC_05, Decided::Ground));
        }
        if let (true, Some(side)) = (set.objectives, set.default) {
            return Some((Outcome::Won(side), c::VIC_05, Decided::Nothing));
        }
        let [(all_a, lost_a), (all_b, lost_b)] = Side::BOTH.map(|side| self.losses(battle, side));
        // Compares the shares without fractions.
        let spared = drill::greater([lost_b * all_a, lost_a * all_b]);
        let by = spared.map_or(Decided::Nothing, |_| Decided::Losses);
        let won = spared.or(set.default);
        Some((won.map_or(Outcome::Draw, Outcome::Won), c::VIC_04, by))
    }

    /// Returns what decided a battle that ended by a clause.
    pub(crate) fn what_decided(&self, battle: &Battle, why: Clause) -> Decided {
        match self.time_is_up(battle) {
            Some((.., by)) if !matches!(why, c::VIC_01 | c::VIC_03) => by,
            _ => Decided::Broken,
        }
    }

    /// Returns the side that holds more objectives, if one does (VIC-05).
    fn objective_holder(&self, battle: &Battle) -> Option<Side> {
        if !battle.setting.victory.objectives {
            return None;
        }
        drill::holds_more(battle, |side, zone| {
            let mut own = self.bodies(battle).filter(|(_, u)| u.side == side);
            own.any(|(_, u)| zone.area.holds(u.pose.point()))
        })
    }
}
