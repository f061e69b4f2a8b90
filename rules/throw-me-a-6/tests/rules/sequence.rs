//! Sections 5 and 19: the sequence of play, and victory.

use crate::common::*;
use sandtable_battle::{Outcome, Side, Status};
use sandtable_throw_me_a_6::c;

const FAR: [&str; 2] = ["Blue warband B 24 6 0", "Red warband R 24 30 180"];

#[test]
fn seq_01_four_steps() {
    // SEQ-01: the initiative, both players' actions, melee, the end of the turn.
    let mut t = units(&FAR);
    assert_eq!(
        (t.phase().as_str(), t.mover()),
        ("actions", "Blue"),
        "SEQ-01"
    );
    t.play("end", &[]);
    assert_eq!(
        (t.phase().as_str(), t.mover()),
        ("actions", "Red"),
        "SEQ-01"
    );
    t.play("end", &[5, 2]);
    assert_eq!(
        (t.phase().as_str(), t.battle.cursor.turn),
        ("initiative", 3),
        "SEQ-01"
    );
}

#[test]
fn seq_02_and_set_09_the_attacker_begins() {
    // SEQ-02, SET-09: no roll before the first turn.
    let mut t = plan().head("attacker = \"Red\"").before(&FAR);
    t.open(&[]);
    assert_eq!((t.battle.cursor.turn, t.mover()), (1, "Red"), "SEQ-02");
    // SET-09: if no side is named the attacker, both roll, ties again.
    let mut t = plan().before(&FAR);
    t.open(&[3, 3, 2, 5]);
    assert_eq!(t.mover(), "Red", "SET-09");
}

#[test]
fn seq_03_the_higher_roll_chooses() {
    let mut t = units(&FAR);
    t.play("end", &[]);
    t.play("end", &[2, 6]);
    assert_eq!(t.mover(), "Red", "SEQ-03");
    let mut second = t.clone();
    t.play("decide 0", &[]);
    assert_eq!(
        (t.phase().as_str(), t.mover()),
        ("actions", "Red"),
        "SEQ-03"
    );
    second.play("decide 1", &[]);
    assert_eq!(second.mover(), "Blue", "SEQ-03");
}

#[test]
fn seq_04_a_tie_goes_to_the_holder() {
    // SEQ-04, example W03: Blue moved second and wins the ties 4:4 and 2:2;
    // 3:5 goes to Red.
    let mut t = units(&FAR);
    for (faces, winner) in [([4, 4], "Blue"), ([2, 2], "Blue"), ([3, 5], "Red")] {
        t.play("end", &[]);
        t.play("end", &faces);
        assert_eq!(t.mover(), winner, "SEQ-04: {faces:?}");
        t.play("decide 1", &[]);
    }
    // By switch, the side that moved first holds the initiative.
    let mut t = plan()
        .switch("initiative_holder", "first_mover")
        .units(&FAR);
    for (faces, winner) in [([4, 4], "Blue"), ([2, 2], "Red")] {
        t.play("end", &[]);
        t.play("end", &faces);
        assert_eq!(t.mover(), winner, "SEQ-04: {faces:?}");
        t.play("decide 1", &[]);
    }
}

#[test]
fn seq_05_moves_and_shots_in_any_order() {
    let lines = [
        "Blue light_infantry B 24 10 0 bow",
        "Blue warband W 30 10 0",
        "Red warband R 24 23 180",
    ];
    let mut t = units(&lines);
    t.play("shoot B R", &[1, 1]);
    t.play("move W advance 8", &[]);
    t.play("move B slide 180 8", &[]);
    t.refuse("fight B R", c::SEQ_07);
    // The other player has nothing to do here now.
    assert_eq!(t.mover(), "Blue", "SEQ-05");
    t.play("end", &[]);
    t.play("move R advance 1", &[]);
    // By switch, all moves come before all shots.
    let mut t = plan().switch("sequence", "summary").units(&lines);
    t.refuse("shoot B R", c::SEQ_05);
    t.play("end", &[]);
    assert_eq!(t.phase(), "shots", "SEQ-05");
    t.play("shoot B R", &[1, 1]);
}

#[test]
fn seq_06_late_shots() {
    // SEQ-06: the enemy came near after Blue acted.
    let lines = [
        "Blue light_infantry B 24 10 0 bow",
        "Red warband R 24 25 180 stands=2",
    ];
    let mut t = units(&lines);
    t.play("end", &[]);
    t.play("move R advance 8", &[]);
    t.play("end", &[]);
    assert_eq!((t.phase().as_str(), t.mover()), ("late", "Blue"), "SEQ-06");
    t.play("shoot B R", &[6, 1]);
    assert_eq!(t.status("R"), Status::Destroyed, "SEQ-06");
    // By switch, late shots are simultaneous: they are taken off together.
    let mut t = plan().switch("late_fire", "simultaneous").units(&[
        "Blue light_infantry B 24 10 0 bow",
        "Red light_infantry R 24 25 180 bow stands=2",
    ]);
    t.play("end", &[]);
    t.play("move R advance 8", &[]);
    t.play("end", &[]);
    t.play("shoot B R", &[6, 1]);
    assert_eq!((t.status("R"), t.mover()), (Status::Table, "Red"), "SEQ-06");
    t.play("shoot R B", &[6, 1]);
    assert_eq!(
        (t.status("R"), t.bases("B")),
        (Status::Destroyed, 3),
        "SEQ-06"
    );
}

#[test]
fn seq_07_all_in_contact_fight() {
    let mut t = units(&[
        "Blue warband B 24 16.5 0",
        "Blue warband C 34 16.5 0",
        "Red pikes R 24 18 180",
        "Red pikes S 34 18 180",
    ]);
    t.play("end", &[]);
    assert_eq!(t.phase(), "melee", "SEQ-07");
    t.refuse("end", c::SEQ_07);
    t.play("fight B R", &[1; 5]);
    t.refuse("fight B R", c::SEQ_07);
    t.refuse("end", c::SEQ_07);
    t.play("fight C S", &[1; 5]);
    assert_eq!(t.battle.cursor.turn, 3, "SEQ-07");
}

#[test]
fn seq_08_and_vic_01_the_army_that_lost_three_quarters() {
    // SEQ-08, VIC-01: Red loses its third unit of four.
    let lines = [
        "Blue artillery B 24 10 0",
        "Red warband R 24 20 180 stands=2",
        "Red warband S 44 30 180",
        "Red warband T 44 20 180 status=\"destroyed\"",
        "Red warband U 44 15 180 status=\"fled\"",
    ];
    let mut t = units(&lines);
    t.play("shoot B R", &[6, 1]);
    assert_eq!(
        t.battle.ended, None,
        "SEQ-08: not before the end of the turn"
    );
    t.play("end", &[]);
    t.play("end", &[]);
    assert_eq!(t.battle.ended, Some(Outcome::Won(Side::A)), "VIC-01");
}

#[test]
fn seq_09_one_move_and_one_shot() {
    let mut t = units(&[
        "Blue light_infantry B 24 10 0 bow",
        "Red warband R 24 20 180",
    ]);
    t.play("move B advance 1", &[]);
    t.refuse("move B advance 1", c::SEQ_09);
    t.play("shoot B R", &[1, 1]);
    t.refuse("shoot B R", c::SEQ_09);
}

#[test]
fn vic_02_units_are_counted_and_rounded_up() {
    // VIC-02: of five units, four must be lost; by switch, stands count.
    let lost = |n: usize| {
        let mut lines = vec!["Blue warband B 24 6 0".to_owned()];
        for at in 0..5 {
            let gone = if at < n { " status=\"destroyed\"" } else { "" };
            lines.push(format!("Red warband R{at} {} 30 180{gone}", 8 + 4 * at));
        }
        lines
    };
    for (n, over) in [(3, false), (4, true)] {
        let lines = lost(n);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let mut t = units(&lines);
        t.play("end", &[]);
        t.play("end", &[]);
        assert_eq!(t.battle.ended.is_some(), over, "VIC-02: {n}");
    }
    let mut t = plan().switch("break_count", "stands").units(&[
        "Blue artillery B 24 10 0",
        "Red warband R 24 20 180 stands=2",
        "Red warband S 44 30 180 stands=2",
    ]);
    t.play("shoot B R", &[6, 1]);
    t.play("end", &[]);
    t.play("end", &[]);
    assert_eq!(t.battle.ended, Some(Outcome::Won(Side::A)), "VIC-02");
}

#[test]
fn vic_03_both_in_one_turn_is_a_draw() {
    let mut t = melee(&[
        "Blue warband B 24 16.5 0 stands=2",
        "Red warband R 24 18 180 stands=2",
    ]);
    t.play("fight B R", &[6, 1, 6, 1]);
    assert_eq!(t.battle.ended, Some(Outcome::Draw), "VIC-03");
}

#[test]
fn vic_04_after_the_last_turn_the_smaller_share_wins() {
    let at = |turn: Option<u16>, plan: Plan, gone: &str| {
        let mut t = plan.units(&[
            "Blue warband B 24 6 0",
            "Blue warband C 30 6 0",
            "Red warband R 24 30 180",
            &format!("Red warband S 30 30 180{gone}"),
        ]);
        if let Some(turn) = turn {
            t.battle.cursor.turn = turn;
        }
        t.play("end", &[]);
        t.play("end", &[]);
        t.battle.ended
    };
    let ended = |plan: Plan, gone: &str| at(None, plan, gone);
    let lost = " status=\"fled\"";
    assert_eq!(
        ended(plan().head("turns = 2"), lost),
        Some(Outcome::Won(Side::A)),
        "VIC-04"
    );
    assert_eq!(
        ended(plan().head("turns = 2"), ""),
        Some(Outcome::Draw),
        "VIC-04"
    );
    assert_eq!(
        ended(plan().switch("turn_limit", "2"), lost),
        Some(Outcome::Won(Side::A)),
        "VIC-04"
    );
    assert_eq!(ended(plan(), lost), None, "VIC-04: no limit by itself");
    assert_eq!(
        at(Some(999), plan(), lost),
        Some(Outcome::Won(Side::A)),
        "VIC-04: a file holds no later turn"
    );
}

#[test]
fn vic_05_objectives_decide_at_the_end() {
    let scenario = || {
        plan().head("turns = 2").also(
            "[[zone]]\nname = \"The mound\"\nat = [24, 20]\nsize = [6, 6]\n[victory]\nobjectives = true\ndefault = \"Red\"",
        )
    };
    for (y, winner) in [(20, Side::A), (10, Side::B)] {
        let mut t = scenario().units(&[
            &format!("Blue warband B 24 {y} 0"),
            "Red warband R 40 30 180",
        ]);
        t.play("end", &[]);
        t.play("end", &[]);
        assert_eq!(t.battle.ended, Some(Outcome::Won(winner)), "VIC-05");
    }
}
