//! Printed paper for a battle, made from what the session shows.

use sandtable_print::{Paper, Part, Printed};
use sandtable_session::{EngineError, Session, calls};
use serde::{Deserialize, Serialize};

/// A size of paper.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PaperSize {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// A part of what is printed.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PaperPart {
    /// The map, to scale.
    Map,
    /// The units of both sides.
    Roster,
    /// Sticks and arcs, true to size.
    Templates,
    /// The quick-reference sheet of the rules.
    Sheet,
}

/// A battle on paper.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PaperFile {
    /// The PDF file as text, a letter a byte.
    pub file: String,
    /// The letters that it shows as `?`, each once: the fonts that every PDF reader has are those of
    /// western Europe.
    pub lost: String,
}

calls! {
    /// The call that prints a battle, with its arguments.
    pub enum PaperCall for Session = session;

    /// The battle as it stands, on paper.
    Print "print"(paper: PaperSize, parts: Vec<PaperPart>) -> PaperFile =
        print(session, paper, &parts);
}

fn print(
    session: &Session,
    paper: PaperSize,
    parts: &[PaperPart],
) -> Result<PaperFile, EngineError> {
    if parts.is_empty() {
        return Err(EngineError::new("nothing was chosen to be printed")
            .hint("parts: map, roster, templates, sheet"));
    }
    let paper = match paper {
        PaperSize::A4 => Paper::A4,
        PaperSize::Letter => Paper::Letter,
    };
    let parts: Vec<Part> = parts.iter().map(|part| part.part()).collect();
    let (look, sheet) = (session.shown()?, session.sheet()?);
    let Printed { pdf, lost } = sandtable_print::print(&look, &sheet, paper, &parts);
    let file = pdf.into_iter().map(char::from).collect();
    Ok(PaperFile { file, lost })
}

impl PaperPart {
    const fn part(self) -> Part {
        match self {
            Self::Map => Part::Map,
            Self::Roster => Part::Roster,
            Self::Templates => Part::Templates,
            Self::Sheet => Part::Sheet,
        }
    }
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
        let file = file["ok"]["file"].as_str().expect("a file");
        assert!(file.starts_with("%PDF-1.") && file.chars().all(|c| (c as u32) < 256));
        assert!(file.contains("(Combat table)"));
    }

    #[test]
    fn letters_that_paper_lacks_are_named() {
        let mut table = started();
        let lost = |table: &mut Engine| {
            let answer = table.call(Language::ENGLISH, "print", r#"["a4", ["roster"]]"#);
            let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
            answer["ok"]["lost"].as_str().map(str::to_owned)
        };
        assert_eq!(lost(&mut table).as_deref(), Some(""));
        let text = sandtable_register::scenarios()
            .into_iter()
            .find(|scenario| scenario.id == "three-hit/two-hills")
            .map(|scenario| scenario.text.replacen("\"Red\"", "\"Ωmega\"", 9))
            .expect("a scenario");
        let from = serde_json::json!([{ "text": text }, 1]);
        let begun = table.call(Language::ENGLISH, "start", &from.to_string());
        assert!(begun.starts_with("{\"ok\""), "{begun}");
        assert_eq!(lost(&mut table).as_deref(), Some("Ω"));
    }

    #[test]
    fn what_cannot_be_printed_is_refused_with_reasons() {
        let mut table = started();
        for (args, says) in [
            (r#"["a5", ["map"]]"#, "`a4` or `letter`"),
            (
                r#"["a4", ["maps"]]"#,
                "`map`, `roster`, `templates`, `sheet`",
            ),
            (r#"["a4", []]"#, "parts: map, roster"),
            (r#"["a4", 7]"#, "expected a sequence"),
            (r#"["a4"]"#, "only 1 arguments"),
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
