//! Generals (section 14).

use crate::numbers::GeneralRating;
use crate::switches::{GeneralMorale, GeneralRisk, GeneralScope, LeaderChargeBonus};
use crate::units::{self, fights};
use crate::{OtrD6, c, marks};
use crate::{terrain, turn};
use arrayvec::ArrayVec;
use sandtable_battle::{
    Ask, Battle, Clause, Dice, Event, Gait, Leg, LegSet, Legal, Offer, Order, Reach, Refusals,
    Ruling, Scene, Scope, Status, Unit, UnitId, Verb, Witness,
};
use sandtable_geometry::{Edge, Facing, Length, Point, Pose, within};

/// The general with a unit (CMD-03, CMD-11).
pub(crate) fn attached(b: &Battle, unit: UnitId) -> Option<UnitId> {
    b.present()
        .find(|(_, g)| !fights(g) && g.with == Some(unit))
        .map(|(id, _)| id)
}

/// What a general is rated at (CMD-06).
pub(crate) fn rating<'a>(rules: &'a OtrD6, general: &Unit) -> &'a GeneralRating {
    by!(c::CMD_06);
    let all = &rules.numbers.general;
    &all[usize::from(general.ratings[units::COMMAND]).min(all.len() - 1)]
}

/// A general who influences a unit, and whether he is attached to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Influence {
    /// Who.
    pub general: UnitId,
    /// Attached, or within three inches.
    pub attached: bool,
}

/// Generals free to influence a unit from nearby (CMD-02, CMD-04, GEO-14): on
/// the table, attached to no other unit (CMD-03), of its army or division.
fn near(rules: &OtrD6, b: &Battle, unit: UnitId) -> ArrayVec<UnitId, 8> {
    by!(c::CMD_02, c::CMD_03, c::CMD_04, c::GEO_14);
    let u = b.unit(unit);
    let mut rect = None;
    let reach = rules.numbers.geometry.near_general + rules.numbers.stand.general_radius;
    let mut out = ArrayVec::new();
    for (id, g) in b
        .side(u.side)
        .filter(|(_, g)| !fights(g) && g.with.is_none())
    {
        let own = rules.chosen.general_scope == GeneralScope::Army || g.group == u.group;
        let rect = rect.get_or_insert_with(|| units::rect(rules, b, unit));
        if own && within(rect.distance_from(g.pose.point()).length, reach) {
            // More than eight generals at one unit add nothing: one influences.
            let _ = out.try_push(id);
        }
    }
    out
}

/// Who influences a roll of a unit: the attached general before all others,
/// else one of those near it (CMD-12), by what is best for the roll. A single
/// near general counts even when he does harm (ruling A65).
fn influence(
    rules: &OtrD6,
    b: &Battle,
    unit: UnitId,
    worth: impl Fn(&GeneralRating) -> i16,
) -> Option<Influence> {
    by!(c::CMD_12);
    if let Some(general) = attached(b, unit) {
        return Some(Influence {
            general,
            attached: true,
        });
    }
    let best = |id: &UnitId| (worth(rating(rules, b.unit(*id))), std::cmp::Reverse(*id));
    near(rules, b, unit)
        .into_iter()
        .max_by_key(best)
        .map(|general| Influence {
            general,
            attached: false,
        })
}

/// What generals add to a unit's charge test: clause, value and who (CHG-04,
/// CMD-02, CMD-03). With the cumulative reading there are two.
pub(crate) fn charge_bonus(
    rules: &OtrD6,
    b: &Battle,
    unit: UnitId,
) -> ArrayVec<(Clause, i16, UnitId), 2> {
    by!(c::CHG_04);
    let mut out = ArrayVec::new();
    let by_who = influence(rules, b, unit, |g| g.charge_near);
    if let Some(Influence { general, attached }) = by_who {
        let line = rating(rules, b.unit(general));
        match (attached, rules.chosen.leader_charge_bonus) {
            (true, LeaderChargeBonus::Near1Attached1) => {
                out.push((c::CMD_03, line.charge_near, general))
            }
            (true, _) => out.push((c::CMD_03, line.charge_attached, general)),
            (false, _) => out.push((c::CMD_02, line.charge_near, general)),
        }
        if attached && rules.chosen.leader_charge_bonus == LeaderChargeBonus::Cumulative {
            // The general who charges in is also within three inches.
            out.push((c::CMD_02, line.charge_near, general));
        }
    }
    out
}

/// What a general adds to a unit's morale total: clause, value and who (CMD-04,
/// CMD-05).
pub(crate) fn morale_modifier(
    rules: &OtrD6,
    b: &Battle,
    unit: UnitId,
) -> Option<(Clause, i16, UnitId)> {
    let Influence { general, attached } = influence(rules, b, unit, |g| g.morale_near)?;
    let line = rating(rules, b.unit(general));
    Some(if attached {
        (c::CMD_05, line.morale_attached, general)
    } else {
        (c::CMD_04, line.morale_near, general)
    })
}

/// The values an owner may choose from when generals change morale totals as
/// he likes (ruling A65, by switch): at most this much either way.
pub(crate) fn morale_choice(rules: &OtrD6, b: &Battle, unit: UnitId) -> Option<(i16, UnitId)> {
    if rules.chosen.general_morale != GeneralMorale::Chosen {
        return None;
    }
    let Influence { general, attached } = influence(rules, b, unit, |g| g.morale_near)?;
    let of = |g: &GeneralRating| {
        if attached {
            g.morale_attached
        } else {
            g.morale_near
        }
    };
    let most = rules.numbers.general.iter().map(of).max().unwrap_or(0);
    Some((most, general))
}

/// What an exceptional general attached to a unit adds in melee (MEL-06,
/// CMD-06).
pub(crate) fn melee_bonus(
    rules: &OtrD6,
    b: &Battle,
    unit: UnitId,
) -> Option<(Clause, i16, UnitId)> {
    let general = attached(b, unit)?;
    let value = rating(rules, b.unit(general)).melee_attached;
    (value != 0).then_some((c::MEL_06, value, general))
}

/// Generals who influence a unit that takes casualties (CMD-07, ruling A69).
fn at_risk(rules: &OtrD6, b: &Battle, unit: UnitId) -> ArrayVec<UnitId, 8> {
    by!(c::CMD_07);
    let mut out = ArrayVec::new();
    if let Some(general) = attached(b, unit) {
        out.push(general);
    } else if rules.chosen.general_risk == GeneralRisk::Influencing {
        out = near(rules, b, unit);
    }
    out
}

/// Rolls for each general who influences a unit, after a volley or melee in
/// which it lost at least one stand (CMD-07 to CMD-09, CMD-13). A unit without
/// stands must still be on the table, so that its general is found.
pub(crate) fn casualties(
    rules: &OtrD6,
    scene: &mut Scene,
    unit: UnitId,
    lost_melee: bool,
    dice: &mut dyn Dice,
) {
    by!(c::CMD_13);
    let die = Ask::Die {
        sides: rules.numbers.dice.sides,
    };
    for general in at_risk(rules, scene, unit) {
        let side = scene.unit(general).side;
        let hit = dice.ask(die, side, c::CMD_07) >= u16::from(rules.numbers.generals.hit_from);
        scene.told(c::CMD_07, u16::from(hit), general, None);
        if hit {
            let face = dice.ask(die, side, c::CMD_08);
            let lines = &rules.numbers.general_hit;
            let line = lines
                .iter()
                .position(|l| face <= u16::from(l.up_to))
                .unwrap_or(lines.len() - 1);
            #[expect(clippy::cast_possible_truncation, reason = "three lines")]
            scene.told(c::CMD_08, line as u16, general, None);
            fall(rules, scene, dice, general, line, lost_melee);
        }
    }
}

/// Takes a hit general off the table, for some turns or for good.
fn fall(
    rules: &OtrD6,
    scene: &mut Scene,
    dice: &mut dyn Dice,
    general: UnitId,
    line: usize,
    lost_melee: bool,
) {
    let hit = &rules.numbers.general_hit[line];
    let side = scene.unit(general).side;
    scene.join(general, None, c::CMD_08);
    if hit.dice > 0 && lost_melee {
        return scene.become_(general, Status::Captured, c::CMD_09);
    }
    let turns = if hit.dice > 0 {
        #[expect(clippy::cast_possible_truncation, reason = "one die")]
        let thrown = dice.ask(
            Ask::Sum {
                dice: hit.dice,
                sides: rules.numbers.dice.sides,
            },
            side,
            c::CMD_08,
        ) as i8;
        thrown
    } else {
        hit.turns
    };
    if turns > 0 {
        scene.mark(general, marks::OUT, turns, c::CMD_14);
        scene.become_(general, Status::Expected, c::CMD_14);
    } else {
        scene.become_(general, Status::Destroyed, c::CMD_08);
    }
}

/// Counts down the turns of generals who are out; those whose time has come
/// return in touch with a unit of their division (CMD-14).
pub(crate) fn returns(rules: &OtrD6, scene: &mut Scene) {
    let out: Vec<UnitId> = scene
        .all()
        .filter(|(_, u)| !fights(u) && u.status == Status::Expected && u.mark(marks::OUT) > 0)
        .map(|(id, _)| id)
        .collect();
    for id in out {
        let left = scene.unit(id).mark(marks::OUT) - 1;
        let from = scene.unit(id).pose.point();
        let host = nearest_friend(rules, scene, id, from, true)
            .or_else(|| nearest_friend(rules, scene, id, from, false));
        match host {
            Some((host, _)) if left == 0 => {
                scene.mark(id, marks::OUT, 0, c::CMD_14);
                scene.become_(id, Status::Table, c::CMD_14);
                scene.shift(
                    id,
                    beside(rules, scene, host, from),
                    Gait::Placed,
                    c::CMD_14,
                );
            }
            // Nobody to return to yet: he waits.
            _ => scene.mark(id, marks::OUT, left.max(1), c::CMD_14),
        }
    }
}

/// The nearest friendly fighting unit to a point, with the distance.
fn nearest_friend(
    rules: &OtrD6,
    b: &Battle,
    general: UnitId,
    from: Point,
    own_division: bool,
) -> Option<(UnitId, Length)> {
    let g = b.unit(general);
    b.side(g.side)
        .filter(|(_, u)| fights(u) && (!own_division || u.group == g.group))
        .map(|(id, _)| (id, units::rect(rules, b, id).distance_from(from).length))
        .min_by_key(|&(id, distance)| (distance, id))
}

/// A pose in touch with a unit, on the side a general comes from.
fn beside(rules: &OtrD6, b: &Battle, host: UnitId, from: Point) -> Pose {
    let rect = units::rect(rules, b, host);
    let radius = rules.numbers.stand.general_radius;
    let facing = b.unit(host).pose.facing;
    let tape = rect.distance_from(from);
    let spot = if tape.length > radius {
        tape.to.moved(Facing::towards(tape.to, from), radius)
    } else {
        // He is upon it already: he stands behind its middle.
        rect.centre()
            .moved(facing.reversed(), rect.depth() / 2 + radius)
    };
    let (w, h) = (b.setting.width, b.setting.height);
    Pose::new(
        spot.x.clamp(radius, w - radius),
        spot.y.clamp(radius, h - radius),
        facing,
    )
}

/// A general whose unit is gone, or who is ridden down, goes to the nearest
/// friendly unit within ten inches; else he is lost (rulings A66, A69).
fn flee(rules: &OtrD6, scene: &mut Scene, general: UnitId, from: Point, lost: Status, why: Clause) {
    scene.join(general, None, why);
    match nearest_friend(rules, scene, general, from, false) {
        Some((host, distance)) if within(distance, rules.numbers.generals.refuge) => {
            let to = beside(rules, scene, host, from);
            scene.shift(general, to, Gait::Withdrew, why);
        }
        _ => scene.become_(general, lost, why),
    }
}

/// A general whose unit was destroyed or routed (ruling A69).
pub(crate) fn seek_refuge(rules: &OtrD6, scene: &mut Scene, general: UnitId, from: Pose) {
    flee(
        rules,
        scene,
        general,
        from.point(),
        Status::Destroyed,
        c::CMD_13,
    );
}

/// Carries the general of a unit along with its last move (CMD-11).
pub(crate) fn carry(rules: &OtrD6, scene: &mut Scene, unit: UnitId) {
    let Some(general) = attached(scene, unit) else {
        return;
    };
    let last = scene.events().iter().rev().find_map(|event| match *event {
        Event::Moved {
            unit: moved, from, ..
        } if moved == unit => Some(from),
        _ => None,
    });
    if let Some(before) = last {
        let (now, was) = (scene.unit(unit).pose, scene.unit(general).pose);
        let turned = was.turned_about(before.point(), before.facing.turn_to(now.facing));
        let to = Pose::new(
            turned.x + now.x - before.x,
            turned.y + now.y - before.y,
            turned.facing,
        );
        let radius = rules.numbers.stand.general_radius;
        let (w, h) = (scene.setting.width, scene.setting.height);
        let to = Pose::new(
            to.x.clamp(radius, w - radius),
            to.y.clamp(radius, h - radius),
            to.facing,
        );
        scene.shift(general, to, Gait::Carried, c::CMD_11);
    }
}

/// Enemy generals alone on the ground that a unit has moved onto are displaced
/// or captured (ruling A66).
pub(crate) fn ride_down(rules: &OtrD6, scene: &mut Scene, mover: UnitId) {
    let side = scene.unit(mover).side.other();
    if !scene
        .side(side)
        .any(|(_, g)| !fights(g) && g.with.is_none())
    {
        return;
    }
    let rect = units::rect(rules, scene, mover);
    let radius = rules.numbers.stand.general_radius;
    let under: Vec<UnitId> = scene
        .side(side)
        .filter(|(_, g)| !fights(g) && g.with.is_none())
        .filter(|(_, g)| !within(radius, rect.distance_from(g.pose.point()).length))
        .map(|(id, _)| id)
        .collect();
    for general in under {
        let from = scene.unit(general).pose.point();
        flee(rules, scene, general, from, Status::Captured, c::CMD_10);
    }
}

/// What may be ordered of a general: a move, to join or to leave a unit
/// (CMD-10).
pub(crate) fn offers(rules: &OtrD6, b: &Battle, general: UnitId, out: &mut Vec<Offer>) {
    let mut ruling = Ruling::new();
    if !may_ride(b, general, &mut ruling) {
        return;
    }
    let reach = Reach {
        legs: LegSet::MARCH,
        allowance: rules.numbers.generals.pace,
        spread: 0,
    };
    out.push(Offer::of(Verb::Move, general, Scope::Way(reach), c::CMD_10));
    if b.unit(general).with.is_some() {
        out.push(Offer::of(Verb::Leave, general, Scope::Plain, c::CMD_10));
    } else {
        let hosts: Vec<UnitId> = b
            .side(b.unit(general).side)
            .map(|(id, _)| id)
            .filter(|&id| may_join(rules, b, general, id))
            .collect();
        if !hosts.is_empty() {
            out.push(Offer::of(
                Verb::Join,
                general,
                Scope::Targets(hosts),
                c::CMD_10,
            ));
        }
    }
}

/// Generals move once in their division's activation, between those of units
/// (CMD-10).
fn may_ride(b: &Battle, general: UnitId, ruling: &mut Ruling) -> bool {
    if !turn::on_call(b, general, ruling) {
        return false;
    }
    ruling.require(b.unit(general).mark(marks::RIDDEN) == 0, c::CMD_10, || {
        Witness::Unit(general)
    });
    ruling.clean()
}

/// Whether a general touches a fighting unit of his side that has no other
/// general attached (CMD-10, CMD-12).
fn may_join(rules: &OtrD6, b: &Battle, general: UnitId, host: UnitId) -> bool {
    let (g, h) = (b.unit(general), b.unit(host));
    let radius = rules.numbers.stand.general_radius;
    h.on_table()
        && h.side == g.side
        && fights(h)
        && attached(b, host).is_none()
        && within(
            units::rect(rules, b, host)
                .distance_from(g.pose.point())
                .length,
            radius,
        )
}

/// Judges an order to a general.
pub(crate) fn check(rules: &OtrD6, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
    let mut ruling = Ruling::new();
    match order {
        Order::Move { unit, legs } => {
            if may_ride(b, *unit, &mut ruling) {
                ride(rules, b, *unit, legs, &mut ruling);
            }
        }
        Order::Join { unit, to } => {
            // He joins at the end of his move, so after it too.
            turn::on_call(b, *unit, &mut ruling);
            let free = b.unit(*unit).with.is_none();
            ruling.require(free && may_join(rules, b, *unit, *to), c::CMD_10, || {
                Witness::Unit(*to)
            });
        }
        Order::Leave { unit } => {
            may_ride(b, *unit, &mut ruling);
            ruling.require(b.unit(*unit).with.is_some(), c::CMD_10, || {
                Witness::Unit(*unit)
            });
        }
        _ => ruling.refuse(sandtable_battle::c::NOT_IN_THESE_RULES, Witness::Plain),
    }
    ruling.seal(order)
}

/// A ride: any way of at most ten inches over anything that is not impassable.
fn ride(rules: &OtrD6, b: &Battle, general: UnitId, legs: &[Leg], ruling: &mut Ruling) {
    let g = b.unit(general);
    let (mut pose, mut cost) = (g.pose, 0);
    for leg in legs {
        let next = match *leg {
            Leg::March { to } => Pose::at(to, Facing::towards(pose.point(), to)),
            Leg::Advance { by } => pose.advanced(by.max(0)),
            Leg::Slide { towards, by } => pose.moved(towards, by.max(0)),
            Leg::Pivot { .. } | Leg::Wheel { .. } => {
                return ruling.refuse(c::CMD_10, Witness::Unit(general));
            }
        };
        cost += pose.point().distance(next.point());
        let (from, to) = (
            units::rect_at(rules, &b.setting, g, pose),
            units::rect_at(rules, &b.setting, g, next),
        );
        let walk = Edge::new(pose.point(), next.point());
        if let Some(feature) = terrain::barrier(b, &crate::geometry::room(&from, &to), &walk, true)
        {
            ruling.refuse(
                c::CMD_10,
                Witness::Terrain {
                    feature: u8::try_from(feature).unwrap_or(u8::MAX),
                    at: next.point(),
                },
            );
        }
        ruling.require(b.setting.holds(&to), c::CMD_10, || Witness::Place(next));
        pose = next;
        ruling.step(pose);
    }
    let pace = rules.numbers.generals.pace;
    ruling.price(cost, pace);
    ruling.require(within(cost, pace), c::CMD_10, || Witness::Length {
        asked: cost,
        allowed: pace,
    });
}

/// Resolves an order to a general.
pub(crate) fn resolve(_rules: &OtrD6, legal: &Legal, scene: &mut Scene, _dice: &mut dyn Dice) {
    match *legal.order() {
        Order::Join { unit, to } => scene.join(unit, Some(to), c::CMD_10),
        Order::Leave { unit } => scene.join(unit, None, c::CMD_10),
        Order::Move { unit, .. } => {
            scene.join(unit, None, c::CMD_10);
            if let Some(&to) = legal.path().last() {
                scene.shift(unit, to, Gait::Moved, c::CMD_10);
            }
            scene.mark(unit, marks::RIDDEN, 1, c::CMD_10);
        }
        _ => {}
    }
}
