//! Formations (section 7): changes of formation, dismounting, waves.

use crate::activation::{self, Act};
use crate::marks::{self, Deed};
use crate::switches::Holders;
use crate::{OtrD6, c, space, units};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Clause, Dice, Gait, Legal, Naming, Offer, Order, Refusals, Ruling, Scene, Scope, Set,
    Unit, UnitId, Verb, Witness,
};
use sandtable_drill as drill;
use sandtable_geometry::{Face, INCH, Length, Pose, Rect, Tape, within};

impl OtrD6 {
    /// Offers the other formations, falling in behind another brigade, and leaving the wave.
    pub(crate) fn offer_formations(
        &self,
        b: &Battle,
        unit: UnitId,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        let mut ruling = Ruling::new();
        if !self.may_act(b, unit, Act::Turn, &mut ruling) {
            return;
        }
        let u = b.unit(unit);
        let bits = self.allowed_formations(u) & !(1 << u.formation);
        let room = |f: &u32| {
            Ruling::allows(|ruling| self.require_room(b, unit, f.trailing_zeros() as u8, ruling))
        };
        let open = (0..32)
            .map(|i| 1 << i)
            .filter(|bit| bits & bit != 0)
            .filter(|bit| named.names(|| room(bit)))
            .fold(0, |all, bit| all | bit);
        if open != 0 {
            out.push(Offer::of(
                Verb::Form,
                unit,
                Scope::Formations(open),
                c::FORM_01,
            ));
        }
        if units::in_wave(b, unit) {
            out.push(Offer::of(Verb::Leave, unit, Scope::Plain, c::FORM_15));
        } else if u.kind == units::INFANTRY && u.formation == units::LINE {
            let hosts: Vec<UnitId> = b
                .side(u.side)
                .map(|(id, _)| id)
                .filter(|&to| Self::falls_in_with(b, unit, to))
                .filter(|&to| named.names(|| self.may_fall_in(b, unit, to)))
                .collect();
            drill::offer_targets(Verb::Join, unit, hosts, c::FORM_14, out);
        }
    }

    /// Whether another unit is of the kind that this one could fall in behind: a quick test
    /// before anything is measured.
    fn falls_in_with(b: &Battle, unit: UnitId, to: UnitId) -> bool {
        let (u, ahead) = (b.unit(unit), b.unit(to));
        unit != to
            && ahead.kind == units::INFANTRY
            && ahead.formation == units::LINE
            && ahead.group == u.group
    }

    fn may_fall_in(&self, b: &Battle, unit: UnitId, to: UnitId) -> bool {
        Ruling::allows(|ruling| self.judge_join(b, unit, to, ruling))
    }

    /// Judges a change of formation, falling in and leaving.
    pub(crate) fn judge_formation(
        &self,
        b: &Battle,
        order: &Order,
        mut ruling: Ruling,
    ) -> Result<Legal, Refusals> {
        let Some(unit) = order.unit() else {
            return ruling.seal(order);
        };
        self.may_act(b, unit, Act::Turn, &mut ruling);
        if b.unit(unit).on_table() {
            match *order {
                Order::Form { formation, .. } => self.judge_form(b, unit, formation, &mut ruling),
                Order::Join { to, .. } => self.judge_join(b, unit, to, &mut ruling),
                _ => {
                    ruling.require(units::in_wave(b, unit), c::FORM_15, || Witness::Unit(unit));
                }
            }
        }
        ruling.seal(order)
    }

    fn judge_form(&self, b: &Battle, unit: UnitId, formation: u8, ruling: &mut Ruling) {
        let u = b.unit(unit);
        match self.refused_formation(u, formation) {
            Some(clause) => ruling.refuse(clause, Witness::Unit(unit)),
            None => self.require_room(b, unit, formation, ruling),
        }
    }

    /// Returns the clause that forbids a formation to a unit (FORM-01, FORM-11, FORM-12, DISM-01).
    fn refused_formation(&self, u: &Unit, formation: u8) -> Option<Clause> {
        let known = usize::from(formation) < self.card.formations.len();
        if u.kind == units::ARTILLERY {
            Some(c::FORM_12)
        } else if !known {
            Some(c::FORM_01)
        } else if self.allowed_formations(u) >> formation & 1 == 0 {
            Some(if u.kind == units::CAVALRY {
                c::FORM_11
            } else {
                c::DISM_01
            })
        } else if formation == u.formation {
            // A formation the unit already has is no change.
            Some(c::FORM_13)
        } else {
            None
        }
    }

    /// Requires that the new footprint is clear; the front midpoint and the facing stay
    /// (FORM-13).
    fn require_room(&self, b: &Battle, unit: UnitId, formation: u8, ruling: &mut Ruling) {
        let u = b.unit(unit);
        let after = self.reformed(u, formation);
        let rect = self.rect_at(&b.setting, &after, u.pose);
        self.require_clear(b, unit, &rect, c::FORM_13, ruling);
    }

    /// Returns the unit as it would be in another formation.
    fn reformed(&self, u: &Unit, formation: u8) -> Unit {
        let mut after = Unit { formation, ..*u };
        if units::on_foot(&after) && !units::on_foot(u) {
            marks::HOLDERS.write(&mut after, self.fixed_holders(u));
        }
        after
    }

    /// Counts the horse holders set apart on dismounting (DISM-02), for the switch that fixes them.
    fn fixed_holders(&self, u: &Unit) -> u8 {
        by!(c::DISM_02);
        match self.chosen.holders {
            Holders::Recomputed => 0,
            Holders::Fixed => self.quarter_of(u.stands),
        }
    }

    fn require_clear(
        &self,
        b: &Battle,
        unit: UnitId,
        rect: &Rect,
        clause: Clause,
        ruling: &mut Ruling,
    ) {
        let at = rect.centre();
        if let Some(by) = self.obstruction(b, unit, rect) {
            ruling.refuse(clause, Witness::Blocked { by, at });
        }
        if let Some(feature) = space::barred(b, rect) {
            ruling.refuse(clause, Witness::Terrain { feature, at });
        }
        ruling.require(b.setting.holds(rect), clause, || Witness::Spot(at));
    }

    /// Judges falling in behind a brigade (FORM-08, FORM-14).
    fn judge_join(&self, b: &Battle, unit: UnitId, to: UnitId, ruling: &mut Ruling) {
        let (u, ahead) = (b.unit(unit), b.unit(to));
        let line =
            |u: &Unit| u.on_table() && u.kind == units::INFANTRY && u.formation == units::LINE;
        let alike =
            unit != to && line(u) && line(ahead) && u.side == ahead.side && u.group == ahead.group;
        ruling.require(alike, c::FORM_08, || Witness::Unit(to));
        if !alike {
            return;
        }
        ruling.require(!units::in_wave(b, unit), c::FORM_14, || Witness::Unit(unit));
        ruling.require(units::behind(b, to).is_none(), c::FORM_14, || {
            Witness::Unit(to)
        });
        let most = i32::from(self.numbers.formation.wave_brigades.1);
        let asked = i32::try_from(units::body(b, to).len()).unwrap_or(most) + 1;
        ruling.require(asked <= most, c::FORM_08, || Witness::Count {
            asked,
            allowed: most,
        });
        self.require_behind(b, unit, to, ruling);
        let rect = self.rect_at(&b.setting, u, self.place_behind(b, to));
        self.require_clear(b, unit, &rect, c::FORM_14, ruling);
    }

    /// Requires that the unit is near enough behind, faces nearly alike and overlaps by half
    /// (FORM-14).
    fn require_behind(&self, b: &Battle, unit: UnitId, to: UnitId, ruling: &mut Ruling) {
        let numbers = &self.numbers.formation;
        let place = Placing::of(self, b, unit, to);
        let near = within(place.tape.length, numbers.wave_reach);
        ruling.require(near, c::FORM_14, || Witness::Tape(place.tape));
        let alike = place.angle <= numbers.wave_angle;
        ruling.require(alike, c::FORM_14, || Witness::Angle {
            asked: place.angle,
            allowed: numbers.wave_angle,
        });
        // Only a brigade that stands behind can fall in there.
        ruling.require(place.behind, c::FORM_14, || {
            Witness::Spot(self.rect(b, unit).centre())
        });
        let witness = Witness::Length {
            asked: place.least,
            allowed: place.shared,
        };
        ruling.require(within(place.least, place.shared), c::FORM_14, || witness);
    }
}

/// How a brigade lies relative to the brigade it is to fall in behind (FORM-14).
struct Placing {
    /// From its own front edge to the rear edge of the brigade ahead.
    tape: Tape,
    /// Angle between the two facings, 1/65536 turn.
    angle: i32,
    /// Whether it is behind that brigade at all.
    behind: bool,
    /// How much of the frontage ahead it overlaps.
    shared: Length,
    /// How much of the frontage it must overlap.
    least: Length,
}

impl Placing {
    fn of(rules: &OtrD6, b: &Battle, unit: UnitId, to: UnitId) -> Self {
        let (own, ahead) = (rules.rect(b, unit), rules.rect(b, to));
        let rear = Rect::centred(
            Pose::at(ahead.edge(Face::Rear).middle(), ahead.facing()),
            ahead.frontage(),
            0,
        );
        let (left, right) = own.front_edge().ends();
        let half = ahead.frontage() / 2;
        let inside = |p| ahead.offset_of(p).0.clamp(-half, half);
        let narrower = f64::from(own.frontage().min(ahead.frontage()));
        #[expect(clippy::cast_possible_truncation, reason = "a share of a frontage")]
        let least = (narrower * rules.numbers.formation.wave_overlap) as Length;
        Self {
            tape: own.front_edge().distance(&rear),
            angle: own.facing().turn_to(ahead.facing()).abs(),
            behind: ahead.offset_of(own.centre()).1 < 0,
            shared: inside(right) - inside(left),
            least,
        }
    }
}

impl OtrD6 {
    /// Whether a brigade of a wave is no longer close behind the brigade ahead of it: farther
    /// off, turned farther or overlapping less than falling in allows (FORM-14).
    pub(crate) fn is_apart(&self, b: &Battle, unit: UnitId, ahead: UnitId) -> bool {
        by!(c::FORM_14, c::AM7);
        let numbers = &self.numbers.formation;
        let place = Placing::of(self, b, unit, ahead);
        !within(
            place.tape.length,
            numbers.wave_reach.max(numbers.wave_gap) + DRIFT,
        ) || place.angle > numbers.wave_angle
            || !place.behind
            || place.shared + DRIFT < place.least
    }
}

/// The most that rounding may add up to while a wave moves.
const DRIFT: Length = INCH / 10;

impl OtrD6 {
    /// Dissolves waves whose brigades are not close behind each other (FORM-15): they were
    /// placed or came on too far apart.
    pub(crate) fn part_waves(&self, scene: &mut Scene) {
        by!(c::FORM_15, c::AM7);
        let apart: Vec<UnitId> = scene
            .present()
            .filter(|(_, u)| units::fights(u))
            .filter_map(|(id, u)| Some((id, u.with?)))
            .filter(|&(_, ahead)| scene.get(ahead).is_some_and(Unit::on_table))
            .filter(|&(id, ahead)| self.is_apart(scene, id, ahead))
            .map(|(id, _)| id)
            .collect();
        for unit in apart {
            units::dissolve(scene, unit);
        }
    }

    /// Returns the place directly behind a brigade, a quarter of an inch off (FORM-14).
    fn place_behind(&self, b: &Battle, to: UnitId) -> Pose {
        let depth = self.rect(b, to).depth();
        b.unit(to)
            .pose
            .advanced(-(depth + self.numbers.formation.wave_gap))
    }

    /// Resolves a change of formation, falling in and leaving.
    pub(crate) fn form(&self, legal: &Legal, scene: &mut Scene, _dice: &mut dyn Dice) {
        match *legal.order() {
            Order::Form { unit, formation } => {
                let clause = if dismounts(scene.unit(unit), formation) {
                    c::DISM_01
                } else {
                    c::FORM_13
                };
                activation::open(scene, unit);
                leave_wave(scene, unit);
                let after = self.reformed(scene.unit(unit), formation);
                scene.set(unit, marks::HOLDERS, marks::HOLDERS.of(&after), c::DISM_02);
                scene.form(unit, formation, clause);
                self.ride_down(scene, unit);
                self.spend(scene, unit, 1, Set::of(&[Deed::Turned]), clause);
            }
            Order::Join { unit, to } => {
                activation::open(scene, unit);
                let (before, place) = (scene.unit(unit).pose, self.place_behind(scene, to));
                scene.join(unit, Some(to), c::FORM_14);
                scene.shift(unit, place, Gait::Aligned, c::FORM_14);
                self.carry_generals(scene, unit, before);
                self.spend(
                    scene,
                    unit,
                    1,
                    Set::of(&[Deed::Turned, Deed::FellIn]),
                    c::FORM_14,
                );
            }
            Order::Leave { unit } => {
                activation::open(scene, unit);
                leave_wave(scene, unit);
                self.spend(scene, unit, 1, Set::of(&[Deed::Turned]), c::FORM_15);
            }
            _ => {}
        }
    }
}

/// Whether a change is dismounting or mounting (DISM-01).
const fn dismounts(u: &Unit, formation: u8) -> bool {
    let foot = matches!(formation, units::DISMOUNTED | units::DISMOUNTED_COLUMN);
    u.kind == units::CAVALRY && units::on_foot(u) != foot
}

/// Dissolves the wave of a brigade that acts on its own (FORM-15).
pub(crate) fn leave_wave(scene: &mut Scene, unit: UnitId) {
    if units::in_wave(scene, unit) {
        units::dissolve(scene, unit);
    }
}
