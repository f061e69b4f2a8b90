//! Adds and removes the lines that name a rule set outside its folder: in two manifests, the list
//! of rule sets, and the list of scenarios.

use std::fs;
use std::path::Path;

use crate::shell::Done;

const WORKSPACE: &str = "Cargo.toml";
/// How the sections of a crate of the engine begin: in the program, and in the browser.
const FAST: [&str; 2] = [
    "[profile.shipped.package.sandtable-",
    "[profile.wasm.package.sandtable-",
];
const MANIFEST: &str = "rules/register/Cargo.toml";
const LIST: &str = "rules/register/src/lib.rs";
const SCENARIOS: &str = "rules/register/src/scenarios.rs";
const TUTORIALS: &str = "rules/register/src/tutorials.rs";
const LIBRARIES: &str = "rules/register/src/library.rs";
const DIFFERENCES: &str = "rules/register/tests/register/differences.rs";

/// Every file outside a rule set's folders that names it. `add` writes to the first four.
#[cfg(test)]
const FILES: [&str; 7] = [
    WORKSPACE,
    MANIFEST,
    LIST,
    SCENARIOS,
    TUTORIALS,
    LIBRARIES,
    DIFFERENCES,
];

/// Adds the lines of a rule set.
pub(crate) fn add(root: &Path, name: &str, snake: &str, kind: &str) -> Done {
    change(root, WORKSPACE, |text| {
        let line = format!("sandtable-{name} = {{ path = \"rules/{name}\" }}");
        let text = before(text, "sandtable-register =", &line)?;
        FAST.iter()
            .try_fold(text, |text, kind| fast(&text, kind, name))
    })?;
    change(root, MANIFEST, |text| {
        sorted(
            text,
            "sandtable-",
            &format!("sandtable-{name}.workspace = true"),
        )
    })?;
    let constant = snake.to_uppercase();
    change(root, LIST, |text| {
        let entry = format!(
            "/// {kind}.\npub const {constant}: Entry = entry!(\n    \"{name}\",\n    sandtable_{snake}::{kind},\n    scenarios::{constant},\n    None\n);\n"
        );
        let text = before(text, "/// Every rule set, a line each.", &entry)?;
        let list = "pub const ALL: &[Entry] = &[";
        let at = text.find(list).ok_or("it has no list `ALL` of entries")?;
        let end = text[at..].find("];").ok_or("ALL does not end in `];`")?;
        let (head, tail) = text.split_at(at + end);
        let head = head.trim_end().trim_end_matches(',');
        Ok(format!("{head}, {constant}{tail}"))
    })?;
    change(root, SCENARIOS, |text| {
        let list = format!(
            "/// Of {kind}.\npub(crate) const {constant}: &[(&str, &str)] = shipped![\"{name}/first-battle\"];\n"
        );
        before(text, "/// All of them, sorted by id.", &list)
    })
}

/// Returns the rule sets that are differences of another: those whose manifests name it as base.
fn differences(root: &Path, base: &str) -> Done<Vec<String>> {
    let folders = fs::read_dir(root.join("rules")).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    for folder in folders {
        let folder = folder.map_err(|error| error.to_string())?.path();
        let Ok(manifest) = read(&folder.join("Cargo.toml")) else {
            continue;
        };
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let wanted = format!("base = \"sandtable-{base}\"");
        if manifest.lines().any(|line| line.trim() == wanted) {
            found.push(name.into_owned());
        }
    }
    found.sort();
    Ok(found)
}

/// Removes a rule set: its folder, its scenarios, its lines; but first those that are differences
/// of it.
pub(crate) fn remove(root: &Path, name: &str) -> Done {
    for difference in differences(root, name)? {
        remove(root, &difference)?;
    }
    for folder in ["rules", "scenarios"] {
        let folder = root.join(folder).join(name);
        if folder.is_dir() {
            fs::remove_dir_all(&folder)
                .map_err(|error| format!("{}: {error}", folder.display()))?;
        }
    }
    let without = |text: &str, starts: &str| {
        let kept = text.lines().filter(|line| !line.starts_with(starts));
        kept.fold(String::new(), |all, line| all + line + "\n")
    };
    change(root, WORKSPACE, |text| {
        let sections = FAST.map(|kind| format!("{kind}{name}]\nopt-level = 3\n\n"));
        let text = sections
            .iter()
            .fold(text.to_owned(), |text, section| text.replace(section, ""));
        Ok(without(&text, &format!("sandtable-{name} =")))
    })?;
    change(root, MANIFEST, |text| {
        Ok(without(text, &format!("sandtable-{name}.workspace")))
    })?;
    change(root, LIBRARIES, |text| {
        Ok(without(text, &format!("        \"{name}\",")))
    })?;
    let snake = name.replace('-', "_");
    change(root, DIFFERENCES, |text| Ok(without_call(text, &snake)))?;
    let constant = snake.to_uppercase();
    for file in [SCENARIOS, TUTORIALS, LIST] {
        change(root, file, |text| Ok(without_constant(text, &constant)))?;
    }
    change(root, LIST, |text| {
        let at = text.find("pub const ALL").ok_or("it has no list `ALL`")?;
        let end = text[at..].find("];").ok_or("ALL does not end in `];`")?;
        let (head, list) = (&text[..at], &text[at..at + end]);
        let open = list.rfind('[').ok_or("ALL has no `[`")? + 1;
        let names = list[open..].split(',').map(str::trim);
        let kept: Vec<&str> = names.filter(|n| !n.is_empty() && *n != constant).collect();
        let (start, rest) = (&list[..open], &text[at + end..]);
        Ok(format!("{head}{start}{}{rest}", kept.join(", ")))
    })
}

/// Removes the call of the macro `differs!` whose first word is a rule set, if there is one.
fn without_call(text: &str, snake: &str) -> String {
    let start = format!("differs!(\n    {snake},");
    let parts = text.find(&start).and_then(|at| {
        let end = text[at..].find("\n);\n")? + at + "\n);\n".len();
        Some((&text[..at], &text[end..]))
    });
    parts.map_or_else(|| text.to_owned(), |(head, rest)| format!("{head}{rest}"))
}

/// Removes a constant with the comment before it, up to its `;`.
fn without_constant(text: &str, constant: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let start = line
            .trim_start_matches("pub(crate) ")
            .trim_start_matches("pub ");
        let named = start
            .strip_prefix("const ")
            .and_then(|rest| rest.strip_prefix(constant))
            .is_some_and(|rest| rest.starts_with(':'));
        if !named {
            kept.push(line);
            continue;
        }
        while kept.last().is_some_and(|above| above.starts_with("///")) {
            kept.pop();
        }
        let mut last = line;
        while !last.trim_end().ends_with(';') {
            match lines.next() {
                Some(next) => last = next,
                None => break,
            }
        }
        // Remove the blank line that followed it.
        if kept.last().is_some_and(|above| above.is_empty()) {
            kept.pop();
        }
    }
    kept.join("\n") + "\n"
}

fn change(root: &Path, file: &str, how: impl Fn(&str) -> Done<String>) -> Done {
    let path = root.join(file);
    let text = how(&read(&path)?).map_err(|why| format!("{file}: {why}"))?;
    write(&path, &text)
}

/// Adds the section of a crate that is optimised for speed in the program that is handed out or in the
/// engine for browsers, whose other crates are optimised for size. The sections are sorted.
fn fast(text: &str, kind: &str, name: &str) -> Done<String> {
    let section = format!("{kind}{name}]");
    let starts = |line: &&str| line.starts_with(kind);
    let last = text.lines().rfind(starts);
    let last = last.ok_or_else(|| format!("it has no section `{kind}…]`"))?;
    let new = format!("{section}\nopt-level = 3\n");
    match text
        .lines()
        .filter(starts)
        .find(|&line| line > section.as_str())
    {
        Some(next) => before(text, next, &new),
        None => {
            let last = format!("{last}\nopt-level = 3\n");
            Ok(text.replace(&last, &format!("{last}\n{new}")))
        }
    }
}

/// Inserts a line before the first one that starts with `starts`.
fn before(text: &str, starts: &str, line: &str) -> Done<String> {
    let at = text.lines().position(|l| l.starts_with(starts));
    let at = at.ok_or_else(|| format!("it has no line that starts with `{starts}`"))?;
    Ok(with(text, at, line))
}

/// Inserts a line among the sorted ones that start with `starts`.
fn sorted(text: &str, starts: &str, line: &str) -> Done<String> {
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|l| l.starts_with(starts));
    let first = first.ok_or_else(|| format!("it has no line that starts with `{starts}`"))?;
    let run = lines[first..].iter().take_while(|l| l.starts_with(starts));
    let before = run.filter(|l| **l < line).count();
    Ok(with(text, first + before, line))
}

fn with(text: &str, at: usize, line: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(at, line);
    lines.join("\n") + "\n"
}

pub(crate) fn read(path: &Path) -> Done<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn write(path: &Path, text: &str) -> Done {
    make_folder(path)?;
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn make_folder(path: &Path) -> Done {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::{FILES, add, read, remove, write};

    #[test]
    fn what_is_added_can_be_taken_out_again() {
        let root = std::env::temp_dir().join(format!("sandtable-register-{}", std::process::id()));
        for file in FILES {
            let text = read(&crate::shell::at(file)).expect("a file");
            write(&root.join(file), &text).expect("written");
        }
        let all = || FILES.map(|file| read(&root.join(file)).expect("a file"));
        // The formatter breaks long lists, so their layout does not matter.
        let plain =
            |texts: [String; 7]| texts.map(|t| t.replace([' ', '\n'], "").replace(",]", "]"));
        let printed = all();
        add(&root, "field-day", "field_day", "FieldDay").expect("added");
        let added = all();
        for (before, after) in printed.iter().zip(&added).take(4) {
            assert!(after.contains("field-day") && !before.contains("field-day"));
        }
        assert!(added[2].contains("sandtable_field_day::FieldDay,"));
        assert!(added[0].contains("sandtable-field-day]\nopt-level = 3\n\n["));
        remove(&root, "field-day").expect("taken out");
        assert_eq!(plain(all()), plain(printed));
        // A built-in rule set disappears from every file, including those that `add` leaves to its
        // author.
        remove(&root, "pike-and-shot").expect("taken out");
        for (file, text) in FILES.iter().zip(all()) {
            let named = text.contains("pike-and-shot") || text.contains("pike_and_shot");
            assert!(!named, "{file} still names pike-and-shot");
        }
        std::fs::remove_dir_all(&root).expect("removed");
    }
}
