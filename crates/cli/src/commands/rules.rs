//! `sandtable rules`: the living rule book.

use clap::Args;
use sandtable_battle::{Annex, Card, Clause, ClauseText, Switches};

use crate::failure::Failure;
use crate::{show, table};

/// Print the rules of a set in our words, clause by clause.
///
/// Each clause says where it comes from and how it stands: written by the
/// author, answered by him elsewhere, inferred, or ours.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable rules three-hit
  sandtable rules otr-d6 --clause OTR-SHOOT-04
  sandtable rules otr-d6 --rulings
  sandtable rules three-hit --numbers
  sandtable rules three-hit --rules ours.rules.toml
  sandtable rules three-hit --switches --json")]
pub(crate) struct RulesCommand {
    /// The rule set.
    name: String,
    /// Only this clause.
    #[arg(long, value_name = "ID")]
    clause: Option<String>,
    /// The questions the text leaves open, and how they were settled.
    #[arg(long)]
    rulings: bool,
    /// Every number by its path, with the bounds of house rules.
    #[arg(long)]
    numbers: bool,
    /// Show them under these house rules, a *.rules.toml file.
    #[arg(long = "rules", value_name = "FILE")]
    laid: Option<String>,
    /// The house-rule switches.
    #[arg(long)]
    switches: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl RulesCommand {
    /// Prints them.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let rules = sandtable_register::open(&self.name, &self.house()?).map_err(Failure::File)?;
        let card = rules.card();
        if let Some(id) = &self.clause {
            let text = card.find(id).ok_or_else(|| {
                Failure::File(format!(
                    "{} has no clause `{id}`; `sandtable rules {}` lists them",
                    self.name, self.name
                ))
            })?;
            return if self.json {
                show::json(text)
            } else {
                show::say(&clause(card, text))
            };
        }
        if self.numbers {
            return if self.json {
                show::json(&card.numbers.numbers)
            } else {
                numbers(card)
            };
        }
        let annex = || sandtable_register::annex(&card.id).map_err(Failure::Machine);
        match (self.rulings, self.switches) {
            (true, _) if self.json => show::json(&annex()?.rulings),
            (_, true) if self.json => show::json(&card.switches),
            (false, false) if self.json => show::json(&card.clauses),
            (true, _) => rulings(card, &annex()?),
            (_, true) => switches(card),
            _ => book(card),
        }
    }
}

impl RulesCommand {
    /// The house rules to show the rule set under.
    fn house(&self) -> Result<Switches, Failure> {
        let Some(file) = &self.laid else {
            return Ok(Switches::default());
        };
        let (rules, house) = table::read_house(file)?;
        if rules.card().id != self.name {
            let (base, name) = (&rules.card().id, &self.name);
            return Err(Failure::File(format!(
                "{file} has house rules for {base}, not for {name}"
            )));
        }
        Ok(house.switches)
    }
}

/// Every number by its path, with its bounds and clauses.
fn numbers(card: &Card) -> Result<(), Failure> {
    for number in &card.numbers.numbers {
        let range = number
            .range
            .filter(|_| number.fixed.is_none())
            .map(|(least, most)| format!("  {least} to {most}"));
        let now = if number.is_changed() {
            format!("  [house rule: {}]", number.now)
        } else {
            String::new()
        };
        show::say(&format!(
            "{} = {}{now}  ({}){}",
            number.path,
            number.printed,
            number.clauses.join(", "),
            number.fixed.clone().or(range).unwrap_or_default()
        ))?;
    }
    Ok(())
}

fn clause(card: &Card, text: &ClauseText) -> String {
    let changes = card.house(Clause::new(text.n));
    let house: String = changes
        .iter()
        .map(|change| format!("\n  [house rule: {change}]"))
        .collect();
    let standing = format!("{:?}", text.standing).to_lowercase();
    let switch = text
        .switch
        .as_ref()
        .map(|s| format!("; switch `{s}`"))
        .unwrap_or_default();
    format!(
        "{}-{}  {}\n  {}{house}\n  ({standing}; {}{switch})",
        if text.n < 100 { "TABLE" } else { &card.prefix },
        text.id,
        text.title,
        text.says,
        text.source
    )
}

fn book(card: &Card) -> Result<(), Failure> {
    show::say(&format!(
        "{}, by {}. {}\nThe clauses are our paraphrase.",
        card.credit.title, card.credit.author, card.credit.status
    ))?;
    let mut section = "";
    for text in &card.clauses {
        if text.section != section {
            section = &text.section;
            show::say(&format!(
                "\n{}\n{}",
                section,
                "=".repeat(section.chars().count())
            ))?;
        }
        show::say(&clause(card, text))?;
    }
    Ok(())
}

fn rulings(card: &Card, annex: &Annex) -> Result<(), Failure> {
    for ruling in &annex.rulings {
        show::say(&format!(
            "{}-{}  {}\n  {}{}\n",
            card.prefix,
            ruling.id,
            ruling.asks,
            ruling.decision,
            ruling
                .switch
                .as_ref()
                .map(|s| format!(" (switch `{s}`)"))
                .unwrap_or_default()
        ))?;
    }
    Ok(())
}

fn switches(card: &Card) -> Result<(), Failure> {
    for switch in &card.switches {
        let values = switch.number.map_or_else(
            || switch.values.join(" | "),
            |n| format!("{} to {}, else {}", n.min, n.max, n.default),
        );
        show::say(&format!(
            "{}  {}\n  {values}\n  {}\n",
            switch.name, switch.title, switch.says
        ))?;
    }
    Ok(())
}
