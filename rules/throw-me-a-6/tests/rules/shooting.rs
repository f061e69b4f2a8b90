//! Sections 9 and 10: shooting and heavy throwing weapons.

use crate::common::*;
use sandtable_battle::Status;
use sandtable_throw_me_a_6::c;

#[test]
fn shoot_01_who_shoots() {
    // SHOOT-01: at 4 inches, every unit that may shoot is in range.
    for (kind, may) in [
        ("light_infantry", true),
        ("archers", true),
        ("light_cavalry", true),
        ("chariots", true),
        ("artillery", true),
        ("peltasts", false),
        ("warband", false),
        ("heavy_cavalry", false),
        ("elephants", false),
        ("legion", false),
    ] {
        let t = units(&[&format!("Blue {kind} B 24 10 0"), "Red pikes R 24 15.5 180"]);
        if may {
            t.allow("shoot B R");
        } else {
            t.refuse("shoot B R", c::SHOOT_01);
        }
    }
    // By switch, peltasts throw, as light troops do.
    let mut t = plan()
        .switch("peltasts_throw", "yes")
        .units(&["Blue peltasts B 24 10 0", "Red pikes R 24 17.5 180 half"]);
    assert_eq!(t.play("shoot B R", &[1]), [1], "SHOOT-01");
}

#[test]
fn shoot_02_ranges_of_the_weapons() {
    for (kind, range) in [
        ("light_infantry", 6.0),
        ("light_cavalry", 4.0),
        ("chariots", 8.0),
        ("artillery", 12.0),
        ("archers", 12.0),
    ] {
        let at = |more: f64| {
            units(&[
                &format!("Blue {kind} B 24 10 0"),
                &format!("Red pikes R 24 {} 180", 11.5 + range + more),
            ])
        };
        at(0.0).allow("shoot B R");
        at(0.01).refuse("shoot B R", c::SHOOT_02);
    }
    let at = |word: &str, y: f64| {
        units(&[
            &format!("Blue light_cavalry B 24 10 0 {word}"),
            &format!("Red pikes R 24 {y} 180"),
        ])
    };
    at("bow", 19.5).allow("shoot B R");
    at("bow", 19.51).refuse("shoot B R", c::SHOOT_02);
}

#[test]
fn shoot_03_nothing_between() {
    let t = units(&[
        "Blue archers B 24 10 0",
        "Red warband S 24 15 180",
        "Red warband R 24 20 180",
    ]);
    t.allow("shoot B S");
    t.refuse("shoot B R", c::SHOOT_03);
}

#[test]
fn shoot_07_light_cavalry_shoots_on_the_way() {
    let mut t = units(&["Blue light_cavalry B 24 10 0", "Red pikes R 24 21 180"]);
    t.play("move B advance 6", &[]);
    // SHOOT-07: the rest of the move comes after the shot.
    t.refuse("move B slide 180 2", c::SHOOT_07);
    t.play("shoot B R", &[1, 1]);
    t.refuse("move B slide 180 6.01", c::MOVE_06);
    t.play("move B slide 180 6", &[]);
    t.refuse("move B slide 180 1", c::SEQ_09);
    assert_eq!(t.at("B"), (24.0, 10.0, 0.0), "SHOOT-07");
}

#[test]
fn shoot_08_no_retreat_from_shots() {
    let mut t = units(&["Blue archers B 24 10 0", "Red warband R 24 20 180"]);
    t.play("shoot B R", &[6, 6]);
    assert_eq!(
        (t.bases("R"), t.at("R")),
        (2, (24.0, 20.0, 180.0)),
        "SHOOT-08"
    );
    t.play("end", &[]);
    assert_eq!(t.phase(), "actions", "SHOOT-08");
}

#[test]
fn shoot_09_no_shots_into_or_out_of_a_melee() {
    let lines = [
        "Blue archers A 18 10 0",
        "Blue archers B 24 16.5 0",
        "Red warband R 24 18 180",
        "Red warband S 18 18 180",
    ];
    let t = units(&lines);
    t.refuse("shoot A R", c::SHOOT_09);
    t.refuse("shoot B S", c::SHOOT_09);
    t.allow("shoot A S");
    let t = plan().switch("fire_into_melee", "yes").units(&lines);
    t.allow("shoot A R");
}

#[test]
fn shoot_10_all_dice_at_one_target_of_choice() {
    // SHOOT-10: a shooter may choose the farther of two targets.
    let mut t = units(&[
        "Blue archers B 24 10 0",
        "Red warband S 20 16 180",
        "Red warband R 25 20 180",
    ]);
    assert_eq!(t.play("shoot B R", &[6, 6]), [2], "SHOOT-10");
    assert_eq!((t.bases("R"), t.bases("S")), (2, 4), "SHOOT-10");
    t.refuse("shoot B S", c::SEQ_09);
}

#[test]
fn shoot_11_the_left_flank_by_switch() {
    let lines = ["Blue archers B 24 10 0", "Red warband R 24 20 270"];
    assert_eq!(
        units(&lines).weight("shoot B R", c::SHOOT_11, "B"),
        0,
        "SHOOT-11"
    );
    let t = plan().switch("unshielded", "both").units(&lines);
    assert_eq!(t.weight("shoot B R", c::SHOOT_11, "B"), 1, "SHOOT-11");
}

#[test]
fn shoot_06_and_13_the_charger_waits_before_its_friends() {
    // SHOOT-13: while its target may shoot, a charger that passes through light
    // friends waits before them; then it goes through.
    let lines = [
        "Blue warband B 24 10 0",
        "Blue light_infantry L 24 15 0",
        "Red light_infantry R 24 18 180 bow",
    ];
    let mut t = units(&lines);
    t.play("charge B R", &[]);
    assert!(t.at("B").1 <= 13.5, "SHOOT-13: {:?}", t.at("B"));
    t.refuse("move L advance 0.1", sandtable_battle::c::CHOICE_OWED);
    // The place on the edge is free: its friends stand just behind it.
    t.play("decide 1", &[]);
    assert_eq!(t.at("B"), (24.0, 16.5, 0.0), "SHOOT-13");
}

/// Lets a warband charge legionaries.
fn warcry(word: &str) -> Table {
    let mut t = units(&[
        "Blue warband B 24 10 0",
        &format!("Red legion R 24 18 180{word}"),
    ]);
    t.play("charge B R", &[]);
    t.play("end", &[]);
    t
}

#[test]
fn pil_01_at_the_charger_or_the_charged() {
    let t = warcry("");
    assert_eq!((t.phase().as_str(), t.mover()), ("pila", "Red"), "PIL-01");
    t.allow("shoot R B");
    // The charger throws too.
    let mut t = units(&["Blue legion B 24 12 0", "Red warband R 24 18 180"]);
    t.refuse("shoot B R", c::SHOOT_01);
    t.play("charge B R", &[]);
    t.play("end", &[]);
    assert_eq!((t.phase().as_str(), t.mover()), ("pila", "Blue"), "PIL-01");
    t.play("shoot B R", &[6, 1]);
    assert_eq!(t.phase(), "melee", "PIL-01");
    // Other troops have no pila.
    let mut t = units(&["Blue warband B 24 10 0", "Red spears R 24 18 180"]);
    t.play("charge B R", &[]);
    t.play("end", &[]);
    assert_eq!(t.phase(), "melee", "PIL-01");
}

#[test]
fn pil_05_two_bases_and_it_does_not_roll() {
    let mut t = warcry("");
    t.play("shoot R B", &[6, 6]);
    assert_eq!(t.bases("B"), 2);
    assert_eq!(t.play("fight B R", &[1, 1]), [2], "PIL-05");
}

#[test]
fn pil_06_once_in_a_battle() {
    let t = warcry(" pila_thrown=1");
    assert_eq!(t.phase(), "melee", "PIL-06");
}

#[test]
fn pil_07_they_decide_no_melee() {
    // PIL-07: one base lost to pila, none in the melee: no unit retreats.
    let mut t = warcry("");
    t.play("shoot R B", &[6, 1]);
    assert_eq!(t.play("fight B R", &[1; 5]), [3, 2], "PIL-07");
    assert_eq!((t.bases("B"), t.battle.cursor.turn), (3, 3), "PIL-07");
    // A third loss destroys a unit here too.
    let mut t = units(&["Blue warband B 24 10 0 stands=2", "Red legion R 24 18 180"]);
    t.play("charge B R", &[]);
    t.play("end", &[]);
    t.play("shoot R B", &[6, 1]);
    assert_eq!(t.status("B"), Status::Destroyed, "PIL-07");
}

#[test]
fn pil_08_before_the_first_round_only_and_together() {
    // PIL-08: units already in contact before this turn do not throw.
    let mut t = units(&["Blue legion B 24 16.5 0", "Red legion R 24 18 180"]);
    t.play("end", &[]);
    assert_eq!(t.phase(), "melee", "PIL-08");
    // Both throw before any bases are taken off.
    let mut t = units(&["Blue legion B 24 12 0", "Red legion R 24 18 180"]);
    t.play("charge B R", &[]);
    t.play("end", &[]);
    t.play("shoot B R", &[6, 6]);
    assert_eq!((t.bases("R"), t.mover()), (4, "Red"), "PIL-08");
    t.play("shoot R B", &[6, 1]);
    assert_eq!((t.bases("R"), t.bases("B")), (2, 3), "PIL-08");
    assert_eq!(t.play("fight B R", &[1]), [1], "PIL-08");
}
