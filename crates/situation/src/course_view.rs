//! Questions over time as plain data.

use crate::answered::{Answered, NumberView, percent};
use crate::course::Course;
use crate::drawn::Drawn;
use crate::orders::spoken;
use crate::play::End;
use crate::until::{Each, Gone, Until};
use crate::{RefusedView, Situation};
use sandtable_odds::{Chance, OddsRow, Others, OthersView, Weight};
use sandtable_tongue::{numeral, say, say_as};
use serde::Serialize;

/// How long until one is gone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CourseView {
    /// What is played, in words.
    pub says: String,
    /// The word for a step: `turn`, `time`.
    pub step: String,
    /// The plural of `step`.
    pub steps: String,
    /// The mean number of steps of the battles that end; null when none does.
    pub mean: Option<NumberView>,
    /// The variance of that number; null when none ends.
    pub variance: Option<NumberView>,
    /// Number of steps after which one in ten, five in ten and nine in ten battles have ended; null
    /// where that never happens.
    pub tenth: Option<usize>,
    /// See [`CourseView::tenth`].
    pub median: Option<usize>,
    /// See [`CourseView::tenth`].
    pub ninetieth: Option<usize>,
    /// The chance to end in each step.
    pub rows: Vec<CourseRow>,
    /// The ways in which it ends.
    pub ends: Vec<OddsRow>,
    /// The chance that it never ends, in percent: the script comes to a standstill.
    pub never: f64,
    /// The share that could not be followed, in percent; no other number is off by more than this
    /// share could contribute.
    pub lost: f64,
    /// The battles drawn at random that these numbers come from; null if they were worked out.
    pub drawn: Option<DrawnView>,
    /// Number of different states.
    pub states: usize,
    /// How choices on the way were made.
    pub others: OthersView,
}

/// Battles drawn at random in place of working out a question over time: there were too many ways.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnView {
    /// What that means, in words.
    pub says: String,
    /// Number of battles.
    pub battles: usize,
    /// By how many percentage points a chance may be off at most, in nineteen of twenty cases.
    pub off: f64,
    /// By how many steps the mean may be off, in nineteen of twenty cases; null if there is none.
    pub mean_off: Option<f64>,
}

impl DrawnView {
    fn of(drawn: &Drawn) -> Self {
        let (off, mean_off) = (percent(drawn.off(0.5)), drawn.mean_off());
        let of = numeral(format!("{off:.1}"));
        let says = match mean_off {
            Some(mean) => say!(
                "There are too many ways to follow them all. {n} battles drawn at random stand for them: the chances are off by at most about {off} percentage points, the average by about {mean}.",
                n = drawn.count(),
                off = of,
                mean = numeral(format!("{mean:.2}"))
            ),
            None => say!(
                "There are too many ways to follow them all. {n} battles drawn at random stand for them: the chances are off by at most about {off} percentage points.",
                n = drawn.count(),
                off = of
            ),
        };
        Self {
            says,
            battles: drawn.count(),
            off,
            mean_off,
        }
    }
}

/// One step of a question over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CourseRow {
    /// Number of the step, from 1.
    pub step: usize,
    /// The chance that it ends in this step, in percent.
    pub percent: f64,
    /// The chance that it has ended by then, as an exact fraction; empty when only the decimal is
    /// known.
    pub p: String,
    /// The chance that it has ended by then, in percent.
    pub so_far: f64,
}

impl Situation {
    /// Works out a question over time, for people.
    ///
    /// # Errors
    /// If an order of the script may not be given: the reasons.
    pub fn course_view(&self, until: &Until, others: Others) -> Result<CourseView, RefusedView> {
        let course = self.course(until, others)?;
        let (chance, lost) = (course.ends_at_all(), course.lost());
        let ended = course.ended();
        let at = |share: f64| ended.iter().position(|c| c.number() >= share - 1e-12);
        let ends = End::ALL.iter().filter_map(|&end| {
            let chance = course.ends(end);
            (chance.number() > 0.0).then(|| OddsRow {
                label: self.end_says(end),
                p: fraction(chance),
                percent: percent(chance.number()),
            })
        });
        Ok(CourseView {
            says: self.script_says(until),
            step: step_word(until).to_owned(),
            steps: steps_word(until).to_owned(),
            mean: course.mean().number,
            variance: course.variance(),
            tenth: at(0.1),
            median: at(0.5),
            ninetieth: at(0.9),
            rows: rows(&ended),
            ends: ends.collect(),
            never: percent((1.0 - chance - lost).max(0.0)),
            lost: percent(lost),
            drawn: course.drawn.as_ref().map(DrawnView::of),
            states: course.chain.len(),
            others: OthersView::of(others),
        })
    }

    fn end_says(&self, end: End) -> String {
        let name = |unit| self.battle.setting.name(unit);
        let (unit, target) = (name(self.unit), name(self.target));
        match end {
            End::Target => say!("{target} gone first", target = target),
            End::Unit => say!("{unit} gone first", unit = unit),
            End::Both => say!("both gone at once"),
            End::Battle => say!("the battle over with both in it"),
            End::Choice => say!("a player must choose"),
        }
    }

    fn script_says(&self, until: &Until) -> String {
        let name = |unit| self.battle.setting.name(unit);
        let (unit, target) = (name(self.unit), name(self.target));
        let does = |script: &[&str]| match script {
            [] => say_as("script", "nothing").to_owned(),
            orders => {
                let orders: Vec<&str> = orders.iter().map(|name| spoken(name)).collect();
                orders.join(say(", else "))
            }
        };
        let who = match until.gone {
            Gone::Either => say!("either is gone"),
            Gone::Unit => say!("{unit} is gone", unit = unit),
            Gone::Target => say!("{target} is gone", target = target),
        };
        let (own, other) = (does(&until.unit), does(&until.target));
        match until.each {
            Each::Turn => {
                say!(
                    "Turn after turn until {who}. {unit}: {own}; {target}: {other}",
                    who = who,
                    unit = unit,
                    own = own,
                    target = target,
                    other = other
                )
            }
            Each::Order => {
                let order = until.unit.first();
                let order =
                    order.map_or_else(|| say_as("script", "the order"), |name| spoken(name));
                say!(
                    "{unit}: {order}, again and again from where it stands, until {who}",
                    unit = unit,
                    order = order,
                    who = who
                )
            }
            Each::Exchange => {
                say!(
                    "Both at once, again and again from where they stand, until {who}. {unit}: {own}; {target}: {other}",
                    who = who,
                    unit = unit,
                    own = own,
                    target = target,
                    other = other
                )
            }
        }
    }
}

fn step_word(until: &Until) -> &'static str {
    match until.each {
        Each::Turn => say_as("step", "turn"),
        Each::Order | Each::Exchange => say_as("step", "time"),
    }
}

fn steps_word(until: &Until) -> &'static str {
    match until.each {
        Each::Turn => say_as("step", "turns"),
        Each::Order | Each::Exchange => say_as("step", "times"),
    }
}

fn rows(ended: &[Chance]) -> Vec<CourseRow> {
    let mut before = 0.0;
    let mut out = Vec::new();
    for (step, &chance) in ended.iter().enumerate() {
        let now = chance.number();
        if step > 0 {
            out.push(CourseRow {
                step,
                percent: percent(now - before),
                p: fraction(chance),
                so_far: percent(now),
            });
        }
        before = now;
    }
    out
}

fn fraction(chance: Chance) -> String {
    chance
        .fraction()
        .map_or_else(String::new, |_| chance.to_string())
}

impl Course {
    /// Returns the mean number of steps until it ends, exactly if possible, if not as a decimal.
    /// Where some battles never end or could not be followed, it counts those that do end.
    #[must_use]
    pub fn mean(&self) -> Answered {
        let (chance, lost) = (self.ends_at_all(), percent(self.lost()));
        if chance <= 0.0 {
            return Answered::none(if lost > 0.0 {
                say!("not known: it could not be followed so far")
            } else {
                say!("it never ends: nothing happens any more")
            });
        }
        let mut notes = Vec::new();
        if let Some(drawn) = &self.drawn {
            if drawn.mean().is_none() {
                return Answered::none(say!(
                    "not known: too few of the battles drawn at random ended"
                ));
            }
            notes.push(DrawnView::of(drawn).says);
        }
        if lost > 0.0 {
            notes.push(say!(
                "This average counts only what could be followed to its end."
            ));
        } else if percent(1.0 - chance) > 0.0 {
            notes.push(say!("This average counts only what comes to an end."));
        }
        Answered::with(self.mean_number(), notes.join(" "))
    }

    fn mean_number(&self) -> NumberView {
        if let Some((mean, _)) = self.drawn.as_ref().and_then(Drawn::mean) {
            return about(mean);
        }
        let exact = self.chain.mean();
        NumberView {
            value: exact.map_or_else(String::new, |mean| mean.to_string()),
            number: self.chain.mean_about().0,
        }
    }

    /// Returns the variance of the number of steps until it ends; none if it never does.
    #[must_use]
    pub fn variance(&self) -> Option<NumberView> {
        if let Some(drawn) = &self.drawn {
            return drawn.mean().map(|(_, variance)| about(variance));
        }
        let exact = self.chain.variance();
        (self.ends_at_all() > 0.0).then(|| NumberView {
            value: exact.map_or_else(String::new, |variance| variance.to_string()),
            number: self.chain.variance_about(),
        })
    }

    /// Returns the chance of an end.
    pub(crate) fn chance_of(&self, end: End) -> Answered {
        let lost = percent(self.lost());
        let number = NumberView::of(self.ends(end));
        let mut notes = Vec::new();
        let mut off = 0.0;
        if let Some(drawn) = &self.drawn {
            off = percent(drawn.off(number.number));
            notes.push(say!(
                "There are too many ways to follow them all. {n} battles drawn at random stand for them: this chance is off by at most about {off} percentage points.",
                n = drawn.count(),
                off = numeral(format!("{off:.1}"))
            ));
        }
        if lost > 0.0 {
            off += lost;
            notes.push(say!(
                "Not all of it could be followed: the chance may be up to {percent} percentage points higher.",
                percent = numeral(format!("{lost:.2}"))
            ));
        }
        if notes.is_empty() {
            return Answered::with(number, String::new());
        }
        Answered::about(number, notes.join(" "), off)
    }
}

/// Returns a number that is known as a decimal only.
const fn about(number: f64) -> NumberView {
    NumberView {
        value: String::new(),
        number,
    }
}
