//! A battle is cheap to copy: its units are one piece below 4096 bytes, a size above which copies
//! can become many times slower.

use sandtable_battle::{Battle, Unit};

#[test]
fn forty_units_lie_in_one_small_piece() {
    let (unit, battle) = (size_of::<Unit>(), size_of::<Battle>());
    println!("a unit {unit} bytes, a battle {battle} bytes and its units");
    assert!(unit * 44 < 4096, "{unit} bytes a unit");
    assert!(battle < 256, "{battle} bytes");
}
