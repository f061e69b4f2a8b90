//! `sandtable battle`: a whole battle without a screen.

use std::path::PathBuf;

use clap::Args;
use sandtable_battle::Outcome;
use sandtable_files::Journal;
use sandtable_files::journal::MOST_BYTES;
use sandtable_opponents::Player;
use sandtable_tell::words::wins;
use sandtable_tongue::say;
use serde::Serialize;

use crate::failure::Failure;
use crate::{show, sources, table};

/// More orders than any real battle has: a battle that never ends stops here.
const MOST_ORDERS: u32 = 20_000;

/// Play a whole battle between computer players and print its log.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable battle three-hit/two-hills
  sandtable battle otr-d6/turnpike --side Union=random --seed 7
  sandtable battle three-hit/two-hills --players general,captain:bold --quiet
  sandtable battle three-hit/the-village --journal village.journal.jsonl --quiet

The same scenario, players and seed give the same battle on every machine.
Exit codes: 0 the battle was played to its end, 1 it was not, 3 a file cannot be read")]
pub(crate) struct BattleCommand {
    /// A scenario, position or journal to play on from.
    #[arg(value_name = "SCENARIO")]
    scenario: String,
    /// Who plays a side: a level (random, recruit, sergeant, captain, colonel, general,
    /// greedy-2026-11), with a temper if you like (captain:bold) and a number of playouts for
    /// each choice (general:steady:64). greedy-2026-11 plays every side you do not name.
    #[arg(long, value_name = "NAME=PLAYER")]
    side: Vec<String>,
    /// Who plays the first side and the second, separated by a comma.
    #[arg(long, value_name = "ONE,OTHER", value_delimiter = ',', num_args = 1)]
    players: Vec<String>,
    /// The seed of dice and players.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the journal to this file.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Print only how it ended.
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    laid: table::Laid,
    /// Print JSON: {log: [..], winner, clause, turns, orders, fingerprint}.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct End {
    log: Vec<sandtable_session::view::LogEntry>,
    winner: Option<String>,
    clause: Option<String>,
    turns: u16,
    orders: u32,
    fingerprint: String,
}

impl BattleCommand {
    /// Plays the battle.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let table = table::open(&self.scenario, &self.laid)?.seen(&self.scenario)?;
        if let Some(path) = &self.journal {
            sources::spare(path)?;
        }
        let mut players = self.players(&table)?;
        let card = table.rules.card();
        let mut journal = Journal::begin(table.battle.clone(), card, self.seed);
        // A position has already begun: its opening is an empty line, as in every journal.
        if !table.battle.is_unopened() {
            journal.append(None, Vec::new(), Vec::new());
        }
        let mut log = Vec::new();
        let mut number = 0;
        let mut told = Ok(());
        let report = sandtable_opponents::battle(
            &*table.rules,
            &table.battle,
            &mut players,
            self.seed,
            MOST_ORDERS,
            |before, order, rolls, events| {
                let look = sandtable_session::Look::new(&*table.rules, before);
                journal.append(order.cloned(), rolls.to_vec(), events.to_vec());
                let Some(order) = order else { return };
                number += 1;
                if self.quiet && !self.json {
                    return;
                }
                let entry = look.entry(number, Some(order), rolls, events);
                if self.json {
                    log.push(entry);
                } else if told.is_ok() {
                    told = show::say(show::entry(&entry).trim_end());
                }
            },
        );
        told?;
        if let Some(path) = &self.journal {
            save(path, &journal)?;
        }
        let sides = &table.battle.setting.sides;
        let winner = match report.outcome {
            Some(Outcome::Won(side)) => Some(sides[side.index()].name.clone()),
            _ => None,
        };
        let end = End {
            log,
            clause: report.why.map(|why| card.cite(why)),
            turns: report.turns,
            orders: report.orders,
            fingerprint: format!("{:016x}", report.last.fingerprint()),
            winner,
        };
        if self.json {
            show::json(&end)?;
        } else {
            let how = match report.outcome {
                Some(Outcome::Won(side)) => wins(&table.battle, side),
                Some(_) => say!("a draw"),
                None => say!("no end"),
            };
            show::say(&say!(
                "{how} in turn {turn} after {n} orders [{clause}]; fingerprint {hash}",
                how = how,
                turn = end.turns,
                n = end.orders,
                clause = end.clause.as_deref().unwrap_or("-"),
                hash = end.fingerprint
            ))?;
        }
        if report.outcome.is_none() {
            return Err(Failure::No(if report.orders < MOST_ORDERS {
                say!(
                    "the battle is stuck: after {n} orders nobody can give another",
                    n = report.orders
                )
            } else {
                say!(
                    "the battle did not end within {most} orders",
                    most = MOST_ORDERS
                )
            }));
        }
        Ok(())
    }

    /// Returns the named players, and greedy for the other sides.
    fn players(&self, table: &table::Table) -> Result<[Box<dyn Player>; 2], Failure> {
        let sides = &table.battle.setting.sides;
        if self.players.len() > 2 {
            return Err(Failure::Usage(say!(
                "--players names {count} players, but a battle has two sides",
                count = self.players.len()
            )));
        }
        let mut names =
            [self.players.first(), self.players.get(1)].map(|name| name.map(String::as_str));
        for choice in &self.side {
            let (side, player) = choice.rsplit_once('=').ok_or_else(|| {
                Failure::File(say!(
                    "--side {choice}: write NAME=PLAYER, like {side}=random",
                    choice = choice,
                    side = sides[0].name
                ))
            })?;
            let place = sides
                .iter()
                .position(|s| s.name.eq_ignore_ascii_case(side))
                .ok_or_else(|| {
                    Failure::File(say!(
                        "there is no side `{side}`; the sides are {a} and {other}",
                        side = side,
                        a = sides[0].name,
                        other = sides[1].name
                    ))
                })?;
            if let Some(other) = names[place].replace(player) {
                return Err(Failure::Usage(say!(
                    "{side} has two players, {one} and {other}: name one",
                    side = sides[place].name,
                    one = other,
                    other = player
                )));
            }
        }
        let make = |place: usize, salt: u64| {
            let named = sandtable_session::player(names[place].unwrap_or("greedy"))
                .map_err(|e| Failure::Usage(e.to_string()))?;
            Ok(named.player(self.seed.wrapping_add(salt)))
        };
        Ok([make(0, 0)?, make(1, 1)?])
    }
}

/// Writes a journal, if it is small enough to be read again.
fn save(path: &std::path::Path, journal: &Journal) -> Result<(), Failure> {
    let text = journal.to_jsonl();
    if text.len() > MOST_BYTES {
        return Err(Failure::No(say!(
            "the journal of this battle has {n} bytes, and one that can be read again at most {most}: it was not written",
            n = text.len(),
            most = MOST_BYTES
        )));
    }
    show::write(path, &text)
}
