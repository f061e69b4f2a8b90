//! `sandtable study`: many whole battles, and what they show.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use clap::Args;
use sandtable_register::Entry;
use sandtable_report::Report;
use sandtable_study::{Files, Found, Old, Part, Results, STUDY_FILE, Study, Tally, Trouble};
use sandtable_tongue::say;

use crate::failure::Failure;
use crate::{show, sources, table};

/// Play a study: many whole battles of several variants on the same dice, and a report with
/// intervals of 95 percent.
///
/// Every finished battle is a line of the results file beside the study. Stop the program
/// whenever you like and start it again: it continues where it was, and the report is the same
/// to the last bit for any number of threads. If you ask for more battles in the study, only
/// the new ones are played.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable study studies/three-hit/two-hits.study.toml
  sandtable study my.study.toml --csv battles.csv --threads 1
  sandtable study my.study.toml --json > report.json
  sandtable study my.study.toml --html report.html
  sandtable study my.study.toml --part 3/16
  sandtable study my.study.toml --merge my.part-*.results.jsonl
  sandtable study my.study.toml --cluster ray://head:10001

On many machines: give each a part, bring the files of results to one of them, and merge
them there; what a machine did not play to its end is played then, and the results and the
report are the same as on one machine, to the last bit.

Exit codes: 0 the study was played to its end, 3 a file cannot be read or is another
study's, 4 this machine cannot do it: the disk is full")]
pub(crate) struct StudyCommand {
    /// A study, a *.study.toml file.
    #[arg(value_name = "STUDY")]
    study: String,
    #[command(flatten)]
    how: How,
    /// The file that keeps the battles; by default NAME.results.jsonl beside the study.
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Play only part K of N, written K/N; by default NAME.part-K-of-N.results.jsonl keeps its
    /// battles. Writes no report.
    #[arg(long, value_name = "K/N", conflicts_with_all = ["html", "csv", "parquet"])]
    part: Option<Part>,
    /// Take over the battles of these results files, then play what is missing.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["part", "anew"])]
    merge: Vec<PathBuf>,
    /// Spread the battles over a Ray cluster: `auto`, HOST:PORT or ray://HOST:PORT. Needs Python
    /// with the package `sandtable[cluster]`, here and on every machine of the cluster.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["part", "merge"])]
    cluster: Option<String>,
    /// Forget earlier battles and start over.
    #[arg(long)]
    anew: bool,
    /// The report as a page; by default NAME.report.html beside the study.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write every battle as a row of comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write every battle as a row of a Parquet file, where the program was built with it.
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
}

/// How a study is played and reported.
#[derive(Debug, Args)]
pub(crate) struct How {
    /// How many battles to play at once; by default one for each core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Show no progress.
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Print the report as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The files on disk, and built-in scenarios. Each is read once: a pipe has its text only once, and
/// a file that somebody changes meanwhile is not half old and half new.
#[derive(Default)]
pub(crate) struct Disk(RefCell<BTreeMap<String, String>>);

impl Files for Disk {
    fn sets(&self) -> &'static [Entry] {
        sandtable_register::ALL
    }

    fn text(&self, name: &str) -> Result<String, String> {
        if let Some(text) = self.0.borrow().get(name) {
            return Ok(text.clone());
        }
        let text = table::text_of(name).map_err(|why| why.text().to_owned())?;
        self.0.borrow_mut().insert(name.to_owned(), text.clone());
        Ok(text)
    }

    fn beside(&self, of: &str, name: &str) -> String {
        let folder = Path::new(of).parent().filter(|f| !f.as_os_str().is_empty());
        folder.map_or_else(|| name.to_owned(), |f| f.join(name).display().to_string())
    }
}

/// Says what a study without mistakes would play.
pub(crate) fn examine(name: &str, text: &str) -> Result<String, Failure> {
    let study = read(name, text)?;
    let (variants, scenarios) = (study.variants.len(), study.scenarios.len());
    Ok(say!(
        "sound: study `{title}`, {extent}, rules {rules}",
        title = say(&study.title),
        extent = sandtable_report::extent(study.battles, variants, scenarios),
        rules = study.rules.card().id
    ))
}

fn read(name: &str, text: &str) -> Result<Study, Failure> {
    sandtable_study::read_study(text, name, &Disk::default())
        .map_err(|flaws| Failure::File(show::flaws(name, text, &flaws)))
}

/// Returns why results cannot be used, with its exit code.
pub(crate) fn failed(trouble: &Trouble) -> Failure {
    let says = trouble.to_string();
    match trouble {
        Trouble::Machine(..) | Trouble::Closed(..) | Trouble::Busy(_) => Failure::Machine(says),
        _ => Failure::File(says),
    }
}

impl StudyCommand {
    /// Plays the study.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if self.parquet.is_some() {
            super::parquet::ready()?;
        }
        self.must_name_files()?;
        let text = table::text_of(&self.study)?;
        let study = read(&self.study, &text)?;
        if let Some(part) = self.part {
            return self.run_part(&study, part);
        }
        let path = self
            .results
            .clone()
            .unwrap_or_else(|| self.beside(".results.jsonl"));
        if !self.merge.is_empty() {
            let merged = sandtable_study::merge(&study, &path, &self.merge, flawed);
            let battles = merged.map_err(|trouble| failed(&trouble))?;
            if !self.how.quiet {
                show::note(&format!("{}: {battles} battles merged", path.display()));
            }
        }
        let mut old = if self.anew { Old::Forget } else { Old::Keep };
        if let Some(address) = &self.cluster {
            // Opened before anything is spread, so that results of another study are refused here.
            Results::begin(&path, &study, old).map_err(|trouble| failed(&trouble))?;
            old = Old::Keep;
            super::cluster::play(&self.study, &path, address, self.how.quiet)?;
        }
        let (mut results, mut tallies, found) =
            Results::begin(&path, &study, old).map_err(|trouble| failed(&trouble))?;
        told(&path, &found);
        self.spare(&path)?;
        play(&study, Some(&mut results), &mut tallies, &self.how)?;
        results.sync().map_err(|trouble| failed(&trouble))?;
        if !self.merge.is_empty() {
            // Battles that were missing come last in the file; merging puts them in order.
            drop(results);
            let merged = sandtable_study::merge(&study, &path, &[], |_, _| ());
            merged.map_err(|trouble| failed(&trouble))?;
            results = Results::open(&path, &study)
                .map_err(|trouble| failed(&trouble))?
                .0;
        }
        let report = sandtable_report::report(&study, &tallies);
        let page = self
            .html
            .clone()
            .unwrap_or_else(|| self.beside(".report.html"));
        show::write(&page, &sandtable_report::html(&report))?;
        if !self.how.quiet {
            show::note(&format!("the report: {}", page.display()));
        }
        if let Some(points) = sandtable_report::points_file(&report) {
            let place = self.beside(sandtable_files::POINTS_FILE);
            show::write(&place, &points)?;
            if !self.how.quiet {
                show::note(&format!("the points: {}", place.display()));
            }
        }
        if let Some(path) = &self.csv {
            whole(path, |out| sandtable_study::csv(&study, &mut results, out))?;
        }
        if let Some(path) = &self.parquet {
            super::parquet::write(path, &study, &mut results)?;
        }
        self.how.tell(&report)
    }

    /// Checks, before more battles are played, that no report would overwrite battles.
    fn spare(&self, results: &Path) -> Result<(), Failure> {
        sources::remember(results);
        self.merge.iter().for_each(|file| sources::remember(file));
        let reports = [&self.html, &self.csv, &self.parquet];
        let reports: Vec<&Path> = reports.into_iter().flatten().map(|r| &**r).collect();
        sources::apart(&reports)?;
        reports.into_iter().try_for_each(sources::spare)
    }

    /// Refuses a study from a pipe without names for what is written: there is no file to write it
    /// beside.
    fn must_name_files(&self) -> Result<(), Failure> {
        let study = Path::new(&self.study);
        let named = self.results.is_some() && (self.html.is_some() || self.part.is_some());
        if named || !study.exists() || study.is_file() {
            return Ok(());
        }
        Err(Failure::Usage(say!(
            "{study} is not a file: name the files to write with --results and --html",
            study = self.study
        )))
    }

    /// Plays one part of the study.
    fn run_part(&self, study: &Study, part: Part) -> Result<(), Failure> {
        part.fits(study).map_err(Failure::File)?;
        let end = format!(".part-{}-of-{}.results.jsonl", part.number(), part.of());
        let path = self.results.clone().unwrap_or_else(|| self.beside(&end));
        let old = if self.anew { Old::Forget } else { Old::Keep };
        let (mut results, mut tallies, found) =
            Results::begin(&path, study, old).map_err(|trouble| failed(&trouble))?;
        told(&path, &found);
        play_part(study, part, Some(&mut results), &mut tallies, &self.how)?;
        results.sync().map_err(|trouble| failed(&trouble))?;
        show::say(&say!(
            "part {number} of {of} is played: {file}",
            number = part.number(),
            of = part.of(),
            file = path.display()
        ))
    }

    /// Returns a file beside the study, named after it.
    fn beside(&self, end: &str) -> PathBuf {
        let name = Path::new(&self.study)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let bare = name.strip_suffix(STUDY_FILE).unwrap_or(&name);
        Path::new(&self.study).with_file_name(format!("{bare}{end}"))
    }
}

/// Writes a report to a file piece by piece: completely, or not at all.
pub(crate) fn whole(
    path: &Path,
    pieces: impl FnOnce(&mut BufWriter<File>) -> Result<(), Trouble>,
) -> Result<(), Failure> {
    crate::sources::spare(path)?;
    let mut said = None;
    let written = sandtable_keep::write_with(path, |out| {
        pieces(out).map_err(|trouble| {
            let error = std::io::Error::other(trouble.to_string());
            said = Some(failed(&trouble));
            error
        })
    });
    let machine = |error| Failure::Machine(format!("{}: {error}", path.display()));
    written.map_err(|error| said.unwrap_or_else(|| machine(error)))
}

/// Says what a results file already holds.
pub(crate) fn told(path: &Path, found: &Found) {
    flawed(path, found);
    let file = path.display();
    if found.battles > 0 {
        let are = match found.battles {
            1 => "1 battle is".to_owned(),
            many => format!("{many} battles are"),
        };
        show::note(&format!("{file}: {are} there already"));
    }
}

/// Says what in a results file cannot be used.
fn flawed(path: &Path, found: &Found) {
    let file = path.display();
    if found.torn > 0 {
        show::note(&format!(
            "{file}: the last battle was not written to its end; it is played again"
        ));
    }
    if !found.damaged.is_empty() {
        let lines: Vec<String> = found.damaged.iter().take(9).map(usize::to_string).collect();
        let more = if found.damaged.len() > 9 { ", .." } else { "" };
        show::note(&format!(
            "{file}: {} damaged (line {}{more}); what is missing is played again",
            found.damaged.len(),
            lines.join(", ")
        ));
    }
}

/// Plays the missing battles, with a bar that shows how long it will take.
pub(crate) fn play(
    study: &Study,
    results: Option<&mut Results>,
    tallies: &mut [Tally],
    how: &How,
) -> Result<(), Failure> {
    play_part(study, Part::WHOLE, results, tallies, how)
}

/// Plays the missing battles of a part.
fn play_part(
    study: &Study,
    part: Part,
    results: Option<&mut Results>,
    tallies: &mut [Tally],
    how: &How,
) -> Result<(), Failure> {
    let style = "{bar:30} {pos} of {len} battles, {per_sec}, {eta} left";
    let bar = show::bar(!how.quiet, style);
    let began = std::sync::OnceLock::new();
    let progress = |done: u64, all: u64| {
        bar.set_length(all);
        if began.set(done).is_ok() {
            // Battles from earlier runs say nothing about the speed.
            bar.set_position(done);
            bar.reset_eta();
        } else {
            bar.set_position(done);
        }
    };
    let start = std::time::Instant::now();
    let threads = how.threads.map(usize::from);
    let said = sandtable_study::run_part(study, part, results, tallies, threads, &progress);
    bar.finish_and_clear();
    said.map_err(|trouble| failed(&trouble))?;
    let done: u64 = tallies.iter().map(Tally::battles).sum();
    let played = done - began.get().copied().unwrap_or(done);
    let seconds = start.elapsed().as_secs_f64();
    if played > 0 && !how.quiet {
        #[expect(clippy::cast_precision_loss, reason = "a count")]
        let pace = played as f64 / seconds.max(1e-9);
        show::note(&format!(
            "{played} battles in {seconds:.1} s, {pace:.1} a second"
        ));
    }
    Ok(())
}

impl How {
    /// Prints the report.
    pub(crate) fn tell(&self, report: &Report) -> Result<(), Failure> {
        if self.json {
            show::json(report)
        } else {
            show::say(sandtable_report::text(report).trim_end())
        }
    }
}
