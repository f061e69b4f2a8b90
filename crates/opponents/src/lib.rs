//! Computer players. They know no rule: they ask a rule set what may be
//! ordered, what it would come to, and what each unit is good for.

mod candidates;
mod greedy;
mod lot;
mod memory;
mod player;
mod post;
mod random;
mod sampler;

pub use greedy::Greedy;
pub use lot::Lot;
pub use player::{LEVELS, Level, Limits, Player, Report, battle, level};
pub use random::Random;
pub use sampler::sample;
