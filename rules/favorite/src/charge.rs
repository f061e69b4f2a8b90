//! Charges (section Charges): the declaration, the stand test, and the run into contact; also the
//! advance out of control (MOR-14).

use crate::ends::Ends;
use crate::forced::Flight;
use crate::marks::{self, Charge, Moved, Stand};
use crate::morale::{self, Modifiers};
use crate::movement::{SLACK, length_of, parts};
use crate::nerve::{self, Bearing};
use crate::numbers::Arm;
use crate::{Favorite, c};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Dice, Gait, Legal, Naming, Offer, Order, Refusals, Ruling, Scene, Scope, UnitId, Verb,
    Witness,
};
use sandtable_drill::{self as drill, Bars, Berth};
use sandtable_geometry::{
    Anchor, Edge, Face, Facing, Length, Point, Pose, Rect, Room, TOLERANCE, Tape, Turns, Zone,
};

impl Favorite {
    /// Whether a unit is of an arm that charges (CHG-02).
    fn charges(&self, b: &Battle, id: UnitId) -> bool {
        by!(c::CHG_02);
        matches!(self.arm(b.unit(id)), Arm::Foot | Arm::Horse)
    }

    /// Offers the enemies that a unit may charge.
    pub(crate) fn offer_charges(
        &self,
        b: &Battle,
        id: UnitId,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        let mut r = Ruling::brief();
        self.procedures.judge_charger(self, b, id, &mut r);
        if !r.clean() || !self.judge_step(b, id, &mut Ruling::new()) {
            return;
        }
        // A unit can charge only the first base in its way.
        let way = b.unit(id).pose.facing;
        let own = self.rect(b, id);
        let Some(met) = self.meets(b, id, &own, way, Length::MAX) else {
            return;
        };
        let open = || Ruling::allows(|r| self.judge_run(b, id, met.unit, r));
        if named.names(open) {
            out.push(Offer::of(
                Verb::Charge,
                id,
                Scope::Targets(vec![met.unit]),
                c::CHG_01,
            ));
        }
    }

    /// Judges whether a unit may charge at all, as it is now.
    pub(crate) fn judge_charger(&self, b: &Battle, id: UnitId, r: &mut Ruling) {
        r.require(self.charges(b, id), c::CHG_02, || Witness::Unit(id));
    }

    /// Judges a charge.
    pub(crate) fn judge_charge(
        &self,
        b: &Battle,
        order: &Order,
        mut r: Ruling,
    ) -> Result<Legal, Refusals> {
        if let Order::Charge { unit, target, .. } = *order {
            self.procedures.judge_charger(self, b, unit, &mut r);
            if self.judge_step(b, unit, &mut r) {
                self.judge_run(b, unit, target, &mut r);
            }
        }
        r.seal(order)
    }

    /// Judges the run of a unit that may make a step: sight, way, reach, and a place on the
    /// target's face (CHG-01, CHG-03, GEO-10).
    fn judge_run(&self, b: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        by!(c::CHG_03, c::CHG_11);
        let (u, them) = (b.unit(id), b.unit(target));
        let fits = them.side != u.side && them.on_table() && self.fights(them);
        r.require(fits, c::CHG_01, || Witness::Unit(target));
        if !fits {
            return;
        }
        if let Some(seen) = self.unseen(b, id, target) {
            r.refuse(c::CHG_01, seen);
        }
        if r.settled() {
            return;
        }
        let (own, way) = (self.rect(b, id), u.pose.facing);
        let Some(touch) = self.touch_of(b, id, target, r) else {
            return;
        };
        let allowance = self.charge_allowance(u);
        let walk = Edge::new(own.centre(), own.centre().moved(way, touch));
        let (cost, left) = (self.cost(b, id, &walk, touch, allowance), self.left(b, id));
        let (asked, allowed) = (length_of(cost, allowance), length_of(left, allowance));
        r.require(cost <= left + SLACK, c::CHG_03, || Witness::Length {
            asked,
            allowed,
        });
        if let Some((at, clause, _)) = self.barrier(b, u, &own, way, touch) {
            r.refuse(clause, drill::ground_witness(b, at));
        }
        if r.settled() {
            return;
        }
        let at_touch = u.pose.moved(way, touch);
        if let Some(pose) = self.squared(b, id, target, at_touch) {
            r.step(at_touch).step(pose);
        } else {
            r.refuse(c::GEO_10, Witness::Unit(target));
        }
        if r.is_brief() {
            return;
        }
        let front = own.front_middle();
        r.price(asked, allowed)
            .measured(Tape::straight(front, front.moved(way, touch)));
        for factor in self.stand_modifiers(b, target, id) {
            r.weigh(factor.value, factor.clause, factor.unit);
        }
    }

    /// Returns how far a charger goes until it touches its target, which must be the first base in
    /// its way (CHG-01).
    fn touch_of(&self, b: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) -> Option<Length> {
        let (own, way) = (self.rect(b, id), b.unit(id).pose.facing);
        match self.meets(b, id, &own, way, Length::MAX) {
            Some(met) if met.unit == target => Some(met.at),
            Some(met) => {
                let at = own.front_middle().moved(way, met.at);
                r.refuse(c::CHG_01, Witness::Blocked { by: met.unit, at });
                None
            }
            None => {
                r.refuse(c::CHG_01, Witness::Unit(target));
                None
            }
        }
    }

    /// Returns the target's zone that a charger comes from: the one where the charger's centre
    /// stood at the start of its turn (CHG-04).
    fn comes_from(&self, b: &Battle, target: UnitId, charger: UnitId) -> Zone {
        by!(c::CHG_04);
        self.zone(b, target, self.began_at(b, charger))
    }

    /// Returns where a charger squares up on its target, if there is room (CHG-08, GEO-10).
    fn squared(&self, b: &Battle, id: UnitId, target: UnitId, at_touch: Pose) -> Option<Pose> {
        by!(c::CHG_08, c::GEO_10);
        let u = b.unit(id);
        let goal = self.rect(b, target);
        let face: Face = self.comes_from(b, target, id);
        let base = self.rect_at(b, u, at_touch);
        let frontage = base.frontage();
        let length = match face {
            Face::Front | Face::Rear => goal.frontage(),
            Face::Left | Face::Right => goal.depth(),
        };
        let half = length / 2;
        let wanted = Berth {
            anchor: Anchor::Centre,
            frontage,
            depth: base.depth(),
            along: goal
                .along_face(face, base.front_middle())
                .clamp(-half, half),
            least: self.numbers.melee.common_edge.min(length).min(frontage),
            step: self.numbers.melee.square_up_step,
        };
        let block = |room: &mut Room, base: &Rect, along: Facing| {
            room.keep_on_table(base, along, b.setting.width, b.setting.height);
            for (other, _) in b.present().filter(|(_, u)| self.fights(u)) {
                if other != id && other != target {
                    room.keep_off(base, along, &self.rect(b, other));
                }
            }
            for area in Self::closed_areas(b) {
                room.keep_off_area(base, along, area);
            }
        };
        let bars = Bars {
            block,
            ground: |turns: &mut Turns, base: &Rect| self.ground_turns(b, u, base, turns),
            fits: |base: &Rect| self.bad_ground(b, u, base, None).is_none(),
        };
        drill::berth(&goal, face, &wanted, bars)
    }

    /// Resolves a charge; the target tests first (CHG-05).
    pub(crate) fn charge(
        &self,
        scene: &mut Scene,
        id: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
    ) {
        self.declare(scene, id, target);
        if self.asks_to_stand(scene, id, target, dice) {
            return;
        }
        self.tests_to_stand(scene, id, target, dice);
        self.go_home(scene, id, target);
    }

    /// Records a charge.
    pub(crate) fn declare(&self, scene: &mut Scene, id: UnitId, target: UnitId) {
        by!(c::CHG_01);
        self.take_up(scene, id);
        scene.set(id, marks::MOVED, Moved::Charged, c::CHG_01);
        scene.set(id, marks::GOAL, Some(target), c::CHG_01);
        let covered = self.cover(scene, target, &self.line_to(scene, id, target)) > 0;
        let home = marks::CHARGE.of(scene.unit(id)).home();
        scene.set(id, marks::CHARGE, Charge::of(home, covered), c::MEL_17);
    }

    /// Returns the modifiers of a stand test (CHG-05, CHG-09).
    pub(crate) fn stand_modifiers(&self, b: &Battle, target: UnitId, charger: UnitId) -> Modifiers {
        by!(c::CHG_05, c::CHG_09);
        let flanked = self.comes_from(b, target, charger) != Zone::Front;
        self.modifiers(b, target, Some(charger), flanked)
    }

    /// Rolls the die of a stand test that a commander may change, and asks the commander's owner.
    /// Returns whether it asked.
    pub(crate) fn asks_to_stand(
        &self,
        scene: &mut Scene,
        charger: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
    ) -> bool {
        let helpers = self.helpers(scene, target);
        let Some((why, choices)) = helpers.asks() else {
            return false;
        };
        let side = scene.unit(target).side;
        if !self.chosen.before_the_die {
            let face = morale::throw(side, c::CHG_05, dice);
            morale::note(scene, face);
            let total = face + morale::sum(&self.stand_modifiers(scene, target, charger));
            let bearing = Bearing::of(&self.numbers.stand, total);
            scene.told(c::MOR_03, 8 + bearing as u16, target, Some(charger));
        }
        morale::ask(scene, side, why, choices, target, Some(charger));
        true
    }

    /// Resolves a stand test in which no commander steps in.
    pub(crate) fn tests_to_stand(
        &self,
        scene: &mut Scene,
        charger: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
    ) {
        let modifier = morale::sum(&self.stand_modifiers(scene, target, charger));
        let side = scene.unit(target).side;
        let bearing = nerve::stand(&self.numbers.stand, modifier, side, dice);
        self.bear(scene, target, charger, bearing, dice);
    }

    /// Applies a line of the stand test (Table M3, CHG-07).
    pub(crate) fn bear(
        &self,
        scene: &mut Scene,
        target: UnitId,
        charger: UnitId,
        bearing: Bearing,
        dice: &mut dyn Dice,
    ) {
        by!(c::CHG_07, c::CHG_09);
        scene.told(c::CHG_05, bearing as u16, target, Some(charger));
        let stand = match bearing {
            Bearing::Steady => Stand::First,
            Bearing::Stands => Stand::Together,
            Bearing::Wavers => Stand::Halved,
            Bearing::Retreats => Stand::Second,
            Bearing::Routs => Stand::Helpless,
        };
        let worst = marks::STAND.of(scene.unit(target)).max(stand);
        scene.set(target, marks::STAND, worst, c::CHG_09);
        let flight = match bearing {
            Bearing::Steady | Bearing::Stands => return,
            Bearing::Wavers => return scene.set(target, marks::MARKER, true, c::CHG_05),
            Bearing::Retreats => Flight::Retreat,
            Bearing::Routs => Flight::Rout,
        };
        if self.chosen.giving_way_marks {
            scene.set(target, marks::MARKER, true, c::CHG_07);
        }
        // If the target has not moved yet, this is its move for the turn.
        marks::end_move(scene, target, c::CHG_07);
        self.drive(scene, target, Some(charger), flight, c::CHG_07, dice);
    }

    /// Moves the charger into contact, or as far as it gets (CHG-06, CHG-10).
    pub(crate) fn go_home(&self, scene: &mut Scene, id: UnitId, target: UnitId) {
        by!(c::CHG_06, c::CHG_10, c::CHG_04);
        let (u, own) = (*scene.unit(id), self.rect(scene, id));
        let way = u.pose.facing;
        let met = self.meets(scene, id, &own, way, Length::MAX);
        let reach = self.reach(scene, id);
        let hits = met.filter(|met| met.unit == target && self.pays(scene, id, met.at));
        let place = hits.and_then(|met| {
            let at_touch = u.pose.moved(way, met.at);
            let clear = self.barrier(scene, &u, &own, way, met.at).is_none();
            let squared = self.squared(scene, id, target, at_touch).filter(|_| clear);
            squared.map(|pose| (at_touch, pose))
        });
        let began = self.began_at(scene, id);
        match place {
            Some((touch, pose)) => {
                scene.shift(id, touch, Gait::Charged, c::CHG_06);
                scene.shift(id, pose, Gait::Aligned, c::CHG_08);
                let cover = marks::CHARGE.of(scene.unit(id)).cover();
                scene.set(id, marks::CHARGE, Charge::of(true, cover), c::MEL_11);
            }
            None => {
                let by = self.falls_short(scene, id, reach);
                scene.shift(id, u.pose.moved(way, by), Gait::Charged, c::CHG_06);
                scene.set(id, marks::GOAL, None, c::CHG_06);
                let home = marks::CHARGE.of(scene.unit(id)).home();
                scene.set(id, marks::CHARGE, Charge::of(home, false), c::CHG_06);
            }
        }
        self.note_way(scene, id, began);
        self.part(scene, id);
        self.ride_down(scene, id);
        self.finish(scene, id);
    }

    /// Whether a unit can still go this far straight ahead, with the cost of rough ground and
    /// walls.
    fn pays(&self, b: &Battle, id: UnitId, by: Length) -> bool {
        let u = b.unit(id);
        let here = u.pose.point();
        let walk = Edge::new(here, here.moved(u.pose.facing, by));
        self.cost(b, id, &walk, by, self.charge_allowance(u)) <= self.left(b, id) + SLACK
    }

    /// Returns how far a unit can still go straight ahead, with the cost of rough ground and walls
    /// (CHG-03, MOR-14).
    fn reach(&self, b: &Battle, id: UnitId) -> Length {
        let (u, left) = (b.unit(id), self.left(b, id));
        let most = length_of(left + SLACK / 2, self.charge_allowance(u));
        let pays = |by: Length| self.pays(b, id, by);
        if pays(most) {
            return most;
        }
        let (mut low, mut high) = (0, most);
        while high - low > 1 {
            let middle = i32::midpoint(low, high);
            if pays(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Returns how far a charger goes that does not reach its target: to the end of its reach, or
    /// up to what is in its way, without ending on another unit (CHG-06).
    pub(crate) fn falls_short(&self, b: &Battle, id: UnitId, reach: Length) -> Length {
        let (u, own) = (b.unit(id), self.rect(b, id));
        let way = u.pose.facing;
        let short = self.numbers.movement.stops_short;
        let mut most = reach.min(own.room_on_table(way, b.setting.width, b.setting.height));
        if let Some(met) = self.meets(b, id, &own, way, Length::MAX) {
            let gap = if b.unit(met.unit).side == u.side {
                0
            } else {
                short
            };
            most = most.min(met.at - gap);
        }
        if let Some((.., enter)) = self.barrier(b, u, &own, way, most) {
            most = most.min(enter - short);
        }
        // The charger ends on no other unit and touches no enemy.
        let fighters = b.present().filter(|(_, u)| self.fights(u));
        let others = fighters.filter(|&(other, _)| other != id);
        let others = others.map(|(other, them)| {
            let gap = if them.side == u.side {
                0
            } else {
                2 * TOLERANCE
            };
            self.rect(b, other).grown(gap)
        });
        let ends = Ends::new(self, b, id, way, others.collect());
        ends.last(most.max(0)).unwrap_or(0)
    }

    /// Advances a unit out of control towards the nearest enemy (MOR-14, MOR-15).
    pub(crate) fn out_of_control(&self, scene: &mut Scene, id: UnitId, dice: &mut dyn Dice) {
        by!(c::MOR_14, c::MOR_15, c::MOR_11);
        if !self.is_hot(scene, id) {
            return;
        }
        if self.engaged(scene, id) {
            by!(c::MOR_15);
            return;
        }
        let Some(goal) = self.provoker(scene, id) else {
            return;
        };
        self.turns_on(scene, id, goal);
        let (own, way) = (self.rect(scene, id), scene.unit(id).pose.facing);
        let reach = self.reach(scene, id);
        let side = scene.unit(id).side;
        let met = self
            .meets(scene, id, &own, way, Length::MAX)
            .filter(|met| met.at <= reach + TOLERANCE);
        let foe = met.map(|met| met.unit).filter(|&unit| {
            let at = met.map_or(0, |met| met.at);
            scene.unit(unit).side != side
                && self.barrier(scene, scene.unit(id), &own, way, at).is_none()
        });
        if let Some(foe) = foe {
            return self.procedures.charge(self, id, foe, scene, dice);
        }
        let by = self.falls_short(scene, id, reach);
        let (from, began) = (scene.unit(id).pose, self.began_at(scene, id));
        scene.shift(id, from.moved(way, by), Gait::Charged, c::MOR_14);
        self.note_way(scene, id, began);
        if by > 0 {
            marks::has_moved(scene, id, false, c::MOR_14);
        }
        self.part(scene, id);
        self.ride_down(scene, id);
        self.finish(scene, id);
    }

    /// Returns the enemy that an uncontrolled unit goes for: the nearest in sight, or the nearest
    /// of all (MOR-14).
    fn provoker(&self, b: &Battle, id: UnitId) -> Option<UnitId> {
        let own = self.rect(b, id);
        let foes = self.fighters(b, b.unit(id).side.other()).map(|(foe, _)| {
            let far = own.distance(&self.rect(b, foe)).length;
            (self.unseen(b, id, foe).is_some(), far, foe)
        });
        foes.min().map(|(.., foe)| foe)
    }

    /// Turns a unit towards an enemy's centre, free or for half a move, if there is room (MOR-14,
    /// TURNING-07).
    fn turns_on(&self, scene: &mut Scene, id: UnitId, goal: UnitId) {
        let (pose, at): (Pose, Point) = (scene.unit(id).pose, scene.unit(goal).pose.point());
        if pose.point() == at {
            return;
        }
        let bearing = Facing::towards(pose.point(), at);
        let base = self.rect_at(scene, scene.unit(id), pose.facing(bearing));
        let side = scene.unit(id).side;
        let near = self.about(scene, &base, 0, |_, them| them.side != side);
        let blocked = { near }.any(|(foe, _)| base.overlaps(&self.rect(scene, foe)));
        // A base that ends its turn on friends would need room to go on from there.
        let upon = self.overlapped(scene, id, &base).is_some();
        if blocked || upon || !scene.setting.holds(&base) || bearing == pose.facing {
            return;
        }
        let free = pose.facing.turn_to(bearing).abs() <= self.numbers.movement.uncontrolled_turn;
        if !free {
            marks::use_up(scene, id, parts(1, 2));
        }
        marks::has_moved(scene, id, false, c::MOR_14);
        scene.shift(id, pose.facing(bearing), Gait::Turned, c::MOR_14);
        // The enemy may have something to decide before the unit goes on.
        self.part(scene, id);
        self.ride_down(scene, id);
    }
}
