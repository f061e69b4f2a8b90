//! The finite list of what may be said: first whom an order is for, then what it is told.

use sandtable_battle::{Hand, Verb};

/// Bearings of a move: eighths of a turn clockwise from the way a unit faces.
pub(crate) const BEARINGS: u8 = 8;
/// Shares of the allowance that a move is given, in halves.
pub(crate) const SHARES: u8 = 2;
/// Columns and rows into which an area is cut where places are chosen.
pub(crate) const COLUMNS: u8 = 4;
/// See [`COLUMNS`].
pub(crate) const ROWS: u8 = 3;
/// Most answers of a choice that have an action each.
pub(crate) const CHOICES: u8 = 16;
/// Most pieces of terrain that have actions.
pub(crate) const PIECES: u8 = 8;

/// What an action means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Any legal order, drawn by lot: open only where no other action is.
    Any,
    /// Choose the unit that is to be ordered next, by its place among those of its side. The
    /// actions after that are its own.
    Choose(u8),
    /// Choose another unit: open only where the chosen one has no other action. It is not
    /// chosen again before the next order.
    Back,
    /// An order with nothing to choose: `End`, `Draw`, `RollOff` of the table; `Test`, `Load`,
    /// `Leave`, `Pass` of the chosen unit.
    Plain(Verb),
    /// An answer to a choice that is owed.
    Decide(u8),
    /// Lay a piece of terrain in a cell of the table.
    Lay {
        /// Its place among the pieces.
        piece: u8,
        /// The cell, row by row.
        cell: u8,
    },
    /// Turn in place, by so many eighths of a turn clockwise.
    Face(u8),
    /// Take up a formation.
    Form(u8),
    /// An order at a unit: of the enemy, or for `Rally` and `Join` of the own side.
    At {
        /// The verb.
        verb: Verb,
        /// The place of the target among the units of its side.
        target: u8,
        /// Of a charge: whether to take dice for more distance.
        reach: bool,
    },
    /// Go in a direction as far as the rules let it, up to a share of the allowance.
    Go {
        /// In eighths of a turn clockwise from where it faces.
        bearing: u8,
        /// The share, in halves.
        share: u8,
    },
    /// Go straight at an enemy as far as the rules let it.
    Towards(u8),
    /// Wheel about a front corner, then go straight on with what is left.
    Wheel {
        /// To which hand.
        hand: Hand,
        /// The share of the allowance for the wheel, in halves.
        share: u8,
    },
    /// Put it on the table in a cell of the area where it may be put.
    Place(u8),
}

impl Act {
    /// What may be said before a unit is chosen.
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

    /// What the chosen unit may be told, where a side has so many units.
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
