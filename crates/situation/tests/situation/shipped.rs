//! The built-in situations: each can be read, and its question can be answered.

use crate::support::{library, sound};
use sandtable_battle::Switches;
use sandtable_odds::Terms;
use sandtable_situation::{from_share, grid, share};
use std::path::PathBuf;

fn all() -> Vec<(String, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../situations");
    let mut files = Vec::new();
    for folder in std::fs::read_dir(root).expect("the folder").flatten() {
        for file in std::fs::read_dir(folder.path())
            .expect("a rule set")
            .flatten()
        {
            let text = std::fs::read_to_string(file.path()).expect("a text");
            files.push((file.path().display().to_string(), text));
        }
    }
    files.sort();
    files
}

#[test]
fn every_rule_set_ships_situations() {
    let files = all();
    for entry in sandtable_register::ALL {
        let own = files
            .iter()
            .filter(|(name, _)| name.contains(&format!("/{}/", entry.id)));
        let own: Vec<&String> = own.map(|(_, text)| text).collect();
        assert!(own.len() >= 3, "{}", entry.id);
        assert!(
            own.iter().any(|text| text.contains("[until]")),
            "{}",
            entry.id
        );
        assert!(
            own.iter().any(|text| text.contains("[grid]")),
            "{}",
            entry.id
        );
    }
}

#[test]
fn what_they_ask_is_answered() {
    for (name, text) in all() {
        let situation = sound(&text);
        let back = from_share(&share(&text).expect("short")).expect("a link");
        assert_eq!(situation.battle, sound(&back).battle, "{name}");
        let terms = Terms {
            others: situation.others,
            runs: 4_000,
            ..Terms::default()
        };
        match situation.odds(None, terms) {
            Ok(odds) => assert!(!odds.rows.is_empty(), "{name}"),
            Err(why) => panic!("{name}: {why:?}"),
        }
        if let Some(until) = &situation.until {
            let course = situation.course_view(until, situation.settled());
            let course = course.unwrap_or_else(|why| panic!("{name}: {why:?}"));
            println!(
                "{name}: {:?} never {} lost {} of {}",
                course.mean, course.never, course.lost, course.states
            );
            assert!(course.states > 1 && course.lost < 5.0, "{name}");
        }
        if situation.grid.is_some() {
            let view = grid(&text, library(), &Switches::default(), None).expect("a grid");
            println!("{name}\n{}", view.text());
            let answered = view
                .cells
                .iter()
                .filter(|cell| cell.number.is_some())
                .count();
            assert!(answered * 2 > view.cells.len(), "{name}\n{}", view.text());
        }
    }
}
