//! Section 13: morale.

use crate::marks::{self, Struck};
use crate::switches::{MoralePer, RetreatEdge, RetreatFacing, RetreatTrapped};
use crate::turn::{MORALE, MORALE_ACTIVE, active};
use crate::{ThreeHit, c};
use sandtable_battle::by;
use sandtable_battle::{Ask, Battle, Dice, Gait, Ruling, Scene, Side, Status, UnitId, Witness};
use sandtable_drill as drill;

impl ThreeHit {
    /// Whether a unit must test (MOR-01): it was damaged in this player turn,
    /// in a way that counts, and survives (HIT-04).
    pub(crate) fn must_test(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        unit.on_table() && marks::STRUCK_HOW.of(unit) != Struck::No && !self.doomed(unit)
    }

    /// Returns the next unit of a side to test by default, in the order of first
    /// damage (MOR-13), and how many there are.
    pub(crate) fn next_to_test(&self, battle: &Battle, side: Side) -> Option<(UnitId, usize)> {
        by!(c::TURN_09);
        let due = || {
            battle
                .side(side)
                .filter(|&(id, _)| self.must_test(battle, id))
        };
        let first = due().min_by_key(|(_, unit)| marks::STRUCK_ORDER.of(unit))?;
        Some((first.0, due().count()))
    }

    /// Judges a test.
    pub(crate) fn judge_test(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        let now = matches!(battle.cursor.phase, MORALE | MORALE_ACTIVE);
        r.require(now, c::TURN_01, || Witness::Plain);
        if drill::require_present(battle, id, r) {
            let why = if self.doomed(battle.unit(id)) {
                c::HIT_04
            } else {
                c::MOR_01
            };
            r.require(self.must_test(battle, id), why, || Witness::Unit(id));
        }
    }

    /// Tests a unit: one die for any amount of damage (MOR-02), or one for each hit;
    /// on a 5 or 6 it retreats one move (MOR-03).
    pub(crate) fn test(&self, id: UnitId, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::SCOPE_02, c::SCOPE_04, c::TURN_09);
        let unit = *scene.unit(id);
        let count = match self.choices.morale_per {
            MoralePer::Turn => 1,
            MoralePer::Hit => marks::HITS_THIS_TURN.of(&unit).max(1),
        };
        let from = self.numbers.morale_retreat_from;
        let table = [1, 2, 3, 4, 5, 6].map(|face| u8::from(face >= from));
        let ask = Ask::Read { table };
        let worst = (0..count)
            .map(|_| dice.ask(ask, unit.side, c::MOR_03))
            .max()
            .unwrap_or(0);
        let enemy = self.striker(&unit);
        scene.told(c::MOR_03, worst, id, enemy);
        marks::clear_damage(scene, id, c::MOR_02);
        if let (1.., Some(enemy)) = (worst, enemy) {
            self.retreat(id, enemy, scene);
        }
    }

    /// Retreats a unit from an enemy by one move, without road bonus (MOR-04),
    /// straight away from the zone that holds it (MOR-06).
    fn retreat(&self, id: UnitId, enemy: UnitId, scene: &mut Scene) {
        by!(c::MOR_04);
        let way = self.away_from(scene, id, enemy);
        let distance = self.kind_of(scene, id).pace.0;
        let slid = self.slide(scene, id, way, distance);
        let to = scene.unit(id).pose.moved(way, slid.by);
        let why = slid.stop.unwrap_or(c::MOR_06);
        scene.shift(id, to, Gait::Retreated, why);
        if slid.stop == Some(c::MOR_12) && self.choices.retreat_edge == RetreatEdge::Removed {
            scene.become_(id, Status::Fled, c::MOR_12);
            return;
        }
        if slid.by == 0 {
            self.trapped(id, scene);
        } else if self.choices.retreat_facing == RetreatFacing::Toward {
            let goal = scene.unit(enemy).pose.point();
            if let Some(pose) = self.turned_towards(scene, id, goal) {
                scene.shift(id, pose, Gait::Turned, c::MOR_08);
            }
        }
        self.spend_next_move(id, scene, c::MOR_05);
    }

    /// Leaves a unit that cannot move at all as it is (MOR-11), or gives it a hit.
    fn trapped(&self, id: UnitId, scene: &mut Scene) {
        by!(c::MOR_11);
        if self.choices.retreat_trapped == RetreatTrapped::ExtraHit {
            let now = marks::HITS.of(scene.unit(id)) + 1;
            scene.set(id, marks::HITS, now, c::MOR_11);
            if self.doomed(scene.unit(id)) && !self.removes_late() {
                scene.become_(id, Status::Destroyed, c::HIT_02);
            }
        }
    }

    /// Takes away the move of a unit's next player turn (MOR-05). A marker from
    /// its own player turn must outlast the end of that turn.
    pub(crate) fn spend_next_move(
        &self,
        id: UnitId,
        scene: &mut Scene,
        why: sandtable_battle::Clause,
    ) {
        let own_turn = scene.unit(id).side == active(&scene.cursor);
        let marker = if own_turn { 2 } else { 1 };
        scene.set(id, marks::MOVE_SPENT, marker, why);
    }
}
