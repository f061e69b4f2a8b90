//! Sections 10 to 12: firing, its deductions, ordered fire and its effects.

use super::common::{column, line, thrown, told, y};
use crate::support::{self, field, id, legal, mark, play, refused, rules, unit};
use sandtable_battle::Judging;
use sandtable_regimental::c;

/// FIRE-03, FIRE-04.
#[test]
fn carbines_and_rifles_fire_03_fire_04() {
    // RE43: carbines and muskets; a distance on a limit belongs to the nearer band.
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
    // 9 inches: a score of 7; less wood, fence, two smokes, prone: 2 left.
    assert_eq!(sum, 2, "{:?}", legal.factors());
    let cited = |clause| legal.factors().iter().any(|f| f.clause == clause);
    assert!(
        [c::TERR_01, c::TERR_05, c::FIRE_09, c::PRONE_02]
            .into_iter()
            .all(cited)
    );
    // FIRE-01, FIRE-02, FIRE-05, FIRE-06, MARK-08: eight dice; 1 and 2 hit, a ten never does.
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
    // The wall's D6 comes first: 4 off the score of 7.
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
    // Guns that fire first keep the infantry from firing.
    let (after, _) = play(
        &rules,
        &battle,
        "shoot G D",
        &[10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 6],
    );
    assert!(after.cursor.phase != 4 || !legal(&rules, &after, "shoot A D"));
    // Infantry fire: the target rolls on the table, and its officer may stop the result. Guns have
    // an effect even after that.
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
    // Two hits count as four: a stand is lost. The rout roll makes the target retreat, so it does
    // not react (LOSS-03, ROUT-07, ROUT-08).
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

/// CONV-07: a score of zero or less rolls no dice and makes no smoke.
#[test]
fn never_below_nought_conv_07() {
    let rules = rules(&[]);
    let body = unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "smoke = 1")
        + &unit("D", "Red", "infantry", (36.0, 37.0), 180.0, "prone = 1");
    let mut battle = field(&rules, "firing", "Blue", &body);
    let smoke = usize::from(sandtable_regimental::marks::SMOKE.place());
    battle.units[0].marks[smoke] = 0;
    // 26 inches: a score of 1, less 1 for the prone target: nothing is rolled, and nobody reacts.
    let (after, events) = play(&rules, &battle, "shoot A D", &[]);
    assert_eq!(mark(&after, &rules, "A", "smoke"), 0);
    assert_eq!(told(&events, c::REACT_05), None);
}

/// GEO-05, GEO-06, GEO-07: the field of fire opens forty-five degrees outward from each front
/// corner. The range is measured from the front edge to the part of the target in the field.
#[test]
fn field_of_fire_and_range_geo_05_geo_06_geo_07() {
    let rules = rules(&[]);
    let shot = |x: f64| {
        // The near corner of D, which stands at 90 degrees to A, is four inches ahead.
        let body = line("A", "Blue", (20.0, 10.0), 0.0)
            + &unit(
                "D",
                "Red",
                "infantry",
                (x, 18.5),
                270.0,
                "stands = 8\nreacted = 1",
            );
        field(&rules, "firing", "Blue", &body)
    };
    // D reaches from y 14.5 to y 22.5. Its rear corner is 12 inches ahead of the front, where the
    // field reaches 12 inches beyond A's corner at x = 24.
    let inside = shot(36.4);
    assert!(legal(&rules, &inside, "shoot A D"));
    let outside = shot(36.6);
    assert!(refused(&rules, &outside, "shoot A D").cite(c::GEO_06));
    // Straight ahead from front edge to near edge: 7 inches, a score of 7.
    let body = line("A", "Blue", (20.0, 10.0), 0.0)
        + &unit("D", "Red", "infantry", (20.0, 18.0), 180.0, "reacted = 1");
    let battle = field(&rules, "firing", "Blue", &body);
    let order = support::parse(&rules, &battle, "shoot A D");
    let found = rules.judge(&battle, &order).expect("legal");
    let tape = found.tape().expect("a tape");
    assert_eq!(tape.length, 7 * 2540);
    // A target behind the front is outside the field, however near it is.
    let behind = line("A", "Blue", (20.0, 10.0), 180.0)
        + &unit("D", "Red", "infantry", (20.0, 18.0), 180.0, "reacted = 1");
    let battle = field(&rules, "firing", "Blue", &behind);
    assert!(refused(&rules, &battle, "shoot A D").cite(c::GEO_06));
}

/// FIRE-08, FIRE-10: dice for deductions are rolled before those of the fire, the wall's first.
/// Three hits cost a stand.
#[test]
fn casualties_and_dice_deducted_fire_08_fire_10() {
    let rules = rules(&[]);
    let body = "[[terrain]]\nground = \"wall\"\nline = [[20, 18], [60, 18]]\n".to_owned()
        + &unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "red = 1")
        + &unit("D", "Red", "infantry", (36.0, 20.0), 180.0, "reacted = 1");
    let battle = field(&rules, "firing", "Blue", &body);
    // 9 inches: a score of 7, less 2 for the wall, less 1 for disorder: 4.
    let dice = [2, 1, 4, 4, 4, 5, 6, 7, 8, 9, 1, 1, 1, 6];
    let whys = thrown(&rules, &battle, "shoot A D", &dice);
    assert_eq!(whys[..3], [c::TERR_09, c::MARK_05, c::FIRE_05]);
    let (after, events) = play(&rules, &battle, "shoot A D", &dice);
    assert_eq!(told(&events, c::FIRE_05), Some(3));
    assert_eq!(after.unit(id(&after, "D")).stands, 7);
    assert_eq!(mark(&after, &rules, "D", "hits"), 0);
}

/// ORD-12, ORD-13, SEQ-05: fire in answer is aimed at the firer, in haste. Nobody reacts to it, but
/// a stand lost to it is followed by checks of officers and a rout roll.
#[test]
fn fire_in_answer_ord_12_ord_13_seq_05() {
    let rules = rules(&[]);
    let body = unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "hits = 2")
        + &unit("G", "Blue", "artillery", (50.0, 10.0), 0.0, "")
        + &line("D", "Red", (36.0, 20.0), 180.0);
    let battle = field(&rules, "firing", "Blue", &body);
    let dice = [10, 10, 10, 10, 10, 10, 10, 10, 4];
    let (now, _) = play(&rules, &battle, "shoot A D", &dice);
    assert_eq!(now.cursor.waits.map(|w| w.why), Some(c::REACT_09));
    // 9 inches: a score of 7, less A's smoke, less 1 for haste: 5. One hit costs a stand.
    let answer = [1, 5, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1, 6];
    let (after, events) = play(&rules, &now, "decide 0", &answer);
    assert_eq!(after.unit(id(&after, "A")).stands, 7);
    assert_eq!(told(&events, c::ROUT_05), Some(3));
    assert_eq!(told(&events, c::REACT_05), None, "no counter-reaction");
    assert_eq!(mark(&after, &rules, "A", "reacted"), 0);
}

/// FIRE-02, GEO-06: a column fires only with its head.
#[test]
fn a_column_fires_with_its_head_fire_02() {
    let rules = rules(&[]);
    let body = column("A", "Blue", (36.0, 10.0), 0.0)
        + &unit("D", "Red", "infantry", (36.0, 20.0), 180.0, "reacted = 1");
    let battle = field(&rules, "firing", "Blue", &body);
    let (_, events) = play(&rules, &battle, "shoot A D", &[1]);
    assert_eq!(told(&events, c::FIRE_05), Some(1));
}
