//! Installs what is released in the way that users do: in a fresh folder without the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::shell::{self, Done, at, npx, output, say, timed};
use crate::steps::e2e;

const STEP: &str = "tried";

/// What was made, to be tried.
pub(crate) struct Made {
    pub(crate) folder: PathBuf,
    pub(crate) version: String,
    /// The archive with the program.
    pub(crate) program: PathBuf,
    pub(crate) wheel: PathBuf,
    /// What the wheel is built from.
    pub(crate) sources: PathBuf,
    pub(crate) tarball: PathBuf,
    /// The archive with the page.
    pub(crate) page: PathBuf,
}

/// Tries everything; with `soon`, skips what takes minutes.
pub(crate) fn all(made: &Made, soon: bool) -> Done {
    let fresh = std::env::temp_dir().join(format!("sandtable-release-{}", std::process::id()));
    fs::create_dir_all(&fresh).map_err(|why| format!("{}: {why}", fresh.display()))?;
    let tried = each(made, soon, &fresh);
    let _ = fs::remove_dir_all(&fresh);
    tried
}

/// The try that takes minutes.
const BUILT: &str = "the sources of the wheel build";

/// One try, in a fresh folder.
type Try = fn(&Made, &Path) -> Done;

fn each(made: &Made, soon: bool, fresh: &Path) -> Done {
    let tries: [(&str, Try); 6] = [
        ("the checksums", sums),
        ("the program plays a battle", program),
        ("the wheel learns", wheel),
        ("the package runs in Node", tarball),
        ("the page plays from a file server", page),
        (BUILT, sources),
    ];
    for (what, tried) in tries {
        if soon && what == BUILT {
            continue;
        }
        say(STEP, what);
        timed(STEP, || tried(made, fresh))?;
    }
    Ok(())
}

fn sums(made: &Made, _fresh: &Path) -> Done {
    let mut check = Command::new("sha256sum");
    shell::run(
        check
            .args(["--check", "--quiet", "SHA256SUMS"])
            .current_dir(&made.folder),
    )
}

/// Unpacks an archive and returns the one folder in it.
fn unpacked(archive: &Path, to: &Path) -> Done<PathBuf> {
    let mut tar = Command::new("tar");
    shell::run(tar.arg("-xzf").arg(archive).arg("-C").arg(to))?;
    let name = archive.file_name().unwrap_or_default().to_string_lossy();
    Ok(to.join(name.trim_end_matches(".tar.gz")))
}

/// Returns a command in a folder, with an environment that does not lead to the repository.
fn strange(program: impl AsRef<std::ffi::OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("CARGO") || name.starts_with("SANDTABLE") || name == "PYTHONPATH" {
            command.env_remove(name);
        }
    }
    command.current_dir(folder);
    command
}

/// Plays a built-in battle to its end with two computer players, and verifies the journal.
fn program(made: &Made, fresh: &Path) -> Done {
    let folder = unpacked(&made.program, fresh)?;
    let binary = folder.join("sandtable");
    let said = output(strange(&binary, &folder).arg("--version")).unwrap_or_default();
    if said != format!("sandtable {}", made.version) {
        return Err(format!("the program says it is `{said}`"));
    }
    let mut battle = strange(&binary, &folder);
    battle.args([
        "battle",
        "three-hit/two-hills",
        "--players",
        "random,recruit",
    ]);
    battle
        .args(["--journal", "battle.journal.jsonl"])
        .stdout(Stdio::null());
    shell::run(&mut battle)?;
    let mut verify = strange(&binary, &folder);
    shell::run(
        verify
            .args(["verify", "battle.journal.jsonl"])
            .stdout(Stdio::null()),
    )
}

/// Installs the wheel and what learners need in a new environment, and runs the example that
/// trains.
fn wheel(made: &Made, fresh: &Path) -> Done {
    let venv = fresh.join("venv");
    shell::run(strange("python3", fresh).args(["-m", "venv"]).arg(&venv))?;
    let python = venv.join("bin/python");
    let mut install = strange(&python, fresh);
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]);
    shell::run(install.arg(format!("{}[learn]", made.wheel.display())))?;
    fs::copy(at("python/examples/train.py"), fresh.join("train.py"))
        .map_err(|why| why.to_string())?;
    shell::run(strange(&python, fresh).args(["-P", "train.py", "--seconds", "3"]))
}

/// Builds a wheel from its packed sources alone, as pip does if no wheel fits.
fn sources(made: &Made, fresh: &Path) -> Done {
    let mut build = strange(fresh.join("venv/bin/python"), fresh);
    build.args([
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        "built",
    ]);
    // It has to build, not to be fast.
    build.env("MATURIN_PEP517_ARGS", "--profile dev");
    shell::run(build.arg(&made.sources))?;
    let built = fs::read_dir(fresh.join("built")).map_err(|why| why.to_string())?;
    let end = |name: &str| name.ends_with(".whl");
    let there = built
        .flatten()
        .any(|file| file.file_name().to_str().is_some_and(end));
    there
        .then_some(())
        .ok_or_else(|| "pip built no wheel".to_owned())
}

/// Installs the package without a network, and plays a battle to its end.
fn tarball(made: &Made, fresh: &Path) -> Done {
    let folder = fresh.join("node");
    shell::write(&folder.join("package.json"), "{ \"private\": true }\n")?;
    let mut install = strange("npm", &folder);
    install.args([
        "install",
        "--offline",
        "--no-audit",
        "--no-fund",
        "--silent",
    ]);
    shell::run(install.arg(&made.tarball))?;
    let script = "import { readFile } from 'node:fs/promises';\n\
        import { open } from 'sandtable';\n\
        const engine = new URL(import.meta.resolve('sandtable/engine.wasm'));\n\
        const sandtable = await open(await readFile(engine));\n\
        const battle = sandtable.scenario('three-hit/two-hills', { seed: 3 });\n\
        while (!battle.ended()) battle.play(battle.think('random'));\n\
        console.log(`sandtable ${sandtable.version} played ${battle.journal().split('\\n').length} lines`);\n";
    shell::write(&folder.join("play.mjs"), script)?;
    shell::run(strange("node", &folder).args(["--no-warnings", "play.mjs"]))
}

/// A file server that stops when dropped.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Serves the page with Python's own file server, which knows nothing about us; a browser plays on
/// it.
fn page(made: &Made, fresh: &Path) -> Done {
    let folder = unpacked(&made.page, fresh)?.join("page");
    let mut server = strange("python3", &folder);
    server.args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]);
    let server = server.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = server.spawn().map_err(|why| format!("python3: {why}"))?;
    let said = child.stdout.take().expect("it says where it is");
    let _served = Served(child);
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(said), &mut line)
        .map_err(|why| why.to_string())?;
    let port = line
        .split_whitespace()
        .skip_while(|word| *word != "port")
        .nth(1);
    let port = port.ok_or_else(|| format!("the file server says `{line}`"))?;
    let mut test = npx(
        "vitest",
        &["run", "--config", "vitest.e2e.config.ts", "--retry", "0"],
    );
    test.arg("e2e/static.test.ts");
    test.env("SANDTABLE_CHROMIUM", e2e::browser()?);
    test.env("SANDTABLE_STATIC", format!("http://127.0.0.1:{port}/"));
    shell::run(test.env("CI", "true"))
}
