//! Every worked example (`examples/*.toml`) through the real engine. How the
//! files are read is told at the head of `examples/moving.toml`.

use sandtable_battle::{Battle, Judging, Outcome, Recorded, Rules, Side, Status, Switches, UnitId};
use sandtable_files::notation;
use sandtable_geometry::Ruler;
use sandtable_six_plus::SixPlus;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    example: Vec<Example>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    id: String,
    clauses: Vec<String>,
    title: String,
    #[serde(default)]
    switches: BTreeMap<String, String>,
    #[serde(default)]
    setup: String,
    phase: Option<String>,
    active: Option<String>,
    turn: Option<u16>,
    #[serde(default)]
    terrain: Vec<String>,
    units: Vec<String>,
    #[serde(default)]
    dice: Vec<u8>,
    steps: Vec<String>,
}

/// A line of terrain as a table of a battle file.
fn terrain(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut text = format!("[[terrain]]\nground = \"{}\"\n", words[0]);
    if line.contains(',') {
        let (width, points) = words[1..].split_last().expect("a width");
        let points: Vec<String> = points.iter().map(|p| format!("[{p}]")).collect();
        let _ = writeln!(text, "line = [{}]\nwidth = {width}", points.join(", "));
    } else {
        let [x, y, w, h] = words[1..] else {
            panic!("terrain `{line}` is no ground, place and size")
        };
        let _ = writeln!(text, "at = [{x}, {y}]\nsize = [{w}, {h}]");
    }
    text
}

/// A line of a unit as a table of a battle file.
fn unit(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, side, kind, x, y, facing, ref more @ ..] = words[..] else {
        panic!("unit `{line}` is no name, side, kind, place and facing")
    };
    let mut text = format!(
        "[[unit]]\nname = \"{name}\"\nside = \"{side}\"\nkind = \"{kind}\"\n\
         at = [{x}, {y}]\nfacing = {facing}\n"
    );
    for extra in more {
        let (key, value) = extra.split_once('=').expect("key=value");
        let number = value.parse::<i32>().is_ok();
        let value = if number {
            value.to_owned()
        } else {
            format!("\"{value}\"")
        };
        let _ = writeln!(text, "{key} = {value}");
    }
    text
}

fn open(example: &Example) -> (SixPlus, Battle) {
    let chosen = example
        .switches
        .iter()
        .fold(Switches::default(), |all, (name, value)| {
            all.with(name, value)
        });
    let rules = SixPlus::new(&chosen).unwrap_or_else(|e| panic!("{}: {e}", example.id));
    let switches: Vec<String> = example
        .switches
        .iter()
        .map(|(name, value)| format!("{name} = \"{value}\""))
        .collect();
    let mut text = format!(
        "format = 2\nrules = \"six-plus\"\nswitches = {{ {} }}\n{}\n\
         [[side]]\nname = \"South\"\n[[side]]\nname = \"North\"\n",
        switches.join(", "),
        example.setup
    );
    example
        .terrain
        .iter()
        .for_each(|line| text.push_str(&terrain(line)));
    example
        .units
        .iter()
        .for_each(|line| text.push_str(&unit(line)));
    let _ = writeln!(
        text,
        "[state]\nturn = {}\nphase = \"{}\"\nactive = \"{}\"",
        example.turn.unwrap_or(1),
        example.phase.as_deref().unwrap_or("move"),
        example.active.as_deref().unwrap_or("South")
    );
    let battle = sandtable_files::read_battle(&text, &rules)
        .unwrap_or_else(|flaws| panic!("{}: {flaws}\n{text}", example.id));
    (rules, battle)
}

/// One example being played.
struct Play<'e> {
    example: &'e Example,
    rules: SixPlus,
    battle: Battle,
    dice: Recorded,
}

impl Play<'_> {
    fn id(&self, name: &str) -> UnitId {
        let place = self.battle.setting.names.iter().position(|n| n == name);
        let place = place.unwrap_or_else(|| panic!("{}: no unit {name}", self.example.id));
        UnitId(u8::try_from(place).expect("few units"))
    }

    fn order(&self, text: &str) -> sandtable_battle::Order {
        notation::parse(text, &self.battle, self.rules.card())
            .unwrap_or_else(|e| panic!("{}: {text}: {e}", self.example.id))
    }

    /// Plays an order, or the end of phases up to one.
    fn play(&mut self, text: &str) {
        let order = self.order(text);
        let before = &self.battle;
        match self.rules.play(before, &order, &mut self.dice) {
            Ok((after, _)) => self.battle = after,
            Err(refusals) => {
                let told: Vec<String> = refusals
                    .reasons()
                    .iter()
                    .map(|r| sandtable_tell::refusal(before, self.rules.card(), r))
                    .collect();
                panic!("{}: {text} is refused: {told:?}", self.example.id)
            }
        }
    }

    fn refused(&self, text: &str, clause: &str) {
        let card = self.rules.card();
        let order = self.order(text);
        let Err(refusals) = self.rules.judge(&self.battle, &order) else {
            panic!("{}: {text} is accepted", self.example.id)
        };
        let cited: Vec<String> = refusals
            .reasons()
            .iter()
            .map(|r| card.cite(r.clause))
            .collect();
        let wanted = card
            .find(clause)
            .unwrap_or_else(|| panic!("{}: no clause {clause}", self.example.id));
        let wanted = card.cite(sandtable_battle::Clause::new(wanted.n));
        assert!(
            cited.contains(&wanted),
            "{}: {text}: {cited:?}",
            self.example.id
        );
    }

    fn number(&self, word: &str) -> f64 {
        word.parse()
            .unwrap_or_else(|_| panic!("{}: {word}", self.example.id))
    }

    #[track_caller]
    fn near(&self, found: f64, wanted: &str, what: &str) {
        let wanted = self.number(wanted);
        let apart = (found - wanted).abs();
        assert!(
            apart < 0.006,
            "{}: {what}: {found}, not {wanted}",
            self.example.id
        );
    }

    fn step(&mut self, step: &str) {
        let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
        let words: Vec<&str> = rest.split_whitespace().collect();
        let what = format!("{}: {step}", self.example.id);
        let cm = |length| Ruler::Centimetres.measure(length);
        match (verb, words.as_slice()) {
            ("do", _) => self.play(rest),
            ("may", _) => {
                let order = self.order(rest);
                let found = self.rules.judge(&self.battle, &order);
                assert!(found.is_ok(), "{what}: {:?}", found.err());
            }
            ("not", _) => {
                let (order, clause) = rest.split_once(" | ").expect("order | clause");
                self.refused(order, clause);
            }
            ("until", [phase]) => {
                while self.rules.card().phases[usize::from(self.battle.cursor.phase)].id != *phase {
                    self.play("end");
                }
            }
            ("next", [phase]) => {
                self.play("end");
                self.step(&format!("until {phase}"));
            }
            ("hits", [name, wanted]) => {
                let unit = self.battle.unit(self.id(name));
                let found = sandtable_six_plus::marks::HITS.of(unit);
                assert_eq!(found.to_string(), *wanted, "{what}");
            }
            ("mark", [name, mark, wanted]) => {
                let marks = &self.rules.card().marks;
                let place = marks.iter().position(|m| m.id == *mark).expect("a mark");
                let found = self.battle.unit(self.id(name)).marks[place];
                assert_eq!(found.to_string(), *wanted, "{what}");
            }
            ("at", [name, x, y]) => {
                let at = self.battle.unit(self.id(name)).pose;
                self.near(cm(at.x), x, step);
                self.near(cm(at.y), y, step);
            }
            ("faces", [name, degrees]) => {
                let found = self.battle.unit(self.id(name)).pose.facing.degrees();
                self.near(found, degrees, step);
            }
            ("gap", [a, b, wanted]) => {
                let rect = |name| self.rules.footprint(&self.battle, self.id(name));
                self.near(cm(rect(a).distance(&rect(b)).length), wanted, step);
            }
            ("gone", [name]) => {
                let status = self.battle.unit(self.id(name)).status;
                assert_eq!(status, Status::Destroyed, "{what}");
            }
            ("fled", [name]) => {
                assert_eq!(
                    self.battle.unit(self.id(name)).status,
                    Status::Fled,
                    "{what}"
                );
            }
            ("exited", [name]) => {
                assert_eq!(
                    self.battle.unit(self.id(name)).status,
                    Status::Exited,
                    "{what}"
                );
            }
            ("waits", [name]) => {
                assert_eq!(
                    self.battle.unit(self.id(name)).status,
                    Status::Expected,
                    "{what}"
                );
            }
            ("here", [name]) => assert!(self.battle.unit(self.id(name)).on_table(), "{what}"),
            ("phase", [phase]) => {
                let now = &self.rules.card().phases[usize::from(self.battle.cursor.phase)].id;
                assert_eq!(now, phase, "{what}");
            }
            ("turn", [turn]) => {
                assert_eq!(self.battle.cursor.turn.to_string(), *turn, "{what}");
            }
            ("active", [side]) => {
                let now = &self.battle.setting.sides[self.battle.cursor.side.index()].name;
                assert_eq!(now, side, "{what}");
            }
            ("points", [a, b]) => {
                let found = sandtable_drill::points(&self.rules, &self.battle);
                let wanted = [a, b].map(|n| n.parse::<i32>().expect("a number"));
                assert_eq!(found, Some(wanted), "{what}");
            }
            ("won", [winner]) => {
                let wanted = match *winner {
                    "South" => Outcome::Won(Side::A),
                    "North" => Outcome::Won(Side::B),
                    _ => Outcome::Draw,
                };
                assert_eq!(self.battle.ended, Some(wanted), "{what}");
            }
            ("going", []) => assert_eq!(self.battle.ended, None, "{what}"),
            _ => panic!("{what}: no such step"),
        }
    }
}

fn run(name: &str, text: &str) {
    let file: File = toml::from_str(text).unwrap_or_else(|e| panic!("{name}: {e}"));
    for example in &file.example {
        let (rules, battle) = open(example);
        for id in &example.clauses {
            assert!(
                rules.card().find(id).is_some(),
                "{}: no clause {id}",
                example.id
            );
        }
        assert!(!example.title.is_empty(), "{name}: {}", example.id);
        let mut play = Play {
            example,
            rules,
            battle,
            dice: Recorded::new(&example.dice),
        };
        example.steps.iter().for_each(|step| play.step(step));
        assert_eq!(
            play.dice.left_over(),
            0,
            "{}: dice are left over",
            example.id
        );
        assert_eq!(play.dice.wanted(), None, "{}: dice are wanted", example.id);
    }
}

macro_rules! examples {
    ($($name:ident),+ $(,)?) => {
        $(#[test]
        fn $name() {
            let name = stringify!($name);
            run(name, include_str!(concat!("../../examples/", stringify!($name), ".toml")));
        })+
    };
}

examples!(moving, charging, shooting, combat, optional, victory, duels);
