//! Section 4: set-up: which side attacks, four rounds of deployment, reinforcements.

use crate::turn::{DEPLOY, TERRAIN};
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    Arrival, Battle, Cursor, Dice, Gait, Ruling, Scene, Side, Status, UnitId, Witness, Zone,
};
use sandtable_drill as drill;
use sandtable_geometry::{Facing, INCH, Length, Point, Pose, Rect, TOLERANCE};

impl ThrowMeA6 {
    /// Returns the side that attacks (A08).
    pub(crate) fn attacker(&self, battle: &Battle) -> Side {
        battle
            .setting
            .attacker
            .or(marks::ATTACKER.of(battle))
            .unwrap_or(Side::A)
    }

    /// Returns the side that holds the initiative.
    pub(crate) fn holder(&self, battle: &Battle) -> Side {
        marks::HOLDER.of(battle).unwrap_or(Side::A)
    }

    /// Returns the side that moves first this turn.
    pub(crate) fn first(&self, battle: &Battle) -> Side {
        marks::FIRST.of(battle).unwrap_or(Side::A)
    }

    /// Gives the initiative to a side.
    pub(crate) fn hold(&self, scene: &mut Scene, side: Side, why: sandtable_battle::Clause) {
        marks::remember(scene, marks::HOLDER, Some(side), why);
    }

    /// Lets a side move first.
    pub(crate) fn lead(&self, scene: &mut Scene, side: Side, why: sandtable_battle::Clause) {
        marks::remember(scene, marks::FIRST, Some(side), why);
    }

    /// Gives the attacker the other edge (SET-07).
    pub(crate) fn swap_edges(&self, scene: &mut Scene) {
        marks::remember(scene, marks::SWAPPED, true, c::SET_07);
    }

    /// Opens a battle: which side attacks, terrain, deployment, the first turn.
    pub(crate) fn open_battle(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::ARMY_01, c::ARMY_02, c::SCALE_02);
        let attacker = match scene.setting.attacker {
            Some(side) => side,
            None => self.roll_off(scene, dice),
        };
        marks::remember(scene, marks::ATTACKER, Some(attacker), c::SET_09);
        let to = Cursor {
            turn: 1,
            phase: TERRAIN,
            side: attacker.other(),
            ..Cursor::default()
        };
        scene.turn(to, c::SET_03);
        let offered = self.offered_pieces(scene).next().is_some();
        if !offered {
            self.deploy(scene, dice);
        }
    }

    /// Rolls a die for each side, ties again; the higher attacks (A08).
    fn roll_off(&self, scene: &mut Scene, dice: &mut dyn Dice) -> Side {
        let side = drill::roll_off(dice, 6, c::SET_09);
        drill::tell_of(scene, side, c::SET_09, 0);
        side
    }

    /// Goes on with deployment: in each round the defender places all units of
    /// those types, then the attacker does (SET-08); after that the first turn begins
    /// with the attacker (SET-09).
    pub(crate) fn deploy(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let attacker = self.attacker(scene);
        for round in 1..=4 {
            for side in [attacker.other(), attacker] {
                if self.waiting(scene, side, round).next().is_some() {
                    scene.enter(TERRAIN + round, side, c::SET_08);
                    return;
                }
            }
        }
        self.hold(scene, attacker, c::SET_09);
        by!(c::SEQ_02);
        self.lead(scene, attacker, c::SEQ_02);
        self.start_actions(scene, dice);
    }

    /// Returns the units that a side places in a round.
    pub(crate) fn waiting<'a>(
        &'a self,
        battle: &'a Battle,
        side: Side,
        round: u8,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let all = battle.all().filter(move |(_, unit)| {
            unit.side == side && unit.status == Status::Reserve && self.kind(unit).deploys == round
        });
        all.map(|(id, _)| id)
    }

    /// Returns the side of a deployment zone, once edges are chosen.
    pub(crate) fn zone_side(&self, battle: &Battle, zone: &Zone) -> Option<Side> {
        let swapped = marks::SWAPPED.of(battle);
        zone.side
            .map(|side| if swapped { side.other() } else { side })
    }

    /// Returns the deployment zones of a side, by their places.
    pub(crate) fn zones_of<'a>(
        &'a self,
        battle: &'a Battle,
        side: Side,
    ) -> impl Iterator<Item = u8> + 'a {
        (0_u8..)
            .zip(&battle.setting.zones)
            .filter(move |(_, zone)| self.zone_side(battle, zone) == Some(side))
            .map(|(place, _)| place)
    }

    /// Judges the placing of a unit.
    pub(crate) fn judge_place(&self, battle: &Battle, id: UnitId, at: Pose, r: &mut Ruling) {
        let phase = battle.cursor.phase;
        r.require(DEPLOY.contains(&phase), c::SET_08, || Witness::Plain);
        let unit = battle.unit(id);
        drill::require_reserve(battle, id, c::SET_08, r);
        let round = self.kind(unit).deploys == phase.wrapping_sub(TERRAIN);
        r.require(round, c::SET_08, || Witness::Unit(id));
        self.judge_spot(battle, id, &self.rect_at(battle, unit, at), r);
        if let Some((foe, _)) = self.touching_at(battle, id, at).next() {
            r.refuse(c::MOVE_16, Witness::Unit(foe));
        }
        r.step(at);
    }

    /// Judges the ground that a unit is placed on.
    fn judge_spot(&self, battle: &Battle, id: UnitId, base: &Rect, r: &mut Ruling) {
        self.require_area(battle, battle.unit(id).side, base, r);
        if let Some(by) = self.overlapped(battle, id, base, None) {
            r.refuse(c::GEO_11, Witness::blocked(battle, by));
        }
        if let Some(place) = self.closed_ground(battle, base) {
            r.refuse(c::GEO_11, drill::ground_witness(battle, place));
        }
    }

    /// Requires that a base lies in a deployment area (SET-01, SET-02, SET-10).
    fn require_area(&self, battle: &Battle, side: Side, base: &Rect, r: &mut Ruling) {
        let (width, height) = (battle.setting.width, battle.setting.height);
        let set = &self.numbers.setup;
        let corners = base.corners();
        let here = || Witness::Spot(base.centre());
        // A base may be asked for anywhere, even off the table.
        let (slack, middle) = (2, height / 2);
        let no_mans_land = u64::try_from(set.no_mans_land.0).unwrap_or(0);
        let clear = corners
            .iter()
            .all(|p| i64::from(p.y).abs_diff(middle.into()) + slack >= no_mans_land);
        r.require(clear, c::SET_01, here);
        let flank = set.flank.0 - 2;
        let inside = corners.iter().all(|p| p.x >= flank && p.x <= width - flank);
        r.require(inside, c::SET_02, here);
        let zones = &battle.setting.zones;
        let own = self
            .zones_of(battle, side)
            .filter_map(|place| zones.get(usize::from(place)));
        let holds = |zone: &Zone| corners.iter().all(|&p| zone.area.holds(p));
        r.require(own.into_iter().any(holds), c::SET_10, here);
        r.require(battle.setting.holds(base), c::SET_10, here);
    }

    /// Places a unit.
    pub(crate) fn place(&self, id: UnitId, at: Pose, scene: &mut Scene, dice: &mut dyn Dice) {
        self.put(scene, id, at);
        self.deploy(scene, dice);
    }

    fn put(&self, scene: &mut Scene, id: UnitId, at: Pose) {
        scene.shift(id, at, Gait::Placed, c::SET_10);
        scene.become_(id, Status::Table, c::SET_08);
    }

    /// Places the rest of a side's units of this round in the first free places of its
    /// area; units without a free place take no part.
    pub(crate) fn place_rest(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let (side, round) = (scene.cursor.side, scene.cursor.phase - TERRAIN);
        drill::place_all(
            scene,
            |battle| self.waiting(battle, side, round).next(),
            |battle, id| self.places(battle, id),
            |battle, id, at| Ruling::allows(|ruling| self.judge_place(battle, id, at, ruling)),
            |battle, id| self.place_between(battle, id),
            |scene, id, at| match at {
                Some(at) => self.put(scene, id, at),
                None => scene.become_(id, Status::Fled, c::SET_10),
            },
        );
        self.deploy(scene, dice);
    }

    /// Returns the box around the areas of a side, and which way the side faces there.
    fn area_bounds(&self, battle: &Battle, side: Side) -> Option<((Point, Point), Facing)> {
        let zones = &battle.setting.zones;
        let own = self.zones_of(battle, side);
        let own = own.filter_map(|place| zones.get(usize::from(place)));
        let mut areas = own.map(|zone| &zone.area).peekable();
        let south = areas.peek()?.middle().y < battle.setting.height / 2;
        let facing = if south { Facing::NORTH } else { Facing::SOUTH };
        drill::bounds(areas).map(|bounds| (bounds, facing))
    }

    /// Returns the places to try first for a unit: from the front of its area
    /// backwards and from its middle outwards, facing the enemy.
    fn places(&self, battle: &Battle, id: UnitId) -> impl Iterator<Item = Pose> + use<> {
        const STEP: Length = INCH / 2;
        let unit = battle.unit(id);
        let size = (battle.setting.width, battle.setting.height);
        let area = self.area_bounds(battle, unit.side);
        let places = area.map(|(bounds, facing)| {
            let ranks = drill::Ranks::across(size, facing, STEP);
            ranks.inside(&self.rect_at(battle, unit, ranks.first), bounds)
        });
        places.into_iter().flatten()
    }

    /// Returns the free place nearest to the middle of the board, also between those
    /// that [`Self::places`] names; none only if the area has no room at all.
    fn place_between(&self, battle: &Battle, id: UnitId) -> Option<Pose> {
        let unit = battle.unit(id);
        let (bounds, facing) = self.area_bounds(battle, unit.side)?;
        let (width, height) = (battle.setting.width, battle.setting.height);
        let wanted = Pose::new(width / 2, height / 2, facing);
        let base = self.rect_at(battle, unit, wanted);
        drill::room_in_box(wanted, &base, bounds, |base| {
            let mut ruling = Ruling::new();
            self.judge_spot(battle, id, base, &mut ruling);
            ruling.clean() && self.is_apart(battle, id, base, TOLERANCE + 1)
        })
    }

    /// Brings on reinforcements (SET-11): where the scenario says, or at the
    /// nearest free place along that edge; a unit without a free place waits a turn.
    pub(crate) fn arrive(&self, scene: &mut Scene) {
        let room = |battle: &Battle, arrival: &Arrival| {
            let base = self.rect_at(battle, battle.unit(arrival.unit), arrival.at);
            drill::room_along_edge(&battle.setting, arrival.at, &base, |base| {
                Ruling::allows(|ruling| self.require_stand(battle, arrival.unit, base, ruling))
            })
        };
        drill::arrive(scene, c::SET_11, |_| true, room);
    }
}
