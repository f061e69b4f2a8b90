//! Units: kinds, formations, the ground they cover, how far they move, and how they lose figures
//! (sections Units, Movement, Formations).

use crate::numbers::{Arm, Kind};
use crate::{Favorite, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Gait, Scene, Setting, Status, Unit, UnitId};
use sandtable_geometry::{Face, Length, Pose, Rect};

/// Formation: one rank (FORM-05). Guns and commanders are always in it.
pub const LINE: u8 = 0;
/// Formation: two stands wide (FORM-03).
pub const FIELD_COLUMN: u8 = 1;
/// Formation: one stand wide (FORM-02).
pub const MARCH_COLUMN: u8 = 2;
/// Formation: skirmishing (FORM-06).
pub const SKIRMISH: u8 = 3;

/// Rating: steady or impetuous (UNIT-06).
pub const TEMPER: usize = 0;
/// Rating: usual arms or carbines (FIRE-14).
pub const ARMS: usize = 1;
/// Rating: grade (OPT-07).
pub const GRADE: usize = 2;
/// Rating: an army commander's ability (INIT-08).
pub const COMMAND: usize = 3;

/// Kinds: batteries (UNIT-04), by place in the card.
pub const BATTERIES: [u8; 2] = [4, 5];
/// Kind: the army commander (CMD-01), by place in the card.
pub const ARMY_COMMANDER: u8 = 6;

impl Favorite {
    /// Returns the numbers of a unit's type (UNIT-01).
    pub(crate) fn kind(&self, u: &Unit) -> &Kind {
        by!(c::UNIT_01);
        let kinds = &self.numbers.kind;
        &kinds[usize::from(u.kind).min(kinds.len() - 1)]
    }

    /// Returns a unit's arm.
    pub(crate) fn arm(&self, u: &Unit) -> Arm {
        self.kind(u).arm
    }

    /// Whether a unit fights, that is, is not a commander.
    pub(crate) fn fights(&self, u: &Unit) -> bool {
        self.arm(u) != Arm::Staff
    }

    /// Whether a unit is a battery (UNIT-04).
    pub(crate) fn guns(&self, u: &Unit) -> bool {
        by!(c::UNIT_04);
        self.arm(u) == Arm::Guns
    }

    /// Whether a unit is in skirmish formation (UNIT-02).
    pub(crate) const fn skirmishes(u: &Unit) -> bool {
        u.formation == SKIRMISH
    }

    /// Returns the fighting units of a side on the table.
    pub(crate) fn fighters<'a>(
        &'a self,
        b: &'a Battle,
        side: sandtable_battle::Side,
    ) -> impl Iterator<Item = (UnitId, &'a Unit)> {
        b.side(side).filter(|(_, u)| self.fights(u))
    }

    /// Returns the number of stands for a number of figures: three to a stand, rounded up
    /// (SCALE-01, FIRE-01).
    pub(crate) fn stands_of(&self, figures: u8) -> i32 {
        by!(c::SCALE_01, c::SCALE_02);
        i32::from(figures.div_ceil(self.numbers.scale.figures_to_a_stand.max(1)))
    }

    /// Whether a formation gives a unit at least two ranks (FORM-11). Lines always pass.
    pub(crate) fn deep_enough(&self, formation: u8, figures: u8) -> bool {
        by!(c::FORM_11);
        let n = self.stands_of(figures);
        match formation {
            FIELD_COLUMN => n > self.numbers.formation.field_width,
            MARCH_COLUMN => n > self.numbers.formation.march_width,
            _ => true,
        }
    }

    /// Returns the width and depth of one of a unit's stands. A scenario may set other sizes
    /// (UNIT-08).
    fn stand(&self, setting: &Setting, u: &Unit) -> (Length, Length) {
        by!(c::UNIT_08);
        let own = setting.stands.get(usize::from(u.kind)).copied();
        own.unwrap_or_else(|| self.kind(u).stand)
    }

    /// Returns the width and depth of the ground that a unit covers (FORM-05 to FORM-07).
    pub(crate) fn size(&self, setting: &Setting, u: &Unit) -> (Length, Length) {
        by!(
            c::FORM_05,
            c::FORM_06,
            c::FORM_07,
            c::FORM_02,
            c::FORM_03,
            c::FORM_10
        );
        let (w, d) = self.stand(setting, u);
        if matches!(self.arm(u), Arm::Guns | Arm::Staff) {
            return (w, d);
        }
        let n = self.stands_of(u.stands).max(1);
        let files = match u.formation {
            FIELD_COLUMN => self.numbers.formation.field_width.min(n),
            MARCH_COLUMN => self.numbers.formation.march_width.min(n),
            _ if self.chosen.two_ranks => (n + 1) / 2,
            _ => n,
        };
        (files * w, (n + files - 1) / files * d)
    }

    /// Returns the ground that a unit would cover with its centre at a pose (GEO-01, GEO-02).
    pub(crate) fn rect_at(&self, b: &Battle, u: &Unit, pose: Pose) -> Rect {
        by!(c::GEO_01, c::GEO_02, c::SCALE_06);
        let (w, d) = self.size(&b.setting, u);
        Rect::centred(pose, w, d)
    }

    /// Returns the ground that a unit covers.
    pub(crate) fn rect(&self, b: &Battle, id: UnitId) -> Rect {
        let u = b.unit(id);
        self.rect_at(b, u, u.pose)
    }

    /// Returns the length of one move without bonuses: the rate of the type (MOVE-01, MOVE-05),
    /// also one move back (MOVE-14).
    pub(crate) fn plain_move(&self, u: &Unit) -> Length {
        by!(c::MOVE_01, c::MOVE_05, c::MOVE_14);
        let kind = self.kind(u);
        if kind.id == "horse-artillery" {
            self.chosen.horse_guns_pace
        } else {
            kind.pace
        }
    }

    /// Returns a unit's whole allowance in its formation (MOVE-02 to MOVE-05), with the road's
    /// bonus if `by_road` is set.
    pub(crate) fn allowance(&self, u: &Unit, by_road: bool) -> Length {
        by!(c::MOVE_02, c::MOVE_03, c::MOVE_04);
        let plus = &self.numbers.movement;
        let bonus = match (self.arm(u), u.formation) {
            (Arm::Guns, _) if by_road && self.chosen.guns_on_roads => {
                by!(c::OPT_04);
                plus.road_bonus
            }
            (Arm::Guns | Arm::Staff, _) => 0,
            (_, MARCH_COLUMN) if by_road => plus.column_bonus + plus.road_bonus,
            (_, FIELD_COLUMN | MARCH_COLUMN) => plus.column_bonus,
            (_, SKIRMISH) => plus.skirmish_bonus,
            _ => 0,
        };
        self.plain_move(u) + bonus
    }

    /// Returns the allowance for a charge: the full one, or by switch the plain rate (CHG-03).
    pub(crate) fn charge_allowance(&self, u: &Unit) -> Length {
        if self.chosen.charge_bonuses {
            self.allowance(u, false)
        } else {
            self.plain_move(u)
        }
    }

    /// Returns the number of figures lost since the start of the battle (UNIT-03).
    pub(crate) const fn lost(u: &Unit) -> u8 {
        u.started.saturating_sub(u.stands)
    }

    /// Returns the number of figures that casualties cost a unit: the same number, or by switch
    /// whole stands (SCALE-02). A section of a battery counts as a stand.
    fn cost_of(&self, u: &Unit, casualties: u8) -> u8 {
        if self.chosen.whole_stands && !self.guns(u) {
            casualties.saturating_mul(self.numbers.scale.figures_to_a_stand)
        } else {
            casualties
        }
    }

    /// Takes casualties from a unit and returns how many figures it really lost. A unit that loses
    /// its last figure is destroyed (UNIT-09, ART-10); any other closes up (FORM-09). Hits beyond
    /// the last figure are lost (FIRE-11).
    pub(crate) fn lose(&self, scene: &mut Scene, id: UnitId, casualties: u8, why: Clause) -> u8 {
        by!(c::FIRE_11, c::ART_10, c::MEL_06, c::UNIT_03, c::FIRE_05);
        let u = *scene.unit(id);
        let lost = self.cost_of(&u, casualties).min(u.stands);
        if lost == 0 || !u.on_table() {
            return 0;
        }
        let face = self.held_face(scene, id);
        let before = self.rect(scene, id);
        scene.stands(id, u.stands - lost, why);
        scene.set(id, marks::HURT, true, c::UNIT_03);
        if lost == u.stands {
            self.remove(scene, id, Status::Destroyed, c::UNIT_09);
            return lost;
        }
        if !self.deep_enough(u.formation, u.stands - lost) {
            scene.form(id, LINE, c::FORM_11);
        }
        if let Some(face) = face {
            self.close_up(scene, id, &before, face);
        }
        self.part(scene, id);
        lost
    }

    /// Returns the face on which a unit touches an enemy, the front before the others.
    fn held_face(&self, b: &Battle, id: UnitId) -> Option<Face> {
        self.touching(b, id)
            .map(|(_, contact)| contact.own)
            .min_by_key(|face| *face as u8)
    }

    /// Moves a unit so that the middle of the face that touches an enemy stays where it was
    /// (FORM-09).
    fn close_up(&self, scene: &mut Scene, id: UnitId, before: &Rect, face: Face) {
        by!(c::FORM_09);
        let now = self.rect(scene, id);
        let reach = |rect: &Rect| match face {
            Face::Front | Face::Rear => rect.depth(),
            Face::Left | Face::Right => rect.frontage(),
        };
        let by = (reach(before) - reach(&now)) / 2;
        let pose = scene.unit(id).pose;
        scene.shift(
            id,
            pose.moved(face.outward(pose.facing), by),
            Gait::Aligned,
            c::FORM_09,
        );
    }

    /// Takes a unit off the table for good. A commander who has joined it goes to friends (CMD-13).
    pub(crate) fn remove(&self, scene: &mut Scene, id: UnitId, to: Status, why: Clause) {
        scene.become_(id, to, why);
        scene.set(id, marks::GOAL, None, why);
        let joined: Vec<UnitId> = self.commanders_with(scene, id).collect();
        for commander in joined {
            self.seek_refuge(scene, commander);
        }
    }
}
