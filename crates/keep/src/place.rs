//! Puts a whole file in its place.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What writing a file needs from the operating system, step by step. Tests use a disk that fails
/// at each step in turn.
pub trait Disk {
    /// A file that is being written.
    type File: Write;
    /// Creates a new file, which must not exist yet. From its first moment, it has at most the
    /// rights of a Unix file with this mode.
    ///
    /// # Errors
    /// If the operating system reports an error.
    fn create(&mut self, path: &Path, mode: u32) -> io::Result<Self::File>;
    /// Waits until all of a file is on the disk.
    ///
    /// # Errors
    /// If the operating system reports an error.
    fn sync(&mut self, file: &mut Self::File) -> io::Result<()>;
    /// Renames a file to another path, replacing the file there.
    ///
    /// # Errors
    /// If the operating system reports an error.
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()>;
    /// Waits until the entries of a folder are on the disk.
    ///
    /// # Errors
    /// If the operating system reports an error.
    fn sync_folder(&mut self, folder: &Path) -> io::Result<()>;
    /// Removes a file that was begun.
    fn remove(&mut self, path: &Path);
}

/// The disk of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Os;

impl Disk for Os {
    type File = File;

    fn create(&mut self, path: &Path, mode: u32) -> io::Result<File> {
        let mut begun = begun();
        let file = create_with(path, mode)?;
        begun.insert(path.to_owned());
        Ok(file)
    }

    fn sync(&mut self, file: &mut File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        let mut begun = begun();
        fs::rename(from, to)?;
        begun.remove(from);
        Ok(())
    }

    fn sync_folder(&mut self, folder: &Path) -> io::Result<()> {
        // Not every system lets a program open a folder; the file itself is safe by now.
        File::open(folder).map_or(Ok(()), |folder| folder.sync_all().or(Ok(())))
    }

    fn remove(&mut self, path: &Path) {
        let mut begun = begun();
        // The file is a leftover of ours; it does no harm if it stays.
        let _ = fs::remove_file(path);
        begun.remove(path);
    }
}

/// Returns the files that this program is writing now, beside their places.
fn begun() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    static BEGUN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes half-written files and prevents new ones from being begun or put in place: for a program
/// that was interrupted and is about to end. From here on, every writer waits.
pub fn abandon() {
    let mut begun = begun();
    for path in std::mem::take(&mut *begun) {
        // The file is a leftover of ours; it does no harm if it stays.
        let _ = fs::remove_file(path);
    }
    // Never released.
    std::mem::forget(begun);
}

/// Writes a whole file: whatever happens meanwhile, its place holds either what was there before or
/// all of the new content.
///
/// # Errors
/// If the operating system reports an error, or the file there is read-only; the place is
/// unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_on(&mut Os, path, |out| out.write_all(bytes))
}

/// Writes a whole file like [`write`](write()), from content that is written piece by piece.
///
/// # Errors
/// If the operating system or `pieces` reports an error; the place is unchanged.
pub fn write_with(
    path: &Path,
    pieces: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    write_on(&mut Os, path, pieces)
}

/// Writes a whole file like [`write_with`], on any disk.
///
/// # Errors
/// If the disk or `pieces` reports an error; the place is unchanged.
pub fn write_on<D: Disk>(
    disk: &mut D,
    path: &Path,
    pieces: impl FnOnce(&mut BufWriter<D::File>) -> io::Result<()>,
) -> io::Result<()> {
    // A pipe may have no path of its own to follow `/dev/stdout` to.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return straight(path, pieces, disk);
    }
    let place = end_of(path)?;
    let there = fs::metadata(&place).ok();
    // Renaming asks for no rights to the file that it replaces.
    if there.is_some_and(|there| there.permissions().readonly()) {
        return Err(io::Error::from(io::ErrorKind::PermissionDenied));
    }
    let beside = beside(&place);
    let written = disk.create(&beside, mode_of(&place)).and_then(|file| {
        // What the mask of the process takes away, the file that is replaced may have.
        keep_rights(&place, &beside);
        let mut out = BufWriter::new(file);
        pieces(&mut out)?;
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        disk.sync(&mut file)?;
        drop(file);
        disk.rename(&beside, &place)
    });
    if let Err(error) = written {
        disk.remove(&beside);
        return Err(error);
    }
    let folder = place.parent().filter(|f| !f.as_os_str().is_empty());
    disk.sync_folder(folder.unwrap_or(Path::new(".")))
}

/// A new file that somebody else writes by its path, such as a database that makes a copy of itself.
/// It comes to its place when it is whole; until then it lies beside it, and goes away if it is
/// dropped or the program is interrupted.
#[derive(Debug)]
pub struct New {
    place: PathBuf,
    beside: PathBuf,
}

impl New {
    /// Begins a file, empty. Nobody may read it who may not read all of the files that it is made
    /// `from`, as far as these are there.
    ///
    /// # Errors
    /// If something is at its place already, or the folder cannot be written to.
    pub fn begin(place: &Path, from: &[&Path]) -> io::Result<Self> {
        if fs::symlink_metadata(place).is_ok() {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists));
        }
        Self::begin_over(place, from)
    }

    /// Begins a file like [`begin`](Self::begin), whatever is at its place.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn begin_over(place: &Path, from: &[&Path]) -> io::Result<Self> {
        let new = Self {
            place: place.to_owned(),
            beside: beside(place),
        };
        let mut begun = begun();
        let there = from.iter().filter(|file| file.exists());
        let mode = there.fold(ALL, |all, file| within(all, mode_of(file)));
        create_with(&new.beside, mode)?;
        begun.insert(new.beside.clone());
        begun.extend(new.journal());
        drop(begun);
        Ok(new)
    }

    /// Returns where to write it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.beside
    }

    /// Returns the file that SQLite keeps beside one that it writes.
    fn journal(&self) -> Option<PathBuf> {
        let name = self.beside.to_str()?;
        Some(PathBuf::from(format!("{name}-journal")))
    }

    /// Waits until all of the file is on the disk.
    ///
    /// # Errors
    /// If the operating system reports an error.
    pub fn sync(&self) -> io::Result<()> {
        File::options().write(true).open(&self.beside)?.sync_all()
    }

    /// Puts the file in its place, all of it on the disk.
    ///
    /// # Errors
    /// If something came to its place meanwhile, or the operating system reports an error.
    pub fn finish(self) -> io::Result<()> {
        self.sync()?;
        {
            // Nobody who is interrupted puts anything in its place any more.
            let _begun = begun();
            // A link never replaces what is there. Not every file system has links.
            match fs::hard_link(&self.beside, &self.place) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) => fs::rename(&self.beside, &self.place)?,
                Ok(()) => {}
            }
        }
        self.sync_folder()
    }

    /// Puts the file in the place of another one in the same folder, all of it on the disk.
    ///
    /// # Errors
    /// If the operating system reports an error.
    pub fn replace(self, other: &Path) -> io::Result<()> {
        self.sync()?;
        Os.rename(&self.beside, other)?;
        self.sync_folder()
    }

    fn sync_folder(&self) -> io::Result<()> {
        let folder = self.place.parent().filter(|f| !f.as_os_str().is_empty());
        Os.sync_folder(folder.unwrap_or(Path::new(".")))
    }
}

impl Drop for New {
    fn drop(&mut self) {
        Os.remove(&self.beside);
        if let Some(journal) = self.journal() {
            Os.remove(&journal);
        }
    }
}

/// Creates a file that has its rights from the first moment: who opened it before they were taken
/// away could read all that comes later.
fn create_with(path: &Path, mode: u32) -> io::Result<File> {
    let mut how = File::options();
    how.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut how, mode);
    #[cfg(not(unix))]
    let _ = mode;
    how.open(path)
}

/// Returns the mode of a file, or that of a new one if there is none.
fn mode_of(path: &Path) -> u32 {
    let there = fs::metadata(path).ok();
    #[cfg(unix)]
    let there = there.map(|there| std::os::unix::fs::MetadataExt::mode(&there) & 0o777);
    #[cfg(not(unix))]
    let there = there.map(|_| ALL);
    there.unwrap_or(ALL)
}

/// The rights of a new file, from which the mask of the process takes.
const ALL: u32 = 0o666;

/// Returns those of some rights that a copy of a file may have, whose own rights are `of`. Who may
/// not read the file gets none; the owner may always read and write, or nobody could restore what
/// was kept read-only.
#[must_use]
pub const fn within(rights: u32, of: u32) -> u32 {
    let mut all = (rights & 0o666) | 0o600;
    if of & 0o040 == 0 {
        all &= !0o070;
    }
    if of & 0o004 == 0 {
        all &= !0o007;
    }
    all
}

/// Returns the target of a link, followed through other links. The link keeps pointing there,
/// whether a file exists there yet or not.
fn end_of(path: &Path) -> io::Result<PathBuf> {
    // More than any system follows.
    const LINKS: usize = 40;
    let mut place = path.to_owned();
    for _ in 0..LINKS {
        let Err(error) = fs::canonicalize(&place).map(|whole| place = whole) else {
            return Ok(place);
        };
        let Ok(next) = fs::read_link(&place) else {
            return Ok(place);
        };
        if error.kind() != io::ErrorKind::NotFound {
            return Err(error);
        }
        place.pop();
        place.push(next);
    }
    Ok(place)
}

/// Writes straight into a place that cannot be renamed into, such as a device or a pipe
/// (`/dev/stdout`).
fn straight<D: Disk>(
    place: &Path,
    pieces: impl FnOnce(&mut BufWriter<D::File>) -> io::Result<()>,
    disk: &mut D,
) -> io::Result<()> {
    // Write to a scratch file first, then copy it to the target.
    let folder = std::env::temp_dir();
    let beside = folder.join(name_of(place));
    // Nobody else reads it, whatever it is made from.
    let scratch = disk.create(&beside, 0o600).map_err(|error| {
        let says = format!("{}: {error}", folder.display());
        io::Error::new(error.kind(), says)
    });
    let made = scratch.and_then(|file| {
        let mut out = BufWriter::new(file);
        pieces(&mut out)?;
        out.flush()?;
        let mut to = File::options().write(true).open(place)?;
        io::copy(&mut File::open(&beside)?, &mut to).map(drop)
    });
    disk.remove(&beside);
    made
}

/// Returns a unique name for a file being written, so that two programs do not collide.
fn beside(place: &Path) -> PathBuf {
    place.with_file_name(name_of(place))
}

fn name_of(place: &Path) -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    // Cut long names to leave room for the ending.
    let short: String = name.chars().take(40).collect();
    format!(".{short}.{}-{next}.part", std::process::id())
}

/// Keeps permissions: whoever could read the old file can read the new one.
fn keep_rights(place: &Path, beside: &Path) {
    if let Ok(there) = fs::metadata(place) {
        // If permissions cannot be set, the default ones apply.
        let _ = fs::set_permissions(beside, there.permissions());
    }
}
