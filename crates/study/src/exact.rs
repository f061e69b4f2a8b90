//! Exact checks of claims: an order between two units without a table, over every way in which its
//! dice can fall.

use crate::stats::Estimate;
use sandtable_battle::{Battle, UnitId};
use sandtable_odds::{Chain, Chance, Explorer, Law, Weight, follow_through};
use sandtable_situation::{Situation, Way};
use sandtable_tongue::say;

/// What to count of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Strength lost, in stands or whatever unit the rules count.
    Strength,
    /// Whether the unit is lost: one or zero.
    Loss,
    /// The growth of a mark: its place in the card, and its title.
    Mark(usize, String),
}

/// The question about an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// The mean of what is counted.
    Mean,
    /// The chance, in percent, that the count reaches this number.
    Reaches(u32),
    /// The mean number of such orders, one after the other, until the count reaches this number in
    /// all.
    Until(u32),
    /// The chance, in percent, that the count reaches the first number within the second number of
    /// such orders.
    By(u32, u32),
    /// Whether the order cannot be given at all: one or zero.
    Refused,
}

/// A question about an order in a situation.
#[derive(Clone, Debug)]
pub struct Exact {
    /// The question in words, for people.
    pub says: String,
    /// The situation.
    pub situation: Situation,
    /// Whether to count the unit that gives the order, not the target.
    pub own: bool,
    /// What to count.
    pub counted: Counted,
    /// The question about the count.
    pub asking: Asking,
    /// Another situation to compare with: the answer then is the ratio of the first to this one.
    pub times: Option<Situation>,
}

/// An exact answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The answer as a number, with an interval where some ways were left out.
    pub value: Estimate,
    /// The answer as a fraction, where it has one.
    pub fraction: Option<String>,
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        let key = |e: &Self| (e.says.clone(), e.own, e.counted.clone(), e.asking.clone());
        key(self) == key(other) && self.situation.battle == other.situation.battle
    }
}

impl Exact {
    /// Works out the answer.
    ///
    /// # Errors
    /// If the order cannot be given: the reason.
    pub fn found(&self) -> Result<Found, String> {
        if self.asking == Asking::Refused {
            let refused = way(&self.situation).err();
            let value = f64::from(u8::from(refused.is_some()));
            return Ok(Found {
                value: Estimate {
                    value,
                    low: value,
                    high: value,
                },
                fraction: Some(refused.unwrap_or_else(|| say!("it can be given"))),
            });
        }
        let own = self.of(&self.situation)?;
        let Some(times) = &self.times else {
            return Ok(own.told(self.is_share()));
        };
        let other = self.of(times)?;
        if other.chance.number() <= 0.0 {
            return Err(say!("what it is compared with comes to zero"));
        }
        Ok(own.over(&other).told(false))
    }

    /// Tells whether the answer is in percent.
    #[must_use]
    pub const fn is_share(&self) -> bool {
        matches!(self.asking, Asking::Reaches(_) | Asking::By(..))
    }

    fn of(&self, situation: &Situation) -> Result<Number, String> {
        let way = way(situation)?;
        let law = self.law(situation, &way);
        let add = |so_far: u32, most: u32| law.map(|n| (so_far + n).min(most));
        let chain = |most: u32| Chain::new(0, |n| *n >= most, |n| add(*n, most));
        let number = match self.asking {
            Asking::Mean => Number::of(law.exact_mean(|n| *n), law.lost()),
            Asking::Reaches(least) => Number::of(law.where_(|n| *n >= least), law.lost()),
            Asking::By(most, times) => {
                Number::of(chain(most).ended_by(times), chain(most).after(times).lost())
            }
            Asking::Until(most) => {
                let mean = chain(most).mean().map(|mean| {
                    let top = u128::try_from(*mean.numer()).unwrap_or(0);
                    Chance::of(top, u128::try_from(*mean.denom()).unwrap_or(1))
                });
                // The fraction may outgrow 128 bits; then a plain number must do.
                let mean = mean.or_else(|| repeated(&law, most).map(Chance::about));
                Number::of(
                    mean.ok_or_else(|| say!("it may never come to an end"))?,
                    law.lost(),
                )
            }
            Asking::Refused => Number::of(Chance::NONE, Chance::NONE),
        };
        Ok(number)
    }

    /// Returns the distribution of the count.
    fn law(&self, situation: &Situation, way: &Way) -> Law<u32> {
        let unit = if self.own {
            situation.unit
        } else {
            situation.target
        };
        let rules = &*situation.rules;
        let mut law: Law<u32> = Law::new();
        let before = self.count(&way.battle, unit);
        let lost = follow_through(
            &mut Explorer::<Chance>::new(),
            rules,
            &way.battle,
            &way.legal,
            situation.others,
            (),
            |&mut (), _| {},
            |&mut (), _, _| {},
            |after, (), weight| {
                let now = self.count(after, unit);
                law.add(u32::try_from(now - before).unwrap_or(0), weight);
            },
        );
        law.lose(lost);
        law
    }

    fn count(&self, battle: &Battle, id: UnitId) -> i32 {
        let unit = battle.unit(id);
        let lost = unit.status.is_lost();
        match &self.counted {
            Counted::Loss => i32::from(lost),
            Counted::Strength if lost => 0,
            // Negative, so that the count grows with losses.
            Counted::Strength => -i32::from(unit.stands),
            Counted::Mark(at, _) => {
                // A lost unit still has the last mark it took.
                unit.marks.get(*at).copied().unwrap_or(0)
            }
        }
    }
}

/// Returns the order that the question is about.
fn way(situation: &Situation) -> Result<Way, String> {
    situation.way(None).map_err(|why| {
        let reasons: Vec<&str> = why.reasons.iter().map(|r| r.says.as_str()).collect();
        say!(
            "the order cannot be given: {reasons}",
            reasons = reasons.join("; ")
        )
    })
}

/// Returns the mean number of repetitions until a count reaches `most`: the first one, and for each
/// outcome what is left from there.
fn repeated(law: &Law<u32>, most: u32) -> Option<f64> {
    let none = law.chance(&0).number();
    if none >= 1.0 {
        return None;
    }
    let mut means: Vec<f64> = vec![0.0];
    for left in 1..=most {
        let some = law.iter().filter(|(n, _)| **n > 0);
        let rest: f64 = some
            .map(|(n, chance)| chance.number() * means[left.saturating_sub(*n) as usize])
            .sum();
        means.push((1.0 + rest) / (1.0 - none));
    }
    means.last().copied()
}

/// A number, and how much of it is unknown.
struct Number {
    chance: Chance,
    lost: f64,
}

impl Number {
    fn of(chance: Chance, lost: Chance) -> Self {
        Self {
            chance,
            lost: lost.number(),
        }
    }

    fn over(&self, other: &Self) -> Self {
        let (one, two) = (self.chance, other.chance);
        let exact = one
            .fraction()
            .zip(two.fraction())
            .filter(|(_, (top, _))| *top > 0);
        let chance = match exact {
            Some(((a, b), (c, d))) => match (a.checked_mul(d), b.checked_mul(c)) {
                (Some(top), Some(bottom)) => Chance::of(top, bottom),
                _ => Chance::about(one.number() / two.number()),
            },
            None => Chance::about(one.number() / two.number()),
        };
        Self {
            chance,
            lost: self.lost + other.lost,
        }
    }

    fn told(&self, share: bool) -> Found {
        let factor = if share { 100.0 } else { 1.0 };
        let value = self.chance.number();
        let fraction = self.chance.fraction().filter(|_| self.lost <= 0.0);
        Found {
            value: Estimate {
                value: value * factor,
                low: (value - self.lost) * factor,
                high: (value + self.lost) * factor,
            },
            // A fraction of long numbers tells people nothing.
            fraction: fraction
                .filter(|(_, bottom)| *bottom < 1_000_000)
                .map(|(top, bottom)| {
                    let number = crate::words::number(value * factor);
                    let unit = if share { " %" } else { "" };
                    match (bottom, share) {
                        (1, false) => top.to_string(),
                        (1, true) => format!("{number} %"),
                        _ => format!("{top}/{bottom} = {number}{unit}"),
                    }
                }),
        }
    }
}
