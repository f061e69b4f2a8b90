//! Walks through a TOML file value by value and notes every flaw with its place.

use super::MOST_BYTES;
use super::broken::slip;
use super::flaws::{Flaws, Notes};
use sandtable_battle::phrase::{allowed_of, between, meant, must, nearest_of};
use sandtable_geometry::{Facing, Length, Point, Pose, Ruler};
use sandtable_tongue::{is_seen, say, say_as};
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

/// A value under its key.
#[derive(Clone, Copy)]
pub struct Node<'d> {
    /// The key that it stands under.
    pub key: &'d str,
    value: &'d Spanned<DeValue<'d>>,
    ruler: Ruler,
}

/// A table, and the word for it in messages.
#[derive(Clone)]
pub struct Table<'d> {
    table: &'d DeTable<'d>,
    span: Range<usize>,
    /// The word for it in messages: "a unit".
    pub what: &'static str,
    /// The ruler of its lengths.
    pub ruler: Ruler,
}

impl<'d> Table<'d> {
    /// Returns the table of the whole file.
    pub(crate) const fn root(table: &'d DeTable<'d>, what: &'static str) -> Self {
        Self {
            table,
            span: 0..0,
            what,
            ruler: Ruler::Inches,
        }
    }

    /// Returns the same table, its lengths measured with another ruler.
    pub fn measured_in(&self, ruler: Ruler) -> Self {
        Self {
            ruler,
            ..self.clone()
        }
    }

    /// Returns the bytes of its heading.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns the value under a key, if it is there.
    pub fn get(&self, key: &str) -> Option<Node<'d>> {
        self.table.get_key_value(key).map(|(key, value)| Node {
            key: key.get_ref(),
            value,
            ruler: self.ruler,
        })
    }

    /// Returns the value under a key; notes a flaw if it is missing.
    pub fn need(&self, key: &str, notes: &mut Notes<'_>) -> Option<Node<'d>> {
        let found = self.get(key);
        if found.is_none() {
            notes.add(
                self.span(),
                say!("{what} needs `{key}`", what = say(self.what), key = key),
            );
        }
        found
    }

    /// Returns its entries, with the bytes of each key.
    pub fn entries(&self) -> impl Iterator<Item = (Range<usize>, Node<'d>)> + use<'d> {
        let ruler = self.ruler;
        self.table.iter().map(move |(key, value)| {
            (
                key.span(),
                Node {
                    key: key.get_ref(),
                    value,
                    ruler,
                },
            )
        })
    }

    /// Notes every key that is not allowed.
    pub fn keys<'n>(&self, known: impl Iterator<Item = &'n str>, notes: &mut Notes<'_>) {
        self.keys_of(&known.collect::<Vec<_>>(), notes);
    }

    fn keys_of(&self, known: &[&str], notes: &mut Notes<'_>) {
        for (span, node) in self.entries() {
            if notes.is_full() {
                return;
            }
            if !known.contains(&node.key) {
                let message = say!(
                    "unknown key `{key}` in {what}; {allowed}",
                    key = node.key,
                    what = say(self.what),
                    allowed = allowed_of(known)
                );
                match nearest_of(node.key, known) {
                    Some(name) => notes.hint(span, message, meant(name)),
                    None => notes.add(span, message),
                }
            }
        }
    }

    /// Returns the tables of a `[[key]]`; an empty list if there are none.
    pub fn tables(
        &self,
        key: &str,
        what: &'static str,
        most: usize,
        notes: &mut Notes<'_>,
    ) -> Vec<Table<'d>> {
        let Some(node) = self.get(key) else {
            return Vec::new();
        };
        let Some(items) = node.items(notes) else {
            return Vec::new();
        };
        if items.len() > most {
            notes.add(
                node.span(),
                say!(
                    "{n} `[[{key}]]` are too many: at most {most}",
                    n = items.len(),
                    key = key,
                    most = most
                ),
            );
            return Vec::new();
        }
        items
            .into_iter()
            .filter_map(|item| item.table(what, notes))
            .collect()
    }
}

impl<'d> Node<'d> {
    /// Returns the ruler of its lengths.
    pub const fn ruler(&self) -> Ruler {
        self.ruler
    }

    /// Returns the same value under another key, which messages then use.
    pub const fn under(self, key: &'d str) -> Self {
        Self { key, ..self }
    }

    /// Returns its bytes.
    pub fn span(&self) -> Range<usize> {
        self.value.span()
    }

    fn unlike(&self, wanted: &str, notes: &mut Notes<'_>) {
        let found = match self.value.get_ref() {
            DeValue::String(_) => "text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.must(wanted, &say(found), notes);
    }

    /// Notes that the value is not what it must be.
    fn must(&self, wanted: &str, found: &dyn Display, notes: &mut Notes<'_>) {
        notes.add(self.span(), must(self.key, wanted, found));
    }

    /// Returns its text.
    pub fn text(&self, notes: &mut Notes<'_>) -> Option<&'d str> {
        let Some(text) = self.value.get_ref().as_str() else {
            self.unlike("text in quotes", notes);
            return None;
        };
        // A database of rooms could not store it.
        if text.contains('\0') {
            let says = say!("`{key}` cannot hold the character 0", key = self.key);
            notes.add(self.span(), says);
            return None;
        }
        Some(text)
    }

    /// Returns a name: a short text on one line, without quotes in it.
    pub fn name(&self, notes: &mut Notes<'_>) -> Option<&'d str> {
        let text = self.text(notes)?;
        let sound = text.trim() == text
            && text.chars().count() <= 60
            && text.chars().any(|c| is_seen(c) && c != ' ')
            && !text
                .chars()
                .any(|c| c.is_control() || matches!(c, '"' | '\\'));
        if !sound {
            let message = say!(
                "`{key}` must be a name of 1 to 60 characters on one line",
                key = self.key
            );
            notes.hint(
                self.span(),
                message,
                "leave out quotes and backslashes, and blanks at both ends; at least one letter must be visible",
            );
        }
        sound.then_some(text)
    }

    /// Returns a text of at most so many characters, which sheets and lists show on one line: a blank
    /// stands for line breaks and tabs, and there is none at either end.
    pub fn line(&self, most: usize, notes: &mut Notes<'_>) -> Option<String> {
        let text = self.prose(most, notes)?;
        let mut lines: Vec<&str> = text.split(char::is_control).map(str::trim).collect();
        lines.retain(|line| !line.is_empty());
        Some(lines.join(" "))
    }

    /// Returns a text of at most so many characters.
    pub fn prose(&self, most: usize, notes: &mut Notes<'_>) -> Option<&'d str> {
        let text = self.text(notes)?;
        let sound = text.chars().count() <= most;
        if !sound {
            let says = say!(
                "`{key}` must be at most {n} characters",
                key = self.key,
                n = most
            );
            notes.add(self.span(), says);
        }
        sound.then_some(text)
    }

    /// Returns true or false.
    pub fn flag(&self, notes: &mut Notes<'_>) -> Option<bool> {
        let flag = self.value.get_ref().as_bool();
        if flag.is_none() {
            self.unlike("true or false", notes);
        }
        flag
    }

    /// Returns whether it is text.
    pub fn is_text(&self) -> bool {
        self.value.get_ref().is_str()
    }

    /// Returns whether it is a table.
    pub fn is_table(&self) -> bool {
        self.value.get_ref().is_table()
    }

    /// Returns it as an owned value; numbers too large for TOML stay as they are written.
    pub fn value(&self) -> toml::Value {
        value_of(self.value.get_ref())
    }

    /// Returns whether it is a list.
    pub fn is_list(&self) -> bool {
        self.value.get_ref().is_array()
    }

    /// Returns a single value as it stands in the file, text without its quotes; empty for tables
    /// and lists.
    pub fn plain(&self) -> String {
        match self.value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix())
                .map_or_else(|_| n.to_string(), |n| n.to_string()),
            DeValue::Float(n) => n.to_string(),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Datetime(date) => date.to_string(),
            DeValue::Array(_) | DeValue::Table(_) => String::new(),
        }
    }

    /// Returns whether it is a whole number.
    pub fn is_whole(&self) -> bool {
        self.value.get_ref().is_integer()
    }

    /// Returns a whole number within bounds.
    pub fn whole(&self, within: RangeInclusive<i64>, notes: &mut Notes<'_>) -> Option<i64> {
        let Some(number) = self.value.get_ref().as_integer() else {
            match self.value.get_ref() {
                DeValue::Float(found) => self.must("a whole number", found, notes),
                _ => self.unlike("a whole number", notes),
            }
            return None;
        };
        let value = i64::from_str_radix(number.as_str(), number.radix())
            .ok()
            .filter(|n| within.contains(n));
        if value.is_none() {
            let (low, high) = (within.start(), within.end());
            let wanted = if low == high {
                low.to_string()
            } else {
                between(low, high)
            };
            self.must(&wanted, number, notes);
        }
        value
    }

    /// Returns a finite number within bounds.
    fn number(&self, bounds: RangeInclusive<f64>, notes: &mut Notes<'_>) -> Option<f64> {
        self.finite(&bounds, |n| bounds.contains(&n), notes)
    }

    /// Returns a finite number that is within bounds.
    fn finite(
        &self,
        bounds: &RangeInclusive<f64>,
        within: impl Fn(f64) -> bool,
        notes: &mut Notes<'_>,
    ) -> Option<f64> {
        let (value, found) = match self.value.get_ref() {
            DeValue::Integer(n) => {
                #[expect(clippy::cast_precision_loss, reason = "bounded below")]
                let value = i64::from_str_radix(n.as_str(), n.radix())
                    .ok()
                    .map(|n| n as f64);
                (value, n.to_string())
            }
            DeValue::Float(n) => (n.as_str().parse::<f64>().ok(), n.to_string()),
            _ => {
                self.unlike("a number", notes);
                return None;
            }
        };
        let value = value.filter(|v| v.is_finite() && within(*v));
        if value.is_none() {
            self.must(&between(bounds.start(), bounds.end()), &found, notes);
        }
        value
    }

    /// Returns a length within bounds, which are in units of the ruler.
    ///
    /// A length is rounded before it is compared: what was rounded and written can be read again.
    pub fn length(&self, bounds: RangeInclusive<f64>, notes: &mut Notes<'_>) -> Option<Length> {
        let rounded = |n: f64| self.ruler.length(n);
        let within = |n: f64| {
            let bounds = rounded(*bounds.start())..=rounded(*bounds.end());
            rounded(n).is_some_and(|n| bounds.contains(&Some(n)))
        };
        self.finite(&bounds, within, notes).and_then(rounded)
    }

    /// Returns a facing in degrees clockwise from north.
    pub fn facing(&self, notes: &mut Notes<'_>) -> Option<Facing> {
        self.number(-360.0..=360.0, notes)
            .and_then(Facing::from_degrees)
    }

    /// Returns a place and a turn: `[x, y, degrees]`.
    pub(crate) fn pose(&self, notes: &mut Notes<'_>) -> Option<Pose> {
        match self.items(notes)?.as_slice() {
            [x, y, turned] => {
                let far = -super::FARTHEST..=super::FARTHEST;
                let (x, y) = (x.length(far.clone(), notes), y.length(far, notes));
                let turned = turned.facing(notes);
                Some(Pose::new(x?, y?, turned?))
            }
            other => {
                let found = say!("{n} numbers", n = other.len());
                self.must("[x, y, degrees]", &found, notes);
                None
            }
        }
    }

    /// Returns the entries of a list.
    pub fn items(&self, notes: &mut Notes<'_>) -> Option<Vec<Self>> {
        let Some(items) = self.value.get_ref().as_array() else {
            self.unlike("a list", notes);
            return None;
        };
        Some(
            items
                .iter()
                .map(|value| Self {
                    key: self.key,
                    value,
                    ruler: self.ruler,
                })
                .collect(),
        )
    }

    /// Returns it as a table.
    pub fn table(&self, what: &'static str, notes: &mut Notes<'_>) -> Option<Table<'d>> {
        let table = self.value.get_ref().as_table();
        if table.is_none() {
            self.unlike("a table", notes);
        }
        table.map(|table| Table {
            table,
            span: self.span(),
            what,
            ruler: self.ruler,
        })
    }

    /// Returns two lengths, each within bounds, which are in units of the ruler.
    pub fn pair(
        &self,
        bounds: RangeInclusive<f64>,
        notes: &mut Notes<'_>,
    ) -> Option<(Length, Length)> {
        match self.items(notes)?.as_slice() {
            [a, b] => {
                let (a, b) = (a.length(bounds.clone(), notes), b.length(bounds, notes));
                Some((a?, b?))
            }
            other => {
                self.must("a list of two numbers", &other.len(), notes);
                None
            }
        }
    }

    /// Returns a point.
    pub fn point(&self, notes: &mut Notes<'_>) -> Option<Point> {
        let bounds = -super::FARTHEST..=super::FARTHEST;
        self.pair(bounds, notes).map(|(x, y)| Point::new(x, y))
    }

    /// Returns a list of at least `least` points.
    pub fn points(&self, least: usize, notes: &mut Notes<'_>) -> Option<Vec<Point>> {
        let items = self.items(notes)?;
        if !(least..=super::POINTS).contains(&items.len()) {
            let most = super::POINTS;
            notes.add(
                self.span(),
                say!(
                    "`{key}` must have {least} to {most} points, not {found}",
                    key = self.key,
                    least = least,
                    most = most,
                    found = items.len()
                ),
            );
            return None;
        }
        let points: Vec<Option<Point>> = items.iter().map(|item| item.point(notes)).collect();
        points.into_iter().collect()
    }

    /// Returns the index of a name among the known ones.
    pub fn one_of<'n>(
        &self,
        known: impl Iterator<Item = &'n str>,
        notes: &mut Notes<'_>,
    ) -> Option<usize> {
        self.place_in(&known.collect::<Vec<_>>(), notes)
    }

    fn place_in(&self, known: &[&str], notes: &mut Notes<'_>) -> Option<usize> {
        let found = self.text(notes)?;
        let place = known.iter().position(|name| *name == found);
        if place.is_none() {
            let says = say!(
                "no {what} is called `{name}`",
                what = say_as("noun", self.noun()),
                name = found
            );
            notes.none_of(self.span(), says, found, known);
        }
        place
    }

    /// Returns the word for what names under this key stand for.
    fn noun(&self) -> &'d str {
        match self.key {
            "with" | "other" => "unit",
            "for" => "thing to score points for",
            "attacker" | "active" | "default" | "ended" => "side",
            "deck" => "group",
            key => key,
        }
    }
}

/// Returns a value without its places in the file.
fn value_of(value: &DeValue<'_>) -> toml::Value {
    match value {
        DeValue::String(text) => text.to_string().into(),
        DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix())
            .map_or_else(|_| n.to_string().into(), toml::Value::from),
        DeValue::Float(n) => {
            let found = n.as_str().parse::<f64>();
            found.map_or_else(|_| n.to_string().into(), toml::Value::from)
        }
        DeValue::Boolean(flag) => (*flag).into(),
        DeValue::Datetime(date) => date.to_string().into(),
        DeValue::Array(items) => {
            let items = items.iter().map(|item| value_of(item.get_ref()));
            items.collect::<Vec<_>>().into()
        }
        DeValue::Table(entries) => {
            let entries = entries.iter();
            let entries =
                entries.map(|(key, value)| (key.get_ref().to_string(), value_of(value.get_ref())));
            entries.collect::<toml::Table>().into()
        }
    }
}

/// The first line of a battle file in today's format.
const TODAY: &str = "format = 2";

/// A table that was put together from several.
#[derive(Clone)]
pub(crate) struct Joined<'d> {
    table: DeTable<'d>,
    span: Range<usize>,
    what: &'static str,
    ruler: Ruler,
}

impl<'d> Joined<'d> {
    /// Starts a battle file in today's format with everything that a table says, except for some
    /// keys.
    pub(crate) fn new(table: &Table<'d>, but: &[&str]) -> Self {
        let mut all = DeTable::parse(TODAY).map_or_else(|_| DeTable::new(), Spanned::into_inner);
        let said = table.table.iter();
        for (key, value) in said.filter(|(key, _)| !but.contains(&key.get_ref().as_ref())) {
            all.insert(key.clone(), value.clone());
        }
        Self {
            table: all,
            span: table.span(),
            what: table.what,
            ruler: table.ruler,
        }
    }

    /// Lays this table over another: what it does not say is taken from that one. Tables inside are
    /// joined the same way, and the other's lists of tables follow its own.
    pub(crate) fn lay_over(&mut self, under: &Table<'d>) {
        join(&mut self.table, under.table);
    }

    /// Takes over an entry of another table.
    pub(crate) fn take(&mut self, key: &str, from: &Table<'d>) {
        if let Some((key, value)) = from.table.get_key_value(key) {
            self.table.insert(key.clone(), value.clone());
        }
    }

    /// Returns the whole table.
    pub(crate) fn table(&self) -> Table<'_> {
        Table {
            table: &self.table,
            span: self.span.clone(),
            what: self.what,
            ruler: self.ruler,
        }
    }
}

/// Adds to a table everything that only the other one says.
fn join<'d>(over: &mut DeTable<'d>, under: &DeTable<'d>) {
    for (key, below) in under {
        match over
            .get_mut(key.get_ref().as_ref())
            .map(|above| (above.get_mut(), below.get_ref()))
        {
            None => {
                over.insert(key.clone(), below.clone());
            }
            Some((DeValue::Table(above), DeValue::Table(below))) => join(above, below),
            Some((DeValue::Array(above), DeValue::Array(below)))
                if below.iter().all(|item| item.get_ref().is_table()) =>
            {
                below.iter().for_each(|item| above.push(item.clone()));
            }
            Some(_) => {}
        }
    }
}

/// Parses a text and reads something from its top table. `what` is the word for such a file: "a
/// battle file".
///
/// # Errors
/// Lists every flaw that was noted; also fails if the text is too long or not TOML.
pub fn read_toml_as<T>(
    text: &str,
    what: &'static str,
    read: impl FnOnce(&Table<'_>, &mut Notes<'_>) -> Option<T>,
) -> Result<T, Flaws> {
    let mut value = None;
    let mut read = Some(read);
    let notes = toml(text, what, &mut |table, notes| {
        if let Some(read) = read.take() {
            value = read(table, notes);
        }
    });
    notes.seal(value)
}

/// Reads the top table of a text, once, if it is TOML.
fn toml<'t>(
    text: &'t str,
    what: &'static str,
    read: &mut dyn FnMut(&Table<'_>, &mut Notes<'_>),
) -> Notes<'t> {
    let mut notes = Notes::new(text);
    if text.len() > MOST_BYTES {
        let says = too_long(text.len(), what, MOST_BYTES);
        notes.add(0..0, says);
        return notes;
    }
    let (root, errors) = DeTable::parse_recoverable(text);
    // Most errors after the first one are its consequence.
    let begins = |error: &&Error| error.span().map_or(0, |span| span.start);
    if let Some(error) = errors.iter().min_by_key(begins) {
        notes.add(error.span().unwrap_or(0..0), slip(text, error));
    }
    if errors.is_empty() {
        read(&Table::root(root.get_ref(), what), &mut notes);
    }
    notes
}

/// Returns the sentence that a file is longer than its kind may be.
pub(crate) fn too_long(found: usize, what: &str, most: usize) -> String {
    say!(
        "this file has {n} bytes; {what} has at most {most}",
        n = found,
        what = say(what),
        most = most
    )
}
