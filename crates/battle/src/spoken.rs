//! A card in the current language: its titles and texts, translated in place. Names that files use
//! (ids, values of ratings and switches, formations) stay as they are; they are translated where
//! they are shown.

use crate::{Card, ClauseText};
use sandtable_tongue::{is_foreign, say_as, translate};

/// Context in a catalogue for the words that count strength: "stand" is also the result of a test.
const STRENGTH: &str = "strength";
/// Context for the source of a clause: often a heading that is also a word of the game.
const SOURCE: &str = "source";
/// Context for the author and the origin of the rules: names, with a few words between them.
const CREDIT: &str = "credit";

impl Card {
    /// Returns the card in the language that was chosen when it was opened.
    #[must_use]
    pub fn spoken(mut self) -> Self {
        if is_foreign() {
            self.texts().into_iter().for_each(translate);
            let strength = [&mut self.strength.one, &mut self.strength.many];
            let sources = self.clauses.iter_mut().map(|text| &mut text.source);
            strength
                .into_iter()
                .for_each(|text| said_as(STRENGTH, text));
            sources.for_each(|text| said_as(SOURCE, text));
            let credit = [&mut self.credit.author, &mut self.credit.published];
            credit.into_iter().for_each(|text| said_as(CREDIT, text));
        }
        self
    }

    /// Returns all texts that a catalogue can translate, except names that files use, the words
    /// that count strength, the sources of clauses and the authors of the rules: those headings and
    /// names need no translation.
    pub fn texts(&mut self) -> Vec<&mut String> {
        let mut all = vec![&mut self.credit.status, &mut self.group];
        all.extend(self.kinds.iter_mut().map(|kind| &mut kind.title));
        for mark in &mut self.marks {
            all.push(&mut mark.title);
            all.extend(mark.told.iter_mut().chain(&mut mark.gone));
        }
        all.extend(self.ratings.iter_mut().map(|rating| &mut rating.title));
        for phase in &mut self.phases {
            all.extend([&mut phase.title, &mut phase.end]);
        }
        all.extend(self.clauses.iter_mut().flat_map(clause));
        for switch in &mut self.switches {
            all.extend([&mut switch.title, &mut switch.says]);
        }
        all.retain(|text| !text.is_empty());
        all
    }
}

/// Returns the texts of a clause.
pub(crate) fn clause(text: &mut ClauseText) -> Vec<&mut String> {
    let mut all = vec![&mut text.section, &mut text.title, &mut text.says];
    all.extend(&mut text.readings);
    all.extend(Some(&mut text.weighs).filter(|text| !text.is_empty()));
    all
}

fn said_as(of: &str, text: &mut String) {
    let said = say_as(of, text).to_owned();
    *text = said;
}
