//! Questions over time as written: how long until one of the two is gone, and which one, when each
//! does what a script says.

use crate::keys::one_of;
use crate::orders::VERBS;
use sandtable_battle::Card;
use sandtable_files::walk::{Node, Notes, Table};
use sandtable_tongue::say;

/// The keys of a question over time.
const KEYS: [&str; 6] = ["unit", "target", "each", "gone", "forget", "most"];
/// Most states of a chain.
const MOST: usize = 2000;
/// The meaning of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Each {
    /// A whole turn of both sides.
    #[default]
    Turn,
    /// A single order, repeated from where it was first given: what the target has suffered stays,
    /// everything else is reset.
    Order,
    /// Both give their first order at once, repeated from where they first could: what both have
    /// suffered stays, everything else is reset.
    Exchange,
}

/// The unit whose end is awaited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gone {
    /// Either of the two.
    #[default]
    Either,
    /// The unit that gives the order.
    Unit,
    /// The target.
    Target,
}

/// A question over time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Until {
    /// The orders that the unit gives at the target whenever it may; the first legal one counts. If
    /// none is legal, the unit does nothing.
    pub unit: Vec<&'static str>,
    /// The orders that the target gives at the unit.
    pub target: Vec<&'static str>,
    /// The meaning of one step.
    pub each: Each,
    /// The unit whose end is awaited.
    pub gone: Gone,
    /// Marks that are also reset when an order is repeated.
    pub forget: Vec<String>,
    /// Most states to follow.
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
    /// Returns the usual question: turn after turn, both shoot and load whenever they may.
    #[must_use]
    pub fn usual() -> Self {
        Self {
            unit: vec!["shoot", "load"],
            target: vec!["shoot", "load"],
            ..Self::default()
        }
    }
}

/// Reads a question over time.
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

/// Reads a script: the name of an order, or a list of names.
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
