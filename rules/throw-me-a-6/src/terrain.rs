//! Section 7: terrain: what is difficult, what covers, what lies higher, and
//! what blocks sight.

use crate::numbers::Family;
use crate::{ThrowMeA6, c};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Battle, Feature, Ground, Unit, UnitId, Witness};
use sandtable_drill as drill;
use sandtable_geometry::{Edge, Facing, Length, Rect, TOLERANCE, Turns, within};

/// Whether no unit can enter a ground.
pub(crate) const fn is_closed(ground: Ground) -> bool {
    matches!(ground, Ground::Lake | Ground::Impassable)
}

/// Whether a ground is difficult (TERR-02); scenarios may mark any ground as rough or marsh.
const fn is_difficult(ground: Ground) -> bool {
    matches!(
        ground,
        Ground::Woods | Ground::Town | Ground::River | Ground::Rough | Ground::Marsh
    )
}

/// Whether a ground blocks sight (GEO-07).
const fn hides(ground: Ground) -> bool {
    matches!(ground, Ground::Woods | Ground::Town | Ground::Hill)
}

/// Returns the line along which the middle of a base passes when it goes `by` in a direction:
/// from its rear at the start to its front at the end.
pub(crate) fn axis(base: &Rect, way: Facing, by: Length) -> Edge {
    let half = base.depth() / 2;
    let centre = base.centre();
    Edge::new(
        centre.moved(way.reversed(), half),
        centre.moved(way, by + half),
    )
}

/// Bounds of the ways of a base over an arc of directions.
pub(crate) struct Ways<'a> {
    /// The base as it stands before it sets out.
    pub own: Rect,
    /// The direction of the middle way.
    pub way: Facing,
    /// A base that lies within the real one on every way, if there is one.
    pub narrow: Option<&'a Rect>,
    /// A base that covers the real one on every way.
    pub wide: &'a Rect,
    /// How far the line of the base's middle strays from that of the middle way.
    pub sway: Length,
    /// The least distance it goes.
    pub least: Length,
}

impl ThrowMeA6 {
    /// Whether difficult terrain halves a unit's rate (MOVE-11, MOVE-12).
    pub(crate) fn slowed(&self, unit: &Unit) -> bool {
        match self.family(unit) {
            Family::HeavyInfantry
            | Family::LightCavalry
            | Family::HeavyCavalry
            | Family::Elephants
            | Family::Artillery => true,
            // GEN-02: a general moves as light cavalry does.
            Family::General => true,
            Family::Chariots => !self.choices.chariots_unaffected,
            Family::LightInfantry | Family::Warband | Family::Peltasts => {
                by!(c::MOVE_12);
                false
            }
        }
    }

    /// Whether a difficult feature is made easy for a base that goes this way:
    /// a river by a bridge or ford on the way, any feature by a road if roads
    /// count (TERR-02, A22).
    fn eased(&self, battle: &Battle, feature: &Feature, axis: &Edge) -> bool {
        if feature.ground == Ground::River {
            let on_the_way = battle.setting.terrain.about(axis.bounds());
            let crossings =
                on_the_way.filter(|(_, f)| matches!(f.ground, Ground::Bridge | Ground::Ford));
            let crossings = crossings.flat_map(|(_, f)| &f.areas);
            if axis.keeps_to_areas(feature.areas.iter(), crossings) {
                return true;
            }
        }
        self.choices.road_cancels
            && battle.setting.features(Ground::Road).any(|road| {
                let line = road.line.as_ref();
                line.is_some_and(|line| line.follows(axis, road.width / 2))
            })
    }

    /// Whether any part of a base is in difficult terrain (TERR-05).
    pub(crate) fn in_difficult(&self, battle: &Battle, base: &Rect) -> bool {
        by!(c::TERR_01, c::TERR_02, c::TERR_05);
        let axis = axis(base, base.facing(), 0);
        let mut under = battle.setting.terrain.about(base.bounds());
        under.any(|(_, f)| {
            is_difficult(f.ground) && f.overlaps(base) && !self.eased(battle, f, &axis)
        })
    }

    /// Returns what a straight move costs: for units slowed by it, every inch on which any part
    /// of the base is in difficult terrain counts twice (MOVE-11).
    pub(crate) fn cost(
        &self,
        battle: &Battle,
        unit: &Unit,
        from: &Rect,
        way: Facing,
        by: Length,
    ) -> Length {
        if by <= 0 || !self.slowed(unit) {
            return by.max(0);
        }
        by!(c::TERR_01, c::TERR_02);
        let mut spans: ArrayVec<(Length, Length), 48> = ArrayVec::new();
        let near = battle.setting.terrain.about(from.bounds_slid(way, by));
        for (_, feature) in near.filter(|(_, f)| is_difficult(f.ground)) {
            let before = spans.len();
            for passage in feature
                .areas
                .iter()
                .flat_map(|area| from.passages_within(way, area, by))
            {
                let span = (passage.enter.max(0), passage.leave.min(by));
                if span.0 + TOLERANCE < span.1 {
                    // Hardly any way meets more pieces than this; the last ones are then free, in
                    // the mover's favour.
                    let _ = spans.try_push(span);
                }
            }
            // Features off the way need no test of whether they are made easy.
            let met = spans.len() > before;
            if met && self.eased(battle, feature, &axis(from, way, by)) {
                spans.truncate(before);
            }
        }
        by.saturating_add(self.surcharge(by, &mut spans))
    }

    /// Returns the least and the most that a straight move costs, from bounds of its ways.
    pub(crate) fn cost_between(
        &self,
        battle: &Battle,
        unit: &Unit,
        ways: &Ways,
        most: Length,
    ) -> (Length, Length) {
        let least = self.cost_at_least(battle, unit, ways);
        if !self.slowed(unit) {
            return (least, most);
        }
        let dear = self.slow_stretches(battle, ways.wide, ways.way, most, |_| true);
        (least, most.saturating_add(dear))
    }

    /// Returns the least that a straight move costs, from bounds of its ways.
    pub(crate) fn cost_at_least(&self, battle: &Battle, unit: &Unit, ways: &Ways) -> Length {
        let Some(base) = ways.narrow else {
            return 0;
        };
        if !self.slowed(unit) {
            return ways.least;
        }
        let sure = |f: &Feature| !self.could_ease(battle, f, ways);
        ways.least + self.slow_stretches(battle, base, ways.way, ways.least, sure)
    }

    /// Whether a difficult feature could be made easy on any of some ways, as
    /// [`Self::eased`] decides: a way must keep to the crossings, or set out along a road.
    fn could_ease(&self, battle: &Battle, feature: &Feature, ways: &Ways) -> bool {
        let axis = axis(&ways.own, ways.way, ways.least);
        let mut roads = battle.setting.features(Ground::Road);
        let along = |road: &Feature| {
            let far = road.line.as_ref().map(|l| l.distance_from(axis.ends().0));
            far.is_some_and(|far| within(far, ways.sway + road.width / 2))
        };
        if self.choices.road_cancels && roads.any(along) {
            return true;
        }
        let crossings = || {
            let all = battle.setting.terrain.iter();
            let all = all.filter(|f| matches!(f.ground, Ground::Bridge | Ground::Ford));
            all.flat_map(|f| &f.areas)
        };
        feature.ground == Ground::River
            && crossings().next().is_some()
            && !axis.surely_leaves_areas(ways.sway, feature.areas.iter(), crossings())
    }

    /// Returns what difficult ground of some kinds adds to a way.
    fn slow_stretches(
        &self,
        battle: &Battle,
        base: &Rect,
        way: Facing,
        by: Length,
        counts: impl Fn(&Feature) -> bool,
    ) -> Length {
        let near = battle.setting.terrain.about(base.bounds_slid(way, by));
        let rough = near.map(|(_, f)| f);
        let rough = rough.filter(|f| is_difficult(f.ground) && counts(f));
        let mut spans: ArrayVec<(Length, Length), 48> = ArrayVec::new();
        for area in rough.flat_map(|f| &f.areas) {
            let within = base.passages_within(way, area, by);
            let within = within.map(|p| (p.enter.max(0), p.leave.min(by)));
            spans.extend(
                within
                    .filter(|(enter, leave)| enter + TOLERANCE < *leave)
                    .take(48 - spans.len()),
            );
        }
        self.surcharge(by, &mut spans)
    }

    /// Returns what the stretches in difficult ground add to a move.
    fn surcharge(&self, by: Length, spans: &mut [(Length, Length)]) -> Length {
        if spans.is_empty() {
            return 0;
        }
        by!(c::MOVE_11);
        if self.choices.half_whole_move {
            return by;
        }
        spans.sort_unstable();
        let (mut slow, mut done) = (0, 0);
        for &mut (enter, leave) in spans {
            slow += (leave - enter.max(done)).max(0);
            done = done.max(leave);
        }
        slow
    }

    /// Returns how far a unit can go in a direction on an allowance.
    pub(crate) fn afford(
        &self,
        battle: &Battle,
        unit: &Unit,
        from: &Rect,
        way: Facing,
        allowance: Length,
    ) -> Length {
        let pays = |by| within(self.cost(battle, unit, from, way, by), allowance);
        if pays(allowance) {
            return allowance;
        }
        // A unit that reaches a bridge no longer pays for the bank, so a longer way may cost
        // less; between two such places it never does.
        let mut turns = Turns::new(way, 0, allowance);
        self.easing_turns(battle, from, way, &mut turns);
        let mut stretches = turns.stretches().into_iter().rev();
        let last = stretches.find(|&(first, _)| pays(first));
        let (mut low, mut high) = last.unwrap_or((0, 0));
        if pays(high) {
            return high;
        }
        while high - low > 1 {
            let middle = i32::midpoint(low, high);
            if pays(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Names where along a straight way ground starts or stops being made easy, as
    /// [`Self::eased`] decides.
    fn easing_turns(&self, battle: &Battle, from: &Rect, way: Facing, turns: &mut Turns) {
        let line = |by: Length| axis(from, way, by);
        let head = line(0).ends().1;
        let terrain = || battle.setting.terrain.iter();
        let crossings = || {
            let all = terrain().filter(|f| matches!(f.ground, Ground::Bridge | Ground::Ford));
            all.flat_map(|f| &f.areas)
        };
        if crossings().next().is_some() {
            for river in battle.setting.features(Ground::River) {
                for area in river.areas.iter().chain(crossings()) {
                    turns.point_in(head, area);
                }
                turns.flips(|by| line(by).length_in_any(crossings()) > TOLERANCE);
                turns.flips(|by| line(by).keeps_to_areas(river.areas.iter(), crossings()));
            }
        }
        if self.choices.road_cancels {
            for road in battle.setting.features(Ground::Road) {
                let along = |axis: &Edge| {
                    let line = road.line.as_ref();
                    line.is_some_and(|line| line.follows(axis, road.width / 2))
                };
                turns.flips(|by| along(&line(by)));
            }
        }
    }

    /// Returns the first ground under a base that cannot be entered.
    pub(crate) fn closed_ground(&self, battle: &Battle, base: &Rect) -> Option<usize> {
        let mut under = battle.setting.terrain.about(base.bounds());
        under
            .find(|(_, f)| is_closed(f.ground) && f.overlaps(base))
            .map(|(at, _)| at)
    }

    /// Returns the level of a unit: the level of its centre (TERR-04).
    pub(crate) fn level(&self, battle: &Battle, unit: &Unit) -> u8 {
        by!(c::TERR_04);
        battle.setting.level(unit.pose.point())
    }

    /// Whether a target is in cover from a shot along a line (TERR-03).
    pub(crate) fn covered(&self, battle: &Battle, target: UnitId, line: &Edge) -> bool {
        by!(c::TERR_03);
        let unit = battle.unit(target);
        let at = unit.pose.point();
        let base = self.rect(battle, target);
        let near = self.numbers.measure.wall_near.0;
        battle.setting.terrain.iter().any(|f| match f.ground {
            Ground::Woods | Ground::Town => f.holds(at),
            Ground::Wall => f
                .line
                .as_ref()
                .is_some_and(|wall| within(wall.distance(&base), near) && wall.crossed_by(line)),
            _ => false,
        })
    }

    /// Returns what hides a target along a line: terrain in which neither centre lies,
    /// or another unit (GEO-07).
    pub(crate) fn hidden(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        line: &Edge,
    ) -> Option<Witness> {
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let ends = [unit.pose.point(), foe.pose.point()];
        if let Some(at) = drill::ground_across(battle, line, ends, |f| hides(f.ground)) {
            return Some(drill::ground_witness(battle, at));
        }
        let eye = self.level(battle, unit);
        let blocks = |other: UnitId, them: &Unit| {
            other != id
                && other != target
                && self.stands(them)
                && line.could_meet(them.pose.point(), self.girth(battle, them))
                && !(self.choices.hills_see_over && eye > self.level(battle, them))
        };
        let girth = self.most_girth(battle);
        drill::unit_across(self, battle, line, girth, blocks).map(|by| Witness::blocked(battle, by))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_battle::{Switches, UnitId};
    use sandtable_geometry::INCH;
    use sandtable_referee::Lot;

    /// Writes a random position: a unit whose allowance takes it to a river with a bridge or a
    /// little farther, with woods at the bridge, and a road.
    fn drawn(lot: &mut Lot, allowance: Length) -> String {
        let far = f64::from(allowance) / f64::from(INCH);
        let mut at = |low: f64, high: f64| lot.between(low, high);
        let (x, turned, road) = (12.0, at(-45.0, 45.0), at(8.0, 16.0));
        let bridge = x + turned / 57.3 * far + at(-1.0, 1.0);
        format!(
            "format = 1\nrules = \"throw-me-a-6\"\ntitle = \"Over the river\"\ntable = [24, 30]\n\
             [[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n\
             [[terrain]]\nground = \"river\"\nline = [[0, 16], [24, {}]]\nwidth = 2\n\
             [[terrain]]\nground = \"bridge\"\nat = [{bridge}, 16]\nsize = [{}, {}]\n\
             [[terrain]]\nground = \"woods\"\nat = [{}, {}]\nsize = [2, 1]\n\
             [[terrain]]\nground = \"road\"\nline = [[{road}, 0], [{road}, 30]]\nwidth = 2\n\
             [[unit]]\nname = \"Us\"\nside = \"Blue\"\nkind = \"heavy_cavalry\"\n\
             at = [{x}, {}]\nfacing = {turned}\n\
             [state]\nturn = 1\nphase = \"actions\"\nactive = \"Blue\"\n",
            at(15.5, 16.5),
            at(2.0, 5.0),
            at(2.2, 4.0),
            bridge + at(-4.0, 4.0),
            at(14.0, 19.0),
            14.5 - far + far * turned * turned / 6600.0 + at(-0.5, 2.0),
        )
    }

    /// Compares the result with every hundredth of a millimetre of the way, in random battles;
    /// counts how often a bridge makes a longer way cheaper.
    #[test]
    fn no_way_that_is_paid_for_is_missed() {
        /// The effect of rounded points, 1/100 mm.
        const ROUNDED: usize = 8;
        let cases = std::env::var("PROPTEST_CASES").ok();
        let cases: u32 = cases.and_then(|n| n.parse().ok()).unwrap_or(80);
        let (mut lot, mut cheaper) = (Lot::new(5), 0);
        for case in 0..cases {
            let road = if case % 2 == 0 { "yes" } else { "no" };
            let switches = Switches::default().with("road_cancels_difficult", road);
            let rules = ThrowMeA6::new(&switches).expect("known switches");
            let allowance = INCH * Length::try_from(3 + lot.below(6)).expect("a length");
            let text = drawn(&mut lot, allowance);
            let battle = sandtable_files::read_battle(&text, &rules).expect("a battle");
            let unit = battle.unit(UnitId(0));
            let from = rules.rect(&battle, UnitId(0));
            let way = unit.pose.facing;
            let pays = |by| within(rules.cost(&battle, unit, &from, way, by), allowance);
            let paid: Vec<bool> = (0..=allowance).map(pays).collect();
            // A way is certain if all ways a little shorter and a little longer are paid for, too.
            let beyond_doubt = |by: usize| {
                let near = by.saturating_sub(ROUNDED)..=(by + ROUNDED).min(paid.len() - 1);
                near.into_iter().all(|by| paid[by])
            };
            let best = (0..paid.len()).rev().find(|&by| beyond_doubt(by));
            let best = Length::try_from(best.expect("to stand is free")).expect("a length");
            let found = rules.afford(&battle, unit, &from, way, allowance);
            assert!(pays(found), "{found} is not paid for\n{text}");
            assert!(best <= found, "{found} of {best}, {allowance}\n{text}");
            let dips = paid.windows(2).any(|pair| !pair[0] && pair[1]);
            cheaper += u32::from(dips);
        }
        assert!(cheaper > 0, "no bridge made a longer way cheaper");
    }
}
