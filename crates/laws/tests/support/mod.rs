//! What the laws and the exhaustive runner share: battles from the shipped
//! scenarios, and orders that nobody offered.

#![allow(dead_code, reason = "each test binary uses a part")]

use sandtable_battle::{Battle, Leg, Legs, Order, Rules, UnitId, files};
use sandtable_geometry::{Facing, Point, Pose};
use sandtable_opponents::Lot;
use std::sync::Arc;

/// The battle of a file, with the rules it asks for and one more switch; none
/// when the scenario does not go with that switch (troops of another period).
pub fn try_open(text: &str, switch: Option<(&str, &str)>) -> Option<(Arc<dyn Rules>, Battle)> {
    let (id, switches) = files::peek_rules(text).expect("a battle file");
    let switches = switch.map_or(switches.clone(), |(name, value)| switches.with(name, value));
    let rules = sandtable_register::open(&id, &switches).expect("a rule set");
    let mut battle = match files::read_battle(text, &*rules) {
        Ok(battle) => battle,
        Err(flaws) if switch.is_some() => {
            assert!(!flaws.flaws.is_empty());
            return None;
        }
        Err(flaws) => panic!("a shipped scenario is flawed: {flaws}"),
    };
    let setting = Arc::make_mut(&mut battle.setting);
    setting.switches = switches;
    Some((rules, battle))
}

/// The battle of a file as it is.
pub fn open(text: &str) -> (Arc<dyn Rules>, Battle) {
    try_open(text, None).expect("opened or panicked")
}

/// The rule sets to test: all, or the one that `RULES` names.
pub fn sets() -> Vec<&'static sandtable_register::Entry> {
    let only = std::env::var("RULES").ok();
    let all = sandtable_register::ALL.iter();
    all.filter(|entry| only.as_deref().is_none_or(|id| id == entry.id))
        .collect()
}

/// Every shipped scenario of a rule set.
pub fn scenarios(rules: &str) -> Vec<sandtable_register::Scenario> {
    let prefix = format!("{rules}/");
    sandtable_register::scenarios()
        .into_iter()
        .filter(|s| s.id.starts_with(&prefix))
        .collect()
}

/// The drills of a rule set: small positions of its tests in which things happen
/// that shipped scenarios seldom come to.
pub fn drills(rules: &str) -> Vec<sandtable_register::Scenario> {
    let folder = format!(
        "{}/../../rules/{rules}/tests/drills",
        env!("CARGO_MANIFEST_DIR")
    );
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    let drill = |path: std::path::PathBuf| sandtable_register::Scenario {
        id: path.display().to_string(),
        text: std::fs::read_to_string(path).expect("a drill"),
    };
    paths.into_iter().map(drill).collect()
}

/// An advance of some unit that ends exactly where it would touch an enemy
/// ahead of it: what a random length never comes to.
pub fn up_to_a_foe(rules: &dyn Rules, battle: &Battle, lot: &mut Lot) -> Option<Order> {
    let unit = UnitId(lot.below(battle.units.len()) as u8);
    let side = battle.get(unit).filter(|u| u.on_table())?.side;
    let own = rules.footprint(battle, unit);
    let foes = battle.side(side.other());
    let met = foes.filter_map(|(foe, _)| own.sweep(own.facing(), &rules.footprint(battle, foe)));
    let by = met.map(|passage| passage.enter).min()?;
    let legs = [Leg::Advance { by }].into_iter().collect();
    Some(Order::Move { unit, legs })
}

/// Any order at all, most of them absurd.
pub fn any_order(battle: &Battle, lot: &mut Lot) -> Order {
    let unit = UnitId(lot.below(battle.units.len() + 1) as u8);
    let target = UnitId(lot.below(battle.units.len() + 1) as u8);
    let facing = |lot: &mut Lot| Facing(lot.below(65025) as u16);
    let point = |lot: &mut Lot| {
        let at = battle
            .get(unit)
            .map_or(Point::new(0, 0), |u| u.pose.point());
        at.moved(Facing(lot.below(65025) as u16), lot.thousandths() * 40)
    };
    match lot.below(19) {
        18 => Order::Lay {
            piece: lot.below(8) as u8,
            at: Pose::at(point(lot), facing(lot)),
        },
        0 => Order::Place {
            unit,
            at: Pose::at(point(lot), facing(lot)),
            formation: lot.below(4) as u8,
        },
        1..=3 => {
            let legs: Legs = (0..=lot.below(3))
                .map(|_| match lot.below(5) {
                    0 => Leg::Pivot { to: facing(lot) },
                    1 => Leg::Advance {
                        by: lot.thousandths() * 40 - 2000,
                    },
                    2 => Leg::Slide {
                        towards: facing(lot),
                        by: lot.thousandths() * 20,
                    },
                    3 => Leg::Wheel {
                        hand: if lot.below(2) == 0 {
                            sandtable_battle::Hand::Left
                        } else {
                            sandtable_battle::Hand::Right
                        },
                        by: lot.below(20_000) as u16,
                    },
                    _ => Leg::March { to: point(lot) },
                })
                .collect();
            Order::Move { unit, legs }
        }
        4 => Order::Face {
            unit,
            to: facing(lot),
        },
        5 => Order::Form {
            unit,
            formation: lot.below(7) as u8,
        },
        6 | 7 => Order::Charge {
            unit,
            target,
            reach: lot.below(2) == 0,
        },
        8 | 9 => Order::Shoot { unit, target },
        10 => Order::Fight { unit, target },
        11 => Order::Test { unit },
        12 => Order::Rally { unit, target },
        13 => Order::Join { unit, to: target },
        14 => Order::Leave { unit },
        15 => Order::Pass { unit },
        16 => Order::Load { unit },
        _ => [
            Order::Draw,
            Order::RollOff,
            Order::End,
            Order::Decide {
                choice: lot.below(5) as u8,
            },
        ][lot.below(4)]
        .clone(),
    }
}
