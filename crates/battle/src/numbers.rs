//! A rule set's `numbers.toml` with a table's house rules applied: every number by its path, with
//! its clause.
//!
//! A path consists of the names on the way to a number, with points between: `charge.near_general`.
//! A table in a list is named by its first texts, as many as tell it from the others
//! (`grade.veteran.infantry`, `fire.rifled-close.to`), or by its position from 1; so are the
//! entries of a list (`combat.1.open.3`).
//!
//! Three tables of the file are not numbers but describe them. In each, a path stands for
//! everything that begins with it, `*` for any one name in it, and the longest match counts:
//!
//! ```toml
//! [clauses]                  # which clauses a number belongs to: one for every number
//! charge = "CHG-04"
//! "charge.short_gap" = ["CHG-08", "GEO-16"]
//! "grade.*.morale" = "MOR-04"
//!
//! [ranges]                   # what it may be changed to, where the usual bounds are wrong
//! "musketry.hit" = [0, 6]
//!
//! [fixed]                    # what no house rule changes, and what to do instead
//! turns = "choose them with the switch `turn_limit`"
//! ```

use crate::clause::Switches;
use crate::data;
use crate::phrase::{between, meant, must, nearest};
use sandtable_tongue::say;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The kind of a number's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NumberSort {
    /// Written as a whole number; a length may still become a decimal number.
    Whole,
    /// A decimal number.
    Broken,
    /// True or false.
    Flag,
    /// A fraction, like `"1/2"`.
    Share,
    /// A name; no house rule changes it.
    Name,
}

/// A number of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Number {
    /// The path: `charge.near_general`.
    pub path: String,
    /// The kind of its value.
    pub sort: NumberSort,
    /// The printed value.
    pub printed: String,
    /// The value in play.
    pub now: String,
    /// Least and greatest value; `None` for flags, shares and names.
    pub range: Option<(Bound, Bound)>,
    /// Ids of the number's clauses, without the rule set's prefix.
    pub clauses: Vec<String>,
    /// Why no house rule changes the number, and what to do instead.
    pub fixed: Option<String>,
    #[serde(skip)]
    place: String,
}

impl Number {
    /// Returns whether a house rule changed the number.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.printed != self.now
    }

    /// Sets another value.
    ///
    /// # Errors
    /// If it cannot have that value: why.
    fn change(&mut self, value: &str) -> Result<Value, String> {
        let path = &self.path;
        if let Some(instead) = &self.fixed {
            return Err(say!(
                "`{path}` cannot be changed: {instead}",
                path = path,
                instead = say(instead)
            ));
        }
        let found = parse(value);
        let fits = match self.sort {
            NumberSort::Whole | NumberSort::Broken => found.is_number(),
            NumberSort::Flag => found.is_boolean(),
            NumberSort::Share => found.as_str().is_some_and(is_share),
            NumberSort::Name => false,
        };
        if !fits {
            let wanted = match self.sort {
                NumberSort::Whole | NumberSort::Broken => "a number",
                NumberSort::Flag => "true or false",
                NumberSort::Share => "a share like \"1/2\"",
                NumberSort::Name => {
                    return Err(say!(
                        "`{path}` is a name and cannot be changed, not {value}",
                        path = path,
                        value = value
                    ));
                }
            };
            return Err(must(path, wanted, &value));
        }
        if let (Some((least, most)), Some(n)) = (self.range, Bound::of(&found))
            && !(least..=most).contains(&n)
        {
            return Err(must(path, &between(&least, &most), &value));
        }
        self.now = shown(&found);
        Ok(found)
    }
}

/// A bound of a number, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bound(i64);

impl Bound {
    /// Makes a bound from a whole number.
    #[must_use]
    pub const fn whole(n: i64) -> Self {
        Self(n.saturating_mul(1000))
    }

    /// Returns a value as a bound, to the nearest thousandth; `None` if it is not a number.
    fn of(value: &Value) -> Option<Self> {
        if let Some(n) = value.as_i64() {
            return Some(Self::whole(n));
        }
        let thousandths = (value.as_f64()? * 1000.0).round();
        let sound = thousandths.abs() < 1e15;
        #[expect(clippy::cast_possible_truncation, reason = "tested before")]
        let thousandths = sound.then_some(thousandths as i64);
        thousandths.map(Self)
    }
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (sign, n) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let number = format!("{sign}{}.{:03}", n / 1000, n % 1000);
        f.write_str(&crate::phrase::trimmed(number))
    }
}

impl Serialize for Bound {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bound {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        Self::of(&value).ok_or_else(|| serde::de::Error::custom("a bound is a number"))
    }
}

/// A rule set's numbers under its house rules.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NumberTable {
    /// The numbers, in the order of the file.
    pub numbers: Vec<Number>,
    /// The house rules in force: switches and changed numbers.
    pub house: Switches,
    hash: u64,
    #[serde(skip)]
    root: Value,
}

impl NumberTable {
    /// Reads the numbers of a `numbers.toml` and applies the changes of these house rules.
    ///
    /// # Errors
    /// If something is wrong with the file, or a change is impossible: a number that does not
    /// exist, or a value it cannot have.
    pub fn new(text: &str, house: &Switches) -> Result<Self, String> {
        Self::laid(&[text], house)
    }

    /// Reads several `numbers.toml` files, each laid over the earlier ones, and applies the changes
    /// of these house rules: tables are merged into tables, anything else replaces what was there.
    ///
    /// # Errors
    /// As [`NumberTable::new`].
    pub fn laid(texts: &[&str], house: &Switches) -> Result<Self, String> {
        let wrong = |what: String| format!("numbers.toml: {what}");
        let mut all = DeTable::new();
        for text in texts {
            let parsed = DeTable::parse(text).map_err(|e| wrong(e.to_string()))?;
            lay_over(&mut all, parsed.into_inner());
        }
        let mut root = data::table(&all).map_err(wrong)?;
        let about = About::taken(&mut root).map_err(wrong)?;
        let mut walk = Walk::default();
        walk.table(&all, "", "");
        let mut table = Self {
            numbers: walk.numbers,
            house: house.clone(),
            hash: fingerprint(&texts.concat(), house),
            root,
        };
        table.numbers.iter_mut().for_each(|n| about.fill(n));
        for (path, value) in house.numbers() {
            table.change(path, value)?;
        }
        Ok(table)
    }

    /// Reads the numbers into the rule set's own type.
    ///
    /// # Errors
    /// If something does not fit the type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        // Without changed numbers, the reader of the message wrote the rule set; with them, the
        // house rules.
        let ours = self.house.numbers().next().is_none();
        data::read_value(self.root.clone()).map_err(|e| match ours {
            true => format!("numbers.toml: {e}"),
            false => e.to_string(),
        })
    }

    /// Returns the number at a path; case does not matter, and `_` equals a space.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&Number> {
        let path = crate::phrase::folded(path);
        self.numbers
            .iter()
            .find(|n| crate::phrase::folded(&n.path) == path)
    }

    /// Returns the paths that a house rule may change.
    pub fn paths(&self) -> impl Iterator<Item = &str> + Clone {
        let open = |n: &&Number| n.sort != NumberSort::Name;
        self.numbers.iter().filter(open).map(|n| n.path.as_str())
    }

    /// Returns every number, in the order of the file.
    pub fn each(&self) -> impl Iterator<Item = &Number> {
        self.numbers.iter()
    }

    /// Returns the numbers that house rules changed.
    pub fn changed(&self) -> impl Iterator<Item = &Number> {
        self.numbers.iter().filter(|n| n.is_changed())
    }

    /// Returns a fingerprint of the printed numbers and the house rules: the value of
    /// [`crate::Card::hash`].
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the key and value for a number in house rules; `None` for the printed value, since
    /// that changes nothing.
    ///
    /// # Errors
    /// If the number cannot have that value: why.
    pub fn written(&self, path: &str, value: &str) -> Result<Option<(String, String)>, String> {
        let Some(number) = self.find(path) else {
            return Err(self.unknown(path));
        };
        let mut number = number.clone();
        number.change(value)?;
        let changed = number.is_changed();
        Ok(changed.then_some((number.path, number.now)))
    }

    fn unknown(&self, path: &str) -> String {
        let hint = nearest(path, self.paths());
        let hint = hint.map_or_else(String::new, |near| format!("; {}", meant(near)));
        say!(
            "there is no number `{path}`{hint}",
            path = path,
            hint = hint
        )
    }

    fn change(&mut self, path: &str, value: &str) -> Result<(), String> {
        let folded = crate::phrase::folded(path);
        let found = self
            .numbers
            .iter_mut()
            .find(|n| crate::phrase::folded(&n.path) == folded);
        let Some(number) = found else {
            return Err(self.unknown(path));
        };
        let value = number.change(value)?;
        match self.root.pointer_mut(&number.place) {
            Some(slot) => *slot = value,
            None => return Err(self.unknown(path)),
        }
        Ok(())
    }
}

/// Merges a table into another.
fn lay_over<'a>(under: &mut DeTable<'a>, over: DeTable<'a>) {
    for (key, value) in over {
        match (under.get_mut(&key).map(Spanned::get_mut), value) {
            (Some(DeValue::Table(below)), value) if value.get_ref().is_table() => {
                if let DeValue::Table(above) = value.into_inner() {
                    lay_over(below, above);
                }
            }
            (_, value) => {
                under.insert(key, value);
            }
        }
    }
}

/// Computes FNV-1a over the files and the house rules.
fn fingerprint(text: &str, house: &Switches) -> u64 {
    let words = house.0.iter().flat_map(|(name, value)| [name, value]);
    let bytes = std::iter::once(text)
        .chain(words.map(String::as_str))
        .flat_map(|word| word.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Reads a value from its text in house rules; anything but a number or a flag is text.
fn parse(value: &str) -> Value {
    let bare = value.trim_matches('"');
    match serde_json::from_str::<Value>(bare) {
        // The exact number, so that it is the same after it was written and read.
        Ok(found) if found.is_f64() => bare.trim().parse().map_or(found, |n: f64| n.into()),
        Ok(found) if found.is_number() || found.is_boolean() => found,
        _ => Value::String(bare.trim().to_owned()),
    }
}

/// Returns a value as house rules write it: `7`, `7.5`, `true`, `1/2`.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        // As files write it: without an exponent, and no zero below zero.
        Value::Number(n) if n.is_f64() => match n.as_f64() {
            Some(n) if n != 0.0 => crate::phrase::trimmed(n.to_string()),
            _ => "0".to_owned(),
        },
        other => other.to_string(),
    }
}

fn is_share(text: &str) -> bool {
    text.split_once('/').is_some_and(|(top, bottom)| {
        let digits = |part: &str| part.len() < 4 && part.parse::<u16>().is_ok();
        digits(top) && digits(bottom) && bottom.parse() != Ok(0_u16)
    })
}

/// What a `numbers.toml` says about its numbers.
#[derive(Default)]
struct About {
    clauses: BTreeMap<String, Vec<String>>,
    ranges: BTreeMap<String, (Bound, Bound)>,
    fixed: BTreeMap<String, String>,
}

impl About {
    /// Takes the tables that are not numbers out of the file.
    fn taken(root: &mut Value) -> Result<Self, String> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Ids {
            One(String),
            Some(Vec<String>),
        }
        let mut take = |key: &str| {
            let root = root.as_object_mut();
            root.and_then(|root| root.remove(key))
                .unwrap_or_else(|| Value::Object(serde_json::Map::new()))
        };
        let said = |what: &str, e: serde_json::Error| format!("[{what}]: {e}");
        let clauses: BTreeMap<String, Ids> =
            data::read_value(take("clauses")).map_err(|e| said("clauses", e))?;
        let clauses = clauses.into_iter().map(|(path, ids)| match ids {
            Ids::One(id) => (path, vec![id]),
            Ids::Some(ids) => (path, ids),
        });
        Ok(Self {
            clauses: clauses.collect(),
            ranges: data::read_value(take("ranges")).map_err(|e| said("ranges", e))?,
            fixed: data::read_value(take("fixed")).map_err(|e| said("fixed", e))?,
        })
    }

    /// Adds to a number what the file says about it.
    fn fill(&self, number: &mut Number) {
        number.clauses = longest(&self.clauses, &number.path)
            .cloned()
            .unwrap_or_default();
        number.fixed = longest(&self.fixed, &number.path).cloned();
        if let (Some(_), Some(&range)) = (number.range, longest(&self.ranges, &number.path)) {
            number.range = Some(range);
        }
    }
}

/// Returns the entry of the longest path that a path begins with; of two equally long, the one with
/// more names.
fn longest<'a, T>(said: &'a BTreeMap<String, T>, path: &str) -> Option<&'a T> {
    let names = |start: &str| start.split('.').filter(|name| *name != "*").count();
    said.iter()
        .filter(|(start, _)| begins(path, start))
        .max_by_key(|(start, _)| (start.split('.').count(), names(start)))
        .map(|(_, said)| said)
}

/// Returns whether a path begins with another, in which `*` stands for any one name.
fn begins(path: &str, start: &str) -> bool {
    let mut names = path.split('.');
    start.is_empty()
        || start
            .split('.')
            .all(|part| names.next().is_some_and(|name| part == "*" || part == name))
}

/// Walks through a file in its order and names every number.
#[derive(Default)]
struct Walk {
    numbers: Vec<Number>,
}

impl Walk {
    fn table(&mut self, table: &DeTable<'_>, path: &str, place: &str) {
        for (key, value) in in_order(table) {
            if path.is_empty() && matches!(key, "clauses" | "ranges" | "fixed") {
                continue;
            }
            let path = joined(path, key);
            // JSON pointers escape `~` and `/`.
            let escaped = key.replace('~', "~0").replace('/', "~1");
            self.value(value, &path, &format!("{place}/{escaped}"));
        }
    }

    fn value(&mut self, value: &DeValue<'_>, path: &str, place: &str) {
        let number = |sort, printed: String, range| Number {
            path: path.to_owned(),
            sort,
            now: printed.clone(),
            printed,
            range,
            clauses: Vec::new(),
            fixed: None,
            place: place.to_owned(),
        };
        let found = match value {
            DeValue::Table(inner) => return self.table(inner, path, place),
            DeValue::Array(items) => {
                let labels = labels(items);
                for (i, (item, label)) in items.iter().zip(labels).enumerate() {
                    let path = joined(path, &label);
                    self.value(item.get_ref(), &path, &format!("{place}/{i}"));
                }
                return;
            }
            DeValue::Integer(n) => {
                let n = i64::from_str_radix(n.as_str(), n.radix()).unwrap_or_default();
                number(NumberSort::Whole, n.to_string(), Some(bounds(n)))
            }
            DeValue::Float(n) => {
                let printed = crate::phrase::trimmed(n.as_str().to_owned());
                let whole = printed.split('.').next().and_then(|n| n.parse().ok());
                let range = bounds(whole.unwrap_or_default());
                number(NumberSort::Broken, printed, Some(range))
            }
            DeValue::Boolean(flag) => number(NumberSort::Flag, flag.to_string(), None),
            DeValue::String(text) if is_share(text) => {
                number(NumberSort::Share, text.to_string(), None)
            }
            DeValue::String(text) => number(NumberSort::Name, text.to_string(), None),
            DeValue::Datetime(date) => number(NumberSort::Name, date.to_string(), None),
        };
        self.numbers.push(found);
    }
}

/// Returns the bounds of a number if its rule set says nothing: from zero (from minus the greatest
/// value if the number is negative) to four times its size, at least 12.
fn bounds(n: i64) -> (Bound, Bound) {
    let most = n.saturating_abs().saturating_mul(4).max(12);
    let least = if n < 0 { -most } else { 0 };
    (Bound::whole(least), Bound::whole(most))
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

/// Returns the entries of a table in the order of the file.
fn in_order<'d>(table: &'d DeTable<'d>) -> Vec<(&'d str, &'d DeValue<'d>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let plain = |(key, value): (&'d Spanned<_>, &'d Spanned<DeValue<'d>>)| {
        let key: &std::borrow::Cow<'d, str> = key.get_ref();
        (key.as_ref(), value.get_ref())
    };
    entries.into_iter().map(plain).collect()
}

/// Returns the names for the entries of a list.
fn labels(items: &[Spanned<DeValue<'_>>]) -> Vec<String> {
    let texts: Vec<Vec<String>> = items.iter().map(|item| texts(item.get_ref())).collect();
    let most = texts.iter().map(Vec::len).min().unwrap_or_default();
    for count in 1..=most {
        let names: Vec<String> = texts.iter().map(|t| t[..count].join("-")).collect();
        let mut once = names.clone();
        once.sort();
        once.dedup();
        if once.len() == names.len() {
            return names;
        }
    }
    (1..=items.len()).map(|place| place.to_string()).collect()
}

/// Returns the texts of a table in a list, in the order of the file, as parts of a path.
fn texts(item: &DeValue<'_>) -> Vec<String> {
    let DeValue::Table(table) = item else {
        return Vec::new();
    };
    let text = |(_, value): (&str, &DeValue<'_>)| value.as_str().map(part);
    in_order(table).into_iter().filter_map(text).collect()
}

/// Returns a text as a part of a path: lower-case letters, digits and `_`.
fn part(text: &str) -> String {
    let letter = |c: char| match c {
        '-' => '-',
        c if c.is_alphanumeric() => c.to_ascii_lowercase(),
        _ => '_',
    };
    let part: String = text.chars().map(letter).collect();
    part.trim_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
turns = 12
name = "Skirmish"
[clauses]
"" = "META-01"
turns = "VIC-01"
charge = ["CHG-04", "CHG-05"]
"charge.gap" = "CHG-08"
fire = "SHOOT-01"
[ranges]
"fire.rifled-close.hit" = [1, 6]
"charge.gap" = [0.05, 2]
[fixed]
turns = "choose them with the switch `turn_limit`"
[charge]
near = -1
gap = 0.10
half = "1/2"
road = false
[[fire]]
weapon = "rifled"
band = "close"
hit = 2
[[fire]]
weapon = "rifled"
band = "long"
hit = 1
[[combat]]
open = [0, 1]
"#;

    fn house(changes: &[(&str, &str)]) -> Switches {
        let each = changes.iter();
        each.fold(Switches::default(), |s, (path, value)| {
            s.with_number(path, value)
        })
    }

    #[test]
    fn numbers_have_paths_in_the_order_of_the_file_and_clauses() {
        let table = NumberTable::new(TEXT, &Switches::default()).unwrap();
        let paths: Vec<&str> = table.numbers.iter().map(|n| n.path.as_str()).collect();
        let expected = [
            "turns",
            "name",
            "charge.near",
            "charge.gap",
            "charge.half",
            "charge.road",
            "fire.rifled-close.weapon",
            "fire.rifled-close.band",
            "fire.rifled-close.hit",
            "fire.rifled-long.weapon",
            "fire.rifled-long.band",
            "fire.rifled-long.hit",
            "combat.1.open.1",
            "combat.1.open.2",
        ];
        assert_eq!(paths, expected);
        let clauses = |path: &str| table.find(path).unwrap().clauses.join(" ");
        assert_eq!(clauses("charge.gap"), "CHG-08");
        assert_eq!(clauses("charge.near"), "CHG-04 CHG-05");
        assert_eq!(clauses("combat.1.open.2"), "META-01");
    }

    #[test]
    fn changes_reach_the_rule_sets_own_type() {
        let changes = [
            ("charge.near", "3"),
            ("fire.rifled-long.hit", "4"),
            ("charge.half", "2/3"),
            ("combat.1.open.2", "5"),
        ];
        let table = NumberTable::new(TEXT, &house(&changes)).unwrap();
        let value: Value = table.read().unwrap();
        assert_eq!(value["charge"]["near"], 3);
        assert_eq!(value["charge"]["half"], "2/3");
        assert_eq!(value["fire"][1]["hit"], 4);
        assert_eq!(value["combat"][0]["open"][1], 5);
        assert!(value.get("clauses").is_none());
        assert_eq!(table.changed().count(), 4);
        let plain = NumberTable::new(TEXT, &Switches::default()).unwrap();
        assert_ne!(table.hash(), plain.hash());
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_reason() {
        let refused = |path: &str, value: &str| {
            NumberTable::new(TEXT, &house(&[(path, value)])).expect_err("refused")
        };
        assert!(refused("charge.naer", "1").contains("did you mean `charge.near`?"));
        assert!(refused("fire.rifled-close.hit", "7").contains("1 to 6"));
        assert!(refused("charge.gap", "0.04").contains("0.05 to 2"));
        assert!(refused("charge.near", "yes").contains("a number"));
        assert!(refused("charge.road", "1").contains("true or false"));
        assert!(refused("charge.half", "1/0").contains("share"));
        assert!(refused("turns", "9").contains("turn_limit"));
        assert!(refused("name", "War").contains("is a name"));
        assert!(refused("charge.near", "100").contains("-12 to 12"));
    }

    #[test]
    fn the_printed_value_is_no_change() {
        let table = NumberTable::new(TEXT, &Switches::default()).unwrap();
        assert_eq!(table.written("charge.gap", "0.1"), Ok(None));
        let written = table.written("Charge.Gap", "0.25").unwrap();
        assert_eq!(written, Some(("charge.gap".to_owned(), "0.25".to_owned())));
    }

    #[test]
    fn a_number_that_is_not_whole_is_told_as_it_is_written() {
        #[derive(serde::Deserialize)]
        struct Charge {
            near: i8,
        }
        #[derive(serde::Deserialize)]
        struct Numbers {
            charge: Charge,
        }
        let table = NumberTable::new(TEXT, &house(&[("charge.near", "-0.5")])).unwrap();
        let read = table.read::<Numbers>().map(|read| read.charge.near);
        let why = "`-0.5` is not a whole number from -128 to 127";
        assert_eq!(read, Err(why.to_owned()));
    }
}
