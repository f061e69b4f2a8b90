//! What of a rule set is read beside the table, and not needed to play: how ambiguities
//! were settled, and what a quick-reference sheet holds. An engine that only plays does
//! not hold it.

use crate::clause::RulingText;
use crate::{SheetBlock, read_rulings, read_sheet};
use sandtable_tongue::{is_foreign, translate};

/// The files `rulings.toml` and `sheet.toml` of a rule set.
#[derive(Clone, Copy, Debug)]
pub struct AnnexText {
    /// Ambiguities and how they were settled.
    pub rulings: &'static str,
    /// What of it is wanted beside the table.
    pub sheet: &'static str,
}

/// What is read of a rule set beside the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annex {
    /// Ambiguities and how they were settled.
    pub rulings: Vec<RulingText>,
    /// The parts of its quick-reference sheet.
    pub sheet: Vec<SheetBlock>,
}

impl AnnexText {
    /// Reads the files, in the language that is spoken.
    ///
    /// # Errors
    /// The parser's message, with the file; those that ship are tested.
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
    /// All of it that a catalogue has words for.
    pub fn texts(&mut self) -> Vec<&mut String> {
        let mut all = Vec::new();
        for ruling in &mut self.rulings {
            all.extend([&mut ruling.asks, &mut ruling.decision]);
            all.extend(&mut ruling.readings);
        }
        for block in &mut self.sheet {
            // Sections are told by their titles: those of clauses have the same words.
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
