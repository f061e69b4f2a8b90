//! The calls that move a battle on, and those that take it back.

use crate::faces::fits;
use crate::game::Game;
use crate::lesson::{self, Hint};
use crate::view::{Answer, Played, RefusalView, Saying, View, Wanted};
use crate::{EngineError, Look, Session, umpire};
use sandtable_battle::joint::Pledge;
use sandtable_battle::phrase::unseen;
use sandtable_battle::{Dice, Order, Recorded, Stream, c};
use sandtable_files::Journal;
use sandtable_files::journal::{Line, ruled};
use sandtable_opponents::Player;
use sandtable_tongue::say;
use std::sync::Arc;

impl Session {
    /// Gives an order. `number` is that of the view on which it was chosen. Without faces the
    /// engine rolls the dice; with faces they are those thrown by hand, with a 0 for each throw
    /// that is left to the engine. If they run short, the answer says what to throw next, and
    /// nothing has happened.
    ///
    /// # Errors
    /// If the order is stale or refused, or the faces do not fit the dice asked for.
    pub fn play(
        &mut self,
        order: &Order,
        number: usize,
        faces: Option<&[u8]>,
    ) -> Result<Answer, EngineError> {
        self.play_stated(order, number, faces, None)
    }

    /// Gives an order together with a statement about the real table, if positions are left to it.
    ///
    /// # Errors
    /// As [`Session::play`], and if a unit cannot stand as stated.
    pub fn play_stated(
        &mut self,
        order: &Order,
        number: usize,
        faces: Option<&[u8]>,
        says: Option<&Saying>,
    ) -> Result<Answer, EngineError> {
        let game = self.game_mut()?;
        if number != game.number() as usize {
            return Err(stale(game, number));
        }
        if game.journal.is_full() {
            return Err(EngineError::new(
                "this journal is full: with another order its file could not be read again",
            ));
        }
        let stated = says.map(|says| game.stated(says)).transpose()?;
        // Doing what the next step asks for takes a learner on to it.
        let mut guide = game.guide.clone();
        if let Some(guide) = &mut guide {
            guide.lead(order, game.rules.as_ref(), &game.journal);
        }
        let mut rolled = match &guide {
            Some(guide) => guide.dice(&game.journal),
            None => game.journal.dice(),
        };
        let stream = rolled.stream();
        let mut thrown = Recorded::by_hand(faces.unwrap_or_default(), rolled.clone());
        let dice: &mut dyn Dice = match faces {
            Some(_) => &mut thrown,
            None => &mut rolled,
        };
        let there = stated
            .as_ref()
            .map_or(game.journal.now(), |(there, _)| there);
        let (_, events) = game.rules.play(there, order, dice).map_err(|r| {
            EngineError::refused(Look::new(game.rules.as_ref(), there).refusals_of(order, &r))
        })?;
        if faces.is_some()
            && let Some(wanted) = fits(&game.look(), &thrown, Some(order))?
        {
            return Ok(Answer::Wanted { wanted });
        }
        let rolls = match faces {
            Some(_) => thrown.rolls().to_vec(),
            None => rolled.into_rolls(),
        };
        game.guide = guide;
        Ok(Answer::Played(Box::new(
            game.keep(stated, order, rolls, events, stream),
        )))
    }

    /// Returns the next throw that an order needs, given the faces so far; none if it has them all.
    /// Nothing happens.
    ///
    /// # Errors
    /// If the order is refused, or the faces do not fit the dice asked for.
    pub fn wanted(&mut self, order: &Order, faces: &[u8]) -> Result<Option<Wanted>, EngineError> {
        let game = self.game_mut()?;
        let mut thrown = Recorded::of_hand(faces);
        game.rules
            .play(game.journal.now(), order, &mut thrown)
            .map_err(|refusals| game.refused(&refusals))?;
        fits(&game.look(), &thrown, Some(order))
    }

    /// Applies a line of a journal that another engine keeps, as JSON: it is replayed with its own
    /// dice, so that only what the rules give is accepted.
    ///
    /// With joint dice, `pledged` is what was pledged before the throw was asked for: dice that do
    /// not come from it are refused as well.
    ///
    /// # Errors
    /// If the line does not follow, or the rules or the pledges disagree with it.
    pub fn follow(
        &mut self,
        line: &str,
        pledged: Option<&[Pledge]>,
    ) -> Result<Played, EngineError> {
        let game = self.game_mut()?;
        let line: Line = serde_json::from_str(line)
            .map_err(|error| EngineError::new(format!("this is no line of a journal: {error}")))?;
        if let Some(pledged) = pledged {
            thrown_jointly(&game.journal, &line, pledged)?;
        }
        if line.n == 0 {
            return reopen(game, &line);
        }
        if line.stated.is_some() {
            return follow_ruling(game, &line);
        }
        umpire::follows(&game.journal, &line)?;
        let Some(order) = &line.order else {
            return Err(EngineError::new("a line that follows another has an order"));
        };
        let faces: Vec<u8> = line.rolls.iter().flat_map(|r| r.faces.clone()).collect();
        let mut dice = Recorded::new(&faces);
        let rules = game.rules.as_ref();
        let (_, events) = rules
            .play(game.journal.now(), order, &mut dice)
            .map_err(|refusals| game.refused(&refusals))?;
        if events != line.events || dice.wanted().is_some() || dice.left_over() > 0 {
            return Err(EngineError::new(say!(
                "line {n} is not what the rules give",
                n = line.n
            )));
        }
        let usual = Stream {
            seed: game.journal.header.seed,
            number: line.n,
        };
        let order = order.clone();
        let stream = line.stream.unwrap_or(usual);
        let played = game.keep(None, &order, line.rolls, line.events, stream);
        if let Some(joint) = line.joint {
            game.journal.thrown_jointly(*joint);
        }
        Ok(played)
    }

    /// Returns the computer's next order for the side to move, without giving it.
    ///
    /// # Errors
    /// If there is no such level, or no order to give.
    pub fn think(&mut self, id: &str) -> Result<Order, EngineError> {
        let game = self.game_mut()?;
        let id = match lesson::hint(game, id)? {
            Hint::Order(order) => return Ok(order),
            Hint::Level(id) => id,
        };
        if game.journal.now().setting.stated {
            return Err(EngineError::new(unseen())
                .hint("positions are left to the table: people play both sides"));
        }
        let named = crate::levels::player(id)?;
        let seed = game.journal.header.seed;
        let players = &mut game.players;
        let player: &mut Box<dyn Player> = players
            .entry(id.to_owned())
            .or_insert_with(|| named.player(seed));
        let found = player.choose(game.rules.as_ref(), game.journal.now());
        if let Some(thought) = player.why().cloned() {
            let rules = Arc::clone(&game.rules);
            self.coach.keep(rules.as_ref(), &thought, &named);
        }
        let game = self.game_mut()?;
        found.ok_or_else(|| {
            EngineError::new(match game.journal.now().ended {
                Some(_) => "the battle is over: nobody can give an order",
                None => "the computer finds no order to give",
            })
        })
    }

    /// Goes back to before the last order, at most to the last roll of dice.
    ///
    /// # Errors
    /// If nothing was ordered yet, or dice fell in the last order.
    pub fn undo(&mut self) -> Result<View, EngineError> {
        let game = self.game_mut()?;
        if game.number() == 0 {
            return Err(EngineError::new("nothing was ordered yet"));
        }
        if !game.can_undo() {
            return Err(
                EngineError::new("dice fell in the last order: it cannot be taken back")
                    .hint("you can play on from any line of a battle's replay"),
            );
        }
        game.journal.take_back();
        game.players.clear();
        game.settle();
        Ok(game.view())
    }

    /// Opens the battle again with dice thrown by hand, as [`Session::play`] takes them, before the
    /// first order is given.
    ///
    /// # Errors
    /// If an order was given, or the faces do not fit the dice asked for.
    pub fn opening(&mut self, faces: &[u8]) -> Result<Answer, EngineError> {
        let game = self.game_mut()?;
        if game.number() > 0 {
            return Err(
                EngineError::new("the battle was opened before its first order")
                    .hint("take its orders back first"),
            );
        }
        let seed = game.journal.header.seed;
        let mut journal = Journal::begin(game.journal.start().clone(), game.rules.card(), seed);
        journal.header.seal.clone_from(&game.journal.header.seal);
        let mut thrown = Recorded::by_hand(faces, journal.dice());
        let events = game.journal.opening(game.rules.as_ref(), &mut thrown);
        if let Some(wanted) = fits(&game.look(), &thrown, None)? {
            return Ok(Answer::Wanted { wanted });
        }
        let entry =
            Look::new(game.rules.as_ref(), journal.now()).entry(0, None, thrown.rolls(), &events);
        journal.append(None, thrown.rolls().to_vec(), events);
        game.journal = journal;
        game.players.clear();
        Ok(Answer::Played(Box::new(Played {
            view: game.view(),
            entry,
            motions: Vec::new(),
            act: None,
        })))
    }

    /// Takes back every order after a line, and keeps them struck out in the journal, so that wrong
    /// entries at a real table remain visible.
    ///
    /// # Errors
    /// If there is no such line.
    pub fn strike(&mut self, number: usize) -> Result<View, EngineError> {
        let game = self.game_mut()?;
        let line = u32::try_from(number).ok();
        if !line.is_some_and(|n| game.journal.strike(n)) {
            return Err(game.no_line(number));
        }
        game.players.clear();
        game.settle();
        Ok(game.view())
    }

    /// Goes on from a line and drops what came after.
    ///
    /// # Errors
    /// If there is no such line.
    pub fn fork(&mut self, number: usize) -> Result<View, EngineError> {
        let game = self.game_mut()?;
        let journal = u32::try_from(number)
            .ok()
            .and_then(|n| game.journal.fork(n));
        game.journal = journal.ok_or_else(|| game.no_line(number))?;
        game.players.clear();
        game.settle();
        Ok(game.view())
    }
}

fn stale(game: &Game, number: usize) -> EngineError {
    let look = game.look();
    let title = look.title(c::STALE).to_owned();
    let stands = game.number();
    EngineError::refused(vec![RefusalView {
        clause: look.cite(c::STALE),
        says: say!(
            "{title}: the order follows line {number}, the battle stands at {stands}",
            title = title,
            number = number,
            stands = stands
        ),
        title,
        unit: None,
        point: None,
        tape: None,
        ground: None,
    }])
}

/// Applies the line of a ruling that was given elsewhere.
fn follow_ruling(game: &mut Game, line: &Line) -> Result<Played, EngineError> {
    umpire::follows(&game.journal, line)?;
    let now = game.journal.now();
    let plain = line.order.is_none() && line.rolls.is_empty() && line.events.is_empty();
    let (Some(stated), true) = (line.stated.as_deref().cloned(), plain) else {
        return Err(EngineError::new("a line that follows another has an order"));
    };
    let after = ruled(now, &stated, game.rules.as_ref()).map_err(EngineError::new)?;
    let number = line.n as usize;
    let look = Look::new(game.rules.as_ref(), &after);
    let entry = look.entry_stated(number, Some(&stated), None, &[], &[]);
    game.journal
        .append_stated(Some(stated), None, Vec::new(), Vec::new());
    game.players.clear();
    game.settle();
    Ok(Played {
        view: game.view(),
        entry,
        motions: Vec::new(),
        act: None,
    })
}

/// Opens a battle that another engine keeps, with its line 0.
fn reopen(game: &mut Game, line: &Line) -> Result<Played, EngineError> {
    game.journal = umpire::reopened(&game.journal, game.rules.as_ref(), line)?;
    game.players.clear();
    let start = game.journal.start();
    let entry = Look::new(game.rules.as_ref(), start).entry(0, None, &line.rolls, &line.events);
    Ok(Played {
        view: game.view(),
        entry,
        motions: Vec::new(),
        act: None,
    })
}

/// Checks that the dice of a line follow from what the parties had pledged.
fn thrown_jointly(journal: &Journal, line: &Line, pledged: &[Pledge]) -> Result<(), EngineError> {
    let wrong = |why: String| {
        EngineError::new(say!(
            "the dice of line {n} do not follow from the pledges: {why}",
            n = line.n,
            why = why
        ))
    };
    let Some(joint) = &line.joint else {
        let none = line.rolls.is_empty();
        return none
            .then_some(())
            .ok_or_else(|| wrong(say!("nothing was opened for them")));
    };
    if let Some(odd) = joint
        .pledges
        .iter()
        .find(|pledge| !pledged.contains(pledge))
    {
        let says = say!("nobody announced the pledge {top}", top = odd.top);
        return Err(wrong(says));
    }
    let mut chains = journal.chains().map_err(wrong)?;
    chains.take(joint).map_err(wrong)?;
    let mut dice = joint.dice(line.n);
    let fell = line.rolls.iter().all(|roll| {
        let (count, sides) = roll.ask.dice();
        (0..count)
            .map(|_| dice.face(sides))
            .eq(roll.faces.iter().copied())
    });
    fell.then_some(()).ok_or_else(|| wrong(say!("other faces")))
}
