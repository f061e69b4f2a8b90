//! Orders as lines of text, written and read.

use crate::support::Skirmish;
use proptest::prelude::*;
use sandtable_battle::{Battle, Hand, Leg, Legs, Order, Rules, UnitId};
use sandtable_files::notation::{parse, write};
use sandtable_geometry::{Facing, INCH, Point, Pose};
use std::sync::Arc;

fn order(text: &str) -> Order {
    let rules = Skirmish::new();
    parse(text, &crate::support::battle(&rules), rules.card())
        .unwrap_or_else(|trouble| panic!("{text}: {trouble}"))
}

fn trouble(text: &str) -> String {
    let rules = Skirmish::new();
    match parse(text, &crate::support::battle(&rules), rules.card()) {
        Ok(order) => panic!("{text} is {order:?}"),
        Err(trouble) => trouble.to_string(),
    }
}

#[test]
fn orders_read_as_they_are_said() {
    let legs = |all: &[Leg]| all.iter().copied().collect::<Legs>();
    let half = INCH / 2;
    assert_eq!(
        order("move \"1st Line\" pivot 45 advance 3.5 pivot 90"),
        Order::Move {
            unit: UnitId(0),
            legs: legs(&[
                Leg::Pivot { to: Facing(8192) },
                Leg::Advance {
                    by: 3 * INCH + half
                },
                Leg::Pivot { to: Facing::EAST }
            ]),
        }
    );
    assert_eq!(
        order("MOVE blue_g to 12.5,8 14,9"),
        Order::Move {
            unit: UnitId(1),
            legs: legs(&[
                Leg::March {
                    to: Point::new(12 * INCH + half, 8 * INCH)
                },
                Leg::March {
                    to: Point::new(14 * INCH, 9 * INCH)
                }
            ]),
        }
    );
    let wheel = Leg::Wheel {
        hand: Hand::Left,
        by: 2731,
    };
    assert_eq!(
        order("move #0 wheel left 15 advance 0.5 slide 30 2.0"),
        Order::Move {
            unit: UnitId(0),
            legs: legs(&[
                wheel,
                Leg::Advance { by: half },
                Leg::Slide {
                    towards: Facing(5461),
                    by: 2 * INCH
                }
            ]),
        }
    );
    assert_eq!(
        order("form 1st col"),
        Order::Form {
            unit: UnitId(0),
            formation: 1
        }
    );
    assert_eq!(
        order("shoot 1st red_h"),
        Order::Shoot {
            unit: UnitId(0),
            target: UnitId(3)
        }
    );
    assert_eq!(
        order("charge \"Red Hussars\" 1st_Line reach"),
        Order::Charge {
            unit: UnitId(3),
            target: UnitId(0),
            reach: true,
            heading: None,
        }
    );
    let aimed = |reach| Order::Charge {
        unit: UnitId(3),
        target: UnitId(0),
        reach,
        heading: Some(Facing::EAST),
    };
    assert_eq!(order("charge red_h 1st heading 90"), aimed(false));
    assert_eq!(order("charge red_h 1st reach heading 90"), aimed(true));
    assert_eq!(order("charge red_h 1st heading -270 reach"), aimed(true));
    assert_eq!(
        order("place blue_guards 3,4 90"),
        Order::Place {
            unit: UnitId(1),
            at: Pose::new(3 * INCH, 4 * INCH, Facing::EAST),
            formation: 1
        }
    );
    assert_eq!(
        order("lay the_spinney 3,4 90"),
        Order::Lay {
            piece: 0,
            at: Pose::new(3 * INCH, 4 * INCH, Facing::EAST)
        }
    );
    assert_eq!(order("decide 1"), Order::Decide { choice: 1 });
    assert_eq!(order("roll-off"), Order::RollOff);
}

#[test]
fn a_choice_goes_by_its_reading_too() {
    let rules = Skirmish::new();
    let mut battle = crate::support::battle(&rules);
    battle.cursor.waits = Some(sandtable_battle::Await {
        side: sandtable_battle::Side::A,
        why: crate::support::STAND,
        choices: 2,
        unit: None,
        other: None,
    });
    assert_eq!(
        parse("decide fall", &battle, rules.card()),
        Ok(Order::Decide { choice: 1 })
    );
}

#[test]
fn troubles_say_where_and_what() {
    assert_eq!(trouble(""), "column 1: verb is missing");
    assert_eq!(
        trouble("shot 1st red_h"),
        "column 1: there is no verb `shot` (did you mean `shoot`?)"
    );
    assert_eq!(trouble("shoot 1st"), "column 10: the target is missing");
    assert_eq!(
        trouble("shoot 1st red"),
        "column 11: `red` is the beginning of several units (\"Red Hussars\", \"Red Dragoons\")"
    );
    assert_eq!(
        trouble("shoot 1st \"Red Hussar x\""),
        "column 11: no unit is called `Red Hussar x` (did you mean \"Red Hussars\"?)"
    );
    assert_eq!(
        trouble("shoot 1st \"Red"),
        "column 11: the quotes are not closed (put \" after the name too)"
    );
    assert_eq!(
        trouble("end now"),
        "column 5: `now` is too much: the order ends before it"
    );
    assert_eq!(
        trouble("face 1st nan"),
        "column 10: the facing must be a number, not `nan`"
    );
    assert_eq!(
        trouble("face 1st 1e9"),
        "column 10: the facing must be -360 to 360 degrees, not 1e9"
    );
    assert_eq!(
        trouble("move 1st advance 1e9"),
        "column 18: 1e9 inches are too far"
    );
    assert_eq!(
        trouble("move 1st to 3"),
        "column 13: a place must be two numbers of inches, not `3` (like 12.5,8)"
    );
    assert_eq!(
        trouble("move 1st"),
        "column 9: the way is missing (allowed: pivot, advance, slide, wheel, to)"
    );
    assert_eq!(
        trouble("move 1st advance 1 advance 1 advance 1 advance 1 advance 1 advance 1 advance 1"),
        "column 70: a move has at most 6 legs"
    );
    assert_eq!(
        trouble("form 1st square"),
        "column 10: no formation is called `square` (allowed: line, column)"
    );
    assert_eq!(
        trouble("shoot #9 1st"),
        "column 7: no unit is called `#9` (allowed: 1st Line, Blue Guards, Old Hill, Red Hussars, Red Dragoons)"
    );
}

fn leg() -> impl Strategy<Value = Leg> {
    let by = -100_000..100_000_i32;
    let facing = || any::<u16>().prop_map(Facing);
    prop_oneof![
        facing().prop_map(|to| Leg::Pivot { to }),
        by.clone().prop_map(|by| Leg::Advance { by }),
        (facing(), by).prop_map(|(towards, by)| Leg::Slide { towards, by }),
        (any::<bool>(), any::<u16>()).prop_map(|(left, by)| {
            Leg::Wheel {
                hand: if left { Hand::Left } else { Hand::Right },
                by,
            }
        }),
        point().prop_map(|to| Leg::March { to }),
    ]
}

fn point() -> impl Strategy<Value = Point> {
    (-90_000..200_000_i32, -90_000..200_000_i32).prop_map(|(x, y)| Point::new(x, y))
}

fn orders() -> impl Strategy<Value = Order> {
    let unit = || (0..8_u8).prop_map(UnitId);
    let one = unit().prop_flat_map(|unit| {
        prop_oneof![
            Just(Order::Test { unit }),
            Just(Order::Load { unit }),
            Just(Order::Leave { unit }),
            Just(Order::Pass { unit }),
            any::<u16>().prop_map(move |to| Order::Face {
                unit,
                to: Facing(to)
            }),
            (0..5_u8).prop_map(move |formation| Order::Form { unit, formation }),
            prop::collection::vec(leg(), 1..=6).prop_map(move |legs| Order::Move {
                unit,
                legs: legs.into_iter().collect()
            }),
            (point(), any::<u16>(), 0..5_u8).prop_map(move |(at, facing, formation)| {
                Order::Place {
                    unit,
                    at: Pose::at(at, Facing(facing)),
                    formation,
                }
            }),
        ]
    });
    let two = (unit(), unit()).prop_flat_map(|(unit, target)| {
        prop_oneof![
            any::<(bool, Option<u16>)>().prop_map(move |(reach, heading)| Order::Charge {
                unit,
                target,
                reach,
                heading: heading.map(Facing),
            }),
            Just(Order::Shoot { unit, target }),
            Just(Order::Fight { unit, target }),
            Just(Order::Rally { unit, target }),
            Just(Order::Join { unit, to: target }),
        ]
    });
    let none = prop_oneof![
        Just(Order::Draw),
        (0..2_u8, point(), any::<u16>()).prop_map(|(piece, at, turn)| Order::Lay {
            piece,
            at: Pose::at(at, Facing(turn)),
        }),
        Just(Order::RollOff),
        Just(Order::End),
        any::<u8>().prop_map(|choice| Order::Decide { choice }),
    ];
    prop_oneof![one, two, none]
}

/// Returns the battle with other names: odd ones, equal ones, none.
fn renamed(names: Vec<String>) -> Battle {
    let mut battle = crate::support::battle(&Skirmish::new());
    let more = battle.units[0];
    battle.units.resize(8, more);
    Arc::make_mut(&mut battle.setting).names = names;
    battle
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(order in orders(), names in prop::collection::vec("([aAbB1#_ ]{0,3}|.{0,6}|advance|to)", 8)) {
        let battle = renamed(names);
        let rules = Skirmish::new();
        let text = write(&order, &battle, rules.card());
        prop_assert_eq!(parse(&text, &battle, rules.card()), Ok(order), "{}", text);
    }

    #[test]
    fn any_text_is_an_order_or_a_trouble(text in "((move|shoot|place|face|decide) )?.{0,40}") {
        let rules = Skirmish::new();
        if let Err(trouble) = parse(&text, &crate::support::battle(&rules), rules.card()) {
            prop_assert!(trouble.column >= 1 && trouble.column <= text.chars().count() + 1);
        }
    }
}
