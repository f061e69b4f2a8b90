//! Section 13: a charge without a named heading is legal if there is any heading at all with which
//! it would be legal.

use super::support::{field, id, rules, unit};
use sandtable_battle::{Judging, Order};
use sandtable_geometry::{Facing, INCH, Pose};

#[test]
fn a_charge_finds_a_heading_where_there_is_one_charge_03() {
    let cases = std::env::var("EXACT_CASES")
        .ok()
        .and_then(|n| n.parse().ok());
    let rules = rules(&[]);
    let mut lot = 5_u64;
    let mut next = |range: i32| {
        lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        i32::try_from((lot >> 33) % u64::from(range.unsigned_abs())).unwrap_or(0)
    };
    let mut open = [0; 2];
    for case in 0..cases.unwrap_or(60) {
        let formation = ["", "formation = \"column\""][usize::from(next(2) == 1)];
        let body = unit("A", "Blue", "infantry", (36.0, 24.0), 0.0, formation)
            + &unit("D", "Red", "infantry", (36.0, 34.0), 180.0, "")
            + &unit("F", "Blue", "infantry", (20.0, 24.0), 0.0, "")
            + &unit("G", "Blue", "infantry", (52.0, 24.0), 0.0, "");
        let mut battle = field(&rules, "charge", "Blue", &body);
        let (charger, target) = (id(&battle, "A"), id(&battle, "D"));
        // Near, beside and on top of each other.
        for other in ["D", "F", "G"] {
            let (x, y) = (next(24 * INCH) - 12 * INCH, next(20 * INCH) - 6 * INCH);
            let facing = Facing(u16::try_from(next(0x10000)).unwrap_or(0));
            let at = id(&battle, other).index();
            battle.units[at].pose = Pose::new(36 * INCH + x, 24 * INCH + y, facing);
        }
        let charge = |heading: Option<Facing>| {
            let order = Order::Charge {
                unit: charger,
                target,
                reach: false,
                heading,
            };
            rules.legal(&battle, &order)
        };
        let found = charge(None);
        let own = battle.unit(charger).pose.facing;
        let some = (-0x2000..=0x2000).find(|&turn| charge(Some(own.turned(turn))).is_some());
        assert_eq!(
            found.is_some(),
            some.is_some(),
            "{case}: {:?}",
            battle.units
        );
        open[usize::from(found.is_some())] += 1;
    }
    assert!(open.iter().all(|&n| n > 5), "{open:?}");
}
