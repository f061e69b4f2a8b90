//! Shooting (section 10): who may shoot at whom, and how often. The factors and effects of
//! a volley are in [`crate::fire`].

use crate::activation::{self, Act};
use crate::fire::{self, Band, Fire};
use crate::geometry::{Aim, Blind};
use crate::marks::{self, Limit};
use crate::switches::StandFire;
use crate::units::{self, Arms};
use crate::volley::Volley;
use crate::{OtrD6, c};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Clause, Dice, Legal, Offer, Order, Refusals, Ruling, Scene, Scope, Sight, UnitId, Verb,
    Witness, pack,
};
use sandtable_geometry::{TOLERANCE, Zone};

/// What judging a shot found out, for resolving it.
#[derive(Clone, Copy, Debug)]
struct Aimed {
    /// Whether it comes into the target's rear (GEO-15).
    from_rear: bool,
    volley: Volley,
}
pack! { Aimed { from_rear, volley } }

/// A target that a unit can shoot at (SHOOT-19).
#[derive(Clone, Copy, Debug)]
struct Target {
    unit: UnitId,
    aim: Aim,
    band: Band,
}

/// Why a unit is not a target.
enum Unfit {
    Blind(Blind),
    Far(Aim),
}

impl OtrD6 {
    /// Returns how a unit can shoot at another (SHOOT-16, SHOOT-19, SHOOT-24).
    fn target_of(&self, b: &Battle, shooter: UnitId, unit: UnitId) -> Result<Target, Unfit> {
        by!(c::SHOOT_16, c::SHOOT_19);
        let aim = self.aim(b, shooter, unit).map_err(Unfit::Blind)?;
        let band = self
            .band(b.unit(shooter), aim.tape.length)
            .ok_or(Unfit::Far(aim))?;
        Ok(Target { unit, aim, band })
    }

    /// Returns every target of a unit (SHOOT-19); generals alone are not targets.
    fn targets_of(&self, b: &Battle, shooter: UnitId) -> Vec<Target> {
        let us = b.unit(shooter);
        let reach = self.range(us) + TOLERANCE;
        let own = self.rect(b, shooter);
        let round = (own.frontage() + own.depth()) / 2 + 20;
        let far = round.saturating_add(self.girth(b)).saturating_add(reach);
        b.about(own.centre(), far)
            .filter(|(_, u)| u.side != us.side && units::fights(u))
            // A cheap test that rules units out before the field is measured.
            .filter(|&(id, _)| own.could_be_nearer(&self.rect(b, id), reach + 1))
            .filter_map(|(id, _)| self.target_of(b, shooter, id).ok())
            .collect()
    }

    /// Returns the targets a unit may choose from, and the clause that narrows them:
    /// the closest for musketry (SHOOT-17), for guns only while a target is
    /// at close range (SHOOT-18); any target after the result Stand (MOR-07).
    fn choices_of(&self, b: &Battle, shooter: UnitId) -> (Vec<Target>, Clause) {
        by!(c::SHOOT_17, c::SHOOT_18, c::SHOOT_19);
        let u = b.unit(shooter);
        let mut targets = self.targets_of(b, shooter);
        let guns = u.kind == units::ARTILLERY;
        let clause = if guns { c::SHOOT_18 } else { c::SHOOT_17 };
        let free = marks::LIMIT.of(u) == Limit::Stand && self.chosen.stand_fire == StandFire::Any;
        if free {
            return (targets, c::MOR_07);
        }
        if !guns || targets.iter().any(|t| t.band.place == 0) {
            let least = targets.iter().map(|t| t.aim.tape.length).min().unwrap_or(0);
            targets.retain(|t| t.aim.tape.length <= least + TOLERANCE);
        }
        (targets, clause)
    }

    /// Weighs the volley of a Shoot action.
    fn weigh_shot(&self, b: &Battle, shooter: UnitId, target: &Target) -> Fire {
        let cover = self
            .cover_of(b, target.unit, &target.aim.line)
            .modifier(self);
        let enfilade = self.enfilades(b, shooter, target.unit);
        self.weigh_fire(b, (shooter, target.unit), target.band, cover, enfilade)
    }

    /// Whether a unit may shoot now, at any target; reasons against it go to the ruling.
    pub(crate) fn judge_shooter(&self, b: &Battle, unit: UnitId, ruling: &mut Ruling) -> bool {
        let u = b.unit(unit);
        if !units::fights(u) {
            ruling.refuse(c::CMD_01, Witness::Unit(unit));
            return false;
        }
        // Only the front brigade of a wave shoots.
        ruling.require(u.with.is_none(), c::FORM_16, || Witness::Unit(unit));
        let all = self.volleys(u);
        let (arms, shots) = (units::arms(u), marks::SHOTS.of(u));
        let clause = match arms {
            Arms::BreechLoader => c::SHOOT_21,
            Arms::Repeater => c::SHOOT_22,
            _ => c::ACT_04,
        };
        let count = || Witness::Count {
            asked: i32::from(shots) + 1,
            allowed: i32::from(all),
        };
        ruling.require(shots == 0 || shots < all, clause, count);
        self.may_act(b, unit, Act::Shoot, ruling)
    }

    /// Offers the targets a unit may shoot at.
    pub(crate) fn offer_shots(&self, b: &Battle, unit: UnitId, out: &mut Vec<Offer>) {
        if !self
            .procedures
            .judge_shooter(self, b, unit, &mut Ruling::new())
        {
            return;
        }
        let (targets, clause) = self.choices_of(b, unit);
        if !targets.is_empty() {
            let units = targets.iter().map(|t| t.unit).collect();
            out.push(Offer::of(Verb::Shoot, unit, Scope::Targets(units), clause));
        }
    }

    /// Judges a Shoot order.
    pub(crate) fn judge_shot(&self, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
        let mut ruling = Ruling::new();
        let Order::Shoot { unit, target: at } = *order else {
            return ruling.seal(order);
        };
        self.procedures.judge_shooter(self, b, unit, &mut ruling);
        if let Some(target) = self.judge_target(b, unit, at, &mut ruling) {
            self.judge_closest(b, unit, &target, &mut ruling);
            let fire = self.weigh_shot(b, unit, &target);
            for factor in fire.factors {
                ruling.weigh(factor.value, factor.clause, factor.unit);
            }
            let from_rear = self.zone_facing(b, at, unit) == Zone::Rear;
            ruling.measured(target.aim.tape).found(&Aimed {
                from_rear,
                volley: fire.volley,
            });
        }
        ruling.seal(order)
    }

    /// Judges whether a unit is a target at all (SHOOT-16, SHOOT-19, GEO-09).
    fn judge_target(
        &self,
        b: &Battle,
        shooter: UnitId,
        unit: UnitId,
        ruling: &mut Ruling,
    ) -> Option<Target> {
        let (us, them) = (b.unit(shooter), b.unit(unit));
        if !units::fights(us) {
            return None;
        }
        let enemy = them.side != us.side && units::fights(them);
        if !enemy {
            ruling.refuse(c::SHOOT_19, Witness::Unit(unit));
            return None;
        }
        if !them.on_table() || !us.on_table() {
            ruling.refuse(c::SHOOT_19, Witness::Absent(unit, them.status));
            return None;
        }
        match self.target_of(b, shooter, unit) {
            Ok(target) => return Some(target),
            Err(Unfit::Blind(blind)) => {
                let (clause, witness) = blinding(b, unit, blind);
                ruling.refuse(clause, witness);
            }
            Err(Unfit::Far(aim)) => {
                let allowed = self.range(us);
                ruling.refuse(
                    c::SHOOT_19,
                    Witness::Length {
                        asked: aim.tape.length,
                        allowed,
                    },
                );
            }
        }
        None
    }
}

/// Returns why a unit is not seen, and the witness.
fn blinding(b: &Battle, unit: UnitId, blind: Blind) -> (Clause, Witness) {
    match blind {
        Blind::Outside => (c::SHOOT_16, Witness::Unit(unit)),
        Blind::Hidden(tape, by) => {
            let witness = by.map_or(Witness::Tape(tape), |by| Witness::blocked(b, by));
            (c::GEO_09, witness)
        }
    }
}

impl OtrD6 {
    /// Returns whether a unit sees another, by the rules for a shot at it. Generals neither shoot
    /// nor are shot at.
    pub(crate) fn sight_of(&self, b: &Battle, from: UnitId, to: UnitId) -> Option<Sight> {
        if !units::fights(b.unit(from)) || !units::fights(b.unit(to)) {
            return None;
        }
        let blind = match self.aim(b, from, to) {
            Ok(aim) => return Some(Sight::along(aim.tape, c::GEO_09, None)),
            Err(blind) => blind,
        };
        let (clause, witness) = blinding(b, to, blind);
        Some(match blind {
            Blind::Hidden(tape, _) => Sight::along(tape, clause, Some(witness)),
            Blind::Outside => {
                let front = self.rect(b, from).front_edge();
                let tape = front.distance(&self.rect(b, to));
                Sight::aside(tape, clause, witness)
            }
        })
    }

    /// Requires that a target is among those that may be chosen (SHOOT-17, SHOOT-18).
    fn judge_closest(&self, b: &Battle, shooter: UnitId, target: &Target, ruling: &mut Ruling) {
        let (choices, clause) = self.choices_of(b, shooter);
        if !choices.iter().any(|t| t.unit == target.unit) {
            ruling.refuse(
                clause,
                choices
                    .first()
                    .map_or(Witness::Plain, |t| Witness::Tape(t.aim.tape)),
            );
        }
    }

    /// Resolves one volley of a Shoot action: each order is one volley (SHOOT-20,
    /// SHOOT-23).
    pub(crate) fn shoot(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        let Order::Shoot { unit, target: at } = *legal.order() else {
            return;
        };
        let Some(Aimed { from_rear, volley }) = legal.found() else {
            return;
        };
        activation::open(scene, unit);
        self.spend_volley(scene, unit);
        let effect = fire::fire(&volley, (unit, at), scene, dice);
        self.suffer(scene, at, effect, (from_rear, false), dice);
    }
}
