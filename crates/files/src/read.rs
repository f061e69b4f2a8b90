//! Reading a battle file: the whole of it.

use super::army::{self, Army};
use super::events::{self, EVENTS_FILE};
use super::flaws::{Flaw, Flaws, Notes};
use super::house::{self, House};
use super::node::{Node, Table, read_toml_as};
use super::switches::written_switches;
use super::{BATTLE_FORMAT, check, setting, state, units};
use sandtable_battle::phrase::{must, only_here};
use sandtable_battle::{Battle, Card, EventCards, Rules, Side, Switches};
use sandtable_tongue::say;
use std::sync::Arc;

/// The keys a battle file may have at its top.
pub(super) const KEYS: [&str; 23] = [
    "format",
    "rules",
    "house",
    "switches",
    "numbers",
    "title",
    "story",
    "turns",
    "attacker",
    "table",
    "positions",
    "side",
    "group",
    "terrain",
    "piece",
    "zone",
    "unit",
    "arrival",
    "stand_sizes",
    "events",
    "event",
    "victory",
    "state",
];

/// Which rule set a battle file is for, and the switches and numbers it asks
/// for, as they are written: [`read_switches`] checks them against the rule
/// set's card.
///
/// # Errors
/// What keeps the file from being understood so far.
pub fn peek_rules(text: &str) -> Result<(String, Switches), Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        let rules = root.need("rules", notes).and_then(|node| node.text(notes));
        let chosen = written_switches(root, notes);
        let chosen = chosen
            .into_iter()
            .map(|(node, value)| (node.key.to_owned(), value))
            .collect();
        let numbers = house::written_numbers(root, notes);
        let chosen = numbers
            .iter()
            .fold(Switches(chosen), |chosen, (path, value, _)| {
                chosen.with_number(path, value)
            });
        Some((rules?.to_owned(), chosen))
    })
}

/// The flaw of a file whose rule set is none of those known.
#[must_use]
pub fn unknown_rules(text: &str, known: &[&str]) -> Flaws {
    let found = read_toml_as(text, FILE, |root, notes| {
        let node = root.need("rules", notes)?;
        let name = node.text(notes)?;
        notes.unknown(
            node.span(),
            say!("no rule set is called `{name}`", name = name),
            name,
            known.iter().copied(),
        );
        None::<()>
    });
    match found {
        Err(flaws) => flaws,
        Ok(()) => Flaws::one(text, 0..0, "no such rule set", None),
    }
}

/// The switches a battle file chooses and the numbers it changes, checked
/// against a rule set's card; what is as printed is left out.
///
/// # Errors
/// Every switch or number that does not exist or cannot have its value.
pub fn read_switches(text: &str, card: &Card) -> Result<Switches, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        Some(house::differences(root, card, notes))
    })
}

/// Reads a battle file under the rule set it is for.
///
/// # Errors
/// Every flaw of the file. When the words and numbers of it are sound, the
/// positions are checked too: units off the table or on top of each other, and
/// what the rule set itself finds wrong.
pub fn read_battle(text: &str, rules: &dyn Rules) -> Result<Battle, Flaws> {
    read_warned(text, rules).map(|read| read.0)
}

/// The same with what is unusual in the file though it can be played, in its
/// order.
///
/// # Errors
/// Every flaw of the file.
pub fn read_warned(text: &str, rules: &dyn Rules) -> Result<(Battle, Vec<Flaw>), Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        let battle = read_words(root, rules.card(), notes);
        if notes.clean()
            && let Some(battle) = &battle
        {
            check::positions(root, battle, rules, notes);
        }
        let mut warned = Notes::new(text);
        if let (true, Some(battle)) = (notes.clean(), &battle) {
            check::cautions(root, battle, rules, &mut warned);
        }
        Some((battle?, warned.list()))
    })
}

/// What comes to a battle file from other files.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// House rules that are laid over its own: those the rule set was opened
    /// with, all together.
    pub house: Option<House>,
    /// Armies that the sides take their units from.
    pub armies: [Option<Army>; 2],
    /// The events of a file that it names.
    pub events: Option<Vec<EventCards>>,
}

/// Reads a battle file with what comes to it from other files.
///
/// # Errors
/// As [`read_battle`] has; and that an army cannot be mustered.
pub fn read_battle_with(text: &str, rules: &dyn Rules, beside: &Beside) -> Result<Battle, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        let mut battle = read_laid(root, rules.card(), true, notes)?;
        if let Some(house) = &beside.house {
            let setting = Arc::make_mut(&mut battle.setting);
            setting.house.clone_from(&house.name);
            setting.switches.clone_from(&house.switches);
        }
        if let Some(events) = &beside.events {
            Arc::make_mut(&mut battle.setting).events.clone_from(events);
        }
        for (side, army) in Side::BOTH.into_iter().zip(&beside.armies) {
            let Some(army) = army.as_ref().filter(|_| notes.clean()) else {
                continue;
            };
            match army::muster(&battle, side, army, rules) {
                Ok(after) => battle = after,
                Err(why) => notes.add(0..0, why),
            }
        }
        if notes.clean() {
            check::positions(root, &battle, rules, notes);
        }
        Some(battle)
    })
}

/// The names of the sides in a battle file, as far as they can be read.
#[must_use]
pub fn side_names(text: &str) -> [String; 2] {
    let usual = sandtable_battle::Setting::bare("", 0, 0)
        .sides
        .map(|side| side.name);
    let read = |root: &Table<'_>, notes: &mut Notes<'_>| {
        let sides = root.tables("side", "a side", 2, notes);
        let mut names = usual.clone();
        for (name, side) in names.iter_mut().zip(&sides) {
            if let Some(found) = side.get("name").and_then(|node| node.text(notes)) {
                found.clone_into(name);
            }
        }
        Some(names)
    };
    read_toml_as(text, FILE, read).unwrap_or_else(|_| usual.clone())
}

/// The files that a battle file names: one of house rules, an army of each side.
#[must_use]
pub fn files_beside(text: &str) -> (Option<String>, [Option<String>; 2]) {
    let read = |root: &Table<'_>, notes: &mut Notes<'_>| {
        let mut named = |node: Node<'_>, end: &str| {
            let name = node.text(notes)?;
            name.ends_with(end).then(|| name.to_owned())
        };
        let house = root
            .get("house")
            .and_then(|node| named(node, house::HOUSE_FILE));
        let sides = root.tables("side", "a side", 2, &mut Notes::new(text));
        let mut army = |at: usize| {
            let node = sides.get(at)?.get("army")?;
            named(node, army::ARMY_FILE)
        };
        Some((house, [army(0), army(1)]))
    };
    read_toml_as(text, FILE, read).unwrap_or_default()
}

/// Reads a battle file without looking at where units stand: that of a journal,
/// whose positions were found sound when it began (journals open even where the
/// rules have grown stricter), or one whose units are still to be set out.
///
/// # Errors
/// Every flaw that can be told without measuring.
pub fn read_begun(text: &str, card: &Card) -> Result<Battle, Flaws> {
    read_toml_as(text, FILE, |root, notes| read_words(root, card, notes))
}

/// Everything that can be checked without measuring.
pub(super) fn read_words(root: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Option<Battle> {
    read_laid(root, card, false, notes)
}

/// Makes a battle that was kept as in format 1 one of today.
pub(crate) type Renewal = fn(&mut Battle);

/// A battle file as it was kept, with what makes it a battle of today when it was kept
/// otherwise: that of a journal, whose lines go on from it.
///
/// # Errors
/// Every flaw that can be told without measuring.
pub(crate) fn read_as_kept(text: &str, card: &Card) -> Result<(Battle, Option<Renewal>), Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        read_kept(root, card, false, notes)
    })
}

/// The same; `laid` when other house rules are laid over the file's own.
fn read_laid(root: &Table<'_>, card: &Card, laid: bool, notes: &mut Notes<'_>) -> Option<Battle> {
    let (mut battle, renewal) = read_kept(root, card, laid, notes)?;
    if let Some(renew) = renewal {
        renew(&mut battle);
    }
    Some(battle)
}

/// A battle as its format keeps it.
fn read_kept(
    root: &Table<'_>,
    card: &Card,
    laid: bool,
    notes: &mut Notes<'_>,
) -> Option<(Battle, Option<Renewal>)> {
    let root = &root.measured_in(card.ruler);
    root.keys(KEYS.into_iter(), notes);
    let format = root.need("format", notes);
    let format = format.and_then(|node| node.whole(1..=BATTLE_FORMAT, notes));
    let is_old = format == Some(1);
    let before = is_old.then(|| card.before()).flatten();
    let renewal = before.as_ref().map(|(_, renew)| *renew);
    let card = before.as_ref().map_or(card, |(card, _)| card);
    if let Some(node) = root.need("rules", notes)
        && let Some(name) = node.text(notes)
        && name != card.id
    {
        notes.add(
            node.span(),
            must("rules", &only_here(&card.id), &format_args!("`{name}`")),
        );
    }
    let mut setting = setting::read(root, card, notes);
    setting.switches = house::differences(root, card, notes);
    if let Some(node) = root.get("house")
        && let Some(name) = node.text(notes)
    {
        let elsewhere = name.ends_with(house::HOUSE_FILE);
        if elsewhere && !laid {
            let says = say!(
                "this battle is played by the house rules in `{file}`, which are not here",
                file = name
            );
            notes.hint(
                node.span(),
                says,
                "open it from its folder by `sandtable`, or put their [switches] and \
                 [numbers] into it",
            );
        } else if !elsewhere {
            setting.house = node.name(notes).unwrap_or_default().to_owned();
        }
    }
    if !laid {
        refuse_armies(root, notes);
    }
    setting.events = events::read_all(root, card, notes);
    read_events_file(root, laid, notes);
    let units = units::read(root, card, &mut setting, notes);
    let state = state::read(root, card, &setting, notes);
    let battle = Battle {
        setting: Arc::new(setting),
        units: units?.into(),
        cursor: state.cursor,
        ended: state.ended,
        gaps: state.gaps,
        notes: state.notes,
        score: state.score,
        memory: state.memory,
    };
    Some((battle, renewal))
}

/// Notes events that another file holds, and both that and events of its own.
fn read_events_file(root: &Table<'_>, laid: bool, notes: &mut Notes<'_>) {
    let Some(node) = root.get("events") else {
        return;
    };
    let Some(name) = node.text(notes) else { return };
    if !name.ends_with(EVENTS_FILE) {
        let file = format_args!("`{name}`");
        notes.add(
            node.span(),
            must("events", "the name of a *.events.toml file", &file),
        );
    } else if root.get("event").is_some() {
        let says = "`events` names a file, and there is `[[event]]` here too: keep one of them";
        notes.add(node.span(), says);
    } else if !laid {
        let says = say!(
            "this battle is played with the events in `{file}`, which are not here",
            file = name
        );
        let hint = "open it from its folder by `sandtable`, or put its [[event]] tables into it";
        notes.hint(node.span(), says, hint);
    }
}

/// Notes armies that other files hold.
fn refuse_armies(root: &Table<'_>, notes: &mut Notes<'_>) {
    for side in root.tables("side", "a side", 2, notes) {
        if let Some(node) = side.get("army")
            && let Some(name) = node.text(notes)
        {
            notes.hint(
                node.span(),
                say!(
                    "this side takes its units from `{file}`, which is not here",
                    file = name
                ),
                "open the battle from its folder by `sandtable`, or write the units into it",
            );
        }
    }
}

/// What a battle file's top table is called in messages.
const FILE: &str = "a battle file";
