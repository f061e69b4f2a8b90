//! Movement (section 6): the Move action of lines, columns and batteries, and
//! the change of facing.

use crate::activation::{self, Act};
use crate::contact::Poses;
use crate::marks::{self, Deed};
use crate::switches::{BackStep, RoughTerrain, VoluntaryPassThrough};
use crate::units::{self, Body};
use crate::wheel::Wheel;
use crate::{OtrD6, c, formations, geometry, space, terrain};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Clause, Dice, Gait, Hand, Leg, LegSet, Legal, Legs, Offer, Order, Reach, Refusals,
    Ruling, Scene, Scope, Set, Side, Unit, UnitId, Verb, Witness,
};
use sandtable_geometry::{Anchor, Edge, Facing, Length, Point, Pose, Rect, within};

/// How a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Lines: straight, or a wheel and straight (MOVE-07).
    Line,
    /// Columns: head first along a way (MOVE-08).
    Column,
    /// Batteries: limbered like a column, or hauled by hand (MOVE-09).
    Battery,
}

const fn style(u: &Unit) -> Style {
    match u.kind {
        units::ARTILLERY => Style::Battery,
        _ if units::in_column(u) => Style::Column,
        _ => Style::Line,
    }
}

/// Whether a unit moves as one file: a column or a battery.
pub(crate) const fn is_one_file(u: &Unit) -> bool {
    !matches!(style(u), Style::Line)
}

/// Places in the table of rates (MOVE-01).
const LIMBERED: usize = 3;
const HAULED: usize = 4;

const fn rate(u: &Unit) -> usize {
    match u.kind {
        units::ARTILLERY => LIMBERED,
        units::CAVALRY if units::on_foot(u) => 1,
        units::CAVALRY => 2,
        _ => 0,
    }
}

impl OtrD6 {
    /// Returns what a Move action of a unit may cost off the road (MOVE-01, MOVE-02,
    /// MOVE-04, DISM-04).
    pub(crate) fn allowance(&self, u: &Unit) -> Length {
        by!(c::MOVE_01, c::MOVE_02, c::MOVE_04, c::DISM_04);
        let line = &self.numbers.rates[rate(u)];
        if units::in_column(u) {
            line.column.unwrap_or(line.base)
        } else {
            line.base
        }
    }

    /// Returns what a Move action may cost if it follows a road all the way (MOVE-03, MOVE-05,
    /// MOVE-06).
    fn road_allowance(&self, u: &Unit) -> Option<Length> {
        by!(c::MOVE_03, c::MOVE_05, c::MOVE_06);
        if style(u) == Style::Line {
            None
        } else {
            self.numbers.rates[rate(u)].road
        }
    }

    /// Offers a unit a Move and a change of facing.
    pub(crate) fn offer_moves(&self, b: &Battle, unit: UnitId, out: &mut Vec<Offer>) {
        let mut ruling = Ruling::new();
        if self.may_act(b, unit, Act::Move, &mut ruling) {
            self.offer_ways(b, unit, out);
        }
        let mut ruling = Ruling::new();
        if self.may_act(b, unit, Act::Turn, &mut ruling) {
            out.push(Offer::of(
                Verb::Face,
                unit,
                Scope::Facing(0x8000),
                c::FACE_01,
            ));
        }
    }

    fn offer_ways(&self, b: &Battle, unit: UnitId, out: &mut Vec<Offer>) {
        let u = b.unit(unit);
        let mut offer = |legs, allowance, spread, clause| {
            out.push(Offer::of(
                Verb::Move,
                unit,
                Scope::Way(Reach {
                    legs,
                    allowance,
                    spread,
                }),
                clause,
            ));
        };
        let here = Edge::new(u.pose.point(), u.pose.point());
        let along = self.road_allowance(u).filter(|_| self.on_road(b, &[here]));
        let far = along.unwrap_or_else(|| self.allowance(u));
        let straight = LegSet::ADVANCE.and(LegSet::SLIDE);
        match style(u) {
            Style::Line => {
                let back = self.chosen.back_step == BackStep::HalfRate;
                let spread = if back {
                    0x8000
                } else {
                    self.numbers.movement.oblique_angle
                };
                offer(straight.and(LegSet::WHEEL), far, spread, c::MOVE_07);
            }
            Style::Column => offer(LegSet::MARCH, far, 0, c::MOVE_08),
            Style::Battery => {
                let near = self.numbers.movement.battery_fire_move_max;
                let far = if marks::SHOTS.of(u) > 0 { near } else { far };
                offer(LegSet::MARCH, far, 0, c::MOVE_09);
                offer(
                    LegSet::SLIDE,
                    self.numbers.rates[HAULED].base,
                    0x8000,
                    c::MOVE_09,
                );
            }
        }
    }

    /// Judges a Move or a change of facing.
    pub(crate) fn judge_move_or_facing(
        &self,
        b: &Battle,
        order: &Order,
        mut ruling: Ruling,
    ) -> Result<Legal, Refusals> {
        match order {
            Order::Move { unit, legs } => {
                self.may_act(b, *unit, Act::Move, &mut ruling);
                if b.unit(*unit).on_table() {
                    self.judge_move(b, *unit, legs, &mut ruling);
                }
            }
            Order::Face { unit, to } => {
                self.may_act(b, *unit, Act::Turn, &mut ruling);
                if b.unit(*unit).on_table() {
                    self.judge_face(b, *unit, *to, &mut ruling);
                }
            }
            _ => ruling.refuse(sandtable_battle::c::NOT_IN_THESE_RULES, Witness::Plain),
        }
        ruling.seal(order)
    }
}

/// A Move that is being checked, leg by leg.
struct Walk<'a> {
    rules: &'a OtrD6,
    b: &'a Battle,
    unit: UnitId,
    body: Body,
    pose: Pose,
    cost: Length,
    /// The way of the head so far, as long as it may be along a road.
    way: Option<Vec<Edge>>,
    /// Friends that the way passed through, where a switch allows it.
    passed: Vec<UnitId>,
}

impl OtrD6 {
    fn judge_move(&self, b: &Battle, unit: UnitId, legs: &Legs, ruling: &mut Ruling) {
        by!(c::MOVE_12);
        let u = b.unit(unit);
        if let Some(clause) = self.wrong_legs(u, legs, ruling) {
            return ruling.refuse(clause, Witness::Unit(unit));
        }
        if ruling.settled() {
            return;
        }
        let road = self.road_allowance(u);
        let mut walk = Walk::of(self, b, unit);
        for leg in legs {
            walk.leg(leg, ruling);
            if ruling.settled() {
                return;
            }
            ruling.step(walk.pose);
        }
        let Walk {
            cost,
            pose,
            ref body,
            ref way,
            ..
        } = walk;
        // If the way is blocked, its sweep has already named what stands at the end.
        if ruling.clean() {
            self.require_clear_end(b, body, pose, ruling);
        }
        let hauled = style(u) == Style::Battery && matches!(legs[0], Leg::Slide { .. });
        let (allowed, clause) = match road {
            _ if hauled => (self.numbers.rates[HAULED].base, c::MOVE_09),
            Some(road) if way.as_ref().is_some_and(|way| self.along(b, u, way)) => {
                (road, c::MOVE_01)
            }
            _ => (self.allowance(u), c::MOVE_01),
        };
        ruling.price(cost, allowed);
        ruling.require(within(cost, allowed), clause, || Witness::Length {
            asked: cost,
            allowed,
        });
        if style(u) == Style::Battery && marks::SHOTS.of(u) > 0 {
            let most = self.numbers.movement.battery_fire_move_max;
            ruling.require(within(cost, most), c::MOVE_11, || Witness::Length {
                asked: cost,
                allowed: most,
            });
        }
    }

    /// Whether the whole of a Move is along a road (MOVE-03). For a Move without a way, it is
    /// whether the unit stands on a road.
    fn along(&self, b: &Battle, u: &Unit, way: &[Edge]) -> bool {
        let here = [Edge::new(u.pose.point(), u.pose.point())];
        self.on_road(b, if way.is_empty() { &here } else { way })
    }

    /// Returns the clause against legs that a unit cannot use at all; angles that are too
    /// wide go to the ruling.
    fn wrong_legs(&self, u: &Unit, legs: &Legs, ruling: &mut Ruling) -> Option<Clause> {
        let negative =
            |leg: &Leg| matches!(leg, Leg::Advance { by } | Leg::Slide { by, .. } if *by < 0);
        let way = legs
            .iter()
            .all(|leg| matches!(leg, Leg::March { .. } | Leg::Advance { .. }));
        let (fits, clause) = match style(u) {
            Style::Line => (
                matches!(
                    legs[..],
                    [Leg::Advance { .. } | Leg::Slide { .. } | Leg::Wheel { .. }]
                        | [Leg::Wheel { .. }, Leg::Advance { .. }]
                ),
                c::MOVE_07,
            ),
            Style::Column => (way, c::MOVE_08),
            Style::Battery => (way || matches!(legs[..], [Leg::Slide { .. }]), c::MOVE_09),
        };
        if !fits || legs.is_empty() || legs.iter().any(negative) {
            return Some(clause);
        }
        if style(u) == Style::Line {
            self.angles(u, &legs[0], ruling);
        }
        None
    }

    /// Checks the angle of a leg: a line goes straight within 45 degrees of its facing, or wheels
    /// by at most 90 (MOVE-07).
    fn angles(&self, u: &Unit, leg: &Leg, ruling: &mut Ruling) {
        let (asked, allowed) = match *leg {
            Leg::Slide { towards, .. } if !self.is_back_step(u, towards) => (
                u.pose.facing.turn_to(towards).abs(),
                self.numbers.movement.oblique_angle,
            ),
            Leg::Wheel { by, .. } => (i32::from(by), self.numbers.movement.wheel_angle_max),
            _ => return,
        };
        ruling.require(asked <= allowed, c::MOVE_07, || Witness::Angle {
            asked,
            allowed,
        });
    }

    /// Whether a slide is a backward step that a switch allows (ruling A16).
    fn is_back_step(&self, u: &Unit, towards: Facing) -> bool {
        let off = u.pose.facing.reversed().turn_to(towards).abs();
        self.chosen.back_step == BackStep::HalfRate && off <= self.numbers.movement.oblique_angle
    }
}

impl<'a> Walk<'a> {
    fn of(rules: &'a OtrD6, b: &'a Battle, unit: UnitId) -> Self {
        let u = b.unit(unit);
        Self {
            rules,
            b,
            unit,
            body: activation::together(b, unit, Act::Move),
            pose: u.pose,
            cost: 0,
            way: rules.road_allowance(u).is_some().then(Vec::new),
            passed: Vec::new(),
        }
    }

    /// Checks one leg: adds its cost, and requires a clear way.
    fn leg(&mut self, leg: &Leg, ruling: &mut Ruling) {
        match *leg {
            Leg::Advance { by } => self.straight(self.pose, self.pose.advanced(by), by, ruling),
            Leg::Slide { towards, by } => {
                let twice = self.rules.is_back_step(self.b.unit(self.unit), towards);
                let cost = if twice { by.saturating_mul(2) } else { by };
                self.straight(self.pose, self.pose.moved(towards, by), cost, ruling);
            }
            Leg::March { to } if to == self.pose.point() => {}
            Leg::March { to } => {
                let start = self.pose.facing(Facing::towards(self.pose.point(), to));
                let distance = self.pose.point().distance(to);
                self.straight(start, Pose::at(to, start.facing), distance, ruling);
            }
            Leg::Wheel { hand, by } => self.wheel(hand, by, ruling),
            Leg::Pivot { .. } => {}
        }
    }

    fn straight(&mut self, start: Pose, end: Pose, cost: Length, ruling: &mut Ruling) {
        let walk = Edge::new(start.point(), end.point());
        let slow = match self.rules.chosen.rough_terrain {
            RoughTerrain::Free => 0,
            // Each inch of rough ground costs double.
            RoughTerrain::HalfRate => terrain::rough(self.b, &walk).min(cost),
        };
        self.cost = self.cost.saturating_add(cost).saturating_add(slow);
        if let Some(way) = &mut self.way {
            way.push(walk);
        }
        self.sweep(start, end, &walk, ruling);
        self.pose = end;
    }

    /// Checks a wheel, which costs the arc of the outer front corner (MOVE-07). It is tested at
    /// every heading on the way, for every brigade of the body.
    fn wheel(&mut self, hand: Hand, by: u16, ruling: &mut Ruling) {
        let rect = self
            .rules
            .rect_at(&self.b.setting, self.b.unit(self.unit), self.pose);
        let (left, right) = rect.front_edge().ends();
        let (hub, sign) = match hand {
            Hand::Left => (left, -1),
            Hand::Right => (right, 1),
        };
        let (by, start) = (i32::from(by).min(0x8000), self.pose);
        self.cost = self.cost.saturating_add(Facing::arc(by, rect.frontage()));
        self.way = None;
        let (rules, b, body) = (self.rules, self.b, self.body.clone());
        for (rank, &member) in body.iter().enumerate() {
            let at = |step: i32| {
                let lead = start.turned_about(hub, sign * step);
                let pose = if rank == 0 {
                    lead
                } else {
                    rules.formed_up(b, &body, lead)[rank]
                };
                rules.rect_at(&b.setting, b.unit(member), pose)
            };
            let wheel = Wheel {
                hub: (rank == 0).then_some(hand),
                reach: at(0)
                    .corners()
                    .map(|p| p.distance(hub))
                    .into_iter()
                    .max()
                    .unwrap_or(0)
                    + 2,
                by,
                at: &at,
            };
            self.turn_one(member, &wheel, ruling);
        }
        self.pose = start.turned_about(hub, sign * by);
    }

    /// Checks the wheel of one brigade: clear of units and of impassable ground, and
    /// on the table.
    fn turn_one(&mut self, member: UnitId, wheel: &Wheel, ruling: &mut Ruling) {
        by!(c::GEO_12);
        let (rules, b) = (self.rules, self.b);
        let (from, to) = ((wheel.at)(0), (wheel.at)(wheel.by));
        let gap = rules.numbers.movement.enemy_gap;
        let side = b.unit(member).side;
        for (id, other, rect) in near(rules, b, &self.body.clone(), &from, &to, gap) {
            if wheel.keeps_clear_of(&rect, if other.side == side { 0 } else { gap }) {
                continue;
            }
            let too_near = rules.bar_way(b, member, other, rect);
            if wheel.first(&too_near).is_some() {
                self.meets(side, (id, other, rect), ruling);
            }
        }
        let ground = |rect: &Rect| {
            let middle = rect.front_middle();
            let here = Edge::new(middle, middle);
            terrain::barrier(b, &geometry::room(rect, rect), &here, false)
        };
        if let Some(step) = wheel.first(&|rect| ground(rect).is_some()) {
            let rect = (wheel.at)(step);
            let feature = u8::try_from(ground(&rect).unwrap_or(0)).unwrap_or(u8::MAX);
            let at = rect.front_middle();
            ruling.refuse(c::MOVE_15, Witness::Terrain { feature, at });
        }
        if let Some(step) = wheel.first(&|rect| !b.setting.holds(rect)) {
            ruling.refuse(
                c::MOVE_15,
                Witness::Place((wheel.at)(step).pose(Anchor::Front)),
            );
        }
    }

    /// Notes a unit that the way leads too near to: an enemy bars it (MOVE-13), and
    /// so does a friend (MOVE-14) unless a switch allows passing through friends.
    fn meets(&mut self, side: Side, (by, other, rect): (UnitId, &Unit, Rect), ruling: &mut Ruling) {
        let at = rect.centre();
        if other.side != side {
            ruling.refuse(c::MOVE_13, Witness::Blocked { by, at });
        } else if self.rules.chosen.voluntary_pass_through == VoluntaryPassThrough::Forbidden {
            ruling.refuse(c::MOVE_14, Witness::Blocked { by, at });
        } else if !self.passed.contains(&by) {
            self.passed.push(by);
        }
    }

    /// Checks one straight piece of the way, for every brigade of the body (GEO-12).
    fn sweep(&mut self, start: Pose, end: Pose, walk: &Edge, ruling: &mut Ruling) {
        by!(c::GEO_12);
        if self.body.len() == 1 {
            return self.sweep_one(self.unit, start, end, walk, ruling);
        }
        let at = |lead| -> Poses { self.rules.formed_up(self.b, &self.body, lead) };
        let (from, to) = (at(start), at(end));
        for ((member, from), to) in self.body.clone().into_iter().zip(from).zip(to) {
            self.sweep_one(member, from, to, walk, ruling);
        }
    }

    fn sweep_one(
        &mut self,
        member: UnitId,
        start: Pose,
        end: Pose,
        walk: &Edge,
        ruling: &mut Ruling,
    ) {
        let (rules, b) = (self.rules, self.b);
        let u = b.unit(member);
        let (from, to) = (
            rules.rect_at(&b.setting, u, start),
            rules.rect_at(&b.setting, u, end),
        );
        let room = geometry::room(&from, &to);
        let gap = rules.numbers.movement.enemy_gap;
        let body = self.body.clone();
        for (id, other, rect) in near(rules, b, &body, &from, &to, gap) {
            let blocked = if other.side == u.side || rules.was_near(b, member, &rect) {
                room.overlaps(&rect)
            } else {
                geometry::closer_than(&room, &rect, gap)
            };
            if blocked {
                self.meets(u.side, (id, other, rect), ruling);
            }
        }
        let one_file = is_one_file(u);
        if let Some(feature) = terrain::barrier(b, &room, walk, one_file) {
            let feature = u8::try_from(feature).unwrap_or(u8::MAX);
            ruling.refuse(
                c::MOVE_15,
                Witness::Terrain {
                    feature,
                    at: end.point(),
                },
            );
        }
        ruling.require(b.setting.holds(&to), c::MOVE_15, || Witness::Place(end));
    }
}

impl OtrD6 {
    /// Whether a brigade is already nearer to an enemy than it may come: it may still
    /// move away.
    fn was_near(&self, b: &Battle, member: UnitId, enemy: &Rect) -> bool {
        let own = self.rect(b, member);
        let gap = self.numbers.movement.enemy_gap;
        geometry::nearer_than(&own, enemy, gap)
    }

    /// Returns a test for ground that a brigade may not cover because of another unit.
    fn bar_way(
        &self,
        b: &Battle,
        member: UnitId,
        other: &Unit,
        rect: Rect,
    ) -> impl Fn(&Rect) -> bool {
        let gap = self.numbers.movement.enemy_gap;
        let only_upon = other.side == b.unit(member).side || self.was_near(b, member, &rect);
        move |own| {
            if only_upon {
                own.overlaps(&rect)
            } else {
                geometry::nearer_than(own, &rect, gap)
            }
        }
    }
}

/// Returns the fighting units outside of a body that a move from one footprint to another
/// could come near. Units farther off than all sizes added up are left out.
fn near<'a>(
    rules: &'a OtrD6,
    b: &'a Battle,
    body: &'a [UnitId],
    from: &Rect,
    to: &Rect,
    gap: Length,
) -> impl Iterator<Item = (UnitId, &'a Unit, Rect)> {
    let (a, z) = (from.centre(), to.centre());
    let half = |rect: &Rect| i64::from(rect.frontage() + rect.depth()) / 2;
    let middle = a.middle(z);
    let own = half(from) + i64::from(a.distance(z)) / 2 + i64::from(gap) + 10;
    // A pose is the middle of the front: the centre is half the depth behind it.
    let far = own + i64::from(rules.girth(b)) + 10;
    let apart = move |p: Point| {
        let (x, y) = (
            i64::from(p.x) - i64::from(middle.x),
            i64::from(p.y) - i64::from(middle.y),
        );
        x * x + y * y
    };
    b.about(middle, Length::try_from(far).unwrap_or(Length::MAX))
        .filter(move |&(id, u)| units::fights(u) && !body.contains(&id))
        .map(move |(id, u)| (id, u, rules.rect(b, id)))
        .filter(move |(_, _, rect)| {
            let reach = own + half(rect);
            apart(rect.centre()) <= reach * reach
        })
}

impl OtrD6 {
    /// Requires that a move ends clear of friends (MOVE-14) and keeps the gap to enemies
    /// (MOVE-13), whatever it may have passed.
    fn require_clear_end(&self, b: &Battle, body: &Body, end: Pose, ruling: &mut Ruling) {
        let places = self.formed_up(b, body, end);
        for (&member, place) in body.iter().zip(&places) {
            let u = b.unit(member);
            let rect = self.rect_at(&b.setting, u, *place);
            let gap = self.numbers.movement.enemy_gap;
            for (id, other, theirs) in near(self, b, body, &rect, &rect, gap) {
                let (blocked, clause) = if other.side == u.side {
                    (rect.overlaps(&theirs), c::MOVE_14)
                } else {
                    (geometry::nearer_than(&rect, &theirs, gap), c::MOVE_13)
                };
                ruling.require(!blocked, clause, || Witness::Blocked {
                    by: id,
                    at: theirs.centre(),
                });
            }
        }
    }

    /// Judges a change of facing: any angle about the centre, if the place is clear
    /// (FACE-01).
    fn judge_face(&self, b: &Battle, unit: UnitId, to: Facing, ruling: &mut Ruling) {
        let u = b.unit(unit);
        let pose = self.faced(b, unit, to);
        let rect = self.rect_at(&b.setting, u, pose);
        if let Some(by) = self.obstruction(b, unit, &rect) {
            ruling.refuse(
                c::FACE_01,
                Witness::Blocked {
                    by,
                    at: pose.point(),
                },
            );
        }
        let gap = self.numbers.movement.enemy_gap;
        for (id, other, theirs) in near(self, b, &[unit], &rect, &rect, gap) {
            let blocked = other.side != u.side && geometry::nearer_than(&rect, &theirs, gap);
            ruling.require(!blocked, c::FACE_01, || Witness::Blocked {
                by: id,
                at: theirs.centre(),
            });
        }
        if let Some(feature) = space::barred(b, &rect) {
            ruling.refuse(
                c::FACE_01,
                Witness::Terrain {
                    feature,
                    at: pose.point(),
                },
            );
        }
        ruling.require(b.setting.holds(&rect), c::FACE_01, || Witness::Place(pose));
        ruling.step(pose);
    }

    /// Returns the pose of a unit that pivots on its centre.
    pub(crate) fn faced(&self, b: &Battle, unit: UnitId, to: Facing) -> Pose {
        let rect = self.rect(b, unit);
        Rect::centred(Pose::at(rect.centre(), to), rect.frontage(), rect.depth())
            .pose(Anchor::Front)
    }

    /// Resolves a Move or a change of facing.
    pub(crate) fn move_or_face(&self, legal: &Legal, scene: &mut Scene, _dice: &mut dyn Dice) {
        let Some(&to) = legal.path().last() else {
            return;
        };
        match legal.order() {
            Order::Move { unit, legs } => self.make_move(scene, *unit, legs, to, legal.cost()),
            Order::Face { unit, .. } => {
                activation::open(scene, *unit);
                formations::leave_wave(scene, *unit);
                let before = scene.unit(*unit).pose;
                scene.shift(*unit, to, Gait::Turned, c::FACE_01);
                self.carry_generals(scene, *unit, before);
                self.ride_down(scene, *unit);
                self.spend(scene, *unit, 1, Set::of(&[Deed::Turned]), c::FACE_01);
            }
            _ => {}
        }
    }

    fn make_move(&self, scene: &mut Scene, unit: UnitId, legs: &Legs, to: Pose, cost: Length) {
        by!(c::MOVE_10, c::MOVE_11, c::FORM_15);
        activation::open(scene, unit);
        if scene.unit(unit).with.is_some() {
            formations::leave_wave(scene, unit);
        }
        self.mark_the_passed(scene, unit, legs);
        let body = activation::together(scene, unit, Act::Move);
        let places = self.formed_up(scene, &body, to);
        let (gait, why) = match (style(scene.unit(unit)), &legs[0]) {
            (Style::Line, Leg::Wheel { .. }) => (Gait::Wheeled, c::MOVE_07),
            (Style::Line, _) => (Gait::Moved, c::MOVE_07),
            (Style::Column, _) => (Gait::Moved, c::MOVE_08),
            (Style::Battery, _) => (Gait::Moved, c::MOVE_09),
        };
        let battery = scene.unit(unit).kind == units::ARTILLERY;
        let far = battery && !within(cost, self.numbers.movement.battery_fire_move_max);
        let deeds = Set::of(if far {
            &[Deed::Moved, Deed::Far]
        } else {
            &[Deed::Moved]
        });
        for (&member, &place) in body.iter().zip(&places) {
            let before = scene.unit(member).pose;
            scene.shift(member, place, gait, why);
            self.carry_generals(scene, member, before);
            self.ride_down(scene, member);
            self.spend(scene, member, 1, deeds, why);
        }
    }

    /// Gives a marker to friends that a move passes through, where a switch allows that
    /// (ruling A17).
    fn mark_the_passed(&self, scene: &mut Scene, unit: UnitId, legs: &Legs) {
        if self.chosen.voluntary_pass_through != VoluntaryPassThrough::Marker {
            return;
        }
        let mut walk = Walk::of(self, scene.battle(), unit);
        for leg in legs {
            walk.leg(leg, &mut Ruling::new());
        }
        for id in walk.passed {
            scene.set(id, marks::MARKER, true, c::MOVE_14);
        }
    }
}
