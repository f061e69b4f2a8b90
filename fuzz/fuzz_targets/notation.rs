//! Any text is read as an order: it is refused, or what was read is written and
//! read back equal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable_battle::{files, notation};
use std::sync::LazyLock;

type Table = (std::sync::Arc<dyn sandtable_battle::Rules>, sandtable_battle::Battle);

static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    sandtable_register::scenarios()
        .iter()
        .map(|s| {
            let (id, switches) = files::peek_rules(&s.text).expect("shipped");
            let rules = sandtable_register::open(&id, &switches).expect("shipped");
            let battle = files::read_battle(&s.text, &*rules).expect("shipped");
            (rules, battle)
        })
        .collect()
});

fuzz_target!(|text: &str| {
    for (rules, battle) in TABLES.iter() {
        if let Ok(order) = notation::parse(text, battle, rules.card()) {
            let again = notation::write(&order, battle, rules.card());
            assert_eq!(notation::parse(&again, battle, rules.card()).ok(), Some(order), "{again}");
        }
    }
});
