//! The layout of a situation: the unit to the south looking north, the target to the north at the
//! distance that the situation says, and the ground under and between them.

use crate::draft::{Draft, Follower, Met, Party, Place, Soil, is_thin};
use crate::sheet::{Sheet, quoted};
use sandtable_battle::{Battle, Card, Rules, Side, Switches, UnitId};
use sandtable_files::WIDEST;
use sandtable_geometry::{Facing, Length, Point, Pose, Rect, Ruler};
use sandtable_tongue::say;

/// How far the table extends beyond the units, in units of the ruler: room to retreat.
const ROOM: i32 = 24;

/// Where units and ground lie.
pub(crate) struct Layout {
    table: (Length, Length),
    /// Poses of the units, in the order of the battle file.
    poses: Vec<Pose>,
    /// Ground under the unit and under the target, if it is not open.
    under: [Option<Rect>; 2],
    /// The y of the two nearest edges: the unit's and the target's.
    edges: (Length, Length),
    /// Extra units far out of the way, for rule sets that do not allow a side of one unit.
    company: Vec<(Side, Option<u8>, Pose)>,
}

impl Layout {
    /// Piles everything in the middle of a table, only to find out its size.
    pub(crate) fn heaped(draft: &Draft, card: &Card) -> Self {
        let table = size(card, 0);
        let middle = Pose::new(table.0 / 2, table.1 / 2, Facing::NORTH);
        Self {
            table,
            poses: vec![middle; count(draft)],
            under: [None; 2],
            edges: (0, 0),
            company: Vec::new(),
        }
    }

    /// Puts everything in its place.
    pub(crate) fn of(draft: &Draft, rules: &dyn Rules, heap: &Battle) -> Self {
        let card = rules.card();
        let base = |at: usize| {
            let id = UnitId(u8::try_from(at).unwrap_or(0));
            let rect = rules.footprint(heap, id);
            (rect.frontage(), rect.depth())
        };
        let target = 1 + draft.parties[0].followers.len();
        let (own, other) = (base(0), base(target));
        let facing = match draft.met {
            Met::Front => Facing::NORTH.reversed(),
            // The left of the target looks at the unit.
            Met::Flank => Facing::NORTH.turned(-0x4000),
            Met::Rear => Facing::NORTH,
        };
        // The target's depth as seen from the unit.
        let deep = match draft.met {
            Met::Flank => other.0,
            Met::Front | Met::Rear => other.1,
        };
        let table = size(card, draft.range + own.1 + deep);
        let (x, near) = (table.0 / 2, (table.1 - draft.range) / 2);
        let far = near + draft.range;
        let middle = [
            (Pose::new(x, near - own.1 / 2, Facing::NORTH), own),
            (Pose::new(x, far + deep / 2, facing), other),
        ];
        let mut poses = Vec::new();
        let mut under = [None; 2];
        for ((party, (pose, size)), under) in draft.parties.iter().zip(middle).zip(&mut under) {
            let rect = Rect::centred(pose, size.0, size.1);
            poses.push(rect.pose(card.anchor));
            if party.ground.is_some() {
                *under = Some(rect);
            }
            for follower in &party.followers {
                let size = base(poses.len());
                let pose = beside(follower.place, &rect, size);
                poses.push(Rect::centred(pose, size.0, size.1).pose(card.anchor));
            }
        }
        Self {
            table,
            poses,
            under,
            edges: (near, far),
            company: Vec::new(),
        }
    }

    /// Adds other units in the far corners behind each side: one like its own, or two of a kind.
    pub(crate) fn in_company(&self, of: Option<u8>) -> Self {
        let (wide, tall) = self.table;
        let aside = wide / 6;
        let count = if of.is_some() { 2 } else { 1 };
        let own = [aside, wide - aside].map(|x| Pose::new(x, aside, Facing::NORTH));
        let other = own.map(|p| Pose::new(p.x, tall - aside, Facing::NORTH.reversed()));
        let all = [(Side::A, own), (Side::B, other)].into_iter();
        let all = all.flat_map(|(side, at)| at.into_iter().take(count).map(move |p| (side, p)));
        Self {
            table: self.table,
            poses: self.poses.clone(),
            under: self.under,
            edges: self.edges,
            company: all.map(|(side, pose)| (side, of, pose)).collect(),
        }
    }
}

/// Returns the pose of the middle of a second unit.
fn beside(place: Place, first: &Rect, size: (Length, Length)) -> Pose {
    let (facing, middle) = (first.facing(), first.centre());
    let (towards, far) = match place {
        Place::Within => return Pose::at(middle, facing),
        Place::Behind => (facing.reversed(), (first.depth() + size.1 + 1) / 2),
        Place::Left => (facing.turned(-0x4000), (first.frontage() + size.0 + 1) / 2),
        Place::Right => (facing.turned(0x4000), (first.frontage() + size.0 + 1) / 2),
    };
    Pose::at(middle.moved(towards, far), facing)
}

/// Returns the size of the usual table, or of a large enough one.
fn size(card: &Card, long: Length) -> (Length, Length) {
    let unit = card.ruler.unit();
    #[expect(clippy::cast_possible_truncation, reason = "a table's width")]
    let widest = WIDEST as i32 * unit;
    let tall = card.table.1.max(long + 2 * ROOM * unit).min(widest);
    (card.table.0, tall)
}

/// Counts the units.
fn count(draft: &Draft) -> usize {
    draft.parties.iter().map(|p| 1 + p.followers.len()).sum()
}

/// Returns the names of the units: as the situation says, or by side and kind.
pub(crate) fn names(draft: &Draft, card: &Card) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: Option<&String>, side: &str, kind: u8| {
        let title = card.kinds.get(usize::from(kind)).map_or("", |k| &k.title);
        // Written out because a language may inflect the colour to fit the kind.
        let usual = if side == "Blue" {
            say!("Blue {kind}", kind = title)
        } else {
            say!("Red {kind}", kind = title)
        };
        let mut found = name.cloned().unwrap_or_else(|| usual.clone());
        let mut number = 2;
        while name.is_none() && names.contains(&found) {
            found = format!("{usual} {number}");
            number += 1;
        }
        names.push(found);
    };
    for (party, side) in draft.parties.iter().zip(["Blue", "Red"]) {
        add(party.name.as_ref(), side, party.kind);
        for follower in &party.followers {
            add(follower.name.as_ref(), side, follower.kind);
        }
    }
    names
}

/// Writes the battle file of a situation laid out this way, in a format.
pub(crate) fn write(
    draft: &Draft,
    layout: &Layout,
    (card, format): (&Card, i64),
    switches: &Switches,
) -> Sheet {
    let mut sheet = Sheet::default();
    sheet.line(&format!("format = {format}\nrules = {}", quoted(&card.id)));
    sheet.line(&format!("title = {}", quoted(&draft.title)));
    let first = ["Blue", "Red"][draft.first.index()];
    sheet.line(&format!("attacker = \"{first}\""));
    let ruler = card.ruler;
    let (width, height) = layout.table;
    sheet.line(&format!("table = {}", pair(ruler, width, height)));
    write_switches(switches, &mut sheet);
    for side in ["Blue", "Red"] {
        sheet.line(&format!("[[side]]\nname = \"{side}\""));
    }
    let grounds = draft.parties.iter().zip(&layout.under);
    for (soil, rect) in grounds.filter_map(|(p, r)| p.ground.as_ref().zip(r.as_ref())) {
        write_under(soil, rect, layout, ruler, &mut sheet);
    }
    // In a heap nothing lies between: it only shows how large the units are.
    if let (Some(soil), true) = (&draft.between, layout.edges != (0, 0)) {
        write_between(soil, layout, ruler, &mut sheet);
    }
    let names = names(draft, card);
    let mut at = 0;
    for (party, side) in draft.parties.iter().zip(Side::BOTH) {
        let lead = at;
        write_party(party, side, &names, layout, card, at, &mut sheet);
        at += 1;
        for follower in &party.followers {
            write_follower(follower, side, (&names, lead), layout, card, at, &mut sheet);
            at += 1;
        }
    }
    for (at, &(side, kind, pose)) in layout.company.iter().enumerate() {
        let name = format!("{} Reserve {}", ["Blue", "Red"][side.index()], at + 1);
        let own = draft.parties[side.index()].kind;
        write_unit(kind.unwrap_or(own), side, &name, pose, card, &mut sheet);
    }
    sheet
}

fn write_switches(switches: &Switches, sheet: &mut Sheet) {
    sheet.line("[switches]");
    for (name, value) in switches.choices() {
        let whole = value.parse::<i64>().is_ok();
        let value = if whole {
            value.to_owned()
        } else {
            quoted(value)
        };
        sheet.line(&format!("{} = {value}", quoted(name)));
    }
    sheet.line("[numbers]");
    for (path, value) in switches.numbers() {
        let keys: Vec<String> = path.split('.').map(quoted).collect();
        let plain = value.parse::<f64>().is_ok() || matches!(value, "true" | "false");
        let value = if plain {
            value.to_owned()
        } else {
            quoted(value)
        };
        sheet.line(&format!("{} = {value}", keys.join(".")));
    }
}

fn write_party(
    party: &Party,
    side: Side,
    names: &[String],
    layout: &Layout,
    card: &Card,
    at: usize,
    sheet: &mut Sheet,
) {
    let since = sheet.len();
    write_unit(party.kind, side, &names[at], layout.poses[at], card, sheet);
    for entry in &party.entries {
        sheet.copy(&entry.key, &entry.value, &entry.span);
    }
    sheet.about(since, &party.span);
}

fn write_follower(
    follower: &Follower,
    side: Side,
    (names, lead): (&[String], usize),
    layout: &Layout,
    card: &Card,
    at: usize,
    sheet: &mut Sheet,
) {
    let since = sheet.len();
    write_unit(
        follower.kind,
        side,
        &names[at],
        layout.poses[at],
        card,
        sheet,
    );
    if follower.joined {
        sheet.line(&format!("with = {}", quoted(&names[lead])));
    }
    for entry in &follower.entries {
        sheet.copy(&entry.key, &entry.value, &entry.span);
    }
    sheet.about(since, &follower.span);
}

fn write_unit(kind: u8, side: Side, name: &str, pose: Pose, card: &Card, sheet: &mut Sheet) {
    let kind = card.kinds.get(usize::from(kind)).map_or("", |k| &k.id);
    let side = ["Blue", "Red"][side.index()];
    sheet.line(&format!(
        "[[unit]]\nname = {}\nside = \"{side}\"\nkind = {}",
        quoted(name),
        quoted(kind)
    ));
    sheet.line(&format!("at = {}", pair(card.ruler, pose.x, pose.y)));
    let degrees = u32::from(pose.facing.0) * 360 / 0x1_0000;
    sheet.line(&format!("facing = {degrees}"));
}

/// Writes two lengths for a file: four decimals hold them exactly.
fn pair(ruler: Ruler, x: Length, y: Length) -> String {
    format!("[{:.4}, {:.4}]", ruler.measure(x), ruler.measure(y))
}

/// Writes the ground on which a unit stands: under all of it and a little beyond, but not as far as
/// the other. Ground that units line, such as a wall, runs along its front.
fn write_under(soil: &Soil, rect: &Rect, layout: &Layout, ruler: Ruler, sheet: &mut Sheet) {
    let since = sheet.len();
    let (near, far) = layout.edges;
    let more = (ruler.unit() / 4).min((far - near) / 3);
    let (mut low, mut high) = (rect.centre(), rect.centre());
    for p in rect.corners() {
        low = Point::new(low.x.min(p.x), low.y.min(p.y));
        high = Point::new(high.x.max(p.x), high.y.max(p.y));
    }
    let (deep, wide) = (high.y - low.y + 2 * more, high.x - low.x + 2 * more);
    begin(soil, sheet);
    if is_thin(soil.ground) {
        let ahead = rect.front_middle().moved(rect.facing(), more / 4);
        let across = rect.facing().turned(0x4000);
        let half = rect.frontage() / 2 + ruler.unit();
        let ends = [
            ahead.moved(across.reversed(), half),
            ahead.moved(across, half),
        ];
        let ends = ends.map(|p| pair(ruler, p.x, p.y));
        sheet.line(&format!("line = [{}, {}]", ends[0], ends[1]));
    } else if soil.ground.is_linear() {
        let y = rect.centre().y;
        let ends = [pair(ruler, 0, y), pair(ruler, layout.table.0, y)];
        sheet.line(&format!("line = [{}, {}]", ends[0], ends[1]));
        sheet.line(&format!("width = {:.4}", ruler.measure(deep)));
    } else {
        let middle = rect.centre();
        sheet.line(&format!("at = {}", pair(ruler, middle.x, middle.y)));
        sheet.line(&format!("size = {}", pair(ruler, wide, deep)));
    }
    sheet.about(since, &soil.span);
}

/// Writes the ground between the two, all across the table. It begins at the distance from the
/// target that the situation says. By default a wall or a fence lies close in front of the target,
/// and other ground in the middle.
fn write_between(soil: &Soil, layout: &Layout, ruler: Ruler, sheet: &mut Sheet) {
    let since = sheet.len();
    let (near, far) = layout.edges;
    let (range, unit) = (far - near, ruler.unit());
    begin(soil, sheet);
    let wide = layout.table.0;
    let thin = is_thin(soil.ground);
    let usual = if thin { 0 } else { unit.min(range.max(1)) };
    let width = soil.width.unwrap_or(usual);
    let usual = if thin {
        (unit / 8).min(range / 2)
    } else {
        (range - width).max(0) / 2
    };
    let y = far - soil.at.unwrap_or(usual) - width / 2;
    if soil.ground.is_linear() {
        let ends = [pair(ruler, 0, y), pair(ruler, wide, y)];
        sheet.line(&format!("line = [{}, {}]", ends[0], ends[1]));
        if width > 0 {
            sheet.line(&format!("width = {:.4}", ruler.measure(width)));
        }
    } else {
        sheet.line(&format!("at = {}", pair(ruler, wide / 2, y)));
        sheet.line(&format!("size = {}", pair(ruler, wide, width)));
    }
    sheet.about(since, &soil.span);
}

fn begin(soil: &Soil, sheet: &mut Sheet) {
    sheet.line(&format!("[[terrain]]\nground = \"{}\"", soil.ground.name()));
    if let Some(level) = soil.level {
        sheet.line(&format!("level = {level}"));
    }
}
