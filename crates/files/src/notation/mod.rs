//! Orders as one line of text, read and written: `shoot "1st Line" Red_Hussars`.
//!
//! | order | line |
//! |---|---|
//! | move | `move U pivot 45 advance 3.5 slide 30 2 wheel left 15 to 12.5,8 14,9` |
//! | face, form | `face U 90`, `form U column` |
//! | charge, shoot, fight | `charge U T`, `charge U T reach`, `charge U T heading 22.5`, `shoot U T`, `fight U T` |
//! | leaders and bodies | `rally U T`, `join U T`, `leave U` |
//! | place, lay | `place U 12,6 90 line`, `lay Spinney 9,18 45` |
//! | by what it is for | `move U out-of-charge T`, `out-of-shot`, `in-shot`, `in-charge`, `in-arc`, `in-cover` ([`aim`]) |
//! | the rest | `test U`, `load U`, `pass U`, `draw`, `roll-off`, `decide 1`, `end` |
//!
//! Units go by their names: in double quotes or with `_` for blanks, in any case; a part of a name
//! is enough if no other unit shares it; `#3` is the unit at place 3. Lengths are in the unit of
//! the rule set's card, directions in degrees clockwise from north (a wheel's are degrees turned),
//! choices count from 0 or go by their readings.

mod read;
mod words;
mod write;

use std::fmt;

use sandtable_battle::aim::{Aim, Aimed};
use sandtable_battle::{Battle, Card, Order};
use sandtable_tongue::say;
use serde::Serialize;

use read::Reader;
pub use words::MOST_BYTES;
use words::Token;
pub use write::{write, write_aim};

/// Why a line is not an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trouble {
    /// The column in characters, from 1; one past the end if something is missing.
    pub column: usize,
    /// What was found and what is expected.
    pub message: String,
    /// What would probably be right.
    pub hint: Option<String>,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say!(
            "column {column}: {says}",
            column = self.column,
            says = self.message
        ))?;
        self.hint
            .as_ref()
            .map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

impl std::error::Error for Trouble {}

/// The verbs of orders.
pub const VERBS: [&str; 18] = [
    "place", "lay", "move", "face", "form", "charge", "shoot", "fight", "test", "load", "rally",
    "join", "leave", "pass", "draw", "roll-off", "decide", "end",
];

/// Reads the order in a line.
///
/// # Errors
/// Says where and why the line is not an order of this battle. Whether the order is legal is for
/// [`sandtable_battle::Judging::judge`] to say.
pub fn parse(text: &str, battle: &Battle, card: &Card) -> Result<Order, Trouble> {
    let mut reader = Reader::new(text, battle, card)?;
    let order = reader.order()?;
    reader.finish()?;
    Ok(order)
}

/// Reads the aim that a line gives in place of a path: `move U out-of-charge T`. None if it gives
/// no aim; then the line can only be an order.
///
/// # Errors
/// Says where and why the line is not an aim of this battle, once it names one.
pub fn aim(text: &str, battle: &Battle, card: &Card) -> Result<Option<Aimed>, Trouble> {
    let mut reader = Reader::new(text, battle, card)?;
    let named = |token: &Token| Aim::named(&token.text.to_lowercase()).filter(|_| !token.quoted);
    let moves = |token: &Token| ["move", "face"].contains(&token.text.to_lowercase().as_str());
    let Some(aim) = reader.at(2).and_then(named) else {
        return Ok(None);
    };
    if !reader.at(0).is_some_and(moves) {
        return Ok(None);
    }
    reader.take();
    let unit = reader.unit("the unit")?;
    reader.take();
    let foe = reader.unit("the enemy")?;
    reader.finish()?;
    Ok(Some(Aimed { unit, aim, foe }))
}

/// Returns the verb of an order.
#[must_use]
pub const fn verb(order: &Order) -> &'static str {
    match order {
        Order::Place { .. } => "place",
        Order::Lay { .. } => "lay",
        Order::Move { .. } => "move",
        Order::Face { .. } => "face",
        Order::Form { .. } => "form",
        Order::Charge { .. } => "charge",
        Order::Shoot { .. } => "shoot",
        Order::Fight { .. } => "fight",
        Order::Test { .. } => "test",
        Order::Load { .. } => "load",
        Order::Rally { .. } => "rally",
        Order::Join { .. } => "join",
        Order::Leave { .. } => "leave",
        Order::Pass { .. } => "pass",
        Order::Draw => "draw",
        Order::RollOff => "roll-off",
        Order::Decide { .. } => "decide",
        Order::End => "end",
    }
}
