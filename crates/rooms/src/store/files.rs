//! The files of a database, and whether they are still the ones that were opened. A system goes on
//! writing to a file that was removed or replaced, and nobody ever finds again what it wrote.

use std::io::{Error, Result};
use std::path::{Path, PathBuf};

/// The system's identity of a file: none if there is no file.
type Known = Option<(u64, u64)>;

/// The file of a database and its log.
#[derive(Debug, Clone)]
pub(super) struct Files {
    paths: [PathBuf; 2],
    known: [Known; 2],
}

impl Files {
    /// Returns the files of an open database.
    pub(super) fn of(file: &Path) -> Self {
        let mut log = file.as_os_str().to_owned();
        log.push("-wal");
        let paths = [file.to_owned(), log.into()];
        let known = paths.each_ref().map(|path| known(path));
        Self { paths, known }
    }

    /// Returns the name of the database's file.
    pub(super) fn name(&self) -> String {
        self.paths[0].display().to_string()
    }

    /// Returns the database's file.
    pub(super) fn path(&self) -> &Path {
        &self.paths[0]
    }

    /// Checks that the files are still where they were.
    pub(super) fn check(&self) -> Result<()> {
        for (path, was) in self.paths.iter().zip(self.known) {
            if known(path) != was {
                let file = path.display();
                let says = format!(
                    "{file} was removed or replaced while the program ran: put it back, or start \
                     the program again"
                );
                return Err(Error::other(says));
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn known(path: &Path) -> Known {
    use std::os::unix::fs::MetadataExt;
    let found = std::fs::metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

/// On other systems nobody can remove a file that is open.
#[cfg(not(unix))]
fn known(_: &Path) -> Known {
    None
}
