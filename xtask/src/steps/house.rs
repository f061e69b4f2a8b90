//! Enforces "What must never happen" in ARCHITECTURE.md: every line that reading the sources can
//! check.

use std::path::PathBuf;

use crate::shell::{Done, at, root};
use crate::steps::circles;
use crate::steps::sources::{self, Source};

/// A check: what it enforces, and the violations it found.
type Check = (&'static str, fn() -> Done<Vec<String>>);

const CHECKS: [Check; 7] = [
    ("no circles of imports", circles::all),
    ("no rule set uses another", strangers),
    ("no crate but the register names a rule set", names),
    ("no floats in a battle, an order or an event", floats),
    ("no rule text in the page or the server", rule_text),
    ("no fixed waits in browser tests", waits),
    ("no phrase that docs/style.md avoids", stiff),
];

/// Runs every check and prints all violations.
pub(crate) fn run() -> Done {
    let mut wrong = 0;
    for (name, check) in CHECKS {
        let found = check()?;
        println!(
            "{:<56}{}",
            name,
            if found.is_empty() { "ok" } else { "BROKEN" }
        );
        for line in &found {
            println!("  {line}");
        }
        wrong += found.len();
    }
    match wrong {
        0 => Ok(()),
        1 => Err("one thing breaks \"What must never happen\" in ARCHITECTURE.md".to_owned()),
        _ => Err(format!(
            "{wrong} things break \"What must never happen\" in ARCHITECTURE.md"
        )),
    }
}

/// Returns the lines of some files that fail a test, with their places.
fn lines(files: &[Source], wrong: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        let name = file.path.strip_prefix(root()).unwrap_or(&file.path);
        for (at, line) in file
            .text
            .lines()
            .enumerate()
            .filter(|(_, line)| wrong(line))
        {
            found.push(format!("{}:{}: {}", name.display(), at + 1, line.trim()));
        }
    }
    found
}

/// Returns the ids of the rule sets: the folders under `rules` except the register.
fn rule_sets() -> Done<Vec<String>> {
    let folders = sources::crates()?.into_iter();
    let rules = folders.filter(|folder| folder.starts_with(at("rules")));
    let names = rules.filter_map(|folder| Some(folder.file_name()?.to_str()?.to_owned()));
    Ok(names.filter(|name| name != "register").collect())
}

/// Finds manifests of rule sets that depend on another rule set. A manifest with
/// `[package.metadata.sandtable] base = "…"` is a difference of that one, and may.
fn strangers() -> Done<Vec<String>> {
    let sets = rule_sets()?;
    let mut found = Vec::new();
    for set in &sets {
        let files = manifest(&format!("rules/{set}"))?;
        let base = "base = \"sandtable-".to_owned();
        let others = sets.iter().filter(|other| *other != set);
        for name in others.map(|other| format!("sandtable-{other}")) {
            let declared = files[0].text.contains(&format!("{base}{}\"", &name[10..]));
            if !declared {
                found.extend(lines(&files, |line| names_crate(line, &name)));
            }
        }
    }
    Ok(found)
}

fn manifest(folder: &str) -> Done<Vec<Source>> {
    Ok(vec![source(at(folder).join("Cargo.toml"))?])
}

fn source(path: PathBuf) -> Done<Source> {
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(Source { path, text })
}

/// Returns whether a line of a manifest depends on a crate.
fn names_crate(line: &str, name: &str) -> bool {
    let rest = line.trim_start().strip_prefix(name);
    rest.is_some_and(|rest| rest.starts_with(['.', ' ', '=']))
}

/// Finds crates that depend on a rule set: all get theirs from the register, if they need any.
/// Dependencies of tests do not count.
fn names() -> Done<Vec<String>> {
    let sets = rule_sets()?;
    let mut found = Vec::new();
    for krate in sources::crates()?
        .iter()
        .filter(|krate| krate.starts_with(at("crates")))
    {
        let mut manifest = source(krate.join("Cargo.toml"))?;
        let tests = manifest.text.find("[dev-dependencies]");
        manifest.text.truncate(tests.unwrap_or(manifest.text.len()));
        let files = [manifest];
        for name in sets.iter().map(|set| format!("sandtable-{set}")) {
            found.extend(lines(&files, |line| names_crate(line, &name)));
        }
    }
    Ok(found)
}

/// Finds floats in the kernel, except where it reads numbers that people write.
fn floats() -> Done<Vec<String>> {
    let kernel = at("crates/battle/src");
    let read = ["data", "numbers.rs", "written.rs"].map(|part| kernel.join(part));
    let files = sources::under(&kernel, &["rs"])?.into_iter();
    let plain = files.filter(|file| !read.iter().any(|part| file.path.starts_with(part)));
    let code = plain.map(|file| Source {
        // With the tests: code after them counts.
        text: sources::plain(&file.text),
        path: file.path,
    });
    Ok(lines(&code.collect::<Vec<_>>(), |line| {
        line.contains("f64") || line.contains("f32")
    }))
}

/// Finds ids of clauses in the page and the server, where they would duplicate the rules. Tests and
/// the page's fake engine may name them.
fn rule_text() -> Done<Vec<String>> {
    let mut files = sources::under(&at("web/src"), &["ts", "svelte"])?;
    for server in ["crates/server/src", "crates/rooms/src", "crates/api/src"] {
        files.extend(sources::under(&at(server), &["rs"])?);
    }
    files.retain(|file| {
        let name = file.path.file_name().unwrap_or_default().to_string_lossy();
        !name.contains(".test.") && !name.starts_with("fake")
    });
    Ok(lines(&files, |line| {
        let code = line.split("// ").next().unwrap_or_default();
        !code.trim_start().starts_with('*') && names_clause(code)
    }))
}

/// Returns whether a line contains the id of a clause, like `THR-SHOOT-04`.
fn names_clause(line: &str) -> bool {
    const PREFIXES: [&str; 6] = ["THR-", "OTR-", "REG-", "SIX-", "FAV-", "T6-"];
    PREFIXES.iter().any(|prefix| {
        line.split(prefix).skip(1).any(|rest| {
            let word = rest
                .find(|c: char| !c.is_ascii_uppercase())
                .unwrap_or(rest.len());
            let number = rest[word..].strip_prefix('-').unwrap_or_default();
            word > 0 && number.starts_with(|c: char| c.is_ascii_digit())
        })
    })
}

/// Finds waits for a fixed number of milliseconds: a test must wait for what it needs, or it is a
/// race.
fn waits() -> Done<Vec<String>> {
    let files = sources::under(&at("web/e2e"), &["ts"])?;
    Ok(lines(&files, |line| {
        line.contains("waitForTimeout")
            || (line.contains("setTimeout") && !line.contains(".unref()"))
    }))
}

/// Phrases that are never right, from the table in docs/style.md.
const STIFF: [&str; 23] = [
    "a choice is owed",
    "with respect to",
    "pieces of work",
    "who would rather",
    " nought",
    " naught",
    " lest ",
    " thereof",
    " hitherto",
    " albeit",
    " upon ",
    "whence",
    "thither",
    "aslant",
    " by lot",
    " is told",
    " are told",
    " owes ",
    " is owed",
    "otherwise than",
    "own accord",
    "for want of",
    "worked out anew",
];

/// Returns whether a line says `is no` where English says `is not a`: "`x` is no number". "There is
/// no room" and "is no longer" are fine.
fn inverted(line: &str) -> bool {
    const BEFORE: [&str; 2] = ["there", "here"];
    const AFTER: [&str; 6] = ["longer", "more", "less", "fewer", "further", "better"];
    [" is no ", " are no "].iter().any(|denied| {
        line.match_indices(denied).any(|(at, _)| {
            let last = line[..at].split(|c: char| !c.is_alphanumeric()).next_back();
            let next = line[at + denied.len()..]
                .split(|c: char| !c.is_alphanumeric())
                .next();
            !last.is_some_and(|word| BEFORE.contains(&word))
                && !next.is_some_and(|word| AFTER.contains(&word))
        })
    })
}

/// Finds stiff phrases in what people read: the page's words, the docs, the help of the program,
/// and the sentences of the engine, which are the keys of its German catalogue.
fn stiff() -> Done<Vec<String>> {
    let mut files = sources::under(&at("web/src/words/en"), &["ts"])?;
    files.extend(sources::under(&at("docs"), &["md"])?);
    files.extend(sources::under(&at("words/de"), &["json"])?);
    files.extend(sources::under(&at("crates/cli/src/commands"), &["rs"])?);
    for name in ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"] {
        files.push(source(at(name))?);
    }
    // Decisions stay as they were written; the style guide has to name what it avoids.
    files.retain(|file| {
        let name = file.path.display().to_string();
        !name.contains("docs/decisions") && !name.ends_with("docs/style.md")
    });
    Ok(lines(&files, |line| {
        let line = line.to_lowercase();
        STIFF.iter().any(|phrase| line.contains(phrase)) || inverted(&line)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_known_by_their_ids() {
        assert!(names_clause("see 'THR-SHOOT-04'"));
        assert!(!names_clause("T6-shirt, SIX-PACK, OTR-D6"));
    }

    #[test]
    fn only_the_crate_itself_is_named() {
        assert!(names_crate(
            "sandtable-three-hit.workspace = true",
            "sandtable-three-hit"
        ));
        assert!(!names_crate(
            "sandtable-three-hit-ancients = 1",
            "sandtable-three-hit"
        ));
    }

    #[test]
    fn what_is_denied_the_old_way_is_found() {
        assert!(inverted("`{text}` is no number of playouts"));
        assert!(inverted("a position that is no place"));
        assert!(!inverted("there is no room; it is no longer open"));
        assert!(!inverted(
            "here is no order, and five are no more than five"
        ));
    }

    #[test]
    fn a_line_against_a_check_is_told_with_its_place() {
        let file = Source {
            path: at("web/e2e/x.test.ts"),
            text: "a\nb waitForTimeout(5)\n".to_owned(),
        };
        let found = lines(&[file], |line| line.contains("waitForTimeout"));
        assert_eq!(found, ["web/e2e/x.test.ts:2: b waitForTimeout(5)"]);
    }
}
