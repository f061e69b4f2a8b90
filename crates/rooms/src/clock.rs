//! Clocks, worked out from when things happened, so that everyone who reads a room's deeds gets the
//! same time, no matter who was connected.

use crate::seat::Seat;
use serde::{Deserialize, Serialize};

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// How much time the players have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ClockKind {
    /// As much time as they like.
    #[default]
    None,
    /// A fixed time for the whole battle, plus an increment whenever the other side is to act.
    Live {
        /// Minutes for the whole battle, for each side.
        minutes: u16,
        /// Seconds that are added when a side has acted.
        increment: u16,
    },
    /// This many days each time a side is to act.
    Days(u16),
}

impl ClockKind {
    /// Returns whether the numbers are ones that people can play by.
    #[must_use]
    pub const fn is_sound(self) -> bool {
        match self {
            Self::None => true,
            Self::Live { minutes, increment } => {
                minutes >= 1 && minutes <= 24 * 60 && increment <= 3600
            }
            Self::Days(days) => days >= 1 && days <= 60,
        }
    }

    /// Returns the time that a side has at the beginning, in milliseconds.
    const fn first(self) -> i64 {
        match self {
            Self::None => 0,
            Self::Live { minutes, .. } => minutes as i64 * MINUTE,
            Self::Days(days) => days as i64 * DAY,
        }
    }
}

/// What happened, as far as clocks go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An order with all that it led to, or anything else.
    Whole,
    /// Something on the way to joint dice, and the side that is to act again when they are thrown.
    Within(Option<Seat>),
}

/// The clocks of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clock {
    /// Milliseconds left for each side, not counting the time since the running clock started.
    pub left: [i64; 2],
    /// Whose clock runs, and since when.
    pub runs: Option<(Seat, i64)>,
    /// Whether the clocks were stopped.
    pub paused: bool,
    /// Until when each side is away, in milliseconds since 1970: its clock stands still until then.
    pub away: [i64; 2],
    kind: ClockKind,
    /// Who is to act, also while the clocks are stopped.
    #[serde(skip)]
    awaited: Option<Seat>,
}

impl Clock {
    /// Returns the clocks at the beginning of a battle; none of them runs.
    #[must_use]
    pub const fn new(kind: ClockKind) -> Self {
        Self {
            left: [kind.first(); 2],
            runs: None,
            paused: false,
            away: [0; 2],
            kind,
            awaited: None,
        }
    }

    /// Returns the clocks after something happened: `awaits` is whose move it is, `goes` whether
    /// everybody is there. A side that no longer has to act gets its time, as far as the step allows.
    #[must_use]
    pub fn after(mut self, at: i64, awaits: Option<Seat>, goes: bool, step: Step) -> Self {
        if self.kind == ClockKind::None {
            return self;
        }
        if let Some((seat, since)) = self.runs.take()
            && let Some(place) = seat.place()
        {
            // If the machine's clock jumped back, nobody loses time.
            let spent = at.saturating_sub(since.max(self.away[place])).max(0);
            self.left[place] = self.left[place].saturating_sub(spent);
        }
        let before = std::mem::replace(&mut self.awaited, awaits.filter(|_| goes));
        if let Some(seat) = before
            && let Some(place) = seat.place()
        {
            let has_acted = match (step, self.kind) {
                (Step::Whole, _) => true,
                // A part in the other's throw is an act of its own.
                (Step::Within(of), ClockKind::Days(_)) => of != Some(seat),
                (Step::Within(_), _) => false,
            };
            // After the end, the clocks keep what was left.
            if goes && awaits != Some(seat) && has_acted {
                self.renew(place);
            }
        }
        if goes && !self.paused {
            self.runs = awaits.map(|seat| (seat, at));
        }
        self
    }

    /// Gives a side its time after it has acted.
    const fn renew(&mut self, place: usize) {
        match self.kind {
            ClockKind::None => {}
            ClockKind::Live { increment, .. } => self.left[place] += increment as i64 * 1000,
            ClockKind::Days(_) => self.left[place] = self.kind.first(),
        }
    }

    /// Returns whose time runs out, and when, if nothing happens before.
    #[must_use]
    pub fn due(&self) -> Option<(Seat, i64)> {
        let (seat, since) = self.runs?;
        let place = seat.place()?;
        let from = since.max(self.away[place]);
        Some((seat, from.saturating_add(self.left[place])))
    }

    /// Sends a side away for some days, or brings it back with 0. Returns how many whole days it
    /// did not use if it comes back early.
    pub fn leave(&mut self, place: usize, at: i64, days: u16) -> u16 {
        let until = self.away[place];
        self.away[place] = match days {
            0 => 0,
            days => at.saturating_add(i64::from(days) * DAY),
        };
        let unused = until.saturating_sub(at).max(0) / DAY;
        u16::try_from(unused).unwrap_or(0)
    }

    /// Returns whether a side is away.
    #[must_use]
    pub const fn is_away(&self, place: usize, now: i64) -> bool {
        self.away[place] > now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIVE: ClockKind = ClockKind::Live {
        minutes: 10,
        increment: 5,
    };

    #[test]
    fn time_goes_by_for_whoever_is_to_act_and_comes_back_when_he_has() {
        let clock = Clock::new(LIVE).after(1000, Some(Seat::A), true, Step::Whole);
        assert_eq!(clock.due(), Some((Seat::A, 1000 + 600_000)));
        let clock = clock.after(61_000, Some(Seat::A), true, Step::Whole);
        assert_eq!(
            clock.left,
            [540_000, 600_000],
            "still his order: no increment"
        );
        let clock = clock.after(71_000, Some(Seat::B), true, Step::Whole);
        assert_eq!(clock.left, [535_000, 600_000]);
        assert_eq!(clock.runs, Some((Seat::B, 71_000)));
    }

    #[test]
    fn a_clock_that_jumps_back_takes_nobodys_time() {
        let clock = Clock::new(LIVE).after(100_000, Some(Seat::B), true, Step::Whole);
        let clock = clock.after(40_000, Some(Seat::B), true, Step::Whole);
        assert_eq!(clock.left, [600_000, 600_000]);
    }

    #[test]
    fn days_begin_anew_with_every_turn() {
        let clock = Clock::new(ClockKind::Days(3)).after(0, Some(Seat::A), true, Step::Whole);
        let clock = clock.after(2 * DAY, Some(Seat::B), true, Step::Whole);
        assert_eq!(clock.left[0], 3 * DAY);
        assert_eq!(clock.due(), Some((Seat::B, 5 * DAY)));
    }

    #[test]
    fn a_part_in_the_others_throw_takes_no_time_from_the_own_turn() {
        let within = Step::Within(Some(Seat::A));
        let clock = Clock::new(ClockKind::Days(1)).after(0, Some(Seat::A), true, Step::Whole);
        let clock = clock.after(DAY / 4, Some(Seat::B), true, within);
        assert_eq!(clock.left[0], DAY - DAY / 4, "the order goes on");
        let clock = clock.after(DAY, Some(Seat::A), true, within);
        assert_eq!(clock.left, [DAY - DAY / 4, DAY]);
        // A clock for the whole battle only grows with whole orders.
        let clock = Clock::new(LIVE).after(0, Some(Seat::B), true, Step::Whole);
        let clock = clock.after(10_000, Some(Seat::A), true, within);
        assert_eq!(clock.left, [600_000, 590_000]);
    }

    #[test]
    fn whoever_acts_while_the_clocks_are_stopped_gets_the_time_for_it() {
        let mut clock = Clock::new(ClockKind::Days(1)).after(0, Some(Seat::A), true, Step::Whole);
        clock.paused = true;
        clock = clock.after(DAY * 3 / 4, Some(Seat::A), true, Step::Whole);
        assert_eq!((clock.left[0], clock.runs), (DAY / 4, None));
        clock = clock.after(DAY, Some(Seat::B), true, Step::Whole);
        assert_eq!(clock.left, [DAY, DAY]);
    }

    #[test]
    fn the_clock_of_who_is_away_stands_for_just_so_long() {
        let mut clock = Clock::new(ClockKind::Days(3)).after(0, Some(Seat::A), true, Step::Whole);
        // A day has gone by when the player leaves for a week.
        clock = clock.after(DAY, Some(Seat::A), true, Step::Whole);
        assert_eq!(clock.leave(0, DAY, 7), 0);
        assert_eq!(clock.due(), Some((Seat::A, (1 + 7 + 2) * DAY)));
        // What happens meanwhile costs the player no time; one day after the absence does.
        clock = clock.after(4 * DAY, Some(Seat::A), true, Step::Whole);
        assert_eq!(clock.left[0], 2 * DAY);
        clock = clock.after(9 * DAY, Some(Seat::A), true, Step::Whole);
        assert_eq!((clock.left[0], clock.left[1]), (DAY, 3 * DAY));
    }

    #[test]
    fn who_comes_back_early_gets_the_whole_days_that_are_left() {
        let mut clock = Clock::new(ClockKind::Days(3)).after(0, Some(Seat::A), true, Step::Whole);
        clock.leave(0, 0, 7);
        clock = clock.after(2 * DAY + 1, Some(Seat::A), true, Step::Whole);
        assert_eq!(clock.leave(0, 2 * DAY + 1, 0), 4);
        assert_eq!(clock.due(), Some((Seat::A, 5 * DAY + 1)));
        assert!(!clock.is_away(0, 2 * DAY + 2));
    }

    #[test]
    fn the_end_gives_nobody_their_time_back() {
        let clock = Clock::new(ClockKind::Days(1)).after(0, Some(Seat::A), true, Step::Whole);
        let over = clock.after(DAY, None, false, Step::Whole);
        assert_eq!((over.left, over.runs), ([0, DAY], None));
    }

    #[test]
    fn nobodys_clock_runs_before_everybody_is_there() {
        let clock = Clock::new(LIVE).after(5, Some(Seat::A), false, Step::Whole);
        assert_eq!(clock.due(), None);
    }
}
