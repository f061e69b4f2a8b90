//! What the program prints: diagnostics with a marked snippet, tables, JSON.

use std::fmt::Write as _;
use std::ops::Range;
use std::process::ExitCode;

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use indicatif::{ProgressBar, ProgressStyle};
use sandtable_battle::Thrown;
use sandtable_battle::{Clause, Order, Refusals};
use sandtable_files::notation;
use sandtable_files::{Flaw, Flaws};
use sandtable_session::view::{BranchView, FactorView, LogEntry, OddsRow, OddsView, RefusalView};
use sandtable_session::{Look, house_rules_of};

use crate::failure::Failure;
use crate::out::{clipped, escaped, plain};
pub(crate) use crate::out::{note, say, say_file, write};

/// Returns a bar that shows how far something has come, if anybody can see it.
pub(crate) fn bar(wanted: bool, style: &str) -> ProgressBar {
    use std::io::IsTerminal as _;

    let bar = if wanted && std::io::stderr().is_terminal() {
        ProgressBar::new(0)
    } else {
        ProgressBar::hidden()
    };
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar
}

/// Lists flaws of a text, each with its place, a marked snippet and a hint.
pub(crate) fn flaws(name: &str, text: &str, flaws: &Flaws) -> String {
    let count = flaws.flaws.len();
    let shown = reports(
        name,
        text,
        &flaws.flaws,
        ReportKind::Custom(sandtable_tongue::say("Error"), Color::Red),
    );
    let says = match count {
        1 => sandtable_tongue::say!("{file} has 1 flaw", file = name),
        n => sandtable_tongue::say!("{file} has {n} flaws", file = name, n = n),
    };
    format!("{says}\n{shown}")
}

/// Lists flaws of typed input, which has no lines: for each a sentence, and what would be right.
pub(crate) fn said(flaws: &Flaws) -> String {
    let one = |flaw: &Flaw| {
        let hint = flaw.hint.iter().map(|hint| format!("\n  {hint}"));
        flaw.message.clone() + &hint.collect::<String>()
    };
    let all: Vec<String> = flaws.flaws.iter().map(one).collect();
    all.join("\n")
}

/// Lists what is unusual in a text, with place, snippet and hint.
pub(crate) fn warnings(name: &str, text: &str, warnings: &[Flaw]) -> String {
    reports(
        name,
        text,
        warnings,
        ReportKind::Custom(sandtable_tongue::say("Warning"), Color::Yellow),
    )
}

/// Tells whether output may be coloured: only if all of it goes to a terminal, and nobody has
/// turned colours off.
fn is_coloured() -> bool {
    use std::io::IsTerminal as _;
    let asked_for_none = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let terminals = std::io::stderr().is_terminal() && std::io::stdout().is_terminal();
    terminals && !asked_for_none
}

fn reports(name: &str, text: &str, flaws: &[Flaw], kind: ReportKind<'_>) -> String {
    let colour = is_coloured();
    let config = Config::new()
        .with_color(colour)
        .with_index_type(IndexType::Byte);
    let (name, text) = (&*plain(name), &*plain(text));
    // A snippet shows whole lines; where lines are long, a sentence is enough.
    let snippets = text.len() <= MOST_SNIPPED && text.lines().all(|line| line.len() <= LONGEST);
    let mut out = Vec::new();
    for (number, flaw) in flaws.iter().enumerate() {
        let before = out.len();
        let (message, hint) = (clip(&flaw.message), flaw.hint.as_deref().map(clip));
        if snippets {
            let span = || (name, marked(text, &flaw.span));
            let mut report = Report::build(kind, span())
                .with_config(config)
                .with_message(message)
                .with_label(Label::new(span()).with_message(sandtable_tongue::say("here")));
            if let Some(hint) = hint {
                report = report.with_help(hint);
            }
            // Writing to memory does not fail.
            let _ = report.finish().write((name, Source::from(text)), &mut out);
        } else {
            let hint = hint.map_or_else(String::new, |hint| format!(" ({hint})"));
            let (line, column) = (flaw.line, flaw.column);
            out.extend(format!("{name}:{line}:{column}: {message}{hint}\n").as_bytes());
        }
        // The length of a report is known only once it is written. The first is always shown.
        if out.len() > MOST_SHOWN && number > 0 {
            out.truncate(before);
            let left = sandtable_tongue::say!("and {n} more", n = flaws.len() - number);
            out.extend(left.as_bytes());
            break;
        }
    }
    let shown = String::from_utf8_lossy(&out);
    let shown = shown.trim_end();
    // The report's first line is coloured whatever its configuration says.
    if colour {
        shown.to_owned()
    } else {
        crate::out::colourless(shown)
    }
}

/// Most bytes of a text, and of one line, from which snippets are cut.
const MOST_SNIPPED: usize = 1 << 20;
const LONGEST: usize = 400;
/// Most bytes shown of all flaws together, when there are several.
const MOST_SHOWN: usize = 3_600;

/// Returns the part of a place that is marked. The mark under a line takes three bytes for each
/// letter, so only the beginning of a long place on one line is marked.
fn marked(text: &str, place: &Range<usize>) -> Range<usize> {
    const MOST: usize = 80;
    let within = text.get(place.clone()).unwrap_or_default();
    if within.len() <= MOST || within.contains('\n') {
        return place.clone();
    }
    let end = (0..=MOST).rev().find(|&at| within.is_char_boundary(at));
    place.start..place.start + end.unwrap_or(MOST)
}

/// Shortens a sentence about a flaw where it quotes something long.
fn clip(text: &str) -> String {
    clipped(&plain(text), 300).into_owned()
}

/// Says what is wrong with an order as typed.
pub(crate) fn trouble(text: &str, trouble: &notation::Trouble) -> String {
    let says = sandtable_tongue::say!(
        "order, column {column}: {says}",
        column = trouble.column,
        says = trouble.message
    );
    let mut out = format!("{says}\n  {text}\n");
    let _ = write!(out, "  {}^", " ".repeat(trouble.column.saturating_sub(1)));
    if let Some(hint) = &trouble.hint {
        let _ = write!(out, "\n  {hint}");
    }
    out
}

/// An order that was refused, as `--json` prints it.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct RefusedOrder {
    /// Every reason against it.
    refused: Vec<RefusalView>,
}

/// Returns the failure of a refused order: in words, or as JSON if the caller asked for that.
pub(crate) fn refused(
    look: &Look<'_>,
    order: &Order,
    refused: &Refusals,
    as_json: bool,
) -> Failure {
    let refused = look.refusals_of(order, refused);
    if !as_json {
        return Failure::No(refusals(look, &refused));
    }
    let value = RefusedOrder { refused };
    serde_json::to_value(value).map_or_else(|e| Failure::Machine(e.to_string()), Failure::Refused)
}

/// Lists every reason against an order, one per line.
fn refusals(look: &Look<'_>, refusals: &[RefusalView]) -> String {
    let mut out = sandtable_tongue::say!("the order is refused:");
    for reason in refusals {
        let mark = house(look, &reason.clause);
        let _ = write!(out, "\n  {:<14} {}{mark}", reason.clause, reason.says);
    }
    out
}

/// Lists factors with their clauses, one per line.
pub(crate) fn factors(look: &Look<'_>, factors: &[FactorView]) -> String {
    let mut out = String::new();
    for f in factors {
        let whose = f
            .unit
            .map(|unit| format!(" ({})", look.name(sandtable_battle::UnitId(unit))))
            .unwrap_or_default();
        let mark = house(look, &f.clause);
        let (shown, clause, title) = (&f.shown, &f.clause, &f.title);
        let _ = writeln!(out, "  {shown:>4}  {clause:<14} {title}{whose}{mark}");
    }
    out
}

/// Returns the mark of a clause that is not played as printed, with what was changed.
fn house(look: &Look<'_>, cited: &str) -> String {
    let card = look.card();
    let found = card.find(cited).map(|text| Clause::new(text.n));
    let changes = found
        .map(|clause| house_rules_of(card, clause))
        .unwrap_or_default();
    if changes.is_empty() {
        return String::new();
    }
    format!("  [{}]", house_rule(&changes.join("; ")))
}

/// Returns what a house rule changes, in brackets.
pub(crate) fn house_rule(change: &str) -> String {
    sandtable_tongue::say!("house rule: {change}", change = change)
}

/// Lists chances, one per line.
fn chances(rows: &[OddsRow]) -> String {
    let width = rows.iter().map(|r| r.p.len()).max().unwrap_or(1);
    rows.iter().fold(String::new(), |mut out, row| {
        let _ = writeln!(
            out,
            "  {:>6.2} %  {:>width$}  {}",
            row.percent, row.p, row.label
        );
        out
    })
}

/// Lists odds as fractions and percentages: whole outcomes, or where there are too many, what may
/// happen to each unit.
pub(crate) fn odds(look: &Look<'_>, odds: &OddsView) -> String {
    let mut out = String::new();
    for says in &odds.certain {
        let _ = writeln!(
            out,
            "{}",
            sandtable_tongue::say!("Certain: {says}.", says = says)
        );
    }
    out.push_str(&chances(&odds.rows));
    for part in &odds.parts {
        let name = match part.name.as_str() {
            "" => sandtable_tongue::say("The battle"),
            name => name,
        };
        let _ = write!(out, "{name}:\n{}", chances(&part.rows));
    }
    if !odds.means.is_empty() {
        let _ = writeln!(out, "{}", sandtable_tongue::say("On average:"));
        for mean in &odds.means {
            let _ = writeln!(
                out,
                "  {:>8.3}  {}  ({})",
                mean.number, mean.label, mean.value
            );
        }
    }
    if !odds.factors.is_empty() {
        let _ = writeln!(out, "{}", sandtable_tongue::say("What weighs in it:"));
        out.push_str(&factors(look, &odds.factors));
    }
    if let Some(tree) = &odds.tree {
        let _ = writeln!(out, "{}", sandtable_tongue::say("Step by step:"));
        branches(&tree.branches, 1, &mut out);
    }
    if odds.others.id != "stop" {
        let says = sandtable_tongue::say!("Choices on the way: {says}.", says = odds.others.says);
        let _ = writeln!(out, "{says}");
    }
    if let Some(within) = odds.within {
        let drawn = sandtable_tongue::say(
            "There are too many ways to follow them all: a random sample stands for the rest.",
        );
        let off = sandtable_tongue::say!(
            "No chance is off by more than about {percent} per cent.",
            percent = format_args!("{within:.2}")
        );
        let _ = writeln!(out, "{drawn}\n{off}");
    }
    if odds.lost != "0" {
        let says =
            sandtable_tongue::say!("Left out as too unlikely: {all} in all.", all = odds.lost);
        let _ = writeln!(out, "{says}");
    }
    out
}

/// Writes the branches of a tree, indented by their depth.
fn branches(all: &[BranchView], deep: usize, out: &mut String) {
    for one in all {
        let (percent, p, says) = (one.percent, &one.p, &one.says);
        let p = if p.len() > 16 { "" } else { p };
        let clauses = one.clauses.join(" ");
        let set_in = "  ".repeat(deep);
        let _ = writeln!(out, "{set_in}{percent:>6.2} %  {p}  {says}  [{clauses}]");
        branches(&one.branches, deep + 1, out);
    }
}

/// Returns one order's entry in the log.
pub(crate) fn entry(entry: &LogEntry) -> String {
    let mut out = format!("{:>4}  {}\n", entry.number, entry.order);
    if let Some(says) = &entry.stated {
        let _ = writeln!(
            out,
            "        {}",
            sandtable_tongue::say!("stated: {says}", says = says)
        );
    }
    for roll in &entry.rolls {
        let by_hand = match roll.thrown {
            Thrown::Engine => String::new(),
            Thrown::Hand => format!("  ({})", sandtable_tongue::say("real dice")),
            Thrown::Sealed => format!("  ({})", sandtable_tongue::say("sealed")),
        };
        let _ = writeln!(
            out,
            "        [{}] {}: {}{by_hand}",
            roll.clause, roll.title, roll.says
        );
    }
    for line in &entry.lines {
        let _ = writeln!(out, "        {}  [{}]", line.text, line.clause);
    }
    for one in &entry.struck {
        let rolls: Vec<&str> = one.rolls.iter().map(|roll| roll.says.as_str()).collect();
        let thrown = if rolls.is_empty() {
            String::new()
        } else {
            format!(" ({})", rolls.join("; "))
        };
        let struck = sandtable_tongue::say!("struck out: {order}", order = one.order);
        let _ = writeln!(out, "      {struck}{thrown}");
    }
    out
}

/// Returns the choice that a player must make, with its answers as they are typed; empty if there
/// is none.
pub(crate) fn choice(look: &Look<'_>) -> String {
    let Some(choice) = look.view(sandtable_session::Place::default()).choice else {
        return String::new();
    };
    let mut out = format!("{}  [{}]\n", choice.asks, choice.clause);
    for option in &choice.options {
        let order = notation::write(&option.order, look.battle, look.card());
        let _ = writeln!(out, "      {order:<12}{}", option.label);
    }
    out
}

/// Prints a value as JSON on standard output.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text =
        serde_json::to_string_pretty(value).map_err(|error| Failure::Machine(error.to_string()))?;
    say(&escaped(&text))
}

/// Tells the player why a command failed, and returns its exit code.
pub(crate) fn failure(failure: &Failure) -> ExitCode {
    let (code, text) = match failure {
        Failure::Refused(value) => {
            // If the reader has gone away, the exit code still gives the answer.
            let _ = json(value);
            return ExitCode::from(1);
        }
        Failure::No(text) => (1, text),
        Failure::Usage(text) => (2, text),
        Failure::File(text) => (3, text),
        Failure::Machine(text) => (4, text),
    };
    note(&format!("sandtable: {text}"));
    ExitCode::from(code)
}
