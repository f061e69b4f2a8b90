//! Involuntary moves: drive-backs, retreats from melee and by morale, routs
//! (GEO-15 to GEO-17, MOR-15).

use crate::switches::{BlockedRetreat, PassThroughMarker, RoutDisturbs};
use crate::units::{self, Body};
use crate::{OtrD6, c, command, marks, terrain};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Clause, Gait, Scene, Side, Status, UnitId};
use sandtable_drill::{Hindrance, Slide, slide};
use sandtable_geometry::{Facing, Length};

/// An involuntary move: one straight translation, the facing kept (GEO-15).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    /// Where to.
    pub direction: Facing,
    /// How far, if nothing stops it.
    pub distance: Length,
    /// What kind of move it is.
    pub gait: Gait,
    /// By which clause.
    pub why: Clause,
}

/// The direction of a drive-back or of a morale retreat: straight to the rear,
/// or to the front when what caused it is in the rear zone (GEO-15).
pub(crate) fn rearward(facing: Facing, cause_in_rear: bool) -> Facing {
    by!(c::GEO_15);
    if cause_in_rear {
        facing
    } else {
        facing.reversed()
    }
}

/// Moves a body, all its brigades by the same way (FORM-15): it stops short of
/// enemies and of ground it cannot enter, passes through friends, and whoever
/// crosses the table's edge is gone (GEO-16, GEO-17).
pub(crate) fn push(rules: &OtrD6, scene: &mut Scene, body: &Body, push: &Push) {
    by!(c::GEO_16, c::FORM_15);
    let slides = common_slides(rules, scene, body, push);
    for (&member, slide) in body.iter().zip(&slides) {
        let before = scene.unit(member).pose;
        scene.shift(
            member,
            before.moved(push.direction, slide.length),
            push.gait,
            push.why,
        );
        command::carry(rules, scene, member, before);
    }
    for slide in &slides {
        run_through(rules, scene, slide, push.why);
    }
    for (&member, slide) in body.iter().zip(&slides) {
        if slide.crossed_edge {
            units::remove(rules, scene, member, Status::Fled, c::GEO_17);
        } else if slide.stopped_by.is_some()
            && rules.chosen.blocked_retreat == BlockedRetreat::LoseStand
        {
            units::lose(rules, scene, member, 1, c::GEO_16);
        }
    }
}

/// How each brigade of a body slides, all by the same length.
fn common_slides(rules: &OtrD6, scene: &Scene, body: &Body, push: &Push) -> ArrayVec<Slide, 3> {
    let all = |distance, push_on| -> ArrayVec<Slide, 3> {
        body.iter()
            .map(|&member| {
                one_slide(
                    rules,
                    scene,
                    body,
                    member,
                    Push { distance, ..*push },
                    push_on,
                )
            })
            .collect()
    };
    let mut slides = all(push.distance, true);
    if body.len() < 2 {
        return slides;
    }
    let stopped = slides.iter().any(|s| s.length < push.distance);
    let lengths = slides.iter().map(|s| s.length);
    let mut length = if stopped {
        lengths.min()
    } else {
        lengths.max()
    }
    .unwrap_or(0);
    // Whoever cannot end there brings the others back to where all can.
    for _ in 0..4 {
        let blockers: ArrayVec<Option<UnitId>, 3> = slides.iter().map(|s| s.stopped_by).collect();
        slides = all(length, false);
        for (slide, blocker) in slides.iter_mut().zip(blockers) {
            slide.stopped_by = slide.stopped_by.or(blocker);
        }
        let least = slides.iter().map(|s| s.length).min().unwrap_or(0);
        if least == length {
            break;
        }
        length = least;
    }
    slides
}

/// How one brigade would slide, the others of its body out of the way.
fn one_slide(
    rules: &OtrD6,
    scene: &Scene,
    body: &Body,
    unit: UnitId,
    push: Push,
    push_on: bool,
) -> Slide {
    let side = scene.unit(unit).side;
    let gap = rules.numbers.movement.enemy_gap;
    let means = |other: UnitId| {
        let u = scene.unit(other);
        if !units::fights(u) || body.contains(&other) {
            Hindrance::None
        } else if u.side == side {
            Hindrance::Passed
        } else {
            Hindrance::Stops(gap)
        }
    };
    let bars = |f: &sandtable_battle::Feature| terrain::bars(f).then_some(gap);
    let (direction, distance) = (push.direction, push.distance);
    let battle = scene.battle();
    slide(
        rules, battle, unit, direction, distance, means, bars, false, push_on,
    )
}

/// Marks the friends that a slide went through (MOR-15). Such a marker is not
/// from shooting and drives nobody back (MOR-16).
fn run_through(rules: &OtrD6, scene: &mut Scene, slide: &Slide, why: Clause) {
    by!(c::MOR_16);
    let counts = why == c::MOR_14 || rules.chosen.pass_through_marker == PassThroughMarker::All;
    for &friend in slide.passed.iter().filter(|_| counts) {
        scene.mark(friend, marks::MARKER, 1, c::MOR_15);
    }
}

/// Removes a routed unit (MOR-05). By switch it disturbs every friend on its
/// straight way to its own table edge.
pub(crate) fn rout(rules: &OtrD6, scene: &mut Scene, unit: UnitId) {
    if rules.chosen.rout_disturbs == RoutDisturbs::Yes {
        let own = units::rect(rules, scene, unit);
        let side = scene.unit(unit).side;
        let home = if side == Side::A {
            Facing::SOUTH
        } else {
            Facing::NORTH
        };
        let met: Vec<UnitId> = scene
            .side(side)
            .filter(|&(id, u)| id != unit && units::fights(u))
            .filter(|&(id, _)| own.sweep(home, &units::rect(rules, scene, id)).is_some())
            .map(|(id, _)| id)
            .collect();
        for friend in met {
            scene.mark(friend, marks::MARKER, 1, c::MOR_15);
        }
    }
    units::remove(rules, scene, unit, Status::Fled, c::MOR_05);
}
