//! Refusals that all rule sets share.

use sandtable_battle::{Battle, Clause, Ruling, Status, UnitId, Witness, c};
use sandtable_geometry::Area;

/// Requires that a unit stands on the table, and returns whether it does.
pub fn require_present(battle: &Battle, id: UnitId, r: &mut Ruling) -> bool {
    let status = battle.unit(id).status;
    let there = status == Status::Table;
    r.require(there, c::GONE, || Witness::Absent(id, status));
    there
}

/// Requires that two units stand on the table, and returns whether both do.
pub fn require_both(battle: &Battle, one: UnitId, other: UnitId, r: &mut Ruling) -> bool {
    let there = require_present(battle, one, r);
    require_present(battle, other, r) && there
}

/// Requires that two enemies stand on the table, and returns whether they do; a target of the
/// unit's own side is refused by a clause.
pub fn require_enemies(
    battle: &Battle,
    unit: UnitId,
    target: UnitId,
    own: Clause,
    r: &mut Ruling,
) -> bool {
    let there = require_both(battle, unit, target, r);
    let hostile = battle.unit(unit).side != battle.unit(target).side;
    if there && !hostile {
        r.refuse(own, Witness::Unit(target));
    }
    there && hostile
}

/// Returns a feature as a witness, by its index in the setting: at the middle of its ground, or at
/// the start of its line.
#[must_use]
pub fn ground_witness(battle: &Battle, at: usize) -> Witness {
    let feature = &battle.setting.terrain[at];
    let middle = feature.areas.first().map(Area::middle);
    let first = || feature.line.as_ref()?.points().first().copied();
    Witness::Terrain {
        feature: u8::try_from(at).unwrap_or(u8::MAX),
        at: middle.or_else(first).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bare::{square, table};
    use sandtable_battle::{Feature, Ground};
    use sandtable_geometry::{Line, Point};

    #[test]
    fn ground_is_shown_at_its_middle_and_a_line_where_it_begins() {
        let line = Line::new(vec![Point::new(70, 80), Point::new(90, 800)]).expect("a line");
        let brook = Feature::along(Ground::River, line, 0).expect("a feature");
        let wood = Feature {
            ground: Ground::Woods,
            areas: vec![square(100, 200, 50)],
            line: None,
            ..brook.clone()
        };
        let battle = table(vec![brook, wood], Vec::new());
        let shown = |feature, x, y| Witness::Terrain {
            feature,
            at: Point::new(x, y),
        };
        assert_eq!(ground_witness(&battle, 0), shown(0, 70, 80));
        assert_eq!(ground_witness(&battle, 1), shown(1, 125, 225));
    }
}
