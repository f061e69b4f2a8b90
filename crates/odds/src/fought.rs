//! Charges whose melee is fought later. If a rule set declares charges first and fights them in
//! another phase, odds continue to the melee. Time passes through orders that end a phase, and only
//! if the melee lies ahead in the same turn.

use sandtable_battle::{Battle, Legal, Order, Rolled, Rules, Scene, UnitId};

/// Most phases between a charge and its melee.
const PHASES: usize = 8;

/// A charge on its way to its melee.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fought {
    unit: UnitId,
    target: UnitId,
    turn: u16,
}

impl Fought {
    /// Returns the charge of an order, if its melee is fought later.
    pub(crate) fn of(rules: &dyn Rules, battle: &Battle, order: &Order) -> Option<Self> {
        let &Order::Charge { unit, target, .. } = order else {
            return None;
        };
        rules.card().orders.charges_fought_later.then_some(Self {
            unit,
            target,
            turn: battle.cursor.turn,
        })
    }

    /// Returns the order that brings the charge closer to its melee, and whether that order is the
    /// melee; `None` if no melee lies ahead.
    pub(crate) fn next(self, rules: &dyn Rules, battle: &Battle) -> Option<(Legal, bool)> {
        if let Some(legal) = self.fight(rules, battle) {
            return Some((legal, true));
        }
        let end = rules.judge(battle, &Order::End).ok()?;
        self.lies_ahead(rules, battle).then_some((end, false))
    }

    /// Returns the melee, if it may be fought now.
    fn fight(self, rules: &dyn Rules, battle: &Battle) -> Option<Legal> {
        let here = |id: UnitId| battle.get(id).is_some_and(|u| u.on_table());
        let now = battle.cursor.turn == self.turn && battle.ended.is_none();
        if !now || !here(self.unit) || !here(self.target) {
            return None;
        }
        let order = Order::Fight {
            unit: self.unit,
            target: self.target,
        };
        rules.judge(battle, &order).ok()
    }

    /// Returns whether the melee may be fought after ending some phases.
    fn lies_ahead(self, rules: &dyn Rules, battle: &Battle) -> bool {
        let mut battle = battle.clone();
        for _ in 0..PHASES {
            let Ok(legal) = rules.judge(&battle, &Order::End) else {
                return false;
            };
            let mut scene = Scene::new(battle);
            rules.resolve(&legal, &mut scene, &mut Rolled::new(0, 0));
            battle = scene.finish().0;
            if self.fight(rules, &battle).is_some() {
                return true;
            }
        }
        false
    }
}
