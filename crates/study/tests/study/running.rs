//! How battles are played: on any number of threads, interrupted, continued.

use crate::support::{HEAD, VARIANTS, path, played, study, tallies};
use sandtable_report::report;
use sandtable_study::{Old, Record, Results, Steps, Tally, Trouble, merge};

#[test]
fn any_number_of_threads_gives_the_same_report() {
    let study = study(&format!("{HEAD}{VARIANTS}"));
    let one = played(&study, &path("one"), 1).expect("played");
    let two = played(&study, &path("two"), 2).expect("played");
    assert_eq!(one, two);
    let kept = serde_json::to_string(&report(&study, &tallies(&study))).expect("JSON");
    assert_eq!(one, kept, "without a file");
}

/// Cuts the results off at a random byte, again and again.
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
    // An engine that plays differently from the one that wrote the file.
    let mut changed = bare(&kept);
    let end = changed.trim_end().rfind("\"hash\":\"").expect("a hash") + 8;
    changed.replace_range(end..end + 4, "zzzz");
    std::fs::write(&path, &changed).expect("written");
    assert!(matches!(
        Results::open(&path, &study_one),
        Err(Trouble::Changed(..))
    ));
    // A file that is not a results file.
    for notes in ["my notes", "my notes\n", "\n", "my notes\nof a year"] {
        std::fs::write(&path, notes).expect("written");
        assert!(matches!(
            Results::open(&path, &study_one),
            Err(Trouble::Strange(..))
        ));
        assert!(matches!(
            Results::begin(&path, &study_one, Old::Forget),
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
    assert!(matches!(
        Results::begin(&path, &study_one, Old::Forget),
        Err(Trouble::Busy(_))
    ));
    assert_eq!(std::fs::read_to_string(&path).expect("there"), kept);
    drop(held);
    let (_, _, found) = Results::begin(&path, &study_one, Old::Forget).expect("forgotten");
    assert_eq!(found.battles, 0);
    let kept = std::fs::read_to_string(&path).expect("there");
    assert_eq!(kept.lines().count(), 1, "the header");
}

/// Returns a results file as it was written before lines had checksums.
fn bare(text: &str) -> String {
    let object = |line| sandtable_keep::unchecked(line).object().expect("sound");
    text.lines().map(|line| object(line) + "\n").collect()
}

/// A changed byte in any line costs only the battle of that line, which is played again.
#[test]
fn a_damaged_line_is_named_and_the_rest_is_kept() {
    let study = study(&format!("{HEAD}{VARIANTS}").replace("battles = 12", "battles = 4"));
    let (whole, path) = (path("sound"), path("damaged"));
    let expected = played(&study, &whole, 1).expect("played");
    let text = std::fs::read(&whole).expect("results");
    let starts: Vec<usize> = text
        .iter()
        .enumerate()
        .filter_map(|(at, b)| (*b == b'\n').then_some(at + 1))
        .collect();
    let battles = starts.len() as u64 - 1;
    for (number, pair) in (2..).zip(starts.windows(2)) {
        for at in (pair[0]..pair[1] - 1).step_by(7) {
            for byte in [text[at] ^ 1, 0, 0xff] {
                let mut other = text.clone();
                other[at] = byte;
                std::fs::write(&path, &other).expect("written");
                let (_, _, found) = Results::open(&path, &study).expect("opened");
                assert_eq!(found.damaged, [number], "byte {at}");
                assert_eq!(found.battles, battles - 1);
            }
        }
    }
    assert_eq!(played(&study, &path, 2).expect("played"), expected);
    let mut results = Results::open(&path, &study).expect("opened").0;
    let mut rows = Vec::new();
    sandtable_study::csv(&study, &mut results, &mut rows).expect("written");
    assert_eq!(
        rows.iter().filter(|b| **b == b'\n').count() as u64,
        battles + 1
    );
    // Files from before checksums still count.
    drop(results);
    std::fs::write(&path, bare(std::str::from_utf8(&text).expect("text"))).expect("written");
    let (_, _, found) = Results::open(&path, &study).expect("opened");
    assert_eq!((found.battles, found.damaged.len()), (battles, 0));
}

/// Lines without checksums come from older files, and from anywhere. What no battle of the study
/// could have led to is damaged, and is played again.
/// Some editors begin a file with a byte-order mark.
#[test]
fn results_that_an_editor_saved_are_read() {
    let path = path("mark");
    let study = study(&format!("{HEAD}{VARIANTS}"));
    let first = played(&study, &path, 1).expect("played");
    let kept = std::fs::read_to_string(&path).expect("results");
    std::fs::write(&path, format!("\u{feff}{kept}")).expect("written");
    let (_, _, found) = Results::open(&path, &study).expect("opened");
    assert_eq!((found.battles, found.damaged), (24, Vec::new()));
    assert_eq!(played(&study, &path, 1).expect("played"), first);
}

#[test]
fn what_is_damaged_in_merged_results_is_named() {
    let (part, into) = (path("part"), path("into"));
    let study = study(&format!("{HEAD}{VARIANTS}"));
    played(&study, &part, 1).expect("played");
    let kept = std::fs::read_to_string(&part).expect("results");
    std::fs::write(&part, kept.replacen("\"turns\"", "\"tarns\"", 1)).expect("written");
    let mut heard = Vec::new();
    let merged = merge(&study, &into, std::slice::from_ref(&part), |file, found| {
        heard.push((file.to_owned(), found.damaged.clone()));
    });
    assert_eq!(merged.expect("merged"), 23);
    assert_eq!(heard, [(part, vec![2])]);
}

#[test]
fn a_line_of_no_battle_is_named_and_its_battle_is_played_again() {
    let study = study(&format!("{HEAD}{VARIANTS}").replace("battles = 12", "battles = 4"));
    let (whole, path) = (path("all-sound"), path("impossible"));
    let expected = played(&study, &whole, 1).expect("played");
    let text = bare(&std::fs::read_to_string(&whole).expect("results"));
    let line = text.lines().nth(1).expect("a battle");
    let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
    for (key, wrong) in [
        ("left", serde_json::json!([i32::MIN, 1])),
        ("lead", serde_json::json!(vec![1; 5000])),
        ("luck", serde_json::json!([i32::MIN, i32::MIN])),
        ("orders", serde_json::json!(u32::MAX)),
        ("turns", serde_json::json!(u16::MAX)),
        ("fired", serde_json::json!({"0": u32::MAX})),
        ("stands", serde_json::json!([1])),
        ("battle", serde_json::json!(0)),
        ("arm", serde_json::json!(9)),
        ("end", serde_json::json!("x")),
        ("hash", serde_json::json!("")),
        ("why", serde_json::json!(65535)),
        ("fired", serde_json::json!({"65535": 1})),
        ("fired", serde_json::json!({})),
        ("luck", serde_json::json!([1, 1])),
        ("lead", serde_json::json!([])),
        (
            "stands",
            serde_json::json!(vec![255; value["stands"].as_array().map_or(0, Vec::len)]),
        ),
    ] {
        let mut value = value.clone();
        value[key] = wrong;
        std::fs::write(&path, text.replacen(line, &value.to_string(), 1)).expect("written");
        let (mut results, _, found) = Results::open(&path, &study).expect("opened");
        assert_eq!((found.damaged, found.battles), (vec![2], 7), "{key}");
        let mut count = 0;
        let each = results.each(&study, |_| {
            count += 1;
            Ok(())
        });
        each.expect("read");
        assert_eq!(count, 7, "{key}");
        drop(results);
        assert_eq!(played(&study, &path, 1).expect("played"), expected, "{key}");
        let (_, _, found) = Results::open(&path, &study).expect("opened");
        assert_eq!(found.battles, 8, "{key}");
    }
}

/// Nothing is cut off a file before it is known to be of this study.
#[test]
fn files_of_others_keep_every_byte() {
    let path = path("torn-other");
    let text = HEAD.replace("battles = 12", "battles = 2");
    let (own, other) = (study(&text), study(&text.replace("seed = 7", "seed = 8")));
    played(&other, &path, 1).expect("played");
    let mut torn = std::fs::read_to_string(&path).expect("results");
    torn.truncate(torn.len() - 1);
    let thesis = r#"{"format":1,"study":"a thesis","chapters":["all my life"]}"#.to_owned();
    let lines = format!("{thesis}\n{thesis}\n");
    for text in [torn, thesis, lines] {
        std::fs::write(&path, &text).expect("written");
        let opened = Results::open(&path, &own);
        let refused = matches!(opened, Err(Trouble::Other(..) | Trouble::Strange(_)));
        assert!(refused, "{text}");
        let into = path.with_file_name("merged.results.jsonl");
        let _ = std::fs::remove_file(&into);
        assert!(merge(&own, &into, std::slice::from_ref(&path), |_, _| ()).is_err());
        assert_eq!(std::fs::read_to_string(&path).expect("a text"), text);
    }
}

#[test]
fn merging_changes_no_part_and_counts_a_file_once() {
    let (part, into) = (path("one-part"), path("of-one-part"));
    let study = study(&HEAD.replace("battles = 12", "battles = 3"));
    played(&study, &part, 1).expect("played");
    let mut text = std::fs::read_to_string(&part).expect("results");
    text.truncate(text.len() - 5);
    std::fs::write(&part, &text).expect("written");
    let parts = [part.clone(), part.clone(), into.clone()];
    assert!(matches!(
        merge(&study, &into, &[path("no-such")], |_, _| ()),
        Err(Trouble::Closed(..))
    ));
    std::fs::write(&into, "").expect("written");
    assert_eq!(merge(&study, &into, &parts, |_, _| ()).expect("merged"), 2);
    assert_eq!(std::fs::read_to_string(&part).expect("a text"), text);
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
    let kept = study(&format!("swap = false\n{text}"));
    let play = |arm: usize, battle: u32, swap: bool| -> Record {
        let of = if swap { &study_one } else { &kept };
        let record = sandtable_study::play(of, arm, battle);
        Record { arm: 0, ..record }
    };
    assert_eq!(play(0, 3, true), play(1, 3, true));
    assert_ne!(play(0, 3, true).hash, play(0, 5, true).hash);
    // In even-numbered battles the players have changed sides.
    assert_eq!(play(0, 3, true), play(0, 3, false));
    assert_ne!(play(0, 4, true).hash, play(0, 4, false).hash);
    let all = tallies(&study_one);
    let told = report(&study_one, &all);
    let difference = &told.scenarios[0].differences[0];
    assert_eq!(difference.swung, (0, 0));
    assert_eq!(difference.turns.value.to_bits(), 0_f64.to_bits());
}

/// A browser's worker gets the same results step by step as threads do.
#[test]
fn step_by_step_is_the_same_study() {
    let text = format!("{HEAD}{VARIANTS}");
    let one = study(&text);
    let expected = serde_json::to_string(&report(&one, &tallies(&one))).expect("JSON");
    let mut steps = Steps::new(study(&text));
    let mut kept = Vec::new();
    while steps.progress().0 < 9 {
        kept.push(steps.step().expect("a battle"));
    }
    assert_eq!(steps.progress(), (9, 24));
    assert_eq!(
        sandtable_report::report(steps.study(), steps.tallies()).scenarios[0].arms[0]
            .ends
            .battles,
        5
    );
    // The study is closed, and opened again with the kept battles.
    let mut steps = Steps::new(study(&text));
    for record in &kept {
        assert!(steps.add(record) && !steps.add(record));
    }
    let mut played = 9;
    while steps.step().is_some() {
        played += 1;
        assert_eq!(steps.progress().0, played);
    }
    assert_eq!(played, 24);
    let told = serde_json::to_string(&sandtable_report::report(steps.study(), steps.tallies()))
        .expect("JSON");
    assert_eq!(told, expected);
}
