//! The table: terrain and zones.

use crate::measure::{long, outline};
use crate::view::{TerrainView, Xy, ZoneView};
use sandtable_battle::{Battle, Setting};

/// A table's size.
pub(crate) fn size(setting: &Setting) -> Xy {
    [long(setting.width), long(setting.height)]
}

/// Its terrain, in the order it was laid.
pub(crate) fn terrain(setting: &Setting) -> Vec<TerrainView> {
    setting
        .terrain
        .iter()
        .map(|feature| TerrainView {
            ground: feature.ground.name(),
            name: feature.name.clone(),
            level: feature.level,
            areas: feature.areas.iter().map(|a| outline(a.outline())).collect(),
            line: feature
                .line
                .as_ref()
                .map_or_else(Vec::new, |line| outline(line.points())),
            width: long(feature.width),
        })
        .collect()
}

/// Its terrain as it stands now: a linear feature with gaps comes in pieces.
pub(crate) fn ground(battle: &Battle) -> Vec<TerrainView> {
    let mut out = Vec::new();
    for (view, place) in terrain(&battle.setting).into_iter().zip(0_u8..) {
        if battle.gaps.iter().any(|gap| gap.feature == place) {
            let pieces = battle.course(place);
            out.extend(pieces.iter().map(|piece| TerrainView {
                line: outline(piece.points()),
                ..view.clone()
            }));
        } else {
            out.push(view);
        }
    }
    out
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
