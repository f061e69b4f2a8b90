//! The retreat of cavalry that has not destroyed its enemy.

use crate::marks::{self, Charge};
use crate::switches::{BlockedRetreat, PassThrough};
use crate::terrain::surely_dry;
use crate::{SixPlus, c};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Gait, Ground, Leg, LegSet, Legal, Legs, Offer, Reach, Ruling, Scene, Scope, Setting,
    Side, Unit, UnitId, Verb, Witness,
};
use sandtable_drill::{self as drill, Lately};
use sandtable_geometry::{
    Arc, Drift, Facing, Length, Point, Pose, Rect, TOLERANCE, both, longest, within,
};
use std::cell::RefCell;
use std::sync;

/// Half a turn either way, so all round.
const HALF_TURN: i32 = 0x8000;

/// All that the way back of a unit depends on.
#[derive(Debug, PartialEq)]
struct Asked {
    /// Place, kind and side of the unit.
    unit: (Pose, u8, Side),
    /// Where its enemy is, to which it turns.
    foe: Option<Point>,
    /// Place, kind and side of every unit that may be in its way.
    near: Vec<(Pose, u8, Side)>,
    /// Hash of the rules' numbers.
    rules: u64,
    /// The only switch that matters: which units may be passed through.
    passes: PassThrough,
    setting: sync::Arc<Setting>,
}

thread_local! {
    /// Ways back that were searched for lately: a player who thinks ahead comes to the same
    /// retreat in each battle that it plays out.
    static LATELY: RefCell<Lately<Asked, Option<(Length, Facing)>>> =
        const { RefCell::new(Lately::new(32)) };
}

/// Surroundings of a unit that must retreat.
struct Ahead {
    id: UnitId,
    from: Rect,
    /// The bases that may stop the unit.
    bars: Vec<Rect>,
}

impl SixPlus {
    /// Judges a retreat: straight, in any direction, exactly as far as it must go (H2H-09).
    pub(crate) fn judge_retreat(&self, battle: &Battle, id: UnitId, legs: &Legs, r: &mut Ruling) {
        if !drill::require_present(battle, id, r) {
            return;
        }
        if self.retreating(battle) != Some(id) {
            r.refuse(c::H2H_07, Witness::Unit(id));
            return;
        }
        let &[Leg::Slide { towards, by }] = legs.as_slice() else {
            r.refuse(c::H2H_09, Witness::Plain);
            return;
        };
        // If a yes or no is enough, judging this direction costs far less than judging all of them.
        if r.is_brief() && by >= 0 && !self.is_clear(battle, id, towards, by) {
            r.refuse(c::H2H_09, Witness::Unit(id));
            return;
        }
        let must = self.retreat_length(battle, id);
        let exact = by >= 0 && within(by, must) && within(must, by);
        r.require(exact, c::H2H_09, || Witness::Length {
            asked: by,
            allowed: must,
        });
        if by >= 0 {
            self.judge_way_back(battle, id, towards, by, r);
        }
        r.price(by, must);
    }

    /// Judges one direction of retreat, and records where it leads.
    fn judge_way_back(&self, battle: &Battle, id: UnitId, way: Facing, by: Length, r: &mut Ruling) {
        let unit = battle.unit(id);
        let from = self.rect(battle, id);
        if let Some((_, other)) = self.met(battle, id, &from, way, by, None) {
            r.refuse(c::H2H_09, Witness::blocked(battle, other));
        }
        if let Some((at, _)) = self.bad_way(battle, unit, &from, way, by) {
            r.refuse(c::H2H_09, drill::ground_witness(battle, at));
        }
        let moved = unit.pose.moved(way, by);
        let turned = self.turned_to_foe(battle, id, moved);
        for pose in [moved, turned] {
            let base = self.rect_at(battle, unit, pose);
            self.require_room(battle, id, &base, c::H2H_09, r);
            if let Some((at, _)) = self.bad_ground(battle, unit, &base) {
                r.refuse(c::H2H_09, drill::ground_witness(battle, at));
            }
        }
        r.step(moved).step(turned);
    }

    /// Turns a pose to face the centre of the unit's enemy.
    fn turned_to_foe(&self, battle: &Battle, id: UnitId, pose: Pose) -> Pose {
        let foe = marks::foe(battle.unit(id)).and_then(|foe| battle.get(foe));
        foe.map_or(pose, |foe| {
            pose.facing(Facing::towards(pose.point(), foe.pose.point()))
        })
    }

    /// Returns whether a direction of retreat is clear.
    fn is_clear(&self, battle: &Battle, id: UnitId, way: Facing, by: Length) -> bool {
        Ruling::allows(|tried| self.judge_way_back(battle, id, way, by, tried))
    }

    /// Returns the bases of other units that may stop a unit within a distance in any direction.
    fn bars(&self, battle: &Battle, id: UnitId, from: &Rect, by: Length) -> Vec<Rect> {
        let unit = battle.unit(id);
        self.round(battle, from, by.saturating_add(TOLERANCE))
            .filter(|&(other, them)| other != id && !self.may_pass(unit, them))
            .map(|(other, _)| self.rect(battle, other))
            .collect()
    }

    /// Returns whether the retreats in an arc, from `least` to `most` far, are all clear, or none
    /// is; `None` if that varies or is unsure.
    fn is_surely_clear(
        &self,
        battle: &Battle,
        ahead: &Ahead,
        arc: Arc,
        (least, most): (Length, Length),
    ) -> Option<bool> {
        let Ahead { id, from, .. } = *ahead;
        // Standing still is the same in any direction.
        if most == 0 || arc.is_one() && least == most {
            return Some(self.is_clear(battle, id, arc.from, least));
        }
        let unit = battle.unit(id);
        let (short, long) = (Drift::new(&from, arc, least), Drift::new(&from, arc, most));
        // Anything that the longest retreat does not meet stops none; anything that the shortest
        // meets stops all.
        let passes = |meets: &dyn Fn(&Drift) -> Option<bool>| match meets(&long) {
            Some(false) => Some(true),
            _ => (meets(&short) == Some(true)).then_some(false),
        };
        let mut sure = Some(true);
        for base in &ahead.bars {
            sure = both(sure, passes(&|drift| drift.meets(base)));
            if sure == Some(false) {
                return sure;
            }
        }
        for feature in &battle.setting.terrain {
            if feature.ground == Ground::River {
                sure = both(sure, surely_dry(battle, feature, &long, least));
            } else if self.barred(unit, feature.ground) {
                // A unit may leave ground that it already stands in.
                for area in feature.areas.iter().filter(|area| !area.overlaps(&from)) {
                    sure = both(sure, passes(&|drift| drift.meets_area(area)));
                }
            }
        }
        if sure == Some(false) {
            return sure;
        }
        let room = |base: &Rect| self.has_room(battle, id, base);
        sure = both(sure, long.ends(least).have(room));
        let goal = marks::foe(unit).and_then(|foe| battle.get(foe));
        let turned = match goal {
            Some(foe) => long.ends_turned(least, foe.pose.point()),
            None => Some(long.ends(least)),
        };
        both(sure, turned.and_then(|turned| turned.have(room)))
    }

    /// Returns whether a base may end a retreat here: clear of other units, not too close to an
    /// enemy, on the map, and on ground it may stand on.
    fn has_room(&self, battle: &Battle, id: UnitId, base: &Rect) -> bool {
        let unit = battle.unit(id);
        battle.setting.holds(base)
            && self.overlapped(battle, id, base).is_none()
            && self.crowded(battle, unit, base).is_none()
            && self.bad_ground(battle, unit, base).is_none()
    }

    /// Returns the longest clear retreat, of its full length if possible. Of equally long ones it
    /// takes the one closest to straight back (H2H-09, H2H-10).
    fn way_back(&self, battle: &Battle, id: UnitId) -> Option<(Length, Facing)> {
        let full = self.numbers.charge.retreat.0;
        let back = battle.unit(id).pose.facing.reversed();
        if self.is_clear(battle, id, back, full) {
            return Some((full, back));
        }
        let asked = self.asked(battle, id, full);
        LATELY.with_borrow_mut(|lately| {
            lately.answer(asked, |_| self.search_way_back(battle, id, (full, back)))
        })
    }

    /// Returns all that the way back of a unit depends on, when it may go so far.
    fn asked(&self, battle: &Battle, id: UnitId, full: Length) -> Asked {
        let of = |unit: &Unit| (unit.pose, unit.kind, unit.side);
        let unit = battle.unit(id);
        let from = self.rect(battle, id);
        // Where it ends, it turns, and it keeps clear of enemies.
        let turns = from.frontage().saturating_add(from.depth());
        let clear = self.numbers.gap_to_enemy.0.max(0);
        let far = [turns, clear, TOLERANCE]
            .into_iter()
            .fold(full.max(0), Length::saturating_add);
        let near = self.round(battle, &from, far);
        Asked {
            unit: of(unit),
            foe: marks::foe(unit)
                .and_then(|foe| battle.get(foe))
                .map(|foe| foe.pose.point()),
            near: near
                .filter(|&(other, _)| other != id)
                .map(|(_, other)| of(other))
                .collect(),
            rules: self.card.hash,
            passes: self.choices.pass_through,
            setting: sync::Arc::clone(&battle.setting),
        }
    }

    /// Searches all directions for the longest clear retreat.
    fn search_way_back(
        &self,
        battle: &Battle,
        id: UnitId,
        (full, back): (Length, Facing),
    ) -> Option<(Length, Facing)> {
        let from = self.rect(battle, id);
        let ahead = Ahead {
            id,
            from,
            bars: self.bars(battle, id, &from, full),
        };
        let sure = |arc, least, most| self.is_surely_clear(battle, &ahead, arc, (least, most));
        longest(Arc::about(back, HALF_TURN), full, back, sure).filter(|&(by, _)| by > TOLERANCE)
    }

    /// Returns how far a retreat must go: its full length, or the longest that is clear in any
    /// direction; zero if there is none (H2H-10).
    pub(crate) fn retreat_length(&self, battle: &Battle, id: UnitId) -> Length {
        self.way_back(battle, id).map_or(0, |(by, _)| by)
    }

    /// Begins a retreat. If there is no clear direction at all, the retreat is over at once.
    pub(crate) fn begin_retreat(&self, id: UnitId, scene: &mut Scene) {
        let full = self.numbers.charge.retreat.0;
        let length = self.retreat_length(scene, id);
        let blocked = length < full;
        if blocked && self.choices.blocked_retreat == BlockedRetreat::Eliminated {
            self.over(id, scene);
            self.lose(scene, id, c::H2H_10);
        } else if length == 0 {
            by!(c::H2H_10);
            let pose = self.turned_to_foe(scene, id, scene.unit(id).pose);
            let base = self.rect_at(scene, scene.unit(id), pose);
            if self.overlapped(scene, id, &base).is_none() && scene.setting.holds(&base) {
                scene.shift(id, pose, Gait::Turned, c::H2H_10);
            }
            self.over(id, scene);
        }
    }

    /// Carries out a retreat as ordered.
    pub(crate) fn retreat(&self, legal: &Legal, id: UnitId, scene: &mut Scene) {
        if let &[moved, turned] = legal.path() {
            self.go_back(id, moved, turned, scene);
        }
    }

    fn go_back(&self, id: UnitId, moved: Pose, turned: Pose, scene: &mut Scene) {
        let far = scene.unit(id).pose.point().distance(moved.point());
        let short = !within(self.numbers.charge.retreat.0, far);
        let why = if short { c::H2H_10 } else { c::H2H_09 };
        scene.shift(id, moved, Gait::Retreated, why);
        scene.shift(id, turned, Gait::Turned, c::H2H_07);
        self.over(id, scene);
    }

    /// Retreats in the first clear direction, if the unit must retreat.
    pub(crate) fn retreat_by_itself(&self, id: UnitId, scene: &mut Scene) {
        let unit = scene.unit(id);
        if !unit.on_table() || marks::CHARGE.of(unit) != Charge::ToRetreat {
            return;
        }
        if let Some((by, way)) = self.way_back(scene, id) {
            let moved = scene.unit(id).pose.moved(way, by);
            let turned = self.turned_to_foe(scene, id, moved);
            self.go_back(id, moved, turned, scene);
        } else {
            self.over(id, scene);
        }
    }

    /// Ends the combat of a charger.
    fn over(&self, id: UnitId, scene: &mut Scene) {
        marks::end_charge(scene, id, c::H2H_12);
    }

    /// Offers a retreat in any direction.
    pub(crate) fn offer_retreat(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let reach = Reach {
            legs: LegSet::SLIDE,
            allowance: self.retreat_length(battle, id),
            spread: HALF_TURN,
        };
        out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::H2H_07));
    }
}
