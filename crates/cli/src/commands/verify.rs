//! `sandtable verify`: a journal against the rules.

use clap::Args;
use sandtable_battle::{Journal, Thrown};
use sandtable_tongue::say;
use serde::Serialize;

use crate::failure::Failure;
use crate::{show, table};

/// Play a journal again with its recorded dice and compare every event.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable verify saved.journal.jsonl
  sandtable verify journals/*.journal.jsonl --json

Exit codes: 0 all agree with the rules, 1 a line differs, 3 a file cannot be read")]
pub(crate) struct Verify {
    /// The journals.
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<String>,
    /// Print JSON: a list of {file, agrees, says}.
    #[arg(long)]
    json: bool,
}

/// Whether a journal agrees with the rules.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Verdict {
    file: String,
    agrees: bool,
    says: String,
}

/// What the seal of a journal shows: everybody can compare its code with the one that was
/// told before the battle.
fn sealed(journal: &Journal) -> String {
    let Some(seal) = &journal.header.seal else {
        return String::new();
    };
    let rolls = journal.lines().iter().flat_map(|line| &line.rolls);
    let thrown = rolls.filter(|roll| roll.thrown == Thrown::Sealed).count();
    let says = say!(
        "{n} throws come from the seal {code} (secret {secret}, word {word})",
        n = thrown,
        code = seal.code(),
        secret = seal.secret,
        word = seal.word
    );
    format!("; {says}")
}

impl Verify {
    /// Verifies them all.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut verdicts = Vec::new();
        let mut differing = Vec::new();
        for file in &self.journals {
            let text = table::text_of(file)?;
            let (journal, rules) = table::read_journal(file, &text)?;
            let says = match journal.verify(&*rules) {
                Ok(()) => say!(
                    "{n} lines agree with the rules; {hash}",
                    n = journal.lines().len(),
                    hash = format_args!("{:016x}{}", journal.hash(), sealed(&journal))
                ),
                Err(mismatch) => {
                    let says = mismatch.to_string();
                    differing.push(format!("{file}: {says}"));
                    says
                }
            };
            let agrees = differing
                .last()
                .is_none_or(|d| !d.starts_with(&format!("{file}: ")));
            if !self.json && agrees {
                show::say(&format!("{file}: {says}"))?;
            }
            verdicts.push(Verdict {
                file: file.clone(),
                agrees,
                says,
            });
        }
        if self.json {
            show::json(&verdicts)?;
        }
        if differing.is_empty() {
            Ok(())
        } else {
            Err(Failure::No(differing.join("\n")))
        }
    }
}
