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
    pub(super) fn rows(&self, law: &Law<Outcomes>, certain: &Outcomes) -> Vec<OddsRow> {
        by_chance(law, |outcomes| self.row_of(outcomes, certain))
    }

    /// What is certain, a sentence for each unit that it befalls.
    pub(super) fn certainties(&self, certain: &Outcomes) -> Vec<String> {
        let each = certain.iter().map(std::slice::from_ref);
        each.map(|one| self.sentence_of(one)).collect()
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
/// same: "holds" says something, "hit" beside a lost stand does not. Where it does
/// not tell the same even once, all that befalls the unit has its saying.
pub(super) fn terse(law: &Law<Outcomes>) -> Law<Outcomes> {
    let mut sayings: BTreeMap<(Option<UnitId>, Vec<Effect>), BTreeSet<Vec<Effect>>> =
        BTreeMap::new();
    for (outcomes, _) in law.iter() {
        for (unit, effects) in outcomes {
            let (told, rest): (Vec<Effect>, Vec<Effect>) =
                effects.iter().cloned().partition(Effect::is_told);
            sayings.entry((*unit, rest)).or_default().insert(told);
        }
    }
    let unclear: BTreeSet<Option<UnitId>> = sayings
        .iter()
        .filter(|((_, rest), said)| !rest.is_empty() && said.len() > 1)
        .map(|((unit, _), _)| *unit)
        .collect();
    law.map(|outcomes| {
        outcomes
            .iter()
            .map(|(unit, effects)| {
                let rest: Vec<Effect> = effects.iter().filter(|e| !e.is_told()).cloned().collect();
                let plain = !rest.is_empty() && !unclear.contains(unit);
                (*unit, if plain { rest } else { effects.clone() })
            })
            .collect()
    })
}

/// What every outcome of a law brings, and the law without it: a row tells what is in
/// doubt. Of one outcome alone nothing is taken away, for it tells all there is.
pub(super) fn doubtful(law: &Law<Outcomes>) -> (Outcomes, Law<Outcomes>) {
    let all = |outcomes: &Outcomes| -> BTreeSet<(Option<UnitId>, Effect)> {
        let each = outcomes.iter();
        each.flat_map(|(unit, effects)| effects.iter().map(|e| (*unit, e.clone())))
            .collect()
    };
    let shared = law.iter().map(|(outcomes, _)| all(outcomes));
    let shared = shared.reduce(|shared, one| shared.intersection(&one).cloned().collect());
    let certain = shared.filter(|_| law.len() > 1).unwrap_or_default();
    let mut told = Outcomes::new();
    for (unit, effect) in certain {
        match told.last_mut() {
            Some((last, effects)) if *last == unit => effects.push(effect),
            _ => told.push((unit, vec![effect])),
        }
    }
    let open = law.map(|outcomes| without(outcomes, &told));
    (told, open)
}

/// An outcome without what is certain.
pub(super) fn without(outcomes: &Outcomes, certain: &Outcomes) -> Outcomes {
    let is_certain = |unit: Option<UnitId>, effect: &Effect| {
        let mut of_unit = certain.iter().filter(|(of, _)| *of == unit);
        of_unit.any(|(_, effects)| effects.contains(effect))
    };
    let of_one = outcomes.iter().map(|(unit, effects)| {
        let kept = effects.iter().filter(|e| !is_certain(*unit, e));
        (*unit, kept.cloned().collect::<Vec<Effect>>())
    });
    of_one.filter(|(_, effects)| !effects.is_empty()).collect()
}

/// The law as it is told: of what is gone nothing more is said than that it is.
pub(super) fn told(law: &Law<Outcomes>) -> Law<Outcomes> {
    let gone = |e: &Effect| matches!(e, Effect::Became(status) if status.is_gone());
    law.map(|outcomes| {
        let of_one = outcomes.iter().map(|(unit, effects)| {
            let lost = effects.iter().any(gone);
            let kept = effects.iter().filter(|e| !lost || gone(e));
            (*unit, kept.cloned().collect())
        });
        of_one.collect()
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
