//! What the author says the rules bring about, each checked against the rules: whether it holds,
//! and by how much.

use crate::support::{field, id, play, rules, unit};
use sandtable_battle::{Recorded, Side};
use sandtable_odds::{Chance, Explorer, Law, Weight};
use sandtable_regimental::fire::Shot;

/// H.3.a: a die for every stand represents parts of a regiment that heard the order late or started
/// slowly. It holds: eight stands hardly ever go equally far, and the line's best stand leads its
/// worst by four inches or more on average.
#[test]
fn a_line_does_not_go_off_as_one() {
    let rules = rules(&[]);
    let body = unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "")
        + &unit("D", "Red", "infantry", (36.0, 20.0), 170.0, "");
    let battle = field(&rules, "charge", "Blue", &body);
    let now = play(&rules, &battle, "face A 0", &[]).0;
    let now = play(&rules, &now, "charge A D", &[]).0;
    let spread: Law<i32> = Explorer::new().law(|dice| {
        let reach = rules.reach_of(&now, id(&now, "A"), dice);
        let far = reach.iter().max().expect("eight") - reach.iter().min().expect("eight");
        far / 2540
    });
    assert_eq!(spread.mass(), Chance::ONE);
    assert_eq!(spread.where_(|far| *far == 0), Chance::of(1, 279_936));
    let mean: f64 = (0..6)
        .map(|far| f64::from(far) * spread.where_(|f| *f == far).number())
        .sum();
    assert!((4.0..4.5).contains(&mean), "{mean}");
}

/// Returns the mean hits of eight rifles at nine inches.
fn hits(score: i16, wall: bool) -> f64 {
    let rules = rules(&[]);
    let shot = Shot {
        score,
        dice: 8,
        guns: 1,
        wall,
        hasty: false,
        shaken: false,
    };
    let law: Law<u8> = Explorer::new().law(|dice| {
        let fell = rules.roll_shot(shot, Side::A, dice);
        fell.unwrap_or(0)
    });
    (0..=8_u8)
        .map(|n| f64::from(n) * law.where_(|hits| *hits == n).number())
        .sum()
}

/// XVI.A.3, A.6, D: trees are light cover, stumps and rail fences minimal cover. It holds: each
/// takes a seventh off a volley at nine inches, and a stone wall takes half; but the text's "light"
/// and "minimal" have the same number.
#[test]
fn trees_and_rails_are_slight_cover() {
    let (open, rails, wall) = (hits(7, false), hits(6, false), hits(7, true));
    assert!((open - 5.6).abs() < 1e-9, "{open}");
    assert!((rails / open - 6.0 / 7.0).abs() < 1e-9, "{rails}");
    assert!((wall / open - 0.5).abs() < 1e-9, "{wall}");
    // At long range this differs: the last three inches of the stick have a score of one.
    assert_eq!((hits(1, false) > 0.0, hits(0, false)), (true, 0.0));
}

/// XVI.D: a rail fence slows the formation. It holds: it costs a line in contact with it more than
/// half of its six inches, three and a half on average.
#[test]
fn a_rail_fence_slows_the_formation() {
    let rules = rules(&[]);
    let body = "[[terrain]]\nground = \"fence\"\nline = [[20, 10.6], [60, 10.6]]\n".to_owned()
        + &unit("A", "Blue", "infantry", (36.0, 10.0), 0.0, "")
        + &unit("D", "Red", "infantry", (36.0, 44.0), 180.0, "");
    let battle = field(&rules, "movement", "Blue", &body);
    let order = crate::support::parse(&rules, &battle, "move A advance 6");
    let law: Law<i32> = Explorer::new().law(|dice| {
        let played = sandtable_battle::Judging::play(&rules, &battle, &order, dice);
        played.expect("legal").0.unit(id(&battle, "A")).pose.y - 10 * 2540
    });
    let mean: f64 = law
        .iter()
        .map(|(gone, chance)| f64::from(*gone) / 2540.0 * chance.number())
        .sum();
    assert!((2.3..2.6).contains(&mean), "{mean}");
}

/// XIV.B.1.c: in the example of the column, a surplus die of 3 or more would have hit once more,
/// and the 1 did not matter. Both hold.
#[test]
fn the_surplus_die_of_the_column() {
    let rules = rules(&[]);
    let dealt = |extra: u8| {
        let mut dice = Recorded::new(&[6, 4, 3, extra, 5, 5, 2]);
        rules.round(4, 3, Side::A, &mut dice)
    };
    assert_eq!((dealt(1), dealt(2), dealt(3)), ((1, 2), (1, 2), (1, 3)));
}

/// XIV.B: a column is meant to go through a line. It holds: a column wins more often than a line
/// that meets a line of its own length, though it rolls four dice and the line eight.
#[test]
fn a_column_goes_through() {
    let rules = rules(&[]);
    let wins = |own: u8, theirs: u8| {
        let law: Law<(u8, u8)> =
            Explorer::new().law(|dice| rules.round(own, theirs, Side::A, dice));
        law.where_(|(taken, dealt)| taken < dealt).number()
    };
    assert!(wins(4, 3) > 0.6 && wins(8, 8) < 0.5);
}
