//! Movement (sections Movement, Turning and wheeling): half moves, advances, turns, wheels.

use crate::marks::{self, Check, Driven};
use crate::{Favorite, c, turn};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Far, Gait, Hand, Leg, LegSet, Legal, Legs, Naming, Offer, Order, Reach, Refusals,
    Ruling, Scene, Scope, UnitId, Verb, Witness, c as table, pack,
};
use sandtable_drill as drill;
use sandtable_geometry::{
    Edge, Facing, Length, Point, Pose, Rect, Swing, TOLERANCE, Trail, within,
};

/// Parts of a whole move that may be lost to rounding.
pub(crate) const SLACK: i32 = marks::WHOLE / 8000;

/// Cost of a way.
#[derive(Clone, Copy, Debug, Default)]
struct Bill {
    /// Parts of [`marks::WHOLE`] that the way uses.
    parts: i32,
    /// Free turns it makes, in 1/65536 turn.
    turned: i32,
    /// Number of turns that cost half a move each.
    turns: u8,
    /// Whether the unit goes anywhere, or turns at a cost (TURN-06).
    paid: bool,
    /// Whether the way uses the bonus of a road.
    roaded: bool,
}

pack! { Bill { parts, turned, turns, paid, roaded } }

/// A way as a unit walks it, leg by leg.
struct Walk<'a> {
    rules: &'a Favorite,
    b: &'a Battle,
    id: UnitId,
    pose: Pose,
    bill: Bill,
    by_road: bool,
}

/// Converts a length into parts of a whole move, for an allowance, rounded to the nearest.
pub(crate) fn parts(length: Length, allowance: Length) -> i32 {
    let whole = i64::from(length) * i64::from(marks::WHOLE);
    let allowance = i64::from(allowance.max(1));
    i32::try_from((whole + allowance / 2) / allowance).unwrap_or(i32::MAX)
}

/// Converts parts of a whole move into a length, for an allowance.
pub(crate) fn length_of(parts: i32, allowance: Length) -> Length {
    let length = i64::from(parts) * i64::from(allowance) / i64::from(marks::WHOLE);
    Length::try_from(length).unwrap_or(Length::MAX)
}

impl Favorite {
    /// Returns what is left of a unit's move, in parts of [`marks::WHOLE`] (MOVE-06, MOVE-08).
    pub(crate) fn left(&self, b: &Battle, id: UnitId) -> i32 {
        by!(c::MOVE_06);
        let u = b.unit(id);
        let spent = i32::from(marks::SPENT.of(u));
        let all = match marks::CHECK.of(u) {
            Check::Halted | Check::Rallied => 0,
            Check::HalfMove => marks::WHOLE / 2,
            Check::None | Check::Due | Check::WentBack | Check::FullMove => marks::WHOLE,
        };
        (all - spent).max(0)
    }

    /// Judges whether a unit may make a voluntary step now.
    pub(crate) fn judge_step(&self, b: &Battle, id: UnitId, r: &mut Ruling) -> bool {
        let u = b.unit(id);
        let here = || Witness::Unit(id);
        r.require(turn::is_movement(&b.cursor), table::NOT_NOW, here);
        r.require(u.on_table(), table::GONE, || Witness::Absent(id, u.status));
        if !u.on_table() {
            return false;
        }
        let marked = self.owes_check(b, id);
        let driven = marks::DRIVEN.of(u) != Driven::No;
        r.require(!driven, c::MOVE_09, here);
        r.require(!marked || driven, c::MOR_01, here);
        let check = marks::CHECK.of(u);
        let halted = check.halts();
        let why = if check == Check::Halted {
            c::MOR_07
        } else {
            c::MOR_08
        };
        r.require(!halted, why, here);
        let finished = marks::MOVED.of(u).over() && !driven && !halted;
        r.require(!finished, c::TURN_02, here);
        if let Some((foe, _)) = self.touching(b, id).next() {
            r.refuse(c::MOVE_11, Witness::Unit(foe));
        }
        r.clean()
    }

    /// Offers a unit the ways it may move.
    pub(crate) fn offer_moves(&self, b: &Battle, id: UnitId, named: Naming, out: &mut Vec<Offer>) {
        if !self.judge_step(b, id, &mut Ruling::new()) {
            return;
        }
        let (u, left) = (b.unit(id), self.left(b, id));
        let free = self.free_turn_left(b, id);
        let turns = left + SLACK >= marks::WHOLE / 2;
        let by_road = self.may_use_road(b, id);
        let allowance = length_of(left, self.allowance(u, by_road));
        if allowance > TOLERANCE || turns || free > 0 {
            let mut legs = LegSet::ADVANCE.and(LegSet::WHEEL);
            if turns || free > 0 {
                legs = legs.and(LegSet::PIVOT);
            }
            let mut reach = Reach {
                legs,
                allowance,
                spread: 0,
            };
            if self.chosen.oblique {
                reach.legs = reach.legs.and(LegSet::SLIDE);
                reach.spread = self.numbers.movement.oblique;
            }
            out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::MOVE_10));
        }
        if turns || free > 0 {
            let most = if turns { 0x8000 } else { free };
            let why = if turns { c::TURNING_01 } else { c::TURNING_02 };
            out.push(Offer::of(Verb::Face, id, Scope::Facing(most), why));
        }
        self.offer_formations(b, id, named, out);
    }

    /// Returns what is left of the free turn of skirmishers (TURNING-02, TURNING-03).
    fn free_turn_left(&self, b: &Battle, id: UnitId) -> i32 {
        by!(c::TURNING_02, c::TURNING_03, c::TURNING_06);
        let u = b.unit(id);
        let free = Self::skirmishes(u) || (self.chosen.light_turns_free && self.kind(u).light);
        if !free || self.guns(u) || marks::CHECK.of(u).halts() {
            return 0;
        }
        (self.numbers.movement.free_turn - i32::from(marks::TURNED.of(u))).max(0)
    }

    /// Whether a unit may still use a road's bonus: it stands where it began the turn, or has kept
    /// to the road (MOVE-03).
    fn may_use_road(&self, b: &Battle, id: UnitId) -> bool {
        let u = b.unit(id);
        if self.allowance(u, true) == self.allowance(u, false) {
            return false;
        }
        let here = u.pose.point();
        let began = self.began_at(b, id) == here || marks::MOVED.of(u).by_road();
        began && Self::along_road(b, &Edge::new(here, here))
    }

    /// Returns where a unit's centre was when its turn began (CHG-04).
    pub(crate) fn began_at(&self, b: &Battle, id: UnitId) -> Point {
        let u = b.unit(id);
        let (Far(east), Far(north)) = (marks::CAME_EAST.of(u), marks::CAME_NORTH.of(u));
        Point::new(u.pose.x - east, u.pose.y - north)
    }

    /// Records how far a unit has come this turn.
    pub(crate) fn note_way(&self, scene: &mut Scene, id: UnitId, began: Point) {
        let at = scene.unit(id).pose;
        scene.set(id, marks::CAME_EAST, Far(at.x - began.x), c::CHG_04);
        scene.set(id, marks::CAME_NORTH, Far(at.y - began.y), c::CHG_04);
    }

    /// Judges a move or a turn.
    pub(crate) fn judge_move(
        &self,
        b: &Battle,
        order: &Order,
        mut r: Ruling,
    ) -> Result<Legal, Refusals> {
        match *order {
            Order::Move { unit, ref legs } => self.judge_way(b, unit, legs, &mut r),
            Order::Face { unit, to } => {
                let legs: Legs = [Leg::Pivot { to }].into_iter().collect();
                self.judge_way(b, unit, &legs, &mut r);
            }
            _ => {}
        }
        r.seal(order)
    }

    /// Judges a way: each leg, its cost, and where it ends.
    fn judge_way(&self, b: &Battle, id: UnitId, legs: &Legs, r: &mut Ruling) {
        if !self.judge_step(b, id, r) {
            return;
        }
        let u = b.unit(id);
        let mut walk = Walk {
            rules: self,
            b,
            id,
            pose: u.pose,
            bill: Bill::default(),
            by_road: self.may_use_road(b, id),
        };
        walk.by_road = walk.by_road && walk.keeps_to_road(legs);
        if marks::MOVED.of(u).by_road() && !walk.by_road {
            r.refuse(c::MOVE_03, Witness::Unit(id));
        }
        self.one_thing(b, id, legs, r);
        for leg in legs {
            walk.leg(leg, r);
            if r.settled() {
                return;
            }
            r.step(walk.pose);
        }
        let Walk {
            pose,
            bill,
            by_road,
            ..
        } = walk;
        // A way that changes nothing is not a move.
        r.require(pose != u.pose, c::MOVE_06, || Witness::Unit(id));
        let left = self.left(b, id);
        let allowance = self.allowance(u, by_road);
        let (asked, allowed) = (length_of(bill.parts, allowance), length_of(left, allowance));
        r.require(within(asked, allowed), c::MOVE_06, || Witness::Length {
            asked,
            allowed,
        });
        if r.settled() {
            return;
        }
        self.judge_end_of_way(b, id, pose, &walk_of(u.pose, pose), r);
        let parts = bill.parts.min(left);
        r.price(asked, allowed).found(&Bill { parts, ..bill });
    }

    /// Requires that a unit with half a move does one thing only (MOVE-08).
    fn one_thing(&self, b: &Battle, id: UnitId, legs: &Legs, r: &mut Ruling) {
        if marks::CHECK.of(b.unit(id)) != Check::HalfMove {
            return;
        }
        let mut free = self.free_turn_left(b, id);
        let mut facing = b.unit(id).pose.facing;
        let mut things = [false; 2];
        for leg in legs {
            if let Leg::Pivot { to } = *leg {
                let by = facing.turn_to(to).abs();
                facing = to;
                if by <= free {
                    free -= by;
                    continue;
                }
                things[0] = true;
            } else {
                things[1] = true;
            }
        }
        r.require(things != [true, true], c::MOVE_08, || Witness::Unit(id));
    }

    /// Requires that a voluntary way may end at a pose (MOVE-13, PASS-03).
    pub(crate) fn judge_end_of_way(
        &self,
        b: &Battle,
        id: UnitId,
        pose: Pose,
        walk: &Edge,
        r: &mut Ruling,
    ) {
        by!(c::PASS_03);
        let u = b.unit(id);
        let base = self.rect_at(b, u, pose);
        r.require(b.setting.holds(&base), c::MOVE_13, || Witness::Place(pose));
        if r.settled() {
            return;
        }
        if let Some(by) = self.overlapped(b, id, &base) {
            r.refuse(c::MOVE_13, Witness::blocked(b, by));
        } else if let Some(foe) = self.touched(b, id, &base)
            && self.touched(b, id, &self.rect(b, id)) != Some(foe)
        {
            r.refuse(c::MOVE_13, Witness::Unit(foe));
        }
        if let Some((at, clause)) = self.bad_ground(b, u, &base, Some(walk)) {
            r.refuse(clause, drill::ground_witness(b, at));
        }
    }

    /// Makes a move or a turn.
    pub(crate) fn make_move(&self, legal: &Legal, scene: &mut Scene) {
        let Some(id) = legal.order().unit() else {
            return;
        };
        by!(c::TURN_06, c::MOVE_07, c::SCALE_06);
        let bill: Bill = legal.found().unwrap_or_default();
        self.take_up(scene, id);
        let began = self.began_at(scene, id);
        let mut legs = legs_of(legal.order());
        for &pose in legal.path() {
            let (gait, why) = match legs.next() {
                Some(Leg::Pivot { .. }) => (Gait::Turned, c::TURNING_01),
                Some(Leg::Wheel { .. }) => (Gait::Wheeled, c::TURNING_04),
                _ => (Gait::Moved, c::MOVE_10),
            };
            scene.shift(id, pose, gait, why);
        }
        self.note_way(scene, id, began);
        let u = *scene.unit(id);
        let turned = i32::from(marks::TURNED.of(&u)).saturating_add(bill.turned);
        scene.set(id, marks::TURNED, marks::clamped(turned), c::TURNING_03);
        // Guns have no free turns: the turns they paid for are counted.
        if self.guns(&u) {
            let turns = marks::TURNS.of(&u).saturating_add(bill.turns);
            scene.set(id, marks::TURNS, turns, c::ART_08);
        }
        self.spend(scene, id, bill.parts, bill.paid.then_some(bill.roaded));
        self.part(scene, id);
        self.ride_down(scene, id);
    }

    /// Uses up a part of a unit's move; `paid` says whether it was paid for, and if so whether by
    /// road. A unit with half a move has only one paid step (MOVE-08).
    pub(crate) fn spend(&self, scene: &mut Scene, id: UnitId, parts: i32, paid: Option<bool>) {
        by!(c::MOVE_08);
        marks::use_up(scene, id, parts);
        if let Some(by_road) = paid {
            marks::has_moved(scene, id, by_road, c::TURN_06);
        }
        let u = *scene.unit(id);
        let half = paid.is_some() && marks::CHECK.of(&u) == Check::HalfMove;
        let left = length_of(self.left(scene, id), self.allowance(&u, false));
        // Skirmishers may still have a free turn (TURNING-03).
        if half || (left <= TOLERANCE && self.free_turn_left(scene, id) == 0) {
            self.finish(scene, id);
        }
    }
}

/// Returns the legs of an order; a turn is a single leg.
fn legs_of(order: &Order) -> impl Iterator<Item = Leg> + use<> {
    let legs: Legs = match order {
        Order::Move { legs, .. } => legs.clone(),
        Order::Face { to, .. } => [Leg::Pivot { to: *to }].into_iter().collect(),
        _ => Legs::new(),
    };
    legs.into_iter()
}

/// Returns the straight line between the places of two poses.
fn walk_of(from: Pose, to: Pose) -> Edge {
    Edge::new(from.point(), to.point())
}

impl Walk<'_> {
    /// Whether all legs lead along one road.
    fn keeps_to_road(&self, legs: &Legs) -> bool {
        let mut pose = self.pose;
        legs.iter().all(|leg| match *leg {
            Leg::Pivot { to } => {
                pose = pose.facing(to);
                true
            }
            Leg::Advance { by } => {
                let end = pose.advanced(by.clamp(0, 1_000_000));
                let keeps = Favorite::along_road(self.b, &walk_of(pose, end));
                pose = end;
                keeps
            }
            _ => false,
        })
    }

    /// Returns the allowance that pays for this way.
    fn allowance(&self) -> Length {
        self.rules.allowance(self.b.unit(self.id), self.by_road)
    }

    /// Walks one leg.
    fn leg(&mut self, leg: &Leg, r: &mut Ruling) {
        let (id, spread) = (self.id, self.rules.numbers.movement.oblique);
        match *leg {
            Leg::Pivot { to } => self.pivot(to, r),
            Leg::Advance { by } => self.advance(self.pose.facing, by, r),
            Leg::Slide { towards, by } if self.rules.chosen.oblique => {
                let asked = self.pose.facing.turn_to(towards).abs();
                r.require(asked <= spread, c::MOVE_10, || Witness::Angle {
                    asked,
                    allowed: spread,
                });
                self.advance(towards, by, r);
            }
            Leg::Slide { .. } | Leg::March { .. } => r.refuse(c::MOVE_10, Witness::Unit(id)),
            Leg::Wheel { hand, by } => self.wheel(hand, by, r),
        }
    }

    /// Judges a turn about the centre: free, or for half a move (TURNING-01 to TURNING-03).
    fn pivot(&mut self, to: Facing, r: &mut Ruling) {
        by!(c::TURNING_01, c::TURNING_07);
        let by = self.pose.facing.turn_to(to).abs();
        if by == 0 {
            return;
        }
        let free = self.rules.free_turn_left(self.b, self.id) - self.bill.turned;
        if by <= free {
            self.bill.turned += by;
        } else {
            self.bill.parts += marks::WHOLE / 2;
            self.bill.turns = self.bill.turns.saturating_add(1);
            self.bill.paid = true;
        }
        self.pose = self.pose.facing(to);
        // TURNING-07: friends that only the turn overlaps do not matter here.
        let base = self.base();
        let side = self.b.unit(self.id).side;
        let foes = self
            .rules
            .about(self.b, &base, 0, |_, them| them.side != side);
        for (foe, them) in foes {
            r.require(
                !base.overlaps(&self.rules.rect(self.b, foe)),
                c::TURNING_07,
                || Witness::Blocked {
                    by: foe,
                    at: them.pose.point(),
                },
            );
        }
    }

    fn base(&self) -> Rect {
        self.rules.rect_at(self.b, self.b.unit(self.id), self.pose)
    }

    /// Judges a straight advance: its cost (GEO-11, TERR-05, TERR-07) and what is in its way
    /// (GEO-07).
    fn advance(&mut self, way: Facing, by: Length, r: &mut Ruling) {
        by!(c::GEO_11);
        let (rules, b, id) = (self.rules, self.b, self.id);
        let u = b.unit(id);
        if by < 0 {
            let (asked, allowed) = (by, 0);
            r.refuse(c::MOVE_10, Witness::Length { asked, allowed });
            return;
        }
        if by == 0 {
            return;
        }
        let by = by.min(4 * self.allowance());
        let own = self.base();
        let end = self.pose.moved(way, by);
        let walk = walk_of(self.pose, end);
        if let Some(met) = rules.meets(b, id, &own, way, by) {
            let foe = b.unit(met.unit).side != u.side;
            let blocked = if foe {
                met.at <= by + TOLERANCE
            } else {
                met.at + TOLERANCE < by
            };
            if blocked {
                let clause = if foe { c::MOVE_13 } else { c::PASS_01 };
                let at = own.front_middle().moved(way, met.at);
                r.refuse(clause, Witness::Blocked { by: met.unit, at });
            }
        }
        if let Some((at, clause, _)) = rules.barrier(b, u, &own, way, by) {
            r.refuse(clause, drill::ground_witness(b, at));
        }
        self.bill.parts =
            self.bill
                .parts
                .saturating_add(rules.cost(b, id, &walk, by, self.allowance()));
        self.bill.paid = true;
        self.bill.roaded |= self.by_road;
        self.pose = end;
    }

    /// Judges a wheel about a front corner. It costs the arc of the other front corner (TURNING-04,
    /// TURNING-05, GEO-09), and the ground under the way of the centre.
    fn wheel(&mut self, hand: Hand, by: u16, r: &mut Ruling) {
        by!(c::TURNING_04, c::TURNING_05, c::GEO_09);
        let (by, start) = (i32::from(by), self.pose);
        if by == 0 {
            return;
        }
        let (asked, allowed) = (by, 0x8000);
        r.require(by <= 0x8000, c::TURNING_04, || Witness::Angle {
            asked,
            allowed,
        });
        let by = by.min(0x8000);
        let base = self.base();
        let (left, right) = base.front_edge().ends();
        let (hub, sign) = match hand {
            Hand::Left => (left, -1),
            Hand::Right => (right, 1),
        };
        let mut way = Facing::arc(by, base.frontage());
        let mut walls = 0_i32;
        let laid = |turn: i32| {
            let pose = start.turned_about(hub, sign * turn);
            self.rules.rect_at(self.b, self.b.unit(self.id), pose)
        };
        let swing = base.wheel(&laid(by), hub, hand == Hand::Right);
        if !self.b.setting.terrain.is_empty() {
            let (rough, crossed) = self.treads(&Trail::new(hub, start.point(), sign * by), r);
            way = way.saturating_add(rough);
            walls = crossed;
            let u = self.b.unit(self.id);
            let wet = self.rules.wades(self.b, u, (&swing, &base), (by, laid));
            if let Some(at) = wet {
                r.refuse(c::TERR_06, drill::ground_witness(self.b, at));
            }
        }
        self.sweeps(&swing, &base, hub, r);
        self.pose = start.turned_about(hub, sign * by);
        let cost = parts(way, self.allowance()).saturating_add(walls);
        self.bill.parts = self.bill.parts.saturating_add(cost);
        self.bill.paid = true;
    }

    /// Judges what a wheel sweeps over: bases it may not pass, and ground that no unit may enter.
    fn sweeps(&self, swing: &Swing, start: &Rect, hub: Point, r: &mut Ruling) {
        let (rules, b, id) = (self.rules, self.b, self.id);
        let u = b.unit(id);
        let size = start.frontage() + start.depth();
        // A unit is not met if its centre is farther away than both bases reach.
        let reach = size.saturating_add(rules.girth(b)).saturating_add(20);
        for (other, them) in b.about(hub, reach) {
            if other == id || !rules.fights(them) || Favorite::may_pass(u, them) {
                continue;
            }
            let base = rules.rect(b, other);
            let far = i64::from(hub.distance(base.centre()));
            let near = far <= i64::from(size) + i64::from(base.frontage() + base.depth());
            let hit = near && !start.overlaps(&base) && swing.overlaps(&base);
            r.require(!hit, c::TURNING_04, || Witness::Blocked {
                by: other,
                at: them.pose.point(),
            });
        }
        if let Some((at, clause)) = Favorite::swept(b, swing, start) {
            r.refuse(clause, drill::ground_witness(b, at));
        }
    }

    /// Judges the way of a wheel's centre. Returns how much of it costs double, and the cost of the
    /// walls across it.
    fn treads(&self, trail: &Trail, r: &mut Ruling) -> (Length, i32) {
        let (rules, b, id) = (self.rules, self.b, self.id);
        let u = b.unit(id);
        if let Some(at) = rules.wheels_into(b, u, self.pose.point(), trail) {
            r.refuse(c::TERR_05, drill::ground_witness(b, at));
        }
        let walls = Favorite::walls_wheeled_over(b, trail);
        let barred = walls > 0 && rules.arm(u) != crate::numbers::Arm::Foot;
        r.require(!barred, c::TERR_07, || Witness::Unit(id));
        (
            rules.rough_wheeled(b, u, trail),
            walls.saturating_mul(marks::WHOLE / 2),
        )
    }
}

impl Favorite {
    /// Returns the cost of a straight walk, in parts of [`marks::WHOLE`]: its length, its rough
    /// parts once more, and half a move for each wall (MOVE-06, TERR-05, TERR-07).
    pub(crate) fn cost(
        &self,
        b: &Battle,
        id: UnitId,
        walk: &Edge,
        by: Length,
        allowance: Length,
    ) -> i32 {
        let rough = self.rough(b, b.unit(id), walk);
        parts(by.saturating_add(rough), allowance).saturating_add(self.walls(b, walk))
    }

    /// Returns the cost of the walls across a walk.
    fn walls(&self, b: &Battle, walk: &Edge) -> i32 {
        by!(c::TERR_07);
        if b.setting.terrain.is_empty() {
            return 0;
        }
        Self::walls_crossed(b, walk).saturating_mul(marks::WHOLE / 2)
    }
}
