//! Sections 6 and 7: movement and terrain.

use crate::common::*;
use sandtable_throw_me_a_6::c;

const FOE: &str = "Red heavy_infantry R 24 30 180";

#[test]
fn move_01_rates_of_the_types() {
    // MOVE-01: straight ahead, each unit goes its rate and no more.
    for (kind, rate, why) in [
        ("light_infantry", 8, c::MOVE_07),
        ("warband", 8, c::MOVE_02),
        ("peltasts", 8, c::MOVE_02),
        ("heavy_infantry", 6, c::MOVE_02),
        ("light_cavalry", 12, c::MOVE_07),
        ("heavy_cavalry", 10, c::MOVE_02),
        ("elephants", 8, c::MOVE_02),
        ("chariots", 10, c::CH_03),
        ("egyptian_chariots", 12, c::CH_03),
        ("artillery", 6, c::MOVE_02),
    ] {
        let t = units(&[&format!("Blue {kind} B 24 6 0"), FOE]);
        t.allow(&format!("move B advance {rate}"));
        t.refuse(&format!("move B advance {rate}.01"), why);
    }
    // MOVE-01: by switch, artillery has no rate at all.
    let t = plan()
        .switch("artillery_rate", "0")
        .units(&["Blue artillery B 24 6 0", FOE]);
    t.refuse("move B advance 1", c::ART_02);
}

#[test]
fn move_05_a_pivot_comes_first() {
    let t = units(&["Blue heavy_infantry B 24 10 0", FOE]);
    t.allow("move B pivot 90 advance 3");
    t.refuse("move B advance 1 pivot 90", c::MOVE_05);
}

#[test]
fn move_06_to_08_light_troops() {
    let t = units(&["Blue light_infantry B 24 10 0", FOE]);
    // MOVE-06: sideways at the full rate; MOVE-07: one change is free, first or
    // last; MOVE-08: the second leaves half the rate.
    t.allow("move B slide 90 8");
    t.refuse("move B slide 90 8.01", c::MOVE_06);
    t.allow("move B pivot 90 advance 8");
    t.allow("move B slide 135 8 pivot 90");
    t.refuse("move B pivot 90 advance 8.01", c::MOVE_07);
    t.allow("move B pivot 90 advance 4 pivot 0");
    t.refuse("move B pivot 90 advance 4.01 pivot 0", c::MOVE_08);
}

#[test]
fn move_12_who_is_not_slowed() {
    // MOVE-12: warbands, peltasts and light infantry keep their rate in woods.
    for kind in ["warband", "peltasts", "light_infantry"] {
        let wood = plan().ground("woods", [24.0, 14.0], [20.0, 20.0]);
        let t = wood.units(&[&format!("Blue {kind} B 24 10 0"), FOE]);
        t.allow("move B advance 8");
    }
    for (kind, half) in [
        ("heavy_infantry", 3),
        ("elephants", 4),
        ("light_cavalry", 6),
        ("artillery", 3),
    ] {
        let wood = || plan().ground("woods", [24.0, 14.0], [20.0, 20.0]);
        let t = wood().units(&[&format!("Blue {kind} B 24 10 0"), FOE]);
        t.allow(&format!("move B advance {half}"));
        assert!(
            t.judge(&format!("move B advance {half}.01")).is_err(),
            "MOVE-12: {kind}"
        );
    }
}

#[test]
fn move_11_every_inch_in_it_counts_twice() {
    // MOVE-11: one inch of wood costs two; by switch, the whole move is halved.
    let wood = || plan().ground("woods", [24.0, 14.25], [10.0, 1.0]);
    let lines = ["Blue heavy_infantry B 24 10 0", FOE];
    let t = wood().units(&lines);
    t.allow("move B advance 3.5");
    // The base is in the wood between 3 and 5.5 inches: 6 - 2.5 are left.
    t.allow("move B advance 4.5");
    t.refuse("move B advance 4.52", c::MOVE_02);
    let t = wood()
        .switch("difficult_cost", "half_whole_move")
        .units(&lines);
    t.refuse("move B advance 3.5", c::MOVE_02);
    t.allow("move B advance 3");
}

#[test]
fn move_13_light_infantry_breaks_off_from_heavy() {
    let mut t = units(&[
        "Blue light_infantry B 24 16.5 0",
        "Red heavy_infantry R 24 18 180",
    ]);
    t.play("leave B", &[]);
    assert_eq!(t.at("B"), (24.0, 8.5, 0.0), "MOVE-13");
    // It cannot break off from warbands, which are another type.
    let t = units(&["Blue light_infantry B 24 16.5 0", "Red warband R 24 18 180"]);
    t.refuse("leave B", c::MOVE_13);
    // With less than an inch of room behind it, a unit cannot break off.
    let t = units(&[
        "Blue light_infantry B 24 1.5 0",
        "Red heavy_infantry R 24 3 180",
    ]);
    t.refuse("leave B", c::MOVE_13);
}

#[test]
fn move_14_cavalry_breaks_off_from_infantry() {
    let mut t = units(&["Blue heavy_cavalry B 24 16.5 0", "Red warband R 24 18 180"]);
    t.play("leave B", &[]);
    assert_eq!(t.at("B"), (24.0, 6.5, 0.0), "MOVE-14");
    let t = units(&[
        "Blue heavy_cavalry B 24 16.5 0",
        "Red heavy_cavalry R 24 18 180",
    ]);
    t.refuse("leave B", c::MOVE_14);
}

#[test]
fn move_15_in_contact_it_stays_or_breaks_off() {
    let lines = [
        "Blue heavy_infantry B 24 16.5 0",
        "Red heavy_infantry R 24 18 180",
    ];
    let t = units(&lines);
    t.refuse("move B slide 180 1", c::MOVE_15);
    t.refuse("leave B", c::MOVE_15);
    t.refuse("face B 90", c::MOVE_15);
    // By switch, a unit may turn to meet an enemy on its flank.
    let flank = [
        "Blue heavy_infantry B 24 16 0",
        "Red heavy_infantry R 26.25 16 270",
    ];
    units(&flank).refuse("face B 90", c::MOVE_15);
    let mut t = plan().switch("turn_in_melee", "yes").units(&flank);
    t.play("face B 90", &[]);
    assert_eq!(t.at("B"), (24.0, 16.0, 90.0), "MOVE-15");
    assert_eq!(t.at("R"), (25.5, 16.0, 270.0), "MOVE-15: still in contact");
}

#[test]
fn move_16_other_moves_keep_clear_of_enemies() {
    let t = units(&["Blue warband B 24 10 0", "Red warband R 24 17 180"]);
    t.allow("move B advance 5.39");
    t.refuse("move B advance 5.45", c::MOVE_16);
    t.refuse("move B advance 5.5", c::MOVE_16);
}

#[test]
fn move_17_one_straight_stretch() {
    let t = units(&["Blue warband B 24 10 0", FOE]);
    t.refuse("move B advance 2 advance 2", c::MOVE_17);
    t.refuse("move B pivot 45 slide 90 2", c::MOVE_17);
}

#[test]
fn move_18_nobody_leaves_the_board() {
    let t = units(&["Blue warband B 24 4 180", FOE]);
    t.allow("move B advance 3.25");
    t.refuse("move B advance 3.3", c::MOVE_18);
}

#[test]
fn move_09_who_passes_whom_by_switch() {
    let lines = [
        "Blue light_infantry B 24 6 0",
        "Blue light_infantry L 24 9 0",
        FOE,
    ];
    units(&lines).refuse("move B advance 8", c::GEO_11);
    let t = plan().switch("passing", "light_any").units(&lines);
    t.allow("move B advance 8");
    t.refuse("move B advance 2", c::MOVE_09);
}

#[test]
fn move_10_the_angle_of_an_oblique_by_switch() {
    let lines = ["Blue legion B 24 10 0", FOE];
    let t = plan().switch("oblique", "exactly_45").units(&lines);
    t.allow("move B slide 45 6");
    t.refuse("move B slide 30 6", c::MOVE_03);
}

#[test]
fn terr_01_and_02_what_is_difficult() {
    // TERR-01, TERR-02: woods, towns, rivers and ground marked as difficult slow a unit;
    // hills and roads do not.
    for (ground, slow) in [
        ("woods", true),
        ("town", true),
        ("rough", true),
        ("marsh", true),
        ("hill", false),
    ] {
        let t = plan()
            .ground(ground, [24.0, 14.0], [20.0, 20.0])
            .units(&["Blue heavy_infantry B 24 10 0", FOE]);
        assert_eq!(
            t.judge("move B advance 6").is_err(),
            slow,
            "TERR-01: {ground}"
        );
    }
    for (ground, slow) in [("river", true), ("road", false)] {
        let t = plan()
            .line(ground, [0.0, 13.0], [48.0, 13.0], 1.0)
            .units(&["Blue heavy_infantry B 24 10 0", FOE]);
        assert_eq!(
            t.judge("move B advance 6").is_err(),
            slow,
            "TERR-02: {ground}"
        );
    }
    // TERR-02: a road through a wood eases it only by switch.
    let wood = || {
        plan().ground("woods", [24.0, 14.0], [20.0, 20.0]).line(
            "road",
            [24.0, 0.0],
            [24.0, 36.0],
            1.0,
        )
    };
    let lines = ["Blue heavy_infantry B 24 10 0", FOE];
    wood().units(&lines).refuse("move B advance 6", c::MOVE_02);
    let eased = wood().switch("road_cancels_difficult", "yes").units(&lines);
    eased.allow("move B advance 6");
}

#[test]
fn terr_03_cover() {
    // TERR-03: in a wood, or close behind a wall that the line crosses.
    let lines = ["Blue archers B 24 10 0", "Red warband R 24 18 180"];
    let pool = |plan: Plan, dice: &[u8]| plan.units(&lines).play("shoot B R", dice);
    assert_eq!(pool(plan(), &[1, 1]), [2], "TERR-03");
    let wood = plan().ground("woods", [24.0, 18.0], [4.0, 2.0]);
    assert_eq!(pool(wood, &[1]), [1], "TERR-03");
    let near = plan().line("wall", [20.0, 17.0], [28.0, 17.0], 0.1);
    assert_eq!(pool(near, &[1]), [1], "TERR-03");
    let far = plan().line("wall", [20.0, 16.0], [28.0, 16.0], 0.1);
    assert_eq!(pool(far, &[1, 1]), [2], "TERR-03");
}

#[test]
fn terr_04_the_level_of_the_centre() {
    // TERR-04: the height of a unit is that of its centre.
    for (y, dice) in [(10.0, 3), (14.1, 2)] {
        let mut t = plan().ground("hill", [24.0, 10.0], [10.0, 8.0]).units(&[
            &format!("Blue archers B 24 {y} 0"),
            "Red warband R 24 20 180",
        ]);
        assert_eq!(t.play("shoot B R", &vec![1; dice]), [dice], "TERR-04");
    }
}

#[test]
fn terr_05_any_part_in_difficult_terrain() {
    // TERR-05: a corner in the wood costs heavy infantry its die.
    for (x, pools) in [(25.9, [1, 2]), (26.1, [2, 2])] {
        let mut t = plan()
            .ground("woods", [x + 1.5, 16.0], [4.0, 1.0])
            .phase("melee")
            .units(&["Blue heavy_infantry B 24 16.5 0", "Red warband R 24 18 180"]);
        let dice = vec![1; pools.iter().sum()];
        assert_eq!(t.play("fight B R", &dice), pools, "TERR-05");
    }
}
