//! The parts of a rule set that are for reference and not needed to play: how ambiguities were
//! settled, and the quick-reference sheet. An engine that only plays does not contain them.

use crate::clause::RulingText;
use crate::{SheetBlock, read_rulings, read_sheet};
use sandtable_tongue::{is_foreign, translate};

/// The files `rulings.toml` and `sheet.toml` of a rule set.
#[derive(Clone, Copy, Debug)]
pub struct AnnexText {
    /// Ambiguities and how they were settled.
    pub rulings: &'static str,
    /// Contents of the quick-reference sheet.
    pub sheet: &'static str,
}

/// The reference parts of a rule set, parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annex {
    /// Ambiguities and how they were settled.
    pub rulings: Vec<RulingText>,
    /// The blocks of the quick-reference sheet.
    pub sheet: Vec<SheetBlock>,
}

impl AnnexText {
    /// Reads the files, in the current language.
    ///
    /// # Errors
    /// If a file cannot be parsed: the parser's message, with the file. The built-in files are
    /// tested.
    pub fn read(&self) -> Result<Annex, String> {
        let mut annex = Annex {
            rulings: read_rulings(self.rulings).map_err(|e| format!("rulings.toml: {e}"))?,
            sheet: read_sheet(self.sheet).map_err(|e| format!("sheet.toml: {e}"))?,
        };
        if is_foreign() {
            annex.texts().into_iter().for_each(translate);
        }
        Ok(annex)
    }
}

impl Annex {
    /// Returns all texts that a catalogue can translate.
    pub fn texts(&mut self) -> Vec<&mut String> {
        let mut all = Vec::new();
        for ruling in &mut self.rulings {
            all.extend([&mut ruling.asks, &mut ruling.decision]);
            all.extend(&mut ruling.readings);
        }
        for block in &mut self.sheet {
            // A section is named by its title, so its translation matches that of the clauses'
            // sections.
            all.push(&mut block.title);
            all.extend(&mut block.sections);
            for table in &mut block.table {
                all.push(&mut table.title);
                all.extend(table.columns.iter_mut().map(|(_, head)| head));
                all.extend(&mut table.rows);
            }
        }
        all.retain(|text| !text.is_empty());
        all
    }
}
