//! What is kept of a battle: its start and a line an order. Reading and writing
//! the files it can be kept in.

use crate::{EngineError, Shelf};
use sandtable_battle::files::{self, Flaws};
use sandtable_battle::{Battle, Clause, Event, Order, Roll, Rules};
use std::sync::Arc;

/// Most bytes of any text that is taken.
pub(crate) const MOST_BYTES: usize = 8 << 20;

/// One order and what came of it; the opening has no order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub order: Option<Order>,
    pub rolls: Vec<Roll>,
    pub events: Vec<Event>,
}

/// A battle from its start: the first line is the opening.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    pub start: Battle,
    pub lines: Vec<Line>,
}

impl Ledger {
    /// Orders played.
    pub(crate) fn number(&self) -> usize {
        self.lines.len().saturating_sub(1)
    }

    /// The battle after line `number`.
    pub(crate) fn after(&self, number: usize) -> Battle {
        let mut battle = self.start.clone();
        for event in self
            .lines
            .iter()
            .take(number.saturating_add(1))
            .flat_map(|line| &line.events)
        {
            battle.apply(event);
        }
        battle
    }

    /// Whether the last order can be taken back: no dice fell in it.
    pub(crate) fn can_undo(&self) -> bool {
        self.lines.len() > 1 && self.lines.last().is_some_and(|line| line.rolls.is_empty())
    }

    /// By which clause the battle ended, up to line `number`.
    pub(crate) fn ended_by(&self, number: usize) -> Option<Clause> {
        self.lines
            .iter()
            .take(number.saturating_add(1))
            .flat_map(|line| &line.events)
            .rev()
            .find_map(|e| matches!(e, Event::Ended { .. }).then(|| e.why()))
    }
}

/// Refuses a text that is too long for anything of ours.
pub(crate) fn measure(text: &str) -> Result<(), EngineError> {
    if text.len() > MOST_BYTES {
        return Err(EngineError::new(format!(
            "this text has {} bytes, more than any battle: at most {MOST_BYTES} are read",
            text.len()
        ))
        .hint("give a *.battle.toml or a *.journal.jsonl file"));
    }
    Ok(())
}

/// Reads a battle file under the rule set and the switches it asks for.
pub(crate) fn read_battle(
    shelf: &Shelf,
    text: &str,
) -> Result<(Arc<dyn Rules>, Battle), EngineError> {
    measure(text)?;
    let (id, _) = files::peek_rules(text).map_err(|f| flawed(&f))?;
    let known: Vec<&str> = shelf.cards().iter().map(|c| c.id.as_str()).collect();
    let Some(card) = shelf.cards().iter().find(|card| card.id == id) else {
        return Err(flawed(&files::unknown_rules(text, &known)));
    };
    let switches = files::read_switches(text, card).map_err(|f| flawed(&f))?;
    let rules = shelf.open(&id, &switches).map_err(EngineError::new)?;
    let battle = files::read_battle(text, rules.as_ref()).map_err(|f| flawed(&f))?;
    Ok((rules, battle))
}

/// The first flaw of a file, and how many more there are.
fn flawed(flaws: &Flaws) -> EngineError {
    let Some(first) = flaws.flaws.first() else {
        return EngineError::new("this file cannot be read");
    };
    let more = flaws.flaws.len() - 1;
    let message = match more {
        0 => first.message.clone(),
        1 => format!("{}; and 1 more flaw", first.message),
        n => format!("{}; and {n} more flaws", first.message),
    };
    let error = EngineError::new(message).at(first.line, first.column);
    match &first.hint {
        Some(hint) => error.hint(hint.clone()),
        None => error,
    }
}
