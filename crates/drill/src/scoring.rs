//! Points and objectives: the victory conditions that a scenario sets, the same under every rule
//! set. A rule set calls [`march_off`] when a side's player turn (or activation) ends, [`hold`]
//! when a game turn ends, [`enough`] after either, and asks [`ahead`] when time is up.

use crate::greater;
use sandtable_battle::{Battle, Goal, Outcome, Rules, Scene, Score, Side, Status, UnitId, c};

/// Returns whether a unit is a fighting unit: leaders neither hold nor score.
fn fights(rules: &dyn Rules, battle: &Battle, id: UnitId) -> bool {
    let kind = usize::from(battle.unit(id).kind);
    rules.card().kinds.get(kind).is_none_or(|k| !k.leader)
}

/// Returns whether a side has a fighting unit whose middle lies in a zone.
fn stands_in(rules: &dyn Rules, battle: &Battle, side: Side, zone: usize) -> bool {
    let Some(zone) = battle.setting.zones.get(zone) else {
        return false;
    };
    battle.side(side).any(|(id, _)| {
        fights(rules, battle, id) && zone.area.holds(rules.footprint(battle, id).centre())
    })
}

/// Returns the side that alone has fighting units in a zone.
#[must_use]
pub fn holder(rules: &dyn Rules, battle: &Battle, zone: usize) -> Option<Side> {
    match Side::BOTH.map(|side| stands_in(rules, battle, side, zone)) {
        [true, false] => Some(Side::A),
        [false, true] => Some(Side::B),
        _ => None,
    }
}

/// Returns the present points of both sides, if the scenario counts points: those for holding so
/// far, and those that the table shows.
#[must_use]
pub fn points(rules: &dyn Rules, battle: &Battle) -> Option<[i32; 2]> {
    let scores = &battle.setting.victory.scores;
    if scores.is_empty() {
        return None;
    }
    Some(Side::BOTH.map(|side| {
        let own = scores.iter().filter(|score| score.is_for(side));
        let shown: i32 = own.map(|score| shown(rules, battle, side, score)).sum();
        i32::from(battle.score[side.index()]) + shown
    }))
}

/// Returns what the table shows for one thing that scores points.
fn shown(rules: &dyn Rules, battle: &Battle, side: Side, score: &Score) -> i32 {
    let zone = score.zone.map_or(usize::MAX, usize::from);
    let count = |of: Side, holds: &dyn Fn(UnitId) -> bool| {
        let all = battle.all().filter(|(_, u)| u.side == of);
        all.filter(|&(id, _)| fights(rules, battle, id) && holds(id))
            .count()
    };
    let times = match score.goal {
        // Scored turn by turn.
        Goal::Hold => 0,
        Goal::Keep => usize::from(holder(rules, battle, zone) == Some(side)),
        Goal::Exit => count(side, &|id| {
            // A unit that marched off stands where it left.
            let gone = battle.unit(id).status == Status::Exited;
            let at = rules.footprint(battle, id).centre();
            gone && battle
                .setting
                .zones
                .get(zone)
                .is_some_and(|z| z.area.holds(at))
        }),
        Goal::Kill => count(side.other(), &|id| battle.unit(id).status.is_lost()),
    };
    i32::try_from(times).unwrap_or(i32::MAX) * i32::from(score.points)
}

/// Lets units of a side march off that stand in a zone through which it is to leave, if they are
/// free to do so.
pub fn march_off(
    rules: &dyn Rules,
    scene: &mut Scene,
    side: Side,
    free: impl Fn(&Battle, UnitId) -> bool,
) {
    let ways: Vec<usize> = (scene.setting.victory.scores.iter())
        .filter(|score| score.goal == Goal::Exit && score.is_for(side))
        .filter_map(|score| score.zone.map(usize::from))
        .collect();
    if ways.is_empty() {
        return;
    }
    let leaving: Vec<UnitId> = scene
        .side(side)
        .map(|(id, _)| id)
        .filter(|&id| {
            let at = rules.footprint(scene, id).centre();
            let mut zones = ways.iter().filter_map(|&z| scene.setting.zones.get(z));
            free(scene, id) && zones.any(|zone| zone.area.holds(at))
        })
        .collect();
    for id in leaving {
        scene.become_(id, Status::Exited, c::MARCH_OFF);
    }
}

/// Scores the zones held when a game turn ends.
pub fn hold(rules: &dyn Rules, scene: &mut Scene) {
    let scores = scene.setting.victory.scores.clone();
    for side in Side::BOTH {
        let won: i16 = scores
            .iter()
            .filter(|score| score.goal == Goal::Hold && score.is_for(side))
            .filter(|score| {
                let zone = score.zone.map_or(usize::MAX, usize::from);
                holder(rules, scene, zone) == Some(side)
            })
            .map(|score| i16::from(score.points))
            .sum();
        let to = scene.score[side.index()].saturating_add(won);
        scene.score(side, to, c::HOLDING);
    }
}

/// Ends the battle if a side has the points that the scenario asks for, and more than the other.
pub fn enough(rules: &dyn Rules, scene: &mut Scene) -> bool {
    let Some(target) = scene.setting.victory.target.map(i32::from) else {
        return false;
    };
    let Some([a, b]) = points(rules, scene) else {
        return false;
    };
    if a.max(b) < target || a == b {
        return false;
    }
    let winner = if a > b { Side::A } else { Side::B };
    scene.end(Outcome::Won(winner), c::TARGET);
    true
}

/// Returns the side that the scenario's own conditions put ahead when time is up: more points, or
/// more objectives held alone. `None` if they do not decide.
#[must_use]
pub fn ahead(rules: &dyn Rules, battle: &Battle) -> Option<Side> {
    let set = &battle.setting;
    let counted = if set.victory.objectives {
        let mut held = [0; 2];
        for (zone, _) in set
            .zones
            .iter()
            .enumerate()
            .filter(|(_, z)| z.side.is_none())
        {
            if let Some(side) = holder(rules, battle, zone) {
                held[side.index()] += 1;
            }
        }
        held
    } else {
        points(rules, battle)?
    };
    greater(counted)
}

/// Returns whether the scenario sets conditions of its own besides the rule set's.
#[must_use]
pub fn has_conditions(battle: &Battle) -> bool {
    let victory = &battle.setting.victory;
    victory.objectives || !victory.scores.is_empty()
}
