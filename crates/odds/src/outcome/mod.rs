//! The odds of an order, told in words: one exploration of the very resolution
//! that plays it, its outcomes grouped by what a player would see.

mod besides;
mod effect;
mod means;
mod rows;
mod seen;
mod tree;
pub mod view;
mod words;

pub use besides::Foreseen;
pub use effect::{Effect, Outcomes, Told, Went};
use sandtable_tongue::say;

use crate::{Answer, Chance, Others, answer_apart};
use rows::{doubtful, in_percent, terse, told};
use sandtable_battle::{Battle, Card, Clause, Factor, Legal, Rules, Scene, UnitId};
use view::{FactorView, OddsView, OthersView};

/// On what terms odds are worked out.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Runs of the resolution for exact odds, at most. When they do not do, about
    /// as many again are spent on draws.
    pub runs: usize,
    /// How choices on the way are made.
    pub others: Others,
    /// Whether they are unfolded step by step as well.
    pub tree: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            runs: 20_000,
            others: Others::Stop,
            tree: false,
        }
    }
}

/// A battle seen through its rules, to tell the odds of an order in it.
#[derive(Clone, Copy)]
pub struct Outlook<'a> {
    /// The rules.
    pub rules: &'a dyn Rules,
    /// The battle.
    pub battle: &'a Battle,
    /// What an order to the table, or one that aims at nobody, is said to do when
    /// nothing that a player would see happens: "Moves 4.2 of 6 inches".
    pub quiet: &'a str,
}

impl<'a> Outlook<'a> {
    /// A battle seen through its rules.
    #[must_use]
    pub fn new(rules: &'a dyn Rules, battle: &'a Battle) -> Self {
        Self {
            rules,
            battle,
            quiet: say("no effect"),
        }
    }

    /// The odds of a legal order: exact, or drawn and saying how far off.
    #[must_use]
    pub fn odds(&self, legal: &Legal, terms: Terms) -> OddsView {
        let all = self.law(legal, terms);
        let law = terse(&told(&all.law));
        let (certain, open) = doubtful(&law);
        OddsView {
            certain: self.certainties(&certain),
            rows: self.rows(&open, &certain),
            // Of one unit what is certain is told too: "nothing happens" is true.
            parts: self.parts(&law, legal),
            means: self.means(&all),
            factors: self.factors(&self.rules.advice().factors(self.battle, legal)),
            lost: law.lost().to_string(),
            within: all.within.map(in_percent),
            others: OthersView::of(terms.others),
            tree: terms.tree.then(|| self.tree(legal, terms)),
        }
    }

    /// The law of what a player would see of an order.
    #[must_use]
    pub fn law(&self, legal: &Legal, terms: Terms) -> Foreseen {
        // Where the order of play went is the outcome of an order to the table;
        // after others it is a matter of course. It is told from nowhere, so
        // that the same card drawn again is told too.
        let table = legal.order().unit().is_none().then(|| {
            let mut nowhere = self.battle.clone();
            (nowhere.cursor.group, nowhere.cursor.unit) = (None, None);
            nowhere
        });
        let Answer { law, within } = answer_apart(
            self.rules,
            self.battle,
            legal,
            terms.runs,
            terms.others,
            |told: &mut Told, scene: &Scene| self.hear(told, scene),
            |_, _, _| (),
            |after: &Battle, told: &Told| {
                let outcomes = self.outcomes(after, told, legal.order(), table.as_ref());
                (outcomes, besides::left(after, told))
            },
        );
        self.foreseen(&law, within)
    }

    /// Every outcome with its chance in the words of [`Outlook::odds`]: as its row
    /// says it, and whole, with what is certain. Some words may come more than once.
    #[must_use]
    pub fn rows_of(&self, legal: &Legal, terms: Terms) -> Vec<([String; 2], Chance)> {
        let law = terse(&told(&self.law(legal, terms).law));
        let (certain, _) = doubtful(&law);
        let labels = |all: &Outcomes| {
            let open = rows::without(all, &certain);
            [self.row_of(&open, &certain), self.row_of(all, &Vec::new())]
        };
        law.iter()
            .map(|(all, chance)| (labels(all), chance))
            .collect()
    }

    /// Factors as a page shows them.
    #[must_use]
    pub fn factors(&self, factors: &[Factor]) -> Vec<FactorView> {
        let shown = |factor: &Factor| FactorView {
            clause: self.card().cite(factor.clause),
            title: self.title(factor.clause).to_owned(),
            value: factor.value,
            shown: self.card().clause(factor.clause).map_or_else(
                || format!("{:+}", factor.value),
                |text| text.factor(factor.value),
            ),
            unit: factor.unit.map(|u| u.0),
        };
        factors.iter().map(shown).collect()
    }

    fn card(&self) -> &'a Card {
        self.rules.card()
    }

    /// A clause's title.
    fn title(&self, clause: Clause) -> &'a str {
        let text = self.card().clause(clause);
        text.map_or("", |text| text.title.as_str())
    }

    /// What an outcome under a clause means, if the clause says it.
    fn reading(&self, clause: Clause, outcome: u16) -> Option<&'a str> {
        let readings = &self.card().clause(clause)?.readings;
        readings.get(usize::from(outcome)).map(String::as_str)
    }

    /// What an outcome under a clause means; the number when no one says.
    fn meaning(&self, clause: Clause, outcome: u16) -> String {
        self.reading(clause, outcome)
            .map_or_else(|| outcome.to_string(), ToOwned::to_owned)
    }

    /// Whether what is told under a clause says nothing of a unit that its losses and
    /// marks do not: a count of hits, or what a side has won.
    fn is_aside(&self, clause: Clause) -> bool {
        let text = self.card().clause(clause);
        text.is_some_and(|text| text.counts || text.sides)
    }

    /// A unit's name.
    fn name(&self, unit: UnitId) -> &'a str {
        self.battle.setting.called(unit)
    }
}
