//! Units and helpers that many tests share.

use crate::support::{field, id, parse, play, rules, unit};
use sandtable_battle::{Battle, Clause, Event, Judging, Recorded};
use sandtable_regimental::Regimental;

/// An infantry regiment in line.
pub fn line(name: &str, side: &str, at: (f64, f64), facing: f64) -> String {
    unit(name, side, "infantry", at, facing, "")
}

/// Makes Blue's regiment A, with more lines, and Red's D far away.
pub fn two(more: &str) -> String {
    unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, more) + &line("D", "Red", (36.0, 44.0), 180.0)
}

/// Makes the rules and a field in Blue's movement.
pub fn moving(body: &str) -> (Regimental, Battle) {
    let rules = rules(&[]);
    let battle = field(&rules, "movement", "Blue", body);
    (rules, battle)
}

/// Returns how far north a unit stands, in inches.
pub fn y(battle: &Battle, name: &str) -> f64 {
    f64::from(battle.unit(id(battle, name)).pose.y) / 2540.0
}

/// Returns what was first reported under a clause.
pub fn told(events: &[Event], why: sandtable_battle::Clause) -> Option<u16> {
    events.iter().find_map(|e| match *e {
        Event::Told {
            why: w, outcome, ..
        } if w == why => Some(outcome),
        _ => None,
    })
}

/// An infantry regiment in column.
pub fn column(name: &str, side: &str, at: (f64, f64), facing: f64) -> String {
    unit(name, side, "infantry", at, facing, "formation = \"column\"")
}

/// Makes a field in the charge phase, on which Blue's A has announced a charge at Red's D.
pub fn charging(rules: &Regimental, body: &str) -> Battle {
    let battle = field(rules, "charge", "Blue", body);
    let facing = battle.unit(id(&battle, "A")).pose.facing.degrees();
    let turned = play(rules, &battle, &format!("face A {facing:.0}"), &[]).0;
    play(rules, &turned, "charge A D", &[]).0
}

/// Returns the clauses of an order's rolls, in order.
pub fn thrown(rules: &Regimental, battle: &Battle, order: &str, dice: &[u8]) -> Vec<Clause> {
    let order = parse(rules, battle, order);
    let mut recorded = Recorded::new(dice);
    rules.play(battle, &order, &mut recorded).expect("legal");
    assert_eq!((recorded.left_over(), recorded.wanted()), (0, None));
    recorded.rolls().iter().map(|roll| roll.why).collect()
}
