//! A scene: a battle in which one order is being resolved.

use crate::battle::KEPT;
use crate::{
    Await, Battle, Clause, Cursor, Event, Gait, Group, Outcome, Pack, Rest, Side, Status, UnitId,
};
use sandtable_geometry::{Length, Point, Pose};
use std::ops::Deref;

/// A battle and what has happened to it since the order was given. Rules read it as a [`Battle`]
/// and change it only through events, each of which is applied at once; events that would change
/// nothing are left out.
#[derive(Clone, Debug)]
pub struct Scene {
    battle: Battle,
    events: Vec<Event>,
    stopped: Option<Stopped>,
    apart: Vec<(UnitId, Rest)>,
}

/// Where a resolution stopped, so that [`crate::Advice::foresee_on`] can continue it. It is not
/// part of the battle: only exploring stops a resolution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stopped {
    /// How far the resolution has come. Of the waiting states, the least advanced continue first,
    /// so that equal states meet; the odds are the same in any order.
    pub rank: i32,
    /// Everything besides the battle that is needed to continue.
    pub left: Rest,
}

impl Deref for Scene {
    type Target = Battle;

    fn deref(&self) -> &Battle {
        &self.battle
    }
}

impl Scene {
    /// Makes a scene that starts from a battle.
    #[must_use]
    pub fn new(mut battle: Battle) -> Self {
        battle.units.note();
        Self {
            battle,
            events: Vec::new(),
            stopped: None,
            apart: Vec::new(),
        }
    }

    /// Starts again from another battle, keeping the memory.
    pub fn reset(&mut self, battle: &Battle) {
        self.battle.clone_from(battle);
        self.battle.units.note();
        self.events.clear();
        self.stopped = None;
        self.apart.clear();
    }

    /// Hands out the current battle and takes another in its place, which [`Scene::reset`]
    /// overwrites: order after order without new memory.
    pub const fn swap(&mut self, battle: &mut Battle) {
        std::mem::swap(&mut self.battle, battle);
    }

    /// Stops the resolution because the dice asked for it ([`crate::Dice::pauses`]), and stores
    /// what is left to do: a type of the rule set's own, which [`Rest::read`] returns.
    pub fn stop_with(&mut self, rank: i32, left: &impl Pack) {
        let left = Rest::of(left);
        self.stopped = Some(Stopped { rank, left });
    }

    /// Returns where the resolution stopped, if it did.
    #[must_use]
    pub const fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    /// Sets apart what is still open about a unit and affects nothing else, because the dice asked
    /// for it ([`crate::Dice::leaves_apart`]); [`crate::Advice::foresee_on`] continues it.
    pub fn leave_apart(&mut self, unit: UnitId, left: &impl Pack) {
        self.apart.push((unit, Rest::of(left)));
    }

    /// Returns what was set apart.
    #[must_use]
    pub fn apart(&self) -> &[(UnitId, Rest)] {
        &self.apart
    }

    /// Returns what happened so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the current battle.
    #[must_use]
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Returns the current battle and what happened.
    #[must_use]
    pub fn finish(self) -> (Battle, Vec<Event>) {
        (self.battle, self.events)
    }

    /// Applies one event and records it.
    pub fn tell(&mut self, event: Event) {
        self.battle.apply(&event);
        self.events.push(event);
    }

    /// Moves a unit.
    pub fn shift(&mut self, unit: UnitId, to: Pose, gait: Gait, why: Clause) {
        let from = self.unit(unit).pose;
        if from != to {
            self.tell(Event::Moved {
                unit,
                from,
                to,
                gait,
                why,
            });
        }
    }

    /// Sets a small counter, by its index in the card; [`Scene::set`] sets marks with a type.
    pub fn mark(&mut self, unit: UnitId, mark: u8, to: i8, why: Clause) {
        self.set_number(unit, mark, i32::from(to), why);
    }

    /// Sets the number of stands.
    pub fn stands(&mut self, unit: UnitId, to: u8, why: Clause) {
        let from = self.unit(unit).stands;
        if from != to {
            self.tell(Event::StandsLost {
                unit,
                from,
                to,
                why,
            });
        }
    }

    /// Sets the formation.
    pub fn form(&mut self, unit: UnitId, to: u8, why: Clause) {
        let from = self.unit(unit).formation;
        if from != to {
            self.tell(Event::Formed {
                unit,
                from,
                to,
                why,
            });
        }
    }

    /// Joins a unit to another, or separates it from the one it is with.
    pub fn join(&mut self, unit: UnitId, to: Option<UnitId>, why: Clause) {
        let from = self.unit(unit).with;
        if from != to {
            self.tell(Event::Joined {
                unit,
                from,
                to,
                why,
            });
        }
    }

    /// Puts a unit into another group.
    pub fn regroup(&mut self, unit: UnitId, to: Group, why: Clause) {
        let from = self.unit(unit).group;
        if from != to {
            self.tell(Event::Regrouped {
                unit,
                from,
                to,
                why,
            });
        }
    }

    /// Changes the status of a unit: off the table, onto it, lost.
    pub fn become_(&mut self, unit: UnitId, to: Status, why: Clause) {
        let from = self.unit(unit).status;
        if from != to {
            self.tell(Event::Became {
                unit,
                from,
                to,
                why,
            });
        }
    }

    /// Lays a piece of terrain.
    pub fn lay(&mut self, piece: u8, at: Pose, why: Clause) {
        self.tell(Event::Laid { piece, at, why });
    }

    /// Moves the cursor.
    pub fn turn(&mut self, to: Cursor, why: Clause) {
        let from = self.battle.cursor;
        if from != to {
            self.tell(Event::Turned { from, to, why });
        }
    }

    /// Enters a phase and hands the move to a side.
    pub fn enter(&mut self, phase: u8, side: Side, why: Clause) {
        let to = Cursor {
            phase,
            side,
            ..self.battle.cursor
        };
        self.turn(to, why);
    }

    /// Hands the move to a side, in the same phase.
    pub fn hand_to(&mut self, side: Side, why: Clause) {
        self.enter(self.battle.cursor.phase, side, why);
    }

    /// Asks a player to choose; the resolution should end soon after.
    pub fn await_(&mut self, waits: Await) {
        let to = Cursor {
            waits: Some(waits),
            ..self.battle.cursor
        };
        self.turn(to, waits.why);
    }

    /// Withdraws the question, because the choice was made.
    pub fn answered(&mut self, why: Clause) {
        let to = Cursor {
            waits: None,
            ..self.battle.cursor
        };
        self.turn(to, why);
    }

    /// Records the outcome of dice.
    pub fn told(&mut self, why: Clause, outcome: u16, unit: UnitId, other: Option<UnitId>) {
        self.tell(Event::Told {
            why,
            outcome,
            unit,
            other,
        });
    }

    /// Takes down the part of a linear feature within `reach` of a point.
    pub fn open(&mut self, feature: u8, at: Point, reach: Length, why: Clause) {
        self.tell(Event::Opened {
            feature,
            at,
            reach,
            why,
        });
    }

    /// Notes the numbers that the resolution will need when it continues after a choice; an empty
    /// list forgets them. At most [`crate::NOTES`] are kept.
    fn note(&mut self, numbers: &[i32], why: Clause) {
        let most = self.notes.len().max(numbers.len()).min(crate::NOTES);
        // From the end, so that the list never ends in a zero while it grows.
        for place in (0..most).rev() {
            let from = self.notes.get(place).copied().unwrap_or(0);
            let to = numbers.get(place).copied().unwrap_or(0);
            if let (true, Ok(place)) = (from != to, u8::try_from(place)) {
                self.tell(Event::Noted {
                    place,
                    from,
                    to,
                    why,
                });
            }
        }
    }

    /// Keeps on the table what the resolution will need when it continues after a choice; `None`
    /// forgets it. [`Battle::kept`] reads it.
    pub fn keep<T: Pack>(&mut self, value: Option<&T>, why: Clause) {
        let mut numbers = value.map(Pack::packed).unwrap_or_default();
        // Zeros at the end are dropped, so the last number must not be one.
        numbers.extend(value.map(|_| KEPT));
        self.note(&numbers, why);
    }

    /// Sets a side's points for zones held.
    pub fn score(&mut self, side: Side, to: i16, why: Clause) {
        let from = self.score[side.index()];
        if from != to {
            self.tell(Event::Scored {
                side,
                from,
                to,
                why,
            });
        }
    }

    /// Ends the battle.
    pub fn end(&mut self, outcome: Outcome, why: Clause) {
        if self.battle.ended.is_none() {
            self.tell(Event::Ended { outcome, why });
        }
    }
}
