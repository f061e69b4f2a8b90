//! Setting up: who goes first, which units are still to be placed, where a side deploys.

use crate::bounds;
use sandtable_battle::{
    Ask, Battle, Clause, Dice, Key, Ruling, Scene, Side, Status, UnitId, Witness,
};
use sandtable_geometry::{Area, Length, Point, Rect, within};
use std::cmp::Ordering;

/// Rolls for which side wins: both sides roll a die, the first side before the second, and roll
/// again while they are equal.
pub fn roll_off(dice: &mut dyn Dice, sides: u8, why: Clause) -> Side {
    const TIE: u16 = 2;
    let die = Ask::Die { sides };
    loop {
        let thrown = dice.stage(Key::of(why, &()), &mut |dice| {
            let own = dice.ask(die, Side::A, why);
            match own.cmp(&dice.ask(die, Side::B, why)) {
                Ordering::Greater => 0,
                Ordering::Less => 1,
                Ordering::Equal => TIE,
            }
        });
        if thrown != TIE {
            return Side::BOTH[usize::from(thrown)];
        }
    }
}

/// Records the outcome of something for a side, with the first of its units.
pub fn tell_of(scene: &mut Scene, side: Side, why: Clause, outcome: u16) {
    let bearer = scene.all().find(|(_, u)| u.side == side).map(|(id, _)| id);
    if let Some(id) = bearer {
        scene.told(why, outcome, id, None);
    }
}

/// Returns the units of a side that are still to be placed.
pub fn waiting(battle: &Battle, side: Side) -> impl Iterator<Item = UnitId> {
    let all = battle.all();
    all.filter(move |(_, u)| u.side == side && u.status == Status::Reserve)
        .map(|(id, _)| id)
}

/// Returns the first unit of a side that is still to be placed.
#[must_use]
pub fn in_reserve(battle: &Battle, side: Side) -> Option<UnitId> {
    waiting(battle, side).next()
}

/// Requires that a unit is still to be placed.
pub fn require_reserve(battle: &Battle, id: UnitId, why: Clause, r: &mut Ruling) {
    let status = battle.unit(id).status;
    r.require(status == Status::Reserve, why, || {
        Witness::Absent(id, status)
    });
}

/// Returns whether a base lies wholly in a deployment zone of a side: one of the setting's, or if
/// there is none, the strip of the table from south to north.
#[must_use]
pub fn in_zone(battle: &Battle, side: Side, base: &Rect, strip: (Length, Length)) -> bool {
    let own = || battle.setting.zones.iter().filter(|z| z.side == Some(side));
    let corners = base.corners();
    if own().next().is_some() {
        return own().any(|zone| corners.iter().all(|&p| zone.area.holds(p)));
    }
    let (low, high) = strip;
    corners
        .iter()
        .all(|p| within(low, p.y) && within(p.y, high))
}

/// Returns the box around the deployment zones of a side, or, if it has none, around the strip of
/// the table from south to north.
#[must_use]
pub fn zone_bounds(battle: &Battle, side: Side, (low, high): (Length, Length)) -> (Point, Point) {
    let own = battle.setting.zones.iter();
    let own = own.filter(|zone| zone.side == Some(side));
    let strip = (Point::new(0, low), Point::new(battle.setting.width, high));
    bounds(own.map(|zone| &zone.area)).unwrap_or(strip)
}

/// Returns a strip of the table from south to north, limited to the table.
#[must_use]
pub fn strip(battle: &Battle, (low, high): (Length, Length)) -> Option<Area> {
    let (low, high) = (low.max(0), high.min(battle.setting.height));
    let wide = battle.setting.width;
    let corners = [(0, low), (wide, low), (wide, high), (0, high)];
    Area::new(corners.map(|(x, y)| Point::new(x, y)).to_vec())
}

/// Returns whether a unit is expected, and no turn is set for it.
#[must_use]
pub fn comes_never(battle: &Battle, id: UnitId) -> bool {
    let has_turn = battle.setting.arrivals.iter().any(|a| a.unit == id);
    battle.unit(id).status == Status::Expected && !has_turn
}
