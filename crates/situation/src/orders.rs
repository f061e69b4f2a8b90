//! What the unit may do to the target, and why not.

use crate::Situation;
use sandtable_battle::{Battle, Legal, Order, Refusals, Unit, UnitId, Verb, c as table};
use sandtable_scout::{self as scout, Moment};
use sandtable_tongue::say_as;

/// The orders that are aimed at a target, or that settle what a target has done: their names, and
/// whether they use dice for more distance.
pub(crate) const VERBS: [(&str, Verb, bool); 7] = [
    ("shoot", Verb::Shoot, false),
    ("charge", Verb::Charge, false),
    ("charge reach", Verb::Charge, true),
    ("fight", Verb::Fight, false),
    ("test", Verb::Test, false),
    ("rally", Verb::Rally, false),
    ("load", Verb::Load, false),
];

/// Returns the order with a name.
pub(crate) fn verb(name: &str) -> Option<(Verb, bool)> {
    let found = VERBS.iter().find(|v| v.0 == name.trim());
    found.map(|v| (v.1, v.2))
}

/// Returns the name of an order.
pub(crate) fn name(verb: Verb, reach: bool) -> &'static str {
    let found = VERBS.iter().find(|v| v.1 == verb && v.2 == reach);
    found.map_or("", |v| v.0)
}

/// Returns the words that people use for an order.
pub(crate) fn spoken(name: &str) -> &str {
    say_as("order", name)
}

/// An order that may be given, with the battle in which it may.
#[derive(Clone, Debug)]
pub struct Way {
    /// Its name: `shoot`, `charge`.
    pub name: &'static str,
    /// The battle at the moment of the order.
    pub battle: Battle,
    /// The order, found legal.
    pub legal: Legal,
}

/// An order that may not be given.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Name of the order.
    pub name: &'static str,
    /// The battle with the fewest reasons against it.
    pub battle: Battle,
    /// The reasons.
    pub why: Refusals,
}

impl Situation {
    /// Returns the orders that the unit may give at the target, each at the first moment in which
    /// it may.
    #[must_use]
    pub fn orders(&self) -> Vec<Way> {
        let mut all: Vec<Way> = VERBS.iter().filter_map(|v| self.order(v.0).ok()).collect();
        // Dice for more reach that change nothing do not make a separate order.
        let plain = all.iter().find(|way| way.name == "charge").cloned();
        all.retain(|way| {
            let same = |plain: &Way| scout::is_same(&plain.legal, &way.legal);
            way.name != "charge reach" || !plain.as_ref().is_some_and(same)
        });
        all
    }

    /// Returns an order by its name: `shoot`, `charge`, `charge reach`, `fight`, `test`, `rally`,
    /// `load`.
    ///
    /// # Errors
    /// Every reason against it, at the moment with the fewest; none when there is no such order.
    pub fn order(&self, name: &str) -> Result<Way, Option<Box<Refused>>> {
        self.order_of(name, self.unit, self.target)
    }

    /// Returns an order of any two units by its name.
    pub(crate) fn order_of(
        &self,
        name: &str,
        unit: UnitId,
        target: UnitId,
    ) -> Result<Way, Option<Box<Refused>>> {
        let &(name, verb, reach) = VERBS.iter().find(|v| v.0 == name.trim()).ok_or(None)?;
        for Moment { battle, .. } in &self.moments {
            for order in said(verb, reach, unit, target) {
                if let Ok(legal) = self.rules.judge(battle, &order)
                    && is_offered(self, battle, &order)
                {
                    let way = Way {
                        name,
                        battle: battle.clone(),
                        legal,
                    };
                    return Ok(self.carried_out(&way).unwrap_or(way));
                }
            }
        }
        let refusal = self.refusal(name, &said(verb, reach, unit, target));
        Err(refusal.map(Box::new))
    }

    /// Returns the same order in the later phase in which it is carried out, if giving it first
    /// only announces it and changes nothing but marks.
    fn carried_out(&self, way: &Way) -> Option<Way> {
        let rules = &*self.rules;
        let ways = scout::ways(&way.battle, |scene, dice| {
            rules.resolve(&way.legal, scene, dice);
        });
        let [after] = ways.as_slice() else {
            return None;
        };
        let units = way.battle.units.iter().zip(&after.units);
        let mut units = units.map(|(was, is)| {
            (
                *was,
                Unit {
                    marks: was.marks,
                    ..*is
                },
            )
        });
        if units.any(|(was, is)| was != is) || after.ended.is_some() {
            return None;
        }
        let order = way.legal.order();
        let later = scout::every(rules, after).into_iter().map(|m| m.battle);
        let mut later = later.filter(|b| b.cursor.phase != way.battle.cursor.phase);
        later.find_map(|battle| {
            let legal = rules.judge(&battle, order).ok()?;
            Some(Way {
                name: way.name,
                battle,
                legal,
            })
        })
    }

    /// Returns the fewest reasons against some orders. Rule sets skip phases in which a unit can do
    /// nothing, but this asks in every phase why it cannot.
    fn refusal(&self, name: &'static str, orders: &[Order]) -> Option<Refused> {
        let first = orders.first()?.unit()?;
        let side = self.battle.get(first)?.side;
        let own = |m: &&Moment| m.battle.to_move() == side && m.battle.cursor.waits.is_none();
        let phases = u8::try_from(self.rules.card().phases.len()).unwrap_or(u8::MAX);
        let moments = self.moments.iter().filter(own).take(4).flat_map(|moment| {
            let here = std::iter::once(moment.battle.cursor.phase);
            here.chain(0..phases).map(|phase| {
                let mut battle = moment.battle.clone();
                battle.cursor.phase = phase;
                battle
            })
        });
        let (battle, why) = scout::least_refused(&*self.rules, moments, orders)?;
        Some(Refused { name, battle, why })
    }

    /// Returns the reasons against the orders at the target that may not be given. It leaves out
    /// orders that the rule set does not know.
    #[must_use]
    pub fn refused(&self) -> Vec<Refused> {
        let all = [Verb::Shoot, Verb::Charge, Verb::Fight];
        let all = VERBS.iter().filter(|v| all.contains(&v.1) && !v.2);
        let refused = all.filter_map(|v| self.order(v.0).err().flatten().map(|r| *r));
        refused
            .filter(|r| !r.why.cite(table::NOT_IN_THESE_RULES))
            .collect()
    }
}

/// Returns the orders that a verb of a unit may mean. Its leaders stand next to it in the battle
/// file.
pub(crate) fn said(verb: Verb, reach: bool, unit: UnitId, target: UnitId) -> Vec<Order> {
    match verb {
        Verb::Shoot => vec![Order::Shoot { unit, target }],
        Verb::Charge => vec![Order::Charge {
            unit,
            target,
            reach,
            heading: None,
        }],
        Verb::Fight => vec![Order::Fight { unit, target }],
        Verb::Test => vec![Order::Test { unit }],
        Verb::Load => vec![Order::Load { unit }],
        Verb::Rally => (unit.0 + 1..unit.0.saturating_add(3))
            .map(|leader| Order::Rally {
                unit: UnitId(leader),
                target: unit,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Tells whether an order belongs to an offer: dice for more distance are allowed only where the
/// rules offer them.
fn is_offered(situation: &Situation, battle: &Battle, order: &Order) -> bool {
    let offers = situation.rules.all_offers(battle);
    offers.iter().any(|offer| {
        let fits = match order {
            Order::Charge { .. } => offer.verb == Verb::Charge,
            _ => true,
        };
        fits && offer.unit == order.unit()
    })
}
