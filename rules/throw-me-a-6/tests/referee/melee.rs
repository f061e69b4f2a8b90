//! Sections 12 to 14: rounds of melee.

use crate::moves::Reasons;
use crate::state::{Face, Family, MELEE, Table};
use sandtable_battle::Status;
use sandtable_referee::{Beyond, Faces};

/// One attack of a fight.
#[derive(Clone, Copy, Debug)]
struct Attack {
    by: usize,
    target: usize,
    dice: i32,
    /// 0 rear, 1 flank, 2 front, 3 all at once.
    rank: u8,
}

impl Table<'_> {
    pub fn judge_fight(&self, i: usize, j: usize, r: &mut Reasons) {
        if self.phase == 9 {
            r.unruled("choosing an opponent");
            return;
        }
        for clause in ["SEQ", "MEL"] {
            r.require(self.phase == MELEE, clause);
            r.require(!self.units[i].fought, clause);
            r.require(self.options(i).contains(&j), clause);
        }
        if r.clean() && self.units[i].fights.is_some_and(|chosen| chosen != j) {
            r.unruled("chosen opponents");
        }
    }

    /// T6-MEL-20.
    fn options(&self, i: usize) -> Vec<usize> {
        let met = self.touching(i);
        let on = |holds: &dyn Fn(Face) -> bool| -> Vec<usize> {
            met.iter().filter(|t| holds(t.1)).map(|t| t.0).collect()
        };
        let front = on(&|face| face == Face::Front);
        let flank = on(&Face::flank);
        if !front.is_empty() {
            front
        } else if !flank.is_empty() {
            flank
        } else {
            on(&|face| face == Face::Rear)
        }
    }

    /// All units that are joined by contact, from one on.
    fn fight_of(&self, i: usize) -> Vec<usize> {
        let (mut all, mut next) = (vec![i], 0);
        while let Some(&unit) = all.get(next) {
            next += 1;
            for (foe, ..) in self.touching(unit) {
                if !all.contains(&foe) {
                    all.push(foe);
                }
            }
        }
        all
    }

    /// Whether a unit charged another in this turn.
    fn charged(&self, a: usize, b: usize) -> bool {
        let onto = self
            .touching(a)
            .iter()
            .any(|t| t.0 == b && t.1 == Face::Front);
        self.units[a].moved >= 3 && onto
    }

    /// Table T6-T4.
    fn attack(&self, i: usize, j: usize) -> Attack {
        let (u, foe) = (&self.units[i], &self.units[j]);
        let met = self.touching(i);
        let (_, own, theirs) =
            met.iter()
                .find(|t| t.0 == j)
                .copied()
                .unwrap_or((j, Face::Front, Face::Front));
        let frontal = own == Face::Front;
        // MEL-24: who charged in this turn met everybody whom it touches by that charge.
        let first_round = u.moved >= 3 || foe.moved >= 3;
        let elephants = u.family == Family::Elephants || foe.family == Family::Elephants;
        let base = match (u.family, foe.family) {
            (Family::Elephants, Family::Elephants) => 1,
            (Family::Elephants, f) if f.infantry() => 2,
            (Family::Elephants, _) => 3,
            (_, Family::Elephants) | (Family::Chariots, _) => 1,
            _ => 2,
        };
        let front_alone = met.iter().all(|t| t.1 == Face::Front);
        let bonus = if u.moved != 3 || !front_alone || !self.charged(i, j) {
            0
        } else if u.kind == "shock_cavalry" {
            2
        } else if u.family.cavalry() {
            1
        } else if u.family == Family::Warband && foe.family.infantry() {
            2
        } else {
            0
        };
        let mut dice = match u.struck {
            0 => base,
            1 => base.min(1),
            _ => 0,
        };
        dice += bonus;
        dice -= i32::from(u.armour < foe.armour && bonus == 0 && !elephants);
        let slow =
            u.family == Family::HeavyFoot || u.family.cavalry() || u.family == Family::Chariots;
        dice -= i32::from(slow && self.in_difficult(&u.base));
        dice += i32::from(u.skill > foe.skill);
        dice += match theirs {
            Face::Rear => 2,
            Face::Front => 0,
            _ => 1,
        };
        dice += i32::from(u.pike() && u.stands == 4 && frontal);
        dice += i32::from((u.pike() || u.spear()) && foe.family.mounted() && frontal);
        dice += i32::from(u.roman() && foe.family.infantry() && frontal && !first_round);
        let dice = if u.struck >= 2 { 0 } else { dice.max(1) };
        let arms = u.pike() && !foe.pike() || u.spear() && foe.family.cavalry();
        let rank = if !first_round {
            3
        } else if self.charged(i, j) && theirs == Face::Rear {
            0
        } else if self.charged(i, j) && theirs.flank() {
            1
        } else if arms && frontal {
            2
        } else {
            3
        };
        Attack {
            by: i,
            target: j,
            dice,
            rank,
        }
    }

    /// One round of the fight that a unit is in.
    pub fn fight(&mut self, i: usize, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let fight = self.fight_of(i);
        let mut attacks = Vec::new();
        for &unit in &fight {
            let u = &self.units[unit];
            if u.met || u.family == Family::Artillery {
                return Err(Beyond("rounds after a pursuit"));
            }
            let options = self.options(unit);
            let target = match (options.as_slice(), u.fights) {
                ([only], _) => *only,
                (_, Some(chosen)) => chosen,
                _ => return Err(Beyond("opponents to choose")),
            };
            attacks.push(self.attack(unit, target));
        }
        if fight.len() > 2 {
            self.told.push("fight of several");
        }
        self.strike(&fight, &attacks, faces)
    }

    fn strike(
        &mut self,
        fight: &[usize],
        attacks: &[Attack],
        faces: &mut Faces<'_>,
    ) -> Result<(), Beyond> {
        let mut lost = vec![0; self.units.len()];
        let mut sooner = vec![0; self.units.len()];
        for rank in 0..4 {
            let before = sooner.clone();
            for attack in attacks.iter().filter(|attack| attack.rank == rank) {
                let taken = before[attack.by];
                if taken >= self.units[attack.by].lethal() {
                    continue;
                }
                if rank < 3 {
                    self.told.push("first strike");
                }
                for _ in 0..attack.dice - taken {
                    let hit = i32::from(faces.read()? == 6);
                    lost[attack.target] += hit;
                    if rank < 3 {
                        sooner[attack.target] += hit;
                    }
                }
            }
        }
        for &unit in fight {
            lost[unit] = lost[unit].min(self.units[unit].stands);
            let beasts = self.units[unit].family == Family::Elephants;
            if beasts && lost[unit] > 0 && lost[unit] < self.units[unit].stands {
                return Err(Beyond("elephants run amok and attached chariots"));
            }
        }
        self.settle(fight, &lost);
        Ok(())
    }

    /// T6-RES-01, T6-RES-07 and T6-RES-11.
    fn settle(&mut self, fight: &[usize], lost: &[i32]) {
        let most = fight.iter().map(|&unit| lost[unit]).max().unwrap_or(0);
        let worst: Vec<usize> = fight
            .iter()
            .copied()
            .filter(|&unit| lost[unit] == most)
            .collect();
        let one_side = worst
            .iter()
            .all(|&unit| self.units[unit].side == self.units[worst[0]].side);
        let beaten = most > 0 && one_side;
        for &unit in fight {
            let u = &mut self.units[unit];
            u.fought = true;
            u.stands -= lost[unit];
            let end = match u.family {
                Family::Elephants | Family::Chariots | Family::Artillery => u.stands <= 0,
                _ => u.stands <= 1,
            };
            if end {
                u.status = Status::Destroyed;
                self.told.push("gone");
            } else if beaten && worst.contains(&unit) && u.family != Family::Elephants {
                u.retreats = 1;
                self.told.push("beaten");
            }
        }
    }
}
