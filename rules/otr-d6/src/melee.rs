//! Melee (section 12): who fights, factors, losses, retreats. The dice are
//! in [`crate::clash`].

use crate::clash::{Clash, Tie, Verdict, stand_bonus};
use crate::command::Peril;
use crate::marks::{self, Came, Height};
use crate::numbers::MeleeResult;
use crate::retreat::Push;
use crate::switches::{
    ColumnFights, CombinedCharge, HeightJudged, MeleeCompare, MeleeTie, WaveDefends, WinnerAdvance,
};
use crate::units::{self, Body};
use crate::{OtrD6, c, terrain};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Await, Battle, Clause, Dice, Factor, Gait, Scene, Status, UnitId};
use sandtable_drill::{Hindrance, slide};
use sandtable_geometry::{Facing, INCH, Length, Zone};

/// The front brigades of the chargers in one melee, in the order they came.
pub type Attackers = ArrayVec<UnitId, 8>;

/// Which units fight each other (MEL-01).
#[derive(Clone, Debug)]
pub struct Fight {
    /// The chargers; more than one only by switch.
    pub attackers: Attackers,
    /// The unit that was charged.
    pub target: UnitId,
    /// The target's zone that the chargers came from (MEL-05).
    pub zone: Zone,
    /// Whether the target has cover against their direction (MEL-04).
    pub covered: bool,
    /// Which side stood higher when the charge was declared (AM1).
    pub height: Height,
}

/// How far a winner may advance (MEL-18, ruling A50, by switch).
const OCCUPIES: Length = INCH;

impl OtrD6 {
    /// Weighs a melee (MEL-02 to MEL-08): returns its dice and every factor. If `rear` gives a
    /// number of stands, the melee is against the second rank of a reinforced line
    /// (MEL-19).
    pub(crate) fn weigh_melee(
        &self,
        b: &Battle,
        fight: &Fight,
        rear: Option<u8>,
    ) -> (Clash, Vec<Factor>) {
        by!(c::MEL_01, c::MEL_02, c::MEL_05, c::UNIT_05);
        let (lead, target) = (fight.attackers[0], fight.target);
        let numbers = &self.numbers.melee;
        let mut factors = Vec::new();
        let mut add = |value: i16, clause: Clause, unit: UnitId| {
            if value != 0 {
                factors.push(Factor {
                    clause,
                    value,
                    unit: Some(unit),
                });
            }
        };
        add(numbers.base, c::MEL_02, lead);
        add(numbers.base, c::MEL_02, target);
        let (ours, theirs) = self.values_of(b, fight, rear.is_some());
        add((ours - theirs).max(0), c::MEL_03, lead);
        add((theirs - ours).max(0), c::MEL_03, target);
        match self.advantage(b, fight) {
            1.. => add(numbers.terrain, c::MEL_04, lead),
            0 => {}
            _ => add(numbers.terrain, c::MEL_04, target),
        }
        add(
            if fight.zone == Zone::Front {
                0
            } else {
                numbers.flank_or_rear
            },
            c::MEL_05,
            lead,
        );
        let (ours_all, theirs_all) = (charging(b, fight), self.defending(b, fight));
        for (members, side) in [(ours_all.as_slice(), lead), (theirs_all.as_slice(), target)] {
            if let Some((clause, value, _)) = members.iter().find_map(|&m| self.melee_bonus(b, m)) {
                add(value, clause, side);
            }
        }
        let (own, other) = self.stands_of(b, fight, rear);
        add(
            stand_bonus(&self.numbers.stand_bonus, own, other),
            c::MEL_08,
            lead,
        );
        add(
            stand_bonus(&self.numbers.stand_bonus, other, own),
            c::MEL_08,
            target,
        );
        let total = |side: UnitId| {
            factors
                .iter()
                .filter(|f| f.unit == Some(side))
                .map(|f| f.value)
                .sum()
        };
        let clash = Clash {
            attacker: total(lead),
            defender: total(target),
            difference: self.chosen.melee_compare == MeleeCompare::Difference,
            tie: self.tie_of(ours > theirs),
        };
        (clash, factors)
    }

    /// Returns who wins equal totals (MEL-13). One switch gives them to the higher combat value,
    /// or to the defender if both are equal.
    fn tie_of(&self, attacker_higher: bool) -> Tie {
        by!(c::MEL_13);
        match self.chosen.melee_tie {
            MeleeTie::Reroll => Tie::Reroll,
            MeleeTie::HigherCv if attacker_higher => Tie::Attacker,
            MeleeTie::Defender | MeleeTie::HigherCv => Tie::Defender,
        }
    }

    /// Returns the combat values of both sides (MEL-03, MEL-07, MEL-21). The front rank of
    /// a reinforced line adds one, unless it was charged in flank or rear
    /// (MEL-22); its second rank does not (MEL-19).
    fn values_of(&self, b: &Battle, fight: &Fight, second: bool) -> (i16, i16) {
        by!(c::MEL_03, c::MEL_07, c::FORM_05, c::MEL_21, c::MEL_22);
        let value = |unit: UnitId, deep: bool| {
            let u = b.unit(unit);
            let more = deep && u.formation == units::REINFORCED;
            self.combat_value(u)
                + if more {
                    self.numbers.formation.reinforced_cv
                } else {
                    0
                }
        };
        let deep = fight.zone == Zone::Front && !second;
        (value(fight.attackers[0], true), value(fight.target, deep))
    }

    /// Returns the advantage of terrain: above 0 for the chargers, below 0 for the unit they
    /// charged (MEL-04, ruling A52). The higher level, when the charge was declared (AM1), is
    /// worth a point, and so is cover of the charged side.
    fn advantage(&self, b: &Battle, fight: &Fight) -> i16 {
        by!(c::MEL_04, c::AM1);
        let height = match self.chosen.height_judged {
            HeightJudged::Declaration => fight.height,
            HeightJudged::Contact => self.higher(b, fight.attackers[0], fight.target),
        };
        let higher = match height {
            Height::Level => 0,
            Height::Charger => 1,
            Height::Charged => -1,
        };
        higher - i16::from(fight.covered)
    }
}

/// Returns every brigade that charges.
fn charging(b: &Battle, fight: &Fight) -> ArrayVec<UnitId, 24> {
    fight
        .attackers
        .iter()
        .flat_map(|&head| units::body(b, head))
        .collect()
}

impl OtrD6 {
    /// Returns every brigade that is charged. A whole wave counts only if its front brigade was
    /// charged from the front, and if waves count in defence (MEL-21, MEL-22).
    fn defending(&self, b: &Battle, fight: &Fight) -> Body {
        by!(c::MEL_21, c::MEL_22);
        let body = units::body(b, fight.target);
        let whole = fight.zone == Zone::Front
            && body[0] == fight.target
            && self.chosen.wave_defends == WaveDefends::Yes;
        if whole {
            body
        } else {
            [fight.target].into_iter().collect()
        }
    }

    /// Returns the fighting stands of both sides (MEL-09, MEL-10).
    fn stands_of(&self, b: &Battle, fight: &Fight, rear: Option<u8>) -> (i16, i16) {
        by!(c::MEL_09, c::FORM_09);
        let own = fight
            .attackers
            .iter()
            .map(|&head| self.body_stands(b, &units::body(b, head)))
            .sum();
        if let Some(rear) = rear {
            return (own, i16::from(rear));
        }
        if fight.zone == Zone::Front {
            (own, self.body_stands(b, &self.defending(b, fight)))
        } else {
            // Charged in flank or rear, a unit fights with all its stands (MEL-22).
            (own, self.deep_stands(b, fight.target))
        }
    }

    /// Counts the fighting stands of a body that fights to its front.
    fn body_stands(&self, b: &Battle, body: &Body) -> i16 {
        let first = b.unit(body[0]);
        if body.len() > 1 {
            let behind = body[1..]
                .iter()
                .map(|&m| i16::from(self.ranked(b.unit(m))))
                .sum();
            let shaken = body.iter().any(|&m| units::marked(b.unit(m)));
            return i16::from(self.ranked(first)) + self.depth_of(behind, shaken);
        }
        if first.formation == units::REINFORCED
            || (units::in_column(first) && self.chosen.column_fights == ColumnFights::FrontStand)
        {
            return i16::from(self.front_rank(first));
        }
        self.deep_stands(b, body[0])
    }

    /// Counts all stands of a unit; those behind the first of a shaken column count half.
    fn deep_stands(&self, b: &Battle, unit: UnitId) -> i16 {
        let u = b.unit(unit);
        let all = i16::from(self.ranked(u));
        if units::in_column(u) {
            let front = i16::from(self.front_rank(u));
            front + self.depth_of(all - front, units::marked(u))
        } else {
            all
        }
    }

    /// Returns how many of the stands behind the first rank count: all of them, or half, rounded
    /// up, once the unit is shaken (MEL-10, FORM-10, META-04).
    fn depth_of(&self, behind: i16, shaken: bool) -> i16 {
        by!(c::MEL_10, c::FORM_10, c::META_04);
        let by = i16::from(self.numbers.formation.shaken_depth_divisor.max(1));
        if shaken {
            (2 * behind + by) / (2 * by)
        } else {
            behind
        }
    }
}

/// What a melee has cost so far, as the generals' risk needs it (CMD-13): an entry each time
/// a unit lost stands, with the generals who influenced it then.
type Tolls = ArrayVec<(ArrayVec<UnitId, 8>, Peril), 52>;

impl OtrD6 {
    /// Fights a melee to its end: if the front rank of a reinforced line is beaten, a second
    /// melee follows at once (MEL-19, FORM-06).
    pub(crate) fn fight(&self, scene: &mut Scene, fight: &Fight, dice: &mut dyn Dice) {
        by!(c::FORM_06, c::FORM_07, c::MEL_20);
        let verdict = self.clash_of(scene, fight, None, dice);
        let u = scene.unit(fight.target);
        let front = self.front_rank(u);
        let rear = self.ranked(u) - front;
        let two_ranks = u.formation == units::REINFORCED && fight.zone == Zone::Front && rear > 0;
        let mut tolls = Tolls::new();
        let end = if two_ranks && verdict.attacker_wins() {
            self.second_of(scene, fight, verdict, (front, rear), &mut tolls, dice)
        } else {
            let (_, moves) = self.settle(scene, fight, verdict, u8::MAX, &mut tolls);
            End {
                attacker_won: verdict.attacker_wins(),
                moves,
            }
        };
        self.aftermath(scene, fight, end, &tolls, dice);
    }

    /// Throws once for both sides.
    fn clash_of(
        &self,
        scene: &mut Scene,
        fight: &Fight,
        rear: Option<u8>,
        dice: &mut dyn Dice,
    ) -> Verdict {
        by!(c::MEL_11, c::MEL_12);
        let (clash, _) = self.weigh_melee(scene, fight, rear);
        let (lead, target) = (fight.attackers[0], fight.target);
        for (base, own, other) in [
            (clash.attacker, lead, target),
            (clash.defender, target, lead),
        ] {
            if let Ok(base) = u16::try_from(base) {
                scene.told(c::MEL_02, base, own, Some(other));
            }
        }
        let verdict = clash.roll(scene.unit(fight.attackers[0]).side, dice);
        scene.told(c::MEL_12, verdict.0, fight.attackers[0], Some(fight.target));
        verdict
    }
}

/// How a melee ended: who won, and how many moves the loser goes back.
#[derive(Clone, Copy, Debug)]
struct End {
    attacker_won: bool,
    moves: u8,
}

impl OtrD6 {
    /// Takes the losses of the beaten front rank, then fights the melee with the second rank
    /// (MEL-19, MEL-20). Markers and retreats come after that.
    fn second_of(
        &self,
        scene: &mut Scene,
        fight: &Fight,
        first: Verdict,
        (front, rear): (u8, u8),
        tolls: &mut Tolls,
        dice: &mut dyn Dice,
    ) -> End {
        by!(c::MEL_19, c::MEL_20);
        self.settle(scene, fight, first, front, tolls);
        if charging(scene, fight)
            .iter()
            .all(|&m| scene.unit(m).stands == 0)
        {
            // Winning cost the chargers their last stand: the defender keeps its ground.
            return End {
                attacker_won: false,
                moves: 0,
            };
        }
        let verdict = self.clash_of(scene, fight, Some(rear), dice);
        let (lost, moves) = self.settle(scene, fight, verdict, rear, tolls);
        // The whole unit retreats a move for each stand that its second rank lost.
        let moves = if verdict.attacker_wins() { lost } else { moves };
        End {
            attacker_won: verdict.attacker_wins(),
            moves,
        }
    }

    /// Takes the losses of a verdict, the defender's up to `most` (MEL-12, MEL-16,
    /// MEL-21). Returns how many stands the loser lost, and the moves of the table.
    fn settle(
        &self,
        scene: &mut Scene,
        fight: &Fight,
        verdict: Verdict,
        most: u8,
        tolls: &mut Tolls,
    ) -> (u8, u8) {
        by!(c::MEL_12, c::MEL_14, c::MEL_16, c::MEL_21);
        let line = self.result_of(verdict);
        let won = verdict.attacker_wins();
        let (ours, theirs) = if won {
            (line.winner_loses, line.loser_loses)
        } else {
            (line.loser_loses, line.winner_loses)
        };
        let own = self.take_result(scene, &charging(scene, fight), ours, won, tolls);
        let other = self.take_result(
            scene,
            &self.defending(scene, fight),
            theirs.min(most),
            !won,
            tolls,
        );
        (if won { other } else { own }, line.retreat)
    }

    /// Returns the line of the result table (MEL-12).
    fn result_of(&self, verdict: Verdict) -> MeleeResult {
        self.numbers.melee_result[usize::from(verdict.ratio()) - 1]
    }

    /// Takes stands from a side, its front brigade first (MEL-21). Units without
    /// stands stay on the table until the generals have rolled.
    fn take_result(
        &self,
        scene: &mut Scene,
        members: &[UnitId],
        mut stands: u8,
        won: bool,
        tolls: &mut Tolls,
    ) -> u8 {
        let mut taken = 0;
        for &member in members {
            let have = scene.unit(member).stands;
            let lost = stands.min(have);
            if lost > 0 {
                let peril = if won { Peril::Plain } else { Peril::MeleeLost };
                let _ = tolls.try_push((self.at_risk(scene, member), peril));
                scene.stands(member, have - lost, c::MEL_12);
                (stands, taken) = (stands - lost, taken + lost);
            }
        }
        taken
    }

    /// Does what follows the losses: markers (MEL-15), the generals' risk (CMD-13), the
    /// removal of destroyed units (MEL-16), and the loser's retreat (MEL-14).
    fn aftermath(
        &self,
        scene: &mut Scene,
        fight: &Fight,
        end: End,
        tolls: &Tolls,
        dice: &mut dyn Dice,
    ) {
        by!(c::MEL_18, c::CMD_13);
        let direction = scene.unit(fight.attackers[0]).pose.facing;
        let ours = charging(scene, fight);
        // A wave takes its results together, wherever it was charged (FORM-15).
        let theirs = if end.attacker_won {
            units::body(scene, fight.target)
        } else {
            self.defending(scene, fight)
        };
        let bodies: ArrayVec<(Body, Facing), 8> = if end.attacker_won {
            [(theirs.clone(), direction)].into_iter().collect()
        } else {
            let back = |&head: &UnitId| {
                (
                    units::body(scene, head),
                    scene.unit(head).pose.facing.reversed(),
                )
            };
            fight.attackers.iter().map(back).collect()
        };
        mark(scene, &ours, end.attacker_won);
        mark(scene, &theirs, !end.attacker_won);
        for (generals, peril) in tolls {
            self.risk_general(scene, dice, generals, *peril);
        }
        for &member in ours.iter().chain(&theirs) {
            if scene.unit(member).on_table() && scene.unit(member).stands == 0 {
                self.remove(scene, member, Status::Destroyed, c::UNIT_08);
            }
        }
        for (body, direction) in bodies {
            self.retreat_from(scene, body, direction, end.moves);
        }
        if end.attacker_won && self.chosen.winner_advance == WinnerAdvance::Occupy {
            self.ask_to_advance(scene, fight);
        }
    }
}

/// Marks the units of a side: of the winner the first brigade, of the loser all (MEL-15, MEL-21).
fn mark(scene: &mut Scene, members: &[UnitId], won: bool) {
    by!(c::MEL_15, c::MEL_21);
    let alive: ArrayVec<UnitId, 24> = members
        .iter()
        .copied()
        .filter(|&m| scene.unit(m).stands > 0)
        .collect();
    for &member in alive.iter().take(if won { 1 } else { alive.len() }) {
        scene.set(member, marks::MARKER, true, c::MEL_15);
    }
}

impl OtrD6 {
    /// Moves the loser back at right angles to the common edge, away from the opponent, as one
    /// body (MEL-14, MEL-17, GEO-15). Destroyed units stay off the table.
    fn retreat_from(&self, scene: &mut Scene, body: Body, direction: Facing, moves: u8) {
        by!(c::MEL_14, c::MEL_16, c::GEO_15);
        let body: Body = body
            .into_iter()
            .filter(|&m| scene.unit(m).on_table())
            .collect();
        let Some(&first) = body.first() else { return };
        if moves > 0 {
            let distance = self.one_move(scene.unit(first)) * Length::from(moves);
            self.push_back(
                scene,
                &body,
                &Push {
                    direction,
                    distance,
                    gait: Gait::Retreated,
                    why: c::MEL_17,
                },
            );
        }
    }

    /// Returns how far the first charger could advance now: up to an inch, short of
    /// other units.
    fn room_ahead(&self, b: &Battle, unit: UnitId) -> Length {
        let u = b.unit(unit);
        let gap = self.numbers.movement.enemy_gap;
        let means = |other: UnitId| {
            let o = b.unit(other);
            if units::fights(o) {
                Hindrance::Stops(if o.side == u.side { 0 } else { gap })
            } else {
                Hindrance::None
            }
        };
        let bars = |f: &sandtable_battle::Feature| terrain::bars(f).then_some(0);
        slide(
            self,
            b,
            unit,
            u.pose.facing,
            OCCUPIES,
            means,
            bars,
            true,
            false,
        )
        .length
    }

    /// Asks the winner whether to advance (MEL-18, by switch): choice 0 is
    /// to stay, 1 to go forward.
    fn ask_to_advance(&self, scene: &mut Scene, fight: &Fight) {
        let lead = fight.attackers[0];
        let free = scene.unit(lead).on_table()
            && !units::in_wave(scene, lead)
            && scene.cursor.waits.is_none();
        if free && self.room_ahead(scene, lead) > 0 {
            let side = scene.unit(lead).side;
            scene.await_(Await::of(side, c::MEL_18, 2).about(lead, Some(fight.target)));
        }
    }

    /// Carries out the choice to stay or advance (MEL-18).
    pub(crate) fn decide_advance(&self, scene: &mut Scene, choice: u8) {
        let lead = scene.cursor.waits.and_then(|waits| waits.unit);
        scene.answered(c::MEL_18);
        if let Some(lead) = lead.filter(|_| choice == 1) {
            let before = scene.unit(lead).pose;
            let length = self.room_ahead(scene, lead);
            scene.shift(lead, before.advanced(length), Gait::Moved, c::MEL_18);
            self.carry_generals(scene, lead, before);
        }
    }
}

/// Notes a melee to be fought at the end of the division's activation
/// (ACT-06, by switch).
pub(crate) fn put_off(scene: &mut Scene, fight: &Fight) {
    let came = match fight.zone {
        Zone::Front => Came::Front,
        Zone::Left | Zone::Right => Came::Flank,
        Zone::Rear => Came::Rear,
    };
    for &head in &fight.attackers {
        scene.set(head, marks::PENDING, Some(fight.target), c::ACT_06);
        scene.set(head, marks::CAME, came, c::ACT_06);
        scene.set(head, marks::COVERED, fight.covered, c::ACT_06);
        scene.set(head, marks::HEIGHT, fight.height, c::ACT_06);
    }
}

impl OtrD6 {
    /// Fights every melee that was put off, in the order of the chargers. If melees may be
    /// shared, those with the same target are one (MEL-01).
    pub(crate) fn fight_all(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::MEL_01);
        while let Some(next) = pending(scene).first().copied() {
            let shares = self.chosen.combined_charge == CombinedCharge::Yes;
            let target = marks::PENDING.of(scene.unit(next));
            let same = |&id: &UnitId| {
                id == next || (shares && marks::PENDING.of(scene.unit(id)) == target)
            };
            let attackers: Attackers = pending(scene).into_iter().filter(same).take(8).collect();
            let found = self.recall(scene, &attackers);
            for &head in &attackers {
                marks::end_pending(scene, head, c::ACT_06);
            }
            if let Some(found) = found {
                self.procedures.fight(self, &found, scene, dice);
            }
        }
    }
}

/// Returns the chargers with a melee still to fight.
fn pending(b: &Battle) -> Vec<UnitId> {
    b.present()
        .filter(|(_, u)| marks::PENDING.of(u).is_some())
        .map(|(id, _)| id)
        .collect()
}

impl OtrD6 {
    /// Returns a melee that was put off, if both sides still touch (GEO-13). Chargers that came
    /// into flank or rear decide which zone counts.
    fn recall(&self, b: &Battle, heads: &Attackers) -> Option<Fight> {
        let target = marks::PENDING.of(b.unit(*heads.first()?))?;
        let rect = self.rect(b, target);
        let least = self.numbers.geometry.contact_edge;
        let touches = |&id: &UnitId| self.rect(b, id).contact(&rect, least).is_some();
        let attackers: Attackers = heads.iter().copied().filter(touches).collect();
        if attackers.is_empty() || !b.unit(target).on_table() {
            return None;
        }
        let came = attackers.iter().map(|&id| marks::CAME.of(b.unit(id)));
        let zone = match came.max()? {
            Came::Front => Zone::Front,
            Came::Flank => Zone::Left,
            Came::Rear => Zone::Rear,
        };
        let mut all = attackers.iter();
        let covered = all.all(|&id| marks::COVERED.of(b.unit(id)));
        let height = marks::HEIGHT.of(b.unit(attackers[0]));
        Some(Fight {
            attackers,
            target,
            zone,
            covered,
            height,
        })
    }
}
