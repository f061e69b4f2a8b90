//! The engine of one rule set, as a browser sees it.

/// Writes the engine of a rule set: a program whose module has a `Session` that
/// knows the rule set and its scenarios, and two functions beside it.
///
/// Each rule set has an engine of its own, so that a page loads the rules it
/// plays by and no others, however many there are.
#[macro_export]
macro_rules! engine {
    ($entry:expr) => {
        $crate::engine!($entry.playing(), $crate::Inner, $crate::session);
    };
    ($entry:expr, $inner:ty, $new:expr) => {
        use wasm_bindgen::prelude::wasm_bindgen;

        /// Runs once when the module is loaded.
        fn main() {
            $crate::report_panics();
        }

        /// The version of the engine.
        #[wasm_bindgen]
        #[must_use]
        pub fn version() -> String {
            $crate::VERSION.to_owned()
        }

        /// The names of all rule sets that there are engines for, a JSON array.
        #[wasm_bindgen]
        #[must_use]
        pub fn rule_sets() -> String {
            $crate::rule_sets()
        }

        /// The rule set that a battle file or a journal is for, if it says so:
        /// it may need another engine.
        #[wasm_bindgen]
        #[must_use]
        pub fn rules_of(text: &str) -> Option<String> {
            $crate::rules_of(text)
        }

        /// Chooses the language that is spoken, before anything is asked: its words for
        /// the table and for this rule set, JSON objects. What is wrong with them.
        #[wasm_bindgen]
        #[must_use]
        pub fn speak(table: &str, rules: &str) -> Option<String> {
            $crate::speak(&[table, rules])
        }

        /// One battle being played by this rule set.
        #[wasm_bindgen]
        pub struct Session {
            inner: $inner,
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
                const ENTRIES: &[$crate::Entry] = &[$entry];
                Self {
                    inner: $new(ENTRIES),
                }
            }

            /// Answers a call of the contract: its name and a JSON array of
            /// arguments in, `{"ok": value}` or `{"err": EngineError}` out.
            #[must_use]
            pub fn call(&mut self, method: &str, args: &str) -> String {
                self.inner.call(method, args)
            }
        }
    };
}

/// Writes the desk of a rule set: an engine that also answers whoever builds a battle,
/// prints one, or looks back on one. Who plays does not fetch it.
#[macro_export]
macro_rules! desk {
    ($entry:expr) => {
        $crate::engine!($entry, $crate::Desk, $crate::Desk::new);
    };
}

/// Writes the lab of a rule set: a program whose module has a `Lab` that knows the
/// rule set and its scenarios, and two functions beside it.
///
/// It is an engine of its own: who plays does not fetch what studies rules.
#[macro_export]
macro_rules! lab {
    ($entry:expr) => {
        use wasm_bindgen::prelude::wasm_bindgen;

        /// Runs once when the module is loaded.
        fn main() {
            $crate::report_panics();
        }

        /// The rule set that a study, a fight or house rules are for, if they say so:
        /// they may need another lab.
        #[wasm_bindgen]
        #[must_use]
        pub fn rules_of(text: &str) -> Option<String> {
            $crate::rules_of(text)
        }

        /// Chooses the language that is spoken, before anything is asked: its words for
        /// the table, for studies and for this rule set, JSON objects. What is wrong with
        /// them.
        #[wasm_bindgen]
        #[must_use]
        pub fn speak(table: &str, study: &str, rules: &str) -> Option<String> {
            $crate::speak(&[table, study, rules])
        }

        /// The rules lab of this rule set.
        #[wasm_bindgen]
        pub struct Lab {
            inner: $crate::InnerLab,
        }

        impl Default for Lab {
            fn default() -> Self {
                Self::new()
            }
        }

        #[wasm_bindgen]
        impl Lab {
            /// A lab in which nothing is asked yet.
            #[wasm_bindgen(constructor)]
            #[must_use]
            pub fn new() -> Self {
                const ENTRIES: &[$crate::Entry] = &[$entry.playing()];
                Self {
                    inner: $crate::InnerLab::new(ENTRIES),
                }
            }

            /// Answers a call of the contract: its name and a JSON array of
            /// arguments in, `{"ok": value}` or `{"err": EngineError}` out.
            #[must_use]
            pub fn call(&mut self, method: &str, args: &str) -> String {
                self.inner.call(method, args)
            }
        }
    };
}
