//! The single throws of the rules, each a stage with a small outcome.

use crate::switches::Half;
use crate::{Regimental, c};
use sandtable_battle::{Ask, Clause, Dice, Key, Side, by, given};

/// Results of the reaction table, in the order of the readings of REACT-05.
pub mod reaction {
    /// Retreat 9 inches.
    pub const RETREAT: u16 = 0;
    /// Fire.
    pub const FIRE: u16 = 1;
    /// Withdraw 3 inches.
    pub const WITHDRAW: u16 = 2;
    /// Nothing.
    pub const NONE: u16 = 3;
    /// Go prone; only in the rout table.
    pub const PRONE: u16 = 4;
}

/// Results of the rout table, in the order of the readings of ROUT-05.
pub mod rout {
    /// Withdraw 3 inches.
    pub const WITHDRAW: u16 = 0;
    /// Go prone.
    pub const PRONE: u16 = 1;
    /// Retreat 9 inches.
    pub const RETREAT: u16 = 2;
    /// Nothing.
    pub const NOTHING: u16 = 3;
    /// An officer rallied the unit.
    pub const RALLIED: u16 = 4;
}

/// State of an officer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Officer {
    /// Unhurt.
    Fresh,
    /// Wounded once.
    Wounded,
    /// Out of the fight.
    Down,
}

impl Officer {
    /// Returns the state's name in files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Wounded => "wounded",
            Self::Down => "down",
        }
    }

    pub(crate) const fn of(code: u16) -> Self {
        match code {
            0 => Self::Fresh,
            1 => Self::Wounded,
            _ => Self::Down,
        }
    }
}

/// Result of calling the senior captain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Nobody called the captain.
    No,
    /// The captain did not take over.
    Vain,
    /// The captain took over.
    Came,
}

impl Call {
    const fn of(code: u16) -> Self {
        match code & 3 {
            0 => Self::No,
            1 => Self::Vain,
            _ => Self::Came,
        }
    }
}

/// The officers of a unit before and after a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Staff {
    /// Officers by rank, the commander first. If a unit has fewer than three, the others count as
    /// down.
    pub ranks: [Officer; 3],
    /// State of the captain who has taken over.
    pub captain: Officer,
    /// Whether a captain was called, and came.
    pub called: Call,
}

impl Staff {
    /// Returns how many of the officers are in a state.
    #[must_use]
    pub fn count(&self, how: Officer) -> u8 {
        u8::from(self.ranks[0] == how)
            + u8::from(self.ranks[1] == how)
            + u8::from(self.ranks[2] == how)
    }

    /// Makes the officers of a unit that had to call its captain: only the captain is left, if the
    /// call succeeded.
    pub(crate) const fn called(called: Call) -> Self {
        Self {
            ranks: [Officer::Down; 3],
            captain: match called {
                Call::Came => Officer::Fresh,
                Call::No | Call::Vain => Officer::Down,
            },
            called,
        }
    }

    /// Whether there is nobody left to lead.
    fn is_leaderless(&self) -> bool {
        self.captain == Officer::Down && self.count(Officer::Down) == 3
    }

    pub(crate) fn code(self) -> u16 {
        let ranks = self.ranks.map(|officer| officer as u16);
        ranks[0]
            | ranks[1] << 2
            | ranks[2] << 4
            | (self.captain as u16) << 6
            | (self.called as u16) << 8
    }

    pub(crate) const fn of(code: u16) -> Self {
        Self {
            ranks: [
                Officer::of(code & 3),
                Officer::of(code >> 2 & 3),
                Officer::of(code >> 4 & 3),
            ],
            captain: Officer::of(code >> 6 & 3),
            called: Call::of(code >> 8),
        }
    }

    /// Returns these officers sorted, worst state first, for when it does not matter which officer
    /// is which.
    #[must_use]
    pub fn unranked(mut self) -> Self {
        self.ranks.sort_unstable_by(|a, b| b.cmp(a));
        self
    }
}

/// Stands in for a unit's officers if one of some checks called a captain.
const CALLED: u16 = 1 << 15;

/// Clauses for the rolls on officers, in the order of their rank.
const RANKS: [Clause; 4] = [c::ROUT_09, c::ROUT_10, c::ROUT_11, c::ROUT_12];

impl Regimental {
    /// Makes a command roll and returns whether it succeeds (OFF-03, OFF-04).
    pub fn command(&self, dice: &mut dyn Dice, side: Side, why: Clause) -> bool {
        by!(c::OFF_03, c::OFF_04);
        let ten = Ask::Die { sides: 10 };
        let opposed = self.choices.opposed;
        dice.stage(Key::of(c::OFF_03, &()), &mut |dice| {
            let own = dice.ask(ten, side, why);
            u16::from(if opposed {
                own >= dice.ask(ten, side, why)
            } else {
                own % 2 == 0
            })
        }) == 1
    }

    /// Rolls an even-or-odd die, for the cheer and for hearing it.
    pub fn even(&self, dice: &mut dyn Dice, side: Side, why: Clause) -> bool {
        by!(c::CONV_03);
        dice.stage(Key::of(c::CHEER_04, &()), &mut |dice| {
            u16::from(dice.ask(Ask::Die { sides: 10 }, side, why) % 2 == 0)
        }) == 1
    }

    /// Rolls half a die (CONV-04).
    pub fn half(&self, dice: &mut dyn Dice, side: Side, why: Clause) -> i16 {
        by!(c::CONV_04);
        let table = match self.choices.half {
            Half::Up => [1, 1, 2, 2, 3, 3],
            Half::Down => [0, 1, 1, 2, 2, 3],
            Half::NearestEven => [0, 1, 2, 2, 2, 3],
        };
        i16::try_from(dice.ask(Ask::Read { table }, side, why)).unwrap_or(0)
    }

    /// Rolls on the reaction table (REACT-05).
    pub fn reaction(&self, dice: &mut dyn Dice, side: Side, why: Clause) -> u16 {
        by!(c::REACT_05);
        dice.stage(Key::of(c::REACT_05, &()), &mut |dice| match dice.ask(
            Ask::Die { sides: 10 },
            side,
            why,
        ) {
            1 => reaction::RETREAT,
            10 => reaction::NONE,
            n if n % 2 == 0 => reaction::FIRE,
            _ => reaction::WITHDRAW,
        })
    }

    /// Rolls on the D6 table that routs, columns under fire and targets of guns share.
    pub fn six(&self, dice: &mut dyn Dice, side: Side, why: Clause) -> u16 {
        let table = [0, 0, 1, 2, 2, 3];
        dice.ask(Ask::Read { table }, side, why)
    }

    /// Makes the rout roll, with the officer's rally (ROUT-05 to ROUT-07).
    pub fn rout(&self, dice: &mut dyn Dice, side: Side, led: bool) -> u16 {
        by!(c::ROUT_05, c::ROUT_06, c::ROUT_07);
        dice.stage(Key::of(c::ROUT_05, &led), &mut |dice| {
            let fell = self.six(dice, side, c::ROUT_05);
            if fell != rout::NOTHING && led && self.command(dice, side, c::ROUT_06) {
                rout::RALLIED
            } else {
                fell
            }
        })
    }

    /// Checks officers for wounds in the order of their rank, and calls the captain if none is left
    /// (ROUT-02, ROUT-03, ROUT-09 to ROUT-12, RALLY-02).
    pub fn wounds(&self, dice: &mut dyn Dice, side: Side, staff: Staff) -> Staff {
        by!(c::ROUT_02, c::ROUT_09, c::ROUT_10, c::ROUT_11, c::ROUT_12);
        let code = dice.stage(Key::of(c::ROUT_02, &staff.code()), &mut |dice| {
            let mut now = staff;
            let [first, second, third] = staff.ranks;
            let all = [first, second, third, staff.captain];
            // First which officers are hit, then how badly (all D10, then all D6).
            let mut hit = [false; 4];
            for ((hit, officer), why) in hit.iter_mut().zip(all).zip(RANKS) {
                *hit = officer != Officer::Down && self.hit(dice, side, why);
            }
            let wound = Ask::Read {
                table: [1, 1, 1, 2, 2, 2],
            };
            for (rank, why) in RANKS.into_iter().enumerate().filter(|&(rank, _)| hit[rank]) {
                // A second wound takes an officer out, whatever the die.
                let light = dice.ask(wound, side, why) == 1 && all[rank] == Officer::Fresh;
                let is = if light {
                    Officer::Wounded
                } else {
                    Officer::Down
                };
                match now.ranks.get_mut(rank) {
                    Some(officer) => *officer = is,
                    None => now.captain = is,
                }
            }
            if now.is_leaderless() {
                let came = self.command(dice, side, c::ROUT_03);
                (now.captain, now.called) = if came {
                    (Officer::Fresh, Call::Came)
                } else {
                    (Officer::Down, Call::Vain)
                };
            }
            now.code()
        });
        Staff::of(code)
    }

    /// Returns whether the next check of a unit's officers calls a captain, given that some checks
    /// before it called none.
    pub(crate) fn call_after(
        &self,
        dice: &mut dyn Dice,
        side: Side,
        staff: Staff,
        checks: u8,
    ) -> Call {
        let key = Key::of(c::ROUT_03, &(staff.code(), checks));
        let called = given(dice, key, &mut |dice| {
            let before = self.uncalled(dice, side, staff, checks);
            (before != CALLED).then(|| self.wounds(dice, side, Staff::of(before)).called as u16)
        });
        Call::of(called)
    }

    /// Returns a unit's officers after some checks that called no captain.
    pub(crate) fn wounds_after(
        &self,
        dice: &mut dyn Dice,
        side: Side,
        staff: Staff,
        checks: u8,
    ) -> Staff {
        let key = Key::of(c::ROUT_04, &(staff.code(), checks));
        Staff::of(given(dice, key, &mut |dice| {
            let now = self.uncalled(dice, side, staff, checks);
            (now != CALLED).then_some(now)
        }))
    }

    /// Returns the code of a unit's officers after some checks, sorted so that it does not matter
    /// which is which; [`CALLED`] if one of the checks called a captain.
    fn uncalled(&self, dice: &mut dyn Dice, side: Side, staff: Staff, checks: u8) -> u16 {
        let Some(fewer) = checks.checked_sub(1) else {
            return staff.code();
        };
        let key = Key::of(c::ROUT_01, &(staff.code(), checks));
        dice.stage(key, &mut |dice| {
            let before = self.uncalled(dice, side, staff, fewer);
            if before == CALLED {
                return CALLED;
            }
            let now = self.wounds(dice, side, Staff::of(before)).unranked();
            if now.called == Call::No {
                now.code()
            } else {
                CALLED
            }
        })
    }

    /// Rolls whether one officer is hit.
    fn hit(&self, dice: &mut dyn Dice, side: Side, why: Clause) -> bool {
        dice.stage(Key::of(c::OFF_02, &()), &mut |dice| {
            u16::from(dice.ask(Ask::Die { sides: 10 }, side, why) % 2 == 0)
        }) == 1
    }
}
