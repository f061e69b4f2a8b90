//! The laws that every rule set keeps, as tests over random battles of every
//! shipped scenario (`tests/laws.rs`), and the exhaustive runner that plays
//! until every clause that can fire has fired (`tests/exhaust.rs`).
