//! Wrong calls: each gets its own clear error, and the battle does not change.

use crate::page::Page;
use serde_json::json;
use std::time::Instant;

const SCENARIO: &str = "three-hit/two-hills";

fn message(error: &serde_json::Value) -> &str {
    error["message"].as_str().unwrap_or_default()
}

#[test]
fn malformed_calls_say_what_would_be_right() {
    let (mut page, view) = Page::start(SCENARIO, 7);
    for (method, args, says) in [
        ("conquer", "[]", "knows no call `conquer`"),
        ("", "[]", "knows no call"),
        ("view", "[", "`view` cannot be read"),
        ("view", "{}", "expected a JSON array of arguments"),
        ("view", "[1]", "too many arguments"),
        ("offers", "[]", "only 0 arguments"),
        (
            "offers",
            "[\"one\"]",
            "`unit` of `offers` cannot be read: \"one\" is not a whole number from 0 to 255",
        ),
        (
            "offers",
            "[-1]",
            "`unit` of `offers` cannot be read: `-1` is not a whole number from 0 to 255",
        ),
        ("offers", "[1e300]", "`unit` of `offers`"),
        (
            "typed",
            "[\"\\ud800\"]",
            "`line` of `typed` cannot be read: a text must have whole letters, and this one has half \
             of a pair",
        ),
        ("offers", "[255]", "No such unit"),
        ("overlay", "[null]", "`unit` of `overlay`"),
        (
            "start",
            "[\"three-hit/two-hills\", 1]",
            "expected `scenario` or `text`",
        ),
        ("start", "[{}, 1]", "`from` of `start`"),
        (
            "start",
            "[{\"scenario\": \"three-hit/nowhere\"}, 1]",
            "no scenario `three-hit/nowhere`",
        ),
        (
            "start",
            "[{\"scenario\": \"three-hit/two-hills\"}, -1]",
            "`seed` of `start`",
        ),
        (
            "start",
            "[{\"scenario\": \"three-hit/two-hills\"}, 0.5]",
            "`seed` of `start`",
        ),
        (
            "start",
            "[{\"scenario\": \"three-hit/two-hills\"}, 18446744073709551615]",
            "too great",
        ),
        (
            "start",
            "[{\"text\": \"rules = \"}, 1]",
            "a value is missing",
        ),
        ("start", "[{\"text\": \"\"}, 1]", "needs"),
        ("nearest", "[0, [1]]", "`to` of `nearest`"),
        ("nearest", "[0, [1, 1e9]]", "is not a point of a table"),
        (
            "nearest",
            "[0, [1, 1], \"north\"]",
            "`facing` of `nearest` cannot be read: \"north\" is not a number",
        ),
        ("nearest", "[0, [1, 1], 1e30]", "is not a facing"),
        ("preview", "[\"attack\"]", "unknown variant `attack`"),
        (
            "preview",
            "[{\"move\": {\"unit\": 0}}]",
            "`order` of `preview`",
        ),
        (
            "preview",
            "[{\"move\": {\"unit\": 300, \"legs\": []}}]",
            "`order` of `preview`",
        ),
        (
            "odds",
            "[{\"shoot\": {\"unit\": 0, \"target\": 99}}]",
            "No such unit",
        ),
        (
            "odds",
            "[\"end\", \"perhaps\"]",
            "expected one of `stop`, `never`, `always`, `best`",
        ),
        ("odds", "[\"end\", \"stop\", 1]", "`tree` of `odds`"),
        ("play", "[\"end\", 99]", "The battle has moved on"),
        ("play", "[\"end\", \"now\"]", "`number` of `play`"),
        ("play", "[\"end\", 0, [0.5]]", "`faces` of `play`"),
        ("play", "[\"end\", 0, 6]", "`faces` of `play`"),
        ("play", "[\"end\", 0, [6, 6, 6]]", "more faces were given"),
        ("think", "[\"genius\"]", "no computer player `genius`"),
        ("at", "[99]", "no line 99"),
        ("at", "[99999999999999]", "no line"),
        ("fork", "[1]", "no line 1"),
        ("load", "[\"\"]", "needs"),
        ("load", "[\"{\"]", "header"),
        ("load", "[\"{}\"]", "format"),
        ("rulebook", "[\"chess\"]", "no rule set `chess`"),
        ("selfplay", "[{}]", "missing field `scenario`"),
        ("undo", "[]", "nothing was ordered yet"),
    ] {
        let error = page.err(method, args);
        assert!(
            message(&error).contains(says),
            "{method} {args}: `{}` does not say `{says}`",
            message(&error)
        );
        assert_eq!(page.ok("view", &json!([])), view, "{method} {args}");
    }
}

#[test]
fn calls_before_a_battle_say_so() {
    let mut page = Page::new();
    for (method, args) in [
        ("view", "[]"),
        ("offers", "[0]"),
        ("preview", "[\"end\"]"),
        ("nearest", "[0, [1, 1]]"),
        ("odds", "[\"end\"]"),
        ("overlay", "[0]"),
        ("play", "[\"end\", 0]"),
        ("think", "[\"greedy\"]"),
        ("undo", "[]"),
        ("log", "[]"),
        ("at", "[0]"),
        ("fork", "[0]"),
        ("journal", "[]"),
        ("position", "[]"),
    ] {
        let error = page.err(method, args);
        assert_eq!(message(&error), "no battle was started yet", "{method}");
    }
}

#[test]
fn a_stale_order_is_refused_with_its_clause() {
    let (mut page, _) = Page::start(SCENARIO, 7);
    let order = page.ok("think", &json!(["greedy"]));
    page.ok("play", &json!([order, 0]));
    let error = page.err("play", &json!([order, 0]).to_string());
    assert_eq!(error["refusals"][0]["clause"], "TABLE-STALE");
}

#[test]
fn an_order_for_the_other_side_is_refused_with_every_reason() {
    let (mut page, view) = Page::start(SCENARIO, 7);
    let mover = &view["toMove"];
    let units = view["units"].as_array().expect("units");
    let other = units.iter().find(|u| u["side"] != *mover).expect("a foe");
    let order = json!({ "pass": { "unit": other["id"] } });
    let error = page.err("play", &json!([order, 0]).to_string());
    assert_eq!(error["refusals"][0]["clause"], "TABLE-NOT-YOURS");
    assert_eq!(error["refusals"][0]["unit"], other["id"]);
}

#[test]
fn ten_megabytes_are_refused_quickly() {
    let (mut page, view) = Page::start(SCENARIO, 7);
    for text in ["x".repeat(10_000_000), "{".repeat(10_000_000)] {
        for (method, args) in [
            ("load", json!([text]).to_string()),
            ("start", json!([{ "text": text }, 1]).to_string()),
            ("preview", json!([text]).to_string()),
            ("view", text.clone()),
        ] {
            let before = Instant::now();
            let error = page.err(method, &args);
            // A text that begins like a journal may be one of this length.
            let may_be = method == "load" && text.starts_with('{');
            assert!(
                message(&error).contains("bytes") || may_be,
                "{method}: {error}"
            );
            assert!(before.elapsed().as_millis() < 500, "{method}");
        }
    }
    for most in [64, 128] {
        let text = "{".repeat((most << 20) + 1);
        let error = page.err("load", &json!([text]).to_string());
        assert!(message(&error).contains("bytes"), "{error}");
    }
    assert_eq!(page.ok("view", &json!([])), view);
}

#[test]
fn deeply_nested_arguments_do_no_harm() {
    let (mut page, view) = Page::start(SCENARIO, 7);
    let deep = "[".repeat(100_000);
    assert!(message(&page.err("preview", &deep)).contains("`order` of `preview`"));
    assert_eq!(page.ok("view", &json!([])), view);
}

/// A seal: its code is told first, its dice are marked, its secret is told at the end.
#[test]
fn sealed_dice_are_marked_and_their_secret_is_told_at_the_end() {
    let secret = "0123456789abcdef0123456789abcdef";
    let mut page = Page::new();
    let code = page.ok("seal", &json!([secret]));
    let seal = json!({"secret": secret, "word": "Lützen"});
    let from = json!({"scenario": "three-hit/two-hills"});
    let view = page.ok("start", &json!([from, 1, null, null, seal]));
    let told = &view["seal"];
    assert_eq!((&told["code"], &told["word"]), (&code, &json!("Lützen")));
    assert!(told["secret"].is_null(), "not before the end");
    for _ in 0..500 {
        let view = page.ok("view", &json!([]));
        if !view["ended"].is_null() {
            assert_eq!(view["seal"]["secret"], secret);
            break;
        }
        let order = page.ok("think", &json!(["random"]));
        page.ok("play", &json!([order, view["number"]]));
    }
    let log = page.ok("log", &json!([]));
    let entries = log.as_array().expect("entries").iter();
    let rolls: Vec<_> = entries
        .flat_map(|e| e["rolls"].as_array().expect("rolls"))
        .collect();
    assert!(rolls.len() > 5 && rolls.iter().all(|roll| roll["thrown"] == "sealed"));

    for wrong in [
        json!({"secret": secret}),
        json!("Lützen"),
        json!({"secret": "a", "word": "b"}),
    ] {
        let args = json!([from, 1, null, null, wrong]);
        assert!(page.call("start", &args.to_string()).is_err(), "{wrong}");
    }
}
