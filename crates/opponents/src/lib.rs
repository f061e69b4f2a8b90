//! Computer players. They contain no rules: they ask a rule set which orders are legal, how each
//! would turn out, and what each unit is good for.

mod candidates;
mod greedy;
mod learn;
mod level;
mod lot;
mod memory;
mod pilots;
mod player;
mod post;
mod quick;
mod random;
mod recruit;
mod sampler;
mod stance;
mod standing;
mod think;
mod value;
mod view;

pub use greedy::Greedy;
pub use learn::{Sample, fitted, samples};
pub use level::{LEVELS, Level, MOST_PLAYOUTS, Named, NoPlayer, level, playouts};
pub use lot::Lot;
pub use player::{Limits, Player, Report, Running, battle};
pub use quick::Quick;
pub use random::Random;
pub use recruit::Recruit;
pub use sampler::sample;
pub use stance::{Plan, Temper};
pub use think::{Effort, Thinker, Thought, Tried};
pub use value::{Learned, USUAL_PACE, Value, Weights};
