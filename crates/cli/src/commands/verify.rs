//! `sandtable verify`: a journal against the rules.

use std::path::PathBuf;

use clap::Args;
use sandtable_battle::{Rules, Thrown};
use sandtable_files::journal::{self, Tail};
use sandtable_files::{Journal, unmarked};
use sandtable_tongue::say;
use serde::Serialize;

use crate::failure::Failure;
use crate::{show, table};

/// Play a journal again and check everything that can be checked: every event, the dice of the
/// engine with the seed, the battle with the header, every checksum, the end mark.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable verify saved.journal.jsonl
  sandtable verify journals/*.journal.jsonl --json
  sandtable verify damaged.journal.jsonl --save rest.journal.jsonl

Exit codes: 0 all agree with the rules, 1 a line differs or the end is missing, 3 a file cannot
be read")]
pub(crate) struct Verify {
    /// The journals.
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<String>,
    /// Write what comes before the damage of a damaged journal to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    save: Option<PathBuf>,
    /// Print JSON: a list of {file, agrees, says, cannot}.
    #[arg(long)]
    json: bool,
}

/// Whether a journal agrees with the rules.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Verdict {
    file: String,
    agrees: bool,
    says: String,
    /// What the journal cannot prove, a sentence each.
    cannot: Vec<String>,
    #[serde(skip)]
    read: bool,
}

impl Verdict {
    /// Returns the verdict on a file that cannot be read.
    fn unread(file: &str, says: String) -> Self {
        Self {
            file: file.to_owned(),
            agrees: false,
            says,
            cannot: Vec::new(),
            read: false,
        }
    }
}

/// Reads a journal, and returns the verdict on it.
fn examine(file: &str) -> Result<Verdict, Failure> {
    let text = table::text_of(file)?;
    let (journal, rules) = table::read_journal(file, &text)?;
    Ok(verdict(file, &text, &journal, &*rules))
}

/// Says what the seal of a journal shows: anyone can compare its code with the one that was shown
/// before the battle.
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

/// Says what joint dice show: each player can compare the pledges with those that their page
/// showed.
fn joint(journal: &Journal) -> String {
    let joints = journal.lines().iter().filter(|line| line.joint.is_some());
    let rolls = joints.clone().flat_map(|line| &line.rolls);
    // Real dice may fall in the same line.
    let rolls = rolls.filter(|roll| roll.thrown == Thrown::Sealed).count();
    if rolls == 0 {
        return String::new();
    }
    let pledges = joints.filter_map(|line| line.joint.as_ref());
    let tops: Vec<String> = pledges
        .flat_map(|joint| &joint.pledges)
        .map(|pledge| format!("{:?} {}", pledge.by, pledge.top).to_lowercase())
        .collect();
    let pledges = tops.join(", ");
    let says = match rolls {
        1 => say!(
            "1 throw follows from what the server and the players pledged ({pledges})",
            pledges = pledges
        ),
        _ => say!(
            "{n} throws follow from what the server and the players pledged ({pledges})",
            n = rolls,
            pledges = pledges
        ),
    };
    format!("; {says}")
}

/// Returns the verdict on one journal.
fn verdict(file: &str, text: &str, journal: &Journal, rules: &dyn Rules) -> Verdict {
    let tail = journal::tail(text);
    let (agrees, says, mut cannot) = match journal.proof(rules) {
        Err(mismatch) => (false, mismatch.to_string(), Vec::new()),
        Ok(_) if tail == Tail::Open => {
            let says = say!(
                "the end mark is missing: lines may be missing after line {n}",
                n = journal.next().saturating_sub(1)
            );
            (false, says, Vec::new())
        }
        Ok(proof) => {
            let says = say!(
                "{n} lines agree with the rules; {hash}",
                n = journal.lines().len(),
                hash = format_args!(
                    "{:016x}{}{}",
                    journal.hash(),
                    sealed(journal),
                    joint(journal)
                )
            );
            (true, says, proof.cannot())
        }
    };
    if agrees && tail == Tail::Old {
        cannot.push(say!(
            "that nothing is missing at its end: this file is older than checksums"
        ));
    }
    Verdict {
        file: file.to_owned(),
        agrees,
        says,
        cannot,
        read: true,
    }
}

impl Verify {
    /// Verifies all journals.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if let Some(save) = &self.save {
            return self.saved(save);
        }
        let mut verdicts = Vec::new();
        let mut unread = false;
        for file in &self.journals {
            let verdict = examine(file).unwrap_or_else(|why| {
                unread = true;
                let says = match self.json {
                    true => crate::out::colourless(why.text()),
                    false => why.text().to_owned(),
                };
                Verdict::unread(file, says)
            });
            if !self.json && verdict.agrees {
                show::say(&format!("{file}: {}", verdict.says))?;
                for says in &verdict.cannot {
                    show::say(&say!("  not proven: {says}", says = says))?;
                }
            }
            verdicts.push(verdict);
        }
        if self.json {
            show::json(&verdicts)?;
        }
        let differing: Vec<String> = verdicts
            .iter()
            .filter(|verdict| !verdict.agrees)
            .map(|verdict| match verdict.read {
                true => format!("{}: {}", verdict.file, verdict.says),
                // What is wrong with a file names it.
                false => verdict.says.clone(),
            })
            .collect();
        match (differing.is_empty(), unread) {
            (true, _) => Ok(()),
            (false, true) => Err(Failure::File(differing.join("\n"))),
            (false, false) => Err(Failure::No(differing.join("\n"))),
        }
    }

    /// Writes what comes before the damage.
    fn saved(&self, to: &std::path::Path) -> Result<(), Failure> {
        let [file] = &self.journals[..] else {
            let says = say!("--save takes one journal at a time");
            return Err(Failure::Usage(says));
        };
        let bytes = table::bytes_of(file)?;
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            return table::text_of(file).map(drop);
        }
        // A damaged end may not be text at all.
        let lossy = String::from_utf8_lossy(&bytes);
        let text = unmarked(&lossy);
        let header = journal::peek(text);
        let header = header.map_err(|flaws| Failure::File(show::flaws(file, text, &flaws)))?;
        let rules = sandtable_register::open(&header.rules, &header.switches)
            .map_err(|trouble| Failure::File(format!("{file}: {trouble}")))?;
        if let Ok(journal) = Journal::read(text, &*rules) {
            show::write(to, &journal.to_jsonl())?;
            show::say(&say!("{file}: no line is damaged", file = file))?;
            let verdict = verdict(file, text, &journal, &*rules);
            return match verdict.agrees {
                true => Ok(()),
                false => Err(Failure::No(format!("{file}: {}", verdict.says))),
            };
        }
        let Some(rescue) = Journal::rescue(text, &*rules) else {
            let (_, _) = table::read_journal(file, text)?;
            return Ok(());
        };
        show::write(to, &rescue.journal.to_jsonl())?;
        show::say(&say!(
            "{file}: {n} lines are kept in {to}; what follows is lost ({why})",
            file = file,
            n = rescue.journal.lines().len(),
            to = to.display(),
            why = rescue.flaws.flaws[0]
        ))
    }
}
