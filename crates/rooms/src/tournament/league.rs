//! The table of a series: what everybody scored in all its tournaments.

use super::Tournament;
use super::acts::listed;
use super::wire::{League, LeagueRow};
use crate::rooms::Rooms;
use crate::wire::Trouble;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Maximum number of tournaments in a series.
const MOST: i64 = 200;

impl Rooms {
    /// Returns the table of a series. Players with an account are identified by it, others by name.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn league(&self, name: &str) -> Result<League, Trouble> {
        let mut all: BTreeMap<String, LeagueRow> = BTreeMap::new();
        let mut tournaments = Vec::new();
        for row in self.store.series(name, MOST).await? {
            let one = match self.read_tournament(row).await {
                // A damaged tournament hides none of the others.
                Err(Trouble::Unreadable) => continue,
                found => found?,
            };
            let stands = Tournament::stage(&one.course);
            tournaments.push(listed(&one.row, &one.plan, stands));
            if !one.course.has_begun() {
                continue;
            }
            for stood in one.course.table() {
                let Some(entrant) = one
                    .entrant(stood.entrant)
                    .filter(|row| !row.name.is_empty())
                else {
                    continue;
                };
                let own = entrant
                    .account
                    .as_ref()
                    .map(|account| format!("account {account}"));
                let key = own.or_else(|| entrant.key.as_ref().map(|key| format!("name {key}")));
                let sum = all
                    .entry(key.unwrap_or_default())
                    .or_insert_with(|| LeagueRow {
                        place: 0,
                        name: String::new(),
                        halves: 0,
                        score: [0; 3],
                        tournaments: 0,
                    });
                sum.name.clone_from(&entrant.name);
                sum.halves += stood.halves;
                sum.tournaments += 1;
                for (sum, more) in sum
                    .score
                    .iter_mut()
                    .zip([stood.won, stood.drawn, stood.lost])
                {
                    *sum += more;
                }
            }
        }
        Ok(League {
            name: name.to_owned(),
            tournaments,
            table: placed(all.into_values().collect()),
        })
    }
}

/// Ranks rows by points, then wins, then names.
fn placed(mut rows: Vec<LeagueRow>) -> Vec<LeagueRow> {
    let rank = |row: &LeagueRow| (Reverse(row.halves), Reverse(row.score[0]));
    rows.sort_by(|one, other| (rank(one), &one.name).cmp(&(rank(other), &other.name)));
    for at in 0..rows.len() {
        let alike = at > 0 && rank(&rows[at - 1]) == rank(&rows[at]);
        let own = u32::try_from(at + 1).unwrap_or(u32::MAX);
        rows[at].place = if alike { rows[at - 1].place } else { own };
    }
    rows
}
