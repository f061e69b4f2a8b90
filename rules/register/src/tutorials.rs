//! The guided first battles in the `tutorials` folder, compiled in, a line each.

/// A guided first battle that ships with the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tutorial {
    /// The rule set it teaches.
    pub rules: String,
    /// The tutorial file.
    pub text: String,
    /// The battle file it starts from.
    pub battle: String,
}

/// A rule set's tutorial and its battle.
macro_rules! shipped {
    ($($id:literal),+ $(,)?) => {
        &[$((
            $id,
            include_str!(concat!("../../../tutorials/", $id, ".tutorial.toml")),
            include_str!(concat!("../../../tutorials/", $id, ".battle.toml")),
        )),+]
    };
}

/// Every tutorial, in the order of the register; a test holds the list against
/// the folder.
const SHIPPED: &[(&str, &str, &str)] = shipped!["three-hit", "otr-d6", "six-plus", "favorite"];

/// All of them.
#[must_use]
pub fn tutorials() -> Vec<Tutorial> {
    SHIPPED
        .iter()
        .map(|&(rules, text, battle)| Tutorial {
            rules: rules.to_owned(),
            text: text.to_owned(),
            battle: battle.to_owned(),
        })
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
        let mut shipped: Vec<&str> = super::SHIPPED.iter().map(|s| s.0).collect();
        shipped.sort_unstable();
        assert_eq!(
            shipped, found,
            "rules/register/src/tutorials.rs lists what is in tutorials/"
        );
    }
}
