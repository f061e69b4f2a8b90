//! Reads a whole battle file.

use super::army::{self, Army};
use super::events::{self, EVENTS_FILE};
use super::flaws::{Flaw, Flaws, Notes};
use super::house::{self, House};
use super::node::{Node, Table, read_toml_as};
use super::switches::written_switches;
use super::{BATTLE_FORMAT, MOST_BYTES, check, setting, state, units};
use sandtable_battle::phrase::{must, only_here};
use sandtable_battle::{Battle, Card, EventCards, MarkSpec, Renew, Rules, Side, Switches};
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

/// Returns the rule set that a battle file is for, and the switches and numbers it asks for, as
/// they are written: [`read_switches`] checks them against the rule set's card.
///
/// # Errors
/// If the file cannot be read this far.
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

/// Returns the flaw of a file whose rule set is not known.
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

/// Returns the switches a battle file chooses and the numbers it changes, checked against a rule
/// set's card; values as printed are left out.
///
/// # Errors
/// Lists every switch or number that does not exist or cannot have its value.
pub fn read_switches(text: &str, card: &Card) -> Result<Switches, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        Some(house::differences(root, card, notes))
    })
}

/// Reads a battle file under the rule set that it is for.
///
/// # Errors
/// Lists every flaw of the file. If its words and numbers are sound, the positions are checked too:
/// units off the table or on top of each other, and what the rule set itself finds wrong.
pub fn read_battle(text: &str, rules: &dyn Rules) -> Result<Battle, Flaws> {
    read_warned(text, rules).map(|read| read.0)
}

/// Reads a battle file as [`read_battle`] does, and returns also what is unusual in it but can be
/// played, in the order of the file.
///
/// # Errors
/// Lists every flaw of the file.
pub fn read_warned(text: &str, rules: &dyn Rules) -> Result<(Battle, Vec<Flaw>), Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        let battle = read_words(root, rules.card(), notes);
        if notes.clean()
            && let Some(battle) = &battle
        {
            check::positions(root, battle, rules, notes);
            check_written(text, battle, rules, notes);
        }
        let mut warned = Notes::new(text);
        if let (true, Some(battle)) = (notes.clean(), &battle) {
            check::cautions(root, battle, rules, &mut warned);
        }
        Some((battle?, warned.list()))
    })
}

/// Maximum size in bytes of a battle that has not begun, once it is written.
const MOST_UNBEGUN: usize = 768 << 10;

/// Maximum size in bytes of a battle that has begun, once it is written, without what play adds to
/// it without end: where units stand by now takes a little more.
const MOST_BEGUN: usize = 896 << 10;

/// Notes a battle that would be too large to be read once it is written: its journal and its
/// positions would be lost. What grows most when it is written, such as a turned oval, is bounded in
/// number, so only long texts are written.
fn check_written(text: &str, battle: &Battle, rules: &dyn Rules, notes: &mut Notes<'_>) {
    if text.len() <= MOST_BYTES / 8 {
        return;
    }
    let has_begun = battle.cursor.turn > 0;
    // What marks, notes and scores may take fits into the rest of a file.
    let written = crate::write_battle(&unmarked(battle), rules.card()).len();
    if has_begun && written > MOST_BEGUN {
        let says = say!(
            "this battle is too large to be saved: it would take {n} bytes without its marks, and \
             may take {most}",
            n = written,
            most = MOST_BEGUN
        );
        notes.add(0..0, says);
    } else if !has_begun && written > MOST_UNBEGUN {
        let says = say!(
            "this battle is too large to be saved: it would take {n} bytes, and a battle that has \
             not begun may take {most}",
            n = written,
            most = MOST_UNBEGUN
        );
        notes.add(0..0, says);
    }
}

/// Returns a battle without what its rules remember of the fighting.
fn unmarked(battle: &Battle) -> Battle {
    let mut bare = battle.clone();
    for unit in &mut bare.units {
        unit.marks.as_mut_slice().fill(0);
    }
    bare.memory = Default::default();
    bare.notes.clear();
    bare.gaps.clear();
    bare
}

/// What other files add to a battle file.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// House rules laid over its own: all those that the rule set was opened with.
    pub house: Option<House>,
    /// Armies that the sides take their units from.
    pub armies: [Option<Army>; 2],
    /// The events of the file that it names.
    pub events: Option<Vec<EventCards>>,
}

/// Reads a battle file with what other files add to it.
///
/// # Errors
/// As for [`read_battle`]; also if an army cannot be mustered.
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
            check_written(text, &battle, rules, notes);
        }
        Some(battle)
    })
}

/// Returns the names of the sides in a battle file, as far as they can be read.
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

/// Returns the files that a battle file names: one of house rules, and an army for each side.
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

/// Reads a battle file without checking where units stand. This is for a journal, whose positions
/// were sound when it began (journals open even if the rules have grown stricter), and for a battle
/// whose units are still to be set up.
///
/// # Errors
/// Lists every flaw that can be found without measuring.
pub fn read_begun(text: &str, card: &Card) -> Result<Battle, Flaws> {
    read_toml_as(text, FILE, |root, notes| read_words(root, card, notes))
}

/// Reads everything that can be checked without measuring.
pub(super) fn read_words(root: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Option<Battle> {
    read_laid(root, card, false, notes)
}

/// The conversion of a battle in the form of format 1 to today's form.
#[derive(Clone, Copy)]
pub(crate) struct Renewal<'c> {
    now: Renew,
    card: &'c Card,
}

impl Renewal<'_> {
    /// Converts a battle. Format 1 kept some numbers in whole bytes: one above what the rules allow
    /// counts as the most that they allow.
    pub(crate) fn renew(self, battle: &mut Battle) {
        (self.now)(battle);
        for unit in &mut battle.units {
            hold(unit.marks.as_mut_slice(), &self.card.marks);
        }
        for side in &mut battle.memory.sides {
            hold(side, &self.card.state.side);
        }
        hold(&mut battle.memory.battle, &self.card.state.battle);
    }
}

/// Brings marks within what the card declares.
fn hold(marks: &mut [i32], specs: &[MarkSpec]) {
    for (mark, spec) in marks.iter_mut().zip(specs) {
        *mark = (*mark).clamp(spec.range.0, spec.range.1);
    }
}

/// Reads a battle file in the form in which it was stored, together with the conversion to today's
/// form if it needs one. This is for a journal, whose lines go on from the stored form.
///
/// # Errors
/// Lists every flaw that can be found without measuring.
pub(crate) fn read_as_kept<'c>(
    text: &str,
    card: &'c Card,
) -> Result<(Battle, Option<Renewal<'c>>), Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        read_kept(root, card, false, notes)
    })
}

/// Reads a battle in today's form; `laid` says that other house rules are laid over the file's own.
fn read_laid(root: &Table<'_>, card: &Card, laid: bool, notes: &mut Notes<'_>) -> Option<Battle> {
    let (mut battle, renewal) = read_kept(root, card, laid, notes)?;
    if let Some(renewal) = renewal {
        renewal.renew(&mut battle);
    }
    Some(battle)
}

/// Reads a battle in the form of its format.
fn read_kept<'c>(
    root: &Table<'_>,
    card: &'c Card,
    laid: bool,
    notes: &mut Notes<'_>,
) -> Option<(Battle, Option<Renewal<'c>>)> {
    let root = &root.measured_in(card.ruler);
    root.keys(KEYS.into_iter(), notes);
    let format = root.need("format", notes);
    let format = format.and_then(|node| node.whole(1..=BATTLE_FORMAT, notes));
    let is_old = format == Some(1);
    let before = is_old.then(|| card.before()).flatten();
    let renewal = before.as_ref().map(|&(_, now)| Renewal { now, card });
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
    state::check_acting(root, &state.cursor, &setting, units.as_deref(), notes);
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

/// Notes events that another file holds, and a file that names another and has events of its own.
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

/// What messages call the file.
const FILE: &str = "a battle file";
