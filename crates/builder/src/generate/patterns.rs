//! What the battles of a rule set look like: kinds of ground, sizes and names.

use sandtable_battle::{Feature, Ground, Setting};
use sandtable_geometry::{Length, Point};

/// A piece of ground seen in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) ground: Ground,
    /// Width and height of its ground; for a line, its length and its width.
    pub(super) size: (Length, Length),
    /// Whether it is round.
    pub(super) oval: bool,
    pub(super) level: u8,
}

/// All patterns seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Patterns {
    /// Pieces that cover an area.
    pub(super) areas: Vec<Pattern>,
    /// Lines that are obstacles: fences, walls, trenches.
    pub(super) lines: Vec<Pattern>,
    /// Roads.
    pub(super) roads: Vec<Pattern>,
    /// Rivers.
    pub(super) rivers: Vec<Pattern>,
    /// What crosses rivers.
    pub(super) crossings: Vec<Pattern>,
    names: Vec<(Ground, String)>,
}

impl Patterns {
    /// Adds the patterns of a battle.
    pub(super) fn learn(&mut self, setting: &Setting) {
        let pieces = setting.pieces.iter().map(|piece| &piece.feature);
        for feature in setting.terrain.iter().chain(pieces) {
            let Some(pattern) = seen(feature) else {
                continue;
            };
            match feature.ground {
                Ground::River if feature.line.is_some() => self.rivers.push(pattern),
                Ground::Road if feature.line.is_some() => self.roads.push(pattern),
                Ground::Bridge | Ground::Ford => self.crossings.push(pattern),
                _ if feature.line.is_some() => self.lines.push(pattern),
                _ => self.areas.push(pattern),
            }
            let name = &feature.name;
            let known = |(_, other): &(Ground, String)| other == name;
            if !name.is_empty() && !self.names.iter().any(known) {
                self.names.push((feature.ground, name.clone()));
            }
        }
    }

    /// Returns the names that ground of a kind has in battles.
    pub(super) fn names(&self, ground: Ground) -> Vec<&str> {
        let own = self.names.iter().filter(|(of, _)| *of == ground);
        own.map(|(_, name)| name.as_str()).collect()
    }
}

fn seen(feature: &Feature) -> Option<Pattern> {
    let (size, oval) = match &feature.line {
        Some(line) => {
            let points = line.points();
            let long = points.windows(2).map(|p| p[0].distance(p[1])).sum();
            ((long, feature.width), false)
        }
        None => {
            let outline = feature.areas.first()?.outline();
            (span(outline), outline.len() > 8)
        }
    };
    Some(Pattern {
        ground: feature.ground,
        size,
        oval,
        level: feature.level,
    })
}

/// Returns width and height of an outline.
fn span(outline: &[Point]) -> (Length, Length) {
    let of = |part: fn(&Point) -> Length| {
        let low = outline.iter().map(part).min().unwrap_or(0);
        let high = outline.iter().map(part).max().unwrap_or(0);
        high - low
    };
    (of(|p| p.x), of(|p| p.y))
}
