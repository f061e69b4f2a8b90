//! The worked examples of `examples/*.toml`: a position, orders, the dice in
//! the order they are thrown, and what must come of it.

use sandtable_battle::{
    Ask, Battle, Clause, Cursor, Dice, Event, Feature, Ground, Group, GroupSpec, Hand, Key, Leg,
    Legal, Legs, Order, Outcome, Recorded, Roll, Rules, Setting, Side, Status, Switches, Unit,
    UnitId,
};
use sandtable_geometry::{Area, Facing, INCH, Length, Line, Point, Pose, inches};
use sandtable_otr_d6::{OtrD6, c, marks, units};
use std::sync::Arc;
use toml::{Table, Value};

const FILES: [(&str, &str); 5] = [
    ("movement", include_str!("../../examples/movement.toml")),
    ("shooting", include_str!("../../examples/shooting.toml")),
    ("charging", include_str!("../../examples/charging.toml")),
    ("melee", include_str!("../../examples/melee.toml")),
    ("morale", include_str!("../../examples/morale.toml")),
];

/// Dice with given faces that also keep the keys of the stages they go through:
/// all numbers that weighed in them.
struct Watched {
    dice: Recorded,
    stages: Vec<Key>,
}

impl Dice for Watched {
    fn ask(&mut self, ask: Ask, by: Side, why: Clause) -> u16 {
        self.dice.ask(ask, by, why)
    }

    fn stage(&mut self, key: Key, body: &mut dyn FnMut(&mut dyn Dice) -> u16) -> u16 {
        self.stages.push(key);
        body(self)
    }
}

fn list<'a>(from: &'a Table, key: &str) -> &'a [Value] {
    from.get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn text<'a>(from: &'a Table, key: &str) -> &'a str {
    from.get(key).and_then(Value::as_str).unwrap_or("")
}

fn number(value: &Value) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "small")]
    value
        .as_float()
        .or_else(|| value.as_integer().map(|i| i as f64))
        .expect("a number")
}

fn whole(from: &Table, key: &str) -> Option<i64> {
    from.get(key).and_then(Value::as_integer)
}

fn length(value: &Value) -> Length {
    inches(number(value)).expect("a length")
}

fn point(value: &Value) -> Point {
    let pair = value.as_array().expect("a point");
    Point::new(length(&pair[0]), length(&pair[1]))
}

fn place(words: &[&str], word: &str) -> u8 {
    u8::try_from(
        words
            .iter()
            .position(|w| *w == word)
            .unwrap_or_else(|| panic!("unknown word {word}")),
    )
    .expect("small")
}

/// A position with the names of its units.
struct Position {
    battle: Battle,
    names: Vec<String>,
}

impl Position {
    fn id(&self, name: &str) -> UnitId {
        let at = self
            .names
            .iter()
            .position(|n| n == name)
            .unwrap_or_else(|| panic!("no unit {name}"));
        UnitId(u8::try_from(at).expect("few units"))
    }

    fn unit(&self, name: &str) -> &Unit {
        self.battle.unit(self.id(name))
    }
}

fn side(of: &Table) -> Side {
    if text(of, "side") == "A" {
        Side::A
    } else {
        Side::B
    }
}

fn group(setting: &mut Setting, of: &Table) -> Group {
    let name = text(of, "division");
    let known = setting.groups.iter().position(|g| g.name == name);
    let at = known.unwrap_or_else(|| {
        setting.groups.push(GroupSpec {
            name: name.to_owned(),
            side: side(of),
        });
        setting.groups.len() - 1
    });
    Group(u8::try_from(at).expect("few divisions"))
}

fn unit(setting: &mut Setting, of: &Table) -> Unit {
    let mut unit = Unit {
        side: side(of),
        group: group(setting, of),
        ..Unit::default()
    };
    unit.kind = place(&["infantry", "cavalry", "artillery"], text(of, "kind"));
    unit.ratings[0] = place(
        &["green", "seasoned", "veteran", "crack"],
        text(of, "grade"),
    );
    if of.contains_key("arms") {
        let arms = [
            "muzzle-loader",
            "breech-loader",
            "repeater",
            "rifled",
            "smoothbore",
        ];
        unit.ratings[1] = place(&arms, text(of, "arms"));
    }
    unit.stands = u8::try_from(whole(of, "stands").expect("stands")).expect("few stands");
    unit.started =
        whole(of, "started").map_or(unit.stands, |n| u8::try_from(n).expect("few stands"));
    let formations = [
        "line",
        "column",
        "reinforced",
        "dismounted",
        "dismounted-column",
    ];
    unit.formation = of
        .get("formation")
        .map_or(0, |f| place(&formations, f.as_str().expect("a word")));
    let facing = Facing::from_degrees(number(&of["facing"])).expect("an angle");
    unit.pose = Pose::at(point(&of["at"]), facing);
    unit.marks[usize::from(marks::ACTIONS)] = 2;
    unit.marks[usize::from(marks::MARKER)] =
        i8::try_from(whole(of, "marker").unwrap_or(0)).expect("a marker");
    unit
}

fn general(setting: &mut Setting, of: &Table, names: &[String]) -> Unit {
    let mut unit = Unit {
        side: side(of),
        group: group(setting, of),
        kind: 3,
        stands: 1,
        started: 1,
        ..Unit::default()
    };
    unit.ratings[2] = u8::try_from(2 - whole(of, "rating").expect("a rating")).expect("a rating");
    unit.pose = Pose::at(point(&of["at"]), Facing::NORTH);
    if let Some(host) = of.get("attached").and_then(Value::as_str) {
        let at = names.iter().position(|n| n == host).expect("a unit");
        unit.with = Some(UnitId(u8::try_from(at).expect("few units")));
    }
    unit
}

fn feature(of: &Table) -> Feature {
    let kind = text(of, "kind");
    let ground = *Ground::ALL
        .iter()
        .find(|g| g.name() == kind)
        .expect("a ground");
    let area = of.get("at").map(|at| {
        let (at, size) = (point(at), point(&of["size"]));
        let (w, h) = (size.x / 2, size.y / 2);
        let corners = [(-w, -h), (w, -h), (w, h), (-w, h)];
        Area::new(
            corners
                .iter()
                .map(|(x, y)| Point::new(at.x + x, at.y + y))
                .collect(),
        )
        .expect("an area")
    });
    let line = of
        .get("line")
        .map(|l| Line::new(l.as_array().expect("points").iter().map(point).collect()));
    Feature {
        ground,
        name: String::new(),
        areas: area.into_iter().collect(),
        line: line.map(|l| l.expect("a line")),
        width: 0,
        level: whole(of, "level").map_or(0, |n| u8::try_from(n).expect("a level")),
    }
}

fn position(example: &Table, switches: &Switches) -> Position {
    let table = list(example, "table");
    let mut setting = Setting::bare("otr-d6", length(&table[0]), length(&table[1]));
    setting.switches = switches.clone();
    setting.terrain = list(example, "terrain")
        .iter()
        .map(|t| feature(t.as_table().expect("terrain")))
        .collect();
    let mut units = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for of in list(example, "units").iter().filter_map(Value::as_table) {
        units.push(unit(&mut setting, of));
        names.push(text(of, "name").to_owned());
    }
    for of in list(example, "generals").iter().filter_map(Value::as_table) {
        units.push(general(&mut setting, of, &names));
        names.push(text(of, "name").to_owned());
    }
    for wave in list(example, "waves") {
        let members: Vec<usize> = wave
            .as_array()
            .expect("names")
            .iter()
            .map(|name| {
                names
                    .iter()
                    .position(|n| Some(n.as_str()) == name.as_str())
                    .expect("a unit")
            })
            .collect();
        for pair in members.windows(2) {
            units[pair[1]].with = Some(UnitId(u8::try_from(pair[0]).expect("few units")));
        }
    }
    let active = setting
        .groups
        .iter()
        .position(|g| g.name == text(example, "active"))
        .expect("a division");
    let cursor = Cursor {
        turn: 1,
        phase: 1,
        side: setting.groups[active].side,
        group: Some(Group(u8::try_from(active).expect("few divisions"))),
        ..Cursor::default()
    };
    setting.names.clone_from(&names);
    Position {
        battle: Battle {
            setting: Arc::new(setting),
            units,
            cursor,
            ended: None,
            gaps: Vec::new(),
            notes: Vec::new(),
            score: [0; 2],
        },
        names,
    }
}

fn order(position: &Position, words: &str) -> Order {
    let words: Vec<&str> = words.split_whitespace().collect();
    let unit = position.id(words[1]);
    let target = || position.id(words[2]);
    match words[0] {
        "shoot" => Order::Shoot {
            unit,
            target: target(),
        },
        "charge" => Order::Charge {
            unit,
            target: target(),
            reach: true,
        },
        "test" => Order::Test { unit },
        "pass" => Order::Pass { unit },
        "face" => Order::Face {
            unit,
            to: degrees(words[2]),
        },
        "form" => Order::Form {
            unit,
            formation: formation(words[2]),
        },
        "move" => Order::Move {
            unit,
            legs: obliquely(position.battle.unit(unit), legs(&words[2..])),
        },
        other => panic!("unknown order {other}"),
    }
}

fn formation(word: &str) -> u8 {
    let word = if word == "mounted" { "line" } else { word };
    place(
        &[
            "line",
            "column",
            "reinforced",
            "dismounted",
            "dismounted-column",
        ],
        word,
    )
}

/// A line goes along a segment without turning: a slide.
fn obliquely(unit: &Unit, legs: Legs) -> Legs {
    let column = matches!(unit.formation, units::COLUMN | units::DISMOUNTED_COLUMN);
    let in_line = matches!(unit.kind, units::INFANTRY | units::CAVALRY) && !column;
    match legs[..] {
        [Leg::March { to }] if in_line => {
            let from = unit.pose.point();
            let slide = Leg::Slide {
                towards: Facing::towards(from, to),
                by: from.distance(to),
            };
            [slide].into_iter().collect()
        }
        _ => legs,
    }
}

fn degrees(word: &str) -> Facing {
    Facing::from_degrees(word.parse().expect("degrees")).expect("an angle")
}

fn legs(words: &[&str]) -> Legs {
    let mut legs = Legs::new();
    let mut words = words.iter();
    let parse = |word: Option<&&str>| {
        inches(word.expect("a number").parse().expect("a number")).expect("a length")
    };
    while let Some(&word) = words.next() {
        match word {
            "advance" => {
                let by = parse(words.next());
                if by > 0 {
                    legs.push(Leg::Advance { by });
                }
            }
            "wheel" => {
                let hand = if *words.next().expect("a hand") == "left" {
                    Hand::Left
                } else {
                    Hand::Right
                };
                legs.push(Leg::Wheel {
                    hand,
                    by: degrees(words.next().expect("degrees")).0,
                });
            }
            "along" => {
                for pair in words.by_ref() {
                    let (x, y) = pair.split_once(',').expect("a point");
                    let to = Point::new(parse(Some(&x)), parse(Some(&y)));
                    legs.push(Leg::March { to });
                }
            }
            other => panic!("unknown leg {other}"),
        }
    }
    legs
}

/// All that came of an example's orders.
struct Played {
    position: Position,
    events: Vec<Event>,
    rolls: Vec<Roll>,
    stages: Vec<Key>,
    last: Option<Legal>,
    refused: Vec<String>,
}

fn play(rules: &OtrD6, example: &Table, mut position: Position, wrong: &mut Vec<String>) -> Played {
    let faces: Vec<u8> = list(example, "dice")
        .iter()
        .map(|d| u8::try_from(d.as_integer().expect("a face")).expect("a face"))
        .collect();
    let mut dice = Watched {
        dice: Recorded::new(&faces),
        stages: Vec::new(),
    };
    let orders: Vec<&str> = match example.get("order") {
        Some(one) => vec![one.as_str().expect("words")],
        None => list(example, "orders")
            .iter()
            .filter_map(Value::as_str)
            .collect(),
    };
    let (mut events, mut last, mut refused) = (Vec::new(), None, Vec::new());
    for (nth, words) in orders.iter().enumerate() {
        let order = order(&position, words);
        match rules.judge(&position.battle, &order) {
            Ok(legal) => {
                offered(rules, &position.battle, &order, wrong);
                let mut scene = sandtable_battle::Scene::new(position.battle.clone());
                rules.resolve(&legal, &mut scene, &mut dice);
                let (battle, new) = scene.finish();
                position.battle = battle;
                events.extend(new);
                last = Some(legal);
            }
            Err(refusals) => {
                refused = refusals
                    .reasons()
                    .iter()
                    .map(|r| rules.card().cite(r.clause))
                    .collect();
                if nth + 1 < orders.len() {
                    wrong.push(format!("'{words}' refused: {refused:?}"));
                }
                last = None;
            }
        }
    }
    if let Some(wanted) = dice.dice.wanted() {
        wrong.push(format!("more dice are wanted: {wanted:?}"));
    }
    if dice.dice.left_over() > 0 {
        wrong.push(format!("{} dice left over", dice.dice.left_over()));
    }
    Played {
        position,
        events,
        rolls: dice.dice.rolls().to_vec(),
        stages: dice.stages,
        last,
        refused,
    }
}

/// Everything that may be ordered lies in some offer.
fn offered(rules: &OtrD6, battle: &Battle, order: &Order, wrong: &mut Vec<String>) {
    use sandtable_battle::{Scope, Verb};
    let Some(unit) = order.unit() else { return };
    let mut offers = Vec::new();
    rules.offers(battle, Some(unit), &mut offers);
    let verb = match order {
        Order::Shoot { .. } => Verb::Shoot,
        Order::Charge { .. } => Verb::Charge,
        Order::Test { .. } => Verb::Test,
        _ => return,
    };
    let fits = offers.iter().any(|offer| {
        offer.verb == verb
            && match (&offer.scope, order.target()) {
                (Scope::Targets(targets), Some(target)) => targets.contains(&target),
                (_, target) => target.is_none(),
            }
    });
    if !fits {
        wrong.push(format!("{order:?} is legal and in no offer"));
    }
}

impl Played {
    /// The dice modifiers of the last volley.
    fn modifiers(&self) -> Vec<i64> {
        let Some(key) = self.stages.iter().rev().find(|k| k.clause == c::SHOOT_01) else {
            return Vec::new();
        };
        let [_, _, modifier, full, part, ..] = key.inputs;
        let part = (part != i16::MAX).then(|| modifier + part);
        (0..full)
            .map(|_| modifier)
            .chain(part)
            .map(i64::from)
            .collect()
    }

    fn bases(&self) -> Vec<(i64, i64)> {
        let keys = self.stages.iter().filter(|k| k.clause == c::MEL_12);
        keys.map(|k| (i64::from(k.inputs[0]), i64::from(k.inputs[1])))
            .collect()
    }

    fn told(&self, clause: Clause) -> Option<(u16, UnitId, Option<UnitId>)> {
        self.events.iter().rev().find_map(|e| match *e {
            Event::Told {
                why,
                outcome,
                unit,
                other,
            } if why == clause => Some((outcome, unit, other)),
            _ => None,
        })
    }

    fn totals(&self) -> Vec<i64> {
        let faces: Vec<i64> = self
            .rolls
            .iter()
            .filter(|r| r.why == c::MEL_11)
            .map(|r| i64::from(r.faces[0]))
            .collect();
        let (Some(base), [.., ours, theirs]) = (self.bases().last().copied(), faces.as_slice())
        else {
            return Vec::new();
        };
        vec![base.0 + ours, base.1 + theirs]
    }

    fn general(&self, name: &str) -> String {
        let g = self.position.unit(name);
        match (g.status, self.told(c::CMD_08).map(|t| t.0)) {
            (Status::Captured, _) => "captured",
            (Status::Table, _) => "unharmed",
            (_, Some(0)) => "horse shot",
            (_, Some(1)) => "wounded",
            _ => "killed",
        }
        .to_owned()
    }

    fn result(&self, rules: &OtrD6) -> String {
        let reading = |clause, at: u16| {
            rules
                .card()
                .clause(clause)
                .map(|t| t.readings[usize::from(at)].clone())
        };
        match (self.told(c::MOR_11), self.told(c::MOR_04)) {
            (Some((0, ..)), _) => reading(c::MOR_11, 0),
            (_, Some((at, ..))) => reading(c::MOR_04, at),
            _ => None,
        }
        .unwrap_or_default()
    }
}

fn same(
    wrong: &mut Vec<String>,
    what: &str,
    got: &impl std::fmt::Debug,
    want: &impl std::fmt::Debug,
) {
    let (got, want) = (format!("{got:?}"), format!("{want:?}"));
    if got != want {
        wrong.push(format!("{what}: {got}, expected {want}"));
    }
}

/// Compares one line of `expect` with what happened.
fn compare(rules: &OtrD6, played: &Played, key: &str, want: &Value, wrong: &mut Vec<String>) {
    let ints = |v: &Value| -> Vec<i64> {
        v.as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_integer)
            .collect()
    };
    let near = |got: Length, want: Length| (got - want).abs() <= 3;
    let base = |want: &Value| {
        (
            want["attacker"].as_integer().unwrap_or(0),
            want["defender"].as_integer().unwrap_or(0),
        )
    };
    match key {
        "legal" => same(
            wrong,
            key,
            &played.last.is_some(),
            &want.as_bool().unwrap_or(false),
        ),
        "refused" => {
            for clause in want
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
            {
                if !played.refused.iter().any(|r| r == &format!("OTR-{clause}")) {
                    wrong.push(format!("refused {:?}, expected {clause}", played.refused));
                }
            }
        }
        "distance" | "cost" => {
            if let Some(legal) = &played.last {
                let got = if key == "cost" {
                    Some(legal.cost())
                } else {
                    legal.tape().map(|t| t.length)
                };
                if !got.is_some_and(|got| near(got, length(want))) {
                    wrong.push(format!("{key}: {got:?}, expected {}", length(want)));
                }
            }
        }
        "fire_line" => {
            let tape = played.last.as_ref().and_then(Legal::tape).expect("a tape");
            let ends: Vec<Point> = want.as_array().expect("points").iter().map(point).collect();
            same(wrong, key, &vec![tape.from, tape.to], &ends);
        }
        "modifier" => same(
            wrong,
            key,
            &played.modifiers(),
            &vec![want.as_integer().unwrap_or(99)],
        ),
        "modifiers" => same(wrong, key, &played.modifiers(), &ints(want)),
        "base" => same(wrong, key, &played.bases().first(), &Some(&base(want))),
        "second_base" => same(wrong, key, &played.bases().get(1), &Some(&base(want))),
        "totals" => same(wrong, key, &played.totals(), &ints(want)),
        "ratio" | "winner" => melee(played, key, want, wrong),
        "result" => same(
            wrong,
            key,
            &played.result(rules),
            &want.as_str().unwrap_or(""),
        ),
        "winner_side" => {
            let want = match want.as_str() {
                Some("A") => Outcome::Won(Side::A),
                Some("B") => Outcome::Won(Side::B),
                _ => Outcome::Draw,
            };
            same(wrong, key, &played.position.battle.ended, &Some(want));
        }
        "removed" => {
            for name in want
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
            {
                if played.position.unit(name).on_table() {
                    wrong.push(format!("{name} is still on the table"));
                }
            }
        }
        _ => of_units(played, key, want, wrong),
    }
}

fn melee(played: &Played, key: &str, want: &Value, wrong: &mut Vec<String>) {
    let Some((outcome, attacker, defender)) = played.told(c::MEL_12) else {
        return wrong.push(format!("{key}: no melee"));
    };
    if key == "ratio" {
        let ratio = if outcome < 4 {
            4 - outcome
        } else {
            outcome - 3
        };
        return same(
            wrong,
            key,
            &i64::from(ratio),
            &want.as_integer().unwrap_or(0),
        );
    }
    let winner = if outcome < 4 {
        Some(attacker)
    } else {
        defender
    };
    same(
        wrong,
        key,
        &winner,
        &want.as_str().map(|name| played.position.id(name)),
    );
}

/// Compares a value of each unit named.
fn of_units(played: &Played, key: &str, want: &Value, wrong: &mut Vec<String>) {
    for (name, want) in want
        .as_table()
        .unwrap_or_else(|| panic!("unknown expectation {key}"))
    {
        let unit = played.position.unit(name);
        let what = format!("{key} of {name}");
        let count = want.as_integer().unwrap_or(-1);
        match key {
            "stands" => same(wrong, &what, &i64::from(unit.stands), &count),
            "marker" => same(wrong, &what, &i64::from(unit.mark(marks::MARKER)), &count),
            "turns_out" => same(wrong, &what, &i64::from(unit.mark(marks::OUT)), &count),
            "formation" => same(
                wrong,
                &what,
                &unit.formation,
                &formation(want.as_str().unwrap_or("")),
            ),
            "general" => same(
                wrong,
                &what,
                &played.general(name).as_str(),
                &want.as_str().unwrap_or(""),
            ),
            "at" => {
                let (got, want) = (unit.pose.point(), point(want));
                if (got.x - want.x).abs() > 3 || (got.y - want.y).abs() > 3 {
                    wrong.push(format!("{what}: {got:?}, expected {want:?}"));
                }
            }
            "facing" => {
                let want = Facing::from_degrees(number(want)).expect("an angle");
                if unit.pose.facing.turn_to(want).abs() > 2 {
                    wrong.push(format!("{what}: {:?}, expected {want:?}", unit.pose.facing));
                }
            }
            other => panic!("unknown expectation {other}"),
        }
    }
}

fn run(example: &Table) -> Vec<String> {
    let mut switches = Switches::default();
    for (name, value) in example
        .get("switches")
        .and_then(Value::as_table)
        .into_iter()
        .flatten()
    {
        switches = switches.with(name, value.as_str().expect("a value"));
    }
    let rules = OtrD6::new(&switches).expect("switches");
    let mut wrong = Vec::new();
    let played = play(&rules, example, position(example, &switches), &mut wrong);
    for (key, want) in example["expect"].as_table().expect("expectations") {
        compare(&rules, &played, key, want, &mut wrong);
    }
    wrong
}

#[test]
fn examples_come_out_as_printed() {
    assert_eq!(INCH, 2540);
    let mut failures = Vec::new();
    let mut count = 0;
    for (file, source) in FILES {
        let table: Table = source.parse().expect("a file of examples");
        for example in list(&table, "example").iter().filter_map(Value::as_table) {
            if example.contains_key("ask") {
                continue;
            }
            count += 1;
            for wrong in run(example) {
                failures.push(format!("{file} {}: {wrong}", text(example, "id")));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
