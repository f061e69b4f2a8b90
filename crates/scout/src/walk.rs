//! One possible course: the moments that follow if nobody does anything more, with the table as it
//! stands now.

use crate::idle::idle;
use sandtable_battle::{Battle, Order, Rolled, Rules, Unit, UnitId};
use sandtable_odds::Others;

/// Most orders to skip.
const MOST: usize = 240;
/// Number of rolls to try until one leaves the table unchanged.
const THROWS: u64 = 6;

/// Returns every moment when someone may give an order, from this battle until the end of a game
/// turn, the battle itself first. Dice that must be rolled on the way are chosen to change nothing,
/// if possible; any change that they make to the table is undone.
#[must_use]
pub fn moments(rules: &dyn Rules, now: &Battle, last: u16) -> Vec<Battle> {
    walk(rules, now, |battle| battle.cursor.turn <= last, MOST)
}

/// Returns the same moments while `goes_on` holds, and after at most `most` orders.
pub fn walk(
    rules: &dyn Rules,
    now: &Battle,
    goes_on: impl Fn(&Battle) -> bool,
    most: usize,
) -> Vec<Battle> {
    let mut out = vec![now.clone()];
    while out.len() <= most {
        let Some(battle) = out.last() else { break };
        let Some(after) = passed(rules, battle, now).filter(|after| goes_on(after)) else {
            break;
        };
        out.push(after);
    }
    out
}

/// Returns the battle after the order that lets the most time pass, or `None` if there is none or
/// the battle is over.
fn passed(rules: &dyn Rules, battle: &Battle, table: &Battle) -> Option<Battle> {
    if battle.ended.is_some() {
        return None;
    }
    by_time(rules, battle)
        .into_iter()
        .filter_map(|order| after(rules, battle, &order, table))
        .find(|after| after.cursor != battle.cursor || after.units != battle.units)
}

/// Returns the result of an order, with the table put back as it was.
fn after(rules: &dyn Rules, battle: &Battle, order: &Order, table: &Battle) -> Option<Battle> {
    let mut first = None;
    for throw in 0..THROWS {
        let mut dice = Rolled::new(throw, 0);
        let (after, _) = rules.play(battle, order, &mut dice).ok()?;
        let rolled = !dice.rolls().is_empty();
        if !rolled || after.ended.is_none() && after.shows_as(table, rules.card()) {
            first = Some(after);
            break;
        }
        first.get_or_insert(after);
    }
    let mut after = first.filter(|after| after.ended.is_none())?;
    for (unit, was) in after.units.iter_mut().zip(&table.units) {
        *unit = Unit {
            status: was.status,
            formation: was.formation,
            stands: was.stands,
            with: was.with,
            pose: was.pose,
            ..*unit
        };
    }
    Some(after)
}

/// Lists orders that let time pass, most time first: pending decisions, then ends and cards, then
/// what must be done before anything else is allowed.
fn by_time(rules: &dyn Rules, battle: &Battle) -> Vec<Order> {
    if battle.cursor.waits.is_some() {
        let choice = Others::Never.choose(rules, battle);
        let owed = choice.map(|(choice, _)| Order::Decide { choice });
        return owed.into_iter().collect();
    }
    let mut found = idle(rules, battle, true);
    found.sort_by_key(|(how, _)| *how);
    found.into_iter().map(|(_, order)| order).collect()
}

/// Returns the same battle with a unit at another place.
#[must_use]
pub fn with_unit_at(battle: &Battle, unit: UnitId, like: &Unit) -> Battle {
    let mut there = battle.clone();
    put_unit(&mut there, unit, like);
    there
}

/// Puts a unit at another place.
pub fn put_unit(battle: &mut Battle, unit: UnitId, like: &Unit) {
    if let Some(moved) = battle.units.get_mut(unit.index()) {
        moved.pose = like.pose;
        moved.formation = like.formation;
    }
}
