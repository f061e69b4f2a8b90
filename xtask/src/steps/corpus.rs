//! The fuzzer's finds, kept in the repository: for each target an archive of the fewest inputs that
//! cover all code that any input covers. `cargo xtask fuzz` starts from it and writes to a working
//! copy; `cargo xtask fuzz keep` makes a new archive from that.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::shell::{self, Done, at, say};

/// Built-in files that also serve as seeds: the target and their folder.
const SHIPPED: [(&str, &str); 3] = [
    ("army", "armies"),
    ("battle_file", "scenarios"),
    ("situation", "situations"),
];

/// Longest input, in bytes: many short inputs find more than a few long ones. Other tests cover the
/// limits of long ones.
pub(crate) const LONGEST: &str = "-max_len=4096";

/// Returns the folder of a target's working copy.
fn working(target: &str) -> PathBuf {
    at("fuzz/target/corpus").join(target)
}

/// Returns the path of a target's archive.
fn archive(target: &str) -> PathBuf {
    at("fuzz/corpus").join(format!("{target}.tar.gz"))
}

/// Returns the folders that a target starts from. It writes to the first, and only reads the
/// others.
pub(crate) fn folders(target: &str) -> Done<Vec<PathBuf>> {
    let own = working(target);
    made(&own)?;
    let packed = archive(target);
    if packed.exists() {
        let mut tar = Command::new("tar");
        tar.arg("-xzf").arg(packed).arg("-C").arg(&own);
        shell::run(&mut tar)?;
    }
    let shipped = SHIPPED.iter().filter(|(of, _)| *of == target);
    let seeds = shipped.map(|(_, folder)| at(folder));
    let seeds = seeds.chain([at("fuzz/seeds").join(target)]);
    Ok([own]
        .into_iter()
        .chain(seeds.filter(|folder| folder.exists()))
        .collect())
}

/// Packs the fewest inputs from a target's folders that together cover all code that any of them
/// covers.
pub(crate) fn keep(target: &str, program: &Path) -> Done {
    let folders = folders(target)?;
    let fewest = at("fuzz/target/fewest").join(target);
    let _ = fs::remove_dir_all(&fewest);
    made(&fewest)?;
    let mut merge = Command::new(program);
    merge.args(["-set_cover_merge=1", LONGEST]);
    merge.arg(&fewest).args(folders);
    let merged = merge.stdin(Stdio::null()).output();
    let merged = merged.map_err(|why| format!("cannot run {}: {why}", program.display()))?;
    if !merged.status.success() {
        let told = String::from_utf8_lossy(&merged.stderr);
        return Err(format!("{target} cannot be merged:\n{told}"));
    }
    made(&at("fuzz/corpus"))?;
    let mut tar = Command::new("tar");
    // The same inputs must give the same archive.
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mode=644", "--mtime=@0"]);
    tar.args(["--use-compress-program", "gzip -9n", "-cf"]);
    tar.arg(archive(target)).arg("-C").arg(&fewest);
    let names = named(&fewest)?;
    let list = at("fuzz/target/fewest").join(format!("{target}.list"));
    fs::write(&list, names.join("\n")).map_err(|why| why.to_string())?;
    shell::run(tar.arg("-T").arg(&list))?;
    say(
        "fuzz",
        &format!("{target}: {} inputs are kept", names.len()),
    );
    Ok(())
}

/// Returns the names of the files in a folder.
fn named(folder: &Path) -> Done<Vec<String>> {
    let files = fs::read_dir(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let names = files.flatten().map(|file| file.file_name());
    Ok(names.filter_map(|name| name.into_string().ok()).collect())
}

fn made(folder: &Path) -> Done {
    fs::create_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))
}
