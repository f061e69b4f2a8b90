//! For every seed and rule set the file is right, the halves match, the armies have about the same
//! points, and a battle can begin on it.

use sandtable_battle::{Rolled, Rules, Scene, Side, Status, Switches};
use sandtable_builder::{Fair, Generator, Made, Stock, Wishes, generate};
use sandtable_files::{read_battle, write_battle};
use sandtable_opponents::{Player, Random};
use sandtable_register::{ALL, Entry};

const SEEDS: u64 = 200;

fn with_generator<T>(entry: &'static Entry, work: impl FnOnce(&Generator) -> T) -> T {
    let open = |switches: &Switches| entry.open(switches);
    let scenarios: Vec<_> = entry.scenarios().collect();
    let armies: Vec<_> = entry.armies().collect();
    let scenarios: Vec<&str> = scenarios.iter().map(|s| s.text.as_str()).collect();
    let armies: Vec<&str> = armies.iter().map(|a| a.text.as_str()).collect();
    let stock = Stock {
        open: &open,
        scenarios: &scenarios,
        armies: &armies,
        points: entry.points(),
    };
    work(&Generator::new(&stock).expect("what ships"))
}

fn rules_of(entry: &Entry, made: &Made) -> std::sync::Arc<dyn Rules> {
    let switches = &made.battle.setting.switches;
    entry.open(switches).expect("its own switches")
}

#[test]
fn every_seed_gives_a_sound_and_fair_battle() {
    for entry in ALL {
        with_generator(entry, |from| {
            for seed in 0..SEEDS {
                let id = entry.id;
                let made = from
                    .generate(seed, Wishes::default())
                    .unwrap_or_else(|why| panic!("{id}, seed {seed}: {why}"));
                let again = from.generate(seed, Wishes::default());
                assert_eq!(again.as_ref(), Ok(&made), "{id}, seed {seed}");
                let rules = rules_of(entry, &made);
                let read = read_battle(&made.text, &*rules)
                    .unwrap_or_else(|f| panic!("{id}, seed {seed}: {f}\n{}", made.text));
                assert_eq!(write_battle(&read, rules.card()), made.text);
                if let Some([a, b]) = made.points {
                    // Units that deploy or arrive later count too.
                    assert!(a > 0 && b > 0, "{id}, seed {seed}: {a} and {b}");
                    assert!(
                        (a - b).abs() * 100 <= 8 * a.max(b),
                        "{id}, seed {seed}: {a} against {b}"
                    );
                }
            }
        });
    }
}

#[test]
fn the_halves_of_a_table_are_alike() {
    for entry in ALL {
        with_generator(entry, |from| {
            for (seed, fair) in (0..40).flat_map(|seed| Fair::ALL.map(|fair| (seed, fair))) {
                let wishes = Wishes {
                    fair: Some(fair),
                    same: false,
                };
                let made = from.generate(seed, wishes).expect("a battle");
                let setting = &made.battle.setting;
                let (wide, tall) = (setting.width, setting.height);
                for x in (0..wide).step_by(2540) {
                    for y in (0..tall / 2).step_by(2540) {
                        let here = sandtable_geometry::Point::new(x + 317, y + 319);
                        let there = match fair {
                            Fair::Turned => (wide - here.x, tall - here.y),
                            Fair::Mirrored => (here.x, tall - here.y),
                        };
                        let there = sandtable_geometry::Point::new(there.0, there.1);
                        let grounds = |p| {
                            let mut all: Vec<_> = setting
                                .terrain
                                .iter()
                                .filter(|f| f.holds(p))
                                .map(|f| f.ground)
                                .collect();
                            all.sort();
                            all.dedup();
                            all
                        };
                        assert_eq!(
                            grounds(here),
                            grounds(there),
                            "{}, seed {seed}, {fair:?}, {here:?}\n{}",
                            entry.id,
                            made.text
                        );
                    }
                }
            }
        });
    }
}

#[test]
fn a_battle_can_be_begun_on_every_table() {
    for entry in ALL {
        with_generator(entry, |from| {
            for seed in 0..SEEDS {
                let made = from.generate(seed, Wishes::default()).expect("a battle");
                let rules = rules_of(entry, &made);
                let mut scene = Scene::new(made.battle.clone());
                rules.open(&mut scene, &mut Rolled::new(seed, 0));
                let mut battle = scene.finish().0;
                let mut player = Random::new(seed);
                let waits = |side| {
                    move |u: &&sandtable_battle::Unit| u.side == side && u.status == Status::Reserve
                };
                let mut orders = 0;
                // Until all units stand on the table: every unit must find a place.
                while Side::BOTH
                    .iter()
                    .any(|&s| battle.units.iter().any(|u| waits(s)(&u)))
                {
                    let id = entry.id;
                    let order = player.choose(&*rules, &battle);
                    let order = order.unwrap_or_else(|| {
                        panic!("{id}, seed {seed}: nothing can be ordered\n{}", made.text)
                    });
                    let dice = &mut Rolled::new(seed, orders + 1);
                    let played = rules.play(&battle, &order, dice);
                    battle = played.unwrap_or_else(|_| panic!("{id}: {order:?}")).0;
                    orders += 1;
                    assert!(
                        orders < 400,
                        "{id}, seed {seed}: some units are never placed\n{}",
                        made.text
                    );
                    if battle.ended.is_some() {
                        break;
                    }
                }
            }
        });
    }
}

#[test]
fn tables_differ_and_armies_can_be_the_same() {
    for entry in ALL {
        with_generator(entry, |from| {
            let text = |seed| {
                from.generate(seed, Wishes::default())
                    .expect("a battle")
                    .text
            };
            assert_ne!(text(1), text(2), "{}", entry.id);
            let same = Wishes {
                fair: None,
                same: true,
            };
            let made = from.generate(3, same).expect("a battle");
            if let Some([a, b]) = made.points {
                assert_eq!(a, b, "{}", entry.id);
            }
            let own = |side| {
                let units = made.battle.side(side);
                units.map(|(_, u)| (u.kind, u.stands)).collect::<Vec<_>>()
            };
            assert_eq!(own(Side::A), own(Side::B), "{}", entry.id);
        });
    }
}

#[test]
fn a_stock_without_battles_says_so() {
    let entry = &ALL[0];
    let open = |switches: &Switches| entry.open(switches);
    let stock = Stock {
        open: &open,
        scenarios: &[],
        armies: &[],
        points: None,
    };
    let why = generate(&stock, 1, Wishes::default()).expect_err("nothing to take it from");
    assert!(why.contains("has no battle"), "{why}");
}
