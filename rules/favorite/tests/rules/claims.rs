//! The author's design claims (section 22 of the specification). Each test works one out with the
//! functions that play, prints the verdict, and checks it. `cargo test -p sandtable-favorite claims
//! -- --nocapture` shows them.

use crate::common::*;
use sandtable_battle::{Dice, Side};
use sandtable_favorite::c;
use sandtable_favorite::volley::{Halved, Throw};
use sandtable_odds::{Chance, Explorer, Law, Weight};

fn casualties(dice: u8, least: u8) -> Law<u8> {
    let throw = Throw {
        dice,
        least,
        halved: Halved::Not,
    };
    let mut explorer: Explorer<Chance> = Explorer::new();
    explorer.law(|dice: &mut dyn Dice| throw.roll(Side::A, c::FIRE_03, dice))
}

/// Returns the chance that one die hits, in sixths.
fn sixths(least: u8) -> u32 {
    let chance = casualties(1, least).chance(&1);
    (0..=6)
        .find(|&n| chance == Chance::of(u128::from(n), 6))
        .expect("sixths")
}

/// Returns the mean number of volleys of some dice until a number of figures is gone. Strengths
/// only fall, so each result follows from those below it.
fn volleys(dice: u8, least: u8, figures: u8) -> f64 {
    let law = casualties(dice, least);
    let mut mean = vec![0.0_f64; usize::from(figures) + 1];
    for left in 1..=figures {
        let (mut stays, mut sum) = (0.0, 1.0);
        for (&hits, chance) in law.iter() {
            if hits == 0 {
                stays = chance.number();
            } else {
                sum += chance.number() * mean[usize::from(left.saturating_sub(hits))];
            }
        }
        mean[usize::from(left)] = sum / (1.0 - stays);
    }
    mean[usize::from(figures)]
}

/// Returns the lowest faces that hit in the range bands of a weapon, nearest band first.
fn least(guns: bool) -> Vec<u8> {
    let t = Table::new(&[]);
    let numbers = t.rules.numbers();
    let bands = if guns {
        &numbers.gunnery
    } else {
        &numbers.musketry
    };
    bands.iter().map(|band| band.least).collect()
}

fn verdict(claim: &str, holds: bool, says: &str) {
    let word = if holds { "holds" } else { "does not hold" };
    println!("{claim}: {word}: {says}");
}

#[test]
fn c01_to_c03_the_ladder_of_numbers() {
    let [short, medium, long] = [3, 5, 6].map(sixths);
    verdict(
        "FAV-C01",
        short == 2 * medium,
        "3 or more is twice as likely as 5 or more",
    );
    verdict(
        "FAV-C02",
        medium == 2 * long,
        "5 or more is twice as likely as 6",
    );
    let even = sixths(4);
    verdict(
        "FAV-C03",
        medium < even && even < short,
        "an even melee lies between",
    );
    assert_eq!((short, medium, long, even), (4, 2, 1, 3));
}

#[test]
fn c04_the_musket_of_the_magazine_is_fudged() {
    let found: Vec<f64> = least(false)
        .iter()
        .map(|&n| f64::from(sixths(n)) * 100.0 / 6.0)
        .collect();
    let off: Vec<f64> = found
        .iter()
        .zip([95.0, 45.0, 5.0])
        .map(|(f, w)| f - w)
        .collect();
    verdict(
        "FAV-C04",
        off.iter().all(|d| d.abs() < 5.0),
        &format!("off by {off:.1?} points"),
    );
    let wanted = [-28.3, -11.7, 11.7];
    assert!(
        off.iter()
            .zip(wanted)
            .all(|(found, wanted)| (found - wanted).abs() < 0.05)
    );
}

#[test]
fn c05_close_range_is_quick_and_long_range_slow() {
    let all: Vec<f64> = least(false).iter().map(|&n| volleys(6, n, 18)).collect();
    let ratio = all[2] / all[0];
    verdict(
        "FAV-C05",
        ratio > 3.0,
        &format!("{all:.2?} volleys, {ratio:.2} times as long"),
    );
    assert!((all[0] - 4.92).abs() < 0.01 && (all[1] - 9.42).abs() < 0.01);
    assert!((all[2] - 18.42).abs() < 0.01 && (3.5..=3.76).contains(&ratio));
}

#[test]
fn c06_a_die_a_figure_is_quick() {
    let all = [18, 9, 6].map(|dice| volleys(dice, 3, 18));
    verdict(
        "FAV-C06",
        all[0] < all[1] && all[1] < all[2],
        &format!("{all:.2?} volleys"),
    );
    for (found, wanted) in all.iter().zip([2.01, 3.42, 4.92]) {
        assert!((found - wanted).abs() < 0.006, "{all:?}");
    }
}

#[test]
fn c07_tough_cover_forbids_long_fire() {
    // Cover 2 at medium and at long range, then cover 1 at long range.
    let all = [(1, 2), (2, 2), (2, 1)].map(|(band, cover)| sixths(least(false)[band] + cover));
    verdict(
        "FAV-C07",
        all == [0, 0, 0],
        "fire from afar has no effect on it",
    );
    assert_eq!(all, [0, 0, 0]);
}

#[test]
fn c08_closing_in_the_attacker_suffers_twice() {
    let open = least(false);
    let ratio = |band: usize, cover: u8| {
        f64::from(sixths(open[band])) / f64::from(sixths(open[band] + cover))
    };
    let (hard, soft_medium, soft_short) = (ratio(0, 2), ratio(1, 1), ratio(0, 1));
    let near = |found: f64, wanted: f64| (found - wanted).abs() < 1e-9;
    verdict("FAV-C08", near(hard, 2.0), "against cover 2 at short range");
    verdict(
        "FAV-C08",
        near(soft_medium, 2.0),
        "against cover 1 at medium range",
    );
    verdict(
        "FAV-C08",
        near(soft_short, 2.0),
        "against cover 1 at short range: 4/3",
    );
    assert!(near(hard, 2.0) && near(soft_medium, 2.0) && near(soft_short, 4.0 / 3.0));
}

#[test]
fn c09_not_always_are_there_casualties_on_both_sides() {
    let [worse, even] = [5, 4].map(|n| casualties(6, n).chance(&0));
    let unhurt = even.plus(even).number() - even.number() * even.number();
    verdict(
        "FAV-C09",
        worse == Chance::NONE,
        &format!("no hit: {worse}, {even}"),
    );
    assert_eq!(
        (worse.to_string(), even.to_string()),
        ("64/729".to_owned(), "1/64".to_owned())
    );
    assert!((unhurt - 127.0 / 4096.0).abs() < 1e-12);
}

#[test]
fn c10_to_c12_guns() {
    let t = Table::new(&[]);
    let range = |kind: usize| t.rules.numbers().kind[kind].range;
    verdict(
        "FAV-C10",
        range(4) == 4 * range(0),
        "guns reach four times as far",
    );
    let bands: Vec<u32> = least(true).iter().map(|&n| sixths(n)).collect();
    verdict(
        "FAV-C11",
        bands == [5, 4, 3, 2, 1],
        "a sixth less for each band",
    );
    let crew = |kind: usize| t.rules.numbers().kind[kind].figures;
    verdict(
        "FAV-C12",
        4 * crew(5) == 3 * crew(4),
        "three sections to four",
    );
    assert!(range(4) == 4 * range(0) && bands == [5, 4, 3, 2, 1] && (crew(4), crew(5)) == (4, 3));
}

#[test]
fn c13_no_ties_but_the_defender_gains_by_it() {
    let kills = casualties(6, 4);
    let level = kills.iter().fold(Chance::NONE, |sum, (_, chance)| {
        sum.plus(chance.times(chance))
    });
    verdict(
        "FAV-C13",
        true,
        &format!("equal totals, {level}, are the defender's"),
    );
    assert_eq!(level.to_string(), "231/1024");
}
