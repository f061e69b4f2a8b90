//! Reads units and reinforcements.

use super::flaws::Notes;
use super::node::{Node, Table};
use super::setting::{Names, only_group, side, unit_named};
use super::{MOST_STANDS, MOST_TURNS, MOST_UNITS, marks};
use sandtable_battle::{
    Arrival, Card, Group, KindSpec, MARKS, Marks, RATINGS, Setting, Side, Status, Unit, UnitId,
};
use sandtable_geometry::{Facing, Length, Point, Pose, within};
use sandtable_tongue::say;
use std::collections::BTreeSet;

/// The keys that every unit may have, besides its marks and ratings.
pub(super) const KEYS: [&str; 12] = [
    "name",
    "side",
    "kind",
    "group",
    "at",
    "facing",
    "stands",
    "started",
    "formation",
    "status",
    "with",
    "arrives",
];

/// The keys of an arrival.
pub(super) const ARRIVAL_KEYS: [&str; 4] = ["unit", "turn", "at", "facing"];

/// Returns the marks and ratings of a card that a file cannot name, because a key of every unit or
/// another mark or rating has the same name, or because there are too many: none in a sound card.
#[must_use]
pub fn clashes(card: &Card) -> Vec<&str> {
    let marks = card.marks.iter().map(|m| m.id.as_str());
    let ratings = card.ratings.iter().map(|r| r.id.as_str());
    let mut known: BTreeSet<&str> = KEYS.into_iter().collect();
    let twice = marks
        .clone()
        .chain(ratings.clone())
        .filter(|id| !known.insert(id))
        .collect::<Vec<_>>();
    twice
        .into_iter()
        .chain(marks.skip(MARKS))
        .chain(ratings.skip(RATINGS))
        .collect()
}

/// Reads the units of a file; their names and arrivals go into the setting.
pub(crate) fn read(
    root: &Table<'_>,
    card: &Card,
    setting: &mut Setting,
    notes: &mut Notes<'_>,
) -> Option<Vec<Unit>> {
    let tables = root.tables("unit", "a unit", MOST_UNITS, notes);
    let mut names = Names::new();
    setting.names = tables
        .iter()
        .map(|table| {
            table
                .need("name", notes)
                .and_then(|node| names.take(node, notes))
                .unwrap_or("?")
                .to_owned()
        })
        .collect();
    let mut arrivals = Vec::new();
    let units: Vec<Option<Unit>> = (0_u8..)
        .zip(&tables)
        .map(|(place, table)| {
            let mut reader = Reader {
                table,
                card,
                setting,
                notes: &mut *notes,
            };
            let unit = reader.unit()?;
            arrivals.extend(reader.arrives().map(|turn| Arrival {
                unit: UnitId(place),
                turn,
                at: unit.pose,
            }));
            Some(unit)
        })
        .collect();
    let units: Option<Vec<Unit>> = units.into_iter().collect();
    check_with(&tables, units.as_deref(), notes);
    read_arrivals(root, setting, &mut arrivals, notes);
    setting.arrivals = arrivals;
    units
}

/// Checks that a unit is with another one of its own side.
fn check_with(tables: &[Table<'_>], units: Option<&[Unit]>, notes: &mut Notes<'_>) {
    for (place, (table, unit)) in tables.iter().zip(units.unwrap_or_default()).enumerate() {
        let (Some(with), Some(node)) = (unit.with, table.get("with")) else {
            continue;
        };
        if with.index() == place {
            notes.add(node.span(), "a unit cannot be with itself");
        } else if units
            .and_then(|all| all.get(with.index()))
            .is_some_and(|other| other.side != unit.side)
        {
            notes.add(node.span(), "a unit can only be with one of its own side");
        }
    }
}

/// A unit of an army: what does not depend on where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recruit {
    /// Its name.
    pub name: String,
    /// Its group: the index among the army's groups.
    pub group: Option<usize>,
    /// Its troop type: the index in [`Card::kinds`].
    pub kind: u8,
    /// Stands at the start.
    pub stands: u8,
    /// The formation in which it is placed.
    pub formation: u8,
    /// The values of its ratings.
    pub ratings: [u8; RATINGS],
}

impl Recruit {
    /// Returns a unit of a kind as its rule set has it at the start.
    #[must_use]
    pub fn fresh(name: &str, kind: u8, card: &Card) -> Self {
        let spec = card.kinds.get(usize::from(kind));
        let mut ratings = [0; RATINGS];
        for (slot, spec) in ratings.iter_mut().zip(&card.ratings) {
            *slot = spec.default;
        }
        let formations = spec.map_or(1, |spec| spec.formations);
        Self {
            name: name.to_owned(),
            group: None,
            kind,
            stands: spec.map_or(1, |spec| spec.stands),
            formation: u8::try_from(formations.trailing_zeros()).unwrap_or_default(),
            ratings,
        }
    }
}

/// Reads a unit of an army; `groups` are the army's.
pub(crate) fn recruit(
    table: &Table<'_>,
    card: &Card,
    groups: &[String],
    notes: &mut Notes<'_>,
) -> Option<Recruit> {
    let keys = ["name", "count", "group", "kind", "stands", "formation"];
    let ratings = card.ratings.iter().map(|r| r.id.as_str());
    table.keys(keys.into_iter().chain(ratings), notes);
    let name = table.need("name", notes).and_then(|node| node.name(notes));
    let group = match table.get("group") {
        None => {
            if groups.len() > 1 {
                let hint = sandtable_battle::phrase::allowed(groups.iter().map(String::as_str));
                let says = say("a unit needs `group` when its army has several");
                notes.hint(table.span(), says, hint);
            }
            None
        }
        Some(node) => node.one_of(groups.iter().map(String::as_str), notes),
    };
    let bare = Setting::bare(&card.id, card.table.0, card.table.1);
    let mut reader = Reader {
        table,
        card,
        setting: &bare,
        notes,
    };
    let kind = reader.kind();
    let stands = kind.and_then(|(_, spec)| reader.stands(spec, None));
    let formation = kind.and_then(|(_, spec)| reader.formation(spec));
    let ratings = reader.ratings();
    Some(Recruit {
        name: name?.to_owned(),
        group,
        kind: kind?.0,
        stands: stands?.0,
        formation: formation?,
        ratings: ratings?,
    })
}

fn read_arrivals(
    root: &Table<'_>,
    setting: &Setting,
    arrivals: &mut Vec<Arrival>,
    notes: &mut Notes<'_>,
) {
    for table in root.tables("arrival", "an arrival", MOST_UNITS, notes) {
        table.keys(ARRIVAL_KEYS.into_iter(), notes);
        let unit = table
            .need("unit", notes)
            .and_then(|node| unit_named(node, setting, notes));
        let turn = table
            .need("turn", notes)
            .and_then(|node| node.whole(0..=MOST_TURNS, notes));
        let at = table
            .need("at", notes)
            .and_then(|node| spot(node, setting, notes));
        let facing = table
            .get("facing")
            .map_or(Some(Facing::NORTH), |node| node.facing(notes));
        let (Some(unit), Some(turn), Some(at), Some(facing)) = (unit, turn, at, facing) else {
            continue;
        };
        if arrivals.iter().any(|a| a.unit == unit) {
            notes.add(
                table.span(),
                say!("`{unit}` arrives twice", unit = setting.name(unit)),
            );
        }
        arrivals.push(Arrival {
            unit,
            turn: u16::try_from(turn).unwrap_or_default(),
            at: Pose::at(at, facing),
        });
    }
}

/// Reads a point on the table, with the tolerance that every base standing there gets: a place that
/// a rule lets a unit reach can be written and read.
fn spot(node: Node<'_>, setting: &Setting, notes: &mut Notes<'_>) -> Option<Point> {
    let at = node.point(notes)?;
    let on = |at: Length, most: Length| within(0, at) && within(at, most);
    let on = on(at.x, setting.width) && on(at.y, setting.height);
    if !on {
        let ruler = node.ruler();
        let (width, height) = (ruler.measure(setting.width), ruler.measure(setting.height));
        let unit = ruler.name();
        notes.add(
            node.span(),
            say!(
                "`{key}` lies off the table of {width} by {height} {unit}",
                key = node.key,
                width = width,
                height = height,
                unit = say(unit)
            ),
        );
    }
    on.then_some(at)
}

/// Reads one unit.
struct Reader<'a, 'd, 't> {
    table: &'a Table<'d>,
    card: &'a Card,
    setting: &'a Setting,
    notes: &'a mut Notes<'t>,
}

impl<'a> Reader<'a, '_, '_> {
    /// Reads the unit; none if any part of it is wrong. Each part is still read, so that every flaw
    /// is noted.
    fn unit(&mut self) -> Option<Unit> {
        let card = self.card;
        let extra = card
            .marks
            .iter()
            .map(|m| m.id.as_str())
            .chain(card.ratings.iter().map(|r| r.id.as_str()));
        self.table.keys(KEYS.into_iter().chain(extra), self.notes);
        let kind = self.kind();
        let side = self
            .table
            .need("side", self.notes)
            .and_then(|node| side(node, self.setting, self.notes));
        let group = side.and_then(|side| self.group(side));
        let status = self.status();
        let pose = status.and_then(|status| self.pose(status));
        let stands = kind.and_then(|(_, spec)| self.stands(spec, status));
        let formation = kind.and_then(|(_, spec)| self.formation(spec));
        let with = match self.table.get("with") {
            Some(node) => unit_named(node, self.setting, self.notes).map(Some),
            None => Some(None),
        };
        let (ratings, marks) = (self.ratings(), self.marks());
        let (stands, started) = stands?;
        Some(Unit {
            kind: kind?.0,
            side: side?,
            group: group?,
            status: status?,
            formation: formation?,
            stands,
            started,
            with: with?,
            pose: pose?,
            ratings: ratings?,
            marks: marks?,
        })
    }

    fn kind(&mut self) -> Option<(u8, &'a KindSpec)> {
        let node = self.table.need("kind", self.notes)?;
        let place = node.one_of(self.card.kinds.iter().map(|k| k.id.as_str()), self.notes)?;
        Some((u8::try_from(place).ok()?, &self.card.kinds[place]))
    }

    fn group(&mut self, side: Side) -> Option<Group> {
        let Some(node) = self.table.get("group") else {
            let only = only_group(self.setting, side);
            if only.is_none() {
                let own = self
                    .setting
                    .groups
                    .iter()
                    .filter(|g| g.side == side)
                    .map(|g| g.name.as_str());
                let hint = sandtable_battle::phrase::allowed(own);
                self.notes.hint(
                    self.table.span(),
                    "a unit needs `group` when its side has several",
                    hint,
                );
            }
            return only;
        };
        let groups = &self.setting.groups;
        let place = node.one_of(groups.iter().map(|g| g.name.as_str()), self.notes)?;
        if groups[place].side != side {
            self.notes.add(
                node.span(),
                say!(
                    "`{group}` is a group of the other side",
                    group = groups[place].name
                ),
            );
            return None;
        }
        u8::try_from(place).ok().map(Group)
    }

    fn status(&mut self) -> Option<Status> {
        let arrives = self.table.get("arrives").is_some();
        let Some(node) = self.table.get("status") else {
            return Some(if arrives {
                Status::Expected
            } else {
                Status::Table
            });
        };
        let place = node.one_of(Status::ALL.map(Status::name).into_iter(), self.notes)?;
        let status = Status::ALL[place];
        if arrives && status != Status::Expected {
            self.notes
                .add(node.span(), "a unit that `arrives` can only be `expected`");
            return None;
        }
        Some(status)
    }

    fn pose(&mut self, status: Status) -> Option<Pose> {
        let bound = status == Status::Table || self.table.get("arrives").is_some();
        let node = if bound {
            self.table.need("at", self.notes)
        } else {
            self.table.get("at")
        };
        let at = match node {
            Some(node) if bound => spot(node, self.setting, self.notes),
            Some(node) => node.point(self.notes),
            None if bound => None,
            None => Some(Point::default()),
        };
        let facing = self
            .table
            .get("facing")
            .map_or(Some(Facing::NORTH), |node| node.facing(self.notes));
        Some(Pose::at(at?, facing?))
    }

    /// Reads the number of stands now and at the start.
    fn stands(&mut self, kind: &KindSpec, status: Option<Status>) -> Option<(u8, u8)> {
        let least = i64::from(status.is_none_or(|s| !s.is_gone()));
        let mut read = |key: &str, least: i64, most: i64| {
            self.table.get(key).map(|node| {
                node.whole(least..=most, self.notes)
                    .and_then(|n| u8::try_from(n).ok())
            })
        };
        let started = read("started", 1, MOST_STANDS);
        let most = started.flatten().map_or(MOST_STANDS, i64::from);
        let stands = read("stands", least, most);
        match (stands, started) {
            (None, None) => Some((kind.stands, kind.stands)),
            (Some(n), None) => n.map(|n| (n, n)),
            (None, Some(n)) => n.map(|n| (n, n)),
            (Some(now), Some(then)) => Some((now?, then?)),
        }
    }

    fn formation(&mut self, kind: &KindSpec) -> Option<u8> {
        let formations = &self.card.formations;
        let allowed = |place: usize| {
            kind.formations
                & 1_u32
                    .checked_shl(u32::try_from(place).unwrap_or(32))
                    .unwrap_or(0)
                != 0
        };
        let Some(node) = self.table.get("formation") else {
            let usual = (0..formations.len())
                .find(|&place| allowed(place))
                .unwrap_or(0);
            return u8::try_from(usual).ok();
        };
        let place = node.one_of(formations.iter().map(String::as_str), self.notes)?;
        if !allowed(place) {
            let own = formations
                .iter()
                .enumerate()
                .filter(|&(p, _)| allowed(p))
                .map(|(_, name)| name.as_str());
            let hint = sandtable_battle::phrase::allowed(own);
            self.notes.hint(
                node.span(),
                say!(
                    "{kind} cannot form `{formation}`",
                    kind = kind.id,
                    formation = formations[place]
                ),
                hint,
            );
            return None;
        }
        u8::try_from(place).ok()
    }

    fn ratings(&mut self) -> Option<[u8; RATINGS]> {
        let mut all = Some([0; RATINGS]);
        for (place, spec) in self.card.ratings.iter().enumerate().take(RATINGS) {
            let value = match self.table.get(&spec.id) {
                Some(node) => {
                    let place = node.one_of(spec.values.iter().map(String::as_str), self.notes);
                    place.and_then(|n| u8::try_from(n).ok())
                }
                None => Some(spec.default),
            };
            all = all.zip(value).map(|(mut all, value)| {
                all[place] = value;
                all
            });
        }
        all
    }

    fn marks(&mut self) -> Option<Marks> {
        let read = marks::read_all(self.table, &self.card.marks, self.setting, self.notes);
        read.map(Marks::from)
    }

    fn arrives(&mut self) -> Option<u16> {
        let turn = self
            .table
            .get("arrives")?
            .whole(0..=MOST_TURNS, self.notes)?;
        u16::try_from(turn).ok()
    }
}
