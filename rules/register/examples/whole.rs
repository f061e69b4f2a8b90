//! How many orders a second whole random battles come to: `whole SET SECONDS` plays the
//! scenarios of a rule set in turn, each order listed, drawn, judged, resolved and applied, and
//! prints one number. `cargo xtask bench peers` runs it beside other engines.

#[path = "../benches/play/mod.rs"]
mod play;

use play::{Start, starts};
use sandtable_opponents::{Player, Random, battle};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Orders of a battle, at most: those of random players end long before.
const MOST: u32 = 20_000;

/// The orders of one battle.
fn orders(start: &Start, seed: u64) -> u32 {
    let player = |seed| -> Box<dyn Player> { Box::new(Random::new(seed)) };
    let mut players = [player(2 * seed), player(2 * seed + 1)];
    let (rules, first) = (&*start.rules, &start.battle);
    let done = battle(rules, first, &mut players, seed, MOST, |_, _, _, events| {
        black_box(events);
    });
    done.orders
}

/// Orders a second, over some time.
fn pace(starts: &[Start], time: Duration) -> f64 {
    let begun = Instant::now();
    let mut all = 0.0;
    let turns = (1_u64..).flat_map(|seed| starts.iter().map(move |start| (start, seed)));
    for (start, seed) in turns {
        all += f64::from(orders(start, seed));
        if begun.elapsed() >= time {
            break;
        }
    }
    all / begun.elapsed().as_secs_f64()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let set = arguments.next().unwrap_or_default();
    let seconds = arguments.next().and_then(|text| text.parse().ok());
    let seconds: f64 = seconds.expect("whole SET SECONDS");
    let starts = starts(&set);
    assert!(!starts.is_empty(), "there are no scenarios of `{set}`");
    pace(&starts, Duration::from_secs_f64(seconds / 2.0));
    println!("{}", pace(&starts, Duration::from_secs_f64(seconds)));
}
