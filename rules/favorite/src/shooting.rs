//! Shooting (sections Shooting and Artillery): who may shoot at whom, and which face hits. Volleys
//! are declared first and thrown together (TURN-05).

use crate::marks::{self, Driven, Moved, Stand};
use crate::movement::length_of;
use crate::numbers::{Arm, Band};
use crate::volley::{Halved, Throw};
use crate::{Favorite, c, turn};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Clause, Dice, Factor, Far, Legal, Naming, Offer, Order, Refusals, Ruling, Scene, Side,
    Sight, Unit, UnitId, Verb, Witness, c as table,
};
use sandtable_drill as drill;
use sandtable_geometry::{Face, Field, Length, Tape, within};

/// A volley that a unit could throw.
#[derive(Clone, Debug)]
pub(crate) struct Volley {
    /// Dice of the volley.
    pub throw: Throw,
    /// Clause by which it hits.
    pub why: Clause,
    /// Factors that make it harder to hit.
    pub factors: ArrayVec<Factor, 3>,
    /// Distance to the target.
    pub tape: Tape,
}

impl Favorite {
    /// Returns how far a unit shoots; zero if it does not shoot (FIRE-14, ART-01, SCALE-03).
    pub(crate) fn range(&self, u: &Unit) -> Length {
        by!(c::SCALE_03, c::ART_01);
        let armed = u.ratings[crate::units::ARMS] > 0 && self.arm(u) == Arm::Horse;
        if armed && self.chosen.carbines {
            by!(c::FIRE_14);
            self.numbers.fire.carbine_range
        } else {
            self.kind(u).range
        }
    }

    /// Returns the range bands of a unit's weapon (FIRE-02, ART-02).
    fn bands(&self, u: &Unit) -> &[Band] {
        by!(c::FIRE_02, c::ART_02);
        if self.guns(u) {
            &self.numbers.gunnery
        } else {
            &self.numbers.musketry
        }
    }

    /// Returns the band that a distance is in, with its place. Each band includes its end.
    pub(crate) fn band(&self, u: &Unit, distance: Length) -> Option<(usize, &Band)> {
        let range = self.range(u);
        let mut all = self.bands(u).iter().enumerate();
        all.find(|(_, band)| range > 0 && within(distance, band.up_to.of(range)))
    }

    /// Returns a unit's dice: one for every three figures of its front rank, rounded up, or one for
    /// each member of a crew (FIRE-01, FIRE-08, FIRE-12, ART-04).
    pub(crate) fn fire_dice(&self, u: &Unit) -> u8 {
        by!(c::FIRE_01, c::FIRE_08, c::ART_04, c::UNIT_05);
        if self.guns(u) {
            return u.stands;
        }
        let stands = self.stands_of(u.stands);
        let numbers = &self.numbers.formation;
        let front = match u.formation {
            _ if self.chosen.column_shoots_whole => stands,
            crate::units::FIELD_COLUMN => numbers.field_width,
            crate::units::MARCH_COLUMN => numbers.march_width,
            _ if self.chosen.two_ranks => (stands + 1) / 2,
            _ => stands,
        };
        let rank = front * i32::from(self.numbers.scale.figures_to_a_stand);
        let figures = u8::try_from(rank).unwrap_or(u8::MAX).min(u.stands);
        if self.chosen.figures_per_die != 3 {
            by!(c::FIRE_12, c::OPT_01);
        }
        figures.div_ceil(self.chosen.figures_per_die.max(1))
    }

    /// Returns the phase of shooting in which a unit shoots, as it is now (TURN-03, TURN-04,
    /// TURN-06).
    fn group_of(&self, u: &Unit) -> u8 {
        let rallied = self.chosen.rally_is_move && marks::CHECK.of(u).hinders();
        if marks::MOVED.of(u).moved() || rallied {
            by!(c::ART_11);
            turn::FIRE_MOVED
        } else {
            turn::FIRE_STOOD
        }
    }

    /// Returns the movement that a battery has used, in inches of the allowance that it used
    /// (ART-08). By switch its turns do not count, but every inch it advanced or wheeled does
    /// (ART-12).
    fn moved_guns(&self, u: &Unit) -> Length {
        by!(c::ART_08);
        let spent = i32::from(marks::SPENT.of(u));
        let turned = if self.chosen.turns_block_guns {
            0
        } else {
            by!(c::ART_12);
            let came = [marks::CAME_EAST, marks::CAME_NORTH].map(|mark| mark.of(u));
            match i32::from(marks::TURNS.of(u)) {
                // A battery that is where it began has only turned.
                0 if came == [Far(0); 2] => spent,
                turns => turns.saturating_mul(marks::WHOLE / 2),
            }
        };
        let by_road = marks::MOVED.of(u).by_road();
        length_of((spent - turned).max(0), self.allowance(u, by_road))
    }

    /// Judges whether a unit may shoot now, at any target.
    pub(crate) fn judge_shooter(&self, b: &Battle, id: UnitId, r: &mut Ruling) {
        let u = b.unit(id);
        let here = || Witness::Unit(id);
        r.require(turn::is_shooting(&b.cursor), table::NOT_NOW, here);
        r.require(u.on_table(), table::GONE, || Witness::Absent(id, u.status));
        let range = self.range(u);
        r.require(range > 0, c::FIRE_14, here);
        if !r.clean() {
            return;
        }
        let clause = if b.cursor.phase == turn::FIRE_STOOD {
            c::TURN_04
        } else {
            c::TURN_03
        };
        let now = self.group_of(u) == b.cursor.phase;
        let driven = marks::DRIVEN.of(u);
        r.require(now || driven == Driven::Routed, clause, here);
        r.require(marks::LINE.of(u) == 0, c::FIRE_06, here);
        let back = match driven {
            Driven::No => false,
            Driven::Retreated => !self.chosen.retreated_shoots,
            Driven::Routed => true,
        };
        r.require(!back, c::FIRE_15, here);
        self.judge_guns(u, id, r);
    }

    /// Judges whether guns have moved little enough to shoot (ART-06, ART-07).
    fn judge_guns(&self, u: &Unit, id: UnitId, r: &mut Ruling) {
        if !self.guns(u) {
            return;
        }
        let asked = self.moved_guns(u);
        let (allowed, clause) = if self.kind(u).id == "horse-artillery" {
            let whole = self.allowance(u, false);
            (self.numbers.fire.horse_guns_share.of(whole), c::ART_07)
        } else {
            (self.numbers.fire.field_guns_move, c::ART_06)
        };
        let driven = marks::DRIVEN.of(u) != Driven::No;
        r.require(!driven, clause, || Witness::Unit(id));
        r.require(within(asked, allowed), clause, || Witness::Length {
            asked,
            allowed,
        });
    }

    /// Whether a charged unit may shoot at an enemy that touches it: at its charger, in contact
    /// with its front, if the unit stood (CHG-12).
    pub(crate) fn closes(&self, b: &Battle, id: UnitId, target: UnitId) -> bool {
        by!(c::CHG_12);
        let (u, them) = (b.unit(id), b.unit(target));
        let stood = matches!(marks::STAND.of(u), Stand::First | Stand::Together);
        self.chosen.closing_volley
            && stood
            && marks::MOVED.of(them) == Moved::Charged
            && marks::GOAL.of(them) == Some(id)
            && self
                .touching(b, id)
                .any(|(foe, contact)| foe == target && contact.own == Face::Front)
    }

    /// Judges a target and works out the volley.
    fn judge_target(
        &self,
        b: &Battle,
        id: UnitId,
        target: UnitId,
        r: &mut Ruling,
    ) -> Option<Volley> {
        let (u, them) = (b.unit(id), b.unit(target));
        let fits = them.side != u.side && them.on_table() && self.fights(them);
        r.require(fits, c::CMD_11, || Witness::Unit(target));
        if !fits {
            return None;
        }
        let in_arc = self.bears(b, id, them);
        let tape = self.fire_tape(b, id, target);
        let far = self.band(u, tape.length).is_none();
        let too_far = |r: &mut Ruling| {
            let (asked, allowed) = (tape.length, self.range(u));
            r.refuse(c::FIRE_02, Witness::Length { asked, allowed });
        };
        // Neighbours and sight cost most: they are asked about last if one reason is enough.
        if r.wants_one() {
            r.require(in_arc, c::FIRE_07, || Witness::Unit(target));
            if far {
                too_far(r);
            }
            if r.settled() {
                return None;
            }
        }
        if !self.closes(b, id, target) {
            for unit in [id, target] {
                r.require(!self.engaged(b, unit), c::CHG_13, || Witness::Unit(unit));
            }
        }
        r.require(in_arc, c::FIRE_07, || Witness::Unit(target));
        if !r.settled()
            && let Some(seen) = self.unseen(b, id, target)
        {
            r.refuse(c::FIRE_09, seen);
        }
        if far {
            too_far(r);
        }
        if far || r.settled() {
            return None;
        }
        let volley = self.volley(b, id, target);
        let (asked, allowed) = (
            i32::from(volley.throw.least),
            i32::from(self.numbers.fire.no_effect_from) - 1,
        );
        r.require(asked <= allowed, c::FIRE_04, || Witness::Count {
            asked,
            allowed,
        });
        Some(volley)
    }

    /// Whether an enemy lies in a unit's arc of fire.
    fn bears(&self, b: &Battle, id: UnitId, them: &Unit) -> bool {
        Field::from_corners(&self.rect(b, id), self.numbers.fire.arc).holds(them.pose.point())
    }

    /// Returns whether a unit sees another, by the same test as a shot. Commanders neither shoot
    /// nor are shot at.
    pub(crate) fn sight_of(&self, b: &Battle, id: UnitId, target: UnitId) -> Option<Sight> {
        let (u, them) = (b.unit(id), b.unit(target));
        if !self.fights(u) || !self.fights(them) {
            return None;
        }
        let tape = self.fire_tape(b, id, target);
        Some(if self.bears(b, id, them) {
            Sight::along(tape, c::FIRE_09, self.unseen(b, id, target))
        } else {
            Sight::aside(tape, c::FIRE_07, Witness::Unit(target))
        })
    }

    /// Judges a target, and by switch also that none is nearer (FIRE-10).
    fn judge_shot(&self, b: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) -> Option<Volley> {
        by!(c::FIRE_10);
        let volley = self.judge_target(b, id, target, r)?;
        if self.chosen.nearest_target {
            for (foe, _) in self.fighters(b, b.unit(id).side.other()) {
                let mut other = Ruling::new();
                if let Some(v) = self.judge_target(b, id, foe, &mut other) {
                    let nearer = other.clean() && v.tape.length < volley.tape.length;
                    r.require(!nearer, c::FIRE_10, || Witness::Unit(foe));
                }
            }
        }
        Some(volley)
    }

    /// Returns the distance of fire, from the front edge to the nearest point (GEO-06).
    pub(crate) fn fire_tape(&self, b: &Battle, id: UnitId, target: UnitId) -> Tape {
        by!(c::GEO_06);
        self.rect(b, id)
            .front_edge()
            .distance(&self.rect(b, target))
    }

    /// Returns a volley as it would be thrown now, whether or not it may be thrown (FIRE-03 to
    /// FIRE-05, ART-03 to ART-05, ART-09).
    pub(crate) fn volley(&self, b: &Battle, id: UnitId, target: UnitId) -> Volley {
        by!(c::FIRE_03, c::ART_03, c::ART_09, c::FIRE_04, c::ART_05);
        let (u, them) = (b.unit(id), b.unit(target));
        let tape = self.fire_tape(b, id, target);
        let guns = self.guns(u);
        let (place, least) = self
            .band(u, tape.length)
            .map_or((usize::MAX, 7), |(place, band)| (place, band.least));
        let cover = self.cover(b, target, &self.line_to(b, id, target));
        let hard = (guns && (self.guns(them) || Self::skirmishes(them)))
            || (!guns && self.chosen.skirmishers_hard && Self::skirmishes(them));
        let penalty = if hard {
            self.numbers.fire.hard_target
        } else {
            0
        };
        let mut factors = ArrayVec::new();
        for (value, clause) in [(cover, c::TERR_02), (penalty, c::ART_05)] {
            if value > 0 {
                factors.push(Factor {
                    clause,
                    value: -i16::from(value),
                    unit: Some(target),
                });
            }
        }
        let far = !guns && place.checked_add(1) == Some(self.numbers.musketry.len());
        if far && self.chosen.two_hits_at_long {
            by!(c::FIRE_13);
        }
        Volley {
            throw: Throw {
                dice: self.fire_dice(u),
                least: least + cover + penalty,
                halved: if far && self.chosen.two_hits_at_long {
                    Halved::Down
                } else {
                    Halved::Not
                },
            },
            why: if guns { c::ART_03 } else { c::FIRE_03 },
            factors,
            tape,
        }
    }

    /// Returns the targets at which a unit may declare a volley.
    fn targets(&self, b: &Battle, id: UnitId, named: Naming) -> Vec<UnitId> {
        if !Ruling::allows(|r| self.procedures.judge_shooter(self, b, id, r)) {
            return Vec::new();
        }
        let (u, own) = (b.unit(id), self.rect(b, id));
        let field = Field::from_corners(&own, self.numbers.fire.arc);
        let bands = self.bands(u).iter();
        let range = bands.map(|band| band.up_to.of(self.range(u))).max();
        // Targets outside the arc or out of range need no judging.
        let ahead = |them: &Unit| them.side != u.side && field.holds(them.pose.point());
        let near = self.about(b, &own, range.unwrap_or(0), |_, them| ahead(them));
        near.map(|(foe, _)| foe)
            .filter(|&foe| named.names(|| self.is_target(b, id, foe)))
            .collect()
    }

    /// Whether a unit that may shoot can shoot at another.
    fn is_target(&self, b: &Battle, id: UnitId, foe: UnitId) -> bool {
        Ruling::allows(|r| self.judge_shot(b, id, foe, r))
    }

    /// Offers a unit the targets of its volley.
    pub(crate) fn offer_shots(&self, b: &Battle, id: UnitId, named: Naming, out: &mut Vec<Offer>) {
        let targets = self.targets(b, id, named);
        drill::offer_targets(Verb::Shoot, id, targets, c::FIRE_10, out);
    }

    /// Whether a side has anything to declare in a phase of shooting.
    pub(crate) fn has_shooters(&self, b: &Battle, phase: u8, side: Side) -> bool {
        // Ask as if it were that phase already.
        let mut then = b.clone();
        (then.cursor.phase, then.cursor.side) = (phase, side);
        let mut own = self.fighters(&then, side);
        own.any(|(id, u)| {
            // If positions are left to a real table, the engine cannot tell which units have a
            // target.
            let mut r = Ruling::new();
            then.setting.stated && self.range(u) > 0 && {
                self.procedures.judge_shooter(self, &then, id, &mut r);
                r.clean()
            } || !self.targets(&then, id, Naming::Legal).is_empty()
        })
    }

    /// Judges the order to declare a volley.
    pub(crate) fn judge_shoot(
        &self,
        b: &Battle,
        order: &Order,
        mut r: Ruling,
    ) -> Result<Legal, Refusals> {
        if let Order::Shoot { unit, target } = *order {
            self.procedures.judge_shooter(self, b, unit, &mut r);
            let there = b.unit(unit).on_table() && self.range(b.unit(unit)) > 0;
            if there && let Some(volley) = self.judge_shot(b, unit, target, &mut r) {
                for factor in &volley.factors {
                    r.weigh(factor.value, factor.clause, factor.unit);
                }
                r.measured(volley.tape);
            }
        }
        r.seal(order)
    }

    /// Declares a volley (TURN-05).
    pub(crate) fn declare_volley(&self, scene: &mut Scene, id: UnitId, target: UnitId) {
        by!(c::TURN_05, c::FIRE_06, c::TURN_10);
        let side = scene.unit(id).side;
        let line = scene
            .side(side)
            .map(|(_, u)| marks::LINE.of(u))
            .max()
            .unwrap_or(0);
        scene.set(id, marks::LINE, line.saturating_add(1), c::TURN_05);
        scene.set(id, marks::GOAL, Some(target), c::FIRE_06);
    }

    /// Throws all declared volleys with the strength at the start of the group, then removes the
    /// losses together (TURN-05, TURN-10).
    pub(crate) fn shoot_all(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::TURN_05, c::TURN_10);
        let first = self.leader_of_turn(scene);
        let mut line: Vec<(bool, u8, UnitId, UnitId)> = scene
            .present()
            .filter(|(_, u)| marks::LINE.of(u) > 0 && self.fights(u))
            .filter_map(|(id, u)| {
                Some((u.side != first, marks::LINE.of(u), id, marks::GOAL.of(u)?))
            })
            .collect();
        line.sort_unstable();
        let mut losses: Vec<(UnitId, u8)> = Vec::with_capacity(line.len());
        for &(.., id, target) in &line {
            losses.push((target, self.thrown(scene, id, target, dice)));
        }
        for (target, hits) in losses {
            self.lose(scene, target, hits, c::FIRE_05);
        }
        for (.., id, _) in line {
            // The unit keeps its place in the line until the turn's shooting is over: it shoots
            // once (FIRE-06).
            scene.set(id, marks::GOAL, None, c::FIRE_06);
        }
    }

    /// Throws one volley, reports its hits and returns them.
    pub(crate) fn thrown(
        &self,
        scene: &mut Scene,
        id: UnitId,
        target: UnitId,
        dice: &mut dyn Dice,
    ) -> u8 {
        let volley = self.volley(scene, id, target);
        let hits = volley.throw.roll(scene.unit(id).side, volley.why, dice);
        scene.told(volley.why, u16::from(hits), id, Some(target));
        hits
    }
}
