//! Every worked example (`examples/*.toml`) through the real engine. How the
//! files are read is told at the head of `examples/shooting.toml`.

use crate::common::*;
use sandtable_battle::{
    Ground, Judging, Legal, Order, Outcome, Recorded, Refusals, Rules, Side, Status, UnitId, Zone,
};
use sandtable_files::notation;
use sandtable_geometry::to_inches;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    example: Vec<Example>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    id: String,
    clauses: Vec<String>,
    #[serde(rename = "title")]
    _title: String,
    table: [f64; 2],
    #[serde(default)]
    switches: BTreeMap<String, toml::Value>,
    phase: String,
    active: String,
    first: Option<String>,
    turn: Option<u16>,
    started: Option<BTreeMap<String, usize>>,
    objective: Option<Placed>,
    units: Vec<UnitLine>,
    #[serde(default)]
    terrain: Vec<TerrainLine>,
    order: Option<String>,
    orders: Option<Vec<String>>,
    dice: Vec<u8>,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Placed {
    at: [f64; 2],
    size: [f64; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    name: String,
    side: String,
    kind: String,
    at: [f64; 2],
    facing: f64,
    #[serde(default)]
    hits: i8,
    #[serde(default)]
    move_spent: bool,
    #[serde(default)]
    armoured: bool,
    #[serde(default)]
    firearms: bool,
    formation: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainLine {
    ground: String,
    at: Option<[f64; 2]>,
    size: Option<[f64; 2]>,
    line: Option<Vec<[f64; 2]>>,
    width: Option<f64>,
    #[serde(default, rename = "level")]
    _level: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    legal: Option<bool>,
    refused: Option<Vec<String>>,
    distance: Option<f64>,
    rolls: Option<usize>,
    #[serde(default)]
    hits: BTreeMap<String, i8>,
    #[serde(default)]
    at: BTreeMap<String, [f64; 2]>,
    #[serde(default)]
    facing: BTreeMap<String, f64>,
    #[serde(default)]
    marks: BTreeMap<String, BTreeMap<String, i8>>,
    #[serde(default)]
    removed: Vec<String>,
    active: Option<String>,
    phase: Option<String>,
    turn: Option<u16>,
    winner: Option<String>,
}

fn side(name: &str) -> Side {
    match name {
        "Blue" => Side::A,
        "Red" => Side::B,
        _ => panic!("no side {name}"),
    }
}

fn phase(t: &Table, name: &str) -> u8 {
    let phases = &t.rules.card().phases;
    u8::try_from(phases.iter().position(|p| p.id == name).unwrap()).unwrap()
}

/// Sets the position of an example up.
fn build(example: &Example) -> Table {
    let text = |value: &toml::Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let chosen: Vec<(String, String)> = example
        .switches
        .iter()
        .map(|(name, value)| (name.clone(), text(value)))
        .collect();
    let chosen: Vec<(&str, &str)> = chosen
        .iter()
        .map(|(n, v)| (n.as_str(), v.as_str()))
        .collect();
    let mut t = Table::new(&chosen);
    t.set(|s| (s.width, s.height) = (inch(example.table[0]), inch(example.table[1])));
    t.set(|s| s.attacker = Some(example.first.as_deref().map_or(Side::A, side)));
    for line in &example.terrain {
        let ground = Ground::ALL
            .into_iter()
            .find(|g| g.name() == line.ground)
            .unwrap();
        match (line.at, line.size, &line.line) {
            (Some(at), Some(size), None) => t.area(ground, at.into(), size.into()),
            (None, None, Some(points)) => {
                for pair in points.windows(2) {
                    t.line(
                        ground,
                        pair[0].into(),
                        pair[1].into(),
                        line.width.unwrap_or(0.0),
                    );
                }
            }
            _ => panic!("terrain is an area or a line"),
        }
    }
    for line in &example.units {
        let id = t.unit(
            side(&line.side),
            &line.kind,
            line.at[0],
            line.at[1],
            line.facing,
        );
        t.set(|s| s.names[id.index()].clone_from(&line.name));
        t.mark(id, sandtable_three_hit::marks::HITS, line.hits);
        t.mark(
            id,
            sandtable_three_hit::marks::MOVE_SPENT,
            i8::from(line.move_spent),
        );
        let unit = &mut t.battle.units[id.index()];
        unit.ratings = [u8::from(line.armoured), u8::from(line.firearms), 0, 0];
        if let Some(name) = &line.formation {
            let formations = &t.rules.card().formations;
            unit.formation =
                u8::try_from(formations.iter().position(|f| f == name).unwrap()).unwrap();
        }
    }
    fill(&mut t, example);
    let phase = phase(&t, &example.phase);
    t.battle.cursor.phase = phase;
    // In Morale it is the passive side that speaks.
    t.battle.cursor.side = side(&example.active);
    t.battle.cursor.turn = example.turn.unwrap_or(1);
    t
}

/// Units lost before the example, and its objective.
fn fill(t: &mut Table, example: &Example) {
    for (name, &count) in example.started.iter().flatten() {
        let has = t
            .battle
            .units
            .iter()
            .filter(|u| u.side == side(name))
            .count();
        for _ in has..count {
            let id = t.unit(side(name), "infantry", 18.0, 18.0, 0.0);
            t.set(|s| s.names[id.index()].clear());
            t.battle.units[id.index()].status = Status::Destroyed;
        }
    }
    if let Some(Placed { at, size }) = &example.objective {
        let area = zone(
            at[0] - size[0] / 2.0,
            at[1] - size[1] / 2.0,
            size[0],
            size[1],
        );
        t.set(|s| {
            s.victory.objectives = true;
            s.zones.push(Zone {
                name: "objective".to_owned(),
                side: None,
                area,
            });
        });
    }
}

fn unit(t: &Table, name: &str) -> UnitId {
    let at = t.battle.setting.names.iter().position(|n| n == name);
    UnitId(u8::try_from(at.unwrap_or_else(|| panic!("no unit {name}"))).unwrap())
}

/// Reads an order as a player writes it.
fn order(t: &Table, text: &str) -> Order {
    notation::parse(text, &t.battle, t.rules.card()).unwrap_or_else(|e| panic!("`{text}`: {e}"))
}

/// Plays the orders; the judgement of the last one.
fn play(t: &mut Table, orders: &[String], dice: &mut Recorded) -> Result<Option<Legal>, Refusals> {
    let mut last = None;
    for (at, text) in orders.iter().enumerate() {
        let order = order(t, text);
        let judged = t.judge(&order);
        if at + 1 < orders.len() {
            t.allows(&order);
        }
        let legal = judged?;
        let (battle, _) = t.rules.play(&t.battle, &order, dice)?;
        t.battle = battle;
        assert_eq!(t.rules.flaws(&t.battle), [], "after `{text}`");
        last = Some(legal);
    }
    Ok(last)
}

fn run(example: &Example) {
    let mut t = build(example);
    assert_eq!(t.rules.flaws(&t.battle), [], "the position");
    let mut orders = example.orders.clone().unwrap_or_default();
    orders.extend(example.order.clone());
    let mut dice = Recorded::new(&example.dice);
    let result = play(&mut t, &orders, &mut dice);
    let expect = &example.expect;
    assert_eq!((dice.wanted(), dice.left_over()), (None, 0), "dice");
    compare(&t, expect);
    if let Some(reasons) = &expect.refused {
        let refusals = result.expect_err("it was accepted");
        for id in reasons {
            let clause = t
                .rules
                .card()
                .find(id)
                .unwrap_or_else(|| panic!("no clause {id}"));
            let clause = sandtable_battle::Clause::new(clause.n);
            assert!(
                refusals.cite(clause),
                "not refused by {id} but {refusals:?}"
            );
        }
        return;
    }
    let legal = result.unwrap_or_else(|refusals| {
        let ids: Vec<_> = refusals
            .reasons()
            .iter()
            .map(|r| t.rules.card().cite(r.clause))
            .collect();
        panic!("refused by {ids:?}: {refusals:?}")
    });
    assert_ne!(expect.legal, Some(false));
    if let Some(rolls) = expect.rolls {
        assert_eq!(
            dice.rolls().iter().map(|r| r.faces.len()).sum::<usize>(),
            rolls,
            "rolls"
        );
    }
    if let Some(distance) = expect.distance {
        let tape = legal.unwrap().tape().unwrap();
        assert!(
            (to_inches(tape.length) - distance).abs() < 0.002,
            "distance {tape:?}"
        );
    }
}

/// Compares the state of the battle.
fn compare(t: &Table, expect: &Expect) {
    for (name, &hits) in &expect.hits {
        assert_eq!(
            t.marked(unit(t, name), sandtable_three_hit::marks::HITS),
            hits,
            "hits of {name}"
        );
    }
    for (name, [x, y]) in &expect.at {
        let got = t.at(unit(t, name));
        assert!(
            (got.0 - x).abs() < 0.0025 && (got.1 - y).abs() < 0.0025,
            "{name} at {got:?}"
        );
    }
    for (name, heading) in &expect.facing {
        let got = t.at(unit(t, name)).2;
        let off = (got - heading).rem_euclid(360.0);
        assert!(!(0.02..=359.98).contains(&off), "{name} faces {got}");
    }
    for (name, marks) in &expect.marks {
        for (mark, &value) in marks {
            let at = t
                .rules
                .card()
                .marks
                .iter()
                .position(|m| m.id == *mark)
                .unwrap();
            let got = t.battle.unit(unit(t, name)).marks[at];
            assert_eq!(got, i32::from(value), "{mark} of {name}");
        }
    }
    // Every loss is told; those that were lost before have no name.
    let lost = t.battle.all().filter(|(_, u)| u.status.is_gone());
    let lost = lost.map(|(id, _)| t.battle.setting.name(id));
    let lost: Vec<&str> = lost.filter(|name| !name.is_empty()).collect();
    assert_eq!(lost, expect.removed, "removed");
    if let Some(name) = &expect.active {
        assert_eq!(t.battle.cursor.side, side(name), "active");
    }
    if let Some(name) = &expect.phase {
        assert_eq!(t.battle.cursor.phase, phase(t, name), "phase");
    }
    if let Some(turn) = expect.turn {
        assert_eq!(t.battle.cursor.turn, turn, "turn");
    }
    if let Some(winner) = &expect.winner {
        let outcome = match winner.as_str() {
            "" => None,
            "Draw" => Some(Outcome::Draw),
            name => Some(Outcome::Won(side(name))),
        };
        assert_eq!(t.battle.ended, outcome, "winner");
    }
}

/// Runs every example of a file and names all that fail.
fn all(text: &str) {
    let file: File =
        toml::from_str(text).unwrap_or_else(|e| panic!("{} at {:?}", e.message(), e.span()));
    let card = Table::new(&[]).rules.card().clone();
    let mut failed = Vec::new();
    for example in &file.example {
        for id in &example.clauses {
            assert!(card.find(id).is_some(), "{}: no clause {id}", example.id);
        }
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(example)));
        if outcome.is_err() {
            eprintln!("that was {}", example.id);
            failed.push(example.id.as_str());
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {} fail: {failed:?}",
        failed.len(),
        file.example.len()
    );
}

macro_rules! files {
    ($($name:ident),+) => {
        $(#[test]
        fn $name() {
            all(include_str!(concat!("../../examples/", stringify!($name), ".toml")));
        })+
    };
}

files!(
    charging, combat, fallback, morale, moving, shooting, turn, victory
);
