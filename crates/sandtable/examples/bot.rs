//! Your own computer player in sixty lines. It draws some orders, tries each out, and gives the one
//! that leaves its army worth most compared with the other's.
//!
//! `cargo run --release -p sandtable --example bot`

use sandtable::battle::{Rolled, Side};
use sandtable::opponents::{Lot, Player, sample};
use sandtable::{Battle, Duel, Game, Order, Rules, player};

/// Number of orders to draw from every offer.
const DRAWS: usize = 2;
/// Number of rolls to try every order with.
const THROWS: u32 = 2;

struct Bot {
    lot: Lot,
    thrown: u32,
}

impl Bot {
    /// Returns the lead of a side over the other in worth.
    fn lead(rules: &dyn Rules, battle: &Battle, side: Side) -> i32 {
        let advice = rules.advice();
        advice.strength(battle, side) - advice.strength(battle, side.other())
    }

    fn tried(&mut self, rules: &dyn Rules, battle: &Battle, order: &Order) -> i32 {
        let side = battle.to_move();
        let throw = |_| {
            self.thrown += 1;
            let played = rules.play(battle, order, &mut Rolled::new(99, self.thrown));
            played.map_or(i32::MIN / 8, |(after, _)| Self::lead(rules, &after, side))
        };
        (0..THROWS).map(throw).sum()
    }
}

impl Player for Bot {
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order> {
        let offers = rules.all_offers(battle);
        let drawn = offers.iter().flat_map(|offer| [offer; DRAWS]);
        let orders: Vec<Order> = drawn
            .filter_map(|offer| sample(rules, battle, offer, &mut self.lot))
            .map(|legal| legal.order().clone())
            .collect();
        let best = orders
            .into_iter()
            .max_by_key(|order| self.tried(rules, battle, order));
        best.or_else(|| player("random", 1).ok()?.choose(rules, battle))
    }
}

fn main() -> Result<(), sandtable::Error> {
    let mut won = [0; 3];
    for seed in 0..20 {
        let mut game = Game::scenario("three-hit/two-hills", seed)?;
        let bot = Bot {
            lot: Lot::new(seed),
            thrown: 0,
        };
        let mut duel = Duel::new([Box::new(bot), player("random", seed)?]);
        duel.play(&mut game, || true)?;
        won[match game.winner() {
            Some("Blue") => 0,
            Some(_) => 1,
            None => 2,
        }] += 1;
    }
    println!(
        "the bot won {}, Random won {}, nobody {}",
        won[0], won[1], won[2]
    );
    Ok(())
}
