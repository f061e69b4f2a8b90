//! Morale tests.

use super::Umpire;
use super::figures::{afoot, forward, moves, spot};
use super::outcome::{Fate, Left, Outcome, Seen};
use sandtable_battle::UnitId;
use sandtable_referee::plane::along;

impl Umpire<'_> {
    /// Returns what generals add to a unit's morale total (CMD-04, CMD-05, CMD-12): the attached
    /// one, or the best of those near.
    pub(super) fn support(&self, id: UnitId) -> Option<i32> {
        const WITH: [i32; 5] = [2, 1, 0, -1, -2];
        const NEAR: [i32; 5] = [1, 1, 0, -1, -1];
        let of = |table: [i32; 5], g: UnitId| table[usize::from(self.unit(g).ratings[2])];
        if let Some(general) = self.attached(id) {
            return Some(of(WITH, general));
        }
        let near = self.near(self.unit(id))?;
        Some(near.into_iter().map(|g| of(NEAR, g)).max().unwrap_or(0))
    }

    /// Reads the dice of a morale test (section 13).
    pub(super) fn test(&self, id: UnitId, faces: &mut dyn Iterator<Item = i32>) -> Option<Outcome> {
        let us = self.unit(id);
        let lost = i32::from(us.started) - i32::from(us.stands);
        let total = faces.next()? + i32::from(us.ratings[0]) - lost + self.support(id)?;
        let mut then = Seen {
            stands: i32::from(us.stands),
            marker: false,
            gone: total <= 0,
            went: Some(0.0),
        };
        let (limit, actions) = match total {
            ..=2 => (4, 0),
            3 => (3, 1),
            4 => (2, 2),
            5 => (1, 1),
            _ => (0, 2),
        };
        let parts = total < 6;
        let mut through = Some(Vec::new());
        if (1..=2).contains(&total) {
            let way = along((0.0, 0.0), forward(us), -1.0);
            let far = moves(us) * f64::from(3 - total);
            let gone = self.back(id, us, way, far, id);
            if gone.is_none() && self.close_to_edge(us) {
                return None;
            }
            then.went = gone.as_ref().map(|gone| gone.far);
            then.gone = gone.as_ref().is_some_and(|gone| gone.off);
            through = gone.filter(|gone| !gone.off).map(|gone| gone.through);
        }
        // Guns and dismounted cavalry do not charge: no second die (A59).
        if total >= 7 && us.kind != 2 && !afoot(us) {
            let ahead = (along(spot(us), forward(us), 0.5), spot(us));
            // Behind hard cover there is no second die either (MOR-13).
            if self.cover(us, ahead)? < 2 && faces.next()? <= 2 {
                // Revenge is a charge.
                return None;
            }
        }
        // A69: the general of a unit that is gone rides to a friend.
        let general = self.attached(id).filter(|_| then.gone);
        Some(Outcome {
            through,
            generals: general.map(|g| (g, Fate::Here)).into_iter().collect(),
            left: Some(Left {
                limit,
                actions,
                parts,
            }),
            ..Outcome::of([then, then])
        })
    }
}
