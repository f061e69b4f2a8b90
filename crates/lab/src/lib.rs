//! The rules lab as calls of a page: what `web/src/engine/contract.ts` names
//! `LabCalls`. It knows no battle on the table.

mod fights;
mod studies;

use sandtable_register::Entry;
use sandtable_session::EngineError;
use sandtable_session::call::{Args, Call, answer, json};
use sandtable_study::Steps;
use sandtable_tongue::say;

/// The calls with the names of their arguments; those after the bar may be left off.
const CALLS: &[Call] = &[
    ("choices", &["rules"], &[]),
    ("fight", &["text"], &[]),
    ("course", &["text"], &[]),
    ("grid", &["text"], &[]),
    ("study", &["text"], &["lines"]),
    ("studyOn", &["most"], &[]),
    ("studyReport", &[], &[]),
    ("studyCsv", &["lines"], &[]),
];

/// The rules lab of one engine.
pub struct Lab {
    sets: &'static [Entry],
    study: Option<Steps>,
}

impl Lab {
    /// A lab for some rule sets.
    #[must_use]
    pub const fn new(sets: &'static [Entry]) -> Self {
        Self { sets, study: None }
    }

    /// Whether a call is one of the lab's.
    #[must_use]
    pub fn knows(method: &str) -> bool {
        CALLS.iter().any(|(name, ..)| *name == method)
    }

    /// Answers a call: `{"ok": value}` or `{"err": EngineError}`.
    #[must_use]
    pub fn call(&mut self, method: &str, args: &str) -> String {
        answer(CALLS, method, args, |args| self.answer(method, args))
    }

    fn answer(&mut self, method: &str, args: &Args<'_>) -> Result<String, EngineError> {
        match method {
            "choices" => json(&self.choices(args.text(0)?)?),
            "fight" => json(&self.fight(args.text(0)?)?),
            "course" => json(&self.course(args.text(0)?)?),
            "grid" => json(&self.grid(args.text(0)?)?),
            "study" => {
                let lines = args.maybe_texts(1)?.unwrap_or_default();
                json(&self.open_study(args.text(0)?, &lines)?)
            }
            "studyOn" => json(&self.play(args.whole(0)?)?),
            "studyReport" => json(&self.report()?),
            "studyCsv" => json(&self.csv(&args.maybe_texts(0)?.unwrap_or_default())?),
            _ => Err(EngineError::new(say!(
                "`{method}` is not answered",
                method = method
            ))),
        }
    }
}
