//! House rules (`*.rules.toml`): what a table plays otherwise than printed.
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
//! Switches are those of the rule set, numbers those of its `numbers.toml` by
//! their paths ([`sandtable_battle::NumberTable`]). A battle file holds the same under
//! `switches`, `numbers` and `house` (the name), or names such a file there.

use super::flaws::{Flaws, Notes};
use super::node::{Node, Table, read_toml_as};
use super::switches::chosen_switches;
use super::text::{key, quoted, value_text};
use sandtable_battle::phrase::{must, only_here};
use sandtable_battle::{Card, Switches};
use sandtable_tongue::say;
use std::fmt::Write;
use std::ops::Range;

/// What a file's top table is called in messages.
const FILE: &str = "a house-rules file";

/// How the name of a house-rules file ends.
pub const HOUSE_FILE: &str = ".rules.toml";

/// House rules as a file holds them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct House {
    /// The rule set they change.
    pub base: String,
    /// What the table calls them.
    pub name: String,
    /// A line about them.
    pub says: String,
    /// The differences: switches and numbers.
    pub switches: Switches,
}

/// Whether a text is meant as house rules: it has a `base`.
#[must_use]
pub fn is_house(text: &str) -> bool {
    let has = |root: &Table<'_>, _: &mut Notes<'_>| Some(root.get("base").is_some());
    read_toml_as(text, FILE, has).unwrap_or(false)
}

/// The rule set that house rules change.
///
/// # Errors
/// What keeps the file from being understood so far, or that its rule set is
/// none of those known.
pub fn peek_house(text: &str, known: &[&str]) -> Result<String, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        let node = root.need("base", notes)?;
        let base = node.text(notes)?;
        if known.contains(&base) {
            return Some(base.to_owned());
        }
        let message = say!("no rule set is called `{name}`", name = base);
        notes.unknown(node.span(), message, base, known.iter().copied());
        None
    })
}

/// Reads house rules against the card of their rule set as printed. `open`
/// tries them on the rule set itself: it may know why something cannot be.
///
/// # Errors
/// Every switch or number that does not exist or cannot be what it is set to.
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

/// House rules as a file.
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

/// A path as TOML keys with points between.
fn path_text(path: &str) -> String {
    let keys: Vec<String> = path.split('.').map(key).collect();
    keys.join(".")
}

/// The switches and numbers under `switches` and `numbers` of a table that
/// differ from the printed rules.
pub fn differences(root: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Switches {
    let mut house = chosen_switches(root, card, notes);
    for (path, value, span) in written_numbers(root, notes) {
        match card.numbers.written(&path, &value) {
            Ok(Some((path, value))) => house = house.with_number(&path, &value),
            Ok(None) => {}
            Err(why) => notes.add(span, why),
        }
    }
    house
}

/// The numbers as they stand in a file: paths, values and their bytes.
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
    // A path has few names; a file that nests deeper is none of ours.
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

/// Tries differences on the rule set itself; what it refuses is noted where the
/// one stands that it refuses alone.
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
