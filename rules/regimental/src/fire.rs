//! Section 11: firing: who may fire at whom, the score, and the dice.

use crate::units::{ARTILLERY, COLUMN, LIMBERED, OPEN, SKIRMISHERS};
use crate::{Regimental, c, ground, marks, sight, units};
use sandtable_battle::{
    Ask, Battle, Clause, Dice, Key, Ruling, Scene, Side, Sight, Unit, UnitId, Witness, by, pack,
};
use sandtable_drill as drill;
use sandtable_geometry::{Edge, Field, Length, Pose, Rect, TOLERANCE, Tape, within};

/// A shot, as small numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Score, with the certain deductions taken off.
    pub score: i16,
    /// Number of dice of one gun, or of the whole unit.
    pub dice: u8,
    /// Number of guns; 1 for units without guns.
    pub guns: u8,
    /// Whether a stone wall takes off a D6 (TERR-09).
    pub wall: bool,
    /// Whether it is reaction fire, which takes off half a die (REACT-10).
    pub hasty: bool,
    /// Whether the firer is disordered or leaderless, which takes off half a die (MARK-05, OFF-05).
    pub shaken: bool,
}

// What the dice depend on: the odds identify a shot by these fields.
pack! { Shot { score, dice, guns, wall, hasty, shaken } }

/// Rolls for a number of guns with a number of dice each, gun after gun, and returns their hits.
/// Only the sum matters: each gun is one more stage, so that equal sums so far are explored
/// together.
fn pool(of: (u8, u8, u8), side: Side, dice: &mut dyn Dice) -> u16 {
    let (guns, each, most) = of;
    if guns == 0 {
        return 0;
    }
    let throw = Ask::Low {
        dice: each,
        sides: 10,
        most,
    };
    if guns == 1 {
        return dice.ask(throw, side, c::FIRE_05);
    }
    dice.stage(Key::of(c::FIRE_07, &of), &mut |dice| {
        pool((guns - 1, each, most), side, dice) + dice.ask(throw, side, c::FIRE_05)
    })
}

impl Regimental {
    /// Returns the score at a range (FIRE-03, FIRE-07); none out of range.
    pub(crate) fn score(&self, unit: &Unit, range: Length) -> Option<i16> {
        by!(c::FIRE_03);
        let fire = &self.numbers.fire;
        if unit.kind == ARTILLERY && range > fire.canister + sandtable_geometry::TOLERANCE {
            by!(c::FIRE_07);
            return within(range, fire.shot).then_some(fire.shot_score);
        }
        let (bands, best) = if Self::musket(unit) {
            (&fire.musket, fire.musket_best)
        } else {
            (&fire.rifle, fire.rifle_best)
        };
        let band = bands.iter().position(|&to| within(range, to))?;
        Some((best - i16::try_from(band).unwrap_or(best)).max(1))
    }

    /// Returns how far a unit fires.
    pub(crate) fn range(&self, unit: &Unit) -> Length {
        let fire = &self.numbers.fire;
        match unit.kind {
            ARTILLERY => fire.shot,
            _ if Self::musket(unit) => fire.musket.last().copied().unwrap_or(0),
            _ => fire.rifle.last().copied().unwrap_or(0),
        }
    }

    /// Returns the tape from a firer to a target at a pose (GEO-06, GEO-07).
    pub(crate) fn tape(&self, battle: &Battle, firer: UnitId, target: &Rect) -> Option<Tape> {
        by!(c::GEO_06, c::GEO_07);
        let own = units::rect(battle, firer);
        if battle.unit(firer).formation == OPEN {
            return Some(sight::straight_between(&own, target));
        }
        let tape = Field::from_corners(&own, self.numbers.fire.arc).tape(target)?;
        // Of several equally short tapes, the middle one counts (GEO-16).
        let middle = sight::straight_between(&own, target);
        let as_short = (middle.length - tape.length).abs() <= TOLERANCE;
        Some(if as_short { middle } else { tape })
    }

    /// Returns what blocks a line of sight, if anything (GEO-08).
    pub(crate) fn blocked(
        &self,
        battle: &Battle,
        firer: UnitId,
        target: UnitId,
        tape: &Tape,
    ) -> Option<Witness> {
        by!(c::GEO_08);
        if let Some(hill) = ground::hill_between(battle, tape) {
            return Some(hill);
        }
        let high = |id: UnitId| battle.setting.level(battle.unit(id).pose.point()) > 0;
        if battle.unit(firer).kind == ARTILLERY && (high(firer) || high(target)) {
            return None;
        }
        let line = Edge::new(tape.from, tape.to);
        let third = |id, _: &Unit| id != firer && id != target;
        // Formations may be of any length, so all units are checked.
        let by = drill::unit_across(self, battle, &line, Length::MAX, third)?;
        Some(Witness::Blocked { by, at: tape.to })
    }

    /// Returns whether a unit sees another, by the same test as firing at it.
    pub(crate) fn sight_of(&self, battle: &Battle, firer: UnitId, target: UnitId) -> Sight {
        let there = units::rect(battle, target);
        match self.tape(battle, firer, &there) {
            Some(tape) => Sight::along(tape, c::GEO_08, self.blocked(battle, firer, target, &tape)),
            None => {
                let tape = sight::straight_between(&units::rect(battle, firer), &there);
                Sight::aside(tape, c::GEO_06, Witness::Tape(tape))
            }
        }
    }

    /// Whether a unit has anything to fire with now (FORM-03).
    pub(crate) const fn armed(unit: &Unit) -> bool {
        unit.formation != LIMBERED
    }

    /// Judges and weighs a shot. `at` is where the target is measured, if not where it stands.
    /// `longest` gives the longest range to a target that comes into range later (REACT-12).
    #[expect(clippy::too_many_arguments, reason = "each is a different condition")]
    pub(crate) fn assess_shot(
        &self,
        battle: &Battle,
        firer: UnitId,
        target: UnitId,
        at: Option<Pose>,
        hasty: bool,
        longest: bool,
        r: &mut Ruling,
    ) -> Option<Shot> {
        by!(c::FIRE_01, c::FIRE_04);
        let (unit, foe) = (battle.unit(firer), battle.unit(target));
        r.require(Self::armed(unit), c::FORM_03, || Witness::Unit(firer));
        let there = units::rect_at(&battle.setting, foe, at.unwrap_or(foe.pose));
        if r.is_brief() && !longest {
            // Most enemies are out of range: rule them out quickly if no tape is needed.
            let own = units::rect(battle, firer);
            let girth = there.frontage() + there.depth();
            if !own.could_reach(there.centre(), girth, self.range(unit)) {
                r.refuse(c::FIRE_01, Witness::Unit(target));
                return None;
            }
        }
        let Some(tape) = self.tape(battle, firer, &there) else {
            r.refuse(c::GEO_06, Witness::Unit(target));
            return None;
        };
        r.measured(tape);
        let range = self.range(unit);
        let far = !within(tape.length, range);
        if far && !longest {
            r.refuse(
                c::FIRE_01,
                Witness::Length {
                    asked: tape.length,
                    allowed: range,
                },
            );
        }
        if let Some(witness) = self.blocked(battle, firer, target, &tape) {
            r.refuse(c::GEO_08, witness);
        }
        if !r.clean() {
            return None;
        }
        let base = self.score(unit, tape.length.min(range))?;
        r.weigh(base, c::FIRE_03, Some(firer));
        Some(self.weigh_shot(battle, firer, target, &tape, base, hasty, r))
    }

    /// Applies the certain deductions, and works out the dice.
    #[expect(clippy::too_many_arguments, reason = "each is a different condition")]
    fn weigh_shot(
        &self,
        battle: &Battle,
        firer: UnitId,
        target: UnitId,
        tape: &Tape,
        base: i16,
        hasty: bool,
        r: &mut Ruling,
    ) -> Shot {
        by!(c::CONV_06, c::FIRE_02);
        let (unit, foe) = (battle.unit(firer), battle.unit(target));
        let mut score = base;
        let mut take = |points: i16, why: Clause| {
            score += points;
            r.weigh(points, why, Some(firer));
        };
        let screen = self.screen(battle, &units::rect(battle, firer), target, tape);
        screen.points.iter().for_each(|&(p, why)| take(p, why));
        let smoke = i16::from(marks::SMOKE.of(unit)) + i16::from(marks::SMOKE.of(foe));
        take(-smoke, c::FIRE_09);
        take(-i16::from(self.choices.fog), c::FIRE_11);
        take(-i16::from(marks::PRONE.of(foe)), c::PRONE_02);
        let canister = within(tape.length, self.numbers.fire.canister);
        let (dice, guns) = match unit.kind {
            ARTILLERY if canister => (self.choices.canister_dice, unit.stands),
            ARTILLERY => (self.numbers.fire.shot_dice, unit.stands),
            _ if unit.formation == COLUMN => (1, 1),
            _ => (unit.stands, 1),
        };
        Shot {
            score,
            dice,
            guns,
            wall: screen.wall,
            hasty,
            shaken: marks::RED.of(unit) || !self.led(unit),
        }
    }

    /// Rolls a shot and returns the hits; none if no die was rolled (FIRE-04, FIRE-05, FIRE-10).
    pub fn roll_shot(&self, shot: Shot, side: Side, dice: &mut dyn Dice) -> Option<u8> {
        by!(c::FIRE_05, c::FIRE_06, c::FIRE_10);
        let code = dice.stage(Key::of(c::FIRE_05, &shot), &mut |dice| {
            let mut score = shot.score;
            if shot.wall {
                let six = dice.ask(Ask::Die { sides: 6 }, side, c::TERR_09);
                score -= i16::try_from(six).unwrap_or(0);
            }
            if shot.hasty {
                score -= self.half(dice, side, c::REACT_10);
            }
            if shot.shaken {
                score -= self.half(dice, side, c::MARK_05);
            }
            let Some(most) = u8::try_from(score).ok().filter(|&s| s > 0) else {
                by!(c::CONV_07);
                return 0;
            };
            let most = most.min(9);
            pool((shot.guns, shot.dice, most), side, dice) + 1
        });
        u8::try_from(code).ok()?.checked_sub(1)
    }

    /// Fires: dice, smoke, casualties. Returns the hits and how many stands were lost; none if no
    /// die was rolled.
    pub(crate) fn volley(
        &self,
        scene: &mut Scene,
        dice: &mut dyn Dice,
        firer: UnitId,
        target: UnitId,
        shot: Shot,
    ) -> Option<(u8, u8)> {
        by!(c::FIRE_08, c::FIRE_09);
        let side = scene.unit(firer).side;
        let hits = self.roll_shot(shot, side, dice)?;
        if self.choices.smoke {
            scene.set(firer, marks::SMOKE, true, c::FIRE_09);
        }
        scene.told(c::FIRE_05, u16::from(hits), firer, Some(target));
        let lost = self.lose(scene, target, hits, true);
        Some((hits, lost))
    }

    /// Whether a unit is a unit of skirmishers (ORD-02).
    pub(crate) const fn skirmishes(unit: &Unit) -> bool {
        unit.kind == SKIRMISHERS
    }
}
