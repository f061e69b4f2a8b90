//! Computer players against each other, to the end of a battle or until somebody stops them.

use crate::{Error, Game, player};
use sandtable_battle::Outcome;
use sandtable_opponents::Player;

/// More orders than any battle has: one that runs on is stopped here.
const MOST_ORDERS: u32 = 20_000;

/// Two players at a battle.
///
/// ```
/// use sandtable::{Duel, Game};
///
/// # fn main() -> Result<(), sandtable::Error> {
/// let mut game = Game::scenario("three-hit/two-hills", 3)?;
/// let ended = Duel::named(["random", "random"], 3)?.play(&mut game, || true)?;
/// assert_eq!(ended.orders as usize + 1, game.journal().lines().len());
/// # Ok(())
/// # }
/// ```
pub struct Duel {
    players: [Box<dyn Player>; 2],
    /// Most orders; 20,000 unless you say otherwise.
    pub limit: u32,
}

/// How a duel went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How the battle ended; none when it did not within the limit, or stood still because
    /// nobody could give an order.
    pub outcome: Option<Outcome>,
    /// Orders given.
    pub orders: u32,
    /// Game turn at the end.
    pub turns: u16,
}

impl std::fmt::Debug for Duel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let limit = self.limit;
        f.debug_struct("Duel")
            .field("limit", &limit)
            .finish_non_exhaustive()
    }
}

impl Duel {
    /// Two players of your own, the first side's first.
    #[must_use]
    pub fn new(players: [Box<dyn Player>; 2]) -> Self {
        Self {
            players,
            limit: MOST_ORDERS,
        }
    }

    /// Two players by their names. The same seed gives the same orders; it gives each player
    /// a seed of its own, as `sandtable battle` does.
    ///
    /// # Errors
    /// When there is none of a name.
    pub fn named(names: [&str; 2], seed: u64) -> Result<Self, Error> {
        let one = player(names[0], seed)?;
        let two = player(names[1], seed.wrapping_add(1))?;
        Ok(Self::new([one, two]))
    }

    /// Plays on to the end; before every order it asks whether to go on.
    ///
    /// # Errors
    /// [`Error::Stopped`] when it was told not to go on: the battle stands where it was then;
    /// when a player gives an order that the rules refuse.
    pub fn play(
        &mut self,
        game: &mut Game,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Ended, Error> {
        let mut orders = 0;
        while game.outcome().is_none() && orders < self.limit {
            if !go_on() {
                return Err(Error::Stopped);
            }
            let side = game.battle().to_move();
            let chosen = self.players[side.index()].choose(game.rules(), game.battle());
            let Some(order) = chosen else { break };
            game.play(&order)?;
            orders += 1;
        }
        Ok(Ended {
            outcome: game.outcome(),
            orders,
            turns: game.battle().cursor.turn,
        })
    }
}
