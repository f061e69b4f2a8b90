//! Calls as messages: the name of a method and a JSON array of arguments come in, a JSON answer
//! goes out. Every message gets an answer.
//!
//! `play` has the calls for playing, `desk` those for building a battle or looking back on one. The
//! contract of the page is written from them (`cargo xtask contract`).

mod calls;
mod desk;
mod given;
mod play;

#[cfg(feature = "schema")]
pub use calls::Described;
pub use calls::{Arguments, Known, unknown};
pub use desk::DeskCall;
pub use given::{Ended, From, Policy, Sealing};
pub use play::Call;
#[cfg(feature = "schema")]
pub use schemars::SchemaGenerator;

use crate::{EngineError, Session};
use serde::Serialize;

impl Session {
    /// Answers a call: `{"ok": value}` or `{"err": EngineError}`.
    #[must_use]
    pub fn call(&mut self, method: &str, args: &str) -> String {
        told(self.answered(method, args))
    }

    fn answered(&mut self, method: &str, args: &str) -> Result<String, EngineError> {
        self.listen()?;
        if let Some(call) = Call::read(method, args) {
            return call?.answer(self);
        }
        if let Some(call) = DeskCall::read(method, args) {
            return call?.answer(self);
        }
        Err(unknown(method, Call::ALL.iter().chain(DeskCall::ALL)))
    }
}

/// Returns the result of a call as a message: `{"ok": value}` or `{"err": EngineError}`.
#[must_use]
pub fn told(answer: Result<String, EngineError>) -> String {
    match answer {
        Ok(value) => format!("{{\"ok\":{value}}}"),
        Err(error) => match serde_json::to_string(&error) {
            Ok(text) => format!("{{\"err\":{text}}}"),
            Err(_) => "{\"err\":{\"message\":\"the engine failed\"}}".to_owned(),
        },
    }
}

/// Returns a value as the JSON of an answer.
///
/// # Errors
/// If it cannot be written.
pub fn json(value: &impl Serialize) -> Result<String, EngineError> {
    serde_json::to_string(value)
        .map_err(|e| EngineError::new(format!("the answer cannot be written: {e}")))
}
