//! Sections 14 to 16: a charge from its dice to the moment it goes in, and to its end.

use crate::beyond::{self, Met, Paid, What};
use crate::contact::{self, Meeting};
use crate::ground;
use crate::marks::Action;
use crate::run::Run;
use crate::task::{Charge, Crossed, Task, Why};
use crate::units::{COLUMN, STANDS};
use crate::{c, inside, marks, units};
use arrayvec::ArrayVec;
use sandtable_battle::{Ask, Battle, Clause, Far, Gait, Side, UnitId, by};
use sandtable_geometry::{INCH, Length, Rect, TOLERANCE};

/// Returns how far a charging base can go before it would overlap an enemy: a stand that is late,
/// or that only grazes the enemy, still takes up room (CONTACT-08).
fn clear_of(battle: &Battle, charge: &Charge, own: &Rect, foe: UnitId) -> Option<Length> {
    let theirs = units::rect(battle, foe);
    if inside::lies_upon(own, &theirs) {
        return inside::way(battle, charge.unit, foe, own, own.facing());
    }
    let passage = own.sweep(own.facing(), &theirs)?;
    (passage.leave > TOLERANCE).then_some(passage.enter.max(0))
}

/// Returns how far a charge can go before each enemy that it has not pierced.
fn enemies_ahead(
    battle: &Battle,
    charge: &Charge,
    own: &Rect,
) -> impl Iterator<Item = (UnitId, Length)> {
    by!(c::CONTACT_08);
    let foes = battle.side(battle.unit(charge.unit).side.other());
    foes.filter(|(foe, _)| !charge.pierced.contains(foe))
        .filter_map(|(foe, _)| Some((foe, clear_of(battle, charge, own, foe)?)))
}

/// Returns how far a charge can go before the nearest enemy that it has not pierced.
fn clear_ahead(battle: &Battle, charge: &Charge, own: &Rect) -> Length {
    let all = enemies_ahead(battle, charge, own).map(|(_, at)| at);
    all.min().unwrap_or(Length::MAX)
}

/// Returns how far a column can go before it would run into stands of a unit it has pierced: one
/// that broke and came back into the way (H2HC-16).
fn pierced_ahead(battle: &Battle, charge: &Charge, own: &Rect) -> Length {
    let mut least = Length::MAX;
    let mut meet = |theirs: &Rect| {
        let met = own.sweep(own.facing(), theirs);
        if let Some(passage) = met.filter(|passage| passage.leave > TOLERANCE) {
            least = least.min((passage.enter - 2 * TOLERANCE).max(0));
        }
    };
    for &id in &charge.pierced {
        let unit = battle.unit(id);
        if !unit.on_table() {
            continue;
        }
        by!(c::H2HC_16);
        if marks::HOLE.of(unit) == 0 {
            meet(&units::rect(battle, id));
        } else if units::lane(unit) > 0 {
            // The lane is exactly as wide as the column, to the last hundredth of a millimetre.
            for part in units::parts(&battle.setting, unit, unit.pose) {
                meet(&part.grown(-2 * TOLERANCE));
            }
        }
    }
    least
}

/// Returns how many different thrown distances are beyond one. Stands that are stopped at the same
/// place are kept apart by that many hundredths of a millimetre: the one with the lowest dice falls
/// first (LOSS-02).
fn behind(thrown: &[Length], reach: Length) -> Length {
    let mut beyond: ArrayVec<Length, STANDS> = ArrayVec::new();
    for &other in thrown {
        if other > reach && !beyond.contains(&other) {
            beyond.push(other);
        }
    }
    Length::try_from(beyond.len()).unwrap_or(0)
}

/// Applies the die of an obstacle to each stand: it crosses with what is left, or stops in front
/// (CHARGE-13).
fn cross(charge: &mut Charge, met: &Met, at: Length, taken: Length) {
    by!(c::CHARGE_13);
    let (mut over, mut held) = (false, false);
    let thrown = charge.reach.clone();
    for reach in &mut charge.reach {
        if *reach + TOLERANCE < at {
            continue;
        }
        if taken > *reach - at + TOLERANCE {
            // A stand that stops in front reaches no enemy right behind the obstacle.
            *reach = at - HELD - behind(&thrown, *reach);
            held = true;
        } else {
            *reach -= taken;
            over = true;
        }
    }
    charge.far = charge.reach.iter().copied().max().unwrap_or(0);
    if over {
        // Just over counts as over.
        charge.far = charge.far.max(met.over - met.at + at);
    } else if held {
        charge.far = charge.far.max(at);
    }
}

/// How far in front of an obstacle a stopped stand counts: more than the tolerance.
const HELD: Length = 2 * TOLERANCE + 1;

impl Run<'_> {
    /// Carries out a charge, from its dice to the moment it goes in.
    pub(crate) fn assault(&mut self, id: UnitId, target: UnitId) {
        by!(
            c::CHEER_01,
            c::CHEER_02,
            c::CHEER_03,
            c::MARK_02,
            c::MARK_03
        );
        self.charge = Some(Charge {
            unit: id,
            target,
            foe: target,
            reach: ArrayVec::new(),
            far: 0,
            gone: 0,
            diced: -INCH,
            paid: Paid::new(),
            pinned: 0,
            column: self.scene.unit(id).formation == COLUMN,
            over: false,
            disordered: false,
            foe_hit: false,
            won: false,
            pierced: ArrayVec::new(),
            crossed: None,
        });
        // When foreseeing, a charge that a player must answer first does not roll its dice yet:
        // they are rolled when they matter.
        if !self.foresees {
            self.throw_charge();
        }
        self.push(Task::Go);
        let side = self.side(id);
        let there = self.scene.unit(target).on_table();
        let cheers = self.rules.even(self.dice, side, c::CHEER_04);
        self.scene
            .told(c::CHEER_04, u16::from(cheers), id, there.then_some(target));
        // A target that has gone cannot hear it (CHARGE-16).
        let seen = there && self.rules.sees(self.scene, target, id);
        let mut aware = seen;
        if !there {
            by!(c::CHARGE_16);
        } else if seen {
            by!(c::REACT_03);
        } else if cheers {
            let theirs = self.side(target);
            aware = self.rules.even(self.dice, theirs, c::REACT_01);
            self.scene
                .told(c::REACT_01, u16::from(aware), target, Some(id));
            by!(c::REACT_02);
        } else {
            by!(c::CHEER_05, c::CHEER_06);
        }
        if aware {
            self.push(Task::React {
                unit: target,
                foe: id,
                why: Why::Charge,
            });
        } else {
            by!(c::REACT_04);
        }
    }

    /// Rolls the charge dice, unless that was done, and the dice for the ground as far as the
    /// target.
    pub(crate) fn throw_charge(&mut self) {
        let Some((id, target)) = self
            .charge
            .as_ref()
            .filter(|charge| charge.reach.is_empty())
            // A unit that lost its last stand rolls no more.
            .filter(|charge| self.scene.unit(charge.unit).on_table())
            .map(|charge| (charge.unit, charge.target))
        else {
            return;
        };
        let reach = self
            .rules
            .charge_reach(self.scene, id, self.dice, self.foresees);
        let far = reach.iter().copied().max().unwrap_or(0);
        for &each in &reach {
            self.tell(c::CHARGE_18, each, id, None);
        }
        if let Some(charge) = self.charge.as_mut() {
            (charge.reach, charge.far) = (reach, far);
        }
        let near = if self.scene.unit(target).on_table() {
            let pose = self.scene.unit(id).pose;
            let gaps = contact::gaps(self.scene, id, pose, target);
            gaps.into_iter().flatten().min().unwrap_or(far)
        } else {
            far
        };
        self.dice_for_ground(near, true);
        let ends = self
            .charge
            .as_ref()
            .map(|charge| (charge.far, charge.gone + self.room(charge).0));
        if let Some((far, room)) = ends {
            by!(c::CHEER_07, c::CHEER_08);
            self.tell(c::CHEER_07, far, id, None);
            self.tell(c::CHEER_08, room, id, None);
        }
    }

    /// Reports a length, in hundredths of an inch; when foreseeing, does nothing.
    fn tell(&mut self, why: Clause, length: Length, id: UnitId, other: Option<UnitId>) {
        if self.foresees {
            return;
        }
        let hundredths = (i64::from(length.max(0)) * 100 + i64::from(INCH) / 2) / i64::from(INCH);
        let outcome = u16::try_from(hundredths).unwrap_or(u16::MAX);
        self.scene.told(why, outcome, id, other);
    }

    /// Rolls what ground costs on the way up to a distance from the start (CHARGE-12 to CHARGE-14,
    /// CHARGE-17). To strike there, the unit must also cross what lies right in front of the enemy.
    fn dice_for_ground(&mut self, upto: Length, strikes: bool) {
        by!(c::CHARGE_12, c::CHARGE_14, c::CHARGE_17);
        let Some(mut charge) = self.charge.take() else {
            return;
        };
        let side = self.side(charge.unit);
        let axis = beyond::axis(&units::rect(self.scene, charge.unit));
        let far = upto - charge.gone;
        let way = if strikes {
            beyond::way_to_strike(self.scene, &axis, far)
        } else {
            beyond::way(self.scene, &axis, far)
        };
        for met in way {
            let at = met.at + charge.gone;
            let right_before = strikes && met.what.bars() && at + TOLERANCE >= upto;
            let gets_there = |&reach: &Length| {
                let spare = if right_before { -TOLERANCE } else { TOLERANCE };
                met.within || reach >= at + spare
            };
            if charge.paid.contains(&met.name()) || !charge.reach.iter().any(gets_there) {
                continue;
            }
            let _ = charge.paid.try_push(met.name());
            let taken = self.taken(&met, side);
            let why = if taken < 0 {
                c::CHARGE_20
            } else {
                c::CHARGE_19
            };
            self.tell(why, taken.abs(), charge.unit, None);
            if met.what.bars() {
                cross(&mut charge, &met, at, taken);
            } else {
                let thrown = charge.reach.clone();
                for reach in charge.reach.iter_mut().filter(|reach| gets_there(reach)) {
                    let left = *reach - taken;
                    *reach = if left > at {
                        left
                    } else {
                        at - behind(&thrown, *reach)
                    };
                }
                charge.far = charge.reach.iter().copied().max().unwrap_or(0);
            }
        }
        charge.diced = charge.diced.max(upto);
        self.charge = Some(charge);
    }

    /// Returns what a feature takes from a charge; a slope down adds.
    fn taken(&mut self, met: &Met, side: Side) -> Length {
        let why = met.what.clause();
        match met.what {
            What::Wood | What::Stumps => self.rules.numbers.moving.area,
            What::Up => Length::from(self.rules.half(self.dice, side, why)) * INCH,
            What::Down => -Length::from(self.rules.half(self.dice, side, why)) * INCH,
            What::Rail | What::Worm | What::Wall => {
                let sides = met.what.sides();
                Length::from(self.dice.ask(Ask::Die { sides }, side, why)) * INCH
            }
        }
    }

    /// Whether the charge is at its end, for whatever reason.
    fn spent(&self) -> bool {
        self.charge
            .as_ref()
            .is_none_or(|charge| charge.over || !self.scene.unit(charge.unit).on_table())
    }

    /// Returns the enemy that the charge meets, after rolling for the ground on the way.
    pub(crate) fn meets(&mut self) -> Option<Meeting> {
        loop {
            let charge = self.charge.as_ref()?;
            let found = contact::meeting(self.scene, charge)?;
            let upto = charge.gone + found.gap;
            if upto <= charge.diced + TOLERANCE {
                return Some(found);
            }
            self.dice_for_ground(upto, true);
        }
    }

    /// Returns how much room a charge has left: up to its farthest point, barred ground, a friend,
    /// a pierced unit that came back into the way, or the table's edge, whichever comes first
    /// (CHEER-03). Also returns the friend, if that is what stops it.
    pub(crate) fn room(&self, charge: &Charge) -> (Length, Option<UnitId>) {
        let own = units::rect(self.scene, charge.unit);
        let setting = &self.scene.setting;
        let mut room = charge.left();
        let mut friend = None;
        let edge = own.room_on_table(own.facing(), setting.width, setting.height);
        let barred = ground::barred_ahead(self.scene, &own).unwrap_or(Length::MAX);
        room = room.min(edge).min(barred.max(0));
        room = room.min(pierced_ahead(self.scene, charge, &own));
        if let Some((by, at)) =
            self.rules
                .friend_ahead(self.scene, charge.unit, self.scene.unit(charge.unit).pose)
            && at < room
        {
            (room, friend) = (at, Some(by));
        }
        (room, friend)
    }

    /// Lets the charge go in (CONTACT-01, CONTACT-04).
    pub(crate) fn go(&mut self) {
        by!(c::CONTACT_01);
        if self.spent() {
            return;
        }
        let found = self.meets();
        let Some(charge) = self.charge.as_ref() else {
            return;
        };
        match found {
            Some(found) if self.gets_to(charge, &found) => self.close_with(found),
            _ => {
                by!(c::CONTACT_04, c::CHARGE_15);
                self.go_to_the_end(None);
            }
        }
    }

    /// Whether nothing stops a charge before the enemy that a stand reaches, including another
    /// enemy in front of a stand that is late.
    pub(crate) fn gets_to(&self, charge: &Charge, found: &Meeting) -> bool {
        let own = units::rect(self.scene, charge.unit);
        let others = enemies_ahead(self.scene, charge, &own);
        let others = others
            .filter(|&(foe, _)| foe != found.foe)
            .map(|(_, at)| at);
        let room = others.fold(self.room(charge).0, Length::min);
        found.gap <= room + TOLERANCE
    }

    /// Returns how far a charge goes if nobody is driven back: to its end, or up to the first
    /// enemy.
    pub(crate) fn path(&self, charge: &Charge) -> Length {
        let own = units::rect(self.scene, charge.unit);
        let room = self.room(charge).0;
        room.min(clear_ahead(self.scene, charge, &own))
    }

    /// Brings the charge into contact with an enemy.
    pub(crate) fn close_with(&mut self, found: Meeting) {
        let gone = self.charge.as_ref().map_or(0, |charge| charge.gone);
        let own = self.charge.as_ref().map_or(found.foe, |charge| charge.unit);
        self.tell(c::CONTACT_06, gone + found.gap, own, Some(found.foe));
        self.advance(found.gap);
        let Some(charge) = self.charge.as_mut() else {
            return;
        };
        let before = charge.foe;
        if before != found.foe {
            // A unit that is gone gets no marker.
            if charge.foe_hit && self.scene.unit(before).on_table() {
                self.scene.set(before, marks::RED, true, c::H2HL_12);
            }
            charge.foe_hit = false;
            charge.foe = found.foe;
            charge.pinned = 0;
        }
        by!(c::PRONE_03);
        self.scene.set(found.foe, marks::PRONE, false, c::PRONE_03);
        self.push(Task::Strike);
    }

    /// Advances along the charge line.
    fn advance(&mut self, by: Length) {
        let Some(charge) = self.charge.as_mut() else {
            return;
        };
        if by <= 0 {
            return;
        }
        let id = charge.unit;
        let rect = units::rect(self.scene, id);
        let clear = clear_ahead(self.scene, charge, &rect);
        let by = by.min(clear - units::hair(rect.facing()));
        if by <= 0 {
            return;
        }
        let worm = beyond::way(self.scene, &beyond::axis(&rect), by)
            .into_iter()
            .find(|met| met.what == What::Worm);
        if let Some(met) = worm {
            let at = rect.front_middle().moved(rect.facing(), met.at);
            charge.crossed = Some(Crossed {
                unit: id,
                feature: met.feature,
                x: at.x,
                y: at.y,
                reach: (rect.frontage() / 2).saturating_add(self.rules.numbers.fence.beyond),
            });
        }
        charge.gone += by;
        let to = self.scene.unit(id).pose.advanced(by);
        self.scene.shift(id, to, Gait::Charged, c::CONTACT_01);
    }

    /// Goes on to the end of the charge: at most into contact with the enemy it fought, and a
    /// little short of any other enemy (CONTACT-04, H2HL-15).
    pub(crate) fn go_to_the_end(&mut self, fought: Option<UnitId>) {
        // A slope down carries the charge farther, over more ground.
        while let Some(upto) = self
            .charge
            .as_ref()
            .map(|charge| charge.far)
            .filter(|&far| self.charge.as_ref().is_some_and(|c| c.diced < far))
        {
            self.dice_for_ground(upto, false);
        }
        let Some(charge) = self.charge.as_ref() else {
            return;
        };
        let (mut room, friend) = self.room(charge);
        let own = units::rect(self.scene, charge.unit);
        let short = self.rules.numbers.moving.short;
        let enemies = enemies_ahead(self.scene, charge, &own);
        let before =
            |(foe, at): (UnitId, Length)| if Some(foe) == fought { at } else { at - short };
        let enemy = enemies.map(before).min();
        let stopped = enemy.is_some_and(|at| at < room);
        if let Some(at) = enemy.filter(|_| stopped) {
            room = at.max(0);
        }
        let (id, pierced) = (charge.unit, !charge.pierced.is_empty());
        self.advance(room);
        if let (true, Some(friend), false) = (pierced, friend, stopped) {
            by!(c::H2HC_12);
            let direction = self.scene.unit(id).pose.facing;
            self.push(Task::Collide {
                struck: friend,
                mover: id,
                direction,
            });
        }
        if let Some(charge) = self.charge.as_mut() {
            charge.over = true;
        }
    }

    /// Ends a charge: disorder, markers removed, perhaps a worm fence to take down. Returns true if
    /// that leaves something to do.
    pub(crate) fn end_charge(&mut self) -> bool {
        let Some(charge) = self.charge.take() else {
            return false;
        };
        by!(c::H2HL_12, c::H2HC_08);
        let id = charge.unit;
        let here = self.scene.unit(id).on_table();
        if here && (charge.disordered || charge.won) {
            self.scene.set(id, marks::RED, true, c::H2HL_12);
        }
        if charge.foe_hit && self.scene.unit(charge.foe).on_table() {
            self.scene.set(charge.foe, marks::RED, true, c::H2HL_12);
        }
        self.scene.set(id, marks::CHARGING, false, c::MARK_01);
        self.scene.set(id, marks::TARGET, None, c::MARK_01);
        self.scene.set(id, marks::TOLL, Far(0), c::MARK_01);
        if here {
            self.scene
                .set(id, marks::ACTION, Action::Charged, c::SEQ_03);
        }
        match charge.crossed {
            Some(crossed) if here => {
                self.push(Task::Fence(crossed));
                true
            }
            _ => false,
        }
    }
}
