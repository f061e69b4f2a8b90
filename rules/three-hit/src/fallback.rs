//! Section 14: the cavalry's fall-back.

use crate::numbers::Arm;
use crate::switches::FallbackFrom;
use crate::terrain::{crossings, surely_bridged, surely_over};
use crate::turn::{MORALE, MORALE_ACTIVE};
use crate::{ThreeHit, c, marks};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{
    Await, Battle, Dice, Feature, Gait, Legal, Ruling, Scene, Setting, Side, Unit, UnitId, Witness,
};
use sandtable_drill::Lately;
use sandtable_geometry::{
    Arc, Area, Drift, Face, Facing, Headings, Length, Pose, Rect, TOLERANCE, both, within,
};
use std::cell::RefCell;
use std::sync;

/// Step between offered ways, from one end of a clear stretch to the other: 5 degrees.
const APART: i32 = 910;

/// The ways a player may choose from, nearest to the straight one first.
type Ways = ArrayVec<Facing, 32>;

/// All that the ways of a unit depend on.
#[derive(Debug, PartialEq)]
struct Asked {
    id: UnitId,
    /// Its straight way.
    back: Facing,
    /// Place, kind and side of every unit on the table.
    units: Vec<(UnitId, Pose, u8, Side)>,
    /// Hash of the rules' numbers.
    rules: u64,
    /// The only switch that matters: how far it may fall back.
    far: Length,
    setting: sync::Arc<Setting>,
}

thread_local! {
    /// Ways that were searched for lately: a player who thinks ahead comes to the same choice in
    /// each battle that it plays out.
    static LATELY: RefCell<Lately<Asked, Ways>> = const { RefCell::new(Lately::new(16)) };
}

/// A little more than the tolerance on either side: a base farther away is not touched.
const NEAR: Length = 4 * TOLERANCE;

/// The slides of a unit in all directions of an arc.
struct Slides<'a> {
    unit: &'a Unit,
    own: Rect,
    arc: Arc,
    /// The slides over the greatest distance that it may fall back.
    whole: Drift,
}

/// Whether every slide surely goes this far before another base stops it; `None` if unknown.
fn leaves_room(own: &Rect, arc: Arc, other: &Rect, far: Length) -> Option<bool> {
    if Drift::new(own, arc, far).meets(other) == Some(false) {
        return Some(true);
    }
    let blocked = Drift::new(own, arc, far - NEAR).meets(other) == Some(true);
    blocked.then_some(false)
}

/// Whether every slide surely goes this far before ground stops it, if its base starts off that
/// ground; `None` if unknown.
fn leaves_ground(own: &Rect, arc: Arc, area: &Area, far: Length, stops: bool) -> Option<bool> {
    if Drift::new(own, arc, far).meets_area(area) == Some(false) {
        return Some(true);
    }
    let blocked = stops && Drift::new(own, arc, far - NEAR).meets_area(area) == Some(true);
    blocked.then_some(false)
}

impl ThreeHit {
    /// Whether cavalry falls back from a unit (FALL-01, UNIT-09).
    fn drives_cavalry(&self, unit: &Unit) -> bool {
        by!(c::UNIT_09, c::FALL_07);
        let kind = self.kind(unit);
        // FALL-07: not from a unit that is about to be removed.
        !self.doomed(unit)
            && match self.choices.fallback_from {
                FallbackFrom::Foot => kind.group == Arm::Foot,
                FallbackFrom::InfantryOnly => kind.id == "infantry",
            }
    }

    /// Returns the foot unit that a cavalry unit must fall back from: one on its front face if
    /// there is one. Cavalry that touches only cavalry stays (FALL-06).
    fn foot_touched(&self, battle: &Battle, id: UnitId) -> Option<(UnitId, Face)> {
        by!(c::FALL_06);
        let unit = battle.unit(id);
        let kind = self.kind(unit);
        let falls = kind.group == Arm::Mounted && !kind.leader && !self.doomed(unit);
        if !falls || marks::FELL_BACK.of(unit) {
            return None;
        }
        let foot = self.touching(battle, id);
        let foot = foot.filter(|(foe, _)| self.drives_cavalry(battle.unit(*foe)));
        let nearest = foot.min_by_key(|(foe, contact)| (contact.own != Face::Front, *foe));
        nearest.map(|(foe, contact)| (foe, contact.own))
    }

    /// Returns the straight way back (FALL-03): opposite to its facing if the foot unit
    /// is on its front face, straight away from that unit if not.
    fn way_back(&self, battle: &Battle, id: UnitId, foot: UnitId, face: Face) -> Facing {
        if face == Face::Front {
            battle.unit(id).pose.facing.reversed()
        } else {
            self.away_from(battle, id, foot)
        }
    }

    /// Makes every fall-back that is due, the active side's first. Returns true
    /// if a player must choose a way.
    pub(crate) fn fall_back_all(&self, scene: &mut Scene, active: Side) -> bool {
        for side in [active, active.other()] {
            for id in scene.ids() {
                let unit = scene.unit(id);
                if unit.side != side || !unit.on_table() {
                    continue;
                }
                if let Some((foot, face)) = self.foot_touched(scene, id)
                    && self.fall_back(scene, id, foot, face, active)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Falls back, or asks for a way if the straight one gives too little room
    /// (FALL-04). Returns true if it asks.
    fn fall_back(
        &self,
        scene: &mut Scene,
        id: UnitId,
        foot: UnitId,
        face: Face,
        active: Side,
    ) -> bool {
        let back = self.way_back(scene, id, foot, face);
        if self.gives_room(scene, id, back) {
            self.withdraw(scene, id, foot, back);
            return false;
        }
        let ways = self.known_ways(scene, id, back);
        match *ways.as_slice() {
            // FALL-04: if no way gives an inch, it stays in contact.
            [] => scene.set(id, marks::FELL_BACK, true, c::FALL_04),
            [only] => self.withdraw(scene, id, foot, only),
            _ => {
                self.enter_morale(scene, active);
                scene.await_(
                    Await::of(
                        scene.unit(id).side,
                        c::FALL_04,
                        u8::try_from(ways.len()).unwrap_or(u8::MAX),
                    )
                    .about(id, Some(foot)),
                );
                return true;
            }
        }
        false
    }

    /// Moves the cursor to the Morale step if it is not there yet.
    fn enter_morale(&self, scene: &mut Scene, active: Side) {
        if !matches!(scene.cursor.phase, MORALE | MORALE_ACTIVE) {
            scene.enter(MORALE, active.other(), c::TURN_07);
        }
    }

    /// Whether a way gives at least an inch (FALL-04).
    fn gives_room(&self, battle: &Battle, id: UnitId, way: Facing) -> bool {
        let slid = self.slide(battle, id, way, self.choices.fallback_distance);
        within(self.numbers.fallback_least.0, slid.by)
    }

    /// Returns all ways within 45 degrees of the straight one that give at least an inch
    /// (FALL-04).
    pub(crate) fn clear_ways(&self, battle: &Battle, id: UnitId, back: Facing) -> Headings {
        by!(c::FALL_08);
        let arc = Arc::about(back, self.numbers.fallback_fan_degrees.0);
        Headings::within(arc, |arc| {
            if arc.is_one() {
                return Some(self.gives_room(battle, id, arc.from));
            }
            self.surely_gives_room(battle, id, arc)
        })
    }

    /// Whether every way of an arc gives at least an inch; false if no way does, `None`
    /// if that differs or is unknown.
    fn surely_gives_room(&self, battle: &Battle, id: UnitId, arc: Arc) -> Option<bool> {
        let (least, most) = (
            self.numbers.fallback_least.0,
            self.choices.fallback_distance,
        );
        let own = self.rect(battle, id);
        let slides = Slides {
            unit: battle.unit(id),
            own,
            arc,
            whole: Drift::new(&own, arc, most),
        };
        let sure = self.surely_ends(battle, id, &slides, least);
        let may_farther = || self.is_bridged(battle, &slides) || self.comes_off(battle, &slides);
        if sure.is_some() || !may_farther() {
            return sure;
        }
        // A unit that may not stop after an inch, in water or a town, may stop farther along.
        let farther = [most, most / 4 * 3, most / 2];
        let mut farther = farther.into_iter().filter(|&by| by > least + NEAR);
        farther
            .any(|by| self.surely_ends(battle, id, &slides, by) == Some(true))
            .then_some(true)
    }

    /// Whether all slides cross some water by bridges or fords only.
    fn is_bridged(&self, battle: &Battle, slides: &Slides<'_>) -> bool {
        battle.setting.terrain.iter().any(|f| {
            self.barred(slides.unit, f)
                && self.is_crossed(f.ground)
                && surely_bridged(battle, f, &slides.whole) == Some(true)
        })
    }

    /// Whether a unit lies on ground where it may not stay, so that it matters where a slide
    /// leaves that ground.
    fn comes_off(&self, battle: &Battle, slides: &Slides<'_>) -> bool {
        let mut all = battle.setting.terrain.iter();
        all.any(|f| self.barred(slides.unit, f) && f.overlaps(&slides.own))
    }

    /// Whether every slide surely goes this far and may end there; false if no slide does, `None`
    /// if that differs or is unknown.
    fn surely_ends(
        &self,
        battle: &Battle,
        id: UnitId,
        slides: &Slides<'_>,
        by: Length,
    ) -> Option<bool> {
        let (unit, own) = (slides.unit, &slides.own);
        let ends = Drift::new(own, slides.arc, by).ends(by);
        let mut sure = ends.have(|base| battle.setting.holds(base));
        // A unit farther away neither stops a slide nor comes too near.
        let short = self.numbers.retreat_short_of_enemy.0;
        let reach = by.max(self.choices.fallback_distance) + short + 2 * NEAR;
        let near = self.round(battle, own, reach);
        for (other, them) in near.filter(|&(other, _)| other != id) {
            let base = self.rect(battle, other);
            sure = both(sure, self.surely_passes(slides, them, &base, by));
            if sure == Some(false) {
                return sure;
            }
        }
        let all = battle.setting.terrain.iter();
        for feature in all.filter(|f| self.barred(unit, f)) {
            // A unit that lies on it is there by a crossing or a road: the ground does not stop it.
            let dry = match feature.overlaps(own) {
                true if self.surely_stays_on(battle, slides, feature) => Some(false),
                true => ends.have(|base| !feature.overlaps(base)).filter(|off| *off),
                false => self.surely_crosses(battle, slides, feature, by),
            };
            sure = both(sure, dry);
            if sure == Some(false) {
                return sure;
            }
        }
        sure
    }

    /// Whether every slide surely ends on ground where the unit may not stay, at any distance.
    fn surely_stays_on(&self, battle: &Battle, slides: &Slides<'_>, feature: &Feature) -> bool {
        let least = self.numbers.fallback_least.0 - NEAR;
        let ways = crossings(battle).filter(|_| self.is_crossed(feature.ground));
        let ways = ways.flat_map(|f| &f.areas);
        slides.whole.ends_only_in(least, feature.areas.iter(), ways)
    }

    /// Whether another unit surely does not stop a slide before this distance; `None` if unknown.
    fn surely_passes(
        &self,
        slides: &Slides<'_>,
        them: &Unit,
        base: &Rect,
        by: Length,
    ) -> Option<bool> {
        let Slides { unit, own, arc, .. } = slides;
        let friend = them.side == unit.side;
        let missed = |base: &Rect| slides.whole.meets(base) == Some(false);
        if friend && self.may_pass(unit, them) {
            // Where it must not end depends on what else stops it.
            missed(base).then_some(true)
        } else if friend || within(own.distance(base).length, 0) {
            leaves_room(own, *arc, base, by)
        } else {
            let short = self.numbers.retreat_short_of_enemy.0;
            let room = leaves_room(own, *arc, base, by + short);
            // To end flush along an enemy that it did not touch before is barred too.
            room.filter(|room| !room || missed(&base.grown(NEAR)))
        }
    }

    /// Whether ground that the base does not lie on surely does not stop a slide before this
    /// distance and lets the unit end there; `None` if unknown.
    fn surely_crosses(
        &self,
        battle: &Battle,
        slides: &Slides<'_>,
        feature: &Feature,
        by: Length,
    ) -> Option<bool> {
        let (own, arc) = (&slides.own, slides.arc);
        let mut stops = true;
        if self.is_crossed(feature.ground) {
            let bridged = surely_bridged(battle, feature, &slides.whole);
            let slid = Drift::new(own, arc, by);
            if bridged == Some(true) && surely_over(battle, feature, &slid, by) {
                return bridged;
            }
            stops = bridged == Some(false);
        }
        let areas = feature.areas.iter();
        let sure = areas.map(|area| leaves_ground(own, arc, area, by, stops));
        sure.fold(Some(true), both)
    }

    /// Returns the ways to offer: both ends of every clear stretch and, between them, one every
    /// five degrees; nearest to the straight way first, clockwise before anticlockwise.
    fn ways(&self, battle: &Battle, id: UnitId, back: Facing) -> Ways {
        let clear = self.clear_ways(battle, id, back);
        let mut turns: Vec<i32> = Vec::new();
        for arc in clear.arcs() {
            let (first, last) = (back.turn_to(arc.from), back.turn_to(arc.to()));
            turns.extend([first, last]);
            let between = first.div_euclid(APART) + 1..=last.div_euclid(APART);
            turns.extend(between.map(|n| n * APART).filter(|&turn| turn < last));
        }
        turns.sort_by_key(|&turn| (turn.abs(), turn < 0));
        turns.dedup();
        let ways = turns.into_iter().map(|turn| back.turned(turn));
        ways.take(Ways::new().capacity()).collect()
    }

    /// The same, searched for once.
    fn known_ways(&self, battle: &Battle, id: UnitId, back: Facing) -> Ways {
        let of = |(id, unit): (UnitId, &Unit)| (id, unit.pose, unit.kind, unit.side);
        let asked = Asked {
            id,
            back,
            units: battle.present().map(of).collect(),
            rules: self.card.hash,
            far: self.choices.fallback_distance,
            setting: sync::Arc::clone(&battle.setting),
        };
        LATELY.with_borrow_mut(|lately| lately.answer(asked, |_| self.ways(battle, id, back)))
    }

    /// Withdraws cavalry from a foot unit and turns it to face that unit (FALL-02,
    /// FALL-03). It keeps its next move unless a switch takes that away (FALL-05).
    fn withdraw(&self, scene: &mut Scene, id: UnitId, foot: UnitId, way: Facing) {
        let slid = self.slide(scene, id, way, self.choices.fallback_distance);
        let to = scene.unit(id).pose.moved(way, slid.by);
        scene.shift(id, to, Gait::Withdrew, c::FALL_02);
        let goal = scene.unit(foot).pose.point();
        if let Some(pose) = self.turned_towards(scene, id, goal) {
            scene.shift(id, pose, Gait::Turned, c::FALL_03);
        }
        scene.set(id, marks::FELL_BACK, true, c::FALL_01);
        // No marker, unless by switch.
        by!(c::FALL_05);
        if self.choices.fallback_is_move {
            self.spend_next_move(id, scene, c::FALL_05);
        }
    }

    /// Judges the choice of a way; the engine has already checked that it is one of those offered.
    pub(crate) fn judge_decision(&self, battle: &Battle, choice: u8, r: &mut Ruling) {
        let way = battle.cursor.waits.and_then(|waits| {
            let id = waits.unit?;
            let (foot, face) = self.foot_touched(battle, id)?;
            let ways = self.known_ways(battle, id, self.way_back(battle, id, foot, face));
            Some((foot, *ways.get(usize::from(choice))?))
        });
        match way {
            Some((foot, way)) => {
                r.found(&(foot, way));
                if let Some(id) = battle.cursor.waits.and_then(|waits| waits.unit) {
                    let allowed = self.choices.fallback_distance;
                    let slid = self.slide(battle, id, way, allowed);
                    let to = battle.unit(id).pose.moved(way, slid.by);
                    r.price(slid.by, allowed).step(to);
                }
            }
            None => r.refuse(c::FALL_04, Witness::Plain),
        }
    }

    /// Falls back by the chosen way.
    pub(crate) fn decide(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        let found: Option<(UnitId, Facing)> = legal.found();
        let unit = scene.cursor.waits.and_then(|waits| waits.unit);
        scene.answered(c::FALL_04);
        if let (Some(id), Some((foot, way))) = (unit, found) {
            self.withdraw(scene, id, foot, way);
        }
        self.proceed(scene, dice, scene.cursor.phase);
    }
}

#[cfg(test)]
mod tests {
    use crate::ThreeHit;
    use sandtable_battle::{Side, Status, Switches, UnitId};
    use sandtable_geometry::{Arc, Facing, INCH};
    use sandtable_referee::Lot;

    /// Writes a position: cavalry in contact with foot, and behind it woods, houses, a river with
    /// crossings, and other units.
    fn cramped(lot: &mut Lot) -> String {
        let mut text = "format = 1\nrules = \"three-hit\"\ntable = [36, 36]\n\
            [[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n\
            [[unit]]\nname = \"C\"\nside = \"Blue\"\nkind = \"cavalry\"\nat = [18, 16]\nfacing = 0\n\
            [[unit]]\nname = \"R\"\nside = \"Red\"\nkind = \"infantry\"\nat = [18, 18]\nfacing = 180\n"
            .to_owned();
        for ground in ["woods", "town", "woods", "marsh"] {
            if lot.below(3) == 0 {
                continue;
            }
            let (x, y) = (lot.between(8.0, 28.0), lot.between(4.0, 15.0));
            let (wide, deep) = (lot.between(1.0, 7.0), lot.between(1.0, 7.0));
            let shape = if ground == "woods" { "oval" } else { "size" };
            text += &format!(
                "[[terrain]]\nground = \"{ground}\"\nat = [{x}, {y}]\n{shape} = [{wide}, {deep}]\n"
            );
        }
        if lot.below(3) > 0 {
            let (from, to) = (lot.between(6.0, 14.0), lot.between(6.0, 14.0));
            let width = lot.between(0.2, 2.5);
            text += &format!(
                "[[terrain]]\nground = \"river\"\nline = [[2, {from}], [34, {to}]]\nwidth = {width}\n"
            );
            for ground in ["bridge", "ford"] {
                let x = lot.between(12.0, 24.0);
                let y = from + (to - from) * (x - 2.0) / 32.0 + lot.between(-0.4, 0.4);
                let (wide, deep) = (lot.between(0.5, 9.0), width + lot.between(-0.5, 1.0));
                if lot.below(3) > 0 {
                    text += &format!(
                        "[[terrain]]\nground = \"{ground}\"\nat = [{x}, {y}]\nsize = [{wide}, {}]\n",
                        deep.max(0.2)
                    );
                }
            }
        }
        for (n, kind) in ["infantry", "skirmishers", "artillery"].iter().enumerate() {
            let (x, y, facing) = (
                lot.between(10.0, 26.0),
                lot.between(6.0, 13.0),
                lot.below(360),
            );
            let side = if lot.below(3) == 0 { "Red" } else { "Blue" };
            text += &format!(
                "[[unit]]\nname = \"{n}\"\nside = \"{side}\"\nkind = \"{kind}\"\nat = [{x}, {y}]\nfacing = {facing}\n"
            );
        }
        text + "[state]\nturn = 1\nphase = \"melee\"\nactive = \"Blue\"\n"
    }

    /// FALL-08: from a narrow bridge, all ways along a broad river end in the water; that is found
    /// without trying single ways.
    #[test]
    fn ways_into_the_water_are_told_by_their_arc() {
        let rules = ThreeHit::new(&Switches::default()).expect("the printed rules");
        let text = "format = 1\nrules = \"three-hit\"\ntable = [36, 36]\n\
            [[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n\
            [[unit]]\nname = \"C\"\nside = \"Blue\"\nkind = \"cavalry\"\nat = [18, 16]\nfacing = 0\n\
            [[terrain]]\nground = \"river\"\nline = [[2, 16], [34, 16]]\nwidth = 14\n\
            [[terrain]]\nground = \"bridge\"\nat = [18, 16]\nsize = [1.5, 14]\n";
        let battle = sandtable_files::read_battle(text, &rules).expect("a battle");
        let arc = Arc {
            from: Facing(0x4000 - 200),
            steps: 400,
        };
        let id = UnitId(0);
        assert_eq!(rules.surely_gives_room(&battle, id, arc), Some(false));
        assert!(!rules.gives_room(&battle, id, arc.from));
        assert!(rules.gives_room(&battle, id, Facing::NORTH));
    }

    /// FALL-08: an arc decided at once gives the same as each of its headings.
    #[test]
    fn arcs_of_ways_are_those_of_single_ways() {
        let rules = ThreeHit::new(&Switches::default()).expect("the printed rules");
        let (mut lot, mut tried, mut some) = (Lot::new(7), 0, 0);
        while tried < 120 {
            let Ok(battle) = sandtable_files::read_battle(&cramped(&mut lot), &rules) else {
                continue;
            };
            tried += 1;
            let id = UnitId(0);
            let back = Facing::NORTH.reversed();
            let clear = rules.clear_ways(&battle, id, back);
            some += u32::from(!clear.arcs().is_empty());
            let step = 97 + i32::try_from(lot.below(30)).unwrap_or(0);
            let spread = (-8192..=8192).step_by(usize::try_from(step).unwrap_or(1));
            let ends = clear.arcs().iter().flat_map(|arc| {
                let (from, to) = (back.turn_to(arc.from), back.turn_to(arc.to()));
                [from - 1, from, to, to + 1]
            });
            for turn in spread.chain(ends).filter(|turn| turn.abs() <= 8192) {
                let way = back.turned(turn);
                let told = clear.arcs().iter().any(|arc| arc.holds(way));
                assert_eq!(
                    told,
                    rules.gives_room(&battle, id, way),
                    "{turn}: {battle:?}"
                );
            }
        }
        assert!((20..tried).contains(&some), "{some} of {tried} have a way");
    }

    /// What was searched for lately is what a new search finds: the same position again, and
    /// positions with the unit behind it gone, moved, or an enemy's.
    #[test]
    fn known_ways_are_those_of_a_new_search() {
        let rules = ThreeHit::new(&Switches::default()).expect("the printed rules");
        let text = "format = 1\nrules = \"three-hit\"\ntable = [36, 36]\n\
            [[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n\
            [[unit]]\nname = \"C\"\nside = \"Blue\"\nkind = \"cavalry\"\nat = [18, 16]\nfacing = 0\n\
            [[unit]]\nname = \"B\"\nside = \"Blue\"\nkind = \"infantry\"\nat = [18, 14]\nfacing = 0\n";
        let first = sandtable_files::read_battle(text, &rules).expect("a battle");
        let [mut gone, mut moved, mut enemy] = [(); 3].map(|()| first.clone());
        gone.units[1].status = Status::Fled;
        moved.units[1].pose.x += 8 * INCH;
        enemy.units[1].side = Side::B;
        let ways = [&first, &gone, &moved, &enemy, &first].map(|battle| {
            let known = rules.known_ways(battle, UnitId(0), Facing::NORTH.reversed());
            let new = rules.ways(battle, UnitId(0), Facing::NORTH.reversed());
            assert_eq!(known, new);
            known
        });
        assert_eq!(ways[0], ways[4]);
        assert!(ways[1..3].iter().all(|other| *other != ways[0]));
    }
}
