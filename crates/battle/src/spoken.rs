//! A card in the language that is spoken: its titles and texts, each where it stands.
//! Names that files use (ids, values of ratings and switches, formations) stay as they
//! are; they are said where they are told.

use crate::{Card, ClauseText};
use sandtable_tongue::{is_foreign, say_as, translate};

/// What strength is counted in, in a catalogue: "stand" is a result of a test too.
const STRENGTH: &str = "strength";
/// Where a clause comes from: often a heading that is a word of the game too.
const SOURCE: &str = "source";
/// Whose rules these are and where they stand: names, with a few words between them.
const CREDIT: &str = "credit";

impl Card {
    /// The card in the language that was chosen when it is opened.
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

    /// All of it that a catalogue has words for, but for names that files use, for what
    /// strength is counted in, for where clauses come from and for whose rules these are:
    /// headings and names of their authors need not be said otherwise.
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

/// The texts of a clause.
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
