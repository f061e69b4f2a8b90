//! A straight slide that obstacles stop: retreats, recoils, withdrawals.

use sandtable_battle::{Battle, Feature, Rules, UnitId};
use sandtable_geometry::{Facing, Length};

/// What another unit means to a unit that slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// The unit does not hinder the slide at all.
    None,
    /// The slide may pass through the unit, but not end on it.
    Passed,
    /// The unit stops the slide, this far short of touching.
    Stops(Length),
}

/// The result of a slide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slide {
    /// Length of the slide.
    pub length: Length,
    /// The units that it passed through, in the order met.
    pub passed: Vec<UnitId>,
    /// The unit that stopped the slide.
    pub stopped_by: Option<UnitId>,
    /// Whether some part of the unit crossed the table's edge.
    pub crossed_edge: bool,
}

/// Slides a unit straight in a direction for up to `distance`.
///
/// `means` says what each other unit on the table means to it; `bars` says which features it may
/// not enter, and how far short of them it stops. With `edge_stops` the table's edge stops it, too;
/// if not, `crossed_edge` says whether it went over.
///
/// If the slide would end on a unit that may be passed, it goes on to the first clear spot if
/// `push_on` allows, and if not, back to the last one. Only the distance itself takes a unit over
/// the table's edge, never the room that another unit at its end would need.
#[expect(
    clippy::too_many_arguments,
    reason = "each is a different rule of the caller's"
)]
pub fn slide(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    direction: Facing,
    distance: Length,
    means: impl Fn(UnitId) -> Hindrance,
    bars: impl Fn(&Feature) -> Option<Length>,
    edge_stops: bool,
    push_on: bool,
) -> Slide {
    let own = rules.footprint(battle, unit);
    let mut limit = Length::MAX;
    let mut stopped_by = None;
    let mut passages = Vec::new();
    for (other, _) in battle.present().filter(|&(id, _)| id != unit) {
        let hindrance = means(other);
        if hindrance == Hindrance::None {
            continue;
        }
        let Some(passage) = own.sweep(direction, &rules.footprint(battle, other)) else {
            continue;
        };
        match hindrance {
            Hindrance::Stops(short) => {
                // A unit already closer than the gap stops only a slide that would overlap it.
                let stop = if passage.enter > short {
                    passage.enter - short
                } else {
                    passage.enter.min(0)
                };
                if stop < limit {
                    (limit, stopped_by) = (stop, Some(other));
                }
            }
            _ => passages.push((passage, other)),
        }
    }
    for feature in &battle.setting.terrain {
        if let Some(short) = bars(feature) {
            let met = feature
                .areas
                .iter()
                .filter_map(|a| own.sweep_area_within(direction, a, limit.saturating_add(short)))
                .min();
            if let Some(enter) = met.filter(|&enter| enter - short < limit) {
                (limit, stopped_by) = ((enter - short).max(0), None);
            }
        }
    }
    let room = own.room_on_table(direction, battle.setting.width, battle.setting.height);
    if edge_stops && room < limit {
        (limit, stopped_by) = (room, None);
    }
    settle(distance, limit, room, stopped_by, &mut passages, push_on)
}

/// Finds the end of a slide among the units it passes through.
fn settle(
    distance: Length,
    limit: Length,
    room: Length,
    stopped_by: Option<UnitId>,
    passages: &mut [(sandtable_geometry::Passage, UnitId)],
    push_on: bool,
) -> Slide {
    passages.sort_by_key(|&(p, id)| (p.enter, id));
    let wanted = distance.min(limit).max(0);
    let upon = |at: Length| {
        passages
            .iter()
            .find(|(p, _)| p.enter < at && at < p.leave)
            .map(|(p, _)| *p)
    };
    let mut end = wanted;
    if push_on {
        while let Some(p) = upon(end) {
            end = p.leave;
        }
    }
    let most = if distance > room {
        limit
    } else {
        limit.min(room.saturating_add(sandtable_geometry::TOLERANCE))
    };
    if end > most || !push_on {
        end = wanted;
        while let Some(p) = upon(end) {
            end = p.enter.max(0);
        }
    }
    Slide {
        length: end,
        passed: passages
            .iter()
            .filter(|(p, _)| p.enter < end)
            .map(|&(_, id)| id)
            .collect(),
        stopped_by: stopped_by.filter(|_| limit < distance),
        crossed_edge: end > room + sandtable_geometry::TOLERANCE,
    }
}
