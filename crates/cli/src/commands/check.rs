//! `sandtable check`: what is wrong with files.

use clap::Args;
use serde::Serialize;

use sandtable_battle::files;

use crate::failure::Failure;
use crate::{show, table};

/// Check battle files, journals and house rules: every flaw with line, column and a hint.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable check my.battle.toml bloodier.rules.toml
  sandtable check scenarios/*/*.toml --json

Exit codes: 0 all sound, 3 some file is flawed")]
pub(crate) struct Check {
    /// The files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print JSON: a list of {file, sound, says}.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Verdict {
    file: String,
    sound: bool,
    says: String,
}

impl Check {
    /// Checks them all before it fails.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let verdicts: Vec<Verdict> = self
            .files
            .iter()
            .map(|file| {
                let (sound, says) = match examine(file) {
                    Ok(says) => (true, says),
                    Err(failure) => (false, failure.text().to_owned()),
                };
                Verdict {
                    file: file.clone(),
                    sound,
                    says,
                }
            })
            .collect();
        let flawed = verdicts.iter().filter(|v| !v.sound).count();
        if self.json {
            show::json(&verdicts)?;
        } else {
            for verdict in verdicts.iter().filter(|v| v.sound) {
                show::say(&format!("{}: {}", verdict.file, verdict.says))?;
            }
        }
        if flawed == 0 {
            return Ok(());
        }
        let says: Vec<&str> = verdicts
            .iter()
            .filter(|v| !v.sound)
            .map(|v| v.says.as_str())
            .collect();
        Err(Failure::File(if self.json {
            format!("{flawed} flawed")
        } else {
            says.join("\n\n")
        }))
    }
}

/// What a sound file holds.
fn examine(name: &str) -> Result<String, Failure> {
    let text = table::text_of(name)?;
    if table::is_journal(&text) {
        let (journal, _) = table::read_journal(name, &text)?;
        return Ok(format!("a journal of {} lines", journal.lines().len()));
    }
    if files::is_house(&text) {
        let (rules, house) = table::read_house(name)?;
        let card = rules.card();
        let changes = house.switches.choices().count() + card.numbers.changed().count();
        return Ok(format!(
            "sound: house rules `{}` for {}; changes: {changes}",
            house.name, card.id,
        ));
    }
    let table = table::battle(name, &text, &table::Laid::default())?;
    Ok(format!(
        "sound: {}, {} units, {} pieces of terrain, rules {}",
        table.battle.setting.title,
        table.battle.units.len(),
        table.battle.setting.terrain.len(),
        table.rules.card().id
    ))
}
