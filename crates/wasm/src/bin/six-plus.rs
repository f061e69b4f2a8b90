//! The engine for browsers that plays 6+ Rules.

sandtable_wasm::engine!(sandtable_wasm::register::SIX_PLUS);
