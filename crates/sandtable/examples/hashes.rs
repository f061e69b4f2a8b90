//! Writes the hash of every golden journal; other languages must compute the same.
//!
//! `cargo run -p sandtable --example hashes > python/tests/hashes.txt`, at the root

use sandtable::Game;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut folders = vec![PathBuf::from("journals")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.to_string_lossy().ends_with(".jsonl") => files.push(path),
                false => {}
            }
        }
    }
    files.sort();
    for file in files {
        let game = Game::from_journal(&std::fs::read_to_string(&file)?)?;
        println!("{} {:016x}", file.display(), game.hash());
    }
    Ok(())
}
