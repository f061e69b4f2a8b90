//! The museum: files of old formats must load for ever. A journal must also verify, unless a ruling
//! has changed since; such journals are listed below with the clause that changed.

#[path = "museum/kinds.rs"]
mod kinds;
#[path = "museum/orders.rs"]
mod orders;

use sandtable_battle::Rules;
use sandtable_files::{Journal, journal};
use sandtable_files::{peek_rules, read_battle, write_battle};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Journals that today's rules would play differently, with the clause of the first difference.
const CHANGED: &[(&str, &str)] = &[
    ("favorite/the-farm-at-lund.journal.jsonl", "FAV-MEL-12"),
    ("otr-d6/the-stone-wall.journal.jsonl", "OTR-CHG-08"),
    ("otr-d6/turnpike.journal.jsonl", "OTR-CHG-08"),
    ("regimental/the-worm-fence.journal.jsonl", "REG-ROUT-02"),
    ("regimental/two-brigades.journal.jsonl", "REG-ROUT-02"),
    ("throw-me-a-6/kings-and-consuls.journal.jsonl", "T6-CON-08"),
    ("throw-me-a-6/the-war-cry.journal.jsonl", "T6-CON-03"),
    (
        "regimental/two-brigades.at-random.journal.jsonl",
        "REG-SEQ-02",
    ),
    (
        "throw-me-a-6/the-war-cry.at-random.journal.jsonl",
        "T6-MOVE-07",
    ),
];

/// Returns the files of the museum whose names end like this, oldest format first.
fn files(end: &str) -> Vec<(String, PathBuf)> {
    let museum = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../museum");
    let inside = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).expect("a folder").flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths
    };
    let named = |path: &Path| {
        let name = |path: &Path| Some(path.file_name()?.to_string_lossy().into_owned());
        format!(
            "{}/{}",
            path.parent().and_then(name).unwrap_or_default(),
            name(path).unwrap_or_default()
        )
    };
    let formats = ["format-1", "format-2"].into_iter();
    let folders = formats.flat_map(|format| inside(museum.join(format)));
    let files = folders.filter(|folder| folder.is_dir()).flat_map(inside);
    let files = files.map(|path| (named(&path), path));
    files.filter(|(name, _)| name.ends_with(end)).collect()
}

#[test]
fn every_old_position_loads_and_is_written_as_one_of_today() {
    let files = files(".battle.toml");
    assert!(files.len() >= 20, "{} positions", files.len());
    for (name, path) in files {
        let text = std::fs::read_to_string(path).expect("a text");
        let (id, _) = peek_rules(&text).unwrap_or_else(|f| panic!("{name}: {f}"));
        let open = |switches| sandtable_register::open(&id, &switches).expect("a rule set");
        let plain = open(sandtable_battle::Switches::default());
        let switches = sandtable_files::read_switches(&text, plain.card());
        let rules = open(switches.unwrap_or_else(|f| panic!("{name}: {f}")));
        let battle = read_battle(&text, &*rules).unwrap_or_else(|f| panic!("{name}: {f}"));
        let today = write_battle(&battle, rules.card());
        assert!(today.starts_with("format = 2\n"), "{name}");
        let again = read_battle(&today, &*rules).unwrap_or_else(|f| panic!("{name}: {f}"));
        assert_eq!(again, battle, "{name}");
    }
}

/// Returns every old position as a table, with its rules.
fn positions() -> impl Iterator<Item = (String, Arc<dyn Rules>, toml::Table)> {
    files(".battle.toml").into_iter().map(|(name, path)| {
        let text = std::fs::read_to_string(path).expect("a text");
        let (id, switches) = peek_rules(&text).unwrap_or_else(|f| panic!("{name}: {f}"));
        let rules = sandtable_register::open(&id, &switches).expect("a rule set");
        (name, rules, toml::from_str(&text).expect("a file"))
    })
}

/// Returns whether a position is sound, and checks that it then reads back as it was written.
fn returns(file: &toml::Table, rules: &dyn Rules, what: &str) -> bool {
    let Ok(battle) = read_battle(&file.to_string(), rules) else {
        return false;
    };
    let today = write_battle(&battle, rules.card());
    assert_eq!(read_battle(&today, rules).as_ref(), Ok(&battle), "{what}");
    true
}

#[test]
fn a_mark_that_format_1_kept_wider_is_read_as_one_that_today_has() {
    let mut read = 0;
    for (name, rules, file) in positions() {
        let Some((before, _)) = rules
            .card()
            .before()
            .filter(|_| file["format"].as_integer() == Some(1))
        else {
            continue;
        };
        let units = file["unit"].as_array().map_or(0, Vec::len);
        for (unit, mark) in (0..units)
            .step_by(4)
            .flat_map(|unit| before.marks.iter().map(move |m| (unit, m)))
        {
            for value in [mark.range.0, mark.range.1] {
                let mut file = file.clone();
                file["unit"][unit]
                    .as_table_mut()
                    .expect("a unit")
                    .insert(mark.id.clone(), i64::from(value).into());
                read += usize::from(returns(
                    &file,
                    &*rules,
                    &format!("{name}, {} = {value}", mark.id),
                ));
            }
        }
    }
    assert!(read > 1_000, "{read} were sound");
}

#[test]
fn a_note_of_format_1_is_refused_or_read_as_one_that_today_has() {
    let mut read = 0;
    for (name, rules, file) in positions() {
        let notes = file.get("state").and_then(|state| state.get("notes"));
        let count = notes.and_then(toml::Value::as_array).map_or(0, Vec::len);
        for place in 0..count {
            for value in [-65_536, -1, 0, 1, 2, 7, 255, 256, 65_535, i32::MAX] {
                let mut file = file.clone();
                file["state"]["notes"][place] = value.into();
                read += usize::from(returns(
                    &file,
                    &*rules,
                    &format!("{name}, note {place} = {value}"),
                ));
            }
        }
    }
    assert!(read > 100, "{read} were sound");
}

#[test]
fn every_old_journal_loads_and_verifies_unless_a_ruling_changed() {
    let files = files(".journal.jsonl");
    assert!(files.len() >= 10, "{} journals", files.len());
    let mut wrong = Vec::new();
    for (name, path) in files {
        let text = std::fs::read_to_string(path).expect("a text");
        let header = journal::peek(&text).unwrap_or_else(|f| panic!("{name}: {f}"));
        let rules = sandtable_register::open(&header.rules, &header.switches).expect("a rule set");
        let journal = Journal::read(&text, &*rules).unwrap_or_else(|f| panic!("{name}: {f}"));
        // Whatever today's rules say, each line led to the battle that it records.
        let mut battle = journal.start().clone();
        for line in journal.lines() {
            line.fold(&mut battle);
            assert_eq!(battle.fingerprint(), line.after, "{name}: line {}", line.n);
        }
        assert_eq!(&battle, journal.now(), "{name}");
        let changed = CHANGED.iter().find(|(of, _)| *of == name);
        match (journal.verify(&*rules), changed) {
            (Ok(_), None) => {}
            (Ok(_), Some(_)) => wrong.push(format!("{name} verifies: it need not be named")),
            (Err(why), changed) => {
                let cited = why.clause.map(|clause| rules.card().cite(clause));
                let cited = cited.unwrap_or_else(|| "no clause".to_owned());
                if changed.is_none_or(|(_, clause)| *clause != cited) {
                    wrong.push(format!("(\"{name}\", \"{cited}\"), // {why}"));
                }
            }
        }
        // The steps of marks are not compared. Two sets kept some marks less exactly in format 1.
        // The proof says so.
        if let Ok(proof) = journal.proof(&*rules) {
            let old = journal.header.renewed.is_some();
            let blurs = matches!(&*header.rules, "favorite" | "throw-me-a-6");
            assert_eq!(!proof.blurred.is_empty(), old && blurs, "{name}");
            let says = proof.cannot();
            let said = |what: &str| says.iter().any(|says| says.contains(what));
            assert_eq!(said("the values of these marks"), old && blurs, "{name}");
            assert_eq!(said("the steps by which marks"), old, "{name}: {says:?}");
        }
        // Written again, the journal is in today's format and still the same battle.
        let text = journal.to_jsonl();
        let again = Journal::read(&text, &*rules).unwrap_or_else(|f| panic!("{name}: {f}"));
        assert_eq!(again, journal, "{name}");
        assert_eq!(again.verify(&*rules), journal.verify(&*rules), "{name}");
    }
    assert!(wrong.is_empty(), "name in CHANGED:\n{}", wrong.join("\n"));
}

#[test]
fn what_waits_stands_in_journals_by_its_names() {
    let mut named = 0;
    for (name, path) in files(".journal.jsonl") {
        let text = std::fs::read_to_string(path).expect("a text");
        if !text.contains("\"noted\"") {
            continue;
        }
        let header = journal::peek(&text).expect("a header");
        let rules = sandtable_register::open(&header.rules, &header.switches).expect("a rule set");
        let journal = Journal::read(&text, &*rules).unwrap_or_else(|f| panic!("{name}: {f}"));
        let today = journal.to_jsonl();
        let numbers = today.matches("\"noted\"").count();
        assert_eq!(numbers, 0, "{name} has numbers for what waits");
        let count = today.matches("\"pending\":[{\"at\"").count();
        if count == 0 {
            // What format 1 kept in this way is a mark today.
            continue;
        }
        named += count;
        // A pending part with an unknown name must be rejected.
        let line = today
            .lines()
            .find(|line| line.contains("\"pending\":[{\"at\""));
        let line = sandtable_keep::unchecked(line.expect("a line"));
        let line = line.object().expect("an object");
        let (before, waits) = line.split_once("\"now\":{\"").expect("something waits");
        let (part, rest) = waits.split_once('"').expect("a part");
        let wrong = format!("{before}\"now\":{{\"x{part}\"{rest}");
        let all: Vec<String> = today
            .lines()
            .filter_map(|line| sandtable_keep::unchecked(line).object())
            .map(|one| if one == line { wrong.clone() } else { one })
            .filter(|one| !one.starts_with("{\"end\""))
            .collect();
        let flaws = Journal::read(&all.join("\n"), &*rules).expect_err("no such part");
        let says = flaws.to_string();
        assert!(
            says.contains("what is pending in this line: "),
            "{name}: {says}"
        );
    }
    assert!(named >= 10, "{named} lines name what waits");
}

#[test]
fn an_old_journal_that_was_edited_does_not_verify() {
    let path = |(_, path): &(String, PathBuf)| path.clone();
    let old = files("three-hit/two-hills.journal.jsonl");
    let text = std::fs::read_to_string(path(&old[0])).expect("a text");
    let header = journal::peek(&text).expect("a header");
    let rules = sandtable_register::open(&header.rules, &header.switches).expect("a rule set");
    // Change the fingerprint of the line with number 3.
    let line = text.lines().nth(4).expect("a line");
    let at = line.find("\"after\":\"").expect("a fingerprint") + 9;
    let other = if line.as_bytes()[at] == b'0' {
        "1"
    } else {
        "0"
    };
    let edited = format!("{}{other}{}", &line[..at], &line[at + 1..]);
    let text = text.replace(line, &edited);
    let journal = Journal::read(&text, &*rules).expect("it loads");
    let wrong = journal.verify(&*rules).expect_err("it was edited");
    assert_eq!(wrong.line, 3);
}
