//! Opening what a command is pointed at: a shipped scenario by its name, a
//! battle file, or a journal (then the battle as it stands at its end).

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use sandtable_battle::files::{self, Flaw, Flaws};
use sandtable_battle::{Battle, Journal, Order, Rolled, Rules, Scene, journal, notation};
use sandtable_session::Look;

use crate::failure::Failure;
use crate::show;

/// A file larger than this is none of ours.
const LARGEST: u64 = 64 * 1024 * 1024;

/// A battle with its rules.
pub(crate) struct Table {
    /// The rules it is played by.
    pub rules: Arc<dyn Rules>,
    /// The battle.
    pub battle: Battle,
    /// What is unusual in the file it was read from.
    pub warnings: Vec<Flaw>,
}

impl Table {
    /// The battle seen through its rules.
    pub(crate) fn look(&self) -> Look<'_> {
        Look::new(&*self.rules, &self.battle)
    }

    /// Reads an order as people write it.
    pub(crate) fn order(&self, text: &str) -> Result<Order, Failure> {
        notation::parse(text, &self.battle, self.rules.card())
            .map_err(|trouble| Failure::File(show::trouble(text, &trouble)))
    }

    /// A scenario that has not begun is opened with the dice of a seed.
    pub(crate) fn begun(mut self, seed: u64) -> Self {
        if self.battle.cursor.turn == 0 {
            let mut scene = Scene::new(self.battle);
            self.rules.open(&mut scene, &mut Rolled::new(seed, 0));
            self.battle = scene.finish().0;
        }
        self
    }
}

/// Opens a scenario, position or journal.
pub(crate) fn open(name: &str) -> Result<Table, Failure> {
    let text = text_of(name)?;
    if is_journal(&text) {
        let (journal, rules) = read_journal(name, &text)?;
        return Ok(Table {
            rules,
            battle: journal.fold(),
            warnings: Vec::new(),
        });
    }
    battle(name, &text)
}

/// Reads a battle file.
pub(crate) fn battle(name: &str, text: &str) -> Result<Table, Failure> {
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, text, &flaws));
    let (id, switches) = files::peek_rules(text).map_err(flawed)?;
    let rules = sandtable_register::open(&id, &switches).map_err(|_| {
        let known: Vec<&str> = sandtable_register::ALL.iter().map(|e| e.id).collect();
        flawed(files::unknown_rules(text, &known))
    })?;
    let (battle, warnings) = files::read_warned(text, &*rules).map_err(flawed)?;
    Ok(Table {
        rules,
        battle,
        warnings,
    })
}

/// Reads a journal and opens the rules it was played by.
pub(crate) fn read_journal(name: &str, text: &str) -> Result<(Journal, Arc<dyn Rules>), Failure> {
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, text, &flaws));
    let header = journal::peek(text).map_err(flawed)?;
    let rules = sandtable_register::open(&header.rules, &header.switches)
        .map_err(|trouble| Failure::File(format!("{name}: {trouble}")))?;
    let journal = Journal::read(text, &*rules).map_err(flawed)?;
    Ok((journal, rules))
}

/// Whether a text is a journal: its first line is a JSON object.
pub(crate) fn is_journal(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The text of a file, or of a shipped scenario when there is no such file.
pub(crate) fn text_of(name: &str) -> Result<String, Failure> {
    let path = Path::new(name);
    if !path.exists() {
        let shipped = sandtable_register::scenarios();
        if let Some(scenario) = shipped.iter().find(|s| s.id == name) {
            return Ok(scenario.text.clone());
        }
        let ids: Vec<&str> = shipped.iter().map(|s| s.id.as_str()).collect();
        return Err(Failure::File(format!(
            "there is no file `{name}` and no shipped scenario of that name; shipped are: {}",
            ids.join(", ")
        )));
    }
    let wrong = |what: &dyn std::fmt::Display| Failure::File(format!("{name}: {what}"));
    let file = std::fs::File::open(path).map_err(|error| wrong(&error))?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| wrong(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(wrong(&"larger than 64 MiB; no battle or journal is"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        wrong(&format!("not a text file: byte {at} is not UTF-8"))
    })
}
