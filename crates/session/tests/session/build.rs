//! Building battles, for every rule set.

use crate::page::Page;
use sandtable_register::{ALL, NAMES};
use serde_json::{Value, json};

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("no {key}"))
}

#[test]
fn a_kit_names_what_the_rule_set_has() {
    let mut page = Page::new();
    for rules in NAMES {
        let kit = page.ok("kit", &json!([rules]));
        assert!(list(&kit, "kinds").len() > 1, "{rules}");
        assert!(list(&kit, "armies").len() >= 4, "{rules}");
        let grounds = list(&kit, "grounds");
        let used = grounds.iter().filter(|g| g["used"] == true).count();
        let first = grounds[..used].iter().all(|g| g["used"] == true);
        assert!(used > 2 && first, "{rules}: {grounds:?}");
        // A rule set has no points until a study has fitted them.
        let fitted = ALL.iter().any(|e| e.id == rules && e.points().is_some());
        let kinds = list(&kit, "kinds");
        assert_eq!(kinds.iter().any(|k| k["points"].is_number()), fitted);
    }
    assert!(page.err("kit", "[\"chess\"]")["message"].is_string());
}

#[test]
fn every_shipped_scenario_is_a_sound_draft() {
    let mut page = Page::new();
    for scenario in ALL.iter().flat_map(sandtable_register::Entry::scenarios) {
        let draft = page.ok("draft", &json!([scenario.text]));
        assert_eq!(draft["flaws"], json!([]), "{}", scenario.id);
        let units = scenario.text.matches("[[unit]]").count();
        assert_eq!(list(&draft, "units").len(), units, "{}", scenario.id);
        assert_eq!(list(&draft, "armies").len(), 2);
        assert_eq!(page.ok("scenario", &json!([scenario.id])), scenario.text);
    }
}

#[test]
fn a_draft_with_flaws_still_shows_its_units() {
    let text = "format = 1\nrules = \"three-hit\"\n\n[[unit]]\nname = \"One\"\nside = \"Blue\"\nkind = \"infantry\"\nat = [10, 10]\n\n[[unit]]\nname = \"Two\"\nside = \"Red\"\nkind = \"infantry\"\nat = [10.5, 10]\n";
    let mut page = Page::new();
    let draft = page.ok("draft", &json!([text]));
    assert_eq!(list(&draft, "units").len(), 2);
    let flaws = list(&draft, "flaws");
    assert!(flaws.iter().any(|f| f["line"] == 14), "{flaws:?}");
    // Texts that cannot be read have flaws and no units.
    for text in [
        "",
        "format = ",
        "rules = \"chess\"",
        &text.replace("infantry", "infantri"),
    ] {
        let draft = page.ok("draft", &json!([text]));
        assert!(
            !list(&draft, "flaws").is_empty() && draft["units"].is_null(),
            "{text}"
        );
    }
}

#[test]
fn generated_battles_can_be_started() {
    let mut page = Page::new();
    for rules in NAMES {
        let made = page.ok("generate", &json!([rules, 11]));
        assert_eq!(made, page.ok("generate", &json!([rules, 11])));
        let draft = page.ok("draft", &json!([made["text"]]));
        assert_eq!(draft["flaws"], json!([]));
        page.ok("start", &json!([{ "text": made["text"] }, 1]));
        page.play(12, "random");
    }
    assert!(page.err("generate", "[\"chess\", 1]")["message"].is_string());
}

#[test]
fn armies_are_read_from_files_lists_and_ids() {
    let mut page = Page::new();
    for entry in ALL {
        let kit = page.ok("kit", &json!([entry.id]));
        let known = |id: &str| list(&kit, "armies").iter().any(|a| a["id"] == id);
        for army in entry.armies().filter(|army| known(&army.id)) {
            let by_id = page.ok("army", &json!([entry.id, army.id]));
            let by_text = page.ok("army", &json!([entry.id, army.text]));
            assert_eq!(by_id, by_text);
            assert_eq!(by_id["warnings"], json!([]), "{}", army.id);
            let again = page.ok("army", &json!([entry.id, by_id["text"]]));
            assert_eq!(again["units"], by_id["units"]);
        }
    }
    let list_read = page.ok("army", &json!(["throw-me-a-6", "2x3Cv 6x4Bd 2x4Sp 2x2Ps"]));
    assert_eq!(list(&list_read, "units").len(), 12);
    let error = page.err("army", "[\"three-hit\", \"2x3Cv\"]");
    assert!(error["hint"].is_string(), "{error}");
    let error = page.err("army", "[\"three-hit\", \"format = 1\\nrules = \\\"three-hit\\\"\\nname = \\\"A\\\"\\n[[unit]]\\nname = \\\"B\\\"\\nkind = \\\"knights\\\"\\n\"]");
    assert_eq!(error["line"], 6, "{error}");
}
