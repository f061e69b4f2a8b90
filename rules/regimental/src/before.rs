//! How format 1 kept what these rules remember, and how such a battle becomes one of
//! today.

use crate::beyond::Paid;
use crate::marks::TARGET;
use crate::task::{Charge, Crossed, Forced, Left, Pile, Task, Why};
use arrayvec::ArrayVec;
use sandtable_battle::{Battle, Before, Gait, MarkSpec, UnitId};
use sandtable_geometry::Facing;

/// What format 1 had otherwise: the target of a charge as bits, and the pile of work as
/// numbers in rows of six.
pub(crate) fn before(mut marks: Vec<MarkSpec>) -> Before {
    let target = &mut marks[usize::from(TARGET.place())];
    *target = MarkSpec::count("target", "", (i8::MIN, i8::MAX), target.clause);
    Before {
        marks,
        now,
        blurred: Vec::new(),
    }
}

/// Makes a battle of format 1 one of today.
fn now(battle: &mut Battle) {
    let units = battle.units.len();
    for unit in &mut battle.units {
        let bits = unit.mark(TARGET.place()).cast_unsigned();
        let named = bits.checked_sub(1).map(UnitId);
        TARGET.write(unit, named.filter(|id| id.index() < units));
    }
    // Notes that nobody can read stay as they are: a position with them is refused.
    if let Some(left) = left(&battle.notes) {
        battle.write_kept(Some(&left));
    }
}

/// The gaits of forced moves, by the numbers they had.
const GAITS: [Gait; 3] = [Gait::Driven, Gait::Withdrew, Gait::Retreated];

/// Numbers a task took.
const WIDTH: usize = 6;

/// A task.
fn task(code: &[i32]) -> Option<Task> {
    let [kind, a, b, c, d, e] = *<&[i32; WIDTH]>::try_from(code).ok()?;
    let unit = |n: i32| Some(UnitId(u8::try_from(n).ok()?));
    let facing = |n: i32| Some(Facing(u16::try_from(n).ok()?));
    let forced = || {
        Some(Forced {
            unit: unit(a)?,
            direction: facing(b)?,
            length: c,
            gait: *GAITS.get(usize::try_from(d / 4).ok()?)?,
            turns: d & 2 != 0,
            quiet: d & 1 != 0,
        })
    };
    let (ua, ub) = (unit(a), unit(b));
    let small = |n: i32| u16::try_from(n).ok();
    Some(match kind {
        1 => Task::React {
            unit: ua?,
            foe: ub?,
            why: match c {
                0 => Why::Charge,
                1 => Why::Infantry,
                _ => Why::Artillery,
            },
        },
        2 => Task::Counter {
            unit: ua?,
            foe: ub?,
            result: small(c)?,
        },
        3 => Task::Pick {
            unit: ua?,
            foe: ub?,
        },
        4 => Task::Carry {
            unit: ua?,
            foe: ub?,
            result: small(c)?,
        },
        5 => Task::Rout {
            unit: ua?,
            foe: ub?,
        },
        6 => Task::Forced(forced()?),
        7 => Task::On(forced()?),
        8 => Task::Collide {
            struck: ua?,
            mover: ub?,
            direction: facing(c)?,
        },
        9 => Task::Steady {
            struck: ua?,
            mover: ub?,
            direction: facing(c)?,
            result: small(d)?,
        },
        10 => Task::Go,
        11 => Task::Strike,
        12 => Task::Again,
        13 => Task::Turn {
            firer: ua?,
            target: ub?,
            next: u8::try_from(c).ok()?,
        },
        14 => Task::Face {
            firer: ua?,
            target: ub?,
            unit: unit(c)?,
        },
        15 => Task::Fence(Crossed {
            unit: ua?,
            feature: u8::try_from(b).ok()?,
            x: c,
            y: d,
            reach: e,
        }),
        16 => Task::Blows {
            foe: ua?,
            own: u8::try_from(b).ok()?,
            theirs: u8::try_from(c).ok()?,
        },
        _ => return None,
    })
}

/// A charge under way; what later rules ask of it was not known.
fn charge(at: &mut std::slice::Iter<'_, i32>) -> Option<Charge> {
    let unit = |n: i32| Some(UnitId(u8::try_from(n).ok()?));
    let mut next = || at.next().copied();
    let (own, target, foe) = (unit(next()?)?, unit(next()?)?, unit(next()?)?);
    let flags = next()?;
    let (far, gone, diced) = (next()?, next()?, next()?);
    let mut reach = ArrayVec::new();
    for _ in 0..next()? {
        reach.try_push(next()?).ok()?;
    }
    let mut pierced = ArrayVec::new();
    for _ in 0..next()? {
        pierced.try_push(unit(next()?)?).ok()?;
    }
    let crossed = if next()? == 1 {
        let mut code = [0; WIDTH];
        for slot in &mut code {
            *slot = next()?;
        }
        match task(&code)? {
            Task::Fence(crossed) => Some(crossed),
            _ => return None,
        }
    } else {
        None
    };
    let flag = |i: i32| flags >> i & 1 == 1;
    Some(Charge {
        unit: own,
        target,
        foe,
        reach,
        far,
        gone,
        diced,
        paid: Paid::new(),
        pinned: 0,
        won: false,
        column: flag(0),
        over: flag(1),
        disordered: flag(2),
        foe_hit: flag(3),
        pierced,
        crossed,
    })
}

/// The pile and the charge that notes told of.
fn left(notes: &[i32]) -> Option<Left> {
    let (&last, body) = notes.split_last()?;
    let mut at = body.iter();
    let charge = match (last, at.next()?) {
        (-1, 1) => None,
        (-1, 2) => Some(self::charge(&mut at)?),
        _ => return None,
    };
    let mut pile = Pile::new();
    for code in at.as_slice().chunks(WIDTH) {
        pile.try_push(task(code)?).ok()?;
    }
    Some(Left { charge, pile })
}
