//! What armies are made up of: army tables, and the elements of common lists.

use crate::{Card, Clause};

/// An army table: one of its rows makes up an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// The clause it comes from.
    pub clause: Clause,
    /// Its rows, each with kinds (places in [`Card::kinds`]) and counts; thrown
    /// for with a die of so many sides.
    pub rows: Vec<Vec<(u8, u8)>>,
}

/// What an element of common army lists is in a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Its letters in lists: `Bd`.
    pub code: String,
    /// Its name: "Blades".
    pub title: String,
    /// Troop type: the place in [`Card::kinds`].
    pub kind: u8,
    /// What it is rated at.
    pub ratings: [u8; crate::RATINGS],
    /// What is uncertain about it; nothing when it fits.
    pub unsure: Option<String>,
}

impl Element {
    /// The elements of a rule set's `elements.toml`: `code`, `title`, `kind`,
    /// any rating by its id, and `unsure`.
    ///
    /// # Errors
    /// What in the file the rule set does not have.
    pub fn read_all(text: &str, card: &Card) -> Result<Vec<Self>, String> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            element: Vec<std::collections::BTreeMap<String, String>>,
        }
        let file: File = crate::read_toml(text).map_err(|e| format!("elements.toml: {e}"))?;
        let one = |mut of: std::collections::BTreeMap<String, String>| {
            let mut need = |key: &str| {
                of.remove(key)
                    .ok_or_else(|| format!("elements.toml: an element needs `{key}`"))
            };
            let (code, title, kind) = (need("code")?, need("title")?, need("kind")?);
            let wrong = |what: &str| format!("elements.toml: {code}: {what}");
            let unsure = of.remove("unsure");
            let place = card.kinds.iter().position(|k| k.id == kind);
            let place = place.and_then(|at| u8::try_from(at).ok());
            let mut ratings = [0; crate::RATINGS];
            for (slot, spec) in ratings.iter_mut().zip(&card.ratings) {
                let chosen = of.remove(&spec.id);
                let value = chosen.map_or(Some(usize::from(spec.default)), |name| {
                    spec.values.iter().position(|value| *value == name)
                });
                let value = value.and_then(|at| u8::try_from(at).ok());
                *slot = value.ok_or_else(|| wrong(&format!("no such {}", spec.id)))?;
            }
            if let Some(strange) = of.keys().next() {
                return Err(wrong(&format!("there is no rating `{strange}`")));
            }
            Ok(Self {
                kind: place.ok_or_else(|| wrong(&format!("no kind is called `{kind}`")))?,
                code,
                title,
                ratings,
                unsure,
            })
        };
        file.element.into_iter().map(one).collect()
    }
}
