//! `sandtable odds`: what an order may come to, exactly.

use clap::Args;
use sandtable_session::Budget;

use crate::failure::Failure;
use crate::{show, table};

/// The exact odds of an order: its whole chain, as fractions and per cent.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable odds my.battle.toml 'shoot \"Blue Guards\" \"Red Line\"'
  sandtable odds saved.journal.jsonl 'charge hussars guards' --json

Exit codes: 0 done, 1 the order is refused, 3 a file or the order cannot be read")]
pub(crate) struct Odds {
    /// A scenario, position or journal.
    #[arg(value_name = "POSITION")]
    position: String,
    /// The order, as `sandtable orders` prints it.
    #[arg(value_name = "ORDER")]
    order: String,
    /// The seed that opens a scenario which has not begun.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    laid: table::Laid,
    /// Print JSON: {rows: [{label, p, percent}], parts, means, factors, lost}.
    #[arg(long)]
    json: bool,
}

impl Odds {
    /// Works them out.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let table = table::open(&self.position, &self.laid)?.begun(self.seed);
        let order = table.order(&self.order)?;
        let look = table.look();
        let legal = table
            .rules
            .judge(&table.battle, &order)
            .map_err(|r| Failure::No(show::refusals(&look, &r)))?;
        let odds = look.odds(&legal, Budget::default());
        if self.json {
            show::json(&odds)
        } else {
            show::say(show::odds(&look, &odds).trim_end())
        }
    }
}
