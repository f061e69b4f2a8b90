//! What the table advises: what players, opponents and pages want to know of a battle
//! without knowing the rules. Nothing here decides what is legal or what happens.

use crate::{Battle, Clause, Dice, Factor, Legal, Order, Rest, Rules, Scene, Side, Sight, UnitId};
use sandtable_geometry::{Facing, Headings, Length};

/// What players, opponents and pages want to know of a unit without knowing
/// the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// What is left of it, in thousandths of a fresh average unit.
    pub worth: i32,
    /// How far it shoots; nought when it does not.
    pub range: Length,
    /// How far it can charge with an even chance; nought when it cannot.
    pub charge: Length,
    /// How far it moves in a turn in its formation.
    pub pace: Length,
    /// How well it shoots, in thousandths of an average unit.
    pub fire: i32,
    /// How well it shoots in a turn in which it has moved, likewise.
    pub fire_moved: i32,
    /// How well it fights hand to hand, in thousandths of an average unit.
    pub shock: i32,
    /// How shaken it is: thousandths of its worth that a test may cost it.
    pub shaken: i32,
    /// How much the ground it stands on protects it from fire, in thousandths
    /// of the harm done in the open.
    pub cover: i32,
    /// How far to either side of straight ahead it shoots and charges, in steps
    /// of 1/65536 turn: 45 degrees unless a rule set says otherwise.
    pub arc: i32,
}

impl Default for Profile {
    /// A unit that does nothing, and looks 45 degrees to either side.
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
    /// The clause that says so.
    pub clause: Clause,
    /// How far, 1/100 mm.
    pub reach: Length,
    /// Measured from the edge of his base, not from its centre.
    pub from_base: bool,
}

/// How far a charge must go, and how far it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChargeReach {
    /// To meet its target, 1/100 mm.
    pub needs: Length,
    /// With the best dice, 1/100 mm.
    pub most: Length,
}

/// What a rule set says for showing and for weighing. Every answer has a default, so
/// a rule set plays before it advises.
pub trait Advice: Rules {
    /// What is to be known of a unit without knowing the rules. Unless a rule set
    /// knows better, a unit is worth the share of its stands that is left.
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

    /// What positions are worth to computer players, and how many of them they can think
    /// through in their time: a `weights.toml`, as `sandtable train` writes it. Empty where
    /// none was learned yet; they play on strength and posts alone then.
    fn weights(&self) -> &'static str {
        ""
    }

    /// How far the help of a unit that leads others reaches: its command radius.
    /// None for those who lead nobody, and in rules that know no such radius.
    fn influence(&self, _battle: &Battle, _unit: UnitId) -> Option<Influence> {
        None
    }

    /// Whether a unit sees another as both stand: by the same functions that judge shots,
    /// so whoever may be shot at is seen. None in rules that know no sight, and of units
    /// that look at nobody by them.
    fn sight(&self, _battle: &Battle, _unit: UnitId, _other: UnitId) -> Option<Sight> {
        None
    }

    /// Tells what an order comes to if nobody steps in: for showing its odds and
    /// for weighing it. Most orders come to what resolving them brings. One that
    /// only declares (a volley thrown together with all others, a charge whose
    /// melee is fought later) comes to what was declared, by the same functions
    /// that will play it.
    fn foresee(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        self.resolve(legal, scene, dice);
    }

    /// Goes on with a [`Advice::foresee`] that was stopped because dice asked for
    /// it, from what it left ([`Scene::stop_with`]) and from the battle as it was
    /// then: of anything else that went before it knows nothing. Rule sets that
    /// never stop need not say anything.
    fn foresee_on(&self, _left: &Rest, _scene: &mut Scene, _dice: &mut dyn Dice) {}

    /// The factors of an order as they would weigh now, for showing beside its
    /// odds: those of the order itself and of what it would set off.
    fn factors(&self, _battle: &Battle, legal: &Legal) -> Vec<Factor> {
        legal.factors().to_vec()
    }

    /// How far a legal charge must go to meet its target, and how far it goes at most,
    /// with the best dice: a charge that is declared without reaching its target falls
    /// short whatever is thrown. None of orders that are no charge.
    fn charge_reach(&self, _battle: &Battle, legal: &Legal) -> Option<ChargeReach> {
        let (needs, most) = (legal.cost(), legal.allowed());
        let charges = matches!(legal.order(), Order::Charge { .. });
        (charges && most > 0).then_some(ChargeReach { needs, most })
    }

    /// The headings from which a charge as the battle stands would be legal,
    /// all of them: none where the rules leave no choice, an empty set where no
    /// heading will do.
    fn charge_headings(
        &self,
        _battle: &Battle,
        _unit: UnitId,
        _target: UnitId,
    ) -> Option<Headings> {
        None
    }

    /// What is unusual in a position by these rules though it can be played:
    /// one sentence each, with the unit. Files are warned of it, not refused.
    fn cautions(&self, _battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        Vec::new()
    }

    /// What decided a battle that ended by a clause, in the words of a player and without a full
    /// stop. Empty where a rule set has no words for it: the clause's title is told then.
    fn decided(&self, _battle: &Battle, _why: Clause) -> String {
        String::new()
    }
}

impl dyn Advice + '_ {
    /// The strength a side has left, in thousandths of a fresh average unit.
    #[must_use]
    pub fn strength(&self, battle: &Battle, side: Side) -> i32 {
        battle
            .side(side)
            .map(|(id, _)| self.profile(battle, id).worth)
            .sum()
    }
}
