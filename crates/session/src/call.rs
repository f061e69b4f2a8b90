//! Calls as they travel: a method's name and a JSON array of arguments in, a
//! JSON answer out. Whatever comes in, an answer goes out.

use crate::view::Xy;
use crate::{EngineError, Session, Source, ledger};
use sandtable_battle::Order;
use serde::Serialize;
use serde_json::Value;

/// The calls and the names of their arguments; those after the bar may be left
/// off.
const CALLS: &[(&str, &[&str], &[&str])] = &[
    ("catalogue", &[], &[]),
    ("start", &["from", "seed"], &["house", "armies"]),
    ("armies", &["scenario"], &[]),
    ("house", &["text"], &[]),
    ("view", &[], &[]),
    ("offers", &["unit"], &[]),
    ("preview", &["order"], &[]),
    ("nearest", &["unit", "to"], &["facing"]),
    ("laying", &["piece", "to"], &["turned"]),
    ("odds", &["order"], &[]),
    ("overlay", &["unit"], &[]),
    ("play", &["order", "number"], &["faces"]),
    ("think", &["level"], &[]),
    ("undo", &[], &[]),
    ("log", &[], &[]),
    ("at", &["n"], &[]),
    ("fork", &["n"], &[]),
    ("journal", &[], &[]),
    ("position", &[], &[]),
    ("load", &["text"], &[]),
    ("rulebook", &["rules"], &[]),
    ("learn", &["rules"], &["begun"]),
    ("lesson", &[], &[]),
    ("next", &[], &[]),
    ("leave", &[], &[]),
    ("selfplay", &["game"], &[]),
];

impl Session {
    /// Answers a call: `{"ok": value}` or `{"err": EngineError}`.
    #[must_use]
    pub fn call(&mut self, method: &str, args: &str) -> String {
        match self.answer(method, args) {
            Ok(value) => format!("{{\"ok\":{value}}}"),
            Err(error) => match serde_json::to_string(&error) {
                Ok(text) => format!("{{\"err\":{text}}}"),
                Err(_) => "{\"err\":{\"message\":\"the engine failed\"}}".to_owned(),
            },
        }
    }

    fn answer(&mut self, method: &str, args: &str) -> Result<String, EngineError> {
        let Some((_, needed, optional)) = CALLS.iter().find(|(name, ..)| *name == method) else {
            let names: Vec<&str> = CALLS.iter().map(|(name, ..)| *name).collect();
            return Err(
                EngineError::new(format!("the engine knows no call `{}`", short(method)))
                    .hint(format!("its calls are: {}", names.join(", "))),
            );
        };
        let args = Args::read(method, needed, optional, args)?;
        match method {
            "catalogue" => json(&self.catalogue()?),
            "start" => {
                let from = args.object(0)?;
                let source = match (from.get("scenario"), from.get("text")) {
                    (Some(Value::String(id)), None) => Source::Scenario(id),
                    (None, Some(Value::String(text))) => Source::Text(text),
                    _ => return Err(args.wrong(0, "{\"scenario\": id} or {\"text\": battle file}")),
                };
                let (house, armies) = (args.maybe_text(2)?, args.maybe_names(3)?);
                json(&self.start_with(source, args.whole(1)?, house, armies)?)
            }
            "armies" => json(&self.armies(args.text(0)?)?),
            "house" => json(&self.house(args.text(0)?)?),
            "view" => json(&self.view()?),
            "offers" => json(&self.offers(args.unit(0)?)?),
            "preview" => json(&self.preview(&args.order(0)?)?),
            "nearest" => {
                json(&self.nearest(args.unit(0)?, args.point(1)?, args.maybe_number(2)?)?)
            }
            "laying" => {
                let turned = args.maybe_number(2)?.unwrap_or(0.0);
                json(&self.laying(args.unit(0)?, args.point(1)?, turned)?)
            }
            "odds" => json(&self.odds(&args.order(0)?)?),
            "overlay" => json(&self.overlay(args.unit(0)?)?),
            "play" => {
                let faces = args.faces(2)?;
                json(&self.play(&args.order(0)?, args.place(1)?, faces.as_deref())?)
            }
            "think" => json(&self.think(args.text(0)?)?),
            "undo" => json(&self.undo()?),
            "log" => json(&self.log()?),
            "at" => json(&self.at(args.place(0)?)?),
            "fork" => json(&self.fork(args.place(0)?)?),
            "journal" => json(&self.journal()?),
            "position" => json(&self.position()?),
            "load" => json(&self.load(args.text(0)?)?),
            "rulebook" => json(&self.rulebook(args.text(0)?)?),
            "learn" => json(&self.learn(args.text(0)?, args.lines(1)?)?),
            "lesson" => json(&self.lesson()?),
            "next" => json(&self.go_on()?),
            "leave" => json(&self.leave()?),
            "selfplay" => {
                let game = args.object(0)?;
                let (Some(scenario), Some(seed), Some(level)) = (
                    game.get("scenario").and_then(Value::as_str),
                    game.get("seed").and_then(Value::as_u64),
                    game.get("level").and_then(Value::as_str),
                ) else {
                    return Err(
                        args.wrong(0, "{\"scenario\": id, \"seed\": number, \"level\": id}")
                    );
                };
                json(&self.selfplay(scenario, seed, level)?)
            }
            _ => Err(EngineError::new(format!("`{method}` is not answered"))),
        }
    }
}

fn json(value: &impl Serialize) -> Result<String, EngineError> {
    serde_json::to_string(value)
        .map_err(|e| EngineError::new(format!("the answer cannot be written: {e}")))
}

/// The beginning of a text, for messages.
fn short(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() > MOST {
        text.chars().take(MOST).chain(['…']).collect()
    } else {
        text.to_owned()
    }
}

/// The arguments of a call.
struct Args<'a> {
    method: &'a str,
    names: Vec<&'static str>,
    values: Vec<Value>,
}

impl<'a> Args<'a> {
    fn read(
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

    fn get(&self, place: usize) -> &Value {
        self.values.get(place).unwrap_or(&Value::Null)
    }

    fn wrong(&self, place: usize, wanted: &str) -> EngineError {
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

    fn text(&self, place: usize) -> Result<&str, EngineError> {
        self.get(place)
            .as_str()
            .ok_or_else(|| self.wrong(place, "text"))
    }

    fn maybe_text(&self, place: usize) -> Result<Option<&str>, EngineError> {
        match self.get(place) {
            Value::Null => Ok(None),
            _ => self.text(place).map(Some),
        }
    }

    /// Two names, either of which may be missing.
    fn maybe_names(&self, place: usize) -> Result<[Option<&str>; 2], EngineError> {
        let value = self.get(place);
        let name = |value: &'_ Value| value.is_null() || value.is_string();
        match value.as_array().map(Vec::as_slice) {
            None if value.is_null() => Ok([None, None]),
            Some([a, b]) if name(a) && name(b) => Ok([a.as_str(), b.as_str()]),
            _ => Err(self.wrong(place, "a list of two names or nulls")),
        }
    }

    fn whole(&self, place: usize) -> Result<u64, EngineError> {
        self.get(place)
            .as_u64()
            .ok_or_else(|| self.wrong(place, "a whole number from 0"))
    }

    /// A line of the journal.
    fn place(&self, place: usize) -> Result<usize, EngineError> {
        usize::try_from(self.whole(place)?).map_err(|_| self.wrong(place, "the number of a line"))
    }

    fn unit(&self, place: usize) -> Result<u8, EngineError> {
        self.get(place)
            .as_u64()
            .and_then(|n| u8::try_from(n).ok())
            .ok_or_else(|| self.wrong(place, "the id of a unit"))
    }

    fn point(&self, place: usize) -> Result<Xy, EngineError> {
        match self.get(place).as_array().map(Vec::as_slice) {
            Some([x, y]) => x.as_f64().zip(y.as_f64()).map(|(x, y)| [x, y]),
            _ => None,
        }
        .ok_or_else(|| self.wrong(place, "a point [x, y]"))
    }

    fn maybe_number(&self, place: usize) -> Result<Option<f64>, EngineError> {
        match self.get(place) {
            Value::Null => Ok(None),
            value => value
                .as_f64()
                .map(Some)
                .ok_or_else(|| self.wrong(place, "a number of degrees or null")),
        }
    }

    fn faces(&self, place: usize) -> Result<Option<Vec<u8>>, EngineError> {
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
    fn lines(&self, place: usize) -> Result<Option<Vec<u32>>, EngineError> {
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

    fn object(&self, place: usize) -> Result<&serde_json::Map<String, Value>, EngineError> {
        self.get(place)
            .as_object()
            .ok_or_else(|| self.wrong(place, "an object"))
    }

    fn order(&self, place: usize) -> Result<Order, EngineError> {
        serde_json::from_value::<Order>(self.get(place).clone()).map_err(|error| {
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
