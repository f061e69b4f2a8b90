//! Studies from the command line: killed and continued, refused, and reported.

use crate::run::{said, sandtable};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Writes a study in a folder of its own.
fn study(name: &str, battles: u32) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("studies")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let place = folder.join("two.study.toml");
    let text = format!(
        "format = 1\ntitle = \"Two hits\"\nscenario = \"three-hit/two-hills\"\n\
         players = [\"random\", \"random\"]\nbattles = {battles}\n\
         [[variant]]\nname = \"As printed\"\n[[variant]]\nname = \"Two hits\"\n\
         [variant.numbers]\nhits_to_eliminate = 2\n"
    );
    std::fs::write(&place, text).expect("written");
    place
}

fn text(place: &Path) -> &str {
    place.to_str().expect("text")
}

/// Returns what a finished study leaves: the report as JSON, the page, the battles as rows.
fn outcome(place: &Path, threads: &str) -> (String, String, String) {
    let csv = place.with_file_name("battles.csv");
    let output = sandtable(&[
        "study",
        text(place),
        "--json",
        "--threads",
        threads,
        "--csv",
        text(&csv),
    ]);
    assert!(output.status.success(), "{}", said(&output));
    let read = |path: &Path| std::fs::read_to_string(path).expect("a file");
    (
        String::from_utf8(output.stdout).expect("text"),
        read(&place.with_file_name("two.report.html")),
        read(&csv),
    )
}

/// Kills a study `kills` times at random moments, then plays it to its end: it must leave what an
/// unbroken run leaves. Moments are counted by the bytes it has written, so that a fast machine is
/// interrupted at work as well as a slow one.
fn killed(name: &str, battles: u32, kills: u32) {
    let results_of = |place: &Path| place.with_file_name("two.results.jsonl");
    let written = |path: &Path| std::fs::metadata(path).map_or(0, |data| data.len());
    let unbroken = study(&format!("{name}-whole"), battles);
    let whole = outcome(&unbroken, "2");
    let share = written(&results_of(&unbroken)) / u64::from(kills + 1);
    let place = study(name, battles);
    let results = results_of(&place);
    let mut lot = 11_u64;
    let (mut done, mut broken) = (0, 0);
    for _ in 0..kills {
        lot = lot
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["study", text(&place), "--quiet"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let until = written(&results) + (lot >> 33) % share;
        let mut working = true;
        while working && written(&results) <= until {
            std::thread::sleep(Duration::from_micros(200));
            working = child.try_wait().expect("a child").is_none();
        }
        broken += u32::from(working);
        let _ = child.kill();
        let _ = child.wait();
        let kept = std::fs::read(&results).unwrap_or_default();
        let lines = kept.iter().filter(|b| **b == b'\n').count();
        assert!(lines >= done, "{done} lines became {lines}");
        done = lines;
    }
    assert!(broken > 0, "every run was over before it was killed");
    assert_eq!(outcome(&place, "1"), whole);
    let kept = std::fs::read_to_string(&results).expect("results");
    assert_eq!(
        kept.lines().count() as u32,
        1 + 2 * battles,
        "a battle was lost or played twice"
    );
    eprintln!("{kills} times started, {broken} times killed at work");
}

#[test]
fn a_killed_study_goes_on_to_the_same_report() {
    killed("killed", 60, 6);
}

/// `cargo nextest run -p sandtable-cli fifty --run-ignored only`
#[test]
#[ignore = "fifty kills take half a minute"]
fn a_study_killed_fifty_times_goes_on_to_the_same_report() {
    killed("killed-fifty", 1000, 50);
}

#[test]
fn flaws_of_a_study_are_shown_where_they_are() {
    let place = study("flawed", 0);
    for command in ["study", "check"] {
        let output = sandtable(&[command, text(&place)]);
        assert_eq!(output.status.code(), Some(3));
        let said = said(&output);
        assert!(
            said.contains("`battles` must be 1 to 1000000, not 0"),
            "{said}"
        );
        assert!(said.contains(":5:11"), "{said}");
    }
    let sound = study("sound", 3);
    let output = sandtable(&["check", text(&sound)]);
    assert!(
        said(&output).contains("sound: study `Two hits`"),
        "{}",
        said(&output)
    );
    assert!(!sound.with_file_name("two.results.jsonl").exists());
}

#[test]
fn results_of_another_study_are_refused() {
    let place = study("other", 2);
    assert!(sandtable(&["study", text(&place)]).status.success());
    let changed = std::fs::read_to_string(&place).expect("a study");
    std::fs::write(&place, changed.replace("eliminate = 2", "eliminate = 4")).expect("written");
    let output = sandtable(&["study", text(&place)]);
    assert_eq!(output.status.code(), Some(3));
    assert!(said(&output).contains("--anew"), "{}", said(&output));
    assert!(
        sandtable(&["study", text(&place), "--anew"])
            .status
            .success()
    );
}

/// A disk that fills up in the middle of a run: a clear message, nothing lost.
#[cfg(unix)]
/// Where nothing was played, nothing was kept.
#[test]
fn results_that_cannot_be_opened_are_told_plainly() {
    let place = study("unopened", 4);
    let results = place.with_file_name("no-such-folder").join("r.jsonl");
    let output = sandtable(&["study", text(&place), "--results", text(&results)]);
    assert_eq!(output.status.code(), Some(4));
    let told = said(&output);
    assert!(told.contains("r.jsonl: "), "{told}");
    assert!(!told.contains("what was played is kept"), "{told}");
}

#[test]
fn a_full_disk_loses_nothing() {
    let whole = outcome(&study("full-whole", 20), "1");
    let place = study("full", 20);
    // Files may grow to 8 KiB here; a write beyond that fails.
    let script = format!(
        "ulimit -f 8; trap '' XFSZ; exec '{}' study '{}' --threads 1",
        env!("CARGO_BIN_EXE_sandtable"),
        text(&place)
    );
    let output = Command::new("bash")
        .args(["-c", &script])
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(
        said(&output).contains("what was played is kept"),
        "{}",
        said(&output)
    );
    assert_eq!(outcome(&place, "1"), whole);
}

/// The Parquet file has the rows of the CSV; a program without it says how to get it.
#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_how_to_get_it() {
    let place = study("no-parquet", 2);
    let output = sandtable(&["study", text(&place), "--parquet", "battles.parquet"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(
        said(&output).contains("--features parquet"),
        "{}",
        said(&output)
    );
    assert!(
        !place.with_file_name("two.results.jsonl").exists(),
        "nothing is played before"
    );
}

#[cfg(feature = "parquet")]
#[test]
fn a_parquet_file_has_the_rows_of_the_csv() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    let place = study("parquet", 6);
    let (rows, columns) = (
        place.with_file_name("b.csv"),
        place.with_file_name("b.parquet"),
    );
    let output = sandtable(&[
        "study",
        text(&place),
        "--csv",
        text(&rows),
        "--parquet",
        text(&columns),
    ]);
    assert!(output.status.success(), "{}", said(&output));
    let csv = std::fs::read_to_string(&rows).expect("rows");
    let file = std::fs::File::open(&columns).expect("a file");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let mut read = vec![csv.lines().next().expect("a head").to_owned()];
    for row in reader.get_row_iter(None).expect("rows") {
        let cells = row
            .expect("a row")
            .into_columns()
            .into_iter()
            .map(|(_, field)| match field {
                Field::Str(text) if text.contains([',', '"']) => format!("\"{text}\""),
                Field::Str(text) => text,
                Field::Int(number) => number.to_string(),
                Field::Null => String::new(),
                other => panic!("{other}"),
            });
        read.push(cells.collect::<Vec<_>>().join(","));
    }
    assert_eq!(read, csv.lines().collect::<Vec<_>>());
}

#[test]
fn a_comparison_ends_with_a_paragraph() {
    let folder = study("compare", 1);
    let file = folder.with_file_name("bloodier.rules.toml");
    let rules = "base = \"three-hit\"\nname = \"Bloodier\"\n[switches]\nmelee_sides = \"both\"\n\
                 [numbers]\nhits_to_eliminate = 1\n";
    std::fs::write(&file, rules).expect("written");
    let output = sandtable(&[
        "compare",
        "printed",
        text(&file),
        "three-hit/two-hills",
        "--players",
        "random",
        "--battles",
        "12",
    ]);
    let said = said(&output);
    assert!(output.status.success(), "{said}");
    // Each of the two changes is also played alone.
    assert!(said.contains("only hits_to_eliminate = 1"), "{said}");
    assert!(said.contains("only melee_sides = both"), "{said}");
    let last = said
        .lines()
        .rfind(|line| line.contains("three-hit/two-hills: "))
        .expect("a line");
    assert!(
        last.contains("bloodier") && last.contains("printed"),
        "{last}"
    );
}

/// Parts from other machines, one of them killed, give the same bytes as one machine.
#[test]
fn parts_merge_to_the_same_bytes() {
    let results =
        |place: &Path, name: &str| place.with_file_name(format!("two{name}.results.jsonl"));
    let read = |path: &Path| std::fs::read(path).expect("a file");
    let place = study("whole", 30);
    let whole = outcome(&place, "1");
    let bytes = read(&results(&place, ""));
    for (name, parts) in [("parts-3", 3), ("parts-7", 7)] {
        let place = study(name, 30);
        let mut files = Vec::new();
        for part in (1..=parts).rev() {
            let asked = format!("{part}/{parts}");
            let output = sandtable(&["study", text(&place), "--part", &asked, "--quiet"]);
            assert!(output.status.success(), "{}", said(&output));
            files.push(results(&place, &format!(".part-{part}-of-{parts}")));
        }
        // One part ended in the middle of a line.
        let torn = read(&files[1]);
        std::fs::write(&files[1], &torn[..torn.len() * 2 / 3]).expect("written");
        let mut merge = vec![
            "study",
            text(&place),
            "--quiet",
            "--threads",
            "1",
            "--merge",
        ];
        merge.extend(files.iter().map(|path| text(path)));
        let output = sandtable(&merge);
        assert!(output.status.success(), "{}", said(&output));
        // The battles it left out were played after the merge.
        assert!(read(&results(&place, "")) == bytes, "{name}: other bytes");
        assert_eq!(outcome(&place, "2"), whole, "{name}");
    }
}

#[test]
fn wrong_parts_and_merges_are_told() {
    let place = study("wrong-parts", 4);
    let output = sandtable(&["study", text(&place), "--part", "4/3"]);
    assert!(said(&output).contains("3/16"), "{}", said(&output));
    let output = sandtable(&["study", text(&place), "--merge", "no-such.results.jsonl"]);
    assert!(
        !output.status.success() && said(&output).contains("no-such"),
        "{}",
        said(&output)
    );
    assert!(
        !place.with_file_name("two.results.jsonl").exists(),
        "nothing is made"
    );
    // Results of another study are refused, and nothing is merged.
    let other = study("other-parts", 4);
    let text_of = std::fs::read_to_string(&other).expect("a file");
    std::fs::write(&other, text_of.replace("= 2\n", "= 4\n")).expect("written");
    assert!(
        sandtable(&["study", text(&other), "--part", "1/2", "--quiet"])
            .status
            .success()
    );
    let file = other.with_file_name("two.part-1-of-2.results.jsonl");
    let output = sandtable(&["study", text(&place), "--merge", text(&file)]);
    assert!(said(&output).contains("another study"), "{}", said(&output));
    // A search cannot be split into parts.
    let text_of = std::fs::read_to_string(&place).expect("a file");
    let (head, _) = text_of.split_once("[[variant]]").expect("variants");
    let search =
        format!("{head}[sweep]\nnumber = \"hits_to_eliminate\"\nvalues = [2, 3, 4]\nbudget = 60\n");
    std::fs::write(&place, search).expect("written");
    let output = sandtable(&["study", text(&place), "--part", "1/2"]);
    assert!(said(&output).contains("in parts"), "{}", said(&output));
}

#[test]
fn two_reports_with_one_name_are_refused_before_anything_is_played() {
    let place = study("one-name", 2);
    let out = place.with_file_name("report");
    let (html, csv) = (
        format!("--html={}", text(&out)),
        format!("--csv={}", text(&out)),
    );
    let output = sandtable(&["study", text(&place), &html, &csv]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("two reports cannot both be"));
    let study = format!("--study={}", text(&out));
    let both = [
        "compare",
        "printed",
        "printed",
        "three-hit/two-hills",
        &study,
        &html,
    ];
    assert_eq!(sandtable(&both).status.code(), Some(2));
    assert!(!out.exists());
}

#[cfg(unix)]
#[test]
fn a_study_from_a_pipe_needs_names_for_its_files() {
    let place = study("piped", 2);
    let command = |rest: &[&str]| {
        let file = std::fs::File::open(&place).expect("a study");
        let mut cat = Command::new("cat")
            .stdin(file)
            .stdout(Stdio::piped())
            .spawn();
        let pipe = cat.as_mut().expect("cat").stdout.take().expect("a pipe");
        let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["study", "/dev/stdin", "--quiet"])
            .args(rest)
            .stdin(pipe)
            .output()
            .expect("the program starts");
        cat.expect("cat").wait().expect("an end");
        output
    };
    let output = command(&[]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(
        said(&output).contains("--results and --html"),
        "{}",
        said(&output)
    );
    let (results, html) = (place.with_file_name("r"), place.with_file_name("h"));
    let output = command(&["--results", text(&results), "--html", text(&html)]);
    assert!(
        output.status.success() && html.exists(),
        "{}",
        said(&output)
    );
}
