//! Every worked example (`examples/*.toml`) through the real engine.

use crate::common::*;
use sandtable_battle::{
    Event, Far, Ground, Houses, Judging, Material, Order, Outcome, Recorded, Refusals, Rules, Side,
    Status, UnitId,
};
use sandtable_favorite::marks::{self, Moved, Stand};
use sandtable_favorite::turn;
use sandtable_files::notation;
use sandtable_geometry::INCH;
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
    #[serde(rename = "title")]
    _title: String,
    clauses: Vec<String>,
    phase: Option<String>,
    units: Vec<Line>,
    #[serde(default)]
    switches: BTreeMap<String, String>,
    #[serde(default)]
    terrain: Vec<Terrain>,
    orders: Vec<String>,
    dice: Vec<u8>,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    side: String,
    kind: String,
    at: [f64; 2],
    facing: f64,
    figures: Option<u8>,
    started: Option<u8>,
    formation: Option<String>,
    status: Option<String>,
    command: Option<String>,
    joined: Option<String>,
    stand: Option<String>,
    /// Has a marker that it got in this turn.
    #[serde(default)]
    marked: bool,
    #[serde(default)]
    shaken: bool,
    #[serde(default)]
    charged: bool,
    #[serde(default)]
    moved: bool,
    /// Parts of its move that it has used, of 60,000, and inches it came north.
    #[serde(default)]
    spent: u16,
    #[serde(default)]
    north: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Terrain {
    ground: String,
    material: Option<String>,
    line: Option<[[f64; 2]; 2]>,
    #[serde(default)]
    width: f64,
    /// The middle of an area, and its size.
    at: Option<[f64; 2]>,
    size: Option<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    refused: Option<Vec<String>>,
    #[serde(default)]
    at: BTreeMap<String, [f64; 3]>,
    #[serde(default)]
    figures: BTreeMap<String, u8>,
    #[serde(default)]
    marker: BTreeMap<String, bool>,
    #[serde(default)]
    stand: BTreeMap<String, String>,
    #[serde(default)]
    out: BTreeMap<String, u8>,
    #[serde(default)]
    status: BTreeMap<String, String>,
    #[serde(default)]
    formation: BTreeMap<String, String>,
    #[serde(default)]
    told: BTreeMap<String, u16>,
    phase: Option<String>,
    side: Option<String>,
    asks: Option<String>,
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

fn place(names: &[String], name: &str) -> u8 {
    let at = names.iter().position(|n| n == name);
    u8::try_from(at.unwrap_or_else(|| panic!("no {name}"))).expect("few")
}

fn unit(t: &Table, name: &str) -> UnitId {
    UnitId(place(&t.battle.setting.names, name))
}

fn stand(name: &str) -> Stand {
    let found = Stand::ALL.iter().find(|stand| stand.name() == name);
    *found.unwrap_or_else(|| panic!("no {name}"))
}

fn build(example: &Example) -> Table {
    let switches: Vec<(&str, &str)> = example
        .switches
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let mut t = Table::new(&switches);
    for piece in &example.terrain {
        let ground = Ground::ALL.into_iter().find(|g| g.name() == piece.ground);
        let ground = ground.expect("a ground");
        match (piece.line, piece.at, piece.size) {
            (Some([from, to]), None, None) => t.line(ground, from.into(), to.into(), piece.width),
            (None, Some(at), Some(size)) => t.area(ground, at.into(), size.into()),
            _ => panic!("terrain is a line, or an area with its middle and size"),
        }
        if let Some(name) = &piece.material {
            let found = Material::ALL.into_iter().find(|m| m.name() == name);
            let houses = Houses::Terrain(t.battle.setting.terrain.len() - 1);
            t.set(|s| s.materials.push((houses, found.expect("a material"))));
        }
    }
    let formations = t.rules.card().formations.clone();
    for line in &example.units {
        let id = t.unit(side(&line.side), &line.kind, line.at.into(), line.facing);
        t.set(|s| s.names[id.index()].clone_from(&line.name));
        let u = t.change(id);
        u.started = line.started.unwrap_or(u.started);
        u.stands = line.figures.unwrap_or(u.stands);
        if let Some(name) = &line.formation {
            u.formation = place(&formations, name);
        }
        if let Some(name) = &line.status {
            let found = Status::ALL.into_iter().find(|s| s.name() == name);
            u.status = found.expect("a status");
        }
        if let Some(rating) = &line.command {
            u.ratings[3] = rating.parse().expect("a rating");
        }
        if line.marked {
            t.mark(id, marks::MARKER, true);
        }
        if line.shaken {
            t.shaken(id);
        }
        if line.charged {
            t.charged(id);
        }
        if line.moved {
            t.mark(id, marks::MOVED, Moved::Moving);
        }
        if line.spent > 0 {
            t.mark(id, marks::SPENT, line.spent);
            t.mark(id, marks::CAME_NORTH, Far(line.north * INCH));
        }
        if let Some(name) = &line.stand {
            t.mark(id, marks::STAND, stand(name));
        }
    }
    for line in &example.units {
        if let Some(host) = &line.joined {
            let (id, host) = (unit(&t, &line.name), unit(&t, host));
            t.change(id).with = Some(host);
        }
    }
    if let Some(name) = example.phase.as_deref().filter(|&name| name != "open") {
        let phases: Vec<String> = t.rules.card().phases.iter().map(|p| p.id.clone()).collect();
        t.phase(place(&phases, name));
    }
    t
}

/// Plays the orders; what was told, or why the last one was refused.
fn play(t: &mut Table, example: &Example, dice: &mut Recorded) -> Result<Vec<Event>, Refusals> {
    let mut all = Vec::new();
    if example.phase.as_deref() == Some("open") {
        let mut battle = t.battle.clone();
        battle.cursor = sandtable_battle::Cursor::default();
        let mut scene = sandtable_battle::Scene::new(battle);
        t.rules.open(&mut scene, dice);
        t.battle = scene.finish().0;
    }
    for (at, text) in example.orders.iter().enumerate() {
        let order: Order = notation::parse(text, &t.battle, t.rules.card())
            .unwrap_or_else(|e| panic!("`{text}`: {e}"));
        if at + 1 < example.orders.len() {
            t.allows(&order);
        }
        let (battle, events) = t.rules.play(&t.battle, &order, dice)?;
        t.battle = battle;
        all.extend(events);
    }
    Ok(all)
}

fn run(example: &Example) {
    let mut t = build(example);
    assert_eq!(t.rules.flaws(&t.battle), [], "the position");
    for id in &example.clauses {
        assert!(t.rules.card().find(id).is_some(), "no clause {id}");
    }
    let mut dice = Recorded::new(&example.dice);
    let result = play(&mut t, example, &mut dice);
    assert_eq!((dice.wanted(), dice.left_over()), (None, 0), "dice");
    let expect = &example.expect;
    match (&expect.refused, result) {
        (Some(reasons), Err(refusals)) => {
            for id in reasons {
                let clause = t.rules.card().find(id).expect("a clause").n;
                let clause = sandtable_battle::Clause::new(clause);
                assert!(refusals.cite(clause), "not by {id} but {refusals:?}");
            }
        }
        (None, Ok(events)) => compare(&t, expect, &events),
        (_, result) => panic!("{result:?}"),
    }
}

/// Compares the state of the battle.
fn compare(t: &Table, expect: &Expect, events: &[Event]) {
    for (name, [x, y, h]) in &expect.at {
        t.stands(unit(t, name), (*x, *y, *h));
    }
    for (name, &figures) in &expect.figures {
        assert_eq!(t.figures(unit(t, name)), figures, "figures of {name}");
    }
    for (name, &value) in &expect.marker {
        assert_eq!(t.marker(unit(t, name)), value, "marker of {name}");
    }
    for (name, value) in &expect.stand {
        let got = marks::STAND.of(t.battle.unit(unit(t, name)));
        assert_eq!(got.name(), value, "stand test of {name}");
    }
    for (name, &value) in &expect.out {
        let got = marks::OUT.of(t.battle.unit(unit(t, name)));
        assert_eq!(got, value, "absence of {name}");
    }
    for (name, status) in &expect.status {
        assert_eq!(t.status(unit(t, name)).name(), status, "status of {name}");
    }
    let card = t.rules.card();
    for (name, formation) in &expect.formation {
        let got = t.battle.unit(unit(t, name)).formation;
        assert_eq!(got, place(&card.formations, formation), "{name}");
    }
    for (id, &outcome) in &expect.told {
        let clause = sandtable_battle::Clause::new(card.find(id).expect("a clause").n);
        assert_eq!(told(events, clause), Some(outcome), "told by {id}");
    }
    let cursor = &t.battle.cursor;
    if let Some(name) = &expect.phase {
        assert_eq!(&card.phases[usize::from(cursor.phase)].id, name, "phase");
    }
    if let Some(name) = &expect.side {
        assert_eq!(cursor.side, side(name), "side");
    }
    if let Some(name) = &expect.asks {
        assert_eq!(cursor.waits.map(|w| w.side), Some(side(name)), "asks");
        assert_eq!(cursor.phase, turn::INITIATIVE);
    }
    if let Some(turn) = expect.turn {
        assert_eq!(cursor.turn, turn, "turn");
    }
    if let Some(name) = &expect.winner {
        assert_eq!(t.battle.ended, Some(Outcome::Won(side(name))), "winner");
    }
}

fn all(text: &str) {
    let file: File = toml::from_str(text).expect("examples");
    let mut failed = Vec::new();
    for example in &file.example {
        let one = std::panic::AssertUnwindSafe(|| run(example));
        if std::panic::catch_unwind(one).is_err() {
            failed.push(&example.id);
        }
    }
    let (wrong, all) = (failed.len(), file.example.len());
    assert!(failed.is_empty(), "{wrong} of {all} fail: {failed:?}");
}

macro_rules! files {
    ($($name:ident),+) => {
        $(#[test]
        fn $name() {
            all(include_str!(concat!("../../examples/", stringify!($name), ".toml")));
        })+
    };
}

files!(amendments, charging, melee, morale, moving, shooting, turns);
