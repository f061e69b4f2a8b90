//! Putting a whole file in its place.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What writing a file asks of a machine, step by step: tests have one that fails at
/// each of them in turn.
pub trait Disk {
    /// A file that is being written.
    type File: Write;
    /// Begins a new file; it must not be there yet.
    ///
    /// # Errors
    /// What the machine says.
    fn create(&mut self, path: &Path) -> io::Result<Self::File>;
    /// Waits until all of a file lies on the disk.
    ///
    /// # Errors
    /// What the machine says.
    fn sync(&mut self, file: &mut Self::File) -> io::Result<()>;
    /// Gives a file the name of another, which is no more.
    ///
    /// # Errors
    /// What the machine says.
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()>;
    /// Waits until the names of a folder lie on the disk.
    ///
    /// # Errors
    /// What the machine says.
    fn sync_folder(&mut self, folder: &Path) -> io::Result<()>;
    /// Removes what was begun.
    fn remove(&mut self, path: &Path);
}

/// The disk of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Os;

impl Disk for Os {
    type File = File;

    fn create(&mut self, path: &Path) -> io::Result<File> {
        let mut begun = begun();
        let file = File::options().write(true).create_new(true).open(path)?;
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
        // Not every system lets a folder be opened; the file itself is safe by now.
        File::open(folder).map_or(Ok(()), |folder| folder.sync_all().or(Ok(())))
    }

    fn remove(&mut self, path: &Path) {
        let mut begun = begun();
        // It is a leaving of ours; that it stays harms nobody.
        let _ = fs::remove_file(path);
        begun.remove(path);
    }
}

/// What this program is writing just now, beside its place.
fn begun() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    static BEGUN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is half written and lets nothing more be begun or put in its place: for a
/// program that was interrupted and ends now. Whoever writes waits from here on.
pub fn abandon() {
    let mut begun = begun();
    for path in std::mem::take(&mut *begun) {
        // It is a leaving of ours; that it stays harms nobody.
        let _ = fs::remove_file(path);
    }
    // Never given back.
    std::mem::forget(begun);
}

/// Writes a file whole: whatever happens meanwhile, its place has what was there before
/// or all of this.
///
/// # Errors
/// What the machine says; the place is as it was then.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_on(&mut Os, path, |out| out.write_all(bytes))
}

/// The same of what is written piece by piece.
///
/// # Errors
/// What the machine or `pieces` says; the place is as it was then.
pub fn write_with(
    path: &Path,
    pieces: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    write_on(&mut Os, path, pieces)
}

/// The same on some disk.
///
/// # Errors
/// What the disk or `pieces` says; the place is as it was then.
pub fn write_on<D: Disk>(
    disk: &mut D,
    path: &Path,
    pieces: impl FnOnce(&mut BufWriter<D::File>) -> io::Result<()>,
) -> io::Result<()> {
    let place = end_of(path)?;
    let whole = match fs::metadata(&place) {
        Ok(there) => there.is_file(),
        Err(_) => true,
    };
    if !whole {
        return straight(&place, pieces, disk);
    }
    let beside = beside(&place);
    let written = disk.create(&beside).and_then(|file| {
        let mut out = BufWriter::new(file);
        pieces(&mut out)?;
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        disk.sync(&mut file)?;
        keep_rights(&place, &beside);
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

/// Where a link points, through links on the way: it goes on pointing there, whether a file is
/// there yet or not.
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

/// Devices and pipes (`/dev/stdout`) cannot be renamed into place.
fn straight<D: Disk>(
    place: &Path,
    pieces: impl FnOnce(&mut BufWriter<D::File>) -> io::Result<()>,
    disk: &mut D,
) -> io::Result<()> {
    // Written to memory first by way of a scratch file, then copied on.
    let beside = std::env::temp_dir().join(name_of(place));
    let made = disk.create(&beside).and_then(|file| {
        let mut out = BufWriter::new(file);
        pieces(&mut out)?;
        out.flush()?;
        let mut to = File::options().write(true).open(place)?;
        io::copy(&mut File::open(&beside)?, &mut to).map(drop)
    });
    disk.remove(&beside);
    made
}

/// A name of its own for what is being written: two programs at once do not meet.
fn beside(place: &Path) -> PathBuf {
    place.with_file_name(name_of(place))
}

fn name_of(place: &Path) -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    // Long names leave room for the ending.
    let short: String = name.chars().take(40).collect();
    format!(".{short}.{}-{next}.part", std::process::id())
}

/// Whoever may read the old file may read the new one.
fn keep_rights(place: &Path, beside: &Path) {
    if let Ok(there) = fs::metadata(place) {
        // Where rights cannot be set, the usual ones hold.
        let _ = fs::set_permissions(beside, there.permissions());
    }
}
