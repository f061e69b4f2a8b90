//! The hole that a column opens in a unit (H2HC-10, H2HC-11).

use crate::units::STANDS;
use crate::{Regimental, c, ground, marks, units};
use arrayvec::ArrayVec;
use sandtable_battle::{Battle, Far, Gait, Scene, Unit, UnitId, by};
use sandtable_geometry::{INCH, Length, Point, Pose, Rect, TOLERANCE};

/// How the parts of a unit shift: the number of stands in the left part, how far that part goes
/// left, and how far the other goes right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Split {
    left: usize,
    leftward: Length,
    rightward: Length,
}

impl Regimental {
    /// Parts a struck unit so that the column can pass.
    pub(crate) fn open_hole(&self, scene: &mut Scene, column: UnitId, foe: UnitId) {
        by!(c::H2HC_10);
        if self.choices.pass_through {
            let half = i8::try_from(scene.unit(foe).stands / 2).unwrap_or(1).max(1);
            scene.set(foe, marks::HOLE, half, c::H2HC_10);
            return;
        }
        self.shut(scene, foe);
        let unit = *scene.unit(foe);
        if unit.formation == units::OPEN {
            by!(c::H2HC_14);
        }
        if struck_on_end(scene, column, foe) {
            self.step_aside(scene, column, foe);
            return;
        }
        let split = lane_through(scene, column, foe);
        let whole = split.leftward + split.rightward;
        let one_sided = split.left == 0 || split.left >= usize::from(unit.stands);
        let ways = [
            split,
            Split {
                leftward: 0,
                rightward: whole,
                ..split
            },
            Split {
                leftward: whole,
                rightward: 0,
                ..split
            },
        ];
        for way in &ways[..if one_sided { 1 } else { 3 }] {
            let (pose, hole, lane) = parted(&unit, *way);
            let pose = if one_sided {
                self.clear_of(scene, column, foe, pose)
            } else {
                pose
            };
            let mut parted = unit;
            marks::HOLE.write(&mut parted, hole);
            marks::LANE.write(&mut parted, lane);
            let rect = units::rect_at(&scene.setting, &parted, pose);
            if free_for(scene, column, foe, &rect) {
                scene.set(foe, marks::HOLE, hole, c::H2HC_10);
                scene.set(foe, marks::LANE, lane, c::H2HC_10);
                scene.shift(foe, pose, Gait::Aligned, c::H2HC_10);
                return;
            }
        }
        if one_sided {
            return self.step_aside(scene, column, foe);
        }
        // No room on either side: the column may overlap the unit.
        let across = i8::try_from(split.left).unwrap_or(1);
        scene.set(foe, marks::HOLE, across.max(1), c::H2HC_10);
    }

    /// Moves a whole unit aside: a column struck on its head, or a line struck on its end, has no
    /// sides to part to (ruling B09).
    fn step_aside(&self, scene: &mut Scene, column: UnitId, foe: UnitId) {
        let attacker = units::rect(scene, column);
        let theirs = units::rect(scene, foe);
        let offsets = theirs.corners().map(|p| attacker.offset_of(p).0);
        let half = attacker.frontage() / 2;
        let low = offsets.iter().copied().min().unwrap_or(0);
        let high = offsets.iter().copied().max().unwrap_or(0);
        let right_first = low + high >= 0;
        let right = (attacker.facing().turned(0x4000), (half - low).max(0));
        let left = (attacker.facing().turned(-0x4000), (high + half).max(0));
        let ways = if right_first {
            [right, left]
        } else {
            [left, right]
        };
        for (direction, by) in ways {
            let to = scene.unit(foe).pose.moved(direction, by);
            let to = self.clear_of(scene, column, foe, to);
            let rect = units::rect_at(&scene.setting, scene.unit(foe), to);
            if free_for(scene, column, foe, &rect) {
                return scene.shift(foe, to, Gait::Aligned, c::H2HC_10);
            }
        }
        scene.set(foe, marks::HOLE, 1, c::H2HC_10);
    }

    /// Moves a pose beside a column's way by the rounding error that still leaves it in the way.
    fn clear_of(&self, battle: &Battle, column: UnitId, foe: UnitId, to: Pose) -> Pose {
        let attacker = units::rect(battle, column);
        let half = attacker.frontage() / 2;
        let rect = units::rect_at(&battle.setting, battle.unit(foe), to);
        let offsets = rect.corners().map(|p| attacker.offset_of(p).0);
        let low = offsets.iter().copied().min().unwrap_or(half);
        let high = offsets.iter().copied().max().unwrap_or(-half);
        let right = attacker.facing().turned(0x4000);
        // Only by a hair: a unit that is far in the way has not stepped aside at all.
        if low < half && half - low <= INCH / 100 {
            to.moved(right, half - low)
        } else if high > -half && high + half <= INCH / 100 {
            to.moved(right, -(high + half))
        } else {
            to
        }
    }

    /// Closes a hole if no enemy stands in it (H2HC-11).
    pub(crate) fn close_hole(&self, scene: &mut Scene, id: UnitId) {
        if marks::HOLE.of(scene.unit(id)) == 0 {
            return;
        }
        by!(c::H2HC_11);
        if !self.stood_on(scene, id) {
            self.shut(scene, id);
        }
    }

    /// Whether an enemy stands in the hole of a unit, or across it.
    pub(crate) fn stood_on(&self, battle: &Battle, id: UnitId) -> bool {
        let own = units::rect(battle, id).grown(-TOLERANCE);
        let mut foes = battle.side(battle.unit(id).side.other());
        foes.any(|(foe, _)| units::rect(battle, foe).overlaps(&own))
    }

    fn shut(&self, scene: &mut Scene, id: UnitId) {
        scene.set(id, marks::HOLE, 0, c::H2HC_11);
        scene.set(id, marks::LANE, Far(0), c::H2HC_11);
    }
}

/// Whether a unit that parts for a column has room on some ground.
fn free_for(battle: &Battle, column: UnitId, foe: UnitId, rect: &Rect) -> bool {
    let blocked = battle.present().any(|(other, _)| {
        other != foe && other != column && units::rect(battle, other).overlaps(rect)
    });
    !blocked && battle.setting.holds(rect) && ground::barred(battle, rect).is_none()
}

/// Whether the charge runs along a unit's row rather than across it.
fn struck_on_end(battle: &Battle, column: UnitId, foe: UnitId) -> bool {
    let along = battle.unit(column).pose.facing;
    let turn = units::row(battle.unit(foe)).turn_to(along).abs();
    !(0x2000..=0x6000).contains(&turn)
}

/// Converts a point to a unit's view: along its row from its middle, and across it.
fn by_row(unit: &Unit, own: &Rect, p: Point) -> (Length, Length) {
    let (right, ahead) = own.offset_of(p);
    let forward = ahead + own.depth() / 2;
    if units::in_column(unit) {
        (-forward, right)
    } else {
        (right, forward)
    }
}

/// Returns where a column's lane parts a unit, and how far its parts shift.
fn lane_through(battle: &Battle, column: UnitId, foe: UnitId) -> Split {
    let attacker = units::rect(battle, column);
    let unit = battle.unit(foe);
    let places = units::places(&battle.setting, unit);
    let (wide, deep) = units::stand(&battle.setting, unit);
    let (long, across) = if units::in_column(unit) {
        (deep, wide)
    } else {
        (wide, deep)
    };
    let own = units::rect(battle, foe);
    let half = attacker.frontage() / 2;
    // The lane's two sides where they cross the front and the back of the unit's row.
    let (start, facing) = (attacker.front_middle(), attacker.facing());
    let far = own.depth() * 3 + attacker.centre().distance(own.centre());
    let mut sides: ArrayVec<Length, 4> = ArrayVec::new();
    for hand in [-0x4000, 0x4000] {
        let from = start.moved(facing.turned(hand), half);
        let to = from.moved(facing, far);
        let (a, b) = (by_row(unit, &own, from), by_row(unit, &own, to));
        for y in [across / 2, -across / 2] {
            if a.1 != b.1 {
                let part = i64::from(b.0 - a.0) * i64::from(y - a.1) / i64::from(b.1 - a.1);
                sides.push(a.0 + Length::try_from(part).unwrap_or(0));
            }
        }
    }
    let low = sides.iter().copied().min().unwrap_or(-half);
    let high = sides.iter().copied().max().unwrap_or(half);
    // A struck stand goes to the side on which its centre lies; on a tie to the attacker's right,
    // which is the unit's left if they face each other.
    let right = facing.turned(0x4000);
    let with_attacker = units::row(unit).turn_to(right).abs() < 0x4000;
    let mut stands: ArrayVec<bool, STANDS> = ArrayVec::new();
    for place in &places {
        let stand = units::stand_at(&battle.setting, unit, unit.pose, *place);
        let goes_right = attacker.offset_of(stand.centre()).0 >= -TOLERANCE;
        stands.push(goes_right != with_attacker);
    }
    let left = stands.iter().filter(|&&goes_left| goes_left).count();
    let edge_left = left.checked_sub(1).map_or(Length::MIN / 2, |i| {
        units::along(unit, places[i]) + long / 2
    });
    let edge_right = places.get(left).map_or(Length::MAX / 2, |&place| {
        units::along(unit, place) - long / 2
    });
    Split {
        left,
        leftward: edge_left.saturating_sub(low).max(0),
        rightward: high.saturating_sub(edge_right).max(0),
    }
}

/// Returns the pose, the stands left of the hole, and the width of the hole of a parted unit.
fn parted(unit: &Unit, split: Split) -> (Pose, i8, Far) {
    let row = units::row(unit);
    if split.left == 0 {
        return (unit.pose.moved(row, split.rightward), 0, Far(0));
    }
    if split.left >= usize::from(unit.stands) {
        return (unit.pose.moved(row, -split.leftward), 0, Far(0));
    }
    let gap = split.leftward + split.rightward;
    let pose = unit.pose.moved(row, (split.rightward - split.leftward) / 2);
    (pose, i8::try_from(split.left).unwrap_or(1), Far(gap))
}
