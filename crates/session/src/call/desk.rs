//! The calls for building a battle or looking back on one.

use crate::view::{Advised, ArmyView, Chances, DraftView, Generated, Kit, Review};
use crate::{Selfplay, Session, calls};
use serde::Deserialize;

/// A battle that the computer plays against itself.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SelfplayOf {
    /// The scenario, by id.
    pub scenario: String,
    /// The seed of its dice.
    pub seed: u64,
    /// The computer player of both sides, by its id.
    pub level: String,
}

calls! {
    /// The calls for building a battle or looking back on one, each with its arguments.
    pub enum DeskCall for Session = session;

    /// Begins to work out how the chances went: the player, and how many battles from each place.
    Chances "chances"(player: String, playouts: u32) -> Chances =
        session.chances(&player, playouts);
    /// Goes on with the chances by this many pieces of work.
    ChancesOn "chancesOn"(pieces: u32) -> Chances = session.chances_on(pieces);
    /// Begins to think about the battle as it stands: the player (`general`, `captain:bold`), and
    /// how many playouts; by default as many as the player usually makes.
    Suggest "suggest"(player: String; playouts: Option<u32>) -> Advised =
        session.suggest(&player, playouts);
    /// Begins to compare the order of a line with its alternatives; `suggestOn` goes on with it.
    Weigh "weigh"(number: usize, player: String; playouts: Option<u32>) -> Advised =
        session.weigh(number, &player, playouts);
    /// Goes on with the advice by this many playouts.
    SuggestOn "suggestOn"(pieces: u32) -> Advised = session.suggest_on(pieces);
    /// Begins to grade the orders of the battle, with this many playouts for each order.
    Review "review"(player: String; playouts: Option<u32>) -> Review =
        session.review(&player, playouts);
    /// Goes on with the review by this many playouts.
    ReviewOn "reviewOn"(pieces: u32) -> Review = session.review_on(pieces);
    /// Everything that a battle of a rule set may be built with; if a text is given, under the
    /// rules that it asks for.
    Kit "kit"(rules: String; text: Option<String>) -> Kit = session.kit(&rules, text.as_deref());
    /// The text of a built-in scenario.
    Scenario "scenario"(scenario: String) -> String =
        session.scenario(&scenario).map(ToOwned::to_owned);
    /// What is wrong with a battle file that is being written.
    Draft "draft"(text: String) -> DraftView = session.draft(&text);
    /// A random battle; with the same armies on both sides if `same` is set.
    Generate "generate"(rules: String, seed: u64; same: bool) -> Generated =
        session.generate(&rules, seed, same);
    /// Reads an army, or an army list in a common notation.
    Army "army"(rules: String, text: String) -> ArmyView = session.army_read(&rules, &text);
    /// Plays a battle of the computer against itself: the result is the same everywhere.
    Selfplay "selfplay"(game: SelfplayOf) -> Selfplay =
        session.selfplay(&game.scenario, game.seed, &game.level);
}
