//! Orders in the examples' words.

use super::position::{Position, place};
use sandtable_battle::{Hand, Leg, Legs, Order, Unit};
use sandtable_geometry::{Facing, Point, inches};
use sandtable_otr_d6::units;

pub fn order(position: &Position, words: &str) -> Order {
    let words: Vec<&str> = words.split_whitespace().collect();
    let unit = position.id(words[1]);
    let target = || position.id(words[2]);
    match words[0] {
        "shoot" => Order::Shoot {
            unit,
            target: target(),
        },
        "charge" => Order::Charge {
            unit,
            target: target(),
            reach: true,
            heading: None,
        },
        "test" => Order::Test { unit },
        "pass" => Order::Pass { unit },
        "face" => Order::Face {
            unit,
            to: degrees(words[2]),
        },
        "form" => Order::Form {
            unit,
            formation: formation(words[2]),
        },
        "move" => Order::Move {
            unit,
            legs: obliquely(position.battle.unit(unit), legs(&words[2..])),
        },
        other => panic!("unknown order {other}"),
    }
}

pub fn formation(word: &str) -> u8 {
    let word = if word == "mounted" { "line" } else { word };
    place(
        &[
            "line",
            "column",
            "reinforced",
            "dismounted",
            "dismounted-column",
        ],
        word,
    )
}

/// A line goes along a segment without turning: a slide.
pub fn obliquely(unit: &Unit, legs: Legs) -> Legs {
    let column = matches!(unit.formation, units::COLUMN | units::DISMOUNTED_COLUMN);
    let in_line = matches!(unit.kind, units::INFANTRY | units::CAVALRY) && !column;
    match legs[..] {
        [Leg::March { to }] if in_line => {
            let from = unit.pose.point();
            let slide = Leg::Slide {
                towards: Facing::towards(from, to),
                by: from.distance(to),
            };
            [slide].into_iter().collect()
        }
        _ => legs,
    }
}

pub fn degrees(word: &str) -> Facing {
    Facing::from_degrees(word.parse().expect("degrees")).expect("an angle")
}

pub fn legs(words: &[&str]) -> Legs {
    let mut legs = Legs::new();
    let mut words = words.iter();
    let parse = |word: Option<&&str>| {
        inches(word.expect("a number").parse().expect("a number")).expect("a length")
    };
    while let Some(&word) = words.next() {
        match word {
            "advance" => {
                let by = parse(words.next());
                if by > 0 {
                    legs.push(Leg::Advance { by });
                }
            }
            "wheel" => {
                let hand = if *words.next().expect("a hand") == "left" {
                    Hand::Left
                } else {
                    Hand::Right
                };
                legs.push(Leg::Wheel {
                    hand,
                    by: degrees(words.next().expect("degrees")).0,
                });
            }
            "along" => {
                for pair in words.by_ref() {
                    let (x, y) = pair.split_once(',').expect("a point");
                    let to = Point::new(parse(Some(&x)), parse(Some(&y)));
                    legs.push(Leg::March { to });
                }
            }
            other => panic!("unknown leg {other}"),
        }
    }
    legs
}
