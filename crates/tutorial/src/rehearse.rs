//! Plays a tutorial from its first step to its last, as written.

use crate::guide::{Guide, Stand};
use crate::step::{Foe, Line, Step, Tutorial};
use sandtable_battle::{Battle, Clause, Event, Order, Rules, say};
use sandtable_files::{Flaws, walk::Notes};
use sandtable_files::{Journal, notation};
use std::ops::Range;
use std::sync::Arc;

/// Most orders in a tutorial.
const MOST_ORDERS: u32 = 2000;

/// Events of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Index of the step.
    pub step: usize,
    /// What was ordered, rolled and done, line by line.
    pub told: Vec<String>,
}

/// Result of playing a tutorial.
#[derive(Clone, Debug)]
pub struct Rehearsal {
    /// The battle as it was played.
    pub journal: Journal,
    /// Events, step by step.
    pub scenes: Vec<Scene>,
}

/// Plays a tutorial with the orders and seeds it names. `computer` chooses for the other side where
/// a step asks for that.
///
/// # Errors
/// At the first step that cannot be played as written: if an order cannot be read or is refused, or
/// if its clauses are not those that occurred.
pub fn rehearse(
    tutorial: &Arc<Tutorial>,
    text: &str,
    rules: &dyn Rules,
    computer: &mut dyn FnMut(&Battle) -> Option<Order>,
) -> Result<Rehearsal, Flaws> {
    let mut play = Play {
        text,
        rules,
        guide: Guide::new(Arc::clone(tutorial)),
        journal: Journal::open(tutorial.start.clone(), rules, tutorial.seed),
        scenes: Vec::new(),
    };
    loop {
        let now = play.guide.now(rules, &play.journal);
        let Some(step) = play.guide.step().cloned() else {
            break;
        };
        if play.journal.next() > MOST_ORDERS {
            let most = say!(
                "this tutorial does not end within {most} orders",
                most = MOST_ORDERS
            );
            return Err(play.flaw(step.span, most));
        }
        match now.stand {
            Stand::Over => break,
            Stand::Told(false) => return Err(play.untold(&step)),
            Stand::Read | Stand::Told(true) => {
                play.guide.go_on(rules, &play.journal);
            }
            Stand::Astray => return Err(play.astray(&step)),
            Stand::Do | Stand::Watch => {
                let order = now.next.or_else(|| computer(play.journal.now()));
                match order {
                    Some(order) => play.give(&step, order)?,
                    None => return Err(play.flaw(step.span, "there is no order to give here")),
                }
            }
        }
    }
    Ok(Rehearsal {
        journal: play.journal,
        scenes: play.scenes,
    })
}

struct Play<'t> {
    text: &'t str,
    rules: &'t dyn Rules,
    guide: Guide,
    journal: Journal,
    scenes: Vec<Scene>,
}

impl Play<'_> {
    fn give(&mut self, step: &Step, order: Order) -> Result<(), Flaws> {
        let mut dice = self.guide.dice(&self.journal);
        let played = self.rules.play(self.journal.now(), &order, &mut dice);
        let (_, events) = played.map_err(|refusals| {
            let told = self.reasons(&refusals);
            self.flaw(
                step.span.clone(),
                say!("an order is refused: {why}", why = told),
            )
        })?;
        let stream = dice.stream();
        let rolls = dice.into_rolls();
        let card = self.rules.card();
        let mut now = self.journal.now().clone();
        let mut told = vec![sandtable_tell::order(&now, card, &order)];
        for roll in &rolls {
            told.push(format!(
                "  [{}] {}",
                card.cite(roll.why),
                sandtable_tell::roll(card, roll)
            ));
        }
        for event in &events {
            if let Some(text) = sandtable_tell::event(&now, card, event) {
                told.push(format!("  {text} [{}]", card.cite(event.why())));
            }
            now.apply(event);
        }
        let place = self.guide.place();
        match self.scenes.last_mut() {
            Some(scene) if scene.step == place => scene.told.extend(told),
            _ => self.scenes.push(Scene { step: place, told }),
        }
        self.journal.append(Some(order), rolls, events);
        self.journal.thrown_from(stream);
        self.guide.settle(self.rules, &self.journal);
        Ok(())
    }

    fn reasons(&self, refusals: &sandtable_battle::Refusals) -> String {
        let (now, card) = (self.journal.now(), self.rules.card());
        let told: Vec<String> = refusals
            .reasons()
            .iter()
            .map(|r| {
                format!(
                    "{} ({})",
                    sandtable_tell::refusal(now, card, r),
                    card.cite(r.clause)
                )
            })
            .collect();
        told.join("; ")
    }

    fn flaw(&self, span: Range<usize>, message: impl Into<String>) -> Flaws {
        Flaws::one(self.text, span, message, Some(self.stands()))
    }

    /// Describes the current position, for the author.
    fn stands(&self) -> String {
        let (now, card) = (self.journal.now(), self.rules.card());
        let phase = card.phases.get(usize::from(now.cursor.phase));
        let side = &now.setting.sides[now.to_move().index()].name;
        let stands = say!(
            "after {n} orders it is turn {turn}, {phase}, {side} to move",
            n = self.journal.next().saturating_sub(1),
            turn = now.cursor.turn,
            phase = phase.map_or("", |p| p.title.as_str()),
            side = side
        );
        match now.cursor.waits {
            Some(_) => say!("{stands}, who has a decision to make", stands = stands),
            None => stands,
        }
    }

    /// Reports clauses that a step announces but no event cites.
    fn untold(&self, step: &Step) -> Flaws {
        let card = self.rules.card();
        let from = usize::try_from(self.guide.line()).unwrap_or_default() + 1;
        let lines = self.journal.lines().get(from..).unwrap_or_default();
        let rolls = lines.iter().flat_map(|l| l.rolls.iter().map(|r| r.why));
        let events = lines.iter().flat_map(|l| l.events.iter().map(Event::why));
        let cited: Vec<Clause> = rolls.chain(events).collect();
        let missing: Vec<String> = step
            .shows
            .iter()
            .filter(|c| !cited.contains(c))
            .map(|&c| card.cite(c))
            .collect();
        let mut names: Vec<String> = cited.iter().map(|&c| card.cite(c)).collect();
        names.sort();
        names.dedup();
        let message = say!(
            "what happens in this step does not cite {missing}; it cites {names}",
            missing = missing.join(", "),
            names = names.join(", ")
        );
        Flaws::one(self.text, step.span.clone(), message, None)
    }

    /// Reports why a step cannot go on: the order that cannot be given.
    fn astray(&self, step: &Step) -> Flaws {
        let now = self.journal.now();
        let mine = now.to_move() == self.guide.tutorial().side;
        let theirs: &[Line] = match &step.foe {
            Foe::Orders(lines) => lines,
            Foe::Computer => &[],
        };
        let given = self.journal.next().saturating_sub(self.guide.line() + 1);
        let done = self.guide.now(self.rules, &self.journal).done;
        let theirs_given = usize::try_from(given).unwrap_or(0).saturating_sub(done);
        let (lines, given) = if mine {
            (step.orders.as_slice(), done)
        } else {
            (theirs, theirs_given)
        };
        let mut notes = Notes::new(self.text);
        for line in lines.iter().skip(given) {
            match notation::parse(&line.text, now, self.rules.card()) {
                Err(trouble) => notes.add(line.span.clone(), trouble.to_string()),
                Ok(order) => {
                    if let Err(refusals) = self.rules.judge(now, &order) {
                        let told = self.reasons(&refusals);
                        notes.hint(line.span.clone(), told, self.stands());
                    }
                }
            }
        }
        if notes.clean() {
            let whose = if mine {
                say("the learner")
            } else {
                say("the other side")
            };
            return self.flaw(
                step.span.clone(),
                say!(
                    "{side} is to move and the step has no order left for it",
                    side = whose
                ),
            );
        }
        match notes.seal(None::<()>) {
            Err(flaws) => flaws,
            Ok(()) => self.flaw(step.span.clone(), "this step cannot be played"),
        }
    }
}
