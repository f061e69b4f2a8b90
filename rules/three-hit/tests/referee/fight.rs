//! Sections 10 to 12: the combat table, melee, hits.

use crate::state::{MELEE, Table};
use sandtable_battle::Status;
use sandtable_referee::Face;
use sandtable_referee::{Beyond, Faces};

/// Table C1.
const fn hits(column: i32, die: i32, covered: bool) -> i32 {
    let at_least = match (column, covered) {
        (-2, false) => 5,
        (-2, true) => 6,
        (0, false) => 3,
        (0, true) => 5,
        (_, false) => 2,
        (_, true) => 4,
    };
    let twice = column == 2 && !covered && die == 6;
    (die >= at_least) as i32 + twice as i32
}

impl Table<'_> {
    /// Rolls one attack: a die, or two if damage is doubled (CBT-06, A21).
    fn attack(
        &self,
        column: i32,
        covered: bool,
        doubled: bool,
        faces: &mut Faces<'_>,
    ) -> Result<i32, Beyond> {
        let cancel = covered && doubled && self.is("cover_and_double", "cancel");
        let (covered, doubled) = (covered && !cancel, doubled && !cancel);
        let mut sum = hits(column, faces.read()?, covered);
        if doubled {
            sum += hits(column, faces.read()?, covered);
        }
        Ok(sum)
    }

    pub fn shoot(&mut self, i: usize, j: usize, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let (_, column) = self.weapon(&self.units[i]).ok_or(Beyond("no weapon"))?;
        let covered = self.covered_from_fire(j);
        let sum = self.attack(column, covered, false, faces)?;
        self.units[i].shot = true;
        self.told.push(if covered {
            "shot at cover"
        } else {
            "shot in the open"
        });
        self.hurt(i, j, sum, 1);
        self.annihilated();
        Ok(())
    }

    /// Returns the hits of one blow.
    fn blow(&mut self, i: usize, j: usize, faces: &mut Faces<'_>) -> Result<i32, Beyond> {
        let (own, foe) = (&self.units[i], &self.units[j]);
        let doubled = self.zone(&foe.base, own.base.at) != Face::Front;
        let covered = self.covered_in_melee(i, j);
        let sum = self.attack(own.kind.melee, covered, doubled, faces)?;
        self.units[i].fought = true;
        if doubled {
            self.told.push("blow at flank or rear");
        }
        if covered {
            self.told.push("blow at cover");
        }
        Ok(sum)
    }

    pub fn fight(&mut self, i: usize, j: usize, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let sum = self.blow(i, j, faces)?;
        let back = self.is("melee_sides", "both") && self.must_fight(j);
        if back && !self.strikes(j).contains(&i) {
            return Err(Beyond("blows at once in a crowd"));
        }
        let answer = if back { self.blow(j, i, faces)? } else { 0 };
        self.hurt(i, j, sum, 2);
        self.hurt(j, i, answer, 2);
        self.annihilated();
        Ok(())
    }

    /// HIT-01, HIT-02, MOR-07.
    fn hurt(&mut self, i: usize, j: usize, sum: i32, how: i32) {
        if sum == 0 {
            return;
        }
        let last = self.units.iter().map(|u| u.order).max().unwrap_or(0);
        let own = self.units[j].base;
        let gap = |k: usize| self.gap(&own, &self.units[k].base);
        let noted = usize::try_from(self.units[j].by - 1).ok();
        let nearer = noted.is_some_and(|k| gap(i) < gap(k) - 1.25 * self.slack);
        let counts = how == 2 || !self.is("morale_trigger", "melee_only");
        let together = self.phase == MELEE && self.is("melee_sides", "both");
        let u = &mut self.units[j];
        u.hits = (u.hits + sum).min(3);
        if counts {
            u.taken += sum;
            let first = u.how == 0;
            if first {
                u.order = last + 1;
            }
            if first || how > u.how || how == u.how && nearer {
                u.how = how;
                u.by = i32::try_from(i).unwrap_or(-1) + 1;
            }
        }
        if u.hits >= 3 && !together {
            u.status = Status::Destroyed;
            self.told.push("eliminated");
        }
    }

    /// If both sides strike: makes the blows that are left, then removes the dead.
    pub fn close_melee(&mut self, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        if !self.is("melee_sides", "both") {
            return Ok(());
        }
        let active = self.active();
        let owed = (0..self.units.len()).find(|&k| {
            let u = &self.units[k];
            u.status == Status::Table && u.side != active && self.must_fight(k)
        });
        if owed.is_some() {
            return Err(Beyond("blows at once in a crowd"));
        }
        let _ = faces;
        self.bury();
        Ok(())
    }

    pub fn bury(&mut self) {
        for u in &mut self.units {
            if u.status == Status::Table && u.hits >= 3 {
                u.status = Status::Destroyed;
                self.told.push("eliminated");
            }
        }
    }
}
