//! Odds of a fight as exact fractions, computed by the function that plays it.

use sandtable_@SNAKE@::@TYPE@;
use sandtable_@SNAKE@::fight::Clash;
use sandtable_battle::{Dice, Side, Switches};
use sandtable_odds::{Chance, Explorer};

/// Returns the chances that neither, the attacked unit, or the attacker is hit.
fn odds(own: i16, theirs: i16) -> [Chance; 3] {
    let rules = @TYPE@::new(&Switches::default()).expect("the defaults");
    let clash = Clash {
        own,
        theirs,
        both_hit: false,
        side: Side::A,
    };
    let law = Explorer::new().law(|dice: &mut dyn Dice| rules.throw(clash, dice));
    assert_eq!(law.mass(), Chance::of(1, 1));
    [0, 1, 2].map(|outcome| law.chance(&outcome))
}

#[test]
fn fights_have_their_odds() {
    let of = |top| Chance::of(top, 36);
    assert_eq!(odds(0, 0), [of(6), of(15), of(15)]);
    assert_eq!(odds(1, 0), [of(5), of(21), of(10)]);
}
