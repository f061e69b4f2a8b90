//! A second umpire for the 6+ rules, written from their specification alone: slow, with its own
//! geometry, and without any code of the rule crate.
//!
//! `ORDERS=200000 cargo nextest run -p sandtable-six-plus --test referee` plays that many orders.
//! `docs/referee.md` says what it covers and what it found.

mod charge;
mod judge;
mod play;
mod retreat;
mod shoot;
mod state;

use sandtable_battle::Switches;
use sandtable_referee::Lot;
use sandtable_referee::compare::{built_in, compare};
use sandtable_referee::table::Recipe;
use sandtable_referee::walk::{Course, Pair};
use sandtable_six_plus::SixPlus;

fn pair(switches: &Switches) -> Pair {
    let rules = SixPlus::new(switches).expect("switches of the files");
    let card = sandtable_battle::Rules::card(&rules).clone();
    Pair {
        rules: Box::new(rules),
        umpire: Box::new(state::Second::new(switches, &card)),
    }
}

/// Draws extra lines for a unit of a random table.
fn more(lot: &mut Lot, kind: &str) -> String {
    let mut out = String::new();
    if lot.percent(60) {
        out.push_str(&format!("hits = {}\n", lot.below(12)));
    }
    if !matches!(kind, "cavalry" | "general") && lot.percent(30) {
        out.push_str("unloaded = 1\n");
    }
    out
}

const KINDS: [&str; 9] = [
    "infantry",
    "infantry",
    "infantry",
    "skirmishers",
    "artillery",
    "cavalry",
    "cavalry",
    "cavalry",
    "cavalry",
];
/// The kinds of unit with Generals.
const LED: [&str; 10] = [
    "infantry",
    "infantry",
    "skirmishers",
    "artillery",
    "cavalry",
    "cavalry",
    "cavalry",
    "general",
    "general",
    "general",
];
/// House rules with Generals.
const STAFFS: [&str; 5] = [
    "general = \"on\"",
    "general = \"on\", rally_limit = \"once_per_game\"",
    "general = \"on\", general_is_cavalry_target = \"yes\", tide = \"on\"",
    "general = \"on\", rout = \"on\", rout_check = \"both\"",
    "general = \"on\", events = \"on\"",
];
/// The events of a battle's cards.
const CARDS: [&str; 5] = ["quiet", "powder", "mud", "rain", "stragglers"];

const GROUNDS: [&str; 11] = [
    "woods", "woods", "town", "hill", "hill", "marsh", "river", "bridge", "ford", "road", "hill",
];

/// Switches for random battles, in addition to the default.
const HOUSES: [&str; 10] = [
    "tide = \"on\"",
    "tide = \"on\", tide_needs_13 = \"yes\", blocked_retreat = \"eliminated\"",
    "rout = \"on\"",
    "rout = \"on\", rout_threshold = \"ceil_half_plus_one\", rout_check = \"both\", tide = \"on\"",
    "square = \"on\", formation_change_blocks_shooting = \"yes\"",
    "reload_required = \"no\", pivot_is_move = \"no\"",
    "shoot_after_loading = \"no\", arc_half_angle = \"22.5\"",
    "h2h_rounding = \"stepwise\", pass_through = \"all\"",
    "events = \"on\"",
    "events = \"on\", tide = \"on\"",
];

fn draw(lot: &mut Lot) -> String {
    let led = lot.percent(30);
    let house = if led {
        lot.pick(&STAFFS).copied().unwrap_or("")
    } else if lot.percent(50) {
        lot.pick(&HOUSES).copied().unwrap_or("")
    } else {
        ""
    };
    let mut out = Recipe {
        rules: "six-plus",
        kinds: if led { &LED } else { &KINDS },
        grounds: &GROUNDS,
        table: (28.0, 24.0),
        units: 6,
        room: 4.6,
        met: 20,
        size: |_| (4.0, 2.0),
        ahead: 0.5,
        apart: (3.0, 9.0),
        switches: house,
        more,
    }
    .draw(lot);
    // GEN-01: each side has one General.
    for side in ["Blue", "Red"] {
        let general = format!("side = \"{side}\"\nkind = \"general\"");
        if let Some((first, rest)) = out.clone().split_once(&general) {
            let horse = format!("side = \"{side}\"\nkind = \"cavalry\"");
            out = [first, &general, &rest.replace(&general, &horse)].concat();
        }
    }
    if house.contains("events") {
        for _ in 0..=lot.below(5) {
            let does = lot.pick(&CARDS).copied().unwrap_or("quiet");
            let cards = 1 + lot.below(3);
            out.push_str(&format!(
                "\n[[event]]\ndoes = \"{does}\"\ncards = {cards}\n"
            ));
        }
    }
    out
}

#[test]
fn the_second_umpire_rules_as_the_engine_does() {
    let course = Course {
        pair: &pair,
        scenarios: built_in("six-plus"),
        draw: &draw,
        drawn: 80,
    };
    let kinds = [
        "charge",
        "shoot",
        "fight",
        "retreat",
        "eliminated",
        "load",
        "rally",
        "card drawn",
    ];
    compare(&course, 2_000, 5, &kinds);
}
