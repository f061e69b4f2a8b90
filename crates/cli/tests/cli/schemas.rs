//! The program's JSON output and its files match the schemas that it publishes. `SANDTABLE_BLESS=1`
//! rewrites `docs/schemas`.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns what the program prints, even if its answer is no.
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .output()
        .expect("the program starts");
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> Value {
    let text = printed(arguments);
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{arguments:?}: {e}\n{text}"))
}

/// The schemas of the program, compiled.
struct Book {
    schemas: boon::Schemas,
    places: BTreeMap<String, boon::SchemaIndex>,
}

impl Book {
    fn open() -> Self {
        let (mut compiler, mut schemas) = (boon::Compiler::new(), boon::Schemas::new());
        let mut places = BTreeMap::new();
        for name in names() {
            let place = format!("file:///{name}.json");
            let schema = json(&["schema", &name]);
            compiler.add_resource(&place, schema).expect("a resource");
            let index = compiler.compile(&place, &mut schemas);
            let index = index.unwrap_or_else(|e| panic!("{name} is no schema: {e:#}"));
            places.insert(name, index);
        }
        Self { schemas, places }
    }

    /// Checks a value against a schema.
    fn hold(&self, name: &str, value: &Value, what: &str) {
        if let Err(wrong) = self.schemas.validate(value, self.places[name]) {
            panic!("{what} against {name}:\n{wrong:#}");
        }
    }
}

/// Returns the name of every schema.
fn names() -> Vec<String> {
    let listed = printed(&["schema"]);
    let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
    listed.lines().filter_map(first).collect()
}

/// Returns every built-in scenario.
fn scenarios() -> Vec<String> {
    let sets = json(&["rulesets", "--json"]);
    let sets = sets.as_array().expect("a list").iter();
    sets.flat_map(|set| set["scenarios"].as_array().cloned().unwrap_or_default())
        .filter_map(|id| id.as_str().map(str::to_owned))
        .collect()
}

fn as_json(toml: &str) -> Value {
    let value: toml::Value = toml::from_str(toml).expect("TOML");
    serde_json::to_value(value).expect("JSON")
}

/// Makes a folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn the_published_schemas_are_those_of_the_program() {
    let folder = Path::new(ROOT).join("docs/schemas");
    let bless = std::env::var_os("SANDTABLE_BLESS").is_some();
    let mut files = Vec::new();
    for name in names() {
        let file = folder.join(format!("{name}.schema.json"));
        let now = printed(&["schema", &name]);
        if bless {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&file, &now).expect("written");
        }
        let published = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            published == now,
            "docs/schemas/{name}.schema.json is stale: SANDTABLE_BLESS=1 cargo test -p sandtable-cli schemas"
        );
        files.push(file);
    }
    for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
        assert!(files.contains(&entry.path()), "{}", entry.path().display());
    }
}

#[test]
fn every_scenario_is_a_battle_file() {
    let book = Book::open();
    for id in scenarios() {
        let file = format!("{ROOT}/scenarios/{id}.battle.toml");
        let text = std::fs::read_to_string(&file).expect("a scenario");
        book.hold("battle-file", &as_json(&text), &id);
    }
    let wrong = as_json("format = 1\nrules = \"three-hit\"\nterain = []");
    let place = book.places["battle-file"];
    assert!(book.schemas.validate(&wrong, place).is_err());
}

/// Sentences that say only what kind of value something is.
const GENERAL: [&str; 4] = [
    "A unit, by its name.",
    "A side, by its name.",
    "A length.",
    "Degrees clockwise from north.",
];

/// Collects the paths of all keys without a sentence of their own, below a part of a schema.
fn unexplained(part: &Value, at: &str, out: &mut Vec<String>) {
    for (place, item) in part.as_array().into_iter().flatten().enumerate() {
        unexplained(item, &format!("{at}/{place}"), out);
    }
    for (key, value) in part.as_object().into_iter().flatten() {
        let at = format!("{at}/{key}");
        for (name, value) in value.as_object().into_iter().flatten() {
            let says = value["description"].as_str().unwrap_or_default();
            let general = at.contains("/pending/") && GENERAL.contains(&says);
            let bare = value.get("$ref").is_none() && (says.is_empty() || general);
            if key == "properties" && bare {
                out.push(format!("{at}/{name}"));
            }
        }
        unexplained(value, &at, out);
    }
}

#[test]
fn every_key_of_a_battle_file_is_explained() {
    let mut bare = Vec::new();
    unexplained(&json(&["schema", "battle-file"]), "", &mut bare);
    // What holds for some rule sets only repeats the way to its keys.
    let way = ["format", "rules", "unit", "state", "battle", "sides"];
    let repeats = |path: &String| {
        path.starts_with("/allOf/")
            && way
                .iter()
                .any(|key| path.ends_with(&format!("/properties/{key}")))
    };
    bare.retain(|path| !repeats(path));
    assert!(bare.is_empty(), "{bare:#?}");
}

#[test]
fn every_worked_example_keeps_to_its_schema() {
    let book = Book::open();
    let mut count = 0;
    for set in std::fs::read_dir(format!("{ROOT}/rules")).expect("a folder") {
        let folder = set.expect("an entry").path().join("examples");
        for file in std::fs::read_dir(folder).into_iter().flatten() {
            let file = file.expect("an entry").path();
            let name = file.display().to_string();
            if name.ends_with(".examples.toml") {
                let text = std::fs::read_to_string(&file).expect("examples");
                book.hold("examples-file", &as_json(&text), &name);
                count += 1;
            }
        }
    }
    assert!(count > 0, "no file of examples");
    let wrong = as_json("format = 1\nrules = \"three-hit\"\nexamples = []");
    let place = book.places["examples-file"];
    assert!(book.schemas.validate(&wrong, place).is_err());
}

#[test]
fn every_command_keeps_to_its_schema() {
    let book = Book::open();
    let folder = folder("schemas");
    let mut sets = BTreeSet::new();
    for id in scenarios() {
        // One battle of each rule set is enough.
        let set = id.split('/').next().expect("a name");
        if !sets.insert(set.to_owned()) {
            continue;
        }
        let path = folder.join(format!("{}.journal.jsonl", id.replace('/', "-")));
        let file = path.to_str().expect("text");
        let scenario = std::fs::read_to_string(format!("{ROOT}/scenarios/{id}.battle.toml"));
        let scenario = as_json(&scenario.expect("a scenario"));
        let random = [0, 1].map(|side| {
            let name = scenario["side"][side]["name"].as_str().expect("a name");
            format!("--side={name}=random")
        });
        let mut battle = vec!["battle", &id, "--json", "--seed=3", "--journal", file];
        battle.extend(random.iter().map(String::as_str));
        let end = json(&battle);
        book.hold("battle", &end, &id);
        let text = std::fs::read_to_string(&path).expect("a journal");
        for (number, line) in text.lines().enumerate() {
            let name = match line {
                _ if number == 0 => "journal-header",
                end if end.starts_with("{\"end\"") => "journal-end",
                _ => "journal-line",
            };
            hold_some(&book, name, line, number, &id);
        }
        book.hold("replay", &json(&["replay", file, "--json"]), &id);
        book.hold("verify", &json(&["verify", file, "--json"]), &id);
        book.hold(
            "check",
            &json(&["check", file, &id, "nowhere", "--json"]),
            &id,
        );
        for at in ["1", "40"] {
            let position = json(&["position", file, "--json", "--at", at]);
            book.hold("position", &position, &id);
            let text = position["position"].as_str().expect("a text");
            book.hold("battle-file", &as_json(text), &id);
            let place = folder.join(format!("{}-{at}.battle.toml", id.replace('/', "-")));
            std::fs::write(&place, text).expect("written");
            orders(&book, place.to_str().expect("text"));
        }
        orders(&book, &id);
        let clauses = json(&["rules", set, "--json"]);
        book.hold("rules", &clauses, set);
        let first = clauses[0]["id"].as_str().expect("an id");
        book.hold(
            "clause",
            &json(&["rules", set, "--clause", first, "--json"]),
            set,
        );
        book.hold(
            "rulings",
            &json(&["rules", set, "--rulings", "--json"]),
            set,
        );
        book.hold(
            "switches",
            &json(&["rules", set, "--switches", "--json"]),
            set,
        );
    }
    book.hold("rulesets", &json(&["rulesets", "--json"]), "rulesets");
}

#[test]
fn studies_keep_to_their_schemas() {
    let book = Book::open();
    let place = folder("study-schema").join("two.study.toml");
    let text = "format = 1\ntitle = \"Two\"\nscenario = \"three-hit/two-hills\"\nplayers = \"random\"\n\
                battles = 3\n[sweep]\nnumber = \"hits_to_eliminate\"\nvalues = [2, 3]\n\
                [[claim]]\nsays = \"Short.\"\nanswer = \"turns\"\nmost = 20\n";
    std::fs::write(&place, text).expect("written");
    let file = place.to_str().expect("text");
    book.hold("study-file", &as_json(text), file);
    let wrong = as_json("format = 1\ntitle = \"x\"\nscenario = \"y\"\nbatles = 3");
    assert!(
        book.schemas
            .validate(&wrong, book.places["study-file"])
            .is_err()
    );
    for set in std::fs::read_dir(format!("{ROOT}/studies")).expect("a folder") {
        for file in std::fs::read_dir(set.expect("an entry").path()).expect("a folder") {
            let file = file.expect("an entry").path();
            if file.extension().is_some_and(|end| end == "toml") {
                let text = std::fs::read_to_string(&file).expect("a study");
                book.hold("study-file", &as_json(&text), &file.display().to_string());
            }
        }
    }
    book.hold("study", &json(&["study", file, "--json", "--anew"]), file);
    let results = place.with_file_name("two.results.jsonl");
    let results = std::fs::read_to_string(results).expect("results");
    for line in results.lines().skip(1) {
        let value = serde_json::from_str(line).expect("JSON");
        book.hold("study-result", &value, line);
    }
    let arguments = [
        "compare",
        "printed",
        "printed",
        "three-hit/two-hills",
        "--players=random",
        "--battles=2",
        "--json",
    ];
    book.hold("study", &json(&arguments), "compare");
}

/// Checks the first lines of a journal and every tenth: there are many, and most are alike.
fn hold_some(book: &Book, name: &str, line: &str, number: usize, what: &str) {
    if number < 3 || name == "journal-end" || number.is_multiple_of(10) {
        let value = serde_json::from_str(line).expect("JSON");
        book.hold(name, &value, &format!("{what}, line {number}"));
    }
}

/// Checks the orders of a position; tries some of them and weighs their odds.
fn orders(book: &Book, position: &str) {
    book.hold("orders", &json(&["orders", position, "--json"]), position);
    let told = printed(&["orders", position]);
    let lines = told.lines().filter_map(|line| line.strip_prefix("      "));
    let mut some: Vec<&str> = lines.collect();
    some.dedup();
    for order in some.iter().step_by(some.len().div_ceil(3).max(1)) {
        let tried = printed(&["try", position, order, "--json"]);
        if let Ok(tried) = serde_json::from_str(&tried) {
            book.hold("try", &tried, order);
            book.hold("odds", &json(&["odds", position, order, "--json"]), order);
        }
    }
}
