//! What a browser fetches must stay below its budget.

use std::collections::BTreeMap;
use std::fs;

use crate::shell::{Done, at, say};
use crate::steps::wasm;

/// What the program sends: files as Vite left them, shrunk by brotli.
const FOLDER: &str = "web/dist/assets";
/// Letters of the hash in the name of a file.
const HASH: usize = 8;
/// The page, which names what its first screen needs.
const PAGE: &str = "web/dist/index.html";
/// Bytes of an engine with the script that loads it.
const ENGINE: u64 = 500_000;
/// Bytes of a lab or a desk: who plays fetches none.
const LAB: u64 = 560_000;
/// Bytes of the scripts and styles without which the first screen is not there, the
/// worker of the engines among them.
const FIRST: u64 = 120_000;
/// Bytes of all scripts and styles together, each screen's own among them.
const ALL: u64 = 260_000;
/// Bytes of what is fetched as data: the glossary in every language, the rulings of all
/// rule sets in English.
const DATA: u64 = 60_000;
/// Bytes of what the engines say in another language, all rule sets together.
const WORDS: u64 = 350_000;

/// Measures the files of the last build as the program sends them.
pub(crate) fn run() -> Done {
    let folder = at(FOLDER);
    let failed = |error| {
        let folder = folder.display();
        format!("cannot read {folder}: {error}; `cargo xtask web` builds it")
    };
    let page = fs::read_to_string(at(PAGE)).map_err(|error| format!("{PAGE}: {error}"))?;
    let is_first = |name: &str| {
        let script = name.trim_end_matches(".br");
        page.contains(script) || script.starts_with("worker-") && script.ends_with(".js")
    };
    let names = wasm::engines()?;
    let (mut first, mut all, mut data, mut spoken) = (0, 0, 0, 0);
    let mut large = Vec::new();
    let mut engines = BTreeMap::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let bytes = entry.metadata().map_err(failed)?.len();
        if let Some(engine) = names.iter().find(|engine| is_of(engine, &name)) {
            let (files, sum) = engines.entry(engine).or_insert((0, 0));
            (*files, *sum) = (*files + 1, *sum + bytes);
        } else if name.ends_with(".json.br") && is_spoken(&names, &name) {
            spoken += bytes;
        } else if name.ends_with(".json.br") {
            data += bytes;
        } else if name.ends_with(".br") {
            all += bytes;
            first += if is_first(&name) { bytes } else { 0 };
        }
    }
    for name in &names {
        // Its script and the engine itself, both shrunk.
        let (files, bytes) = engines.get(name).copied().unwrap_or_default();
        if files != 2 {
            return Err(format!("{} holds no {name}, shrunk", folder.display()));
        }
        let few_want = name.ends_with("-lab") || name.ends_with("-desk");
        tell(name, bytes, if few_want { LAB } else { ENGINE }, &mut large);
    }
    tell(
        "scripts and styles of the first screen",
        first,
        FIRST,
        &mut large,
    );
    tell("all scripts and styles", all, ALL, &mut large);
    tell("data", data, DATA, &mut large);
    tell("words of other languages", spoken, WORDS, &mut large);
    if large.is_empty() {
        Ok(())
    } else {
        Err(format!("too large: {}", large.join(", ")))
    }
}

/// Whether a file is an engine's own: `NAME_bg-HASH.wasm.br` or `NAME-HASH.js.br`.
fn is_of(engine: &str, file: &str) -> bool {
    let Some(rest) = file.strip_prefix(engine) else {
        return false;
    };
    let script = rest
        .strip_prefix('-')
        .and_then(|rest| rest.strip_suffix(".js.br"));
    rest.starts_with("_bg-") && rest.ends_with(".wasm.br")
        || script.is_some_and(|hash| hash.len() == HASH)
}

/// Dots in the name of rulings in English, `rulings.RULES-HASH.json.br`; in another
/// language there is one more.
const ENGLISH: usize = 3;

/// Whether a file holds what engines say in another language: for a rule set, for the
/// table, for studies, what there is to play, or the rulings of a rule set.
fn is_spoken(engines: &[String], file: &str) -> bool {
    let is = |name: &str| file.strip_prefix(name).is_some_and(|r| r.starts_with('-'));
    is("table")
        || is("study")
        || file.starts_with("catalogue.")
        || file.starts_with("rulings.") && file.matches('.').count() > ENGLISH
        || engines.iter().any(|name| is(name))
}

/// Says how large a thing is, and notes it when that is too much.
fn tell(name: &str, bytes: u64, budget: u64, large: &mut Vec<String>) {
    say(
        "size",
        &format!("{name}: {bytes} bytes after brotli, of {budget} allowed"),
    );
    if bytes >= budget {
        large.push(name.to_owned());
    }
}
