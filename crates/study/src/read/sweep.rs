//! Sweeps: a variant for each value of a number.

use super::compare::short;
use super::values::{answer, thousandths};
use super::{MOST_VARIANTS, Reader, open};
use crate::answer::Answer;
use crate::model::{Axis, Sweep, Variant};
use sandtable_battle::Card;
use sandtable_files::walk::{Node, Notes, Table};
use sandtable_tongue::say;
use std::ops::Range;

/// Most variants of a sweep of two numbers.
const MOST_CELLS: usize = 120;

/// A number and its values, with the bytes of each.
struct Read {
    axis: Axis,
    spans: Vec<Range<usize>>,
}

impl Reader<'_> {
    /// Reads the sweep and adds a variant for each of its values, or for each pair of them.
    pub(super) fn sweep(
        &self,
        root: &Table<'_>,
        card: &Card,
        variants: &mut Vec<Variant>,
        notes: &mut Notes<'_>,
    ) -> Option<Sweep> {
        let node = root.get("sweep")?;
        let nodes: Vec<Node<'_>> = if node.is_list() {
            node.items(notes)?
        } else {
            vec![node]
        };
        if variants.len() > 1 {
            notes.hint(
                node.span(),
                say!("a sweep makes the variants itself"),
                say!("at most one [[variant]], from which it starts"),
            );
            return None;
        }
        if !(1..=2).contains(&nodes.len()) {
            notes.add(node.span(), say!("one number is swept, or two"));
            return None;
        }
        let mut axes = Vec::new();
        let mut answer = Some(Answer::Wins);
        let mut budget = None;
        let several = nodes.len() > 1;
        for node in nodes {
            let table = node.table(say("a sweep"), notes)?;
            let keys = ["number", "values", "from", "to", "step", "answer", "budget"];
            table.keys(keys.into_iter(), notes);
            if let Some(node) = table.get("answer") {
                answer = swept_answer(node, notes);
            }
            if let Some(node) = table.get("budget") {
                budget = node.whole(60..=1_000_000, notes);
                if several {
                    notes.add(
                        node.span(),
                        say!("an even value is looked for in one number, not in two"),
                    );
                }
                if answer != Some(Answer::Wins) {
                    notes.add(
                        node.span(),
                        say!("what is looked for is an even scenario: leave `answer` out"),
                    );
                }
            }
            let read = axis(&table, card, notes)?;
            let swept = |other: &Read| other.axis.number == read.axis.number;
            if axes.iter().any(swept) {
                let says = say!("`{path}` is swept twice", path = read.axis.number);
                notes.add(table.get("number").map_or(0..0, |node| node.span()), says);
                return None;
            }
            axes.push(read);
        }
        let cells: usize = axes.iter().map(|read| read.axis.values.len()).product();
        if cells > MOST_CELLS {
            let says = say!(
                "{cells} pairs of values; at most {most} can be played",
                cells = cells,
                most = MOST_CELLS
            );
            notes.add(root.get("sweep").map_or(0..0, |node| node.span()), says);
            return None;
        }
        let mut all = vec![variants.first().cloned()?];
        for (place, read) in axes.iter().enumerate() {
            all = all
                .iter()
                .flat_map(|base| self.varied(base, read, place == 0, card, notes))
                .collect();
        }
        *variants = all;
        let mut axes = axes.into_iter().map(|read| read.axis);
        let first = axes.next()?;
        Some(Sweep {
            number: first.number,
            values: first.values,
            second: axes.next(),
            answer: answer?,
            budget: budget.and_then(|n| u32::try_from(n).ok()),
        })
    }

    /// Makes a variant with each value of a number.
    fn varied(
        &self,
        base: &Variant,
        read: &Read,
        first: bool,
        card: &Card,
        notes: &mut Notes<'_>,
    ) -> Vec<Variant> {
        let path = &read.axis.number;
        let mut out = Vec::new();
        for (value, span) in read.axis.values.iter().zip(&read.spans) {
            let (key, written) = match card.numbers.written(path, value) {
                Ok(written) => (format!("numbers.{path}"), written),
                Err(why) => {
                    notes.add(span.clone(), why);
                    continue;
                }
            };
            let mut over = base.over.clone();
            over.switches.0.remove(&key);
            over.spoken.push(key);
            if let Some((path, value)) = written {
                over.switches = over.switches.with_number(&path, &value);
            }
            if let Err(why) = open::rules(self.from, &card.id, &over.switches) {
                notes.add(
                    span.clone(),
                    say!(
                        "`{path}` cannot be {value}: {why}",
                        path = path,
                        value = value,
                        why = why
                    ),
                );
            }
            let name = if first {
                format!("{path} = {value}")
            } else {
                format!("{}, {path} = {value}", base.name)
            };
            out.push(Variant {
                name: short(&name),
                over,
                span: span.clone(),
                ..base.clone()
            });
        }
        out
    }
}

/// Reads an answer that a sweep can plot.
fn swept_answer(node: Node<'_>, notes: &mut Notes<'_>) -> Option<Answer> {
    let found = answer(node, notes)?;
    if found.is_of_a_clause() || found.is_of_a_kind() || found.is_of_luck() {
        notes.add(
            node.span(),
            say!("`{name}` cannot be swept over", name = found.name()),
        );
    }
    Some(found)
}

/// Reads a number and the values to sweep.
fn axis(table: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Option<Read> {
    let node = table.need("number", notes)?;
    let path = node.text(notes)?;
    let Some(number) = card.numbers.find(path) else {
        let message = say!("{id} has no number `{path}`", id = card.id, path = path);
        notes.unknown(node.span(), message, path, card.numbers.paths());
        return None;
    };
    let (values, spans) = values(table, &number.path, card, notes)?
        .into_iter()
        .unzip();
    Some(Read {
        axis: Axis {
            number: number.path.clone(),
            values,
        },
        spans,
    })
}

/// Returns a value of a number in the one way in which all that come to the same are written: `1`
/// and `1.0`, `"1/2"` and `"2/4"`.
fn same(number: &str, value: &str, card: &Card) -> String {
    let written = card.numbers.written(number, value);
    let printed = || card.numbers.find(number).map(|it| it.printed.clone());
    let now = match written {
        Ok(Some((_, now))) => Some(now),
        Ok(None) => printed(),
        // What it cannot be is told elsewhere.
        Err(_) => None,
    };
    let now = now.unwrap_or_else(|| value.to_owned());
    let share = now.trim_matches('"').split_once('/');
    let share = share.and_then(|(top, bottom)| {
        let part = |digits: &str| digits.parse::<u16>().ok().map(f64::from);
        Some(part(top)? / part(bottom)?)
    });
    share.map_or(now.clone(), |share| share.to_string())
}

/// Reads the values of a sweep, each with its bytes: a list, or from, to and step.
fn values(
    table: &Table<'_>,
    number: &str,
    card: &Card,
    notes: &mut Notes<'_>,
) -> Option<Vec<(String, Range<usize>)>> {
    if let Some(node) = table.get("values") {
        let items = node.items(notes)?;
        let values: Vec<_> = items.iter().map(|i| (i.plain(), i.span())).collect();
        for key in ["from", "to", "step"] {
            if let Some(node) = table.get(key) {
                notes.add(
                    node.span(),
                    say!("`{key}` does not go with `values`", key = key),
                );
            }
        }
        let told = values.iter().map(|(value, _)| same(number, value, card));
        let mut once: Vec<String> = told.collect();
        once.sort();
        once.dedup();
        if !(2..=MOST_VARIANTS).contains(&values.len()) || once.len() < values.len() {
            let says = say!(
                "`values` must be 2 to {most} different ones",
                most = MOST_VARIANTS
            );
            notes.add(node.span(), says);
            return None;
        }
        return Some(values);
    }
    let mut bound = |key: &str| {
        let node = table.need(key, notes)?;
        let value = thousandths(&node.plain());
        if value.is_none() {
            let says = say!(
                "`{key}` must be a number with at most three decimals",
                key = key
            );
            notes.add(node.span(), says);
        }
        Some((value?, node.span()))
    };
    let ((from, span), (to, _)) = (bound("from")?, bound("to")?);
    let step = match table.get("step") {
        Some(_) => bound("step")?.0,
        None => 1000,
    };
    if to < from {
        notes.add(span, say!("`to` must be more than `from`"));
        return None;
    }
    let count = if step > 0 { (to - from) / step + 1 } else { 0 };
    if !(2..=60).contains(&count) {
        let says = say!(
            "from, to and step make {count} values; 2 to {most} can be played",
            count = count,
            most = MOST_VARIANTS
        );
        notes.add(span, says);
        return None;
    }
    let value = |at: i64| (decimal(from + at * step), span.clone());
    Some((0..count).map(value).collect())
}

fn decimal(thousandths: i64) -> String {
    let (sign, n) = (
        if thousandths < 0 { "-" } else { "" },
        thousandths.unsigned_abs(),
    );
    let text = format!("{sign}{}.{:03}", n / 1000, n % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
