//! How a room stands, as its deeds tell it: everything except the battle itself.

use crate::clock::{Clock, ClockKind, Step};
use crate::deed::{Deed, How, Kept, Over, Wish};
use crate::joint::Joints;
use crate::seat::{Seat, Sitter};
use sandtable_tournament::Score;

/// How a room stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The number of the next deed.
    pub next: i64,
    /// The seat whose order or choice is awaited.
    pub awaits: Option<Seat>,
    /// How the battle ended, if it has.
    pub over: Option<Over>,
    /// The clocks.
    pub clock: Clock,
    /// What each side has asked for and nobody has answered yet.
    pub wishes: [Option<Wish>; 2],
    /// The names of the players at the two sides, once they have come.
    pub names: [Option<String>; 2],
    /// The umpire's name, once the umpire has come.
    pub umpire: Option<String>,
    /// How many days each side has been away, or will have been.
    pub gone: [u16; 2],
    /// The room of a rematch that both agreed to and that may still have to be made.
    pub agreed: Option<String>,
    /// The room of the rematch.
    pub again: Option<String>,
    /// How joint dice stand, if the room is played with them.
    pub joint: Option<Joints>,
}

impl Course {
    /// Returns how a room stands in which nothing has happened.
    #[must_use]
    pub fn new(clock: ClockKind, sitters: &[Sitter; 2], awaits: Option<Seat>) -> Self {
        let name = |sitter: &Sitter| match sitter {
            Sitter::Computer(level) => Some(level.clone()),
            Sitter::Person | Sitter::Open => None,
        };
        Self {
            next: 0,
            awaits,
            over: None,
            clock: Clock::new(clock),
            wishes: [None, None],
            names: sitters.each_ref().map(name),
            umpire: None,
            gone: [0; 2],
            agreed: None,
            again: None,
            joint: None,
        }
    }

    /// Returns the seat that is awaited: for its part of joint dice or its pledge, or else for an
    /// order or a choice.
    #[must_use]
    pub fn waits(&self) -> Option<Seat> {
        let joint = self.joint.as_ref().filter(|_| self.over.is_none());
        let part = joint.and_then(|joint| {
            // Nothing goes on without pledges, so nobody wins on time by holding theirs back.
            joint.waits().or_else(|| joint.owing(self.awaits?))
        });
        part.or(self.awaits)
    }

    /// Returns whether both sides are taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.names.iter().all(Option::is_some)
    }

    /// Returns a deed as it would be stored. `battle` says who is awaited next and how the battle
    /// ended; it is given if the deed changes the battle.
    #[must_use]
    pub fn kept(&self, at: i64, deed: Deed, battle: Option<(Option<Seat>, Option<Over>)>) -> Kept {
        let (awaits, over) = battle.unwrap_or((self.awaits, self.over));
        let over = over.or_else(|| ends(&deed));
        Kept {
            n: self.next,
            at,
            awaits: awaits.filter(|_| over.is_none()),
            waits: None,
            over,
            deed,
        }
    }

    /// Applies a deed.
    pub fn take(&mut self, kept: &Kept) {
        self.next = kept.n.saturating_add(1);
        if let Some(joint) = &mut self.joint {
            joint.take(&kept.deed);
        }
        match &kept.deed {
            Deed::Line(_) => self.wishes = [None, None],
            Deed::Sat { seat, name } => match seat.place() {
                Some(place) => self.names[place] = Some(name.clone()),
                None => self.umpire = Some(name.clone()),
            },
            Deed::Asked { by, wish } => {
                if let Some(place) = by.place() {
                    self.wishes[place] = Some(*wish);
                }
            }
            Deed::Answered {
                by,
                wish,
                yes,
                room,
            } => {
                if let Some(place) = by.other().place() {
                    self.wishes[place] = None;
                }
                // This grants what the other side wanted as well, or it was about lines that are
                // gone.
                if matches!(wish, Wish::Back(_) | Wish::Again) && *yes {
                    self.wishes = [None, None];
                }
                if *wish == Wish::Pause && *yes {
                    self.pause(true);
                }
                if let Some(room) = room {
                    self.agreed = Some(room.clone());
                }
            }
            Deed::Paused { on, .. } => self.pause(*on),
            Deed::Again { room } => {
                self.agreed = None;
                self.again = Some(room.clone());
            }
            Deed::Away { .. }
            | Deed::Moved { .. }
            | Deed::Said { .. }
            | Deed::Conceded { .. }
            | Deed::TimeUp { .. }
            | Deed::Closed { .. }
            | Deed::Pledged { .. }
            | Deed::Came { .. }
            | Deed::Bound(_)
            | Deed::Opened { .. }
            | Deed::Opening(_) => {}
        }
        self.awaits = kept.awaits;
        // What was asked for before the end is not granted after it.
        if self.over.is_none() && kept.over.is_some() {
            self.wishes = [None, None];
        }
        self.over = kept.over;
        let goes = self.is_full() && self.over.is_none();
        let bound = self.joint.as_ref().and_then(Joints::bound);
        let step = match kept.deed {
            Deed::Bound(_) | Deed::Opened { .. } => Step::Within(bound.and_then(|it| it.by)),
            Deed::Pledged { .. } | Deed::Came { .. } => Step::Within(self.awaits),
            _ => Step::Whole,
        };
        self.clock = self.clock.after(kept.at, self.waits(), goes, step);
        // Time that passes before a player leaves counts against that player.
        if let Deed::Away { by, days } = &kept.deed
            && let Some(place) = by.place()
        {
            let unused = self.clock.leave(place, kept.at, *days);
            let gone = self.gone[place].saturating_add(*days);
            self.gone[place] = gone.saturating_sub(unused);
        }
    }

    /// Stops the clocks or lets them go on. Who asked to stop them before that wants it no longer.
    fn pause(&mut self, on: bool) {
        self.clock.paused = on;
        for wish in &mut self.wishes {
            *wish = wish.filter(|wish| *wish != Wish::Pause);
        }
    }
}

/// Returns how a deed other than an order ends the battle.
fn ends(deed: &Deed) -> Option<Over> {
    let won = |loser: Seat, how| Over {
        winner: Some(loser.other()),
        how,
    };
    match deed {
        Deed::Conceded { by } => Some(won(*by, How::Conceded)),
        Deed::TimeUp { of } => Some(won(*of, How::Time)),
        Deed::Closed { score } => Some(match score {
            Score::A => won(Seat::B, How::Closed),
            Score::B => won(Seat::A, How::Closed),
            Score::Draw => Over {
                winner: None,
                how: How::Closed,
            },
            Score::Neither => Over {
                winner: None,
                how: How::BothLost,
            },
        }),
        Deed::Answered {
            wish: Wish::Draw,
            yes: true,
            ..
        } => Some(Over {
            winner: None,
            how: How::Agreed,
        }),
        _ => None,
    }
}
