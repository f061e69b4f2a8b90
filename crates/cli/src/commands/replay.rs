//! `sandtable replay`: a journal as a story.

use clap::Args;

use crate::failure::Failure;
use crate::{show, table};

/// Tell a journal order by order, without playing it again.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable replay saved.journal.jsonl
  sandtable replay saved.journal.jsonl --from 40 --to 60")]
pub(crate) struct Replay {
    /// The journal.
    #[arg(value_name = "JOURNAL")]
    journal: String,
    /// From this order on.
    #[arg(long, default_value_t = 1)]
    from: usize,
    /// Up to this order.
    #[arg(long)]
    to: Option<usize>,
    /// Print JSON: the list of log entries.
    #[arg(long)]
    json: bool,
}

impl Replay {
    /// Tells it.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text = table::text_of(&self.journal)?;
        let (journal, rules) = table::journal(&self.journal, &text)?;
        let entries = sandtable_session::tell_journal(&*rules, &journal)
            .map_err(|error| Failure::File(format!("{}: {error}", self.journal)))?;
        let chosen: Vec<_> = entries
            .into_iter()
            .filter(|e| e.number >= self.from && self.to.is_none_or(|to| e.number <= to))
            .collect();
        if self.json {
            return show::json(&chosen);
        }
        for entry in &chosen {
            show::say(show::entry(entry).trim_end())?;
        }
        Ok(())
    }
}
