//! A backup takes the place of the database in a folder.

use super::pool::{DATABASE, LOCK, PATIENCE};
use super::{Claim, Place, StoreError, schema, shape};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use sandtable_keep::New;
use std::fs;
use std::io::{Error, ErrorKind, Result as IoResult};
use std::path::{Path, PathBuf};

/// The name that a copy would have. It lies under a name of its own beside it, and never comes here:
/// a host may call a backup so.
const COPY: &str = "rooms.restored.sqlite";

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
    // Also where nothing is restored: the claim may have made it.
    own(&target.with_file_name(LOCK), model(&target));
    sweep(&target, file)?;
    let new = New::begin_over(&target.with_file_name(COPY), &[file, &target])?;
    copy(file, new.path()).map_err(|wrong| wrong.of(file, &target))?;
    new.sync()?;
    Ok(swap(new, file, &target)?)
}

/// Removes what a call left that was killed, but never what is to be restored.
fn sweep(target: &Path, file: &Path) -> IoResult<()> {
    let file = fs::canonicalize(file).ok();
    for entry in fs::read_dir(target.parent().unwrap_or(Path::new(".")))? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let rest = name.strip_prefix(&format!(".{COPY}."));
        let is_left = rest.is_some_and(|it| it.ends_with(".part") || it.ends_with(".part-journal"));
        if is_left && fs::canonicalize(entry.path()).ok() != file {
            forget(&entry.path())?;
        }
    }
    Ok(())
}

/// Why a copy was not made.
enum Wrong {
    /// The backup is not sound.
    Backup(String),
    /// The copy cannot be written.
    Copy(String),
}

impl Wrong {
    fn of(self, file: &Path, target: &Path) -> StoreError {
        match self {
            Self::Backup(says) => StoreError::Odd(format!("{}: {says}", file.display())),
            Self::Copy(says) => StoreError::InFile {
                file: target.to_owned(),
                says,
            },
        }
    }

    /// Tells a disk without room, and the like, from a backup that cannot be copied. All of the
    /// backup could be read before.
    fn while_copying(error: &rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(
                ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure
                | ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::PermissionDenied,
            ) => Self::Copy(error.to_string()),
            _ => Self::Backup(error.to_string()),
        }
    }
}

impl<E: std::error::Error> From<E> for Wrong {
    fn from(error: E) -> Self {
        Self::Backup(error.to_string())
    }
}

/// Copies a database, log included, and checks the copy: what is checked is what is used.
fn copy(file: &Path, to: &Path) -> Result<(), Wrong> {
    readable(file)?;
    // SQLite takes a name such as `file:x` for an address, but never a whole path.
    let file = std::path::absolute(file)?;
    let from = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    from.busy_timeout(PATIENCE)?;
    let unnamed = || Wrong::Copy("SQLite writes only to names in Unicode".to_owned());
    let name = to.to_str().ok_or_else(unnamed)?;
    check(&from)?;
    from.execute("VACUUM INTO ?1", [name])
        .map_err(|error| Wrong::while_copying(&error))?;
    check(&Connection::open_with_flags(
        to,
        OpenFlags::SQLITE_OPEN_READ_ONLY,
    )?)
}

/// Checks that there is a file that can be read: of what is not there SQLite would make an empty
/// database, and to open a pipe would wait for somebody who writes.
fn readable(file: &Path) -> Result<(), Wrong> {
    let found = fs::metadata(file)?;
    if found.is_dir() {
        return Err(Wrong::Backup("it is a folder".to_owned()));
    }
    if !found.is_file() {
        return Err(Wrong::Backup("it is not a file".to_owned()));
    }
    fs::File::open(file)?;
    Ok(())
}

/// Checks that a database is sound and one that this program knows.
fn check(database: &Connection) -> Result<(), Wrong> {
    let tables = "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table'
        AND name IN ('sandtable_version', 'rooms', 'seats', 'deeds')";
    let tables: i64 = database.query_row(tables, [], |row| row.get(0))?;
    if tables != 4 {
        return Err(Wrong::Backup("it has no rooms of Sandtable".to_owned()));
    }
    let version = version(database)?;
    schema::missing(Some(version))?;
    if let Some(lost) = shape::lacks(database, version)? {
        return Err(Wrong::Backup(format!("it is damaged: it lacks {lost}")));
    }
    let found: String = database.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    match found.as_str() {
        "ok" => Ok(()),
        _ => Err(Wrong::Backup(format!("it is damaged: {found}"))),
    }
}

/// Returns the version that a database states.
fn version(database: &Connection) -> Result<i64, Wrong> {
    use rusqlite::Error::{InvalidColumnType, QueryReturnedNoRows};
    let found = database.query_row(schema::VERSION, [], |row| row.get(0));
    found.map_err(|error| match error {
        QueryReturnedNoRows | InvalidColumnType(..) => {
            Wrong::Backup("it is damaged: it does not say of which version it is".to_owned())
        }
        other => other.into(),
    })
}

/// Puts the whole copy of a file where another database may be, and returns where that one lies now.
fn swap(new: New, file: &Path, target: &Path) -> IoResult<Option<PathBuf>> {
    let log = beside(target, "-wal");
    let kept = match target.try_exists()? {
        true => Some(keep(target, &log)?),
        false => None,
    };
    // SQLite would write this log, which is that of the other database, over the new one.
    forget(&log)?;
    forget(&beside(target, "-shm"))?;
    give(new.path(), file, target);
    new.replace(target)?;
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
            let new = New::begin(name, &[file])?;
            let mut to = fs::File::options().write(true).open(new.path())?;
            std::io::copy(&mut fs::File::open(file)?, &mut to)?;
            new.finish()
        }
        done => done,
    }
}

/// Returns whose owner a new database gets: that of the one before, or of the folder.
fn model(target: &Path) -> &Path {
    match target.exists() {
        true => target,
        false => target.parent().unwrap_or(Path::new(".")),
    }
}

/// Gives the copy of a backup to the owner of the database before, and the rights of that one, but
/// none to people who may not read the backup.
#[cfg(unix)]
fn give(copy: &Path, backup: &Path, target: &Path) {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    if let (Ok(backup), Ok(target)) = (fs::metadata(backup), fs::metadata(target)) {
        let mode = sandtable_keep::within(target.mode(), backup.mode());
        let _ = fs::set_permissions(copy, fs::Permissions::from_mode(mode));
    }
    own(copy, model(target));
}

#[cfg(not(unix))]
fn give(_: &Path, _: &Path, _: &Path) {}

/// Gives a file to the owner of another one: a host may restore as root what a server's own user
/// writes to. Where that is not possible, it stays with whoever restores.
#[cfg(unix)]
fn own(file: &Path, like: &Path) {
    use std::os::unix::fs::{MetadataExt as _, lchown};
    if let Ok(like) = fs::metadata(like) {
        // Never what a link leads to: the owner of the folder could lay one to any file.
        let _ = lchown(file, Some(like.uid()), Some(like.gid()));
    }
}

#[cfg(not(unix))]
fn own(_: &Path, _: &Path) {}

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
