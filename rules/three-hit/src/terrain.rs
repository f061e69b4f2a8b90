//! Section 6: terrain.

use crate::numbers::{Enter, GroundRule, Numbers};
use crate::switches::Choices;
use crate::{ThreeHit, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Feature, Ground, Unit};
use sandtable_geometry::{Drift, Edge, Face, Facing, Length, Point, Rect, TOLERANCE, Turns};

/// Returns the effects of each kind of ground, by its place in [`Ground::ALL`].
pub(crate) fn grounds(
    numbers: &Numbers,
    choices: &Choices,
) -> [GroundRule; sandtable_battle::Ground::ALL.len()] {
    let mut all = Ground::ALL.map(GroundRule::plain);
    for rule in &numbers.terrain {
        all[rule.kind as usize] = *rule;
    }
    // TERR-08, A13: by switch, hills protect against fire as well.
    all[Ground::Hill as usize].covers_shooting |= choices.hill_covers_shooting;
    all
}

/// Returns the clause that keeps units out of a kind of ground.
const fn clause_of(ground: Ground) -> Clause {
    match ground {
        Ground::Woods => c::TERR_01,
        Ground::Town => c::TERR_02,
        Ground::Marsh | Ground::Lake => c::TERR_03,
        Ground::River => c::TERR_04,
        _ => c::TERR_07,
    }
}

/// Whether a walk that touches a river keeps to bridges and fords while it is
/// over it (TERR-04).
pub(crate) fn bridged(battle: &Battle, river: &Feature, walk: &Edge) -> bool {
    let across = crossings(battle).flat_map(|f| &f.areas);
    walk.keeps_to_areas(river.areas.iter(), across)
}

/// Whether the walk of a base's centre keeps to bridges and fords while it is over a river, in
/// all directions of the slides; `None` if that differs or is unknown.
pub(crate) fn surely_bridged(battle: &Battle, river: &Feature, slides: &Drift) -> Option<bool> {
    let across = crossings(battle).flat_map(|f| &f.areas);
    slides.keeps_to_areas(river.areas.iter(), across)
}

/// Whether a base surely ends where a river does not matter: off the river, or with its centre
/// on a bridge or a ford.
pub(crate) fn surely_over(battle: &Battle, river: &Feature, slides: &Drift, by: Length) -> bool {
    let across = crossings(battle).flat_map(|f| &f.areas);
    let off = |base: &Rect| !river.overlaps(base);
    slides.ends_in(across) || slides.ends(by).have(off) == Some(true)
}

/// Returns the bridges and fords.
pub(crate) fn crossings(battle: &Battle) -> impl Iterator<Item = &Feature> + Clone {
    let all = battle.setting.terrain.iter();
    all.filter(|f| matches!(f.ground, Ground::Bridge | Ground::Ford))
}

/// Returns how much of a walk lies on bridges and fords.
fn over(battle: &Battle, walk: &Edge) -> Length {
    walk.length_in_any(crossings(battle).flat_map(|f| &f.areas))
}

/// Returns the middle line of a base, from the middle of its rear to that of its front.
fn spine(base: &Rect) -> Edge {
    Edge::new(base.edge(Face::Rear).middle(), base.front_middle())
}

impl ThreeHit {
    /// Returns the effects of a kind of ground.
    pub(crate) const fn ground(&self, ground: Ground) -> &GroundRule {
        &self.grounds[ground as usize]
    }

    /// Whether a feature is forbidden to a unit, apart from roads and crossings.
    pub(crate) fn barred(&self, unit: &Unit, feature: &Feature) -> bool {
        let kind = self.kind(unit);
        match self.ground(feature.ground).enter {
            Enter::All => {
                if feature.ground == Ground::Hill {
                    by!(c::TERR_05);
                }
                false
            }
            Enter::None | Enter::Crossing => true,
            Enter::Woods => !kind.woods,
            Enter::EndInTown => !kind.end_in_town,
        }
    }

    /// Returns the first ground that a base may not stand on, with its clause (TERR-01 to
    /// TERR-07); `walk` is the way its centre came.
    pub(crate) fn bad_ground(
        &self,
        battle: &Battle,
        unit: &Unit,
        base: &Rect,
        walk: Option<&Edge>,
    ) -> Option<(usize, Clause)> {
        self.new_ground(battle, unit, base, walk, |_| true)
    }

    /// Returns the same, but only of ground that `counts`.
    pub(crate) fn new_ground(
        &self,
        battle: &Battle,
        unit: &Unit,
        base: &Rect,
        walk: Option<&Edge>,
        counts: impl Fn(&Feature) -> bool,
    ) -> Option<(usize, Clause)> {
        let centre = base.centre();
        let bad = |f: &Feature| {
            if !self.barred(unit, f) || !f.overlaps(base) || !counts(f) {
                return false;
            }
            by!(c::TERR_07);
            match self.ground(f.ground).enter {
                // TERR-02: a type that passes along a road may not end in the town itself.
                Enter::EndInTown => f.holds(centre) || self.road_at(battle, centre).is_none(),
                Enter::Crossing => {
                    let here = [Ground::Bridge, Ground::Ford];
                    // When it comes onto a crossing or leaves it, the middle line of the base
                    // may be over the water while the centre is still on the bank.
                    let spine = spine(base);
                    // The crossing does not allow a unit to stay in the water beside it.
                    !here.iter().any(|&g| battle.setting.lies_in(centre, g))
                        && (f.holds(centre)
                            || (!walk.is_some_and(|w| bridged(battle, f, w))
                                && !bridged(battle, f, &spine)))
                }
                _ => true,
            }
        };
        let mut under = battle.setting.terrain.about(base.bounds());
        let (at, feature) = under.find(|(_, f)| bad(f))?;
        Some((at, clause_of(feature.ground)))
    }

    /// Names the distances along a straight slide at which the ground that the base may not stand
    /// on may change, as [`ThreeHit::bad_ground`] judges it.
    pub(crate) fn ground_turns(
        &self,
        battle: &Battle,
        unit: &Unit,
        base: &Rect,
        turns: &mut Turns,
    ) {
        let centre = base.centre();
        for f in &battle.setting.terrain {
            if !self.barred(unit, f) || !turns.could_meet(base, &f.areas) {
                continue;
            }
            for area in &f.areas {
                turns.base_upon(base, area);
                turns.point_in(centre, area);
            }
            match self.ground(f.ground).enter {
                Enter::EndInTown => {
                    let roads = battle.setting.features(Ground::Road);
                    let lines = roads.filter_map(|road| Some((road.line.as_ref()?, road.width)));
                    lines.for_each(|(line, width)| turns.point_near(centre, line, width / 2));
                }
                Enter::Crossing => {
                    let spine = spine(base);
                    for area in crossings(battle).flat_map(|f| &f.areas) {
                        turns.point_in(centre, area);
                        turns.edge_in(&spine, area);
                    }
                    let areas = f.areas.iter();
                    areas.for_each(|area| turns.edge_in(&spine, area));
                    turns.flips_of(&spine, |spine| over(battle, spine) > TOLERANCE);
                    turns.flips_of(&spine, |spine| bridged(battle, f, spine));
                }
                _ => {}
            }
        }
    }

    /// Whether units enter a ground only at bridges and fords.
    pub(crate) fn is_crossed(&self, ground: Ground) -> bool {
        matches!(self.ground(ground).enter, Enter::Crossing)
    }

    /// Returns the first ground that stops an advance before its end, with the distance
    /// at which the base meets it (PASS-03). Ground that the unit already stands on does
    /// not stop it: the last pose is judged separately.
    pub(crate) fn ground_ahead(
        &self,
        battle: &Battle,
        unit: &Unit,
        from: &Rect,
        by: Length,
    ) -> Option<(usize, Clause, Length)> {
        let way = from.facing();
        let walk = Edge::new(from.centre(), from.centre().moved(way, by));
        let front = from.front_middle().moved(way, by);
        let reach = Edge::new(from.centre(), front);
        let mut first: Option<(usize, Clause, Length)> = None;
        for (at, f) in battle.setting.terrain.about(from.bounds_slid(way, by)) {
            if !self.barred(unit, f) {
                continue;
            }
            let met = f.areas.iter().filter(|area| !area.overlaps(from));
            let met = met
                .filter_map(|area| from.sweep_area_within(way, area, by))
                .min();
            let Some(enter) = met.filter(|&enter| enter + TOLERANCE < by) else {
                continue;
            };
            let free = match self.ground(f.ground).enter {
                // An advance may end with the front on the crossing and the
                // centre still before it.
                Enter::Crossing => bridged(battle, f, &walk) || bridged(battle, f, &reach),
                Enter::EndInTown => self.passes_by_road(battle, f, from, way, by, enter),
                _ => false,
            };
            if !free && first.is_none_or(|(.., least)| enter < least) {
                first = Some((at, clause_of(f.ground), enter));
            }
        }
        first
    }

    /// Whether the centre's path keeps to a road while the base is in a town
    /// (TERR-02).
    fn passes_by_road(
        &self,
        battle: &Battle,
        town: &Feature,
        from: &Rect,
        way: Facing,
        by: Length,
        enter: Length,
    ) -> bool {
        let end = from.moved(way, by);
        let back = town
            .areas
            .iter()
            .filter_map(|a| end.sweep_area(way.reversed(), a));
        let leave = by - back.min().unwrap_or(0);
        let start = from.centre();
        self.along_road(
            battle,
            &Edge::new(start.moved(way, enter), start.moved(way, leave)),
        )
    }

    /// Whether a straight walk keeps to one road (MOVE-11).
    pub(crate) fn along_road(&self, battle: &Battle, walk: &Edge) -> bool {
        battle.setting.features(Ground::Road).any(|road| {
            let line = road.line.as_ref();
            line.is_some_and(|line| line.follows(walk, road.width / 2))
        })
    }

    /// Returns the road a point lies on.
    pub(crate) fn road_at<'a>(&self, battle: &'a Battle, p: Point) -> Option<&'a Feature> {
        battle.setting.features(Ground::Road).find(|road| {
            let line = road.line.as_ref();
            line.is_some_and(|l| sandtable_geometry::within(l.distance_from(p), road.width / 2))
        })
    }

    /// Whether the ground covers a target from fire (TERR-08): the
    /// target's centre is in it (TERR-06).
    pub(crate) fn covered_from_fire(&self, battle: &Battle, target: &Unit) -> bool {
        by!(c::TERR_06);
        let at = target.pose.point();
        let mut under = battle.setting.under(at);
        under.any(|f| self.ground(f.ground).covers_shooting && f.holds(at))
    }

    /// Whether the ground covers a target in melee from an attacker (TERR-09).
    pub(crate) fn covered_in_melee(&self, battle: &Battle, target: &Unit, attacker: &Rect) -> bool {
        by!(c::TERR_06);
        let at = target.pose.point();
        battle.setting.terrain.iter().any(|f| {
            self.ground(f.ground).covers_melee
                && match f.ground {
                    Ground::Hill => f.holds(at) && !f.holds(attacker.centre()),
                    Ground::River | Ground::Wall => self.crosses(f, attacker, at),
                    _ => f.holds(at),
                }
        })
    }

    /// Whether an attacker crosses a wall or a river to reach a target
    /// (TERR-11): some part of the attacker's front half is on or beyond its band, and the
    /// target lies on the other side.
    fn crosses(&self, feature: &Feature, attacker: &Rect, target: Point) -> bool {
        by!(c::TERR_11);
        let front = attacker.front_half();
        let Some(line) = &feature.line else {
            // A river drawn as an area has no sides apart from its inside and outside.
            return feature.overlaps(&front) && !feature.holds(target);
        };
        let width = if feature.width > 0 {
            feature.width
        } else {
            self.numbers.band.0
        };
        let behind = attacker.edge(Face::Rear).middle();
        line.parts(&front, width / 2, behind, target)
    }

    /// Whether a unit is in a town, where it shoots all around (SHOOT-06).
    pub(crate) fn in_town(&self, battle: &Battle, unit: &Unit) -> bool {
        battle.setting.lies_in(unit.pose.point(), Ground::Town)
    }

    /// Returns the feature that protects a target from a charge of this unit
    /// (TERR-10).
    pub(crate) fn refuge(&self, battle: &Battle, unit: &Unit, target: &Unit) -> Option<usize> {
        by!(c::TERR_06);
        let at = target.pose.point();
        let mut under = battle.setting.terrain.about((at, at));
        let closed = |f: &Feature| {
            let closed = matches!(f.ground, Ground::Woods | Ground::Town);
            closed && self.barred(unit, f) && f.holds(at)
        };
        under.find(|(_, f)| closed(f)).map(|(at, _)| at)
    }
}
