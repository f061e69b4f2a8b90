//! Luck and skill.

use crate::support::{HEAD, study, tallies};
use sandtable_report::report;

/// Luck is zero on average, whoever plays, and explains part of the results.
#[test]
fn luck_is_measured_where_it_is_asked_for() {
    let text = HEAD.replace("battles = 12", "battles = 60\nluck = true");
    let found = study(&text);
    let all = tallies(&found);
    let told = report(&found, &all);
    let luck = told.scenarios[0].arms[0].luck.as_ref().expect("luck");
    let mean: f64 = luck.fifths.iter().map(|f| f.luck).sum::<f64>() / 5.0;
    // Three standard errors of the mean of sixty battles.
    assert!(
        mean.abs() < 3.0 * luck.typical.value / 60_f64.sqrt(),
        "{mean} {luck:?}"
    );
    assert!(
        luck.typical.value > 1.0 && luck.explained.value > 1.0,
        "{luck:?}"
    );
    assert!(luck.explained.low <= luck.explained.value);
    assert!(sandtable_report::html(&told).contains("Luck and skill"));
    let plain = study(HEAD);
    let record = sandtable_study::play(&plain, 0, 1);
    assert_eq!(record.luck, None);
    let some = |n| sandtable_study::play(&found, 0, n).luck.expect("luck") != [0, 0];
    assert!((1..=10).any(some));
}

/// A check from the other direction: over all paths of an order its luck is zero, and the expected
/// value is what the odds say.
#[test]
fn the_luck_of_an_order_is_nought_over_all_its_dice() {
    use sandtable_battle::{Order, Rolled};
    let found = study(HEAD);
    let arm = &found.arms[0];
    let rules = &*arm.rules;
    let mut shots = Vec::new();
    let mut players = [1, 2].map(|seed| sandtable_opponents::level("greedy", seed).expect("one"));
    sandtable_opponents::battle(
        rules,
        &arm.start,
        &mut players,
        5,
        200,
        |now, order, rolls, _| {
            if let Some(order @ Order::Shoot { .. }) = order
                && !rolls.is_empty()
            {
                shots.push((now.clone(), order.clone()));
            }
        },
    );
    assert!(!shots.is_empty());
    for (before, order) in shots.iter().take(3) {
        let mut sum = 0.0;
        let times = 600;
        for seed in 0..times {
            let mut dice = Rolled::new(seed, 1);
            let (_, events) = rules.play(before, order, &mut dice).expect("legal");
            let mut luck = sandtable_study::Luck::new(rules, &arm.start, 1);
            let line = luck
                .order(rules, before, order, dice.rolls(), &events)
                .expect("dice");
            sum += line.luck();
            assert_eq!(line.order, 1);
        }
        let mean = sum / times as f64;
        assert!(mean.abs() < 4.0, "{mean} thousandths");
    }
}
