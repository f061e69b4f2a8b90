//! A small table for positions, in the words of the worked examples.

use sandtable_battle::{
    Clause, Event, Factor, Judging, Legal, Recorded, Refusals, Rules, Status, Switches, Unit,
};
use sandtable_geometry::to_inches;
use sandtable_testing::Board;
pub use sandtable_testing::cites;
use sandtable_throw_me_a_6::{ThrowMeA6, c};
use std::fmt::Write;

sandtable_testing::board! {
    /// A rule set and a position. Blue is the attacker and moves first, in turn 2.
    Table of ThrowMeA6
}

/// The parts of a position, before it is set up.
#[derive(Clone, Default)]
pub struct Plan {
    switches: Vec<(String, String)>,
    numbers: Vec<(String, String)>,
    head: String,
    terrain: String,
    phase: String,
}

/// Sets up a position with the default switches, in Blue's actions.
pub fn units(lines: &[&str]) -> Table {
    Plan::default().units(lines)
}

/// Sets up a position in the melee step: units that touch have fought before.
pub fn melee(lines: &[&str]) -> Table {
    plan().phase("melee").units(lines)
}

pub fn plan() -> Plan {
    Plan::default()
}

impl Plan {
    pub fn switch(mut self, name: &str, value: &str) -> Self {
        self.switches.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Adds a house rule: `footprint.single.2`, `4.3`.
    pub fn number(mut self, path: &str, value: &str) -> Self {
        self.numbers.push((path.to_owned(), value.to_owned()));
        self
    }

    /// Adds lines at the head of the file: `turns = 3`.
    pub fn head(mut self, text: &str) -> Self {
        self.head.push_str(text);
        self.head.push('\n');
        self
    }

    /// Adds a rectangle of ground: centre and size.
    pub fn ground(mut self, ground: &str, at: [f64; 2], size: [f64; 2]) -> Self {
        let _ = writeln!(
            self.terrain,
            "[[terrain]]\nground = \"{ground}\"\nat = {at:?}\nsize = {size:?}"
        );
        self
    }

    /// Adds a line of ground.
    pub fn line(mut self, ground: &str, from: [f64; 2], to: [f64; 2], width: f64) -> Self {
        let _ = writeln!(
            self.terrain,
            "[[terrain]]\nground = \"{ground}\"\nline = [{from:?}, {to:?}]\nwidth = {width:?}"
        );
        self
    }

    /// Adds any other text of a battle file.
    pub fn also(mut self, text: &str) -> Self {
        self.terrain.push_str(text);
        self.terrain.push('\n');
        self
    }

    pub fn phase(mut self, phase: &str) -> Self {
        phase.clone_into(&mut self.phase);
        self
    }

    fn rules(&self) -> ThrowMeA6 {
        let switches = self
            .switches
            .iter()
            .fold(Switches::default(), |all, (name, value)| {
                all.with(name, value)
            });
        let switches = self
            .numbers
            .iter()
            .fold(switches, |all, (path, value)| all.with_number(path, value));
        ThrowMeA6::new(&switches).unwrap_or_else(|e| panic!("{e}"))
    }

    fn text(&self, lines: &[&str]) -> String {
        let switches: Vec<String> = self
            .switches
            .iter()
            .map(|(n, v)| format!("{n} = \"{v}\""))
            .collect();
        let mut text = format!(
            "format = 1\nrules = \"throw-me-a-6\"\ntable = [48, 36]\n{}switches = {{ {} }}\n\
             [[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n{}",
            self.head,
            switches.join(", "),
            self.terrain
        );
        for line in lines {
            text.push_str(&unit(line));
        }
        text
    }

    /// Puts units on the table: `Blue warband B 24 10 0 half veteran stands=2`.
    pub fn units(mut self, lines: &[&str]) -> Table {
        self.head.push_str("attacker = \"Blue\"\n");
        let phase = if self.phase.is_empty() {
            "actions"
        } else {
            &self.phase
        };
        let mut text = self.text(lines);
        let _ = writeln!(
            text,
            "[state]\nturn = 2\nphase = \"{phase}\"\nactive = \"Blue\""
        );
        let rules = self.rules();
        let battle =
            sandtable_files::read_battle(&text, &rules).unwrap_or_else(|f| panic!("{f}\n{text}"));
        Table(Board::of(rules, battle))
    }

    /// Returns what is wrong with a position in Blue's actions.
    pub fn flaws(mut self, lines: &[&str]) -> String {
        self.head.push_str("attacker = \"Blue\"\n");
        let state = "[state]\nturn = 2\nphase = \"actions\"\nactive = \"Blue\"\n";
        let text = self.text(lines) + state;
        let read = sandtable_files::read_battle(&text, &self.rules());
        read.map_or_else(|flaws| flaws.to_string(), |_| String::new())
    }

    /// Sets up a position; none if units or ground overlap.
    pub fn drawn(mut self, lines: &[&str]) -> Option<Table> {
        self.head.push_str("attacker = \"Blue\"\n");
        let state = "[state]\nturn = 2\nphase = \"actions\"\nactive = \"Blue\"\n";
        let text = self.text(lines) + state;
        let rules = self.rules();
        let battle = sandtable_files::read_battle(&text, &rules).ok()?;
        Some(Table(Board::of(rules, battle)))
    }

    /// Sets up a battle before it begins; only `head` can name an attacker.
    pub fn before(self, lines: &[&str]) -> Table {
        let text = self.text(lines);
        let rules = self.rules();
        let battle =
            sandtable_files::read_battle(&text, &rules).unwrap_or_else(|f| panic!("{f}\n{text}"));
        Table(Board::of(rules, battle))
    }
}

/// Writes a unit as in a battle file.
fn unit(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let [side, kind, name, rest @ ..] = words.as_slice() else {
        panic!("no unit: {line}");
    };
    let mut text = format!("[[unit]]\nside = \"{side}\"\nkind = \"{kind}\"\nname = \"{name}\"\n");
    let rest = match rest {
        [x, y, facing, rest @ ..] if x.parse::<f64>().is_ok() => {
            let _ = writeln!(text, "at = [{x}, {y}]\nfacing = {facing}");
            rest
        }
        rest => rest,
    };
    for word in rest {
        let (key, value) = match *word {
            "half" | "full" => ("armour", *word),
            "inferior" | "superior" => ("skill", *word),
            "raw" | "veteran" => ("experience", *word),
            "bow" | "sling" | "javelin" | "pila" | "none" => ("weapon", *word),
            "reserve" => ("status", *word),
            other => {
                let (key, value) = other.split_once('=').expect("a key and a value");
                let _ = writeln!(text, "{key} = {value}");
                if key == "stands" {
                    let full = if kind.starts_with("eleph") { 2 } else { 4 };
                    let _ = writeln!(text, "started = {full}");
                }
                continue;
            }
        };
        let _ = writeln!(text, "{key} = \"{value}\"");
    }
    text
}

impl Table {
    /// Requires that the position is sound: written and read back, it is the same.
    #[track_caller]
    pub fn is_kept(&self) {
        let text = sandtable_files::write_battle(&self.battle, self.rules.card());
        let read = sandtable_files::read_battle(&text, &*self.rules);
        assert_eq!(read.as_ref(), Ok(&self.battle), "{text}");
    }

    pub fn unit(&self, name: &str) -> &Unit {
        self.battle.unit(self.id(name))
    }

    pub fn bases(&self, name: &str) -> u8 {
        self.unit(name).stands
    }

    pub fn status(&self, name: &str) -> Status {
        self.unit(name).status
    }

    /// Returns where a unit is, in inches and degrees, to hundredths.
    pub fn at(&self, name: &str) -> (f64, f64, f64) {
        let pose = self.unit(name).pose;
        let round = |v: f64| (v * 100.0).round() / 100.0;
        (
            round(to_inches(pose.x)),
            round(to_inches(pose.y)),
            round(pose.facing.degrees()),
        )
    }

    pub fn phase(&self) -> String {
        let card = self.rules.card();
        card.phases[usize::from(self.battle.cursor.phase)]
            .id
            .clone()
    }

    /// Returns the name of the side to move.
    pub fn mover(&self) -> &str {
        &self.battle.setting.sides[self.battle.to_move() as usize].name
    }

    pub fn judge(&self, line: &str) -> Result<Legal, Refusals> {
        self.0.judge(&self.read(line))
    }

    /// Requires that an order is refused for this reason, perhaps among others.
    #[track_caller]
    pub fn refuse(&self, line: &str, clause: Clause) {
        self.refuses(&self.read(line), clause);
    }

    #[track_caller]
    pub fn allow(&self, line: &str) -> Legal {
        self.allows(&self.read(line))
    }

    /// Returns the factors of an order.
    #[track_caller]
    pub fn factors(&self, line: &str) -> Vec<Factor> {
        self.rules.advice().factors(&self.battle, &self.allow(line))
    }

    /// Returns the factor of a clause for a unit in an order.
    #[track_caller]
    pub fn weight(&self, line: &str, clause: Clause, name: &str) -> i16 {
        let id = self.id(name);
        let all = self.factors(line);
        let own = all
            .iter()
            .filter(|f| f.clause == clause && f.unit == Some(id));
        own.map(|f| f.value).sum()
    }

    /// Plays an order with these dice, all of which must be thrown. When a new
    /// turn begins, its roll for the initiative needs none of them. Returns how many dice
    /// were thrown each time.
    #[track_caller]
    pub fn play(&mut self, line: &str, faces: &[u8]) -> Vec<usize> {
        self.events(line, faces).1
    }

    /// Plays an order in the same way; returns the events as well.
    #[track_caller]
    pub fn events(&mut self, line: &str, faces: &[u8]) -> (Vec<Event>, Vec<usize>) {
        self.allow(line);
        let order = self.read(line);
        let mut dice = Recorded::new(faces);
        let (battle, events) = self
            .rules
            .play(&self.battle, &order, &mut dice)
            .expect("legal");
        let wanted = dice.wanted().filter(|(_, _, why)| *why != c::SEQ_03);
        assert_eq!(wanted, None, "{line}: more dice are wanted");
        assert_eq!(dice.left_over(), 0, "{line}: dice are left over");
        self.battle = battle;
        let thrown = dice.rolls().iter().map(|roll| roll.faces.len()).collect();
        (events, thrown)
    }

    /// Ends phases until the dice of the melee are next.
    #[track_caller]
    pub fn reach_melee(&mut self) {
        while self.phase() != "melee" {
            self.play("end", &[]);
        }
    }
}
