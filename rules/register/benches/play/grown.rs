//! Battles of any size for every rule set, to measure the cost of one more unit or piece of
//! terrain.

use super::{Moment, Start, played, set_of};
use sandtable_battle::{Area, Feature, Ground, Rolled, Scene, Setting, Side, Status, Unit};
use sandtable_geometry::{Facing, INCH, Length, Point, Pose, Rect};
use sandtable_opponents::Random;
use std::sync::Arc;

/// Number of orders in such a battle.
const ORDERS: u32 = 400;

/// Width and height of the table, in inches.
const TABLE: (Length, Length) = (72, 48);

/// Creates a battle with `each` units per side and `pieces` of terrain. The units repeat those of a
/// built-in scenario, in lines of eight, 16 inches apart. Woods are spread over the whole table;
/// their total area is the same however many there are.
pub fn grown(set: &str, each: usize, pieces: usize) -> Option<Start> {
    let shipped = sandtable_register::scenarios().into_iter();
    let mut of_set = shipped.filter(|s| set_of(&s.id) == set);
    let scenario = of_set.next()?;
    let (name, switches) = sandtable_files::peek_rules(&scenario.text).expect("sound");
    let rules = sandtable_register::open(&name, &switches).expect("known");
    let mut battle = sandtable_files::read_battle(&scenario.text, &*rules).expect("sound");
    let bodies = |side: Side| -> Vec<(Unit, String)> {
        let all = battle.units.iter().zip(&battle.setting.names);
        let leads = |unit: &Unit| rules.card().kinds[usize::from(unit.kind)].leader;
        all.filter(|(unit, _)| unit.side == side && unit.with.is_none() && !leads(unit))
            .map(|(unit, name)| (*unit, name.clone()))
            .collect()
    };
    let armies = [Side::A, Side::B].map(|side| line_up(&bodies(side), side, each));
    let setting = Arc::make_mut(&mut battle.setting);
    clear(setting);
    setting.terrain = woods(pieces).into();
    let (units, names): (Vec<Unit>, Vec<String>) = armies.into_iter().flatten().unzip();
    (battle.units, setting.names) = (units.into(), names);
    let mut scene = Scene::new(battle);
    rules.open(&mut scene, &mut Rolled::new(1, 0));
    let battle = scene.finish().0;
    Some(Start {
        id: scenario.id,
        rules,
        battle,
    })
}

/// Returns some orders of random play in such a battle.
pub fn grown_play(set: &str, each: usize, pieces: usize) -> Vec<Moment> {
    let Some(start) = grown(set, each, pieces) else {
        return Vec::new();
    };
    played(&start, Box::new(Random::new(1)), 1, ORDERS)
}

/// Removes what only the scenario needs.
fn clear(setting: &mut Setting) {
    (setting.width, setting.height) = (TABLE.0 * INCH, TABLE.1 * INCH);
    setting.pieces.clear();
    setting.materials.clear();
    setting.zones.clear();
    setting.arrivals.clear();
    setting.events.clear();
    setting.turns = None;
    setting.victory = sandtable_battle::Victory::default();
}

/// Returns `each` units modelled on the given ones, in lines of eight, each with a name of its own.
fn line_up(like: &[(Unit, String)], side: Side, each: usize) -> Vec<(Unit, String)> {
    const FILES: usize = 8;
    let place = |at: usize| {
        let [file, rank] = [at % FILES, at / FILES].map(|n| Length::try_from(n).unwrap_or(0));
        let x = (2 * file + 1) * TABLE.0 * INCH / (2 * 8);
        let behind = 6 * rank * INCH;
        match side {
            Side::A => Pose::new(x, 16 * INCH - behind, Facing::NORTH),
            Side::B => Pose::new(x, 32 * INCH + behind, Facing::SOUTH),
        }
    };
    let unit = |(at, (unit, name)): (usize, &(Unit, String))| {
        let unit = Unit {
            pose: place(at),
            status: Status::Table,
            ..*unit
        };
        (unit, format!("{name} {at}"))
    };
    like.iter()
        .cycle()
        .take(each)
        .enumerate()
        .map(unit)
        .collect()
}

/// Returns this many square woods in a grid, about four columns to three rows.
fn woods(pieces: usize) -> Vec<Feature> {
    let files = (1..=pieces).find(|n| 3 * n * n >= 4 * pieces).unwrap_or(1);
    let ranks = pieces.div_ceil(files);
    let share = |of: Length, at: usize, all: usize| {
        let [at, all] = [at, all].map(|n| Length::try_from(n).unwrap_or(1));
        (2 * at + 1) * of * INCH / (2 * all)
    };
    let edge = TABLE.1 * INCH / 4 / Length::try_from(ranks).unwrap_or(1);
    let wood = |at: usize| {
        let x = share(TABLE.0, at % files, files);
        let y = share(TABLE.1, at / files, ranks);
        let base = Rect::centred(Pose::at(Point::new(x, y), Facing::NORTH), edge, edge);
        Feature {
            ground: Ground::Woods,
            name: String::new(),
            areas: Area::new(base.corners().to_vec()).into_iter().collect(),
            line: None,
            width: 0,
            level: 0,
        }
    };
    (0..pieces).map(wood).collect()
}
