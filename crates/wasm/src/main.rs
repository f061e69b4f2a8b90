//! The engine as a browser sees it: one module. A page runs it twice, once to play, and once to
//! think, review, build and study. Each may hold several battles.

use sandtable_wasm::{Engine as Inner, Fault, Languages, report_panics};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once when the module is loaded.
fn main() {
    report_panics();
}

/// Returns the version of the engine.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    sandtable_wasm::VERSION.to_owned()
}

thread_local! {
    static LANGUAGES: RefCell<Languages> = const { RefCell::new(Languages::new()) };
}

/// Adds words of a language: `of` names what they are for, `words` has as many JSON objects.
/// Returns what is wrong with them.
#[wasm_bindgen]
#[must_use]
pub fn learn(language: &str, of: Vec<String>, words: Vec<String>) -> Option<String> {
    let words = of.into_iter().zip(words);
    LANGUAGES.with_borrow_mut(|all| all.learn(language, words).err())
}

/// Stops as a fault would, `panic` or `memory`, so that you can test the page with the very module
/// that users get.
#[wasm_bindgen]
pub fn fail(how: &str) {
    Fault::named(how).happen();
}

/// One battle, and everything else a page asks for.
#[wasm_bindgen]
pub struct Engine {
    inner: Inner,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine without a battle.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self {
            inner: Inner::new(sandtable_wasm::ALL),
        }
    }

    /// Answers a call of the contract in a language. It takes the name of the call and a JSON array
    /// of arguments, and returns `{"ok": value}` or `{"err": EngineError}`.
    #[must_use]
    pub fn call(&mut self, language: &str, method: &str, args: &str) -> String {
        let language = LANGUAGES.with_borrow(|all| all.named(language));
        self.inner.call(language, method, args)
    }
}
