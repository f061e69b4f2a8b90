//! Calls as they travel: a method's name and a JSON array of arguments in, a
//! JSON answer out. Whatever comes in, an answer goes out.

mod args;

pub use args::Args;

use crate::{Chance, EngineError, Session, Source, Terms};
use args::short;
use sandtable_battle::{Seal, seal};
use serde::Serialize;
use serde_json::Value;

/// The calls and the names of their arguments; those after the bar may be left
/// off.
const CALLS: &[Call] = &[
    ("start", &["from", "seed"], &["house", "armies", "seal"]),
    ("seal", &["secret"], &[]),
    ("armies", &["scenario"], &[]),
    ("house", &["text"], &[]),
    ("view", &[], &[]),
    ("offers", &["unit"], &[]),
    ("preview", &["order"], &[]),
    ("nearest", &["unit", "to"], &["facing"]),
    ("laying", &["piece", "to"], &["turned"]),
    ("odds", &["order"], &["others", "tree", "says"]),
    ("overlay", &["unit"], &[]),
    ("words", &[], &[]),
    ("around", &["unit"], &["chances"]),
    ("threats", &["unit"], &[]),
    ("threatOdds", &["unit", "target", "verb"], &[]),
    ("threatReach", &["unit", "target"], &[]),
    ("whyNot", &["unit"], &[]),
    ("intent", &["unit", "aim", "foe"], &[]),
    ("play", &["order", "number"], &["faces", "says"]),
    ("leaveToTable", &[], &[]),
    ("acts", &["unit"], &[]),
    ("form", &["unit", "verb"], &["target"]),
    ("suppose", &["says", "verb"], &["way", "by"]),
    ("declare", &["left"], &["ended"]),
    ("think", &["level"], &[]),
    ("undo", &[], &[]),
    ("log", &[], &[]),
    ("at", &["n"], &[]),
    ("fork", &["n"], &[]),
    ("strike", &["n"], &[]),
    ("opening", &["faces"], &[]),
    ("typed", &["line"], &[]),
    ("journal", &[], &[]),
    ("position", &[], &[]),
    ("load", &["text"], &[]),
    ("rulebook", &["rules"], &[]),
    ("learn", &["rules"], &["begun"]),
    ("lesson", &[], &[]),
    ("next", &[], &[]),
    ("leave", &[], &[]),
    ("catalogue", &[], &[]),
    ("chances", &["player", "playouts"], &[]),
    ("chancesOn", &["pieces"], &[]),
    ("kit", &["rules"], &["text"]),
    ("scenario", &["scenario"], &[]),
    ("draft", &["rules", "text"], &[]),
    ("generate", &["rules", "seed"], &["same"]),
    ("army", &["rules", "text"], &[]),
    ("selfplay", &["game"], &[]),
    ("rulings", &["rules"], &[]),
];

/// A call: its name, the arguments it needs, those that may be left off.
pub type Call = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

/// Answers one of some calls: `{"ok": value}` or `{"err": EngineError}`.
pub fn answer(
    calls: &[Call],
    method: &str,
    args: &str,
    work: impl FnOnce(&Args<'_>) -> Result<String, EngineError>,
) -> String {
    let known = calls.iter().find(|(name, ..)| *name == method);
    let read = match known {
        Some((_, needed, optional)) => Args::read(method, needed, optional, args),
        None => {
            let names: Vec<&str> = calls.iter().map(|(name, ..)| *name).collect();
            let says = format!("the engine knows no call `{}`", short(method));
            Err(EngineError::new(says).hint(format!("its calls are: {}", names.join(", "))))
        }
    };
    match read.and_then(|args| work(&args)) {
        Ok(value) => format!("{{\"ok\":{value}}}"),
        Err(error) => match serde_json::to_string(&error) {
            Ok(text) => format!("{{\"err\":{text}}}"),
            Err(_) => "{\"err\":{\"message\":\"the engine failed\"}}".to_owned(),
        },
    }
}

impl Session {
    /// Answers a call: `{"ok": value}` or `{"err": EngineError}`.
    #[must_use]
    pub fn call(&mut self, method: &str, args: &str) -> String {
        answer(CALLS, method, args, |args| {
            self.listen()?;
            self.answer(method, args)
        })
    }

    fn answer(&mut self, method: &str, args: &Args<'_>) -> Result<String, EngineError> {
        match method {
            "start" => {
                let from = args.object(0)?;
                let source = match (from.get("scenario"), from.get("text")) {
                    (Some(Value::String(id)), None) => Source::Scenario(id),
                    (None, Some(Value::String(text))) => Source::Text(text),
                    _ => return Err(args.wrong(0, "{\"scenario\": id} or {\"text\": battle file}")),
                };
                let (house, armies) = (args.maybe_text(2)?, args.maybe_names(3)?);
                let chance = match args.maybe_seal(4)? {
                    Some((secret, word)) => {
                        Chance::Sealed(Seal::new(secret, word).map_err(EngineError::new)?)
                    }
                    None => Chance::Seed(args.whole(1)?),
                };
                json(&self.start_with(source, chance, house, armies)?)
            }
            "seal" => json(&seal::code(args.text(0)?).map_err(EngineError::new)?),
            "armies" => json(&self.armies(args.text(0)?)?),
            "house" => json(&self.house(args.text(0)?)?),
            "view" => json(&self.view()?),
            "offers" => json(&self.offers(args.unit(0)?)?),
            "preview" => json(&self.preview(&args.order(0)?)?),
            "nearest" => {
                json(&self.nearest(args.unit(0)?, args.point(1)?, args.maybe_number(2)?)?)
            }
            "laying" => {
                let turned = args.maybe_number(2)?.unwrap_or(0.0);
                json(&self.laying(args.unit(0)?, args.point(1)?, turned)?)
            }
            "odds" => {
                let terms = Terms {
                    others: args.others(1)?,
                    tree: args.maybe_flag(2)?,
                    ..Terms::default()
                };
                let says = args.says(3)?;
                json(&self.odds_stated(&args.order(0)?, terms, says.as_ref())?)
            }
            "overlay" => json(&self.overlay(args.unit(0)?)?),
            "words" => json(&self.words()?),
            "around" => json(&self.around(args.unit(0)?, args.maybe_flag(1)?)?),
            "threats" => json(&self.threats(args.unit(0)?)?),
            "threatOdds" => json(&self.threat_odds(args.unit(0)?, args.unit(1)?, args.text(2)?)?),
            "threatReach" => json(&self.threat_reach(args.unit(0)?, args.unit(1)?)?),
            "whyNot" => json(&self.why_not(args.unit(0)?)?),
            "intent" => json(&self.intent(args.unit(0)?, args.text(1)?, args.unit(2)?)?),
            "play" => {
                let faces = args.faces(2)?;
                let (order, says) = (args.order(0)?, args.says(3)?);
                json(&self.play_stated(&order, args.place(1)?, faces.as_deref(), says.as_ref())?)
            }
            "leaveToTable" => json(&self.leave_to_table()?),
            "acts" => json(&self.acts(args.unit(0)?)?),
            "form" => {
                let target = args.maybe_unit(2)?;
                json(&self.form(args.unit(0)?, args.text(1)?, target)?)
            }
            "suppose" => {
                let says = args.says(0)?;
                let says = says.ok_or_else(|| args.wrong(0, "what the table shows"))?;
                let by = args.maybe_number(3)?.unwrap_or(0.0);
                let go = args.maybe_text(2)?.map(|way| (way, by));
                json(&self.suppose(&says, args.text(1)?, go)?)
            }
            "declare" => json(&self.declare(&args.left(0)?, args.outcome(1)?)?),
            "think" => json(&self.think(args.text(0)?)?),
            "undo" => json(&self.undo()?),
            "log" => json(&self.log()?),
            "at" => json(&self.at(args.place(0)?)?),
            "fork" => json(&self.fork(args.place(0)?)?),
            "strike" => json(&self.strike(args.place(0)?)?),
            "opening" => json(&self.opening(&args.faces(0)?.unwrap_or_default())?),
            "typed" => json(&self.typed(args.text(0)?)?),
            "journal" => json(&self.journal()?),
            "position" => json(&self.position()?),
            "load" => json(&self.load(args.text(0)?)?),
            "rulebook" => json(&self.rulebook(args.text(0)?)?),
            "learn" => json(&self.learn(args.text(0)?, args.lines(1)?)?),
            "lesson" => json(&self.lesson()?),
            "next" => json(&self.go_on()?),
            "leave" => json(&self.leave()?),
            "catalogue" => json(&self.catalogue()?),
            "chances" => json(&self.chances(args.text(0)?, args.count(1)?)?),
            "chancesOn" => json(&self.chances_on(args.count(0)?)?),
            "rulings" => json(&self.rulings(args.text(0)?)?),
            "kit" => json(&self.kit(args.text(0)?, args.maybe_text(1)?)?),
            "scenario" => json(&self.scenario(args.text(0)?)?),
            // The rules stand in the text too.
            "draft" => json(&self.draft(args.text(1)?)?),
            "generate" => {
                let same = args.get(2).as_bool().unwrap_or(false);
                json(&self.generate(args.text(0)?, args.whole(1)?, same)?)
            }
            "army" => json(&self.army_read(args.text(0)?, args.text(1)?)?),
            "selfplay" => {
                let game = args.object(0)?;
                let (Some(scenario), Some(seed), Some(level)) = (
                    game.get("scenario").and_then(Value::as_str),
                    game.get("seed").and_then(Value::as_u64),
                    game.get("level").and_then(Value::as_str),
                ) else {
                    return Err(
                        args.wrong(0, "{\"scenario\": id, \"seed\": number, \"level\": id}")
                    );
                };
                json(&self.selfplay(scenario, seed, level)?)
            }
            _ => Err(EngineError::new(format!("`{method}` is not answered"))),
        }
    }
}

/// A value as an answer.
///
/// # Errors
/// When it cannot be written.
pub fn json(value: &impl Serialize) -> Result<String, EngineError> {
    serde_json::to_string(value)
        .map_err(|e| EngineError::new(format!("the answer cannot be written: {e}")))
}
