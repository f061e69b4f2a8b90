//! Orders that once crashed the engine. A file in `crashes` holds a scenario and then one `[order,
//! faces]` per line. Every order must be refused with reasons, or resolve. The tool `orders` of the
//! fuzz targets writes these files (`fuzz/src/bin/orders.rs`).

use sandtable_battle::{Order, Recorded, Rolled, Scene};

#[test]
fn orders_that_once_crashed_are_refused_or_resolve() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/crashes");
    let (mut orders, mut cases) = (0, 0);
    for file in std::fs::read_dir(folder).expect("a folder").flatten() {
        let name = file.path().display().to_string();
        let text = std::fs::read_to_string(file.path()).expect("a text");
        let mut lines = text.lines();
        let scenario: String = serde_json::from_str(lines.next().expect("a line")).expect("a name");
        let shipped = sandtable_register::scenarios();
        let found = shipped.iter().find(|s| s.id == scenario);
        let start = &found
            .unwrap_or_else(|| panic!("{name}: no {scenario}"))
            .text;
        let (id, switches) = sandtable_files::peek_rules(start).expect("shipped");
        let rules = sandtable_register::open(&id, &switches).expect("shipped");
        let mut scene = Scene::new(sandtable_files::read_battle(start, &*rules).expect("shipped"));
        rules.open(&mut scene, &mut Rolled::new(1, 0));
        let mut battle = scene.finish().0;
        for line in lines {
            let (order, faces): (Order, Vec<u8>) = serde_json::from_str(line).expect("an order");
            orders += 1;
            match rules.judge(&battle, &order) {
                Err(refusals) => assert!(!refusals.reasons().is_empty(), "{name}: {line}"),
                Ok(legal) => {
                    let mut scene = Scene::new(battle.clone());
                    rules.resolve(&legal, &mut scene, &mut Recorded::new(&faces));
                    battle = scene.finish().0;
                }
            }
        }
        cases += 1;
    }
    assert!(
        cases >= 10 && orders >= cases,
        "{cases} files, {orders} orders"
    );
}
