//! A rule set's card: everything about it that is a name or a number.

use crate::clause::Switches;
use crate::{
    Battle, Clause, ClauseText, Element, Ground, MarkSpec, Muster, NumberTable, Pending, Switch,
};
use sandtable_geometry::{Anchor, Length, Ruler};
use serde::Serialize;

/// Who wrote the rules, and how close this engine is to them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Credit {
    /// Title of the rules as published.
    pub title: String,
    /// Author of the rules.
    pub author: String,
    /// Where and when they were published, in words.
    pub published: String,
    /// What a player should know about the status of this version.
    pub status: String,
}

/// A troop type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindSpec {
    /// The type's name in files and orders.
    pub id: String,
    /// The type's name for people.
    pub title: String,
    /// The picture to show: `infantry`, `skirmishers`, `archers`, `cavalry`, `artillery`,
    /// `general`, `pikes`, `legion`, `warband`, `peltasts`, `chariot`, `elephant` or `engine`.
    pub figure: String,
    /// Frontage and depth of one stand.
    pub stand: (Length, Length),
    /// Number of stands at the start if a file does not say.
    pub stands: u8,
    /// Whether the type is a single leader rather than a fighting unit.
    pub leader: bool,
    /// The formations it may take, as bits by index in [`Card::formations`].
    pub formations: u32,
}

/// The unit in which these rules count strength: the words for what [`crate::Unit::stands`] holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strength {
    /// The singular: "stand", "figure".
    pub one: String,
    /// The plural: "stands", "figures".
    pub many: String,
    /// How many share one base, for drawing; 1 if each has its own.
    pub to_a_base: u8,
}

impl Default for Strength {
    /// Counts strength in stands.
    fn default() -> Self {
        Self {
            one: "stand".to_owned(),
            many: "stands".to_owned(),
            to_a_base: 1,
        }
    }
}

impl Strength {
    /// Returns a number of them, in words: `1 figure`, `3 figures`.
    #[must_use]
    pub fn count(&self, number: u8) -> String {
        let noun = if number == 1 { &self.one } else { &self.many };
        format!("{number} {noun}")
    }
}

/// What a battle in progress remembers besides its units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StateSpec {
    /// Marks of a side, by index in [`crate::Memory::sides`].
    pub side: Vec<MarkSpec>,
    /// Marks of the battle, by index in [`crate::Memory::battle`].
    pub battle: Vec<MarkSpec>,
    /// What a resolution that waits for a choice still has to do, if the rules can ask for a choice
    /// in the middle of a resolution.
    #[serde(skip)]
    pub pending: Option<Pending>,
    /// How files of format 1 stored this, if they stored it differently.
    #[serde(skip)]
    pub before: Option<Before>,
}

/// Converts a battle stored as in format 1 to the present form.
pub type Renew = fn(&mut Battle);

/// How files and journals of format 1 stored a battle in progress.
#[derive(Clone, Debug)]
pub struct Before {
    /// The former marks of a unit, by index.
    pub marks: Vec<MarkSpec>,
    /// Converts a battle stored in this way to the present form.
    pub now: Renew,
    /// Marks that shared one value: once they no longer apply, nobody can tell which of them it
    /// was, so journals do not compare them.
    pub blurred: Vec<u8>,
}

impl PartialEq for Before {
    /// A rule set has only one former way to store battles.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Before {}

/// A property that a unit keeps for the whole battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RatingSpec {
    /// The rating's name in files.
    pub id: String,
    /// The rating's name for people.
    pub title: String,
    /// Names of its values 0, 1, 2, ..
    pub values: Vec<String>,
    /// The value if a file does not say.
    pub default: u8,
    /// The troop types that have this rating, as bits by index in [`Card::kinds`]; pages show it
    /// for no others.
    pub kinds: u32,
}

impl PhaseSpec {
    /// Makes a phase: its name in files, its name for people, the label for ending it, and whether
    /// most turns skip it.
    #[must_use]
    pub fn new(id: &str, title: &str, end: &str, rare: bool) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            end: end.to_owned(),
            rare,
        }
    }
}

impl RatingSpec {
    /// Makes a rating of some troop types; its first value is the default.
    #[must_use]
    pub fn new(id: &str, title: &str, values: &[&str], kinds: u32) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            values: values.iter().map(|&value| value.to_owned()).collect(),
            default: 0,
            kinds,
        }
    }

    /// Returns the same rating with another default.
    #[must_use]
    pub fn usually(mut self, default: u8) -> Self {
        self.default = default;
        self
    }

    /// Bits that stand for every troop type.
    pub const ALL: u32 = u32::MAX;

    /// Returns what is shown of a value for a troop type: nothing if the type does not have the
    /// rating, and nothing for the default value.
    #[must_use]
    pub fn shown(&self, kind: u8, value: u8) -> Option<&str> {
        let said = self.kinds.checked_shr(u32::from(kind)).unwrap_or(0) & 1 == 1;
        let name = self.values.get(usize::from(value))?;
        (said && value != self.default).then_some(name)
    }
}

/// A phase of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PhaseSpec {
    /// The phase's name in files.
    pub id: String,
    /// The phase's name for people.
    pub title: String,
    /// The label of the button that ends the phase, like "End movement".
    pub end: String,
    /// Whether most turns skip the phase (deployment, a step that exists only under a switch): a
    /// list of phases shows it only while it lasts.
    pub rare: bool,
}

/// How orders are given in these rules: what the table must know about them before it asks the
/// rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OrderSpec {
    /// Whether players choose the heading from which a charge is made. If not, an order that names
    /// a heading is refused.
    pub aims_charges: bool,
    /// Whether ordering (or foreseeing) a charge only declares it or only brings units together,
    /// and an order to fight in a later phase of the turn fights its melee: odds then continue to
    /// that order.
    pub charges_fought_later: bool,
    /// Whether an order to fight may be given after its target has gone for good: what was
    /// announced earlier is still carried out.
    pub fights_outlive_target: bool,
}

/// What armies consist of in these rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArmySpec {
    /// The army tables.
    pub musters: Vec<Muster>,
    /// What the elements of common army lists are; empty if such lists mean nothing to the rules.
    pub elements: Vec<Element>,
}

/// Everything about a rule set that is a name or a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Card {
    /// The rule set's name in files: `three-hit`.
    pub id: String,
    /// The prefix of its clause ids: `THR`.
    pub prefix: String,
    /// Version of this engine's reading of the rules.
    pub edition: u16,
    /// Where the rules come from.
    pub credit: Credit,
    /// The unit of length in files and in what players read.
    pub ruler: Ruler,
    /// The point of a unit that its pose names.
    pub anchor: Anchor,
    /// Troop types.
    pub kinds: Vec<KindSpec>,
    /// What strength is counted in.
    pub strength: Strength,
    /// Formations, by name; the first is the default.
    pub formations: Vec<String>,
    /// Marks of a unit, by index in [`crate::Unit::marks`].
    pub marks: Vec<MarkSpec>,
    /// What is remembered besides the units' marks.
    pub state: StateSpec,
    /// Ratings, by index in [`crate::Unit::ratings`].
    pub ratings: Vec<RatingSpec>,
    /// Phases, by index in [`crate::Cursor::phase`].
    pub phases: Vec<PhaseSpec>,
    /// The word for a group of units: "division".
    pub group: String,
    /// How orders are given.
    pub orders: OrderSpec,
    /// The kinds of ground that have no effect at all in these rules: a file that lays them gets a
    /// warning.
    pub plain_grounds: Vec<Ground>,
    /// The events that chance cards can bring in these rules, by their names in files; none if the
    /// rules have no such cards.
    #[serde(skip)]
    pub events: Vec<String>,
    /// What armies consist of.
    #[serde(skip)]
    pub armies: ArmySpec,
    /// The weights with which computer players value positions, and how many positions they can
    /// think through in their time: a `weights.toml`, as `sandtable train` writes it. Empty if none
    /// has been learned yet; computer players then go by strength and posts alone.
    #[serde(skip)]
    pub weights: &'static str,
    /// Clauses, in the order of the printed rules.
    pub clauses: Vec<ClauseText>,
    /// House-rule switches.
    pub switches: Vec<Switch>,
    /// Default table, width and height.
    pub table: (Length, Length),
    /// The rules' numbers, and the house rules in play.
    pub numbers: NumberTable,
    /// A fingerprint of the numbers and house rules ([`NumberTable::hash`]), which journals store.
    pub hash: u64,
}

impl Card {
    /// Returns the text of a clause, of this rule set or of the table itself.
    #[must_use]
    pub fn clause(&self, clause: Clause) -> Option<&ClauseText> {
        let n = clause.number();
        let own = if n < 100 {
            crate::clause::table_texts()
        } else {
            &self.clauses
        };
        own.iter().find(|text| text.n == n)
    }

    /// Returns house rules as files hold them, however they were written: without what is as
    /// printed, and numbers as the engine writes them. What the rule set does not know stays, so
    /// that opening it refuses that.
    #[must_use]
    pub fn settled(&self, house: &Switches) -> Switches {
        let mut settled = Switches::default();
        for (name, value) in house.choices() {
            let mut own = self.switches.iter().filter(|switch| switch.data.is_none());
            let switch = own.find(|switch| switch.name == name);
            if let Some(value) = switch.map_or(Some(value.to_owned()), |s| s.differing(value)) {
                settled = settled.with(name, &value);
            }
        }
        for (path, value) in house.numbers() {
            match self.numbers.written(path, value) {
                Ok(Some((path, value))) => settled = settled.with_number(&path, &value),
                Ok(None) => {}
                Err(_) => settled = settled.with_number(path, value),
            }
        }
        settled
    }

    /// Returns the card with the elements of an `elements.toml` added.
    ///
    /// # Errors
    /// If the file names something that the rule set does not have.
    pub fn with_elements(mut self, text: &str) -> Result<Self, String> {
        self.armies.elements = Element::read_all(text, &self)?;
        Ok(self)
    }

    /// Returns the card for reading files of format 1, if it differs, and the conversion to the
    /// present form.
    #[must_use]
    pub fn before(&self) -> Option<(Self, Renew)> {
        let before = self.state.before.clone()?;
        let mut card = self.clone();
        card.marks = before.marks;
        card.state = StateSpec::default();
        Some((card, before.now))
    }

    /// Returns a clause's id as people cite it: `THR-SHOOT-04`.
    #[must_use]
    pub fn cite(&self, clause: Clause) -> String {
        let prefix = if clause.number() < 100 {
            "TABLE"
        } else {
            &self.prefix
        };
        self.clause(clause).map_or_else(
            || format!("{prefix}-#{}", clause.number()),
            |text| format!("{prefix}-{}", text.id),
        )
    }

    /// Returns the clause of an id, with or without the prefix, in upper or lower case.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&ClauseText> {
        let id = id.to_ascii_uppercase();
        let strip = |prefix: &str| {
            id.strip_prefix(prefix)
                .and_then(|rest| rest.strip_prefix('-'))
        };
        if let Some(rest) = strip("TABLE") {
            return crate::clause::table_texts()
                .iter()
                .find(|text| text.id == rest);
        }
        let bare = strip(&self.prefix).unwrap_or(&id);
        self.clauses.iter().find(|text| text.id == bare)
    }
}
