//! A disk that fails, or a program that dies, at each step in turn: the place holds the old file or
//! the new one, whole.

use sandtable_keep::{Disk, New, Os, write, write_on, write_with};
use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What happens at the chosen step.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    /// The operating system reports an error: the disk is full.
    Fails,
    /// The program is killed: nothing more happens, not even cleaning up.
    Dies,
}

/// A disk that works until some step.
struct Doomed {
    left: Rc<Cell<u32>>,
    fate: Fate,
}

impl Doomed {
    fn step(&self) -> io::Result<()> {
        step(&self.left)
    }
}

fn step(left: &Cell<u32>) -> io::Result<()> {
    if left.get() == 0 {
        return Err(io::Error::from(io::ErrorKind::StorageFull));
    }
    left.set(left.get() - 1);
    Ok(())
}

/// A file whose writes take only a few bytes each, half of which are there when a write fails.
struct Part(File, Rc<Cell<u32>>);

impl Write for Part {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let some = &bytes[..bytes.len().min(16)];
        if let Err(error) = step(&self.1) {
            self.0.write_all(&some[..some.len() / 2])?;
            return Err(error);
        }
        self.0.write_all(some)?;
        Ok(some.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Disk for Doomed {
    type File = Part;

    fn create(&mut self, path: &Path, mode: u32) -> io::Result<Part> {
        self.step()?;
        Ok(Part(Os.create(path, mode)?, Rc::clone(&self.left)))
    }

    fn sync(&mut self, file: &mut Part) -> io::Result<()> {
        self.step()?;
        Os.sync(&mut file.0)
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        self.step()?;
        Os.rename(from, to)
    }

    fn sync_folder(&mut self, folder: &Path) -> io::Result<()> {
        self.step()?;
        Os.sync_folder(folder)
    }

    fn remove(&mut self, path: &Path) {
        if self.fate == Fate::Fails {
            Os.remove(path);
        }
    }
}

/// A temporary folder, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("sandtable-keep-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn files(&self) -> usize {
        fs::read_dir(&self.0).expect("a folder").count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_file_is_old_or_new_whatever_step_fails() {
    let new = "the new battle, ".repeat(8);
    for fate in [Fate::Fails, Fate::Dies] {
        for old in [None, Some("the old battle")] {
            let mut steps = 0;
            loop {
                let folder = Folder::new("steps");
                let path = folder.0.join("a.journal.jsonl");
                if let Some(old) = old {
                    fs::write(&path, old).expect("the old file");
                }
                let left = Rc::new(Cell::new(steps));
                let mut disk = Doomed { left, fate };
                let done = write_on(&mut disk, &path, |out| out.write_all(new.as_bytes()));
                let there = fs::read_to_string(&path).ok();
                if done.is_ok() {
                    assert_eq!(there.as_deref(), Some(new.as_str()));
                    assert_eq!(folder.files(), 1, "nothing is left lying about");
                    break;
                }
                let is_old = there.as_deref() == old;
                // Only the folder's entry was not synced yet.
                let is_new = there.as_deref() == Some(new.as_str());
                assert!(is_old || is_new, "step {steps}: {there:?}");
                if fate == Fate::Fails {
                    assert_eq!(folder.files(), usize::from(there.is_some()), "step {steps}");
                }
                steps += 1;
            }
            assert!(steps > 8, "{steps} steps were tried");
        }
    }
}

#[test]
fn what_the_writer_says_leaves_the_old_file() {
    let folder = Folder::new("says");
    let path = folder.0.join("battles.csv");
    write(&path, b"old").expect("written");
    let no = write_with(&path, |out| {
        out.write_all(b"half")?;
        Err(io::Error::other("no"))
    });
    assert!(no.is_err());
    assert_eq!(fs::read(&path).expect("there"), b"old");
    assert_eq!(folder.files(), 1);
}

#[cfg(unix)]
#[test]
fn links_and_rights_stay_and_devices_are_written_to() {
    use std::io::Read as _;
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = Folder::new("links");
    let (path, link) = (folder.0.join("real"), folder.0.join("link"));
    write(&path, b"old").expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("rights");
    symlink(&path, &link).expect("a link");
    write(&link, b"new").expect("written");
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(fs::read(&path).expect("there"), b"new");
    let rights = fs::metadata(&path).expect("there").permissions().mode();
    assert_eq!(rights & 0o777, 0o600);
    // `new` points over another link to a file that does not exist yet; `round` points at itself.
    let (new, far) = (folder.0.join("new"), folder.0.join("far"));
    symlink("far", &new).expect("a link");
    symlink("made", &far).expect("a link");
    write(&new, b"made").expect("written");
    assert_eq!(fs::read(folder.0.join("made")).expect("there"), b"made");
    assert!(fs::symlink_metadata(&far).expect("there").is_symlink());
    let round = folder.0.join("round");
    symlink("round", &round).expect("a link");
    assert!(write(&round, b"never").is_err());
    write(Path::new("/dev/null"), b"gone").expect("a device");
    if Path::new("/dev/full").exists() {
        assert!(write(Path::new("/dev/full"), b"no room").is_err());
    }
    // A pipe has no path of its own: the link to it is all there is.
    let (mut read, written) = io::pipe().expect("a pipe");
    let path = format!("/dev/fd/{}", written.as_raw_fd());
    write(Path::new(&path), b"through").expect("a pipe");
    drop(written);
    let mut through = String::new();
    read.read_to_string(&mut through).expect("text");
    assert_eq!(through, "through");
    assert!(write(&folder.0, b"a folder").is_err());
    assert!(write(&folder.0.join("no/such/folder"), b"x").is_err());
}

/// A file that nobody else may read has no copy that others can read, not even while it is written;
/// a file that nobody may write is not replaced.
#[cfg(unix)]
#[test]
fn rights_hold_while_a_file_is_written() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("rights");
    let path = folder.0.join("file");
    write(&path, b"old").expect("written");
    let rights = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode));
    rights(0o600).expect("rights");
    write_with(&path, |out| {
        out.write_all(b"secret")?;
        out.flush()?;
        for file in fs::read_dir(&folder.0)? {
            let mode = file?.metadata()?.permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        Ok(())
    })
    .expect("written");
    rights(0o444).expect("rights");
    let refused = write(&path, b"new").expect_err("it is read-only");
    assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
    assert_eq!(fs::read(&path).expect("there"), b"secret");
    assert_eq!(fs::read_dir(&folder.0).expect("there").count(), 1);
}

/// A disk that notes the rights of each new file in its first moment.
#[cfg(unix)]
struct Notes(Vec<u32>);

#[cfg(unix)]
impl Disk for Notes {
    type File = File;

    fn create(&mut self, path: &Path, mode: u32) -> io::Result<File> {
        use std::os::unix::fs::PermissionsExt as _;
        let file = Os.create(path, mode)?;
        self.0.push(file.metadata()?.permissions().mode() & 0o777);
        Ok(file)
    }

    fn sync(&mut self, file: &mut File) -> io::Result<()> {
        Os.sync(file)
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        Os.rename(from, to)
    }

    fn sync_folder(&mut self, folder: &Path) -> io::Result<()> {
        Os.sync_folder(folder)
    }

    fn remove(&mut self, path: &Path) {
        Os.remove(path);
    }
}

/// Whoever opens a file the moment it is there could read all that comes later. What goes to a
/// device is nobody else's while it lies in the folder for temporary files.
#[cfg(unix)]
#[test]
fn a_file_has_its_rights_from_the_first_moment() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("moment");
    let path = folder.0.join("file");
    write(&path, b"old").expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("rights");
    let mut disk = Notes(Vec::new());
    write_on(&mut disk, &path, |out| out.write_all(b"new")).expect("written");
    write_on(&mut disk, Path::new("/dev/null"), |out| {
        out.write_all(b"new")
    })
    .expect("written");
    assert_eq!(disk.0, [0o600, 0o600]);
}

/// A file that somebody else writes is in its place when it is whole, and never before.
#[test]
fn a_new_file_comes_to_its_place_when_it_is_whole() {
    let folder = Folder::new("new");
    let place = folder.0.join("file");
    let all = || fs::read_dir(&folder.0).expect("there").count();
    let new = New::begin(&place, &[]).expect("begun");
    fs::write(new.path(), "half").expect("written");
    let journal = format!("{}-journal", new.path().display());
    fs::write(journal, "of a database").expect("written");
    assert!(!place.exists());
    drop(new);
    assert_eq!(all(), 0, "what was begun is gone");
    let (new, late) = (New::begin(&place, &[]), New::begin(&place, &[]));
    let (new, late) = (new.expect("begun"), late.expect("begun"));
    fs::write(new.path(), "whole").expect("written");
    new.finish().expect("in its place");
    let kind = |done: io::Result<()>| done.expect_err("there is one").kind();
    assert_eq!(kind(late.finish()), io::ErrorKind::AlreadyExists);
    assert_eq!(
        kind(New::begin(&place, &[]).map(drop)),
        io::ErrorKind::AlreadyExists
    );
    assert_eq!(fs::read(&place).expect("there"), b"whole");
    assert_eq!(all(), 1);
}

/// Nobody reads a copy who may not read all that it is made from, and its owner may always write it.
#[cfg(unix)]
#[test]
fn a_new_file_has_no_more_rights_than_what_it_is_made_from() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("within");
    let (place, other) = (folder.0.join("file"), folder.0.join("other"));
    let from = [folder.0.join("a"), folder.0.join("b")];
    for [a, b, most] in [
        [0o600, 0o644, 0o600],
        [0o644, 0o600, 0o600],
        [0o640, 0o644, 0o640],
        [0o444, 0o640, 0o640],
        [0o400, 0o400, 0o600],
    ] {
        for (file, mode) in from.iter().zip([a, b]) {
            let _ = fs::remove_file(file);
            fs::write(file, "secret").expect("written");
            fs::set_permissions(file, fs::Permissions::from_mode(mode)).expect("rights");
        }
        let from = from.each_ref().map(PathBuf::as_path);
        let new = New::begin(&place, &from).expect("begun");
        let mode = fs::metadata(new.path())
            .expect("there")
            .permissions()
            .mode();
        // Whoever runs the test may take more away.
        assert_eq!(mode & 0o777 & !most, 0, "{a:o} {b:o}: {mode:o}");
        assert_eq!(mode & 0o600, 0o600);
    }
    fs::write(&other, "old").expect("written");
    let missing = folder.0.join("missing");
    let new = New::begin_over(&other, &[&missing]).expect("begun");
    fs::write(new.path(), "new").expect("written");
    new.replace(&other).expect("in its place");
    assert_eq!(fs::read(&other).expect("there"), b"new");
    assert_eq!(folder.files(), 3, "nothing is left lying about");
}
