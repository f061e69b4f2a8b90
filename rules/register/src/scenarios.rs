//! The scenarios in the `scenarios` folder, compiled in.

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../scenarios"]
#[include = "*.battle.toml"]
struct Folder;

/// A scenario that ships with the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Rule set and name: `three-hit/two-hills`.
    pub id: String,
    /// The battle file.
    pub text: String,
}

/// All of them, sorted by id.
#[must_use]
pub fn scenarios() -> Vec<Scenario> {
    let mut all: Vec<Scenario> = Folder::iter()
        .filter_map(|path| {
            let id = path.strip_suffix(".battle.toml")?.to_owned();
            let text = String::from_utf8(Folder::get(&path)?.data.into_owned()).ok()?;
            Some(Scenario { id, text })
        })
        .collect();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all
}
