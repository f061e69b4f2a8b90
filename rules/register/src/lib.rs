//! The list of rule sets, and the scenarios, tutorials and armies built in with them.

mod armies;
mod library;
mod points;
mod scenarios;
mod tutorials;

use sandtable_battle::{Annex, AnnexText, Battle, Card, Dice, Rules, Switches};
use std::sync::Arc;

pub use armies::{ArmyFile, armies};
pub use library::{Library, Measured};
pub use scenarios::{Scenario, scenarios};
pub use tutorials::{Tutorial, tutorials};

/// Rule set that can be opened, with everything built in for it.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Name in files.
    pub id: &'static str,
    /// The rule set of which this one is a difference, if any.
    pub base: Option<&'static str>,
    open: fn(&Switches) -> Result<Arc<dyn Rules>, String>,
    scenarios: &'static [(&'static str, &'static str)],
    tutorial: Option<(&'static str, &'static str)>,
    armies: armies::Texts,
    points: Option<&'static str>,
    library: Option<&'static str>,
    annex: AnnexText,
    pitched: Option<Pitched>,
}

/// Sets up a battle as the rule set itself describes it, under some switches.
type Pitched = fn(&Switches, &mut dyn Dice) -> Result<Battle, String>;

/// Makes an entry from the name of the rule set, its type, its scenarios and its tutorial.
macro_rules! entry {
    ($id:literal, $rules:ty, $scenarios:expr, $tutorial:expr) => {
        Entry {
            id: $id,
            base: None,
            open: |s| Ok(Arc::new(<$rules>::new(s)?)),
            scenarios: $scenarios,
            tutorial: $tutorial,
            armies: armies::of($id),
            points: points::of($id),
            library: library::of($id),
            annex: AnnexText {
                rulings: include_str!(concat!("../../", $id, "/rulings.toml")),
                sheet: include_str!(concat!("../../", $id, "/sheet.toml")),
            },
            pitched: None,
        }
    };
}

/// Three-Hit One Hour Wargames.
pub const THREE_HIT: Entry = Entry {
    pitched: Some(|switches, dice| {
        sandtable_three_hit::ThreeHit::new(switches).map(|rules| rules.pitched_battle(dice))
    }),
    ..entry!(
        "three-hit",
        sandtable_three_hit::ThreeHit,
        scenarios::THREE_HIT,
        Some(tutorials::THREE_HIT)
    )
};

/// OTR D6.
pub const OTR_D6: Entry = entry!(
    "otr-d6",
    sandtable_otr_d6::OtrD6,
    scenarios::OTR_D6,
    Some(tutorials::OTR_D6)
);

/// 6+ Rules.
pub const SIX_PLUS: Entry = entry!(
    "six-plus",
    sandtable_six_plus::SixPlus,
    scenarios::SIX_PLUS,
    Some(tutorials::SIX_PLUS)
);

/// My Favorite Rules.
pub const FAVORITE: Entry = entry!(
    "favorite",
    sandtable_favorite::Favorite,
    scenarios::FAVORITE,
    Some(tutorials::FAVORITE)
);

/// Throw me a 6.
pub const THROW_ME_A_6: Entry = entry!(
    "throw-me-a-6",
    sandtable_throw_me_a_6::ThrowMeA6,
    scenarios::THROW_ME_A_6,
    Some(tutorials::THROW_ME_A_6)
);

/// Chaos, Confusion and Casualties, the regimental rules.
pub const REGIMENTAL: Entry = entry!(
    "regimental",
    sandtable_regimental::Regimental,
    scenarios::REGIMENTAL,
    Some(tutorials::REGIMENTAL)
);

/// Three-Hit, pike and shot: a difference of three-hit.
pub const PIKE_AND_SHOT: Entry = Entry {
    base: Some("three-hit"),
    open: |switches| Ok(Arc::new(sandtable_pike_and_shot::open(switches)?)),
    pitched: Some(|switches, dice| {
        sandtable_pike_and_shot::open(switches).map(|rules| rules.pitched_battle(dice))
    }),
    ..entry!(
        "pike-and-shot",
        sandtable_three_hit::ThreeHit,
        scenarios::PIKE_AND_SHOT,
        Some(tutorials::PIKE_AND_SHOT)
    )
};

/// Every rule set, a line each.
pub const ALL: &[Entry] = &[
    THREE_HIT,
    OTR_D6,
    FAVORITE,
    SIX_PLUS,
    THROW_ME_A_6,
    REGIMENTAL,
    PIKE_AND_SHOT,
];

/// The names of all rule sets, and nothing else about them.
pub const NAMES: [&str; ALL.len()] = {
    let mut names = [""; ALL.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = ALL[i].id;
        i += 1;
    }
    names
};

impl Entry {
    /// Opens the rule set under some switches.
    ///
    /// # Errors
    /// If a switch or a value does not exist: a sentence that names it.
    pub fn open(&self, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
        // The titles and texts of a rule set are read in its own words.
        self.spoken_of();
        (self.open)(switches)
    }

    /// Makes its words take precedence from now on, followed by those of its base.
    fn spoken_of(&self) {
        sandtable_tongue::about_difference(self.id, self.base);
    }

    /// Opens the rule set with its default switches.
    ///
    /// # Panics
    /// Never: a test checks that default switches are accepted.
    #[must_use]
    pub fn standard(&self) -> Arc<dyn Rules> {
        match self.open(&Switches::default()) {
            Ok(rules) => rules,
            Err(trouble) => unreachable!("{}: {trouble}", self.id),
        }
    }

    /// Sets up a battle as the rules themselves describe it under some switches, with armies rolled
    /// and terrain laid. The cursor is at turn 0. Returns `None` if the rules do not describe this.
    ///
    /// # Errors
    /// As [`Entry::open`].
    pub fn pitched_battle(
        &self,
        switches: &Switches,
        dice: &mut dyn Dice,
    ) -> Option<Result<Battle, String>> {
        self.pitched.map(|set_up| set_up(switches, dice))
    }

    /// Returns what you read about the rule set away from the table.
    #[must_use]
    pub const fn annex(&self) -> AnnexText {
        self.annex
    }

    /// Lists its built-in scenarios, sorted by id.
    pub fn scenarios(&self) -> impl Iterator<Item = Scenario> + use<> {
        self.scenarios.iter().map(|&(id, text)| Scenario {
            id: id.to_owned(),
            text: text.to_owned(),
        })
    }

    /// Lists the built-in armies of its family, sorted by id.
    pub fn armies(&self) -> impl Iterator<Item = ArmyFile> + use<> {
        self.armies.iter().map(|&(id, text)| ArmyFile {
            id: id.to_owned(),
            text: text.to_owned(),
        })
    }

    /// Returns its built-in points, the worth of units, as the text of a `*.points.toml`.
    #[must_use]
    pub const fn points(&self) -> Option<&'static str> {
        self.points
    }

    /// Returns what the library says about the rule set and its battles, if that has been written.
    ///
    /// # Errors
    /// If the file cannot be parsed: the parser's message. Tests check the built-in files.
    #[must_use]
    pub fn library(&self) -> Option<Result<Library, String>> {
        self.library.map(library::read)
    }

    /// Returns its built-in tutorial, if there is one.
    #[must_use]
    pub fn tutorial(&self) -> Option<Tutorial> {
        self.tutorial.map(|(text, battle)| Tutorial {
            rules: self.id.to_owned(),
            text: text.to_owned(),
            battle: battle.to_owned(),
        })
    }
}

/// Opens a rule set by name, with switches.
///
/// # Errors
/// If something does not exist: a sentence that names it and what does exist.
pub fn open(id: &str, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
    let entry = ALL.iter().find(|e| e.id == id);
    let entry = entry.ok_or_else(|| {
        format!(
            "there is no rule set `{id}`; there are: {}",
            NAMES.join(", ")
        )
    })?;
    entry.open(switches)
}

/// Returns what you read about a rule set away from the table.
///
/// # Errors
/// If there is no such rule set, or its files cannot be read: a sentence that says so.
pub fn annex(id: &str) -> Result<Annex, String> {
    let text = ALL.iter().find(|e| e.id == id).map(Entry::annex);
    text.ok_or_else(|| format!("there is no rule set `{id}`"))?
        .read()
}

/// Sets the current rule set for words, on this thread and until the call is over. For a rule set
/// that the register does not know, only its own words count.
pub fn speak_of(id: &str) {
    let entry = ALL.iter().find(|entry| entry.id == id);
    entry.map_or_else(|| sandtable_tongue::about(id), Entry::spoken_of);
}

/// Returns the cards of all rule sets with default switches, in order.
#[must_use]
pub fn cards() -> Vec<Card> {
    ALL.iter().map(|e| e.standard().card().clone()).collect()
}
