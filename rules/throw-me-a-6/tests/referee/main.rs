//! A second umpire for Throw me a 6, written from its specification alone: slow, with
//! its own geometry, without any code of the rule crate. It rules on moves, shots,
//! charges, rounds of melee, retreats, pursuits, attached chariots, elephants that run amok,
//! generals and the order of play. `docs/referee.md` says what it leaves to other tests.
//!
//! `ORDERS=200000 cargo nextest run -p sandtable-throw-me-a-6 --test referee` plays
//! that many orders.

mod amok;
mod back;
mod charge;
mod chariots;
mod melee;
mod moves;
mod order_of_play;
mod play;
mod shoot;
mod state;

use sandtable_battle::Switches;
use sandtable_referee::Lot;
use sandtable_referee::compare::{built_in, compare};
use sandtable_referee::table::Recipe;
use sandtable_referee::walk::{Course, Pair};
use sandtable_throw_me_a_6::ThrowMeA6;

fn pair(switches: &Switches) -> Pair {
    let rules = ThrowMeA6::new(switches).expect("switches of the files");
    let card = sandtable_battle::Rules::card(&rules).clone();
    Pair {
        rules: Box::new(rules),
        umpire: Box::new(state::Second::new(switches, &card)),
    }
}

/// Writes random ratings and losses of a unit.
fn more(lot: &mut Lot, kind: &str) -> String {
    let mut out = String::new();
    let one = |lot: &mut Lot, of: &[&str]| lot.pick(of).map_or(String::new(), |v| (*v).to_owned());
    if matches!(kind, "artillery" | "general") {
        return out;
    }
    out.push_str(&format!(
        "armour = \"{}\"\n",
        one(lot, &["none", "half", "full"])
    ));
    out.push_str(&format!(
        "skill = \"{}\"\n",
        one(lot, &["inferior", "average", "superior"])
    ));
    if kind != "elephants" && !kind.contains("chariots") {
        let drill = one(lot, &["raw", "seasoned", "seasoned", "veteran"]);
        out.push_str(&format!("experience = \"{drill}\"\n"));
        if lot.percent(40) {
            out.push_str(["stands = 2\n", "stands = 3\n"][usize::from(lot.percent(50))]);
        }
    }
    if kind.starts_with("light") && lot.percent(50) {
        out.push_str("weapon = \"bow\"\n");
    }
    out
}

const KINDS: [&str; 20] = [
    "light_infantry",
    "light_infantry",
    "warband",
    "warband",
    "peltasts",
    "heavy_infantry",
    "heavy_infantry",
    "spears",
    "pikes",
    "legion",
    "triarii",
    "archers",
    "light_cavalry",
    "light_cavalry",
    "heavy_cavalry",
    "heavy_cavalry",
    "shock_cavalry",
    "elephants",
    "chariots",
    "artillery",
];
const GROUNDS: [&str; 6] = ["woods", "woods", "town", "hill", "hill", "rough"];
/// Rivers with their crossings, and woods.
const WET: [&str; 6] = ["river", "river", "bridge", "bridge", "ford", "woods"];

fn size(kind: &str) -> (f64, f64) {
    if kind.contains("chariots") || matches!(kind, "artillery" | "general") {
        (1.5, 1.5)
    } else {
        (3.0, 1.5)
    }
}

/// Types that few armies have: chariots with units to join, elephants, generals.
const RARE: [&str; 12] = [
    "general",
    "general",
    "chariots",
    "chariots",
    "egyptian_chariots",
    "elephants",
    "elephants",
    "heavy_infantry",
    "warband",
    "light_infantry",
    "heavy_cavalry",
    "archers",
];

fn draw(lot: &mut Lot) -> String {
    let rare = lot.percent(40);
    Recipe {
        rules: "throw-me-a-6",
        kinds: if rare { &RARE } else { &KINDS },
        grounds: if lot.percent(30) { &WET } else { &GROUNDS },
        table: (30.0, 26.0),
        units: 7,
        room: 3.5,
        met: 30,
        size,
        ahead: 0.5,
        apart: (2.0, 9.0),
        switches: if rare { "general = \"on\"" } else { "" },
        more,
    }
    .draw(lot)
}

/// Returns the built-in battles, except the one with a general.
fn scenarios() -> Vec<String> {
    let mut all = built_in("throw-me-a-6");
    all.retain(|text| !text.contains("general = \"on\""));
    all
}

#[test]
fn the_second_umpire_rules_as_the_engine_does() {
    let course = Course {
        pair: &pair,
        scenarios: scenarios(),
        draw: &draw,
        drawn: 85,
    };
    let kinds = [
        "charge",
        "shoot",
        "fight",
        "move",
        "beaten",
        "gone",
        "retreat",
        "must follow",
        "break-off",
        "charge that goes home",
        "pila",
        "rest of a move",
        "amok",
        "amok run",
        "amok meets somebody",
        "general asked",
        "chariot that joins",
        "chariot that leaves its unit",
        "the end",
    ];
    compare(&course, 2_000, 5, &kinds);
}
