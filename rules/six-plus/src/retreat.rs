//! The retreat of cavalry that has not destroyed its enemy.

use crate::marks::{self, Charge};
use crate::switches::BlockedRetreat;
use crate::terrain::surely_dry;
use crate::{SixPlus, c};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Gait, Ground, Leg, LegSet, Legal, Legs, Offer, Reach, Ruling, Scene, Scope, UnitId,
    Verb, Witness,
};
use sandtable_drill as drill;
use sandtable_geometry::{
    Arc, Drift, Facing, Length, Pose, Rect, TOLERANCE, both, longest, within,
};

/// Half a turn either way: all round.
const HALF_TURN: i32 = 0x8000;

/// What lies round a unit that must go back.
struct Ahead {
    id: UnitId,
    from: Rect,
    /// The bases that may stop it.
    bars: Vec<Rect>,
}

impl SixPlus {
    /// Judges a retreat: straight, in any direction, exactly as far as it must
    /// go (H2H-09).
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
        // Where a yes or no is enough, this way costs far less to judge than all of them.
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

    /// Judges one way back, and notes where it leads.
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

    /// A pose turned to face the centre of the unit's enemy.
    fn turned_to_foe(&self, battle: &Battle, id: UnitId, pose: Pose) -> Pose {
        let foe = marks::foe(battle.unit(id)).and_then(|foe| battle.get(foe));
        foe.map_or(pose, |foe| {
            pose.facing(Facing::towards(pose.point(), foe.pose.point()))
        })
    }

    /// Whether a way back is clear.
    fn is_clear(&self, battle: &Battle, id: UnitId, way: Facing, by: Length) -> bool {
        Ruling::allows(|tried| self.judge_way_back(battle, id, way, by, tried))
    }

    /// The bases of others that may stop a unit on a way of some length in any direction.
    fn bars(&self, battle: &Battle, id: UnitId, from: &Rect, by: Length) -> Vec<Rect> {
        let unit = battle.unit(id);
        self.round(battle, from, by.saturating_add(TOLERANCE))
            .filter(|&(other, them)| other != id && !self.may_pass(unit, them))
            .map(|(other, _)| self.rect(battle, other))
            .collect()
    }

    /// Whether the ways back of an arc, from `least` to `most` far, are all
    /// clear or none is; `None` when that differs or cannot be told.
    fn is_surely_clear(
        &self,
        battle: &Battle,
        ahead: &Ahead,
        arc: Arc,
        (least, most): (Length, Length),
    ) -> Option<bool> {
        let Ahead { id, from, .. } = *ahead;
        // Who stays where he is does so in any direction.
        if most == 0 || arc.is_one() && least == most {
            return Some(self.is_clear(battle, id, arc.from, least));
        }
        let unit = battle.unit(id);
        let (short, long) = (Drift::new(&from, arc, least), Drift::new(&from, arc, most));
        // What the longest way does not meet none does; what stops the shortest stops all.
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
                // Ground it already stands in it may leave.
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

    /// Whether a base may end a retreat here: clear of all, not too near to an
    /// enemy, on the map, on ground it may stand on.
    fn has_room(&self, battle: &Battle, id: UnitId, base: &Rect) -> bool {
        let unit = battle.unit(id);
        battle.setting.holds(base)
            && self.overlapped(battle, id, base).is_none()
            && self.crowded(battle, unit, base).is_none()
            && self.bad_ground(battle, unit, base).is_none()
    }

    /// The longest clear way back, of its full length if there is one, and of
    /// equally long ones that nearest to straight back (H2H-09, H2H-10).
    fn way_back(&self, battle: &Battle, id: UnitId) -> Option<(Length, Facing)> {
        let full = self.numbers.charge.retreat.0;
        let back = battle.unit(id).pose.facing.reversed();
        if self.is_clear(battle, id, back, full) {
            return Some((full, back));
        }
        let from = self.rect(battle, id);
        let ahead = Ahead {
            id,
            from,
            bars: self.bars(battle, id, &from, full),
        };
        let sure = |arc, least, most| self.is_surely_clear(battle, &ahead, arc, (least, most));
        longest(Arc::about(back, HALF_TURN), full, back, sure).filter(|&(by, _)| by > TOLERANCE)
    }

    /// How far a retreat must go: its full length, or the longest that is clear
    /// in any direction; nought when there is none (H2H-10).
    pub(crate) fn retreat_length(&self, battle: &Battle, id: UnitId) -> Length {
        self.way_back(battle, id).map_or(0, |(by, _)| by)
    }

    /// Begins a retreat: when there is no way at all, it is over at once.
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

    /// Retreats as ordered.
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

    /// Retreats the first clear way, if the unit owes a retreat.
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

    /// A combat is over for a charger.
    fn over(&self, id: UnitId, scene: &mut Scene) {
        marks::end_charge(scene, id, c::H2H_12);
    }

    /// Offers the way back, in any direction.
    pub(crate) fn offer_retreat(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let reach = Reach {
            legs: LegSet::SLIDE,
            allowance: self.retreat_length(battle, id),
            spread: HALF_TURN,
        };
        out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::H2H_07));
    }
}
