//! How a tournament stands, as its deeds tell it, and what its next round is.

use crate::round_robin;
use crate::swiss::{self, Pair, Standing};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Form {
    /// A number of rounds in which players with similar scores meet.
    Swiss {
        /// The number of rounds; fewer if everybody has already met everybody.
        rounds: u16,
    },
    /// Everybody meets everybody.
    RoundRobin {
        /// Whether they meet twice, with sides swapped.
        double: bool,
    },
}

impl Form {
    /// Most rounds of a Swiss tournament.
    pub const MOST_ROUNDS: u16 = 20;

    /// Returns whether the numbers are ones that can be played.
    #[must_use]
    pub const fn is_sound(self) -> bool {
        match self {
            Self::Swiss { rounds } => rounds >= 1 && rounds <= Self::MOST_ROUNDS,
            Self::RoundRobin { .. } => true,
        }
    }
}

/// The result of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Score {
    /// The leader of the first side won.
    A,
    /// The leader of the second side won.
    B,
    /// A draw.
    Draw,
    /// Neither side gets a point.
    Neither,
}

impl Score {
    /// Returns the half points of the first side's leader and of the second's.
    #[must_use]
    pub const fn halves(self) -> [u32; 2] {
        match self {
            Self::A => [2, 0],
            Self::B => [0, 2],
            Self::Draw => [1, 1],
            Self::Neither => [0, 0],
        }
    }
}

/// A battle of a round, as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// The entrant who leads the first side.
    pub a: u32,
    /// The entrant who leads the second side; none if `a` has a bye or rests.
    pub b: Option<u32>,
    /// The room in which it is fought.
    pub room: Option<String>,
    /// The result, if the battle is not fought.
    pub score: Option<Score>,
}

/// Something that happened in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Deed {
    /// A player entered.
    Entered {
        /// The entrant's number, from 1.
        entrant: u32,
        /// The entrant's expected strength: the rating, in millionths.
        seed: i64,
    },
    /// An entrant withdrew.
    Left {
        /// The entrant's number.
        entrant: u32,
    },
    /// A round was drawn.
    Round {
        /// Its battles.
        boards: Vec<Drawn>,
    },
    /// A battle ended.
    Scored {
        /// The round, from 0.
        round: usize,
        /// The battle in it, from 0.
        board: usize,
        /// The result.
        score: Score,
        /// Whether it was fought: a walkover is not.
        fought: bool,
    },
    /// The organiser ended it.
    Ended,
}

/// A player who entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The entrant's number, from 1.
    pub number: u32,
    /// The entrant's expected strength.
    pub seed: i64,
    /// Whether the entrant withdrew.
    pub left: bool,
}

/// A battle of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The entrant who leads the first side.
    pub a: u32,
    /// The entrant who leads the second side; none if `a` has a bye or rests.
    pub b: Option<u32>,
    /// The room in which it is fought.
    pub room: Option<String>,
    /// The result, and whether the battle was fought.
    pub score: Option<(Score, bool)>,
}

impl Game {
    /// Returns whether the battle is over or needs no fight.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.score.is_some() || self.b.is_none()
    }

    /// Returns an entrant's place in the battle: 0 on the first side, 1 on the second.
    #[must_use]
    pub fn place(&self, entrant: u32) -> Option<usize> {
        match (self.a == entrant, self.b == Some(entrant)) {
            (true, _) => Some(0),
            (false, true) => Some(1),
            (false, false) => None,
        }
    }
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// When it was drawn, in milliseconds since 1970.
    pub at: i64,
    /// Its battles.
    pub games: Vec<Game>,
}

/// How a tournament stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// Who meets whom.
    pub form: Form,
    /// The number of the next deed.
    pub next: i64,
    /// Everybody who entered, in order of entry.
    pub entrants: Vec<Entrant>,
    /// The rounds so far.
    pub rounds: Vec<Round>,
    /// Whether the organiser ended it.
    pub ended: bool,
    /// Whether it was stored as over: it stays so by whatever rules it was played.
    pub closed: bool,
    /// The entrants who were there when it began, the strongest first.
    field: Vec<u32>,
}

impl Course {
    /// Returns a tournament that nobody has entered yet.
    #[must_use]
    pub const fn new(form: Form) -> Self {
        Self {
            form,
            next: 0,
            entrants: Vec::new(),
            rounds: Vec::new(),
            ended: false,
            closed: false,
            field: Vec::new(),
        }
    }

    /// Applies a deed.
    pub fn take(&mut self, at: i64, deed: &Deed) {
        self.next += 1;
        match deed {
            Deed::Entered { entrant, seed } => self.entrants.push(Entrant {
                number: *entrant,
                seed: *seed,
                left: false,
            }),
            Deed::Left { entrant } => {
                if let Some(found) = self.entrants.iter_mut().find(|e| e.number == *entrant) {
                    found.left = true;
                }
            }
            Deed::Round { boards } => {
                if self.rounds.is_empty() {
                    self.field = self.seeds(|entrant| !entrant.left);
                }
                let game = |drawn: &Drawn| Game {
                    a: drawn.a,
                    b: drawn.b,
                    room: drawn.room.clone(),
                    score: drawn.score.map(|score| (score, false)),
                };
                let games = boards.iter().map(game).collect();
                self.rounds.push(Round { at, games });
            }
            Deed::Scored {
                round,
                board,
                score,
                fought,
            } => {
                // The organiser ended it with the table as it was.
                if self.ended {
                    return;
                }
                let round = self.rounds.get_mut(*round);
                if let Some(game) = round.and_then(|round| round.games.get_mut(*board)) {
                    // The first result stands.
                    game.score.get_or_insert((*score, *fought));
                }
            }
            Deed::Ended => self.ended = true,
        }
    }

    /// Returns whether rounds have been drawn.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        !self.rounds.is_empty()
    }

    /// Returns how many entrants have not withdrawn.
    #[must_use]
    pub fn active(&self) -> usize {
        self.entrants.iter().filter(|entrant| !entrant.left).count()
    }

    /// Returns the number of rounds in all, as far as it is known now.
    #[must_use]
    pub fn total(&self) -> usize {
        let field = match self.has_begun() {
            true => self.field.len(),
            false => self.active(),
        };
        match self.form {
            Form::RoundRobin { double } => {
                round_robin::rounds_of(field) * (1 + usize::from(double))
            }
            Form::Swiss { .. } if self.has_begun() && !self.has_pairs() => self.rounds.len(),
            Form::Swiss { rounds } => {
                let is_late =
                    |one: &&Entrant| self.has_begun() && !self.field.contains(&one.number);
                let late = self.entrants.iter().filter(is_late).count();
                // Whoever came in the last round gets another one.
                let least = if self.someone_waits() {
                    self.rounds.len() + 1
                } else {
                    0
                };
                let total = round_robin::rounds_of(field + late).max(least);
                usize::from(rounds).min(total).max(self.rounds.len())
            }
        }
    }

    /// Returns whether an entrant who is still there came late and has met nobody yet.
    fn someone_waits(&self) -> bool {
        let games = || {
            let all = self.rounds.iter().flat_map(|round| &round.games);
            all.filter(|game| game.b.is_some())
        };
        let waits =
            |one: &Entrant| !one.left && games().all(|game| game.place(one.number).is_none());
        self.has_begun() && self.entrants.iter().any(waits)
    }

    /// Returns whether two entrants who are still there have not met.
    fn has_pairs(&self) -> bool {
        let games = self.rounds.iter().flat_map(|round| &round.games);
        let met: BTreeSet<(u32, u32)> = games
            .filter_map(|game| game.b.map(|b| (game.a.min(b), game.a.max(b))))
            .collect();
        let there: Vec<u32> = self.seeds(|entrant| !entrant.left);
        let pair = |a: u32, b: u32| (a.min(b), a.max(b));
        (there.iter().enumerate())
            .any(|(i, a)| there[..i].iter().any(|b| !met.contains(&pair(*a, *b))))
    }

    /// Returns whether the last round is finished.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let last = self.rounds.last();
        last.is_none_or(|round| round.games.iter().all(Game::is_done))
    }

    /// Returns whether the tournament is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let played = self.rounds.len() >= self.total() || self.active() < 2;
        self.ended || self.closed || (self.has_begun() && self.is_settled() && played)
    }

    /// Draws the next round, if it is time for one and at least two entrants are left.
    #[must_use]
    pub fn draw(&self) -> Option<Vec<Drawn>> {
        if self.is_over() || !self.is_settled() || self.active() < 2 {
            return None;
        }
        let pairs = match self.form {
            Form::Swiss { .. } => swiss::draw(&self.standings()),
            Form::RoundRobin { .. } => {
                let begins = self.seeds(|entrant| !entrant.left);
                let field = if self.has_begun() {
                    &self.field
                } else {
                    &begins
                };
                round_robin::round(field, self.rounds.len())
            }
        };
        Some(pairs.into_iter().map(|pair| self.drawn(pair)).collect())
    }

    /// Returns a battle as drawn; it is not fought if an entrant in it withdrew.
    fn drawn(&self, Pair { a, b }: Pair) -> Drawn {
        let gone = |who: u32| self.entrants.iter().any(|e| e.number == who && e.left);
        let score = b.and_then(|b| match (gone(a), gone(b)) {
            (false, false) => None,
            (true, false) => Some(Score::B),
            (false, true) => Some(Score::A),
            (true, true) => Some(Score::Neither),
        });
        Drawn {
            a,
            b,
            room: None,
            score,
        }
    }

    /// Returns the numbers of entrants by expected strength, then by order of entry.
    pub(crate) fn seeds(&self, which: impl Fn(&Entrant) -> bool) -> Vec<u32> {
        let mut all: Vec<&Entrant> = self.entrants.iter().filter(|one| which(one)).collect();
        all.sort_by_key(|one| (Reverse(one.seed), one.number));
        all.into_iter().map(|one| one.number).collect()
    }

    /// Returns the half points of a bye. It counts as a win unless everybody gets one.
    pub(crate) const fn bye(&self) -> u32 {
        match self.form {
            Form::Swiss { .. } => 2,
            Form::RoundRobin { .. } => 0,
        }
    }

    /// Returns the half points that an entrant got in a round; none if there is no result yet.
    pub(crate) fn halves(&self, round: &Round, entrant: u32) -> Option<u32> {
        let mut games = round.games.iter();
        let (game, place) = games.find_map(|game| Some((game, game.place(entrant)?)))?;
        match (game.b, game.score) {
            (None, _) => Some(self.bye()),
            (Some(_), score) => score.map(|(score, _)| score.halves()[place]),
        }
    }

    /// Returns the standings of the entrants who have not withdrawn.
    fn standings(&self) -> Vec<Standing> {
        let seeds = self.seeds(|entrant| !entrant.left);
        let stands = |(seed, entrant): (usize, u32)| {
            let mut one = Standing {
                entrant,
                halves: 0,
                seed,
                met: Vec::new(),
                byes: 0,
                lead: 0,
                last: None,
            };
            for round in &self.rounds {
                one.halves += self.halves(round, entrant).unwrap_or(0);
                for game in &round.games {
                    match (game.place(entrant), game.b) {
                        (Some(0), None) => one.byes += 1,
                        (Some(place), Some(b)) => {
                            one.met.push(if place == 0 { b } else { game.a });
                            one.lead += if place == 0 { 1 } else { -1 };
                            one.last = Some(place == 0);
                        }
                        _ => {}
                    }
                }
            }
            one
        };
        seeds.into_iter().enumerate().map(stands).collect()
    }
}
