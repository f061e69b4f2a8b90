//! What is still to be done in a resolution: a pile of small tasks. When a
//! player must choose, the pile stays on the table as notes and is taken up
//! again with his answer.

use crate::beyond::Paid;
use crate::units::STANDS;
use arrayvec::ArrayVec;
use sandtable_battle::{Battle, Gait, UnitId};
use sandtable_geometry::{Facing, Length};

/// A piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// A unit rolls for its reaction to a foe (REACT-05, ORD-05, ORD-07, ORD-08).
    React { unit: UnitId, foe: UnitId, why: Why },
    /// Its officer may stop a result: awaits a choice (REACT-11).
    Counter {
        unit: UnitId,
        foe: UnitId,
        result: u16,
    },
    /// It chooses another result: awaits a choice (by switch).
    Pick { unit: UnitId, foe: UnitId },
    /// It does what the result says.
    Carry {
        unit: UnitId,
        foe: UnitId,
        result: u16,
    },
    /// A unit that lost stands rolls for rout (ROUT-05).
    Rout { unit: UnitId, foe: UnitId },
    /// A forced move (COLL-01 to COLL-04).
    Forced(Forced),
    /// The rest of one whose way was blocked (COLL-06).
    On(Forced),
    /// The unit run into rolls (COLL-05).
    Collide {
        struck: UnitId,
        mover: UnitId,
        direction: Facing,
    },
    /// Its officer may stop that: awaits a choice.
    Steady {
        struck: UnitId,
        mover: UnitId,
        direction: Facing,
        result: u16,
    },
    /// The charge goes in (CONTACT-01).
    Go,
    /// A round of hand to hand.
    Strike,
    /// Its blows: the dice of either side.
    Blows { foe: UnitId, own: u8, theirs: u8 },
    /// What follows a round (H2HL-15).
    Again,
    /// Units near skirmish fire may turn, from this one on (ORD-03).
    Turn {
        firer: UnitId,
        target: UnitId,
        next: u8,
    },
    /// This one may: awaits a choice (ORD-04).
    Face {
        firer: UnitId,
        target: UnitId,
        unit: UnitId,
    },
    /// A worm fence that was crossed may be taken down: awaits a choice
    /// (TERR-06).
    Fence(Crossed),
}

/// Why a unit reacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// It is charged.
    Charge,
    /// Infantry or cavalry fired at it.
    Infantry,
    /// Guns fired at it.
    Artillery,
}

/// A forced move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Forced {
    pub unit: UnitId,
    pub direction: Facing,
    pub length: Length,
    pub gait: Gait,
    /// Whether it ends with its back to where it came from.
    pub turns: bool,
    /// Whether it runs into nobody: it just stops.
    pub quiet: bool,
}

/// A worm fence that a unit got over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crossed {
    pub unit: UnitId,
    pub feature: u8,
    pub x: Length,
    pub y: Length,
    pub reach: Length,
}

/// The pile of work, the next on top.
pub(crate) type Pile = ArrayVec<Task, 24>;

/// A charge under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Charge {
    pub unit: UnitId,
    pub target: UnitId,
    /// Whom it fights.
    pub foe: UnitId,
    /// How far each stand gets from where the charge began; one of a column.
    pub reach: ArrayVec<Length, STANDS>,
    /// Farthest point of advance.
    pub far: Length,
    /// How far the unit has come.
    pub gone: Length,
    /// How far ahead ground has been diced for.
    pub diced: Length,
    /// The features on its way that it has paid for.
    pub paid: Paid,
    /// How much less its present foe was driven back than strikes count: what
    /// stood behind him (H2HL-19).
    pub pinned: Length,
    pub column: bool,
    /// Over, for whatever reason.
    pub over: bool,
    /// It lost a round or was hit: it takes a red marker.
    pub disordered: bool,
    /// Its present foe was hit.
    pub foe_hit: bool,
    /// It is a column that broke through or destroyed an enemy (H2HC-08).
    pub won: bool,
    /// Units it has pierced.
    pub pierced: ArrayVec<UnitId, 4>,
    /// A worm fence it got over.
    pub crossed: Option<Crossed>,
}

impl Charge {
    /// How far it may still go.
    pub fn left(&self) -> Length {
        (self.far - self.gone).max(0)
    }
}

const GAITS: [Gait; 3] = [Gait::Driven, Gait::Withdrew, Gait::Retreated];

/// Numbers a task takes.
const WIDTH: usize = 6;

fn id(unit: UnitId) -> i32 {
    i32::from(unit.0)
}

impl Task {
    fn code(self) -> [i32; WIDTH] {
        let forced = |n: i32, f: Forced| {
            let gait = GAITS.iter().position(|&g| g == f.gait).unwrap_or(0);
            let flags =
                i32::try_from(gait).unwrap_or(0) * 4 + i32::from(f.turns) * 2 + i32::from(f.quiet);
            [n, id(f.unit), i32::from(f.direction.0), f.length, flags, 0]
        };
        match self {
            Self::React { unit, foe, why } => [1, id(unit), id(foe), why as i32, 0, 0],
            Self::Counter { unit, foe, result } => [2, id(unit), id(foe), i32::from(result), 0, 0],
            Self::Pick { unit, foe } => [3, id(unit), id(foe), 0, 0, 0],
            Self::Carry { unit, foe, result } => [4, id(unit), id(foe), i32::from(result), 0, 0],
            Self::Rout { unit, foe } => [5, id(unit), id(foe), 0, 0, 0],
            Self::Forced(f) => forced(6, f),
            Self::On(f) => forced(7, f),
            Self::Collide {
                struck,
                mover,
                direction,
            } => [8, id(struck), id(mover), i32::from(direction.0), 0, 0],
            Self::Steady {
                struck,
                mover,
                direction,
                result,
            } => [
                9,
                id(struck),
                id(mover),
                i32::from(direction.0),
                i32::from(result),
                0,
            ],
            Self::Go => [10, 0, 0, 0, 0, 0],
            Self::Strike => [11, 0, 0, 0, 0, 0],
            Self::Again => [12, 0, 0, 0, 0, 0],
            Self::Turn {
                firer,
                target,
                next,
            } => [13, id(firer), id(target), i32::from(next), 0, 0],
            Self::Face {
                firer,
                target,
                unit,
            } => [14, id(firer), id(target), id(unit), 0, 0],
            Self::Blows { foe, own, theirs } => {
                [16, id(foe), i32::from(own), i32::from(theirs), 0, 0]
            }
            Self::Fence(f) => [15, id(f.unit), i32::from(f.feature), f.x, f.y, f.reach],
        }
    }

    fn read(code: &[i32]) -> Option<Self> {
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
            1 => Self::React {
                unit: ua?,
                foe: ub?,
                why: match c {
                    0 => Why::Charge,
                    1 => Why::Infantry,
                    _ => Why::Artillery,
                },
            },
            2 => Self::Counter {
                unit: ua?,
                foe: ub?,
                result: small(c)?,
            },
            3 => Self::Pick {
                unit: ua?,
                foe: ub?,
            },
            4 => Self::Carry {
                unit: ua?,
                foe: ub?,
                result: small(c)?,
            },
            5 => Self::Rout {
                unit: ua?,
                foe: ub?,
            },
            6 => Self::Forced(forced()?),
            7 => Self::On(forced()?),
            8 => Self::Collide {
                struck: ua?,
                mover: ub?,
                direction: facing(c)?,
            },
            9 => Self::Steady {
                struck: ua?,
                mover: ub?,
                direction: facing(c)?,
                result: small(d)?,
            },
            10 => Self::Go,
            11 => Self::Strike,
            12 => Self::Again,
            13 => Self::Turn {
                firer: ua?,
                target: ub?,
                next: u8::try_from(c).ok()?,
            },
            14 => Self::Face {
                firer: ua?,
                target: ub?,
                unit: unit(c)?,
            },
            15 => Self::Fence(Crossed {
                unit: ua?,
                feature: u8::try_from(b).ok()?,
                x: c,
                y: d,
                reach: e,
            }),
            16 => Self::Blows {
                foe: ua?,
                own: u8::try_from(b).ok()?,
                theirs: u8::try_from(c).ok()?,
            },
            _ => return None,
        })
    }
}

impl Charge {
    fn write(&self, out: &mut Vec<i32>) {
        let flags = [
            self.column,
            self.over,
            self.disordered,
            self.foe_hit,
            self.won,
        ];
        let flags = (0..5).map(|i| i32::from(flags[i]) << i).sum::<i32>();
        out.extend([
            id(self.unit),
            id(self.target),
            id(self.foe),
            flags,
            self.far,
            self.gone,
            self.diced,
            self.pinned,
        ]);
        let count = |n: usize| i32::try_from(n).unwrap_or(0);
        out.push(count(self.reach.len()));
        out.extend(&self.reach);
        out.push(count(self.paid.len()));
        out.extend(self.paid.iter().map(|&n| i32::from(n)));
        out.push(count(self.pierced.len()));
        out.extend(self.pierced.iter().map(|&u| id(u)));
        out.push(i32::from(self.crossed.is_some()));
        if let Some(crossed) = self.crossed {
            out.extend(Task::Fence(crossed).code());
        }
    }

    fn read(at: &mut std::slice::Iter<'_, i32>) -> Option<Self> {
        let unit = |n: i32| Some(UnitId(u8::try_from(n).ok()?));
        let mut next = || at.next().copied();
        let (own, target, foe) = (unit(next()?)?, unit(next()?)?, unit(next()?)?);
        let flags = next()?;
        let (far, gone, diced, pinned) = (next()?, next()?, next()?, next()?);
        let mut reach = ArrayVec::new();
        for _ in 0..next()? {
            reach.try_push(next()?).ok()?;
        }
        let mut paid = Paid::new();
        for _ in 0..next()? {
            paid.try_push(u16::try_from(next()?).ok()?).ok()?;
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
            match Task::read(&code)? {
                Task::Fence(crossed) => Some(crossed),
                _ => return None,
            }
        } else {
            None
        };
        let flag = |i: i32| flags >> i & 1 == 1;
        Some(Self {
            unit: own,
            target,
            foe,
            reach,
            far,
            gone,
            diced,
            paid,
            pinned,
            column: flag(0),
            over: flag(1),
            disordered: flag(2),
            foe_hit: flag(3),
            won: flag(4),
            pierced,
            crossed,
        })
    }
}

/// The pile and the charge as notes. The first number says whether there is a
/// charge; the last is never nought.
pub(crate) fn write(pile: &Pile, charge: Option<&Charge>) -> Vec<i32> {
    let mut out = Vec::with_capacity(32 + WIDTH * (pile.len() + 1));
    out.push(1 + i32::from(charge.is_some()));
    if let Some(charge) = charge {
        charge.write(&mut out);
    }
    for task in pile {
        out.extend(task.code());
    }
    out.push(-1);
    out
}

/// The pile and the charge that notes tell of; none when they tell of nothing
/// that this rule set wrote.
pub(crate) fn read(notes: &[i32]) -> Option<(Pile, Option<Charge>)> {
    let (&last, body) = notes.split_last()?;
    let mut at = body.iter();
    let charge = match (last, at.next()?) {
        (-1, 1) => None,
        (-1, 2) => Some(Charge::read(&mut at)?),
        _ => return None,
    };
    let mut pile = Pile::new();
    for code in at.as_slice().chunks(WIDTH) {
        pile.try_push(Task::read(code)?).ok()?;
    }
    Some((pile, charge))
}

/// Lengths on any table, and far beyond.
const FAR: Length = 1 << 24;

impl Task {
    /// The units it names.
    fn named(&self) -> [Option<UnitId>; 3] {
        match *self {
            Self::React { unit, foe, .. }
            | Self::Counter { unit, foe, .. }
            | Self::Pick { unit, foe }
            | Self::Carry { unit, foe, .. }
            | Self::Rout { unit, foe } => [Some(unit), Some(foe), None],
            Self::Forced(forced) | Self::On(forced) => [Some(forced.unit), None, None],
            Self::Collide { struck, mover, .. } | Self::Steady { struck, mover, .. } => {
                [Some(struck), Some(mover), None]
            }
            Self::Turn { firer, target, .. } => [Some(firer), Some(target), None],
            Self::Face {
                firer,
                target,
                unit,
            } => [Some(firer), Some(target), Some(unit)],
            Self::Blows { foe, .. } => [Some(foe), None, None],
            Self::Fence(crossed) => [Some(crossed.unit), None, None],
            Self::Go | Self::Strike | Self::Again => [None; 3],
        }
    }

    /// Whether every length of it is one that a table could show.
    fn is_measured(&self) -> bool {
        let near = |length: Length| (-FAR..=FAR).contains(&length);
        match *self {
            Self::Forced(forced) | Self::On(forced) => near(forced.length),
            Self::Fence(crossed) => near(crossed.x) && near(crossed.y) && near(crossed.reach),
            _ => true,
        }
    }

    /// Whether it is a choice that a player owes.
    const fn is_choice(&self) -> bool {
        matches!(
            self,
            Self::Counter { .. }
                | Self::Pick { .. }
                | Self::Steady { .. }
                | Self::Face { .. }
                | Self::Fence(_)
        )
    }
}

/// Whether notes tell of something this rule set could have left in a battle:
/// readable, every unit and feature there, the work on top a choice.
pub(crate) fn fits(battle: &Battle, notes: &[i32]) -> bool {
    let Some((pile, charge)) = read(notes) else {
        return false;
    };
    let there = |id: UnitId| battle.get(id).is_some();
    let feature = |f: u8| {
        let terrain = battle.setting.terrain.get(usize::from(f));
        terrain.is_some_and(|t| t.line.is_some())
    };
    let sound = |task: &Task| {
        task.is_measured()
            && task.named().into_iter().flatten().all(there)
            && match *task {
                Task::Fence(crossed) => feature(crossed.feature),
                _ => true,
            }
    };
    let charge_sound = charge.as_ref().is_none_or(|charge| {
        let near = |length: &Length| (-FAR..=FAR).contains(length);
        [charge.unit, charge.target, charge.foe]
            .into_iter()
            .chain(charge.pierced.iter().copied())
            .all(there)
            && charge.reach.iter().all(near)
            && [charge.far, charge.gone, charge.diced, charge.pinned]
                .iter()
                .all(near)
            && charge.crossed.is_none_or(|c| sound(&Task::Fence(c)))
    });
    let strikes = |task: &Task| {
        matches!(
            task,
            Task::Go | Task::Strike | Task::Again | Task::Blows { .. }
        )
    };
    charge_sound
        && pile.iter().all(sound)
        && (charge.is_some() || !pile.iter().any(strikes))
        && pile.last().is_some_and(Task::is_choice)
}
