//! Rows of odds: outcomes by falling chance, whole and a unit at a time.

use super::Outlook;
use super::effect::{Effect, Outcomes};
use super::view::{OddsPart, OddsRow};
use crate::{Chance, Law, Weight};
use sandtable_battle::{Legal, UnitId};
use sandtable_tongue::say;
use std::collections::{BTreeMap, BTreeSet};

/// Rows that are shown one by one; the rest are summed up.
const MOST_ROWS: usize = 10;
/// More than so many outcomes are also told a unit at a time.
const AT_ONE_LOOK: usize = 4;

impl Outlook<'_> {
    /// Whole outcomes by falling chance.
    pub(super) fn rows(&self, law: &Law<Outcomes>) -> Vec<OddsRow> {
        by_chance(law, |outcomes| self.sentence_of(outcomes))
    }

    /// The law of each unit by itself, its target's and its own first: of a fight
    /// of many with twenty outcomes a player asks what becomes of whom.
    pub(super) fn parts(&self, law: &Law<Outcomes>, legal: &Legal) -> Vec<OddsPart> {
        if law.iter().count() <= AT_ONE_LOOK {
            return Vec::new();
        }
        let order = legal.order();
        let mut units: Vec<Option<UnitId>> = law
            .iter()
            .flat_map(|(outcomes, _)| outcomes.iter().map(|(unit, _)| *unit))
            .collect();
        units.sort_by_key(|&unit| {
            let place = match unit {
                None => 3,
                _ if unit == order.target() => 0,
                _ if unit == order.unit() => 1,
                _ => 2,
            };
            (place, unit)
        });
        units.dedup();
        let part = |unit: Option<UnitId>| {
            let own = law.map(|outcomes| {
                let found = outcomes.iter().find(|(of, _)| *of == unit);
                found.map_or_else(Vec::new, |(_, effects)| effects.clone())
            });
            OddsPart {
                unit: unit.map(|unit| unit.0),
                name: unit.map_or_else(String::new, |unit| self.name(unit).to_owned()),
                rows: by_chance(&own, |effects| self.predicate(unit, effects)),
            }
        };
        units.into_iter().map(part).collect()
    }
}

/// The law without what dice said of a unit wherever what befell it tells the
/// same: "no effect" says something, "hit" beside a lost stand does not.
pub(super) fn terse(law: &Law<Outcomes>) -> Law<Outcomes> {
    let mut sayings: BTreeMap<(Option<UnitId>, Vec<Effect>), BTreeSet<Effect>> = BTreeMap::new();
    for (outcomes, _) in law.iter() {
        for (unit, effects) in outcomes {
            let (told, rest): (Vec<Effect>, Vec<Effect>) =
                effects.iter().cloned().partition(Effect::is_told);
            sayings.entry((*unit, rest)).or_default().extend(told);
        }
    }
    let plain = |unit: Option<UnitId>, rest: &Vec<Effect>| {
        let said = sayings.get(&(unit, rest.clone()));
        !rest.is_empty() && said.is_none_or(|said| said.len() < 2)
    };
    law.map(|outcomes| {
        outcomes
            .iter()
            .map(|(unit, effects)| {
                let rest: Vec<Effect> = effects.iter().filter(|e| !e.is_told()).cloned().collect();
                let kept = if plain(*unit, &rest) {
                    rest
                } else {
                    effects.clone()
                };
                (*unit, kept)
            })
            .collect()
    })
}

/// The law without the marks and choices that every outcome brings: a row
/// tells what is in doubt. Marks that are certain stand with the expected
/// numbers.
pub(super) fn doubtful(law: &Law<Outcomes>) -> Law<Outcomes> {
    let marks = |outcomes: &Outcomes| -> BTreeSet<(Option<UnitId>, Effect)> {
        outcomes
            .iter()
            .flat_map(|(unit, effects)| effects.iter().map(|e| (*unit, e.clone())))
            .filter(|(_, effect)| matches!(effect, Effect::Mark(..) | Effect::Asks(_)))
            .collect()
    };
    let mut all = law.iter().map(|(outcomes, _)| marks(outcomes));
    let Some(first) = all.next() else {
        return law.map(Clone::clone);
    };
    let mut others = 0;
    let certain = all.fold(first, |certain, one| {
        others += 1;
        certain.intersection(&one).cloned().collect()
    });
    // One outcome alone tells all there is.
    if others == 0 {
        return law.map(Clone::clone);
    }
    law.map(|outcomes| {
        outcomes
            .iter()
            .map(|(unit, effects)| {
                let kept = effects
                    .iter()
                    .filter(|e| !certain.contains(&(*unit, (*e).clone())));
                (*unit, kept.cloned().collect::<Vec<Effect>>())
            })
            .filter(|(_, effects)| !effects.is_empty())
            .collect()
    })
}

/// Rows by falling chance, what reads alike together, the long tail summed up.
pub(super) fn by_chance<K: Ord>(law: &Law<K>, label: impl Fn(&K) -> String) -> Vec<OddsRow> {
    let mut rows: Vec<(String, Chance)> = Vec::new();
    for (outcome, chance) in law.iter() {
        let label = label(outcome);
        match rows.iter_mut().find(|(l, _)| *l == label) {
            Some((_, sum)) => *sum = sum.plus(chance),
            None => rows.push((label, chance)),
        }
    }
    rows.sort_by(|a, b| b.1.number().total_cmp(&a.1.number()).then(a.0.cmp(&b.0)));
    if rows.len() > MOST_ROWS {
        let tail = rows.split_off(MOST_ROWS - 1);
        let sum = tail.iter().fold(Chance::NONE, |sum, (_, c)| sum.plus(*c));
        rows.push((say!("other ({number} outcomes)", number = tail.len()), sum));
    }
    rows.into_iter()
        .map(|(label, chance)| OddsRow {
            label,
            p: if chance.fraction().is_some() {
                chance.to_string()
            } else {
                String::new()
            },
            percent: in_percent(chance.number()),
        })
        .collect()
}

/// A number from 0 to 1 in per cent, to the hundredth.
pub(super) fn in_percent(number: f64) -> f64 {
    (number * 10_000.0).round() / 100.0
}
