//! `sandtable verify`: a journal against the rules.

use clap::Args;
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
                    hash = format_args!("{:016x}", journal.hash())
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
