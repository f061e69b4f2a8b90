//! Draws orders for the fuzzer: mostly near the battle, sometimes absurd.

use arbitrary::{Arbitrary, Unstructured};
use sandtable_battle::{Hand, Leg, Order, UnitId};
use sandtable_geometry::{Facing, Point, Pose};

/// Draws an order: mostly near the battle, sometimes absurd.
pub fn order(u: &mut Unstructured<'_>) -> arbitrary::Result<Order> {
    let unit = UnitId(u.int_in_range(0..=24)?);
    let target = UnitId(u.int_in_range(0..=24)?);
    let near = |u: &mut Unstructured<'_>| -> arbitrary::Result<Point> {
        Ok(if u.ratio(1, 20)? {
            Point::new(i32::arbitrary(u)?, i32::arbitrary(u)?)
        } else {
            Point::new(
                u.int_in_range(-5_000..=120_000)?,
                u.int_in_range(-5_000..=120_000)?,
            )
        })
    };
    let long = |u: &mut Unstructured<'_>| -> arbitrary::Result<i32> {
        if u.ratio(1, 20)? {
            i32::arbitrary(u)
        } else {
            u.int_in_range(-2_000..=40_000)
        }
    };
    Ok(match u.int_in_range(0..=16)? {
        0 => Order::Place {
            unit,
            at: Pose::at(near(u)?, Facing(u16::arbitrary(u)?)),
            formation: u8::arbitrary(u)?,
        },
        1..=3 => {
            let mut legs = sandtable_battle::Legs::new();
            for _ in 0..u.int_in_range(0..=6)? {
                legs.push(match u.int_in_range(0..=4)? {
                    0 => Leg::Pivot {
                        to: Facing(u16::arbitrary(u)?),
                    },
                    1 => Leg::Advance { by: long(u)? },
                    2 => Leg::Slide {
                        towards: Facing(u16::arbitrary(u)?),
                        by: long(u)?,
                    },
                    3 => Leg::Wheel {
                        hand: if bool::arbitrary(u)? {
                            Hand::Left
                        } else {
                            Hand::Right
                        },
                        by: u16::arbitrary(u)?,
                    },
                    _ => Leg::March { to: near(u)? },
                });
            }
            Order::Move { unit, legs }
        }
        4 => Order::Face {
            unit,
            to: Facing(u16::arbitrary(u)?),
        },
        5 => Order::Form {
            unit,
            formation: u8::arbitrary(u)?,
        },
        6 => Order::Charge {
            unit,
            target,
            reach: bool::arbitrary(u)?,
            heading: None,
        },
        7 => Order::Shoot { unit, target },
        8 => Order::Fight { unit, target },
        9 => Order::Test { unit },
        10 => Order::Rally { unit, target },
        11 => Order::Join { unit, to: target },
        12 => Order::Leave { unit },
        13 => Order::Pass { unit },
        14 => Order::Load { unit },
        15 => Order::Decide {
            choice: u8::arbitrary(u)?,
        },
        _ => [Order::End, Order::Draw, Order::RollOff][usize::from(u.int_in_range(0..=2_u8)?)]
            .clone(),
    })
}

/// Draws faces for the dice of one order.
pub fn faces(u: &mut Unstructured<'_>) -> Vec<u8> {
    (0..12)
        .map(|_| u.int_in_range(1..=6).unwrap_or(1))
        .collect()
}
