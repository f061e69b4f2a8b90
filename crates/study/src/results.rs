//! The results of a study: a file beside it, with a header and then one line for each battle, each
//! written completely and with a checksum. Whatever happens to the program, battles that were
//! played are kept, and the study continues from there. A battle whose line is damaged is played
//! again. Older files have no checksums; they are read as they are.

use crate::fingerprint::fingerprint;
use crate::model::Study;
use crate::play::{Record, play, sides};
use crate::tally::Tally;
use sandtable_battle::Side;
use sandtable_keep::{Found as Check, checked, unchecked};
use sandtable_tongue::say;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why results cannot be used or written.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The machine fails.
    #[error("{}", say!("{file}: {why}; what was played is kept, start again to go on", file = .0, why = .1))]
    Machine(String, std::io::Error),
    /// The file cannot be opened: nothing was played yet.
    #[error("{0}: {1}")]
    Closed(String, std::io::Error),
    /// Another run is writing the file.
    #[error("{}", say!("{file} is being written by another run of this study", file = .0))]
    Busy(String),
    /// It is not a file of results.
    #[error("{}", strange(.0))]
    Strange(String),
    /// A battle is in two files, and not the same in both.
    #[error("{}", say!("{file}: battle {battle} differs from the same battle in an earlier file", file = .0, battle = .1))]
    Differs(String, u32),
    /// The file is of a format that this program does not read.
    #[error("{}", say!("{file} is of format {format}, and this program reads format 1: use a newer Sandtable", file = .0, format = .1))]
    Format(String, u32),
    /// The file belongs to another study.
    #[error("{}", other(.0, .1, .2))]
    Other(String, String, String),
    /// The engine has changed.
    #[error("{}", changed(.0, *.1, .2))]
    Changed(String, u32, String),
}

fn strange(file: &str) -> String {
    say!(
        "{file} is not a file of results of a study, so nothing in it was changed: name another file",
        file = file
    )
}

fn other(file: &str, theirs: &str, ours: &str) -> String {
    say!(
        "{file} has results of another study or of other rules ({theirs}; this one is {ours}): battles, \
         title and claims may change, but not what is played; keep them apart with --results FILE, \
         or start over with --anew",
        file = file,
        theirs = theirs,
        ours = ours
    )
}

fn changed(file: &str, battle: u32, variant: &str) -> String {
    say!(
        "{file}: battle {battle} of `{variant}` plays differently now than when it was written: the \
         engine or its players have changed; keep the results apart with --results FILE, or start \
         over with --anew",
        file = file,
        battle = battle,
        variant = variant
    )
}

/// A line of a results file, without its checksum.
struct Object {
    text: String,
    bare: bool,
}

/// Reads the object of a line, unless the line is damaged. Lines without a checksum count only if
/// `bare` is set.
fn object(line: &[u8], bare: bool) -> Option<Object> {
    let line = std::str::from_utf8(line).ok()?;
    match unchecked(line) {
        Check::Bare if bare => Some(Object {
            text: line.to_owned(),
            bare: true,
        }),
        found => found.object().map(|text| Object { text, bare: false }),
    }
}

/// Reads the battle of a line, unless the line is damaged or no battle of this study could have
/// ended so.
fn record(line: &[u8], bare: bool, study: &Study) -> Option<Record> {
    let record: Record = serde_json::from_str(&object(line, bare)?.text).ok()?;
    record.is_of(study).then_some(record)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: u32,
    study: String,
    engine: String,
    title: String,
}

/// What a results file already holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Number of battles that need not be played.
    pub battles: u64,
    /// Number of battles beyond the last one wanted; the file keeps them.
    pub beyond: u64,
    /// Number of bytes of an incomplete last line, which was dropped.
    pub torn: u64,
    /// Numbers, from 1, of lines that were changed after they were written. They do not count.
    pub damaged: Vec<usize>,
}

/// What to do with existing results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Old {
    /// Continue from them.
    Keep,
    /// Delete them.
    Forget,
}

/// How long written battles may wait before they are forced to disk.
const SYNC: std::time::Duration = std::time::Duration::from_secs(1);

/// A results file that only this program writes.
#[derive(Debug)]
pub struct Results {
    file: File,
    path: PathBuf,
    synced: std::time::Instant,
}

/// Merges several results files of one study into one, in the order in which a single thread plays
/// the battles: the bytes are then the same however they were played. Battles already in the file
/// count too. A battle in two files must be the same in both. Returns how many battles there are
/// now; `told` hears what each file that is merged holds.
///
/// # Errors
/// If a file cannot be used or written: see [`Results::open`]; if two files differ in a battle. The
/// file is then unchanged.
pub fn merge(
    study: &Study,
    into: &Path,
    parts: &[PathBuf],
    mut told: impl FnMut(&Path, &Found),
) -> Result<u64, Trouble> {
    let mut all: BTreeMap<(u32, u16), Record> = BTreeMap::new();
    let machine = |path: &Path, e| Trouble::Machine(path.display().to_string(), e);
    let own = into.exists().then(|| Results::open(into, study));
    let mut open = Vec::from_iter(own.transpose()?.map(|(results, _, _)| results));
    let mut known = Vec::from_iter(into.canonicalize());
    for path in parts {
        let place = path.canonicalize();
        let place = place.map_err(|e| Trouble::Closed(path.display().to_string(), e))?;
        // A file named twice has nothing to add.
        if !known.contains(&place) {
            let (part, found) = Results::look(path, study)?;
            told(path, &found);
            open.push(part);
            known.push(place);
        }
    }
    // They stay open until all is written, so that nobody adds battles to them meanwhile.
    for results in &mut open {
        let mut differs = None;
        results.each(study, |record| {
            let kept = all.entry((record.battle, record.arm));
            let kept = kept.or_insert_with(|| record.clone());
            if kept != record {
                differs.get_or_insert(record.battle);
            }
            Ok(())
        })?;
        if let Some(battle) = differs {
            return Err(Trouble::Differs(results.path.display().to_string(), battle));
        }
    }
    let written = sandtable_keep::write_with(into, |out| {
        let mut line = |of: &dyn Fn() -> serde_json::Result<String>| {
            let text = of().map_err(std::io::Error::other)?;
            out.write_all(checked(&text).as_bytes())?;
            out.write_all(b"\n")
        };
        line(&|| serde_json::to_string(&Header::of(study)))?;
        all.values()
            .try_for_each(|record| line(&|| serde_json::to_string(record)))
    });
    written.map_err(|e| machine(into, e))?;
    Ok(all.len() as u64)
}

impl Header {
    fn of(study: &Study) -> Self {
        Self {
            format: 1,
            study: fingerprint(study),
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            title: study.title.clone(),
        }
    }
}

impl Results {
    /// Opens the results of a study, or creates them, and adds up what is there. Cuts off an
    /// incomplete last line.
    ///
    /// # Errors
    /// If they are results of another study or another engine, or no results at all; if another
    /// program is writing them; or if the machine fails.
    pub fn open(path: &Path, study: &Study) -> Result<(Self, Vec<Tally>, Found), Trouble> {
        Self::begin(path, study, Old::Keep)
    }

    /// Opens results to continue or to start over. Never deletes a file that another program is
    /// writing or that is not the results of a study.
    ///
    /// # Errors
    /// As [`Results::open`].
    pub fn begin(
        path: &Path,
        study: &Study,
        old: Old,
    ) -> Result<(Self, Vec<Tally>, Found), Trouble> {
        let mut options = OpenOptions::new();
        let options = options.read(true).append(true).create(true);
        let mut results = Self::opened(path, options, File::try_lock)?;
        if old == Old::Forget {
            results.forget(study)?;
        }
        let mut tallies = vec![Tally::of(study.battles); study.arms.len()];
        let found = results.read(study, &mut tallies)?;
        results.mend(study, found.torn)?;
        Ok((results, tallies, found))
    }

    /// Opens results only to read them. An incomplete last line stays where it is.
    fn look(path: &Path, study: &Study) -> Result<(Self, Found), Trouble> {
        let mut options = OpenOptions::new();
        let mut results = Self::opened(path, options.read(true), File::try_lock_shared)?;
        let mut tallies = vec![Tally::of(study.battles); study.arms.len()];
        let found = results.read(study, &mut tallies)?;
        Ok((results, found))
    }

    /// Opens a file and locks it, without reading anything.
    fn opened(
        path: &Path,
        options: &OpenOptions,
        lock: fn(&File) -> Result<(), std::fs::TryLockError>,
    ) -> Result<Self, Trouble> {
        let name = || path.display().to_string();
        let file = options.open(path);
        let file = file.map_err(|e| Trouble::Closed(name(), e))?;
        let kind = file.metadata().map_err(|e| Trouble::Machine(name(), e))?;
        if !kind.is_file() {
            return Err(Trouble::Strange(name()));
        }
        match lock(&file) {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Err(Trouble::Busy(name())),
            // Some file systems have no locks; the file is then used without.
            Err(std::fs::TryLockError::Error(_)) => {}
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            synced: std::time::Instant::now(),
        })
    }

    fn machine(&self, error: std::io::Error) -> Trouble {
        Trouble::Machine(self.path.display().to_string(), error)
    }

    fn strange(&self) -> Trouble {
        Trouble::Strange(self.path.display().to_string())
    }

    /// Empties the file. Rejects any other file, so that nobody's notes are lost.
    fn forget(&mut self, study: &Study) -> Result<(), Trouble> {
        let (end, _) = self.whole()?;
        if end == 0 {
            self.must_have_begun(study)?;
        } else {
            let mut first = Vec::new();
            let read = BufReader::new(&self.file).read_until(b'\n', &mut first);
            read.map_err(|e| self.machine(e))?;
            self.header(first.trim_ascii_end())?;
        }
        self.file.set_len(0).map_err(|e| self.machine(e))
    }

    /// Rejects a file without a whole line, unless it is empty or a run of this study stopped while
    /// it wrote the header.
    fn must_have_begun(&mut self, study: &Study) -> Result<(), Trouble> {
        let header = serde_json::to_string(&Header::of(study));
        let header = header.map_err(|e| self.machine(std::io::Error::other(e)))?;
        let header = checked(&header);
        let mut there = Vec::new();
        let most = header.len() as u64 + 1;
        let read = self.file.seek(SeekFrom::Start(0));
        let read = read.and_then(|_| (&self.file).take(most).read_to_end(&mut there));
        read.map_err(|e| self.machine(e))?;
        match header.as_bytes().starts_with(&there) {
            true => Ok(()),
            false => Err(self.strange()),
        }
    }

    /// Returns the header, given the first line of the file.
    fn header(&self, line: &[u8]) -> Result<(Header, bool), Trouble> {
        // Some editors begin a file with a byte-order mark.
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let line = object(line, true).ok_or_else(|| self.strange())?;
        let header = serde_json::from_str(&line.text);
        Ok((header.map_err(|_| self.strange())?, line.bare))
    }

    /// Cuts this many bytes off the end, and writes the header to an empty file.
    fn mend(&mut self, study: &Study, torn: u64) -> Result<(), Trouble> {
        let length = self.file.metadata().map_err(|e| self.machine(e))?.len();
        if torn > 0 {
            let cut = self.file.set_len(length - torn);
            cut.map_err(|e| self.machine(e))?;
        }
        if length == torn {
            self.line(&Header::of(study))?;
        }
        Ok(())
    }

    /// Returns where the last whole line ends, and where the file ends. The next byte to be read is
    /// the first.
    fn whole(&mut self) -> Result<(u64, u64), Trouble> {
        let length = self.file.metadata().map_err(|e| self.machine(e))?.len();
        let mut end = length;
        let mut block = [0; 4096];
        while end > 0 {
            let from = end.saturating_sub(block.len() as u64);
            let size = usize::try_from(end - from).unwrap_or(block.len());
            let part = &mut block[..size];
            let read = self
                .file
                .seek(SeekFrom::Start(from))
                .and_then(|_| self.file.read_exact(part));
            read.map_err(|e| self.machine(e))?;
            if let Some(at) = part.iter().rposition(|&b| b == b'\n') {
                end = from + at as u64 + 1;
                break;
            }
            end = from;
        }
        let start = self.file.seek(SeekFrom::Start(0));
        start.map_err(|e| self.machine(e))?;
        Ok((end, length))
    }

    /// Reads existing battles into tallies, up to the last whole line.
    fn read(&mut self, study: &Study, tallies: &mut [Tally]) -> Result<Found, Trouble> {
        let (end, length) = self.whole()?;
        if end == 0 {
            self.must_have_begun(study)?;
        }
        let mut found = Found {
            torn: length - end,
            ..Found::default()
        };
        let sides: Vec<Vec<Side>> = (0..study.arms.len()).map(|a| sides(study, a)).collect();
        let mut last: Option<Record> = None;
        let mut bare = false;
        for (number, line) in (1..).zip(BufReader::new((&self.file).take(end)).split(b'\n')) {
            let line = line.map_err(|e| self.machine(e))?;
            if number == 1 {
                let (header, plain) = self.header(&line)?;
                self.must_be_of(study, &header)?;
                bare = plain;
                continue;
            }
            let Some(record) = record(&line, bare, study) else {
                found.damaged.push(number);
                continue;
            };
            let arm = usize::from(record.arm);
            if record.battle > study.battles {
                found.beyond += 1;
            } else if tallies[arm].add(&record, &sides[arm], study.swap) {
                found.battles += 1;
            }
            last = Some(record);
        }
        match last {
            Some(record) => self.must_still_go_so(study, &record).map(|()| found),
            None => Ok(found),
        }
    }

    /// Rejects results of another study or another engine.
    fn must_be_of(&self, study: &Study, header: &Header) -> Result<(), Trouble> {
        if header.format != 1 {
            let file = self.path.display().to_string();
            return Err(Trouble::Format(file, header.format));
        }
        let (here, engine) = (fingerprint(study), env!("CARGO_PKG_VERSION"));
        if header.study == here && header.engine == engine {
            return Ok(());
        }
        let theirs = say!(
            "{study} of engine {engine}",
            study = header.study,
            engine = header.engine
        );
        let ours = say!("{study} of {engine}", study = here, engine = engine);
        Err(Trouble::Other(
            self.path.display().to_string(),
            theirs,
            ours,
        ))
    }

    /// Plays the last battle again: if the engine has changed unnoticed, it must not continue old
    /// results.
    fn must_still_go_so(&self, study: &Study, record: &Record) -> Result<(), Trouble> {
        let (place, number) = (usize::from(record.arm), record.battle);
        if play(study, place, number) == *record {
            return Ok(());
        }
        let arm = &study.arms[place];
        let variant = say(&study.variants[arm.variant].name).to_owned();
        let name = self.path.display().to_string();
        Err(Trouble::Changed(name, number, variant))
    }

    /// Writes a battle as one complete line.
    ///
    /// # Errors
    /// If the machine fails, as when the disk is full.
    pub fn write(&mut self, record: &Record) -> Result<(), Trouble> {
        self.line(record)
    }

    fn line(&mut self, of: &impl Serialize) -> Result<(), Trouble> {
        let line = serde_json::to_string(of)
            .map_err(|e| self.machine(std::io::Error::other(e.to_string())))?;
        let mut line = checked(&line);
        line.push('\n');
        let mut written = self.file.write_all(line.as_bytes());
        if written.is_ok() && self.synced.elapsed() >= SYNC {
            written = self.file.sync_data();
            self.synced = std::time::Instant::now();
        }
        written.map_err(|e| self.machine(e))
    }

    /// Waits until everything written is on the disk.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn sync(&mut self) -> Result<(), Trouble> {
        self.file.sync_data().map_err(|e| self.machine(e))
    }

    /// Passes every battle to `each`, variant by variant in the order of their numbers.
    ///
    /// # Errors
    /// If the file can no longer be read, or if `each` fails.
    pub fn each(
        &mut self,
        study: &Study,
        mut each: impl FnMut(&Record) -> std::io::Result<()>,
    ) -> Result<(), Trouble> {
        let mut places: Vec<(u16, u32, u64)> = Vec::new();
        let (mut at, mut bare) = (0, false);
        self.file
            .seek(SeekFrom::Start(0))
            .map_err(|e| self.machine(e))?;
        for line in BufReader::new(&self.file).split(b'\n') {
            let line = line.map_err(|e| self.machine(e))?;
            if at == 0 {
                bare = self.header(&line).is_ok_and(|(_, bare)| bare);
            } else if let Some(record) = record(&line, bare, study)
                && record.battle <= study.battles
            {
                places.push((record.arm, record.battle, at));
            }
            at += line.len() as u64 + 1;
        }
        places.sort_unstable();
        places.dedup_by_key(|place| (place.0, place.1));
        let mut reader = BufReader::new(&self.file);
        let mut line = String::new();
        for (_, _, at) in places {
            line.clear();
            let read = reader
                .seek(SeekFrom::Start(at))
                .and_then(|_| reader.read_line(&mut line));
            read.map_err(|e| self.machine(e))?;
            let line = line.trim_end_matches('\n').as_bytes();
            if let Some(record) = record(line, bare, study) {
                each(&record).map_err(|e| self.machine(e))?;
            }
        }
        Ok(())
    }
}
