//! Sections 15 to 18: elephants, chariots, artillery, generals.

use crate::common::*;
use sandtable_battle::Status;
use sandtable_throw_me_a_6::c;

#[test]
fn el_01_and_02_dice_with_elephants() {
    for (foe, pools) in [
        ("heavy_infantry", [2, 1]),
        ("light_cavalry", [3, 1]),
        ("chariots", [3, 1]),
        ("elephants", [1, 1]),
        ("pikes", [2, 3]),
    ] {
        let mut t = melee(&[
            "Blue elephants B 24 16.5 0",
            &format!("Red {foe} R 24 18 180"),
        ]);
        let dice = vec![1; pools.iter().sum()];
        assert_eq!(t.play("fight B R", &dice), pools, "EL-01: {foe}");
    }
}

/// Lets Blue's engine hit elephants that face north; they then run.
fn shot(plan: Plan, at: &str, die: u8, others: &[&str]) -> Table {
    let elephants = format!("Red elephants R {at}");
    let mut lines = vec![
        "Blue artillery B 24 10 0",
        elephants.as_str(),
        "Red pikes P 4 30 180",
        "Red pikes Q 9 30 180",
    ];
    lines.extend(others);
    let mut t = plan.units(&lines);
    t.play("shoot B R", &[6, 1, die]);
    t
}

#[test]
fn el_03_and_08_a_random_direction() {
    for (die, facing) in [
        (1, 0.0),
        (2, 60.0),
        (3, 120.0),
        (4, 180.0),
        (5, 240.0),
        (6, 300.0),
    ] {
        let t = shot(plan(), "24 20 0", die, &["Red pikes S 44 30 180"]);
        assert!(
            (t.at("R").2 - facing).abs() < 0.02,
            "EL-08: {:?}",
            t.at("R")
        );
    }
    // EL-03: by switch they wait for the next action step.
    let mut t = plan().switch("amok_first_move", "next_turn").units(&[
        "Blue artillery B 24 10 0",
        "Red elephants R 24 20 0",
        "Red pikes P 4 30 180",
    ]);
    t.play("shoot B R", &[6, 1]);
    assert_eq!(t.at("R"), (24.0, 20.0, 0.0), "EL-03");
    t.play("end", &[]);
    t.play("end", &[3, 2]);
    t.play("decide 0", &[1]);
    assert_eq!(t.at("R"), (24.0, 28.0, 0.0), "EL-03");
}

#[test]
fn el_04_until_they_meet_someone_or_leave() {
    // EL-04: they run on, turn after turn, in the same direction.
    let mut t = shot(plan(), "24 15 0", 1, &[]);
    assert_eq!(t.at("R"), (24.0, 23.0, 0.0), "EL-04");
    t.play("end", &[]);
    t.play("end", &[3, 2]);
    t.play("decide 0", &[]);
    assert_eq!(t.at("R"), (24.0, 31.0, 0.0), "EL-04");
    t.play("end", &[]);
    t.play("end", &[3, 2]);
    t.play("decide 0", &[]);
    assert_eq!(t.status("R"), Status::Fled, "EL-04");
}

#[test]
fn el_05_a_die_more_amok() {
    // EL-05, W55: five inches ahead stands a friend of theirs: 2 + 1 dice against 1.
    let mut t = shot(plan(), "24 20 0", 1, &["Red heavy_infantry H 24 26.5 180"]);
    assert_eq!(t.at("R"), (24.0, 25.0, 0.0), "EL-05");
    t.play("end", &[]);
    assert_eq!(t.phase(), "actions");
    t.play("end", &[]);
    assert_eq!(t.phase(), "melee", "EL-05");
    // EL-06: they survive, roll again and run.
    let pools = t.play("fight H R", &[1, 1, 1, 1, 4]);
    assert_eq!(pools.iter().take(2).sum::<usize>(), 4, "EL-05: {pools:?}");
    assert!((t.at("R").2 - 180.0).abs() < 0.02, "EL-06: {:?}", t.at("R"));
}

#[test]
fn el_06_and_07_the_second_loss() {
    // EL-07: hit in that melee, they are gone; a unit of two bases can lose two.
    let mut t = shot(plan(), "24 20 0", 1, &["Red heavy_infantry H 24 26.5 180"]);
    t.play("end", &[]);
    t.play("end", &[]);
    t.play("fight H R", &[6, 6, 6, 6]);
    assert_eq!(t.status("R"), Status::Destroyed, "EL-07");
    // EL-06: first hit in a melee, they run after the retreats.
    let mut t = melee(&[
        "Blue heavy_infantry B 24 16.5 0",
        "Red elephants R 24 18 180",
        "Red pikes P 4 30 180",
    ]);
    t.play("fight B R", &[6, 1, 1, 4]);
    assert_eq!(t.at("R"), (24.0, 26.0, 0.0), "EL-06");
}

#[test]
fn el_09_they_turn_onto_nobody() {
    // EL-09: friends at their sides leave no room to turn, and no unit stands
    // ahead: they come clear of them or stay.
    let t = shot(
        plan(),
        "24 20 0",
        2,
        &["Red pikes S 27.05 20 0", "Red pikes U 20.95 20 0"],
    );
    let rects: Vec<_> = ["R", "S", "U"]
        .map(|name| sandtable_battle::Rules::footprint(&*t.rules, &t.battle, t.id(name)))
        .into_iter()
        .collect();
    assert!(
        !rects[0].overlaps(&rects[1]) && !rects[0].overlaps(&rects[2]),
        "EL-09: {:?}",
        t.at("R")
    );
}

#[test]
fn ch_01_chariots_may_bear_armour() {
    // CH-01: half armour stops one die of a light shot, no armour does not.
    for (word, dice) in [("", 2), (" half", 1), (" full", 1)] {
        let mut t = units(&[
            "Blue light_infantry B 24 10 0 bow",
            &format!("Red chariots R 24 18 180{word}"),
            "Red pikes P 4 30 180",
        ]);
        assert_eq!(t.play("shoot B R", &vec![1; dice]), [dice], "CH-01");
    }
}

#[test]
fn ch_05_attached_it_adds_a_die() {
    let lines = [
        "Blue chariots C 24 10 0",
        "Blue heavy_infantry B 24 16.5 0",
        "Red heavy_infantry R 24 18 180",
    ];
    let mut t = units(&lines);
    t.play("join C B", &[]);
    t.play("end", &[]);
    assert_eq!(t.weight("fight B R", c::CH_05, "B"), 1, "CH-05");
    // One chariot per unit.
    let mut t = units(&[
        "Blue chariots C 22 10 0",
        "Blue chariots D 27 10 0",
        lines[1],
        lines[2],
    ]);
    t.play("join C B", &[]);
    t.refuse("join D B", c::CH_05);
    t.refuse("join B D", c::CH_05);
}

#[test]
fn ch_06_it_goes_with_its_unit() {
    let mut t = units(&[
        "Blue chariots C 24 10 0",
        "Blue heavy_infantry B 24 16.5 0 stands=2",
        "Red heavy_infantry R 24 18 180",
        "Blue pikes P 4 4 0",
    ]);
    t.play("join C B", &[]);
    t.play("end", &[]);
    t.play("fight B R", &[1, 1, 1, 6, 1]);
    assert_eq!(
        (t.status("B"), t.status("C")),
        (Status::Destroyed, Status::Destroyed),
        "CH-06"
    );
}

#[test]
fn ch_08_egyptian_chariots() {
    // CH-08: twelve inches, half armour.
    let mut t = units(&[
        "Blue light_infantry B 24 10 0 bow",
        "Red egyptian_chariots R 24 18 180",
        "Red pikes P 4 30 180",
    ]);
    assert_eq!(t.play("shoot B R", &[1]), [1], "CH-08");
    t.play("end", &[]);
    t.allow("move R pivot 90 advance 12");
    t.refuse("move R pivot 90 advance 12.01", c::CH_03);
}

#[test]
fn ch_09_with_its_unit_until_it_leaves() {
    let mut t = units(&[
        "Blue chariots C 24 10 0",
        "Blue warband B 24 14 0",
        "Red warband R 24 27 180",
    ]);
    t.play("join C B", &[]);
    // CH-09: it moves with the unit, does not shoot and is not a target.
    t.play("move B advance 6", &[]);
    assert_eq!(t.at("C"), (24.0, 20.0, 0.0), "CH-09");
    t.refuse("shoot C R", c::CH_09);
    t.refuse("leave C", c::CH_09);
    t.play("end", &[]);
    t.play("end", &[6, 1]);
    t.play("decide 0", &[]);
    // It leaves at the start of its own move and then moves.
    t.play("leave C", &[]);
    assert_eq!(t.at("C"), (24.0, 18.5, 0.0), "CH-09");
    t.allow("move C pivot 180 advance 10");
}

#[test]
fn ch_09_it_takes_no_room() {
    // These chariots are longer than their unit is deep: while attached, they overlap no unit
    // behind it and stay on the board.
    let long = || plan().number("footprint.single.2", "4.3");
    let mut t = long().units(&["Blue chariots C 24 8 180", "Blue warband B 24 0.75 0"]);
    t.play("join C B", &[]);
    assert_eq!(t.at("C"), t.at("B"), "CH-09");
    t.is_kept();
    t.refuse("leave C", c::CH_09);
    let mut t = long().units(&[
        "Blue chariots C 24 20 180",
        "Blue warband B 24 10 0",
        "Blue warband D 24 8.5 0",
    ]);
    t.play("join C B", &[]);
    t.is_kept();
}

#[test]
fn ch_09_with_elephants_that_run_amok() {
    let mut t = units(&[
        "Blue artillery B 24 6 0",
        "Red elephants R 24 12 180",
        "Red chariots C 24 12 180 with=\"R\"",
    ]);
    t.play("shoot B R", &[6, 1, 4]);
    assert_ne!(t.at("R"), (24.0, 12.0, 180.0), "EL-09");
    assert_eq!(t.at("C"), t.at("R"), "CH-09");
    t.is_kept();
}

#[test]
fn who_is_with_whom_is_checked() {
    for (says, host, with) in [
        ("CH-05", "warband", "Blue warband C 24 14 0 with=\"B\""),
        ("CH-05", "chariots", "Blue chariots C 24 14 0 with=\"B\""),
        ("CH-09", "warband", "Blue chariots C 24 16 0 with=\"B\""),
    ] {
        let host = format!("Blue {host} B 24 14 0");
        let flaws = plan().flaws(&[&host, with]);
        assert!(flaws.contains(says), "{with}: {flaws}");
    }
    let two = [
        "Blue warband B 24 14 0",
        "Blue chariots C 24 14 0 with=\"B\"",
        "Blue chariots D 24 14 0 with=\"B\"",
    ];
    assert!(plan().flaws(&two).contains("CH-05"));
}

#[test]
fn chariots_in_difficult_ground_by_switch() {
    // MOVE-11: they are slowed as cavalry is, unless a switch leaves them unaffected.
    let lines = ["Blue chariots C 24 10 0", "Red warband R 24 30 180"];
    let wood = || plan().ground("woods", [24.0, 14.0], [20.0, 20.0]);
    wood().units(&lines).refuse("move C advance 5.01", c::CH_03);
    wood()
        .switch("chariots_difficult", "unaffected")
        .units(&lines)
        .allow("move C advance 10");
}

#[test]
fn gen_01_and_02_a_general() {
    // GEN-02: a single figure that moves 12 inches and never fights.
    let on = || plan().switch("general", "on");
    let t = on().units(&["Blue general G 24 6 0", "Red warband R 24 20 180"]);
    t.allow("move G advance 12");
    t.refuse("charge G R", c::GEN_02);
    // GEN-01: near a beaten unit, the general may change the total by one, either way.
    for (choice, y) in [(0, 21.0), (1, 20.0), (2, 22.0)] {
        let mut t = on().phase("melee").units(&[
            "Blue heavy_infantry B 24 16.5 0",
            "Red heavy_infantry R 24 18 180",
            "Red general G 30 20 180",
        ]);
        t.play("fight B R", &[6, 1, 1, 1]);
        t.play("test R", &[3]);
        t.play(&format!("decide {choice}"), &[]);
        assert_eq!(t.at("R").1, y, "GEN-01");
    }
}
