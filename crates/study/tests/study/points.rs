//! Points fitted to random armies.

use crate::support::{SHIPPED, study, tallies};
use sandtable_report::report;
use sandtable_study::read_study;

const POINTS: &str = "format = 1\ntitle = \"Points\"\nscenario = \"three-hit/choose-your-ground\"\n\
                      players = [\"random\", \"random\"]\nbattles = 60\n[points]\nunits = [3, 6]\n";

/// Points are fitted to random armies, which are the same in two battles in a row, with sides
/// changed.
#[test]
fn points_are_fitted_to_armies_drawn_by_lot() {
    let found = study(&format!("{POINTS}most = {{ artillery = 1 }}\n"));
    let draw = found.arms[0].draw.clone().expect("drawn");
    let ids: Vec<&str> = draw.kinds.iter().map(|k| k.id.as_str()).collect();
    assert_eq!(ids, ["infantry", "skirmishers", "artillery", "cavalry"]);
    let guns = ids.iter().position(|id| *id == "artillery").expect("guns");
    let arm = &found.arms[0];
    let counts = |battle| {
        draw.counts(&*arm.rules, &arm.start, battle)
            .expect("armies")
    };
    for battle in (1..60).step_by(2) {
        let ([one, two], [three, four]) = (counts(battle), counts(battle + 1));
        assert_eq!((&one, &two), (&four, &three));
        for army in [one, two] {
            assert!(
                (3..=6).contains(&army.iter().sum::<u32>()) && army[guns] <= 1,
                "{army:?}"
            );
        }
    }
    let start = draw.start(&*arm.rules, &arm.start, 7).expect("mustered");
    let general = start
        .units
        .iter()
        .filter(|u| arm.rules.card().kinds[usize::from(u.kind)].leader);
    assert_eq!(general.count(), 2, "generals come along");
    let all = tallies(&found);
    let told = report(&found, &all);
    let points = &told.points[0];
    let mean: f64 = points.kinds.iter().map(|k| k.worth.value).sum::<f64>() / 4.0;
    assert!((mean - 10.0).abs() < 1e-9, "{points:?}");
    assert!(points.held_out.is_some() && !points.says.is_empty());
    assert_eq!(told.dominance.len(), 4);
    assert!(sandtable_report::html(&told).contains("What units are worth"));
    assert!(sandtable_report::text(&told).contains("an average unit"));
}

#[test]
fn flaws_of_points_are_named_with_their_place() {
    for (text, line, says) in [
        (POINTS.replace("[3, 6]", "[6, 3]"), 7, "fewest and the most"),
        (POINTS.replace("[3, 6]", "0"), 7, "must be 1 to 20"),
        (
            format!("{POINTS}kinds = [\"infantry\", \"cavelry\"]\n"),
            8,
            "`cavelry`",
        ),
        (
            format!("{POINTS}most = {{ lancers = 2 }}\n"),
            8,
            "no kind of unit `lancers`",
        ),
        (
            format!("{POINTS}costs = {{ infantry = -2 }}\n"),
            8,
            "a cost must be",
        ),
        (
            format!(
                "{POINTS}kinds = [\"infantry\", \"cavalry\"]\nmost = {{ infantry = 1, cavalry = 1 }}\n"
            ),
            6,
            "2 at most",
        ),
        (
            POINTS.replace("choose-your-ground", "two-hills"),
            6,
            "no deployment zone",
        ),
        (
            format!("{POINTS}[sweep]\nnumber = \"hits_to_eliminate\"\nfrom = 2\nto = 3\n"),
            8,
            "not with a sweep",
        ),
    ] {
        let flaws = read_study(&text, "", &SHIPPED)
            .err()
            .unwrap_or_else(|| panic!("read:\n{text}"));
        let fits = flaws
            .flaws
            .iter()
            .any(|f| f.line == line && f.message.contains(says));
        assert!(fits, "line {line}, {says}:\n{flaws}\n{text}");
    }
}
