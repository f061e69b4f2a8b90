//! Streams that nobody reads or that are full; names that would control a terminal; files on a full
//! disk; input broken on purpose.

use crate::every_command::{self, Case, every_command};
use crate::run::{said, sandtable};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sandtable");

/// Makes a folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("streams")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_reader_that_went_away_is_no_failure_and_no_panic() {
    for Case { words, code } in every_command(&every_command::folder("closed")) {
        let mut child = Command::new(PROGRAM)
            .args(&words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let said = said(&output);
        assert!(!said.contains("panicked"), "{words:?}: {said}");
        assert_eq!(output.status.code(), Some(code), "{words:?}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stream_is_told_by_the_exit_code_alone() {
    let full = || {
        fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("there")
    };
    for Case { words, code } in every_command(&every_command::folder("full")) {
        // Standard error cannot take a message, but the command still does its work.
        let mut command = Command::new(PROGRAM);
        let status = command.args(&words).stdout(Stdio::null()).stderr(full());
        let status = status.status().expect("it ends");
        assert_eq!(status.code(), Some(code), "{words:?}");
        let prints = !sandtable(&list(&words)).stdout.is_empty();
        let mut command = Command::new(PROGRAM);
        let output = command.args(&words).stdout(full()).output();
        let output = output.expect("it ends");
        // A command that prints nothing does not notice.
        let code = if code == 0 && prints { 4 } else { code };
        let said = said(&output);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {said}");
        assert!(!said.contains("panicked"), "{words:?}: {said}");
    }
}

fn list(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// Interrupts every command with Ctrl-C at several moments. It must exit with the code of Ctrl-C,
/// or with its own if it was done, print no panic, and leave no half-written file. Whatever it
/// leaves is no obstacle: the same command then does its work.
#[cfg(unix)]
#[test]
fn interrupted_at_any_moment_every_command_ends_in_good_order() {
    use std::os::unix::process::ExitStatusExt as _;
    let folder = every_command::folder("interrupted");
    let (signal, of_signal) = interrupts();
    let mut interrupted = 0;
    for Case { words, code } in every_command(&folder) {
        let start = Instant::now();
        assert_eq!(
            sandtable(&list(&words)).status.code(),
            Some(code),
            "{words:?}"
        );
        let long = start.elapsed();
        for moment in 1..=MOMENTS {
            let output = stopped(&words, signal, long * moment / (MOMENTS + 1));
            let told = said(&output);
            assert!(!told.contains("panicked"), "{words:?}: {told}");
            interrupted += u32::from(output.status.code() == Some(of_signal));
            let ended = [Some(code), Some(of_signal)].contains(&output.status.code());
            // Or the program was not listening yet and the system ended it: shells report the same
            // number.
            let ended = ended || output.status.signal().map(|n| 128 + n) == Some(of_signal);
            assert!(ended, "{words:?}: {:?}", output.status);
            let half = fs::read_dir(&folder).expect("a folder").flatten();
            let half = half.filter(|file| file.path().extension().is_some_and(|e| e == "part"));
            assert_eq!(half.count(), 0, "{words:?}");
        }
        assert_eq!(
            sandtable(&list(&words)).status.code(),
            Some(code),
            "{words:?} again"
        );
    }
    assert!(
        interrupted > 10,
        "{interrupted} commands were interrupted at their work"
    );
}

/// Number of moments at which each command is interrupted.
#[cfg(unix)]
const MOMENTS: u32 = 5;

/// Runs a command and interrupts it after some time.
#[cfg(unix)]
fn stopped(words: &[String], signal: &str, after: Duration) -> Output {
    let child = Command::new(PROGRAM)
        .args(words)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(after);
    let id = child.id().to_string();
    // The command may already have ended.
    let _ = Command::new("kill")
        .args([signal, &id])
        .stderr(Stdio::null())
        .status();
    child.wait_with_output().expect("it ends")
}

/// Returns Ctrl-C and its exit code. If this test was started with Ctrl-C ignored, as jobs in the
/// background are, so are the programs it starts; then it returns another signal.
#[cfg(unix)]
fn interrupts() -> (&'static str, i32) {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    match ignored {
        Some(mask) if mask & 0b10 != 0 => ("-TERM", 143),
        _ => ("-INT", 130),
    }
}

/// Commands that serve end when they are asked to, and that is no failure.
#[cfg(unix)]
#[test]
fn what_serves_stops_when_it_is_told_to() {
    use std::io::{BufRead as _, BufReader};
    let folder = folder("serves");
    fs::write(
        folder.join("index.html"),
        "<!doctype html><title>a page</title>",
    )
    .expect("written");
    let (page, data) = (folder.to_str().expect("text"), folder.join("rooms"));
    let data = data.to_str().expect("text");
    for words in [
        &["play", "three-hit/two-hills", "--no-open", "--port", "0"][..],
        &["serve", "--listen", "127.0.0.1:0", "--data", data],
    ] {
        let mut child = Command::new(PROGRAM)
            .args(words)
            .args(["--page", page])
            // A value that is no number once made it panic.
            .env("TOKIO_WORKER_THREADS", "none")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut first = String::new();
        let mut told = BufReader::new(child.stdout.take().expect("piped"));
        told.read_line(&mut first).expect("a line");
        let id = child.id().to_string();
        assert!(first.contains("127.0.0.1"), "{words:?}: {first}");
        let _ = Command::new("kill").args(["-INT", &id]).status();
        let output = child.wait_with_output().expect("it ends");
        let said = said(&output);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {first} {said}");
        assert!(!said.contains("panicked"), "{words:?}: {said}");
    }
}

/// A file must not grow beyond a few blocks, as on a full disk: the old file stays, and no half
/// file is left beside it.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_leaves_the_old_journal() {
    let folder = folder("disk");
    let journal = folder.join("old.journal.jsonl");
    fs::write(&journal, "the old battle").expect("written");
    let line = format!(
        "ulimit -f 4; exec {PROGRAM} battle three-hit/two-hills --quiet --journal {}",
        journal.display()
    );
    let output = Command::new("sh")
        .args(["-c", &line])
        .output()
        .expect("it ends");
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(
        said(&output).contains("old.journal.jsonl"),
        "{}",
        said(&output)
    );
    assert_eq!(
        fs::read_to_string(&journal).expect("there"),
        "the old battle"
    );
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
}

/// With very few open files allowed, the program says so or does without.
#[cfg(unix)]
#[test]
fn few_open_files_are_no_panic() {
    let folder = folder("few");
    let journal = folder.join("few.journal.jsonl");
    for most in 4..=16 {
        let line = format!(
            "ulimit -n {most}; exec {PROGRAM} battle three-hit/two-hills --quiet --journal {}",
            journal.display()
        );
        let output = Command::new("sh").args(["-c", &line]).output();
        let output = output.expect("it ends");
        let said = said(&output);
        assert!(!said.contains("panicked"), "{most}: {said}");
        // If not even a library can be opened, the program never starts.
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 4 | 127)), "{most}: {code:?} {said}");
    }
    assert!(journal.exists(), "sixteen are enough");
}

/// A program killed or interrupted at any moment leaves the old file or the new one.
#[cfg(unix)]
#[test]
fn interrupted_at_any_moment_no_half_file_is_left() {
    let folder = folder("interrupted");
    let journal = folder.join("battle.journal.jsonl");
    let at = journal.to_str().expect("text");
    let play = ["battle", "three-hit/two-hills", "--quiet", "--journal", at];
    assert!(sandtable(&play).status.success());
    let whole = fs::read(&journal).expect("a journal");
    let start = Instant::now();
    assert!(sandtable(&play).status.success());
    let long = start.elapsed();
    for (number, signal) in (0..24_u32).zip(["-INT", "-KILL", "-TERM"].into_iter().cycle()) {
        fs::write(&journal, "old").expect("written");
        let child = Command::new(PROGRAM)
            .args(play)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(long * number / 20);
        let id = child.id().to_string();
        let _ = Command::new("kill")
            .args([signal, &id])
            .stderr(Stdio::null())
            .status();
        let output = child.wait_with_output().expect("it ends");
        assert!(!said(&output).contains("panicked"));
        let there = fs::read(&journal).expect("a journal");
        assert!(there == b"old" || there == whole, "{} bytes", there.len());
    }
}

/// Returns a generated battle with another title, as TOML writes it.
fn titled(title: &str) -> String {
    let made = sandtable(&["generate", "three-hit"]);
    let text = String::from_utf8(made.stdout).expect("text");
    let line = text.lines().find(|line| line.starts_with("title"));
    text.replace(line.expect("a title"), &format!("title = \"{title}\""))
}

#[test]
fn names_do_not_steer_the_terminal() {
    let folder = folder("names");
    let path = folder.join("steers.battle.toml");
    let text = titled(r"\u001b]0;mine\u0007\u001b[2J\u009b2J");
    fs::write(&path, text).expect("written");
    let at = path.to_str().expect("text");
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let steers = |output: &Output| {
        let text = said(output);
        text.chars()
            .any(|c| c.is_control() && !matches!(c, '\n' | '\t') || turns(c))
    };
    for command in [
        &["check", at][..],
        &["check", "--json", at],
        &["orders", at, "--unit", "\u{1b}[2J"],
        &["try", at, "\u{1b}[31m\u{7} move"],
        &["battle", at, "--quiet", "--side", "\u{1b}[2J=random"],
        &["rules", "\u{1b}[2J"],
        &["words", at, "--seed", "\u{202e}1"],
        &["words\u{202e}", at],
        &["print", at, "--paper", "a\u{2066}4\u{7}\u{9b}2J"],
        &["rules", "three-hit", "--\u{202e}clause"],
    ] {
        let output = sandtable(command);
        assert!(!steers(&output), "{command:?}: {:?}", said(&output));
    }
}

/// A printed file may be read again, so names in other writing directions stay in it, in JSON too.
#[test]
fn a_file_that_is_printed_is_what_was_written() {
    let folder = folder("printed");
    let path = folder.join("named.battle.toml");
    let named = "a\u{61c}b\u{200f}c";
    fs::write(&path, titled(named)).expect("written");
    let journal = folder.join("named.journal.jsonl");
    let [at, journal] = [&path, &journal].map(|path| path.to_str().expect("text"));
    let quiet = ["battle", at, "--quiet", "--seed", "1", "--journal", journal];
    assert!(sandtable(&quiet).status.success());
    let printed = sandtable(&["position", journal, "--at", "3"]);
    let printed = String::from_utf8(printed.stdout).expect("text");
    let title = format!("title = \"{named}\"");
    assert!(printed.contains(&title), "{printed}");
    let json = sandtable(&["position", journal, "--at", "3", "--json"]);
    let json = String::from_utf8(json.stdout).expect("text");
    assert!(json.contains(r"a\u061cb\u200fc"), "{json}");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["position"].as_str(), Some(&*printed));
}

/// Broken input of many kinds gets a clear and short message quickly.
#[test]
fn broken_input_is_told_in_a_few_lines_and_soon() {
    let folder = folder("broken");
    let journal = fs::read_to_string("../../journals/two-hills.journal.jsonl").expect("there");
    let mega = 1 << 20;
    let inputs: Vec<(&str, Vec<u8>)> = vec![
        (
            "brackets.battle.toml",
            format!("x = {}", "[".repeat(mega - 4)).into_bytes(),
        ),
        ("keys.battle.toml", "a.".repeat(mega / 2).into_bytes()),
        (
            "line.battle.toml",
            format!("title = \"{}\"", "x".repeat(mega - 20)).into_bytes(),
        ),
        (
            "flaws.battle.toml",
            "rules = \"three-hit\"\n[[unit]]\n"
                .repeat(9_000)
                .into_bytes(),
        ),
        (
            "tables.battle.toml",
            format!("rules = \"three-hit\"\n{}", "[[unit]]\n".repeat(9_000)).into_bytes(),
        ),
        ("zero.battle.toml", vec![0; mega]),
        ("no-text.battle.toml", vec![0xff; mega]),
        (
            "steps.journal.jsonl",
            format!("{}{}", journal, "{".repeat(mega)).into_bytes(),
        ),
        (
            "deep.journal.jsonl",
            format!("{{\"format\":{}", "[".repeat(mega)).into_bytes(),
        ),
        (
            "long.army.toml",
            format!("name = {}", "{".repeat(mega - 8)).into_bytes(),
        ),
        (
            "long.rules.toml",
            format!("base = \"{}", "é".repeat(mega / 2 - 9)).into_bytes(),
        ),
        (
            "long.study.toml",
            "[[variant]]\n".repeat(mega / 12).into_bytes(),
        ),
        (
            "long.situation.toml",
            "[unit]\n".repeat(mega / 7).into_bytes(),
        ),
        ("huge.battle.toml", vec![b'#'; 9 << 20]),
        ("numbers.rules.toml", {
            let all = (0..90_000).map(|n| format!("k{n} = 1\n"));
            let head = "base = \"otr-d6\"\n[numbers.fire.rifled-close]\n";
            format!("{head}{}", all.collect::<String>()).into_bytes()
        }),
        ("rules.army.toml", {
            let rules = "\"otr-d6\", ".repeat(mega / 10 - 9);
            format!("format = 1\nrules = [{rules}]\n").into_bytes()
        }),
        ("wide.battle.toml", {
            let sides = format!("side = [{}]\n", "\"x\", ".repeat(70));
            format!(
                "rules = \"three-hit\"\nformat = \"{}\"\n{sides}",
                "f".repeat(380)
            )
            .into_bytes()
        }),
        ("rules.journal.jsonl", {
            let rules = format!("\"rules\":\"{}\"", "line\\n".repeat(mega / 8));
            let bare = journal.replacen("\"rules\":\"three-hit\"", &rules, 1);
            assert_ne!(bare, journal);
            bare.into_bytes()
        }),
    ];
    for (name, bytes) in inputs {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("written");
        let start = Instant::now();
        let output = sandtable(&["check", path.to_str().expect("text")]);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(3), "{name}: {text}");
        // The path of this folder may appear in it more than once.
        assert!(
            text.len() < 4_096 + 10 * name.len(),
            "{name}: {} bytes",
            text.len()
        );
        assert!(
            text.len() > 20 && !text.contains("panicked"),
            "{name}: {text}"
        );
        // A release build takes at most a second; this is not one, and other tests run beside it.
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{name}: {:?}",
            start.elapsed()
        );
    }
    let long = "move ".repeat(20_000);
    let output = sandtable(&["try", "three-hit/two-hills", &long]);
    assert!(said(&output).len() < 4_096, "{} bytes", said(&output).len());
}

#[test]
fn words_that_are_no_arguments_are_told_in_a_few_lines() {
    let long = "x".repeat(70_000);
    for words in [
        &["generate", "three-hit", "--seed", &long][..],
        &[&long],
        &["rooms", &long],
        &["--language", &long, "rulesets"],
        &[
            "position",
            "a.journal.jsonl",
            "--at",
            &"\u{e9}".repeat(30_000),
        ],
    ] {
        let output = sandtable(words);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!((40..4_096).contains(&text.len()), "{} bytes", text.len());
    }
}

/// A name that could be written but not be read again.
#[cfg(unix)]
#[test]
fn names_of_files_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt as _;

    let name = std::ffi::OsStr::from_bytes(b"a\xff.army.toml");
    let written = folder("no-text").join(name);
    for words in [
        &["check"][..],
        &["army", "roll", "--rules", "six-plus", "--out"],
    ] {
        let output = Command::new(PROGRAM).args(words).arg(&written).output();
        let output = output.expect("the program runs");
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains("is not UTF-8"), "{text}");
    }
    assert!(!written.exists());
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_are_told_apart() {
    let folder = folder("links");
    let link = folder.join("loop.battle.toml");
    std::os::unix::fs::symlink(&link, &link).expect("a link");
    let text = said(&sandtable(&["check", link.to_str().expect("text")]));
    assert!(!text.contains("there is no file"), "{text}");
}

/// The program does not try to read an endless file to its end.
#[test]
fn a_file_that_never_ends_is_too_large() {
    let folder = folder("endless");
    let rest = folder.join("rest.journal.jsonl");
    let rest = rest.to_str().expect("text");
    let rooms = folder.join("rooms");
    let rooms = rooms.to_str().expect("text");
    let serve = "serve --listen 127.0.0.1:0 --public-url https://a.example --push-keys /dev/zero";
    let mut serve: Vec<&str> = serve.split(' ').collect();
    serve.extend(["--data", rooms]);
    for command in [
        &["verify", "/dev/zero"][..],
        &["verify", "/dev/zero", "--save", rest],
        &serve,
    ] {
        let output = sandtable(command);
        assert_eq!(output.status.code(), Some(3), "{command:?}");
        assert!(said(&output).contains("larger than 64 MiB"), "{command:?}");
    }
}

/// A pipe has its text only once, however many parts of a command ask for it.
#[test]
fn what_comes_through_a_pipe_is_read_once() {
    let house = "base = \"three-hit\"\nname = \"Piped\"\n[numbers]\nhits_to_eliminate = 2\n";
    let words = "compare printed /dev/stdin three-hit/two-hills --battles 2 --players random";
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(words.split(' '));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = command.stderr(Stdio::piped()).spawn().expect("it starts");
    let mut pipe = running.stdin.take().expect("a pipe");
    pipe.write_all(house.as_bytes()).expect("written");
    drop(pipe);
    let output = running.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

/// Whoever opens a pipe for the second time waits for ever.
#[cfg(unix)]
#[test]
fn a_position_may_come_through_a_pipe_that_has_a_name() {
    let folder = folder("named-pipe");
    let (pipe, after) = (folder.join("pipe"), folder.join("after.battle.toml"));
    let _ = fs::remove_file(&pipe);
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|made| made.success()), "mkfifo");
    let words = ["try", pipe.to_str().expect("text"), "end", "--out"];
    let mut running = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(words)
        .arg(&after)
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    let scenario = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scenarios/three-hit/two-hills.battle.toml"
    );
    let text = fs::read_to_string(scenario).expect("a scenario");
    fs::write(&pipe, &text).expect("written");
    let late = Instant::now() + Duration::from_secs(60);
    let ended = loop {
        match running.try_wait().expect("a child") {
            None if Instant::now() < late => std::thread::sleep(Duration::from_millis(10)),
            ended => break ended,
        }
    };
    running.kill().ok();
    assert_eq!(ended.and_then(|ended| ended.code()), Some(0));
    assert!(fs::read_to_string(&after).is_ok_and(|after| after != text));
}

#[test]
fn a_damaged_journal_is_saved_as_far_as_it_goes() {
    let folder = folder("saved");
    let (journal, rest) = (
        folder.join("a.journal.jsonl"),
        folder.join("rest.journal.jsonl"),
    );
    let (at, to) = (
        journal.to_str().expect("text"),
        rest.to_str().expect("text"),
    );
    let play = ["battle", "three-hit/two-hills", "--quiet", "--journal", at];
    assert!(sandtable(&play).status.success());
    assert!(sandtable(&["verify", at]).status.success());
    let whole = fs::read(&journal).expect("a journal");
    // Only the end mark is removed.
    let mark = whole[..whole.len() - 1]
        .iter()
        .rposition(|b| *b == b'\n')
        .expect("lines")
        + 1;
    fs::write(&journal, &whole[..mark]).expect("written");
    let cut = sandtable(&["verify", at]);
    assert_eq!(cut.status.code(), Some(1));
    assert!(said(&cut).contains("the end mark is missing"));
    // One line in the middle is damaged, and the end is not text at all.
    let mut torn = whole;
    let middle = torn.len() / 2;
    torn[middle] ^= 1;
    let end = torn.len();
    torn[end - 300..].fill(0xff);
    fs::write(&journal, &torn).expect("written");
    assert_eq!(sandtable(&["verify", at]).status.code(), Some(3));
    let saved = sandtable(&["verify", at, "--save", to]);
    assert!(saved.status.success(), "{}", said(&saved));
    assert!(sandtable(&["verify", to]).status.success());
    assert!(said(&saved).contains("lines are kept"), "{}", said(&saved));
}

/// Plays a battle into a journal of a folder of its own.
fn played(name: &str) -> PathBuf {
    let journal = folder(name).join("a.journal.jsonl");
    let at = journal.to_str().expect("text");
    let play = ["battle", "three-hit/two-hills", "--quiet", "--journal", at];
    assert!(sandtable(&play).status.success());
    journal
}

#[test]
fn verify_goes_on_after_a_file_that_it_cannot_read() {
    let journal = played("unread");
    let at = journal.to_str().expect("text");
    let output = sandtable(&["verify", "none.journal.jsonl", at]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    for says in ["none.journal.jsonl", "lines agree with the rules"] {
        assert!(said(&output).contains(says), "{}", said(&output));
    }
}

#[test]
fn what_is_saved_of_a_journal_that_does_not_verify_is_no_success() {
    let journal = played("no-success");
    let rest = journal.with_file_name("rest.journal.jsonl");
    let (at, to) = (
        journal.to_str().expect("text"),
        rest.to_str().expect("text"),
    );
    let whole = fs::read_to_string(&journal).expect("a journal");
    let lines: Vec<&str> = whole.lines().collect();
    fs::write(&journal, lines[..lines.len() - 1].join("\n") + "\n").expect("written");
    let output = sandtable(&["verify", at, "--save", to]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("the end mark is missing"));
    assert!(rest.exists());
}

/// Some editors add a byte-order mark.
#[test]
fn what_comes_before_the_damage_is_saved_behind_a_byte_order_mark_too() {
    let journal = played("marked");
    let rest = journal.with_file_name("rest.journal.jsonl");
    let (at, to) = (
        journal.to_str().expect("text"),
        rest.to_str().expect("text"),
    );
    let whole = fs::read_to_string(&journal).expect("a journal");
    for (part, code) in [(&whole[..], 0), (&whole[..whole.len() / 2], 0)] {
        fs::write(&journal, format!("\u{feff}{part}")).expect("written");
        let output = sandtable(&["verify", at, "--save", to]);
        assert_eq!(output.status.code(), Some(code), "{}", said(&output));
        let kept = fs::read_to_string(&rest).expect("kept");
        assert!(whole.starts_with(kept.lines().next().expect("a header")));
    }
    let wide: Vec<u8> = std::iter::once(0xfeff)
        .chain(whole.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    fs::write(&journal, wide).expect("written");
    let output = sandtable(&["verify", at, "--save", to]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("not UTF-8 text"));
}

#[test]
fn armies_that_are_written_read_back() {
    for name in ["", "a\"b", "\u{1b}[2J", "a\nb", &"x".repeat(5_000)] {
        let path = folder("army").join("mine.army.toml");
        let at = path.to_str().expect("text");
        let roll = [
            "army",
            "roll",
            "--rules",
            "three-hit",
            "--die",
            "1",
            "--name",
            name,
        ];
        let output = sandtable(&[&roll[..], &["--out", at]].concat());
        if output.status.success() {
            let check = sandtable(&["check", at]);
            assert!(check.status.success(), "{name:?}: {}", said(&check));
        } else {
            assert!(!path.exists(), "{name:?}");
        }
    }
    let die = ["army", "roll", "--rules", "three-hit", "--die", "0"];
    assert_eq!(sandtable(&die).status.code(), Some(2));
}
