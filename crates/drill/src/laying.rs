//! Laying terrain: before anybody deploys, a player puts pieces that the scenario offers on the
//! table. Areas are counted and kept apart; lines (rivers, roads) are not.

use sandtable_battle::{Battle, Clause, Feature, Piece, Ruling, Witness};
use sandtable_geometry::{Area, Edge, Facing, Length, Point, Pose, Rect, TOLERANCE, within};

/// What a rule set requires of the pieces that a player lays.
#[derive(Clone, Copy, Debug)]
pub struct Laying {
    /// Greatest number of areas.
    pub most: usize,
    /// Least distance between two areas, in hundredths of a millimetre; with 0 they just do not
    /// touch. `None` if not even that is required.
    pub apart: Option<Length>,
    /// The clause that requires it.
    pub why: Clause,
}

impl Laying {
    /// Returns the indices of the pieces that may still be laid.
    pub fn offered<'a>(&self, battle: &'a Battle) -> impl Iterator<Item = u8> + use<'a> {
        let full = laid_areas(battle) >= self.most;
        (0..)
            .zip(&battle.setting.pieces)
            .filter(move |(_, p)| p.laid.is_none() && !(full && is_area(&p.feature)))
            .map(|(place, _)| place)
    }

    /// Returns the piece that an order wants to lay, if it is not laid yet.
    pub fn piece<'a>(
        &self,
        battle: &'a Battle,
        piece: u8,
        at: Pose,
        r: &mut Ruling,
    ) -> Option<&'a Piece> {
        let Some(spec) = battle.setting.pieces.get(usize::from(piece)) else {
            r.refuse(self.why, Witness::Plain);
            return None;
        };
        r.require(spec.laid.is_none(), self.why, || Witness::Spot(at.point()));
        Some(spec)
    }

    /// Judges an area where it would lie: not one too many, on the table, clear of the others.
    pub fn judge_area(&self, battle: &Battle, lies: &Feature, at: Pose, r: &mut Ruling) {
        let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let laid = laid_areas(battle);
        r.require(laid < self.most, self.why, || Witness::Count {
            asked: count(laid + 1),
            allowed: count(self.most),
        });
        let (width, height) = (battle.setting.width, battle.setting.height);
        let on = |p: &&Point| (0..=width).contains(&p.x) && (0..=height).contains(&p.y);
        let mut points = lies.areas.iter().flat_map(|a| a.outline());
        if let Some(&off) = points.find(|p| !on(p)) {
            r.refuse(self.why, Witness::Spot(off));
        }
        let Some(apart) = self.apart else { return };
        for other in battle.setting.terrain.iter().filter(|f| is_area(f)) {
            let clear = |a: &Area| other.areas.iter().all(|b| is_apart(a, b, apart));
            let clear = lies.areas.iter().all(clear);
            r.require(clear, self.why, || Witness::Spot(at.point()));
        }
    }
}

/// Returns whether a piece is an area: rivers and roads are lines.
#[must_use]
pub const fn is_area(feature: &Feature) -> bool {
    feature.line.is_none()
}

/// Returns the number of laid pieces that are areas.
fn laid_areas(battle: &Battle) -> usize {
    let pieces = battle.setting.pieces.iter();
    pieces
        .filter(|p| p.laid.is_some() && is_area(&p.feature))
        .count()
}

/// Returns whether any part of a feature lies on the table.
#[must_use]
pub fn meets_table(battle: &Battle, lies: &Feature) -> bool {
    let (width, height) = (battle.setting.width, battle.setting.height);
    let middle = Pose::new(width / 2, height / 2, Facing::NORTH);
    lies.overlaps(&Rect::centred(middle, width, height))
}

/// Returns whether any areas of two features overlap.
#[must_use]
pub fn meet(a: &Feature, b: &Feature) -> bool {
    let mut areas = a.areas.iter();
    areas.any(|a| b.areas.iter().any(|b| !is_apart(a, b, 0)))
}

/// Returns whether an area fits into a box, in either orientation; in hundredths of a millimetre.
#[must_use]
pub fn fits_box(feature: &Feature, [width, height]: [Length; 2]) -> bool {
    let points = || feature.areas.iter().flat_map(|a| a.outline());
    let span = |part: fn(&Point) -> i32| {
        let low = points().map(part).min().unwrap_or(0);
        points().map(part).max().unwrap_or(0).saturating_sub(low)
    };
    let (w, h) = (span(|p| p.x), span(|p| p.y));
    let fits = |w, h| within(w, width) && within(h, height);
    fits(w, h) || fits(h, w)
}

/// Returns whether two areas lie at least `gap` apart.
fn is_apart(a: &Area, b: &Area, gap: Length) -> bool {
    // The boxes around most pairs of areas lie apart: no need to measure more.
    let ((al, ah), (bl, bh)) = (a.bounds(), b.bounds());
    let boxes = [(bl.x, ah.x), (al.x, bh.x), (bl.y, ah.y), (al.y, bh.y)];
    let enough = gap.saturating_add(2 * TOLERANCE);
    if boxes
        .into_iter()
        .any(|(near, far)| near.saturating_sub(far) > enough)
    {
        return true;
    }
    let inside = a.outline().iter().any(|&p| b.holds(p)) || b.outline().iter().any(|&p| a.holds(p));
    if inside {
        return false;
    }
    let edges = |area: &Area| {
        let ring = area.outline().to_vec();
        let n = ring.len();
        (0..n)
            .map(move |i| Edge::new(ring[i], ring[(i + 1) % n]))
            .collect::<Vec<_>>()
    };
    let (from, to) = (edges(a), edges(b));
    from.iter().all(|e| {
        to.iter()
            .all(|f| !e.crosses(f) && distance(e, f) + TOLERANCE >= gap)
    })
}

/// Returns the shortest distance between two edges that do not cross: from an end of one of them.
fn distance(a: &Edge, b: &Edge) -> Length {
    let ends = |e: &Edge, other: &Edge| {
        let (p, q) = e.ends();
        other.distance_from(p).min(other.distance_from(q))
    };
    ends(a, b).min(ends(b, a))
}
