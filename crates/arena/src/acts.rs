//! The finite list of actions: first which unit the next order is for, then what the order is.

use sandtable_battle::{Hand, Verb};

/// Directions of a move: eighths of a turn clockwise from the unit's facing.
pub(crate) const BEARINGS: u8 = 8;
/// Distances of a move, in halves of the allowance.
pub(crate) const SHARES: u8 = 2;
/// Columns into which an area is divided for choosing a place.
pub(crate) const COLUMNS: u8 = 4;
/// Rows into which an area is divided; see [`COLUMNS`].
pub(crate) const ROWS: u8 = 3;
/// Most answers to a choice that have their own action.
pub(crate) const CHOICES: u8 = 16;
/// Most pieces of terrain that have actions.
pub(crate) const PIECES: u8 = 8;

/// Meaning of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Any legal order, drawn at random: open only if no other action is.
    Any,
    /// Choose the unit to order next, by its index among the units of its side. The actions that
    /// follow belong to this unit.
    Choose(u8),
    /// Choose another unit: open only if the chosen unit has no other action. That unit cannot be
    /// chosen again before the next order.
    Back,
    /// An order with nothing to choose: `End`, `Draw`, `RollOff` of the table; `Test`, `Load`,
    /// `Leave`, `Pass` of the chosen unit.
    Plain(Verb),
    /// An answer to a pending choice.
    Decide(u8),
    /// Lay a piece of terrain in a cell of the table.
    Lay {
        /// Index among the pieces.
        piece: u8,
        /// Cell of the table, counted row by row.
        cell: u8,
    },
    /// Turn in place clockwise, in eighths of a turn.
    Face(u8),
    /// Take up a formation.
    Form(u8),
    /// An order at a unit of the enemy, or with `Rally` and `Join` of the own side.
    At {
        /// Verb of the order.
        verb: Verb,
        /// Index of the target among the units of its side.
        target: u8,
        /// For a charge: whether to roll for extra distance.
        reach: bool,
    },
    /// Move in a direction as far as the rules allow, up to a share of the allowance.
    Go {
        /// Eighths of a turn clockwise from the unit's facing.
        bearing: u8,
        /// Share of the allowance, in halves.
        share: u8,
    },
    /// Move straight at an enemy as far as the rules allow.
    Towards(u8),
    /// Wheel about a front corner, then go straight ahead with the rest of the allowance.
    Wheel {
        /// Direction of the wheel.
        hand: Hand,
        /// Share of the allowance spent on the wheel, in halves.
        share: u8,
    },
    /// Place the unit in a cell of the area where the rules allow it.
    Place(u8),
}

impl Act {
    /// Lists the actions before a unit is chosen.
    pub(crate) fn of_table(pieces: usize, units: usize) -> Vec<Self> {
        let mut all = vec![Self::Any];
        all.extend([Verb::End, Verb::Draw, Verb::RollOff].map(Self::Plain));
        all.extend((0..CHOICES).map(Self::Decide));
        let pieces = u8::try_from(pieces).unwrap_or(PIECES).min(PIECES);
        all.extend(
            (0..pieces)
                .flat_map(|piece| (0..COLUMNS * ROWS).map(move |cell| Self::Lay { piece, cell })),
        );
        all.extend((0..u8::try_from(units).unwrap_or(u8::MAX)).map(Self::Choose));
        all
    }

    /// Lists the actions of a chosen unit, for a side of this many units.
    pub(crate) fn of_unit(units: usize, formations: usize) -> Vec<Self> {
        let units = u8::try_from(units).unwrap_or(u8::MAX);
        let plain = [Verb::Test, Verb::Load, Verb::Leave, Verb::Pass];
        let mut all = vec![Self::Back];
        all.extend(plain.map(Self::Plain));
        all.extend((1..BEARINGS).map(Self::Face));
        all.extend((0..u8::try_from(formations).unwrap_or(32).min(32)).map(Self::Form));
        let verbs = [
            (Verb::Charge, false),
            (Verb::Charge, true),
            (Verb::Shoot, false),
            (Verb::Fight, false),
            (Verb::Rally, false),
            (Verb::Join, false),
        ];
        all.extend(verbs.into_iter().flat_map(|(verb, reach)| {
            (0..units).map(move |target| Self::At {
                verb,
                target,
                reach,
            })
        }));
        all.extend(
            (0..BEARINGS)
                .flat_map(|bearing| (1..=SHARES).map(move |share| Self::Go { bearing, share })),
        );
        all.extend((0..units).map(Self::Towards));
        all.extend(
            [Hand::Left, Hand::Right]
                .into_iter()
                .flat_map(|hand| (1..=SHARES).map(move |share| Self::Wheel { hand, share })),
        );
        all.extend((0..COLUMNS * ROWS).map(Self::Place));
        all
    }
}
