//! The table: terrain and zones.

use crate::measure::{long, outline};
use crate::view::{PieceView, TerrainView, Xy, ZoneView};
use sandtable_battle::{Feature, Setting};
use sandtable_geometry::Ruler;

/// A table's size.
pub(crate) fn size(ruler: Ruler, setting: &Setting) -> Xy {
    [long(ruler, setting.width), long(ruler, setting.height)]
}

/// Its terrain, in the order it was laid.
pub(crate) fn terrain(ruler: Ruler, setting: &Setting) -> Vec<TerrainView> {
    let all = setting.terrain.iter();
    all.map(|found| feature(ruler, found)).collect()
}

/// A piece of terrain.
pub(crate) fn feature(ruler: Ruler, feature: &Feature) -> TerrainView {
    TerrainView {
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
    }
}

/// The pieces that players lay; `offered` says which may be laid now.
pub(crate) fn pieces(
    ruler: Ruler,
    setting: &Setting,
    offered: impl Fn(u8) -> bool,
) -> Vec<PieceView> {
    (0..)
        .zip(&setting.pieces)
        .map(|(piece, spec)| PieceView {
            piece,
            title: setting.piece(piece).to_owned(),
            drawn: feature(ruler, &spec.feature),
            laid: spec.laid.is_some(),
            offered: offered(piece),
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
