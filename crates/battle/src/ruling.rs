//! Judging an order: every requirement is a line that cites its clause, and every reason against
//! the order is kept, not just the first.

use crate::{Battle, Clause, Order, Pack, Packed, Status, UnitId};
use arrayvec::ArrayVec;
use sandtable_geometry::{Length, Point, Pose, Tape};
use serde::{Deserialize, Serialize};

/// The evidence that a requirement is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Witness {
    /// Nothing more to show: the clause says it all.
    Plain,
    /// This unit is the reason.
    Unit(UnitId),
    /// This unit is not on the table.
    Absent(UnitId, Status),
    /// This point is the reason.
    Spot(Point),
    /// The unit would have to stand here.
    Place(Pose),
    /// The order asks for too much, in 1/100 mm.
    Length {
        /// The length asked for.
        asked: Length,
        /// The length allowed.
        allowed: Length,
    },
    /// The order asks for too much, in 1/65536 turn.
    Angle {
        /// The angle asked for.
        asked: i32,
        /// The angle allowed.
        allowed: i32,
    },
    /// The order asks for too many or too few.
    Count {
        /// The number asked for.
        asked: i32,
        /// The number allowed.
        allowed: i32,
    },
    /// The measured line is the reason.
    Tape(Tape),
    /// A unit is in the way, at this point.
    Blocked {
        /// The unit.
        by: UnitId,
        /// The point.
        at: Point,
    },
    /// Terrain is in the way.
    Terrain {
        /// The index of the feature in the setting.
        feature: u8,
        /// The point.
        at: Point,
    },
}

impl Witness {
    /// Names a unit that is in the way where it stands now.
    #[must_use]
    pub fn blocked(battle: &Battle, by: UnitId) -> Self {
        let at = battle.unit(by).pose.point();
        Self::Blocked { by, at }
    }
}

/// One reason against an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The clause that forbids it.
    pub clause: Clause,
    /// The evidence.
    pub witness: Witness,
}

/// Every reason against an order; never empty, unless only the verdict was wanted
/// ([`Ruling::brief`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusals(Vec<Refusal>);

impl Refusals {
    /// Makes refusals with a single reason.
    #[must_use]
    pub fn one(clause: Clause, witness: Witness) -> Self {
        Self(vec![Refusal { clause, witness }])
    }

    /// Returns the reasons.
    #[must_use]
    pub fn reasons(&self) -> &[Refusal] {
        &self.0
    }

    /// Returns whether a clause is among the reasons.
    #[must_use]
    pub fn cite(&self, clause: Clause) -> bool {
        self.0.iter().any(|r| r.clause == clause)
    }
}

/// A number that counts in a resolution, with the clause it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Factor {
    /// The clause.
    pub clause: Clause,
    /// The number it adds (to a die, a score, a base: the clause says to what).
    pub value: i16,
    /// The unit whose factor it is, if both sides have factors.
    pub unit: Option<UnitId>,
}

/// Most factors one order can have.
pub const FACTORS: usize = 24;

/// An order found legal, with what was computed to find that out. Only [`Ruling::seal`] makes one,
/// so a resolution need not judge again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    order: Order,
    factors: ArrayVec<Factor, FACTORS>,
    path: ArrayVec<Pose, 8>,
    cost: Length,
    allowed: Length,
    tape: Option<Tape>,
    findings: [i32; 8],
}

impl Legal {
    /// Returns the order.
    #[must_use]
    pub const fn order(&self) -> &Order {
        &self.order
    }

    /// Returns the factors that count in the order.
    #[must_use]
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// Returns the poses that the order leads through; the last is where it ends.
    #[must_use]
    pub fn path(&self) -> &[Pose] {
        &self.path
    }

    /// Returns the part of the allowance that the order uses, 1/100 mm.
    #[must_use]
    pub const fn cost(&self) -> Length {
        self.cost
    }

    /// Returns the allowance, 1/100 mm.
    #[must_use]
    pub const fn allowed(&self) -> Length {
        self.allowed
    }

    /// Returns the distance that was measured for the order: range, charge.
    #[must_use]
    pub const fn tape(&self) -> Option<Tape> {
        self.tape
    }

    /// Returns what the rule set found for its own resolution, in the type stored by
    /// [`Ruling::found`]; `None` if that was another type.
    #[must_use]
    pub fn found<T: Pack>(&self) -> Option<T> {
        // The units in it belonged to the battle when it was judged.
        T::unpack(&mut Packed::new(&self.findings, usize::MAX))
    }

    /// Returns whether the findings for another order's resolution are the same.
    #[must_use]
    pub fn found_alike(&self, other: &Self) -> bool {
        self.findings == other.findings
    }
}

/// What the caller wants from a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Every reason against the order, and everything that a resolution needs.
    All,
    /// Everything that a resolution needs, unless there is a reason against the order.
    Legal,
    /// Whether there is a reason against the order.
    Verdict,
}

/// An order being judged.
#[derive(Debug)]
pub struct Ruling {
    wanted: Wanted,
    refused: bool,
    /// The reasons, if they are wanted.
    refusals: Vec<Refusal>,
    factors: ArrayVec<Factor, FACTORS>,
    path: ArrayVec<Pose, 8>,
    cost: Length,
    allowed: Length,
    tape: Option<Tape>,
    findings: [i32; 8],
}

impl Default for Ruling {
    fn default() -> Self {
        Self::new()
    }
}

impl Ruling {
    /// Makes a ruling with no reasons against the order yet.
    #[must_use]
    pub const fn new() -> Self {
        Self::wanting(Wanted::All)
    }

    /// Makes a ruling that needs no list of reasons against the order: judging may stop at the
    /// first.
    #[must_use]
    pub const fn hasty() -> Self {
        Self::wanting(Wanted::Legal)
    }

    /// Makes a ruling that needs only to know whether it is [`Ruling::clean`]: judging may stop at
    /// the first reason against the order, and need not find what a resolution would want.
    #[must_use]
    pub const fn brief() -> Self {
        Self::wanting(Wanted::Verdict)
    }

    /// Returns whether a judgement finds no reasons against something; it does not collect them.
    pub fn allows<T>(judge: impl FnOnce(&mut Self) -> T) -> bool {
        let mut ruling = Self::brief();
        judge(&mut ruling);
        ruling.clean()
    }

    const fn wanting(wanted: Wanted) -> Self {
        Self {
            wanted,
            refused: false,
            refusals: Vec::new(),
            factors: ArrayVec::new_const(),
            path: ArrayVec::new_const(),
            cost: 0,
            allowed: 0,
            tape: None,
            findings: [0; 8],
        }
    }

    /// Returns whether the caller wants only to know if the ruling is clean.
    #[must_use]
    #[inline]
    pub const fn is_brief(&self) -> bool {
        matches!(self.wanted, Wanted::Verdict)
    }

    /// Returns whether one reason against the order is as good as all of them: the cheapest
    /// question may then come first.
    #[must_use]
    #[inline]
    pub const fn wants_one(&self) -> bool {
        !matches!(self.wanted, Wanted::All)
    }

    /// Returns whether judging may stop: not every reason is wanted, and there is one.
    #[must_use]
    #[inline]
    pub const fn settled(&self) -> bool {
        self.wants_one() && self.refused
    }

    /// Adds a requirement: if it does not hold, the clause and the witness become a reason against
    /// the order.
    #[inline]
    pub fn require(
        &mut self,
        holds: bool,
        clause: Clause,
        witness: impl FnOnce() -> Witness,
    ) -> &mut Self {
        if !holds {
            self.refuse(clause, witness());
        }
        self
    }

    /// Refuses an order that the rule set does not know.
    pub fn refuse_strange(&mut self, order: &Order) {
        let unit = order.unit().map_or(Witness::Plain, Witness::Unit);
        self.refuse(crate::c::NOT_IN_THESE_RULES, unit);
    }

    /// Adds a reason against the order. The same reason is kept once, and none is kept if only the
    /// verdict is wanted.
    pub fn refuse(&mut self, clause: Clause, witness: Witness) {
        if self.settled() {
            return;
        }
        self.refused = true;
        if self.is_brief() {
            return;
        }
        let reason = Refusal { clause, witness };
        if !self.refusals.contains(&reason) {
            self.refusals.push(reason);
        }
    }

    /// Returns whether there is no reason against the order so far.
    #[must_use]
    #[inline]
    pub const fn clean(&self) -> bool {
        !self.refused
    }

    /// Adds a factor if it is not zero (at most [`FACTORS`]).
    pub fn weigh(&mut self, value: i16, clause: Clause, unit: Option<UnitId>) -> &mut Self {
        if value != 0 {
            // More factors than a clash can have would be a bug in the rule set.
            self.factors.push(Factor {
                clause,
                value,
                unit,
            });
        }
        self
    }

    /// Returns the factors so far.
    #[must_use]
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// Adds the next pose on the way.
    #[inline]
    pub fn step(&mut self, pose: Pose) -> &mut Self {
        if self.path.is_full() {
            self.path.pop();
        }
        self.path.push(pose);
        self
    }

    /// Sets the cost and the allowance.
    #[inline]
    pub const fn price(&mut self, cost: Length, allowed: Length) -> &mut Self {
        self.cost = cost;
        self.allowed = allowed;
        self
    }

    /// Sets the measured distance.
    #[inline]
    pub const fn measured(&mut self, tape: Tape) -> &mut Self {
        self.tape = Some(tape);
        self
    }

    /// Stores what the rule set's own resolution needs, see [`Legal::found`].
    ///
    /// # Panics
    /// In debug builds, if the value takes more than eight numbers.
    pub fn found(&mut self, value: &impl Pack) -> &mut Self {
        let mut place = 0;
        value.pack(&mut |number| {
            debug_assert!(place < self.findings.len(), "too much is found");
            if let Some(slot) = self.findings.get_mut(place) {
                *slot = number;
            }
            place += 1;
        });
        self
    }

    /// Returns the verdict alone.
    ///
    /// # Errors
    /// If there are reasons against the order: all of them.
    pub fn verdict(self) -> Result<(), Refusals> {
        if self.clean() {
            Ok(())
        } else {
            Err(Refusals(self.refusals))
        }
    }

    /// Returns the verdict with everything that was found for the resolution.
    ///
    /// # Errors
    /// If there are reasons against the order: all of them.
    pub fn seal(self, order: &Order) -> Result<Legal, Refusals> {
        if self.clean() {
            Ok(Legal {
                order: order.clone(),
                factors: self.factors,
                path: self.path,
                cost: self.cost,
                allowed: self.allowed,
                tape: self.tape,
                findings: self.findings,
            })
        } else {
            Err(Refusals(self.refusals))
        }
    }
}
