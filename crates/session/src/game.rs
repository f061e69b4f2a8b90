//! One battle with its rules, its journal and the players that think in it.

use crate::Place;
use crate::view::{Played, SealView, View};
use crate::words;
use crate::{EngineError, Look};
use sandtable_battle::{
    Battle, Clause, Event, Order, Refusals, Roll, Rules, Stated, Stream, UnitId, Witness, c,
};
use sandtable_files::Journal;
use sandtable_files::journal::Line;
use sandtable_opponents::Player;
use sandtable_tongue::say;
use sandtable_tutorial::Guide;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A battle with its rules, its journal and the players that think in it.
pub(crate) struct Game {
    pub(crate) rules: Arc<dyn Rules>,
    pub(crate) journal: Journal,
    /// The guided battle that this is, until the player leaves it.
    pub(crate) guide: Option<Guide>,
    pub(crate) players: BTreeMap<String, Box<dyn Player>>,
}

impl Game {
    pub(crate) fn new(rules: Arc<dyn Rules>, journal: Journal) -> Self {
        Self {
            rules,
            journal,
            guide: None,
            players: BTreeMap::new(),
        }
    }

    pub(crate) fn look(&self) -> Look<'_> {
        Look::new(self.rules.as_ref(), self.journal.now())
    }

    /// Returns the number of orders played: the number of the journal's last line.
    pub(crate) fn number(&self) -> u32 {
        self.journal.next().saturating_sub(1)
    }

    /// Returns whether the last order can be taken back: no dice fell in it.
    pub(crate) fn can_undo(&self) -> bool {
        let last = self.journal.lines().last();
        let given = |line: &Line| line.order.is_some() || line.stated.is_some();
        last.is_some_and(|line| given(line) && line.rolls.is_empty())
    }

    /// Returns the clause by which the battle ended, up to a line.
    pub(crate) fn ended_by(&self, number: u32) -> Option<Clause> {
        let until = self.journal.lines().iter().take_while(|l| l.n <= number);
        if let Some(stated) = until.clone().last().and_then(|line| line.stated.as_ref())
            && stated.ended.is_some()
        {
            return Some(c::DECLARED);
        }
        let events: Vec<_> = until.flat_map(|line| &line.events).collect();
        let end = |e: &&Event| matches!(e, Event::Ended { .. }).then(|| e.why());
        events.iter().rev().find_map(end)
    }

    /// Returns the view of the battle after a line.
    pub(crate) fn view_of(&self, battle: &Battle, number: u32) -> View {
        let now = number == self.number();
        let mut view = Look::new(self.rules.as_ref(), battle).view(Place {
            number: number as usize,
            can_undo: now && self.can_undo(),
            seed: self.journal.header.seed,
            ended_by: battle.ended.and_then(|_| self.ended_by(number)),
        });
        view.left = self.left(battle);
        view.seal = self.journal.header.seal.as_ref().map(|seal| SealView {
            code: seal.code(),
            word: seal.word.clone(),
            until: seal.until,
            secret: battle.ended.map(|_| seal.secret.clone()),
        });
        if now && view.left.is_some() {
            let ready = sandtable_real_table::ready(self.rules.as_ref(), battle, &self.kept());
            view.ready = ready.iter().map(|id| id.0).collect();
            for unit in &mut view.units {
                unit.ready = view.ready.contains(&unit.id);
            }
        }
        view
    }

    pub(crate) fn view(&self) -> View {
        self.view_of(self.journal.now(), self.number())
    }

    /// Adds an order and its effects to the journal.
    pub(crate) fn keep(
        &mut self,
        stated: Option<(Battle, Stated)>,
        order: &Order,
        rolls: Vec<Roll>,
        events: Vec<Event>,
        stream: Stream,
    ) -> Played {
        let look = match &stated {
            Some((there, _)) => Look::new(self.rules.as_ref(), there),
            None => self.look(),
        };
        let number = self.number() as usize + 1;
        let told = stated.as_ref().map(|(_, stated)| stated);
        let entry = look.entry_stated(number, told, Some(order), &rolls, &events);
        // Without positions no movement can be shown.
        let motions = if look.battle.setting.stated {
            Vec::new()
        } else {
            look.motions(&events)
        };
        let stated = stated.map(|(_, stated)| stated);
        self.journal
            .append_stated(stated, Some(order.clone()), rolls, events);
        self.journal.thrown_from(stream);
        self.settle();
        Played {
            view: self.view(),
            entry,
            motions,
            act: words::act(order),
        }
    }

    /// Brings the guide up to date with the journal.
    pub(crate) fn settle(&mut self) {
        if let Some(guide) = &mut self.guide {
            guide.settle(self.rules.as_ref(), &self.journal);
        }
    }

    pub(crate) fn refused(&self, refusals: &Refusals) -> EngineError {
        EngineError::refused(self.look().refusals(refusals))
    }

    /// Returns the error that there is no such line.
    pub(crate) fn no_line(&self, number: usize) -> EngineError {
        EngineError::new(say!(
            "there is no line {number} in this battle",
            number = number
        ))
        .hint(say!("it has the lines 0 to {last}", last = self.number()))
    }

    pub(crate) fn unit(&self, unit: u8) -> Result<UnitId, EngineError> {
        let id = UnitId(unit);
        match self.journal.now().get(id) {
            Some(_) => Ok(id),
            None => Err(self.refused(&Refusals::one(c::NO_SUCH_UNIT, Witness::Unit(id)))),
        }
    }
}
