//! The engine as a browser sees it: one module. A page runs it twice, once to play and
//! once to think, look back, build and study; each may hold several battles.

use sandtable_wasm::{Engine as Inner, Fault, Languages, report_panics};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once when the module is loaded.
fn main() {
    report_panics();
}

/// The version of the engine.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    sandtable_wasm::VERSION.to_owned()
}

thread_local! {
    static LANGUAGES: RefCell<Languages> = const { RefCell::new(Languages::new()) };
}

/// Takes the words of a language: names of what they are of, and as many JSON objects. What
/// is wrong with them.
#[wasm_bindgen]
#[must_use]
pub fn learn(language: &str, of: Vec<String>, words: Vec<String>) -> Option<String> {
    let words = of.into_iter().zip(words);
    LANGUAGES.with_borrow_mut(|all| all.learn(language, words).err())
}

/// Stops as a fault would stop it, `panic` or `memory`: what a page then does can be
/// tried on the very module that is shipped.
#[wasm_bindgen]
pub fn fail(how: &str) {
    Fault::named(how).happen();
}

/// One battle, and what is asked beside it.
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
    /// An engine in which no battle is started yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self {
            inner: Inner::new(sandtable_wasm::ALL),
        }
    }

    /// Answers a call of the contract in a language: its name and a JSON array of arguments
    /// in, `{"ok": value}` or `{"err": EngineError}` out.
    #[must_use]
    pub fn call(&mut self, language: &str, method: &str, args: &str) -> String {
        let language = LANGUAGES.with_borrow(|all| all.named(language));
        self.inner.call(language, method, args)
    }
}
