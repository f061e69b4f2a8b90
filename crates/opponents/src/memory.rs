//! What a thinking player remembers between the choices of a phase: the best order of every unit.
//! It is only a hint where to look: the order that is finally given was weighed in the battle as it
//! stands.

use sandtable_battle::{Await, Battle, Group, Offer, Order, Rules, Scope, Side, Unit, UnitId};
use sandtable_geometry::Length;

/// The moment for which the orders of a phase are remembered.
pub(crate) type Moment = (u16, u8, Side, Option<Group>, Option<Await>, usize);

/// Returns the current moment of a battle.
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

/// What the player found for a unit.
#[derive(Debug)]
struct Known {
    offers: Vec<Offer>,
    best: Option<(f64, Order)>,
    /// The next best orders when the unit was weighed.
    others: Vec<(f64, Order)>,
    /// Whether the best order was weighed in the battle as it stands.
    new: bool,
    /// Whether something near the unit has changed since all its orders were weighed.
    stirred: bool,
    /// How near units of its own side, and of the other side, must be to matter to it.
    heeds: [Length; 2],
}

/// What the player found for each unit, and the battle for which that still holds.
#[derive(Debug)]
pub(crate) struct Memory {
    moment: Option<Moment>,
    seen: Vec<Unit>,
    units: Vec<Option<Known>>,
}

impl Memory {
    /// Creates an empty memory.
    pub(crate) const fn new() -> Self {
        Self {
            moment: None,
            seen: Vec::new(),
            units: Vec::new(),
        }
    }

    /// Compares the table with the last look: forgets every unit that an enemy moved near, and
    /// marks the others that may be affected.
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

    /// Forgets a unit that changed, and marks or forgets the units that it affects.
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

    /// Returns whether a unit was weighed with the same offers.
    pub(crate) fn knows(&self, unit: UnitId, offers: &[Offer]) -> bool {
        self.known(unit).is_some_and(|known| known.offers == offers)
    }

    /// Returns whether something near a unit has changed since it was weighed.
    pub(crate) fn stirred(&self, unit: UnitId) -> bool {
        self.known(unit).is_some_and(|known| known.stirred)
    }

    /// Returns whether the best order of a unit was weighed in the battle as it stands.
    pub(crate) fn is_new(&self, unit: UnitId) -> bool {
        self.known(unit).is_some_and(|known| known.new)
    }

    /// Returns whether anything is known about a unit.
    pub(crate) fn holds(&self, unit: UnitId) -> bool {
        self.known(unit).is_some()
    }

    /// Sets what the best order of a unit gains now, and forgets the unit if the order is no longer
    /// legal.
    pub(crate) fn correct(&mut self, unit: UnitId, gain: Option<f64>) {
        let slot = &mut self.units[unit.index()];
        match (slot.as_mut(), gain) {
            (Some(known), Some(gain)) => {
                // An order that gains less than before may no longer be the best.
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

    /// Returns the gain of the best order of a unit, if it has one.
    pub(crate) fn gain(&self, unit: UnitId) -> Option<f64> {
        self.known(unit)?.best.as_ref().map(|best| best.0)
    }

    /// Returns the best order of a unit with its gain.
    pub(crate) fn best(&self, unit: UnitId) -> Option<(f64, Order)> {
        self.known(unit)?.best.clone()
    }

    /// Returns what was found for all units.
    pub(crate) fn found(&self) -> impl Iterator<Item = (f64, Order)> + '_ {
        let known = self.units.iter().flatten();
        known.flat_map(|known| known.best.iter().chain(&known.others).cloned())
    }

    /// Remembers the best orders of a unit, best first.
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
        // A moving unit cares about what is in its way, a fighting unit about everything near.
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
