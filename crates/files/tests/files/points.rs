//! What units and armies are worth.

use crate::support::Skirmish;
use sandtable_battle::Rules;
use sandtable_files::{Army, Points, Recruit, Worth, whole_points};

/// The dearest kind, for units much stronger than the one that was valued: the sum does not fit into
/// 32 bits.
#[test]
fn an_army_of_the_dearest_units_has_a_sum() {
    let rules = Skirmish::new();
    let worth = Worth {
        kind: 0,
        stands: 1,
        points: 999_999,
        least: 999_999,
        most: 999_999,
    };
    let points = Points {
        says: String::new(),
        kinds: vec![worth],
    };
    let unit = Recruit {
        stands: 60,
        ..Recruit::fresh("Guards", 0, rules.card())
    };
    let army = Army {
        units: vec![unit; 40],
        ..Army::default()
    };
    let (sum, without) = points.army(&army);
    assert_eq!((sum, without), (40 * 60 * 999_999, 0));
    assert!((whole_points(sum) - 23_999_976.0).abs() < 1e-6);
}
