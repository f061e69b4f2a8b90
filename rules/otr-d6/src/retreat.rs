//! Involuntary moves: drive-backs, retreats from melee and by morale, routs
//! (GEO-15 to GEO-17, MOR-15).

use crate::switches::{BlockedRetreat, PassThroughMarker, RoutDisturbs};
use crate::units::{self, Body};
use crate::{OtrD6, c, marks, terrain};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Clause, Gait, Scene, Side, Status, UnitId};
use sandtable_geometry::{Facing, Length, Passage, TOLERANCE};

/// An involuntary move: one straight shift, the facing kept (GEO-15).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    /// Its direction.
    pub direction: Facing,
    /// How far it goes, if nothing stops it.
    pub distance: Length,
    /// What kind of move it is.
    pub gait: Gait,
    /// The clause behind it.
    pub why: Clause,
}

/// Returns the direction of a drive-back or of a morale retreat: straight to the rear,
/// or to the front if its cause is in the rear zone (GEO-15).
pub(crate) fn rearward(facing: Facing, cause_in_rear: bool) -> Facing {
    by!(c::GEO_15);
    if cause_in_rear {
        facing
    } else {
        facing.reversed()
    }
}

impl OtrD6 {
    /// Moves all brigades of a body by the same way (FORM-15). It stops short of
    /// enemies and of ground it cannot enter, and passes through friends until it is
    /// clear of them. Brigades that cross the table's edge are gone (GEO-16, GEO-17).
    pub(crate) fn push_back(&self, scene: &mut Scene, body: &Body, push: &Push) {
        by!(c::GEO_16, c::FORM_15, c::AM3);
        let slide = Slide::of(self, scene, body, push);
        for &member in body {
            let before = scene.unit(member).pose;
            let to = before.moved(push.direction, slide.length);
            scene.shift(member, to, push.gait, push.why);
            self.carry_generals(scene, member, before);
        }
        self.run_through(scene, &slide.passed, push.why);
        let costs = self.chosen.blocked_retreat == BlockedRetreat::LoseStand;
        for (&member, end) in body.iter().zip(&slide.ends) {
            match end {
                End::Leaves => self.remove(scene, member, Status::Fled, c::GEO_17),
                End::Blocked if costs => {
                    self.lose(scene, member, 1, c::GEO_16);
                }
                End::Blocked | End::Free => {}
            }
        }
    }
}

/// How the slide of a brigade ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// On the table, at the full distance or farther.
    Free,
    /// An enemy stopped it short of its distance.
    Blocked,
    /// Over the table's edge (GEO-17).
    Leaves,
}

/// How a body slides: all its brigades by the same length, so that they keep their
/// places and never overlap.
#[derive(Debug)]
struct Slide {
    length: Length,
    /// The end of each brigade, in the order of the body.
    ends: ArrayVec<End, 3>,
    /// Friends that any of them passed through, in the order met.
    passed: Vec<UnitId>,
}

/// What one brigade of a body would meet on its way.
#[derive(Debug)]
struct Track {
    /// How far it can go before an enemy or the ground stops it.
    limit: Length,
    /// Whether what stops it is an enemy.
    by_enemy: bool,
    /// How far it can go before it crosses the table's edge.
    room: Length,
    /// Where its ground would overlap friends.
    through: Vec<(Passage, UnitId)>,
}

impl Track {
    fn of(rules: &OtrD6, scene: &Scene, body: &Body, unit: UnitId, direction: Facing) -> Self {
        let (own, side) = (rules.rect(scene, unit), scene.unit(unit).side);
        let (gap, setting) = (rules.numbers.movement.enemy_gap, &scene.setting);
        let mut track = Self {
            limit: Length::MAX,
            by_enemy: false,
            room: own.room_on_table(direction, setting.width, setting.height),
            through: Vec::new(),
        };
        let others = scene
            .present()
            .filter(|(id, u)| units::fights(u) && !body.contains(id));
        for (id, other) in others {
            let Some(passage) = own.sweep(direction, &rules.rect(scene, id)) else {
                continue;
            };
            if other.side == side {
                track.through.push((passage, id));
                continue;
            }
            // An enemy already closer than the gap stops only what would overlap it.
            let stop = if passage.enter > gap {
                passage.enter - gap
            } else {
                0
            };
            if stop < track.limit {
                (track.limit, track.by_enemy) = (stop, true);
            }
        }
        let areas = setting.terrain.iter().filter(|f| terrain::bars(f));
        let met = areas
            .flat_map(|f| &f.areas)
            .filter_map(|area| own.sweep_area(direction, area))
            .min();
        if let Some(stop) = met
            .map(|enter| (enter - gap).max(0))
            .filter(|&s| s < track.limit)
        {
            (track.limit, track.by_enemy) = (stop, false);
        }
        track
    }
}

impl Slide {
    fn of(rules: &OtrD6, scene: &Scene, body: &Body, push: &Push) -> Self {
        let tracks: ArrayVec<Track, 3> = body
            .iter()
            .map(|&member| Track::of(rules, scene, body, member, push.direction))
            .collect();
        let limit = |of: &dyn Fn(&&Track) -> bool| {
            tracks
                .iter()
                .filter(of)
                .map(|t| t.limit)
                .min()
                .unwrap_or(Length::MAX)
        };
        let wanted = push.distance.min(limit(&|_| true)).max(0);
        // A brigade leaves the table only by the distance itself, never because another brigade
        // needs more room at its end.
        let leaves = |track: &&Track| wanted > track.room.saturating_add(TOLERANCE);
        let stays = |track: &&Track| !leaves(track);
        let room = tracks.iter().filter(stays).map(|t| t.room).min();
        let room = room.unwrap_or(Length::MAX);
        let most = room.saturating_add(TOLERANCE).min(limit(&stays));
        let upon: Vec<Passage> = tracks
            .iter()
            .filter(stays)
            .flat_map(|t| t.through.iter().map(|(passage, _)| *passage))
            .collect();
        let length = clear_from(&upon, wanted)
            .filter(|&length| length <= most)
            .unwrap_or_else(|| clear_before(&upon, wanted))
            // Brigades that stay end at the edge: the tolerance must not add up, push by push.
            .min(room);
        Self {
            length,
            ends: tracks
                .iter()
                .map(|track| match track {
                    track if leaves(&track) => End::Leaves,
                    track if track.by_enemy && track.limit < push.distance => End::Blocked,
                    _ => End::Free,
                })
                .collect(),
            passed: passed(&tracks, length),
        }
    }
}

/// Returns the first length, from the wanted one on, that overlaps no unit: past the
/// ends of all stretches that run into each other.
fn clear_from(upon: &[Passage], wanted: Length) -> Option<Length> {
    let mut at = wanted;
    while let Some(passage) = upon.iter().find(|p| p.enter < at && at < p.leave) {
        at = passage.leave;
    }
    (at < Length::MAX).then_some(at)
}

/// Returns the last length, up to the wanted one, that overlaps no unit.
fn clear_before(upon: &[Passage], wanted: Length) -> Length {
    let mut at = wanted;
    while let Some(passage) = upon.iter().find(|p| p.enter < at && at < p.leave) {
        at = passage.enter.max(0);
    }
    at
}

/// Returns the friends that a body passed through on its way, in the order met, each once.
fn passed(tracks: &[Track], length: Length) -> Vec<UnitId> {
    let mut met: Vec<(Length, UnitId)> = tracks
        .iter()
        .flat_map(|t| &t.through)
        .filter(|(passage, _)| passage.enter < length)
        .map(|&(passage, id)| (passage.enter, id))
        .collect();
    met.sort_unstable();
    let mut out = Vec::new();
    for (_, id) in met {
        if !out.contains(&id) {
            out.push(id);
        }
    }
    out
}

impl OtrD6 {
    /// Marks the friends that a slide went through (MOR-15). Such a marker is not
    /// from shooting and drives no unit back (MOR-16).
    fn run_through(&self, scene: &mut Scene, passed: &[UnitId], why: Clause) {
        by!(c::MOR_16);
        let counts = why == c::MOR_14 || self.chosen.pass_through_marker == PassThroughMarker::All;
        for &friend in passed.iter().filter(|_| counts) {
            scene.set(friend, marks::MARKER, true, c::MOR_15);
        }
    }

    /// Removes a routed unit (MOR-05). By switch, it disturbs every friend on the
    /// straight way to its own table edge.
    pub(crate) fn rout(&self, scene: &mut Scene, unit: UnitId) {
        if self.chosen.rout_disturbs == RoutDisturbs::Yes {
            let own = self.rect(scene, unit);
            let side = scene.unit(unit).side;
            let home = if side == Side::A {
                Facing::SOUTH
            } else {
                Facing::NORTH
            };
            let met: Vec<UnitId> = scene
                .side(side)
                .filter(|&(id, u)| id != unit && units::fights(u))
                .filter(|&(id, _)| own.sweep(home, &self.rect(scene, id)).is_some())
                .map(|(id, _)| id)
                .collect();
            for friend in met {
                scene.set(friend, marks::MARKER, true, c::MOR_15);
            }
        }
        self.remove(scene, unit, Status::Fled, c::MOR_05);
    }
}
