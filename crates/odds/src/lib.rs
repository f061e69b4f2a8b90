//! Exact odds by exploring: the same straight-line resolution that plays an order runs over every
//! branch of its dice, and the chances add up as fractions. There is no second implementation of
//! any rule here.
//!
//! This works for any function over [`Dice`](sandtable_battle::Dice):
//!
//! ```
//! use sandtable_battle::{Ask, Clause, Dice, Side};
//! use sandtable_odds::{Explorer, Law};
//!
//! let best_of_two = |dice: &mut dyn Dice| {
//!     let mut die = || dice.ask(Ask::Die { sides: 6 }, Side::A, Clause::new(100));
//!     die().max(die())
//! };
//! let law: Law<u16> = Explorer::new().law(best_of_two);
//! assert_eq!(law.chance(&6).to_string(), "11/36");
//! ```

mod answer;
mod chain;
mod chance;
mod draw;
mod explorer;
mod fought;
mod law;
mod linear;
mod luck;
mod mix;
mod order;
mod others;
mod outcome;
mod samples;
mod solve;
pub mod stats;
mod through;

pub use answer::{Answer, answer, answer_apart};
pub use chain::Chain;
pub use chance::{Chance, Weight};
pub use explorer::{Explorer, Memo};
pub use law::Law;
pub use linear::solved;
pub use luck::{Luck, OrderLuck};
pub use mix::mix;
pub use order::{follow, of_battle, of_order, visit};
pub use others::{Choices, Others, follow_through};
pub use outcome::view::{
    BranchView, FactorView, MeanRow, OddsPart, OddsRow, OddsView, OthersView, TreeView,
};
pub use outcome::{Effect, Foreseen, Outcomes, Outlook, Terms, Told, Went, Worded};
pub use samples::Samples;
