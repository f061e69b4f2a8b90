//! The same answer in two ways: the odds of an order in a situation, and of the same order where
//! positions are left to the table and a statement gives just that situation.

use sandtable_battle::{Face, Ground, Soil, Statement, Switches};
use sandtable_odds::{Outlook, Terms};
use sandtable_real_table::{arrange, leave};
use sandtable_situation::{Library, Situation};
use std::sync::Arc;

const LIBRARY: Library<'static> = Library {
    open: &|id: &str, switches: &Switches| sandtable_register::open(id, switches),
    known: &sandtable_register::NAMES,
};

/// Distances, in units of the rule set's ruler.
const RANGES: [f64; 4] = [1.0, 2.5, 5.0, 9.0];
const SIDES: [(&str, Face); 3] = [
    ("front", Face::Front),
    ("flank", Face::Left),
    ("rear", Face::Rear),
];

struct Case {
    text: String,
    range: f64,
    met: Face,
    woods: bool,
    order: &'static str,
}

fn cases(id: &str) -> Vec<Case> {
    let rules = sandtable_register::open(id, &Switches::default()).expect("a rule set");
    let kinds = rules.card().kinds.iter().filter(|kind| !kind.leader);
    let kinds: Vec<&str> = kinds.map(|kind| kind.id.as_str()).collect();
    let mut out = Vec::new();
    for (at, kind) in kinds.iter().take(4).enumerate() {
        let foe = kinds[(at + 1) % kinds.len().min(4)];
        for (range, (side, met)) in RANGES.iter().flat_map(|r| SIDES.map(|s| (*r, s))) {
            for woods in [false, true] {
                for order in ["shoot", "charge"] {
                    let ground = if woods { "ground = \"woods\"" } else { "" };
                    out.push(Case {
                        text: format!(
                            "format = 1\nrules = \"{id}\"\nrange = {range}\nside = \"{side}\"\n\
                             [unit]\nkind = \"{kind}\"\n[target]\nkind = \"{foe}\"\n{ground}\n"
                        ),
                        range,
                        met,
                        woods,
                        order,
                    });
                }
            }
        }
    }
    out
}

/// Compares one case. Returns whether there was anything to compare.
fn same(case: &Case) -> bool {
    // Some units may not stand in woods.
    let Ok(situation) = Situation::read(&case.text, LIBRARY) else {
        return false;
    };
    let Ok(way) = situation.order(case.order) else {
        return false;
    };
    let rules = Arc::clone(&situation.rules);
    let odds = |battle, legal| {
        let odds = Outlook::new(&*rules, battle).odds(legal, Terms::default());
        let rows = odds.rows.into_iter().map(|row| (row.label, row.p));
        let mut rows: Vec<(String, String)> = rows.collect();
        rows.sort();
        rows
    };
    let there = odds(&way.battle, &way.legal);
    // Sampled odds differ from sample to sample: only exact ones can be equal.
    if there.iter().any(|(_, p)| p.is_empty()) {
        return false;
    }

    let mut battle = way.battle.clone();
    battle.stand_as(&leave(&*rules, &battle));
    let says = Statement {
        target: Some(situation.target),
        range: rules.card().ruler.length(case.range).expect("a length"),
        met: case.met,
        beneath: case.woods.then_some(Soil {
            ground: Ground::Woods,
            level: None,
        }),
        ..Statement::of(situation.unit)
    };
    let stated = arrange(&*rules, &battle, &says, &[]);
    let stated = stated.unwrap_or_else(|why| panic!("{why}\n{}", case.text));
    stated.check(&battle).expect("a sound statement");
    battle.stand_as(&stated);
    let legal = rules.judge(&battle, way.legal.order());
    let legal = legal.unwrap_or_else(|why| panic!("{why:?}\n{}", case.text));
    let here = odds(&battle, &legal);
    assert_eq!(here, there, "{}: {}", case.order, case.text);
    true
}

fn compare(id: &str) {
    let compared = cases(id).iter().filter(|case| same(case)).count();
    println!("{id}: {compared} situations");
    assert!(compared >= 12, "{id}: {compared} situations were compared");
}

#[test]
fn three_hit() {
    compare("three-hit");
}

#[test]
fn otr_d6() {
    compare("otr-d6");
}

#[test]
fn six_plus() {
    compare("six-plus");
}

#[test]
fn favorite() {
    compare("favorite");
}

#[test]
fn throw_me_a_6() {
    compare("throw-me-a-6");
}

#[test]
fn regimental() {
    compare("regimental");
}
