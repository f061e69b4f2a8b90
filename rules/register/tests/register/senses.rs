//! The greedy player's sense: small positions where the right order is obvious to anyone who plays
//! that rule set. There is one file per rule set in the folder beside this file; its `setup` is the
//! head of every battle.

use sandtable_files::notation;
use sandtable_opponents::{Greedy, Player};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    setup: String,
    #[serde(default)]
    sense: Vec<Sense>,
}

/// A position, with what a player gives or never gives in it: the first words of each order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sense {
    title: String,
    phase: String,
    #[serde(default)]
    terrain: String,
    /// Name, side, kind, x, y, facing; then `key=value` for everything else.
    units: Vec<String>,
    /// Number of orders to examine; 1 by default.
    #[serde(default = "one")]
    orders: usize,
    /// At least one of these is among the orders.
    #[serde(default)]
    gives: Vec<String>,
    /// None of these is among the orders.
    #[serde(default)]
    never: Vec<String>,
    /// Unit, and the point that must lie within 45 degrees of its front after the orders.
    faces: Option<(String, f64, f64)>,
}

const fn one() -> usize {
    1
}

/// Returns the lines of a unit in a battle file.
fn unit(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, side, kind, x, y, facing, more @ ..] = &words[..] else {
        panic!("{line}: name, side, kind, x, y, facing");
    };
    let mut text = format!(
        "[[unit]]\nname = \"{name}\"\nside = \"{side}\"\nkind = \"{kind}\"\nat = [{x}, {y}]\nfacing = {facing}\n"
    );
    for pair in more {
        let (key, value) = pair.split_once('=').expect("key=value");
        let quoted = value.parse::<f64>().is_err() && !value.starts_with('{');
        let value = if quoted {
            format!("\"{value}\"")
        } else {
            value.replace(':', " = ")
        };
        text += &format!("{key} = {value}\n");
    }
    text
}

/// Returns what is wrong with the greedy player's orders in a position.
fn flaw(setup: &str, sense: &Sense) -> Option<String> {
    let units: String = sense.units.iter().map(|line| unit(line)).collect();
    let text = format!(
        "{setup}\n{}\n{units}\n[state]\nturn = 2\nphase = \"{}\"\nactive = \"Blue\"\n",
        sense.terrain, sense.phase
    );
    let (id, switches) =
        sandtable_files::peek_rules(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let rules = sandtable_register::open(&id, &switches).expect("offered");
    let mut now =
        sandtable_files::read_battle(&text, &*rules).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut greedy = Greedy::new(1);
    let mut given: Vec<String> = Vec::new();
    for number in 0..sense.orders {
        let Some(order) = greedy.choose(&*rules, &now) else {
            break;
        };
        given.push(notation::write(&order, &now, rules.card()));
        let mut dice = sandtable_battle::Rolled::new(1, u32::try_from(number).expect("few"));
        now = rules.play(&now, &order, &mut dice).expect("legal").0;
    }
    let starts = |with: &String| given.iter().any(|order| order.starts_with(with.as_str()));
    if !sense.gives.is_empty() && !sense.gives.iter().any(starts) {
        return Some(format!("{}: gives {given:?}", sense.title));
    }
    if sense.never.iter().any(starts) {
        return Some(format!("{}: gives {given:?}", sense.title));
    }
    let (name, x, y) = sense.faces.as_ref()?;
    let at = now.setting.names.iter().position(|n| n == name);
    let pose = now.units[at.expect("a unit of that name")].pose;
    let unit = f64::from(rules.card().ruler.unit());
    #[expect(clippy::cast_possible_truncation, reason = "on the table")]
    let point = sandtable_geometry::Point::new((x * unit) as i32, (y * unit) as i32);
    let wanted = sandtable_geometry::Facing::towards(pose.point(), point);
    let off = pose.facing.turn_to(wanted).abs();
    (off > sandtable_geometry::Facing::EIGHTH)
        .then(|| format!("{}: faces {off} away after {given:?}", sense.title))
}

fn check(text: &str) {
    let file: File = sandtable_battle::read_toml(text).unwrap_or_else(|e| panic!("{e}"));
    assert!(!file.sense.is_empty(), "no position");
    let flaws: Vec<String> = file
        .sense
        .iter()
        .filter_map(|sense| flaw(&file.setup, sense))
        .collect();
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}

#[test]
fn greedy_knows_its_way_about_throw_me_a_6() {
    check(include_str!("senses/throw-me-a-6.toml"));
}

#[test]
fn greedy_knows_its_way_about_the_regimental_rules() {
    check(include_str!("senses/regimental.toml"));
}

#[test]
fn greedy_knows_its_way_about_my_favorite_rules() {
    check(include_str!("senses/favorite.toml"));
}

#[test]
fn greedy_knows_its_way_about_six_plus() {
    check(include_str!("senses/six-plus.toml"));
}
