//! Points (`*.points.toml`): what units are worth, as a study fitted it to battles between random
//! armies. They are suggestions; no rule uses them.
//!
//! ```toml
//! format = 1
//! rules = "three-hit"
//! says = "Fitted to 1,000 battles of three-hit/choose-your-ground."
//!
//! [[kind]]
//! kind = "infantry"
//! stands = 1               # the strength of the unit that was valued
//! points = 9.2             # where an average unit is worth ten
//! least = 8.1              # the interval of 95 per cent
//! most = 10.3
//! ```

use super::flaws::{Flaws, Notes};
use super::named::known_rules;
use super::node::{Node, Table, read_toml_as};
use super::units::Recruit;
use super::{Army, FORMAT};
use sandtable_battle::Card;
use sandtable_tongue::say;

/// The ending of a points file's name.
pub const POINTS_FILE: &str = ".points.toml";

/// What messages call the file.
const FILE: &str = "a file of points";

/// What units are worth, in hundredths of a point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// Where the points come from.
    pub says: String,
    /// The points of each kind.
    pub kinds: Vec<Worth>,
}

/// What a unit of a kind is worth, in hundredths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The index in [`Card::kinds`].
    pub kind: u8,
    /// The strength of the unit that was valued.
    pub stands: u8,
    /// Its points; `least` and `most` are the ends of their interval.
    pub points: i32,
    /// The lower end of the interval.
    pub least: i32,
    /// The upper end of the interval.
    pub most: i32,
}

impl Points {
    /// Returns what a unit is worth: the points of its kind, scaled by its strength; none for a
    /// kind that was not valued.
    #[must_use]
    pub fn of(&self, unit: &Recruit) -> Option<Worth> {
        let worth = self.kinds.iter().find(|worth| worth.kind == unit.kind)?;
        let part = |n: i32| n * i32::from(unit.stands) / i32::from(worth.stands.max(1));
        Some(Worth {
            points: part(worth.points),
            least: part(worth.least),
            most: part(worth.most),
            ..*worth
        })
    }

    /// Returns what an army is worth in hundredths of a point, and how many of its units have no
    /// points.
    #[must_use]
    pub fn army(&self, army: &Army) -> (i64, usize) {
        let each = army.units.iter().map(|unit| self.of(unit));
        each.fold((0, 0), |(sum, without), worth| match worth {
            Some(worth) => (sum + i64::from(worth.points), without),
            None => (sum, without + 1),
        })
    }
}

/// Returns hundredths of a point as points.
#[must_use]
pub fn whole_points(hundredths: impl Into<i64>) -> f64 {
    hundredths.into() as f64 / 100.0
}

/// Returns the rule set that a points file is for.
///
/// # Errors
/// If the file names none that is known.
pub fn peek_points(text: &str, known: &[&str]) -> Result<String, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        known_rules(root, "rules", known, notes)
    })
}

/// Reads points for the rule set that they belong to.
///
/// # Errors
/// Lists every flaw of the file.
pub fn read_points(text: &str, card: &Card) -> Result<Points, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        root.keys(["format", "rules", "says", "kind"].into_iter(), notes);
        if let Some(node) = root.need("format", notes) {
            node.whole(FORMAT..=FORMAT, notes);
        }
        if let Some(node) = root.need("rules", notes)
            && let Some(rules) = node.text(notes)
            && rules != card.id
        {
            let says = say!(
                "these points are for {rules}, not for {id}",
                rules = rules,
                id = card.id
            );
            notes.add(node.span(), says);
        }
        let says = root.get("says").and_then(|node| node.text(notes));
        let tables = root.tables("kind", "a kind", card.kinds.len(), notes);
        Some(Points {
            says: says.unwrap_or_default().trim().to_owned(),
            kinds: worths(&tables, card, notes),
        })
    })
}

/// Reads the points of each kind, which stands there once.
fn worths(tables: &[Table<'_>], card: &Card, notes: &mut Notes<'_>) -> Vec<Worth> {
    let mut kinds: Vec<Worth> = Vec::new();
    for table in tables {
        let Some(worth) = worth(table, card, notes) else {
            continue;
        };
        if kinds.iter().any(|other| other.kind == worth.kind) {
            let title = card.kinds.get(usize::from(worth.kind));
            let title = title.map_or("", |kind| kind.id.as_str());
            notes.add(
                table.span(),
                say!("`{kind}` has points already", kind = title),
            );
        }
        if !(worth.least..=worth.most).contains(&worth.points) {
            notes.add(
                table.span(),
                say!("`points` must lie from `least` to `most`"),
            );
        }
        kinds.push(worth);
    }
    kinds
}

fn worth(table: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Option<Worth> {
    let keys = ["kind", "stands", "points", "least", "most"];
    table.keys(keys.into_iter(), notes);
    let node = table.need("kind", notes)?;
    let kind = node.one_of(card.kinds.iter().map(|kind| kind.id.as_str()), notes);
    let stands = table.need("stands", notes)?.whole(1..=255, notes);
    let mut number = |key: &str| hundredths(table.need(key, notes)?, notes);
    let (points, least, most) = (number("points"), number("least"), number("most"));
    Some(Worth {
        kind: u8::try_from(kind?).ok()?,
        stands: u8::try_from(stands?).ok()?,
        points: points?,
        least: least?,
        most: most?,
    })
}

/// Reads a number of points with at most two decimals.
fn hundredths(node: Node<'_>, notes: &mut Notes<'_>) -> Option<i32> {
    let text = node.plain();
    let (sign, bare) = text
        .strip_prefix('-')
        .map_or((1, &*text), |rest| (-1, rest));
    let (whole, part) = bare.split_once('.').unwrap_or((bare, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    let sound = !whole.is_empty() && whole.len() <= 4 && part.len() <= 2;
    let found = (sound && digits(whole) && digits(part)).then(|| {
        let whole: i32 = whole.parse().unwrap_or(0);
        let part: i32 = format!("{part:0<2}").parse().unwrap_or(0);
        sign * (whole * 100 + part)
    });
    if found.is_none() {
        let says = say!(
            "`{key}` must be a number of points with at most two decimals",
            key = node.key
        );
        notes.add(node.span(), says);
    }
    found
}
