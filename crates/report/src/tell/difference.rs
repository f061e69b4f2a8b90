//! A variant compared with the first, battle by battle on the same dice.

use crate::tell::report::{Change, Difference};
use sandtable_battle::{Clause, Side};
use sandtable_study::Arm;
use sandtable_study::Study;
use sandtable_study::stats::{Pairs, Sums};
use sandtable_study::tally::{Fate, Tally};
use sandtable_tongue::say;

/// Two arms of a scenario with their battles.
type Pair<'a> = ((&'a Arm, &'a Tally), (&'a Arm, &'a Tally));

/// Works out the difference of two variants over some scenarios.
pub(crate) fn difference(study: &Study, of: &[Pair<'_>]) -> Difference {
    let (mut pairs, mut turns, mut orders) = (Pairs::default(), Sums::default(), Sums::default());
    for ((arm, before), (other, after)) in of {
        let wins = |fate: Fate, side: Side| {
            matches!((fate, side), (Fate::A, Side::A) | (Fate::B, Side::B))
        };
        let fates = before.fates.iter().zip(&after.fates);
        let lengths = before.lengths.iter().zip(&after.lengths);
        for ((one, two), (short, long)) in fates.zip(lengths) {
            if *one == Fate::Unplayed || *two == Fate::Unplayed {
                continue;
            }
            match (wins(*one, arm.told), wins(*two, other.told)) {
                (true, true) => pairs.both += 1,
                (true, false) => pairs.first += 1,
                (false, true) => pairs.second += 1,
                (false, false) => pairs.neither += 1,
            }
            turns.add(i64::from(long.0) - i64::from(short.0));
            orders.add(i64::from(long.1) - i64::from(short.1));
        }
    }
    let ((first, _), (other, _)) = of[0];
    let one = of.len() == 1;
    Difference {
        variant: study.variants[other.variant].name.clone(),
        against: study.variants[first.variant].name.clone(),
        side: told_side(of),
        wins: pairs.difference().times(100.0),
        swung: (pairs.second, pairs.first),
        battles: pairs.n(),
        needed: pairs.needed(f64::from(study.half_width) / 100.0),
        turns: turns.mean(),
        orders: orders.mean(),
        clauses: if one { changes(of[0]) } else { Vec::new() },
    }
}

/// Returns the side whose wins a difference counts: its name, if that is the same in every
/// scenario.
fn told_side(of: &[Pair<'_>]) -> String {
    let name = |pair: &Pair<'_>| {
        let arm = pair.0.0;
        arm.start.setting.side_called(arm.told).to_owned()
    };
    let first = name(&of[0]);
    let attacks = |pair: &Pair<'_>| pair.0.0.start.setting.attacker == Some(pair.0.0.told);
    if of.iter().all(|pair| name(pair) == first) {
        first
    } else if of.iter().all(attacks) {
        say!("the attacker")
    } else {
        say!("the side reported on")
    }
}

/// Returns the clauses whose counts differ most, relative to the error of both.
fn changes(((arm, before), (_, after)): Pair<'_>) -> Vec<Change> {
    let card = arm.rules.card();
    let mut numbers: Vec<u16> = before
        .clauses
        .keys()
        .chain(after.clauses.keys())
        .copied()
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let times = |tally: &Tally, number: u16| {
        let fired = tally.clauses.get(&number).copied().unwrap_or_default();
        let sums = Sums {
            n: tally.battles(),
            ..fired.times
        };
        sums.mean()
    };
    let mut all: Vec<(f64, Change)> = numbers
        .into_iter()
        .filter_map(|number| {
            let (one, two) = (times(before, number), times(after, number));
            let error = (one.high - one.value) + (two.high - two.value);
            let change = (two.value - one.value).abs();
            let clause = Clause::new(number);
            let told = Change {
                id: card.cite(clause),
                title: card
                    .clause(clause)
                    .map(|c| c.title.clone())
                    .unwrap_or_default(),
                before: one.value,
                after: two.value,
            };
            (change > error).then_some((change / (one.value + two.value), told))
        })
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.id.cmp(&b.1.id)));
    all.into_iter().map(|(_, change)| change).take(12).collect()
}

/// Compares each further variant with the first, over all scenarios together.
pub(crate) fn together(study: &Study, tallies: &[Tally]) -> Vec<Difference> {
    if study.scenarios.len() < 2 || study.sweep.is_some() {
        return Vec::new();
    }
    let of = |variant: usize| {
        let each = study.arms.iter().zip(tallies);
        each.filter(move |(arm, _)| arm.variant == variant)
    };
    (1..study.variants.len())
        .map(|variant| difference(study, &of(0).zip(of(variant)).collect::<Vec<_>>()))
        .collect()
}
