//! Armies from element lists, as players of ancients write them.

use sandtable_battle::{Battle, Card, Element, Rules, Side, say};
use sandtable_files::{Army, Entry, Points, Recruit};

/// Makes an army from an element list; also returns what is uncertain about it.
///
/// # Errors
/// If the rules have no elements, or the list cannot be read: a sentence.
pub fn import(text: &str, name: &str, rules: &dyn Rules) -> Result<(Army, Vec<String>), String> {
    let (card, elements) = (rules.card(), &rules.card().armies.elements);
    if elements.is_empty() {
        return Err(say!("{rules} knows no elements", rules = card.id));
    }
    let codes: Vec<&str> = elements.iter().map(|e| e.code.as_str()).collect();
    let reading = sandtable_files::read_elements(text, &codes)?;
    let mut warnings = reading.warnings;
    let mut army = Army {
        rules: vec![card.id.clone()],
        name: name.to_owned(),
        ..Army::default()
    };
    for entry in &reading.entries {
        let Some(element) = elements.iter().find(|e| e.code == entry.code) else {
            continue;
        };
        let unsure = element.unsure.as_ref();
        warnings.extend(
            unsure.map(|why| format!("{} ({}): {}", element.code, element.title, say(why))),
        );
        enlist(&mut army, entry, element, rules);
    }
    warnings.dedup();
    let generals: u16 = reading.entries.iter().map(|entry| entry.generals).sum();
    let leader = card.kinds.iter().position(|kind| kind.leader);
    if let Some(kind) = leader
        .filter(|_| generals > 0)
        .and_then(|at| u8::try_from(at).ok())
    {
        army.units.push(Recruit::fresh("General", kind, card));
    } else if generals > 0 {
        warnings.push(say!("these rules have no separate piece for the general"));
    }
    Ok((army, warnings))
}

/// Adds the units of an entry; units of one kind are numbered consecutively.
fn enlist(army: &mut Army, entry: &Entry, element: &Element, rules: &dyn Rules) {
    let title = entry.name.as_deref().unwrap_or(&element.title);
    let mut letters = title.chars();
    let title: String = letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    });
    for _ in 0..entry.count {
        let before = army.units.iter().filter(|u| u.name.starts_with(&title));
        let name = format!("{title} {}", before.count() + 1);
        army.units.push(Recruit {
            ratings: element.ratings,
            ..Recruit::fresh(&name, element.kind, rules.card())
        });
    }
}

/// Returns the worth of a side's units in hundredths of a point, and how many of them have no
/// points of their own.
#[must_use]
pub fn worth(battle: &Battle, side: Side, points: &Points) -> (i64, usize) {
    let army = Army {
        units: recruits(battle, side),
        ..Army::default()
    };
    points.army(&army)
}

/// Returns a side's units as an army with one group.
#[must_use]
pub fn army_of(battle: &Battle, side: Side, card: &Card) -> Army {
    Army {
        rules: vec![card.id.clone()],
        name: battle.setting.sides[side.index()].name.clone(),
        switches: battle.setting.switches.clone(),
        units: recruits(battle, side),
        ..Army::default()
    }
}

fn recruits(battle: &Battle, side: Side) -> Vec<Recruit> {
    // Units that deploy or arrive later belong to it too.
    let own = battle.all().filter(|(_, unit)| unit.side == side);
    let own = own.map(|(id, unit)| Recruit {
        name: battle.setting.name(id).to_owned(),
        group: None,
        kind: unit.kind,
        stands: unit.started,
        formation: unit.formation,
        ratings: unit.ratings,
    });
    own.collect()
}
