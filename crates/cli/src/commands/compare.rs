//! `sandtable compare`: two sets of house rules in one scenario.

use std::path::PathBuf;

use clap::Args;
use sandtable_study::Tally;
use sandtable_tongue::say;

use super::study::{Disk, How, play};
use crate::failure::Failure;
use crate::{show, sources};

/// Compare two sets of house rules in a scenario on the same dice, and sum up in a paragraph
/// what the second changes and why.
///
/// If the second has two to eight changes more than the first, each change is also played
/// alone.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable compare printed bloodier.rules.toml three-hit/two-hills
  sandtable compare mine.rules.toml yours.rules.toml otr-d6/turnpike --battles 1000
  sandtable compare printed mine.rules.toml my.battle.toml --players random

Exit codes: 0 compared, 3 a file cannot be read or what is in it is wrong")]
pub(crate) struct Compare {
    /// House rules: a *.rules.toml file, or the word `printed`.
    #[arg(value_name = "A")]
    a: String,
    /// The house rules to compare with them, or the word `printed`.
    #[arg(value_name = "B")]
    b: String,
    /// A scenario: a built-in one or a file.
    #[arg(value_name = "SCENARIO")]
    scenario: String,
    /// How many battles with each.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    battles: u32,
    /// The seed of dice and players.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: u64,
    /// Who plays: one level for both, or two separated by a comma. They change sides every
    /// other battle.
    #[arg(long, default_value = "greedy", value_name = "LEVEL[,LEVEL]")]
    players: String,
    /// Write the report as a page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the comparison as a study that you can change and play with `sandtable study`.
    #[arg(long, value_name = "FILE")]
    study: Option<PathBuf>,
    #[command(flatten)]
    how: How,
}

impl Compare {
    /// Plays the comparison.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (one, two) = self
            .players
            .split_once(',')
            .unwrap_or((&self.players, &self.players));
        let players = [one.trim().to_owned(), two.trim().to_owned()];
        let (text, read) = sandtable_study::compared(
            [&self.a, &self.b],
            &self.scenario,
            self.battles,
            self.seed,
            &players,
            &Disk::default(),
        );
        let study = read.map_err(|flaws| {
            Failure::File(show::flaws(say("the comparison as a study"), &text, &flaws))
        })?;
        let reports = [&self.study, &self.html].into_iter().flatten();
        sources::apart(&reports.map(|r| &**r).collect::<Vec<_>>())?;
        if let Some(path) = &self.study {
            show::write(path, &text)?;
        }
        let mut tallies = vec![Tally::of(study.battles); study.arms.len()];
        play(&study, None, &mut tallies, &self.how)?;
        let report = sandtable_report::report(&study, &tallies);
        if let Some(path) = &self.html {
            show::write(path, &sandtable_report::html(&report))?;
        }
        self.how.tell(&report)
    }
}
