//! Joint dice in a room: who pledged what, which order waits for its throw, and who has opened
//! their part of it.

use crate::deed::{Bound, Deed};
use crate::seat::Seat;
use crate::wire::Trouble;
use sandtable_battle::joint::{Joint, Party, Pledge, Value};
use serde::{Deserialize, Serialize};

/// How many throws ahead a player may open their part, so that the others can throw while that
/// player is away.
pub const MOST_AHEAD: u32 = 64;

/// How often a player may make the other pledge again before the next line.
const MOST_FORCED: u8 = 8;
/// How often a player may replace a pledge in a room. Nobody changes devices so often, and the room
/// does not fill up.
const MOST_REPLACED: u16 = 4096;

/// Whose dice a room is played with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum DiceKind {
    /// The server's: fresh random numbers for each order.
    #[default]
    Server,
    /// Joint dice: the server and the players each have a part, so nobody alone chooses or foresees
    /// a roll.
    Joint,
    /// Real dice: the player who gives an order throws them and enters the faces. The server throws
    /// for the opening and for a computer's orders.
    Hand,
}

/// The server's own chain in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    root: Value,
    from: u32,
}

impl Host {
    /// Creates a chain from a random root that opens the throws after `from`.
    #[must_use]
    pub const fn new(root: Value, from: u32) -> Self {
        Self { root, from }
    }

    /// Returns what the server pledges.
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
    /// The throw up to which each player has opened their part.
    pub opened: [u32; 2],
    /// The seat whose part is awaited.
    pub waits: Option<Seat>,
    /// Whether everybody who has a part has pledged: before that, nobody opens ahead.
    pub ready: bool,
}

/// How joint dice stand, as the deeds of a room tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joints {
    /// Whether a person plays each side: only persons have a part.
    persons: [bool; 2],
    pledges: [Option<Pledge>; 2],
    opened: [Option<(u32, Value)>; 2],
    /// How often each player has made the other pledge again since the last line.
    forced: [u8; 2],
    /// How often each player has replaced a pledge.
    replaced: [u16; 2],
    /// Whether each player lacks a pledge only because the other pledged again, and has not been at
    /// the table since.
    dropped: [bool; 2],
    throw: u32,
    bound: Option<Bound>,
}

impl Joints {
    /// Creates joint dice with nothing pledged yet, after the throws that a battle brings along.
    #[must_use]
    pub const fn new(persons: [bool; 2], throw: u32) -> Self {
        Self {
            persons,
            pledges: [None; 2],
            opened: [None; 2],
            forced: [0; 2],
            replaced: [0; 2],
            dropped: [false; 2],
            throw,
            bound: None,
        }
    }

    /// Applies a deed.
    pub fn take(&mut self, deed: &Deed) {
        match deed {
            Deed::Pledged { by, top } => self.pledge(*by, *top),
            Deed::Came { by } => {
                if let Some(place) = by.place() {
                    self.dropped[place] = false;
                }
            }
            Deed::Bound(bound) => {
                self.throw = bound.throw;
                self.forced = [0; 2];
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
            Deed::Line(_) | Deed::Opening(_) => {
                self.forced = [0; 2];
                self.bound = None;
            }
            _ => {}
        }
    }

    /// Replaces a player's pledge. A player who has opened further than the last throw must then
    /// pledge again: otherwise the other could choose a chain by those values.
    fn pledge(&mut self, by: Seat, top: Value) {
        let (Some(own), Some(other)) = (by.place(), by.other().place()) else {
            return;
        };
        let party = [Party::A, Party::B][own];
        if self.pledges[own].is_some() {
            self.replaced[own] = self.replaced[own].saturating_add(1);
        }
        self.pledges[own] = Some(Pledge {
            by: party,
            from: self.throw,
            top,
        });
        self.opened[own] = None;
        self.dropped[own] = false;
        if self.is_ahead(other) {
            self.forced[own] = self.forced[own].saturating_add(1);
            self.opened[other] = None;
            self.pledges[other] = None;
            self.dropped[other] = true;
        }
    }

    /// Returns the order that waits for its throw.
    #[must_use]
    pub const fn bound(&self) -> Option<&Bound> {
        self.bound.as_ref()
    }

    /// Returns the number of the next throw.
    #[must_use]
    pub const fn next(&self) -> u32 {
        self.throw.saturating_add(1)
    }

    /// Returns whether everybody who has a part has pledged.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.unpledged(Seat::A).is_none()
    }

    /// Returns the seat whose pledge is awaited, starting with this one.
    fn unpledged(&self, first: Seat) -> Option<Seat> {
        let seats = [first, first.other()].into_iter();
        let mut missing = seats.filter(|seat| {
            let place = seat.place().unwrap_or(0);
            self.persons[place] && self.pledges[place].is_none()
        });
        missing.next()
    }

    /// Returns the seat whose pledge is awaited and that has only itself to blame, starting with this
    /// one. Whoever makes the other pledge again while the other is away pays for it with their own
    /// time.
    #[must_use]
    pub fn owing(&self, first: Seat) -> Option<Seat> {
        let seat = self.unpledged(first)?;
        Some(seat).filter(|seat| !self.is_dropped(*seat))
    }

    /// Returns whether a player lacks a pledge only because the other pledged again, and has not been
    /// at the table since.
    #[must_use]
    pub fn is_dropped(&self, seat: Seat) -> bool {
        seat.place().is_some_and(|place| self.dropped[place])
    }

    /// Returns whether a player has opened further than the last throw.
    fn is_ahead(&self, place: usize) -> bool {
        self.opened[place].is_some_and(|(throw, _)| throw > self.throw)
    }

    /// Checks whether a player may pledge. Whoever has no pledge always may.
    ///
    /// # Errors
    /// If this player made the other pledge again too often, or has replaced too many pledges.
    pub fn may_pledge(&self, place: usize) -> Result<(), Trouble> {
        if self.pledges[place].is_none() {
            return Ok(());
        }
        match self.replaced[place] < MOST_REPLACED {
            false => Err(Trouble::RoomFull),
            true if self.is_ahead(1 - place) && self.forced[place] >= MOST_FORCED => {
                Err(Trouble::TooFast)
            }
            true => Ok(()),
        }
    }

    /// Returns the seat whose part of the throw is awaited, starting with the one that gave the
    /// order.
    #[must_use]
    pub fn waits(&self) -> Option<Seat> {
        let bound = self.bound.as_ref()?;
        let first = bound.by.unwrap_or(Seat::A);
        [first, first.other()].into_iter().find(|seat| {
            let place = seat.place().unwrap_or(0);
            self.persons[place] && self.part(place, bound.throw).is_none()
        })
    }

    /// Returns the value that a player opened for a throw; it can be computed from a value further
    /// ahead, too.
    fn part(&self, place: usize, throw: u32) -> Option<Value> {
        let (ahead, value) = self.opened[place]?;
        Some(value.hashed(ahead.checked_sub(throw)?))
    }

    /// Returns whether a player's part in a throw is open already.
    #[must_use]
    pub fn has_opened(&self, place: usize, throw: u32) -> bool {
        self.opened[place].is_some_and(|(known, _)| throw <= known)
    }

    /// Returns whether a player may open a value for a throw. Ahead of the throws only once everybody
    /// has pledged: otherwise the other's pledge would force this player to pledge again, and that
    /// in turn the other, for ever.
    #[must_use]
    pub fn may_open(&self, place: usize, throw: u32, value: Value) -> bool {
        let fits = !self.has_opened(place, throw) && throw <= self.throw.saturating_add(MOST_AHEAD);
        let ahead = throw <= self.throw || self.is_ready();
        fits && ahead && self.pledges[place].is_some_and(|pledge| pledge.gives(throw, value))
    }

    /// Returns the throw that the waiting order needs, once everybody has opened their part.
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

    /// Returns whether the server's chain lasts for another throw.
    #[must_use]
    pub fn lasts(&self, host: &Host) -> bool {
        host.opens(self.next()).is_some()
    }

    fn all(&self, host: &Host) -> Vec<Pledge> {
        let players = self.pledges.iter().flatten().copied();
        std::iter::once(host.pledge()).chain(players).collect()
    }

    /// Returns the joint dice as pages see them.
    #[must_use]
    pub fn view(&self, host: &Host) -> JointView {
        JointView {
            pledges: self.all(host),
            throw: self.throw,
            bound: self.bound.clone(),
            opened: self.opened.map(|part| part.map_or(0, |(throw, _)| throw)),
            waits: self.waits(),
            ready: self.is_ready(),
        }
    }
}
