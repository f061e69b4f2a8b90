//! Losing stands and whole units: a unit that is gone leaves its wave, and its general
//! looks for another unit.

use crate::{OtrD6, c, command, marks, units};
use sandtable_battle::{Clause, Scene, Status, UnitId};

impl OtrD6 {
    /// Takes stands from a unit; with the last one it is out of the battle at once
    /// (UNIT-08, MEL-16). Returns how many stands it actually lost.
    pub(crate) fn lose(&self, scene: &mut Scene, id: UnitId, stands: u8, why: Clause) -> u8 {
        let have = scene.unit(id).stands;
        let lost = stands.min(have);
        scene.stands(id, have - lost, why);
        if lost == have {
            self.remove(scene, id, Status::Destroyed, c::UNIT_08);
        }
        lost
    }

    /// Takes a unit off the table for good. Its wave dissolves (FORM-15), and an attached
    /// general looks for another unit (CMD-12, ruling A69).
    pub(crate) fn remove(&self, scene: &mut Scene, id: UnitId, to: Status, why: Clause) {
        if units::in_wave(scene, id) {
            units::dissolve(scene, id);
        }
        let pose = scene.unit(id).pose;
        scene.become_(id, to, why);
        marks::end_pending(scene, id, why);
        if let Some(general) = command::attached(scene, id) {
            self.seek_refuge(scene, general, pose);
        }
    }
}
