//! Section 5: the order of play, and section 19: the end.

use crate::state::{
    ACTIONS, Family, INITIATIVE, LATE, MELEE, OPPONENTS, PILA, PURSUIT, RETREAT, Table,
};
use sandtable_battle::{Side, Status};
use sandtable_referee::{Beyond, Faces, Reasons};

/// A decision that a player must make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waits {
    pub why: String,
    pub side: Side,
    pub choices: u8,
    pub unit: Option<usize>,
    pub other: Option<usize>,
}

/// The steps of a turn, and whether each is the second player's.
const STEPS: [(u8, bool); 14] = [
    (ACTIONS, false),
    (ACTIONS, true),
    (LATE, false),
    (LATE, true),
    (OPPONENTS, false),
    (OPPONENTS, true),
    (PILA, false),
    (PILA, true),
    (MELEE, false),
    (MELEE, true),
    (RETREAT, false),
    (RETREAT, true),
    (PURSUIT, false),
    (PURSUIT, true),
];

impl Table<'_> {
    /// Returns where the battle stands, for the comparison.
    pub fn course(&self) -> [(&'static str, i32); 9] {
        let side = |side: Side| i32::from(side == Side::B);
        let unit = |u: Option<usize>| u.map_or(-1, |u| i32::try_from(u).unwrap_or(-1));
        let over = self.ended != 0;
        let waits = self.waits.as_ref().filter(|_| !over);
        let live = |n: i32| if over { -1 } else { n };
        [
            ("ended", self.ended),
            ("turn", live(self.turn)),
            ("phase", live(i32::from(self.phase))),
            ("side", live(side(self.side))),
            ("choices", waits.map_or(0, |w| i32::from(w.choices))),
            ("chooser", waits.map_or(-1, |w| side(w.side))),
            ("about", waits.map_or(-1, |w| unit(w.unit))),
            ("and", waits.map_or(-1, |w| unit(w.other))),
            ("first", if over { -1 } else { side(self.first) }),
        ]
    }

    fn here_of(&self, side: Side) -> Vec<usize> {
        let own = self.here().filter(|(_, u)| u.side == side);
        own.map(|(i, _)| i).collect()
    }

    fn place(&self) -> Result<usize, Beyond> {
        let now = (self.phase, self.side != self.first);
        let at = STEPS.iter().position(|&step| step == now);
        at.ok_or(Beyond("deployment"))
    }

    /// Goes on: the player stays on while any order is left.
    pub fn go_on(&mut self, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let at = self.place()?;
        self.walk(at, true, faces)
    }

    /// Ends a player's step.
    pub fn end_step(&mut self, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let at = self.place()?;
        self.walk(at + 1, false, faces)
    }

    fn walk(&mut self, from: usize, under_way: bool, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        for (at, &(phase, second)) in STEPS.iter().enumerate().skip(from) {
            let side = if second {
                self.first.other()
            } else {
                self.first
            };
            if at > from || !under_way {
                // RES-12: pila count before the dice, and compulsory pursuits come first.
                match (phase, second) {
                    (MELEE, false) => self.settle_pila(faces)?,
                    (PURSUIT, false) => {
                        self.run_after_melee(faces)?;
                        self.follow(side)?;
                    }
                    (PURSUIT, true) => self.follow(side)?,
                    _ => {}
                }
            }
            if self.has_business(phase, side)? {
                (self.phase, self.side) = (phase, side);
                return Ok(());
            }
        }
        self.end_turn(faces)
    }

    /// Whether a player can do anything in a step.
    fn has_business(&self, phase: u8, side: Side) -> Result<bool, Beyond> {
        // A chariot that has joined a unit may leave it, a general may ride.
        let others = (0..self.units.len()).filter(|&i| {
            let u = &self.units[i];
            u.side == side && u.status == Status::Table && !u.stands_here()
        });
        let mut all = self.here_of(side);
        all.extend(others.filter(|_| phase == ACTIONS));
        for i in all {
            if self.units[i].amok > 0 && phase != MELEE {
                continue;
            }
            let any = match phase {
                ACTIONS => self.may_act(i)?,
                LATE => self.has_target(i)?,
                OPPONENTS => self.options(i).len() > 1,
                PILA => self.thrown_at(i).is_some(),
                MELEE => !self.units[i].fought && !self.touching(i).is_empty(),
                RETREAT => self.units[i].retreats == 1,
                _ => self.pursuit(i)?.is_some(),
            };
            if any {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// SEQ-05: whether a unit may move, shoot or break off.
    fn may_act(&self, i: usize) -> Result<bool, Beyond> {
        if self.units[i].with.is_some() {
            let mut r = Reasons::default();
            self.judge_parting(i, &mut r);
            return Ok(r.clean());
        }
        if !self.touching(i).is_empty() {
            let mut r = Reasons::default();
            self.judge_leave(i, &mut r);
            return Ok(r.clean());
        }
        Ok(self.has_target(i)? || self.has_move(i))
    }

    /// SEQ-09 and SHOOT-07.
    pub fn has_move(&self, i: usize) -> bool {
        let u = &self.units[i];
        let gun = u.family == Family::Artillery && u.shot;
        (u.moved == 0 || u.moved == 1 && u.shot) && !gun
    }

    fn has_target(&self, i: usize) -> Result<bool, Beyond> {
        for (j, _) in self.here() {
            let mut r = Reasons::default();
            self.judge_target(i, j, &mut r);
            if r.clean() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// SEQ-08: ends the turn, with the roll for the next one.
    fn end_turn(&mut self, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        for u in &mut self.units {
            (u.moved, u.shot, u.spent, u.turns) = (0, false, 0.0, 0);
            (u.bound, u.total, u.beat, u.fights) = (None, 0, None, None);
            (u.struck, u.fought, u.retreats) = (0, false, 0);
        }
        for i in 0..self.units.len() {
            let held = self.units[i].status == Status::Table && !self.touching(i).is_empty();
            if !held {
                self.units[i].met = None;
            }
        }
        self.ended = self.ending()?;
        if self.ended != 0 {
            self.told.push("the end");
            return Ok(());
        }
        self.turn += 1;
        self.phase = INITIATIVE;
        let (a, b) = (faces.read()?, faces.read()?);
        self.holder = match a.cmp(&b) {
            std::cmp::Ordering::Greater => Side::A,
            std::cmp::Ordering::Less => Side::B,
            std::cmp::Ordering::Equal => self.holder,
        };
        self.side = self.holder;
        self.told.push("initiative");
        self.waits = Some(Waits {
            why: "SEQ-03".to_owned(),
            side: self.holder,
            choices: 2,
            unit: None,
            other: None,
        });
        Ok(())
    }

    /// Section 19: returns 0 while the battle goes on, 1 or 2 if the first or the second
    /// side has won, 3 for a draw.
    fn ending(&self) -> Result<i32, Beyond> {
        let count = |side: Side, gone: bool| {
            // VIC-02 counts units, and a general is not a unit.
            let own = self.units.iter();
            let own = own.filter(|u| u.side == side && u.family != Family::General);
            own.filter(|u| !gone || u.status.is_gone()).count()
        };
        let both = [Side::A, Side::B].map(|side| (count(side, false), count(side, true)));
        let broken = both.map(|(all, lost)| all > 0 && lost >= (3 * all).div_ceil(4));
        let last = self.battle.setting.turns.map(i32::from);
        Ok(match broken {
            [true, true] => 3,
            [true, false] => 2,
            [false, true] => 1,
            [false, false] if last.is_some_and(|last| self.turn >= last) => {
                let set = &self.battle.setting.victory;
                if set.objectives || set.default.is_some() {
                    return Err(Beyond("points of scenarios"));
                }
                // A67: the side that lost the smaller share wins.
                let [(all_a, lost_a), (all_b, lost_b)] = both;
                match (lost_a * all_b).cmp(&(lost_b * all_a)) {
                    std::cmp::Ordering::Less => 1,
                    std::cmp::Ordering::Greater => 2,
                    std::cmp::Ordering::Equal => 3,
                }
            }
            [false, false] => 0,
        })
    }

    /// SEQ-03: takes the choice of who moves first.
    pub fn choose_first(&mut self, choice: u8, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let waiting = |u: &crate::state::U| u.status == Status::Reserve;
        if self.units.iter().any(waiting) {
            return Err(Beyond("reinforcements"));
        }
        self.first = if choice == 0 {
            self.holder
        } else {
            self.holder.other()
        };
        self.waits = None;
        (self.phase, self.side) = (ACTIONS, self.first);
        self.run_on(faces)?;
        self.walk(0, false, faces)
    }
}
