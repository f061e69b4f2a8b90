//! Reading a study file, and opening everything it names.

mod claims;
mod compare;
mod exact;
mod file;
mod open;
mod points;
mod scenarios;
mod sweep;
mod values;
mod variants;

pub use compare::{compared, only_change, toml_text};
pub use file::{STUDY_FILE, read_study};
pub use open::{Bundle, Files, Shipped};

use crate::model::{Arm, Study, Variant};
use crate::read::claims::{claims, needs_luck};
use sandtable_battle::Side;
use sandtable_files::walk::{Notes, Table};
use sandtable_opponents::Limits;
use sandtable_tongue::say;
use std::ops::Range;
use variants::{changes, players};

/// Most battles of a variant in a scenario.
const MOST_BATTLES: i64 = 1_000_000;

/// Most variants of a study.
pub(crate) const MOST_VARIANTS: usize = 60;
/// Most scenarios of a study.
const MOST_SCENARIOS: usize = 40;

/// Reads a study file and opens everything it names.
pub(crate) struct Reader<'a> {
    pub text: &'a str,
    pub name: &'a str,
    pub from: &'a dyn Files,
}

const KEYS: [&str; 17] = [
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
    "luck",
    "side",
    "variant",
    "sweep",
    "each_switch",
];

/// A scenario that was found: its name, its text, and the bytes that name it.
pub(crate) struct Found {
    pub name: String,
    pub text: String,
    pub span: Range<usize>,
}

impl Reader<'_> {
    pub(crate) fn study(&self, root: &Table<'_>, notes: &mut Notes<'_>) -> Option<Study> {
        root.keys(KEYS.into_iter().chain(["claim", "points"]), notes);
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
        let turns = number("turns", 100, 1..=sandtable_files::MOST_TURNS, notes);
        let orders = number("orders", 20_000, 1..=1_000_000, notes);
        let half_width = number("half_width", 2, 1..=25, notes);
        let swap = root.get("swap").map_or(Some(true), |node| node.flag(notes));
        let luck = root.get("luck").map_or(Some(false), |n| n.flag(notes));
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
        let points = points::wanted(root, card, notes);
        let mut arms = self.arms(root, &found, &mut variants, &usual, notes);
        if let Some(wanted) = &points {
            for arm in &mut arms {
                points::lay(arm, wanted, u64::try_from(seed?).ok()?, notes);
            }
        }
        let scenarios = found.iter().zip(0..).map(|(f, at)| {
            let arm = arms.iter().find(|arm| arm.scenario == at);
            let title = arm.map(|arm| say(&arm.start.setting.title).to_owned());
            (f.name.clone(), title.unwrap_or_default())
        });
        let scenarios = scenarios.collect();
        let claims = claims(
            root,
            &variants,
            &found,
            &arms,
            card,
            (self.name, self.from),
            notes,
        );
        needs_luck(&claims, luck, notes, root);
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
            luck: luck?,
            limits: Limits {
                turns: u16::try_from(turns?).ok()?,
                orders: u32::try_from(orders?).ok()?,
            },
            half_width: u32::try_from(half_width?).ok()?,
            sweep,
            each_switch: root
                .get("each_switch")
                .is_some_and(|node| node.plain() == "true"),
            left_out,
            claims,
            arms,
        })
    }

    /// Opens every variant in every scenario.
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
                let own = variant.scenario.as_ref();
                let (name, text) = own.map_or((&file.name, &file.text), |(n, t)| (n, t));
                let opened = open::open(self.from, (name, text), &variant.over);
                let (rules, start) = match opened {
                    Ok(opened) => opened,
                    Err(why) => {
                        let says = say!(
                            "`{name}` cannot be played: {why}",
                            name = variant.name,
                            why = why
                        );
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
                            let says = say!(
                                "{scenario} has no side `{name}`",
                                scenario = file.name,
                                name = name
                            );
                            notes.unknown(node.span(), says, name, names.into_iter());
                        }
                    }
                }
                arms.push(Arm {
                    scenario,
                    variant: place,
                    rules,
                    start,
                    draw: None,
                    players: variant.players.clone().unwrap_or_else(|| usual.clone()),
                    told,
                });
            }
        }
        arms
    }
}
