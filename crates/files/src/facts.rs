//! The facts that files hold about a battle in progress: where it stands in its order of play, what
//! it remembers, what is still pending.

use super::fact::Fact;
use super::marks;
use super::pending::Teller;
use sandtable_battle::{Await, Battle, Card, Cursor, MarkSpec, Memory, Outcome, Side};

type Facts = Vec<(String, Fact)>;

/// Returns everything a battle in progress remembers, by its names in files: the contents of
/// `[state]`, and the marks of every unit under `units`.
#[must_use]
pub fn facts(battle: &Battle, card: &Card) -> Fact {
    let mut all = of_state(battle, card);
    let setting = &battle.setting;
    let units = battle.all().filter_map(|(id, unit)| {
        let marks = named(&card.marks, &*unit.marks, battle, card);
        (!marks.is_empty()).then(|| (setting.name(id).to_owned(), Fact::Table(marks)))
    });
    put(&mut all, "units", Fact::Table(units.collect()));
    Fact::Table(all)
}

/// Returns what stands under `[state]`; nothing at the very start.
pub(super) fn of_state(battle: &Battle, card: &Card) -> Facts {
    let cursor = &battle.cursor;
    let quiet = battle.gaps.is_empty() && battle.notes.is_empty() && battle.score == [0; 2];
    let quiet = quiet && battle.memory == Memory::default();
    let mut all = Vec::new();
    if *cursor == Cursor::default() && battle.ended.is_none() && quiet {
        return all;
    }
    of_cursor(cursor, battle, card, &mut all);
    match battle.ended {
        Some(Outcome::Won(winner)) => all.push(("ended".to_owned(), side(winner, battle))),
        Some(Outcome::Draw) => all.push(("ended".to_owned(), Fact::name("draw"))),
        None => {}
    }
    put(&mut all, "gaps", gaps(battle, card));
    if battle.score != [0; 2] {
        let score = battle.score.map(|points| Fact::Whole(points.into()));
        put(&mut all, "score", Fact::List(score.into()));
    }
    if let Some(pending) = pending(battle, card) {
        put(&mut all, "pending", pending);
    } else {
        let notes = battle
            .notes
            .iter()
            .map(|&number| Fact::Whole(number.into()));
        put(&mut all, "notes", Fact::List(notes.collect()));
    }
    of_memory(battle, card, &mut all);
    all
}

/// Adds a fact unless it is empty.
fn put(all: &mut Facts, name: &str, fact: Fact) {
    if !fact.is_empty() {
        all.push((name.to_owned(), fact));
    }
}

fn side(side: Side, battle: &Battle) -> Fact {
    Fact::name(&battle.setting.sides[side.index()].name)
}

fn of_cursor(cursor: &Cursor, battle: &Battle, card: &Card, all: &mut Facts) {
    let setting = &*battle.setting;
    put(all, "turn", Fact::Whole(cursor.turn.into()));
    if !card.phases.is_empty() {
        let phase = card.phases.get(usize::from(cursor.phase));
        let name = phase.map_or_else(|| format!("#{}", cursor.phase), |phase| phase.id.clone());
        put(all, "phase", Fact::Name(name));
    }
    put(all, "active", side(cursor.side, battle));
    if let Some(group) = cursor.group {
        put(all, "group", Fact::name(setting.group(group)));
    }
    if let Some(unit) = cursor.unit {
        put(all, "unit", Fact::name(setting.name(unit)));
    }
    let deck = setting.groups.iter().enumerate();
    let deck = deck.filter(|(place, _)| cursor.deck >> place & 1 == 1);
    let deck = deck.map(|(_, group)| Fact::name(&group.name));
    put(all, "deck", Fact::List(deck.collect()));
    if let Some(waits) = cursor.waits {
        put(all, "choice", choice(&waits, battle, card));
    }
}

/// Returns the choice that must be made.
fn choice(waits: &Await, battle: &Battle, card: &Card) -> Fact {
    let id = card.cite(waits.why);
    let found = card.find(&id);
    let clause = match found.filter(|text| text.n == waits.why.number()) {
        Some(_) => Fact::Name(id),
        None => Fact::Whole(waits.why.number().into()),
    };
    let mut all = Vec::new();
    put(&mut all, "side", side(waits.side, battle));
    put(&mut all, "clause", clause);
    put(&mut all, "choices", Fact::Whole(waits.choices.into()));
    for (name, unit) in [("unit", waits.unit), ("other", waits.other)] {
        if let Some(unit) = unit {
            put(&mut all, name, Fact::name(battle.setting.name(unit)));
        }
    }
    Fact::Table(all)
}

/// Returns the gaps that were made in linear features.
fn gaps(battle: &Battle, card: &Card) -> Fact {
    let each = battle.gaps.iter().map(|gap| {
        Fact::Table(vec![
            (
                "feature".to_owned(),
                Fact::Whole(i64::from(gap.feature) + 1),
            ),
            ("at".to_owned(), Fact::point(card.ruler, gap.at)),
            ("reach".to_owned(), Fact::length(card.ruler, gap.reach)),
        ])
    });
    Fact::List(each.collect())
}

/// Returns by name what an interrupted resolution still has to do; none if the card does not
/// declare it so.
fn pending(battle: &Battle, card: &Card) -> Option<Fact> {
    let teller = Teller {
        battle,
        ruler: card.ruler,
    };
    teller.whole(card.state.pending.as_ref()?)
}

/// Adds what is remembered of the battle and of the sides.
fn of_memory(battle: &Battle, card: &Card, all: &mut Facts) {
    let memory = &battle.memory;
    let of_battle = named(&card.state.battle, &memory.battle, battle, card);
    put(all, "battle", Fact::Table(of_battle));
    let sides = battle.setting.sides.iter().zip(&memory.sides);
    let sides = sides.filter_map(|(side, values)| {
        let marks = named(&card.state.side, values, battle, card);
        (!marks.is_empty()).then(|| (side.name.clone(), Fact::Table(marks)))
    });
    put(all, "sides", Fact::Table(sides.collect()));
}

/// Returns the marks that are set, by name.
fn named(specs: &[MarkSpec], values: &[i32], battle: &Battle, card: &Card) -> Facts {
    let set = specs.iter().zip(values).filter(|(_, value)| **value != 0);
    set.map(|(spec, &value)| {
        let fact = marks::fact(spec, value, &battle.setting, card.ruler);
        (spec.id.clone(), fact)
    })
    .collect()
}
