//! Questions over time as they are asked: how long until one of them is gone, and
//! which, when each does what a script says.

use crate::keys::one_of;
use crate::orders::VERBS;
use sandtable_battle::Card;
use sandtable_files::walk::{Node, Notes, Table};
use sandtable_tongue::say;

/// The keys of a question over time.
const KEYS: [&str; 6] = ["unit", "target", "each", "gone", "forget", "most"];
/// Most states of a chain.
const MOST: usize = 2000;
/// What one step is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Each {
    /// A whole turn of both sides.
    #[default]
    Turn,
    /// The one order, again and again from where it was first given: what the target
    /// has suffered stays, all else is put back.
    Order,
    /// Both give their first order at once, again and again from where they first
    /// could: what both have suffered stays, all else is put back.
    Exchange,
}

/// Whose end is waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gone {
    /// That of either.
    #[default]
    Either,
    /// The unit's.
    Unit,
    /// The target's.
    Target,
}

/// A question over time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Until {
    /// The orders that the unit gives at the target whenever it may, the first that
    /// is legal first; else it does nothing.
    pub unit: Vec<&'static str>,
    /// Those that the target gives at the unit.
    pub target: Vec<&'static str>,
    /// What one step is.
    pub each: Each,
    /// Whose end is waited for.
    pub gone: Gone,
    /// The marks that are put back as well when an order is given again and again.
    pub forget: Vec<String>,
    /// Most states that are followed.
    pub most: usize,
}

impl Default for Until {
    fn default() -> Self {
        Self {
            unit: Vec::new(),
            target: Vec::new(),
            each: Each::Turn,
            gone: Gone::Either,
            forget: Vec::new(),
            most: MOST,
        }
    }
}

impl Until {
    /// Turn after turn, both shooting and loading whenever they may.
    #[must_use]
    pub fn usual() -> Self {
        Self {
            unit: vec!["shoot", "load"],
            target: vec!["shoot", "load"],
            ..Self::default()
        }
    }
}

/// Reads one.
pub(crate) fn read(node: Node<'_>, card: &Card, notes: &mut Notes<'_>) -> Option<Until> {
    let table = node.table(say("a question over time"), notes)?;
    table.keys(KEYS.into_iter(), notes);
    let (unit, target) = (
        script(&table, "unit", notes),
        script(&table, "target", notes),
    );
    let each = [
        ("turn", Each::Turn),
        ("order", Each::Order),
        ("exchange", Each::Exchange),
    ];
    let each = one_of(&table, "each", &each, notes);
    let gone = [
        ("either", Gone::Either),
        ("unit", Gone::Unit),
        ("target", Gone::Target),
    ];
    let gone = one_of(&table, "gone", &gone, notes);
    let mut forget = Vec::new();
    if let Some(node) = table.get("forget") {
        let marks = card.marks.iter().map(|m| m.id.as_str());
        for item in node.items(notes)?.into_iter().take(card.marks.len()) {
            let at = item.one_of(marks.clone(), notes)?;
            forget.push(card.marks[at].id.clone());
        }
    }
    let most = table
        .get("most")
        .map_or(Some(2000), |node| node.whole(2..=20_000, notes));
    Some(Until {
        unit: unit?,
        target: target?,
        each: each?,
        gone: gone?,
        forget,
        most: usize::try_from(most?).unwrap_or(MOST),
    })
}

/// A script: the name of an order, or a list of them.
fn script(table: &Table<'_>, key: &str, notes: &mut Notes<'_>) -> Option<Vec<&'static str>> {
    let Some(node) = table.get(key) else {
        return Some(Vec::new());
    };
    let items = if node.is_list() {
        node.items(notes)?
    } else {
        vec![node]
    };
    if items.len() > VERBS.len() {
        notes.add(
            node.span(),
            say!("`{key}` has at most {n} orders", key = key, n = VERBS.len()),
        );
        return None;
    }
    let mut one = |node: Node<'_>| {
        let at = node.one_of(VERBS.iter().map(|v| v.0), notes)?;
        Some(VERBS[at].0)
    };
    items.into_iter().map(&mut one).collect()
}
