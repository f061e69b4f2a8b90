//! Fuzzing with the compiler that builds everything else: flags request coverage, and a package
//! links libFuzzer. Every target starts from its seeds and from earlier finds ([`corpus`]).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::install;
use crate::shell::{self, Done, at, cargo_at, output, say, which};
use crate::steps::corpus;

/// Flags that make a program report which edges it ran through and what it compared.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-trace-compares \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
     -Cllvm-args=-sanitizer-coverage-pc-table";

/// Results of a target.
#[derive(Clone)]
struct Ran {
    target: String,
    runs: u64,
    each_second: u64,
    failed: bool,
}

/// Runs every target, or those named, for some minutes each, by default one. With `keep` first, it
/// packs what they found instead.
pub(crate) fn run(arguments: &[String]) -> Done {
    let keep = arguments.first().is_some_and(|word| word == "keep");
    let (minutes, names): (Vec<_>, Vec<_>) = arguments[usize::from(keep)..]
        .iter()
        .partition(|word| word.parse::<f64>().is_ok());
    let minutes: f64 = minutes
        .first()
        .map_or(Ok(1.0), |m| m.parse())
        .map_err(|_| "no number")?;
    let all = targets()?;
    if let Some(strange) = names.iter().find(|name| !all.contains(name)) {
        return Err(format!(
            "there is no target `{strange}`; there are: {}",
            all.join(", ")
        ));
    }
    let chosen: Vec<String> = all
        .into_iter()
        .filter(|t| names.is_empty() || names.contains(&t))
        .collect();
    let programs = build("release")?;
    if keep {
        let kept = |target: &String| corpus::keep(target, &programs.join(target));
        return chosen.iter().try_for_each(kept);
    }
    told(&side_by_side(chosen, &programs, minutes, shell::cores())?)
}

/// Runs targets for some minutes each, this many at once.
fn side_by_side(
    targets: Vec<String>,
    programs: &Path,
    minutes: f64,
    at_once: usize,
) -> Done<Vec<Ran>> {
    let rest = Mutex::new(targets.into_iter());
    let next = || rest.lock().unwrap_or_else(PoisonError::into_inner).next();
    let several = || {
        let mut done = Vec::new();
        while let Some(target) = next() {
            say("fuzz", &format!("{target}, {minutes} minutes"));
            done.push(one(&target, &programs.join(&target), minutes)?);
        }
        Ok(done)
    };
    let mut all = thread::scope(|scope| {
        let threads: Vec<_> = (0..at_once).map(|_| scope.spawn(several)).collect();
        let ended = threads.into_iter().map(|thread| {
            let ended = thread.join();
            ended.map_err(|_| "a thread of the fuzzer broke".to_owned())?
        });
        ended.collect::<Done<Vec<Vec<Ran>>>>()
    })?
    .concat();
    all.sort_by(|a, b| a.target.cmp(&b.target));
    Ok(all)
}

/// Prints the results of the targets; returns an error if one of them failed.
fn told(done: &[Ran]) -> Done {
    println!("\n| target | runs | a second |\n|---|---|---|");
    for Ran {
        target,
        runs,
        each_second,
        ..
    } in done
    {
        println!("| {target} | {runs} | {each_second} |");
    }
    let failed: Vec<&str> = done
        .iter()
        .filter(|r| r.failed)
        .map(|r| r.target.as_str())
        .collect();
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "{} failed; what it failed on lies in fuzz/artifacts",
            failed.join(", ")
        ))
    }
}

/// Returns the targets, by their files.
fn targets() -> Done<Vec<String>> {
    let folder = at("fuzz/fuzz_targets");
    let files = fs::read_dir(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let name = |file: fs::DirEntry| Some(file.path().file_stem()?.to_str()?.to_owned());
    let mut all: Vec<String> = files.flatten().filter_map(name).collect();
    all.sort();
    Ok(all)
}

/// Builds the targets with a profile and returns their folder.
fn build(profile: &str) -> Done<PathBuf> {
    if which("c++").is_none() {
        let why = "libFuzzer needs a C++ compiler, and there is none";
        install::debian("fuzz", &["g++"], why)?;
    }
    let version = output(Command::new("rustc").arg("-vV")).ok_or("rustc does not run")?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("rustc does not say what it builds for")?;
    say("fuzz", "building the targets");
    // Since a target is named, the flags do not apply to build scripts and macros.
    let mut command = cargo_at(
        &at("fuzz"),
        &["build", "--locked", "--profile", profile, "--target", host],
    );
    shell::run(
        command
            .env("RUSTFLAGS", FLAGS)
            .env_remove("CARGO_TARGET_DIR"),
    )?;
    Ok(at("fuzz/target").join(host).join(profile))
}

/// Runs each target for a minute, as every run of the check does. The targets are built quickly, and
/// one more runs at once than there are cores: the minutes of all add up.
pub(crate) fn minute() -> Done {
    let programs = build("soon")?;
    told(&side_by_side(
        targets()?,
        &programs,
        1.0,
        shell::cores() + 1,
    )?)
}

/// Returns the part of a failed target's output that shows what went wrong: the beginning of the
/// panic, and the end of the output, where libFuzzer shows the input.
fn excerpt(told: &str) -> Vec<&str> {
    const OF_EITHER: usize = 25;
    let lines: Vec<&str> = told.lines().collect();
    let end = lines.len().saturating_sub(OF_EITHER);
    let panic = lines.iter().position(|line| line.contains(" panicked at "));
    let begins = panic.unwrap_or(end).min(end);
    let begun = (begins + OF_EITHER).min(end);
    let mut out = lines[begins..begun].to_vec();
    if begun < end {
        out.push("[...]");
    }
    out.extend(&lines[end..]);
    out
}

/// Runs one target for some minutes.
fn one(target: &str, program: &Path, minutes: f64) -> Done<Ran> {
    let artifacts = at("fuzz/artifacts").join(target);
    fs::create_dir_all(&artifacts).map_err(|why| format!("{}: {why}", artifacts.display()))?;
    let mut command = Command::new(program);
    command
        .arg(format!("-max_total_time={:.0}", minutes * 60.0))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .args([
            "-print_final_stats=1",
            "-timeout=60",
            "-rss_limit_mb=2048",
            "-verbosity=0",
            corpus::LONGEST,
        ]);
    let dictionary = at("fuzz/dictionaries").join(format!("{target}.dict"));
    if dictionary.exists() {
        command.arg(format!("-dict={}", dictionary.display()));
    }
    command.args(corpus::folders(target)?);
    let ran = command.stdin(Stdio::null()).output();
    let ran = ran.map_err(|why| format!("cannot run {}: {why}", program.display()))?;
    let told = String::from_utf8_lossy(&ran.stderr);
    let number = |name: &str| {
        let line = told.lines().find_map(|line| line.trim().strip_prefix(name));
        line.and_then(|rest| rest.trim().parse().ok()).unwrap_or(0)
    };
    let failed = !ran.status.success();
    if failed {
        excerpt(&told).iter().for_each(|line| eprintln!("{line}"));
    }
    Ok(Ran {
        target: target.to_owned(),
        runs: number("stat::number_of_executed_units:"),
        each_second: number("stat::average_exec_per_sec:"),
        failed,
    })
}
