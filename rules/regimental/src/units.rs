//! Sections 2, 3, 7 and 8: what a unit is, the ground it covers, its stands.

use crate::marks::Captain;
use crate::{Regimental, c, marks};
use arrayvec::ArrayVec;
use sandtable_battle::{Battle, Setting, Unit, UnitId, by};
use sandtable_geometry::{Facing, INCH, Length, Pose, Rect};

/// Infantry regiment.
pub const INFANTRY: u8 = 0;
/// Mounted cavalry.
pub const CAVALRY: u8 = 1;
/// Skirmishers.
pub const SKIRMISHERS: u8 = 2;
/// A battery.
pub const ARTILLERY: u8 = 3;
/// Dismounted cavalry.
pub const DISMOUNTED: u8 = 4;

/// Formation: line.
pub const LINE: u8 = 0;
/// Formation: column.
pub const COLUMN: u8 = 1;
/// Formation: open order.
pub const OPEN: u8 = 2;
/// Formation: guns in action.
pub const UNLIMBERED: u8 = 3;
/// Formation: guns limbered.
pub const LIMBERED: u8 = 4;

/// Largest number of stands of a unit.
pub const STANDS: usize = 12;

/// Place of a stand: its offset to the right of the middle and ahead of the centre.
pub(crate) type Place = (Length, Length);

/// The stands of a unit, from its left to its right, or from the head of a column.
pub(crate) type Places = ArrayVec<Place, STANDS>;

/// Returns the size of one stand of a unit.
pub(crate) fn stand(setting: &Setting, unit: &Unit) -> (Length, Length) {
    let size = setting.stands.get(usize::from(unit.kind)).copied();
    size.unwrap_or((INCH, INCH))
}

/// Returns the frontage and depth of a unit.
pub(crate) fn size(setting: &Setting, unit: &Unit) -> (Length, Length) {
    by!(c::GEO_01, c::GEO_02, c::GEO_03, c::UNIT_02);
    let (wide, deep) = stand(setting, unit);
    let n = Length::from(unit.stands.max(1));
    match unit.formation {
        COLUMN => (wide, deep * n + lane(unit)),
        OPEN => (wide * (2 * n - 1) + lane(unit), deep),
        _ => (wide * n + lane(unit), deep),
    }
}

/// Returns the width of the hole in a unit; zero without one.
pub(crate) fn lane(unit: &Unit) -> Length {
    if marks::HOLE.of(unit) > 0 {
        by!(c::H2HC_15);
        marks::LANE.of(unit).0
    } else {
        0
    }
}

/// Returns how far short of another unit a unit stops that is not square to the table, so that
/// rounding never makes them overlap: a hundredth of a millimetre.
pub(crate) const fn hair(facing: Facing) -> Length {
    (!facing.0.is_multiple_of(0x4000)) as Length
}

/// Returns the ground that a unit covers, including a hole in it.
pub(crate) fn rect(battle: &Battle, id: UnitId) -> Rect {
    let unit = battle.unit(id);
    rect_at(&battle.setting, unit, unit.pose)
}

/// Returns the ground that a unit would cover at a pose.
pub(crate) fn rect_at(setting: &Setting, unit: &Unit, pose: Pose) -> Rect {
    let (frontage, depth) = size(setting, unit);
    Rect::centred(pose, frontage, depth)
}

/// Returns the parts of a unit at a pose: if it has a lane through it, the part on each side, from
/// its left or from its head; otherwise the whole unit.
pub(crate) fn parts(setting: &Setting, unit: &Unit, pose: Pose) -> ArrayVec<Rect, 2> {
    let mut out = ArrayVec::new();
    let places = places(setting, unit);
    let left = usize::from(marks::HOLE.of(unit).max(0).unsigned_abs());
    if lane(unit) == 0 || left >= places.len() {
        out.push(rect_at(setting, unit, pose));
        return out;
    }
    let (wide, deep) = stand(setting, unit);
    let right = pose.facing.turned(0x4000);
    for part in [&places[..left], &places[left..]] {
        let (first, last) = (part[0], part[part.len() - 1]);
        let middle = (
            i32::midpoint(first.0, last.0),
            i32::midpoint(first.1, last.1),
        );
        let (frontage, depth) = ((last.0 - first.0) + wide, (first.1 - last.1) + deep);
        let at = pose.moved(right, middle.0).advanced(middle.1);
        out.push(Rect::centred(at.facing(pose.facing), frontage, depth));
    }
    out
}

/// Whether a unit could lie within `gap` of a base: a quick test that rules units out before they
/// are measured.
pub(crate) fn near(setting: &Setting, base: &Rect, them: &Unit, gap: Length) -> bool {
    let (frontage, depth) = size(setting, them);
    base.could_reach(them.pose.point(), frontage + depth, gap)
}

/// Returns where a unit's stands are.
pub(crate) fn places(setting: &Setting, unit: &Unit) -> Places {
    let (wide, deep) = stand(setting, unit);
    let n = Length::from(unit.stands.min(12));
    let left_part = Length::from(marks::HOLE.of(unit));
    let gap = lane(unit);
    (0..n)
        .map(|i| {
            let aside = if gap == 0 {
                0
            } else if i < left_part {
                -gap / 2
            } else {
                gap / 2
            };
            match unit.formation {
                COLUMN => (0, (n - 1 - 2 * i) * deep / 2 - aside),
                OPEN => ((2 * i - (n - 1)) * wide + aside, 0),
                _ => ((2 * i - (n - 1)) * wide / 2 + aside, 0),
            }
        })
        .collect()
}

/// Returns the distance from one stand's middle to the next one's along a unit's row.
pub(crate) fn pitch(setting: &Setting, unit: &Unit) -> Length {
    let (wide, deep) = stand(setting, unit);
    match unit.formation {
        COLUMN => deep,
        OPEN => 2 * wide,
        _ => wide,
    }
}

/// Returns the direction in which a unit's stands follow one another: to its right, or to the rear
/// in a column.
pub(crate) const fn row(unit: &Unit) -> Facing {
    if in_column(unit) {
        unit.pose.facing.reversed()
    } else {
        unit.pose.facing.turned(0x4000)
    }
}

/// Returns how far along the unit's row a place is from the middle.
pub(crate) const fn along(unit: &Unit, place: Place) -> Length {
    if in_column(unit) { -place.1 } else { place.0 }
}

/// Returns the rectangle of a stand at a place of a unit.
pub(crate) fn stand_at(setting: &Setting, unit: &Unit, pose: Pose, place: Place) -> Rect {
    let (wide, deep) = stand(setting, unit);
    let right = pose.facing.turned(0x4000);
    let at = pose.moved(right, place.0).advanced(place.1);
    Rect::centred(at.facing(pose.facing), wide, deep)
}

/// Whether a unit is in column; limbered guns do not count.
pub(crate) const fn in_column(unit: &Unit) -> bool {
    unit.formation == COLUMN
}

impl Regimental {
    /// Returns the number of officers a unit began with (OFF-01).
    pub(crate) fn officers(&self, unit: &Unit) -> i8 {
        match unit.ratings[1] {
            0 => self.kind(unit).officers,
            n => i8::try_from(n).unwrap_or(3),
        }
    }

    /// Whether a unit has an officer or an acting captain (OFF-02).
    pub(crate) fn led(&self, unit: &Unit) -> bool {
        by!(c::OFF_02);
        marks::CAPTAIN.of(unit) != Captain::Nobody || marks::DOWN.of(unit) < self.officers(unit)
    }

    /// Whether a unit fires with muskets rather than rifles.
    pub(crate) const fn musket(unit: &Unit) -> bool {
        match unit.ratings[0] {
            // Guns have their own table (FIRE-07).
            _ if unit.kind == ARTILLERY => false,
            1 => false,
            2 => true,
            _ => matches!(unit.kind, CAVALRY | DISMOUNTED),
        }
    }

    /// Returns a unit's move in its formation, before deductions (MOVE-02).
    pub(crate) fn pace(&self, unit: &Unit) -> Length {
        let kind = self.kind(unit);
        match unit.formation {
            COLUMN | LIMBERED => kind.column,
            _ => kind.line,
        }
    }

    /// Returns the charge dice of a unit in its formation, as their number per throw and their
    /// sides; none if it can never charge in it (CHARGE-05 to CHARGE-10).
    pub(crate) fn charge_dice(&self, unit: &Unit) -> Option<(u8, u8)> {
        by!(c::CHARGE_10);
        let formed = match unit.formation {
            LINE => 0,
            COLUMN => 1,
            _ => return None,
        };
        if unit.kind == DISMOUNTED && !self.choices.dismounted_charge {
            return None;
        }
        let kind = self.kind(unit);
        let dice = kind.charge_dice[formed];
        (dice > 0).then_some((dice, kind.charge_sides[formed]))
    }
}
