//! Clauses that the printed examples do not show: the turn, generals, waves,
//! setting up, winning, and the switches of movement and command.

use crate::support::{Table, cent};
use sandtable_battle::{
    Arrival, Clause, Cursor, Event, Ground, Group, GroupSpec, Leg, Offer, Order, Outcome, Recorded,
    Rules, Scene, Scope, Side, Status, UnitId, Verb, Zone, c as table,
};
use sandtable_geometry::{Area, Facing, INCH, Point, Pose};
use sandtable_otr_d6::{c, marks, units};
use std::sync::Arc;

fn advance(unit: UnitId, hundredths: i32) -> Order {
    walk(
        unit,
        &[Leg::Advance {
            by: cent(hundredths),
        }],
    )
}

fn walk(unit: UnitId, legs: &[Leg]) -> Order {
    Order::Move {
        unit,
        legs: legs.iter().copied().collect(),
    }
}

fn slide(unit: UnitId, degrees: f64, hundredths: i32) -> Order {
    let towards = Facing::from_degrees(degrees).expect("an angle");
    walk(
        unit,
        &[Leg::Slide {
            towards,
            by: cent(hundredths),
        }],
    )
}

fn march(unit: UnitId, to: (i32, i32)) -> Order {
    walk(
        unit,
        &[Leg::March {
            to: Point::new(cent(to.0), cent(to.1)),
        }],
    )
}

fn face(unit: UnitId, degrees: f64) -> Order {
    Order::Face {
        unit,
        to: Facing::from_degrees(degrees).expect("an angle"),
    }
}

fn column(t: &mut Table, id: UnitId) {
    t.unit(id).formation = units::COLUMN;
}

/// A table with one brigade a side, far apart.
fn two(switches: &[(&str, &str)]) -> (Table, UnitId, UnitId) {
    let mut t = Table::new(switches);
    let a = t.add(Side::A, 6, (3600, 2000), 0.0);
    let b = t.add(Side::B, 6, (3600, 4000), 180.0);
    (t, a, b)
}

fn another_group(t: &mut Table, side: Side) -> Group {
    let groups = &mut Arc::make_mut(&mut t.battle.setting).groups;
    groups.push(GroupSpec {
        name: "more".to_owned(),
        side,
    });
    Group(u8::try_from(groups.len() - 1).expect("few"))
}

fn cites(t: &Table, order: &Order, clause: Clause) {
    let refused = t.refused(order);
    assert!(
        refused.contains(&clause),
        "{order:?}: {refused:?}, not {clause:?}"
    );
}

// The turn.

#[test]
fn every_die_has_six_sides_and_disputes_are_rolled_off() {
    let (mut t, a, b) = two(&[]);
    let legal = t.judge(&Order::RollOff).expect("legal");
    let mut scene = Scene::new(t.battle.clone());
    let mut dice = Recorded::new(&[4, 4, 2, 5]);
    t.rules.resolve(&legal, &mut scene, &mut dice);
    assert!(
        dice.rolls().iter().all(|roll| roll.ask.dice() == (1, 6)),
        "{:?}",
        c::META_01
    );
    assert_eq!((dice.left_over(), dice.wanted()), (0, None));
    let told = Event::Told {
        why: c::META_03,
        outcome: 1,
        unit: b,
        other: None,
    };
    assert_eq!(scene.events(), &[told]);
    t.play(&Order::RollOff, &[6, 1]);
    assert_eq!(
        t.battle.unit(a).pose,
        Pose::new(36 * INCH, 20 * INCH, Facing::NORTH)
    );
}

#[test]
fn cards_are_drawn_until_the_deck_is_empty_then_the_next_turn_starts() {
    let (mut t, a, b) = two(&[]);
    let more = another_group(&mut t, Side::A);
    let c = t.add(Side::A, 6, (5000, 2000), 0.0);
    t.unit(c).group = more;
    t.battle.cursor.deck = Group(1).bit() | more.bit();
    // Only the division on the card acts (TURN-03).
    cites(&t, &advance(c, 100), c::ORG_06);
    t.play(&advance(a, 100), &[]);
    // One card a division (ORG-05): two are left, the second of them is drawn.
    t.play(&Order::End, &[2]);
    assert_eq!(
        (t.battle.cursor.group, t.battle.cursor.deck),
        (Some(more), Group(1).bit()),
        "{:?}",
        c::TURN_03
    );
    t.play(&Order::End, &[]);
    assert_eq!((t.battle.cursor.side, t.battle.cursor.deck), (Side::B, 0));
    assert!(t.judge(&advance(b, 100)).is_ok());
    // The last card is played: three cards are shuffled for turn 2, and turns
    // go on (TURN-05).
    t.play(&Order::End, &[1]);
    assert_eq!(
        (t.battle.cursor.turn, t.battle.cursor.group),
        (2, Some(Group(0))),
        "{:?}",
        c::TURN_05
    );
    assert_eq!(t.battle.unit(a).mark(marks::DONE), 0);
    assert_eq!(t.battle.cursor.deck.count_ones(), 2, "{:?}", c::ORG_05);
}

#[test]
fn the_battle_ends_after_the_agreed_turns() {
    let (mut t, _, b) = two(&[("turn_limit", "3")]);
    t.unit(b).stands = 5;
    t.battle.cursor.turn = 3;
    t.play(&Order::End, &[]);
    // 0 lost against 17 in a hundred (VIC-01, VIC-03).
    assert_eq!(
        t.battle.ended,
        Some(Outcome::Won(Side::A)),
        "{:?}",
        c::VIC_01
    );
}

#[test]
fn a_scenario_may_set_the_turns() {
    let (mut t, _, _) = two(&[]);
    Arc::make_mut(&mut t.battle.setting).turns = Some(1);
    t.play(&Order::End, &[]);
    assert_eq!(t.battle.ended, Some(Outcome::Draw));
}

#[test]
fn an_army_may_break() {
    let (mut t, a, b) = two(&[("army_break", "50")]);
    t.unit(b).stands = 4;
    t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
    t.play(&Order::Shoot { unit: a, target: b }, &[1]);
    assert_eq!(t.battle.ended, Some(Outcome::Won(Side::A)));
}

#[test]
fn a_division_without_units_has_no_card_and_its_general_another_division() {
    let (mut t, _, _) = two(&[]);
    let dead = another_group(&mut t, Side::A);
    let gone = t.add(Side::A, 6, (5000, 2000), 0.0);
    t.unit(gone).group = dead;
    t.unit(gone).status = Status::Destroyed;
    let g = t.general(Side::A, (5000, 1000), None);
    t.unit(g).group = dead;
    t.play(&Order::End, &[1]);
    assert_eq!(t.battle.unit(g).group, Group(0), "{:?}", c::ACT_09);
    assert_eq!(t.battle.cursor.deck, Group(1).bit());
}

#[test]
fn units_of_the_three_arms_choose_among_five_actions() {
    let (mut t, a, _) = two(&[]);
    let near = t.add(Side::B, 6, (3600, 2400), 180.0);
    let verbs: Vec<Verb> = t.offers(a).iter().map(|o| o.verb).collect();
    // ACT-02, FORM-01.
    for verb in [
        Verb::Shoot,
        Verb::Charge,
        Verb::Move,
        Verb::Face,
        Verb::Form,
    ] {
        assert!(verbs.contains(&verb), "{verb:?} {:?}", c::ACT_02);
    }
    let forms = t
        .offers(a)
        .into_iter()
        .find(|o| o.verb == Verb::Form)
        .map(|o| (o.scope, o.clause));
    let open = Scope::Formations(1 << units::COLUMN | 1 << units::REINFORCED);
    assert_eq!(forms, Some((open, c::FORM_01)));
    let kinds: Vec<&str> = t
        .rules
        .card()
        .kinds
        .iter()
        .filter(|k| !k.leader)
        .map(|k| k.id.as_str())
        .collect();
    assert_eq!(
        kinds,
        ["infantry", "cavalry", "artillery"],
        "{:?}",
        c::UNIT_01
    );
    t.unit(near).kind = units::GENERAL;
    // Generals do not fight (CMD-01): they are no targets and cannot shoot.
    let order = Order::Shoot {
        unit: a,
        target: near,
    };
    assert!(t.judge(&order).is_err(), "{:?}", c::CMD_01);
    let at_him = |o: &Offer| matches!(&o.scope, Scope::Targets(all) if all.contains(&near));
    assert!(!t.offers(a).iter().any(at_him));
}

// Movement.

#[test]
fn limbering_costs_nothing() {
    let (mut t, a, _) = two(&[]);
    t.unit(a).kind = units::ARTILLERY;
    t.unit(a).stands = 2;
    // A limbered move, then it stands unlimbered: it still has an action.
    t.play(&march(a, (3600, 2200)), &[]);
    assert_eq!(t.battle.unit(a).mark(marks::ACTIONS), 1, "{:?}", c::MOVE_10);
    assert_eq!(t.battle.unit(a).formation, units::LINE);
    t.play(&slide(a, 90.0, 100), &[]);
    assert_eq!(t.at(a), (3700, 2200));
    cites(
        &t,
        &Order::Form {
            unit: a,
            formation: units::COLUMN,
        },
        c::FORM_12,
    );
}

#[test]
fn a_line_may_step_back_by_switch() {
    let (t, a, _) = two(&[]);
    cites(&t, &slide(a, 180.0, 50), c::MOVE_07);
    let (mut t, a, _) = two(&[("back_step", "half_rate")]);
    cites(&t, &slide(a, 180.0, 110), c::MOVE_01);
    t.play(&slide(a, 180.0, 100), &[]);
    assert_eq!(t.at(a), (3600, 1900));
}

#[test]
fn friends_may_be_passed_by_switch() {
    for (value, marker) in [("marker", 1), ("free", 0)] {
        let (mut t, a, _) = two(&[("voluntary_pass_through", value)]);
        column(&mut t, a);
        let friend = t.add(Side::A, 6, (3600, 2150), 0.0);
        cites(&t, &march(a, (3600, 2140)), c::MOVE_14);
        let thin = t.unit(friend);
        thin.pose.y = cent(2120);
        t.unit(a).stands = 1;
        t.play(&march(a, (3600, 2400)), &[]);
        assert_eq!(t.marker(friend), marker, "{value}");
    }
    let (mut t, a, _) = two(&[]);
    column(&mut t, a);
    t.unit(a).stands = 1;
    t.add(Side::A, 6, (3600, 2120), 0.0);
    cites(&t, &march(a, (3600, 2400)), c::MOVE_14);
}

#[test]
fn rough_ground_may_be_slow_by_switch() {
    let (mut t, a, _) = two(&[]);
    t.area(Ground::Woods, (3000, 2000), (4200, 3000));
    assert!(t.judge(&advance(a, 200)).is_ok());
    let (mut t, a, _) = two(&[("rough_terrain", "half_rate")]);
    t.area(Ground::Woods, (3000, 2000), (4200, 3000));
    cites(&t, &advance(a, 110), c::MOVE_01);
    assert!(t.judge(&advance(a, 100)).is_ok());
}

#[test]
fn rivers_are_crossed_at_bridges() {
    let (mut t, a, _) = two(&[]);
    column(&mut t, a);
    t.area(Ground::River, (0, 2100), (7200, 2200));
    cites(&t, &march(a, (3600, 2400)), c::MOVE_15);
    t.area(Ground::Bridge, (3550, 2100), (3650, 2200));
    assert!(t.judge(&march(a, (3600, 2400))).is_ok());
}

#[test]
fn whoever_is_too_near_an_enemy_may_get_out() {
    let (mut t, a, b) = two(&[]);
    t.unit(a).kind = units::ARTILLERY;
    t.unit(a).stands = 2;
    t.unit(b).pose = Pose::new(36 * INCH, cent(2005), Facing::SOUTH);
    cites(&t, &advance(a, 2), c::MOVE_13);
    cites(&t, &slide(a, 180.0, 2), c::MOVE_13);
    t.play(&slide(a, 180.0, 100), &[]);
    assert_eq!(t.at(a), (3600, 1900));
}

#[test]
fn horse_holders_may_be_fixed() {
    for (switches, line) in [(&[][..], 4), (&[("holders", "fixed")][..], 3)] {
        let (mut t, a, _) = two(switches);
        t.unit(a).kind = units::CAVALRY;
        t.play(
            &Order::Form {
                unit: a,
                formation: units::DISMOUNTED,
            },
            &[],
        );
        assert_eq!(t.rules.footprint(&t.battle, a).frontage(), 4 * INCH);
        t.unit(a).stands = 5;
        assert_eq!(t.rules.footprint(&t.battle, a).frontage(), line * INCH);
    }
}

// Waves.

/// Two brigades, one close behind the other.
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
            t.battle.unit(rear).mark(marks::ACTIONS)
        ),
        (None, 1)
    );
    cites(&t, &Order::Leave { unit: rear }, c::FORM_15);
}

// Where units stand.

#[test]
fn zones_are_judged_by_the_front_midpoint_before_the_move() {
    // The charger's front midpoint lies in the flank zone although most of its
    // brigade stands before the target (GEO-07): no volley, and 2 for the flank.
    let mut t = Table::new(&[]);
    let b = t.add(Side::B, 6, (3600, 2400), 180.0);
    let a = t.add(Side::A, 6, (4010, 2310), 315.0);
    t.play(
        &Order::Charge {
            unit: a,
            target: b,
            reach: true,
        },
        &[1, 3, 3],
    );
    assert_eq!((t.stands(a), t.stands(b)), (5, 5), "{:?}", c::GEO_07);
}

#[test]
fn terrain_protects_by_class() {
    let shot = |ground: Ground, area: bool| {
        let (mut t, a, b) = two(&[]);
        t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
        if area {
            t.area(ground, (3200, 2400), (4000, 2500));
        } else {
            t.line(ground, &[(3200, 2380), (4000, 2380)]);
        }
        t.judge(&Order::Shoot { unit: a, target: b })
            .expect("legal")
            .factors()
            .iter()
            .map(|f| f.value)
            .sum::<i16>()
    };
    // TERR-01.
    for (ground, area, value) in [
        (Ground::Woods, true, 1),
        (Ground::Town, true, 2),
        (Ground::Works, true, 2),
        (Ground::Fence, false, 1),
        (Ground::Wall, false, 2),
        (Ground::Trench, false, 2),
        (Ground::Road, false, 0),
        (Ground::Rough, true, 0),
    ] {
        assert_eq!(shot(ground, area), value, "{ground:?} {:?}", c::TERR_01);
    }
}

#[test]
fn a_higher_shooter_sees_over_units() {
    let mut t = Table::new(&[]);
    let a = t.add(Side::A, 6, (3600, 2000), 0.0);
    let b = t.add(Side::B, 6, (3600, 2500), 180.0);
    let friend = t.add(Side::A, 8, (3600, 2250), 0.0);
    let order = Order::Shoot { unit: a, target: b };
    assert!(t.judge(&order).is_err());
    t.area(Ground::Hill, (3000, 1800), (4200, 2010));
    Arc::make_mut(&mut t.battle.setting).terrain[0].level = 1;
    assert!(t.judge(&order).is_ok());
    // A hill between them hides it again.
    t.unit(friend).status = Status::Destroyed;
    t.area(Ground::Hill, (3000, 2150), (4200, 2250));
    Arc::make_mut(&mut t.battle.setting).terrain[1].level = 2;
    assert!(t.judge(&order).is_err());
}

#[test]
fn sight_and_fields_change_by_switch() {
    let hidden = |switches: &[(&str, &str)]| {
        let mut t = Table::new(switches);
        let a = t.add(Side::A, 6, (3600, 2000), 0.0);
        let b = t.add(Side::B, 6, (3600, 2500), 180.0);
        t.add(Side::A, 8, (3600, 2250), 0.0);
        t.judge(&Order::Shoot { unit: a, target: b }).is_err()
    };
    assert!(hidden(&[]));
    assert!(!hidden(&[("los", "none")]));
    let aside = |switches: &[(&str, &str)]| {
        let mut t = Table::new(switches);
        let a = t.add(Side::A, 6, (3600, 2000), 0.0);
        let b = t.add(Side::B, 1, (3850, 2100), 180.0);
        t.judge(&Order::Shoot { unit: a, target: b }).is_err()
    };
    assert!(!aside(&[]));
    assert!(aside(&[("arc_origin", "centre")]));
    let from_behind = |switches: &[(&str, &str)]| -> i16 {
        let mut t = Table::new(switches);
        let a = t.add(Side::A, 6, (3600, 2000), 0.0);
        let b = t.add(Side::B, 6, (3600, 2400), 0.0);
        let legal = t
            .judge(&Order::Shoot { unit: a, target: b })
            .expect("legal");
        legal.factors().iter().map(|f| f.value).sum()
    };
    assert_eq!(
        (from_behind(&[]), from_behind(&[("enfilade", "flank_only")])),
        (-2, 0)
    );
}

#[test]
fn only_going_somewhere_may_count_as_moving() {
    for (switches, legal) in [
        (&[][..], false),
        (&[("halt_means", "no_displacement")][..], true),
    ] {
        let (mut t, a, b) = two(switches);
        t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
        t.unit(a).ratings[units::ARMS] = 1;
        let shoot = Order::Shoot { unit: a, target: b };
        t.play(&face(a, 0.1), &[]);
        t.play(&shoot, &[6]);
        assert_eq!(t.judge(&shoot).is_ok(), legal, "{switches:?}");
    }
}

#[test]
fn a_charge_may_follow_a_change_of_facing_by_switch() {
    let run = |switches: &[(&str, &str)]| {
        let (mut t, a, b) = two(switches);
        t.unit(b).pose = Pose::new(36 * INCH, 22 * INCH, Facing::SOUTH);
        t.play(&face(a, 0.1), &[]);
        t.refused(&Order::Charge {
            unit: a,
            target: b,
            reach: true,
        })
    };
    assert!(run(&[]).contains(&c::CHG_02));
    assert!(run(&[("charge_after_action", "facing_or_formation")]).is_empty());
}

#[test]
fn the_test_may_be_compulsory() {
    let run = |switches: &[(&str, &str)]| {
        let (mut t, a, b) = two(switches);
        t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
        t.unit(a).marks[usize::from(marks::MARKER)] = 1;
        t.refused(&Order::Shoot { unit: a, target: b })
    };
    assert!(run(&[]).is_empty());
    assert_eq!(run(&[("marker_test", "always")]), [c::MOR_01]);
}

// Generals.

#[test]
fn a_general_rides_once_between_activations_and_joins() {
    let (mut t, a, _) = two(&[]);
    let g = t.general(Side::A, (3000, 1200), None);
    cites(&t, &Order::Join { unit: g, to: a }, c::CMD_10);
    t.play(&advance(a, 100), &[]);
    // Not in the middle of an activation.
    cites(&t, &march(g, (3600, 1970)), c::CMD_10);
    t.play(&Order::Pass { unit: a }, &[]);
    t.play(&march(g, (3600, 1980)), &[]);
    cites(&t, &march(g, (3600, 1950)), c::CMD_10);
    t.play(&Order::Join { unit: g, to: a }, &[]);
    assert_eq!(t.battle.unit(g).with, Some(a));
    cites(&t, &Order::Leave { unit: g }, c::CMD_10);
    assert!(t.offers(g).is_empty());
}

#[test]
fn an_attached_general_goes_with_his_unit() {
    let (mut t, a, _) = two(&[]);
    let g = t.general(Side::A, (3600, 1900), Some(a));
    t.play(&advance(a, 200), &[]);
    assert_eq!(t.at(g), (3600, 2100), "{:?}", c::CMD_11);
    t.play(&face(a, 180.0), &[]);
    assert_eq!(
        (t.at(a), t.battle.unit(g).pose.facing),
        ((3600, 2125), Facing::SOUTH)
    );
}

#[test]
fn only_one_general_counts_and_the_attached_one_excludes_all() {
    let bonus = |switches: &[(&str, &str)], near: bool, with: bool| -> i16 {
        let (mut t, a, b) = two(switches);
        t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
        if near {
            t.general(Side::A, (4000, 1970), None);
            t.general(Side::A, (3200, 1970), None);
        }
        if with {
            t.general(Side::A, (3600, 1970), Some(a));
        }
        let legal = t
            .judge(&Order::Charge {
                unit: a,
                target: b,
                reach: true,
            })
            .expect("legal");
        legal
            .factors()
            .iter()
            .filter(|f| [c::CMD_02, c::CMD_03, c::CHG_04].contains(&f.clause))
            .map(|f| f.value)
            .sum()
    };
    // CMD-12, and the readings of CHG-04.
    assert_eq!(
        (bonus(&[], true, false), bonus(&[], true, true)),
        (1, 2),
        "{:?}",
        c::CMD_12
    );
    assert_eq!(
        bonus(&[("leader_charge_bonus", "near1_attached1")], true, true),
        1
    );
    assert_eq!(
        bonus(&[("leader_charge_bonus", "cumulative")], true, true),
        3
    );
}

#[test]
fn generals_may_count_for_their_division_only() {
    let bonus = |switches: &[(&str, &str)]| -> usize {
        let (mut t, a, b) = two(switches);
        t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
        let g = t.general(Side::A, (4000, 1970), None);
        let more = another_group(&mut t, Side::A);
        t.unit(g).group = more;
        t.judge(&Order::Charge {
            unit: a,
            target: b,
            reach: true,
        })
        .expect("legal")
        .factors()
        .len()
    };
    assert_eq!(bonus(&[]), bonus(&[("general_scope", "division")]) + 1);
}

#[test]
fn generals_near_a_unit_that_loses_stands_are_at_risk() {
    for (switches, faces) in [
        (&[][..], &[1, 6, 2][..]),
        (&[("general_risk", "attached_only")][..], &[1][..]),
    ] {
        let (mut t, a, b) = two(switches);
        t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
        let g = t.general(Side::B, (3600, 2700), None);
        t.play(&Order::Shoot { unit: a, target: b }, faces);
        let out = t.battle.unit(g).status == Status::Expected;
        assert_eq!(out, switches.is_empty(), "{:?}", c::CMD_07);
        if out {
            // His horse was shot: he is back at the start of the next turn.
            t.play(&Order::End, &[1]);
            assert_eq!(t.battle.unit(g).status, Status::Table, "{:?}", c::CMD_14);
            let touching = t
                .rules
                .footprint(&t.battle, b)
                .distance_from(t.battle.unit(g).pose.point())
                .length;
            assert!((touching - INCH / 2).abs() <= 2);
        }
    }
}

#[test]
fn a_general_in_the_way_is_displaced_or_captured() {
    for (friend, status) in [
        ((3600, 2700), Status::Table),
        ((3600, 4000), Status::Captured),
    ] {
        let (mut t, a, b) = two(&[]);
        t.unit(b).pose = Pose::new(cent(friend.0), cent(friend.1), Facing::SOUTH);
        let g = t.general(Side::B, (3600, 2150), None);
        t.play(&advance(a, 200), &[]);
        assert_eq!(t.battle.unit(g).status, status);
    }
}

#[test]
fn a_general_without_his_unit_seeks_another() {
    let (mut t, a, b) = two(&[]);
    t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
    t.unit(b).stands = 1;
    let host = t.add(Side::B, 6, (3600, 3000), 180.0);
    let g = t.general(Side::B, (3600, 2420), Some(b));
    t.play(&Order::Shoot { unit: a, target: b }, &[1, 3]);
    let general = t.battle.unit(g);
    assert_eq!(
        (general.status, general.with),
        (Status::Table, None),
        "{:?}",
        c::CMD_13
    );
    assert!(
        t.rules
            .footprint(&t.battle, host)
            .distance_from(general.pose.point())
            .length
            <= INCH / 2 + 2
    );
}

// Setting up.

fn zone(t: &mut Table, side: Side, south: i32, north: i32) {
    let corners = [(0, south), (0, north), (7200, north), (7200, south)];
    let area =
        Area::new(corners.map(|(x, y)| Point::new(cent(x), cent(y))).to_vec()).expect("an area");
    let setting = Arc::make_mut(&mut t.battle.setting);
    setting.zones.push(Zone {
        name: String::new(),
        side: Some(side),
        area,
    });
}

#[test]
fn divisions_are_placed_by_turns_beginning_with_the_loser_of_a_roll_off() {
    let (mut t, a, b) = two(&[]);
    let second = t.add(Side::A, 6, (0, 0), 0.0);
    for id in [a, b, second] {
        t.unit(id).status = Status::Reserve;
    }
    zone(&mut t, Side::A, 0, 1200);
    zone(&mut t, Side::B, 3600, 4800);
    t.battle.cursor = Cursor::default();
    let mut scene = Scene::new(t.battle.clone());
    t.rules.open(&mut scene, &mut Recorded::new(&[2, 5]));
    t.battle = scene.finish().0;
    assert_eq!(
        (t.battle.cursor.side, t.battle.cursor.turn),
        (Side::A, 0),
        "{:?}",
        c::SET_02
    );
    let place = |unit, x, y, degrees| Order::Place {
        unit,
        at: Pose::new(
            cent(x),
            cent(y),
            Facing::from_degrees(degrees).expect("an angle"),
        ),
        formation: units::COLUMN,
    };
    cites(&t, &place(a, 3600, 1300, 0.0), c::SET_02);
    t.play(&place(a, 3600, 1200, 0.0), &[]);
    // The division is placed whole before the other side goes on.
    cites(&t, &Order::End, c::SET_02);
    cites(&t, &place(second, 3600, 1150, 0.0), c::SET_02);
    t.play(&place(second, 4000, 1200, 0.0), &[]);
    assert_eq!(t.battle.to_move(), Side::B);
    cites(&t, &Order::Pass { unit: b }, table::NOT_NOW);
    t.play(&place(b, 3600, 3700, 180.0), &[1]);
    assert_eq!(
        (t.battle.cursor.turn, t.battle.cursor.group),
        (1, Some(Group(0)))
    );
}

#[test]
fn fixed_positions_start_at_once_and_reinforcements_come_on() {
    let (mut t, a, _) = two(&[]);
    let late = t.add(Side::A, 6, (0, 0), 0.0);
    t.unit(late).status = Status::Expected;
    let arrival = Arrival {
        unit: late,
        turn: 2,
        at: t.battle.unit(a).pose,
    };
    Arc::make_mut(&mut t.battle.setting).arrivals.push(arrival);
    t.battle.cursor = Cursor::default();
    let mut scene = Scene::new(t.battle.clone());
    t.rules.open(&mut scene, &mut Recorded::new(&[1]));
    t.battle = scene.finish().0;
    assert_eq!(t.battle.cursor.turn, 1, "{:?}", c::SET_01);
    t.play(&Order::End, &[]);
    t.play(&Order::End, &[1]);
    // Its place is taken: it comes on as near to it as there is room.
    assert_eq!(t.battle.unit(late).status, Status::Table);
    assert!(
        !t.rules
            .footprint(&t.battle, a)
            .overlaps(&t.rules.footprint(&t.battle, late))
    );
}

#[test]
fn impossible_positions_are_named() {
    let (mut t, a, b) = two(&[]);
    let flaws = |t: &Table| -> String {
        t.rules
            .flaws(&t.battle)
            .into_iter()
            .map(|(_, flaw)| flaw + "; ")
            .collect()
    };
    // One brigade a division is too few (ORG-01).
    assert!(
        flaws(&t).contains("a division has at least 2"),
        "{:?}",
        c::ORG_01
    );
    let more = [
        t.add(Side::A, 6, (5000, 2000), 0.0),
        t.add(Side::B, 6, (5000, 4000), 180.0),
    ];
    assert_eq!(flaws(&t), "");
    t.unit(a).started = 13;
    assert!(
        flaws(&t).contains("its kind has 1 to 12"),
        "{:?}",
        c::ORG_02
    );
    t.unit(a).started = 6;
    let battery = t.add(Side::A, 3, (1000, 2000), 0.0);
    t.unit(battery).kind = units::ARTILLERY;
    t.unit(battery).ratings[units::ARMS] = 3;
    assert!(flaws(&t).contains("its kind has 2"), "{:?}", c::ORG_03);
    t.unit(battery).started = 2;
    t.unit(battery).stands = 2;
    t.unit(battery).ratings[units::ARMS] = 1;
    assert!(flaws(&t).contains("arms"), "{:?}", c::UNIT_07);
    t.unit(battery).ratings[units::ARMS] = 4;
    assert_eq!(flaws(&t), "");
    t.unit(b).formation = units::DISMOUNTED;
    assert!(flaws(&t).contains("formation"));
    t.unit(b).formation = units::LINE;
    t.unit(more[0]).pose = t.battle.unit(a).pose;
    assert!(flaws(&t).contains("on the ground of"));
}

#[test]
fn losses_weaken_a_unit() {
    // ORG-04: worse dice, worse odds in melee, worse morale.
    let (mut t, a, b) = two(&[]);
    t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
    let sum = |t: &Table, order: &Order| -> i16 {
        let legal = t.judge(order).expect("legal");
        t.rules
            .factors(&t.battle, &legal)
            .iter()
            .map(|f| f.value)
            .sum()
    };
    let shoot = Order::Shoot { unit: a, target: b };
    assert_eq!(sum(&t, &shoot), 0);
    t.unit(a).stands = 4;
    assert_eq!(sum(&t, &shoot), 1, "{:?}", c::ORG_04);
    t.unit(a).marks[usize::from(marks::MARKER)] = 1;
    assert_eq!(sum(&t, &Order::Test { unit: a }), 1 - 2);
}

#[test]
fn the_card_says_how_large_the_table_is() {
    let t = Table::new(&[]);
    // SCALE-05.
    assert_eq!(
        t.rules.card().table,
        (72 * INCH, 48 * INCH),
        "{:?}",
        c::SCALE_05
    );
    // GEO-01: the one tolerance of the table, finer steps than asked for.
    assert!(
        f64::from(sandtable_geometry::TOLERANCE) / f64::from(INCH) <= 0.001,
        "{:?}",
        c::GEO_01
    );
    assert!(1.0 / f64::from(INCH) <= t.rules.numbers().geometry.position_step);
}

/// META-02: every switch has its default, takes each of its values, and no other.
#[test]
fn every_gap_has_a_default_and_every_reading_a_switch() {
    use sandtable_battle::Switches;
    use sandtable_otr_d6::OtrD6;
    let rules = OtrD6::new(&Switches::default()).expect("the defaults");
    assert!(!rules.card().switches.is_empty());
    for switch in &rules.card().switches {
        if let Some(default) = &switch.default {
            let listed = switch.values.is_empty() || switch.values.contains(default);
            assert!(listed, "{}: its default is a value", switch.name);
        }
        for value in &switch.values {
            let chosen = Switches::default().with(&switch.name, value);
            assert!(OtrD6::new(&chosen).is_ok(), "{} = {value}", switch.name);
        }
        // Those of data hold whatever the scenario says.
        if !switch.values.is_empty() {
            let wild = Switches::default().with(&switch.name, "as it comes");
            assert!(OtrD6::new(&wild).is_err(), "{}", switch.name);
        }
    }
    assert!(OtrD6::new(&Switches::default().with("no such rule", "yes")).is_err());
}

/// SCALE-01, SCALE-02, SCALE-03: what stands, inches and turns stand for.
#[test]
fn the_scale_is_kept() {
    let rules = sandtable_otr_d6::OtrD6::new(&sandtable_battle::Switches::default());
    let rules = rules.expect("the defaults");
    let scale = &rules.numbers().scale;
    let men = (
        scale.men_per_infantry_stand,
        scale.men_per_cavalry_stand,
        scale.guns_per_artillery_stand,
    );
    assert_eq!(men, (300, 200, 6));
    assert_eq!(
        (scale.yards_per_inch, scale.minutes_per_turn),
        (100, (20, 30))
    );
}
