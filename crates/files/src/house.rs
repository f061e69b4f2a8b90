//! House rules (`*.rules.toml`): what a table plays differently from the printed rules.
//!
//! ```toml
//! base = "otr-d6"
//! name = "Bloodier"
//! says = "Closer ranges, harder fire."
//!
//! [switches]
//! melee_tie = "both"
//!
//! [numbers]
//! charge.near_general = 2
//! fire.rifled-close.hit = 3
//! ```
//!
//! The switches are those of the rule set, the numbers those of its `numbers.toml` by their paths
//! ([`sandtable_battle::NumberTable`]). A battle file holds the same under `switches`, `numbers`
//! and `house` (the name), or names a house-rules file there.

use super::flaws::{Flaws, Notes};
use super::named::known_rules;
use super::node::{Node, Table, read_toml_as};
use super::switches::chosen_switches;
use super::text::{key, quoted, value_text};
use sandtable_battle::phrase::{must, only_here};
use sandtable_battle::{Card, Switches};
use sandtable_tongue::say;
use std::fmt::Write;
use std::ops::Range;

/// What messages call the file.
const FILE: &str = "a house-rules file";

/// The ending of a house-rules file's name.
pub const HOUSE_FILE: &str = ".rules.toml";

/// House rules as a file holds them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct House {
    /// The rule set they change.
    pub base: String,
    /// The name that the table gives them.
    pub name: String,
    /// A line about them.
    pub says: String,
    /// The differences: switches and numbers.
    pub switches: Switches,
}

/// Returns whether a text is meant as house rules: it has a `base`.
#[must_use]
pub fn is_house(text: &str) -> bool {
    let has = |root: &Table<'_>, _: &mut Notes<'_>| Some(root.get("base").is_some());
    read_toml_as(text, FILE, has).unwrap_or(false)
}

/// Returns the rule set that house rules change.
///
/// # Errors
/// If the file cannot be read this far, or its rule set is not known.
pub fn peek_house(text: &str, known: &[&str]) -> Result<String, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        known_rules(root, "base", known, notes)
    })
}

/// Reads house rules against the card of their rule set as printed. `open` tries them on the rule
/// set itself, which may know further reasons against them.
///
/// # Errors
/// Lists every switch or number that does not exist or cannot have its value.
pub fn read_house(
    text: &str,
    card: &Card,
    open: &dyn Fn(&Switches) -> Result<(), String>,
) -> Result<House, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        let keys = ["base", "name", "says", "switches", "numbers"];
        root.keys(keys.into_iter(), notes);
        if let Some(node) = root.need("base", notes)
            && let Some(base) = node.text(notes)
            && base != card.id
        {
            let message = must("base", &only_here(&card.id), &format_args!("`{base}`"));
            notes.add(node.span(), message);
        }
        let name = root.need("name", notes).and_then(|node| node.name(notes));
        let says = root.get("says").and_then(|node| node.text(notes));
        let house = House {
            base: card.id.clone(),
            name: name.unwrap_or_default().to_owned(),
            says: says.unwrap_or_default().to_owned(),
            switches: differences(root, card, notes),
        };
        if notes.clean() {
            tried(root, card, &house.switches, open, notes);
        }
        Some(house)
    })
}

/// Writes house rules as a file.
#[must_use]
pub fn write_house(house: &House) -> String {
    let mut text = String::new();
    let mut line = |line: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}");
    };
    line(format!("base = {}", quoted(&house.base)));
    line(format!("name = {}", quoted(&house.name)));
    if !house.says.is_empty() {
        line(format!("says = {}", quoted(&house.says)));
    }
    let mut switches = house.switches.choices().peekable();
    if switches.peek().is_some() {
        line("\n[switches]".to_owned());
    }
    for (name, value) in switches {
        line(format!("{} = {}", key(name), quoted(value)));
    }
    let mut numbers = house.switches.numbers().peekable();
    if numbers.peek().is_some() {
        line("\n[numbers]".to_owned());
    }
    for (path, value) in numbers {
        line(format!("{} = {}", path_text(path), value_text(value)));
    }
    text
}

/// Returns a path as TOML keys with dots between them.
fn path_text(path: &str) -> String {
    let keys: Vec<String> = path.split('.').map(key).collect();
    keys.join(".")
}

/// Returns the switches and numbers under `switches` and `numbers` of a table that differ from the
/// printed rules.
pub fn differences(root: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Switches {
    let mut house = chosen_switches(root, card, notes);
    for (path, value, span) in written_numbers(root, notes) {
        if notes.is_full() {
            break;
        }
        match card.numbers.written(&path, &value) {
            Ok(Some((path, value))) => house = house.with_number(&path, &value),
            Ok(None) => {}
            Err(why) => notes.add(span, why),
        }
    }
    house
}

/// Returns the numbers as they are written in a file: paths, values and their bytes.
pub fn written_numbers(
    root: &Table<'_>,
    notes: &mut Notes<'_>,
) -> Vec<(String, String, Range<usize>)> {
    let mut out = Vec::new();
    if let Some(node) = root.get("numbers")
        && let Some(table) = node.table("the numbers", notes)
    {
        table_numbers(&table, "", notes, &mut out);
    }
    out
}

type Written = Vec<(String, String, Range<usize>)>;

fn table_numbers(table: &Table<'_>, path: &str, notes: &mut Notes<'_>, out: &mut Written) {
    for (_, node) in table.entries() {
        number(node, &joined(path, node.key), notes, out);
    }
}

fn number(node: Node<'_>, path: &str, notes: &mut Notes<'_>, out: &mut Written) {
    // A path has few names; a file that nests deeper is not one of ours.
    if path.len() > 200 {
        notes.add(node.span(), "no number has a path this long");
    } else if node.is_table() {
        if let Some(table) = node.table("the numbers", notes) {
            table_numbers(&table, path, notes, out);
        }
    } else if node.is_list() {
        let items = node.items(notes).unwrap_or_default();
        if items.is_empty() {
            notes.add(
                node.span(),
                say!(
                    "`{path}` is an empty list, which changes nothing",
                    path = path
                ),
            );
        }
        for (place, item) in (1..).zip(items) {
            number(item, &format!("{path}.{place}"), notes, out);
        }
    } else {
        out.push((path.to_owned(), node.plain(), node.span()));
    }
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

/// Tries differences on the rule set itself. If it refuses them, the flaw is noted at the first
/// number that it refuses by itself.
pub fn tried(
    root: &Table<'_>,
    card: &Card,
    house: &Switches,
    open: &dyn Fn(&Switches) -> Result<(), String>,
    notes: &mut Notes<'_>,
) {
    let Err(why) = open(house) else { return };
    for (path, value, span) in written_numbers(root, notes) {
        let Ok(Some((path, value))) = card.numbers.written(&path, &value) else {
            continue;
        };
        if let Err(why) = open(&Switches::default().with_number(&path, &value)) {
            notes.add(
                span,
                say!(
                    "`{path}` cannot be {value}: {why}",
                    path = path,
                    value = value,
                    why = why
                ),
            );
            return;
        }
    }
    notes.add(
        0..0,
        say!("these house rules cannot be played: {why}", why = why),
    );
}
