//! What is still to be done in a resolution: a pile of small tasks. If a player must choose, the
//! pile is stored in the battle as notes, and the player's answer takes it up again.

use crate::beyond::Paid;
use crate::units::STANDS;
use arrayvec::ArrayVec;
use sandtable_battle::{Battle, Far, Fars, Gait, UnitId, pack};
use sandtable_geometry::{Facing, Length, Ruler};

/// A task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// A unit rolls for its reaction to a foe (REACT-05, ORD-05, ORD-07, ORD-08).
    React { unit: UnitId, foe: UnitId, why: Why },
    /// The unit's officer may stop a result; waits for a choice (REACT-11).
    Counter {
        unit: UnitId,
        foe: UnitId,
        result: u16,
    },
    /// The unit's player picks another result; waits for a choice (by switch).
    Pick { unit: UnitId, foe: UnitId },
    /// The unit does what the result says.
    Carry {
        unit: UnitId,
        foe: UnitId,
        result: u16,
    },
    /// A unit that lost stands rolls for rout (ROUT-05).
    Rout { unit: UnitId, foe: UnitId },
    /// A forced move (COLL-01 to COLL-04).
    Forced(Forced),
    /// The rest of a forced move whose way was blocked (COLL-06).
    On(Forced),
    /// The unit that was run into rolls (COLL-05).
    Collide {
        struck: UnitId,
        mover: UnitId,
        direction: Facing,
    },
    /// The officer of the unit run into may stop that; waits for a choice.
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
    /// The blows of a round, with the dice of both sides.
    Blows { foe: UnitId, own: u8, theirs: u8 },
    /// What follows a round (H2HL-15).
    Again,
    /// Units near skirmish fire may turn, from unit `next` on (ORD-03).
    Turn {
        firer: UnitId,
        target: UnitId,
        next: u8,
    },
    /// One of these units may turn; waits for a choice (ORD-04).
    Face {
        firer: UnitId,
        target: UnitId,
        unit: UnitId,
    },
    /// A worm fence that was crossed may be taken down; waits for a choice (TERR-06).
    Fence(Crossed),
}

/// Why a unit reacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// An enemy charges it.
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
    /// Whether the unit ends with its back to where it came from.
    pub turns: bool,
    /// Whether the unit runs into nobody, but just stops.
    pub quiet: bool,
}

/// A worm fence that a unit crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crossed {
    pub unit: UnitId,
    pub feature: u8,
    pub x: Length,
    pub y: Length,
    pub reach: Length,
}

/// The pile of tasks, with the next one on top.
pub(crate) type Pile = ArrayVec<Task, 24>;

/// A charge under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Charge {
    pub unit: UnitId,
    pub target: UnitId,
    /// The enemy that it fights.
    pub foe: UnitId,
    /// How far each stand gets from where the charge began; a single value for a column.
    pub reach: ArrayVec<Length, STANDS>,
    /// Farthest point of advance.
    pub far: Length,
    /// How far the unit has come.
    pub gone: Length,
    /// How far ahead the dice for ground have been rolled.
    pub diced: Length,
    /// Features on its way that it has paid for.
    pub paid: Paid,
    /// How much less its present foe was driven back than counts for strikes, because of something
    /// behind the foe (H2HL-19).
    pub pinned: Length,
    pub column: bool,
    /// Whether the charge is over, for whatever reason.
    pub over: bool,
    /// Whether the unit lost a round or was hit, so that it gets a red marker.
    pub disordered: bool,
    /// Whether its present foe was hit.
    pub foe_hit: bool,
    /// Whether it is a column that broke through or destroyed an enemy (H2HC-08).
    pub won: bool,
    /// Units that it has pierced.
    pub pierced: ArrayVec<UnitId, 4>,
    /// A worm fence that it crossed.
    pub crossed: Option<Crossed>,
}

impl Charge {
    /// Returns how far the charge may still go.
    pub fn left(&self) -> Length {
        (self.far - self.gone).max(0)
    }
}

/// What is left of a resolution: the charge under way, and the pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    pub charge: Option<Charge>,
    pub pile: Pile,
}

/// Officers still to be checked, in a charge that is foreseen. Only whether one is left matters to
/// what follows, so only that is rolled for at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owed {
    pub unit: UnitId,
    /// Checks since the marks last recorded the unit's officers; none of them called a captain.
    pub checks: u8,
}

/// What is left of a resolution that is foreseen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Foreseen {
    pub charge: Option<Charge>,
    pub pile: Pile,
    pub owed: ArrayVec<Owed, 8>,
}

pack! { Owed { unit, checks } }
pack! { Foreseen { charge, pile, owed } }
pack! { Left {
    charge = "The charge under way.",
    pile = "What is still to be done, the next thing last.",
} }
pack! { Charge {
    unit = "Who charges.",
    target = "At whom the charge was announced.",
    foe = "Whom it fights.",
    reach as Fars<STANDS> = "How far each stand gets from where the charge began; one of a column.",
    far as Far = "Farthest point of advance.",
    gone as Far = "How far the unit has come.",
    diced as Far = "How far ahead ground has been diced for.",
    paid = "Features on its way that it has paid for: twice the place of each in the file, \
            from 0, and 1 more for the slope down.",
    pinned as Far = "How much less its foe was driven back than strikes count.",
    column = "Whether it charges as a column.",
    over = "Whether it is over.",
    disordered = "Whether it lost a round or was hit.",
    foe_hit = "Whether its foe was hit.",
    won = "Whether it is a column that broke through or destroyed an enemy.",
    pierced = "Units it has pierced.",
    crossed = "A worm fence it got over.",
} }
pack! { Crossed {
    unit = "Who got over it.",
    feature = "Its place among the terrain of the file, from 0.",
    x as Far = "Where it was crossed, from the west edge.",
    y as Far = "Where it was crossed, from the south edge.",
    reach as Far = "How far to either side it may be taken down.",
} }
pack! { Forced {
    unit = "Who moves.",
    direction = "Which way.",
    length as Far = "How far.",
    gait = "How.",
    turns = "Whether it ends with its back to where it came from.",
    quiet = "Whether it runs into nobody.",
} }
pack! { enum Why {
    Charge = "An enemy charges it.",
    Infantry = "Infantry or cavalry fired at it.",
    Artillery = "Guns fired at it.",
} }
pack! { enum Task {
    React {
        unit = "Who rolls.",
        foe = "The enemy that caused it.",
        why = "What the enemy did.",
    } = "A unit rolls for its reaction.",
    Counter {
        unit = "Who reacts.",
        foe = "The enemy that caused it.",
        result = "What it rolled: 0 retreat, 1 fire, 2 withdraw, 3 nothing, 4 go prone.",
    } = "The unit's officer may stop a result of a reaction; a player chooses.",
    Pick {
        unit = "Who reacts.",
        foe = "The enemy that caused it.",
    } = "The unit's player picks another result; a player chooses.",
    Carry {
        unit = "Who reacts.",
        foe = "The enemy that caused it.",
        result = "0 retreat, 1 fire, 2 withdraw, 3 nothing, 4 go prone.",
    } = "The unit does what a result says.",
    Rout {
        unit = "Who rolls.",
        foe = "The enemy from whom it would run.",
    } = "A unit that lost stands rolls for rout.",
    Forced(forced) = "A forced move.",
    On(forced) = "The rest of a forced move whose way was blocked.",
    Collide {
        struck = "Who was run into.",
        mover = "Who ran into it.",
        direction = "Which way that one moves, in degrees clockwise from north.",
    } = "The unit that was run into rolls.",
    Steady {
        struck = "Who was run into.",
        mover = "Who ran into it.",
        direction = "Which way that one moves, in degrees clockwise from north.",
        result = "What it rolled: 0 retreat, 1 fire, 2 withdraw, 3 nothing, 4 go prone.",
    } = "The officer of the unit that was run into may stop a result; a player chooses.",
    Go = "The charge goes in.",
    Strike = "A round of hand to hand begins.",
    Blows {
        foe = "Whom the charging unit fights.",
        own = "Strikes of the charging unit.",
        theirs = "Strikes of the other unit.",
    } = "The strikes of a round are thrown.",
    Again = "A round of hand to hand is over.",
    Turn {
        firer = "Who fired.",
        target = "At whom.",
        next = "The first unit to look at: its place in the file, from 0.",
    } = "Units near skirmish fire may turn.",
    Face {
        firer = "Who fired.",
        target = "At whom.",
        unit = "Who may turn.",
    } = "A unit near skirmish fire may turn; a player chooses.",
    Fence(crossed) = "A worm fence that was crossed may be taken down; a player chooses.",
} }

/// Longer than anything on a table.
const FAR: Length = 1 << 24;

/// The widest gap in a fence that a file can hold.
const WIDE: Length = Ruler::MOST * Ruler::Inches.unit();

impl Task {
    /// Whether all lengths in the task fit on a table.
    fn is_measured(&self) -> bool {
        let near = |length: Length| (-FAR..=FAR).contains(&length);
        match *self {
            Self::Forced(forced) | Self::On(forced) => near(forced.length),
            Self::Fence(crossed) => {
                near(crossed.x) && near(crossed.y) && (0..=WIDE).contains(&crossed.reach)
            }
            _ => true,
        }
    }

    /// Whether the task waits for a player's choice.
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

/// Whether the notes hold something that these rules could have left in a battle: readable, with
/// every feature present, and with a choice on top.
pub(crate) fn fits(battle: &Battle) -> bool {
    let Some(Left { charge, pile }) = battle.kept() else {
        return false;
    };
    let feature = |f: u8| {
        let terrain = battle.setting.terrain.get(usize::from(f));
        terrain.is_some_and(|t| t.line.is_some())
    };
    let sound = |task: &Task| {
        task.is_measured()
            && match *task {
                Task::Fence(crossed) => feature(crossed.feature),
                _ => true,
            }
    };
    let charge_sound = charge.as_ref().is_none_or(|charge| {
        let near = |length: &Length| (-FAR..=FAR).contains(length);
        charge.reach.iter().all(near)
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
