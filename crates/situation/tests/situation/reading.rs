//! What can be asked, and what is wrong with questions that cannot.

use crate::support::{between, library, read, sound};
use sandtable_odds::{Chance, Others, Terms, Weight};
use sandtable_situation::{Situation, choices, from_json, from_share, share};

/// A situation of each rule set, with the orders that can be given in it.
const ALL: [(&str, &str, &str, &str, &[&str]); 12] = [
    (
        "three-hit",
        "6",
        "kind = \"infantry\"",
        "kind = \"cavalry\"",
        &["shoot"],
    ),
    (
        "three-hit",
        "5",
        "kind = \"cavalry\"",
        "kind = \"infantry\"",
        &["charge"],
    ),
    (
        "otr-d6",
        "6",
        "kind = \"infantry\"",
        "kind = \"infantry\"",
        &["shoot", "charge"],
    ),
    (
        "otr-d6",
        "3",
        "kind = \"cavalry\"",
        "kind = \"artillery\"",
        &["shoot", "charge"],
    ),
    (
        "favorite",
        "6",
        "kind = \"line-infantry\"",
        "kind = \"line-infantry\"",
        &["shoot", "charge"],
    ),
    (
        "favorite",
        "4",
        "kind = \"cavalry\"",
        "kind = \"line-infantry\"",
        &["charge"],
    ),
    (
        "six-plus",
        "5",
        "kind = \"infantry\"",
        "kind = \"infantry\"",
        &["shoot"],
    ),
    (
        "six-plus",
        "5",
        "kind = \"cavalry\"",
        "kind = \"infantry\"",
        &["charge"],
    ),
    (
        "throw-me-a-6",
        "4",
        "kind = \"light_infantry\"",
        "kind = \"heavy_cavalry\"",
        &["shoot"],
    ),
    (
        "throw-me-a-6",
        "3",
        "kind = \"heavy_cavalry\"",
        "kind = \"light_infantry\"",
        &["charge"],
    ),
    (
        "regimental",
        "6",
        "kind = \"infantry\"",
        "kind = \"infantry\"",
        &["shoot", "charge"],
    ),
    (
        "regimental",
        "4",
        "kind = \"cavalry\"",
        "kind = \"skirmishers\"",
        &["charge"],
    ),
];

#[test]
fn every_rule_set_can_be_asked() {
    for (rules, range, unit, target, orders) in ALL {
        let situation = sound(&between(rules, range, unit, target));
        let found: Vec<&str> = situation.orders().iter().map(|way| way.name).collect();
        for order in orders {
            let why = situation.way(Some(order)).err();
            assert!(
                found.contains(order),
                "{rules} {unit}: {order} {found:?} {why:?}"
            );
        }
    }
}

#[test]
fn odds_add_up_to_the_whole_under_every_policy() {
    for (rules, range, unit, target, orders) in ALL {
        let situation = sound(&between(rules, range, unit, target));
        for others in Others::ALL {
            let terms = Terms {
                others,
                runs: 2_000,
                ..Terms::default()
            };
            let odds = situation
                .odds(Some(orders[0]), terms)
                .expect("it can be given");
            let sum: f64 = odds.rows.iter().map(|row| row.percent).sum();
            assert!((99.8..100.2).contains(&sum), "{rules} {others:?}: {sum}");
            assert_eq!(odds.others.id, others.name());
            assert!(
                odds.rows.len() > 1 || rules == "six-plus" || orders == ["charge"],
                "{rules}: {odds:?}"
            );
        }
    }
}

#[test]
fn units_stand_as_they_are_told() {
    for (side, words) in [("front", "front"), ("flank", "flank"), ("rear", "rear")] {
        let text = between(
            "three-hit",
            "5",
            "kind = \"cavalry\"",
            "kind = \"infantry\"",
        );
        let text = text.replace("range = 5", &format!("range = 5\nside = \"{side}\""));
        let situation = sound(&text);
        let battle = &situation.battle;
        let rect = |unit| situation.rules.footprint(battle, unit);
        let gap = rect(situation.unit)
            .distance(&rect(situation.target))
            .length;
        assert!((gap - 12_700).abs() <= 1, "{words}: {gap}");
    }
}

#[test]
fn flaws_are_told_where_they_were_written() {
    let sound = between(
        "three-hit",
        "6",
        "kind = \"infantry\"",
        "kind = \"cavalry\"\nhits = 1",
    );
    for (from, to, line, column, says) in [
        ("hits = 1", "hits = 9", 8, 8, "`hits` must be 0 to 3"),
        ("hits = 1", "hist = 1", 8, 1, "unknown key `hist`"),
        (
            "\"cavalry\"",
            "\"cavlary\"",
            7,
            8,
            "no kind is called `cavlary`",
        ),
        ("range = 6", "range = -1", 3, 9, "`range` must be 0 to"),
        (
            "range = 6",
            "between = \"woods\"",
            3,
            11,
            "no room for this ground",
        ),
        (
            "range = 6",
            "side = \"back\"",
            3,
            8,
            "`side` cannot be `back`",
        ),
        (
            "hits = 1",
            "ground = \"wods\"",
            8,
            10,
            "no ground is called `wods`",
        ),
        ("hits = 1", "ground = \"lake\"", 6, 1, "may not stand in"),
        ("three-hit", "three-hits", 2, 9, "no rule set is called"),
        (
            "[unit]",
            "[switches]\nx = 1\n[unit]",
            5,
            5,
            "has no switch `x`",
        ),
    ] {
        let text = sound.replace(from, to);
        let flaws = read(&text).expect_err(&text);
        let flaw = &flaws.flaws[0];
        assert!(flaw.message.contains(says), "{to}: {flaw}");
        assert_eq!((flaw.line, flaw.column), (line, column), "{to}: {flaw}");
    }
}

#[test]
fn nothing_that_comes_in_makes_it_fail() {
    let sound = between("otr-d6", "6", "kind = \"infantry\"", "kind = \"cavalry\"");
    for cut in 0..sound.len() {
        let _ = read(&sound[..cut]);
    }
    for odd in [
        "range = nan",
        "range = 1e300",
        "range = []",
        "unit = 3",
        "until = 1",
        "grid = \"x\"",
    ] {
        let _ = read(&sound.replace("range = 6", odd));
    }
}

#[test]
fn a_link_holds_a_situation() {
    for (rules, range, unit, target, _) in ALL {
        let text = between(rules, range, unit, target);
        let text = text.replace(
            "[unit]",
            "title = \"Ä ~ b_c. 5 %\"\nside = \"flank\"\n[unit]",
        );
        let link = share(&text).expect("short");
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
        assert!(link.chars().all(plain), "{link}");
        let back = from_share(&link).expect("as it was written");
        assert_eq!(share(&back).expect("short"), link);
        let (one, other) = (sound(&text), sound(&back));
        assert_eq!(one.battle, other.battle);
        assert_eq!(one.title, other.title);
    }
    for odd in [
        "",
        "2~a~b",
        "1~a",
        "1~-9999999999~1",
        "1~a.-300~1",
        "1~a~1~a.b~2",
        "1~a~_zz",
        "1~~",
    ] {
        let _ = from_share(odd);
    }
    assert!(from_share("1~a~_zz").is_err());
}

#[test]
fn json_is_as_good_as_toml() {
    let json = r#"{"format": 1, "rules": "three-hit", "range": 6,
        "unit": {"kind": "infantry"}, "target": {"kind": "cavalry", "hits": 1}}"#;
    let text = from_json(json).expect("a situation");
    let situation = Situation::read(&text, library()).expect("sound");
    assert_eq!(situation.view().orders[0].id, "shoot");
}

#[test]
fn choices_are_what_the_rule_set_allows() {
    for entry in sandtable_register::ALL {
        let choices = choices(&*entry.standard());
        assert!(choices.kinds.len() > 2, "{}", entry.id);
        for kind in &choices.kinds {
            let [least, most] = kind.stands_range;
            assert!(
                least <= kind.stands && kind.stands <= most,
                "{} {}",
                entry.id,
                kind.id
            );
            for stands in [least, most] {
                let unit = format!(
                    "kind = \"{}\"\nstands = {stands}\nstarted = {}",
                    kind.id,
                    stands.max(kind.stands)
                );
                let text = between(
                    entry.id,
                    "3",
                    &unit,
                    &format!("kind = \"{}\"", choices.kinds[0].id),
                );
                if let Err(flaws) = read(&text) {
                    panic!("{} {} {stands}: {flaws}", entry.id, kind.id);
                }
            }
        }
        for ground in &choices.grounds {
            let kind = &choices.kinds[0].id;
            let unit = format!("kind = \"{kind}\"\nground = \"{}\"", ground.id);
            let text = between(entry.id, "3", &unit, &format!("kind = \"{kind}\""));
            if let Err(flaws) = read(&text) {
                panic!("{} on {}: {flaws}", entry.id, ground.id);
            }
        }
        for leader in &choices.leaders {
            let kind = &choices.kinds[0].id;
            let unit = format!("kind = \"{kind}\"\nleader = {{ kind = \"{}\" }}", leader.id);
            let text = between(entry.id, "3", &unit, &format!("kind = \"{kind}\""));
            if let Err(flaws) = read(&text) {
                panic!("{} led by {}: {flaws}", entry.id, leader.id);
            }
        }
    }
}

/// Adds the fractions of branches and of all branches below them. Each must equal the sum of its
/// own branches.
fn added(branches: &[sandtable_odds::BranchView]) -> Chance {
    branches.iter().fold(Chance::NONE, |sum, one| {
        let (top, bottom) = one.p.split_once('/').unwrap_or((&one.p, "1"));
        let own = Chance::of(
            top.parse().expect("a number"),
            bottom.parse().expect("a number"),
        );
        if !one.branches.is_empty() {
            assert_eq!(
                added(&one.branches).fraction(),
                own.fraction(),
                "{}",
                one.says
            );
        }
        sum.plus(own)
    })
}

#[test]
fn trees_add_up_to_the_whole() {
    for (rules, range, unit, target, orders) in ALL {
        let situation = sound(&between(rules, range, unit, target));
        let terms = Terms {
            others: Others::Never,
            tree: true,
            ..Terms::default()
        };
        let odds = situation.odds(Some(orders[0]), terms).expect("legal");
        let tree = odds.tree.expect("it was asked for");
        if tree.within.is_some() || tree.lost != "0" || tree.branches.is_empty() {
            println!("{rules} {unit}: {:?} {}", tree.within, tree.lost);
            continue;
        }
        assert_eq!(
            added(&tree.branches).fraction(),
            Some((1, 1)),
            "{rules} {unit}"
        );
        for branch in &tree.branches {
            assert!(
                !branch.clauses.is_empty()
                    || branch.says.contains("other ways")
                    || branch.says == "nothing more",
                "{branch:?}"
            );
        }
    }
}
