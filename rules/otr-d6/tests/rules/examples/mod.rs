//! The worked examples of `examples/*.toml`: a position, orders, the dice in
//! the order they are thrown, and what must come of it.

mod orders;
mod played;
mod position;

use self::played::{compare, play};
use self::position::{list, position, text};
use sandtable_battle::Switches;
use sandtable_geometry::INCH;
use sandtable_otr_d6::OtrD6;
use toml::{Table, Value};

const FILES: [(&str, &str); 6] = [
    ("movement", include_str!("../../../examples/movement.toml")),
    ("shooting", include_str!("../../../examples/shooting.toml")),
    ("charging", include_str!("../../../examples/charging.toml")),
    ("melee", include_str!("../../../examples/melee.toml")),
    ("morale", include_str!("../../../examples/morale.toml")),
    (
        "amendments",
        include_str!("../../../examples/amendments.toml"),
    ),
];

fn run(example: &Table) -> Vec<String> {
    let mut switches = Switches::default();
    for (name, value) in example
        .get("switches")
        .and_then(Value::as_table)
        .into_iter()
        .flatten()
    {
        switches = switches.with(name, value.as_str().expect("a value"));
    }
    let rules = OtrD6::new(&switches).expect("switches");
    let mut wrong = Vec::new();
    let played = play(&rules, example, position(example, &switches), &mut wrong);
    for (key, want) in example["expect"].as_table().expect("expectations") {
        compare(&rules, &played, key, want, &mut wrong);
    }
    wrong
}

#[test]
fn examples_come_out_as_printed() {
    assert_eq!(INCH, 2540);
    let mut failures = Vec::new();
    let mut count = 0;
    for (file, source) in FILES {
        let table: Table = source.parse().expect("a file of examples");
        for example in list(&table, "example").iter().filter_map(Value::as_table) {
            if example.contains_key("ask") {
                continue;
            }
            count += 1;
            for wrong in run(example) {
                failures.push(format!("{file} {}: {wrong}", text(example, "id")));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
