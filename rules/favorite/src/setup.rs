//! Setting up (section Setting up): who attacks, deployment, reinforcements, and what makes a
//! position impossible.

use crate::measuring::touches;
use crate::numbers::Arm;
use crate::turn::{DEPLOY, INITIATIVE, TERRAIN};
use crate::{Favorite, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    Arrival, Await, Battle, Dice, Gait, Legal, Offer, Order, Refusals, Ruling, Scene, Scope, Side,
    Status, Unit, UnitId, Verb, Witness, c as table, say,
};
use sandtable_drill as drill;
use sandtable_geometry::{Area, Facing, INCH, Point, Pose, Rect, Spots, TOLERANCE};

impl Favorite {
    /// Opens a battle: the attacker (SET-07), deployment (SET-03), the first turn.
    pub(crate) fn open_battle(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::SET_01, c::SET_02);
        if scene.setting.attacker.is_none() {
            self.roll_for_attacker(scene, dice);
        }
        if self.has_pieces(scene) {
            scene.enter(TERRAIN, self.attacker(scene).other(), c::SET_05);
        } else {
            self.begin_deployment(scene, dice);
        }
    }

    /// Starts deployment; the defender deploys first (SET-03).
    pub(crate) fn begin_deployment(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        scene.enter(DEPLOY, self.attacker(scene).other(), c::SET_03);
        self.deploy_next(scene, dice);
    }

    /// Rolls for the attacker: the higher roll attacks, ties are rolled again (SET-07).
    fn roll_for_attacker(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let side = drill::roll_off(dice, 6, c::SET_07);
        scene.set_battle(marks::ATTACKER, Some(side), c::SET_07);
        drill::tell_of(scene, side, c::SET_07, u16::from(side == Side::B));
    }

    /// Lets the defender deploy, then the attacker, then starts the first turn (SET-03).
    fn deploy_next(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::SET_03);
        let attacker = self.attacker(scene);
        for side in [attacker.other(), attacker] {
            if drill::in_reserve(scene, side).is_some() {
                return self.enter(scene, DEPLOY, side);
            }
        }
        self.start_turn(scene, 1, dice);
    }

    /// Offers to place a unit in each zone of its side.
    pub(crate) fn offer_places(&self, b: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let u = b.unit(id);
        if u.status != Status::Reserve || u.side != b.cursor.side {
            return;
        }
        let zones = b.setting.zones.iter().enumerate();
        for (at, _) in zones.filter(|(_, zone)| Self::owns_zone(b, zone, u.side)) {
            let at = u8::try_from(at).unwrap_or(u8::MAX);
            out.push(Offer::of(Verb::Place, id, Scope::Zone(at), c::SET_03));
        }
    }

    /// Judges the placement of a unit (SET-03, SET-04).
    pub(crate) fn judge_place(
        &self,
        b: &Battle,
        order: &Order,
        mut r: Ruling,
    ) -> Result<Legal, Refusals> {
        by!(c::SET_04);
        let Order::Place {
            unit: id,
            at,
            formation,
        } = *order
        else {
            return r.seal(order);
        };
        let u = b.unit(id);
        let due = b.cursor.phase == DEPLOY && u.status == Status::Reserve;
        r.require(due, table::NOT_NOW, || Witness::Absent(id, u.status));
        let known = self.formations(u) >> formation.min(31) & 1 == 1;
        r.require(known, c::FORM_01, || Witness::Unit(id));
        if known {
            r.require(self.deep_enough(formation, u.stands), c::FORM_11, || {
                Witness::Unit(id)
            });
            let base = self.rect_at(b, &Unit { formation, ..*u }, at);
            self.judge_spot(b, id, &base, at, &mut r);
        }
        r.step(at);
        r.seal(order)
    }

    /// Judges a place: it must be in a zone, clear of bases and of forbidden ground.
    fn judge_spot(&self, b: &Battle, id: UnitId, base: &Rect, at: Pose, r: &mut Ruling) {
        let u = b.unit(id);
        let zones = b.setting.zones.iter();
        let mut zones = zones.filter(|zone| Self::owns_zone(b, zone, u.side));
        let inside = zones.any(|zone| base.corners().iter().all(|&p| zone.area.holds(p)));
        r.require(inside && b.setting.holds(base), c::SET_03, || {
            Witness::Place(at)
        });
        if self.fights(u) {
            if let Some(by) = self.overlapped(b, id, base) {
                r.refuse(c::SET_04, Witness::Blocked { by, at: at.point() });
            }
            if let Some(foe) = self.touched(b, id, base) {
                r.refuse(c::MOVE_13, Witness::Unit(foe));
            }
        }
        if let Some((at, clause)) = self.bad_ground(b, u, base, None) {
            r.refuse(clause, drill::ground_witness(b, at));
        }
    }

    /// Places a unit. After the last unit of a side the other side goes on.
    pub(crate) fn place(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        if let Order::Place {
            unit,
            at,
            formation,
        } = *legal.order()
        {
            scene.form(unit, formation, c::SET_04);
            scene.shift(unit, at, Gait::Placed, c::SET_03);
            scene.become_(unit, Status::Table, c::SET_03);
            if drill::in_reserve(scene, scene.cursor.side).is_none() {
                self.deploy_next(scene, dice);
            }
        }
    }

    /// Places the rest of a side wherever there is room in its zones. Units for which there is no
    /// room take no part.
    pub(crate) fn place_rest(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let side = scene.cursor.side;
        drill::place_all(
            scene,
            |b| drill::in_reserve(b, side),
            |b, id| self.places(b, id),
            |b, id, at| {
                let mut r = Ruling::new();
                let base = self.rect_at(b, b.unit(id), at);
                self.judge_spot(b, id, &base, at, &mut r);
                r.clean()
            },
            |b, id| self.place_between(b, id),
            |scene, id, at| match at {
                Some(at) => {
                    scene.shift(id, at, Gait::Placed, c::SET_03);
                    scene.become_(id, Status::Table, c::SET_03);
                }
                None => scene.become_(id, Status::Fled, c::SET_03),
            },
        );
        self.deploy_next(scene, dice);
    }

    /// Returns the places to try for a unit: for each of its zones, from the middle of the table
    /// back and from the middle of the zone outwards.
    fn places(&self, b: &Battle, id: UnitId) -> impl Iterator<Item = Pose> + use<> {
        let u = b.unit(id);
        let (width, height) = (b.setting.width, b.setting.height);
        let zones = b.setting.zones.iter();
        let zones = zones.filter(|zone| Self::owns_zone(b, zone, u.side));
        let areas = || zones.clone().map(|zone| &zone.area);
        let base = self.rect_at(b, u, Pose::default());
        let all = drill::bounds(areas());
        let middles: Vec<_> = areas().map(Area::middle).collect();
        let (frontage, depth) = (base.frontage(), base.depth());
        let places = move |middle: Point| {
            let first = if middle.y * 2 < height {
                Pose::new(middle.x, height, Facing::NORTH)
            } else {
                Pose::new(middle.x, 0, Facing::SOUTH)
            };
            let ranks = drill::Ranks {
                first,
                step: INCH,
                rows: height / INCH + 1,
                beside: width / INCH,
            };
            let base = Rect::centred(first, frontage, depth);
            all.map(|all| ranks.inside(&base, all))
        };
        middles.into_iter().filter_map(places).flatten()
    }

    /// Brings on the reinforcements of a side (SET-08): where the scenario says, or as near to it
    /// as there is room.
    pub(crate) fn arrive(&self, scene: &mut Scene, side: Side) {
        let may = |u: &Unit| u.side == side && marks::OUT.of(u) == 0;
        let room = |b: &Battle, arrival: &Arrival| self.room_for(b, arrival.unit, arrival.at);
        drill::arrive(scene, c::SET_08, may, room);
    }

    /// Returns the free pose nearest to a wanted one. Any other pose must be off all ground that is
    /// closed to the unit, even where there is a bridge or a ford.
    fn room_for(&self, b: &Battle, id: UnitId, wanted: Pose) -> Option<Pose> {
        let u = b.unit(id);
        let base = self.rect_at(b, u, wanted);
        if self.is_clear(b, id, &base) && self.bad_ground(b, u, &base, None).is_none() {
            return Some(wanted);
        }
        // Far from a unit, the search does not ask about it again.
        let others: Vec<(bool, Rect)> = b
            .present()
            .filter(|&(other, them)| other != id && self.fights(u) && self.fights(them))
            .map(|(other, them)| (them.side != u.side, self.rect(b, other)))
            .collect();
        // `room_among` leaves the tolerance around the base free.
        let (frontage, depth) = self.size(&b.setting, u);
        let grown = (frontage + 2 * TOLERANCE, depth + 2 * TOLERANCE);
        let most = b.setting.width.max(b.setting.height);
        drill::room_among(wanted, &base, most, others.len() + 2, |bar, base| {
            match (others.get(bar), bar - others.len().min(bar)) {
                (Some(&(foe, other)), _) => {
                    !(base.overlaps(&other) || foe && touches(base, &other))
                }
                (None, 0) => b.setting.holds(base),
                _ => !self.is_barred(b, u, base, &Spots::of(base, grown)),
            }
        })
    }

    /// Whether a base lies on the table and clear of units.
    fn is_clear(&self, b: &Battle, id: UnitId, base: &Rect) -> bool {
        b.setting.holds(base)
            && (!self.fights(b.unit(id))
                || (self.overlapped(b, id, base).is_none() && self.touched(b, id, base).is_none()))
    }

    /// Whether a base lies on the table, clear of units and off all ground that is closed to the
    /// unit.
    fn is_open(&self, b: &Battle, id: UnitId, base: &Rect) -> bool {
        let u = b.unit(id);
        let spots = Spots::of(base, self.size(&b.setting, u));
        self.is_clear(b, id, base) && !self.is_barred(b, u, base, &spots)
    }

    /// Returns the place nearest to the middle of the table where there is room in one of the
    /// unit's zones, also between the places of [`Self::places`]. None only if there is no room at
    /// all.
    fn place_between(&self, b: &Battle, id: UnitId) -> Option<Pose> {
        let u = b.unit(id);
        let (width, height) = (b.setting.width, b.setting.height);
        let zones = b.setting.zones.iter();
        let zones = zones.filter(|zone| Self::owns_zone(b, zone, u.side));
        zones.into_iter().find_map(|zone| {
            let facing = if zone.area.middle().y * 2 < height {
                Facing::NORTH
            } else {
                Facing::SOUTH
            };
            let wanted = Pose::new(width / 2, height / 2, facing);
            let base = self.rect_at(b, u, wanted);
            let inside = |base: &Rect| base.corners().iter().all(|&p| zone.area.holds(p));
            let bounds = zone.area.bounds();
            drill::room_in_box(wanted, &base, bounds, |base| {
                inside(base) && self.is_open(b, id, base)
            })
        })
    }

    /// Lists what is wrong with a position by these rules.
    pub(crate) fn list_flaws(&self, b: &Battle) -> Vec<(Option<UnitId>, String)> {
        let mut out = Vec::new();
        for (id, u) in b.all() {
            self.unit_flaws(b, id, u, &mut out);
        }
        for (id, u) in b.present().filter(|(_, u)| self.fights(u)) {
            let base = self.rect(b, id);
            let other = self.overlapped(b, id, &base).filter(|&other| other > id);
            if let Some(other) = other {
                out.push((
                    Some(id),
                    say!(
                        "stands on the ground of {unit}",
                        unit = b.setting.name(other)
                    ),
                ));
            }
            if let Some((at, clause)) = self.bad_ground(b, u, &base, None) {
                let ground = b.setting.terrain[at].ground.name();
                let cite = self.card.cite(clause);
                out.push((
                    Some(id),
                    say!(
                        "may not stand in {ground} ({clause})",
                        ground = say(ground),
                        clause = cite
                    ),
                ));
            }
        }
        let waits = b.cursor.waits.filter(|waits| self.is_of_nobody(b, waits));
        out.extend(waits.map(|waits| (waits.unit, say!("has no check that a commander can help"))));
        out
    }

    /// Whether a commander is to help somebody who makes no check: another commander, or anybody
    /// before the first move of a turn (CMD-02, CMD-08).
    fn is_of_nobody(&self, b: &Battle, waits: &Await) -> bool {
        let helps = matches!(waits.why, c::CMD_02 | c::CMD_08);
        let fights = |unit| self.fights(b.unit(unit));
        let checks = waits.unit.is_some_and(fights) && b.cursor.unit.is_none_or(fights);
        helps && (!checks || b.cursor.phase <= INITIATIVE)
    }

    /// Lists flaws in the figures, formation, arms and attachments of one unit (UNIT-04, FORM-11).
    fn unit_flaws(
        &self,
        b: &Battle,
        id: UnitId,
        u: &Unit,
        out: &mut Vec<(Option<UnitId>, String)>,
    ) {
        by!(c::UNIT_04, c::UNIT_05, c::UNIT_07);
        let mut flaw = |what: &str| out.push((Some(id), say(what).to_owned()));
        match self.arm(u) {
            Arm::Guns if !(1..=4).contains(&u.started) => {
                flaw("is a battery, which has 3 or 4 figures (FAV-UNIT-04)");
            }
            Arm::Staff if u.started != 1 => flaw("is a commander and counts as one figure"),
            _ => {}
        }
        if self.formations(u) >> u.formation.min(31) & 1 == 0 {
            flaw("is in a formation its kind cannot take (FAV-FORM-01)");
        } else if !u.status.is_gone() && !self.deep_enough(u.formation, u.stands.max(1)) {
            flaw("is too small for a column of two ranks (FAV-FORM-11)");
        }
        let mut zones = b.setting.zones.iter();
        let zoned = zones.any(|zone| Self::owns_zone(b, zone, u.side));
        let back = !self.fights(u) && b.cursor.turn > 0;
        if u.status == Status::Reserve && !zoned && !back {
            flaw("is to be placed, but its side has no deployment zone");
        }
        if drill::comes_never(b, id) && marks::OUT.of(u) == 0 {
            flaw("is expected, but no turn is given for it");
        }
        if marks::MARKER.of(u) && !self.fights(u) {
            flaw("is a commander and has no morale");
        }
        if let Some(host) = u.with.and_then(|host| b.get(host)) {
            let near = u.with.is_some_and(|host| {
                let far = self.rect(b, host).distance_from(u.pose.point()).length;
                far <= self.numbers.commanders.joins_within + TOLERANCE
            });
            let alike = !self.fights(u) && self.fights(host) && host.side == u.side;
            // Whoever is out of the battle is with nobody: the unit goes on alone.
            if u.status.is_gone() || !alike || !near {
                flaw("cannot be with that unit (FAV-CMD-12)");
            }
        }
    }
}
