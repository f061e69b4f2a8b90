//! The exact odds of sections 21 and 25 (`tests/figures/odds.toml`), every figure as
//! an exact fraction: each attack is a blow that the engine plays, explored over
//! all its dice; repeated attacks are a chain of such blows.

use crate::common::*;
use num_rational::Ratio;
use sandtable_battle::{
    Ask, Clause, Dice, Event, Gait, Judging, Order, Recorded, Scene, Side, Status,
};
use sandtable_odds::{Chain, Chance, Explorer, Law, of_order};
use sandtable_three_hit::{marks, turn::MELEE};
use serde::Deserialize;
use std::collections::BTreeMap;

type Fraction = Ratio<i128>;

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
    #[serde(rename = "note")]
    _note: String,
    odds: Vec<String>,
}

/// One figure.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Odds {
    id: String,
    ask: String,
    game: Option<String>,
    #[serde(default)]
    column: i8,
    #[serde(default)]
    modifier: i16,
    #[serde(default)]
    covered: bool,
    #[serde(default)]
    doubled: bool,
    #[serde(default)]
    hits: i8,
    #[serde(default)]
    attackers: Vec<Blow>,
    attacks: Option<u32>,
    turns: Option<u32>,
    places: Option<u32>,
    about: Option<f64>,
    expect: toml::Value,
}

/// What decides an attack.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Blow {
    column: i8,
    covered: bool,
    #[serde(default)]
    doubled: bool,
}

impl Blow {
    /// Sets up a unit of the column in contact with a target that has these hits, and
    /// returns its blow.
    fn stand(self, hits: i8) -> (Table, Order) {
        let (period, kind) = match self.column {
            -2 => ("horse_musket", "infantry"),
            0 => ("ancient", "cavalry"),
            2 => ("horse_musket", "cavalry"),
            other => panic!("no column {other}"),
        };
        let mut t = table(&[("period", period)]);
        let target = t.red("infantry", 18.0, 18.0, 180.0);
        let (x, y, heading) = if self.doubled {
            (21.0, 18.0, 270.0)
        } else {
            (18.0, 16.0, 0.0)
        };
        let by = t.blue(kind, x, y, heading);
        t.red("infantry", 32.0, 32.0, 180.0);
        t.battle.units[target.index()].ratings[0] = u8::from(self.covered);
        t.mark(target, marks::HITS, hits);
        t.phase(MELEE);
        (t, fight(by, target))
    }

    /// Returns the law of something that the blow causes.
    fn law<K: Ord>(self, hits: i8, look: impl Fn(&Scene) -> K) -> Law<K> {
        let (t, order) = self.stand(hits);
        let legal = t.allows(&order);
        of_order(&mut Explorer::new(), &*t.rules, &t.battle, &legal, look)
    }

    /// Returns the law of the hits it does, surplus hits included.
    fn done(self) -> Law<u16> {
        self.law(0, |scene| told(scene.events()))
    }

    /// Returns the law of the hits that the target has after it; 3 means eliminated.
    fn left(self, hits: i8) -> Law<i8> {
        self.law(hits, |scene| {
            let target = &scene.units[0];
            let gone = target.status == Status::Destroyed;
            assert_eq!(gone, marks::HITS.of(target) >= 3);
            marks::HITS.of(target)
        })
    }

    /// Returns whether the target retreats (0), stands damaged (1) or is untouched (2)
    /// at the end of the player turn.
    fn morale(self) -> Law<u8> {
        let (t, order) = self.stand(0);
        Explorer::new().law(|dice: &mut dyn Dice| {
            let (mut battle, mut events) = t.rules.play(&t.battle, &order, dice).unwrap();
            if battle.cursor.side == Side::A {
                let more = t.rules.play(&battle, &Order::End, dice).unwrap();
                battle = more.0;
                events.extend(more.1);
            }
            let back = |e: &Event| {
                matches!(
                    e,
                    Event::Moved {
                        gait: Gait::Retreated,
                        ..
                    }
                )
            };
            match (events.iter().any(back), marks::HITS.of(&battle.units[0])) {
                (true, _) => 0,
                (false, 1..) => 1,
                (false, _) => 2,
            }
        })
    }
}

/// Returns the hits that an event reports for a blow.
fn told(events: &[Event]) -> u16 {
    let mut all = events.iter();
    let told = all.find_map(|event| match event {
        Event::Told { outcome, .. } => Some(*outcome),
        _ => None,
    });
    told.expect("a blow is told")
}

/// Returns the turns in which all of these attack a fresh unit, one after the other.
fn worn(attackers: &[Blow]) -> Chain<i8> {
    let blows = attackers.to_vec();
    Chain::new(
        0,
        |&hits| hits >= 3,
        move |&hits| {
            let start = Explorer::new().law(|_: &mut dyn Dice| hits);
            blows.iter().fold(start, |before, blow| {
                let mut after = Law::new();
                for (&had, chance) in before.iter() {
                    if had >= 3 {
                        after.add(had, chance);
                        continue;
                    }
                    for (&now, part) in blow.left(had).iter() {
                        after.add(now, sandtable_odds::Weight::times(chance, part));
                    }
                }
                after
            })
        },
    )
}

/// Returns the law of the points that an attack of the parent game does: a die and a
/// modifier; half, rounded up, under cover.
fn parent(modifier: i16, covered: bool) -> Law<u16> {
    Explorer::new().law(|dice: &mut dyn Dice| {
        let die = dice.ask(Ask::Die { sides: 6 }, Side::A, Clause::new(1000));
        let points = die.saturating_add_signed(modifier);
        if covered { points.div_ceil(2) } else { points }
    })
}

/// Returns the attacks of the parent game on a unit, which is lost at 15 points.
fn parent_worn(modifier: i16, covered: bool) -> Chain<u16> {
    let law = parent(modifier, covered);
    Chain::new(
        0,
        |&had| had >= 15,
        move |&had| law.map(|&more| (had + more).min(15)),
    )
}

fn fraction(chance: Chance) -> Fraction {
    let (top, bottom) = chance.fraction().expect("exact");
    Ratio::new(
        i128::try_from(top).unwrap(),
        i128::try_from(bottom).unwrap(),
    )
}

/// Returns the value of a figure.
fn answer(odds: &Odds) -> Vec<Fraction> {
    let blow = Blow {
        column: odds.column,
        covered: odds.covered,
        doubled: odds.doubled,
    };
    let with = |covered| Blow { covered, ..blow };
    let mean = |blow: Blow| fraction(blow.done().exact_mean(|&hits| u32::from(hits)));
    let all = if odds.attackers.is_empty() {
        vec![blow]
    } else {
        odds.attackers.clone()
    };
    let steps = odds.attacks.or(odds.turns);
    let is_parent = odds.game.is_some();
    vec![match odds.ask.as_str() {
        "attack" => {
            let most = if odds.doubled { 4 } else { 2 };
            let law = blow.done();
            assert!(law.iter().all(|(&hits, _)| hits <= most));
            return (0..=most).map(|hits| fraction(law.chance(&hits))).collect();
        }
        "retreat" => {
            let law = blow.morale();
            return (0..3).map(|what| fraction(law.chance(&what))).collect();
        }
        "mean" => mean(blow),
        "half" => mean(with(true)) / mean(with(false)),
        "eliminate" => fraction(blow.left(odds.hits).chance(&3)),
        "naive" => {
            let law = parent(odds.modifier, odds.covered);
            Fraction::from_integer(15) / fraction(law.exact_mean(|&points| u32::from(points)))
        }
        "attacks_to_eliminate" | "turns_to_eliminate" if is_parent => {
            parent_worn(odds.modifier, odds.covered).mean().unwrap()
        }
        "attacks_to_eliminate" | "turns_to_eliminate" => worn(&all).mean().unwrap(),
        "dead_by" if is_parent => {
            fraction(parent_worn(odds.modifier, odds.covered).ended_by(steps.unwrap()))
        }
        "dead_by" => fraction(worn(&all).ended_by(steps.unwrap())),
        "median_attacks" => {
            let (chain, half) = (worn(&all), Ratio::new(1, 2));
            let first = (1..100).find(|&n| fraction(chain.ended_by(n)) >= half);
            Fraction::from_integer(i128::from(first.unwrap()))
        }
        "ratio" => {
            let theirs = parent_worn(odds.column.into(), odds.covered)
                .mean()
                .unwrap();
            worn(&all).mean().unwrap() / theirs
        }
        other => panic!("no question {other}"),
    }]
}

#[expect(clippy::cast_precision_loss, reason = "compared with a rounded figure")]
fn decimal(of: Fraction) -> f64 {
    *of.numer() as f64 / *of.denom() as f64
}

/// Returns what is wrong with a figure, if anything is.
fn wrong(odds: &Odds) -> Option<String> {
    let got = answer(odds);
    let rounded = |value: f64, places: u32| {
        let scale = f64::from(10_u32.pow(places));
        ((decimal(got[0]) - value) * scale).abs() <= 0.5
    };
    let read = |value: &toml::Value| match value {
        toml::Value::String(text) => text.parse().unwrap(),
        toml::Value::Integer(whole) => Fraction::from_integer(i128::from(*whole)),
        other => panic!("{}: no fraction: {other}", odds.id),
    };
    let same = match &odds.expect {
        toml::Value::Float(value) => rounded(*value, odds.places.expect("`places`")),
        toml::Value::Array(all) => got == all.iter().map(read).collect::<Vec<_>>(),
        one => got == [read(one)],
    };
    let near = odds.about.is_none_or(|value| rounded(value, 3));
    let shown: Vec<String> = got.iter().map(Fraction::to_string).collect();
    (!same || !near).then(|| format!("{}: {} ({:.6})", odds.id, shown.join(", "), decimal(got[0])))
}

fn file() -> File {
    toml::from_str(include_str!("../figures/odds.toml")).unwrap()
}

#[test]
fn every_printed_figure_is_exact() {
    let all = file().odds;
    let failed: Vec<String> = all.iter().filter_map(wrong).collect();
    assert!(
        failed.is_empty(),
        "{} of {} fail:\n{}",
        failed.len(),
        all.len(),
        failed.join("\n")
    );
}

/// C01 to C10 all exist, and rest on existing figures.
#[test]
fn claims_rest_on_figures() {
    let file = file();
    let mut used: BTreeMap<&str, bool> = BTreeMap::new();
    for odds in &file.odds {
        let fresh = used.insert(&odds.id, !odds.id.starts_with('C')).is_none();
        assert!(fresh, "{} is there twice", odds.id);
    }
    let ids: Vec<&str> = file.claim.iter().map(|claim| claim.id.as_str()).collect();
    let wanted: Vec<String> = (1..=10).map(|n| format!("C{n:02}")).collect();
    assert_eq!(ids, wanted);
    for claim in &file.claim {
        for id in &claim.odds {
            let known = used.get_mut(id.as_str());
            *known.unwrap_or_else(|| panic!("{}: no figure {id}", claim.id)) = true;
        }
    }
    let unused: Vec<_> = used.iter().filter(|(_, used)| !**used).collect();
    assert!(unused.is_empty(), "no claim names {unused:?}");
}

/// C08: the blows do what the essay says in words, die by die.
#[test]
fn the_essay_and_the_sheet_agree() {
    for (column, covered) in [-2, 0, 2].into_iter().flat_map(|c| [(c, false), (c, true)]) {
        for die in 1..=6 {
            let essay = match (column, covered) {
                (-2, false) | (0, true) => u16::from(die >= 5),
                (-2, true) => u16::from(die == 6),
                (0, false) => u16::from(die >= 3),
                (_, false) => u16::from(die >= 2) + u16::from(die == 6),
                (_, true) => u16::from(die >= 4),
            };
            let (t, order) = Blow {
                column,
                covered,
                doubled: false,
            }
            .stand(0);
            let mut dice = Recorded::new(&[die, 1]);
            let (_, events) = t.rules.play(&t.battle, &order, &mut dice).unwrap();
            assert_eq!(told(&events), essay, "{column} {covered} {die}");
        }
    }
}
