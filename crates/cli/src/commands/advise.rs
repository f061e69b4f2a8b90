//! `sandtable advise`: what a computer player would do in a position.

use clap::Args;
use sandtable_opponents::MOST_PLAYOUTS;
use sandtable_session::coach::{Advice, adviser};
use sandtable_session::view::Advised;
use sandtable_tongue::{numeral, say};

use crate::failure::Failure;
use crate::{show, table};

/// Show the best three orders in a position: what to expect of each, what could go wrong, and
/// how sure this is.
///
/// The computer plays each order out until the other side has answered, with the same dice for
/// all of them. More playouts give a surer answer.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable advise three-hit/two-hills
  sandtable advise saved.journal.jsonl --player captain:bold
  sandtable advise my.battle.toml --playouts 1000 --json

Exit codes: 0 advised, 1 nothing can be ordered, 2 there is no such player, 3 a file
cannot be read")]
pub(crate) struct Advise {
    /// A scenario, position or journal.
    #[arg(value_name = "POSITION")]
    position: String,
    /// Who thinks: captain, colonel or general, with a temper if you like.
    #[arg(long, default_value = "general", value_name = "PLAYER")]
    player: String,
    /// How many playouts, all orders together.
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PLAYOUTS)))]
    playouts: Option<u32>,
    /// The seed for a scenario that has not begun.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    laid: table::Laid,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Advise {
    /// Prints the advice.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let named =
            adviser(&self.player, self.playouts).map_err(|e| Failure::Usage(e.to_string()))?;
        let table = table::open(&self.position, &self.laid)?
            .seen(&self.position)?
            .begun(self.seed);
        let mut advice = Advice::begin(table.rules.clone(), &table.battle, named)
            .map_err(|e| Failure::No(e.to_string()))?;
        while advice.go_on(64) {}
        let view = advice.view();
        if self.json {
            return show::json(&view);
        }
        tell(&table, &view)
    }
}

fn tell(table: &table::Table, view: &Advised) -> Result<(), Failure> {
    for (at, one) in view.orders.iter().enumerate() {
        let notation =
            sandtable_files::notation::write(&one.order, &table.battle, table.rules.card());
        show::say(&format!("{}. {}", at + 1, one.text))?;
        if at > 0 && one.playouts > 0 {
            show::say(&say!(
                "   {by} % against the first, give or take {within}",
                by = numeral(format!("{:+.1}", one.by)),
                within = numeral(format!("{:.1}", one.by_within))
            ))?;
        }
        show::say(&format!("   {notation}"))?;
    }
    Ok(())
}
