//! One main test per clause.

use sandtable_@SNAKE@::{c, marks};
use sandtable_battle::{Outcome, Side, Status, Switches};
use crate::support::{from, table, under};

/// Blue foot and horse facing a Red line, close enough to fight after a move.
fn field() -> crate::support::Table {
    table(&[
        ("Foot", "Blue", "foot", [18, 12, 0]),
        ("Horse", "Blue", "horse", [26, 12, 0]),
        ("Line", "Red", "foot", [18, 20, 180]),
    ])
}

/// TURN-01, TURN-02: Blue moves, fights; then Red does.
#[test]
fn the_sides_take_turns() {
    let mut t = field();
    assert_eq!(t.refused("fight Foot Line"), [c::TURN_01, c::FIGHT_01]);
    t.play("move Foot advance 5", &[]);
    assert!(t.refused("move Foot advance 1").contains(&c::TURN_02));
    t.play("end", &[]);
    t.play("fight Foot Line", &[3, 3]);
    assert!(t.refused("fight Foot Line").contains(&c::TURN_02));
    t.play("end", &[]);
    assert_eq!((t.battle.cursor.side, t.battle.cursor.turn), (Side::B, 1));
    t.play("end", &[]);
    t.play("end", &[]);
    assert_eq!((t.battle.cursor.side, t.battle.cursor.turn), (Side::A, 2));
    assert!(t.refused("move Foot pivot 90").is_empty());
}

/// MOVE-01: 6 and 12 inches.
#[test]
fn foot_moves_six_and_horse_twelve_inches() {
    let t = field();
    assert!(t.refused("move Horse advance 12").is_empty());
    assert_eq!(t.refused("move Horse advance 12.1"), [c::MOVE_01]);
    assert!(t.refused("move Foot pivot 180 advance 6").is_empty());
    assert_eq!(t.refused("move Foot pivot 180 advance 6.1"), [c::MOVE_01]);
}

/// MOVE-02: a turn, then straight ahead.
#[test]
fn a_move_is_a_turn_and_an_advance() {
    let t = field();
    assert!(t.refused("move Foot pivot 270 advance 4").is_empty());
    assert_eq!(t.refused("move Foot advance 2 pivot 90"), [c::MOVE_02]);
    assert_eq!(t.refused("move Foot slide 90 2"), [c::MOVE_02]);
}

/// MOVE-03: not through other units, not off the table.
#[test]
fn nobody_moves_through_others_or_off_the_table() {
    let t = table(&[
        ("Foot", "Blue", "foot", [18, 3, 0]),
        ("Horse", "Blue", "horse", [18, 8, 0]),
        ("Line", "Red", "foot", [18, 30, 180]),
    ]);
    assert_eq!(t.refused("move Foot advance 6"), [c::MOVE_03]);
    assert!(t.refused("move Foot advance 3").is_empty());
    assert_eq!(t.refused("move Foot pivot 180 advance 3"), [c::MOVE_03]);
}

/// MOVE-04: water bars all but a bridge, woods bar horse.
#[test]
fn water_and_woods_bar_the_way() {
    let text = r#"
format = 2
rules = "@NAME@"
[[terrain]]
ground = "woods"
at = [6, 12]
size = [6, 6]
[[terrain]]
ground = "river"
line = [[0, 24], [36, 24]]
width = 1
[[terrain]]
ground = "bridge"
at = [30, 24]
size = [6, 3]
[[unit]]
name = "Foot"
side = "Blue"
kind = "foot"
at = [6, 6]
[[unit]]
name = "Horse"
side = "Blue"
kind = "horse"
at = [6, 3]
[[unit]]
name = "Scouts"
side = "Blue"
kind = "horse"
at = [18, 20]
[[unit]]
name = "Lancers"
side = "Blue"
kind = "horse"
at = [30, 20]
[[unit]]
name = "Line"
side = "Red"
kind = "foot"
at = [6, 33]
"#;
    let t = from(text, &Switches::default());
    assert!(t.refused("move Foot advance 5").is_empty());
    assert!(t.refused("move Horse advance 8").contains(&c::MOVE_04));
    assert_eq!(t.refused("move Scouts advance 8"), [c::MOVE_04]);
    assert!(t.refused("move Lancers advance 8").is_empty());
}

/// FIGHT-01: within an inch.
#[test]
fn a_unit_fights_within_an_inch() {
    let mut t = field();
    t.play("move Foot advance 4.9", &[]);
    t.play("end", &[]);
    assert_eq!(t.refused("fight Foot Line"), [c::FIGHT_01]);
    let mut t = field();
    t.play("move Foot advance 5", &[]);
    t.play("end", &[]);
    assert!(t.refused("fight Foot Line").is_empty());
}

/// FIGHT-02, FIGHT-03, FIGHT-04: dice, horse against foot, equal totals.
#[test]
fn the_higher_total_hits() {
    let near = [
        ("Horse", "Blue", "horse", [18, 12, 0]),
        ("Line", "Red", "foot", [18, 14, 180]),
    ];
    let hits = |house: &Switches, faces: &[u8]| {
        let mut t = under(house, &near);
        t.play("end", &[]);
        t.play("fight Horse Line", faces);
        [0, 1].map(|i| marks::HITS.of(&t.battle.units[i]))
    };
    let plain = Switches::default();
    assert_eq!(hits(&plain, &[4, 4]), [0, 1]); // FIGHT-03: 5 to 4
    assert_eq!(hits(&plain, &[3, 4]), [0, 0]); // FIGHT-04
    assert_eq!(hits(&plain, &[2, 4]), [1, 0]); // FIGHT-02
    let both = plain.clone().with("equal_totals", "both");
    assert_eq!(hits(&both, &[3, 4]), [1, 1]);
    let even = plain.with_number("horse_against_foot", "0");
    assert_eq!(hits(&even, &[4, 4]), [0, 0]);
}

/// FIGHT-05, END-01: the third hit, and the end of the last unit.
#[test]
fn the_third_hit_ends_a_unit_and_the_last_unit_a_battle() {
    let mut t = table(&[
        ("Foot", "Blue", "foot", [18, 12, 0]),
        ("Line", "Red", "foot", [18, 14, 180]),
    ]);
    for _ in 0..3 {
        t.play("end", &[]);
        t.play("fight Foot Line", &[6, 1]);
        if t.battle.ended.is_none() {
            t.play("end", &[]);
            t.play("end", &[]);
            t.play("end", &[]);
        }
    }
    assert_eq!(t.battle.unit(t.unit("Line")).status, Status::Destroyed);
    assert_eq!(t.battle.ended, Some(Outcome::Won(Side::A)));
}

/// END-02: after the last turn units count, then hits.
#[test]
fn after_the_last_turn_units_count_and_then_hits() {
    let one = Switches::default().with_number("turns", "1");
    let near = [
        ("Foot", "Blue", "foot", [18, 12, 0]),
        ("Line", "Red", "foot", [18, 14, 180]),
    ];
    let mut t = under(&one, &near);
    t.play("end", &[]);
    t.play("fight Foot Line", &[6, 1]);
    for _ in 0..3 {
        t.play("end", &[]);
    }
    assert_eq!(t.battle.ended, Some(Outcome::Won(Side::A)));
    let mut t = under(&one, &near);
    for _ in 0..4 {
        t.play("end", &[]);
    }
    assert_eq!(t.battle.ended, Some(Outcome::Draw));
}

#[test]
fn unknown_switches_and_values_are_refused() {
    let new = |name: &str, value: &str| {
        sandtable_@SNAKE@::@TYPE@::new(&Switches::default().with(name, value)).err()
    };
    assert!(new("equal_totals", "both").is_none());
    assert!(new("equal_totals", "maybe").is_some());
    assert!(new("no_such_switch", "yes").is_some());
}
