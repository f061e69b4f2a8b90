//! The printed figures that `printed_odds.rs` does not cover: retreats after
//! shots, by the whole chain of real orders; and the factors a charge shows.

use crate::common::*;
use sandtable_battle::{Judging, Order, Rules, UnitId};
use sandtable_odds::{Chance, Explorer, Law, Weight};
use sandtable_three_hit::marks;
use sandtable_three_hit::turn::{MELEE, SHOOT};
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    odds: Vec<Odds>,
}

#[derive(Deserialize)]
struct Odds {
    id: String,
    ask: String,
    #[serde(default)]
    column: i8,
    #[serde(default)]
    covered: bool,
    expect: toml::Value,
}

/// Sets up a shooter or charger of a column before a fresh target, with or without cover.
fn stand(column: i8, covered: bool) -> (Table, Order, UnitId) {
    let mut t = table(&[]);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.red("infantry", 32.0, 32.0, 180.0);
    t.battle.units[r.index()].ratings[0] = u8::from(covered);
    let order = match column {
        2 => {
            let b = t.blue("cavalry", 18.0, 16.0, 0.0);
            t.phase(MELEE);
            fight(b, r)
        }
        _ => {
            let kind = if column == 0 {
                "infantry"
            } else {
                "skirmishers"
            };
            let b = t.blue(kind, 18.0, 8.0, 0.0);
            t.phase(SHOOT);
            shoot(b, r)
        }
    };
    (t, order, r)
}

/// O5: retreats, stands damaged, untouched.
fn retreat(column: i8, covered: bool) -> Vec<String> {
    let (t, order, r) = stand(column, covered);
    let start = t.battle.unit(r).pose;
    let law: Law<u8> = Explorer::new().law(|dice| {
        let (struck, _) = t.rules.play(&t.battle, &order, dice).unwrap();
        let (after, _) = t.rules.play(&struck, &Order::End, dice).unwrap();
        let unit = after.unit(r);
        match (unit.pose == start, marks::HITS.of(unit)) {
            (false, _) => 0,
            (true, 1..) => 1,
            (true, _) => 2,
        }
    });
    assert_eq!(law.mass(), Chance::ONE);
    (0..3).map(|at| law.chance(&at).to_string()).collect()
}

#[test]
fn shots_drive_off_as_often_as_printed() {
    let file: File = toml::from_str(include_str!("../figures/odds.toml")).unwrap();
    let asked = file.odds.iter().filter(|odds| odds.ask == "retreat");
    let mut count = 0;
    for odds in asked {
        let printed = odds.expect.as_array().unwrap();
        let printed: Vec<&str> = printed.iter().filter_map(toml::Value::as_str).collect();
        assert_eq!(retreat(odds.column, odds.covered), printed, "{}", odds.id);
        count += 1;
    }
    assert_eq!(count, 6);
}

/// The factors of a charge are those of the melee it brings.
#[test]
fn a_charge_shows_its_melee() {
    let mut t = table(&[]);
    let b = t.blue("cavalry", 24.0, 13.1, 315.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    let legal = t.allows(&charge(b, r));
    let factors = t.rules.advice().factors(&t.battle, &legal);
    assert_eq!(factors.iter().map(|f| f.value).collect::<Vec<_>>(), [2, 1]);
}
