//! The lab for browsers that studies Three-Hit.

sandtable_wasm::lab!(sandtable_wasm::register::THREE_HIT);
