//! Guided first battles: starting one, where it stands, going on.

use crate::game::Game;
use crate::measure::outline;
use crate::shelf::Lessons;
use crate::view::{Lesson, LessonClause, LookView, View, Xy};
use crate::{EngineError, Session, Shelf, ledger};
use sandtable_battle::{Order, Rules, UnitId};
use sandtable_files::{Journal, notation};
use sandtable_tongue::say;
use sandtable_tutorial::{Guide, Stand, Tutorial};
use std::sync::Arc;

/// The player that gives the orders that a tutorial names.
const GUIDE: &str = "guide";

/// The player that gives the orders that a tutorial leaves to the computer.
const WATCHED: &str = "greedy-2026-11";

/// What the guide answers when asked for an order.
pub(crate) enum Hint<'i> {
    /// This order.
    Order(Order),
    /// A computer player of this level should think of one.
    Level(&'i str),
}

/// Returns the next order of a guided battle if the guide is asked.
///
/// # Errors
/// If there is no guided battle, or it waits for no order.
pub(crate) fn hint<'i>(game: &Game, id: &'i str) -> Result<Hint<'i>, EngineError> {
    if id != GUIDE {
        return Ok(Hint::Level(id));
    }
    let guide = game.guide.as_ref().ok_or_else(no_guide)?;
    let now = guide.now(game.rules.as_ref(), &game.journal);
    match (now.stand, now.next) {
        (Stand::Do | Stand::Watch, Some(order)) => Ok(Hint::Order(order)),
        (Stand::Watch, None) => Ok(Hint::Level(WATCHED)),
        _ => Err(
            EngineError::new("the guided battle does not wait for an order")
                .hint("call next, or leave it"),
        ),
    }
}

/// Reads a guided battle with the battle that it starts from.
///
/// # Errors
/// Reports the first flaw of either file.
pub(crate) fn read(
    shelf: &Shelf,
    lessons: &Lessons,
) -> Result<(Tutorial, Arc<dyn Rules>), EngineError> {
    let name = |e: EngineError| EngineError::new(format!("tutorial of {}: {e}", lessons.rules));
    let (rules, start) = ledger::read_battle(shelf, &lessons.battle).map_err(name)?;
    let tutorial = sandtable_tutorial::read(&lessons.text, rules.card(), &start)
        .map_err(|flaws| name(ledger::flawed(&flaws)))?;
    Ok((tutorial, rules))
}

impl Session {
    /// Starts the guided battle of a rule set; or, with the lines at which its steps began,
    /// continues it in the battle that was loaded.
    ///
    /// # Errors
    /// If the rule set has none, or another battle was loaded.
    pub fn learn(&mut self, rules: &str, begun: Option<Vec<u32>>) -> Result<View, EngineError> {
        let known = self.shelf().lessons();
        let Some(lessons) = known.iter().find(|l| l.rules == rules) else {
            let names: Vec<&str> = known.iter().map(|l| l.rules.as_str()).collect();
            return Err(EngineError::new(say!(
                "there is no guided battle of `{rules}`",
                rules = rules
            ))
            .hint(say!("there are: {known}", known = names.join(", "))));
        };
        let (tutorial, rules) = read(self.shelf(), lessons)?;
        let tutorial = Arc::new(tutorial);
        let Some(begun) = begun else {
            let journal = Journal::open(tutorial.start.clone(), rules.as_ref(), tutorial.seed);
            let mut game = Game::new(rules, journal);
            game.guide = Some(Guide::new(tutorial));
            return Ok(self.take(game));
        };
        let game = self.game_mut()?;
        let same = *game.journal.start() == tutorial.start;
        let guide = same
            .then(|| Guide::resume(tutorial, begun, &game.journal))
            .flatten();
        game.guide = Some(guide.ok_or_else(|| {
            EngineError::new("this battle is not that guided battle")
                .hint("start the guided battle again")
        })?);
        Ok(game.view())
    }

    /// Returns where the guided battle stands; none if there is none.
    ///
    /// # Errors
    /// If no battle was started.
    pub fn lesson(&self) -> Result<Option<Lesson>, EngineError> {
        let game = self.game()?;
        Ok(game.guide.as_ref().and_then(|guide| lesson(game, guide)))
    }

    /// Goes on after the text was read; returns none after the last step.
    ///
    /// # Errors
    /// If there is no guided battle, or nothing to go on from.
    pub fn go_on(&mut self) -> Result<Option<Lesson>, EngineError> {
        let game = self.game_mut()?;
        let guide = game.guide.as_mut().ok_or_else(no_guide)?;
        if !guide.go_on(game.rules.as_ref(), &game.journal) {
            return Err(EngineError::new(
                "the guided battle waits for an order first",
            ));
        }
        if guide.step().is_none() {
            game.guide = None;
        }
        self.lesson()
    }

    /// Leaves the guided battle: it goes on like any other.
    ///
    /// # Errors
    /// If no battle was started.
    pub fn leave(&mut self) -> Result<View, EngineError> {
        let game = self.game_mut()?;
        game.guide = None;
        Ok(game.view())
    }
}

/// Returns the texts to read, translated.
fn paragraphs(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| say(text).to_owned()).collect()
}

fn no_guide() -> EngineError {
    EngineError::new("this is not a guided battle").hint("call learn first")
}

fn lesson(game: &Game, guide: &Guide) -> Option<Lesson> {
    let (step, tutorial) = (guide.step()?, guide.tutorial());
    let now = guide.now(game.rules.as_ref(), &game.journal);
    let look = game.look();
    let told = matches!(now.stand, Stand::Told(true));
    let ids = |units: &mut dyn Iterator<Item = UnitId>| {
        let mut ids: Vec<u8> = units.map(|unit| unit.0).collect();
        ids.dedup();
        ids
    };
    let places = now
        .places
        .iter()
        .map(|rect| outline(look.ruler(), &rect.corners()));
    Some(Lesson {
        rules: tutorial.rules.clone(),
        title: say(&tutorial.title).to_owned(),
        side: tutorial.side.into(),
        step: guide.place(),
        steps: tutorial.steps.len(),
        heading: say(&step.title).to_owned(),
        says: paragraphs(&step.says),
        clauses: step
            .clauses
            .iter()
            .map(|&clause| LessonClause {
                id: look.cite(clause),
                title: look.title(clause).to_owned(),
            })
            .collect(),
        stand: match now.stand {
            Stand::Read | Stand::Over => "read",
            Stand::Do => "do",
            Stand::Watch => "watch",
            Stand::Told(true) => "told",
            Stand::Told(false) => "otherwise",
            Stand::Astray => "astray",
        },
        task: (!step.task.is_empty()).then(|| say(&step.task).to_owned()),
        done: now.done,
        of: step.orders.len(),
        after: if told {
            paragraphs(&step.after)
        } else {
            Vec::new()
        },
        look: LookView {
            units: ids(&mut step.units.iter().copied()),
            orders: ids(&mut now.open.iter().filter_map(Order::unit)),
            targets: ids(&mut now.open.iter().filter_map(Order::target)),
            areas: step
                .areas
                .iter()
                .map(|a| outline(look.ruler(), a.outline()))
                .collect(),
            places: places.collect::<Vec<Vec<Xy>>>(),
            verbs: now.open.iter().map(notation::verb).collect(),
        },
        back: now.back,
        begun: guide.begun().to_vec(),
    })
}
