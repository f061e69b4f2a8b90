//! What the program prints: diagnostics with a marked snippet, tables, JSON.

use std::fmt::Write as _;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode,
};
use sandtable_battle::{Flaw, Flaws, Refusals, notation};
use sandtable_session::Look;
use sandtable_session::view::{FactorView, LogEntry, OddsView};

use crate::failure::Failure;

/// One flaw with the text it is about, as miette draws it.
#[derive(Debug)]
struct Marked<'a> {
    source: &'a NamedSource<String>,
    flaw: &'a Flaw,
}

impl std::fmt::Display for Marked<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.flaw.message)
    }
}

impl std::error::Error for Marked<'_> {}

impl Diagnostic for Marked<'_> {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.flaw.span.clone();
        Some(Box::new(std::iter::once(LabeledSpan::new(
            Some("here".to_owned()),
            span.start,
            span.len(),
        ))))
    }

    fn help(&self) -> Option<Box<dyn std::fmt::Display + '_>> {
        self.flaw
            .hint
            .as_ref()
            .map(|hint| Box::new(hint) as Box<dyn std::fmt::Display>)
    }
}

/// Flaws of a text, each with its place, a marked snippet and a hint.
pub(crate) fn flaws(name: &str, text: &str, flaws: &Flaws) -> String {
    let source = NamedSource::new(name, text.to_owned());
    let colour = std::io::IsTerminal::is_terminal(&std::io::stderr())
        && std::env::var_os("NO_COLOR").is_none();
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100);
    let mut out = String::new();
    for flaw in &flaws.flaws {
        let marked = Marked { source: &source, flaw };
        let _ = writeln!(out, "{name}:{}:{}", flaw.line, flaw.column);
        if handler.render_report(&mut out, &marked).is_err() {
            let _ = writeln!(out, "{flaw}");
        }
    }
    let count = flaws.flaws.len();
    let _ = write!(out, "{name}: {count} flaw{}", if count == 1 { "" } else { "s" });
    out
}

/// What is wrong with an order as it was typed.
pub(crate) fn trouble(text: &str, trouble: &notation::Trouble) -> String {
    let mut out = format!("order, column {}: {}\n  {text}\n", trouble.column, trouble.message);
    let _ = write!(out, "  {}^", " ".repeat(trouble.column.saturating_sub(1)));
    if let Some(hint) = &trouble.hint {
        let _ = write!(out, "\n  {hint}");
    }
    out
}

/// Every reason against an order, a line each.
pub(crate) fn refusals(look: &Look<'_>, refusals: &Refusals) -> String {
    let mut out = String::from("the order is refused:");
    for reason in look.refusals(refusals) {
        let _ = write!(out, "\n  {:<14} {}", reason.clause, reason.says);
    }
    out
}

/// Factors with their clauses, a line each.
pub(crate) fn factors(look: &Look<'_>, factors: &[FactorView]) -> String {
    let mut out = String::new();
    for f in factors {
        let whose = f
            .unit
            .map(|unit| format!(" ({})", look.name(sandtable_battle::UnitId(unit))))
            .unwrap_or_default();
        let _ = writeln!(out, "  {:+4}  {:<14} {}{whose}", f.value, f.clause, f.title);
    }
    out
}

/// Odds as fractions and per cent.
pub(crate) fn odds(look: &Look<'_>, odds: &OddsView) -> String {
    let mut out = String::new();
    let width = odds.rows.iter().map(|r| r.p.len()).max().unwrap_or(1);
    for row in &odds.rows {
        let _ = writeln!(out, "  {:>6.2} %  {:>width$}  {}", row.percent, row.p, row.label);
    }
    if !odds.means.is_empty() {
        out.push_str("On average:\n");
        for mean in &odds.means {
            let _ = writeln!(out, "  {:>8.3}  {}  ({})", mean.number, mean.label, mean.value);
        }
    }
    if !odds.factors.is_empty() {
        out.push_str("What weighs in it:\n");
        out.push_str(&factors(look, &odds.factors));
    }
    if odds.lost != "0" {
        let _ = writeln!(out, "Chances cut as too small to follow: {} in all.", odds.lost);
    }
    out
}

/// One order's entry in the log.
pub(crate) fn entry(entry: &LogEntry) -> String {
    let mut out = format!("{:>4}  {}\n", entry.number, entry.order);
    for roll in &entry.rolls {
        let _ = writeln!(out, "        [{}] {}: {}", roll.clause, roll.title, roll.says);
    }
    for line in &entry.lines {
        let _ = writeln!(out, "        {}  [{}]", line.text, line.clause);
    }
    out
}

/// Prints a value as JSON on standard output.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text =
        serde_json::to_string_pretty(value).map_err(|error| Failure::Machine(error.to_string()))?;
    say(&text)
}

/// Prints a line on standard output; a reader that went away is no failure.
pub(crate) fn say(text: &str) -> Result<(), Failure> {
    use std::io::Write as _;
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Machine(format!("cannot print: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a file that was asked for.
pub(crate) fn write(path: &std::path::Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::Machine(format!("{}: {error}", path.display())))
}
