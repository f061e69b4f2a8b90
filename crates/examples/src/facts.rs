//! Compares the battle, as its battle file would state it, with what is expected.

use sandtable_battle::{Battle, Card};
use sandtable_files::walk::{Node, Notes};
use sandtable_files::{read_begun, write_battle};
use sandtable_tongue::say;
use toml::{Table, Value};

/// Tolerance for decimal numbers, in units of the rule set's ruler.
const NEAR: f64 = 0.003;

/// Tolerance for directions, in degrees.
const TURN: f64 = 0.02;

/// A battle as its file states it.
pub(crate) struct Facts<'b> {
    battle: &'b Battle,
    card: &'b Card,
    file: Table,
}

impl<'b> Facts<'b> {
    pub(crate) fn of(battle: &'b Battle, card: &'b Card) -> Self {
        let file = write_battle(battle, card);
        Self {
            battle,
            card,
            file: file.parse().unwrap_or_default(),
        }
    }

    /// Compares a fact about a unit with what is expected.
    pub(crate) fn unit(&self, place: usize, fact: Node<'_>, notes: &mut Notes<'_>) {
        let units = self.file.get("unit").and_then(Value::as_array);
        let found = units.and_then(|units| units.get(place)?.get(fact.key));
        self.held(found, fact, notes, |file| {
            file.get_mut("unit")?
                .as_array_mut()?
                .get_mut(place)?
                .as_table_mut()
        });
    }

    /// Compares a fact about the whole battle with what is expected.
    pub(crate) fn state(&self, fact: Node<'_>, notes: &mut Notes<'_>) {
        let found = self.file.get("state").and_then(|state| state.get(fact.key));
        self.held(found, fact, notes, |file| {
            let state = file.entry("state").or_insert_with(|| Table::new().into());
            state.as_table_mut()
        });
    }

    fn held(
        &self,
        found: Option<&Value>,
        fact: Node<'_>,
        notes: &mut Notes<'_>,
        place: impl Fn(&mut Table) -> Option<&mut Table>,
    ) {
        let wanted = fact.value();
        if let Some(found) = found {
            if !alike(fact.key, found, &wanted) {
                wrong(fact, &found.to_string(), &wanted.to_string(), notes);
            }
            return;
        }
        // What a file omits has its default value, so stating it must change nothing.
        let mut file = self.file.clone();
        if let Some(table) = place(&mut file) {
            table.insert(fact.key.to_owned(), wanted.clone());
        }
        match read_begun(&file.to_string(), self.card) {
            Ok(battle) if battle == *self.battle => {}
            Ok(_) => wrong(fact, "nothing", &wanted.to_string(), notes),
            Err(flaws) => {
                for flaw in flaws.flaws.into_iter().take(1) {
                    match flaw.hint {
                        Some(hint) => notes.hint(fact.span(), flaw.message, hint),
                        None => notes.add(fact.span(), flaw.message),
                    }
                }
            }
        }
    }
}

/// Returns whether a value is as expected. In tables, only the expected keys count.
fn alike(key: &str, found: &Value, wanted: &Value) -> bool {
    if let (Some(found), Some(wanted)) = (number(found), number(wanted)) {
        let off = (found - wanted).abs();
        return match key {
            "facing" => off.min((360.0 - off).abs()) <= TURN,
            _ => off <= NEAR,
        };
    }
    match (found, wanted) {
        (Value::Array(found), Value::Array(wanted)) => {
            found.len() == wanted.len()
                && found
                    .iter()
                    .zip(wanted)
                    .all(|(found, wanted)| alike(key, found, wanted))
        }
        (Value::Table(found), Value::Table(wanted)) => wanted.iter().all(|(key, wanted)| {
            let found = found.get(key);
            found.is_some_and(|found| alike(key, found, wanted))
        }),
        _ => found == wanted,
    }
}

/// Returns a number, with or without decimals.
fn number(value: &Value) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "numbers of files are small")]
    let whole = || value.as_integer().map(|n| n as f64);
    value.as_float().or_else(whole)
}

/// Reports a result that is not as expected.
pub(crate) fn wrong(node: Node<'_>, found: &str, wanted: &str, notes: &mut Notes<'_>) {
    let says = say!(
        "`{key}` comes to {found}, not {wanted}",
        key = node.key,
        found = found,
        wanted = wanted
    );
    notes.add(node.span(), says);
}
