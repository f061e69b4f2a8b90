//! Measures how long the greedy player thinks: whole battles against itself, one after the other.
//! Prints a table in Markdown.
//!
//! `cargo run --release -p sandtable-register --example thinking -- [BATTLES [SCENARIO]]`
//!
//! SCENARIO is part of a name.

use sandtable_battle::{Battle, Order, Rules};
use sandtable_opponents::{Player, battle, level};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of choices in a battle, their total time, and the longest.
#[derive(Default)]
struct Taken {
    choices: u32,
    all: Duration,
    longest: Duration,
    what: String,
}

/// Player whose choices are timed.
struct Timed {
    player: Box<dyn Player>,
    taken: Arc<Mutex<Taken>>,
}

impl Player for Timed {
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order> {
        let start = Instant::now();
        let order = self.player.choose(rules, battle);
        let time = start.elapsed();
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.choices += 1;
        taken.all += time;
        if time > taken.longest {
            taken.longest = time;
            let card = rules.card();
            let phase = &card.phases[usize::from(battle.cursor.phase)];
            taken.what = format!("turn {}, {}", battle.cursor.turn, phase.title);
        }
        order
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let battles: u32 = args.next().and_then(|n| n.parse().ok()).unwrap_or(5);
    let only = args.next().unwrap_or_default();
    println!("| scenario | a battle | choices | a choice | the longest, of all battles | where |");
    println!("|---|---|---|---|---|---|");
    let all = sandtable_register::scenarios().into_iter();
    for scenario in all.filter(|s| s.id.contains(&only)) {
        let text = &scenario.text;
        let (id, switches) = sandtable_files::peek_rules(text).expect("shipped");
        let rules = sandtable_register::open(&id, &switches).expect("shipped");
        let start = sandtable_files::read_battle(text, &*rules).expect("shipped");
        let taken = Arc::new(Mutex::new(Taken::default()));
        for seed in 0..u64::from(battles) {
            let player = |salt| -> Box<dyn Player> {
                let player = level("greedy", seed + 1 + salt).expect("a level");
                let taken = Arc::clone(&taken);
                Box::new(Timed { player, taken })
            };
            let mut players = [player(0), player(1000)];
            battle(
                &*rules,
                &start,
                &mut players,
                seed + 1,
                5000,
                |_, _, _, _| {},
            );
        }
        let taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
        println!(
            "| {} | {:.0} ms | {} | {:.2} ms | {:.0} ms | {} |",
            scenario.id,
            taken.all.as_secs_f64() * 1e3 / f64::from(battles),
            taken.choices / battles,
            taken.all.as_secs_f64() * 1e3 / f64::from(taken.choices.max(1)),
            taken.longest.as_secs_f64() * 1e3,
            taken.what,
        );
    }
}
