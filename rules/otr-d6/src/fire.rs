//! Fire: the factors of a volley, and what it does to its target. Shared
//! by the Shoot action and the defensive volley against a charge.

use crate::command::Peril;
use crate::retreat::{self, Push};
use crate::switches::{ArtilleryDice, DriveBackCounts, NaturalOneHits, RifledRows, SmallGroup};
use crate::units::{self, Arms};
use crate::volley::{DISRUPT, Effect, HIT, NOTHING, Volley, groups};
use crate::{OtrD6, c, marks};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Dice, Factor, Gait, Scene, Status, Unit, UnitId};
use sandtable_geometry::{Length, within};

/// The factors of one volley.
pub(crate) type Factors = ArrayVec<Factor, 12>;

/// A volley ready to be fired, with its factors.
#[derive(Clone, Debug)]
pub(crate) struct Fire {
    /// Its dice.
    pub volley: Volley,
    /// Every modifier, with its clause.
    pub factors: Factors,
}

/// A line of the fire table as it applies to a unit (SHOOT-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Band {
    /// Its place among the lines of the weapon: 0 is close range.
    pub place: usize,
    /// Up to and including this distance.
    pub to: Length,
    hit: i16,
    disrupt: i16,
}

impl OtrD6 {
    /// Returns the bands of a unit's weapon, nearest first (SHOOT-01, SHOOT-24).
    pub(crate) fn bands(&self, u: &Unit) -> ArrayVec<Band, 3> {
        by!(c::SHOOT_24);
        let weapon = match units::arms(u) {
            Arms::Rifled => "rifled",
            Arms::Smoothbore => "smoothbore",
            _ => "musketry",
        };
        let lines = self
            .numbers
            .fire
            .iter()
            .filter(|line| line.weapon == weapon)
            .take(3)
            .enumerate();
        let mut bands: ArrayVec<Band, 3> = lines
            .map(|(place, l)| Band {
                place,
                to: l.to,
                hit: l.hit,
                disrupt: l.disrupt,
            })
            .collect();
        if weapon == "rifled"
            && self.chosen.rifled_rows == RifledRows::SwappedDisrupt
            && bands.len() > 1
        {
            (bands[0].disrupt, bands[1].disrupt) = (bands[1].disrupt, bands[0].disrupt);
        }
        bands
    }

    /// Returns the band of a distance: each includes its upper end (SHOOT-24).
    pub(crate) fn band(&self, u: &Unit, distance: Length) -> Option<Band> {
        self.bands(u)
            .into_iter()
            .find(|band| within(distance, band.to))
    }

    /// Returns how far a unit can shoot.
    pub(crate) fn range(&self, u: &Unit) -> Length {
        self.bands(u).last().map_or(0, |band| band.to)
    }

    /// Weighs a volley (SHOOT-07 to SHOOT-15). Cover comes with its clause;
    /// defensive fire counts neither cover nor enfilade (CHG-12).
    pub(crate) fn weigh_fire(
        &self,
        b: &Battle,
        (shooter, target): (UnitId, UnitId),
        band: Band,
        cover: (i16, Clause),
        enfilade: bool,
    ) -> Fire {
        by!(c::SHOOT_15, c::META_05, c::UNIT_05);
        let (us, them) = (b.unit(shooter), b.unit(target));
        let plus = &self.numbers.fire_modifier;
        let guns = us.kind == units::ARTILLERY;
        let mut factors = Factors::new();
        let mut weigh = |applies: bool, value: i16, clause: Clause, unit: UnitId| {
            if applies && value != 0 {
                factors.push(Factor {
                    clause,
                    value,
                    unit: Some(unit),
                });
            }
        };
        weigh(true, cover.0, cover.1, target);
        weigh(
            guns && units::lost(us) > 0,
            plus.damaged_battery,
            c::SHOOT_10,
            shooter,
        );
        weigh(units::marked(us), plus.shooter_marker, c::SHOOT_11, shooter);
        weigh(
            them.kind == units::ARTILLERY,
            plus.target_artillery,
            c::SHOOT_12,
            target,
        );
        weigh(
            units::in_column(them),
            plus.target_column,
            c::SHOOT_13,
            target,
        );
        weigh(
            units::mounted(them),
            plus.target_cavalry,
            c::SHOOT_13,
            target,
        );
        weigh(enfilade, plus.enfilade, c::SHOOT_14, target);
        let modifier = factors.iter().map(|f| f.value).sum();
        let (full, part) = self.fire_dice(us);
        let part = part.map(|points| points * plus.small_group);
        if let Some(value) = part.filter(|&value| value != 0) {
            factors.push(Factor {
                clause: c::SHOOT_08,
                value,
                unit: Some(shooter),
            });
        }
        let ones_hit = self.chosen.natural_one_hits == NaturalOneHits::Yes;
        Fire {
            volley: Volley {
                hit: band.hit,
                disrupt: band.disrupt,
                modifier,
                full,
                part,
                ones_hit,
            },
            factors,
        }
    }

    /// Returns the dice of a unit: the number of full ones, and what the die of a part group adds
    /// (SHOOT-07 to SHOOT-09).
    fn fire_dice(&self, u: &Unit) -> (u8, Option<i16>) {
        by!(c::SHOOT_07, c::SHOOT_08, c::SHOOT_09);
        if u.kind == units::ARTILLERY {
            return match self.chosen.artillery_dice {
                ArtilleryDice::PerUnit => (self.numbers.artillery.dice_per_battery, None),
                ArtilleryDice::PerStand => (u.stands, None),
            };
        }
        let musketry = &self.numbers.musketry;
        let per_unit = self.chosen.small_group == SmallGroup::PerUnit;
        groups(
            self.firing_stands(u),
            musketry.stands_per_die,
            musketry.stands_per_point,
            per_unit,
        )
    }
}

/// Fires a volley and reports its effect.
pub(crate) fn fire(
    volley: &Volley,
    (shooter, target): (UnitId, UnitId),
    scene: &mut Scene,
    dice: &mut dyn Dice,
) -> Effect {
    let effect = volley.roll(scene.unit(shooter).side, dice);
    let best = if effect.hits > 0 {
        HIT
    } else if effect.markers > 0 {
        DISRUPT
    } else {
        NOTHING
    };
    scene.told(c::SHOOT_01, u16::from(best), target, Some(shooter));
    effect
}

/// What a volley did to its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Harm {
    /// Its last stand is gone.
    pub destroyed: bool,
    /// It had to give way (SHOOT-04), whether or not it moved.
    pub driven: bool,
}

impl OtrD6 {
    /// Applies a volley to its target (SHOOT-02 to SHOOT-05). First come losses and
    /// markers; then rolls for the generals who influenced it at that moment (CMD-13);
    /// then all drive-backs as one move, unless `holds` keeps the target in place.
    pub(crate) fn suffer(
        &self,
        scene: &mut Scene,
        target: UnitId,
        effect: Effect,
        (cause_in_rear, holds): (bool, bool),
        dice: &mut dyn Dice,
    ) -> Harm {
        by!(c::SHOOT_20, c::CMD_13);
        let have = scene.unit(target).stands;
        let lost = effect.hits.min(have);
        let at_risk = if lost > 0 {
            self.at_risk(scene, target)
        } else {
            ArrayVec::new()
        };
        scene.stands(target, have - lost, c::SHOOT_02);
        let destroyed = lost == have;
        let pushes = if destroyed {
            0
        } else {
            self.mark_hits(scene, target, effect)
        };
        self.risk_general(scene, dice, &at_risk, Peril::Plain);
        if destroyed {
            self.remove(scene, target, Status::Destroyed, c::UNIT_08);
        } else if pushes > 0 && !holds {
            self.drive_back(scene, target, pushes, cause_in_rear);
        }
        Harm {
            destroyed,
            driven: pushes > 0,
        }
    }

    /// Gives a unit the markers of a volley; returns how many of them drive it back
    /// (SHOOT-04).
    fn mark_hits(&self, scene: &mut Scene, target: UnitId, effect: Effect) -> u8 {
        let why = if effect.hits > 0 {
            c::SHOOT_02
        } else {
            c::SHOOT_03
        };
        let this_turn = self.chosen.drive_back_counts == DriveBackCounts::ShootingOnlyThisTurn;
        let mut pushes = 0;
        for _ in 0..effect.markers {
            let u = scene.unit(target);
            if units::marked(u) && (!this_turn || marks::STRUCK.of(u)) {
                pushes += 1;
                continue;
            }
            scene.set(target, marks::MARKER, true, why);
            if this_turn {
                scene.set(target, marks::STRUCK, true, c::SHOOT_04);
            }
        }
        pushes
    }

    /// Drives a unit back with its whole wave, by the base rate for each
    /// push (SHOOT-05).
    fn drive_back(&self, scene: &mut Scene, target: UnitId, pushes: u8, cause_in_rear: bool) {
        let body = units::body(scene, target);
        let u = scene.unit(target);
        let push = Push {
            direction: retreat::rearward(u.pose.facing, cause_in_rear),
            distance: self.one_move(u) * Length::from(pushes),
            gait: Gait::Driven,
            why: c::SHOOT_05,
        };
        self.push_back(scene, &body, &push);
    }
}
