//! Two armies with about the same suggested points.

use super::lot::Lot;
use sandtable_battle::{Battle, Rules, Side, say};
use sandtable_files::{Army, Points, Recruit, army_warnings, muster, read_army};

/// Largest difference between armies, in thousandths of their worth together.
const APART: i64 = 40;
/// Most attempts to swap units of an army.
const CHANGES: usize = 4;

/// Returns the armies from which either side of a battle can take its units, as its rules require.
pub(super) fn fitting(battle: &Battle, rules: &dyn Rules, texts: &[&str]) -> Vec<Army> {
    let read = texts.iter().filter_map(|text| {
        let army = read_army(text, rules.card()).ok()?;
        fits(battle, rules, &army).then_some(army)
    });
    read.collect()
}

fn fits(battle: &Battle, rules: &dyn Rules, army: &Army) -> bool {
    army_warnings(army, rules).is_empty()
        && Side::BOTH
            .into_iter()
            .all(|side| muster(battle, side, army, rules).is_ok())
}

/// The source of random armies.
pub(super) struct Pool<'a> {
    pub(super) battle: &'a Battle,
    pub(super) rules: &'a dyn Rules,
    pub(super) armies: &'a [Army],
    pub(super) points: Option<&'a Points>,
}

impl Pool<'_> {
    /// Draws two armies; both are the same if asked for, or if no other matches.
    pub(super) fn pair(&self, lot: &mut Lot, same: bool) -> Result<[Army; 2], String> {
        let first = lot.one(self.armies);
        let first = first.ok_or_else(|| say!("no army can be chosen there"))?;
        let first = self.changed(first, lot);
        let near: Vec<&Army> = self
            .armies
            .iter()
            .filter(|other| other.name != first.name && self.alike(&first, other))
            .collect();
        let other = match lot.one(&near) {
            Some(&other) if !same => {
                let changed = self.changed(other, lot);
                if self.alike(&first, &changed) {
                    changed
                } else {
                    other.clone()
                }
            }
            _ => first.clone(),
        };
        Ok([first, other])
    }

    /// Returns the worth of an army in hundredths of a point; by its number of units if there are
    /// no points.
    fn worth(&self, army: &Army) -> i64 {
        match self.points {
            Some(points) => points.army(army).0,
            None => i64::try_from(army.units.len()).unwrap_or(0) * 1000,
        }
    }

    fn alike(&self, one: &Army, other: &Army) -> bool {
        let (one, other) = (self.worth(one), self.worth(other));
        (one - other).abs() * 1000 <= APART * (one + other)
    }

    /// Swaps some units of an army for others of its family, so that it is worth about the same and
    /// its rules still accept it.
    fn changed(&self, army: &Army, lot: &mut Lot) -> Army {
        let mut now = army.clone();
        for _ in 0..lot.below(CHANGES + 1) {
            let at = lot.below(now.units.len());
            let Some(new) = self.stranger(&now, at, lot) else {
                continue;
            };
            let mut next = now.clone();
            next.units[at] = new;
            if self.alike(army, &next) && fits(self.battle, self.rules, &next) {
                now = next;
            }
        }
        now
    }

    /// Returns a unit of another army to replace one, in the same group.
    fn stranger(&self, army: &Army, at: usize, lot: &mut Lot) -> Option<Recruit> {
        let kinds = &self.rules.card().kinds;
        let leads = |unit: &Recruit| kinds.get(usize::from(unit.kind)).is_some_and(|k| k.leader);
        let old = army.units.get(at).filter(|unit| !leads(unit))?;
        let from = lot.one(self.armies)?;
        let new = lot.one(&from.units).filter(|unit| !leads(unit))?;
        let known = |unit: &Recruit| unit.name.eq_ignore_ascii_case(&new.name);
        (!army.units.iter().any(known)).then(|| Recruit {
            group: old.group,
            ..new.clone()
        })
    }
}
