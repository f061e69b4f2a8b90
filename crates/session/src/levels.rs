//! Levels of computer players that there are not.

use crate::EngineError;
use sandtable_opponents::LEVELS;
use sandtable_tongue::say;

/// There is no computer player of that name.
pub(crate) fn no_level(id: &str) -> EngineError {
    let names: Vec<&str> = LEVELS.iter().map(|level| level.id).collect();
    EngineError::new(say!("there is no computer player `{id}`", id = id))
        .hint(say!("there are: {known}", known = names.join(", ")))
}
