//! Judging an order: every requirement is a line that cites its clause, and
//! every reason against it is kept, not just the first.

use crate::{Battle, Clause, Order, Pack, Packed, Status, UnitId};
use arrayvec::ArrayVec;
use sandtable_geometry::{Length, Point, Pose, Tape};
use serde::{Deserialize, Serialize};

/// What shows that a requirement is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Witness {
    /// Nothing more to show: the clause says it.
    Plain,
    /// This unit is the reason.
    Unit(UnitId),
    /// This unit is not on the table.
    Absent(UnitId, Status),
    /// This point is the reason.
    Spot(Point),
    /// It would have to stand here.
    Place(Pose),
    /// Too much was asked, in 1/100 mm.
    Length {
        /// What was asked.
        asked: Length,
        /// What is allowed.
        allowed: Length,
    },
    /// Too much was asked, in 1/65536 turn.
    Angle {
        /// What was asked.
        asked: i32,
        /// What is allowed.
        allowed: i32,
    },
    /// Too many were asked, or too few.
    Count {
        /// What was asked.
        asked: i32,
        /// What is allowed.
        allowed: i32,
    },
    /// The measured line is the reason.
    Tape(Tape),
    /// A unit is in the way, at this point.
    Blocked {
        /// Which.
        by: UnitId,
        /// Where.
        at: Point,
    },
    /// Terrain is in the way: the place of the feature in the setting.
    Terrain {
        /// Which feature.
        feature: u8,
        /// Where.
        at: Point,
    },
}

impl Witness {
    /// A unit that is in the way where it stands.
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
    /// What shows it.
    pub witness: Witness,
}

/// Every reason against an order; never empty, unless nothing but the verdict was wanted
/// ([`Ruling::brief`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusals(Vec<Refusal>);

impl Refusals {
    /// A single reason.
    #[must_use]
    pub fn one(clause: Clause, witness: Witness) -> Self {
        Self(vec![Refusal { clause, witness }])
    }

    /// The reasons.
    #[must_use]
    pub fn reasons(&self) -> &[Refusal] {
        &self.0
    }

    /// Whether a clause is among the reasons.
    #[must_use]
    pub fn cite(&self, clause: Clause) -> bool {
        self.0.iter().any(|r| r.clause == clause)
    }
}

/// A number that weighs in a resolution, with the clause it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Factor {
    /// The clause.
    pub clause: Clause,
    /// What it adds (to a die, a score, a base: the clause says to what).
    pub value: i16,
    /// The unit it speaks for, where both sides have factors.
    pub unit: Option<UnitId>,
}

/// Most factors one order can have.
pub const FACTORS: usize = 24;

/// An order found legal, with what finding that out computed. There is one
/// maker, [`Ruling::seal`], so a resolution need not judge again.
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
    /// The order.
    #[must_use]
    pub const fn order(&self) -> &Order {
        &self.order
    }

    /// What weighs in it.
    #[must_use]
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// The poses it leads through; the last is where it ends.
    #[must_use]
    pub fn path(&self) -> &[Pose] {
        &self.path
    }

    /// What it costs of the allowance, 1/100 mm.
    #[must_use]
    pub const fn cost(&self) -> Length {
        self.cost
    }

    /// The allowance, 1/100 mm.
    #[must_use]
    pub const fn allowed(&self) -> Length {
        self.allowed
    }

    /// The distance that was measured for it: range, charge.
    #[must_use]
    pub const fn tape(&self) -> Option<Tape> {
        self.tape
    }

    /// What the rule set found for its own resolution, as the type it was kept as by
    /// [`Ruling::found`]; nothing when it was another.
    #[must_use]
    pub fn found<T: Pack>(&self) -> Option<T> {
        // The units in it were those of the battle when it was judged.
        T::unpack(&mut Packed::new(&self.findings, usize::MAX))
    }

    /// Whether the same was found for the resolution of another order.
    #[must_use]
    pub fn found_alike(&self, other: &Self) -> bool {
        self.findings == other.findings
    }
}

/// What is asked of a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Every reason against the order, and all that a resolution needs.
    All,
    /// All that a resolution needs, unless anything stands against the order.
    Legal,
    /// Whether anything stands against it.
    Verdict,
}

/// An order being judged.
#[derive(Debug)]
pub struct Ruling {
    wanted: Wanted,
    refused: bool,
    /// The reasons, where they are wanted.
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
    /// A ruling with nothing against the order yet.
    #[must_use]
    pub const fn new() -> Self {
        Self::wanting(Wanted::All)
    }

    /// A ruling of which the reasons against the order are not asked: whoever judges may
    /// stop at the first of them.
    #[must_use]
    pub const fn hasty() -> Self {
        Self::wanting(Wanted::Legal)
    }

    /// A ruling of which nothing is asked but whether it is [`Ruling::clean`]: whoever
    /// judges may stop at the first reason against the order, and need not find what a
    /// resolution wants of it.
    #[must_use]
    pub const fn brief() -> Self {
        Self::wanting(Wanted::Verdict)
    }

    /// Whether a judgement has nothing against something; its reasons are not asked for.
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

    /// Whether nothing is asked but whether it is clean.
    #[must_use]
    #[inline]
    pub const fn is_brief(&self) -> bool {
        matches!(self.wanted, Wanted::Verdict)
    }

    /// Whether one reason against the order is as good as all of them: then the cheapest
    /// question may come first.
    #[must_use]
    #[inline]
    pub const fn wants_one(&self) -> bool {
        !matches!(self.wanted, Wanted::All)
    }

    /// Whether judging may stop: not every reason is asked for, and one stands against the
    /// order.
    #[must_use]
    #[inline]
    pub const fn settled(&self) -> bool {
        self.wants_one() && self.refused
    }

    /// A requirement: when it does not hold, the clause and the witness are
    /// kept as a reason against the order.
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

    /// A reason against the order; the same one is kept once, and none where nothing but the
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

    /// Whether nothing stands against it so far.
    #[must_use]
    #[inline]
    pub const fn clean(&self) -> bool {
        !self.refused
    }

    /// A factor, kept when it is not nought (at most [`FACTORS`]).
    pub fn weigh(&mut self, value: i16, clause: Clause, unit: Option<UnitId>) -> &mut Self {
        if value != 0 {
            // More factors than a clash can have would be a bug of the rule set.
            self.factors.push(Factor {
                clause,
                value,
                unit,
            });
        }
        self
    }

    /// The factors so far.
    #[must_use]
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// The next pose on the way.
    #[inline]
    pub fn step(&mut self, pose: Pose) -> &mut Self {
        if self.path.is_full() {
            self.path.pop();
        }
        self.path.push(pose);
        self
    }

    /// What it costs and what is allowed.
    #[inline]
    pub const fn price(&mut self, cost: Length, allowed: Length) -> &mut Self {
        self.cost = cost;
        self.allowed = allowed;
        self
    }

    /// The distance measured.
    #[inline]
    pub const fn measured(&mut self, tape: Tape) -> &mut Self {
        self.tape = Some(tape);
        self
    }

    /// What the rule set's own resolution needs of it, see [`Legal::found`].
    ///
    /// # Panics
    /// In debug builds, when it takes more than eight numbers.
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

    /// The verdict alone.
    ///
    /// # Errors
    /// Every reason against the order, when there is one.
    pub fn verdict(self) -> Result<(), Refusals> {
        if self.clean() {
            Ok(())
        } else {
            Err(Refusals(self.refusals))
        }
    }

    /// The verdict, with what was found for the resolution.
    ///
    /// # Errors
    /// Every reason against the order, when there is one.
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
