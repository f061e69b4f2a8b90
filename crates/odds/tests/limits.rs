//! Questions that are too large: they end, and nothing in their answers is presented as certain.

use sandtable_battle::{Ask, Clause, Dice, Key, Side};
use sandtable_odds::{Explorer, Law};

const WHY: Clause = Clause::new(100);

/// Counts the hits of many guns, each of which rolls separately, in a stage.
fn battery(guns: u8) -> impl FnMut(&mut dyn Dice) -> u16 {
    move |dice| {
        dice.stage(Key::of(WHY, &guns), &mut |dice| {
            let gun = Ask::Die { sides: 10 };
            let hit = |dice: &mut dyn Dice| u16::from(dice.ask(gun, Side::A, WHY) >= 6);
            (0..guns).map(|_| hit(dice)).sum()
        })
    }
}

#[test]
fn ways_that_are_all_too_light_do_not_empty_a_stage() {
    // Ten thousand paths at most, each lighter than the cut: nothing is left of the stage.
    for guns in [11, 12, 24] {
        let mut explorer = Explorer::<f64>::new().cutting_at(1e-3).at_most(4_000);
        let law: Law<u16, f64> = explorer.law(battery(guns));
        assert!(
            (law.mass() - 1.0).abs() < 1e-6 || explorer.is_spent(),
            "{guns}"
        );
    }
}

#[test]
fn a_stage_takes_no_more_runs_than_are_left() {
    let mut explorer = Explorer::<f64>::new().at_most(4_000);
    let _: Law<u16, f64> = explorer.law(battery(24));
    assert!(explorer.is_spent());
    assert!(explorer.runs() <= 8_001, "{}", explorer.runs());
}

#[test]
fn a_stage_that_is_too_large_is_drawn_with_the_right_mean() {
    let mut explorer = Explorer::<f64>::new().drawing_under(1.0 / 2_000.0);
    let law: Law<u16, f64> = explorer.law(battery(24));
    assert!((law.mass() - 1.0).abs() < 1e-6, "{}", law.mass());
    let mean = law.mean(|hits| f64::from(*hits));
    assert!((mean - 12.0).abs() < 0.25, "{mean}");
    assert!(explorer.runs() < 200_000, "{}", explorer.runs());
}
