//! Charges (section 11): the test, the distance, the defensive volley. The
//! melee that follows is in [`crate::melee`].

use crate::activation::{self, Act};
use crate::contact::Poses;
use crate::fire::{self, Fire};
use crate::geometry::Blind;
use crate::marks::{self, Deed, Height, Limit};
use crate::melee::{self, Fight};
use crate::reach::Pace;
use crate::switches::{
    CombinedCharge, DefensiveFireRepulses, DefensiveShotCounts, DefensiveShotWhen, MeleeTiming,
};
use crate::units::{self, Body};
use crate::{OtrD6, c, terrain};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{
    Ask, Battle, ChargeReach, Dice, Factor, Gait, Legal, Naming, Offer, Order, Refusals, Ruling,
    Scene, Set, UnitId, Verb, Witness, pack,
};
use sandtable_drill::{self as drill, Hindrance};
use sandtable_geometry::{Edge, Facing, Length, Tape, Zone, within};

/// What is known about a charge when it is declared.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The brigades that charge, front brigade first.
    pub body: Body,
    /// The unit they charge.
    pub target: UnitId,
    /// The distance needed (CHG-09).
    pub tape: Tape,
    /// The target's zone that the charge comes from (GEO-07).
    pub zone: Zone,
    /// Where every brigade ends up (GEO-13).
    pub place: Option<Poses>,
    /// Whether cover protects the target against the charger's direction
    /// (MEL-04, ruling A52).
    pub covered: bool,
    /// Which side stood higher when the charge was declared (AM1).
    pub height: Height,
}

/// What declaring a charge found out, apart from its way.
#[derive(Clone, Copy, Debug)]
struct Declared {
    zone: Zone,
    covered: bool,
    height: Height,
    /// Whether dice for more reach are thrown (CHG-07).
    throws: bool,
}
pack! { Declared { zone, covered, height, throws } }

/// Whether a unit's arm can charge (CHG-01, DISM-04).
pub(crate) fn can_charge(b: &Battle, unit: UnitId) -> bool {
    by!(c::CHG_01, c::DISM_04);
    let u = b.unit(unit);
    u.kind == units::INFANTRY || units::mounted(u)
}

impl OtrD6 {
    /// Returns how far a unit can charge with a number of actions (CHG-06, CHG-07).
    pub(crate) fn pace(&self, b: &Battle, unit: UnitId, actions: i8) -> Pace {
        by!(c::CHG_06, c::CHG_07);
        let (u, numbers) = (b.unit(unit), &self.numbers.charge);
        let dice = if units::mounted(u) {
            numbers.cavalry_extra_dice
        } else {
            numbers.infantry_extra_dice
        };
        Pace {
            free: self.one_move(u) * Length::from(actions),
            dice,
        }
    }

    /// Returns the number that the charge test must not exceed (CHG-03), with what generals add
    /// (CHG-04). A wave tests with its front brigade (MEL-21); a second rank helps only
    /// in melee (ruling A25).
    fn test_charge(&self, b: &Battle, unit: UnitId) -> (i16, ArrayVec<Factor, 2>) {
        by!(c::CHG_03, c::CHG_04, c::MEL_21, c::UNIT_05);
        let bonus: ArrayVec<Factor, 2> = self
            .charge_bonus(b, unit)
            .into_iter()
            .map(|(clause, value, general)| Factor {
                clause,
                value,
                unit: Some(general),
            })
            .collect();
        (
            self.combat_value(b.unit(unit)) + bonus.iter().map(|f| f.value).sum::<i16>(),
            bonus,
        )
    }

    /// Offers the enemies a unit may charge.
    pub(crate) fn offer_charges(
        &self,
        b: &Battle,
        unit: UnitId,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        if !self
            .procedures
            .judge_charger(self, b, unit, &mut Ruling::new())
        {
            return;
        }
        let enemies = b
            .side(b.unit(unit).side.other())
            .filter(|(_, u)| units::fights(u));
        let own = self.rect(b, unit);
        let field = self.field_of(&own);
        let open = |id| Ruling::allows(|ruling| self.plan_charge(b, unit, id, ruling));
        // Enemies outside its field need no judging.
        let enemies = enemies
            .map(|(id, _)| id)
            .filter(|&id| !field.misses(&self.rect(b, id)));
        let targets: Vec<UnitId> = enemies.filter(|&id| named.names(|| open(id))).collect();
        drill::offer_targets(Verb::Charge, unit, targets, c::CHG_01, out);
    }

    /// Whether a unit may charge now, at any target; reasons against it go to the ruling.
    pub(crate) fn judge_charger(&self, b: &Battle, unit: UnitId, ruling: &mut Ruling) -> bool {
        ruling.require(can_charge(b, unit), c::CHG_01, || Witness::Unit(unit));
        // A wave charges as one body, by an order to its front brigade.
        ruling.require(b.unit(unit).with.is_none(), c::ACT_06, || {
            Witness::Unit(unit)
        });
        self.may_act(b, unit, Act::Charge, ruling)
    }

    /// Judges a Charge order.
    pub(crate) fn judge_charge(
        &self,
        b: &Battle,
        order: &Order,
        mut ruling: Ruling,
    ) -> Result<Legal, Refusals> {
        let Order::Charge {
            unit,
            target,
            reach,
            ..
        } = *order
        else {
            return ruling.seal(order);
        };
        self.procedures.judge_charger(self, b, unit, &mut ruling);
        if b.unit(unit).on_table()
            && units::fights(b.unit(unit))
            && let Some(plan) = self.plan_charge(b, unit, target, &mut ruling)
        {
            let pace = self.pace(b, unit, self.actions_of(b.unit(unit)));
            ruling
                .measured(plan.tape)
                .price(plan.tape.length, pace.most());
            plan.place.iter().flatten().for_each(|&pose| {
                ruling.step(pose);
            });
            ruling.found(&Declared {
                zone: plan.zone,
                covered: plan.covered,
                height: plan.height,
                throws: throws(&plan, pace, reach),
            });
            for factor in self.test_charge(b, unit).1 {
                ruling.weigh(factor.value, factor.clause, factor.unit);
            }
        }
        ruling.seal(order)
    }

    /// Returns the plan of a charge (CHG-09); reasons against it go to the ruling.
    fn plan_charge(
        &self,
        b: &Battle,
        unit: UnitId,
        target: UnitId,
        ruling: &mut Ruling,
    ) -> Option<Plan> {
        by!(c::CHG_09);
        let (us, them) = (b.unit(unit), b.unit(target));
        if them.side == us.side || !units::fights(them) || !them.on_table() {
            ruling.refuse(c::CHG_09, Witness::Unit(target));
            return None;
        }
        let aim = match self.aim(b, unit, target) {
            Ok(aim) => aim,
            Err(Blind::Outside) => {
                ruling.refuse(c::CHG_09, Witness::Unit(target));
                return None;
            }
            Err(Blind::Hidden(..)) if ruling.is_brief() => {
                ruling.refuse(c::CHG_09, Witness::Unit(target));
                return None;
            }
            Err(Blind::Hidden(tape, by)) => {
                let witness = by.map_or(Witness::Tape(tape), |by| Witness::blocked(b, by));
                ruling.refuse(c::CHG_09, witness);
                ruling.refuse(c::GEO_09, witness);
                return None;
            }
        };
        let body = units::body(b, unit);
        let zone = self.zone_facing(b, target, unit);
        let place = self.place_in_contact(b, &body, target, zone);
        match &place {
            None => ruling.refuse(c::GEO_13, Witness::Unit(target)),
            Some(poses) => self.clear_in_contact(b, &body, target, poses, ruling),
        }
        if ruling.is_brief() {
            return None;
        }
        let covered = self.cover_of(b, target, &aim.line) != terrain::Cover::None;
        let height = self.higher(b, unit, target);
        Some(Plan {
            body,
            target,
            tape: aim.tape,
            zone,
            place,
            covered,
            height,
        })
    }
}

/// Whether dice for more reach would be thrown: a charge that gets there without them
/// does not need them (CHG-07).
fn throws(plan: &Plan, pace: Pace, reach: bool) -> bool {
    by!(c::CHG_07);
    reach && pace.dice > 0 && !within(plan.tape.length, pace.free)
}

/// Returns the plan that a legal order was judged with.
fn planned(b: &Battle, legal: &Legal) -> Option<Plan> {
    let Order::Charge { unit, target, .. } = *legal.order() else {
        return None;
    };
    let found: Declared = legal.found()?;
    let place = Some(legal.path().iter().copied().take(3).collect());
    Some(Plan {
        body: units::body(b, unit),
        target,
        tape: legal.tape()?,
        zone: found.zone,
        place,
        covered: found.covered,
        height: found.height,
    })
}

impl OtrD6 {
    /// Returns how far a declared charge must go and how far it can go; dice count only if they
    /// are thrown (CHG-07).
    pub(crate) fn farthest_charge(&self, b: &Battle, legal: &Legal) -> Option<ChargeReach> {
        by!(c::CHG_06, c::CHG_07);
        let Order::Charge { unit, reach, .. } = *legal.order() else {
            return None;
        };
        let pace = self.pace(b, unit, self.actions_of(b.unit(unit)));
        Some(ChargeReach {
            needs: legal.tape()?.length,
            most: if reach { pace.most() } else { pace.free },
        })
    }

    /// Resolves a Charge order.
    pub(crate) fn charge(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        let Order::Charge {
            unit,
            target,
            reach,
            heading: None,
        } = *legal.order()
        else {
            return;
        };
        let Some(plan) = planned(scene, legal) else {
            return;
        };
        let pace = self.pace(scene, unit, self.actions_of(scene.unit(unit)));
        activation::open(scene, unit);
        for &member in &plan.body {
            self.spend(
                scene,
                member,
                self.actions_of(scene.unit(member)),
                Set::of(&[Deed::Charged]),
                c::CHG_02,
            );
            activation::limit(scene, member, Limit::Spent, 0, c::ACT_05);
        }
        if self.chosen.defensive_shot_when == DefensiveShotWhen::Declaration
            && !self.defended(scene, &plan, dice)
        {
            return;
        }
        if !self.passes_test(scene, unit, target, dice) {
            // The unit stays and may shoot instead (CHG-05).
            return activation::limit(scene, unit, Limit::Balked, 1, c::CHG_05);
        }
        self.go_in(
            scene,
            &plan,
            Pace {
                dice: if reach { pace.dice } else { 0 },
                ..pace
            },
            dice,
        );
    }

    /// Takes the charge test (CHG-03).
    fn passes_test(
        &self,
        scene: &mut Scene,
        unit: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
    ) -> bool {
        let (limit, _) = self.test_charge(scene, unit);
        let table = [1, 2, 3, 4, 5, 6].map(|face: i16| u8::from(face <= limit));
        let outcome = dice.ask(Ask::Read { table }, scene.unit(unit).side, c::CHG_03);
        scene.told(c::CHG_03, outcome, unit, Some(target));
        outcome == 1
    }

    /// Carries the charge out: the distance, then contact or a halt on the way (CHG-06 to CHG-08).
    fn go_in(&self, scene: &mut Scene, plan: &Plan, pace: Pace, dice: &mut dyn Dice) {
        if throws(plan, pace, true) {
            let inches = pace.wanting(plan.tape.length);
            scene.told(c::CHG_07, inches, plan.body[0], Some(plan.target));
        }
        let distance = pace.roll(plan.tape.length, scene.unit(plan.body[0]).side, dice);
        match &plan.place {
            Some(poses) if within(plan.tape.length, distance) => {
                self.make_contact(scene, plan, poses, dice)
            }
            _ => self.fall_short(scene, plan, distance),
        }
    }

    /// Moves the whole distance towards a target that it does not reach, and takes
    /// a marker (CHG-08, ruling A45).
    fn fall_short(&self, scene: &mut Scene, plan: &Plan, distance: Length) {
        scene.told(c::CHG_08, 0, plan.body[0], Some(plan.target));
        let direction = if plan.tape.length > 0 {
            Facing::towards(plan.tape.from, plan.tape.to)
        } else {
            scene.unit(plan.body[0]).pose.facing
        };
        let gap = self.numbers.charge.short_gap;
        let way = |&member: &UnitId| {
            let side = scene.unit(member).side;
            let means = |other: UnitId| {
                let u = scene.unit(other);
                if !units::fights(u) || plan.body.contains(&other) {
                    Hindrance::None
                } else {
                    Hindrance::Stops(if u.side == side { 0 } else { gap })
                }
            };
            let bars = |f: &sandtable_battle::Feature| terrain::bars(f).then_some(0);
            drill::slide(
                self,
                scene.battle(),
                member,
                direction,
                distance,
                means,
                bars,
                true,
                false,
            )
            .length
        };
        let length = plan.body.iter().map(way).min().unwrap_or(0);
        for &member in &plan.body {
            let to = scene.unit(member).pose.moved(direction, length);
            self.advance_charging(scene, member, to, Gait::Charged, c::CHG_08);
        }
        scene.set(plan.body[0], marks::MARKER, true, c::CHG_08);
    }

    /// Moves one brigade with the general attached to it, over enemy generals who are alone.
    fn advance_charging(
        &self,
        scene: &mut Scene,
        unit: UnitId,
        to: sandtable_geometry::Pose,
        gait: Gait,
        why: sandtable_battle::Clause,
    ) {
        let before = scene.unit(unit).pose;
        scene.shift(unit, to, gait, why);
        self.carry_generals(scene, unit, before);
        self.ride_down(scene, unit);
    }

    /// Makes contact: the defensive volley, then the melee (CHG-10 to CHG-13).
    fn make_contact(&self, scene: &mut Scene, plan: &Plan, poses: &Poses, dice: &mut dyn Dice) {
        by!(c::CHG_14);
        for (&member, &pose) in plan.body.iter().zip(poses) {
            self.advance_charging(scene, member, pose, Gait::Charged, c::GEO_13);
        }
        if self.chosen.defensive_shot_when == DefensiveShotWhen::Contact
            && !self.defended(scene, plan, dice)
        {
            return;
        }
        let mut fight = Fight {
            attackers: ArrayVec::new(),
            target: plan.target,
            zone: plan.zone,
            covered: plan.covered,
            height: plan.height,
        };
        fight.attackers.push(plan.body[0]);
        if self.puts_off() {
            melee::put_off(scene, &fight);
        } else {
            self.procedures.fight(self, &fight, scene, dice);
        }
    }

    /// Whether melees wait for the end of the division's activation (ACT-06, by
    /// switch). Shared melees must wait until all have joined (MEL-01).
    fn puts_off(&self) -> bool {
        self.chosen.melee_timing == MeleeTiming::EndOfDivision
            || self.chosen.combined_charge == CombinedCharge::Yes
    }

    /// Fights the melees that were put off (ACT-06, by switch).
    pub(crate) fn end_of_division(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        if self.puts_off() {
            self.fight_all(scene, dice);
        }
    }

    /// Returns the defensive volley as it would be fired now (CHG-10 to CHG-12): only at a
    /// charge from the front, only by a unit that may still fire it.
    fn defence_of(&self, b: &Battle, plan: &Plan) -> Option<Fire> {
        by!(c::CHG_10, c::CHG_11, c::CHG_12);
        let target = b.unit(plan.target);
        let counts = self.chosen.defensive_shot_counts == DefensiveShotCounts::Yes;
        let spent = counts && (marks::SHOTS.of(target) > 0 || marks::DEFENDED.of(target));
        if plan.zone != Zone::Front || spent || self.numbers.charge.defensive_volleys == 0 {
            return None;
        }
        let distance = match self.chosen.defensive_shot_when {
            DefensiveShotWhen::Contact => self.numbers.charge.defensive_distance,
            DefensiveShotWhen::Declaration => plan.tape.length,
        };
        let band = self.band(target, distance)?;
        Some(self.weigh_fire(b, (plan.target, plan.body[0]), band, (0, c::CHG_12), false))
    }

    /// Fires the defensive volley, if there is one; returns whether the charge goes
    /// on (CHG-13).
    fn defended(&self, scene: &mut Scene, plan: &Plan, dice: &mut dyn Dice) -> bool {
        let Some(fire) = self.defence_of(scene, plan) else {
            return true;
        };
        let head = plan.body[0];
        if self.chosen.defensive_shot_counts == DefensiveShotCounts::Yes {
            scene.set(plan.target, marks::DEFENDED, true, c::CHG_10);
        }
        let effect = fire::fire(&fire.volley, (plan.target, head), scene, dice);
        let holds = self.chosen.defensive_fire_repulses == DefensiveFireRepulses::No;
        let harm = self.suffer(scene, head, effect, (false, holds), dice);
        by!(c::CHG_13);
        !harm.destroyed && (!harm.driven || holds)
    }

    /// Makes the uncontrolled charge of a unit out for revenge (MOR-12, MOR-17): at the nearest
    /// enemy it can see, or else at the nearest of all, after turning to face it.
    pub(crate) fn revenge(&self, scene: &mut Scene, unit: UnitId, dice: &mut dyn Dice) {
        by!(c::MOR_12, c::MOR_17);
        self.spend(
            scene,
            unit,
            self.actions_of(scene.unit(unit)),
            Set::of(&[Deed::Charged]),
            c::MOR_12,
        );
        activation::limit(scene, unit, Limit::Spent, 0, c::MOR_12);
        let Some(target) = self.provoker(scene, unit) else {
            return;
        };
        if self.aim(scene, unit, target).is_err() {
            self.turn_to(scene, unit, target);
        }
        let Some(plan) = self.uncontrolled(scene, unit, target) else {
            // Without room to turn, the unit gets nowhere: it falls short.
            return scene.set(unit, marks::MARKER, true, c::CHG_08);
        };
        if self.chosen.defensive_shot_when == DefensiveShotWhen::Declaration
            && !self.defended(scene, &plan, dice)
        {
            return;
        }
        let pace = self.pace(scene, unit, self.numbers.organisation.actions);
        self.go_in(scene, &plan, pace, dice);
    }

    /// Returns the enemy that a unit takes revenge on (MOR-17).
    fn provoker(&self, b: &Battle, unit: UnitId) -> Option<UnitId> {
        let own = self.rect(b, unit);
        let enemies = || {
            b.side(b.unit(unit).side.other())
                .filter(|(_, u)| units::fights(u))
                .map(|(id, _)| id)
        };
        let seen = enemies()
            .filter_map(|id| Some((self.aim(b, unit, id).ok()?.tape.length, id)))
            .min();
        let any = || {
            enemies()
                .map(|id| (own.distance(&self.rect(b, id)).length, id))
                .min()
        };
        seen.or_else(any).map(|(_, id)| id)
    }

    /// Turns a unit on its centre to face another, free of cost (MOR-17), if it
    /// has room for that (FACE-01).
    fn turn_to(&self, scene: &mut Scene, unit: UnitId, target: UnitId) {
        let centre = self.rect(scene, unit).centre();
        let from = scene.unit(unit).pose;
        let facing = Facing::towards(centre, self.rect(scene, target).centre());
        let to = from.turned_about(centre, from.facing.turn_to(facing));
        let rect = self.rect_at(&scene.setting, scene.unit(unit), to);
        let free = |(id, u): (UnitId, &sandtable_battle::Unit)| {
            id == unit || !units::fights(u) || !rect.overlaps(&self.rect(scene, id))
        };
        if scene.setting.holds(&rect) && scene.present().all(free) {
            scene.shift(unit, to, Gait::Turned, c::MOR_17);
            self.carry_generals(scene, unit, from);
        }
    }

    /// Returns the plan of an uncontrolled charge. It needs no sight; without a clear way
    /// or a place, it goes as far as it can (CHG-08).
    fn uncontrolled(&self, b: &Battle, unit: UnitId, target: UnitId) -> Option<Plan> {
        let body = units::body(b, unit);
        let tape = self.fire_distance(&self.rect(b, unit), &self.rect(b, target))?;
        let zone = self.zone_facing(b, target, unit);
        let place = self
            .place_in_contact(b, &body, target, zone)
            .filter(|poses| {
                Ruling::allows(|ruling| self.clear_in_contact(b, &body, target, poses, ruling))
            });
        let covered =
            self.cover_of(b, target, &Edge::new(tape.from, tape.to)) != terrain::Cover::None;
        let height = self.higher(b, unit, target);
        Some(Plan {
            body,
            target,
            tape,
            zone,
            place,
            covered,
            height,
        })
    }

    /// Returns the factors of a charge: the test, the defensive volley that it would draw,
    /// and the melee as it would be fought without losses from that volley.
    pub(crate) fn charge_factors(&self, b: &Battle, legal: &Legal) -> Vec<Factor> {
        let mut out = legal.factors().to_vec();
        let Some(plan) = planned(b, legal) else {
            return out;
        };
        if let Some(fire) = self.defence_of(b, &plan) {
            out.extend(fire.factors);
        }
        let mut after = b.clone();
        for (member, pose) in plan.body.iter().zip(plan.place.iter().flatten()) {
            if let Some(u) = after.units.get_mut(member.index()) {
                u.pose = *pose;
            }
        }
        let mut fight = Fight {
            attackers: ArrayVec::new(),
            target: plan.target,
            zone: plan.zone,
            covered: plan.covered,
            height: plan.height,
        };
        fight.attackers.push(plan.body[0]);
        out.extend(self.weigh_melee(&after, &fight, None).1);
        out
    }
}
