//! What the activation of a unit still allows, and what uses it up (ACT-01 to ACT-07).

use crate::card::ACTING;
use crate::marks::{self, Deed, Limit};
use crate::switches::{ChargeAfterAction, DefensiveShotCounts, HaltMeans, MarkerTest};
use crate::units::{self, Body};
use crate::{OtrD6, c};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Clause, Cursor, Ruling, Scene, Set, Unit, UnitId, Witness, c as table,
};

/// What an order asks a unit to do in its activation (ACT-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// A Move.
    Move,
    /// A change of facing or formation.
    Turn,
    /// A charge.
    Charge,
    /// A volley.
    Shoot,
    /// A morale test.
    Test,
}

/// Returns the brigades that an order to a unit moves: its wave if the front brigade
/// moves or charges (FORM-15), the unit alone if not.
pub(crate) fn together(b: &Battle, unit: UnitId, act: Act) -> Body {
    by!(c::FORM_15);
    if matches!(act, Act::Move | Act::Charge) && b.unit(unit).with.is_none() {
        return units::body(b, unit);
    }
    let mut alone = Body::new();
    alone.push(unit);
    alone
}

/// Whether it is the turn of a unit's division, and the unit is on the table to act at all
/// (ORG-06, TURN-03).
pub(crate) fn on_call(b: &Battle, unit: UnitId, ruling: &mut Ruling) -> bool {
    let u = b.unit(unit);
    ruling.require(b.cursor.phase == ACTING, table::NOT_NOW, || Witness::Plain);
    ruling.require(u.on_table(), table::GONE, || {
        Witness::Absent(unit, u.status)
    });
    ruling.require(
        b.cursor.phase != ACTING || b.cursor.group == Some(u.group),
        c::ORG_06,
        || Witness::Unit(unit),
    );
    ruling.clean()
}

impl OtrD6 {
    /// Whether a unit's activation allows an act; every reason against it goes to
    /// the ruling.
    pub(crate) fn may_act(&self, b: &Battle, unit: UnitId, act: Act, ruling: &mut Ruling) -> bool {
        by!(c::ACT_02);
        if !on_call(b, unit, ruling) {
            return false;
        }
        ruling.require(!has_fallen_in(b, unit), c::ACT_06, || Witness::Unit(unit));
        for member in together(b, unit, act) {
            self.may_act_in_wave(b, member, act, ruling);
        }
        ruling.clean()
    }

    fn may_act_in_wave(&self, b: &Battle, unit: UnitId, act: Act, ruling: &mut Ruling) {
        let u = b.unit(unit);
        let witness = || Witness::Unit(unit);
        if marks::DONE.of(u) {
            return ruling.refuse(c::ACT_07, witness());
        }
        let before = limits(u, act, ruling, witness());
        if !before {
            return;
        }
        match act {
            Act::Shoot => self.shot_allowed(u, ruling, witness()),
            Act::Test => may_test(u, ruling, witness()),
            Act::Charge => self.charge_allowed(u, ruling, witness()),
            Act::Move | Act::Turn => {
                let clause = if marks::LIMIT.of(u) == Limit::OneAction {
                    c::MOR_09
                } else {
                    c::ACT_01
                };
                ruling.require(self.actions_of(u) > 0, clause, witness);
            }
        }
        if act != Act::Shoot && act != Act::Test {
            // A unit with a marker must test before it does anything but shoot.
            ruling.require(!must_test(u), c::MOR_01, witness);
            let goes = act != Act::Turn || self.chosen.halt_means == HaltMeans::NoOtherAction;
            let moving = self.numbers.volleys[units::arms(u) as usize].moving;
            ruling.require(!goes || marks::SHOTS.of(u) <= moving, c::SHOOT_23, witness);
        }
    }
}

/// Whether a unit faces the choice of MOR-01: it has a marker and has not tested yet.
pub(crate) fn must_test(u: &Unit) -> bool {
    by!(c::ACT_08, c::MOR_01);
    units::marked(u) && !marks::ACTED.of(u).has(Deed::Tested)
}

/// Checks what morale results and charges still allow of an activation.
fn limits(u: &Unit, act: Act, ruling: &mut Ruling, witness: Witness) -> bool {
    let turned = marks::ACTED.of(u).has(Deed::Turned);
    let clause = match (marks::LIMIT.of(u), act) {
        (Limit::Retreated, _) => c::MOR_14,
        (Limit::Spent, Act::Shoot) => c::CHG_14,
        (Limit::Spent, _) => c::ACT_05,
        (Limit::Free | Limit::OneAction, _)
        | (Limit::Redeploy | Limit::Stand | Limit::Balked | Limit::ShakenFire, Act::Shoot) => {
            return true;
        }
        (Limit::Redeploy, Act::Turn) if !turned => return true,
        (_, Act::Test) => c::MOR_03,
        (Limit::Redeploy, _) => c::MOR_08,
        (Limit::Stand, _) => c::MOR_07,
        (Limit::Balked, _) => c::CHG_05,
        _ => c::MOR_01,
    };
    ruling.refuse(clause, witness);
    false
}

fn may_test(u: &Unit, ruling: &mut Ruling, witness: Witness) {
    ruling.require(units::marked(u), c::MOR_01, || witness);
    // The test comes before any action of the activation.
    let fresh = marks::ACTED.of(u).is_empty() && marks::SHOTS.of(u) == 0;
    ruling.require(fresh, c::MOR_03, || witness);
}

impl OtrD6 {
    fn charge_allowed(&self, u: &Unit, ruling: &mut Ruling, witness: Witness) {
        let done = marks::ACTED.of(u).without(Deed::Tested);
        let done = match self.chosen.charge_after_action {
            ChargeAfterAction::No => done,
            ChargeAfterAction::FacingOrFormation => done.without(Deed::Turned),
        };
        let first = done.is_empty() && marks::SHOTS.of(u) == 0 && self.actions_of(u) > 0;
        ruling.require(first, c::CHG_02, || witness);
    }

    fn shot_allowed(&self, u: &Unit, ruling: &mut Ruling, witness: Witness) {
        let (shots, acted) = (marks::SHOTS.of(u), marks::ACTED.of(u));
        if shots == 0 {
            let clause = if marks::LIMIT.of(u) == Limit::OneAction {
                c::MOR_09
            } else {
                c::ACT_01
            };
            ruling.require(self.actions_of(u) > 0, clause, || witness);
        } else {
            // Further volleys belong to the one Shoot action of the turn.
            let all = self.volleys(u);
            let clause = if all > 1 { c::SHOOT_23 } else { c::ACT_04 };
            ruling.require(shots < all && !acted.has(Deed::Ceased), clause, || witness);
        }
        ruling.require(!acted.has(Deed::Far), c::MOVE_11, || witness);
        let defended =
            marks::DEFENDED.of(u) && self.chosen.defensive_shot_counts == DefensiveShotCounts::Yes;
        ruling.require(!defended, c::ACT_04, || witness);
        let test_first = must_test(u)
            && self.chosen.marker_test == MarkerTest::Always
            && marks::SHOTS.of(u) == 0;
        ruling.require(!test_first, c::MOR_01, || witness);
    }
}

/// Opens a unit's activation and finishes the previous one (ACT-06).
pub(crate) fn open(scene: &mut Scene, unit: UnitId) {
    let now = scene.cursor.unit;
    if now == Some(unit) {
        return;
    }
    if let Some(previous) = now.filter(|&p| !units::body(scene, p).contains(&unit)) {
        finish(scene, previous);
    }
    scene.turn(
        Cursor {
            unit: Some(unit),
            ..scene.cursor
        },
        c::ACT_06,
    );
}

/// Finishes the activation of a unit and its wave for this turn (ACT-07).
/// Brigades that fell in behind one that has yet to act will still act with it.
pub(crate) fn finish(scene: &mut Scene, unit: UnitId) {
    let body = units::body(scene, unit);
    let head = scene.unit(body[0]);
    let waits = body.len() > 1
        && marks::ACTED.of(scene.unit(unit)).has(Deed::FellIn)
        && marks::ACTED.of(head).is_empty()
        && marks::SHOTS.of(head) == 0;
    if !waits {
        for member in body {
            scene.set(member, marks::DONE, true, c::ACT_07);
        }
    }
}

impl OtrD6 {
    /// Returns the actions a unit has left. A unit that has done nothing yet has all of them,
    /// whether or not a file written by hand counts them (ACT-01).
    pub(crate) fn actions_of(&self, u: &Unit) -> i8 {
        by!(c::ACT_01);
        let fresh = marks::ACTIONS.of(u) == 0
            && marks::ACTED.of(u).is_empty()
            && marks::SHOTS.of(u) == 0
            && marks::LIMIT.of(u) == Limit::Free
            && !marks::DONE.of(u);
        if units::fights(u) && fresh {
            self.numbers.organisation.actions
        } else {
            marks::ACTIONS.of(u)
        }
    }

    /// Uses up actions of a unit and notes what it did with them
    /// ([`marks::ACTED`]).
    pub(crate) fn spend(
        &self,
        scene: &mut Scene,
        unit: UnitId,
        used: i8,
        deeds: Set<Deed>,
        why: Clause,
    ) {
        let u = scene.unit(unit);
        let (left, mut acted) = (self.actions_of(u), marks::ACTED.of(u).and(deeds));
        if marks::SHOTS.of(u) > 0 {
            acted = acted.with(Deed::Ceased);
        }
        scene.set(unit, marks::ACTIONS, (left - used).max(0), c::ACT_01);
        scene.set(unit, marks::ACTED, acted, why);
    }

    /// Notes a volley of the unit's own Shoot action; the first volley uses an action
    /// (ACT-04), and a unit with a marker does nothing else (MOR-01).
    pub(crate) fn spend_volley(&self, scene: &mut Scene, unit: UnitId) {
        let u = *scene.unit(unit);
        let shots = marks::SHOTS.of(&u);
        if shots == 0 {
            scene.set(
                unit,
                marks::ACTIONS,
                (self.actions_of(&u) - 1).max(0),
                c::ACT_04,
            );
            if must_test(&u) && marks::LIMIT.of(&u) == Limit::Free {
                scene.set(unit, marks::LIMIT, Limit::ShakenFire, c::MOR_01);
            }
        }
        scene.set(unit, marks::SHOTS, shots + 1, c::SHOOT_23);
    }
}

/// Limits the rest of a unit's activation: what it may do ([`marks::LIMIT`]) and
/// how many actions it has.
pub(crate) fn limit(scene: &mut Scene, unit: UnitId, to: Limit, actions: i8, why: Clause) {
    scene.set(unit, marks::LIMIT, to, why);
    scene.set(unit, marks::ACTIONS, actions, why);
}

impl OtrD6 {
    /// Whether a unit can still do anything in this activation.
    fn has_more(&self, u: &Unit) -> bool {
        match marks::LIMIT.of(u) {
            Limit::Retreated | Limit::Spent => false,
            _ => {
                let shots = marks::SHOTS.of(u);
                self.actions_of(u) > 0
                    || (shots > 0
                        && shots < self.volleys(u)
                        && !marks::ACTED.of(u).has(Deed::Ceased))
            }
        }
    }

    /// Whether a fighting unit on the table can still do something in its activation.
    pub(crate) fn may_go_on(&self, b: &Battle, unit: UnitId) -> bool {
        let u = b.unit(unit);
        !marks::DONE.of(u) && self.has_more(u) && !has_fallen_in(b, unit)
    }
}

/// Whether a brigade finished its own activation by falling in and now acts
/// with its wave only (FORM-14, ACT-06).
fn has_fallen_in(b: &Battle, unit: UnitId) -> bool {
    let u = b.unit(unit);
    u.with.is_some() && marks::ACTED.of(u).has(Deed::FellIn) && b.cursor.unit != Some(unit)
}

impl OtrD6 {
    /// Returns the unit in the middle of its activation, if it can still do something.
    pub(crate) fn unfinished(&self, b: &Battle) -> Option<UnitId> {
        let unit = b.cursor.unit?;
        let u = b.unit(unit);
        let begun = !marks::ACTED.of(u).is_empty() || marks::SHOTS.of(u) > 0;
        (u.on_table() && begun && !marks::DONE.of(u) && self.has_more(u)).then_some(unit)
    }

    /// Returns the volleys of one Shoot action, by whether the unit has moved (SHOOT-21 to
    /// SHOOT-23).
    pub(crate) fn volleys(&self, u: &Unit) -> i8 {
        by!(c::SHOOT_21, c::SHOOT_22, c::SHOOT_23);
        let moves = Set::of(&[Deed::Moved, Deed::Far, Deed::FellIn]);
        let counts = match self.chosen.halt_means {
            HaltMeans::NoOtherAction => moves.with(Deed::Turned).with(Deed::Charged),
            HaltMeans::NoDisplacement => moves,
        };
        let line = &self.numbers.volleys[units::arms(u) as usize];
        if marks::ACTED.of(u).meets(counts) {
            line.moving
        } else {
            line.halted
        }
    }
}
