//! Section 11: move to contact.

use crate::common::*;
use sandtable_throw_me_a_6::c;

#[test]
fn con_01_straight_at_the_centre() {
    // CON-01: the way leads from the charger's front to the middle of the target.
    let mut t = units(&["Blue warband B 24 10 0", "Red pikes R 26 17 180"]);
    let (events, _) = t.events("charge B R", &[]);
    assert!(cites(&events, c::CON_03), "CON-01: it turns first");
    assert_eq!(t.at("B"), (26.0, 15.5, 0.0), "CON-01");
}

#[test]
fn con_02_through_the_front_arc() {
    let t = units(&["Blue warband B 24 10 180", "Red pikes R 24 15 180"]);
    t.refuse("charge B R", c::CON_02);
    let t = units(&["Blue warband B 24 10 90", "Red pikes R 24 15 180"]);
    t.refuse("charge B R", c::CON_02);
}

#[test]
fn con_03_a_pivot_of_45_degrees_is_free() {
    // CON-03: 5 inches away at 40 degrees, at the full rate.
    let lines = ["Blue heavy_infantry B 24 10 0", "Red pikes R 27.8 14.6 220"];
    let mut t = units(&lines);
    t.play("charge B R", &[]);
    assert_eq!(t.at("B").2, 40.0, "CON-03");
    // By switch, a pivot leaves half the rate.
    let t = plan().switch("charge_pivot", "half_rate").units(&lines);
    t.refuse("charge B R", c::CON_08);
}

#[test]
fn con_04_obliquely_where_there_is_no_room_to_turn() {
    // CON-04: a friend at its side leaves no room for the pivot.
    let lines = [
        "Blue heavy_infantry B 24 10 0",
        "Blue pikes P 27.01 10.2 0",
        "Red pikes R 22.5 16 180",
    ];
    let mut t = units(&lines);
    t.play("charge B R", &[]);
    assert_eq!(t.at("B"), (22.5, 14.5, 0.0), "CON-04");
}

#[test]
fn con_05_and_06_whom_light_troops_contact() {
    // CON-05: light troops charge light troops, chariots and artillery freely; heavy ones not.
    for (kind, free) in [
        ("light_infantry", true),
        ("light_cavalry", true),
        ("chariots", true),
        ("artillery", true),
        ("warband", false),
        ("elephants", false),
        ("heavy_cavalry", false),
    ] {
        let t = units(&[
            "Blue light_infantry B 24 10 0",
            &format!("Red {kind} R 24 15 180"),
        ]);
        if free {
            t.allow("charge B R");
        } else {
            t.refuse("charge B R", c::CON_06);
        }
    }
    // By switch, peltasts are light troops.
    let t = plan()
        .switch("peltasts_are_light", "yes")
        .units(&["Blue peltasts B 24 10 0", "Red warband R 24 15 180"]);
    t.refuse("charge B R", c::CON_06);
}

#[test]
fn con_07_edge_to_edge() {
    // CON-07: from any direction, it ends flush and square.
    let mut t = units(&["Blue warband B 21 11 20", "Red pikes R 24 17 200"]);
    t.play("charge B R", &[]);
    assert_eq!(t.at("B").2, 20.0, "CON-07");
    t.play("end", &[]);
    assert_eq!(t.phase(), "melee", "CON-07");
}

#[test]
fn con_09_before_any_other_move() {
    let mut t = units(&[
        "Blue warband B 24 10 0",
        "Blue warband C 34 16.5 0",
        "Red pikes R 24 17 180",
        "Red pikes S 34 18 180",
    ]);
    // CON-09: a unit in contact does not charge, nor does one that has moved.
    t.refuse("charge C R", c::CON_09);
    t.play("move B advance 1", &[]);
    t.refuse("charge B R", c::CON_09);
}

#[test]
fn con_10_the_target_is_met_first() {
    // CON-10: another enemy stands in the way.
    let t = units(&[
        "Blue warband B 24 10 0",
        "Red pikes S 24 14 180",
        "Red pikes R 24 16.2 180",
    ]);
    t.allow("charge B S");
    t.refuse("charge B R", c::CON_10);
    // With the way to the centre barred, another direction is open.
    let mut t = units(&[
        "Blue warband B 24 10 0",
        "Blue pikes P 26.3 13.5 0",
        "Red pikes R 25 17 180",
    ]);
    t.play("charge B R", &[]);
    assert_eq!(t.at("B"), (25.0, 15.5, 0.0), "CON-10");
}

#[test]
fn con_11_the_edge_is_that_of_the_zone() {
    // CON-11: from before the 45 degree line it is a frontal attack,
    // from behind the line an attack on the flank.
    let mut t = units(&["Blue warband B 28 20.4 250", "Red pikes R 24 17 0"]);
    t.play("charge B R", &[]);
    assert_eq!(t.at("B"), (24.0, 18.5, 180.0), "CON-11");
    let mut t = units(&["Blue warband B 29 18 260", "Red pikes R 24 17 0"]);
    t.play("charge B R", &[]);
    assert_eq!(t.at("B"), (26.25, 17.0, 270.0), "CON-11");
}

#[test]
fn move_18_waiting_for_the_answer_it_stands_on_the_board() {
    // Turned to its target beside the edge of the board, a long base reaches over the edge. While
    // the target may still shoot, the charger stands where it lies on the board.
    let mut t = plan().number("footprint.single.2", "4.3").units(&[
        "Blue chariots B 0.8 10 0",
        "Red light_infantry R 3.558 12.758 225",
    ]);
    t.play("charge B R", &[]);
    t.is_kept();
    t.play("decide 1", &[]);
    t.is_kept();
}
