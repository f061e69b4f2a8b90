//! The variants of a study: those in the file, and one of every value of every switch.

use super::compare::short;
use super::{Found, MOST_VARIANTS, Reader, open};
use crate::model::Over;
use crate::model::Variant;
use sandtable_battle::Card;
use sandtable_battle::Switches;
use sandtable_files::walk::{Node, Notes, Table, differences, tried, written_numbers};
use sandtable_opponents::{LEVELS, Named};
use sandtable_tell::house::{change, number_title, switch_told, value_told};
use sandtable_tongue::say;

impl Reader<'_> {
    pub(super) fn variants(
        &self,
        root: &Table<'_>,
        card: &Card,
        notes: &mut Notes<'_>,
    ) -> Vec<Variant> {
        let tables = root.tables("variant", say("a variant"), MOST_VARIANTS, notes);
        let mut variants: Vec<Variant> = Vec::new();
        for table in &tables {
            let Some(variant) = self.variant(table, root, card, notes) else {
                continue;
            };
            if variants.iter().any(|v| v.name == variant.name) {
                let span = table.get("name").map_or_else(|| table.span(), |n| n.span());
                notes.add(
                    span,
                    say!("two variants are called `{name}`", name = variant.name),
                );
            }
            variants.push(variant);
        }
        if tables.is_empty() {
            variants.push(Variant {
                name: "As the scenario is".to_owned(),
                changes: Vec::new(),
                over: Over::default(),
                switch: None,
                scenario: None,
                players: None,
                span: 0..0,
            });
        }
        variants
    }

    fn variant(
        &self,
        table: &Table<'_>,
        root: &Table<'_>,
        card: &Card,
        notes: &mut Notes<'_>,
    ) -> Option<Variant> {
        let keys = [
            "name", "rules", "switches", "numbers", "armies", "players", "scenario",
        ];
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
                    say!(
                        "{file} has house rules for {base}, the study is about {id}",
                        file = file,
                        base = house.base,
                        id = card.id
                    ),
                ),
                Err(why) => notes.add(node.span(), why),
            }
        }
        over.switches = differences(table, card, notes);
        over.spoken = spoken(table, card, notes);
        if notes.clean() {
            let open = |s: &Switches| open::rules(self.from, &card.id, s).map(drop);
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
            switch: None,
            scenario: self.own_scenario(table, root, card, notes),
            players: players(table, notes),
            span: table.span(),
        })
    }

    /// Returns a variant's own scenario with its text.
    fn own_scenario(
        &self,
        table: &Table<'_>,
        root: &Table<'_>,
        card: &Card,
        notes: &mut Notes<'_>,
    ) -> Option<(String, String)> {
        let node = table.get("scenario")?;
        let name = node.text(notes)?;
        if root.get("scenario").is_none() {
            notes.hint(
                node.span(),
                say!("a variant may have a scenario of its own where the study has one"),
                say!("write `scenario`, not `scenarios`, at the top"),
            );
        }
        let text = match self.scenario(name) {
            Ok(text) => text,
            Err(why) => {
                let shipped = open::shipped(self.from);
                notes.unknown(node.span(), why, name, shipped.iter().map(String::as_str));
                return None;
            }
        };
        match sandtable_files::peek_rules(&text) {
            Ok((id, _)) if id == card.id => return Some((name.to_owned(), text)),
            Ok((id, _)) => {
                let says = say!(
                    "{name} is a battle of {theirs}, the study is about {ours}",
                    name = name,
                    theirs = id,
                    ours = card.id
                );
                notes.add(node.span(), says);
            }
            Err(flaws) => notes.add(
                node.span(),
                say!("{name} cannot be read: {flaws}", name = name, flaws = flaws),
            ),
        }
        None
    }

    /// Makes a variant of every other value of every switch, if the file asks for it. Returns the
    /// names of those that do not fit a scenario.
    pub(super) fn each_switch(
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
                say!("`each_switch` makes the variants itself"),
                say!("at most one [[variant]] and no [sweep]"),
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
                        switch: Some((switch.name.clone(), value.clone())),
                        ..base.clone()
                    });
                }
            }
        }
        left_out
    }
}

/// Says what house rules change, in short sentences with the clauses.
pub(super) fn changes(card: &Card) -> Vec<String> {
    let cite = |id: &String| format!("{}-{id}", card.prefix);
    let numbers = card.numbers.changed().map(|n| {
        let clauses: Vec<String> = n.clauses.iter().map(cite).collect();
        let title = number_title(&n.path);
        let says = change(&title, &value_told(&n.now), &value_told(&n.printed));
        format!("{says} [{}]", clauses.join(", "))
    });
    let switches = card.numbers.house.choices().filter_map(|(name, value)| {
        let switch = card.switches.iter().find(|s| s.name == name)?;
        let clause = switch.clause.as_ref().map(cite).unwrap_or_default();
        let usual = switch.usual();
        (usual != value).then(|| {
            let told = |value: &str| switch_told(switch, value);
            let says = change(say(&switch.title), &told(value), &told(&usual));
            format!("{says} [{clause}]")
        })
    });
    numbers.chain(switches).collect()
}

/// Lists every key that a variant names, as house rules know it.
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

/// Reads the players of a table: two levels, or one for both.
pub(super) fn players(table: &Table<'_>, notes: &mut Notes<'_>) -> Option<[String; 2]> {
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
            say!("`players` names two"),
            say!("like [\"greedy\", \"random\"]"),
        );
        return None;
    };
    let mut level = |node: &Node<'_>| {
        let name = node.text(notes)?;
        if Named::read(name).is_ok() {
            return Some(name.to_owned());
        }
        let says = say!("no player is called `{name}`", name = name);
        notes.unknown(node.span(), says, name, ids.clone());
        None
    };
    Some([level(one)?, level(two)?])
}
