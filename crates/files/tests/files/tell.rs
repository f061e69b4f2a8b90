//! What happens in a battle, told in plain language.

use crate::support::{FIRST, MOVE, RANGE, SHOOT, STAND, Skirmish, TURN};
use sandtable_battle::{
    Ask, Await, Clause, Cursor, Event, Faces, Gait, Group, Outcome, Refusal, Roll, Rules, Side,
    Status, Thrown, UnitId, Witness,
};
use sandtable_files::notation;
use sandtable_geometry::{Facing, INCH, Point, Pose};

fn order(text: &str) -> String {
    let rules = Skirmish::new();
    let battle = crate::support::battle(&rules);
    let order =
        notation::parse(text, &battle, rules.card()).unwrap_or_else(|trouble| panic!("{trouble}"));
    sandtable_tell::order(&battle, rules.card(), &order)
}

fn event(event: &Event) -> Option<String> {
    let rules = Skirmish::new();
    sandtable_tell::event(&crate::support::battle(&rules), rules.card(), event)
}

#[test]
fn orders() {
    assert_eq!(
        order("shoot blue_g red_h"),
        "Blue Guards shoot at Red Hussars"
    );
    assert_eq!(
        order("move 1st pivot 45 advance 3.5 wheel right 15"),
        "1st Line turns 45° right, advances 3.5 inches and wheels right by 15°"
    );
    assert_eq!(order("move old advance 1"), "Old Hill advances 1 inch");
    assert_eq!(order("join old 1st"), "Old Hill joins 1st Line");
    assert_eq!(
        order("place 1st 3,4 22.5 column"),
        "Place 1st Line in the south-west, facing north-east in column"
    );
    assert_eq!(order("end"), "End move");
}

#[test]
fn events() {
    let unit = UnitId(0);
    let from = Pose::new(0, 0, Facing::NORTH);
    let to = Pose::new(3 * INCH, 4 * INCH, Facing::EAST);
    let moved = |gait| {
        event(&Event::Moved {
            unit,
            from,
            to,
            gait,
            why: MOVE,
        })
        .unwrap_or_default()
    };
    assert_eq!(
        moved(Gait::Retreated),
        "1st Line retreats 5 inches, facing east"
    );
    assert_eq!(moved(Gait::Turned), "1st Line turns 90° right");
    assert_eq!(
        event(&Event::Marked {
            unit,
            mark: 0,
            from: 1,
            to: 2,
            why: SHOOT
        })
        .as_deref(),
        Some("1st Line: 2 hits")
    );
    assert_eq!(
        event(&Event::Marked {
            unit,
            mark: 1,
            from: 0,
            to: 1,
            why: MOVE
        }),
        None,
        "bookkeeping"
    );
    let lost = Event::StandsLost {
        unit,
        from: 3,
        to: 2,
        why: SHOOT,
    };
    assert_eq!(
        event(&lost).as_deref(),
        Some("1st Line loses 1 stand, 2 left")
    );
    let gone = Event::Became {
        unit: UnitId(2),
        from: Status::Table,
        to: Status::Captured,
        why: SHOOT,
    };
    assert_eq!(event(&gone).as_deref(), Some("Old Hill is captured"));
    let told = Event::Told {
        why: SHOOT,
        outcome: 2,
        unit,
        other: Some(UnitId(3)),
    };
    assert_eq!(
        event(&told).as_deref(),
        Some("1st Line against Red Hussars: two hits")
    );
    let ended = Event::Ended {
        outcome: Outcome::Won(Side::B),
        why: TURN,
    };
    assert_eq!(event(&ended).as_deref(), Some("Red wins the battle"));
}

/// Hits on a unit are told as the deed of the unit that struck.
#[test]
fn what_befalls_a_unit_is_told_of_the_other() {
    let mut rules = Skirmish::new();
    for text in &mut rules.card.clauses {
        text.befalls = true;
    }
    let told = |other| Event::Told {
        why: SHOOT,
        outcome: 2,
        unit: UnitId(0),
        other,
    };
    let battle = crate::support::battle(&rules);
    let tell = |other| sandtable_tell::event(&battle, rules.card(), &told(other));
    assert_eq!(
        tell(Some(UnitId(3))).as_deref(),
        Some("Red Hussars against 1st Line: two hits")
    );
    assert_eq!(tell(None).as_deref(), Some("1st Line: two hits"));
}

/// A test is not a fight: the unit that caused it is not named.
#[test]
fn what_a_unit_does_by_itself_is_told_of_it_alone() {
    let mut rules = Skirmish::new();
    for text in &mut rules.card.clauses {
        text.alone = true;
    }
    let told = Event::Told {
        why: SHOOT,
        outcome: 2,
        unit: UnitId(0),
        other: Some(UnitId(3)),
    };
    let battle = crate::support::battle(&rules);
    let said = sandtable_tell::event(&battle, rules.card(), &told);
    assert_eq!(said.as_deref(), Some("1st Line: two hits"));
}

#[test]
fn the_order_of_play() {
    let rules = Skirmish::new();
    let battle = crate::support::battle(&rules);
    let waits = Await {
        side: Side::B,
        why: STAND,
        choices: 2,
        unit: Some(UnitId(3)),
        other: None,
    };
    let to = Cursor {
        turn: 2,
        phase: 1,
        side: Side::B,
        group: Some(Group(0)),
        waits: Some(waits),
        ..battle.cursor
    };
    assert_eq!(
        sandtable_tell::cursor(&battle, rules.card(), &to).as_deref(),
        Some(
            "Turn 2, Red: Shooting; the card of Hill's division is drawn; Red to decide for Red Hussars: stand or fall back"
        )
    );
    assert_eq!(
        sandtable_tell::cursor(&battle, rules.card(), &battle.cursor),
        None
    );
}

#[test]
fn rolls() {
    let rules = Skirmish::new();
    let told = |ask: Ask, faces: &[u8], why: Clause| {
        let faces: Faces = faces.iter().copied().collect();
        sandtable_tell::roll(
            rules.card(),
            &Roll {
                ask,
                faces,
                by: Side::A,
                why,
                thrown: Thrown::Engine,
            },
        )
    };
    assert_eq!(
        told(Ask::Sum { dice: 2, sides: 6 }, &[2, 5], MOVE),
        "2 + 5 = 7"
    );
    assert_eq!(
        told(
            Ask::Read {
                table: [0, 0, 0, 1, 1, 2]
            },
            &[4],
            SHOOT
        ),
        "needed 4+, rolled 4: one hit"
    );
    assert_eq!(
        told(
            Ask::Hits {
                dice: 3,
                sides: 6,
                least: 4
            },
            &[1, 4, 6],
            MOVE
        ),
        "needed 4+, rolled 1, 4, 6: 2 of 3 dice"
    );
    assert_eq!(told(Ask::Die { sides: 6 }, &[3], STAND), "rolled 3");
    assert_eq!(told(Ask::Draw { of: 2 }, &[1], FIRST), "drawn: the first");
    assert_eq!(told(Ask::Draw { of: 7 }, &[3], MOVE), "card 3 of 7");
}

#[test]
fn refusals() {
    let rules = Skirmish::new();
    let battle = crate::support::battle(&rules);
    let told = |witness| {
        sandtable_tell::refusal(
            &battle,
            rules.card(),
            &Refusal {
                clause: RANGE,
                witness,
            },
        )
    };
    let length = |asked, allowed| told(Witness::Length { asked, allowed });
    assert_eq!(
        length(31_496, 12 * INCH),
        "Out of range: needs 12.4, reaches at most 12 inches"
    );
    assert_eq!(
        length(12 * INCH + 3, 12 * INCH),
        "Out of range: needs 12.001, reaches at most 12 inches"
    );
    assert_eq!(told(Witness::Plain), "Out of range");
    assert_eq!(
        told(Witness::Angle {
            asked: 9000,
            allowed: 8192
        }),
        "Out of range: 49.4° of 45°"
    );
    let at = Point::new(INCH, 2 * INCH);
    assert_eq!(
        told(Witness::Blocked { by: UnitId(3), at }),
        "Out of range: Red Hussars are in the way"
    );
    assert_eq!(
        told(Witness::Terrain { feature: 0, at }),
        "Out of range: East Hill is in the way"
    );
    assert_eq!(
        told(Witness::Terrain { feature: 1, at }),
        "Out of range: woods are in the way"
    );
}

#[test]
fn units() {
    let rules = Skirmish::new();
    let battle = crate::support::battle(&rules);
    assert_eq!(
        sandtable_tell::unit(&battle, rules.card(), UnitId(0)),
        "1st Line, Blue infantry, line, 3 of 4 stands, veteran, 1 hit, at 12, 6, facing 0°"
    );
    assert_eq!(
        sandtable_tell::unit(&battle, rules.card(), UnitId(2)),
        "Old Hill, Blue general, with 1st Line, at 12, 6, facing 0°"
    );
}
