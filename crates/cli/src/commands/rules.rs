//! `sandtable rules`: the living rule book.

use clap::Args;
use sandtable_battle::{Annex, Card, Clause, ClauseText, Standing, Switches};
use sandtable_session::house_rules_of;
use sandtable_tongue::{say, say_as};

use crate::failure::Failure;
use crate::{show, table};

/// Print the rules of a set clause by clause, in our words.
///
/// Each clause says where it comes from: written by the author, answered by the author elsewhere,
/// inferred, or ours.
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
    /// The questions that the text leaves open, and how we settled them.
    #[arg(long)]
    rulings: bool,
    /// Every number by its path, with its bounds for house rules.
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
    /// Prints the rules.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let rules = sandtable_register::open(&self.name, &self.house()?).map_err(Failure::File)?;
        let card = rules.card();
        if let Some(id) = &self.clause {
            let text = card.find(id).ok_or_else(|| {
                Failure::File(say!(
                    "{rules} has no clause `{id}`; `sandtable rules {rules}` lists them",
                    rules = self.name,
                    id = id,
                    rules = self.name
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
    /// Returns the house rules under which to show the rule set.
    fn house(&self) -> Result<Switches, Failure> {
        let Some(file) = &self.laid else {
            return Ok(Switches::default());
        };
        let (rules, house) = table::read_house(file)?;
        if rules.card().id != self.name {
            let (base, name) = (&rules.card().id, &self.name);
            return Err(Failure::File(say!(
                "{file} has house rules for {rules}, not for {id}",
                file = file,
                rules = base,
                id = name
            )));
        }
        Ok(house.switches)
    }
}

/// Prints every number by its path, with its bounds and clauses.
fn numbers(card: &Card) -> Result<(), Failure> {
    for number in &card.numbers.numbers {
        let instead = number.fixed.as_deref();
        let instead = instead.map(|why| format!("  {}", say(why)));
        let range = number
            .range
            .filter(|_| number.fixed.is_none())
            .map(|(least, most)| {
                format!(
                    "  {}",
                    say!("{least} to {most}", least = least, most = most)
                )
            });
        let now = if number.is_changed() {
            format!("  [{}]", show::house_rule(&number.now))
        } else {
            String::new()
        };
        show::say(&format!(
            "{} = {}{now}  ({}){}",
            number.path,
            number.printed,
            number.clauses.join(", "),
            instead.or(range).unwrap_or_default()
        ))?;
    }
    Ok(())
}

fn clause(card: &Card, text: &ClauseText) -> String {
    let changes = house_rules_of(card, Clause::new(text.n));
    let house: String = changes
        .iter()
        .map(|change| format!("\n  [{}]", show::house_rule(change)))
        .collect();
    let standing = say_as("standing", standing(text.standing));
    let switch = text
        .switch
        .as_ref()
        .map(|s| format!("; {}", say!("switch `{switch}`", switch = s)))
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

/// Returns the words for a clause's standing, as catalogues know them.
const fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Written => "written",
        Standing::Answered => "answered",
        Standing::Inferred => "inferred",
        Standing::Ours => "ours",
    }
}

fn book(card: &Card) -> Result<(), Failure> {
    let credit = &card.credit;
    let by = say!(
        "{title}, by {author}.",
        title = credit.title,
        author = credit.author
    );
    let ours = say("The clauses are our paraphrase.");
    show::say(&format!("{by} {}\n{ours}", credit.status))?;
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
                .map(|s| format!(" ({})", say!("switch `{switch}`", switch = s)))
                .unwrap_or_default()
        ))?;
    }
    Ok(())
}

fn switches(card: &Card) -> Result<(), Failure> {
    for switch in &card.switches {
        let values = switch.number.map_or_else(
            || switch.values.join(" | "),
            |n| {
                say!(
                    "{least} to {most}, else {usual}",
                    least = n.min,
                    most = n.max,
                    usual = n.default
                )
            },
        );
        show::say(&format!(
            "{}  {}\n  {values}\n  {}\n",
            switch.name, switch.title, switch.says
        ))?;
    }
    Ok(())
}
