//! What a rule set advises: what players, computer opponents and pages want to know about a battle
//! without knowing the rules. Nothing here decides what is legal or what happens.

use crate::{Battle, Clause, Dice, Factor, Legal, Order, Rest, Rules, Scene, Side, Sight, UnitId};
use sandtable_geometry::{Facing, Headings, Length};

/// What players, computer opponents and pages want to know about a unit without knowing the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// What is left of the unit, in thousandths of a fresh average unit.
    pub worth: i32,
    /// How far the unit shoots; zero if it does not shoot.
    pub range: Length,
    /// How far the unit can charge with an even chance; zero if it cannot charge.
    pub charge: Length,
    /// How far the unit moves in a turn in its formation.
    pub pace: Length,
    /// How well the unit shoots, in thousandths of an average unit.
    pub fire: i32,
    /// How well the unit shoots in a turn in which it has moved, in thousandths of an average unit.
    pub fire_moved: i32,
    /// How well the unit fights hand to hand, in thousandths of an average unit.
    pub shock: i32,
    /// How shaken the unit is: thousandths of its worth that a test may cost it.
    pub shaken: i32,
    /// How much the ground under the unit protects it from fire, in thousandths of the harm done in
    /// the open.
    pub cover: i32,
    /// How far to either side of straight ahead the unit shoots and charges, in steps of 1/65536
    /// turn: 45 degrees unless a rule set says something else.
    pub arc: i32,
}

impl Default for Profile {
    /// Makes a unit that does nothing and looks 45 degrees to either side.
    fn default() -> Self {
        Self {
            worth: 0,
            range: 0,
            charge: 0,
            pace: 0,
            fire: 0,
            fire_moved: 0,
            shock: 0,
            shaken: 0,
            cover: 0,
            arc: Facing::EIGHTH,
        }
    }
}

/// How far a leader's help reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Influence {
    /// The clause that gives the reach.
    pub clause: Clause,
    /// The reach, 1/100 mm.
    pub reach: Length,
    /// Whether the reach is measured from the edge of the leader's base rather than from its
    /// centre.
    pub from_base: bool,
}

/// How far a charge must go, and how far it can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChargeReach {
    /// Distance to the target, 1/100 mm.
    pub needs: Length,
    /// Distance with the best dice, 1/100 mm.
    pub most: Length,
}

/// What a rule set adds for displays and for evaluation. Every method has a default, so a rule set
/// can be played before it gives advice.
pub trait Advice: Rules {
    /// Describes a unit for those who do not know the rules. By default, a unit is worth the share
    /// of its stands that is left.
    fn profile(&self, battle: &Battle, unit: UnitId) -> Profile {
        let it = battle.unit(unit);
        let whole = i32::from(it.started).max(1);
        Profile {
            worth: match it.status.is_gone() {
                true => 0,
                false => 1000 * i32::from(it.stands) / whole,
            },
            ..Profile::default()
        }
    }

    /// Returns how far a leader's help reaches: its command radius. `None` for a unit that leads
    /// nobody, and in rules without such a radius.
    fn influence(&self, _battle: &Battle, _unit: UnitId) -> Option<Influence> {
        None
    }

    /// Returns whether a unit sees another where both stand now. It uses the functions that judge
    /// shots, so every possible target of a shot is seen. `None` in rules without sight, and for
    /// units that look at nobody under the rules.
    fn sight(&self, _battle: &Battle, _unit: UnitId, _other: UnitId) -> Option<Sight> {
        None
    }

    /// Tells what an order leads to if nobody intervenes, to show its odds and to evaluate it. Most
    /// orders lead to what resolving them brings. One that only declares something (a volley thrown
    /// together with all others, a charge whose melee is fought later) leads to what was declared,
    /// worked out by the functions that will play it.
    fn foresee(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        self.resolve(legal, scene, dice);
    }

    /// Continues an [`Advice::foresee`] that stopped because the dice asked it to. It starts from
    /// the rest that was left ([`Scene::stop_with`]) and from the battle as it was then; it knows
    /// nothing else that went before. Rule sets that never stop need not implement this.
    fn foresee_on(&self, _left: &Rest, _scene: &mut Scene, _dice: &mut dyn Dice) {}

    /// Returns the factors of an order at their present values, to show beside its odds: those of
    /// the order itself and of what it would set off.
    fn factors(&self, _battle: &Battle, legal: &Legal) -> Vec<Factor> {
        legal.factors().to_vec()
    }

    /// Returns how far a legal charge must go to meet its target, and how far it goes at most with
    /// the best dice: a charge that cannot reach its target falls short whatever the dice show.
    /// `None` for orders that are not charges.
    fn charge_reach(&self, _battle: &Battle, legal: &Legal) -> Option<ChargeReach> {
        let (needs, most) = (legal.cost(), legal.allowed());
        let charges = matches!(legal.order(), Order::Charge { .. });
        (charges && most > 0).then_some(ChargeReach { needs, most })
    }

    /// Returns all headings from which a charge would be legal right now. `None` if the rules leave
    /// no choice of heading, an empty set if no heading will do.
    fn charge_headings(
        &self,
        _battle: &Battle,
        _unit: UnitId,
        _target: UnitId,
    ) -> Option<Headings> {
        None
    }

    /// Returns what is unusual in a position under these rules, though it can be played: one
    /// sentence each, with the unit. A file with such a position gets a warning, not a refusal.
    fn cautions(&self, _battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        Vec::new()
    }

    /// Returns what decided a battle that a clause ended, in a player's words and without a full
    /// stop. Empty if a rule set has no words for it: the clause's title is shown then.
    fn decided(&self, _battle: &Battle, _why: Clause) -> String {
        String::new()
    }
}

impl dyn Advice + '_ {
    /// Returns the strength a side has left, in thousandths of a fresh average unit.
    #[must_use]
    pub fn strength(&self, battle: &Battle, side: Side) -> i32 {
        battle
            .side(side)
            .map(|(id, _)| self.profile(battle, id).worth)
            .sum()
    }
}
