//! What a thinking player remembers from one choice to the next of a phase: the
//! best order of every unit. It is only ever a hint of where to look: what is
//! given in the end was weighed in the battle as it stands.

use sandtable_battle::{Await, Battle, Group, Offer, Order, Rules, Scope, Side, Unit, UnitId};
use sandtable_geometry::Length;

/// The moment for which the orders of a phase are remembered.
pub(crate) type Moment = (u16, u8, Side, Option<Group>, Option<Await>, usize);

/// The moment of a battle.
pub(crate) fn moment(battle: &Battle) -> Moment {
    let cursor = battle.cursor;
    (
        cursor.turn,
        cursor.phase,
        cursor.side,
        cursor.group,
        cursor.waits,
        battle.gaps.len(),
    )
}

/// What was found for a unit.
#[derive(Debug)]
struct Known {
    offers: Vec<Offer>,
    best: Option<(f64, Order)>,
    /// The next best when it was weighed.
    others: Vec<(f64, Order)>,
    /// The best was weighed in the battle as it stands.
    new: bool,
    /// Something near it has changed since all it may do was weighed.
    stirred: bool,
    /// How near own units, and those of the other side, matter to it.
    heeds: [Length; 2],
}

/// What was found for each unit, and the battle in which it still holds.
#[derive(Debug)]
pub(crate) struct Memory {
    moment: Option<Moment>,
    seen: Vec<Unit>,
    units: Vec<Option<Known>>,
}

impl Memory {
    /// Nothing yet.
    pub(crate) const fn new() -> Self {
        Self {
            moment: None,
            seen: Vec::new(),
            units: Vec::new(),
        }
    }

    /// Looks at the table: what is known of units near which a foe moved is
    /// forgotten, what else may have changed is marked.
    pub(crate) fn look(&mut self, rules: &dyn Rules, battle: &Battle) {
        let moment = Some(moment(battle));
        if self.moment != moment || self.seen.len() != battle.units.len() {
            self.moment = moment;
            self.units.clear();
            self.units.resize_with(battle.units.len(), || None);
        } else {
            self.units.iter_mut().flatten().for_each(|k| k.new = false);
            for (id, now) in battle.all() {
                let then = self.seen[id.index()];
                if then != *now {
                    self.stir(rules, battle, id, &then);
                }
            }
        }
        self.seen.clone_from(&battle.units);
    }

    /// Forgets a unit that changed, and marks or forgets those to which it
    /// matters.
    fn stir(&mut self, rules: &dyn Rules, battle: &Battle, changed: UnitId, then: &Unit) {
        self.units[changed.index()] = None;
        let now = battle.unit(changed);
        let moved = (then.pose, then.status) != (now.pose, now.status);
        let size = rules.footprint(battle, changed).frontage();
        for (id, unit) in battle.all() {
            let slot = &mut self.units[id.index()];
            let Some(known) = slot else {
                continue;
            };
            let foe = unit.side != now.side;
            let far = known.heeds[usize::from(foe)] + size;
            let here = unit.pose.point();
            let near = |other: &Unit| here.distance(other.pose.point()) <= far;
            if near(then) || near(now) {
                if foe && moved {
                    *slot = None;
                } else {
                    known.stirred = true;
                }
            }
        }
    }

    /// Whether a unit was weighed with the same offers.
    pub(crate) fn knows(&self, unit: UnitId, offers: &[Offer]) -> bool {
        self.known(unit).is_some_and(|known| known.offers == offers)
    }

    /// Whether something near a unit has changed since it was weighed.
    pub(crate) fn stirred(&self, unit: UnitId) -> bool {
        self.known(unit).is_some_and(|known| known.stirred)
    }

    /// Whether the best order of a unit was weighed in the battle as it stands.
    pub(crate) fn is_new(&self, unit: UnitId) -> bool {
        self.known(unit).is_some_and(|known| known.new)
    }

    /// Whether anything is known of a unit.
    pub(crate) fn holds(&self, unit: UnitId) -> bool {
        self.known(unit).is_some()
    }

    /// What the best order of a unit gains now; what is not legal any more is
    /// forgotten.
    pub(crate) fn correct(&mut self, unit: UnitId, gain: Option<f64>) {
        let slot = &mut self.units[unit.index()];
        match (slot.as_mut(), gain) {
            (Some(known), Some(gain)) => {
                // What gains less than it did may not be the best any more.
                known.stirred |= known.best.as_ref().is_some_and(|best| gain < best.0);
                known.best = known.best.take().map(|(_, order)| (gain, order));
                known.new = true;
            }
            _ => *slot = None,
        }
    }

    fn known(&self, unit: UnitId) -> Option<&Known> {
        self.units[unit.index()].as_ref()
    }

    /// The gain of the best order of a unit, if it has any.
    pub(crate) fn gain(&self, unit: UnitId) -> Option<f64> {
        self.known(unit)?.best.as_ref().map(|best| best.0)
    }

    /// The best order of a unit and its gain.
    pub(crate) fn best(&self, unit: UnitId) -> Option<(f64, Order)> {
        self.known(unit)?.best.clone()
    }

    /// What was found for all units.
    pub(crate) fn found(&self) -> impl Iterator<Item = (f64, Order)> + '_ {
        let known = self.units.iter().flatten();
        known.flat_map(|known| known.best.iter().chain(&known.others).cloned())
    }

    /// Remembers the best orders of a unit, the best first.
    pub(crate) fn keep(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        unit: UnitId,
        offers: &[Offer],
        mut few: Vec<(f64, Order)>,
    ) {
        let profile = rules.advice().profile(battle, unit);
        let size = rules.footprint(battle, unit).frontage();
        let foes = profile.pace + profile.range.max(profile.charge) + size;
        // Who moves minds what stands in his way; who fights, everything near.
        let moves = offers
            .iter()
            .all(|offer| !matches!(offer.scope, Scope::Targets(_)));
        let friends = if moves { profile.pace / 2 + size } else { foes };
        self.units[unit.index()] = Some(Known {
            offers: offers.to_vec(),
            best: (!few.is_empty()).then(|| few.remove(0)),
            others: few,
            new: true,
            stirred: false,
            heeds: [friends, foes],
        });
    }
}
