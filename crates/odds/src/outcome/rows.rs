//! Rows of odds: outcomes from the likeliest down, as a whole and for one unit at a time.

use super::Outlook;
use super::effect::{Effect, Outcomes};
use super::view::{OddsPart, OddsRow};
use crate::{Chance, Law, Weight};
use sandtable_battle::{Legal, UnitId};
use sandtable_tongue::say;
use std::collections::{BTreeMap, BTreeSet};

/// Number of rows shown one by one; the rest are summed up.
const MOST_ROWS: usize = 10;
/// If there are more outcomes than this, they are also shown for one unit at a time.
const AT_ONE_LOOK: usize = 4;

impl Outlook<'_> {
    /// Returns whole outcomes, from the likeliest down.
    pub(super) fn rows(&self, law: &Law<Outcomes>, certain: &Outcomes) -> Vec<OddsRow> {
        by_chance(law, |outcomes| self.row_of(outcomes, certain))
    }

    /// Returns what is certain: a sentence for each unit concerned.
    pub(super) fn certainties(&self, certain: &Outcomes) -> Vec<String> {
        let each = certain.iter().map(std::slice::from_ref);
        each.map(|one| self.sentence_of(one)).collect()
    }

    /// Returns the law of each unit alone, the order's target and its unit first: in a large fight
    /// with twenty outcomes, a player asks what happens to whom.
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

/// The readings of dice about a unit, by what else happened to it.
type Sayings = BTreeMap<(Option<UnitId>, Vec<Effect>), BTreeSet<Vec<Effect>>>;

/// Returns the law without readings of dice that other effects on the unit already imply: "holds"
/// says something, "hit" beside a lost stand does not. If other effects leave the reading open even
/// once, all outcomes of that unit keep theirs.
pub(super) fn terse(law: &Law<Outcomes>) -> Law<Outcomes> {
    let mut sayings: Sayings = BTreeMap::new();
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

/// Returns what all outcomes of a law have in common, and the law without it: a row shows only what
/// is in doubt. From a single outcome nothing is removed, because it says everything there is.
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

/// Returns an outcome without what is certain.
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

/// Returns the law as it is shown: about a unit that is gone it says only that.
pub(super) fn told(law: &Law<Outcomes>) -> Law<Outcomes> {
    law.map(|outcomes| {
        let of_one = outcomes.iter().map(|(unit, effects)| {
            let lost = effects.iter().any(Effect::is_gone);
            let kept = effects.iter().filter(|e| !lost || e.is_gone());
            (*unit, kept.cloned().collect())
        });
        of_one.collect()
    })
}

/// Lists rows from the likeliest down; rows that read the same are merged, the long tail is summed
/// up.
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

/// Returns a number from 0 to 1 in per cent, to the hundredth.
pub(super) fn in_percent(number: f64) -> f64 {
    (number * 10_000.0).round() / 100.0
}
