//! Expected numbers: what an order costs each unit on average.

use super::Outlook;
use super::besides::Foreseen;
use super::effect::Effect;
use super::view::MeanRow;
use crate::{Chance, Weight};
use sandtable_battle::UnitId;
use sandtable_tell::words;
use sandtable_tongue::say;
use std::collections::BTreeMap;

impl Outlook<'_> {
    /// Returns the expected numbers: stands and marks by unit, and the chance of losing the unit.
    pub(super) fn means(&self, all: &Foreseen) -> Vec<MeanRow> {
        let mut sums: BTreeMap<(UnitId, Mean), Chance> = BTreeMap::new();
        let mut add = |key, chance: Chance| {
            sums.entry(key)
                .and_modify(|sum: &mut Chance| *sum = sum.plus(chance))
                .or_insert(chance);
        };
        for (outcomes, chance) in all.all() {
            for (unit, effects) in outcomes {
                let Some(unit) = *unit else { continue };
                if effects.iter().any(Effect::is_back) {
                    add((unit, Mean::Back), chance);
                }
                for effect in effects {
                    match *effect {
                        Effect::Became(status) if status.is_gone() => {
                            add((unit, Mean::Gone), chance);
                            let stands = self.battle.get(unit).map_or(0, |u| u.stands);
                            if self.counts_stands(unit) {
                                add((unit, Mean::StandsLost), chance.scaled(u32::from(stands)));
                            }
                        }
                        Effect::Stands(change) => {
                            let by = u32::from(change.unsigned_abs());
                            let mean = if change < 0 {
                                Mean::StandsLost
                            } else {
                                Mean::StandsBack
                            };
                            add((unit, mean), chance.scaled(by));
                        }
                        Effect::Mark(at, change, _) => {
                            let by = change.unsigned_abs();
                            let mean = if change > 0 {
                                Mean::Takes(at)
                            } else {
                                Mean::Sheds(at)
                            };
                            add((unit, mean), chance.scaled(by));
                        }
                        _ => {}
                    }
                }
            }
        }
        // Sampled numbers that would round to zero.
        let nothing = |chance: &Chance| chance.fraction().is_none() && chance.number() < 0.005;
        sums.into_iter()
            .filter(|(_, chance)| !nothing(chance))
            .map(|((unit, mean), chance)| {
                let name = self.name(unit);
                let many = &self.card().strength.many;
                let label = match mean {
                    Mean::StandsLost => {
                        say!("{name}: {many} lost, on average", name = name, many = many)
                    }
                    Mean::StandsBack => say!(
                        "{name}: {many} got back, on average",
                        name = name,
                        many = many
                    ),
                    Mean::Takes(at) if self.is_told(at) => {
                        say!(
                            "{name}: chance of “{state}”",
                            name = name,
                            state = words::lower(self.mark_title(at))
                        )
                    }
                    Mean::Sheds(at) if self.is_told(at) => {
                        let state = words::lower(self.mark_title(at));
                        say!(
                            "{name}: chance to be rid of “{state}”",
                            name = name,
                            state = state
                        )
                    }
                    Mean::Takes(at) | Mean::Sheds(at) if words::is_phrase(self.mark_title(at)) => {
                        say!(
                            "{name}: {what}, on average",
                            name = name,
                            what = words::lower(self.mark_title(at))
                        )
                    }
                    Mean::Takes(at) => {
                        say!(
                            "{name}: {marks} taken, on average",
                            name = name,
                            marks = words::many(self.mark_title(at))
                        )
                    }
                    Mean::Sheds(at) => {
                        say!(
                            "{name}: loses {marks}, on average",
                            name = name,
                            marks = words::many(self.mark_title(at))
                        )
                    }
                    Mean::Back => say!("{name}: chance to go back", name = name),
                    Mean::Gone => say!("{name}: chance to be lost", name = name),
                };
                MeanRow {
                    label,
                    value: match chance.fraction() {
                        Some(_) => chance.to_string(),
                        None => sandtable_tongue::numeral(format!("{:.2}", chance.number())),
                    },
                    number: (chance.number() * 10_000.0).round() / 10_000.0,
                }
            })
            .collect()
    }

    /// Returns whether a unit's strength is counted in stands.
    fn counts_stands(&self, unit: UnitId) -> bool {
        self.battle.get(unit).is_some_and(|u| u.started > 1)
    }
}

/// The quantity of an expected number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mean {
    StandsLost,
    StandsBack,
    Takes(u8),
    Sheds(u8),
    Back,
    Gone,
}
