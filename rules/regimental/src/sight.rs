//! Section 15: who sees a charge, and where it is fired at.

use crate::run::Run;
use crate::switches::FireAt;
use crate::{Regimental, c, contact, marks, units};
use sandtable_battle::{Battle, UnitId, by};
use sandtable_geometry::{Edge, Length, Pose, TOLERANCE};

impl Run<'_> {
    /// Where the attacker is measured for reaction fire (REACT-12); none where
    /// he stands.
    pub(crate) fn measured_at(&self) -> Option<Pose> {
        by!(c::REACT_12);
        let charge = self.charge.as_ref()?;
        let pose = self.scene.unit(charge.unit).pose;
        let ahead = contact::nearest_ahead(self.scene, charge).unwrap_or(Length::MAX);
        let whole = ahead.min(charge.left());
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
        let unit = self.scene.unit(charge.unit);
        let ahead = contact::nearest_ahead(self.scene, charge).unwrap_or(Length::MAX);
        let end = unit.pose.advanced(ahead.min(charge.left()));
        let there = units::rect_at(&self.scene.setting, unit, end);
        let tape = self.rules.tape(self.scene, id, &there);
        let range = self.rules.range(self.scene.unit(id));
        tape.is_some_and(|tape| sandtable_geometry::within(tape.length, range))
    }
}

impl Regimental {
    /// Whether a unit sees a charge: it starts at least partly before its front
    /// with nothing in between, in clear weather and without smoke (GEO-15,
    /// REACT-03).
    pub(crate) fn sees(&self, battle: &Battle, id: UnitId, attacker: UnitId) -> bool {
        by!(c::GEO_05, c::GEO_15);
        let (own, theirs) = (units::rect(battle, id), units::rect(battle, attacker));
        let smoke = |id: UnitId| battle.unit(id).mark(marks::SMOKE) > 0;
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
        let tape = own.distance(&theirs);
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
