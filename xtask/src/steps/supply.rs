//! Checks what the program is built from: every package has a licence that allows redistribution
//! and comes from one registry, lock files are current, and no build script downloads anything.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::{Done, at, cargo, output};

/// Licences that only require attribution.
const LICENCES: [&str; 15] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "NCSA",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages under a licence that requires more, and how that is met here.
const EXCEPTIONS: [(&str, &str, &str); 1] = [(
    "option-ext",
    "MPL-2.0",
    "it runs while the program is built; nothing of it is in the program",
)];

/// Names that a build script would need to reach the network.
const REACHES: [&str; 9] = [
    "TcpStream",
    "UdpSocket",
    "reqwest",
    "ureq",
    "Command::new(\"curl",
    "Command::new(\"wget",
    "\"clone\"",
    "\"fetch\"",
    "https://static",
];

/// Folder of the page's fonts, with their licence.
const FONTS: &str = "web/public/fonts";
/// Most bytes for all fonts together.
const FONT_BYTES: u64 = 120_000;

/// Manifests that have lock files of their own.
const MANIFESTS: [&str; 3] = ["Cargo.toml", "fuzz/Cargo.toml", "python/Cargo.toml"];

/// Package that is built.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    licence: String,
}

/// Checks everything.
pub(crate) fn run() -> Done {
    let mut wrong = Vec::new();
    let mut packages = BTreeSet::new();
    for manifest in MANIFESTS {
        let mut list = cargo(&[
            "tree",
            "--locked",
            "--workspace",
            "--manifest-path",
            manifest,
        ]);
        list.args([
            "--edges",
            "normal,build,dev",
            "--target",
            "all",
            "--all-features",
        ]);
        list.args(["--prefix", "none", "--format", "{p}\t{l}"]);
        let told = output(&mut list).ok_or_else(|| {
            format!("`cargo tree --locked` fails for {manifest}: its lock file is not current")
        })?;
        packages.extend(told.lines().filter_map(package));
        let lock = manifest.replace(".toml", ".lock");
        let text = fs::read_to_string(at(&lock)).map_err(|why| format!("{lock}: {why}"))?;
        wrong.extend(sources(&text).map(|source| format!("{lock} takes from {source}")));
    }
    for package in &packages {
        let known = |(name, licence, _): &(&str, &str, &str)| {
            package.name == *name && package.licence == *licence
        };
        if !is_allowed(&package.licence) && !EXCEPTIONS.iter().any(known) {
            let Package {
                name,
                version,
                licence,
            } = package;
            wrong.push(format!("{name} {version} is under `{licence}`"));
        }
    }
    let scripts = scripts(&packages, &mut wrong);
    let fonts = fonts(&mut wrong)?;
    println!(
        "{} packages, {scripts} build scripts, {} licences allowed, {fonts} fonts",
        packages.len(),
        LICENCES.len()
    );
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n"))
    }
}

/// Checks the fonts that the page sends: each is named in the licence next to it, and all are
/// small.
fn fonts(wrong: &mut Vec<String>) -> Done<usize> {
    let failed = |why| format!("{FONTS}: {why}");
    let licence = fs::read_to_string(at(FONTS).join("OFL.txt")).map_err(failed)?;
    if !licence.contains("SIL OPEN FONT LICENSE Version 1.1") {
        wrong.push(format!("{FONTS}/OFL.txt is not the licence"));
    }
    let (mut count, mut sum) = (0, 0);
    for entry in fs::read_dir(at(FONTS)).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == "OFL.txt" {
            continue;
        }
        count += 1;
        sum += entry.metadata().map_err(failed)?.len();
        if !licence.contains(&format!("({name})")) {
            wrong.push(format!("{FONTS}/{name} is not named in OFL.txt"));
        }
    }
    if sum > FONT_BYTES {
        wrong.push(format!("{FONTS}: {sum} bytes of {FONT_BYTES} allowed"));
    }
    Ok(count)
}

/// Reads a line of `cargo tree`: `name v1.2.3 (path)`, a tab, the licence.
fn package(line: &str) -> Option<Package> {
    let (package, licence) = line.split_once('\t')?;
    let mut words = package.split(' ');
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    Some(Package {
        name: name.to_owned(),
        version: version.to_owned(),
        licence: licence.trim_end_matches(" (*)").to_owned(),
    })
}

/// Lists sources in a lock file other than the main registry.
fn sources(lock: &str) -> impl Iterator<Item = &str> {
    let all = || {
        lock.lines()
            .filter_map(|line| line.strip_prefix("source = "))
    };
    let usual = all().find(|source| source.starts_with("\"registry+"));
    all().filter(move |source| Some(*source) != usual)
}

/// Returns whether a licence expression can be met with the allowed ones: one of what `OR` (or `/`)
/// joins, all of what `AND` joins.
fn is_allowed(licence: &str) -> bool {
    let licence = licence.replace('/', " OR ");
    let mut depth = 0_i32;
    // Split what is outside of brackets first.
    for (word, all) in [(" AND ", true), (" OR ", false)] {
        let mut parts = Vec::new();
        let mut from = 0;
        for (at, letter) in licence.char_indices() {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            if depth == 0 && licence[at..].starts_with(word) {
                parts.push(&licence[from..at]);
                from = at + word.len();
            }
        }
        if !parts.is_empty() {
            parts.push(&licence[from..]);
            return if all {
                parts.iter().all(|part| is_allowed(part))
            } else {
                parts.iter().any(|part| is_allowed(part))
            };
        }
    }
    let bare = licence.trim();
    match bare
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        Some(inner) => is_allowed(inner),
        None => LICENCES.contains(&bare),
    }
}

/// Examines the build scripts of all packages and returns how many there are.
fn scripts(packages: &BTreeSet<Package>, wrong: &mut Vec<String>) -> usize {
    let mut count = 0;
    for Package { name, version, .. } in packages {
        let Some(folder) = unpacked(&format!("{name}-{version}")) else {
            continue;
        };
        let script = folder.join("build.rs");
        let Ok(text) = fs::read_to_string(&script) else {
            continue;
        };
        count += 1;
        for word in REACHES.into_iter().filter(|word| text.contains(word)) {
            wrong.push(format!("the build script of {name} {version} has `{word}`"));
        }
    }
    count
}

/// Returns where cargo stores the files of a package.
fn unpacked(name: &str) -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".cargo")))?;
    let sources = fs::read_dir(home.join("registry/src")).ok()?;
    let mut folders = sources.flatten().map(|source| source.path().join(name));
    folders.find(|folder| folder.is_dir())
}

#[cfg(test)]
mod tests {
    use super::{is_allowed, package, sources};

    #[test]
    fn expressions_of_licences() {
        for yes in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
            "(MIT OR GPL-2.0) AND (ISC)",
        ] {
            assert!(is_allowed(yes), "{yes}");
        }
        for no in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR GPL-2.0) AND AGPL-3.0",
            "MITT",
        ] {
            assert!(!is_allowed(no), "{no}");
        }
    }

    #[test]
    fn lines_and_lock_files() {
        let one = package("libc v0.2.1 (/somewhere)\tMIT OR Apache-2.0 (*)").expect("a package");
        assert_eq!((&*one.name, &*one.version), ("libc", "0.2.1"));
        assert_eq!(one.licence, "MIT OR Apache-2.0");
        assert!(package("").is_none());
        let lock = "source = \"registry+a\"\nsource = \"git+b\"\nsource = \"registry+a\"\n";
        assert_eq!(sources(lock).collect::<Vec<_>>(), ["\"git+b\""]);
    }
}
