//! `sandtable army`: armies from element lists and from army tables.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use sandtable_battle::{Ask, Dice, Side};
use sandtable_battle::{Rolled, Rules, Switches, c};
use sandtable_files::{Army, Recruit};
use sandtable_tongue::say;
use serde::Serialize;

use crate::failure::Failure;
use crate::{show, table};

/// Make armies: read an element list, or roll one on the army table.
///
/// Armies are *.army.toml files: `sandtable check` examines them, and `--army SIDE=FILE` gives
/// a side of a battle the units of one.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable army import '2x3Cv 6x4Bd 2x4Sp 2x2Ps' --rules throw-me-a-6
  sandtable army points --rules otr-d6
  sandtable army points mine.army.toml --rules three-hit
  sandtable army roll --rules three-hit --seed 7 --out mine.army.toml
  sandtable battle three-hit/choose-your-ground --army Blue=mine.army.toml

Exit codes: 0 done, 3 the list cannot be read")]
pub(crate) struct ArmyCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Read an element list, as players of ancients write them.
    Import {
        /// The list: `6XBd, 2XSp`, `2x3Cv 6x4Bd`, `4x3/4Wb`.
        text: String,
        #[command(flatten)]
        out: Out,
    },
    /// List what units are worth, or what an army is worth, by a study.
    Points {
        /// An army, a *.army.toml file.
        army: Option<String>,
        /// The rule set.
        #[arg(long, value_name = "NAME")]
        rules: String,
        /// Points from a study of your own, a *.points.toml file, instead of the built-in ones.
        #[arg(long, value_name = "FILE")]
        points: Option<String>,
        /// Print JSON: {says, kinds, units, sum, without}.
        #[arg(long)]
        json: bool,
    },
    /// Roll an army on the rule set's army table.
    Roll {
        /// The face you rolled; without it, the program rolls.
        #[arg(long, value_name = "FACE", value_parser = clap::value_parser!(u16).range(1..))]
        die: Option<u16>,
        /// The seed of the die.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[command(flatten)]
        out: Out,
    },
}

#[derive(Debug, Args)]
struct Out {
    /// The rule set.
    #[arg(long, value_name = "NAME")]
    rules: String,
    /// The name of the army.
    #[arg(long, default_value = "My army")]
    name: String,
    /// Write the army to this file; without it, it is printed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON: {army, warnings}.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Made<'a> {
    army: &'a str,
    warnings: &'a [String],
}

impl ArmyCommand {
    /// Runs the command.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.what {
            What::Import { text, out } => {
                let rules = open(&out.rules)?;
                let (army, warnings) = import(text, &out.name, &*rules)?;
                out.give(&army, &warnings, &*rules)
            }
            What::Points {
                army,
                rules,
                points,
                json,
            } => super::points::tell(&*open(rules)?, army.as_deref(), points.as_deref(), *json),
            What::Roll { die, seed, out } => {
                let rules = open(&out.rules)?;
                let army = roll(die.map(usize::from), *seed, &out.name, &*rules)?;
                out.give(&army, &[], &*rules)
            }
        }
    }
}

fn open(name: &str) -> Result<std::sync::Arc<dyn Rules>, Failure> {
    sandtable_register::open(name, &Switches::default()).map_err(Failure::File)
}

impl Out {
    fn give(&self, army: &Army, warnings: &[String], rules: &dyn Rules) -> Result<(), Failure> {
        let mut warnings = warnings.to_vec();
        warnings.extend(sandtable_files::army_warnings(army, rules));
        let text = sandtable_files::write_army(army, rules.card());
        // Other commands must be able to read what this one writes.
        if let Err(flaws) = sandtable_files::read_army(&text, rules.card()) {
            return Err(Failure::File(show::flaws("the army", &text, &flaws)));
        }
        if let Some(path) = &self.out {
            show::write(path, &text)?;
        }
        if self.json {
            return show::json(&Made {
                army: &text,
                warnings: &warnings,
            });
        }
        for warning in &warnings {
            show::note(&say!("warning: {says}", says = warning));
        }
        if let Some(sum) = super::points::sum(army, rules) {
            let says = say!(
                "suggested points: {sum} (sandtable army points lists them by kind)",
                sum = sum
            );
            show::note(&says);
        }
        match self.out {
            Some(_) => Ok(()),
            None => show::say_file(text.trim_end()),
        }
    }
}

/// Reads an army from an element list; also returns what is uncertain about it.
fn import(text: &str, name: &str, rules: &dyn Rules) -> Result<(Army, Vec<String>), Failure> {
    if rules.card().armies.elements.is_empty() {
        let can: Vec<&str> = table::known()
            .into_iter()
            .filter(|id| open(id).is_ok_and(|rules| !rules.card().armies.elements.is_empty()))
            .collect();
        return Err(Failure::File(say!(
            "{rules} knows no elements; element lists can be read for: {known}",
            rules = rules.card().id,
            known = can.join(", ")
        )));
    }
    sandtable_builder::import(text, name, rules).map_err(Failure::File)
}

/// Makes an army from a row of the army table.
fn roll(face: Option<usize>, seed: u64, name: &str, rules: &dyn Rules) -> Result<Army, Failure> {
    let card = rules.card();
    let rows: Vec<Vec<(u8, u8)>> = card
        .armies
        .musters
        .iter()
        .flat_map(|m| m.rows.clone())
        .collect();
    if rows.is_empty() {
        let id = &card.id;
        return Err(Failure::File(say!(
            "{rules} has no army table to throw on",
            rules = id
        )));
    }
    let of = u8::try_from(rows.len()).unwrap_or(u8::MAX);
    let thrown = || {
        let mut dice = Rolled::new(seed, 0);
        usize::from(dice.ask(Ask::Draw { of }, Side::A, c::MEASURE)) + 1
    };
    let face = face.unwrap_or_else(thrown);
    let row = face.checked_sub(1).and_then(|at| rows.get(at));
    let row = row.ok_or_else(|| {
        Failure::File(say!(
            "--die must be 1 to {most}, not {face}",
            most = of,
            face = face
        ))
    })?;
    let mut army = Army {
        rules: vec![card.id.clone()],
        name: name.to_owned(),
        says: say!("Row {face} of the army table.", face = face),
        ..Army::default()
    };
    for &(kind, count) in row {
        let title = card.kinds.get(usize::from(kind)).map_or("?", |k| &k.title);
        for number in 1..=count {
            let name = if count > 1 {
                format!("{title} {number}")
            } else {
                title.to_owned()
            };
            army.units.push(Recruit::fresh(&name, kind, card));
        }
    }
    Ok(army)
}
