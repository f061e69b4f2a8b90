//! Lines of sight past other units. Terrain is each rule set's own business.

use sandtable_battle::{Battle, Rules, Unit, UnitId};
use sandtable_geometry::{Edge, TOLERANCE};

/// The first unit on the table, by id, whose base a line crosses for more than
/// the tolerance; `blocks` says which units count. A line along an edge or
/// through a corner is not stopped.
pub fn unit_across(
    rules: &dyn Rules,
    battle: &Battle,
    line: &Edge,
    blocks: impl Fn(UnitId, &Unit) -> bool,
) -> Option<UnitId> {
    battle
        .present()
        .filter(|&(id, unit)| blocks(id, unit))
        .find(|&(id, _)| line.length_in(&rules.footprint(battle, id).grown(-TOLERANCE)) > TOLERANCE)
        .map(|(id, _)| id)
}
