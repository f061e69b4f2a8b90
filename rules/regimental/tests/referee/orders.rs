//! Random positions, and orders of players who want to fight.

use crate::Lot;
use crate::plane::{along, length, sub};
use crate::table::{COLUMN, GUNS, HORSE, LIGHT, LIMBERED, LINE, Man, OPEN, Table, UNLIMBERED};
use sandtable_battle::{Leg, Order, UnitId};
use sandtable_geometry::Facing;
use std::fmt::Write as _;

/// Reads the built-in scenarios.
pub fn scenarios() -> Vec<String> {
    let folder = format!("{}/../../scenarios/regimental", env!("CARGO_MANIFEST_DIR"));
    let all = std::fs::read_dir(folder).expect("the scenarios");
    let mut paths: Vec<_> = all.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    let text = |path: &std::path::PathBuf| std::fs::read_to_string(path).expect("a scenario");
    paths.iter().map(text).collect()
}

fn tenths(lot: &mut Lot, from: usize, wide: usize) -> f64 {
    f64::from(u32::try_from(from * 10 + lot.below(wide * 10)).expect("small")) / 10.0
}

/// Draws a random position: two small armies near each other, with some ground between.
pub fn position(lot: &mut Lot) -> String {
    let mut text = String::from(
        "format = 1\nrules = \"regimental\"\ntitle = \"By lot\"\nattacker = \"Red\"\n\
         [[side]]\nname = \"Red\"\ncolour = \"#aa0000\"\n[[side]]\nname = \"Blue\"\ncolour = \"#0000aa\"\n",
    );
    let square = lot.below(3) == 0;
    for _ in 0..lot.below(4) {
        let kind = ["woods", "rough", "hill", "impassable", "field", "field"][lot.below(6)];
        let (x, y) = (tenths(lot, 24, 24), tenths(lot, 14, 20));
        let (w, h) = (tenths(lot, 2, 8), tenths(lot, 2, 6));
        let _ = writeln!(
            text,
            "[[terrain]]\nground = \"{kind}\"\nat = [{x}, {y}]\nsize = [{w}, {h}]"
        );
    }
    for _ in 0..lot.below(3) {
        let kind = ["fence", "worm", "wall"][lot.below(3)];
        let (y, to) = (tenths(lot, 18, 12), tenths(lot, 18, 12));
        let to = if square { y } else { to };
        let (a, b) = (tenths(lot, 20, 12), tenths(lot, 38, 12));
        let _ = writeln!(
            text,
            "[[terrain]]\nground = \"{kind}\"\nline = [[{a}, {y}], [{b}, {to}]]"
        );
    }
    for n in 0..6 + lot.below(5) {
        let red = n % 2 == 0;
        let (kind, most, formations): (&str, usize, &[&str]) = match lot.below(8) {
            0 => ("artillery", 4, &["unlimbered", "limbered"]),
            1 => ("skirmishers", 5, &["open"]),
            2 | 3 => ("cavalry", 7, &["line", "column"]),
            _ => ("infantry", 9, &["line", "column", "line"]),
        };
        let formation = formations[lot.below(formations.len())];
        let (x, y) = (
            tenths(lot, 24, 24),
            tenths(lot, if red { 12 } else { 22 }, 14),
        );
        let facing = if square {
            f64::from(u32::from(!red) * 180)
        } else {
            let off = tenths(lot, 0, 90) - 45.0;
            (if red { off } else { 180.0 + off }).rem_euclid(360.0)
        };
        let stands = 1 + lot.below(most);
        let side = if red { "Red" } else { "Blue" };
        let _ = writeln!(
            text,
            "[[unit]]\nname = \"U{n}\"\nside = \"{side}\"\nkind = \"{kind}\"\nat = [{x}, {y}]\n\
             facing = {facing}\nformation = \"{formation}\"\nstands = {stands}"
        );
        if lot.below(3) == 0 && !matches!(kind, "artillery" | "skirmishers") {
            let _ = writeln!(text, "officers = \"{}\"", ["one", "two"][lot.below(2)]);
        }
        if lot.below(6) == 0 {
            let _ = writeln!(text, "weapon = \"{}\"", ["rifle", "musket"][lot.below(2)]);
        }
    }
    text
}

/// Draws a unit with a hole, and an enemy column in it.
pub fn hole(lot: &mut Lot) -> String {
    let mut text = String::new();
    let stands = 2 + lot.below(8);
    let left = 1 + lot.below(stands - 1);
    let facing = if lot.below(2) == 0 {
        f64::from(u32::try_from(lot.below(4)).expect("few")) * 90.0
    } else {
        tenths(lot, 0, 360)
    };
    let turned = Man::at((tenths(lot, 24, 24), tenths(lot, 14, 20)), facing / 360.0);
    let (f, r) = (turned.forward(), turned.right());
    let off = |n: usize| f64::from(u32::try_from(n).expect("few"));
    let lane = along(turned.at, r, off(left) - off(stands) / 2.0);
    let long = 1 + lot.below(6);
    let ahead = (off(lot.below(10 * (long + 1))) - off(5 * (long + 1))) / 10.0;
    let middle = along(lane, f, ahead);
    let around = [0.0, 180.0][lot.below(2)];
    let sides = [["Red", "Blue"], ["Blue", "Red"]][lot.below(2)];
    let red = |lot: &mut Lot| lot.below(2);
    let _ = writeln!(
        text,
        "[[unit]]\nname = \"Parted\"\nside = \"{}\"\nkind = \"infantry\"\nat = [{}, {}]\n\
         facing = {facing}\nstands = {stands}\nhole = {left}\nlane_width = 1\nhits = {}\nred = {}",
        sides[0],
        turned.at.0,
        turned.at.1,
        lot.below(3),
        red(lot)
    );
    let kind = ["infantry", "cavalry"][lot.below(2)];
    let _ = writeln!(
        text,
        "[[unit]]\nname = \"Through\"\nside = \"{}\"\nkind = \"{kind}\"\nat = [{:.4}, {:.4}]\n\
         facing = {}\nformation = \"column\"\nstands = {long}\nred = {}",
        sides[1],
        middle.0,
        middle.1,
        (facing + around).rem_euclid(360.0),
        red(lot)
    );
    text
}

#[expect(clippy::cast_possible_truncation, reason = "turns of a circle")]
fn facing(turn: f64) -> Facing {
    Facing(((turn.rem_euclid(1.0) * 65536.0).round() as i64).rem_euclid(65536) as u16)
}

#[expect(
    clippy::disallowed_methods,
    reason = "an umpire with nothing of the engine's"
)]
fn towards(us: &Man, them: &Man) -> f64 {
    let d = sub(them.at, us.at);
    (d.0.atan2(d.1) / std::f64::consts::TAU).rem_euclid(1.0)
}

/// Returns the facings to which a charger turns when its player names none.
pub fn usual(table: &Table, us: usize, them: usize) -> Vec<f64> {
    let (a, b) = (&table.men[us], &table.men[them]);
    let mut all = vec![a.turn];
    if a.acted & 4 == 0 {
        let off = |to: f64| (to - a.turn) - (to - a.turn).round();
        all.push((a.turn + off(towards(a, b)).clamp(-0.125, 0.125)).rem_euclid(1.0));
        let square = (0..4).map(|i| (b.turn + f64::from(i) / 4.0).rem_euclid(1.0));
        all.extend(square.filter(|&to| off(to).abs() <= 0.125));
    }
    all.iter()
        .map(|&to| f64::from(facing(to).0) / 65536.0)
        .collect()
}

fn id(i: usize) -> UnitId {
    UnitId(u8::try_from(i).expect("few"))
}

/// Draws an order of the side to move.
pub fn order(lot: &mut Lot, table: &Table) -> Order {
    if table.phase == 0 {
        return place(lot, table);
    }
    let own: Vec<usize> = table
        .present()
        .filter(|(_, m)| m.side == table.side)
        .map(|(i, _)| i)
        .collect();
    let foes: Vec<usize> = table.foes(table.side).map(|(i, _)| i).collect();
    if own.is_empty() || foes.is_empty() {
        return Order::End;
    }
    let ready: Vec<usize> = own
        .iter()
        .copied()
        .filter(|&i| table.men[i].acted & !20 == 0)
        .collect();
    let us = if ready.is_empty() || lot.below(12) == 0 {
        own[lot.below(own.len())]
    } else {
        ready[lot.below(ready.len())]
    };
    let m = &table.men[us];
    let far = |i: &usize| length(sub(table.men[*i].at, m.at));
    let nearest = foes
        .iter()
        .copied()
        .min_by(|a, b| far(a).total_cmp(&far(b)))
        .expect("one");
    let them = if lot.below(4) == 0 {
        foes[lot.below(foes.len())]
    } else {
        nearest
    };
    let ends = ready.len() < 2 || lot.below(6) == 0;
    match table.phase {
        1 if m.acted & 16 != 0 => Order::Face {
            unit: id(us),
            to: facing(towards(m, &table.men[them])),
        },
        1 if ends => Order::End,
        1 => movement(lot, table, us, them),
        2 => {
            let waits = own
                .iter()
                .find(|&&i| table.men[i].acted & 4 != 0 && !table.men[i].charging);
            if let Some(&us) = waits {
                return charge(lot, table, us, them);
            }
            if ends || m.charging {
                Order::End
            } else {
                charge(lot, table, us, them)
            }
        }
        3 => {
            let next = own.iter().find(|&&i| table.men[i].charging);
            next.map_or(Order::End, |&i| Order::Fight {
                unit: id(i),
                target: UnitId(u8::try_from(table.men[i].target).unwrap_or(0)),
            })
        }
        4 if !ends => Order::Shoot {
            unit: id(us),
            target: id(them),
        },
        _ => Order::End,
    }
}

fn place(lot: &mut Lot, table: &Table) -> Order {
    let waits = |m: &Man| m.waiting && m.side == table.side;
    let next = table.men.iter().position(waits);
    let Some(next) = next.filter(|_| lot.below(9) > 0) else {
        return Order::End;
    };
    let m = &table.men[next];
    let zone = table
        .zones
        .iter()
        .find(|z| z.0 == m.side)
        .map(|z| z.1.clone());
    let zone = zone.unwrap_or_else(|| vec![(0.0, 0.0), table.size]);
    let span = |of: fn(&(f64, f64)) -> f64| {
        let all = zone.iter().map(of);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
            (l.min(v), h.max(v))
        })
    };
    let mut by = |(low, high): (f64, f64)| {
        low + (high - low) * f64::from(u32::try_from(lot.below(1000)).expect("small")) / 1000.0
    };
    let (x, y) = (by(span(|p| p.0)), by(span(|p| p.1)));
    #[expect(clippy::cast_possible_truncation, reason = "a table's inches")]
    let hundredths = |inches: f64| (inches * 2540.0) as i32;
    let column = m.form == LINE && lot.below(4) == 0;
    Order::Place {
        unit: id(next),
        at: sandtable_geometry::Pose::new(hundredths(x), hundredths(y), facing(m.turn)),
        formation: if column { COLUMN } else { m.form },
    }
}

fn charge(lot: &mut Lot, table: &Table, us: usize, them: usize) -> Order {
    let m = &table.men[us];
    let named = usual(table, us, them);
    if lot.below(3) == 0 && m.acted & 4 == 0 {
        return Order::Face {
            unit: id(us),
            to: facing(if lot.below(3) == 0 {
                m.turn + f64::from(u32::try_from(lot.below(200)).expect("small")) / 790.0 - 0.125
            } else {
                named[lot.below(named.len())]
            }),
        };
    }
    Order::Charge {
        unit: id(us),
        target: id(them),
        reach: false,
        heading: (lot.below(4) == 0).then(|| {
            // Within the unit's turn, or a little beyond.
            let off = i32::try_from(lot.below(20_000)).expect("small") - 10_000;
            facing(table.men[us].turn).turned(off)
        }),
    }
}

fn movement(lot: &mut Lot, table: &Table, us: usize, them: usize) -> Order {
    let m = &table.men[us];
    if m.prone || lot.below(9) == 0 {
        let other = match m.kind {
            LIGHT => OPEN,
            GUNS => [UNLIMBERED, LIMBERED][lot.below(2)],
            HORSE | 0 => [LINE, COLUMN][lot.below(2)],
            _ => LINE,
        };
        return Order::Form {
            unit: id(us),
            formation: if m.prone { m.form } else { other },
        };
    }
    let to = facing(towards(m, &table.men[them]));
    let any =
        facing(m.turn + f64::from(u32::try_from(lot.below(100)).expect("small")) / 100.0 - 0.5);
    let by = i32::try_from(lot.below(2540 * 8) + if lot.below(3) == 0 { 2540 * 4 } else { 0 })
        .expect("small");
    let by = if lot.below(3) == 0 {
        by / 2540 * 2540
    } else {
        by
    };
    let mut legs: sandtable_battle::Legs = [Leg::Advance { by }].into_iter().collect();
    match lot.below(6) {
        0 | 1 => legs.insert(0, Leg::Pivot { to }),
        2 => legs.push(Leg::Pivot { to }),
        3 => legs.insert(0, Leg::Pivot { to: any }),
        4 => legs = [Leg::Pivot { to: any }].into_iter().collect(),
        _ => {}
    }
    Order::Move { unit: id(us), legs }
}
