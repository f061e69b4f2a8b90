//! What players may know before they decide: who can charge or shoot at a unit, why an order is not
//! offered, a place that meets an aim.

use super::{OddsView, Placed, Preview, RefusalView, TapeView, Xy};
use sandtable_battle::Order;
use serde::Serialize;

/// What can be done to a unit, and what the unit can do, before the next turn is over.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Threats {
    /// What enemies can do to the unit.
    pub on: Vec<Threat>,
    /// What the unit can do to enemies.
    pub by: Vec<Threat>,
    /// Where the unit can come to when it may next move.
    pub moves: Vec<Vec<Xy>>,
    /// The last game turn that was looked through.
    pub until: u16,
    /// What was assumed to happen meanwhile, and how far ahead the search looked.
    pub says: String,
}

/// A charge or a shot that can be ordered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Threat {
    /// The unit that charges or shoots.
    pub unit: u8,
    /// The unit that it threatens.
    pub target: u8,
    /// `charge` or `shoot`.
    pub verb: String,
    /// The threat in words.
    pub says: String,
    /// The clause that offers the order; empty where no clause offers it by itself.
    pub clause: String,
    /// The game turn in which it can be ordered.
    pub turn: u16,
    /// The phase in which it can be ordered.
    pub phase: String,
    /// Where the unit must first move to; null when it can act from where it stands.
    pub from: Option<Placed>,
    /// The distance that was measured.
    pub tape: Option<TapeView>,
}

/// The odds of a threat, and its weight.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreatOdds {
    /// The odds.
    pub odds: OddsView,
    /// What the target is expected to lose, in percent of its worth, which counts less while it is
    /// shaken: the strongest threat costs it most.
    pub harm: f64,
}

/// The ground on which a unit in its present facing could be charged or shot at.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReachView {
    /// `charge` or `shoot`.
    pub verb: String,
    /// Where its centre would have to be: outlines, found by asking the rules.
    pub outline: Vec<Vec<Xy>>,
}

/// Why an order is not offered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhyNot {
    /// The verb's name.
    pub verb: String,
    /// The word for the verb.
    pub label: String,
    /// The order that was asked about, in words.
    pub asks: String,
    /// The order that was asked about.
    pub order: Order,
    /// Every reason against it.
    pub refusals: Vec<RefusalView>,
}

/// A place that meets an aim.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IntentView {
    /// The move that leads there; null when no move does, or none is needed.
    pub preview: Option<Preview>,
    /// What was found, with its margin.
    pub says: String,
    /// How far the place is outside or inside, in lengths, or in degrees for an arc; null when
    /// there is nothing to measure.
    pub margin: Option<f64>,
    /// The clauses that stop the enemy, or allow the unit to act.
    pub clauses: Vec<String>,
    /// The line to type for it: `move U out-of-charge T`.
    pub line: String,
}
