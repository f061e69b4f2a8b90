//! What an umpire's ruling corrects, under the names of position files: which values of a unit, a
//! side or the battle can be corrected, and what a correction comes to.
//!
//! A change is written into the battle's file, and that file is read again: so the checks for a
//! ruling are exactly those for files. Places are measured once all of it is known
//! ([`crate::journal::ruled`]).

use crate::fact::Fact;
use crate::flaws::Flaws;
use crate::marks::fact;
use crate::{MOST_STANDS, read_begun, write_battle};
use sandtable_battle::{Amend, Battle, Card, MarkSpec, Setting, Side, Sort, UnitId};
use sandtable_tongue::say;
use toml::{Table, Value};

/// What a value belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A unit.
    Unit(UnitId),
    /// A side.
    Side(Side),
    /// The battle.
    Battle,
}

/// A value that is to change.
#[derive(Clone, Debug)]
pub struct Change {
    /// What the value belongs to.
    pub whose: Whose,
    /// Its name in files.
    pub key: String,
    /// Its new value; if none, its default.
    pub to: Option<Fact>,
}

/// What a value can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// A whole number, from the least to the greatest.
    Whole(i64, i64),
    /// A length, from the least to the greatest, 1/100 mm.
    Length(i32, i32),
    /// A direction, or none.
    Angle,
    /// True or false.
    Flag,
    /// One of these names; also none, if the flag is set.
    One(Vec<String>, bool),
    /// Any of these names.
    Any(Vec<String>),
}

/// A value that a ruling may correct.
#[derive(Clone, Debug)]
pub struct Amendable {
    /// Its name in files.
    pub key: String,
    /// Its name for people; empty for values that no real table shows.
    pub title: String,
    /// What it is, in English.
    pub says: String,
    /// What values it can have.
    pub range: Range,
    /// Its present value; none if it is at its default and that has no name.
    pub now: Option<Fact>,
}

/// Returns what can be corrected of a unit, a side or the battle, apart from places.
#[must_use]
pub fn amendable(battle: &Battle, card: &Card, whose: Whose) -> Vec<Amendable> {
    let setting = &*battle.setting;
    let marks = |specs: &[MarkSpec], values: &[i32]| -> Vec<Amendable> {
        let each = specs.iter().zip(values);
        each.map(|(spec, &value)| of_mark(spec, value, setting, card))
            .collect()
    };
    match whose {
        Whose::Battle => marks(&card.state.battle, &battle.memory.battle),
        Whose::Side(side) => {
            let mut all = marks(&card.state.side, &battle.memory.sides[side.index()]);
            if !setting.victory.scores.is_empty() || battle.score != [0; 2] {
                let most = i64::from(i16::MAX);
                let now = battle.score[side.index()];
                all.push(own(
                    SCORE,
                    Range::Whole(-most, most),
                    Fact::Whole(now.into()),
                ));
            }
            all
        }
        Whose::Unit(id) => {
            let Some(unit) = battle.get(id) else {
                return Vec::new();
            };
            let mut all = of_unit(battle, card, id);
            all.extend(marks(&card.marks, &*unit.marks));
            all
        }
    }
}

/// Returns the new value of something that was corrected, and what it belongs to; none if the rules
/// do not know it.
#[must_use]
pub fn amended(battle: &Battle, card: &Card, amend: &Amend) -> Option<(Whose, Amendable)> {
    let mut then = battle.clone();
    then.amend(amend);
    let whose = match *amend {
        Amend::SideMark { side, .. } | Amend::Score { side, .. } => Whose::Side(side),
        Amend::BattleMark { .. } => Whose::Battle,
        _ => Whose::Unit(amend.unit()?),
    };
    let key = match amend {
        Amend::Stands { .. } => "stands",
        Amend::Started { .. } => "started",
        Amend::Formation { .. } => "formation",
        Amend::With { .. } => "with",
        Amend::Group { .. } => "group",
        Amend::Score { .. } => SCORE,
        _ => &amend.spec(card)?.id,
    };
    let mut all = amendable(&then, card, whose).into_iter();
    let found = all.find(|one| one.key == key)?;
    Some((whose, found))
}

/// The key of points scored, which a file keeps for both sides together.
const SCORE: &str = "score";

fn own(key: &str, range: Range, now: Fact) -> Amendable {
    Amendable {
        key: key.to_owned(),
        title: String::new(),
        says: String::new(),
        range,
        now: Some(now),
    }
}

/// Returns the values that files hold for every unit.
fn of_unit(battle: &Battle, card: &Card, id: UnitId) -> Vec<Amendable> {
    let (unit, setting) = (battle.unit(id), &*battle.setting);
    let stands = |n: u8| Fact::Whole(n.into());
    let mut all = vec![
        own("stands", Range::Whole(0, MOST_STANDS), stands(unit.stands)),
        own(
            "started",
            Range::Whole(1, MOST_STANDS),
            stands(unit.started),
        ),
    ];
    let kind = card.kinds.get(usize::from(unit.kind));
    let formations = card.formations.iter().enumerate();
    let allowed = formations.filter(|(place, _)| {
        kind.is_some_and(|kind| *place < 32 && kind.formations >> place & 1 == 1)
    });
    let allowed: Vec<String> = allowed.map(|(_, name)| name.clone()).collect();
    if allowed.len() > 1
        && let Some(now) = card.formations.get(usize::from(unit.formation))
    {
        all.push(own(
            "formation",
            Range::One(allowed, false),
            Fact::name(now),
        ));
    }
    let groups = setting.groups.iter().filter(|g| g.side == unit.side);
    let groups: Vec<String> = groups.map(|g| g.name.clone()).collect();
    if groups.len() > 1 {
        let now = Fact::name(setting.group(unit.group));
        all.push(own("group", Range::One(groups, false), now));
    }
    let mates = battle
        .all()
        .filter(|(mate, other)| *mate != id && other.side == unit.side);
    let mates = mates
        .map(|(mate, _)| setting.name(mate).to_owned())
        .collect();
    all.push(Amendable {
        now: unit.with.map(|with| Fact::name(setting.name(with))),
        ..own("with", Range::One(mates, true), Fact::Flag(false))
    });
    all
}

fn of_mark(spec: &MarkSpec, value: i32, setting: &Setting, card: &Card) -> Amendable {
    let (least, most) = spec.range;
    let range = match &spec.sort {
        Sort::Count => Range::Whole(least.into(), most.into()),
        Sort::Length => Range::Length(least, most),
        Sort::Flag => Range::Flag,
        Sort::Angle => Range::Angle,
        Sort::Unit => Range::One(setting.names.clone(), true),
        Sort::Side => {
            let sides = setting.sides.iter().map(|side| side.name.clone());
            Range::One(sides.collect(), true)
        }
        Sort::Choice(names) => Range::One(names.clone(), false),
        Sort::Set(names) => Range::Any(names.clone()),
    };
    let nothing = value == 0 && matches!(spec.sort, Sort::Unit | Sort::Side | Sort::Angle);
    Amendable {
        key: spec.id.clone(),
        title: spec.title.clone(),
        says: spec.says.clone(),
        range,
        now: (!nothing).then(|| fact(spec, value, setting, card.ruler)),
    }
}

/// Returns the corrections that give these values to a battle.
///
/// # Errors
/// Names, in words, the first change that a battle file could not express.
pub fn amends(battle: &Battle, changes: &[Change], card: &Card) -> Result<Vec<Amend>, String> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let odd = |_| say!("a ruling says what these rules cannot keep");
    let mut file: Table = write_battle(battle, card).parse().map_err(odd)?;
    for change in changes {
        let known = amendable(battle, card, change.whose);
        if !known.iter().any(|one| one.key == change.key) {
            return Err(say!("there is no `{key}` to put right", key = change.key));
        }
        let value = change.to.as_ref().map(value).transpose()?;
        write(&mut file, battle, change, value);
    }
    let text = file.to_string();
    let read = read_begun(&text, card).map_err(|flaws| told(&flaws, &text, battle))?;
    Ok(battle.amends_to(&read))
}

/// Converts a value to TOML.
fn value(fact: &Fact) -> Result<Value, String> {
    let read: Result<Table, _> = format!("it = {fact}").parse();
    let value = read.ok().and_then(|mut read| read.remove("it"));
    value.ok_or_else(|| say!("a ruling says what these rules cannot keep"))
}

/// Writes a change into the file of a battle.
fn write(file: &mut Table, battle: &Battle, change: &Change, value: Option<Value>) {
    let table = match change.whose {
        Whose::Unit(id) => {
            let units = file.get_mut("unit").and_then(Value::as_array_mut);
            let unit = units.and_then(|units| units.get_mut(id.index()));
            unit.and_then(Value::as_table_mut)
        }
        Whose::Side(side) if change.key == SCORE => {
            let mut score = battle.score.map(i64::from);
            if let Some(Value::Array(now)) = file.get("state").and_then(|state| state.get(SCORE)) {
                let now = now.iter().filter_map(Value::as_integer);
                score
                    .iter_mut()
                    .zip(now)
                    .for_each(|(slot, now)| *slot = now);
            }
            score[side.index()] = value.and_then(|v| v.as_integer()).unwrap_or(0);
            let score = Value::from(score.to_vec());
            let state = under(Some(file), "state");
            state.map(|state| state.insert(SCORE.to_owned(), score));
            return;
        }
        Whose::Side(side) => {
            let sides = under(under(Some(file), "state"), "sides");
            under(sides, &battle.setting.sides[side.index()].name)
        }
        Whose::Battle => under(under(Some(file), "state"), "battle"),
    };
    let Some(table) = table else { return };
    match value {
        Some(value) => table.insert(change.key.clone(), value),
        None => table.remove(&change.key),
    };
}

/// Returns the table under a key, and makes it if there is none.
fn under<'t>(table: Option<&'t mut Table>, key: &str) -> Option<&'t mut Table> {
    let found = table?
        .entry(key)
        .or_insert_with(|| Value::Table(Table::new()));
    found.as_table_mut()
}

/// Returns the first flaw in the file of a battle, with the unit that it is about.
pub(crate) fn told(flaws: &Flaws, text: &str, battle: &Battle) -> String {
    let Some(first) = flaws.flaws.first() else {
        return String::new();
    };
    let heads = text
        .lines()
        .take(first.line)
        .filter(|line| line.starts_with('['));
    let (place, last) = heads.fold((0_usize, ""), |(place, _), head| {
        (place + usize::from(head == "[[unit]]"), head)
    });
    let name = battle.setting.names.get(place.saturating_sub(1));
    match name.filter(|_| last == "[[unit]]") {
        Some(unit) if !first.message.contains(unit.as_str()) => {
            format!("{unit}: {}", first.message)
        }
        _ => first.message.clone(),
    }
}
