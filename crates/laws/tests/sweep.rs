//! Files changed by their structure: values, keys and whole tables of every shipped battle and of
//! every old position, put in place of one another. Whatever still reads as a sound battle is
//! written so that it reads back equal, and plays.
//!
//! Each file is changed six times, or as often as `SANDTABLE_SWEEP` says.

use rayon::prelude::*;
use sandtable_battle::{Battle, Card, Order, Rolled, Rules, Scene, Scope, Status};
use sandtable_files::{peek_rules, read_battle, write_battle};
use sandtable_opponents::{Lot, sample};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Orders played from each battle that is sound.
const ORDERS: u32 = 20;

/// Numbers near a bound of something.
const NUMBERS: [i64; 22] = [
    -1,
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    10,
    12,
    16,
    20,
    31,
    32,
    127,
    128,
    255,
    256,
    65_535,
    i64::MAX,
];

/// Returns the files below a folder whose names end like this.
fn files(folder: &Path, end: &str, out: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, end, out);
        } else if path.to_string_lossy().ends_with(end) {
            out.push(path);
        }
    }
}

/// The places of a file: the keys and indices that lead to every value.
fn places(value: &Value, at: &[Step], out: &mut Vec<Vec<Step>>) {
    let mut inside = |step: Step, value: &Value| {
        let mut at = at.to_vec();
        at.push(step);
        places(value, &at, out);
        out.push(at);
    };
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                inside(Step::Key(key.clone()), value);
            }
        }
        Value::Array(items) => {
            for (place, value) in items.iter().enumerate() {
                inside(Step::Item(place), value);
            }
        }
        _ => {}
    }
}

/// One step to a value.
#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Item(usize),
}

/// Returns the value at a place.
fn get<'v>(mut value: &'v mut Value, place: &[Step]) -> Option<&'v mut Value> {
    for step in place {
        value = match step {
            Step::Key(key) => value.get_mut(key)?,
            Step::Item(item) => value.get_mut(*item)?,
        };
    }
    Some(value)
}

/// Changes a file once.
fn change(file: &mut Value, card: &Card, lot: &mut Lot) {
    let mut all = Vec::new();
    places(file, &[], &mut all);
    let Some(place) = lot.pick(&all).cloned() else {
        return;
    };
    let other = lot.pick(&all).cloned().unwrap_or_default();
    match lot.below(9) {
        // Another number.
        0 | 1 => {
            if let Some(value) = get(file, &place) {
                let number = NUMBERS[lot.below(NUMBERS.len())];
                match value {
                    Value::Integer(whole) if lot.below(2) == 0 => *whole = number,
                    Value::Integer(whole) => *whole = whole.saturating_add(number % 4),
                    Value::Float(length) => *length += (number % 40) as f64 / 8.0,
                    Value::Boolean(flag) => *flag = !*flag,
                    _ => {}
                }
            }
        }
        // The value of the same key elsewhere, or any other of the same type.
        2 | 3 => {
            let same = |to: &&Vec<Step>| match (place.last(), to.last()) {
                (Some(Step::Key(a)), Some(Step::Key(b))) => a == b,
                _ => false,
            };
            let alike: Vec<&Vec<Step>> = all.iter().filter(same).collect();
            let from = lot.pick(&alike).map_or(other, |from| (*from).clone());
            let new = get(file, &from).cloned();
            if let (Some(old), Some(new)) = (get(file, &place), new)
                && old.type_str() == new.type_str()
            {
                *old = new;
            }
        }
        // A key less, or an entry of a list less or twice.
        4 => {
            let (Some(last), at) = (place.last(), &place[..place.len() - 1]) else {
                return;
            };
            match (get(file, at), last) {
                (Some(Value::Table(table)), Step::Key(key)) => drop(table.remove(key)),
                (Some(Value::Array(items)), Step::Item(item)) if lot.below(2) == 0 => {
                    items.remove(*item);
                }
                (Some(Value::Array(items)), Step::Item(item)) => items.push(items[*item].clone()),
                _ => {}
            }
        }
        // A mark of the card.
        5 | 6 => marked(file, card, lot),
        7 => ruled(file, card, lot),
        // Where the battle stands.
        _ => stand(file, card, lot),
    }
}

/// Gives a unit a mark, a rating or a status that the card knows.
fn marked(file: &mut Value, card: &Card, lot: &mut Lot) {
    let units = file.get_mut("unit").and_then(Value::as_array_mut);
    let Some(units) = units.filter(|units| !units.is_empty()) else {
        return;
    };
    let any = lot.below(units.len());
    let names: Vec<Value> = units
        .iter()
        .filter_map(|unit| unit.get("name").cloned())
        .collect();
    let Some(unit) = units[any].as_table_mut() else {
        return;
    };
    match lot.below(6) {
        0 => {
            let status = Status::ALL[lot.below(Status::ALL.len())];
            unit.insert("status".into(), status.name().into());
        }
        1 if !card.formations.is_empty() => {
            let formation = &card.formations[lot.below(card.formations.len())];
            unit.insert("formation".into(), formation.clone().into());
        }
        2 => {
            let kind = &card.kinds[lot.below(card.kinds.len())];
            unit.insert("kind".into(), kind.id.clone().into());
        }
        _ if !card.marks.is_empty() => {
            let mark = &card.marks[lot.below(card.marks.len())];
            let (least, most) = mark.range;
            let value = match lot.below(4) {
                0 => Value::from(i64::from(least)),
                1 => Value::from(i64::from(most)),
                2 => Value::from(i64::from(i32::midpoint(least, most))),
                _ => names[lot.below(names.len())].clone(),
            };
            unit.insert(mark.id.clone(), value);
        }
        _ => {}
    }
}

/// Plays by another switch, or by a number at one of its bounds.
fn ruled(file: &mut Value, card: &Card, lot: &mut Lot) {
    let Some(file) = file.as_table_mut() else {
        return;
    };
    let mut set = |of: &str, key: &str, value: Value| {
        let table = file.entry(of).or_insert_with(|| Value::Table(Table::new()));
        if let Some(table) = table.as_table_mut() {
            table.insert(key.to_owned(), value);
        }
    };
    if lot.below(2) == 0 {
        let switch = lot.pick(&card.switches);
        let value = switch.and_then(|switch| lot.pick(&switch.values));
        if let (Some(switch), Some(value)) = (switch, value) {
            set("switches", &switch.name, value.clone().into());
        }
    } else if let Some(number) = lot.pick(&card.numbers.numbers)
        && let Some((least, most)) = &number.range
    {
        let bound = if lot.below(2) == 0 { least } else { most };
        let bound = bound.to_string();
        let value = bound
            .parse()
            .map_or_else(|_| bound.clone().into(), Value::Integer);
        set("numbers", &number.path, value);
    }
}

/// Puts the battle into another turn, phase or side.
fn stand(file: &mut Value, card: &Card, lot: &mut Lot) {
    let sides = file.get("side").and_then(Value::as_array);
    let side = sides.and_then(|sides| sides.get(lot.below(2))?.get("name").cloned());
    let Some(file) = file.as_table_mut() else {
        return;
    };
    let state = file
        .entry("state")
        .or_insert_with(|| Value::Table(Table::new()));
    let Some(state) = state.as_table_mut() else {
        return;
    };
    let phase = &card.phases[lot.below(card.phases.len())].id;
    match lot.below(3) {
        0 => drop(state.insert("turn".into(), NUMBERS[lot.below(12)].into())),
        1 => drop(state.insert("phase".into(), phase.clone().into())),
        _ => drop(side.map(|side| state.insert("active".into(), side))),
    }
}

/// Checks that a battle is written so that it reads back equal.
fn returns(battle: &Battle, rules: &dyn Rules) {
    let text = write_battle(battle, rules.card());
    let read = read_battle(&text, rules);
    assert_eq!(read.as_ref(), Ok(battle), "{text}");
}

/// Reads a file and, if it is sound, plays it. Returns whether it is.
fn play(text: &str, lot: &mut Lot) -> bool {
    let Ok((id, switches)) = peek_rules(text) else {
        return false;
    };
    let Ok(rules) = sandtable_register::open(&id, &switches) else {
        return false;
    };
    let Ok(mut battle) = read_battle(text, &*rules) else {
        return false;
    };
    returns(&battle, &*rules);
    let mut scene = Scene::new(battle.clone());
    if scene.is_unopened() {
        rules.open(&mut scene, &mut Rolled::new(1, 0));
        battle = scene.finish().0;
    }
    for number in 0..ORDERS {
        if battle.ended.is_some() {
            break;
        }
        let offers = rules.all_offers(&battle);
        let Some(offer) = lot.pick(&offers) else {
            break;
        };
        let Some(legal) = sample(&*rules, &battle, offer, lot) else {
            continue;
        };
        let mut scene = Scene::new(battle);
        rules.resolve(&legal, &mut scene, &mut Rolled::new(7, number));
        battle = scene.finish().0;
    }
    returns(&battle, &*rules);
    true
}

#[test]
fn a_file_whose_parts_changed_places_is_refused_or_plays() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    for folder in ["scenarios", "museum", "web/e2e", "crates/session/tests"] {
        files(&root.join(folder), ".battle.toml", &mut all);
    }
    assert!(all.len() > 50, "{} files", all.len());
    let times = std::env::var("SANDTABLE_SWEEP").ok();
    let times: usize = times.map_or(6, |times| times.parse().expect("a number"));
    let sound: usize = all
        .par_iter()
        .enumerate()
        .map(|(number, path)| {
            let text = std::fs::read_to_string(path).expect("a text");
            let file: Value = toml::from_str(&text).expect("a file");
            let (id, switches) = peek_rules(&text).expect("a rule set");
            let rules = sandtable_register::open(&id, &switches).expect("a rule set");
            let mut lot = Lot::new(number as u64);
            let played = (0..times).filter(|_| {
                let mut file = file.clone();
                for _ in 0..=lot.below(3) {
                    change(&mut file, rules.card(), &mut lot);
                }
                let text = toml::to_string(&file).expect("a file");
                let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    play(&text, &mut lot)
                }));
                tried.unwrap_or_else(|_| panic!("{}, changed to\n{text}", path.display()))
            });
            played.count()
        })
        .sum();
    println!("{sound} of {} were sound", all.len() * times);
    assert!(sound > all.len() * times / 10, "{sound} were sound");
}

/// Returns versions of a position that waits for a decision: in each phase, with each unit as the
/// one that acts and as those whom the decision is about.
fn moved(file: &Value, card: &Card) -> Vec<Value> {
    let units = file.get("unit").and_then(Value::as_array);
    let names = units
        .into_iter()
        .flatten()
        .filter_map(|unit| unit.get("name"));
    let phases = card
        .phases
        .iter()
        .map(|phase| Value::from(phase.id.clone()));
    let set = |path: &[&str], value: Value| {
        let mut file = file.clone();
        let (last, above) = path.split_last()?;
        let table = above
            .iter()
            .try_fold(&mut file, |at, key| at.get_mut(*key))?;
        table.as_table_mut()?.insert((*last).to_owned(), value);
        Some(file)
    };
    let of_phases = phases.filter_map(|phase| set(&["state", "phase"], phase));
    let of_units = names.flat_map(|name| {
        let acting = set(&["state", "unit"], name.clone());
        let asked = ["unit", "other"].map(|key| set(&["state", "choice", key], name.clone()));
        acting.into_iter().chain(asked.into_iter().flatten())
    });
    of_phases.chain(of_units).collect()
}

/// Reads a position that waits for a decision; if it is sound, tries every answer. Returns whether
/// it is. After the answer the position is as sound as before, and somebody can give an order.
fn answer(text: &str) -> bool {
    let (id, switches) = peek_rules(text).expect("a rule set");
    let rules = sandtable_register::open(&id, &switches).expect("a rule set");
    let Ok(battle) = read_battle(text, &*rules) else {
        return false;
    };
    for offer in rules.all_offers(&battle) {
        let Scope::Choices(count) = offer.scope else {
            continue;
        };
        for choice in 0..count {
            let Some(legal) = rules.legal(&battle, &Order::Decide { choice }) else {
                continue;
            };
            let mut scene = Scene::new(battle.clone());
            rules.resolve(&legal, &mut scene, &mut Rolled::new(1, u32::from(choice)));
            let after = scene.finish().0;
            returns(&after, &*rules);
            let stuck = after.ended.is_none() && rules.all_offers(&after).is_empty();
            assert!(!stuck, "nobody can give an order");
        }
    }
    true
}

#[test]
fn a_decision_in_another_phase_or_of_another_unit_is_refused_or_goes_on() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    for folder in ["museum", "web/e2e", "crates/session/tests"] {
        files(&root.join(folder), ".battle.toml", &mut all);
    }
    let tried: Vec<bool> = (all.par_iter())
        .flat_map(|path| {
            let text = std::fs::read_to_string(path).expect("a text");
            let file: Value = toml::from_str(&text).expect("a file");
            if file
                .get("state")
                .and_then(|state| state.get("choice"))
                .is_none()
            {
                return Vec::new();
            }
            let (id, switches) = peek_rules(&text).expect("a rule set");
            let rules = sandtable_register::open(&id, &switches).expect("a rule set");
            moved(&file, rules.card())
        })
        .map(|file| {
            let text = toml::to_string(&file).expect("a file");
            let tried = std::panic::catch_unwind(|| answer(&text));
            tried.unwrap_or_else(|_| panic!("in this position:\n{text}"))
        })
        .collect();
    let sound = tried.iter().filter(|sound| **sound).count();
    println!("{sound} of {} were sound", tried.len());
    assert!(
        sound > 50 && sound < tried.len(),
        "{sound} of {}",
        tried.len()
    );
}
