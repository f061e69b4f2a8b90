//! Stamps: a step is skipped if its output exists and was made from the same input. Stamps compare
//! contents instead of times, so a fresh clone, a changed branch or a restored file give the right
//! result.

use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::{Done, at, target};

/// Hash of everything that a step reads.
#[derive(Debug)]
pub(crate) struct Stamp {
    hash: u64,
}

impl Stamp {
    /// Hashes files and folders, named from the root. Missing ones count as missing; folders of
    /// build products are left out.
    pub(crate) fn of(inputs: &[&str]) -> Done<Self> {
        let mut stamp = Self {
            hash: 0xcbf2_9ce4_8422_2325,
        };
        for input in inputs {
            stamp.path(&at(input))?;
        }
        Ok(stamp)
    }

    /// Adds a word, or any other bytes, to the hash.
    #[must_use]
    pub(crate) fn and(mut self, word: impl AsRef<[u8]>) -> Self {
        self.bytes(word.as_ref());
        self
    }

    /// Returns whether the outputs of a step exist and were made from this input.
    pub(crate) fn holds(&self, step: &str, outputs: &[&Path]) -> bool {
        outputs.iter().all(|output| output.exists())
            && fs::read_to_string(file(step)).is_ok_and(|text| text == self.text())
    }

    /// Records that the outputs were made from this input.
    pub(crate) fn keep(&self, step: &str) -> Done {
        let file = file(step);
        let folder = file.parent().expect("a stamp lies in a folder");
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&file, self.text()))
            .map_err(|error| format!("cannot write {}: {error}", file.display()))
    }

    /// Returns the hash as digits.
    pub(crate) fn text(&self) -> String {
        format!("{:016x}", self.hash)
    }

    fn path(&mut self, path: &Path) -> Done {
        let wrong = |error| format!("cannot read {}: {error}", path.display());
        self.bytes(path.file_name().unwrap_or_default().as_encoded_bytes());
        if path.is_dir() {
            let mut inside: Vec<PathBuf> = fs::read_dir(path)
                .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
                .map_err(wrong)?;
            inside.sort();
            for entry in inside {
                let product = entry.file_name().is_some_and(|name| {
                    name == "node_modules" || name == "dist" || name == "target"
                });
                if !product {
                    self.path(&entry)?;
                }
            }
        } else if path.is_file() {
            self.bytes(&fs::read(path).map_err(wrong)?);
        }
        Ok(())
    }

    /// Adds bytes by FNV-1a, with their length so that neighbours do not run together.
    fn bytes(&mut self, bytes: &[u8]) {
        let length = (bytes.len() as u64).to_le_bytes();
        for byte in length.iter().chain(bytes) {
            self.hash = (self.hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

fn file(step: &str) -> PathBuf {
    target().join("xtask").join(format!("{step}.stamp"))
}

#[cfg(test)]
mod tests {
    use super::Stamp;

    #[test]
    fn a_stamp_knows_its_input() {
        let of = |words: &[&str]| {
            let empty = Stamp::of(&[]).expect("nothing is read");
            words
                .iter()
                .fold(empty, |stamp, word| stamp.and(word))
                .text()
        };
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        let absent = Stamp::of(&["no/such/file"]).expect("what is absent counts as absent");
        assert_ne!(absent.text(), of(&[]));
        assert!(!absent.holds("a step that never ran", &[]));
    }
}
