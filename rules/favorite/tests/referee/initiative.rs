//! Section 4: who wins the roll for initiative, and what the winner's choice does.

use crate::umpire::{Ruled, Stop};
use sandtable_battle::{Battle, Card, Order, Side};

/// Returns a side that a battle remembers: none, the first or the second.
fn named(battle: &Battle, card: &Card, what: &str) -> Option<Side> {
    let place = card.state.battle.iter().position(|m| m.id == what)?;
    match battle.memory.battle[place] {
        1 => Some(Side::A),
        2 => Some(Side::B),
        _ => None,
    }
}

/// Returns the rating of a side's army commander, and whether the commander is on the table
/// (INIT-08).
fn rated(battle: &Battle, side: Side) -> Ruled<Option<(u8, bool)>> {
    let mut all = battle
        .units
        .iter()
        .filter(|u| u.side == side && u.kind == 6);
    match (all.next(), all.next()) {
        (None, _) => Ok(None),
        (Some(one), None) => Ok(Some((one.ratings[3], one.on_table()))),
        _ => Err(Stop::Unsure("two army commanders")),
    }
}

/// Checks a roll whose dice are given, or the choice of its winner. Returns whether the order was
/// one of these.
pub fn look(
    (battle, after): (&Battle, &Battle),
    card: &Card,
    order: &Order,
    dice: &[i32],
) -> Ruled<bool> {
    let why = |n: u16| {
        card.clauses
            .iter()
            .find(|c| c.n == n)
            .map(|c| c.id.as_str())
    };
    if let (&Order::Decide { choice }, Some(waits)) = (order, battle.cursor.waits)
        && why(waits.why.number()).is_some_and(|id| id.ends_with("INIT-05"))
    {
        // INIT-05 to INIT-07: choosing to move second gives the initiative away.
        let first = if choice == 0 {
            waits.side
        } else {
            waits.side.other()
        };
        let kept = ["first", "initiative"].map(|what| named(after, card, what));
        if kept != [Some(first); 2] {
            let says = format!("{first:?} moves first and holds the initiative, not {kept:?}");
            return Err(Stop::Wrong(says));
        }
        return Ok(true);
    }
    let &[own, other] = dice else {
        return Ok(false);
    };
    let attacker = battle.setting.attacker.or(named(battle, card, "attacker"));
    let attacker = attacker.unwrap_or(Side::A);
    let mut edge = 0;
    let mut generals = Vec::new();
    for side in [attacker, attacker.other()] {
        let (was, is) = (rated(battle, side)?, rated(after, side)?);
        if was != is {
            return Err(Stop::Unsure("a commander who comes or goes"));
        }
        generals.push(was.unwrap_or((0, false)));
    }
    // INIT-02 and INIT-08: the better general counts while in play.
    if generals[0].0 > generals[1].0 && generals[0].1 {
        edge = 1;
    }
    if generals[1].0 > generals[0].0 && generals[1].1 {
        edge = -1;
    }
    let holder = named(battle, card, "initiative").unwrap_or(attacker);
    let winner = match (own + edge).cmp(&other) {
        std::cmp::Ordering::Greater => attacker,
        std::cmp::Ordering::Less => attacker.other(),
        std::cmp::Ordering::Equal => holder,
    };
    let asked = after.cursor.waits.map(|waits| (waits.side, waits.choices));
    if asked != Some((winner, 2)) {
        let says = format!("{winner:?} wins {own} to {other} with {edge}, asked is {asked:?}");
        return Err(Stop::Wrong(says));
    }
    Ok(true)
}
