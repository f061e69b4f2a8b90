//! Reads what does not change: table, sides, groups, terrain, zones, victory.

use super::flaws::Notes;
use super::node::{Node, Table};
use super::shape::{AREA_KEYS, read_area, read_area_about};
use super::{FARTHEST, MOST_GROUPS, MOST_PIECES, MOST_TURNS, WIDEST};
use sandtable_battle::phrase::folded;
use sandtable_battle::phrase::must;
use sandtable_battle::{
    Area, Card, Feature, Goal, Ground, Group, GroupSpec, Houses, Material, Piece, Score, Setting,
    Side, SideSpec, UnitId, Victory, Zone,
};
use sandtable_geometry::{Length, Line, Point};
use sandtable_tongue::say;
use std::collections::BTreeSet;

/// Most characters of a title and of the name of a piece of terrain: sheets on paper have a line for
/// each.
const LONGEST_LINE: usize = 300;

/// Most characters of a story and of the words on victory.
const LONGEST_PROSE: usize = 20_000;

/// The keys of a side.
pub(super) const SIDE_KEYS: [&str; 3] = ["name", "colour", "army"];
/// The keys of a group.
pub(super) const GROUP_KEYS: [&str; 2] = ["name", "side"];
/// The keys of a piece of terrain, beside those of an area.
pub(super) const FEATURE_KEYS: [&str; 6] = ["ground", "name", "level", "material", "line", "width"];
/// The keys of a zone, beside those of an area.
pub(super) const ZONE_KEYS: [&str; 2] = ["name", "side"];
/// The keys of the victory conditions.
pub(super) const VICTORY_KEYS: [&str; 5] = ["objectives", "default", "words", "score", "target"];
/// The keys of a score.
pub(super) const SCORE_KEYS: [&str; 4] = ["for", "side", "zone", "points"];

/// Reads the setting without switches, units and arrivals. A part with a flaw gets its default; the
/// flaw is noted.
pub(crate) fn read(root: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Setting {
    let mut setting = Setting::bare(&card.id, card.table.0, card.table.1);
    if let Some((width, height)) = root
        .get("table")
        .and_then(|node| node.pair(1.0..=WIDEST, notes))
    {
        (setting.width, setting.height) = (width, height);
    }
    let title = root.get("title");
    let title = title.and_then(|node| node.line(LONGEST_LINE, notes));
    setting.title = title.unwrap_or_default();
    let story = root.get("story");
    let story = story.and_then(|node| node.prose(LONGEST_PROSE, notes));
    story.unwrap_or_default().clone_into(&mut setting.story);
    setting.turns = root
        .get("turns")
        .and_then(|node| node.whole(1..=MOST_TURNS, notes))
        .and_then(|n| u16::try_from(n).ok());
    read_sides(root, &mut setting.sides, notes);
    setting.attacker = root
        .get("attacker")
        .and_then(|node| side(node, &setting, notes));
    setting.groups = read_groups(root, card, &setting, notes);
    setting.stands = read_stands(root, card, notes).into();
    read_terrain(root, &mut setting, notes);
    read_pieces(root, &mut setting, notes);
    setting.zones = read_zones(root, &setting, notes);
    setting.victory = read_victory(root, &setting, notes);
    setting.stated = root
        .get("positions")
        .and_then(|node| node.one_of(POSITIONS.into_iter(), notes))
        == Some(1);
    setting
}

/// Where positions are: on the map, or left to a real table.
pub(super) const POSITIONS: [&str; 2] = ["map", "table"];

/// Returns the side that a value names.
pub(crate) fn side(node: Node<'_>, setting: &Setting, notes: &mut Notes<'_>) -> Option<Side> {
    node.one_of(setting.sides.iter().map(|s| s.name.as_str()), notes)
        .map(|place| Side::BOTH[place])
}

/// Returns the unit that a value names.
pub(crate) fn unit_named(
    node: Node<'_>,
    setting: &Setting,
    notes: &mut Notes<'_>,
) -> Option<UnitId> {
    let place = node.one_of(setting.names.iter().map(String::as_str), notes)?;
    u8::try_from(place).ok().map(UnitId)
}

/// Notes a name that was used before; names must differ by more than case and `_`.
pub(crate) struct Names(BTreeSet<String>);

impl Names {
    pub(crate) const fn new() -> Self {
        Self(BTreeSet::new())
    }

    pub(crate) fn take<'d>(&mut self, node: Node<'d>, notes: &mut Notes<'_>) -> Option<&'d str> {
        let name = node.name(notes)?;
        if !self.0.insert(folded(name)) {
            notes.add(
                node.span(),
                say!("the name `{name}` is given twice", name = name),
            );
            return None;
        }
        Some(name)
    }
}

fn read_sides(root: &Table<'_>, sides: &mut [SideSpec; 2], notes: &mut Notes<'_>) {
    let Some(node) = root.get("side") else { return };
    let tables = root.tables("side", "a side", 2, notes);
    if tables.len() == 1 {
        notes.add(node.span(), "a battle has two sides, not one");
    }
    let mut names = Names::new();
    for (table, spec) in tables.iter().zip(sides) {
        table.keys(SIDE_KEYS.into_iter(), notes);
        if let Some(node) = table.need("name", notes)
            && let Some(name) = names.take(node, notes)
        {
            spec.name = name.to_owned();
            if folded(name) == "draw" {
                notes.add(node.span(), "no side can be called `draw`");
            }
        }
        if let Some(node) = table.get("colour")
            && let Some(colour) = node.text(notes)
        {
            let sound = colour
                .strip_prefix('#')
                .is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()));
            if sound {
                colour.clone_into(&mut spec.colour);
            } else {
                notes.add(
                    node.span(),
                    must("colour", "like \"#2f5d9b\"", &format_args!("\"{colour}\"")),
                );
            }
        }
    }
}

/// Reads the groups of the file, and makes one for each side that has none.
fn read_groups(
    root: &Table<'_>,
    card: &Card,
    setting: &Setting,
    notes: &mut Notes<'_>,
) -> Vec<GroupSpec> {
    let mut groups: Vec<GroupSpec> = Vec::new();
    let mut names = Names::new();
    if let Some(node) = root.get("group").filter(|_| card.group.is_empty()) {
        notes.add(
            node.span(),
            say!("{rules} has no groups of units", rules = card.id),
        );
        return groups;
    }
    for table in root.tables("group", "a group", MOST_GROUPS, notes) {
        table.keys(GROUP_KEYS.into_iter(), notes);
        let name = table
            .need("name", notes)
            .and_then(|node| names.take(node, notes));
        let side = table
            .need("side", notes)
            .and_then(|node| side(node, setting, notes));
        groups.push(GroupSpec {
            name: name.unwrap_or("?").to_owned(),
            side: side.unwrap_or_default(),
        });
    }
    if !card.group.is_empty() {
        for own in setting.own_groups() {
            if groups.iter().all(|g| g.side != own.side) {
                groups.push(own);
            }
        }
    }
    groups
}

/// Returns the group of a side that has just one.
pub(crate) fn only_group(setting: &Setting, side: Side) -> Option<Group> {
    let mut own = setting
        .groups
        .iter()
        .enumerate()
        .filter(|(_, g)| g.side == side);
    match (own.next(), own.next()) {
        (Some((place, _)), None) => u8::try_from(place).ok().map(Group),
        (None, _) => Some(Group::default()),
        _ => None,
    }
}

fn read_stands(root: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Vec<(Length, Length)> {
    let table = root
        .get("stand_sizes")
        .and_then(|node| node.table("stand_sizes", notes));
    if let Some(table) = &table {
        table.keys(card.kinds.iter().map(|k| k.id.as_str()), notes);
    }
    let mut chosen = |id: &str| {
        table
            .as_ref()
            .and_then(|t| t.get(id))
            .and_then(|node| node.pair(0.1..=24.0, notes))
    };
    card.kinds
        .iter()
        .map(|kind| chosen(&kind.id).unwrap_or(kind.stand))
        .collect()
}

fn read_terrain(root: &Table<'_>, setting: &mut Setting, notes: &mut Notes<'_>) {
    for table in root.tables("terrain", "a piece of terrain", MOST_PIECES, notes) {
        table.keys(FEATURE_KEYS.into_iter().chain(AREA_KEYS), notes);
        if let Some(feature) = read_feature(&table, None, notes) {
            on_table(course(&feature), &table, setting, notes);
            let houses = Houses::Terrain(setting.terrain.len());
            let material = read_material(&table, feature.ground, notes);
            setting
                .materials
                .extend(material.map(|said| (houses, said)));
            setting.terrain.push(feature);
        }
    }
    setting.terrain.note();
}

/// Reads what houses are built of, if the file says so.
fn read_material(table: &Table<'_>, ground: Ground, notes: &mut Notes<'_>) -> Option<Material> {
    let node = table.get("material")?;
    if ground != Ground::Town {
        notes.add(node.span(), "`material` belongs to a town");
        return None;
    }
    let names = Material::ALL.map(Material::name);
    let place = node.one_of(names.into_iter(), notes)?;
    Some(Material::ALL[place])
}

/// Returns the points of a feature: its line, or the outline of its area.
fn course(feature: &Feature) -> &[Point] {
    feature
        .line
        .as_ref()
        .map_or_else(|| feature.areas[0].outline(), Line::points)
}

/// Reads the pieces that players lay, and those that lie already.
fn read_pieces(root: &Table<'_>, setting: &mut Setting, notes: &mut Notes<'_>) {
    let mut laid = Vec::new();
    for table in root.tables("piece", "a piece to lay", MOST_PIECES, notes) {
        let own = FEATURE_KEYS.into_iter().chain(["laid"]);
        table.keys(own.chain(AREA_KEYS), notes);
        let at = table.get("laid").map(|node| node.pose(notes));
        if let Some(feature) = read_feature(&table, Some(Point::default()), notes) {
            laid.push(at.flatten());
            let houses = Houses::Piece(setting.pieces.len());
            let material = read_material(&table, feature.ground, notes);
            setting
                .materials
                .extend(material.map(|said| (houses, said)));
            setting.pieces.push(Piece {
                feature,
                laid: None,
            });
        }
    }
    for (piece, at) in (0..).zip(laid) {
        if let Some(at) = at {
            setting.lay(piece, at);
        }
    }
}

/// Reads a feature; a box without `at` lies about `origin`, if one is given.
fn read_feature(
    table: &Table<'_>,
    origin: Option<Point>,
    notes: &mut Notes<'_>,
) -> Option<Feature> {
    let grounds = Ground::ALL.map(Ground::name);
    let ground = table
        .need("ground", notes)
        .and_then(|node| node.one_of(grounds.into_iter(), notes));
    let name = table
        .get("name")
        .and_then(|node| node.line(LONGEST_LINE, notes))
        .unwrap_or_default();
    let ground = Ground::ALL[ground?];
    let level = table
        .get("level")
        .and_then(|node| node.whole(0..=i64::from(Feature::HIGHEST), notes));
    let level = level
        .and_then(|n| u8::try_from(n).ok())
        .unwrap_or_else(|| ground.usual_level());
    let feature = Feature {
        ground,
        name,
        areas: Vec::new(),
        line: None,
        width: 0,
        level,
    };
    Some(match table.get("line") {
        Some(node) => read_line(table, node, feature, notes)?,
        None if ground.is_linear() => {
            notes.hint(
                table.span(),
                say!("a {ground} needs `line`", ground = ground.name()),
                "line = [[0, 6], [36, 6]]",
            );
            return None;
        }
        None => {
            if let Some(node) = table.get("width") {
                notes.add(node.span(), "`width` belongs to a `line`");
            }
            Feature {
                areas: vec![read_area_about(table, origin, notes)?],
                ..feature
            }
        }
    })
}

fn read_line(
    table: &Table<'_>,
    node: Node<'_>,
    feature: Feature,
    notes: &mut Notes<'_>,
) -> Option<Feature> {
    for (span, other) in table.entries().filter(|(_, n)| AREA_KEYS.contains(&n.key)) {
        notes.add(
            span,
            say!("`{key}` does not go with `line`", key = other.key),
        );
    }
    let thin = matches!(
        feature.ground,
        Ground::Fence | Ground::Wall | Ground::Trench | Ground::Worm
    );
    let width = if thin {
        table.get("width")
    } else {
        table.need("width", notes)
    };
    let least = if thin { 0.0 } else { 0.01 };
    let width = match width {
        Some(node) => node.length(least..=FARTHEST, notes)?,
        None if thin => 0,
        None => return None,
    };
    let along = Line::new(node.points(2, notes)?)
        .and_then(|line| Feature::along(feature.ground, line, width));
    if along.is_none() {
        notes.add(node.span(), "`line` has two points on the same spot");
    }
    Some(Feature {
        name: feature.name,
        level: feature.level,
        ..along?
    })
}

/// Notes a shape that lies entirely off the table.
fn on_table(points: &[Point], table: &Table<'_>, setting: &Setting, notes: &mut Notes<'_>) {
    let off = points.iter().all(|p| p.x < 0)
        || points.iter().all(|p| p.y < 0)
        || points.iter().all(|p| p.x > setting.width)
        || points.iter().all(|p| p.y > setting.height);
    if off {
        notes.add(
            table.span(),
            say!("{what} lies off the table", what = say(table.what)),
        );
    }
}

fn read_zones(root: &Table<'_>, setting: &Setting, notes: &mut Notes<'_>) -> Vec<Zone> {
    let mut zones = Vec::new();
    let mut names = Names::new();
    for table in root.tables("zone", "a zone", MOST_PIECES, notes) {
        table.keys(ZONE_KEYS.into_iter().chain(AREA_KEYS), notes);
        let name = table
            .need("name", notes)
            .and_then(|node| names.take(node, notes));
        let side = table
            .get("side")
            .and_then(|node| side(node, setting, notes));
        let Some(area): Option<Area> = read_area(&table, notes) else {
            continue;
        };
        on_table(area.outline(), &table, setting, notes);
        zones.push(Zone {
            name: name.unwrap_or("?").to_owned(),
            side,
            area,
        });
    }
    zones
}

fn read_victory(root: &Table<'_>, setting: &Setting, notes: &mut Notes<'_>) -> Victory {
    let Some(table) = root
        .get("victory")
        .and_then(|node| node.table("victory", notes))
    else {
        return Victory::default();
    };
    table.keys(VICTORY_KEYS.into_iter(), notes);
    let victory = Victory {
        objectives: table
            .get("objectives")
            .and_then(|node| node.flag(notes))
            .unwrap_or(false),
        default: table
            .get("default")
            .and_then(|node| side(node, setting, notes)),
        scores: read_scores(&table, setting, notes),
        target: table
            .get("target")
            .and_then(|node| node.whole(1..=9999, notes))
            .and_then(|n| u16::try_from(n).ok()),
        words: table
            .get("words")
            .and_then(|node| node.prose(LONGEST_PROSE, notes))
            .unwrap_or_default()
            .to_owned(),
    };
    if victory.objectives && !victory.scores.is_empty() {
        notes.add(
            table.span(),
            "`objectives` and `score` do not go together: score them with `for = \"keep\"`",
        );
    }
    if victory.target.is_some() && victory.scores.is_empty() {
        notes.add(table.span(), "`target` needs something to `score`");
    }
    victory
}

/// Reads what points are scored for.
fn read_scores(table: &Table<'_>, setting: &Setting, notes: &mut Notes<'_>) -> Vec<Score> {
    let tables = table.tables("score", "a score", MOST_PIECES, notes);
    let read = tables.iter().filter_map(|table| {
        table.keys(SCORE_KEYS.into_iter(), notes);
        let goals = Goal::ALL.map(Goal::name);
        let goal = table
            .need("for", notes)
            .and_then(|node| node.one_of(goals.into_iter(), notes))
            .map(|place| Goal::ALL[place])?;
        let who = table
            .get("side")
            .and_then(|node| side(node, setting, notes));
        let zone = score_zone(table, goal, setting, notes);
        let points = table
            .get("points")
            .map_or(Some(1), |node| node.whole(1..=100, notes))?;
        Some(Score {
            goal,
            side: who,
            zone,
            points: u8::try_from(points).ok()?,
        })
    });
    read.collect()
}

/// Returns the zone in which points are scored; it must not be a deployment zone.
fn score_zone(
    table: &Table<'_>,
    goal: Goal,
    setting: &Setting,
    notes: &mut Notes<'_>,
) -> Option<u8> {
    if !goal.needs_zone() {
        if let Some(node) = table.get("zone") {
            notes.add(node.span(), "`zone` does not go with `kill`");
        }
        return None;
    }
    let node = table.need("zone", notes)?;
    let place = node.one_of(setting.zones.iter().map(|z| z.name.as_str()), notes)?;
    if setting.zones[place].side.is_some() {
        notes.add(node.span(), "points are not scored in a deployment zone");
    }
    u8::try_from(place).ok()
}
