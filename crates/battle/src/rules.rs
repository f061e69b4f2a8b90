//! The seam: what a rule set must answer.

use crate::c;
use crate::{
    Battle, Card, Dice, Event, Ground, Legal, Offer, Order, Refusals, Ruling, Scene, Side, UnitId,
    Witness,
};
use sandtable_geometry::{Facing, Headings, Length, Rect};

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
    pub clause: crate::Clause,
    /// How far, 1/100 mm.
    pub reach: Length,
    /// Measured from the edge of his base, not from its centre.
    pub from_base: bool,
}

/// An army table: one of its rows makes up an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// The clause it comes from.
    pub clause: crate::Clause,
    /// Its rows, each with kinds (places in [`Card::kinds`]) and counts; thrown
    /// for with a die of so many sides.
    pub rows: Vec<Vec<(u8, u8)>>,
}

/// What an element of common army lists is in a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Its letters in lists: `Bd`.
    pub code: String,
    /// Its name: "Blades".
    pub title: String,
    /// Troop type: the place in [`Card::kinds`].
    pub kind: u8,
    /// What it is rated at.
    pub ratings: [u8; crate::RATINGS],
    /// What is uncertain about it; nothing when it fits.
    pub unsure: Option<String>,
}

impl Element {
    /// The elements of a rule set's `elements.toml`: `code`, `title`, `kind`,
    /// any rating by its id, and `unsure`.
    ///
    /// # Errors
    /// What in the file the rule set does not have.
    pub fn read_all(text: &str, card: &Card) -> Result<Vec<Self>, String> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            element: Vec<std::collections::BTreeMap<String, String>>,
        }
        let file: File = crate::read_toml(text).map_err(|e| format!("elements.toml: {e}"))?;
        let one = |mut of: std::collections::BTreeMap<String, String>| {
            let mut need = |key: &str| {
                of.remove(key)
                    .ok_or_else(|| format!("elements.toml: an element needs `{key}`"))
            };
            let (code, title, kind) = (need("code")?, need("title")?, need("kind")?);
            let wrong = |what: &str| format!("elements.toml: {code}: {what}");
            let unsure = of.remove("unsure");
            let place = card.kinds.iter().position(|k| k.id == kind);
            let place = place.and_then(|at| u8::try_from(at).ok());
            let mut ratings = [0; crate::RATINGS];
            for (slot, spec) in ratings.iter_mut().zip(&card.ratings) {
                let chosen = of.remove(&spec.id);
                let value = chosen.map_or(Some(usize::from(spec.default)), |name| {
                    spec.values.iter().position(|value| *value == name)
                });
                let value = value.and_then(|at| u8::try_from(at).ok());
                *slot = value.ok_or_else(|| wrong(&format!("no such {}", spec.id)))?;
            }
            if let Some(strange) = of.keys().next() {
                return Err(wrong(&format!("there is no rating `{strange}`")));
            }
            Ok(Self {
                kind: place.ok_or_else(|| wrong(&format!("no kind is called `{kind}`")))?,
                code,
                title,
                ratings,
                unsure,
            })
        };
        file.element.into_iter().map(one).collect()
    }
}

/// A rule set: judgement over a shared state. It keeps nothing itself; all it
/// needs lies on the table.
pub trait Rules: Send + Sync {
    /// Its names and numbers.
    fn card(&self) -> &Card;

    /// The ground a unit covers.
    fn footprint(&self, battle: &Battle, unit: UnitId) -> Rect;

    /// Appends the units that may be given an order now, by the side to move.
    fn ready(&self, battle: &Battle, out: &mut Vec<UnitId>);

    /// Appends what may be ordered: of a unit, or of the table when `who` is
    /// none.
    fn offers(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>);

    /// Judges an order that [`Rules::judge`] has screened.
    ///
    /// # Errors
    /// Every reason against it.
    fn check(&self, battle: &Battle, order: &Order) -> Result<Legal, Refusals>;

    /// Resolves a legal order: tells the scene what happens, asks dice for
    /// every chance, and ends with the battle waiting for the next order. The
    /// scene starts from the battle for which the order was found legal.
    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice);

    /// Tells what an order comes to if nobody steps in: for showing its odds and
    /// for weighing it. Most orders come to what resolving them brings. One that
    /// only declares (a volley thrown together with all others, a charge whose
    /// melee is fought later) comes to what was declared, by the same functions
    /// that will play it.
    fn foresee(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        self.resolve(legal, scene, dice);
    }

    /// Goes on with a [`Rules::foresee`] that was stopped because dice asked for
    /// it, from what it left ([`Scene::stop`]) and from the battle as it was
    /// then: of anything else that went before it knows nothing. Rule sets that
    /// never stop need not say anything.
    fn foresee_on(&self, _left: &[i32], _scene: &mut Scene, _dice: &mut dyn Dice) {}

    /// Whether a charge is only declared, or only brings units together, when it is
    /// ordered and foreseen, and its melee is fought by an order to fight in a later
    /// phase of the turn: odds then go on to that order.
    fn charges_are_fought_later(&self) -> bool {
        false
    }

    /// What is to be known of a unit without knowing the rules.
    fn profile(&self, battle: &Battle, unit: UnitId) -> Profile;

    /// How far the help of a unit that leads others reaches: its command radius.
    /// None for those who lead nobody, and in rules that know no such radius.
    fn influence(&self, _battle: &Battle, _unit: UnitId) -> Option<Influence> {
        None
    }

    /// Opens a battle whose cursor still stands at turn 0: whatever comes
    /// before the first order.
    fn open(&self, scene: &mut Scene, dice: &mut dyn Dice);

    /// A battle as the rules themselves set it up, where they say how: armies
    /// rolled, terrain laid. Its cursor stands at turn 0.
    fn pitched_battle(&self, _dice: &mut dyn Dice) -> Option<Battle> {
        None
    }

    /// The army tables of these rules: what an army may be made up of.
    fn musters(&self) -> Vec<Muster> {
        Vec::new()
    }

    /// What the elements of common army lists are in these rules; nothing where
    /// such lists mean nothing to them.
    fn elements(&self) -> Vec<Element> {
        Vec::new()
    }

    /// What is wrong with a position by these rules, beyond what files check
    /// (names, ranges, the table's edge): one sentence each, with the unit.
    fn flaws(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)>;

    /// Whether two units may lie on the same ground as they stand: one passes
    /// through a hole that the other opened. Elsewhere footprints never overlap.
    fn may_overlap(&self, _battle: &Battle, _one: UnitId, _other: UnitId) -> bool {
        false
    }

    /// What is unusual in a position by these rules though it can be played:
    /// one sentence each, with the unit. Files are warned of it, not refused.
    fn cautions(&self, _battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        Vec::new()
    }

    /// The kinds of ground that have no effect at all in these rules: files that
    /// lay them are warned.
    fn plain_grounds(&self) -> &'static [Ground] {
        &[]
    }

    /// The factors of an order as they would weigh now, for showing beside its
    /// odds: those of the order itself and of what it would set off.
    fn factors(&self, _battle: &Battle, legal: &Legal) -> Vec<crate::Factor> {
        legal.factors().to_vec()
    }

    /// Whether players choose the heading from which a charge is made: an order
    /// that names one is refused where they do not.
    fn aims_charges(&self) -> bool {
        false
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

    /// Screens an order and judges it: units that do not exist, are gone or
    /// are the other side's never reach a rule.
    ///
    /// # Errors
    /// Every reason against it.
    fn judge(&self, battle: &Battle, order: &Order) -> Result<Legal, Refusals> {
        if battle.ended.is_some() {
            return Err(Refusals::one(c::OVER, Witness::Plain));
        }
        let mut screen = Ruling::new();
        for (id, own) in [(order.unit(), true), (order.target(), false)] {
            let Some(id) = id else { continue };
            match battle.get(id) {
                None => screen.refuse(c::NO_SUCH_UNIT, Witness::Unit(id)),
                Some(unit) => {
                    screen.require(!own || unit.side == battle.to_move(), c::NOT_YOURS, || {
                        Witness::Unit(id)
                    });
                    let matters = own || !self.outlives_target(order);
                    screen.require(!(matters && unit.status.is_gone()), c::GONE, || {
                        Witness::Absent(id, unit.status)
                    });
                }
            }
        }
        match (battle.cursor.waits, order) {
            (None, Order::Decide { .. }) => screen.refuse(c::NO_SUCH_CHOICE, Witness::Plain),
            (Some(waits), order) if !matches!(order, Order::Decide { .. }) => {
                screen.refuse(
                    c::CHOICE_OWED,
                    waits.unit.map_or(Witness::Plain, Witness::Unit),
                );
            }
            _ => {}
        }
        if let (Order::Decide { choice }, Some(waits)) = (order, battle.cursor.waits) {
            screen.require(*choice < waits.choices, c::NO_SUCH_CHOICE, || {
                Witness::Count {
                    asked: i32::from(*choice),
                    allowed: i32::from(waits.choices) - 1,
                }
            });
        }
        if let Order::Charge {
            unit,
            heading: Some(_),
            ..
        } = order
        {
            let aims = self.aims_charges();
            screen.require(aims, c::NO_HEADING, || Witness::Unit(*unit));
        }
        screen.require(order.is_near(), c::TOO_FAR, || Witness::Plain);
        screen.verdict()?;
        self.check(battle, order)
    }

    /// Whether an order may be given though its target has gone for good: what was
    /// announced before and is carried out all the same.
    fn outlives_target(&self, _order: &Order) -> bool {
        false
    }

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
    ) -> Result<(Battle, Vec<Event>), Refusals> {
        let legal = self.judge(battle, order)?;
        let mut scene = Scene::new(battle.clone());
        self.resolve(&legal, &mut scene, dice);
        Ok(scene.finish())
    }

    /// All offers to the side to move: of every ready unit, then of the table.
    fn all_offers(&self, battle: &Battle) -> Vec<Offer> {
        let (mut units, mut out) = (Vec::new(), Vec::new());
        self.ready(battle, &mut units);
        for unit in units {
            self.offers(battle, Some(unit), &mut out);
        }
        self.offers(battle, None, &mut out);
        out
    }

    /// The strength a side has left, in thousandths of a fresh average unit.
    fn strength(&self, battle: &Battle, side: Side) -> i32 {
        battle
            .side(side)
            .map(|(id, _)| self.profile(battle, id).worth)
            .sum()
    }
}
