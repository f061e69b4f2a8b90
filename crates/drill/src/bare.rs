//! A battle without rules, for tests.

use sandtable_battle::{Battle, Cursor, Feature, Setting, Zone};
use sandtable_geometry::{Area, INCH, Length, Point};

/// Returns an empty table, a yard in each direction, with this ground and these zones.
pub(crate) fn table(terrain: Vec<Feature>, zones: Vec<Zone>) -> Battle {
    let mut setting = Setting::bare("field-day", 36 * INCH, 36 * INCH);
    (setting.terrain, setting.zones) = (terrain.into(), zones);
    Battle::new(setting, Vec::new(), Cursor::default())
}

/// Returns a square, given by its south-west corner.
pub(crate) fn square(x: Length, y: Length, size: Length) -> Area {
    let corners = [(0, 0), (size, 0), (size, size), (0, size)];
    let corners = corners.map(|(e, n)| Point::new(x + e, y + n));
    Area::new(corners.to_vec()).expect("an area")
}
