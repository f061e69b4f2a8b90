//! A backup takes the place of the database in a folder.

use super::pool::{DATABASE, PATIENCE};
use super::{Claim, Place, StoreError, schema};
use rusqlite::{Connection, OpenFlags};
use sandtable_keep::New;
use std::fs;
use std::io::{Error, ErrorKind, Result as IoResult};
use std::path::{Path, PathBuf};

/// Puts a copy of a SQLite database where the database of a folder is. Returns where the database
/// lies that was there before, if there was one; nothing of it is lost. The claim keeps servers out
/// meanwhile.
///
/// # Errors
/// If the file is not a sound database of Sandtable that this program knows, or the folder cannot be
/// written to. The folder then has the database that it had.
pub fn restore(_claim: &Claim, place: &Place, file: &Path) -> Result<Option<PathBuf>, StoreError> {
    let Place::Folder(folder) = place else {
        return Err(StoreError::Odd(
            "PostgreSQL is restored with its own pg_restore".to_owned(),
        ));
    };
    let target = std::path::absolute(folder.join(DATABASE))?;
    let part = target.with_file_name("rooms.restored.sqlite");
    // An earlier call that was interrupted may have left it.
    forget(&part)?;
    let new = New::begin(&part)?;
    let copied = copy(file, new.path());
    copied.map_err(|says| StoreError::Odd(format!("{}: {says}", file.display())))?;
    new.finish()?;
    let done = swap(&part, &target);
    if done.is_err() {
        let _ = fs::remove_file(&part);
    }
    Ok(done?)
}

/// What is wrong with a file.
struct Wrong(String);

impl<E: std::error::Error> From<E> for Wrong {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Copies a database, log included, and checks the copy: what is checked is what is used.
fn copy(file: &Path, to: &Path) -> Result<(), Wrong> {
    // SQLite would make an empty database of what is not there.
    fs::File::open(file)?;
    // SQLite takes a name such as `file:x` for an address, but never a whole path.
    let file = std::path::absolute(file)?;
    let from = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    from.busy_timeout(PATIENCE)?;
    let unnamed = || Wrong("SQLite writes only to names in Unicode".to_owned());
    let name = to.to_str().ok_or_else(unnamed)?;
    check(&from)?;
    from.execute("VACUUM INTO ?1", [name])?;
    check(&Connection::open_with_flags(
        to,
        OpenFlags::SQLITE_OPEN_READ_ONLY,
    )?)
}

/// Checks that a database is sound and one that this program knows.
fn check(database: &Connection) -> Result<(), Wrong> {
    let tables = "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table'
        AND name IN ('sandtable_version', 'rooms', 'seats', 'deeds')";
    let tables: i64 = database.query_row(tables, [], |row| row.get(0))?;
    if tables != 4 {
        return Err(Wrong("it has no rooms of Sandtable".to_owned()));
    }
    let version = database.query_row(schema::VERSION, [], |row| row.get(0))?;
    schema::missing(version)?;
    let found: String = database.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    match found.as_str() {
        "ok" => Ok(()),
        _ => Err(Wrong(format!("it is damaged: {found}"))),
    }
}

/// Puts a whole database where another one may be, and returns where that one lies now.
fn swap(part: &Path, target: &Path) -> IoResult<Option<PathBuf>> {
    let log = beside(target, "-wal");
    let is_there = target.try_exists()?;
    let kept = match is_there {
        true => Some(keep(target, &log)?),
        false => None,
    };
    // SQLite would write this log, which is that of the other database, over the new one.
    forget(&log)?;
    forget(&beside(target, "-shm"))?;
    let folder = target.parent().unwrap_or(Path::new("."));
    give(part, if is_there { target } else { folder });
    fs::rename(part, target)?;
    // Not every system lets a program open a folder.
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
    Ok(kept)
}

/// Gives a database and its log a second name, under which SQLite finds them together.
fn keep(target: &Path, log: &Path) -> IoResult<PathBuf> {
    // The log of a server that was killed belongs into the file: should the machine stop before the
    // end, nothing is missing there. Where it cannot be read any more, it is kept beside.
    if let Ok(old) = Connection::open_with_flags(target, OpenFlags::SQLITE_OPEN_READ_WRITE) {
        let _ = old.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }
    for n in 1.. {
        let kept = target.with_file_name(format!("rooms.replaced-{n}.sqlite"));
        match link(target, &kept) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(()) => {
                let own = beside(&kept, "-wal");
                forget(&own)?;
                if log.try_exists()? {
                    link(log, &own)?;
                }
                return Ok(kept);
            }
        }
    }
    Err(Error::from(ErrorKind::AlreadyExists))
}

/// Gives a file a second name, or copies it where a file has only one.
fn link(file: &Path, name: &Path) -> IoResult<()> {
    match fs::hard_link(file, name) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            let mut to = fs::File::options()
                .write(true)
                .create_new(true)
                .open(name)?;
            std::io::copy(&mut fs::File::open(file)?, &mut to)?;
            to.sync_all()
        }
        done => done,
    }
}

/// Gives a file to the owner of another one: a host may restore as root what a server's own user
/// writes to. Where that is not possible, it stays with whoever restores.
#[cfg(unix)]
fn give(file: &Path, like: &Path) {
    use std::os::unix::fs::{MetadataExt as _, chown};
    if let Ok(like) = fs::metadata(like) {
        if like.is_file() {
            let _ = fs::set_permissions(file, like.permissions());
        }
        let _ = chown(file, Some(like.uid()), Some(like.gid()));
    }
}

#[cfg(not(unix))]
fn give(_: &Path, _: &Path) {}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Removes a file if it is there.
fn forget(file: &Path) -> IoResult<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
