//! Units: kinds, formations, ratings; the ground they cover; which stands are in
//! which rank; combat values; waves.

use crate::switches::{DismountedCv, Holders, ReinforcedShootsFrontOnly};
use crate::{OtrD6, c, marks};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Battle, Scene, Setting, Unit, UnitId};
use sandtable_geometry::{Length, Pose, Rect};

/// Kind: a brigade of infantry (UNIT-01).
pub const INFANTRY: u8 = 0;
/// Kind: a brigade of cavalry (UNIT-01).
pub const CAVALRY: u8 = 1;
/// Kind: a battery (UNIT-01).
pub const ARTILLERY: u8 = 2;
/// Kind: a general (CMD-01).
pub const GENERAL: u8 = 3;

/// Formation: one rank (FORM-02); the only one of batteries and generals.
pub const LINE: u8 = 0;
/// Formation: one file (FORM-03).
pub const COLUMN: u8 = 1;
/// Formation: two ranks (FORM-04).
pub const REINFORCED: u8 = 2;
/// Formation: cavalry on foot in one rank (DISM-01).
pub const DISMOUNTED: u8 = 3;
/// Formation: cavalry on foot in one file (DISM-04).
pub const DISMOUNTED_COLUMN: u8 = 4;

/// Rating: grade (UNIT-02).
pub const GRADE: usize = 0;
/// Rating: small arms or guns (UNIT-07).
pub const ARMS: usize = 1;
/// Rating: a general's ability (CMD-06).
pub const COMMAND: usize = 2;

/// Small arms and guns (UNIT-07), in the order of the rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arms {
    MuzzleLoader,
    BreechLoader,
    Repeater,
    Rifled,
    Smoothbore,
}

impl Arms {
    pub const ALL: [Self; 5] = [
        Self::MuzzleLoader,
        Self::BreechLoader,
        Self::Repeater,
        Self::Rifled,
        Self::Smoothbore,
    ];
}

/// Returns what a unit shoots with: batteries have guns and others small arms,
/// whatever a file says.
pub(crate) fn arms(u: &Unit) -> Arms {
    let told = Arms::ALL[usize::from(u.ratings[ARMS]).min(4)];
    let guns = matches!(told, Arms::Rifled | Arms::Smoothbore);
    match (u.kind == ARTILLERY, guns) {
        (true, false) => Arms::Rifled,
        (false, true) => Arms::MuzzleLoader,
        _ => told,
    }
}

/// Whether it is a fighting unit, not a general.
pub(crate) const fn fights(u: &Unit) -> bool {
    u.kind != GENERAL
}

/// Whether a unit is in column, mounted or on foot.
pub(crate) const fn in_column(u: &Unit) -> bool {
    matches!(u.formation, COLUMN | DISMOUNTED_COLUMN)
}

/// Whether a unit is cavalry on foot (DISM-04).
pub(crate) const fn on_foot(u: &Unit) -> bool {
    u.kind == CAVALRY && matches!(u.formation, DISMOUNTED | DISMOUNTED_COLUMN)
}

/// Whether a unit is cavalry on horseback.
pub(crate) const fn mounted(u: &Unit) -> bool {
    u.kind == CAVALRY && !on_foot(u)
}

/// Whether a unit has a morale marker.
pub(crate) fn marked(u: &Unit) -> bool {
    marks::MARKER.of(u)
}

/// Returns the stands lost since the start of the battle.
pub(crate) const fn lost(u: &Unit) -> u8 {
    u.started.saturating_sub(u.stands)
}

impl OtrD6 {
    /// Returns the horse holders for a number of stands: a quarter, rounded to the nearest, half
    /// up (DISM-02, META-04).
    pub(crate) fn quarter_of(&self, stands: u8) -> u8 {
        by!(c::DISM_02, c::META_04);
        let of = self.numbers.movement.horse_holder_divisor.max(1);
        (2 * stands + of) / (2 * of)
    }

    /// Returns the horse holders of a unit: zero unless it is cavalry on foot (DISM-03).
    pub(crate) fn holders(&self, u: &Unit) -> u8 {
        by!(c::DISM_03);
        if !on_foot(u) {
            return 0;
        }
        match self.chosen.holders {
            Holders::Recomputed => self.quarter_of(u.stands),
            Holders::Fixed => {
                // A unit on foot from the start has never set any apart.
                let told = marks::HOLDERS.of(u);
                let told = if told == 0 {
                    self.quarter_of(u.started)
                } else {
                    told
                };
                told.min(u.stands.saturating_sub(1))
            }
        }
    }

    /// Returns the stands that take up ground: all but horse holders (DISM-03).
    pub(crate) fn ranked(&self, u: &Unit) -> u8 {
        u.stands - self.holders(u).min(u.stands)
    }
}

/// Returns how many of these stands are in the first rank in a formation (FORM-02 to
/// FORM-04).
pub(crate) fn front_rank_of(formation: u8, stands: u8) -> u8 {
    by!(c::FORM_02, c::FORM_03, c::FORM_04);
    match formation {
        COLUMN | DISMOUNTED_COLUMN => {
            if stands == 0 {
                0
            } else {
                1
            }
        }
        REINFORCED => stands.div_ceil(2),
        _ => stands,
    }
}

impl OtrD6 {
    /// Returns the stands in the first rank of a unit.
    pub(crate) fn front_rank(&self, u: &Unit) -> u8 {
        front_rank_of(u.formation, self.ranked(u))
    }

    /// Returns the stands that shoot: the first rank of any formation (FORM-16, FORM-05).
    pub(crate) fn firing_stands(&self, u: &Unit) -> u8 {
        by!(c::FORM_16, c::FORM_05);
        if u.formation == REINFORCED
            && self.chosen.reinforced_shoots_front_only == ReinforcedShootsFrontOnly::No
        {
            return self.ranked(u);
        }
        self.front_rank(u)
    }

    /// Returns the combat value of a unit (UNIT-03, UNIT-04).
    pub(crate) fn combat_value(&self, u: &Unit) -> i16 {
        by!(c::UNIT_03, c::UNIT_04);
        let grade = grade(self, u);
        match u.kind {
            ARTILLERY => grade.artillery,
            CAVALRY if !on_foot(u) || self.chosen.dismounted_cv == DismountedCv::Cavalry => {
                grade.cavalry
            }
            _ => grade.infantry,
        }
    }
}

/// Returns the grade of a unit (UNIT-02).
pub(crate) fn grade<'a>(rules: &'a OtrD6, u: &Unit) -> &'a crate::numbers::Grade {
    by!(c::UNIT_02);
    &rules.numbers.grade[usize::from(u.ratings[GRADE]).min(rules.numbers.grade.len() - 1)]
}

impl OtrD6 {
    /// Returns the length of one full move: the base rate in any formation (SHOOT-05, MEL-17,
    /// MOR-14, CHG-06).
    pub(crate) const fn one_move(&self, u: &Unit) -> Length {
        let back = &self.numbers.back;
        match u.kind {
            ARTILLERY => back.artillery,
            CAVALRY if on_foot(u) => back.dismounted,
            CAVALRY => back.cavalry,
            _ => back.infantry,
        }
    }

    /// Returns frontage and depth of one stand of a unit (SCALE-04).
    pub(crate) fn stand_size(&self, setting: &Setting, u: &Unit) -> (Length, Length) {
        by!(c::SCALE_04);
        let own = setting.stands.get(usize::from(u.kind)).copied();
        let plain = &self.numbers.stand;
        match u.kind {
            // Cavalry on foot stands as deep as infantry.
            CAVALRY if on_foot(u) => (own.map_or(plain.dismounted.0, |s| s.0), plain.dismounted.1),
            CAVALRY => own.unwrap_or(plain.cavalry),
            ARTILLERY => own.unwrap_or(plain.artillery),
            GENERAL => (2 * plain.general_radius, 2 * plain.general_radius),
            _ => own.unwrap_or(plain.infantry),
        }
    }

    /// Returns frontage and depth of the whole unit (GEO-02).
    pub(crate) fn size_of(&self, setting: &Setting, u: &Unit) -> (Length, Length) {
        by!(c::GEO_02, c::GEO_03);
        let (w, d) = self.stand_size(setting, u);
        if u.kind == GENERAL {
            return (w, d);
        }
        let n = Length::from(self.ranked(u)).max(1);
        match u.formation {
            COLUMN | DISMOUNTED_COLUMN => (w, n * d),
            REINFORCED => (
                (n + 1) / 2 * w,
                d * n.min(Length::from(
                    self.numbers.formation.ranks_of_reinforced_line,
                )),
            ),
            _ => (n * w, d),
        }
    }

    /// Returns a length that no point of any unit's base exceeds, measured from its pose. Stands
    /// lie beside and behind each other; cavalry on foot has a depth of its own (SCALE-04).
    pub(crate) fn girth(&self, b: &Battle) -> Length {
        let stands = Length::from(b.units.most_stands()).max(1);
        let largest = b.setting.largest_stand(&self.card) + self.numbers.stand.dismounted.1;
        largest.saturating_mul(stands)
    }

    /// Returns the ground a unit would cover at a pose. A pose is its front midpoint (GEO-02), or
    /// the middle of a general's disc.
    pub(crate) fn rect_at(&self, setting: &Setting, u: &Unit, pose: Pose) -> Rect {
        by!(c::GEO_01);
        let (w, d) = self.size_of(setting, u);
        if u.kind == GENERAL {
            Rect::centred(pose, w, d)
        } else {
            Rect::fronted(pose, w, d)
        }
    }

    /// Returns the ground a unit covers.
    pub(crate) fn rect(&self, b: &Battle, id: UnitId) -> Rect {
        let u = b.unit(id);
        self.rect_at(&b.setting, u, u.pose)
    }
}

/// The brigades of one body, front to rear: a wave (FORM-08), or one unit.
pub(crate) type Body = ArrayVec<UnitId, 3>;

/// Returns the front brigade of the wave a unit is in, or the unit itself.
pub(crate) fn head(b: &Battle, id: UnitId) -> UnitId {
    let mut at = id;
    // At most three ranks; the bound also guards against files where a wave is a ring.
    for _ in 0..3 {
        match b.unit(at).with {
            Some(ahead) if fights(b.unit(at)) => at = ahead,
            _ => break,
        }
    }
    at
}

/// Returns the brigade directly behind a unit in its wave.
pub(crate) fn behind(b: &Battle, id: UnitId) -> Option<UnitId> {
    b.present()
        .find(|(_, u)| u.with == Some(id) && fights(u))
        .map(|(id, _)| id)
}

/// Returns all brigades of the wave a unit is in, front to rear.
pub(crate) fn body(b: &Battle, id: UnitId) -> Body {
    let mut out = Body::new();
    if !fights(b.unit(id)) || b.unit(id).kind != INFANTRY {
        out.push(id);
        return out;
    }
    let mut next = Some(head(b, id));
    while let Some(at) = next {
        if out.try_push(at).is_err() {
            break;
        }
        next = behind(b, at);
    }
    out
}

/// Whether a unit is part of a wave of two or three brigades.
pub(crate) fn in_wave(b: &Battle, id: UnitId) -> bool {
    b.unit(id).kind == INFANTRY && (b.unit(id).with.is_some() || behind(b, id).is_some())
}

/// Dissolves the wave a unit is in into separate lines (FORM-15).
pub(crate) fn dissolve(scene: &mut Scene, id: UnitId) {
    for member in body(scene, id) {
        scene.join(member, None, c::FORM_15);
    }
}

impl OtrD6 {
    /// Returns the formations a unit's kind may take, as bits (FORM-01, FORM-11, FORM-12).
    pub(crate) fn allowed_formations(&self, u: &Unit) -> u32 {
        self.card
            .kinds
            .get(usize::from(u.kind))
            .map_or(0, |kind| kind.formations)
    }
}
