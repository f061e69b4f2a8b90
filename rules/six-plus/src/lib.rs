//! The rule set six-plus.
