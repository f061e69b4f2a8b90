//! Sections 21 and 25: every printed odd (`examples/odds.toml`) as an equal
//! fraction, by exploring the real attack and the real orders, never by a second
//! computation. What the questions mean is told at the head of that file.

mod common;

use common::*;
use num_rational::Ratio;
use sandtable_battle::{Ask, Clause, Dice, Order, Rules, Side, Status, UnitId};
use sandtable_odds::{Chain, Chance, Explorer, Law, Weight, of_order};
use sandtable_three_hit::combat::Clash;
use sandtable_three_hit::turn::{MELEE, SHOOT};
use sandtable_three_hit::{ThreeHit, marks};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    odds: Vec<Odds>,
    claim: Vec<Claim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    id: String,
    #[serde(rename = "says")]
    _says: String,
    #[serde(rename = "verdict")]
    _verdict: String,
    #[serde(default, rename = "note")]
    _note: String,
    odds: Vec<String>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attack {
    #[serde(default)]
    column: i8,
    #[serde(default)]
    covered: bool,
}

#[derive(Deserialize)]
struct Odds {
    id: String,
    ask: String,
    game: Option<String>,
    modifier: Option<i16>,
    #[serde(default)]
    column: i8,
    #[serde(default)]
    covered: bool,
    #[serde(default)]
    doubled: bool,
    #[serde(default)]
    hits: u16,
    attacks: Option<u32>,
    turns: Option<u32>,
    attackers: Option<Vec<Attack>>,
    about: Option<f64>,
    places: Option<i32>,
    expect: toml::Value,
}

fn of(top: u128, bottom: u128) -> Chance {
    Chance::of(top, bottom)
}

fn number(ratio: Ratio<i128>) -> f64 {
    *ratio.numer() as f64 / *ratio.denom() as f64
}

/// The law of the hits of an attack.
fn attack(column: i8, covered: bool, rolls: u8) -> Law<u16> {
    let rules = ThreeHit::new(&Default::default()).unwrap();
    let clash = Clash {
        column,
        covered,
        rolls,
    };
    Explorer::new().law(|dice: &mut dyn Dice| rules.strike(clash, Side::A, dice))
}

/// An attack of the parent game: a die plus a modifier, halves rounded up.
fn parent(modifier: i16, halved: bool) -> Law<u16> {
    Explorer::new().law(|dice: &mut dyn Dice| {
        let die = dice.ask(Ask::Die { sides: 6 }, Side::A, Clause::new(1001));
        let hits = die.saturating_add_signed(modifier);
        if halved { hits.div_ceil(2) } else { hits }
    })
}

/// A unit's hits under repeated attacks, until its end.
fn worn(laws: &[Law<u16>], end: u16) -> Chain<u16> {
    let each = laws.to_vec();
    Chain::new(
        0,
        move |&hits| hits >= end,
        move |&hits| {
            let mut start: Law<u16> = Law::new();
            start.add(hits, Chance::ONE);
            each.iter().fold(start, |before, law| {
                let mut after = Law::new();
                for (&had, chance) in before.iter() {
                    for (&more, part) in law.iter() {
                        after.add((had + more).min(end), chance.times(part));
                    }
                }
                after
            })
        },
    )
}

impl Odds {
    /// The laws of the attacks of a turn, and the hits that are the end.
    fn laws(&self) -> (Vec<Law<u16>>, u16) {
        if self.game.as_deref() == Some("parent") {
            return (vec![parent(self.modifier.unwrap_or(0), self.covered)], 15);
        }
        let one = [Attack {
            column: self.column,
            covered: self.covered,
        }];
        let all = self.attackers.as_deref().unwrap_or(&one);
        let rolls = if self.doubled { 2 } else { 1 };
        (
            all.iter()
                .map(|a| attack(a.column, a.covered, rolls))
                .collect(),
            3,
        )
    }

    /// The answers, as the file writes them, and as a number if it is one.
    fn answer(&self) -> (Vec<String>, Option<f64>) {
        let (laws, end) = self.laws();
        let law = &laws[0];
        let chain = || worn(&laws, end);
        let mean = || law.exact_mean(|&h| u32::from(h));
        let one = |chance: Chance| (vec![chance.to_string()], Some(chance.number()));
        let exact = |ratio: Ratio<i128>| (vec![ratio.to_string()], Some(number(ratio)));
        match self.ask.as_str() {
            "attack" => {
                let most = if self.doubled { 4 } else { 2 };
                let chances = (0..=most).map(|hits| law.chance(&hits).to_string());
                (chances.collect(), None)
            }
            "mean" => one(mean()),
            "eliminate" => one(law.where_(|&more| self.hits + more >= end)),
            "attacks_to_eliminate" | "turns_to_eliminate" => exact(chain().mean().unwrap()),
            "median_attacks" => {
                let chain = chain();
                let median = (1..100)
                    .find(|&n| chain.ended_by(n).number() >= 0.5)
                    .unwrap();
                (vec![median.to_string()], None)
            }
            "dead_by" => one(chain().ended_by(self.attacks.or(self.turns).unwrap())),
            "retreat" => (retreat(self.column, self.covered), None),
            "half" => {
                let open = attack(self.column, false, 1).exact_mean(|&h| u32::from(h));
                let (top, bottom) = open.fraction().unwrap();
                let covered = attack(self.column, true, 1).exact_mean(|&h| u32::from(h));
                one(covered.times(of(bottom, top)))
            }
            "naive" => {
                let (top, bottom) = mean().fraction().unwrap();
                one(of(u128::from(end) * bottom, top))
            }
            "ratio" => {
                let theirs = worn(&[parent(self.column.into(), self.covered)], 15);
                let ratio = number(chain().mean().unwrap()) / number(theirs.mean().unwrap());
                let places = (0..self.places.unwrap()).fold(1.0, |all, _| all * 10.0);
                (
                    vec![((ratio * places).round() / places).to_string()],
                    Some(ratio),
                )
            }
            ask => panic!("no question {ask}"),
        }
    }
}

/// Every printed odd, O1 to O9 and C01 to C09.
#[test]
fn every_printed_odd() {
    let file: File = toml::from_str(include_str!("../examples/odds.toml")).unwrap();
    for odds in &file.odds {
        let text = |value: &toml::Value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        };
        let expected: Vec<String> = match &odds.expect {
            toml::Value::Array(all) => all.iter().map(text).collect(),
            one => vec![text(one)],
        };
        let (got, number) = odds.answer();
        assert_eq!(got, expected, "{}", odds.id);
        if let (Some(about), Some(number)) = (odds.about, number) {
            assert!((about - number).abs() < 0.0006, "{}: {number}", odds.id);
        }
    }
    for claim in &file.claim {
        for id in &claim.odds {
            assert!(file.odds.iter().any(|o| o.id == *id), "{}: {id}", claim.id);
        }
    }
}

/// A shooter or charger of a column before a fresh target, with cover or not.
fn stand(column: i8, covered: bool) -> (Table, Order, UnitId) {
    let mut t = Table::new(&[]);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.red("infantry", 32.0, 32.0, 180.0);
    t.battle.units[r.index()].ratings[0] = u8::from(covered);
    let order = match column {
        2 => {
            let b = t.blue("cavalry", 18.0, 16.0, 0.0);
            t.phase(MELEE);
            fight(b, r)
        }
        _ => {
            let kind = if column == 0 {
                "infantry"
            } else {
                "skirmishers"
            };
            let b = t.blue(kind, 18.0, 8.0, 0.0);
            t.phase(SHOOT);
            shoot(b, r)
        }
    };
    (t, order, r)
}

/// O5: retreats, stands damaged, untouched: the whole chain of real orders.
fn retreat(column: i8, covered: bool) -> Vec<String> {
    let (t, order, r) = stand(column, covered);
    let start = t.battle.unit(r).pose;
    let law: Law<u8> = Explorer::new().law(|dice| {
        let (struck, _) = t.rules.play(&t.battle, &order, dice).unwrap();
        let (after, _) = t.rules.play(&struck, &Order::End, dice).unwrap();
        let unit = after.unit(r);
        match (unit.pose == start, unit.mark(marks::HITS)) {
            (false, _) => 0,
            (true, 1..) => 1,
            (true, _) => 2,
        }
    });
    assert_eq!(law.mass(), Chance::ONE);
    (0..3).map(|at| law.chance(&at).to_string()).collect()
}

/// O7: a flank charge destroys a unit with 0, 1 or 2 hits.
#[test]
fn flank_charges_destroy() {
    let printed = [
        (false, [(1, 4), (3, 4), (35, 36)]),
        (true, [(0, 1), (1, 4), (3, 4)]),
    ];
    for (covered, chances) in printed {
        for (hits, (top, bottom)) in (0..).zip(chances) {
            let mut t = Table::new(&[]);
            let b = t.blue("cavalry", 21.0, 18.0, 270.0);
            let r = t.red("infantry", 18.0, 18.0, 180.0);
            t.red("infantry", 32.0, 32.0, 180.0);
            t.battle.units[r.index()].ratings[0] = u8::from(covered);
            t.mark(r, marks::HITS, hits);
            t.phase(MELEE);
            let legal = t.allows(&fight(b, r));
            let law: Law<_> = of_order(
                &mut Explorer::new(),
                &*t.rules,
                &t.battle,
                &legal,
                |scene| scene.unit(r).status == Status::Destroyed,
            );
            assert_eq!(law.chance(&true), of(top, bottom), "{covered} {hits}");
        }
    }
}

/// The rules' factors for a charge speak of the melee it brings.
#[test]
fn a_charge_shows_its_melee() {
    let mut t = Table::new(&[]);
    let b = t.blue("cavalry", 24.0, 13.1, 315.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    let legal = t.allows(&charge(b, r));
    let factors = t.rules.factors(&t.battle, &legal);
    assert_eq!(factors.iter().map(|f| f.value).collect::<Vec<_>>(), [2, 1]);
}
