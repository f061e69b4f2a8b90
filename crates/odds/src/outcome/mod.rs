//! The odds of an order in words: one exploration of the very resolution that plays it, with
//! outcomes grouped by what a player would see.

mod besides;
mod effect;
mod means;
mod part;
mod rows;
mod seen;
mod tree;
pub mod view;
mod words;

pub use besides::Foreseen;
pub use effect::{Effect, Outcomes, Told, Went};
use sandtable_tongue::say;

use crate::{Answer, Chance, Law, Others, answer_apart};
use part::parts_of;
use rows::{doubtful, in_percent, terse, told};
use sandtable_battle::{Battle, Card, Clause, Factor, Legal, Rules, Scene, UnitId};
use view::{FactorView, OddsView, OthersView};

/// Settings for working out odds.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Most runs of the resolution for exact odds. If they are not enough, about as many again are
    /// spent on samples.
    pub runs: usize,
    /// The policy for choices on the way.
    pub others: Others,
    /// Whether the odds are also unfolded step by step.
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

/// A battle and its rules, ready to describe the odds of an order.
#[derive(Clone, Copy)]
pub struct Outlook<'a> {
    /// The rules.
    pub rules: &'a dyn Rules,
    /// The battle.
    pub battle: &'a Battle,
    /// What to say of an order to the table, or of one without a target, if nothing else can happen
    /// that a player would see: "Moves 4.2 of 6 inches". Beside other outcomes it is "no effect".
    pub quiet: &'a str,
}

/// Outcomes in words with their chances, and how far off a chance may be.
pub type Worded = (Vec<([String; 2], Chance)>, Option<f64>);

impl<'a> Outlook<'a> {
    /// Makes an outlook on a battle under its rules.
    #[must_use]
    pub fn new(rules: &'a dyn Rules, battle: &'a Battle) -> Self {
        Self {
            rules,
            battle,
            quiet: say("no effect"),
        }
    }

    /// Returns the odds of a legal order: exact, or sampled with their error.
    #[must_use]
    pub fn odds(&self, legal: &Legal, terms: Terms) -> OddsView {
        let all = self.law(legal, terms);
        let law = terse(&told(&all.law));
        let (certain, open) = doubtful(&law);
        OddsView {
            certain: self.certainties(&certain),
            rows: self.among(&law).rows(&open, &certain),
            // The row of a single unit includes what is certain, so that "nothing happens" is true.
            parts: self.parts(&law, legal),
            means: self.means(&all),
            factors: self.factors(&self.rules.advice().factors(self.battle, legal)),
            lost: law.lost().to_string(),
            within: all.within.map(in_percent),
            others: OthersView::passing(terms.others, all.passed),
            tree: terms.tree.then(|| self.tree(legal, terms)),
        }
    }

    /// Returns the law of what a player would see of an order.
    #[must_use]
    pub fn law(&self, legal: &Legal, terms: Terms) -> Foreseen {
        // How the order of play moves on is the outcome of an order to the table; after other
        // orders it goes without saying. It is described from a cursor without group and unit, so
        // that drawing the same card again is mentioned, too.
        let table = legal.order().unit().is_none().then(|| {
            let mut nowhere = self.battle.clone();
            (nowhere.cursor.group, nowhere.cursor.unit) = (None, None);
            nowhere
        });
        let Answer {
            law,
            samples,
            passed,
            ..
        } = answer_apart(
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
        let within = samples.map(|all| all.within(|(outcomes, _)| parts_of(outcomes)));
        Foreseen {
            passed,
            ..self.foreseen(&law, within)
        }
    }

    /// Returns every outcome with its chance, in the words of [`Outlook::odds`]: as its row says
    /// it, and in full, including what is certain. The same words may come more than once. With
    /// them comes how far off a chance may be, as [`Answer::within`].
    #[must_use]
    pub fn rows_of(&self, legal: &Legal, terms: Terms) -> Worded {
        let foreseen = self.law(legal, terms);
        let law = terse(&told(&foreseen.law));
        let (certain, _) = doubtful(&law);
        let here = self.among(&law);
        let labels = |all: &Outcomes| {
            let open = rows::without(all, &certain);
            [here.row_of(&open, &certain), here.row_of(all, &Vec::new())]
        };
        let rows = law.iter().map(|(all, chance)| (labels(all), chance));
        (rows.collect(), foreseen.within)
    }

    /// Returns factors as a page shows them.
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

    /// Returns the outlook on one of these outcomes. What the order is called describes it only if
    /// it is the only one.
    fn among(&self, law: &Law<Outcomes>) -> Self {
        match law.len() {
            0 | 1 => *self,
            _ => Self::new(self.rules, self.battle),
        }
    }

    fn card(&self) -> &'a Card {
        self.rules.card()
    }

    /// Returns a clause's title.
    fn title(&self, clause: Clause) -> &'a str {
        let text = self.card().clause(clause);
        text.map_or("", |text| text.title.as_str())
    }

    /// Returns the meaning of an outcome under a clause, if the clause gives it.
    fn reading(&self, clause: Clause, outcome: u16) -> Option<&'a str> {
        let readings = &self.card().clause(clause)?.readings;
        readings.get(usize::from(outcome)).map(String::as_str)
    }

    /// Returns the meaning of an outcome under a clause; the number if the clause gives none.
    fn meaning(&self, clause: Clause, outcome: u16) -> String {
        self.reading(clause, outcome)
            .map_or_else(|| outcome.to_string(), ToOwned::to_owned)
    }

    /// Returns whether readings of a clause say nothing about a unit beyond its losses and marks: a
    /// count of hits, or what a side has won.
    fn is_aside(&self, clause: Clause) -> bool {
        let text = self.card().clause(clause);
        text.is_some_and(|text| text.counts || text.sides)
    }

    /// Returns a unit's name.
    fn name(&self, unit: UnitId) -> &'a str {
        self.battle.setting.called(unit)
    }
}
