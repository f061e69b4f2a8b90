//! The seam: what a rule set must answer, and what the table does with its answers.

use crate::c;
use crate::{
    Advice, Battle, Card, Dice, Event, Legal, Naming, Offer, Order, OrderSpec, Refusals, Ruling,
    Scene, UnitId, Witness,
};
use sandtable_geometry::Rect;

/// A rule set: judgement over a shared state. It keeps nothing itself; all it
/// needs lies on the table.
pub trait Rules: Judging + Send + Sync {
    /// Its names and numbers.
    fn card(&self) -> &Card;

    /// The ground a unit covers.
    fn footprint(&self, battle: &Battle, unit: UnitId) -> Rect;

    /// Appends the units that may be given an order now, by the side to move.
    fn ready(&self, battle: &Battle, out: &mut Vec<UnitId>);

    /// Appends what may be ordered, of one unit or, for none, of the table: offers that name
    /// the legal, in a fixed order. Where [`Naming::Possible`] is enough, targets and
    /// formations need no judging: others may be among them, and whoever wants one order of
    /// all judges what he draws.
    fn list(&self, battle: &Battle, who: Option<UnitId>, naming: Naming, out: &mut Vec<Offer>);

    /// Judges an order that the table has screened ([`Judging::judge`]): its unit exists, is
    /// there and belongs to the side to move. Goes on with a fresh `ruling`, which says
    /// whether judging may stop at the first reason ([`Ruling::settled`]).
    ///
    /// # Errors
    /// The reasons against it: every one, unless the ruling is hasty.
    fn check(&self, battle: &Battle, order: &Order, ruling: Ruling) -> Result<Legal, Refusals>;

    /// Resolves a legal order: tells the scene what happens, asks dice for
    /// every chance, and ends with the battle waiting for the next order. The
    /// scene starts from the battle for which the order was found legal.
    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice);

    /// Opens a battle whose cursor still stands at turn 0: whatever comes
    /// before the first order.
    fn open(&self, scene: &mut Scene, dice: &mut dyn Dice);

    /// What is wrong with a position by these rules, beyond what files check
    /// (names, ranges, the table's edge): one sentence each, with the unit.
    fn flaws(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)>;

    /// Whether two units may lie on the same ground as they stand: one passes
    /// through a hole that the other opened. Elsewhere footprints never overlap.
    fn may_overlap(&self, _battle: &Battle, _one: UnitId, _other: UnitId) -> bool {
        false
    }

    /// What it advises: `self`, where [`Advice`] is implemented for it.
    fn advice(&self) -> &dyn Advice;
}

/// What is done with every rule set alike. It is there for everything that
/// is [`Rules`], and no rule set can say otherwise.
pub trait Judging {
    /// Screens an order and judges it: units that do not exist, are gone or
    /// are the other side's never reach a rule.
    ///
    /// # Errors
    /// Every reason against it.
    fn judge(&self, battle: &Battle, order: &Order) -> Result<Legal, Refusals>;

    /// The order, if it is legal: for who does not want to know what is against it
    /// ([`Ruling::hasty`]).
    fn legal(&self, battle: &Battle, order: &Order) -> Option<Legal>;

    /// Judges, resolves and applies one order: the battle after it and what
    /// happened.
    ///
    /// # Errors
    /// Every reason against it; the battle is untouched.
    fn play(
        &self,
        battle: &Battle,
        order: &Order,
        dice: &mut dyn Dice,
    ) -> Result<(Battle, Vec<Event>), Refusals>;

    /// Resolves and applies an order that was found legal in this battle: the battle after
    /// it and what happened. Who has judged an order need not judge it again.
    fn carry_out(
        &self,
        battle: &Battle,
        legal: &Legal,
        dice: &mut dyn Dice,
    ) -> (Battle, Vec<Event>);

    /// Appends what may be ordered, of one unit or, for none, of the table
    /// ([`Rules::list`]).
    fn offers(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>);

    /// Appends what may perhaps be ordered: every offer is among them, in the same order, but
    /// targets and formations are not judged yet.
    fn prospects(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>);

    /// All offers to the side to move: of every ready unit, then of the table.
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
        // Who is ready is who has an offer: asking that first would be asking twice.
        for (unit, _) in battle.all().filter(|(_, unit)| unit.side == side) {
            self.offers(battle, Some(unit), &mut out);
        }
        self.offers(battle, None, &mut out);
        out
    }
}

/// What the table itself has against an order, before any rule is asked.
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
                // What was announced before may be carried out on a unit that has gone.
                let announced = matches!(order, Order::Fight { .. });
                let outlives = !own && announced && spec.fights_outlive_target;
                let gone = unit.status.is_gone() && !outlives;
                screen.require(!gone, c::GONE, || Witness::Absent(id, unit.status));
            }
        }
    }
}

/// Screens an order against a choice that somebody owes.
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
