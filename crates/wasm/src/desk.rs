//! What a desk answers: the calls of whoever builds a battle or looks back on one, and
//! the paper that a battle wants.

use sandtable_print::{Paper, Part, pdf};
use sandtable_register::Entry;
use sandtable_session::call::{Args, Call, answer, json};
use sandtable_session::{EngineError, Session, Shelf};

/// The call that the session does not know: paper is made of what it shows.
const CALLS: &[Call] = &[("print", &["paper", "parts"], &[])];

/// One battle at a desk.
pub struct Desk {
    session: Session,
}

impl Desk {
    /// A desk on which no battle lies yet.
    #[must_use]
    pub fn new(entries: &'static [Entry]) -> Self {
        Self {
            session: Session::new(Shelf::of(entries)),
        }
    }

    /// Answers a call of the contract: `{"ok": value}` or `{"err": EngineError}`.
    #[must_use]
    pub fn call(&mut self, method: &str, args: &str) -> String {
        if CALLS.iter().any(|(name, ..)| *name == method) {
            answer(CALLS, method, args, |args| self.print(args))
        } else {
            self.session.call_at_desk(method, args)
        }
    }

    /// A PDF file as text, a letter a byte.
    fn print(&self, args: &Args<'_>) -> Result<String, EngineError> {
        let paper = args.text(0)?;
        let papers = Paper::ALL.map(|(name, _)| name);
        let paper = Paper::ALL.into_iter().find(|(name, _)| *name == paper);
        let (_, paper) = paper.ok_or_else(|| args.wrong(0, &papers.join(" or ")))?;
        let parts = Part::ALL.map(|(name, _)| name).join(", ");
        let wrong = || args.wrong(1, &format!("a list of some of {parts}"));
        let wanted = args.maybe_texts(1)?.filter(|wanted| !wanted.is_empty());
        let wanted: Option<Vec<Part>> = wanted.ok_or_else(wrong)?.into_iter().map(part).collect();
        let (look, sheet) = (self.session.shown()?, self.session.sheet()?);
        let file = pdf(&look, &sheet, paper, &wanted.ok_or_else(wrong)?);
        json(&file.into_iter().map(char::from).collect::<String>())
    }
}

fn part(name: &str) -> Option<Part> {
    let found = Part::ALL.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, part)| part)
}

#[cfg(test)]
mod tests {
    use super::Desk;

    fn started() -> Desk {
        let mut table = Desk::new(sandtable_register::ALL);
        let begun = table
            .session
            .call("start", r#"[{"scenario": "three-hit/two-hills"}, 1]"#);
        assert!(begun.starts_with("{\"ok\""), "{begun}");
        table
    }

    #[test]
    fn a_battle_is_printed() {
        let mut table = started();
        let file = table.call("print", r#"["a4", ["map", "sheet"]]"#);
        let file: serde_json::Value = serde_json::from_str(&file).expect("JSON");
        let file = file["ok"].as_str().expect("a file");
        assert!(file.starts_with("%PDF-1.") && file.chars().all(|c| (c as u32) < 256));
        assert!(file.contains("(Combat table)"));
    }

    #[test]
    fn what_cannot_be_printed_is_refused_with_reasons() {
        let mut table = started();
        for (args, says) in [
            (r#"["a5", ["map"]]"#, "a4 or letter"),
            (r#"["a4", ["maps"]]"#, "map, roster, templates, sheet"),
            (r#"["a4", []]"#, "map, roster"),
            (r#"["a4", 7]"#, "a list of texts"),
            (r#"["a4"]"#, "was given 1 arguments"),
        ] {
            let answer = table.call("print", args);
            assert!(
                answer.starts_with("{\"err\"") && answer.contains(says),
                "{answer}"
            );
        }
        let none = Desk::new(sandtable_register::ALL).call("print", r#"["a4", ["map"]]"#);
        assert!(none.starts_with("{\"err\""), "{none}");
    }
}
