//! Whole battles by random orders: nothing panics, every battle ends.

use sandtable_battle::{
    Battle, Judging, Leg, Order, Rolled, Rules, Scene, Scope, Switches, UnitId, Verb,
};
use sandtable_geometry::{Facing, Pose};
use sandtable_three_hit::ThreeHit;

/// A small stream of random numbers.
struct Lot(Rolled);

impl Lot {
    fn below(&mut self, n: usize) -> usize {
        let wide = usize::from(self.0.face(250) - 1) * 250 + usize::from(self.0.face(250) - 1);
        wide % n.max(1)
    }
}

fn draw(rules: &ThreeHit, battle: &Battle, lot: &mut Lot) -> Option<Order> {
    let offers = rules.all_offers(battle);
    let offer = &offers[lot.below(offers.len())];
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
            legs: [
                Leg::Pivot {
                    to: Facing(u16::try_from(lot.below(65000)).ok()?),
                },
                Leg::Advance {
                    by: reach.allowance * i32::try_from(lot.below(100)).ok()? / 100,
                },
            ]
            .into_iter()
            .collect(),
        },
        (Scope::Facing(_), _) => Order::Face {
            unit,
            to: Facing(u16::try_from(lot.below(65000)).ok()?),
        },
        (Scope::Formations(bits), _) => Order::Form {
            unit,
            formation: u8::from(*bits == 2),
        },
        (Scope::Choices(n), _) => Order::Decide {
            choice: u8::try_from(lot.below(usize::from(*n))).ok()?,
        },
        (Scope::Zone(z), _) => {
            let o = battle.setting.zones[usize::from(*z)].area.middle();
            let at = Pose::new(
                lot.below(65000) as i32 * 2 % battle.setting.width,
                o.y,
                Facing::NORTH,
            );
            Order::Place {
                unit,
                at,
                formation: 0,
            }
        }
        (Scope::Plain, Verb::Test) => Order::Test { unit },
        (Scope::Plain, _) if lot.below(6) == 0 || offers.len() == 1 => Order::End,
        _ => return None,
    })
}

fn play(switches: &Switches, seed: u64) {
    let rules = ThreeHit::new(switches).unwrap();
    let mut dice = Rolled::new(seed, 0);
    let battle = rules.pitched_battle(&mut dice);
    let mut scene = Scene::new(battle);
    rules.open(&mut scene, &mut dice);
    let (mut battle, _) = scene.finish();
    let mut lot = Lot(Rolled::new(seed, 1));
    let mut orders = 0;
    for _ in 0..20_000 {
        if battle.ended.is_some() {
            break;
        }
        let Some(order) = draw(&rules, &battle, &mut lot) else {
            continue;
        };
        if let Ok((next, _)) = rules.play(&battle, &order, &mut dice) {
            battle = next;
            orders += 1;
            assert_eq!(rules.flaws(&battle), [], "{order:?}");
        }
    }
    assert!(
        battle.ended.is_some(),
        "seed {seed}: {orders} orders, {:?}",
        battle.cursor
    );
}

#[test]
fn random_battles_end() {
    for seed in 0..4 {
        play(&Switches::default(), seed);
        play(
            &Switches::default()
                .with("period", "ancient")
                .with("melee_sides", "both"),
            seed,
        );
        play(
            &Switches::default()
                .with("period", "ancient")
                .with("square", "yes")
                .with("elimination_timing", "end_of_turn")
                .with("fallback_timing", "before_morale")
                .with("morale_per", "hit")
                .with("retreat_trapped", "extra_hit")
                .with("retreat_edge", "removed")
                .with("army_break", "half_plus_one"),
            seed,
        );
    }
}

/// Plays some random orders of a pitched battle; nothing may
/// panic, and every position must be sound.
fn play_a_little(switches: &Switches) {
    let Ok(rules) = ThreeHit::new(switches) else {
        return; // Refused with a sentence.
    };
    let mut dice = Rolled::new(3, 0);
    let battle = rules.pitched_battle(&mut dice);
    let mut scene = Scene::new(battle);
    rules.open(&mut scene, &mut dice);
    let (mut battle, _) = scene.finish();
    let mut lot = Lot(Rolled::new(3, 1));
    for _ in 0..1_500 {
        if battle.ended.is_some() {
            break;
        }
        let Some(order) = draw(&rules, &battle, &mut lot) else {
            continue;
        };
        if let Ok((next, _)) = rules.play(&battle, &order, &mut dice) {
            battle = next;
            assert_eq!(rules.flaws(&battle), [], "{switches:?}: {order:?}");
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
    let rules = ThreeHit::new(&Switches::default()).unwrap();
    for number in &rules.card().numbers.numbers {
        let Some((least, most)) = number.range else {
            continue;
        };
        for bound in [least, most] {
            play_a_little(&Switches::default().with_number(&number.path, &bound.to_string()));
        }
    }
}

#[test]
fn every_switch_is_playable() {
    let rules = ThreeHit::new(&Switches::default()).unwrap();
    for switch in &rules.card().switches {
        for value in &switch.values {
            play_a_little(&Switches::default().with(&switch.name, value));
        }
    }
}
