//! Section 14: the results of a melee: losers, retreats, pursuits.

use crate::common::*;
use sandtable_battle::{Side, Status};
use sandtable_throw_me_a_6::c;

const HI: &str = "Blue heavy_infantry B 24 16.5 0";
const FOE: &str = "Red heavy_infantry R 24 18 180";

/// Lets Blue win a round by a base; Red must roll the retreat.
fn beaten(winner: &str, loser: &str) -> Table {
    let mut t = melee(&[
        &format!("Blue {winner} B 24 16.5 0"),
        &format!("Red {loser} R 24 18 180"),
    ]);
    let dice = t.factors("fight B R");
    let id = t.id("B");
    let of = |own: bool| -> usize {
        let some = dice.iter().filter(|f| (f.unit == Some(id)) == own);
        usize::try_from(some.map(|f| f.value).sum::<i16>().max(1)).expect("dice")
    };
    let mut faces = vec![1; of(true) + of(false)];
    faces[0] = 6;
    t.play("fight B R", &faces);
    assert_eq!(t.phase(), "retreat");
    t
}

#[test]
fn res_01_the_unit_that_lost_most() {
    // RES-01: two bases against one: Red goes back, Blue does not.
    let mut t = melee(&[HI, FOE]);
    t.play("fight B R", &[6, 6, 6, 1]);
    assert_eq!(
        (t.phase().as_str(), t.mover()),
        ("retreat", "Red"),
        "RES-01"
    );
    t.refuse("end", c::RES_01);
    t.play("test R", &[2]);
    assert_eq!(t.at("R"), (24.0, 20.0, 180.0), "RES-01");
}

#[test]
fn res_11_the_loser_by_switch() {
    // RES-11: B loses two bases, both Red units one. By unit, the highest loss decides; by switch,
    // the sum of a side, which is the same for both.
    let lines = [
        HI,
        "Blue heavy_infantry C 27.1 16.5 0",
        "Red heavy_infantry R 22.4 18 180",
        "Red heavy_infantry S 25.5 18 180",
    ];
    let fight = |plan: Plan| {
        let mut t = plan.phase("melee").units(&lines);
        t.play("fight B R", &[6, 1, 6, 1, 6, 1, 6, 1]);
        assert_eq!(["B", "C", "R", "S"].map(|unit| t.bases(unit)), [2, 4, 3, 3]);
        (t.phase(), t.mover().to_owned())
    };
    let retreat = ("retreat".to_owned(), "Blue".to_owned());
    assert_eq!(fight(plan()), retreat, "RES-11");
    assert_ne!(
        fight(plan().switch("loser", "side_total")),
        retreat,
        "RES-11"
    );
}

#[test]
fn res_07_one_base_left_is_none() {
    // RES-07: the unit is taken off; there is no retreat to roll.
    let mut t = melee(&[
        HI,
        "Red heavy_infantry R 24 18 180 stands=2",
        "Red pikes S 44 30 180",
    ]);
    let (events, _) = t.events("fight B R", &[6, 1, 1, 1]);
    assert!(cites(&events, c::RES_07), "RES-07");
    assert_ne!(t.phase(), "retreat", "RES-07");
}

#[test]
fn res_08_victors_may_pursue() {
    let mut t = beaten("heavy_infantry", "heavy_infantry");
    t.play("test R", &[5]);
    assert_eq!(
        (t.phase().as_str(), t.mover()),
        ("pursuit", "Blue"),
        "RES-08"
    );
    let stay = t.clone();
    t.refuse("move B advance 3.01", c::RES_15);
    t.play("move B advance 3", &[]);
    assert_eq!(t.at("B"), (24.0, 19.5, 0.0), "RES-08");
    // Or it stays.
    let mut t = stay;
    t.play("end", &[]);
    assert_eq!(t.at("B"), (24.0, 16.5, 0.0), "RES-08");
}

#[test]
fn res_09_light_cavalry_by_switch() {
    let far = |plan: Plan| {
        let mut t = plan.phase("melee").units(&[
            "Blue light_cavalry B 24 16.5 0",
            "Red light_infantry R 24 18 180",
        ]);
        t.play("fight B R", &[6, 1, 1, 1]);
        t.play("test R", &[6]);
        t.at("B").1
    };
    assert_eq!(far(plan()), 22.5, "RES-09: it must");
    assert_eq!(
        far(plan().switch("light_cavalry_pursuit", "never")),
        16.5,
        "RES-09"
    );
}

#[test]
fn res_10_light_infantry_never_pursues() {
    let mut t = beaten("light_infantry", "light_infantry");
    t.play("test R", &[5]);
    assert_ne!(t.phase(), "pursuit", "RES-10");
    assert_eq!(t.at("B"), (24.0, 16.5, 0.0), "RES-10");
}

#[test]
fn res_12_all_dice_before_any_retreat() {
    // RES-12: two fights; the retreat of the first waits for the second.
    let mut t = melee(&[
        HI,
        FOE,
        "Blue heavy_infantry C 34 16.5 0",
        "Red heavy_infantry S 34 18 180",
    ]);
    t.play("fight B R", &[6, 1, 1, 1]);
    t.refuse("test C", c::RES_12);
    t.play("fight C S", &[1, 1, 6, 1]);
    // Blue, the first player, goes back first.
    assert_eq!(
        (t.phase().as_str(), t.mover()),
        ("retreat", "Blue"),
        "RES-12"
    );
    t.play("test C", &[1]);
    assert_eq!(t.battle.to_move(), Side::B, "RES-12");
}

#[test]
fn res_13_a_total_of_nought_holds_facing_the_enemy() {
    // RES-13: veterans attacked in the rear hold, and turn to face the enemy.
    let mut t = melee(&[
        "Blue heavy_infantry B 24 16.5 0",
        "Red heavy_infantry R 24 18 0 veteran",
    ]);
    t.play("fight B R", &[6, 1, 1, 1, 1, 1]);
    t.play("test R", &[1]);
    t.play("decide 1", &[]);
    assert_eq!(t.at("R"), (24.0, 18.0, 180.0), "RES-13");
    // Attacked in the flank, they close up on the enemy, so that the contact lasts.
    let mut t = melee(&[
        "Blue heavy_infantry B 21.75 18 90",
        "Red heavy_infantry R 24 18 0 veteran",
    ]);
    t.play("fight B R", &[6, 1, 1, 1, 1]);
    t.play("test R", &[1]);
    t.play("decide 1", &[]);
    assert_eq!(t.at("R"), (23.25, 18.0, 270.0), "RES-13");
    // By switch, the least is an inch.
    let mut t = plan()
        .switch("veteran_zero", "minimum_1")
        .phase("melee")
        .units(&[HI, "Red heavy_infantry R 24 18 180 veteran"]);
    t.play("fight B R", &[6, 1, 1, 1]);
    t.play("test R", &[1]);
    t.play("decide 1", &[]);
    assert_eq!(t.at("R"), (24.0, 19.0, 180.0), "RES-13");
}

#[test]
fn res_14_blocked_by_switch() {
    // RES-14: an enemy stands right behind it.
    let lines = [HI, FOE, "Blue heavy_infantry C 24 19.55 0"];
    let fight = |plan: Plan| {
        let mut t = plan.phase("melee").units(&lines);
        t.play("fight B R", &[6, 1, 1, 1]);
        t.play("test R", &[5]);
        t
    };
    let t = fight(plan());
    assert_eq!(
        (t.status("R"), t.at("R").1),
        (Status::Table, 18.0),
        "RES-14"
    );
    let t = fight(plan().switch("blocked_retreat", "destroyed"));
    assert_eq!(t.status("R"), Status::Destroyed, "RES-14");
    // It passes through friends; over the edge, a unit is lost.
    let mut t = melee(&[HI, FOE, "Red pikes S 24 20.5 180"]);
    t.play("fight B R", &[6, 1, 1, 1]);
    t.play("test R", &[2]);
    assert_eq!(t.at("R").1, 22.0, "RES-14: behind its friends");
    let mut t = melee(&[
        "Blue heavy_infantry B 24 32.5 0",
        "Red heavy_infantry R 24 34 180",
    ]);
    t.play("fight B R", &[6, 1, 1, 1]);
    t.play("test R", &[2]);
    assert_eq!(t.status("R"), Status::Fled, "RES-14");
}

#[test]
fn res_03_and_04_switches_of_the_total() {
    // RES-03: by switch, veterans may also add one.
    let mut t = plan()
        .switch("veteran_choice", "plus_or_minus")
        .phase("melee")
        .units(&[HI, "Red heavy_infantry R 24 18 180 veteran"]);
    t.play("fight B R", &[6, 1, 1, 1]);
    t.play("test R", &[2]);
    t.play("decide 2", &[]);
    assert_eq!(t.at("R").1, 21.0, "RES-03");
    // RES-04: by switch, the recoil of cavalry counts for its rout.
    for (switch, status) in [("no", Status::Table), ("yes", Status::Fled)] {
        let mut t = plan()
            .switch("cavalry_recoil_counts", switch)
            .phase("melee")
            .units(&[HI, "Red heavy_cavalry R 24 18 180", "Red pikes S 4 30 180"]);
        t.play("fight B R", &[6, 1, 1, 1]);
        t.play("test R", &[5]);
        assert_eq!(t.status("R"), status, "RES-04");
    }
}

#[test]
fn res_15_a_new_enemy_met_by_pursuit() {
    // RES-15: warbands beat one unit and run into the next: aligned, no charge,
    // no first strike, and a first round for Romans.
    let mut t = melee(&["Blue warband B 24 16.5 0", FOE, "Red pikes S 26 21.3 180"]);
    t.play("fight B R", &[6, 6, 6, 1]);
    assert_eq!(t.phase(), "retreat");
    t.play("test R", &[6]);
    assert_eq!(t.at("B"), (26.0, 19.8, 0.0), "RES-15");
    assert!(t.unit("B").marks[13] != 0, "RES-15: a first round is due");
}
