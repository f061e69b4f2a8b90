//! Things opened only once, since opening them takes longer than most runs with them: rule sets,
//! built-in battles, and positions that play reaches.

use arbitrary::Unstructured;
use sandtable_battle::{Battle, Rolled, Rules, Scene, Switches};
use sandtable_geometry::Facing;
use sandtable_opponents::{Lot, sample};
use sandtable_register::NAMES;
use sandtable_situation::{Library, Situation};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// A battle with its rules.
pub type Table = (Arc<dyn Rules>, Battle);

/// Every built-in scenario, opened.
pub static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let open = |(rules, battle): Table| {
        let mut scene = Scene::new(battle);
        rules.open(&mut scene, &mut Rolled::new(1, 0));
        (rules, scene.finish().0)
    };
    CLOSED.iter().cloned().map(open).collect()
});

/// Every built-in scenario, not yet opened.
pub static CLOSED: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let shipped = sandtable_register::scenarios();
    let read = |s: &sandtable_register::Scenario| {
        let (id, switches) = sandtable_files::peek_rules(&s.text).expect("shipped");
        let rules = open(&id, &switches).expect("shipped");
        let battle = sandtable_files::read_battle(&s.text, &*rules).expect("shipped");
        (rules, battle)
    };
    shipped.iter().map(read).collect()
});

/// Numbers of orders after which a battle becomes one of [`POSITIONS`].
const KEPT: [u32; 4] = [1, 8, 20, 45];

/// A battle as a file, with its rules.
pub type Position = (Arc<dyn Rules>, String);

/// Positions that random play reaches in every built-in scenario.
pub static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for (number, (rules, start)) in (0..).zip(TABLES.iter()) {
        let mut lot = Lot::new(number);
        let mut battle = start.clone();
        for order in 0..=45 {
            if KEPT.contains(&order) {
                let text = sandtable_files::write_battle(&battle, rules.card());
                all.push((Arc::clone(rules), text));
            }
            match at_random(&**rules, &battle, &mut lot, order) {
                Some(after) => battle = after,
                None => break,
            }
        }
    }
    all
});

/// Two units of every rule set, opposite each other.
pub static DUELS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let all = NAMES.into_iter().flat_map(|id| {
        ["infantry", "cavalry", "artillery"]
            .into_iter()
            .filter_map(move |kind| {
                let text = format!(
                    "format = 1\nrules = \"{id}\"\nrange = 6\n[unit]\nkind = \"{kind}\"\n\
                 [target]\nkind = \"infantry\"\n"
                );
                let library = Library {
                    open: &|id, switches| open(id, switches),
                    known: &NAMES,
                };
                let situation = Situation::read(&text, library).ok()?;
                let text = sandtable_files::write_battle(&situation.battle, situation.rules.card());
                Some((situation.rules, text))
            })
    });
    all.collect()
});

/// Returns a battle after a random order, or `None` if no legal order was found.
fn at_random(rules: &dyn Rules, battle: &Battle, lot: &mut Lot, number: u32) -> Option<Battle> {
    let offers = rules.all_offers(battle);
    for _ in 0..20 {
        let offer = lot.pick(&offers)?;
        let Some(legal) = sample(rules, battle, offer, lot) else {
            continue;
        };
        let mut scene = Scene::new(battle.clone());
        rules.resolve(&legal, &mut scene, &mut Rolled::new(7, number));
        return Some(scene.finish().0);
    }
    None
}

type Opened = BTreeMap<String, Result<Arc<dyn Rules>, String>>;

/// Opens a rule set under switches, and keeps it for the next time.
pub fn open(id: &str, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
    const MOST: usize = 500;
    static OPENED: Mutex<Opened> = Mutex::new(BTreeMap::new());
    let key = format!("{id} {switches:?}");
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(rules) = opened.get(&key) {
        return rules.clone();
    }
    let rules = sandtable_register::open(id, switches);
    if opened.len() < MOST {
        opened.insert(key, rules.clone());
    }
    rules
}

/// The positions already read, those of two units and those of whole armies: reading one takes
/// longer than playing in it.
pub static READ: LazyLock<[Vec<Battle>; 2]> = LazyLock::new(|| {
    let read = |(rules, text): &Position| {
        sandtable_files::read_battle(text, &**rules).expect("written or laid out")
    };
    [&DUELS, &POSITIONS].map(|all| all.iter().map(read).collect())
});

/// Changes a position while keeping the numbers of its file's head: units stand elsewhere, are
/// turned, reduced or rated differently. Returns it only if `check` would call it sound.
pub fn moved(u: &mut Unstructured<'_>, rules: &dyn Rules, battle: &Battle) -> Option<Battle> {
    let mut battle = battle.clone();
    let (width, height) = (battle.setting.width, battle.setting.height);
    for _ in 0..u.int_in_range(0..=6).ok()? {
        let last = battle.units.len().checked_sub(1)?;
        let unit = battle.units.get_mut(u.int_in_range(0..=last).ok()?)?;
        match u.int_in_range(0..=7_u8).ok()? {
            0..=2 => {
                let mut by = || u.int_in_range(-15_000..=15_000_i32);
                unit.pose.x = (unit.pose.x + by().ok()?).clamp(0, width);
                unit.pose.y = (unit.pose.y + by().ok()?).clamp(0, height);
            }
            3 => unit.pose.x = u.int_in_range(0..=width).ok()?,
            4 => unit.pose.y = u.int_in_range(0..=height).ok()?,
            5 => unit.pose.facing = Facing(u.arbitrary().ok()?),
            6 if unit.stands > 0 => {
                unit.stands = u.int_in_range(1..=unit.started.max(1)).ok()?;
            }
            _ => {
                let Ok(place) = u.choose_index(rules.card().ratings.len()) else {
                    continue;
                };
                let most = rules.card().ratings[place].values.len().checked_sub(1)?;
                unit.ratings[place] = u8::try_from(u.int_in_range(0..=most).ok()?).ok()?;
            }
        }
    }
    let flaws = sandtable_files::misplaced(&battle, rules);
    flaws.is_empty().then_some(battle)
}

/// Changes numbers in the file of a position. Returns it only if it can be read, which means that
/// `check` would call it sound.
pub fn near(u: &mut Unstructured<'_>, rules: &dyn Rules, text: &str) -> Option<Battle> {
    let mut text = text.to_owned();
    for _ in 0..u.int_in_range(0..=6).ok()? {
        let numbers = numbers(&text);
        let (at, end) = *u.choose(&numbers).ok()?;
        let old: f64 = text[at..end].parse().unwrap_or(0.0);
        let new = match u.int_in_range(0..=4_u8).ok()? {
            0 => f64::from(u.int_in_range(-2..=12_i32).ok()?),
            1 => old + f64::from(u.int_in_range(-60..=60_i32).ok()?) / 10.0,
            2 => old + 1.0,
            3 => old - 1.0,
            _ => f64::from(u.int_in_range(0..=400_i32).ok()?),
        };
        text.replace_range(at..end, &new.to_string());
    }
    sandtable_files::read_battle(&text, rules).ok()
}

/// Returns where the numbers of a file are, except those before its first list.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let from = text.find("[[").unwrap_or(0);
    let mut out: Vec<(usize, usize)> = Vec::new();
    let mut quoted = false;
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        quoted ^= bytes[at] == b'"';
        let begins = bytes[at].is_ascii_digit() || bytes[at] == b'-';
        let word = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
        if quoted || word || !begins {
            at += 1;
            continue;
        }
        let digits = bytes[at + 1..]
            .iter()
            .take_while(|b| b.is_ascii_digit() || **b == b'.');
        let end = at + 1 + digits.count();
        out.push((at, end));
        at = end;
    }
    out
}
