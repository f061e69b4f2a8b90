//! Generals (section 14).

use crate::fate::Fate;
use crate::numbers::GeneralRating;
use crate::switches::{Captured, GeneralMorale, GeneralRisk, GeneralScope, LeaderChargeBonus};
use crate::units::{self, fights};
use crate::{OtrD6, c, marks};
use crate::{activation, terrain};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Clause, Dice, Gait, Leg, LegSet, Legal, Offer, Order, Reach, Refusals, Ruling, Scene,
    Scope, Status, Unit, UnitId, Verb, Witness,
};
use sandtable_drill as drill;
use sandtable_geometry::{Edge, Facing, INCH, Length, Point, Pose, within};

/// Returns the general attached to a unit (CMD-03, CMD-11).
pub(crate) fn attached(b: &Battle, unit: UnitId) -> Option<UnitId> {
    b.present()
        .find(|(_, g)| !fights(g) && g.with == Some(unit))
        .map(|(id, _)| id)
}

/// Returns the line of a general's rating (CMD-06).
pub(crate) fn rating<'a>(rules: &'a OtrD6, general: &Unit) -> &'a GeneralRating {
    by!(c::CMD_06);
    let all = &rules.numbers.general;
    &all[usize::from(general.ratings[units::COMMAND]).min(all.len() - 1)]
}

/// A general who influences a unit, and whether the general is attached to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Influence {
    /// The general.
    pub general: UnitId,
    /// Whether the general is attached; if not, within three inches.
    pub attached: bool,
}

impl OtrD6 {
    /// Returns the generals free to influence a unit from nearby (CMD-02, CMD-04, GEO-14): on
    /// the table, attached to no other unit (CMD-03), of its army or division.
    fn near_general(&self, b: &Battle, unit: UnitId) -> ArrayVec<UnitId, 8> {
        by!(c::CMD_02, c::CMD_03, c::CMD_04, c::GEO_14);
        let u = b.unit(unit);
        let mut rect = None;
        let reach = self.numbers.geometry.near_general + self.numbers.stand.general_radius;
        let mut out = ArrayVec::new();
        for (id, g) in b
            .side(u.side)
            .filter(|(_, g)| !fights(g) && g.with.is_none())
        {
            let own = self.chosen.general_scope == GeneralScope::Army || g.group == u.group;
            let rect = rect.get_or_insert_with(|| self.rect(b, unit));
            if own && within(rect.distance_from(g.pose.point()).length, reach) {
                // More than eight generals near one unit add nothing: only one influences.
                let _ = out.try_push(id);
            }
        }
        out
    }

    /// Returns who influences a roll of a unit: the attached general before all others; without
    /// one, the near general who is best for the roll (CMD-12). A single
    /// near general counts even if harmful (ruling A65).
    fn influence_of(
        &self,
        b: &Battle,
        unit: UnitId,
        worth: impl Fn(&GeneralRating) -> i16,
    ) -> Option<Influence> {
        by!(c::CMD_12);
        if let Some(general) = attached(b, unit) {
            return Some(Influence {
                general,
                attached: true,
            });
        }
        let best = |id: &UnitId| (worth(rating(self, b.unit(*id))), std::cmp::Reverse(*id));
        self.near_general(b, unit)
            .into_iter()
            .max_by_key(best)
            .map(|general| Influence {
                general,
                attached: false,
            })
    }

    /// Returns what generals add to a unit's charge test: clause, value and general (CHG-04,
    /// CMD-02, CMD-03). There are two entries with the cumulative reading.
    pub(crate) fn charge_bonus(
        &self,
        b: &Battle,
        unit: UnitId,
    ) -> ArrayVec<(Clause, i16, UnitId), 2> {
        by!(c::CHG_04);
        let mut out = ArrayVec::new();
        let by_who = self.influence_of(b, unit, |g| g.charge_near);
        if let Some(Influence { general, attached }) = by_who {
            let line = rating(self, b.unit(general));
            match (attached, self.chosen.leader_charge_bonus) {
                (true, LeaderChargeBonus::Near1Attached1) => {
                    out.push((c::CMD_03, line.charge_near, general))
                }
                (true, _) => out.push((c::CMD_03, line.charge_attached, general)),
                (false, _) => out.push((c::CMD_02, line.charge_near, general)),
            }
            if attached && self.chosen.leader_charge_bonus == LeaderChargeBonus::Cumulative {
                // A general who charges along is also within three inches.
                out.push((c::CMD_02, line.charge_near, general));
            }
        }
        out
    }

    /// Returns what a general adds to a unit's morale total: clause, value and general (CMD-04,
    /// CMD-05).
    pub(crate) fn morale_modifier(
        &self,
        b: &Battle,
        unit: UnitId,
    ) -> Option<(Clause, i16, UnitId)> {
        let Influence { general, attached } = self.influence_of(b, unit, |g| g.morale_near)?;
        let line = rating(self, b.unit(general));
        Some(if attached {
            (c::CMD_05, line.morale_attached, general)
        } else {
            (c::CMD_04, line.morale_near, general)
        })
    }

    /// Returns the most an owner may add or subtract when owners choose what their generals do
    /// to morale totals (ruling A65, by switch), and the general.
    pub(crate) fn morale_choice(&self, b: &Battle, unit: UnitId) -> Option<(i16, UnitId)> {
        if self.chosen.general_morale != GeneralMorale::Chosen {
            return None;
        }
        let Influence { general, attached } = self.influence_of(b, unit, |g| g.morale_near)?;
        let of = |g: &GeneralRating| {
            if attached {
                g.morale_attached
            } else {
                g.morale_near
            }
        };
        let most = self.numbers.general.iter().map(of).max().unwrap_or(0);
        Some((most, general))
    }

    /// Returns what an exceptional general attached to a unit adds in melee (MEL-06,
    /// CMD-06).
    pub(crate) fn melee_bonus(&self, b: &Battle, unit: UnitId) -> Option<(Clause, i16, UnitId)> {
        let general = attached(b, unit)?;
        let value = rating(self, b.unit(general)).melee_attached;
        (value != 0).then_some((c::MEL_06, value, general))
    }
}

/// What puts generals at risk (CMD-07, CMD-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peril {
    /// Fire, or a melee that the unit won.
    Plain,
    /// A melee that the unit lost (CMD-09).
    MeleeLost,
}

impl OtrD6 {
    /// Returns the generals who influence a unit that takes casualties (CMD-07, ruling A69). Call
    /// it before the casualties are applied: afterwards the unit may be gone.
    pub(crate) fn at_risk(&self, b: &Battle, unit: UnitId) -> ArrayVec<UnitId, 8> {
        by!(c::CMD_07);
        let mut out = ArrayVec::new();
        if let Some(general) = attached(b, unit) {
            out.push(general);
        } else if self.chosen.general_risk == GeneralRisk::Influencing {
            out = self.near_general(b, unit);
        }
        out
    }

    /// Rolls for each of these generals, after a volley or melee in which their
    /// unit lost at least one stand (CMD-07 to CMD-09, CMD-13).
    pub(crate) fn risk_general(
        &self,
        scene: &mut Scene,
        dice: &mut dyn Dice,
        generals: &[UnitId],
        peril: Peril,
    ) {
        by!(c::CMD_13, c::AM2);
        for &general in generals {
            if scene.unit(general).on_table() {
                let side = scene.unit(general).side;
                let whose = self.chosen.captured == Captured::Influencing
                    || scene.unit(general).with.is_some();
                let captured = peril == Peril::MeleeLost && whose;
                let fate = Fate::roll(&self.numbers, captured, side, dice);
                befall(scene, general, fate);
            }
        }
    }
}

/// Applies the outcome for a general at risk: the general stays, or is off the
/// table for some turns or for good.
fn befall(scene: &mut Scene, general: UnitId, fate: Fate) {
    let Some(line) = fate.line() else {
        return scene.told(c::CMD_07, 0, general, None);
    };
    scene.told(c::CMD_07, 1, general, None);
    scene.told(c::CMD_08, line, general, None);
    scene.join(general, None, c::CMD_08);
    match fate {
        Fate::Captured(_) => scene.become_(general, Status::Captured, c::CMD_09),
        Fate::Out(_, turns) if turns > 0 => {
            scene.set(general, marks::OUT, turns, c::CMD_14);
            scene.become_(general, Status::Expected, c::CMD_14);
        }
        _ => scene.become_(general, Status::Destroyed, c::CMD_08),
    }
}

impl OtrD6 {
    /// Counts down the turns of generals who are out; after the last one a general
    /// returns in touch with a unit of the same division (CMD-14).
    pub(crate) fn return_generals(&self, scene: &mut Scene) {
        let out: Vec<UnitId> = scene
            .all()
            .filter(|(_, u)| !fights(u) && u.status == Status::Expected && marks::OUT.of(u) > 0)
            .map(|(id, _)| id)
            .collect();
        for id in out {
            let left = marks::OUT.of(scene.unit(id)) - 1;
            let from = scene.unit(id).pose.point();
            let host = self
                .nearest_friend(scene, id, from, true)
                .or_else(|| self.nearest_friend(scene, id, from, false));
            match host {
                Some((host, _)) if left == 0 => {
                    scene.set(id, marks::OUT, 0, c::CMD_14);
                    scene.become_(id, Status::Table, c::CMD_14);
                    scene.shift(
                        id,
                        self.place_beside(scene, host, from),
                        Gait::Placed,
                        c::CMD_14,
                    );
                }
                // There is no unit to return to yet: the general waits.
                _ => scene.set(id, marks::OUT, left.max(1), c::CMD_14),
            }
        }
    }

    /// Returns the friendly fighting unit nearest to a point, with the distance.
    fn nearest_friend(
        &self,
        b: &Battle,
        general: UnitId,
        from: Point,
        own_division: bool,
    ) -> Option<(UnitId, Length)> {
        let g = b.unit(general);
        b.side(g.side)
            .filter(|(_, u)| fights(u) && (!own_division || u.group == g.group))
            .map(|(id, _)| (id, self.rect(b, id).distance_from(from).length))
            .min_by_key(|&(id, distance)| (distance, id))
    }

    /// Returns a pose in touch with a unit, on the side a general comes from.
    fn place_beside(&self, b: &Battle, host: UnitId, from: Point) -> Pose {
        let rect = self.rect(b, host);
        let radius = self.numbers.stand.general_radius;
        let facing = b.unit(host).pose.facing;
        let tape = rect.distance_from(from);
        let spot = if tape.length > radius {
            tape.to.moved(Facing::towards(tape.to, from), radius)
        } else {
            // The general is already on the unit: the place is behind its middle.
            rect.centre()
                .moved(facing.reversed(), rect.depth() / 2 + radius)
        };
        self.on_table(b, Pose::at(spot, facing))
    }

    /// Moves a general whose unit is gone, or who is ridden down, to the nearest
    /// friendly unit within ten inches; without one the general is lost (rulings A66, A69).
    fn flee_to(&self, scene: &mut Scene, general: UnitId, from: Point, lost: Status, why: Clause) {
        scene.join(general, None, why);
        match self.nearest_friend(scene, general, from, false) {
            Some((host, distance)) if within(distance, self.numbers.generals.refuge) => {
                let to = self.place_beside(scene, host, from);
                scene.shift(general, to, Gait::Withdrew, why);
            }
            _ => scene.become_(general, lost, why),
        }
    }

    /// Finds refuge for a general whose unit was destroyed or routed (ruling A69).
    pub(crate) fn seek_refuge(&self, scene: &mut Scene, general: UnitId, from: Pose) {
        self.flee_to(scene, general, from.point(), Status::Destroyed, c::CMD_13);
    }

    /// Carries the general of a unit along with a move the unit has made (CMD-11).
    pub(crate) fn carry_generals(&self, scene: &mut Scene, unit: UnitId, before: Pose) {
        let Some(general) = attached(scene, unit) else {
            return;
        };
        let (now, was) = (scene.unit(unit).pose, scene.unit(general).pose);
        let turned = was.turned_about(before.point(), before.facing.turn_to(now.facing));
        let spot = Point::new(turned.x + now.x - before.x, turned.y + now.y - before.y);
        let to = self.on_table(scene, Pose::at(spot, turned.facing));
        scene.shift(general, to, Gait::Carried, c::CMD_11);
    }

    /// Whether an attached general is in touch with the unit, in some formation and with some
    /// number of the stands that it started with. In older files a general stays in place when
    /// the unit loses stands or changes formation (AM7).
    pub(crate) fn could_touch(&self, b: &Battle, general: UnitId, host: UnitId) -> bool {
        by!(c::AM7);
        let (g, h) = (b.unit(general), b.unit(host));
        let reach = self.numbers.stand.general_radius + INCH / 10;
        let formations = self.allowed_formations(h);
        (0..32)
            .filter(|f| formations >> f & 1 == 1)
            .any(|formation| {
                (h.stands..=h.started.max(h.stands)).any(|stands| {
                    let was = Unit {
                        formation,
                        stands,
                        ..*h
                    };
                    let rect = self.rect_at(&b.setting, &was, h.pose);
                    within(rect.distance_from(g.pose.point()).length, reach)
                })
            })
    }

    /// Brings attached generals back into touch with units that have since lost stands,
    /// changed formation or been placed (CMD-11).
    pub(crate) fn close_up(&self, scene: &mut Scene) {
        by!(c::CMD_11);
        let apart: Vec<(UnitId, UnitId)> = scene
            .present()
            .filter(|(_, g)| !fights(g))
            .filter_map(|(id, g)| Some((id, g.with?)))
            .filter(|&(_, host)| scene.get(host).is_some_and(Unit::on_table))
            .filter(|&(id, host)| !self.touches_enemy(scene, id, host))
            .collect();
        for (general, host) in apart {
            let from = scene.unit(general).pose.point();
            let to = self.place_beside(scene, host, from);
            scene.shift(general, to, Gait::Carried, c::CMD_11);
        }
    }

    /// Whether a general's disc touches a unit.
    fn touches_enemy(&self, b: &Battle, general: UnitId, host: UnitId) -> bool {
        let at = b.unit(general).pose.point();
        within(
            self.rect(b, host).distance_from(at).length,
            self.numbers.stand.general_radius,
        )
    }

    /// Returns the pose, or the nearest one at which a general's disc lies on the table.
    fn on_table(&self, b: &Battle, pose: Pose) -> Pose {
        let radius = self.numbers.stand.general_radius;
        let (w, h) = (b.setting.width, b.setting.height);
        Pose::new(
            // On a table narrower than the disc, the disc ends up in the middle between both edges.
            pose.x.min(w - radius).max(radius),
            pose.y.min(h - radius).max(radius),
            pose.facing,
        )
    }

    /// Displaces or captures enemy generals who are alone on the ground that a unit has moved
    /// onto (ruling A66).
    pub(crate) fn ride_down(&self, scene: &mut Scene, mover: UnitId) {
        let side = scene.unit(mover).side.other();
        if !scene
            .side(side)
            .any(|(_, g)| !fights(g) && g.with.is_none())
        {
            return;
        }
        let rect = self.rect(scene, mover);
        let radius = self.numbers.stand.general_radius;
        let under: Vec<UnitId> = scene
            .side(side)
            .filter(|(_, g)| !fights(g) && g.with.is_none())
            .filter(|(_, g)| !within(radius, rect.distance_from(g.pose.point()).length))
            .map(|(id, _)| id)
            .collect();
        for general in under {
            let from = scene.unit(general).pose.point();
            self.flee_to(scene, general, from, Status::Captured, c::CMD_10);
        }
    }

    /// Whether a general may still take orders: to ride, or to join a unit where the ride
    /// has ended (CMD-10).
    pub(crate) fn general_is_ready(&self, b: &Battle, general: UnitId) -> bool {
        let g = b.unit(general);
        self.unfinished(b).is_none()
            && (!marks::RIDDEN.of(g) || (g.with.is_none() && !self.hosts_of(b, general).is_empty()))
    }

    /// Returns the units a general could join without moving.
    fn hosts_of(&self, b: &Battle, general: UnitId) -> Vec<UnitId> {
        let side = b.unit(general).side;
        b.side(side)
            .map(|(id, _)| id)
            .filter(|&id| self.may_join(b, general, id))
            .collect()
    }

    /// Offers a general a move, and to join or to leave a unit (CMD-10).
    pub(crate) fn offer_commander(&self, b: &Battle, general: UnitId, out: &mut Vec<Offer>) {
        let g = b.unit(general);
        let fresh = !marks::RIDDEN.of(g);
        if fresh {
            let reach = Reach {
                legs: LegSet::MARCH,
                allowance: self.numbers.generals.pace,
                spread: 0,
            };
            out.push(Offer::of(Verb::Move, general, Scope::Way(reach), c::CMD_10));
        }
        if fresh && g.with.is_some() {
            out.push(Offer::of(Verb::Leave, general, Scope::Plain, c::CMD_10));
        }
        let hosts = if g.with.is_none() {
            self.hosts_of(b, general)
        } else {
            Vec::new()
        };
        drill::offer_targets(Verb::Join, general, hosts, c::CMD_10, out);
    }

    /// Whether a general may act now: in the division's activation, between those of units
    /// (CMD-10).
    fn general_on_call(&self, b: &Battle, general: UnitId, ruling: &mut Ruling) -> bool {
        if activation::on_call(b, general, ruling)
            && let Some(busy) = self.unfinished(b)
        {
            ruling.refuse(c::CMD_10, Witness::Unit(busy));
        }
        ruling.clean()
    }

    /// Whether a general touches a friendly fighting unit that has no other
    /// general attached (CMD-10, CMD-12).
    fn may_join(&self, b: &Battle, general: UnitId, host: UnitId) -> bool {
        let (g, h) = (b.unit(general), b.unit(host));
        h.on_table()
            && h.side == g.side
            && fights(h)
            && attached(b, host).is_none()
            && self.touches_enemy(b, general, host)
    }

    /// Judges an order to a general.
    pub(crate) fn judge_commander(&self, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
        let mut ruling = Ruling::new();
        let Some(general) = order.unit() else {
            return ruling.seal(order);
        };
        self.general_on_call(b, general, &mut ruling);
        let g = b.unit(general);
        if let Order::Join { to, .. } = *order {
            // Joining ends a general's move, so it is allowed after riding too.
            let joins = g.with.is_none() && self.may_join(b, general, to);
            ruling.require(joins, c::CMD_10, || Witness::Unit(to));
            return ruling.seal(order);
        }
        ruling.require(!marks::RIDDEN.of(g), c::CMD_10, || Witness::Unit(general));
        match order {
            Order::Move { legs, .. } => self.ride(b, general, legs, &mut ruling),
            _ => {
                // Leaving starts a general's move.
                ruling.require(g.with.is_some(), c::CMD_10, || Witness::Unit(general));
            }
        }
        ruling.seal(order)
    }

    /// Judges a ride: any way of at most ten inches over anything that is not impassable.
    fn ride(&self, b: &Battle, general: UnitId, legs: &[Leg], ruling: &mut Ruling) {
        let g = b.unit(general);
        let (mut pose, mut cost) = (g.pose, 0_i32);
        ruling.require(!legs.is_empty(), c::CMD_10, || Witness::Unit(general));
        for leg in legs {
            let next = match *leg {
                Leg::March { to } if to == pose.point() => pose,
                Leg::March { to } => Pose::at(to, Facing::towards(pose.point(), to)),
                Leg::Advance { by } => pose.advanced(by.max(0)),
                Leg::Slide { towards, by } => pose.moved(towards, by.max(0)),
                Leg::Pivot { .. } | Leg::Wheel { .. } => {
                    return ruling.refuse(c::CMD_10, Witness::Unit(general));
                }
            };
            cost = cost.saturating_add(pose.point().distance(next.point()));
            let (from, to) = (
                self.rect_at(&b.setting, g, pose),
                self.rect_at(&b.setting, g, next),
            );
            let walk = Edge::new(pose.point(), next.point());
            if let Some(feature) =
                terrain::barrier(b, &crate::geometry::room(&from, &to), &walk, true)
            {
                ruling.refuse(
                    c::CMD_10,
                    Witness::Terrain {
                        feature: u8::try_from(feature).unwrap_or(u8::MAX),
                        at: next.point(),
                    },
                );
            }
            ruling.require(b.setting.holds(&to), c::CMD_10, || Witness::Place(next));
            pose = next;
            ruling.step(pose);
        }
        let pace = self.numbers.generals.pace;
        ruling.price(cost, pace);
        ruling.require(within(cost, pace), c::CMD_10, || Witness::Length {
            asked: cost,
            allowed: pace,
        });
    }

    /// Resolves an order to a general.
    pub(crate) fn command(&self, legal: &Legal, scene: &mut Scene, _dice: &mut dyn Dice) {
        match *legal.order() {
            Order::Join { unit, to } => {
                scene.join(unit, Some(to), c::CMD_10);
                scene.set(unit, marks::RIDDEN, true, c::CMD_10);
            }
            Order::Leave { unit } => scene.join(unit, None, c::CMD_10),
            Order::Move { unit, .. } => {
                scene.join(unit, None, c::CMD_10);
                if let Some(&to) = legal.path().last() {
                    scene.shift(unit, to, Gait::Moved, c::CMD_10);
                }
                scene.set(unit, marks::RIDDEN, true, c::CMD_10);
            }
            _ => {}
        }
    }
}
