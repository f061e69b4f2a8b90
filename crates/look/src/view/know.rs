//! What a player may know before he decides: who can come at a unit, why an order is
//! not offered, a place found for what it is for.

use super::{OddsView, Placed, Preview, RefusalView, TapeView, Xy};
use sandtable_battle::Order;
use serde::Serialize;

/// What can be done to a unit, and what it can do, before the next turn is over.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Threats {
    /// What enemies can do to it.
    pub on: Vec<Threat>,
    /// What it can do to enemies.
    pub by: Vec<Threat>,
    /// Where it can come to when it next may move.
    pub moves: Vec<Vec<Xy>>,
    /// The last game turn that was looked at.
    pub until: u16,
    /// What was taken to happen meanwhile, and how far ahead was looked.
    pub says: String,
}

/// A charge or a shot that can be ordered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Threat {
    /// Who.
    pub unit: u8,
    /// Whom.
    pub target: u8,
    /// `charge` or `shoot`.
    pub verb: String,
    /// In words.
    pub says: String,
    /// By which clause it is offered; empty where it is not offered by itself.
    pub clause: String,
    /// In which game turn.
    pub turn: u16,
    /// In which phase.
    pub phase: String,
    /// Where it must move to first; null when it can be done from where it stands.
    pub from: Option<Placed>,
    /// The distance that was measured.
    pub tape: Option<TapeView>,
}

/// The odds of a threat, and how much it weighs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreatOdds {
    /// The odds.
    pub odds: OddsView,
    /// What the target is expected to lose of what it is worth and steady for, in percent:
    /// the strongest threat loses it most.
    pub harm: f64,
}

/// The ground on which a unit as it faces could be charged or shot at.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReachView {
    /// `charge` or `shoot`.
    pub verb: String,
    /// Where its centre would have to be: outlines, felt for by the rules' own answer.
    pub outline: Vec<Vec<Xy>>,
}

/// Why an order is not offered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhyNot {
    /// The verb's name.
    pub verb: String,
    /// The word for it.
    pub label: String,
    /// The order that was asked about, in words.
    pub asks: String,
    /// The same order.
    pub order: Order,
    /// Every reason against it.
    pub refusals: Vec<RefusalView>,
}

/// A place found for what it is for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IntentView {
    /// The move that comes to it; null when none does, or none is needed.
    pub preview: Option<Preview>,
    /// What was found, with its margin.
    pub says: String,
    /// By how much it is out or in, in lengths or, of an arc, in degrees; null when
    /// there is nothing to measure.
    pub margin: Option<f64>,
    /// The clauses by which the enemy cannot, or the unit can.
    pub clauses: Vec<String>,
    /// The line that asks for it: `move U out-of-charge T`.
    pub line: String,
}
