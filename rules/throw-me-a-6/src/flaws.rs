//! What is wrong with a position by these rules.

use crate::numbers::Family;
use crate::turn::TERRAIN;
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::{Battle, Mark, Status, UnitId, say};

impl ThrowMeA6 {
    /// Returns one sentence for each flaw, with the unit.
    pub(crate) fn list_flaws(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        let mut out: Vec<(Option<UnitId>, String)> = Vec::new();
        for (id, _) in self.bodies(battle) {
            let base = self.rect(battle, id);
            let other = self.overlapped(battle, id, &base, None);
            if let Some(other) = other.filter(|&other| other > id) {
                let name = battle.setting.name(other);
                let clause = self.card.cite(c::GEO_11);
                out.push((
                    Some(id),
                    say!("overlaps {unit} ({clause})", unit = name, clause = clause),
                ));
            }
            if let Some(at) = self.closed_ground(battle, &base) {
                let ground = battle.setting.terrain[at].ground.name();
                let clause = self.card.cite(c::GEO_11);
                out.push((
                    Some(id),
                    say!(
                        "may not stand in {ground} ({clause})",
                        ground = say(ground),
                        clause = clause
                    ),
                ));
            }
        }
        for (id, unit) in battle.all() {
            // Units that wait to be placed or to arrive fight later.
            if !unit.status.is_gone() && self.lethal(unit) == 0 {
                let clause = self.card.cite(c::UNIT_07);
                out.push((
                    Some(id),
                    say!("has too few stands left ({clause})", clause = clause),
                ));
            }
            let names = [marks::FIGHTS, marks::BEAT, marks::MET];
            let nobody = |mark: Mark<Option<UnitId>>| {
                let named = mark.of(unit);
                named.is_some_and(|other| battle.get(other).is_none())
            };
            if names.into_iter().any(nobody) {
                out.push((
                    Some(id),
                    say!("is to act against a unit that does not exist"),
                ));
            }
            if let Some(flaw) = unit.with.and_then(|host| self.bond_flaw(battle, id, host)) {
                out.push((Some(id), flaw));
            }
            let has_turn = battle.setting.arrivals.iter().any(|a| a.unit == id);
            if unit.status == Status::Expected && !has_turn {
                out.push((Some(id), say!("is expected, but no turn is given for it")));
            }
            let zones = self.zones_of(battle, unit.side).next().is_some();
            if unit.status == Status::Reserve && !zones {
                let clause = self.card.cite(c::SET_10);
                out.push((
                    Some(id),
                    say!(
                        "waits to be placed, but its side has no zone ({clause})",
                        clause = clause
                    ),
                ));
            }
        }
        if battle.cursor.phase == TERRAIN {
            out.extend(
                self.piece_flaws(battle)
                    .into_iter()
                    .map(|flaw| (None, flaw)),
            );
        }
        out
    }
    /// Returns what is wrong with a unit attached to another. Only chariots may be, one with each
    /// unit that stands on the table, and in the right place (CH-05, CH-09).
    fn bond_flaw(&self, battle: &Battle, id: UnitId, host: UnitId) -> Option<String> {
        let (unit, other) = (battle.unit(id), battle.get(host)?);
        let name = battle.setting.name(host);
        if self.family(unit) != Family::Chariots {
            let clause = self.card.cite(c::CH_05);
            return Some(say!(
                "must be a chariot that can join units ({clause})",
                clause = clause
            ));
        }
        let fits = self.stands(other) && self.family(other) != Family::Chariots;
        let alone = crate::units::attached(battle, host) == Some(id);
        if !fits || !alone || !unit.on_table() {
            let clause = self.card.cite(c::CH_05);
            return Some(say!(
                "cannot be with {unit} ({clause})",
                unit = name,
                clause = clause
            ));
        }
        let clause = self.card.cite(c::CH_09);
        let apart = say!(
            "must stand where {unit} does ({clause})",
            unit = name,
            clause = clause
        );
        (unit.pose != other.pose).then_some(apart)
    }
}
