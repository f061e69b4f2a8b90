//! The interface to rule sets: what a rule set must answer, and what the table does with its
//! answers.

use crate::c;
use crate::{
    Advice, Battle, Card, Dice, Event, Legal, Naming, Offer, Order, OrderSpec, Refusals, Ruling,
    Scene, UnitId, Witness,
};
use sandtable_geometry::Rect;

/// A rule set: it judges a shared state. It has no state of its own; everything it needs is in the
/// battle.
pub trait Rules: Judging + Send + Sync {
    /// Returns the rule set's names and numbers.
    fn card(&self) -> &Card;

    /// Returns the ground that a unit covers.
    fn footprint(&self, battle: &Battle, unit: UnitId) -> Rect;

    /// Appends the units that the side to move may order now.
    fn ready(&self, battle: &Battle, out: &mut Vec<UnitId>);

    /// Appends what may be ordered, for one unit or, with `None`, for the table: offers that name
    /// what is legal, in a fixed order. With [`Naming::Possible`], targets and formations need no
    /// judging, so others may be among them; a caller that wants just one order judges the one it
    /// draws.
    fn list(&self, battle: &Battle, who: Option<UnitId>, naming: Naming, out: &mut Vec<Offer>);

    /// Judges an order that the table has screened ([`Judging::judge`]): its unit exists, is there
    /// and belongs to the side to move. It continues with a fresh `ruling`, which says whether
    /// judging may stop at the first reason ([`Ruling::settled`]).
    ///
    /// # Errors
    /// If the order is not legal: every reason against it, unless the ruling is hasty.
    fn check(&self, battle: &Battle, order: &Order, ruling: Ruling) -> Result<Legal, Refusals>;

    /// Resolves a legal order: tells the scene what happens, asks the dice for everything random,
    /// and ends with the battle waiting for the next order. The scene starts from the battle in
    /// which the order was found legal.
    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice);

    /// Opens a battle whose cursor is still at turn 0: does whatever comes before the first order.
    fn open(&self, scene: &mut Scene, dice: &mut dyn Dice);

    /// Returns what is wrong with a position under these rules, beyond what files check (names,
    /// ranges, the table's edge): one sentence each, with the unit.
    fn flaws(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)>;

    /// Returns whether two units may overlap where they stand, because one passes through a hole
    /// that the other opened. In all other cases footprints never overlap.
    fn may_overlap(&self, _battle: &Battle, _one: UnitId, _other: UnitId) -> bool {
        false
    }

    /// Returns the rule set's advice: `self`, if it implements [`Advice`].
    fn advice(&self) -> &dyn Advice;
}

/// What works the same for every rule set. It is implemented for everything that is [`Rules`], and
/// no rule set can override it.
pub trait Judging {
    /// Screens an order and judges it: units that do not exist, are gone or belong to the other
    /// side never reach a rule.
    ///
    /// # Errors
    /// If the order is not legal: every reason against it.
    fn judge(&self, battle: &Battle, order: &Order) -> Result<Legal, Refusals>;

    /// Returns the order if it is legal, for callers that do not need the reasons against it
    /// ([`Ruling::hasty`]).
    fn legal(&self, battle: &Battle, order: &Order) -> Option<Legal>;

    /// Judges, resolves and applies one order; returns the battle after it and what happened.
    ///
    /// # Errors
    /// If the order is not legal: every reason against it. The battle is untouched.
    fn play(
        &self,
        battle: &Battle,
        order: &Order,
        dice: &mut dyn Dice,
    ) -> Result<(Battle, Vec<Event>), Refusals>;

    /// Resolves and applies an order that was found legal in this battle; returns the battle after
    /// it and what happened. It does not judge the order again.
    fn carry_out(
        &self,
        battle: &Battle,
        legal: &Legal,
        dice: &mut dyn Dice,
    ) -> (Battle, Vec<Event>);

    /// Appends what may be ordered, for one unit or, with `None`, for the table ([`Rules::list`]).
    fn offers(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>);

    /// Appends what may perhaps be ordered: all offers in the same order, with targets and
    /// formations not judged yet.
    fn prospects(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>);

    /// Returns all offers to the side to move: for every ready unit, then for the table.
    fn all_offers(&self, battle: &Battle) -> Vec<Offer>;
}

impl<R: Rules + ?Sized> Judging for R {
    fn judge(&self, battle: &Battle, order: &Order) -> Result<Legal, Refusals> {
        screen(self.card().orders, battle, order)?;
        self.check(battle, order, Ruling::new())
    }

    fn legal(&self, battle: &Battle, order: &Order) -> Option<Legal> {
        screen(self.card().orders, battle, order).ok()?;
        self.check(battle, order, Ruling::hasty()).ok()
    }

    fn play(
        &self,
        battle: &Battle,
        order: &Order,
        dice: &mut dyn Dice,
    ) -> Result<(Battle, Vec<Event>), Refusals> {
        let legal = self.judge(battle, order)?;
        Ok(self.carry_out(battle, &legal, dice))
    }

    fn carry_out(
        &self,
        battle: &Battle,
        legal: &Legal,
        dice: &mut dyn Dice,
    ) -> (Battle, Vec<Event>) {
        let mut scene = Scene::new(battle.clone());
        self.resolve(legal, &mut scene, dice);
        scene.finish()
    }

    fn offers(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>) {
        self.list(battle, who, Naming::Legal, out);
    }

    fn prospects(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>) {
        self.list(battle, who, Naming::Possible, out);
    }

    fn all_offers(&self, battle: &Battle) -> Vec<Offer> {
        let mut out = Vec::new();
        let side = battle.to_move();
        // A unit is ready if it has an offer, so asking that first would ask twice.
        for (unit, _) in battle.all().filter(|(_, unit)| unit.side == side) {
            self.offers(battle, Some(unit), &mut out);
        }
        self.offers(battle, None, &mut out);
        out
    }
}

/// Checks the table's own objections to an order, before any rule is asked.
fn screen(spec: OrderSpec, battle: &Battle, order: &Order) -> Result<(), Refusals> {
    if battle.ended.is_some() {
        return Err(Refusals::one(c::OVER, Witness::Plain));
    }
    let mut screen = Ruling::new();
    screen_units(spec, battle, order, &mut screen);
    screen_choice(battle, order, &mut screen);
    if let Order::Charge {
        unit,
        heading: Some(_),
        ..
    } = order
    {
        let aims = spec.aims_charges;
        screen.require(aims, c::NO_HEADING, || Witness::Unit(*unit));
    }
    screen.require(order.is_near(), c::TOO_FAR, || Witness::Plain);
    screen.verdict()
}

/// Screens the units of an order.
fn screen_units(spec: OrderSpec, battle: &Battle, order: &Order, screen: &mut Ruling) {
    for (id, own) in [(order.unit(), true), (order.target(), false)] {
        let Some(id) = id else { continue };
        match battle.get(id) {
            None => screen.refuse(c::NO_SUCH_UNIT, Witness::Unit(id)),
            Some(unit) => {
                screen.require(!own || unit.side == battle.to_move(), c::NOT_YOURS, || {
                    Witness::Unit(id)
                });
                // What was announced earlier may be carried out against a unit that has gone.
                let announced = matches!(order, Order::Fight { .. });
                let outlives = !own && announced && spec.fights_outlive_target;
                let gone = unit.status.is_gone() && !outlives;
                screen.require(!gone, c::GONE, || Witness::Absent(id, unit.status));
            }
        }
    }
}

/// Screens an order against an outstanding choice.
fn screen_choice(battle: &Battle, order: &Order, screen: &mut Ruling) {
    match (battle.cursor.waits, order) {
        (None, Order::Decide { .. }) => screen.refuse(c::NO_SUCH_CHOICE, Witness::Plain),
        (Some(waits), Order::Decide { choice }) => {
            screen.require(*choice < waits.choices, c::NO_SUCH_CHOICE, || {
                Witness::Count {
                    asked: i32::from(*choice),
                    allowed: i32::from(waits.choices) - 1,
                }
            });
        }
        (Some(waits), _) => {
            let owed = waits.unit.map_or(Witness::Plain, Witness::Unit);
            screen.refuse(c::CHOICE_OWED, owed);
        }
        (None, _) => {}
    }
}
