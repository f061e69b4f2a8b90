//! Parts of an outcome that affect nothing else: an order with a long course sets them apart, and
//! they are worked out separately, once for all paths that left the same.

use super::Outlook;
use super::effect::{Effect, Outcomes, Told};
use crate::{Chance, Explorer, Law, Weight};
use sandtable_battle::{Battle, Marks, Rest, Scene, UnitId};
use std::collections::BTreeMap;

/// The rest that was set apart for a unit with some marks.
pub(super) type Left = (UnitId, Marks, Rest);

/// What an order leads to.
#[derive(Clone, Debug)]
pub struct Foreseen {
    /// The law of what a player would see, without the parts set apart.
    pub law: Law<Outcomes>,
    /// The outcomes of the parts set apart, each with its chance: they happen to their unit
    /// whatever else happens, and count in the expected numbers.
    pub besides: Vec<(Outcomes, Chance)>,
    /// As [`crate::Answer::within`].
    pub within: Option<f64>,
    /// As [`crate::Answer::passed`].
    pub passed: bool,
}

impl Foreseen {
    /// Returns everything that may happen to units, with its chance: for sums and means. The parts
    /// set apart come beside the outcomes that they belong to.
    pub fn all(&self) -> impl Iterator<Item = (&Outcomes, Chance)> {
        let besides = self
            .besides
            .iter()
            .map(|(outcomes, chance)| (outcomes, *chance));
        self.law.iter().chain(besides)
    }
}

/// Returns the parts set apart in a battle that an order led to.
pub(super) fn left(after: &Battle, told: &Told) -> Vec<Left> {
    let apart = told.apart.iter();
    apart
        .filter_map(|(unit, left)| Some((*unit, after.get(*unit)?.marks, left.clone())))
        .collect()
}

impl Outlook<'_> {
    /// Returns the outcomes of a law, and the results of the parts that they set apart.
    pub(super) fn foreseen(
        &self,
        law: &Law<(Outcomes, Vec<Left>)>,
        within: Option<f64>,
    ) -> Foreseen {
        let mut apart: BTreeMap<&Left, Chance> = BTreeMap::new();
        for ((_, left), chance) in law.iter() {
            for one in left {
                let sum = apart.entry(one).or_insert(Chance::NONE);
                *sum = sum.plus(chance);
            }
        }
        let mut explorer = Explorer::new();
        let mut besides: BTreeMap<Outcomes, Chance> = BTreeMap::new();
        for (left, mass) in apart {
            for (effects, chance) in self.settled(&mut explorer, left).iter() {
                if !effects.is_empty() {
                    let sum = besides.entry(vec![(Some(left.0), effects.clone())]);
                    let sum = sum.or_insert(Chance::NONE);
                    *sum = sum.plus(mass.times(chance));
                }
            }
        }
        Foreseen {
            law: law.map(|(outcomes, _)| outcomes.clone()),
            besides: besides.into_iter().collect(),
            within,
            passed: false,
        }
    }

    /// Returns how the marks of a unit change when a part set apart is resolved.
    fn settled(
        &self,
        explorer: &mut Explorer<Chance>,
        (unit, marks, left): &Left,
    ) -> Law<Vec<Effect>> {
        let mut battle = self.battle.clone();
        if let Some(unit) = battle.units.get_mut(unit.index()) {
            unit.marks = *marks;
        }
        let mut scene = Scene::new(battle.clone());
        explorer.law(|dice| {
            scene.reset(&battle);
            self.rules.advice().foresee_on(left, &mut scene, dice);
            let after = scene.unit(*unit).marks;
            let specs = self.card().marks.iter().zip(0_u8..);
            let changes = specs.zip(after.iter().zip(marks.iter()));
            changes
                .filter(|((spec, _), (now, was))| !spec.title.is_empty() && now != was)
                .map(|((_, at), (now, was))| Effect::Mark(at, now - was, *now))
                .collect()
        })
    }
}
