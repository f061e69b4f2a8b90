//! Computer players against each other, until the battle ends or someone stops it.

use crate::{Error, Game, player};
use sandtable_battle::Outcome;
use sandtable_opponents::Player;

/// More orders than any battle needs: a runaway battle is stopped here.
const MOST_ORDERS: u32 = 20_000;

/// Two computer players in a battle.
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
    /// Most orders, 20,000 by default.
    pub limit: u32,
}

/// Result of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How the battle ended; `None` if it hit the limit, or if nobody could give an order.
    pub outcome: Option<Outcome>,
    /// Number of orders given.
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
    /// Creates a duel of your own two players, the first side's first.
    #[must_use]
    pub fn new(players: [Box<dyn Player>; 2]) -> Self {
        Self {
            players,
            limit: MOST_ORDERS,
        }
    }

    /// Creates a duel of two players by name. The same seed gives the same orders; as in `sandtable
    /// battle`, each player gets a seed of its own from it.
    ///
    /// # Errors
    /// If there is no player of that name.
    pub fn named(names: [&str; 2], seed: u64) -> Result<Self, Error> {
        let one = player(names[0], seed)?;
        let two = player(names[1], seed.wrapping_add(1))?;
        Ok(Self::new([one, two]))
    }

    /// Plays to the end. Before every order it asks `go_on` whether to continue.
    ///
    /// # Errors
    /// [`Error::Stopped`] if `go_on` says no: the battle then stands where it was. Also if a player
    /// gives an order that the rules refuse, and as [`Game::seen`].
    pub fn play(
        &mut self,
        game: &mut Game,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Ended, Error> {
        game.seen()?;
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
