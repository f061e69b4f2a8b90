//! Forced moves (GEO-12): retreats, routs and repulses.

use crate::ends::Ends;
use crate::marks::{self, Charge};
use crate::switches::Trapped;
use crate::{Favorite, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Dice, Gait, Scene, Status, UnitId};
use sandtable_geometry::{Facing, Length, Pose, Rect, TOLERANCE, Zone};

/// The kinds of forced move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flight {
    /// The unit retreats and faces the enemy at the end (MOR-06).
    Retreat,
    /// The unit routs and faces away (MOR-05).
    Rout,
}

/// Where a forced move ends.
struct Way {
    direction: Facing,
    by: Length,
    /// Final pose; none if the unit leaves the table.
    end: Option<Pose>,
}

impl Favorite {
    /// Returns the direction directly away from the unit's zone that holds an enemy (GEO-12).
    fn away_from(&self, b: &Battle, id: UnitId, enemy: Option<UnitId>) -> Facing {
        let facing = b.unit(id).pose.facing;
        let zone = enemy.map_or(Zone::Front, |foe| {
            self.zone(b, id, b.unit(foe).pose.point())
        });
        zone.outward(facing).reversed()
    }

    /// Makes a forced move, some moves long, away from an enemy. It disorders the friends it
    /// passes, and a trapped rout suffers (GEO-12, PASS-02, MOR-22 to MOR-24).
    pub(crate) fn flee(
        &self,
        scene: &mut Scene,
        id: UnitId,
        enemy: Option<UnitId>,
        (flight, moves, why): (Flight, i32, Clause),
        dice: &mut dyn Dice,
    ) {
        by!(c::GEO_12, c::MOVE_14, c::MOR_21);
        let before = scene.unit(id).pose;
        let distance = self.plain_move(scene.unit(id)) * moves;
        let way = self.way_out(scene, id, enemy, distance);
        self.run_through(scene, id, &way);
        let cover = marks::CHARGE.of(scene.unit(id)).cover();
        scene.set(id, marks::CHARGE, Charge::of(false, cover), c::MEL_11);
        let Some(end) = way.end else {
            by!(c::MOR_23);
            self.remove(scene, id, Status::Fled, c::MOR_23);
            return;
        };
        let gait = match flight {
            Flight::Retreat => Gait::Retreated,
            Flight::Rout => Gait::Driven,
        };
        scene.shift(id, end, gait, why);
        self.turn_after(scene, id, enemy, flight);
        self.carry(scene, id, before);
        self.ride_down(scene, id);
        if flight == Flight::Rout && way.by < self.numbers.movement.trapped_below {
            self.trap(scene, id, dice);
        }
    }

    /// Returns where a forced move leads: to its end, or as far as enemies and forbidden ground
    /// allow. The end is clear of friends and of ground the unit may not stay on, and slid back
    /// onto the table at the edge.
    fn way_out(&self, b: &Battle, id: UnitId, enemy: Option<UnitId>, distance: Length) -> Way {
        by!(c::PASS_03);
        let own = self.rect(b, id);
        let direction = self.away_from(b, id, enemy);
        let limit = self.stopped_at(b, id, &own, direction, distance);
        let wanted = distance.min(limit).max(0);
        let others = b
            .present()
            .filter(|&(other, o)| other != id && self.fights(o))
            .map(|(other, _)| self.rect(b, other));
        let ends = Ends::new(self, b, id, direction, others.collect());
        let way = |by: Length, end: Option<Pose>| Way { direction, by, end };
        if ends.place(wanted).is_none() {
            by!(c::MOR_23);
            return way(wanted, None);
        }
        // PASS-03: a unit goes straight on until it is clear, even over the edge, but goes back if
        // it is stopped.
        if distance <= limit {
            if let Some(by) = ends.first(wanted, limit) {
                return way(by, ends.place(by));
            }
            let gone = ends.gone();
            if gone <= limit {
                return way(gone, None);
            }
        }
        let by = ends.last(wanted).unwrap_or(0);
        let end = if by > 0 { ends.place(by) } else { None };
        way(by, Some(end.unwrap_or(b.unit(id).pose)))
    }

    /// Returns how far a forced move gets: to a tenth of an inch before an enemy or forbidden
    /// ground stops it, or without limit if nothing does.
    fn stopped_at(
        &self,
        b: &Battle,
        id: UnitId,
        own: &Rect,
        way: Facing,
        distance: Length,
    ) -> Length {
        let u = b.unit(id);
        let short = self.numbers.movement.stops_short;
        let mut limit = Length::MAX;
        for (foe, _) in self.fighters(b, u.side.other()) {
            let base = self.rect(b, foe);
            // An enemy that is near already stops only a move that would overlap it.
            let enter = if own.is_nearer(&base, short - TOLERANCE) {
                own.sweep(way, &base).map(|met| (met.enter - short).max(0))
            } else {
                own.approach(way, &base, short)
            };
            limit = limit.min(enter.unwrap_or(Length::MAX));
        }
        let far = distance.saturating_mul(3);
        let ground = self.barrier(b, u, own, way, far);
        if let Some((.., enter)) = ground {
            limit = limit.min((enter - short).max(0));
        }
        limit
    }

    /// Slides a pose back onto the table if a part of its base is over the edge (MOR-23).
    pub(crate) fn slid_in(&self, b: &Battle, id: UnitId, pose: Pose) -> Pose {
        let base = self.rect_at(b, b.unit(id), pose);
        if b.setting.holds(&base) {
            return pose;
        }
        let (xs, ys) = (base.corners().map(|p| p.x), base.corners().map(|p| p.y));
        let over = |all: [i32; 4], most: Length| {
            let (low, high) = all
                .iter()
                .fold((0, most), |(low, high), &v| (low.min(v), high.max(v)));
            most - high - low
        };
        Pose::new(
            pose.x + over(xs, b.setting.width),
            pose.y + over(ys, b.setting.height),
            pose.facing,
        )
    }

    /// Gives a marker to the friends that a forced move passes through (PASS-02).
    fn run_through(&self, scene: &mut Scene, id: UnitId, way: &Way) {
        let u = scene.unit(id);
        let own = self.rect(scene, id);
        let passed: Vec<UnitId> = self
            .fighters(scene, u.side)
            .filter(|&(friend, _)| friend != id)
            .filter(|&(friend, _)| {
                own.sweep(way.direction, &self.rect(scene, friend))
                    .is_some_and(|met| met.enter < way.by)
            })
            .map(|(friend, _)| friend)
            .collect();
        if self.chosen.run_through_marks {
            for friend in passed {
                scene.set(friend, marks::MARKER, true, c::PASS_02);
            }
        }
    }

    /// Faces the enemy after a retreat and away from the enemy after a rout, if there is room to
    /// turn (MOR-22).
    fn turn_after(&self, scene: &mut Scene, id: UnitId, enemy: Option<UnitId>, flight: Flight) {
        let Some(enemy) = enemy.filter(|_| self.chosen.faces_enemy) else {
            return;
        };
        let (pose, goal) = (scene.unit(id).pose, scene.unit(enemy).pose.point());
        if pose.point() == goal {
            return;
        }
        let towards = Facing::towards(pose.point(), goal);
        let facing = match flight {
            Flight::Retreat => towards,
            Flight::Rout => towards.reversed(),
        };
        let turned = pose.facing(facing);
        let base = self.rect_at(scene, scene.unit(id), turned);
        let clear = scene.setting.holds(&base)
            && self.overlapped(scene, id, &base).is_none()
            && self.touched(scene, id, &base).is_none()
            && self
                .bad_ground(scene, scene.unit(id), &base, None)
                .is_none();
        if clear {
            scene.shift(id, turned, Gait::Turned, c::MOR_22);
        }
    }

    /// Punishes a rout that could not go an inch and still touches an enemy (MOR-24).
    fn trap(&self, scene: &mut Scene, id: UnitId, dice: &mut dyn Dice) {
        if !self.engaged(scene, id) {
            return;
        }
        match self.chosen.trapped {
            Trapped::Figures => self.stragglers(scene, id, c::MOR_24, dice),
            Trapped::Nothing => {}
            Trapped::All => self.remove(scene, id, Status::Destroyed, c::MOR_24),
        }
    }
}
