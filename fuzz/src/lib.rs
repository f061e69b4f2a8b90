//! What the targets share: rule sets that are opened once, shipped battles, and random
//! positions that are sound.

use arbitrary::{Arbitrary, Unstructured};
use sandtable_battle::{Battle, Hand, Leg, Order, Rolled, Rules, Scene, Switches, UnitId};
use sandtable_geometry::{Facing, Point, Pose};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};

/// A battle with its rules.
pub type Table = (Arc<dyn Rules>, Battle);

/// Every shipped scenario, opened.
pub static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let open = |(rules, battle): Table| {
        let mut scene = Scene::new(battle);
        rules.open(&mut scene, &mut Rolled::new(1, 0));
        (rules, scene.finish().0)
    };
    CLOSED.iter().cloned().map(open).collect()
});

/// Every shipped scenario, before it is opened.
pub static CLOSED: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let shipped = sandtable_register::scenarios();
    let read = |s: &sandtable_register::Scenario| {
        let (id, switches) = sandtable_files::peek_rules(&s.text).expect("shipped");
        let rules = open(&id, &switches).expect("shipped");
        let battle = sandtable_files::read_battle(&s.text, &*rules).expect("shipped");
        (rules, battle)
    };
    shipped.iter().map(read).collect()
});

type Opened = BTreeMap<String, Result<Arc<dyn Rules>, String>>;

/// A rule set under switches. To open one takes longer than most of what is tried with
/// it: those that were opened are kept.
pub fn open(id: &str, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
    const MOST: usize = 500;
    static OPENED: Mutex<Opened> = Mutex::new(BTreeMap::new());
    let key = format!("{id} {switches:?}");
    let mut opened = OPENED.lock().unwrap_or_else(|e| e.into_inner());
    if let Some(rules) = opened.get(&key) {
        return rules.clone();
    }
    let rules = sandtable_register::open(id, switches);
    if opened.len() < MOST {
        opened.insert(key, rules.clone());
    }
    rules
}

/// A position near a shipped one: numbers of its file are changed, and it is a position
/// if it reads, which is to say that `check` calls it sound.
pub fn position(u: &mut Unstructured<'_>, rules: &dyn Rules, near: &Battle) -> Option<Battle> {
    let mut text = sandtable_files::write_battle(near, rules.card());
    for _ in 0..u.int_in_range(1..=6).ok()? {
        let numbers = numbers(&text);
        let (at, end) = *u.choose(&numbers).ok()?;
        let old: f64 = text[at..end].parse().unwrap_or(0.0);
        let new = match u.int_in_range(0..=4_u8).ok()? {
            0 => f64::from(u.int_in_range(-2..=12_i32).ok()?),
            1 => old + f64::from(u.int_in_range(-60..=60_i32).ok()?) / 10.0,
            2 => old + 1.0,
            3 => old - 1.0,
            _ => f64::from(u.int_in_range(0..=400_i32).ok()?),
        };
        text.replace_range(at..end, &new.to_string());
    }
    sandtable_files::read_battle(&text, rules).ok()
}

/// Where the numbers of a file stand, but for those of its first lines.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let from = text.find("[[").unwrap_or(0);
    let mut out: Vec<(usize, usize)> = Vec::new();
    let mut quoted = false;
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        quoted ^= bytes[at] == b'"';
        let begins = bytes[at].is_ascii_digit() || bytes[at] == b'-';
        let word = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
        if quoted || word || !begins {
            at += 1;
            continue;
        }
        let length = bytes[at + 1..].iter().take_while(|b| b.is_ascii_digit() || **b == b'.');
        let end = at + 1 + length.count();
        out.push((at, end));
        at = end;
    }
    out
}

/// An order as a fuzzer draws it: mostly near the battle, sometimes absurd.
pub fn order(u: &mut Unstructured<'_>) -> arbitrary::Result<Order> {
    let unit = UnitId(u.int_in_range(0..=24)?);
    let target = UnitId(u.int_in_range(0..=24)?);
    let near = |u: &mut Unstructured<'_>| -> arbitrary::Result<Point> {
        Ok(if u.ratio(1, 20)? {
            Point::new(i32::arbitrary(u)?, i32::arbitrary(u)?)
        } else {
            Point::new(u.int_in_range(-5_000..=120_000)?, u.int_in_range(-5_000..=120_000)?)
        })
    };
    let long = |u: &mut Unstructured<'_>| -> arbitrary::Result<i32> {
        if u.ratio(1, 20)? { i32::arbitrary(u) } else { u.int_in_range(-2_000..=40_000) }
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
                    0 => Leg::Pivot { to: Facing(u16::arbitrary(u)?) },
                    1 => Leg::Advance { by: long(u)? },
                    2 => Leg::Slide { towards: Facing(u16::arbitrary(u)?), by: long(u)? },
                    3 => Leg::Wheel {
                        hand: if bool::arbitrary(u)? { Hand::Left } else { Hand::Right },
                        by: u16::arbitrary(u)?,
                    },
                    _ => Leg::March { to: near(u)? },
                });
            }
            Order::Move { unit, legs }
        }
        4 => Order::Face { unit, to: Facing(u16::arbitrary(u)?) },
        5 => Order::Form { unit, formation: u8::arbitrary(u)? },
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
        15 => Order::Decide { choice: u8::arbitrary(u)? },
        _ => [Order::End, Order::Draw, Order::RollOff][usize::from(u.int_in_range(0..=2_u8)?)].clone(),
    })
}

/// Faces for the dice of one order.
pub fn faces(u: &mut Unstructured<'_>) -> Vec<u8> {
    (0..12).map(|_| u.int_in_range(1..=6).unwrap_or(1)).collect()
}
