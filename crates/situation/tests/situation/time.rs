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
        let chance = course.ends_at_all();
        let sum: f64 = End::ALL.iter().map(|&e| course.ends(e).number()).sum();
        assert!((sum - chance).abs() < 1e-9);
        let lost = course.lost();
        assert!(chance + lost < 1.0 + 1e-9, "{rules}: {chance} {lost}");
        assert!(course.chain.len() > 1, "{rules}");
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

/// Orders that are repeated, drawn at random, end as often and as late as those worked out.
#[test]
fn drawn_battles_agree_with_the_chain() {
    let figures = "kind = \"line-infantry\"\nstands = 6";
    let fire = between("favorite", "4", figures, figures);
    let kind = "kind = \"infantry\"";
    let volley = between("three-hit", "6", kind, kind);
    let charge = between("otr-d6", "3", "kind = \"cavalry\"", kind);
    let asked = [
        (fire, "shoot", Each::Exchange),
        (volley, "shoot", Each::Order),
        (charge, "charge", Each::Order),
    ];
    for (text, order, each) in asked {
        let until = Until {
            unit: vec![order],
            each,
            ..Until::default()
        };
        let situation = sound(&text);
        let course = situation.course(&until, Others::Always).expect("orders");
        assert!(course.drawn.is_none() && course.lost() < 1e-6, "{text}");
        let drawn = situation
            .draw(&until, Others::Always, 1000)
            .expect("orders");
        for (step, exact) in course.ended().iter().enumerate() {
            let (seen, off) = (drawn.ended_by(step), 1.6 * drawn.off(exact.number()));
            let exact = exact.number();
            assert!((seen - exact).abs() <= off, "{step}: {seen} {exact} {off}");
        }
        for end in End::ALL {
            let (seen, exact) = (drawn.ends(end), course.ends(end).number());
            assert!((seen - exact).abs() <= 1.6 * drawn.off(exact), "{end:?}");
        }
        assert!(drawn.lost() == 0.0);
    }
}

/// A charge with too many ways to follow once took a gigabyte for every twenty seconds. Battles
/// drawn at random answer for it.
#[test]
fn a_charge_with_too_many_ways_is_drawn() {
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
    let situation = sound(&text);
    let course = situation.course(&until, Others::Always).expect("a charge");
    let drawn = course.drawn.as_ref().expect("too many ways");
    println!(
        "{} {} {}",
        course.chain.lost(),
        drawn.count(),
        course.lost()
    );
    assert!(course.chain.lost() > drawn.off(0.5));
    let ended: f64 = End::ALL.iter().map(|&end| course.ends(end).number()).sum();
    assert!((ended - course.ends_at_all()).abs() < 1e-9);
    assert!(ended + course.lost() > 0.99, "{ended} {}", course.lost());
    let view = situation.course_view(&until, Others::Always);
    let view = view.expect("a charge");
    let said = view.drawn.expect("it says so");
    assert_eq!(said.battles, drawn.count());
    assert!(view.mean.is_some_and(|mean| mean.value.is_empty()));
}

/// A battle that is not over after the most steps is not said never to end.
#[test]
fn drawn_battles_that_take_long_are_not_endless() {
    let kind = "kind = \"infantry\"\nstands = 3";
    let until = Until {
        unit: vec!["shoot"],
        each: Each::Order,
        gone: Gone::Target,
        forget: vec!["hits".to_owned()],
        ..Until::default()
    };
    let situation = sound(&between("regimental", "26", kind, kind));
    let exact = situation.course(&until, Others::Never).expect("orders");
    assert!(exact.drawn.is_none() && exact.chain.mean_about().0 > 2_000.0);
    let drawn = situation.draw(&until, Others::Never, 60).expect("orders");
    let endless = 1.0 - drawn.ended_by(usize::MAX) - drawn.lost();
    let never = 1.0 - exact.ends_at_all();
    assert!(drawn.lost() > 0.0);
    assert!(endless <= never + drawn.off(never), "{endless} {never}");
}

/// Too few battles that ended have no mean.
#[test]
fn a_mean_of_hardly_any_drawn_battle_is_not_given() {
    let kind = "kind = \"infantry\"";
    let until = Until {
        unit: vec!["shoot"],
        each: Each::Order,
        gone: Gone::Target,
        ..Until::default()
    };
    let situation = sound(&between("three-hit", "6", kind, kind));
    let mean = |battles: usize| {
        let drawn = situation.draw(&until, Others::Never, battles);
        drawn.expect("orders").mean()
    };
    assert_eq!(mean(19), None);
    let (steps, _) = mean(1_000).expect("enough of them end");
    assert!((steps - 4.5).abs() < 0.3, "{steps}");
}
