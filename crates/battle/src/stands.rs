//! The sizes of stands, and the largest of them.

use sandtable_geometry::Length;
use std::ops::{Deref, DerefMut};

/// Frontage and depth of one stand for each kind: a list of sizes that also caches the largest. Any
/// change to the sizes drops the cache, and the largest is then searched for each time.
#[derive(Clone, Debug, Default)]
pub struct Stands {
    all: Vec<(Length, Length)>,
    largest: Option<Length>,
}

impl Stands {
    /// Returns the frontage plus depth of the stand for which that sum is greatest; zero if there
    /// are none.
    #[must_use]
    #[inline]
    pub fn largest(&self) -> Length {
        self.largest.unwrap_or_else(|| self.found())
    }

    fn found(&self) -> Length {
        let both = self.all.iter().map(|(frontage, depth)| frontage + depth);
        both.fold(0, Length::max)
    }
}

impl Deref for Stands {
    type Target = Vec<(Length, Length)>;

    #[inline]
    fn deref(&self) -> &Vec<(Length, Length)> {
        &self.all
    }
}

impl DerefMut for Stands {
    fn deref_mut(&mut self) -> &mut Vec<(Length, Length)> {
        self.largest = None;
        &mut self.all
    }
}

impl From<Vec<(Length, Length)>> for Stands {
    fn from(all: Vec<(Length, Length)>) -> Self {
        let stands = Self { all, largest: None };
        Self {
            largest: Some(stands.found()),
            ..stands
        }
    }
}

impl FromIterator<(Length, Length)> for Stands {
    fn from_iter<I: IntoIterator<Item = (Length, Length)>>(sizes: I) -> Self {
        sizes.into_iter().collect::<Vec<_>>().into()
    }
}

impl<'a> IntoIterator for &'a Stands {
    type Item = &'a (Length, Length);
    type IntoIter = std::slice::Iter<'a, (Length, Length)>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl PartialEq for Stands {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl Eq for Stands {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_that_of_both_lengths_however_they_were_changed() {
        let mut stands: Stands = [(30, 10), (25, 20)].into_iter().collect();
        assert_eq!(stands.largest(), 45);
        stands[0].1 = 90;
        assert_eq!(stands.largest(), 120);
        assert_eq!(Stands::default().largest(), 0);
    }
}
