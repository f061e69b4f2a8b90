//! Reading a study file, and opening everything it names.

use crate::answer::Answer;
use crate::claims::{answer, claims, values};
use crate::compare::short;
use crate::file::{Study, Sweep, Variant};
use crate::open::{self, Arm, Files, Over};
use sandtable_battle::files;
use sandtable_battle::files::walk::{Node, Notes, Table, differences, tried, written_numbers};
use sandtable_battle::{Card, Rules, Side, Switches};
use sandtable_opponents::LEVELS;
use sandtable_opponents::Limits;
use std::ops::Range;
use std::sync::Arc;

/// Most battles of a variant in a scenario.
const MOST_BATTLES: i64 = 1_000_000;

/// Most variants, most scenarios.
pub(crate) const MOST_VARIANTS: usize = 60;
const MOST_SCENARIOS: usize = 40;

/// Reads a study file and opens everything it names.
pub(crate) struct Reader<'a> {
    pub text: &'a str,
    pub name: &'a str,
    pub from: &'a dyn Files,
}

const KEYS: [&str; 16] = [
    "format",
    "title",
    "says",
    "scenario",
    "scenarios",
    "players",
    "battles",
    "seed",
    "swap",
    "turns",
    "orders",
    "half_width",
    "side",
    "variant",
    "sweep",
    "each_switch",
];

/// A scenario as it was found: its name, its text, the bytes that name it.
pub(crate) struct Found {
    pub name: String,
    pub text: String,
    pub span: Range<usize>,
}

impl Reader<'_> {
    pub(crate) fn study(&self, root: &Table<'_>, notes: &mut Notes<'_>) -> Option<Study> {
        root.keys(KEYS.into_iter().chain(["claim"]), notes);
        if let Some(node) = root.need("format", notes) {
            node.whole(1..=1, notes);
        }
        let title = root.need("title", notes).and_then(|node| node.name(notes));
        let says = root.get("says").and_then(|node| node.text(notes));
        let number = |key: &str, usual: i64, bounds, notes: &mut Notes<'_>| {
            root.get(key)
                .map_or(Some(usual), |node| node.whole(bounds, notes))
        };
        let battles = number("battles", 400, 1..=MOST_BATTLES, notes);
        let seed = number("seed", 1, 0..=i64::MAX, notes);
        let turns = number("turns", 100, 1..=files::MOST_TURNS, notes);
        let orders = number("orders", 20_000, 1..=1_000_000, notes);
        let half_width = number("half_width", 2, 1..=25, notes);
        let swap = root.get("swap").map_or(Some(true), |node| node.flag(notes));
        let players = players(root, notes);
        let found = self.scenarios(root, notes);
        let rules = self.rules(&found, notes)?;
        let card = rules.card();
        let mut variants = self.variants(root, card, notes);
        let sweep = self.sweep(root, card, &mut variants, notes);
        let left_out = self.each_switch(root, card, &found, &mut variants, notes);
        if !notes.clean() {
            return None;
        }
        let usual = players.unwrap_or_else(|| ["greedy".to_owned(), "greedy".to_owned()]);
        let arms = self.arms(root, &found, &mut variants, &usual, notes);
        let scenarios = found.iter().zip(0..).map(|(f, at)| {
            let arm = arms.iter().find(|arm| arm.scenario == at);
            let title = arm.map(|arm| arm.start.setting.title.clone());
            (f.name.clone(), title.unwrap_or_default())
        });
        let scenarios = scenarios.collect();
        let claims = claims(root, &variants, &found, &arms, notes);
        Some(Study {
            text: self.text.to_owned(),
            title: title?.to_owned(),
            says: says.unwrap_or_default().trim().to_owned(),
            rules,
            scenarios,
            variants,
            battles: u32::try_from(battles?).ok()?,
            seed: u64::try_from(seed?).ok()?,
            swap: swap?,
            limits: Limits {
                turns: u16::try_from(turns?).ok()?,
                orders: u32::try_from(orders?).ok()?,
            },
            half_width: u32::try_from(half_width?).ok()?,
            sweep,
            left_out,
            claims,
            arms,
        })
    }

    /// The scenarios it names, as far as they are there.
    fn scenarios(&self, root: &Table<'_>, notes: &mut Notes<'_>) -> Vec<Found> {
        let nodes: Vec<Node<'_>> = match (root.get("scenario"), root.get("scenarios")) {
            (Some(one), None) => vec![one],
            (None, Some(list)) => list.items(notes).unwrap_or_default(),
            (Some(_), Some(list)) => {
                notes.add(
                    list.span(),
                    "say either `scenario` or `scenarios`, not both",
                );
                Vec::new()
            }
            (None, None) => {
                notes.hint(
                    root.span(),
                    "a study needs `scenario` or `scenarios`",
                    "a shipped one like \"three-hit/two-hills\", or a *.battle.toml beside the study",
                );
                Vec::new()
            }
        };
        if let (Some(list), true) = (root.get("scenarios"), nodes.is_empty() && notes.clean()) {
            notes.add(list.span(), "`scenarios` names none");
        }
        if nodes.len() > MOST_SCENARIOS {
            notes.add(
                nodes[0].span(),
                format!("at most {MOST_SCENARIOS} scenarios"),
            );
            return Vec::new();
        }
        let mut found: Vec<Found> = Vec::new();
        for node in nodes {
            let Some(name) = node.text(notes) else {
                continue;
            };
            if found.iter().any(|f| f.name == name) {
                notes.add(node.span(), format!("`{name}` is named twice"));
                continue;
            }
            match self.scenario(name) {
                Ok(text) => found.push(Found {
                    name: name.to_owned(),
                    text,
                    span: node.span(),
                }),
                Err(why) => {
                    let shipped = sandtable_register::scenarios();
                    let ids = shipped.iter().map(|s| s.id.as_str());
                    notes.unknown(node.span(), why, name, ids);
                }
            }
        }
        found
    }

    /// The text of a scenario: a file beside the study, or a shipped one.
    fn scenario(&self, name: &str) -> Result<String, String> {
        let beside = self.from.beside(self.name, name);
        let found = self.from.text(&beside).or_else(|why| {
            let shipped = self.from.text(name);
            shipped.map_err(|_| why)
        });
        found.map_err(|why| {
            if why.contains("there is no file") {
                format!("there is no file `{beside}` and no shipped scenario `{name}`")
            } else {
                why
            }
        })
    }

    /// The rule set of the study: that of all its scenarios.
    fn rules(&self, found: &[Found], notes: &mut Notes<'_>) -> Option<Arc<dyn Rules>> {
        let mut first: Option<String> = None;
        for scenario in found {
            let (name, span) = (&scenario.name, scenario.span.clone());
            match files::peek_rules(&scenario.text) {
                Err(flaws) => notes.add(span, format!("{name} cannot be read: {flaws}")),
                Ok((id, _)) => {
                    if let Some(first) = first.as_ref().filter(|first| **first != id) {
                        notes.hint(
                            span,
                            format!(
                                "{name} is a battle of {id}, the first scenario one of {first}"
                            ),
                            "a study is about one rule set: write another for the other",
                        );
                    }
                    first.get_or_insert(id);
                }
            }
        }
        let id = first?;
        match sandtable_register::open(&id, &Switches::default()) {
            Ok(rules) => Some(rules),
            Err(why) => {
                notes.add(found.first().map_or(0..0, |f| f.span.clone()), why);
                None
            }
        }
    }

    fn variants(&self, root: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Vec<Variant> {
        let tables = root.tables("variant", "a variant", MOST_VARIANTS, notes);
        let mut variants: Vec<Variant> = Vec::new();
        for table in &tables {
            let Some(variant) = self.variant(table, card, notes) else {
                continue;
            };
            if variants.iter().any(|v| v.name == variant.name) {
                let span = table.get("name").map_or_else(|| table.span(), |n| n.span());
                notes.add(span, format!("two variants are called `{}`", variant.name));
            }
            variants.push(variant);
        }
        if tables.is_empty() {
            variants.push(Variant {
                name: "As the scenario is".to_owned(),
                changes: Vec::new(),
                over: Over::default(),
                players: None,
                span: 0..0,
            });
        }
        variants
    }

    fn variant(&self, table: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Option<Variant> {
        let keys = ["name", "rules", "switches", "numbers", "armies", "players"];
        table.keys(keys.into_iter(), notes);
        let name = table.need("name", notes).and_then(|node| node.name(notes));
        let mut over = Over::default();
        if let Some(node) = table.get("rules")
            && let Some(file) = node.text(notes)
        {
            let file = self.from.beside(self.name, file);
            match open::read_house(self.from, &file) {
                Ok(house) if house.base == card.id => over.house = Some((file, house)),
                Ok(house) => notes.add(
                    node.span(),
                    format!(
                        "{file} has house rules for {}, the study is about {}",
                        house.base, card.id
                    ),
                ),
                Err(why) => notes.add(node.span(), why),
            }
        }
        over.switches = differences(table, card, notes);
        over.spoken = spoken(table, card, notes);
        if notes.clean() {
            let open = |s: &Switches| sandtable_register::open(&card.id, s).map(drop);
            tried(table, card, &over.switches, &open, notes);
        }
        if let Some(node) = table.get("armies")
            && let Some(armies) = node.table("armies", notes)
        {
            for (_, node) in armies.entries() {
                if let Some(file) = node.text(notes) {
                    let file = self.from.beside(self.name, file);
                    if let Err(why) = self.from.text(&file) {
                        notes.add(node.span(), why);
                    }
                    over.armies.insert(node.key.to_owned(), file);
                }
            }
        }
        Some(Variant {
            name: name?.to_owned(),
            changes: Vec::new(),
            over,
            players: players(table, notes),
            span: table.span(),
        })
    }

    /// The sweep, with a variant more for each of its values.
    fn sweep(
        &self,
        root: &Table<'_>,
        card: &Card,
        variants: &mut Vec<Variant>,
        notes: &mut Notes<'_>,
    ) -> Option<Sweep> {
        let node = root.get("sweep")?;
        let table = node.table("a sweep", notes)?;
        table.keys(
            ["number", "values", "from", "to", "step", "answer"].into_iter(),
            notes,
        );
        if variants.len() > 1 {
            notes.hint(
                table.span(),
                "a sweep makes the variants itself",
                "at most one [[variant]], from which it starts",
            );
            return None;
        }
        let answer = table
            .get("answer")
            .map_or(Some(Answer::Wins), |node| answer(node, notes));
        let node = table.need("number", notes)?;
        let path = node.text(notes)?;
        let Some(number) = card.numbers.find(path) else {
            let message = format!("{} has no number `{path}`", card.id);
            notes.unknown(node.span(), message, path, card.numbers.paths());
            return None;
        };
        let values = values(&table, notes)?;
        let base = variants.first().cloned()?;
        let mut swept = Vec::new();
        for (value, span) in &values {
            let (key, written) = match card.numbers.written(path, value) {
                Ok(written) => (format!("numbers.{}", number.path), written),
                Err(why) => {
                    notes.add(span.clone(), why);
                    continue;
                }
            };
            let mut over = base.over.clone();
            over.switches.0.remove(&key);
            over.spoken.push(key);
            if let Some((path, value)) = written {
                over.switches = over.switches.with_number(&path, &value);
            }
            if let Err(why) = sandtable_register::open(&card.id, &over.switches) {
                notes.add(span.clone(), format!("`{path}` cannot be {value}: {why}"));
            }
            swept.push(Variant {
                name: short(&format!("{} = {value}", number.path)),
                over,
                span: span.clone(),
                ..base.clone()
            });
        }
        *variants = swept;
        Some(Sweep {
            number: number.path.clone(),
            values: values.into_iter().map(|(value, _)| value).collect(),
            answer: answer?,
        })
    }

    /// A variant of every other value of every switch, when that is asked for;
    /// the names of those that a scenario cannot be played with.
    fn each_switch(
        &self,
        root: &Table<'_>,
        card: &Card,
        found: &[Found],
        variants: &mut Vec<Variant>,
        notes: &mut Notes<'_>,
    ) -> Vec<String> {
        let Some(node) = root.get("each_switch") else {
            return Vec::new();
        };
        if node.flag(notes) != Some(true) || !notes.clean() {
            return Vec::new();
        }
        let [base] = variants.as_slice() else {
            notes.hint(
                node.span(),
                "`each_switch` makes the variants itself",
                "at most one [[variant]] and no [sweep]",
            );
            return Vec::new();
        };
        let base = base.clone();
        let mut left_out = Vec::new();
        let first = found.first().map(|f| (f.name.as_str(), f.text.as_str()));
        let opened = first.and_then(|f| open::open(self.from, f, &base.over).ok());
        let house = opened.map(|(rules, _)| rules.card().numbers.house.clone());
        let house = house.unwrap_or_default();
        for switch in card.switches.iter().filter(|s| s.data.is_none()) {
            let usual = switch.usual();
            let now = house.get(&switch.name).unwrap_or(&usual);
            for value in switch.values.iter().filter(|value| *value != now) {
                let name = short(&format!("{} = {value}", switch.name));
                let mut over = base.over.clone();
                over.spoken.push(switch.name.clone());
                over.switches.0.remove(&switch.name);
                if *value != usual {
                    over.switches = over.switches.with(&switch.name, value);
                }
                let goes = |f: &Found| open::open(self.from, (&f.name, &f.text), &over).is_ok();
                if !found.iter().all(goes) {
                    left_out.push(name);
                } else if variants.iter().all(|v| v.name != name) {
                    variants.push(Variant {
                        name,
                        over,
                        ..base.clone()
                    });
                }
            }
        }
        left_out
    }

    /// Every variant in every scenario, opened.
    fn arms(
        &self,
        root: &Table<'_>,
        found: &[Found],
        variants: &mut [Variant],
        usual: &[String; 2],
        notes: &mut Notes<'_>,
    ) -> Vec<Arm> {
        let mut arms = Vec::new();
        let side = root
            .get("side")
            .and_then(|node| Some((node, node.text(notes)?)));
        for (scenario, file) in found.iter().enumerate() {
            for (place, variant) in variants.iter_mut().enumerate() {
                let opened = open::open(self.from, (&file.name, &file.text), &variant.over);
                let (rules, start) = match opened {
                    Ok(opened) => opened,
                    Err(why) => {
                        let says = format!("`{}` cannot be played: {why}", variant.name);
                        notes.add(variant.span.clone(), says);
                        continue;
                    }
                };
                if variant.changes.is_empty() {
                    variant.changes = changes(rules.card());
                }
                let sides = &start.setting.sides;
                let mut told = start.setting.attacker.unwrap_or(Side::A);
                if let Some((node, name)) = &side {
                    let names = [sides[0].name.as_str(), sides[1].name.as_str()];
                    match names.iter().position(|n| n.eq_ignore_ascii_case(name)) {
                        Some(at) => told = Side::BOTH[at],
                        None => {
                            let says = format!("{} has no side `{name}`", file.name);
                            notes.unknown(node.span(), says, name, names.into_iter());
                        }
                    }
                }
                arms.push(Arm {
                    scenario,
                    variant: place,
                    rules,
                    start,
                    players: variant.players.clone().unwrap_or_else(|| usual.clone()),
                    told,
                });
            }
        }
        arms
    }
}

/// What house rules change, a short sentence each, with the clauses.
fn changes(card: &Card) -> Vec<String> {
    let cite = |id: &String| format!("{}-{id}", card.prefix);
    let numbers = card.numbers.changed().map(|n| {
        let clauses: Vec<String> = n.clauses.iter().map(cite).collect();
        format!(
            "{} = {}, printed {} [{}]",
            n.path,
            n.now,
            n.printed,
            clauses.join(", ")
        )
    });
    let switches = card.numbers.house.choices().filter_map(|(name, value)| {
        let switch = card.switches.iter().find(|s| s.name == name)?;
        let clause = switch.clause.as_ref().map(cite).unwrap_or_default();
        let usual = switch.usual();
        (usual != value).then(|| format!("{name} = {value}, usually {usual} [{clause}]"))
    });
    numbers.chain(switches).collect()
}

/// The names of everything a variant speaks of, as house rules know it.
fn spoken(table: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Vec<String> {
    let numbers = written_numbers(table, notes);
    let numbers = numbers.iter().filter_map(|(path, _, _)| {
        let number = card.numbers.find(path)?;
        Some(format!("numbers.{}", number.path))
    });
    let switches = table
        .get("switches")
        .and_then(|n| n.table("switches", notes));
    let switches = switches.iter().flat_map(Table::entries);
    let switches = switches.map(|(_, node)| node.key.to_owned());
    numbers.chain(switches).collect()
}

/// The players of a table: two levels, or one for both.
fn players(table: &Table<'_>, notes: &mut Notes<'_>) -> Option<[String; 2]> {
    let node = table.get("players")?;
    let ids = LEVELS.iter().map(|level| level.id);
    let nodes = if node.is_text() {
        vec![node, node]
    } else {
        node.items(notes)?
    };
    let [one, two] = nodes.as_slice() else {
        notes.hint(
            node.span(),
            "`players` names two",
            "like [\"greedy\", \"random\"]",
        );
        return None;
    };
    let mut level = |node: &Node<'_>| {
        let name = node.text(notes)?;
        if LEVELS.iter().any(|level| level.id == name) {
            return Some(name.to_owned());
        }
        let says = format!("no player is called `{name}`");
        notes.unknown(node.span(), says, name, ids.clone());
        None
    };
    Some([level(one)?, level(two)?])
}
