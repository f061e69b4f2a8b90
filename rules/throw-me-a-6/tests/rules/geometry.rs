//! Section 8: arcs, zones, contact and sight.

use crate::common::*;
use sandtable_battle::{Ground, Judging, Order, Rules};
use sandtable_geometry::{Anchor, Face, Facing, INCH, Pose, Rect, flush, to_inches};
use sandtable_throw_me_a_6::c;

#[test]
fn geo_01_a_tolerance_in_favour_of_within() {
    // GEO-01: 12.0005 inches are within 12.
    let at = |y: &str| {
        units(&[
            "Blue light_infantry B 24 10 0 bow",
            &format!("Red warband R 24 {y} 180"),
        ])
    };
    at("23.5005").allow("shoot B R");
    at("23.51").refuse("shoot B R", c::SHOOT_02);
}

#[test]
fn geo_02_and_03_bases() {
    // GEO-02: 3 by 1.5 inches, chariots and artillery 1.5 square; GEO-03: the
    // front edge lies half the depth before the centre.
    for (kind, frontage) in [
        ("warband", 3.0),
        ("elephants", 3.0),
        ("chariots", 1.5),
        ("artillery", 1.5),
    ] {
        let t = units(&[&format!("Blue {kind} B 24 10 0"), "Red warband R 24 30 180"]);
        let base = t.rules.footprint(&t.battle, t.id("B"));
        let sizes = (to_inches(base.frontage()), to_inches(base.depth()));
        assert!(
            (sizes.0 - frontage).abs() < 1e-6 && (sizes.1 - 1.5).abs() < 1e-6,
            "GEO-02: {kind} {sizes:?}"
        );
        assert!(
            (to_inches(base.front_middle().y) - 10.75).abs() < 1e-3,
            "GEO-03"
        );
    }
}

#[test]
fn geo_04_and_06_the_arc_widens_from_the_corners() {
    // GEO-04: a target whose near corner lies on the line of 45 degrees from the
    // shooter's corner; GEO-06: any part of it is enough.
    let at = |x: f64| {
        units(&[
            "Blue light_infantry B 24 10 0 bow",
            &format!("Red warband R {x} 16.5 180"),
        ])
    };
    // Corner of the shooter at 25.5, 10.75; the target reaches to y 17.25, x - 1.5.
    at(33.45).allow("shoot B R");
    at(33.55).refuse("shoot B R", c::SHOOT_02);
}

#[test]
fn geo_05_and_08_zones_as_in_example_w17() {
    // GEO-05, GEO-08, W17: where the middle of the shooter's front lies. The
    // target stands at 24, 18 and faces north.
    for (fx, fy, bonus) in [
        (2.25, 1.50, 0),
        (2.26, 1.50, 1),
        (3.0, -2.24, 1),
        (3.0, -2.26, 1),
        (-5.0, 0.0, 0),
    ] {
        // The shooter stands at that point and faces the target.
        let (x, y, facing) = if fx < 0.0 {
            (24.0 + fx - 0.75, 18.0 + fy, 90)
        } else {
            (24.0 + fx + 0.75, 18.0 + fy, 270)
        };
        let t = units(&[
            &format!("Blue archers B {x} {y} {facing}"),
            "Red warband R 24 18 0",
        ]);
        assert_eq!(
            t.weight("shoot B R", c::SHOOT_11, "B"),
            bonus,
            "GEO-05: {fx}, {fy}"
        );
    }
    // GEO-08: the same zones decide which edge a charge comes at.
    let mut t = units(&["Blue warband B 29 18.2 270", "Red warband R 24 18 0"]);
    t.play("charge B R", &[]);
    assert_eq!(t.at("B"), (26.25, 18.0, 270.0), "GEO-08");
}

#[test]
fn geo_07_sight() {
    let lines = ["Blue archers B 24 10 0", "Red warband R 24 20 180"];
    // GEO-07: a wood in between hides the target, a wood around the target does not.
    let between = plan()
        .ground("woods", [24.0, 15.0], [12.0, 2.0])
        .units(&lines);
    between.refuse("shoot B R", c::GEO_07);
    plan()
        .ground("woods", [24.0, 18.0], [12.0, 6.0])
        .units(&lines)
        .allow("shoot B R");
    plan()
        .line("river", [0.0, 15.0], [48.0, 15.0], 1.0)
        .units(&lines)
        .allow("shoot B R");
    // A unit in between hides it too; a hill lets shooters see over it only by switch.
    let three = [
        "Blue archers B 24 10 0",
        "Blue warband W 24 14 0",
        "Red warband R 24 20 180",
    ];
    units(&three).refuse("shoot B R", c::GEO_07);
    let hill = || plan().ground("hill", [24.0, 10.0], [6.0, 4.0]);
    hill().units(&three).refuse("shoot B R", c::GEO_07);
    hill()
        .switch("hills_see_over", "yes")
        .units(&three)
        .allow("shoot B R");
}

#[test]
fn geo_09_half_an_inch_of_edge_is_contact() {
    let at = |x: f64| {
        melee(&[
            "Blue warband B 24 16.5 0",
            &format!("Red warband R {x} 18 180"),
        ])
    };
    at(26.5).allow("fight B R");
    // GEO-09: less than that, or only a corner, is not contact.
    at(26.55).refuse("fight B R", c::SEQ_07);
    at(27.0).refuse("fight B R", c::SEQ_07);
}

#[test]
fn geo_10_aligned_on_the_edge_or_beside_its_middle() {
    let mut t = units(&["Blue warband B 22 12 0", "Red warband R 24 18 180"]);
    t.play("charge B R", &[]);
    assert_eq!(t.at("B"), (24.0, 16.5, 0.0), "GEO-10");
    // Half of the edge is taken: the charger slides along until it is free.
    let mut t = units(&[
        "Blue warband B 22 11 0",
        "Blue warband C 25.5 16.5 0",
        "Red warband R 24 18 180",
    ]);
    t.play("charge B R", &[]);
    assert_eq!(t.at("B"), (22.5, 16.5, 0.0), "GEO-10");
    // Less than half would touch: no charge.
    let t = units(&[
        "Blue warband B 21 11 0",
        "Blue warband C 24.6 16.5 0",
        "Red warband R 24 18 180",
    ]);
    t.refuse("charge B R", c::GEO_10);
}

#[test]
fn geo_11_the_way_and_the_switch_of_bases() {
    // GEO-11: heavy troops do not pass heavy ones.
    let t = units(&[
        "Blue warband B 24 6 0",
        "Blue pikes P 24 9 0",
        "Red warband R 24 30 180",
    ]);
    t.refuse("move B advance 8", c::GEO_11);
    let t = plan()
        .ground("impassable", [24.0, 12.0], [6.0, 1.0])
        .units(&["Blue warband B 24 6 0", "Red warband R 24 30 180"]);
    t.refuse("move B advance 8", c::GEO_11);
}

/// Pseudo-random numbers, the same in every run.
struct Row(u64);

impl Row {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// Returns a length from `low` on, up to a hundredth of an inch below `high`.
    fn inches(&mut self, low: u64, high: u64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let hundredths = self.below((high - low) * 100) as f64;
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let low = low as f64;
        low + hundredths / 100.0
    }
}

/// Sets up a random table: a charger, its target, other units around them, a wood and a lake.
fn drawn(row: &mut Row) -> Option<Table> {
    let kinds = [
        "warband",
        "heavy_infantry",
        "light_cavalry",
        "heavy_cavalry",
        "legion",
    ];
    let mut lines = Vec::new();
    for at in 0..5 {
        let side = ["Blue", "Red", "Blue", "Red", "Red"][at];
        let kind = kinds[usize::try_from(row.below(5)).expect("five")];
        let (x, y) = match at {
            0 => (24.0, 12.0),
            _ => (row.inches(17, 31), row.inches(10, 23)),
        };
        let facing = row.below(360);
        let facing = if at == 0 { facing % 30 } else { facing };
        lines.push(format!("{side} {kind} U{at} {x} {y} {facing}"));
    }
    let (wood, lake) = (
        [row.inches(18, 30), row.inches(13, 20)],
        [row.inches(18, 30), row.inches(13, 20)],
    );
    let switch = ["free", "half_rate"][usize::try_from(row.below(2)).expect("two")];
    let plan = plan()
        .switch("charge_pivot", switch)
        .ground("woods", wood, [3.0, 2.0])
        .ground("lake", lake, [1.0, 1.5]);
    let plan = if row.below(2) == 0 {
        over_water(row, plan)
    } else {
        plan
    };
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    plan.drawn(&lines)
}

/// Adds a river across the way, with a bridge, and a road that need not lead over it.
fn over_water(row: &mut Row, plan: Plan) -> Plan {
    let mut across = || row.inches(14, 19);
    let (left, right) = (across(), across());
    let (bridge, road) = ([row.inches(21, 27), row.inches(15, 18)], row.inches(22, 26));
    let eases = ["no", "yes"][usize::try_from(row.below(2)).expect("two")];
    plan.switch("road_cancels_difficult", eases)
        .line("river", [0.0, left], [48.0, right], 1.0)
        .ground("bridge", bridge, [2.0, 2.0])
        .line("road", [road, 0.0], [road, 36.0], 2.0)
}

#[test]
fn con_13_every_direction_of_a_charge_is_found_and_no_other() {
    // CON-10, CON-13: the result for whole arcs is the same as for every single heading
    // judged by itself.
    let mut row = Row(7);
    let (mut tables, mut chosen, mut legal) = (0, 0, 0);
    while tables < 240 {
        let Some(t) = drawn(&mut row) else { continue };
        tables += 1;
        let (id, target) = (t.id("U0"), t.id("U1"));
        let judge = |heading| {
            let order = Order::Charge {
                unit: id,
                target,
                reach: false,
                heading,
            };
            t.rules.judge(&t.battle, &order).is_ok()
        };
        let found = t
            .rules
            .advice()
            .charge_headings(&t.battle, id, target)
            .expect("aimed");
        let facing = t.unit("U0").pose.facing;
        let centre = Facing::towards(t.unit("U0").pose.point(), t.unit("U1").pose.point());
        let aimed = matches!(found.arcs(), [one] if one.is_one() && one.from == centre);
        chosen += usize::from(!found.is_empty() && !aimed);
        let ends = found.arcs().iter().flat_map(|arc| [arc.from, arc.to()]);
        let near = ends.flat_map(|end| (-3..=3).map(move |by| end.turned(by)));
        let all = (-8300..=8300).step_by(41).map(|by| facing.turned(by));
        for heading in all.chain(near) {
            // A typed heading counts as the centre within its rounding.
            let rounded = aimed && found.arcs()[0].from.turn_to(heading).abs() <= 2;
            let held = found.holds(heading) || rounded;
            assert_eq!(judge(Some(heading)), held, "{heading:?} of {found:?}");
        }
        assert_eq!(judge(None), !found.is_empty());
        legal += usize::from(!found.is_empty());
    }
    assert!(chosen > 8 && legal > 24, "{chosen} and {legal} of {tables}");
}

#[test]
fn geo_10_the_place_on_an_edge_is_the_nearest_there_is() {
    // GEO-10: compared with a search of every 0.02 mm along the edge.
    let mut row = Row(11);
    let (mut slid, mut none, mut all) = (0, 0, 0);
    while all < 150 {
        let Some(t) = drawn(&mut row) else { continue };
        let (id, target) = (t.id("U0"), t.id("U1"));
        let order = t.read("charge U0 U1");
        let (found, face) = match t.rules.judge(&t.battle, &order) {
            Ok(legal) => {
                let found = legal.found::<(bool, Face, bool, Pose)>();
                let (_, face, ..) = found.expect("a charge");
                (legal.path().last().copied(), face as i32)
            }
            // Refused only for the place: then there must be none.
            Err(refusals) if refusals.reasons().iter().all(|r| r.clause == c::GEO_10) => {
                let front = t.rules.footprint(&t.battle, id).front_middle();
                let zone = t.rules.footprint(&t.battle, target).zone_of(front);
                (None, zone as i32)
            }
            Err(_) => {
                all += 1;
                continue;
            }
        };
        all += 1;
        let goal = t.rules.footprint(&t.battle, target);
        let face = Face::ALL[usize::try_from(face).expect("a face")];
        let length = match face {
            Face::Front | Face::Rear => goal.frontage(),
            Face::Left | Face::Right => goal.depth(),
        };
        let (frontage, depth) = (3 * INCH, 3 * INCH / 2);
        let most = i32::midpoint(frontage, length) - frontage.min(length) / 2;
        let free = |along: i32| {
            let pose = flush(&goal, face, along, Anchor::Centre, depth);
            let base = Rect::centred(pose, frontage, depth);
            let alone = t.battle.present().all(|(other, _)| {
                [id, target].contains(&other)
                    || !base.overlaps(&t.rules.footprint(&t.battle, other))
            });
            let lake = t.battle.setting.features(Ground::Lake);
            alone && t.battle.setting.holds(&base) && { lake }.all(|f| !f.overlaps(&base))
        };
        let best = (0..=most).step_by(2).find(|&off| free(off) || free(-off));
        match (found, best) {
            (Some(pose), Some(best)) => {
                let off = goal.along_face(face, pose.point()).abs();
                assert!((off - best).abs() <= 4, "{off} against {best}");
                slid += usize::from(off > 0);
            }
            (None, None) => none += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(slid > 0, "{slid} slid, {none} had no place");
}
