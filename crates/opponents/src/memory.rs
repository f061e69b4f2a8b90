//! What a thinking player remembers from one choice to the next of a phase: the
//! best order of every unit. It is only ever a hint of where to look: what is
//! given in the end was weighed in the battle as it stands.

use sandtable_battle::{Await, Battle, Group, Offer, Order, Rules, Scope, Side, Unit, UnitId};
use sandtable_geometry::Length;

/// The moment for which the orders of a phase are remembered.
type Moment = (u16, u8, Side, Option<Group>, Option<Await>, usize);

/// What was found for a unit.
#[derive(Debug)]
struct Known {
    offers: Vec<Offer>,
    best: Option<(f64, Order)>,
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

    /// Looks at the table: what is known of units near which something has
    /// changed is forgotten.
    pub(crate) fn look(&mut self, rules: &dyn Rules, battle: &Battle) {
        let cursor = battle.cursor;
        let moment = Some((
            cursor.turn,
            cursor.phase,
            cursor.side,
            cursor.group,
            cursor.waits,
            battle.gaps.len(),
        ));
        if self.moment != moment || self.seen.len() != battle.units.len() {
            self.moment = moment;
            self.units.clear();
            self.units.resize_with(battle.units.len(), || None);
        } else {
            for (id, now) in battle.all() {
                let then = self.seen[id.index()];
                if then != *now {
                    self.forget_near(rules, battle, id, &then);
                }
            }
        }
        self.seen.clone_from(&battle.units);
    }

    /// Forgets a unit that changed and those to which it matters.
    fn forget_near(&mut self, rules: &dyn Rules, battle: &Battle, changed: UnitId, then: &Unit) {
        self.units[changed.index()] = None;
        let now = battle.unit(changed);
        let size = rules.footprint(battle, changed).frontage();
        for (id, unit) in battle.all() {
            let known = &mut self.units[id.index()];
            let Some(heeds) = known.as_ref().map(|known| known.heeds) else {
                continue;
            };
            let far = heeds[usize::from(unit.side != now.side)] + size;
            let here = unit.pose.point();
            let near = |other: &Unit| here.distance(other.pose.point()) <= far;
            if near(then) || near(now) {
                *known = None;
            }
        }
    }

    /// Whether a unit was weighed with the same offers.
    pub(crate) fn knows(&self, unit: UnitId, offers: &[Offer]) -> bool {
        self.units[unit.index()]
            .as_ref()
            .is_some_and(|known| known.offers == offers)
    }

    /// The gain of the best order of a unit, if it has any.
    pub(crate) fn gain(&self, unit: UnitId) -> Option<f64> {
        let known = self.units[unit.index()].as_ref()?;
        known.best.as_ref().map(|best| best.0)
    }

    /// The best order of a unit and its gain.
    pub(crate) fn best(&self, unit: UnitId) -> Option<(f64, Order)> {
        self.units[unit.index()].as_ref()?.best.clone()
    }

    /// Remembers the best order of a unit.
    pub(crate) fn keep(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        unit: UnitId,
        offers: &[Offer],
        best: Option<(f64, Order)>,
    ) {
        let profile = rules.profile(battle, unit);
        let size = rules.footprint(battle, unit).frontage();
        let foes = profile.pace + profile.range.max(profile.charge) + size;
        // Who moves minds what stands in his way; who fights, everything near.
        let moves = offers
            .iter()
            .all(|offer| !matches!(offer.scope, Scope::Targets(_)));
        let friends = if moves {
            profile.pace / 2 + size
        } else {
            foes
        };
        self.units[unit.index()] = Some(Known {
            offers: offers.to_vec(),
            best,
            heeds: [friends, foes],
        });
    }
}
