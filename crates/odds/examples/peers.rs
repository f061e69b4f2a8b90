//! Three questions that exact-dice libraries answer, asked through the general query: `peers CASE`,
//! where CASE is a, b or c. It prints the nanoseconds of the first answer in this process, then one
//! line for each value: its name and its chance.
//!
//! a. Six dice against eight, both rows laid from the highest down, the six opposite the best six:
//!    how many of the six are higher. Ties help neither.
//! b. Eight points against eight; every turn each point rolls a die, one side hits on 4 and more,
//!    the other on 5 and more, at once; ten turns, or until a side has none. The law of what both
//!    have left.
//! c. Eight dice, each that shows 1 rolled once more: the law of the sum.

use sandtable_battle::{Ask, Clause, Side, Surplus};
use sandtable_odds::{Chain, Explorer, Law, Weight};
use std::time::Instant;

const WHY: Clause = Clause::new(100);

fn pairs<W: Weight>() -> Law<u8, W> {
    let rows = Ask::Match {
        left: 6,
        right: 8,
        sides: 6,
        surplus: Surplus::Never,
    };
    // The higher die hits the other row.
    Explorer::new().law(|dice| Ask::matched(dice.ask(rows, Side::A, WHY)).1)
}

fn chain<W: Weight + PartialEq>() -> Law<(u16, u16), W> {
    let mut explorer = Explorer::<W>::new();
    let mut hits = |least: u8| -> Vec<Law<u16, W>> {
        let thrown = |dice: u8| {
            let ask = Ask::Hits {
                dice,
                sides: 6,
                least,
            };
            explorer.law(|d| d.ask(ask, Side::A, WHY))
        };
        (0..=8).map(thrown).collect()
    };
    let (ours, theirs) = (hits(4), hits(5));
    let turn = |&(a, b): &(u16, u16)| {
        let (own, other) = (&ours[usize::from(a)], &theirs[usize::from(b)]);
        own.with(other, |x, y| (a.saturating_sub(*y), b.saturating_sub(*x)))
    };
    let chain = Chain::<(u16, u16), W>::new((8, 8), |&(a, b)| a == 0 || b == 0, turn);
    chain.after(10)
}

fn sum<W: Weight>() -> Law<u16, W> {
    let one = Explorer::<W>::new().law(|dice| {
        let die = Ask::Die { sides: 6 };
        match dice.ask(die, Side::A, WHY) {
            1 => dice.ask(die, Side::A, WHY),
            face => face,
        }
    });
    one.sum_of(8)
}

/// Returns the time of an answer, and the answer with its values named.
fn timed<K: Ord>(ask: fn() -> Law<K, f64>, name: fn(&K) -> String) -> (u128, Law<String, f64>) {
    let start = Instant::now();
    let law = ask();
    (start.elapsed().as_nanos(), law.map(name))
}

fn main() {
    let case = std::env::args().nth(1).unwrap_or_default();
    let (time, law) = match case.as_str() {
        "a" => timed(pairs, ToString::to_string),
        "b" => timed(chain, |(a, b)| format!("({a}, {b})")),
        "c" => timed(sum, |n| format!("{n:02}")),
        other => {
            eprintln!("no case `{other}`: a, b or c");
            std::process::exit(2);
        }
    };
    println!("{time}");
    for (name, chance) in law.iter() {
        println!("{name}\t{chance:.15}");
    }
}
