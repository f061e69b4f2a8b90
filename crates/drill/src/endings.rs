//! How battles end: the result when armies are beaten, and who has more.

use crate::{Decided, ahead, has_conditions};
use sandtable_battle::{Battle, Outcome, Rules, Side, Zone};
use std::cmp::Ordering;

/// Returns the result if sides are beaten, given as the first side and the second: the other side
/// wins, and if both are beaten it is a draw. `None` while neither is.
#[must_use]
pub const fn beaten(sides: [bool; 2]) -> Option<Outcome> {
    match sides {
        [false, false] => None,
        [true, false] => Some(Outcome::Won(Side::B)),
        [false, true] => Some(Outcome::Won(Side::A)),
        [true, true] => Some(Outcome::Draw),
    }
}

/// Returns the side with the greater number, if there is one.
#[must_use]
pub fn greater<T: Ord>([a, b]: [T; 2]) -> Option<Side> {
    match a.cmp(&b) {
        Ordering::Greater => Some(Side::A),
        Ordering::Less => Some(Side::B),
        Ordering::Equal => None,
    }
}

/// Returns the side that alone holds more objectives; `inside` says whether a side is in a zone.
#[must_use]
pub fn holds_more(battle: &Battle, inside: impl Fn(Side, &Zone) -> bool) -> Option<Side> {
    let mut held = [0_usize; 2];
    for zone in battle.setting.objectives() {
        match Side::BOTH.map(|side| inside(side, zone)) {
            [true, false] => held[0] += 1,
            [false, true] => held[1] += 1,
            _ => {}
        }
    }
    greater(held)
}

/// Returns how the scenario's own conditions decide a battle when time is up: in favour of the side
/// that is ahead by them, or of the side that it names for that case, which may be none. `None` if
/// it leaves the decision to the rules.
#[must_use]
pub fn by_scenario(rules: &dyn Rules, battle: &Battle) -> Option<(Option<Side>, Decided)> {
    let set = &battle.setting.victory;
    let by = match set.objectives {
        true => Decided::Ground,
        false => Decided::Points,
    };
    let ahead = ahead(rules, battle).map(|side| (Some(side), by));
    let named = has_conditions(battle) && set.default.is_some();
    ahead.or_else(|| named.then_some((set.default, Decided::Nothing)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_beaten_wins() {
        assert_eq!(beaten([false, false]), None);
        assert_eq!(beaten([true, true]), Some(Outcome::Draw));
        for side in Side::BOTH {
            let sides = Side::BOTH.map(|other| other == side);
            assert_eq!(beaten(sides), Some(Outcome::Won(side.other())));
        }
    }

    #[test]
    fn of_equal_numbers_neither_is_greater() {
        assert_eq!(greater([2, 1]), Some(Side::A));
        assert_eq!(greater([1, 2]), Some(Side::B));
        assert_eq!(greater([0, 0]), None);
    }

    #[test]
    fn an_objective_with_both_sides_in_it_counts_for_neither() {
        use crate::bare::{square, table};
        let zone = |name: &str, side| Zone {
            name: name.to_owned(),
            side,
            area: square(0, 0, 100),
        };
        let zones = ["mill", "ford", "hill"].map(|name| zone(name, None));
        let mut zones = zones.to_vec();
        zones.push(zone("deployment", Some(Side::A)));
        let battle = table(Vec::new(), zones);
        let held = |by: &dyn Fn(&str) -> [bool; 2]| {
            holds_more(&battle, |side, zone| by(&zone.name)[side.index()])
        };
        assert_eq!(held(&|_| [true, true]), None);
        assert_eq!(
            held(&|name| [name == "mill", name != "mill"]),
            Some(Side::B)
        );
        assert_eq!(held(&|name| [true, name != "mill"]), Some(Side::A));
        // Nobody wins through their own deployment zone.
        assert_eq!(held(&|name| [name == "deployment", false]), None);
    }
}
