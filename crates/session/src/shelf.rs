//! What there is to play: rule sets and scenarios. A session gets its shelf from outside, so that
//! tests can play from another.

use crate::EngineError;
use sandtable_battle::phrase::meant_or_allowed;
use sandtable_battle::{Annex, AnnexText, Card, Rules, Switches};
use sandtable_register::{Entry, Library, NAMES};
use sandtable_tongue::say;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// A built-in scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Rule set and name: `three-hit/two-hills`.
    pub id: String,
    /// The battle file.
    pub text: String,
}

/// A built-in guided first battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lessons {
    /// The rule set it teaches.
    pub rules: String,
    /// The tutorial file.
    pub text: String,
    /// The battle file it starts from.
    pub battle: String,
}

/// A built-in army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyText {
    /// Folder and name: `horse-and-musket/the-marsh-column`.
    pub id: String,
    /// The army file.
    pub text: String,
}

/// Opens a rule set: takes its name and switches, and returns the rules, or a sentence saying why
/// it cannot.
pub type Opener = Box<dyn Fn(&str, &Switches) -> Result<Arc<dyn Rules>, String> + Send + Sync>;

/// Rule sets and scenarios to play with.
pub struct Shelf {
    opener: Opener,
    /// Its rule sets; a card is read when it is first needed.
    sets: Vec<(String, OnceLock<Card>)>,
    names: Vec<String>,
    scenarios: Vec<Scenario>,
    lessons: Vec<Lessons>,
    armies: Vec<ArmyText>,
    points: Vec<(&'static str, &'static str)>,
    annexes: Vec<(&'static str, AnnexText)>,
    libraries: Vec<(&'static str, Library)>,
}

impl Shelf {
    /// Returns every rule set of the register, with the built-in scenarios.
    #[must_use]
    pub fn shipped() -> Self {
        Self::of(sandtable_register::ALL)
    }

    /// Returns some rule sets of the register with their built-in scenarios, sorted by id.
    #[must_use]
    pub fn of(entries: &'static [Entry]) -> Self {
        let mut scenarios: Vec<Scenario> = entries
            .iter()
            .flat_map(Entry::scenarios)
            .map(|s| Scenario {
                id: s.id,
                text: s.text,
            })
            .collect();
        scenarios.sort_by(|a, b| a.id.cmp(&b.id));
        let lessons = entries.iter().filter_map(Entry::tutorial).map(|t| Lessons {
            rules: t.rules,
            text: t.text,
            battle: t.battle,
        });
        let sets = entries
            .iter()
            .map(|e| (e.id.to_owned(), OnceLock::new()))
            .collect();
        let armies = entries
            .iter()
            .flat_map(Entry::armies)
            .map(|a| ArmyText {
                id: a.id,
                text: a.text,
            })
            .fold(Vec::new(), |mut all: Vec<ArmyText>, army| {
                // Rule sets of one family share their armies.
                if !all.contains(&army) {
                    all.push(army);
                }
                all
            });
        let shelf = Self::new(Vec::new(), scenarios, |id, switches| {
            let entry = entries.iter().find(|entry| entry.id == id);
            let entry = entry.ok_or_else(|| absent(id, &NAMES))?;
            entry.open(switches)
        });
        Self {
            sets,
            names: NAMES.map(str::to_owned).to_vec(),
            lessons: lessons.collect(),
            armies,
            points: entries
                .iter()
                .filter_map(|e| Some((e.id, e.points()?)))
                .collect(),
            annexes: entries.iter().map(|e| (e.id, e.annex())).collect(),
            libraries: entries
                .iter()
                .filter_map(|e| Some((e.id, e.library()?.ok()?)))
                .collect(),
            ..shelf
        }
    }

    /// Makes the rule sets be read again when next needed, in the language used then.
    pub(crate) fn tell_anew(&mut self) {
        for (_, card) in &mut self.sets {
            *card = OnceLock::new();
        }
    }

    /// Returns what units are worth in a rule set: a `*.points.toml`, if one is built in.
    pub(crate) fn points(&self, rules: &str) -> Option<&'static str> {
        let found = self.points.iter().find(|(id, _)| *id == rules);
        found.map(|(_, text)| *text)
    }

    /// Returns what players can read about a rule set and its battles before playing them.
    pub(crate) fn library(&self, rules: &str) -> Option<&Library> {
        let found = self.libraries.iter().find(|(id, _)| *id == rules);
        found.map(|(_, library)| library)
    }

    /// Returns what players read beside the table about a rule set; empty if it has nothing.
    ///
    /// # Errors
    /// If its files cannot be read; built-in ones are tested.
    pub fn annex(&self, rules: &str) -> Result<Annex, String> {
        let found = self.annexes.iter().find(|(id, _)| *id == rules);
        found.map_or_else(|| Ok(Annex::default()), |(_, text)| text.read())
    }

    /// Returns the text of a built-in scenario.
    pub(crate) fn scenario(&self, id: &str) -> Result<&str, EngineError> {
        let found = self.scenarios.iter().find(|s| s.id == id);
        found.map(|s| s.text.as_str()).ok_or_else(|| {
            let names: Vec<&str> = self.scenarios.iter().map(|s| s.id.as_str()).collect();
            EngineError::new(say!("there is no scenario `{id}`", id = id))
                .hint(meant_or_allowed(id, &names))
        })
    }

    /// Returns the text of a built-in army.
    pub(crate) fn army(&self, id: &str) -> Result<&str, EngineError> {
        let found = self.armies.iter().find(|army| army.id == id);
        found.map(|army| army.text.as_str()).ok_or_else(|| {
            EngineError::new(say!("there is no army `{id}`", id = id))
                .hint("`armies` lists those you can take into a scenario")
        })
    }

    /// Returns its armies.
    #[must_use]
    pub fn armies(&self) -> &[ArmyText] {
        &self.armies
    }

    /// Returns the shelf with these guided first battles.
    #[must_use]
    pub fn with_lessons(self, lessons: Vec<Lessons>) -> Self {
        Self { lessons, ..self }
    }

    /// Creates a shelf with these rule sets and scenarios.
    pub fn new(
        cards: Vec<Card>,
        scenarios: Vec<Scenario>,
        opener: impl Fn(&str, &Switches) -> Result<Arc<dyn Rules>, String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            opener: Box::new(opener),
            names: cards.iter().map(|card| card.id.clone()).collect(),
            sets: cards
                .into_iter()
                .map(|card| (card.id.clone(), OnceLock::from(card)))
                .collect(),
            scenarios,
            lessons: Vec::new(),
            armies: Vec::new(),
            points: Vec::new(),
            annexes: Vec::new(),
            libraries: Vec::new(),
        }
    }

    /// Returns the same shelf, but it keeps opened rules for as long as they are in use. This is
    /// for programs that open many battles. Printed rules stay; house rules, which anyone can
    /// invent, stay only while they are being played.
    #[must_use]
    pub fn remembering(self) -> Self {
        let opened = Opened::default();
        let opener = self.opener;
        Self {
            opener: Box::new(move |id, switches| opened.get(&opener, id, switches)),
            ..self
        }
    }

    /// Opens a rule set.
    ///
    /// # Errors
    /// Says in a sentence what does not exist and what does.
    pub fn open(&self, id: &str, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
        (self.opener)(id, switches)
    }

    /// Returns the cards of its rule sets with default switches.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.sets.iter().filter_map(|(id, _)| self.card(id))
    }

    /// Returns the card of a rule set with default switches, which tests show to be accepted.
    #[must_use]
    pub fn card(&self, id: &str) -> Option<&Card> {
        let (id, card) = self.sets.iter().find(|(known, _)| known == id)?;
        if card.get().is_none() {
            let rules = self.open(id, &Switches::default()).ok()?;
            return Some(card.get_or_init(|| rules.card().clone()));
        }
        card.get()
    }

    /// Returns the names of its rule sets, including those that only other engines play.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    /// Returns its guided first battles.
    #[must_use]
    pub fn lessons(&self) -> &[Lessons] {
        &self.lessons
    }

    /// Returns its scenarios.
    #[must_use]
    pub fn scenarios(&self) -> &[Scenario] {
        &self.scenarios
    }
}

/// A rule set's id, and the choices of its switches.
type Asked = (String, BTreeMap<String, String>);

/// Rules that were opened.
#[derive(Default)]
struct Opened {
    printed: Mutex<BTreeMap<String, Arc<dyn Rules>>>,
    house: Mutex<BTreeMap<Asked, Weak<dyn Rules>>>,
}

impl Opened {
    fn get(
        &self,
        opener: &Opener,
        id: &str,
        switches: &Switches,
    ) -> Result<Arc<dyn Rules>, String> {
        if switches.0.is_empty() {
            let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(rules) = printed.get(id) {
                return Ok(Arc::clone(rules));
            }
            let rules = opener(id, switches)?;
            printed.insert(id.to_owned(), Arc::clone(&rules));
            return Ok(rules);
        }
        let mut house = self.house.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (id.to_owned(), switches.0.clone());
        if let Some(rules) = house.get(&key).and_then(Weak::upgrade) {
            return Ok(rules);
        }
        let rules = opener(id, switches)?;
        house.retain(|_, rules| rules.strong_count() > 0);
        house.insert(key, Arc::downgrade(&rules));
        Ok(rules)
    }
}

/// Returns why a rule set cannot be opened.
fn absent(id: &str, known: &[&str]) -> String {
    if known.contains(&id) {
        say!("another engine plays `{id}`", id = id)
    } else {
        say!(
            "there is no rule set `{id}`; there are: {known}",
            id = id,
            known = known.join(", ")
        )
    }
}
