//! Fire: whether it is allowed, and what it does.

use super::figures::{bands, column, fights, forward, front, mounted, moves, spot, zone};
use super::outcome::{Outcome, standing};
use super::{CLOSE, Harm, Ruling, Umpire};
use sandtable_battle::{Unit, UnitId};
use sandtable_referee::plane::along;

impl Umpire<'_> {
    /// Rules on the closest target: it is compulsory, for guns while a target is at close range.
    pub(super) fn closest(&self, unit: UnitId, target: UnitId, far: f64) -> Ruling {
        let us = self.unit(unit);
        let close = bands(us)[0].0;
        let mut ruling = Ruling::Yes;
        let others = self.0.side(us.side.other());
        for (id, u) in others.filter(|(id, u)| *id != target && fights(u)) {
            let binds = |d: f64| d < far && (us.kind != 2 || d < close);
            match self.distance(us, u) {
                Ok(None) => {}
                Ok(Some(d)) if (d - far).abs() > CLOSE && (d - close).abs() > CLOSE => {
                    if binds(d) {
                        if self.plain(unit, id) {
                            return Ruling::No;
                        }
                        ruling = Ruling::Unsure;
                    }
                }
                _ => ruling = Ruling::Unsure,
            }
        }
        ruling
    }

    /// Reads the dice of a volley, with all factors.
    pub(super) fn volley(
        &self,
        (us, them): (&Unit, &Unit),
        (hit, disrupt): (i32, i32),
        extra: i32,
        faces: &mut dyn Iterator<Item = i32>,
    ) -> Option<Harm> {
        let mut weighs = extra;
        weighs += if us.kind == 2 && us.stands < us.started {
            2
        } else {
            0
        };
        weighs += i32::from(us.marks[0] > 0) + i32::from(them.kind == 2);
        weighs -= i32::from(column(them)) + i32::from(mounted(them));
        let stands = front(us, i32::from(us.stands));
        let mut dice = vec![
            0;
            if us.kind == 2 {
                1
            } else {
                usize::try_from(stands / 6).ok()?
            }
        ];
        if us.kind != 2 && stands % 6 > 0 {
            dice.push((6 - stands % 6 + 1) / 2);
        }
        let mut harm = (0, 0);
        for more in dice {
            let score = faces.next()? + weighs + more;
            harm.0 += i32::from(score <= hit);
            harm.1 += i32::from(score <= disrupt);
        }
        Some(harm)
    }

    pub(super) fn shot(
        &self,
        unit: UnitId,
        target: UnitId,
        faces: &mut dyn Iterator<Item = i32>,
    ) -> Option<Outcome> {
        let (us, them) = (self.unit(unit), self.unit(target));
        let far = self.distance(us, them).ok()??;
        if bands(us).iter().any(|band| (band.0 - far).abs() < CLOSE) {
            return None;
        }
        let band = bands(us).iter().find(|band| far < band.0)?;
        let from = zone(them, spot(us))?;
        let extra =
            self.cover(them, self.fire_line(unit, target)?)? - if from == 0 { 0 } else { 2 };
        let (hits, markers) = self.volley((us, them), (band.1, band.2), extra, faces)?;
        let pushes = markers - i32::from(them.marks[0] == 0);
        let stands = i32::from(them.stands) - hits;
        let back = if from == 3 {
            forward(them)
        } else {
            along((0.0, 0.0), forward(them), -1.0)
        };
        let went = moves(them) * f64::from(pushes.max(0));
        let shrunk = Unit {
            stands: u8::try_from(stands.max(0)).ok()?,
            ..*them
        };
        let mut then = standing(them, stands, markers > 0);
        let mut through = None;
        if stands > 0 {
            let alone = self.body(target).len() == 1;
            // The umpire does not follow a wave that is driven back over the edge.
            if !alone && went > 0.0 && self.close_to_edge(them) {
                return None;
            }
            let gone = self.back(target, &shrunk, back, went, target);
            let gone = gone.filter(|_| alone || went == 0.0);
            then.went = gone.as_ref().map(|gone| gone.far);
            then.gone |= gone.as_ref().is_some_and(|gone| gone.off);
            through = gone.filter(|gone| !gone.off).map(|gone| gone.through);
            if through.is_none() && alone && went > 0.0 && !then.gone && self.close_to_edge(them) {
                return None;
            }
        }
        let mut generals = Vec::new();
        if hits > 0 {
            let risked = self.at_risk(target, (them, &shrunk), &[])?;
            self.risk(&risked, false, &mut generals, faces)?;
        }
        let both = [standing(us, i32::from(us.stands), false), then];
        Some(Outcome {
            through,
            generals,
            ..Outcome::of(both)
        })
    }
}
