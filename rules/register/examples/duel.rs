//! Two players against each other, with sides swapped, over all scenarios of a rule set.
//! duel SET ONE TWO BATTLES [SEED]
use rayon::prelude::*;
use sandtable_battle::{Outcome, Side};
use sandtable_files as files;
use sandtable_opponents::{battle, level};
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let (set, names, n) = (&a[0], [&a[1], &a[2]], a[3].parse::<u64>().unwrap());
    let from = a.get(4).and_then(|s| s.parse().ok()).unwrap_or(0u64);
    let begun = Instant::now();
    let all: Vec<_> = sandtable_register::scenarios()
        .into_iter()
        .filter(|s| s.id.starts_with(set.as_str()))
        .collect();
    let done: Vec<(String, f64, u32)> = (from..from+n).into_par_iter().map(|i| {
        let s = &all[(i / 2) as usize % all.len()];
        let (id, switches) = files::peek_rules(&s.text).unwrap();
        let rules = sandtable_register::open(&id, &switches).unwrap();
        let start = files::read_battle(&s.text, &*rules).unwrap();
        let swap = i % 2 == 1;
        let mut players = [level(names[usize::from(swap)], i + 1).unwrap(), level(names[usize::from(!swap)], i + 1001).unwrap()];
        let r = battle(&*rules, &start, &mut players, i + 77, 5000, |_, _, _, _| {});
        let first = if swap { Side::B } else { Side::A };
        let won = match r.outcome { Some(Outcome::Won(w)) => if w == first {1.0} else {0.0}, _ => 0.5 };
        if std::env::var("EACH").is_ok() {
            let adv = rules.advice();
            println!("{} swap {swap} won {won} turns {} of {:?} orders {} why {:?} strengths {} {} from {} {}", s.id, r.turns, start.setting.turns, r.orders, r.why.map(|c| rules.card().cite(c)), adv.strength(&r.last, Side::A), adv.strength(&r.last, Side::B), adv.strength(&start, Side::A), adv.strength(&start, Side::B));
        }
        (s.id.clone(), won, r.orders)
    }).collect();
    let sum: f64 = done.iter().map(|d| d.1).sum();
    let orders: u32 = done.iter().map(|d| d.2).sum();
    println!(
        "{set}: {} {} : {} = {sum} of {n}; {orders} orders, {:.1} s",
        names[0],
        names[1],
        sum / n as f64,
        begun.elapsed().as_secs_f64()
    );
    let mut by: std::collections::BTreeMap<&str, (f64, u32)> = Default::default();
    for d in &done {
        let e = by.entry(&d.0).or_default();
        e.0 += d.1;
        e.1 += 1;
    }
    for (k, v) in by {
        println!("   {k} {} of {}", v.0, v.1);
    }
}
