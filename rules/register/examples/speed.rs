//! Shows where the time of a rule set goes, order by order. It judges, resolves and applies
//! recorded random play of its scenarios again and again, and adds up the fastest time of each
//! order by phase and verb. `cargo run --release -p sandtable-register --example speed [SET
//! [PART]]`. PART is part of a line that it prints: then only such orders are played, more often,
//! for a profiler.

#[path = "../benches/play/mod.rs"]
mod play;

use play::{Moment, random_play, sets};
use sandtable_battle::{Order, Rolled, Scene};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Returns the fastest time of each order over this many passes.
fn timed(play: &[Moment], passes: u32) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; play.len()];
    let mut scene = Scene::new(play[0].battle.clone());
    for _ in 0..passes {
        for ((m, best), i) in play.iter().zip(&mut best).zip(0..) {
            let start = Instant::now();
            let legal = m.rules.judge(&m.battle, &m.order).expect("legal");
            scene.reset(&m.battle);
            let mut dice = Rolled::new(1, i);
            m.rules.resolve(&legal, &mut scene, &mut dice);
            *best = start.elapsed().min(*best);
            black_box(scene.events().len());
        }
    }
    best
}

/// Returns the phase in which an order is given, and its verb.
fn class(m: &Moment) -> String {
    let phase = usize::from(m.battle.cursor.phase);
    let phases = &m.rules.card().phases;
    let phase = phases.get(phase).map_or("", |p| p.title.as_str());
    let verb = format!("{:?}", m.order);
    let verb = verb.split([' ', '{']).next().unwrap_or_default();
    let after = match (&m.order, m.battle.cursor.waits) {
        (Order::Decide { .. }, Some(waits)) => m.rules.card().cite(waits.why),
        _ => String::new(),
    };
    format!("{phase}: {verb} {after}")
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let part = wanted.get(1);
    for set in sets() {
        if wanted.first().is_some_and(|w| w != set) {
            continue;
        }
        let mut play = random_play(set, 2);
        play.retain(|m| part.is_none_or(|part| class(m).contains(part)));
        if !play.is_empty() {
            tell(set, &play, if part.is_some() { 300 } else { 60 });
        }
    }
}

/// Plays, and prints a table.
fn tell(set: &str, play: &[Moment], passes: u32) {
    let times = timed(play, passes);
    let all: Duration = times.iter().sum();
    let mut classes: BTreeMap<String, (u32, Duration)> = BTreeMap::new();
    for (m, &time) in play.iter().zip(&times) {
        let entry = classes.entry(class(m)).or_default();
        *entry = (entry.0 + 1, entry.1 + time);
    }
    let count = f64::from(u32::try_from(play.len()).unwrap_or(u32::MAX));
    let rate = count / all.as_secs_f64();
    println!("{set}: {count} orders, {rate:.0} a second");
    let mut classes: Vec<_> = classes.into_iter().collect();
    classes.sort_by_key(|(_, (_, time))| std::cmp::Reverse(*time));
    for (name, (count, time)) in classes {
        let share = 100.0 * time.as_secs_f64() / all.as_secs_f64();
        let each = time.as_secs_f64() * 1e6 / f64::from(count);
        println!("  {share:5.1} %  {count:5} of  {each:9.2} us  {name}");
    }
}
