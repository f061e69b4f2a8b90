//! Marks with a type: told, written, read, and refused if they are impossible.

use crate::support::{
    BEST, BOUND, DAZED, FOE, LEADS, LOST, MOOD, MOVE, Mood, Skirmish, WAY, WEATHER, Weather, battle,
};
use sandtable_battle::{Event, Far, Rules, Scene, Side, UnitId};
use sandtable_files::Journal;
use sandtable_files::{read_battle, write_battle};
use sandtable_geometry::{Facing, INCH};

/// Returns a battle in which every mark was set.
fn marked() -> Scene {
    let mut scene = Scene::new(battle(&Skirmish::new()));
    let unit = UnitId(1);
    scene.set(unit, FOE, Some(UnitId(0)), MOVE);
    scene.set(unit, WAY, Far(3 * INCH), MOVE);
    scene.set(unit, BOUND, Some(Facing::EAST), MOVE);
    scene.set(unit, DAZED, true, MOVE);
    scene.set(unit, MOOD, Mood::Afraid, MOVE);
    scene.set_side(Side::B, LOST, 200, MOVE);
    scene.set_side(Side::B, BEST, Some(unit), MOVE);
    scene.set_battle(LEADS, Some(Side::B), MOVE);
    scene.set_battle(WEATHER, Weather::Snow, MOVE);
    scene
}

#[test]
fn they_come_back_as_they_were_set_and_nothing_is_told_twice() {
    let mut scene = marked();
    let unit = *scene.unit(UnitId(1));
    assert_eq!(FOE.of(&unit), Some(UnitId(0)));
    assert_eq!(WAY.of(&unit), Far(3 * INCH));
    assert_eq!(BOUND.of(&unit), Some(Facing::EAST));
    assert!(DAZED.of(&unit));
    assert_eq!(MOOD.of(&unit), Mood::Afraid);
    assert_eq!(LOST.of(&scene, Side::B), 200);
    assert_eq!(LOST.of(&scene, Side::A), 0);
    assert_eq!(BEST.of(&scene, Side::B), Some(UnitId(1)));
    assert_eq!(LEADS.of(&scene), Some(Side::B));
    assert_eq!(WEATHER.of(&scene), Weather::Snow);
    assert_eq!(scene.events().len(), 9);
    scene.set_battle(LEADS, Some(Side::B), MOVE);
    scene.set(UnitId(1), DAZED, true, MOVE);
    assert_eq!(scene.events().len(), 9);
    let (after, events) = scene.finish();
    let mut folded = battle(&Skirmish::new());
    events.iter().for_each(|event| folded.apply(event));
    assert_eq!(folded, after);
}

#[test]
fn files_name_them_and_what_they_are() {
    let rules = Skirmish::new();
    let after = marked().finish().0;
    let text = write_battle(&after, rules.card());
    let name = after.setting.name(UnitId(0));
    for line in [
        &format!("foe = \"{name}\"") as &str,
        "way = 3",
        "bound = 90",
        "dazed = true",
        "mood = \"afraid\"",
        "battle = { leads = \"Red\", weather = \"snow\" }",
    ] {
        assert!(text.lines().any(|l| l == line), "{line} in\n{text}");
    }
    assert!(
        text.contains("sides = { Red = { lost = 200, best ="),
        "{text}"
    );
    assert_eq!(read_battle(&text, &rules).expect("sound"), after);
}

#[test]
fn what_is_not_there_cannot_be_named() {
    let rules = Skirmish::new();
    let text = write_battle(&marked().finish().0, rules.card());
    let wrong = |from: &str, to: &str, says: &str| {
        let text = text.replacen(from, to, 1);
        let found = read_battle(&text, &rules).expect_err(to).to_string();
        assert!(found.contains(says), "{to}: {found}");
    };
    wrong("foe = \"", "foe = \"no ", "no foe is called");
    wrong(
        "mood = \"afraid\"",
        "mood = \"afrait\"",
        "did you mean `afraid`?",
    );
    wrong("mood = \"afraid\"", "mood = 2", "`mood` must be 0 to 1");
    wrong("dazed = true", "dazed = 2", "`dazed` must be 0 to 1");
    wrong("leads = \"Red\"", "leads = \"Green\"", "no leads is called");
    wrong("weather = \"snow\"", "weather = \"hail\"", "rain");
    wrong("lost = 200", "lost = 201", "`lost` must be 0 to 200");
    wrong("lost = 200", "loss = 200", "`lost`");
    wrong("sides = { Red", "sides = { Rot", "allowed: Blue, Red");
}

#[test]
fn flags_may_be_written_as_a_number() {
    let rules = Skirmish::new();
    let after = marked().finish().0;
    let text = write_battle(&after, rules.card()).replace("dazed = true", "dazed = 1");
    assert_eq!(read_battle(&text, &rules).expect("sound"), after);
}

#[test]
fn journals_keep_them_and_refuse_units_that_are_not_there() {
    let rules = Skirmish::new();
    let mut journal = Journal::begin(battle(&rules), rules.card(), 1);
    let (after, events) = marked().finish();
    journal.append(None, Vec::new(), events);
    assert_eq!(journal.now(), &after);
    let text = journal.to_jsonl();
    assert_eq!(Journal::read(&text, &rules).expect("sound").now(), &after);

    let units = i32::try_from(after.units.len()).expect("few");
    for (event, sound) in [
        (
            Event::Marked {
                unit: UnitId(1),
                mark: 2,
                from: 1,
                to: units,
                why: MOVE,
            },
            true,
        ),
        (
            Event::Marked {
                unit: UnitId(1),
                mark: 2,
                from: 1,
                to: units + 1,
                why: MOVE,
            },
            false,
        ),
        (
            Event::Marked {
                unit: UnitId(1),
                mark: 6,
                from: 1,
                to: 2,
                why: MOVE,
            },
            false,
        ),
        (
            Event::Marked {
                unit: UnitId(1),
                mark: 7,
                from: 0,
                to: 0,
                why: MOVE,
            },
            false,
        ),
        (
            Event::SideMarked {
                side: Side::B,
                mark: 1,
                from: 2,
                to: 99,
                why: MOVE,
            },
            false,
        ),
        (
            Event::BattleMarked {
                mark: 1,
                from: 2,
                to: 3,
                why: MOVE,
            },
            false,
        ),
        (
            Event::BattleMarked {
                mark: 2,
                from: 0,
                to: 0,
                why: MOVE,
            },
            false,
        ),
    ] {
        let mut journal = Journal::begin(battle(&rules), rules.card(), 1);
        journal.append(None, Vec::new(), vec![event]);
        let read = Journal::read(&journal.to_jsonl(), &rules);
        assert_eq!(read.is_ok(), sound, "{event:?}");
    }
}
