//! The laws of every rule set, tested on random battles of every built-in scenario. A failure names
//! the scenario, the seed and the number of the order.
//!
//! `RULES=three-hit BATTLES=40 cargo test -p sandtable-laws --test laws` tests that rule set only,
//! and more battles per scenario than usual.

use sandtable_battle::{LAST_TURN, Rolled};
use sandtable_laws::{self as laws, Moment, any_order, mirrored, mirrored_order};
use sandtable_opponents::{Lot, Player, Random};
use std::sync::Arc;

/// Plays random battles of every scenario and checks each state, with the order given there,
/// against a law.
fn walk(battles: u64, law: impl Fn(&Moment<'_>)) {
    let asked = std::env::var("BATTLES").ok();
    let battles = asked.and_then(|n| n.parse().ok()).unwrap_or(battles);
    for set in laws::sets() {
        for scenario in laws::scenarios(set.id) {
            let (rules, start) = laws::open(&scenario.text);
            for seed in 1..=battles {
                let mut player = Random::new(seed);
                let mut now = laws::begun(&*rules, &start, seed).0;
                for number in 1..400 {
                    let place = &format!("{} seed {seed} order {number}", scenario.id);
                    let order = match now.ended {
                        Some(_) => None,
                        None => Some(player.choose(&*rules, &now).unwrap_or_else(|| {
                            panic!("{place}: no order can be given");
                        })),
                    };
                    law(&Moment {
                        place,
                        rules: &*rules,
                        battle: &now,
                        order: order.as_ref(),
                        number,
                    });
                    let Some(order) = order else { break };
                    now = rules
                        .play(&now, &order, &mut Rolled::new(seed, number))
                        .expect("chosen orders are legal")
                        .0;
                }
            }
        }
    }
}

/// No battle goes past the last turn that a file can hold, whatever limit was agreed. Each battle
/// starts near that turn, without a limit of its own, and plays to its end.
#[test]
fn every_battle_ends_by_the_last_turn_a_file_holds() {
    for set in laws::sets() {
        for scenario in laws::scenarios(set.id) {
            let (rules, mut start) = laws::open(&scenario.text);
            Arc::make_mut(&mut start.setting).turns = None;
            let mut player = Random::new(1);
            let mut now = laws::begun(&*rules, &start, 1).0;
            for number in 1..4000 {
                if now.cursor.turn > 0 && now.cursor.turn < LAST_TURN {
                    now.cursor.turn = LAST_TURN;
                }
                let place = &format!("{} order {number}", scenario.id);
                if now.ended.is_some() || now.cursor.turn > LAST_TURN {
                    laws::written_and_read_back(&Moment {
                        place,
                        rules: &*rules,
                        battle: &now,
                        order: None,
                        number,
                    });
                    break;
                }
                let order = player.choose(&*rules, &now).expect("an order can be given");
                now = rules
                    .play(&now, &order, &mut Rolled::new(1, number))
                    .expect("chosen orders are legal")
                    .0;
            }
            assert!(now.ended.is_some(), "{}: no end", scenario.id);
            assert_eq!(now.cursor.turn, LAST_TURN, "{}", scenario.id);
        }
    }
}

#[test]
fn what_is_offered_by_name_is_accepted() {
    walk(2, laws::offered_is_accepted);
}

#[test]
fn whoever_may_be_shot_at_is_seen() {
    walk(2, laws::who_is_shot_at_is_seen);
}

#[test]
fn what_is_accepted_lies_in_an_offer() {
    walk(2, laws::accepted_is_offered);
}

#[test]
fn ready_units_have_offers_and_others_have_none() {
    walk(2, laws::ready_is_offered);
}

#[test]
fn resolving_is_pure_and_folds() {
    walk(3, laws::pure_and_folds);
}

#[test]
fn nothing_happens_to_the_gone_and_old_values_are_true() {
    walk(3, laws::old_values_are_true);
}

#[test]
fn bases_never_overlap() {
    walk(4, laws::bases_never_overlap);
}

#[test]
fn every_state_can_be_written_and_read_back() {
    walk(1, laws::written_and_read_back);
}

#[test]
fn gone_units_get_no_orders_and_strangers_none_at_all() {
    walk(1, laws::gone_get_no_orders);
}

#[test]
fn where_things_are_noted_to_lie_changes_no_answer() {
    walk(1, laws::notes_change_no_answer);
}

#[test]
fn a_mirrored_table_gives_mirrored_answers() {
    let (asked, differed) = (
        std::cell::Cell::new(0_u32),
        std::cell::RefCell::new(Vec::new()),
    );
    walk(2, |moment| {
        let &Moment {
            place,
            rules,
            battle,
            order,
            number,
        } = moment;
        let image = mirrored(battle);
        let mut lot = Lot::new(u64::from(number));
        let others = (0..20).map(|_| any_order(battle, &mut lot));
        for order in order.cloned().into_iter().chain(others) {
            let here = rules.judge(battle, &order);
            let there = rules.judge(&image, &mirrored_order(&order, battle.setting.width));
            asked.set(asked.get() + 1);
            if here.is_ok() != there.is_ok() {
                differed.borrow_mut().push(format!(
                    "{place}: {order:?}\n  here {here:?}\n  there {there:?}"
                ));
            }
        }
    });
    // Rounding is not symmetrical to the last hundredth of a millimetre, so an order right on a
    // limit may fall on either side of it.
    let differed = differed.into_inner();
    assert!(
        differed.len() * 2000 <= asked.get() as usize,
        "{} of {} answers differ in the mirror:\n{}",
        differed.len(),
        asked.get(),
        differed.join("\n")
    );
}
