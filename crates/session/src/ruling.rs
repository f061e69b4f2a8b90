//! What an umpire corrects by hand on the map, between two orders, and what the journal records of
//! it.

use crate::call::Ended;
use crate::view::Xy;
use crate::{EngineError, measure};
use sandtable_battle::real_table::{Amendment, Left};
use sandtable_battle::{Battle, Rules, Side, Stand, Stated, Status, UnitId};
use sandtable_files::journal::ruled;
use sandtable_files::{Amendable, Change, Fact, Range, Whose, amendable, amends as put_right};
use sandtable_geometry::{Facing, Pose, Ruler};
use sandtable_tongue::say;
use serde::{Deserialize, Serialize};

/// What an umpire corrects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Amends {
    /// Units that stand elsewhere, have left the table or come back.
    pub units: Vec<Amended>,
    /// What changes for the two sides, by its names in position files.
    #[serde(default)]
    pub sides: [Vec<Changed>; 2],
    /// What changes for the battle.
    #[serde(default)]
    pub battle: Vec<Changed>,
    /// How the battle ended, if this ends it.
    #[serde(default)]
    pub ended: Option<Ended>,
    /// The reason, which the journal records.
    pub reason: String,
}

/// What changes for a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Amended {
    /// The unit.
    pub unit: u8,
    /// Where the unit now stands.
    #[serde(default)]
    pub at: Option<Put>,
    /// Whether it has left the table (`destroyed`, `fled`, `captured`, `exited`), or is back on it
    /// (`table`).
    #[serde(default)]
    pub became: Option<Status>,
    /// What else changes for it: marks, stands, formation, whom it is with, by their names in
    /// position files.
    #[serde(default)]
    pub values: Vec<Changed>,
}

/// A value that changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Changed {
    /// Its name in position files.
    pub key: String,
    /// Its new value; if none, its default.
    #[serde(default)]
    pub to: Option<Written>,
}

/// A value as position files write it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Written {
    /// True or false.
    Flag(bool),
    /// A number, a length, a direction in degrees.
    Number(f64),
    /// A name.
    Name(String),
    /// Several names.
    Names(Vec<String>),
}

impl Written {
    fn fact(&self) -> Fact {
        match self {
            Self::Flag(flag) => Fact::Flag(*flag),
            Self::Number(number) => Fact::Exact(number.to_string()),
            Self::Name(name) => Fact::Name(name.clone()),
            Self::Names(all) => Fact::List(all.iter().cloned().map(Fact::Name).collect()),
        }
    }

    fn of(fact: &Fact) -> Option<Self> {
        Some(match fact {
            Fact::Flag(flag) => Self::Flag(*flag),
            // The numbers in files are small enough for a float to hold them exactly.
            Fact::Whole(number) => Self::Number(number.to_string().parse().ok()?),
            Fact::Exact(number) => Self::Number(number.parse().ok()?),
            Fact::Name(name) => Self::Name(name.clone()),
            Fact::List(all) => {
                let name = |one: &Fact| match one {
                    Fact::Name(name) => Some(name.clone()),
                    _ => None,
                };
                Self::Names(all.iter().map(name).collect::<Option<_>>()?)
            }
            Fact::Table(_) => return None,
        })
    }
}

/// What a ruling may correct, apart from places.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Amendables {
    /// The values of the unit that was asked about.
    pub unit: Vec<ValueView>,
    /// The values of the two sides.
    pub sides: [Vec<ValueView>; 2],
    /// The values of the battle.
    pub battle: Vec<ValueView>,
}

/// A value that a ruling may correct.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueView {
    /// Its name in position files.
    pub key: String,
    /// Its name for people; empty for values that no real table shows.
    pub title: String,
    /// What it is, in English, for those who write files.
    pub says: String,
    /// What values it can have.
    pub range: RangeView,
    /// Its present value; none if it is at its default and that has no name.
    pub now: Option<Written>,
}

/// What values something can have.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RangeView {
    /// A whole number, from the least to the greatest.
    Whole([f64; 2]),
    /// A length, from the least to the greatest.
    Length([f64; 2]),
    /// A direction in degrees, or none.
    Angle,
    /// True or false.
    Flag,
    /// One of these names.
    One(Vec<String>),
    /// One of these names, or none.
    Maybe(Vec<String>),
    /// Any of these names.
    Any(Vec<String>),
}

/// Where a unit is put.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Put {
    /// The centre of its rectangle.
    pub centre: Xy,
    /// The direction that it faces, in degrees, as in the view.
    pub facing: f64,
}

/// Returns what a ruling may correct of a unit, of the sides and of the battle as it stands.
pub(crate) fn amendables(rules: &dyn Rules, battle: &Battle, unit: Option<u8>) -> Amendables {
    let card = rules.card();
    let of = |whose| {
        let all = amendable(battle, card, whose).into_iter();
        all.map(|one| value_view(one, card.ruler)).collect()
    };
    Amendables {
        unit: unit.map_or_else(Vec::new, |unit| of(Whose::Unit(UnitId(unit)))),
        sides: Side::BOTH.map(|side| of(Whose::Side(side))),
        battle: of(Whose::Battle),
    }
}

fn value_view(one: Amendable, ruler: Ruler) -> ValueView {
    let whole = |n: i64| n.to_string().parse().unwrap_or_default();
    ValueView {
        key: one.key,
        title: one.title,
        says: one.says,
        range: match one.range {
            Range::Whole(least, most) => RangeView::Whole([least, most].map(whole)),
            Range::Length(least, most) => {
                RangeView::Length([least, most].map(|length| measure::long(ruler, length)))
            }
            Range::Angle => RangeView::Angle,
            Range::Flag => RangeView::Flag,
            Range::One(names, false) => RangeView::One(names),
            Range::One(names, true) => RangeView::Maybe(names),
            Range::Any(names) => RangeView::Any(names),
        },
        now: one.now.as_ref().and_then(Written::of),
    }
}

/// Returns a ruling as a journal keeps it, and the battle after it.
pub(crate) fn judged(
    rules: &dyn Rules,
    now: &Battle,
    amends: &Amends,
    by: &str,
) -> Result<(Stated, Battle), EngineError> {
    let mut stated = Stated {
        ended: amends.ended.map(Ended::outcome),
        ruling: Some(Amendment {
            by: by.to_owned(),
            reason: amends.reason.trim().to_owned(),
        }),
        ..Stated::default()
    };
    let most = now.units.len();
    let units: Vec<&Amended> = amends.units.iter().take(most).collect();
    if let Some(unknown) = units.iter().find(|one| now.get(UnitId(one.unit)).is_none()) {
        return Err(EngineError::new(say!(
            "there is no unit {number} in this battle",
            number = unknown.unit
        )));
    }
    let left = |one: &&Amended| {
        let unit = UnitId(one.unit);
        one.became.map(|to| Left { unit, to })
    };
    stated.left = units.iter().filter_map(left).collect();
    stated.poses = stand(rules, now, &units)?;
    let mut there = now.clone();
    there.stand_as(&stated);
    let changes = changes(amends, &units);
    let put = put_right(&there, &changes, rules.card()).map_err(EngineError::new)?;
    if !put.is_empty() {
        // A unit's losses determine how much room it takes.
        let mut now = now.clone();
        put.iter().for_each(|one| now.amend(one));
        stated.poses = stand(rules, &now, &units)?;
        stated.amends = put;
    }
    let after = ruled(now, &stated, rules).map_err(EngineError::new)?;
    Ok((stated, after))
}

/// Returns the values that are to change.
fn changes(amends: &Amends, units: &[&Amended]) -> Vec<Change> {
    let of = |whose: Whose, all: &[Changed]| -> Vec<Change> {
        let change = |one: &Changed| Change {
            whose,
            key: one.key.clone(),
            to: one.to.as_ref().map(Written::fact),
        };
        all.iter().map(change).collect()
    };
    let units = units.iter();
    let mut all: Vec<Change> = units
        .flat_map(|one| of(Whose::Unit(UnitId(one.unit)), &one.values))
        .collect();
    for side in Side::BOTH {
        all.extend(of(Whose::Side(side), &amends.sides[side.index()]));
    }
    all.extend(of(Whose::Battle, &amends.battle));
    all
}

/// Returns the poses that bring the rectangles of units to where they are put, including those of
/// units with them.
fn stand(rules: &dyn Rules, now: &Battle, units: &[&Amended]) -> Result<Vec<Stand>, EngineError> {
    let mut poses = Vec::new();
    for one in units {
        if let Some(put) = &one.at {
            stand_one(rules, now, UnitId(one.unit), put, &mut poses)?;
        }
    }
    Ok(poses)
}

/// Puts a unit so that its rectangle lies at the given place, together with the units that are with
/// it.
fn stand_one(
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
