//! The scenarios in the `scenarios` folder, compiled in, a line each.

/// A scenario that ships with the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Rule set and name: `three-hit/two-hills`.
    pub id: String,
    /// The battle file.
    pub text: String,
}

/// The id of a scenario and its text.
macro_rules! shipped {
    ($($id:literal),+ $(,)?) => {
        &[$(($id, include_str!(concat!("../../../scenarios/", $id, ".battle.toml")))),+]
    };
}

/// Every scenario, sorted by id; a test holds the list against the folder.
const SHIPPED: &[(&str, &str)] = shipped![
    "favorite/brandis-moor",
    "favorite/race-for-the-crossroads",
    "favorite/the-farm-at-lund",
    "favorite/the-hedge-at-noon",
    "favorite/the-usual-armies",
    "otr-d6/pick-your-ground",
    "otr-d6/ridge-and-ridge",
    "otr-d6/the-stone-wall",
    "otr-d6/turnpike",
    "six-plus/broad-acre",
    "three-hit/chance-meeting",
    "three-hit/choose-your-ground",
    "three-hit/the-kings-ford",
    "three-hit/the-village",
    "three-hit/two-hills",
];

/// All of them, sorted by id.
#[must_use]
pub fn scenarios() -> Vec<Scenario> {
    SHIPPED
        .iter()
        .map(|&(id, text)| Scenario {
            id: id.to_owned(),
            text: text.to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn every_file_in_the_folder_is_shipped() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
        let mut found = Vec::new();
        for set in std::fs::read_dir(&folder).expect("a folder").flatten() {
            for file in std::fs::read_dir(set.path())
                .into_iter()
                .flatten()
                .flatten()
            {
                let name = file.file_name().to_string_lossy().into_owned();
                if let Some(name) = name.strip_suffix(".battle.toml") {
                    found.push(format!("{}/{name}", set.file_name().to_string_lossy()));
                }
            }
        }
        found.sort();
        let shipped: Vec<&str> = super::SHIPPED.iter().map(|s| s.0).collect();
        assert_eq!(
            shipped, found,
            "rules/register/src/scenarios.rs lists what is in scenarios/"
        );
    }
}
