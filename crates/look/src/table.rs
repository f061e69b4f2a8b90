//! The table: terrain and zones.

use crate::measure::{long, outline};
use crate::view::{PieceView, TerrainView, Xy, ZoneView};
use sandtable_battle::{Battle, Feature, Setting};
use sandtable_geometry::Ruler;
use sandtable_tell::words::place;

/// Returns the name of a place that files write, where people hear another.
fn written(own: &str) -> Option<String> {
    (place(own) != own).then(|| own.to_owned())
}

/// Returns a table's size.
pub fn size(ruler: Ruler, setting: &Setting) -> Xy {
    [long(ruler, setting.width), long(ruler, setting.height)]
}

/// Returns a setting's terrain, in the order it was laid.
pub fn terrain(ruler: Ruler, setting: &Setting) -> Vec<TerrainView> {
    let all = setting.terrain.iter();
    all.map(|found| feature(ruler, found)).collect()
}

/// Returns a piece of terrain.
pub fn feature(ruler: Ruler, feature: &Feature) -> TerrainView {
    TerrainView {
        ground: feature.ground.name(),
        name: place(&feature.name).to_owned(),
        written: written(&feature.name),
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

/// Returns the pieces that players lay; `offered` says which may be laid now.
pub fn pieces(ruler: Ruler, setting: &Setting, offered: impl Fn(u8) -> bool) -> Vec<PieceView> {
    (0..)
        .zip(&setting.pieces)
        .map(|(piece, spec)| PieceView {
            piece,
            title: place(setting.piece(piece)).to_owned(),
            drawn: feature(ruler, &spec.feature),
            laid: spec.laid.is_some(),
            offered: offered(piece),
        })
        .collect()
}

/// Returns the terrain of a battle as it stands now: a linear feature with gaps comes in pieces.
pub fn ground(ruler: Ruler, battle: &Battle) -> Vec<TerrainView> {
    let mut out = Vec::new();
    for (view, place) in terrain(ruler, &battle.setting).into_iter().zip(0_u8..) {
        if battle.gaps.iter().any(|gap| gap.feature == place) {
            let pieces = battle.course(place);
            out.extend(pieces.iter().map(|piece| TerrainView {
                line: outline(ruler, piece.points()),
                ..view.clone()
            }));
        } else {
            out.push(view);
        }
    }
    out
}

/// Returns a setting's deployment zones and objectives.
pub fn zones(ruler: Ruler, setting: &Setting) -> Vec<ZoneView> {
    setting
        .zones
        .iter()
        .map(|zone| ZoneView {
            name: place(&zone.name).to_owned(),
            written: written(&zone.name),
            side: zone.side.map(Into::into),
            area: outline(ruler, zone.area.outline()),
        })
        .collect()
}
