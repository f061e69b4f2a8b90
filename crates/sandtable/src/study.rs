//! Studies of many whole battles, from files or from texts in memory.

use crate::Error;
use sandtable_files::{Flaws, MOST_TEXT};
use sandtable_register::Entry;
use sandtable_report::Report;
use sandtable_study::{Files, Part, Record, Steps, Tally, read_study};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The files on disk, and the built-in scenarios.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn sets(&self) -> &'static [Entry] {
        sandtable_register::ALL
    }

    fn text(&self, name: &str) -> Result<String, String> {
        let path = Path::new(name);
        if path.symlink_metadata().is_err() && !name.ends_with(".toml") {
            return crate::scenario_text(name).map_err(|why| why.to_string());
        }
        bounded(path).map_err(|why| format!("{name}: {why}"))
    }

    fn beside(&self, of: &str, name: &str) -> String {
        let folder = Path::new(of).parent().filter(|f| !f.as_os_str().is_empty());
        folder.map_or_else(|| name.to_owned(), |f| f.join(name).display().to_string())
    }
}

/// Reads a file that is small enough for a study or a battle: some files never end.
fn bounded(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    let mut part = std::fs::File::open(path)?.take(MOST_TEXT as u64 + 1);
    part.read_to_string(&mut text)?;
    if text.len() > MOST_TEXT {
        let says = "larger than 8 MiB; no study or battle is";
        return Err(std::io::Error::new(ErrorKind::FileTooLarge, says));
    }
    Ok(text)
}

/// Texts in memory in place of files, by name, and the built-in scenarios.
#[derive(Clone, Debug, Default)]
pub struct Shelf(pub BTreeMap<String, String>);

impl Files for Shelf {
    fn sets(&self) -> &'static [Entry] {
        sandtable_register::ALL
    }

    fn text(&self, name: &str) -> Result<String, String> {
        match self.0.get(name) {
            Some(text) => Ok(text.clone()),
            None => crate::scenario_text(name).map_err(|why| why.to_string()),
        }
    }

    fn beside(&self, _of: &str, name: &str) -> String {
        name.to_owned()
    }
}

/// Copies of files from a disk, by the names that they had there, and the built-in scenarios. With
/// them you can read a study on a machine that lacks those files.
#[derive(Clone, Debug, Default)]
pub struct Copies(pub BTreeMap<String, String>);

impl Files for Copies {
    fn sets(&self) -> &'static [Entry] {
        sandtable_register::ALL
    }

    fn text(&self, name: &str) -> Result<String, String> {
        match self.0.get(name) {
            Some(text) => Ok(text.clone()),
            None => crate::scenario_text(name).map_err(|why| why.to_string()),
        }
    }

    fn beside(&self, of: &str, name: &str) -> String {
        Disk.beside(of, name)
    }
}

/// The files on disk, with a copy of each one that was read.
#[derive(Debug, Default)]
pub struct Copier(RefCell<BTreeMap<String, String>>);

impl Copier {
    /// Returns copies of the files that were read.
    #[must_use]
    pub fn copies(self) -> Copies {
        Copies(self.0.into_inner())
    }
}

impl Files for Copier {
    fn sets(&self) -> &'static [Entry] {
        Disk.sets()
    }

    fn text(&self, name: &str) -> Result<String, String> {
        let text = Disk.text(name)?;
        self.0.borrow_mut().insert(name.to_owned(), text.clone());
        Ok(text)
    }

    fn beside(&self, of: &str, name: &str) -> String {
        Disk.beside(of, name)
    }
}

/// Study that is played battle by battle in a fixed order. Its report is the same to the bit,
/// wherever it was played and in however many parts.
///
/// ```
/// use sandtable::{Shelf, Study};
///
/// # fn main() -> Result<(), sandtable::Error> {
/// let text = r#"
/// format = 1
/// title = "Who wins on the two hills"
/// scenario = "three-hit/two-hills"
/// players = ["random", "random"]
/// battles = 10
/// "#;
/// let mut study = Study::read(text, "two-hills.study.toml", &Shelf::default())?;
/// while study.step().is_some() {}
/// assert_eq!(study.progress(), (10, 10));
/// assert!(sandtable::report::text(&study.report()).contains("two hills"));
/// # Ok(())
/// # }
/// ```
pub struct Study(Steps);

impl std::fmt::Debug for Study {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let title = &self.0.study().title;
        f.debug_struct("Study")
            .field("title", title)
            .finish_non_exhaustive()
    }
}

impl Study {
    /// Reads a study and every file it names.
    ///
    /// # Errors
    /// If the file has flaws; names every one.
    pub fn read(text: &str, name: &str, files: &dyn Files) -> Result<Self, Error> {
        let read: Result<_, Flaws> = read_study(text, name, files);
        Ok(Self(Steps::new(read?)))
    }

    /// Returns the plan of the study.
    #[must_use]
    pub const fn plan(&self) -> &sandtable_study::Study {
        self.0.study()
    }

    /// Plays the next battle and returns its record, or `None` once all are played.
    pub fn step(&mut self) -> Option<Record> {
        self.0.step()
    }

    /// Plays at most `most` battles of part `number` of `of` (1 of 1 is all) on this many threads,
    /// by default all of the machine's, and adds them up. Before every battle it asks whether to go
    /// on. Returns the battles played, in order.
    ///
    /// # Errors
    /// If there is no such part, or the study cannot be played in parts.
    pub fn play(
        &mut self,
        most: usize,
        (number, of): (u32, u32),
        threads: Option<usize>,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Record>, Error> {
        let part = Part::new(number, of)
            .ok_or_else(|| Error::Study(format!("there is no part {number} of {of}")))?;
        part.fits(self.plan()).map_err(Error::Study)?;
        let mut out = Vec::new();
        while out.len() < most && go_on() {
            let due = self.0.due(part, most - out.len());
            if due.is_empty() {
                break;
            }
            let played = played(self.plan(), &due, threads, go_on);
            for record in &played {
                self.0.add(record);
            }
            out.extend(played);
        }
        Ok(out)
    }

    /// Returns at most `most` of the battles that can be played now, each with its number and the
    /// index of its arm, for [`Study::played`]. If a study searches for a value, its next battles
    /// depend on earlier results; an empty list means that all are played.
    #[must_use]
    pub fn due(&self, most: usize) -> Vec<(u32, usize)> {
        self.0.due(Part::WHOLE, most)
    }

    /// Plays the given battles, each by its number and the index of its arm, without adding them:
    /// that is up to the caller. Before every battle it asks whether to go on.
    ///
    /// # Errors
    /// If there is no such battle.
    pub fn played(
        &self,
        due: &[(u32, usize)],
        threads: Option<usize>,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Record>, Error> {
        let (arms, battles) = (self.plan().arms.len(), self.plan().battles);
        let strange =
            |&&(battle, arm): &&(u32, usize)| arm >= arms || !(1..=battles).contains(&battle);
        if let Some((battle, arm)) = due.iter().find(strange) {
            let says = format!("there is no battle {battle} of arm {arm}");
            return Err(Error::Study(says));
        }
        Ok(played(self.plan(), due, threads, go_on))
    }

    /// Adds a battle that was played elsewhere. Returns whether it was missing.
    pub fn add(&mut self, record: &Record) -> bool {
        self.0.add(record)
    }

    /// Resumes from the sums of a file of results
    /// ([`Results::open`](sandtable_study::Results::open)), replacing everything added before.
    pub fn resume(&mut self, tallies: Vec<Tally>) {
        self.0.resume(tallies);
    }

    /// Returns how many battles have been played, and how many there are in all.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        self.0.progress()
    }

    /// Returns the report of all battles played so far.
    #[must_use]
    pub fn report(&self) -> Report {
        sandtable_report::report(self.0.study(), self.0.tallies())
    }
}

/// Plays some battles on several threads and returns the records of those played, in order.
fn played(
    study: &sandtable_study::Study,
    due: &[(u32, usize)],
    threads: Option<usize>,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Vec<Record> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut out = Vec::new();
        while go_on() {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(battle, arm)) = due.get(at) else {
                break;
            };
            out.push((at, sandtable_study::play(study, arm, battle)));
        }
        out
    };
    let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = threads.unwrap_or_else(all).clamp(1, due.len().max(1));
    let mut done = std::thread::scope(|scope| {
        // Where the machine gives no more threads, those that began play everything.
        let begun = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).filter_map(begun).collect();
        let mut done = work();
        done.extend(
            others
                .into_iter()
                .flat_map(|thread| thread.join().unwrap_or_default()),
        );
        done
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, record)| record).collect()
}
