//! The printed odds, checked as exact fractions against the functions that play.

use crate::common::*;
use sandtable_battle::{Await, Clause, Dice, Ground, Order, Scene, Side};
use sandtable_favorite::nerve::{Bearing, stand};
use sandtable_favorite::volley::{Halved, Throw};
use sandtable_favorite::{c, initiative, turn};
use sandtable_odds::{Chance, Explorer, Law, Others, Weight, follow_through, of_order};
use serde::Deserialize;

/// `tests/figures/odds.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Printed {
    hit: Vec<Hit>,
    volleys: Vec<Volleys>,
    melee: Vec<Melee>,
    initiative: Vec<Initiative>,
    stand: Vec<Stand>,
    firefight: Vec<Firefight>,
    leader: Vec<Leader>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hit {
    least: u8,
    chance: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Volleys {
    least: u8,
    quarter: f64,
    half: f64,
    all: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Melee {
    edge: i8,
    wins: String,
    level: f64,
    loses: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Initiative {
    edge: i16,
    tie: bool,
    wins: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stand {
    modifier: i16,
    sixths: [u32; 5],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Firefight {
    least: u8,
    turns: f64,
    both: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Leader {
    adds: u8,
    leads: String,
    level: String,
}

fn printed() -> Printed {
    toml::from_str(include_str!("../figures/odds.toml")).expect("odds")
}

/// Returns the law of the casualties of some dice.
fn casualties(dice: u8, least: u8) -> Law<u8> {
    let throw = Throw {
        dice,
        least,
        halved: Halved::Not,
    };
    let mut explorer: Explorer<Chance> = Explorer::new();
    explorer.law(|dice: &mut dyn Dice| throw.roll(Side::A, c::FIRE_03, dice))
}

fn near(found: f64, wanted: f64, within: f64) -> bool {
    (found - wanted).abs() < within
}

#[test]
fn o1_chances_of_a_die() {
    for line in printed().hit {
        let law = casualties(1, line.least);
        assert_eq!(law.chance(&1).to_string(), line.chance, "{}", line.least);
    }
}

/// Returns the mean number of volleys of some dice until a number of figures is gone. Strengths
/// only fall, so each result follows from those below it.
fn volleys(dice: u8, least: u8, figures: u8) -> f64 {
    let law = casualties(dice, least);
    let mut mean = vec![0.0_f64; usize::from(figures) + 1];
    for left in 1..=figures {
        let (mut stays, mut sum) = (0.0, 1.0);
        for (&hits, chance) in law.iter() {
            if hits == 0 {
                stays = chance.number();
            } else {
                sum += chance.number() * mean[usize::from(left.saturating_sub(hits))];
            }
        }
        mean[usize::from(left)] = sum / (1.0 - stays);
    }
    mean[usize::from(figures)]
}

#[test]
fn o3_volleys_of_six_dice() {
    for line in printed().volleys {
        for (figures, wanted) in [(5, line.quarter), (9, line.half), (18, line.all)] {
            assert!(
                near(volleys(6, line.least, figures), wanted, 6e-5),
                "{} {figures}",
                line.least
            );
        }
    }
}

/// Returns the law of the verdict of a melee of two lines, in which the attacker is better by
/// `edge`.
fn verdict(edge: i8) -> Law<Option<u16>> {
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 30.0, 20.0, 0.0);
    let them = t.red("line-infantry", 30.0, 21.0, 180.0);
    t.home(us);
    t.phase(turn::MELEE);
    let (better, worse) = if edge > 0 { (us, them) } else { (them, us) };
    if edge != 0 {
        t.shaken(worse);
    }
    if edge.abs() > 1 {
        let y = if better == us { 19.5 } else { 21.5 };
        t.area(Ground::Hill, (30.0, y), (10.0, 1.5));
    }
    let legal = t.allows(&fight(us, them));
    let sum: i16 = legal
        .factors()
        .iter()
        .map(|f| {
            if f.unit == Some(us) {
                f.value
            } else {
                -f.value
            }
        })
        .sum();
    assert_eq!(sum, i16::from(edge));
    let mut explorer: Explorer<Chance> = Explorer::new();
    of_order(&mut explorer, &*t.rules, &t.battle, &legal, |scene| {
        told(scene.events(), c::MEL_09)
    })
}

#[test]
fn o5_melee_of_two_lines() {
    for line in printed().melee {
        let law = verdict(line.edge);
        let chance = |outcome| law.chance(&Some(outcome));
        assert_eq!(chance(0).to_string(), line.wins, "{}", line.edge);
        assert!(near(chance(2).number(), line.level, 1e-6), "{}", line.edge);
        assert!(near(chance(1).number(), line.loses, 1e-6), "{}", line.edge);
        assert_eq!(law.mass().to_string(), "1");
    }
}

#[test]
fn o5_a_commander_adds_to_the_total() {
    // The commander's side strictly leads, or is level, by the law of the kills.
    for line in printed().leader {
        let kills = casualties(6, 4);
        let mut leads = Chance::NONE;
        let mut level = Chance::NONE;
        for (own, chance) in kills.iter() {
            for (other, against) in kills.iter() {
                let both = chance.times(against);
                match (own + line.adds).cmp(other) {
                    std::cmp::Ordering::Greater => leads = leads.plus(both),
                    std::cmp::Ordering::Equal => level = level.plus(both),
                    std::cmp::Ordering::Less => {}
                }
            }
        }
        assert_eq!(
            (leads.to_string(), level.to_string()),
            (line.leads, line.level)
        );
    }
}

#[test]
fn o7_initiative() {
    for line in printed().initiative {
        let mut explorer: Explorer<Chance> = Explorer::new();
        let law: Law<bool> =
            explorer.law(|dice| initiative::roll(line.edge, line.tie, Side::A, dice));
        assert_eq!(
            law.chance(&true).to_string(),
            line.wins,
            "{} {}",
            line.edge,
            line.tie
        );
    }
}

#[test]
fn o9_standing_by_modifier() {
    let t = Table::new(&[]);
    let order = [
        Bearing::Steady,
        Bearing::Stands,
        Bearing::Wavers,
        Bearing::Retreats,
        Bearing::Routs,
    ];
    for line in printed().stand {
        let mut explorer: Explorer<Chance> = Explorer::new();
        let law: Law<Bearing> =
            explorer.law(|dice| stand(&t.rules.numbers().stand, line.modifier, Side::A, dice));
        for (bearing, sixths) in order.iter().zip(line.sixths) {
            let wanted = Chance::of(u128::from(sixths), 6);
            assert_eq!(law.chance(bearing), wanted, "{} {bearing:?}", line.modifier);
        }
    }
}

/// Returns the mean number of turns of a firefight of two lines of eighteen, and the chance that
/// both are destroyed together. Strengths only fall, so each state follows from those below it.
fn firefight(least: u8) -> (f64, f64) {
    let laws: Vec<Vec<(u8, f64)>> = (0..=6)
        .map(|dice| {
            let law = casualties(dice, least);
            law.iter()
                .map(|(&hits, chance)| (hits, chance.number()))
                .collect()
        })
        .collect();
    let mut mean = [[0.0_f64; 19]; 19];
    let mut both = [[0.0_f64; 19]; 19];
    both[0][0] = 1.0;
    for a in 1..=18_u8 {
        for b in 1..=18_u8 {
            let (mut stays, mut turns, mut gone) = (0.0, 1.0, 0.0);
            for &(own, p) in &laws[usize::from(a.div_ceil(3))] {
                for &(other, q) in &laws[usize::from(b.div_ceil(3))] {
                    let (left, right) = (a.saturating_sub(other), b.saturating_sub(own));
                    if (left, right) == (a, b) {
                        stays += p * q;
                    } else {
                        let at = (usize::from(left), usize::from(right));
                        turns += p * q * mean[at.0][at.1];
                        gone += p * q * both[at.0][at.1];
                    }
                }
            }
            mean[usize::from(a)][usize::from(b)] = turns / (1.0 - stays);
            both[usize::from(a)][usize::from(b)] = gone / (1.0 - stays);
        }
    }
    (mean[18][18], both[18][18])
}

#[test]
fn o11_a_firefight_of_two_lines() {
    for line in printed().firefight {
        let (turns, both) = firefight(line.least);
        assert!(near(turns, line.turns, 6e-5), "{}: {turns}", line.least);
        assert!(near(both, line.both, 6e-7), "{}: {both}", line.least);
    }
}

/// Returns how often an order leads to events under a clause, if choices are made by a policy.
fn chance_of(t: &Table, order: &Order, others: Others, why: Clause) -> Chance {
    let legal = t.allows(order);
    let mut explorer = Explorer::<Chance>::new();
    let (mut sum, mut all) = (Chance::NONE, Chance::NONE);
    let lost = follow_through(
        &mut explorer,
        &*t.rules,
        &t.battle,
        &legal,
        others,
        false,
        |told: &mut bool, scene: &Scene| *told |= cites(scene.events(), why),
        |_: &mut bool, _: &Await, _: u8| (),
        |_, told, weight| {
            all = all.plus(weight);
            if *told {
                sum = sum.plus(weight);
            }
        },
    );
    assert!(lost.number() < 1e-6 && (all.number() + lost.number() - 1.0).abs() < 1e-9);
    sum
}

/// The closing volley, and commanders and leaders who step in, follow the policy. The melee belongs
/// to the order, the next turn does not.
#[test]
fn everybody_steps_in_by_policy() {
    let mut t = Table::new(&[]);
    let horse = t.blue("cavalry", 30.0, 10.0, 0.0);
    let line = t.red("line-infantry", 30.0, 16.0, 180.0);
    let order = charge(horse, line);
    let shot = |t: &Table, others| chance_of(t, &order, others, c::FIRE_03);
    // The line stands on 4 or more.
    assert_eq!(shot(&t, Others::Always), Chance::part(1, 2));
    assert_eq!(shot(&t, Others::Never), Chance::NONE);
    // If nobody is asked, nobody steps in, and there is no volley either.
    assert_eq!(shot(&t, Others::Stop), Chance::NONE);
    for others in Others::ALL {
        assert!(
            chance_of(&t, &order, others, c::MEL_09).number() > 0.99,
            "{others:?}"
        );
        assert_eq!(chance_of(&t, &order, others, c::INIT_01), Chance::NONE);
    }
    // A general beside the line steps in when it tests.
    t.red("general", 30.0, 18.0, 180.0);
    let used = |others| chance_of(&t, &order, others, c::CMD_03);
    assert_eq!(used(Others::Never), Chance::NONE);
    assert_eq!(used(Others::Always), Chance::ONE);
    assert_eq!(used(Others::Stop), Chance::NONE);
}

/// A target with a marker must check in its own movement, which comes before the melee. Since it is
/// in contact, it goes back on 1 to 3. A target that already went back does not check.
#[test]
fn a_charge_waits_for_the_check_of_its_target() {
    let mut t = Table::new(&[]);
    let horse = t.blue("cavalry", 30.0, 10.0, 0.0);
    let line = t.red("line-infantry", 30.0, 16.0, 180.0);
    t.shaken(line);
    let order = charge(horse, line);
    for others in Others::ALL {
        let chance = |why| chance_of(&t, &order, others, why);
        assert_eq!(chance(c::MOR_02), Chance::part(2, 3), "{others:?}");
        assert_eq!(chance(c::MEL_09), Chance::part(2, 3), "{others:?}");
    }
    // In the second movement, the target's own movement is over.
    t.phase(turn::MOVE_SECOND);
    let chance = |why| chance_of(&t, &order, Others::Never, why);
    assert_eq!(chance(c::MOR_02), Chance::NONE);
    assert_eq!(chance(c::MEL_09), Chance::ONE);
    // By switch, no unit must check.
    let mut t = Table::new(&[("check_mandatory", "false")]);
    let horse = t.blue("cavalry", 30.0, 10.0, 0.0);
    let line = t.red("line-infantry", 30.0, 16.0, 180.0);
    t.shaken(line);
    let chance = chance_of(&t, &charge(horse, line), Others::Never, c::MOR_02);
    assert_eq!(chance, Chance::NONE);
    // A commander may step in at that check as well.
    let mut t = Table::new(&[]);
    let horse = t.blue("cavalry", 30.0, 10.0, 0.0);
    let line = t.red("line-infantry", 30.0, 16.0, 180.0);
    t.red("general", 30.0, 18.0, 180.0);
    t.shaken(line);
    let order = charge(horse, line);
    assert_eq!(
        chance_of(&t, &order, Others::Never, c::MOR_02),
        Chance::part(2, 3)
    );
    assert_eq!(
        chance_of(&t, &order, Others::Never, c::MEL_09),
        Chance::part(2, 3)
    );
}

/// The odds of the last melee of a turn end with its verdict.
#[test]
fn odds_of_the_last_melee_end_with_it() {
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 30.0, 20.0, 0.0);
    let them = t.red("line-infantry", 30.0, 21.0, 180.0);
    t.home(us);
    t.phase(turn::MELEE);
    for others in Others::ALL {
        let order = fight(us, them);
        assert_eq!(chance_of(&t, &order, others, c::MEL_09), Chance::ONE);
        assert_eq!(chance_of(&t, &order, others, c::INIT_01), Chance::NONE);
    }
}
