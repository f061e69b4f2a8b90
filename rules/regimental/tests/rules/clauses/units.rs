//! Sections 1 to 10: units, officers, markers, set-up, turns, moves and ground.

use super::common::{charging, line, moving, thrown, two, y};
use crate::support::{field, id, legal, mark, play, refused, rules, unit};
use sandtable_battle::{Rules, Status};
use sandtable_regimental::c;

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
    // UNIT-03, UNIT-04, SETUP-05: there is no rating of quality; the card says what a unit is.
    assert_eq!(rules.card().ratings.len(), 2);
}

/// MOVE-01, MOVE-02, MOVE-03.
#[test]
fn how_far_units_move_move_01_move_02_move_03() {
    let (rules, battle) = moving(&two(""));
    assert!(legal(&rules, &battle, "move A advance 6"));
    assert!(refused(&rules, &battle, "move A advance 6.01").cite(c::MOVE_02));
    // A line pays an inch for each 45 degrees or part of them.
    assert!(legal(&rules, &battle, "move A pivot 45 advance 5"));
    assert!(refused(&rules, &battle, "move A pivot 46 advance 5").cite(c::MOVE_02));
    assert!(legal(&rules, &battle, "move A pivot 46 advance 2 pivot 90"));
    let (rules, battle) = moving(&two("formation = \"column\""));
    assert!(
        legal(&rules, &battle, "move A pivot 90 advance 9 pivot 0"),
        "columns pay nothing"
    );
    assert!(refused(&rules, &battle, "move A pivot 90 advance 9.1").cite(c::MOVE_02));
    // GEO-09: units turn about their centre; MOVE-06: they may not leave the table.
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
    // OFF-01: a scenario may give fewer than three officers.
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
    let rules = crate::support::rules(&[]);
    let battle = field(&rules, "firing", "Blue", &body);
    assert!(refused(&rules, &battle, "shoot G D").cite(c::FORM_03));
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
    // Red's turn ends, and Blue is first, so a new turn starts. A rallies; B finds a captain and
    // then rallies, too.
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

/// SETUP-03: a player may leave the rest to the umpire; a unit without room counts as lost.
#[test]
fn the_rest_goes_to_the_first_free_places_setup_03() {
    let rules = rules(&[]);
    let waits = |name: &str, side: &str| {
        unit(
            name,
            side,
            "infantry",
            (0.0, 0.0),
            0.0,
            "status = \"reserve\"",
        )
    };
    let body = waits("A", "Blue") + &waits("B", "Blue") + &waits("D", "Red");
    let battle = field(&rules, "deployment", "Blue", &body);
    let (now, _) = play(&rules, &battle, "place A 36,6 0 line", &[]);
    let (now, _) = play(&rules, &now, "place D 36,42 180 line", &[]);
    // Nobody else has anything to place, so the battle begins.
    let (begun, _) = play(&rules, &now, "end", &[]);
    assert_eq!((begun.cursor.turn, begun.cursor.phase), (1, 1));
    let [a, b] = ["A", "B"].map(|name| rules.footprint(&begun, id(&begun, name)));
    assert!(!a.overlaps(&b));
    assert!(b.corners().iter().all(|at| (0..=12 * 2540).contains(&at.y)));
    // Both at once; and then there is no rest.
    let (all, _) = play(&rules, &battle, "end", &[]);
    for name in ["A", "B"] {
        assert_eq!(all.unit(id(&all, name)).status, Status::Table);
    }
    assert_eq!(all.cursor.side, sandtable_battle::Side::B);
    // A zone that is too small for anybody: they are lost, and the battle goes on.
    let mut small = battle.clone();
    let corners = [(0, 0), (100, 0), (100, 100), (0, 100)];
    let outline = corners.map(|(x, y)| sandtable_geometry::Point::new(x, y));
    std::sync::Arc::make_mut(&mut small.setting)
        .zones
        .push(sandtable_battle::Zone {
            name: "corner".to_owned(),
            side: Some(sandtable_battle::Side::A),
            area: sandtable_battle::Area::new(outline.to_vec()).expect("an area"),
        });
    let (now, _) = play(&rules, &small, "end", &[]);
    assert_eq!(now.unit(id(&now, "A")).status, Status::Fled);
    assert_eq!(now.cursor.side, sandtable_battle::Side::B);
}

/// CONV-03, CONV-09: a die has ten faces, and the ten is even. Dice of a row are rolled together
/// and then laid out, and the steps of a charge roll in their order.
#[test]
fn dice_and_their_order_conv_03_conv_09() {
    let rules = rules(&[]);
    let body = line("A", "Blue", (36.0, 10.0), 0.0) + &line("D", "Red", (36.0, 40.0), 180.0);
    let now = charging(&rules, &body);
    // The cheer is a ten, which is even; the target sees the charge and rolls a ten: nothing.
    let whys = thrown(&rules, &now, "fight A D", &[1, 6, 2, 3, 4, 5, 5, 2, 10, 10]);
    assert_eq!(whys, [c::CHARGE_05, c::CHEER_04, c::REACT_05]);
    // Against a target at an angle, every number matters.
    let body = line("A", "Blue", (36.0, 10.0), 0.0) + &line("D", "Red", (36.0, 20.0), 170.0);
    let now = charging(&rules, &body);
    let reach = rules.reach_of(
        &now,
        id(&now, "A"),
        &mut sandtable_battle::Recorded::new(&[1, 6, 2, 3, 4, 5, 5, 2]),
    );
    let inches: Vec<i32> = reach.iter().map(|r| r / 2540).collect();
    assert_eq!(inches, [7, 8, 10, 11, 12, 11, 9, 8]);
}

/// OFF-04: one try for each event, no matter how many officers there are.
#[test]
fn one_try_off_04() {
    let rules = rules(&[]);
    let body = unit("G", "Blue", "artillery", (36.0, 10.0), 0.0, "")
        + &line("A", "Blue", (20.0, 10.0), 0.0)
        + &line("D", "Red", (30.0, 24.0), 180.0);
    let battle = field(&rules, "firing", "Blue", &body);
    let (now, _) = play(
        &rules,
        &battle,
        "shoot A D",
        &[10, 10, 10, 10, 10, 10, 10, 10, 3],
    );
    assert!(now.cursor.waits.is_some());
    let (after, _) = play(&rules, &now, "decide 1", &[5]);
    assert!(after.cursor.waits.is_none(), "the two others do not try");
    assert_eq!(y(&after, "D"), 27.0);
}

/// MARK-06, MARK-07, PRONE-04: a unit counts as having reacted until the end of the player turn;
/// another prone result changes nothing for a prone unit.
#[test]
fn reacted_and_prone_mark_06_mark_07_prone_04() {
    let rules = rules(&[]);
    let body = unit("G", "Blue", "artillery", (36.0, 10.0), 0.0, "")
        + &unit("H", "Blue", "artillery", (46.0, 10.0), 0.0, "")
        + &line("D", "Red", (40.0, 30.0), 180.0);
    let battle = field(&rules, "firing", "Blue", &body);
    let guns = |last: u8| [&[10; 12][..], &[last]].concat();
    let (now, _) = play(&rules, &battle, "shoot G D", &guns(3));
    assert_eq!(
        (
            mark(&now, &rules, "D", "prone"),
            mark(&now, &rules, "D", "reacted")
        ),
        (1, 1)
    );
    let (flat, _) = play(&rules, &now, "shoot H D", &guns(3));
    assert_eq!(mark(&flat, &rules, "D", "prone"), 1);
    let (after, _) = play(&rules, &now, "end", &[]);
    assert_eq!(
        (
            mark(&after, &rules, "D", "prone"),
            mark(&after, &rules, "D", "reacted")
        ),
        (1, 0)
    );
}

/// MOVE-04, TERR-10, TERR-16: a wood costs its inch once, when it is reached. A wall that the unit
/// cannot cross stops the unit in front of it.
#[test]
fn ground_in_the_way_move_04_terr_10_terr_16() {
    let wood = "[[terrain]]\nground = \"woods\"\nat = [36, 14]\nsize = [20, 4]\n".to_owned();
    let (rules, battle) = moving(&(wood + &two("")));
    assert!(refused(&rules, &battle, "move A advance 5.1").cite(c::MOVE_02));
    let (after, _) = play(&rules, &battle, "move A advance 5", &[]);
    assert_eq!(y(&after, "A"), 15.0, "one inch for the wood, once");
    // A move that ends in front of the wood pays nothing for it.
    let (after, _) = play(&rules, &battle, "move A advance 1.4", &[]);
    assert_eq!(y(&after, "A"), 11.4);
    let wall = "[[terrain]]\nground = \"wall\"\nline = [[20, 12.5], [60, 12.5]]\n".to_owned();
    let (rules, battle) = moving(&(wall + &two("")));
    let (after, _) = play(&rules, &battle, "move A advance 6", &[9]);
    assert!((y(&after, "A") - 12.0).abs() < 0.01, "still before it");
    let (after, _) = play(&rules, &battle, "move A advance 6", &[3]);
    assert!((y(&after, "A") - 13.0).abs() < 0.01, "four less three");
}
