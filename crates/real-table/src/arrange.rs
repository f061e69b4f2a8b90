//! Turns a statement into an arrangement of the units.

use crate::ground;
use crate::homes::{ahead, carried, head, home};
use sandtable_battle::{
    Battle, Beside, Face, Near, Patch, Rules, Stand, Stated, Statement, UnitId,
};
use sandtable_geometry::{Facing, Length, Point, Pose, Rect, TOLERANCE, within};
use sandtable_tongue::say;

/// How far around a continuing fight to keep the ground, in units of the ruler.
const AROUND: Length = 14;

/// Most patches of ground to keep.
const MOST_KEPT: usize = 100;

/// Most positions to try on each side of the straight line for a unit.
const ASIDE: i32 = 6;

/// Arranges a battle according to a statement. Units in a fight stay where they are, and so do the
/// units in `keep`, whose orders were stated earlier in the phase and are carried out later. All
/// others go home.
///
/// # Errors
/// If the units cannot be arranged so; gives the reason as a sentence for people.
pub fn arrange(
    rules: &dyn Rules,
    battle: &Battle,
    says: &Statement,
    keep: &[UnitId],
) -> Result<Stated, String> {
    let mut table = Table::new(rules, battle, says, keep)?;
    table.send_home();
    table.place()?;
    for near in &says.near {
        table.place_near(*near)?;
    }
    Ok(table.told())
}

/// Returns whether two units are in contact, edge to edge.
pub(crate) fn touch(rules: &dyn Rules, battle: &Battle, one: UnitId, other: UnitId) -> bool {
    let [one, other] = [one, other].map(|id| rules.footprint(battle, id));
    within(one.distance(&other).length, 0)
}

struct Table<'a> {
    rules: &'a dyn Rules,
    before: &'a Battle,
    now: Battle,
    says: &'a Statement,
    keep: &'a [UnitId],
    /// Whether each unit stays where it is.
    fixed: Vec<bool>,
    ground: Vec<Patch>,
}

impl<'a> Table<'a> {
    fn new(
        rules: &'a dyn Rules,
        battle: &'a Battle,
        says: &'a Statement,
        keep: &'a [UnitId],
    ) -> Result<Self, String> {
        for unit in says.units() {
            let Some(found) = battle.get(unit) else {
                return Err(say!(
                    "there is no unit {number} in this battle",
                    number = unit.0
                ));
            };
            if !found.on_table() {
                return Err(say!(
                    "{unit} is not on the table",
                    unit = battle.setting.called(unit)
                ));
            }
        }
        if says.target == Some(says.unit) {
            return Err(say!("a unit has no distance from itself"));
        }
        let longest = battle.setting.height / 4;
        if !(0..=longest).contains(&says.range) {
            return Err(say!(
                "no table is large enough to hold two units this far apart"
            ));
        }
        let mut all: Vec<UnitId> = says.units().collect();
        all.sort_unstable();
        if all.windows(2).any(|two| two[0] == two[1]) {
            return Err(say!("a unit stands in one place only"));
        }
        Ok(Self {
            rules,
            before: battle,
            now: battle.clone(),
            says,
            keep,
            fixed: Vec::new(),
            ground: Vec::new(),
        })
    }

    fn name(&self, unit: UnitId) -> &str {
        self.now.setting.called(unit)
    }

    fn rect(&self, unit: UnitId) -> Rect {
        self.rules.footprint(&self.now, unit)
    }

    fn unit_length(&self) -> Length {
        self.rules.card().ruler.unit()
    }

    /// Determines which units stay, and sends the others home.
    fn send_home(&mut self) {
        let present: Vec<UnitId> = self.before.present().map(|(id, _)| id).collect();
        self.fixed = vec![false; self.before.units.len()];
        let mut open: Vec<UnitId> = Vec::new();
        for (at, &one) in present.iter().enumerate() {
            for &other in &present[at + 1..] {
                let sides = [one, other].map(|id| self.before.unit(id).side);
                if sides[0] != sides[1] && touch(self.rules, self.before, one, other) {
                    open.extend([one, other]);
                }
            }
        }
        open.extend(self.keep.iter().copied());
        // Friends in contact with fighting units are part of the fight.
        while let Some(one) = open.pop() {
            if !std::mem::replace(&mut self.fixed[one.index()], true) {
                let friends = present.iter().copied().filter(|&id| {
                    !self.fixed[id.index()] && touch(self.rules, self.before, one, id)
                });
                open.extend(friends);
            }
        }
        // A unit that the statement puts elsewhere has left its fight.
        let parted = self.says.range > 0 && !self.keep.contains(&self.says.unit);
        if let Some(target) = self.says.target
            && parted
            && touch(self.rules, self.before, self.says.unit, target)
        {
            self.fixed[self.says.unit.index()] = false;
        }
        let goes = |id: &UnitId| head(self.before, *id) == *id && !self.fixed[id.index()];
        let goers: Vec<UnitId> = present.into_iter().filter(goes).collect();
        for &one in &goers {
            let to = home(self.rules, self.before, one);
            self.put(one, to);
        }
        // If a fight continues at a unit's home, the unit waits behind it.
        for &one in &goers {
            for step in 1..=12 {
                if self.upon(one).is_none() {
                    break;
                }
                let to = home(self.rules, self.before, one);
                let back = step * 3 * self.unit_length();
                self.put(one, to.moved(to.facing.reversed(), back));
            }
        }
        self.keep_ground();
    }

    /// Puts a unit at a pose, together with all units that have joined it.
    fn put(&mut self, unit: UnitId, to: Pose) {
        let from = self.now.unit(unit).pose;
        let body: Vec<UnitId> = self
            .now
            .present()
            .map(|(id, _)| id)
            .filter(|&id| head(&self.now, id) == unit)
            .collect();
        for id in body {
            let pose = self.now.unit(id).pose;
            self.now.units[id.index()].pose = carried(pose, from, to);
        }
    }

    /// Puts a unit with the middle of its rectangle at a point, in the given facing.
    fn centre(&mut self, unit: UnitId, middle: Point, facing: Facing) {
        let size = self.rect(unit);
        let rect = Rect::centred(Pose::at(middle, facing), size.frontage(), size.depth());
        self.put(unit, rect.pose(self.rules.card().anchor));
    }

    /// Keeps the ground of continuing fights that the two units are not part of.
    fn keep_ground(&mut self) {
        let far = AROUND * self.unit_length();
        let two = [Some(self.says.unit), self.says.target];
        let mut others: Vec<Point> = Vec::new();
        for (id, _) in self.now.present() {
            if self.fixed[id.index()] && !two.contains(&Some(id)) {
                others.push(self.rules.footprint(&self.now, id).centre());
            }
        }
        for feature in &self.now.setting.terrain {
            let line = feature.line.as_ref().map(|l| l.points().to_vec());
            let area = feature.areas.first().map(|a| a.outline().to_vec());
            let Some(points) = line.clone().or(area) else {
                continue;
            };
            let middle = middle_of(&points);
            if self.ground.len() < MOST_KEPT && others.iter().any(|p| p.distance(middle) <= far) {
                self.ground.push(Patch {
                    ground: feature.ground,
                    level: feature.level,
                    points,
                    width: line.map(|_| feature.width),
                });
            }
        }
    }

    fn place(&mut self) -> Result<(), String> {
        let says = self.says;
        let lead = head(&self.now, says.unit);
        if let Some(target) = says.target {
            let other = head(&self.now, target);
            // Units joined to each other keep their relative places.
            if lead != other {
                self.place_pair(lead, says.unit, target)?;
            }
            let (near, far) = (self.rect(says.unit), self.rect(target));
            let range = near.distance(&far).length;
            if !within((range - says.range).abs(), 0) {
                let ruler = self.rules.card().ruler;
                let found = (ruler.measure(range) * 100.0).round() / 100.0;
                return Err(say!(
                    "{unit} and {other} were stated to stand {far} apart in this phase",
                    unit = self.name(says.unit),
                    other = self.name(target),
                    far = sandtable_tell::measured(ruler, &found.to_string())
                ));
            }
            self.lay_ground(&near, Some(&far));
        } else {
            let own = self.rect(says.unit);
            self.lay_ground(&own, None);
        }
        Ok(())
    }

    /// Puts the unit before the target, or the target before the unit if the unit stays.
    fn place_pair(&mut self, lead: UnitId, unit: UnitId, target: UnitId) -> Result<(), String> {
        let (own, other) = (self.fixed[unit.index()], self.fixed[target.index()]);
        if own && other {
            return Ok(());
        }
        self.place_around(lead, unit, target, !own)
    }

    fn place_around(
        &mut self,
        lead: UnitId,
        unit: UnitId,
        target: UnitId,
        unit_moves: bool,
    ) -> Result<(), String> {
        let says = self.says;
        // Which unit stays, and which of its sides faces the other.
        let (stays, moves, seen, seeing) = if unit_moves {
            (target, unit, says.met, says.through)
        } else {
            (unit, target, says.through, says.met)
        };
        if !self.fixed[stays.index()] && head(&self.now, stays) == stays {
            // The unit that stays is not in a fight, so turn it for the acting side to look its
            // usual way.
            let towards = ahead(self.now.unit(unit).side);
            let towards = if unit_moves {
                towards.reversed()
            } else {
                towards
            };
            let middle = self.rect(stays).centre();
            self.centre(stays, middle, towards.turned(-seen.turn()));
            if let Some(on) = self.upon(stays) {
                return Err(say!(
                    "there is no room for {unit}: {other} stands there",
                    unit = self.name(stays),
                    other = self.name(on)
                ));
            }
        }
        let base = self.rect(stays);
        let towards = base.facing().turned(seen.turn());
        let size = self.rect(moves);
        let facing = towards.reversed().turned(-seeing.turn());
        let half = |rect: &Rect, face: Face| match face {
            Face::Front | Face::Rear => rect.depth(),
            Face::Left | Face::Right => rect.frontage(),
        };
        let across = match seeing {
            Face::Front | Face::Rear => size.frontage(),
            Face::Left | Face::Right => size.depth(),
        };
        let edge = base.centre().moved(towards, half(&base, seen) / 2);
        let far = says.range + half(&size, seeing).div_euclid(2);
        let mover = if unit_moves {
            lead
        } else {
            head(&self.now, target)
        };
        for step in aside() {
            let side = towards.turned(0x4000);
            let by = step * (across / 2 + 1);
            let middle = edge.moved(towards, far).moved(side, by);
            self.stand(mover, moves, middle, facing);
            self.nudge(mover, moves, stays, towards);
            if self.upon(mover).is_none() {
                return Ok(());
            }
        }
        let on = self.upon(mover).map_or("?", |id| self.name(id)).to_owned();
        Err(say!(
            "there is no room for {unit} before {other}: {on} stands there",
            unit = self.name(moves),
            other = self.name(stays),
            on = on
        ))
    }

    /// Puts a body so that one of its units stands with its middle at a point.
    fn stand(&mut self, head: UnitId, one: UnitId, middle: Point, facing: Facing) {
        self.centre(head, middle, facing);
        if head != one {
            let found = self.rect(one).centre();
            let pose = self.now.unit(head).pose;
            let to = Pose::new(
                pose.x + middle.x - found.x,
                pose.y + middle.y - found.y,
                pose.facing,
            );
            self.put(head, to);
        }
    }

    /// Corrects what rounding left, so that the edges are exactly as far apart as stated.
    fn nudge(&mut self, head: UnitId, one: UnitId, stays: UnitId, towards: Facing) {
        for _ in 0..3 {
            let found = self.rect(one).distance(&self.rect(stays)).length;
            let off = self.says.range - found;
            if off == 0 {
                return;
            }
            let pose = self.now.unit(head).pose;
            let to = if off > 0 {
                pose.moved(towards, off)
            } else {
                pose.moved(towards.reversed(), -off)
            };
            self.put(head, to);
        }
    }

    /// Returns the unit that overlaps a body, if there is one.
    fn upon(&self, mover: UnitId) -> Option<UnitId> {
        let card = self.rules.card();
        let kind = |id: UnitId| card.kinds.get(usize::from(self.now.unit(id).kind));
        let solid = |id: &UnitId| kind(*id).is_none_or(|kind| !kind.leader);
        let present = || self.now.present().map(|(id, _)| id).filter(solid);
        let of = |id: UnitId| head(&self.now, id) == mover;
        let less = |id: UnitId| self.rect(id).grown(-TOLERANCE);
        present().filter(|&id| of(id)).find_map(|own| {
            let rect = less(own);
            present().find(|&id| {
                !of(id) && rect.overlaps(&less(id)) && !self.rules.may_overlap(&self.now, own, id)
            })
        })
    }

    /// Puts another unit where it was stated to stand, next to one of the two.
    fn place_near(&mut self, near: Near) -> Result<(), String> {
        let by = match (near.target, self.says.target) {
            (true, Some(target)) => target,
            (true, None) => return Err(say!("nobody stands near enough to be a target")),
            (false, _) => self.says.unit,
        };
        let mover = head(&self.now, near.unit);
        if self.fixed[near.unit.index()] || mover == head(&self.now, by) {
            // The unit already stands there, or is part of a fight.
            return Ok(());
        }
        if !(0..=self.now.setting.height / 8).contains(&near.gap) {
            return Err(say!(
                "no table is large enough to hold two units this far apart"
            ));
        }
        let (base, size) = (self.rect(by), self.rect(near.unit));
        let (towards, far) = match near.place {
            Beside::Within => (base.facing(), 0),
            Beside::Behind => (base.facing().reversed(), base.depth() + size.depth()),
            Beside::Left => (
                base.facing().turned(-0x4000),
                base.frontage() + size.frontage(),
            ),
            Beside::Right => (
                base.facing().turned(0x4000),
                base.frontage() + size.frontage(),
            ),
        };
        let far = if far > 0 { (far + 1) / 2 + near.gap } else { 0 };
        self.stand(
            mover,
            near.unit,
            base.centre().moved(towards, far),
            base.facing(),
        );
        self.fixed[near.unit.index()] = true;
        self.upon(mover).map_or(Ok(()), |on| {
            Err(say!(
                "{unit} cannot stand there: {other} does",
                unit = self.name(near.unit),
                other = self.name(on)
            ))
        })
    }

    fn lay_ground(&mut self, own: &Rect, other: Option<&Rect>) {
        let (says, unit) = (self.says, self.unit_length());
        let range = if other.is_some() { says.range } else { unit };
        let under = [(says.under, Some(own)), (says.beneath, other)];
        for (soil, rect) in under {
            if let Some((soil, rect)) = soil.zip(rect) {
                self.ground.push(ground::under(soil, rect, range, unit));
            }
        }
        // There is nothing between two units in contact.
        let Some(soil) = says.between.filter(|_| range > unit / 8) else {
            return;
        };
        let (edge, towards) = if let Some(rect) = other {
            let towards = rect.facing().turned(says.met.turn());
            let half = match says.met {
                Face::Front | Face::Rear => rect.depth(),
                Face::Left | Face::Right => rect.frontage(),
            };
            (rect.centre().moved(towards, half / 2), towards)
        } else {
            // A unit that moves has the ground ahead of its front.
            let ahead = own.facing();
            (own.front_middle().moved(ahead, unit / 4), ahead)
        };
        self.ground
            .push(ground::between(soil, edge, towards, range, unit));
    }

    /// Returns what has changed.
    fn told(self) -> Stated {
        let units = self.before.units.iter().zip(&self.now.units);
        let moved = units.zip(self.now.all().map(|(id, _)| id));
        let poses = moved
            .filter(|((was, is), _)| was.pose != is.pose)
            .map(|((_, is), unit)| Stand { unit, at: is.pose });
        Stated {
            says: Some(self.says.clone()),
            poses: poses.collect(),
            ground: self.ground,
            ..Stated::default()
        }
    }
}

/// Lists sideways offsets in half bases, nearest to straight ahead first.
fn aside() -> impl Iterator<Item = i32> {
    std::iter::once(0).chain((1..=ASIDE).flat_map(|n| [n, -n]))
}

fn middle_of(points: &[Point]) -> Point {
    let count = i64::try_from(points.len().max(1)).unwrap_or(1);
    let sum = |of: fn(&Point) -> i32| points.iter().map(|p| i64::from(of(p))).sum::<i64>() / count;
    let whole = |n: i64| i32::try_from(n).unwrap_or(0);
    Point::new(whole(sum(|p| p.x)), whole(sum(|p| p.y)))
}
