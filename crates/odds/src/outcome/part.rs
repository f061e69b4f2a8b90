//! Parts of outcomes whose chances odds and answers sum up over all outcomes that share them.

use super::effect::{Effect, Outcomes};
use sandtable_battle::UnitId;

/// A part of an outcome.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part<'o> {
    /// All that happens, or all but readings of dice.
    Whole(Vec<Part<'o>>),
    /// All that happens to a unit, or all but readings of dice.
    Unit(Option<UnitId>, Vec<&'o Effect>),
    /// One of the things that happen to a unit.
    One(Option<UnitId>, &'o Effect),
    /// A unit is gone, one way or another.
    Gone(Option<UnitId>),
    /// A unit goes back, one way or another.
    Back(Option<UnitId>),
}

/// Returns the parts of an outcome.
pub(super) fn parts_of(outcomes: &Outcomes) -> Vec<Part<'_>> {
    let mut parts = vec![
        Part::Whole(outcomes.iter().map(whole).collect()),
        Part::Whole(outcomes.iter().map(plain).collect()),
    ];
    for one in outcomes {
        let (unit, effects) = (one.0, &one.1);
        parts.extend([whole(one), plain(one)]);
        parts.extend(effects.iter().map(|effect| Part::One(unit, effect)));
        if effects.iter().any(Effect::is_gone) {
            parts.push(Part::Gone(unit));
        }
        if effects.iter().any(Effect::is_back) {
            parts.push(Part::Back(unit));
        }
    }
    parts
}

fn whole((unit, effects): &(Option<UnitId>, Vec<Effect>)) -> Part<'_> {
    Part::Unit(*unit, effects.iter().collect())
}

fn plain((unit, effects): &(Option<UnitId>, Vec<Effect>)) -> Part<'_> {
    Part::Unit(*unit, effects.iter().filter(|e| !e.is_told()).collect())
}
