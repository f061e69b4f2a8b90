//! The table: points, then Buchholz, then what equal entrants got from each other.

use crate::course::{Course, Score};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// An entrant's standing. Points are counted in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    /// The entrant's place, from 1; equal entrants share a place.
    pub place: u32,
    /// The entrant's number.
    pub entrant: u32,
    /// The half points: a win or a bye is 2, a draw 1.
    pub halves: u32,
    /// The opponents' half points, added up.
    pub buchholz: u32,
    /// The half points from opponents who have as many points and as good opponents.
    pub direct: u32,
    /// Battles won, including byes.
    pub won: u32,
    /// Battles drawn.
    pub drawn: u32,
    /// Battles lost.
    pub lost: u32,
}

impl Course {
    /// Returns the table, the leader first.
    #[must_use]
    pub fn table(&self) -> Vec<Row> {
        let began = self.has_begun();
        let mut rows: Vec<Row> = self
            .seeds(|entrant| began || !entrant.left)
            .into_iter()
            .map(|entrant| self.counted(entrant))
            .collect();
        let points: Vec<(u32, u32)> = rows.iter().map(|row| (row.entrant, row.halves)).collect();
        for row in &mut rows {
            row.buchholz = self.buchholz(row.entrant, &points);
        }
        let alike: Vec<(u32, u32, u32)> = rows
            .iter()
            .map(|row| (row.entrant, row.halves, row.buchholz))
            .collect();
        for row in &mut rows {
            let same = |other: u32| alike.contains(&(other, row.halves, row.buchholz));
            row.direct = self.from(row.entrant, same);
        }
        let rank = |row: &Row| {
            (
                Reverse(row.halves),
                Reverse(row.buchholz),
                Reverse(row.direct),
            )
        };
        // Among those who share a place, the stronger seed stands first.
        rows.sort_by_key(rank);
        for at in 0..rows.len() {
            let before = at.checked_sub(1).map(|before| rows[before]);
            rows[at].place = match before {
                Some(before) if rank(&before) == rank(&rows[at]) => before.place,
                _ => u32::try_from(at + 1).unwrap_or(u32::MAX),
            };
        }
        rows
    }

    fn counted(&self, entrant: u32) -> Row {
        let mut row = Row {
            place: 0,
            entrant,
            halves: 0,
            buchholz: 0,
            direct: 0,
            won: 0,
            drawn: 0,
            lost: 0,
        };
        for round in &self.rounds {
            let Some(halves) = self.halves(round, entrant) else {
                continue;
            };
            row.halves += halves;
            let rests = |b: Option<u32>| b.is_none() && self.bye() == 0;
            let resting = round
                .games
                .iter()
                .any(|game| game.a == entrant && rests(game.b));
            match halves {
                _ if resting => {}
                2 => row.won += 1,
                1 => row.drawn += 1,
                _ => row.lost += 1,
            }
        }
        row
    }

    /// Returns the sum of the opponents' points. A round that was not fought counts a virtual
    /// opponent, who had as many points as the entrant before that round, got the points in it that
    /// the entrant did not get, and has drawn ever since.
    fn buchholz(&self, entrant: u32, points: &[(u32, u32)]) -> u32 {
        let (mut sum, mut own) = (0, 0);
        for (number, round) in self.rounds.iter().enumerate() {
            let Some(halves) = self.halves(round, entrant) else {
                continue;
            };
            let mut games = round.games.iter();
            let Some(game) = games.find(|game| game.place(entrant).is_some()) else {
                continue;
            };
            let other = if game.a == entrant {
                game.b
            } else {
                Some(game.a)
            };
            let fought = game.score.is_some_and(|(_, fought)| fought);
            let rests = game.b.is_none() && self.bye() == 0;
            let later = u32::try_from(self.rounds.len() - number - 1).unwrap_or(0);
            sum += match other.filter(|_| fought) {
                Some(other) => points
                    .iter()
                    .find(|(who, _)| *who == other)
                    .map_or(0, |(_, p)| *p),
                None if rests => 0,
                None => own + (2 - halves) + later,
            };
            own += halves;
        }
        sum
    }

    /// Returns the half points that an entrant got from certain others.
    fn from(&self, entrant: u32, others: impl Fn(u32) -> bool) -> u32 {
        let mut sum = 0;
        for game in self.rounds.iter().flat_map(|round| &round.games) {
            if let (Some(place), Some(b), Some((score, _))) =
                (game.place(entrant), game.b, game.score)
            {
                let other = if place == 0 { b } else { game.a };
                if others(other) && score != Score::Neither {
                    sum += score.halves()[place];
                }
            }
        }
        sum
    }
}
