//! Tests every number at both of its bounds, and every switch: plays battles of random orders, in
//! which nothing may panic.

use sandtable_battle::{
    Battle, Judging, Leg, LegSet, Legs, Offer, Order, Rolled, Rules, Scene, Scope, Switches,
    UnitId, Verb,
};
use sandtable_geometry::{Facing, Pose};
use sandtable_six_plus::SixPlus;

const MILL: &str = include_str!("../../../../scenarios/six-plus/the-mill-weir.battle.toml");

/// A small source of random numbers.
struct Lot(Rolled);

impl Lot {
    fn below(&mut self, n: usize) -> usize {
        let wide = usize::from(self.0.face(250) - 1) * 250 + usize::from(self.0.face(250) - 1);
        wide % n.max(1)
    }

    fn facing(&mut self) -> Facing {
        Facing(u16::try_from(self.below(62_500)).unwrap_or_default())
    }
}

fn legs(lot: &mut Lot, kinds: LegSet, allowance: i32) -> Legs {
    let by = allowance * i32::try_from(lot.below(101)).unwrap_or_default() / 100;
    if kinds.has(LegSet::SLIDE) {
        let towards = lot.facing();
        return [Leg::Slide {
            towards,
            by: allowance,
        }]
        .into_iter()
        .collect();
    }
    [Leg::Pivot { to: lot.facing() }, Leg::Advance { by }]
        .into_iter()
        .collect()
}

fn draw(battle: &Battle, offer: &Offer, lot: &mut Lot) -> Option<Order> {
    let unit = offer.unit.unwrap_or_default();
    Some(match (&offer.scope, offer.verb) {
        (Scope::Targets(all), verb) => {
            let target: UnitId = all[lot.below(all.len())];
            match verb {
                Verb::Charge => Order::Charge {
                    unit,
                    target,
                    reach: false,
                    heading: None,
                },
                Verb::Shoot => Order::Shoot { unit, target },
                Verb::Fight => Order::Fight { unit, target },
                _ => Order::Rally { unit, target },
            }
        }
        (Scope::Way(reach), _) => Order::Move {
            unit,
            legs: legs(lot, reach.legs, reach.allowance),
        },
        (Scope::Facing(_), _) => Order::Face {
            unit,
            to: lot.facing(),
        },
        (Scope::Formations(bits), _) => Order::Form {
            unit,
            formation: u8::from(*bits == 2),
        },
        (Scope::Zone(zone), _) => {
            let middle = battle.setting.zones[usize::from(*zone)].area.middle();
            Order::Place {
                unit,
                at: Pose::at(middle, lot.facing()),
                formation: 0,
            }
        }
        (Scope::Plain, Verb::Load) => Order::Load { unit },
        (Scope::Plain, _) if lot.below(6) == 0 => Order::End,
        _ => return None,
    })
}

/// Plays random orders: nothing may panic, and no mark may leave its range.
fn play(switches: &Switches) {
    let Ok(rules) = SixPlus::new(switches) else {
        return; // Refused with a message.
    };
    // A battle that house rules make unsound is refused, too.
    let Ok(battle) = sandtable_files::read_battle(MILL, &rules) else {
        return;
    };
    let mut dice = Rolled::new(5, 0);
    let mut scene = Scene::new(battle);
    rules.open(&mut scene, &mut dice);
    let (mut battle, _) = scene.finish();
    let mut lot = Lot(Rolled::new(5, 1));
    for _ in 0..600 {
        if battle.ended.is_some() {
            break;
        }
        let offers = rules.all_offers(&battle);
        let offer = &offers[lot.below(offers.len())];
        let Some(order) = draw(&battle, offer, &mut lot) else {
            continue;
        };
        if let Ok((next, _)) = rules.play(&battle, &order, &mut dice) {
            battle = next;
            for (_, unit) in battle.all() {
                for (mark, spec) in unit.marks.iter().zip(&rules.card().marks) {
                    let (least, most) = spec.range;
                    assert!(
                        (least..=most).contains(mark),
                        "{switches:?}: {} {mark}",
                        spec.id
                    );
                }
            }
        }
    }
}

#[test]
fn every_number_is_playable_at_its_bounds() {
    let rules = SixPlus::new(&Switches::default()).expect("the rules");
    for number in &rules.card().numbers.numbers {
        let Some((least, most)) = number.range else {
            continue;
        };
        for bound in [least, most] {
            let all = Switches::default().with("tide", "on").with("general", "on");
            play(&all.with_number(&number.path, &bound.to_string()));
        }
    }
}

#[test]
fn every_switch_is_playable() {
    let rules = SixPlus::new(&Switches::default()).expect("the rules");
    for switch in &rules.card().switches {
        for value in &switch.values {
            play(&Switches::default().with(&switch.name, value));
        }
    }
}
