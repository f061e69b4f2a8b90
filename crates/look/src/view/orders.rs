//! Orders: which may be given, and what one would do.

use super::{FactorView, SideKey, TerrainView, Xy};
use sandtable_battle::Order;
use serde::Serialize;

/// An order to the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableOrder {
    /// The word on its button.
    pub label: String,
    /// The order.
    pub order: Order,
    /// The clause that offers it.
    pub clause: String,
    /// Whether it is the obvious next step: nothing else is left to do.
    pub main: bool,
    /// Whether it may be given at any time and is no part of the turn, such as dice for a dispute.
    pub aside: bool,
    /// Whether it makes all outstanding tests at once, so that nobody must test unit by unit.
    pub tests: bool,
}

/// A choice that a player must make.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceView {
    /// The side that must choose.
    pub side: SideKey,
    /// The unit it is about.
    pub unit: Option<u8>,
    /// The other unit in it.
    pub other: Option<u8>,
    /// The question.
    pub asks: String,
    /// The clause that asks for the choice.
    pub clause: String,
    /// The answers.
    pub options: Vec<ChoiceOption>,
}

/// An answer to a choice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceOption {
    /// The word on its button.
    pub label: String,
    /// The order.
    pub order: Order,
}

/// What a unit may be ordered to do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferView {
    /// The verb's name.
    pub verb: String,
    /// The word for the verb.
    pub label: String,
    /// The clause that offers it.
    pub clause: String,
    /// Orders ready to be given.
    pub orders: Vec<OfferOrder>,
    /// Some example orders where the choice is endless, as with ways and places. Each may be given
    /// as it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Order>,
    /// For moves: the region that the unit can reach, as outlines.
    pub region: Vec<Vec<Xy>>,
    /// Largest turn to either side, in degrees; 180 means any turn.
    pub turn: Option<f64>,
}

/// An order ready to be given.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferOrder {
    /// The word on its button.
    pub label: String,
    /// The order.
    pub order: Order,
    /// The unit at which the order is aimed.
    pub target: Option<u8>,
    /// Why it cannot arrive, for a charge that falls short whatever the dice say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// For a charge whose heading the player chooses: the legal headings, as arcs from one to
    /// another, clockwise, in degrees.
    pub fan: Vec<Xy>,
}

/// An order judged but not given.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preview {
    /// The order.
    pub order: Order,
    /// The unit that it orders, if any.
    pub unit: Option<u8>,
    /// Whether the order may be given.
    pub legal: bool,
    /// Every reason against it.
    pub refusals: Vec<RefusalView>,
    /// Why the move ends short of the point to which the player dragged the unit.
    pub held: Vec<RefusalView>,
    /// Why it cannot arrive, for a charge that falls short whatever the dice say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// Rectangles that the order passes through; the last is where it ends.
    pub path: Vec<Placed>,
    /// The piece of terrain where it would lie, if the order lays one.
    pub lays: Option<TerrainView>,
    /// How much of the allowance the order costs.
    pub cost: f64,
    /// The allowance.
    pub allowed: f64,
    /// The distance measured for it.
    pub tape: Option<TapeView>,
    /// The factors that weigh in it.
    pub factors: Vec<FactorView>,
    /// What the order does, in words.
    pub says: String,
}

/// A rectangle on the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Placed {
    /// Its centre.
    pub centre: Xy,
    /// Its facing.
    pub facing: f64,
    /// Frontage and depth.
    pub size: Xy,
}

/// A measured distance.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TapeView {
    /// Where it starts.
    pub from: Xy,
    /// Where it ends.
    pub to: Xy,
    /// The distance.
    pub length: f64,
}

/// A reason against an order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefusalView {
    /// The clause that forbids it.
    pub clause: String,
    /// Title of the clause.
    pub title: String,
    /// The facts behind it, in words.
    pub says: String,
    /// The unit that is the reason.
    pub unit: Option<u8>,
    /// The point that is the reason.
    pub point: Option<Xy>,
    /// The measured line that is the reason.
    pub tape: Option<TapeView>,
    /// The ground that is the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<TerrainView>,
}

impl PartialEq for TapeView {
    fn eq(&self, other: &Self) -> bool {
        (self.from, self.to) == (other.from, other.to)
    }
}
