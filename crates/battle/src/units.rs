//! The units of a battle, with the rough position of each.

use crate::lanes::{MOST, Picked, Spots};
use crate::{Status, Unit};
use sandtable_geometry::{Length, Point, Pose};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// The units of a battle in their order: a list of units that also caches where they stand. The
/// cache is not part of equality, hashes or files. Events keep it up to date; any other change to
/// units drops it, and all units are then tested until it is [rebuilt](Units::note).
#[derive(Clone, Debug, Default)]
pub struct Units {
    all: Vec<Unit>,
    /// Boxed, so that a battle itself stays small.
    spots: Option<Box<Spots>>,
    /// Upper bound of the stands of any unit; valid while `spots` exists.
    most: u8,
}

impl Units {
    /// Builds the cache of positions, if there is none.
    pub(crate) fn note(&mut self) {
        if self.spots.is_some() {
            return;
        }
        let mut spots = Spots::EMPTY;
        let here = |(_, unit): &(usize, &Unit)| unit.status == Status::Table;
        for (place, unit) in self.all.iter().enumerate().take(MOST).filter(here) {
            spots.put(place, unit.pose.point());
        }
        self.spots = Some(Box::new(spots));
        self.most = self.counted();
    }

    fn counted(&self) -> u8 {
        self.all.iter().map(|unit| unit.stands).max().unwrap_or(0)
    }

    /// Returns an upper bound of the stands of any unit, and so of the size of bases.
    #[must_use]
    pub fn most_stands(&self) -> u8 {
        match self.spots {
            Some(_) => self.most,
            None => self.counted(),
        }
    }

    /// Sets the stands of a unit.
    pub(crate) fn stands(&mut self, place: usize, to: u8) {
        self.most = self.most.max(to);
        if let Some(unit) = self.all.get_mut(place) {
            unit.stands = to;
        }
    }

    /// Gives access to a unit for changes to anything but its pose, status and stands.
    pub(crate) fn kept(&mut self, place: usize) -> Option<&mut Unit> {
        self.all.get_mut(place)
    }

    /// Moves a unit.
    pub(crate) fn shift(&mut self, place: usize, to: Pose) {
        let Some(unit) = self.all.get_mut(place) else {
            return;
        };
        if let Some(spots) = &mut self.spots
            && place < MOST
            && unit.status == Status::Table
        {
            spots.shift(place, unit.pose.point(), to.point());
        }
        unit.pose = to;
    }

    /// Puts a unit onto the table or takes it away.
    pub(crate) fn become_(&mut self, place: usize, to: Status) {
        let Some(unit) = self.all.get_mut(place) else {
            return;
        };
        let (was, is) = (unit.status == Status::Table, to == Status::Table);
        if let Some(spots) = &mut self.spots
            && place < MOST
            && was != is
        {
            let at = unit.pose.point();
            if is {
                spots.put(place, at);
            } else {
                spots.take(place, at);
            }
        }
        unit.status = to;
    }

    /// Returns the indices of units that may stand on the table within `reach` of a point along
    /// either axis. It may return too many, but it never misses one.
    #[inline]
    pub(crate) fn about(&self, at: Point, reach: Length) -> Picked {
        let Some(spots) = &self.spots else {
            return Picked::all(self.all.len());
        };
        let low = Point::new(at.x.saturating_sub(reach), at.y.saturating_sub(reach));
        let high = Point::new(at.x.saturating_add(reach), at.y.saturating_add(reach));
        Picked::of(spots.within(low, high), self.all.len())
    }

    /// Copies the units into existing memory.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.all.clone_from(&other.all);
        self.most = other.most;
        match (&mut self.spots, &other.spots) {
            (Some(own), Some(spots)) => **own = **spots,
            (own, spots) => own.clone_from(spots),
        }
    }
}

impl Deref for Units {
    type Target = Vec<Unit>;

    #[inline]
    fn deref(&self) -> &Vec<Unit> {
        &self.all
    }
}

impl DerefMut for Units {
    fn deref_mut(&mut self) -> &mut Vec<Unit> {
        self.spots = None;
        &mut self.all
    }
}

impl From<Vec<Unit>> for Units {
    fn from(all: Vec<Unit>) -> Self {
        let mut units = Self {
            all,
            ..Self::default()
        };
        units.note();
        units
    }
}

impl FromIterator<Unit> for Units {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> Self {
        units.into_iter().collect::<Vec<_>>().into()
    }
}

impl<'a> IntoIterator for &'a Units {
    type Item = &'a Unit;
    type IntoIter = std::slice::Iter<'a, Unit>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl<'a> IntoIterator for &'a mut Units {
    type Item = &'a mut Unit;
    type IntoIter = std::slice::IterMut<'a, Unit>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl PartialEq for Units {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl Eq for Units {}

impl Hash for Units {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.all.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_geometry::Facing;

    fn at(x: Length, y: Length) -> Pose {
        Pose::new(x, y, Facing::NORTH)
    }

    fn units(count: i32) -> Units {
        let unit = |n: i32| Unit {
            pose: at(n * 2_000, 150_000 - n * 2_000),
            ..Unit::default()
        };
        (0..count).map(unit).collect()
    }

    /// Returns the units near a point, found by looking at all of them.
    fn there(units: &Units, place: Point, reach: Length) -> Vec<usize> {
        let near = |unit: &Unit| {
            unit.status == Status::Table
                && (unit.pose.x - place.x).abs() <= reach
                && (unit.pose.y - place.y).abs() <= reach
        };
        let all = units.iter().enumerate();
        all.filter(|(_, unit)| near(unit)).map(|(n, _)| n).collect()
    }

    fn is_true(units: &Units) {
        for n in 0..80 {
            let place = Point::new(n * 2_000, 150_000 - n * 2_000);
            let asked: Vec<usize> = units.about(place, 9_000).collect();
            for one in there(units, place, 9_000) {
                assert!(asked.contains(&one), "{one} is about {place:?}");
            }
            assert!(asked.is_sorted());
        }
    }

    #[test]
    fn what_is_noted_stays_true_through_moves_and_losses() {
        let mut units = units(70);
        is_true(&units);
        for n in 0..70_i32 {
            let place = usize::try_from(n).expect("small");
            units.shift(place, at(n * 5_003 % 160_000, n * 3_001 % 160_000));
            if n % 3 == 0 {
                units.become_(place, Status::Fled);
                units.shift(place, at(0, 0));
            }
            if n % 9 == 0 {
                units.become_(place, Status::Table);
            }
            is_true(&units);
        }
        // Units far away are not even tested.
        let asked = units.about(Point::new(80_000, 80_000), 5_000).count();
        assert!(asked < 20, "{asked}");
    }

    #[test]
    fn units_changed_by_hand_are_all_asked_until_they_are_noted_again() {
        let mut units = units(10);
        units[0].pose = at(90_000, 90_000);
        assert_eq!(units.about(Point::default(), 0).count(), 10);
        is_true(&units);
        units.note();
        assert_eq!(units.about(Point::new(90_000, 90_000), 100).count(), 1);
    }

    #[test]
    fn no_unit_has_more_stands_than_the_most() {
        let mut units = units(3);
        assert_eq!(units.most_stands(), 0);
        units.stands(1, 7);
        units.stands(1, 6);
        assert!(units.most_stands() >= 6);
        units[2].stands = 9;
        assert_eq!(units.most_stands(), 9, "changed by hand, counted");
        units.note();
        assert_eq!(units.most_stands(), 9);
    }

    #[test]
    fn the_note_is_no_part_of_what_is_equal() {
        let (one, mut other) = (units(3), units(3));
        other[0].stands = one[0].stands;
        assert_eq!(one, other);
    }
}
