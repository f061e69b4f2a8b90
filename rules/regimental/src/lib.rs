//! The rule set regimental.
