//! Sections 1 to 3: principles, scale, units and armies.

use crate::common::*;
use sandtable_battle::{Element, Rules, Status, Switches};
use sandtable_throw_me_a_6::{ThrowMeA6, c};

const LINES: [&str; 2] = [
    "Blue heavy_infantry B 24 16.5 0",
    "Red heavy_infantry R 24 18 180",
];

#[test]
fn meta_01_only_sixes_count() {
    // META-01: five of the six faces do nothing.
    for (faces, bases) in [([5, 5, 1, 2], 4), ([6, 5, 1, 2], 3), ([6, 6, 1, 2], 2)] {
        let mut t = melee(&LINES);
        t.play("fight B R", &faces);
        assert_eq!(t.bases("R"), bases, "META-01");
    }
}

#[test]
fn meta_02_no_marker_shows_strength_or_morale() {
    // META-02: the marks that players see say nothing about losses or morale.
    let rules = ThrowMeA6::new(&Switches::default()).expect("the rules");
    let shown: Vec<&str> = rules
        .card()
        .marks
        .iter()
        .map(|mark| mark.title.as_str())
        .filter(|title| !title.is_empty())
        .collect();
    assert_eq!(shown, ["Pila thrown", "Amok"], "META-02");
}

#[test]
fn meta_03_and_unit_07_the_third_loss_is_the_end() {
    // META-03, UNIT-07: of two bases left one is lost: a single base does not stay.
    let mut t = melee(&[
        "Blue heavy_infantry B 24 16.5 0",
        "Red heavy_infantry R 24 18 180 stands=2",
    ]);
    t.play("fight B R", &[6, 1, 1, 1]);
    assert_eq!(t.status("R"), Status::Destroyed, "META-03");
    let mut t = melee(&[
        "Blue heavy_infantry B 24 16.5 0",
        "Red heavy_infantry R 24 18 180 stands=3",
    ]);
    t.play("fight B R", &[6, 1, 1, 1]);
    assert_eq!((t.status("R"), t.bases("R")), (Status::Table, 2), "UNIT-07");
}

#[test]
fn unit_07_holds_for_those_who_are_still_to_come() {
    // UNIT-07: one base is not a unit, whether it is on the table or still to come.
    for status in [Status::Table, Status::Reserve, Status::Expected] {
        let mut t = melee(&LINES);
        let unit = t.id("B");
        let few = |t: &Table| {
            let says = t.rules.flaws(&t.battle).into_iter();
            says.filter(|(_, says)| says.contains("UNIT-07")).count()
        };
        t.battle.units[unit.index()].status = status;
        assert_eq!(few(&t), 0, "{status:?}");
        t.battle.units[unit.index()].stands = 1;
        assert_eq!(few(&t), 1, "{status:?}");
    }
}

#[test]
fn meta_04_losses_cost_no_dice_but_by_switch() {
    // META-04: half a unit rolls two dice as before.
    let weak = ["Blue heavy_infantry B 24 16.5 0 stands=2", LINES[1]];
    assert_eq!(melee(&weak).play("fight B R", &[1; 4]), [2, 2], "META-04");
    let mut t = plan()
        .switch("dice_by_stands", "yes")
        .phase("melee")
        .units(&weak);
    assert_eq!(t.play("fight B R", &[1; 3]), [1, 2], "META-04");
}

#[test]
fn meta_05_fractions_are_kept() {
    // META-05: half of a pike's rate is three inches, and 3.01 is too far.
    let t = units(&["Blue pikes B 24 10 0", "Red pikes R 24 30 180"]);
    t.allow("move B slide 90 3");
    t.refuse("move B slide 90 3.01", c::MOVE_03);
}

#[test]
fn scale_01_and_02_the_board_grows_with_the_figures() {
    let inches = |k: &str| {
        let switches = Switches::default().with("scale_factor", k);
        let rules = ThrowMeA6::new(&switches).expect("the rules");
        let (width, height) = rules.card().table;
        (width / 2540, height / 2540)
    };
    assert_eq!(inches("1.0"), (48, 36), "SCALE-01");
    assert_eq!(inches("1.5"), (72, 54), "SCALE-02");
    // SCALE-02: rates grow with the scale.
    let t = plan().switch("scale_factor", "1.5").units(&[
        "Blue heavy_infantry B 24 10 0",
        "Red heavy_infantry R 24 30 180",
    ]);
    t.allow("move B advance 9");
    t.refuse("move B advance 9.01", c::MOVE_02);
}

#[test]
fn unit_01_and_02_how_many_bases_a_unit_has() {
    let t = units(&[
        "Blue warband W 24 6 0",
        "Blue elephants E 30 6 0",
        "Blue chariots C 36 6 0",
        "Blue artillery A 42 6 0",
        "Red pikes R 24 30 180",
    ]);
    assert_eq!(t.bases("W"), 4, "UNIT-01");
    let few = ["E", "C", "A"].map(|name| t.bases(name));
    assert_eq!(few, [2, 1, 1], "UNIT-02");
}

#[test]
fn unit_03_one_base_with_hits_plays_alike() {
    // UNIT-03, UNIT-09: the ground a unit covers does not shrink with its losses.
    let full = units(&["Blue warband B 24 6 0", "Red pikes R 24 30 180"]);
    let weak = units(&["Blue warband B 24 6 0 stands=2", "Red pikes R 24 30 180"]);
    let base = |t: &Table| t.rules.footprint(&t.battle, t.id("B"));
    assert_eq!(base(&full).frontage(), base(&weak).frontage(), "UNIT-03");
    assert_eq!(base(&full).depth(), base(&weak).depth(), "UNIT-09");
}

#[test]
fn unit_05_skill_is_worth_a_die() {
    // UNIT-05: one die, for a difference of one step or of two.
    for (skill, pools) in [("superior", [3, 2]), ("inferior", [2, 3])] {
        let unit = format!("{} {skill}", LINES[0]);
        let mut t = melee(&[&unit, LINES[1]]);
        assert_eq!(t.play("fight B R", &[1; 5]), pools, "UNIT-05");
    }
    let mut t = melee(&[
        "Blue heavy_infantry B 24 16.5 0 superior",
        "Red heavy_infantry R 24 18 180 inferior",
    ]);
    assert_eq!(t.play("fight B R", &[1; 5]), [3, 2], "UNIT-05");
}

#[test]
fn unit_06_experience_changes_the_way_back() {
    // UNIT-06: the same die means 3 inches for seasoned troops and 4 for raw ones.
    for (word, y) in [("", 21.0), (" raw", 22.0)] {
        let mut t = melee(&[LINES[0], &format!("{}{word}", LINES[1])]);
        t.play("fight B R", &[6, 1, 1, 1]);
        t.play("test R", &[3]);
        assert_eq!(t.at("R").1, y, "UNIT-06");
    }
}

#[test]
fn unit_08_types_bring_rates_and_traits() {
    // UNIT-08: legionaries go obliquely at their full rate, other infantry does not.
    let t = units(&[
        "Blue legion L 12 6 0",
        "Blue spears S 30 6 0",
        "Red pikes R 24 30 180",
    ]);
    t.allow("move L slide 30 6");
    t.refuse("move S slide 30 6", c::MOVE_03);
    // A unit may have another weapon if its type can carry it.
    let t = units(&[
        "Blue heavy_cavalry B 24 10 0 bow",
        "Red light_infantry R 24 18.7 180",
    ]);
    t.allow("shoot B R");
}

#[test]
fn unit_09_the_rear_rank_goes_first() {
    // UNIT-09: after one loss pikes have no full second rank.
    for (word, pools) in [("", [3, 2]), (" stands=3", [2, 2])] {
        let unit = format!("Blue pikes B 24 16.5 0{word}");
        let mut t = melee(&[&unit, LINES[1]]);
        let dice = vec![1; pools.iter().sum()];
        assert_eq!(t.play("fight B R", &dice), pools, "UNIT-09");
    }
}

#[test]
fn army_01_and_02_elements_of_common_lists() {
    // ARMY-01: one element is one unit; ARMY-02: other lists use the types.
    let rules = ThrowMeA6::new(&Switches::default()).expect("the rules");
    let elements: Vec<Element> = rules.card().armies.elements.clone();
    let of = |code: &str| elements.iter().find(|e| e.code == code).expect(code);
    let kinds = &rules.card().kinds;
    let kind = |code: &str| kinds[usize::from(of(code).kind)].id.as_str();
    assert_eq!(
        (kind("El"), kind("Sp"), kind("LH")),
        ("elephants", "spears", "light_cavalry"),
        "ARMY-01"
    );
    assert!(elements.len() >= 15, "ARMY-02: {}", elements.len());
}

#[test]
fn scale_03_battles_end() {
    // SCALE-03: with a turn limit, a battle is over after that turn in any case.
    let mut t = plan()
        .head("turns = 2")
        .units(&["Blue warband B 24 6 0", "Red pikes R 24 30 180"]);
    t.play("end", &[]);
    t.play("end", &[]);
    assert!(t.battle.ended.is_some(), "SCALE-03");
}
