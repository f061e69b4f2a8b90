//! How good a unit's post is: what it can do from there and what others can do to it there, in
//! thousandths of a fresh average unit.

use crate::stance::Stance;
use sandtable_battle::{Battle, Goal, Profile, Rules, Side, UnitId, Zone as Place};
use sandtable_geometry::{Length, Point, Rect, Zone};

/// What is known about an enemy unit before a decision, gathered once.
pub(crate) struct Enemy {
    rect: Rect,
    profile: Profile,
    /// The middle of its base.
    at: Point,
    /// No point of the base is farther than this from its middle.
    girth: Length,
    /// How far away the unit can do anything, this turn or next.
    far: Length,
}

impl Enemy {
    /// Creates an enemy from its footprint and its profile.
    fn new(rect: Rect, profile: Profile) -> Self {
        Self {
            rect,
            profile,
            at: rect.centre(),
            girth: girth(&rect),
            far: range_of(&profile),
        }
    }
}

/// Returns the fighting units of the other side.
pub(crate) fn muster(rules: &dyn Rules, battle: &Battle, side: Side) -> Vec<Enemy> {
    let card = rules.card();
    battle
        .side(side.other())
        .filter(|(_, u)| !card.kinds[usize::from(u.kind)].leader)
        .map(|(id, _)| {
            let profile = rules.advice().profile(battle, id);
            Enemy::new(rules.footprint(battle, id), profile)
        })
        .collect()
}

/// What a post is good for, part by part, in thousandths of a unit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Post {
    /// Objectives held or near, plus the worth of the unit's charges.
    drawn: f64,
    /// Objectives held or near.
    pub(crate) goals: f64,
    /// Worth of the unit's fire from here.
    pub(crate) fire: f64,
    /// Worth of the unit's charges from here.
    pub(crate) blade: f64,
    /// The worst harm one enemy can do to it here.
    pub(crate) worst: f64,
    /// The harm that all enemies together can do to it here.
    pub(crate) harm: f64,
    /// How far it is from the fight.
    pub(crate) far: f64,
    /// Cost of an enemy on its flank or rear.
    pub(crate) turned: f64,
    /// Cost of the table's edge at its back.
    pub(crate) edge: f64,
    /// Gain of a leader from units of the same group nearby.
    pub(crate) leads: f64,
}

impl Post {
    /// Returns the sum of all parts, weighed by a stance.
    pub(crate) fn weighed(&self, stance: &Stance) -> f64 {
        // Keep this order of additions: the last bit decides between equals, and battles must
        // repeat.
        let drawn =
            self.drawn + (stance.goals - 1.0) * self.goals + (stance.blade - 1.0) * self.blade;
        let rest = 0.35 * (stance.harm * (self.harm - self.worst));
        let fought = drawn + (stance.fire * self.fire - stance.harm * self.worst - rest);
        fought - stance.far * self.far - stance.turned * self.turned - self.edge + self.leads
    }
}

/// Returns the parts of a unit's post. `moved` says whether it has moved this turn.
pub(crate) fn parts(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    foes: &[Enemy],
    moved: bool,
) -> Post {
    let mut out = Post::default();
    let me = battle.unit(unit);
    if !me.on_table() {
        return out;
    }
    let own = rules.footprint(battle, unit);
    let mine = rules.advice().profile(battle, unit);
    // Measure in the unit of the rules: an inch or a centimetre.
    let step = rules.card().ruler.unit();
    if rules.card().kinds[usize::from(me.kind)].leader {
        out.leads = leader(battle, unit, step);
        return out;
    }
    out.goals = objectives(battle, unit, &mine, step);
    out.drawn = out.goals;
    let mut nearest: Option<(Length, Zone)> = None;
    let (here, girth, reach) = (own.centre(), girth(&own), range_of(&mine));
    for foe in foes {
        if let Some((gap, _)) = nearest {
            // Farther away, this enemy neither harms nor suffers anything, and it is not the
            // nearest.
            let far = i64::from(reach.max(foe.far).max(gap)) + i64::from(girth + foe.girth);
            if square(here, foe.at) > far * far {
                continue;
            }
        }
        let gap = own.distance(&foe.rect).length;
        let bears = own.zone_of(foe.at);
        let seen_from = foe.rect.zone_of(here);
        if nearest.is_none_or(|(d, _)| gap < d) {
            nearest = Some((gap, bears));
        }
        out.fire = out.fire.max(fire(&mine, foe, gap, bears, seen_from, moved));
        let strikes = blade(&mine, foe, gap, bears, seen_from);
        out.blade += strikes;
        out.drawn += strikes;
        let harm = danger(&mine, foe, gap, bears, seen_from);
        out.worst = out.worst.max(harm);
        out.harm += harm;
    }
    if let Some((gap, bears)) = nearest {
        out.far = approach(&mine, gap, step);
        if bears != Zone::Front && gap < 24 * step {
            out.turned = 60.0;
        }
    }
    out.edge = edge(battle, &own, step);
    out
}

/// Returns how far away a unit can do anything, this turn or next.
fn range_of(of: &Profile) -> Length {
    (of.range + of.pace).max(of.charge)
}

/// Returns a distance from the middle of a base that no point of it exceeds.
fn girth(of: &Rect) -> Length {
    const ROUNDING: Length = 4;
    (of.frontage() + of.depth()) / 2 + ROUNDING
}

/// Returns the square of the distance between two points.
fn square(one: Point, other: Point) -> i64 {
    let (x, y) = (
        i64::from(one.x) - i64::from(other.x),
        i64::from(one.y) - i64::from(other.y),
    );
    x * x + y * y
}

/// Returns the worth of the unit's fire from here, now and next turn.
fn fire(
    mine: &Profile,
    foe: &Enemy,
    gap: Length,
    bears: Zone,
    seen_from: Zone,
    moved: bool,
) -> f64 {
    if mine.range == 0 || mine.fire == 0 {
        return 0.0;
    }
    let cover = f64::from(foe.profile.cover) / 1000.0;
    let raking = if seen_from == Zone::Front { 1.0 } else { 1.15 };
    let weak = 1.0 + 0.4 * (1.0 - f64::from(foe.profile.worth.min(1000)) / 1000.0);
    let full = f64::from(mine.fire) * 0.3 * cover * raking * weak;
    if gap <= mine.range && bears == Zone::Front {
        let now = if moved {
            f64::from(mine.fire_moved) / f64::from(mine.fire.max(1))
        } else {
            1.0
        };
        full * (0.55 + 0.45 * now)
    } else if gap <= mine.range + mine.pace {
        full * 0.4
    } else {
        0.0
    }
}

/// Returns the worth of the unit's charge from here.
fn blade(mine: &Profile, foe: &Enemy, gap: Length, bears: Zone, seen_from: Zone) -> f64 {
    if mine.charge == 0 || bears != Zone::Front || gap > mine.charge {
        return 0.0;
    }
    let flank = if seen_from == Zone::Front { 1.0 } else { 1.8 };
    let edge = f64::from(mine.shock) * flank - f64::from(foe.profile.shock) * 0.6;
    edge.max(0.0) * 0.12
}

/// Returns the harm that the other side can do to the unit here.
fn danger(mine: &Profile, foe: &Enemy, gap: Length, bears: Zone, seen_from: Zone) -> f64 {
    let mut sum = 0.0;
    let cover = f64::from(mine.cover) / 1000.0;
    let theirs = &foe.profile;
    if theirs.range > 0 && seen_from == Zone::Front {
        let raked = if bears == Zone::Front { 1.0 } else { 1.3 };
        if gap <= theirs.range {
            sum += f64::from(theirs.fire) * 0.16 * cover * raked;
        } else if gap <= theirs.range + theirs.pace && theirs.fire_moved > 0 {
            sum += f64::from(theirs.fire_moved) * 0.08 * cover * raked;
        }
    }
    if theirs.charge > 0 && gap <= theirs.charge && seen_from == Zone::Front {
        let flank = if bears == Zone::Front { 1.0 } else { 2.2 };
        let edge = f64::from(theirs.shock) * flank - f64::from(mine.shock) * 0.5;
        sum += edge.max(0.0) * 0.10 * cover;
    }
    sum
}

/// Returns the cost of being out of the fight: a steady pull towards the enemy.
fn approach(mine: &Profile, gap: Length, step: Length) -> f64 {
    let ideal = if mine.range > 0 {
        mine.range * 9 / 10
    } else {
        mine.charge * 8 / 10
    };
    let out = f64::from((gap - ideal).max(0)) / f64::from(step);
    // The first steps out of range matter more than the last of a long march.
    12.0 * out.min(12.0) + 4.0 * (out - 12.0).max(0.0)
}

/// Lists the zones that matter to a side, and how much. An objective, or a score of two points, is
/// worth one. Zones that the other side scores for are worth denying.
fn aims(battle: &Battle, side: Side) -> impl Iterator<Item = (&Place, f64, Goal)> {
    let set = &battle.setting;
    let all = set.victory.objectives;
    let kept = set.objectives().filter(move |_| all);
    let scores = set.victory.scores.iter().filter(move |_| !all);
    let kept = kept.map(|zone| (zone, 1.0, Goal::Keep));
    kept.chain(scores.filter_map(move |score| {
        let zone = set.zones.get(usize::from(score.zone?))?;
        let own = score.is_for(side);
        let worth = (f64::from(score.points) / 2.0).clamp(0.5, 2.0);
        Some(match score.goal {
            // Standing in the way is enough to deny an exit.
            Goal::Exit if !own => (zone, worth * 0.5, Goal::Keep),
            goal => (zone, worth, goal),
        })
    }))
}

/// Returns the pull of objectives, which grows towards the end.
fn objectives(battle: &Battle, unit: UnitId, mine: &Profile, step: Length) -> f64 {
    let me = battle.unit(unit);
    let here = me.pose.point();
    let limit = f64::from(battle.setting.turns.unwrap_or(15));
    let turn = f64::from(battle.cursor.turn) / limit.max(1.0);
    let mut best = f64::NEG_INFINITY;
    for (zone, worth, goal) in aims(battle, me.side) {
        // A goal that counts every turn, or takes turns to reach, cannot wait.
        let late = match goal {
            Goal::Keep | Goal::Kill => turn,
            Goal::Hold => turn.max(0.5),
            Goal::Exit => turn.max(0.7),
        };
        let value = if zone.area.holds(here) {
            120.0 + 400.0 * late
        } else {
            let out = f64::from(here.distance(zone.area.middle())) / f64::from(step);
            -(3.0 + 15.0 * late) * out.min(30.0)
        };
        // Far from several zones, the more valuable one pulls harder.
        let value = if value > 0.0 {
            value * worth
        } else {
            value / worth
        };
        best = best.max(value);
    }
    if best.is_finite() {
        best * f64::from(mine.worth.clamp(200, 1000)) / 1000.0
    } else {
        0.0
    }
}

/// Returns how well a leader is placed: near the units it leads.
fn leader(battle: &Battle, unit: UnitId, step: Length) -> f64 {
    let me = battle.unit(unit);
    if me.with.is_some() {
        return 30.0;
    }
    let near = battle
        .side(me.side)
        .filter(|&(id, u)| id != unit && u.group == me.group)
        .map(|(_, u)| {
            (10.0 - f64::from(me.pose.point().distance(u.pose.point())) / f64::from(step))
                .clamp(-20.0, 8.0)
        })
        .sum::<f64>();
    near * 2.0
}

/// Returns the small cost of having the table's edge close behind.
fn edge(battle: &Battle, own: &Rect, step: Length) -> f64 {
    let room = own.room_on_table(
        own.facing().reversed(),
        battle.setting.width,
        battle.setting.height,
    );
    let short = (3 * step - room).max(0);
    f64::from(short) / f64::from(step) * 6.0
}
