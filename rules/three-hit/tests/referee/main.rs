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
use sandtable_referee::replay::replay;
use sandtable_referee::table::Recipe;
use sandtable_referee::walk::{Course, Pair, Report, asked, seeded, walk};
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
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/three-hit");
    let files = std::fs::read_dir(folder).expect("the scenarios that ship");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let read = |path| std::fs::read_to_string(path).expect("a scenario");
    let all = paths.into_iter().map(read);
    all.filter(|text: &String| !text.contains("general = \"yes\""))
        .collect()
}

fn walked(orders: u32, seed: u64) -> Report {
    let course = Course {
        pair: &pair,
        scenarios: scenarios(),
        draw: &draw,
        drawn: 80,
    };
    walk(&course, orders, seed)
}

#[test]
fn the_second_umpire_rules_as_the_engine_does() {
    if let Some(told) = replay(&pair) {
        return println!("{told}");
    }
    let report = walked(asked(2_000), seeded(7));
    println!("{}", report.told());
    assert!(report.differences.is_empty(), "{}", report.quarrels());
    let count = |kind: &str| report.kinds.get(kind).copied().unwrap_or_default();
    for kind in [
        "charge",
        "shoot",
        "fight",
        "retreat",
        "fall-back",
        "eliminated",
    ] {
        assert!(count(kind) > 0, "no {kind}: {}", report.told());
    }
}
