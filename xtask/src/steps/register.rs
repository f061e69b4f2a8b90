//! The lines that name a rule set outside its folder: two manifests, the list of
//! rule sets, the list of scenarios. Written and taken out by machine.

use std::fs;
use std::path::Path;

use crate::shell::Done;
use crate::steps::new_ruleset::{read, write};

const WORKSPACE: &str = "Cargo.toml";
const MANIFEST: &str = "rules/register/Cargo.toml";
const LIST: &str = "rules/register/src/lib.rs";
const SCENARIOS: &str = "rules/register/src/scenarios.rs";

/// Adds the lines of a rule set.
pub(crate) fn add(root: &Path, name: &str, snake: &str, kind: &str) -> Done {
    change(root, WORKSPACE, |text| {
        let line = format!("sandtable-{name} = {{ path = \"rules/{name}\" }}");
        before(text, "sandtable-register =", &line)
    })?;
    change(root, MANIFEST, |text| {
        sorted(
            text,
            "sandtable-",
            &format!("sandtable-{name}.workspace = true"),
        )
    })?;
    change(root, LIST, |text| {
        let entry = format!(
            "    Entry {{\n        id: \"{name}\",\n        open: |s| Ok(Arc::new(sandtable_{snake}::{kind}::new(s)?)),\n    }},"
        );
        let list = text
            .find("pub const ALL")
            .ok_or("it has no `pub const ALL`")?;
        let end = text[list..]
            .find("\n];")
            .ok_or("ALL does not end in `];`")?;
        let (head, tail) = text.split_at(list + end + 1);
        Ok(format!("{head}{entry}\n{tail}"))
    })?;
    change(root, SCENARIOS, |text| {
        sorted(text, "    \"", &format!("    \"{name}/first-battle\","))
    })
}

/// Takes out a rule set: its folder, its scenarios, its lines.
pub(crate) fn remove(root: &Path, name: &str) -> Done {
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
        Ok(without(text, &format!("sandtable-{name} =")))
    })?;
    change(root, MANIFEST, |text| {
        Ok(without(text, &format!("sandtable-{name}.workspace")))
    })?;
    change(root, SCENARIOS, |text| {
        Ok(without(text, &format!("    \"{name}/")))
    })?;
    change(root, LIST, |text| {
        let id = format!("id: \"{name}\"");
        // A rule set that is not yet in the list has nothing to take out.
        let Some(at) = text.find(&id) else {
            return Ok(text.to_owned());
        };
        let start = text[..at]
            .rfind("    Entry {")
            .ok_or("an entry without `Entry {`")?;
        let end = text[at..]
            .find("\n    },\n")
            .ok_or("an entry without `},`")?;
        Ok(format!("{}{}", &text[..start], &text[at + end + 8..]))
    })
}

fn change(root: &Path, file: &str, how: impl Fn(&str) -> Done<String>) -> Done {
    let path = root.join(file);
    let text = how(&read(&path)?).map_err(|why| format!("{file}: {why}"))?;
    write(&path, &text)
}

/// Puts a line before the first one that starts so.
fn before(text: &str, starts: &str, line: &str) -> Done<String> {
    let at = text.lines().position(|l| l.starts_with(starts));
    let at = at.ok_or_else(|| format!("it has no line that starts with `{starts}`"))?;
    Ok(with(text, at, line))
}

/// Puts a line among the sorted ones that start so.
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

#[cfg(test)]
mod tests {
    use super::{add, read, remove, write};

    #[test]
    fn what_is_added_can_be_taken_out_again() {
        let root = std::env::temp_dir().join(format!("sandtable-register-{}", std::process::id()));
        let files = [
            super::WORKSPACE,
            super::MANIFEST,
            super::LIST,
            super::SCENARIOS,
        ];
        for file in files {
            let text = read(&crate::shell::at(file)).expect("a file");
            write(&root.join(file), &text).expect("written");
        }
        let all = || files.map(|file| read(&root.join(file)).expect("a file"));
        let printed = all();
        add(&root, "field-day", "field_day", "FieldDay").expect("added");
        let added = all();
        for (before, after) in printed.iter().zip(&added) {
            assert!(after.contains("field-day") && !before.contains("field-day"));
        }
        assert!(added[2].contains("sandtable_field_day::FieldDay::new(s)?"));
        remove(&root, "field-day").expect("taken out");
        assert_eq!(all(), printed);
        std::fs::remove_dir_all(&root).expect("removed");
    }
}
