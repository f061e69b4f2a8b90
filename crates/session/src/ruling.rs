//! What an umpire puts right by hand on the map, between two orders, and what stands in the
//! journal of it.

use crate::call::Ended;
use crate::view::Xy;
use crate::{EngineError, measure};
use sandtable_battle::real_table::{Left, Ruling};
use sandtable_battle::{Battle, Rules, Stand, Stated, Status, UnitId};
use sandtable_files::journal::ruled;
use sandtable_geometry::{Facing, Pose};
use sandtable_tongue::say;
use serde::{Deserialize, Serialize};

/// What an umpire puts right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Amends {
    /// Units that stand elsewhere, have left the table or come back.
    pub units: Vec<Amended>,
    /// How the battle ended, if it is over by this.
    #[serde(default)]
    pub ended: Option<Ended>,
    /// Why: it stands in the journal.
    pub reason: String,
}

/// What becomes of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Amended {
    /// Which.
    pub unit: u8,
    /// Where it stands then.
    #[serde(default)]
    pub at: Option<Put>,
    /// That it has left the table (`destroyed`, `fled`, `captured`, `exited`), or is back on
    /// it (`table`).
    #[serde(default)]
    pub became: Option<Status>,
}

/// Where a unit is put.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Put {
    /// The centre of its rectangle.
    pub centre: Xy,
    /// Which way it looks, in degrees, as the view tells it.
    pub facing: f64,
}

/// A ruling as a journal keeps it, and the battle after it.
pub(crate) fn judged(
    rules: &dyn Rules,
    now: &Battle,
    amends: &Amends,
    by: &str,
) -> Result<(Stated, Battle), EngineError> {
    let mut stated = Stated {
        ended: amends.ended.map(Ended::outcome),
        ruling: Some(Ruling {
            by: by.to_owned(),
            reason: amends.reason.trim().to_owned(),
        }),
        ..Stated::default()
    };
    for amended in amends.units.iter().take(now.units.len()) {
        let unit = UnitId(amended.unit);
        if now.get(unit).is_none() {
            return Err(EngineError::new(say!(
                "there is no unit {number} in this battle",
                number = amended.unit
            )));
        }
        if let Some(put) = &amended.at {
            stand(rules, now, unit, put, &mut stated.poses)?;
        }
        stated
            .left
            .extend(amended.became.map(|to| Left { unit, to }));
    }
    let after = ruled(now, &stated, rules).map_err(EngineError::new)?;
    Ok((stated, after))
}

/// Puts a unit so that its rectangle lies there, and with it who is with it.
fn stand(
    rules: &dyn Rules,
    now: &Battle,
    unit: UnitId,
    put: &Put,
    poses: &mut Vec<Stand>,
) -> Result<(), EngineError> {
    let centre = measure::point(rules.card().ruler, put.centre)?;
    let facing = Facing::from_degrees(put.facing)
        .ok_or_else(|| EngineError::new(say!("{value} is not a direction", value = put.facing)))?;
    let before = now.unit(unit).pose;
    let mut there = now.clone();
    there.units[unit.index()].pose = Pose { facing, ..before };
    let lies = rules.footprint(&there, unit).centre();
    let at = Pose {
        x: before.x.saturating_add(centre.x.saturating_sub(lies.x)),
        y: before.y.saturating_add(centre.y.saturating_sub(lies.y)),
        facing,
    };
    let along = now
        .all()
        .filter(|(_, own)| own.with == Some(unit) && own.pose == before);
    let all = std::iter::once(unit).chain(along.map(|(id, _)| id));
    poses.extend(all.map(|unit| Stand { unit, at }));
    Ok(())
}
