//! The armies in the `armies` folder, compiled in, one per line.

/// Built-in army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyFile {
    /// Folder and name: `ancients/the-river-kings`.
    pub id: String,
    /// The army file.
    pub text: String,
}

/// Pairs of an army's id and text.
macro_rules! shipped {
    ($($id:literal),+ $(,)?) => {
        &[$(($id, include_str!(concat!("../../../armies/", $id, ".army.toml")))),+]
    };
}

/// Armies by id.
pub(crate) type Texts = &'static [(&'static str, &'static str)];

/// Armies of horse and musket, six units each, sorted by id; a test checks the lists against the
/// folder.
const HORSE_AND_MUSKET: Texts = shipped![
    "horse-and-musket/the-border-garrison",
    "horse-and-musket/the-crown-reserve",
    "horse-and-musket/the-grand-battery",
    "horse-and-musket/the-heath-dragoons",
    "horse-and-musket/the-hill-militia",
    "horse-and-musket/the-lantern-division",
    "horse-and-musket/the-marsh-column",
    "horse-and-musket/the-millers-and-masons",
    "horse-and-musket/the-old-contemptuous",
    "horse-and-musket/the-queensway-brigade",
    "horse-and-musket/the-river-flotilla-guns",
    "horse-and-musket/the-vineyard-volunteers",
];

/// Armies of the American Civil War, sorted by id.
const CIVIL_WAR: Texts = shipped![
    "civil-war/army-of-the-ohio-fords",
    "civil-war/army-of-the-pine-barrens",
    "civil-war/brannocks-brigade",
    "civil-war/harlans-raiders",
    "civil-war/prentisss-horse",
    "civil-war/the-harbour-defence",
    "civil-war/the-ironworks-division",
    "civil-war/the-ninety-day-corps",
    "civil-war/the-railway-brigade",
    "civil-war/the-sharpshooter-corps",
    "civil-war/the-swamp-legion",
    "civil-war/the-valley-brigade",
];

/// Armies of the Napoleonic Wars, sorted by id.
const NAPOLEONIC: Texts = shipped![
    "napoleonic/the-advance-guard",
    "napoleonic/the-cavalry-reserve",
    "napoleonic/the-coalition-corps",
    "napoleonic/the-column-of-attack",
    "napoleonic/the-great-battery",
    "napoleonic/the-hussar-brigade",
    "napoleonic/the-landwehr",
    "napoleonic/the-mountain-brigade",
    "napoleonic/the-old-guard-detachment",
    "napoleonic/the-rear-guard",
    "napoleonic/the-river-line",
    "napoleonic/the-usual-division",
];

/// Armies of the ancients, sorted by id.
const ANCIENTS: Texts = shipped![
    "ancients/the-consuls-two-legions",
    "ancients/the-elephant-king",
    "ancients/the-great-kings-host",
    "ancients/the-hammer-and-anvil",
    "ancients/the-hill-confederacy",
    "ancients/the-last-province",
    "ancients/the-league-of-cities",
    "ancients/the-oak-tribes",
    "ancients/the-river-kings",
    "ancients/the-siege-train",
    "ancients/the-steppe-riders",
    "ancients/the-trading-city",
];

/// Armies of pike and shot, sorted by id.
const PIKE_AND_SHOT: Texts = shipped![
    "pike-and-shot/the-apprentices",
    "pike-and-shot/the-border-horse",
    "pike-and-shot/the-castle-garrison",
    "pike-and-shot/the-city-regiments",
    "pike-and-shot/the-forlorn-hope",
    "pike-and-shot/the-lowland-league",
    "pike-and-shot/the-old-tercio",
    "pike-and-shot/the-queens-pensioners",
    "pike-and-shot/the-salt-road-company",
    "pike-and-shot/the-trained-bands",
    "pike-and-shot/the-winter-army",
    "pike-and-shot/the-woodland-free-companies",
];

/// Returns the armies that a rule set shares with its family. This happens at compile time, so that
/// an engine with one rule set contains no others.
pub(crate) const fn of(rules: &str) -> Texts {
    match rules.as_bytes() {
        b"three-hit" | b"six-plus" => HORSE_AND_MUSKET,
        b"otr-d6" | b"regimental" => CIVIL_WAR,
        b"favorite" => NAPOLEONIC,
        b"throw-me-a-6" => ANCIENTS,
        b"pike-and-shot" => PIKE_AND_SHOT,
        _ => &[],
    }
}

/// Returns all armies, sorted by id.
#[must_use]
pub fn armies() -> Vec<ArmyFile> {
    let mut all: Vec<ArmyFile> = crate::ALL.iter().flat_map(crate::Entry::armies).collect();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn every_file_in_the_folder_is_shipped() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../armies");
        let mut found = Vec::new();
        for set in std::fs::read_dir(&folder).expect("a folder").flatten() {
            for file in std::fs::read_dir(set.path()).expect("a folder").flatten() {
                let name = file.file_name().to_string_lossy().into_owned();
                if let Some(name) = name.strip_suffix(".army.toml") {
                    found.push(format!("{}/{name}", set.file_name().to_string_lossy()));
                }
            }
        }
        found.sort();
        let mut shipped: Vec<String> = super::armies().into_iter().map(|a| a.id).collect();
        shipped.sort_unstable();
        shipped.dedup();
        assert_eq!(
            shipped, found,
            "rules/register/src/armies.rs lists what is in armies/"
        );
    }
}
