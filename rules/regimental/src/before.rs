//! How format 1 stored what these rules remember, and how such a battle is converted to one of
//! today.

use crate::beyond::Paid;
use crate::c;
use crate::marks::{self, Action};
use crate::task::{Charge, Crossed, Forced, Left, Pile, Task, Why};
use arrayvec::ArrayVec;
use sandtable_battle::{
    Battle, Before, Clause, Far, Gait, MarkSpec, Pending, StateSpec, Unit, UnitId,
};
use sandtable_geometry::{Facing, INCH};

/// Returns what is remembered besides the units, and how format 1 stored it.
pub(crate) fn state() -> StateSpec {
    StateSpec {
        side: Vec::new(),
        battle: marks::of_battle(),
        pending: Some(Pending::of::<Left>(
            c::REACT_11,
            "What is left to do when a player has decided: the charge under way and the \
             pile of work.",
        )),
        before: Some(Before {
            marks: marks_before(),
            now,
            blurred: Vec::new(),
        }),
    }
}

/// Place of the bits for what a unit did.
const ACTED: u8 = 10;
/// Place of the width of a hole, in sixteenths of an inch.
const LANE: u8 = 12;
/// Place of a mark on one unit of the side with the first player turn.
const FIRST: u8 = 13;
/// Place of what a turn took from a charge, in inches.
const TOLL: u8 = 15;

/// Returns the marks of format 1. It stored the pile of tasks as numbers in rows of six.
fn marks_before() -> Vec<MarkSpec> {
    let mark = |id: &str, range: (i8, i8), clause: Clause| MarkSpec::count(id, "", range, clause);
    let today = marks::specs();
    let mut before: Vec<MarkSpec> = today
        .iter()
        .map(|spec| {
            let (least, most) = spec.range;
            MarkSpec {
                says: String::new(),
                ..MarkSpec::count(&spec.id, &spec.title, (least, most), spec.clause)
            }
        })
        .collect();
    let otherwise = [
        (marks::TARGET.place(), "target", i8::MIN, i8::MAX),
        (ACTED, "acted", 0, 63),
        (LANE, "lane", 0, i8::MAX),
        (FIRST, "first", 0, 1),
        (TOLL, "toll", 0, i8::MAX),
    ];
    for (place, id, least, most) in otherwise {
        let spec = &mut before[usize::from(place)];
        *spec = mark(id, (least, most), spec.clause);
    }
    before
}

/// Converts a battle of format 1 to one of today.
fn now(battle: &mut Battle) {
    let units = battle.units.len();
    let first = battle.units.iter().find(|unit| unit.mark(FIRST) != 0);
    let first = first.map(|unit| unit.side);
    marks::FIRST.write(battle, first);
    for unit in &mut battle.units {
        let bits = unit.mark(marks::TARGET.place()).cast_unsigned();
        let named = bits.checked_sub(1).map(UnitId);
        marks::TARGET.write(unit, named.filter(|id| id.index() < units));
        acted(unit);
        let (lane, toll) = (i32::from(unit.mark(LANE)), i32::from(unit.mark(TOLL)));
        marks::LANE.write(unit, Far(lane * INCH / 16));
        marks::TOLL.write(unit, Far(toll * INCH));
    }
    // Notes that cannot be read stay as they are: a position with them is refused.
    if let Some(left) = left(&battle.notes) {
        battle.write_kept(Some(&left));
    }
}

/// Converts what a unit did. Bits: 1 moved or formed, 2 fired, 4 turned to charge, 8 charged, 16
/// may still choose its facing, 32 stood up.
fn acted(unit: &mut Unit) {
    let bits = unit.mark(ACTED);
    let known = [
        (8, Action::Charged),
        (4, Action::Turned),
        (32, Action::Stood),
        (16, Action::Formed),
        (1, Action::Moved),
    ];
    let found = known.into_iter().find(|(bit, _)| bits & bit != 0);
    marks::ACTION.write(unit, found.map_or(Action::Nothing, |(_, action)| action));
    marks::FIRED.write(unit, bits & 2 != 0);
}

/// The gaits of forced moves, by the numbers they had in format 1.
const GAITS: [Gait; 3] = [Gait::Driven, Gait::Withdrew, Gait::Retreated];

/// Number of numbers in a task.
const WIDTH: usize = 6;

/// Reads a task.
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

/// Reads a charge under way. Format 1 did not know what later rules need for it.
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

/// Reads the pile and the charge from the notes.
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
