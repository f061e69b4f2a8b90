//! Odds mean what they say: certain results, means over every branch, the end of a charge.

use crate::support::{between, sound};
use sandtable_odds::{OddsView, Others, Terms};

fn odds(text: &str, order: &str, others: Others) -> OddsView {
    let terms = Terms {
        others,
        ..Terms::default()
    };
    let situation = sound(text);
    let odds = situation.odds(Some(order), terms);
    odds.unwrap_or_else(|why| panic!("{order}: {why:?}\n{text}"))
}

fn mean(odds: &OddsView, of: &str) -> String {
    let found = odds.means.iter().find(|mean| mean.label.contains(of));
    found.map_or_else(String::new, |mean| mean.value.clone())
}

#[test]
fn what_is_certain_is_said_once_and_never_as_no_effect() {
    let guns = "kind = \"artillery\"\narms = \"smoothbore\"";
    let text = between("otr-d6", "3", guns, "kind = \"infantry\"");
    let odds = odds(&text, "shoot", Others::Never);
    assert_eq!(odds.certain, ["Red Infantry takes a morale marker"]);
    let labels: Vec<&str> = odds.rows.iter().map(|row| row.label.as_str()).collect();
    assert_eq!(labels, ["Red Infantry loses 1 stand", "nothing more"]);
    assert_eq!(mean(&odds, "morale markers"), "1");
}

#[test]
fn hits_that_destroy_count_in_the_mean_as_far_as_they_are_taken() {
    // A 1 hits nothing, a 6 hits twice, any other number once. The third hit destroys; a fourth
    // does not count.
    for (before, hits, lost) in [(0, "1", ""), (1, "1", "1/6"), (2, "5/6", "5/6")] {
        let target = format!("kind = \"infantry\"\nhits = {before}");
        let text = between("three-hit", "4", "kind = \"cavalry\"", &target);
        let odds = odds(&text, "charge", Others::Never);
        assert_eq!(mean(&odds, "hits taken"), hits, "{before}");
        assert_eq!(mean(&odds, "to be lost"), lost, "{before}");
    }
}

#[test]
fn a_charge_is_told_to_the_end_of_its_melee() {
    let text = between("six-plus", "4", "kind = \"cavalry\"", "kind = \"infantry\"");
    let six = odds(&text, "charge", Others::Stop);
    assert_eq!(mean(&six, "hits taken"), "6", "{six:?}");
    let text = between(
        "regimental",
        "4",
        "kind = \"infantry\"",
        "kind = \"infantry\"",
    );
    for others in [Others::Never, Others::Best] {
        let seen = odds(&text, "charge", others);
        assert!(!mean(&seen, "stands lost").is_empty(), "{seen:?}");
        assert!(!mean(&seen, "chance to go back").is_empty(), "{seen:?}");
    }
}

#[test]
fn the_whole_battery_fires_and_the_answer_ends() {
    for stands in [4, 8, 12] {
        let guns = format!("kind = \"artillery\"\nstands = {stands}");
        let text = between("regimental", "5", &guns, "kind = \"infantry\"");
        // The rule set decides how many guns a battery may have.
        let Ok(situation) = crate::support::read(&text) else {
            continue;
        };
        let Ok(odds) = situation.odds(Some("shoot"), Terms::default()) else {
            continue;
        };
        let sum: f64 = odds.rows.iter().map(|row| row.percent).sum();
        assert!((99.5..100.5).contains(&sum), "{stands}: {sum}");
    }
}

#[test]
fn ground_between_may_be_a_word_or_a_table() {
    for ground in ["\"wall\"", "{ ground = \"river\", width = 1, at = 2 }"] {
        let text = between(
            "three-hit",
            "6",
            "kind = \"infantry\"",
            "kind = \"infantry\"",
        );
        let text = text.replace("[unit]", &format!("between = {ground}\n[unit]"));
        let situation = sound(&text);
        assert_eq!(situation.battle.setting.terrain.len(), 1, "{ground}");
    }
}
