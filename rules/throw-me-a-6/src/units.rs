//! Section 3: units, their classes and traits, and the effect of losses.

use crate::card::{ARMOUR, ARMS, WEAPON, layout};
use crate::marks::Amok;
use crate::numbers::{Family, KindNumbers, Trait, Weapon};
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Scene, Status, Unit, UnitId};
use sandtable_geometry::{Length, Pose, Rect};

impl ThrowMeA6 {
    /// Returns the numbers of a unit's type.
    pub(crate) fn kind(&self, unit: &Unit) -> &KindNumbers {
        &self.kinds[usize::from(unit.kind).min(self.kinds.len() - 1)]
    }

    /// Returns the family of a unit's type (UNIT-08).
    pub(crate) fn family(&self, unit: &Unit) -> Family {
        self.kind(unit).family
    }

    /// Whether a unit has a trait (UNIT-08).
    pub(crate) fn has(&self, unit: &Unit, wanted: Trait) -> bool {
        by!(c::UNIT_08);
        self.kind(unit).has(wanted)
    }

    /// Whether a unit is light troops (A04).
    pub(crate) fn is_light(&self, unit: &Unit) -> bool {
        match self.family(unit) {
            Family::LightInfantry | Family::LightCavalry | Family::General => true,
            Family::Peltasts => self.choices.peltasts_are_light,
            _ => false,
        }
    }

    /// Whether a unit is infantry (A43).
    pub(crate) fn is_infantry(&self, unit: &Unit) -> bool {
        matches!(
            self.family(unit),
            Family::LightInfantry | Family::Warband | Family::Peltasts | Family::HeavyInfantry
        )
    }

    /// Whether a unit is cavalry, light or heavy (A43).
    pub(crate) fn is_cavalry(&self, unit: &Unit) -> bool {
        matches!(
            self.family(unit),
            Family::LightCavalry | Family::HeavyCavalry
        )
    }

    /// Whether a unit is mounted: cavalry, elephants and chariots (A43).
    pub(crate) fn is_mounted(&self, unit: &Unit) -> bool {
        let family = self.family(unit);
        self.is_cavalry(unit) || matches!(family, Family::Elephants | Family::Chariots)
    }

    /// Whether it is a general: a single figure, not a unit (GEN-02).
    pub(crate) fn is_general(&self, unit: &Unit) -> bool {
        self.family(unit) == Family::General
    }

    /// Whether it stands on the table as a body of its own: attached chariots
    /// and generals do not (CH-09, GEN-02).
    pub(crate) fn stands(&self, unit: &Unit) -> bool {
        unit.on_table() && unit.with.is_none() && !self.is_general(unit)
    }

    /// Returns the units that stand on the table as bodies of their own.
    pub(crate) fn bodies<'a>(
        &'a self,
        battle: &'a Battle,
    ) -> impl Iterator<Item = (UnitId, &'a Unit)> + 'a {
        battle.present().filter(|(_, unit)| self.stands(unit))
    }

    /// Whether two units are enemies: they are on different sides, or one of them runs amok
    /// (EL-05, A61).
    pub(crate) fn hostile(&self, a: &Unit, b: &Unit) -> bool {
        a.side != b.side || is_amok(a) || is_amok(b)
    }

    /// Returns what a unit shoots or throws: its type's weapon, unless it has
    /// another (UNIT-08, SHOOT-01).
    pub(crate) fn weapon(&self, unit: &Unit) -> Weapon {
        let own = self.kind(unit).weapon;
        let given = usize::from(unit.ratings[WEAPON]).checked_sub(1);
        let weapon = given.map_or(own, |at| ARMS.get(at).copied().unwrap_or(own));
        // A27: peltasts are not missile troops, unless a switch lets them throw.
        let throws = self.choices.peltasts_throw && self.family(unit) == Family::Peltasts;
        if throws && weapon == Weapon::None {
            Weapon::Javelin
        } else {
            weapon
        }
    }

    /// Returns how far a unit shoots; zero if it has no missiles to shoot (table
    /// T3).
    pub(crate) fn range(&self, unit: &Unit) -> Length {
        let ranges = &self.numbers.range;
        let foot = self.is_infantry(unit);
        match (self.weapon(unit), self.family(unit)) {
            (Weapon::Javelin, Family::LightInfantry | Family::Peltasts) => ranges.thrown.0,
            (Weapon::Sling, Family::LightInfantry) => ranges.sling.0,
            (Weapon::Bow, Family::LightInfantry | Family::HeavyInfantry) => ranges.bow.0,
            (Weapon::Bow, _) if !foot && self.is_cavalry(unit) => ranges.mounted_bow.0,
            (Weapon::Javelin, Family::LightCavalry) => ranges.mounted_javelin.0,
            (Weapon::Chariot, _) => ranges.chariot.0,
            (Weapon::Engine, _) => ranges.artillery.0,
            _ => 0,
        }
    }

    /// Returns the armour of a unit: none, half or full (UNIT-04). Chariots may have any
    /// (CH-01); Egyptian chariots have at least half (CH-08).
    pub(crate) fn armour(&self, unit: &Unit) -> u8 {
        if self.family(unit) == Family::Chariots {
            by!(c::CH_01);
        }
        let rated = unit.ratings[ARMOUR];
        if self.has(unit, Trait::Egyptian) {
            by!(c::CH_08);
            rated.max(1)
        } else {
            rated
        }
    }

    /// Returns the rate of a unit (MOVE-01).
    pub(crate) fn rate(&self, unit: &Unit) -> Length {
        by!(c::MOVE_01);
        if self.family(unit) == Family::Artillery && self.choices.artillery_fixed {
            return 0;
        }
        self.kind(unit).pace.0
    }

    /// Returns frontage and depth of a unit's base, for the stands it started with
    /// (GEO-02; UNIT-09: it does not shrink).
    pub(crate) fn base(&self, battle: &Battle, unit: &Unit) -> (Length, Length) {
        by!(c::GEO_02, c::UNIT_01, c::UNIT_02, c::UNIT_03, c::UNIT_09);
        let place = usize::from(unit.kind);
        let stand = battle.setting.stands.get(place).copied();
        let usual = || self.card.kinds.get(place).map_or((0, 0), |kind| kind.stand);
        let (frontage, depth) = stand.unwrap_or_else(usual);
        let (files, ranks) = layout(self.family(unit));
        (frontage * files, depth * ranks)
    }

    /// Returns the base of a unit as it lies on the table. An attached chariot takes no room of
    /// its own, so its base is no wider or deeper than its unit's (CH-09).
    pub(crate) fn seen(&self, battle: &Battle, id: UnitId) -> Rect {
        let unit = battle.unit(id);
        let (frontage, depth) = self.base(battle, unit);
        let host = unit.with.and_then(|host| battle.get(host));
        let (frontage, depth) = host.map_or((frontage, depth), |host| {
            by!(c::CH_09);
            let (width, length) = self.base(battle, host);
            (frontage.min(width), depth.min(length))
        });
        Rect::centred(unit.pose, frontage, depth)
    }

    /// Returns the base of a unit.
    pub(crate) fn rect(&self, battle: &Battle, id: UnitId) -> Rect {
        let unit = battle.unit(id);
        self.rect_at(battle, unit, unit.pose)
    }

    /// Returns the base of a unit as if it stood elsewhere.
    pub(crate) fn rect_at(&self, battle: &Battle, unit: &Unit, pose: Pose) -> Rect {
        let (frontage, depth) = self.base(battle, unit);
        Rect::centred(pose, frontage, depth)
    }

    /// Returns how many losses would destroy a unit now (UNIT-07, EL-07,
    /// CH-07).
    pub(crate) fn lethal(&self, unit: &Unit) -> u8 {
        match self.family(unit) {
            Family::Elephants | Family::Chariots | Family::Artillery | Family::General => {
                unit.stands
            }
            _ => unit.stands.saturating_sub(1),
        }
    }

    /// Takes bases off a unit and removes it if that destroys it. Elephants that
    /// survive run amok from now on (EL-03). Returns whether the unit is still there.
    pub(crate) fn take_off(&self, scene: &mut Scene, id: UnitId, losses: u8, why: Clause) -> bool {
        if losses == 0 {
            return scene.unit(id).on_table();
        }
        by!(c::META_02, c::META_03, c::META_04);
        let unit = *scene.unit(id);
        let end = losses >= self.lethal(&unit);
        scene.stands(id, unit.stands.saturating_sub(losses), why);
        if end {
            let clause = match self.family(&unit) {
                Family::Elephants => c::EL_07,
                Family::Chariots => c::CH_07,
                _ => {
                    by!(c::UNIT_07);
                    c::RES_07
                }
            };
            self.remove(scene, id, Status::Destroyed, clause);
            return false;
        }
        if self.family(&unit) == Family::Elephants && !is_amok(&unit) {
            scene.set(id, marks::AMOK, Amok::Due, c::EL_03);
        }
        true
    }

    /// Removes a unit, and the chariot attached to it (CH-06).
    pub(crate) fn remove(&self, scene: &mut Scene, id: UnitId, to: Status, why: Clause) {
        if let Some(chariot) = attached(scene, id) {
            scene.join(chariot, None, c::CH_06);
            scene.become_(chariot, to, c::CH_06);
        }
        scene.become_(id, to, why);
    }
}

/// Whether a unit is elephants that run amok (EL-03).
pub(crate) fn is_amok(unit: &Unit) -> bool {
    marks::AMOK.of(unit) != Amok::No
}

/// Returns the chariot that is attached to a unit: at most one (CH-05).
pub(crate) fn attached(battle: &Battle, id: UnitId) -> Option<UnitId> {
    let mut with = battle.present().filter(|(_, u)| u.with == Some(id));
    with.next().map(|(chariot, _)| chariot)
}
