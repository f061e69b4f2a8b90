//! The worked examples of `examples/`, run through the real engine.

use crate::support::{clause, field, id, mark, parse, play, refused, rules};
use sandtable_battle::{Battle, Event, Judging, Recorded};
use sandtable_geometry::INCH;
use sandtable_regimental::Regimental;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    example: Vec<Example>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    order: String,
    dice: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    id: String,
    clauses: Vec<String>,
    title: String,
    phase: Option<String>,
    active: Option<String>,
    #[serde(default)]
    switches: BTreeMap<String, String>,
    #[serde(default)]
    terrain: Vec<toml::Table>,
    units: Vec<toml::Table>,
    /// A charge that is announced and carried out.
    charge: Option<(String, String)>,
    #[serde(default)]
    dice: Vec<u8>,
    #[serde(default)]
    then: Vec<Step>,
    #[serde(default)]
    orders: Vec<Step>,
    /// The charge distances of the stands, left to right.
    reach: Option<Vec<i32>>,
    #[serde(default)]
    at: BTreeMap<String, (f64, f64)>,
    #[serde(default)]
    facing: BTreeMap<String, f64>,
    #[serde(default)]
    stands: BTreeMap<String, u8>,
    #[serde(default)]
    marks: BTreeMap<String, i32>,
    #[serde(default)]
    gone: Vec<String>,
    gaps: Option<usize>,
    waits: Option<String>,
    /// An order that a clause forbids.
    refused: Option<(String, String)>,
}

fn body(example: &Example) -> String {
    let table = |name: &str, t: &toml::Table| format!("[[{name}]]\n{t}\n");
    let terrain = example.terrain.iter().map(|t| table("terrain", t));
    terrain
        .chain(example.units.iter().map(|u| table("unit", u)))
        .collect()
}

fn run(example: &Example) {
    let switches: Vec<(&str, &str)> = example
        .switches
        .iter()
        .map(|(n, v)| (n.as_str(), v.as_str()))
        .collect();
    let rules = rules(&switches);
    example.clauses.iter().for_each(|c| {
        clause(&rules, c);
    });
    let phase = match (&example.phase, &example.charge) {
        (Some(phase), _) => phase,
        (None, Some(_)) => "charge",
        (None, None) => "movement",
    };
    let active = example.active.as_deref().unwrap_or("Blue");
    let mut now = field(&rules, phase, active, &body(example));
    if let Some((unit, target)) = &example.charge {
        now = play(&rules, &now, &format!("charge {unit} {target}"), &[]).0;
        if let Some(reach) = &example.reach {
            check_reach(&rules, &now, unit, &example.dice, reach);
            return;
        }
        now = play(
            &rules,
            &now,
            &format!("fight {unit} {target}"),
            &example.dice,
        )
        .0;
    }
    for step in example.then.iter().chain(&example.orders) {
        now = play(&rules, &now, &step.order, &step.dice).0;
    }
    if let Some((order, why)) = &example.refused {
        let cited = refused(&rules, &now, order).cite(clause(&rules, why));
        assert!(cited, "{}: {order}", example.id);
    }
    expect(example, &rules, &now);
}

fn check_reach(rules: &Regimental, now: &Battle, unit: &str, dice: &[u8], wanted: &[i32]) {
    let mut recorded = Recorded::new(dice);
    let reach = rules.reach_of(now, id(now, unit), &mut recorded);
    let inches: Vec<i32> = reach.iter().map(|r| r / INCH).collect();
    assert_eq!(inches, wanted);
}

fn expect(example: &Example, rules: &Regimental, now: &Battle) {
    let near = |a: i32, b: f64| (f64::from(a) / f64::from(INCH) - b).abs() < 0.002;
    for (name, &(x, y)) in &example.at {
        let pose = now.unit(id(now, name)).pose;
        assert!(
            near(pose.x, x) && near(pose.y, y),
            "{}: {name} is at {:.3}, {:.3}",
            example.id,
            f64::from(pose.x) / 2540.0,
            f64::from(pose.y) / 2540.0
        );
    }
    for (name, &facing) in &example.facing {
        let is = now.unit(id(now, name)).pose.facing.degrees();
        assert!(
            (is - facing).abs() < 0.05,
            "{}: {name} faces {is}",
            example.id
        );
    }
    for (name, &stands) in &example.stands {
        assert_eq!(
            now.unit(id(now, name)).stands,
            stands,
            "{}: {name}",
            example.id
        );
    }
    for (key, &value) in &example.marks {
        let (unit, what) = key.split_once('.').expect("unit.mark");
        assert_eq!(mark(now, rules, unit, what), value, "{}: {key}", example.id);
    }
    for name in &example.gone {
        assert!(
            now.unit(id(now, name)).status.is_gone(),
            "{}: {name}",
            example.id
        );
    }
    if let Some(gaps) = example.gaps {
        assert_eq!(now.gaps.len(), gaps, "{}", example.id);
    }
    let waits = now.cursor.waits.map(|w| w.why);
    if let Some(id) = &example.waits {
        assert_eq!(waits, Some(clause(rules, id)), "{}", example.id);
    }
}

#[test]
fn worked_examples_come_out_as_printed() {
    all_come_out(include_str!("../../examples/worked.toml"));
}

#[test]
fn amendments_come_out_as_they_say() {
    all_come_out(include_str!("../../examples/amendments.toml"));
}

#[test]
fn what_the_second_umpire_found_comes_out() {
    all_come_out(include_str!("../../examples/referee.toml"));
}

fn all_come_out(text: &str) {
    let file: File = toml::from_str(text).expect("examples");
    let mut failed = Vec::new();
    for example in &file.example {
        let run = std::panic::AssertUnwindSafe(|| run(example));
        if let Err(panic) = std::panic::catch_unwind(run) {
            let said = panic.downcast_ref::<String>().cloned();
            let said = said.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            failed.push(format!(
                "{} {}: {}",
                example.id,
                example.title,
                said.unwrap_or_default()
            ));
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {} failed:\n{}",
        failed.len(),
        file.example.len(),
        failed.join("\n")
    );
}

#[test]
fn a_repeated_strike_is_told_round_by_round() {
    let text = include_str!("../../examples/worked.toml");
    let file: File = toml::from_str(text).expect("examples");
    let example = file.example.iter().find(|e| e.id == "RE16").expect("RE16");
    let rules = rules(&[]);
    let now = field(&rules, "charge", "Blue", &body(example));
    let now = play(&rules, &now, "charge A D", &[]).0;
    let order = parse(&rules, &now, "fight A D");
    let mut dice = Recorded::new(&example.dice);
    let (_, events) = rules.play(&now, &order, &mut dice).expect("legal");
    let rounds = clause(&rules, "H2HL-07");
    let told: Vec<u16> = events
        .iter()
        .filter_map(|e| match *e {
            Event::Told { why, outcome, .. } if why == rounds => Some(outcome),
            _ => None,
        })
        .collect();
    assert_eq!(told, [1, 1], "the defender lost both rounds");
}
