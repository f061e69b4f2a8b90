//! The guided first battles in the `tutorials` folder, compiled in, one per line.

/// Built-in guided first battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tutorial {
    /// The rule set it teaches.
    pub rules: String,
    /// The tutorial file.
    pub text: String,
    /// The battle file it starts from.
    pub battle: String,
}

/// Pair of a rule set's tutorial file and its battle file.
macro_rules! shipped {
    ($id:literal) => {
        (
            include_str!(concat!("../../../tutorials/", $id, ".tutorial.toml")),
            include_str!(concat!("../../../tutorials/", $id, ".battle.toml")),
        )
    };
}

/// Tutorial of Three-Hit; a test checks the list against the folder.
pub(crate) const THREE_HIT: (&str, &str) = shipped!("three-hit");

/// Tutorial of OTR D6.
pub(crate) const OTR_D6: (&str, &str) = shipped!("otr-d6");

/// Tutorial of 6+ Rules.
pub(crate) const SIX_PLUS: (&str, &str) = shipped!("six-plus");

/// Tutorial of My Favorite Rules.
pub(crate) const FAVORITE: (&str, &str) = shipped!("favorite");

/// Tutorial of Throw me a 6.
pub(crate) const THROW_ME_A_6: (&str, &str) = shipped!("throw-me-a-6");

/// Tutorial of the regimental rules.
pub(crate) const REGIMENTAL: (&str, &str) = shipped!("regimental");

/// Tutorial of Three-Hit, pike and shot.
pub(crate) const PIKE_AND_SHOT: (&str, &str) = shipped!("pike-and-shot");

/// Returns all tutorials, in the order of the register.
#[must_use]
pub fn tutorials() -> Vec<Tutorial> {
    crate::ALL
        .iter()
        .filter_map(crate::Entry::tutorial)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn every_tutorial_in_the_folder_is_shipped() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tutorials");
        let mut found = Vec::new();
        for file in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            if let Some(name) = name.strip_suffix(".tutorial.toml") {
                found.push(name.to_owned());
            }
        }
        found.sort();
        let shipped = super::tutorials().into_iter();
        let mut shipped: Vec<String> = shipped.map(|t| t.rules).collect();
        shipped.sort_unstable();
        assert_eq!(
            shipped, found,
            "rules/register/src/tutorials.rs lists what is in tutorials/"
        );
    }
}
