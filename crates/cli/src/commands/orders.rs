//! `sandtable orders`: what may be ordered now.

use clap::Args;
use sandtable_battle::UnitId;
use sandtable_files::Fact;
use sandtable_files::notation;
use sandtable_session::view::{ChoiceView, OfferView, TableOrder};
use sandtable_tongue::say;
use serde::Serialize;

use crate::failure::Failure;
use crate::{show, table};

/// List the legal orders in a position, with targets and regions.
///
/// You can pass each order to `try` and `odds` as it is printed.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable orders three-hit/two-hills
  sandtable orders saved.journal.jsonl --unit \"Blue Guards\"
  sandtable orders my.battle.toml --json")]
pub(crate) struct Orders {
    /// A scenario, position or journal.
    #[arg(value_name = "POSITION")]
    position: String,
    /// Only for this unit.
    #[arg(long, value_name = "NAME")]
    unit: Option<String>,
    /// The seed for a scenario that has not begun.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    laid: table::Laid,
    /// Print JSON: {choice, table: [{label, order, clause}], units: [{unit, name, offers}],
    /// state}. `state` says what the battle remembers, by its names in files.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Of {
    unit: u8,
    name: String,
    offers: Vec<OfferView>,
}

/// What may be ordered, as JSON.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Listed {
    /// The decision that comes first, with its answers. Until a player makes it, there are no other
    /// orders.
    choice: Option<ChoiceView>,
    table: Vec<TableOrder>,
    units: Vec<Of>,
    /// What the battle remembers, by the names of battle files: its place in the order of play;
    /// marks of the battle, its sides and its units; what is pending.
    state: Fact,
}

impl Orders {
    /// Lists the orders.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let table = table::open(&self.position, &self.laid)?
            .seen(&self.position)?
            .begun(self.seed);
        let look = table.look();
        let units: Vec<UnitId> = match &self.unit {
            Some(name) => vec![named(&table, name)?],
            None => look.ready(),
        };
        let all: Vec<Of> = units
            .iter()
            .map(|&unit| Of {
                unit: unit.0,
                name: look.battle.setting.name(unit).to_owned(),
                offers: look.offers_sampled(unit),
            })
            .collect();
        let view = look.view(sandtable_session::Place::default());
        if self.json {
            return show::json(&Listed {
                choice: view.choice,
                table: view.table_orders,
                units: all,
                state: sandtable_files::facts(&table.battle, table.rules.card()),
            });
        }
        if let Some(outcome) = table.battle.ended {
            let end = look.outcome(outcome);
            return show::say(&format!("{end}. {}", say("Nobody can give an order.")));
        }
        let side = table.battle.setting.side_called(table.battle.to_move());
        show::say(&say!(
            "Turn {turn}, {phase}: {side} is to move.",
            turn = view.turn,
            phase = view.phase,
            side = side
        ))?;
        let card = table.rules.card();
        let choice = show::choice(&look);
        if !choice.is_empty() {
            show::say(choice.trim_end())?;
        }
        for of in &all {
            show::say(&of.name)?;
            for offer in &of.offers {
                show::say(&format!("  {:<18} [{}]", offer.label, offer.clause))?;
                for order in &offer.orders {
                    show::say(&format!(
                        "      {}",
                        notation::write(&order.order, &table.battle, card)
                    ))?;
                }
                for order in &offer.samples {
                    let order = notation::write(order, &table.battle, card);
                    show::say(&format!("      {order}   ({})", say("for example")))?;
                }
            }
        }
        for (order, clause) in &look.layings() {
            let order = notation::write(order, &table.battle, card);
            let lay = say("Lay terrain");
            show::say(&format!(
                "{lay:<20} [{clause}]\n      {order}   ({})",
                say("for example")
            ))?;
        }
        for order in &view.table_orders {
            show::say(&format!(
                "{:<20} [{}]\n      {}",
                order.label,
                order.clause,
                notation::write(&order.order, &table.battle, card)
            ))?;
        }
        Ok(())
    }
}

/// Finds the unit with a name, in any case.
pub(crate) fn named(table: &table::Table, name: &str) -> Result<UnitId, Failure> {
    let found = table
        .battle
        .all()
        .find(|(id, _)| table.battle.setting.name(*id).eq_ignore_ascii_case(name));
    found.map(|(id, _)| id).ok_or_else(|| {
        let all: Vec<&str> = table
            .battle
            .setting
            .names
            .iter()
            .map(String::as_str)
            .collect();
        Failure::File(say!(
            "there is no unit `{unit}`; there are: {known}",
            unit = name,
            known = all.join(", ")
        ))
    })
}
