//! The words of odds: the same as those of the program and the page.

use sandtable::odds::Terms;
use sandtable::{Duel, Error, Game, Order, player};

#[test]
fn an_order_that_has_one_outcome_is_told_by_what_it_does() {
    let game = Game::scenario("three-hit/two-hills", 1).expect("shipped");
    let mut lot = sandtable::opponents::Lot::new(1);
    let offers = game.all_offers();
    let orders = offers
        .iter()
        .filter_map(|offer| game.sample(offer, &mut lot));
    let mut moves = orders.filter(|order| matches!(order, Order::Move { .. }));
    let odds = game.odds(&moves.next().expect("a move"), Terms::default());
    let rows = odds.expect("legal").rows;
    let label = &rows[0].label;
    assert!(label.contains("inches"), "{label}");
    assert_eq!(rows.len(), 1);
}

#[test]
fn however_few_the_samples_no_chance_is_off_by_more_than_certainty() {
    let game = Game::scenario("three-hit/two-hills", 1).expect("shipped");
    for runs in [0, 1] {
        let terms = Terms {
            runs,
            ..Terms::default()
        };
        let odds = game.odds(&Order::End, terms).expect("legal");
        let within = odds.within.expect("too few runs to be exact");
        assert!(within <= 100.0, "{within}");
    }
}

#[test]
fn where_a_real_table_holds_the_positions_nothing_is_worked_out() {
    let text = sandtable::scenario_text("three-hit/two-hills").expect("shipped");
    let text = format!("positions = \"table\"\n{text}");
    let mut game = Game::from_toml(&text, 1).expect("sound");
    let odds = game.odds(&Order::End, Terms::default());
    assert!(matches!(odds, Err(Error::Unseen)), "{odds:?}");
    let duel = Duel::named(["random", "random"], 1);
    let ended = duel.expect("players").play(&mut game, || true);
    assert!(matches!(ended, Err(Error::Unseen)), "{ended:?}");
    assert_eq!(game.journal().lines().len(), 1);
}

#[test]
fn an_order_with_several_outcomes_gives_its_name_to_none() {
    let mut game = Game::scenario("favorite/brandis-moor", 1).expect("shipped");
    let mut player = player("random", 1).expect("a player");
    let mut quiet = 0;
    while let Some(order) = player.choose(game.rules(), game.battle()) {
        if order == Order::End {
            let rows = game.odds(&order, Terms::default()).expect("legal").rows;
            let named = rows
                .iter()
                .any(|row| row.label.contains("volleys declared"));
            assert!(!named || rows.len() == 1, "{rows:?}");
            let none = rows.iter().any(|row| row.label == "no effect");
            quiet += usize::from(none && rows.len() > 1);
        }
        game.play(&order).expect("legal");
    }
    assert!(quiet > 0, "fire that may have no effect");
}

#[test]
fn what_happened_last_is_the_last_of_all_that_happened() {
    let mut game = Game::scenario("three-hit/two-hills", 1).expect("shipped");
    let mut player = player("random", 1).expect("a player");
    for _ in 0..30 {
        let order = player
            .choose(game.rules(), game.battle())
            .expect("an order");
        game.play(&order).expect("legal");
        let told = |entry| format!("{entry:?}");
        assert_eq!(game.latest().map(told), game.log().pop().map(told));
    }
}
