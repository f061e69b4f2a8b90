//! Morale (section Morale): the check, and commanders who step in.

use crate::commander::Helpers;
use crate::fate::Fate;
use crate::forced::Flight;
use crate::marks::{self, Check, Driven};
use crate::nerve::{self, Bearing, Temper};
use crate::numbers::Arm;
use crate::{Favorite, c, turn};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{
    Ask, Await, Battle, Clause, Dice, Factor, Legal, Offer, Order, Refusals, Ruling, Scene, Scope,
    Side, Status, Unit, UnitId, Verb, Witness, c as table,
};
use sandtable_geometry::Zone;

/// The factors in a check or a stand test.
pub(crate) type Modifiers = ArrayVec<Factor, 6>;

impl Favorite {
    /// Whether a unit must still check in this movement (MOR-01, MOR-17): because of a marker it
    /// had at the start of the turn, not one it got this turn (MOR-25).
    pub(crate) fn owes_check(&self, b: &Battle, id: UnitId) -> bool {
        by!(c::MOR_01, c::MOR_25);
        let u = b.unit(id);
        u.on_table()
            && self.fights(u)
            && marks::MARKER.of(u)
            && marks::CHECK.of(u) == Check::Due
            && marks::DRIVEN.of(u) == Driven::No
    }

    /// Whether a unit got its marker in this turn, so that it checks in the next one (MOR-25).
    fn marked_this_turn(u: &Unit) -> bool {
        marks::MARKER.of(u) && !marks::CHECK.of(u).carried()
    }

    /// Offers a check if the unit must make one.
    pub(crate) fn offer_check(&self, b: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        if self.owes_check(b, id) {
            out.push(Offer::of(Verb::Test, id, Scope::Plain, c::MOR_01));
        }
    }

    /// Judges a check.
    pub(crate) fn judge_check(&self, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
        let mut r = Ruling::new();
        if let Some(id) = order.unit() {
            let u = b.unit(id);
            r.require(turn::is_movement(&b.cursor), table::NOT_NOW, || {
                Witness::Unit(id)
            });
            r.require(u.on_table(), table::GONE, || Witness::Absent(id, u.status));
            let driven = marks::DRIVEN.of(u) != Driven::No;
            r.require(!driven, c::MOR_17, || Witness::Unit(id));
            let fresh = Self::marked_this_turn(u);
            r.require(driven || !fresh, c::MOR_25, || Witness::Unit(id));
            r.require(driven || fresh || self.owes_check(b, id), c::MOR_01, || {
                Witness::Unit(id)
            });
            for factor in self.check_modifiers(b, id) {
                r.weigh(factor.value, factor.clause, factor.unit);
            }
        }
        r.seal(order)
    }

    /// Returns the modifiers of a check (Table M1).
    pub(crate) fn check_modifiers(&self, b: &Battle, id: UnitId) -> Modifiers {
        if !b.unit(id).on_table() || !self.fights(b.unit(id)) {
            return Modifiers::new();
        }
        self.modifiers(b, id, None, false)
    }

    /// Returns the modifiers of Table M1 except the commander's (MOR-03, MOR-18 to MOR-20). Contact
    /// with `but` does not count; `flanked` says whether a charge comes from flank or rear.
    pub(crate) fn modifiers(
        &self,
        b: &Battle,
        id: UnitId,
        but: Option<UnitId>,
        flanked: bool,
    ) -> Modifiers {
        by!(c::MOR_03, c::UNIT_10, c::CHG_09, c::UNIT_03);
        let (u, numbers) = (b.unit(id), &self.numbers.morale);
        let foes: ArrayVec<UnitId, 8> = self
            .touching(b, id)
            .map(|(foe, _)| foe)
            .filter(|&foe| Some(foe) != but)
            .take(8)
            .collect();
        let behind = foes
            .iter()
            .any(|&foe| self.zone(b, id, b.unit(foe).pose.point()) != Zone::Front);
        let mut all = Modifiers::new();
        let mut ones = 0;
        let mut weigh = |holds: bool, value: i16, clause: Clause, single: bool| {
            // By switch, the three modifiers of a single point count as one (ruling A35).
            let counts = holds && !(single && ones > 0 && !self.chosen.minus_one_each);
            if counts && value != 0 {
                ones += i32::from(single);
                all.push(Factor {
                    clause,
                    value,
                    unit: Some(id),
                });
            }
        };
        let (lost, started) = (i32::from(Self::lost(u)), i32::from(u.started));
        let half = lost * 2 >= started;
        weigh(half, numbers.half_losses, c::MOR_18, false);
        weigh(
            !half && lost * 4 >= started,
            numbers.quarter_losses,
            c::MOR_18,
            true,
        );
        weigh(!foes.is_empty(), numbers.contact, c::MOR_19, true);
        weigh(behind || flanked, numbers.flank, c::MOR_20, true);
        let grade = usize::from(u.ratings[crate::units::GRADE]).min(3);
        weigh(self.chosen.grades, numbers.grades[grade], c::OPT_07, false);
        all
    }

    /// Makes a check: first the die, then the commander if one is near (MOR-02, CMD-09).
    pub(crate) fn check_morale(&self, scene: &mut Scene, id: UnitId, dice: &mut dyn Dice) {
        by!(c::MOR_01, c::MOR_02, c::CMD_09);
        self.take_up(scene, id);
        let side = scene.unit(id).side;
        let helpers = self.helpers(scene, id);
        if let Some((why, choices)) = helpers.asks() {
            if !self.chosen.before_the_die {
                let face = throw(side, c::MOR_02, dice);
                note(scene, face);
                let modifier = sum(&self.check_modifiers(scene, id));
                let so_far = Temper::of(face + modifier) as u16;
                scene.told(c::MOR_03, so_far, id, None);
            }
            let other = helpers.army.or(helpers.general);
            return ask(scene, side, why, choices, id, other);
        }
        self.check_unaided(scene, id, dice);
    }

    /// Makes a check in which no commander steps in.
    pub(crate) fn check_unaided(&self, scene: &mut Scene, id: UnitId, dice: &mut dyn Dice) {
        let modifier = sum(&self.check_modifiers(scene, id));
        let temper = nerve::check(modifier, scene.unit(id).side, dice);
        self.abide(scene, id, temper, dice);
    }

    /// Continues a check or a stand test once the owner has chosen who steps in (CMD-02, CMD-08 to
    /// CMD-10).
    pub(crate) fn helped(&self, scene: &mut Scene, id: UnitId, choice: u8, dice: &mut dyn Dice) {
        by!(c::CMD_10, c::CMD_08);
        let side = scene.unit(id).side;
        let charger = scene.cursor.unit.filter(|&unit| unit != id);
        let mut face = i16::from(marks::DIE.of(scene));
        if face == 0 {
            let why = if charger.is_some() {
                c::CHG_05
            } else {
                c::MOR_02
            };
            face = throw(side, why, dice);
        }
        scene.set_battle(marks::DIE, 0, c::CMD_09);
        let help = self.help(scene, self.helpers(scene, id), choice, dice);
        match charger {
            None => {
                let total = face + sum(&self.check_modifiers(scene, id)) + help;
                self.abide(scene, id, Temper::of(total), dice);
            }
            Some(charger) => {
                let total = face + sum(&self.stand_modifiers(scene, id, charger)) + help;
                let bearing = Bearing::of(&self.numbers.stand, total);
                self.bear(scene, id, charger, bearing, dice);
                self.go_home(scene, charger, id);
            }
        }
    }

    /// Returns what a commander adds, if the owner uses one who comes through unharmed (CMD-03).
    fn help(&self, scene: &mut Scene, helpers: Helpers, choice: u8, dice: &mut dyn Dice) -> i16 {
        let Some((commander, by)) = helpers.choice(choice) else {
            return 0;
        };
        match self.risk(scene, commander, dice) {
            Fate::Unharmed => by,
            Fate::Out(..) | Fate::Killed => 0,
        }
    }

    /// Applies a line of the morale table (MOR-04 to MOR-11).
    fn abide(&self, scene: &mut Scene, id: UnitId, temper: Temper, dice: &mut dyn Dice) {
        by!(c::MOR_13);
        scene.told(c::MOR_02, temper as u16, id, None);
        let (made, why) = match temper {
            Temper::Dissolves => (Check::WentBack, c::MOR_04),
            Temper::Routs => (Check::WentBack, c::MOR_05),
            Temper::Retreats => (Check::WentBack, c::MOR_06),
            Temper::Halts => (Check::Halted, c::MOR_07),
            Temper::Rallies => (Check::Rallied, c::MOR_08),
            Temper::HalfMove => (Check::HalfMove, c::MOR_09),
            Temper::FullMove => (Check::FullMove, c::MOR_10),
            Temper::Eager => (Check::FullMove, c::MOR_11),
        };
        scene.set(id, marks::CHECK, made, why);
        if temper >= Temper::Rallies {
            by!(c::MOR_08, c::MOR_09, c::MOR_10, c::MOR_11);
            scene.set(id, marks::MARKER, false, c::MOR_13);
        }
        match temper {
            Temper::Dissolves => self.remove(scene, id, Status::Destroyed, c::MOR_04),
            Temper::Routs | Temper::Retreats => {
                self.goes_back(scene, id, temper, dice);
            }
            Temper::Halts | Temper::Rallies | Temper::HalfMove | Temper::FullMove => {}
            Temper::Eager => self.out_of_control(scene, id, dice),
        }
        if temper <= Temper::Rallies {
            self.finish(scene, id);
        } else if scene.cursor.unit == Some(id) && self.engaged(scene, id) {
            // In contact a unit has no voluntary move (MOVE-11).
            self.finish(scene, id);
        }
    }

    /// Makes a unit rout or retreat after a check; this is its move (MOR-05, MOR-06, MOR-12).
    fn goes_back(&self, scene: &mut Scene, id: UnitId, temper: Temper, dice: &mut dyn Dice) {
        by!(c::MOR_12, c::MOVE_09, c::MOR_21);
        let enemy = self.nearest_enemy(scene, id);
        if !self.chosen.retreat_keeps_marker {
            scene.set(id, marks::MARKER, false, c::MOR_13);
        }
        let (flight, why) = if temper == Temper::Routs {
            (Flight::Rout, c::MOR_05)
        } else {
            (Flight::Retreat, c::MOR_06)
        };
        self.drive(scene, id, enemy, flight, why, dice);
    }

    /// Drives a unit back: first a rout costs figures, then comes the forced move (MOR-05, MOR-06,
    /// MOR-16).
    pub(crate) fn drive(
        &self,
        scene: &mut Scene,
        id: UnitId,
        enemy: Option<UnitId>,
        flight: Flight,
        why: Clause,
        dice: &mut dyn Dice,
    ) {
        let numbers = &self.numbers.morale;
        let (moves, driven) = match flight {
            Flight::Retreat => (numbers.retreat_moves, Driven::Retreated),
            Flight::Rout => {
                self.stragglers(scene, id, c::MOR_05, dice);
                (numbers.rout_moves, Driven::Routed)
            }
        };
        marks::has_moved(scene, id, false, c::TURN_06);
        let worst = marks::DRIVEN.of(scene.unit(id)).max(driven);
        scene.set(id, marks::DRIVEN, worst, why);
        if scene.unit(id).on_table() {
            self.flee(scene, id, enemy, (flight, moves, why), dice);
        }
    }

    /// Removes at once the one to three figures that a rout costs (MOR-05, MOR-16).
    pub(crate) fn stragglers(
        &self,
        scene: &mut Scene,
        id: UnitId,
        why: Clause,
        dice: &mut dyn Dice,
    ) {
        by!(c::MOR_16);
        let side = scene.unit(id).side;
        let lost = nerve::stragglers(&self.numbers.morale, side, why, dice);
        self.lose(scene, id, lost, c::MOR_16);
    }

    /// Whether a unit may go out of control: cavalry and impetuous units (MOR-11, UNIT-06).
    pub(crate) fn is_hot(&self, b: &Battle, id: UnitId) -> bool {
        by!(c::UNIT_06);
        let u = b.unit(id);
        match self.arm(u) {
            Arm::Horse => true,
            Arm::Foot => u.ratings[crate::units::TEMPER] > 0,
            Arm::Guns | Arm::Staff => false,
        }
    }

    /// Removes the markers of units behind hard cover or in trenches, by switch (OPT-03).
    pub(crate) fn take_heart(&self, scene: &mut Scene, side: Side) {
        if !self.chosen.steady_in_cover {
            return;
        }
        by!(c::OPT_03);
        let steady: Vec<UnitId> = self
            .fighters(scene, side)
            .filter(|(_, u)| marks::MARKER.of(u))
            .map(|(id, _)| id)
            .filter(|&id| self.cover_ahead(scene, id) >= self.numbers.cover.hard)
            .collect();
        for id in steady {
            scene.set(id, marks::MARKER, false, c::OPT_03);
            scene.set(id, marks::CHECK, Check::None, c::OPT_03);
        }
    }
}

/// Returns the sum of some modifiers.
pub(crate) fn sum(all: &[Factor]) -> i16 {
    all.iter().map(|f| f.value).sum()
}

/// Rolls the die that a commander may still change (CMD-09).
pub(crate) fn throw(side: Side, why: Clause, dice: &mut dyn Dice) -> i16 {
    dice.ask(Ask::Die { sides: 6 }, side, why).cast_signed()
}

/// Keeps a die until the owner has chosen who steps in (CMD-09).
pub(crate) fn note(scene: &mut Scene, face: i16) {
    scene.set_battle(marks::DIE, u8::try_from(face).unwrap_or(0), c::CMD_09);
}

/// Asks a side who steps in.
pub(crate) fn ask(
    scene: &mut Scene,
    side: Side,
    why: Clause,
    choices: u8,
    unit: UnitId,
    other: Option<UnitId>,
) {
    scene.await_(Await::of(side, why, choices).about(unit, other));
}
