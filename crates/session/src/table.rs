//! The table: terrain and zones.

use crate::measure::{long, outline};
use crate::view::{TerrainView, Xy, ZoneView};
use sandtable_battle::Setting;
use sandtable_geometry::Ruler;

/// A table's size.
pub(crate) fn size(ruler: Ruler, setting: &Setting) -> Xy {
    [long(ruler, setting.width), long(ruler, setting.height)]
}

/// Its terrain, in the order it was laid.
pub(crate) fn terrain(ruler: Ruler, setting: &Setting) -> Vec<TerrainView> {
    setting
        .terrain
        .iter()
        .map(|feature| TerrainView {
            ground: feature.ground.name(),
            name: feature.name.clone(),
            level: feature.level,
            areas: feature
                .areas
                .iter()
                .map(|a| outline(ruler, a.outline()))
                .collect(),
            line: feature
                .line
                .as_ref()
                .map_or_else(Vec::new, |line| outline(ruler, line.points())),
            width: long(ruler, feature.width),
        })
        .collect()
}

/// Its deployment zones and objectives.
pub(crate) fn zones(ruler: Ruler, setting: &Setting) -> Vec<ZoneView> {
    setting
        .zones
        .iter()
        .map(|zone| ZoneView {
            name: zone.name.clone(),
            side: zone.side.map(Into::into),
            area: outline(ruler, zone.area.outline()),
        })
        .collect()
}
