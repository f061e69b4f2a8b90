//! The calls: what each takes, and what it answers.

use crate::Trouble;
use sandtable::odds::{Others, Terms};
use sandtable::{Game, Odds};
use sandtable_look::Look;
use sandtable_look::view::{ChoiceView, LogEntry, OfferView, Preview, TableOrder};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A call: its path, description, parameters and answer types, and the function that answers it.
#[derive(Clone, Copy)]
pub(crate) struct Call {
    pub path: &'static str,
    pub says: &'static str,
    pub takes: fn(&mut SchemaGenerator) -> Schema,
    pub gives: fn(&mut SchemaGenerator) -> Schema,
    pub answer: fn(&[u8]) -> Result<String, Trouble>,
}

/// Makes a call from its function.
macro_rules! call {
    ($path:literal, $says:literal, $ask:ty => $told:ty, $answer:expr) => {
        Call {
            path: $path,
            says: $says,
            takes: |schemas| schemas.subschema_for::<$ask>(),
            gives: |schemas| schemas.subschema_for::<$told>(),
            answer: |body| respond::<$ask, $told>(body, $answer),
        }
    };
}

pub(crate) const ALL: &[Call] = &[
    call!("/api/scenarios", "What ships: rule sets, scenarios, computer players.", Nothing => Shipped, shipped),
    call!("/api/orders", "What may be ordered in a position.", Position => Listed, orders),
    call!("/api/judge", "Whether an order may be given, with every reason against it.", Ordered => Preview, judge),
    call!("/api/play", "Plays an order: what happened, and the position after it.", Played => Happened, play),
    call!("/api/odds", "The exact odds of an order.", Asked => Odds, odds),
    call!("/api/situation", "The exact odds in a situation: two units without a table.", Met => Odds, situation),
    call!("/api/verify", "Plays a journal again over its dice, by the rules.", Journal => Verified, verify),
    call!("/api/draw", "A position from above, as SVG.", Position => Drawn, draw),
];

fn respond<Q: DeserializeOwned, A: Serialize>(
    body: &[u8],
    answer: fn(Q) -> Result<A, Trouble>,
) -> Result<String, Trouble> {
    let ask = serde_json::from_slice(body);
    let ask = ask.map_err(|why| Trouble::new("garbled", why.to_string()))?;
    let told = serde_json::to_string(&answer(ask)?);
    told.map_err(|why| Trouble::new("failed", why.to_string()))
}

/// An empty object.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// What is built in.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Shipped {
    /// The names of the rule sets.
    rule_sets: Vec<String>,
    /// The names of the scenarios.
    scenarios: Vec<String>,
    /// The names of the computer players, weakest first.
    players: Vec<String>,
}

/// A position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    /// The name of a built-in scenario, or the text of a battle file or of a journal.
    position: String,
    /// The seed of the dice; 1 by default.
    #[serde(default = "one")]
    seed: u64,
}

/// An order in a position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ordered {
    /// The name of a built-in scenario, or the text of a battle file or of a journal.
    position: String,
    /// The order as text: `charge "Red Hussars" "Blue Battery"`.
    order: String,
    /// The seed of the dice; 1 by default.
    #[serde(default = "one")]
    seed: u64,
}

/// An order to be played.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Played {
    /// The name of a built-in scenario, or the text of a battle file or of a journal.
    position: String,
    /// The order as text.
    order: String,
    /// The seed of the dice; 1 by default.
    #[serde(default = "one")]
    seed: u64,
    /// Dice of your own, in the order in which they fall; a 0 in place of a throw leaves that throw
    /// to the engine.
    dice: Option<Vec<u8>>,
}

/// An order whose odds are wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// The name of a built-in scenario, or the text of a battle file or of a journal.
    position: String,
    /// The order as text.
    order: String,
    /// How choices on the way are made: `stop`, `never`, `always` or `best`.
    others: Option<String>,
    /// The seed of the dice that open a scenario; 1 by default.
    #[serde(default = "one")]
    seed: u64,
}

/// A situation.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Met {
    /// The text of a situation file.
    situation: String,
    /// The order; by default the one in the file.
    order: Option<String>,
    /// How choices on the way are made: `stop`, `never`, `always` or `best`.
    others: Option<String>,
}

/// A journal.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Journal {
    /// The text of its file.
    journal: String,
}

/// The orders that may be given.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Listed {
    /// The side to order.
    side: String,
    /// How the battle ended; null while it goes on.
    over: Option<String>,
    /// The choice that must be made first.
    choice: Option<ChoiceView>,
    /// Orders to the table.
    table: Vec<TableOrder>,
    /// What each unit may do.
    units: Vec<OfUnit>,
}

/// What a unit may do.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OfUnit {
    /// The unit's name.
    unit: String,
    /// Families of orders.
    offers: Vec<OfferView>,
    /// Orders to begin with, as text.
    orders: Vec<String>,
}

/// What happened.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Happened {
    /// What happened in words, with dice and clauses.
    entry: LogEntry,
    /// The position after it, as a battle file.
    position: String,
    /// How the battle ended; null while it goes on.
    over: Option<String>,
}

/// A journal that agrees with the rules.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Verified {
    /// The journal's fingerprint.
    hash: String,
    /// The number of orders in it.
    orders: usize,
    /// How the battle ended; null while it goes on.
    over: Option<String>,
}

/// A picture.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Drawn {
    /// The picture as SVG.
    svg: String,
}

const fn one() -> u64 {
    1
}

fn opened(position: &str, seed: u64) -> Result<Game, Trouble> {
    let position = sandtable_files::unmarked(position);
    let game = if position.trim_start().starts_with('{') {
        Game::from_journal(position)?
    } else if position.contains(['\n', '=']) {
        Game::from_toml(position, seed)?
    } else {
        Game::scenario(position, seed)?
    };
    game.seen()?;
    Ok(game)
}

fn terms(others: Option<&str>, usual: Others) -> Result<Terms, Trouble> {
    let all = [Others::Stop, Others::Never, Others::Always, Others::Best];
    let others = match others {
        None => Some(usual),
        Some(name) => all.into_iter().find(|others| others.name() == name),
    };
    let others = others.ok_or_else(|| {
        let known = all.map(Others::name).join(", ");
        Trouble::new(
            "unknown",
            format!("there is no such policy for choices; there are: {known}"),
        )
    })?;
    Ok(Terms {
        others,
        ..Terms::default()
    })
}

fn shipped(_: Nothing) -> Result<Shipped, Trouble> {
    let owned = |all: &[&str]| all.iter().map(|&name| name.to_owned()).collect();
    Ok(Shipped {
        rule_sets: owned(sandtable::rule_sets()),
        scenarios: sandtable::scenarios(),
        players: owned(&sandtable::players()),
    })
}

fn orders(ask: Position) -> Result<Listed, Trouble> {
    let game = opened(&ask.position, ask.seed)?;
    let look = Look::new(game.rules(), game.battle());
    let units = look.ready().into_iter().map(|unit| {
        let offers = look.offers_sampled(unit);
        let all = offers.iter().flat_map(|offer| {
            let ready = offer.orders.iter().map(|order| &order.order);
            ready.chain(&offer.samples)
        });
        OfUnit {
            unit: look.battle.setting.name(unit).to_owned(),
            orders: all.map(|order| game.written(order)).collect(),
            offers,
        }
    });
    let units = units.collect();
    let view = look.view(sandtable_look::Place::default());
    let battle = game.battle();
    Ok(Listed {
        side: battle.setting.sides[battle.to_move().index()].name.clone(),
        over: game.over(),
        choice: view.choice,
        table: view.table_orders,
        units,
    })
}

fn judge(ask: Ordered) -> Result<Preview, Trouble> {
    let game = opened(&ask.position, ask.seed)?;
    let order = game.order(&ask.order)?;
    Ok(Look::new(game.rules(), game.battle()).preview(&order))
}

fn play(ask: Played) -> Result<Happened, Trouble> {
    let mut game = opened(&ask.position, ask.seed)?;
    let order = game.order(&ask.order)?;
    let before = game.battle().clone();
    let line = match &ask.dice {
        None => game.play(&order)?,
        Some(dice) => game.play_with(&order, dice)?,
    };
    let (rolls, events) = (line.rolls.clone(), line.events.clone());
    let look = Look::new(game.rules(), &before);
    Ok(Happened {
        entry: look.entry(1, Some(&order), &rolls, &events),
        position: game.to_toml(),
        over: game.over(),
    })
}

fn odds(ask: Asked) -> Result<Odds, Trouble> {
    let game = opened(&ask.position, ask.seed)?;
    let order = game.order(&ask.order)?;
    Ok(game.odds(&order, terms(ask.others.as_deref(), Others::Stop)?)?)
}

fn situation(ask: Met) -> Result<Odds, Trouble> {
    let situation = sandtable::situation(&ask.situation)?;
    let terms = terms(ask.others.as_deref(), situation.others)?;
    situation.odds(ask.order.as_deref(), terms).map_err(|why| {
        let reasons = why
            .reasons
            .iter()
            .map(|r| format!("{} [{}]", r.says, r.clause));
        let reasons: Vec<String> = reasons.collect();
        let error = if reasons.is_empty() {
            "unknown"
        } else {
            "refused"
        };
        let says = format!("{} may not be ordered: {}", why.id, reasons.join("; "));
        Trouble {
            clauses: why.reasons.into_iter().map(|r| r.clause).collect(),
            ..Trouble::new(error, says)
        }
    })
}

fn verify(ask: Journal) -> Result<Verified, Trouble> {
    let game = Game::from_journal(&ask.journal)?;
    game.verify()?;
    let lines = game.journal().lines().iter();
    Ok(Verified {
        hash: format!("{:016x}", game.hash()),
        orders: lines.filter(|line| line.order.is_some()).count(),
        over: game.over(),
    })
}

fn draw(ask: Position) -> Result<Drawn, Trouble> {
    let game = opened(&ask.position, ask.seed)?;
    let svg = sandtable::draw(game.rules(), game.battle());
    Ok(Drawn { svg })
}
