//! Offers: what may be ordered, as families of orders rather than single ones.

use crate::{Battle, Clause, Order, UnitId};
use sandtable_geometry::{Area, Length};
use serde::{Deserialize, Serialize};

/// The verbs of [`crate::Order`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// [`crate::Order::Place`]
    Place,
    /// [`crate::Order::Lay`]
    Lay,
    /// [`crate::Order::Move`]
    Move,
    /// [`crate::Order::Face`]
    Face,
    /// [`crate::Order::Form`]
    Form,
    /// [`crate::Order::Charge`]
    Charge,
    /// [`crate::Order::Shoot`]
    Shoot,
    /// [`crate::Order::Fight`]
    Fight,
    /// [`crate::Order::Test`]
    Test,
    /// [`crate::Order::Load`]
    Load,
    /// [`crate::Order::Rally`]
    Rally,
    /// [`crate::Order::Join`]
    Join,
    /// [`crate::Order::Leave`]
    Leave,
    /// [`crate::Order::Pass`]
    Pass,
    /// [`crate::Order::Draw`]
    Draw,
    /// [`crate::Order::RollOff`]
    RollOff,
    /// [`crate::Order::Decide`]
    Decide,
    /// [`crate::Order::End`]
    End,
}

impl Verb {
    /// Returns the orders that the verb may mean when one unit does it to another; empty for verbs
    /// without a target.
    #[must_use]
    pub fn at(self, unit: UnitId, target: UnitId) -> Vec<Order> {
        match self {
            Self::Charge => [false, true]
                .map(|reach| Order::Charge {
                    unit,
                    target,
                    reach,
                    heading: None,
                })
                .to_vec(),
            Self::Shoot => vec![Order::Shoot { unit, target }],
            Self::Fight => vec![Order::Fight { unit, target }],
            Self::Rally => vec![Order::Rally { unit, target }],
            Self::Join => vec![Order::Join { unit, to: target }],
            _ => Vec::new(),
        }
    }
}

/// A set of kinds of [`crate::Leg`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LegSet(pub u8);

impl LegSet {
    /// A turn in place first.
    pub const PIVOT: Self = Self(1);
    /// A move straight ahead.
    pub const ADVANCE: Self = Self(2);
    /// A straight move in any direction, facing kept.
    pub const SLIDE: Self = Self(4);
    /// A turn about a front corner.
    pub const WHEEL: Self = Self(8);
    /// A march along a path, head first.
    pub const MARCH: Self = Self(16);
    /// A turn in place last.
    pub const PIVOT_LAST: Self = Self(32);

    /// Returns the union of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether the set contains all of another.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// How far and by which legs a unit may move. The region it can reach follows from this and from
/// what stands in the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reach {
    /// The legs that it may use.
    pub legs: LegSet,
    /// The allowance, 1/100 mm.
    pub allowance: Length,
    /// How far to either side of the unit's facing a slide may go, in 1/65536 turn.
    pub spread: i32,
}

/// What an offer leaves to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Nothing.
    Plain,
    /// One of these units.
    Targets(Vec<UnitId>),
    /// A path.
    Way(Reach),
    /// A facing, at most this far to either side, in 1/65536 turn.
    Facing(i32),
    /// One of these formations, as bits.
    Formations(u32),
    /// A choice from 0 up to this number.
    Choices(u8),
    /// A pose in this zone of the setting.
    Zone(u8),
    /// A pose in this area, if no zone of the setting is named.
    Area(Area),
    /// A pose on the table for this piece of terrain of the setting.
    Piece(u8),
}

impl Scope {
    /// Returns the ground on which a unit may be placed.
    #[must_use]
    pub fn area<'a>(&'a self, battle: &'a Battle) -> Option<&'a Area> {
        match self {
            Self::Zone(zone) => Some(&battle.setting.zones.get(usize::from(*zone))?.area),
            Self::Area(area) => Some(area),
            _ => None,
        }
    }
}

/// The targets and formations that an offer names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Those for which the order is legal.
    Legal,
    /// Those for which the order may be legal, and perhaps others: they have not been judged yet.
    Possible,
}

impl Naming {
    /// Returns whether an offer names one; `legal` judges whether the order is legal for it.
    pub fn names(self, legal: impl FnOnce() -> bool) -> bool {
        self == Self::Possible || legal()
    }
}

/// A family of orders that may be given. Every order that [`crate::Rules::check`] accepts lies in
/// some offer. An order drawn from an offer may still be refused because something stands in the
/// way; it is then shortened until it is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The verb of the orders.
    pub verb: Verb,
    /// The unit that is ordered; `None` for orders to the table.
    pub unit: Option<UnitId>,
    /// What is left to choose.
    pub scope: Scope,
    /// The clause that allows them.
    pub clause: Clause,
}

impl Offer {
    /// Makes an offer to a unit.
    #[must_use]
    pub const fn of(verb: Verb, unit: UnitId, scope: Scope, clause: Clause) -> Self {
        Self {
            verb,
            unit: Some(unit),
            scope,
            clause,
        }
    }

    /// Makes an offer to the table.
    #[must_use]
    pub const fn plain(verb: Verb, scope: Scope, clause: Clause) -> Self {
        Self {
            verb,
            unit: None,
            scope,
            clause,
        }
    }
}
