//! Runs every target with its seeds and with random mutations of them: words from its dictionary,
//! parts removed, repeated or taken from another seed, other numbers, other bytes.
//!
//! Each target takes two seconds, or as many as `SANDTABLE_FUZZ_SECONDS` says. This test does not
//! see which code runs; `cargo xtask fuzz` does, and finds more.

use sandtable_fuzz_targets::{TARGETS, run};
use sandtable_opponents::Lot;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Built-in files that also serve as seeds: the target and their folder.
const SHIPPED: [(&str, &str); 3] = [
    ("army", "armies"),
    ("battle_file", "scenarios"),
    ("situation", "situations"),
];

/// Longest input, in bytes.
const LONGEST: usize = 8_192;

/// Longest time for one input; generous, since the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

fn at(place: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(place)
}

/// Collects all files below a folder, in order.
fn files(folder: &Path, out: &mut Vec<Vec<u8>>) {
    let mut all: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    all.sort();
    for path in all {
        if path.is_dir() {
            files(&path, out);
        } else {
            out.push(fs::read(&path).expect("a seed"));
        }
    }
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    files(&at("fuzz/seeds").join(target), &mut out);
    for (_, folder) in SHIPPED.iter().filter(|(of, _)| *of == target) {
        files(&at(folder), &mut out);
    }
    out
}

/// Reads the words of a dictionary, in libFuzzer's format.
fn words(target: &str) -> Vec<Vec<u8>> {
    let path = at("fuzz/dictionaries").join(format!("{target}.dict"));
    let text = fs::read_to_string(path).unwrap_or_default();
    let quoted = |line: &str| {
        let (_, rest) = line.split_once('"')?;
        let (inside, _) = rest.rsplit_once('"')?;
        Some(
            inside
                .replace("\\\"", "\"")
                .replace("\\\\", "\\")
                .into_bytes(),
        )
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(quoted).collect()
}

/// Draws a place in a text; one draw alone is not fine enough for long ones.
fn anywhere(lot: &mut Lot, length: usize) -> usize {
    (lot.below(60_000) * 60_000 + lot.below(60_000)) % length.max(1)
}

/// Draws a range of a text, usually short.
fn stretch(lot: &mut Lot, length: usize) -> std::ops::Range<usize> {
    let from = anywhere(lot, length);
    let most = [4, 16, 64, 600][lot.below(4)];
    from..(from + lot.below(most) + 1).min(length)
}

/// Mutates an input once.
fn change(data: &mut Vec<u8>, seeds: &[Vec<u8>], words: &[Vec<u8>], lot: &mut Lot) {
    let place = anywhere(lot, data.len() + 1).min(data.len());
    let insert = |data: &mut Vec<u8>, what: &[u8]| {
        data.splice(place..place, what.iter().copied());
    };
    match lot.below(9) {
        0 if !data.is_empty() => {
            let at = anywhere(lot, data.len());
            data[at] ^= 1 << lot.below(8);
        }
        1 if !data.is_empty() => {
            let at = anywhere(lot, data.len());
            data[at] = b"0129-.,:=[]{}\"'\\\n #\xc3\xa4\0"[lot.below(22)];
        }
        2 if !data.is_empty() => drop(data.drain(stretch(lot, data.len()))),
        3 if !data.is_empty() => {
            let piece = data[stretch(lot, data.len())].to_vec();
            insert(data, &piece);
        }
        4 if !seeds.is_empty() => {
            let other = &seeds[lot.below(seeds.len())];
            let piece = other[stretch(lot, other.len())].to_vec();
            insert(data, &piece);
        }
        5 | 6 if !words.is_empty() => insert(data, &words[lot.below(words.len())]),
        7 => insert(data, NUMBERS[lot.below(NUMBERS.len())].as_bytes()),
        _ => {
            // Replace a number by another.
            let digit = (place..data.len()).find(|&at| data[at].is_ascii_digit());
            if let Some(at) = digit {
                let long = data[at..].iter().take_while(|b| b.is_ascii_digit()).count();
                let number = NUMBERS[lot.below(NUMBERS.len())].bytes();
                data.splice(at..at + long, number);
            }
        }
    }
    data.truncate(LONGEST);
}

/// Numbers that often break programs.
const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "2",
    "-1",
    "6",
    "7",
    "12",
    "100",
    "255",
    "256",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "9223372036854775808",
];

fn seconds() -> u64 {
    let asked = std::env::var("SANDTABLE_FUZZ_SECONDS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(2)
}

/// Runs a target once. If it fails, stores the input and prints where.
fn tried(target: &str, data: &[u8]) {
    let start = Instant::now();
    let kept = || {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{target}"));
        fs::write(&path, data).expect("kept");
        path.display().to_string()
    };
    if let Err(why) = catch_unwind(AssertUnwindSafe(|| run(target, data))) {
        eprintln!("{target} fails on {}", kept());
        resume_unwind(why);
    }
    assert!(
        start.elapsed() < PATIENCE,
        "{target} takes {:?} for {}",
        start.elapsed(),
        kept()
    );
}

fn fed(target: &str) {
    let (seeds, words) = (seeds(target), words(target));
    assert!(!seeds.is_empty(), "{target} has no seeds");
    seeds.iter().for_each(|seed| tried(target, seed));
    let until = Instant::now() + Duration::from_secs(seconds());
    let mut lot = Lot::new(0x66_757a);
    let mut runs = seeds.len();
    while Instant::now() < until {
        let mut data = seeds[lot.below(seeds.len())].clone();
        for _ in 0..=lot.below(6) {
            change(&mut data, &seeds, &words, &mut lot);
        }
        tried(target, &data);
        runs += 1;
    }
    println!("{target}: {runs} runs");
}

macro_rules! fed {
    ($($target:ident)*) => {
        $(
            #[test]
            fn $target() {
                fed(stringify!($target));
            }
        )*

        #[test]
        fn every_target_is_fed() {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(names, [$(stringify!($target)),*]);
        }
    };
}

fed!(army battle_file battles check house_rules journal notation situation study_file);
