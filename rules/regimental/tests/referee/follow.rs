//! What an order brings, and whether the engine came to the same.

use crate::hand::Hand;
use crate::table::{Man, Ruled, Stop, Table};
use crate::verdict::plan;
use sandtable_battle::Order;

/// Works out the result of an order as the second umpire sees it.
pub fn outcome(hand: &mut Hand, order: &Order, after: &Table) -> Ruled<()> {
    match order {
        Order::Move { unit, legs } => hand.make(unit.index(), &plan(legs).expect("a move")),
        Order::Form { unit, formation } => {
            hand.note("formations");
            let m = hand.man_mut(unit.index());
            if m.prone {
                m.prone = false;
                m.acted |= 32;
            } else {
                m.form = *formation;
                m.acted |= 17;
                hand.close_hole(unit.index())?;
            }
            Ok(())
        }
        Order::Face { unit, to } => {
            let to = f64::from(to.0) / 65536.0;
            let id = unit.index();
            if hand.table.phase == 2 {
                toll(hand, id, to)?;
            }
            let acted = if hand.table.phase == 2 { 4 } else { 1 };
            let m = hand.man_mut(id);
            (m.turn, m.acted) = (to, acted);
            Ok(())
        }
        Order::Charge { unit, target, .. } => {
            hand.note("charges announced");
            let id = unit.index();
            let to = after.men[id].turn;
            if let Ok(Err(why)) = hand.table.announces(id, target.index(), to) {
                return Err(Stop::Wrong(format!("{why:?} forbids the heading it took")));
            }
            toll(hand, id, to)?;
            let m = hand.man_mut(id);
            (m.charging, m.target, m.turn) = (true, i32::from(target.0), to);
            Ok(())
        }
        Order::Place {
            unit,
            at,
            formation,
        } => {
            hand.note("units placed");
            let m = hand.man_mut(unit.index());
            m.at = (f64::from(at.x) / 2540.0, f64::from(at.y) / 2540.0);
            (m.turn, m.form) = (f64::from(at.facing.0) / 65536.0, *formation);
            (m.here, m.waiting) = (true, false);
            Ok(())
        }
        Order::End if hand.table.phase == 0 => rest(hand, after),
        Order::Fight { unit, target } => hand.assault(unit.index(), target.index()),
        Order::Shoot { unit, target } => {
            let (us, them) = (unit.index(), target.index());
            match hand.table.may_shoot(us, them)? {
                Ok(volley) => hand.shoot(us, them, &volley),
                Err(_) => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Places the rest of a side where the engine did, if it may stand there one after the other.
fn rest(hand: &mut Hand, after: &Table) -> Ruled<()> {
    let side = hand.table.side;
    for (id, found) in after.men.iter().enumerate() {
        if !hand.table.men[id].waiting || hand.table.men[id].side != side {
            continue;
        }
        if found.here {
            let at = (found.at, found.turn);
            if let Err(why) = hand.table.may_place(id, at, found.form)? {
                return Err(Stop::Wrong(format!("{why:?} forbids the place of {id}")));
            }
        }
        hand.note("units placed by the umpire");
        let m = hand.man_mut(id);
        (m.at, m.turn, m.form) = (found.at, found.turn, found.form);
        (m.here, m.waiting) = (found.here, false);
    }
    Ok(())
}

/// Rolls for the fences that a charger's turn swings over; the dice shorten the charge.
pub fn toll(hand: &mut Hand, id: usize, to: f64) -> Ruled<()> {
    for met in hand.table.swung(hand.man(id), to)? {
        let sides = if met.what == crate::way::What::Wall {
            10
        } else {
            6
        };
        let die = hand.die(sides)?;
        hand.man_mut(id).toll += die;
    }
    Ok(())
}

/// Cancels charges that can no longer be made.
pub fn lapse(hand: &mut Hand) {
    for m in &mut hand.table.men {
        if m.charging && (!m.here || m.red || m.prone || !m.led()) {
            (m.charging, m.target) = (false, -1);
            m.acted = 8;
        }
    }
}

/// Returns where two tables differ.
pub fn differences(ruled: &Table, found: &Table) -> Vec<String> {
    let mut out = Vec::new();
    for (id, (a, b)) in ruled.men.iter().zip(&found.men).enumerate() {
        if a.waiting || b.waiting {
            continue;
        }
        if a.here != b.here {
            out.push(format!("{id}: here {}, ruled {}", b.here, a.here));
        }
        if !(a.here && b.here) {
            continue;
        }
        let off = crate::plane::length(crate::plane::sub(a.at, b.at));
        let turn = (a.turn - b.turn) - (a.turn - b.turn).round();
        if off > 0.006 || turn.abs() > 0.0002 {
            out.push(format!(
                "{id}: at {:?} {}, ruled {:?} {}",
                b.at, b.turn, a.at, a.turn
            ));
        }
        if (a.lane - b.lane).abs() > 0.006 {
            out.push(format!("{id}: a lane of {}, ruled {}", b.lane, a.lane));
        }
        let like = |m: &Man| Man {
            at: (0.0, 0.0),
            turn: 0.0,
            lane: 0.0,
            ..m.clone()
        };
        let (was, is) = (format!("{:?}", like(a)), format!("{:?}", like(b)));
        if was != is {
            let off = is.split(", ").zip(was.split(", ")).filter(|(x, y)| x != y);
            out.push(format!("{id}: {:?}", off.collect::<Vec<_>>()));
        }
    }
    out
}
