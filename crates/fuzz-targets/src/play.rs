//! Play: any order in a battle, and legal orders in any sound position.

use crate::order::{faces, order};
use crate::place::{DUELS, POSITIONS, Position, READ, TABLES, moved, near};
use arbitrary::Unstructured;
use sandtable_battle::{Order, Recorded, Rolled, Scene};
use sandtable_opponents::{Lot, sample};

/// Most orders in a run: many runs find more than long ones.
const ORDERS: usize = 16;

/// Judges any order in any state that play reaches: it is refused with reasons, or it resolves with
/// any dice.
pub(crate) fn check(data: &[u8]) {
    judged(data, &mut |_| (), &mut |_, _| ());
}

/// Runs `check`. Passes the index of the built-in scenario to `scenario`, and every order with its
/// faces to `given`.
pub fn tell_orders(
    data: &[u8],
    scenario: &mut dyn FnMut(usize),
    given: &mut dyn FnMut(&Order, &[u8]),
) {
    judged(data, scenario, given);
}

fn judged(data: &[u8], scenario: &mut dyn FnMut(usize), given: &mut dyn FnMut(&Order, &[u8])) {
    let mut u = Unstructured::new(data);
    let places: Vec<usize> = (0..TABLES.len()).collect();
    let Ok(&place) = u.choose(&places) else {
        return;
    };
    let (rules, start) = &TABLES[place];
    scenario(place);
    let mut battle = start.clone();
    for _ in 0..ORDERS {
        let Ok(order) = order(&mut u) else { return };
        let legal = rules.judge(&battle, &order);
        let faces = if legal.is_ok() {
            faces(&mut u)
        } else {
            Vec::new()
        };
        given(&order, &faces);
        if let Ok(legal) = legal {
            let mut scene = Scene::new(battle.clone());
            rules.resolve(&legal, &mut scene, &mut Recorded::new(&faces));
            battle = scene.finish().0;
        }
        if u.is_empty() {
            break;
        }
    }
}

/// Orders of a long run. They take about thirty times as long as those of other runs.
const MANY: u32 = 50;

/// Plays random offered orders in sound positions of every rule set: one to three, or one run in a
/// hundred [`MANY`]. Every accepted order must resolve and be put into words. One run in six also
/// checks that the battle can be written and reads back equal.
pub(crate) fn battles(data: &[u8]) {
    let mut u = Unstructured::new(data);
    // Two units offer less to find, but run ten times as fast.
    let small = u.ratio(9, 10).unwrap_or(true);
    let all: &[Position] = if small { &DUELS } else { &POSITIONS };
    let Ok(place) = u.choose_index(all.len()) else {
        return;
    };
    let (rules, text) = (&*all[place].0, &all[place].1);
    let mut lot = Lot::new(u.arbitrary().unwrap_or(1));
    let orders = u.int_in_range(1..=3_u32).unwrap_or(1);
    let written = u.ratio(1, 6).unwrap_or(false);
    // Changing the file can vary more, but takes ten times as long to read.
    let read = u.ratio(1, 6).unwrap_or(false);
    let battle = if read {
        near(&mut u, rules, text)
    } else {
        moved(&mut u, rules, &READ[usize::from(!small)][place])
    };
    let Some(mut battle) = battle else { return };
    // Drawn last: inputs of the corpus that end before still mean what they did.
    let long = !u.ratio(99, 100).unwrap_or(true);
    for number in 0..if long { MANY } else { orders } {
        if battle.ended.is_some() {
            break;
        }
        let offers = rules.all_offers(&battle);
        let Some(offer) = lot.pick(&offers) else {
            break;
        };
        let Some(legal) = sample(rules, &battle, offer, &mut lot) else {
            continue;
        };
        let mut scene = Scene::new(battle.clone());
        rules.resolve(&legal, &mut scene, &mut Rolled::new(7, number));
        let (after, events) = scene.finish();
        for event in &events {
            let _ = sandtable_tell::event(&battle, rules.card(), event);
            battle.apply(event);
        }
        assert_eq!(battle, after, "events fold to the battle");
    }
    if !written {
        return;
    }
    let text = sandtable_files::write_battle(&battle, rules.card());
    let read = sandtable_files::read_battle(&text, rules);
    assert_eq!(read.as_ref(), Ok(&battle), "{text}");
}
