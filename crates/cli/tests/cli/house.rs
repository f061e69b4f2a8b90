//! House rules from the command line: checked, played, marked, replayed.

use crate::run::{said, sandtable};
use std::path::PathBuf;

fn file(name: &str, text: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    path.display().to_string()
}

/// Returns any rule set, one of its scenarios and one of its numbers.
fn any() -> (String, String, sandtable_battle::Number) {
    let scenario = sandtable_register::scenarios().remove(0).id;
    let id = scenario.split('/').next().expect("an id").to_owned();
    let rules = sandtable_register::open(&id, &sandtable_battle::Switches::default());
    let card = rules.expect("shipped").card().clone();
    let number = card.numbers.numbers.into_iter().find(|n| {
        let more = n.printed.parse::<i64>().unwrap_or(0) + 1;
        let fits = n.range.is_some_and(|(least, most)| {
            (least..=most).contains(&sandtable_battle::Bound::whole(more))
        });
        let house = sandtable_battle::Switches::default().with_number(&n.path, &more.to_string());
        fits && n.fixed.is_none() && sandtable_register::open(&id, &house).is_ok()
    });
    (id, scenario, number.expect("a number to change"))
}

#[test]
fn house_rules_are_checked_played_and_replayed() {
    let (id, scenario, number) = any();
    let more = number.printed.parse::<i64>().expect("whole") + 1;
    let path = &number.path;
    let head = format!("base = \"{id}\"\nname = \"Ours\"\n[numbers]\n");
    let good = file("good.rules.toml", &format!("{head}\"{path}\" = {more}\n"));
    let output = sandtable(&["check", &good]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("changes: 1"), "{}", said(&output));
    let bad = file("bad.rules.toml", &format!("{head}\"{path}x\" = {more}\n"));
    let output = sandtable(&["check", &bad]);
    assert_eq!(output.status.code(), Some(3));
    assert!(said(&output).contains("did you mean"), "{}", said(&output));

    let marked = sandtable(&["rules", &id, "--rules", &good]);
    assert!(said(&marked).contains("[house rule: "), "{}", said(&marked));

    let journal = file("house.journal.jsonl", "");
    let play = ["battle", &scenario, "--rules", &good, "--quiet", "--side"];
    let first = format!("{}=random", side(&scenario));
    let output = sandtable(&[&play[..], &[&first, "--journal", &journal]].concat());
    assert!(output.status.success(), "{}", said(&output));
    // The journal holds its house rules, so nothing else is needed to play it again.
    std::fs::remove_file(&good).expect("removed");
    let output = sandtable(&["verify", &journal]);
    assert!(output.status.success(), "{}", said(&output));
    let output = sandtable(&["position", &journal]);
    assert!(
        said(&output).contains("house = \"Ours\""),
        "{}",
        said(&output)
    );
}

fn side(scenario: &str) -> String {
    let all = sandtable_register::scenarios();
    let text = all
        .into_iter()
        .find(|s| s.id == scenario)
        .expect("shipped")
        .text;
    let (id, switches) = sandtable_files::peek_rules(&text).expect("sound");
    let rules = sandtable_register::open(&id, &switches).expect("shipped");
    let battle = sandtable_files::read_battle(&text, &*rules).expect("sound");
    battle.setting.sides[0].name.clone()
}

#[test]
fn house_rules_of_another_set_are_refused() {
    let (id, _, _) = any();
    let other = sandtable_register::scenarios()
        .into_iter()
        .find(|s| !s.id.starts_with(&format!("{id}/")));
    let Some(other) = other else { return };
    let text = format!("base = \"{id}\"\nname = \"Ours\"\n");
    let house = file("other.rules.toml", &text);
    let output = sandtable(&["orders", &other.id, "--rules", &house]);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        said(&output).contains("has house rules for"),
        "{}",
        said(&output)
    );
}
