//! The files of the page: those built into the program, or others for a test.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Built;

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
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// A quoted hash of the bytes, as HTTP wants it.
    pub etag: String,
}

impl Page {
    /// The files of a folder, all of them read at once.
    ///
    /// # Errors
    /// When the folder or a file in it cannot be read.
    pub fn read(folder: &Path) -> std::io::Result<Self> {
        let mut files = BTreeMap::new();
        let mut folders = vec![(folder.to_path_buf(), String::new())];
        while let Some((folder, before)) = folders.pop() {
            for entry in std::fs::read_dir(&folder)? {
                let entry = entry?;
                let name = format!("{before}{}", entry.file_name().to_string_lossy());
                if entry.file_type()?.is_dir() {
                    folders.push((entry.path(), format!("{name}/")));
                } else {
                    files.insert(name, std::fs::read(entry.path())?);
                }
            }
        }
        Ok(Self::Given(Arc::new(files)))
    }

    /// The file at a path without a leading slash.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<File> {
        match self {
            Self::Built => {
                let file = Built::get(path)?;
                let hash = file.metadata.sha256_hash();
                let etag = hash[..12]
                    .iter()
                    .map(|byte| format!("{byte:02x}"))
                    .collect();
                Some(File {
                    etag: quoted(etag),
                    bytes: file.data,
                })
            }
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

/// A quoted hash of some bytes.
pub(crate) fn hash_of(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    quoted(format!("{:016x}", hasher.finish()))
}

fn quoted(text: String) -> String {
    format!("\"{text}\"")
}
