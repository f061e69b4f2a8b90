//! Failures as exceptions of the package; `sandtable/errors.py` defines the classes.

use pyo3::prelude::*;
use sandtable::Error;
use serde_json::{Value, json};
use std::borrow::Cow;

/// Creates an exception of the package by its class name, with a message and more data.
pub(crate) fn raised(py: Python<'_>, class: &str, says: &str, more: &Value) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let class = py.import("sandtable.errors")?.getattr(class)?;
        Ok(PyErr::from_value(
            class.call1((clipped(says).as_ref(), more.to_string()))?,
        ))
    };
    made().unwrap_or_else(|error| error)
}

/// Converts a failure of the engine to an exception.
pub(crate) fn failed(py: Python<'_>, error: &Error) -> PyErr {
    let says = error.to_string();
    let (class, more) = match error {
        Error::Unknown(_) => ("UnknownName", Value::Null),
        Error::Flawed(flaws) => ("FlawedFile", json!(flaws.flaws)),
        Error::NoOrder { trouble, .. } => ("NotAnOrder", json!(trouble)),
        Error::Refused(why) => {
            let reasons = why.reasons.iter();
            let reasons = reasons.map(|r| json!({"clause": r.clause, "says": r.says}));
            let all: Vec<Value> = reasons.collect();
            ("Refused", json!({"order": why.order, "reasons": all}))
        }
        Error::Over(_) => ("BattleOver", Value::Null),
        Error::Unseen => ("TableUnseen", Value::Null),
        Error::Dice(_) => ("WrongDice", Value::Null),
        Error::Differs(mismatch) => ("JournalDiffers", json!(mismatch)),
        Error::Full => ("JournalFull", Value::Null),
        Error::Player(_) => ("PlayerFailed", Value::Null),
        Error::Study(_) => ("StudyFailed", Value::Null),
        Error::Stopped => ("EngineError", Value::Null),
    };
    raised(py, class, &says, &more)
}

/// Creates an exception for an unusable value from Python.
pub(crate) fn unusable(says: impl AsRef<str>) -> PyErr {
    pyo3::exceptions::PyValueError::new_err(clipped(says.as_ref()).into_owned())
}

/// Longest message in characters, since it may contain input of any length.
const MOST: usize = 3_000;

/// Cuts a long message.
fn clipped(says: &str) -> Cow<'_, str> {
    match says.char_indices().nth(MOST) {
        Some((at, _)) => Cow::Owned(format!("{} ..", &says[..at])),
        None => Cow::Borrowed(says),
    }
}
