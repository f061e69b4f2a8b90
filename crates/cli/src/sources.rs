//! The files that a command has read: it overwrites none of them, because a journal given
//! the name of its own battle would destroy the battle, and a report its study.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::failure::Failure;

static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn all() -> MutexGuard<'static, Vec<PathBuf>> {
    READ.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remembers a file that was read, by its real path.
pub(crate) fn remember(file: &Path) {
    let Ok(place) = file.canonicalize() else {
        return;
    };
    let mut all = all();
    // Pipes and devices hold nothing that could be lost.
    if place.is_file() && !all.contains(&place) {
        all.push(place);
    }
}

/// Allows a file that was read to be replaced by a new version of itself.
pub(crate) fn release(file: &Path) {
    if let Ok(place) = file.canonicalize() {
        all().retain(|read| *read != place);
    }
}

/// Refuses to overwrite a file that was read.
pub(crate) fn spare(file: &Path) -> Result<(), Failure> {
    let lost = |place: PathBuf| all().contains(&place);
    if !file.canonicalize().is_ok_and(lost) {
        return Ok(());
    }
    Err(Failure::Usage(sandtable_tongue::say!(
        "this command reads {file} and does not overwrite it: name another file",
        file = file.display()
    )))
}

/// Refuses two reports with one name: the second would replace the first.
pub(crate) fn apart(reports: &[&Path]) -> Result<(), Failure> {
    let place = |file: &Path| {
        let folder = file.parent().filter(|f| !f.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize();
        let there = file.canonicalize().ok();
        there.or_else(|| Some(folder.ok()?.join(file.file_name()?)))
    };
    for (at, report) in reports.iter().enumerate() {
        let same = |other: &&&Path| place(other).is_some_and(|p| Some(p) == place(report));
        // Pipes and devices take whatever comes.
        let special = report.exists() && !report.is_file();
        if !special && reports[..at].iter().any(|other| same(&other)) {
            return Err(Failure::Usage(sandtable_tongue::say!(
                "two reports cannot both be {file}: name another file",
                file = report.display()
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{apart, release, remember, spare};
    use std::path::Path;

    #[test]
    fn two_reports_with_one_name_are_refused() {
        let all = |names: [&str; 2]| apart(&names.map(Path::new)).is_ok();
        assert!(all(["a.html", "a.csv"]) && all(["/dev/null", "/dev/null"]));
        assert!(!all(["a.html", "a.html"]) && !all(["a.html", "./a.html"]));
    }

    #[test]
    fn what_was_read_is_spared_by_whatever_name_until_it_is_released() {
        let folder = std::env::temp_dir().join(format!("sandtable-spare-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("in")).expect("a folder");
        let (file, other) = (folder.join("a"), folder.join("in/../a"));
        std::fs::write(&file, "a").expect("written");
        assert!(spare(&file).is_ok());
        remember(&file);
        assert!(spare(&file).is_err() && spare(&other).is_err());
        assert!(spare(&folder.join("b")).is_ok());
        release(&other);
        assert!(spare(&file).is_ok());
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
