//! The armies in the `armies` folder, compiled in, a line each.

/// An army that ships with the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyFile {
    /// Folder and name: `ancients/the-river-kings`.
    pub id: String,
    /// The army file.
    pub text: String,
}

/// The id of an army and its text.
macro_rules! shipped {
    ($($id:literal),+ $(,)?) => {
        &[$(($id, include_str!(concat!("../../../armies/", $id, ".army.toml")))),+]
    };
}

/// Every army, sorted by id; a test holds the list against the folder.
const SHIPPED: &[(&str, &str)] = shipped![
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

/// All of them, sorted by id.
#[must_use]
pub fn armies() -> Vec<ArmyFile> {
    SHIPPED
        .iter()
        .map(|&(id, text)| ArmyFile {
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
        let shipped: Vec<&str> = super::SHIPPED.iter().map(|s| s.0).collect();
        assert_eq!(
            shipped, found,
            "rules/register/src/armies.rs lists what is in armies/"
        );
    }
}
