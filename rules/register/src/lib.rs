//! The list of rule sets, and the scenarios, tutorials and armies that ship
//! with them.

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

/// A rule set that can be opened, with what ships for it.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its name in files.
    pub id: &'static str,
    /// The rule set that it is a difference of, if it is one.
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

/// A battle as a rule set sets it up itself, under some switches.
type Pitched = fn(&Switches, &mut dyn Dice) -> Result<Battle, String>;

/// An entry: the name of the rule set, its type, its scenarios, its tutorial.
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

/// The names of all rule sets, and nothing else of them.
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
    /// The rule set under some switches.
    ///
    /// # Errors
    /// A sentence that names a switch or a value that does not exist.
    pub fn open(&self, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
        // Its titles and texts are read in its own words.
        self.spoken_of();
        (self.open)(switches)
    }

    /// From now on its words are heard before those of others, and those of its base next.
    fn spoken_of(&self) {
        sandtable_tongue::about_difference(self.id, self.base);
    }

    /// The rule set with its default switches.
    ///
    /// # Panics
    /// Never: default switches are tested to be accepted.
    #[must_use]
    pub fn standard(&self) -> Arc<dyn Rules> {
        match self.open(&Switches::default()) {
            Ok(rules) => rules,
            Err(trouble) => unreachable!("{}: {trouble}", self.id),
        }
    }

    /// A battle as the rules themselves set it up under some switches, where they say
    /// how: armies rolled, terrain laid. Its cursor stands at turn 0.
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

    /// What of it is read beside the table.
    #[must_use]
    pub const fn annex(&self) -> AnnexText {
        self.annex
    }

    /// The scenarios that ship for it, sorted by id.
    pub fn scenarios(&self) -> impl Iterator<Item = Scenario> + use<> {
        self.scenarios.iter().map(|&(id, text)| Scenario {
            id: id.to_owned(),
            text: text.to_owned(),
        })
    }

    /// The armies that ship for its family, sorted by id.
    pub fn armies(&self) -> impl Iterator<Item = ArmyFile> + use<> {
        self.armies.iter().map(|&(id, text)| ArmyFile {
            id: id.to_owned(),
            text: text.to_owned(),
        })
    }

    /// The points that ship for it: what units are worth, a `*.points.toml`.
    #[must_use]
    pub const fn points(&self) -> Option<&'static str> {
        self.points
    }

    /// What the shelf says of it and of its battles, if that was written.
    ///
    /// # Errors
    /// The parser's message; those that ship are tested.
    #[must_use]
    pub fn library(&self) -> Option<Result<Library, String>> {
        self.library.map(library::read)
    }

    /// The tutorial that ships for it, if there is one.
    #[must_use]
    pub fn tutorial(&self) -> Option<Tutorial> {
        self.tutorial.map(|(text, battle)| Tutorial {
            rules: self.id.to_owned(),
            text: text.to_owned(),
            battle: battle.to_owned(),
        })
    }
}

/// Opens a rule set by its name, with switches.
///
/// # Errors
/// A sentence that names what does not exist and what does.
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

/// What of a rule set is read beside the table.
///
/// # Errors
/// A sentence when there is no such rule set, or its files cannot be read.
pub fn annex(id: &str) -> Result<Annex, String> {
    let text = ALL.iter().find(|e| e.id == id).map(Entry::annex);
    text.ok_or_else(|| format!("there is no rule set `{id}`"))?
        .read()
}

/// Names the rule set that is spoken of from now on, on this thread and until the call is over;
/// of one that the register does not know only its own words are heard.
pub fn speak_of(id: &str) {
    let entry = ALL.iter().find(|entry| entry.id == id);
    entry.map_or_else(|| sandtable_tongue::about(id), Entry::spoken_of);
}

/// The cards of all rule sets with default switches, in order.
#[must_use]
pub fn cards() -> Vec<Card> {
    ALL.iter().map(|e| e.standard().card().clone()).collect()
}
