//! Computes the times in docs/measured.md: `rows SET SECONDS WORK` does one kind of work over all
//! scenarios of a rule set and prints one number. `cargo xtask bench rows` runs all kinds, next to
//! other engines. WORK is
//!
//! - `random`, `quick`, `greedy`: orders per second in whole battles between such players; each
//!   order is listed, chosen, judged, resolved and applied;
//! - `12x12`, `24x12`, `12x48`: the same between random players, on a large table with this many
//!   units per side and pieces of terrain;
//! - `list`: microseconds to list all offers of a state;
//! - `copy`, `bytes`: nanoseconds to copy a battle into existing memory, and for `memcpy` to copy
//!   as many bytes;
//! - `odds-KIND`: milliseconds for the exact odds of a stored order (`rules/register/counts`),
//!   without a cache;
//! - `chain`: the same for a whole chain of the regimental rules, cut at a millionth.

#[path = "../benches/play/mod.rs"]
mod play;

use play::chains::{CHAINS, chain};
use play::grown::grown;
use play::{Start, branches, copied, explored, kept, random_play, starts};
use sandtable_battle::Scene;
use sandtable_opponents::{Player, Quick, Random, battle, level};
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// Most orders in a battle; random players finish long before.
const MOST: u32 = 20_000;

/// Makes a player from a seed.
type Seat = fn(u64) -> Box<dyn Player>;

/// Plays one battle between such players and returns the number of orders.
fn orders(start: &Start, seat: Seat, seed: u64) -> u32 {
    let mut players = [seat(2 * seed), seat(2 * seed + 1)];
    let (rules, first) = (&*start.rules, &start.battle);
    let done = battle(rules, first, &mut players, seed, MOST, |_, _, _, events| {
        black_box(events);
    });
    done.orders
}

/// Returns orders per second, measured over some time.
fn pace(starts: &[Start], seat: Seat, time: Duration) -> f64 {
    let begun = Instant::now();
    let mut all = 0.0;
    let turns = (1_u64..).flat_map(|seed| starts.iter().map(move |start| (start, seed)));
    for (start, seed) in turns {
        all += f64::from(orders(start, seat, seed));
        if begun.elapsed() >= time {
            break;
        }
    }
    all / begun.elapsed().as_secs_f64()
}

/// Returns the seconds that some work takes, repeated over some time.
fn each(time: Duration, mut work: impl FnMut()) -> f64 {
    let begun = Instant::now();
    let mut times = 0.0;
    while begun.elapsed() < time {
        work();
        times += 1.0;
    }
    begun.elapsed().as_secs_f64() / times
}

/// Returns the microseconds to list all offers of a state in recorded random play.
fn list(set: &str, time: Duration) -> f64 {
    let play = random_play(set, 1);
    let all = each(time, || {
        for moment in &play {
            black_box(moment.rules.all_offers(&moment.battle));
        }
    });
    1e6 * all / f64::from(u32::try_from(play.len()).unwrap_or(u32::MAX))
}

/// Returns the nanoseconds to copy a battle into existing memory.
fn copy(start: &Start, time: Duration) -> f64 {
    let mut scene = Scene::new(start.battle.clone());
    let thousand = || {
        for _ in 0..1000 {
            scene.reset(black_box(&start.battle));
        }
    };
    1e6 * each(time, thousand)
}

/// Returns the nanoseconds for `memcpy` to copy as many bytes as a battle has.
fn bytes(start: &Start, time: Duration) -> f64 {
    let from = vec![1_u8; copied(&start.battle)];
    let mut to = from.clone();
    let thousand = || {
        for _ in 0..1000 {
            to.copy_from_slice(black_box(&from));
            black_box(&to);
        }
    };
    1e6 * each(time, thousand)
}

/// Returns the milliseconds for the exact odds of a stored order, or `None` if there is no such
/// order.
fn odds(set: &str, name: &str, time: Duration) -> Option<f64> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("counts");
    let found = kept(&folder, set, name)?;
    let legal = found.rules.judge(&found.battle, &found.order).ok()?;
    let work = || {
        black_box(branches(&*found.rules, &found.battle, &legal));
    };
    Some(1e3 * each(time, work))
}

/// Returns the milliseconds for the longest chain, with all officers asked, cut at a millionth.
fn whole_chain(time: Duration) -> Option<f64> {
    let found = chain(CHAINS[2]);
    let legal = found.rules.judge(&found.battle, &found.order).ok()?;
    let work = || {
        black_box(explored(&*found.rules, &found.battle, &legal, 1e-6));
    };
    Some(1e3 * each(time, work))
}

/// Returns orders per second of random play on a large table: `EACHxPIECES`.
fn large(set: &str, work: &str, time: Duration) -> Option<f64> {
    let (units, pieces) = work.split_once('x')?;
    let start = grown(set, units.parse().ok()?, pieces.parse().ok()?)?;
    Some(pace(&[start], random, time))
}

fn random(seed: u64) -> Box<dyn Player> {
    Box::new(Random::new(seed))
}

fn quick(seed: u64) -> Box<dyn Player> {
    Box::new(Quick::new(seed))
}

fn greedy(seed: u64) -> Box<dyn Player> {
    level("greedy", seed).expect("a level")
}

/// Returns the figure for some work.
fn figure(set: &str, work: &str, time: Duration) -> Option<f64> {
    let starts = starts(set);
    match work {
        "random" => Some(pace(&starts, random, time)),
        "quick" => Some(pace(&starts, quick, time)),
        "greedy" => Some(pace(&starts, greedy, time)),
        "list" => Some(list(set, time)),
        "copy" => Some(copy(starts.first()?, time)),
        "bytes" => Some(bytes(starts.first()?, time)),
        "chain" if set == "regimental" => whole_chain(time),
        _ => match work.strip_prefix("odds-") {
            Some(name) => odds(set, name, time),
            None => large(set, work, time),
        },
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [set, seconds, work] = &arguments[..] else {
        panic!("rows SET SECONDS WORK");
    };
    let seconds: f64 = seconds.parse().expect("seconds");
    let time = Duration::from_secs_f64(seconds);
    // Warm up.
    figure(set, work, time / 2);
    match figure(set, work, time) {
        Some(figure) => println!("{figure}"),
        None => println!("none"),
    }
}
