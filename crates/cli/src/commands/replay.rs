//! `sandtable replay`: a journal as a story.

use clap::Args;

use sandtable_session::told;
use sandtable_tongue::say;

use crate::failure::Failure;
use crate::{show, table};

/// Tell the story of a journal order by order, without playing it again.
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
    #[arg(long, default_value_t = 0)]
    from: usize,
    /// Up to this order.
    #[arg(long)]
    to: Option<usize>,
    /// Print JSON: the list of log entries.
    #[arg(long)]
    json: bool,
}

impl Replay {
    /// Prints the story.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text = table::text_of(&self.journal)?;
        let (journal, rules) = table::read_journal(&self.journal, &text)?;
        let entries = told(&*rules, &journal);
        let last = entries.last().map_or(0, |e| e.number);
        if self.from > last || self.to.is_some_and(|to| to < self.from) {
            return Err(Failure::Usage(say!(
                "there is nothing from order {from} to order {to}: the last order is {last}",
                from = self.from,
                to = self.to.unwrap_or(last),
                last = last
            )));
        }
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
