//! A second umpire for three-hit One Hour Wargames, written from its specification
//! alone: slow, with its own geometry, without any code of the rule crate.
//!
//! `ORDERS=200000 cargo nextest run -p sandtable-three-hit --test referee` plays that
//! many orders. `docs/referee.md` says what it covers and what it found.

mod fight;
mod ground;
mod judge;
mod play;
mod slide;
mod state;
mod turn;

use sandtable_battle::Switches;
use sandtable_referee::Lot;
use sandtable_referee::compare::{built_in, compare};
use sandtable_referee::table::Recipe;
use sandtable_referee::walk::{Course, Pair};
use sandtable_three_hit::ThreeHit;

fn pair(switches: &Switches) -> Pair {
    let rules = ThreeHit::new(switches).expect("switches of the files");
    let card = sandtable_battle::Rules::card(&rules).clone();
    let umpire = state::Second::new(switches, &card);
    Pair {
        rules: Box::new(rules),
        umpire: Box::new(umpire),
    }
}

/// Writes random losses and ratings of a unit.
fn more(lot: &mut Lot, kind: &str) -> String {
    let mut out = String::new();
    if lot.percent(30) {
        out.push_str(["hits = 1\n", "hits = 2\n"][usize::from(lot.percent(50))]);
    }
    if lot.percent(20) {
        out.push_str("armoured = \"yes\"\n");
    }
    if kind == "cavalry" && lot.percent(30) {
        out.push_str("firearms = \"yes\"\n");
    }
    out
}

const HORSE: [&str; 8] = [
    "infantry",
    "infantry",
    "infantry",
    "skirmishers",
    "artillery",
    "cavalry",
    "cavalry",
    "cavalry",
];
const ANCIENT: [&str; 6] = [
    "infantry",
    "infantry",
    "infantry",
    "archers",
    "skirmishers",
    "cavalry",
];
const GROUNDS: [&str; 11] = [
    "woods", "woods", "town", "hill", "hill", "marsh", "river", "bridge", "ford", "road", "wall",
];

/// Switches of some random battles; the others use the defaults.
const HOUSES: [&str; 6] = [
    "melee_sides = \"both\"",
    "hill_covers_shooting = \"yes\", charge_reach = \"half\"",
    "cover_and_double = \"cancel\", morale_trigger = \"melee_only\", retreat_facing = \"keep\"",
    "fallback_distance = \"12\", fallback_from = \"infantry_only\", pivot_is_move = \"no\"",
    "attackers_per_target = \"one\", road_bonus = \"three_inches\", cavalry_fire = \"all\"",
    "charge_through_skirmishers = \"yes\", retreat_blocks_shooting = \"no\"",
];

fn draw(lot: &mut Lot) -> String {
    let ancient = lot.percent(40);
    let house = if lot.percent(30) {
        lot.pick(&HOUSES).copied().unwrap_or("")
    } else {
        ""
    };
    let period = if ancient { "period = \"ancient\"" } else { "" };
    let both = [period, house].into_iter().filter(|s| !s.is_empty());
    let switches = both.collect::<Vec<_>>().join(", ");
    Recipe {
        rules: "three-hit",
        kinds: if ancient { &ANCIENT } else { &HORSE },
        grounds: &GROUNDS,
        table: (30.0, 26.0),
        units: 5,
        room: 4.6,
        met: 35,
        size: |kind| {
            if kind == "artillery" {
                (2.0, 2.0)
            } else {
                (4.0, 2.0)
            }
        },
        ahead: 0.5,
        apart: (3.0, 10.0),
        switches: &switches,
        more,
    }
    .draw(lot)
}

/// Returns the built-in battles, except those with generals and squares.
fn scenarios() -> Vec<String> {
    let mut all = built_in("three-hit");
    all.retain(|text| !text.contains("general = \"yes\""));
    all
}

#[test]
fn the_second_umpire_rules_as_the_engine_does() {
    let course = Course {
        pair: &pair,
        scenarios: scenarios(),
        draw: &draw,
        drawn: 80,
    };
    let kinds = [
        "charge",
        "shoot",
        "fight",
        "retreat",
        "fall-back",
        "eliminated",
    ];
    compare(&course, 2_000, 7, &kinds);
}
