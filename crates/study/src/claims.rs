//! Claims and sweeps: what a study file says beyond what is played.

use crate::answer::Answer;
use crate::file::{Claim, Variant};
use crate::open::Arm;
use crate::reader::{Found, MOST_VARIANTS};
use sandtable_battle::files::walk::{Node, Notes, Table};
use std::collections::BTreeMap;
use std::ops::Range;

/// Most claims.
const MOST_CLAIMS: usize = 40;

/// One of the answers, by its name.
pub(crate) fn answer(node: Node<'_>, notes: &mut Notes<'_>) -> Option<Answer> {
    let names = Answer::ALL.iter().map(|a| a.name());
    node.one_of(names, notes).map(|at| Answer::ALL[at])
}

/// The values of a sweep, each with its bytes: a list, or from, to and step.
pub(crate) fn values(
    table: &Table<'_>,
    notes: &mut Notes<'_>,
) -> Option<Vec<(String, Range<usize>)>> {
    if let Some(node) = table.get("values") {
        let items = node.items(notes)?;
        let values: Vec<_> = items.iter().map(|i| (i.plain(), i.span())).collect();
        let mut once: Vec<&String> = values.iter().map(|(value, _)| value).collect();
        once.sort();
        once.dedup();
        if !(2..=MOST_VARIANTS).contains(&values.len()) || once.len() < values.len() {
            let says = format!("`values` must be 2 to {MOST_VARIANTS} different ones");
            notes.add(node.span(), says);
            return None;
        }
        return Some(values);
    }
    let mut bound = |key: &str| {
        let node = table.need(key, notes)?;
        let value = thousandths(&node.plain());
        if value.is_none() {
            let says = format!("`{key}` must be a number with at most three decimals");
            notes.add(node.span(), says);
        }
        Some((value?, node.span()))
    };
    let ((from, span), (to, _)) = (bound("from")?, bound("to")?);
    let step = match table.get("step") {
        Some(_) => bound("step")?.0,
        None => 1000,
    };
    let count = if step > 0 { (to - from) / step + 1 } else { 0 };
    if !(2..=60).contains(&count) {
        let says =
            format!("from, to and step make {count} values; 2 to {MOST_VARIANTS} can be played");
        notes.add(span, says);
        return None;
    }
    let value = |at: i64| (decimal(from + at * step), span.clone());
    Some((0..count).map(value).collect())
}

/// A number with at most three decimals, in thousandths.
fn thousandths(text: &str) -> Option<i64> {
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

fn decimal(thousandths: i64) -> String {
    let (sign, n) = (
        if thousandths < 0 { "-" } else { "" },
        thousandths.unsigned_abs(),
    );
    let text = format!("{sign}{}.{:03}", n / 1000, n % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What somebody says of the rules.
pub(crate) fn claims(
    root: &Table<'_>,
    variants: &[Variant],
    found: &[Found],
    arms: &[Arm],
    notes: &mut Notes<'_>,
) -> Vec<Claim> {
    let tables = root.tables("claim", "a claim", MOST_CLAIMS, notes);
    let mut claims = Vec::new();
    for table in tables {
        let keys = [
            "says", "answer", "variant", "scenario", "side", "least", "most",
        ];
        table.keys(keys.into_iter(), notes);
        let says = table.need("says", notes).and_then(|node| node.text(notes));
        let asked = table
            .need("answer", notes)
            .and_then(|node| answer(node, notes));
        let place = |key: &str, names: Vec<&str>, notes: &mut Notes<'_>| {
            let node = table.get(key)?;
            node.one_of(names.into_iter(), notes)
        };
        let variant = place(
            "variant",
            variants.iter().map(|v| v.name.as_str()).collect(),
            notes,
        );
        let scenario = place(
            "scenario",
            found.iter().map(|f| f.name.as_str()).collect(),
            notes,
        );
        let side = table.get("side").and_then(|node| {
            let name = node.text(notes)?;
            let sides: BTreeMap<&str, ()> = arms
                .iter()
                .filter(|arm| scenario.is_none_or(|at| at == arm.scenario))
                .flat_map(|arm| &arm.start.setting.sides)
                .map(|side| (side.name.as_str(), ()))
                .collect();
            if !sides.contains_key(name) {
                let says = format!("no side is called `{name}`");
                notes.unknown(node.span(), says, name, sides.keys().copied());
            }
            Some(name.to_owned())
        });
        let bound = |key: &str, notes: &mut Notes<'_>| {
            let node = table.get(key)?;
            let value = thousandths(&node.plain());
            if value.is_none() {
                notes.add(
                    node.span(),
                    format!("`{key}` must be a number with at most three decimals"),
                );
            }
            #[expect(clippy::cast_precision_loss, reason = "at most twelve digits")]
            value.map(|v| v as f64 / 1000.0)
        };
        let (least, most) = (bound("least", notes), bound("most", notes));
        match (least, most) {
            (None, None) => notes.add(table.span(), "a claim needs `least`, `most` or both"),
            (Some(least), Some(most)) if least > most => {
                notes.add(table.span(), "`least` is more than `most`");
            }
            _ => {}
        }
        let (Some(says), Some(answer)) = (says, asked) else {
            continue;
        };
        claims.push(Claim {
            says: says.trim().to_owned(),
            answer,
            variant: variant.unwrap_or(0),
            scenario,
            side,
            least,
            most,
        });
    }
    claims
}
