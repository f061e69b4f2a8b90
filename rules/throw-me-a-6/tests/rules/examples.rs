//! The worked examples as data, run through the real engine.

use sandtable_battle::{Battle, Judging, Recorded, Rules, Side, Switches};
use sandtable_files::notation;
use sandtable_geometry::to_inches;
use sandtable_throw_me_a_6::ThrowMeA6;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Deserialize)]
struct File {
    example: Vec<Example>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    id: String,
    clauses: Vec<String>,
    #[serde(default)]
    terrain: String,
    #[serde(default)]
    phase: Option<String>,
    #[serde(default)]
    switches: BTreeMap<String, String>,
    units: Vec<String>,
    orders: Vec<String>,
    #[serde(default)]
    dice: Vec<u8>,
    expect: Expect,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Expect {
    refused: Vec<String>,
    at: BTreeMap<String, [f64; 2]>,
    facing: BTreeMap<String, f64>,
    stands: BTreeMap<String, u8>,
    status: BTreeMap<String, String>,
    marks: BTreeMap<String, BTreeMap<String, i32>>,
    pools: Vec<usize>,
}

/// `Blue heavy_infantry B 24 10 0 half veteran bow stands=2`.
fn unit(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let [side, kind, name, x, y, facing, rest @ ..] = words.as_slice() else {
        panic!("no unit: {line}");
    };
    let mut text = format!(
        "[[unit]]\nside = \"{side}\"\nkind = \"{kind}\"\nname = \"{name}\"\nat = [{x}, {y}]\nfacing = {facing}\n"
    );
    for word in rest {
        let (key, value) = match *word {
            "half" | "full" => ("armour", *word),
            "inferior" | "superior" => ("skill", *word),
            "raw" | "veteran" => ("experience", *word),
            "bow" | "sling" | "javelin" | "pila" => ("weapon", *word),
            other => {
                let (key, value) = other.split_once('=').expect("a key and a value");
                let _ = writeln!(text, "{key} = {value}");
                if key == "stands" {
                    let _ = writeln!(text, "started = 4");
                }
                continue;
            }
        };
        let _ = writeln!(text, "{key} = \"{value}\"");
    }
    text
}

fn rules(example: &Example) -> ThrowMeA6 {
    let mut switches = Switches::default();
    for (name, value) in &example.switches {
        switches = switches.with(name, value);
    }
    ThrowMeA6::new(&switches).unwrap_or_else(|e| panic!("{}: {e}", example.id))
}

fn start(example: &Example, rules: &ThrowMeA6) -> Battle {
    let switches: Vec<String> = example
        .switches
        .iter()
        .map(|(n, v)| format!("{n} = \"{v}\""))
        .collect();
    let mut text = format!(
        "format = 1\nrules = \"throw-me-a-6\"\ntable = [48, 36]\nattacker = \"Blue\"\nswitches = {{ {} }}\n\
         [[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n{}",
        switches.join(", "),
        example.terrain
    );
    for line in &example.units {
        text.push_str(&unit(line));
    }
    let phase = example.phase.as_deref().unwrap_or("actions");
    let _ = writeln!(
        text,
        "[state]\nturn = 2\nphase = \"{phase}\"\nactive = \"Blue\""
    );
    sandtable_files::read_battle(&text, rules)
        .unwrap_or_else(|f| panic!("{}: {f}\n{text}", example.id))
}

fn run(example: &Example) {
    let (id, expect) = (&example.id, &example.expect);
    let rules = rules(example);
    let card = rules.card();
    for clause in &example.clauses {
        assert!(
            card.find(clause).is_some(),
            "{id} shows {clause}, which is no clause"
        );
    }
    let mut now = start(example, &rules);
    let (mut faces, mut pools) = (example.dice.clone(), Vec::new());
    for (at, line) in example.orders.iter().enumerate() {
        // Retreats and throws are of the other player as often as not.
        let order =
            notation::parse(line, &now, card).unwrap_or_else(|t| panic!("{id}: {line}: {t}"));
        if let Some(unit) = order.unit() {
            let side = now.unit(unit).side;
            assert_eq!(
                now.to_move(),
                side,
                "{id}: {line} is out of turn ({:?})",
                now.cursor
            );
        }
        let last = at + 1 == example.orders.len();
        if last && !expect.refused.is_empty() {
            let refusals = rules.judge(&now, &order).expect_err(id);
            for clause in &expect.refused {
                let clause = sandtable_battle::Clause::new(card.find(clause).expect(id).n);
                assert!(refusals.cite(clause), "{id}: {refusals:?}");
            }
            return;
        }
        let mut dice = Recorded::new(&faces);
        let (after, _) = rules
            .play(&now, &order, &mut dice)
            .unwrap_or_else(|r| panic!("{id}: {line}: {r:?}"));
        if !(last && faces.len() == dice.rolls().iter().map(|r| r.faces.len()).sum::<usize>()) {
            assert!(
                dice.wanted().is_none() || last,
                "{id}: {line} wants dice: {:?}",
                dice.wanted()
            );
        }
        for roll in dice.rolls() {
            faces.drain(..roll.faces.len());
            pools.push(roll.faces.len());
        }
        now = after;
    }
    check(id, expect, &now, &rules, &pools);
    assert_eq!(Side::BOTH.len(), 2);
}

fn check(id: &str, expect: &Expect, now: &Battle, rules: &ThrowMeA6, pools: &[usize]) {
    let find = |name: &str| {
        let place = now.setting.names.iter().position(|n| n == name).expect(id);
        &now.units[place]
    };
    for (name, [x, y]) in &expect.at {
        let pose = find(name).pose;
        let (px, py) = (to_inches(pose.x), to_inches(pose.y));
        assert!(
            (px - x).abs() < 0.003 && (py - y).abs() < 0.003,
            "{id}: {name} stands at {px}, {py}, not at {x}, {y}"
        );
    }
    for (name, facing) in &expect.facing {
        let found = find(name).pose.facing.degrees();
        assert!((found - facing).abs() < 0.01, "{id}: {name} faces {found}");
    }
    for (name, stands) in &expect.stands {
        assert_eq!(find(name).stands, *stands, "{id}: stands of {name}");
    }
    for (name, status) in &expect.status {
        assert_eq!(find(name).status.name(), status, "{id}: {name}");
    }
    for (name, marks) in &expect.marks {
        for (mark, value) in marks {
            let place = rules.card().marks.iter().position(|m| m.id == *mark);
            let found = find(name).marks[place.expect(id)];
            assert_eq!(found, *value, "{id}: {mark} of {name}");
        }
    }
    if !expect.pools.is_empty() {
        let shown = pools.iter().take(expect.pools.len());
        assert!(
            shown.eq(&expect.pools),
            "{id}: pools {pools:?}, not {:?}",
            expect.pools
        );
    }
}

#[test]
fn the_worked_examples_come_out_as_printed() {
    all(include_str!("../../examples/worked.toml"));
}

#[test]
fn later_rulings_hold() {
    all(include_str!("../../examples/amendments.toml"));
}

fn all(text: &str) {
    let file: File = toml::from_str(text).expect("examples");
    let mut wrong = Vec::new();
    for example in &file.example {
        let outcome = std::panic::catch_unwind(|| run(example));
        if let Err(panic) = outcome {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            wrong.push(text.unwrap_or_else(|| example.id.clone()));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
