//! Reads the sources of the project, for checks of how they fit together.

use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::Done;
pub(crate) use crate::shell::at;

/// File and its text.
pub(crate) struct Source {
    pub path: PathBuf,
    pub text: String,
}

/// Returns the folders of all crates.
pub(crate) fn crates() -> Done<Vec<PathBuf>> {
    let mut found = vec![at("xtask"), at("xtask/clauses")];
    for top in ["crates", "rules"] {
        let rows = list(&at(top))?.into_iter();
        found.extend(rows.filter(|folder| folder.join("Cargo.toml").is_file()));
    }
    Ok(found)
}

/// Returns all files below a folder with one of some endings, in order, except what is built or
/// downloaded.
pub(crate) fn under(folder: &Path, endings: &[&str]) -> Done<Vec<Source>> {
    let mut found = Vec::new();
    for path in list(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !matches!(&*name, "node_modules" | "pkg" | "dist" | "target") {
                found.extend(under(&path, endings)?);
            }
        } else if endings
            .iter()
            .any(|end| path.extension().is_some_and(|e| e == *end))
        {
            let text = fs::read_to_string(&path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            found.push(Source { path, text });
        }
    }
    Ok(found)
}

fn list(folder: &Path) -> Done<Vec<PathBuf>> {
    let failed = |error| format!("cannot read {}: {error}", folder.display());
    let rows = fs::read_dir(folder).map_err(failed)?;
    let mut found: Vec<PathBuf> = rows
        .map_while(|row| row.ok().map(|row| row.path()))
        .collect();
    found.sort();
    Ok(found)
}

/// Returns the code of a Rust file without comments, strings, and the tests at its end.
pub(crate) fn code(text: &str) -> String {
    plain(text.split("#[cfg(test)]").next().unwrap_or_default())
}

/// Returns a Rust file without comments and strings.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let mut inside = false;
        let mut last = ' ';
        for (at, letter) in line.char_indices() {
            if !inside && line[at..].starts_with("//") {
                break;
            }
            if letter == '"' && last != '\\' && last != '\'' {
                inside = !inside;
            } else if !inside {
                out.push(letter);
            }
            last = letter;
        }
        out.push('\n');
    }
    out
}
