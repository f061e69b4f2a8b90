//! Battles to test the laws on: built-in scenarios, and the drills of a rule set.

use sandtable_battle::{Battle, Event, Rolled, Rules, Scene};
use std::sync::Arc;

/// Opens the battle of a file, with the rules it asks for and one more switch. Returns `None` if
/// the scenario does not work with that switch (troops of another period).
pub fn try_open(text: &str, switch: Option<(&str, &str)>) -> Option<(Arc<dyn Rules>, Battle)> {
    let (id, switches) = sandtable_files::peek_rules(text).expect("a battle file");
    let switches = switch.map_or(switches.clone(), |(name, value)| switches.with(name, value));
    let rules = sandtable_register::open(&id, &switches).expect("a rule set");
    let mut battle = match sandtable_files::read_battle(text, &*rules) {
        Ok(battle) => battle,
        Err(flaws) if switch.is_some() => {
            assert!(!flaws.flaws.is_empty());
            return None;
        }
        Err(flaws) => panic!("a shipped scenario is flawed: {flaws}"),
    };
    let setting = Arc::make_mut(&mut battle.setting);
    setting.switches = switches;
    Some((rules, battle))
}

/// Opens the battle of a file as it is.
pub fn open(text: &str) -> (Arc<dyn Rules>, Battle) {
    try_open(text, None).expect("opened or panicked")
}

/// Returns the rule sets to test: all, or the one that the environment variable `RULES` names.
pub fn sets() -> Vec<&'static sandtable_register::Entry> {
    let only = std::env::var("RULES").ok();
    let all = sandtable_register::ALL.iter();
    all.filter(|entry| only.as_deref().is_none_or(|id| id == entry.id))
        .collect()
}

/// Returns every built-in scenario of a rule set.
pub fn scenarios(rules: &str) -> Vec<sandtable_register::Scenario> {
    let prefix = format!("{rules}/");
    sandtable_register::scenarios()
        .into_iter()
        .filter(|s| s.id.starts_with(&prefix))
        .collect()
}

/// Returns the drills of a rule set: small test positions for events that are rare in built-in
/// scenarios.
pub fn drills(rules: &str) -> Vec<sandtable_register::Scenario> {
    let folder = format!(
        "{}/../../rules/{rules}/tests/drills",
        env!("CARGO_MANIFEST_DIR")
    );
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    let drill = |path: std::path::PathBuf| sandtable_register::Scenario {
        id: path.display().to_string(),
        text: std::fs::read_to_string(path).expect("a drill"),
    };
    paths.into_iter().map(drill).collect()
}

/// Opens a battle. Returns it as it stands before the first order, with what happened and what was
/// rolled so far.
#[must_use]
pub fn begun(rules: &dyn Rules, start: &Battle, seed: u64) -> (Battle, Vec<Event>, Rolled) {
    let mut dice = Rolled::new(seed, 0);
    let mut scene = Scene::new(start.clone());
    if start.is_unopened() {
        rules.open(&mut scene, &mut dice);
    }
    let (battle, events) = scene.finish();
    (battle, events, dice)
}
