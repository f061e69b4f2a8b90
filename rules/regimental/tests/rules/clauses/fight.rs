//! Sections 17 and 18: hand to hand, in line and in column.

use super::common::{charging, column, line, told, y};
use crate::support::{field, id, mark, play, rules, unit};
use sandtable_battle::{Event, Status};
use sandtable_regimental::c;

/// H2HL-07, H2HL-08, H2HL-13, H2HL-14.
#[test]
fn fights_that_the_attacker_loses_h2hl_07_h2hl_08_h2hl_13_h2hl_14() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 20.0), 0.0)
        + &unit("D", "Red", "infantry", (36.0, 27.0), 180.0, "reacted = 1");
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "charge A D", &[]).0;
    let dice = |round: [u8; 16]| [&[1; 8][..], &[7], &round].concat();
    // One hit, on the attacker only: the attacker backs up with a red marker; nothing for the
    // defender.
    let one = dice([5, 5, 5, 5, 5, 5, 5, 5, 6, 5, 5, 5, 5, 5, 5, 5]);
    let (after, _) = play(&rules, &now, "fight A D", &one);
    assert_eq!(
        (
            mark(&after, &rules, "A", "red"),
            mark(&after, &rules, "D", "red")
        ),
        (1, 0)
    );
    assert_eq!(y(&after, "A"), 23.0);
    // On a draw the defender holds, and the recoiling attacker counts as a loser.
    let draw = dice([5; 16]);
    let (after, _) = play(&rules, &now, "fight A D", &draw);
    assert_eq!(
        (
            mark(&after, &rules, "A", "red"),
            mark(&after, &rules, "D", "red")
        ),
        (1, 0)
    );
    // Both are hit, the attacker more often: both get red markers (H2HL-09, H2HL-12).
    let both = dice([6, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 4, 4, 4, 4, 4]);
    let (after, _) = play(&rules, &now, "fight A D", &both);
    assert_eq!(
        (
            mark(&after, &rules, "A", "red"),
            mark(&after, &rules, "D", "red")
        ),
        (1, 1)
    );
}

/// LOSS-02, LOSS-04, GEO-04, H2HL-18: a line closes up on its centre. With its last stand the unit
/// goes, too, and the victor goes on.
#[test]
fn stands_go_and_units_with_them() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 20.0), 0.0)
        + &unit(
            "D",
            "Red",
            "infantry",
            (36.0, 27.0),
            180.0,
            "stands = 1\nstarted = 8\nhits = 2\nreacted = 1",
        );
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "charge A D", &[]).0;
    // Two strikers of eight meet one stand: two dice against one, and the stand is gone.
    let dice = [&[6; 8][..], &[7], &[6, 6, 1]].concat();
    let (after, _) = play(&rules, &now, "fight A D", &dice);
    assert_eq!(after.unit(id(&after, "D")).status, Status::Destroyed);
    assert_eq!(y(&after, "A"), 32.0, "to the end of the charge");
}

/// H2HC-06, H2HC-07, H2HC-11, ROUT-02, MARK-04: a column that has pierced one line strikes the next
/// at once, and that line does not roll for a reaction. The hole closes in the owner's Command
/// phase.
#[test]
fn a_column_goes_on_to_the_next_line() {
    let rules = rules(&[]);
    let body = unit(
        "A",
        "Blue",
        "infantry",
        (36.0, 10.0),
        0.0,
        "formation = \"column\"",
    ) + &unit("D", "Red", "infantry", (36.5, 24.5), 180.0, "reacted = 1")
        + &line("E", "Red", (36.5, 27.5), 180.0);
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "face A 0", &[]).0;
    let now = play(&rules, &now, "charge A D", &[]).0;
    let (after, events) = play(
        &rules,
        &now,
        "fight A D",
        &[9, 7, 6, 5, 5, 5, 5, 5, 5, 6, 5, 5, 5, 5, 5, 5],
    );
    assert_eq!(told(&events, c::REACT_05), None);
    assert_eq!(mark(&after, &rules, "D", "hole"), 5);
    assert_eq!(mark(&after, &rules, "E", "hole"), 5);
    assert_eq!(mark(&after, &rules, "E", "red"), 1);
}

/// H2HC-11: only an enemy stands in a hole. A file in which a friend does is refused: the hole would
/// close upon it.
#[test]
fn nobody_stands_in_the_hole_of_a_friend() {
    let rules = rules(&[]);
    let hole = "stands = 6\nhole = 3\nlane = 16";
    let of = |side: &str| {
        let body = unit("A", "Blue", "infantry", (36.0, 20.0), 0.0, hole)
            + &unit("D", side, "infantry", (36.0, 20.0), 0.0, hole);
        field(&rules, "charge", "Blue", &body)
    };
    let friends = std::panic::catch_unwind(|| of("Blue")).expect_err("it is refused");
    let why = friends.downcast_ref::<String>().expect("a sentence");
    assert!(why.contains("overlap"), "{why}");
    assert_eq!(mark(&of("Red"), &rules, "A", "hole"), 3);
}

/// GEO-13, H2HL-02: two offset lines: six stands strike six, and one more beyond the end.
#[test]
fn offset_lines_geo_13() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 20.0), 0.0)
        + &unit("D", "Red", "infantry", (38.0, 27.0), 180.0, "reacted = 1");
    let now = charging(&rules, &body);
    let dice = [&[6; 8][..], &[7], &[5; 6 + 7]].concat();
    let (_, events) = play(&rules, &now, "fight A D", &dice);
    assert_eq!(
        told(&events, c::H2HL_07),
        Some(2),
        "a draw of thirteen dice"
    );
}

/// H2HL-06, H2HL-11, H2HL-16: hits are casualties. The loser backs up before rout rolls. The
/// strikes end when the farthest point is reached.
#[test]
fn strike_after_strike_h2hl_06_h2hl_11_h2hl_16() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 20.0), 0.0)
        + &unit(
            "D",
            "Red",
            "infantry",
            (36.0, 27.0),
            180.0,
            "reacted = 1\nhits = 1",
        );
    let now = charging(&rules, &body);
    // RE17: a gap of 6 and a farthest point of 12: two strikes, no third.
    let mut dice = [&[6; 8][..], &[7]].concat();
    // Two hits and one carried over cost a stand: officers, then a rout roll without effect.
    dice.extend([6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
    dice.extend([1, 1, 1, 6]);
    // The second round: one hit, carried over.
    let strikers = dice.len();
    dice.extend([6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
    assert_eq!(dice.len() - strikers, 8 + 7);
    let (after, events) = play(&rules, &now, "fight A D", &dice);
    assert_eq!(after.unit(id(&after, "D")).stands, 7);
    assert_eq!(mark(&after, &rules, "D", "hits"), 1);
    assert_eq!(y(&after, "D"), 33.0, "twice three inches");
    assert_eq!(
        y(&after, "A"),
        32.0,
        "in touch with it, and no third strike"
    );
    let place = |wanted: &dyn Fn(&Event) -> bool| events.iter().position(wanted);
    let stand = place(&|e| matches!(e, Event::StandsLost { .. }));
    let back = place(&|e| matches!(e, Event::Moved { why, .. } if *why == c::H2HL_14));
    let rout = place(&|e| e.why() == c::ROUT_05);
    assert!(stand.is_some() && stand < back && back < rout, "{events:?}");
}

/// H2HL-17: an attacker that wins the round but goes prone in its own rout goes no farther.
#[test]
fn a_victor_who_breaks_h2hl_17() {
    let rules = rules(&[]);
    let body = unit("A", "Blue", "infantry", (36.0, 20.0), 0.0, "hits = 2")
        + &unit("D", "Red", "infantry", (36.0, 27.0), 180.0, "reacted = 1");
    let now = charging(&rules, &body);
    // Two hits against one: the attacker loses a stand, and officers; the rout roll is prone;
    // nobody rallies.
    let mut dice = [&[6; 8][..], &[7]].concat();
    dice.extend([6, 6, 5, 5, 5, 5, 5, 4, 5, 5, 5, 5, 5, 5, 5, 5]);
    dice.extend([1, 1, 1, 3, 7]);
    let (after, _) = play(&rules, &now, "fight A D", &dice);
    assert_eq!(mark(&after, &rules, "A", "prone"), 1);
    assert_eq!((y(&after, "A"), y(&after, "D")), (26.0, 30.0));
    assert_eq!(mark(&after, &rules, "A", "charging"), 0);
}

/// H2HC-01, H2HC-04: a column strikes with one die more than it meets; dice are compared as in
/// line.
#[test]
fn a_column_strikes_h2hc_01_h2hc_04() {
    let rules = rules(&[]);
    let body = column("A", "Blue", (36.0, 10.0), 0.0)
        + &unit("D", "Red", "infantry", (36.5, 24.5), 180.0, "reacted = 1");
    let now = charging(&rules, &body);
    // RE20: 6 4 3 1 against 5 5 2: one hit taken, which counts double, and two dealt.
    let dice = [8, 7, 6, 4, 3, 1, 5, 5, 2];
    let (after, events) = play(&rules, &now, "fight A D", &dice);
    assert_eq!(told(&events, c::H2HL_07), Some(1));
    assert_eq!(mark(&after, &rules, "A", "hits"), 2);
    assert_eq!(mark(&after, &rules, "D", "hits"), 2);
}

/// H2HC-12: a column that has pierced a unit and reaches a friend stops in contact with the friend,
/// runs into it and gets a red marker.
#[test]
fn running_into_a_friend_h2hc_12() {
    let rules = rules(&[]);
    let body = column("A", "Blue", (36.0, 10.0), 0.0)
        + &unit("D", "Red", "infantry", (36.5, 20.5), 180.0, "reacted = 1")
        + &line("B", "Blue", (36.0, 24.5), 0.0);
    let now = charging(&rules, &body);
    // The column pierces D; B, which it runs into, rolls a ten: nothing.
    let dice = [9, 7, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 6, 10];
    let (after, _) = play(&rules, &now, "fight A D", &dice);
    assert_eq!(y(&after, "A"), 20.0, "in touch with B");
    assert_eq!(mark(&after, &rules, "A", "red"), 1);
}

/// Rulings B08, B09 (H2HC-06, H2HC-10): a line struck on its end steps aside as a whole; a pierced
/// unit that comes back into the way stops the column.
#[test]
fn struck_on_its_end_h2hc_10() {
    let rules = rules(&[]);
    let body = column("A", "Blue", (36.0, 10.0), 0.0)
        + &unit("D", "Red", "infantry", (36.4, 24.0), 90.0, "reacted = 1");
    let now = charging(&rules, &body);
    // Struck on its end, the line has one die against two.
    let (after, _) = play(&rules, &now, "fight A D", &[9, 7, 6, 6, 1]);
    assert_eq!(mark(&after, &rules, "D", "hole"), 0);
    let d = after.unit(id(&after, "D"));
    assert_eq!((f64::from(d.pose.x) / 2540.0, y(&after, "D")), (37.0, 24.0));
    assert_eq!(y(&after, "A"), 28.0, "past it, to the farthest point");
}
