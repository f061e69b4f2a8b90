//! Running programs, and telling the player about it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A step ends well, or with a sentence for the player.
pub(crate) type Done<T = ()> = Result<T, String>;

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is a folder of the repository")
}

/// A path from the root.
pub(crate) fn at(path: &str) -> PathBuf {
    root().join(path)
}

/// The folder cargo builds into.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| at("target"), |folder| root().join(folder))
}

/// Says that a step begins.
pub(crate) fn say(step: &str, what: &str) {
    println!("▸ {step:<12} {what}");
}

/// Says that a step has nothing to do.
pub(crate) fn skip(step: &str, why: &str) {
    println!("· {step:<12} {why}");
}

/// Seconds, for people.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Does something, and says how long it took.
pub(crate) fn timed<T>(step: &str, work: impl FnOnce() -> Done<T>) -> Done<T> {
    let start = Instant::now();
    let done = work()?;
    println!("  {step:<12} done in {}", seconds(start.elapsed()));
    Ok(done)
}

/// A cargo command at the root; the same cargo that started us.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    cargo_at(root(), arguments)
}

/// The same in another folder.
pub(crate) fn cargo_at(folder: &Path, arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(folder);
    // What cargo told us about xtask is not for the cargo that we start.
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

/// The text of a file.
pub(crate) fn read(path: &Path) -> Done<String> {
    fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))
}

/// Writes a file, its folder first.
pub(crate) fn write(path: &Path, text: impl AsRef<[u8]>) -> Done {
    let folder = path.parent().expect("a file lies in a folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|why| format!("{}: {why}", path.display()))
}

/// When what is released was committed: the time of every file in what is packed.
pub(crate) fn moment() -> String {
    let mut git = Command::new("git");
    git.args(["log", "-1", "--format=%ct"]);
    output(git.current_dir(root())).unwrap_or_else(|| "0".to_owned())
}

/// No path of this machine is in what is given out, and the same sources give the same bytes
/// wherever they lie.
pub(crate) fn remapped() -> String {
    format!(
        "--remap-path-prefix={}=sandtable {}",
        root().display(),
        remapped_home()
    )
}

/// An argument of rustc that names the packages of cargo by no path of this machine.
pub(crate) fn remapped_home() -> String {
    let home = std::env::var("CARGO_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")));
    let home = home.unwrap_or_else(|_| "/none".to_owned());
    format!("--remap-path-prefix={home}=cargo")
}

/// An npm command in the folder of the page.
pub(crate) fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(at("web"));
    command
}

/// A program of an npm package, in the folder of the page.
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

/// Runs a command; its failure is ours.
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

/// What a command prints, or nothing when it fails.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Where a program is, when it is on the path.
pub(crate) fn which(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// A command as a person would write it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(program.as_os_str());
    let parts = std::iter::once(program).chain(command.get_args());
    let parts: Vec<_> = parts.map(OsStr::to_string_lossy).collect();
    parts.join(" ")
}
