//! The arguments of a call, read with errors that say what was wanted.

use crate::view::{Saying, Xy};
use crate::{EngineError, Others, ledger};
use sandtable_battle::{Order, Outcome, Side, Status, read_value};
use serde_json::Value;

/// The beginning of a text, for messages.
pub(crate) fn short(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() > MOST {
        text.chars().take(MOST).chain(['…']).collect()
    } else {
        text.to_owned()
    }
}

/// The arguments of a call.
pub struct Args<'a> {
    method: &'a str,
    names: Vec<&'static str>,
    values: Vec<Value>,
}

impl<'a> Args<'a> {
    /// Reads the JSON array of a call's arguments.
    ///
    /// # Errors
    /// What is wrong with it, and what the call takes.
    pub fn read(
        method: &'a str,
        needed: &[&'static str],
        optional: &[&'static str],
        text: &str,
    ) -> Result<Self, EngineError> {
        ledger::measure(text)?;
        let names: Vec<&'static str> = needed.iter().chain(optional).copied().collect();
        let hint = format!("`{method}` takes [{}]", names.join(", "));
        let text = if text.trim().is_empty() { "[]" } else { text };
        let values: Vec<Value> = match serde_json::from_str(text) {
            Ok(Value::Array(values)) => values,
            Ok(other) => {
                let found = kind(&other);
                return Err(EngineError::new(format!(
                    "the arguments of `{method}` must be a JSON array, not {found}"
                ))
                .hint(hint));
            }
            Err(error) => {
                return Err(EngineError::new(format!(
                    "the arguments of `{method}` are no JSON: {error}"
                ))
                .at(error.line(), error.column())
                .hint(hint));
            }
        };
        if values.len() < needed.len() || values.len() > names.len() {
            let found = values.len();
            return Err(
                EngineError::new(format!("`{method}` was given {found} arguments")).hint(hint),
            );
        }
        Ok(Self {
            method,
            names,
            values,
        })
    }

    /// An argument; null when it was left off.
    #[must_use]
    pub fn get(&self, place: usize) -> &Value {
        self.values.get(place).unwrap_or(&Value::Null)
    }

    /// Says what an argument must be.
    #[must_use]
    pub fn wrong(&self, place: usize, wanted: &str) -> EngineError {
        let name = self.names.get(place).copied().unwrap_or("argument");
        let value = self.get(place);
        let found = match value {
            Value::Array(_) | Value::Object(_) | Value::Null => kind(value).to_owned(),
            other => short(&other.to_string()),
        };
        EngineError::new(format!(
            "`{name}` of `{}` must be {wanted}, not {found}",
            self.method
        ))
    }

    /// An argument that is text.
    ///
    /// # Errors
    /// When it is something else.
    pub fn text(&self, place: usize) -> Result<&str, EngineError> {
        self.get(place)
            .as_str()
            .ok_or_else(|| self.wrong(place, "text"))
    }

    /// The same, or none.
    ///
    /// # Errors
    /// When it is something else.
    pub fn maybe_text(&self, place: usize) -> Result<Option<&str>, EngineError> {
        match self.get(place) {
            Value::Null => Ok(None),
            _ => self.text(place).map(Some),
        }
    }

    /// A list of texts; none when it was left off.
    ///
    /// # Errors
    /// When it is something else.
    pub fn maybe_texts(&self, place: usize) -> Result<Option<Vec<&str>>, EngineError> {
        match self.get(place) {
            Value::Null => return Ok(None),
            Value::Array(all) => all.iter().map(Value::as_str).collect::<Option<_>>(),
            _ => None,
        }
        .map(Some)
        .ok_or_else(|| self.wrong(place, "a list of texts"))
    }

    /// Two names, either of which may be missing.
    pub(crate) fn maybe_names(&self, place: usize) -> Result<[Option<&str>; 2], EngineError> {
        let value = self.get(place);
        let name = |value: &'_ Value| value.is_null() || value.is_string();
        match value.as_array().map(Vec::as_slice) {
            None if value.is_null() => Ok([None, None]),
            Some([a, b]) if name(a) && name(b) => Ok([a.as_str(), b.as_str()]),
            _ => Err(self.wrong(place, "a list of two names or nulls")),
        }
    }

    /// The secret and the word of a seal; none when it was left off.
    pub(crate) fn maybe_seal(&self, place: usize) -> Result<Option<(&str, &str)>, EngineError> {
        let value = self.get(place);
        if value.is_null() {
            return Ok(None);
        }
        let text = |key| value.get(key).and_then(Value::as_str);
        let both = text("secret").zip(text("word")).map(Some);
        both.ok_or_else(|| self.wrong(place, "{\"secret\": text, \"word\": text}"))
    }

    /// A whole number from 0.
    ///
    /// # Errors
    /// When it is something else.
    pub fn whole(&self, place: usize) -> Result<u64, EngineError> {
        self.get(place)
            .as_u64()
            .ok_or_else(|| self.wrong(place, "a whole number from 0"))
    }

    /// A number of things.
    pub(crate) fn count(&self, place: usize) -> Result<u32, EngineError> {
        let wrong = |_| self.wrong(place, "a whole number from 0 to some thousands");
        u32::try_from(self.whole(place)?).map_err(wrong)
    }

    /// A line of the journal.
    pub(crate) fn place(&self, place: usize) -> Result<usize, EngineError> {
        usize::try_from(self.whole(place)?).map_err(|_| self.wrong(place, "the number of a line"))
    }

    pub(crate) fn unit(&self, place: usize) -> Result<u8, EngineError> {
        self.get(place)
            .as_u64()
            .and_then(|n| u8::try_from(n).ok())
            .ok_or_else(|| self.wrong(place, "the id of a unit"))
    }

    pub(crate) fn point(&self, place: usize) -> Result<Xy, EngineError> {
        match self.get(place).as_array().map(Vec::as_slice) {
            Some([x, y]) => x.as_f64().zip(y.as_f64()).map(|(x, y)| [x, y]),
            _ => None,
        }
        .ok_or_else(|| self.wrong(place, "a point [x, y]"))
    }

    pub(crate) fn maybe_number(&self, place: usize) -> Result<Option<f64>, EngineError> {
        match self.get(place) {
            Value::Null => Ok(None),
            value => value
                .as_f64()
                .map(Some)
                .ok_or_else(|| self.wrong(place, "a number of degrees or null")),
        }
    }

    pub(crate) fn faces(&self, place: usize) -> Result<Option<Vec<u8>>, EngineError> {
        let value = self.get(place);
        if value.is_null() {
            return Ok(None);
        }
        let face = |v: &Value| v.as_u64().and_then(|n| u8::try_from(n).ok());
        value
            .as_array()
            .and_then(|faces| faces.iter().map(face).collect::<Option<Vec<u8>>>())
            .map(Some)
            .ok_or_else(|| self.wrong(place, "a list of faces, whole numbers from 1"))
    }

    /// The lines at which steps began.
    pub(crate) fn lines(&self, place: usize) -> Result<Option<Vec<u32>>, EngineError> {
        let value = self.get(place);
        if value.is_null() {
            return Ok(None);
        }
        let line = |v: &Value| v.as_u64().and_then(|n| u32::try_from(n).ok());
        value
            .as_array()
            .and_then(|lines| lines.iter().map(line).collect::<Option<Vec<u32>>>())
            .map(Some)
            .ok_or_else(|| self.wrong(place, "a list of numbers of lines"))
    }

    /// True or false; false when it was left off.
    pub(crate) fn maybe_flag(&self, place: usize) -> Result<bool, EngineError> {
        match self.get(place) {
            Value::Null => Ok(false),
            value => value
                .as_bool()
                .ok_or_else(|| self.wrong(place, "true or false")),
        }
    }

    /// How choices on the way are made; they are not when it was left off.
    pub(crate) fn others(&self, place: usize) -> Result<Others, EngineError> {
        let Some(name) = self.maybe_text(place)? else {
            return Ok(Others::default());
        };
        let found = Others::ALL.into_iter().find(|o| o.name() == name);
        found.ok_or_else(|| {
            let names = Others::ALL.map(Others::name).join(", ");
            self.wrong(place, &format!("one of {names}"))
        })
    }

    /// An object.
    ///
    /// # Errors
    /// When it is something else.
    pub fn object(&self, place: usize) -> Result<&serde_json::Map<String, Value>, EngineError> {
        self.get(place)
            .as_object()
            .ok_or_else(|| self.wrong(place, "an object"))
    }

    /// A unit, or none.
    pub(crate) fn maybe_unit(&self, place: usize) -> Result<Option<u8>, EngineError> {
        match self.get(place) {
            Value::Null => Ok(None),
            _ => self.unit(place).map(Some),
        }
    }

    /// What is stated of the real table; nothing when it was left off.
    pub(crate) fn says(&self, place: usize) -> Result<Option<Saying>, EngineError> {
        match self.get(place) {
            Value::Null => Ok(None),
            value => read_value(value.clone()).map(Some).map_err(|error| {
                let method = self.method;
                EngineError::new(format!("`says` of `{method}` is no statement: {error}"))
                    .hint("give one as it came from form, changed as it may be")
            }),
        }
    }

    /// Units that have left the table, with what became of them.
    pub(crate) fn left(&self, place: usize) -> Result<Vec<(u8, Status)>, EngineError> {
        let value = self.get(place).clone();
        read_value(value).map_err(|_| {
            self.wrong(
                place,
                "a list of units with what became of them: [[2, \"fled\"]]",
            )
        })
    }

    /// How a battle ended: who won, or a draw; nothing when it was left off.
    pub(crate) fn outcome(&self, place: usize) -> Result<Option<Outcome>, EngineError> {
        match self.maybe_text(place)? {
            None => Ok(None),
            Some("a") => Ok(Some(Outcome::Won(Side::A))),
            Some("b") => Ok(Some(Outcome::Won(Side::B))),
            Some("draw") => Ok(Some(Outcome::Draw)),
            Some(_) => Err(self.wrong(place, "a, b or draw")),
        }
    }

    pub(crate) fn order(&self, place: usize) -> Result<Order, EngineError> {
        read_value::<Order>(self.get(place).clone()).map_err(|error| {
            EngineError::new(format!("`order` of `{}` is no order: {error}", self.method))
                .hint("give back an order as it came from offers, nearest or think")
        })
    }
}

const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
