//! Measures steps per second: whole random battles, and stepping with masks and rows of numbers.
//!
//! `cargo run --release -p sandtable-arena --example pace [three-hit/two-hills]`

use sandtable_arena::{Arena, Seat, play_all, step_all};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() {
    let name = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "three-hit/two-hills".to_owned());
    let all = sandtable_register::scenarios();
    let text = &all.iter().find(|s| s.id == name).expect("a scenario").text;
    let (rules, switches) = sandtable_files::peek_rules(text).expect("a battle");
    let rules = sandtable_register::open(&rules, &switches).expect("rules");
    let battle = sandtable_files::read_battle(text, &*rules).expect("a battle");
    let arena = Arc::new(Arena::new(rules, battle));
    println!(
        "{name}: {} actions, {} numbers",
        arena.actions(),
        arena.numbers()
    );
    let seeds: Vec<u64> = (0..2_000).collect();
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    for threads in [1, cores] {
        let start = Instant::now();
        let names = ["random", "random"];
        let stop = AtomicBool::new(false);
        let orders: u32 = play_all(&arena, &seeds, names, (5_000, Some(threads)), &stop, |t| {
            t.orders()
        })
        .into_iter()
        .flatten()
        .sum();
        let pace = f64::from(orders) / start.elapsed().as_secs_f64();
        println!("random play, {threads} threads: {pace:.0} orders a second");
        let seats = (0..64).map(|seed| Seat::new(arena.clone(), seed, None).expect("no player"));
        let mut seats: Vec<Seat> = seats.collect();
        let mut rows = vec![0.0; 64 * arena.numbers()];
        let mut masks = vec![0; 64 * arena.actions()];
        let start = Instant::now();
        let mut open = 0;
        for turn in 0..300 {
            let actions: Vec<usize> = seats
                .iter_mut()
                .map(|seat| {
                    let all = seat.table.open();
                    open += all.len();
                    all[turn * 7 % all.len()]
                })
                .collect();
            step_all(
                &mut seats,
                &actions,
                (&mut rows, &mut masks),
                Some(threads),
                &stop,
            )
            .expect("open");
        }
        let steps = 64.0 * 300.0 / start.elapsed().as_secs_f64();
        println!(
            "stepping, {threads} threads: {steps:.0} steps a second, {} open",
            open / 19_200
        );
    }
}
