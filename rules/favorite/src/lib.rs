//! The rule set favorite.
