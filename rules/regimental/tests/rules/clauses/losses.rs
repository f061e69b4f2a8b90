//! Sections 19 to 21: casualties, officers, rout, forced moves, victory.

use super::common::{line, two, y};
use crate::support::{field, mark, play, rules, unit};
use sandtable_battle::Event;
use sandtable_regimental::c;

/// VIC-01, VIC-02.
#[test]
fn half_of_the_stands_vic_01_and_time_vic_02() {
    let rules = rules(&[]);
    let body = unit(
        "A",
        "Blue",
        "infantry",
        (20.0, 10.0),
        0.0,
        "stands = 2\nstarted = 8",
    ) + &line("D", "Red", (36.0, 44.0), 180.0);
    let battle = field(&rules, "firing", "Red", &body);
    let (after, events) = play(&rules, &battle, "end", &[]);
    assert_eq!(
        after.ended,
        Some(sandtable_battle::Outcome::Won(sandtable_battle::Side::B))
    );
    assert_eq!(events.last().map(Event::why), Some(c::VIC_01));
    let mut late = field(&rules, "firing", "Red", &two(""));
    late.cursor.turn = 12;
    let (after, _) = play(&rules, &late, "end", &[]);
    assert_eq!(after.ended, Some(sandtable_battle::Outcome::Draw), "VIC-02");
}

/// COLL-05, COLL-06.
#[test]
fn collisions_coll_05_coll_06() {
    let rules = rules(&[]);
    // D withdraws into E, which rolls a 3 and withdraws (its officer lets it), so D completes its
    // move.
    let body = unit("G", "Blue", "artillery", (36.0, 10.0), 0.0, "")
        + &line("D", "Red", (36.0, 20.0), 180.0)
        + &line("E", "Red", (36.0, 22.0), 180.0);
    let battle = field(&rules, "firing", "Blue", &body);
    let mut dice = vec![10; 12];
    dice.extend([1, 3]);
    let (now, _) = play(&rules, &battle, "shoot G D", &dice);
    assert_eq!(now.cursor.waits.map(|w| w.why), Some(c::REACT_08));
    let (after, _) = play(&rules, &now, "decide 0", &[]);
    assert_eq!((y(&after, "D"), y(&after, "E")), (23.0, 25.0));
    // The officer stops E: D stays in contact and gets a red marker.
    let (after, _) = play(&rules, &now, "decide 1", &[2]);
    assert_eq!((y(&after, "D"), y(&after, "E")), (21.0, 22.0));
    assert_eq!(mark(&after, &rules, "D", "red"), 1);
}

/// VIC-03, SETUP-02: an objective that only one side holds decides at the end.
#[test]
fn objectives_decide() {
    let rules = rules(&[]);
    let body = "turns = 3\n[[zone]]\nname = \"Hill\"\nat = [36, 10]\nsize = [6, 6]\n[victory]\nobjectives = true\n";
    let text = format!(
        "format = 1\nrules = \"regimental\"\nattacker = \"Blue\"\n[[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n{}{}[state]\nturn = 3\nphase = \"firing\"\nactive = \"Red\"\n",
        two(""),
        body.split_once('\n').expect("lines").1
    );
    let mut battle = sandtable_files::read_battle(&text, &rules).unwrap_or_else(|f| panic!("{f}"));
    std::sync::Arc::make_mut(&mut battle.setting).turns = Some(3);
    let (after, events) = play(&rules, &battle, "end", &[]);
    assert_eq!(
        after.ended,
        Some(sandtable_battle::Outcome::Won(sandtable_battle::Side::A))
    );
    assert_eq!(events.last().map(Event::why), Some(c::VIC_03));
}

/// ROUT-04: without an officer or a captain, the regiment stalls.
#[test]
fn a_regiment_stalls_rout_04() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 10.0), 0.0)
        + &unit(
            "D",
            "Red",
            "infantry",
            (36.0, 20.0),
            180.0,
            "hits = 2\ndown = 2\nreacted = 1",
        );
    let battle = field(&rules, "firing", "Blue", &body);
    // One hit costs a stand; the last officer is hit and goes down; the captain fails; the rout
    // roll is nothing.
    let dice = [1, 10, 10, 10, 10, 10, 10, 10, 2, 5, 3, 6];
    let (after, events) = play(&rules, &battle, "shoot A D", &dice);
    assert_eq!(mark(&after, &rules, "D", "down"), 3);
    assert_eq!(mark(&after, &rules, "D", "red"), 1);
    assert!(events.iter().any(|e| e.why() == c::ROUT_04));
}

/// COLL-03, COLL-07: neither a wall nor friendly skirmishers stop a forced move.
#[test]
fn over_everything_coll_03_coll_07() {
    let rules = rules(&[]);
    let body = "[[terrain]]\nground = \"wall\"\nline = [[20, 21.5], [60, 21.5]]\n".to_owned()
        + &unit("G", "Blue", "artillery", (36.0, 10.0), 0.0, "")
        + &line("D", "Red", (36.0, 20.0), 180.0)
        + &unit("S", "Red", "skirmishers", (36.0, 25.0), 180.0, "");
    let battle = field(&rules, "firing", "Blue", &body);
    // Result 1: three inches back, over the wall, without a die for the wall.
    let dice = [&[10; 12][..], &[1]].concat();
    let (after, _) = play(&rules, &battle, "shoot G D", &dice);
    assert_eq!((y(&after, "D"), y(&after, "S")), (23.0, 25.0));
    // Result 4: nine inches, through the skirmishers.
    let dice = [&[10; 12][..], &[4]].concat();
    let (after, _) = play(&rules, &battle, "shoot G D", &dice);
    assert_eq!((y(&after, "D"), y(&after, "S")), (29.0, 25.0));
}

/// COLL-08: a forced move stops an inch short of an enemy.
#[test]
fn short_of_the_enemy_coll_08() {
    let rules = rules(&[]);
    let body = unit("G", "Blue", "artillery", (36.0, 10.0), 0.0, "")
        + &line("D", "Red", (36.0, 20.0), 180.0)
        + &line("B", "Blue", (36.0, 25.0), 0.0);
    let battle = field(&rules, "firing", "Blue", &body);
    let dice = [&[10; 12][..], &[4]].concat();
    let (after, _) = play(&rules, &battle, "shoot G D", &dice);
    assert_eq!(y(&after, "D"), 23.0);
}
