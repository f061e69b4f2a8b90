//! The table: terrain and zones.

use crate::measure::{long, outline};
use crate::view::{PieceView, TerrainView, Xy, ZoneView};
use sandtable_battle::{Feature, Setting};

/// A table's size.
pub(crate) fn size(setting: &Setting) -> Xy {
    [long(setting.width), long(setting.height)]
}

/// Its terrain, in the order it was laid.
pub(crate) fn terrain(setting: &Setting) -> Vec<TerrainView> {
    setting.terrain.iter().map(feature).collect()
}

/// A piece of terrain.
pub(crate) fn feature(feature: &Feature) -> TerrainView {
    TerrainView {
        ground: feature.ground.name(),
        name: feature.name.clone(),
        level: feature.level,
        areas: feature.areas.iter().map(|a| outline(a.outline())).collect(),
        line: feature
            .line
            .as_ref()
            .map_or_else(Vec::new, |line| outline(line.points())),
        width: long(feature.width),
    }
}

/// The pieces that players lay; `offered` says which may be laid now.
pub(crate) fn pieces(setting: &Setting, offered: impl Fn(u8) -> bool) -> Vec<PieceView> {
    (0..)
        .zip(&setting.pieces)
        .map(|(piece, spec)| PieceView {
            piece,
            title: setting.piece(piece).to_owned(),
            drawn: feature(&spec.feature),
            laid: spec.laid.is_some(),
            offered: offered(piece),
        })
        .collect()
}

/// Its deployment zones and objectives.
pub(crate) fn zones(setting: &Setting) -> Vec<ZoneView> {
    setting
        .zones
        .iter()
        .map(|zone| ZoneView {
            name: zone.name.clone(),
            side: zone.side.map(Into::into),
            area: outline(zone.area.outline()),
        })
        .collect()
}
