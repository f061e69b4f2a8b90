//! The calls as a client sees them.

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use sandtable_api::{Limits, openapi, router};
use serde_json::{Value, json};
use tower::ServiceExt as _;

const HILLS: &str = "three-hit/two-hills";

fn ask_of(limits: Limits, path: &str, body: impl Into<Body>) -> (StatusCode, Value) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    let request = Request::post(path).body(body.into()).expect("a request");
    runtime.block_on(async {
        let answer = router(limits).oneshot(request).await.expect("an answer");
        let status = answer.status();
        let bytes = to_bytes(answer.into_body(), usize::MAX)
            .await
            .expect("a body");
        (
            status,
            serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        )
    })
}

fn ask(path: &str, body: &Value) -> (StatusCode, Value) {
    ask_of(Limits::default(), path, body.to_string())
}

#[test]
fn a_battle_is_asked_judged_played_and_drawn() {
    let (status, told) = ask("/api/orders", &json!({"position": HILLS}));
    assert_eq!(status, StatusCode::OK, "{told}");
    assert_eq!(told["side"], "Red");
    let order = told["units"][0]["orders"][0]
        .as_str()
        .expect("an order as text")
        .to_owned();
    let ordered = json!({"position": HILLS, "order": order});
    let (_, judged) = ask("/api/judge", &ordered);
    assert_eq!(judged["legal"], true, "{judged}");
    let (_, odds) = ask("/api/odds", &ordered);
    assert!(odds["rows"].is_array(), "{odds}");
    let (_, played) = ask("/api/play", &ordered);
    let after = played["position"].as_str().expect("a battle file");
    let (_, drawn) = ask("/api/draw", &json!({"position": after}));
    assert!(
        drawn["svg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg"))
    );
    // The same call gives the same answer: nothing is remembered.
    assert_eq!(ask("/api/play", &ordered).1, played);
}

#[test]
fn journals_are_verified_and_changed_ones_told() {
    let journal =
        std::fs::read_to_string("../../journals/two-hills.journal.jsonl").expect("it ships");
    let (status, told) = ask("/api/verify", &json!({"journal": journal}));
    assert_eq!(status, StatusCode::OK, "{told}");
    let hash = sandtable::Game::from_journal(&journal)
        .expect("sound")
        .hash();
    assert_eq!(told["hash"], format!("{hash:016x}"));
    // Some editors begin a text with a byte-order mark.
    let marked = json!({"journal": format!("\u{feff}{journal}")});
    assert_eq!(ask("/api/verify", &marked).1, told);
    let hills = std::fs::read_to_string("../../scenarios/three-hit/two-hills.battle.toml");
    let marked = json!({"position": format!("\u{feff}{}", hills.expect("it ships"))});
    let (status, told) = ask("/api/draw", &marked);
    assert_eq!(status, StatusCode::OK, "{told}");
    let (status, told) = ask(
        "/api/verify",
        &json!({"journal": journal.replacen("Blue", "Blau", 1)}),
    );
    assert_eq!(
        (status, &told["error"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("flawed"))
    );
}

#[test]
fn a_situation_is_answered_in_fractions() {
    let text = std::fs::read_to_string("../../situations/three-hit/volley.situation.toml")
        .expect("it ships");
    let (status, told) = ask("/api/situation", &json!({"situation": text}));
    assert_eq!(status, StatusCode::OK, "{told}");
    assert!(
        told["rows"][0]["p"]
            .as_str()
            .is_some_and(|p| p.contains('/')),
        "{told}"
    );
}

#[test]
fn wrong_requests_are_told_by_name() {
    let wrong = |path: &str, body: Value| {
        let (status, told) = ask(path, &body);
        (
            status.as_u16(),
            told["error"].as_str().unwrap_or_default().to_owned(),
        )
    };
    let hill = |more: Value| {
        let mut all = json!({"position": HILLS});
        let more = more.as_object().expect("an object").clone();
        all.as_object_mut().expect("an object").extend(more);
        all
    };
    assert_eq!(
        wrong("/api/orders", json!({"position": "x/y"})),
        (422, "unknown".into())
    );
    assert_eq!(
        wrong("/api/orders", json!({"position": "a = 1\n"})),
        (422, "flawed".into())
    );
    assert_eq!(wrong("/api/orders", json!({})), (400, "garbled".into()));
    assert_eq!(
        wrong("/api/orders", hill(json!({"extra": 1}))),
        (400, "garbled".into())
    );
    assert_eq!(
        wrong("/api/judge", hill(json!({"order": "fly"}))),
        (422, "order".into())
    );
    let far = hill(json!({"order": "move \"Red Hussars\" advance 40"}));
    assert_eq!(wrong("/api/play", far.clone()), (422, "refused".into()));
    let (_, told) = ask("/api/play", &far);
    assert!(
        told["clauses"]
            .as_array()
            .is_some_and(|all| all.contains(&json!("THR-MOVE-01")))
    );
    assert_eq!(
        wrong("/api/odds", hill(json!({"order": "end", "others": "some"}))),
        (422, "unknown".into())
    );
    assert_eq!(
        wrong("/api/play", hill(json!({"order": "end", "dice": [6, 6]}))),
        (422, "dice".into())
    );
    let (status, told) = ask_of(Limits::default(), "/api/orders", "not JSON");
    assert_eq!((status.as_u16(), &told["error"]), (400, &json!("garbled")));
    let (status, told) = ask_of(Limits::default(), "/api/orders", vec![b' '; 9 << 20]);
    assert_eq!((status.as_u16(), &told["error"]), (413, &json!("long")));
}

/// Answers quote what was sent, but never at length.
#[test]
fn what_is_said_of_broken_calls_is_short() {
    let long = "x".repeat(1 << 20);
    let zeros = "\0".repeat(100_000);
    for (path, body) in [
        ("/api/orders", json!({ long.clone(): 1 })),
        ("/api/orders", json!({ "position": long })),
        (
            "/api/orders",
            json!({ "position": format!("rules = \"{long}\"") }),
        ),
        ("/api/orders", json!(long)),
        ("/api/orders", json!(zeros)),
        ("/api/judge", json!({"position": HILLS, "order": long})),
        (
            "/api/judge",
            json!({"position": HILLS, "order": format!("move \"{long}\"")}),
        ),
        (
            "/api/judge",
            json!({"position": HILLS, "order": "move ".repeat(200_000)}),
        ),
        (
            "/api/situation",
            json!({ "situation": "[unit]\n".repeat(9_000) }),
        ),
        (
            "/api/situation",
            json!({ "situation": format!("rules = \"{zeros}\"") }),
        ),
        (
            "/api/verify",
            json!({ "journal": format!("{{\"format\":3,\"{long}\":1}}") }),
        ),
    ] {
        let (status, told) = ask(path, &body);
        let length = told.to_string().len();
        assert!(status.is_client_error(), "{path}: {status}");
        assert!((20..4_096).contains(&length), "{path}: {length} bytes");
    }
}

/// Every reference leads somewhere, every call is described, and each answer has the properties
/// that the description names.
#[test]
fn the_description_fits() {
    fn references<'a>(of: &'a Value, all: &mut Vec<&'a str>) {
        match of {
            Value::Object(map) => {
                all.extend(map.get("$ref").and_then(Value::as_str));
                map.values().for_each(|value| references(value, all));
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, all)),
            _ => {}
        }
    }
    let all = openapi();
    let mut found = Vec::new();
    references(&all, &mut found);
    assert!(found.len() > 20);
    for reference in found {
        let pointer = reference.strip_prefix('#').expect("in this document");
        assert!(all.pointer(pointer).is_some(), "{reference}");
    }
    let shape = |path: &str| {
        let at = format!(
            "/paths/{}/post/responses/200/content/application~1json/schema/$ref",
            path.replace('/', "~1")
        );
        let reference = all.pointer(&at).and_then(Value::as_str).expect("a schema");
        all.pointer(&reference[1..]).expect("a definition")
    };
    for (path, body) in [
        ("/api/scenarios", json!({})),
        ("/api/orders", json!({"position": HILLS})),
        ("/api/draw", json!({"position": HILLS})),
        ("/api/judge", json!({"position": HILLS, "order": "end"})),
        ("/api/play", json!({"position": HILLS, "order": "end"})),
    ] {
        let (_, told) = ask(path, &body);
        let shape = shape(path);
        for name in shape["required"].as_array().expect("some are required") {
            let name = name.as_str().expect("a name");
            assert!(told.get(name).is_some(), "{path}: no {name} in {told}");
        }
        for name in told.as_object().expect("an object").keys() {
            assert!(
                shape["properties"].get(name).is_some(),
                "{path}: {name} is not described"
            );
        }
    }
}
