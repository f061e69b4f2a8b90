//! Joint dice in a room: who pledged what, which order waits for its throw, who opened his
//! part of it.

use crate::deed::{Bound, Deed};
use crate::seat::Seat;
use sandtable_battle::joint::{Joint, Party, Pledge, Value};
use serde::{Deserialize, Serialize};

/// How far ahead a player may open his part: throws that the others can make while he is
/// away.
pub const MOST_AHEAD: u32 = 64;

/// Whose dice a room is played with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum DiceKind {
    /// The server's: fresh random numbers for each order.
    #[default]
    Server,
    /// Joint ones: the server and the players each have a part, so nobody alone chooses or
    /// foresees a roll.
    Joint,
    /// Real ones: whoever gives an order throws for it and enters the faces. The opening and
    /// a computer's orders are thrown by the server.
    Hand,
}

/// The server's own chain in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    root: Value,
    from: u32,
}

impl Host {
    /// A chain by chance that opens the throws after one.
    #[must_use]
    pub const fn new(root: Value, from: u32) -> Self {
        Self { root, from }
    }

    /// What it pledges.
    #[must_use]
    pub fn pledge(&self) -> Pledge {
        Pledge {
            by: Party::Host,
            from: self.from,
            top: self.root.pledge(),
        }
    }

    fn opens(&self, throw: u32) -> Option<Value> {
        self.root.opens(throw.checked_sub(self.from)?)
    }
}

/// How joint dice stand, as pages see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JointView {
    /// What the server and the players pledged.
    pub pledges: Vec<Pledge>,
    /// The number of the last throw that was asked for.
    pub throw: u32,
    /// The order that waits for its throw.
    pub bound: Option<Bound>,
    /// Up to which throw each player has opened his part.
    pub opened: [u32; 2],
    /// Whose part is awaited.
    pub waits: Option<Seat>,
}

/// How joint dice stand, as the deeds of a room tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joints {
    /// Whether a person plays each side: only he has a part.
    persons: [bool; 2],
    pledges: [Option<Pledge>; 2],
    opened: [Option<(u32, Value)>; 2],
    throw: u32,
    bound: Option<Bound>,
}

impl Joints {
    /// Nothing pledged yet, after some throws that a battle brings along.
    #[must_use]
    pub const fn new(persons: [bool; 2], throw: u32) -> Self {
        Self {
            persons,
            pledges: [None; 2],
            opened: [None; 2],
            throw,
            bound: None,
        }
    }

    /// Goes on by a deed.
    pub fn take(&mut self, deed: &Deed) {
        match deed {
            Deed::Pledged { by, top } => self.pledge(*by, *top),
            Deed::Bound(bound) => {
                self.throw = bound.throw;
                self.bound = Some(bound.clone());
            }
            Deed::Opened {
                by,
                throw,
                value: Some(value),
            } => {
                if let Some(place) = by.place() {
                    self.opened[place] = Some((*throw, *value));
                }
            }
            Deed::Line(_) | Deed::Opening(_) => self.bound = None,
            _ => {}
        }
    }

    /// A pledge takes the place of the one before. Who opened further than the last throw
    /// must pledge anew then: otherwise who knows those values could choose a chain by them.
    fn pledge(&mut self, by: Seat, top: Value) {
        let (Some(own), Some(other)) = (by.place(), by.other().place()) else {
            return;
        };
        let party = [Party::A, Party::B][own];
        self.pledges[own] = Some(Pledge {
            by: party,
            from: self.throw,
            top,
        });
        self.opened[own] = None;
        if self.opened[other].is_some_and(|(throw, _)| throw > self.throw) {
            self.opened[other] = None;
            self.pledges[other] = None;
        }
    }

    /// The order that waits for its throw.
    #[must_use]
    pub const fn bound(&self) -> Option<&Bound> {
        self.bound.as_ref()
    }

    /// The number of the next throw.
    #[must_use]
    pub const fn next(&self) -> u32 {
        self.throw.saturating_add(1)
    }

    /// Whether everybody who has a part has pledged.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        (0..2).all(|place| !self.persons[place] || self.pledges[place].is_some())
    }

    /// Whose part of the throw is awaited; first that of who gave the order.
    #[must_use]
    pub fn waits(&self) -> Option<Seat> {
        let bound = self.bound.as_ref()?;
        let first = bound.by.unwrap_or(Seat::A);
        [first, first.other()].into_iter().find(|seat| {
            let place = seat.place().unwrap_or(0);
            self.persons[place] && self.part(place, bound.throw).is_none()
        })
    }

    /// What a player opened for a throw: values further ahead give it, too.
    fn part(&self, place: usize, throw: u32) -> Option<Value> {
        let (ahead, value) = self.opened[place]?;
        Some(value.hashed(ahead.checked_sub(throw)?))
    }

    /// Whether a player may open a value for a throw.
    #[must_use]
    pub fn may_open(&self, place: usize, throw: u32, value: Value) -> bool {
        let known = self.opened[place].map_or(0, |(throw, _)| throw);
        let fits = throw > known && throw <= self.throw.saturating_add(MOST_AHEAD);
        fits && self.pledges[place].is_some_and(|pledge| pledge.gives(throw, value))
    }

    /// The throw that the bound order waits for, once everybody has opened his part.
    #[must_use]
    pub fn throw(&self, host: &Host) -> Option<Joint> {
        let bound = self.bound.as_ref()?;
        if self.waits().is_some() {
            return None;
        }
        Some(Joint {
            throw: bound.throw,
            pledges: self.all(host),
            host: host.opens(bound.throw)?,
            a: self.part(0, bound.throw),
            b: self.part(1, bound.throw),
        })
    }

    /// Whether the server's chain lasts for another throw.
    #[must_use]
    pub fn lasts(&self, host: &Host) -> bool {
        host.opens(self.next()).is_some()
    }

    fn all(&self, host: &Host) -> Vec<Pledge> {
        let players = self.pledges.iter().flatten().copied();
        std::iter::once(host.pledge()).chain(players).collect()
    }

    /// As pages see it.
    #[must_use]
    pub fn view(&self, host: &Host) -> JointView {
        JointView {
            pledges: self.all(host),
            throw: self.throw,
            bound: self.bound.clone(),
            opened: self.opened.map(|part| part.map_or(0, |(throw, _)| throw)),
            waits: self.waits(),
        }
    }
}
