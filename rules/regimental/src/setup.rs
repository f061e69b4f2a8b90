//! Section 5: set-up: who is first, deployment, and what makes a position impossible.

use crate::task;
use crate::turn::{self, DEPLOY};
use crate::units::{self, STANDS};
use crate::{Regimental, c, ground, marks};
use sandtable_battle::{
    Battle, Cursor, Dice, Gait, Legal, Offer, Ruling, Scene, Scope, Side, Status, Unit, UnitId,
    Verb, Witness, by, say,
};
use sandtable_drill as drill;
use sandtable_geometry::{Area, Facing, INCH, Length, Pose, Rect, TOLERANCE};

/// Returns which way a side faces as it deploys: A owns the south edge, B the north.
const fn facing(side: Side) -> Facing {
    match side {
        Side::A => Facing::NORTH,
        Side::B => Facing::SOUTH,
    }
}

/// Puts a unit on the table.
fn put(scene: &mut Scene, id: UnitId, at: Pose, formation: u8) {
    scene.form(id, formation, c::SETUP_03);
    scene.become_(id, Status::Table, c::SETUP_03);
    scene.shift(id, at, Gait::Placed, c::SETUP_03);
}

impl Regimental {
    /// Opens a battle: decides who is first, then starts deployment if anything is still to be
    /// placed.
    pub(crate) fn open_battle(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::SETUP_01, c::SETUP_02, c::SETUP_06, c::UNIT_04);
        let rolled = marks::FIRST.of(scene).is_some();
        if scene.setting.attacker.is_none() && !rolled {
            self.roll_off(scene, dice);
        }
        let side = self.whose_turn_to_place(scene);
        let to = Cursor {
            phase: DEPLOY,
            side,
            ..Cursor::default()
        };
        scene.turn(to, c::SETUP_03);
        self.next_to_place(scene, dice, side);
    }

    /// Returns the side that places next: the first side at the start, or, in a saved deployment,
    /// the side whose turn it was (SETUP-03).
    fn whose_turn_to_place(&self, battle: &Battle) -> Side {
        by!(c::SETUP_07);
        let first = self.first(battle);
        let placed = |side: Side| battle.side(side).count();
        let waits = |side: Side| drill::in_reserve(battle, side).is_some();
        if !waits(Side::A) && !waits(Side::B) {
            return first;
        }
        // A file that does not say names the first of its sides: then decide by what has been
        // placed.
        match (battle.cursor.side, first) {
            (Side::B, _) => Side::B,
            (Side::A, Side::A) => Side::A,
            (Side::A, Side::B) if placed(Side::B) > placed(Side::A) => Side::A,
            (Side::A, Side::B) => Side::B,
        }
    }

    /// Rolls a D10 for both sides, again on a tie (SETUP-04).
    fn roll_off(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let side = drill::roll_off(dice, 10, c::SETUP_04);
        if scene.units.iter().any(|unit| unit.side == side) {
            drill::tell_of(scene, side, c::SETUP_04, u16::from(side == Side::B));
            scene.set_battle(marks::FIRST, Some(side), c::SETUP_04);
        }
    }

    /// Goes on with deployment: with `side` if it has a unit to place, or else with the other side,
    /// or else begins the first turn.
    fn next_to_place(&self, scene: &mut Scene, dice: &mut dyn Dice, side: Side) {
        by!(c::SETUP_03);
        for side in [side, side.other()] {
            if drill::in_reserve(scene, side).is_some() {
                return scene.hand_to(side, c::SETUP_03);
            }
        }
        let first = self.first(scene);
        self.start_turn(scene, dice, 1, first);
        self.go_on(scene, dice);
    }

    /// Judges the placement of a unit (SETUP-03).
    pub(crate) fn judge_place(
        &self,
        battle: &Battle,
        id: UnitId,
        at: Pose,
        formation: u8,
        r: &mut Ruling,
    ) {
        turn::require(battle, DEPLOY, r);
        let unit = battle.unit(id);
        drill::require_reserve(battle, id, c::SETUP_03, r);
        let kind = self.card.kinds.get(usize::from(unit.kind));
        let known = kind.is_some_and(|k| formation < 32 && k.formations >> formation & 1 == 1);
        r.require(known, c::FORM_01, || Witness::Unit(id));
        if !known {
            return;
        }
        let rect = units::rect_at(&battle.setting, &Unit { formation, ..*unit }, at);
        self.judge_spot(battle, unit.side, &rect, at, r);
        r.step(at);
    }

    /// Judges the ground on which a unit of a side would be placed.
    fn judge_spot(&self, battle: &Battle, side: Side, rect: &Rect, at: Pose, r: &mut Ruling) {
        let inside = drill::in_zone(battle, side, rect, self.between(battle, side))
            && battle.setting.holds(rect);
        r.require(inside, c::SETUP_03, || Witness::Place(at));
        let grown = rect.grown(TOLERANCE * 2);
        let touched = battle
            .present()
            .find(|&(other, _)| units::rect(battle, other).overlaps(&grown));
        if let Some((by, _)) = touched {
            let at = at.point();
            r.refuse(c::SETUP_03, Witness::Blocked { by, at });
        }
        if let Some(witness) = ground::barred(battle, rect) {
            r.refuse(c::SETUP_03, witness);
        }
    }

    /// Returns how far from the southern edge a side's own strip begins and ends.
    fn between(&self, battle: &Battle, side: Side) -> (Length, Length) {
        let (height, deep) = (battle.setting.height, self.numbers.table.deployment);
        match side {
            Side::A => (0, deep),
            Side::B => (height - deep, height),
        }
    }

    /// Returns the strip along a side's own edge (SETUP-07).
    pub(crate) fn strip(&self, battle: &Battle, side: Side) -> Option<Area> {
        drill::strip(battle, self.between(battle, side))
    }

    /// Places a unit. The other side is next (SETUP-03).
    pub(crate) fn place(
        &self,
        legal: &Legal,
        id: UnitId,
        formation: u8,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        let Some(&at) = legal.path().last() else {
            return;
        };
        let side = scene.unit(id).side;
        put(scene, id, at, formation);
        self.next_to_place(scene, dice, side.other());
    }

    /// Places the rest of a side in the first free places of its zone; units without a free place
    /// count as lost (SETUP-03).
    pub(crate) fn place_rest(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let side = scene.cursor.side;
        drill::place_all(
            scene,
            |battle| drill::in_reserve(battle, side),
            |battle, id| self.places(battle, id),
            |battle, id, at| {
                let rect = units::rect_at(&battle.setting, battle.unit(id), at);
                Ruling::allows(|r| self.judge_spot(battle, side, &rect, at, r))
            },
            |battle, id| self.place_between(battle, id),
            |scene, id, at| match at {
                Some(at) => put(scene, id, at, scene.unit(id).formation),
                None => scene.become_(id, Status::Fled, c::SETUP_03),
            },
        );
        self.next_to_place(scene, dice, side.other());
    }

    /// Returns the places to try first for a unit: from the front of its zone backwards and from its
    /// middle outwards, facing the enemy.
    fn places(&self, battle: &Battle, id: UnitId) -> impl Iterator<Item = Pose> + use<> {
        let unit = battle.unit(id);
        let bounds = drill::zone_bounds(battle, unit.side, self.between(battle, unit.side));
        let size = (battle.setting.width, battle.setting.height);
        let ranks = drill::Ranks::across(size, facing(unit.side), INCH);
        ranks.inside(&units::rect_at(&battle.setting, unit, ranks.first), bounds)
    }

    /// Returns the free place nearest to the middle of the table, also between those of
    /// [`Self::places`], along the table or across it; none only if the zones have no such room.
    fn place_between(&self, battle: &Battle, id: UnitId) -> Option<Pose> {
        let unit = battle.unit(id);
        let (width, height) = (battle.setting.width, battle.setting.height);
        let bounds = drill::zone_bounds(battle, unit.side, self.between(battle, unit.side));
        let headings = [facing(unit.side), Facing::EAST, Facing::WEST];
        headings.into_iter().find_map(|heading| {
            let wanted = Pose::new(width / 2, height / 2, heading);
            let base = units::rect_at(&battle.setting, unit, wanted);
            drill::room_in_box(wanted, &base, bounds, |rect| {
                Ruling::allows(|r| self.judge_spot(battle, unit.side, rect, wanted, r))
            })
        })
    }

    /// Lists what is wrong with a position by these rules.
    pub(crate) fn list_flaws(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        by!(c::UNIT_05, c::OFF_01);
        let mut out = Vec::new();
        for (id, unit) in battle.all() {
            let mut flaw = |text: String| out.push((Some(id), text));
            let name = battle.setting.name(id);
            if usize::from(unit.started) > STANDS || unit.started == 0 {
                flaw(say!(
                    "`{unit}` must have 1 to {most} stands at the start",
                    unit = name,
                    most = STANDS
                ));
            }
            let lost = marks::WOUNDED.of(unit) + marks::DOWN.of(unit);
            if lost > self.officers(unit) {
                flaw(say!(
                    "`{unit}` has {n} officers, so {lost} cannot be wounded or down",
                    unit = name,
                    n = self.officers(unit),
                    lost = lost
                ));
            }
            if marks::HITS.of(unit) >= self.choices.hits_per_stand {
                flaw(say!(
                    "`{unit}` must carry fewer than {n} hits: so many cost a stand",
                    unit = name,
                    n = self.choices.hits_per_stand
                ));
            }
            if unit.on_table() && ground::barred(battle, &units::rect(battle, id)).is_some() {
                flaw(say!(
                    "`{unit}` stands on ground that nobody can enter",
                    unit = name
                ));
            }
            let charges = marks::CHARGING.of(unit);
            let target = Self::announced(battle, id).and_then(|t| battle.get(t));
            if charges && target.is_none_or(|t| t.side == unit.side) {
                flaw(say!(
                    "`{unit}` charges, but `target` names no enemy",
                    unit = name
                ));
            }
        }
        let owed = battle.cursor.waits.is_some();
        // Units are placed without any decision (SETUP-03).
        if owed && battle.cursor.phase == DEPLOY {
            out.push((None, say!("no decision can wait during deployment")));
        }
        if owed && !task::fits(battle) || !owed && !battle.notes.is_empty() {
            out.push((
                None,
                say!("`notes` are not what these rules leave when they wait for a decision"),
            ));
        }
        if battle.units.len() > 200 {
            out.push((None, say!("a battle has at most 200 units")));
        }
        out
    }

    /// Offers each of the side's deployment zones, or, without one, the strip along its own edge
    /// (SETUP-03, SETUP-07).
    pub(crate) fn offer_places(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let side = battle.unit(id).side;
        if !battle.setting.zones.iter().any(|z| z.side == Some(side)) {
            let strip = self.strip(battle, side).map(Scope::Area);
            out.extend(strip.map(|strip| Offer::of(Verb::Place, id, strip, c::SETUP_07)));
        }
        drill::offer_zones(battle, id, c::SETUP_03, out);
    }
}
