//! The Python package: a wheel, and its tests in an environment of their own.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::shell::{self, Done, at, say, skip, target, timed, which};
use crate::stamp::Stamp;
use crate::steps::crates;
use crate::steps::program::{self, Build};

const STEP: &str = "python";
/// Packages that build the wheel and that its tests use.
const PACKAGES: [&str; 12] = [
    "maturin==1.16.0",
    "numpy==2.4.6",
    "gymnasium==1.4.0",
    "pettingzoo==1.27.0",
    "icepool==2.1.3",
    "matplotlib==3.11.2",
    "pandas==3.1.1",
    "polars==2.1.0",
    "pyarrow==26.0.1",
    "ray==2.60.0",
    "grpcio==1.85.1",
    "pytest==9.2.0",
];
/// Dependencies of PettingZoo's chess; no test needs them.
const CHESS: [&str; 2] = ["chess==1.11.2", "pygame==2.6.1"];
/// The oldest Python that the wheel supports.
const OLDEST: &str = "3.11";
/// Tests that take longer than this hang.
const PATIENCE: Duration = Duration::from_secs(15 * 60);
/// The same for tests that start a cluster.
const CLUSTER_PATIENCE: Duration = Duration::from_secs(8 * 60);
/// Folder of those tests.
const CLUSTER: &str = "python/tests/cluster";

/// How the wheel is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wheel {
    /// Optimized for speed.
    Fast,
    /// Built quickly, for testing.
    Soon,
}

/// Builds the wheel for speed, installs and tests it. `--wheel` only builds it, `--soon` tests it
/// as `cargo ci` does, `--sources` only packs its sources.
pub(crate) fn run(rest: &[String]) -> Done {
    if rest.iter().any(|word| word == "--sources") {
        println!("{}", sources(&folder().join("sources-packed"))?.display());
        return Ok(());
    }
    let wheel = match rest.iter().any(|word| word == "--soon") {
        true => Wheel::Soon,
        false => Wheel::Fast,
    };
    let built = build(wheel)?;
    if rest.iter().any(|word| word == "--wheel") {
        println!("{}", built.display());
        return Ok(());
    }
    tests(&built, rest)
}

/// Measures steps per second with the wheel built for speed, next to PettingZoo's chess and the
/// engine alone.
pub(crate) fn pace(rest: &[String]) -> Done {
    install(&build(Wheel::Fast)?)?;
    let mut packages = Command::new(python());
    packages.args(["-m", "pip", "install", "--quiet"]);
    packages.arg("--disable-pip-version-check");
    shell::run(packages.args(CHESS))?;
    let mut engine = shell::cargo(&["build", "--quiet", "--locked", "--release"]);
    shell::run(engine.args(["-p", "sandtable-arena", "--example", "pace"]))?;
    let mut pace = Command::new(python());
    pace.arg("-P")
        .arg(at("python/examples/pace.py"))
        .arg("--rust");
    pace.arg(target().join("release/examples/pace")).args(rest);
    shell::run(pace.current_dir(folder()))
}

/// Does what `cargo ci` needs.
pub(crate) fn check() -> Done {
    tests(&build(Wheel::Soon)?, &[])
}

fn folder() -> PathBuf {
    target().join("python")
}

pub(crate) fn python() -> PathBuf {
    folder().join("venv/bin/python")
}

/// Creates the environment, with the packages above.
fn environment() -> Done {
    let stamp = PACKAGES
        .iter()
        .fold(Stamp::of(&[])?, |stamp, package| stamp.and(package));
    if stamp.holds(STEP, &[&python()]) {
        skip(STEP, "the environment is there");
        return Ok(());
    }
    let own = ["python3", "python"].into_iter().find_map(which);
    let own = own.ok_or_else(|| format!("there is no Python: {OLDEST} or newer is needed"))?;
    say(STEP, "making an environment for the Python package");
    timed(STEP, || {
        let mut made = Command::new(own);
        shell::run(
            made.args(["-m", "venv", "--clear"])
                .arg(folder().join("venv")),
        )?;
        let mut installed = Command::new(python());
        installed.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            // Python compiles what a test imports; the rest is most of it.
            "--no-compile",
        ]);
        shell::run(installed.args(PACKAGES)).map_err(|why| {
            format!(
                "{why}; the check of the Python package needs these packages and leaves none out: {}",
                PACKAGES.join(", ")
            )
        })
    })?;
    stamp.keep(STEP)
}

/// Builds the wheel.
pub(crate) fn build(wheel: Wheel) -> Done<PathBuf> {
    environment()?;
    let out = folder().join(match wheel {
        Wheel::Fast => "wheels",
        Wheel::Soon => "wheels-soon",
    });
    // A wheel left by an older version would be mistaken for the new one.
    let _ = std::fs::remove_dir_all(&out);
    say(STEP, "building the wheel");
    let mut maturin = Command::new(python());
    maturin
        .args(["-m", "maturin", "build", "--quiet", "--locked", "--out"])
        .arg(&out);
    maturin.arg("--manifest-path").arg(match wheel {
        Wheel::Fast => crates::lay_for_python(&place())?.join("Cargo.toml"),
        Wheel::Soon => at("python/Cargo.toml"),
    });
    maturin.args(match wheel {
        Wheel::Fast => ["--profile", "release"],
        Wheel::Soon => ["--profile", "dev"],
    });
    maturin.env("CARGO_TARGET_DIR", folder().join("build"));
    maturin.env("SOURCE_DATE_EPOCH", shell::moment());
    if wheel == Wheel::Fast {
        let own = format!("--remap-path-prefix={}=sandtable", place().display());
        maturin.env("RUSTFLAGS", format!("{own} {}", shell::remapped()));
    }
    timed(STEP, || shell::run(&mut maturin))?;
    let found = std::fs::read_dir(&out).map_err(|why| format!("{}: {why}", out.display()))?;
    let mut wheels = found.flatten().map(|entry| entry.path());
    wheels
        .find(|path| path.extension().is_some_and(|end| end == "whl"))
        .ok_or_else(|| "maturin made no wheel".to_owned())
}

/// Returns where the sources of a released wheel are while it is built. Cargo distinguishes crates
/// outside a workspace by their path, and symbol names contain it: only sources at the same path
/// give the same wheel on every machine.
fn place() -> PathBuf {
    std::env::temp_dir().join("sandtable-wheel")
}

/// Packs the sources of the package, with everything it depends on.
pub(crate) fn sources(out: &Path) -> Done<PathBuf> {
    environment()?;
    let package = crates::lay_for_python(&folder().join("sources"))?;
    let mut maturin = Command::new(python());
    maturin.env("SOURCE_DATE_EPOCH", shell::moment());
    maturin.args(["-m", "maturin", "sdist", "--out"]);
    maturin.arg(out).arg("--manifest-path");
    shell::run(maturin.arg(package.join("Cargo.toml")))?;
    Ok(out.join(format!("sandtable-{}.tar.gz", crates::version()?)))
}

/// Installs the wheel.
fn install(wheel: &Path) -> Done {
    let mut install = Command::new(python());
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]);
    shell::run(install.args(["--force-reinstall", "--no-deps"]).arg(wheel))
}

/// Runs the tests of the installed wheel that need no cluster.
fn tests(wheel: &Path, rest: &[String]) -> Done {
    install(wheel)?;
    let mut tests = pytest();
    tests
        .arg("--ignore")
        .arg(at(CLUSTER))
        .arg(at("python/tests"));
    tests.args(rest.iter().filter(|word| *word != "--soon"));
    bounded(&mut tests, PATIENCE)
}

/// Runs the tests that start a Ray cluster, from Python and from the program, within a time limit.
pub(crate) fn cluster() -> Done {
    program::run(Build::Tested)?;
    install(&build(Wheel::Soon)?)?;
    say("cluster", "testing studies over a Ray cluster");
    let mut tests = pytest();
    tests
        .arg(at(CLUSTER))
        .env("SANDTABLE_BINARY", Build::Tested.binary())
        .env("SANDTABLE_PYTHON", python());
    bounded(&mut tests, CLUSTER_PATIENCE)
}

/// Returns the command that tests the installed wheel, away from the sources.
fn pytest() -> Command {
    let mut pytest = Command::new(python());
    pytest.args(["-P", "-m", "pytest", "-q", "--durations=5", "--rootdir"]);
    pytest
        .arg(at("python"))
        .arg("-c")
        .arg(at("python/pyproject.toml"))
        .current_dir(folder());
    // Import nothing from the source folder: the wheel contains everything.
    pytest
        .env_remove("PYTHONPATH")
        .env("PYTHONDONTWRITEBYTECODE", "1");
    pytest
}

/// Runs a command with a time limit.
fn bounded(command: &mut Command, patience: Duration) -> Done {
    let start = Instant::now();
    let mut child = command
        .spawn()
        .map_err(|why| format!("cannot run the tests: {why}"))?;
    loop {
        match child.try_wait().map_err(|why| why.to_string())? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => {
                return Err(format!("the tests of the Python package failed ({status})"));
            }
            None if start.elapsed() > patience => {
                // The command hangs; whether it can be stopped makes no difference.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!(
                    "the tests of the Python package take over {patience:?}"
                ));
            }
            None => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}
