//! Failures as exceptions of the package: `sandtable/errors.py` has the classes.

use pyo3::prelude::*;
use sandtable::Error;
use serde_json::{Value, json};
use std::borrow::Cow;

/// An exception of the package by its class, with what it tells beside the sentence.
pub(crate) fn raised(py: Python<'_>, class: &str, says: &str, more: &Value) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let class = py.import("sandtable.errors")?.getattr(class)?;
        Ok(PyErr::from_value(
            class.call1((clipped(says).as_ref(), more.to_string()))?,
        ))
    };
    made().unwrap_or_else(|error| error)
}

/// A failure of the engine as an exception.
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
        Error::Dice(_) => ("WrongDice", Value::Null),
        Error::Differs(mismatch) => ("JournalDiffers", json!(mismatch)),
        Error::Player(_) => ("PlayerFailed", Value::Null),
        Error::Study(_) => ("StudyFailed", Value::Null),
        Error::Stopped => ("EngineError", Value::Null),
    };
    raised(py, class, &says, &more)
}

/// A value that Python gave and that cannot be used.
pub(crate) fn unusable(says: impl AsRef<str>) -> PyErr {
    pyo3::exceptions::PyValueError::new_err(clipped(says.as_ref()).into_owned())
}

/// Longest message in characters: what somebody gave may stand in it, whatever its length.
const MOST: usize = 3_000;

/// A message, cut where it is long.
fn clipped(says: &str) -> Cow<'_, str> {
    match says.char_indices().nth(MOST) {
        Some((at, _)) => Cow::Owned(format!("{} ..", &says[..at])),
        None => Cow::Borrowed(says),
    }
}
