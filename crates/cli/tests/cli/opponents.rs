//! Computer players on the command line: advice, a ladder, learning, and impossible requests.

use crate::run::{said, sandtable};

/// Returns the exit code and what the program said.
fn asked(args: &[&str]) -> (Option<i32>, String) {
    let answer = sandtable(args);
    (answer.status.code(), said(&answer))
}

#[test]
fn who_and_how_long_there_is_not_is_said_in_plain_words() {
    let scenario = "three-hit/two-hills";
    let wrong: [(&[&str], i32, &str); 17] = [
        (&["advise", scenario, "--playouts", "-1"], 2, "1..=20000"),
        (
            &["advise", scenario, "--player", "general:64"],
            2,
            "steady:64",
        ),
        (
            &[
                "ladder",
                "three-hit",
                "--scenario",
                scenario,
                "--scenario",
                scenario,
            ],
            2,
            "its battles are played once",
        ),
        (
            &["advise", scenario, "--player", "marshal"],
            2,
            "no computer player `marshal`",
        ),
        (
            &["advise", scenario, "--player", "general:mad"],
            2,
            "bold, steady, cautious",
        ),
        (
            &["advise", scenario, "--player", "recruit"],
            2,
            "does not think ahead",
        ),
        (&["advise", scenario, "--playouts", "0"], 2, "1..=20000"),
        (
            &["advise", scenario, "--playouts", "31536000"],
            2,
            "1..=20000",
        ),
        (&["review", "-", "--playouts", "4294967296"], 2, "1..=20000"),
        (
            &["battle", scenario, "--players", "random,random,recruit"],
            2,
            "3 players",
        ),
        (
            &[
                "battle",
                scenario,
                "--players",
                "random",
                "--side",
                "Blue=recruit",
            ],
            2,
            "two players, random and recruit",
        ),
        (
            &["ladder", "three-hit", "--players", "general,marshal"],
            2,
            "there are: random",
        ),
        (
            &["ladder", "three-hit", "--players", "recruit,recruit"],
            2,
            "named twice",
        ),
        (
            &[
                "ladder",
                "three-hit",
                "--players",
                "random,recruit",
                "--scenario",
                "otr-d6/turnpike",
            ],
            2,
            "is not a battle of `three-hit`",
        ),
        (&["ladder", "chess"], 3, "there are: three-hit"),
        (
            &["train", "chess", "--out", "x.toml"],
            3,
            "there are: three-hit",
        ),
        (
            &["train", "three-hit", "--out", "no/such/folder/x.toml"],
            4,
            "no folder `no/such/folder`",
        ),
    ];
    for (args, code, says) in wrong {
        let (ended, told) = asked(args);
        assert_eq!(ended, Some(code), "{args:?}: {told}");
        assert!(told.contains(says), "{args:?}: {told}");
    }
}

#[test]
fn a_ladder_is_played_once_and_told_again() {
    let results = format!("{}/short.ladder.jsonl", env!("CARGO_TARGET_TMPDIR"));
    let args = [
        "ladder",
        "three-hit",
        "--scenario",
        "three-hit/the-tollgate",
    ];
    let rest = [
        "--players",
        "random,recruit",
        "--results",
        &results,
        "--quiet",
    ];
    let first = asked(&[&args[..], &rest[..], &["--anew"]].concat());
    let again = asked(&[&args[..], &rest[..]].concat());
    assert_eq!((first.0, again.0), (Some(0), Some(0)), "{}", first.1);
    let rungs = |told: &str| told.lines().filter(|line| line.contains('±')).count();
    assert_eq!((rungs(&first.1), rungs(&again.1)), (2, 2), "{}", again.1);
}

/// Files may have any name: letters with marks of their own, joiners, control characters.
#[test]
fn a_ladder_takes_scenarios_of_any_name() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("odd-names");
    std::fs::create_dir_all(&folder).expect("a folder");
    let shipped = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scenarios/three-hit/the-tollgate.battle.toml"
    );
    for name in ["scho\u{308}n", "a\u{200d}b\u{ad}", "del\u{7f}", "quo\"te"] {
        let file = folder.join(format!("{name}.battle.toml"));
        std::fs::copy(shipped, &file).expect("copied");
        let (file, results) = (file.display().to_string(), folder.join("odd.jsonl"));
        let results = results.display().to_string();
        let (code, told) = asked(&[
            "ladder",
            "three-hit",
            "--players=random,recruit",
            "--battles=1",
            "--anew",
            "--quiet",
            "--scenario",
            &file,
            "--results",
            &results,
        ]);
        assert_eq!(code, Some(0), "{name:?}: {told}");
    }
}

#[test]
fn weights_are_learned_the_same_however_many_threads_fight() {
    let learned = |threads: &str| {
        let file = format!("{}/{threads}.weights.toml", env!("CARGO_TARGET_TMPDIR"));
        let args = [
            "train",
            "three-hit",
            "--battles",
            "10",
            "--seed",
            "7",
            "--out",
            &file,
        ];
        let (code, told) = asked(&[&args[..], &["--threads", threads]].concat());
        assert_eq!(code, Some(0), "{told}");
        std::fs::read_to_string(&file).expect("weights")
    };
    let one = learned("1");
    assert!(one.contains("learned = \"10 battles, seed 7\""), "{one}");
    assert_eq!(one, learned("3"));
}

/// If the disk is full in the end, the program prints the weights: they took hours to learn.
#[cfg(target_os = "linux")]
#[test]
fn weights_that_cannot_be_written_are_not_lost() {
    let args = ["train", "three-hit", "--battles", "10", "--seed", "7"];
    let (code, told) = asked(&[&args[..], &["--out", "/dev/full"]].concat());
    assert_eq!(code, Some(4), "{told}");
    assert!(told.contains("learned = \"10 battles, seed 7\""), "{told}");
    // What cannot be written in any case is found out before.
    let (code, told) = asked(&[&args[..], &["--out", env!("CARGO_TARGET_TMPDIR")]].concat());
    assert_eq!(code, Some(4), "{told}");
    assert!(
        told.contains("is a folder") && !told.contains("learned ="),
        "{told}"
    );
}
