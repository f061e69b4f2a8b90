//! The single throws of the rules, each a stage with a small outcome.

use crate::switches::Half;
use crate::{Regimental, c};
use sandtable_battle::{Ask, Clause, Dice, Key, Side, by};

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
    /// Go prone: only the rout table has it.
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

/// The officers of a unit as a check finds and leaves them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Staff {
    /// Fresh officers.
    pub fresh: u8,
    /// Wounded ones.
    pub wounded: u8,
    /// The captain: 0 none, 1 fresh, 2 wounded.
    pub captain: u8,
    /// Whether a captain was called for, and came: 0 not called, 1 in vain, 2
    /// came.
    pub called: u8,
}

impl Staff {
    const fn code(self) -> u16 {
        self.fresh as u16
            | (self.wounded as u16) << 2
            | (self.captain as u16) << 4
            | (self.called as u16) << 6
    }

    const fn of(code: u16) -> Self {
        Self {
            fresh: (code & 3) as u8,
            wounded: (code >> 2 & 3) as u8,
            captain: (code >> 4 & 3) as u8,
            called: (code >> 6 & 3) as u8,
        }
    }
}

impl Regimental {
    /// A command roll: whether it succeeds (OFF-03, OFF-04).
    pub fn command(&self, dice: &mut dyn Dice, side: Side, why: Clause) -> bool {
        by!(c::OFF_03, c::OFF_04);
        let ten = Ask::Die { sides: 10 };
        let opposed = self.choices.opposed;
        dice.stage(Key::new(c::OFF_03, &[]), &mut |dice| {
            let own = dice.ask(ten, side, why);
            u16::from(if opposed {
                own >= dice.ask(ten, side, why)
            } else {
                own % 2 == 0
            })
        }) == 1
    }

    /// An even or odd die: the cheer, hearing it.
    pub fn even(&self, dice: &mut dyn Dice, side: Side, why: Clause) -> bool {
        by!(c::CONV_03);
        dice.stage(Key::new(c::CHEER_04, &[]), &mut |dice| {
            u16::from(dice.ask(Ask::Die { sides: 10 }, side, why) % 2 == 0)
        }) == 1
    }

    /// Half a die (CONV-04).
    pub fn half(&self, dice: &mut dyn Dice, side: Side, why: Clause) -> i16 {
        by!(c::CONV_04);
        let table = match self.choices.half {
            Half::Up => [1, 1, 2, 2, 3, 3],
            Half::Down => [0, 1, 1, 2, 2, 3],
            Half::NearestEven => [0, 1, 2, 2, 2, 3],
        };
        i16::try_from(dice.ask(Ask::Read { table }, side, why)).unwrap_or(0)
    }

    /// The reaction table (REACT-05).
    pub fn reaction(&self, dice: &mut dyn Dice, side: Side, why: Clause) -> u16 {
        by!(c::REACT_05);
        dice.stage(Key::new(c::REACT_05, &[]), &mut |dice| match dice.ask(
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

    /// The D6 table that routs, columns under fire and targets of guns share.
    pub fn six(&self, dice: &mut dyn Dice, side: Side, why: Clause) -> u16 {
        let table = [0, 0, 1, 2, 2, 3];
        dice.ask(Ask::Read { table }, side, why)
    }

    /// The rout roll with the officer's rally (ROUT-05 to ROUT-07).
    pub fn rout(&self, dice: &mut dyn Dice, side: Side, led: bool) -> u16 {
        by!(c::ROUT_05, c::ROUT_06, c::ROUT_07);
        dice.stage(Key::new(c::ROUT_05, &[i16::from(led)]), &mut |dice| {
            let fell = self.six(dice, side, c::ROUT_05);
            if fell != rout::NOTHING && led && self.command(dice, side, c::ROUT_06) {
                rout::RALLIED
            } else {
                fell
            }
        })
    }

    /// Checks officers for wounds and calls the captain when none is left
    /// (ROUT-02, ROUT-03, RALLY-02).
    pub fn wounds(&self, dice: &mut dyn Dice, side: Side, staff: Staff) -> Staff {
        by!(c::ROUT_02);
        let key = [staff.fresh, staff.wounded, staff.captain].map(i16::from);
        let code = dice.stage(Key::new(c::ROUT_02, &key), &mut |dice| {
            let mut now = staff;
            // First who is hit, then how badly (all D10, then all D6).
            let hit = |count: u8, dice: &mut dyn Dice| {
                (0..count).filter(|_| self.hit(dice, side)).count()
            };
            let fresh = hit(staff.fresh, dice);
            let wounded = hit(staff.wounded, dice);
            let captain = hit(u8::from(staff.captain > 0), dice);
            let table = [1, 1, 1, 2, 2, 2];
            let wound = Ask::Read { table };
            for _ in 0..fresh {
                now.fresh -= 1;
                now.wounded += u8::from(dice.ask(wound, side, c::ROUT_02) == 1);
            }
            for _ in 0..wounded {
                // A second wound puts him down, whatever the die.
                dice.ask(wound, side, c::ROUT_02);
                now.wounded -= 1;
            }
            if captain > 0 {
                let light = dice.ask(wound, side, c::ROUT_02) == 1 && staff.captain == 1;
                now.captain = if light { 2 } else { 0 };
            }
            if now.fresh + now.wounded + now.captain == 0 {
                let came = self.command(dice, side, c::ROUT_03);
                (now.captain, now.called) = (u8::from(came), 1 + u8::from(came));
            }
            now.code()
        });
        Staff::of(code)
    }

    /// Whether one officer is hit.
    fn hit(&self, dice: &mut dyn Dice, side: Side) -> bool {
        dice.stage(Key::new(c::OFF_02, &[]), &mut |dice| {
            u16::from(dice.ask(Ask::Die { sides: 10 }, side, c::ROUT_02) % 2 == 0)
        }) == 1
    }
}
