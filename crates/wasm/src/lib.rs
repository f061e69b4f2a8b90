//! The engine for browsers.
//!
//! Everything the page knows of a battle comes through here, as plain views in
//! the page's words: `web/src/engine/contract.ts` says which. What is answered
//! is the business of the `session` crate; this one only binds it.

mod panics;

use sandtable_session::Shelf;
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

/// One battle being played, with every rule set and scenario at hand.
#[wasm_bindgen]
pub struct Session {
    inner: sandtable_session::Session,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

#[wasm_bindgen]
impl Session {
    /// A session in which no battle is started yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self {
            inner: sandtable_session::Session::new(Shelf::shipped()),
        }
    }

    /// Answers a call of the contract: its name and a JSON array of arguments
    /// in, `{"ok": value}` or `{"err": EngineError}` out.
    #[must_use]
    pub fn call(&mut self, method: &str, args: &str) -> String {
        self.inner.call(method, args)
    }
}
