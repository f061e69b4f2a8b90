//! Section 10: ground that no unit can enter, and terrain across a line of fire. What a way or a
//! turn crosses is in [`crate::beyond`].

use crate::{Regimental, c, units};
use arrayvec::ArrayVec;
use sandtable_battle::{Battle, Clause, Feature, Ground, UnitId, Witness, by};
use sandtable_geometry::{Area, Edge, Length, Rect, TOLERANCE, Tape};

/// Whether no unit can enter a feature.
pub(crate) const fn bars(feature: &Feature) -> bool {
    matches!(
        feature.ground,
        Ground::Impassable | Ground::Lake | Ground::River | Ground::Marsh
    )
}

/// Returns the first feature that no unit can enter and that a base reaches into.
pub(crate) fn barred(battle: &Battle, rect: &Rect) -> Option<Witness> {
    let mut near = battle.setting.terrain.about(rect.bounds());
    near.find(|(_, f)| bars(f) && f.overlaps(rect))
        .map(|(at, _)| Witness::Terrain {
            feature: place(at),
            at: rect.centre(),
        })
}

/// Returns the number by which other data refers to a feature.
pub(crate) fn place(at: usize) -> u8 {
    u8::try_from(at).unwrap_or(u8::MAX)
}

/// Returns the areas that no unit can enter.
pub(crate) fn barring(battle: &Battle) -> impl Iterator<Item = &Area> {
    let barred = battle.setting.terrain.iter().filter(|f| bars(f));
    barred.flat_map(|f| &f.areas)
}

/// Returns how far a base can slide ahead before ground that no unit can enter.
pub(crate) fn barred_ahead(battle: &Battle, rect: &Rect) -> Option<Length> {
    barring(battle)
        .filter_map(|area| rect.sweep_area(rect.facing(), area))
        .min()
}

/// What lies between firer and target: deductions from the score, by clause, and whether a stone
/// wall takes off a die as well.
pub(crate) struct Screen {
    pub points: ArrayVec<(i16, Clause), 8>,
    pub wall: bool,
}

impl Regimental {
    /// Returns the ground's deductions from fire along a tape (TERR-13 to TERR-16).
    pub(crate) fn screen(
        &self,
        battle: &Battle,
        firer: &Rect,
        target: UnitId,
        tape: &Tape,
    ) -> Screen {
        let mut out = Screen {
            points: ArrayVec::new(),
            wall: false,
        };
        let line = Edge::new(tape.from, tape.to);
        let (own, theirs) = (firer.centre(), units::rect(battle, target).centre());
        for (feature, place) in battle.setting.terrain.iter().zip(0_u8..) {
            match feature.ground {
                Ground::Woods | Ground::Rough => {
                    by!(c::TERR_14);
                    let inside = feature.holds(theirs);
                    let deep = feature.length_of(&line) > self.numbers.fire.through;
                    let counts = inside || (deep && !feature.holds(own));
                    if counts {
                        let why = if feature.ground == Ground::Woods {
                            c::TERR_01
                        } else {
                            c::TERR_02
                        };
                        let _ = out.points.try_push((-1, why));
                    }
                }
                Ground::Fence | Ground::Worm | Ground::Wall => {
                    by!(c::TERR_15);
                    if self.fence_screens(battle, place, feature, firer, &line) {
                        if feature.ground == Ground::Wall {
                            out.wall = true;
                        } else {
                            let _ = out.points.try_push((-1, c::TERR_05));
                        }
                    }
                }
                _ => {}
            }
        }
        let (here, there) = (battle.setting.level(own), battle.setting.level(theirs));
        if there > here {
            let _ = out.points.try_push((-1, c::TERR_03));
        }
        if there < here {
            let _ = out.points.try_push((-1, c::TERR_04));
        }
        out
    }

    /// Whether fire crosses what still stands of a fence that the firer is not at.
    fn fence_screens(
        &self,
        battle: &Battle,
        place: u8,
        feature: &Feature,
        firer: &Rect,
        line: &Edge,
    ) -> bool {
        let at = self.numbers.fire.at_fence;
        let Some(whole) = feature.line.as_ref() else {
            return false;
        };
        if !whole.crossed_by(line) {
            return false;
        }
        if battle.gaps.iter().any(|gap| gap.feature == place) {
            let pieces = battle.course(place);
            return pieces.iter().any(|piece| piece.crossed_by(line))
                && !pieces
                    .iter()
                    .any(|piece| sandtable_geometry::within(piece.distance(firer), at));
        }
        !sandtable_geometry::within(whole.distance(firer), at)
    }
}

/// Returns a hill in the way on which neither end of a tape lies, if there is one.
pub(crate) fn hill_between(battle: &Battle, tape: &Tape) -> Option<Witness> {
    let line = Edge::new(tape.from, tape.to);
    let mut near = battle.setting.terrain.about(line.bounds());
    let between = |f: &Feature| {
        f.ground == Ground::Hill
            && !f.holds(tape.from)
            && !f.holds(tape.to)
            && f.length_of(&line) > TOLERANCE
    };
    near.find(|(_, f)| between(f))
        .map(|(at, f)| Witness::Terrain {
            feature: place(at),
            at: f.areas.first().map_or(tape.to, |a| a.middle()),
        })
}
