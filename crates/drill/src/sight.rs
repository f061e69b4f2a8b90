//! Lines of sight past other units and over ground; each rule set says what blocks.

use sandtable_battle::{Battle, Feature, Rules, Unit, UnitId};
use sandtable_geometry::{Edge, Length, Point, TOLERANCE};

/// Returns the first feature that a line crosses for more than the tolerance, by its index in the
/// setting; `blocks` says which features count. Ground that contains one of the two `ends` does not
/// block.
pub fn ground_across(
    battle: &Battle,
    line: &Edge,
    ends: [Point; 2],
    blocks: impl Fn(&Feature) -> bool,
) -> Option<usize> {
    let mut near = battle.setting.terrain.about(line.bounds());
    let found = near.find(|&(_, feature)| {
        blocks(feature)
            && feature.length_of(line) > TOLERANCE
            && !ends.iter().any(|&end| feature.holds(end))
    });
    found.map(|(place, _)| place)
}

/// Returns the first unit on the table, by id, whose base a line crosses for more than the
/// tolerance; `blocks` says which units count, and no base has a point farther than `girth` from
/// its pose. A line along an edge or through a corner is not blocked.
pub fn unit_across(
    rules: &dyn Rules,
    battle: &Battle,
    line: &Edge,
    girth: Length,
    blocks: impl Fn(UnitId, &Unit) -> bool,
) -> Option<UnitId> {
    battle
        .along(line, girth)
        .filter(|&(id, unit)| blocks(id, unit))
        .find(|&(id, _)| line.length_in(&rules.footprint(battle, id).grown(-TOLERANCE)) > TOLERANCE)
        .map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bare::{square, table};
    use sandtable_battle::Ground;

    #[test]
    fn ground_takes_the_view_from_those_who_are_not_in_it() {
        let ground = |ground, x| Feature {
            ground,
            name: String::new(),
            areas: vec![square(x, 0, 1000)],
            line: None,
            width: 0,
            level: 0,
        };
        let all = vec![ground(Ground::Field, 2000), ground(Ground::Woods, 4000)];
        let battle = table(all, Vec::new());
        let seen = |from: i32, to: i32| {
            let ends = [Point::new(from, 500), Point::new(to, 500)];
            let line = Edge::new(ends[0], ends[1]);
            ground_across(&battle, &line, ends, |f| f.ground == Ground::Woods)
        };
        assert_eq!(seen(0, 9000), Some(1));
        assert_eq!(seen(0, 3900), None);
        assert_eq!(seen(0, 4500), None, "out of the wood one sees, and into it");
        assert_eq!(seen(4500, 9000), None);
    }
}
