//! The engine for browsers.
//!
//! Everything the page knows of a battle comes through here, as plain views in
//! the page's words. This crate owns that wire format.

mod panics;

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    panics::report();
}

/// The version of the engine.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
