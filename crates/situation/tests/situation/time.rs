//! Questions over time.

use crate::support::{between, sound};
use sandtable_odds::{Others, Weight};
use sandtable_situation::{Each, End, Gone, Until};

#[test]
fn turns_of_every_rule_set_can_be_played_by_a_script() {
    for (rules, range, kind) in [
        ("three-hit", "6", "infantry"),
        ("otr-d6", "6", "infantry"),
        ("favorite", "6", "line-infantry"),
        ("six-plus", "5", "infantry"),
        ("throw-me-a-6", "4", "light_infantry"),
        ("regimental", "6", "infantry"),
    ] {
        let kind = format!("kind = \"{kind}\"");
        let situation = sound(&between(rules, range, &kind, &kind));
        let until = Until {
            most: 20,
            ..Until::usual()
        };
        let course = situation.course(&until, Others::Never).expect("a script");
        let (_, chance) = course.chain.mean_about();
        let sum: f64 = End::ALL.iter().map(|&e| course.ends(e).number()).sum();
        assert!((sum - chance).abs() < 1e-9);
        let lost = course.chain.lost();
        assert!(chance + lost < 1.0 + 1e-9, "{rules}: {chance} {lost}");
        assert!(course.chain.len() > 1, "{rules}");
        // They shoot, so it ends or leads to more states than are followed here.
        assert!(chance + lost > 0.5, "{rules}: {chance} {lost}");
    }
}

/// Returns the mean number of steps of a question over time, as an exact fraction if it is one.
fn mean(text: &str, until: &Until) -> (String, f64) {
    let course = sound(text).course(until, Others::Never);
    let mean = course.expect("orders that can be given").mean();
    let mean = mean.number.expect("it ends");
    (mean.value, mean.number)
}

#[test]
fn the_printed_means_are_found() {
    let volley = Until {
        unit: vec!["shoot"],
        each: Each::Order,
        gone: Gone::Target,
        ..Until::default()
    };
    let foot = between(
        "three-hit",
        "6",
        "kind = \"infantry\"",
        "kind = \"infantry\"",
    );
    assert_eq!(mean(&foot, &volley).0, "9/2");
    let covered = foot.replace("[target]", "[target]\nground = \"town\"");
    assert!(mean(&covered, &volley).1 > 4.5);
    let figures = "kind = \"line-infantry\"\nstands = 18";
    let both = Until {
        unit: vec!["shoot"],
        target: vec!["shoot"],
        each: Each::Exchange,
        forget: vec!["marker".to_owned()],
        ..Until::default()
    };
    for (range, turns) in [("2", 7.1176), ("4", 12.8973), ("6", 24.7923)] {
        let found = mean(&between("favorite", range, figures, figures), &both).1;
        assert!((found - turns).abs() < 0.00005, "{range}: {found}");
    }
}

/// A charge with too many ways to follow is not followed to its end, and says so: it once took a
/// gigabyte for every twenty seconds.
#[test]
fn a_charge_again_and_again_ends_and_says_what_it_left_out() {
    let text = between(
        "regimental",
        "0",
        "kind = \"cavalry\"",
        "kind = \"artillery\"\nground = \"town\"",
    );
    let until = Until {
        unit: vec!["charge"],
        each: Each::Order,
        most: 200,
        ..Until::default()
    };
    let course = sound(&text)
        .course(&until, Others::Always)
        .expect("a charge");
    let lost = course.chain.lost();
    assert!(lost > 0.0 && lost <= 1.0, "{lost}");
}
