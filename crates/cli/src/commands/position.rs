//! `sandtable position`: the state of a battle as a file.

use std::path::PathBuf;

use clap::Args;
use sandtable_battle::{Battle, Rules};
use sandtable_files::journal;
use sandtable_tongue::say;
use serde::Serialize;

use crate::failure::Failure;
use crate::{show, table};

/// Write the battle of a journal as a position, as it stood after an order.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable position saved.journal.jsonl
  sandtable position saved.journal.jsonl --at 25 --out turn3.battle.toml")]
pub(crate) struct Position {
    /// The journal.
    #[arg(value_name = "JOURNAL")]
    journal: String,
    /// After this order; 0 is before the first. By default the last.
    #[arg(long, value_name = "N")]
    at: Option<u32>,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON: {number, position}.
    #[arg(long)]
    json: bool,
}

/// The position after an order, as JSON.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Written {
    number: u32,
    position: String,
}

impl Position {
    /// Writes the position.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text = table::text_of(&self.journal)?;
        let (journal, rules) = table::read_journal(&self.journal, &text)?;
        let last = journal.next().saturating_sub(1);
        let at = self.at.unwrap_or(last);
        let battle = journal.battle_at(at).ok_or_else(|| {
            let says = say!(
                "there is no order {number}; the last is {last}",
                number = at,
                last = last
            );
            Failure::Usage(format!("{}: {says}", self.journal))
        })?;
        match battle.setting.stated {
            true => self.has_file(&battle, &*rules)?,
            false => table::possible(&self.journal, &battle, &*rules)?,
        }
        let position = sandtable_files::write_battle(&battle, rules.card());
        if let Some(path) = &self.out {
            show::write(path, &position)?;
        }
        match (self.json, &self.out) {
            (true, _) => show::json(&Written {
                number: at,
                position,
            }),
            (false, None) => show::say_file(position.trim_end()),
            (false, Some(_)) => Ok(()),
        }
    }

    /// Checks that a position of a real table can be read again: for one order, a unit may stand where
    /// an earlier one was told what lies there.
    fn has_file(&self, battle: &Battle, rules: &dyn Rules) -> Result<(), Failure> {
        journal::is_sound(battle, rules).map_err(|why| {
            let says = say!(
                "no file can hold this position ({why}): at a real table, places and ground are stated for each order. Name another order with --at",
                why = why
            );
            Failure::File(format!("{}: {says}", self.journal))
        })
    }
}
