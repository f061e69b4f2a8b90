//! `cargo xtask new-ruleset NAME`: creates a rule set that compiles, plays and passes the laws, and
//! adds its lines to the register and the manifests. `--try` does so in a copy of the repository,
//! and removes every rule set from it in turn: this checks that a rule set is one folder and a few
//! lines. `--short`, a step of `cargo ci`, creates one next to the repository and runs its tests
//! there.

use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::{self, Done, at, cargo_at, root, say, target, timed};
use crate::steps::register::{self, make_folder, read, write};

/// The rule set that `--try` creates.
const TRIED: &str = "field-day";

/// Creates a rule set.
pub(crate) fn run(arguments: &[String]) -> Done {
    match arguments {
        [option] if option == "--try" => try_in_a_copy(),
        [option] if option == "--short" => short(),
        [name] => {
            let names = Names::of(name)?;
            lay(root(), &names)?;
            println!(
                "\nrules/{name} is laid, with a battle in scenarios/{name}. Next:\n  \
                 cargo test -p sandtable-{name}\n  \
                 cargo run -p sandtable-cli -- battle {name}/first-battle\n  \
                 docs/authors.md says how to go on."
            );
            Ok(())
        }
        _ => Err("usage: cargo xtask new-ruleset NAME (or --try, --short)".to_owned()),
    }
}

/// Names of the new rule set in the forms that are needed.
struct Names {
    /// `field-day`.
    name: String,
    /// `field_day`.
    snake: String,
    /// `FieldDay`.
    kind: String,
    /// `Field day`.
    title: String,
}

impl Names {
    fn of(name: &str) -> Done<Self> {
        let words: Vec<&str> = name.split('-').collect();
        let plain = |word: &&str| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        let letter = name.starts_with(|c: char| c.is_ascii_lowercase());
        if !letter || !words.iter().all(plain) || name.len() > 40 {
            return Err(format!(
                "`{name}` cannot be the name of a rule set: small letters and digits, with `-` between words"
            ));
        }
        if name == "register" {
            return Err("`register` is the folder of the register; choose another name".to_owned());
        }
        Ok(Self {
            name: name.to_owned(),
            snake: words.join("_"),
            kind: words.iter().map(|word| capital(word)).collect(),
            title: capital(&words.join(" ")),
        })
    }

    /// Inserts the names into a template.
    fn fill(&self, text: &str, prefix: &str) -> String {
        text.replace("@NAME@", &self.name)
            .replace("@SNAKE@", &self.snake)
            .replace("@TYPE@", &self.kind)
            .replace("@TITLE@", &self.title)
            .replace("@PREFIX@", prefix)
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Creates a rule set in a repository.
fn lay(root: &Path, names: &Names) -> Done {
    let folder = root.join("rules").join(&names.name);
    if folder.exists() {
        return Err(format!("rules/{} is there already", names.name));
    }
    fill_in(root, names)?;
    say("new-ruleset", &format!("rules/{}", names.name));
    register::add(root, &names.name, &names.snake, &names.kind)?;
    say("new-ruleset", "lines in the register and the manifests");
    // The helper writes c.rs; then the formatter fixes what the name has moved.
    shell::run(&mut cargo_at(
        root,
        &["run", "-q", "-p", "xtask-clauses", "--", "write"],
    ))?;
    let package = format!("sandtable-{}", names.name);
    shell::run(&mut cargo_at(
        root,
        &["fmt", "-p", &package, "-p", "sandtable-register"],
    ))
}

/// Writes the template into a repository: the folder of the rule set, and its scenarios.
fn fill_in(root: &Path, names: &Names) -> Done {
    let prefix = prefix(root, &names.name)?;
    let template = at("xtask/template");
    let folder = root.join("rules").join(&names.name);
    for file in files(&template)? {
        let inside = file
            .strip_prefix(&template)
            .map_err(|error| error.to_string())?;
        let to = match inside.strip_prefix("scenarios") {
            Ok(scenario) => root.join("scenarios").join(&names.name).join(scenario),
            Err(_) => folder.join(inside),
        };
        write(&to, &names.fill(&read(&file)?, &prefix))?;
    }
    Ok(())
}

/// Creates a rule set in a workspace of its own that uses the crates of this one, and runs its
/// tests and lints. This checks that the template still works.
pub(crate) fn short() -> Done {
    let folder = target().join("new-ruleset/short");
    if folder.is_dir() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let names = Names::of(TRIED)?;
    fill_in(&folder, &names)?;
    write(
        &folder.join("Cargo.toml"),
        &own_workspace(&read(&at("Cargo.toml"))?),
    )?;
    for file in ["Cargo.lock", "clippy.toml"] {
        write(&folder.join(file), &read(&at(file))?)?;
    }
    let laid = folder.join("rules").join(TRIED);
    let laid = laid.to_string_lossy();
    shell::run(&mut cargo_at(
        root(),
        &[
            "run",
            "-q",
            "-p",
            "xtask-clauses",
            "--",
            "write",
            "--in",
            &laid,
        ],
    ))?;
    let cargo = |arguments: &[&str]| {
        let mut command = cargo_at(&folder, arguments);
        shell::run(command.env("CARGO_TARGET_DIR", target()))
    };
    timed("new-ruleset", || {
        cargo(&["fmt"])?;
        cargo(&["test", "-q", "--offline"])?;
        cargo(&[
            "clippy",
            "-q",
            "--offline",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ])
    })
}

/// Returns the manifest of a workspace that contains only the new rule set, with the crates of this
/// repository by their paths.
fn own_workspace(manifest: &str) -> String {
    let here = format!("path = \"{}/", root().display());
    let ours = manifest.lines().filter(|line| {
        let listed = ["members =", "default-members =", "exclude ="];
        !listed.iter().any(|start| line.starts_with(start))
    });
    let lines: Vec<String> = ours.map(|line| line.replace("path = \"", &here)).collect();
    let members = "[workspace]\nmembers = [\"rules/*\"]";
    lines.join("\n").replacen("[workspace]", members, 1) + "\n"
}

/// Returns a prefix for its clauses that no other rule set has.
fn prefix(root: &Path, name: &str) -> Done<String> {
    let mut taken = vec!["TABLE".to_owned()];
    for entry in entries(&root.join("rules"))? {
        let Ok(text) = fs::read_to_string(entry.join("clauses.toml")) else {
            continue;
        };
        let line = text.lines().find_map(|line| line.strip_prefix("prefix = "));
        taken.extend(line.map(|prefix| prefix.trim().trim_matches('"').to_owned()));
    }
    let letters: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    let initials: String = name.split('-').filter_map(|w| w.chars().next()).collect();
    let short = |word: &str| word.chars().take(3).collect::<String>().to_uppercase();
    let own = [short(&initials), short(&letters)];
    let numbered = (2..100).map(|n| format!("{}{n}", short(&letters)));
    let fits = |prefix: &String| {
        prefix.len() > 2
            && prefix.starts_with(|c: char| c.is_ascii_uppercase())
            && !taken.contains(prefix)
    };
    own.into_iter()
        .chain(numbered)
        .find(fits)
        .ok_or_else(|| format!("no prefix for `{name}` is free"))
}

/// Creates a rule set in a copy and tests it there, then removes every rule set in turn.
fn try_in_a_copy() -> Done {
    let copy = target().join("new-ruleset/copy");
    let built = target().join("new-ruleset/target");
    copy_to(&copy)?;
    let cargo = |arguments: &[&str]| {
        let mut command = cargo_at(&copy, arguments);
        command.env("CARGO_TARGET_DIR", &built).env("RULES", TRIED);
        shell::run(&mut command)
    };
    timed("new-ruleset", || {
        lay(&copy, &Names::of(TRIED)?)?;
        let package = format!("sandtable-{TRIED}");
        cargo(&["test", "-q", "-p", &package])?;
        cargo(&["test", "-q", "-p", "sandtable-register", "numbers"])?;
        cargo(&["test", "-q", "-p", "sandtable-laws", "--test", "laws"])?;
        cargo(&["test", "-q", "-p", "sandtable-laws", "--test", "exhaust"])?;
        cargo(&[
            "run",
            "-q",
            "-p",
            "xtask-clauses",
            "--",
            "coverage",
            "--check",
            TRIED,
        ])?;
        let battle = format!("{TRIED}/first-battle");
        cargo(&[
            "run",
            "-q",
            "-p",
            "sandtable-cli",
            "--",
            "battle",
            &battle,
            "--quiet",
        ])
    })?;
    register::remove(&copy, TRIED)?;
    for folder in entries(&root().join("rules"))? {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        if name == "register" {
            continue;
        }
        timed("without", || {
            say("without", &name);
            register::remove(&copy, &name)?;
            cargo(&["check", "-q", "--workspace", "--all-targets"])?;
            copy_to(&copy)
        })?;
    }
    Ok(())
}

/// Copies what git would keep, as it is in the working tree. Files that are already the same stay
/// untouched, so that little is built again.
fn copy_to(copy: &Path) -> Done {
    let list = shell::output(
        std::process::Command::new("git")
            .args(["ls-files", "-co", "--exclude-standard"])
            .current_dir(root()),
    );
    let list = list.ok_or("git cannot list the files of the repository")?;
    let mut kept = Vec::new();
    // Of the page, copy only what tests of the engine read.
    let wanted = |line: &&str| !line.starts_with("web/") || line.ends_with("/contract.ts");
    for line in list.lines().filter(wanted) {
        let from = root().join(line);
        let Ok(bytes) = fs::read(&from) else { continue };
        let to = copy.join(line);
        if fs::read(&to).ok().as_ref() != Some(&bytes) {
            make_folder(&to)?;
            fs::write(&to, bytes).map_err(|error| format!("{}: {error}", to.display()))?;
        }
        kept.push(to);
    }
    // Remove what no longer exists from the copy, too.
    for part in ["rules", "scenarios", "crates"] {
        for file in files(&copy.join(part))? {
            if !kept.contains(&file) {
                fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            }
        }
        for folder in entries(&copy.join(part))? {
            if files(&folder)?.is_empty() {
                let gone = fs::remove_dir_all(&folder);
                gone.map_err(|error| format!("{}: {error}", folder.display()))?;
            }
        }
    }
    Ok(())
}

/// Returns every file below a folder, in order, or none if there is no such folder.
fn files(folder: &Path) -> Done<Vec<PathBuf>> {
    let mut out = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            out.extend(files(&path)?);
        } else {
            out.push(path);
        }
    }
    Ok(out)
}

/// Returns the contents of a folder, in order, or nothing if there is no such folder.
fn entries(folder: &Path) -> Done<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        all.push(entry.map_err(wrong)?.path());
    }
    all.sort();
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn names_are_put_in_and_odd_ones_refused() {
        let names = Names::of("field-day").expect("a name");
        let filled = names.fill("@NAME@ @SNAKE@ @TYPE@ @TITLE@ @PREFIX@", "FIE");
        assert_eq!(filled, "field-day field_day FieldDay Field day FIE");
        for odd in [
            "",
            "Field",
            "field--day",
            "6-plus",
            "register",
            "a b",
            "../x",
        ] {
            assert!(Names::of(odd).is_err(), "{odd}");
        }
    }
}
