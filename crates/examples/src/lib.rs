//! Worked examples of a rule set (`*.examples.toml`): a position, orders, their dice, and the
//! expected result. All rule sets share one format and one runner, which the tests of a rule set
//! ([`folder`]) and `sandtable check` use.
//!
//! ```toml
//! format = 1
//! rules = "three-hit"
//!
//! # What every position of this file has: the keys of a battle file.
//! [battle]
//! table = [36, 36]
//! attacker = "Blue"
//!
//! [[example]]
//! id = "E01a"
//! clauses = ["SHOOT-01"]
//! title = "At exactly 12 inches the shot is allowed, and a 3 hits"
//! state = { turn = 1, phase = "shoot", active = "Blue" }
//! unit = [
//!   { name = "B1", side = "Blue", kind = "infantry", at = [18, 6] },
//!   { name = "R1", side = "Red", kind = "infantry", at = [18, 20], facing = 180 },
//! ]
//! orders = ["shoot B1 R1"]
//! dice = [3]
//! expect = { units = { R1 = { hits = 1 } }, range = 12 }
//! ```
//!
//! `docs/examples.md` describes the whole format.

mod expect;
mod facts;
mod play;
#[cfg(feature = "schema")]
mod schema;
mod script;

use play::Play;
#[cfg(feature = "schema")]
pub use schema::schema;

use sandtable_battle::{Rules, Switches};
use sandtable_files::walk::{Node, Notes, Table, read_toml_as};
use sandtable_files::{Flaws, Position};
use sandtable_tongue::say;
use std::path::Path;
use std::sync::Arc;

/// Ending of the names of such files.
pub const EXAMPLES_FILE: &str = ".examples.toml";

/// Name of this kind of file.
const FILE: &str = "a file of examples";

/// Most examples in a file.
const MOST: usize = 500;

/// The keys of a file.
const KEYS: [&str; 5] = ["format", "rules", "says", "battle", "example"];

/// The keys of an example, besides those of its position.
const OWN: [&str; 6] = ["id", "clauses", "title", "orders", "dice", "expect"];

/// Opens a rule set under switches.
pub type Open<'o> = &'o dyn Fn(&Switches) -> Result<Arc<dyn Rules>, String>;

/// Returns the rule set that a file of examples is for.
///
/// # Errors
/// If this cannot be read from the file.
pub fn peek(text: &str) -> Result<String, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        let rules = root.need("rules", notes).and_then(|node| node.text(notes));
        rules.map(str::to_owned)
    })
}

/// Plays every example of a file and returns their number.
///
/// # Errors
/// If the file has flaws or an example has another result than it states; names all of these.
pub fn play(text: &str, open: Open<'_>) -> Result<usize, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        root.keys(KEYS.into_iter(), notes);
        if let Some(node) = root.need("format", notes) {
            node.whole(1..=1, notes);
        }
        if let Some(node) = root.get("says") {
            node.text(notes);
        }
        let shared = root.get("battle");
        let shared = shared.and_then(|node| node.table("the battle", notes));
        let examples = root.tables("example", "an example", MOST, notes);
        if examples.is_empty() {
            notes.add(0..0, "there is no `[[example]]` in it");
        }
        let mut house = House {
            open,
            known: Vec::new(),
        };
        let mut ids: Vec<&str> = Vec::new();
        for example in &examples {
            let id = example.need("id", notes);
            let id = id.and_then(|node| Some((node, node.name(notes)?)));
            let Some((node, id)) = id else { continue };
            if ids.contains(&id) {
                let says = say!("another example is called `{id}`", id = id);
                notes.add(node.span(), says);
            }
            ids.push(id);
            one(root, shared.as_ref(), example, &mut house, notes);
        }
        Some(examples.len())
    })
}

/// Opens a rule set, once for each combination of switches.
struct House<'o> {
    open: Open<'o>,
    known: Vec<(Switches, Arc<dyn Rules>)>,
}

impl House<'_> {
    fn open(&mut self, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
        if let Some((_, rules)) = self.known.iter().find(|(known, _)| known == switches) {
            return Ok(Arc::clone(rules));
        }
        let rules = (self.open)(switches)?;
        self.known.push((switches.clone(), Arc::clone(&rules)));
        Ok(rules)
    }
}

/// Plays an example.
fn one<'d>(
    root: &Table<'d>,
    shared: Option<&Table<'d>>,
    example: &Table<'d>,
    house: &mut House<'_>,
    notes: &mut Notes<'_>,
) {
    let position = Position::new(root, shared, example, &OWN);
    let rules = match house.open(&position.switches(notes)) {
        Ok(rules) => rules,
        Err(why) => return notes.add(example.span(), why),
    };
    let card = rules.card();
    let example = &example.measured_in(card.ruler);
    if let Some(node) = example.need("title", notes) {
        node.text(notes);
    }
    let clauses = example.need("clauses", notes);
    for node in clauses
        .and_then(|node| node.items(notes))
        .unwrap_or_default()
    {
        play::clause(node, card, notes);
    }
    let Some(battle) = position.read(&*rules, notes) else {
        return;
    };
    let dice = example.get("dice").and_then(|node| node.items(notes));
    let dice = dice.unwrap_or_default().into_iter();
    let dice: Vec<u8> = dice.filter_map(|node| face(node, notes)).collect();
    let mut play = Play::new(&*rules, battle, &dice, example);
    if !play.begin(notes) {
        return;
    }
    let orders = example.get("orders").and_then(|node| node.items(notes));
    for order in orders.unwrap_or_default() {
        if !script::step(&mut play, order, notes) {
            return;
        }
    }
    script::end(&mut play, example, notes);
}

/// Reads the face of a die.
fn face(node: Node<'_>, notes: &mut Notes<'_>) -> Option<u8> {
    u8::try_from(node.whole(1..=100, notes)?).ok()
}

/// Plays every file of examples in a folder, for the tests of a rule set.
///
/// # Panics
/// If a file cannot be read or has a flaw, if an example has another result than it states, or if
/// there are no examples.
pub fn folder(path: impl AsRef<Path>, open: Open<'_>) {
    let path = path.as_ref();
    let entries = std::fs::read_dir(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    let (mut count, mut wrong) = (0, String::new());
    for file in files {
        let text = std::fs::read_to_string(&file);
        let text = text.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        match play(&text, open) {
            Ok(played) => count += played,
            Err(flaws) => wrong.push_str(&format!("{}:\n{flaws}\n", file.display())),
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 0, "{} has no example", path.display());
}
