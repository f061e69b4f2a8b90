//! `sandtable try`: one order, judged and resolved.

use std::path::PathBuf;

use clap::Args;
use sandtable_battle::{Dice, Legal, Recorded, Roll, Rolled, Scene, files};
use sandtable_tongue::say;
use serde::Serialize;

use crate::failure::Failure;
use crate::{show, table};

/// Judge and resolve one order, with given or rolled dice.
///
/// Prints what weighs in it, the rolls and what happens. Nothing is changed
/// unless --out names a file for the new position. With --dice the faces are
/// yours; when they do not suffice, the next throw that is wanted is named.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable try my.battle.toml 'shoot guards line' --dice 4
  sandtable try my.battle.toml 'charge hussars guards reach' --seed 7 --out next.battle.toml

Exit codes: 0 done, 1 the order is refused or more dice are wanted, 3 a file or the order cannot be read")]
pub(crate) struct Try {
    /// A scenario, position or journal.
    #[arg(value_name = "POSITION")]
    position: String,
    /// The order, as `sandtable orders` prints it.
    #[arg(value_name = "ORDER")]
    order: String,
    /// Faces of your own dice, in the order they are asked for.
    #[arg(long, value_delimiter = ',', value_name = "FACES")]
    dice: Option<Vec<u8>>,
    /// The seed of rolled dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the new position to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    laid: table::Laid,
    /// Print JSON: {order, factors, rolls, events, position}.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Tried<'a> {
    entry: &'a sandtable_session::view::LogEntry,
    factors: &'a [sandtable_session::view::FactorView],
    rolls: &'a [Roll],
    events: &'a [sandtable_battle::Event],
    position: &'a str,
}

impl Try {
    /// Tries it.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let table = table::open(&self.position, &self.laid)?.begun(self.seed);
        let order = table.order(&self.order)?;
        let look = table.look();
        let legal = table
            .rules
            .judge(&table.battle, &order)
            .map_err(|r| Failure::No(show::refusals(&look, &r)))?;
        let mut scene = Scene::new(table.battle.clone());
        let rolls = self.resolve(&table, &legal, &mut scene)?;
        let (after, events) = scene.finish();
        let position = files::write_battle(&after, table.rules.card());
        let entry = look.entry(1, Some(&order), &rolls, &events);
        let factors = look.preview_of(&legal).factors;
        if let Some(path) = &self.out {
            show::write(path, &position)?;
        }
        if self.json {
            return show::json(&Tried {
                entry: &entry,
                factors: &factors,
                rolls: &rolls,
                events: &events,
                position: &position,
            });
        }
        show::say(format!("{}{}", show::entry(&entry), show::factors(&look, &factors)).trim_end())
    }

    /// Resolves it with the dice that were asked for.
    fn resolve(
        &self,
        table: &table::Table,
        legal: &Legal,
        scene: &mut Scene,
    ) -> Result<Vec<Roll>, Failure> {
        let Some(faces) = &self.dice else {
            let mut dice = Rolled::new(self.seed, 1);
            table
                .rules
                .resolve(legal, scene, &mut dice as &mut dyn Dice);
            return Ok(dice.into_rolls());
        };
        let mut dice = Recorded::new(faces);
        table.rules.resolve(legal, scene, &mut dice);
        if let Some((face, ask)) = dice.wrong() {
            let (_, sides) = ask.dice();
            return Err(Failure::File(say!(
                "a die of {sides} sides has no face {face}",
                sides = sides,
                face = face
            )));
        }
        if let Some((ask, side, why)) = dice.wanted() {
            let (count, sides) = ask.dice();
            let who = &table.battle.setting.sides[side.index()].name;
            let look = table.look();
            return Err(Failure::No(say!(
                "more dice are wanted: {side} throws {n}D{sides} for {what} ({clause}); add the faces to --dice",
                side = who,
                n = count,
                sides = sides,
                what = look.title(why),
                clause = look.cite(why)
            )));
        }
        if dice.left_over() > 0 {
            return Err(Failure::File(say!(
                "{n} of the faces were not asked for",
                n = dice.left_over()
            )));
        }
        Ok(dice.rolls().to_vec())
    }
}
