//! Section 15: set-up: armies, deployment, terrain; and reinforcements, which
//! come from the parent game's scenarios (SCOPE-01).

use crate::numbers::{MapFeature, Role, TableEdge};
use crate::turn::DEPLOY;
use crate::{ThreeHit, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    Area, Arrival, Ask, Battle, Cursor, Dice, Feature, Gait, Ground, Group, Legal, Ruling, Scene,
    Setting, Side, Status, Unit, UnitId, Witness, Zone, say,
};
use sandtable_drill as drill;
use sandtable_geometry::{Facing, INCH, Length, Line, Point, Pose, Rect, TOLERANCE};
use std::sync::Arc;

impl ThreeHit {
    /// Opens a battle: which side attacks (TURN-03), deployment if units are still to
    /// be placed; if not, the first player turn.
    pub(crate) fn open_battle(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        if scene.setting.attacker.is_none() {
            self.roll_off(scene, dice);
        }
        let to = Cursor {
            turn: 1,
            phase: DEPLOY,
            side: self.deploying(scene)[0],
            ..Cursor::default()
        };
        scene.turn(to, c::SET_03);
        self.deploy(scene, dice);
    }

    /// Rolls a die for each side, ties again; the higher is the attacker (TURN-03).
    fn roll_off(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let side = drill::roll_off(dice, 6, c::TURN_03);
        drill::tell_of(scene, side, c::TURN_03, u16::from(side == Side::B));
        scene.set_battle(marks::ATTACKER, Some(side), c::TURN_03);
    }

    /// Returns the sides in the order in which they deploy (SET-03).
    fn deploying(&self, battle: &Battle) -> [Side; 2] {
        let attacker = self.first(battle);
        match self.numbers.deployment.first {
            Role::Defender => [attacker.other(), attacker],
            Role::Attacker => [attacker, attacker.other()],
        }
    }

    /// Goes on with deployment: the defender places all units, then the
    /// attacker does (SET-03); after that the first player turn begins.
    fn deploy(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let attacker = self.first(scene);
        for side in self.deploying(scene) {
            if drill::in_reserve(scene, side).is_some() {
                scene.hand_to(side, c::SET_03);
                return;
            }
        }
        self.begin(scene, 1, attacker);
        self.proceed(scene, dice, crate::turn::MOVE);
    }

    /// Returns the strip that a side deploys in, from south to north.
    fn strip(&self, battle: &Battle, side: Side) -> (Length, Length) {
        let rule = &self.numbers.deployment;
        let edge = if side == self.first(battle) {
            rule.attacker_edge
        } else {
            rule.defender_edge
        };
        match edge {
            TableEdge::South => (0, rule.depth.0),
            TableEdge::North => (battle.setting.height - rule.depth.0, battle.setting.height),
        }
    }

    /// Judges the placing of a unit.
    pub(crate) fn judge_place(
        &self,
        battle: &Battle,
        id: UnitId,
        at: Pose,
        formation: u8,
        r: &mut Ruling,
    ) {
        self.require_phase(battle, DEPLOY, r);
        let unit = battle.unit(id);
        drill::require_reserve(battle, id, c::SET_03, r);
        let known = formation == 0 || (self.may_form(unit) && formation == crate::card::SQUARE);
        r.require(known, c::OPT_03, || Witness::Count {
            asked: i32::from(formation),
            allowed: 0,
        });
        let base = self.rect_at(battle, unit, at);
        r.require(
            drill::in_zone(battle, unit.side, &base, self.strip(battle, unit.side)),
            c::SET_03,
            || Witness::Place(at),
        );
        r.require(battle.setting.holds(&base), c::SET_01, || {
            Witness::Place(at)
        });
        // SET-04: any heading, no overlap, no forbidden ground.
        self.require_room(battle, id, &base, None, c::SET_04, r);
        self.require_no_contact(battle, id, &base, r);
        r.step(at);
    }

    /// Places a unit.
    pub(crate) fn place(
        &self,
        legal: &Legal,
        id: UnitId,
        formation: u8,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        if let Some(&at) = legal.path().last() {
            self.put(scene, id, at, formation);
        }
        self.deploy(scene, dice);
    }

    /// Puts a unit on the table.
    fn put(&self, scene: &mut Scene, id: UnitId, at: Pose, formation: u8) {
        scene.shift(id, at, Gait::Placed, c::SET_04);
        scene.form(id, formation, c::SET_04);
        scene.become_(id, Status::Table, c::SET_03);
    }

    /// Places the rest of a side's units in the first free places of its zone; units
    /// without a free place take no part.
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
                None => scene.become_(id, Status::Fled, c::SET_03),
            },
        );
        self.deploy(scene, dice);
    }

    /// Returns the box around the zones of a side, and which way the side faces there.
    fn zone_bounds(&self, battle: &Battle, side: Side) -> ((Point, Point), Facing) {
        let strip = self.strip(battle, side);
        let facing = match strip.0 {
            0 => Facing::NORTH,
            _ => Facing::SOUTH,
        };
        (drill::zone_bounds(battle, side, strip), facing)
    }

    /// Returns the places to try first for a unit: from the front of its zone
    /// backwards and from its middle outwards, facing the enemy.
    fn places(&self, battle: &Battle, id: UnitId) -> impl Iterator<Item = Pose> + use<> {
        let unit = battle.unit(id);
        let size = (battle.setting.width, battle.setting.height);
        let (bounds, facing) = self.zone_bounds(battle, unit.side);
        let ranks = drill::Ranks::across(size, facing, INCH);
        ranks.inside(&self.rect_at(battle, unit, ranks.first), bounds)
    }

    /// Returns the free place nearest to the middle of the table, also between those
    /// that [`Self::places`] names, clear of all ground that is closed to the unit; none
    /// only if the zones have no room at all.
    fn place_between(&self, battle: &Battle, id: UnitId) -> Option<Pose> {
        let unit = battle.unit(id);
        let (bounds, facing) = self.zone_bounds(battle, unit.side);
        let (width, height) = (battle.setting.width, battle.setting.height);
        let wanted = Pose::new(width / 2, height / 2, facing);
        let base = self.rect_at(battle, unit, wanted);
        drill::room_in_box(wanted, &base, bounds, |base| {
            drill::in_zone(battle, unit.side, base, self.strip(battle, unit.side))
                && self.is_open(battle, id, base)
        })
    }

    /// Brings on the reinforcements of the side whose player turn begins, where
    /// the scenario says, or at the nearest free place along that edge of the
    /// table; a unit without a free place waits a turn.
    pub(crate) fn arrive(&self, scene: &mut Scene) {
        by!(c::SCOPE_01);
        let side = scene.cursor.side;
        let room = |battle: &Battle, arrival: &Arrival| self.entrance(battle, arrival);
        drill::arrive(scene, c::SCOPE_01, |unit| unit.side == side, room);
    }

    /// Returns where a reinforcement enters. If it cannot enter at the scenario's place, it keeps
    /// clear of all ground that is closed to it, even where bridges or roads lead through.
    fn entrance(&self, battle: &Battle, arrival: &Arrival) -> Option<Pose> {
        let base = self.rect_at(battle, battle.unit(arrival.unit), arrival.at);
        if self.may_enter(battle, arrival.unit, arrival.at, &base) {
            return Some(arrival.at);
        }
        drill::room_along_edge(&battle.setting, arrival.at, &base, |base| {
            self.is_open(battle, arrival.unit, base)
        })
    }

    /// Whether a unit may appear on some ground: on the table, apart from other
    /// units, off all ground that is closed to it.
    fn is_open(&self, battle: &Battle, id: UnitId, base: &Rect) -> bool {
        let unit = battle.unit(id);
        let mut foes = battle.side(unit.side.other());
        let closed = |f: &Feature| self.barred(unit, f) && f.overlaps(base);
        battle.setting.holds(base)
            && self.overlapped(battle, id, base).is_none()
            && foes.all(|(foe, _)| !base.is_nearer(&self.rect(battle, foe), TOLERANCE + 1))
            && !battle.setting.terrain.iter().any(closed)
    }

    /// Whether a reinforcement has room at a pose.
    fn may_enter(&self, battle: &Battle, id: UnitId, pose: Pose, base: &Rect) -> bool {
        let mut ruling = Ruling::new();
        self.keep_on_table(battle, base, pose, &mut ruling);
        if ruling.clean() {
            self.require_room(battle, id, base, None, c::SET_04, &mut ruling);
        }
        if ruling.clean() {
            self.require_no_contact(battle, id, base, &mut ruling);
        }
        ruling.clean()
    }

    /// Rolls an army (SET-02); returns kinds of the card with the number of their units.
    pub fn muster(&self, side: Side, dice: &mut dyn Dice) -> Vec<(u8, u8)> {
        let row = dice.ask(Ask::Draw { of: 6 }, side, c::SET_02);
        let mut rows = self
            .card
            .armies
            .musters
            .iter()
            .flat_map(|table| &table.rows);
        rows.nth(usize::from(row)).cloned().unwrap_or_default()
    }

    /// Makes a pitched battle by the rules' own set-up: the default table and map
    /// (SET-01, SET-05), an army for each side by a die (SET-02), all units still to
    /// be placed (SET-03). The first side attacks.
    pub fn pitched_battle(&self, dice: &mut dyn Dice) -> Battle {
        let size = self.numbers.table;
        let mut setting = Setting::bare(&self.card.id, size.width.0, size.depth.0);
        setting.attacker = Some(Side::A);
        setting.groups = setting.own_groups();
        setting.terrain = self.map_terrain().into();
        setting.stands = self.card.kinds.iter().map(|kind| kind.stand).collect();
        let mut units = Vec::new();
        for side in Side::BOTH {
            for (kind, count) in self.muster(side, dice) {
                for number in 1..=count {
                    let title = &self.kinds[usize::from(kind)].title;
                    let whose = &setting.sides[side.index()].name;
                    let name = format!("{whose} {title} {number}");
                    setting.names.push(name);
                    units.push(Unit {
                        kind,
                        side,
                        group: Group(u8::from(side == Side::B)),
                        status: Status::Reserve,
                        stands: 1,
                        started: 1,
                        ..Unit::default()
                    });
                }
            }
        }
        let mut battle = Battle::new(setting, units, Cursor::default());
        let zones = Side::BOTH.map(|side| self.strip_zone(&battle, side));
        let setting = Arc::make_mut(&mut battle.setting);
        setting.zones = zones.into_iter().flatten().collect();
        battle
    }

    /// Returns a side's strip as a zone.
    fn strip_zone(&self, battle: &Battle, side: Side) -> Option<Zone> {
        Some(Zone {
            name: battle.setting.sides[side.index()].name.clone(),
            side: Some(side),
            area: drill::strip(battle, self.strip(battle, side))?,
        })
    }

    /// Returns the terrain of the rules' own map.
    fn map_terrain(&self) -> Vec<Feature> {
        by!(c::SET_05);
        let map = self.numbers.default_map();
        map.map_or_else(Vec::new, |map| {
            map.terrain.iter().filter_map(feature).collect()
        })
    }

    /// Lists what is wrong with a position by these rules.
    pub(crate) fn list_flaws(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        let mut out = Vec::new();
        let mut flaw = |id, what: &str| out.push((Some(id), say(what).to_owned()));
        for (id, unit) in battle.present() {
            let base = self.rect(battle, id);
            if let Some(other) = self
                .overlapped(battle, id, &base)
                .filter(|&other| other > id)
            {
                flaw(
                    id,
                    &say!(
                        "overlaps {unit} ({clause})",
                        unit = battle.setting.name(other),
                        clause = self.card.cite(c::GEO_13)
                    ),
                );
            }
            // A position does not show how a unit came over a crossing: it may
            // reach into the water, but not stand in it.
            let ground = self.bad_ground(battle, unit, &base, None);
            let waded = |at: usize| {
                let feature = &battle.setting.terrain[at];
                self.is_crossed(feature.ground) && !feature.holds(base.centre())
            };
            if let Some((at, clause)) = ground.filter(|&(at, _)| !waded(at)) {
                let ground = battle.setting.terrain[at].ground.name();
                flaw(
                    id,
                    &say!(
                        "may not stand in {ground} ({clause})",
                        ground = say(ground),
                        clause = self.card.cite(clause)
                    ),
                );
            }
            let late = self.removes_late() || self.choices.both_strike();
            if self.doomed(unit) && !late {
                flaw(id, "has three hits but is still on the table (HIT-02)");
            }
        }
        for (id, unit) in battle.all() {
            // Units that wait to be placed or to arrive must be sound too.
            let waits = !unit.on_table() && !unit.status.is_gone();
            if waits && self.doomed(unit) {
                flaw(id, "has three hits but is yet to come (HIT-02)");
            }
            if !unit.status.is_gone() && unit.formation != 0 && !self.may_form(unit) {
                flaw(id, "cannot be in square (OPT-03)");
            }
            let struck = marks::STRUCK_HOW.of(unit) != marks::Struck::No;
            let by = marks::STRUCK_BY.of(unit).and_then(|by| battle.get(by));
            if struck && by.is_none_or(|them| them.side == unit.side) {
                flaw(id, "was struck by a unit of its own side (THR-MOR-07)");
            }
            if drill::comes_never(battle, id) {
                flaw(id, "is expected, but no turn is given for it");
            }
        }
        out
    }
}

/// Makes a feature of the rules' own map.
fn feature(from: &MapFeature) -> Option<Feature> {
    if let Some(points) = &from.line {
        let points = points.iter().map(|[x, y]| Point::new(x.0, y.0)).collect();
        return Feature::along(from.kind, Line::new(points)?, INCH);
    }
    let ([x, y], [w, h]) = (from.at?, from.size?);
    let (hw, hh) = (w.0 / 2, h.0 / 2);
    let corners = [(-hw, -hh), (hw, -hh), (hw, hh), (-hw, hh)];
    let outline = corners
        .map(|(dx, dy)| Point::new(x.0 + dx, y.0 + dy))
        .to_vec();
    Some(Feature {
        ground: from.kind,
        name: String::new(),
        areas: vec![Area::new(outline)?],
        line: None,
        width: 0,
        level: u8::from(from.kind == Ground::Hill),
    })
}
