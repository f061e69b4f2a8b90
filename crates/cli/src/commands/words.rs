//! `sandtable words`: the table in words.

use clap::Args;
use sandtable_session::view::{AroundView, SaidOrder, TableWords};
use sandtable_tongue::say;
use serde::Serialize;

use crate::commands::orders::named;
use crate::failure::Failure;
use crate::{show, table};

/// Describe a table in words: what lies where, who stands where, whose turn it is.
///
/// With a unit: what is around it, nearest first, as the rules measure it, with bearings and
/// arcs, who can do what to whom, and the lines that give the orders. The page uses the same
/// words.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable words three-hit/two-hills
  sandtable words saved.journal.jsonl --unit \"Blue Guards\" --chances
  sandtable words my.battle.toml --json")]
pub(crate) struct Words {
    /// A scenario, position or journal.
    #[arg(value_name = "POSITION")]
    position: String,
    /// What is around this unit, instead of the whole table.
    #[arg(long, value_name = "NAME")]
    unit: Option<String>,
    /// Also the odds of the unit's orders.
    #[arg(long, requires = "unit")]
    chances: bool,
    /// The seed for a scenario that has not begun.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    laid: table::Laid,
    /// Print JSON: {table, around}; `around` is null without a unit.
    #[arg(long)]
    json: bool,
}

/// A table in words.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Told {
    table: TableWords,
    around: Option<AroundView>,
}

impl Words {
    /// Prints the words.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let table = table::open(&self.position, &self.laid)?
            .seen(&self.position)?
            .begun(self.seed);
        let look = table.look();
        let unit = self.unit.as_ref().map(|name| named(&table, name));
        let around = unit.transpose()?.map(|id| look.around(id, self.chances));
        if self.json {
            let table = look.table_words(None);
            return show::json(&Told { table, around });
        }
        let text = match &around {
            Some(around) => surroundings(around),
            None => whole(&look.table_words(None)),
        };
        show::say(text.trim_end())
    }
}

/// Returns the words of the whole table.
fn whole(words: &TableWords) -> String {
    let mut out = words.says.join("\n");
    let mut list = |title: &str, lines: &[String]| {
        if !lines.is_empty() {
            out.push_str(&format!("\n\n{title}\n  {}", lines.join("\n  ")));
        }
    };
    list(say("Ground:"), &words.ground);
    list(say("Zones:"), &words.zones);
    for side in &words.sides {
        let units: Vec<String> = side.units.iter().map(|unit| unit.says.clone()).collect();
        list(&side.says, &units);
    }
    out
}

/// Returns the words of what lies around a unit.
fn surroundings(around: &AroundView) -> String {
    let mut lines = vec![around.says.clone()];
    lines.extend(around.ways.iter().map(|way| format!("  {way}")));
    lines.extend(
        around
            .example
            .iter()
            .map(|line| format!("  {}", say!("Typed: {line}", line = line))),
    );
    lines.extend(around.orders.iter().map(order));
    lines.push(String::new());
    for near in &around.near {
        lines.push(near.says.clone());
        lines.extend(near.orders.iter().map(order));
    }
    lines.join("\n")
}

fn order(order: &SaidOrder) -> String {
    if order.chance.is_empty() {
        format!("  {}: {}", order.label, order.line)
    } else {
        format!("  {}: {}  ({})", order.label, order.line, order.chance)
    }
}
