//! `sandtable rulesets`: what can be played.

use clap::Args;
use sandtable_tongue::say;
use serde::Serialize;

use crate::failure::Failure;
use crate::show;

/// List the rule sets and their built-in scenarios.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable rulesets
  sandtable rulesets --json")]
pub(crate) struct Rulesets {
    /// Print JSON: a list of {id, title, author, published, status, clauses, scenarios}.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Row {
    id: String,
    title: String,
    author: String,
    published: String,
    status: String,
    clauses: usize,
    switches: usize,
    scenarios: Vec<String>,
}

impl Rulesets {
    /// Lists the rule sets.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let scenarios = sandtable_register::scenarios();
        let rows: Vec<Row> = sandtable_register::cards()
            .into_iter()
            .map(|card| Row {
                scenarios: scenarios
                    .iter()
                    .filter(|s| s.id.starts_with(&format!("{}/", card.id)))
                    .map(|s| s.id.clone())
                    .collect(),
                clauses: card.clauses.len(),
                switches: card.switches.len(),
                id: card.id,
                title: card.credit.title,
                author: card.credit.author,
                published: card.credit.published,
                status: card.credit.status,
            })
            .collect();
        if self.json {
            return show::json(&rows);
        }
        for row in rows {
            let by = say!(
                "{title} by {author} ({published})",
                title = row.title,
                author = row.author,
                published = row.published
            );
            let holds = say!(
                "{clauses} clauses, {switches} switches; scenarios: {scenarios}",
                clauses = row.clauses,
                switches = row.switches,
                scenarios = row.scenarios.join(", ")
            );
            let (id, status) = (&row.id, &row.status);
            show::say(&format!("{id}  {by}\n  {status}\n  {holds}\n"))?;
        }
        Ok(())
    }
}
