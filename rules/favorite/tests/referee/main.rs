//! A second umpire for My Favorite Rules, written from their specification and their author's
//! posts: slow, with plain numbers, and without any code of the rule crate or of the engine's
//! geometry. It rules on volleys, close combats, morale checks and charges in random battles and in
//! the built-in scenarios: who may do it, which factors count, how many dice are thrown, what
//! commanders add and risk, who falls, who wins, where a charger stops and where the loser goes.
//!
//! `ORDERS=200000 cargo nextest run -p sandtable-favorite --test referee` compares that many
//! orders. It also follows moves, turns and wheels, the places of commanders, and the rolls for
//! initiative. Other tests cover roads and water.

mod back;
mod brawl;
mod charge;
mod commander;
mod fire;
mod initiative;
mod melee;
mod moves;
mod staff;
mod umpire;

use sandtable_battle::{Battle, Judging, Order, Rolled, Rules, Scene, Switches};
use sandtable_favorite::Favorite;
use sandtable_referee::plane::{length, sub, turn};
use sandtable_referee::table::Recipe;
use sandtable_referee::{Lot, orders};
use std::collections::{BTreeMap, VecDeque};
use umpire::{Ruled, Stop, Umpire};

/// Clauses that can forbid a step.
pub const ALL: &[&str] = &[
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
    "CHG-02",
];

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
    if kind.contains("commander") {
        return format!("command = \"{}\"\n", lot.below(3));
    }
    let forms = [
        "line",
        "line",
        "line",
        "line",
        "field-column",
        "march-column",
    ];
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
    // A unit that begins in contact with an enemy may have charged that enemy.
    if lot.percent(30)
        && !kind.contains("artillery")
        && !kind.contains("commander")
        && kind != "general"
    {
        out.push_str("charge = \"home\"\n");
    } else if lot.percent(20) && !kind.contains("commander") && kind != "general" {
        let stands = [
            "strikes-first",
            "strikes-together",
            "half-effect",
            "strikes-second",
            "no-blows",
        ];
        let stand = lot.pick(&stands).copied().unwrap_or("none");
        out.push_str(&format!("stand = \"{stand}\"\n"));
    }
    out
}

/// Draws a random table, its units worn down.
fn draw(lot: &mut Lot) -> String {
    const KINDS: [&str; 12] = [
        "line-infantry",
        "line-infantry",
        "line-infantry",
        "light-infantry",
        "cavalry",
        "cavalry",
        "light-cavalry",
        "light-cavalry",
        "field-artillery",
        "horse-artillery",
        "army-commander",
        "general",
    ];
    const GROUNDS: [&str; 6] = ["woods", "hill", "town", "wall", "fence", "works"];
    let state = if lot.percent(40) {
        "\n[state]\nturn = 2\nphase = \"melee\"\nactive = \"Blue\"\n"
    } else {
        ""
    };
    let drawn = Recipe {
        rules: "favorite",
        kinds: &KINDS,
        grounds: &GROUNDS,
        table: (40.0, 30.0),
        units: 6,
        room: 4.5,
        met: 60,
        size: |kind| {
            if kind.contains("artillery") {
                (2.0, 2.0)
            } else {
                (5.0, 1.0)
            }
        },
        ahead: 0.5,
        apart: (2.0, 8.0),
        switches: "",
        more,
    }
    .draw(lot)
    .replacen("format = 1", "format = 2", 1);
    drawn + state
}

/// Returns what the second umpire says about an order; none for orders it does not judge.
fn verdict(umpire: &Umpire, order: &Order) -> Option<Verdict> {
    let staff = |id: sandtable_battle::UnitId| umpire.men[id.index()].staff();
    if order.unit().is_some_and(staff) {
        return Some(umpire.may_command(order));
    }
    Some(match order {
        Order::Shoot { unit, target } => umpire.may_shoot(unit.index(), target.index()),
        Order::Charge { unit, target, .. } => umpire.may_charge(unit.index(), target.index()),
        Order::Fight { unit, target } => umpire.may_fight(unit.index(), target.index()),
        Order::Move { .. } | Order::Face { .. } | Order::Form { .. } => {
            return Some(moves_verdict(umpire, order));
        }
        _ => return None,
    })
}

/// Works out a move, a turn or a change of formation.
fn worked_out(umpire: &Umpire, order: &Order) -> Ruled<moves::Way> {
    match order {
        Order::Form { unit, formation } => umpire.forms(unit.index(), *formation),
        _ => umpire.way(order),
    }
}

/// Returns the verdict on a move, a turn or a change of formation.
fn moves_verdict(umpire: &Umpire, order: &Order) -> Verdict {
    let way = worked_out(umpire, order)?;
    Ok(if way.against.is_empty() {
        Ok(())
    } else {
        // Which of them it is shows in the order's own reasons.
        Err(ALL)
    })
}

/// Works out an order; false if there is nothing to compare.
fn outcome(
    umpire: &mut Umpire,
    order: &Order,
    (battle, after): (&Battle, &Battle),
    tally: &mut Tally,
) -> Ruled<bool> {
    if order
        .unit()
        .is_some_and(|id| umpire.men[id.index()].staff())
    {
        // The place of a commander is checked separately.
        return Ok(false);
    }
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
        Order::Fight { unit, .. } if !waits => {
            let count = umpire.fight(unit.index())?;
            tally.note(
                if count > 2 {
                    "melees of many"
                } else {
                    "melees"
                },
                1,
            );
            Ok(true)
        }
        Order::Test { unit } if !waits => {
            let total = umpire.test(unit.index())?;
            tally.note(&format!("checks that come to {}", total.clamp(0, 7)), 1);
            Ok(true)
        }
        Order::Charge { unit, target, .. } if !waits => {
            umpire.charge(unit.index(), target.index())?;
            tally.note("stand tests", 1);
            Ok(true)
        }
        Order::Decide { choice } if !waits => decided(umpire, *choice, battle, tally),
        _ => Ok(false),
    }
}

/// Works out an answer: a commander steps in at a check or leads a melee, or a unit gets its
/// target.
fn decided(umpire: &mut Umpire, choice: u8, battle: &Battle, tally: &mut Tally) -> Ruled<bool> {
    let Some(waits) = battle.cursor.waits else {
        return Ok(false);
    };
    let Some(unit) = waits.unit.map(|u| u.index()) else {
        return Ok(false);
    };
    // CMD-02, CMD-08, CMD-14, MEL-07.
    match waits.why.number() {
        302 | 308 => {
            let charger = battle.cursor.unit.map(|u| u.index());
            let charger = charger.filter(|&charger| charger != unit);
            umpire.helped(unit, charger, choice)?;
            tally.note("checks with a commander near", 1);
        }
        314 => {
            umpire.men[unit].melee = if choice == 1 { 2 } else { 1 };
            let Some(host) = waits.other.map(|u| u.index()) else {
                return Ok(false);
            };
            umpire.fight(host)?;
            tally.note("melees with a general", 1);
        }
        1507 => {
            umpire.told(unit, choice)?;
            umpire.fight(unit)?;
            tally.note("melees with a choice", 1);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Returns where the two umpires differ. Leaves out what an order of this kind does not change.
fn differences(umpire: &Umpire, found: &Umpire, order: &Order, same_turn: bool) -> Vec<String> {
    let mut out = Vec::new();
    let told = order.unit();
    for (id, (a, b)) in umpire.men.iter().zip(&found.men).enumerate() {
        if a.staff() {
            continue;
        }
        if (a.figures, a.here) != (b.figures, b.here) && (a.here || b.here) {
            out.push(format!(
                "{id}: {} figures {}, ruled {} {}",
                b.figures, b.here, a.figures, a.here
            ));
        }
        if !(a.here && b.here && same_turn) {
            continue;
        }
        if a.marker != b.marker {
            out.push(format!("{id}: marker {}, ruled {}", b.marker, a.marker));
        }
        let moved = matches!(order, Order::Move { .. } | Order::Face { .. });
        let spent = told.is_some_and(|u| u.index() == id) && moved;
        if spent && (a.spent - b.spent).abs() > 90 {
            out.push(format!("{id}: spent {}, ruled {}", b.spent, a.spent));
        }
        if a.stand != b.stand {
            out.push(format!("{id}: stands as {}, ruled {}", b.stand, a.stand));
        }
        let off = length(sub(a.base.at, b.base.at));
        let looks = turn(a.base.heading, b.base.heading);
        if !umpire.lost.contains(&id) && (off > 0.01 || looks > 16.0) {
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
                Some(Ok(Ok(()))) => {
                    let file = sandtable_files::write_battle(&battle, card);
                    let says = format!("{name} {order:?}: refused by {why:?}\n{file}");
                    tally.differ.push(says);
                }
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
        Some(Ok(Err(ruled))) => {
            let why = worked_out(&umpire, order).map(|way| way.against);
            let file = sandtable_files::write_battle(&battle, card);
            tally.differ.push(format!(
                "{name} {order:?}: granted, ruled {ruled:?} {why:?}\n{file}"
            ));
        }
        _ => {}
    }
    let initiative: Vec<i32> = (dice.rolls().iter())
        .filter(|r| {
            let why = card.clauses.iter().find(|c| c.n == r.why.number());
            why.is_some_and(|c| c.id.ends_with("INIT-01"))
        })
        .flat_map(|r| r.faces.to_vec())
        .map(i32::from)
        .collect();
    match initiative::look((&battle, &after), card, order, &initiative) {
        Err(Stop::Unsure(what)) => tally.unsure(what),
        Err(Stop::Wrong(what)) => tally.differ.push(format!("{name} {order:?}: {what}")),
        Ok(looked) => tally.note("initiative", u64::from(looked)),
    }
    let found = Umpire::of(&after, card, VecDeque::new());
    match staff::look(&umpire, &found, order) {
        Err(Stop::Unsure(what)) => tally.unsure(what),
        Err(Stop::Wrong(what)) => {
            let file = sandtable_files::write_battle(&battle, card);
            tally
                .differ
                .push(format!("{name} {order:?}: {what}\n{file}"));
        }
        Ok(looked) => tally.note("commanders", looked),
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
            if same_turn && !umpire.dice.is_empty() {
                off.push(format!("{} dice left", umpire.dice.len()));
            }
            if !off.is_empty() {
                let before: Vec<String> = Umpire::of(&battle, card, VecDeque::new())
                    .men
                    .iter()
                    .enumerate()
                    .filter(|(_, m)| m.here)
                    .map(|(id, m)| format!("{id} {m:?}"))
                    .collect();
                tally.differ.push(format!(
                    "{name} {order:?}: {}; {faces:?}, {:?}\n   {}",
                    off.join("; "),
                    battle.cursor,
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
    let scenarios = sandtable_referee::compare::built_in("favorite");
    let mut battles = 0;
    // There are so many moves that they do not count towards the total.
    let count = |tally: &Tally, what: &str| tally.count.get(what).copied().unwrap_or(0);
    let other = |t: &Tally| t.compared - count(t, "moves") - count(t, "formations");
    while other(&tally) < u64::from(asked) && tally.differ.len() < 300 {
        let drawn = lot.percent(88);
        let brawls = drawn && lot.percent(60);
        let text = if brawls {
            brawl::brawl(&mut lot)
        } else if drawn {
            draw(&mut lot)
        } else {
            lot.pick(&scenarios).cloned().unwrap_or_default()
        };
        let Ok(start) = sandtable_files::read_battle(&text, &rules) else {
            if std::env::var("SHOW").is_ok() {
                println!(
                    "{:?}\n{text}",
                    sandtable_files::read_battle(&text, &rules).err()
                );
            }
            tally.note("tables that are none", 1);
            continue;
        };
        battles += 1;
        let mut scene = Scene::new(start);
        if scene.is_unopened() {
            rules.open(&mut scene, &mut Rolled::new(battles, 0));
        }
        let mut battle = scene.finish().0;
        // A brawl is over once it is fought.
        for number in 0..if brawls { 15 } else { 150 } {
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
    for what in [
        "volleys",
        "melees",
        "stand tests",
        "initiative",
        "commanders",
    ] {
        assert!(tally.count.get(what).is_some_and(|&n| n > 10), "few {what}");
    }
}
