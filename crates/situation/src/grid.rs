//! Grids: one question for every combination of two or three inputs of a situation.
//!
//! ```toml
//! [grid]
//! answer = "target gone"
//! range = [2, 4, 6]
//! target.ground = ["field", "town"]
//! ```

use crate::answered::{Answered, NumberView};
use crate::keys::file;
use crate::{Answer, Library, Situation, sentence};
use sandtable_battle::Switches;
use sandtable_files::Flaws;
use sandtable_files::walk::{self, Node, Notes, Table};
use sandtable_tongue::say;
use serde::Serialize;

/// Most inputs of a grid.
const MOST_AXES: usize = 3;
/// Most values of one input.
const MOST_VALUES: usize = 40;
/// Most combinations.
const MOST_CELLS: usize = 600;
/// Longest path of an input: those of `numbers` are the longest.
const DEEPEST: usize = 6;

/// The inputs that may vary, or their tables.
const INPUTS: [&str; 9] = [
    "range", "side", "first", "between", "order", "others", "unit", "target", "switches",
];

/// An input that varies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Axis {
    /// Its path in the situation: `target.ground`.
    pub path: String,
    /// Its values, as written.
    pub values: Vec<String>,
}

/// A grid as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The question.
    pub answer: Answer,
    /// The inputs, in the order of their names; the last runs across.
    pub axes: Vec<Axis>,
}

/// A grid with its results.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GridView {
    /// The rule set.
    pub rules: String,
    /// Title of the situation.
    pub title: String,
    /// The question in words.
    pub says: String,
    /// Whether the numbers are chances; if not, they are expected numbers.
    pub chances: bool,
    /// The inputs; the last runs across, the one before it down.
    pub axes: Vec<Axis>,
    /// A cell for every combination, the last input changing fastest.
    pub cells: Vec<CellView>,
    /// How choices on the way were made.
    pub others: sandtable_odds::OthersView,
}

/// One combination of inputs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellView {
    /// The answer; null where the order may not be given or the situation is not possible.
    pub number: Option<NumberView>,
    /// Why there is no answer; empty when there is one.
    pub why: String,
    /// What the answer leaves out, or how far off it may be; empty if it is the whole truth.
    pub note: String,
    /// By how many percentage points the chance may be off, if that is known of it.
    #[serde(skip)]
    pub(crate) off: Option<f64>,
    /// Whether the outcome in question can happen here at all.
    #[serde(skip)]
    pub(crate) known: bool,
}

/// Reads a grid.
pub(crate) fn read(
    node: Node<'_>,
    card: &sandtable_battle::Card,
    notes: &mut Notes<'_>,
) -> Option<Grid> {
    let table = node.table(say("a grid"), notes)?;
    let asked = table.get("answer");
    let answer = match asked {
        None => Some(Answer::Gone(false)),
        Some(node) => Answer::read(node, card, notes),
    };
    let mut axes = Vec::new();
    collect(&table, "", 0, &mut axes, notes);
    if axes.is_empty() {
        let says = say!("a grid needs an input to vary");
        notes.hint(
            node.span(),
            says,
            say!("range = [2, 4, 6] or target.stands = [3, 4]"),
        );
        return None;
    }
    if axes.len() > MOST_AXES {
        let says = say!(
            "a grid varies at most {most} inputs, not {n}",
            most = MOST_AXES,
            n = axes.len()
        );
        notes.add(node.span(), says);
        return None;
    }
    let cells: usize = axes.iter().map(|axis| axis.values.len()).product();
    if cells > MOST_CELLS {
        let says = say!(
            "this grid has {cells} combinations; at most {most}",
            cells = cells,
            most = MOST_CELLS
        );
        notes.add(node.span(), says);
        return None;
    }
    Some(Grid {
        answer: answer?,
        axes,
    })
}

fn collect(
    table: &Table<'_>,
    path: &str,
    deep: usize,
    axes: &mut Vec<Axis>,
    notes: &mut Notes<'_>,
) {
    for (span, node) in table.entries() {
        if deep == 0 && node.key == "answer" {
            continue;
        }
        let known = INPUTS.into_iter().chain(["numbers", "answer"]);
        if deep == 0 && !known.clone().any(|k| k == node.key) {
            let says = say!("no input of a situation is called `{key}`", key = node.key);
            notes.unknown(span, says, node.key, known);
            continue;
        }
        let own = if path.is_empty() {
            node.key.to_owned()
        } else {
            format!("{path}.{}", node.key)
        };
        if node.is_table() {
            if deep + 1 >= DEEPEST {
                notes.add(
                    node.span(),
                    say!("no input is as deep as `{own}`", own = own),
                );
            } else if let Some(inner) = node.table(say("a grid"), notes) {
                collect(&inner, &own, deep + 1, axes, notes);
            }
            continue;
        }
        let Some(items) = node.items(notes) else {
            continue;
        };
        if !(1..=MOST_VALUES).contains(&items.len()) {
            let says = say!(
                "`{own}` must have 1 to {most} values, not {n}",
                own = own,
                most = MOST_VALUES,
                n = items.len()
            );
            notes.add(node.span(), says);
            continue;
        }
        if let Some(odd) = items.iter().find(|item| item.is_table() || item.is_list()) {
            notes.add(
                odd.span(),
                say!("`{own}` lists numbers or names", own = own),
            );
            continue;
        }
        axes.push(Axis {
            path: own,
            values: items.iter().map(Node::plain).collect(),
        });
    }
}

/// Works out the grid of a situation, with a different answer if one is given.
///
/// # Errors
/// Every flaw of the file; if it has no grid.
pub fn grid(
    text: &str,
    library: Library<'_>,
    house: &Switches,
    answer: Option<&str>,
) -> Result<GridView, Flaws> {
    grid_telling(text, library, house, answer, &mut |_, _| {})
}

/// Works out a grid like [`grid`], and says after each cell how many of how many are done: with a
/// question over time, one cell can take a second.
///
/// # Errors
/// Every flaw of the file; if it has no grid.
pub fn grid_telling(
    text: &str,
    library: Library<'_>,
    house: &Switches,
    answer: Option<&str>,
    done: &mut dyn FnMut(usize, usize),
) -> Result<GridView, Flaws> {
    let whole = Situation::read_under(text, library, house)?;
    let card = whole.rules.card();
    let Some(Grid { answer: own, axes }) = whole.grid.clone() else {
        let says = say!("this situation has no [grid]");
        let hint = Some(say!(
            "[grid] with range = [2, 4, 6] and target.stands = [3, 4]"
        ));
        return Err(Flaws::one(text, 0..0, says, hint));
    };
    let answer = match answer {
        None => own,
        Some(name) => Answer::named(name, card).map_err(|why| Flaws::one(text, 0..0, why, None))?,
    };
    let parsed: Result<toml::Table, _> = toml::from_str(text);
    let mut base = parsed.map_err(|e| Flaws::one(text, 0..0, e.to_string(), None))?;
    let grid = base.remove("grid").unwrap_or(toml::Value::Boolean(false));
    let lists: Vec<&Vec<toml::Value>> = axes
        .iter()
        .filter_map(|axis| lookup(&grid, &axis.path)?.as_array())
        .collect();
    let count: usize = axes.iter().map(|axis| axis.values.len()).product();
    let mut cells = Vec::with_capacity(count);
    for place in 0..count {
        let mut rest = place;
        let mut table = base.clone();
        for (axis, list) in axes.iter().zip(&lists).rev() {
            let at = rest % axis.values.len();
            rest /= axis.values.len();
            if let Some(value) = list.get(at) {
                set(&mut table, &axis.path, value.clone());
            }
        }
        cells.push(cell(&table, library, house, &answer));
        done(cells.len(), count);
    }
    if let Answer::Row(words) = &answer {
        let told = cells.iter().any(|cell| cell.known);
        let asked = cells.iter().any(|cell| cell.number.is_some());
        if asked && !told {
            return Err(whole.unknown_words(text, words));
        }
    }
    Ok(GridView {
        rules: card.id.clone(),
        title: say(&whole.title).to_owned(),
        says: answer.says(&whole),
        chances: answer.is_chance(),
        axes,
        cells,
        others: sandtable_odds::OthersView::of(whole.settled()),
    })
}

fn cell(table: &toml::Table, library: Library<'_>, house: &Switches, answer: &Answer) -> CellView {
    let none = |why: String| CellView {
        number: None,
        why,
        note: String::new(),
        off: None,
        known: false,
    };
    let Ok(text) = toml::to_string(table) else {
        return none(say!("it cannot be written"));
    };
    match Situation::read_under(&text, library, house) {
        Err(flaws) => none(sentence(&flaws)),
        Ok(situation) => match situation.answer(answer, None) {
            Ok(Answered {
                number,
                why,
                note,
                off,
            }) => CellView {
                known: number.as_ref().is_some_and(|found| found.number > 0.0),
                number,
                why,
                note,
                off,
            },
            Err(refused) => {
                let why: Vec<String> = refused
                    .reasons
                    .iter()
                    .map(|r| format!("{} {}", r.clause, r.says))
                    .collect();
                none(if why.is_empty() {
                    say!("this order does not exist")
                } else {
                    why.join("; ")
                })
            }
        },
    }
}

fn lookup<'v>(value: &'v toml::Value, path: &str) -> Option<&'v toml::Value> {
    path.split('.').try_fold(value, |value, key| value.get(key))
}

fn set(table: &mut toml::Table, path: &str, value: toml::Value) {
    match path.split_once('.') {
        None => {
            table.insert(path.to_owned(), value);
        }
        Some((key, rest)) => {
            let empty = || toml::Value::Table(toml::Table::new());
            let inner = table.entry(key.to_owned()).or_insert_with(empty);
            if !inner.is_table() {
                *inner = empty();
            }
            if let Some(inner) = inner.as_table_mut() {
                set(inner, rest, value);
            }
        }
    }
}

/// Tells whether a text has a grid, as far as it can be read.
#[must_use]
pub fn has_grid(text: &str) -> bool {
    let read = walk::read_toml_as(text, file(), |root, _| Some(root.get("grid").is_some()));
    read.unwrap_or(false)
}
