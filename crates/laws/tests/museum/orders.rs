//! Orders as people and programs wrote them before the state had types: each is still understood,
//! typed and as JSON, and both mean the same order.

use sandtable_battle::{Battle, Order, Rules, Switches};
use sandtable_files::{Journal, journal, notation, peek_rules, read_battle, read_switches};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Orders that the program listed in the museum's positions, or after a line of its journals: for
/// each the file, and the order typed and as JSON.
const ORDERS: &str = include_str!("../../../../museum/format-1/orders.jsonl");
const MUSEUM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../museum/format-1");

/// Returns the rules of a file of format 1, and the battle in it or after a line of it.
fn opened(name: &str, line: Option<u64>) -> (Arc<dyn Rules>, Battle) {
    let path = format!("{MUSEUM}/{name}");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let open = |id: &str, with: &Switches| sandtable_register::open(id, with).expect("a rule set");
    let Some(line) = line else {
        let (id, _) = peek_rules(&text).expect("a rule set");
        let plain = open(&id, &Switches::default());
        let rules = open(&id, &read_switches(&text, plain.card()).expect("switches"));
        let battle = read_battle(&text, &*rules).expect("a position");
        return (rules, battle);
    };
    let header = journal::peek(&text).expect("a header");
    let rules = open(&header.rules, &header.switches);
    let journal = Journal::read(&text, &*rules).expect("a journal");
    let mut battle = journal.start().clone();
    let lines = journal.lines().iter();
    for line in lines.take_while(|l| u64::from(l.n) <= line) {
        line.fold(&mut battle);
    }
    (rules, battle)
}

#[test]
fn every_old_order_is_still_understood() {
    let mut positions = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in ORDERS.lines() {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| value[key].as_str().expect("a text");
        let at = (text("position").to_owned(), value["line"].as_u64());
        let (rules, battle) = positions
            .entry(at)
            .or_insert_with_key(|(name, line)| opened(name, *line));
        let typed = notation::parse(text("typed"), battle, rules.card());
        let order = serde_json::from_value::<Order>(value["order"].clone());
        match (typed, order) {
            (Ok(typed), Ok(order)) if typed == order => {}
            (typed, order) => wrong.push(format!("{line}\n  {typed:?}\n  {order:?}")),
        }
    }
    assert!(positions.len() >= 100, "{} positions", positions.len());
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
