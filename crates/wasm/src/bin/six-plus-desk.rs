//! The desk for browsers, where battles are built and looked back on, of 6+ Rules.

sandtable_wasm::desk!(sandtable_wasm::register::SIX_PLUS);
