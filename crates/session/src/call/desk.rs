//! The calls of whoever builds a battle or looks back on one.

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
    /// The computer player of both sides, by id.
    pub level: String,
}

calls! {
    /// The calls of whoever builds a battle or looks back on one, each with what it is given.
    pub enum DeskCall for Session = session;

    /// Begins to work out how the chances went: who plays, how many battles from each place.
    Chances "chances"(player: String, playouts: u32) -> Chances =
        session.chances(&player, playouts);
    /// Goes on with it by so many pieces of work.
    ChancesOn "chancesOn"(pieces: u32) -> Chances = session.chances_on(pieces);
    /// Begins to think about the battle as it stands: who thinks (`general`, `captain:bold`),
    /// and how many playouts unless as many as is his way.
    Suggest "suggest"(player: String; playouts: Option<u32>) -> Advised =
        session.suggest(&player, playouts);
    /// Begins to think about the order of a line, beside what might have been given instead;
    /// `suggestOn` goes on with it.
    Weigh "weigh"(number: usize, player: String; playouts: Option<u32>) -> Advised =
        session.weigh(number, &player, playouts);
    /// Goes on with it by so many playouts.
    SuggestOn "suggestOn"(pieces: u32) -> Advised = session.suggest_on(pieces);
    /// Begins to grade the orders of the battle, with so many playouts an order.
    Review "review"(player: String; playouts: Option<u32>) -> Review =
        session.review(&player, playouts);
    /// Goes on with it by so many playouts.
    ReviewOn "reviewOn"(pieces: u32) -> Review = session.review_on(pieces);
    /// Everything that a battle of a rule set may be built of; of the rules as a text has
    /// them, where one is given.
    Kit "kit"(rules: String; text: Option<String>) -> Kit = session.kit(&rules, text.as_deref());
    /// The text of a shipped scenario.
    Scenario "scenario"(scenario: String) -> String =
        session.scenario(&scenario).map(ToOwned::to_owned);
    /// What is wrong with a battle file that is being written.
    Draft "draft"(text: String) -> DraftView = session.draft(&text);
    /// A battle by lot; the same armies on both sides if that is asked for.
    Generate "generate"(rules: String, seed: u64; same: bool) -> Generated =
        session.generate(&rules, seed, same);
    /// An army, or an army list in a common notation, as it is read.
    Army "army"(rules: String, text: String) -> ArmyView = session.army_read(&rules, &text);
    /// Plays a battle of the computer against itself: what it comes to is the same everywhere.
    Selfplay "selfplay"(game: SelfplayOf) -> Selfplay =
        session.selfplay(&game.scenario, game.seed, &game.level);
}
