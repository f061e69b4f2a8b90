//! Sections 17 and 18: hand to hand, in line and in column.

use crate::run::Run;
use crate::switches::Draw;
use crate::task::{Charge, Forced, Task};
use crate::{Regimental, c, contact, marks};
use sandtable_battle::{Ask, Dice, Gait, Key, Side, UnitId, by};
use sandtable_geometry::TOLERANCE;

/// Outcomes of a round, in the order of the readings of H2HL-07: who lost it.
const ATTACKER: u16 = 0;
const DEFENDER: u16 = 1;
const DRAWN: u16 = 2;

impl Regimental {
    /// Fights one round and returns the hits on the attacker and on the defender (H2HL-01 to
    /// H2HL-05, H2HC-03, H2HC-04).
    pub fn round(&self, attacker: u8, defender: u8, side: Side, dice: &mut dyn Dice) -> (u8, u8) {
        by!(c::H2HL_03, c::H2HL_04, c::H2HL_05, c::H2HC_04);
        let key = Key::of(c::H2HL_04, &(attacker, defender));
        let surplus = self.choices.surplus;
        Ask::matched(dice.stage(key, &mut |dice| {
            let rows = Ask::Match {
                left: attacker,
                right: defender,
                sides: 6,
                surplus,
            };
            dice.ask(rows, side, c::H2HL_04)
        }))
    }
}

impl Run<'_> {
    /// Starts a round of hand to hand: works out who strikes.
    pub(crate) fn strike(&mut self) {
        by!(c::H2HL_06, c::H2HL_16);
        let Some(charge) = self.charge.clone() else {
            return;
        };
        let Some(found) = contact::meeting(self.scene, &charge) else {
            return;
        };
        let theirs = self.rules.defenders(self.scene, &charge, &found);
        let own = self.attackers(&charge, found.strikers.len(), theirs);
        self.push(Task::Blows {
            foe: found.foe,
            own,
            theirs,
        });
    }

    /// Rolls the blows of a round and applies them.
    pub(crate) fn blows(&mut self, foe: UnitId, own: u8, theirs: u8) {
        let Some(id) = self.charge.as_ref().map(|charge| charge.unit) else {
            return;
        };
        if !self.foresees {
            by!(c::CONTACT_07);
            self.scene
                .told(c::CONTACT_07, u16::from(own), id, Some(foe));
            self.scene
                .told(c::CONTACT_07, u16::from(theirs), foe, Some(id));
        }
        let side = self.side(id);
        let (taken, dealt) = self.rules.round(own, theirs, side, self.dice);
        let outcome = match taken.cmp(&dealt) {
            std::cmp::Ordering::Greater => ATTACKER,
            std::cmp::Ordering::Less => DEFENDER,
            std::cmp::Ordering::Equal => DRAWN,
        };
        self.scene.told(c::H2HL_07, outcome, id, Some(foe));
        let lost = self.take(id, taken, false);
        let felled = self.take(foe, dealt, false);
        if let Some(charge) = self.charge.as_mut() {
            charge.disordered |= taken > 0;
            charge.foe_hit |= dealt > 0;
        }
        for (unit, stands) in [(id, lost), (foe, felled)] {
            if stands > 0 {
                self.officers_of(unit);
            }
        }
        self.settle(id, foe, outcome, (lost > 0, felled > 0));
    }

    /// Returns the dice of the attacker (H2HL-01, H2HC-01, H2HC-03).
    fn attackers(&self, charge: &Charge, strikers: usize, theirs: u8) -> u8 {
        by!(c::H2HC_01, c::H2HC_03, c::H2HL_01);
        if charge.column {
            theirs + 1
        } else if self.rules.choices.all_strike {
            self.scene.unit(charge.unit).stands
        } else {
            u8::try_from(strikers).unwrap_or(0)
        }
    }

    /// Applies the result of a round: who backs up, who routs, whether it goes on.
    fn settle(&mut self, id: UnitId, foe: UnitId, outcome: u16, lost: (bool, bool)) {
        if !self.scene.unit(id).on_table() {
            by!(c::H2HL_16, c::ROUT_01);
            self.give_up();
            return self.routs(&[(foe, id, lost.1)]);
        }
        if !self.scene.unit(foe).on_table() {
            by!(c::H2HL_16, c::H2HL_18, c::H2HC_13);
            if let Some(charge) = self.charge.as_mut() {
                charge.won |= charge.column;
            }
            self.push(Task::Go);
            return self.routs(&[(id, foe, lost.0)]);
        }
        let column = self.charge.as_ref().is_some_and(|ch| ch.column);
        if outcome == DRAWN {
            by!(c::H2HL_13);
            match self.rules.choices.draw {
                Draw::AttackerRecoils => {}
                Draw::FightAgain => {
                    self.push(Task::Strike);
                    return self.routs(&[(id, foe, lost.0), (foe, id, lost.1)]);
                }
                Draw::BothStand => {
                    self.give_up();
                    return self.routs(&[(id, foe, lost.0), (foe, id, lost.1)]);
                }
            }
        }
        let facing = self.scene.unit(id).pose.facing;
        if outcome == DEFENDER {
            if column {
                return self.pierce(foe, lost);
            }
            by!(c::H2HL_10, c::H2HL_14);
            self.push(Task::Again);
            self.routs(&[(foe, id, lost.1), (id, foe, lost.0)]);
            self.back_up(foe, facing);
        } else {
            by!(c::H2HL_08, c::H2HL_09, c::H2HC_09);
            self.give_up();
            self.routs(&[(id, foe, lost.0), (foe, id, lost.1)]);
            self.back_up(id, facing.reversed());
            if let Some(charge) = self.charge.as_mut() {
                charge.disordered = true;
            }
        }
    }

    /// Ends the charge.
    fn give_up(&mut self) {
        if let Some(charge) = self.charge.as_mut() {
            charge.over = true;
        }
    }

    /// Pushes rout rolls so that the first of the list comes first.
    fn routs(&mut self, all: &[(UnitId, UnitId, bool)]) {
        for &(unit, foe, lost) in all.iter().rev() {
            if lost {
                self.push(Task::Rout { unit, foe });
            }
        }
    }

    /// Makes a loser back up along the charge line (H2HL-14).
    fn back_up(&mut self, id: UnitId, direction: sandtable_geometry::Facing) {
        self.push(Task::Forced(Forced {
            unit: id,
            direction,
            length: self.rules.numbers.forced.push,
            gait: Gait::Driven,
            turns: false,
            quiet: false,
        }));
    }

    /// Lets a winning column through: the enemy opens a hole and the column goes straight on
    /// (H2HC-05, H2HC-06, H2HC-07).
    fn pierce(&mut self, foe: UnitId, lost: (bool, bool)) {
        by!(c::H2HC_05, c::H2HC_06, c::H2HC_07);
        let Some(charge) = self.charge.as_mut() else {
            return;
        };
        let id = charge.unit;
        if charge.pierced.try_push(foe).is_err() {
            charge.over = true;
        }
        charge.foe_hit = false;
        charge.won = true;
        self.scene.set(foe, marks::RED, true, c::H2HC_05);
        self.rules.open_hole(self.scene, id, foe);
        self.push(Task::Go);
        self.routs(&[(foe, id, lost.1), (id, foe, lost.0)]);
    }

    /// Continues after a round that the defender lost: with another strike, or to the end of the
    /// charge (H2HL-11, H2HL-15).
    pub(crate) fn again(&mut self) {
        by!(c::H2HL_11, c::H2HL_15);
        let over = self
            .charge
            .as_ref()
            .is_none_or(|charge| charge.over || !self.scene.unit(charge.unit).on_table());
        if over {
            return;
        }
        let found = self.meets_again();
        let Some(charge) = self.charge.as_ref() else {
            return;
        };
        let fought = charge.foe;
        match found {
            Some(found) if self.gets_to(charge, &found) => self.close_with(found),
            _ => self.go_to_the_end(Some(fought)),
        }
    }

    /// Returns the enemy that is struck again, if the farthest point is not reached, after rolling
    /// for the ground on the way (H2HL-15, CHARGE-12).
    fn meets_again(&mut self) -> Option<contact::Meeting> {
        let found = self.meets()?;
        let charge = self.charge.as_ref()?;
        if found.foe != charge.foe {
            // Another enemy on the line is met like any other.
            return Some(found);
        }
        // This is the only place where an equal distance does not count as within.
        let upto = charge.gone + found.gap + charge.pinned;
        (upto + TOLERANCE < charge.far).then_some(found)
    }
}
