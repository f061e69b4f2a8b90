//! What the rules say about one order, worked out without the engine.

mod back;
mod charge;
mod figures;
mod fire;
mod generals;
mod ground;
mod morale;
mod outcome;

pub use figures::fights;
pub use outcome::{Outcome, agree, seen};

use figures::{afoot, bands, shape, spot, zone};
use sandtable_battle::{Battle, Order, Refusals, Unit, UnitId};
use sandtable_referee::plane::{P, depth};

/// Within this distance of a limit, in inches, the second umpire does not rule.
const CLOSE: f64 = 0.01;
/// Within this distance of the border of some ground, it is open whether a unit lies there.
const BORDER: f64 = 0.002;
/// Distance from enemies at which a way back ends (GEO-16).
const SHORT: f64 = 0.1;

/// Whether an order is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    Yes,
    No,
    /// Too close to call, or beyond what this umpire rules on.
    Unsure,
}

/// The effect of dice on a unit: hits and markers.
type Harm = (i32, i32);

pub struct Umpire<'a>(pub &'a Battle);

pub fn charge(unit: UnitId, target: UnitId) -> Order {
    Order::Charge {
        unit,
        target,
        reach: true,
        heading: None,
    }
}

/// Whether an order was refused only because there is no room or no clear way.
pub fn only_room(refusals: &Refusals) -> bool {
    let room = [912, 913];
    let all = refusals.reasons();
    all.iter()
        .all(|reason| room.contains(&reason.clause.number()))
}

impl Umpire<'_> {
    pub fn overlaps(&self, last: usize) -> bool {
        let own = shape(&self.0.units[last]);
        let (w, h) = self.board();
        let on = |p: &P| p.0 > 0.2 && p.1 > 0.2 && p.0 < w - 0.2 && p.1 < h - 0.2;
        let others = self.0.units[..last].iter().filter(|u| fights(u));
        !own.iter().all(on) || others.map(shape).any(|other| depth(&own, &other) > -0.2)
    }

    fn unit(&self, id: UnitId) -> &Unit {
        self.0.unit(id)
    }

    fn board(&self) -> P {
        let set = &self.0.setting;
        (
            f64::from(set.width) / 2540.0,
            f64::from(set.height) / 2540.0,
        )
    }

    /// Returns the units that fight.
    fn present(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.0.present().filter(|(_, u)| fights(u))
    }

    /// Returns all brigades of the wave that a unit is in, the front one first; or the unit alone
    /// (FORM-08).
    fn body(&self, id: UnitId) -> Vec<UnitId> {
        let mut head = id;
        while let Some(ahead) = self.unit(head).with {
            head = ahead;
        }
        let mut all = vec![head];
        let behind = |ahead: UnitId| {
            let mut units = self.present();
            units.find(|(_, u)| u.with == Some(ahead)).map(|(id, _)| id)
        };
        while let Some(next) = behind(all[all.len() - 1]) {
            all.push(next);
        }
        all
    }

    /// Whether an order is allowed, apart from room and a clear way.
    pub fn may(&self, order: &Order) -> Ruling {
        if let Order::Test { unit } = *order {
            // MOR-01: only a marked unit tests.
            return if self.unit(unit).marks[0] > 0 {
                Ruling::Yes
            } else {
                Ruling::No
            };
        }
        let (unit, target) = (order.unit().expect("one"), order.target().expect("one"));
        let us = self.unit(unit);
        let charges = matches!(order, Order::Charge { .. });
        if charges && (us.kind == 2 || afoot(us) || us.marks[0] > 0) {
            return Ruling::No;
        }
        let marked = |id: &UnitId| self.unit(*id).marks[0] > 0;
        let behind = |id: UnitId| self.unit(id).with.is_some();
        let front = zone(self.unit(target), spot(us)) == Some(0);
        if behind(unit)
            || charges && (self.body(unit).iter().any(marked) || behind(target) && front)
        {
            return Ruling::Unsure;
        }
        let far = match self.distance(us, self.unit(target)) {
            Err(()) => return Ruling::Unsure,
            Ok(None) => return Ruling::No,
            Ok(Some(far)) => far,
        };
        let range = bands(us).last().expect("a band").0;
        if !charges && far > range + CLOSE {
            return Ruling::No;
        }
        if !self.plain(unit, target) || (!charges && far > range - CLOSE) {
            return Ruling::Unsure;
        }
        if charges {
            Ruling::Yes
        } else {
            self.closest(unit, target, far)
        }
    }

    pub fn outcome(&self, order: &Order, faces: &mut dyn Iterator<Item = i32>) -> Option<Outcome> {
        if let Order::Test { unit } = *order {
            return self.test(unit, faces);
        }
        let (unit, target) = (order.unit()?, order.target()?);
        match order {
            Order::Shoot { .. } => self.shot(unit, target, faces),
            _ => self.charge(unit, target, faces),
        }
    }
}
