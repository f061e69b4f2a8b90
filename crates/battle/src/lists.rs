//! What armies consist of: army tables, and the elements of common lists.

use crate::{Card, Clause};

/// An army table: one of its rows makes up an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// The clause that the table comes from.
    pub clause: Clause,
    /// The rows, each with kinds (indices into [`Card::kinds`]) and counts; a die with one side for
    /// each row picks one.
    pub rows: Vec<Vec<(u8, u8)>>,
}

/// What an element of common army lists means in a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The element's letters in lists: `Bd`.
    pub code: String,
    /// The element's name: "Blades".
    pub title: String,
    /// Troop type: the index in [`Card::kinds`].
    pub kind: u8,
    /// The element's ratings.
    pub ratings: [u8; crate::RATINGS],
    /// What is uncertain about the match; `None` if it fits.
    pub unsure: Option<String>,
}

impl Element {
    /// Reads the elements of a rule set's `elements.toml`: `code`, `title`, `kind`, any rating by
    /// its id, and `unsure`.
    ///
    /// # Errors
    /// If the file names something that the rule set does not have.
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
