//! Asks both umpires about one order in one position.

use crate::walk::{Pair, SLACKS};
use crate::{Faces, Ruling};
use sandtable_battle::{Order, Recorded, Switches};
use sandtable_files::{peek_rules, read_battle};
use std::collections::BTreeMap;

/// Returns what both umpires say about the order `ORDER` (as in journals, but as TOML: `{ shoot = {
/// unit = 1, target = 2 } }`) in the battle file `CASE`, with the dice `FACES`. Returns `None` if
/// the environment names no file. Use it to examine a difference that a walk has found.
///
/// # Panics
/// If the file, the battle or the order cannot be read.
#[must_use]
pub fn replay(pair: &dyn Fn(&Switches) -> Pair) -> Option<String> {
    let file = std::env::var("CASE").ok()?;
    let text = std::fs::read_to_string(file).expect("the file that CASE names");
    let (_, switches) = peek_rules(&text).expect("a battle");
    let pair = pair(&switches);
    let battle = read_battle(&text, &*pair.rules).expect("a battle");
    let order = std::env::var("ORDER").expect("an order");
    let order: BTreeMap<String, Order> =
        toml::from_str(&format!("order = {order}")).expect("an order");
    let order = order["order"].clone();
    let faces = std::env::var("FACES").unwrap_or_default();
    let faces: Vec<u8> = faces.split(',').filter_map(|f| f.parse().ok()).collect();
    let mut out = vec![format!("{order:?}")];
    let played = pair.rules.play(&battle, &order, &mut Recorded::new(&faces));
    out.push(match &played {
        Ok((_, events)) => format!("engine: {events:#?}"),
        Err(why) => format!("engine: {why:?}"),
    });
    for slack in SLACKS {
        let ruling = pair.umpire.judge(&battle, &order, slack);
        out.push(format!("within {slack}: {ruling:?}"));
        if let (Ok((after, _)), Ruling::Legal) = (&played, ruling) {
            let mut dice = Faces::new(&faces);
            out.push(
                match pair.umpire.play((&battle, after), &order, &mut dice, slack) {
                    Ok(play) => {
                        let differ = play.facts.differences(&pair.umpire.read(after));
                        format!("  {:?}, {} dice left, {differ:?}", play.told, dice.left())
                    }
                    Err(beyond) => format!("  {beyond:?}"),
                },
            );
        }
    }
    Some(out.join("\n"))
}
