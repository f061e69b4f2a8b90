//! Waves: formed, moved, left.

use super::common::{advance, cites, column, face, two};
use crate::support::{Table, cent};
use sandtable_battle::{Group, Order, Side, UnitId};
use sandtable_geometry::{Facing, INCH, Pose};
use sandtable_otr_d6::{c, marks, units};

/// Makes two brigades, one close behind the other.
fn behind() -> (Table, UnitId, UnitId) {
    let (mut t, a, _) = two(&[]);
    let rear = t.add(Side::A, 6, (3700, 1850), 10.0);
    (t, a, rear)
}

#[test]
fn a_wave_is_formed_moved_and_left() {
    let (mut t, front, rear) = behind();
    t.play(
        &Order::Join {
            unit: rear,
            to: front,
        },
        &[],
    );
    // Directly behind, a quarter of an inch off (FORM-14).
    assert_eq!(
        (t.at(rear), t.battle.unit(rear).pose.facing),
        ((3600, 1900), Facing::NORTH),
        "{:?}",
        c::FORM_14
    );
    // Falling in was an action, so the wave has one left (ACT-06).
    t.play(&advance(front, 200), &[]);
    assert_eq!((t.at(front), t.at(rear)), ((3600, 2200), (3600, 2100)));
    cites(&t, &advance(front, 100), c::ACT_01);
    // Next turn the rear brigade turns away: the wave dissolves (FORM-15).
    t.play(&Order::End, &[1]);
    t.battle.cursor.group = Some(Group(0));
    t.battle.cursor.side = Side::A;
    t.play(&face(rear, 180.0), &[]);
    assert_eq!(t.battle.unit(rear).with, None);
    assert!(t.judge(&advance(front, 100)).is_ok());
}

#[test]
fn a_wave_waits_for_its_front_brigade() {
    let (mut t, front, rear) = behind();
    let other = t.add(Side::A, 6, (5000, 2000), 0.0);
    t.play(
        &Order::Join {
            unit: rear,
            to: front,
        },
        &[],
    );
    t.play(&advance(other, 100), &[]);
    // The rear brigade acts with the wave only, and the wave still acts.
    cites(&t, &face(rear, 180.0), c::ACT_06);
    t.play(&advance(front, 200), &[]);
    assert_eq!(t.at(rear), (3600, 2100));
    // The other brigade finished its activation when the wave began.
    cites(&t, &advance(other, 0), c::ACT_07);
}

#[test]
fn a_wave_needs_lines_close_alike_and_at_most_three() {
    let (mut t, front, rear) = behind();
    let join = Order::Join {
        unit: rear,
        to: front,
    };
    let set = |t: &mut Table, pose: Pose| t.unit(rear).pose = pose;
    let home = t.battle.unit(rear).pose;
    set(&mut t, Pose::new(home.x, cent(1760), home.facing));
    cites(&t, &join, c::FORM_14);
    set(
        &mut t,
        Pose::new(
            home.x,
            home.y,
            Facing::from_degrees(16.0).expect("an angle"),
        ),
    );
    cites(&t, &join, c::FORM_14);
    set(&mut t, Pose::new(cent(3910), home.y, Facing::NORTH));
    cites(&t, &join, c::FORM_14);
    set(&mut t, home);
    column(&mut t, rear);
    cites(&t, &join, c::FORM_08);
    t.unit(rear).formation = units::LINE;
    t.play(&join, &[]);
    for y in [1800, 1700] {
        let next = t.add(Side::A, 6, (3600, y), 0.0);
        let last = UnitId(next.0 - u8::from(y == 1700));
        let to = if y == 1800 { rear } else { last };
        let order = Order::Join { unit: next, to };
        if y == 1800 {
            t.play(&order, &[]);
        } else {
            cites(&t, &order, c::FORM_08);
        }
    }
}

#[test]
fn leaving_a_wave_is_an_action() {
    let (mut t, front, rear) = behind();
    t.unit(rear).pose = Pose::new(36 * INCH, 19 * INCH, Facing::NORTH);
    t.unit(rear).with = Some(front);
    t.play(&Order::Leave { unit: rear }, &[]);
    assert_eq!(
        (
            t.battle.unit(rear).with,
            marks::ACTIONS.of(t.battle.unit(rear))
        ),
        (None, 1)
    );
    cites(&t, &Order::Leave { unit: rear }, c::FORM_15);
}
