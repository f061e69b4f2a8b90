//! Victory (section 15).

use crate::{OtrD6, c, units};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Outcome, Scene, Side, Status};
use sandtable_drill::{self as drill, Decided};

impl OtrD6 {
    /// Ends the battle when an army is gone or broken (VIC-02, ruling A72).
    pub(crate) fn judge_victory(&self, scene: &mut Scene) {
        if scene.ended.is_some() || scene.cursor.phase == crate::card::DEPLOYING {
            return;
        }
        let beaten = Side::BOTH.map(|side| self.is_beaten(scene, side));
        if let Some(outcome) = drill::beaten(beaten) {
            scene.end(outcome, c::VIC_02);
        }
    }

    /// Whether a side has no units left on the table or to come, or has lost enough stands to
    /// break.
    fn is_beaten(&self, b: &Battle, side: Side) -> bool {
        let here =
            |status: Status| matches!(status, Status::Table | Status::Expected | Status::Exited);
        let alive = b
            .units
            .iter()
            .any(|u| u.side == side && units::fights(u) && here(u.status));
        let limit = u32::from(self.chosen.army_break);
        if !alive || limit == 0 {
            return !alive;
        }
        let (lost, all) = losses(b, side);
        all > 0 && lost * 100 >= limit * all
    }
}

/// Returns the stands a side has lost and the stands it started with; for units that fled,
/// all their stands are lost (VIC-03).
pub(crate) fn losses(b: &Battle, side: Side) -> (u32, u32) {
    let mut sum = (0, 0);
    for u in b
        .units
        .iter()
        .filter(|u| u.side == side && units::fights(u))
    {
        let gone = if u.status.is_lost() {
            u.started
        } else {
            units::lost(u)
        };
        sum.0 += u32::from(gone);
        sum.1 += u32::from(u.started);
    }
    sum
}

impl OtrD6 {
    /// Ends the battle when the agreed turns are played (VIC-01, VIC-03), by the scenario's
    /// own conditions first.
    pub(crate) fn at_the_limit(&self, scene: &mut Scene) {
        by!(c::VIC_01);
        let (outcome, decided) = self.limit_verdict(scene);
        let held = matches!(decided, Decided::Points | Decided::Ground);
        scene.end(outcome, if held { c::VIC_01 } else { c::VIC_03 });
    }

    /// Returns who has won at the turn limit, and what decided it.
    fn limit_verdict(&self, b: &Battle) -> (Outcome, Decided) {
        let set = &b.setting.victory;
        let (held, by) = if set.objectives {
            (self.holds_more(b), Decided::Ground)
        } else {
            (drill::ahead(self, b), Decided::Points)
        };
        if let Some(side) = held {
            return (Outcome::Won(side), by);
        }
        match (self.by_losses(b), set.default) {
            (Outcome::Draw, None) => (Outcome::Draw, Decided::Nothing),
            (Outcome::Draw, Some(side)) => (Outcome::Won(side), Decided::Nothing),
            (won, _) => (won, Decided::Losses),
        }
    }

    /// Returns what decided a battle that ended by a clause.
    pub(crate) fn what_decided(&self, b: &Battle, why: Clause) -> Decided {
        match why {
            c::VIC_02 if self.chosen.army_break == 0 => Decided::NobodyLeft,
            c::VIC_02 => Decided::Broken,
            _ => self.limit_verdict(b).1,
        }
    }

    fn by_losses(&self, b: &Battle) -> Outcome {
        let [own, other] = Side::BOTH.map(|side| losses(b, side));
        self.verdict(own, other)
    }

    /// Compares the shares of lost stands: the smaller share wins; less than ten percentage
    /// points between them is a draw (VIC-03).
    pub(crate) fn verdict(&self, a: (u32, u32), b: (u32, u32)) -> Outcome {
        // Shares as exact fractions: a.0/a.1 against b.0/b.1, over a common denominator.
        let (of_a, of_b) = (i64::from(a.1.max(1)), i64::from(b.1.max(1)));
        let apart = (i64::from(b.0) * of_a - i64::from(a.0) * of_b) * 100;
        let least = i64::from(self.numbers.victory.draw_below_points) * of_a * of_b;
        if apart.abs() < least || apart == 0 {
            Outcome::Draw
        } else if apart > 0 {
            Outcome::Won(Side::A)
        } else {
            Outcome::Won(Side::B)
        }
    }

    /// Returns the side that holds more objectives, if one does. A side holds an objective if
    /// only it has fighting units there.
    fn holds_more(&self, b: &Battle) -> Option<Side> {
        drill::holds_more(b, |side, zone| {
            b.side(side)
                .any(|(id, u)| units::fights(u) && zone.area.overlaps(&self.rect(b, id)))
        })
    }
}
