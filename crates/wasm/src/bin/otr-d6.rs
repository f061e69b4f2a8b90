//! The engine for browsers that plays OTR D6.

sandtable_wasm::engine!(sandtable_wasm::register::OTR_D6);
