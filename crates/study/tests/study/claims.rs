//! Claims that ask situations, exactly.

use crate::support::{HEAD, SHIPPED, study, tallies};
use sandtable_report::report;
use sandtable_study::read_study;

const SHOOTS: &str = "situation = \"\"\"\nrange = 6\norder = \"shoot\"\n[unit]\nkind = \"infantry\"\n\
                      [target]\nkind = \"infantry\"\n\"\"\"\ncounts = \"hits\"\n";

/// Exact claims against the specification's own figures: two thirds of a hit a turn, the third hit
/// after nine halves of a turn on average, and by the fifth turn with a chance of 64 in 81.
#[test]
fn claims_ask_situations_exactly() {
    let claim = |rest: &str| format!("{HEAD}[[claim]]\nsays = \"x\"\n{SHOOTS}{rest}");
    for (rest, exact, verdict) in [
        ("least = 0.667\nmost = 0.667\n", "2/3 = 0.67", "holds"),
        ("least = 0.7\n", "2/3 = 0.67", "does not hold"),
        ("until = 3\nleast = 4.5\nmost = 4.5\n", "9/2 = 4.5", "holds"),
        ("until = 3\nby = 5\nleast = 50\n", "64/81 = 79 %", "holds"),
        ("reaches = 1\nleast = 50\n", "2/3 = 66.7 %", "holds"),
        ("refused = true\n", "it can be given", "does not hold"),
    ] {
        let found = study(&claim(rest));
        let told = report(&found, &tallies(&found));
        let part = &told.claims[0].parts[0];
        assert_eq!(
            (part.exact.as_deref(), part.verdict.as_str()),
            (Some(exact), verdict),
            "{rest}"
        );
    }
    for (text, says) in [
        (
            claim("reaches = 2\nuntil = 3\nmost = 1\n"),
            "several things at once",
        ),
        (claim("answer = \"wins\"\nmost = 1\n"), "asked of battles"),
        (
            claim("most = 1\n").replace("range = 6", "range = 60"),
            "cannot be given",
        ),
        (
            claim("most = 1\n").replace("kind = \"infantry\"\n[", "kind = \"infantri\"\n["),
            "line 4 of the situation",
        ),
        (
            format!("{HEAD}[[claim]]\nsays = \"x\"\nanswer = \"fired\"\nmost = 1\n"),
            "needs `clause`",
        ),
        (
            format!("{HEAD}[[claim]]\nsays = \"x\"\nanswer = \"luck\"\nmost = 1\n"),
            "luck of every order",
        ),
        (
            format!("{HEAD}[[claim]]\nsays = \"x\"\nanswer = \"wins\"\nuntil = 2\nmost = 1\n"),
            "asked of a `situation`",
        ),
    ] {
        let flaws = read_study(&text, "", &SHIPPED)
            .err()
            .unwrap_or_else(|| panic!("read:\n{text}"));
        assert!(
            flaws.flaws.iter().any(|f| f.message.contains(says)),
            "{says}:\n{flaws}"
        );
    }
}
