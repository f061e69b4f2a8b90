//! Settings of a host.

use crate::limit::Rate;
use sandtable_tongue::Language;
use std::collections::BTreeMap;
use std::time::Duration;

/// Settings of a host.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where people reach the server, without a slash at the end; pages from elsewhere are refused.
    /// If it is not set, a page must come from the host it talks to.
    pub public: Option<String>,
    /// Whether addresses are taken from the proxy in front of the server.
    pub behind_proxy: bool,
    /// How many rooms an address may make.
    pub makes: Rate,
    /// How many messages may come from a seat of a room, however many pages it has open; from
    /// each spectator as many.
    pub messages: Rate,
    /// How many pages an address may connect.
    pub comes: Rate,
    /// How many requests about letters an address may make.
    pub mails: Rate,
    /// How many passwords an address may try, and how many may be tried for a name.
    pub tries: Rate,
    /// How often an address may look at tournaments.
    pub looks: Rate,
    /// Time between two signs of life.
    pub pulse: Duration,
    /// Languages that the server itself speaks, by their codes; English if there is none.
    pub languages: BTreeMap<String, Language>,
}

impl Config {
    /// Returns the language of a code; none if the server does not speak it.
    #[must_use]
    pub fn language(&self, code: &str) -> Option<Language> {
        let known = self.languages.get(code).copied();
        known.or_else(|| (code == "en").then_some(Language::ENGLISH))
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            public: None,
            behind_proxy: false,
            makes: Rate {
                burst: 20,
                minute: 10,
            },
            messages: Rate {
                burst: 60,
                minute: 300,
            },
            comes: Rate {
                burst: 60,
                minute: 120,
            },
            mails: Rate {
                burst: 20,
                minute: 10,
            },
            tries: Rate {
                burst: 10,
                minute: 4,
            },
            looks: Rate {
                burst: 300,
                minute: 1200,
            },
            pulse: Duration::from_secs(20),
            languages: BTreeMap::new(),
        }
    }
}
