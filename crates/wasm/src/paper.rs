//! The paper that a battle wants: made of what the session shows.

use sandtable_print::{Paper, Part, pdf};
use sandtable_session::call::{self, Args, Call, json};
use sandtable_session::{EngineError, Session};

const CALLS: &[Call] = &[("print", &["paper", "parts"], &[])];

/// Whether a call is about paper.
pub(crate) fn is_known(method: &str) -> bool {
    CALLS.iter().any(|(name, ..)| *name == method)
}

/// Answers a call about paper.
pub(crate) fn answer(session: &Session, method: &str, args: &str) -> String {
    call::answer(CALLS, method, args, |args| print(session, args))
}

/// A PDF file as text, a letter a byte.
fn print(session: &Session, args: &Args<'_>) -> Result<String, EngineError> {
    let paper = args.text(0)?;
    let papers = Paper::ALL.map(|(name, _)| name);
    let paper = Paper::ALL.into_iter().find(|(name, _)| *name == paper);
    let (_, paper) = paper.ok_or_else(|| args.wrong(0, &papers.join(" or ")))?;
    let parts = Part::ALL.map(|(name, _)| name).join(", ");
    let wrong = || args.wrong(1, &format!("a list of some of {parts}"));
    let wanted = args.maybe_texts(1)?.filter(|wanted| !wanted.is_empty());
    let wanted: Option<Vec<Part>> = wanted.ok_or_else(wrong)?.into_iter().map(part).collect();
    let (look, sheet) = (session.shown()?, session.sheet()?);
    let file = pdf(&look, &sheet, paper, &wanted.ok_or_else(wrong)?);
    json(&file.into_iter().map(char::from).collect::<String>())
}

fn part(name: &str) -> Option<Part> {
    let found = Part::ALL.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, part)| part)
}

#[cfg(test)]
mod tests {
    use crate::Engine;
    use sandtable_tongue::Language;

    fn started() -> Engine {
        let mut table = Engine::new(sandtable_register::ALL);
        let begun = table.call(
            Language::ENGLISH,
            "start",
            r#"[{"scenario": "three-hit/two-hills"}, 1]"#,
        );
        assert!(begun.starts_with("{\"ok\""), "{begun}");
        table
    }

    #[test]
    fn a_battle_is_printed() {
        let mut table = started();
        let file = table.call(Language::ENGLISH, "print", r#"["a4", ["map", "sheet"]]"#);
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
            let answer = table.call(Language::ENGLISH, "print", args);
            assert!(
                answer.starts_with("{\"err\"") && answer.contains(says),
                "{answer}"
            );
        }
        let none = Engine::new(sandtable_register::ALL).call(
            Language::ENGLISH,
            "print",
            r#"["a4", ["map"]]"#,
        );
        assert!(none.starts_with("{\"err\""), "{none}");
    }
}
