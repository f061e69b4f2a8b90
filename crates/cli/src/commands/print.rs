//! `sandtable print`: a battle on paper.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sandtable_battle::phrase::unseen;
use sandtable_print::{Paper, Part, Printed, print};
use sandtable_tongue::say;

use crate::failure::Failure;
use crate::{show, table};

/// Print a battle: its map to scale, rosters with boxes to tick, measuring sticks
/// and arcs true to size, the quick-reference sheet of its rules, as one PDF file.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable print three-hit/two-hills
  sandtable print my.battle.toml --parts map,roster --paper letter --out tonight.pdf
  sandtable print saved.journal.jsonl --parts roster        # as the battle stands

Print at 100 per cent, not fitted to the page: sticks and arcs are true to size then.

Exit codes: 0 done, 3 a file cannot be read, 4 this machine cannot write the PDF")]
pub(crate) struct Print {
    /// A scenario, position or journal.
    #[arg(value_name = "POSITION")]
    position: String,
    /// What to print.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [What::Map, What::Roster, What::Templates, What::Sheet])]
    parts: Vec<What>,
    /// The size of paper.
    #[arg(long, value_enum, default_value_t = Sort::A4)]
    paper: Sort,
    /// The PDF file; by default NAME.pdf in this folder.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    laid: table::Laid,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    Map,
    Roster,
    Templates,
    Sheet,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sort {
    A4,
    Letter,
}

impl Print {
    /// Writes the file.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let table = table::open(&self.position, &self.laid)?;
        let parts: Vec<Part> = self.parts.iter().map(|what| what.part()).collect();
        let paper = match self.paper {
            Sort::A4 => Paper::A4,
            Sort::Letter => Paper::Letter,
        };
        let sheet = sandtable_register::annex(&table.rules.card().id)
            .map_err(Failure::Machine)?
            .sheet;
        if table.battle.setting.stated && parts.iter().all(|part| *part == Part::Map) {
            return Err(Failure::File(format!("{}: {}", self.position, unseen())));
        }
        let Printed { pdf, lost } = print(&table.look(), &sheet, paper, &parts);
        let out = self.out.clone().unwrap_or_else(|| named(&self.position));
        crate::out::write_bytes(&out, &pdf)?;
        if !lost.is_empty() {
            show::note(&say!(
                "warning: letters that the font on paper lacks are printed as `?`: {lost}",
                lost = lost
            ));
        }
        show::say(&format!("{}: {} bytes", out.display(), pdf.len()))
    }
}

impl What {
    const fn part(self) -> Part {
        match self {
            Self::Map => Part::Map,
            Self::Roster => Part::Roster,
            Self::Templates => Part::Templates,
            Self::Sheet => Part::Sheet,
        }
    }
}

/// Returns the last part of a name, as a PDF file in this folder.
fn named(position: &str) -> PathBuf {
    let last = position.rsplit(['/', '\\']).next().unwrap_or("battle");
    let stem = last.split('.').next().filter(|s| !s.is_empty());
    PathBuf::from(format!("{}.pdf", stem.unwrap_or("battle")))
}
