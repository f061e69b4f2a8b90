//! The scenarios in the `scenarios` folder, compiled in, one per line.

/// Built-in scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Rule set and name: `three-hit/two-hills`.
    pub id: String,
    /// The battle file.
    pub text: String,
}

/// Pairs of a scenario's id and text.
macro_rules! shipped {
    ($($id:literal),+ $(,)?) => {
        &[$(($id, include_str!(concat!("../../../scenarios/", $id, ".battle.toml")))),+]
    };
}

/// Scenarios of Three-Hit, sorted by id; a test checks the lists against the folder.
pub(crate) const THREE_HIT: &[(&str, &str)] = shipped![
    "three-hit/chance-meeting",
    "three-hit/choose-your-ground",
    "three-hit/dawn-at-the-sheepfold",
    "three-hit/round-the-copse",
    "three-hit/the-kings-ford",
    "three-hit/the-parish-boundary",
    "three-hit/the-tollgate",
    "three-hit/the-unmarked-ford",
    "three-hit/the-village",
    "three-hit/three-lanes-deep",
    "three-hit/two-hills",
];

/// Scenarios of OTR D6.
pub(crate) const OTR_D6: &[(&str, &str)] = shipped![
    "otr-d6/pick-your-ground",
    "otr-d6/ridge-and-ridge",
    "otr-d6/the-stone-wall",
    "otr-d6/turnpike",
];

/// Scenarios of My Favorite Rules.
pub(crate) const FAVORITE: &[(&str, &str)] = shipped![
    "favorite/brandis-moor",
    "favorite/race-for-the-crossroads",
    "favorite/the-farm-at-lund",
    "favorite/the-hedge-at-noon",
    "favorite/the-usual-armies",
];

/// Scenarios of 6+ Rules.
pub(crate) const SIX_PLUS: &[(&str, &str)] = shipped![
    "six-plus/broad-acre",
    "six-plus/late-for-dinner",
    "six-plus/the-brick-kilns",
    "six-plus/the-chess-club",
    "six-plus/the-last-wagons",
    "six-plus/the-mill-weir",
];

/// Scenarios of Throw me a 6.
pub(crate) const THROW_ME_A_6: &[(&str, &str)] = shipped![
    "throw-me-a-6/a-field-in-italy",
    "throw-me-a-6/kings-and-consuls",
    "throw-me-a-6/the-war-cry",
    "throw-me-a-6/two-roads-to-the-bridge",
];

/// Scenarios of the regimental rules.
pub(crate) const REGIMENTAL: &[(&str, &str)] = shipped![
    "regimental/below-the-heights",
    "regimental/the-toll-house",
    "regimental/the-worm-fence",
    "regimental/two-brigades",
];

/// Scenarios of pike and shot.
pub(crate) const PIKE_AND_SHOT: &[(&str, &str)] = shipped![
    "pike-and-shot/the-drovers-bridge",
    "pike-and-shot/the-hop-garden",
    "pike-and-shot/the-two-windmills",
];

/// All of them, sorted by id.
#[must_use]
pub fn scenarios() -> Vec<Scenario> {
    let mut all: Vec<Scenario> = crate::ALL
        .iter()
        .flat_map(crate::Entry::scenarios)
        .collect();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all
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
        let mut shipped: Vec<String> = super::scenarios().into_iter().map(|s| s.id).collect();
        shipped.sort();
        assert_eq!(
            shipped, found,
            "rules/register/src/scenarios.rs lists what is in scenarios/"
        );
    }
}
