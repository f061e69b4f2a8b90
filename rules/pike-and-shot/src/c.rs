//! Written by `cargo xtask clauses` from clauses.toml; do not edit.

use sandtable_battle::Clause;

/// THR-PIKE-01: The troops.
pub const PIKE_01: Clause = Clause::new(3001);
/// THR-PIKE-02: The powder die.
pub const PIKE_02: Clause = Clause::new(3002);
/// THR-PIKE-03: First the shot, then the pike.
pub const PIKE_03: Clause = Clause::new(3003);
