//! The catalogues of other languages (`words/<language>`): they are complete, contain nothing that
//! is never said, and every sentence has the same parts as its English.

use sandtable_battle::{Card, Rules, Switch, Switches};
use sandtable_files::{peek_rules, read_battle};
use sandtable_register::{ALL, Entry};
use sandtable_tell::words::plain;
use sandtable_tongue::Catalogue;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates whose sentences people hear while they play, build a battle or open a file; the
/// others speak to people who study rules.
const SPEAKING: [&str; 14] = [
    "battle",
    "builder",
    "cli",
    "drill",
    "files",
    "look",
    "odds",
    "opponents",
    "print",
    "real-table",
    "rooms",
    "session",
    "tell",
    "tutorial",
];

/// Calls that pass words on to where they are said: the flaws of files, and what is wanted, missing
/// or wrong there. Only literals with a blank in them count; others are keys.
const HANDED: [&str; 19] = [
    "notes.add(",
    "notes.hint(",
    "Flaws::one(",
    "play.flaw(",
    "self.flaw(",
    ".mismatch(",
    "flaw(",
    "must(",
    ".unlike(",
    "parse(",
    "too_long(",
    "sound(",
    ".need(",
    ".table(",
    ".tables(",
    ".unit(",
    ".word(",
    ".facing(",
    ".number(",
];

pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(super) fn languages() -> Vec<PathBuf> {
    let all = fs::read_dir(root().join("words")).expect("words");
    all.map(|entry| entry.expect("a folder").path()).collect()
}

/// Returns the words for the table or for a rule set. A rule set may have none: it then speaks
/// English, as its author does. If it has any words, it has them all.
pub(super) fn catalogue(language: &Path, name: &str) -> Option<Catalogue> {
    let file = language.join(format!("{name}.json"));
    let text = fs::read_to_string(&file).ok()?;
    Some(sandtable_tongue::read(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display())))
}

/// Returns the texts of a rule set that are said as they stand: its card, its guided battle, its
/// battles.
fn texts(entry: &Entry) -> BTreeSet<String> {
    let rules = entry.open(&Switches::default()).expect("a rule set");
    let mut card = rules.card().clone();
    let mut annex = sandtable_register::annex(entry.id).expect("what ships beside it");
    let texts = card.texts().into_iter().chain(annex.texts());
    let mut all: BTreeSet<String> = texts.map(|text| text.clone()).collect();
    if let Some(library) = entry.library() {
        let library = library.expect("the library's file");
        let own = library.battle.into_values().filter_map(|of| of.period);
        all.extend(own.chain([library.period, library.says]));
    }
    let known = |rules: &dyn Rules, text: &str, all: &mut BTreeSet<String>| {
        let battle = read_battle(text, rules).expect("a battle that ships");
        let setting = battle.setting.clone();
        let pieces = setting.pieces.iter().map(|piece| &piece.feature.name);
        let ground = setting.terrain.iter().map(|feature| &feature.name);
        let zones = setting.zones.iter().map(|zone| &zone.name);
        let places = pieces.chain(ground).chain(zones);
        all.extend(
            places
                .filter(|name| !name.is_empty())
                .map(|name| format!("place|{name}")),
        );
        let sides = setting.sides.iter().map(|side| &side.name);
        let groups = setting.groups.iter().map(|group| &group.name);
        let names = sides.chain(groups).chain(&setting.names);
        all.extend(names.map(|name| format!("name|{name}")));
        all.extend([
            setting.title.clone(),
            setting.story.clone(),
            setting.victory.words.clone(),
        ]);
        battle
    };
    for scenario in entry.scenarios() {
        let text = scenario.text;
        let switches = peek_rules(&text).map(|(_, switches)| switches);
        let rules = entry
            .open(&switches.unwrap_or_default())
            .expect("a rule set");
        known(&*rules, &text, &mut all);
    }
    all.extend(
        rules
            .card()
            .armies
            .elements
            .iter()
            .flat_map(|e| e.unsure.clone()),
    );
    all.extend(card.numbers.numbers.iter().flat_map(|n| n.fixed.clone()));
    all.extend(said(&source(&[entry_folder(entry)])));
    if let Some(lessons) = entry.tutorial() {
        let start = known(&*rules, &lessons.battle, &mut all);
        let tutorial = sandtable_tutorial::read(&lessons.text, rules.card(), &start);
        let tutorial = tutorial.expect("a tutorial that ships");
        all.extend([tutorial.title, tutorial.says]);
        for step in tutorial.steps {
            all.extend([step.title, step.task]);
            all.extend(step.says);
            all.extend(step.after);
        }
    }
    all.retain(|text| text.contains(char::is_alphabetic));
    all
}

/// Returns the names that files use, as they are spoken, and what is said about particular things.
fn names(card: &Card) -> BTreeSet<String> {
    let strength = [&card.strength.one, &card.strength.many];
    let mut all: BTreeSet<String> = strength.map(|one| format!("strength|{one}")).into();
    all.extend(card.clauses.iter().map(|c| format!("source|{}", c.source)));
    let credit = [&card.credit.author, &card.credit.published];
    all.extend(credit.map(|text| format!("credit|{text}")));
    for name in &card.formations {
        all.extend([name.clone(), plain(name)]);
    }
    all.extend(card.ratings.iter().flat_map(|r| r.values.clone()));
    let told = |s: &Switch| {
        if s.told.is_empty() {
            s.values.clone()
        } else {
            s.told.clone()
        }
    };
    all.extend(card.switches.iter().flat_map(told));
    for number in &card.numbers.numbers {
        all.extend(number.path.split('.').map(plain));
        all.insert(number.now.clone());
    }
    let annex = sandtable_register::annex(&card.id).expect("what ships beside it");
    for table in annex.sheet.iter().flat_map(|block| &block.table) {
        let rows = table.rows(&card.numbers).rows;
        all.extend(rows.into_iter().map(|(name, _)| name));
    }
    all
}

/// Returns the source of the crates that speak.
fn table_source() -> String {
    let crates = SPEAKING.map(|name| root().join("crates").join(name));
    source(&crates)
}

/// Returns the folder of a rule set.
fn entry_folder(entry: &Entry) -> PathBuf {
    root().join("rules").join(entry.id)
}

/// Returns the source in some folders, without tests and with broken literals joined.
pub(super) fn source(folders: &[PathBuf]) -> String {
    fn add(folder: &Path, out: &mut String) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                add(&path, out);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                let code = text.split("#[cfg(test)]\nmod tests").next();
                let lines = code.unwrap_or_default().lines().map(str::trim);
                for line in lines.filter(|line| !line.starts_with("//")) {
                    // A literal continues after a backslash; other lines are separated.
                    out.push_str(line.strip_suffix('\\').unwrap_or(line));
                    if !line.ends_with('\\') {
                        out.push('\n');
                    }
                }
            }
        }
    }
    let mut out = String::new();
    for folder in folders {
        add(&folder.join("src"), &mut out);
    }
    out
}

/// Returns the literals in calls of `say!` and `say` and in those that make errors, and the
/// literals that are passed on to where they are said.
pub(super) fn said(source: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let named = "const FILE: &str =";
    for call in ["say!(", "say(", "EngineError::new(", ".hint(", named] {
        for (at, _) in source.match_indices(call) {
            let from = source[at + call.len()..].trim_start();
            all.extend(from.strip_prefix('"').map(literal));
        }
    }
    for call in HANDED {
        for (at, _) in source.match_indices(call) {
            let words = literals(&source[at + call.len()..]);
            all.extend(words.into_iter().filter(|text| text.contains(' ')));
        }
    }
    all.remove("");
    all
}

/// Returns the literal that begins after its quotes.
fn literal(from: &str) -> String {
    let mut text = String::new();
    let mut letters = from.chars();
    while let Some(letter) = letters.next().filter(|letter| *letter != '"') {
        let escaped = (letter == '\\').then(|| letters.next()).flatten();
        text.push(escaped.unwrap_or(letter));
    }
    text
}

/// Returns the literals among the arguments of a call, which begins after its bracket.
fn literals(from: &str) -> Vec<String> {
    let (mut all, mut depth, mut at) = (Vec::new(), 1, 0);
    while let Some(letter) = from[at..].chars().next().filter(|_| depth > 0) {
        at += letter.len_utf8();
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            '"' => {
                let text = literal(&from[at..]);
                let quotes = text.matches(['"', '\\']).count();
                at += text.len() + quotes + 1;
                all.push(text);
            }
            _ => {}
        }
    }
    all
}

pub(super) fn parts(text: &str) -> Vec<&str> {
    let mut all: Vec<&str> = text
        .split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}').map(|(name, _)| name))
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn every_language_has_words_for_everything_that_is_said() {
    let said = said(&table_source());
    assert!(said.len() > 250, "{} sentences", said.len());
    for language in languages() {
        let table = catalogue(&language, "table").expect("words for the table");
        let missing: Vec<&String> = said.iter().filter(|t| !table.contains_key(*t)).collect();
        assert!(missing.is_empty(), "{}: {missing:#?}", language.display());
        for entry in ALL {
            let Some(own) = catalogue(&language, entry.id) else {
                continue;
            };
            // A difference has in its own words only what its base does not say.
            let base = entry.base.and_then(|base| catalogue(&language, base));
            let base = base.unwrap_or_default();
            let known = |text: &String| {
                let all = [&own, &table, &base];
                all.iter().any(|words| words.contains_key(text))
            };
            let missing: Vec<String> = texts(entry).into_iter().filter(|t| !known(t)).collect();
            let at = language.join(entry.id);
            assert!(missing.is_empty(), "{}: {missing:#?}", at.display());
        }
    }
}

#[test]
fn no_catalogue_has_words_that_nobody_says() {
    let table_clauses = include_str!("../../../battle/clauses.toml");
    // Names of units of length are spoken too.
    let rulers = include_str!("../../../geometry/src/ruler.rs");
    let source = table_source() + table_clauses + rulers;
    for language in languages() {
        let mut stale: Vec<String> = Vec::new();
        for text in catalogue(&language, "table").unwrap_or_default().keys() {
            // The subject stands before it.
            let text = text.split_once('|').map_or(text.as_str(), |(_, text)| text);
            let literal = format!("\"{}\"", text.replace('"', "\\\""));
            if !source.contains(&literal) {
                stale.push(format!("table: {text}"));
            }
        }
        for entry in ALL {
            let rules = entry.open(&Switches::default()).expect("a rule set");
            let mut known = texts(entry);
            known.extend(names(rules.card()));
            let own = catalogue(&language, entry.id).unwrap_or_default();
            let unknown = own.keys().filter(|text| !known.contains(*text));
            stale.extend(unknown.map(|text| format!("{}: {text}", entry.id)));
        }
        assert!(stale.is_empty(), "{}: {stale:#?}", language.display());
    }
}

#[test]
fn sentences_keep_their_parts() {
    for language in languages() {
        for name in ALL.iter().map(|e| e.id).chain(["table"]) {
            for (english, other) in catalogue(&language, name).unwrap_or_default() {
                let at = language.join(name);
                let same = parts(&english) == parts(&other);
                assert!(same, "{}: `{english}`, `{other}`", at.display());
                assert!(!other.trim().is_empty(), "{}: `{english}`", at.display());
            }
        }
    }
}

#[test]
fn people_have_one_word_for_each_value_of_a_switch() {
    for entry in ALL {
        let rules = entry.open(&Switches::default()).expect(entry.id);
        for switch in &rules.card().switches {
            let told = switch.told.len();
            assert!([0, switch.values.len()].contains(&told), "{}", switch.name);
            let words: BTreeSet<String> = switch
                .values
                .iter()
                .map(|value| sandtable_tell::house::switch_told(switch, value))
                .collect();
            assert_eq!(words.len(), switch.values.len(), "{words:?}");
            assert!(words.iter().all(|word| !word.contains('_')), "{words:?}");
        }
    }
}
