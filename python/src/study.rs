//! Studies: played here or spread over other machines, and kept in memory or in a file.

use crate::failure::{failed, raised};
use crate::work::work;
use pyo3::prelude::*;
use sandtable::studies::{Files, Record, Results, Trouble, csv_cells, merge};
use sandtable::{Copier, Copies, Error, Shelf};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

/// A battle to be played: its number, and the index of its arm.
type Due = (u32, usize);
/// Texts by name, and whether they were copied from a disk.
type Texts = (BTreeMap<String, String>, bool);

/// A study.
#[pyclass(module = "sandtable._engine", frozen)]
pub(crate) struct Study {
    running: Arc<Mutex<Running>>,
    texts: Texts,
}

struct Running {
    study: sandtable::Study,
    store: Store,
}

/// Storage of the battles played.
enum Store {
    Memory(Vec<Record>),
    /// In a file that only this process writes, so that even a million battles need no memory.
    File(Box<Results>, PathBuf),
    /// They were in a file that can no longer be used, with the reason.
    Lost(String),
}

fn trouble(why: &Trouble) -> Error {
    Error::Study(why.to_string())
}

impl Running {
    /// Stores a battle that was added.
    fn keep(&mut self, record: Record) -> Result<(), Error> {
        match &mut self.store {
            Store::Memory(records) => {
                records.push(record);
                Ok(())
            }
            Store::File(results, _) => results.write(&record).map_err(|why| trouble(&why)),
            Store::Lost(why) => Err(Error::Study(why.clone())),
        }
    }

    /// Visits every battle, variant by variant in the order of their numbers.
    fn each(&mut self, mut what: impl FnMut(&Record)) -> Result<(), Error> {
        match &mut self.store {
            Store::Memory(records) => {
                let mut records: Vec<&Record> = records.iter().collect();
                records.sort_by_key(|record| (record.arm, record.battle));
                records.into_iter().for_each(what);
                Ok(())
            }
            Store::File(results, _) => {
                let read = results.each(self.study.plan(), |record| {
                    what(record);
                    Ok(())
                });
                read.map_err(|why| trouble(&why))
            }
            Store::Lost(why) => Err(Error::Study(why.clone())),
        }
    }

    /// Opens a file of results, adds the battles in it, and writes to it those that it lacks. From
    /// now on it stores every battle.
    fn open(&mut self, path: &Path) -> Result<(u64, usize), Error> {
        let opened = Results::open(path, self.study.plan()).map_err(|why| trouble(&why))?;
        let (results, tallies, found) = opened;
        let mut before = Vec::new();
        self.each(|record| before.push(record.clone()))?;
        self.study.resume(tallies);
        self.store = Store::File(Box::new(results), path.to_owned());
        for record in before {
            if self.study.add(&record) {
                self.keep(record)?;
            }
        }
        let flaws = found.damaged.len() + usize::from(found.torn > 0);
        Ok((found.battles, flaws))
    }

    /// Puts the battles of the file in the order in which one thread would play them.
    fn settle(&mut self) -> Result<(), Error> {
        let Store::File(_, path) = &self.store else {
            return Ok(());
        };
        let path = path.clone();
        // Sorting needs exclusive access to the file.
        self.store = Store::Lost(format!("{}: it is being written anew", path.display()));
        let settled = merge(self.study.plan(), &path, &[], |_, _| ())
            .and_then(|_| Results::open(&path, self.study.plan()));
        match settled {
            Ok((results, _, _)) => {
                self.store = Store::File(Box::new(results), path);
                Ok(())
            }
            Err(why) => {
                self.store = Store::Lost(why.to_string());
                Err(trouble(&why))
            }
        }
    }
}

/// Returns a battle as a line to take to another machine.
fn line(record: &Record) -> String {
    json!(record).to_string()
}

impl Study {
    /// Runs `what` without Python's lock: other threads may hold the study, and it may take long
    /// until they are done.
    fn with<T: Send>(&self, py: Python<'_>, what: impl FnOnce(&mut Running) -> T + Send) -> T {
        py.detach(|| what(&mut self.running.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Does the same for something that may fail.
    fn tried<T: Send>(
        &self,
        py: Python<'_>,
        what: impl FnOnce(&mut Running) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        self.with(py, what).map_err(|why| failed(py, &why))
    }
}

/// Reads a study and everything it names, and keeps the texts with which it can be read elsewhere.
fn read(text: &str, name: &str, given: Option<Texts>) -> Result<(sandtable::Study, Texts), Error> {
    match given {
        None => {
            let copier = Copier::default();
            let study = sandtable::Study::read(text, name, &copier)?;
            Ok((study, (copier.copies().0, true)))
        }
        Some((texts, copied)) => {
            let (shelf, copies) = (Shelf(texts.clone()), Copies(texts));
            let files: &dyn Files = if copied { &copies } else { &shelf };
            let study = sandtable::Study::read(text, name, files)?;
            Ok((study, (copies.0, copied)))
        }
    }
}

#[pymethods]
impl Study {
    #[new]
    fn new(
        py: Python<'_>,
        text: &str,
        name: &str,
        files: Option<BTreeMap<String, String>>,
        copied: bool,
    ) -> PyResult<Self> {
        let given = files.map(|files| (files, copied));
        let (study, texts) = py
            .detach(|| read(text, name, given))
            .map_err(|why| failed(py, &why))?;
        let store = Store::Memory(Vec::new());
        let running = Arc::new(Mutex::new(Running { study, store }));
        Ok(Self { running, texts })
    }

    /// Returns the texts with which the study can be read on any machine, and whether they were
    /// copied from a disk.
    fn texts(&self) -> Texts {
        self.texts.clone()
    }

    /// Plays at most `most` battles of a part on this many threads. Returns how many are played and
    /// how many there are. If Ctrl-C stops it, what was played is kept.
    fn play(
        &self,
        py: Python<'_>,
        most: usize,
        part: (u32, u32),
        threads: Option<usize>,
    ) -> PyResult<(u64, u64)> {
        let running = self.running.clone();
        let played = work(py, move |stop| {
            let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
            let go_on = || !stop.load(Ordering::Relaxed);
            let played = running.study.play(most, part, threads, &go_on)?;
            for record in played {
                running.keep(record)?;
            }
            Ok(running.study.progress())
        })?;
        played.map_err(|why| failed(py, &why))
    }

    /// Returns at most `most` of the battles that can be played now.
    fn due(&self, py: Python<'_>, most: usize) -> Vec<Due> {
        self.with(py, |running| running.study.due(most))
    }

    /// Plays some battles on one thread and returns their lines, without adding them.
    fn played(&self, py: Python<'_>, due: Vec<Due>) -> PyResult<Vec<String>> {
        let running = self.running.clone();
        let played = work(py, move |stop| {
            let running = running.lock().unwrap_or_else(PoisonError::into_inner);
            let go_on = || !stop.load(Ordering::Relaxed);
            running.study.played(&due, Some(1), &go_on)
        })?;
        let played = played.map_err(|why| failed(py, &why))?;
        Ok(played.iter().map(line).collect())
    }

    /// Returns how many battles are played and how many there are.
    fn progress(&self, py: Python<'_>) -> (u64, u64) {
        self.with(py, |running| running.study.progress())
    }

    /// Returns the report.
    fn report(&self, py: Python<'_>) -> (String, String, String) {
        self.with(py, |running| {
            let report = running.study.report();
            let text = sandtable::report::text(&report);
            (
                json!(report).to_string(),
                text,
                sandtable::report::html(&report),
            )
        })
    }

    /// Returns every battle as a row of cells, variant by variant, with the names of the columns.
    fn rows(&self, py: Python<'_>) -> PyResult<(Vec<&'static str>, Vec<Vec<String>>)> {
        self.tried(py, |running| {
            let mut records = Vec::new();
            running.each(|record| records.push(record.clone()))?;
            let plan = running.study.plan();
            let rows = records.iter().filter_map(|record| csv_cells(plan, record));
            Ok((
                sandtable::studies::CSV_HEAD.split(',').collect(),
                rows.collect(),
            ))
        })
    }

    /// Returns the battles as lines to take elsewhere.
    fn lines(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.tried(py, |running| {
            let mut lines = Vec::new();
            running.each(|record| lines.push(line(record)))?;
            Ok(lines)
        })
    }

    /// Adds battles that were played elsewhere. Returns how many were missing.
    fn add(&self, py: Python<'_>, lines: Vec<String>) -> PyResult<usize> {
        let mut read = Vec::with_capacity(lines.len());
        for (at, line) in lines.iter().enumerate() {
            read.push(Record::read(line).map_err(|why| {
                let says = format!("line {} is not a battle of a study: {why}", at + 1);
                raised(py, "StudyFailed", &says, &Value::Null)
            })?);
        }
        self.tried(py, |running| {
            let plan = running.study.plan();
            if let Some(at) = read.iter().position(|record| !record.is_of(plan)) {
                let says = format!("line {} is of no battle of this study", at + 1);
                return Err(Error::Study(says));
            }
            let mut missing = 0;
            for record in read {
                if running.study.add(&record) {
                    running.keep(record)?;
                    missing += 1;
                }
            }
            Ok(missing)
        })
    }

    /// Stores the battles in a file of results from now on, and adds those in it. Returns how many
    /// these are, and how many lines of the file were damaged.
    fn keep(&self, py: Python<'_>, path: PathBuf) -> PyResult<(u64, usize)> {
        self.tried(py, |running| running.open(&path))
    }

    /// Rewrites the file of results in the order in which one thread would play its battles.
    fn settle(&self, py: Python<'_>) -> PyResult<()> {
        self.tried(py, Running::settle)
    }

    /// Returns a number that identifies what is played: results with another number are not added.
    fn fingerprint(&self, py: Python<'_>) -> String {
        self.with(py, |running| {
            sandtable::studies::fingerprint(running.study.plan())
        })
    }
}
