//! Armies (`*.army.toml`): units without places, to be mustered into a battle
//! that deploys by zones.
//!
//! ```toml
//! format = 1
//! rules = "otr-d6"                  # or several: ["three-hit", "six-plus"]
//! name = "The Ford Guard"
//! says = "Two green brigades and a good battery."
//!
//! [[group]]                         # only where the rule set has groups
//! name = "First Division"
//!
//! [[unit]]
//! name = "Ford Rifles"
//! count = 2                         # Ford Rifles 1, Ford Rifles 2
//! kind = "infantry"
//! stands = 6
//! grade = "green"                   # any rating of the rule set
//! ```
//!
//! If an army does not fit the tables of its rules ([`sandtable_battle::Muster`]), that is only a
//! warning: players may always agree on another army.

use super::flaws::{Flaws, Notes};
use super::house::differences;
use super::node::{Table, read_toml_as};
use super::setting::Names;
use super::text::{key, quoted};
use super::units::{Recruit, recruit};
use super::{FORMAT, MOST_GROUPS, MOST_UNITS};
use sandtable_battle::phrase::folded;
use sandtable_battle::{
    Arrival, Battle, Card, Group, GroupSpec, Rules, Side, Status, Switches, Unit, UnitId,
};
use sandtable_tongue::say;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// What messages call the file.
const FILE: &str = "an army file";

/// The ending of an army file's name.
pub const ARMY_FILE: &str = ".army.toml";

/// An army, in the words of one rule set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Army {
    /// The rule sets that it is for.
    pub rules: Vec<String>,
    /// Its name.
    pub name: String,
    /// A line or two about it.
    pub says: String,
    /// The switches that a battle must have for it: a period, an option.
    pub switches: Switches,
    /// The names of its groups; empty if it is a single group.
    pub groups: Vec<String>,
    /// Its units.
    pub units: Vec<Recruit>,
}

/// Returns whether a text is meant as an army: it has a name and units, and no table.
#[must_use]
pub fn is_army(text: &str) -> bool {
    let has = |root: &Table<'_>, _: &mut Notes<'_>| {
        let army = root.get("name").is_some() && root.get("base").is_none();
        Some(army && root.get("rules").is_some())
    };
    read_toml_as(text, FILE, has).unwrap_or(false)
}

/// Returns the rule sets that an army is for.
///
/// # Errors
/// If the file cannot be read this far, or names a rule set that is not known.
pub fn peek_army(text: &str, known: &[&str]) -> Result<Vec<String>, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        let names = army_rules(root, notes);
        for (name, span) in &names {
            if !known.contains(&name.as_str()) {
                let message = say!("no rule set is called `{name}`", name = name);
                notes.unknown(span.clone(), message, name, known.iter().copied());
            }
        }
        Some(names.into_iter().map(|(name, _)| name).collect())
    })
}

type Named = (String, std::ops::Range<usize>);

fn army_rules(root: &Table<'_>, notes: &mut Notes<'_>) -> Vec<Named> {
    let Some(node) = root.need("rules", notes) else {
        return Vec::new();
    };
    let nodes = if node.is_list() {
        node.items(notes).unwrap_or_default()
    } else {
        vec![node]
    };
    if nodes.is_empty() {
        notes.add(node.span(), "`rules` names no rule set");
    }
    let text = |node: super::node::Node<'_>, notes: &mut Notes<'_>| {
        node.text(notes).map(|t| (t.to_owned(), node.span()))
    };
    // Each counts once, because the army is read for every one of them.
    let mut named = BTreeSet::new();
    nodes
        .into_iter()
        .filter_map(|node| text(node, notes))
        .filter(|(name, _)| named.insert(name.clone()))
        .collect()
}

/// Reads an army for one of the rule sets that it is for.
///
/// # Errors
/// Lists every flaw of the file.
pub fn read_army(text: &str, card: &Card) -> Result<Army, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        let keys = [
            "format", "rules", "name", "says", "switches", "group", "unit",
        ];
        root.keys(keys.into_iter(), notes);
        if let Some(node) = root.need("format", notes) {
            node.whole(FORMAT..=FORMAT, notes);
        }
        let rules: Vec<String> = army_rules(root, notes).into_iter().map(|r| r.0).collect();
        if !rules.is_empty() && !rules.contains(&card.id) {
            let says = say!(
                "this army is for {rules}, not for {id}",
                rules = rules.join(", "),
                id = card.id
            );
            notes.add(0..0, says);
        }
        let name = root.need("name", notes).and_then(|node| node.name(notes));
        let says = root.get("says").and_then(|node| node.text(notes));
        let groups = read_groups(root, card, notes);
        Some(Army {
            rules,
            name: name.unwrap_or_default().to_owned(),
            says: says.unwrap_or_default().to_owned(),
            switches: differences(root, card, notes),
            units: read_units(root, card, &groups, notes),
            groups,
        })
    })
}

fn read_groups(root: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Vec<String> {
    if let Some(node) = root.get("group").filter(|_| card.group.is_empty()) {
        let says = say!("{rules} has no groups of units", rules = card.id);
        notes.add(node.span(), says);
        return Vec::new();
    }
    let mut names = Names::new();
    let tables = root.tables("group", "a group", MOST_GROUPS / 2, notes);
    let group = |table: &Table<'_>, notes: &mut Notes<'_>| {
        table.keys(["name"].into_iter(), notes);
        let name = table.need("name", notes)?;
        names.take(name, notes).map(str::to_owned)
    };
    let mut group = group;
    tables
        .iter()
        .filter_map(|table| group(table, notes))
        .collect()
}

fn read_units(
    root: &Table<'_>,
    card: &Card,
    groups: &[String],
    notes: &mut Notes<'_>,
) -> Vec<Recruit> {
    let mut out: Vec<Recruit> = Vec::new();
    let tables = root.tables("unit", "a unit", MOST_UNITS / 2, notes);
    if tables.is_empty() && notes.clean() {
        notes.add(0..0, "an army needs at least one `[[unit]]`");
    }
    for table in &tables {
        let count = table
            .get("count")
            .and_then(|node| node.whole(1..=40, notes))
            .unwrap_or(1);
        let Some(one) = recruit(table, card, groups, notes) else {
            continue;
        };
        for number in 1..=count {
            let name = match count {
                1 => one.name.clone(),
                _ => format!("{} {number}", one.name),
            };
            if out.iter().any(|other| folded(&other.name) == folded(&name)) {
                let says = say!("the name `{name}` is given twice", name = name);
                notes.add(table.span(), says);
            }
            out.push(Recruit {
                name,
                ..one.clone()
            });
        }
    }
    if out.len() > MOST_UNITS / 2 {
        let most = MOST_UNITS / 2;
        notes.add(0..0, say!("an army has at most {most} units", most = most));
    }
    out
}

/// Writes an army as a file.
#[must_use]
pub fn write_army(army: &Army, card: &Card) -> String {
    let mut text = String::new();
    let mut line = |line: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}");
    };
    let rules: Vec<String> = army.rules.iter().map(|name| quoted(name)).collect();
    line(format!("format = {FORMAT}"));
    line(match rules.as_slice() {
        [one] => format!("rules = {one}"),
        all => format!("rules = [{}]", all.join(", ")),
    });
    line(format!("name = {}", quoted(&army.name)));
    if !army.says.is_empty() {
        line(format!("says = {}", quoted(&army.says)));
    }
    let switches = army.switches.choices();
    let switches: Vec<String> = switches
        .map(|(name, value)| format!("{} = {}", key(name), quoted(value)))
        .collect();
    if !switches.is_empty() {
        line(format!("switches = {{ {} }}", switches.join(", ")));
    }
    for group in &army.groups {
        line(format!("\n[[group]]\nname = {}", quoted(group)));
    }
    for unit in &army.units {
        line(format!("\n[[unit]]\nname = {}", quoted(&unit.name)));
        let kind = card.kinds.get(usize::from(unit.kind));
        let kind = kind.map_or("?", |kind| &kind.id);
        line(format!("kind = {}", quoted(kind)));
        if let Some(group) = unit.group.and_then(|at| army.groups.get(at)) {
            line(format!("group = {}", quoted(group)));
        }
        line(format!("stands = {}", unit.stands));
        for (rating, &value) in card.ratings.iter().zip(&unit.ratings) {
            if let Some(name) = rating.values.get(usize::from(value))
                && value != rating.default
            {
                line(format!("{} = {}", key(&rating.id), quoted(name)));
            }
        }
    }
    text
}

/// Returns how an army breaks the tables and limits of its rules, one sentence each.
#[must_use]
pub fn army_warnings(army: &Army, rules: &dyn Rules) -> Vec<String> {
    let card = rules.card();
    let mut out = Vec::new();
    let musters = &card.armies.musters;
    let found = counts(army, card);
    let rows = || musters.iter().flat_map(|muster| &muster.rows);
    if rows().next().is_some() && !rows().any(|row| same(row, &found)) {
        let far = |row: &Vec<(u8, u8)>| -> u32 {
            let kinds = 0..u8::try_from(card.kinds.len()).unwrap_or(u8::MAX);
            kinds
                .map(|kind| u32::from(of(row, kind).abs_diff(of(&found, kind))))
                .sum()
        };
        let nearest = rows().min_by_key(|row| far(row));
        let clause = musters.first().map(|muster| card.cite(muster.clause));
        out.push(say!(
            "the army table has no row for {found} ({clause}); the nearest is {nearest}",
            found = told(&found, card),
            clause = clause.unwrap_or_default(),
            nearest = nearest.map_or_else(String::new, |row| told(row, card))
        ));
    }
    let mut bare = sandtable_battle::Setting::bare(&card.id, card.table.0, card.table.1);
    bare.stands = card.kinds.iter().map(|kind| kind.stand).collect();
    bare.switches.clone_from(&card.numbers.house);
    // The units must be placed somewhere: the whole table is their zone.
    let corners = [
        (0, 0),
        (bare.width, 0),
        (bare.width, bare.height),
        (0, bare.height),
    ];
    let outline = corners.map(|(x, y)| sandtable_geometry::Point::new(x, y));
    bare.zones
        .extend(
            sandtable_battle::Area::new(outline.to_vec()).map(|area| sandtable_battle::Zone {
                name: "table".to_owned(),
                side: Some(Side::A),
                area,
            }),
        );
    let mut battle = Battle::new(bare, Vec::new(), sandtable_battle::Cursor::default());
    enlist(&mut battle, Side::A, army, card);
    let flaws = rules.flaws(&battle);
    let own = flaws.into_iter().filter_map(|(unit, says)| {
        let name = battle.setting.name(unit?);
        Some(format!("{name}: {says}"))
    });
    out.extend(own);
    out
}

fn of(row: &[(u8, u8)], kind: u8) -> u8 {
    row.iter().filter(|(k, _)| *k == kind).map(|(_, n)| n).sum()
}

fn same(a: &[(u8, u8)], b: &[(u8, u8)]) -> bool {
    let kinds = a.iter().chain(b).map(|&(kind, _)| kind);
    kinds.into_iter().all(|kind| of(a, kind) == of(b, kind))
}

/// Returns how many units there are of each kind; leaders do not count.
fn counts(army: &Army, card: &Card) -> Vec<(u8, u8)> {
    let kinds = (0_u8..).zip(&card.kinds).filter(|(_, spec)| !spec.leader);
    let count = |kind: u8| army.units.iter().filter(|unit| unit.kind == kind).count();
    kinds
        .map(|(kind, _)| (kind, u8::try_from(count(kind)).unwrap_or(u8::MAX)))
        .filter(|&(_, count)| count > 0)
        .collect()
}

/// Returns such counts in words: `4 infantry, 2 cavalry`.
fn told(row: &[(u8, u8)], card: &Card) -> String {
    let kind = |kind: u8| {
        let spec = card.kinds.get(usize::from(kind));
        spec.map_or_else(|| "?".to_owned(), |spec| spec.title.to_lowercase())
    };
    let parts = row.iter().filter(|(_, count)| *count > 0);
    let parts: Vec<String> = parts.map(|&(k, n)| format!("{n} {}", kind(k))).collect();
    parts.join(", ")
}

/// Takes a side's units from an army: they wait in reserve, to be placed in the side's zones.
///
/// # Errors
/// Says in a sentence that the army is for other rules, that the battle has begun or has no zone
/// for the side, or what the rule set finds wrong with the battle.
pub fn muster(
    battle: &Battle,
    side: Side,
    army: &Army,
    rules: &dyn Rules,
) -> Result<Battle, String> {
    let (card, setting) = (rules.card(), &battle.setting);
    let name = &setting.sides[side.index()].name;
    if !army.rules.contains(&card.id) {
        let rules = army.rules.join(", ");
        return Err(say!(
            "the army {army} is for {rules}, not for {id}",
            army = army.name,
            rules = rules,
            id = card.id
        ));
    }
    if battle.cursor.turn > 0 {
        return Err(say!("the battle has begun: choose armies before it does"));
    }
    if !setting.zones.iter().any(|zone| zone.side == Some(side)) {
        let title = &setting.title;
        return Err(say!(
            "`{title}` has no deployment zone for {side}: armies can be exchanged where both sides deploy in zones",
            title = title,
            side = name
        ));
    }
    for (switch, value) in army.switches.choices() {
        if card.numbers.house.get(switch) != Some(value) {
            return Err(say!(
                "the army {army} needs {switch} = {value}",
                army = army.name,
                switch = switch,
                value = value
            ));
        }
    }
    let mut after = battle.clone();
    disband(&mut after, side);
    enlist(&mut after, side, army, card);
    if after.units.len() > MOST_UNITS {
        return Err(say!(
            "{n} units are too many: at most {most}",
            n = after.units.len(),
            most = MOST_UNITS
        ));
    }
    match rules.flaws(&after).first() {
        None => Ok(after),
        Some((unit, says)) => {
            let whose = unit.map_or(army.name.as_str(), |id| after.setting.name(id));
            Err(format!("{whose}: {says}"))
        }
    }
}

/// Removes a side's units and groups.
fn disband(battle: &mut Battle, side: Side) {
    let kept: Vec<usize> = (0..battle.units.len())
        .filter(|&at| battle.units[at].side != side)
        .collect();
    let unit = |old: UnitId| {
        let place = kept.iter().position(|&at| at == old.index())?;
        u8::try_from(place).ok().map(UnitId)
    };
    let setting = Arc::make_mut(&mut battle.setting);
    setting.names = kept
        .iter()
        .map(|&at| setting.names.get(at).cloned().unwrap_or_default())
        .collect();
    let arrivals = std::mem::take(&mut setting.arrivals);
    setting.arrivals = arrivals
        .into_iter()
        .filter_map(|a| {
            Some(Arrival {
                unit: unit(a.unit)?,
                ..a
            })
        })
        .collect();
    let groups = std::mem::take(&mut setting.groups);
    let (mut places, mut left) = (Vec::new(), Vec::new());
    for group in groups {
        places.push(Group(u8::try_from(left.len()).unwrap_or_default()));
        if group.side != side {
            left.push(group);
        }
    }
    setting.groups = left;
    battle.units = kept
        .iter()
        .map(|&at| {
            let old = battle.units[at];
            Unit {
                with: old.with.and_then(unit),
                group: places.get(old.group.index()).copied().unwrap_or_default(),
                ..old
            }
        })
        .collect();
}

/// Adds an army's units and groups to a side.
fn enlist(battle: &mut Battle, side: Side, army: &Army, card: &Card) {
    let setting = Arc::make_mut(&mut battle.setting);
    let first = setting.groups.len();
    let whose = setting.sides[side.index()].name.clone();
    let own = if card.group.is_empty() {
        Vec::new()
    } else if army.groups.is_empty() {
        vec![whose.clone()]
    } else {
        army.groups.clone()
    };
    let taken =
        |names: &[String], name: &str| names.iter().any(|other| folded(other) == folded(name));
    for name in own {
        let used: Vec<String> = setting.groups.iter().map(|g| g.name.clone()).collect();
        let name = if taken(&used, &name) {
            format!("{whose} {name}")
        } else {
            name
        };
        setting.groups.push(GroupSpec { name, side });
    }
    for recruit in &army.units {
        let name = if taken(&setting.names, &recruit.name) {
            format!("{whose} {}", recruit.name)
        } else {
            recruit.name.clone()
        };
        setting.names.push(name);
        let group = if card.group.is_empty() {
            0
        } else {
            first + recruit.group.unwrap_or(0)
        };
        battle.units.push(Unit {
            kind: recruit.kind,
            side,
            group: Group(u8::try_from(group).unwrap_or_default()),
            status: Status::Reserve,
            formation: recruit.formation,
            stands: recruit.stands,
            started: recruit.stands,
            ratings: recruit.ratings,
            ..Unit::default()
        });
    }
}
