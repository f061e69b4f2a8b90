//! Dice of one's own: all that an order throws, and no others.

use sandtable::{Error, Game, Order, player};

fn faces(game: &Game) -> Vec<u8> {
    let last = game.journal().lines().last().expect("a line");
    let rolls = last.rolls.iter();
    rolls.flat_map(|roll| roll.faces.iter().copied()).collect()
}

/// Gives the order with too few dice, with one too many, and with its own.
fn tried(game: &Game, order: &Order, faces: &[u8]) {
    let mut hand = game.clone();
    for given in 0..faces.len() {
        let few = hand.play_with(order, &faces[..given]);
        let few = few.expect_err("too few").to_string();
        assert!(few.contains(" next ["), "{few}");
    }
    let many = [faces, &[1]].concat();
    let many = hand.play_with(order, &many).expect_err("too many");
    assert!(matches!(many, Error::Dice(_)), "{many}");
    hand.play_with(order, faces).expect("its own dice");
    hand.verify().expect("agrees");
}

/// The next throw may depend on the faces before it, so too few are short of a throw at any length.
#[test]
fn too_few_dice_are_refused_at_every_length() {
    for scenario in [
        "regimental/two-brigades",
        "three-hit/two-hills",
        "otr-d6/turnpike",
        "throw-me-a-6/the-war-cry",
    ] {
        let mut game = Game::scenario(scenario, 1).expect("shipped");
        let mut player = player("random", 1).expect("a player");
        let mut thrown = 0;
        while let Some(order) = player.choose(game.rules(), game.battle())
            && thrown < 12
        {
            let before = game.clone();
            game.play(&order).expect("legal");
            let faces = faces(&game);
            if !faces.is_empty() {
                tried(&before, &order, &faces);
                thrown += 1;
            }
        }
        assert!(thrown > 3, "{scenario}: {thrown} orders with dice");
    }
}

#[test]
fn a_zero_leaves_a_throw_to_the_engine() {
    let mut game = Game::scenario("regimental/two-brigades", 1).expect("shipped");
    let mut player = player("random", 1).expect("a player");
    while let Some(order) = player.choose(game.rules(), game.battle()) {
        let before = game.clone();
        let line = game.play(&order).expect("legal").clone();
        if line.rolls.iter().any(|roll| roll.faces.len() > 1) {
            let mut left = before;
            let zeros = vec![0; line.rolls.len()];
            assert_eq!(left.play_with(&order, &zeros).expect("zeros"), &line);
            return;
        }
    }
    panic!("a throw of several dice");
}
