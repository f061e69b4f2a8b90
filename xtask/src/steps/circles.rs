//! Import cycles: there must be none among the modules of a crate, among the files of the page, or
//! among its folders.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::shell::{Done, root};
use crate::steps::sources::{self, Source};

/// Maps each importer to what it imports.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Cycles still to be removed. The list may only get shorter: a cycle that is not on it fails, and
/// so does an entry that is no longer a cycle.
const KNOWN: [&str; 0] = [];

/// Returns the cycles among the modules of every crate, and among the files and folders of the
/// page, except known ones: one sentence each.
pub(crate) fn all() -> Done<Vec<String>> {
    let mut found = Vec::new();
    for krate in sources::crates()? {
        let name = krate.strip_prefix(root()).unwrap_or(&krate);
        found.extend(told(&modules(&krate)?, &name.display().to_string()));
    }
    let (files, folders) = page()?;
    found.extend(told(&files, "web/src, files"));
    found.extend(told(&folders, "web/src, folders"));
    let gone = KNOWN
        .iter()
        .filter(|known| !found.iter().any(|one| one == *known));
    let gone: Vec<String> = gone
        .map(|known| format!("{known}: no circle any more, take it off the list in circles.rs"))
        .collect();
    let new = found.iter().filter(|one| !KNOWN.contains(&one.as_str()));
    Ok(new
        .map(|one| format!("a circle of imports in {one}"))
        .chain(gone)
        .collect())
}

fn told(graph: &Graph, place: &str) -> Vec<String> {
    let circles = circles(graph).into_iter();
    circles
        .map(|names| format!("{place}: {}", names.join(", ")))
        .collect()
}

/// Returns the modules of a crate and what each uses from the others. Children may name their
/// parent module: it lists them, so it comes before them.
fn modules(krate: &Path) -> Done<Graph> {
    let files = sources::under(&krate.join("src"), &["rs"])?;
    let named: BTreeMap<Vec<String>, &Source> = files
        .iter()
        .map(|file| (module_of(&file.path, krate), file))
        .collect();
    let mut graph = Graph::new();
    for (own, file) in named.iter().filter(|(own, _)| !own.is_empty()) {
        let taken = paths(&sources::code(&file.text))
            .into_iter()
            .filter_map(|path| {
                let target = target(&path, own)?;
                let known = (1..=target.len()).rev().map(|n| &target[..n]);
                let found = known
                    .into_iter()
                    .find(|part| named.contains_key(*part))?
                    .to_vec();
                (!own.starts_with(&found)).then(|| found.join("::"))
            });
        graph.insert(own.join("::"), taken.collect());
    }
    Ok(graph)
}

/// Returns the module of a file: `files/read.rs` is `files::read`, `files/mod.rs` is `files`,
/// `lib.rs` is empty.
fn module_of(file: &Path, krate: &Path) -> Vec<String> {
    let inside = file.strip_prefix(krate.join("src")).unwrap_or(file);
    let mut parts: Vec<String> = inside
        .with_extension("")
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    if parts
        .last()
        .is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main"))
    {
        parts.pop();
    }
    parts
}

/// Returns where a path that begins with `crate` or `super` leads.
fn target(path: &[String], own: &[String]) -> Option<Vec<String>> {
    let supers = path.iter().take_while(|part| *part == "super").count();
    match path.first()?.as_str() {
        "crate" => Some(path[1..].to_vec()),
        "super" => {
            let base = own.get(..own.len().checked_sub(supers)?)?;
            Some([base, &path[supers..]].concat())
        }
        _ => None,
    }
}

/// Returns every path that begins with `crate::` or `super::`, with the lists of `use` expanded.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            written_out(&code[at..], &mut Vec::new(), &mut found);
        }
    }
    found
}

/// Reads one path, or a list of paths in braces, and returns the rest of the text.
fn written_out<'a>(
    text: &'a str,
    before: &mut Vec<String>,
    found: &mut Vec<Vec<String>>,
) -> &'a str {
    let depth = before.len();
    let mut rest = text.trim_start();
    loop {
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        if end > 0 {
            before.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
        match rest.strip_prefix("::") {
            Some(more) if more.starts_with('{') => {
                rest = &more[1..];
                while !rest.trim_start().starts_with('}') && !rest.trim_start().is_empty() {
                    rest = written_out(rest, before, found).trim_start();
                    let comma = rest.find([',', '}']).unwrap_or(rest.len());
                    rest = rest[comma..].strip_prefix(',').unwrap_or(&rest[comma..]);
                }
                before.truncate(depth);
                return rest.trim_start().strip_prefix('}').unwrap_or(rest);
            }
            Some(more) => rest = more,
            None => break,
        }
    }
    found.push(before.clone());
    before.truncate(depth);
    rest
}

/// Returns what the files of the page import from each other (types do not count, since they vanish
/// at run time), and what its folders import from each other (there types count).
fn page() -> Done<(Graph, Graph)> {
    let top = sources::at("web/src");
    let mut files = Graph::new();
    let mut folders = Graph::new();
    for file in sources::under(&top, &["ts", "svelte"])? {
        let name = inside(&file.path, &top);
        if name.contains(".test.") {
            continue;
        }
        for (of, types) in imports(&file.text) {
            let Some(other) = resolved(&file.path, of) else {
                continue;
            };
            let other = inside(&other, &top);
            // A component may use itself.
            if !types && other != name {
                files.entry(name.clone()).or_default().insert(other.clone());
            }
            let (from, to) = (folder(&name), folder(&other));
            if from != to {
                folders.entry(from).or_default().insert(to);
            }
        }
    }
    Ok((files, folders))
}

fn inside(path: &Path, top: &Path) -> String {
    path.strip_prefix(top).unwrap_or(path).display().to_string()
}

/// Returns the first folder on the path to a file; files at the top form a folder of their own.
fn folder(name: &str) -> String {
    name.split_once('/')
        .map_or(".", |(first, _)| first)
        .to_owned()
}

/// Returns the local imports of a file, and whether each is for types only.
fn imports(text: &str) -> Vec<(&str, bool)> {
    let mut found = Vec::new();
    for statement in text.split(';') {
        let Some((before, after)) = statement.rsplit_once("from ") else {
            continue;
        };
        let name = after.trim().trim_matches(['\'', '"']);
        let Some(at) = before.rfind("import").or_else(|| before.rfind("export")) else {
            continue;
        };
        if name.starts_with('.') && !name.contains(char::is_whitespace) {
            found.push((name, before[at + 6..].trim_start().starts_with("type ")));
        }
    }
    found
}

/// Returns the file that an import names.
fn resolved(from: &Path, name: &str) -> Option<PathBuf> {
    let mut path = PathBuf::new();
    for part in from.parent()?.join(name).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    let with = |end: &str| PathBuf::from(format!("{}{end}", path.display()));
    ["", ".ts", ".svelte", ".svelte.ts", "/index.ts"]
        .map(with)
        .into_iter()
        .find(|candidate| candidate.is_file())
}

/// Returns the cycles of a graph: every set of names that can all reach each other.
fn circles(graph: &Graph) -> Vec<Vec<String>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> = graph
        .keys()
        .map(|name| (name.as_str(), reached(graph, name)))
        .collect();
    let mut found: Vec<Vec<String>> = Vec::new();
    for (name, far) in &reach {
        let known = found
            .iter()
            .any(|circle| circle.iter().any(|one| one == name));
        if far.contains(name) && !known {
            let mates = far
                .iter()
                .filter(|other| reach.get(*other).is_some_and(|r| r.contains(name)));
            found.push(mates.map(|&other| other.to_owned()).collect());
        }
    }
    found
}

fn reached<'a>(graph: &'a Graph, from: &str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut next: Vec<&str> = graph
        .get(from)
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    while let Some(name) = next.pop() {
        if seen.insert(name) {
            next.extend(graph.get(name).into_iter().flatten().map(String::as_str));
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(of: &[(&str, &[&str])]) -> Graph {
        let row = |(name, all): &(&str, &[&str])| {
            (
                (*name).to_owned(),
                all.iter().map(|&one| one.to_owned()).collect(),
            )
        };
        of.iter().map(row).collect()
    }

    #[test]
    fn a_circle_is_found_and_a_chain_is_none() {
        let chain = graph(&[("a", &["b"]), ("b", &["c"]), ("c", &[])]);
        assert!(circles(&chain).is_empty());
        let ring = graph(&[("a", &["b"]), ("b", &["c"]), ("c", &["a", "d"]), ("d", &[])]);
        assert_eq!(circles(&ring), [["a", "b", "c"]]);
    }

    #[test]
    fn lists_of_use_are_written_out() {
        let found = paths("use crate::files::{read::{one, Two}, write};\nlet x = super::near(1);");
        let told: Vec<String> = found.iter().map(|path| path.join("::")).collect();
        assert_eq!(
            told,
            [
                "crate::files::read::one",
                "crate::files::read::Two",
                "crate::files::write",
                "super::near"
            ]
        );
    }

    #[test]
    fn imports_of_a_page_are_read() {
        let text = "import { a } from './a';\nimport type { B } from '../b';\nimport x from 'lib';";
        assert_eq!(imports(text), [("./a", false), ("../b", true)]);
    }
}
