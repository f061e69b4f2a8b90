//! How much work the odds do to find what is best for the other players.

use sandtable_battle::{Await, Scene};
use sandtable_odds::{Others, answer};
use sandtable_testing::Wrapped;

const POSITION: &str = include_str!("../positions/thousands-of-choices.battle.toml");

/// Behind each of the many outcomes of this volley, both sides choose several times. Searching all
/// those choices as far ahead as a few would take minutes.
#[test]
fn the_search_for_best_choices_has_an_end() {
    let (id, switches) = sandtable_files::peek_rules(POSITION).expect("a battle");
    let rules = sandtable_register::open(&id, &switches).expect("offered");
    let battle = sandtable_files::read_battle(POSITION, &*rules).expect("sound");
    let order = sandtable_files::notation::parse(
        "shoot \"7th Michigan\" \"24th Georgia\"",
        &battle,
        rules.card(),
    )
    .expect("an order");
    let legal = rules.judge(&battle, &order).expect("legal");
    let counted = Wrapped::counting(rules);
    let found = answer(
        &counted,
        &battle,
        &legal,
        4_000,
        Others::Best,
        |(): &mut (), _: &Scene| (),
        |(): &mut (), _: &Await, _: u8| (),
        |after, ()| after.all().map(|(_, unit)| unit.stands).collect::<Vec<_>>(),
    );
    assert!(found.within.is_some(), "too many ways to follow them all");
    let resolved = counted.resolved();
    assert!(resolved < 3_000_000, "{resolved}");
}
