//! The lab for browsers that studies 6+ Rules.

sandtable_wasm::lab!(sandtable_wasm::register::SIX_PLUS);
