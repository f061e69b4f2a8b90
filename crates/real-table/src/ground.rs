//! The ground of a statement: under the two units and between them, only as far as it matters to
//! them.

use sandtable_battle::{Ground, Patch, Soil};
use sandtable_geometry::{Facing, Length, Point, Pose, Rect};

/// How far ground between units extends to either side, in units of the ruler.
const ASIDE: Length = 24;

/// Returns whether ground is a line that units stand behind.
const fn is_thin(ground: Ground) -> bool {
    matches!(
        ground,
        Ground::Fence | Ground::Wall | Ground::Trench | Ground::Worm
    )
}

fn level(soil: Soil) -> u8 {
    soil.level.unwrap_or_else(|| soil.ground.usual_level())
}

fn area(soil: Soil, rect: &Rect) -> Patch {
    Patch {
        ground: soil.ground,
        level: level(soil),
        points: rect.corners().to_vec(),
        width: None,
    }
}

fn line(soil: Soil, middle: Point, along: Facing, half: Length, width: Length) -> Patch {
    Patch {
        ground: soil.ground,
        level: level(soil),
        points: vec![
            middle.moved(along.reversed(), half),
            middle.moved(along, half),
        ],
        width: Some(width),
    }
}

/// Returns the ground under a unit: slightly larger than the unit, but not so large that it reaches
/// a unit at the given range. A line that units stand behind runs along its front.
pub(crate) fn under(soil: Soil, rect: &Rect, range: Length, unit: Length) -> Patch {
    let more = (unit / 4).min(range / 3).max(1);
    if is_thin(soil.ground) {
        let ahead = rect.front_middle().moved(rect.facing(), more / 4);
        let across = rect.facing().turned(0x4000);
        return line(soil, ahead, across, rect.frontage() / 2 + unit, 0);
    }
    let (wide, deep) = (rect.frontage() + 2 * more, rect.depth() + 2 * more);
    if soil.ground.is_linear() {
        let across = rect.facing().turned(0x4000);
        return line(soil, rect.centre(), across, ASIDE * unit, deep);
    }
    let grown = Rect::centred(Pose::at(rect.centre(), rect.facing()), wide, deep);
    area(soil, &grown)
}

/// Returns the ground between two units, from the edge of the target towards the other unit. A wall
/// or a hedge lies close to the target, other ground in the middle.
pub(crate) fn between(
    soil: Soil,
    edge: Point,
    towards: Facing,
    range: Length,
    unit: Length,
) -> Patch {
    let thin = is_thin(soil.ground);
    let width = if thin { 0 } else { unit.min(range.max(1)) };
    let at = if thin {
        (unit / 8).min(range / 2)
    } else {
        (range - width).max(0) / 2
    };
    let middle = edge.moved(towards, at + width / 2);
    let across = towards.turned(0x4000);
    if soil.ground.is_linear() {
        return line(soil, middle, across, ASIDE * unit, width);
    }
    let rect = Rect::centred(Pose::at(middle, towards), 2 * ASIDE * unit, width.max(2));
    area(soil, &rect)
}
