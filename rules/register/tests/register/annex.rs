//! The texts to read away from the table name only clauses and switches that exist.

use sandtable_register::ALL;

#[test]
fn every_ruling_names_clauses_and_switches_that_exist() {
    for entry in ALL {
        let rules = entry.standard();
        let card = rules.card();
        let annex = sandtable_register::annex(entry.id).expect("what ships beside it");
        for ruling in &annex.rulings {
            for id in &ruling.clauses {
                assert!(card.find(id).is_some(), "{}, {}: {id}", entry.id, ruling.id);
            }
            if let Some(name) = &ruling.switch {
                let known = card.switches.iter().any(|s| s.name == *name);
                assert!(known, "{}, {}: {name}", entry.id, ruling.id);
            }
        }
    }
}
