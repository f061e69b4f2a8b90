//! `sandtable grid`: one question for every combination of a situation's inputs.

use std::path::PathBuf;

use clap::Args;
use sandtable_battle::Switches;
use sandtable_files::Flaws;

use super::situation;
use crate::failure::Failure;
use crate::{show, table};

/// Ask one question for every combination of two or three inputs of a situation (its `[grid]`),
/// as a table or a quick-reference sheet.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable grid situations/three-hit/hand-to-hand.situation.toml
  sandtable grid my.situation.toml --answer 'target hits'
  sandtable grid my.situation.toml --html sheet.html
  sandtable grid my.situation.toml --csv > sheet.csv

Exit codes: 0 done, 2 nobody can answer --answer, 3 the file cannot be read")]
pub(crate) struct GridCommand {
    /// A situation with a `[grid]`, a *.situation.toml file.
    #[arg(value_name = "SITUATION")]
    file: String,
    /// The question, instead of the one in the file: `target gone`, `target back`, `target
    /// stands`, a mark, `steps`, `target first`, or an outcome in its words.
    #[arg(long)]
    answer: Option<String>,
    /// House rules, a *.rules.toml file, added to those of the situation.
    #[arg(long, value_name = "FILE")]
    rules: Option<String>,
    /// Write one HTML file with a heat map, for screens and paper.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print CSV, one row for each combination.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON: {axes, cells: [{number: {value, number}, why, note}], ..}.
    #[arg(long)]
    json: bool,
}

impl GridCommand {
    /// Works out the grid.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text = table::text_of(&self.file)?;
        let house = match &self.rules {
            None => Switches::default(),
            Some(file) => table::read_house(file)?.1.switches,
        };
        let flawed = |flaws: Flaws| Failure::File(show::flaws(&self.file, &text, &flaws));
        let answer = self.answer.as_deref();
        let open = situation::opener;
        let library = situation::library(&open);
        let asked = |flaws: Flaws| match answer {
            // The mistake is in what was typed, not in the file.
            Some(_) => Failure::Usage(show::said(&flaws)),
            None => flawed(flaws),
        };
        sandtable_situation::Situation::read_under(&text, library, &house).map_err(flawed)?;
        let bar = show::bar(true, "{bar:30} {pos} of {len} combinations, {eta} left");
        let mut done = |done: usize, of: usize| {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
        };
        let grid = sandtable_situation::grid_telling(&text, library, &house, answer, &mut done);
        bar.finish_and_clear();
        let grid = grid.map_err(asked)?;
        if let Some(file) = &self.html {
            show::write(file, &grid.html())?;
        }
        if self.json {
            show::json(&grid)
        } else if self.csv {
            show::say_file(grid.csv().trim_end())
        } else {
            show::say(&grid.text())
        }
    }
}
