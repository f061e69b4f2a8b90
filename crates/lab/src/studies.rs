//! Studies, a few battles at a time.

use crate::Lab;
use sandtable_report::{html, report};
use sandtable_session::{EngineError, flawed};
use sandtable_study::{
    Bundle, CSV_HEAD, Record, Steps, Study, csv_row, fingerprint, play, read_study,
};
use sandtable_tongue::say;
use serde::Serialize;
use std::collections::BTreeMap;

/// A study after reading: what it plays.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StudyOpened {
    title: String,
    rules: String,
    scenarios: Vec<String>,
    variants: Vec<String>,
    battles: u64,
    done: u64,
    print: String,
}

/// Battles of a study that were just played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct StudyPlayed {
    done: u64,
    lines: Vec<String>,
}

impl Lab {
    /// Opens a study, with the lines of battles that were played before.
    pub(crate) fn open_study(
        &mut self,
        text: &str,
        lines: &[String],
    ) -> Result<StudyOpened, EngineError> {
        let files = Bundle {
            sets: self.sets,
            files: BTreeMap::new(),
        };
        let study = read_study(text, "the study", &files).map_err(|flaws| flawed(&flaws))?;
        let records = records(lines, &study)?;
        if let Some(last) = records.last() {
            still_goes_so(&study, last)?;
        }
        let opened = |steps: &Steps| {
            let study = steps.study();
            let (done, battles) = steps.progress();
            StudyOpened {
                title: say(&study.title).to_owned(),
                rules: study.rules.card().id.clone(),
                scenarios: study.scenarios.iter().map(|s| s.1.clone()).collect(),
                variants: study
                    .variants
                    .iter()
                    .map(|v| say(&v.name).to_owned())
                    .collect(),
                battles,
                done,
                print: fingerprint(study),
            }
        };
        let mut steps = Steps::new(study);
        for record in &records {
            steps.add(record);
        }
        let says = opened(&steps);
        self.study = Some(steps);
        Ok(says)
    }

    /// Plays more battles.
    pub(crate) fn play(&mut self, most: u64) -> Result<StudyPlayed, EngineError> {
        let steps = self.study.as_mut().ok_or_else(none)?;
        let mut lines = Vec::new();
        for _ in 0..most {
            let Some(record) = steps.step() else { break };
            lines.push(written(&record)?);
        }
        Ok(StudyPlayed {
            done: steps.progress().0,
            lines,
        })
    }

    /// Returns the report so far, as a page that needs no other file.
    pub(crate) fn report(&self) -> Result<String, EngineError> {
        let steps = self.study.as_ref().ok_or_else(none)?;
        Ok(html(&report(steps.study(), steps.tallies())))
    }

    /// Returns battles as comma-separated values.
    pub(crate) fn csv(&self, lines: &[String]) -> Result<String, EngineError> {
        let study = self.study.as_ref().ok_or_else(none)?.study();
        let mut records = records(lines, study)?;
        records.sort_by_key(|record| (record.arm, record.battle));
        let rows = records.iter().filter_map(|record| csv_row(study, record));
        let mut text = format!("{CSV_HEAD}\n");
        for row in rows {
            text.push_str(&row);
            text.push('\n');
        }
        Ok(text)
    }
}

/// What is wrong with battles that this study did not lead to.
const OTHERS: &str = "these battles were played by another study or another engine";

fn none() -> EngineError {
    EngineError::new("no study is open").hint("open one with `study`")
}

fn written(record: &Record) -> Result<String, EngineError> {
    serde_json::to_string(record)
        .map_err(|e| EngineError::new(say!("a battle cannot be written: {e}", e = e)))
}

fn records(lines: &[String], study: &Study) -> Result<Vec<Record>, EngineError> {
    let read = |(at, line): (usize, &String)| {
        let record = Record::read(line).map_err(|e| {
            EngineError::new(say!("this is not a battle of a study: {e}", e = e))
                .at(at + 1, e.column())
        })?;
        match record.is_of(study) {
            true => Ok(record),
            false => Err(EngineError::new(OTHERS).at(at + 1, 1)),
        }
    };
    lines.iter().enumerate().map(read).collect()
}

/// Plays the last battle again to check the engine: results of one that plays differently say
/// nothing about this one.
fn still_goes_so(study: &Study, last: &Record) -> Result<(), EngineError> {
    let place = usize::from(last.arm);
    let again = (place < study.arms.len()).then(|| play(study, place, last.battle));
    if again.as_ref() == Some(last) {
        return Ok(());
    }
    Err(EngineError::new(OTHERS))
}
