//! Ratings checked in two ways: the paper's example, and 200 cases that `glicko.py` works out with
//! 50 digits and a different search.

use sandtable_tournament::{Met, Rating, WEEK};
use serde_json::Value;

fn rating(points: i64, deviation: i64, volatility: i64) -> Rating {
    Rating {
        rating: points * 1_000_000,
        deviation: deviation * 1_000_000,
        volatility,
    }
}

fn met(points: i64, deviation: i64, halves: u8) -> Met {
    let other = rating(points, deviation, 60_000);
    Met { other, halves }
}

#[test]
fn the_example_of_the_paper() {
    let battles = [met(1400, 30, 2), met(1550, 100, 0), met(1700, 300, 0)];
    let after = rating(1500, 200, 60_000).after(&battles);
    let near = |found: i64, wanted: i64, by: i64| (found - wanted).abs() <= by;
    assert!(near(after.rating, 1_464_060_000, 10_000), "{after:?}");
    assert!(near(after.deviation, 151_520_000, 10_000), "{after:?}");
    assert!(near(after.volatility, 59_990, 10), "{after:?}");
}

#[test]
fn it_agrees_with_fifty_digits() {
    let mut cases = 0;
    for line in include_str!("glicko.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let whole = |at: &Value| at.as_i64().expect("a whole number");
        let of = |row: &Value| [whole(&row[0]), whole(&row[1]), whole(&row[2])];
        let [points, deviation, volatility] = of(&case["player"]);
        let battles: Vec<Met> = case["battles"]
            .as_array()
            .expect("battles")
            .iter()
            .map(|battle| {
                let [points, deviation, halves] = of(battle);
                met(points, deviation, u8::try_from(halves).expect("halves"))
            })
            .collect();
        let after = rating(points, deviation, volatility).after(&battles);
        let wanted = |at: usize| {
            let exact = case["after"][at].as_f64().expect("a number") * 1e6;
            exact.round() as i64
        };
        let off = [
            after.rating - wanted(0),
            after.deviation - wanted(1).min(350_000_000),
            after.volatility - wanted(2),
        ];
        // The paper's search ends within a millionth; the rest is rounding.
        assert!(off.iter().all(|off| off.abs() <= 100), "{off:?} {case}");
        cases += 1;
    }
    assert_eq!(cases, 200);
}

#[test]
fn what_a_battle_does_to_a_rating() {
    let (new, old) = (Rating::NEW, rating(1500, 60, 60_000));
    let won = |one: Rating, other| one.after(&[Met { other, halves: 2 }]);
    let lost = |one: Rating, other| one.after(&[Met { other, halves: 0 }]);
    // Two equal players: what one gains the other loses.
    assert_eq!(
        won(new, new).rating - new.rating,
        new.rating - lost(new, new).rating
    );
    assert_eq!(won(new, new).deviation, lost(new, new).deviation);
    // A player about whom little is known changes more, and so does one who beats somebody well
    // known.
    assert!(won(new, old).rating > won(new, new).rating);
    assert!(won(old, new).rating - old.rating < 10_000_000);
    assert!(won(new, new).deviation < new.deviation);
    let draw = new.after(&[Met {
        other: new,
        halves: 1,
    }]);
    assert_eq!(draw.rating, new.rating);
    // Without battles only the uncertainty grows, up to that of a beginner.
    assert_eq!(old.idle(WEEK - 1), old);
    assert_eq!(old.idle(WEEK), old.after(&[]));
    let year = old.idle(52 * WEEK);
    assert!(year.deviation > old.deviation && year.rating == old.rating);
    assert_eq!(
        old.idle(i64::MAX).deviation,
        old.idle(WEEK * 4_000_000).deviation
    );
    assert_eq!(old.idle(WEEK * 4_000_000).deviation, new.deviation);
    assert_eq!(old.idle(-5), old, "a clock that jumps back");
}
