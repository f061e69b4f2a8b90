//! Morale (section 13): the test of a marked unit and what comes of it; and the
//! answers to choices that are owed. The dice are in [`crate::nerve`].

use crate::activation::{self, Act};
use crate::command;
use crate::marks::{self, Deed, Limit, Thrown};
use crate::nerve::{self, Temper};
use crate::retreat::{self, Push};
use crate::switches::{CoverIgnores, StandsLost};
use crate::units;
use crate::{OtrD6, c, charge, melee, terrain};
use sandtable_battle::by;
use sandtable_battle::{
    Ask, Await, Battle, Clause, Cursor, Dice, Factor, Gait, Legal, Offer, Order, Refusals, Ruling,
    Scene, Scope, Set, UnitId, Verb, Witness,
};
use sandtable_geometry::Length;

/// Offers a morale test (MOR-01).
pub(crate) fn offers(rules: &OtrD6, b: &Battle, unit: UnitId, out: &mut Vec<Offer>) {
    if activation::may_act(rules, b, unit, Act::Test, &mut Ruling::new()) {
        out.push(Offer::of(Verb::Test, unit, Scope::Plain, c::MOR_01));
    }
}

/// Offers the answers to a choice that is owed, to the table.
pub(crate) fn decisions(_rules: &OtrD6, b: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>) {
    if let (None, Some(waits)) = (who, b.cursor.waits) {
        out.push(Offer {
            unit: waits.unit,
            ..Offer::plain(Verb::Decide, Scope::Choices(waits.choices), waits.why)
        });
    }
}

/// Judges a Test order, or the answer to a choice.
pub(crate) fn check(rules: &OtrD6, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
    let mut ruling = Ruling::new();
    match *order {
        Order::Test { unit } if !units::fights(b.unit(unit)) => {
            ruling.refuse(c::CMD_01, Witness::Unit(unit))
        }
        Order::Test { unit } => {
            activation::may_act(rules, b, unit, Act::Test, &mut ruling);
            let factors = weigh(rules, b, unit);
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

/// What weighs in a test: grade, losses, and a general unless his owner chooses
/// after the throw (MOR-04, UNIT-06, CMD-04, CMD-05).
fn weigh(rules: &OtrD6, b: &Battle, unit: UnitId) -> Vec<Factor> {
    let mut out = steady(rules, b, unit);
    if command::morale_choice(rules, b, unit).is_none()
        && let Some((clause, value, general)) = command::morale_modifier(rules, b, unit)
    {
        out.push(Factor {
            clause,
            value,
            unit: Some(general),
        });
    }
    out
}

/// The part of it that is the unit's own.
fn steady(rules: &OtrD6, b: &Battle, unit: UnitId) -> Vec<Factor> {
    by!(c::MOR_04, c::UNIT_06, c::ORG_04);
    let u = b.unit(unit);
    let seen = match rules.chosen.stands_lost {
        StandsLost::Total => 0,
        StandsLost::SinceLastTest => i16::from(marks::SEEN.of(u)),
    };
    let lost = (i16::from(units::lost(u)) - seen).max(0) * rules.numbers.morale.per_stand_lost;
    let factor = |value, clause| Factor {
        clause,
        value,
        unit: Some(unit),
    };
    vec![
        factor(units::grade(rules, u).morale, c::UNIT_06),
        factor(lost, c::MOR_04),
    ]
}

/// What weighs in a Test order.
pub(crate) fn factors(_rules: &OtrD6, _b: &Battle, legal: &Legal) -> Vec<Factor> {
    legal.factors().to_vec()
}

/// Resolves a Test order, or the answer to a choice.
pub(crate) fn resolve(rules: &OtrD6, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
    match *legal.order() {
        Order::Test { unit } => test(rules, scene, unit, legal.found().unwrap_or_default(), dice),
        Order::Decide { choice } => match scene.cursor.waits.map(|waits| waits.why) {
            Some(c::MEL_18) => melee::decide(rules, scene, choice),
            Some(c::CMD_06) => helped(rules, scene, choice, dice),
            _ => {}
        },
        _ => {}
    }
}

/// Takes the test: the marker goes whatever comes of it (MOR-02, MOR-03).
fn test(rules: &OtrD6, scene: &mut Scene, unit: UnitId, modifier: i16, dice: &mut dyn Dice) {
    by!(c::MOR_01, c::ACT_08);
    activation::open(scene, unit);
    activation::spend(rules, scene, unit, 0, Set::of(&[Deed::Tested]), c::MOR_03);
    scene.set(unit, marks::MARKER, false, c::MOR_02);
    let side = scene.unit(unit).side;
    if let Some((most, general)) = command::morale_choice(rules, scene, unit) {
        // The owner sees the die before he says what his general is worth.
        let face = dice.ask(
            Ask::Die {
                sides: rules.numbers.dice.sides,
            },
            side,
            c::MOR_04,
        );
        let face = u8::try_from(face).unwrap_or_default();
        scene.keep(Some(&Thrown { face }), c::MOR_04);
        let choices = u8::try_from(2 * most + 1).unwrap_or(1);
        return scene.await_(Await {
            side,
            why: c::CMD_06,
            choices,
            unit: Some(unit),
            other: Some(general),
        });
    }
    let temper = nerve::roll(modifier, side, dice);
    abide(rules, scene, unit, temper, dice);
}

/// Goes on with a test once the owner has chosen what his general adds: choice
/// 0 is the most, each further one a point less (CMD-06, by switch).
fn helped(rules: &OtrD6, scene: &mut Scene, choice: u8, dice: &mut dyn Dice) {
    let Some(unit) = scene.cursor.waits.and_then(|waits| waits.unit) else {
        return;
    };
    let most = command::morale_choice(rules, scene, unit).map_or(0, |(most, _)| most);
    let face = scene.kept().map_or(0, |Thrown { face }| i16::from(face));
    let own: i16 = steady(rules, scene, unit).iter().map(|f| f.value).sum();
    let temper = Temper::of(face + own + most - i16::from(choice));
    let cursor = Cursor {
        waits: None,
        ..scene.cursor
    };
    scene.turn(cursor, c::CMD_06);
    scene.keep(None::<&Thrown>, c::MOR_04);
    abide(rules, scene, unit, temper, dice);
}

/// Does what a line of the table says (MOR-05 to MOR-11).
fn abide(rules: &OtrD6, scene: &mut Scene, unit: UnitId, temper: Temper, dice: &mut dyn Dice) {
    scene.told(c::MOR_04, temper as u16, unit, None);
    if rules.chosen.stands_lost == StandsLost::SinceLastTest {
        let lost = units::lost(scene.unit(unit)).min(i8::MAX.unsigned_abs());
        scene.set(unit, marks::SEEN, lost, c::MOR_04);
    }
    let temper = stubborn(rules, scene, unit, temper);
    if !matches!(temper, Temper::TwoActions | Temper::Elated) {
        units::dissolve(scene, unit);
    }
    let actions = |temper: Temper| rules.numbers.morale_result[temper as usize].actions;
    match temper {
        Temper::Rout => retreat::rout(rules, scene, unit),
        Temper::RetreatTwo | Temper::RetreatOne => fall_back(rules, scene, unit, temper),
        Temper::Stand => activation::limit(scene, unit, Limit::Stand, 1, c::MOR_07),
        // One change of facing or formation, and a Shoot action.
        Temper::Redeploy => activation::limit(scene, unit, Limit::Redeploy, 2, c::MOR_08),
        Temper::OneAction => {
            activation::limit(scene, unit, Limit::OneAction, actions(temper), c::MOR_09)
        }
        Temper::TwoActions => {
            // Often nothing changes by it.
            by!(c::MOR_10);
            activation::limit(scene, unit, Limit::Free, actions(temper), c::MOR_10)
        }
        Temper::Elated => elated(rules, scene, unit, dice),
    }
}

/// Units manning hard cover or a trench ignore retreats, by switch: they stand
/// (MOR-13, ruling A60).
fn stubborn(rules: &OtrD6, b: &Battle, unit: UnitId, temper: Temper) -> Temper {
    let retreats = matches!(temper, Temper::RetreatTwo | Temper::RetreatOne);
    let ignores = rules.chosen.cover_ignores == CoverIgnores::RetreatsAndRevenge;
    if retreats && ignores && terrain::mans_hard_cover(rules, b, unit) {
        Temper::Stand
    } else {
        temper
    }
}

/// Goes to the rear, which ends the activation (MOR-06, MOR-14). No enemy
/// caused it, so it is the rear whoever stands there (GEO-15).
fn fall_back(rules: &OtrD6, scene: &mut Scene, unit: UnitId, temper: Temper) {
    by!(c::MOR_06, c::MOR_14);
    activation::limit(scene, unit, Limit::Retreated, 0, c::MOR_14);
    let u = scene.unit(unit);
    let moves = rules.numbers.morale_result[temper as usize].moves;
    let push = Push {
        direction: retreat::rearward(u.pose.facing, false),
        distance: units::one_move(rules, u) * Length::from(moves),
        gait: Gait::Retreated,
        why: c::MOR_14,
    };
    retreat::push(rules, scene, &[unit].into_iter().collect(), &push);
}

/// Seven or more: another die decides between revenge and two actions
/// (MOR-11). Units that cannot charge read two actions (ruling A59), those in
/// hard cover or a trench ignore revenge (MOR-13): they throw no second die (AM6).
fn elated(rules: &OtrD6, scene: &mut Scene, unit: UnitId, dice: &mut dyn Dice) {
    by!(c::MOR_11, c::MOR_12, c::MOR_13);
    let two = |scene: &mut Scene, why: Clause| {
        activation::limit(
            scene,
            unit,
            Limit::Free,
            rules.numbers.organisation.actions,
            why,
        );
    };
    if !charge::can_charge(scene, unit) {
        return two(scene, c::MOR_17);
    }
    if terrain::mans_hard_cover(rules, scene, unit) {
        by!(c::AM6);
        return two(scene, c::MOR_13);
    }
    let side = scene.unit(unit).side;
    let revenge = nerve::revenge(rules.numbers.morale.revenge_up_to, side, dice);
    scene.told(c::MOR_11, u16::from(!revenge), unit, None);
    if revenge {
        units::dissolve(scene, unit);
        charge::revenge(rules, scene, unit, dice);
    } else {
        two(scene, c::MOR_11);
    }
}
