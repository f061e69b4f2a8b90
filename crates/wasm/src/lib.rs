//! The engines for browsers, one a rule set, and the desk and the rules lab of each
//! (`src/bin`).
//!
//! Everything the page knows of a battle comes through here, as plain views in
//! the page's words: `web/src/engine/contract.ts` says which. What is answered
//! is the business of the `session` crate; this one only binds it.

mod desk;
mod engine;
mod panics;

use sandtable_session::Shelf;

pub use desk::Desk;
pub use panics::report as report_panics;
pub use sandtable_lab::Lab as InnerLab;
pub use sandtable_register as register;
pub use sandtable_register::Entry;
pub use sandtable_session::{Session as Inner, rules_of};

/// The version of the engines.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The names of all rule sets, a JSON array.
#[must_use]
pub fn rule_sets() -> String {
    let quoted = sandtable_register::NAMES.map(|name| format!("\"{name}\""));
    format!("[{}]", quoted.join(","))
}

/// Chooses the language that is spoken, by its catalogues: of two that have words for the
/// same the later one is heard. What is wrong with them, if anything is.
#[must_use]
pub fn speak(catalogues: &[&str]) -> Option<String> {
    let words = || {
        let mut words = sandtable_tongue::Catalogue::new();
        for catalogue in catalogues {
            words.extend(sandtable_tongue::read(catalogue)?);
        }
        sandtable_tongue::speak(words)
    };
    words().err()
}

/// A session that plays by some rule sets; no battle is started yet.
#[must_use]
pub fn session(entries: &'static [Entry]) -> Inner {
    Inner::new(Shelf::of(entries))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn every_rule_set_has_its_engine_its_desk_and_its_lab() {
        let crate_ = Path::new(env!("CARGO_MANIFEST_DIR"));
        let manifest = std::fs::read_to_string(crate_.join("Cargo.toml")).expect("a manifest");
        for name in sandtable_register::NAMES {
            for name in [
                name.to_owned(),
                format!("{name}-desk"),
                format!("{name}-lab"),
            ] {
                let file = crate_.join(format!("src/bin/{name}.rs"));
                assert!(file.exists(), "{name} is missing: {}", file.display());
                let listed =
                    format!("[[bin]]\nname = \"{name}\"\nrequired-features = [\"engines\"]");
                assert!(
                    manifest.contains(&listed),
                    "Cargo.toml does not list {name}"
                );
            }
        }
    }
}
