//! The levels of play that a person can pick, and how a player is written:
//! `general`, `captain:bold`, `colonel:cautious:200`.

use crate::think::Effort;
use crate::value::USUAL_PACE;
use crate::{Greedy, Player, Random, Recruit, Temper, Thinker};

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name in files and commands.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What to expect.
    pub says: &'static str,
    /// How strong he is taken to be by Elo's measure, rounded to tens; the last of the list
    /// has nought. docs/measured.md says which of these are measured, and how well.
    pub elo: i16,
}

/// The levels, weakest first, and last the one that others are measured by.
pub const LEVELS: [Level; 7] = [
    Level {
        id: "random",
        title: "Random",
        says: "Gives any legal order. For trying things out.",
        elo: -610,
    },
    Level {
        id: "recruit",
        title: "Recruit",
        says: "Knows the rules and little more. Often does the first thing that comes to mind.",
        elo: -130,
    },
    Level {
        id: "sergeant",
        title: "Sergeant",
        says: "Weighs every order by its odds, one order ahead, and minds his flanks.",
        elo: 40,
    },
    Level {
        id: "captain",
        title: "Captain",
        says: "Plays his best orders out in his head until you have answered, a few times each.",
        elo: 180,
    },
    Level {
        id: "colonel",
        title: "Colonel",
        says: "Compares plans for the whole army and plays each of them out many times in his head.",
        elo: 290,
    },
    Level {
        id: "general",
        title: "General",
        says: "Plays like the Colonel and takes seconds over each turn.",
        elo: 410,
    },
    Level {
        id: "greedy-2026-11",
        title: "Greedy",
        says: "An older computer player, kept as it was in November 2026: the others are measured by it.",
        elo: 0,
    },
];

/// What a level was called before.
const BEFORE: [(&str, &str); 1] = [("greedy", "greedy-2026-11")];

/// Most playouts of one choice.
pub const MOST_PLAYOUTS: u32 = 20_000;

/// A player as he is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// How well he plays.
    pub level: &'static Level,
    /// How he is minded.
    pub temper: Temper,
    /// How often he plays a battle on for one choice, where that was said.
    pub playouts: Option<u32>,
}

/// Why there is no player of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPlayer {
    /// No level is called so.
    Level(String),
    /// No temper is called so.
    Temper(String),
    /// So many playouts are none, or too many, or no number.
    Playouts(String),
    /// The level does not think ahead, so it has neither.
    Plain(&'static str),
}

impl Named {
    /// Reads `LEVEL`, `LEVEL:TEMPER` or `LEVEL:TEMPER:PLAYOUTS`.
    ///
    /// # Errors
    /// What is not known of it.
    pub fn read(text: &str) -> Result<Self, NoPlayer> {
        let mut parts = text.split(':');
        let id = parts.next().unwrap_or_default();
        let now = BEFORE.iter().find(|(before, _)| *before == id);
        let now = now.map_or(id, |(_, now)| now);
        let level = LEVELS.iter().find(|level| level.id == now);
        let level = level.ok_or_else(|| NoPlayer::Level(id.to_owned()))?;
        let plain = matches!(level.id, "random" | "recruit" | "greedy-2026-11");
        let temper = match parts.next() {
            None => Temper::Steady,
            Some(_) if plain => return Err(NoPlayer::Plain(level.id)),
            Some(id) => {
                let known = Temper::ALL.into_iter().find(|temper| temper.id() == id);
                known.ok_or_else(|| NoPlayer::Temper(id.to_owned()))?
            }
        };
        let playouts = match parts.next() {
            None => None,
            Some(_) if effort(level.id).is_none() => return Err(NoPlayer::Plain(level.id)),
            Some(count) => Some(playouts(count)?),
        };
        match parts.next() {
            Some(rest) => Err(NoPlayer::Playouts(rest.to_owned())),
            None => Ok(Self {
                level,
                temper,
                playouts,
            }),
        }
    }

    /// The player, with a seed of his own: it has nothing to do with the battle's dice.
    #[must_use]
    pub fn player(&self, seed: u64) -> Box<dyn Player> {
        match self.level.id {
            "random" => Box::new(Random::new(seed)),
            "recruit" => Box::new(Recruit::new(seed)),
            "sergeant" => Box::new(Greedy::minded(seed, self.temper)),
            id => match self.effort().or_else(|| effort(id)) {
                Some(effort) => Box::new(Thinker::new(effort, self.temper, seed)),
                None => Box::new(Greedy::new(seed)),
            },
        }
    }

    /// How much he thinks; none where he does not play on in thought.
    #[must_use]
    pub fn effort(&self) -> Option<Effort> {
        let usual = effort(self.level.id)?;
        Some(Effort {
            playouts: self.playouts.unwrap_or(usual.playouts),
            paced: self.playouts.is_none(),
            ..usual
        })
    }
}

/// Reads a number of playouts.
///
/// # Errors
/// When it is no number, nought, or too many.
pub fn playouts(text: &str) -> Result<u32, NoPlayer> {
    let count = text.parse().ok();
    let count = count.filter(|count| (1..=MOST_PLAYOUTS).contains(count));
    count.ok_or_else(|| NoPlayer::Playouts(text.to_owned()))
}

/// How much a level thinks.
const fn effort(id: &str) -> Option<Effort> {
    let (orders, plans, playouts) = match id.as_bytes() {
        b"captain" => (3, 4, 16),
        b"colonel" => (4, 9, 48),
        b"general" => (6, 9, 128),
        _ => return None,
    };
    Some(Effort {
        orders,
        plans,
        playouts,
        turns: 1,
        paced: true,
    })
}

impl Effort {
    /// How often a battle of a rule set is played on for one choice, by the rule set's
    /// [`pace`](crate::Weights::pace).
    #[must_use]
    pub fn playouts_at(&self, pace: u32) -> u32 {
        if self.paced {
            (self.playouts.saturating_mul(pace) / USUAL_PACE).max(1)
        } else {
            self.playouts
        }
    }
}

/// A player of a name.
#[must_use]
pub fn level(name: &str, seed: u64) -> Option<Box<dyn Player>> {
    Named::read(name).ok().map(|named| named.player(seed))
}
