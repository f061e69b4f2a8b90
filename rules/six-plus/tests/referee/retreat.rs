//! H2H-07 to H2H-10: retreats.

use crate::state::{CM, Table};
use sandtable_battle::{Leg, Status};
use sandtable_referee::plane::{Base, P, apart, back, bearing, heading, passage, sub};
use sandtable_referee::{Beyond, Reasons};

/// Full length of a retreat.
const FULL: f64 = 6.0 * CM;
/// Retreats are compared in steps of half a millimetre.
const STEP: f64 = 50.0;

impl Table<'_> {
    pub fn judge_retreat(&self, i: usize, legs: &[Leg], r: &mut Reasons) {
        r.require(self.retreating() == Some(i), "H2H-07");
        if !r.clean() {
            return;
        }
        let &[Leg::Slide { towards, by }] = legs else {
            r.require(false, "H2H-09");
            return;
        };
        let (d, by) = (heading(f64::from(towards.0)), f64::from(by));
        r.require(by > 0.0 && by <= FULL + self.slack, "H2H-09");
        let clear = self.way_is_clear(i, d, by);
        for clause in ["H2H-09", "MOVE-10", "MOVE-11"] {
            r.require(clear, clause);
        }
        if by < FULL - self.slack && r.clean() {
            // It must be as long as any in many directions.
            let most = self.longest(i, FULL);
            r.require(by >= most - STEP - self.slack, "H2H-09");
        }
    }

    /// Returns where a unit stands after a retreat, before and after it turns to its enemy.
    fn ends(&self, i: usize, d: P, by: f64) -> [Base; 2] {
        let mut moved = self.units[i].base.slid(d, by);
        moved.at = (moved.at.0.round(), moved.at.1.round());
        let foe = self.units[self.units[i].foe].base.at;
        let facing = bearing(sub(foe, moved.at)).round().rem_euclid(65536.0);
        [moved, moved.turned_to(facing)]
    }

    fn way_is_clear(&self, i: usize, d: P, by: f64) -> bool {
        let mut r = Reasons::default();
        self.judge_leg((i, None), &self.units[i].base, (d, by), &mut r);
        if !r.clean() {
            return false;
        }
        for base in self.ends(i, d, by) {
            self.judge_end(i, &base, &mut r);
        }
        r.clean()
    }

    /// Returns the longest retreat among some hundred directions and lengths, up to `most`.
    fn longest(&self, i: usize, most: f64) -> f64 {
        let ways: Vec<P> = (0..360)
            .map(|k| heading(f64::from(k) * 65536.0 / 360.0))
            .collect();
        let best = self.longest_of(i, most, &ways);
        if best > 0.0 {
            return best;
        }
        self.longest_of(i, most, &self.along_edges(i))
    }

    /// Lists directions almost parallel to the edges of adjacent units: between two bases only a
    /// few directions may be clear.
    fn along_edges(&self, i: usize) -> Vec<P> {
        let own = &self.units[i].base;
        let beside = self.here().map(|(_, u)| &u.base);
        let beside = beside.filter(|base| apart(&base.shape(), &own.shape()) < 0.1 * CM);
        let edges = beside.flat_map(|base| (0..4).map(|k| base.heading + 16_384.0 * f64::from(k)));
        let about = edges.flat_map(|to| (-48..=48).map(move |by| heading(to + f64::from(by))));
        about.collect()
    }

    /// Returns the longest retreat among the given directions.
    fn longest_of(&self, i: usize, most: f64, ways: &[P]) -> f64 {
        if ways.iter().any(|&d| self.way_is_clear(i, d, most)) {
            return most;
        }
        let mut best = 0.0;
        for &d in ways {
            let mut by = self.leg_until(i, d).min(most) + STEP;
            while by > best + STEP {
                by -= STEP;
                if self.way_is_clear(i, d, by) {
                    best = by;
                    break;
                }
            }
        }
        best
    }

    /// Returns how far a unit goes before it meets another one, at most a full retreat.
    fn leg_until(&self, i: usize, d: P) -> f64 {
        let u = &self.units[i];
        let shape = u.base.shape();
        let others = self.here().filter(|&(k, o)| k != i && !self.passes(u, o));
        let met = others.filter_map(|(_, o)| passage(&shape, d, &o.base.shape(), self.slack));
        met.map(|(enter, _)| enter).fold(FULL, f64::min)
    }

    /// Begins a retreat after a combat that did not destroy the target. If there is no clear
    /// direction at all, the unit stays, turned to its enemy, and the retreat is over.
    pub fn begin_retreat(&mut self, i: usize) -> Result<(), Beyond> {
        let straight = back(self.units[i].base.front());
        if self.way_is_clear(i, straight, FULL) {
            return Ok(());
        }
        let most = self.longest(i, FULL);
        let strict = most < FULL && self.is("blocked_retreat", "eliminated");
        // Before a unit is lost, try every twentieth of a degree.
        let fine = || (0..7200).map(|k| heading(f64::from(k) * 65536.0 / 7200.0));
        if strict && fine().any(|d| self.way_is_clear(i, d, FULL)) {
            return Ok(());
        }
        if strict {
            self.told.push("cavalry lost for want of a way");
            self.units[i].charge = 0;
            self.lose(vec![i]);
        } else if most == 0.0 {
            self.told.push("no way back");
            let turned = self.ends(i, straight, 0.0)[1];
            let over = self.here().filter(|&(k, _)| k != i).any(|(_, u)| {
                sandtable_referee::plane::depth(&turned.shape(), &u.base.shape()) > self.slack
            });
            if !over && self.on_map(&turned) {
                self.units[i].base = turned;
            }
            self.units[i].charge = 0;
        }
        Ok(())
    }

    pub fn retreat(&mut self, i: usize, d: P, by: f64) {
        self.told.push("retreat");
        if by < FULL - self.slack {
            self.told.push("short retreat");
        }
        self.units[i].base = self.ends(i, d, by)[1];
        self.units[i].charge = 0;
    }

    /// Carries out a retreat that nobody ordered: straight back, or in the direction that the
    /// engine found, if it is as good as any.
    pub fn retreat_by_itself(&mut self, i: usize, to: P) -> Result<(), Beyond> {
        if self.units[i].charge != 2 || self.units[i].status != Status::Table {
            return Ok(());
        }
        let straight = back(self.units[i].base.front());
        if self.way_is_clear(i, straight, FULL) {
            self.retreat(i, straight, FULL);
            return Ok(());
        }
        let (by, d) = (self.went(i, to), bearing(sub(to, self.units[i].base.at)));
        // Its end is rounded, so a shorter retreat says less about its direction.
        #[expect(clippy::cast_possible_truncation, reason = "some thousands at most")]
        let spread = (2.0 + 12_000.0 / by.max(4.0)).ceil() as i32;
        let lengths = [by.round(), by.round() - 1.0, by.round() + 1.0];
        let headings = (0..=2 * spread)
            .map(|k| if k % 2 == 0 { k / 2 } else { -(k + 1) / 2 })
            .map(|k| heading(d.round() + f64::from(k)));
        let mut ways = headings.flat_map(|d| lengths.map(|by| (d, by)));
        let way = ways.find(|&(d, by)| by <= FULL && self.way_is_clear(i, d, by));
        let Some((d, by)) = way else {
            return Err(Beyond("WRONG: a way back that is not clear"));
        };
        if by < FULL - 3.0 && self.longest(i, FULL) > by + STEP + self.slack {
            return Err(Beyond("WRONG: another way back is longer"));
        }
        self.told.push("way back found");
        self.retreat(i, d, by);
        Ok(())
    }
}
