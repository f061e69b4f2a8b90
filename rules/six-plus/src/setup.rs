//! Map, armies, deployment, reinforcements.

use crate::marks::{self, Charge};
use crate::turn::Step;
use crate::{SixPlus, c};
use sandtable_battle::by;
use sandtable_battle::{
    Arrival, Battle, Cursor, Dice, Gait, Legal, Ruling, Scene, Side, Status, Unit, UnitId, Witness,
    say,
};
use sandtable_drill as drill;
use sandtable_geometry::{Facing, Length, Point, Pose, Rect, TOLERANCE};

/// Spacing of the places to try first: half a centimetre.
const GRID: Length = 500;

impl SixPlus {
    /// Opens a battle: with deployment if units must still be placed, or else with the first player
    /// turn.
    pub(crate) fn open_battle(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::CONV_01, c::SETUP_01, c::SETUP_06);
        let to = Cursor {
            turn: 1,
            phase: self.phase(Step::Deploy),
            side: Side::A,
            ..Cursor::default()
        };
        scene.turn(to, c::SETUP_04);
        self.deploy(scene, dice, Side::A);
    }

    /// Continues deployment with side `next`, if it has a unit left: the sides take turns
    /// (SETUP-04). Afterwards the first player turn begins.
    fn deploy(&self, scene: &mut Scene, dice: &mut dyn Dice, next: Side) {
        for side in [next, next.other()] {
            if drill::in_reserve(scene, side).is_some() {
                scene.hand_to(side, c::SETUP_04);
                return;
            }
        }
        let first = self.first(scene);
        self.begin(scene, dice, 1, first);
        self.proceed(scene, dice, Step::Move);
    }

    /// Returns the strip in which a side deploys, from south to north; the first side is South.
    fn strip(&self, battle: &Battle, side: Side) -> (Length, Length) {
        let (depth, height) = (self.numbers.deployment_depth.0, battle.setting.height);
        match side {
            Side::A => (0, depth),
            Side::B => (height - depth, height),
        }
    }

    /// Judges an order to place a unit.
    pub(crate) fn judge_place(
        &self,
        battle: &Battle,
        id: UnitId,
        at: Pose,
        formation: u8,
        r: &mut Ruling,
    ) {
        self.require_step(battle, Step::Deploy, r);
        let unit = battle.unit(id);
        drill::require_reserve(battle, id, c::SETUP_04, r);
        let known = formation == 0 || (self.may_form(unit) && formation == crate::card::SQUARE);
        r.require(known, c::SQ_01, || Witness::Count {
            asked: i32::from(formation),
            allowed: 0,
        });
        self.judge_spot(battle, id, &self.rect_at(battle, unit, at), r);
        r.step(at);
    }

    /// Judges the ground on which a unit is placed.
    fn judge_spot(&self, battle: &Battle, id: UnitId, base: &Rect, r: &mut Ruling) {
        let unit = battle.unit(id);
        r.require(
            drill::in_zone(battle, unit.side, base, self.strip(battle, unit.side)),
            c::SETUP_04,
            || Witness::Spot(base.centre()),
        );
        if let Some(other) = self.too_near(battle, id, base) {
            r.refuse(c::SETUP_04, Witness::Unit(other));
        }
        self.require_room(battle, id, base, c::MOVE_09, r);
        if let Some((at, clause)) = self.bad_ground(battle, unit, base) {
            r.refuse(clause, drill::ground_witness(battle, at));
        }
    }

    /// Returns a unit that a base would touch: bases must be placed apart.
    fn too_near(&self, battle: &Battle, id: UnitId, base: &Rect) -> Option<UnitId> {
        let touches = |other| base.is_nearer(&self.rect(battle, other), TOLERANCE + 1);
        let mut near = self.round(battle, base, 0).map(|(other, _)| other);
        near.find(|&other| other != id && touches(other))
    }

    /// Places a unit; then it is the other side's turn.
    pub(crate) fn place(
        &self,
        legal: &Legal,
        id: UnitId,
        formation: u8,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        let side = scene.unit(id).side;
        if let Some(&at) = legal.path().last() {
            self.put(scene, id, at, formation);
        }
        self.deploy(scene, dice, side.other());
    }

    /// Puts a unit on the table.
    fn put(&self, scene: &mut Scene, id: UnitId, at: Pose, formation: u8) {
        scene.shift(id, at, Gait::Placed, c::SETUP_04);
        scene.form(id, formation, c::SETUP_04);
        scene.become_(id, Status::Table, c::SETUP_04);
    }

    /// Places a side's remaining units at the first free places of its zones. Units without a free
    /// place take no part.
    pub(crate) fn place_rest(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let side = scene.cursor.side;
        drill::place_all(
            scene,
            |battle| drill::in_reserve(battle, side),
            |battle, id| self.places(battle, id),
            |battle, id, at| Ruling::allows(|ruling| self.judge_place(battle, id, at, 0, ruling)),
            |battle, id| self.place_between(battle, id),
            |scene, id, at| match at {
                Some(at) => self.put(scene, id, at, 0),
                None => scene.become_(id, Status::Fled, c::SETUP_04),
            },
        );
        self.deploy(scene, dice, side.other());
    }

    /// Returns the facing of a side when it deploys: towards the enemy's edge.
    const fn outlook(side: Side) -> Facing {
        match side {
            Side::A => Facing::NORTH,
            Side::B => Facing::SOUTH,
        }
    }

    /// Returns the bounding box of all zones of a side.
    fn zone_bounds(&self, battle: &Battle, side: Side) -> (Point, Point) {
        drill::zone_bounds(battle, side, self.strip(battle, side))
    }

    /// Lists the places to try first for a unit: from the middle of the map back and from its
    /// middle line outwards, facing the enemy's edge.
    fn places(&self, battle: &Battle, id: UnitId) -> impl Iterator<Item = Pose> + use<> {
        let unit = battle.unit(id);
        let size = (battle.setting.width, battle.setting.height);
        let ranks = drill::Ranks::across(size, Self::outlook(unit.side), GRID);
        let base = self.rect_at(battle, unit, ranks.first);
        ranks.inside(&base, self.zone_bounds(battle, unit.side))
    }

    /// Returns the free place closest to the middle of the map, between those that [`Self::places`]
    /// lists. Returns `None` only if the zones have no room at all.
    fn place_between(&self, battle: &Battle, id: UnitId) -> Option<Pose> {
        let unit = battle.unit(id);
        let (width, height) = (battle.setting.width, battle.setting.height);
        let wanted = Pose::new(width / 2, height / 2, Self::outlook(unit.side));
        let base = self.rect_at(battle, unit, wanted);
        let bounds = self.zone_bounds(battle, unit.side);
        drill::room_in_box(wanted, &base, bounds, |base| {
            Ruling::allows(|ruling| self.judge_spot(battle, id, base, ruling))
        })
    }

    /// Brings on the reinforcements of the side whose player turn begins, where the scenario says,
    /// or at the nearest free place along that edge of the table. A unit without a free place waits
    /// a turn (SETUP-07).
    pub(crate) fn arrive(&self, scene: &mut Scene) {
        let side = scene.cursor.side;
        let room = |battle: &Battle, arrival: &Arrival| {
            let unit = battle.unit(arrival.unit);
            let base = self.rect_at(battle, unit, arrival.at);
            let may = |base: &Rect| self.may_enter(battle, arrival.unit, base);
            drill::room_along_edge(&battle.setting, arrival.at, &base, may)
        };
        drill::arrive(scene, c::SETUP_07, |unit| unit.side == side, room);
    }

    /// Returns whether a reinforcement has room for its base.
    fn may_enter(&self, battle: &Battle, id: UnitId, base: &Rect) -> bool {
        let mut ruling = Ruling::new();
        self.require_room(battle, id, base, c::MOVE_09, &mut ruling);
        let unit = battle.unit(id);
        ruling.clean() && self.bad_ground(battle, unit, base).is_none()
    }

    /// Lists what is unusual about a position under these rules: cards that are never drawn, or
    /// special events without cards (EVENT-01).
    pub(crate) fn list_cautions(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        let says = match (self.choices.events, battle.setting.events.is_empty()) {
            (true, true) => {
                say!("is played with special events and has none: no card is drawn (SIX-EVENT-01)")
            }
            (false, false) => say!(
                "has special events and is played without them: no card is drawn (SIX-EVENT-01)"
            ),
            _ => return Vec::new(),
        };
        vec![(None, says)]
    }

    /// Lists what is wrong with a position under these rules.
    pub(crate) fn list_flaws(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        let mut out = Vec::new();
        for (id, unit) in battle.present() {
            let mut flaw = |what: String| out.push((Some(id), what));
            let base = self.rect(battle, id);
            let upon = self.overlapped(battle, id, &base);
            if let Some(other) = upon.filter(|&other| other > id) {
                let (name, clause) = (battle.setting.name(other), self.card.cite(c::MOVE_09));
                flaw(say!(
                    "overlaps {unit} ({clause})",
                    unit = name,
                    clause = clause
                ));
            }
            if let Some((at, clause)) = self.bad_ground(battle, unit, &base) {
                let forced = clause == c::TERR_02 && self.choices.charge_into_town;
                if !forced {
                    let ground = battle.setting.terrain[at].ground.name();
                    flaw(say!(
                        "may not stand in {ground} ({clause})",
                        ground = say(ground),
                        clause = self.card.cite(clause)
                    ));
                }
            }
        }
        for (id, unit) in battle.all() {
            // Units not yet placed or still expected are checked, too.
            if !unit.status.is_gone() && unit.formation != 0 && !self.may_form(unit) {
                out.push((Some(id), say!("cannot be in square (SIX-SQ-01)")));
            }
            if let Some(what) = charge_flaw(battle, unit) {
                out.push((Some(id), what));
            }
            if drill::comes_never(battle, id) {
                out.push((Some(id), say!("is expected, but no turn is given for it")));
            }
        }
        let mut bases = battle.setting.stands.iter();
        let first = bases.next();
        if bases.any(|base| Some(base) != first) {
            let clause = self.card.cite(c::UNIT_02);
            out.push((
                None,
                say!(
                    "all units have bases of one size ({clause})",
                    clause = clause
                ),
            ));
        }
        for side in Side::BOTH {
            let own = battle.units.iter().filter(|u| u.side == side);
            if own.filter(|u| self.kind(u).leads()).count() > 1 {
                let (name, clause) = (
                    &battle.setting.sides[side.index()].name,
                    self.card.cite(c::GEN_01),
                );
                out.push((
                    None,
                    say!(
                        "{side} has more than one General ({clause})",
                        side = name,
                        clause = clause
                    ),
                ));
            }
        }
        out
    }
}

/// Returns what is wrong with a unit's charge (CHARGE-02): until it is over, its target must be
/// known.
fn charge_flaw(battle: &Battle, unit: &Unit) -> Option<String> {
    if unit.status.is_gone() || marks::CHARGE.of(unit) == Charge::None {
        return None;
    }
    if !unit.on_table() {
        // It would come on with its charge.
        return Some(say!("has charged, but is not on the table (SIX-CHARGE-02)"));
    }
    let Some(foe) = marks::FOE.of(unit).and_then(|foe| battle.get(foe)) else {
        return Some(say!(
            "has charged, and no unit that it charged is named (SIX-CHARGE-02)"
        ));
    };
    if foe.side == unit.side {
        return Some(say!("has charged a unit of its own side (SIX-CHARGE-02)"));
    }
    (!foe.on_table()).then(|| say!("has charged a unit that is not on the table (SIX-CHARGE-02)"))
}
