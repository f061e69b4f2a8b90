//! Values of study files: answers by their names, numbers in thousandths, bounds.

use crate::answer::Answer;
use sandtable_files::walk::{Node, Notes, Table};
use sandtable_tongue::say;

/// Reads an answer by its name.
pub(crate) fn answer(node: Node<'_>, notes: &mut Notes<'_>) -> Option<Answer> {
    let names = Answer::ALL.iter().map(|a| a.name());
    node.one_of(names, notes).map(|at| Answer::ALL[at])
}

/// Reads a number with at most three decimals, in thousandths.
pub(crate) fn thousandths(text: &str) -> Option<i64> {
    let (sign, bare) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, part) = bare.split_once('.').unwrap_or((bare, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || part.len() > 3 || !digits(whole) || !digits(part) {
        return None;
    }
    let whole: i64 = whole.parse().ok()?;
    let part: i64 = format!("{part:0<3}").parse().ok()?;
    Some(sign * (whole * 1000 + part))
}

/// Reads a bound of a claim.
pub(super) fn bound(table: &Table<'_>, key: &str, notes: &mut Notes<'_>) -> Option<f64> {
    let node = table.get(key)?;
    let value = thousandths(&node.plain());
    if value.is_none() {
        let says = say!(
            "`{key}` must be a number with at most three decimals",
            key = key
        );
        notes.add(node.span(), says);
    }
    #[expect(clippy::cast_precision_loss, reason = "at most twelve digits")]
    value.map(|v| v as f64 / 1000.0)
}
