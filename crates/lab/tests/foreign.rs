//! Other languages than English. The test runs fights and studies in a made-up language, which puts
//! marks around every text of the catalogue: what stands outside the marks did not come from the
//! catalogue. A language applies to the whole program, so this test has a program of its own.

#[path = "../../session/tests/session/heard.rs"]
mod heard;

use heard::{catalogue, outside};
use sandtable_lab::Lab;
use sandtable_report::{Report, html, text};
use sandtable_study::{Bundle, Steps, Study, Variant, read_study};
use sandtable_tongue::Language;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Keys of views whose texts people read.
const READ: [&str; 9] = [
    "says", "story", "label", "why", "phase", "message", "hint", "step", "steps",
];

/// Studies that together produce everything a report can say.
const STUDIES: [&str; 5] = [
    "scenario = \"three-hit/two-hills\"\nplayers = [\"random\", \"greedy\"]\nbattles = 12\nluck = true\n\
     turns = 9\n[[variant]]\nname = \"V1\"\n[[variant]]\nname = \"V2\"\n[variant.numbers]\n\
     hits_to_eliminate = 1\n[[variant]]\nname = \"only V3\"\n[variant.numbers]\nhits_to_eliminate = 2\n\
     [[claim]]\nsays = \"V4\"\nwho = \"V5\"\nanswer = \"wins\"\nleast = 1\nmost = 99\nvariant = \"V2\"\n\
     than = \"V1\"\n[[claim]]\nsays = \"V4\"\n[[claim.check]]\nanswer = \"turns\"\nleast = 1\n\
     [[claim.check]]\nanswer = \"luck\"\nmost = 1\n[[claim.check]]\nanswer = \"fired\"\n\
     clause = \"HIT-02\"\nless = \"VIC-01\"\nleast = 1\n[[claim.check]]\nanswer = \"lost\"\n\
     kind = \"infantry\"\nleast = 1\n[[claim]]\nsays = \"V4\"\nsituation = '''\norder = \"shoot\"\n\
     range = 6\nunit.kind = \"infantry\"\ntarget.kind = \"infantry\"\n'''\ncounts = \"hits\"\nuntil = 3\n\
     least = 4.5\nmost = 4.5\n",
    "scenarios = [\"three-hit/two-hills\", \"three-hit/the-village\"]\nplayers = \"random\"\nbattles = 6\n\
     each_switch = true\n",
    "scenario = \"three-hit/two-hills\"\nplayers = \"random\"\nbattles = 6\n[sweep]\n\
     number = \"hits_to_eliminate\"\nfrom = 1\nto = 3\nbudget = 60\n",
    "scenario = \"three-hit/two-hills\"\nplayers = \"random\"\nbattles = 4\n[[sweep]]\n\
     number = \"hits_to_eliminate\"\nfrom = 1\nto = 3\nanswer = \"losses\"\n[[sweep]]\n\
     number = \"morale_retreat_from\"\nvalues = [4, 5]\n",
    "scenario = \"three-hit/choose-your-ground\"\nplayers = \"random\"\nbattles = 120\n[points]\n\
     units = [3, 6]\ncosts = { infantry = 10, cavalry = 14, artillery = 10, skirmishers = 9 }\n",
];

/// Faulty files, each with a different flaw.
const FLAWED: [&str; 8] = [
    "scenario = \"three-hit/two-hills\"\nscenarios = []\n",
    "scenario = \"three-hit/two-hils\"\n",
    "scenario = \"three-hit/two-hills\"\nplayers = [\"greedy\"]\n",
    "scenario = \"three-hit/two-hills\"\nplayers = \"V9\"\n",
    "scenario = \"three-hit/two-hills\"\n[[variant]]\nname = \"V1\"\n[[variant]]\nname = \"V1\"\n",
    "scenario = \"three-hit/two-hills\"\n[[claim]]\nsays = \"V4\"\nanswer = \"fired\"\nleast = 1\n",
    "scenario = \"three-hit/two-hills\"\n[sweep]\nnumber = \"V9\"\nfrom = 1\nto = 3\n",
    "scenario = \"three-hit/two-hills\"\n[points]\nunits = [6, 3]\n",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Tells whether a word belongs to a language: not a number, the id of a clause, the name of a file
/// or of a value in it, or one of the names V1 to V9.
fn is_word(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let sign = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "-[]().,:;%".contains(c);
    let named = word.contains(['_', '/', '=', '`', '.']) && word.is_ascii();
    letters > 1 && !word.chars().all(sign) && !named
}

/// Tells whether part of a text, apart from names, did not come from the catalogue.
fn unasked(text: &str, names: &[String]) -> bool {
    let mut rest = outside(text);
    for name in names {
        rest = rest.replace(name.as_str(), " ");
    }
    rest.split_whitespace().any(is_word)
}

/// Collects the texts of a view that people read, with their places.
fn texts(at: &str, view: &Value, out: &mut Vec<(String, String)>) {
    match view {
        Value::Object(parts) => {
            for (key, part) in parts {
                texts(&format!("{at}.{key}"), part, out);
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| texts(at, part, out)),
        Value::String(text) if READ.contains(&at.rsplit('.').next().unwrap_or_default()) => {
            out.push((at.to_owned(), text.clone()));
        }
        _ => {}
    }
}

/// Returns the texts of a page that people read or hear: its text, and the names of its pictures
/// and tables.
fn page_texts(page: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = page;
    while let Some((before, from)) = rest.split_once('<') {
        out.push(before.to_owned());
        let (tag, after) = from.split_once('>').expect("a tag ends");
        for name in ["aria-label=\"", "title=\""] {
            let said = tag
                .split_once(name)
                .and_then(|(_, from)| from.split_once('"'));
            out.extend(said.map(|(said, _)| said.to_owned()));
        }
        // Leaves out styles, and files that are shown as they are.
        let whole = ["style", "pre"].into_iter().find(|name| *name == tag);
        let end = whole.map(|name| format!("</{name}>"));
        rest = end.map_or(after, |end| {
            after.split_once(&end).map_or("", |(_, after)| after)
        });
    }
    // Marks may span the tags within a sentence.
    let whole = out.join("\u{1}");
    let mut texts = Vec::new();
    let (mut depth, mut text) = (0_i32, String::new());
    for letter in whole.chars() {
        depth += i32::from(letter == '⟦') - i32::from(letter == '⟧');
        if letter == '\u{1}' && depth == 0 {
            texts.push(std::mem::take(&mut text));
        } else {
            text.push(letter);
        }
    }
    texts.push(text);
    texts.retain(|text| !text.trim().is_empty());
    texts
}

struct Ear {
    wrong: BTreeSet<String>,
    heard: usize,
}

impl Ear {
    fn hear(&mut self, at: &str, text: &str, names: &[String]) {
        self.heard += 1;
        if unasked(text, names) {
            self.wrong.insert(format!("{at}: {text}"));
        }
    }

    fn call(&mut self, lab: &mut Lab, method: &str, args: &Value, names: &[String]) -> Value {
        let answer = lab.call(method, &args.to_string());
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let mut found = Vec::new();
        texts(method, &answer, &mut found);
        for (at, text) in found {
            self.hear(&at, &text, names);
        }
        answer
    }

    /// Checks a situation: what may be ordered, over time, and as a table.
    fn situation(&mut self, lab: &mut Lab, text: &str) {
        let view = self.call(lab, "fight", &json!([text]), &[]);
        let view = &view["ok"]["situation"];
        let names: Vec<String> = ["unit", "target"]
            .map(|key| view[key].as_str().unwrap_or_default().to_owned())
            .into();
        self.wrong.retain(|at| !at.starts_with("fight"));
        self.hear("title", view["title"].as_str().unwrap_or_default(), &[]);
        for method in ["fight", "course"] {
            self.call(lab, method, &json!([text]), &names);
        }
        if text.contains("[grid]") {
            let grid = self.call(lab, "grid", &json!([text]), &names);
            self.hear("title", grid["ok"]["title"].as_str().expect("a title"), &[]);
        }
    }

    fn report(&mut self, study: Study) {
        let names = named(&study);
        let mut steps = Steps::new(study);
        while steps.step().is_some() {}
        let report = sandtable_report::report(steps.study(), steps.tallies());
        self.told(&report, &names);
    }

    fn told(&mut self, report: &Report, names: &[String]) {
        for line in text(report).lines() {
            self.hear("text", line, names);
        }
        for text in page_texts(&html(report)) {
            self.hear("page", &text, names);
        }
    }
}

/// Returns names that a report shows as in its study.
fn named(study: &Study) -> Vec<String> {
    let mut all = vec![study.rules.card().credit.title.clone()];
    // The names that a study makes itself; others are translated.
    let made =
        |v: &&Variant| study.each_switch || study.sweep.is_some() || v.name.starts_with("only ");
    all.extend(study.variants.iter().filter(made).map(|v| v.name.clone()));
    for arm in &study.arms {
        let setting = &arm.start.setting;
        all.extend(setting.sides.iter().map(|side| side.name.clone()));
        // A table has room for ten letters.
        all.extend(
            setting
                .sides
                .iter()
                .map(|s| s.name.chars().take(10).collect()),
        );
        all.extend(setting.names.clone());
    }
    // Names as they are shortened in a plot.
    let cut = |name: &String| name.chars().take(33).collect::<String>() + "…";
    all.extend(all.clone().iter().map(cut));
    all.sort_by_key(|name| std::cmp::Reverse(name.len()));
    all.dedup();
    all
}

fn studied(text: &str) -> Result<Study, sandtable_files::Flaws> {
    opened(&format!(
        "format = 1\ntitle = \"V8\"\nsays = \"V8\"\n{text}"
    ))
}

fn opened(text: &str) -> Result<Study, sandtable_files::Flaws> {
    let files = Bundle {
        sets: sandtable_register::ALL,
        files: BTreeMap::new(),
    };
    read_study(text, "V8", &files)
}

/// Returns the texts of the files in all folders of a folder.
fn shipped(name: &str) -> Vec<String> {
    let folders = fs::read_dir(root().join(name)).expect("a folder");
    let files = folders.flat_map(|folder| {
        let folder = folder.expect("a folder").path();
        fs::read_dir(folder).expect("a folder").flatten()
    });
    let texts = files.map(|file| fs::read_to_string(file.path()).expect("a text"));
    texts.collect()
}

#[test]
fn everything_a_lab_tells_is_asked_of_the_catalogue() {
    let marked = catalogue().into_keys().map(|english| {
        let said = format!("⟦{english}⟧");
        (english, said)
    });
    let marked = Language::new(marked.collect(), BTreeMap::new());
    marked.always().expect("the first language");
    let mut lab = Lab::new(sandtable_register::ALL);
    let mut ear = Ear {
        wrong: BTreeSet::new(),
        heard: 0,
    };
    for text in shipped("situations") {
        ear.situation(&mut lab, &text);
    }
    // Checks what these studies themselves say, without playing them.
    for text in shipped("studies") {
        let study = opened(&text).unwrap_or_else(|flaws| panic!("{flaws}: {text}"));
        let mut names = named(&study);
        // With nothing played, some intervals have no end.
        names.push("inf".to_owned());
        ear.told(&told_of(&Steps::new(study)), &names);
    }
    for entry in sandtable_register::ALL {
        let choices = ear.call(&mut lab, "choices", &json!([entry.id]), &[]);
        let words = choices["ok"]["words"].as_array().expect("words");
        assert!(words.len() > 10, "{}", entry.id);
    }
    for text in STUDIES {
        ear.report(studied(text).unwrap_or_else(|flaws| panic!("{flaws}: {text}")));
    }
    for text in FLAWED {
        let flaws = studied(text).err().expect("flaws");
        for flaw in &flaws.flaws {
            ear.hear("flaw", &flaw.message, &[]);
        }
    }
    ear.call(&mut lab, "studyOn", &json!([1]), &[]);
    assert!(ear.heard > 1_000, "{}", ear.heard);
    let wrong: Vec<&str> = ear.wrong.iter().map(String::as_str).take(300).collect();
    assert!(
        wrong.is_empty(),
        "{} texts are in no catalogue:\n{}",
        ear.wrong.len(),
        wrong.join("\n")
    );
}

fn told_of(steps: &Steps) -> Report {
    sandtable_report::report(steps.study(), steps.tallies())
}
