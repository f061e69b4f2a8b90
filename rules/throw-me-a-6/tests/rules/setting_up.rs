//! Section 4: terrain, edges, deployment, reinforcements.

use crate::common::*;
use sandtable_battle::{Judging, Order, Rules, Status};
use sandtable_geometry::{Facing, Pose};
use sandtable_throw_me_a_6::c;

const ZONES: &str = "[[zone]]\nname = \"South\"\nside = \"Blue\"\nat = [24, 6]\nsize = [36, 12]\n\
                     [[zone]]\nname = \"North\"\nside = \"Red\"\nat = [24, 30]\nsize = [36, 12]";
const PIECES: &str = "[[piece]]\nground = \"hill\"\nname = \"Hill\"\nsize = [6, 4]\n\
                      [[piece]]\nground = \"woods\"\nname = \"Wood\"\nsize = [6, 4]\n\
                      [[piece]]\nground = \"town\"\nname = \"Town\"\nsize = [4, 4]\n\
                      [[piece]]\nground = \"river\"\nname = \"River\"\nline = [[0, -24], [0, 24]]\nwidth = 1\n\
                      [[piece]]\nground = \"road\"\nname = \"Road\"\nline = [[0, -40], [0, 40]]\nwidth = 1";

/// Sets up a battle that begins with the placing of units; Blue attacks.
fn placing(lines: &[&str]) -> Table {
    let mut t = plan().head("attacker = \"Blue\"").also(ZONES).before(lines);
    t.open(&[]);
    t
}

/// Sets up a battle that begins with the laying of terrain.
fn laying(plan: Plan) -> Table {
    let lines = ["Blue warband B reserve", "Red warband R reserve"];
    let mut t = plan
        .head("attacker = \"Blue\"")
        .also(ZONES)
        .also(PIECES)
        .before(&lines);
    t.open(&[]);
    t
}

#[test]
fn set_01_02_and_10_where_units_are_placed() {
    // SET-01, SET-02, SET-10 and example W01: a base from x 6 to 9, its front on the
    // line of 12 inches.
    let t = placing(&[
        "Blue heavy_infantry B reserve",
        "Red heavy_infantry R 24 33 180",
    ]);
    assert_eq!((t.phase().as_str(), t.mover()), ("deploy_4", "Blue"));
    t.allow("place B 7.5,11.25 0");
    t.refuse("place B 7.5,11.28 0", c::SET_01);
    t.refuse("place B 7.47,11.25 0", c::SET_02);
    t.refuse("place B 24,24.8 0", c::SET_10);
    // Any facing is allowed.
    t.allow("place B 20,6 135");
}

#[test]
fn set_10_twelve_units_fill_the_line() {
    // SET-10, W01: twelve bases of three inches from 6 to 42.
    let lines: Vec<String> = (0..12)
        .map(|n| format!("Blue pikes B{n} reserve"))
        .collect();
    let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    lines.push("Red pikes R 24 33 180");
    let mut t = placing(&lines);
    for n in 0..12 {
        let x = 7.5 + 3.0 * f64::from(n);
        t.play(&format!("place B{n} {x},11.25 0"), &[]);
    }
    assert_eq!(t.phase(), "actions", "SET-10");
}

#[test]
fn set_03_the_defender_lays_the_terrain() {
    let t = laying(plan());
    assert_eq!(
        (t.phase().as_str(), t.mover()),
        ("terrain", "Red"),
        "SET-03"
    );
    let mut t = t;
    t.play("lay Hill 20,18 0", &[]);
    // SET-03: areas lie four inches apart, on the board, each only once.
    t.refuse("lay Wood 26,18 0", c::SET_03);
    t.refuse("lay Wood 47,30 0", c::SET_03);
    t.refuse("lay Hill 40,30 0", c::SET_03);
    t.allow("lay Wood 30.1,18 0");
    // By switch, they may lie anywhere.
    let mut t = laying(plan().switch("terrain_limits", "free"));
    t.play("lay Hill 20,18 0", &[]);
    t.allow("lay Wood 26,18 0");
    // More than five areas are too many.
    let six: String = (0..6)
        .map(|n| format!("[[piece]]\nground = \"hill\"\nname = \"H{n}\"\nsize = [2, 2]\n"))
        .collect();
    let mut t = plan()
        .head("attacker = \"Blue\"")
        .also(ZONES)
        .also(&six)
        .before(&["Blue warband B reserve", "Red warband R reserve"]);
    t.open(&[]);
    for n in 0..5 {
        t.play(&format!("lay H{n} {},18 0", 4 + 8 * n), &[]);
    }
    assert_ne!(t.phase(), "terrain_open", "SET-03");
    let last = Order::Lay {
        piece: 5,
        at: t.battle.setting.pieces[0].laid.expect("laid"),
    };
    assert!(
        sandtable_battle::Judging::judge(&*t.rules, &t.battle, &last).is_err(),
        "SET-03"
    );
}

#[test]
fn set_04_what_is_recommended_can_be_laid() {
    // SET-04: hills, woods and a town; none of them is required.
    let mut t = laying(plan());
    t.play("end", &[]);
    assert_eq!(t.phase(), "terrain", "SET-04: the edge is chosen");
    t.play("decide 0", &[]);
    assert_eq!(t.phase(), "deploy_4", "SET-04");
}

#[test]
fn set_05_a_river_from_edge_to_edge_near_a_flank() {
    let t = laying(plan());
    t.allow("lay River 8,18 0");
    t.refuse("lay River 24,18 0", c::SET_05);
    t.refuse("lay River 8,18 90", c::SET_05);
}

#[test]
fn set_06_a_road_through_the_town() {
    let mut t = laying(plan());
    t.play("lay Town 24,18 0", &[]);
    t.refuse("end", c::SET_06);
    t.refuse("lay Road 10,18 0", c::SET_06);
    t.play("lay Road 24,18 0", &[]);
    t.allow("end");
}

#[test]
fn set_07_the_attacker_chooses_his_edge() {
    let mut t = laying(plan());
    t.play("end", &[]);
    assert_eq!(t.mover(), "Blue", "SET-07");
    t.play("decide 1", &[]);
    // The defender places first, now in the south.
    t.allow("place R 24,6 0");
    t.refuse("place R 24,30 0", c::SET_10);
}

#[test]
fn set_08_four_rounds_the_defender_first() {
    let mut t = placing(&[
        "Blue light_cavalry BL reserve",
        "Blue warband BW reserve",
        "Red light_cavalry RL reserve",
        "Red light_infantry RI reserve",
        "Red elephants RE reserve",
        "Red peltasts RP reserve",
    ]);
    for (order, phase, mover) in [
        ("place RL 24,30 180", "deploy_1", "Red"),
        ("place BL 24,6 0", "deploy_1", "Blue"),
        ("place RI 20,30 180", "deploy_2", "Red"),
        ("place RE 28,30 180", "deploy_3", "Red"),
        ("place RP 32,30 180", "deploy_4", "Red"),
        ("place BW 28,6 0", "deploy_4", "Blue"),
    ] {
        assert_eq!((t.phase().as_str(), t.mover()), (phase, mover), "SET-08");
        t.play(order, &[]);
    }
    assert_eq!(
        (t.phase().as_str(), t.mover()),
        ("actions", "Blue"),
        "SET-08"
    );
    // A unit of another round must wait; the rest may be placed at once.
    let mut t = placing(&[
        "Blue warband B reserve",
        "Blue light_cavalry C reserve",
        "Red pikes R 24 33 180",
    ]);
    t.refuse("place B 24,6 0", c::SET_08);
    t.play("end", &[]);
    t.play("end", &[]);
    assert_eq!(
        (t.status("B"), t.status("C")),
        (Status::Table, Status::Table),
        "SET-08"
    );
}

#[test]
fn set_11_reinforcements() {
    // SET-11: they appear at the start of their turn, beside a unit that already stands there.
    let mut t = plan().head("attacker = \"Blue\"").before(&[
        "Blue warband B 24 6 0",
        "Red warband R 24 30 180",
        "Red warband S 24 35.25 180 arrives=2",
        "Red warband Q 24 35.25 180",
    ]);
    t.open(&[]);
    assert_eq!(t.status("S"), Status::Expected, "SET-11");
    t.play("end", &[]);
    t.play("end", &[3, 2]);
    t.play("decide 0", &[]);
    assert_eq!(t.status("S"), Status::Table, "SET-11");
    assert_eq!(
        (t.at("S").1, (t.at("S").0 - 24.0).abs()),
        (35.25, 3.0),
        "SET-11"
    );
}

#[test]
fn set_10_a_base_put_where_no_table_is_is_refused() {
    let t = placing(&[
        "Blue heavy_infantry B reserve",
        "Red heavy_infantry R 24 33 180",
    ]);
    let far = [i32::MIN, i32::MIN / 2, i32::MAX / 2, i32::MAX];
    for (x, y) in far.into_iter().flat_map(|x| far.map(|y| (x, y))) {
        let order = Order::Place {
            unit: t.id("B"),
            at: Pose::new(x, y, Facing::NORTH),
            formation: 0,
        };
        let refusals = t.rules.judge(&t.battle, &order).expect_err("off the table");
        // A place that no table could hold is refused before any rule measures it.
        let beyond = refusals.cite(sandtable_battle::c::TOO_FAR);
        assert!(beyond || refusals.cite(c::SET_10));
    }
}

#[test]
fn nobody_acts_against_a_unit_that_does_not_exist() {
    for mark in ["fights", "beat", "met"] {
        let flawed = |at: i32| {
            let mut t = units(&["Blue warband B 24 10 0", "Red warband R 24 30 180"]);
            let place = t.rules.card().marks.iter().position(|m| m.id == mark);
            t.battle.units[0].marks[place.expect("a mark")] = at;
            !t.rules.flaws(&t.battle).is_empty()
        };
        assert!(!flawed(0) && !flawed(2), "{mark}");
        assert!(flawed(120), "{mark}");
    }
}
