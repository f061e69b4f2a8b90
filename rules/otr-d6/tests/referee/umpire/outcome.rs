//! What becomes of units, and whether both umpires agree on it.

use super::Umpire;
use super::figures::{fights, shape, spot};
use sandtable_battle::{Battle, Unit, UnitId};
use sandtable_referee::plane::{length, sides, sub, to_segment};

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    pub(super) stands: i32,
    pub(super) marker: bool,
    pub(super) gone: bool,
    /// How far it went, in inches, if the umpire rules on that.
    pub(super) went: Option<f64>,
}

/// The result of an order: for the unit that acted and its target; and the friends that the
/// target passed through on its way back, if the umpire rules on that.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub both: [Seen; 2],
    pub through: Option<Vec<UnitId>>,
    /// The other brigades of waves.
    pub more: Vec<(UnitId, Seen)>,
    /// Generals at risk.
    pub generals: Vec<(UnitId, Fate)>,
    /// What the unit may still do after a morale test, and whether its wave is dissolved.
    pub left: Option<Left>,
    /// Whether a lone general rode away from the charger.
    pub ridden: bool,
}

/// What a unit may still do after a morale test (MOR-05 to MOR-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// 0 anything, 1 one action, 2 a turn and a volley, 3 a volley, 4 nothing.
    pub(super) limit: i32,
    pub(super) actions: i32,
    /// Whether the brigade leaves its wave, because it does not act freely (FORM-15).
    pub(super) parts: bool,
}

/// What became of a general at risk (CMD-07 to CMD-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Here,
    Out(i32),
    Gone,
}

impl Outcome {
    pub(super) const fn of(both: [Seen; 2]) -> Self {
        Self {
            both,
            through: None,
            more: Vec::new(),
            generals: Vec::new(),
            left: None,
            ridden: false,
        }
    }
}

/// Whether both umpires agree: on what became of the two units, and on the markers. Friends
/// that the target passed through must have one, and no other unit may have a new one.
pub fn agree(
    expected: &Outcome,
    found: &[Seen; 2],
    (before, after): (&Battle, &Battle),
    ids: [UnitId; 2],
) -> bool {
    let rest = |id: &UnitId| !ids.contains(id) && !expected.more.iter().any(|m| m.0 == *id);
    let others = before.present().filter(|(id, u)| fights(u) && rest(id));
    let like = |ruled: &Seen, seen: &Seen| {
        if ruled.gone || seen.gone {
            return ruled.gone == seen.gone;
        }
        let went = ruled
            .went
            .is_none_or(|far| (far - seen.went.unwrap_or(0.0)).abs() < 0.005);
        (ruled.stands, ruled.marker) == (seen.stands, seen.marker) && went
    };
    let bodies = (expected.more.iter()).all(|(id, m)| like(m, &seen(before, after, *id)));
    let generals = expected.generals.iter().all(|&(id, fate)| {
        let general = after.unit(id);
        match fate {
            // A69: a general whose brigade is gone reaches a friend within ten inches or is lost.
            Fate::Here => match before
                .unit(id)
                .with
                .filter(|&host| !after.unit(host).on_table())
            {
                Some(host) => refuge(after, host, id).is_none_or(|safe| safe == general.on_table()),
                None => general.on_table(),
            },
            Fate::Out(turns) => !general.on_table() && general.marks[8] == turns,
            Fate::Gone => general.status.is_gone(),
        }
    });
    let marked = expected.through.as_ref().is_none_or(|through| {
        { others }.all(|(id, was)| {
            let is = after.unit(id).marks[0] > 0;
            is == (was.marks[0] > 0 || through.contains(&id))
        })
    });
    let left = expected.left.is_none_or(|left| {
        let (u, was) = (after.unit(ids[0]), Umpire(before).body(ids[0]));
        let formed = was.len() > 1 && !left.parts;
        let whole = || Umpire(after).body(ids[0]).len() == was.len();
        !u.on_table()
            || (left.limit, left.actions) == (u.marks[5], u.marks[2])
                && (was.len() == 1 || formed == whole())
    });
    let both = expected.both.iter().zip(found);
    left && marked && bodies && generals && both.into_iter().all(|(ruled, seen)| like(ruled, seen))
}

pub fn seen(before: &Battle, after: &Battle, id: UnitId) -> Seen {
    let (was, is) = (before.unit(id), after.unit(id));
    Seen {
        stands: i32::from(is.stands),
        marker: is.marks[0] > 0,
        gone: is.status.is_gone(),
        went: Some(length(sub(spot(is), spot(was)))),
    }
}

/// Whether a friend is near enough for a general whose brigade is gone; none if too close to
/// call.
pub(super) fn refuge(after: &Battle, host: UnitId, general: UnitId) -> Option<bool> {
    let (side, at) = (after.unit(general).side, spot(after.unit(host)));
    let friends = after.side(side).filter(|(_, u)| fights(u));
    let far = friends
        .flat_map(|(_, u)| {
            let base = shape(u);
            sides(&base)
                .map(|side| to_segment(at, side))
                .collect::<Vec<_>>()
        })
        .fold(f64::INFINITY, f64::min);
    match far {
        far if far < 8.0 => Some(true),
        far if far > 13.0 => Some(false),
        _ => None,
    }
}

/// Whether a general is still on the table.
pub(super) fn is_there(general: UnitId, fates: &[(UnitId, Fate)]) -> bool {
    !fates.iter().any(|f| f.0 == general && f.1 != Fate::Here)
}

pub(super) fn standing(u: &Unit, stands: i32, marked: bool) -> Seen {
    Seen {
        stands,
        marker: marked || u.marks[0] > 0,
        gone: stands <= 0,
        went: None,
    }
}
