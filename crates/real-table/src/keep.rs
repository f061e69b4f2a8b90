//! Orders that only announce something: what was stated with them must stand until they are carried
//! out.

use sandtable_battle::{Event, UnitId};
use sandtable_files::Journal;
use sandtable_files::journal::Line;

/// Returns the units that stay where they were stated to stand. These gave or received an order at
/// another unit in this phase, from either side, for which nothing was rolled and nothing has
/// happened yet except to the unit that gave it.
#[must_use]
pub fn keep(journal: &Journal) -> Vec<UnitId> {
    let mut out = Vec::new();
    for line in journal.lines().iter().rev() {
        if line.events.iter().any(next_phase) {
            break;
        }
        out.extend(announced(line));
    }
    out
}

/// Returns whether an event leads to another phase or turn.
fn next_phase(event: &Event) -> bool {
    matches!(event, Event::Turned { from, to, .. }
        if (from.turn, from.phase) != (to.turn, to.phase))
}

fn announced(line: &Line) -> Vec<UnitId> {
    let order = line.order.as_ref();
    let pair = order.and_then(|order| order.unit().zip(order.target()));
    let Some((unit, target)) = pair.filter(|_| line.rolls.is_empty()) else {
        return Vec::new();
    };
    let own = |event: &Event| match event {
        Event::Moved { .. } | Event::Became { .. } | Event::Joined { .. } => false,
        Event::Told { .. } | Event::Turned { .. } => true,
        other => other.unit() == Some(unit),
    };
    if line.events.iter().all(own) {
        vec![unit, target]
    } else {
        Vec::new()
    }
}
