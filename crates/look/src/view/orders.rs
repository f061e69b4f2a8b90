//! Orders: what may be given, and what one would do.

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
    /// By which clause.
    pub clause: String,
    /// The obvious thing to do next: nothing else is left.
    pub main: bool,
    /// May be done at any time and is no part of the turn: a dispute settled by
    /// dice.
    pub aside: bool,
    /// It makes every test that is still owed: nobody must be tested one by one.
    pub tests: bool,
}

/// A choice that is owed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceView {
    /// Who must choose.
    pub side: SideKey,
    /// The unit it is about.
    pub unit: Option<u8>,
    /// The other unit in it.
    pub other: Option<u8>,
    /// The question.
    pub asks: String,
    /// By which clause.
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

/// What a unit may be ordered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferView {
    /// The verb's name.
    pub verb: String,
    /// The word for it.
    pub label: String,
    /// By which clause.
    pub clause: String,
    /// Orders ready to be given.
    pub orders: Vec<OfferOrder>,
    /// Where orders are without number, as ways and places are, some of them to begin
    /// with: each may be given as it stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Order>,
    /// For moves: the region it can reach, as outlines.
    pub region: Vec<Vec<Xy>>,
    /// Most turn either way in degrees; 180 is free.
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
    /// Whom it is directed at.
    pub target: Option<u8>,
    /// Why it cannot arrive, when it is a charge that falls short whatever is thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// Of a charge whose heading the player chooses: the headings that would be
    /// legal, as arcs from one to another, clockwise, in degrees.
    pub fan: Vec<Xy>,
}

/// An order judged but not given.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preview {
    /// The order.
    pub order: Order,
    /// The unit that it orders, if it orders one.
    pub unit: Option<u8>,
    /// Whether it may be given.
    pub legal: bool,
    /// Every reason against it.
    pub refusals: Vec<RefusalView>,
    /// Why it ends short of where the unit was wanted, when it was dragged there.
    pub held: Vec<RefusalView>,
    /// Why it cannot arrive, when it is a charge that falls short whatever is thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// Rectangles it passes through; the last is where it ends.
    pub path: Vec<Placed>,
    /// The piece of terrain as it would lie, when one is laid.
    pub lays: Option<TerrainView>,
    /// What it costs of the allowance.
    pub cost: f64,
    /// The allowance.
    pub allowed: f64,
    /// The distance measured for it.
    pub tape: Option<TapeView>,
    /// What weighs in it.
    pub factors: Vec<FactorView>,
    /// In words.
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
    /// Its title.
    pub title: String,
    /// What shows it, in words.
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
