//! Opening what a command is given: a built-in scenario by its name, a battle file, or a journal
//! (the battle as it stands at its end).

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use sandtable_battle::phrase::{meant_or_allowed, unseen};
use sandtable_battle::{Battle, EventCards, Order, Rolled, Rules, Scene, Switches};
use sandtable_files::{Army, Beside, Flaw, Flaws, House};
use sandtable_files::{Journal, journal, notation, unmarked};
use sandtable_session::Look;
use sandtable_tongue::say;

use crate::failure::Failure;
use crate::show;

/// No file of ours is larger than this: journals are the largest.
const LARGEST: u64 = journal::MOST_BYTES as u64;

/// A battle with its rules.
pub(crate) struct Table {
    /// The rules it is played by.
    pub rules: Arc<dyn Rules>,
    /// The battle.
    pub battle: Battle,
    /// What is unusual in the file it was read from.
    pub warnings: Vec<Flaw>,
}

impl Table {
    /// Returns the battle seen through its rules.
    pub(crate) fn look(&self) -> Look<'_> {
        Look::new(&*self.rules, &self.battle)
    }

    /// Reads an order as people write it.
    pub(crate) fn order(&self, text: &str) -> Result<Order, Failure> {
        notation::parse(text, &self.battle, self.rules.card())
            .map_err(|trouble| Failure::File(show::trouble(text, &trouble)))
    }

    /// Refuses a battle whose positions are left to a real table: what anybody may do there, and
    /// with which chances, depends on places that are not in the file.
    pub(crate) fn seen(self, name: &str) -> Result<Self, Failure> {
        if self.battle.setting.stated {
            return Err(Failure::File(format!("{name}: {}", unseen())));
        }
        Ok(self)
    }

    /// Opens a scenario that has not begun, with the dice of a seed.
    pub(crate) fn begun(mut self, seed: u64) -> Self {
        if self.battle.is_unopened() {
            let mut scene = Scene::new(self.battle);
            self.rules.open(&mut scene, &mut Rolled::new(seed, 0));
            self.battle = scene.finish().0;
        }
        self
    }
}

/// House rules and armies that the command line adds to a battle.
#[derive(Debug, Default, Args)]
pub(crate) struct Laid {
    /// House rules, a *.rules.toml file, laid over those of the battle.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// Let a side take its units from an army, a *.army.toml file.
    #[arg(long, value_name = "SIDE=FILE")]
    pub army: Vec<String>,
}

/// Opens a scenario, position or journal.
pub(crate) fn open(name: &str, laid: &Laid) -> Result<Table, Failure> {
    read(name, &text_of(name)?, laid)
}

/// Reads a scenario, position or journal.
pub(crate) fn read(name: &str, text: &str, laid: &Laid) -> Result<Table, Failure> {
    if is_journal(text) {
        if laid.rules.is_some() || !laid.army.is_empty() {
            let says = say(
                "a journal was played by rules and armies of its own; write its battle to a \
                 file with `sandtable position` and lay --rules over that",
            );
            return Err(Failure::File(format!("{name}: {says}")));
        }
        let (journal, rules) = read_journal(name, text)?;
        let battle = journal.fold();
        possible(name, &battle, &*rules)?;
        return Ok(Table {
            rules,
            battle,
            warnings: Vec::new(),
        });
    }
    battle(name, text, laid)
}

/// Checks that a position of a journal can be one of a battle: nobody has verified what its lines
/// say.
pub(crate) fn possible(name: &str, battle: &Battle, rules: &dyn Rules) -> Result<(), Failure> {
    // Where positions are left to a real table, what lies under a unit is stated for each order.
    if battle.setting.stated {
        return Ok(());
    }
    journal::is_sound(battle, rules).map_err(|why| {
        let says = say!(
            "this journal leads to an impossible position ({why}); `sandtable verify` shows where it goes wrong",
            why = why
        );
        Failure::File(format!("{name}: {says}"))
    })
}

/// Reads a battle file under all its house rules: its own, those of a file it names, and those of
/// the command line. The last ones count most.
pub(crate) fn battle(name: &str, text: &str, laid: &Laid) -> Result<Table, Failure> {
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, text, &flaws));
    let (id, _) = sandtable_files::peek_rules(text).map_err(flawed)?;
    let Some(entry) = sandtable_register::ALL.iter().find(|e| e.id == id) else {
        return Err(flawed(sandtable_files::unknown_rules(text, &known())));
    };
    let own = sandtable_files::read_switches(text, entry.standard().card()).map_err(flawed)?;
    let near = |file: &String| {
        let folder = Path::new(name).parent();
        folder.map_or_else(|| file.clone(), |f| f.join(file).display().to_string())
    };
    let (house, armies) = sandtable_files::files_beside(text);
    let house = house.as_ref().map(near);
    let over: Vec<&String> = house.iter().chain(&laid.rules).collect();
    let mut all = House {
        switches: own,
        ..House::default()
    };
    for &file in &over {
        let (_, rules) = read_house(file)?;
        if rules.base != id {
            let base = rules.base;
            return Err(Failure::File(say!(
                "{file} has house rules for {rules}, but {battle} is a battle of {id}",
                file = file,
                rules = base,
                battle = name,
                id = id
            )));
        }
        all.switches = all.switches.overlaid(&rules.switches);
        all.name = rules.name;
    }
    let rules = open_rules(name, &id, &all.switches)?;
    let mut beside = Beside {
        house: (!over.is_empty()).then_some(all),
        ..Beside::default()
    };
    for (army, file) in beside.armies.iter_mut().zip(&armies) {
        let file = file.as_ref().map(near);
        *army = file.map(|file| read_army(&file, &*rules)).transpose()?;
    }
    let events = sandtable_files::events_beside(text).as_ref().map(near);
    beside.events = events.map(|file| read_events(&file, &*rules)).transpose()?;
    for choice in &laid.army {
        let (place, file) = army_of(name, text, choice)?;
        beside.armies[place] = Some(read_army(file, &*rules)?);
    }
    let other = beside.house.is_some()
        || beside.events.is_some()
        || beside.armies.iter().any(Option::is_some);
    let read = if other {
        sandtable_files::read_battle_with(text, &*rules, &beside).map(|battle| (battle, Vec::new()))
    } else {
        sandtable_files::read_warned(text, &*rules)
    };
    let (battle, warnings) = read.map_err(flawed)?;
    Ok(Table {
        rules,
        battle,
        warnings,
    })
}

/// Reads `SIDE=FILE` of the command line: which side it is, and the file. A side's own name may hold
/// the sign.
fn army_of<'c>(name: &str, text: &str, choice: &'c str) -> Result<(usize, &'c str), Failure> {
    let sides = sandtable_files::side_names(text);
    let file_of = |side: &String| {
        let (head, rest) = choice.split_at_checked(side.len())?;
        let file = rest.strip_prefix('=')?;
        head.eq_ignore_ascii_case(side).then_some(file)
    };
    let mut known = (0..).zip(&sides);
    if let Some(found) = known.find_map(|(place, side)| Some((place, file_of(side)?))) {
        return Ok(found);
    }
    let [a, b] = &sides;
    Err(Failure::File(match choice.split_once('=') {
        None => say!(
            "--army {choice}: write SIDE=FILE, like Blue=mine.army.toml",
            choice = choice
        ),
        Some((side, _)) => say!(
            "{file} has no side `{side}`; the sides are {a} and {other}",
            file = name,
            side = side,
            a = a,
            other = b
        ),
    }))
}

/// Opens a rule set with the switches that an army needs.
pub(crate) fn rules_of_army(name: &str, text: &str, id: &str) -> Result<Arc<dyn Rules>, Failure> {
    let standard = open_rules(name, id, &Switches::default())?;
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, text, &flaws));
    let switches = sandtable_files::read_switches(text, standard.card()).map_err(flawed)?;
    open_rules(name, id, &switches)
}

/// Reads an army in the words of an open rule set.
pub(crate) fn read_army(name: &str, rules: &dyn Rules) -> Result<Army, Failure> {
    let text = text_of(name)?;
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, &text, &flaws));
    sandtable_files::read_army(&text, rules.card()).map_err(flawed)
}

/// Reads the cards of chance of a file in the words of an open rule set.
pub(crate) fn read_events(name: &str, rules: &dyn Rules) -> Result<Vec<EventCards>, Failure> {
    let text = text_of(name)?;
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, &text, &flaws));
    sandtable_files::read_events(&text, rules.card()).map_err(flawed)
}

/// Reads house rules, and opens their rule set under them.
pub(crate) fn read_house(name: &str) -> Result<(Arc<dyn Rules>, House), Failure> {
    let text = text_of(name)?;
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, &text, &flaws));
    let base = sandtable_files::peek_house(&text, &known()).map_err(flawed)?;
    let standard = open_rules(name, &base, &Switches::default())?;
    let tried = |switches: &Switches| sandtable_register::open(&base, switches).map(drop);
    let house = sandtable_files::read_house(&text, standard.card(), &tried).map_err(flawed)?;
    Ok((open_rules(name, &base, &house.switches)?, house))
}

pub(crate) fn open_rules(
    name: &str,
    id: &str,
    house: &Switches,
) -> Result<Arc<dyn Rules>, Failure> {
    sandtable_register::open(id, house).map_err(|why| Failure::File(format!("{name}: {why}")))
}

/// Returns the names of the rule sets.
pub(crate) fn known() -> Vec<&'static str> {
    sandtable_register::ALL.iter().map(|e| e.id).collect()
}

/// Reads a journal and opens the rules it was played by.
pub(crate) fn read_journal(name: &str, text: &str) -> Result<(Journal, Arc<dyn Rules>), Failure> {
    let flawed = |flaws: Flaws| Failure::File(show::flaws(name, text, &flaws));
    if !is_journal(text) && sandtable_files::peek_rules(text).is_ok() {
        let says = say!("this is a battle file, and a journal is wanted (*.journal.jsonl)");
        return Err(Failure::File(format!("{name}: {says}")));
    }
    let header = journal::peek(text).map_err(flawed)?;
    let rules = sandtable_register::open(&header.rules, &header.switches)
        .map_err(|trouble| Failure::File(format!("{name}: {trouble}")))?;
    let journal = Journal::read(text, &*rules).map_err(flawed)?;
    Ok((journal, rules))
}

/// Tells whether a text is a journal: its first line is a JSON object.
pub(crate) fn is_journal(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Returns the text of a file, or of a built-in scenario if there is no such file.
pub(crate) fn text_of(name: &str) -> Result<String, Failure> {
    let path = Path::new(name);
    // A link to nowhere still counts as a file: opening it says what is wrong.
    if path.symlink_metadata().is_err() {
        let shipped = sandtable_register::scenarios();
        if let Some(scenario) = shipped.iter().find(|s| s.id == name) {
            return Ok(scenario.text.clone());
        }
        if name.contains('.') && !name.ends_with(".battle.toml") {
            return Err(Failure::File(say!(
                "there is no file `{file}`",
                file = name
            )));
        }
        let ids: Vec<&str> = shipped.iter().map(|s| s.id.as_str()).collect();
        return Err(Failure::File(say!(
            "there is no file `{file}` and no shipped scenario of that name; {known}",
            file = name,
            known = meant_or_allowed(name, &ids)
        )));
    }
    let text = String::from_utf8(bytes_of(name)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let says = say!(
            "not UTF-8 text from byte {n} on: save the file as UTF-8",
            n = at
        );
        Failure::File(format!("{name}: {says}"))
    })?;
    // Some editors begin a text with a byte-order mark; two editors may leave two.
    Ok(unmarked(&text).to_owned())
}

/// Returns the bytes of a file that is small enough for a battle or a journal: some files never
/// end.
pub(crate) fn bytes_of(name: &str) -> Result<Vec<u8>, Failure> {
    let path = Path::new(name);
    let wrong = |what: &dyn std::fmt::Display| Failure::File(format!("{name}: {what}"));
    let file = std::fs::File::open(path).map_err(|error| wrong(&error))?;
    crate::sources::remember(path);
    let mut bytes = Vec::new();
    file.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| wrong(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(wrong(&say("larger than 64 MiB; no battle or journal is")));
    }
    Ok(bytes)
}
