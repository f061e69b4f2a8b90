//! What a log contains: enough to check a charge against the rules, dice for officers by rank; and
//! a saved deployment goes on with the right side.

use crate::support::{clause, field, id, legal, parse, rules, unit};
use sandtable_battle::{
    Ask, Battle, Clause, Cursor, Dice, Event, Gait, Judging, Order, Recorded, Rolled, Rules, Scene,
    Side, Verb,
};
use sandtable_geometry::Facing;
use sandtable_regimental::Regimental;
use std::collections::BTreeSet;

/// Plays orders with dice of many seeds, with the first answer to every decision, and passes on
/// each battle after them with everything that was reported and rolled.
fn many(
    rules: &Regimental,
    battle: &Battle,
    orders: &[&str],
    mut see: impl FnMut(&Battle, &[Event], &[Clause]),
) {
    for seed in 0..300 {
        let mut dice = Rolled::new(seed, 1);
        let mut now = battle.clone();
        let mut told = Vec::new();
        for text in orders {
            let order = parse(rules, &now, text);
            let Ok((after, events)) = rules.play(&now, &order, &mut dice) else {
                break;
            };
            now = after;
            told.extend(events);
            while now.cursor.waits.is_some() {
                let decide = Order::Decide { choice: 0 };
                let (after, events) = rules.play(&now, &decide, &mut dice).expect("it may");
                now = after;
                told.extend(events);
            }
        }
        let thrown: Vec<Clause> = dice.rolls().iter().map(|roll| roll.why).collect();
        see(&now, &told, &thrown);
    }
}

/// Plays a charge over six inches, with terrain on the way.
fn charged(terrain: &str) -> BTreeSet<Clause> {
    let rules = rules(&[]);
    let body = terrain.to_owned()
        + &unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "")
        + &unit("D", "Red", "infantry", (36.0, 17.0), 180.0, "reacted = 1");
    let battle = field(&rules, "charge", "Blue", &body);
    let mut seen = BTreeSet::new();
    many(
        &rules,
        &battle,
        &["charge A D", "fight A D"],
        |_, told, _| {
            seen.extend(told.iter().map(Event::why));
        },
    );
    seen
}

#[test]
fn the_log_of_a_charge_tells_how_far_each_stand_gets_and_who_strikes() {
    let rules = rules(&[]);
    let seen = charged("");
    for id in [
        "CHARGE-18",
        "CHEER-07",
        "CHEER-08",
        "CONTACT-06",
        "CONTACT-07",
    ] {
        assert!(seen.contains(&clause(&rules, id)), "{id}");
    }
}

#[test]
fn the_log_of_a_charge_tells_what_ground_takes_and_a_slope_gives() {
    let rules = rules(&[]);
    let fence = "[[terrain]]\nground = \"fence\"\nline = [[25, 13], [47, 13]]\n";
    assert!(charged(fence).contains(&clause(&rules, "CHARGE-19")));
    // The charger stands on the hill and charges down from it.
    let hill = "[[terrain]]\nground = \"hill\"\nlevel = 1\nat = [36, 9]\nsize = [20, 8]\n";
    assert!(charged(hill).contains(&clause(&rules, "CHARGE-20")));
}

#[test]
fn officers_are_thrown_for_in_the_order_of_their_rank() {
    let rules = rules(&[]);
    let body = unit(
        "A",
        "Blue",
        "infantry",
        (36.0, 10.0),
        0.0,
        "officers = \"three\"",
    ) + &unit("D", "Red", "infantry", (36.0, 17.0), 180.0, "");
    let battle = field(&rules, "charge", "Blue", &body);
    let ranks = ["ROUT-09", "ROUT-10", "ROUT-11", "ROUT-12"].map(|id| clause(&rules, id));
    let mut most = BTreeSet::new();
    many(
        &rules,
        &battle,
        &["charge A D", "fight A D"],
        |_, _, thrown| {
            let of = |why: &Clause| ranks.iter().position(|rank| rank == why);
            let thrown: Vec<usize> = thrown.iter().filter_map(of).collect();
            most.extend(thrown.iter().copied());
            // Nobody is rolled for before everyone of a higher rank was.
            let first = |rank: usize| thrown.iter().position(|&one| one == rank);
            for rank in 1..ranks.len() {
                if let Some(at) = first(rank) {
                    assert!(
                        first(rank - 1).is_some_and(|before| before < at),
                        "{thrown:?}"
                    );
                }
            }
        },
    );
    assert!(most.contains(&0) && most.contains(&1), "{most:?}");
}

/// COLL-09.
#[test]
fn who_retreats_ends_with_its_face_along_the_way_it_went() {
    let rules = rules(&[]);
    let body = unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "")
        + &unit("D", "Red", "infantry", (36.0, 17.0), 180.0, "");
    let battle = field(&rules, "charge", "Blue", &body);
    let foe = id(&battle, "D");
    let mut retreats = 0;
    many(
        &rules,
        &battle,
        &["charge A D", "fight A D"],
        |after, told, _| {
            let went = told.iter().rev().find_map(|event| match *event {
                Event::Moved {
                    unit,
                    from,
                    to,
                    gait,
                    ..
                } if unit == foe && from.point() != to.point() => Some((from, to, gait)),
                _ => None,
            });
            if let Some((from, to, Gait::Retreated)) = went
                && after.unit(foe).on_table()
            {
                let way = Facing::towards(from.point(), to.point());
                assert!(
                    after.unit(foe).pose.facing.turn_to(way).abs() <= 4,
                    "{told:?}"
                );
                retreats += 1;
            }
        },
    );
    assert!(retreats > 0);
}

/// SETUP-07.
#[test]
fn a_saved_deployment_goes_on_with_the_side_that_was_to_place() {
    let rules = rules(&[]);
    let zones = "[[zone]]\nname = \"South\"\nside = \"Blue\"\nat = [36, 6]\nsize = [60, 10]\n\
                 [[zone]]\nname = \"North\"\nside = \"Red\"\nat = [36, 42]\nsize = [60, 10]\n";
    let waiting = |name: &str, side: &str| {
        format!(
            "[[unit]]\nname = \"{name}\"\nside = \"{side}\"\nkind = \"infantry\"\nstatus = \"reserve\"\n"
        )
    };
    let body = zones.to_owned() + &waiting("A", "Blue") + &waiting("D", "Red");
    let opened = |active: &str, body: &str| {
        let mut battle = field(&rules, "deployment", active, body);
        battle.cursor = Cursor {
            turn: 0,
            ..battle.cursor
        };
        let mut scene = Scene::new(battle);
        rules.open(&mut scene, &mut Rolled::new(1, 0));
        scene.finish().0.to_move()
    };
    // The file names Red. If a file names no side, what Red has placed decides.
    assert_eq!(opened("Red", &body), Side::B);
    let ahead = body + &unit("E", "Red", "infantry", (50.0, 42.0), 180.0, "");
    assert_eq!(opened("Blue", &ahead), Side::A);
}

/// SETUP-03, SETUP-07: without zones, a unit is offered the strip along its own edge, and may be
/// placed anywhere in it and nowhere else.
#[test]
fn without_zones_units_are_placed_along_their_own_edge() {
    let rules = rules(&[]);
    let waiting = |name: &str, side: &str| {
        format!(
            "[[unit]]\nname = \"{name}\"\nside = \"{side}\"\nkind = \"infantry\"\nstatus = \"reserve\"\n"
        )
    };
    let body = waiting("A", "Blue") + &waiting("D", "Red");
    for (side, name, inside, beyond, facing) in
        [("Blue", "A", 11.0, 12.5, 0), ("Red", "D", 37.0, 35.5, 180)]
    {
        let mut battle = field(&rules, "deployment", side, &body);
        battle.cursor = Cursor {
            turn: 0,
            ..battle.cursor
        };
        let mut offers = Vec::new();
        let own = id(&battle, name);
        rules.offers(&battle, Some(own), &mut offers);
        let places: Vec<_> = offers.iter().filter(|o| o.verb == Verb::Place).collect();
        assert_eq!(places.len(), 1, "{side}: {offers:?}");
        let area = places[0].scope.area(&battle).expect("an area");
        let (low, high) = area.bounds();
        assert_eq!((high.x - low.x, high.y - low.y), (72 * 2540, 12 * 2540));
        let order = |y: f64| format!("place {name} 36,{y} {facing} line");
        assert!(legal(&rules, &battle, &order(inside)), "{side} at {inside}");
        assert!(
            !legal(&rules, &battle, &order(beyond)),
            "{side} at {beyond}"
        );
    }
}

/// CONV-03: the ten of a ten-sided die is printed as 0.
#[test]
fn a_nought_of_a_ten_sided_die_is_a_ten() {
    let clause = clause(&rules(&[]), "CONV-03");
    let ask = |sides: u8| {
        let mut dice = Recorded::of_hand(&[0]);
        let fell = dice.ask(Ask::Die { sides }, Side::A, clause);
        (fell, dice.wrong().map(|(face, _)| face))
    };
    assert_eq!(ask(10), (10, None));
    assert_eq!(ask(6).1, Some(0), "a six-sided die has no such face");
}
