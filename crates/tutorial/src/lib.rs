//! Guided first battles (`tutorials/*.tutorial.toml`): a small battle, played step by step. Each
//! step has an explanation, clauses and a task.
//!
//! A tutorial contains no code and no rules. It names orders in the notation that players type, and
//! the real engine plays them. The dice of a step come from seeds, so that what the tutorial says
//! afterwards is what happened. The journal determines the progress ([`Guide::now`]): the guide
//! stores only the lines at which steps began, and taking back an order also takes back its step.
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
