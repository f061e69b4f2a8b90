//! The engine for browsers: one module with all rule sets, the battles, the desk and the rules lab
//! (`src/main.rs` exports it).
//!
//! Everything the page learns about a battle comes through here, as plain views in the page's
//! terms; `web/src/contract/contract.ts` defines them. The `session` and `lab` crates give the
//! answers; this crate only combines them.

mod fault;
mod panics;
mod paper;

use sandtable_lab::{Lab, LabCall};
use sandtable_register::Entry;
use sandtable_session::call::told;
use sandtable_session::{Session, Shelf};
use sandtable_tongue::{Catalogue, Language};
use std::collections::BTreeMap;

pub use fault::Fault;
pub use panics::report as report_panics;
pub use paper::{PaperCall, PaperPart, PaperSize};
pub use sandtable_register::ALL;

/// The version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The languages available for calls, by name: English, and those whose words have been supplied.
#[derive(Debug, Default)]
pub struct Languages(BTreeMap<String, Language>);

impl Languages {
    /// Creates the list with English only.
    #[must_use]
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Adds words of a language, each a JSON object: for the table, for studies or for a rule set,
    /// together with the name of what they are for. You can add more later: those of a rule set
    /// when you play it.
    ///
    /// # Errors
    /// If the words have flaws; says which.
    pub fn learn(
        &mut self,
        name: &str,
        words: impl IntoIterator<Item = (String, String)>,
    ) -> Result<(), String> {
        let (mut shared, mut own) = (Catalogue::new(), BTreeMap::new());
        for (of, text) in words {
            let words = sandtable_tongue::read(&text).map_err(|why| format!("{of}: {why}"))?;
            if sandtable_register::NAMES.contains(&of.as_str()) {
                own.insert(of, words);
            } else {
                shared.extend(words);
            }
        }
        let more = self.named(name).with(shared, own);
        self.0.insert(name.to_owned(), more);
        Ok(())
    }

    /// Returns a language by name, or English if it has no words.
    #[must_use]
    pub fn named(&self, name: &str) -> Language {
        self.0.get(name).copied().unwrap_or_default()
    }
}

/// Returns which words a battle of each rule set needs: its own, and those of the rule set that it
/// is a difference of.
#[must_use]
pub fn words_of() -> BTreeMap<&'static str, Vec<&'static str>> {
    let own = |entry: &Entry| [Some(entry.id), entry.base].into_iter().flatten().collect();
    ALL.iter().map(|entry| (entry.id, own(entry))).collect()
}

/// One battle, and everything else a page asks for: paper, fights, studies.
pub struct Engine {
    session: Session,
    lab: Lab,
}

impl Engine {
    /// Creates an engine for some rule sets, without a battle.
    #[must_use]
    pub fn new(entries: &'static [Entry]) -> Self {
        Self {
            session: Session::new(Shelf::of(entries)),
            lab: Lab::new(entries),
        }
    }

    /// Answers a call of the contract in a language: `{"ok": value}` or `{"err": EngineError}`.
    #[must_use]
    pub fn call(&mut self, language: Language, method: &str, args: &str) -> String {
        language.speak(|| self.answer(method, args))
    }

    fn answer(&mut self, method: &str, args: &str) -> String {
        if let Some(call) = PaperCall::read(method, args) {
            return told(call.and_then(|call| call.answer(&mut self.session)));
        }
        if LabCall::ALL.iter().any(|call| call.name == method) {
            return self.lab.call(method, args);
        }
        self.session.call(method, args)
    }
}
