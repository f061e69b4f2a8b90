//! The crates meant to be public: the facade `sandtable` and everything it depends on. This step
//! packs them as `cargo publish` would, and uses them from an outside program.
//!
//! Files that a crate includes from elsewhere (scenarios, armies) are in the register's own folder
//! in the packed crate: cargo packs one folder, and nothing outside it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{
    self, Done, at, cargo_at, output, read, root, say, target, timed, which, write,
};
use crate::steps::public;

const STEP: &str = "crates";
/// The crate that people use; the others are public because it depends on them.
const FACADE: &str = "sandtable";
/// The crate that contains the scenarios.
const REGISTER: &str = "rules/register";
/// Folders that it includes from elsewhere, in addition to those of the rule sets.
const SHELVES: [&str; 4] = ["armies", "points", "scenarios", "tutorials"];

/// Packs the crates, then builds an outside program with them. `--soon` only packs; `--record` only
/// stores the list of what the facade promises.
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

/// Checks that the facade keeps its promises. Installing the crates shows that they can be packed.
pub(crate) fn check() -> Done {
    shown()?;
    public::check()?;
    semver(&version()?)
}

/// Packed crates.
pub(crate) struct Packed {
    version: String,
    /// Folder of the `*.crate` files.
    folder: PathBuf,
    names: Vec<String>,
}

impl Packed {
    /// Returns the names of the crates.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the packed file of a crate.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}-{}.crate", self.version))
    }
}

/// Crate of the workspace to be packed.
struct Member {
    name: String,
    /// Folder, relative to the root.
    folder: String,
}

/// Returns the version of the workspace.
pub(crate) fn version() -> Done<String> {
    let text = read(&at("Cargo.toml"))?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("version = "));
    line.map(|version| version.trim_matches('"').to_owned())
        .ok_or_else(|| "Cargo.toml names no version".to_owned())
}

/// Returns the names of our own crates in a manifest's dependencies; those for tests are not
/// packed.
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

/// Returns the folder of a crate, as the workspace names it.
fn folder_of(workspace: &str, name: &str) -> Done<String> {
    let start = format!("{name} = {{ path = \"");
    let line = workspace.lines().find_map(|line| line.strip_prefix(&start));
    line.and_then(|rest| rest.split('"').next())
        .map(str::to_owned)
        .ok_or_else(|| format!("Cargo.toml has no `{name}`"))
}

/// Returns some crates and everything they depend on.
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

/// Lays out the crates in a folder in their final form, and packs them there.
pub(crate) fn pack() -> Done<Packed> {
    let version = version()?;
    let members = members(&[FACADE])?;
    let place = target().join("crates");
    let stage = place.join("stage");
    let _ = fs::remove_dir_all(&stage);
    lay(&stage, &members, &version)?;
    say(STEP, &format!("packing {} crates", members.len()));
    let packs = |command: &mut Command| {
        // Skip cargo's own test build: the outside program builds the crates.
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

/// Lays out the Python package in a folder with the crates it depends on: its source distribution
/// must contain all of them, with the files they include.
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

/// Returns the files of the repository, as they are in the working tree.
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

/// Copies a file of a crate as it is packed.
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

/// Returns the workspace of the packed crates: each names the version of the others.
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

/// Returns a manifest without what only tests need.
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

/// Fails if a source includes a file from outside its crate: the packed crate would not build.
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

/// Flags for the documentation. A link to a private item is allowed: readers of the public pages
/// see plain text, we see a link.
const DOCUMENTS: &str = "-D warnings -A rustdoc::private_intra_doc_links";

/// Checks that the documentation of the packed crates builds without a warning.
fn documents(packed: &Packed) -> Done {
    say(STEP, "building their documents");
    let mut doc = crate::shell::cargo(&["doc", "--locked", "--no-deps", "--quiet", "--keep-going"]);
    for name in &packed.names {
        doc.args(["-p", name]);
    }
    timed(STEP, || shell::run(doc.env("RUSTDOCFLAGS", DOCUMENTS)))
}

/// Builds a program in a folder of its own that uses the packed crates, and nothing from the
/// repository: the umpire in thirty lines refuses two orders, and plays the one between them.
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

/// Returns the umpire as the documentation shows it, which is the packed example.
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

/// Returns a command for cargo with the oldest Rust that the manifests promise, in a folder. If
/// that is not installed, uses the current cargo and says so.
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
    // Too far; legal; and once more in the same turn.
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

/// Checks that the facade changed as its version says, if this can be determined.
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
