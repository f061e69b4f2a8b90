//! `sandtable check`: what is wrong with files.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use sandtable_battle::{Battle, Rolled, Switches};
use sandtable_files::{Flaw, Flaws, Journal};
use sandtable_opponents::{Greedy, Player};
use sandtable_tongue::say;
use serde::Serialize;

use crate::failure::Failure;
use crate::{show, table};

/// Check battle files, journals, house rules, armies, studies, points, situations, tutorials and
/// worked examples: every mistake with line, column and a hint, and warnings about what is unusual but
/// playable.
///
/// Tutorials are played from the first step to the last; examples are compared with what they
/// expect.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  sandtable check my.battle.toml bloodier.rules.toml
  sandtable check scenarios/*/*.battle.toml --json
  sandtable check tutorials/three-hit.tutorial.toml --story
  sandtable check rules/three-hit/examples

Exit codes: 0 all sound, warned of or not; 3 some file is flawed")]
pub(crate) struct Check {
    /// Files, or folders whose files to check.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print what happens in each step of a tutorial.
    #[arg(long)]
    story: bool,
    /// Print JSON: a list of {file, sound, says, warnings}.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Verdict {
    file: String,
    sound: bool,
    says: String,
    warnings: Vec<Flaw>,
    #[serde(skip)]
    shown: String,
}

impl Verdict {
    fn new(file: &str, sound: bool, says: String) -> Self {
        Self {
            file: file.to_owned(),
            sound,
            says,
            warnings: Vec::new(),
            shown: String::new(),
        }
    }
}

impl Check {
    /// Checks all files before it fails.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let files = listed(&self.files)?;
        let verdicts: Vec<Verdict> = files
            .iter()
            .map(|file| {
                let found = examine(file, self.story);
                found.unwrap_or_else(|why| {
                    let says = if self.json {
                        crate::out::colourless(why.text())
                    } else {
                        why.text().to_owned()
                    };
                    Verdict::new(file, false, says)
                })
            })
            .collect();
        let flawed = verdicts.iter().filter(|v| !v.sound).count();
        if self.json {
            show::json(&verdicts)?;
        } else {
            for verdict in verdicts.iter().filter(|v| v.sound) {
                show::say(&format!("{}: {}", verdict.file, verdict.says))?;
                if !verdict.warnings.is_empty() {
                    crate::out::say_coloured(&verdict.shown)?;
                }
            }
        }
        if flawed == 0 {
            return Ok(());
        }
        let says: Vec<&str> = verdicts
            .iter()
            .filter(|v| !v.sound)
            .map(|v| v.says.as_str())
            .collect();
        Err(Failure::File(if self.json {
            say!("{n} flawed", n = flawed)
        } else {
            says.join("\n\n")
        }))
    }
}

/// Lists the files; a folder is replaced by the files in it.
fn listed(named: &[String]) -> Result<Vec<String>, Failure> {
    let mut all = Vec::new();
    for name in named {
        let Ok(entries) = std::fs::read_dir(name) else {
            all.push(name.clone());
            continue;
        };
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| Failure::File(format!("{name}: {error}")))?;
            let path = entry.path();
            let shown = path.to_string_lossy();
            if !ENDINGS.iter().any(|end| shown.ends_with(end)) {
                continue;
            }
            let Some(name) = path.to_str() else {
                return Err(Failure::File(say!(
                    "{file} is not UTF-8: give the file another name",
                    file = shown
                )));
            };
            // A pipe may never end.
            let special = |found: std::fs::Metadata| !found.is_file() && !found.is_dir();
            if std::fs::metadata(&path).is_ok_and(special) {
                return Err(Failure::File(say!(
                    "{file} is a pipe or a device, not a file: take it out of the folder, or check it by its name",
                    file = shown
                )));
            }
            files.push(name.to_owned());
        }
        if files.is_empty() {
            return Err(Failure::File(say!(
                "there is nothing to check in {folder}",
                folder = name
            )));
        }
        files.sort();
        all.append(&mut files);
    }
    Ok(all)
}

/// Endings of the files that are checked in a folder.
const ENDINGS: [&str; 10] = [
    ".battle.toml",
    ".journal.jsonl",
    sandtable_files::HOUSE_FILE,
    sandtable_files::ARMY_FILE,
    sandtable_files::EVENTS_FILE,
    sandtable_files::POINTS_FILE,
    sandtable_study::STUDY_FILE,
    sandtable_situation::SITUATION_FILE,
    ".tutorial.toml",
    sandtable_examples::EXAMPLES_FILE,
];

/// Plays worked examples and sums up the result.
fn examples(name: &str, text: &str) -> Result<String, Failure> {
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, text, &flaws));
    let id = sandtable_examples::peek(text).map_err(flawed)?;
    let known = sandtable_register::ALL.iter().find(|entry| entry.id == id);
    let Some(entry) = known else {
        return Err(flawed(sandtable_files::unknown_rules(
            text,
            &table::known(),
        )));
    };
    let played = sandtable_examples::play(text, &|switches| entry.open(switches));
    Ok(say!(
        "sound: {n} examples for {rules}",
        n = played.map_err(flawed)?,
        rules = id
    ))
}

/// Sums up an army, with what does not fit the tables of its rules.
fn army(name: &str, text: &str) -> Result<String, Failure> {
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, text, &flaws));
    let sets = sandtable_files::peek_army(text, &table::known()).map_err(flawed)?;
    let mut says = String::new();
    for id in &sets {
        let rules = table::rules_of_army(name, text, id)?;
        let army = sandtable_files::read_army(text, rules.card()).map_err(flawed)?;
        if says.is_empty() {
            let (title, units) = (&army.name, army.units.len());
            says = say!(
                "sound: army `{title}`, {n} units, for {rules}",
                title = title,
                n = units,
                rules = sets.join(", ")
            );
        }
        for warning in sandtable_files::army_warnings(&army, &*rules) {
            let by = say!("warning, by {rules}: {says}", rules = id, says = warning);
            let _ = write!(says, "\n  {by}");
        }
    }
    Ok(says)
}

/// Sums up a file of points.
fn points(name: &str, text: &str) -> Result<String, Failure> {
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, text, &flaws));
    let id = sandtable_files::peek_points(text, &table::known()).map_err(flawed)?;
    let rules = table::open_rules(name, &id, &Switches::default())?;
    let points = sandtable_files::read_points(text, rules.card()).map_err(flawed)?;
    Ok(say!(
        "sound: points for {rules}, kinds: {n}",
        rules = id,
        n = points.kinds.len()
    ))
}

/// Sums up an events file.
fn events(name: &str, text: &str) -> Result<String, Failure> {
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, text, &flaws));
    let id = sandtable_files::peek_events(text, &table::known()).map_err(flawed)?;
    let rules = table::open_rules(name, &id, &Switches::default())?;
    let events = table::read_events(name, &*rules)?;
    let cards: usize = events.iter().map(|event| usize::from(event.cards)).sum();
    Ok(say!(
        "sound: {n} cards of chance for {rules}",
        n = cards,
        rules = id
    ))
}

/// Sums up a file that has no mistakes.
fn examine(name: &str, story: bool) -> Result<Verdict, Failure> {
    let text = table::text_of(name)?;
    let sound = |says| Verdict::new(name, true, says);
    if name.ends_with(".tutorial.toml") {
        return tutorial(name, &text, story).map(sound);
    }
    if name.ends_with(sandtable_study::STUDY_FILE) {
        return super::study::examine(name, &text).map(sound);
    }
    if sandtable_situation::is_situation(name) {
        return super::situation::examine(name, &text).map(sound);
    }
    if table::is_journal(&text) || name.ends_with(".journal.jsonl") {
        let (journal, _) = table::read_journal(name, &text)?;
        let lines = journal.lines().len();
        return Ok(sound(say!("a journal of {n} lines", n = lines)));
    }
    if sandtable_files::is_house(&text) || name.ends_with(sandtable_files::HOUSE_FILE) {
        let (rules, house) = table::read_house(name)?;
        let card = rules.card();
        let changes = house.switches.choices().count() + card.numbers.changed().count();
        return Ok(sound(say!(
            "sound: house rules `{house}` for {rules}; changes: {n}",
            house = house.name,
            rules = card.id,
            n = changes
        )));
    }
    if name.ends_with(sandtable_examples::EXAMPLES_FILE) {
        return examples(name, &text).map(sound);
    }
    if name.ends_with(sandtable_files::EVENTS_FILE) {
        return events(name, &text).map(sound);
    }
    if name.ends_with(sandtable_files::POINTS_FILE) {
        return points(name, &text).map(sound);
    }
    if sandtable_files::is_army(&text) || name.ends_with(sandtable_files::ARMY_FILE) {
        return army(name, &text).map(sound);
    }
    let table = table::battle(name, &text, &table::Laid::default())?;
    if is_stuck(&table) {
        let says = say!("nobody can give an order in this position, and the battle is not over");
        return Err(Failure::File(format!("{name}: {says}")));
    }
    let says = say!(
        "sound: {title}, {n} units, {pieces} pieces of terrain, rules {rules}",
        title = table.battle.setting.title,
        n = table.battle.units.len(),
        pieces = table.battle.setting.terrain.len(),
        rules = table.rules.card().id
    );
    Ok(Verdict {
        shown: show::warnings(name, &text, &table.warnings),
        warnings: table.warnings,
        ..sound(says)
    })
}

/// Tells whether nobody can do anything in a battle that is not over, once it is opened.
fn is_stuck(table: &table::Table) -> bool {
    let mut journal = Journal::begin(table.battle.clone(), table.rules.card(), 0);
    let mut dice = Rolled::new(0, 0);
    let events = journal.opening(&*table.rules, &mut dice);
    journal.append(None, dice.into_rolls(), events);
    let now = journal.now();
    now.ended.is_none() && table.rules.all_offers(now).is_empty()
}

/// Plays a tutorial without mistakes and sums up what it holds.
fn tutorial(name: &str, text: &str, story: bool) -> Result<String, Failure> {
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, text, &flaws));
    let head = sandtable_tutorial::peek(text).map_err(flawed)?;
    let beside = Path::new(name).with_file_name(&head.battle);
    let beside = beside.to_string_lossy();
    let start = table::battle(&beside, &table::text_of(&beside)?, &table::Laid::default())?;
    let rules = &*start.rules;
    let tutorial = sandtable_tutorial::read(text, rules.card(), &start.battle).map_err(flawed)?;
    let tutorial = Arc::new(tutorial);
    let mut player = Greedy::new(tutorial.seed);
    let mut think = |battle: &Battle| player.choose(rules, battle);
    let played =
        sandtable_tutorial::rehearse(&tutorial, text, rules, &mut think).map_err(flawed)?;
    let mut says = say!(
        "sound: {title}, {steps} steps, {n} orders, rules {rules}",
        title = tutorial.title,
        steps = tutorial.steps.len(),
        n = played.journal.lines().len() - 1,
        rules = rules.card().id
    );
    for scene in played.scenes.iter().filter(|_| story) {
        let step = &tutorial.steps[scene.step];
        let _ = write!(says, "\n{}. {}", scene.step + 1, step.title);
        for line in &scene.told {
            let _ = write!(says, "\n     {line}");
        }
    }
    Ok(says)
}
