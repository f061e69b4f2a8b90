//! The engine for browsers that plays Three-Hit.

sandtable_wasm::engine!(sandtable_wasm::register::THREE_HIT);
