//! Setting up (section 15): deployment by divisions, impossible positions,
//! room for units that come on.

use crate::card::DEPLOYING;
use crate::{OtrD6, c, movement, space, terrain, units};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Cursor, Dice, Gait, Ground, Group, Legal, Offer, Order, Refusals, Ruling, Scene, Scope,
    Side, Status, Unit, UnitId, Verb, Witness, c as table, say,
};
use sandtable_drill as drill;
use sandtable_geometry::{Facing, INCH, Length, Pose, Rect};

impl OtrD6 {
    /// Opens a battle: the sides roll off for deployment if units are still to be
    /// placed; if not, the first turn starts (SET-01, SET-02).
    pub(crate) fn open_battle(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::SET_01);
        if !scene.units.iter().any(|u| u.status == Status::Reserve) {
            return self.next_card(scene, dice);
        }
        // The loser of the roll-off places first.
        let first = self.roll_off(dice, c::SET_02).other();
        let to = Cursor {
            phase: DEPLOYING,
            side: first,
            group: None,
            ..scene.cursor
        };
        scene.turn(to, c::SET_02);
        if waiting(scene, first).next().is_none() {
            scene.hand_to(first.other(), c::SET_02);
        }
    }
}

/// Returns which way a side faces as it deploys: A owns the south edge, B the north (SCALE-05).
const fn facing(side: Side) -> Facing {
    match side {
        Side::A => Facing::NORTH,
        Side::B => Facing::SOUTH,
    }
}

/// Puts a unit on the table.
fn put(scene: &mut Scene, id: UnitId, at: Pose, formation: u8) {
    scene.form(id, formation, c::SET_02);
    scene.become_(id, Status::Table, c::SET_02);
    scene.shift(id, at, Gait::Placed, c::SET_02);
}

/// Returns the units of a side still to be placed.
fn waiting(b: &Battle, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
    b.all()
        .filter(move |(_, u)| u.side == side && u.status == Status::Reserve)
}

/// Lists the units that may be placed now: of the division already begun, or of any.
pub(crate) fn ready(b: &Battle, out: &mut Vec<UnitId>) {
    out.extend(unplaced(b).map(|(id, _)| id));
}

impl OtrD6 {
    /// Offers to place a unit, in each deployment zone of its side.
    pub(crate) fn offer_places(&self, b: &Battle, unit: UnitId, out: &mut Vec<Offer>) {
        let u = b.unit(unit);
        let its_turn = u.side == b.cursor.side && b.cursor.group.is_none_or(|g| g == u.group);
        if u.status != Status::Reserve || !its_turn {
            return;
        }
        drill::offer_zones(b, unit, c::SET_02, out);
    }
}

/// Offers to place the rest of the division.
pub(crate) fn table_offers(b: &Battle, out: &mut Vec<Offer>) {
    if Ruling::allows(|ruling| check_end(b, ruling)) {
        out.push(Offer::plain(Verb::End, Scope::Plain, c::SET_02));
    }
}

/// Requires that something is still to be placed.
pub(crate) fn check_end(b: &Battle, ruling: &mut Ruling) {
    let due = b.cursor.phase == DEPLOYING && unplaced(b).next().is_some();
    ruling.require(due, c::SET_02, || Witness::Plain);
}

/// Returns the units still to be placed of the division that is begun, or of all divisions of the
/// side if none is.
fn unplaced(b: &Battle) -> impl Iterator<Item = (UnitId, &Unit)> {
    let of = |u: &Unit| b.cursor.group.is_none_or(|group| u.group == group);
    waiting(b, b.cursor.side).filter(move |(_, u)| of(u))
}

impl OtrD6 {
    /// Judges the placing of a unit, and the end of a division's deployment.
    pub(crate) fn judge_place(&self, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
        let mut ruling = Ruling::new();
        if let Order::Place {
            unit,
            at,
            formation,
        } = *order
        {
            let u = b.unit(unit);
            let due = b.cursor.phase == DEPLOYING && u.status == Status::Reserve;
            ruling.require(due, table::NOT_NOW, || Witness::Absent(unit, u.status));
            ruling.require(
                b.cursor.group.is_none_or(|g| g == u.group),
                c::SET_02,
                || Witness::Unit(unit),
            );
            let known = self.allowed_formations(u) >> formation.min(31) & 1 == 1;
            ruling.require(known, c::FORM_01, || Witness::Unit(unit));
            if known {
                let rect = self.rect_at(&b.setting, &Unit { formation, ..*u }, at);
                self.require_place(b, unit, &rect, at, &mut ruling);
            }
            ruling.step(at);
        } else {
            check_end(b, &mut ruling);
        }
        ruling.seal(order)
    }

    /// Requires a place within a zone of the own side (or a foot from the own edge if the scenario
    /// draws none), clear of units and of impassable ground.
    fn require_place(&self, b: &Battle, unit: UnitId, rect: &Rect, at: Pose, ruling: &mut Ruling) {
        let u = b.unit(unit);
        let inside = drill::in_zone(b, u.side, rect, self.strip(b, u.side));
        ruling.require(inside && b.setting.holds(rect), c::SET_02, || {
            Witness::Place(at)
        });
        if let Some(by) = self.obstruction(b, unit, rect) {
            ruling.refuse(c::SET_02, Witness::Blocked { by, at: at.point() });
        }
        if let Some(feature) = space::barred(b, rect) {
            ruling.refuse(
                c::SET_02,
                Witness::Terrain {
                    feature,
                    at: at.point(),
                },
            );
        }
    }

    /// Returns the strip of a side: A owns the south edge, B the north (SCALE-05, SET-02).
    fn strip(&self, b: &Battle, side: Side) -> (Length, Length) {
        by!(c::SCALE_05, c::SET_02);
        let (depth, height) = (self.numbers.table.deployment_depth, b.setting.height);
        match side {
            Side::A => (0, depth),
            Side::B => (height.saturating_sub(depth), height),
        }
    }

    /// Resolves the placing of a unit; after the last unit of a division, the other side
    /// goes on by itself.
    pub(crate) fn place(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        let Order::Place {
            unit,
            at,
            formation,
        } = *legal.order()
        else {
            self.place_rest(scene);
            return self.end_division(scene, dice);
        };
        let group = scene.unit(unit).group;
        put(scene, unit, at, formation);
        if scene.cursor.group != Some(group) {
            scene.turn(
                Cursor {
                    group: Some(group),
                    ..scene.cursor
                },
                c::SET_02,
            );
        }
        if waiting(scene, scene.cursor.side).all(|(_, u)| u.group != group) {
            self.end_division(scene, dice);
        }
    }

    /// Places the rest of the division that is begun, or the whole next one, in the first free places
    /// of the side's zone; units without a free place count as lost (SET-02).
    fn place_rest(&self, scene: &mut Scene) {
        let first = unplaced(scene).map(|(_, unit)| unit.group).min();
        let next = |b: &Battle| {
            let mut of = unplaced(b).filter(|(_, unit)| Some(unit.group) == first);
            of.next().map(|(id, _)| id)
        };
        drill::place_all(
            scene,
            next,
            |b, id| self.places(b, id),
            |b, id, at| {
                let rect = self.rect_at(&b.setting, b.unit(id), at);
                Ruling::allows(|ruling| self.require_place(b, id, &rect, at, ruling))
            },
            |b, id| self.place_between(b, id),
            |scene, id, at| match at {
                Some(at) => put(scene, id, at, scene.unit(id).formation),
                None => scene.become_(id, Status::Fled, c::SET_02),
            },
        );
    }

    /// Returns the places to try first for a unit: from the front of its zone backwards and from its
    /// middle outwards, facing the enemy.
    fn places(&self, b: &Battle, id: UnitId) -> impl Iterator<Item = Pose> + use<> {
        let unit = b.unit(id);
        let bounds = drill::zone_bounds(b, unit.side, self.strip(b, unit.side));
        let size = (b.setting.width, b.setting.height);
        let ranks = drill::Ranks::across(size, facing(unit.side), INCH);
        ranks.inside(&self.rect_at(&b.setting, unit, ranks.first), bounds)
    }

    /// Returns the free place nearest to the middle of the table, also between those of
    /// [`Self::places`], along the table or across it; none only if the zones have no such room.
    fn place_between(&self, b: &Battle, id: UnitId) -> Option<Pose> {
        let unit = b.unit(id);
        let bounds = drill::zone_bounds(b, unit.side, self.strip(b, unit.side));
        let headings = [facing(unit.side), Facing::EAST, Facing::WEST];
        headings.into_iter().find_map(|heading| {
            let wanted = Pose::new(b.setting.width / 2, b.setting.height / 2, heading);
            let base = self.rect_at(&b.setting, unit, wanted);
            drill::room_in_box(wanted, &base, bounds, |rect| {
                Ruling::allows(|ruling| self.require_place(b, id, rect, wanted, ruling))
            })
        })
    }

    /// Lets the other side place its next division; once all units are placed, the first turn
    /// starts.
    pub(crate) fn end_division(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let side = scene.cursor.side;
        let next = [side.other(), side]
            .into_iter()
            .find(|&s| waiting(scene, s).next().is_some());
        match next {
            Some(side) => scene.turn(
                Cursor {
                    side,
                    group: None,
                    ..scene.cursor
                },
                c::SET_02,
            ),
            None => self.next_card(scene, dice),
        }
    }

    /// Whether a unit cannot have reached the ground it stands on: no unit enters barred ground,
    /// and only a unit one file wide crosses a river (MOVE-15).
    fn is_out_of_place(&self, b: &Battle, unit: &Unit, rect: &Rect) -> bool {
        by!(c::MOVE_15);
        let crosses = movement::is_one_file(unit);
        let mut bars = b.setting.terrain.iter().filter(|f| terrain::bars(f));
        bars.any(|f| !(crosses && f.ground == Ground::River) && f.overlaps(rect))
    }

    /// Lists what is wrong with a position by these rules.
    pub(crate) fn list_flaws(&self, b: &Battle) -> Vec<(Option<UnitId>, String)> {
        let mut out = Vec::new();
        for (id, u) in b.all() {
            self.unit_flaws(b, id, u, &mut out);
        }
        for (id, u) in b.present().filter(|(_, u)| units::fights(u)) {
            let rect = self.rect(b, id);
            let other = self.obstruction(b, id, &rect).filter(|&other| other > id);
            if let Some(other) = other {
                out.push((
                    Some(id),
                    say!(
                        "stands on the ground of {unit}",
                        unit = b.setting.name(other)
                    ),
                ));
            }
            if self.is_out_of_place(b, u, &rect) {
                out.push((Some(id), say!("may not stand in impassable ground")));
            }
        }
        company_flaws(b, &mut out);
        self.apart_flaws(b, &mut out);
        self.division_flaws(b, &mut out);
        if b.setting.groups.len() > 32 {
            out.push((None, say!("has more than 32 divisions")));
        }
        out
    }

    /// Lists what is unusual in a position: brigades much smaller or larger than the rules
    /// have in mind (ORG-02).
    pub(crate) fn list_cautions(&self, b: &Battle) -> Vec<(Option<UnitId>, String)> {
        by!(c::ORG_02);
        let (least, most) = self.numbers.organisation.brigade_stands_unwarned;
        b.all()
            .filter(|(_, u)| matches!(u.kind, units::INFANTRY | units::CAVALRY))
            .filter(|(_, u)| !(least..=most).contains(&u.started))
            .map(|(id, u)| {
                let (name, cite) = (b.setting.name(id), self.card.cite(c::ORG_02));
                let started = self.card.strength.count(u.started);
                let says = say!(
                    "`{unit}` starts with {started}; brigades have {least} to {most} as a rule \
                 ({clause})",
                    unit = name,
                    started = started,
                    least = least,
                    most = most,
                    clause = cite
                );
                (Some(id), says)
            })
            .collect()
    }

    /// Checks stands, formation, arms and attachments of one unit (ORG-02, ORG-03,
    /// UNIT-07, FORM-11, FORM-12, CMD-10).
    fn unit_flaws(
        &self,
        b: &Battle,
        id: UnitId,
        u: &Unit,
        out: &mut Vec<(Option<UnitId>, String)>,
    ) {
        by!(
            c::UNIT_01,
            c::UNIT_07,
            c::ORG_02,
            c::ORG_03,
            c::FORM_11,
            c::FORM_12
        );
        let mut flaw = |what: String| out.push((Some(id), what));
        let org = &self.numbers.organisation;
        let (least, most) = match u.kind {
            units::INFANTRY | units::CAVALRY => org.brigade_stands_accepted,
            units::ARTILLERY => (org.battery_stands, org.battery_stands),
            _ => (1, 1),
        };
        if !(least..=most).contains(&u.started) {
            let stands = if least == most {
                format!("{least}")
            } else {
                say!("{least} to {most}", least = least, most = most)
            };
            flaw(say!(
                "starts with {n} stands; its kind has {stands}",
                n = u.started,
                stands = stands
            ));
        }
        if self.allowed_formations(u) >> u.formation.min(31) & 1 == 0 {
            flaw(say!("is in a formation its kind cannot take"));
        }
        let guns = u.ratings[units::ARMS] >= units::Arms::Rifled as u8;
        if units::fights(u)
            && guns != (u.kind == units::ARTILLERY)
            && (guns || u.ratings[units::ARMS] != 0)
        {
            flaw(say!("has arms its kind does not use"));
        }
        if u.status == Status::Reserve && !b.setting.zones.iter().any(|z| z.side == Some(u.side)) {
            flaw(say!("is to be placed, but its side has no deployment zone"));
        }
        if units::marked(u) && !units::fights(u) {
            flaw(say!("is a general and has no morale"));
        }
        if let Some(host) = u.with.and_then(|host| b.get(host)) {
            let fits = host.side == u.side
                && units::fights(host)
                && (!units::fights(u)
                    || (u.kind == units::INFANTRY
                        && host.kind == units::INFANTRY
                        && u.group == host.group));
            if !fits {
                flaw(say!("cannot be with that unit"));
            }
        }
    }
}

/// Checks waves and attachments: a wave is two or three brigades, one behind another
/// (FORM-08); a unit has one general (CMD-12).
fn company_flaws(b: &Battle, out: &mut Vec<(Option<UnitId>, String)>) {
    by!(c::FORM_08, c::CMD_12);
    for (id, u) in b.present() {
        let twin = b.all().find(|&(other, o)| {
            other < id
                && o.on_table()
                && o.with.is_some()
                && o.with == u.with
                && units::fights(o) == units::fights(u)
        });
        if let Some((other, _)) = twin {
            out.push((
                Some(id),
                say!(
                    "is with the same unit as {unit}",
                    unit = b.setting.name(other)
                ),
            ));
        }
        let mut ahead = u.with.filter(|_| units::fights(u));
        for _ in 0..2 {
            ahead = ahead.and_then(|a| b.get(a)).and_then(|a| a.with);
        }
        if ahead.is_some() {
            out.push((
                Some(id),
                say!("stands in a wave of more than three brigades"),
            ));
        }
    }
}

impl OtrD6 {
    /// Finds units that should be close to another and are not: attached generals and the
    /// brigades of a wave; and brigades of a wave that are not in line (AM7).
    fn apart_flaws(&self, b: &Battle, out: &mut Vec<(Option<UnitId>, String)>) {
        by!(c::AM7, c::FORM_08, c::FORM_14, c::CMD_11);
        for (id, u) in b.present() {
            let Some(host) = u
                .with
                .filter(|&with| b.get(with).is_some_and(Unit::on_table))
            else {
                continue;
            };
            let name = b.setting.name(host);
            if !units::fights(u) {
                if !self.could_touch(b, id, host) {
                    out.push((
                        Some(id),
                        say!("is attached to {unit} and away from it", unit = name),
                    ));
                }
                continue;
            }
            let lines = [u, b.unit(host)].iter().all(|u| u.formation == units::LINE);
            if !lines {
                out.push((
                    Some(id),
                    say!(
                        "is in a wave with {unit}, and not both are in line",
                        unit = name
                    ),
                ));
            } else if self.is_apart(b, id, host) {
                out.push((
                    Some(id),
                    say!(
                        "is in a wave with {unit} and not close behind it",
                        unit = name
                    ),
                ));
            }
        }
    }

    /// Checks that every division has at least two brigades (ORG-01); each has one card (ORG-05).
    fn division_flaws(&self, b: &Battle, out: &mut Vec<(Option<UnitId>, String)>) {
        by!(c::ORG_01, c::ORG_05);
        let least = usize::from(self.numbers.organisation.brigades_per_division_min);
        for (i, group) in b.setting.groups.iter().enumerate() {
            let id = Group(u8::try_from(i).unwrap_or(u8::MAX));
            let brigades =
                |u: &&Unit| u.group == id && matches!(u.kind, units::INFANTRY | units::CAVALRY);
            let count = b.units.iter().filter(brigades).count();
            if count < least {
                out.push((
                    None,
                    say!(
                        "a division has at least {least} brigades, and {group} has {n}",
                        least = least,
                        group = group.name,
                        n = count
                    ),
                ));
            }
        }
    }
}
