//! A second umpire for My Favorite Rules, written from their specification and their
//! author's posts: slow, with plain numbers, and without any code of the rule crate or
//! of the engine's geometry. It rules on volleys, close combats of two units, morale
//! checks and stand tests of random battles and of the built-in scenarios: who may do
//! it, what weighs, how many dice are thrown, who falls, who wins and where the loser
//! goes.
//!
//! `ORDERS=200000 cargo nextest run -p sandtable-favorite --test referee` compares that
//! many. It follows moves, turns and wheels too. Left to other tests: where charges end,
//! commanders, melees of many.

mod moves;
mod umpire;

use sandtable_battle::{Battle, Judging, Order, Rolled, Rules, Scene, Switches};
use sandtable_favorite::Favorite;
use sandtable_referee::plane::{length, sub, turn};
use sandtable_referee::table::Recipe;
use sandtable_referee::{Lot, orders};
use std::collections::{BTreeMap, VecDeque};
use umpire::{Ruled, Stop, Umpire};

type Verdict = Ruled<Result<(), &'static [&'static str]>>;

#[derive(Default)]
struct Tally {
    compared: u64,
    refused: u64,
    count: BTreeMap<String, u64>,
    unsure: BTreeMap<&'static str, u64>,
    differ: Vec<String>,
}

impl Tally {
    fn note(&mut self, what: &str, by: u64) {
        *self.count.entry(what.to_owned()).or_default() += by;
    }

    fn unsure(&mut self, why: &'static str) {
        *self.unsure.entry(why).or_default() += 1;
    }
}

fn more(lot: &mut Lot, kind: &str) -> String {
    let mut out = String::new();
    let forms = ["line", "line", "field-column", "march-column"];
    if !kind.contains("artillery") && !kind.contains("commander") && kind != "general" {
        let light = kind.starts_with("light") && lot.percent(40);
        let form = if light {
            "skirmish"
        } else {
            lot.pick(&forms).copied().unwrap_or("line")
        };
        out.push_str(&format!("formation = \"{form}\"\n"));
    }
    if lot.percent(25) {
        out.push_str("marker = true\n");
    }
    out
}

/// A table by lot, its units worn down.
fn draw(lot: &mut Lot) -> String {
    const KINDS: [&str; 8] = [
        "line-infantry",
        "line-infantry",
        "line-infantry",
        "light-infantry",
        "cavalry",
        "light-cavalry",
        "field-artillery",
        "horse-artillery",
    ];
    const GROUNDS: [&str; 6] = ["woods", "hill", "town", "wall", "fence", "works"];
    Recipe {
        rules: "favorite",
        kinds: &KINDS,
        grounds: &GROUNDS,
        table: (40.0, 30.0),
        units: 5,
        room: 5.5,
        met: 0,
        size: |kind| {
            if kind.contains("artillery") {
                (2.0, 2.0)
            } else {
                (5.0, 1.0)
            }
        },
        ahead: 0.5,
        apart: (5.0, 12.0),
        switches: "",
        more,
    }
    .draw(lot)
}

fn scenarios() -> Vec<String> {
    let folder = format!("{}/../../scenarios/favorite", env!("CARGO_MANIFEST_DIR"));
    let all = std::fs::read_dir(folder).expect("the scenarios");
    let mut paths: Vec<_> = all.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    paths
        .iter()
        .map(|p| std::fs::read_to_string(p).expect("one"))
        .collect()
}

/// What the second umpire says of an order; nothing of those it does not look at.
fn verdict(umpire: &Umpire, order: &Order) -> Option<Verdict> {
    Some(match order {
        Order::Shoot { unit, target } => umpire.may_shoot(unit.index(), target.index()),
        Order::Fight { unit, target } => umpire.may_fight(unit.index(), target.index()),
        Order::Move { .. } | Order::Face { .. } | Order::Form { .. } => {
            return Some(moves_verdict(umpire, order));
        }
        _ => return None,
    })
}

/// How a move, a turn or a change of formation goes.
fn worked_out(umpire: &Umpire, order: &Order) -> Ruled<moves::Way> {
    match order {
        Order::Form { unit, formation } => umpire.forms(unit.index(), *formation),
        _ => umpire.way(order),
    }
}

/// The same of a move, a turn or a change of formation.
fn moves_verdict(umpire: &Umpire, order: &Order) -> Verdict {
    const ALL: &[&str] = &[
        "TABLE",
        "MOR-01",
        "MOR-07",
        "MOR-08",
        "MOVE-06",
        "MOVE-08",
        "MOVE-09",
        "MOVE-10",
        "MOVE-11",
        "MOVE-13",
        "PASS-01",
        "TERR-05",
        "TERR-06",
        "TERR-07",
        "TURN-02",
        "TURNING-04",
        "TURNING-07",
        "FORM-01",
        "FORM-04",
        "FORM-08",
        "FORM-10",
        "FORM-11",
    ];
    let way = worked_out(umpire, order)?;
    Ok(if way.against.is_empty() {
        Ok(())
    } else {
        // Which of them it is, is in the order's own reasons.
        Err(ALL)
    })
}

/// Works an order out; false when there is nothing to compare.
fn outcome(
    umpire: &mut Umpire,
    order: &Order,
    (battle, after): (&Battle, &Battle),
    tally: &mut Tally,
) -> Ruled<bool> {
    let thrown =
        after.cursor.phase != battle.cursor.phase || after.cursor.turn != battle.cursor.turn;
    let waits = after.cursor.waits.is_some();
    match order {
        Order::Move { unit, .. } | Order::Face { unit, .. } | Order::Form { unit, .. } => {
            let way = worked_out(umpire, order)?;
            if umpire.men[unit.index()].check == 7 || !after.units[unit.index()].on_table() {
                return Ok(false);
            }
            let forms = matches!(order, Order::Form { .. });
            tally.note(if forms { "formations" } else { "moves" }, 1);
            let m = &mut umpire.men[unit.index()];
            m.base = way.end;
            m.spent += (way.parts * 60_000.0).round() as i32;
            Ok(true)
        }
        Order::Shoot { unit, target } => {
            let line = umpire
                .men
                .iter()
                .filter(|m| m.side == umpire.side)
                .map(|m| m.line)
                .max();
            let m = &mut umpire.men[unit.index()];
            m.line = line.unwrap_or(0) + 1;
            m.goal = i32::from(target.0);
            if thrown {
                let count = umpire.shoot_all()?;
                tally.note("volleys", count);
            }
            Ok(true)
        }
        Order::End if matches!(battle.cursor.phase, 5 | 6) && thrown => {
            let count = umpire.shoot_all()?;
            tally.note("volleys", count);
            Ok(true)
        }
        Order::Fight { unit, target } if !waits => {
            umpire.fight(unit.index(), target.index())?;
            tally.note("melees", 1);
            Ok(true)
        }
        Order::Test { unit } if !waits => {
            let total = umpire.test(unit.index())?;
            tally.note(&format!("checks that come to {}", total.clamp(0, 7)), 1);
            Ok(true)
        }
        Order::Charge { unit, target, .. } if !waits => {
            // Who was charged at, where the dice lie first.
            let stands = umpire.stand(unit.index(), target.index())?;
            tally.note("stand tests", 1);
            let m = &mut umpire.men[target.index()];
            m.stand = m.stand.max(stands);
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Where the two differ; of what an order of this kind leaves alone nothing is said.
fn differences(umpire: &Umpire, found: &Umpire, order: &Order, same_turn: bool) -> Vec<String> {
    let mut out = Vec::new();
    let charge = matches!(order, Order::Charge { .. });
    let told = [order.unit(), order.target()];
    for (id, (a, b)) in umpire.men.iter().zip(&found.men).enumerate() {
        if a.staff() {
            continue;
        }
        if charge {
            let target = told[1].is_some_and(|t| t.index() == id);
            if target && same_turn && b.here && a.stand != b.stand {
                out.push(format!("{id}: stands as {}, ruled {}", b.stand, a.stand));
            }
            continue;
        }
        let flown = umpire.flown.contains(&id);
        if (a.figures, a.here || flown) != (b.figures, b.here || flown) && (a.here || b.here) {
            out.push(format!(
                "{id}: {} figures {}, ruled {} {}",
                b.figures, b.here, a.figures, a.here
            ));
        }
        if !(a.here && b.here && same_turn) {
            continue;
        }
        if a.marker != b.marker && umpire.flown.is_empty() {
            out.push(format!("{id}: marker {}, ruled {}", b.marker, a.marker));
        }
        let moved = matches!(order, Order::Move { .. } | Order::Face { .. });
        let spent = told[0].is_some_and(|u| u.index() == id) && moved;
        if spent && (a.spent - b.spent).abs() > 90 {
            out.push(format!("{id}: spent {}, ruled {}", b.spent, a.spent));
        }
        let off = length(sub(a.base.at, b.base.at));
        let looks = turn(a.base.heading, b.base.heading);
        if !flown && !umpire.lost.contains(&id) && (off > 0.006 || looks > 16.0) {
            out.push(format!("{id}: {:?}, ruled {:?}", b.base, a.base));
        }
    }
    out
}

fn follow(
    rules: &Favorite,
    battle: Battle,
    order: &Order,
    name: &str,
    tally: &mut Tally,
) -> Battle {
    let card = rules.card();
    let umpire = Umpire::of(&battle, card, VecDeque::new());
    let said = verdict(&umpire, order);
    let mut dice = Rolled::new(tally.compared + tally.refused, 1);
    let after = match rules.play(&battle, order, &mut dice) {
        Err(no) => {
            let name_of = |r: &sandtable_battle::Refusal| {
                let text = card.clauses.iter().find(|c| c.n == r.clause.number());
                text.map_or("TABLE".to_owned(), |c| c.id.clone())
            };
            let why: Vec<String> = no.reasons().iter().map(name_of).collect();
            match said {
                None => {}
                Some(Err(Stop::Unsure(what))) => tally.unsure(what),
                Some(Ok(Ok(()))) => tally
                    .differ
                    .push(format!("{name} {order:?}: refused by {why:?}")),
                Some(Ok(Err(ruled))) => {
                    let same = why
                        .iter()
                        .any(|w| w == "TABLE" || ruled.iter().any(|r| w.ends_with(r)));
                    if same {
                        tally.refused += 1;
                    } else {
                        tally.differ.push(format!(
                            "{name} {order:?}: refused by {why:?}, ruled {ruled:?}"
                        ));
                    }
                }
                Some(Err(Stop::Wrong(what))) => {
                    tally.differ.push(format!("{name} {order:?}: {what}"))
                }
            }
            return battle;
        }
        Ok((after, _)) => after,
    };
    match said {
        Some(Err(Stop::Unsure(what))) => {
            tally.unsure(what);
            return after;
        }
        Some(Ok(Err(ruled))) => tally
            .differ
            .push(format!("{name} {order:?}: granted, ruled {ruled:?}")),
        _ => {}
    }
    let faces: Vec<u8> = dice.rolls().iter().flat_map(|r| r.faces.to_vec()).collect();
    let mut umpire = Umpire::of(&battle, card, faces.iter().map(|&f| i32::from(f)).collect());
    match outcome(&mut umpire, order, (&battle, &after), tally) {
        Err(Stop::Unsure(what)) => tally.unsure(what),
        Err(Stop::Wrong(what)) => tally
            .differ
            .push(format!("{name} {order:?}: {what}; {faces:?}")),
        Ok(false) => {}
        Ok(true) => {
            tally.compared += 1;
            let same_turn = after.cursor.turn == battle.cursor.turn && after.ended.is_none();
            let found = Umpire::of(&after, card, VecDeque::new());
            let mut off = differences(&umpire, &found, order, same_turn);
            let charge = matches!(order, Order::Charge { .. });
            if same_turn && !charge && !umpire.dice.is_empty() {
                off.push(format!("{} dice left", umpire.dice.len()));
            }
            if !off.is_empty() {
                let before: Vec<String> = Umpire::of(&battle, card, VecDeque::new())
                    .men
                    .iter()
                    .enumerate()
                    .filter(|(id, m)| {
                        m.here
                            && [order.unit(), order.target()]
                                .iter()
                                .flatten()
                                .any(|u| u.index() == *id)
                    })
                    .map(|(id, m)| format!("{id} {m:?}"))
                    .collect();
                tally.differ.push(format!(
                    "{name} {order:?}: {}; {faces:?}\n   {}",
                    off.join("; "),
                    before.join("\n   ")
                ));
            }
        }
    }
    after
}

#[test]
fn the_second_umpire_rules_as_the_engine_does() {
    let asked = sandtable_referee::walk::asked(1_500);
    let rules = Favorite::new(&Switches::default()).expect("the usual rules");
    let mut tally = Tally::default();
    let mut lot = Lot::new(sandtable_referee::walk::seeded(11));
    let scenarios = scenarios();
    let mut battles = 0;
    // Moves are so many that they are not counted.
    let count = |tally: &Tally, what: &str| tally.count.get(what).copied().unwrap_or(0);
    let other = |t: &Tally| t.compared - count(t, "moves") - count(t, "formations");
    while other(&tally) < u64::from(asked) && tally.differ.len() < 300 {
        let drawn = lot.percent(80);
        let text = if drawn {
            draw(&mut lot)
        } else {
            lot.pick(&scenarios).cloned().unwrap_or_default()
        };
        let Ok(start) = sandtable_files::read_battle(&text, &rules) else {
            tally.note("tables that are none", 1);
            continue;
        };
        battles += 1;
        let mut scene = Scene::new(start);
        if scene.is_unopened() {
            rules.open(&mut scene, &mut Rolled::new(battles, 0));
        }
        let mut battle = scene.finish().0;
        for number in 0..150 {
            if battle.ended.is_some() {
                break;
            }
            let Some(order) = orders::any(&rules, &battle, &mut lot) else {
                break;
            };
            battle = follow(
                &rules,
                battle,
                &order,
                &format!("{battles}/{number}"),
                &mut tally,
            );
        }
    }
    println!(
        "{battles} battles, {} compared, {} refused alike",
        tally.compared, tally.refused
    );
    println!("{:#?}\nnot ruled: {:#?}", tally.count, tally.unsure);
    assert!(
        tally.differ.is_empty(),
        "{} differences:\n{}",
        tally.differ.len(),
        tally.differ[..tally.differ.len().min(14)].join("\n")
    );
    for what in ["volleys", "melees", "stand tests"] {
        assert!(tally.count.get(what).is_some_and(|&n| n > 10), "few {what}");
    }
}
