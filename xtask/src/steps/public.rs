//! The facade's promises: its public API as a list, one item per line, read from the sources in
//! `rustfmt` layout. The list of the last release is stored next to the crate. An item that is
//! missing or changed is a breaking change, which must be in the changelog, or the check fails.

use std::collections::BTreeSet;
use std::fs;

use crate::shell::{Done, at, read, write};

const SOURCES: &str = "crates/sandtable/src";
const KEPT: &str = "crates/sandtable/api.txt";
const HEAD: &str = "# The public API of the crate `sandtable` as it was released, or is to be released first.\n\
    # Written by `cargo xtask crates --record`, when a release is made.\n";
/// Beginning of a changelog line about a breaking change.
const BREAKS: &str = "- Breaking:";

/// Fails if there is a breaking change that the changelog does not mention.
pub(crate) fn check() -> Done {
    let kept = read(&at(KEPT))?;
    let kept: BTreeSet<String> = kept
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(str::to_owned)
        .collect();
    let now = listed()?;
    let untold = untold(&kept, &now, &read(&at("CHANGELOG.md"))?);
    if untold.is_empty() {
        let (gone, new) = (kept.difference(&now).count(), now.difference(&kept).count());
        println!(
            "the facade: {} items, {gone} otherwise than released and told, {new} new",
            now.len()
        );
        return Ok(());
    }
    Err(format!(
        "the public API of `sandtable` breaks: {KEPT} has these and the sources do not. Put them \
         back, or tell in the newest part of CHANGELOG.md, in a line `{BREAKS} ..`, what becomes of \
         each, by its name in backticks:\n  {}",
        untold.join("\n  ")
    ))
}

/// Stores the current list.
pub(crate) fn record() -> Done {
    let lines: Vec<String> = listed()?.into_iter().collect();
    write(&at(KEPT), format!("{HEAD}{}\n", lines.join("\n")))
}

fn listed() -> Done<BTreeSet<String>> {
    let mut items = BTreeSet::new();
    let files = fs::read_dir(at(SOURCES)).map_err(|why| format!("{SOURCES}: {why}"))?;
    for file in files.flatten() {
        items.extend(items_of(&read(&file.path())?));
    }
    Ok(items)
}

/// Returns the items that are missing or changed and that the changelog does not mention.
fn untold(kept: &BTreeSet<String>, now: &BTreeSet<String>, changelog: &str) -> Vec<String> {
    let newest = changelog.split("\n## ").nth(1).unwrap_or_default();
    let told: Vec<&str> = newest
        .split("\n- ")
        .filter(|point| point.starts_with(&BREAKS[2..]))
        .collect();
    let tells = |item: &str| {
        let name = format!("`{}`", name(item));
        told.iter().any(|point| point.contains(&name))
    };
    kept.difference(now)
        .filter(|item| !tells(item))
        .cloned()
        .collect()
}

/// Returns the name of an item: `Game::play`, `Error`, `draw`.
fn name(item: &str) -> &str {
    let item = item.strip_prefix("pub ").unwrap_or(item);
    let item = item.split(" for ").last().unwrap_or(item);
    let item = match item.strip_prefix("use ") {
        Some(path) => path.rsplit(['(', ' ', ':']).next().unwrap_or(path),
        None => item,
    };
    let word =
        |text: &&str| !["fn", "struct", "enum", "trait", "const", "type", "impl"].contains(text);
    let item = item.split(' ').find(word).unwrap_or(item);
    item.split(['(', '<', '{', ';', '.']).next().unwrap_or(item)
}

/// Returns the public items of a file.
fn items_of(text: &str) -> BTreeSet<String> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//") && !line.trim().is_empty())
        .collect();
    let mut items = BTreeSet::new();
    let (mut at, mut derives, mut open) = (0, Vec::new(), false);
    while at < lines.len() {
        let (item, next) = top(&lines, at);
        let head = item[0];
        if let Some(names) = head.strip_prefix("#[derive(") {
            derives = names.trim_end_matches(")]").split(", ").collect();
        } else if head == "#[non_exhaustive]" {
            open = true;
        } else if !head.starts_with("#[") {
            for found in of_item(&item, open) {
                items.insert(found);
            }
            if head.starts_with("pub struct") || head.starts_with("pub enum") {
                let own = name(head).to_owned();
                items.extend(derives.iter().map(|it| format!("impl {it} for {own}")));
            }
            (derives, open) = (Vec::new(), false);
        }
        at = next;
    }
    items
}

/// Returns an item of the file with all its lines, and where the next begins.
fn top<'a>(lines: &[&'a str], at: usize) -> (Vec<&'a str>, usize) {
    let inside = |line: &&&str| {
        line.starts_with([' ', '{', '}', ')']) || **line == "where" || line.starts_with("] ")
    };
    let more = lines[at + 1..].iter().take_while(inside).count();
    (lines[at..=at + more].to_vec(), at + more + 1)
}

/// Returns the entries that an item adds to the list.
fn of_item(item: &[&str], open: bool) -> Vec<String> {
    let head = item[0];
    if head.starts_with("pub use ") {
        return used(&joined(item));
    }
    if let Some(rest) = head.strip_prefix("impl") {
        let header = signature(item);
        let whose = rest.trim_start_matches(|letter| letter != ' ').trim();
        if header.contains(" for ") {
            return vec![header.trim_end_matches(" {}").to_owned()];
        }
        return methods(item, name(whose));
    }
    if !head.starts_with("pub ") {
        return Vec::new();
    }
    let body: Vec<&str> = item[1..].iter().map(|line| line.trim()).collect();
    let fields = || {
        body.iter()
            .filter(|line| !line.starts_with('#') && **line != "}")
    };
    if head.starts_with("pub struct") && head.ends_with('{') {
        let (shown, hidden): (Vec<&str>, Vec<&str>) =
            fields().partition(|it| it.starts_with("pub "));
        return of_struct(&signature(item), &shown, !hidden.is_empty() || open);
    }
    if head.starts_with("pub struct") {
        return vec![tuple(&joined(item))];
    }
    if head.starts_with("pub enum") || head.starts_with("pub trait") {
        let parts: Vec<&str> = fields().copied().collect();
        let more = if open { " .." } else { "" };
        return vec![format!(
            "{} {{ {}{more} }}",
            signature(item),
            parts.join(" ")
        )];
    }
    vec![signature(item)]
}

/// Lists a struct: whole if all its fields are public, or else one line per field.
fn of_struct(header: &str, shown: &[&str], hidden: bool) -> Vec<String> {
    let plain = |field: &&str| {
        field
            .trim_start_matches("pub ")
            .trim_end_matches(',')
            .to_owned()
    };
    let fields: Vec<String> = shown.iter().map(plain).collect();
    if !hidden {
        return vec![format!("{header} {{ {} }}", fields.join(", "))];
    }
    let own = name(header).to_owned();
    let mut lines = vec![format!("{header} {{ .. }}")];
    lines.extend(fields.iter().map(|field| format!("{own}.{field}")));
    lines
}

/// Lists a tuple struct; what is private in it is not a promise.
fn tuple(line: &str) -> String {
    match line.split_once('(') {
        Some((header, fields)) if !fields.starts_with("pub ") => format!("{header}(..)"),
        _ => line.trim_end_matches(';').to_owned(),
    }
}

/// Lists the public functions of an `impl`, prefixed with the name of the type.
fn methods(item: &[&str], whose: &str) -> Vec<String> {
    let mut found = Vec::new();
    let own = |line: &str| line.starts_with("    pub ") && !line.starts_with("    pub(");
    for (at, line) in item.iter().enumerate() {
        if own(line) {
            let signature = signature(&item[at..]);
            let words = signature.trim_start_matches("pub ");
            let start = words.find("fn ").map_or(0, |at| at + 3);
            let (before, after) = words.split_at(start);
            found.push(format!("{before}{whose}::{after}"));
        }
    }
    found
}

/// Joins the lines of an item up to its body.
fn signature(item: &[&str]) -> String {
    let ends = |line: &&str| line.ends_with(['{', ';']);
    let last = item.iter().position(ends).unwrap_or(0);
    let text = joined(&item[..=last]);
    let text = text.trim_end_matches(['{', ';']).trim_end();
    text.split(" = ").next().unwrap_or(text).to_owned()
}

fn joined(item: &[&str]) -> String {
    let lines: Vec<&str> = item.iter().map(|line| line.trim()).collect();
    let text = lines.join(" ");
    text.replace("( ", "(")
        .replace(", )", ")")
        .replace(",)", ")")
}

/// Returns one line for each re-exported name.
fn used(line: &str) -> Vec<String> {
    let path = line.trim_start_matches("pub use ").trim_end_matches(';');
    // The file in which an item is defined is an internal matter.
    let path = match path.split_once("::") {
        Some((_, names)) if !path.starts_with("sandtable_") => names,
        _ => path,
    };
    let Some((before, names)) = path.split_once('{') else {
        return vec![format!("pub use {path}")];
    };
    let names = names.trim_end_matches('}').split(',').map(str::trim);
    names
        .filter(|name| !name.is_empty())
        .map(|name| format!("pub use {before}{name}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{items_of, name, untold};
    use std::collections::BTreeSet;

    const SOURCE: &str = "\
//! A file.
pub use one::{Alpha, Beta as Gamma};
pub use two as other;

/// Told.
#[derive(Clone, Debug)]
pub struct Open {
    /// A field.
    pub field: String,
}

pub struct Half {
    pub seen: u8,
    hidden: u8,
}

pub struct Shut(Vec<u8>);

pub enum Kind {
    One(#[from] Open),
    #[error(\"two\")]
    Two { why: String },
}

impl Half {
    /// Says.
    #[must_use]
    pub fn long(
        &self,
        far: u8,
    ) -> Option<u8> {
        None
    }

    pub(crate) fn own(&self) {}

    fn hidden(&self) {}
}

impl std::fmt::Display for Kind {
    fn fmt(&self) {}
}

pub fn free<T>(it: &T) -> u8
where
    T: Copy,
{
    1
}

fn hidden() {}
";

    fn set(lines: &[&str]) -> BTreeSet<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn every_public_item_is_listed_and_nothing_else() {
        let expected = set(&[
            "pub use Alpha",
            "pub use Beta as Gamma",
            "pub use two as other",
            "pub struct Open { field: String }",
            "impl Clone for Open",
            "impl Debug for Open",
            "pub struct Half { .. }",
            "Half.seen: u8",
            "pub struct Shut(..)",
            "pub enum Kind { One(#[from] Open), Two { why: String }, }",
            "fn Half::long(&self, far: u8) -> Option<u8>",
            "impl std::fmt::Display for Kind",
            "pub fn free<T>(it: &T) -> u8 where T: Copy,",
        ]);
        assert_eq!(items_of(SOURCE), expected);
    }

    #[test]
    fn a_break_must_be_told_by_its_name() {
        let was = items_of(SOURCE);
        let now = items_of(
            &SOURCE
                .replace("far: u8", "far: u16")
                .replace("One(#", "First(#"),
        );
        let untold = |log: &str| {
            untold(
                &was,
                &now,
                &format!("# Changelog\n\n## Unreleased\n\n{log}\n\n## 0.1.0\n"),
            )
        };
        assert_eq!(untold("- Better.").len(), 2);
        assert_eq!(untold("- Breaking: `Half::long` asks for more.").len(), 1);
        assert_eq!(untold("- `Half::long` and `Kind` are better.").len(), 2);
        let told = "- Good.\n- Breaking: `Half::long` asks for more, `Kind` has\n  other names.";
        assert!(untold(told).is_empty());
        // An addition is not a breaking change.
        let more = items_of(&format!("{SOURCE}\npub fn more() {{}}\n"));
        assert!(super::untold(&was, &more, "").is_empty());
    }

    #[test]
    fn items_are_called_by_their_names() {
        for (item, called) in [
            ("fn Half::long(&self) -> u8", "Half::long"),
            ("pub fn free<T>(it: &T) -> u8", "free"),
            ("pub use one::Alpha", "Alpha"),
            ("pub use two as other", "other"),
            ("impl Clone for Open", "Open"),
            ("Half.seen: u8", "Half"),
            ("pub enum Kind { One }", "Kind"),
        ] {
            assert_eq!(name(item), called, "{item}");
        }
    }
}
