//! Changes of formation (section Formations).

use crate::measuring::{Round, touches};
use crate::movement::SLACK;
use crate::{Favorite, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Legal, Naming, Offer, Order, Refusals, Ruling, Scene, Scope, Unit, UnitId, Verb,
    Witness,
};
use sandtable_drill as drill;
use sandtable_geometry::Rect;

impl Favorite {
    /// Returns the formations that a unit may take, as bits (FORM-01, FORM-10, UNIT-02).
    pub(crate) fn formations(&self, u: &Unit) -> u32 {
        by!(c::FORM_01, c::FORM_10, c::UNIT_02);
        let kinds = &self.card.kinds;
        kinds.get(usize::from(u.kind)).map_or(1, |k| k.formations)
    }

    /// Offers the formations that a unit can take now.
    pub(crate) fn offer_formations(
        &self,
        b: &Battle,
        id: UnitId,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        // The nearby units are looked up once for all formations.
        let mut near: Option<Round> = None;
        let bits = (0..4_u8)
            .filter(|&formation| {
                let mut r = Ruling::brief();
                if !self.judge_change(b, id, formation, &mut r) || !r.clean() {
                    return false;
                }
                named.names(|| {
                    let near = near.get_or_insert_with(|| self.round_any(b, id));
                    self.judge_room(b, id, formation, near, &mut r);
                    r.clean()
                })
            })
            .fold(0, |bits, formation| bits | 1 << formation);
        if bits != 0 {
            out.push(Offer::of(
                Verb::Form,
                id,
                Scope::Formations(bits),
                c::FORM_04,
            ));
        }
    }

    /// Judges a change of formation.
    pub(crate) fn judge_form(
        &self,
        b: &Battle,
        order: &Order,
        mut r: Ruling,
    ) -> Result<Legal, Refusals> {
        if let Order::Form { unit, formation } = *order
            && self.judge_step(b, unit, &mut r)
        {
            self.judge_formation(b, unit, formation, &mut r);
            r.step(b.unit(unit).pose);
        }
        r.seal(order)
    }

    /// Judges a change of formation of a unit that may make a step: cost, ranks and room (FORM-04,
    /// FORM-08, FORM-11).
    fn judge_formation(&self, b: &Battle, id: UnitId, formation: u8, r: &mut Ruling) {
        if self.judge_change(b, id, formation, r) {
            self.judge_room(b, id, formation, &self.round_any(b, id), r);
        }
    }

    /// Judges whether a unit has the formation, and the ranks and the time for it. Returns whether
    /// it has the formation.
    fn judge_change(&self, b: &Battle, id: UnitId, formation: u8, r: &mut Ruling) -> bool {
        let u = b.unit(id);
        let known = formation != u.formation && self.formations(u) >> formation.min(31) & 1 == 1;
        r.require(known, c::FORM_01, || Witness::Unit(id));
        if known {
            r.require(self.deep_enough(formation, u.stands), c::FORM_11, || {
                Witness::Unit(id)
            });
            let (asked, allowed) = (marks::WHOLE / 2, self.left(b, id));
            r.require(asked <= allowed + SLACK, c::FORM_04, || Witness::Unit(id));
        }
        known
    }

    /// Returns the units near another, whichever formation that one takes.
    fn round_any(&self, b: &Battle, id: UnitId) -> Round {
        let u = b.unit(id);
        let sizes = (0..4_u8).map(|formation| self.size(&b.setting, &Unit { formation, ..*u }));
        let girth = sizes.map(|(w, d)| w + d).max().unwrap_or(0);
        self.round(b, id, &Rect::centred(u.pose, girth, girth), 0)
    }

    /// Judges whether there is room for a formation among the nearby units.
    fn judge_room(&self, b: &Battle, id: UnitId, formation: u8, near: &Round, r: &mut Ruling) {
        by!(c::FORM_08);
        let u = b.unit(id);
        let base = self.rect_at(b, &Unit { formation, ..*u }, u.pose);
        let lies = near.iter().find(|(_, _, other)| base.overlaps(other));
        let mut foes = near.iter().filter(|(_, side, _)| *side != u.side);
        if let Some(&(by, ..)) = lies {
            r.refuse(c::FORM_08, Witness::blocked(b, by));
        } else if let Some(&(foe, ..)) = foes.find(|(_, _, other)| touches(&base, other)) {
            r.refuse(c::MOVE_13, Witness::Unit(foe));
        }
        r.require(b.setting.holds(&base), c::FORM_08, || {
            Witness::Place(u.pose)
        });
        if let Some((at, clause)) = self.bad_ground(b, u, &base, None) {
            r.refuse(clause, drill::ground_witness(b, at));
        }
    }

    /// Changes the formation of a unit (FORM-04).
    pub(crate) fn form(&self, scene: &mut Scene, id: UnitId, formation: u8) {
        self.take_up(scene, id);
        scene.form(id, formation, c::FORM_04);
        self.spend(scene, id, marks::WHOLE / 2, Some(false));
        self.part(scene, id);
        self.ride_down(scene, id);
    }
}
