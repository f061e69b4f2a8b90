//! Rule sets that measure in centimetres: their files, orders and words use them.

use crate::support::{RANGE, Skirmish};
use sandtable_battle::{Leg, Order, Refusal, Rules, UnitId, Witness};
use sandtable_files::notation;
use sandtable_geometry::{INCH, Point};

const FILE: &str = r#"
format = 1
rules = "skirmish"
table = [36, 30]

[[unit]]
name = "A"
side = "Blue"
kind = "infantry"
at = [12.5, 6]

[[terrain]]
ground = "road"
line = [[0, 3], [36, 3.3]]
width = 1.5
"#;

#[test]
fn files_are_read_and_written_in_the_unit_of_the_card() {
    let rules = Skirmish::metric();
    let battle =
        sandtable_files::read_battle(FILE, &rules).unwrap_or_else(|flaws| panic!("{flaws}"));
    assert_eq!(
        (battle.setting.width, battle.setting.height),
        (36_000, 30_000)
    );
    assert_eq!(battle.units[0].pose.point(), Point::new(12_500, 6000));
    assert_eq!(battle.setting.terrain[0].width, 1500);
    let text = sandtable_files::write_battle(&battle, rules.card());
    assert!(text.contains("table = [36, 30]"), "{text}");
    assert_eq!(
        sandtable_files::read_battle(&text, &rules).ok(),
        Some(battle)
    );
}

#[test]
fn what_lies_off_the_table_is_told_in_centimetres() {
    let rules = Skirmish::metric();
    let text = FILE.replace("[12.5, 6]", "[36.5, 6]");
    let flaws = sandtable_files::read_battle(&text, &rules).expect_err("off the table");
    let told = flaws.to_string();
    assert!(
        told.contains("`at` lies off the table of 36 by 30 centimetres"),
        "{told}"
    );
}

#[test]
fn orders_and_words_are_in_centimetres() {
    let rules = Skirmish::metric();
    let battle =
        sandtable_files::read_battle(FILE, &rules).unwrap_or_else(|flaws| panic!("{flaws}"));
    let card = rules.card();
    let order = notation::parse("move A advance 2.25 to 12.5,9", &battle, card)
        .unwrap_or_else(|trouble| panic!("{trouble}"));
    let legs = [
        Leg::Advance { by: 2250 },
        Leg::March {
            to: Point::new(12_500, 9000),
        },
    ];
    assert_eq!(
        order,
        Order::Move {
            unit: UnitId(0),
            legs: legs.into_iter().collect()
        }
    );
    assert_eq!(
        notation::write(&order, &battle, card),
        "move A advance 2.25 to 12.5,9"
    );
    assert_eq!(
        sandtable_tell::order(&battle, card, &order),
        "A advances 2.25 centimetres and marches 0.75 centimetres to the north"
    );
    let refusal = Refusal {
        clause: RANGE,
        witness: Witness::Length {
            asked: 6100,
            allowed: 6000,
        },
    };
    assert_eq!(
        sandtable_tell::refusal(&battle, card, &refusal),
        "Out of range: needs 6.1, reaches at most 6 centimetres"
    );
    let trouble = notation::parse("move A advance 1e9", &battle, card).expect_err("too far");
    assert_eq!(
        trouble.to_string(),
        "column 16: 1e9 centimetres are too far"
    );
}

#[test]
fn inches_stay_inches() {
    let rules = Skirmish::new();
    let text = FILE.replace("[12.5, 6]", "[12.5, 6.25]");
    let battle =
        sandtable_files::read_battle(&text, &rules).unwrap_or_else(|flaws| panic!("{flaws}"));
    assert_eq!(battle.setting.width, 36 * INCH);
    assert_eq!(battle.units[0].pose.y, 25 * INCH / 4);
}

#[test]
fn loading_is_an_order_like_any_other() {
    let rules = Skirmish::new();
    let battle =
        sandtable_files::read_battle(FILE, &rules).unwrap_or_else(|flaws| panic!("{flaws}"));
    let order = Order::Load { unit: UnitId(0) };
    assert_eq!(
        notation::parse("load A", &battle, rules.card()),
        Ok(order.clone())
    );
    assert_eq!(notation::write(&order, &battle, rules.card()), "load A");
    assert_eq!(
        sandtable_tell::order(&battle, rules.card(), &order),
        "A loads"
    );
}
