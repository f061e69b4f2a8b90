//! Sections 12 and 13: melee dice and their order.

use crate::common::*;
use sandtable_battle::Status;
use sandtable_throw_me_a_6::c;

const HI: &str = "Blue heavy_infantry B 24 16.5 0";
const FOE: &str = "Red heavy_infantry R 24 18 180";

#[test]
fn mel_05_flank_and_rear_as_in_example_w37() {
    // MEL-05, W37: 3 dice into the flank, 4 into the rear; charging cavalry into the
    // flank 2 + 1 + 1. The enemy answers with 2.
    let flank = melee(&[
        "Blue heavy_infantry B 26.25 18 270 half",
        "Red heavy_infantry R 24 18 180 half",
    ]);
    assert_eq!(flank.clone().play("fight B R", &[1; 5]), [3, 2], "MEL-05");
    let rear = melee(&[
        "Blue heavy_infantry B 24 19.5 180 half",
        "Red heavy_infantry R 24 18 180 half",
    ]);
    assert_eq!(rear.clone().play("fight B R", &[1; 6]), [4, 2], "MEL-05");
    let mut t = units(&[
        "Blue heavy_cavalry B 31 18 270 half",
        "Red heavy_infantry R 24 18 180 half",
    ]);
    t.play("charge B R", &[]);
    t.play("end", &[]);
    assert_eq!(t.play("fight B R", &[1; 6]), [4, 2], "MEL-05");
}

/// Returns the dice of a charger against a unit eight inches away.
fn charger(plan: Plan, kind: &str, foe: &str) -> usize {
    let (foe, more) = foe.split_once(' ').unwrap_or((foe, ""));
    let mut t = plan.units(&[
        &format!("Blue {kind} B 24 10 0"),
        format!("Red {foe} R 24 18 180 {more}").trim(),
    ]);
    t.play("charge B R", &[]);
    t.reach_melee();
    let all = t.factors("fight B R");
    let id = t.id("B");
    let own = all.iter().filter(|f| f.unit == Some(id)).map(|f| f.value);
    usize::try_from(own.sum::<i16>()).expect("some dice")
}

#[test]
fn mel_06_and_07_charge_bonuses() {
    assert_eq!(
        charger(plan(), "heavy_cavalry", "heavy_infantry"),
        3,
        "MEL-06"
    );
    assert_eq!(
        charger(plan(), "shock_cavalry", "heavy_infantry"),
        4,
        "MEL-06"
    );
    assert_eq!(
        charger(plan(), "light_cavalry", "light_infantry none"),
        3,
        "MEL-06"
    );
    assert_eq!(charger(plan(), "warband", "heavy_infantry"), 4, "MEL-07");
    assert_eq!(charger(plan(), "warband", "heavy_cavalry"), 2, "MEL-07");
    assert_eq!(charger(plan(), "chariots", "heavy_infantry"), 1, "MEL-06");
}

#[test]
fn mel_08_and_16_no_bonus_uphill() {
    // MEL-08, MEL-16: the target stands higher than the charger did.
    let hill = || plan().ground("hill", [24.0, 19.0], [8.0, 4.0]);
    assert_eq!(charger(hill(), "warband", "heavy_infantry"), 2, "MEL-08");
    let both = plan().ground("hill", [24.0, 15.0], [12.0, 14.0]);
    assert_eq!(charger(both, "warband", "heavy_infantry"), 4, "MEL-16");
}

#[test]
fn mel_11_romans_from_the_second_round_on() {
    let mut t = units(&[
        "Blue legion B 24 12 0 pila_thrown=1",
        "Red warband R 24 18 180",
    ]);
    t.play("charge B R", &[]);
    t.play("end", &[]);
    // The dice of the melee, and of the next initiative.
    assert_eq!(
        t.play("fight B R", &[1, 1, 1, 1, 6, 1]),
        [2, 2, 1, 1],
        "MEL-11"
    );
    // The next turn.
    t.play("decide 0", &[]);
    t.reach_melee();
    assert_eq!(t.weight("fight B R", c::MEL_11, "B"), 1, "MEL-11");
    // Not against cavalry.
    let t = melee(&["Blue legion B 24 16.5 0", "Red heavy_cavalry R 24 18 180"]);
    assert_eq!(t.weight("fight B R", c::MEL_11, "B"), 0, "MEL-11");
}

#[test]
fn mel_12_armour_is_ignored_by_switch_with_a_listed_bonus() {
    // MEL-12: uphill, the charger gets no bonus.
    let plan = || plan().ground("hill", [24.0, 19.0], [8.0, 4.0]);
    assert_eq!(
        charger(plan(), "heavy_cavalry", "heavy_infantry full"),
        1,
        "MEL-12"
    );
    let listed = plan().switch("armour_ignored", "bonus_listed");
    assert_eq!(
        charger(listed, "heavy_cavalry", "heavy_infantry full"),
        2,
        "MEL-12"
    );
}

#[test]
fn mel_13_only_to_the_front_alone() {
    // MEL-13: an enemy on the charger's flank takes the bonus away.
    let mut t = units(&[
        "Blue warband B 24 10 0",
        "Red heavy_infantry R 24 18 180",
        "Red heavy_infantry S 26.25 16.5 270",
    ]);
    t.play("charge B R", &[]);
    t.play("end", &[]);
    assert_eq!(t.weight("fight B R", c::MEL_07, "B"), 0, "MEL-13");
}

#[test]
fn mel_14_the_least_of_a_pool_by_switch() {
    let lines = [
        "Blue heavy_infantry B 24 16.5 0 inferior",
        "Red heavy_infantry R 24 18 180 full superior",
    ];
    let wood = || {
        plan()
            .ground("woods", [24.0, 15.0], [8.0, 4.0])
            .phase("melee")
    };
    assert_eq!(
        wood().units(&lines).play("fight B R", &[1; 4]),
        [1, 3],
        "MEL-14"
    );
    let none = wood().switch("melee_minimum", "0");
    assert_eq!(none.units(&lines).play("fight B R", &[1; 3]), [3], "MEL-14");
}

#[test]
fn mel_15_frontal_is_the_own_front() {
    // MEL-15: pikes on an enemy's flank still fight frontally; pikes attacked in
    // their flank do not.
    let t = melee(&["Blue pikes B 26.25 18 270", FOE]);
    assert_eq!(t.weight("fight B R", c::MEL_09, "B"), 1, "MEL-15");
    let t = melee(&[HI, "Red pikes R 24 18.75 90"]);
    assert_eq!(t.weight("fight B R", c::MEL_09, "R"), 0, "MEL-15");
}

#[test]
fn mel_17_at_once() {
    // MEL-17: two units with two bases left strike each other off the table.
    let mut t = melee(&[
        "Blue heavy_infantry B 24 16.5 0 stands=2",
        "Red heavy_infantry R 24 18 180 stands=2",
        "Red pikes S 44 30 180",
        "Blue pikes P 4 4 0",
    ]);
    t.play("fight B R", &[6, 1, 6, 1]);
    assert_eq!(
        (t.status("B"), t.status("R")),
        (Status::Destroyed, Status::Destroyed),
        "MEL-17"
    );
}

#[test]
fn mel_18_who_strikes_first() {
    // MEL-18: charged pikes destroy a charger before it rolls.
    let strikes = |charger: &str, foe: &str| {
        let mut t = units(&[
            &format!("Blue {charger} B 24 12.5 0 stands=2"),
            &format!("Red {foe} R 24 18 180"),
            "Blue pikes P 4 4 0",
        ]);
        t.play("charge B R", &[]);
        t.play("end", &[]);
        let (events, _) = t.events("fight B R", &[6, 1, 1]);
        assert_eq!(t.status("B"), Status::Destroyed);
        cites(&events, c::MEL_18)
    };
    assert!(strikes("heavy_infantry", "pikes"), "MEL-18: pikes");
    assert!(
        strikes("heavy_cavalry", "spears"),
        "MEL-18: spears against cavalry"
    );
}

#[test]
fn mel_20_the_front_first() {
    // MEL-20: one enemy in front, one on the flank: it must fight the one in front.
    let t = melee(&[
        "Red heavy_infantry S 26.25 16.5 270",
        "Red heavy_infantry R 24 18 180",
        HI,
    ]);
    t.allow("fight B R");
    t.refuse("fight B S", c::MEL_20);
    // With two on one edge, the owner chooses before the dice.
    let mut t = units(&[
        HI,
        "Red heavy_infantry R 22.4 18 180",
        "Red heavy_infantry S 25.5 18 180",
    ]);
    t.play("end", &[]);
    assert_eq!(t.phase(), "opponents", "MEL-20");
    t.play("fight B S", &[]);
    t.play("end", &[]);
    t.allow("fight B S");
    t.refuse("fight B R", c::MEL_20);
}

#[test]
fn mel_21_rear_then_flank_then_front() {
    // MEL-21: an attack into the rear is rolled before the pikes in front strike.
    let mut t = units(&[
        "Blue heavy_infantry B 24 24.5 180",
        "Blue heavy_infantry C 24 16.5 0",
        "Red pikes R 24 18 180",
    ]);
    t.play("charge B R", &[]);
    t.play("end", &[]);
    // Four dice into the rear take one base; the pikes answer to their front with
    // one die less, then Blue's front rolls.
    assert_eq!(
        t.play("fight B R", &[6, 1, 1, 1, 1, 1, 1, 1]),
        [4, 2, 2],
        "MEL-21"
    );
}

#[test]
fn mel_22_each_with_its_own_dice() {
    // MEL-22: two attack one; each of them rolls, and their enemy rolls at one of them.
    let mut t = melee(&[HI, "Blue heavy_infantry C 26.25 18 270 superior", FOE]);
    let pools = t.play("fight B R", &[1; 8]);
    assert_eq!(pools.iter().sum::<usize>(), 8, "MEL-22: {pools:?}");
    assert!(pools.contains(&4), "MEL-22: skill and the flank: {pools:?}");
}

#[test]
fn mel_19_and_23_the_dead_do_not_strike() {
    // MEL-23, W41: two bases, one of them lost to a first strike from behind.
    let mut t = units(&[
        "Blue heavy_infantry B 24 24.5 180",
        "Red heavy_infantry R 24 18 180 stands=2",
        "Red pikes S 44 30 180",
    ]);
    t.play("charge B R", &[]);
    t.reach_melee();
    assert_eq!(t.play("fight B R", &[6, 1, 1, 1]), [4], "MEL-23");
    assert_eq!(t.status("R"), Status::Destroyed, "MEL-23");
    // MEL-19: a unit that survives rolls one die less for each base.
    let mut t = units(&["Blue heavy_infantry B 24 24.5 180", FOE]);
    t.play("charge B R", &[]);
    t.reach_melee();
    assert_eq!(t.play("fight B R", &[6, 1, 1, 1, 1]), [4, 1], "MEL-19");
}

#[test]
fn mel_24_a_round_is_a_first_one_only_after_a_charge() {
    // MEL-24: units that already touched fight a later round: no first strike.
    let mut t = melee(&["Blue heavy_infantry B 24 19.5 180", FOE]);
    let (events, pools) = t.events("fight B R", &[6, 1, 1, 1, 1, 1]);
    assert!(!cites(&events, c::MEL_18), "MEL-24");
    assert_eq!(pools, [4, 2], "MEL-24");
}
