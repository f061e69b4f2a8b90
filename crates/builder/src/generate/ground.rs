//! Fair ground: every piece has its image on the other half.

use super::Fair;
use super::lot::Lot;
use super::patterns::{Pattern, Patterns};
use sandtable_battle::{Area, Battle, Feature, Ground, Rules, Setting, Side, Zone, say};
use sandtable_geometry::{Facing, Length, Line, Point, Pose, Rect};
use sandtable_tell::words::place;
use std::sync::Arc;

/// A box on the table: the ground of a piece with some room around it.
#[derive(Clone, Copy)]
struct Plot {
    low: Point,
    high: Point,
}

impl Plot {
    fn about(at: Point, (wide, tall): (Length, Length), room: Length) -> Self {
        let (x, y) = (wide / 2 + room, tall / 2 + room);
        Self {
            low: Point::new(at.x - x, at.y - y),
            high: Point::new(at.x + x, at.y + y),
        }
    }

    const fn meets(&self, other: &Self) -> bool {
        self.low.x < other.high.x
            && other.low.x < self.high.x
            && self.low.y < other.high.y
            && other.low.y < self.high.y
    }
}

/// The table while it is being laid out.
struct Field<'a> {
    wide: Length,
    tall: Length,
    /// One unit of the ruler.
    unit: Length,
    /// How far a side's zone reaches onto the table.
    zone: Length,
    fair: Fair,
    patterns: &'a Patterns,
    taken: Vec<Plot>,
    features: Vec<Feature>,
}

/// Lays ground, zones and the objective on a battle's table.
pub(super) fn lay(
    battle: &mut Battle,
    patterns: &Patterns,
    rules: &dyn Rules,
    fair: Fair,
    lot: &mut Lot,
) {
    let setting = Arc::make_mut(&mut battle.setting);
    let zone = zones(setting);
    let mut field = Field {
        wide: setting.width,
        tall: setting.height,
        unit: rules.card().ruler.unit(),
        zone,
        fair,
        patterns,
        taken: Vec::new(),
        features: Vec::new(),
    };
    let fought_for = objective(setting);
    field.heart(lot, fought_for.is_some());
    let heart = field.features.first().cloned();
    field.water(lot);
    field.roads(lot);
    for _ in 0..lot.between(2, 4) {
        field.pair(lot);
    }
    for _ in 0..lot.between(0, 2) {
        field.fences(lot);
    }
    setting.terrain = field.features.into();
    setting.pieces.clear();
    setting.stands.resize(
        rules.card().kinds.len(),
        rules.card().kinds.first().map_or((0, 0), |k| k.stand),
    );
    if let (Some(old), Some(heart)) = (fought_for, heart) {
        contest(setting, &old, &heart);
    }
}

/// Returns the name of a table: that of the piece in its middle, or of the first piece with a name.
pub(super) fn title(setting: &Setting) -> String {
    let mut named = setting.terrain.iter().filter(|f| !f.name.is_empty());
    named
        .next()
        .map_or_else(|| say!("An open field"), |f| place(&f.name).to_owned())
}

/// Makes both deployment zones alike; returns how far they reach onto the table.
fn zones(setting: &mut Setting) -> Length {
    let (wide, tall) = (setting.width, setting.height);
    let own = setting.zones.iter().find(|z| z.side == Some(Side::A));
    let Some(zone) = own.cloned() else { return 0 };
    let middle = Point::new(wide / 2, tall / 2);
    let turned = |p: &Point| {
        Pose::at(*p, Facing::NORTH)
            .turned_about(middle, 0x8000)
            .point()
    };
    let image = Area::new(zone.area.outline().iter().map(turned).collect());
    for other in &mut setting.zones {
        if let (Some(Side::B), Some(image)) = (other.side, &image) {
            other.area = image.clone();
        }
    }
    let reach = |p: &Point| p.y;
    let far = zone.area.outline().iter().map(reach).max().unwrap_or(0);
    if far > tall / 2 {
        let near = zone.area.outline().iter().map(reach).min().unwrap_or(tall);
        return tall - near;
    }
    far
}

/// Returns the name of the zone to fight for, if the battle has one.
fn objective(setting: &Setting) -> Option<String> {
    let own = setting.objectives().next().map(|zone| zone.name.clone());
    own.filter(|_| setting.victory.objectives)
}

/// Makes the piece in the middle the objective.
fn contest(setting: &mut Setting, old: &str, heart: &Feature) {
    let name = if heart.name.is_empty() {
        "The middle".to_owned()
    } else {
        heart.name.clone()
    };
    let lower = |text: &str| {
        let mut letters = text.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_lowercase().chain(letters).collect::<String>()
        })
    };
    let words = &setting.victory.words;
    setting.victory.words = words
        .replace(&lower(old), &lower(&name))
        .replace(old, &name);
    setting.zones.retain(|zone| zone.side.is_some());
    setting.zones.extend(heart.areas.first().map(|area| Zone {
        name,
        side: None,
        area: area.clone(),
    }));
}

impl Field<'_> {
    const fn middle(&self) -> Point {
        Point::new(self.wide / 2, self.tall / 2)
    }

    /// Returns where a point lies on the other half.
    const fn image(&self, p: Point) -> Point {
        match self.fair {
            Fair::Turned => Point::new(self.wide - p.x, self.tall - p.y),
            Fair::Mirrored => Point::new(p.x, self.tall - p.y),
        }
    }

    fn plot(&self, plot: &Plot) -> Plot {
        let (a, b) = (self.image(plot.low), self.image(plot.high));
        Plot {
            low: Point::new(a.x.min(b.x), a.y.min(b.y)),
            high: Point::new(a.x.max(b.x), a.y.max(b.y)),
        }
    }

    fn free(&self, plot: &Plot) -> bool {
        !self.taken.iter().any(|other| other.meets(plot))
    }

    /// Rounds to half units, and to at least one unit.
    fn half_units(&self, length: Length) -> Length {
        let half = self.unit / 2;
        ((length + half / 2) / half).max(2) * half
    }

    /// Returns a name that such ground has in a battle, and that this table has not used yet.
    fn name(&self, ground: Ground, lot: &mut Lot) -> String {
        let names = self.patterns.names(ground);
        let free: Vec<&str> = names
            .into_iter()
            .filter(|name| self.features.iter().all(|f| f.name != *name))
            .collect();
        lot.one(&free)
            .map_or_else(String::new, |name| (*name).to_owned())
    }

    /// Lays a piece in the middle of the table, more often than not.
    fn heart(&mut self, lot: &mut Lot, must: bool) {
        let band = self.tall - 2 * self.zone;
        let fits = |p: &&Pattern| p.size.1 <= band && p.size.0 * 2 <= self.wide;
        let fine = |p: &&Pattern| {
            matches!(
                p.ground,
                Ground::Hill | Ground::Town | Ground::Woods | Ground::Field | Ground::Rough
            )
        };
        let all: Vec<&Pattern> = self
            .patterns
            .areas
            .iter()
            .filter(fits)
            .filter(fine)
            .collect();
        if !must && !lot.chance(60) {
            return;
        }
        let Some(&pattern) = lot.one(&all) else {
            return;
        };
        let size = (
            self.half_units(pattern.size.0),
            self.half_units(pattern.size.1),
        );
        let name = self.name(pattern.ground, lot);
        let at = self.middle();
        self.taken.push(Plot::about(at, size, self.unit / 2));
        self.features.extend(piece(pattern, at, size, name));
    }

    /// Lays a river across the middle, now and then, if the rules have something to cross it by.
    fn water(&mut self, lot: &mut Lot) {
        let (Some(river), Some(crossing)) = (
            lot.one(&self.patterns.rivers),
            lot.one(&self.patterns.crossings),
        ) else {
            return;
        };
        if !self.features.is_empty() || !lot.chance(35) {
            return;
        }
        let wide = self.half_units(river.size.1);
        let y = self.tall / 2;
        let name = self.name(Ground::River, lot);
        let line = vec![Point::new(0, y), Point::new(self.wide, y)];
        self.line(river, line, wide, name);
        let size = (self.half_units(crossing.size.0), wide + self.unit);
        let third = self.half_units(self.wide / lot.between(3, 5));
        let mut places = vec![Point::new(third, y), Point::new(self.wide - third, y)];
        if lot.chance(50) {
            places.push(self.middle());
        }
        for at in places {
            let name = self.name(crossing.ground, lot);
            self.features.extend(piece(crossing, at, size, name));
        }
        let whole = (self.wide, wide);
        self.taken
            .push(Plot::about(self.middle(), whole, self.unit));
    }

    /// Lays a road across the table: between the sides, or from one side's edge to the other's.
    fn roads(&mut self, lot: &mut Lot) {
        let Some(road) = lot.one(&self.patterns.roads).filter(|_| lot.chance(65)) else {
            return;
        };
        let wide = self.half_units(road.size.1);
        let river = self.features.iter().find(|f| f.ground == Ground::River);
        let along = river.is_none() && lot.chance(50);
        let (from, knee) = if along {
            let off = self.half_units(self.tall / 8) * lot.between(-1, 1);
            let off = if self.fair == Fair::Turned { off } else { 0 };
            (
                Point::new(0, self.tall / 2 + off),
                Point::new(self.wide / 4, self.tall / 2 + off),
            )
        } else {
            let straight = self
                .features
                .iter()
                .find(|f| f.ground == Ground::Bridge || f.ground == Ground::Ford);
            let off = match straight {
                // The road leads to the crossing in the middle, or there is no road.
                Some(_) => 0,
                None => self.half_units(self.wide / 8) * lot.between(-1, 1),
            };
            (
                Point::new(self.wide / 2 + off, 0),
                Point::new(self.wide / 2 + off, self.tall / 4),
            )
        };
        let blocked = self.features.iter().any(|f| {
            f.holds(self.middle())
                && !matches!(
                    f.ground,
                    Ground::Town | Ground::Hill | Ground::Field | Ground::Bridge | Ground::Ford
                )
        });
        let dry = river.is_none()
            || self.features.iter().any(|f| {
                matches!(f.ground, Ground::Bridge | Ground::Ford) && f.holds(self.middle())
            });
        if blocked || !dry {
            return;
        }
        let far = |p: Point| match (along, self.fair) {
            (true, _) => Point::new(self.wide - p.x, self.tall - p.y),
            (false, _) => self.image(p),
        };
        let mut line = vec![from, knee, self.middle(), far(knee), far(from)];
        straighten(&mut line);
        for stretch in line.windows(2) {
            let at = stretch[0].middle(stretch[1]);
            let size = (
                (stretch[0].x - stretch[1].x).abs() + wide,
                (stretch[0].y - stretch[1].y).abs() + wide,
            );
            self.taken.push(Plot::about(at, size, self.unit / 2));
        }
        let name = self.name(Ground::Road, lot);
        self.line(road, line, wide, name);
    }

    /// Lays a piece and its image.
    fn pair(&mut self, lot: &mut Lot) {
        for _ in 0..12 {
            let Some(pattern) = lot.one(&self.patterns.areas) else {
                return;
            };
            let narrow = self.half_units(self.wide / 3);
            let size = (
                self.half_units(pattern.size.0).min(narrow),
                self.half_units(pattern.size.1).min(narrow),
            );
            let stood = matches!(
                pattern.ground,
                Ground::Hill | Ground::Woods | Ground::Field | Ground::Town
            );
            // Leaves room for units to deploy.
            let low = if stood { self.zone * 2 / 3 } else { self.zone };
            let Some(at) = self.place(size, low, lot) else {
                continue;
            };
            let plot = Plot::about(at, size, self.unit / 2);
            let other = self.plot(&plot);
            if !self.free(&plot) || !self.free(&other) || plot.meets(&other) {
                continue;
            }
            let name = self.name(pattern.ground, lot);
            self.features.extend(piece(pattern, at, size, name));
            let name = self.name(pattern.ground, lot);
            let there = self.image(at);
            self.features.extend(piece(pattern, there, size, name));
            self.taken.extend([plot, other]);
            return;
        }
    }

    /// Lays a fence, a wall or a trench, and its image.
    fn fences(&mut self, lot: &mut Lot) {
        for _ in 0..12 {
            let Some(pattern) = lot.one(&self.patterns.lines) else {
                return;
            };
            let long = self
                .half_units(pattern.size.0)
                .min(self.half_units(self.wide / 4));
            let across = lot.chance(70);
            let size = if across { (long, 0) } else { (0, long) };
            let Some(at) = self.place(size, self.zone, lot) else {
                continue;
            };
            let plot = Plot::about(at, size, self.unit);
            let other = self.plot(&plot);
            if !self.free(&plot) || !self.free(&other) || plot.meets(&other) {
                continue;
            }
            let half = Point::new(size.0 / 2, size.1 / 2);
            let ends = vec![
                Point::new(at.x - half.x, at.y - half.y),
                Point::new(at.x + half.x, at.y + half.y),
            ];
            let images = ends.iter().map(|&p| self.image(p)).collect();
            for line in [ends, images] {
                self.line(pattern, line, pattern.size.1, String::new());
            }
            self.taken.extend([plot, other]);
            return;
        }
    }

    /// Picks a place on the first side's half, in steps of half a unit. The near edge of something
    /// with this size then lies at least `low` from the side's table edge.
    fn place(&self, size: (Length, Length), low: Length, lot: &mut Lot) -> Option<Point> {
        let half = self.unit / 2;
        let steps = |least: Length, most: Length, lot: &mut Lot| {
            let count = (most - least) / half;
            (count >= 0).then(|| least + half * lot.between(0, count))
        };
        let edge = self.unit / 2;
        let up = |length: Length| (length + half - 1) / half * half;
        let x = steps(up(size.0 / 2 + edge), self.wide - size.0 / 2 - edge, lot)?;
        let most = self.tall / 2 - size.1 / 2;
        let y = steps(up(low + size.1 / 2), most, lot)?;
        Some(Point::new(x, y))
    }

    fn line(&mut self, pattern: &Pattern, points: Vec<Point>, width: Length, name: String) {
        let line = Line::new(points);
        let along = line.and_then(|line| Feature::along(pattern.ground, line, width));
        self.features.extend(along.map(|feature| Feature {
            name,
            level: pattern.level,
            ..feature
        }));
    }
}

/// Makes a piece from a pattern at another place.
fn piece(pattern: &Pattern, at: Point, size: (Length, Length), name: String) -> Option<Feature> {
    let outline = if pattern.oval {
        sandtable_files::oval(at, size, Facing::NORTH)
    } else {
        Rect::centred(Pose::at(at, Facing::NORTH), size.0, size.1)
            .corners()
            .to_vec()
    };
    Some(Feature {
        ground: pattern.ground,
        name,
        areas: vec![Area::new(outline)?],
        line: None,
        width: 0,
        level: pattern.level,
    })
}

/// Removes duplicate points, and points on the straight line between their neighbours.
fn straighten(line: &mut Vec<Point>) {
    line.dedup();
    let mut at = 1;
    while at + 1 < line.len() {
        let (a, b, c) = (line[at - 1], line[at], line[at + 1]);
        let cross = i64::from(b.x - a.x) * i64::from(c.y - a.y)
            - i64::from(b.y - a.y) * i64::from(c.x - a.x);
        if cross == 0 {
            line.remove(at);
        } else {
            at += 1;
        }
    }
}
