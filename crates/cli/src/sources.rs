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

#[cfg(test)]
mod tests {
    use super::{release, remember, spare};

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
