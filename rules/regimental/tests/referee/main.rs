//! A second umpire for the regimental rules, written only from their specification and their
//! author's text: slow, with plain numbers, and without any code of the rule crate or of the
//! engine's geometry. It follows battles from random positions and from every built-in scenario,
//! order by order: what is allowed, how far units go, what they cross, which units fire with how
//! many dice, who strikes whom, who falls, breaks, steps back or runs, and which markers units
//! have.
//!
//! `ORDERS=200000 cargo test -p sandtable-regimental --test referee --release` plays that many
//! orders. `FROM=5000` in front begins with the battle of that number, `SEED=7` plays one battle,
//! `PLAIN=1` leaves out columns in holes. `SHOW=7003,7004` prints the table before orders that
//! differ.

mod charge;
mod fire;
mod follow;
mod forced;
mod hand;
mod melee;
mod orders;
mod plane;
mod table;
mod verdict;
mod walk;
mod way;

use follow::{differences, lapse, outcome};
use hand::Hand;
use sandtable_battle::{Battle, Event, Judging, Order, Refusals, Rolled, Rules, Scene, Switches};
use sandtable_regimental::Regimental;
use std::collections::{BTreeMap, VecDeque};
use table::{Ruled, Stop, Table};
use verdict::{Verdict, verdict};

/// Random numbers, the same every time.
struct Lot(u64);

impl Lot {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(most).expect("small")).expect("small")
    }
}

#[derive(Default)]
struct Tally {
    orders: u64,
    refused: u64,
    unsure: BTreeMap<&'static str, u64>,
    count: BTreeMap<&'static str, u64>,
    differ: Vec<String>,
}

/// Plays one order with the engine and with the second umpire. Returns the battle after it.
fn follow(
    rules: &Regimental,
    battle: Battle,
    order: &Order,
    seed: u64,
    lot: &mut Lot,
    tally: &mut Tally,
) -> Battle {
    let card = rules.card();
    let table = Table::of(&battle, card);
    let before = tally.differ.len();
    let shown = table.clone();
    let after = rule(rules, battle, table, order, seed, lot, tally);
    if std::env::var("SHOW").is_ok_and(|n| n.split(',').any(|n| n == seed.to_string()))
        && tally.differ.len() > before
    {
        println!("## {}", tally.differ.last().expect("one"));
        for (id, m) in shown.present() {
            println!(
                "{id} {:?} kind {} form {} stands {} hits {} at {:.4?} turn {:.5} red {} prone {} smoke {} reacted {} acted {} charging {} {} hole {} {:.4}",
                m.side,
                m.kind,
                m.form,
                m.stands,
                m.hits,
                m.at,
                m.turn,
                m.red,
                m.prone,
                m.smoke,
                m.reacted,
                m.acted,
                m.charging,
                m.target,
                m.hole,
                m.lane
            );
        }
        for piece in &shown.ground {
            println!("{:?} {:.3?} {:.3?}", piece.ground, piece.areas, piece.line);
        }
    }
    after
}

fn rule(
    rules: &Regimental,
    battle: Battle,
    table: Table,
    order: &Order,
    seed: u64,
    lot: &mut Lot,
    tally: &mut Tally,
) -> Battle {
    let card = rules.card();
    let turns = match order {
        Order::Charge {
            unit,
            target,
            heading,
            ..
        } => match heading {
            Some(to) => vec![f64::from(to.0) / 65536.0],
            None => orders::usual(&table, unit.index(), target.index()),
        },
        _ => Vec::new(),
    };
    let holes = table.men.iter().any(|m| m.here && m.pierced);
    let said = verdict(&table, order, &turns);
    let mut dice = Rolled::new(seed, 1);
    let (mut after, mut events) = match rules.play(&battle, order, &mut dice) {
        Err(no) => {
            tally.refused += 1;
            judge_refusal(rules, &no, &said, order, seed, tally);
            return battle;
        }
        Ok(done) => done,
    };
    let said = match (order, said) {
        // The engine may have found a heading between those checked: judge that one.
        (
            Order::Charge {
                unit,
                target,
                heading: None,
                ..
            },
            Ok(Err(_)),
        ) => {
            let to = f64::from(after.unit(*unit).pose.facing.0) / 65536.0;
            table.announces(unit.index(), target.index(), to)
        }
        (_, said) => said,
    };
    let mut faces: VecDeque<(i32, i32)> = VecDeque::new();
    let mut told = String::new();
    let mut take = |dice: &Rolled| {
        for roll in dice.rolls() {
            let why = clause(rules, roll.why.number());
            told += &format!(" {why} {:?}", roll.faces.as_slice());
            let sides = i32::from(roll.ask.dice().1);
            faces.extend(roll.faces.iter().map(|&face| (i32::from(face), sides)));
        }
    };
    take(&dice);
    let mut answers = VecDeque::new();
    let mut number = 1;
    while let Some(waits) = after.cursor.waits {
        let choice = u8::try_from(lot.below(usize::from(waits.choices))).expect("few");
        answers.push_back((waits.unit.expect("a unit").index(), choice));
        number += 1;
        let mut dice = Rolled::new(seed, number);
        let (next, more) = rules
            .play(&after, &Order::Decide { choice }, &mut dice)
            .expect("a choice");
        take(&dice);
        (after, events) = (next, [events, more].concat());
    }
    match said {
        Err(Stop::Unsure(why)) => {
            *tally.unsure.entry(why).or_default() += 1;
            return after;
        }
        Err(Stop::Wrong(what)) => tally.differ.push(format!("{seed} {order:?}: {what}")),
        Ok(Err(no)) => tally.differ.push(format!(
            "{seed} {order:?}: granted, ruled against by {no:?}"
        )),
        Ok(Ok(())) => {}
    }
    let found = Table::of(&after, card);
    let mut hand = Hand {
        table,
        dice: faces,
        answers,
        count: BTreeMap::new(),
    };
    let ruled = outcome(&mut hand, order, &found).and_then(|()| go_on(&mut hand, &battle, &events));
    match ruled {
        Err(Stop::Unsure(why)) => *tally.unsure.entry(why).or_default() += 1,
        Err(Stop::Wrong(what)) => {
            if let Ok(legal) = rules.judge(&battle, order) {
                for factor in legal.factors() {
                    told += &format!(
                        " {}{:+}",
                        clause(rules, factor.clause.number()),
                        factor.value
                    );
                }
            }
            for event in &events {
                told += &match event {
                    Event::Told {
                        why, outcome, unit, ..
                    } => {
                        format!(" <{} {unit:?} {outcome}>", clause(rules, why.number()))
                    }
                    Event::Moved { unit, to, why, .. } => format!(
                        " <{unit:?} to {:.4}, {:.4} {}>",
                        f64::from(to.x) / 2540.0,
                        f64::from(to.y) / 2540.0,
                        clause(rules, why.number())
                    ),
                    _ => String::new(),
                };
            }
            tally
                .differ
                .push(format!("{seed} {order:?}: {what};{told}"));
        }
        Ok(()) => {
            tally.orders += 1;
            if holes {
                hand.note("orders while there is a hole");
            }
            for (what, n) in &hand.count {
                *tally.count.entry(what).or_default() += n;
            }
            let mut off = differences(&hand.table, &found);
            if !hand.dice.is_empty() || !hand.answers.is_empty() {
                off.push(format!("left {:?} {:?}", hand.dice, hand.answers));
            }
            if !off.is_empty() {
                if std::env::var("SHOW").is_ok() {
                    for event in &events {
                        match event {
                            Event::Told {
                                why, outcome, unit, ..
                            } => {
                                told += &format!(
                                    " <{} {unit:?} {outcome}>",
                                    clause(rules, why.number())
                                );
                            }
                            Event::Moved { unit, to, why, .. } => {
                                told += &format!(
                                    " <{unit:?} to {:.4},{:.4} {}>",
                                    f64::from(to.x) / 2540.0,
                                    f64::from(to.y) / 2540.0,
                                    clause(rules, why.number())
                                );
                            }
                            _ => {}
                        }
                    }
                }
                tally
                    .differ
                    .push(format!("{seed} {order:?}: {};{told}", off.join("; ")));
            }
        }
    }
    after
}

/// Goes on with the turn as the engine says, with this umpire's dice.
fn go_on(hand: &mut Hand, before: &Battle, events: &[Event]) -> Ruled<()> {
    let mut at = before.cursor;
    if at.phase == 3 {
        lapse(hand);
    }
    for event in events {
        if matches!(event, Event::Ended { .. }) {
            hand.end();
        }
        let Event::Turned { to, .. } = event else {
            continue;
        };
        if to.phase == 3 && at.phase != 3 {
            lapse(hand);
        }
        if (to.turn, to.side) != (at.turn, at.side) {
            hand.end();
            hand.table.side = to.side;
            hand.note("player turns");
            hand.command()?;
        }
        if to.waits.is_none() {
            at = *to;
        }
    }
    Ok(())
}

/// Returns the id of a clause.
fn clause(rules: &Regimental, number: u16) -> String {
    let found = rules.card().clauses.iter().find(|text| text.n == number);
    found.map_or(number.to_string(), |text| text.id.clone())
}

fn judge_refusal(
    rules: &Regimental,
    no: &Refusals,
    said: &Ruled<Verdict>,
    order: &Order,
    seed: u64,
    tally: &mut Tally,
) {
    let name = |refusal: &sandtable_battle::Refusal| clause(rules, refusal.clause.number());
    let reasons: Vec<String> = no.reasons().iter().map(name).collect();
    match said {
        Err(Stop::Unsure(why)) => *tally.unsure.entry(why).or_default() += 1,
        Err(Stop::Wrong(what)) => tally.differ.push(format!("{seed} {order:?}: {what}")),
        Ok(Ok(())) => tally
            .differ
            .push(format!("{seed} {order:?}: refused by {reasons:?}")),
        Ok(Err(why)) => {
            // Orders of the wrong phase are refused for many reasons.
            let charge = matches!(order, Order::Charge { .. });
            let same = charge
                || matches!(order, Order::Face { .. })
                || reasons.iter().any(|r| why.iter().any(|w| r.ends_with(w)));
            let early = reasons
                .iter()
                .any(|r| r.chars().all(|c| c.is_ascii_digit()));
            if !same && !early {
                tally.differ.push(format!(
                    "{seed} {order:?}: refused by {reasons:?}, ruled {why:?}"
                ));
            }
        }
    }
}

/// Follows a battle for a number of orders.
fn walk(rules: &Regimental, start: Battle, seed: u64, most: u64, tally: &mut Tally) {
    let mut lot = Lot(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut scene = Scene::new(start);
    if scene.is_unopened() {
        rules.open(&mut scene, &mut Rolled::new(seed, 0));
    }
    let (mut battle, _) = scene.finish();
    for number in 0..most {
        if battle.ended.is_some() {
            break;
        }
        let table = Table::of(&battle, rules.card());
        let order = orders::order(&mut lot, &table);
        battle = follow(rules, battle, &order, seed * 1000 + number, &mut lot, tally);
    }
}

#[test]
fn the_second_umpire_rules_as_the_engine_does() {
    let asked = std::env::var("ORDERS").ok().and_then(|n| n.parse().ok());
    let asked: u64 = asked.unwrap_or(2_000);
    let rules = Regimental::new(&Switches::default()).expect("the usual rules");
    let mut tally = Tally::default();
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let only = number("SEED");
    let first = only.or(number("FROM")).unwrap_or(1);
    let scenarios = orders::scenarios();
    for seed in first.. {
        if tally.orders >= asked {
            break;
        }
        let text = match scenarios.get(usize::try_from(seed % 40).expect("small")) {
            Some(text) => text.clone(),
            None => orders::position(&mut Lot(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1)),
        };
        // In every fourth battle, a column stands in the hole of a line, if there is room.
        let parted = (seed % 4 == 1 && std::env::var("PLAIN").is_err()).then(|| {
            let lot = &mut Lot(seed.wrapping_mul(0x9e6c_63d0_876a_46bd) | 1);
            sandtable_files::read_battle(&(text.clone() + &orders::hole(lot)), &rules).ok()
        });
        let plain = || sandtable_files::read_battle(&text, &rules).ok();
        let Some(battle) = parted.flatten().or_else(plain) else {
            continue;
        };
        walk(&rules, battle, seed, 120, &mut tally);
        if only.is_some() {
            break;
        }
    }
    println!(
        "{} orders compared, {} refused",
        tally.orders, tally.refused
    );
    println!(
        "compared: {:#?}\nnot ruled: {:#?}",
        tally.count, tally.unsure
    );
    if std::env::var("KINDS").is_ok() {
        let mut kinds: BTreeMap<String, Vec<&String>> = BTreeMap::new();
        for line in &tally.differ {
            let word = line.split([' ', ':']).nth(1).unwrap_or_default().to_owned();
            let what = if line.contains("refused by") {
                "refused"
            } else if line.contains("granted") {
                "granted"
            } else if line.contains("ruled") {
                "state"
            } else {
                "dice"
            };
            kinds
                .entry(format!("{word} {what}"))
                .or_default()
                .push(line);
        }
        for (kind, lines) in kinds {
            println!("== {kind}: {}", lines.len());
            for line in lines {
                println!("{line}");
            }
        }
    }
    assert!(
        tally.differ.is_empty(),
        "{} differences:\n{}",
        tally.differ.len(),
        tally.differ[..tally.differ.len().min(15)].join("\n")
    );
}
