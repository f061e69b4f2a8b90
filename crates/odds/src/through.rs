//! Continues through the choices that come up while an order is carried out, and through melees
//! that are fought later: state by state, equal states together.

use crate::fought::Fought;
use crate::order::{State, Waiting, follow_from};
use crate::{Explorer, Weight};
use sandtable_battle::{Await, Battle, Legal, Order, Rest, Rules, Scene};
use std::hash::Hash;

/// Most choices in a row; odds that would need more stop there.
pub(crate) const DEEPEST: i32 = 24;

/// The record so far, and whether the charge's melee has been fought.
#[derive(Clone, PartialEq, Eq, Hash)]
struct On<T> {
    told: T,
    over: bool,
}

/// Explores an order and continues from every choice that comes up (`choose` makes it and `chose`
/// records it) and through the melee of a charge that is fought later. Returns the mass that was
/// cut.
#[expect(clippy::too_many_arguments, reason = "what is asked and what is heard")]
pub(crate) fn through<W: Weight, T: Clone + Eq + Hash>(
    explorer: &mut Explorer<W>,
    rules: &dyn Rules,
    battle: &Battle,
    (legal, told): (&Legal, T),
    choose: &dyn Fn(&Battle) -> Option<(u8, Legal)>,
    hear: &impl Fn(&mut T, &Scene),
    chose: &mut dyn FnMut(&mut T, &Await, u8),
    mut each: impl FnMut(&Battle, &T, W),
) -> W {
    let mut waiting = Waiting::new(battle);
    let mut lost = W::NONE;
    // A choice that was already outstanding did not come from this order.
    let owed = battle.cursor.waits;
    let owed = owed.filter(|_| !matches!(legal.order(), Order::Decide { .. }));
    let charge = Fought::of(rules, battle, legal.order());
    let over = charge.is_none();
    let mut deep = 0;
    let mut next = Some((battle.clone(), legal.clone(), On { told, over }, W::ONE));
    while let Some((from, order, told, weight)) = next {
        let cut = follow_from(
            explorer,
            rules,
            &from,
            (&order, told, weight),
            &|on: &mut On<T>, scene: &Scene| hear(&mut on.told, scene),
            |after, on, weight| {
                let owes = after.cursor.waits.is_some() && after.cursor.waits != owed;
                if (owes || !on.over) && after.ended.is_none() {
                    waiting.add(deep + 1, after, &Rest::default(), on.clone(), weight);
                } else {
                    each(after, &on.told, weight);
                }
            },
        );
        lost = lost.plus(cut);
        // What still waits is neither handed on nor lost, and no choice is made for it.
        if explorer.is_spent() {
            return lost;
        }
        next = loop {
            let Some((state, weight)) = waiting.take_at(explorer.cut(), &mut lost, &mut deep)
            else {
                return lost;
            };
            let State {
                battle,
                told: mut on,
                ..
            } = state;
            let waits = battle.cursor.waits.filter(|_| deep < DEEPEST);
            if let Some((waits, (choice, order))) = waits.and_then(|w| Some((w, choose(&battle)?)))
            {
                chose(&mut on.told, &waits, choice);
                break Some((battle, order, on, weight));
            }
            let goes_on = battle.cursor.waits.is_none() && !on.over && deep < DEEPEST;
            let order = charge.filter(|_| goes_on);
            if let Some((order, over)) = order.and_then(|c| c.next(rules, &battle)) {
                on.over = over;
                break Some((battle, order, on, weight));
            }
            each(&battle, &on.told, weight);
        };
    }
    lost
}
