//! Computer players by name, and errors for names that do not exist.

use crate::EngineError;
use sandtable_opponents::{LEVELS, MOST_PLAYOUTS, Named, NoPlayer, Temper};
use sandtable_tongue::say;

/// Returns the computer player with a name.
///
/// # Errors
/// Says what part of the name is unknown, and what there is instead.
pub fn player(name: &str) -> Result<Named, EngineError> {
    Named::read(name).map_err(|why| no_level(&why))
}

/// Returns why there is no such computer player, and what there is instead.
pub(crate) fn no_level(why: &NoPlayer) -> EngineError {
    let list = |names: &[&str]| say!("there are: {known}", known = names.join(", "));
    match why {
        NoPlayer::Level(id) => {
            EngineError::new(say!("there is no computer player `{id}`", id = id))
                .hint(list(&LEVELS.map(|level| level.id)))
        }
        NoPlayer::Temper(id) if id.parse::<u32>().is_ok() => {
            EngineError::new(say!("there is no temper `{id}`", id = id)).hint(say!(
                "the temper comes first: steady:{playouts}",
                playouts = id
            ))
        }
        NoPlayer::Temper(id) => EngineError::new(say!("there is no temper `{id}`", id = id))
            .hint(list(&Temper::ALL.map(Temper::id))),
        NoPlayer::Playouts(text) => {
            EngineError::new(say!("`{text}` is not a number of playouts", text = text)).hint(say!(
                "a whole number from 1 to {most}",
                most = MOST_PLAYOUTS
            ))
        }
        NoPlayer::Plain(id) => EngineError::new(say!(
            "the computer player `{id}` has nothing that can be set",
            id = id
        ))
        .hint("write its name alone"),
    }
}
