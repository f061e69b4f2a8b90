//! Compares sampled odds with exact ones.

use sandtable_battle::{Await, Battle, Order, Rules, Scene, UnitId};
use sandtable_odds::{Answer, Others, Weight, answer};
use sandtable_opponents::{Player, battle, level};
use std::sync::{Arc, Mutex};

/// Numbers of runs: enough for the exact odds of many orders, and too few.
const ENOUGH: usize = 20_000;
const TOO_FEW: usize = 400;

/// Battles with orders that have many branches.
const SOME: [&str; 3] = [
    "otr-d6/turnpike",
    "regimental/the-worm-fence",
    "favorite/the-hedge-at-noon",
];

/// How far sampled odds were off for some orders, and how far they claimed to be.
#[derive(Default)]
struct Seen {
    off: Vec<(f64, f64)>,
}

/// What becomes of a unit.
type Fate = Vec<(UnitId, u8, bool, Vec<i32>)>;

fn fate(after: &Battle) -> Fate {
    let units = after.all();
    units
        .map(|(id, unit)| (id, unit.stands, unit.status.is_gone(), unit.marks.to_vec()))
        .collect()
}

fn ask(rules: &dyn Rules, battle: &Battle, order: &Order, runs: usize) -> Answer<Fate> {
    let legal = rules.judge(battle, order).expect("a legal order");
    let hear = |(): &mut (), _: &Scene| ();
    let stop = Others::Stop;
    let chose = |(): &mut (), _: &Await, _: u8| ();
    answer(
        rules,
        battle,
        &legal,
        runs,
        stop,
        hear,
        chose,
        |after, ()| fate(after),
    )
}

/// Player whose orders the test examines.
struct Watched {
    player: Box<dyn Player>,
    seen: Arc<Mutex<Seen>>,
}

impl Player for Watched {
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order> {
        let order = self.player.choose(rules, battle)?;
        if self.seen.lock().expect("nobody panicked").off.len() < 12 {
            let drawn = ask(rules, battle, &order, TOO_FEW);
            let exact = ask(rules, battle, &order, ENOUGH);
            let many = exact.law.len() > 6;
            if let (Some(within), None, true) = (drawn.within, exact.within, many) {
                let apart = |(fate, chance): (&Fate, sandtable_odds::Chance)| {
                    (chance.number() - drawn.law.chance(fate).number()).abs()
                };
                let off = exact.law.iter().map(apart).fold(0.0, f64::max);
                self.seen
                    .lock()
                    .expect("nobody panicked")
                    .off
                    .push((off, within));
            }
        }
        Some(order)
    }
}

#[test]
fn drawn_odds_are_no_further_off_than_they_say() {
    let seen = Arc::new(Mutex::new(Seen::default()));
    let shipped = sandtable_register::scenarios().into_iter();
    for scenario in shipped.filter(|s| SOME.contains(&s.id.as_str())) {
        let (id, switches) = sandtable_files::peek_rules(&scenario.text).expect("shipped");
        let rules = sandtable_register::open(&id, &switches).expect("shipped");
        let start = sandtable_files::read_battle(&scenario.text, &*rules).expect("shipped");
        let watched = |seed| -> Box<dyn Player> {
            let player = level("greedy", seed).expect("a level");
            let seen = Arc::clone(&seen);
            Box::new(Watched { player, seen })
        };
        let mut players = [watched(1), watched(1000)];
        battle(&*rules, &start, &mut players, 3, 5_000, |_, _, _, _| {});
    }
    let off = &seen.lock().expect("nobody panicked").off;
    assert!(off.len() >= 4, "too few orders were looked at: {off:?}");
    // Twice the standard error covers nineteen cases out of twenty; half as much again covers the
    // rest.
    for (off, within) in off {
        assert!(*off <= 1.5 * within, "off by {off}, within {within}");
        assert!(*within < 0.1, "drawn odds say nothing: within {within}");
    }
}
