//! Outcomes in words: what happens to whom.

use super::Outlook;
use super::effect::{Effect, Outcomes, Went};
use sandtable_battle::{MarkSpec, Side, Status, UnitId};
use sandtable_tell::{Person, words};
use sandtable_tongue::{fill, say, say_as};
use std::fmt::Display;

impl Outlook<'_> {
    /// Says what happens to one unit, to follow its name.
    pub(super) fn predicate(&self, unit: Option<UnitId>, effects: &[Effect]) -> String {
        let one = unit.map_or(Person::It, |unit| {
            Person::of(self.battle, self.card(), unit)
        });
        match effects {
            [] => say!("nothing happens"),
            _ => {
                let all: Vec<String> = effects.iter().map(|e| self.effect(e, one)).collect();
                words::listed(&all)
            }
        }
    }

    /// Describes an outcome.
    pub(super) fn sentence_of(&self, outcomes: &[(Option<UnitId>, Vec<Effect>)]) -> String {
        let parts: Vec<String> = outcomes
            .iter()
            .map(|(unit, effects)| {
                let one = unit.map_or(Person::It, |unit| {
                    Person::of(self.battle, self.card(), unit)
                });
                let told_of = |told: bool| {
                    let some = effects.iter().filter(|e| e.is_told() == told);
                    let some: Vec<String> = some.map(|e| self.effect(e, one)).collect();
                    words::listed(&some)
                };
                let nobody = match effects.as_slice() {
                    [Effect::Asks(_)] => say("a player"),
                    _ => "",
                };
                let name = unit.map_or(nobody, |unit| self.name(unit));
                match (told_of(true), told_of(false)) {
                    (said, done) if done.is_empty() => format!("{name}: {said}"),
                    (said, done) if said.is_empty() => format!("{name} {done}"),
                    (said, done) => format!("{name} ({said}) {done}"),
                }
                .trim_start()
                .to_owned()
            })
            .collect();
        parts.join("; ")
    }

    /// Describes an outcome in a row of odds: if something is certain in all outcomes, an outcome
    /// with nothing of its own adds "nothing more"; if not, it has no effect.
    pub(super) fn row_of(&self, outcomes: &Outcomes, certain: &Outcomes) -> String {
        match (outcomes.is_empty(), certain.is_empty()) {
            (false, _) => self.sentence_of(outcomes),
            (true, false) => say!("nothing more"),
            (true, true) => self.quiet.to_owned(),
        }
    }

    /// Says what happened to a unit, to follow its name.
    pub(super) fn effect(&self, effect: &Effect, who: Person) -> String {
        // The context "unit" marks verbs: "charge" is also a noun.
        let does = |many, single| say_as("unit", who.verb(many, single)).to_owned();
        let does_with =
            |many, single, part: (&str, &dyn Display)| fill(who.verb(many, single), &[part]);
        match effect {
            Effect::Ended(end) => {
                let winner = Side::BOTH.get(usize::from(*end));
                let wins = winner.map(|&side| words::wins(self.battle, side));
                wins.map_or_else(
                    || say!("nobody wins"),
                    |wins| say!("{wins} the battle", wins = wins),
                )
            }
            Effect::Became(status) => match status {
                Status::Table => does("come onto the table", "comes onto the table"),
                Status::Reserve => does("go into reserve", "goes into reserve"),
                Status::Expected => does("are out for now", "is out for now"),
                Status::Destroyed if who == Person::He => say!("is lost"),
                Status::Destroyed => does("are destroyed", "is destroyed"),
                Status::Fled => does("flee the field", "flees the field"),
                Status::Captured => does("are captured", "is captured"),
                Status::Exited => does("march off the table", "marches off the table"),
            },
            Effect::Stands(change) => {
                let count = u8::try_from(change.abs()).unwrap_or(u8::MAX);
                let stands = self.card().strength.count(count);
                let count = ("count", &stands as &dyn Display);
                if *change < 0 {
                    does_with("lose {count}", "loses {count}", count)
                } else {
                    does_with("regain {count}", "regains {count}", count)
                }
            }
            // A title that is a phrase cannot be counted.
            Effect::Mark(at, _, to)
                if words::is_phrase(self.mark_title(*at)) && self.is_told(*at) =>
            {
                let title = words::lower(self.mark_title(*at));
                let state = ("thing", &title as &dyn Display);
                if *to == 0 {
                    does_with(
                        "are no longer marked “{thing}”",
                        "is no longer marked “{thing}”",
                        state,
                    )
                } else {
                    does_with("are marked “{thing}”", "is marked “{thing}”", state)
                }
            }
            Effect::Mark(at, _, to) if words::is_phrase(self.mark_title(*at)) => {
                let title = words::lower(self.mark_title(*at));
                let known = format!("{title}: {to}");
                does_with("now have {what}", "now has {what}", ("what", &known))
            }
            Effect::Mark(at, change, _) if self.is_state(*at) => {
                let state = words::lower(self.mark_title(*at));
                let state = ("thing", &state as &dyn Display);
                if *change > 0 {
                    does_with("are marked “{thing}”", "is marked “{thing}”", state)
                } else {
                    does_with(
                        "are no longer marked “{thing}”",
                        "is no longer marked “{thing}”",
                        state,
                    )
                }
            }
            Effect::Mark(at, change, _) => {
                let some = self.marks_of(*at, change.abs());
                let some = ("marks", &some as &dyn Display);
                if *change > 0 {
                    does_with("take {marks}", "takes {marks}", some)
                } else {
                    does_with("shed {marks}", "sheds {marks}", some)
                }
            }
            Effect::Went(went) => match went {
                Went::Charged => does("charge", "charges"),
                Went::Withdrew => does("withdraw", "withdraws"),
                Went::Driven => does("are driven back", "is driven back"),
                Went::Retreated => does("retreat", "retreats"),
            },
            Effect::Short => does("fall short", "falls short"),
            Effect::Formed(formation) => {
                let name = self.card().formations.get(usize::from(*formation));
                let name = name.map_or_else(String::new, |n| words::plain(n));
                does_with(
                    "form {formation}",
                    "forms {formation}",
                    ("formation", &name),
                )
            }
            Effect::Turned(text) => text.clone(),
            Effect::Told(clause, outcome) => self.meaning(*clause, *outcome),
            Effect::Asks(clause) => {
                let what = words::lower(self.title(*clause));
                say!("must choose ({what})", what = what)
            }
        }
    }

    /// Describes an amount of a mark: a number of it, or the only one there can be.
    fn marks_of(&self, at: u8, some: i32) -> String {
        let Some(spec) = self.card().marks.get(usize::from(at)) else {
            return String::new();
        };
        if spec.range == (0, 1) {
            words::one(&spec.title)
        } else {
            words::count(some, &spec.title)
        }
    }

    /// Returns whether a mark is a state, on or off, with a title that does not name a thing:
    /// prone, smoke.
    pub(super) fn is_state(&self, at: u8) -> bool {
        let spec = self.card().marks.get(usize::from(at));
        spec.is_some_and(|spec| {
            spec.range == (0, 1) && !spec.title.to_lowercase().ends_with("marker")
        })
    }

    /// Returns whether a mark is shown as a state: it is one, or its title is a phrase for
    /// something that is nearly always just on or off.
    pub(super) fn is_told(&self, at: u8) -> bool {
        let few = |spec: &MarkSpec| spec.range.0 == 0 && spec.range.1 <= 2;
        let phrase = words::is_phrase(self.mark_title(at));
        self.is_state(at) || (phrase && self.card().marks.get(usize::from(at)).is_some_and(few))
    }

    pub(super) fn mark_title(&self, at: u8) -> &str {
        self.card()
            .marks
            .get(usize::from(at))
            .map_or("", |spec| spec.title.as_str())
    }
}
