//! `sandtable odds`: what an order may come to, exactly.

use clap::{Args, ValueEnum};
use sandtable_session::{Others, Terms};
use sandtable_tongue::say;

use super::situation;
use crate::failure::Failure;
use crate::{show, table};

/// Show the exact odds of an order, to its end, as fractions and percentages. For a situation
/// (a *.situation.toml file), also what the unit can do to the target.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable odds my.battle.toml 'shoot \"Blue Guards\" \"Red Line\"'
  sandtable odds saved.journal.jsonl 'charge hussars guards' --json
  sandtable odds situations/three-hit/volley.situation.toml
  sandtable odds my.situation.toml charge --others best
  sandtable odds my.situation.toml --until

With --json a refusal is printed as JSON too: {refused: [{clause, says, ..}]}.

Exit codes: 0 done, 1 the order is refused, 2 a situation knows no such order, 3 a file or
the order cannot be read")]
pub(crate) struct Odds {
    /// A scenario, position or journal; or a situation.
    #[arg(value_name = "POSITION")]
    position: String,
    /// The order, as `sandtable orders` prints it; for a situation only its verb, or nothing.
    #[arg(value_name = "ORDER")]
    order: Option<String>,
    /// How choices on the way are made.
    #[arg(long, value_enum)]
    others: Option<Policy>,
    /// Show them step by step, each step with its clauses.
    #[arg(long)]
    tree: bool,
    /// For a situation: how long until one of the two is gone. Its `[until]` says who does
    /// what; without it, both shoot whenever they can, turn after turn.
    #[arg(long)]
    until: bool,
    /// The seed for a scenario that has not begun.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    laid: table::Laid,
    /// Print JSON: {rows: [{label, p, percent}], parts, means, factors, lost, ..}.
    #[arg(long)]
    json: bool,
}

/// [`Others`] on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Policy {
    /// The odds end there.
    Stop,
    /// Everyone declines whatever is optional.
    Never,
    /// Everyone takes the first option but declining.
    Always,
    /// Everyone picks what is best for their side.
    Best,
}

impl From<Policy> for Others {
    fn from(policy: Policy) -> Self {
        match policy {
            Policy::Stop => Self::Stop,
            Policy::Never => Self::Never,
            Policy::Always => Self::Always,
            Policy::Best => Self::Best,
        }
    }
}

impl Odds {
    /// Works out the odds.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if sandtable_situation::is_situation(&self.position) {
            let situation = situation::open(&self.position, self.laid.rules.as_deref())?;
            let terms = self.terms(situation.others);
            if self.until {
                let others = self.others.map(Others::from);
                return situation::until(&situation, self.order.as_deref(), others, self.json);
            }
            return situation::odds(&situation, self.order.as_deref(), terms, self.json);
        }
        if self.until {
            let says = say("--until is asked of a situation, a *.situation.toml file");
            return Err(Failure::File(says.to_owned()));
        }
        let Some(order) = &self.order else {
            let says = say("an order is missing: `sandtable orders` lists what may be ordered");
            return Err(Failure::File(says.to_owned()));
        };
        let table = table::open(&self.position, &self.laid)?
            .seen(&self.position)?
            .begun(self.seed);
        let order = table.order(order)?;
        let look = table.look();
        let legal = table
            .rules
            .judge(&table.battle, &order)
            .map_err(|r| show::refused(&look, &order, &r, self.json))?;
        let odds = look.odds(&legal, self.terms(Others::default()));
        if self.json {
            show::json(&odds)
        } else {
            show::say(show::odds(&look, &odds).trim_end())
        }
    }

    fn terms(&self, usual: Others) -> Terms {
        Terms {
            others: self.others.map_or(usual, Others::from),
            tree: self.tree,
            ..Terms::default()
        }
    }
}
