//! What a report says, compared with the battles themselves.

use crate::support::{HEAD, SHIPPED, VARIANTS, path, played, study, tallies};
use sandtable_report::report;
use sandtable_study::{End, Record, Steps, read_study};

/// A short study of every built-in scenario has something to report.
#[test]
fn every_scenario_can_be_studied() {
    for scenario in sandtable_register::scenarios() {
        let text = HEAD
            .replace("three-hit/two-hills", &scenario.id)
            .replace("battles = 12", "battles = 1");
        let found = study(&text);
        let all = tallies(&found);
        let told = report(&found, &all);
        let arm = &told.scenarios[0].arms[0];
        assert_eq!(arm.ends.battles, 1, "{}", scenario.id);
        assert_eq!(arm.units.len(), found.arms[0].start.units.len());
        assert!(
            !arm.clauses.is_empty() && arm.ends.no_orders == 0,
            "{}",
            scenario.id
        );
        assert!(
            arm.leads.len() <= 100 && told.conclusion.len() < 3,
            "{}",
            scenario.id
        );
    }
}

/// Compares shares, differences and lengths of the report with the battles themselves.
#[test]
fn what_is_told_is_what_was_played() {
    let found = study(&format!("{HEAD}{VARIANTS}"));
    let all = tallies(&found);
    let told = report(&found, &all);
    let records = |arm: usize| -> Vec<Record> {
        let play = |n| sandtable_study::play(&found, arm, n);
        (1..=12).map(play).collect()
    };
    let (one, two) = (records(0), records(1));
    let wins = |of: &[Record]| of.iter().filter(|r| r.end == End::A).count();
    let scenario = &told.scenarios[0];
    assert_eq!(scenario.arms[0].ends.wins[0], wins(&one) as u64);
    assert_eq!(scenario.arms[1].ends.wins[0], wins(&two) as u64);
    let difference = &scenario.differences[0];
    let only = |a: &[Record], b: &[Record]| {
        let pairs = a.iter().zip(b);
        pairs
            .filter(|(a, b)| a.end == End::A && b.end != End::A)
            .count() as u64
    };
    assert_eq!(difference.swung, (only(&two, &one), only(&one, &two)));
    let turns: u32 = one.iter().map(|r| u32::from(r.turns)).sum();
    let mean = f64::from(turns) / 12.0;
    assert!((scenario.arms[0].turns.mean.value - mean).abs() < 1e-12);
    let lost = one.iter().filter(|r| r.stands[0] == 0).count();
    let share = lost as f64 / 12.0 * 100.0;
    assert!((scenario.arms[0].units[0].lost.value - share).abs() < 1e-9);
    let card = found.arms[0].rules.card();
    let cited = card.cite(sandtable_battle::Clause::new(301));
    let fired: u32 = one.iter().filter_map(|r| r.fired.get(&301)).sum();
    let clause = scenario.arms[0].clauses.iter().find(|c| c.id == cited);
    assert!((clause.expect("moves").times.value - f64::from(fired) / 12.0).abs() < 1e-9);
    // The lead at a turn, counted from the battles.
    let turn = 4;
    let won: Vec<&Record> = one.iter().filter(|r| r.end.winner().is_some()).collect();
    let sign = |r: &Record| if r.end == End::A { 1 } else { -1 };
    let led = |r: &&&Record| {
        let over = r.lead.len() <= turn;
        over || r.lead[turn - 1] != 0
    };
    let held = |r: &&&Record| r.lead.len() <= turn || r.lead[turn - 1].signum() == sign(r);
    let all_led = won.iter().filter(led).count();
    let all_held = won.iter().filter(led).filter(held).count();
    let found = &scenario.arms[0].leads[turn - 1].held;
    assert!((found.value - all_held as f64 * 100.0 / all_led as f64).abs() < 1e-9);
}

#[test]
fn a_sweep_finds_where_a_scenario_is_even_and_claims_are_judged() {
    let text = format!(
        "{HEAD}[sweep]\nnumber = \"hits_to_eliminate\"\nfrom = 2\nto = 4\n\
         [[claim]]\nsays = \"It ends.\"\nanswer = \"ended\"\nleast = 50\n\
         [[claim]]\nsays = \"It is short.\"\nanswer = \"turns\"\nmost = 2\n\
         [[claim]]\nsays = \"It is even.\"\nanswer = \"wins\"\nleast = 40\nmost = 60\n"
    );
    let found = study(&text);
    assert_eq!(found.arms.len(), 3);
    let told = report(&found, &tallies(&found));
    let verdicts: Vec<&str> = told.claims.iter().map(|c| c.verdict.as_str()).collect();
    assert_eq!(
        verdicts,
        ["holds", "does not hold", "open"],
        "{:?}",
        told.claims
    );
    let sweep = &told.sweep[0];
    let values: Vec<&str> = sweep.points.iter().map(|p| p.value.as_str()).collect();
    assert_eq!(values, ["2", "3", "4"]);
    if let Some(even) = sweep.even {
        assert!((2.0..=4.0).contains(&even.value));
        assert!(even.low <= even.value && even.value <= even.high);
    }
}

/// Every other value of every switch is a variant; values that do not fit the scenario are named.
#[test]
fn every_switch_can_be_tried() {
    let text = HEAD.replace("battles = 12", "battles = 1") + "each_switch = true\n";
    let found = study(&text);
    let card = found.rules.card();
    let switches = card.switches.iter().filter(|s| s.data.is_none());
    let others: usize = switches.map(|s| s.values.len().saturating_sub(1)).sum();
    assert_eq!(found.variants.len() - 1 + found.left_out.len(), others);
    assert!(found.left_out.contains(&"period = ancient".to_owned()));
    let told = report(&found, &tallies(&found));
    let says = told.conclusion.join("\n");
    assert!(
        says.contains("variants") && says.contains("period = ancient"),
        "{says}"
    );
    assert_eq!(
        told.scenarios[0].differences.len(),
        found.variants.len() - 1
    );
    let both = format!("{HEAD}each_switch = true\n{VARIANTS}");
    assert!(read_study(&both, "", &SHIPPED).is_err());
}

/// With two numbers swept, every pair is played and appears in its cell.
#[test]
fn two_numbers_make_a_grid() {
    let text = format!(
        "{HEAD}[[sweep]]\nnumber = \"hits_to_eliminate\"\nvalues = [2, 4]\nanswer = \"turns\"\n\
         [[sweep]]\nnumber = \"melee.retreat_on\"\nvalues = [4, 5, 6]\n"
    );
    let card = study(HEAD)
        .rules
        .card()
        .numbers
        .paths()
        .map(str::to_owned)
        .collect::<Vec<_>>();
    let second = card
        .iter()
        .find(|p| p.contains("retreat"))
        .expect("a number of retreats");
    let found = study(
        &text
            .replace("melee.retreat_on", second)
            .replace("battles = 12", "battles = 3"),
    );
    assert_eq!((found.variants.len(), found.arms.len()), (6, 6));
    let told = report(&found, &tallies(&found));
    let grid = told.sweep[0].grid.as_ref().expect("a grid");
    assert_eq!((grid.rows.len(), grid.columns.len()), (2, 3));
    // The variants are ordered by the first number.
    let turns = told.scenarios[0].arms[4].turns.mean.value;
    assert!((grid.cells[1][1].value - turns).abs() < 1e-12);
    let page = sandtable_report::html(&told);
    assert_eq!(page.matches("class=\"heat\"").count(), 6);
    let three = format!("{text}[[sweep]]\nnumber = \"hits_to_eliminate\"\nvalues = [2, 4]\n");
    assert!(read_study(&three, "", &SHIPPED).is_err());
}

/// A search plays most battles where the even value may lie. The result is the same for any number
/// of threads, step by step, and after an interruption.
#[test]
fn an_even_value_is_looked_for_with_a_budget() {
    let text = HEAD.replace("battles = 12", "battles = 100")
        + "[sweep]\nnumber = \"hits_to_eliminate\"\nfrom = 1\nto = 6\nbudget = 200\n";
    let found = study(&text);
    let whole = path("search");
    let one = played(&found, &whole, 1).expect("played");
    assert_eq!(one, played(&found, &path("search-two"), 2).expect("played"));
    let lines = std::fs::read(&whole).expect("results");
    let battles = lines.iter().filter(|b| **b == b'\n').count() - 1;
    assert!((60..=200).contains(&battles), "{battles}");
    for part in [1, 2, 3] {
        let broken = path("search-broken");
        std::fs::write(&broken, &lines[..lines.len() * part / 4]).expect("written");
        assert_eq!(one, played(&found, &broken, 2).expect("played"), "{part}");
    }
    let mut steps = Steps::new(study(&text));
    let mut count = 0;
    while steps.step().is_some() {
        count += 1;
    }
    assert_eq!(count, battles);
    let (done, all) = steps.progress();
    assert_eq!(done, all);
    assert_eq!(
        one,
        serde_json::to_string(&sandtable_report::report(steps.study(), steps.tallies()))
            .expect("JSON")
    );
    let told = sandtable_report::report(steps.study(), steps.tallies());
    let sweep = &told.sweep[0];
    assert!(
        sweep.points.len() >= 3 && sweep.says.contains("200 allowed"),
        "{}",
        sweep.says
    );
    let bad = text.replace("budget = 200", "budget = 20");
    assert!(read_study(&bad, "", &SHIPPED).is_err());
}

/// Every ruling comes with its clause, how often that fires, and what the other value changes.
#[test]
fn rulings_are_ranked_by_what_they_change() {
    let text = HEAD.replace("battles = 12", "battles = 2") + "each_switch = true\n";
    let found = study(&text);
    let told = report(&found, &tallies(&found));
    assert!(told.importance.len() > 10, "{}", told.importance.len());
    let sizes: Vec<f64> = told.importance.iter().map(|i| i.wins.value.abs()).collect();
    let unsure = told
        .importance
        .iter()
        .position(|i| !i.wins.is_sure())
        .unwrap_or(0);
    assert!(sizes[unsure..].windows(2).all(|pair| pair[0] >= pair[1]));
    assert!(
        told.importance
            .iter()
            .all(|i| i.id.starts_with("THR-") && !i.title.is_empty())
    );
    assert!(sandtable_report::html(&told).contains("How much each ruling matters"));
}
