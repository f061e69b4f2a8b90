//! Checks whether the faces of real dice are those that an order asks for.

use crate::view::Wanted;
use crate::{EngineError, Look};
use sandtable_battle::{Ask, Order, Recorded};
use sandtable_tongue::say;

/// Checks that the faces of real dice fit what was asked; returns the next throw needed if they run
/// short.
pub(crate) fn fits(
    look: &Look<'_>,
    thrown: &Recorded,
    order: Option<&Order>,
) -> Result<Option<Wanted>, EngineError> {
    if let Some((face, ask)) = thrown.wrong() {
        return Err(wrong_face(face, ask));
    }
    if let Some((ask, by, why)) = thrown.wanted() {
        return Ok(Some(look.wanted(order, ask, by, why)));
    }
    if thrown.left_over() > 0 {
        return Err(EngineError::new(say!(
            "{n} more faces were given than dice were asked",
            n = thrown.left_over()
        ))
        .hint("give [] first; the answer says what to throw"));
    }
    Ok(None)
}

fn wrong_face(face: u8, ask: Ask) -> EngineError {
    let (_, sides) = ask.dice();
    EngineError::new(say!(
        "a die of {sides} sides does not show {face}",
        sides = sides,
        face = face
    ))
    .hint(say!(
        "faces are whole numbers from 1 to {sides}",
        sides = sides
    ))
}
