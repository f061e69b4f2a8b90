//! Questions about a single table or die (`tests/figures/asked.toml`).

use sandtable_battle::{
    Battle, Cursor, Group, GroupSpec, Judging, Order, Outcome, Recorded, Rules, Setting, Side,
    Switches, Unit, UnitId,
};
use sandtable_geometry::{Facing, INCH, Length, Point, Pose, Zone, inches, to_inches};
use sandtable_odds::{Chance, Explorer, Law, Weight};
use sandtable_otr_d6::fate::Fate;
use sandtable_otr_d6::nerve::{self, Temper};
use sandtable_otr_d6::reach::Pace;
use sandtable_otr_d6::{OtrD6, c, clash, units};
use toml::{Table, Value};

fn rules() -> OtrD6 {
    OtrD6::new(&Switches::default()).expect("the default switches")
}

fn whole(from: &Table, key: &str) -> i64 {
    from[key].as_integer().expect("a whole number")
}

fn small<T: TryFrom<i64>>(from: &Table, key: &str) -> T {
    T::try_from(whole(from, key)).ok().expect("a small number")
}

fn number(value: &Value) -> f64 {
    let whole = || {
        value
            .as_integer()
            .and_then(|i| i32::try_from(i).ok())
            .map(f64::from)
    };
    value.as_float().or_else(whole).expect("a number")
}

fn pair(from: &Table, key: &str) -> [i64; 2] {
    let all: Vec<i64> = from[key]
        .as_array()
        .expect("a pair")
        .iter()
        .filter_map(Value::as_integer)
        .collect();
    [all[0], all[1]]
}

fn place(words: &[&str], from: &Table, key: &str) -> usize {
    words
        .iter()
        .position(|w| Some(*w) == from[key].as_str())
        .expect("a known word")
}

const KINDS: [&str; 3] = ["infantry", "cavalry", "artillery"];
const GRADES: [&str; 4] = ["green", "seasoned", "veteran", "crack"];
const FORMATIONS: [&str; 5] = [
    "line",
    "column",
    "reinforced",
    "dismounted",
    "dismounted-column",
];

/// Makes a battle of one unit a side, the first as described.
fn alone(of: &Table) -> Battle {
    let mut setting = Setting::bare("otr-d6", 72 * INCH, 48 * INCH);
    for (name, side) in [("A1", Side::A), ("B1", Side::B)] {
        setting.groups.push(GroupSpec {
            name: name.to_owned(),
            side,
        });
    }
    let length = |value: &Value| inches(number(value)).expect("a length");
    let at = of
        .get("at")
        .and_then(Value::as_array)
        .map_or((36 * INCH, 20 * INCH), |p| (length(&p[0]), length(&p[1])));
    let stands = small(of, "stands");
    let mut unit = Unit {
        stands,
        started: stands,
        pose: Pose::new(at.0, at.1, Facing::NORTH),
        ..Unit::default()
    };
    unit.kind = u8::try_from(place(&KINDS, of, "kind")).expect("small");
    if of.contains_key("formation") {
        unit.formation = u8::try_from(place(&FORMATIONS, of, "formation")).expect("small");
    }
    let foe = Unit {
        side: Side::B,
        group: Group(1),
        pose: Pose::new(at.0, 46 * INCH, Facing::SOUTH),
        ..unit
    };
    let cursor = Cursor {
        turn: 12,
        phase: 1,
        group: Some(Group(0)),
        ..Cursor::default()
    };
    Battle::new(setting, vec![unit, foe], cursor)
}

/// Answers the question of an example, under the names that it expects.
fn answer(rules: &OtrD6, ask: &Table) -> Table {
    let mut out = Table::new();
    let mut say = |key: &str, value: Value| out.insert(key.to_owned(), value);
    match ask["ask"].as_str().expect("a question") {
        "ratio" => {
            let [one, other] = pair(ask, "totals").map(|n| i16::try_from(n).expect("small"));
            say("ratio", i64::from(clash::ratio(one, other)).into());
        }
        "stand_bonus" => {
            let [one, other] = pair(ask, "stands").map(|n| i16::try_from(n).expect("small"));
            say(
                "bonus",
                i64::from(clash::stand_bonus(&rules.numbers().stand_bonus, one, other)).into(),
            );
        }
        "cv" => {
            let grade = &rules.numbers().grade[place(&GRADES, ask, "grade")];
            let by_arm = [grade.infantry, grade.cavalry, grade.artillery];
            say("cv", i64::from(by_arm[place(&KINDS, ask, "kind")]).into());
        }
        "morale" => morale(rules, ask, &mut say),
        "zone" => zone(rules, ask, &mut say),
        "holders" => {
            let of: Table = format!(
                "kind = 'cavalry'\nformation = 'dismounted'\nstands = {}",
                whole(ask, "stands")
            )
            .parse()
            .expect("a unit");
            let line = i64::from(rules.footprint(&alone(&of), UnitId(0)).frontage() / INCH);
            say("line", line.into());
            say("holders", (whole(ask, "stands") - line).into());
        }
        "footprint" => {
            let rect = rules.footprint(&alone(ask["unit"].as_table().expect("a unit")), UnitId(0));
            say("width", to_inches(rect.frontage()).into());
            say("depth", to_inches(rect.depth()).into());
        }
        "general" => {
            let line = rules
                .numbers()
                .general
                .iter()
                .find(|g| i64::from(g.rating) == whole(ask, "rating"));
            let g = line.expect("a rating");
            say("morale_near", i64::from(g.morale_near).into());
            say("morale_attached", i64::from(g.morale_attached).into());
            say("charge_near", i64::from(g.charge_near).into());
            say("charge_attached", i64::from(g.charge_attached).into());
            say("melee_attached", i64::from(g.melee_attached).into());
        }
        "general_hit" | "general_risk" => {
            say("result", fate(rules, ask).into());
        }
        "victory" => {
            say("winner", victory(rules, ask).into());
        }
        "reach" => {
            let (needed, actions): (Length, Length) =
                (small(ask, "distance"), small(ask, "actions"));
            let back = &rules.numbers().back;
            let (base, dice) = match place(&KINDS, ask, "kind") {
                1 => (back.cavalry, rules.numbers().charge.cavalry_extra_dice),
                _ => (back.infantry, rules.numbers().charge.infantry_extra_dice),
            };
            let pace = Pace {
                free: base * actions,
                dice,
            };
            let reach = |dice: &mut dyn sandtable_battle::Dice| {
                pace.roll(needed * INCH, Side::A, dice) >= needed * INCH
            };
            let law: Law<bool> = Explorer::new().law(reach);
            say("chance", chance(law.chance(&true), ask));
        }
        "last_then_first" => {
            let [last, first] = pair(ask, "cards").map(|n| u128::try_from(n).expect("cards"));
            say(
                "chance",
                chance(Chance::of(1, last).times(Chance::of(1, first)), ask),
            );
        }
        other => panic!("unknown question {other}"),
    }
    out
}

/// Writes a chance as the example does if they are equal, and in lowest terms if not.
fn chance(got: Chance, ask: &Table) -> Value {
    let expected = &ask["expect"]["chance"];
    let pair: Vec<i64> = expected
        .as_array()
        .expect("a fraction")
        .iter()
        .filter_map(Value::as_integer)
        .collect();
    let want = Chance::of(
        u128::try_from(pair[0]).expect("positive"),
        u128::try_from(pair[1]).expect("positive"),
    );
    if got == want {
        expected.clone()
    } else {
        got.to_string().into()
    }
}

fn morale(rules: &OtrD6, ask: &Table, say: &mut impl FnMut(&str, Value) -> Option<Value>) {
    let grade = rules.numbers().grade[place(&GRADES, ask, "grade")].morale;
    let lost: i16 = small(ask, "lost");
    let modifier =
        grade + lost * rules.numbers().morale.per_stand_lost + small::<i16>(ask, "general");
    let temper: Temper = nerve::roll(modifier, Side::A, &mut Recorded::new(&[small(ask, "die")]));
    say("total", i64::from(temper as u16).into());
    let readings = &rules.card().clause(c::MOR_04).expect("a clause").readings;
    say("result", readings[temper as usize].clone().into());
}

fn zone(rules: &OtrD6, ask: &Table, say: &mut impl FnMut(&str, Value) -> Option<Value>) {
    let battle = alone(ask["unit"].as_table().expect("a unit"));
    let point = ask["point"].as_array().expect("a point");
    let at = |i: usize| inches(number(&point[i])).expect("a length");
    let zone = rules
        .footprint(&battle, UnitId(0))
        .zone_of(Point::new(at(0), at(1)));
    let name = match zone {
        Zone::Front => "front",
        Zone::Rear => "rear",
        Zone::Left => "left flank",
        Zone::Right => "right flank",
    };
    say("zone", name.into());
    say("enfilade", (zone != Zone::Front).into());
}

fn fate(rules: &OtrD6, ask: &Table) -> &'static str {
    let die = small(ask, "die");
    let risk = ask["ask"].as_str() == Some("general_risk");
    let faces = if risk { [die, 1, 1] } else { [6, die, 1] };
    let lost = ask
        .get("lost_melee")
        .and_then(Value::as_bool)
        .unwrap_or(false);
    match Fate::roll(rules.numbers(), lost, Side::A, &mut Recorded::new(&faces)) {
        Fate::Unharmed => "unharmed",
        _ if risk => "hit",
        Fate::Captured(_) => "captured",
        Fate::Out(0, _) => "horse shot",
        Fate::Out(1, _) => "wounded",
        Fate::Out(..) => "killed",
    }
}

/// Ends the last turn of a battle with these losses and returns who won.
fn victory(rules: &OtrD6, ask: &Table) -> &'static str {
    let mut battle = alone(&"kind = 'infantry'\nstands = 100".parse().expect("a unit"));
    for (unit, lost) in battle.units.iter_mut().zip(pair(ask, "lost_percent")) {
        unit.stands = 100 - u8::try_from(lost).expect("per cent");
        unit.formation = units::COLUMN;
    }
    let (after, _) = rules
        .play(&battle, &Order::End, &mut Recorded::new(&[]))
        .expect("legal");
    match after.ended.expect("the limit") {
        Outcome::Won(Side::A) => "A",
        Outcome::Won(Side::B) => "B",
        Outcome::Draw => "draw",
    }
}

#[test]
fn questions_are_answered_as_printed() {
    let rules = rules();
    let file: Table = include_str!("../figures/asked.toml")
        .parse()
        .expect("questions");
    let asked = file["asked"].as_array().expect("questions");
    for ask in asked.iter().filter_map(Value::as_table) {
        let got = answer(&rules, ask);
        for (key, want) in ask["expect"].as_table().expect("expectations") {
            assert_eq!(got.get(key), Some(want), "{}: {key}", ask["id"]);
        }
    }
    assert!(asked.len() > 80, "{} questions", asked.len());
}
