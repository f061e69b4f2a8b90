//! You can make a difference of every rule set: what it changes is offered, judged and played its
//! way, and the rest is as printed.

use sandtable_battle::{
    Battle, Clause, Dice, Difference, Event, Legal, Offer, Order, Profile, Rolled, Rules, Ruling,
    Scene, Switches, UnitId, Verb, Witness,
};
use sandtable_opponents::{Player, Random};

/// The clause for everything that these differences change.
const OURS: Clause = Clause::new(3999);

const CLAUSES: &str = r#"
prefix = "OURS"

[[clause]]
id = "OURS-01"
n = 3999
section = "Ours"
title = "Our way"
says = "Nobody shoots, or it is told who did."
source = "a test"
standing = "ours"
"#;

/// Creates a difference of a rule set that keeps its name, so that it plays its battles.
const fn difference(id: &'static str) -> Difference {
    Difference {
        id,
        credit: ["Ours", "Nobody", "A test", "A test"],
        numbers: "[own]\nour_number = 3",
        clauses: CLAUSES,
        switches: "",
        weights: "",
        without: &[],
    }
}

/// Makes a rule set under some switches.
type Maker<'a> = &'a dyn Fn(&Switches) -> Box<dyn Rules>;

/// Returns every built-in battle of a rule set, opened under the rules given.
fn battles(set: &str, make: Maker<'_>) -> Vec<(Switches, Battle)> {
    let prefix = format!("{set}/");
    let all = sandtable_register::scenarios().into_iter();
    all.filter(|scenario| scenario.id.starts_with(&prefix))
        .map(|scenario| {
            let (_, switches) = sandtable_files::peek_rules(&scenario.text).expect("a battle");
            let rules = make(&switches);
            let start = sandtable_files::read_battle(&scenario.text, &*rules);
            let start = start.unwrap_or_else(|flaws| panic!("{}: {flaws}", scenario.id));
            let mut scene = Scene::new(start);
            if scene.is_unopened() {
                rules.open(&mut scene, &mut Rolled::new(1, 0));
            }
            (switches, scene.finish().0)
        })
        .collect()
}

/// Plays a battle at random a few times. Passes on each order with the battle before it and the
/// events.
fn walk(rules: &dyn Rules, start: &Battle, mut look: impl FnMut(&Battle, &Order, &[Event])) {
    for seed in 1..=4 {
        let mut now = start.clone();
        let mut player = Random::new(seed);
        for number in 1..250 {
            let Some(order) = player.choose(rules, &now).filter(|_| now.ended.is_none()) else {
                break;
            };
            let mut dice = Rolled::new(seed, number);
            let (after, events) = rules.play(&now, &order, &mut dice).expect("legal");
            look(&now, &order, &events);
            now = after;
        }
    }
}

/// Returns how often a verb is offered.
fn offered(rules: &dyn Rules, battle: &Battle, verb: Verb) -> usize {
    let is = |offer: &&Offer| offer.verb == verb;
    rules.all_offers(battle).iter().filter(is).count()
}

/// Checks that no unit may shoot or charge that may do so as printed, and that its profile says so.
fn bars(set: &str, ours: Maker<'_>, printed: Maker<'_>, throws: impl Fn(&Battle) -> bool) {
    let mut asked = [0; 2];
    for (switches, start) in battles(set, printed) {
        let (ours, printed) = (ours(&switches), printed(&switches));
        walk(&*printed, &start, |battle, order, _| {
            let (place, verb) = match order {
                Order::Shoot { .. } if !throws(battle) => (0, Verb::Shoot),
                Order::Charge { .. } => (1, Verb::Charge),
                _ => return,
            };
            assert_eq!(offered(&*ours, battle, verb), 0, "{set}: {verb:?}");
            let Err(why) = ours.judge(battle, order) else {
                panic!("{set}: {order:?} is legal");
            };
            assert!(why.cite(OURS), "{set}: {order:?} {why:?}");
            let unit = order.unit().expect("a unit");
            assert_eq!(ours.advice().profile(battle, unit).range, 0);
            asked[place] += 1;
        });
    }
    assert!(asked.iter().all(|&n| n > 0), "{set}: {asked:?}");
}

/// Checks that every shot and charge cites the difference's own clause.
fn tells(set: &str, ours: Maker<'_>) {
    let mut seen = [0; 2];
    for (switches, start) in battles(set, ours) {
        let ours = ours(&switches);
        assert!(ours.card().clause(OURS).is_some());
        walk(&*ours, &start, |_, order, events| {
            let told = |e: &&Event| matches!(e, Event::Told { why, .. } if *why == OURS);
            let told = events.iter().filter(told).count();
            let place = match order {
                Order::Shoot { .. } => 0,
                Order::Charge { .. } => 1,
                _ => return,
            };
            assert!(told > 0, "{set}: {order:?} {events:?}");
            seen[place] += 1;
        });
    }
    assert!(seen.iter().all(|&n| n > 0), "{set}: {seen:?}");
}

/// Makes two differences of a rule set: one in which nobody shoots or charges, and one that reports
/// both.
macro_rules! differs {
    (
        $test:ident, $set:literal, $krate:ident::$rules:ident,
        $judge:ident $charger:ident $(-> $bool:ident)?,
        shoot($($shot:ident: $is:ty),*), charge($($run:ident: $of:ty),*),
        scene $scene:ident, shot by $shooter:expr, charge by $charges:expr, but in $phase:expr
    ) => {
        mod $test {
            use super::*;
            use $krate::{AsPrinted, Procedures, $rules};

            #[derive(Debug)]
            struct Barred;

            impl Procedures for Barred {
                fn $judge(&self, rules: &$rules, battle: &Battle, unit: UnitId, r: &mut Ruling) $(-> $bool)? {
                    r.refuse(OURS, Witness::Unit(unit));
                    AsPrinted.$judge(rules, battle, unit, r)
                }
                fn $charger(&self, rules: &$rules, battle: &Battle, unit: UnitId, r: &mut Ruling) $(-> $bool)? {
                    r.refuse(OURS, Witness::Unit(unit));
                    AsPrinted.$charger(rules, battle, unit, r)
                }
                fn profile(&self, rules: &$rules, battle: &Battle, unit: UnitId) -> Profile {
                    assert_eq!(rules.own_number("our_number"), 3);
                    Profile { range: 0, ..AsPrinted.profile(rules, battle, unit) }
                }
            }

            #[derive(Debug)]
            struct Told;

            impl Procedures for Told {
                fn shoot(&self, rules: &$rules, $($shot: $is),*) {
                    $scene.told(OURS, 0, $shooter, None);
                    AsPrinted.shoot(rules, $($shot),*);
                }
                fn charge(&self, rules: &$rules, $($run: $of),*) {
                    $scene.told(OURS, 0, $charges, None);
                    AsPrinted.charge(rules, $($run),*);
                }
            }

            #[test]
            fn is_a_difference() {
                let printed = |switches: &Switches| -> Box<dyn Rules> {
                    Box::new($rules::new(switches).expect("as printed"))
                };
                let barred = |switches: &Switches| -> Box<dyn Rules> {
                    let own = difference($set);
                    Box::new($rules::differing(&own, &Barred, switches).expect("ours"))
                };
                let told = |switches: &Switches| -> Box<dyn Rules> {
                    let own = difference($set);
                    Box::new($rules::differing(&own, &Told, switches).expect("ours"))
                };
                bars($set, &barred, &printed, |battle| battle.cursor.phase == $phase);
                tells($set, &told);
            }
        }
    };
}

/// Not a phase of any card: no special case.
const NONE: u8 = u8::MAX;

differs!(
    three_hit, "three-hit", sandtable_three_hit::ThreeHit, judge_shooter judge_charger,
    shoot(legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice),
    charge(legal: &Legal, scene: &mut Scene),
    scene scene, shot by legal.order().unit().expect("a unit"),
    charge by legal.order().unit().expect("a unit"), but in NONE
);
differs!(
    six_plus, "six-plus", sandtable_six_plus::SixPlus, judge_shooter judge_charger,
    shoot(legal: &Legal, unit: UnitId, target: UnitId, scene: &mut Scene),
    charge(legal: &Legal, unit: UnitId, target: UnitId, scene: &mut Scene),
    scene scene, shot by unit, charge by unit, but in NONE
);
differs!(
    favorite, "favorite", sandtable_favorite::Favorite, judge_shooter judge_charger,
    shoot(unit: UnitId, target: UnitId, scene: &mut Scene),
    charge(unit: UnitId, target: UnitId, scene: &mut Scene, dice: &mut dyn Dice),
    scene scene, shot by unit, charge by unit, but in NONE
);
differs!(
    otr_d6, "otr-d6", sandtable_otr_d6::OtrD6, judge_shooter judge_charger -> bool,
    shoot(legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice),
    charge(legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice),
    scene scene, shot by legal.order().unit().expect("a unit"),
    charge by legal.order().unit().expect("a unit"), but in NONE
);
differs!(
    throw_me_a_6, "throw-me-a-6", sandtable_throw_me_a_6::ThrowMeA6, judge_shooter judge_charger,
    shoot(legal: &Legal, unit: UnitId, target: UnitId, scene: &mut Scene, dice: &mut dyn Dice),
    charge(legal: &Legal, unit: UnitId, target: UnitId, scene: &mut Scene, dice: &mut dyn Dice),
    scene scene, shot by unit, charge by unit, but in sandtable_throw_me_a_6::turn::PILA
);
differs!(
    regimental, "regimental", sandtable_regimental::Regimental, judge_firer judge_charger,
    shoot(pair: (UnitId, UnitId), scene: &mut Scene, dice: &mut dyn Dice, foresees: bool),
    charge(legal: &Legal, unit: UnitId, target: UnitId, scene: &mut Scene, dice: &mut dyn Dice),
    scene scene, shot by pair.0, charge by unit, but in NONE
);
