//! Which rule set a file names.

use super::flaws::Notes;
use super::node::Table;
use sandtable_tongue::say;

/// Reads under a key the id of a rule set that must be known.
pub(crate) fn known_rules(
    root: &Table<'_>,
    key: &'static str,
    known: &[&str],
    notes: &mut Notes<'_>,
) -> Option<String> {
    let node = root.need(key, notes)?;
    let id = node.text(notes)?;
    if known.contains(&id) {
        return Some(id.to_owned());
    }
    let message = say!("no rule set is called `{name}`", name = id);
    notes.unknown(node.span(), message, id, known.iter().copied());
    None
}
