//! The terrain of a table, with the rough position of each piece.

use crate::Feature;
use crate::lanes::{Boxes, MOST, Picked};
use sandtable_geometry::Point;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Pieces of terrain in their order: a list of features that also caches where they lie. Copies
/// share the list until one of them changes. The cache is not part of equality. Any change to the
/// terrain drops it, and all pieces are then tested until it is [rebuilt](Terrain::note).
#[derive(Clone, Debug, Default)]
pub struct Terrain {
    all: Arc<Vec<Feature>>,
    boxes: Option<Boxes>,
}

impl Terrain {
    /// Builds the cache of positions, if there is none.
    pub fn note(&mut self) {
        if self.boxes.is_some() {
            return;
        }
        let mut boxes = Boxes::EMPTY;
        for (place, feature) in self.all.iter().enumerate().take(MOST) {
            if let Some(bounds) = feature.bounds() {
                boxes.put(place, bounds);
            }
        }
        self.boxes = Some(boxes);
    }

    /// Returns the pieces that may reach into a box, given by its south-western and north-eastern
    /// corners, with their indices. It quickly rules out most others, before anything about them is
    /// measured.
    #[inline]
    pub fn about(&self, bounds: (Point, Point)) -> impl Iterator<Item = (usize, &Feature)> + Clone {
        let count = self.all.len();
        let picked = match &self.boxes {
            Some(boxes) => Picked::of(boxes.meeting(bounds), count),
            None => Picked::all(count),
        };
        picked.map(|place| (place, &self.all[place]))
    }
}

impl Deref for Terrain {
    type Target = Vec<Feature>;

    #[inline]
    fn deref(&self) -> &Vec<Feature> {
        &self.all
    }
}

impl DerefMut for Terrain {
    fn deref_mut(&mut self) -> &mut Vec<Feature> {
        self.boxes = None;
        Arc::make_mut(&mut self.all)
    }
}

impl From<Vec<Feature>> for Terrain {
    fn from(all: Vec<Feature>) -> Self {
        let mut terrain = Self {
            all: Arc::new(all),
            boxes: None,
        };
        terrain.note();
        terrain
    }
}

impl FromIterator<Feature> for Terrain {
    fn from_iter<I: IntoIterator<Item = Feature>>(features: I) -> Self {
        features.into_iter().collect::<Vec<_>>().into()
    }
}

impl<'a> IntoIterator for &'a Terrain {
    type Item = &'a Feature;
    type IntoIter = std::slice::Iter<'a, Feature>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl<'a> IntoIterator for &'a mut Terrain {
    type Item = &'a mut Feature;
    type IntoIter = std::slice::IterMut<'a, Feature>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl PartialEq for Terrain {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl Eq for Terrain {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Area, Ground};
    use sandtable_geometry::{Facing, Length, Line, Pose, Rect};

    fn wood(x: Length, y: Length) -> Feature {
        let base = Rect::centred(Pose::new(x, y, Facing(3_000)), 4_000, 9_000);
        Feature {
            ground: Ground::Woods,
            name: String::new(),
            areas: Area::new(base.corners().to_vec()).into_iter().collect(),
            line: None,
            width: 0,
            level: 0,
        }
    }

    #[test]
    fn nothing_that_a_base_lies_upon_is_left_out() {
        let mut terrain: Terrain = (0..70)
            .map(|n| wood(n * 31_337 % 180_000, n * 17_771 % 120_000))
            .collect();
        let mut asked = 0;
        for n in 0..500 {
            let pose = Pose::new(n * 7_919 % 180_000, n * 5_003 % 120_000, Facing(77));
            let base = Rect::centred(pose, 9_000, 3_000);
            let near: Vec<usize> = terrain.about(base.bounds()).map(|(at, _)| at).collect();
            for (at, feature) in terrain.iter().enumerate() {
                assert!(near.contains(&at) || !feature.overlaps(&base), "{at}");
            }
            asked += near.len();
        }
        assert!(asked < 500 * 20, "{asked}");
        terrain[0] = wood(90_000, 60_000);
        let here = Point::new(90_000, 60_000);
        assert_eq!(terrain.about((here, here)).count(), 70);
        terrain.note();
        let about = |at: Point| terrain.about((at, at)).any(|(at, _)| at == 0);
        assert!(about(here) && !about(Point::default()));
    }

    #[test]
    fn a_fence_lies_where_its_line_does() {
        let line = Line::new(vec![Point::new(5_000, 5_000), Point::new(90_000, 5_000)]);
        let fence = Feature::along(Ground::Fence, line.expect("a line"), 0).expect("a fence");
        let terrain = Terrain::from(vec![fence]);
        let about = |x: Length, y: Length| {
            let at = Point::new(x, y);
            terrain.about((at, at)).count()
        };
        assert_eq!(about(50_000, 5_000), 1);
        assert_eq!(about(50_000, 50_000), 0);
    }
}
