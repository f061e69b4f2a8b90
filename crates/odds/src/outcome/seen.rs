//! What happened on the way, and what a battle shows afterwards.

use super::Outlook;
use super::effect::{Effect, Outcomes, Told, Went, went};
use sandtable_battle::{Battle, Event, Order, Outcome, Scene, Side, UnitId};
use sandtable_geometry::TOLERANCE;
use sandtable_tell::words;
use std::collections::BTreeMap;

/// A rule set's own reading for a charge that ends short of everybody.
const FALLS_SHORT: &str = "falls short";

impl Outlook<'_> {
    /// Returns what a player would see of one outcome; also how the order of play moved on, if
    /// `table` gives a battle to compare with.
    pub(super) fn outcomes(
        &self,
        after: &Battle,
        told: &Told,
        order: &Order,
        table: Option<&Battle>,
    ) -> Outcomes {
        let mut by_unit: BTreeMap<Option<UnitId>, Vec<Effect>> = BTreeMap::new();
        for (id, now) in after.all() {
            let Some(was) = self.battle.get(id) else {
                continue;
            };
            let mut effects = Vec::new();
            if now.status != was.status {
                effects.push(Effect::Became(now.status));
            }
            let gone = now.status.is_gone();
            if now.stands != was.stands && !gone {
                effects.push(Effect::Stands(
                    i16::from(now.stands) - i16::from(was.stands),
                ));
            }
            for (at, spec) in self.card().marks.iter().enumerate() {
                let change = now.marks[at] - was.marks[at];
                // How long the unit is out is a matter for the log; the marks of a unit that is
                // gone are put away.
                let aside = now.status != was.status && words::is_phrase(&spec.title);
                let put_away = gone && change < 0;
                if change != 0 && !spec.title.is_empty() && !aside && !put_away {
                    let at = u8::try_from(at).unwrap_or(0);
                    effects.push(Effect::Mark(at, change, now.marks[usize::from(at)]));
                }
            }
            if now.formation != was.formation && !gone {
                effects.push(Effect::Formed(now.formation));
            }
            if !effects.is_empty() {
                by_unit.entry(Some(id)).or_default().extend(effects);
            }
        }
        for &(unit, went) in &told.went {
            let effects = by_unit.entry(Some(unit)).or_default();
            effects.push(Effect::Went(went));
        }
        let short = self.short_charge(after, told, order);
        if let Some(unit) = short {
            by_unit.entry(Some(unit)).or_default().push(Effect::Short);
        }
        // Nothing more is said of a unit that is gone, and nothing is said twice.
        let here = |unit: UnitId| after.get(unit).is_some_and(|u| !u.status.is_gone());
        let said = |unit, (why, outcome)| {
            short == Some(unit) && self.reading(why, outcome) == Some(FALLS_SHORT)
        };
        let words = told.last.iter();
        for (&unit, &(why, outcome)) in
            words.filter(|(unit, word)| here(**unit) && !said(**unit, **word))
        {
            let effects = by_unit.entry(Some(unit)).or_default();
            effects.push(Effect::Told(why, outcome));
        }
        if let Some(outcome) = after.ended {
            let end = match outcome {
                Outcome::Won(side) => u8::from(side == Side::B),
                Outcome::Draw => 2,
            };
            by_unit.entry(None).or_default().push(Effect::Ended(end));
        } else if table.is_none()
            && let Some(waits) = after.cursor.waits
            && self.battle.cursor.waits != Some(waits)
        {
            by_unit
                .entry(waits.unit)
                .or_default()
                .push(Effect::Asks(waits.why));
        }
        let went = table.and_then(|from| sandtable_tell::cursor(from, self.card(), &after.cursor));
        if let Some(text) = went {
            by_unit.entry(None).or_default().push(Effect::Turned(text));
        }
        by_unit
            .into_iter()
            .map(|(unit, mut effects)| {
                effects.sort();
                effects.dedup();
                (unit, effects)
            })
            .collect()
    }

    /// Returns the unit that charged and stands where its charge ended, in contact with nobody,
    /// while the enemy that it charged still stands where it stood.
    fn short_charge(&self, after: &Battle, told: &Told, order: &Order) -> Option<UnitId> {
        let &Order::Charge { unit, target, .. } = order else {
            return None;
        };
        let stays = |id: UnitId| {
            let (was, is) = (self.battle.get(id)?, after.get(id)?);
            (is.on_table() && was.pose == is.pose).then_some(())
        };
        let went = |went: Went| told.went.contains(&(unit, went));
        let driven = went(Went::Withdrew) || went(Went::Driven) || went(Went::Retreated);
        let own = after.get(unit).filter(|u| u.on_table() && !driven)?;
        went(Went::Charged).then_some(())?;
        stays(target)?;
        let ground = self.rules.footprint(after, unit);
        let apart =
            |foe: UnitId| self.rules.footprint(after, foe).distance(&ground).length > TOLERANCE;
        let mut foes = after
            .all()
            .filter(|(_, u)| u.side != own.side && u.on_table());
        foes.all(|(foe, _)| apart(foe)).then_some(unit)
    }

    /// Records what happened in a scene. Of the readings about a unit the last one counts; dice of
    /// a new turn are not the order's doing.
    pub(super) fn hear(&self, told: &mut Told, scene: &Scene) {
        told.apart.extend_from_slice(scene.apart());
        for event in scene.events() {
            match *event {
                Event::Turned { from, to, .. } if from.turn != to.turn && from.turn > 0 => break,
                Event::Moved { unit, gait, .. } => {
                    told.went.extend(went(gait).map(|went| (unit, went)));
                }
                Event::Told {
                    why, outcome, unit, ..
                } if self.reading(why, outcome).is_some() && !self.is_aside(why) => {
                    told.last.insert(unit, (why, outcome));
                }
                _ => {}
            }
        }
    }
}
