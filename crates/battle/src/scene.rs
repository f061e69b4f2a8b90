//! A scene: a battle in which one order is being resolved.

use crate::battle::KEPT;
use crate::{
    Await, Battle, Clause, Cursor, Event, Gait, Group, Outcome, Pack, Rest, Side, Status, UnitId,
};
use sandtable_geometry::{Length, Point, Pose};
use std::ops::Deref;

/// A battle and what has happened to it since the order was given. Rules read
/// it as a [`Battle`] and change it only by telling events, each of which is
/// applied at once; events that would change nothing are not told.
#[derive(Clone, Debug)]
pub struct Scene {
    battle: Battle,
    events: Vec<Event>,
    stopped: Option<Stopped>,
    apart: Vec<(UnitId, Rest)>,
}

/// Where a resolution stopped, to be gone on with by
/// [`crate::Advice::foresee_on`]. It is no part of the battle: only exploring
/// stops a resolution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stopped {
    /// How far it has come. Of states that wait the least advanced are gone on
    /// with first, so that those alike meet; the odds are the same in any order.
    pub rank: i32,
    /// All that is needed to go on beside the battle.
    pub left: Rest,
}

impl Deref for Scene {
    type Target = Battle;

    fn deref(&self) -> &Battle {
        &self.battle
    }
}

impl Scene {
    /// A scene that starts from a battle.
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

    /// Gives out the battle as it stands and takes another in its place, which
    /// [`Scene::reset`] overwrites: order after order without new memory.
    pub const fn swap(&mut self, battle: &mut Battle) {
        std::mem::swap(&mut self.battle, battle);
    }

    /// Stops the resolution because dice asked for it ([`crate::Dice::pauses`]), with
    /// what is left to do: a type of the rule set's own, which [`Rest::read`] gives back.
    pub fn stop_with(&mut self, rank: i32, left: &impl Pack) {
        let left = Rest::of(left);
        self.stopped = Some(Stopped { rank, left });
    }

    /// Where the resolution stopped, if it did.
    #[must_use]
    pub const fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    /// Leaves apart what is still open of a unit and nothing else depends on, because
    /// dice asked for it ([`crate::Dice::leaves_apart`]):
    /// [`crate::Advice::foresee_on`] goes on with it.
    pub fn leave_apart(&mut self, unit: UnitId, left: &impl Pack) {
        self.apart.push((unit, Rest::of(left)));
    }

    /// What was left apart.
    #[must_use]
    pub fn apart(&self) -> &[(UnitId, Rest)] {
        &self.apart
    }

    /// What happened so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The battle as it stands.
    #[must_use]
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The battle as it stands now, and what happened.
    #[must_use]
    pub fn finish(self) -> (Battle, Vec<Event>) {
        (self.battle, self.events)
    }

    /// Tells one event.
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

    /// Sets a small counter, by its place in the card; marks with a type are set by
    /// [`Scene::set`].
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

    /// Joins a unit to another, or parts it from the one it is with.
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

    /// Changes where a unit is: off the table, onto it, lost.
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

    /// Enters a phase, in which a side speaks.
    pub fn enter(&mut self, phase: u8, side: Side, why: Clause) {
        let to = Cursor {
            phase,
            side,
            ..self.battle.cursor
        };
        self.turn(to, why);
    }

    /// Lets a side speak next, in the same phase.
    pub fn hand_to(&mut self, side: Side, why: Clause) {
        self.enter(self.battle.cursor.phase, side, why);
    }

    /// Asks a player to choose: the resolution should end soon after.
    pub fn await_(&mut self, waits: Await) {
        let to = Cursor {
            waits: Some(waits),
            ..self.battle.cursor
        };
        self.turn(to, waits.why);
    }

    /// Nobody is asked to choose any more: the choice was made.
    pub fn answered(&mut self, why: Clause) {
        let to = Cursor {
            waits: None,
            ..self.battle.cursor
        };
        self.turn(to, why);
    }

    /// Tells what dice came to.
    pub fn told(&mut self, why: Clause, outcome: u16, unit: UnitId, other: Option<UnitId>) {
        self.tell(Event::Told {
            why,
            outcome,
            unit,
            other,
        });
    }

    /// Takes down what of a linear feature lies within a reach of a point.
    pub fn open(&mut self, feature: u8, at: Point, reach: Length, why: Clause) {
        self.tell(Event::Opened {
            feature,
            at,
            reach,
            why,
        });
    }

    /// Notes numbers that the resolution will need when it goes on after a
    /// choice; none to forget what was noted. At most [`crate::NOTES`] are kept.
    fn note(&mut self, numbers: &[i32], why: Clause) {
        let most = self.notes.len().max(numbers.len()).min(crate::NOTES);
        // From the end, so that the list never grows by a nought.
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

    /// Keeps on the table what the resolution will need when it goes on after a choice;
    /// nothing to forget it. [`Battle::kept`] reads it.
    pub fn keep<T: Pack>(&mut self, value: Option<&T>, why: Clause) {
        let mut numbers = value.map(Pack::packed).unwrap_or_default();
        // Noughts at the end are dropped: the last number is never one.
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
