//! Measures players and scenarios: greedy against random on either side, and greedy against greedy.
//! Prints tables in Markdown.
//!
//! `cargo run --release -p sandtable-register --example balance -- [BATTLES [SCENARIO]]`
//!
//! SCENARIO is part of a name, or the path of a battle file that you are tuning.

use rayon::prelude::*;
use sandtable_battle::{Outcome, Side};
use sandtable_opponents::{Player, battle, level};

/// Wins of A, wins of B, draws, unfinished battles; orders and turns in total.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: [u32; 2],
    drawn: u32,
    open: u32,
    orders: u32,
    turns: u32,
}

fn play(text: &str, names: [&str; 2], battles: u32) -> Tally {
    let (id, switches) = sandtable_files::peek_rules(text).expect("shipped");
    let rules = sandtable_register::open(&id, &switches).expect("shipped");
    let start = sandtable_files::read_battle(text, &*rules).expect("shipped");
    let reports: Vec<_> = (0..battles)
        .into_par_iter()
        .map(|seed| {
            let seed = u64::from(seed) + 1;
            let player =
                |name, salt| -> Box<dyn Player> { level(name, seed + salt).expect("a level") };
            let mut players = [player(names[0], 0), player(names[1], 1000)];
            let report = battle(&*rules, &start, &mut players, seed, 5000, |_, _, _, _| {});
            (report.outcome, report.orders, report.turns)
        })
        .collect();
    let mut tally = Tally::default();
    for (outcome, orders, turns) in reports {
        match outcome {
            Some(Outcome::Won(side)) => tally.won[side.index()] += 1,
            Some(Outcome::Draw) => tally.drawn += 1,
            None => tally.open += 1,
        }
        tally.orders += orders;
        tally.turns += u32::from(turns);
    }
    tally
}

fn main() {
    let mut args = std::env::args().skip(1);
    let battles: u32 = args.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let only = args.next().unwrap_or_default();
    println!(
        "| scenario | greedy beats random as first side | as second side | greedy against greedy: first, second, drawn | orders a battle | turns |"
    );
    println!("|---|---|---|---|---|---|");
    let chosen: Vec<(String, String)> = if only.ends_with(".toml") {
        let text = std::fs::read_to_string(&only).expect("a battle file");
        vec![(only, text)]
    } else {
        let all = sandtable_register::scenarios().into_iter();
        all.filter(|s| s.id.contains(&only))
            .map(|s| (s.id, s.text))
            .collect()
    };
    for (id, text) in &chosen {
        let first = play(text, ["greedy", "random"], battles);
        let second = play(text, ["random", "greedy"], battles);
        let even = play(text, ["greedy", "greedy"], battles * 2);
        println!(
            "| {} | {}/{battles} | {}/{battles} | {}, {}, {} of {} | {} | {:.1} |",
            id,
            first.won[Side::A.index()],
            second.won[Side::B.index()],
            even.won[0],
            even.won[1],
            even.drawn + even.open,
            battles * 2,
            even.orders / (battles * 2),
            f64::from(even.turns) / f64::from(battles * 2),
        );
    }
}
