//! What a resolution that waits for a choice still has to do: written by name, read back, and
//! refused if it is impossible.

use crate::support::{Chore, MOVE, Mood, Skirmish, Task, battle};
use sandtable_battle::{Battle, Rules, Scene, UnitId};
use sandtable_files::{facts, read_battle, write_battle};
use sandtable_geometry::{Facing, INCH, Pose};

fn chore() -> Chore {
    Chore {
        unit: UnitId(1),
        far: 9 * INCH / 4,
        back: Some(Pose::new(3 * INCH, 4 * INCH, Facing::EAST)),
        tasks: vec![
            Task::Fire {
                at: UnitId(0),
                dice: 3,
            },
            Task::FallBack,
            Task::Feel(Mood::Afraid),
        ],
    }
}

fn kept(chore: &Chore) -> Battle {
    let mut scene = Scene::new(battle(&Skirmish::new()));
    scene.keep(Some(chore), MOVE);
    scene.finish().0
}

#[test]
fn it_is_written_by_name_and_comes_back() {
    let rules = Skirmish::new();
    let after = kept(&chore());
    let text = write_battle(&after, rules.card());
    let name = |n| after.setting.name(UnitId(n));
    let line = format!(
        "pending = {{ unit = \"{}\", far = 2.25, back = [3, 4, 90], tasks = [{{ fire = {{ at = \
         \"{}\", dice = 3 }} }}, \"fall_back\", {{ feel = \"afraid\" }}] }}",
        name(1),
        name(0)
    );
    assert!(text.lines().any(|l| l == line), "{line} in\n{text}");
    assert!(!text.contains("notes ="), "{text}");
    let again = read_battle(&text, &rules).expect("sound");
    assert_eq!(again, after);
    assert_eq!(again.kept::<Chore>(), Some(chore()));
    // Absent values are left out.
    let none = Chore {
        back: None,
        tasks: Vec::new(),
        ..chore()
    };
    let after = kept(&none);
    let text = write_battle(&after, rules.card());
    assert!(text.contains("far = 2.25, tasks = [] }"), "{text}");
    assert_eq!(read_battle(&text, &rules).expect("sound"), after);
}

#[test]
fn the_numbers_of_before_still_read() {
    let rules = Skirmish::new();
    let after = kept(&chore());
    let text = write_battle(&after, rules.card());
    let line = text.lines().find(|l| l.starts_with("pending")).expect("it");
    let numbers: Vec<String> = after.notes.iter().map(i32::to_string).collect();
    let before = text.replace(line, &format!("notes = [{}]", numbers.join(", ")));
    assert_eq!(read_battle(&before, &rules).expect("sound"), after);
    let both = text.replace(line, &format!("{line}\nnotes = [1]"));
    let found = read_battle(&both, &rules).expect_err("twice").to_string();
    assert!(found.contains("`pending` says all of it"), "{found}");
}

#[test]
fn what_cannot_be_is_told_with_its_place() {
    let rules = Skirmish::new();
    let after = kept(&chore());
    let text = write_battle(&after, rules.card());
    let own = format!("pending = {{ unit = \"{}\"", after.setting.name(UnitId(1)));
    for (from, to, says) in [
        (
            own.as_str(),
            "pending = { unit = \"Nobody\"",
            "no unit is called `Nobody`",
        ),
        ("dice = 3", "dice = 256", "`dice` must be 0 to 255, not 256"),
        ("far = 2.25", "far = 1e9", "`far` must be"),
        ("far = 2.25, ", "", "what is pending needs `far`"),
        (
            "far = 2.25",
            "far = 2.25, farther = 1",
            "unknown key `farther`",
        ),
        ("\"fall_back\"", "\"fallback\"", "did you mean `fall_back`?"),
        (
            "\"fall_back\"",
            "\"fire\"",
            "`fire` needs its parts: at, dice",
        ),
        ("\"fall_back\"", "\"feel\"", "`feel` needs a value"),
        (
            "\"fall_back\"",
            "{ feel = \"sad\" }",
            "allowed: calm, afraid",
        ),
        ("\"fall_back\"", "{ flee = 1 }", "unknown key `flee`"),
        (
            "\"fall_back\"",
            "{}",
            "must be one of these: fire, feel, fall_back",
        ),
        (
            "back = [3, 4, 90]",
            "back = [3, 4]",
            "`back` must be [x, y, degrees]",
        ),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from}");
        let found = read_battle(&wrong, &rules).expect_err(to).to_string();
        assert!(found.contains(says), "{to}: {found}");
        let line = 1 + wrong
            .lines()
            .position(|l| l.starts_with("pending"))
            .expect("it");
        assert!(found.contains(&format!("line {line}, ")), "{to}: {found}");
    }
}

#[test]
fn facts_name_it_too() {
    let rules = Skirmish::new();
    let facts = serde_json::to_value(facts(&kept(&chore()), rules.card())).expect("JSON");
    assert_eq!(facts["pending"]["far"], 2.25);
    assert_eq!(facts["pending"]["tasks"][0]["fire"]["dice"], 3);
    assert_eq!(facts["pending"]["tasks"][1], "fall_back");
}
