//! The desk for browsers, where battles are built and looked back on, of Three-Hit.

sandtable_wasm::desk!(sandtable_wasm::register::THREE_HIT);
