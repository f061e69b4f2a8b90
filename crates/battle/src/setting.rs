//! What does not change during a battle: the table, its terrain, the names.

use crate::{Card, Group, Side, Stands, Switches, Terrain, UnitId};
use sandtable_geometry::{Edge, Facing, Length, Line, Point, Pose, Rect};
use serde::{Deserialize, Serialize};

pub use sandtable_geometry::Area;

/// A kind of terrain. Rule sets say what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// A wood.
    Woods,
    /// Houses.
    Town,
    /// A hill, which has a level.
    Hill,
    /// A marsh.
    Marsh,
    /// A lake or pond.
    Lake,
    /// A river: a line with a width.
    River,
    /// A road: a line with a width.
    Road,
    /// A bridge over a river.
    Bridge,
    /// A ford through a river.
    Ford,
    /// A fence or hedge: a line.
    Fence,
    /// A stone wall: a line.
    Wall,
    /// A trench: a line.
    Trench,
    /// Field works: an area.
    Works,
    /// Broken ground.
    Rough,
    /// Ground that no unit can enter.
    Impassable,
    /// A worm fence, a line: rails laid in a zigzag, which can be taken down.
    Worm,
    /// A field: easy ground with a name and a border.
    Field,
}

impl Ground {
    /// All kinds.
    pub const ALL: [Self; 17] = [
        Self::Woods,
        Self::Town,
        Self::Hill,
        Self::Marsh,
        Self::Lake,
        Self::River,
        Self::Road,
        Self::Bridge,
        Self::Ford,
        Self::Fence,
        Self::Wall,
        Self::Trench,
        Self::Works,
        Self::Rough,
        Self::Impassable,
        Self::Worm,
        Self::Field,
    ];

    /// Returns the kind's name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Woods => "woods",
            Self::Town => "town",
            Self::Hill => "hill",
            Self::Marsh => "marsh",
            Self::Lake => "lake",
            Self::River => "river",
            Self::Road => "road",
            Self::Bridge => "bridge",
            Self::Ford => "ford",
            Self::Fence => "fence",
            Self::Wall => "wall",
            Self::Trench => "trench",
            Self::Works => "works",
            Self::Rough => "rough",
            Self::Impassable => "impassable",
            Self::Worm => "worm",
            Self::Field => "field",
        }
    }

    /// Returns the default number of levels: a hill has one.
    #[must_use]
    pub const fn usual_level(self) -> u8 {
        if matches!(self, Self::Hill) { 1 } else { 0 }
    }

    /// Returns whether the kind is drawn along a line rather than over an area.
    #[must_use]
    pub const fn is_linear(self) -> bool {
        matches!(
            self,
            Self::River | Self::Road | Self::Fence | Self::Wall | Self::Trench | Self::Worm
        )
    }
}

/// A building material of houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// Wood.
    Wood,
    /// Stone.
    Stone,
}

impl Material {
    /// All materials.
    pub const ALL: [Self; 2] = [Self::Wood, Self::Stone];

    /// Returns the material's name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Stone => "stone",
        }
    }
}

/// Houses whose material is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Houses {
    /// Terrain that the scenario sets, by index.
    Terrain(usize),
    /// A piece that players lay, by index.
    Piece(usize),
}

/// A piece of terrain: an area, or a line with a width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The kind of terrain.
    pub ground: Ground,
    /// The name, if it has one.
    pub name: String,
    /// The areas that it covers: one, or one for each stretch of a line that has a width.
    pub areas: Vec<Area>,
    /// The course, if it is a line.
    pub line: Option<Line>,
    /// The width of a line.
    pub width: Length,
    /// Number of levels that it rises.
    pub level: u8,
}

impl Feature {
    /// Most levels that it can rise.
    pub const HIGHEST: u8 = 20;

    /// Returns a feature along a line, with a width in hundredths of a millimetre. `None` if two
    /// points of the line coincide.
    #[must_use]
    pub fn along(ground: Ground, line: Line, width: Length) -> Option<Self> {
        let areas = if width > 0 {
            stretches(&line, width)?
        } else {
            Vec::new()
        };
        Some(Self {
            ground,
            name: String::new(),
            areas,
            line: Some(line),
            width,
            level: 0,
        })
    }

    /// Returns the feature with its origin put down at a pose: turned clockwise from how it was
    /// drawn, then moved.
    #[must_use]
    pub fn laid(&self, at: Pose) -> Self {
        let set = |p: &Point| {
            let turned =
                Pose::at(*p, Facing::NORTH).turned_about(Point::default(), i32::from(at.facing.0));
            Point::new(turned.x.saturating_add(at.x), turned.y.saturating_add(at.y))
        };
        let area = |a: &Area| Area::new(a.outline().iter().map(set).collect());
        let line = |l: &Line| Line::new(l.points().iter().map(set).collect());
        Self {
            ground: self.ground,
            name: self.name.clone(),
            areas: self.areas.iter().filter_map(area).collect(),
            line: self.line.as_ref().and_then(line),
            width: self.width,
            level: self.level,
        }
    }

    /// Returns the box around its areas and everything closer to its line than half its width, with
    /// a small margin. `None` if it has neither areas nor a line.
    pub(crate) fn bounds(&self) -> Option<(Point, Point)> {
        let spare = 10 + self.width.max(0);
        let boxes = self.areas.iter().map(Area::bounds);
        let points = self.line.iter().flat_map(|line| line.points().iter());
        let all = boxes.chain(points.map(|&p| (p, p)));
        let (low, high) = all.reduce(|(low, high), (from, to)| {
            (
                Point::new(low.x.min(from.x), low.y.min(from.y)),
                Point::new(high.x.max(to.x), high.y.max(to.y)),
            )
        })?;
        let less = |at: Length| at.saturating_sub(spare);
        let more = |at: Length| at.saturating_add(spare);
        Some((
            Point::new(less(low.x), less(low.y)),
            Point::new(more(high.x), more(high.y)),
        ))
    }

    /// Returns whether a point lies in one of the areas, outline included.
    #[must_use]
    #[inline]
    pub fn holds(&self, p: Point) -> bool {
        self.areas.iter().any(|area| area.holds(p))
    }

    /// Returns whether a base reaches into one of the areas.
    #[must_use]
    pub fn overlaps(&self, rect: &Rect) -> bool {
        self.areas.iter().any(|area| area.overlaps(rect))
    }

    /// Returns how much of an edge lies inside the areas.
    #[must_use]
    pub fn length_of(&self, edge: &Edge) -> Length {
        match self.areas.as_slice() {
            [area] => area.length_of(edge),
            areas => edge.length_in_any(areas.iter()),
        }
    }
}

/// Returns the areas that a line with a width covers: one for each stretch, lengthened by half the
/// width at inner joints so that bends have no gaps.
fn stretches(line: &Line, width: Length) -> Option<Vec<Area>> {
    let points = line.points();
    let last = points.len().saturating_sub(2);
    let half = width / 2;
    points
        .windows(2)
        .enumerate()
        .map(|(i, ends)| {
            let along = Facing::towards(ends[0], ends[1]);
            let from = if i == 0 {
                ends[0]
            } else {
                ends[0].moved(along.reversed(), half)
            };
            let to = if i == last {
                ends[1]
            } else {
                ends[1].moved(along, half)
            };
            let (left, right) = (along.turned(-0x4000), along.turned(0x4000));
            Area::new(vec![
                to.moved(left, half),
                to.moved(right, half),
                from.moved(right, half),
                from.moved(left, half),
            ])
        })
        .collect()
}

/// A piece of terrain that a player lays before the battle, if the rule set lets players lay
/// terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The terrain, drawn around the origin.
    pub feature: Feature,
    /// The pose where it was laid, once it was.
    pub laid: Option<Pose>,
}

/// A side's name and colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideSpec {
    /// The side's name.
    pub name: String,
    /// `#rrggbb`; the page also gives each side a pattern.
    pub colour: String,
}

/// A group of units and its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupSpec {
    /// The group's name.
    pub name: String,
    /// The side that it belongs to.
    pub side: Side,
}

/// An area with a purpose: a deployment zone or an objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The zone's name.
    pub name: String,
    /// The side that deploys in it; `None` for an objective.
    pub side: Option<Side>,
    /// The area that it covers.
    pub area: Area,
}

/// A unit that comes on later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The unit.
    pub unit: UnitId,
    /// The turn at whose start it comes on.
    pub turn: u16,
    /// The pose where it appears.
    pub at: Pose,
}

/// What points are scored for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// For holding a zone alone, each time a game turn ends.
    Hold,
    /// For holding a zone alone when the battle ends.
    Keep,
    /// For each unit that marches off the table through a zone.
    Exit,
    /// For each unit that the other side has lost.
    Kill,
}

impl Goal {
    /// All goals.
    pub const ALL: [Self; 4] = [Self::Hold, Self::Keep, Self::Exit, Self::Kill];

    /// Returns the goal's name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Keep => "keep",
            Self::Exit => "exit",
            Self::Kill => "kill",
        }
    }

    /// Returns whether the goal is about a zone.
    #[must_use]
    pub const fn needs_zone(self) -> bool {
        !matches!(self, Self::Kill)
    }
}

/// Something a side scores points for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// What the points are for.
    pub goal: Goal,
    /// The side that scores; `None` for either side.
    pub side: Option<Side>,
    /// The index of the zone in [`Setting::zones`].
    pub zone: Option<u8>,
    /// Number of points.
    pub points: u8,
}

impl Score {
    /// Returns whether a side can score by it.
    #[must_use]
    pub fn is_for(&self, side: Side) -> bool {
        self.side.is_none_or(|s| s == side)
    }
}

/// How a battle is won, beyond what the rule set itself says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Victory {
    /// Whether objectives count at the end: the side that alone holds more of them wins.
    pub objectives: bool,
    /// The side that wins if nothing else decides.
    pub default: Option<Side>,
    /// What points are scored for; more points win at the end.
    pub scores: Vec<Score>,
    /// Number of points with which a side wins at once.
    pub target: Option<u16>,
    /// The victory conditions for players, in the scenario's words.
    pub words: String,
}

/// Chance cards of one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventCards {
    /// The event that they bring: its index in [`crate::Card::events`].
    pub does: u8,
    /// Number of cards.
    pub cards: u8,
}

/// What does not change during a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The rule set's id.
    pub rules: String,
    /// Name of the house rules; empty if they have no name.
    pub house: String,
    /// The chosen switches and changed numbers.
    pub switches: Switches,
    /// Title of the scenario.
    pub title: String,
    /// A few lines that set the scene.
    pub story: String,
    /// Table width.
    pub width: Length,
    /// Table height.
    pub height: Length,
    /// Terrain: what the scenario sets, then the pieces that players laid, in their own order.
    pub terrain: Terrain,
    /// Pieces of terrain that players may lay before the battle.
    pub pieces: Vec<Piece>,
    /// Building materials of houses, where stated.
    pub materials: Vec<(Houses, Material)>,
    /// The two sides.
    pub sides: [SideSpec; 2],
    /// The side that the scenario calls the attacker, if there is one.
    pub attacker: Option<Side>,
    /// Groups of units.
    pub groups: Vec<GroupSpec>,
    /// Unit names, by index.
    pub names: Vec<String>,
    /// Frontage and depth of one stand, for each kind.
    pub stands: Stands,
    /// Deployment zones and objectives.
    pub zones: Vec<Zone>,
    /// Reinforcements.
    pub arrivals: Vec<Arrival>,
    /// Number of game turns, if the scenario sets it.
    pub turns: Option<u16>,
    /// How the battle is won.
    pub victory: Victory,
    /// The chance cards in play, if the rules have such cards.
    pub events: Vec<EventCards>,
    /// Whether positions are left to a real table: players state with an order what the order needs
    /// to know about them. Rules that skip what no unit can do must not skip what depends on where
    /// units stand.
    pub stated: bool,
}

/// The last turn that any battle can have: a file holds no later one.
pub const LAST_TURN: u16 = 999;

impl Setting {
    /// Returns the last turn: the scenario's, or the one that the rules or the players agreed on.
    /// Without an agreement it is [`LAST_TURN`].
    #[must_use]
    pub fn last_turn(&self, agreed: Option<u16>) -> u16 {
        self.turns.or(agreed).unwrap_or(LAST_TURN).min(LAST_TURN)
    }

    /// Returns the frontage plus depth of the stand for which that sum is greatest. It limits how
    /// far away to look for anything that is no larger than a base.
    #[must_use]
    #[inline]
    pub fn largest_stand(&self, card: &Card) -> Length {
        let usual = card.kinds.iter().skip(self.stands.len());
        let usual = usual.map(|k| k.stand.0 + k.stand.1);
        usual.fold(self.stands.largest(), Length::max)
    }

    /// Makes a bare table for tests and tools: no terrain, no names.
    #[must_use]
    pub fn bare(rules: &str, width: Length, height: Length) -> Self {
        let side = |name: &str, colour: &str| SideSpec {
            name: name.to_owned(),
            colour: colour.to_owned(),
        };
        Self {
            rules: rules.to_owned(),
            house: String::new(),
            switches: Switches::default(),
            title: String::new(),
            story: String::new(),
            width,
            height,
            terrain: Terrain::default(),
            pieces: Vec::new(),
            materials: Vec::new(),
            sides: [side("Blue", "#2f5d9b"), side("Red", "#a83a32")],
            attacker: None,
            groups: Vec::new(),
            names: Vec::new(),
            stands: Stands::default(),
            zones: Vec::new(),
            arrivals: Vec::new(),
            turns: None,
            victory: Victory::default(),
            events: Vec::new(),
            stated: false,
        }
    }

    /// Returns the groups that sides have by default: one for each side, with the side's name.
    #[must_use]
    pub fn own_groups(&self) -> Vec<GroupSpec> {
        Side::BOTH
            .map(|side| GroupSpec {
                name: self.sides[side.index()].name.clone(),
                side,
            })
            .to_vec()
    }

    /// Returns whether there is such a piece of terrain and it is still to be laid.
    #[must_use]
    pub fn is_to_lay(&self, piece: u8) -> bool {
        let piece = self.pieces.get(usize::from(piece));
        piece.is_some_and(|piece| piece.laid.is_none())
    }

    /// Lays a piece: it becomes terrain, after the scenario's own terrain and at its own place
    /// among the laid pieces. It does nothing for a piece that does not exist or is already laid.
    pub fn lay(&mut self, piece: u8, at: Pose) {
        let place = usize::from(piece);
        if !self.is_to_lay(piece) {
            return;
        }
        let found = &mut self.pieces[place];
        found.laid = Some(at);
        let feature = found.feature.laid(at);
        let after = |pieces: &[Piece]| pieces.iter().filter(|p| p.laid.is_some()).count();
        // The laid pieces from this one on are the last in the terrain.
        let behind = after(&self.pieces[place + 1..]);
        let slot = self.terrain.len().saturating_sub(behind);
        self.terrain.insert(slot, feature);
        self.terrain.note();
    }

    /// Returns the material of the terrain at an index, if stated.
    #[must_use]
    pub fn material(&self, place: usize) -> Option<Material> {
        let fixed = self.fixed().len();
        let houses = if place < fixed {
            Houses::Terrain(place)
        } else {
            let laid = self.pieces.iter().enumerate();
            let mut laid = laid.filter(|(_, piece)| piece.laid.is_some());
            Houses::Piece(laid.nth(place - fixed)?.0)
        };
        self.material_of(houses)
    }

    /// Returns the material of houses, if stated.
    #[must_use]
    pub fn material_of(&self, houses: Houses) -> Option<Material> {
        let mut all = self.materials.iter();
        all.find(|(of, _)| *of == houses).map(|&(_, said)| said)
    }

    /// Returns the terrain that the scenario itself sets.
    #[must_use]
    pub fn fixed(&self) -> &[Feature] {
        let laid = self.pieces.iter().filter(|p| p.laid.is_some()).count();
        &self.terrain[..self.terrain.len().saturating_sub(laid)]
    }

    /// Returns the words for a piece: its name, or its kind.
    #[must_use]
    pub fn piece(&self, piece: u8) -> &str {
        self.pieces.get(usize::from(piece)).map_or("?", |p| {
            if p.feature.name.is_empty() {
                p.feature.ground.name()
            } else {
                &p.feature.name
            }
        })
    }

    /// Returns the name of a unit.
    #[must_use]
    pub fn name(&self, unit: UnitId) -> &str {
        self.names.get(unit.index()).map_or("?", String::as_str)
    }

    /// Returns a unit's name for people, in their language; files and orders use `name`.
    #[must_use]
    pub fn called(&self, unit: UnitId) -> &str {
        sandtable_tongue::name(self.name(unit))
    }

    /// Returns a side's name for people; files and orders use its own name.
    #[must_use]
    pub fn side_called(&self, side: Side) -> &str {
        sandtable_tongue::name(&self.sides[side.index()].name)
    }

    /// Returns a group's name for people; files and orders use its own name.
    #[must_use]
    pub fn group_called(&self, group: Group) -> &str {
        sandtable_tongue::name(self.group(group))
    }

    /// Returns the name of a group.
    #[must_use]
    pub fn group(&self, group: Group) -> &str {
        self.groups.get(group.index()).map_or("?", |g| &g.name)
    }

    /// Returns terrain of one kind.
    pub fn features(&self, ground: Ground) -> impl Iterator<Item = &Feature> + Clone {
        self.terrain.iter().filter(move |f| f.ground == ground)
    }

    /// Returns the terrain that may lie under a point.
    #[inline]
    pub fn under(&self, p: Point) -> impl Iterator<Item = &Feature> {
        self.terrain.about((p, p)).map(|(_, feature)| feature)
    }

    /// Returns whether a point lies in terrain of a kind.
    #[must_use]
    #[inline]
    pub fn lies_in(&self, p: Point, ground: Ground) -> bool {
        self.under(p).any(|f| f.ground == ground && f.holds(p))
    }

    /// Returns the level of the ground under a point: the highest hill there.
    #[must_use]
    #[inline]
    pub fn level(&self, p: Point) -> u8 {
        self.under(p)
            .filter(|f| f.ground == Ground::Hill && f.holds(p))
            .map(|f| f.level)
            .max()
            .unwrap_or(0)
    }

    /// Returns whether a base lies wholly on the table.
    #[must_use]
    pub fn holds(&self, rect: &Rect) -> bool {
        rect.on_table(self.width, self.height)
    }

    /// Returns the zones that are objectives.
    pub fn objectives(&self) -> impl Iterator<Item = &Zone> {
        self.zones.iter().filter(|z| z.side.is_none())
    }
}
