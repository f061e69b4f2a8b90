//! `[points]`: what units are worth, fitted to battles of random armies.

use super::values::thousandths;
use crate::draw::{Draw, Drawn};
use crate::model::{Arm, Study};
use sandtable_battle::{Battle, Card, Side, Unit};
use sandtable_files::Recruit;
use sandtable_files::walk::{Notes, Table};
use sandtable_tongue::say;
use std::ops::Range;
use std::sync::Arc;

/// Number of battles whose armies are tried when a study is read.
const TRIED: u32 = 200;

/// What `[points]` says, before it is applied to scenarios.
pub(crate) struct Wanted {
    units: (u32, u32),
    kinds: Vec<String>,
    most: Vec<(String, u32)>,
    costs: Vec<(String, u32)>,
    span: Range<usize>,
}

/// Reads `[points]`.
pub(crate) fn wanted(root: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Option<Wanted> {
    let node = root.get("points")?;
    let table = node.table("points", notes)?;
    table.keys(["units", "kinds", "most", "costs"].into_iter(), notes);
    if let Some(other) = root.get("sweep").or(root.get("even")) {
        notes.add(
            other.span(),
            say!("`points` go with variants, not with a sweep"),
        );
    }
    let units = table.need("units", notes)?;
    let sizes: Option<Vec<i64>> = if units.is_list() {
        let items = units.items(notes)?;
        items.iter().map(|item| item.whole(1..=20, notes)).collect()
    } else {
        units.whole(1..=20, notes).map(|n| vec![n, n])
    };
    let sizes = match sizes?.as_slice() {
        [least, most] if least <= most => (*least, *most),
        _ => {
            notes.hint(
                units.span(),
                say!("`units` is the fewest and the most of an army"),
                say!("like [4, 7]"),
            );
            return None;
        }
    };
    let fighting = || card.kinds.iter().filter(|kind| !kind.leader);
    let ids = || fighting().map(|kind| kind.id.as_str());
    let mut kinds = Vec::new();
    if let Some(list) = table.get("kinds") {
        for item in list.items(notes)? {
            if let Some(at) = item.one_of(ids(), notes) {
                kinds.extend(ids().nth(at).map(str::to_owned));
            }
        }
        kinds.dedup();
        if kinds.len() < 2 {
            notes.add(list.span(), say!("`kinds` must name at least two"));
        }
    }
    let mut by_kind = |key: &str, read: &dyn Fn(&str) -> Option<u32>, says: &str| {
        let mut out = Vec::new();
        if let Some(node) = table.get(key)
            && let Some(inner) = node.table(say("numbers by kind"), notes)
        {
            for (span, node) in inner.entries() {
                match read(&node.plain()) {
                    Some(value) => out.push((node.key.to_owned(), value)),
                    None => notes.add(node.span(), says.to_owned()),
                }
                if !ids().any(|id| id == node.key) {
                    let message = say!(
                        "{id} has no kind of unit `{key}`",
                        id = card.id,
                        key = node.key
                    );
                    notes.unknown(span, message, node.key, ids());
                }
            }
        }
        out
    };
    let whole = |text: &str| text.parse().ok().filter(|n| (0..=20).contains(n));
    let most = by_kind("most", &whole, &say!("the most of a kind must be 0 to 20"));
    let hundredths = |text: &str| {
        let n = thousandths(text)?;
        u32::try_from(n / 10)
            .ok()
            .filter(|n| (1..=1_000_000).contains(n))
    };
    let costs = by_kind(
        "costs",
        &hundredths,
        &say!("a cost must be 0.01 to 10000 points"),
    );
    Some(Wanted {
        units: (u32::try_from(sizes.0).ok()?, u32::try_from(sizes.1).ok()?),
        kinds,
        most,
        costs,
        span: node.span(),
    })
}

/// Applies the table to an arm, with kinds of units as in the scenario's own armies.
pub(crate) fn lay(arm: &mut Arm, wanted: &Wanted, seed: u64, notes: &mut Notes<'_>) {
    let card = arm.rules.card();
    let start = &arm.start;
    let names: Vec<String> = if wanted.kinds.is_empty() {
        let has = |kind: usize| {
            start
                .units
                .iter()
                .any(|unit| usize::from(unit.kind) == kind)
        };
        let kinds = card.kinds.iter().enumerate();
        let own = kinds.filter(|(at, kind)| !kind.leader && has(*at));
        own.map(|(_, kind)| kind.id.clone()).collect()
    } else {
        wanted.kinds.clone()
    };
    let of =
        |all: &[(String, u32)], id: &str| all.iter().find(|(key, _)| key == id).map(|(_, n)| *n);
    let kinds: Vec<Drawn> = names
        .iter()
        .filter_map(|id| {
            let at = card.kinds.iter().position(|kind| kind.id == *id)?;
            let spec = &card.kinds[at];
            let own = start.units.iter().find(|unit| usize::from(unit.kind) == at);
            Some(Drawn {
                id: id.clone(),
                title: spec.title.clone(),
                unit: own.map_or_else(
                    || Recruit {
                        name: spec.title.clone(),
                        group: None,
                        kind: u8::try_from(at).unwrap_or_default(),
                        stands: spec.stands,
                        formation: u8::try_from(spec.formations.trailing_zeros()).unwrap_or(0),
                        ratings: usual(card),
                    },
                    |unit| recruit(start, unit, None),
                ),
                most: of(&wanted.most, id).unwrap_or(wanted.units.1),
                cost: of(&wanted.costs, id),
            })
        })
        .collect();
    let always = Side::BOTH.map(|side| {
        let groups = &start.setting.groups;
        let own: Vec<usize> = (0..groups.len())
            .filter(|&g| groups[g].side == side)
            .collect();
        let several = own.len() > 1;
        let leaders = start.units.iter().filter(|unit| {
            unit.side == side
                && card
                    .kinds
                    .get(usize::from(unit.kind))
                    .is_some_and(|k| k.leader)
        });
        let leaders = leaders
            .map(|unit| {
                let group = own.iter().position(|&g| g == usize::from(unit.group.0));
                recruit(start, unit, group.filter(|_| several))
            })
            .collect();
        let names = own.iter().map(|&g| groups[g].name.clone());
        (leaders, if several { names.collect() } else { Vec::new() })
    });
    let draw = Draw {
        units: wanted.units,
        kinds,
        always,
        seed,
    };
    let room: u32 = draw.kinds.iter().map(|kind| kind.most).sum();
    if room < wanted.units.1 {
        let says = say!(
            "an army of {units} units cannot be drawn: its kinds ({names}) make {room} at most",
            units = wanted.units.1,
            names = names.join(", "),
            room = room
        );
        notes.add(wanted.span.clone(), says);
        return;
    }
    for battle in 1..=TRIED {
        if let Err(why) = draw.start(&*arm.rules, start, battle) {
            let says = say!(
                "there are no armies for battle {battle}: {why}",
                battle = battle,
                why = why
            );
            notes.add(wanted.span.clone(), says);
            return;
        }
    }
    arm.draw = Some(Arc::new(draw));
}

fn usual(card: &Card) -> [u8; sandtable_battle::RATINGS] {
    let mut out = [0; sandtable_battle::RATINGS];
    for (place, rating) in out.iter_mut().zip(&card.ratings) {
        *place = rating.default;
    }
    out
}

/// Returns a unit of the scenario as a unit of an army.
fn recruit(battle: &Battle, unit: &Unit, group: Option<usize>) -> Recruit {
    let place = battle
        .units
        .iter()
        .position(|other| std::ptr::eq(other, unit));
    let name = place.and_then(|at| battle.setting.names.get(at));
    Recruit {
        name: name.cloned().unwrap_or_default(),
        group,
        kind: unit.kind,
        stands: unit.started,
        formation: unit.formation,
        ratings: unit.ratings,
    }
}

impl Study {
    /// Tells whether its armies are random.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.arms.iter().any(|arm| arm.draw.is_some())
    }
}
