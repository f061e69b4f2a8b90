//! The other kinds of old files: each must load and mean what is recorded next to it.
//! `SANDTABLE_BLESS=1` records the meaning again, for a new file or an answer that a changed ruling
//! explains.

use super::files;
use sandtable_battle::{Card, Switches};
use sandtable_files::notation;
use sandtable_files::{self as formats, Army, House};
use sandtable_register as register;
use sandtable_situation::{Library, Situation};
use sandtable_study::{Bundle, Record, Results, Study, Trouble};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The meaning of old files, one or more lines each.
const MEANING: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../museum/format-1/meaning.txt"
);

/// Results under rules that have changed since: numbers or rulings are different now, so resuming
/// from them is refused, with the reason.
const PLAYED_OTHERWISE: &[&str] = &["three-hit/short.results.jsonl"];

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a text")
}

fn printed(id: &str) -> std::sync::Arc<dyn sandtable_battle::Rules> {
    register::open(id, &Switches::default()).expect("a rule set")
}

/// Describes an army in the words of each rule set that it is for.
fn army(name: &str, text: &str) -> String {
    let ids = formats::peek_army(text, &register::NAMES).unwrap_or_else(|f| panic!("{name}: {f}"));
    let told = ids.iter().map(|id| {
        let rules = printed(id);
        let card = rules.card();
        let army = formats::read_army(text, card).unwrap_or_else(|f| panic!("{name}: {f}"));
        let today = formats::write_army(&army, card);
        let again = formats::read_army(&today, card);
        assert_eq!(again.as_ref(), Ok(&army), "{name}");
        format!("for {id}, {}: {}", army.name, of_army(&army, card))
    });
    told.collect::<Vec<_>>().join("\n  ")
}

fn of_army(army: &Army, card: &Card) -> String {
    let each = army.units.iter().map(|unit| {
        let kind = &card.kinds[usize::from(unit.kind)].id;
        let formation = card.formations.get(usize::from(unit.formation));
        let formation = formation.map_or("", String::as_str);
        let ratings = card.ratings.iter().zip(unit.ratings);
        let ratings = ratings.filter(|(spec, value)| spec.default != *value);
        let ratings: String = ratings
            .map(|(spec, value)| format!(" {}", spec.values[usize::from(value)]))
            .collect();
        let group = unit.group.map_or("", |group| army.groups[group].as_str());
        format!(
            "{} {kind} {} {formation}{ratings} {group}",
            unit.name, unit.stands
        )
    });
    each.map(|unit| unit.trim().to_owned())
        .collect::<Vec<_>>()
        .join("; ")
}

/// Describes house rules as differences from the printed rules.
fn house(name: &str, text: &str) -> String {
    let base =
        formats::peek_house(text, &register::NAMES).unwrap_or_else(|f| panic!("{name}: {f}"));
    let rules = printed(&base);
    let tried = |switches: &Switches| register::open(&base, switches).map(drop);
    let read = |text: &str| formats::read_house(text, rules.card(), &tried);
    let house: House = read(text).unwrap_or_else(|f| panic!("{name}: {f}"));
    assert_eq!(
        read(&formats::write_house(&house)).as_ref(),
        Ok(&house),
        "{name}"
    );
    let changed = house.switches.0.iter();
    let changed: Vec<String> = changed.map(|(of, to)| format!("{of} = {to}")).collect();
    format!("{}, {}: {}", house.name, house.base, changed.join(", "))
}

/// Describes a situation: who stands where, and the possible outcomes of its order.
fn situation(name: &str, text: &str) -> String {
    let library = Library {
        open: &register::open,
        known: &register::NAMES,
    };
    let read = Situation::read(text, library).unwrap_or_else(|f| panic!("{name}: {f}"));
    let (battle, card) = (&read.battle, read.rules.card());
    let mut told = read.title.clone();
    for id in [read.unit, read.target] {
        let unit = battle.unit(id);
        let kind = &card.kinds[usize::from(unit.kind)].id;
        let _ = write!(told, "; {} {kind} {}", battle.setting.name(id), unit.stands);
    }
    let way = read
        .way(None)
        .unwrap_or_else(|why| panic!("{name}: {why:?}"));
    let order = notation::write(way.legal.order(), &way.battle, card);
    let _ = write!(told, "; {order} at {}", read.range);
    if let Some(grid) = &read.grid {
        let _ = write!(told, "; {grid:?}");
    }
    told
}

/// Opens the study of a file, with the files next to it.
fn opened(name: &str, path: &Path) -> Study {
    let bundle = Bundle {
        sets: register::ALL,
        files: BTreeMap::new(),
    };
    sandtable_study::read_study(&text(path), name, &bundle)
        .unwrap_or_else(|f| panic!("{name}: {f}"))
}

fn study(name: &str, path: &Path) -> String {
    let study = opened(name, path);
    let variants: Vec<&str> = study.variants.iter().map(|v| v.name.as_str()).collect();
    let scenarios: Vec<&str> = study.scenarios.iter().map(|s| s.0.as_str()).collect();
    let mut told = format!(
        "{}: {} battles from seed {}; {}; {}",
        study.title,
        study.battles,
        study.seed,
        scenarios.join(", "),
        variants.join(", ")
    );
    for claim in &study.claims {
        let _ = write!(told, "\n  {}", claim.says);
        for check in &claim.checks {
            let exact = check.exact.as_ref().map(|exact| exact.says.as_str());
            let asked = exact.map_or_else(|| check.asked.answer.name().to_owned(), str::to_owned);
            let _ = write!(told, " | {asked} {:?} {:?}", check.least, check.most);
        }
    }
    told
}

/// Describes results, opened as a study that resumes would open them.
fn results(name: &str, path: &Path) -> String {
    let of = PathBuf::from(
        path.to_string_lossy()
            .replace(".results.jsonl", ".study.toml"),
    );
    let study = opened(name, &of);
    let copy = std::env::temp_dir().join(format!("sandtable-museum-{}", std::process::id()));
    std::fs::create_dir_all(&copy).expect("a folder");
    let copied = copy.join("old.results.jsonl");
    std::fs::copy(path, &copied).expect("a copy");
    let told = match Results::open(&copied, &study) {
        Ok((_, tallies, found)) => {
            let named = PLAYED_OTHERWISE.contains(&name);
            assert!(!named, "{name} goes as it did: it need not be named");
            let wins: Vec<String> = tallies.iter().map(|t| format!("{:?}", t.wins)).collect();
            format!(
                "{} battles; won by side: {}",
                found.battles,
                wins.join(", ")
            )
        }
        // Nobody can resume from them, but they can still be read.
        Err(Trouble::Changed(..) | Trouble::Other(..)) if PLAYED_OTHERWISE.contains(&name) => {
            let all = text(path);
            let records = all.lines().skip(1).map(|line| {
                let read = serde_json::from_str::<Record>(line);
                let of = read.unwrap_or_else(|why| panic!("{name}: {why}"));
                format!(
                    "{} of {}: {:?} in {} turns, {:?} left",
                    of.battle, of.arm, of.end, of.turns, of.left
                )
            });
            records.collect::<Vec<_>>().join("; ")
        }
        Err(why) => panic!("{name}: {why}"),
    };
    std::fs::remove_dir_all(&copy).expect("gone");
    told
}

fn points(name: &str, text: &str) -> String {
    let id = name.split('/').next().expect("a folder");
    let rules = printed(id);
    let card = rules.card();
    let points = formats::read_points(text, card).unwrap_or_else(|f| panic!("{name}: {f}"));
    let each = points.kinds.iter().map(|worth| {
        let kind = &card.kinds[usize::from(worth.kind)].id;
        format!(
            "{kind} {} {} {} {}",
            worth.stands, worth.points, worth.least, worth.most
        )
    });
    each.collect::<Vec<_>>().join("; ")
}

fn tutorial(name: &str, path: &Path) -> String {
    let lesson = text(path);
    let of = path
        .to_string_lossy()
        .replace(".tutorial.toml", ".battle.toml");
    let battle = text(Path::new(&of));
    let (id, switches) = formats::peek_rules(&battle).unwrap_or_else(|f| panic!("{name}: {f}"));
    let rules = register::open(&id, &switches).expect("a rule set");
    let start = formats::read_battle(&battle, &*rules).unwrap_or_else(|f| panic!("{name}: {f}"));
    let read = sandtable_tutorial::read(&lesson, rules.card(), &start);
    let read = read.unwrap_or_else(|f| panic!("{name}: {f}"));
    let steps: Vec<&str> = read.steps.iter().map(|step| step.title.as_str()).collect();
    format!("{}: {}", read.title, steps.join("; "))
}

#[test]
fn every_other_kind_of_old_file_loads_and_means_the_same() {
    let mut all = String::new();
    let mut many = 0;
    let mut tell = |end: &str, least: usize, of: &dyn Fn(&str, &Path) -> String| {
        let found = files(end);
        assert!(found.len() >= least, "{} files end in {end}", found.len());
        for (name, path) in found {
            let _ = writeln!(all, "{name}\n  {}", of(&name, &path));
            many += 1;
        }
    };
    tell(".army.toml", 4, &|name, path| army(name, &text(path)));
    tell(".rules.toml", 2, &|name, path| house(name, &text(path)));
    tell(".situation.toml", 6, &|name, path| {
        situation(name, &text(path))
    });
    tell(".study.toml", 7, &study);
    tell(".results.jsonl", 1, &results);
    tell(".points.toml", 2, &|name, path| points(name, &text(path)));
    tell(".tutorial.toml", 2, &tutorial);
    assert!(many >= 24, "{many} files");
    if std::env::var_os("SANDTABLE_BLESS").is_some() {
        std::fs::write(MEANING, &all).expect("written");
    }
    let meant = text(Path::new(MEANING));
    for (line, (is, was)) in (1..).zip(all.lines().zip(meant.lines())) {
        assert_eq!(is, was, "meaning.txt, line {line}");
    }
    assert_eq!(all.lines().count(), meant.lines().count());
}
