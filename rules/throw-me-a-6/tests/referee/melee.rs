//! Sections 12 to 14: rounds of melee.

use crate::state::{Family, MELEE, Table};
use sandtable_battle::{Ground, Status};
use sandtable_referee::{Beyond, Face, Faces, Reasons};

/// One attack of a fight.
#[derive(Clone, Copy, Debug)]
struct Attack {
    by: usize,
    target: usize,
    dice: i32,
    /// 0 rear, 1 flank, 2 front, 3 at once with all others.
    rank: u8,
}

impl Table<'_> {
    pub fn judge_fight(&self, i: usize, j: usize, r: &mut Reasons) {
        for clause in ["SEQ", "MEL", "SHOOT"] {
            r.require(self.phase == MELEE, clause);
            r.require(!self.units[i].fought, clause);
            r.require(self.opponent(i) == Some(j), clause);
        }
    }

    /// A50: judges the owner's choice among several enemies on one edge.
    pub fn judge_opponent(&self, i: usize, j: usize, r: &mut Reasons) {
        let options = self.options(i);
        for clause in ["SEQ", "MEL", "SHOOT"] {
            r.require(options.len() > 1 && options.contains(&j), clause);
            r.require(self.opponent(i) != Some(j), clause);
            r.require(!self.units[i].fought, clause);
        }
    }

    /// Returns the enemy a unit fights: its owner's choice, or the first.
    pub fn opponent(&self, i: usize) -> Option<usize> {
        let options = self.options(i);
        let chosen = self.units[i].fights.filter(|foe| options.contains(foe));
        chosen.or_else(|| options.first().copied())
    }

    /// PIL-01, PIL-06 and PIL-08: returns the unit that a unit may throw at now.
    pub fn thrown_at(&self, i: usize) -> Option<usize> {
        let u = &self.units[i];
        let foe = self.opponent(i).filter(|_| u.pila() && !u.thrown)?;
        self.fresh(i, foe).then_some(foe)
    }

    /// MEL-24: whether a charge of this turn brought two units together.
    fn fresh(&self, i: usize, j: usize) -> bool {
        self.units[i].charged() || self.units[j].charged()
    }

    pub fn judge_throw(&self, i: usize, j: usize, r: &mut Reasons) {
        for clause in ["PIL", "MEL", "SHOOT"] {
            r.require(self.thrown_at(i) == Some(j), clause);
        }
    }

    /// PIL-02 and PIL-03.
    pub fn throw(&mut self, i: usize, j: usize, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let (u, foe) = (&self.units[i], &self.units[j]);
        let cover = [Ground::Woods, Ground::Town];
        let covered = cover.into_iter().any(|g| self.lies_in(foe.base.at, g));
        let met = self.touching(i);
        let theirs = met.iter().find(|t| t.0 == j).map_or(Face::Front, |t| t.2);
        let open = matches!(theirs, Face::Right | Face::Rear);
        let higher = self.level(u.base.at) > self.level(foe.base.at);
        let dice = 2 - i32::from(covered) + i32::from(open) + i32::from(higher);
        for _ in 0..dice.max(1) {
            let hit = i32::from(faces.read()? == 6);
            self.units[j].struck += hit;
        }
        self.units[i].thrown = true;
        self.told.push("pila");
        self.go_on(faces)
    }

    /// PIL-07: takes off the bases that pila struck, before the melee.
    pub fn settle_pila(&mut self, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        for j in 0..self.units.len() {
            if self.units[j].status == Status::Table && self.units[j].struck > 0 {
                self.told.push("pila that tell");
                self.take_off(j, self.units[j].struck)?;
                self.run_at_once(j, faces)?;
            }
        }
        Ok(())
    }

    /// Takes bases off a unit; losing the last of them destroys it.
    pub fn take_off(&mut self, j: usize, lost: i32) -> Result<(), Beyond> {
        let u = &mut self.units[j];
        u.stands = (u.stands - lost).max(0);
        let end = match u.family {
            Family::Elephants | Family::Chariots | Family::Artillery => u.stands <= 0,
            _ => u.stands <= 1,
        };
        if end && lost > 0 {
            self.lose(j, Status::Destroyed);
            self.told.push("gone");
        } else if u.family == Family::Elephants && lost > 0 && u.amok == 0 {
            u.amok = 2;
            self.told.push("amok");
        }
        Ok(())
    }

    /// T6-MEL-20.
    pub fn options(&self, i: usize) -> Vec<usize> {
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

    /// Returns all units that are connected by contact to a unit, starting with it.
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
        // MEL-24: a unit that charged this turn met every enemy it touches by that charge.
        let first_round = self.fresh(i, j);
        // A57: a unit that met a new enemy by pursuit fights a first round with it, without a
        // charge.
        let met_now = |a: &crate::state::U, b: usize| a.met.is_some_and(|beaten| beaten != b);
        let later = !first_round && !met_now(u, j) && !met_now(foe, i);
        let elephants = u.family == Family::Elephants || foe.family == Family::Elephants;
        let base = match (u.family, foe.family) {
            (Family::Elephants, Family::Elephants) => 1,
            (Family::Elephants, f) if f.infantry() => 2,
            (Family::Elephants, _) => 3,
            (_, Family::Elephants) | (Family::Chariots, _) => 1,
            _ => 2,
        };
        let front_alone = met.iter().all(|t| t.1 == Face::Front);
        let bonus = if u.moved != 3 || !u.charged() || !front_alone {
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
        dice -= i32::from(u.armoured() < foe.armoured() && bonus == 0 && !elephants);
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
        dice += i32::from(u.roman() && foe.family.infantry() && frontal && later);
        dice += i32::from(u.amok > 0);
        dice += i32::from(self.chariot_of(i).is_some());
        let dice = if u.struck >= 2 { 0 } else { dice.max(1) };
        let arms = u.pike() && !foe.pike() || u.spear() && foe.family.cavalry();
        // MEL-18 and MEL-24: a charger counts as having charged every enemy it touches.
        let charged = u.charged();
        let rank = if !first_round {
            3
        } else if charged && theirs == Face::Rear {
            0
        } else if charged && theirs.flank() {
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

    /// Plays one round of the fight that a unit is in.
    pub fn fight(&mut self, i: usize, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let fight = self.fight_of(i);
        let mut attacks = Vec::new();
        for &unit in &fight {
            let u = &self.units[unit];
            if u.family == Family::Artillery {
                return Err(Beyond("guns in a melee"));
            }
            let Some(target) = self.opponent(unit) else {
                continue;
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
        let parted = |&a: &usize| {
            let hostile = |&b: &usize| a != b && self.units[a].hostile(&self.units[b]);
            worst.iter().any(hostile)
        };
        let one_side = !worst.iter().any(parted);
        let beaten = most > 0 && one_side;
        // A beaten unit goes straight away from the enemies it touches, and they may
        // pursue (GEO-12, RES-08).
        if beaten {
            let ways: Vec<(usize, f64, Vec<usize>)> = (worst.iter())
                .map(|&unit| {
                    let foes = self.touching(unit).iter().map(|t| t.0).collect();
                    (unit, self.away(unit), foes)
                })
                .collect();
            for (unit, away, foes) in ways {
                if self.units[unit].family != Family::Elephants {
                    self.units[unit].bound = Some(away);
                }
                for foe in foes.into_iter().filter(|foe| !worst.contains(foe)) {
                    if self.units[foe].amok > 0 {
                        continue;
                    }
                    (self.units[foe].bound, self.units[foe].beat) = (Some(away), Some(unit));
                }
            }
        }
        for &unit in fight {
            let u = &mut self.units[unit];
            (u.fought, u.met) = (true, None);
            u.stands -= lost[unit];
            let end = match u.family {
                Family::Elephants | Family::Chariots | Family::Artillery => u.stands <= 0,
                _ => u.stands <= 1,
            };
            if end && lost[unit] > 0 {
                self.lose(unit, Status::Destroyed);
                self.told.push("gone");
            } else if beaten && worst.contains(&unit) && u.family != Family::Elephants {
                u.retreats = 1;
                self.told.push("beaten");
            }
            // EL-03 and EL-06: they were hit, or were amok and survived another fight.
            let u = &mut self.units[unit];
            let alive = u.family == Family::Elephants && !end;
            if alive && (lost[unit] > 0 || u.amok > 0) {
                u.amok = 2;
                self.told.push("amok");
            }
        }
    }
}
