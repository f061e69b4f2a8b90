//! Words that readers of situations, grids and questions over time share.

use sandtable_files::walk::{Notes, Table};
use sandtable_tongue::say;

/// Returns the word for a situation file in messages.
pub(crate) fn file() -> &'static str {
    say("a situation")
}

/// Reads one of several names; the first when the key is missing.
pub(crate) fn one_of<T: Copy>(
    table: &Table<'_>,
    key: &str,
    known: &[(&str, T)],
    notes: &mut Notes<'_>,
) -> Option<T> {
    let Some(node) = table.get(key) else {
        return known.first().map(|k| k.1);
    };
    let found = node.text(notes)?;
    let names = known.iter().map(|k| k.0);
    let one = known.iter().find(|k| k.0 == found);
    if one.is_none() {
        let says = say!("`{key}` cannot be `{found}`", key = key, found = found);
        notes.unknown(node.span(), says, found, names);
    }
    one.map(|k| k.1)
}
