//! Exact odds compared with sampled resolutions. Every chance may be off by five standard errors of
//! the sample, by the error that sampled odds state, and by what was cut off. Seeds are fixed.

use crate::support::{between, read};
use sandtable_battle::{Ask, Battle, Clause, Dice, Key, Order, Rolled, Scene, Side, UnitId};
use sandtable_odds::{Answer, Others, Weight, answer};
use sandtable_situation::{Situation, Until, Way};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Fewest questions for each rule set.
const LEAST: usize = 30;
/// Most orders to ask about.
const MOST: usize = 34;
/// Resolutions of each order, and battles of each question over time.
const SAMPLES: u32 = 400;
const BATTLES: u32 = 120;

#[derive(Deserialize)]
struct File {
    set: Vec<Set>,
}

#[derive(Deserialize)]
struct Set {
    rules: String,
    ranges: Vec<String>,
    units: Vec<String>,
    targets: Vec<String>,
    time: Vec<String>,
}

fn sets() -> Vec<Set> {
    let file: File = toml::from_str(include_str!("sampled.toml")).expect("sound data");
    file.set
}

/// What happens to the two: stands, whether they are gone, where they stand, marks.
type Fate = Vec<(u8, bool, i32, Vec<i32>)>;

fn fate(situation: &Situation, after: &Battle) -> Fate {
    let specs = &situation.rules.card().marks;
    let one = |id: UnitId| {
        let unit = after.unit(id);
        let marks = unit.marks.iter().zip(specs);
        let shown = marks.filter(|(_, spec)| !spec.title.is_empty());
        let shown = shown.map(|(mark, _)| *mark).collect();
        (unit.stands, unit.status.is_gone(), unit.pose.y, shown)
    };
    vec![one(situation.unit), one(situation.target)]
}

/// Dice that also answer the choices that come up, as odds with a policy do: the resolution of an
/// order stops at each choice and continues when it is decided. With dice that answer nothing it
/// would be another question, with other dice and retreats.
struct Answering(Rolled);

impl Dice for Answering {
    fn ask(&mut self, ask: Ask, by: Side, why: Clause) -> u16 {
        self.0.ask(ask, by, why)
    }

    fn stage(&mut self, _: Key, body: &mut dyn FnMut(&mut dyn Dice) -> u16) -> u16 {
        body(self)
    }

    fn follows_choices(&self) -> bool {
        true
    }
}

fn exact(situation: &Situation, way: &Way) -> Answer<Fate> {
    answer(
        &*situation.rules,
        &way.battle,
        &way.legal,
        10_000,
        Others::Never,
        |(): &mut (), _: &Scene| (),
        |(), _, _| (),
        |after, ()| fate(situation, after),
    )
}

fn sampled(situation: &Situation, way: &Way, seed: u64) -> BTreeMap<Fate, f64> {
    let rules = &*situation.rules;
    let mut dice = Answering(Rolled::new(seed, 0));
    let mut found = BTreeMap::new();
    for _ in 0..SAMPLES {
        let mut scene = Scene::new(way.battle.clone());
        rules.advice().foresee(&way.legal, &mut scene, &mut dice);
        // As odds do: the choices that the order raised are made one after another.
        while scene.cursor.waits.is_some() && scene.cursor.waits != way.battle.cursor.waits {
            let Some((_, legal)) = Others::Never.choose(rules, &scene) else {
                break;
            };
            scene = Scene::new(scene.finish().0);
            rules.advice().foresee(&legal, &mut scene, &mut dice);
        }
        let mut battle = scene.finish().0;
        if way.name.starts_with("charge") && rules.card().orders.charges_fought_later {
            battle = fought(situation, way, battle, &mut dice);
        }
        *found.entry(fate(situation, &battle)).or_insert(0.0) += 1.0 / f64::from(SAMPLES);
    }
    found
}

/// Continues a charge through its melee, if one lies ahead in the same turn: ends phases until it
/// may be fought, fights it, and makes choices as they come up.
fn fought(situation: &Situation, way: &Way, charged: Battle, dice: &mut Answering) -> Battle {
    let rules = &*situation.rules;
    let turn = way.battle.cursor.turn;
    let fight = Order::Fight {
        unit: situation.unit,
        target: situation.target,
    };
    let mut battle = charged.clone();
    for over in [false; 9].into_iter().chain([true]) {
        if battle.ended.is_some() || battle.cursor.turn != turn || over {
            return charged;
        }
        let (order, done) = match (battle.cursor.waits, rules.judge(&battle, &fight)) {
            (Some(_), _) => match Others::Never.choose(rules, &battle) {
                Some((_, legal)) => (legal, false),
                None => return charged,
            },
            (None, Ok(legal)) => (legal, true),
            (None, Err(_)) => match rules.judge(&battle, &Order::End) {
                Ok(legal) => (legal, false),
                Err(_) => return charged,
            },
        };
        let mut scene = Scene::new(battle);
        rules.advice().foresee(&order, &mut scene, dice);
        while done && scene.cursor.waits.is_some() {
            let Some((_, legal)) = Others::Never.choose(rules, &scene) else {
                break;
            };
            scene = Scene::new(scene.finish().0);
            rules.advice().foresee(&legal, &mut scene, dice);
        }
        battle = scene.finish().0;
        if done {
            return battle;
        }
    }
    charged
}

/// Returns how far a chance may be off in a sample.
fn band(chance: f64, samples: u32) -> f64 {
    let n = f64::from(samples);
    5.0 * (chance * (1.0 - chance) / n).sqrt() + 4.0 / n
}

fn agree(name: &str, situation: &Situation, way: &Way, seed: u64) {
    let Answer { law, within, .. } = exact(situation, way);
    let more = within.unwrap_or(0.0) + law.lost().number();
    let found = sampled(situation, way, seed);
    for (fate, chance) in law.iter() {
        let (exact, seen) = (chance.number(), found.get(fate).copied().unwrap_or(0.0));
        let off = (exact - seen).abs();
        assert!(
            off <= band(exact, SAMPLES) + more,
            "{name}: {exact} {seen} {fate:?}"
        );
    }
    for (fate, seen) in &found {
        let known = law.chance(fate).number();
        let off = (known - seen).abs();
        assert!(
            off <= band(known, SAMPLES) + more,
            "{name}: never {fate:?}, {seen}"
        );
    }
}

/// Compares the chance that it is over after a few turns, by scripts that shoot or fight.
fn agree_over_time(name: &str, situation: &Situation, script: &'static str) {
    const TURNS: u32 = 4;
    let until = Until {
        unit: vec![script],
        target: vec![script],
        most: 60,
        ..Until::default()
    };
    let course = situation.course(&until, Others::Never).expect("a script");
    let drawn = situation.draw(&until, Others::Never, BATTLES as usize);
    let drawn = drawn.expect("a script");
    let seen = drawn.ended_by(TURNS as usize);
    let exact = course.chain.ended_by(TURNS).number();
    let off = (exact - seen).abs();
    let lost = course.chain.lost();
    assert!(
        off <= band(exact, BATTLES) + lost,
        "{name}: {exact} {seen} {lost}"
    );
}

fn shared_questions(rules: &str) {
    let sets = sets();
    let set = sets
        .iter()
        .find(|set| set.rules == rules)
        .expect("its data");
    let (mut asked, mut orders, mut seed) = (0, BTreeMap::new(), 1);
    for range in &set.ranges {
        for unit in &set.units {
            for target in &set.targets {
                let text = between(rules, range, unit, target);
                let situation = read(&text).unwrap_or_else(|flaws| panic!("{flaws}\n{text}"));
                for way in situation.orders() {
                    // Takes orders that concern the target, no more often than needed.
                    let count = orders.entry(way.name).or_insert(0);
                    if asked >= MOST || *count > MOST * 2 / 3 {
                        continue;
                    }
                    let name = format!("{rules} {range} {unit} {target} {}", way.name);
                    agree(&name, &situation, &way, seed);
                    (asked, *count, seed) = (asked + 1, *count + 1, seed + 1);
                }
            }
        }
    }
    let first = between(rules, &set.ranges[1], &set.units[0], &set.targets[0]);
    for script in &set.time {
        let known = ["shoot", "fight", "charge"];
        let script = known.into_iter().find(|k| k == script).expect("an order");
        let situation = read(&first).expect("sound");
        agree_over_time(&format!("{rules} over time: {script}"), &situation, script);
        asked += 1;
    }
    println!("{rules}: {asked} questions, {orders:?}");
    assert!(
        asked >= LEAST,
        "{rules}: only {asked} questions: {orders:?}"
    );
}

#[test]
fn three_hit() {
    shared_questions("three-hit");
}

#[test]
fn otr_d6() {
    shared_questions("otr-d6");
}

#[test]
fn favorite() {
    shared_questions("favorite");
}

#[test]
fn six_plus() {
    shared_questions("six-plus");
}

#[test]
fn throw_me_a_6() {
    shared_questions("throw-me-a-6");
}

#[test]
fn regimental() {
    shared_questions("regimental");
}
