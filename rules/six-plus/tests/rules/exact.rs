//! Compares charges and retreats with a search over all headings: no legal one may be refused, and
//! no illegal one granted.

use proptest::prelude::*;
use sandtable_battle::{Battle, Judging, Leg, Order, Refusals, Rules, Switches, UnitId, Witness};
use sandtable_geometry::{Facing, Length, TOLERANCE};
use sandtable_six_plus::SixPlus;
use std::fmt::Write;

const CHARGER: UnitId = UnitId(0);
const TARGET: UnitId = UnitId(1);

/// A unit that may stand in the way: its side, kind, position and facing.
type Other = (bool, usize, f64, f64, f64);

fn other() -> impl Strategy<Value = Other> {
    (
        any::<bool>(),
        0..3_usize,
        10.0..26.0_f64,
        10.0..26.0_f64,
        0.0..360.0_f64,
    )
}

/// A box of ground: its kind, position and size.
fn ground() -> impl Strategy<Value = (usize, f64, f64, f64)> {
    (0..4_usize, 8.0..28.0_f64, 8.0..28.0_f64, 1.0..5.0_f64)
}

/// Returns a battle with a charger in the middle of a map, or `None` if it is not sound.
fn battle(
    rules: &SixPlus,
    charger: &str,
    target: (f64, f64, f64),
    others: &[Other],
    grounds: &[(usize, f64, f64, f64)],
) -> Option<Battle> {
    let mut text = "format = 2\nrules = \"six-plus\"\n[[side]]\nname = \"South\"\n\
                    [[side]]\nname = \"North\"\n"
        .to_owned();
    for &(kind, x, y, size) in grounds {
        let _ = match ["lake", "woods", "town", "river"][kind] {
            "river" => writeln!(
                text,
                "[[terrain]]\nground = \"river\"\nline = [[0, {y}], [{x}, {y}], [36, {}]]\nwidth = 1\n\
                 [[terrain]]\nground = \"bridge\"\nat = [{x}, {y}]\nsize = [{size}, {size}]",
                y + 3.0
            ),
            ground => writeln!(
                text,
                "[[terrain]]\nground = \"{ground}\"\nat = [{x}, {y}]\nsize = [{size}, 2]"
            ),
        };
    }
    let mut unit =
        |name: &str, side: &str, kind: &str, (x, y, facing): (f64, f64, f64), more: &str| {
            let _ = writeln!(
                text,
                "[[unit]]\nname = \"{name}\"\nside = \"{side}\"\nkind = \"{kind}\"\n\
             at = [{x:.3}, {y:.3}]\nfacing = {facing:.3}\n{more}"
            );
        };
    unit("C", "South", "cavalry", (18.0, 18.0, 0.0), charger);
    unit("X", "North", "infantry", target, "");
    for (n, &(own, kind, x, y, facing)) in others.iter().enumerate() {
        let kind = ["infantry", "skirmishers", "cavalry"][kind];
        let side = if own { "South" } else { "North" };
        unit(&format!("U{n}"), side, kind, (x, y, facing), "");
    }
    let phase = if charger.is_empty() { "move" } else { "fight" };
    let _ = writeln!(
        text,
        "[state]\nturn = 1\nphase = \"{phase}\"\nactive = \"South\""
    );
    sandtable_files::read_battle(&text, rules).ok()
}

fn charge(heading: Option<Facing>) -> Order {
    Order::Charge {
        unit: CHARGER,
        target: TARGET,
        reach: false,
        heading,
    }
}

/// Returns whether a retreat is legal except for its length.
fn is_clear(rules: &SixPlus, battle: &Battle, towards: Facing, by: Length) -> bool {
    let legs = [Leg::Slide { towards, by }].into_iter().collect();
    let order = Order::Move {
        unit: CHARGER,
        legs,
    };
    let only_length = |refusals: &Refusals| {
        let all = refusals.reasons();
        all.iter()
            .all(|reason| matches!(reason.witness, Witness::Length { .. }))
    };
    rules
        .judge(battle, &order)
        .as_ref()
        .err()
        .is_none_or(only_length)
}

/// Number of cases in each search; `EXACT_CASES` overrides it.
fn cases() -> ProptestConfig {
    let cases = std::env::var("EXACT_CASES")
        .ok()
        .and_then(|n| n.parse().ok());
    ProptestConfig::with_cases(cases.unwrap_or(24))
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_charge_is_legal_from_exactly_the_headings_found(
        target in (13.0..23.0_f64, 19.5..26.0_f64, 0.0..360.0_f64),
        others in prop::collection::vec(other(), 0..5),
        grounds in prop::collection::vec(ground(), 0..2),
    ) {
        let rules = SixPlus::new(&Switches::default()).expect("the rules");
        let Some(battle) = battle(&rules, "", target, &others, &grounds) else {
            return Ok(());
        };
        let found = rules.advice().charge_headings(&battle, CHARGER, TARGET).expect("a choice");
        for turn in -8_200..=8_200 {
            let heading = Facing(0).turned(turn);
            let legal = rules.judge(&battle, &charge(Some(heading))).is_ok();
            prop_assert_eq!(found.holds(heading), legal, "{:?} {:?}", heading, found);
        }
        let plain = rules.judge(&battle, &charge(None));
        prop_assert_eq!(plain.is_ok(), !found.is_empty());
        if let Ok(plain) = plain {
            let goal = battle.unit(TARGET).pose.point();
            let aim = Facing::towards(battle.unit(CHARGER).pose.point(), goal);
            let chosen = plain.path()[0].facing;
            let best = found.nearest(aim).expect("a heading");
            // The default heading stays within 45 degrees, without the tolerance.
            let (chosen, best) = (aim.turn_to(chosen).abs(), aim.turn_to(best).abs());
            prop_assert!(chosen - best <= 1, "{chosen} {best}");
        }
    }

    #[test]
    fn a_retreat_is_the_longest_in_any_direction(
        others in prop::collection::vec(other(), 3..12),
        grounds in prop::collection::vec(ground(), 0..4),
    ) {
        let rules = SixPlus::new(&Switches::default()).expect("the rules");
        let owes = "engaged = true\ndid = \"charged\"\ncharge = \"to-retreat\"\nfoe = \"X\"\n";
        let target = (18.0, 20.0, 180.0);
        let Some(battle) = battle(&rules, owes, target, &others, &grounds) else {
            return Ok(());
        };
        let (after, _) = rules
            .play(&battle, &Order::End, &mut sandtable_battle::Recorded::new(&[]))
            .expect("the end of the phase");
        let (from, to) = (battle.unit(CHARGER).pose, after.unit(CHARGER).pose);
        let by = from.point().distance(to.point());
        if by > 0 {
            // The same retreat could be ordered, in a direction that may be chosen.
            let way = Facing::towards(from.point(), to.point());
            let near = (-64..=64).any(|off| is_clear(&rules, &battle, way.turned(off), by));
            prop_assert!(near, "{} is not clear", by);
        }
        if by + TOLERANCE < 6_000 {
            let longer = (0..65_536).step_by(397).find_map(|way| {
                let way = Facing::NORTH.turned(way);
                let all = (by.max(TOLERANCE) + 2..=6_000).rev().step_by(397);
                all.into_iter().find(|&by| is_clear(&rules, &battle, way, by)).map(|by| (way, by))
            });
            prop_assert_eq!(longer, None, "went only {}", by);
        }
    }
}

/// SETUP-04: "Place the rest" leaves no unit out that has a place, even between the rows tried
/// first.
#[test]
fn the_rest_is_placed_wherever_there_is_room() {
    let rules = SixPlus::new(&Switches::default()).expect("the rules");
    let text = "format = 2\nrules = \"six-plus\"\n[[side]]\nname = \"South\"\n\
                [[side]]\nname = \"North\"\n\
                [[zone]]\nname = \"Yard\"\nside = \"South\"\nat = [10.117, 5.093]\nsize = [4.01, 2.01]\n\
                [[unit]]\nname = \"A\"\nside = \"South\"\nkind = \"infantry\"\nstatus = \"reserve\"\n\
                [[unit]]\nname = \"X\"\nside = \"North\"\nkind = \"infantry\"\nat = [20, 34]\nfacing = 180\n\
                [state]\nturn = 1\nphase = \"deploy\"\nactive = \"South\"\n";
    let battle = sandtable_files::read_battle(text, &rules).expect("a battle");
    let mut dice = sandtable_battle::Rolled::new(1, 1);
    let (after, _) = rules
        .play(&battle, &Order::End, &mut dice)
        .expect("the rest is placed");
    assert!(after.unit(CHARGER).on_table());
}
