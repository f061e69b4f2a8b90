//! Calls with random arguments, in a battle that goes on under them: each gets an answer in JSON,
//! and errors are short.

use sandtable_opponents::Lot;
use sandtable_session::call::{Call, DeskCall};
use sandtable_session::{Session, Shelf};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Arguments of every sort: what calls take, what they never take, numbers at their limits.
const ARGUMENTS: [&str; 40] = [
    "null",
    "true",
    "false",
    "0",
    "1",
    "2",
    "3",
    "17",
    "60",
    "254",
    "255",
    "256",
    "65535",
    "-1",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "1e308",
    "-0.5",
    "[]",
    "[0]",
    "[6,6,6]",
    "[0,7,255]",
    "{}",
    "\"\"",
    "\"a\"",
    "\"three-hit\"",
    "\"general\"",
    "\"captain:bold:3\"",
    "\"out-of-charge\"",
    "\"charge\"",
    "\"\\u0000\\u001b[2J\"",
    "[1,2]",
    "[1e300,-1e300]",
    "{\"scenario\":\"three-hit/two-hills\"}",
    "{\"text\":\"rules = \\\"six-plus\\\"\"}",
    "\"End\"",
    "{\"Face\":{\"unit\":3,\"to\":65535}}",
    "{\"Move\":{\"unit\":1,\"legs\":[{\"Advance\":{\"by\":2147483647}}]}}",
    "{\"Charge\":{\"unit\":0,\"target\":0,\"reach\":true}}",
];

/// Calls that work for as long as they are told to: the page decides how long.
const TAKE_TIME: [&str; 5] = ["think", "selfplay", "suggestOn", "reviewOn", "chancesOn"];

/// How long a call may take in a program that was not built for speed.
const PATIENCE: Duration = Duration::from_secs(20);

fn argument(lot: &mut Lot, long: &str) -> String {
    match lot.below(30) {
        0 => format!("\"{long}\""),
        1 => format!("{{\"{long}\":[{{}}]}}"),
        _ => ARGUMENTS[lot.below(ARGUMENTS.len())].to_owned(),
    }
}

#[test]
fn whatever_is_called_an_answer_comes() {
    let mut session = Session::new(Shelf::of(sandtable_register::ALL));
    let names: Vec<_> = Call::ALL
        .iter()
        .chain(DeskCall::ALL)
        .filter(|call| !TAKE_TIME.contains(&call.name))
        .collect();
    let long = "\u{e9}x\\\"".repeat(20_000);
    let mut lot = Lot::new(0x7769);
    let (mut taken, mut refused) = (0, 0);
    for n in 0..1_000 {
        if n % 50 == 0 {
            let begun = session.call("start", "[{\"scenario\":\"three-hit/two-hills\"}, 3]");
            assert!(begun.starts_with("{\"ok\":"), "{begun}");
        }
        let call = names[lot.below(names.len())];
        let most = call.needs.len() + call.may.len();
        let count = if lot.below(8) == 0 {
            lot.below(9)
        } else {
            most
        };
        let all: Vec<String> = (0..count).map(|_| argument(&mut lot, &long)).collect();
        let mut given = format!("[{}]", all.join(","));
        if lot.below(20) == 0 {
            given.pop();
        }
        let start = Instant::now();
        let told = session.call(call.name, &given);
        let shown: String = given.chars().take(200).collect();
        assert!(
            start.elapsed() < PATIENCE,
            "{}({shown}): {:?}",
            call.name,
            start.elapsed()
        );
        let value: Value = serde_json::from_str(&told).expect("JSON");
        if value.get("ok").is_some() {
            taken += 1;
        } else {
            assert!(
                told.len() < 4_096,
                "{}({shown}): {} bytes",
                call.name,
                told.len()
            );
            refused += 1;
        }
    }
    println!("{taken} calls done, {refused} refused");
    assert!(taken > 40 && refused > 200);
}
