//! Every built-in army is sound, fits the tables of its rules, and can be mustered into a scenario
//! that deploys by zones, if there is one.

use sandtable_battle::{Rolled, Rules, Scene, Side, Status};
use sandtable_files::{army_warnings, muster, peek_army, read_army, write_army};
use sandtable_files::{peek_rules, read_battle, read_switches};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the registered rule sets of an army, each with the switches it needs.
fn rules_of(text: &str) -> Vec<Arc<dyn Rules>> {
    let sets =
        peek_army(text, &sandtable_register::NAMES).unwrap_or_else(|flaws| panic!("{flaws}"));
    let known = |id: &String| sandtable_register::ALL.iter().find(|entry| entry.id == *id);
    let open = |id: &String| {
        let standard = known(id)?.standard();
        let switches = read_switches(text, standard.card()).unwrap_or_else(|f| panic!("{f}"));
        Some(sandtable_register::open(id, &switches).expect("its switches"))
    };
    sets.iter().filter_map(open).collect()
}

#[test]
fn armies_are_sound_and_fit_their_tables() {
    let mut wrong = Vec::new();
    for file in sandtable_register::armies() {
        for rules in rules_of(&file.text) {
            let (id, set) = (&file.id, &rules.card().id);
            match read_army(&file.text, rules.card()) {
                Err(flaws) => wrong.push(format!("{id} by {set}: {flaws}")),
                Ok(army) => {
                    let warnings = army_warnings(&army, &*rules);
                    wrong.extend(warnings.iter().map(|w| format!("{id} by {set}: {w}")));
                    let written = write_army(&army, rules.card());
                    let again = read_army(&written, rules.card());
                    if again.as_ref() != Ok(&army) {
                        wrong.push(format!("{id} by {set}: written it reads as {again:?}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A rule set that defines elements does so soundly, and a list of them becomes an army.
#[test]
fn elements_are_sound() {
    for entry in sandtable_register::ALL {
        let rules = entry.standard();
        let path = format!(
            "{}/../{}/elements.toml",
            env!("CARGO_MANIFEST_DIR"),
            entry.id
        );
        let Ok(text) = std::fs::read_to_string(path) else {
            assert!(rules.card().armies.elements.is_empty());
            continue;
        };
        let elements = sandtable_battle::Element::read_all(&text, rules.card());
        assert_eq!(
            elements.as_ref(),
            Ok(&rules.card().armies.elements),
            "{}",
            entry.id
        );
        assert!(!rules.card().armies.elements.is_empty(), "{}", entry.id);
    }
}

/// Every family of rule sets has a dozen.
#[test]
fn there_is_a_dozen_in_every_folder() {
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for file in sandtable_register::armies() {
        let folder = file.id.split('/').next().unwrap_or_default().to_owned();
        *folders.entry(folder).or_default() += 1;
    }
    assert!(folders.values().all(|count| *count >= 12), "{folders:?}");
}

#[test]
fn armies_are_mustered_where_sides_deploy_by_zones() {
    let mut mustered = 0;
    for scenario in sandtable_register::scenarios() {
        let (id, switches) = peek_rules(&scenario.text).expect("shipped");
        let rules = sandtable_register::open(&id, &switches).expect("shipped");
        let start = read_battle(&scenario.text, &*rules).expect("shipped");
        let zone = |side| start.setting.zones.iter().any(|z| z.side == Some(side));
        let waits = start.units.iter().all(|u| u.status == Status::Reserve);
        if !waits || !Side::BOTH.into_iter().all(zone) {
            continue;
        }
        for file in sandtable_register::armies() {
            let Ok(army) = read_army(&file.text, rules.card()) else {
                continue;
            };
            let mut battle = start.clone();
            for side in Side::BOTH {
                battle = muster(&battle, side, &army, &*rules)
                    .unwrap_or_else(|why| panic!("{} in {}: {why}", file.id, scenario.id));
            }
            assert_eq!(battle.units.len(), 2 * army.units.len());
            let mut scene = Scene::new(battle);
            rules.open(&mut scene, &mut Rolled::new(1, 0));
            let (battle, _) = scene.finish();
            let written = sandtable_files::write_battle(&battle, rules.card());
            let read = read_battle(&written, &*rules)
                .unwrap_or_else(|f| panic!("{} in {}: {f}\n{written}", file.id, scenario.id));
            assert_eq!(read, battle);
            mustered += 1;
        }
    }
    assert!(mustered > 0, "no scenario deploys by zones");
}
