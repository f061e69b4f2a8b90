//! A situation as written: the parts of the file that a battle file does not have.

use crate::grid::Grid;
use crate::keys::one_of;
use crate::until::Until;
use sandtable_battle::{Card, Ground, Side};
use sandtable_files::walk::{Node, Notes, Table};
use sandtable_geometry::Length;
use sandtable_tongue::say;
use std::ops::Range;

/// The ending of situation files.
pub const SITUATION_FILE: &str = ".situation.toml";

/// The keys of a situation.
const KEYS: [&str; 16] = [
    "format", "rules", "title", "story", "range", "side", "first", "between", "order", "others",
    "unit", "target", "switches", "numbers", "until", "grid",
];

/// The keys of a unit, besides its marks and ratings.
const UNIT_KEYS: [&str; 8] = [
    "name",
    "kind",
    "stands",
    "started",
    "formation",
    "ground",
    "leader",
    "support",
];

/// The keys of a leader or a supporting unit, besides marks and ratings.
const FOLLOWER_KEYS: [&str; 7] = [
    "name",
    "kind",
    "stands",
    "started",
    "formation",
    "place",
    "joined",
];

/// The greatest distance, in units of the ruler.
pub const FARTHEST: f64 = 100.0;

/// The side from which the target is met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Met {
    /// The target looks at the unit.
    #[default]
    Front,
    /// The target looks to the side, with its left towards the unit.
    Flank,
    /// The target looks away.
    Rear,
}

impl Met {
    /// All sides.
    pub const ALL: [Self; 3] = [Self::Front, Self::Flank, Self::Rear];

    /// Returns its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Flank => "flank",
            Self::Rear => "rear",
        }
    }
}

/// Where a second unit stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the middle of the first unit: a leader.
    #[default]
    Within,
    Behind,
    Left,
    Right,
}

const PLACES: [(&str, Place); 4] = [
    ("within", Place::Within),
    ("behind", Place::Behind),
    ("left", Place::Left),
    ("right", Place::Right),
];

/// A value as written in the file.
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) value: String,
    pub(crate) span: Range<usize>,
}

/// A leader or a supporting unit.
pub(crate) struct Follower {
    pub(crate) span: Range<usize>,
    pub(crate) name: Option<String>,
    pub(crate) kind: u8,
    pub(crate) entries: Vec<Entry>,
    pub(crate) place: Place,
    pub(crate) joined: bool,
}

/// Ground, with its place in the file.
#[derive(Clone)]
pub(crate) struct Soil {
    pub(crate) span: Range<usize>,
    pub(crate) ground: Ground,
    /// Levels, if they are given.
    pub(crate) level: Option<i64>,
    /// Distance from the target at which it begins, for ground between the two.
    pub(crate) at: Option<Length>,
    /// Depth of the ground.
    pub(crate) width: Option<Length>,
}

/// One of the two parties: a unit with its followers.
pub(crate) struct Party {
    pub(crate) span: Range<usize>,
    pub(crate) name: Option<String>,
    pub(crate) kind: u8,
    pub(crate) entries: Vec<Entry>,
    pub(crate) ground: Option<Soil>,
    pub(crate) followers: Vec<Follower>,
}

/// A situation as written.
pub(crate) struct Draft {
    pub(crate) title: String,
    pub(crate) story: String,
    pub(crate) range: Length,
    pub(crate) met: Met,
    pub(crate) first: Side,
    pub(crate) between: Option<Soil>,
    pub(crate) order: Option<(String, Range<usize>)>,
    pub(crate) others: sandtable_odds::Others,
    pub(crate) parties: [Party; 2],
    pub(crate) until: Option<Until>,
    pub(crate) grid: Option<Grid>,
}

/// The least width of ground, in the unit of the rule set.
const LEAST_WIDTH: f64 = 0.01;

/// Reads a situation as written.
pub(crate) fn read(
    root: &Table<'_>,
    source: &str,
    card: &Card,
    notes: &mut Notes<'_>,
) -> Option<Draft> {
    let root = &root.measured_in(card.ruler);
    root.keys(KEYS.into_iter(), notes);
    if let Some(node) = root.need("format", notes) {
        node.whole(1..=1, notes);
    }
    let mut words = |key: &str| {
        let node = root.get(key);
        let text = node.and_then(|node| node.text(notes));
        text.unwrap_or_default().to_owned()
    };
    let (title, story) = (words("title"), words("story"));
    let range = root
        .get("range")
        .map_or(Some(0), |node| node.length(0.0..=FARTHEST, notes));
    let met = one_of(root, "side", &Met::ALL.map(|m| (m.name(), m)), notes);
    let sides = [("unit", Side::A), ("target", Side::B)];
    let first = one_of(root, "first", &sides, notes);
    let others = sandtable_odds::Others::ALL.map(|o| (o.name(), o));
    let others = one_of(root, "others", &others, notes);
    let between = root.get("between").map(|node| {
        let soil = soil(node, card, true, notes)?;
        has_room(&soil, range?, card, notes).then_some(soil)
    });
    let order = root.get("order").and_then(|node| {
        let text = node.text(notes)?;
        Some((text.to_owned(), node.span()))
    });
    let mut party = |key: &'static str| {
        let table = root.need(key, notes)?.table(key, notes)?;
        read_party(&table, source, card, notes)
    };
    let (unit, target) = (party("unit"), party("target"));
    let until = root
        .get("until")
        .map(|node| crate::until::read(node, card, notes));
    let grid = root
        .get("grid")
        .map(|node| crate::grid::read(node, card, notes));
    Some(Draft {
        title,
        story,
        range: range?,
        met: met?,
        first: first?,
        between: flip(between)?,
        order,
        others: others?,
        parties: [unit?, target?],
        until: flip(until)?,
        grid: flip(grid)?,
    })
}

/// Turns a part that may be missing, but not wrong, inside out.
fn flip<T>(part: Option<Option<T>>) -> Option<Option<T>> {
    part.map_or(Some(None), |part| part.map(Some))
}

fn read_party(
    table: &Table<'_>,
    source: &str,
    card: &Card,
    notes: &mut Notes<'_>,
) -> Option<Party> {
    table.keys(UNIT_KEYS.into_iter().chain(own_keys(card)), notes);
    let kind = read_kind(table, card, None, notes);
    let ground = table
        .get("ground")
        .map(|node| soil(node, card, false, notes));
    let mut followers = Vec::new();
    let mut sound = true;
    for key in ["leader", "support"] {
        let Some(node) = table.get(key) else { continue };
        let leads = key == "leader";
        let follower = node
            .table(
                if leads {
                    say("a leader")
                } else {
                    say("a supporting unit")
                },
                notes,
            )
            .and_then(|table| read_follower(&table, leads, source, card, notes));
        sound &= follower.is_some();
        followers.extend(follower);
    }
    let skip = ["name", "kind", "ground", "leader", "support"];
    let entries = entries(table, &skip, source, notes);
    let party = Party {
        span: table.span(),
        name: name(table, notes),
        kind: kind?,
        entries,
        ground: flip(ground)?,
        followers,
    };
    sound.then_some(party)
}

fn read_follower(
    table: &Table<'_>,
    leads: bool,
    source: &str,
    card: &Card,
    notes: &mut Notes<'_>,
) -> Option<Follower> {
    table.keys(FOLLOWER_KEYS.into_iter().chain(own_keys(card)), notes);
    let kind = read_kind(table, card, leads.then_some(table.span()), notes);
    let place = if table.get("place").is_some() {
        one_of(table, "place", &PLACES, notes)
    } else if leads {
        Some(Place::Within)
    } else {
        Some(Place::Behind)
    };
    let joined = table
        .get("joined")
        .map_or(Some(leads), |node| node.flag(notes));
    Some(Follower {
        span: table.span(),
        name: name(table, notes),
        kind: kind?,
        entries: entries(table, &["name", "kind", "place", "joined"], source, notes),
        place: place?,
        joined: joined?,
    })
}

/// Returns the names of a card's marks and ratings.
fn own_keys(card: &Card) -> impl Iterator<Item = &str> + Clone {
    let marks = card.marks.iter().map(|m| m.id.as_str());
    marks.chain(card.ratings.iter().map(|r| r.id.as_str()))
}

fn name(table: &Table<'_>, notes: &mut Notes<'_>) -> Option<String> {
    table.get("name")?.name(notes).map(str::to_owned)
}

/// Reads a troop type. With `leads`, it reads a leader's type, which need not be named when there
/// is only one.
fn read_kind(
    table: &Table<'_>,
    card: &Card,
    leads: Option<Range<usize>>,
    notes: &mut Notes<'_>,
) -> Option<u8> {
    let wanted = leads.is_some();
    let fits = card.kinds.iter().filter(|k| k.leader || !wanted);
    if let Some(span) = leads.clone()
        && table.get("kind").is_none()
    {
        let mut fits = fits;
        let only = fits.next();
        if only.is_none() {
            notes.add(span, say!("{id} has no leaders", id = card.id));
        }
        let at = card.kinds.iter().position(|k| Some(k) == only)?;
        return u8::try_from(at).ok();
    }
    let node = table.need("kind", notes)?;
    let found = node.one_of(fits.map(|k| k.id.as_str()), notes)?;
    let id = node.text(notes)?;
    let at = card.kinds.iter().position(|k| k.id == id).unwrap_or(found);
    u8::try_from(at).ok()
}

/// Returns the values of a table as written in the file, without the keys in `skip`.
fn entries(table: &Table<'_>, skip: &[&str], source: &str, notes: &mut Notes<'_>) -> Vec<Entry> {
    let mut out = Vec::new();
    for (_, node) in table.entries().filter(|(_, n)| !skip.contains(&n.key)) {
        if node.is_table() || node.is_list() {
            let says = say!("`{key}` must be a number or a name", key = node.key);
            notes.add(node.span(), says);
            continue;
        }
        let value = source.get(node.span()).unwrap_or_default();
        out.push(Entry {
            key: node.key.to_owned(),
            value: value.to_owned(),
            span: node.span(),
        });
    }
    out
}

/// Tells whether there is room for ground between the two units, and adds a note if there is none.
/// Ground without a width takes what the range leaves; a wall or a fence needs no room.
fn has_room(soil: &Soil, range: Length, card: &Card, notes: &mut Notes<'_>) -> bool {
    let least = card.ruler.length(LEAST_WIDTH).unwrap_or_default();
    let fits = soil.width.is_some() || is_thin(soil.ground) || range >= least;
    if !fits {
        let says = say!(
            "there is no room for this ground: set a greater `range`, give it a `width` or leave it out"
        );
        notes.add(soil.span.clone(), says);
    }
    fits
}

/// Reads ground: its name, or a table that says more.
fn soil(node: Node<'_>, card: &Card, between: bool, notes: &mut Notes<'_>) -> Option<Soil> {
    let names = Ground::ALL.map(Ground::name);
    if !node.is_table() {
        let place = node.one_of(names.into_iter(), notes)?;
        return Some(Soil {
            span: node.span(),
            ground: Ground::ALL[place],
            level: None,
            at: None,
            width: None,
        });
    }
    let table = node.table("ground", notes)?.measured_in(card.ruler);
    let keys: &[&str] = if between {
        &["ground", "level", "at", "width"]
    } else {
        &["ground", "level"]
    };
    table.keys(keys.iter().copied(), notes);
    let ground = table.need("ground", notes)?;
    let place = ground.one_of(names.into_iter(), notes)?;
    let mut length = |key: &str, least: f64| {
        table
            .get(key)
            .map(|node| node.length(least..=FARTHEST, notes))
    };
    let (at, width) = (
        flip(length("at", 0.0))?,
        flip(length("width", LEAST_WIDTH))?,
    );
    let level = table.get("level").map(|node| node.whole(0..=20, notes));
    Some(Soil {
        span: node.span(),
        ground: Ground::ALL[place],
        level: flip(level)?,
        at,
        width,
    })
}

/// Tells whether ground is a line behind which units stand.
pub(crate) const fn is_thin(ground: Ground) -> bool {
    matches!(
        ground,
        Ground::Fence | Ground::Wall | Ground::Trench | Ground::Worm
    )
}
