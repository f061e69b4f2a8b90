//! Opening what a study names: scenarios, house rules and armies, one on top of the other; the last
//! one counts most.

use crate::model::Over;
use sandtable_battle::phrase::unseen;
use sandtable_battle::{Battle, Outcome, Rules, Side, Switches};
use sandtable_files::{Beside, House};
use sandtable_register::Entry;
use sandtable_tongue::say;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The source of the files that a study names, and of the rule sets that it may use.
pub trait Files {
    /// Returns the rule sets that can be opened, with their built-in scenarios. An engine for
    /// browsers has just one.
    fn sets(&self) -> &'static [Entry];

    /// Returns the text of a file, or of a built-in scenario.
    ///
    /// # Errors
    /// If there is none: a sentence that says what there is.
    fn text(&self, name: &str) -> Result<String, String>;

    /// Opens a rule set with switches. An implementation that reads many files may keep them open.
    ///
    /// # Errors
    /// If a switch or a value does not exist: a sentence that names it.
    fn open(&self, entry: &Entry, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
        entry.open(switches)
    }

    /// Returns the path of a file that another file names.
    fn beside(&self, of: &str, name: &str) -> String {
        let _ = of;
        name.to_owned()
    }
}

/// Built-in scenarios, and no other file.
#[derive(Clone, Copy)]
pub struct Shipped(pub &'static [Entry]);

impl Files for Shipped {
    fn sets(&self) -> &'static [Entry] {
        self.0
    }

    fn text(&self, name: &str) -> Result<String, String> {
        let mut shipped = self.0.iter().flat_map(Entry::scenarios);
        let found = shipped.find(|s| s.id == name);
        found.map(|s| s.text).ok_or_else(|| {
            say!(
                "no scenario `{name}` is shipped, and no such file is here",
                name = name
            )
        })
    }
}

/// Files given along with a study, by their names, and built-in scenarios.
#[derive(Clone)]
pub struct Bundle {
    /// The rule sets, with their scenarios.
    pub sets: &'static [Entry],
    /// Names and texts.
    pub files: BTreeMap<String, String>,
}

impl Files for Bundle {
    fn sets(&self) -> &'static [Entry] {
        self.sets
    }

    fn text(&self, name: &str) -> Result<String, String> {
        let own = self.files.get(name).cloned();
        own.map_or_else(|| Shipped(self.sets).text(name), Ok)
    }
}

/// Returns the ids of all built-in scenarios.
pub(crate) fn shipped(from: &dyn Files) -> Vec<String> {
    let all = from.sets().iter().flat_map(Entry::scenarios);
    all.map(|scenario| scenario.id).collect()
}

/// Returns the names of the rule sets.
pub(crate) fn names(from: &dyn Files) -> Vec<&'static str> {
    from.sets().iter().map(|entry| entry.id).collect()
}

/// Opens a rule set with switches.
pub(crate) fn rules(
    from: &dyn Files,
    id: &str,
    switches: &Switches,
) -> Result<Arc<dyn Rules>, String> {
    let entry = from.sets().iter().find(|entry| entry.id == id);
    let entry = entry.ok_or_else(|| {
        let known = names(from).join(", ");
        say!(
            "there is no rule set `{id}` here; there are: {known}",
            id = id,
            known = known
        )
    })?;
    from.open(entry, switches)
}

/// Opens a scenario with what a variant adds to it.
pub(crate) fn open(
    from: &dyn Files,
    (name, text): (&str, &str),
    over: &Over,
) -> Result<(Arc<dyn Rules>, Battle), String> {
    let (id, _) = sandtable_files::peek_rules(text).map_err(|e| e.to_string())?;
    let standard = rules(from, &id, &Switches::default())?;
    let own = sandtable_files::read_switches(text, standard.card()).map_err(|e| e.to_string())?;
    let (house, armies) = sandtable_files::files_beside(text);
    let mut all = House {
        base: id.clone(),
        switches: own,
        ..House::default()
    };
    if let Some(file) = house {
        let house = read_house(from, &from.beside(name, &file))?;
        all.switches = all.switches.overlaid(&house.switches);
        all.name = house.name;
    }
    if let Some((file, house)) = &over.house {
        if house.base != id {
            return Err(say!(
                "{file} has house rules for {base}, but {name} is a battle of {id}",
                file = file,
                base = house.base,
                name = name,
                id = id
            ));
        }
        all.switches = all.switches.overlaid(&house.switches);
        all.name.clone_from(&house.name);
    }
    all.switches.0.retain(|key, _| !over.spoken.contains(key));
    all.switches = all.switches.overlaid(&over.switches);
    let opened = rules(from, &id, &all.switches)?;
    let army = |file: &str| {
        let text = from.text(file)?;
        sandtable_files::read_army(&text, opened.card()).map_err(|e| format!("{file}: {e}"))
    };
    let mut beside = Beside {
        house: Some(all),
        ..Beside::default()
    };
    for (slot, file) in beside.armies.iter_mut().zip(&armies) {
        let file = file.as_ref().map(|file| from.beside(name, file));
        *slot = file.map(|file| army(&file)).transpose()?;
    }
    if let Some(file) = sandtable_files::events_beside(text) {
        let file = from.beside(name, &file);
        let events = sandtable_files::read_events(&from.text(&file)?, opened.card());
        beside.events = Some(events.map_err(|e| format!("{file}: {e}"))?);
    }
    let sides = sandtable_files::side_names(text);
    for (side, file) in &over.armies {
        let place = sides.iter().position(|s| s.eq_ignore_ascii_case(side));
        let place = place.ok_or_else(|| {
            let [a, b] = &sides;
            say!(
                "{name} has no side `{side}`; the sides are {a} and {b}",
                name = name,
                side = side,
                a = a,
                b = b
            )
        })?;
        beside.armies[place] = Some(army(file)?);
    }
    let battle = sandtable_files::read_battle_with(text, &*opened, &beside)
        .map_err(|e| format!("{name}: {e}"))?;
    if battle.setting.stated {
        return Err(format!("{name}: {}", unseen()));
    }
    if let Some(outcome) = battle.ended {
        let side = |side: Side| sandtable_tongue::name(&battle.setting.sides[side.index()].name);
        return Err(match outcome {
            Outcome::Won(winner) => say!(
                "{name} is over before it begins: {side} has won",
                name = name,
                side = side(winner)
            ),
            Outcome::Draw => say!("{name} is over before it begins: it is a draw", name = name),
        });
    }
    Ok((opened, battle))
}

/// Reads house rules of any rule set.
pub(crate) fn read_house(from: &dyn Files, file: &str) -> Result<House, String> {
    let text = from.text(file)?;
    let said = |e: sandtable_files::Flaws| format!("{file}: {e}");
    let base = sandtable_files::peek_house(&text, &names(from)).map_err(said)?;
    let standard = rules(from, &base, &Switches::default())?;
    let tried = |switches: &Switches| rules(from, &base, switches).map(drop);
    sandtable_files::read_house(&text, standard.card(), &tried).map_err(said)
}
