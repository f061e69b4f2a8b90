//! A rule set's card: everything about it that is a name or a number.

use crate::{
    Battle, Clause, ClauseText, Element, Ground, MarkSpec, Muster, NumberTable, Pending, Switch,
};
use sandtable_geometry::{Anchor, Length, Ruler};
use serde::Serialize;

/// Who wrote the rules, and how near this engine is to them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Credit {
    /// Title of the rules as published.
    pub title: String,
    /// Their author.
    pub author: String,
    /// Where and when they were published, in words.
    pub published: String,
    /// What a player should know of the standing of this version.
    pub status: String,
}

/// A troop type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindSpec {
    /// Its name in files and orders.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The picture that fits it: `infantry`, `skirmishers`, `archers`,
    /// `cavalry`, `artillery`, `general`, `pikes`, `legion`, `warband`,
    /// `peltasts`, `chariot`, `elephant` or `engine`.
    pub figure: String,
    /// Frontage and depth of one stand.
    pub stand: (Length, Length),
    /// Stands at the start when a file says nothing.
    pub stands: u8,
    /// Whether it is a single leader and no fighting unit.
    pub leader: bool,
    /// The formations it may take, as bits by place in [`Card::formations`].
    pub formations: u32,
}

/// What the strength of a unit is counted in: what [`crate::Unit::stands`]
/// holds, in the words of these rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strength {
    /// One of them: "stand", "figure".
    pub one: String,
    /// Several of them: "stands", "figures".
    pub many: String,
    /// How many of them share one base, for drawing; 1 when each has its own.
    pub to_a_base: u8,
}

impl Default for Strength {
    /// Stands.
    fn default() -> Self {
        Self {
            one: "stand".to_owned(),
            many: "stands".to_owned(),
            to_a_base: 1,
        }
    }
}

impl Strength {
    /// So many of them, in words: `1 figure`, `3 figures`.
    #[must_use]
    pub fn count(&self, number: u8) -> String {
        let noun = if number == 1 { &self.one } else { &self.many };
        format!("{number} {noun}")
    }
}

/// What a battle in progress remembers beside its units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StateSpec {
    /// Marks of a side, by place in [`crate::Memory::sides`].
    pub side: Vec<MarkSpec>,
    /// Marks of the battle, by place in [`crate::Memory::battle`].
    pub battle: Vec<MarkSpec>,
    /// What a resolution that waits for a choice still has to do, when a choice can be
    /// owed in the middle of one.
    #[serde(skip)]
    pub pending: Option<Pending>,
    /// How it was kept in files of format 1, when that was another way.
    #[serde(skip)]
    pub before: Option<Before>,
}

/// Makes a battle that was kept as format 1 keeps it one of today.
pub type Renew = fn(&mut Battle);

/// How a battle in progress was kept in files and journals of format 1.
#[derive(Clone, Debug)]
pub struct Before {
    /// The marks of a unit as they were, by place.
    pub marks: Vec<MarkSpec>,
    /// Makes a battle that was kept so one of today.
    pub now: Renew,
    /// Marks that were kept in one: where they mean nothing any more, nobody knows
    /// which of them it was, and journals do not compare them.
    pub blurred: Vec<u8>,
}

impl PartialEq for Before {
    /// A rule set has but one way in which things were kept before.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Before {}

/// A property a unit keeps all battle long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RatingSpec {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Names of its values 0, 1, 2, ..
    pub values: Vec<String>,
    /// The value when a file says nothing.
    pub default: u8,
    /// The troop types it is said of, as bits by place in [`Card::kinds`];
    /// pages show it of no others.
    pub kinds: u32,
}

impl PhaseSpec {
    /// A phase: its name in files, its name for people, what ending it is called, and
    /// whether most turns do without it.
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
    /// A rating of some troop types; its first value is the usual one.
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

    /// The same with another usual value.
    #[must_use]
    pub fn usually(mut self, default: u8) -> Self {
        self.default = default;
        self
    }

    /// Of every troop type.
    pub const ALL: u32 = u32::MAX;

    /// What is shown of a value for a troop type: nothing when the rating is
    /// not said of it, and nothing of the usual value.
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
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What ending it is called on a button, like "End movement".
    pub end: String,
    /// Whether most turns do without it (deployment, a step that only a switch
    /// brings): a list of phases shows it only while it lasts.
    pub rare: bool,
}

/// How orders are given in these rules: what the table must know of them before it
/// asks the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OrderSpec {
    /// Players choose the heading from which a charge is made: an order that names
    /// one is refused where they do not.
    pub aims_charges: bool,
    /// A charge is only declared, or only brings units together, when it is ordered
    /// and foreseen, and its melee is fought by an order to fight in a later phase of
    /// the turn: odds then go on to that order.
    pub charges_fought_later: bool,
    /// An order to fight may be given though its target has gone for good: what was
    /// announced before is carried out all the same.
    pub fights_outlive_target: bool,
}

/// What armies are made up of in these rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArmySpec {
    /// The army tables.
    pub musters: Vec<Muster>,
    /// What the elements of common army lists are; nothing where such lists mean
    /// nothing to the rules.
    pub elements: Vec<Element>,
}

/// Everything about a rule set that is a name or a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Card {
    /// Its name in files: `three-hit`.
    pub id: String,
    /// Before its clause ids: `THR`.
    pub prefix: String,
    /// Version of this engine's reading of it.
    pub edition: u16,
    /// Where it comes from.
    pub credit: Credit,
    /// The unit of length that files are written in and players are told.
    pub ruler: Ruler,
    /// Which point of a unit its pose names.
    pub anchor: Anchor,
    /// Troop types.
    pub kinds: Vec<KindSpec>,
    /// What strength is counted in.
    pub strength: Strength,
    /// Formations, by name; the first is the usual one.
    pub formations: Vec<String>,
    /// Marks of a unit, by place in [`crate::Unit::marks`].
    pub marks: Vec<MarkSpec>,
    /// What is remembered beside them.
    pub state: StateSpec,
    /// Ratings, by place in [`crate::Unit::ratings`].
    pub ratings: Vec<RatingSpec>,
    /// Phases, by place in [`crate::Cursor::phase`].
    pub phases: Vec<PhaseSpec>,
    /// The word for a group of units: "division".
    pub group: String,
    /// How orders are given.
    pub orders: OrderSpec,
    /// The kinds of ground that have no effect at all in these rules: files that
    /// lay them are warned.
    pub plain_grounds: Vec<Ground>,
    /// The events that cards of chance can bring in these rules, by the names that
    /// files have for them; none where they know no such cards.
    #[serde(skip)]
    pub events: Vec<String>,
    /// What armies are made up of.
    #[serde(skip)]
    pub armies: ArmySpec,
    /// Clauses, in the order of the printed rules.
    pub clauses: Vec<ClauseText>,
    /// House-rule switches.
    pub switches: Vec<Switch>,
    /// Default table, width and height.
    pub table: (Length, Length),
    /// Its numbers, and the house rules it is played under.
    pub numbers: NumberTable,
    /// A fingerprint of numbers and house rules ([`NumberTable::hash`]): journals
    /// name it.
    pub hash: u64,
}

impl Card {
    /// The text of a clause, of this set or of the table itself.
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

    /// The card with the elements of an `elements.toml`.
    ///
    /// # Errors
    /// What in the file the rule set does not have.
    pub fn with_elements(mut self, text: &str) -> Result<Self, String> {
        self.armies.elements = Element::read_all(text, &self)?;
        Ok(self)
    }

    /// The card by which files of format 1 are read, when that is another.
    #[must_use]
    pub fn before(&self) -> Option<(Self, Renew)> {
        let before = self.state.before.clone()?;
        let mut card = self.clone();
        card.marks = before.marks;
        card.state = StateSpec::default();
        Some((card, before.now))
    }

    /// A clause's id as people cite it: `THR-SHOOT-04`.
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

    /// The clause that an id names, with or without the prefix, in any case.
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
