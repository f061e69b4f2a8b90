//! The position before a decision, and how much an order improves it.

use crate::post::{Enemy, Post, muster, parts};
use crate::stance::Stance;
use sandtable_battle::{Battle, Outcome, Rules, Side, Unit, UnitId};

/// The other side and the worth of units before the order, each computed once.
pub(crate) struct View {
    side: Side,
    pub(crate) foes: Vec<Enemy>,
    values: Vec<Option<f64>>,
    posts: Vec<Option<Post>>,
}

impl View {
    pub(crate) fn new(rules: &dyn Rules, battle: &Battle) -> Self {
        let side = battle.to_move();
        Self {
            side,
            foes: muster(rules, battle, side),
            values: vec![None; battle.units.len()],
            posts: vec![None; battle.units.len()],
        }
    }

    /// Returns how good a unit's post is before the decision.
    pub(crate) fn parts(&mut self, rules: &dyn Rules, battle: &Battle, unit: UnitId) -> Post {
        let known = &mut self.posts[unit.index()];
        *known.get_or_insert_with(|| parts(rules, battle, unit, &self.foes, false))
    }

    /// Returns how much better a side stands after an order: its own strength minus the other's, and
    /// a large amount more or less if the battle ends. Only units that changed are valued again.
    pub(crate) fn change(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        after: &Battle,
        stance: &Stance,
    ) -> f64 {
        let mut sum = match after.ended {
            Some(Outcome::Won(winner)) if winner == self.side => 5000.0,
            Some(Outcome::Won(_)) => -5000.0,
            _ => 0.0,
        };
        for (id, unit) in after.all() {
            if unit != battle.unit(id) {
                let change = {
                    let known = &mut self.values[id.index()];
                    let before = *known.get_or_insert_with(|| value(rules, battle, id));
                    value(rules, after, id) - before
                };
                sum += if unit.side == self.side {
                    stance.losses * change
                } else {
                    -(stance.kills * change)
                };
            }
        }
        sum
    }

    /// Returns the other side as it stands after an order, if the order changed it.
    pub(crate) fn foes_in(
        &self,
        rules: &dyn Rules,
        battle: &Battle,
        after: &Battle,
    ) -> Option<Vec<Enemy>> {
        let touched = after
            .all()
            .any(|(id, u)| u.side != self.side && stands_otherwise(u, battle.unit(id)));
        touched.then(|| muster(rules, after, self.side))
    }
}

/// Returns whether a unit has moved, changed formation, or left the table.
fn stands_otherwise(now: &Unit, then: &Unit) -> bool {
    (now.pose, now.status, now.formation) != (then.pose, then.status, then.formation)
}

/// Returns the worth of a unit on the table, less if it is shaken.
pub(crate) fn value(rules: &dyn Rules, battle: &Battle, unit: UnitId) -> f64 {
    if !battle.unit(unit).on_table() {
        return 0.0;
    }
    let profile = rules.advice().profile(battle, unit);
    f64::from(profile.worth - profile.shaken)
}
