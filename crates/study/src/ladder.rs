//! Strength of players who have met each other: Elo ratings, 400 points for odds of ten to one,
//! fitted to all battles together, with their errors.

use crate::model::Study;
use crate::play::{Record, swapped};
use sandtable_battle::Side;
use sandtable_odds::solved;

/// A rating and its margin of error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Points above the reference player.
    pub elo: f64,
    /// Margin of error, at 95 percent.
    pub within: f64,
}

/// Results of two players against each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Met {
    /// Number of battles.
    pub battles: u32,
    /// Battles that the first player won; a draw counts half.
    pub won: f64,
}

/// Returns the score of an arm's first player in a battle: 1, 0, or a half.
#[must_use]
pub fn won_by_first(study: &Study, record: &Record) -> f64 {
    let seat = if swapped(study.swap, record.battle) {
        Side::B
    } else {
        Side::A
    };
    match record.end.winner() {
        Some(winner) if winner == seat => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

/// Elo points in one unit of log-odds.
const POINTS: f64 = 400.0 / core::f64::consts::LN_10;

/// Rates players by their results against each other (`met[a][b]`, given once for each pair); the
/// player at `anchor` has zero. Each pair that met gets one more draw: a player who won every
/// battle is strong, but not infinitely strong.
#[must_use]
pub fn ratings(met: &[Vec<Met>], anchor: usize) -> Vec<Rating> {
    let count = met.len();
    let mut strength: Vec<f64> = vec![0.0; count];
    let mut curve = vec![vec![0.0; count]; count];
    for _ in 0..50 {
        let mut slope = vec![0.0; count];
        curve = vec![vec![0.0; count]; count];
        for (a, row) in met.iter().enumerate() {
            for (b, one) in row.iter().enumerate().filter(|(_, one)| one.battles > 0) {
                let battles = f64::from(one.battles) + 1.0;
                let chance = 1.0 / (1.0 + libm::exp(strength[b] - strength[a]));
                let miss = one.won + 0.5 - battles * chance;
                let bend = battles * chance * (1.0 - chance);
                slope[a] += miss;
                slope[b] -= miss;
                curve[a][a] += bend;
                curve[b][b] += bend;
                curve[a][b] -= bend;
                curve[b][a] -= bend;
            }
        }
        hold(&mut curve, &mut slope, anchor);
        // Groups that never met have no common scale.
        let Some(step) = solved(&curve, &slope) else {
            break;
        };
        for (one, step) in strength.iter_mut().zip(step) {
            *one += f64::clamp(step, -1.0, 1.0);
        }
    }
    (0..count)
        .map(|player| {
            let mut unit = vec![0.0; count];
            unit[player] = 1.0;
            let spread = solved(&curve, &unit).map_or(f64::INFINITY, |s| s[player]);
            let spread = spread.max(0.0).sqrt();
            let within = if player == anchor {
                0.0
            } else {
                1.96 * spread * POINTS
            };
            Rating {
                elo: strength[player] * POINTS,
                within,
            }
        })
        .collect()
}

/// Fixes the anchor, and every player who met nobody.
fn hold(curve: &mut [Vec<f64>], slope: &mut [f64], anchor: usize) {
    for at in 0..curve.len() {
        if at == anchor || curve[at][at] <= 0.0 {
            curve[at].fill(0.0);
            curve.iter_mut().for_each(|row| row[at] = 0.0);
            curve[at][at] = 1.0;
            slope[at] = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rates three players: the second beat the first in three of four battles, and the third beat
    /// the second as often.
    fn three(battles: u32) -> Vec<Rating> {
        let mut met = vec![vec![Met::default(); 3]; 3];
        let won = f64::from(battles) * 0.25;
        met[0][1] = Met { battles, won };
        met[1][2] = Met { battles, won };
        ratings(&met, 0)
    }

    #[test]
    fn three_of_four_are_191_points() {
        let many = three(100_000);
        assert!((many[1].elo - 190.8).abs() < 0.5, "{many:?}");
        assert!((many[2].elo - 381.7).abs() < 1.0, "{many:?}");
        assert!(many[0].elo.abs() < 1e-9 && many[0].within.abs() < 1e-9);
    }

    #[test]
    fn more_battles_leave_less_in_doubt() {
        let (few, many) = (three(20), three(80));
        assert!(few[1].within > 1.8 * many[1].within, "{few:?} {many:?}");
        assert!(many[2].within > many[1].within, "farther from the anchor");
    }

    #[test]
    fn whoever_won_everything_is_strong_not_endless() {
        let mut met = vec![vec![Met::default(); 2]; 2];
        met[0][1] = Met {
            battles: 10,
            won: 0.0,
        };
        let all = ratings(&met, 0);
        assert!(all[1].elo > 300.0 && all[1].elo < 900.0, "{all:?}");
    }
}
