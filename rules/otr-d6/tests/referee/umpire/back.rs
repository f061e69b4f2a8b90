//! Ways back, and the friends on them.

use super::figures::{shape, spot};
use super::outcome::Seen;
use super::{CLOSE, SHORT, Umpire};
use sandtable_battle::{Unit, UnitId};
use sandtable_referee::plane::{P, along, length, passage, sub};

/// How far a unit goes back, and through which friends.
#[derive(Clone, Debug, Default)]
pub(super) struct Back {
    pub(super) far: f64,
    pub(super) through: Vec<UnitId>,
    /// Whether it went over the table's edge.
    pub(super) off: bool,
}

impl Umpire<'_> {
    /// Returns how far a unit is from where it stood after it was moved and then went back.
    pub(super) fn gone_from(&self, id: UnitId, there: &Unit, way: P, far: f64) -> f64 {
        length(sub(along(spot(there), way, far), spot(self.unit(id))))
    }

    /// Sends a charger straight back from its contact position, where it stands with the stands
    /// that it has left, and notes the friends whom it passes through. None if the umpire does not
    /// rule on that.
    pub(super) fn send_back(
        &self,
        (unit, target): (UnitId, UnitId),
        (there, way): (Unit, P),
        far: f64,
        (own, through): (&mut Seen, &mut Option<Vec<UnitId>>),
    ) -> Option<()> {
        let shrunk = Unit {
            stands: u8::try_from(own.stands).ok()?,
            ..there
        };
        let gone = self.back(unit, &shrunk, way, far, target);
        if gone.is_none() && self.close_to_edge(self.unit(unit)) {
            return None;
        }
        own.went = (gone.as_ref()).map(|gone| self.gone_from(unit, &there, way, gone.far));
        own.gone |= gone.as_ref().is_some_and(|gone| gone.off);
        *through = gone.filter(|gone| !gone.off).map(|gone| gone.through);
        Some(())
    }

    /// MEL-09 and MEL-10: returns the fighting stands of brigades one behind another.
    pub(super) fn deep(&self, body: &[UnitId], first: i32, marked: bool) -> i32 {
        let behind: i32 = body[1..]
            .iter()
            .map(|&m| i32::from(self.unit(m).stands))
            .sum();
        let shaken = marked || body.iter().any(|&m| self.unit(m).marks[0] > 0);
        first + if shaken { (behind + 1) / 2 } else { behind }
    }

    /// Returns how far a unit goes back, and through which friends (GEO-16): enemies stop it a
    /// tenth of an inch short, friends let it through, and it does not end on top of them. None
    /// if that is too close to call, and at the table's edge. `but`, now beside it, is left out.
    pub(super) fn back(&self, id: UnitId, u: &Unit, way: P, far: f64, but: UnitId) -> Option<Back> {
        if far == 0.0 {
            return Some(Back::default());
        }
        let own = shape(u);
        let (mut limit, mut friends) = (f64::INFINITY, Vec::new());
        for (other, o) in self.present() {
            if other == id || other == but {
                continue;
            }
            let base = shape(o);
            let [wide, narrow] = [-CLOSE, CLOSE].map(|spare| passage(&own, way, &base, spare));
            let (Some((enter, leave)), Some(_)) = (passage(&own, way, &base, 0.0), narrow) else {
                if wide.is_some_and(|met| met.0 < far + 2.0) {
                    return None;
                }
                continue;
            };
            if enter < CLOSE || leave < CLOSE {
                return None;
            }
            if o.side == u.side {
                friends.push((enter, leave, other));
            } else if (enter - SHORT).abs() < CLOSE {
                return None;
            } else {
                limit = limit.min((enter - SHORT).max(0.0));
            }
        }
        let wanted = far.min(limit);
        let upon = |at: f64| friends.iter().find(|f| f.0 < at && at < f.1 - 1e-6);
        let mut end = wanted;
        while let Some(friend) = upon(end) {
            if (friend.0 - end).abs() < CLOSE || (friend.1 - end).abs() < CLOSE {
                return None;
            }
            end = friend.1;
        }
        if (end - limit).abs() < CLOSE && end != wanted {
            return None;
        }
        if end > limit {
            end = wanted;
            while let Some(friend) = upon(end) {
                end = friend.0;
            }
        }
        // GEO-17: how far the rearmost corner is from the edge.
        let (w, h) = self.board();
        let spare = own.iter().map(|p| {
            let p = along(*p, way, end);
            p.0.min(p.1).min(w - p.0).min(h - p.1)
        });
        let spare = spare.fold(f64::INFINITY, f64::min);
        if spare.abs() < CLOSE || spare < 0.0 && end > wanted {
            return None;
        }
        let near = |f: &&(f64, f64, UnitId)| f.0 + CLOSE < end;
        let through = friends.iter().filter(near).map(|f| f.2).collect();
        Some(Back {
            far: end,
            through,
            off: spare < 0.0,
        })
    }
}
