//! Why not: every order of the rule set that is not offered to a unit, with every reason against
//! the most plausible one of its kind.

use crate::Look;
use crate::view::WhyNot;
use crate::words;
use sandtable_battle::{Leg, Offer, Order, Refusals, Unit, UnitId, Verb, c};
use sandtable_geometry::Facing;

/// Verbs of a unit's orders, in the order in which a page shows them.
const VERBS: [Verb; 12] = [
    Verb::Move,
    Verb::Face,
    Verb::Form,
    Verb::Charge,
    Verb::Shoot,
    Verb::Fight,
    Verb::Test,
    Verb::Load,
    Verb::Rally,
    Verb::Join,
    Verb::Leave,
    Verb::Pass,
];

/// Number of targets to ask about, the nearest first.
const NEAREST: usize = 6;

impl Look<'_> {
    /// Returns the orders of this rule set that are not offered to a unit, and why not.
    #[must_use]
    pub fn why_not(&self, unit: UnitId) -> Vec<WhyNot> {
        let Some(me) = self.battle.get(unit).filter(|u| !u.status.is_gone()) else {
            return Vec::new();
        };
        let mut offers = Vec::new();
        self.rules.offers(self.battle, Some(unit), &mut offers);
        // An offer without a single legal order does not count.
        let open = |o: &Offer| {
            let drags = matches!(
                o.scope,
                sandtable_battle::Scope::Way(_)
                    | sandtable_battle::Scope::Facing(_)
                    | sandtable_battle::Scope::Zone(_)
                    | sandtable_battle::Scope::Area(_)
            );
            drags || !self.legal(o, unit).is_empty()
        };
        let offered: Vec<Verb> = offers.iter().filter(|o| open(o)).map(|o| o.verb).collect();
        let closed = VERBS.into_iter().filter(|verb| !offered.contains(verb));
        closed
            .filter_map(|verb| self.against(verb, unit, *me))
            .collect()
    }

    /// Returns the order of a kind with the fewest reasons against it. None when the rule set does
    /// not know that kind, or when nothing is against it.
    fn against(&self, verb: Verb, unit: UnitId, me: Unit) -> Option<WhyNot> {
        let mut least: Option<(usize, Order, Refusals)> = None;
        for order in self.plausible(verb, unit, me) {
            let Err(refusals) = self.rules.judge(self.battle, &order) else {
                continue;
            };
            if refusals.cite(c::NOT_IN_THESE_RULES) {
                continue;
            }
            let count = refusals.reasons().len();
            if least.as_ref().is_none_or(|(fewest, ..)| count < *fewest) {
                least = Some((count, order, refusals));
            }
        }
        let (_, order, refusals) = least?;
        Some(WhyNot {
            verb: words::wire(verb).to_owned(),
            label: words::verb(verb).to_owned(),
            asks: sandtable_tell::order(self.battle, self.card(), &order),
            refusals: self.refusals_of(&order, &refusals),
            order,
        })
    }

    /// Returns the orders of a kind that a player would most likely mean.
    fn plausible(&self, verb: Verb, unit: UnitId, me: Unit) -> Vec<Order> {
        let foes = || self.foes(unit).into_iter().take(NEAREST);
        match verb {
            Verb::Move => {
                let by = self.ruler().unit();
                vec![Order::Move {
                    unit,
                    legs: [Leg::Advance { by }].into_iter().collect(),
                }]
            }
            Verb::Face => {
                let here = self.rules.footprint(self.battle, unit).centre();
                let towards = |foe| {
                    let there = self.rules.footprint(self.battle, foe).centre();
                    Facing::towards(here, there)
                };
                let to = foes().next().map_or(me.pose.facing.reversed(), towards);
                vec![Order::Face { unit, to }]
            }
            Verb::Form => (0_u8..)
                .zip(&self.card().formations)
                .filter(|(formation, _)| *formation != me.formation)
                .map(|(formation, _)| Order::Form { unit, formation })
                .collect(),
            Verb::Charge | Verb::Shoot | Verb::Fight => {
                foes().flat_map(|foe| verb.at(unit, foe)).collect()
            }
            Verb::Rally | Verb::Join => {
                let friends = self.friends(unit, me).into_iter().take(NEAREST);
                friends.flat_map(|other| verb.at(unit, other)).collect()
            }
            Verb::Test => vec![Order::Test { unit }],
            Verb::Load => vec![Order::Load { unit }],
            Verb::Leave => vec![Order::Leave { unit }],
            Verb::Pass => vec![Order::Pass { unit }],
            _ => Vec::new(),
        }
    }

    /// Returns the other units of its side on the table, nearest first.
    fn friends(&self, unit: UnitId, me: Unit) -> Vec<UnitId> {
        let own = self.rules.footprint(self.battle, unit);
        let others = self.battle.side(me.side).filter(|&(id, _)| id != unit);
        let mut all: Vec<_> = others
            .map(|(id, _)| {
                let rect = self.rules.footprint(self.battle, id);
                (own.distance(&rect).length, id)
            })
            .collect();
        all.sort_unstable();
        all.into_iter().map(|(_, id)| id).collect()
    }
}
