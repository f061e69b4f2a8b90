//! Writes short seeds: journals of two units of every rule set, without checksums, and orders that
//! start with the byte that chooses their battle.
//!
//! `cargo run -p sandtable-fuzz-targets --example seeds`

use sandtable_files::{Journal, notation};
use sandtable_fuzz_targets::{CLOSED, DUELS};
use sandtable_opponents::{Lot, level};
use std::fs;
use std::path::Path;

fn main() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let journals = seeds.join("journal");
    fs::create_dir_all(&journals).expect("a folder");
    for (number, (rules, text)) in DUELS.iter().enumerate() {
        let battle = sandtable_files::read_battle(text, &**rules).expect("sound");
        let name = format!("{}-{number}", rules.card().id);
        fs::write(journals.join(name), journal(&**rules, battle)).expect("written");
    }
    orders(&seeds.join("notation"));
    by_lot(&seeds.join("battles"));
}

/// Writes random bytes, from which targets draw positions and orders.
fn by_lot(folder: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    for number in 0..24_u8 {
        let mut lot = Lot::new(u64::from(number));
        let byte = |_| u8::try_from(lot.below(256)).expect("a byte");
        let bytes: Vec<u8> = (0..48).map(byte).collect();
        fs::write(folder.join(format!("lot-{number:02}")), bytes).expect("written");
    }
}

/// Plays the first orders with random players and returns their journal without checksums.
fn journal(rules: &dyn sandtable_battle::Rules, battle: sandtable_battle::Battle) -> String {
    let mut journal = Journal::open(battle, rules, 5);
    let mut player = level("random", 5).expect("a level");
    while journal.lines().len() < 8 && journal.to_jsonl().len() < 3_000 {
        let Some(order) = player.choose(rules, journal.now()) else {
            break;
        };
        if journal.play(rules, &order).is_err() {
            break;
        }
    }
    journal.strike(journal.next().saturating_sub(3));
    let text = journal.to_jsonl();
    let lines = text.lines().filter(|line| !line.starts_with("{\"end\":"));
    let bare = |line: &str| match line.rsplit_once(",\"check\":\"") {
        Some((open, _)) => format!("{open}}}\n"),
        None => format!("{line}\n"),
    };
    lines.map(bare).collect()
}

/// Adds to older seeds of orders the byte of a battle that can read them.
fn orders(folder: &Path) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let text = fs::read_to_string(entry.path()).expect("an order");
        // Newer seeds already have that byte, which is no lowercase letter.
        if !text.starts_with(|c: char| c.is_ascii_lowercase()) {
            continue;
        }
        let reads = |(_, (rules, battle)): &(usize, &sandtable_fuzz_targets::Table)| {
            notation::parse(&text, battle, rules.card()).is_ok()
        };
        let place = CLOSED.iter().enumerate().find(reads).map_or(0, |(n, _)| n);
        let byte = char::from(u8::try_from(CLOSED.len() + place).expect("few"));
        fs::write(entry.path(), format!("{byte}{text}")).expect("written");
    }
}
