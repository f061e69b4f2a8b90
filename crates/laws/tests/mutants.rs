//! Changed journals. Checksums detect a changed byte anywhere in a file. If someone changes a value
//! and leaves the checksums out, the rules detect it, or it is one of the few things that nobody
//! can prove, and then the proof says so.
//!
//! Every run tries a few thousand mutants; `SANDTABLE_MUTANTS=100000` sets the number.

use sandtable_battle::Rules;
use sandtable_files::journal::{self, Journal, Tail};
use sandtable_opponents::{Lot, Player, level};
use serde_json::Value;
use std::sync::Arc;

/// Returns the journals to change: the first lines of a battle of every rule set.
fn journals() -> Vec<(Arc<dyn Rules>, Journal)> {
    let shipped = sandtable_register::scenarios();
    let mut out: Vec<(Arc<dyn Rules>, Journal)> = Vec::new();
    for id in sandtable_register::NAMES {
        let scenario = shipped
            .iter()
            .find(|s| s.id.starts_with(&format!("{id}/")))
            .expect("a scenario a rule set");
        let (id, switches) = sandtable_files::peek_rules(&scenario.text).expect("shipped");
        let rules = sandtable_register::open(&id, &switches).expect("shipped");
        let battle = sandtable_files::read_battle(&scenario.text, &*rules).expect("shipped");
        out.push((Arc::clone(&rules), played(&*rules, battle)));
    }
    out
}

/// Plays some orders with random players and strikes out the last lines, so that the journal has
/// something of everything.
fn played(rules: &dyn Rules, battle: sandtable_battle::Battle) -> Journal {
    let mut journal = Journal::open(battle, rules, 5);
    let mut player: Box<dyn Player> = level("random", 5).expect("a level");
    while journal.lines().len() < 60 {
        let Some(order) = player.choose(rules, journal.now()) else {
            break;
        };
        if journal.play(rules, &order).is_err() {
            break;
        }
    }
    journal.strike(journal.next() - 4);
    journal.header.players = vec!["one".to_owned(), "another".to_owned()];
    journal
}

fn count() -> usize {
    let asked = std::env::var("SANDTABLE_MUTANTS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(3_000)
}

/// Draws a place in a long text; one draw alone is not fine enough.
fn anywhere(lot: &mut Lot, length: usize) -> usize {
    (lot.below(60_000) * 60_000 + lot.below(60_000)) % length
}

/// Changes, removes, duplicates or moves a byte or a line of the file.
fn spoilt(text: &[u8], lot: &mut Lot) -> Vec<u8> {
    let mut out = text.to_vec();
    let at = anywhere(lot, out.len());
    match lot.below(8) {
        0 | 1 => out[at] ^= 1 << lot.below(8),
        2 => out[at] = b"0123456789abcdefAB\",:{}[]\\ \0"[lot.below(28)],
        3 => drop(out.remove(at)),
        4 => {
            let other = out[anywhere(lot, text.len())];
            out.insert(at, other);
        }
        5 => out.truncate(at),
        6 => out[at..].fill(0),
        _ => {
            let mut lines: Vec<&[u8]> = text.split_inclusive(|b| *b == b'\n').collect();
            let (one, other) = (lot.below(lines.len()), lot.below(lines.len()));
            match lot.below(3) {
                0 => lines.swap(one, other),
                1 => drop(lines.remove(one)),
                _ => lines.insert(one, lines[other]),
            }
            out = lines.concat();
        }
    }
    out
}

#[test]
fn a_byte_changed_anywhere_is_found() {
    let journals = journals();
    let texts: Vec<String> = journals.iter().map(|(_, j)| j.to_jsonl()).collect();
    let mut lot = Lot::new(0x6d75);
    let (mut meaningless, mut found) = (0, 0);
    for n in 0..count() {
        let (rules, journal) = &journals[n % journals.len()];
        let text = texts[n % journals.len()].as_bytes();
        let other = spoilt(text, &mut lot);
        if other == text {
            continue;
        }
        let Ok(other) = String::from_utf8(other) else {
            found += 1;
            continue;
        };
        let read = Journal::read(&other, &**rules);
        match read {
            Err(flaws) => {
                assert!(flaws.to_string().len() < 4_000);
                found += 1;
            }
            Ok(_) if journal::tail(&other) == Tail::Open => found += 1,
            // A carriage return at the end of a line changes nothing.
            Ok(read) => {
                assert_eq!(&read, journal, "{other}");
                meaningless += 1;
            }
        }
    }
    println!("bytes: {found} found, {meaningless} without a meaning");
    assert!(found > meaningless * 50);
}

/// Changes one value in a JSON tree.
fn forge(value: &mut Value, lot: &mut Lot) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(lot.below(map.len())).expect("a key").clone();
            if lot.below(12) == 0 {
                map.remove(&key);
            } else if let Some(part) = map.get_mut(&key) {
                forge(part, lot);
            }
        }
        Value::Array(all) if !all.is_empty() => {
            let at = lot.below(all.len());
            match lot.below(12) {
                0 => drop(all.remove(at)),
                1 => all.insert(at, all[at].clone()),
                _ => forge(&mut all[at], lot),
            }
        }
        Value::Number(n) => {
            let n = n.as_i64().unwrap_or_default();
            let other = [n + 1, n - 1, 0, -n, n + 256, 6, i64::from(i32::MAX)];
            *value = Value::from(other[lot.below(other.len())]);
        }
        Value::String(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            if !letters.is_empty() {
                let at = lot.below(letters.len());
                letters[at] = ['0', '1', '7', 'a', 'f', 'A', 'B', 'z'][lot.below(8)];
            }
            *text = letters.into_iter().collect();
        }
        Value::Bool(yes) => *yes = !*yes,
        _ => *value = Value::from(lot.below(3)),
    }
}

/// Returns whether two journals differ only in struck lines, of which `read` may lack some or
/// repeat one, and in orders with the same result.
fn only_struck_differ(read: &Journal, journal: &Journal) -> bool {
    let mut pairs = read.lines().iter().zip(journal.lines());
    read.lines().len() == journal.lines().len()
        && pairs.all(|(one, other)| {
            let (mut bare, mut whole) = (one.clone(), other.clone());
            bare.struck.clear();
            whole.struck.clear();
            // A different order with the same result is as good.
            bare.order.clone_from(&whole.order);
            bare == whole && one.struck.iter().all(|line| other.struck.contains(line))
        })
}

#[test]
fn a_value_changed_on_purpose_is_found_or_told() {
    let journals = journals();
    let lines: Vec<Vec<String>> = journals
        .iter()
        .map(|(_, journal)| {
            let text = journal.to_jsonl();
            let objects = text.lines().filter(|line| !line.starts_with("{\"end\":"));
            objects
                .map(|line| sandtable_keep::unchecked(line).object().expect("sound"))
                .collect()
        })
        .collect();
    let mut lot = Lot::new(0x666f);
    let (mut found, mut told, mut meaningless) = (0, 0, 0);
    for n in 0..count() / 3 {
        let place = n % journals.len();
        let (rules, journal) = &journals[place];
        let mut all = lines[place].clone();
        // The header is one line of many, so pick it one time in eight.
        let at = if lot.below(8) == 0 {
            0
        } else {
            lot.below(all.len())
        };
        let mut value: Value = serde_json::from_str(&all[at]).expect("JSON");
        forge(&mut value, &mut lot);
        all[at] = value.to_string();
        let text = all.join("\n") + "\n";
        let Ok(read) = Journal::read(&text, &**rules) else {
            found += 1;
            continue;
        };
        let Ok(proof) = read.proof(&**rules) else {
            found += 1;
            continue;
        };
        let before = journal.proof(&**rules).expect("agrees");
        let same = read.lines() == journal.lines();
        if proof != before {
            assert!(proof.cannot() != before.cannot() || !same, "{}", all[at]);
            told += 1;
        } else if same {
            // The players are only a note. The proof has shown that the dice come from the seed.
            let mut header = read.header.clone();
            header.players.clone_from(&journal.header.players);
            header.seeded = journal.header.seeded;
            // If the engine rolled no dice, the seed says nothing.
            if before.seeded == 0 {
                header.seed = journal.header.seed;
            }
            assert_eq!(header, journal.header, "{}", all[at]);
            meaningless += 1;
        } else if only_struck_differ(&read, journal) {
            // Struck lines have no effect, and the same line may be struck twice. A missing or
            // repeated one shows only in the checksums, which were removed here.
            meaningless += 1;
        } else {
            panic!("not found: {}\nwas: {}", all[at], lines[place][at]);
        }
    }
    println!("values: {found} found, {told} told, {meaningless} without a meaning");
    assert!(found > (told + meaningless) * 5);
}
