//! The living rule book: clauses and switches as a page shows them, and the rulings beside it.

use crate::view::{ClauseView, NumberView, Rulebook, RulingView, SectionView, SwitchView};
use crate::{EngineError, Session};
use sandtable_battle::{
    Card, Clause, ClauseText, Number, NumberSort, RulingText, SheetBlock, Switch, Switches,
};
use sandtable_look::house::{full, of_clause};
use sandtable_tell::house::{number_title, switch_told};
use sandtable_tongue::say;

/// Maximum number of values of a number switch that are listed one by one.
const MOST_LISTED: i32 = 20;

impl Session {
    /// Returns a rule set's clauses and switches: with the switches of the battle if it uses that
    /// rule set, otherwise with the defaults.
    ///
    /// # Errors
    /// If there is no such rule set.
    pub fn rulebook(&self, rules: &str) -> Result<Rulebook, EngineError> {
        match self.shown() {
            Ok(look) if look.rules.card().id == rules => Ok(rulebook(look.rules.card())),
            _ => self.card(rules).map(rulebook),
        }
    }

    /// Returns how the ambiguities of a rule set were settled.
    ///
    /// # Errors
    /// If there is no such rule set.
    pub fn rulings(&self, rules: &str) -> Result<Vec<RulingView>, EngineError> {
        let card = self.card(rules)?;
        let annex = self.shelf().annex(rules).map_err(EngineError::new)?;
        let view = |ruling: RulingText| RulingView {
            clauses: ruling.clauses.iter().map(|id| full(card, id)).collect(),
            id: ruling.id,
            asks: ruling.asks,
            readings: ruling.readings,
            decision: ruling.decision,
            switch: ruling.switch,
        };
        Ok(annex.rulings.into_iter().map(view).collect())
    }

    /// Returns the quick-reference sheet of the battle's rules.
    ///
    /// # Errors
    /// If no battle is started.
    pub fn sheet(&self) -> Result<Vec<SheetBlock>, EngineError> {
        let rules = &self.shown()?.rules.card().id;
        let annex = self.shelf().annex(rules).map_err(EngineError::new)?;
        Ok(annex.sheet)
    }

    /// Returns the card of a rule set, with default switches.
    fn card(&self, rules: &str) -> Result<&Card, EngineError> {
        sandtable_register::speak_of(rules);
        self.shelf().card(rules).ok_or_else(|| {
            EngineError::new(say!("there is no rule set `{id}`", id = rules)).hint(say!(
                "there are: {known}",
                known = self.shelf().names().join(", ")
            ))
        })
    }
}

/// Returns a rule set's book, under the house rules of its card.
#[must_use]
fn rulebook(card: &Card) -> Rulebook {
    let chosen = &card.numbers.house;
    Rulebook {
        id: card.id.clone(),
        title: card.credit.title.clone(),
        author: card.credit.author.clone(),
        published: card.credit.published.clone(),
        status: card.credit.status.clone(),
        sections: sections(card),
        switches: card
            .switches
            .iter()
            .map(|switch| switch_view(card, switch, chosen))
            .collect(),
        numbers: card
            .numbers
            .numbers
            .iter()
            .filter(|n| n.fixed.is_none() && n.sort != NumberSort::Name)
            .map(|number| number_view(card, number))
            .collect(),
    }
}

fn number_view(card: &Card, number: &Number) -> NumberView {
    NumberView {
        path: number.path.clone(),
        title: number_title(&number.path),
        sort: number.sort,
        printed: number.printed.clone(),
        value: number.now.clone(),
        least: number.range.map(|(least, _)| least.to_string()),
        most: number.range.map(|(_, most)| most.to_string()),
        clauses: number.clauses.iter().map(|id| full(card, id)).collect(),
    }
}

/// Returns clauses by section, in the order in which sections first appear.
fn sections(card: &Card) -> Vec<SectionView> {
    let mut sections: Vec<SectionView> = Vec::new();
    for text in &card.clauses {
        let view = clause(card, text);
        match sections.iter_mut().find(|s| s.title == text.section) {
            Some(section) => section.clauses.push(view),
            None => sections.push(SectionView {
                title: text.section.clone(),
                clauses: vec![view],
            }),
        }
    }
    sections
}

fn clause(card: &Card, text: &ClauseText) -> ClauseView {
    ClauseView {
        id: full(card, &text.id),
        title: text.title.clone(),
        says: text.says.clone(),
        source: text.source.clone(),
        standing: text.standing,
        switch: text.switch.clone(),
        house: of_clause(card, Clause::new(text.n)),
    }
}

fn switch_view(card: &Card, switch: &Switch, chosen: &Switches) -> SwitchView {
    let default = switch.usual();
    let values: Vec<String> = match switch.number {
        Some(range) if range.max - range.min <= MOST_LISTED => {
            (range.min..=range.max).map(|n| n.to_string()).collect()
        }
        Some(_) => Vec::new(),
        None => switch.values.clone(),
    };
    SwitchView {
        name: switch.name.clone(),
        title: switch.title.clone(),
        told: values.iter().map(|v| switch_told(switch, v)).collect(),
        values,
        value: chosen
            .get(&switch.name)
            .map_or_else(|| default.clone(), ToOwned::to_owned),
        default,
        says: switch.says.clone(),
        clause: full(card, switch.clause.as_deref().unwrap_or("")),
    }
}
