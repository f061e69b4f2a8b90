//! A second umpire for OTR D6, written from its specification alone: slow, and
//! without any code of the rule crate or of the engine's geometry. It rules on
//! volleys and charges in random positions: who may be shot at, which factors count, how
//! many dice are thrown, who is lost, marked or goes back, how far, and through whom.
//!
//! `ORDERS=200000 cargo test -p sandtable-otr-d6 --test referee` plays that many orders.
//! Generals help charges, lead melees and are at risk, waves charge and are charged,
//! chargers go back; marked units take morale tests, and lone generals ride away from
//! chargers. Left to other tests: revenge, and where waves go back.

mod umpire;

use sandtable_battle::{
    Battle, Cursor, Feature, Ground, Group, GroupSpec, Judging as _, Order, Rolled, Rules as _,
    Setting, Side, Switches, Unit, UnitId,
};
use sandtable_geometry::{Area, Facing, INCH, Line, Point, Pose};
use sandtable_otr_d6::OtrD6;
use umpire::{Ruling, Umpire};

/// Random numbers, the same in every run.
struct Lot(u64);

impl Lot {
    fn below(&mut self, most: i32) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i32::try_from(self.0 % u64::try_from(most).expect("above nought")).expect("small")
    }
}

fn small(number: i32) -> u8 {
    u8::try_from(number).expect("small")
}

/// Makes a random unit around the middle of the table.
fn unit(lot: &mut Lot, side: Side) -> Unit {
    let kind = [0, 0, 0, 1, 1, 2][usize::try_from(lot.below(6)).expect("small")];
    let started = if kind == 2 {
        2
    } else {
        small(1 + lot.below(10))
    };
    let lost = small(lot.below(i32::from(started).min(3)));
    let formation = match kind {
        0 => small(lot.below(3)),
        1 => [0, 1, 3, 4][usize::try_from(lot.below(4)).expect("small")],
        _ => 0,
    };
    let degrees = if lot.below(2) == 0 {
        f64::from(180 * (lot.below(2)))
    } else {
        f64::from(lot.below(3600)) / 10.0
    };
    let at = |from: i32, lot: &mut Lot| from * INCH + lot.below(12 * INCH);
    let (x, y) = (at(30, lot), at(18, lot));
    let arms = if kind == 2 { 3 + lot.below(2) } else { 0 };
    let mut unit = Unit {
        side,
        kind,
        started,
        stands: started - lost,
        formation,
        group: Group(u8::from(side == Side::B)),
        pose: Pose::new(x, y, Facing::from_degrees(degrees).expect("an angle")),
        ..Unit::default()
    };
    unit.ratings[0] = small(lot.below(4));
    unit.ratings[1] = small(arms);
    unit.marks[0] = i32::from(lot.below(3) == 0);
    unit
}

/// Makes the last unit the front brigade of a wave, if it is infantry (FORM-08).
fn fall_in(lot: &mut Lot, battle: &mut Battle) {
    let last = battle.units.len() - 1;
    if battle.units[last].kind != 0 || battle.units[last].formation != 0 {
        return;
    }
    for _ in 0..=lot.below(2) {
        let ahead = battle.units.len() - 1;
        let mut next = unit(lot, battle.units[ahead].side);
        let front = battle.units[ahead];
        (next.kind, next.formation) = (0, 0);
        next.stands = next.stands.max(1);
        next.ratings[1] = 0;
        next.pose = front.pose.advanced(-INCH);
        next.with = Some(UnitId(small(i32::try_from(ahead).expect("few"))));
        battle.units.push(next);
        if Umpire(battle).overlaps(battle.units.len() - 1) {
            battle.units.pop();
            return;
        }
    }
}

/// Makes a random general: with a unit, or near one.
fn general(lot: &mut Lot, battle: &Battle, side: Side) -> Option<Unit> {
    let own: Vec<(UnitId, &Unit)> = (battle.side(side))
        .filter(|(_, u)| umpire::fights(u) && u.with.is_none())
        .collect();
    let count = i32::try_from(own.len()).expect("few");
    let (id, host) = *own.get(usize::try_from(lot.below(count.max(1))).expect("few"))?;
    let led = battle
        .present()
        .any(|(_, g)| g.with == Some(id) && !umpire::fights(g));
    let mut out = Unit {
        side,
        kind: 3,
        started: 1,
        stands: 1,
        group: host.group,
        pose: host.pose,
        ..Unit::default()
    };
    out.ratings[2] = small(lot.below(5));
    if !led && lot.below(2) == 0 {
        out.with = Some(id);
    } else {
        let off = |lot: &mut Lot| lot.below(10 * INCH) - 5 * INCH;
        (out.pose.x, out.pose.y) = (out.pose.x + off(lot), out.pose.y + off(lot));
    }
    Some(out)
}

/// Makes a random fence or wall.
fn fence(lot: &mut Lot) -> Feature {
    let at = |lot: &mut Lot| {
        Point::new(
            30 * INCH + lot.below(10 * INCH),
            18 * INCH + lot.below(10 * INCH),
        )
    };
    let from = at(lot);
    let by = (
        lot.below(8 * INCH) - 4 * INCH,
        lot.below(4 * INCH) - 2 * INCH,
    );
    let points = vec![from, Point::new(from.x + by.0 + 1, from.y + by.1)];
    let kinds = [Ground::Fence, Ground::Wall];
    Feature {
        ground: kinds[usize::try_from(lot.below(2)).expect("small")],
        name: String::new(),
        areas: Vec::new(),
        line: Line::new(points),
        width: 0,
        level: 0,
    }
}

fn ground(lot: &mut Lot) -> Feature {
    if lot.below(3) == 0 {
        return fence(lot);
    }
    let kinds = [(Ground::Hill, 1), (Ground::Woods, 0), (Ground::Works, 0)];
    let (ground, level) = kinds[usize::try_from(lot.below(3)).expect("small")];
    let (x, y) = (
        28 * INCH + lot.below(12 * INCH),
        16 * INCH + lot.below(12 * INCH),
    );
    let (w, h) = (INCH + lot.below(5 * INCH), INCH + lot.below(5 * INCH));
    let corners = [(x, y), (x, y + h), (x + w, y + h), (x + w, y)];
    let outline = corners.map(|(x, y)| Point::new(x, y)).to_vec();
    Feature {
        ground,
        name: String::new(),
        areas: vec![Area::new(outline).expect("a rectangle")],
        line: None,
        width: 0,
        level,
    }
}

/// Makes a random position with side A to act.
fn position(lot: &mut Lot) -> Battle {
    // One position in four is on a narrower table, so the edge is near.
    let wide = if lot.below(4) == 0 { 44 } else { 72 };
    let mut setting = Setting::bare("otr-d6", wide * INCH, 48 * INCH);
    for (name, side) in [("A1", Side::A), ("B1", Side::B)] {
        let name = name.to_owned();
        setting.groups.push(GroupSpec { name, side });
    }
    for _ in 0..lot.below(4) {
        let feature = ground(lot);
        setting.terrain.push(feature);
    }
    let cursor = Cursor {
        turn: 1,
        phase: 1,
        side: Side::A,
        group: Some(Group(0)),
        deck: 2,
        ..Cursor::default()
    };
    let mut battle = Battle::new(setting, Vec::new(), cursor);
    for n in 0..6 {
        let mut next = unit(lot, [Side::A, Side::B][n % 2]);
        let leads = next.kind == 0 && lot.below(3) == 0;
        if leads {
            next.formation = 0;
        }
        battle.units.push(next);
        if Umpire(&battle).overlaps(battle.units.len() - 1) {
            battle.units.pop();
        } else if leads {
            fall_in(lot, &mut battle);
        }
    }
    for side in [Side::A, Side::B] {
        for _ in 0..lot.below(3) {
            let next = general(lot, &battle, side);
            battle.units.extend(next);
        }
    }
    battle
}

/// Makes an order of a unit of side A against one of side B.
fn order(lot: &mut Lot, battle: &Battle) -> Option<Order> {
    let of = |side| -> Vec<UnitId> {
        let units = battle.side(side).filter(|(_, u)| umpire::fights(u));
        units.map(|(id, _)| id).collect()
    };
    let (ours, theirs) = (of(Side::A), of(Side::B));
    let mut one = |all: &[UnitId]| {
        let count = i32::try_from(all.len()).expect("few").max(1);
        all.get(usize::try_from(lot.below(count)).expect("few"))
            .copied()
    };
    let (unit, target) = (one(&ours)?, one(&theirs)?);
    Some(if lot.below(5) == 0 {
        Order::Test { unit }
    } else if lot.below(2) == 0 {
        Order::Shoot { unit, target }
    } else {
        umpire::charge(unit, target)
    })
}

#[test]
fn the_second_umpire_rules_as_the_engine_does() {
    let asked = std::env::var("ORDERS").ok().and_then(|n| n.parse().ok());
    let rules = OtrD6::new(&Switches::default()).expect("the usual rules");
    let salt = std::env::var("SEED").ok().and_then(|n| n.parse().ok());
    let mut lot = Lot(0x2efe_2ee1 ^ salt.unwrap_or(0_u64) << 32);
    let (mut played, mut refused, mut unsure, mut went) = (0_u32, 0_u32, 0_u32, 0_u32);
    let (mut waves, mut risked, mut tests, mut ridden) = (0_u32, 0_u32, 0_u32, 0_u32);
    let mut differ = Vec::new();
    let mut seed = 0;
    while played < asked.unwrap_or(2_000) {
        seed += 1;
        let battle = position(&mut lot);
        let Some(order) = order(&mut lot, &battle) else {
            continue;
        };
        let unit = order.unit().expect("one");
        let target = order.target().unwrap_or(unit);
        let umpire = Umpire(&battle);
        let sees = umpire.may(&order);
        let mut dice = Rolled::new(seed, 1);
        match rules.play(&battle, &order, &mut dice) {
            Err(refusals) => match sees {
                Ruling::Unsure => unsure += 1,
                Ruling::Yes if !umpire::only_room(&refusals) => {
                    differ.push(format!("{seed} {order:?}: refused by {refusals:?}"));
                }
                _ => refused += 1,
            },
            Ok(_) if sees == Ruling::No => differ.push(format!("{seed} {order:?}: granted")),
            Ok((after, _)) => {
                let faces = dice.rolls().iter().flat_map(|roll| roll.faces.to_vec());
                let mut faces = faces.map(i32::from).collect::<Vec<_>>().into_iter();
                let expected = umpire.outcome(&order, &mut faces);
                let left = faces.count();
                let found = [unit, target].map(|id| umpire::seen(&battle, &after, id));
                match expected {
                    None => unsure += 1,
                    Some(expected) => {
                        played += 1;
                        let same =
                            umpire::agree(&expected, &found, (&battle, &after), [unit, target]);
                        waves += u32::from(!expected.more.is_empty());
                        risked += u32::from(!expected.generals.is_empty());
                        tests += u32::from(expected.left.is_some());
                        ridden += u32::from(expected.ridden);
                        let back = expected.through.as_ref();
                        went += u32::from(back.is_some_and(|t| !t.is_empty()));
                        if left > 0 || !same {
                            let legal = rules.judge(&battle, &order).expect("it was played");
                            differ.push(format!(
                                "{seed} {order:?}: {found:?}, ruled {expected:?}, {left} dice left of {:?}; {:?}, {:?}\n{}",
                                dice.rolls(),
                                legal.factors(),
                                legal.tape(),
                                sandtable_files::write_battle(&battle, rules.card())
                            ));
                        }
                    }
                }
            }
        }
    }
    println!(
        "{played} played, {waves} of waves, {risked} with generals at risk, {tests} morale tests, {ridden} lone generals ridden down, {went} through friends, {refused} refused, {unsure} too close to call"
    );
    assert!(
        differ.is_empty(),
        "{} of {played} played, {refused} refused, {unsure} too close to call:\n{}",
        differ.len(),
        differ[..differ.len().min(12)].join("\n")
    );
    assert!(refused > played, "{played} played, {refused} refused");
    assert!(went > 5, "{went} went through friends");
    assert!(waves > 5 && risked > 50, "{waves} waves, {risked} generals");
    assert!(tests > 100, "{tests} morale tests");
}
