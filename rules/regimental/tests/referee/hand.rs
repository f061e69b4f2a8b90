//! The umpire at work: a table that the umpire changes, and the rolled dice and the given answers
//! in their order.

use crate::plane::{CLOSE, SAME, depth};
use crate::table::{Man, Ruled, Stop, Table};
use std::collections::{BTreeMap, VecDeque};

/// An umpire for one order.
pub struct Hand {
    pub table: Table,
    /// Faces rolled, with the sides of their dice.
    pub dice: VecDeque<(i32, i32)>,
    /// Each answer: the unit asked about, and the choice.
    pub answers: VecDeque<(usize, u8)>,
    /// How often each kind of event was ruled on.
    pub count: BTreeMap<&'static str, u64>,
}

/// What a table makes a unit do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    Nothing,
    Retreat,
    Withdraw,
    Prone,
    Fire,
}

impl Hand {
    pub fn man(&self, id: usize) -> &Man {
        &self.table.men[id]
    }

    pub fn man_mut(&mut self, id: usize) -> &mut Man {
        &mut self.table.men[id]
    }

    pub fn note(&mut self, what: &'static str) {
        *self.count.entry(what).or_default() += 1;
    }

    /// Returns the next die.
    pub fn die(&mut self, sides: i32) -> Ruled<i32> {
        match self.dice.pop_front() {
            Some((face, of)) if of == sides => Ok(face),
            Some((_, of)) => Err(Stop::Wrong(format!("a D{of} fell where a D{sides} is due"))),
            None => Err(Stop::Wrong(format!("a D{sides} is due, none fell"))),
        }
    }

    pub fn row(&mut self, count: i32, sides: i32) -> Ruled<Vec<i32>> {
        (0..count).map(|_| self.die(sides)).collect()
    }

    /// Returns half a die, rounded up.
    pub fn half(&mut self) -> Ruled<i32> {
        Ok((self.die(6)? + 1) / 2)
    }

    /// Makes a command roll.
    pub fn even(&mut self) -> Ruled<bool> {
        Ok(self.die(10)? % 2 == 0)
    }

    /// Returns the answer to a question about a unit.
    pub fn answer(&mut self, id: usize) -> Ruled<u8> {
        match self.answers.pop_front() {
            Some((about, choice)) if about == id => Ok(choice),
            Some((about, _)) => Err(Stop::Wrong(format!("asked about {about}, not {id}"))),
            None => Err(Stop::Wrong(format!("nobody was asked about {id}"))),
        }
    }

    pub fn six(&mut self) -> Ruled<Does> {
        Ok(match self.die(6)? {
            1 | 2 => Does::Withdraw,
            3 => Does::Prone,
            4 | 5 => Does::Retreat,
            _ => Does::Nothing,
        })
    }

    pub fn ten(&mut self) -> Ruled<Does> {
        Ok(match self.die(10)? {
            1 => Does::Retreat,
            10 => Does::Nothing,
            n if n % 2 == 1 => Does::Withdraw,
            _ => Does::Fire,
        })
    }

    /// Applies casualties. Returns how many stands are lost.
    pub fn lose(&mut self, id: usize, hits: i32) -> Ruled<i32> {
        let m = self.man_mut(id);
        let double = if m.form == crate::table::COLUMN { 2 } else { 1 };
        let all = m.hits + hits * double;
        let lost = (all / 3).min(m.stands);
        m.hits = all % 3;
        if lost > 0 && lost < m.stands && m.parted() {
            self.closes_on_hole(id, lost)?;
            return Ok(lost);
        }
        let m = self.man_mut(id);
        let before = m.front();
        m.stands -= lost;
        // Where an enemy lies across the unit, nothing closes up on a lane.
        m.hole = m.hole.min(m.stands);
        if m.stands == 0 {
            m.here = false;
        } else if m.form == crate::table::COLUMN {
            let f = m.forward();
            let depth = m.size().1;
            m.at = crate::plane::along(before, f, -depth / 2.0);
        }
        Ok(lost)
    }

    /// Closes up the parts of a unit on its hole, which stays in place. If one part is lost
    /// completely, the other stays in place.
    fn closes_on_hole(&mut self, id: usize, lost: i32) -> Ruled<()> {
        self.note("stands lost beside a hole");
        let m = self.man(id).clone();
        let mut parts = [m.hole, m.stands - m.hole];
        // From the rear of a column; otherwise in turn from the right and the left end.
        let mut second = true;
        for _ in 0..lost {
            let from = usize::from(second);
            let from = if parts[from] > 0 { from } else { 1 - from };
            parts[from] -= 1;
            second = m.form == crate::table::COLUMN || !second;
        }
        let [left, right] = parts.map(f64::from);
        let before = f64::from(2 * m.hole - m.stands);
        let half = m.pitch() / 2.0;
        let lane = crate::plane::along(m.at, m.row(), before * half);
        let off = match parts {
            [0, _] => m.lane / 2.0 + right * half,
            [_, 0] => -m.lane / 2.0 - left * half,
            _ => (right - left) * half,
        };
        let closed = self.man_mut(id);
        closed.at = crate::plane::along(lane, m.row(), off);
        closed.stands -= lost;
        closed.hole = parts[0];
        if parts.contains(&0) {
            (closed.hole, closed.lane, closed.pierced) = (0, 0.0, false);
            if self.stood_on(id)? {
                let closed = self.man_mut(id);
                (closed.hole, closed.pierced) = (1, true);
            }
        }
        if !self.table.on_table(&self.man(id).shape())? {
            return Err(Stop::Unsure("a hole at the edge of the table"));
        }
        Ok(())
    }

    /// Checks officers, the commander first. A captain may take over.
    pub fn officers(&mut self, id: usize) -> Ruled<()> {
        if !self.man(id).here {
            return Ok(());
        }
        self.note("officers checked");
        // A D10 is rolled for each officer, then a D6 for each one hit.
        let all = self.man(id).officers.clone();
        let (mut hit, mut captain) = (Vec::new(), false);
        for (place, &state) in all.iter().enumerate() {
            if state < 2 && self.even()? {
                hit.push(place);
            }
        }
        if self.man(id).captain > 0 {
            captain = self.even()?;
        }
        for place in hit {
            let down = self.die(6)? >= 4 || all[place] == 1;
            self.man_mut(id).officers[place] = if down { 2 } else { 1 };
        }
        if captain {
            let down = self.die(6)? >= 4 || self.man(id).captain == 2;
            self.man_mut(id).captain = if down { 0 } else { 2 };
        }
        if !self.man(id).led() {
            self.captain(id, true)?;
        }
        Ok(())
    }

    /// Lets the senior captain take over, or else stalls the regiment.
    fn captain(&mut self, id: usize, stalls: bool) -> Ruled<()> {
        if self.even()? {
            self.man_mut(id).captain = 1;
        } else if stalls {
            self.man_mut(id).red = true;
        }
        Ok(())
    }

    /// Returns what a rout roll does, unless an officer stops it.
    pub fn rout(&mut self, id: usize) -> Ruled<Does> {
        self.note("routs");
        let does = self.six()?;
        if does != Does::Nothing && self.man(id).led() && self.even()? {
            return Ok(Does::Nothing);
        }
        Ok(does)
    }

    /// Whether an enemy is in the hole of a unit (H2HC-11).
    fn stood_on(&self, id: usize) -> Ruled<bool> {
        let m = self.man(id);
        let base = m.shape();
        for (_, foe) in self.table.foes(m.side) {
            let deep = depth(&base, &foe.shape());
            if deep > CLOSE {
                return Ok(true);
            }
            if deep > SAME {
                return Err(Stop::Unsure("an enemy at the edge of a hole"));
            }
        }
        Ok(false)
    }

    /// Closes a hole in which no enemy stands.
    pub fn close_hole(&mut self, id: usize) -> Ruled<()> {
        if self.man(id).pierced && !self.stood_on(id)? {
            self.note("holes that close");
            let m = self.man_mut(id);
            (m.pierced, m.hole, m.lane) = (false, 0, 0.0);
        }
        Ok(())
    }

    /// Begins a player turn: smoke clears, captains take over, disorder is rallied.
    pub fn command(&mut self) -> Ruled<()> {
        let side = self.table.side;
        for id in 0..self.table.men.len() {
            if self.man(id).side != side || !self.man(id).here {
                continue;
            }
            self.man_mut(id).smoke = false;
            self.close_hole(id)?;
            if !self.man(id).led() {
                self.captain(id, false)?;
            }
            if self.man(id).red && self.man(id).led() {
                self.note("rallies");
                if self.even()? {
                    self.man_mut(id).red = false;
                }
            }
        }
        Ok(())
    }

    /// Ends a player turn: clears what counts only for that turn.
    pub fn end(&mut self) {
        for m in &mut self.table.men {
            (m.reacted, m.charging, m.target, m.acted, m.toll) = (false, false, -1, 0, 0);
        }
    }
}
