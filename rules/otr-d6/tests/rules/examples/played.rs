//! What came of an order, held against what is printed.

use super::orders::{formation, order};
use super::position::{Position, length, list, number, point};
use sandtable_battle::{
    Ask, Battle, Clause, Dice, Event, Judging, Key, Legal, Order, Outcome, Pack, Packed, Recorded,
    Roll, Rules, Side, Status, UnitId,
};
use sandtable_geometry::{Facing, Length, Point};
use sandtable_otr_d6::volley::Volley;
use sandtable_otr_d6::{OtrD6, c, marks};
use toml::{Table, Value};

/// Dice with given faces that also keep the keys of the stages they go through:
/// all numbers that weighed in them.
pub struct Watched {
    pub dice: Recorded,
    pub stages: Vec<Key>,
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

/// All that came of an example's orders.
pub struct Played {
    pub position: Position,
    pub events: Vec<Event>,
    pub rolls: Vec<Roll>,
    pub stages: Vec<Key>,
    pub last: Option<Legal>,
    pub refused: Vec<String>,
}

pub fn play(
    rules: &OtrD6,
    example: &Table,
    mut position: Position,
    wrong: &mut Vec<String>,
) -> Played {
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
pub fn offered(rules: &OtrD6, battle: &Battle, order: &Order, wrong: &mut Vec<String>) {
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
    pub fn modifiers(&self) -> Vec<i64> {
        let Some(key) = self.stages.iter().rev().find(|k| k.clause == c::SHOOT_01) else {
            return Vec::new();
        };
        let volley = Volley::unpack(&mut Packed::new(&key.inputs, 0)).expect("a volley");
        volley.modifiers().into_iter().map(i64::from).collect()
    }

    pub fn bases(&self) -> Vec<(i64, i64)> {
        let keys = self.stages.iter().filter(|k| k.clause == c::MEL_12);
        keys.map(|k| (i64::from(k.inputs[0]), i64::from(k.inputs[1])))
            .collect()
    }

    pub fn told(&self, clause: Clause) -> Option<(u16, UnitId, Option<UnitId>)> {
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

    pub fn totals(&self) -> Vec<i64> {
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

    pub fn general(&self, name: &str) -> String {
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

    pub fn result(&self, rules: &OtrD6) -> String {
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

pub fn same(
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
pub fn compare(rules: &OtrD6, played: &Played, key: &str, want: &Value, wrong: &mut Vec<String>) {
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

pub fn melee(played: &Played, key: &str, want: &Value, wrong: &mut Vec<String>) {
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
pub fn of_units(played: &Played, key: &str, want: &Value, wrong: &mut Vec<String>) {
    for (name, want) in want
        .as_table()
        .unwrap_or_else(|| panic!("unknown expectation {key}"))
    {
        let unit = played.position.unit(name);
        let what = format!("{key} of {name}");
        let count = want.as_integer().unwrap_or(-1);
        match key {
            "stands" => same(wrong, &what, &i64::from(unit.stands), &count),
            "marker" => same(wrong, &what, &i64::from(marks::MARKER.of(unit)), &count),
            "turns_out" => same(wrong, &what, &i64::from(marks::OUT.of(unit)), &count),
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
