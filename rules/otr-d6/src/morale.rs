//! Morale (section 13): the test of a marked unit and its results; and the
//! answers to decisions. The dice are in [`crate::nerve`].

use crate::activation::{self, Act};
use crate::marks::{self, Deed, Limit, Thrown};
use crate::nerve::{self, Temper};
use crate::retreat::{self, Push};
use crate::switches::{CoverIgnores, StandsLost};
use crate::units;
use crate::{OtrD6, c, charge};
use sandtable_battle::by;
use sandtable_battle::{
    Ask, Await, Battle, Clause, Dice, Factor, Gait, Legal, Offer, Order, Refusals, Ruling, Scene,
    Scope, Set, UnitId, Verb, Witness,
};
use sandtable_geometry::Length;

impl OtrD6 {
    /// Offers a morale test (MOR-01).
    pub(crate) fn offer_test(&self, b: &Battle, unit: UnitId, out: &mut Vec<Offer>) {
        if self.may_act(b, unit, Act::Test, &mut Ruling::new()) {
            out.push(Offer::of(Verb::Test, unit, Scope::Plain, c::MOR_01));
        }
    }

    /// Judges a Test order, or the answer to a decision.
    pub(crate) fn judge_test(&self, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
        let mut ruling = Ruling::new();
        match *order {
            Order::Test { unit } if !units::fights(b.unit(unit)) => {
                ruling.refuse(c::CMD_01, Witness::Unit(unit))
            }
            Order::Test { unit } => {
                self.may_act(b, unit, Act::Test, &mut ruling);
                let factors = self.weigh_test(b, unit);
                for factor in &factors {
                    ruling.weigh(factor.value, factor.clause, factor.unit);
                }
                let modifier: i16 = factors.iter().map(|f| f.value).sum();
                ruling.found(&modifier);
            }
            _ => {
                ruling.require(
                    b.cursor.waits.is_some(),
                    sandtable_battle::c::NOT_NOW,
                    || Witness::Plain,
                );
            }
        }
        ruling.seal(order)
    }

    /// Returns the factors of a test: grade, losses, and a general unless the owner chooses
    /// after the throw (MOR-04, UNIT-06, CMD-04, CMD-05).
    fn weigh_test(&self, b: &Battle, unit: UnitId) -> Vec<Factor> {
        let mut out = self.steady(b, unit);
        if self.morale_choice(b, unit).is_none()
            && let Some((clause, value, general)) = self.morale_modifier(b, unit)
        {
            out.push(Factor {
                clause,
                value,
                unit: Some(general),
            });
        }
        out
    }

    /// Returns the factors of a test that are the unit's own: its grade and losses.
    fn steady(&self, b: &Battle, unit: UnitId) -> Vec<Factor> {
        by!(c::MOR_04, c::UNIT_06, c::ORG_04);
        let u = b.unit(unit);
        let seen = match self.chosen.stands_lost {
            StandsLost::Total => 0,
            StandsLost::SinceLastTest => i16::from(marks::SEEN.of(u)),
        };
        let lost = (i16::from(units::lost(u)) - seen).max(0) * self.numbers.morale.per_stand_lost;
        let factor = |value, clause| Factor {
            clause,
            value,
            unit: Some(unit),
        };
        vec![
            factor(units::grade(self, u).morale, c::UNIT_06),
            factor(lost, c::MOR_04),
        ]
    }

    /// Returns the factors of a Test order.
    pub(crate) fn test_factors(&self, _b: &Battle, legal: &Legal) -> Vec<Factor> {
        legal.factors().to_vec()
    }

    /// Resolves a Test order, or the answer to a decision.
    pub(crate) fn test_or_decide(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        match *legal.order() {
            Order::Test { unit } => self.test(scene, unit, legal.found().unwrap_or_default(), dice),
            Order::Decide { choice } => match scene.cursor.waits.map(|waits| waits.why) {
                Some(c::MEL_18) => self.decide_advance(scene, choice),
                Some(c::CMD_06) => self.helped(scene, choice, dice),
                _ => {}
            },
            _ => {}
        }
    }

    /// Takes the test; it removes the marker whatever the result (MOR-02, MOR-03).
    fn test(&self, scene: &mut Scene, unit: UnitId, modifier: i16, dice: &mut dyn Dice) {
        by!(c::MOR_01, c::ACT_08);
        activation::open(scene, unit);
        self.spend(scene, unit, 0, Set::of(&[Deed::Tested]), c::MOR_03);
        scene.set(unit, marks::MARKER, false, c::MOR_02);
        let side = scene.unit(unit).side;
        if let Some((most, general)) = self.morale_choice(scene, unit) {
            // The owner sees the die before choosing what the general adds.
            let face = dice.ask(
                Ask::Die {
                    sides: self.numbers.dice.sides,
                },
                side,
                c::MOR_04,
            );
            let face = u8::try_from(face).unwrap_or_default();
            scene.keep(Some(&Thrown { face }), c::MOR_04);
            let choices = u8::try_from(2 * most + 1).unwrap_or(1);
            return scene.await_(Await::of(side, c::CMD_06, choices).about(unit, Some(general)));
        }
        let temper = nerve::roll(modifier, side, dice);
        self.abide(scene, unit, temper, dice);
    }

    /// Goes on with a test once the owner has chosen what the general adds: choice
    /// 0 is the most, each further choice one point less (CMD-06, by switch).
    fn helped(&self, scene: &mut Scene, choice: u8, dice: &mut dyn Dice) {
        let Some(unit) = scene.cursor.waits.and_then(|waits| waits.unit) else {
            return;
        };
        let most = self.morale_choice(scene, unit).map_or(0, |(most, _)| most);
        let face = scene.kept().map_or(0, |Thrown { face }| i16::from(face));
        let own: i16 = self.steady(scene, unit).iter().map(|f| f.value).sum();
        let temper = Temper::of(face + own + most - i16::from(choice));
        scene.answered(c::CMD_06);
        scene.keep(None::<&Thrown>, c::MOR_04);
        self.abide(scene, unit, temper, dice);
    }

    /// Carries out a line of the table (MOR-05 to MOR-11).
    fn abide(&self, scene: &mut Scene, unit: UnitId, temper: Temper, dice: &mut dyn Dice) {
        scene.told(c::MOR_04, temper as u16, unit, None);
        if self.chosen.stands_lost == StandsLost::SinceLastTest {
            let lost = units::lost(scene.unit(unit)).min(i8::MAX.unsigned_abs());
            scene.set(unit, marks::SEEN, lost, c::MOR_04);
        }
        let temper = self.stubborn(scene, unit, temper);
        if !matches!(temper, Temper::TwoActions | Temper::Elated) {
            units::dissolve(scene, unit);
        }
        let actions = |temper: Temper| self.numbers.morale_result[temper as usize].actions;
        match temper {
            Temper::Rout => self.rout(scene, unit),
            Temper::RetreatTwo | Temper::RetreatOne => self.fall_back(scene, unit, temper),
            Temper::Stand => activation::limit(scene, unit, Limit::Stand, 1, c::MOR_07),
            // One change of facing or formation, and a Shoot action.
            Temper::Redeploy => activation::limit(scene, unit, Limit::Redeploy, 2, c::MOR_08),
            Temper::OneAction => {
                activation::limit(scene, unit, Limit::OneAction, actions(temper), c::MOR_09)
            }
            Temper::TwoActions => {
                // Often this changes nothing.
                by!(c::MOR_10);
                activation::limit(scene, unit, Limit::Free, actions(temper), c::MOR_10)
            }
            Temper::Elated => self.elated(scene, unit, dice),
        }
    }

    /// Turns a retreat into Stand for units that man hard cover or a trench, by switch
    /// (MOR-13, ruling A60).
    fn stubborn(&self, b: &Battle, unit: UnitId, temper: Temper) -> Temper {
        let retreats = matches!(temper, Temper::RetreatTwo | Temper::RetreatOne);
        let ignores = self.chosen.cover_ignores == CoverIgnores::RetreatsAndRevenge;
        if retreats && ignores && self.mans_hard_cover(b, unit) {
            Temper::Stand
        } else {
            temper
        }
    }

    /// Moves the unit to the rear, which ends its activation (MOR-06, MOR-14). No enemy
    /// caused this, so it is always the rear, even with enemies there (GEO-15).
    fn fall_back(&self, scene: &mut Scene, unit: UnitId, temper: Temper) {
        by!(c::MOR_06, c::MOR_14);
        activation::limit(scene, unit, Limit::Retreated, 0, c::MOR_14);
        let u = scene.unit(unit);
        let moves = self.numbers.morale_result[temper as usize].moves;
        let push = Push {
            direction: retreat::rearward(u.pose.facing, false),
            distance: self.one_move(u) * Length::from(moves),
            gait: Gait::Retreated,
            why: c::MOR_14,
        };
        self.push_back(scene, &[unit].into_iter().collect(), &push);
    }

    /// Throws another die at seven or more, which decides between revenge and two actions
    /// (MOR-11). Units that cannot charge read two actions (ruling A59); those in
    /// hard cover or a trench ignore revenge (MOR-13). Neither throws the second die (AM6).
    fn elated(&self, scene: &mut Scene, unit: UnitId, dice: &mut dyn Dice) {
        by!(c::MOR_11, c::MOR_12, c::MOR_13);
        let two = |scene: &mut Scene, why: Clause| {
            activation::limit(
                scene,
                unit,
                Limit::Free,
                self.numbers.organisation.actions,
                why,
            );
        };
        if !charge::can_charge(scene, unit) {
            return two(scene, c::MOR_17);
        }
        if self.mans_hard_cover(scene, unit) {
            by!(c::AM6);
            return two(scene, c::MOR_13);
        }
        let side = scene.unit(unit).side;
        let revenge = nerve::revenge(self.numbers.morale.revenge_up_to, side, dice);
        scene.told(c::MOR_11, u16::from(!revenge), unit, None);
        if revenge {
            units::dissolve(scene, unit);
            self.revenge(scene, unit, dice);
        } else {
            two(scene, c::MOR_11);
        }
    }
}
