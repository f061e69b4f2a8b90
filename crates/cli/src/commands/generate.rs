//! `sandtable generate`: a fair table with two armies, from a seed.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sandtable_battle::{Side, Switches};
use sandtable_builder::{Fair, Stock, Wishes, generate};
use sandtable_tongue::say;
use serde::Serialize;

use crate::failure::Failure;
use crate::{show, table};

/// Make a fair table with two armies from a seed, as a battle file.
///
/// Both halves of the table match, the armies have about the same suggested points, and the
/// same seed makes the same battle.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable generate three-hit --seed 7
  sandtable generate otr-d6 --seed 12 --fair mirrored --out field.battle.toml
  sandtable play field.battle.toml

Exit codes: 0 made, 3 there is no such rule set or nothing to make it from")]
pub(crate) struct Generate {
    /// The rule set.
    #[arg(value_name = "RULES")]
    rules: String,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How the halves match; without it the seed decides.
    #[arg(long)]
    fair: Option<Alike>,
    /// Give both sides the same army.
    #[arg(long)]
    same: bool,
    /// Write the battle to this file; without it, it is printed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON: {battle, points}.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Alike {
    /// Turned about the middle.
    Turned,
    /// Mirrored across the line between the sides.
    Mirrored,
}

#[derive(Serialize)]
struct Told<'a> {
    battle: &'a str,
    points: Option<[f64; 2]>,
}

impl Generate {
    /// Makes the battle.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let known = table::known();
        let entry = sandtable_register::ALL.iter().find(|e| e.id == self.rules);
        let entry = entry.ok_or_else(|| {
            let (id, known) = (&self.rules, known.join(", "));
            Failure::File(say!(
                "there is no rule set `{id}`; there are: {known}",
                id = id,
                known = known
            ))
        })?;
        let (scenarios, armies): (Vec<_>, Vec<_>) =
            (entry.scenarios().collect(), entry.armies().collect());
        let scenarios: Vec<&str> = scenarios.iter().map(|s| s.text.as_str()).collect();
        let armies: Vec<&str> = armies.iter().map(|a| a.text.as_str()).collect();
        let open = |switches: &Switches| entry.open(switches);
        let stock = Stock {
            open: &open,
            scenarios: &scenarios,
            armies: &armies,
            points: entry.points(),
        };
        let wishes = Wishes {
            fair: self.fair.map(|alike| match alike {
                Alike::Turned => Fair::Turned,
                Alike::Mirrored => Fair::Mirrored,
            }),
            same: self.same,
        };
        let made = generate(&stock, self.seed, wishes).map_err(Failure::File)?;
        if let Some(path) = &self.out {
            show::write(path, &made.text)?;
        }
        let points = made
            .points
            .map(|points| points.map(sandtable_files::whole_points));
        if self.json {
            return show::json(&Told {
                battle: &made.text,
                points,
            });
        }
        if let Some(points) = points {
            let setting = &made.battle.setting;
            let side = |side: Side| &setting.sides[side.index()].name;
            let says = say!(
                "suggested points: {side} {points}, {foe} {other}",
                side = side(Side::A),
                points = format_args!("{:.0}", points[0]),
                foe = side(Side::B),
                other = format_args!("{:.0}", points[1])
            );
            show::note(&says);
        }
        match self.out {
            Some(_) => Ok(()),
            None => show::say_file(made.text.trim_end()),
        }
    }
}
