//! Sections Setting up, Victory, Optional rules and Geometry; the switches.

use crate::common::*;
use sandtable_battle::{
    Arrival, Ground, Judging, Order, Outcome, Rules, Side, Status, Switches, UnitId, Zone as Area,
};
use sandtable_favorite::{Favorite, c, turn};
use sandtable_geometry::{Face, Zone};

#[test]
fn set_01_to_04_deploying() {
    // SET-01, SET-02, SET-03, SET-04.
    let mut t = Table::new(&[]);
    assert_eq!(t.rules.card().table, (inch(72.0), inch(48.0)));
    let us = t.blue("line-infantry", 0.0, 0.0, 0.0);
    let them = t.red("line-infantry", 0.0, 0.0, 0.0);
    let two = t.red("light-infantry", 0.0, 0.0, 0.0);
    for id in [us, them, two] {
        t.change(id).status = Status::Reserve;
    }
    t.zone(Some(Side::A), (6.0, 0.0), (66.0, 12.0));
    t.zone(Some(Side::B), (6.0, 36.0), (66.0, 48.0));
    t.open(&[]);
    // SET-03: the defender deploys first.
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (turn::DEPLOY, Side::B)
    );
    let put = |unit, x, y, formation| Order::Place {
        unit,
        at: pose(x, y, 180.0),
        formation,
    };
    t.refuses(&put(them, 8.0, 40.0, LINE), c::SET_03);
    t.refuses(&put(them, 20.0, 34.0, LINE), c::SET_03);
    t.play(&put(them, 20.0, 40.0, FIELD), &[]);
    // SET-04: any formation, but not on another unit.
    t.refuses(&put(two, 21.0, 40.0, SKIRMISH), c::SET_04);
    t.play(&put(two, 30.0, 40.0, SKIRMISH), &[]);
    assert_eq!(t.battle.cursor.side, Side::A);
    // The remaining units are placed wherever there is room, and the first turn starts.
    t.play(&Order::End, &[5, 2]);
    assert_eq!((t.status(us), t.battle.cursor.turn), (Status::Table, 1));
    let all = [c::SET_01, c::SET_02];
    assert_eq!(all.map(sandtable_battle::Clause::number), [1601, 1602]);
}

#[test]
fn set_05_the_defender_lays_the_terrain_and_the_attacker_chooses_his_edge() {
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 0.0, 0.0, 0.0);
    let them = t.red("line-infantry", 0.0, 0.0, 0.0);
    for id in [us, them] {
        t.change(id).status = Status::Reserve;
    }
    t.zone(Some(Side::A), (6.0, 0.0), (66.0, 12.0));
    t.zone(Some(Side::B), (6.0, 36.0), (66.0, 48.0));
    for _ in 0..6 {
        t.piece(Ground::Hill, (6.0, 4.0));
    }
    t.open(&[]);
    let at = |x, y| pose(x, y, 0.0);
    let lay = |piece, at| Order::Lay { piece, at };
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (turn::TERRAIN, Side::B)
    );
    t.play(&lay(0, at(20.0, 24.0)), &[]);
    // Each piece once, on the table, none on top of another.
    t.refuses(&lay(0, at(40.0, 24.0)), c::SET_05);
    t.refuses(&lay(1, at(70.0, 24.0)), c::SET_05);
    t.refuses(&lay(1, at(25.0, 24.0)), c::SET_05);
    t.refuses(&lay(9, at(40.0, 24.0)), c::SET_05);
    t.play(&lay(1, at(27.0, 24.0)), &[]);
    for (piece, x) in [(2, 34.0), (3, 42.0)] {
        t.play(&lay(piece, at(x, 24.0)), &[]);
    }
    // Five pieces are the limit; then the attacker takes the other edge.
    t.play(&lay(4, at(50.0, 24.0)), &[]);
    assert_eq!(t.battle.setting.terrain.len(), 5);
    let waits = t.battle.cursor.waits.expect("a choice of edges");
    assert_eq!((waits.side, waits.why), (Side::A, c::SET_05));
    t.refuses(&lay(5, at(60.0, 24.0)), sandtable_battle::c::CHOICE_OWED);
    t.play(&Order::Decide { choice: 1 }, &[]);
    assert_eq!(t.battle.cursor.side, Side::B);
    let put = |unit, y| Order::Place {
        unit,
        at: pose(20.0, y, 0.0),
        formation: LINE,
    };
    t.refuses(&put(them, 42.0), c::SET_03);
    t.play(&put(them, 6.0), &[]);
    t.refuses(&put(us, 6.0), c::SET_03);
    t.play(&put(us, 42.0), &[5, 2]);
    assert_eq!(t.battle.cursor.turn, 1);
}

#[test]
fn set_06_commanders_are_rated_alike() {
    // SET-06.
    let card = Table::new(&[]).rules.card().clone();
    let rating = card
        .ratings
        .iter()
        .find(|r| r.id == "command")
        .expect("a rating");
    assert_eq!((rating.default, c::SET_06.number()), (0, 1606));
}

#[test]
fn set_07_without_an_attacker_both_roll() {
    let mut t = Table::new(&[]);
    t.blue("line-infantry", 20.0, 10.0, 0.0);
    t.red("line-infantry", 20.0, 40.0, 180.0);
    t.set(|s| s.attacker = None);
    // SET-07: a tie is rolled again and Red attacks; then Red's 3 wins the tie for initiative.
    t.open(&[2, 2, 1, 5, 3, 3]);
    assert_eq!(t.battle.to_move(), Side::B, "{:?}", c::SET_07);
}

#[test]
fn set_08_reinforcements() {
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
    t.blue("line-infantry", 40.0, 0.5, 0.0);
    let late = t.blue("cavalry", 40.0, 0.5, 0.0);
    t.red("line-infantry", 20.0, 40.0, 180.0);
    t.change(late).status = Status::Expected;
    t.set(|s| {
        s.arrivals.push(Arrival {
            unit: late,
            turn: 2,
            at: pose(40.0, 0.5, 0.0),
        });
    });
    t.battle.cursor.turn = 1;
    t.open(&[5, 2]);
    t.play(&decide(0), &[]);
    assert_eq!(t.status(late), Status::Expected);
    t.play(&Order::End, &[]);
    t.play(&Order::End, &[5, 2]);
    // SET-08: the unit's place is taken, so it stands as near to it as there is room.
    t.play(&decide(0), &[]);
    assert_eq!(t.status(late), Status::Table, "{:?}", c::SET_08);
    assert!(t.rules.flaws(&t.battle).is_empty() && t.battle.unit(us).on_table());
}

/// Nine units a side, some of them lost.
fn armies(lost: [usize; 2], switches: &[(&str, &str)]) -> Table {
    let mut t = Table::new(switches);
    for n in 0..9 {
        let x = 6.0 + 7.0 * f64::from(n);
        t.blue("line-infantry", x, 6.0, 0.0);
        t.red("line-infantry", x, 42.0, 180.0);
    }
    t.blue("general", 36.0, 3.0, 0.0);
    for (side, count) in Side::BOTH.into_iter().zip(lost) {
        let own: Vec<UnitId> = t.battle.side(side).map(|(id, _)| id).collect();
        for &id in own.iter().take(count) {
            t.change(id).status = Status::Destroyed;
        }
    }
    t
}

/// Plays the turn to its end without any other order.
fn end_turn(t: &mut Table) {
    t.play(&Order::End, &[]);
    let mut dice = sandtable_battle::Recorded::new(&[1, 2]);
    let (battle, _) = t
        .rules
        .play(&t.battle, &Order::End, &mut dice)
        .expect("legal");
    t.battle = battle;
}

#[test]
fn vic_01_and_04_half_the_units_beat_an_army() {
    // VIC-01, VIC-04: example 65.
    let end = |lost, switches: &[(&str, &str)]| {
        let mut t = armies(lost, switches);
        end_turn(&mut t);
        t.battle.ended
    };
    assert_eq!(end([4, 0], &[]), None);
    assert_eq!(end([5, 0], &[]), Some(Outcome::Won(Side::B)));
    assert_eq!(end([5, 5], &[]), Some(Outcome::Draw));
    assert_eq!(end([5, 0], &[("break_fraction", "3/4")]), None);
    assert_eq!(
        end([7, 0], &[("break_fraction", "3/4")]),
        Some(Outcome::Won(Side::B))
    );
    assert_eq!(end([8, 0], &[("break_fraction", "off")]), None);
    assert_eq!((c::VIC_01.number(), c::VIC_04.number()), (1701, 1704));
}

#[test]
fn vic_02_the_last_turn() {
    let end = |turn, losses: u8, switches: &[(&str, &str)]| {
        let mut t = armies([0, 0], switches);
        t.battle.cursor.turn = turn;
        t.lost(UnitId(0), losses);
        end_turn(&mut t);
        t.battle.ended
    };
    // VIC-02.
    assert_eq!(end(14, 1, &[]), None);
    assert_eq!(end(15, 0, &[]), Some(Outcome::Draw));
    assert_eq!(end(15, 1, &[]), Some(Outcome::Won(Side::B)));
    assert_eq!(
        end(6, 1, &[("turn_limit", "6")]),
        Some(Outcome::Won(Side::B))
    );
    assert_eq!(c::VIC_02.number(), 1702);
}

#[test]
fn vic_03_objectives() {
    let mut t = armies([0, 0], &[]);
    t.zone(None, (3.0, 3.0), (9.0, 9.0));
    t.set(|s| s.victory.objectives = true);
    t.battle.cursor.turn = 15;
    end_turn(&mut t);
    // VIC-03: only Blue stands in the objective.
    assert_eq!(
        t.battle.ended,
        Some(Outcome::Won(Side::A)),
        "{:?}",
        c::VIC_03
    );
    let named: Vec<&Area> = t.battle.setting.objectives().collect();
    assert_eq!(named.len(), 1);
}

#[test]
fn opt_02_there_are_no_saving_throws() {
    // OPT-02: no dice are rolled for figures that are hit.
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
    let them = t.red("line-infantry", 20.0, 13.0, 180.0);
    t.phase(turn::FIRE_STOOD);
    t.play(&shoot(us, them), &[]);
    t.play(&Order::End, &[]);
    t.play(&Order::End, &[3, 3, 3, 3, 3, 3, 1, 2]);
    assert_eq!(t.figures(them), 12, "{:?}", c::OPT_02);
}

#[test]
fn geo_01_to_04_places_and_zones() {
    // GEO-01, GEO-02, GEO-03, GEO-04.
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 20.0, 10.0, 90.0);
    let rect = t.rules.footprint(&t.battle, us);
    let zone = |x: f64, y: f64| rect.zone_of(pose(x, y, 0.0).point());
    assert_eq!(zone(30.0, 10.0), Zone::Front);
    assert_eq!(zone(20.0, 20.0), Zone::Left);
    assert_eq!(zone(20.0, 0.0), Zone::Right);
    assert_eq!(zone(10.0, 10.0), Zone::Rear);
    // On the line from a front corner, the front wins; behind it, the flank does.
    assert_eq!(zone(22.5, 15.0), Zone::Front);
    assert_eq!(zone(17.5, 15.0), Zone::Left);
    assert_eq!(rect.edge(Face::Front).length(), inch(6.0));
    let all = [c::GEO_01, c::GEO_02, c::GEO_03, c::GEO_04];
    assert_eq!(
        all.map(sandtable_battle::Clause::number),
        [1901, 1902, 1903, 1904]
    );
}

#[test]
fn geo_05_contact_needs_an_inch_of_edge() {
    // GEO-05.
    for (x, ok) in [(35.0, true), (35.2, false)] {
        let mut t = Table::new(&[]);
        let us = t.blue("line-infantry", 30.0, 10.0, 0.0);
        let them = t.red("line-infantry", x, 11.0, 180.0);
        t.phase(turn::MELEE);
        assert_eq!(t.judge(&fight(us, them)).is_ok(), ok, "{x} {:?}", c::GEO_05);
    }
}

#[test]
fn geo_07_and_11_what_lies_in_the_way() {
    // GEO-07: a graze does not count as meeting; GEO-11: the way of the centre counts.
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 30.0, 10.0, 0.0);
    let beside = t.blue("line-infantry", 36.0, 13.0, 0.0);
    t.allows(&advance(us, 6.0));
    t.change(beside).pose = pose(35.9, 13.0, 0.0);
    t.refuses(&advance(us, 6.0), c::PASS_01);
    t.play(&advance(us, 1.5), &[]);
    t.stands(us, (30.0, 11.5, 0.0));
    assert_eq!((c::GEO_07.number(), c::GEO_11.number()), (1907, 1911));
}

#[test]
fn geo_12_a_forced_move_stops_short_of_enemies_and_water() {
    for ground in [true, false] {
        let mut t = Table::new(&[]);
        let us = t.blue("line-infantry", 30.0, 20.0, 0.0);
        t.red("line-infantry", 30.0, 26.0, 180.0);
        if ground {
            t.area(Ground::Lake, (30.0, 15.0), (20.0, 4.0));
        } else {
            t.red("line-infantry", 30.0, 16.5, 180.0);
            t.change(UnitId(2)).pose = pose(30.0, 9.0, 0.0);
            t.change(UnitId(2)).pose = pose(30.0, 16.5, 0.0);
            t.change(UnitId(1)).pose = pose(30.0, 21.5, 180.0);
        }
        t.shaken(us);
        t.play(&test(us), &[2]);
        let (_, y, _) = t.at(us);
        // GEO-12: a tenth of an inch short.
        assert!((y - 17.6).abs() < 0.01, "{y} {:?}", c::GEO_12);
    }
}

#[test]
fn every_switch_opens_with_every_value_and_no_other() {
    let card = Table::new(&[]).rules.card().clone();
    for switch in &card.switches {
        for value in &switch.values {
            let chosen = Switches::default().with(&switch.name, value);
            assert!(Favorite::new(&chosen).is_ok(), "{} {value}", switch.name);
        }
        let chosen = Switches::default().with(&switch.name, "nonsense");
        let trouble = Favorite::new(&chosen).expect_err("no such value");
        assert!(trouble.contains(&switch.name), "{trouble}");
    }
    let strange = Switches::default().with("no_such_switch", "1");
    assert!(Favorite::new(&strange).is_err());
    assert_eq!(card.switches.len(), 38);
}

#[test]
fn every_switch_names_a_clause_and_every_clause_a_switch_that_exists() {
    let card = Table::new(&[]).rules.card().clone();
    for switch in &card.switches {
        let clause = switch.clause.as_deref().expect("a clause");
        assert!(card.find(clause).is_some(), "{}: {clause}", switch.name);
    }
    for text in &card.clauses {
        if let Some(name) = &text.switch {
            assert!(card.switches.iter().any(|s| s.name == *name), "{name}");
        }
    }
    assert_eq!(card.marks.len(), 16);
}
