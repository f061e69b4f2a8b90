//! What the clauses say, shown one by one: movement, fire, charges.

mod support;

use sandtable_battle::{Battle, Event, Rules, Status};
use sandtable_regimental::{Regimental, c};
use support::{field, id, legal, mark, play, refused, rules, unit};

fn line(name: &str, side: &str, at: (f64, f64), facing: f64) -> String {
    unit(name, side, "infantry", at, facing, "")
}

fn two(more: &str) -> String {
    unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, more) + &line("D", "Red", (36.0, 44.0), 180.0)
}

fn moving(body: &str) -> (Regimental, Battle) {
    let rules = rules(&[]);
    let battle = field(&rules, "movement", "Blue", body);
    (rules, battle)
}

fn y(battle: &Battle, name: &str) -> f64 {
    f64::from(battle.unit(id(battle, name)).pose.y) / 2540.0
}

fn told(events: &[Event], why: sandtable_battle::Clause) -> Option<u16> {
    events.iter().find_map(|e| match *e {
        Event::Told {
            why: w, outcome, ..
        } if w == why => Some(outcome),
        _ => None,
    })
}

/// UNIT-01, UNIT-02, UNIT-05, FORM-01.
#[test]
fn kinds_stands_and_formations_unit_01_unit_02_unit_05_form_01() {
    let rules = rules(&[]);
    let stands: Vec<u8> = rules.card().kinds.iter().map(|k| k.stands).collect();
    assert_eq!(stands, [8, 6, 3, 3, 4]);
    let body = line("A", "Blue", (20.0, 10.0), 0.0)
        + &unit(
            "K",
            "Blue",
            "infantry",
            (40.0, 10.0),
            0.0,
            "formation = \"column\"",
        )
        + &unit("S", "Blue", "skirmishers", (52.0, 10.0), 0.0, "")
        + &line("D", "Red", (36.0, 44.0), 180.0);
    let battle = field(&rules, "movement", "Blue", &body);
    // GEO-01, GEO-02, GEO-03: a line, a column, open order.
    let size = |name: &str| {
        let rect = rules.footprint(&battle, id(&battle, name));
        (rect.frontage() / 2540, rect.depth() / 2540)
    };
    assert_eq!((size("A"), size("K"), size("S")), ((8, 1), (1, 8), (5, 1)));
    // UNIT-03, UNIT-04, SETUP-05: no rating of quality; the card says what a unit is.
    assert_eq!(rules.card().ratings.len(), 2);
}

/// MOVE-01, MOVE-02, MOVE-03.
#[test]
fn how_far_units_move_move_01_move_02_move_03() {
    let (rules, battle) = moving(&two(""));
    assert!(legal(&rules, &battle, "move A advance 6"));
    assert!(refused(&rules, &battle, "move A advance 6.01").cite(c::MOVE_02));
    // A line pays an inch for each started 45 degrees.
    assert!(legal(&rules, &battle, "move A pivot 45 advance 5"));
    assert!(refused(&rules, &battle, "move A pivot 46 advance 5").cite(c::MOVE_02));
    assert!(legal(&rules, &battle, "move A pivot 46 advance 2 pivot 90"));
    let (rules, battle) = moving(&two("formation = \"column\""));
    assert!(
        legal(&rules, &battle, "move A pivot 90 advance 9 pivot 0"),
        "columns pay nothing"
    );
    assert!(refused(&rules, &battle, "move A pivot 90 advance 9.1").cite(c::MOVE_02));
    // GEO-09: about the centre; MOVE-06: not off the table.
    assert!(refused(&rules, &battle, "move A pivot 180 advance 9").cite(c::MOVE_06));
}

/// SEQ-03, SEQ-04.
#[test]
fn one_action_seq_03_seq_04() {
    let (rules, battle) = moving(&two(""));
    let (after, _) = play(&rules, &battle, "move A advance 1", &[]);
    assert!(
        refused(&rules, &after, "move A advance 1")
            .reasons()
            .iter()
            .any(|r| { [c::SEQ_02, c::SEQ_03].contains(&r.clause) || r.clause.number() < 100 })
    );
}

/// GEO-10, MOVE-05.
#[test]
fn keeping_apart_and_passing_geo_10_move_05() {
    let body = line("A", "Blue", (36.0, 10.0), 0.0)
        + &line("B", "Blue", (36.0, 13.0), 0.0)
        + &unit("S", "Blue", "skirmishers", (12.0, 10.0), 0.0, "")
        + &unit("T", "Blue", "skirmishers", (12.0, 13.0), 0.0, "")
        + &line("D", "Red", (12.0, 19.0), 180.0);
    let (rules, battle) = moving(&body);
    assert!(refused(&rules, &battle, "move A advance 4").cite(c::MOVE_05));
    assert!(
        legal(&rules, &battle, "move S advance 6"),
        "skirmishers pass friends"
    );
    assert!(
        refused(&rules, &battle, "move S advance 3").cite(c::MOVE_05),
        "but never stop on them"
    );
    assert!(legal(&rules, &battle, "move T advance 4"));
    assert!(refused(&rules, &battle, "move T advance 4.1").cite(c::GEO_10));
}

/// OFF-02, OFF-05, MARK-05, PRONE-01, PRONE-03.
#[test]
fn officers_disorder_and_prone_off_02_off_05_mark_05_prone_01_prone_03() {
    for (more, clause) in [
        ("down = 3", c::OFF_05),
        ("red = 1", c::MARK_05),
        ("prone = 1", c::PRONE_01),
    ] {
        let (rules, battle) = moving(&two(more));
        assert!(
            refused(&rules, &battle, "move A advance 1").cite(clause),
            "{more}"
        );
    }
    let (rules, battle) = moving(&two("down = 3\ncaptain = 1"));
    assert!(
        legal(&rules, &battle, "move A advance 1"),
        "a captain commands"
    );
    let (rules, battle) = moving(&two("prone = 1"));
    let (after, _) = play(&rules, &battle, "form A line", &[]);
    assert_eq!(mark(&after, &rules, "A", "prone"), 0, "it stands up");
    // OFF-01: a scenario may lower the three.
    let (rules, battle) = moving(&two("officers = \"one\"\ndown = 1"));
    assert!(refused(&rules, &battle, "move A advance 1").cite(c::OFF_05));
}

/// FORM-02, FORM-03.
#[test]
fn forming_takes_the_action_and_any_facing_form_02_form_03() {
    let (rules, battle) = moving(&two(""));
    let (formed, _) = play(&rules, &battle, "form A column", &[]);
    assert_eq!(formed.unit(id(&formed, "A")).formation, 1);
    let (faced, _) = play(&rules, &formed, "face A 90", &[]);
    assert_eq!(
        faced.unit(id(&faced, "A")).pose.facing.degrees().round(),
        90.0
    );
    let body = unit(
        "G",
        "Blue",
        "artillery",
        (36.0, 10.0),
        0.0,
        "formation = \"limbered\"",
    ) + &line("D", "Red", (36.0, 20.0), 180.0);
    let rules = rules_default();
    let battle = field(&rules, "firing", "Blue", &body);
    assert!(refused(&rules, &battle, "shoot G D").cite(c::FORM_03));
}

fn rules_default() -> Regimental {
    rules(&[])
}

/// FIRE-03, FIRE-04.
#[test]
fn carbines_and_rifles_fire_03_fire_04() {
    // RE43: carbines and muskets; a range on a limit belongs to the nearer band.
    let rules = rules(&[]);
    for (range, wanted) in [
        (0.5, Some(6)),
        (1.0, Some(6)),
        (1.01, Some(5)),
        (3.0, Some(4)),
        (5.0, Some(2)),
        (5.5, Some(1)),
        (12.0, Some(1)),
        (12.02, None),
    ] {
        let body = unit("A", "Blue", "cavalry", (36.0, 10.0), 0.0, "")
            + &line("D", "Red", (36.0, 11.0 + range), 180.0);
        let battle = field(&rules, "firing", "Blue", &body);
        let order = support::parse(&rules, &battle, "shoot A D");
        let found = rules.judge(&battle, &order).ok();
        let score = found.and_then(|l| {
            l.factors()
                .iter()
                .find(|f| f.clause == c::FIRE_03)
                .map(|f| f.value)
        });
        assert_eq!(score, wanted, "at {range}");
    }
}

/// CONV-06, FIRE-09, PRONE-02, TERR-14, TERR-15.
#[test]
fn deductions_add_up_conv_06_fire_09_prone_02_terr_14_terr_15() {
    let rules = rules(&[]);
    let body = "[[terrain]]\nground = \"woods\"\nat = [36, 20]\nsize = [20, 4]\n\
                [[terrain]]\nground = \"fence\"\nline = [[20, 16], [60, 16]]\n"
        .to_owned()
        + &unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "smoke = 1")
        + &unit(
            "D",
            "Red",
            "infantry",
            (36.0, 20.0),
            180.0,
            "prone = 1\nsmoke = 1\nreacted = 1",
        );
    let battle = field(&rules, "firing", "Blue", &body);
    let order = support::parse(&rules, &battle, "shoot A D");
    let legal = rules.judge(&battle, &order).expect("legal");
    let sum: i16 = legal.factors().iter().map(|f| f.value).sum();
    // 9 inches: 7; wood, fence, two smokes, prone: 2 left.
    assert_eq!(sum, 2, "{:?}", legal.factors());
    let cited = |clause| legal.factors().iter().any(|f| f.clause == clause);
    assert!(
        [c::TERR_01, c::TERR_05, c::FIRE_09, c::PRONE_02]
            .into_iter()
            .all(cited)
    );
    // FIRE-01, FIRE-02, FIRE-05, FIRE-06, MARK-08: eight dice, 1 and 2 hit, a ten never.
    let (after, events) = play(&rules, &battle, "shoot A D", &[1, 2, 3, 10, 10, 10, 10, 10]);
    assert_eq!(told(&events, c::FIRE_05), Some(2));
    assert_eq!(mark(&after, &rules, "D", "hits"), 2);
}

/// TERR-15, TERR-09.
#[test]
fn a_firer_at_the_fence_fires_over_it_terr_15_terr_09() {
    let rules = rules(&[]);
    let body = |fence: f64| {
        format!("[[terrain]]\nground = \"wall\"\nline = [[20, {fence:.1}], [60, {fence:.1}]]\n")
            + &line("A", "Blue", (36.0, 10.0), 0.0)
            + &unit("D", "Red", "infantry", (36.0, 20.0), 180.0, "reacted = 1")
    };
    let at = field(&rules, "firing", "Blue", &body(11.0));
    play(&rules, &at, "shoot A D", &[10; 8]);
    let before = field(&rules, "firing", "Blue", &body(18.0));
    // The wall's D6 comes first: 4 off 7.
    let mut dice = vec![4];
    dice.extend([3, 4, 5, 6, 7, 8, 9, 10]);
    let (_, events) = play(&rules, &before, "shoot A D", &dice);
    assert_eq!(told(&events, c::FIRE_05), Some(1));
}

/// TERR-03, TERR-04, TERR-13, GEO-08.
#[test]
fn up_and_down_hill_terr_03_terr_04_terr_13_geo_08() {
    let rules = rules(&[]);
    let hill = "[[terrain]]\nground = \"hill\"\nat = [36, 22]\nsize = [20, 6]\n".to_owned();
    let up = hill.clone()
        + &line("A", "Blue", (36.0, 10.0), 0.0)
        + &line("D", "Red", (36.0, 22.0), 180.0);
    let battle = field(&rules, "firing", "Blue", &up);
    let order = support::parse(&rules, &battle, "shoot A D");
    let legal = rules.judge(&battle, &order).expect("legal");
    assert!(
        legal
            .factors()
            .iter()
            .any(|f| f.clause == c::TERR_03 && f.value == -1)
    );
    let over =
        hill + &line("A", "Blue", (36.0, 10.0), 0.0) + &line("D", "Red", (36.0, 30.0), 180.0);
    let battle = field(&rules, "firing", "Blue", &over);
    assert!(
        refused(&rules, &battle, "shoot A D").cite(c::GEO_08),
        "a hill between"
    );
}

/// ORD-01, ORD-05, ORD-06, ORD-09.
#[test]
fn ordered_fire_ord_01_ord_05_ord_06_ord_09() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (20.0, 10.0), 0.0)
        + &unit("G", "Blue", "artillery", (40.0, 10.0), 0.0, "")
        + &line("D", "Red", (30.0, 24.0), 180.0);
    let battle = field(&rules, "firing", "Blue", &body);
    // Guns that fire first shut the infantry up.
    let (after, _) = play(
        &rules,
        &battle,
        "shoot G D",
        &[10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 6],
    );
    assert!(after.cursor.phase != 4 || !legal(&rules, &after, "shoot A D"));
    // Infantry fire: the table, and the officer may stop it; guns tell even then.
    let (after, events) = play(
        &rules,
        &battle,
        "shoot A D",
        &[10, 10, 10, 10, 10, 10, 10, 10, 10],
    );
    assert_eq!(told(&events, c::REACT_05), Some(3));
    assert_eq!(mark(&after, &rules, "D", "reacted"), 1);
    let (after, events) = play(
        &rules,
        &after,
        "shoot G D",
        &[10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 1],
    );
    assert_eq!(told(&events, c::ORD_08), Some(0), "ORD-09");
    assert_eq!(y(&after, "D"), 27.0);
}

/// ORD-07, ORD-11, ROUT-01.
#[test]
fn columns_under_fire_ord_07_and_first_the_losses_ord_11_rout_01() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 10.0), 0.0)
        + &unit(
            "D",
            "Red",
            "infantry",
            (36.0, 20.0),
            180.0,
            "formation = \"column\"",
        );
    let battle = field(&rules, "firing", "Blue", &body);
    // Two hits count four: a stand; the rout roll retreats it, so that it makes no
    // reaction (LOSS-03, ROUT-07, ROUT-08).
    let (after, events) = play(
        &rules,
        &battle,
        "shoot A D",
        &[1, 1, 10, 10, 10, 10, 10, 10, 1, 1, 1, 5, 3],
    );
    assert_eq!(told(&events, c::ROUT_05), Some(2));
    assert_eq!(told(&events, c::ORD_07), None);
    assert_eq!(mark(&after, &rules, "D", "reacted"), 0);
    let (_, events) = play(
        &rules,
        &battle,
        "shoot A D",
        &[10, 10, 10, 10, 10, 10, 10, 10, 6],
    );
    assert_eq!(
        told(&events, c::ORD_07),
        Some(3),
        "ORD-10: fired at is enough"
    );
}

/// ORD-02, ORD-03, ORD-04.
#[test]
fn skirmish_fire_lets_units_turn_ord_02_ord_03_ord_04() {
    let rules = rules(&[]);
    let body = unit("S", "Blue", "skirmishers", (30.0, 20.0), 0.0, "")
        + &line("D", "Red", (38.0, 24.0), 180.0)
        + &line("E", "Red", (60.0, 44.0), 180.0);
    let battle = field(&rules, "firing", "Blue", &body);
    let (after, _) = play(&rules, &battle, "shoot S D", &[10, 10, 10]);
    let waits = after.cursor.waits.expect("a choice");
    assert_eq!((waits.why, waits.unit), (c::ORD_04, Some(id(&after, "D"))));
    assert_eq!(after.to_move(), sandtable_battle::Side::B);
    let (turned, _) = play(&rules, &after, "decide 1", &[]);
    let facing = turned.unit(id(&turned, "D")).pose.facing.degrees();
    assert!((facing - 243.4).abs() < 0.2, "{facing}");
    assert!(turned.cursor.waits.is_none(), "E is too far off");
}

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
    // MARK-01, CHARGE-02: a marker, and nothing else happens.
    let (after, events) = play(&rules, &battle, "charge A D", &[]);
    assert_eq!(mark(&after, &rules, "A", "charging"), 1);
    assert!(events.iter().all(|e| !matches!(e, Event::Told { .. })));
    // A turn of at most 45 degrees first, by the player's own hand (GEO-11).
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
    // SETUP-06, FIRE-11: in fog nothing is seen. No cheer: no roll at all.
    let (_, events) = play(&rules, &now, "fight A D", &with(&[7]));
    assert_eq!(
        (told(&events, c::CHEER_04), told(&events, c::REACT_01)),
        (Some(0), None)
    );
    // A cheer not heard; a cheer heard: the table (10: REACT-07, nothing).
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
    // 8 inches: 7, less 2 in haste: 5. Three hits: a stand; rout 4: the charge ends.
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
    // CHEER-01, CHEER-03, CONTACT-04: to its farthest point, without a marker.
    assert_eq!(y(&after, "A"), 22.0);
    assert_eq!(mark(&after, &rules, "A", "red"), 0);
}

/// H2HL-07, H2HL-08, H2HL-13, H2HL-14.
#[test]
fn fights_that_the_attacker_loses_h2hl_07_h2hl_08_h2hl_13_h2hl_14() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 20.0), 0.0)
        + &unit("D", "Red", "infantry", (36.0, 27.0), 180.0, "reacted = 1");
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "charge A D", &[]).0;
    let dice = |round: [u8; 16]| [&[1; 8][..], &[7], &round].concat();
    // One hit on the attacker alone: he backs up, red; the defender nothing.
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
    // A draw: held; the recoiling attacker is a loser.
    let draw = dice([5; 16]);
    let (after, _) = play(&rules, &now, "fight A D", &draw);
    assert_eq!(
        (
            mark(&after, &rules, "A", "red"),
            mark(&after, &rules, "D", "red")
        ),
        (1, 0)
    );
    // Both hit, the attacker more: H2HL-09, H2HL-12: both red.
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

/// RALLY-01, RALLY-02, MARK-08, SEQ-01, SEQ-02, SEQ-06.
#[test]
fn the_command_phase_rally_01_rally_02_mark_08_turns_seq_01_seq_02_seq_06() {
    let rules = rules(&[]);
    let body = unit(
        "A",
        "Blue",
        "infantry",
        (20.0, 10.0),
        0.0,
        "red = 1\nsmoke = 1",
    ) + &unit(
        "B",
        "Blue",
        "infantry",
        (40.0, 10.0),
        0.0,
        "red = 1\ndown = 3",
    ) + &unit(
        "D",
        "Red",
        "infantry",
        (36.0, 44.0),
        180.0,
        "smoke = 1\nreacted = 1",
    );
    let battle = field(&rules, "firing", "Red", &body);
    // Red's turn ends; Blue is first: a new turn. A rallies; B finds a captain, who rallies too.
    let (after, _) = play(&rules, &battle, "end", &[8, 2, 4]);
    assert_eq!(after.cursor.turn, 2);
    for (name, what, wanted) in [
        ("A", "red", 0),
        ("A", "smoke", 0),
        ("B", "captain", 1),
        ("B", "red", 0),
        ("D", "reacted", 0),
        ("D", "smoke", 1),
    ] {
        assert_eq!(mark(&after, &rules, name, what), wanted, "{name} {what}");
    }
}

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
    // D withdraws into E, which rolls: 3 withdraws (its officer lets it), D completes.
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
    // The officer stops it: D stays in touch and takes a red marker.
    let (after, _) = play(&rules, &now, "decide 1", &[2]);
    assert_eq!((y(&after, "D"), y(&after, "E")), (21.0, 22.0));
    assert_eq!(mark(&after, &rules, "D", "red"), 1);
}

/// SETUP-01, SETUP-03, SETUP-04.
#[test]
fn deployment_setup_01_setup_03_setup_04() {
    let rules = rules(&[]);
    let body = unit(
        "A",
        "Blue",
        "infantry",
        (0.0, 0.0),
        0.0,
        "status = \"reserve\"",
    ) + &unit(
        "D",
        "Red",
        "infantry",
        (0.0, 0.0),
        180.0,
        "status = \"reserve\"",
    );
    let battle = field(&rules, "deployment", "Blue", &body);
    assert!(legal(&rules, &battle, "place A 36,6 0 line"));
    assert!(refused(&rules, &battle, "place A 36,12 0 line").cite(c::SETUP_03));
    let (now, _) = play(&rules, &battle, "place A 36,6 0 line", &[]);
    assert_eq!(now.cursor.side, sandtable_battle::Side::B);
    let (now, _) = play(&rules, &now, "place D 36,42 180 line", &[]);
    assert_eq!((now.cursor.turn, now.cursor.phase), (1, 1));
    assert!(now.units.iter().all(|u| u.status == Status::Table));
}

/// LOSS-02, LOSS-04, GEO-04, H2HL-18: a line closes up on its centre; the last stand goes
/// with the unit, and a victor goes on.
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
    // Two strikers of eight meet one stand: two dice against one, and it is gone.
    let dice = [&[6; 8][..], &[7], &[6, 6, 1]].concat();
    let (after, _) = play(&rules, &now, "fight A D", &dice);
    assert_eq!(after.unit(id(&after, "D")).status, Status::Destroyed);
    assert_eq!(y(&after, "A"), 32.0, "to the end of the charge");
}

/// H2HC-06, H2HC-07, H2HC-11, ROUT-02, MARK-04: a column that has pierced one line strikes the
/// next at once, which rolls no reaction; the hole closes in the owner's Command phase.
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

/// VIC-03, SETUP-02: an objective held alone decides at the end.
#[test]
fn objectives_decide() {
    let rules = rules(&[]);
    let body = "turns = 3\n[[zone]]\nname = \"Hill\"\nat = [36, 10]\nsize = [6, 6]\n[victory]\nobjectives = true\n";
    let text = format!(
        "format = 1\nrules = \"regimental\"\nattacker = \"Blue\"\n[[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n{}{}[state]\nturn = 3\nphase = \"firing\"\nactive = \"Red\"\n",
        two(""),
        body.split_once('\n').expect("lines").1
    );
    let mut battle =
        sandtable_battle::files::read_battle(&text, &rules).unwrap_or_else(|f| panic!("{f}"));
    std::sync::Arc::make_mut(&mut battle.setting).turns = Some(3);
    let (after, events) = play(&rules, &battle, "end", &[]);
    assert_eq!(
        after.ended,
        Some(sandtable_battle::Outcome::Won(sandtable_battle::Side::A))
    );
    assert_eq!(events.last().map(Event::why), Some(c::VIC_03));
}
