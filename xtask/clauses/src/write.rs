//! Writes `c.rs`, with a constant for every clause.

use std::fmt::Write as _;
use std::fs;

use crate::list::List;

/// Returns the text of `c.rs`, formatted as by rustfmt.
fn text(list: &List) -> String {
    let from = if list.is_kernel() {
        "crate"
    } else {
        "sandtable_battle"
    };
    let mut text = format!(
        "//! Written by `cargo xtask clauses` from clauses.toml; do not edit.\n\nuse {from}::Clause;\n\n"
    );
    for clause in &list.clauses {
        let title = plain(&clause.title);
        let stop = if title.ends_with(['.', '!', '?']) {
            ""
        } else {
            "."
        };
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "/// {}-{}: {title}{stop}\npub const {}: Clause = Clause::new({});\n",
            list.prefix,
            clause.id,
            clause.constant(),
            clause.n,
        );
    }
    text
}

/// Removes what a doc comment would treat as a link or a tag from a title.
fn plain(title: &str) -> String {
    let mut plain = String::new();
    for c in title.trim().chars() {
        if matches!(c, '[' | ']' | '<' | '>' | '*' | '_' | '`' | '\\') {
            plain.push('\\');
        }
        plain.push(c);
    }
    plain
}

/// Writes every `c.rs` that is out of date.
pub(crate) fn write(lists: &[List]) -> Result<(), String> {
    for list in lists {
        let path = list.folder.join("src/c.rs");
        let count = list.clauses.len();
        if is_fresh(list) {
            println!("· {}/src/c.rs is up to date: {count} clauses", list.name);
        } else {
            fs::write(&path, text(list)).map_err(|error| format!("{}: {error}", path.display()))?;
            println!("▸ {}/src/c.rs written: {count} clauses", list.name);
        }
    }
    Ok(())
}

/// Fails if a `c.rs` is out of date.
pub(crate) fn check(lists: &[List]) -> Result<(), String> {
    let stale: Vec<String> = lists
        .iter()
        .filter(|list| !is_fresh(list))
        .map(|list| format!("{}/src/c.rs", list.name))
        .collect();
    if stale.is_empty() {
        println!("{} lists of clauses: every c.rs is up to date", lists.len());
        return Ok(());
    }
    let stale = stale.join(", ");
    Err(format!("stale: {stale}. `cargo xtask clauses` writes them"))
}

fn is_fresh(list: &List) -> bool {
    let written = fs::read_to_string(list.folder.join("src/c.rs"));
    written.is_ok_and(|written| written == text(list))
}

#[cfg(test)]
mod tests {
    use crate::list::tests::list;

    #[test]
    fn a_clause_becomes_a_constant() {
        let list = list(
            "prefix = \"THR\"\n[[clause]]\nid = \"SHOOT-04\"\nn = 904\ntitle = \"Who may shoot?\"\n",
        );
        let text = super::text(&list.expect("it is right"));
        assert_eq!(
            text,
            "//! Written by `cargo xtask clauses` from clauses.toml; do not edit.\n\n\
             use sandtable_battle::Clause;\n\n\
             /// THR-SHOOT-04: Who may shoot?\n\
             pub const SHOOT_04: Clause = Clause::new(904);\n"
        );
    }
}
