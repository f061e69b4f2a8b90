//! Lays out the files of the page for `rust-embed`: each only once, as its brotli copy if it has
//! one. Both would make the program ten megabytes larger.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from);
    let page = root.join("../../web/dist");
    // Cargo watches only what exists: a missing folder would mean a build every time.
    fs::create_dir_all(&page)?;
    println!("cargo::rerun-if-changed={}", page.display());
    println!("cargo::rerun-if-changed=build.rs");
    let laid = env::var_os("OUT_DIR").map_or_else(PathBuf::new, PathBuf::from);
    let laid = laid.join("page");
    if laid.is_dir() {
        fs::remove_dir_all(&laid)?;
    }
    fs::create_dir_all(&laid)?;
    if page.is_dir() {
        lay(&page, &laid)
    } else {
        Ok(())
    }
}

/// Copies a folder, except for files that have a brotli copy.
fn lay(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            lay(&entry.path(), &place)?;
            continue;
        }
        let mut small = entry.path().into_os_string();
        small.push(".br");
        if !Path::new(&small).is_file() {
            fs::copy(entry.path(), place)?;
        }
    }
    Ok(())
}
