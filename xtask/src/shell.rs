//! Runs programs and prints what happens.

use std::ffi::OsStr;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Result of a step: success, or a sentence for the player.
pub(crate) type Done<T = ()> = Result<T, String>;

/// Returns the root of the repository in which this was called. A folder of compiled crates may come
/// from another clone, so what Cargo says at the start counts before what it said to the compiler.
pub(crate) fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let called = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let own = called.filter(|folder| folder.ends_with("xtask"));
        let folder = own.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
        let root = folder
            .parent()
            .expect("xtask is a folder of the repository");
        root.to_owned()
    });
    &ROOT
}

/// Returns a path below the root.
pub(crate) fn at(path: &str) -> PathBuf {
    root().join(path)
}

/// Returns the folder that cargo builds into.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| at("target"), |folder| root().join(folder))
}

/// Returns the number of cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Prints that a step begins.
pub(crate) fn say(step: &str, what: &str) {
    println!("▸ {step:<12} {what}");
}

/// Prints that a step has nothing to do.
pub(crate) fn skip(step: &str, why: &str) {
    println!("· {step:<12} {why}");
}

/// Formats seconds for people.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Does some work, and prints how long it took.
pub(crate) fn timed<T>(step: &str, work: impl FnOnce() -> Done<T>) -> Done<T> {
    let start = Instant::now();
    let done = work()?;
    println!("  {step:<12} done in {}", seconds(start.elapsed()));
    Ok(done)
}

/// Returns a cargo command at the root, with the same cargo that started this program.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    cargo_at(root(), arguments)
}

/// Returns a cargo command in another folder.
pub(crate) fn cargo_at(folder: &Path, arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(folder);
    // Variables that cargo set for xtask must not affect the cargo that it starts.
    for (name, _) in std::env::vars_os() {
        let ours = name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_PKG_")
                || name.starts_with("CARGO_BIN_")
                || name.starts_with("CARGO_MANIFEST_")
                || name == "CARGO_PRIMARY_PACKAGE"
        });
        if ours {
            command.env_remove(name);
        }
    }
    command
}

/// Reads the text of a file.
pub(crate) fn read(path: &Path) -> Done<String> {
    fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))
}

/// Writes a file, and creates its folder first.
pub(crate) fn write(path: &Path, text: impl AsRef<[u8]>) -> Done {
    let folder = path.parent().expect("a file lies in a folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|why| format!("{}: {why}", path.display()))
}

/// Returns the commit time of what is being released, used as the time of every packed file.
pub(crate) fn moment() -> String {
    let mut git = Command::new("git");
    git.args(["log", "-1", "--format=%ct"]);
    output(git.current_dir(root())).unwrap_or_else(|| "0".to_owned())
}

/// Returns compiler flags that remove this machine's paths from the output, so that the same
/// sources give the same bytes wherever they are.
pub(crate) fn remapped() -> String {
    format!(
        "--remap-path-prefix={}=sandtable {}",
        root().display(),
        remapped_home()
    )
}

/// Returns the rustc argument that removes this machine's paths to cargo's packages.
pub(crate) fn remapped_home() -> String {
    let home = std::env::var("CARGO_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")));
    let home = home.unwrap_or_else(|_| "/none".to_owned());
    format!("--remap-path-prefix={home}=cargo")
}

/// Returns an npm command in the folder of the page.
pub(crate) fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(at("web"));
    command
}

/// Returns a command for a program of an npm package, in the folder of the page.
pub(crate) fn npx(program: &str, arguments: &[&str]) -> Command {
    let name = if cfg!(windows) {
        format!("{program}.cmd")
    } else {
        program.to_owned()
    };
    let mut command = Command::new(at("web/node_modules/.bin").join(name));
    command.args(arguments).current_dir(at("web"));
    command
}

/// Runs a command and passes on its failure.
pub(crate) fn run(command: &mut Command) -> Done {
    let shown = shown(command);
    let status = command
        .status()
        .map_err(|error| format!("cannot run `{shown}`: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{shown}` failed ({status})"))
    }
}

/// Returns what a command prints, or `None` if it fails.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Returns where a program is, if it is on the path.
pub(crate) fn which(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// Shows a command as a person would type it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(program.as_os_str());
    let parts = std::iter::once(program).chain(command.get_args());
    let parts: Vec<_> = parts.map(OsStr::to_string_lossy).collect();
    parts.join(" ")
}
