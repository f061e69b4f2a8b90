//! The crates that are meant to be public: the facade `sandtable` and all that it stands on,
//! packed as `cargo publish` would pack them, and used by a stranger's program.
//!
//! What a crate includes from beside it (scenarios, armies) lies in the register's own folder in
//! the packed crate: cargo packs a folder, and nothing from outside it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{
    self, Done, at, cargo_at, output, read, root, say, target, timed, which, write,
};
use crate::steps::public;

const STEP: &str = "crates";
/// The crate that people use; the others are public because it stands on them.
const FACADE: &str = "sandtable";
/// The crate that has the scenarios in it.
const REGISTER: &str = "rules/register";
/// What it includes from beside it, but for what lies in the folders of the rule sets.
const SHELVES: [&str; 4] = ["armies", "points", "scenarios", "tutorials"];

/// Packs them, then builds a stranger's program on what was packed; with `--soon` only packs, with
/// `--record` only keeps the list of what the facade promises.
pub(crate) fn run(rest: &[String]) -> Done {
    if rest.iter().any(|word| word == "--record") {
        return public::record();
    }
    check()?;
    let packed = pack()?;
    if rest.iter().any(|word| word == "--soon") {
        return Ok(());
    }
    stranger(&packed)?;
    documents(&packed)
}

/// Whether the facade keeps what it promises; that the crates pack is seen when
/// they are installed.
pub(crate) fn check() -> Done {
    shown()?;
    public::check()?;
    semver(&version()?)
}

/// The packed crates.
pub(crate) struct Packed {
    version: String,
    /// Where the `*.crate` files are.
    folder: PathBuf,
    names: Vec<String>,
}

impl Packed {
    /// The names of the crates.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The packed file of one.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}-{}.crate", self.version))
    }
}

/// A crate of the workspace that is to be packed.
struct Member {
    name: String,
    /// From the root.
    folder: String,
}

/// The version of the workspace.
pub(crate) fn version() -> Done<String> {
    let text = read(&at("Cargo.toml"))?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("version = "));
    line.map(|version| version.trim_matches('"').to_owned())
        .ok_or_else(|| "Cargo.toml names no version".to_owned())
}

/// The names of a manifest's own crates in its sections of dependencies; those of its tests are
/// no part of what is packed.
fn needs(manifest: &str) -> Vec<String> {
    let mut counts = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            counts = line.ends_with("dependencies]") && !line.contains("dev-dependencies");
        } else if counts && line.starts_with("sandtable-") {
            let name = line.split(['.', ' ', '=']).next().unwrap_or(line);
            names.push(name.to_owned());
        }
    }
    names
}

/// The folder of a crate, as the workspace names it.
fn folder_of(workspace: &str, name: &str) -> Done<String> {
    let start = format!("{name} = {{ path = \"");
    let line = workspace.lines().find_map(|line| line.strip_prefix(&start));
    line.and_then(|rest| rest.split('"').next())
        .map(str::to_owned)
        .ok_or_else(|| format!("Cargo.toml has no `{name}`"))
}

/// Some crates and all that they stand on.
fn members(names: &[&str]) -> Done<Vec<Member>> {
    let workspace = read(&at("Cargo.toml"))?;
    let mut wanted: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut seen = BTreeSet::new();
    let mut members = Vec::new();
    while let Some(name) = wanted.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        let folder = folder_of(&workspace, &name)?;
        wanted.extend(needs(&read(&at(&folder).join("Cargo.toml"))?));
        members.push(Member { name, folder });
    }
    members.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(members)
}

/// Lays the crates out in a folder as they are to be, and packs them there.
pub(crate) fn pack() -> Done<Packed> {
    let version = version()?;
    let members = members(&[FACADE])?;
    let place = target().join("crates");
    let stage = place.join("stage");
    let _ = fs::remove_dir_all(&stage);
    lay(&stage, &members, &version)?;
    say(STEP, &format!("packing {} crates", members.len()));
    let packs = |command: &mut Command| {
        // No test of ours is among them, so nothing is built here: a stranger builds it.
        command.args(["--workspace", "--no-verify", "--allow-dirty", "--offline"]);
        shell::run(command.env("CARGO_TARGET_DIR", place.join("build")))
    };
    timed(STEP, || {
        packs(&mut cargo_at(&stage, &["package", "--quiet"]))
    })?;
    let names: Vec<String> = members.into_iter().map(|member| member.name).collect();
    let folder = place.join("build/package");
    for name in &names {
        let file = folder.join(format!("{name}-{version}.crate"));
        if !file.exists() {
            return Err(format!("cargo packed no {}", file.display()));
        }
    }
    println!("they are in {}", folder.display());
    Ok(Packed {
        version,
        folder,
        names,
    })
}

/// Lays the Python package out in a folder with the crates that it stands on: its source
/// distribution is to have all of them, with what they include.
pub(crate) fn lay_for_python(stage: &Path) -> Done<PathBuf> {
    let package = at("python/Cargo.toml");
    let names = needs(&read(&package)?);
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.push(FACADE);
    let _ = fs::remove_dir_all(stage);
    lay(stage, &members(&names)?, &version()?)?;
    for file in tracked()? {
        if file.starts_with("python/") && !file.starts_with("python/tests/") {
            copy(stage, &file, &file)?;
        }
    }
    Ok(stage.join("python"))
}

fn lay(stage: &Path, members: &[Member], version: &str) -> Done {
    let folders: Vec<&str> = members.iter().map(|m| m.folder.as_str()).collect();
    let text = workspace(&read(&at("Cargo.toml"))?, members, version);
    write(&stage.join("Cargo.toml"), text)?;
    write(&stage.join("Cargo.lock"), read(&at("Cargo.lock"))?)?;
    for file in tracked()? {
        let whose = folders.iter().find(|folder| {
            let inside = file.strip_prefix(**folder);
            inside.is_some_and(|inside| inside.starts_with('/'))
        });
        if let Some(folder) = whose {
            lay_file(stage, folder, &file)?;
        } else if SHELVES
            .iter()
            .any(|shelf| file.starts_with(&format!("{shelf}/")))
        {
            copy(stage, &file, &format!("{REGISTER}/data/{file}"))?;
        }
    }
    for member in members {
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            copy(stage, licence, &format!("{}/{licence}", member.folder))?;
        }
        stays_inside(&stage.join(&member.folder))?;
    }
    Ok(())
}

/// Files of the repository, as they are in the working tree.
fn tracked() -> Done<Vec<String>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-co", "--exclude-standard"]);
    let list = output(git.current_dir(root())).ok_or("git cannot list the files")?;
    let there = list.lines().filter(|line| at(line).is_file());
    Ok(there.map(str::to_owned).collect())
}

fn copy(stage: &Path, from: &str, to: &str) -> Done {
    let bytes = fs::read(at(from)).map_err(|why| format!("{from}: {why}"))?;
    write(&stage.join(to), bytes)
}

/// A file of a crate, as it is packed.
fn lay_file(stage: &Path, folder: &str, file: &str) -> Done {
    let inside = &file[folder.len() + 1..];
    let tests = ["tests/", "benches/"]
        .iter()
        .any(|part| inside.starts_with(part));
    let example = inside.starts_with("examples/") && folder != "crates/sandtable";
    if tests || example {
        return Ok(());
    }
    let of_rules = inside == "rulings.toml" || inside == "sheet.toml";
    if of_rules && folder.starts_with("rules/") {
        copy(stage, file, &format!("{REGISTER}/data/{file}"))?;
    }
    if inside == "Cargo.toml" {
        return write(&stage.join(file), manifest(&read(&at(file))?));
    }
    if folder == REGISTER && inside.ends_with(".rs") {
        let text = read(&at(file))?;
        let text = text.replace("\"../../../", "\"../data/");
        let text = text.replace("concat!(\"../../\", ", "concat!(\"../data/rules/\", ");
        return write(&stage.join(file), text);
    }
    copy(stage, file, file)
}

/// The workspace of the packed crates: each names the version of the others.
fn workspace(text: &str, members: &[Member], version: &str) -> String {
    let folders: Vec<String> = members
        .iter()
        .map(|m| format!("\"{}\"", m.folder))
        .collect();
    let mut out = String::new();
    for line in text.lines() {
        let line = if line.starts_with("members = ") {
            format!("members = [{}]", folders.join(", "))
        } else if line.starts_with("default-members") || line.starts_with("exclude") {
            continue;
        } else if line == "publish = false" {
            "publish = true".to_owned()
        } else if line.starts_with("sandtable") && line.contains("{ path = ") {
            let name = line.split(' ').next().unwrap_or(line);
            if !members.iter().any(|member| member.name == name) {
                continue;
            }
            line.replace(" }", &format!(", version = \"={version}\" }}"))
        } else {
            line.to_owned()
        };
        out.push_str(&line);
        out.push('\n');
    }
    out
}

/// A manifest without what only tests need.
fn manifest(text: &str) -> String {
    let mut out = String::new();
    let mut kept = true;
    for line in text.lines() {
        if line.starts_with('[') {
            kept = !(line.contains("dev-dependencies")
                || line.starts_with("[[test]]")
                || line.starts_with("[[bench]]")
                || line.starts_with("[[example]]"));
        }
        if kept {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// Fails where a source includes a file from outside its crate: what is packed would not build.
fn stays_inside(folder: &Path) -> Done {
    let mut folders = vec![folder.join("src")];
    while let Some(place) = folders.pop() {
        let entries = fs::read_dir(&place).map_err(|why| format!("{}: {why}", place.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let inside = path.strip_prefix(folder).expect("a file of the folder");
            let depth = inside.components().count() - 1;
            let leaves = format!("\"{}", "../".repeat(depth + 1));
            let text = read(&path)?;
            let include = |line: &&str| line.contains("include_") && line.contains(&leaves);
            if let Some(line) = text.lines().find(include) {
                return Err(format!(
                    "{} includes what lies outside its crate: {}",
                    path.display(),
                    line.trim()
                ));
            }
        }
    }
    Ok(())
}

/// What is no fault of a document: a link to something private is plain text for whoever reads
/// the public ones, and a link for us.
const DOCUMENTS: &str = "-D warnings -A rustdoc::private_intra_doc_links";

/// The documents of the packed crates build without a warning.
fn documents(packed: &Packed) -> Done {
    say(STEP, "building their documents");
    let mut doc = crate::shell::cargo(&["doc", "--locked", "--no-deps", "--quiet", "--keep-going"]);
    for name in &packed.names {
        doc.args(["-p", name]);
    }
    timed(STEP, || shell::run(doc.env("RUSTDOCFLAGS", DOCUMENTS)))
}

/// A program in a folder of its own that uses what was packed, and nothing of the repository: the
/// umpire in thirty lines refuses two orders, and plays the one between them.
fn stranger(packed: &Packed) -> Done {
    let place = target().join("crates/stranger");
    let _ = fs::remove_dir_all(&place);
    for name in &packed.names {
        let file = packed.file(name);
        let mut tar = Command::new("tar");
        tar.arg("-xzf").arg(file).arg("-C");
        fs::create_dir_all(place.join("crates")).map_err(|why| why.to_string())?;
        shell::run(tar.arg(place.join("crates")))?;
    }
    let path = |name: &str| format!("crates/{name}-{}", packed.version);
    let mut text = format!(
        "[package]\nname = \"stranger\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\nsandtable = \"{}\"\n\n[profile.dev]\ndebug = false\n\n[patch.crates-io]\n",
        packed.version
    );
    for name in &packed.names {
        text.push_str(&format!("{name} = {{ path = \"{}\" }}\n", path(name)));
    }
    write(&place.join("Cargo.toml"), text)?;
    write(&place.join("Cargo.lock"), read(&at("Cargo.lock"))?)?;
    write(&place.join("src/main.rs"), shown()?)?;
    say(STEP, "a stranger builds his umpire on them");
    let build = target().join("crates/stranger-build");
    timed(STEP, || {
        let mut run = oldest(&place)?;
        run.args(["build", "--offline", "--quiet"]);
        shell::run(run.env("CARGO_TARGET_DIR", &build))
    })?;
    let program = build.join(format!("debug/stranger{}", std::env::consts::EXE_SUFFIX));
    umpires(&program, &place)
}

/// The umpire as the document shows it, which is the example that is packed.
fn shown() -> Done<String> {
    let document = read(&at("docs/rust.md"))?;
    let code = document.split("```rust\n").nth(1);
    let code = code.and_then(|rest| rest.split("```").next());
    let code = code.ok_or("docs/rust.md shows no umpire")?;
    if read(&at("crates/sandtable/examples/umpire.rs"))?.ends_with(code) {
        return Ok(code.to_owned());
    }
    Err("docs/rust.md shows another umpire than crates/sandtable/examples/umpire.rs".to_owned())
}

/// Cargo of the oldest Rust that the manifests promise, in a folder; where it is not at hand, that
/// which runs us, and it says so.
fn oldest(place: &Path) -> Done<Command> {
    let text = read(&at("Cargo.toml"))?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = "));
    let promised = line.unwrap_or_default().trim_matches('"');
    let list = output(Command::new("rustup").args(["toolchain", "list"])).unwrap_or_default();
    let its = |line: &&str| line.starts_with(promised) && !promised.is_empty();
    if let Some(line) = list.lines().find(its) {
        let name = line.split(' ').next().unwrap_or(line);
        println!("  with Rust {name}, the oldest that is promised");
        let mut cargo = Command::new("rustup");
        cargo.args(["run", name, "cargo"]).current_dir(place);
        cargo.env_remove("RUSTC").env_remove("CARGO");
        return Ok(cargo);
    }
    let own = output(Command::new("rustc").arg("--version")).unwrap_or_default();
    println!("  with {own}: Rust {promised}, the oldest that is promised, is not installed");
    Ok(cargo_at(place, &[]))
}

fn umpires(program: &Path, place: &Path) -> Done {
    use std::io::Write as _;
    use std::process::Stdio;

    let mut umpire = Command::new(program);
    umpire
        .current_dir(place)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut umpire = umpire.spawn().map_err(|why| format!("the umpire: {why}"))?;
    // Too far; well; and once more in the same turn.
    let orders = [40, 6, 6].map(|far| format!("move \"Red Hussars\" advance {far}\n"));
    let mut hears = umpire.stdin.take().expect("it hears");
    hears
        .write_all(orders.concat().as_bytes())
        .map_err(|why| why.to_string())?;
    drop(hears);
    let said = umpire.wait_with_output().map_err(|why| why.to_string())?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let refused = said.matches("refused:").count();
    if refused == 2 && said.contains("[THR-MOVE-01]") && said.contains("[THR-TURN-04]") {
        println!("  the umpire judges:\n{}", said.trim_end());
        return Ok(());
    }
    Err(format!("the umpire of a stranger says:\n{said}"))
}

/// Whether the facade changed as its version says, where it can be told.
fn semver(version: &str) -> Done {
    let mut git = Command::new("git");
    git.args(["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"]);
    let Some(last) = output(git.current_dir(root())) else {
        println!(
            "semver: {version} is the first release, {FACADE} was compared with its kept list only"
        );
        return Ok(());
    };
    if which("cargo-semver-checks").is_none() {
        println!("semver: NOT compared with {last}: cargo-semver-checks is not installed");
        return Ok(());
    }
    say(STEP, &format!("comparing the facade with {last}"));
    let mut check = shell::cargo(&["semver-checks", "-p", FACADE, "--baseline-rev", &last]);
    timed(STEP, || shell::run(&mut check))
}
