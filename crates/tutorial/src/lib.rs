//! Guided first battles (`tutorials/*.tutorial.toml`): a small battle that is
//! played step by step, each step with words, clauses and what is to be done.
//!
//! A tutorial holds no code and no rule. It names orders in the notation that
//! players type, and the real engine plays them; the dice of a step come from
//! seeds, so that what is said afterwards is what happened. Where a battle
//! stands in its tutorial is read off its journal ([`Guide::now`]): nothing but
//! the lines at which steps began is remembered, and taking back an order takes
//! back the step.
//!
//! ```toml
//! format = 1
//! rules = "three-hit"
//! title = "The mill at dawn"
//! says = "Moving, shooting, morale and a charge, in four turns."
//! minutes = 10
//! battle = "three-hit.battle.toml"   # beside this file
//! side = "Blue"
//! seed = 1
//!
//! [[step]]
//! title = "Forward"
//! says = "Drag the Guards to the marked place."
//! clauses = ["THR-MOVE-02"]
//! task = "Move the Guards 6 inches forward."
//! orders = ["move Guards advance 6"]
//! shows = ["THR-MOVE-02"]
//! after = "They went straight ahead: there is no other way in this set."
//! ```

mod file;
mod fit;
mod guide;
mod rehearse;
mod step;

pub use file::{Head, peek, read};
pub use guide::{Guide, Now, Stand};
pub use rehearse::{Rehearsal, Scene, rehearse};
pub use step::{Accept, Foe, Line, Step, Tutorial};
