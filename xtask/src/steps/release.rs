//! Makes everything that is released, from a clean clone: the program, the wheel and its sources,
//! the JavaScript package, the crates, the page as files, checksums, and notes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Done, at, cargo, output, root, say, target, timed, which};
use crate::steps::program::{self, Build};
use crate::steps::python::{self, Wheel};
use crate::steps::release_tried::{self, Made};
use crate::steps::{crates, package, web};

const STEP: &str = "release";
const MUSL: &str = "x86_64-unknown-linux-musl";
const GNU: &str = "x86_64-unknown-linux-gnu";

/// Makes and tries everything.
pub(crate) fn run(rest: &[String]) -> Done {
    let soon = rest.iter().any(|word| word == "--soon");
    if !soon {
        clean()?;
    }
    let made = make(soon)?;
    release_tried::all(&made, soon)?;
    println!(
        "\nthe release of {} is in {}",
        made.version,
        made.folder.display()
    );
    Ok(())
}

/// Does the same for `cargo ci`, from what its other steps have built, so that every change tests
/// what people install.
pub(crate) fn check() -> Done {
    release_tried::all(&make(true)?, true)
}

/// Fails if anything is not committed: a release is made from commits, so that anyone can reproduce
/// it.
fn clean() -> Done {
    let mut git = Command::new("git");
    let changed = output(git.args(["status", "--porcelain"]).current_dir(root()));
    let changed = changed.ok_or("git cannot say whether all is committed")?;
    if changed.is_empty() {
        return Ok(());
    }
    Err(format!(
        "a release is made from a clean clone; not committed is:\n{changed}"
    ))
}

fn make(soon: bool) -> Done<Made> {
    let version = crates::version()?;
    same_everywhere(&version)?;
    let folder = target().join("release-files");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let (binary, kind) = if soon { soon_built()? } else { built_static()? };
    let name = format!("sandtable-{version}-linux-x86_64-{kind}");
    let packer = if soon { "gzip -1n" } else { "gzip -9n" };
    let program = archive(&folder, &name, packer, &[(binary, "sandtable")])?;
    web::run()?;
    let page = archive(
        &folder,
        &format!("sandtable-page-{version}"),
        packer,
        &[(at("web/dist"), "page")],
    )?;
    package::pack(&folder)?;
    let wheel = python::build(if soon { Wheel::Soon } else { Wheel::Fast })?;
    let wheel = taken(&wheel, &folder)?;
    let sources = python::sources(&folder)?;
    let packed = crates::pack()?;
    for name in packed.names() {
        taken(&packed.file(name), &folder.join("crates"))?;
    }
    for container in ["Containerfile", "Dockerfile"] {
        if at(container).exists() {
            taken(&at(container), &folder)?;
        }
    }
    shell::write(&folder.join("NOTES.md"), notes(&version)?)?;
    sums(&folder)?;
    Ok(Made {
        tarball: folder.join(format!("sandtable-{version}.tgz")),
        folder,
        version,
        program,
        wheel,
        sources,
        page,
    })
}

/// Fails if a package has another version than the workspace.
fn same_everywhere(version: &str) -> Done {
    for (file, line) in [
        ("python/pyproject.toml", format!("version = \"{version}\"")),
        ("python/Cargo.toml", format!("version = \"{version}\"")),
        ("npm/package.json", format!("\"version\": \"{version}\"")),
    ] {
        let text = shell::read(&at(file))?;
        if !text
            .lines()
            .any(|own| own.trim().trim_end_matches(',') == line)
        {
            return Err(format!("{file} does not say {line}, as Cargo.toml does"));
        }
    }
    Ok(())
}

/// Returns the program built for trying, which needs the libraries of this machine.
fn soon_built() -> Done<(PathBuf, &'static str)> {
    program::run(Build::Tested)?;
    println!("  the program is not static and not fast: that is for a release without --soon");
    Ok((Build::Tested.binary(), "soon"))
}

/// Returns the program with all libraries linked in: with musl if its target and its C compiler are
/// installed, or else with this machine's own C library.
fn built_static() -> Done<(PathBuf, &'static str)> {
    web::run()?;
    let mut rustup = Command::new("rustup");
    let targets = output(rustup.args(["target", "list", "--installed"])).unwrap_or_default();
    let musl = targets.lines().any(|line| line == MUSL) && which("musl-gcc").is_some();
    let (triple, kind) = if musl { (MUSL, "musl") } else { (GNU, "gnu") };
    if !musl {
        println!("  linked with glibc: the target {MUSL} or musl-gcc is not at hand");
    }
    say(STEP, &format!("building the static program ({triple})"));
    let mut build = cargo(&["build", "--locked", "--profile", "shipped"]);
    build.args(["-p", "sandtable-cli", "--target", triple]);
    // Since a target is named, this applies to the program and not to the build tools.
    build.env(
        "RUSTFLAGS",
        format!("-C target-feature=+crt-static {}", shell::remapped()),
    );
    timed(STEP, || shell::run(&mut build))?;
    let binary = target().join(triple).join("shipped/sandtable");
    let needed = output(Command::new("ldd").arg(&binary)).unwrap_or_default();
    if needed.contains("=>") {
        return Err(format!("the program is not static, it needs:\n{needed}"));
    }
    Ok((binary, kind))
}

/// Copies a file into a folder.
fn taken(file: &Path, folder: &Path) -> Done<PathBuf> {
    let name = file.file_name().expect("a file has a name");
    let to = folder.join(name);
    fs::create_dir_all(folder)
        .and_then(|()| fs::copy(file, &to))
        .map_err(|why| format!("{}: {why}", file.display()))?;
    Ok(to)
}

/// Packs files and folders, under the given names, into an archive whose bytes depend on nothing
/// else.
fn archive(folder: &Path, name: &str, packer: &str, parts: &[(PathBuf, &str)]) -> Done<PathBuf> {
    let stage = target().join("release-stage");
    let _ = fs::remove_dir_all(&stage);
    let inside = stage.join(name);
    fs::create_dir_all(&inside).map_err(|why| why.to_string())?;
    for (from, to) in parts {
        let mut copy = Command::new("cp");
        shell::run(copy.arg("-r").arg(from).arg(inside.join(to)))?;
    }
    for licence in ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "CHANGELOG.md"] {
        taken(&at(licence), &inside)?;
    }
    let out = folder.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args([
        "--mode=u+rwX,go+rX,go-w",
        &format!("--mtime=@{}", shell::moment()),
    ]);
    // Omit the time that gzip would record.
    tar.args(["--use-compress-program", packer, "-cf"])
        .arg(&out);
    shell::run(tar.arg("-C").arg(&stage).arg(name))?;
    Ok(out)
}

/// Returns what has changed, from the newest part of the changelog.
fn notes(version: &str) -> Done<String> {
    let log = shell::read(&at("CHANGELOG.md"))?;
    let mut parts = log.split("\n## ").skip(1);
    let newest = parts.next().ok_or("CHANGELOG.md has no part")?;
    let (head, body) = newest.split_once('\n').unwrap_or((newest, ""));
    let named = head.trim().starts_with(version) || head.trim() == "Unreleased";
    if !named {
        return Err(format!(
            "the newest part of CHANGELOG.md is {head}, not {version}"
        ));
    }
    Ok(format!("# Sandtable {version}\n\n{}\n", body.trim()))
}

/// Writes a checksum for every file, in the format of `sha256sum --check`.
fn sums(folder: &Path) -> Done {
    let list =
        "find . -type f ! -name SHA256SUMS -printf '%P\\n' | LC_ALL=C sort | xargs sha256sum";
    let mut shell = Command::new("sh");
    let sums = output(shell.args(["-c", list]).current_dir(folder));
    let sums = sums.ok_or("sha256sum failed")?;
    shell::write(&folder.join("SHA256SUMS"), format!("{sums}\n"))
}
