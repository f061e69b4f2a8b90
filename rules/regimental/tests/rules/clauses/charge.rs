//! Sections 13 to 16: announcing a charge, cheer, reaction, going in.

use super::common::{charging, column, line, told, y};
use crate::support::{field, id, legal, mark, play, refused, rules, unit};
use sandtable_battle::{Event, Recorded};
use sandtable_geometry::INCH;
use sandtable_regimental::c;

/// CHARGE-01, CHARGE-03, CHARGE-04, CHARGE-10.
#[test]
fn who_may_charge_charge_01_charge_03_charge_04_charge_10() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 10.0), 0.0)
        + &unit("G", "Blue", "artillery", (12.0, 10.0), 0.0, "")
        + &line("B", "Blue", (60.0, 8.0), 0.0)
        + &line("F", "Blue", (60.0, 11.0), 0.0)
        + &line("D", "Red", (36.0, 18.0), 180.0)
        + &line("E", "Red", (60.0, 18.0), 180.0)
        + &line("W", "Red", (16.0, 44.0), 180.0);
    let battle = field(&rules, "charge", "Blue", &body);
    assert!(legal(&rules, &battle, "charge A D"));
    assert!(refused(&rules, &battle, "charge G D").cite(c::CHARGE_10));
    assert!(
        refused(&rules, &battle, "charge B E").cite(c::CHARGE_04),
        "a friend in the path"
    );
    // MARK-01, CHARGE-02: a marker is placed, and nothing else happens.
    let (after, events) = play(&rules, &battle, "charge A D", &[]);
    assert_eq!(mark(&after, &rules, "A", "charging"), 1);
    assert!(events.iter().all(|e| !matches!(e, Event::Told { .. })));
    // A turn of at most 45 degrees first, as an order of its own (GEO-11).
    let (turned, _) = play(&rules, &battle, "face A 10", &[]);
    assert!(legal(&rules, &turned, "charge A D"));
    assert!(refused(&rules, &battle, "face A 50").cite(c::CHARGE_03));
    assert!(
        refused(&rules, &turned, "end").cite(c::CHARGE_03),
        "it has turned: it must charge"
    );
}

/// CHEER-04, CHEER-05, REACT-01, REACT-02.
#[test]
fn cheer_and_hearing_cheer_04_cheer_05_react_01_react_02() {
    let rules = rules(&[("weather", "fog")]);
    let body = line("A", "Blue", (36.0, 10.0), 0.0) + &line("D", "Red", (36.0, 40.0), 180.0);
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "charge A D", &[]).0;
    let ones = [1; 8];
    let with = |more: &[u8]| [&ones[..], more].concat();
    // SETUP-06, FIRE-11: in fog nothing is seen. No cheer, so no roll at all.
    let (_, events) = play(&rules, &now, "fight A D", &with(&[7]));
    assert_eq!(
        (told(&events, c::CHEER_04), told(&events, c::REACT_01)),
        (Some(0), None)
    );
    // A cheer that is not heard, then one that is heard: the table (10: REACT-07, nothing).
    let (_, events) = play(&rules, &now, "fight A D", &with(&[4, 7]));
    assert_eq!(
        (told(&events, c::CHEER_04), told(&events, c::REACT_01)),
        (Some(1), Some(0))
    );
    let (_, events) = play(&rules, &now, "fight A D", &with(&[4, 8, 10]));
    assert_eq!(told(&events, c::REACT_05), Some(3));
}

/// REACT-03.
#[test]
fn smoke_hides_a_charge_react_03() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 10.0), 0.0)
        + &unit("D", "Red", "infantry", (36.0, 40.0), 180.0, "smoke = 1");
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "charge A D", &[]).0;
    let (_, events) = play(&rules, &now, "fight A D", &[1, 1, 1, 1, 1, 1, 1, 1, 7]);
    assert_eq!(
        told(&events, c::REACT_05),
        None,
        "neither seen nor heard: REACT-04, CHEER-06"
    );
}

/// REACT-09, REACT-10, REACT-12, REACT-14.
#[test]
fn reaction_fire_react_09_react_10_react_12_react_14() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 20.0), 0.0) + &line("D", "Red", (36.0, 29.0), 180.0);
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "charge A D", &[]).0;
    let now = play(&rules, &now, "fight A D", &[1, 1, 1, 1, 1, 1, 1, 1, 7, 2]).0;
    assert_eq!(now.cursor.waits.map(|w| w.why), Some(c::REACT_09));
    // 8 inches: 7, less 2 for haste: 5. Three hits cost a stand; the rout roll is 4: the charge
    // ends.
    let (after, _) = play(
        &rules,
        &now,
        "decide 0",
        &[3, 5, 5, 5, 6, 6, 6, 6, 6, 1, 1, 1, 4, 1],
    );
    assert_eq!(after.unit(id(&after, "A")).stands, 7);
    assert_eq!(y(&after, "A"), 11.0);
    assert_eq!(mark(&after, &rules, "A", "charging"), 0);
    assert_eq!(mark(&after, &rules, "D", "smoke"), 1);
}

/// REACT-15, CHARGE-15.
#[test]
fn a_target_that_reacted_stands_react_15_and_a_charge_may_fall_short_charge_15() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 10.0), 0.0)
        + &unit("D", "Red", "infantry", (36.0, 30.0), 180.0, "reacted = 1");
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "charge A D", &[]).0;
    let (after, events) = play(&rules, &now, "fight A D", &[6, 1, 1, 1, 1, 1, 1, 1, 2]);
    assert_eq!(told(&events, c::REACT_05), None);
    // CHEER-01, CHEER-03, CONTACT-04: it goes to its farthest point, without a marker.
    assert_eq!(y(&after, "A"), 22.0);
    assert_eq!(mark(&after, &rules, "A", "red"), 0);
}

/// GEO-12: the gap is measured straight ahead of a stand; a hair's breadth of overlap does not
/// count.
#[test]
fn the_gap_of_a_stand_geo_12() {
    let rules = rules(&[]);
    let at = |x: f64| {
        let body = column("A", "Blue", (36.0, 10.0), 0.0)
            + &line("D", "Red", (x, 24.0), 180.0)
            + &line("E", "Red", (36.0, 30.0), 180.0);
        let battle = field(&rules, "charge", "Blue", &body);
        play(&rules, &battle, "face A 0", &[]).0
    };
    // The column's strip ends at 36.5; D begins at x - 4.
    assert!(legal(&rules, &at(40.48), "charge A D"));
    assert!(refused(&rules, &at(40.49), "charge A D").cite(c::CHARGE_03));
}

/// MARK-02, MARK-03, CHEER-02: the charge ends at its farthest point, or where something stops it
/// before: here the table's edge, after the target has run.
#[test]
fn where_a_charge_ends_mark_02_mark_03_cheer_02() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 38.0), 0.0) + &line("D", "Red", (36.0, 44.0), 180.0);
    let now = charging(&rules, &body);
    let (now, _) = play(&rules, &now, "fight A D", &[6, 1, 1, 1, 1, 1, 1, 1, 7, 1]);
    let (after, _) = play(&rules, &now, "decide 0", &[]);
    assert_eq!(
        after.unit(id(&after, "D")).status,
        sandtable_battle::Status::Fled
    );
    assert_eq!(y(&after, "A"), 47.5);
}

/// RE01 and RE04 (CHARGE-05, CHARGE-06, CHARGE-08, CHARGE-11): dice are laid out from the centre to
/// the flanks; for cavalry, sums of two dice.
#[test]
fn how_far_each_stand_charges_charge_05_charge_06_charge_08_charge_11() {
    let rules = rules(&[]);
    let foe = unit("D", "Red", "infantry", (36.0, 40.0), 170.0, "");
    let reach = |kind: &str, stands: usize, y: f64, dice: &[u8]| {
        let more = format!("stands = {stands}");
        let body = unit("A", "Blue", kind, (36.0, y), 0.0, &more) + &foe;
        let battle = field(&rules, "charge", "Blue", &body);
        let (now, _) = play(&rules, &battle, "charge A D", &[]);
        let far = rules.reach_of(&now, id(&now, "A"), &mut Recorded::new(dice));
        far.iter().map(|far| far / INCH).collect::<Vec<_>>()
    };
    let foot = reach("infantry", 7, 10.0, &[2, 6, 4, 1, 5, 3, 3, 7]);
    assert_eq!(foot, [7, 9, 10, 12, 11, 9, 8]);
    let horse = reach("cavalry", 5, 4.0, &[6, 5, 3, 3, 1, 4, 6, 6, 2, 2, 7]);
    assert_eq!(horse, [16, 18, 24, 23, 17]);
}

/// CHARGE-12: ground on the way shortens the distance of every stand that reaches it.
#[test]
fn ground_in_a_charge_charge_12() {
    let rules = rules(&[]);
    let at = |wood: &str| {
        let body = wood.to_owned()
            + &line("A", "Blue", (36.0, 10.0), 0.0)
            + &unit("D", "Red", "infantry", (36.0, 18.0), 180.0, "reacted = 1");
        let now = charging(&rules, &body);
        let dice = [1, 1, 1, 1, 1, 1, 1, 1, 7];
        let order = crate::support::parse(&rules, &now, "fight A D");
        let mut recorded = sandtable_battle::Recorded::new(&dice);
        sandtable_battle::Judging::play(&rules, &now, &order, &mut recorded)
            .expect("legal")
            .0
    };
    // Seven inches reach the target at seven inches; through a wood only six are left, and the line
    // halts.
    let open = at("");
    assert!(y(&open, "A") != 16.0);
    let wood = at("[[terrain]]\nground = \"woods\"\nat = [36, 14]\nsize = [20, 2]\n");
    assert_eq!(y(&wood, "A"), 16.0);
}

/// CONTACT-01, CONTACT-02, CONTACT-05: the line goes in as one body, by the smallest gap. An enemy
/// that is met first is struck instead of the target, without a reaction.
#[test]
fn another_enemy_is_met_first_contact_01_contact_02_contact_05() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 20.0), 0.0)
        + &unit("D", "Red", "infantry", (36.0, 29.0), 180.0, "reacted = 1")
        + &unit(
            "S",
            "Red",
            "infantry",
            (36.0, 25.0),
            180.0,
            "stands = 2\nstarted = 8",
        )
        + &unit("G", "Red", "artillery", (60.0, 44.0), 180.0, "");
    let now = charging(&rules, &body);
    // D has reacted; S was not charged, so it does not react.
    let dice = [1, 1, 1, 1, 1, 1, 1, 1, 7, 5, 5, 5, 5];
    let (after, events) = play(&rules, &now, "fight A D", &dice);
    let met = events.iter().find_map(|e| match *e {
        Event::Told { why, other, .. } if why == c::H2HL_07 => other,
        _ => None,
    });
    assert_eq!(met, Some(id(&after, "S")));
    assert_eq!(told(&events, c::REACT_05), None);
    // A goes four inches to S, in one move; then the draw throws it back.
    let went = events.iter().find_map(|e| match *e {
        Event::Moved { to, why, .. } if why == c::CONTACT_01 => Some(to.y),
        _ => None,
    });
    assert_eq!(went, Some(24 * 2540));
}

/// REACT-13: a unit with the attacker outside its field of fire does not fire in answer.
#[test]
fn no_field_of_fire_react_13() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 10.0), 0.0)
        + &unit(
            "D",
            "Red",
            "artillery",
            (36.0, 40.0),
            180.0,
            "formation = \"limbered\"",
        );
    let now = charging(&rules, &body);
    let (now, _) = play(&rules, &now, "fight A D", &[1, 1, 1, 1, 1, 1, 1, 1, 7, 2]);
    let (after, events) = play(&rules, &now, "decide 0", &[]);
    assert_eq!(told(&events, c::FIRE_05), None, "guns on their wheels");
    assert_eq!(mark(&after, &rules, "D", "smoke"), 0);
}
