//! The levels of play that a person can pick, and the names of players: `general`, `captain:bold`,
//! `colonel:cautious:200`.

use crate::think::Effort;
use crate::value::USUAL_PACE;
use crate::{Greedy, Player, Random, Recruit, Temper, Thinker};

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Name in files and commands.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What a person can expect of this level.
    pub says: &'static str,
    /// Estimated strength by Elo's measure, rounded to tens; the last level of the list is zero.
    /// docs/measured.md says which of these are measured, and how well.
    pub elo: i16,
}

/// The levels, weakest first. The last is the one that others are measured against.
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
        elo: -220,
    },
    Level {
        id: "sergeant",
        title: "Sergeant",
        says: "Weighs every order by its odds, one order ahead, and guards its flanks.",
        elo: 0,
    },
    Level {
        id: "captain",
        title: "Captain",
        says: "Plays its best orders out a few times each, up to your answer.",
        elo: 170,
    },
    Level {
        id: "colonel",
        title: "Colonel",
        says: "Compares plans for the whole army and plays each of them out many times.",
        elo: 260,
    },
    Level {
        id: "general",
        title: "General",
        says: "Plays like the Colonel and takes seconds over each turn.",
        elo: 340,
    },
    Level {
        id: "greedy-2026-11",
        title: "Greedy",
        says: "An older computer player, kept as it was in November 2026: the others are measured by it.",
        elo: 0,
    },
];

/// Former names of levels.
const BEFORE: [(&str, &str); 1] = [("greedy", "greedy-2026-11")];

/// Most playouts for one choice.
pub const MOST_PLAYOUTS: u32 = 20_000;

/// A player as its name describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// How well the player plays.
    pub level: &'static Level,
    /// Temper of the player.
    pub temper: Temper,
    /// Playouts for one choice, if the name gives a number.
    pub playouts: Option<u32>,
}

/// Why a name stands for no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPlayer {
    /// No level has this name.
    Level(String),
    /// No temper has this name.
    Temper(String),
    /// The number of playouts is zero, too large, or not a number.
    Playouts(String),
    /// The level does not think ahead, so it takes neither a temper nor playouts.
    Plain(&'static str),
}

impl Named {
    /// Reads `LEVEL`, `LEVEL:TEMPER` or `LEVEL:TEMPER:PLAYOUTS`.
    ///
    /// # Errors
    /// If the level, the temper or the number of playouts is unknown.
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

    /// Creates the player. Its seed is independent of the battle's dice.
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

    /// Returns how much the player thinks, or `None` if it does not use playouts.
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
/// If the text is not a number, or the number is zero or too large.
pub fn playouts(text: &str) -> Result<u32, NoPlayer> {
    let count = text.parse().ok();
    let count = count.filter(|count| (1..=MOST_PLAYOUTS).contains(count));
    count.ok_or_else(|| NoPlayer::Playouts(text.to_owned()))
}

/// Number of units beyond which there are fewer playouts. No battle that ships has half as many.
const CROWDED: u32 = 60;

/// Returns how much a level thinks. When it plays, `Effort::shared_out` gives the first order of a
/// phase more of these playouts and the others fewer.
const fn effort(id: &str) -> Option<Effort> {
    let (orders, plans, playouts) = match id.as_bytes() {
        b"captain" => (3, 4, 6),
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
    /// Returns the number of playouts for one choice in a rule set of this
    /// [`pace`](crate::Weights::pace), in a battle of so many units. A playout of a crowded battle
    /// has more orders and every order more to weigh, so there are fewer of them by the square.
    #[must_use]
    pub fn playouts_at(&self, pace: u32, units: usize) -> u32 {
        if !self.paced {
            return self.playouts;
        }
        let usual = u64::from(self.playouts.saturating_mul(pace) / USUAL_PACE);
        let units = u64::from(u32::try_from(units).unwrap_or(u32::MAX).max(CROWDED));
        let crowded = u64::from(CROWDED);
        let count = usual * crowded * crowded / (units * units);
        u32::try_from(count).unwrap_or(u32::MAX).max(1)
    }
}

/// Creates the player that a name describes.
#[must_use]
pub fn level(name: &str, seed: u64) -> Option<Box<dyn Player>> {
    Named::read(name).ok().map(|named| named.player(seed))
}
