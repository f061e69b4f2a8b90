//! Written by `cargo xtask clauses` from clauses.toml; do not edit.

use crate::Clause;

/// TABLE-OVER: The battle is over.
pub const OVER: Clause = Clause::new(1);
/// TABLE-NO-SUCH-UNIT: No such unit.
pub const NO_SUCH_UNIT: Clause = Clause::new(2);
/// TABLE-NOT-YOURS: Not your unit.
pub const NOT_YOURS: Clause = Clause::new(3);
/// TABLE-GONE: That unit is gone.
pub const GONE: Clause = Clause::new(4);
/// TABLE-CHOICE-OWED: A decision comes first.
pub const CHOICE_OWED: Clause = Clause::new(5);
/// TABLE-NO-SUCH-CHOICE: No such decision now.
pub const NO_SUCH_CHOICE: Clause = Clause::new(6);
/// TABLE-STALE: The battle has moved on.
pub const STALE: Clause = Clause::new(7);
/// TABLE-NOT-IN-THESE-RULES: These rules know no such order.
pub const NOT_IN_THESE_RULES: Clause = Clause::new(8);
/// TABLE-NOT-NOW: Not in this phase.
pub const NOT_NOW: Clause = Clause::new(9);
/// TABLE-MEASURE: One tolerance.
pub const MEASURE: Clause = Clause::new(10);
/// TABLE-MARCH-OFF: Marching off.
pub const MARCH_OFF: Clause = Clause::new(11);
/// TABLE-HOLDING: Points for holding.
pub const HOLDING: Clause = Clause::new(12);
/// TABLE-TARGET: Enough points.
pub const TARGET: Clause = Clause::new(13);
/// TABLE-POINTS: More points.
pub const POINTS: Clause = Clause::new(14);
/// TABLE-DECLARED: Declared by the umpire.
pub const DECLARED: Clause = Clause::new(15);
/// TABLE-NO-HEADING: No heading to choose.
pub const NO_HEADING: Clause = Clause::new(16);
/// TABLE-TOO-FAR: Farther than any table.
pub const TOO_FAR: Clause = Clause::new(17);
