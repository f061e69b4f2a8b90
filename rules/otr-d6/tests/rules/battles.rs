//! Random battles under every switch: every offer is legal, everything else is
//! refused, only events change the battle, and no two units overlap.

use sandtable_battle::{
    Battle, Cursor, Feature, Ground, Group, GroupSpec, Judging, Leg, LegSet, Legal, Legs, Offer,
    Order, Rolled, Rules, Scene, Scope, Setting, Side, Switches, Unit, UnitId, Verb,
};
use sandtable_geometry::{Area, Facing, INCH, Length, Line, Point, Pose};
use sandtable_otr_d6::{OtrD6, units};

/// A small random source of choices, apart from the dice of the battle.
struct Lot(Rolled);

impl Lot {
    fn below(&mut self, of: usize) -> usize {
        let (high, low) = (
            usize::from(self.0.face(64) - 1),
            usize::from(self.0.face(64) - 1),
        );
        (high * 64 + low) % of.max(1)
    }
}

fn brigade(side: Side, group: u8, kind: u8, stands: u8, at: (i32, i32)) -> Unit {
    let facing = if side == Side::A {
        Facing::NORTH
    } else {
        Facing::SOUTH
    };
    let mut unit = Unit {
        side,
        group: Group(group),
        kind,
        stands,
        started: stands,
        ..Unit::default()
    };
    unit.pose = Pose::new(at.0 * INCH, at.1 * INCH, facing);
    unit.ratings = [
        u8::try_from(at.0 % 4).expect("a grade"),
        if kind == units::ARTILLERY {
            3
        } else {
            group % 3
        },
        0,
        0,
    ];
    unit
}

fn rectangle(low: (i32, i32), high: (i32, i32)) -> Area {
    let corners = [
        (low.0, low.1),
        (low.0, high.1),
        (high.0, high.1),
        (high.0, low.1),
    ];
    Area::new(
        corners
            .map(|(x, y)| Point::new(x * INCH, y * INCH))
            .to_vec(),
    )
    .expect("an area")
}

fn terrain() -> Vec<Feature> {
    let bare = |ground| Feature {
        ground,
        name: String::new(),
        areas: Vec::new(),
        line: None,
        width: 0,
        level: 0,
    };
    let wall = Line::new(vec![
        Point::new(20 * INCH, 30 * INCH),
        Point::new(30 * INCH, 30 * INCH),
    ])
    .expect("a line");
    vec![
        Feature {
            areas: vec![rectangle((30, 20), (36, 24))],
            ..bare(Ground::Woods)
        },
        Feature {
            areas: vec![rectangle((8, 30), (18, 36))],
            level: 1,
            ..bare(Ground::Hill)
        },
        Feature {
            areas: vec![rectangle((42, 22), (45, 25))],
            ..bare(Ground::Impassable)
        },
        Feature {
            line: Some(wall),
            ..bare(Ground::Wall)
        },
    ]
}

/// Two armies, two divisions each, a few inches apart.
fn position(switches: &Switches) -> Battle {
    let mut setting = Setting::bare("otr-d6", 60 * INCH, 48 * INCH);
    setting.switches = switches.clone();
    setting.terrain = terrain().into();
    setting.turns = Some(8);
    for (name, side) in [
        ("A1", Side::A),
        ("A2", Side::A),
        ("B1", Side::B),
        ("B2", Side::B),
    ] {
        setting.groups.push(GroupSpec {
            name: name.to_owned(),
            side,
        });
    }
    let mut all = Vec::new();
    for (side, first, y, rear) in [(Side::A, 0, 22, -3), (Side::B, 2, 29, 3)] {
        all.push(brigade(side, first, units::INFANTRY, 6, (12, y)));
        all.push(brigade(side, first, units::INFANTRY, 7, (20, y)));
        all.push(brigade(side, first, units::INFANTRY, 6, (20, y + rear / 2)));
        all.push(brigade(side, first + 1, units::ARTILLERY, 2, (27, y)));
        all.push(brigade(side, first + 1, units::INFANTRY, 8, (38, y + rear)));
        all.push(brigade(side, first + 1, units::CAVALRY, 6, (50, y)));
        all.push(brigade(side, first, units::GENERAL, 1, (16, y + rear)));
    }
    let cursor = Cursor::default();
    Battle::new(setting, all, cursor)
}

/// Draws an order from an offer; none if the drawn order is refused.
fn draw(rules: &OtrD6, b: &Battle, offer: &Offer, lot: &mut Lot) -> Option<Legal> {
    let unit = offer.unit.unwrap_or_default();
    let target = |lot: &mut Lot| match &offer.scope {
        Scope::Targets(all) => Some(all[lot.below(all.len())]),
        _ => None,
    };
    let order = match offer.verb {
        Verb::Shoot => Order::Shoot {
            unit,
            target: target(lot)?,
        },
        Verb::Charge => Order::Charge {
            unit,
            target: target(lot)?,
            reach: lot.below(4) > 0,
            heading: None,
        },
        Verb::Join => Order::Join {
            unit,
            to: target(lot)?,
        },
        Verb::Test => Order::Test { unit },
        Verb::Pass => Order::Pass { unit },
        Verb::Leave => Order::Leave { unit },
        Verb::End => Order::End,
        Verb::Decide => match offer.scope {
            Scope::Choices(n) => Order::Decide {
                choice: u8::try_from(lot.below(usize::from(n))).expect("small"),
            },
            _ => return None,
        },
        Verb::Move => Order::Move {
            unit,
            legs: legs(b.unit(unit), offer, lot)?,
        },
        Verb::Face => Order::Face {
            unit,
            to: b
                .unit(unit)
                .pose
                .facing
                .turned(1024 * (lot.below(64) as i32)),
        },
        Verb::Form => Order::Form {
            unit,
            formation: u8::try_from(lot.below(5)).expect("small"),
        },
        _ => return None,
    };
    let judged = rules.judge(b, &order);
    if matches!(
        offer.verb,
        Verb::Shoot | Verb::Charge | Verb::Test | Verb::Decide
    ) {
        assert!(judged.is_ok(), "offered and refused: {order:?}: {judged:?}");
    }
    judged.ok()
}

fn legs(u: &Unit, offer: &Offer, lot: &mut Lot) -> Option<Legs> {
    let Scope::Way(reach) = &offer.scope else {
        return None;
    };
    let by = reach.allowance * Length::try_from(lot.below(9)).expect("small") / 8;
    let mut legs = Legs::new();
    legs.push(if reach.legs.has(LegSet::ADVANCE) {
        Leg::Advance { by }
    } else if reach.legs.has(LegSet::MARCH) {
        Leg::March {
            to: u
                .pose
                .point()
                .moved(u.pose.facing.turned(512 * (lot.below(32) as i32 - 16)), by),
        }
    } else {
        Leg::Slide {
            towards: u.pose.facing,
            by,
        }
    });
    Some(legs)
}

/// Checks that orders to shoot, charge or test that are in no offer are refused.
fn nothing_else(rules: &OtrD6, b: &Battle, offers: &[Offer]) {
    let offered = |verb, unit, target: Option<UnitId>| {
        offers.iter().any(|o| {
            o.verb == verb
                && o.unit == Some(unit)
                && match (&o.scope, target) {
                    (Scope::Targets(all), Some(target)) => all.contains(&target),
                    _ => target.is_none(),
                }
        })
    };
    for (unit, _) in b.side(b.to_move()) {
        let test = rules.judge(b, &Order::Test { unit }).is_ok();
        assert_eq!(test, offered(Verb::Test, unit, None), "test of {unit:?}");
        for (target, _) in b.present() {
            let shot = rules.judge(b, &Order::Shoot { unit, target }).is_ok();
            assert_eq!(
                shot,
                offered(Verb::Shoot, unit, Some(target)),
                "{unit:?} shoots at {target:?}"
            );
            let charge = rules
                .judge(
                    b,
                    &Order::Charge {
                        unit,
                        target,
                        reach: true,
                        heading: None,
                    },
                )
                .is_ok();
            assert_eq!(
                charge,
                offered(Verb::Charge, unit, Some(target)),
                "{unit:?} charges {target:?}"
            );
        }
    }
}

/// Checks that every unit has stands left, lies on the table and overlaps no other unit.
fn sound(rules: &OtrD6, b: &Battle, after: &Order) {
    let all: Vec<_> = b
        .present()
        .filter(|(_, u)| u.kind != units::GENERAL)
        .collect();
    for (i, &(id, u)) in all.iter().enumerate() {
        assert!(u.stands > 0, "{id:?} has no stands after {after:?}");
        let rect = rules.footprint(b, id);
        assert!(
            b.setting.holds(&rect),
            "{id:?} is off the table after {after:?}"
        );
        for &(other, _) in &all[i + 1..] {
            assert!(
                !rect.overlaps(&rules.footprint(b, other).grown(-5)),
                "{id:?} is upon {other:?} after {after:?}"
            );
        }
    }
}

/// Plays a battle with random orders; returns how many orders it took.
fn battle(rules: &OtrD6, switches: &Switches, seed: u64) -> usize {
    let mut lot = Lot(Rolled::new(seed, 0));
    let mut scene = Scene::new(position(switches));
    rules.open(&mut scene, &mut Rolled::new(seed, 1));
    let mut b = scene.finish().0;
    for number in 2..4000 {
        if b.ended.is_some() {
            return number;
        }
        let mut offers = rules.all_offers(&b);
        // Judging every pair is slow in a debug build, so it is not done before every order.
        if number % if cfg!(debug_assertions) { 10 } else { 1 } == 0 {
            nothing_else(rules, &b, &offers);
        }
        // Fighting is what this tests: moves and ends come less often.
        offers.retain(|o| match o.verb {
            Verb::Shoot | Verb::Charge | Verb::Test | Verb::Decide => true,
            Verb::End | Verb::RollOff => lot.below(3) == 0,
            _ => lot.below(2) == 0,
        });
        let Some(legal) = (!offers.is_empty())
            .then(|| &offers[lot.below(offers.len())])
            .and_then(|o| draw(rules, &b, o, &mut lot))
        else {
            continue;
        };
        let mut scene = Scene::new(b.clone());
        rules.resolve(
            &legal,
            &mut scene,
            &mut Rolled::new(seed, u32::try_from(number).expect("few")),
        );
        let (after, events) = scene.finish();
        let mut folded = b.clone();
        events.iter().for_each(|event| folded.apply(event));
        assert_eq!(folded, after);
        sound(rules, &after, legal.order());
        b = after;
    }
    panic!("seed {seed} has no end")
}

/// Returns every switch with every value, one at a time.
fn variants() -> Vec<Switches> {
    let standard = OtrD6::new(&Switches::default()).expect("the default switches");
    let mut all = vec![Switches::default()];
    for switch in &standard.card().switches {
        all.extend(
            switch
                .values
                .iter()
                .skip(1)
                .map(|value| Switches::default().with(&switch.name, value)),
        );
    }
    all
}

#[test]
fn random_battles_hold_the_laws_under_every_switch() {
    for (nth, switches) in (0..).zip(variants()) {
        let rules = OtrD6::new(&switches).expect("known switches");
        for seed in 0..if cfg!(debug_assertions) { 1 } else { 3 } {
            let played = std::panic::catch_unwind(|| battle(&rules, &switches, 100 * nth + seed));
            assert!(
                played.is_ok(),
                "switches {switches:?}, seed {}",
                100 * nth + seed
            );
        }
    }
}
