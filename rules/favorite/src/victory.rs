//! Victory (section Victory).

use crate::{Favorite, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Outcome, Scene, Side};
use sandtable_drill::{self as drill, Decided};

/// Units lost, units at the start, figures left, figures at the start.
type Count = (i32, i32, i32, i32);

impl Favorite {
    /// Ends the battle at the end of a turn if an army is beaten or the last turn was played.
    /// Returns whether the battle ended.
    pub(crate) fn decide_battle(&self, scene: &mut Scene) -> bool {
        by!(c::VIC_01);
        let beaten = Side::BOTH.map(|side| self.is_beaten(scene, side));
        let Some(outcome) = drill::beaten(beaten) else {
            return self.time_is_up(scene);
        };
        scene.end(outcome, c::VIC_01);
        true
    }

    /// Counts what a side has lost and has left (VIC-04).
    pub(crate) fn count(&self, b: &Battle, side: Side) -> Count {
        by!(c::VIC_04);
        let mut sum = (0, 0, 0, 0);
        for u in b.units.iter().filter(|u| u.side == side && self.fights(u)) {
            let gone = u.status.is_gone();
            sum.0 += i32::from(gone);
            sum.1 += 1;
            sum.2 += if gone { 0 } else { i32::from(u.stands) };
            sum.3 += i32::from(u.started);
        }
        sum
    }

    /// Whether a side has lost all of its units, or the share of them that beats it (VIC-01).
    pub(crate) fn is_beaten(&self, b: &Battle, side: Side) -> bool {
        let (lost, all, ..) = self.count(b, side);
        let share = self.chosen.breaks_at;
        lost == all || share.is_some_and(|(top, bottom)| lost * bottom >= all * top)
    }

    /// Returns the number of the last turn (VIC-02): the scenario's, or the switch's.
    pub(crate) fn last_turn(&self, b: &Battle) -> u16 {
        by!(c::VIC_02);
        b.setting.last_turn(Some(self.chosen.turn_limit))
    }

    /// Decides the battle after the last turn: by objectives first, then by what is left of both
    /// armies (VIC-02, VIC-03). Returns whether the battle ended.
    fn time_is_up(&self, scene: &mut Scene) -> bool {
        if scene.cursor.turn < self.last_turn(scene) {
            return false;
        }
        let (winner, why, _) = self.at_the_end(scene);
        scene.end(winner.map_or(Outcome::Draw, Outcome::Won), why);
        true
    }

    /// Returns who has won after the last turn, by which clause, and what decided it.
    fn at_the_end(&self, b: &Battle) -> (Option<Side>, Clause, Decided) {
        let set = &b.setting.victory;
        if let Some(side) = self.holder_of_ground(b) {
            return (Some(side), c::VIC_03, Decided::Ground);
        }
        if set.objectives && set.default.is_some() {
            return (set.default, c::VIC_03, Decided::Nothing);
        }
        match self.better_kept(b) {
            Some(side) => (Some(side), c::VIC_02, Decided::ArmyLeft),
            None => (set.default, c::VIC_02, Decided::Nothing),
        }
    }

    /// Returns what decided a battle that ended by a clause.
    pub(crate) fn what_decided(&self, b: &Battle, why: Clause) -> Decided {
        match why {
            c::VIC_01 => Decided::Broken,
            _ => self.at_the_end(b).2,
        }
    }

    /// Returns the side with the larger share of its figures left (VIC-02).
    fn better_kept(&self, b: &Battle) -> Option<Side> {
        let [(.., a, of_a), (.., other, of_b)] = Side::BOTH.map(|side| self.count(b, side));
        drill::greater([
            i64::from(a) * i64::from(of_b),
            i64::from(other) * i64::from(of_a),
        ])
    }

    /// Returns the side that holds more objectives alone (VIC-03).
    fn holder_of_ground(&self, b: &Battle) -> Option<Side> {
        if !b.setting.victory.objectives {
            return None;
        }
        by!(c::VIC_03);
        drill::holds_more(b, |side, zone| {
            self.fighters(b, side)
                .any(|(_, u)| zone.area.holds(u.pose.point()))
        })
    }
}
