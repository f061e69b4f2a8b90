//! `sandtable ladder`: how strong the computer players are against each other.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use sandtable_opponents::LEVELS;
use sandtable_study::ladder::{Met, ratings, won_by_first};
use sandtable_study::{Old, Results, Study, toml_text};
use sandtable_tongue::say;
use serde::Serialize;

use super::study::{Disk, How, failed, play, told};
use crate::failure::Failure;
use crate::show;

/// Let computer players fight each other in all scenarios of a rule set, and rate them.
///
/// Every finished battle is a line of the results file: stop whenever you like, and start again
/// to continue. Players change sides every other battle of a scenario.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable ladder three-hit --battles 4
  sandtable ladder otr-d6 --players general,greedy-2026-11 --battles 26
  sandtable ladder three-hit --scenario three-hit/two-hills --players captain,captain:bold

Exit codes: 0 played and rated, 2 there is no such player, 3 a file cannot be read")]
pub(crate) struct Ladder {
    /// The rule set.
    #[arg(value_name = "RULES")]
    rules: String,
    /// The players, separated by commas; by default all levels.
    #[arg(long, value_name = "PLAYER,..", value_delimiter = ',')]
    players: Vec<String>,
    /// Only this scenario; repeat the option for more.
    #[arg(long, value_name = "SCENARIO")]
    scenario: Vec<String>,
    /// How many battles for each pair in each scenario.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    battles: u32,
    /// The seed of dice and players.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: u64,
    /// The file that keeps the battles; by default RULES.ladder.jsonl.
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Forget earlier battles and start over.
    #[arg(long)]
    anew: bool,
    #[command(flatten)]
    how: How,
}

/// A player's place on the ladder.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Rung {
    /// Name of the player, as people write it.
    player: String,
    /// Elo points above the reference player.
    elo: f64,
    /// Margin of error of `elo`, at 95 percent.
    within: f64,
    /// Number of battles.
    battles: u32,
    /// Battles won; a draw counts half.
    won: f64,
}

/// Results of two players against each other.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Pair {
    one: String,
    other: String,
    /// Number of battles.
    battles: u32,
    /// Battles that the first player won; a draw counts half.
    won: f64,
}

/// A ladder of players, the strongest first.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Rungs {
    rules: String,
    players: Vec<Rung>,
    pairs: Vec<Pair>,
}

impl Ladder {
    /// Plays the ladder.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let players = self.players()?;
        let (study, pairs) = self.study(&players)?;
        let usual = || PathBuf::from(format!("{}.ladder.jsonl", self.rules));
        let path = self.results.clone().unwrap_or_else(usual);
        let old = if self.anew { Old::Forget } else { Old::Keep };
        let (mut results, mut tallies, found) =
            Results::begin(&path, &study, old).map_err(|trouble| failed(&trouble))?;
        told(&path, &found);
        play(&study, Some(&mut results), &mut tallies, &self.how)?;
        results.sync().map_err(|trouble| failed(&trouble))?;
        let mut met = vec![vec![Met::default(); players.len()]; players.len()];
        let arms = study.variants.len().max(1);
        results
            .each(&study, |record| {
                let (a, b) = pairs[usize::from(record.arm) % arms];
                met[a][b].battles += 1;
                met[a][b].won += won_by_first(&study, record);
                Ok(())
            })
            .map_err(|trouble| failed(&trouble))?;
        self.tell(&self.rungs(&players, &pairs, &met))
    }

    fn players(&self) -> Result<Vec<String>, Failure> {
        let mut all = self.players.clone();
        if all.is_empty() {
            all = LEVELS.iter().map(|level| level.id.to_owned()).collect();
        }
        let mut known = Vec::new();
        for name in &all {
            let player = sandtable_session::player(name);
            let player = player.map_err(|e| Failure::Usage(e.to_string()))?;
            // A player may have several names, such as `captain` and `captain:steady`.
            if known.contains(&player) {
                return Err(Failure::Usage(say!(
                    "`{player}` is named twice: players meet others, not themselves",
                    player = name
                )));
            }
            known.push(player);
        }
        if all.len() < 2 {
            return Err(Failure::Usage(say!("a ladder needs two players or more")));
        }
        Ok(all)
    }

    /// Returns the ladder as a study, with a variant for each pair.
    fn study(&self, players: &[String]) -> Result<(Study, Vec<(usize, usize)>), Failure> {
        let known = sandtable_register::ALL.iter().find(|e| e.id == self.rules);
        let Some(entry) = known else {
            let all: Vec<&str> = sandtable_register::ALL.iter().map(|e| e.id).collect();
            return Err(Failure::File(say!(
                "there is no rule set `{id}`; there are: {known}",
                id = self.rules,
                known = all.join(", ")
            )));
        };
        let mut scenarios = self.scenario.clone();
        if scenarios.is_empty() {
            scenarios = entry.scenarios().map(|known| known.id).collect();
        }
        let twice = scenarios
            .iter()
            .enumerate()
            .find(|(at, id)| scenarios[..*at].contains(id));
        if let Some((_, scenario)) = twice {
            return Err(Failure::Usage(say!(
                "`{scenario}` is named twice: its battles are played once",
                scenario = scenario
            )));
        }
        let known = |id: &str| {
            sandtable_register::scenarios()
                .iter()
                .any(|one| one.id == id)
        };
        let own = |id: &str| entry.scenarios().any(|one| one.id == id);
        if let Some(other) = scenarios.iter().find(|id| known(id) && !own(id)) {
            return Err(Failure::Usage(say!(
                "`{scenario}` is not a battle of `{rules}`",
                scenario = other,
                rules = self.rules
            )));
        }
        let mut pairs = Vec::new();
        let named: Vec<String> = scenarios.iter().map(|id| toml_text(id)).collect();
        let mut text = format!(
            "format = 1\ntitle = \"Ladder of {}\"\nscenarios = [{}]\nbattles = {}\nseed = {}\n",
            self.rules,
            named.join(", "),
            self.battles,
            self.seed
        );
        for (a, one) in players.iter().enumerate() {
            for (b, other) in players.iter().enumerate().skip(a + 1) {
                pairs.push((a, b));
                // Writing to a string cannot fail.
                let _ = write!(
                    text,
                    "\n[[variant]]\nname = \"{one} against {other}\"\nplayers = [\"{one}\", \"{other}\"]\n"
                );
            }
        }
        let study =
            sandtable_study::read_study(&text, "ladder", &Disk::default()).map_err(|flaws| {
                Failure::File(show::flaws(say("the ladder as a study"), &text, &flaws))
            })?;
        Ok((study, pairs))
    }

    fn rungs(&self, players: &[String], pairs: &[(usize, usize)], met: &[Vec<Met>]) -> Rungs {
        let measure = players.iter().position(|name| name.starts_with("greedy"));
        let rated = ratings(met, measure.unwrap_or(0));
        let mut rungs: Vec<Rung> = (players.iter().zip(rated).enumerate())
            .map(|(at, (player, rating))| {
                let mut rung = Rung {
                    player: player.clone(),
                    elo: (rating.elo * 10.0).round() / 10.0,
                    within: (rating.within * 10.0).round() / 10.0,
                    battles: 0,
                    won: 0.0,
                };
                for &(a, b) in pairs {
                    let one = met[a][b];
                    if a == at || b == at {
                        rung.battles += one.battles;
                        let lost = f64::from(one.battles) - one.won;
                        rung.won += if a == at { one.won } else { lost };
                    }
                }
                rung
            })
            .collect();
        rungs.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        let pair = |&(a, b): &(usize, usize)| Pair {
            one: players[a].clone(),
            other: players[b].clone(),
            battles: met[a][b].battles,
            won: met[a][b].won,
        };
        Rungs {
            rules: self.rules.clone(),
            players: rungs,
            pairs: pairs.iter().map(pair).collect(),
        }
    }

    fn tell(&self, rungs: &Rungs) -> Result<(), Failure> {
        if self.how.json {
            return show::json(rungs);
        }
        for rung in &rungs.players {
            show::say(&format!(
                "{:<24} {:>7.0} ± {:<5.0} {}",
                rung.player,
                rung.elo,
                rung.within,
                say!("won {won} of {n}", won = rung.won, n = rung.battles)
            ))?;
        }
        for pair in &rungs.pairs {
            show::say(&say!(
                "{one} against {other}: {won} of {n}",
                one = pair.one,
                other = pair.other,
                won = pair.won,
                n = pair.battles
            ))?;
        }
        Ok(())
    }
}
