//! Every scenario as an arena: every open action is legal, every offer has an open action, and the
//! same seed gives the same battle.

use sandtable_arena::{Act, Arena, Seat, Table, Wrong, observe_all, reset_all, step_all};
use sandtable_battle::Side;
use sandtable_opponents::Lot;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn arena(id: &str, text: &str) -> Arc<Arena> {
    let (rules, switches) = sandtable_files::peek_rules(text).expect("a battle");
    let rules = sandtable_register::open(&rules, &switches).expect("rules");
    let battle =
        sandtable_files::read_battle(text, &*rules).unwrap_or_else(|why| panic!("{id}: {why}"));
    Arc::new(Arena::new(rules, battle))
}

fn arenas() -> Vec<(String, Arc<Arena>)> {
    let all = sandtable_register::scenarios().into_iter();
    all.map(|s| (s.id.clone(), arena(&s.id, &s.text))).collect()
}

fn two_hills() -> Arc<Arena> {
    let all = sandtable_register::scenarios();
    let found = all
        .iter()
        .find(|s| s.id == "three-hit/two-hills")
        .expect("it ships");
    arena(&found.id, &found.text)
}

#[test]
fn what_is_open_is_legal_and_lasts_to_the_end() {
    for (id, arena) in arenas() {
        let mut table = Table::new(arena.clone(), 5);
        table.limit = 60;
        let mut lot = Lot::new(5);
        let mut mask = vec![0; arena.actions()];
        let mut row = vec![0.0; arena.numbers()];
        let (mut by_lot, mut backs) = (0, 0);
        while table.goes_on() {
            let open = table.open().to_vec();
            for &action in &open {
                by_lot += u32::from(action == 0);
                let Some(order) = table.order(action).expect("it is open") else {
                    continue;
                };
                assert!(
                    arena.rules().judge(table.battle(), &order).is_ok(),
                    "{id}: {order:?}"
                );
            }
            table.mask(&mut mask);
            let ones = mask.iter().filter(|&&m| m == 1).count();
            assert_eq!(ones, open.len(), "{id}: every action once");
            for side in Side::BOTH {
                arena.observe(table.battle(), side, table.chosen(), &mut row);
                assert!(
                    row.iter().all(|n| n.is_finite() && n.abs() <= 200.0),
                    "{id}"
                );
            }
            let Some(action) = lot.pick(&open) else { break };
            backs += u32::from(arena.action(*action) == Some(Act::Back));
            table.act(*action).expect("it is open");
        }
        assert!(table.orders() >= 10, "{id}: only {} orders", table.orders());
        assert!(
            backs * 4 <= table.orders(),
            "{id}: {backs} of {} had nothing",
            table.orders()
        );
        assert!(
            by_lot * 20 <= table.orders(),
            "{id}: {by_lot} of {} by lot",
            table.orders()
        );
    }
}

#[test]
fn both_sides_see_the_table_alike() {
    let arena = two_hills();
    let table = Table::new(arena.clone(), 1);
    let (mut blue, mut red) = (vec![0.0; arena.numbers()], vec![0.0; arena.numbers()]);
    arena.observe(table.battle(), Side::A, None, &mut blue);
    arena.observe(table.battle(), Side::B, None, &mut red);
    // The scenario is symmetric about its middle, except for whose turn it is.
    let wide = arena.of_unit();
    for place in 0..6 {
        let at = arena.globals() + place * wide;
        assert_eq!(blue[at..at + 8], red[at..at + 8], "unit {place}");
    }
    let (battle, unit) = arena.features();
    assert_eq!((battle.len(), unit.len()), (arena.globals(), wide));
    // Blue Fusiliers at 12, 5 of 36 by 36 inches, facing north.
    let own = &blue[arena.globals()..];
    assert!((own[2] - 12.0 / 36.0).abs() < 1e-6 && (own[3] - 5.0 / 36.0).abs() < 1e-6);
    assert_eq!((own[4], own[5], own[6]), (0.0, 1.0, 1.0));
}

#[test]
fn wrong_actions_are_told_by_name_and_change_nothing() {
    let arena = two_hills();
    let mut table = Table::new(arena.clone(), 1);
    let before = table.battle().fingerprint();
    let open = table.open().to_vec();
    let masked = (1..arena.actions())
        .find(|a| !open.contains(a))
        .expect("not all are open");
    assert!(matches!(table.act(masked), Err(Wrong::Masked { .. })));
    assert!(matches!(
        table.act(arena.actions()),
        Err(Wrong::Unknown { .. })
    ));
    assert_eq!(table.battle().fingerprint(), before);
    table.limit = 0;
    assert_eq!(table.act(open[0]), Err(Wrong::Over));
}

#[test]
fn every_action_has_a_meaning_of_its_own() {
    let arena = two_hills();
    let all: Vec<_> = (0..arena.actions())
        .map(|a| arena.action(a).expect("an act"))
        .collect();
    assert_eq!(all[0], Act::Any);
    for (at, one) in all.iter().enumerate() {
        assert!(!all[at + 1..].contains(one), "{one:?} twice");
    }
    assert_eq!(arena.action(arena.actions()), None);
}

#[test]
fn many_tables_go_as_one_does_on_any_number_of_threads() {
    let arena = two_hills();
    let run = |on: usize| {
        let seats = (0..8).map(|seed| Seat::new(arena.clone(), seed, Some((Side::A, "random"))));
        let mut seats: Vec<Seat> = seats.map(|seat| seat.expect("a player")).collect();
        let mut rows = vec![0.0; 8 * arena.numbers()];
        let mut masks = vec![0; 8 * arena.actions()];
        let mut out = Vec::new();
        let stop = AtomicBool::new(false);
        for turn in 0..700 {
            let actions: Vec<usize> = seats
                .iter_mut()
                .map(|seat| {
                    let open = seat.table.open();
                    open[turn * 7 % open.len()]
                })
                .collect();
            let stepped = step_all(
                &mut seats,
                &actions,
                (&mut rows, &mut masks),
                Some(on),
                &stop,
            );
            out.push(stepped.expect("all are open"));
        }
        let prints: Vec<u64> = seats
            .iter()
            .map(|s| s.table.battle().fingerprint())
            .collect();
        (prints, out, rows, masks)
    };
    let one = run(1);
    assert!(one == run(3), "threads change nothing");
    assert!(one.1.iter().flatten().any(|s| s.ended), "some battle ends");
}

/// Seats against an opponent, none of them begun.
fn unbegun(arena: &Arc<Arena>) -> Vec<Seat> {
    let first = Table::new(arena.clone(), 0).battle().to_move();
    let versus = Some((first.other(), "random"));
    (0..8)
        .map(|seed| Seat::unbegun(arena.clone(), seed, versus).expect("a player"))
        .collect()
}

#[test]
fn what_is_stopped_does_nothing_more() {
    let arena = two_hills();
    let mut seats = unbegun(&arena);
    let seeds: Vec<u64> = (0..8).collect();
    let mut rows = vec![0.0; 8 * arena.numbers()];
    let mut masks = vec![0; 8 * arena.actions()];
    let stopped = AtomicBool::new(true);
    reset_all(&mut seats, &seeds, Some(3), &stopped);
    assert!(seats.iter().all(|seat| seat.table.orders() == 0));
    let go_on = AtomicBool::new(false);
    reset_all(&mut seats, &seeds, Some(3), &go_on);
    let orders: Vec<u32> = seats.iter().map(|seat| seat.table.orders()).collect();
    assert!(
        orders.iter().any(|&orders| orders > 0),
        "dice let some opponents begin"
    );

    observe_all(&mut seats, (&mut rows, &mut masks), Some(3), &stopped);
    assert!(masks.iter().all(|&open| open == 0));
    observe_all(&mut seats, (&mut rows, &mut masks), Some(3), &go_on);
    assert!(masks.contains(&1));
    let actions: Vec<usize> = seats.iter_mut().map(|seat| seat.table.open()[0]).collect();
    let seen = (&mut rows[..], &mut masks[..]);
    step_all(&mut seats, &actions, seen, Some(3), &stopped).expect("all are open");
    assert!(seats.iter().all(|seat| seat.table.chosen().is_none()));
    assert!(seats.iter().map(|seat| seat.table.orders()).eq(orders));
}

#[test]
fn seats_that_are_reset_together_stand_as_those_that_are_made() {
    let arena = two_hills();
    let mut seats = unbegun(&arena);
    let seeds: Vec<u64> = (10..18).collect();
    reset_all(&mut seats, &seeds, Some(3), &AtomicBool::new(false));
    let versus = seats[0].side.map(|side| (side, "random"));
    for (seat, seed) in seats.iter().zip(seeds) {
        let alone = Seat::new(arena.clone(), seed, versus).expect("a player");
        let print = |seat: &Seat| seat.table.battle().fingerprint();
        assert_eq!(print(seat), print(&alone));
    }
}
