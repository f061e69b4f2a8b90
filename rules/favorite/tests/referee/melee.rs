//! Close combats of any number of units, with generals (section Close combat).

use crate::umpire::{Flight, Ruled, Stop, Umpire};
use sandtable_battle::Side;

/// A melee as the second umpire sees it.
pub struct Melee {
    members: Vec<usize>,
    attacker: Side,
}

fn close<T>(what: &'static str) -> Ruled<T> {
    Err(Stop::Unsure(what))
}

impl Umpire {
    /// Returns the melee that a unit is in: all units joined by contact.
    pub fn melee_of(&self, id: usize) -> Ruled<Melee> {
        let mut members = vec![id];
        let mut at = 0;
        while at < members.len() {
            for foe in self.touching(members[at])? {
                if !members.contains(&foe) {
                    members.push(foe);
                }
            }
            at += 1;
        }
        members.sort_unstable();
        let home = |side: Side| {
            members
                .iter()
                .any(|&m| self.men[m].side == side && matches!(self.men[m].charge, 2 | 3))
        };
        let attacker = match (home(Side::A), home(Side::B)) {
            (true, false) => Side::A,
            (false, true) => Side::B,
            _ => return close("whose charge it was"),
        };
        Ok(Melee { members, attacker })
    }

    /// Returns the enemy that a unit strikes (MEL-07).
    fn struck_by(&self, id: usize) -> Ruled<Option<usize>> {
        let touched = self.may_strike(id)?;
        let goal = usize::try_from(self.men[id].goal).ok();
        Ok(match touched.as_slice() {
            [] => None,
            [one] => Some(*one),
            all => match goal.filter(|goal| all.contains(goal)) {
                Some(goal) => Some(goal),
                None if self.men[id].stand == 5 => None,
                None => return Err(Stop::Wrong(format!("{id} was not asked whom it strikes"))),
            },
        })
    }

    /// Returns what leading commanders add. Whether they come through is rolled first.
    fn led(&mut self, melee: &Melee) -> Ruled<[i32; 2]> {
        let mut out = [0, 0];
        let sides = [melee.attacker, melee.attacker.other()];
        for (at, side) in sides.into_iter().enumerate() {
            let leads = |m: &crate::umpire::Man| {
                m.staff()
                    && m.here
                    && m.side == side
                    && m.melee == 2
                    && m.with.is_some_and(|host| melee.members.contains(&host))
            };
            let Some(id) = self.men.iter().position(leads) else {
                continue;
            };
            if self.is_hit(id)? {
                continue;
            }
            // Kind 6 is an army commander.
            out[at] = if self.men[id].kind == 6 { 2 } else { 1 };
        }
        Ok(out)
    }

    /// Rolls for the risk of a commander who steps in (CMD-03, CMD-04).
    pub fn is_hit(&mut self, id: usize) -> Ruled<bool> {
        if self.die()? < 6 {
            return Ok(false);
        }
        self.men[id].here = false;
        if let 3 | 4 = self.die()? {
            self.die()?;
        }
        Ok(true)
    }

    /// Rules on a melee.
    pub fn fight(&mut self, id: usize) -> Ruled<usize> {
        let melee = self.melee_of(id)?;
        let ids = melee.members.clone();
        let (att, def) = (melee.attacker, melee.attacker.other());
        let bonus = self.led(&melee)?;
        let mut plan = Vec::new();
        for &id in &ids {
            if let Some(foe) = self.struck_by(id)? {
                let edge = self.factors(id, foe)? - self.factors(foe, id)?;
                let least = match edge {
                    2.. => 3,
                    0 | 1 => 4,
                    _ => 5,
                };
                plan.push((id, foe, least));
            }
        }
        let mut kills = [0, 0];
        // First the units that stood steadily, then most units, then those that were caught.
        for now in [&[1][..], &[0, 2, 3], &[4]] {
            let mut blows = Vec::new();
            for side in [att, def] {
                for &(id, foe, least) in &plan {
                    let (m, t) = (&self.men[id], &self.men[foe]);
                    if m.side != side || !m.here || !t.here || !now.contains(&m.stand) {
                        continue;
                    }
                    let all = (m.figures + 2) / 3;
                    let dice = if m.stand == 3 { (all + 1) / 2 } else { all };
                    let mut hits = 0;
                    for _ in 0..dice {
                        hits += i32::from(self.die()? >= least);
                    }
                    blows.push((foe, side, hits));
                }
            }
            for (foe, side, hits) in blows {
                if self.men[foe].here {
                    kills[usize::from(side != att)] += self.lose(foe, hits)?;
                }
            }
        }
        let alive = [att, def].map(|side| {
            ids.iter()
                .any(|&id| self.men[id].side == side && self.men[id].here)
        });
        let helpless = [att, def].map(|side| {
            let mut own = ids.iter().filter(|&&id| self.men[id].side == side);
            own.all(|&id| self.men[id].stand == 5)
        });
        let wins = match (alive, helpless) {
            ([false, false], _) => return Ok(ids.len()),
            ([true, false], _) | (_, [false, true]) => true,
            ([false, true], _) | (_, [true, false]) => false,
            _ => kills[0] + bonus[0] > kills[1] + bonus[1],
        };
        let loser = if wins { def } else { att };
        for &id in &ids {
            let m = &self.men[id];
            if m.here && (m.side == loser || m.stand == 5) {
                self.men[id].marker = true;
                let from = self.beaten_by(id)?;
                self.flee(id, from, Flight::Retreat, 1.0)?;
            }
        }
        Ok(ids.len())
    }

    /// Returns the enemy that a beaten unit goes back from: one that it touches, on its front
    /// before others.
    fn beaten_by(&self, id: usize) -> Ruled<usize> {
        let mut touched = Vec::new();
        for foe in self.touching(id)? {
            touched.push((self.touches_with(id, foe)?, foe));
        }
        touched.sort_unstable();
        match touched.as_slice() {
            [] => self.nearest(id),
            [(_, one)] => Ok(*one),
            [one, two, ..] if one.0 == Some(0) && two.0 != Some(0) => Ok(one.1),
            _ => close("beaten by several"),
        }
    }

    /// Returns the enemies that a unit may strike: those on its front if there are any.
    fn may_strike(&self, id: usize) -> Ruled<Vec<usize>> {
        let mut touched = Vec::new();
        for foe in self.touching(id)? {
            touched.push((self.touches_with(id, foe)?, foe));
        }
        let ahead = touched.iter().any(|t| t.0 == Some(0));
        touched.retain(|t| !ahead || t.0 == Some(0));
        Ok(touched.into_iter().map(|t| t.1).collect())
    }

    /// Applies the choice of a unit's target.
    pub fn told(&mut self, id: usize, choice: u8) -> Ruled<()> {
        let goal = self.may_strike(id)?.get(usize::from(choice)).copied();
        self.men[id].goal = goal.map_or(-1, |goal| i32::try_from(goal).expect("few"));
        Ok(())
    }
}
