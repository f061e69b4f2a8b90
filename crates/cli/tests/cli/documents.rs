//! What the documents show, run. Every block of code in them is a file that `check` accepts, a list
//! of commands that succeed, or marked with the reason why it is neither.
//!
//! An HTML comment before a block says which: with `<!-- file: NAME -->` it is that file, with
//! `<!-- adds to: NAME -->` it goes at the end of that file, with `<!-- not run: WHY -->` it is not
//! run. Blocks of commands need no comment. `python/tests/test_documents.py` runs the blocks of
//! Python.

use crate::run::said;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Commands that do not run here, and why.
const LEFT_OUT: [(&str, &str); 7] = [
    ("cargo ", "builds the project, which is what runs this test"),
    ("npm ", "installs the packages of the page"),
    ("sandtable play", "serves the page until it is stopped"),
    ("sandtable serve", "serves rooms until it is stopped"),
    (
        "sandtable study",
        "plays hundreds of battles; its file is checked instead",
    ),
    ("sandtable compare", "plays hundreds of battles"),
    (
        "sandtable generate",
        "plays battles until a table is fair; other tests run it",
    ),
];

/// A block of code, with the line at which it begins and the comment before it.
struct Block {
    line: usize,
    comment: String,
    text: String,
}

/// Finds the blocks of a document, fenced or indented.
fn blocks(document: &str) -> Vec<Block> {
    let lines: Vec<&str> = document.lines().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let first = at;
        let fenced = lines[at].starts_with("```");
        let python = lines[at] == "```python";
        let set_in = |line: &str| line.starts_with("    ") && !line.trim().is_empty();
        let begins = set_in(lines[at]) && (at == 0 || lines[at - 1].trim().is_empty());
        let text: Vec<&str> = if fenced {
            let inner = lines[at + 1..].iter().take_while(|l| !l.starts_with("```"));
            inner.copied().collect()
        } else if begins {
            lines[at..]
                .iter()
                .take_while(|l| set_in(l))
                .map(|l| l.trim())
                .collect()
        } else {
            at += 1;
            continue;
        };
        at += text.len() + if fenced { 2 } else { 0 };
        if python {
            continue;
        }
        let before = lines[..first]
            .iter()
            .rev()
            .find(|line| !line.trim().is_empty());
        let comment = before.filter(|line| line.starts_with("<!--"));
        found.push(Block {
            line: first + 1,
            comment: comment.map_or_else(String::new, |line| (*line).to_owned()),
            text: text.join("\n"),
        });
    }
    found
}

/// Returns what a comment says after a word.
fn says<'c>(comment: &'c str, word: &str) -> Option<&'c str> {
    let rest = comment.trim_start_matches("<!--").trim_end_matches("-->");
    rest.trim().strip_prefix(word).map(str::trim)
}

/// Splits a command line into words: quotes hold words together, `#` ends the line.
fn words(line: &str) -> Vec<String> {
    let (mut all, mut word, mut quote, mut any) = (Vec::new(), String::new(), None, false);
    for letter in line.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => word.push(letter),
            (None, '\'' | '"') => (quote, any) = (Some(letter), true),
            (None, '#') if word.is_empty() && !any => break,
            (None, _) if letter.is_whitespace() => {
                if any || !word.is_empty() {
                    all.push(std::mem::take(&mut word));
                }
                any = false;
            }
            (None, _) => word.push(letter),
        }
    }
    if any || !word.is_empty() {
        all.push(word);
    }
    all
}

/// Makes a folder that looks like the one in which a reader works.
fn desk(document: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("desk-{document}"));
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    for shipped in ["situations", "studies", "scenarios", "armies"] {
        let from = Path::new(ROOT)
            .join(shipped)
            .canonicalize()
            .expect("shipped");
        std::os::unix::fs::symlink(from, folder.join(shipped)).expect("a link");
    }
    folder
}

fn run(desk: &Path, arguments: &[String]) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    let output = command.current_dir(desk).args(arguments).output();
    let output = output.map_err(|error| error.to_string())?;
    output.status.success().then_some(()).ok_or(said(&output))
}

/// Runs a line of commands, or checks what can be checked of one that is left out.
fn command(desk: &Path, line: &str) -> Result<(), String> {
    let all = words(line);
    let plain = all.join(" ");
    let left_out = LEFT_OUT.iter().any(|(begins, _)| plain.starts_with(begins));
    match all.split_first() {
        None => Ok(()),
        Some((_, rest)) if plain.starts_with("sandtable study") => {
            run(desk, &["check".to_owned(), rest[1].clone()])
        }
        Some(_) if left_out => Ok(()),
        Some((name, rest)) if name == "sandtable" => {
            let to = rest.iter().position(|word| word == ">");
            run(desk, &rest[..to.unwrap_or(rest.len())])
        }
        Some(_) => Err("no command of this program".to_owned()),
    }
}

/// Writes the files of all blocks first: a command may come before its file.
fn lay_out(desk: &Path, blocks: &[Block]) -> Vec<String> {
    let mut files: Vec<(String, String)> = Vec::new();
    for block in blocks {
        if let Some(name) = says(&block.comment, "file:") {
            files.push((name.to_owned(), block.text.clone()));
        } else if let Some(name) = says(&block.comment, "adds to:") {
            let found = files.iter_mut().find(|(of, _)| of == name);
            let (_, text) = found.unwrap_or_else(|| panic!("line {}: no {name}", block.line));
            text.push_str(&format!("\n{}", block.text));
        }
    }
    for (name, text) in &files {
        std::fs::write(desk.join(name), text).expect("a file");
    }
    files.into_iter().map(|(name, _)| name).collect()
}

/// Finds everything that is wrong in a document.
fn faults(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(ROOT).join(name)).expect("a document");
    let desk = desk(&name.replace('/', "-"));
    let blocks = blocks(&text);
    let mut faults = Vec::new();
    for file in lay_out(&desk, &blocks) {
        if let Err(why) = run(&desk, &["check".to_owned(), file.clone()]) {
            faults.push(format!("{name}: {file}: {why}"));
        }
    }
    for block in &blocks {
        let place = format!("{name}:{}", block.line);
        let marked = ["file:", "adds to:", "not run:"];
        if marked
            .iter()
            .any(|word| says(&block.comment, word).is_some_and(|w| !w.is_empty()))
        {
            continue;
        }
        for line in block.text.lines() {
            if let Err(why) = command(&desk, line) {
                faults.push(format!("{place}: {line}: {why}"));
            }
        }
    }
    faults
}

#[test]
fn what_the_documents_show_runs() {
    let mut all = vec!["README.md".to_owned()];
    let docs = std::fs::read_dir(Path::new(ROOT).join("docs")).expect("docs");
    for entry in docs {
        let name = entry.expect("a file").file_name();
        let name = name.to_string_lossy();
        if name.ends_with(".md") {
            all.push(format!("docs/{name}"));
        }
    }
    all.sort();
    let faults: Vec<String> = all.iter().flat_map(|name| faults(name)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_block_that_is_wrong_is_found() {
    let blocks = blocks("text\n\n    sandtable rulesets   # all\n\n```toml\nx = 1\n```\n");
    assert_eq!(blocks.len(), 2);
    assert_eq!(blocks[0].text, "sandtable rulesets   # all");
    assert_eq!(words(&blocks[0].text), ["sandtable", "rulesets"]);
    let desk = desk("wrong");
    assert!(command(&desk, "sandtable rulesets").is_ok());
    assert!(command(&desk, "sandtable nonsense").is_err());
    assert!(command(&desk, "x = 1").is_err());
    assert_eq!(
        words("try a 'shoot \"B\" \"R\"' --dice 4 # no"),
        ["try", "a", "shoot \"B\" \"R\"", "--dice", "4"]
    );
}
