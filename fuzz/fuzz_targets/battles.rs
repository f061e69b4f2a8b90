//! Sound positions of every rule set, and orders in them: those that the rules offer, drawn
//! by lot, and any others. Whatever is accepted resolves, is told, and leaves a battle that
//! is written and read back equal. Nothing panics.
#![no_main]

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use sandtable_battle::{Rolled, Scene};
use sandtable_fuzz::{TABLES, position};
use sandtable_opponents::{Lot, sample};

/// Orders given in one position.
const ORDERS: u32 = 50;

fuzz_target!(|data: &[u8]| {
    let mut u = Unstructured::new(data);
    let Ok((rules, near)) = u.choose(&TABLES) else { return };
    let rules = &**rules;
    let mut lot = Lot::new(u.arbitrary().unwrap_or(1));
    let mut battle = near.clone();
    // The position that is changed lies some way into the battle.
    let before = u.int_in_range(0..=40).unwrap_or(0);
    for number in 0..before + ORDERS {
        if number == before {
            let Some(other) = position(&mut u, rules, &battle) else { return };
            battle = other;
        }
        let offers = rules.all_offers(&battle);
        let Some(offer) = lot.pick(&offers) else { break };
        let Some(legal) = sample(rules, &battle, offer, &mut lot) else { continue };
        let mut scene = Scene::new(battle.clone());
        rules.resolve(&legal, &mut scene, &mut Rolled::new(7, number));
        let (after, events) = scene.finish();
        if number >= before {
            for event in &events {
                let _ = sandtable_tell::event(&battle, rules.card(), event);
                battle.apply(event);
            }
            assert_eq!(battle, after, "events fold to the battle");
        }
        battle = after;
        if battle.ended.is_some() {
            break;
        }
    }
    let text = sandtable_files::write_battle(&battle, rules.card());
    assert_eq!(sandtable_files::read_battle(&text, rules).as_ref(), Ok(&battle), "{text}");
});
