//! Studies as their users meet them: files that are wrong, runs that are broken
//! off, and reports that must come out the same.

use sandtable_study::{
    End, Files, Record, Results, Shipped, Study, Tally, Trouble, read_study, report, run,
};
use std::path::{Path, PathBuf};

const HEAD: &str = "format = 1\ntitle = \"A study\"\nscenario = \"three-hit/two-hills\"\n\
                    players = [\"random\", \"random\"]\nbattles = 12\nseed = 7\n";
const VARIANTS: &str = "[[variant]]\nname = \"As printed\"\n[[variant]]\nname = \"Two hits\"\n\
                        [variant.numbers]\nhits_to_eliminate = 2\n";

fn study(text: &str) -> Study {
    read_study(text, "", &Shipped).unwrap_or_else(|flaws| panic!("{flaws}\n{text}"))
}

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("study");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.results.jsonl"));
    let _ = std::fs::remove_file(&path);
    path
}

/// Plays what is missing; the report as JSON.
fn played(study: &Study, path: &Path, threads: usize) -> Result<String, Trouble> {
    let (mut results, mut tallies, _) = Results::open(path, study)?;
    run(
        study,
        Some(&mut results),
        &mut tallies,
        Some(threads),
        &|_, _| {},
    )?;
    Ok(serde_json::to_string(&report(study, &tallies)).expect("JSON"))
}

fn tallies(study: &Study) -> Vec<Tally> {
    let mut tallies = vec![Tally::of(study.battles); study.arms.len()];
    run(study, None, &mut tallies, Some(1), &|_, _| {}).expect("no file, no trouble");
    tallies
}

#[test]
fn flaws_are_named_with_their_place() {
    let with = |from: &str, to: &str| format!("{HEAD}{VARIANTS}").replace(from, to);
    for (text, line, says, hint) in [
        (
            with("battles = 12", "battles = 0"),
            5,
            "must be 1 to 1000000, not 0",
            "",
        ),
        (
            with("seed = 7", "sede = 7"),
            6,
            "unknown key `sede`",
            "`seed`",
        ),
        (
            with("two-hills", "two-hils"),
            3,
            "no scenario `three-hit/two-hils`",
            "two-hills",
        ),
        (
            with("\"random\", ", "\"randon\", "),
            4,
            "no player is called `randon`",
            "`random`",
        ),
        (
            with("hits_to_eliminate", "hits_to_eliminat"),
            12,
            "no number `hits_to_eliminat`",
            "",
        ),
        (with("eliminate = 2", "eliminate = 90"), 12, "must be", ""),
        (
            with("\"Two hits\"", "\"As printed\""),
            10,
            "two variants are called",
            "",
        ),
        (
            format!("{HEAD}[sweep]\nnumber = \"hits_to_eliminat\"\n"),
            8,
            "no number",
            "hits_to_eliminate",
        ),
        (
            format!("{HEAD}[sweep]\nnumber = \"hits_to_eliminate\"\nfrom = 1\nto = 1\n"),
            9,
            "make 1 values",
            "",
        ),
        (
            format!("{HEAD}[sweep]\nnumber = \"hits_to_eliminate\"\nvalues = [2, 99]\n"),
            9,
            "must be",
            "",
        ),
        (
            format!("{HEAD}[[claim]]\nsays = \"x\"\nanswer = \"winns\"\nmost = 3\n"),
            9,
            "`winns`",
            "wins",
        ),
        (
            format!("{HEAD}[[claim]]\nsays = \"x\"\nanswer = \"wins\"\n"),
            7,
            "needs `least`, `most`",
            "",
        ),
        (
            format!("{HEAD}side = \"Blu\"\n"),
            7,
            "no side `Blu`",
            "Blue",
        ),
        (
            format!("{HEAD}[[variant]]\nname = \"x\"\nrules = \"no.rules.toml\"\n"),
            9,
            "no.rules.toml",
            "",
        ),
        (
            HEAD.replace(
                "scenario = \"three-hit/two-hills\"",
                "scenarios = [\"three-hit/two-hills\", \"otr-d6/turnpike\"]",
            ),
            3,
            "is a battle of otr-d6",
            "about one rule set",
        ),
        ("format = 1".to_owned(), 1, "needs `title`", ""),
    ] {
        let flaws = read_study(&text, "", &Shipped)
            .err()
            .unwrap_or_else(|| panic!("read:\n{text}"));
        let fits = flaws.flaws.iter().any(|flaw| {
            let told = flaw.hint.clone().unwrap_or_default();
            flaw.line == line && flaw.message.contains(says) && told.contains(hint)
        });
        assert!(fits, "line {line}, {says}, {hint}:\n{flaws}\n{text}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_report() {
    let study = study(&format!("{HEAD}{VARIANTS}"));
    let one = played(&study, &path("one"), 1).expect("played");
    let two = played(&study, &path("two"), 2).expect("played");
    assert_eq!(one, two);
    let kept = serde_json::to_string(&report(&study, &tallies(&study))).expect("JSON");
    assert_eq!(one, kept, "without a file");
}

/// A run is broken off at any byte of its results, again and again.
#[test]
fn a_broken_run_goes_on_to_the_same_report() {
    let study = study(&format!("{HEAD}{VARIANTS}"));
    let whole = path("whole");
    let expected = played(&study, &whole, 2).expect("played");
    let bytes = std::fs::read(&whole).expect("results");
    let broken = path("broken");
    let mut lot = 5_u64;
    for _ in 0..24 {
        lot = sandtable_study::seed::mix(lot, 1);
        let at = usize::try_from(lot % (bytes.len() as u64 + 1)).expect("small");
        std::fs::write(&broken, &bytes[..at]).expect("written");
        let (_, before, found) = Results::open(&broken, &study).expect("opened");
        let lines = bytes[..at].iter().filter(|b| **b == b'\n').count() as u64;
        assert_eq!(found.battles, lines.saturating_sub(1), "cut at {at}");
        assert_eq!(
            before.iter().map(Tally::battles).sum::<u64>(),
            found.battles
        );
        assert_eq!(
            played(&study, &broken, 2).expect("played"),
            expected,
            "cut at {at}"
        );
        // Nothing is lost, and nothing is played twice.
        let text = std::fs::read_to_string(&broken).expect("results");
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        let mut wanted: Vec<&str> = std::str::from_utf8(&bytes).expect("text").lines().collect();
        wanted.sort_unstable();
        assert_eq!(lines, wanted, "cut at {at}");
    }
}

#[test]
fn more_battles_go_on_from_those_played() {
    let path = path("more");
    let text = format!("{HEAD}{VARIANTS}");
    let few = study(&text.replace("battles = 12", "battles = 5"));
    let first = played(&few, &path, 1).expect("played");
    let many = study(&text);
    let (_, _, found) = Results::open(&path, &many).expect("opened");
    assert_eq!((found.battles, found.beyond), (10, 0));
    played(&many, &path, 1).expect("played");
    let (_, _, found) = Results::open(&path, &few).expect("opened");
    assert_eq!((found.battles, found.beyond), (10, 14));
    assert_eq!(played(&few, &path, 1).expect("played"), first);
}

#[test]
fn results_of_something_else_are_refused_and_left_alone() {
    let path = path("other");
    let text = format!("{HEAD}{VARIANTS}").replace("battles = 12", "battles = 2");
    let study_one = study(&text);
    played(&study_one, &path, 1).expect("played");
    let kept = std::fs::read_to_string(&path).expect("results");
    let other = study(&text.replace("seed = 7", "seed = 8"));
    assert!(matches!(
        Results::open(&path, &other),
        Err(Trouble::Other(..))
    ));
    // An engine that plays otherwise than the one that wrote them.
    let end = kept.trim_end().rfind("\"hash\":\"").expect("a hash") + 8;
    let mut changed = kept.clone();
    changed.replace_range(end..end + 4, "zzzz");
    std::fs::write(&path, &changed).expect("written");
    assert!(matches!(
        Results::open(&path, &study_one),
        Err(Trouble::Changed(..))
    ));
    // A line that is no result, and a file that is something else.
    std::fs::write(&path, format!("{kept}{{}}\n")).expect("written");
    let said = Results::open(&path, &study_one)
        .expect_err("refused")
        .to_string();
    assert!(said.contains("line 6"), "{said}");
    for notes in ["my notes", "my notes\n", "\n"] {
        std::fs::write(&path, notes).expect("written");
        assert!(matches!(
            Results::open(&path, &study_one),
            Err(Trouble::Strange(..))
        ));
        assert_eq!(std::fs::read_to_string(&path).expect("notes"), notes);
    }
    std::fs::write(&path, &kept).expect("written");
    let held = Results::open(&path, &study_one).expect("opened");
    assert!(matches!(
        Results::open(&path, &study_one),
        Err(Trouble::Busy(_))
    ));
    drop(held);
}

#[test]
fn a_battle_that_does_not_end_is_stopped_with_a_verdict() {
    let capped = study(&format!("{HEAD}turns = 2\n"));
    let all = tallies(&capped);
    assert_eq!(all[0].turn_caps, 12);
    let told = report(&capped, &all).conclusion.join(" ");
    assert!(
        told.contains("12 of 12") && told.contains("after 2 turns"),
        "{told}"
    );
    let capped = study(&format!("{HEAD}orders = 9\n"));
    assert_eq!(tallies(&capped)[0].order_caps, 12);
}

#[test]
fn variants_meet_the_same_dice_and_players_change_sides() {
    let text = format!("{HEAD}[[variant]]\nname = \"One\"\n[[variant]]\nname = \"The same\"\n");
    let study_one = study(&text);
    let limits = study_one.limits;
    let play = |arm: usize, battle: u32, swap: bool| -> Record {
        sandtable_study::play(&study_one.arms[arm], 0, battle, 7, swap, limits)
    };
    assert_eq!(play(0, 3, true), play(1, 3, true));
    assert_ne!(play(0, 3, true).hash, play(0, 5, true).hash);
    // In battles of even numbers the players sit the other way round.
    assert_eq!(play(0, 3, true), play(0, 3, false));
    assert_ne!(play(0, 4, true).hash, play(0, 4, false).hash);
    let all = tallies(&study_one);
    let told = report(&study_one, &all);
    let difference = &told.scenarios[0].differences[0];
    assert_eq!(difference.swung, (0, 0));
    assert_eq!(difference.turns.value.to_bits(), 0_f64.to_bits());
}

#[test]
fn a_variant_may_say_what_is_printed_against_the_scenarios_own_rules() {
    struct Own;
    impl Files for Own {
        fn text(&self, name: &str) -> Result<String, String> {
            let text = Shipped.text("three-hit/two-hills")?;
            let own = "turns = 12\n[numbers]\nhits_to_eliminate = 4\n";
            match name {
                "own.battle.toml" => Ok(text.replacen("turns = 12\n", own, 1)),
                _ => Err(format!("there is no file `{name}`")),
            }
        }
        fn beside(&self, _: &str, name: &str) -> String {
            name.to_owned()
        }
    }
    let text = HEAD.replace("three-hit/two-hills", "own.battle.toml")
        + "[[variant]]\nname = \"Its own\"\n[[variant]]\nname = \"Printed\"\n\
           [variant.numbers]\nhits_to_eliminate = 3\n";
    let found = read_study(&text, "", &Own).unwrap_or_else(|flaws| panic!("{flaws}"));
    let changed = |at: usize| found.arms[at].rules.card().numbers.changed().count();
    assert_eq!((changed(0), changed(1)), (1, 0));
}

/// A short study of every scenario that ships: something is told of each.
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

/// Shares, differences and lengths of the report against the battles themselves.
#[test]
fn what_is_told_is_what_was_played() {
    let found = study(&format!("{HEAD}{VARIANTS}"));
    let all = tallies(&found);
    let told = report(&found, &all);
    let records = |arm: usize| -> Vec<Record> {
        let play = |n| sandtable_study::play(&found.arms[arm], 0, n, 7, true, found.limits);
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
    // The lead of a turn, counted from the battles.
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
         [[claim]]\nsays = \"It is even.\"\nanswer = \"wins\"\nleast = 49\nmost = 51\n"
    );
    let found = study(&text);
    assert_eq!(found.arms.len(), 3);
    let told = report(&found, &tallies(&found));
    let verdicts: Vec<&str> = told.claims.iter().map(|c| c.verdict.as_str()).collect();
    assert_eq!(verdicts, ["holds", "fails", "open"]);
    let sweep = &told.sweep[0];
    let values: Vec<&str> = sweep.points.iter().map(|p| p.value.as_str()).collect();
    assert_eq!(values, ["2", "3", "4"]);
    if let Some(even) = sweep.even {
        assert!((2.0..=4.0).contains(&even.value));
        assert!(even.low <= even.value && even.value <= even.high);
    }
}

/// The shipped studies open, each under the rule set of its folder.
#[test]
fn every_shipped_study_can_be_played() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let mut sets = Vec::new();
    for set in std::fs::read_dir(root).expect("a folder").flatten() {
        for file in std::fs::read_dir(set.path()).expect("a folder").flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            if !name.ends_with(sandtable_study::STUDY_FILE) {
                continue;
            }
            let text = std::fs::read_to_string(file.path()).expect("a study");
            let found = study(&text);
            let rules = set.file_name().to_string_lossy().into_owned();
            assert_eq!(found.rules.card().id, rules, "{name}");
            sets.push(rules);
        }
    }
    for entry in sandtable_register::ALL {
        assert!(
            sets.iter().any(|set| set == entry.id),
            "no study of {}",
            entry.id
        );
    }
}

/// Every other value of every switch is a variant; those that do not go with the
/// scenario are named.
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
    assert!(read_study(&both, "", &Shipped).is_err());
}
