//! Every parser: a text is either refused with flaws, or what was read can be written and reads
//! back equal.

use crate::place::{CLOSED, DUELS, open};
use sandtable_battle::{Rules, Switches};
use sandtable_files::{Journal, journal, notation};
use sandtable_register::{Entry, NAMES};
use sandtable_situation::{Library, Situation, from_share};
use sandtable_study::{Files, read_study};
use std::sync::{Arc, LazyLock};

/// Converts the bytes to text; no parser needs to handle anything else.
macro_rules! text {
    ($data:expr) => {
        match std::str::from_utf8($data) {
            Ok(text) => text,
            Err(_) => return,
        }
    };
}

/// Codes of elements, for rule sets that have them.
const CODES: [&str; 8] = ["Cv", "LH", "Kn", "Bd", "Sp", "Ps", "Wb", "El"];

static SETS: LazyLock<Vec<Arc<dyn Rules>>> = LazyLock::new(|| {
    let open = |id| open(id, &Switches::default()).expect("shipped");
    NAMES.into_iter().map(open).collect()
});

/// Reads an army for a rule set that it names or for any, or a list of elements.
pub(crate) fn army(data: &[u8]) {
    let text = text!(data);
    if !text.contains('=') {
        let _ = sandtable_files::read_elements(text, &CODES);
        return;
    }
    let named = sandtable_files::peek_army(text, &NAMES).unwrap_or_default();
    let named = SETS.iter().find(|rules| named.contains(&rules.card().id));
    // An army that names no rule set is read with one of them.
    let rules = named.unwrap_or(&SETS[text.len() % SETS.len()]);
    let _ = sandtable_files::read_army(text, rules.card());
}

/// Reads a battle file.
pub(crate) fn battle_file(data: &[u8]) {
    let text = text!(data);
    let Ok((id, switches)) = sandtable_files::peek_rules(text) else {
        return;
    };
    let Ok(rules) = open(&id, &switches) else {
        return;
    };
    if let Ok(battle) = sandtable_files::read_battle(text, &*rules) {
        let again = sandtable_files::write_battle(&battle, rules.card());
        let read = sandtable_files::read_battle(&again, &*rules);
        assert_eq!(read.as_ref(), Ok(&battle), "{again}");
    }
}

/// Reads house rules.
pub(crate) fn house_rules(data: &[u8]) {
    let text = text!(data);
    let Ok(base) = sandtable_files::peek_house(text, &NAMES) else {
        return;
    };
    let Ok(rules) = open(&base, &Switches::default()) else {
        return;
    };
    let opens = |switches: &Switches| open(&base, switches).map(drop);
    if let Ok(house) = sandtable_files::read_house(text, rules.card(), &opens) {
        let again = sandtable_files::write_house(&house);
        let read = sandtable_files::read_house(&again, rules.card(), &opens);
        assert_eq!(read.as_ref(), Ok(&house), "{again}");
    }
}

/// Reads a journal: verifying it gives a proof or a reason, and of a refused journal the readable
/// part is rescued. The seeds have no checksums, since with them nearly every mutation would fail
/// at the first line.
pub(crate) fn journal(data: &[u8]) {
    let text = text!(data);
    let Ok(header) = journal::peek(text) else {
        return;
    };
    let Ok(rules) = open(&header.rules, &header.switches) else {
        return;
    };
    let read = Journal::read(text, &*rules).ok();
    let saved = || Journal::rescue(text, &*rules).map(|rescue| rescue.journal);
    let Some(journal) = read.or_else(saved) else {
        return;
    };
    let _ = journal.proof(&*rules).map(|proof| proof.cannot());
    let again = journal.to_jsonl();
    assert_eq!(journal::tail(&again), journal::Tail::Whole);
    let read = Journal::read(&again, &*rules);
    assert_eq!(read.as_ref(), Ok(&journal), "{again}");
}

/// Reads an order in a built-in battle, which the first byte chooses.
pub(crate) fn notation(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else {
        return;
    };
    let text = text!(rest);
    let (rules, battle) = &CLOSED[usize::from(*first) % CLOSED.len()];
    if let Ok(order) = notation::parse(text, battle, rules.card()) {
        let again = notation::write(&order, battle, rules.card());
        let read = notation::parse(&again, battle, rules.card());
        assert_eq!(read.ok(), Some(order), "{again}");
    }
}

/// Reads a situation, or the text of a link to one.
pub(crate) fn situation(data: &[u8]) {
    let text = text!(data);
    let open = |id: &str, switches: &Switches| open(id, switches);
    let library = Library {
        open: &open,
        known: &NAMES,
    };
    let _ = Situation::read(text, library);
    if let Ok(situation) = from_share(text) {
        let _ = Situation::read(&situation, library);
    }
}

/// Small battles under rule sets that stay open. A study reads its files again for each variant,
/// and this target is about reading studies.
struct Open;

impl Files for Open {
    fn sets(&self) -> &'static [Entry] {
        sandtable_register::ALL
    }

    fn text(&self, name: &str) -> Result<String, String> {
        let set = name.split('/').next().unwrap_or_default();
        let duel = DUELS.iter().find(|(rules, _)| rules.card().id == set);
        let none = || "there is no such scenario".to_owned();
        duel.map(|(_, text)| text.clone()).ok_or_else(none)
    }

    fn open(&self, entry: &Entry, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
        open(entry.id, switches)
    }
}

/// Reads a study.
pub(crate) fn study_file(data: &[u8]) {
    let _ = read_study(text!(data), "any.study.toml", &Open);
}
