//! Any order is judged in any state that play reaches: it is refused with
//! reasons, or it resolves with any dice. Nothing panics.
//!
//! With `SANDTABLE_TELL=1` it prints what an input orders, as the lines of JSON that
//! `crates/laws/tests/crashes` keeps: the scenario, then `[order, faces]` each.
#![no_main]

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use sandtable_battle::{Recorded, Scene};
use sandtable_fuzz::{TABLES, faces, order};
use std::sync::LazyLock;

static TELLS: LazyLock<bool> = LazyLock::new(|| std::env::var_os("SANDTABLE_TELL").is_some());

fn tell(value: &impl serde::Serialize) {
    if *TELLS {
        println!("{}", serde_json::to_string(value).expect("JSON"));
    }
}

fuzz_target!(|data: &[u8]| {
    let mut u = Unstructured::new(data);
    let places = 0..TABLES.len();
    let Ok(&place) = u.choose(&places.collect::<Vec<_>>()) else { return };
    let (rules, start) = &TABLES[place];
    if *TELLS {
        tell(&sandtable_register::scenarios()[place].id);
    }
    let mut battle = start.clone();
    while let Ok(order) = order(&mut u) {
        let legal = rules.judge(&battle, &order);
        let faces = if legal.is_ok() { faces(&mut u) } else { Vec::new() };
        tell(&(&order, &faces));
        if let Ok(legal) = legal {
            let mut dice = Recorded::new(&faces);
            let mut scene = Scene::new(battle.clone());
            rules.resolve(&legal, &mut scene, &mut dice);
            battle = scene.finish().0;
        }
        if u.is_empty() {
            break;
        }
    }
});
