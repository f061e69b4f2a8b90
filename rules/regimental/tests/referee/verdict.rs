//! Whether an order is allowed.

use crate::table::{Man, Ruled, Stop, Table, knows};
use crate::walk::Plan;
use sandtable_battle::{Leg, Order};

pub type Verdict = Result<(), &'static [&'static str]>;

/// If none of the usual headings will do, any other may. Every eighth of a degree is checked, and
/// if one of them is too close to call, there is no ruling.
pub fn any_heading(
    table: &Table,
    unit: usize,
    target: usize,
    usual: Ruled<Verdict>,
) -> Ruled<Verdict> {
    let own = table.men[unit].turn;
    let all = (-360..=360).map(|eighth| {
        let to = own + f64::from(eighth) / (8.0 * 360.0);
        table.announces(unit, target, to)
    });
    if critical(table, unit)
        .into_iter()
        .any(|to| table.announces(unit, target, to) == Ok(Ok(())))
    {
        return Ok(Ok(()));
    }
    let mut close = None;
    for said in all {
        match said {
            Ok(Ok(())) => return said,
            Err(_) => close = Some(said),
            Ok(Err(_)) => {}
        }
    }
    close.unwrap_or(usual)
}

/// Returns the headings at which a corner of a unit comes to lie straight ahead of a corner of this
/// unit's front, or just inside of it: what bars a charge begins or ends there.
#[expect(
    clippy::disallowed_methods,
    reason = "an umpire with nothing of the engine's"
)]
pub fn critical(table: &Table, unit: usize) -> Vec<f64> {
    let own = &table.men[unit];
    let half = own.size().0 / 2.0;
    let mut out = Vec::new();
    for (_, other) in table.present().filter(|&(id, _)| id != unit) {
        for corner in other.shape() {
            let off = crate::plane::sub(corner, own.at);
            let far = crate::plane::length(off);
            let bearing = off.0.atan2(off.1);
            for aside in [half, half - 0.02, 0.02 - half, -half] {
                if far < half {
                    continue;
                }
                let lead = (aside / far).asin();
                for step in [-3.0, 3.0] {
                    out.push((bearing - lead) / std::f64::consts::TAU + step / 65536.0);
                }
            }
        }
    }
    out
}

/// Returns what the second umpire says about an order before it is carried out.
pub fn verdict(table: &Table, order: &Order, turns: &[f64]) -> Ruled<Verdict> {
    match order {
        Order::Move { unit, legs } => match plan(legs) {
            Some(plan) => table.may_move(unit.index(), &plan),
            None => Ok(Err(&["MOVE-01"])),
        },
        Order::Form { unit, formation } => may_form(table, unit.index(), *formation),
        Order::Face { unit, to } => may_face(table, unit.index(), f64::from(to.0) / 65536.0),
        Order::Charge {
            unit,
            target,
            heading,
            ..
        } => {
            let (unit, target) = (unit.index(), target.index());
            let mut last = Ok(Err(&["CHARGE-03"][..]));
            for &to in turns {
                let said = table.announces(unit, target, to);
                match said {
                    Ok(Ok(())) => return said,
                    Ok(Err(["CHARGE-03"])) => {}
                    Ok(Err(_)) if last.is_err() => {}
                    _ => last = said,
                }
            }
            if heading.is_none() && matches!(last, Ok(Err(_))) {
                last = any_heading(table, unit, target, last);
            }
            last
        }
        Order::Fight { unit, target } => {
            let m = &table.men[unit.index()];
            let named = m.charging && m.target == i32::from(target.0);
            Ok(if table.phase != 3 {
                Err(&["SEQ-02"][..])
            } else if named {
                Ok(())
            } else {
                Err(&["CHARGE-01"][..])
            })
        }
        Order::Shoot { unit, target } => {
            Ok(table.may_shoot(unit.index(), target.index())?.map(|_| ()))
        }
        Order::End => {
            let own = || table.present().filter(|(_, m)| m.side == table.side);
            let owes = match table.phase {
                0 => !table.men.iter().any(|m| m.waiting && m.side == table.side),
                2 => own().any(|(_, m)| m.acted & 4 != 0 && !m.charging),
                3 => own().any(|(_, m)| m.charging),
                _ => false,
            };
            Ok(if owes {
                Err(&["CHARGE-03", "CHARGE-15", "SETUP-03"])
            } else {
                Ok(())
            })
        }
        Order::Place {
            unit,
            at,
            formation,
        } => {
            let at = (
                (f64::from(at.x) / 2540.0, f64::from(at.y) / 2540.0),
                f64::from(at.facing.0) / 65536.0,
            );
            table.may_place(unit.index(), at, *formation)
        }
        _ => Err(Stop::Unsure("an order this umpire does not know")),
    }
}

pub fn plan(legs: &sandtable_battle::Legs) -> Option<Plan> {
    let mut plan = Plan::default();
    let turn = |to: sandtable_geometry::Facing| f64::from(to.0) / 65536.0;
    match legs.as_slice() {
        [Leg::Pivot { to }] => plan.first = Some(turn(*to)),
        [Leg::Advance { by }] => plan.by = f64::from(*by) / 2540.0,
        [Leg::Pivot { to }, Leg::Advance { by }] => {
            (plan.first, plan.by) = (Some(turn(*to)), f64::from(*by) / 2540.0);
        }
        [Leg::Advance { by }, Leg::Pivot { to }] => {
            (plan.last, plan.by) = (Some(turn(*to)), f64::from(*by) / 2540.0);
        }
        [
            Leg::Pivot { to },
            Leg::Advance { by },
            Leg::Pivot { to: last },
        ] => {
            plan = Plan {
                first: Some(turn(*to)),
                by: f64::from(*by) / 2540.0,
                last: Some(turn(*last)),
            };
        }
        _ => return None,
    }
    (plan.by >= 0.0).then_some(plan)
}

pub fn may_form(table: &Table, id: usize, formation: u8) -> Ruled<Verdict> {
    let m = &table.men[id];
    if let Err(no) = table.may_act(id) {
        return Ok(Err(no));
    }
    if m.prone {
        return if formation == m.form {
            Ok(Ok(()))
        } else {
            Ok(Err(&["PRONE-01"]))
        };
    }
    if !m.led() || m.red {
        return Ok(Err(&["OFF-05", "MARK-05"]));
    }
    if !knows(m.kind, formation) || formation == m.form {
        return Ok(Err(&["FORM-01", "FORM-02"]));
    }
    let formed = Man {
        form: formation,
        ..m.clone()
    };
    // A unit in a hole, or with an enemy in its own, has no room to form.
    for (other, o) in table.present() {
        if other != id
            && table.upon(id, other)?
            && crate::plane::depth(&formed.shape(), &o.shape()) > 0.0
        {
            return Ok(Err(&["FORM-02"]));
        }
    }
    if table.fits(id, &formed)? {
        // Only a charge may come nearer than an inch to an enemy.
        Ok(if table.apart_enough(id, &[&formed])? {
            Ok(())
        } else {
            Err(&["GEO-10"])
        })
    } else {
        // With another facing, the unit might have room.
        Err(Stop::Unsure("room for a formation"))
    }
}

pub fn may_face(table: &Table, id: usize, to: f64) -> Ruled<Verdict> {
    let m = &table.men[id];
    if table.phase == 1 {
        if m.acted & 16 == 0 {
            return Ok(Err(&["FORM-02", "SEQ-03"]));
        }
        let turned = m.turned(to);
        return Ok(
            if table.fits(id, &turned)? && table.apart_enough(id, &[&turned])? {
                Ok(())
            } else {
                Err(&[
                    "FORM-02", "GEO-09", "GEO-10", "MOVE-05", "MOVE-06", "SETUP-02",
                ])
            },
        );
    }
    if table.phase != 2 {
        return Ok(Err(&["SEQ-02", "FORM-02"]));
    }
    if let Err(no) = table.may_charge(id) {
        return Ok(Err(no));
    }
    if m.acted != 0 {
        return Ok(Err(&["SEQ-03", "CHARGE-01"]));
    }
    let mut last = Ok(Err(&["CHARGE-03", "CHARGE-04"][..]));
    for (foe, _) in table.foes(m.side) {
        match table.announces(id, foe, to) {
            Ok(Ok(())) => return Ok(Ok(())),
            Ok(Err(_)) => {}
            stop => last = stop,
        }
    }
    last
}
