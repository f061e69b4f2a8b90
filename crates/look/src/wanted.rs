//! What to throw next, for people with real dice on a real table.

use crate::Look;
use crate::view::{Wanted, WantedRow};
use sandtable_battle::{Ask, Clause, Order, Side};
use sandtable_tongue::say;

/// Dice with more sides than this get no explanation of each face.
const MOST_FACES: u8 = 12;

impl Look<'_> {
    /// Says what to throw for an order, or for the opening: whose dice they are, and what counts.
    #[must_use]
    pub fn wanted(&self, order: Option<&Order>, ask: Ask, by: Side, why: Clause) -> Wanted {
        let (count, sides) = ask.dice();
        let own = |count| WantedRow {
            by: by.into(),
            count,
        };
        let rows = match ask {
            Ask::Match { left, right, .. } => vec![
                own(left),
                WantedRow {
                    by: by.other().into(),
                    count: right,
                },
            ],
            _ => vec![own(count)],
        };
        Wanted {
            order: order.map_or_else(
                || say!("The battle begins"),
                |order| sandtable_tell::order(self.battle, self.card(), order),
            ),
            by: by.into(),
            count,
            sides,
            rows: rows.into_iter().filter(|row| row.count > 0).collect(),
            clause: self.cite(why),
            says: self.title(why).to_owned(),
            needs: needs(ask),
            faces: self.meanings(ask, why),
            drawn: matches!(ask, Ask::Draw { .. }),
        }
    }

    /// Returns what each face of one die means, by the readings of its clause.
    fn meanings(&self, ask: Ask, why: Clause) -> Vec<String> {
        let (1, sides @ ..=MOST_FACES) = ask.dice() else {
            return Vec::new();
        };
        let drawn = matches!(ask, Ask::Draw { .. });
        let all: Vec<String> = (1..=sides)
            .map(|face| match ask {
                Ask::Read { .. } | Ask::Hits { .. } | Ask::Low { .. } | Ask::Draw { .. } => self
                    .reading(why, ask.outcome(&[face]))
                    .map_or_else(String::new, ToString::to_string),
                _ => String::new(),
            })
            .collect();
        if drawn || all.iter().all(String::is_empty) {
            return Vec::new();
        }
        all
    }
}

/// Says which faces count.
fn needs(ask: Ask) -> String {
    match ask {
        Ask::Hits { sides, least, .. } if least >= sides => say!("{least} counts", least = least),
        Ask::Hits { least, .. } => say!("{least} or more counts", least = least),
        Ask::Low { most: 1, .. } => say!("1 counts"),
        Ask::Low { most, .. } => say!("{most} or less counts", most = most),
        Ask::Sum { dice: 2.., .. } => say!("added up"),
        Ask::Row { each: 2.., .. } => say!("added up throw by throw, highest first"),
        Ask::Row { .. } => say!("laid from the highest down"),
        Ask::Match { .. } => say!("laid opposite each other from the highest down"),
        Ask::Die { .. } | Ask::Sum { .. } | Ask::Read { .. } | Ask::Draw { .. } => String::new(),
    }
}
