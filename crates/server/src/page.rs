//! The files of the page: those built into the program, or others for a test.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rust_embed::RustEmbed;

/// The files as `build.rs` laid them out: compressible files only as their brotli copies.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/page"]
#[allow_missing = true]
struct Built;

/// Files that were unpacked for browsers without brotli, by path: few, and the same ones again and
/// again.
static UNPACKED: Mutex<BTreeMap<String, Arc<[u8]>>> = Mutex::new(BTreeMap::new());

/// The files of the page.
#[derive(Debug, Clone, Default)]
pub enum Page {
    /// Those built into this program.
    #[default]
    Built,
    /// Others, by path without a leading slash.
    Given(Arc<BTreeMap<String, Vec<u8>>>),
}

/// One file of the page.
#[derive(Debug, Clone)]
pub struct File {
    /// The file's content.
    pub bytes: Cow<'static, [u8]>,
    /// A quoted hash of the bytes, in the form that HTTP needs.
    pub etag: String,
}

impl Page {
    /// Reads all files of a folder at once. Leaves out pipes, devices and links to folders: some of
    /// them never end, and no page has them.
    ///
    /// # Errors
    /// If the folder or a file in it cannot be read; the error names the file.
    pub fn read(folder: &Path) -> std::io::Result<Self> {
        let mut files = BTreeMap::new();
        let mut folders = vec![(folder.to_path_buf(), String::new())];
        while let Some((folder, before)) = folders.pop() {
            for entry in std::fs::read_dir(&folder)? {
                let entry = entry?;
                let name = format!("{before}{}", entry.file_name().to_string_lossy());
                let path = entry.path();
                let of_file = |error: std::io::Error| {
                    std::io::Error::new(error.kind(), format!("{}: {error}", path.display()))
                };
                if entry.file_type()?.is_dir() {
                    folders.push((path, format!("{name}/")));
                } else if std::fs::metadata(&path).map_err(of_file)?.is_file() {
                    files.insert(name, std::fs::read(&path).map_err(of_file)?);
                }
            }
        }
        Ok(Self::Given(Arc::new(files)))
    }

    /// Returns the file at a path without a leading slash.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<File> {
        match self {
            Self::Built => built(path),
            Self::Given(files) => {
                let bytes = files.get(path)?.clone();
                Some(File {
                    etag: hash_of(&bytes),
                    bytes: bytes.into(),
                })
            }
        }
    }
}

/// Returns a file that is built into the program, unpacked if only its brotli copy is there.
fn built(path: &str) -> Option<File> {
    if let Some(file) = Built::get(path) {
        let etag = quoted(hex(&file.metadata.sha256_hash()));
        let bytes = file.data;
        return Some(File { etag, bytes });
    }
    let small = Built::get(&format!("{path}.br"))?;
    let mut unpacked = UNPACKED.lock().unwrap_or_else(PoisonError::into_inner);
    let bytes = match unpacked.get(path) {
        Some(bytes) => bytes.clone(),
        None => {
            let bytes: Arc<[u8]> = unpack(&small.data)?.into();
            unpacked.insert(path.to_owned(), bytes.clone());
            bytes
        }
    };
    // A different tag from that of the compressed copy: the bytes differ.
    let etag = quoted(format!("{}-plain", hex(&small.metadata.sha256_hash())));
    Some(File {
        etag,
        bytes: bytes.to_vec().into(),
    })
}

/// How much brotli reads at once, in bytes.
const BUFFER: usize = 64 * 1024;

/// Unpacks a brotli copy; none if it is damaged.
fn unpack(small: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut reader = brotli_decompressor::Decompressor::new(small, BUFFER);
    reader.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn hex(hash: &[u8; 32]) -> String {
    hash[..12]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Returns a quoted hash of some bytes.
pub(crate) fn hash_of(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    quoted(format!("{:016x}", hasher.finish()))
}

fn quoted(text: String) -> String {
    format!("\"{text}\"")
}

#[cfg(test)]
mod tests {
    use super::{Built, Page, unpack};

    #[cfg(unix)]
    #[test]
    fn a_folder_with_more_than_files_is_read_as_far_as_it_has_files() {
        use std::os::unix::fs::symlink;
        let folder = std::env::temp_dir().join(format!("sandtable-page-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("in")).expect("a folder");
        std::fs::write(folder.join("in/index.html"), "a page").expect("written");
        for (to, name) in [
            ("..", "up"),
            ("/dev/zero", "endless"),
            ("index.html", "same"),
        ] {
            symlink(to, folder.join("in").join(name)).expect("a link");
        }
        let page = Page::read(&folder).expect("a page");
        assert!(page.get("in/same").is_some() && page.get("in/endless").is_none());
        symlink("nowhere", folder.join("in/lost")).expect("a link");
        let why = Page::read(&folder).expect_err("a file is missing");
        assert!(why.to_string().contains("lost"), "{why}");
        std::fs::remove_dir_all(folder).expect("removed");
    }

    /// The output of Node's brotli for a sentence, repeated eight times.
    const SMALL: [u8; 44] = [
        27, 207, 0, 248, 29, 7, 118, 76, 248, 141, 175, 35, 77, 9, 41, 169, 194, 210, 18, 237, 168,
        14, 54, 224, 72, 3, 90, 233, 109, 250, 18, 72, 182, 74, 65, 31, 17, 186, 249, 252, 11, 118,
        43, 0,
    ];

    #[test]
    fn a_small_copy_is_unpacked() {
        let plain = "The Guards hold the hill. ".repeat(8);
        assert_eq!(unpack(&SMALL).as_deref(), Some(plain.as_bytes()));
        assert_eq!(unpack(&SMALL[..30]), None);
    }

    #[test]
    fn each_file_is_built_in_once_and_can_be_had_plain() {
        for path in Built::iter() {
            let Some(plain) = path.strip_suffix(".br") else {
                continue;
            };
            assert!(Built::get(plain).is_none(), "{plain} is built in twice");
            let (small, whole) = (Page::Built.get(&path), Page::Built.get(plain));
            let (small, whole) = (small.expect("the copy"), whole.expect("unpacked"));
            assert!(whole.bytes.len() > small.bytes.len(), "{plain}");
            assert_ne!(whole.etag, small.etag, "{plain}");
        }
    }
}
