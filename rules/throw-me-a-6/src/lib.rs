//! The rule set throw-me-a-6.
