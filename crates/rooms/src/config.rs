//! What a host may set.

use crate::limit::Rate;
use sandtable_tongue::Language;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a host may set.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where people reach it, without a slash at the end; pages from elsewhere are refused.
    /// Without it a page must come from the host it speaks to.
    pub public: Option<String>,
    /// Addresses are those that the proxy before it names.
    pub behind_proxy: bool,
    /// Rooms that an address may make.
    pub makes: Rate,
    /// Messages that a page may send.
    pub messages: Rate,
    /// Pages that an address may connect.
    pub comes: Rate,
    /// Requests about letters of an address.
    pub mails: Rate,
    /// Passwords that an address may try, and that may be tried for a name.
    pub tries: Rate,
    /// How often an address may look at tournaments.
    pub looks: Rate,
    /// Between two signs of life.
    pub pulse: Duration,
    /// Languages in which the server itself says something, by their codes; English without.
    pub languages: BTreeMap<String, Language>,
}

impl Config {
    /// The language of a code; none where it is not spoken here.
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
