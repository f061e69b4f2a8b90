//! The rules lab as calls from a page: its part of the contract. It does not use the battle on the
//! table.

mod fights;
mod studies;

use fights::FightView;
use sandtable_register::Entry;
use sandtable_session::call::{told, unknown};
use sandtable_session::calls;
use sandtable_situation::{Choices, CourseView, GridView};
use sandtable_study::Steps;
use studies::{StudyOpened, StudyPlayed};

calls! {
    /// The calls of the rules lab, each with its arguments.
    pub enum LabCall for Lab = lab;

    /// What can be chosen for a rule set.
    Choices "choices"(rules: String) -> Choices = lab.choices(&rules);
    /// The odds of a situation, a `*.situation.toml`.
    Fight "fight"(text: String) -> FightView = lab.fight(&text);
    /// How long it lasts when both go on.
    Course "course"(text: String) -> CourseView = lab.course(&text);
    /// A situation with a grid.
    Grid "grid"(text: String) -> GridView = lab.grid(&text);
    /// Opens a study, with the lines of battles that were played before.
    Study "study"(text: String; lines: Vec<String>) -> StudyOpened =
        lab.open_study(&text, &lines);
    /// Plays more battles of the open study.
    StudyOn "studyOn"(most: u64) -> StudyPlayed = lab.play(most);
    /// The report so far: a page that needs no other file.
    StudyReport "studyReport"() -> String = lab.report();
    /// Lines of battles as comma-separated values.
    StudyCsv "studyCsv"(lines: Vec<String>) -> String = lab.csv(&lines);
}

/// The rules lab of one engine.
pub struct Lab {
    sets: &'static [Entry],
    study: Option<Steps>,
}

impl Lab {
    /// Creates a lab for some rule sets.
    #[must_use]
    pub const fn new(sets: &'static [Entry]) -> Self {
        Self { sets, study: None }
    }

    /// Answers a call: `{"ok": value}` or `{"err": EngineError}`.
    #[must_use]
    pub fn call(&mut self, method: &str, args: &str) -> String {
        told(match LabCall::read(method, args) {
            Some(call) => call.and_then(|call| call.answer(self)),
            None => Err(unknown(method, LabCall::ALL.iter())),
        })
    }
}
