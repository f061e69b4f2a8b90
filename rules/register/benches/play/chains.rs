//! The longest chains of the regimental rules: eight stands charge eight stands, out of reach of
//! all others.

use super::{Moment, opened};
use sandtable_battle::{Order, Recorded, UnitId};

/// The chains to measure. In the first the target has no officer left, so everything runs to the
/// end without a choice; no die has been rolled yet. The second is the same until an officer is
/// asked for a counter. The third is what follows if the officer declines, with the charge dice on
/// the table.
pub const CHAINS: [&str; 3] = [
    "charge to its end",
    "charge to the counter",
    "from the counter",
];

/// Returns a chain of [`CHAINS`] as a battle and the order.
pub fn chain(name: &str) -> Moment {
    let led = name != CHAINS[0];
    let down = if led { "" } else { "down = 3\n" };
    let text = format!(
        "format = 1\nrules = \"regimental\"\ntable = [72, 48]\nattacker = \"Blue\"\n\
         [[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n\
         [[unit]]\nname = \"A\"\nside = \"Blue\"\nkind = \"infantry\"\nat = [36, 20]\nfacing = 0\n\
         [[unit]]\nname = \"D\"\nside = \"Red\"\nkind = \"infantry\"\nat = [36, 27.5]\nfacing = 180\n{down}\
         [[unit]]\nname = \"Guns\"\nside = \"Blue\"\nkind = \"artillery\"\nat = [4, 4]\nfacing = 0\n\
         [[unit]]\nname = \"Yonder\"\nside = \"Red\"\nkind = \"infantry\"\nat = [4, 40]\nfacing = 180\n\
         [state]\nturn = 1\nphase = \"charge\"\nactive = \"Blue\"\n"
    );
    let start = opened(name.to_owned(), &text);
    let (unit, target) = (UnitId(0), UnitId(1));
    let mut moment = Moment {
        rules: start.rules,
        battle: start.battle,
        order: Order::Fight { unit, target },
    };
    let play = |moment: &Moment, order: &Order, faces: &[u8]| {
        let mut dice = Recorded::new(faces);
        let played = moment.rules.play(&moment.battle, order, &mut dice);
        played.expect("legal").0
    };
    let charge = Order::Charge {
        unit,
        target,
        reach: false,
        heading: None,
    };
    moment.battle = play(&moment, &charge, &[]);
    if name == CHAINS[2] {
        moment.battle = play(&moment, &moment.order, &[6, 5, 5, 4, 3, 3, 2, 1, 7, 2]);
        moment.order = Order::Decide { choice: 0 };
    }
    moment
}
