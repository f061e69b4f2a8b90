//! Measures how long the page's engine, built for this machine, takes to play battles against
//! itself. `selfplay SCENARIO LEVEL BATTLES TIMES` prints the fingerprints of their ends, then the
//! milliseconds of each repetition. `cargo xtask bench wasm` runs it next to `selfplay.mjs`, which
//! does the same in wasm.

use sandtable_tongue::Language;
use sandtable_wasm::{ALL, Engine};
use serde_json::{Value, json};
use std::time::Instant;

/// Plays all battles and returns the fingerprints of their ends.
fn played(engine: &mut Engine, scenario: &str, level: &str, battles: u64) -> String {
    let mut battle = |seed: u64| {
        let game = json!([{ "scenario": scenario, "seed": seed, "level": level }]);
        let answer = engine.call(Language::ENGLISH, "selfplay", &game.to_string());
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let (hash, orders) = (&answer["ok"]["hash"], &answer["ok"]["orders"]);
        let hash = hash.as_str().unwrap_or_else(|| panic!("{answer}"));
        format!("{hash}:{orders}")
    };
    (1..=battles).map(&mut battle).collect::<Vec<_>>().join(" ")
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, level, battles, times] = &arguments[..] else {
        panic!("selfplay SCENARIO LEVEL BATTLES TIMES");
    };
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let mut engine = Engine::new(ALL);
    for time in 0..number(times) {
        let start = Instant::now();
        let ends = played(&mut engine, scenario, level, number(battles));
        let taken = start.elapsed().as_secs_f64() * 1e3;
        if time == 0 {
            println!("{ends}");
        }
        println!("{taken}");
    }
}
