//! Section 15: which units see a charge, and where it is fired at.

use crate::run::Run;
use crate::switches::FireAt;
use crate::{Regimental, c, marks, units};
use sandtable_battle::{Battle, UnitId, by};
use sandtable_geometry::{Edge, Length, Pose, Rect, TOLERANCE, Tape};

/// Returns the shortest line between two bases; if there are several, the middle one (GEO-16).
pub(crate) fn straight_between(own: &Rect, theirs: &Rect) -> Tape {
    by!(c::GEO_16);
    let tape = own.distance(theirs);
    let turn = own.facing().turn_to(theirs.facing());
    if tape.length == 0 || turn.rem_euclid(0x4000) != 0 {
        return tape;
    }
    // The bases are square to each other: describe theirs by its spans to the right and ahead.
    let corners = theirs.corners().map(|p| own.offset_of(p));
    let span = |of: [Length; 4]| {
        let (low, high) = of.iter().fold((Length::MAX, Length::MIN), |(l, h), &v| {
            (l.min(v), h.max(v))
        });
        (low, high)
    };
    let (x, y) = (span(corners.map(|p| p.0)), span(corners.map(|p| p.1)));
    let half = own.frontage() / 2;
    let (own_x, own_y) = ((-half, half), (-own.depth(), 0));
    let common = |a: (Length, Length), b: (Length, Length)| (a.0.max(b.0), a.1.min(b.1));
    // From the nearer edge of one span to the nearer edge of the other.
    let across = |a: (Length, Length), b: (Length, Length)| {
        if b.0 >= a.1 { (a.1, b.0) } else { (a.0, b.1) }
    };
    let spot = |x: Length, y: Length| {
        let right = own.facing().turned(0x4000);
        own.front_middle().moved(right, x).moved(own.facing(), y)
    };
    let (both_x, both_y) = (common(own_x, x), common(own_y, y));
    if both_x.0 < both_x.1 {
        let middle = i32::midpoint(both_x.0, both_x.1);
        let (from, to) = across(own_y, y);
        Tape::straight(spot(middle, from), spot(middle, to))
    } else if both_y.0 < both_y.1 {
        let middle = i32::midpoint(both_y.0, both_y.1);
        let (from, to) = across(own_x, x);
        Tape::straight(spot(from, middle), spot(to, middle))
    } else {
        tape
    }
}

impl Run<'_> {
    /// Returns where the attacker is measured for reaction fire (REACT-12); none if where it
    /// stands.
    pub(crate) fn measured_at(&self) -> Option<Pose> {
        by!(c::REACT_12);
        let charge = self.charge.as_ref()?;
        let pose = self.scene.unit(charge.unit).pose;
        let whole = self.path(charge);
        match self.rules.choices.fire_at {
            FireAt::Start => None,
            FireAt::Halfway => Some(pose.advanced(whole / 2)),
            FireAt::Contact => Some(pose.advanced(whole)),
        }
    }

    /// Whether the path of the charge comes within a unit's range.
    pub(crate) fn comes_into_range(&self, id: UnitId) -> bool {
        let Some(charge) = self.charge.as_ref() else {
            return false;
        };
        // The area that a base covers on its way straight ahead is a rectangle, too. Its nearest
        // part in the field of fire is the nearest of the whole way.
        let own = units::rect(self.scene, charge.unit);
        let far = self.path(charge);
        let ahead = Pose::at(own.front_middle(), own.facing()).advanced(far);
        let swept = Rect::fronted(ahead, own.frontage(), own.depth() + far);
        let tape = self.rules.tape(self.scene, id, &swept);
        let range = self.rules.range(self.scene.unit(id));
        tape.is_some_and(|tape| sandtable_geometry::within(tape.length, range))
    }
}

impl Regimental {
    /// Whether a unit sees a charge: it starts at least partly in front of the unit, with nothing
    /// in between, in clear weather and without smoke (GEO-15, REACT-03).
    pub(crate) fn sees(&self, battle: &Battle, id: UnitId, attacker: UnitId) -> bool {
        by!(c::GEO_05, c::GEO_15);
        let (own, theirs) = (units::rect(battle, id), units::rect(battle, attacker));
        let smoke = |id: UnitId| marks::SMOKE.of(battle.unit(id));
        if self.choices.fog || smoke(id) || smoke(attacker) {
            return false;
        }
        let before = theirs
            .corners()
            .iter()
            .any(|&p| own.offset_of(p).1 >= -TOLERANCE);
        if !before {
            return false;
        }
        let tape = straight_between(&own, &theirs);
        if self.blocked(battle, id, attacker, &tape).is_some() {
            return false;
        }
        let line = Edge::new(tape.from, tape.to);
        let touched = battle.present().any(|(other, _)| {
            smoke(other) && line.length_in(&units::rect(battle, other)) > TOLERANCE
        });
        !touched
    }
}
