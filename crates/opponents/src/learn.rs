//! Learns the weights of a rule set from battles between computer players.

use crate::quick::Quick;
use crate::value::{FEATURES, Value, features};
use crate::{Greedy, Limits, Player, battle};
use sandtable_battle::{Battle, Outcome, Rules, Side};
use sandtable_odds::solved;

/// Features of a position, and how its battle ended for that side: 1 won, 0 lost.
pub type Sample = ([f64; FEATURES], f64);

/// Plays one battle and returns its positions at the start of every turn of a side, seen by side A.
/// The seed decides who plays and with which dice.
#[must_use]
pub fn samples(rules: &dyn Rules, start: &Battle, seed: u64) -> Vec<Sample> {
    let player = |side: u64| -> Box<dyn Player> {
        if (seed >> side) & 1 == 0 {
            Box::new(Quick::new(seed ^ side << 40))
        } else {
            Box::new(Greedy::new(seed ^ side << 40))
        }
    };
    let mut players = [player(0), player(1)];
    let (mut out, mut last) = (Vec::new(), None);
    let report = battle(
        rules,
        start,
        &mut players,
        seed,
        Limits::from(5000),
        |now, _, _, _| {
            let moment = (now.cursor.turn, now.cursor.side);
            if now.cursor.turn > 0 && last.replace(moment) != Some(moment) {
                out.push((features(rules, now, Side::A), 0.0));
            }
        },
    );
    let end = match report.outcome {
        Some(Outcome::Won(Side::A)) => 1.0,
        Some(Outcome::Won(Side::B)) => 0.0,
        _ => 0.5,
    };
    for sample in &mut out {
        sample.1 = end;
    }
    out
}

/// How strongly weights are pulled towards zero, in positions: a few battles prove little.
const HELD: f64 = 8.0;

/// Returns the weights that make the observed results likeliest (logistic regression by Newton's
/// steps, each solved by elimination), and the mean surprise of a position in bits: how much stays
/// unexplained.
#[must_use]
pub fn fitted(samples: &[Sample]) -> (Value, f64) {
    let mut weights = [0.0; FEATURES];
    for _ in 0..25 {
        let mut slope = weights.map(|w| -HELD * w);
        let mut curve = [[0.0; FEATURES]; FEATURES];
        for (at, row) in curve.iter_mut().enumerate() {
            row[at] = HELD;
        }
        for (counted, end) in samples {
            let chance = chance(&weights, counted);
            let bend = chance * (1.0 - chance);
            for i in 0..FEATURES {
                slope[i] += (end - chance) * counted[i];
                for j in 0..FEATURES {
                    curve[i][j] += bend * counted[i] * counted[j];
                }
            }
        }
        // The pull towards zero guarantees one solution.
        let step = solved(&curve.map(Vec::from), &slope).unwrap_or_default();
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    let surprise: f64 = samples
        .iter()
        .map(|(counted, end)| {
            let chance = chance(&weights, counted).clamp(1e-9, 1.0 - 1e-9);
            -(end * libm::log2(chance) + (1.0 - end) * libm::log2(1.0 - chance))
        })
        .sum();
    (Value::of(weights), surprise / (samples.len().max(1) as f64))
}

fn chance(weights: &[f64; FEATURES], counted: &[f64; FEATURES]) -> f64 {
    let sum: f64 = weights.iter().zip(counted).map(|(w, x)| w * x).sum();
    1.0 / (1.0 + libm::exp(-sum))
}
