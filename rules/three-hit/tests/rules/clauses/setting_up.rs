//! Sections 15 and 16: set-up, victory.

use crate::common::*;
use sandtable_battle::{
    Arrival, Ground, Order, Outcome, Recorded, Rules, Scene, Side, Status, Zone, c as table,
};
use sandtable_three_hit::turn::{DEPLOY, MOVE, SHOOT};
use sandtable_three_hit::{c, marks};

/// SET-01, SET-02, SET-03, SET-04, SET-05: a pitched battle by the rules' own set-up.
#[test]
fn a_pitched_battle_is_set_up() {
    let t = table(&[]);
    let mut dice = Recorded::new(&[1, 5]);
    let start = t.rules.pitched_battle(&mut dice);
    assert_eq!(
        (start.setting.width, start.setting.height),
        (inch(36.0), inch(36.0))
    );
    let count = |side: Side, kind: u8| {
        start
            .units
            .iter()
            .filter(|u| u.side == side && u.kind == kind)
            .count()
    };
    assert_eq!([0, 1, 2, 3].map(|k| count(Side::A, k)), [3, 1, 0, 2]);
    assert_eq!([0, 1, 2, 3].map(|k| count(Side::B, k)), [4, 1, 1, 0]);
    let grounds: Vec<_> = start.setting.terrain.iter().map(|f| f.ground).collect();
    assert_eq!(
        grounds,
        [Ground::Hill, Ground::Woods, Ground::Town, Ground::Road]
    );
    let mut scene = Scene::new(start);
    t.rules.open(&mut scene, &mut dice);
    let mut t = Table {
        battle: scene.finish().0,
        ..t
    };
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (DEPLOY, Side::B)
    );
    let unit = t.battle.all().find(|(_, u)| u.side == Side::B).unwrap().0;
    let place = |x: f64, y: f64| Order::Place {
        unit,
        at: pose(x, y, 180.0),
        formation: 0,
    };
    t.refuses(&place(8.0, 27.0), c::SET_03);
    t.refuses(&place(1.0, 30.0), c::SET_01);
    t.allows(&place(8.0, 28.0));
    t.play(&place(8.0, 30.0), &[]);
    let next = sandtable_battle::UnitId(unit.0 + 1);
    let upon = Order::Place {
        unit: next,
        at: pose(9.0, 30.0, 180.0),
        formation: 0,
    };
    t.refuses(&upon, c::SET_04);
    t.play(&Order::End, &[]);
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (DEPLOY, Side::A)
    );
    t.play(&Order::End, &[]);
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (MOVE, Side::A)
    );
    assert!(t.battle.units.iter().all(|u| u.status == Status::Table));
    assert_eq!(t.rules.flaws(&t.battle), []);
}

/// SCOPE-01: reinforcements, as in the parent game's scenarios.
#[test]
fn reinforcements_arrive() {
    let mut t = table(&[]);
    t.blue("infantry", 18.0, 6.0, 0.0);
    t.red("infantry", 4.0, 30.0, 180.0);
    t.red("infantry", 18.0, 35.0, 180.0);
    let late = t.red("cavalry", 18.0, 35.0, 180.0);
    t.battle.units[late.index()].status = Status::Expected;
    let at = pose(18.0, 35.0, 180.0);
    t.set(|s| {
        s.arrivals.push(Arrival {
            unit: late,
            turn: 1,
            at,
        })
    });
    t.play(&Order::End, &[]);
    assert_eq!(t.battle.unit(late).status, Status::Table);
    // Of two equally near places, the one to its right.
    assert_eq!(t.at(late), (14.0, 35.0, 180.0));
}

/// VIC-01: a side with no units left loses at once.
#[test]
fn the_last_unit_decides() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    t.mark(r, marks::HITS, 2);
    t.phase(SHOOT);
    let events = t.play(&shoot(b, r), &[6]);
    assert_eq!(t.battle.ended, Some(Outcome::Won(Side::A)));
    assert!(cites(&events, c::VIC_01));
    t.refuses(&Order::End, table::OVER);
}

/// VIC-02, VIC-03, VIC-04: the end by time.
#[test]
fn time_ends_the_battle() {
    let last = |turns: Option<u16>, change: &dyn Fn(&mut Table)| {
        let mut t = table(&[("turn_limit", "3")]);
        t.blue("infantry", 18.0, 6.0, 0.0);
        t.red("infantry", 18.0, 30.0, 180.0);
        t.battle.cursor = sandtable_battle::Cursor {
            turn: 3,
            phase: MOVE,
            side: Side::B,
            ..t.battle.cursor
        };
        t.set(|s| s.turns = turns);
        change(&mut t);
        let events = t.play(&Order::End, &[]);
        (t.battle.ended, events.last().unwrap().why())
    };
    assert_eq!(last(None, &|_| ()), (Some(Outcome::Draw), c::VIC_04));
    assert_eq!(last(Some(4), &|_| ()).0, None);
    let more: &dyn Fn(&mut Table) = &|t| {
        t.red("infantry", 4.0, 30.0, 0.0);
    };
    assert_eq!(last(None, more), (Some(Outcome::Won(Side::B)), c::VIC_04));
    let hit: &dyn Fn(&mut Table) = &|t| t.mark(sandtable_battle::UnitId(0), marks::HITS, 1);
    assert_eq!(last(None, hit), (Some(Outcome::Won(Side::B)), c::VIC_04));
    let by_default: &dyn Fn(&mut Table) = &|t| t.set(|s| s.victory.default = Some(Side::A));
    assert_eq!(last(None, by_default).0, Some(Outcome::Won(Side::A)));
    let objective: &dyn Fn(&mut Table) = &|t| {
        t.red("infantry", 4.0, 30.0, 0.0);
        t.set(|s| {
            s.victory.objectives = true;
            let area = zone(16.0, 4.0, 4.0, 4.0);
            s.zones.push(Zone {
                name: "mill".to_owned(),
                side: None,
                area,
            });
        });
    };
    assert_eq!(
        last(None, objective),
        (Some(Outcome::Won(Side::A)), c::VIC_03)
    );
}
