//! Texts from which a battle starts or continues: battle files and journals, read under the rule
//! set and the switches that they ask for.

use crate::{EngineError, Shelf};
use sandtable_battle::{Battle, Card, Rules, Switches};
use sandtable_files::journal::{Mismatch, Tail};
use sandtable_files::{Beside, Flaws, House, MOST_TEXT};
use sandtable_files::{Journal, journal, unmarked};
use sandtable_tongue::say;
use std::sync::Arc;

/// Refuses a text that is too long for any of our files but a journal.
pub(crate) fn measure(text: &str) -> Result<(), EngineError> {
    bound(text, MOST_TEXT)
}

/// Refuses a text that is too long for a journal, or for another file if it is not one.
pub(crate) fn measure_file(text: &str) -> Result<(), EngineError> {
    match unmarked(text).trim_start().starts_with('{') {
        true => bound(text, journal::MOST_BYTES),
        false => measure(text),
    }
}

/// Refuses the arguments of a call that takes a file, with everything in it escaped.
pub(crate) fn measure_escaped(arguments: &str) -> Result<(), EngineError> {
    bound(arguments, 2 * journal::MOST_BYTES)
}

fn bound(text: &str, most: usize) -> Result<(), EngineError> {
    if text.len() > most {
        return Err(EngineError::new(say!(
            "this text has {n} bytes, more than any battle: at most {most} are read",
            n = text.len(),
            most = most
        ))
        .hint("give a *.battle.toml or a *.journal.jsonl file"));
    }
    Ok(())
}

/// Returns the rule set that a battle file, house rules or a journal is for, if it says so.
#[must_use]
pub fn rules_of(text: &str) -> Option<String> {
    measure_file(text).ok()?;
    let text = unmarked(text);
    if text.trim_start().starts_with('{') {
        journal::peek(text).ok().map(|header| header.rules)
    } else if sandtable_files::is_house(text) {
        sandtable_files::peek_house(text, &sandtable_register::NAMES).ok()
    } else {
        let found = sandtable_files::peek_rules(text).ok().map(|found| found.0);
        found.or_else(|| of_study(text))
    }
}

/// Returns the rule set of a study: that of the first built-in scenario it names. Only the folder
/// is read here; the engine checks the name itself.
fn of_study(text: &str) -> Option<String> {
    let is_key = |line: &&str| {
        let key = line.split_once('=').map(|(key, _)| key.trim());
        matches!(key, Some("scenario" | "scenarios"))
    };
    let line = text.lines().find(is_key)?;
    let from = text.find(line)?;
    let name = text[from..].split('"').nth(1)?;
    let (folder, _) = name.split_once('/')?;
    sandtable_register::NAMES
        .contains(&folder)
        .then(|| folder.to_owned())
}

/// Reads a battle file under the rule set and the switches that it asks for.
pub(crate) fn read_battle(
    shelf: &Shelf,
    text: &str,
) -> Result<(Arc<dyn Rules>, Battle), EngineError> {
    read_battle_with(shelf, text, None, &[None, None])
}

/// The texts of armies from which sides take their units.
pub(crate) type Armies<'a> = [Option<&'a str>; 2];

/// Reads a battle file with house rules laid over its own, and with sides that take their units
/// from armies.
pub(crate) fn read_battle_with(
    shelf: &Shelf,
    text: &str,
    house: Option<&str>,
    armies: &Armies<'_>,
) -> Result<(Arc<dyn Rules>, Battle), EngineError> {
    measure(text)?;
    let (id, _) = sandtable_files::peek_rules(text).map_err(|f| flawed(&f))?;
    let Some(card) = shelf.card(&id) else {
        if shelf.names().contains(&id.as_str()) {
            open(shelf, &id, &Switches::default())?;
        }
        return Err(flawed(&sandtable_files::unknown_rules(
            text,
            &shelf.names(),
        )));
    };
    let own = sandtable_files::read_switches(text, card).map_err(|f| flawed(&f))?;
    let mut beside = Beside::default();
    let mut switches = own;
    if let Some(house) = house {
        let (_, mut house) = read_house(shelf, house)?;
        if house.base != id {
            let message = say!(
                "these house rules are for {rules}, not for {id}",
                rules = house.base,
                id = id
            );
            return Err(EngineError::new(message).hint("choose a battle of that rule set"));
        }
        switches = switches.overlaid(&house.switches);
        house.switches.clone_from(&switches);
        beside.house = Some(house);
    }
    let rules = open(shelf, &id, &switches)?;
    for (army, text) in beside.armies.iter_mut().zip(armies) {
        let read =
            |text: &str| sandtable_files::read_army(text, rules.card()).map_err(|f| flawed(&f));
        *army = text.map(read).transpose()?;
    }
    let other = beside.house.is_some() || beside.armies.iter().any(Option::is_some);
    let battle = if other {
        sandtable_files::read_battle_with(text, rules.as_ref(), &beside)
    } else {
        sandtable_files::read_battle(text, rules.as_ref())
    };
    Ok((rules, battle.map_err(|f| flawed(&f))?))
}

/// Reads house rules, and opens the rule set under them.
pub(crate) fn read_house(
    shelf: &Shelf,
    text: &str,
) -> Result<(Arc<dyn Rules>, House), EngineError> {
    measure(text)?;
    let base = sandtable_files::peek_house(text, &shelf.names()).map_err(|f| flawed(&f))?;
    let Some(card) = shelf.card(&base) else {
        return Err(EngineError::new(say!(
            "there is no rule set `{id}`",
            id = base
        )));
    };
    let tried = |switches: &Switches| shelf.open(&base, switches).map(drop);
    let house = sandtable_files::read_house(text, card, &tried).map_err(|f| flawed(&f))?;
    Ok((open(shelf, &base, &house.switches)?, house))
}

/// Reads a journal under the rule set and the switches that its header names. A journal of this
/// very edition is replayed, so that edits are found. One of another edition is opened by its
/// events, and its last battle is checked as a file; so is one whose checksums say that nobody
/// edited it since a program wrote it, which may have had other rulings.
pub(crate) fn read_journal(
    shelf: &Shelf,
    text: &str,
) -> Result<(Arc<dyn Rules>, Journal), EngineError> {
    measure_file(text)?;
    let header = journal::peek(text).map_err(|f| flawed(&f))?;
    let rules = open(shelf, &header.rules, &header.switches)?;
    let journal = Journal::read(text, rules.as_ref()).map_err(|f| flawed(&f))?;
    if journal.lines().is_empty() {
        return Err(
            EngineError::new("this journal has a header and nothing more")
                .hint("the line after the header is the opening of the battle"),
        );
    }
    let verified = journal
        .is_of(rules.card())
        .then(|| journal.verify(rules.as_ref()));
    let confirmed = match verified {
        Some(Err(mismatch)) if journal::tail(text) != Tail::Whole => {
            return Err(edited(&mismatch, rules.card()));
        }
        verified => verified.is_some_and(|verified| verified.is_ok()),
    };
    if !confirmed {
        let last = sandtable_files::write_battle(journal.now(), rules.card());
        sandtable_files::read_battle(&last, rules.as_ref())
            .map_err(|f| flawed(&f))
            .map_err(|e| {
                EngineError::new(say!(
                    "the journal does not lead to a sound battle: {why}",
                    why = e
                ))
            })?;
    }
    Ok((rules, journal))
}

fn edited(mismatch: &Mismatch, card: &Card) -> EngineError {
    let clause = mismatch.clause.map(|c| format!(" ({})", card.cite(c)));
    EngineError::new(say!(
        "this journal was edited: the rules give {expected}, the journal has {found}{clause}",
        expected = mismatch.expected,
        found = mismatch.found,
        clause = clause.unwrap_or_default()
    ))
    .at(mismatch.line as usize + 2, 1)
}

/// Returns the journal up to its first line that cannot be read or that the rules do not confirm,
/// or `None` if not even its opening is sound.
pub(crate) fn rescue(shelf: &Shelf, text: &str) -> Option<Journal> {
    let header = journal::peek(text).ok()?;
    let rules = shelf.open(&header.rules, &header.switches).ok()?;
    let rules = rules.as_ref();
    let journal = match Journal::read(text, rules) {
        Ok(whole) => whole,
        Err(_) => Journal::rescue(text, rules)?.journal,
    };
    if !journal.is_of(rules.card()) {
        return (!journal.lines().is_empty()).then_some(journal);
    }
    match journal.verify(rules) {
        Ok(()) => (!journal.lines().is_empty()).then_some(journal),
        Err(mismatch) => {
            let before = journal.fork(mismatch.line.checked_sub(1)?)?;
            before.verify(rules).ok().map(|()| before)
        }
    }
}

fn open(shelf: &Shelf, id: &str, switches: &Switches) -> Result<Arc<dyn Rules>, EngineError> {
    shelf.open(id, switches).map_err(EngineError::new)
}

/// Returns the first flaw of a file, and how many more there are.
#[must_use]
pub fn flawed(flaws: &Flaws) -> EngineError {
    let Some(first) = flaws.flaws.first() else {
        return EngineError::new("this file cannot be read");
    };
    let more = flaws.flaws.len() - 1;
    let message = match more {
        0 => first.message.clone(),
        1 => say!("{flaw}; and 1 more flaw", flaw = first.message),
        n => say!("{flaw}; and {n} more flaws", flaw = first.message, n = n),
    };
    let error = EngineError::new(message).at(first.line, first.column);
    match &first.hint {
        Some(hint) => error.hint(hint.clone()),
        None => error,
    }
}
